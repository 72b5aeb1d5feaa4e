//! The pairs of all instances, cut into portions that may be done anywhere in any order.
//!
//! ```text
//!            columns            The instances are cut into blocks; a portion is the pairs of two blocks, or of one
//!          0   1   2            block with itself, and each pair is in one portion, since a·b = b·a. It gives a list
//!  rows 0  ◣   ■   ■            for each instance of its blocks, and a list of all is what merging those of its
//!       1      ◣   ■            portions gives: the k nearest of a union are among the k nearest of its parts.
//!       2          ◣
//! ```

use std::ops::Range;

use ndarray::s;
use serde::{Deserialize, Serialize};

use super::Neighbors;
use super::shortlist::{NOBODY, Shortlists};
use fastgas_embedding::Embeddings;
use fastgas_linalg::coarse::{self, GROUP, Kernel, WIDTH, Work};

/// Instances of a block at most: with d = 384, two of them are 25 MB.
const BLOCK: usize = 8_192;

/// Columns that are packed at once: with d = 384, three eighths of a mebibyte, which stay in the second cache.
const COLUMNS: usize = 512;

/// Rows that go through all of those; with d = 384, 72 KiB. Every kernel's tile divides it.
const ROWS: usize = 96;

/// Some pairs of instances: each of `rows` with each of `columns`, which are the same or come later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// One block.
    pub rows: Range<u32>,
    /// Another one, or the same.
    pub columns: Range<u32>,
}

