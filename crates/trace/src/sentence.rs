//! Describes the last event as a value: the kind of sentence and its numbers. [`words`](super::english) formats
//! it in English; the page translates it to other languages.

use serde::{Deserialize, Serialize};

use super::{Event, Replay};

/// Describes the last event. Vertices are numbered as in the whole graph, independent of the current level;
/// merged vertices are named by the lowest of them. Parts have their final numbers, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Sentence {
    /// Nothing has happened yet.
    Uncut {
        /// Number of vertices of the graph.
        n_vertices: usize,
        /// Number of edges of the graph.
        n_edges: usize,
    },
    /// Partitioning begins.
    Cut {
        /// K.
        n_parts: u32,
        /// The maximum weight of a part.
        limit: u64,
    },
    /// The bisection of a group begins.
    Bisect {
        /// The number of parts into which the group will be divided.
        n_parts: u32,
        /// The lowest of them.
        first: u32,
        /// The highest of them.
        last: u32,
        /// The weight of the group.
        weight: u64,
        /// Target weights of its sides.
        targets: [u64; 2],
    },
    /// A matching was found.
    Paired {
        /// Number of pairs.
        n_pairs: usize,
    },
    /// Each pair was merged into one vertex.
    Merged {
        /// Number of remaining vertices.
        n_left: usize,
    },
    /// A region starts to grow.
    Begun {
        /// The number of the trial, from 1.
        region: usize,
        /// The seed vertex.
        vertex: u32,
        /// Number of other vertices that are merged with it.
        n_more: usize,
    },
    /// A vertex joins a region.
    Joined {
        /// The number of the trial, from 1.
        region: usize,
        /// The vertex.
        vertex: u32,
        /// Number of other vertices that are merged with it.
        n_more: usize,
    },
    /// A region has reached its target size.
    Grown {
        /// The number of the trial, from 1.
        region: usize,
        /// The seed vertex.
        vertex: u32,
        /// Number of other vertices that are merged with it.
        n_more: usize,
        /// Number of vertices in the region.
        n_inside: usize,
    },
    /// A trial was evaluated.
    Tried {
        /// Its cut.
        cut: u64,
    },
    /// One of the trials was chosen.
    Chosen {
        /// The cut of each trial.
        cuts: Vec<u64>,
        /// The number of the chosen trial, from 1.
        number: u32,
    },
    /// The refinement of a bisection begins at a level.
    Refine {
        /// Number of vertices of the graph.
        n_vertices: usize,
    },
    /// A vertex changes sides.
    Crosses {
        /// The vertex.
        vertex: u32,
        /// Number of other vertices that are merged with it.
        n_more: usize,
    },
    /// A pass or a search in which no vertex could move.
    NoneMoved {
        /// The cut, if known.
        cut: Option<u64>,
    },
    /// A pass or a search whose moves were all kept.
    AllKept {
        /// Number of moves.
        n_moves: usize,
        /// The cut, if known.
        cut: Option<u64>,
    },
    /// A pass or a search whose moves were all undone.
    NoneKept {
        /// Number of moves.
        n_moves: usize,
        /// The cut, if known.
        cut: Option<u64>,
    },
    /// A pass or a search of whose moves some were kept.
    SomeKept {
        /// Number of moves that were kept.
        n_kept: usize,
        /// Number of moves that were undone.
        n_undone: usize,
        /// The cut, if known.
        cut: Option<u64>,
    },
    /// Vertices change sides, so that each side has at least one vertex for each of its parts.
    Counted {
        /// Number of moves.
        n_moves: usize,
    },
    /// A bisection is complete.
    Split,
    /// A vertex moves to a part.
    Goes {
        /// The vertex.
        vertex: u32,
        /// Number of other vertices that are merged with it.
        n_more: usize,
        /// The part.
        part: u32,
    },
    /// Vertices moved to other parts.
    Went {
        /// Number of moves.
        n_moves: usize,
    },
    /// A clustering was found.
    Clusters,
    /// Each cluster was merged into one vertex.
    Clustered {
        /// Number of remaining vertices.
        n_left: usize,
        /// Number of vertices before.
        n_vertices: usize,
    },
    /// The coarsest graph is partitioned.
    Start,
    /// The joint refinement of all parts begins at a level.
    Improve {
        /// Number of vertices of the graph.
        n_vertices: usize,
        /// The maximum weight of a part.
        limit: u64,
    },
    /// The parts were projected to the next finer level.
    Project {
        /// Number of vertices of the graph.
        n_vertices: usize,
    },
    /// A V-cycle begins.
    Cycle {
        /// Its number.
        number: u32,
    },
    /// A V-cycle ended with a cut that is no worse than before, so its result is kept.
    Kept {
        /// The cut.
        cut: u64,
    },
    /// A V-cycle ended with a worse cut, so its result is discarded.
    Dropped,
    /// Each part will be bisected.
    Halve {
        /// The resulting number of parts.
        n_parts: u32,
    },
    /// The coverage of the picks from these parts was evaluated.
    Covers {
        /// The coverage.
        coverage: f64,
        /// Whether it is the best so far.
        better: bool,
    },
    /// The parts are final, and each has its quota of picks.
    Quotas {
        /// The cut.
        cut: u64,
        /// The quota of each part.
        quotas: Vec<u32>,
    },
    /// A vertex is picked by its residual degree.
    Picked {
        /// Its part.
        part: u32,
        /// The vertex.
        row: u32,
        /// Whether the vertex has a text.
        has_text: bool,
        /// Its text.
        text: String,
        /// Its residual degree: the number of its edges inside its part to vertices that are not picked.
        degree: u32,
    },
    /// The parts are final, and propose candidates.
    Propose {
        /// The cut.
        cut: u64,
        /// Number of candidates.
        n_proposed: usize,
    },
    /// A candidate is picked.
    Taken {
        /// Its part.
        part: u32,
        /// The vertex.
        row: u32,
        /// Whether the vertex has a text.
        has_text: bool,
        /// Its text.
        text: String,
        /// The coverage of the pool with this pick.
        coverage: f64,
    },
    /// Each pick moves to the medoid of its cluster.
    Middles {
        /// Number of picks.
        n_picks: usize,
        /// Number of picks that were not at their medoids before.
        n_moved: usize,
    },
}

