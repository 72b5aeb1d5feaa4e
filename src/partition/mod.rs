//! The kNN graph is cut into K balanced parts with few crossing edges (paper, Section 3 and appendix C).

use serde::{Deserialize, Serialize};

use crate::graph::CsrGraph;

/// A part for every vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// `part_of[v]`, below `n_parts`.
    pub part_of: Vec<u32>,
    /// K. Every part holds at least one vertex.
    pub n_parts: u32,
}

impl Partition {
    /// The vertices of each part, in rising order.
    pub fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.n_parts as usize];
        for (vertex, &part) in self.part_of.iter().enumerate() {
            members[part as usize].push(vertex as u32);
        }
        members
    }

    /// The weight of each part.
    pub fn part_weights(&self, graph: &CsrGraph) -> Vec<u64> {
        let mut part_weights = vec![0; self.n_parts as usize];
        for (&part, &weight) in self.part_of.iter().zip(&graph.vertex_weights) {
            part_weights[part as usize] += u64::from(weight);
        }
        part_weights
    }
}

/// What a partition achieved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Weight of the edges between parts; each edge counts once.
    pub cut: u64,
    /// Heaviest part ÷ mean part − 1.
    pub imbalance: f64,
    /// K.
    pub n_parts: u32,
}
