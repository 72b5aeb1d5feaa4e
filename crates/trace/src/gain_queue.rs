//! The state between two greedy steps: the gain of each vertex, and the queue that the next vertex is taken from.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Bisection, Replay};

/// The kind of greedy step that a [`GainQueue`] precedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueKind {
    /// A vertex changes sides in a Fiduccia–Mattheyses pass over a bisection.
    Pass,
    /// A vertex moves to another part during the joint refinement of all parts.
    Parts,
    /// A vertex is picked by residual degree.
    Picks,
    /// Each part proposes vertices in order of residual degree.
    Proposals,
    /// The proposed vertex that raises the coverage most is picked.
    Cover,
}

impl QueueKind {
    /// Number of decimal places of a displayed gain. Gains in coverage have as many decimal places as the coverage.
    pub const fn n_decimals(self) -> usize {
        match self {
            QueueKind::Cover => 3,
            QueueKind::Pass | QueueKind::Parts | QueueKind::Picks | QueueKind::Proposals => 0,
        }
    }

    /// The gain as a number. Gains in coverage are stored in billionths.
    pub fn number(self, gain: i64) -> f64 {
        match self {
            QueueKind::Cover => gain as f64 / 1e9,
            QueueKind::Pass | QueueKind::Parts | QueueKind::Picks | QueueKind::Proposals => gain as f64,
        }
    }
}

/// The gains of vertices between two greedy steps of a recording. The steps are of four kinds:
/// * A vertex moves in a Fiduccia–Mattheyses pass or in the joint refinement of all parts.
/// * A vertex is picked from a part by residual degree.
/// * All parts propose vertices.
/// * A proposed vertex is picked by coverage.
#[derive(Clone, Debug, PartialEq)]
pub struct GainQueue {
    /// The kind of the next greedy step.
    pub kind: QueueKind,
    /// The gain of each vertex in the current graph, or `None` for a vertex that cannot move or be picked.
    /// * In a Fiduccia–Mattheyses pass, the gain is the decrease of the cut if the vertex changes sides.
    /// * In the joint refinement, the gain is the decrease of the cut if the vertex moves to the best part with room for it.
    /// * Before a pick by residual degree, the gain of each unpicked vertex in the part of the pick is its residual degree.
    /// * Before the parts propose vertices, the gain of every unpicked vertex is its residual degree.
    /// * In the steps that pick by coverage, the gain is the increase of the coverage in billionths.
    ///
    /// A vertex has a gain in coverage only if it is proposed and unpicked, and its part may receive another pick.
    pub gains: Vec<Option<i64>>,
    /// The vertices that the next vertex is taken from. The vertices and their order depend on the kind of step.
    ///
    /// In a refinement pass, the queue initially contains the isolated vertices and the vertices at the border.
    /// If a side is too heavy at the start of the pass, the queue initially contains all vertices.
    /// A vertex that moves leaves the queue, and its unmoved neighbors enter the queue.
    /// The vertex with the highest gain is first. Among equal gains, the most recently updated vertex is first.
    /// In the joint refinement, the queue contains all unmoved vertices that have a gain, sorted by gain and then by id.
    /// Each search of the joint refinement considers only vertices near its start vertex.
    /// The next vertex of a search is therefore not always the first vertex of the queue.
    /// Between picks by residual degree, the queue contains all unpicked vertices in the part of the next pick.
    /// The vertex with the highest residual degree is first.
    /// Ties go to the vertex with the highest degree in the whole graph, then to the lowest id.
    /// Before the parts propose vertices, the queue contains the unpicked vertices of all parts, sorted by residual degree.
    /// Between picks by coverage, the queue contains the vertices with a gain, sorted by gain and then by id.
    pub queue: Vec<QueueEntry>,
    /// The vertex of the current graph that moves or is picked next.
    /// `None` after the last move, and before the parts propose vertices, because all parts propose in one step.
    pub next: Option<u32>,
}

/// A vertex in the queue, which may be moved or picked later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueEntry {
    /// The index of the vertex in the current graph.
    pub node: u32,
    /// The gain of the vertex.
    pub gain: i64,
    /// Whether the balance permits the move. If a side is too heavy, only moves that reduce the excess weight are permitted.
    /// Outside Fiduccia–Mattheyses passes, this field is always true.
    pub may_move: bool,
}

