//! All pairs of instances, split into chunks. Chunks can be processed on any worker and in any order.
//!
//! ```text
//!            columns            The instances are split into blocks. A chunk contains the pairs of two blocks, or of one
//!          0   1   2            block with itself. Because a·b = b·a, each pair is in exactly one chunk. A chunk
//!  rows 0  ◣   ■   ■            yields a list for each instance of its blocks. Merging these lists yields the final lists,
//!       1      ◣   ■            because the k nearest of a union are among the k nearest of its parts.
//!       2          ◣
//! ```

use std::ops::Range;

use ndarray::s;
use serde::{Deserialize, Serialize};

use super::Neighbors;
use super::shortlist::{NO_NEIGHBOR, Shortlists};
use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, GROUP, Kernel, WIDTH, Work};

/// Maximum number of instances per block. With d = 384, two blocks take 25 MB.
const BLOCK: usize = 8_192;

/// Number of columns packed at a time. With d = 384, the columns take 3/8 MiB and stay in the L2 cache.
const COLUMNS: usize = 512;

/// Number of rows multiplied with all packed columns in one pass. With d = 384, the rows take 72 KiB.
/// The number of rows is divisible by the tile height of every kernel.
const ROWS: usize = 96;

/// A chunk of pairs: each instance in `rows` is paired with each instance in `columns`.
/// The two ranges are equal, or all of `columns` comes after `rows`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Instances of the first block.
    pub rows: Range<u32>,
    /// Instances of the second block. Equal to `rows` if the chunk contains the pairs within one block.
    pub columns: Range<u32>,
}

/// Splits all pairs of `n` instances into chunks for `workers` workers.
/// Chunks of the pairs within one block come first, because their results raise the thresholds for later chunks.
///
/// The neighbor lists of the search do not depend on `workers`.
pub fn all_pairs(n: u32, workers: usize) -> Vec<Pairs> {
    let blocks = (n as usize).div_ceil(BLOCK).max(workers).clamp(1, (n as usize).max(1));
    let start = |block: usize| (u64::from(n) * block as u64 / blocks as u64) as u32;
    let block = |block: usize| start(block)..start(block + 1);
    let pairs = |rows: usize, columns: usize| Pairs {
        rows: block(rows),
        columns: block(columns),
    };
    let with_others = (0..blocks).flat_map(|rows| (rows + 1..blocks).map(move |columns| pairs(rows, columns)));
    (0..blocks).map(|both| pairs(both, both)).chain(with_others).collect()
}

impl Pairs {
    /// Whether all pairs of the chunk are within one block.
    pub fn is_one_block(&self) -> bool {
        self.rows == self.columns
    }

    /// The number of pairs that consist of two distinct instances.
    pub fn n_pairs(&self) -> u64 {
        let (rows, columns) = (self.rows.len() as u64, self.columns.len() as u64);
        if self.is_one_block() {
            rows * rows.saturating_sub(1) / 2
        } else {
            rows * columns
        }
    }

    /// Iterates over the instances of the two blocks in ascending order.
    pub fn instances(&self) -> impl Iterator<Item = u32> + use<> {
        let columns = if self.is_one_block() {
            0..0
        } else {
            self.columns.clone()
        };
        self.rows.clone().chain(columns)
    }

    /// The pairs of the chunk, renumbered for a matrix that contains only the rows of the two blocks.
    fn alone(&self) -> Pairs {
        let rows = 0..self.rows.len() as u32;
        let columns = if self.is_one_block() {
            rows.clone()
        } else {
            rows.end..rows.end + self.columns.len() as u32
        };
        Pairs { rows, columns }
    }

    /// Finds the exact k nearest neighbors of each instance among the instances that are paired with it.
    /// A list contains fewer than k neighbors if the instance is paired with fewer than k instances.
    ///
    /// `lower_bounds` contains the minimum similarity of a neighbor for each instance; −∞ admits all neighbors.
    /// An instance with the minimum ∞ is excluded from all lists. `report` receives the number of finished pairs.
    ///
    /// O(pairs·d) time; O(instances·k) space in addition to fixed-size tiles.
    pub fn search(
        &self,
        embeddings: &Embeddings,
        n_neighbors: usize,
        lower_bounds: &[f32],
        report: &mut dyn FnMut(u64),
    ) -> Lists {
        let d = embeddings.dimensions();
        let mut search = Search {
            pairs: self,
            embeddings,
            shortlists: Shortlists::new(n_neighbors, d, lower_bounds),
        };
        let depth = int16_products::depth(d);
        let mut quantized = vec![0; COLUMNS * depth];
        let mut panels = Vec::new();
        for first in self.columns.clone().step_by(COLUMNS) {
            let columns = first..self.columns.end.min(first + COLUMNS as u32);
            let quantized = &mut quantized[..columns.len() * depth];
            int16_products::quantize(search.numbers(&columns), d, quantized);
            int16_products::pack(quantized, depth, &mut panels);
            int16_products::run(Tiles {
                search: &mut search,
                columns: columns.clone(),
                panels: &panels,
                depth,
            });
            let done = self.columns.start..columns.end;
            let rows = if self.is_one_block() {
                done.clone()
            } else {
                self.rows.clone()
            };
            report(Pairs { rows, columns: done }.n_pairs());
        }
        search.lists(n_neighbors)
    }

