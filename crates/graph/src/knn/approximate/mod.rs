//! Approximate neighbor search: finds nearly all nearest neighbors in a fraction of the time of an exact search.
//!
//! ```text
//!           centers             cells                   probe                    refine
//!  sample ──k-means──▶ centers ──────▶ 22 cells per row ─────▶ nearest in cells ──────▶ nearest of their neighbors
//! ```
//!
//! The method is an inverted file (Jégou, Douze & Schmid 2011) with one round of neighbor refinement.
//! The refinement compares each instance with the neighbors of its neighbors (Dong, Moses & Li 2011).
//! The home cell of an instance is the cell of its nearest center.
//! Probe step: each instance is compared with the instances whose home cell is one of its 22 nearest cells.
//! The compared pairs are a small share of all pairs. Similarities are the integer products of the exact search.
//! Refine step: the k nearest instances are ranked by the float product, which has a fixed order of operations.
//! Ties between equal float products: the lowest id.
//! The number of instances per cell is bounded. Therefore the run time is bounded for any embeddings.
//!
//! Each step is split into chunks. The chunks depend only on the embeddings.
//! Chunks can be processed on any worker and in any order. A chunk needs only the rows of its own instances.
//! The random draws depend only on the pool size. Therefore the neighbor lists depend only on the embeddings and k.

mod cells;
mod chunk;
mod lists;
mod products;

use std::mem::take;

use rand::SeedableRng;
use rand::seq::index;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

pub use self::chunk::{SearchChunk, answer_alone};
use self::lists::Scored;
use super::Neighbors;
use super::shortlist::NO_NEIGHBOR;
use fastgas_embedding::Embeddings;
use fastgas_progress::{Progress, Report, Stage};

/// Number of cells that each instance probes (nprobe).
/// Recall of the ten nearest neighbors for 63,666 package descriptions: 97.6 % with 16 probes, 98.2 % with 20 probes.
const PROBES: usize = 22;
/// Number of cells as a multiple of √n. At equal run time, the multiple 4 gives a lower recall than 2.
const CELLS_PER_SQRT_N: f64 = 2.0;
/// Number of sampled rows per center for k-means.
const SAMPLES_PER_CENTER: usize = 32;
/// Maximum number of instances with the same home cell, as a multiple of the mean number.
const MAX_CELL_OVERLOAD: usize = 8;
/// A refinement chunk refines 1/`REFINE_FRACTION` of its instances.
/// All other instances of the chunk are neighbors, or neighbors of neighbors, of the refined instances.
const REFINE_FRACTION: usize = 8;

/// Number of instances that one call to [`Approximate::advance`] assigns to cells or schedules for probing.
/// Tests use a smaller number, so that they need several calls.
const INSTANCES_PER_ADVANCE: usize = if cfg!(test) { 500 } else { 16_384 };

/// Step of the approximate search. Each step processes its chunks in a different way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Finds the centers of the cells in a sample of the instances.
    Centers,
    /// Finds the nearest centers of each instance.
    Cells,
    /// Finds the nearest instances in the nearest cells of each instance.
    Probe,
    /// Finds nearer instances among the neighbors of neighbors.
    Refine,
}

/// An approximate neighbor search that runs step by step.
#[derive(Debug)]
pub struct Approximate {
    /// The instances that the search includes, in ascending order.
    /// All other fields refer to an instance by its place, which is its index in `instances`.
    instances: Vec<u32>,
    /// Approximate number of instances per chunk.
    chunk_size: usize,
    neighbors: Neighbors,
    step: Step,
    n_chunks: usize,
    n_centers: usize,
    /// The coordinates of the cell centers. Each coordinate is a 32-bit word, as in the input of a chunk.
    centers: Vec<u32>,
    /// The nearest cells of all instances: `each` cells per instance, nearest first.
    near: Vec<u32>,
    each: usize,
    cells: Vec<Cell>,
    /// Instances that have no home cell yet, because all their nearest cells in `near` were full.
    unassigned: Vec<u32>,
    /// Number of instances that have been assigned to cells.
    settled: usize,
    plan: Plan,
    /// For each chunk of the probe step, the cells to probe.
    probes: Vec<Vec<Probe>>,
    /// The places of all instances (indices in `instances`), sorted by home cell.
    order: Vec<u32>,
    lists: Scored,
}

