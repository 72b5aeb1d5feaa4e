//! Detects records that may be several rows of the file.
//!
//! If quotes are ordinary characters in a file, a cell may begin with a quote.
//! A reader that expects enclosing quotes then reads several lines as one cell, up to the next quote:
//!
//! ```text
//!  4<tab>"The gate squeaks                 id 4, text: The gate squeaks\n5<tab>Please send\n6<tab>the bread was stale
//!  5<tab>Please send            ──▶
//!  6<tab>the bread was stale"
//! ```
//!
//! A quoted cell may legitimately contain line breaks and delimiters.
//! A record is therefore suspected only if each of its lines looks like a row of the table.
//! In tab-separated files, one cell with a line break and a tab is sufficient evidence. Texts rarely contain both.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::column_inference::is_no_text;
use super::nonrows::MAX_PROFILED_ROWS;
use super::pool::Pool;

/// A record that may consist of several rows of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinedLines {
    /// Number of the record's first line in the file, counted from 1.
    pub first: u64,
    /// Number of the record's last line in the file, counted from 1.
    pub last: u64,
}

impl fmt::Display for JoinedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Suspects {
    suspects: Vec<Suspect>,
    /// Number of rows that reading quotes as ordinary characters would add to the table.
    pub(super) more_as_letters: u64,
    /// Whether any quoted cell contains delimiters or line breaks but cannot be split into rows of the table.
    encloses: bool,
    /// Whether the table has a single column and a cell of several lines, where each line could be a row.
    has_lines_in_one_column: bool,
}

#[derive(Clone, Debug)]
struct Suspect {
    lines: JoinedLines,
    /// Index of the record's row in the table. `None` if the record is not a row.
    row: Option<usize>,
    /// Whether a cell of a tab-separated file contains both a line break and a tab.
    is_sure: bool,
    /// The cells of each line of the record, split as if quotes were ordinary characters.
    cells: Vec<Vec<String>>,
}

impl Suspects {
    /// Adds a record of several lines to the suspects if each line of the record may be a row.
    /// `row` is the index that the record will have in the table, or `None` if the record has a wrong number of cells.
    pub(super) fn note<'a>(
        &mut self,
        lines: JoinedLines,
        row: Option<usize>,
        cells: impl Iterator<Item = &'a str> + Clone,
        (delimiter, width): (&str, usize),
    ) {
        // The numbers of cells are compared first, because they rule out texts of several paragraphs, which are common.
        let (mut n_lines, mut fitting, mut n_cells, mut is_blank) = (0, 0, 1, true);
        let mut end_line = |n_cells: usize, is_blank: bool| {
            if !(is_blank && n_cells == 1) {
                n_lines += 1;
                fitting += usize::from(n_cells == width);
            }
        };
        let mut is_sure = false;
        for (place, cell) in cells.clone().enumerate() {
            n_cells += usize::from(place > 0);
            let (mut breaks, mut delimiters) = (false, false);
            for (at, byte) in cell.bytes().enumerate() {
                if matches!(byte, b'\n' | b'\r') {
                    end_line(n_cells, is_blank);
                    (n_cells, is_blank, breaks) = (1, true, true);
                } else {
                    is_blank = false;
                    if cell.as_bytes()[at..].starts_with(delimiter.as_bytes()) {
                        n_cells += 1;
                        delimiters = true;
                    }
                }
            }
            is_sure |= delimiter == "\t" && breaks && delimiters;
        }
        end_line(n_cells, is_blank);
        self.more_as_letters += n_lines.max(1) as u64 - 1;
        if !is_sure && (fitting < n_lines || n_lines < 2 || width < 2) {
            self.encloses = true;
            self.has_lines_in_one_column |= width < 2 && n_lines >= 2;
            return;
        }
        let joined: Vec<&str> = cells.collect();
        let joined = joined.join(delimiter);
        let lines_of = joined.split(['\n', '\r']).filter(|line| !line.is_empty());
        let bare = |cell: &str| cell.trim_matches('"').to_owned();
        self.suspects.push(Suspect {
            lines,
            row,
            is_sure,
            cells: lines_of.map(|line| line.split(delimiter).map(bare).collect()).collect(),
        });
    }

    /// Notes a quoted cell with a delimiter but no line break, which shows that quotes enclose cells.
    pub(super) fn saw_delimiter(&mut self) {
        self.encloses = true;
    }

    /// Returns the records that probably consist of several rows, and whether other records are undecided.
    /// The lines of an undecided record look like rows, but could also be lines of a text.
    /// O(suspected records · columns), and O(1) if no record is suspected.
    pub(super) fn judge(&self, pool: &Pool) -> (Vec<JoinedLines>, bool) {
        if self.suspects.is_empty() {
            return (Vec::new(), self.has_lines_in_one_column);
        }
        let rows: BTreeSet<usize> = self.suspects.iter().filter_map(|suspect| suspect.row).collect();
        let others = pool.instances().filter(|row| !rows.contains(&row.row()));
        let others: Vec<_> = others.take(MAX_PROFILED_ROWS).collect();
        let columns: Vec<Column> = (0..pool.columns().len())
            .map(|column| Column::of(others.iter().map(|row| row.cell(column))))
            .collect();
        let tells = columns.iter().any(|column| column.tells());
        let is_row = |cells: &Vec<String>| {
            let mut pairs = cells.iter().zip(&columns);
            pairs.all(|(cell, column)| column.may_hold(cell))
        };
        let (mut joined, mut is_undecided) = (Vec::new(), self.has_lines_in_one_column);
        for suspect in &self.suspects {
            let looks_like_rows = suspect.cells.iter().all(is_row);
            // Lines that look like rows are reported if a column distinguishes rows from lines of a text.
            // Without a distinguishing column, the lines are reported unless a cell shows that quotes enclose cells.
            if suspect.is_sure || (looks_like_rows && (tells || !self.encloses)) {
                joined.push(suspect.lines);
            } else {
                is_undecided |= looks_like_rows;
            }
        }
        (joined, is_undecided)
    }
}

