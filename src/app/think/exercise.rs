//! What a person tries by hand, and what the algorithm does with the same.

use crate::config::{Config, Preset};
use crate::graph::CsrGraph;
use crate::partition::{Cut, Partition, cut};
use crate::select::{Earlier, greedy};
use crate::worlds::{covered, edges_touched, optimum};

/// What can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pick M vertices that touch as many edges as can be.
    Picking,
    /// Cut the graph in two halves with as few crossing edges as can be.
    Cutting,
}

/// What a person has tried so far.
#[derive(Clone, Debug, PartialEq)]
pub enum Exercise {
    /// Picks.
    Picking(Picking),
    /// Two sides.
    Cutting(Cutting),
}

/// Picks by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Picking {
    /// M.
    pub budget: u32,
    /// In the order in which they were taken.
    pub rows: Vec<u32>,
    /// What greedy picks, and what the best picks are where that can be found by trying all; once revealed.
    pub answer: Option<(Vec<u32>, Option<Vec<u32>>)>,
}

/// Two sides by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutting {
    /// 0 or 1 for each vertex.
    pub side_of: Vec<u32>,
    /// The sides that the paper's way finds; once revealed.
    pub answer: Option<Vec<u32>>,
}

impl Exercise {
    /// Nothing is picked; every other vertex is on the second side.
    pub(super) fn begin(kind: Kind, graph: &CsrGraph, budget: u32) -> Exercise {
        match kind {
            Kind::Picking => Exercise::Picking(Picking {
                budget: budget.min(graph.n_vertices() as u32),
                rows: Vec::new(),
                answer: None,
            }),
            Kind::Cutting => Exercise::Cutting(Cutting {
                side_of: (0..graph.n_vertices() as u32).map(|vertex| vertex % 2).collect(),
                answer: None,
            }),
        }
    }

    /// Takes a vertex or gives it back, or moves it to the other side.
    pub(super) fn toggle(&mut self, vertex: u32, graph: &CsrGraph) {
        if vertex as usize >= graph.n_vertices() {
            return;
        }
        match self {
            Exercise::Picking(Picking { budget, rows, .. }) => match rows.iter().position(|&row| row == vertex) {
                Some(place) => drop(rows.remove(place)),
                None if rows.len() < *budget as usize => rows.push(vertex),
                None => {}
            },
            Exercise::Cutting(Cutting { side_of, .. }) => side_of[vertex as usize] ^= 1,
        }
    }

    pub(super) fn reveal(&mut self, graph: &CsrGraph) {
        match self {
            Exercise::Picking(picking) => {
                let whole = Partition {
                    part_of: vec![0; graph.n_vertices()],
                    n_parts: 1,
                };
                let rows = greedy(graph, &whole, &[picking.budget], Earlier::NONE, &mut |_| ());
                picking.answer = Some((rows, optimum(graph, picking.budget)));
            }
            Exercise::Cutting(cutting) => {
                let cut = Cut {
                    n_parts: 2,
                    preset: Preset::Paper,
                    imbalance: Config::default().imbalance,
                    seed: 0,
                };
                let sides = cut.run(graph, &mut |_| (), &mut ());
                cutting.answer = sides.ok().map(|partition| partition.part_of);
            }
        }
    }
}

/// What picks are worth, as a line to read.
pub fn worth(graph: &CsrGraph, rows: &[u32]) -> String {
    let (touched, covers) = (edges_touched(graph, rows), covered(graph, rows));
    let (edges, vertices) = (graph.n_edges(), graph.n_vertices());
    format!("{touched} of {edges} edges touched, {covers} of {vertices} vertices covered")
}

/// What two sides are worth, as a line to read.
pub fn balance(graph: &CsrGraph, side_of: &[u32]) -> String {
    let second = side_of.iter().filter(|&&side| side == 1).count();
    let cut = cut(graph, side_of);
    format!("cut {cut}, sides {} : {second}", side_of.len() - second)
}
