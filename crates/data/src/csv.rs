//! CSV and TSV as people's programs write them (RFC 4180, with any delimiter), piece by piece.

use std::collections::BTreeSet;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::guard::Unguard;
use super::header::check_header;
use super::import::Quotes;
use super::lines::Line;
use super::rows::Rows;
use crate::LoadError;

/// What the first record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// It names the columns, if it looks so: else the file is refused.
    Likely,
    /// It names the columns: a person says so.
    Names,
    /// A record as any other.
    None,
}

/// A reader of records, between two pieces.
#[derive(Debug)]
pub(super) struct Csv {
    reader: Reader,
    header: Header,
    /// Whether the first record is still to come, and means something.
    first: bool,
    /// Records to come that are no rows.
    below: u64,
    record: Vec<u8>,
    ends: Vec<usize>,
    n_bytes: usize,
    n_cells: usize,
    place: Place,
    /// Whether the next byte begins a record.
    between: bool,
    /// Line of the present record.
    line: u64,
    pub(super) blank: u64,
    /// Lines of the records in which text stands behind a closing quote.
    pub(super) loose: Vec<u64>,
    pub(super) unguard: Unguard,
}

impl Csv {
    /// `below`: how many records behind the first are no rows. `line`: on which the table begins, from 1.
    pub(super) fn new(delimiter: char, quotes: Quotes, (header, below): (Header, u64), line: u64) -> Csv {
        let delimiter = delimiter as u8;
        let quote = quotes.mark();
        Csv {
            reader: ReaderBuilder::new()
                .delimiter(delimiter)
                .quoting(quote.is_some())
                .quote(quote.unwrap_or(b'"'))
                .build(),
            header,
            first: true,
            below,
            record: vec![0; 4096],
            ends: vec![0; 64],
            n_bytes: 0,
            n_cells: 0,
            place: Place {
                delimiter,
                quote,
                line: Line::from(line),
                quoted: false,
                cell_starts: true,
                closed: false,
                is_loose: false,
            },
            between: true,
            line,
            blank: 0,
            loose: Vec::new(),
            unguard: Unguard::default(),
        }
    }

    /// Takes the first record for one as any other: without columns, all are of another width.
    pub(super) fn as_they_are(&mut self) {
        self.first = false;
    }

    /// What the first record is.
    pub(super) fn header(&self) -> Header {
        self.header
    }

    /// Puts the records that end in `text` into `rows`.
    pub(super) fn push(&mut self, text: &str, rows: &mut Rows) -> Result<(), LoadError> {
        let mut input = text.as_bytes();
        loop {
            if self.between {
                input = self.skip_line_ends(input);
            }
            if input.is_empty() {
                return Ok(());
            }
            let read = self.read(input, rows)?;
            self.place.pass(&input[..read]);
            if std::mem::take(&mut self.place.is_loose) && self.loose.last() != Some(&self.line) {
                self.loose.push(self.line);
            }
            input = &input[read..];
        }
    }

    /// The last record, where no line end stands behind it.
    pub(super) fn finish(&mut self, rows: &mut Rows) -> Result<(), LoadError> {
        if self.between {
            return Ok(());
        }
        // A quote left open swallows the rest of the file; that is the error to tell, and not the width of that record.
        if self.place.quoted {
            return Err(LoadError::OpenQuote { line: self.line });
        }
        while !self.between {
            self.read(&[], rows)?;
        }
        Ok(())
    }

    fn skip_line_ends<'a>(&mut self, input: &'a [u8]) -> &'a [u8] {
        let ends = input.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        let before = self.place.line.number;
        self.place.pass(&input[..ends]);
        self.blank += self.place.line.number - before;
        let rest = &input[ends..];
        if !rest.is_empty() {
            self.between = false;
            self.line = self.place.line.number;
            self.place.begin();
        }
        rest
    }

    /// Reads on in the present record; how many bytes of `input` were read. Nothing means that there is no more.
    fn read(&mut self, input: &[u8], rows: &mut Rows) -> Result<usize, LoadError> {
        let (cells, ends) = (&mut self.record[self.n_bytes..], &mut self.ends[self.n_cells..]);
        let (result, read, bytes, n) = self.reader.read_record(input, cells, ends);
        self.n_bytes += bytes;
        self.n_cells += n;
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull => self.record.resize(2 * self.record.len(), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            ReadRecordResult::End => self.between = true,
            ReadRecordResult::Record => {
                self.between = true;
                let (bytes, n) = (std::mem::take(&mut self.n_bytes), std::mem::take(&mut self.n_cells));
                let text = str::from_utf8(&self.record[..bytes]).expect("cut between whole letters");
                let mut start = 0;
                let cells = self.ends[..n]
                    .iter()
                    .map(|&end| &text[std::mem::replace(&mut start, end)..end]);
                if std::mem::take(&mut self.first) {
                    let mut cells: Vec<&str> = cells.collect();
                    if self.header != Header::None {
                        self.unguard = Unguard::of(&cells);
                    }
                    if self.unguard.is_on() {
                        cells = self.unguard.record(cells.into_iter());
                    }
                    begin(rows, self.header, self.line, cells)?;
                } else if self.below > 0 {
                    self.below -= 1;
                    rows.leave_out(self.line, cells);
                } else if self.unguard.is_on() {
                    rows.record(self.line, self.unguard.record(cells).into_iter())?;
                } else {
                    rows.record(self.line, cells)?;
                }
            }
        }
        Ok(read)
    }
}

