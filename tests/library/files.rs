//! Tests with files as real programs write them, in tests/data/files: the number of rows, and the export byte for byte.
//!
//! `NAME.export.csv` is the expected export of the file `NAME` with every row picked. The cells are unchanged.
//! All exports have one format: UTF-8 without a byte order mark, commas, and `\n` after each line.
//! Double quotes surround only cells that need quotes. The first columns are `rank,row,part,degree,label`.

use std::fs;
use std::path::{Path, PathBuf};

use fastgas::annotation::export::{ColumnOrder, EscapeFormulas, ExportFormat, ExportRows, Exported, Labeled};
use fastgas::annotation::label::{AnswerType, Labels};
use fastgas::data::LoadError;
use fastgas::data::{Import, ImportReport, Pool, Quotes, load_with};
use fastgas::partition::Partition;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/files")
        .join(name)
}

fn export(pool: &Pool, guard: EscapeFormulas, format: ExportFormat) -> String {
    let labeled = Labeled {
        pool,
        picks: (0..pool.len() as u32).map(|row| (row, Some(0))).collect(),
        partition: Some(&Partition {
            part_of: vec![0; pool.len()],
            n_parts: 1,
        }),
        labels: &Labels::default(),
        text_column: 0,
        values: &[],
        answers: AnswerType::One,
        names: &[],
        method: None,
        renamed: Default::default(),
        resolved: None,
        times: Default::default(),
        tells_times: false,
        order: ColumnOrder::OwnFirst,
    };
    match labeled.write_with(ExportRows::Picks, format, guard) {
        Exported::File(text) => text,
        other => panic!("{other:?}"),
    }
}

/// Imports a file, and fails unless its export equals the stored export `NAME.export.csv`.
fn is_exported(name: &str, import: Import, rows: usize) -> ImportReport {
    let loaded =
        load_with(&fs::read(file(name)).expect("it exists"), &import).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.pool.len(), rows, "{name}");
    let export = export(&loaded.pool, EscapeFormulas::Off, ExportFormat::Csv);
    let kept = fs::read_to_string(file(&format!("{name}.export.csv"))).unwrap_or_default();
    assert_eq!(export, kept, "{name}");
    loaded.found
}

/// Error of an import with default settings. Fails if the file is imported.
fn refused(name: &str) -> LoadError {
    let bytes = fs::read(file(name)).expect("it exists");
    load_with(&bytes, &Import::named(name)).expect_err("it is refused")
}

fn detected(name: &str, rows: usize) -> ImportReport {
    is_exported(name, Import::named(name), rows)
}

#[test]
fn byte_order_mark_is_not_part_of_first_column_name() {
    assert_eq!(detected("bom.csv", 2).encoding, "UTF-8");
}

#[test]
fn bare_quotes_in_tsv_are_text_if_configured() {
    let import = Import {
        quotes: Quotes::Letters,
        ..Import::named("bare-quotes.tsv")
    };
    // In the export, each bare quote is doubled, and each cell with bare quotes is quoted.
    is_exported("bare-quotes.tsv", import, 2);
    // By default, bare quotes are interpreted as CSV quotes. A quote in the last row is not closed.
    // The file is therefore rejected, so that no row is lost silently.
    assert_eq!(refused("bare-quotes.tsv"), LoadError::OpenQuote { line: 3 });
}

#[test]
fn windows_1252_and_latin_1_are_detected() {
    // Latin-1 is read as windows-1252, as in browsers. The two encodings differ only in control characters.
    for (name, rows) in [("cp1252.csv", 2), ("latin1.csv", 3)] {
        let found = detected(name, rows);
        assert_eq!(
            (found.encoding.as_str(), found.guessed),
            ("windows-1252", true),
            "{name}"
        );
    }
}

#[test]
fn utf_16_is_detected_in_both_byte_orders() {
    assert_eq!(detected("utf-16le.tsv", 2).encoding, "UTF-16LE");
    assert_eq!(detected("utf-16be.csv", 2).encoding, "UTF-16BE");
}

#[test]
fn quoted_line_breaks_of_every_kind_are_kept() {
    detected("quoted-newlines.csv", 3);
}

#[test]
fn single_quotes_with_semicolons_are_read_if_configured() {
    let import = Import {
        quotes: Quotes::Single,
        ..Import::named("single-quotes.csv")
    };
    assert_eq!(is_exported("single-quotes.csv", import, 3).delimiter, Some(';'.into()));
    // With double quotes as the quote character, the rows have different widths, so the file is rejected.
    refused("single-quotes.csv");
}

#[test]
fn file_without_header_is_read() {
    let import = Import {
        header: Some(false),
        ..Import::named("no-header.csv")
    };
    is_exported("no-header.csv", import, 3);
}