impl GainQueue {
    /// The gains and the queue after the moves `done` of a refinement pass, which begins with the sides in `bisection`.
    /// `next` is the move that follows the moves in `done`. The time is O(|V| log |V| + |E|).
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
            kind: QueueKind::Pass,
            gains: pass.gains.into_iter().map(Some).collect(),
            queue: queue.into_iter().map(|(entry, _)| entry).collect(),
            next,
        }
    }

    /// The gains and the queue of a joint refinement of all parts, after the first `done` moves in `moves`.
    /// `replay` contains the graph and the parts before the first move.
    /// `limit` is the maximum part weight in the current graph. The time is O(|E| log K + |V| log |V|).
    /// Returns `None` if `moves` contains an unknown vertex or part, because the replay rejects moves with unknown ids.
    pub(super) fn of_parts(replay: &Replay, limit: u64, moves: &[(u32, u32)], done: usize) -> Option<GainQueue> {
        let graph = replay.graph();
        let (n, n_parts) = (graph.n_vertices(), replay.n_parts as usize);
        let mut part_of = replay.part_of.clone();
        let exists = |&(vertex, to): &(u32, u32)| (vertex as usize) < n && (to as usize) < n_parts;
        let is_whole = part_of.len() == n && part_of.iter().all(|&part| (part as usize) < n_parts);
        if !is_whole || !moves.iter().all(exists) {
            return None;
        }
        let (over, coming) = moves.split_at(done.min(moves.len()));
        let mut moved = vec![false; n];
        for &(vertex, to) in over {
            part_of[vertex as usize] = to;
            moved[vertex as usize] = true;
        }
        let (mut weights, mut counts) = (vec![0; n_parts], vec![0; n_parts]);
        for (&part, &weight) in part_of.iter().zip(&graph.vertex_weights) {
            weights[part as usize] += u64::from(weight);
            counts[part as usize] += 1;
        }
        let gains_of = |vertex: u32| {
            let mut into: BTreeMap<u32, i64> = BTreeMap::new();
            for (other, weight) in graph.edges_of(vertex) {
                *into.entry(part_of[other as usize]).or_default() += i64::from(weight);
            }
            let inside = into.remove(&part_of[vertex as usize]).unwrap_or(0);
            into.into_iter().map(move |(part, weight)| (part, weight - inside))
        };
        let best = |vertex: u32| {
            let weight = u64::from(graph.vertex_weights[vertex as usize]);
            let has_room = |&(part, _): &(u32, i64)| weights[part as usize] + weight <= limit;
            let best = gains_of(vertex).filter(has_room).map(|(_, gain)| gain).max();
            best.filter(|_| counts[part_of[vertex as usize] as usize] > 1)
        };
        let mut gains: Vec<Option<i64>> = (0..n as u32).map(best).collect();
        // The next vertex gets the gain of its recorded move.
        // An exchanged vertex, or a vertex that leaves an overweight part, does not always move to the best part.
        if let Some(&(vertex, to)) = coming.first() {
            let gain = gains_of(vertex).find(|&(part, _)| part == to);
            let inside = |other: &(u32, u32)| part_of[other.0 as usize] == part_of[vertex as usize];
            let own: i64 = graph
                .edges_of(vertex)
                .filter(inside)
                .map(|(_, weight)| i64::from(weight))
                .sum();
            gains[vertex as usize] = Some(gain.map_or(-own, |(_, gain)| gain));
        }
        let next = coming.first().map(|&(vertex, _)| vertex);
        let entry = |(node, gain): (u32, &Option<i64>)| {
            let may_move = !moved[node as usize] || next == Some(node);
            Some(QueueEntry {
                node,
                gain: (*gain).filter(|_| may_move)?,
                may_move,
            })
        };
        let mut queue: Vec<QueueEntry> = (0u32..).zip(&gains).filter_map(entry).collect();
        queue.sort_by_key(|entry| (Reverse(entry.gain), entry.node));
        Some(GainQueue {
            kind: QueueKind::Parts,
            gains,
            queue,
            next,
        })
    }

    /// The gains and the queue before `next` is picked by residual degree, computed in O(|V| log |V| + |E|) time.
    pub(super) fn of_picks(replay: &Replay, next: u32) -> GainQueue {
        let (picked, part) = (replay.picked(), replay.part_of[next as usize]);
        let is_open = |vertex: u32| replay.part_of[vertex as usize] == part && !picked[vertex as usize];
        GainQueue::by_degree(QueueKind::Picks, replay, (&picked[..], is_open), Some(next))
    }

    /// The gains and the queue before the parts propose vertices, computed in O(|V| log |V| + |E|) time.
    /// `earlier` contains the picks of an earlier selection. Returns `None` if `earlier` contains an unknown vertex.
    pub(super) fn of_proposals(replay: &Replay, earlier: &[u32]) -> Option<GainQueue> {
        let mut picked = vec![false; replay.finest().n_vertices()];
        for &row in earlier {
            *picked.get_mut(row as usize)? = true;
        }
        let is_open = |vertex: u32| !picked[vertex as usize];
        Some(GainQueue::by_degree(
            QueueKind::Proposals,
            replay,
            (&picked[..], is_open),
            None,
        ))
    }

    /// The gains and the queue before the proposed vertex `next` is picked by coverage. `gains` are the recorded gains.
    /// Returns `None` if `next` has no recorded gain, or if `gains` contains an unknown vertex.
    pub(super) fn of_cover(replay: &Replay, next: u32, gains: &[(u32, u32)]) -> Option<GainQueue> {
        let mut gain_of = vec![None; replay.finest().n_vertices()];
        for &(vertex, gain) in gains {
            *gain_of.get_mut(vertex as usize)? = Some(i64::from(gain));
        }
        (*gain_of.get(next as usize)?)?;
        let entry = |&(node, gain): &(u32, u32)| QueueEntry {
            node,
            gain: gain.into(),
            may_move: true,
        };
        Some(GainQueue {
            kind: QueueKind::Cover,
            gains: gain_of,
            queue: gains.iter().map(entry).collect(),
            next: Some(next),
        })
    }

    /// The gains and the queue before vertices are picked or proposed by residual degree.
    /// `is_open` returns whether a vertex may be picked or proposed.
    fn by_degree(
        kind: QueueKind,
        replay: &Replay,
        (picked, is_open): (&[bool], impl Fn(u32) -> bool),
        next: Option<u32>,
    ) -> GainQueue {
        let graph = replay.levels.finest();
        let gain = |vertex: u32| is_open(vertex).then(|| i64::from(replay.residual_degree(vertex, picked)));
        let gains: Vec<Option<i64>> = (0..graph.n_vertices() as u32).map(gain).collect();
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
            kind,
            gains,
            queue,
            next,
        }
    }

    /// Whether the algorithm could have chosen the vertex `node` in the recorded step.
    /// True for the recorded vertex, and for every vertex with the highest gain of all vertices that may move.
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
    /// For each vertex, the 0-based number of its latest insertion into the queue. `None` for a vertex outside the queue.
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
