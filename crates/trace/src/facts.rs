//! The numbers as they stand: what is worked on, what is cut, what is gained, what is picked.

use super::levels::Levels;
use super::scene::Half;
use super::{Bisection, Event, Replay, Stage};

/// The numbers as they stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Vertices and edges on each level, the finest first: of the group that is cut in two, or of all parts together.
    pub sizes: Vec<[u32; 2]>,
    /// The level that is worked on.
    pub level: usize,
    /// The weight of the edges cut: by the bisection, or between all groups.
    pub cut: u64,
    /// Whether all of this is of one group alone, others standing aside.
    pub in_group: bool,
    /// What each side weighs and may weigh; empty while nothing is bisected.
    pub sides: Vec<(u64, u64)>,
    /// The heaviest part, and what it may weigh; only once there are all parts.
    pub heaviest: Option<(u64, u64)>,
    /// What the latest move gained.
    pub gain: Option<i64>,
    /// Edges that a pick touches, inside the parts; only while picks are made.
    pub touched: Option<u32>,
    /// Picks made.
    pub picks: u32,
}

impl Facts {
    /// Vertices of the graph that is worked on.
    pub fn vertices(&self) -> u32 {
        self.sizes[self.level][0]
    }

    /// Its edges.
    pub fn edges(&self) -> u32 {
        self.sizes[self.level][1]
    }

    /// The numbers after some events and so many ticks of the next one.
    pub fn of(replay: &Replay, half: Option<Half<'_>>) -> Facts {
        match &replay.bisection {
            Some(bisection) => Facts {
                in_group: bisection.members.len() < replay.part_of.len(),
                ..Facts::of_bisection(bisection.clone(), half)
            },
            None => Facts::of_parts(replay, half),
        }
    }

    /// Those of the levels; nothing of what follows is known yet.
    fn of_levels(levels: &Levels, cut: u64, gain: Option<i64>) -> Facts {
        Facts {
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

    fn of_parts(replay: &Replay, half: Option<Half<'_>>) -> Facts {
        let (mut shown, mut gain) = (replay.clone(), None);
        if let Some((Event::Search { moves, .. } | Event::Exchange { moves } | Event::Rebalance { moves }, done)) = half
        {
            for &(vertex, to) in &moves[..(done as usize).min(moves.len())] {
                let before = shown.cut();
                shown.part_of[vertex as usize] = to;
                gain = Some(before as i64 - shown.cut() as i64);
            }
        }
        Facts {
            heaviest: heaviest(&shown).map(|weight| (weight, replay.limit)),
            touched: (replay.stage == Stage::Select).then(|| touched(replay, &replay.picked())),
            picks: replay.picks.len() as u32,
            ..Facts::of_levels(&replay.levels, shown.cut(), gain)
        }
    }

    fn of_bisection(mut bisection: Bisection, half: Option<Half<'_>>) -> Facts {
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
        Facts {
            sides: sides.filter(|_| !bisection.side_of.is_empty()).collect(),
            ..Facts::of_levels(&bisection.levels, bisection.cut(), gain)
        }
    }
}

/// What the heaviest part weighs, once each part has someone.
fn heaviest(replay: &Replay) -> Option<u64> {
    let mut weights = vec![0; replay.n_parts as usize];
    for (&part, &weight) in replay.part_of.iter().zip(&replay.graph().vertex_weights) {
        weights[part as usize] += u64::from(weight);
    }
    let is_whole = replay.n_parts > 1 && weights.iter().all(|&weight| weight > 0);
    weights.into_iter().max().filter(|_| is_whole)
}

/// What the cut falls by if `vertex` changes sides.
fn gain_of(bisection: &Bisection, vertex: u32) -> i64 {
    let side = |vertex: u32| bisection.side_of[vertex as usize];
    let signed = |(other, weight): (u32, u32)| match side(other) == side(vertex) {
        true => -i64::from(weight),
        false => i64::from(weight),
    };
    bisection.levels.graph().edges_of(vertex).map(signed).sum()
}

/// The edges inside parts that touch a pick.
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
