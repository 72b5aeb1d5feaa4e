//! Records become a table, whatever their width.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::import::{LeftOut, Ragged};
use super::nonrows::{Aside, FOOTER_LINES, NonRow, PROFILED, counted_rows, is_footer, is_unlike};
use super::pool::Pool;
use crate::LoadError;

/// So many lines are named in an error.
const NAMED: usize = 20;
/// Cells beyond this do not fit the memory of a worker; tests do with fewer.
const MAX_CELLS: usize = if cfg!(test) { 1_000_000 } else { 400_000_000 };

/// The rows so far. Columns may be added at any time: rows before them have an empty cell there.
#[derive(Debug, Default)]
pub(super) struct Rows {
    columns: Vec<String>,
    /// Where the column of each name stands. An object of JSON may have hundreds of thousands of keys.
    places: BTreeMap<String, usize>,
    /// How many cells a record should have: those that were padded may have made more columns.
    regular: usize,
    cells: String,
    ends: Vec<u32>,
    n: usize,
    /// On which line each begins, where that is wanted.
    lines: Option<Vec<u64>>,
    /// From which cell on rows have how many columns.
    widths: Vec<(usize, usize)>,
    /// What becomes of irregular rows.
    ragged: Ragged,
    refused: Option<Refused>,
    pub(super) padded: Vec<u64>,
    pub(super) left_out: Vec<LeftOut>,
    /// On which line the last row begins.
    last_line: u64,
    /// The rows behind the last blank line.
    behind_gap: Option<BehindGap>,
    n_gaps: usize,
}

/// Rows behind a blank line, which are a footer if only few follow.
#[derive(Debug)]
struct BehindGap {
    /// How many rows stand before it.
    n_before: usize,
    /// The lines of the first rows behind it.
    lines: Vec<u64>,
}

/// Irregular rows, where the file is refused for them.
#[derive(Debug)]
struct Refused {
    first: LoadError,
    lines: Vec<u64>,
    n: u64,
}

