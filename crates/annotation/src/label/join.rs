//! Matches the texts of two pools.

use fastgas_data::{Pool, match_known_rows, tolerate};

/// For each row of `theirs`, returns the row of `ours` with the same text; `None` if there is no such row.
/// Each row of `ours` is matched at most once.
///
/// Each argument is a pool and the index of its text column.
/// Row order, additional columns and missing rows do not matter.
/// First, [`match_known_rows`] matches identical texts. Ids of rows are not compared.
/// Then [`tolerate`] matches the remaining texts, because a spreadsheet may have changed line endings.
pub fn join_rows((ours, our_text): (&Pool, usize), (theirs, their_text): (&Pool, usize)) -> Vec<Option<u32>> {
    let (ours, theirs) = ((ours, our_text, None), (theirs, their_text, None));
    let mut rows = match_known_rows(ours, theirs);
    tolerate(ours, theirs, &mut rows);
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pool(texts: &[String]) -> Pool {
        let mut cells = String::new();
        let mut ends = Vec::new();
        for (row, text) in texts.iter().enumerate() {
            for cell in [&row.to_string(), text] {
                cells.push_str(cell);
                ends.push(cells.len() as u32);
            }
        }
        Pool::from_parts(vec!["id".into(), "text".into()], cells, ends).expect("a pool")
    }

    fn join(ours: &[String], theirs: &[String]) -> Vec<Option<u32>> {
        join_rows((&pool(ours), 1), (&pool(theirs), 1))
    }

    #[test]
    fn order_and_missing_rows_do_not_matter() {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let ours = texts(&["a", "b", "twice", "c", "twice"]);
        let theirs = texts(&["twice", "new", "c", "twice", "twice", "a", "a "]);
        assert_eq!(
            join(&ours, &theirs),
            [Some(2), None, Some(3), Some(4), None, Some(0), None]
        );
        let ours = texts(&["one\ntwo", " a", "b", "b "]);
        let theirs = texts(&["b ", "a", "one\r\ntwo\r\n", " b", "B"]);
        assert_eq!(join(&ours, &theirs), [Some(3), Some(1), Some(0), Some(2), None]);
    }

    proptest! {
        #[test]
        fn each_row_is_matched_to_a_row_with_equal_text(
            ours in proptest::collection::vec("[ab]{0,2}", 0..20), theirs in proptest::collection::vec("[ab]{0,2}", 0..20),
        ) {
            let rows = join(&ours, &theirs);
            let mut joined: Vec<u32> = rows.iter().flatten().copied().collect();
            joined.sort_unstable();
            joined.dedup();
            prop_assert_eq!(joined.len(), rows.iter().flatten().count(), "each row is joined once");
            for (text, row) in theirs.iter().zip(&rows) {
                prop_assert!(row.is_none_or(|row| ours[row as usize] == *text));
            }
            // A text with `a` occurrences in one pool and `b` in the other pool must have min(a, b) matches.
            for text in &theirs {
                let count = |texts: &[String]| texts.iter().filter(|other| *other == text).count();
                let n_joined = theirs.iter().zip(&rows).filter(|(other, row)| *other == text && row.is_some()).count();
                prop_assert_eq!(n_joined, count(&ours).min(count(&theirs)));
            }
        }

        #[test]
        fn equal_pools_are_matched_row_by_row(texts in proptest::collection::vec("[ab]{0,2}", 0..20)) {
            let rows = join(&texts, &texts);
            prop_assert!(rows.into_iter().eq((0..texts.len() as u32).map(Some)));
        }
    }
}
