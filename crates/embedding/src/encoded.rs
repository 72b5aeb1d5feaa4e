//! What an encoder made of texts, and how far it read each of them.

use serde::{Deserialize, Serialize};

/// Vectors of n texts, in the order of these.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoded {
    /// Unit vectors, n×d row-major.
    pub rows: Vec<f32>,
    /// Of each text the bytes that were read: all of them, or fewer where it has more tokens than the encoder reads;
    /// [`UNTOLD`] where nobody knows.
    pub ends: Vec<u32>,
}

/// As the end of a text of which is not known how far it was read: its vector was kept by an older page, or brought.
pub const UNTOLD: u32 = u32::MAX;

/// A text of which only the beginning was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Beginning {
    /// Its row in the pool.
    pub row: u32,
    /// The bytes of it that were read.
    pub bytes: u32,
}

impl Beginning {
    /// Those among texts of so many bytes, of which so many were read, rising; none where it is [`UNTOLD`] of one of them.
    pub fn among(bytes: impl IntoIterator<Item = usize>, ends: &[u32]) -> Option<Vec<Beginning>> {
        if ends.contains(&UNTOLD) {
            return None;
        }
        let texts = (0..).zip(bytes.into_iter().zip(ends));
        let cut = texts.filter(|&(_, (bytes, &end))| (end as usize) < bytes);
        Some(cut.map(|(row, (_, &bytes))| Beginning { row, bytes }).collect())
    }

    /// How much was read of the text in `row`, where only its beginning was. O(log n) time.
    pub fn of(row: u32, among: &[Beginning]) -> Option<u32> {
        let place = among.binary_search_by_key(&row, |beginning| beginning.row).ok()?;
        Some(among[place].bytes)
    }
}

impl From<(u32, u32)> for Beginning {
    fn from((row, bytes): (u32, u32)) -> Beginning {
        Beginning { row, bytes }
    }
}

impl From<Beginning> for (u32, u32) {
    fn from(Beginning { row, bytes }: Beginning) -> (u32, u32) {
        (row, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_was_read_to_its_end_is_no_beginning() {
        let found = Beginning::among([5, 9, 0, 3], &[5, 4, 0, 0]).expect("all told");
        assert_eq!(
            found.iter().map(|at| (at.row, at.bytes)).collect::<Vec<_>>(),
            [(1, 4), (3, 0)]
        );
        let of = |row| Beginning::of(row, &found);
        assert_eq!([of(0), of(1), of(3), of(4)], [None, Some(4), Some(0), None]);
        assert_eq!(Beginning::among([5, 9], &[4, UNTOLD]), None);
        let json = serde_json::to_string(&found).expect("numbers");
        assert_eq!(json, "[[1,4],[3,0]]");
        assert_eq!(serde_json::from_str::<Vec<Beginning>>(&json).expect("the same"), found);
    }
}
