//! CSV and TSV as people's programs write them (RFC 4180, and any of four delimiters).

use csv::{ReaderBuilder, StringRecord};

use crate::error::LoadError;
use crate::load::Pool;

/// The largest file that the page reads: beyond it, what the browser gives to one page runs short.
pub const MAX_FILE_BYTES: u64 = 512_000_000;

const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// How other files begin, and what they are.
const SIGNATURES: [(&[u8], &str); 11] = [
    (b"PK\x03\x04", "ZIP or Excel"),
    (b"\xD0\xCF\x11\xE0", "old Excel"),
    (b"%PDF", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xFF\xD8\xFF", "JPEG"),
    (b"GIF8", "GIF"),
    (b"\x1F\x8B", "gzip"),
    (b"PAR1", "Parquet"),
    (b"SQLite format 3", "SQLite"),
    (b"\x93NUMPY", "NumPy"),
    (b"ARROW1", "Arrow"),
];

/// Reads a CSV or TSV file: the first line names the columns, every further record is an instance.
///
/// The delimiter is the one of comma, tab, semicolon and bar that the first line holds most of (ties: in that
/// order); a file without any has one column. Quotes are double, doubled inside. A byte order mark and blank lines
/// are passed over; every cell is kept as it stands. At most one column may be unnamed.
///
/// # Errors
/// [`LoadError`] with the line: no text, no table, no header (a name that is a number counts as none, unless the
/// names count up from 0), no rows, a row of another width, a quote that stays open.
pub fn load(bytes: &[u8]) -> Result<Pool, LoadError> {
    if let Some((_, format)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Err(LoadError::NotTable {
            format: (*format).into(),
        });
    }
    let text = str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    if let Some(byte) = text.find('\0') {
        return Err(not_text(bytes, byte));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().as_bytes().first() {
        None => return Err(LoadError::Empty),
        Some(b'<') => {
            return Err(LoadError::NotTable {
                format: "HTML or XML".into(),
            });
        }
        Some(b'{' | b'[') => return Err(LoadError::NotTable { format: "JSON".into() }),
        Some(_) => {}
    }
    let delimiter = delimiter_of(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    let mut read = |record: &mut StringRecord| reader.read_record(record).expect("valid UTF-8 from memory");

    if !read(&mut record) {
        return Err(LoadError::Empty);
    }
    let columns: Vec<String> = record.iter().map(str::to_owned).collect();
    check_header(&columns)?;

    let (mut cells, mut ends) = (String::new(), Vec::new());
    let mut lines = Lines {
        bytes: text.as_bytes(),
        at: 0,
        line: 1,
    };
    let (mut last_byte, mut last_line) = (0, 1);
    while read(&mut record) {
        let position = record.position().expect("a record that was read has a position");
        (last_byte, last_line) = lines.record_at(position.byte() as usize);
        if record.len() != columns.len() {
            // A quote left open swallows the rest of the file; that is the error to tell.
            if ends_inside_quotes(&text[last_byte..], delimiter) {
                break;
            }
            return Err(LoadError::Ragged {
                line: last_line,
                cells: record.len() as u64,
                expected: columns.len() as u64,
            });
        }
        for cell in &record {
            cells.push_str(cell);
            let end = u32::try_from(cells.len()).map_err(|_| LoadError::TooManyCells {
                what: format!("more than {} bytes of text by line {last_line}", u32::MAX),
            })?;
            ends.push(end);
        }
    }
    if ends_inside_quotes(&text[last_byte..], delimiter) {
        return Err(LoadError::OpenQuote { line: last_line });
    }
    if ends.is_empty() {
        return Err(LoadError::NoRows);
    }
    Pool::from_parts(columns, cells, ends)
}

fn not_text(bytes: &[u8], byte: usize) -> LoadError {
    let line = 1 + bytes[..byte].iter().filter(|&&byte| byte == b'\n').count() as u64;
    LoadError::NotText {
        line,
        byte: byte as u64,
    }
}

fn delimiter_of(text: &str) -> u8 {
    let mut counts = [0usize; DELIMITERS.len()];
    let mut quoted = false;
    for byte in text.trim_start_matches(['\r', '\n']).bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            _ if quoted => {}
            _ => {
                if let Some(index) = DELIMITERS.iter().position(|&delimiter| delimiter == byte) {
                    counts[index] += 1;
                }
            }
        }
    }
    let most = counts.iter().max().expect("four counts");
    DELIMITERS[counts
        .iter()
        .position(|count| count == most)
        .expect("the maximum is among them")]
}

fn check_header(columns: &[String]) -> Result<(), LoadError> {
    let counts_up = columns
        .iter()
        .enumerate()
        .all(|(index, name)| *name == index.to_string());
    let is_number = |name: &str| name.trim().parse::<f64>().is_ok_and(f64::is_finite);
    let all_unnamed = columns.iter().all(|name| name.trim().is_empty());
    let no_name = columns.iter().position(|name| is_number(name) && !counts_up);
    if let Some(column) = if all_unnamed { Some(0) } else { no_name } {
        return Err(LoadError::NoHeader {
            column: column as u64 + 1,
            cell: columns[column].clone(),
        });
    }
    let mut names: Vec<&String> = columns.iter().collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) if pair[0].is_empty() => {
            let column = columns.iter().rposition(String::is_empty).expect("two are empty");
            Err(LoadError::NoHeader {
                column: column as u64 + 1,
                cell: String::new(),
            })
        }
        Some(pair) => Err(LoadError::DuplicateColumn { name: pair[0].clone() }),
        None => Ok(()),
    }
}