#[derive(Clone, Debug)]
struct Cell {
    home: Vec<u32>,
    /// Instances that probe this cell but have a different home cell.
    visitors: Vec<u32>,
}

#[derive(Debug, Default)]
struct Plan {
    /// Number of cells whose probes are already scheduled.
    cells: usize,
    chunk: Vec<Probe>,
    /// Number of distinct instances in the chunk that the scheduler is filling.
    members: usize,
    /// For each instance, the last chunk that contains the instance.
    last_chunk: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Probe {
    cell: usize,
    /// Index range of the cell's `visitors` that probe the cell in this chunk.
    visitors: std::ops::Range<usize>,
    /// Whether the residents of the cell (the instances with this home cell) also probe the cell in this chunk.
    home: bool,
}

/// Like [`fill_exact`](super::fill_exact), but with approximate results.
/// `None` if an instance finds fewer than k neighbors, for example if k is close to n.
pub fn approximate(start: Neighbors, embeddings: &Embeddings, report: Report<'_>) -> Option<Neighbors> {
    let mut search = Approximate::new(start, embeddings.len());
    loop {
        for chunk in 0..search.n_chunks() {
            report(search.progress(chunk));
            let answer = search.chunk(chunk).answer(embeddings);
            assert!(search.take(chunk, &answer), "the answer belongs to the chunk");
        }
        if !search.advance() {
            report(search.progress(search.n_chunks()));
            return search.found();
        }
    }
}

impl Approximate {
    /// Starts a search for all instances that `start` does not exclude. All lists in `start` must be empty.
    /// Each chunk contains about `chunk_size` instances. Smaller chunks need less memory, larger chunks need less time.
    /// The neighbor lists do not depend on the size of the chunks.
    pub fn new(start: Neighbors, chunk_size: usize) -> Approximate {
        let takes_part = |&instance: &u32| start.similarities[[instance as usize, 0]] != f32::INFINITY;
        let instances: Vec<u32> = (0..start.ids.nrows() as u32).filter(takes_part).collect();
        let n = instances.len();
        let n_centers = (((n as f64).sqrt() * CELLS_PER_SQRT_N) as usize).clamp(1, n.max(1));
        let each = PROBES.min(n_centers);
        Approximate {
            chunk_size: chunk_size.max(1),
            neighbors: start,
            // A pool without instances needs no work, so the search of an empty pool starts at the last step.
            step: if n == 0 { Step::Refine } else { Step::Centers },
            n_chunks: n.min(1),
            n_centers,
            centers: Vec::new(),
            near: vec![0; n * each],
            each,
            cells: Vec::new(),
            unassigned: Vec::new(),
            settled: 0,
            plan: Plan::default(),
            probes: Vec::new(),
            order: Vec::new(),
            lists: Scored::default(),
            instances,
        }
    }

    /// The current step of the search.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Number of chunks in the current step.
    pub fn n_chunks(&self) -> usize {
        self.n_chunks
    }

    /// Progress of the search after `chunks` chunks of the current step, in units of instances. The total is n.
    pub fn progress(&self, chunks: usize) -> Progress {
        /// Share of each step in the total run time, in percent.
        const SHARES: [(Step, u64); 4] = [
            (Step::Centers, 9),
            (Step::Cells, 16),
            (Step::Probe, 50),
            (Step::Refine, 25),
        ];
        let before = SHARES.iter().take_while(|(step, _)| *step != self.step);
        let before: u64 = before.map(|(_, share)| share).sum();
        let share = SHARES[self.step as usize].1;
        let n = self.neighbors.ids.nrows() as u64;
        // A step that has no chunks counts as completely finished.
        let (chunks, n_chunks) = match self.n_chunks {
            0 => (1, 1),
            n_chunks => (chunks, n_chunks),
        };
        Progress {
            stage: Stage::Neighbors,
            done: n_finished(n, [before, share], [chunks as u64, n_chunks as u64]) as u32,
            total: n as u32,
        }
    }

