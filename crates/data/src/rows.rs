//! Builds a table from records of any width.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::import::{Ragged, RejectedRow};
use super::nonrows::{FOOTER_LINES, MAX_PROFILED_ROWS, NonRow, NonRowCollector, counted_rows, is_footer, is_unlike};
use super::pool::Pool;
use crate::{LoadError, SizeReason};

const MAX_LISTED_LINES: usize = 20;
/// Maximum number of cells that fit into the memory of a web worker. The limit is lower in tests.
const MAX_CELLS: usize = if cfg!(test) { 1_000_000 } else { 400_000_000 };

/// The rows read so far. Columns may be added at any time.
/// If a column is added later, the earlier rows have empty cells in that column.
#[derive(Debug, Default)]
pub(super) struct Rows {
    columns: Vec<String>,
    /// Index of each column by name. A map is needed because a JSON object may have hundreds of thousands of keys.
    places: BTreeMap<String, usize>,
    /// Expected number of cells in a record. The table may have more columns if longer records were accepted.
    regular: usize,
    cells: String,
    ends: Vec<u32>,
    n: usize,
    /// Line where each row begins, if requested.
    lines: Option<Vec<u64>>,
    /// Groups of consecutive rows with the same number of columns.
    /// Each pair contains the index in `ends` of the group's first cell, and the number of columns.
    widths: Vec<(usize, usize)>,
    ragged: Ragged,
    refused: Option<RefusedRows>,
    pub(super) padded: Vec<u64>,
    pub(super) left_out: Vec<RejectedRow>,
    last_line: u64,
    behind_gap: Option<RowsAfterGap>,
    n_gaps: usize,
}

/// The rows after the most recent blank line, which may be a footer.
#[derive(Debug)]
struct RowsAfterGap {
    /// Number of rows before the blank line.
    n_before: usize,
    lines: Vec<u64>,
}

#[derive(Debug)]
struct RefusedRows {
    first: LoadError,
    lines: Vec<u64>,
    n: u64,
}

#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) pool: Pool,
    pub(super) lines: Vec<u64>,
    pub(super) padded: Vec<u64>,
    pub(super) left_out: Vec<RejectedRow>,
}

impl Rows {
    /// Creates an empty table. `bytes` is the approximate size of all cells.
    pub(super) fn new(ragged: Ragged, bytes: usize) -> Rows {
        Rows {
            ragged,
            cells: String::with_capacity(bytes),
            ..Rows::default()
        }
    }

    pub(super) fn with_lines(self) -> Rows {
        Rows {
            lines: Some(Vec::new()),
            ..self
        }
    }

    pub(super) fn columns(&self) -> &[String] {
        &self.columns
    }

    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    pub(super) fn regular(&self) -> usize {
        self.regular
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }

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

    /// Renames a column. No other column may have the new name. O(log n).
    pub(super) fn rename_column(&mut self, old: &str, new: &str) {
        if let Some(place) = self.places.remove(old) {
            new.clone_into(&mut self.columns[place]);
            self.places.insert(new.to_owned(), place);
        }
    }

    /// Adds a column with the given name. If the name is taken, a number is appended.
    pub(super) fn add_another(&mut self, name: &str) -> Result<(), LoadError> {
        if self.place(name).is_none() {
            return self.add_column(name.to_owned());
        }
        let is_such = |column: &&String| {
            let number = column.strip_prefix(name).and_then(|behind| behind.strip_prefix(' '));
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        // The search for an unused number starts above the number of columns with similar names.
        // With many identical names, searches that start at 2 would take quadratic time.
        let n = 1 + self.columns.iter().filter(is_such).count();
        let mut numbered = (n + 1..).map(|number| format!("{name} {number}"));
        let free = numbered.find(|name| self.place(name).is_none());
        self.add_column(free.expect("there are more numbers than columns"))
    }

    /// Adds a column that is named by its position.
    pub(super) fn add_unnamed(&mut self) -> Result<(), LoadError> {
        self.add_unnamed_except(&BTreeSet::new())
    }

    /// Like [`Rows::add_unnamed`], but avoids the `names` of columns that are added later.
    pub(super) fn add_unnamed_except(&mut self, names: &BTreeSet<&str>) -> Result<(), LoadError> {
        let mut numbered = (self.columns.len() + 1..).map(|number| format!("column {number}"));
        let free = numbered.find(|name| self.place(name).is_none() && !names.contains(name.as_str()));
        self.add_column(free.expect("there are more numbers than columns"))
    }

    /// Adds the record that begins on `line`. The cells must be in column order.
    pub(super) fn record<'a>(
        &mut self,
        line: u64,
        cells: impl ExactSizeIterator<Item = &'a str>,
    ) -> Result<(), LoadError> {
        self.record_on(line..=line, cells)
    }

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

    /// Handles the invalid record `text`, which begins on `line`. `error` states why the record is invalid.
    /// Padding cannot repair the record, so the record is refused or left out.
    pub(super) fn no_record(&mut self, line: u64, text: &str, error: LoadError) {
        match self.ragged {
            Ragged::Stop | Ragged::Pad => self.refuse(line, error),
            Ragged::LeaveOut => self.leave_out(line, [text].into_iter()),
        }
    }

    fn refuse(&mut self, line: u64, error: LoadError) {
        let refused = self.refused.get_or_insert(RefusedRows {
            first: error,
            lines: Vec::new(),
            n: 0,
        });
        refused.n += 1;
        if refused.lines.len() < MAX_LISTED_LINES {
            refused.lines.push(line);
        }
    }

