//! The state between two greedy steps: the gain of each vertex, and the queue from which the next vertex is taken.

use std::cmp::Reverse;

use super::{Bisection, Replay};

/// The state of a Fiduccia–Mattheyses pass between two moves, or of a part between two picks by residual degree.
#[derive(Clone, Debug, PartialEq)]
pub struct GainQueue {
    /// Whether the next vertex is picked. Otherwise the next vertex changes sides.
    pub is_of_picks: bool,
    /// The gain of each vertex of the current graph. In a pass, the gain is the decrease of the cut if the vertex changes sides.
    /// Between picks, the gain is the residual degree, or `None` for picked vertices and vertices of other parts.
    pub gains: Vec<Option<i64>>,
    /// In a refinement pass, the queue contains the unmoved vertices that are at the border or were adjacent to a moved vertex.
    /// The vertex with the highest gain is first; among equal gains, the most recently updated vertex is first.
    /// Between picks, the queue contains all unpicked vertices of the part. The vertex with the highest residual degree is first;
    /// ties go to the vertex with the higher degree in the whole graph, then to the lowest id.
    pub queue: Vec<QueueEntry>,
    /// The vertex of the current graph that moves or is picked next. `None` after the last move of a pass.
    pub next: Option<u32>,
}

/// A vertex in the queue, which may still move or be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueEntry {
    /// The index of the vertex in the current graph.
    pub node: u32,
    /// The gain of the vertex.
    pub gain: i64,
    /// Whether the balance permits the move: if a side is too heavy, only vertices of this side may move.
    /// A pick is always permitted.
    pub may_move: bool,
}

impl GainQueue {
    /// The state after `done` moves of a pass that begins in the state `bisection`. `next` is the following move.
    /// The time is O(|V| log |V| + |E|).
    pub(super) fn of_pass(bisection: &Bisection, done: &[u32], next: Option<u32>) -> GainQueue {
        let mut pass = Pass::new(bisection);
        done.iter().for_each(|&vertex| pass.flip(vertex));
        let excess = pass.excess(pass.weights);
        let mut queue: Vec<(QueueEntry, u32)> = (0u32..)
            .zip(&pass.entered)
            .filter_map(|(node, entered)| {
                let entry = QueueEntry {
                    node,
                    gain: pass.gains[node as usize],
                    may_move: excess == 0 || pass.excess(pass.weights_after(node)) < excess,
                };
                Some((entry, (*entered)?))
            })
            .collect();
        queue.sort_by_key(|&(entry, entered)| Reverse((entry.gain, entered)));
        GainQueue {
            is_of_picks: false,
            gains: pass.gains.into_iter().map(Some).collect(),
            queue: queue.into_iter().map(|(entry, _)| entry).collect(),
            next,
        }
    }

    /// The state before `next` is picked by residual degree, computed in O(|V| log |V| + |E|) time.
    pub(super) fn of_picks(replay: &Replay, next: u32) -> GainQueue {
        let graph = replay.levels.finest();
        let (picked, part_of) = (replay.picked(), &replay.part_of);
        let part = part_of[next as usize];
        let is_open = |vertex: u32| part_of[vertex as usize] == part && !picked[vertex as usize];
        let residual = |vertex: u32| {
            let others = graph.neighbors_of(vertex).iter();
            others.filter(|&&other| is_open(other)).count() as i64
        };
        let gains: Vec<Option<i64>> = (0..graph.n_vertices() as u32)
            .map(|vertex| is_open(vertex).then(|| residual(vertex)))
            .collect();
        let mut queue: Vec<QueueEntry> = (0u32..)
            .zip(&gains)
            .filter_map(|(node, gain)| {
                Some(QueueEntry {
                    node,
                    gain: (*gain)?,
                    may_move: true,
                })
            })
            .collect();
        queue.sort_by_key(|entry| (Reverse((entry.gain, graph.degree(entry.node))), entry.node));
        GainQueue {
            is_of_picks: true,
            gains,
            queue,
            next: Some(next),
        }
    }

    /// Whether taking `node` next is as good as the recorded step:
    /// `node` may move, and no vertex that may move has a higher gain. The recorded vertex always meets this condition.
    pub fn is_best(&self, node: u32) -> bool {
        let may_move = |entry: &&QueueEntry| entry.may_move;
        let best = self.queue.iter().find(may_move).map(|entry| entry.gain);
        let is_it = |entry: &QueueEntry| entry.node == node && entry.may_move && Some(entry.gain) == best;
        self.next == Some(node) || self.queue.iter().any(is_it)
    }
}

/// A refinement pass that is reconstructed from its recorded moves.
struct Pass<'a> {
    bisection: &'a Bisection,
    side_of: Vec<u8>,
    weights: [u64; 2],
    limits: [u64; 2],
    gains: Vec<i64>,
    moved: Vec<bool>,
    /// For each vertex in the queue, the number of insertions before the most recent insertion of the vertex.
    entered: Vec<Option<u32>>,
    n_entered: u32,
}

impl Pass<'_> {
    fn new(bisection: &Bisection) -> Pass<'_> {
        let graph = bisection.levels.graph();
        let n = graph.n_vertices();
        let mut pass = Pass {
            bisection,
            side_of: bisection.side_of.clone(),
            weights: bisection.weights(),
            limits: bisection.limits_in_pass(),
            gains: vec![0; n],
            moved: vec![false; n],
            entered: vec![None; n],
            n_entered: 0,
        };
        let is_too_heavy = pass.excess(pass.weights) > 0;
        for vertex in 0..n as u32 {
            let side = pass.side_of[vertex as usize];
            let signed = |(other, weight): (u32, u32)| match pass.side_of[other as usize] == side {
                true => -i64::from(weight),
                false => i64::from(weight),
            };
            pass.gains[vertex as usize] = graph.edges_of(vertex).map(signed).sum();
            let others = graph.neighbors_of(vertex);
            let at_border = others.iter().any(|&other| pass.side_of[other as usize] != side);
            if is_too_heavy || others.is_empty() || at_border {
                pass.enter(vertex);
            }
        }
        pass
    }

    fn enter(&mut self, vertex: u32) {
        self.entered[vertex as usize] = Some(self.n_entered);
        self.n_entered += 1;
    }

    fn excess(&self, weights: [u64; 2]) -> u64 {
        weights[0].saturating_sub(self.limits[0]) + weights[1].saturating_sub(self.limits[1])
    }

    fn weights_after(&self, vertex: u32) -> [u64; 2] {
        let weight = u64::from(self.bisection.levels.graph().vertex_weights[vertex as usize]);
        let side = usize::from(self.side_of[vertex as usize]);
        let mut weights = self.weights;
        weights[side] = weights[side].saturating_sub(weight);
        weights[1 - side] += weight;
        weights
    }

    fn flip(&mut self, vertex: u32) {
        self.weights = self.weights_after(vertex);
        self.side_of[vertex as usize] ^= 1;
        self.gains[vertex as usize] = -self.gains[vertex as usize];
        self.moved[vertex as usize] = true;
        self.entered[vertex as usize] = None;
        let side = self.side_of[vertex as usize];
        let graph = self.bisection.levels.graph();
        for (other, weight) in graph.edges_of(vertex) {
            let change = 2 * i64::from(weight);
            let joined = self.side_of[other as usize] == side;
            self.gains[other as usize] += if joined { -change } else { change };
            if !self.moved[other as usize] {
                self.enter(other);
            }
        }
    }
}