/// All rows, and what is beside them.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) pool: Pool,
    /// On which line each row begins, where that was wanted.
    pub(super) lines: Vec<u64>,
    pub(super) padded: Vec<u64>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Rows {
    /// No rows yet; `bytes` is about as many as they will have.
    pub(super) fn new(ragged: Ragged, bytes: usize) -> Rows {
        Rows {
            ragged,
            cells: String::with_capacity(bytes),
            ..Rows::default()
        }
    }

    /// The same, and it will be known on which line each begins.
    pub(super) fn with_lines(self) -> Rows {
        Rows {
            lines: Some(Vec::new()),
            ..self
        }
    }

    pub(super) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Where the column of that name stands, if there is one. O(log n).
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// How many cells a record should have.
    pub(super) fn regular(&self) -> usize {
        self.regular
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// Adds a column of that name; two of one name are refused.
    pub(super) fn add_column(&mut self, name: String) -> Result<(), LoadError> {
        if self.place(&name).is_some() {
            return Err(LoadError::DuplicateColumn { name });
        }
        self.places.insert(name.clone(), self.columns.len());
        self.columns.push(name);
        self.regular = self.columns.len();
        self.widths.retain(|&(start, _)| start < self.ends.len());
        self.widths.push((self.ends.len(), self.columns.len()));
        Ok(())
    }

    /// Adds a column of that name, or, where it is taken, with a number behind it.
    pub(super) fn add_another(&mut self, name: &str) -> Result<(), LoadError> {
        if self.place(name).is_none() {
            return self.add_column(name.to_owned());
        }
        let is_such = |column: &&String| {
            let number = column.strip_prefix(name).and_then(|behind| behind.strip_prefix(' '));
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        // Of many of one name each would try all numbers of those before it.
        let n = 1 + self.columns.iter().filter(is_such).count();
        let mut numbered = (n + 1..).map(|number| format!("{name} {number}"));
        let free = numbered.find(|name| self.place(name).is_none());
        self.add_column(free.expect("there are more numbers than columns"))
    }

    /// Adds a column without a name of its own.
    pub(super) fn add_unnamed(&mut self) -> Result<(), LoadError> {
        self.add_unnamed_beside(&BTreeSet::new())
    }

    /// The same, where columns of these names are still to come.
    pub(super) fn add_unnamed_beside(&mut self, names: &BTreeSet<&str>) -> Result<(), LoadError> {
        let mut numbered = (self.columns.len() + 1..).map(|number| format!("column {number}"));
        let free = numbered.find(|name| self.place(name).is_none() && !names.contains(name.as_str()));
        self.add_column(free.expect("there are more numbers than columns"))
    }

    /// Takes the record that begins on `line`, whose cells stand in the columns' order.
    pub(super) fn record<'a>(
        &mut self,
        line: u64,
        cells: impl ExactSizeIterator<Item = &'a str>,
    ) -> Result<(), LoadError> {
        self.record_on(line..=line, cells)
    }

    /// Takes the record on these lines.
    pub(super) fn record_on<'a>(
        &mut self,
        lines: RangeInclusive<u64>,
        cells: impl ExactSizeIterator<Item = &'a str>,
    ) -> Result<(), LoadError> {
        let (line, last) = lines.into_inner();
        let (width, regular) = (cells.len(), self.regular);
        if width == regular {
            return if self.refused.is_none() {
                self.row(line, cells)
            } else {
                Ok(())
            };
        }
        match self.ragged {
            Ragged::Stop => {
                let (cells, expected) = (width as u64, regular as u64);
                let error = if line == last {
                    LoadError::Ragged { line, cells, expected }
                } else {
                    LoadError::RaggedLines {
                        line,
                        last,
                        cells,
                        expected,
                    }
                };
                self.refuse(line, error);
                Ok(())
            }
            Ragged::Pad => {
                self.padded.push(line);
                for _ in self.columns.len()..width {
                    self.add_unnamed()?;
                }
                self.regular = regular;
                self.row(line, cells)
            }
            Ragged::LeaveOut => {
                self.leave_out(line, cells);
                Ok(())
            }
        }
    }

    /// Takes what begins on `line` and is no record, which nothing can fill up. `error`: why.
    pub(super) fn no_record(&mut self, line: u64, text: &str, error: LoadError) {
        match self.ragged {
            Ragged::Stop | Ragged::Pad => self.refuse(line, error),
            Ragged::LeaveOut => self.leave_out(line, [text].into_iter()),
        }
    }

    fn refuse(&mut self, line: u64, error: LoadError) {
        let refused = self.refused.get_or_insert(Refused {
            first: error,
            lines: Vec::new(),
            n: 0,
        });
        refused.n += 1;
        if refused.lines.len() < NAMED {
            refused.lines.push(line);
        }
    }

    /// Keeps a record beside the table.
    pub(super) fn leave_out<'a>(&mut self, line: u64, cells: impl Iterator<Item = &'a str>) {
        self.left_out.push(LeftOut {
            line,
            cells: cells.map(str::to_owned).collect(),
            // Beyond that there is no room for rows.
            rows_before: u32::try_from(self.n).ok(),
        });
    }

    fn row<'a>(&mut self, line: u64, cells: impl ExactSizeIterator<Item = &'a str>) -> Result<(), LoadError> {
        let missing = self.columns.len() - cells.len();
        // Before they are there: a wide row makes every short one after it as wide.
        if self.ends.len() + self.columns.len() > MAX_CELLS {
            return Err(LoadError::TooManyCells {
                what: format!("more than {MAX_CELLS} cells by line {line}"),
            });
        }
        for cell in cells.chain(std::iter::repeat_n("", missing)) {
            self.cells.push_str(cell);
            let end = u32::try_from(self.cells.len()).map_err(|_| LoadError::TooManyCells {
                what: format!("more than {} bytes of text by line {line}", u32::MAX),
            })?;
            self.ends.push(end);
        }
        self.n += 1;
        self.last_line = line;
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
        if let Some(behind) = &mut self.behind_gap
            && behind.lines.len() <= FOOTER_LINES
        {
            behind.lines.push(line);
        }
        Ok(())
    }

    /// A blank line stands before the next record.
    pub(super) fn note_gap(&mut self) {
        self.n_gaps += 1;
        self.behind_gap = Some(BehindGap {
            n_before: self.n,
            lines: Vec::new(),
        });
    }

    /// Takes the last rows away if they are a footer, and keeps them beside the table. O(columns · rows looked at).
    pub(super) fn leave_out_footer(&mut self, aside: &mut Aside) {
        // Where rows were refused there are no later ones, and where some were wider it is not known what the columns hold.
        if self.refused.is_some() || self.widths.len() != 1 || !self.padded.is_empty() {
            return;
        }
        let behind = self.behind_gap.take();
        let behind = behind.filter(|behind| behind.lines.len() <= FOOTER_LINES && self.columns.len() > 1);
        let behind = behind.filter(|behind| !behind.lines.is_empty() && behind.n_before > 0);
        let is_after_gap = behind.is_some();
        let BehindGap { n_before, lines } = match behind {
            Some(behind) => behind,
            None if self.n > 1 => BehindGap {
                n_before: self.n - 1,
                lines: vec![self.last_line],
            },
            None => return,
        };
        let last: Vec<Vec<&str>> = (n_before..self.n).map(|row| self.cells_of(row).collect()).collect();
        let are_unlike = last.iter().all(|record| self.is_unlike_first(record, n_before));
        let counted = counted_rows(&last[0].concat().to_lowercase());
        // A footer, and whether that is certain.
        let footer = if is_after_gap {
            // Of several blank lines each would be suspected.
            (are_unlike || self.n_gaps == 1).then_some(are_unlike)
        } else if self.columns.len() == 1 {
            counted.map(|counted| counted == n_before as u64)
        } else {
            (is_footer(&last[0]) && are_unlike).then_some(true)
        };
        let Some(is_clear) = footer else {
            return;
        };
        let last: Vec<Vec<String>> = last
            .iter()
            .map(|record| record.iter().map(|&cell| cell.to_owned()).collect())
            .collect();
        if lines
            .iter()
            .filter(|&&line| aside.note(NonRow::Footer, line, is_clear))
            .count()
            == 0
        {
            return;
        }
        self.ends.truncate(n_before * self.columns.len());
        self.cells.truncate(self.ends.last().map_or(0, |&end| end as usize));
        self.n = n_before;
        if let Some(lines) = &mut self.lines {
            lines.truncate(n_before);
        }
        for (line, record) in lines.into_iter().zip(&last) {
            self.leave_out(line, record.iter().map(String::as_str));
        }
    }

    /// Whether a record has, in a column of nothing but numbers, dates or JSON, something else. O(rows looked at).
    pub(super) fn is_unlike(&self, record: &[&str]) -> bool {
        self.widths.len() == 1 && self.is_unlike_first(record, self.n)
    }

    fn is_unlike_first(&self, record: &[&str], n_rows: usize) -> bool {
        is_unlike(record, (0..n_rows.min(PROFILED)).map(|row| self.cells_of(row)))
    }

    /// The cells of a row, where all have as many.
    fn cells_of(&self, row: usize) -> impl Iterator<Item = &str> + Clone {
        let width = self.columns.len();
        let end = |cell: usize| self.ends[cell] as usize;
        let start = move |cell: usize| if cell == 0 { 0 } else { end(cell - 1) };
        (row * width..(row + 1) * width).map(move |cell| &self.cells[start(cell)..end(cell)])
    }

    /// Whether the rows have text that `tells`. O(bytes of the rows).
    pub(super) fn any(&self, tells: &dyn Fn(&str) -> bool) -> bool {
        tells(&self.cells)
    }

    /// The rows so far; those to come stand in the same columns. O(columns).
    pub(super) fn take(&mut self) -> Rows {
        let next = Rows {
            columns: self.columns.clone(),
            places: self.places.clone(),
            regular: self.regular,
            ragged: self.ragged,
            lines: self.lines.as_ref().map(|_| Vec::new()),
            ..Rows::default()
        };
        let rows = std::mem::replace(self, next);
        self.clear();
        rows
    }

    /// Forgets the rows so far, but not their columns.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
        self.n = 0;
        if let Some(lines) = &mut self.lines {
            lines.clear();
        }
        (self.behind_gap, self.n_gaps) = (None, 0);
        self.padded.clear();
        self.left_out.clear();
        self.widths.clear();
        if !self.columns.is_empty() {
            self.widths.push((0, self.columns.len()));
        }
    }

    /// The table, and what is beside it.
    pub(super) fn finish(mut self) -> Result<Table, LoadError> {
        if let Some(Refused { first, lines, n }) = self.refused.take() {
            return Err(match n {
                1 => first,
                _ => LoadError::Irregular {
                    first: Box::new(first),
                    lines,
                    n,
                },
            });
        }
        let n_rows = self.len();
        if n_rows == 0 {
            return Err(LoadError::NoRows);
        }
        let width = self.columns.len();
        if n_rows.saturating_mul(width) > MAX_CELLS {
            return Err(LoadError::TooManyCells {
                what: format!("{n_rows} rows of {width} columns are more than {MAX_CELLS} cells"),
            });
        }
        if self.ends.len() != n_rows * width {
            self.ends = self.widened();
        }
        Ok(Table {
            pool: Pool::from_parts(self.columns, self.cells, self.ends)?,
            lines: self.lines.unwrap_or_default(),
            padded: self.padded,
            left_out: self.left_out,
        })
    }

    /// The ends of the cells where every row has all columns.
    fn widened(&self) -> Vec<u32> {
        let all = self.columns.len();
        let starts = self.widths.iter().skip(1).map(|&(start, _)| start);
        let segments = self.widths.iter().zip(starts.chain([self.ends.len()]));
        let rows = segments.flat_map(|(&(start, width), end)| self.ends[start..end].chunks_exact(width));
        let mut ends = Vec::with_capacity(self.len() * all);
        for row in rows {
            ends.extend_from_slice(row);
            let last = row[row.len() - 1];
            ends.extend(std::iter::repeat_n(last, all - row.len()));
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<String> {
        let mut rows = Rows::default();
        for name in names {
            rows.add_another(name).expect("a free name");
        }
        rows.columns
    }

    #[test]
    fn a_free_name_stays_and_a_taken_one_gets_a_number() {
        for free in [&["text2", "text"][..], &["item10", "item1", "item100"], &["q 2", "q"]] {
            assert_eq!(named(free), free);
        }
        assert_eq!(named(&["q", "q", "q"]), ["q", "q 2", "q 3"]);
        assert_eq!(named(&["item10", "item1", "item1"]), ["item10", "item1", "item1 2"]);
        assert_eq!(named(&["q 2", "q", "q"]), ["q 2", "q", "q 3"]);
        assert_eq!(named(&["q 3", "q", "q", "q"]), ["q 3", "q", "q 4", "q 5"]);
    }
}