    pub(super) fn leave_out<'a>(&mut self, line: u64, cells: impl Iterator<Item = &'a str>) {
        self.left_out.push(RejectedRow {
            line,
            cells: cells.map(str::to_owned).collect(),
            // The number of rows in a pool always fits into 32 bits.
            rows_before: u32::try_from(self.n).ok(),
        });
    }

    fn row<'a>(&mut self, line: u64, cells: impl ExactSizeIterator<Item = &'a str>) -> Result<(), LoadError> {
        let missing = self.columns.len() - cells.len();
        // The size is checked before the cells are added.
        // The size includes the empty cells that pad a short row to the number of columns.
        if self.ends.len() + self.columns.len() > MAX_CELLS {
            return Err(LoadError::TooManyCells {
                reason: SizeReason::CellsByLine {
                    limit: MAX_CELLS as u64,
                    line,
                },
            });
        }
        for cell in cells.chain(std::iter::repeat_n("", missing)) {
            self.cells.push_str(cell);
            let end = u32::try_from(self.cells.len()).map_err(|_| LoadError::TooManyCells {
                reason: SizeReason::BytesByLine {
                    limit: u32::MAX.into(),
                    line,
                },
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

    /// Notes that a blank line precedes the next record.
    pub(super) fn note_gap(&mut self) {
        self.n_gaps += 1;
        self.behind_gap = Some(RowsAfterGap {
            n_before: self.n,
            lines: Vec::new(),
        });
    }

    /// Moves the last rows to `left_out` if they are a footer. O(columns · inspected rows).
    pub(super) fn leave_out_footer(&mut self, aside: &mut NonRowCollector) {
        // No footer is recognized after a refused row, because no more rows are stored.
        // No footer is recognized if rows have different numbers of cells, because the kind of values per column is unknown.
        if self.refused.is_some() || self.widths.len() != 1 || !self.padded.is_empty() {
            return;
        }
        let behind = self.behind_gap.take();
        let behind = behind.filter(|behind| behind.lines.len() <= FOOTER_LINES && self.columns.len() > 1);
        let behind = behind.filter(|behind| !behind.lines.is_empty() && behind.n_before > 0);
        let is_after_gap = behind.is_some();
        let RowsAfterGap { n_before, lines } = match behind {
            Some(behind) => behind,
            None if self.n > 1 => RowsAfterGap {
                n_before: self.n - 1,
                lines: vec![self.last_line],
            },
            None => return,
        };
        let last: Vec<Vec<&str>> = (n_before..self.n).map(|row| self.cells_of(row).collect()).collect();
        let are_unlike = last.iter().all(|record| self.is_unlike_first(record, n_before));
        let counted = counted_rows(&last[0].concat().to_lowercase());
        // `footer` is `None` without a footer, and `Some(true)` if the last rows are certainly a footer.
        let footer = if is_after_gap {
            // In a file with several blank lines, the last rows are a footer only if they differ from the rows above.
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

    /// Whether a record has text in a column that holds only numbers, dates or JSON in all other rows. O(inspected rows).
    pub(super) fn is_unlike(&self, record: &[&str]) -> bool {
        self.widths.len() == 1 && self.is_unlike_first(record, self.n)
    }

    fn is_unlike_first(&self, record: &[&str], n_rows: usize) -> bool {
        is_unlike(record, (0..n_rows.min(MAX_PROFILED_ROWS)).map(|row| self.cells_of(row)))
    }

    /// Cells of a row. All rows must have the same number of cells.
    fn cells_of(&self, row: usize) -> impl Iterator<Item = &str> + Clone {
        let width = self.columns.len();
        let end = |cell: usize| self.ends[cell] as usize;
        let start = move |cell: usize| if cell == 0 { 0 } else { end(cell - 1) };
        (row * width..(row + 1) * width).map(move |cell| &self.cells[start(cell)..end(cell)])
    }

    /// Whether the concatenated text of all rows read so far satisfies the predicate `tells`. O(bytes of the rows).
    pub(super) fn any(&self, tells: &dyn Fn(&str) -> bool) -> bool {
        tells(&self.cells)
    }

    /// Removes and returns the rows read so far. Rows that are read later use the same columns. O(columns).
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

    pub(super) fn finish(mut self) -> Result<Table, LoadError> {
        if let Some(RefusedRows { first, lines, n }) = self.refused.take() {
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
                reason: SizeReason::PaddedCells {
                    rows: n_rows as u64,
                    columns: width as u64,
                    limit: MAX_CELLS as u64,
                },
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

    /// End offset of every cell, once short rows have been padded to the number of columns.
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
    fn taken_column_name_gets_a_number() {
        for free in [&["text2", "text"][..], &["item10", "item1", "item100"], &["q 2", "q"]] {
            assert_eq!(named(free), free);
        }
        assert_eq!(named(&["q", "q", "q"]), ["q", "q 2", "q 3"]);
        assert_eq!(named(&["item10", "item1", "item1"]), ["item10", "item1", "item1 2"]);
        assert_eq!(named(&["q 2", "q", "q"]), ["q 2", "q", "q 3"]);
        assert_eq!(named(&["q 3", "q", "q", "q"]), ["q 3", "q", "q 4", "q 5"]);
    }
}
