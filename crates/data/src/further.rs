//! Texts that come later: which rows of a further file are in a pool already, and the pool with the others.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::import::Found;
use super::pool::{Instance, Pool};
use crate::LoadError;

/// What was added to a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// The file.
    pub file_name: String,
    /// How many of its texts were new.
    pub n_texts: usize,
    /// How many were there already.
    pub n_known: usize,
    /// How it was read.
    pub found: Option<Found>,
}

/// A pool, the index of its text column, and that of its ids, where it has some.
pub type Identified<'a> = (&'a Pool, usize, Option<usize>);

/// For each row of `further` the row of `pool` that it is, none where it is new.
///
/// A row is there already when its text is, letter by letter, and, where both have ids, under the same id. Where that stands
/// in several rows, the first of the one is the first of the other, and so on: of two that are the same, one is new where the
/// pool has one. O(n log n).
pub fn known_rows(pool: Identified<'_>, further: Identified<'_>) -> Vec<Option<u32>> {
    let has_ids = pool.2.is_some() && further.2.is_some();
    let mut rows_of: BTreeMap<_, VecDeque<u32>> = BTreeMap::new();
    for (row, key) in (0..).zip(keys(pool, has_ids)) {
        rows_of.entry(key).or_default().push_back(row);
    }
    let row_of = |key| rows_of.get_mut(&key)?.pop_front();
    keys(further, has_ids).map(row_of).collect()
}

/// The text of each row, with its id where that counts.
fn keys<'a>((pool, text, id): Identified<'a>, has_ids: bool) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
    let id = id.filter(|_| has_ids);
    let key = move |row: Instance<'a>| (row.cell(text), id.map(|id| row.cell(id)));
    pool.instances().map(key)
}

/// The rows of `further` whose id a row of `pool` has for another text, each with that row; none where one of the two has no
/// ids. `known` is of [`known_rows`]. O(n log n).
pub fn other_texts(pool: Identified<'_>, further: Identified<'_>, known: &[Option<u32>]) -> Vec<(u32, u32)> {
    let (Some(our_id), Some(their_id)) = (pool.2, further.2) else {
        return Vec::new();
    };
    let ours = pool.0.instances();
    let row_of: BTreeMap<&str, u32> = ours.map(|row| (row.cell(our_id), row.row() as u32)).collect();
    let new = (further.0.instances()).zip(known).filter(|(_, known)| known.is_none());
    new.filter_map(|(row, _)| Some((row.row() as u32, *row_of.get(row.cell(their_id))?)))
        .collect()
}

/// The pool with these `rows` of `further` below its own, each cell in the column of its name. Columns that only `further`
/// has come last; what one of the two has not is empty. O(size of both).
///
/// # Errors
/// [`LoadError::TooManyCells`].
pub fn append(pool: &Pool, further: &Pool, rows: &[u32]) -> Result<Pool, LoadError> {
    let added = further.columns().iter().filter(|name| !pool.columns().contains(name));
    let columns: Vec<String> = pool.columns().iter().chain(added).cloned().collect();
    let of = |pool: &Pool| -> Vec<Option<usize>> { columns.iter().map(|name| pool.column(name).ok()).collect() };
    let (ours, theirs) = (of(pool), of(further));
    let (mut cells, mut ends) = (String::new(), Vec::new());
    let below = rows.iter().map(|&row| further.instance(row as usize));
    let all = pool
        .instances()
        .map(|row| (row, &ours))
        .chain(below.map(|row| (row, &theirs)));
    for (instance, places) in all {
        for place in places {
            cells.push_str(place.map_or("", |column| instance.cell(column)));
            ends.push(u32::try_from(cells.len()).map_err(|_| LoadError::TooManyCells {
                what: format!("together there are more than {} bytes of text", u32::MAX),
            })?);
        }
    }
    Pool::from_parts(columns, cells, ends)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::load;

    fn pool(file: &str) -> Pool {
        load(file.as_bytes()).expect("a table")
    }

    #[test]
    fn a_row_is_known_by_its_text_and_its_id() {
        let ours = pool("id,text\n1,a\n2,b\n3,a\n");
        let theirs = pool("text,id\na,3\nb,9\nc,1\na,1\na,1\n");
        let texts = known_rows((&ours, 1, None), (&theirs, 0, Some(1)));
        assert_eq!(texts, [Some(0), Some(1), None, Some(2), None]);
        let (ours, theirs) = ((&ours, 1, Some(0)), (&theirs, 0, Some(1)));
        let both = known_rows(ours, theirs);
        assert_eq!(both, [Some(2), None, None, Some(0), None]);
        assert_eq!(other_texts(ours, theirs, &both), [(2, 0), (4, 0)]);
        assert_eq!(other_texts((ours.0, 1, None), theirs, &both), []);
    }

    #[test]
    fn cells_go_where_their_names_are() {
        let ours = pool("id,text,date\n1,a,may\n");
        let theirs = pool("by,text,id\nAnna,b,2\nBob,c,3\n");
        let both = append(&ours, &theirs, &[1]).expect("room");
        assert_eq!(both, pool("id,text,date,by\n1,a,may,\n3,c,,Bob\n"));
        assert_eq!(append(&ours, &ours, &[]), Ok(ours));
    }

    proptest! {
        #[test]
        fn what_was_added_is_known_afterwards(
            ours in proptest::collection::vec("[ab]{0,2}", 1..12), theirs in proptest::collection::vec("[ab]{0,2}", 1..12),
        ) {
            let of = |texts: &[String]| {
                let (mut cells, mut ends) = (String::new(), Vec::new());
                for text in texts {
                    cells.push_str(text);
                    ends.push(cells.len() as u32);
                }
                Pool::from_parts(vec!["text".into()], cells, ends).expect("a pool")
            };
            let (ours, theirs) = (of(&ours), of(&theirs));
            let known = known_rows((&ours, 0, None), (&theirs, 0, None));
            let new: Vec<u32> = (0..).zip(&known).filter(|(_, known)| known.is_none()).map(|(row, _)| row).collect();
            let both = append(&ours, &theirs, &new).expect("room");
            prop_assert_eq!(both.len(), ours.len() + new.len());
            for row in 0..ours.len() {
                prop_assert_eq!(both.instance(row).cell(0), ours.instance(row).cell(0), "rows stay where they are");
            }
            prop_assert!(known_rows((&both, 0, None), (&theirs, 0, None)).iter().all(Option::is_some));
        }
    }
}
