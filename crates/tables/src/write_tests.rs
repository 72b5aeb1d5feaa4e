//! Tests that write tables and read the written files with this crate.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use fastgas_data::{
    Import, NonRows, OutputColumn, OutputKind, OutputTable, TableChoice, TableFormat, WriteTableError, load_with,
};
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::schema::printer::print_schema;

use super::{Bytes, open, write_table};

const LIMIT: u64 = 100_000_000;

const FORMATS: [TableFormat; 2] = [TableFormat::Workbook, TableFormat::Parquet];

fn output<'a>(columns: &[(&str, OutputKind)], rows: &[Vec<Option<&'a str>>]) -> OutputTable<'a> {
    let columns: Vec<OutputColumn> = columns
        .iter()
        .map(|(name, kind)| OutputColumn::new(*name, *kind))
        .collect();
    let cells = rows.iter().flatten().map(|cell| cell.map(Cow::Borrowed));
    let n_own = columns.len();
    OutputTable::new(columns, n_own, cells.collect())
}

fn file(table: &OutputTable<'_>, format: TableFormat) -> Vec<u8> {
    write_table(table, format).unwrap_or_else(|error| panic!("{error}"))
}

fn text(bytes: Vec<u8>) -> String {
    let table = open(bytes, "a", &TableChoice::default(), LIMIT).expect("it was written");
    String::from_utf8(table.bytes).expect("UTF-8")
}

/// Reads the file as the web page and the command-line program do.
fn cells(bytes: Vec<u8>) -> Vec<Vec<String>> {
    let table = open(bytes, "a", &TableChoice::default(), LIMIT).expect("it was written");
    let import = Import {
        header: Some(true).filter(|_| table.format.is_some_and(|format| format.is_delimited())),
        non_rows: NonRows::Keep,
        ..table.settings(&Import::default())
    };
    let pool = load_with(&table.bytes, &import).expect("a table").pool;
    let rows = pool.instances().map(|row| row.cells().map(str::to_owned).collect());
    rows.collect()
}

fn error(table: &OutputTable<'_>, format: TableFormat) -> WriteTableError {
    let error = write_table(table, format).expect_err("it is refused");
    assert!(!error.advice().is_empty());
    error
}

const COLUMNS: [(&str, OutputKind); 4] = [
    ("rank", OutputKind::Integer),
    ("id", OutputKind::Text),
    ("score", OutputKind::Float),
    ("labeled_at", OutputKind::Moment),
];

const TEXTS: [&str; 24] = [
    "007",
    "12345678901234567890",
    "1e5",
    "TRUE",
    "2024-01-02",
    "=1+1",
    "+49 30 1234",
    "'quoted",
    "a, \"b\"; c",
    "two\nlines\r\nhere\r",
    " spaces\t",
    "\u{a0}no break\u{a0}",
    "Grüße 東京 🦀 e\u{301}",
    "\u{1}\u{b}\u{1f}\u{7f}\u{85}\u{2028}\u{fffe}\u{ffff}",
    "_x000D_",
    "_x000d_x0041_",
    "_x005F_x000D_",
    "_x0041\r",
    "<r>a</r>",
    "<r><t>_x0041_ &amp;</t></r>",
    "<r> ]]> & </r>",
    "#N/A",
    "null",
    "NaN",
];

#[test]
fn every_text_survives_in_both_formats() {
    let long = "ä🦀".repeat(10_000);
    let texts: Vec<&str> = TEXTS.into_iter().chain([long.as_str()]).collect();
    let ranks: Vec<String> = (1..=texts.len()).map(|rank| rank.to_string()).collect();
    let row = |(rank, text): (&'_ String, &&'_ str)| vec![rank.clone(), (*text).to_owned(), "0.125".into()];
    let expected: Vec<Vec<String>> = ranks.iter().zip(&texts).map(row).collect();
    let rows: Vec<Vec<Option<&str>>> = expected
        .iter()
        .map(|row| row.iter().map(|cell| Some(cell.as_str())).collect())
        .collect();
    let table = output(&COLUMNS[..3], &rows);
    for format in FORMATS {
        assert_eq!(cells(file(&table, format)), expected, "{format:?}");
    }
}