struct Column<'a> {
    /// Whether every cell of the column is blank, a number, a date or JSON.
    no_texts: bool,
    /// Whether no cell of the column has several words.
    words: bool,
    /// Whether no cell of the column is blank.
    filled: bool,
    /// The distinct values of the column, if there are at least four rows and each value occurs at least twice on average.
    values: Option<BTreeSet<&'a str>>,
}

impl<'a> Column<'a> {
    fn of(cells: impl Iterator<Item = &'a str>) -> Column<'a> {
        let (mut n, mut no_texts, mut words, mut filled) = (0, true, true, true);
        let mut values = BTreeSet::new();
        for cell in cells {
            let cell = cell.trim();
            n += 1;
            filled &= !cell.is_empty();
            no_texts &= cell.is_empty() || is_no_text(cell);
            words &= !cell.contains(char::is_whitespace);
            values.insert(cell);
        }
        let come_again = n >= 4 && 2 * values.len() <= n;
        Column {
            no_texts: n > 0 && no_texts,
            words: n > 0 && words,
            filled: n > 0 && filled,
            values: come_again.then_some(values),
        }
    }

    /// Whether the column distinguishes a row from a line of a text.
    fn tells(&self) -> bool {
        self.no_texts || self.words || self.values.is_some()
    }

    fn may_hold(&self, cell: &str) -> bool {
        let cell = cell.trim();
        if cell.is_empty() {
            return !self.filled;
        }
        let known = self.values.as_ref().is_none_or(|values| values.contains(cell));
        known && (!self.no_texts || is_no_text(cell)) && (!self.words || !cell.contains(char::is_whitespace))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{DELIMITERS, Import, ImportReport, Quotes, load_with};

    fn found(name: &str, file: &str) -> ImportReport {
        load_with(file.as_bytes(), &Import::named(name)).expect("a table").found
    }

    fn joined(name: &str, file: &str) -> Vec<(u64, u64)> {
        let joined = found(name, file).joined;
        joined.iter().map(|joined| (joined.first, joined.last)).collect()
    }

    const PAIRED: &str = "id\ttext\n1\tThe kettle leaks\n2\tMy order\n3\tWhere can I change\n4\t\"The gate squeaks\n\
                          5\tPlease send the invoice\n6\tthe bread was stale\"\n7\tDelivery took nine days\n";

    #[test]
    fn quote_that_swallows_lines_is_reported_with_both_counts() {
        assert_eq!(joined("a.tsv", PAIRED), [(5, 7)]);
        let read = found("a.tsv", PAIRED);
        assert_eq!((read.n_rows, read.rows_as_letters()), (Some(5), Some(7)));
        let letters = Import {
            quotes: Quotes::Letters,
            ..Import::named("a.tsv")
        };
        let read = load_with(PAIRED.as_bytes(), &letters).expect("a table");
        assert_eq!((read.pool.len(), read.found.rows_as_letters()), (7, None));
        assert_eq!(read.pool.instance(3).cell(1), "\"The gate squeaks");
        // Without tabs, the ids still distinguish rows from lines of a text.
        assert_eq!(joined("a.csv", &PAIRED.replace('\t', ",")), [(5, 7)]);
        // Without ids, the label column distinguishes rows from lines of a text. The lines end with CR LF.
        let labels = "text,label\r\nall is fine,yes\r\nit broke,no\r\nit works,yes\r\nno way,no\r\n\"Squeaks,no\r\nI like it,yes\r\nstale\",no\r\n";
        assert_eq!(joined("a.csv", labels), [(6, 8)]);
    }

    #[test]
    fn quote_closed_within_a_later_cell_is_reported_with_all_lines() {
        let uneven = "id\ttext\tplace\n1\tThe kettle\tshop\n2\t\"Squeaks like a mouse, the gate\tshop\n3\tPlease\tshop\n\
                      4\t\"Nine days\"\tshop\n5\tThe manual\" is missing\tshop\n";
        let read = found("a.tsv", uneven);
        assert_eq!(joined("a.tsv", uneven), [(3, 5)]);
        assert_eq!(
            (read.loose.clone(), read.n_rows, read.rows_as_letters()),
            (vec![3], Some(3), Some(5))
        );
    }

    #[test]
    fn both_counts_are_known_where_nothing_distinguishes_rows_from_pieces_of_text() {
        for (file, rows, others) in [
            ("text\n\"Squeaks\nPlease send\nstale\"\nok\n", 2, 4),
            // A quoted comma in another row shows that quotes enclose cells in this file.
            (
                "title,text\n\"Gate, door\",it is old\n\"Squeaks,a lot\nPlease,send it\nstale\",bread\nLate,as always\n",
                3,
                5,
            ),
        ] {
            let read = found("a.csv", file);
            assert_eq!((read.joined.len(), read.loose.len()), (0, 0), "{file}");
            assert_eq!(
                (read.n_rows, read.rows_as_letters()),
                (Some(rows), Some(others)),
                "{file}"
            );
        }
        // Quotes without line breaks do not change the number of rows.
        assert_eq!(found("a.csv", "id,text\n1,\"a, b\"\n2,c\n").rows_as_letters(), None);
    }

    #[test]
    fn multiline_texts_are_not_suspected() {
        for file in [
            "id,text\n1,\"Dear all,\nthank you, bye\nBob\"\n2,b\n",
            "id,text\n1,\"Dear all\nthank you, bye\"\n2,b\n",
            "text,label\na,yes\nb,no\nc,yes\nd,no\n\"Dear team,\nregards\",no\n",
            "id,text,label\n1,\"a, b\nc, d\",x\n2,e,x\n",
            "text\n\"one\ntwo\"\nthree\n",
        ] {
            assert_eq!(joined("a.csv", file), [], "{file}");
        }
        // The error for a record with a wrong number of cells contains the first and the last line of the record.
        let error = load_with(b"id,text\n1,\"a\nb\",c\n2,d\n", &Import::named("a.csv")).expect_err("refused");
        assert_eq!(
            error.to_string(),
            "the row on lines 2 to 3 has 3 cells, the header has 2"
        );
    }

    proptest! {
        /// A table that a CSV writer quoted correctly is not reported as doubtful.
        #[test]
        fn correctly_quoted_table_is_not_suspected(
            cells in prop::collection::vec(("[a-zA-Z ,.;|\n\"é]{0,30}", "(yes|no)"), 4..20),
            delimiter in prop::sample::select(DELIMITERS.to_vec()),
        ) {
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter as u8).from_writer(Vec::new());
            writer.write_record(["id", "text", "label"]).expect("memory");
            for (row, (text, label)) in cells.iter().enumerate() {
                writer.write_record([&row.to_string(), text, label]).expect("memory");
            }
            let bytes = writer.into_inner().expect("memory");
            let import = Import { delimiter: Some(delimiter.into()), header: Some(true), ..Import::named("a.csv") };
            let read = load_with(&bytes, &import).expect("a table").found;
            prop_assert_eq!(read.joined, []);
            prop_assert_eq!(read.loose, Vec::<u64>::new());
        }

        /// The report contains the lines that a stray pair of quotes has joined, for any position of the pair.
        /// If quotes are read as ordinary characters, the number of rows is the number of lines below the column names.
        #[test]
        fn stray_quotes_are_reported(
            texts in prop::collection::vec("[a-z]{1,6}( [a-z]{1,6}){0,3}", 4..20), first in 0usize..20, n in 1usize..5,
        ) {
            let first = first % (texts.len() - 1);
            let last = (first + n).min(texts.len() - 1);
            let mut file = "id\ttext\n".to_owned();
            for (row, text) in texts.iter().enumerate() {
                let open = if row == first { "\"" } else { "" };
                let close = if row == last { "\"" } else { "" };
                file += &format!("{row}\t{open}{text}{close}\n");
            }
            let read = found("a.tsv", &file);
            prop_assert_eq!(read.joined.len(), 1);
            prop_assert_eq!((read.joined[0].first, read.joined[0].last), (first as u64 + 2, last as u64 + 2));
            prop_assert_eq!(read.rows_as_letters(), Some(texts.len() as u64));
            let letters = Import { quotes: Quotes::Letters, ..Import::named("a.tsv") };
            let as_letters = load_with(file.as_bytes(), &letters).expect("a table");
            prop_assert_eq!(as_letters.pool.len(), texts.len());
        }
    }
}
