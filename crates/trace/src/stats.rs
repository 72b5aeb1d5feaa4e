//! Statistics of the current state of a replay: graph sizes, cut, weights, gain and picks.

use super::levels::Levels;
use super::scene::PartialEvent;
use super::{Bisection, Event, Replay, Stage};

/// Statistics of the current state of a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// Numbers of vertices and edges of each level, starting with the finest level.
    /// The levels belong to the group that is being bisected or, without a bisection, to the whole graph.
    pub sizes: Vec<[u32; 2]>,
    /// The index of the current level in `sizes`.
    pub level: usize,
    /// The weight of the cut edges between the sides of the bisection or, without a bisection, between all groups.
    pub cut: u64,
    /// Whether the values describe only the group that is being bisected, while other groups exist.
    pub in_group: bool,
    /// The weight and the maximum weight of each side. Empty if no bisection is in progress or no sides exist yet.
    pub sides: Vec<(u64, u64)>,
    /// The weight and the maximum weight of the heaviest part. `None` if there is only one part, or if a part is empty.
    pub heaviest: Option<(u64, u64)>,
    /// How much the latest move reduced the cut.
    pub gain: Option<i64>,
    /// The number of edges inside parts that touch a picked vertex. `None` before the selection.
    pub touched: Option<u32>,
    /// The number of picks so far.
    pub picks: u32,
}

impl Stats {
    /// The number of vertices in the current graph.
    pub fn vertices(&self) -> u32 {
        self.sizes[self.level][0]
    }

    /// The number of edges in the current graph.
    pub fn edges(&self) -> u32 {
        self.sizes[self.level][1]
    }

    /// Computes the statistics of a replay. `half` is the event in progress and the number of its completed ticks.
    pub fn of(replay: &Replay, half: Option<PartialEvent<'_>>) -> Stats {
        match &replay.bisection {
            Some(bisection) => Stats {
                in_group: bisection.members.len() < replay.part_of.len(),
                ..Stats::of_bisection(bisection.clone(), half)
            },
            None => Stats::of_parts(replay, half),
        }
    }

    /// Statistics with the sizes of the levels, the cut and the gain. All other fields have their initial values.
    fn of_levels(levels: &Levels, cut: u64, gain: Option<i64>) -> Stats {
        Stats {
            sizes: levels.sizes(),
            level: levels.at(),
            cut,
            in_group: false,
            sides: Vec::new(),
            heaviest: None,
            gain,
            touched: None,
            picks: 0,
        }
    }

    fn of_parts(replay: &Replay, half: Option<PartialEvent<'_>>) -> Stats {
        let (mut shown, mut gain) = (replay.clone(), None);
        if let Some((Event::Search { moves, .. } | Event::Exchange { moves } | Event::Rebalance { moves }, done)) = half
        {
            for &(vertex, to) in &moves[..(done as usize).min(moves.len())] {
                let before = shown.cut();
                shown.part_of[vertex as usize] = to;
                gain = Some(before as i64 - shown.cut() as i64);
            }
        }
        Stats {
            heaviest: heaviest(&shown).map(|weight| (weight, replay.limit)),
            touched: (replay.stage == Stage::Select).then(|| touched(replay, &replay.picked())),
            picks: replay.picks.len() as u32,
            ..Stats::of_levels(&replay.levels, shown.cut(), gain)
        }
    }

    fn of_bisection(mut bisection: Bisection, half: Option<PartialEvent<'_>>) -> Stats {
        let mut gain = None;
        match half {
            Some((Event::Grow { joined }, done)) => {
                bisection.side_of = vec![1; bisection.levels.graph().n_vertices()];
                joined[..done as usize]
                    .iter()
                    .for_each(|&vertex| bisection.side_of[vertex as usize] = 0);
            }
            Some((Event::Pass { moves, .. }, done)) => {
                for &vertex in &moves[..(done as usize).min(moves.len())] {
                    gain = Some(gain_of(&bisection, vertex));
                    bisection.side_of[vertex as usize] ^= 1;
                }
            }
            _ => {}
        }
        let sides = bisection.weights().into_iter().zip(bisection.limits);
        Stats {
            sides: sides.filter(|_| !bisection.side_of.is_empty()).collect(),
            ..Stats::of_levels(&bisection.levels, bisection.cut(), gain)
        }
    }
}

/// The weight of the heaviest part. `None` if there is only one part, or if any part is empty.
fn heaviest(replay: &Replay) -> Option<u64> {
    let mut weights = vec![0; replay.n_parts as usize];
    for (&part, &weight) in replay.part_of.iter().zip(&replay.graph().vertex_weights) {
        weights[part as usize] += u64::from(weight);
    }
    let is_whole = replay.n_parts > 1 && weights.iter().all(|&weight| weight > 0);
    weights.into_iter().max().filter(|_| is_whole)
}

fn gain_of(bisection: &Bisection, vertex: u32) -> i64 {
    let side = |vertex: u32| bisection.side_of[vertex as usize];
    let signed = |(other, weight): (u32, u32)| match side(other) == side(vertex) {
        true => -i64::from(weight),
        false => i64::from(weight),
    };
    bisection.levels.graph().edges_of(vertex).map(signed).sum()
}

fn touched(replay: &Replay, picked: &[bool]) -> u32 {
    let graph = replay.finest();
    let part = |vertex: u32| replay.part_of[vertex as usize];
    let of_vertex = |vertex: u32| {
        let is_touched = |&&other: &&u32| {
            vertex < other && part(vertex) == part(other) && (picked[vertex as usize] || picked[other as usize])
        };
        graph.neighbors_of(vertex).iter().filter(is_touched).count() as u32
    };
    (0..graph.n_vertices() as u32).map(of_vertex).sum()
}
