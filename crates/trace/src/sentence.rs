//! What has just been done, as a value: which sentence, and the numbers in it. In English it says itself (see
//! [`words`](super::words)); the page says it in other languages.

use serde::{Deserialize, Serialize};

use super::{Event, Replay};

/// What has just been done. Vertices are those of the whole graph, whatever graph was worked on: of several that are
/// merged, the lowest. Parts have the numbers that they have everywhere, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Sentence {
    /// Nothing yet.
    Uncut {
        /// Of the graph.
        n_vertices: usize,
        /// Of the graph.
        n_edges: usize,
    },
    /// The graph is to be cut.
    Cut {
        /// K.
        n_parts: u32,
        /// What a part may weigh.
        limit: u64,
    },
    /// A group is to be cut in two.
    Bisect {
        /// How many parts it will be.
        n_parts: u32,
        /// The first of them.
        first: u32,
        /// The last of them.
        last: u32,
        /// What it weighs.
        weight: u64,
        /// What its sides should weigh.
        targets: [u64; 2],
    },
    /// Pairs are found.
    Paired {
        /// How many.
        n_pairs: usize,
    },
    /// Each pair is one vertex now.
    Merged {
        /// Vertices that are left.
        n_left: usize,
    },
    /// A region starts.
    Begun {
        /// Which try.
        region: usize,
        /// Where.
        vertex: u32,
        /// How many more are merged with it.
        n_more: usize,
    },
    /// A vertex joins a region.
    Joined {
        /// Which try.
        region: usize,
        /// Who.
        vertex: u32,
        /// How many more are merged with it.
        n_more: usize,
    },
    /// A region is as large as it should be.
    Grown {
        /// Which try.
        region: usize,
        /// Where it started.
        vertex: u32,
        /// How many more are merged with it.
        n_more: usize,
        /// Vertices in it.
        n_inside: usize,
    },
    /// What was tried is worth so much.
    Tried {
        /// What it would cut.
        cut: u64,
    },
    /// One of those that were tried is taken.
    Chosen {
        /// What each would cut.
        cuts: Vec<u64>,
        /// Which.
        number: u32,
    },
    /// A cut is refined.
    Refine {
        /// Of the graph.
        n_vertices: usize,
    },
    /// A vertex changes sides.
    Crosses {
        /// Who.
        vertex: u32,
        /// How many more are merged with it.
        n_more: usize,
    },
    /// A pass or a search in which no vertex could move.
    NoneMoved {
        /// The cut, where it is known.
        cut: Option<u64>,
    },
    /// A pass or a search all of whose moves were kept.
    AllKept {
        /// How many.
        n_moves: usize,
        /// The cut, where it is known.
        cut: Option<u64>,
    },
    /// A pass or a search none of whose moves were kept.
    NoneKept {
        /// How many.
        n_moves: usize,
        /// The cut, where it is known.
        cut: Option<u64>,
    },
    /// A pass or a search some of whose moves were kept.
    SomeKept {
        /// How many.
        n_kept: usize,
        /// How many were not.
        n_undone: usize,
        /// The cut, where it is known.
        cut: Option<u64>,
    },
    /// Vertices change sides, so that there is one for each part.
    Counted {
        /// How many.
        n_moves: usize,
    },
    /// A bisection is done.
    Split,
    /// A vertex goes to a part.
    Goes {
        /// Who.
        vertex: u32,
        /// How many more are merged with it.
        n_more: usize,
        /// Where.
        part: u32,
    },
    /// Vertices went to other parts.
    Went {
        /// How many.
        n_moves: usize,
    },
    /// Clusters are found.
    Clusters,
    /// Each cluster is one vertex now.
    Clustered {
        /// Vertices that are left.
        n_left: usize,
        /// Of so many.
        n_vertices: usize,
    },
    /// The coarsest graph is cut.
    Start,
    /// All parts are refined together.
    Improve {
        /// Of the graph.
        n_vertices: usize,
        /// What a part may weigh.
        limit: u64,
    },
    /// One level finer.
    Project {
        /// Of the graph.
        n_vertices: usize,
    },
    /// A cycle begins.
    Cycle {
        /// Which.
        number: u32,
    },
    /// A cycle ends, no worse than it began.
    Kept {
        /// The cut.
        cut: u64,
    },
    /// A cycle ends, worse than it began.
    Dropped,
    /// Each part is cut in two.
    Halve {
        /// How many there are then.
        n_parts: u32,
    },
    /// So well the picks of these parts would cover the pool.
    Covers {
        /// How well.
        coverage: f64,
        /// Whether no other parts were as good.
        better: bool,
    },
    /// The parts stand, and give so many picks.
    Quotas {
        /// The cut.
        cut: u64,
        /// Of each part.
        quotas: Vec<u32>,
    },
    /// A vertex is picked by its residual degree.
    Picked {
        /// Of its part.
        part: u32,
        /// Who.
        row: u32,
        /// Whether it says anything.
        has_text: bool,
        /// What it says.
        text: String,
        /// Its edges that no earlier pick touches.
        degree: u32,
    },
    /// The parts stand, and propose so many.
    Propose {
        /// The cut.
        cut: u64,
        /// How many.
        n_proposed: usize,
    },
    /// A vertex that was proposed is picked.
    Taken {
        /// Of its part.
        part: u32,
        /// Who.
        row: u32,
        /// Whether it says anything.
        has_text: bool,
        /// What it says.
        text: String,
        /// How well the pool is covered then.
        coverage: f64,
    },
    /// Picks move to the middle.
    Middles,
}