#[test]
fn columns_without_name_and_cells_are_kept() {
    let found = detected("trailing-empty-columns.csv", 2);
    assert_eq!(
        (found.padded.len(), found.left_out.len()),
        (0, 0),
        "no row is padded or left out"
    );
    // Every column is kept. Unnamed columns are named by position, because they could not be distinguished otherwise.
    let names = ["id", "text", "column 3", "column 4", "column 5"];
    let pool = |name: &str| {
        let file = fs::read(file(name)).expect("it exists");
        load_with(&file, &Import::named(name))
            .unwrap_or_else(|error| panic!("{error}"))
            .pool
    };
    let read = pool("trailing-empty-columns.csv");
    assert_eq!(read.columns(), names);
    let kept = fs::read_to_string(file("trailing-empty-columns.csv.export.csv")).expect("it exists");
    let header = kept.lines().next().unwrap_or_default();
    assert_eq!(header, "rank,row,part,degree,label,id,text,column 3,column 4,column 5");
    // Importing the export with default settings yields the same cells.
    let export = pool("trailing-empty-columns.csv.export.csv");
    assert_eq!(export.columns()[5..], names);
    for instance in read.instances() {
        let again = export.instance(instance.row());
        assert!(again.cells().skip(5).eq(instance.cells()), "row {}", instance.row());
    }
}

mod guarded {
    use super::*;
    use proptest::prelude::*;

    const COLUMNS: usize = 3;

    fn pool(names: &[String], cells: &[String]) -> Pool {
        let mut ends = Vec::new();
        let mut text = String::new();
        for cell in cells {
            text.push_str(cell);
            ends.push(text.len() as u32);
        }
        Pool::from_parts(names.to_vec(), text, ends).expect("a table")
    }

    proptest! {
        /// No cell of the file starts a formula, and reading the file again yields the same table.
        #[test]
        fn escaped_file_reads_back_as_original_table(
            names in prop::collection::btree_set("['=+@-]{0,2}[a-c]{1,3}", COLUMNS),
            cells in prop::collection::vec("['=+@\\-\t\r\na,\";|]{0,6}|.{0,9}", COLUMNS..=5 * COLUMNS),
        ) {
            let names: Vec<String> = names.into_iter().collect();
            let cells = &cells[..cells.len() / COLUMNS * COLUMNS];
            // A file that contains a NUL byte is treated as binary, with or without escaping.
            prop_assume!(!cells.iter().any(|cell| cell.contains('\0')));
            let pool = pool(&names, cells);
            for (format, name) in [(ExportFormat::Csv, "a.csv"), (ExportFormat::ExcelCsv, "a.csv"), (ExportFormat::Tsv, "a.tsv")] {
                let file = export(&pool, EscapeFormulas::On, format);
                let delimiter = if format == ExportFormat::Tsv { b'\t' } else { b',' };
                let text = file.strip_prefix('\u{feff}').unwrap_or(&file);
                let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(text.as_bytes());
                for record in reader.records() {
                    for cell in record.expect("a record").iter() {
                        prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{:?}", cell);
                    }
                }
                let loaded = load_with(file.as_bytes(), &Import { header: Some(true), ..Import::named(name) }).expect("a table");
                let back = Pool::from_parts(loaded.pool.columns()[5..].to_vec(), cells.concat(), pool.as_parts().2.to_vec());
                prop_assert_eq!(back.as_ref(), Ok(&pool));
                let own = |row: usize| loaded.pool.instance(row).cells().skip(5).map(str::to_owned).collect::<Vec<_>>();
                for instance in pool.instances() {
                    prop_assert_eq!(own(instance.row()), instance.cells().collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn apostrophes_are_removed_only_from_escaped_files() {
        let read = |file: &str| load_with(file.as_bytes(), &Import::named("a.csv")).expect("a table");
        let plain = read("text\n'=1\nit's\n");
        assert_eq!((plain.found.unguarded, plain.pool.instance(0).cell(0)), (0, "'=1"));
        let guarded = read("guarded_fastgas,text,'+x\n1,'=1,''-\n0,it's,\n");
        assert_eq!(guarded.found.unguarded, 3);
        assert_eq!(guarded.pool.columns(), ["text", "+x"]);
        assert_eq!(guarded.pool.instance(0).cells().collect::<Vec<_>>(), ["=1", "'-"]);
        assert_eq!(guarded.pool.instance(1).cells().collect::<Vec<_>>(), ["it's", ""]);
        // If the marker of escaped formulas is the only column, it is an ordinary column.
        assert_eq!(read("guarded_fastgas\n'=1\n").pool.instance(0).cell(0), "'=1");
    }
}
