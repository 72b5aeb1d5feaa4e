//! Truncates wide tables and long cells. A note tells the user about hidden columns.
//! Columns without a name are displayed with their number.

use crate::i18n::{grouped, t};

const MAX_COLUMNS: usize = 40;

/// Ascending indices of the columns that a wide table shows: its first 40 columns, and the column `chosen`.
pub fn visible_columns(n: usize, chosen: Option<usize>) -> Vec<usize> {
    let first = 0..n.min(MAX_COLUMNS);
    let behind = chosen.filter(|&column| (MAX_COLUMNS..n).contains(&column));
    first.chain(behind).collect()
}

/// Maximum number of columns that a menu lists. A browser needs seconds to open a menu with 100,000 entries.
pub const MAX_MENU_COLUMNS: usize = 300;

/// Ascending indices of the names that a menu lists: `chosen`, and the first names that contain `typed`.
/// The search ignores case.
pub fn menu(names: &[String], chosen: Option<usize>, typed: &str) -> Vec<usize> {
    let typed = typed.trim().to_lowercase();
    let is_found = |column: &usize| typed.is_empty() || names[*column].to_lowercase().contains(&typed);
    let mut listed: Vec<usize> = (0..names.len()).filter(is_found).take(MAX_MENU_COLUMNS).collect();
    if let Some(chosen) = chosen.filter(|&column| column < names.len())
        && let Err(index) = listed.binary_search(&chosen)
    {
        listed.insert(index, chosen);
    }
    listed
}

pub fn hidden_columns_note(hidden: usize) -> Option<String> {
    match hidden {
        0 => None,
        n => Some(t!("import-more-columns", n = grouped(n as u64))),
    }
}

/// The name of a column, or its number if `name` is empty. `column` is 0-based.
pub fn name(name: &str, column: usize) -> String {
    match name.trim() {
        "" => t!("common-column-unnamed", n = column + 1),
        _ => name.to_owned(),
    }
}

/// The first `letters` characters of a text, followed by an ellipsis if the text is longer.
pub fn ellipsis(cell: &str, letters: usize) -> String {
    match cell.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_columns_and_chosen_one_are_shown() {
        assert_eq!(visible_columns(3, Some(1)), [0, 1, 2]);
        assert_eq!(visible_columns(10_000, Some(2)).len(), MAX_COLUMNS);
        assert_eq!(visible_columns(10_000, Some(7_000)).last(), Some(&7_000));
        assert_eq!(visible_columns(10_000, Some(10_000)).len(), MAX_COLUMNS);
        assert_eq!(hidden_columns_note(0), None);
        assert_eq!(hidden_columns_note(9_960), Some("and 9,960 more columns".into()));
    }

    #[test]
    fn menu_is_limited_and_search_finds_all_columns() {
        let names: Vec<String> = (0..100_000).map(|column| format!("Column {column}")).collect();
        assert_eq!(menu(&names[..3], Some(1), ""), [0, 1, 2]);
        let first = menu(&names, Some(70_000), "");
        assert_eq!((first.len(), first.last()), (MAX_MENU_COLUMNS + 1, Some(&70_000)));
        assert_eq!(menu(&names, Some(2), "").len(), MAX_MENU_COLUMNS);
        assert_eq!(menu(&names, Some(5), " cOLUMN 99999"), [5, 99_999]);
        assert_eq!(
            menu(&names, None, "column 9999"),
            [
                9_999, 99_990, 99_991, 99_992, 99_993, 99_994, 99_995, 99_996, 99_997, 99_998, 99_999
            ]
        );
        assert_eq!(menu(&names, Some(100_000), "none"), [0; 0]);
    }

    #[test]
    fn unnamed_column_is_called_by_its_number() {
        assert_eq!([name("id", 0), name("", 2)], ["id", "column 3 (no name)"]);
    }

    #[test]
    fn long_cell_is_truncated_at_character_boundary() {
        assert_eq!(ellipsis("", 3), "");
        assert_eq!(ellipsis("äöü", 3), "äöü");
        assert_eq!(ellipsis("äöüß", 3), "äöü…");
    }
}