#[test]
fn names_of_columns_survive_in_both_formats() {
    let names = ["=a", "007", "two\nlines", "_x0041_", "ü.b"];
    let columns = names.map(|name| (name, OutputKind::Text));
    let table = output(&columns, &[vec![Some("1"); 5]]);
    for format in FORMATS {
        let bytes = file(&table, format);
        let opened = open(bytes, "a", &TableChoice::default(), LIMIT).expect("it was written");
        let import = Import {
            header: Some(true).filter(|_| format == TableFormat::Workbook),
            ..opened.settings(&Import::default())
        };
        let pool = load_with(&opened.bytes, &import).expect("a table").pool;
        assert_eq!(pool.columns(), names, "{format:?}");
    }
}

#[test]
fn numbers_missing_and_empty_cells_keep_their_types() {
    let rows = [
        vec![Some("1"), Some(""), Some("0.1"), Some("2026-11-22T08:01:04Z")],
        vec![None, None, None, None],
        vec![Some("-2"), Some("x"), Some("1e300"), Some("1969-12-31T23:59:59Z")],
    ];
    let table = output(&COLUMNS, &rows);
    assert_eq!(
        text(file(&table, TableFormat::Parquet)),
        "{\"rank\":1,\"id\":\"\",\"score\":0.1,\"labeled_at\":\"2026-11-22T08:01:04Z\"}\n\
         {\"rank\":null,\"id\":null,\"score\":null,\"labeled_at\":null}\n\
         {\"rank\":-2,\"id\":\"x\",\"score\":1e+300,\"labeled_at\":\"1969-12-31T23:59:59Z\"}"
            .replace("1e+300", &1e300.to_string())
    );
    assert_eq!(
        text(file(&table, TableFormat::Workbook)),
        "rank,id,score,labeled_at\n1,,0.1,2026-11-22T08:01:04Z\n\n-2,x,1E300,1969-12-31T23:59:59Z\n"
    );
}

#[test]
fn lists_are_lists_in_parquet_and_texts_in_a_workbook() {
    let columns = [("labels", OutputKind::Texts), ("classes", OutputKind::Integers)];
    let rows = [
        vec![Some("[\"a\",\"b \\\"c\\\"\"]"), Some("[0,1,-2]")],
        vec![Some("[]"), None],
        vec![Some("[\"\"]"), Some("[]")],
    ];
    let table = output(&columns, &rows);
    assert_eq!(
        text(file(&table, TableFormat::Parquet)),
        "{\"labels\":[\"a\",\"b \\\"c\\\"\"],\"classes\":[0,1,-2]}\n\
         {\"labels\":[],\"classes\":null}\n\
         {\"labels\":[\"\"],\"classes\":[]}"
    );
    assert_eq!(
        cells(file(&table, TableFormat::Workbook)),
        [["[\"a\",\"b \\\"c\\\"\"]", "[0,1,-2]"], ["[]", ""], ["[\"\"]", "[]"]]
    );
}

/// The dataset card of an export declares the types of the Parquet columns.
/// Therefore the Parquet file must contain exactly the declared types.
#[test]
fn columns_of_parquet_are_declared_with_their_types() {
    let columns = [
        ("rank", OutputKind::Integer),
        ("id", OutputKind::Text),
        ("score", OutputKind::Float),
        ("labeled_at", OutputKind::Moment),
        ("labels", OutputKind::Texts),
        ("classes", OutputKind::Integers),
    ];
    let cells = ["1", "a", "0.5", "2026-11-22T08:01:04Z", "[\"a\"]", "[0]"];
    let table = output(&columns, &[cells.map(Some).to_vec()]);
    let written = Bytes::from(file(&table, TableFormat::Parquet));
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&written);
    let mut schema = Vec::new();
    print_schema(&mut schema, metadata.expect("a Parquet file").file_metadata().schema());
    assert_eq!(
        String::from_utf8(schema).expect("UTF-8"),
        "message schema {\n\
         \x20 OPTIONAL INT64 rank;\n\
         \x20 OPTIONAL BYTE_ARRAY id (STRING);\n\
         \x20 OPTIONAL DOUBLE score;\n\
         \x20 OPTIONAL INT64 labeled_at (TIMESTAMP(MILLIS,true));\n\
         \x20 OPTIONAL group labels (LIST) {\n\
         \x20   REPEATED group list {\n\
         \x20     OPTIONAL BYTE_ARRAY element (STRING);\n\
         \x20   }\n\
         \x20 }\n\
         \x20 OPTIONAL group classes (LIST) {\n\
         \x20   REPEATED group list {\n\
         \x20     OPTIONAL INT64 element;\n\
         \x20   }\n\
         \x20 }\n\
         }\n"
    );
}