/// Takes the first record, be it names or cells.
fn begin(rows: &mut Rows, header: Header, line: u64, record: Vec<&str>) -> Result<(), LoadError> {
    match header {
        Header::None => {
            for _ in &record {
                rows.add_unnamed()?;
            }
            return rows.record(line, record.into_iter());
        }
        Header::Likely => check_header(&record)?,
        Header::Names => {}
    }
    // One column without a name is usual, the index that a program wrote, and stays as it is. Of several each is called by its
    // place, since they could not be told apart.
    let is_unnamed = |name: &&str| name.trim().is_empty();
    let are_several = record.iter().filter(|name| is_unnamed(name)).nth(1).is_some();
    let names: BTreeSet<&str> = record.iter().copied().filter(|_| are_several).collect();
    for name in record {
        if are_several && is_unnamed(&name) {
            rows.add_unnamed_beside(&names)?;
        } else if header == Header::Names && !is_unnamed(&name) {
            rows.add_another(name)?;
        } else {
            rows.add_column(name.to_owned())?;
        }
    }
    Ok(())
}

/// Where in the file one is: the line, and whether between quotes.
#[derive(Debug)]
struct Place {
    delimiter: u8,
    quote: Option<u8>,
    line: Line,
    quoted: bool,
    cell_starts: bool,
    /// Whether a quote has closed the cell, and nothing but blanks came since.
    closed: bool,
    /// Whether something else came.
    is_loose: bool,
}

impl Place {
    fn begin(&mut self) {
        (self.quoted, self.cell_starts, self.closed) = (false, true, false);
    }

    fn pass(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.line.pass(byte);
            // A doubled quote closes and opens again, which comes to the same.
            let is_quote = self.quote == Some(byte);
            let turns = is_quote && (self.quoted || self.cell_starts);
            let ends_cell = byte == self.delimiter || matches!(byte, b'\n' | b'\r');
            let is_blank = matches!(byte, b' ' | b'\t');
            self.is_loose |= self.closed && !turns && !ends_cell && !is_blank;
            if turns {
                self.quoted = !self.quoted;
            }
            self.closed = !self.quoted && (turns || (self.closed && is_blank && !ends_cell));
            // A quote inside of a cell without quotes is a letter, and so is one behind it.
            self.cell_starts = !self.quoted && (byte == self.delimiter || turns);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DELIMITERS, Import, Ragged, load, load_with};
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
    fn several_unnamed_columns_are_called_by_their_places() {
        assert_eq!(rows(",,text\n0,0,a\n").0, ["column 1", "column 2", "text"]);
        assert_eq!(rows("text,, \na,b,c\n").0, ["text", "column 2", "column 3"]);
        // Whatever the others are called.
        assert_eq!(rows(",,column 2\na,b,c\n").0, ["column 1", "column 3", "column 2"]);
    }

    #[test]
    fn what_is_no_table_is_named() {
        let not_table = |format: &str| LoadError::NotTable { format: format.into() };
        assert_eq!(refused(""), LoadError::Empty);
        assert_eq!(refused("\u{feff} \n\n"), LoadError::Empty);
        assert_eq!(refused(b"\x89PNG\r\n\x1a\n"), not_table("PNG"));
        assert_eq!(refused("[{\"text\": 1}]"), not_table("JSON"));
        assert_eq!(refused("<html>"), not_table("HTML or XML"));
        assert_eq!(refused("text\na\0b\n"), LoadError::Zero { line: 2, byte: 6 });
    }

    #[test]
    fn what_is_no_header_is_shown() {
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
    fn broken_rows_are_told_by_line() {
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
    fn a_quote_inside_of_a_cell_is_a_letter_and_opens_nothing() {
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

    proptest! {
        /// Where a quote is open no line end ends the record.
        #[test]
        fn a_quote_is_open_exactly_where_the_reader_has_one_open(text in "[ab,\" \r\n]{0,40}") {
            let mut csv = Csv::new(',', Quotes::Double, (Header::None, 0), 1);
            let mut rows = Rows::new(Ragged::LeaveOut, 0);
            csv.as_they_are();
            csv.push(&text, &mut rows).expect("records of any width");
            let quoted = csv.place.quoted;
            csv.push("\n", &mut rows).expect("records of any width");
            prop_assert_eq!(csv.between, !quoted);
        }

        #[test]
        fn what_a_writer_writes_comes_back(
            cells in prop::collection::vec(prop::collection::vec("[ -~\u{e4}\u{4e2d}\n\",;\t]{0,12}", 3), 1..8),
            delimiter in prop::sample::select(DELIMITERS.to_vec()),
        ) {
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter as u8).from_writer(Vec::new());
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
