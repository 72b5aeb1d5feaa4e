//! Cells that a spreadsheet would take for formulas, with an apostrophe before them; and as they were.
//!
//! ```text
//!  =1+1  ──guarded──▶  '=1+1        '=1+1  ──guarded──▶  ''=1+1        it's  ──guarded──▶  it's
//! ```
//!
//! A cell is guarded where it begins with what begins a formula, whatever apostrophes stand before that; so each guarded
//! cell has one more than it had, and taking one away gives every cell back. A file whose cells are guarded says so by a
//! column of the name [`GUARDED`], in which the number of such cells of each row stands.
//! Starts: OWASP, "CSV Injection"; the wide ones are taken for the others in Japanese and Chinese spreadsheets.

use std::borrow::Cow;

/// The column of a file whose cells are guarded.
pub const GUARDED: &str = "guarded_fastgas";

/// What begins a formula, or is passed over before one.
const STARTS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Whether a guard alters this cell.
pub fn is_formula(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    bare.starts_with(STARTS) || bare == GUARDED
}

/// The cell with one apostrophe more, if it is one to be guarded.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    match is_formula(cell) {
        true => Cow::Owned(format!("'{cell}")),
        false => Cow::Borrowed(cell),
    }
}

/// The cell that was guarded; none where nothing was altered.
pub(super) fn unguarded(cell: &str) -> Option<&str> {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest))
}

/// What takes the guard away, record by record.
#[derive(Debug, Default)]
pub(super) struct Unguard {
    /// Where the column [`GUARDED`] stands.
    column: Option<usize>,
    /// So many cells were altered back.
    pub(super) n: u64,
}

impl Unguard {
    /// For a file with these names, of which one has to stay.
    pub(super) fn of(names: &[&str]) -> Unguard {
        let column = names.iter().position(|&name| name == GUARDED);
        Unguard {
            column: column.filter(|_| names.len() > 1),
            n: 0,
        }
    }

    /// Whether the file is guarded.
    pub(super) fn is_on(&self) -> bool {
        self.column.is_some()
    }

    /// The record as it was before.
    pub(super) fn record<'a>(&mut self, cells: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let own = self.column;
        let kept = cells.enumerate().filter(|&(place, _)| Some(place) != own);
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
    fn what_begins_a_formula_gets_an_apostrophe() {
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
        fn one_apostrophe_away_and_it_is_as_it_was(cell in "['=+@a\t\r\n-]{0,6}|.{0,8}") {
            let guarded = guarded(&cell);
            prop_assert!(!guarded.starts_with(STARTS));
            prop_assert_eq!(unguarded(&guarded).unwrap_or(&guarded), &cell);
        }
    }
}
