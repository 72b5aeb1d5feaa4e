//! The state inside a refinement pass: the gain of each vertex, and the queue of those that may still move.

use super::Bisection;

/// The state of a Fiduccia–Mattheyses pass between two moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Refinement {
    /// For each vertex of the current graph, its gain: by how much the cut falls if the vertex changes sides.
    pub gains: Vec<i64>,
    /// The vertices that have not moved in this pass and are at the border, or were next to a moved vertex. The highest
    /// gain is first; of equal gains, the one that was updated last.
    pub queue: Vec<QueueEntry>,
    /// The vertex of the current graph that moves next. `None` after the last move.
    pub next: Option<u32>,
}

/// A vertex that may still move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueEntry {
    /// The vertex of the current graph.
    pub node: u32,
    /// The decrease of the cut.
    pub gain: i64,
    /// Its side, 0 or 1.
    pub side: u8,
    /// Whether the balance permits the move: where a side is too heavy, only its vertices may leave it.
    pub may_move: bool,
}

impl Refinement {
    /// The state after `done` moves of a pass that begins in the state `bisection`. `next` is the move after them.
    /// O(|V| log |V| + |E|).
    pub(super) fn of(bisection: &Bisection, done: &[u32], next: Option<u32>) -> Refinement {
        let mut pass = Pass::new(bisection);
        done.iter().for_each(|&vertex| pass.flip(vertex));
        let excess = pass.excess(pass.weights);
        let mut queue: Vec<(QueueEntry, u32)> = (0u32..)
            .zip(&pass.entered)
            .filter_map(|(node, entered)| {
                let entry = QueueEntry {
                    node,
                    gain: pass.gains[node as usize],
                    side: pass.side_of[node as usize],
                    may_move: excess == 0 || pass.excess(pass.weights_after(node)) < excess,
                };
                Some((entry, (*entered)?))
            })
            .collect();
        queue.sort_by_key(|&(entry, entered)| std::cmp::Reverse((entry.gain, entered)));
        Refinement {
            gains: pass.gains,
            queue: queue.into_iter().map(|(entry, _)| entry).collect(),
            next,
        }
    }

    /// Whether moving `node` next is as good as the recorded move: it may move, and no vertex that may move has a higher
    /// gain. The recorded move itself is always as good.
    pub fn is_best(&self, node: u32) -> bool {
        let may_move = |entry: &&QueueEntry| entry.may_move;
        let best = self.queue.iter().find(may_move).map(|entry| entry.gain);
        let is_it = |entry: &QueueEntry| entry.node == node && entry.may_move && Some(entry.gain) == best;
        self.next == Some(node) || self.queue.iter().any(is_it)
    }
}

/// A pass that is repeated from its recorded moves.
struct Pass<'a> {
    bisection: &'a Bisection,
    side_of: Vec<u8>,
    weights: [u64; 2],
    limits: [u64; 2],
    gains: Vec<i64>,
    moved: Vec<bool>,
    /// For each vertex in the queue, the number of insertions before its last one.
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
