//! Collects the vectors of a pool's texts, and tracks which vectors are still missing.

use super::UNKNOWN_EXTENT;
use super::cache::{Chunk, TextHash};

/// Collects one vector for each text of a pool. The vectors come from a cache and from an encoder, in any order.
/// Texts with equal hashes share one vector. The caller owns the storage of the vectors.
#[derive(Clone, Debug, Default)]
pub struct EmbeddingAssembler {
    /// The distinct text hashes in ascending order, each with the index of the first text that has this hash.
    firsts: Vec<(TextHash, u32)>,
    /// For each text, the index of the next identical text, or its own index if no identical text follows.
    next_duplicate: Vec<u32>,
    /// For each text, whether the text lacks a vector and is the first among identical texts.
    missing: Vec<bool>,
    bytes_read: Vec<u32>,
    n_known: u32,
    /// Number of dimensions d of the vectors. 0 while d is unknown.
    dimensions: usize,
}

impl EmbeddingAssembler {
    /// Creates an assembler for the given texts, without any vectors. O(n log n) time.
    pub fn new(texts: &[TextHash]) -> EmbeddingAssembler {
        let mut sorted: Vec<(TextHash, u32)> = texts.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let mut next_duplicate: Vec<u32> = (0..texts.len() as u32).collect();
        for pair in sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            next_duplicate[pair[0].1 as usize] = pair[1].1;
        }
        sorted.dedup_by_key(|text| text.0);
        let mut missing = vec![false; texts.len()];
        sorted.iter().for_each(|&(_, text)| missing[text as usize] = true);
        EmbeddingAssembler {
            firsts: sorted,
            next_duplicate,
            missing,
            bytes_read: vec![UNKNOWN_EXTENT; texts.len()],
            n_known: 0,
            dimensions: 0,
        }
    }

    /// Number of texts whose vectors are available.
    pub fn n_known(&self) -> u32 {
        self.n_known
    }

    /// How many bytes of each text the encoder read, as in [`Encoded::bytes_read`](super::Encoded::bytes_read).
    /// A text whose vector is missing has the value [`UNKNOWN_EXTENT`].
    pub fn bytes_read(&self) -> &[u32] {
        &self.bytes_read
    }

    /// Indexes of the distinct texts whose vectors are missing, in ascending order.
    /// Each group of identical texts is represented by its first text.
    pub fn missing(&self) -> Vec<u32> {
        let texts = (0..).zip(&self.missing);
        texts.filter(|&(_, &missing)| missing).map(|(text, _)| text).collect()
    }

    /// Whether the vector of a text with the given hash is missing.
    pub fn wants(&self, hash: TextHash) -> bool {
        self.first(hash).is_some_and(|first| self.missing[first])
    }

    /// Copies missing vectors from a chunk. Calls `put(text, vector)` for each text that gets a vector.
    /// Returns whether the chunk fits: all rows must be non-empty and as long as the rows of previous chunks.
    /// If the chunk does not fit, no vector of the chunk is copied.
    pub fn take(&mut self, chunk: &Chunk, mut put: impl FnMut(usize, &[f32])) -> bool {
        let dimensions = chunk.rows.len().checked_div(chunk.texts.len()).unwrap_or(0);
        let fits = chunk.rows.len() == chunk.texts.len() * dimensions
            && chunk.bytes_read.len() == chunk.texts.len()
            && [0, dimensions].contains(&self.dimensions);
        if !fits || dimensions == 0 {
            return false;
        }
        self.dimensions = dimensions;
        for ((&hash, row), &n_bytes) in chunk
            .texts
            .iter()
            .zip(chunk.rows.chunks_exact(dimensions))
            .zip(&chunk.bytes_read)
        {
            let Some(first) = self.first(hash).filter(|&first| self.missing[first]) else {
                continue;
            };
            self.missing[first] = false;
            let duplicate_after = |&text: &usize| Some(self.next_duplicate[text] as usize).filter(|&next| next != text);
            for text in std::iter::successors(Some(first), duplicate_after) {
                put(text, row);
                self.bytes_read[text] = n_bytes;
                self.n_known += 1;
            }
        }
        true
    }

    fn first(&self, hash: TextHash) -> Option<usize> {
        let found = self.firsts.binary_search_by_key(&hash, |first| first.0).ok()?;
        Some(self.firsts[found].1 as usize)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hash(text: u32) -> TextHash {
        TextHash::of(&text.to_string())
    }

    /// Receives the vectors from an assembler. Stores the first element of each text's vector.
    #[derive(Default)]
    struct Put(std::collections::BTreeMap<usize, f32>);

    impl Put {
        fn take(&mut self, assembler: &mut EmbeddingAssembler, chunk: &Chunk) -> bool {
            assembler.take(chunk, |text, row| {
                assert!(self.0.insert(text, row[0]).is_none(), "each text is embedded once")
            })
        }
    }

    /// Returns a chunk for the texts that consist of the given numbers. The vector of the text `7` is [7, 1].
    fn chunk(texts: &[u32]) -> Chunk {
        Chunk {
            texts: texts.iter().map(|&text| hash(text)).collect(),
            rows: texts.iter().flat_map(|&text| [text as f32, 1.0]).collect(),
            bytes_read: texts.iter().map(|&text| text + 100).collect(),
        }
    }

    #[test]
    fn identical_texts_share_one_vector() {
        let mut assembler = EmbeddingAssembler::new(&[7, 8, 7, 9, 7].map(hash));
        let mut put = Put::default();
        assert_eq!(assembler.missing(), [0, 1, 3]);
        assert!(put.take(&mut assembler, &chunk(&[7, 5])));
        assert_eq!((assembler.n_known(), assembler.missing()), (3, vec![1, 3]));
        assert_eq!(assembler.bytes_read(), [107, UNKNOWN_EXTENT, 107, UNKNOWN_EXTENT, 107]);
        assert!(!assembler.wants(hash(7)) && !assembler.wants(hash(5)) && assembler.wants(hash(9)));
        put.take(&mut assembler, &chunk(&[9, 7, 8]));
        assert!(put.0.into_iter().eq([(0, 7.0), (1, 8.0), (2, 7.0), (3, 9.0), (4, 7.0)]));
    }

    #[test]
    fn rows_of_different_length_are_ignored() {
        let mut assembler = EmbeddingAssembler::new(&[1, 2].map(hash));
        let mut put = Put::default();
        let mut take = |rows: &[f32]| {
            let chunk = Chunk {
                texts: vec![hash(1), hash(2)],
                rows: rows.to_vec(),
                bytes_read: vec![UNKNOWN_EXTENT; 2],
            };
            put.take(&mut assembler, &chunk)
        };
        assert!(!take(&[]));
        assert!(!take(&[1.0; 5]), "five numbers are not a whole number of rows");
        assert!(take(&[1.0; 4]));
        assert!(!take(&[1.0; 6]), "rows must have two numbers, not three");
    }

    proptest! {
        #[test]
        fn each_text_gets_its_vector_in_any_order(
            texts in prop::collection::vec(0u32..30, 0..60),
            chunks in prop::collection::vec(prop::collection::vec(0u32..40, 1..10), 0..20),
        ) {
            let hashes: Vec<TextHash> = texts.iter().map(|&text| hash(text)).collect();
            let mut assembler = EmbeddingAssembler::new(&hashes);
            let mut put = Put::default();
            for texts in &chunks {
                put.take(&mut assembler, &chunk(texts));
            }
            let cached = chunks.concat();
            let known = texts.iter().filter(|text| cached.contains(text)).count();
            prop_assert_eq!(assembler.n_known() as usize, known);
            let missing: Vec<u32> = assembler.missing().iter().map(|&text| texts[text as usize]).collect();
            prop_assert!(missing.iter().all(|text| !cached.contains(text)));
            put.take(&mut assembler, &chunk(&missing));
            prop_assert_eq!(assembler.n_known() as usize, texts.len());
            prop_assert!(put.0.values().zip(&texts).all(|(&row, &text)| row == text as f32));
            prop_assert_eq!(put.0.len(), texts.len());
        }
    }
}
