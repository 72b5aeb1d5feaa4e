//! Small pools for the tests of the selection methods.

use std::ops::Range;

use ndarray::Array2;
use proptest::prelude::{Strategy, prop};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Input, PriorSelection, Selector};
use fastgas_embedding::Embeddings;
use fastgas_graph::EdgeWeights;
use fastgas_graph::{CsrGraph, Neighbors, nearest_neighbors};
use fastgas_progress::OneWorker;

/// A test pool with all inputs of a selection method.
#[derive(Clone)]
pub struct Example {
    pub embeddings: Embeddings,
    pub neighbors: Neighbors,
    pub graph: CsrGraph,
    pub confidences: Option<Vec<f32>>,
    budget: u32,
    seed: u64,
}

impl Example {
    /// A pool with the given `embeddings` and their k nearest neighbors.
    pub fn of(embeddings: Embeddings, n_neighbors: usize) -> Example {
        let neighbors = nearest_neighbors(&embeddings, n_neighbors, &mut |_| ());
        Example {
            graph: CsrGraph::from_neighbors(&neighbors, EdgeWeights::Unit),
            ..Example::from_neighbors(embeddings, neighbors)
        }
    }

    /// A pool with the given neighbor lists, which do not depend on the embeddings.
    fn from_neighbors(embeddings: Embeddings, neighbors: Neighbors) -> Example {
        Example {
            embeddings,
            neighbors,
            graph: CsrGraph::default(),
            confidences: None,
            budget: 1,
            seed: 0,
        }
    }

    /// A pool of `n` points on a circle.
    pub fn ring(n: usize) -> Example {
        let mut rows = Array2::zeros((n, 2));
        for (index, mut row) in rows.rows_mut().into_iter().enumerate() {
            let turn = index as f32 / n as f32 * std::f32::consts::TAU;
            row.assign(&ndarray::array![turn.cos(), turn.sin()]);
        }
        Example::of(Embeddings::normalized(rows).expect("no row is zero"), 2)
    }

    /// A pool for methods that use only the graph.
    pub fn on(graph: CsrGraph) -> Example {
        let embeddings = Embeddings::normalized(Array2::ones((graph.n_vertices(), 1))).expect("no row is zero");
        Example {
            graph,
            ..Example::from_neighbors(embeddings, Neighbors::default())
        }
    }

    /// A pool for methods that use only directed neighbor lists. Lists are sorted nearest first, and all cosines are 1.
    pub fn listing<const K: usize>(lists: &[[u32; K]]) -> Example {
        let embeddings = Embeddings::normalized(Array2::ones((lists.len(), 1))).expect("no row is zero");
        let ids = Array2::from(lists.to_vec());
        let similarities = Array2::ones(ids.dim());
        Example::from_neighbors(embeddings, Neighbors { ids, similarities })
    }

    /// The pool with a different budget and seed.
    pub fn with(&self, budget: u32, seed: u64) -> Example {
        Example {
            budget,
            seed,
            ..self.clone()
        }
    }

    pub fn input(&self) -> Input<'_> {
        Input {
            embeddings: &self.embeddings,
            neighbors: &self.neighbors,
            graph: &self.graph,
            confidences: self.confidences.as_deref(),
            budget: self.budget,
            earlier: PriorSelection::NONE,
            seed: self.seed,
            workers: &OneWorker,
        }
    }

    /// The picks of a selection method, as rows.
    pub fn rows(&self, selector: &dyn Selector) -> Vec<u32> {
        selector
            .choose(&self.input(), &mut |_| ())
            .expect("nothing is missing")
            .rows
    }
}

/// The cosine of two instances, summed in a fixed order.
pub fn cosine(embeddings: &Embeddings, a: u32, b: u32) -> f32 {
    let pairs = embeddings.row(a as usize).into_iter().zip(embeddings.row(b as usize));
    pairs.fold(0.0, |sum, (a, b)| sum + a * b)
}

/// Random embeddings with few distinct coordinates, so that duplicates and ties are common.
pub fn few_directions(n: Range<usize>) -> impl Strategy<Value = Embeddings> {
    let row = prop::array::uniform3(-2i8..=2);
    prop::collection::vec(row, n).prop_map(|rows| {
        let rows: Vec<[f32; 3]> = rows.iter().map(|row| row.map(|x| f32::from(x) + 0.5)).collect();
        Embeddings::normalized(rows.into()).expect("no coordinate is zero")
    })
}

/// Random embeddings in groups of the given sizes, in shuffled order. Each group lies around its own coordinate axis.
/// Also returns the group of each instance.
pub fn grouped(sizes: &[u32], seed: u64) -> (Embeddings, Vec<u32>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut group_of: Vec<u32> = (0..)
        .zip(sizes)
        .flat_map(|(group, &size)| vec![group; size as usize])
        .collect();
    group_of.shuffle(&mut rng);
    let shape = (group_of.len(), sizes.len());
    let rows = Array2::from_shape_fn(shape, |(row, axis)| {
        let along = if group_of[row] as usize == axis { 1.0 } else { 0.0 };
        along + rng.random_range(-0.2f32..0.2)
    });
    (Embeddings::normalized(rows).expect("no row is zero"), group_of)
}