    /// Creates a chunk of the current step.
    pub fn chunk(&self, chunk: usize) -> SearchChunk {
        match self.step {
            Step::Centers => {
                let n = self.instances.len();
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
                let sample = index::sample(&mut rng, n, n.min(SAMPLES_PER_CENTER * self.n_centers));
                let mut sample: Vec<u32> = sample.into_iter().map(|place| place as u32).collect();
                sample.sort_unstable();
                self.of(Step::Centers, &sample, vec![self.n_centers as u32])
            }
            Step::Cells => {
                let mut words = vec![self.each as u32, self.n_centers as u32];
                words.extend(&self.centers);
                self.of(Step::Cells, &self.block(chunk), words)
            }
            Step::Probe => self.probe(chunk),
            Step::Refine => self.refine(chunk),
        }
    }

    /// Stores the answer to a chunk of the current step. Must be called exactly once per chunk.
    /// Returns whether the answer is valid. An invalid answer changes nothing.
    pub fn take(&mut self, chunk: usize, answer: &[u32]) -> bool {
        match self.step {
            Step::Centers => {
                let fits = !answer.is_empty() && answer.len().is_multiple_of(self.n_centers);
                if fits {
                    self.centers = answer.to_vec();
                }
                fits
            }
            Step::Cells => {
                let block = self.block(chunk);
                let near = &mut self.near[block[0] as usize * self.each..][..block.len() * self.each];
                let fits = answer.len() == near.len() && answer.iter().all(|&cell| (cell as usize) < self.n_centers);
                if fits {
                    near.copy_from_slice(answer);
                }
                fits
            }
            Step::Probe => self.take_probe(chunk, answer),
            Step::Refine => self.take_refined(chunk, answer),
        }
    }

    /// Continues the search when the answers to all chunks of the current step are stored.
    /// Moves to the next step, or does a bounded part of the work between two steps, so that every call is short.
    /// While work between two steps remains, [`Approximate::n_chunks`] is 0. Returns false if the search is finished.
    pub fn advance(&mut self) -> bool {
        (self.step, self.n_chunks) = match self.step {
            Step::Centers => (Step::Cells, self.instances.len().div_ceil(self.chunk_size)),
            Step::Cells if self.settled < self.instances.len() => {
                self.assign();
                (Step::Cells, 0)
            }
            Step::Cells if self.plan.cells < self.cells.len() => {
                self.plan();
                (Step::Cells, 0)
            }
            Step::Cells => {
                self.plan = Plan::default();
                (Step::Probe, self.probes.len())
            }
            Step::Probe => (Step::Refine, self.order.len().div_ceil(self.refined_at_once())),
            Step::Refine => return false,
        };
        true
    }

    /// Returns the neighbor lists, or `None` if the list of an instance has fewer than k neighbors.
    pub fn found(self) -> Option<Neighbors> {
        let last = self.neighbors.ids.ncols() - 1;
        let full = |&instance: &u32| self.neighbors.ids[[instance as usize, last]] != NO_NEIGHBOR;
        self.instances.iter().all(full).then_some(self.neighbors)
    }

    /// The consecutive instances of a chunk, as indices in `instances`.
    fn block(&self, chunk: usize) -> Vec<u32> {
        let end = self.instances.len().min((chunk + 1) * self.chunk_size);
        (chunk * self.chunk_size..end).map(|place| place as u32).collect()
    }

    fn of(&self, step: Step, places: &[u32], words: Vec<u32>) -> SearchChunk {
        SearchChunk {
            step,
            n_neighbors: self.neighbors.ids.ncols() as u32,
            instances: places.iter().map(|&place| self.instances[place as usize]).collect(),
            words,
        }
    }

