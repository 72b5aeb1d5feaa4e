//! The work on one chunk of the approximate search. The work needs only the rows of the chunk's instances.

use super::Step;
use super::cells::{centers, nearest};
use super::lists::Scored;
use super::products::{Needed, Packed, Quantized, Rows};
use crate::knn::rerank::exact;
use crate::knn::shortlist::NO_NEIGHBOR;
use fastgas_embedding::Embeddings;
use fastgas_progress::{OneWorker, Workers};

/// A unit of work of an [`Approximate`](super::Approximate) search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchChunk {
    /// The step of the search to which the chunk belongs.
    pub step: Step,
    /// Number of neighbors, k.
    pub n_neighbors: u32,
    /// The instances whose embedding rows the chunk needs, in ascending order.
    /// [`SearchChunk::words`] and answers refer to an instance by its index in this list.
    pub instances: Vec<u32>,
    /// Further input as 32-bit words, depending on the step:
    ///
    /// - `Centers`: the number of centers.
    /// - `Cells`: the number of cells per instance, the number of centers, and the coordinates of the centers.
    /// - `Probe`: for each instance, the minimum score of a neighbor. The data of each cell follows.
    ///   The data of a cell is a flag, the number of residents, the number of visitors, the residents, and the visitors.
    ///   Residents of a cell are the instances with this home cell. Visitors are other instances that probe the cell.
    ///   The flag is 1 if the residents also probe the cell, and 0 if not.
    /// - `Refine`: the number of refined instances, then the refined instances, then k current neighbors of each instance.
    ///   If the neighbors of an instance are not needed, its k entries are `u32::MAX`.
    pub words: Vec<u32>,
}

impl SearchChunk {
    /// Processes the chunk. `embeddings` contains the rows of all instances.
    /// The format of the answer depends on the step:
    ///
    /// - `Centers`: the coordinates of the cell centers.
    /// - `Cells`: the nearest cells of each instance.
    /// - `Probe`: k pairs of coarse score and neighbor for each instance.
    /// - `Refine`: k pairs of neighbor id and cosine (as float bits) for each refined instance.
    ///
    /// # Panics
    /// Panics if [`Approximate`](super::Approximate) did not create the words of the chunk.
    pub fn answer(&self, embeddings: &Embeddings) -> Vec<u32> {
        self.answer_by(embeddings, &OneWorker)
    }

    /// Like [`SearchChunk::answer`], but computes the centers of a [`Step::Centers`] chunk on `workers`.
    /// A chunk of any other step runs on the current thread.
    /// The answer does not depend on the number of workers.
    ///
    /// # Panics
    /// Panics under the conditions of [`SearchChunk::answer`].
    pub fn answer_by(&self, embeddings: &Embeddings, workers: &dyn Workers) -> Vec<u32> {
        answer(
            self.step,
            self.n_neighbors as usize,
            &self.words,
            Rows::some(embeddings, &self.instances),
            workers,
        )
    }
}

/// Like [`SearchChunk::answer`], but `embeddings` contains only the rows of the chunk's instances, in order.
///
/// # Panics
/// Panics under the conditions of [`SearchChunk::answer`].
pub fn answer_alone(step: Step, n_neighbors: u32, words: &[u32], embeddings: &Embeddings) -> Vec<u32> {
    answer(step, n_neighbors as usize, words, Rows::all(embeddings), &OneWorker)
}

fn answer(step: Step, k: usize, words: &[u32], rows: Rows<'_>, workers: &dyn Workers) -> Vec<u32> {
    let quantized = rows.quantized();
    match step {
        Step::Centers => words_of(&centers(&quantized, words[0] as usize, workers).numbers),
        Step::Cells => {
            let numbers = words[2..].iter().map(|&word| word as i16).collect();
            let depth = quantized.depth;
            let centers = Quantized { depth, numbers };
            assert_eq!(centers.len(), words[1] as usize);
            let all: Vec<u32> = (0..rows.len() as u32).collect();
            nearest(&quantized, &all, &centers, words[0] as usize)
        }
        Step::Probe => probe(&quantized, words, k),
        Step::Refine => refine(&quantized, rows, words, k),
    }
}

