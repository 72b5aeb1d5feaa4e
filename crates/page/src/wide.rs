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