    /// Assigns more instances to home cells. The home cell of an instance is its nearest cell that is not full.
    /// If all nearby cells of an instance are full, the instance is assigned to an additional cell without a center.
    fn assign(&mut self) {
        let n = self.instances.len();
        if self.settled == 0 {
            // The capacity of each list is 1.5 times the mean length, because a vector that outgrows its capacity is copied.
            let mean = |all: usize| all.div_ceil(self.n_centers) * 3 / 2;
            let empty = || Cell {
                home: Vec::with_capacity(mean(n)),
                visitors: Vec::with_capacity(mean(n * (self.each - 1))),
            };
            self.cells = (0..self.n_centers).map(|_| empty()).collect();
        }
        let room = MAX_CELL_OVERLOAD * n.div_ceil(self.n_centers);
        let end = n.min(self.settled + INSTANCES_PER_ADVANCE);
        for place in self.settled..end {
            let near = &self.near[place * self.each..][..self.each];
            let home = near.iter().find(|&&cell| self.cells[cell as usize].home.len() < room);
            match home {
                Some(&cell) => self.cells[cell as usize].home.push(place as u32),
                None => self.unassigned.push(place as u32),
            }
            for cell in near.iter().filter(|&cell| Some(cell) != home) {
                self.cells[*cell as usize].visitors.push(place as u32);
            }
        }
        self.settled = end;
        if end == n {
            self.cells
                .extend(take(&mut self.unassigned).chunks(room).map(|home| Cell {
                    home: home.to_vec(),
                    visitors: Vec::new(),
                }));
            self.order = self.cells.iter().flat_map(|cell| &cell.home).copied().collect();
            self.near = Vec::new();
            self.lists = Scored::empty(n, self.neighbors.ids.ncols());
        }
    }

    /// Schedules probes for more cells.
    /// A chunk receives more cells until it contains about `self.chunk_size` distinct instances.
    fn plan(&mut self) {
        let Plan {
            cells,
            chunk,
            members,
            last_chunk,
        } = &mut self.plan;
        last_chunk.resize(self.instances.len(), usize::MAX);
        let mut n_comparisons = 0;
        while let Some(cell) = self.cells.get(*cells)
            && n_comparisons < INSTANCES_PER_ADVANCE * self.each
        {
            let parts = cell.visitors.len().div_ceil(self.chunk_size).max(1);
            for part in 0..parts {
                let visitors = part * self.chunk_size..cell.visitors.len().min((part + 1) * self.chunk_size);
                for &place in cell.home.iter().chain(&cell.visitors[visitors.clone()]) {
                    *members += usize::from(last_chunk[place as usize] != self.probes.len());
                    last_chunk[place as usize] = self.probes.len();
                }
                chunk.push(Probe {
                    cell: *cells,
                    visitors,
                    home: part == 0,
                });
                if *members >= self.chunk_size {
                    self.probes.push(take(chunk));
                    *members = 0;
                }
            }
            n_comparisons += cell.home.len() + cell.visitors.len();
            *cells += 1;
        }
        if *cells == self.cells.len() && !chunk.is_empty() {
            self.probes.push(take(chunk));
        }
    }

    /// The places (indices in `instances`) of a chunk's instances, in ascending order.
    fn members(&self, chunk: usize) -> Vec<u32> {
        let mut is_member = vec![false; self.instances.len()];
        for probe in &self.probes[chunk] {
            let cell = &self.cells[probe.cell];
            let all = cell.home.iter().chain(&cell.visitors[probe.visitors.clone()]);
            all.for_each(|&place| is_member[place as usize] = true);
        }
        places(&is_member)
    }

    fn probe(&self, chunk: usize) -> SearchChunk {
        let members = self.members(chunk);
        let among = numbers(&members, self.instances.len());
        let mut words: Vec<u32> = members.iter().map(|&place| self.lists.least(place) as u32).collect();
        for probe in &self.probes[chunk] {
            let cell = &self.cells[probe.cell];
            let visitors = &cell.visitors[probe.visitors.clone()];
            words.extend([probe.home.into(), cell.home.len() as u32, visitors.len() as u32]);
            words.extend(cell.home.iter().chain(visitors).map(|&place| among[place as usize]));
        }
        self.of(Step::Probe, &members, words)
    }

    fn take_probe(&mut self, chunk: usize, answer: &[u32]) -> bool {
        let members = self.members(chunk);
        let k = self.neighbors.ids.ncols();
        let valid = |entry: &[u32]| entry[1] == NO_NEIGHBOR || (entry[1] as usize) < members.len();
        if answer.len() != members.len() * k * 2 || !answer.chunks_exact(2).all(valid) {
            return false;
        }
        for (&place, list) in members.iter().zip(answer.chunks_exact(2 * k)) {
            for entry in list.chunks_exact(2).take_while(|entry| entry[1] != NO_NEIGHBOR) {
                self.lists.offer(place, entry[0] as i32, members[entry[1] as usize]);
            }
        }
        true
    }