fn words_of(numbers: &[i16]) -> Vec<u32> {
    numbers.iter().map(|&number| number as u16 as u32).collect()
}

fn probe(rows: &Quantized, words: &[u32], k: usize) -> Vec<u32> {
    let (lower_bounds, mut words) = words.split_at(rows.len());
    let mut found = Scored::above(lower_bounds.iter().map(|&lower_bound| lower_bound as i32), k);
    let mut columns = Packed::default();
    while let [of_home, n_home, n_visitors, rest @ ..] = words {
        let (home, rest) = rest.split_at(*n_home as usize);
        let (visitors, rest) = rest.split_at(*n_visitors as usize);
        words = rest;
        columns.pack(rows, home);
        if *of_home == 1 {
            offer(rows, home, &columns, home, &mut found, false);
        }
        offer(rows, visitors, &columns, home, &mut found, true);
    }
    let entries = (0..rows.len() as u32).flat_map(|row| found.of(row));
    entries.flat_map(|&(score, other)| [score as u32, other]).collect()
}

/// Offers each resident of a cell to the neighbor list of each instance in `who`.
/// `home` contains the residents, `columns` their packed rows, and `found` the neighbor lists.
/// If `mutual` is true, also offers each instance in `who` to the neighbor lists of the residents.
fn offer(rows: &Quantized, who: &[u32], columns: &Packed, home: &[u32], found: &mut Scored, mutual: bool) {
    let least = |row: &u32| if mutual { found.least(*row) } else { i32::MAX };
    let mut needed = Needed {
        rows: who.iter().map(|&row| found.least(row)).collect(),
        columns: home.iter().map(least).collect(),
    };
    rows.multiply(who, columns, &mut needed, |needed, row, column, scores| {
        let of_row = who[row];
        for ((&of_column, place), &score) in home[column..].iter().zip(column..).zip(scores) {
            if of_column != of_row {
                found.offer(of_row, score, of_column);
                if mutual {
                    found.offer(of_column, score, of_row);
                    needed.columns[place] = found.least(of_column);
                }
            }
        }
        needed.rows[row] = found.least(of_row);
    });
}

fn refine(quantized: &Quantized, rows: Rows<'_>, words: &[u32], k: usize) -> Vec<u32> {
    let (refined, lists) = words[1..].split_at(words[0] as usize);
    let list = |place: u32| {
        lists[place as usize * k..][..k]
            .iter()
            .copied()
            .take_while(|&other| other != NO_NEIGHBOR)
    };
    let mut seen_by = vec![NO_NEIGHBOR; rows.len()];
    let mut near = Vec::new();
    let mut answer = Vec::with_capacity(2 * k * refined.len());
    let mut found = Scored::empty(refined.len(), k);
    for (&place, row) in refined.iter().zip(0..) {
        near.clear();
        seen_by[place as usize] = place;
        for other in list(place).chain(list(place).flat_map(list)) {
            if seen_by[other as usize] != place {
                seen_by[other as usize] = place;
                near.push(other);
            }
        }
        quantized.multiply_one(place, &near, |other, score| found.offer(row, score, other));
        let kept = found
            .of(row)
            .iter()
            .map(|&(_, other)| other)
            .take_while(|&other| other != NO_NEIGHBOR);
        let (kept_rows, kept): (Vec<u32>, Vec<u32>) = kept.map(|other| (rows.row(other), other)).unzip();
        let place_of = |row| {
            kept[kept_rows
                .iter()
                .position(|&other| other == row)
                .expect("it is one of them")]
        };
        let nearest = exact(rows.embeddings(), rows.row(place), &kept_rows);
        let end = answer.len() + 2 * k;
        answer.extend(
            nearest
                .into_iter()
                .flat_map(|(cosine, row)| [place_of(row), cosine.to_bits()]),
        );
        answer.resize(end, NO_NEIGHBOR);
    }
    answer
}
