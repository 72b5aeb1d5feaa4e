use super::*;
use crate::{DELIMITERS, FileKind, Import, Ragged, load, load_with};
use proptest::prelude::*;

fn rows(file: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let pool = load(file.as_bytes()).expect("a table");
    let rows = pool
        .instances()
        .map(|instance| instance.cells().map(str::to_owned).collect())
        .collect();
    (pool.columns().to_vec(), rows)
}

fn refused(file: impl AsRef<[u8]>) -> LoadError {
    load(file.as_ref()).expect_err("no table")
}

fn ragged(lines: &[u64], cells: u64, expected: u64) -> LoadError {
    let line = lines[0];
    let first = LoadError::Ragged { line, cells, expected };
    match lines.len() {
        1 => first,
        n => LoadError::Irregular {
            first: Box::new(first),
            lines: lines.to_vec(),
            n: n as u64,
        },
    }
}

#[test]
fn every_delimiter_and_line_end_is_read() {
    for delimiter in [",", "\t", ";", "|"] {
        for end in ["\n", "\r\n", "\r"] {
            let file = format!("id{delimiter}text{end}1{delimiter}\"a {delimiter} b\"{end}{end}2{delimiter}c{end}");
            assert_eq!(
                rows(&file),
                (
                    vec!["id".into(), "text".into()],
                    vec![
                        vec!["1".into(), format!("a {delimiter} b")],
                        vec!["2".into(), "c".into()]
                    ]
                ),
                "{file:?}"
            );
        }
    }
}

#[test]
fn byte_order_mark_and_quoted_line_breaks_are_read() {
    let (columns, rows) = rows("\u{feff}text,n\n\"one\ntwo \"\"three\"\"\",1\n,2");
    assert_eq!(columns, ["text", "n"]);
    assert_eq!(rows, [["one\ntwo \"three\"", "1"], ["", "2"]]);
}

#[test]
fn a_list_of_texts_is_a_table_of_one_column() {
    assert_eq!(rows("text\nfirst\nsecond\n").1, [["first"], ["second"]]);
}

#[test]
fn unnamed_index_column_is_kept() {
    assert_eq!(rows(",text\n0,a\n1,b\n").0, ["", "text"]);
    assert_eq!(rows("0,1\na,b\n").0, ["0", "1"]);
}

#[test]
fn several_unnamed_columns_are_named_by_position() {
    assert_eq!(rows(",,text\n0,0,a\n").0, ["column 1", "column 2", "text"]);
    assert_eq!(rows("text,, \na,b,c\n").0, ["text", "column 2", "column 3"]);
    // Generated names such as `column 2` avoid the names of the other columns.
    assert_eq!(rows(",,column 2\na,b,c\n").0, ["column 1", "column 3", "column 2"]);
}

#[test]
fn non_table_formats_are_named() {
    let not_table = |format| LoadError::NotTable { format };
    assert_eq!(refused(""), LoadError::Empty);
    assert_eq!(refused("\u{feff} \n\n"), LoadError::Empty);
    assert_eq!(refused(b"SQLite format 3\0"), not_table(FileKind::named("SQLite")));
    assert_eq!(refused("[{\"text\": 1}]"), not_table(FileKind::named("JSON")));
    assert_eq!(refused("<html>"), LoadError::Markup);
    assert_eq!(refused("text\na\0b\n"), LoadError::Zero { line: 2, byte: 6 });
}

#[test]
fn invalid_header_is_reported_with_its_cell() {
    let no_header = |column, cell: &str| LoadError::NoHeader {
        column,
        cell: cell.into(),
    };
    assert_eq!(refused("1,hello\n2,world\n"), no_header(1, "1"));
    assert_eq!(refused(",,\na,b,c\n"), no_header(1, ""));
    assert_eq!(
        refused("a,b,a\n1,2,3\n"),
        LoadError::DuplicateColumn { name: "a".into() }
    );
    assert_eq!(refused("text,label\n"), LoadError::NoRows);
}

#[test]
fn irregular_rows_are_reported_by_line() {
    let file = "text,label\n\"two\nlines\",x\n\n\nonly one\n";
    assert_eq!(refused(file), ragged(&[6], 1, 2));
    assert_eq!(refused("a,b\n1,2\n3,4,5\n6,7\n8\n"), ragged(&[3, 5], 3, 2));
    assert_eq!(
        refused("a,b\n1,2\n3,4,5\n6,7\n8\n").to_string(),
        "line 3 has 3 cells, the header has 2, and there is 1 more such row: line 5"
    );
    assert_eq!(refused("a,b\n1,2\n3,\"4\n5,6\n"), LoadError::OpenQuote { line: 3 });
    assert_eq!(refused("a,b\n1,2\n\"3,4\n5,6\n"), LoadError::OpenQuote { line: 3 });
}