    fn refined_at_once(&self) -> usize {
        self.chunk_size.div_ceil(REFINE_FRACTION)
    }

    fn refined(&self, chunk: usize) -> &[u32] {
        let size = self.refined_at_once();
        &self.order[chunk * size..self.order.len().min((chunk + 1) * size)]
    }

    fn known(&self, place: u32) -> impl Iterator<Item = u32> + '_ {
        let list = self.lists.of(place).iter().map(|&(_, other)| other);
        list.take_while(|&other| other != NO_NEIGHBOR)
    }

    /// Returns the refined instances of a chunk, their neighbors, and the neighbors of the neighbors, in ascending order.
    /// The second list states for each instance of the search whether the chunk contains the neighbor list of the instance.
    /// A chunk contains the neighbor lists of the refined instances and of their neighbors.
    fn around(&self, chunk: usize) -> (Vec<u32>, Vec<bool>) {
        let mut has_list = vec![false; self.instances.len()];
        for &place in self.refined(chunk) {
            has_list[place as usize] = true;
            self.known(place).for_each(|other| has_list[other as usize] = true);
        }
        let mut is_member = has_list.clone();
        for place in places(&has_list) {
            self.known(place).for_each(|other| is_member[other as usize] = true);
        }
        (places(&is_member), has_list)
    }

    fn refine(&self, chunk: usize) -> SearchChunk {
        let (members, has_list) = self.around(chunk);
        let among = numbers(&members, self.instances.len());
        let refined = self.refined(chunk);
        let mut words = vec![refined.len() as u32];
        words.extend(refined.iter().map(|&place| among[place as usize]));
        let k = self.neighbors.ids.ncols();
        for &place in &members {
            let end = words.len() + k;
            if has_list[place as usize] {
                words.extend(self.known(place).map(|other| among[other as usize]));
            }
            words.resize(end, NO_NEIGHBOR);
        }
        self.of(Step::Refine, &members, words)
    }

    fn take_refined(&mut self, chunk: usize, answer: &[u32]) -> bool {
        let members = self.around(chunk).0;
        let k = self.neighbors.ids.ncols();
        let refined = self.refined(chunk).to_vec();
        let valid = |entry: &[u32]| entry[0] == NO_NEIGHBOR || (entry[0] as usize) < members.len();
        if answer.len() != refined.len() * k * 2 || !answer.chunks_exact(2).all(valid) {
            return false;
        }
        for (place, list) in refined.into_iter().zip(answer.chunks_exact(2 * k)) {
            let row = self.instances[place as usize] as usize;
            for (rank, entry) in list
                .chunks_exact(2)
                .enumerate()
                .filter(|(_, entry)| entry[0] != NO_NEIGHBOR)
            {
                self.neighbors.ids[[row, rank]] = self.instances[members[entry[0] as usize] as usize];
                self.neighbors.similarities[[row, rank]] = f32::from_bits(entry[1]);
            }
        }
        true
    }
}

/// Number of instances, of `n` in total, that count as finished after `chunks` of the `n_chunks` chunks of a step.
/// The previous steps take `before` percent of the total run time, and the step itself takes `share` percent.
///
/// The function takes 64-bit numbers, because `usize` has 32 bits in WebAssembly, and n · chunks can exceed 2³².
fn n_finished(n: u64, [before, share]: [u64; 2], [chunks, n_chunks]: [u64; 2]) -> u64 {
    n * (before * n_chunks + share * chunks) / (100 * n_chunks)
}

fn places(marked: &[bool]) -> Vec<u32> {
    let numbered = marked.iter().zip(0..);
    numbered
        .filter(|&(&marked, _)| marked)
        .map(|(_, place)| place)
        .collect()
}

/// The inverse of the list `places`: for each number below `n`, its index in `places`, or [`NO_NEIGHBOR`].
fn numbers(places: &[u32], n: usize) -> Vec<u32> {
    let mut numbers = vec![NO_NEIGHBOR; n];
    for (&place, number) in places.iter().zip(0..) {
        numbers[place as usize] = number;
    }
    numbers
}

#[cfg(test)]
mod tests;