#[test]
fn long_tables_survive_in_several_row_groups() {
    let numbers: Vec<String> = (0..100_003_u32).map(|number| number.to_string()).collect();
    let rows: Vec<Vec<Option<&str>>> = numbers
        .iter()
        .map(|number| {
            let is_missing = number.ends_with('7');
            vec![Some(number.as_str()).filter(|_| !is_missing), Some(&number[..1])]
        })
        .collect();
    let table = output(&[("n", OutputKind::Integer), ("digit", OutputKind::Text)], &rows);
    let read = text(file(&table, TableFormat::Parquet));
    assert!(
        read.starts_with("{\"n\":0,\"digit\":\"0\"}\n{\"n\":1,"),
        "{}",
        &read[..100]
    );
    assert!(read.ends_with("{\"n\":100002,\"digit\":\"1\"}"));
    assert_eq!(
        (read.lines().count(), read.matches("{\"n\":null,").count()),
        (100_003, 10_000)
    );
}

#[test]
fn the_same_table_has_the_same_bytes() {
    let rows: Vec<Vec<Option<&str>>> = TEXTS
        .iter()
        .map(|text| vec![Some("1"), Some(*text), Some("0.5"), None])
        .collect();
    let table = output(&COLUMNS, &rows);
    for format in FORMATS {
        assert_eq!(file(&table, format), file(&table, format), "{format:?}");
    }
    let workbook = file(&table, TableFormat::Workbook);
    let mut zip = zip::ZipArchive::new(Cursor::new(workbook)).expect("a workbook");
    let mut properties = String::new();
    let mut entry = zip.by_name("docProps/core.xml").expect("it exists");
    entry.read_to_string(&mut properties).expect("UTF-8");
    assert_eq!(properties.matches("2000-01-01T00:00:00Z").count(), 2, "{properties}");
}

#[test]
fn tables_beyond_the_limits_of_excel_are_refused_with_their_numbers() {
    let columns = [("rank", OutputKind::Integer), ("text", OutputKind::Text)];
    let letters = |text: &str| {
        let rows = [vec![Some("1"), Some("a")], vec![Some("2"), Some(text)]];
        write_table(&output(&columns, &rows), TableFormat::Workbook)
    };
    assert!(letters(&"ä".repeat(32_767)).is_ok());
    let long = letters(&"🦀".repeat(16_384)).expect_err("too long");
    assert_eq!(
        long,
        WriteTableError::LongCell {
            row: 3,
            column: "text".into(),
            letters: 32_768,
            limit: 32_767
        }
    );
    // `rust_xlsxwriter` adds markup to a text that looks like markup, and counts the added markup in the text's length.
    let rich = letters(&format!("<r>{}</r>", "a".repeat(32_760))).expect_err("too long with its markup");
    assert!(
        matches!(&rich, WriteTableError::Cell { row: 3, column, .. } if column == "text"),
        "{rich}"
    );
    let many = OutputTable::new(vec![OutputColumn::new("a", OutputKind::Text)], 0, vec![None; 1_048_576]);
    assert_eq!(
        error(&many, TableFormat::Workbook).to_string(),
        "the table has 1048576 rows, and a sheet of Excel holds at most 1048575 below the column names"
    );
    let wide = (0..16_385).map(|column| OutputColumn::new(column.to_string(), OutputKind::Text));
    let wide = OutputTable::new(wide.collect(), 0, Vec::new());
    assert_eq!(
        error(&wide, TableFormat::Workbook),
        WriteTableError::ManyColumns {
            columns: 16_385,
            limit: 16_384
        }
    );
}

#[test]
fn columns_of_one_name_are_refused_in_parquet_only() {
    let columns = [
        ("a", OutputKind::Text),
        ("b", OutputKind::Text),
        ("a", OutputKind::Text),
    ];
    let table = output(&columns, &[vec![Some("1"), Some("2"), Some("3")]]);
    assert_eq!(
        error(&table, TableFormat::Parquet),
        WriteTableError::SameColumn { column: "a".into() }
    );
    assert_eq!(text(file(&table, TableFormat::Workbook)), "a,b,a\n1,2,3\n");
}