/// Counts lines on the way through a text; each of \n, \r\n and \r ends one.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    /// The start and the line, from 1, of the first line at or after `byte` that is not blank.
    fn record_at(&mut self, byte: usize) -> (usize, u64) {
        while self.at < self.bytes.len() && (self.at < byte || matches!(self.bytes[self.at], b'\n' | b'\r')) {
            let ends_line = match self.bytes[self.at] {
                b'\n' => true,
                b'\r' => self.bytes.get(self.at + 1) != Some(&b'\n'),
                _ => false,
            };
            self.line += u64::from(ends_line);
            self.at += 1;
        }
        (self.at, self.line)
    }
}

/// Whether `record`, read to the end of the file, leaves a quote open.
fn ends_inside_quotes(record: &str, delimiter: u8) -> bool {
    let (mut quoted, mut cell_starts) = (false, true);
    for byte in record.bytes() {
        match byte {
            // A doubled quote closes and opens again, which comes to the same.
            b'"' if quoted || cell_starts => quoted = !quoted,
            _ => {}
        }
        cell_starts = !quoted && (byte == delimiter || byte == b'\n' || byte == b'\r' || byte == b'"');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn every_delimiter_and_line_end() {
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
    fn a_byte_order_mark_and_quoted_line_breaks() {
        let (columns, rows) = rows("\u{feff}text,n\n\"one\ntwo \"\"three\"\"\",1\n,2");
        assert_eq!(columns, ["text", "n"]);
        assert_eq!(rows, [["one\ntwo \"three\"", "1"], ["", "2"]]);
    }

    #[test]
    fn a_list_of_texts_is_a_table_of_one_column() {
        assert_eq!(rows("text\nfirst\nsecond\n").1, [["first"], ["second"]]);
    }

    #[test]
    fn an_unnamed_index_column_is_kept() {
        assert_eq!(rows(",text\n0,a\n1,b\n").0, ["", "text"]);
        assert_eq!(rows("0,1\na,b\n").0, ["0", "1"]);
    }

    #[test]
    fn what_is_no_table_is_named() {
        assert_eq!(refused(""), LoadError::Empty);
        assert_eq!(refused("\u{feff} \n\n"), LoadError::Empty);
        assert_eq!(
            refused(b"\x89PNG\r\n\x1a\n"),
            LoadError::NotTable { format: "PNG".into() }
        );
        assert_eq!(
            refused("[{\"text\": 1}]"),
            LoadError::NotTable { format: "JSON".into() }
        );
        assert_eq!(
            refused("<html>"),
            LoadError::NotTable {
                format: "HTML or XML".into()
            }
        );
        assert_eq!(refused(b"text\ncaf\xe9\n"), LoadError::NotText { line: 2, byte: 8 });
        assert_eq!(refused("text\na\0b\n"), LoadError::NotText { line: 2, byte: 6 });
    }

    #[test]
    fn what_is_no_header_is_shown() {
        let no_header = |column, cell: &str| LoadError::NoHeader {
            column,
            cell: cell.into(),
        };
        assert_eq!(refused("1,hello\n2,world\n"), no_header(1, "1"));
        assert_eq!(refused(",,\na,b,c\n"), no_header(1, ""));
        assert_eq!(refused("text,,\na,b,c\n"), no_header(3, ""));
        assert_eq!(
            refused("a,b,a\n1,2,3\n"),
            LoadError::DuplicateColumn { name: "a".into() }
        );
        assert_eq!(refused("text,label\n"), LoadError::NoRows);
    }

    #[test]
    fn broken_rows_are_told_by_line() {
        let file = "text,label\n\"two\nlines\",x\n\n\nonly one\n";
        assert_eq!(
            refused(file),
            LoadError::Ragged {
                line: 6,
                cells: 1,
                expected: 2
            }
        );
        assert_eq!(
            refused("a,b\n1,2\n3,4,5\n"),
            LoadError::Ragged {
                line: 3,
                cells: 3,
                expected: 2
            }
        );
        assert_eq!(refused("a,b\n1,2\n3,\"4\n5,6\n"), LoadError::OpenQuote { line: 3 });
        assert_eq!(refused("a,b\n1,2\n\"3,4\n5,6\n"), LoadError::OpenQuote { line: 3 });
    }

    proptest! {
        #[test]
        fn what_a_writer_writes_comes_back(
            cells in prop::collection::vec(prop::collection::vec("[ -~\u{e4}\u{4e2d}\n\",;\t]{0,12}", 3), 1..8),
            delimiter in prop::sample::select(DELIMITERS.to_vec()),
        ) {
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
            writer.write_record(["id", "text", "label"]).expect("memory");
            for row in &cells {
                writer.write_record(row).expect("memory");
            }
            let pool = load(&writer.into_inner().expect("memory")).expect("a table");
            let back: Vec<Vec<&str>> = pool.instances().map(|instance| instance.cells().collect()).collect();
            prop_assert_eq!(back, cells);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[a,\"\n\r;\t|0-9]{0,60}") {
            let _ = load(&bytes);
            let _ = load(text.as_bytes());
        }
    }
}
