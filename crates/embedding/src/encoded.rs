//! Vectors of texts, and how many bytes of each text the encoder read.

use serde::{Deserialize, Serialize};

/// Vectors of n texts, in the same order as the texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encoded {
    /// Unit vectors of the texts, n×d in row-major order.
    pub rows: Vec<f32>,
    /// How many bytes of each text the encoder read: all bytes, or fewer if the text exceeds the token limit.
    /// [`UNKNOWN_EXTENT`] if the number is unknown.
    pub bytes_read: Vec<u32>,
}

/// Value of [`Encoded::bytes_read`] for an unknown number of bytes.
/// Older caches and embedding files do not contain the number of bytes.
pub const UNKNOWN_EXTENT: u32 = u32::MAX;

/// A truncated text: the encoder read only the beginning of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct TruncatedText {
    /// Index of the text's row in the pool.
    pub row: u32,
    /// How many bytes of the text the encoder read.
    pub bytes: u32,
}

impl TruncatedText {
    /// Returns the truncated texts, in ascending row order. `None` if an element of `bytes_read` is [`UNKNOWN_EXTENT`].
    /// `sizes` contains the size of each text in bytes.
    /// `bytes_read` contains how many bytes of each text the encoder read.
    pub fn among(sizes: impl IntoIterator<Item = usize>, bytes_read: &[u32]) -> Option<Vec<TruncatedText>> {
        if bytes_read.contains(&UNKNOWN_EXTENT) {
            return None;
        }
        let texts = (0..).zip(sizes.into_iter().zip(bytes_read));
        let cut = texts.filter(|&(_, (size, &bytes))| (bytes as usize) < size);
        Some(cut.map(|(row, (_, &bytes))| TruncatedText { row, bytes }).collect())
    }

    /// Returns how many bytes of the text in `row` the encoder read; `None` if the text is not truncated. O(log n) time.
    pub fn of(row: u32, among: &[TruncatedText]) -> Option<u32> {
        let index = among.binary_search_by_key(&row, |beginning| beginning.row).ok()?;
        Some(among[index].bytes)
    }
}

impl From<(u32, u32)> for TruncatedText {
    fn from((row, bytes): (u32, u32)) -> TruncatedText {
        TruncatedText { row, bytes }
    }
}

impl From<TruncatedText> for (u32, u32) {
    fn from(TruncatedText { row, bytes }: TruncatedText) -> (u32, u32) {
        (row, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fully_read_text_is_not_truncated() {
        let found = TruncatedText::among([5, 9, 0, 3], &[5, 4, 0, 0]).expect("all reports");
        assert_eq!(
            found.iter().map(|at| (at.row, at.bytes)).collect::<Vec<_>>(),
            [(1, 4), (3, 0)]
        );
        let of = |row| TruncatedText::of(row, &found);
        assert_eq!([of(0), of(1), of(3), of(4)], [None, Some(4), Some(0), None]);
        assert_eq!(TruncatedText::among([5, 9], &[4, UNKNOWN_EXTENT]), None);
        let json = serde_json::to_string(&found).expect("numbers");
        assert_eq!(json, "[[1,4],[3,0]]");
        assert_eq!(
            serde_json::from_str::<Vec<TruncatedText>>(&json).expect("the same"),
            found
        );
    }
}
