//! Adds an apostrophe before each cell that a spreadsheet would interpret as a formula, and restores the original cells.
//!
//! ```text
//!  =1+1  ──guarded──▶  '=1+1        '=1+1  ──guarded──▶  ''=1+1        it's  ──guarded──▶  it's
//! ```
//!
//! A cell is escaped if it begins like a formula after any number of apostrophes.
//! Each escaped cell therefore has exactly one apostrophe more than the original cell.
//! The original cell is restored by removing one apostrophe.
//! A file with escaped cells has a column named [`ESCAPED_COLUMN`], which contains the number of escaped cells per row.
//! The characters that begin a formula are listed in OWASP, "CSV Injection".
//! Japanese and Chinese spreadsheets treat full-width characters, such as `＝`, like the ASCII characters.

use std::borrow::Cow;

/// Name of the column that marks a file with escaped cells.
pub const ESCAPED_COLUMN: &str = "guarded_fastgas";

/// Characters that begin a formula in a spreadsheet, and characters that spreadsheets skip before a formula.
const FORMULA_STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Whether [`guarded`] escapes the cell.
pub fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    bare.starts_with(FORMULA_STARTS) || bare == ESCAPED_COLUMN
}

/// Returns the cell. If the cell must be escaped, an apostrophe is added before the text.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    match is_formula(cell) {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}

/// Returns the original text of an escaped cell. `None` if the cell is not escaped.
pub(super) fn unguarded(cell: &str) -> Option<&str> {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest))
}

#[derive(Debug, Default)]
pub(super) struct FormulaUnescaper {
    column: Option<usize>,
    pub(super) n: u64,
}

impl FormulaUnescaper {
    /// Returns the unescaper for a file with the given column names. [`ESCAPED_COLUMN`] is ignored if it is the only column.
    pub(super) fn of(names: &[&str]) -> FormulaUnescaper {
        let column = names.iter().position(|&name| name == ESCAPED_COLUMN);
        FormulaUnescaper {
            column: column.filter(|_| names.len() > 1),
            n: 0,
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.column.is_some()
    }

    /// Returns the record with restored cells, without the column [`ESCAPED_COLUMN`].
    pub(super) fn record<'a>(&mut self, cells: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let own = self.column;
        let kept = cells.enumerate().filter(|&(index, _)| Some(index) != own);
        let bare = |cell: &'a str| match unguarded(cell) {
            Some(bare) => {
                self.n += 1;
                bare
            }
            None => cell,
        };
        kept.map(|(_, cell)| cell).map(bare).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_escaped_with_an_apostrophe() {
        for formula in [
            "=cmd|' /C calc'!A0",
            "+1",
            "-2+3",
            "@SUM(1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1",
            "'=1",
            "''-",
        ] {
            assert_eq!(guarded(formula), format!("'{formula}"));
        }
        for plain in ["", "it's", "'", "''", "a=b", "1-2", " =1", "'a", "\u{a0}=1"] {
            assert_eq!(guarded(plain), plain);
            assert_eq!(unguarded(plain), None);
        }
    }

    proptest! {
        #[test]
        fn removing_one_apostrophe_restores_the_cell(cell in "['=+@a\t\r\n-]{0,6}|.{0,8}") {
            let guarded = guarded(&cell);
            prop_assert!(!guarded.starts_with(FORMULA_STARTS));
            prop_assert_eq!(unguarded(&guarded).unwrap_or(&guarded), &cell);
        }
    }
}