impl Sentence {
    /// The same sentence with vertices numbered from 1, as people count. Parts keep their numbers.
    #[must_use]
    pub fn counted_from_one(mut self) -> Sentence {
        match &mut self {
            Sentence::Begun { vertex, .. }
            | Sentence::Joined { vertex, .. }
            | Sentence::Grown { vertex, .. }
            | Sentence::Crosses { vertex, .. }
            | Sentence::Goes { vertex, .. }
            | Sentence::Picked { row: vertex, .. }
            | Sentence::Taken { row: vertex, .. } => *vertex += 1,
            _ => {}
        }
        self
    }
}

/// Describes the state after `done` ticks of `event`. `replay` is the state after the event if `is_over`, otherwise the
/// state before it. `texts` has the text of each instance, or is empty.
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
        Event::Middles { rows } => Sentence::Middles {
            n_picks: rows.len(),
            n_moved: replay.moved_picks.len(),
        },
    }
}

fn grown(joined: &[u32], latest: usize, is_over: bool, replay: &Replay) -> Sentence {
    let region = replay.bisection.as_ref().map_or(0, |bisection| bisection.trials.len()) + 1;
    let n_inside = joined.len();
    let shown = if is_over { 0 } else { latest };
    let (vertex, n_more) = named(joined.get(shown).copied().unwrap_or(0), replay);
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

/// Describes the end of a pass or a search.
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

/// Maps a vertex of the current graph to its id in the whole graph and the number of other vertices merged with it. For
/// a merged vertex the id is the lowest one. The ids of the current graph are never shown, because each group numbers
/// its vertices separately.
fn named(vertex: u32, replay: &Replay) -> (u32, usize) {
    let inside = replay.inside(vertex);
    let lowest = inside.first().copied().unwrap_or(vertex);
    (lowest, inside.len().saturating_sub(1))
}
