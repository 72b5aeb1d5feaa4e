//! The embeddings of a pool as they come together.

use ndarray::Array2;

use super::cache::{Chunk, TextHash};

/// Gathers one vector for each text of a pool, from a cache and from an encoder, in any order. Texts that are alike
/// need one vector together.
#[derive(Clone, Debug, Default)]
pub struct Gathering {
    /// Every hash once, rising, with the first text that has it.
    firsts: Vec<(TextHash, u32)>,
    /// For each text the first that is like it.
    first_of: Vec<u32>,
    /// For each first text how many are like it, itself among them, as long as its vector is missing; else 0.
    waiting: Vec<u32>,
    n_known: u32,
    dimensions: usize,
    /// n×d; empty until d is known.
    rows: Vec<f32>,
}

impl Gathering {
    /// Nothing is gathered yet for these texts. O(n log n) time.
    pub fn new(texts: &[TextHash]) -> Gathering {
        let mut sorted: Vec<(TextHash, u32)> = texts.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let mut firsts: Vec<(TextHash, u32)> = Vec::with_capacity(texts.len());
        let mut first_of = vec![0; texts.len()];
        let mut waiting = vec![0; texts.len()];
        for (hash, text) in sorted {
            if firsts.last().is_none_or(|last| last.0 != hash) {
                firsts.push((hash, text));
            }
            let first = firsts.last().map_or(text, |last| last.1);
            first_of[text as usize] = first;
            waiting[first as usize] += 1;
        }
        Gathering {
            firsts,
            first_of,
            waiting,
            n_known: 0,
            dimensions: 0,
            rows: Vec::new(),
        }
    }

    /// How many of the texts have their vector.
    pub fn n_known(&self) -> u32 {
        self.n_known
    }

    /// The texts whose vectors are missing, rising; of texts that are alike only the first.
    pub fn missing(&self) -> Vec<u32> {
        let texts = (0..).zip(&self.waiting);
        texts
            .filter(|&(_, &waiting)| waiting > 0)
            .map(|(text, _)| text)
            .collect()
    }

    /// Whether the vector of a text with this hash is missing.
    pub fn wants(&self, hash: TextHash) -> bool {
        self.first(hash).is_some_and(|first| self.waiting[first] > 0)
    }

    /// Takes what is missing out of a chunk. Says whether the chunk fits: whether its rows are as long as those that
    /// are here, and not empty; one that does not is left alone.
    pub fn take(&mut self, chunk: &Chunk) -> bool {
        let dimensions = chunk.rows.len().checked_div(chunk.texts.len()).unwrap_or(0);
        if dimensions == 0 || chunk.rows.len() != chunk.texts.len() * dimensions || !self.fits(dimensions) {
            return false;
        }
        for (&hash, row) in chunk.texts.iter().zip(chunk.rows.chunks_exact(dimensions)) {
            if let Some(first) = self.first(hash) {
                self.put(first, row);
            }
        }
        true
    }

    /// All vectors, n×d in the order of the texts; none while one is missing.
    pub fn finish(mut self) -> Option<Array2<f32>> {
        let n = self.first_of.len();
        if (self.n_known as usize) < n {
            return None;
        }
        for (text, &first) in self.first_of.iter().enumerate() {
            let first = first as usize * self.dimensions;
            self.rows
                .copy_within(first..first + self.dimensions, text * self.dimensions);
        }
        Array2::from_shape_vec((n, self.dimensions), self.rows).ok()
    }

    fn first(&self, hash: TextHash) -> Option<usize> {
        let found = self.firsts.binary_search_by_key(&hash, |first| first.0).ok()?;
        Some(self.firsts[found].1 as usize)
    }

    fn fits(&mut self, dimensions: usize) -> bool {
        if self.dimensions == 0 {
            self.dimensions = dimensions;
            self.rows = vec![0.0; self.first_of.len() * dimensions];
        }
        self.dimensions == dimensions
    }

    fn put(&mut self, first: usize, row: &[f32]) {
        let waiting = std::mem::take(&mut self.waiting[first]);
        if waiting > 0 {
            self.n_known += waiting;
            self.rows[first * self.dimensions..][..self.dimensions].copy_from_slice(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hash(text: u32) -> TextHash {
        TextHash::of(&text.to_string())
    }

    /// (text, 1) for each of these.
    fn chunk(texts: &[u32]) -> Chunk {
        Chunk {
            texts: texts.iter().map(|&text| hash(text)).collect(),
            rows: texts.iter().flat_map(|&text| [text as f32, 1.0]).collect(),
        }
    }

    #[test]
    fn texts_that_are_alike_need_one_vector() {
        let mut gathering = Gathering::new(&[7, 8, 7, 9, 7].map(hash));
        assert_eq!(gathering.missing(), [0, 1, 3]);
        assert!(gathering.take(&chunk(&[7, 5])));
        assert_eq!((gathering.n_known(), gathering.missing()), (3, vec![1, 3]));
        assert!(!gathering.wants(hash(7)) && !gathering.wants(hash(5)) && gathering.wants(hash(9)));
        assert!(gathering.clone().finish().is_none());
        gathering.take(&chunk(&[9, 8]));
        let rows = gathering.finish().expect("all are there");
        assert_eq!(rows.column(0).to_vec(), [7.0, 8.0, 7.0, 9.0, 7.0]);
    }

    #[test]
    fn rows_of_another_length_are_left_alone() {
        let mut gathering = Gathering::new(&[1, 2].map(hash));
        let torn = |rows: &[f32]| Chunk {
            texts: vec![hash(1), hash(2)],
            rows: rows.to_vec(),
        };
        assert!(!gathering.take(&torn(&[])));
        assert!(!gathering.take(&torn(&[1.0, 2.0, 3.0])));
        assert!(gathering.take(&chunk(&[1])));
        assert!(!gathering.take(&torn(&[1.0; 6])), "three numbers a row, not two");
        assert_eq!(gathering.n_known(), 1);
    }

    #[test]
    fn no_texts_are_all_there() {
        assert_eq!(Gathering::new(&[]).finish().map(|rows| rows.dim()), Some((0, 0)));
    }

    proptest! {
        #[test]
        fn whatever_the_order_each_text_gets_its_own(
            texts in prop::collection::vec(0u32..30, 1..60),
            chunks in prop::collection::vec(prop::collection::vec(0u32..40, 1..10), 0..20),
        ) {
            let hashes: Vec<TextHash> = texts.iter().map(|&text| hash(text)).collect();
            let mut gathering = Gathering::new(&hashes);
            for texts in &chunks {
                gathering.take(&chunk(texts));
            }
            let cached = chunks.concat();
            let known = texts.iter().filter(|text| cached.contains(text)).count();
            prop_assert_eq!(gathering.n_known() as usize, known);
            let missing: Vec<u32> = gathering.missing().iter().map(|&text| texts[text as usize]).collect();
            prop_assert!(missing.iter().all(|text| !cached.contains(text)));
            if !missing.is_empty() {
                gathering.take(&chunk(&missing));
            }
            let rows = gathering.finish().expect("all are there");
            prop_assert!(rows.column(0).iter().zip(&texts).all(|(&row, &text)| row == text as f32));
        }
    }
}
