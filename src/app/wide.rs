//! Tables of more columns than a screen has room for: some are shown, and how many are not is told.

use crate::app::words::{grouped, say};

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
}