/// All pairs of `n` instances, for so many workers: blocks with themselves first, since what they find is where the
/// others need not look any more.
///
/// The lists do not depend on `workers`.
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
    /// Whether its two blocks are one.
    pub fn is_one_block(&self) -> bool {
        self.rows == self.columns
    }

    /// How many pairs it has.
    pub fn n_pairs(&self) -> u64 {
        let (rows, columns) = (self.rows.len() as u64, self.columns.len() as u64);
        if self.is_one_block() {
            rows * rows.saturating_sub(1) / 2
        } else {
            rows * columns
        }
    }

    /// The instances of its blocks, in rising order.
    pub fn instances(&self) -> impl Iterator<Item = u32> + use<> {
        let columns = if self.is_one_block() {
            0..0
        } else {
            self.columns.clone()
        };
        self.rows.clone().chain(columns)
    }

    /// The same portion where only the instances of its blocks are there.
    fn alone(&self) -> Pairs {
        let rows = 0..self.rows.len() as u32;
        let columns = if self.is_one_block() {
            rows.clone()
        } else {
            rows.end..rows.end + self.columns.len() as u32
        };
        Pairs { rows, columns }
    }

    /// The k nearest, exactly, of each of its instances among those that it is paired with; fewer where there are fewer.
    ///
    /// `floors`: for each of its instances the least similarity that is of interest, −∞ for all; those with ∞ are left
    /// out, of the others' lists too. `report` is told how many pairs are done.
    ///
    /// O(pairs·d) time; O(instances·k) space beside fixed tiles.
    pub fn search(
        &self,
        embeddings: &Embeddings,
        n_neighbors: usize,
        floors: &[f32],
        report: &mut dyn FnMut(u64),
    ) -> Lists {
        let d = embeddings.dimensions();
        let mut search = Search {
            pairs: self,
            embeddings,
            shortlists: Shortlists::new(n_neighbors, d, floors),
        };
        let depth = coarse::depth(d);
        let mut quantized = vec![0; COLUMNS * depth];
        let mut panels = Vec::new();
        for first in self.columns.clone().step_by(COLUMNS) {
            let columns = first..self.columns.end.min(first + COLUMNS as u32);
            let quantized = &mut quantized[..columns.len() * depth];
            coarse::quantize(search.numbers(&columns), d, quantized);
            coarse::pack(quantized, depth, &mut panels);
            coarse::run(Tiles {
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

    /// [`Pairs::search`] where only the embeddings of its instances are at hand, in their order.
    pub fn search_alone(
        &self,
        embeddings: &Embeddings,
        n_neighbors: usize,
        floors: &[f32],
        report: &mut dyn FnMut(u64),
    ) -> Lists {
        let mut lists = self.alone().search(embeddings, n_neighbors, floors, report);
        let instances: Vec<u32> = self.instances().collect();
        for id in lists.ids.iter_mut().filter(|id| **id != NOBODY) {
            *id = instances[*id as usize];
        }
        lists
    }
}

/// What a portion found: k places for each of its instances, nearest first, the last ones at −∞ where it found fewer.
#[derive(Clone, Debug, PartialEq)]
pub struct Lists {
    /// Instance ids.
    pub ids: Vec<u32>,
    /// Their cosines.
    pub similarities: Vec<f32>,
}

impl Neighbors {
    /// The nearest `n_neighbors` of each, of at least so many.
    pub fn first(&self, n_neighbors: usize) -> Neighbors {
        let columns = s![.., ..n_neighbors];
        Neighbors {
            ids: self.ids.slice(columns).to_owned(),
            similarities: self.similarities.slice(columns).to_owned(),
        }
    }

    /// Of nobody yet: portions are merged into it.
    pub fn none(n: usize, n_neighbors: usize) -> Neighbors {
        Neighbors {
            ids: ndarray::Array2::from_elem((n, n_neighbors), NOBODY),
            similarities: ndarray::Array2::from_elem((n, n_neighbors), f32::NEG_INFINITY),
        }
    }

    /// Leaves an instance out: it gets no neighbors and becomes nobody's.
    pub fn leave_out(&mut self, instance: u32) {
        self.similarities.row_mut(instance as usize).fill(f32::INFINITY);
    }

    /// The similarity of the last neighbor so far of each instance of the portion: nobody below it is needed any more.
    pub fn floors(&self, pairs: &Pairs) -> Vec<f32> {
        let last = self.similarities.ncols() - 1;
        let floor = |instance: u32| self.similarities[[instance as usize, last]];
        pairs.instances().map(floor).collect()
    }

    /// Takes in what a portion found, each portion once.
    ///
    /// # Panics
    /// When the lists are not of the portion's size.
    pub fn merge(&mut self, pairs: &Pairs, lists: &Lists) {
        let k = self.ids.ncols();
        let found = lists.ids.chunks_exact(k).zip(lists.similarities.chunks_exact(k));
        assert_eq!(found.len(), pairs.instances().count());
        let mut merged = Vec::with_capacity(2 * k);
        for (instance, (ids, similarities)) in pairs.instances().zip(found) {
            if ids[0] == NOBODY {
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
    /// Of each of the portion's instances.
    shortlists: Shortlists,
}

impl Search<'_> {
    /// The numbers of these instances.
    fn numbers(&self, instances: &Range<u32>) -> &[f32] {
        let d = self.embeddings.dimensions();
        &self.embeddings.as_slice()[instances.start as usize * d..instances.end as usize * d]
    }

    /// Where the shortlist of the column `instance` is.
    fn column_list(&self, instance: u32) -> usize {
        let before = if self.pairs.is_one_block() {
            0
        } else {
            self.pairs.rows.len()
        };
        before + (instance - self.pairs.columns.start) as usize
    }

    /// Offers to each other whoever of these rows and columns passes a threshold.
    ///
    /// A function of its own in WebAssembly: what a browser compiles better meanwhile it uses from the next call on, and
    /// there is only one call of what is around this.
    ///
    /// # Safety
    /// The machine has the instructions of `K`.
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
                // SAFETY: the caller's promise, and a whole tile and panel of that depth.
                let sums = unsafe { K::sum::<TILE>(tile, panel) };
                self.offer(&sums, row..rows.end, column);
            }
        }
    }

    /// Offers to each other whoever of a tile passes a threshold.
    #[inline(always)]
    fn offer<const ROWS: usize>(&mut self, tile: &coarse::Tile<ROWS>, rows: Range<u32>, column: u32) {
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
        for (column, &sum) in (first_column..self.pairs.columns.end).zip(sums) {
            // Of one block with itself each pair once; of two blocks all columns come after all rows.
            let column_list = self.column_list(column);
            if column > row && self.shortlists.takes_part(row_list) && self.shortlists.takes_part(column_list) {
                self.shortlists.offer(row_list, sum, column, row, self.embeddings);
                self.shortlists.offer(column_list, sum, row, column, self.embeddings);
            }
        }
    }

    fn lists(mut self, n_neighbors: usize) -> Lists {
        let n = self.pairs.instances().count();
        let mut lists = Lists {
            ids: vec![NOBODY; n * n_neighbors],
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

/// The products of a search's rows with some of its columns.
struct Tiles<'a, 'b> {
    search: &'a mut Search<'b>,
    columns: Range<u32>,
    /// Those columns.
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
            coarse::quantize(search.numbers(&rows), d, &mut quantized);
            // SAFETY: the caller's promise.
            unsafe { search.multiply::<K, TILE>(rows, &quantized, columns.clone(), panels, depth) };
        }
    }
}
