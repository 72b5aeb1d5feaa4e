//! Restores as much of a damaged pool as possible.

use super::pool::Pool;

/// The readable part of a damaged pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Salvaged {
    /// The readable cells, each in its original row and column. Unreadable cells are empty.
    pub pool: Pool,
    /// Indexes of the rows with an unreadable cell, in ascending order.
    pub lost_rows: Vec<u32>,
}

/// Like [`Pool::from_parts`], but accepts damaged parts.
/// Bytes may be invalid UTF-8, and end offsets may decrease or exceed the length of `cells`.
/// Both the cells and the end offsets may be truncated or missing.
/// The pool has at least `n_rows` rows, and at least as many rows as the end offsets in `ends` fill.
///
/// The longest non-decreasing subsequence of the end offsets that do not exceed `cells` is trusted.
/// A cell is readable if its start and end offsets are trusted and its bytes are UTF-8.
/// Damage that replaced bytes or end offsets with other valid values cannot be detected.
///
/// O(n log n) for n end offsets, plus O(bytes).
///
/// # Panics
/// Panics if there are no columns.
pub fn salvage(columns: Vec<String>, cells: &[u8], ends: &[u32], n_rows: usize) -> Salvaged {
    let n_columns = columns.len();
    let n_rows = n_rows.max(ends.len().div_ceil(n_columns));
    let trusted = trusted(ends, cells.len());
    let mut readable = String::with_capacity(cells.len());
    let (mut readable_ends, mut lost_rows) = (Vec::with_capacity(n_rows * n_columns), Vec::new());
    // Start offset of the current cell. `None` if the end offset of the previous cell is damaged.
    let mut start = Some(0);
    for row in 0..n_rows {
        let mut is_lost = false;
        for index in row * n_columns..(row + 1) * n_columns {
            let end = trusted.get(index).copied().flatten();
            let cell = start.zip(end).and_then(|(start, end)| cells.get(start..end));
            match cell.and_then(|cell| str::from_utf8(cell).ok()) {
                Some(cell) => readable.push_str(cell),
                None => is_lost = true,
            }
            readable_ends.push(readable.len() as u32);
            start = end;
        }
        if is_lost {
            lost_rows.push(row as u32);
        }
    }
    let pool = Pool::from_parts(columns, readable, readable_ends)
        .expect("there are columns, and the ends were made for the cells");
    Salvaged { pool, lost_rows }
}

