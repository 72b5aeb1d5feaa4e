//! Files as people's programs write them, in tests/data/files: how many rows they are, and what their export is, byte for
//! byte.
//!
//! `NAME.export.csv` holds what is exported of `NAME` with every row picked. It differs from the file as it came in what
//! every export of ours has: UTF-8 without a mark, commas, `\n` behind each line, double quotes where a cell needs them
//! and nowhere else, and `rank,row,part,degree,label` in front. Within the cells nothing differs.

use std::fs;
use std::path::{Path, PathBuf};

use fastgas::annotation::export::{ExportFormat, ExportRows, Exported, Guard, Labeled};
use fastgas::annotation::label::{Answers, Labels};
use fastgas::data::LoadError;
use fastgas::data::{Found, Import, Pool, Quotes, load_with};
use fastgas::partition::Partition;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/files")
        .join(name)
}

/// The CSV file of a pool with every row picked.
fn export(pool: &Pool, guard: Guard, format: ExportFormat) -> String {
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
        answers: Answers::One,
        names: &[],
        method: None,
        renamed: Default::default(),
        verdicts: None,
        times: Default::default(),
        tells_times: false,
    };
    match labeled.write_with(ExportRows::Picks, format, guard) {
        Exported::File(text) => text,
        Exported::Folder(files) => panic!("{files:?}"),
    }
}

/// Reads the file, which has so many rows, and holds its export against the one that is kept.
fn is_exported(name: &str, import: Import, rows: usize) -> Found {
    let loaded =
        load_with(&fs::read(file(name)).expect("it is there"), &import).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.pool.len(), rows, "{name}");
    let export = export(&loaded.pool, Guard::Off, ExportFormat::Csv);
    let kept = fs::read_to_string(file(&format!("{name}.export.csv"))).unwrap_or_default();
    assert_eq!(export, kept, "{name}");
    loaded.found
}

/// What is said of a file that is not read as it is.
fn refused(name: &str) -> LoadError {
    let bytes = fs::read(file(name)).expect("it is there");
    load_with(&bytes, &Import::named(name)).expect_err("it is refused")
}

fn detected(name: &str, rows: usize) -> Found {
    is_exported(name, Import::named(name), rows)
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_name() {
    assert_eq!(detected("bom.csv", 2).encoding, "UTF-8");
}

#[test]
fn bare_quotes_between_tabs_are_letters_where_a_person_says_so() {
    let import = Import {
        quotes: Quotes::Letters,
        ..Import::named("bare-quotes.tsv")
    };
    // Each such quote is doubled in the export, and its cell quoted.
    is_exported("bare-quotes.tsv", import, 2);
    // By itself the page takes them for what CSV says they are. The last row has one that stays open: the file is refused,
    // and no row is lost without a word.
    assert_eq!(refused("bare-quotes.tsv"), LoadError::OpenQuote { line: 3 });
}

#[test]
fn old_encodings_of_western_languages() {
    // Latin-1 is read as windows-1252, as browsers do: what differs are control characters.
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
fn two_bytes_a_letter_in_either_order() {
    assert_eq!(detected("utf-16le.tsv", 2).encoding, "UTF-16LE");
    assert_eq!(detected("utf-16be.csv", 2).encoding, "UTF-16BE");
}

#[test]
fn line_breaks_of_every_kind_in_quotes() {
    detected("quoted-newlines.csv", 3);
}

#[test]
fn semicolons_with_single_quotes() {
    let import = Import {
        quotes: Quotes::Single,
        ..Import::named("single-quotes.csv")
    };
    assert_eq!(is_exported("single-quotes.csv", import, 3).delimiter, Some(';'));
    // Read as double quotes the rows are of several widths: nobody gets half cells without a word.
    refused("single-quotes.csv");
}

#[test]
fn a_file_without_a_header() {
    let import = Import {
        header: Some(false),
        ..Import::named("no-header.csv")
    };
    is_exported("no-header.csv", import, 3);
}

#[test]
fn columns_without_name_and_cells() {
    let found = detected("trailing-empty-columns.csv", 2);
    assert_eq!(
        (found.padded.len(), found.left_out.len()),
        (0, 0),
        "every cell stood in the file"
    );
    // Each column is there. Several without a name could not be told apart, so each is called by its place.
    let names = ["id", "text", "column 3", "column 4", "column 5"];
    let pool = |name: &str| {
        let file = fs::read(file(name)).expect("it is there");
        load_with(&file, &Import::named(name))
            .unwrap_or_else(|error| panic!("{error}"))
            .pool
    };
    let read = pool("trailing-empty-columns.csv");
    assert_eq!(read.columns(), names);
    let kept = fs::read_to_string(file("trailing-empty-columns.csv.export.csv")).expect("it is there");
    let header = kept.lines().next().unwrap_or_default();
    assert_eq!(header, "rank,row,part,degree,label,id,text,column 3,column 4,column 5");
    // And so it is read again, by itself.
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
        /// No cell of the file begins a formula, and read again it is the same table.
        #[test]
        fn a_guarded_file_reads_as_what_was_exported(
            names in prop::collection::btree_set("['=+@-]{0,2}[a-c]{1,3}", COLUMNS),
            cells in prop::collection::vec("['=+@\\-\t\r\na,\";|]{0,6}|.{0,9}", COLUMNS..=5 * COLUMNS),
        ) {
            let names: Vec<String> = names.into_iter().collect();
            let cells = &cells[..cells.len() / COLUMNS * COLUMNS];
            // A file with such a letter is taken for one of bytes, guarded or not.
            prop_assume!(!cells.iter().any(|cell| cell.contains('\0')));
            let pool = pool(&names, cells);
            for (format, name) in [(ExportFormat::Csv, "a.csv"), (ExportFormat::ExcelCsv, "a.csv"), (ExportFormat::Tsv, "a.tsv")] {
                let file = export(&pool, Guard::On, format);
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
    fn only_a_guarded_file_loses_an_apostrophe() {
        let read = |file: &str| load_with(file.as_bytes(), &Import::named("a.csv")).expect("a table");
        let plain = read("text\n'=1\nit's\n");
        assert_eq!((plain.found.unguarded, plain.pool.instance(0).cell(0)), (0, "'=1"));
        let guarded = read("guarded_fastgas,text,'+x\n1,'=1,''-\n0,it's,\n");
        assert_eq!(guarded.found.unguarded, 3);
        assert_eq!(guarded.pool.columns(), ["text", "+x"]);
        assert_eq!(guarded.pool.instance(0).cells().collect::<Vec<_>>(), ["=1", "'-"]);
        assert_eq!(guarded.pool.instance(1).cells().collect::<Vec<_>>(), ["it's", ""]);
        // Nothing but the mark is a column as any other.
        assert_eq!(read("guarded_fastgas\n'=1\n").pool.instance(0).cell(0), "'=1");
    }
}