#[test]
fn quote_inside_unquoted_cell_is_an_ordinary_character() {
    for end in ["", "\n"] {
        for cell in ["a 5\"\"x nail", "a 5\"\"x\" nail", "\"\"\"a\" \"\"b"] {
            let file = format!("text,n\nfoo bar,1\n{cell},2{end}");
            let read = load_with(file.as_bytes(), &Import::named("a.csv")).expect("a table");
            let expected = if cell.starts_with('"') { "\"a \"\"b" } else { cell };
            assert_eq!(read.pool.instance(1).cell(0), expected, "{file:?}");
            assert_eq!(read.found.loose.is_empty(), cell == expected, "{file:?}");
        }
    }
}

#[test]
fn quoted_cells_after_blanks_are_reported() {
    let spaced = |file: &str| {
        let import = Import {
            header: Some(true),
            ..Import::named("a.csv")
        };
        let found = load_with(file.as_bytes(), &import).expect("a table").found;
        (found.spaced, found.all_spaced)
    };
    let file = "id, \"text\"\n1, \"small cat\"\n2,dog\n3,\t\"a \"\"b\"\"\" \n";
    assert_eq!(spaced(file), (vec![1, 2, 4], true));
    assert_eq!(spaced(file.trim_end()), (vec![1, 2, 4], true));
    assert_eq!(spaced("id,text\n1, \"a\"\n2,\"b\"\n"), (vec![2], false));
    for other in [
        "id,text\n1,\" \"\"a\"\"\"\n",
        "id,text\n1, \"a\" or \"b\"\n",
        "id,text\n1, say \"a\"\n",
        "id,text\n1, \"a\n",
        "id,text\n1, a\"b\"\n",
        "id,text\n1,\"a, \"\"b\"\"\"\n",
    ] {
        assert_eq!(spaced(other), (vec![], false), "{other}");
    }
    // In a tab-separated file, a tab before a quote is a delimiter, not a blank.
    assert_eq!(spaced("id\tn\ttext\n1\t\t\"a\"\n"), (vec![], false));
    let skipping = Import {
        skip_blanks: true,
        ..Import::named("a.csv")
    };
    let found = load_with(file.as_bytes(), &skipping).expect("a table").found;
    assert_eq!((found.spaced, found.all_spaced), (vec![], false));
}

#[test]
fn reported_blanks_do_not_depend_on_pieces() {
    let file = "id, \"text\"\r\n1,  \"a b\" \r\n2,\"c\"\r\n";
    for step in 1..8 {
        let mut csv = Csv::new(Writing::plain(','.into(), Quotes::Double));
        let mut rows = Rows::new(Ragged::LeaveOut, 0);
        csv.as_they_are();
        for piece in file.as_bytes().chunks(step) {
            let piece = str::from_utf8(piece).expect("ASCII");
            csv.push(piece, &mut rows).expect("records of any width");
        }
        csv.finish(&mut rows).expect("records of any width");
        assert_eq!((&csv.spaced[..], csv.all_spaced()), (&[1, 2][..], false), "{step}");
    }
}

proptest! {
    /// A line end does not end the record while a quote is open.
    #[test]
    fn quote_state_agrees_with_csv_reader(text in "[ab,\" \r\n]{0,40}") {
        let mut csv = Csv::new(Writing::plain(','.into(), Quotes::Double));
        let mut rows = Rows::new(Ragged::LeaveOut, 0);
        csv.as_they_are();
        csv.push(&text, &mut rows).expect("records of any width");
        let quoted = csv.place.quoted;
        csv.push("\n", &mut rows).expect("records of any width");
        prop_assert_eq!(csv.between, !quoted);
    }

    #[test]
    fn written_csv_is_read_back(
        cells in prop::collection::vec(prop::collection::vec("[ -~\u{e4}\u{4e2d}\n\",;\t]{0,12}", 3), 1..8),
        delimiter in prop::sample::select(DELIMITERS.to_vec()),
    ) {
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter as u8).from_writer(Vec::new());
        writer.write_record(["id", "text", "label"]).expect("memory");
        for row in &cells {
            writer.write_record(row).expect("memory");
        }
        let import = Import { non_rows: NonRows::Keep, ..Import::named("a.csv") };
        let pool = load_with(&writer.into_inner().expect("memory"), &import).expect("a table").pool;
        let back: Vec<Vec<&str>> = pool.instances().map(|instance| instance.cells().collect()).collect();
        prop_assert_eq!(back, cells);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[a,\"\n\r;\t|0-9]{0,60}") {
        let _ = load(&bytes);
        let _ = load(text.as_bytes());
    }
}