/// Chooses the end offsets that are probably undamaged, and replaces each damaged end offset with `None`.
/// Among the end offsets up to `len`, the longest non-decreasing subsequence is chosen.
/// `len` is the size of all cells in bytes.
fn trusted(ends: &[u32], len: usize) -> Vec<Option<usize>> {
    // `last[k]` is the index of the smallest end offset where a non-decreasing subsequence of length k + 1 can end.
    // `before[i]` is the predecessor of end offset i in the longest non-decreasing subsequence that ends with i.
    let mut last: Vec<usize> = Vec::new();
    let mut before = vec![None; ends.len()];
    for (index, &end) in ends.iter().enumerate() {
        if end as usize > len {
            continue;
        }
        let length = last.partition_point(|&other| ends[other] <= end);
        before[index] = length.checked_sub(1).map(|shorter| last[shorter]);
        match last.get_mut(length) {
            Some(other) => *other = index,
            None => last.push(index),
        }
    }
    let mut trusted = vec![None; ends.len()];
    let mut next = last.last().copied();
    while let Some(index) = next {
        trusted[index] = Some(ends[index] as usize);
        next = before[index];
    }
    trusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CELLS: [[&str; 2]; 4] = [["a", "eins"], ["b", "zwei"], ["c", "drei"], ["d", "vier"]];

    fn parts() -> (Vec<String>, Vec<u8>, Vec<u32>) {
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for cell in CELLS.iter().flatten() {
            cells.push_str(cell);
            ends.push(cells.len() as u32);
        }
        (vec!["id".into(), "text".into()], cells.into_bytes(), ends)
    }

    fn rows(pool: &Pool) -> Vec<Vec<&str>> {
        pool.instances().map(|row| row.cells().collect()).collect()
    }

    #[test]
    fn undamaged_pool_is_read_unchanged() {
        let (columns, cells, ends) = parts();
        let salvaged = salvage(columns.clone(), &cells, &ends, 4);
        assert_eq!(rows(&salvaged.pool), CELLS);
        assert!(salvaged.lost_rows.is_empty());
        // A pool without rows may have columns.
        let empty = salvage(columns, &[], &[], 0);
        assert_eq!((empty.pool.len(), empty.lost_rows.len()), (0, 0));
    }

    #[test]
    fn one_wrong_end_loses_the_two_adjacent_cells() {
        let (columns, cells, ends) = parts();
        for wrong in [0, 10_000, u32::MAX] {
            let mut ends = ends.clone();
            // The damaged end offset of "zwei" is also the start of the next cell, so both cells are lost.
            ends[3] = wrong;
            let salvaged = salvage(columns.clone(), &cells, &ends, 4);
            let expected = [["a", "eins"], ["b", ""], ["", "drei"], ["d", "vier"]];
            assert_eq!(rows(&salvaged.pool), expected, "{wrong}");
            assert_eq!(salvaged.lost_rows, [1, 2], "{wrong}");
        }
    }

    #[test]
    fn invalid_bytes_lose_their_cell() {
        let (columns, mut cells, ends) = parts();
        // The damaged byte makes only the cell "zwei" unreadable.
        cells[7] = 0xff;
        let salvaged = salvage(columns, &cells, &ends, 4);
        assert_eq!(rows(&salvaged.pool)[1], ["b", ""]);
        assert_eq!(salvaged.lost_rows, [1]);
    }

    #[test]
    fn truncated_cells_are_empty_and_rows_are_kept() {
        let (columns, cells, ends) = parts();
        // The cells are truncated within the third row.
        let salvaged = salvage(columns.clone(), &cells[..12], &ends, 4);
        assert_eq!(
            rows(&salvaged.pool),
            [["a", "eins"], ["b", "zwei"], ["c", ""], ["", ""]]
        );
        assert_eq!(salvaged.lost_rows, [2, 3]);
        let salvaged = salvage(columns.clone(), &cells, &ends[..3], 4);
        assert_eq!(rows(&salvaged.pool), [["a", "eins"], ["b", ""], ["", ""], ["", ""]]);
        assert_eq!(salvaged.lost_rows, [1, 2, 3]);
        let text = str::from_utf8(&cells).expect("a text");
        assert!(Pool::are_parts(&columns, text, &ends) && Pool::are_parts(&columns, "", &[]));
        assert!(
            !Pool::are_parts(&columns, text, &[]),
            "cells without ends are not a pool"
        );
        let salvaged = salvage(columns, &[], &[], 2);
        assert_eq!(rows(&salvaged.pool), [["", ""], ["", ""]]);
        assert_eq!(salvaged.lost_rows, [0, 1]);
    }

    proptest! {
        #[test]
        fn any_damage_gives_a_pool(
            flips in prop::collection::vec((0_usize..32, any::<u8>()), 0..6),
            wrong in prop::collection::vec((0_usize..8, any::<u32>()), 0..4),
            (cut_cells, cut_ends) in (0_usize..32, 0_usize..9),
        ) {
            let (columns, mut cells, mut ends) = parts();
            for (at, byte) in flips {
                if let Some(old) = cells.get_mut(at) {
                    *old = byte;
                }
            }
            for (at, end) in wrong {
                ends[at] = end;
            }
            cells.truncate(cut_cells);
            ends.truncate(cut_ends);
            let salvaged = salvage(columns, &cells, &ends, 4);
            prop_assert_eq!(salvaged.pool.len(), 4);
            prop_assert!(salvaged.lost_rows.is_sorted());
            // The readable cells together are at most as long as the truncated bytes.
            let text: String = salvaged.pool.instances().flat_map(|row| row.cells()).collect();
            prop_assert!(text.len() <= cells.len());
        }
    }
}