    /// Like [`Pairs::search`], but `embeddings` contains only the rows of the chunk's instances, in order.
    pub fn search_alone(
        &self,
        embeddings: &Embeddings,
        n_neighbors: usize,
        lower_bounds: &[f32],
        report: &mut dyn FnMut(u64),
    ) -> Lists {
        let mut lists = self.alone().search(embeddings, n_neighbors, lower_bounds, report);
        let instances: Vec<u32> = self.instances().collect();
        for id in lists.ids.iter_mut().filter(|id| **id != NO_NEIGHBOR) {
            *id = instances[*id as usize];
        }
        lists
    }
}

/// Neighbor lists that result from one chunk. Each instance of the chunk has a list of k entries, nearest first.
/// If fewer neighbors are found, the last entries of the list have the similarity −∞.
#[derive(Clone, Debug, PartialEq)]
pub struct Lists {
    /// Instance ids of the neighbors.
    pub ids: Vec<u32>,
    /// Cosines of the neighbors, in the same order as `ids`.
    pub similarities: Vec<f32>,
}

impl Neighbors {
    /// Keeps the `n_neighbors` nearest entries of each list. Each list must have at least `n_neighbors` entries.
    pub fn first(&self, n_neighbors: usize) -> Neighbors {
        let columns = s![.., ..n_neighbors];
        Neighbors {
            ids: self.ids.slice(columns).to_owned(),
            similarities: self.similarities.slice(columns).to_owned(),
        }
    }

    /// Creates empty lists. The results of chunks are merged into these lists.
    pub fn empty(n: usize, n_neighbors: usize) -> Neighbors {
        Neighbors {
            ids: ndarray::Array2::from_elem((n, n_neighbors), NO_NEIGHBOR),
            similarities: ndarray::Array2::from_elem((n, n_neighbors), f32::NEG_INFINITY),
        }
    }

    /// Excludes an instance: the instance gets no neighbors and is not a neighbor of any instance.
    pub fn leave_out(&mut self, instance: u32) {
        self.similarities.row_mut(instance as usize).fill(f32::INFINITY);
    }

    /// For each instance of the chunk, the similarity of the last entry in the instance's current list.
    /// Candidates with a lower similarity cannot enter the list.
    pub fn lower_bounds(&self, pairs: &Pairs) -> Vec<f32> {
        let last = self.similarities.ncols() - 1;
        let lower_bound = |instance: u32| self.similarities[[instance as usize, last]];
        pairs.instances().map(lower_bound).collect()
    }

    /// Merges the result of a chunk into the lists. Each chunk must be merged exactly once.
    ///
    /// # Panics
    /// Panics if the lists do not have the size of the chunk.
    pub fn merge(&mut self, pairs: &Pairs, lists: &Lists) {
        let k = self.ids.ncols();
        let found = lists.ids.chunks_exact(k).zip(lists.similarities.chunks_exact(k));
        assert_eq!(found.len(), pairs.instances().count());
        let mut merged = Vec::with_capacity(2 * k);
        for (instance, (ids, similarities)) in pairs.instances().zip(found) {
            if ids[0] == NO_NEIGHBOR {
                continue;
            }
            let mut known = self.ids.row_mut(instance as usize);
            let mut known_similarities = self.similarities.row_mut(instance as usize);
            merged.clear();
            merged.extend(known_similarities.iter().copied().zip(known.iter().copied()));
            merged.extend(similarities.iter().copied().zip(ids.iter().copied()));
            merged.sort_unstable_by(|a: &(f32, u32), b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            for (place, &(similarity, id)) in merged[..k].iter().enumerate() {
                (known[place], known_similarities[place]) = (id, similarity);
            }
        }
    }
}

struct Search<'a> {
    pairs: &'a Pairs,
    embeddings: &'a Embeddings,
    shortlists: Shortlists,
}

