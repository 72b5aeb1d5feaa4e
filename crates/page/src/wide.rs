//! Tables on a screen: of more columns, or longer cells, than it has room for some are shown, and that there are more is told;
//! a column without a name is called by its number.

use crate::words::{grouped, say};

/// So many columns of a wide table are shown.
const SHOWN: usize = 40;

/// The columns to show of `n`, in their order: the first ones, and `chosen`, wherever it stands.
pub fn shown(n: usize, chosen: Option<usize>) -> Vec<usize> {
    let first = 0..n.min(SHOWN);
    let behind = chosen.filter(|&column| (SHOWN..n).contains(&column));
    first.chain(behind).collect()
}

/// So many columns a menu lists: a browser takes seconds to open one with a hundred thousand.
pub const MENU: usize = 300;

/// The columns that a menu lists, in their order: the first ones whose names have `typed` in them, in whatever case, and
/// `chosen`.
pub fn menu(names: &[String], chosen: Option<usize>, typed: &str) -> Vec<usize> {
    let typed = typed.trim().to_lowercase();
    let is_found = |column: &usize| typed.is_empty() || names[*column].to_lowercase().contains(&typed);
    let mut listed: Vec<usize> = (0..names.len()).filter(is_found).take(MENU).collect();
    if let Some(chosen) = chosen.filter(|&column| column < names.len())
        && let Err(place) = listed.binary_search(&chosen)
    {
        listed.insert(place, chosen);
    }
    listed
}

/// That `hidden` columns are not shown, if there are any.
pub fn more(hidden: usize) -> Option<String> {
    match hidden {
        0 => None,
        n => Some(say!("wide-more-columns", n = grouped(n as u64))),
    }
}

/// The name of a column as a person sees it, who would not see an empty one. `column`: from 0.
pub fn name(name: &str, column: usize) -> String {
    match name.trim() {
        "" => say!("wide-no-name", n = column + 1),
        _ => name.to_owned(),
    }
}

/// The first `letters` of a cell, and an ellipsis where there are more. O(`letters`).
pub fn beginning(cell: &str, letters: usize) -> String {
    match cell.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_columns_and_the_chosen_one() {
        assert_eq!(shown(3, Some(1)), [0, 1, 2]);
        assert_eq!(shown(10_000, Some(2)).len(), SHOWN);
        assert_eq!(shown(10_000, Some(7_000)).last(), Some(&7_000));
        assert_eq!(shown(10_000, Some(10_000)).len(), SHOWN);
        assert_eq!(more(0), None);
        assert_eq!(more(9_960), Some("and 9,960 more columns".into()));
    }

    #[test]
    fn a_menu_lists_some_columns_and_finds_all() {
        let names: Vec<String> = (0..100_000).map(|column| format!("Column {column}")).collect();
        assert_eq!(menu(&names[..3], Some(1), ""), [0, 1, 2]);
        let first = menu(&names, Some(70_000), "");
        assert_eq!((first.len(), first.last()), (MENU + 1, Some(&70_000)));
        assert_eq!(menu(&names, Some(2), "").len(), MENU);
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
    fn a_column_without_a_name_is_called_by_its_number() {
        assert_eq!([name("id", 0), name("", 2)], ["id", "column 3 (no name)"]);
    }

    #[test]
    fn a_long_cell_ends_in_an_ellipsis_between_letters() {
        assert_eq!(beginning("", 3), "");
        assert_eq!(beginning("äöü", 3), "äöü");
        assert_eq!(beginning("äöüß", 3), "äöü…");
    }
}