/// What was done, after `done` ticks of `event`; if `is_over`, `replay` is after it, else before it. `texts`: what each
/// instance says, if they say anything.
pub fn sentence(event: &Event, (done, is_over): (u32, bool), replay: &Replay, texts: &[String]) -> Sentence {
    let n_vertices = replay.graph().n_vertices();
    let text = |row: u32| texts.get(row as usize).cloned().unwrap_or_default();
    let part_of = |row: u32| replay.part_of[row as usize];
    let latest = done as usize - 1;
    match event {
        &Event::Cut { n_parts, limit, .. } => Sentence::Cut { n_parts, limit },
        &Event::Bisect {
            first_part,
            n_parts,
            targets,
            ..
        } => Sentence::Bisect {
            n_parts,
            first: first_part,
            last: first_part + n_parts - 1,
            weight: targets[0] + targets[1],
            targets,
        },
        Event::Match { match_of } => {
            let pairs = match_of.iter().zip(0..).filter(|&(&other, vertex)| other > vertex);
            let n_pairs = pairs.count();
            let n_left = match_of.len() - n_pairs;
            match is_over {
                false => Sentence::Paired { n_pairs },
                true => Sentence::Merged { n_left },
            }
        }
        Event::Grow { joined } => grown(joined, latest, is_over, replay),
        &Event::Tried { cut, .. } => Sentence::Tried { cut },
        Event::Choose { trial } => Sentence::Chosen {
            cuts: match &replay.bisection {
                Some(bisection) => bisection.trials.iter().map(|trial| trial.cut).collect(),
                None => replay.trials.iter().map(|trial| trial.cut).collect(),
            },
            number: trial + 1,
        },
        Event::Refine => {
            let graph = replay.bisection.as_ref().map(|bisection| bisection.levels.graph());
            let n_vertices = graph.map_or(0, |graph| graph.n_vertices());
            Sentence::Refine { n_vertices }
        }
        Event::Pass { moves, n_kept, cut } => match is_over {
            true => tried(moves.len(), *n_kept as usize, Some(*cut)),
            false => {
                let (vertex, n_more) = named(moves[latest], replay);
                Sentence::Crosses { vertex, n_more }
            }
        },
        Event::Count { moves } => Sentence::Counted { n_moves: moves.len() },
        Event::Split => Sentence::Split,
        Event::Rebalance { moves } | Event::Exchange { moves } => match is_over {
            true => Sentence::Went { n_moves: moves.len() },
            false => goes(moves[latest], replay),
        },
        Event::Cluster { cluster_of } => match is_over {
            false => Sentence::Clusters,
            true => Sentence::Clustered {
                n_left: n_vertices,
                n_vertices: cluster_of.len(),
            },
        },
        Event::Start => Sentence::Start,
        &Event::Improve { limit } => Sentence::Improve { n_vertices, limit },
        Event::Search { moves, n_kept } => match is_over || latest >= moves.len() {
            true => tried(moves.len(), *n_kept as usize, None),
            false => goes(moves[latest], replay),
        },
        Event::Project => Sentence::Project { n_vertices },
        Event::Cycle => Sentence::Cycle { number: replay.cycles },
        Event::Kept { kept: true } => Sentence::Kept { cut: replay.cut() },
        Event::Kept { kept: false } => Sentence::Dropped,
        Event::Halve => Sentence::Halve {
            n_parts: replay.n_parts,
        },
        &Event::Covers { coverage, better } => Sentence::Covers { coverage, better },
        Event::Quotas { quotas, .. } => Sentence::Quotas {
            cut: replay.cut(),
            quotas: quotas.clone(),
        },
        &Event::Pick { row, degree } => Sentence::Picked {
            part: part_of(row),
            row,
            has_text: !texts.is_empty(),
            text: text(row),
            degree,
        },
        Event::Propose { rows, .. } => Sentence::Propose {
            cut: replay.cut(),
            n_proposed: rows.len(),
        },
        &Event::Take { row, coverage } => Sentence::Taken {
            part: part_of(row),
            row,
            has_text: !texts.is_empty(),
            text: text(row),
            coverage,
        },
        Event::Middles { .. } => Sentence::Middles,
    }
}

fn grown(joined: &[u32], latest: usize, is_over: bool, replay: &Replay) -> Sentence {
    let region = replay.bisection.as_ref().map_or(0, |bisection| bisection.trials.len()) + 1;
    let n_inside = joined.len();
    let told = if is_over { 0 } else { latest };
    let (vertex, n_more) = named(joined.get(told).copied().unwrap_or(0), replay);
    match (is_over, latest) {
        (true, _) => Sentence::Grown {
            region,
            vertex,
            n_more,
            n_inside,
        },
        (false, 0) => Sentence::Begun { region, vertex, n_more },
        (false, _) => Sentence::Joined { region, vertex, n_more },
    }
}

/// A pass or a search is over.
fn tried(n_moves: usize, n_kept: usize, cut: Option<u64>) -> Sentence {
    match n_kept {
        _ if n_moves == 0 => Sentence::NoneMoved { cut },
        0 => Sentence::NoneKept { n_moves, cut },
        _ if n_kept == n_moves => Sentence::AllKept { n_moves, cut },
        _ => Sentence::SomeKept {
            n_kept,
            n_undone: n_moves - n_kept,
            cut,
        },
    }
}

fn goes((vertex, part): (u32, u32), replay: &Replay) -> Sentence {
    let (vertex, n_more) = named(vertex, replay);
    Sentence::Goes { vertex, n_more, part }
}

/// A vertex of the graph that is worked on by its number in the whole graph, the lowest where it is several, and how many
/// more are in it. Each group has numbers of its own, which nobody has seen on a dot before.
fn named(vertex: u32, replay: &Replay) -> (u32, usize) {
    let inside = replay.inside(vertex);
    let lowest = inside.first().copied().unwrap_or(vertex);
    (lowest, inside.len().saturating_sub(1))
}