impl Search<'_> {
    fn numbers(&self, instances: &Range<u32>) -> &[f32] {
        let d = self.embeddings.dimensions();
        &self.embeddings.as_slice()[instances.start as usize * d..instances.end as usize * d]
    }

    fn column_list(&self, instance: u32) -> usize {
        let before = if self.pairs.is_one_block() {
            0
        } else {
            self.pairs.rows.len()
        };
        before + (instance - self.pairs.columns.start) as usize
    }

    /// Multiplies the rows with the columns, and offers each pair above a threshold to the shortlists of its instances.
    ///
    /// In WebAssembly, the function is not inlined.
    /// Browsers switch to the best optimized code of a function only when the function is called again.
    ///
    /// # Safety
    /// The CPU must support the instructions of `K`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    unsafe fn multiply<K: Kernel, const TILE: usize>(
        &mut self,
        rows: Range<u32>,
        quantized: &[i16],
        columns: Range<u32>,
        panels: &[i16],
        depth: usize,
    ) {
        let one_block = self.pairs.is_one_block();
        for (panel, column) in panels.chunks_exact(WIDTH * depth).zip(columns.step_by(WIDTH)) {
            let tiles = quantized.chunks_exact(TILE * depth);
            for (tile, row) in tiles.zip(rows.clone().step_by(TILE)) {
                if one_block && column + WIDTH as u32 <= row + 1 {
                    break;
                }
                // SAFETY: the caller guarantees that the CPU supports the kernel's instructions.
                // Tile and panel are complete and have `depth` values per row or column.
                let sums = unsafe { K::sum::<TILE>(tile, panel) };
                self.offer(&sums, row..rows.end, column);
            }
        }
    }

    /// For every pair of a tile that passes a threshold, offers each instance to the shortlist of the other instance.
    #[inline(always)]
    fn offer<const ROWS: usize>(&mut self, tile: &int16_products::Tile<ROWS>, rows: Range<u32>, column: u32) {
        let columns = self.column_list(column);
        for (row, sums) in rows.zip(tile) {
            let of_row = self.shortlists.thresholds()[(row - self.pairs.rows.start) as usize];
            let of_columns = &self.shortlists.thresholds()[columns..][..WIDTH];
            let mut passes = false;
            for (&sum, &of_column) in sums.iter().zip(of_columns) {
                passes |= sum > of_column.min(of_row);
            }
            if passes {
                self.offer_row(sums, row, column);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn offer_row(&mut self, sums: &[i32; WIDTH], row: u32, first_column: u32) {
        let row_list = (row - self.pairs.rows.start) as usize;
        let columns = (first_column..self.pairs.columns.end).zip(self.column_list(first_column)..);
        for ((column, column_list), &sum) in columns.zip(sums) {
            // Within one block, the condition `column > row` selects each pair once.
            // In a chunk of two blocks, all columns come after all rows, so the condition is always true.
            if column > row && self.shortlists.takes_part(row_list) && self.shortlists.takes_part(column_list) {
                self.shortlists.offer(row_list, sum, column, row, self.embeddings);
                self.shortlists.offer(column_list, sum, row, column, self.embeddings);
            }
        }
    }

    fn lists(mut self, n_neighbors: usize) -> Lists {
        let n = self.pairs.instances().count();
        let mut lists = Lists {
            ids: vec![NO_NEIGHBOR; n * n_neighbors],
            similarities: vec![f32::NEG_INFINITY; n * n_neighbors],
        };
        let places = lists
            .ids
            .chunks_exact_mut(n_neighbors)
            .zip(lists.similarities.chunks_exact_mut(n_neighbors));
        for ((row, instance), (ids, similarities)) in self.pairs.instances().enumerate().zip(places) {
            self.shortlists
                .finish(row, instance, self.embeddings, ids, similarities);
        }
        lists
    }
}

struct Tiles<'a, 'b> {
    search: &'a mut Search<'b>,
    columns: Range<u32>,
    panels: &'a [i16],
    depth: usize,
}

impl Work for Tiles<'_, '_> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const TILE: usize>(self) {
        const { assert!(ROWS.is_multiple_of(TILE)) };
        let Tiles {
            search,
            columns,
            panels,
            depth,
        } = self;
        debug_assert!(depth.is_multiple_of(GROUP));
        let d = search.embeddings.dimensions();
        let last_row = if search.pairs.is_one_block() {
            columns.end
        } else {
            search.pairs.rows.end
        };
        let mut quantized = vec![0; ROWS * depth];
        for first_row in (search.pairs.rows.start..last_row).step_by(ROWS) {
            let rows = first_row..last_row.min(first_row + ROWS as u32);
            int16_products::quantize(search.numbers(&rows), d, &mut quantized);
            // SAFETY: the caller guarantees that the CPU supports the kernel's instructions.
            unsafe { search.multiply::<K, TILE>(rows, &quantized, columns.clone(), panels, depth) };
        }
    }
}
