//! Describes the last event of a replay as a value: the kind of sentence and its numbers.
//! The module [`english`](super::english) formats the value in English; the page translates it into other languages.

use serde::{Deserialize, Serialize};

use super::{Event, Replay};
use fastgas_partition::Preset;

/// Describes the last event. Vertices are numbered as in the whole graph, regardless of the current level.
/// Merged vertices are named by their lowest number. Parts have their final 0-based numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Sentence {
    /// No event has been applied yet.
    Uncut {
        /// Number of vertices in the graph.
        n_vertices: usize,
        /// Number of edges in the graph.
        n_edges: usize,
    },
    /// The partitioning of the graph begins.
    Cut {
        /// K, the number of parts.
        n_parts: u32,
        /// The maximum part weight.
        limit: u64,
    },
    /// The bisection of a group begins.
    Bisect {
        /// The number of parts into which the group is to be divided.
        n_parts: u32,
        /// The lowest part index of the group that is bisected.
        first: u32,
        /// The highest part index of the group.
        last: u32,
        /// The total vertex weight of the group.
        weight: u64,
        /// Target weight of each side in the group.
        targets: [u64; 2],
    },
    /// A matching of vertices was found.
    Paired {
        /// Number of matched pairs.
        n_pairs: usize,
    },
    /// Each matched pair was merged into one vertex.
    Merged {
        /// Number of vertices after merging.
        n_left: usize,
    },
    /// A region starts to grow from a seed vertex.
    RegionStarted {
        /// 1-based index of the trial bisection.
        region: usize,
        /// The seed vertex of the region.
        vertex: u32,
        /// Number of other vertices that are merged with `vertex`.
        n_more: usize,
    },
    /// A vertex joins a region.
    Joined {
        /// 1-based index of the trial bisection.
        region: usize,
        /// The vertex that joins the region.
        vertex: u32,
        /// Number of other vertices that are merged with `vertex`.
        n_more: usize,
    },
    /// A region has reached its target size.
    Grown {
        /// 1-based index of the trial bisection.
        region: usize,
        /// The seed vertex of the region.
        vertex: u32,
        /// Number of other vertices that are merged with `vertex`.
        n_more: usize,
        /// Number of vertices in the region.
        n_inside: usize,
    },
    /// A trial bisection or partition was evaluated.
    Tried {
        /// The cut weight of the trial bisection or partition.
        cut: u64,
    },
    /// One of the trial bisections or partitions was chosen.
    Chosen {
        /// The cut weight of each trial bisection or partition.
        cuts: Vec<u64>,
        /// 1-based index of the chosen trial.
        number: u32,
    },
    /// The refinement of a bisection begins at a level.
    Refine {
        /// Number of vertices in the graph at this level.
        n_vertices: usize,
    },
    /// A vertex changes sides.
    Crosses {
        /// The vertex that changes sides.
        vertex: u32,
        /// Number of other vertices that are merged with `vertex`.
        n_more: usize,
    },
    /// No vertex could move in a pass or a search.
    NoneMoved {
        /// The weight of the cut, if known.
        cut: Option<u64>,
    },
    /// All moves of a pass or a search were kept.
    AllKept {
        /// Number of moves that were kept.
        n_moves: usize,
        /// The weight of the cut, if known.
        cut: Option<u64>,
    },
    /// All moves of a pass or a search were undone.
    NoneKept {
        /// Number of moves that were undone.
        n_moves: usize,
        /// The weight of the cut, if known.
        cut: Option<u64>,
    },
    /// Some moves of a pass or a search were kept.
    SomeKept {
        /// Number of moves that were kept.
        n_kept: usize,
        /// Number of moves that were undone.
        n_undone: usize,
        /// The weight of the cut, if known.
        cut: Option<u64>,
    },
    /// Vertices change sides, so that each side has at least one vertex for each of its parts.
    Counted {
        /// Number of vertices that changed sides.
        n_moves: usize,
    },
    /// The bisection of a group is complete.
    Split,
    /// A vertex moves to a part.
    Goes {
        /// The vertex that moves.
        vertex: u32,
        /// Number of other vertices that are merged with `vertex`.
        n_more: usize,
        /// The part that the vertex moves to.
        part: u32,
    },
    /// Vertices moved to other parts.
    Went {
        /// Number of vertices that moved.
        n_moves: usize,
    },
    /// A clustering of vertices was found.
    Clusters,
    /// Each cluster was merged into one vertex.
    Clustered {
        /// Number of vertices after merging.
        n_left: usize,
        /// Number of vertices before merging.
        n_vertices: usize,
    },
    /// The coarsest graph is partitioned.
    Start,
    /// The joint refinement of all parts begins at a level.
    Improve {
        /// Number of vertices in the graph at this level.
        n_vertices: usize,
        /// The maximum part weight.
        limit: u64,
    },
    /// The parts were projected to the next finer level.
    Project {
        /// Number of vertices in the graph at this level.
        n_vertices: usize,
    },
    /// A V-cycle begins: a coarsening followed by a refinement.
    Cycle {
        /// 1-based index of the V-cycle.
        number: u32,
    },
    /// A V-cycle ended with a cut that is not worse than the previous cut, so the result is kept.
    Kept {
        /// The weight of the cut after the V-cycle.
        cut: u64,
    },
    /// A V-cycle ended with a worse cut, so the result of the V-cycle is discarded.
    Dropped,
    /// The bisection of each part begins.
    Halve {
        /// The number of parts after the bisections.
        n_parts: u32,
    },
    /// The picks for a candidate number of parts were evaluated with the preset `paper`.
    Covers {
        /// The mean cosine of a text to its nearest pick. The trace does not record whether the embeddings are centered.
        coverage: f64,
        /// Whether the mean cosine is the highest so far.
        better: bool,
    },
    /// The picks for a candidate number of parts were evaluated with a preset other than `paper`.
    CoversCentered {
        /// The centered coverage of the pool by the picks.
        coverage: f64,
        /// Whether the centered coverage is the highest so far.
        better: bool,
    },
    /// The parts are final, and each part has its quota of picks.
    Quotas {
        /// The weight of the final cut.
        cut: u64,
        /// The number of picks required from each part.
        quotas: Vec<u32>,
    },
    /// A vertex is picked by its residual degree.
    Picked {
        /// The part of the picked vertex.
        part: u32,
        /// The picked vertex.
        row: u32,
        /// Whether the picked vertex has a text.
        has_text: bool,
        /// The text of the picked vertex.
        text: String,
        /// The residual degree of the picked vertex: the number of its edges inside its part to unpicked vertices.
        degree: u32,
    },
    /// The parts are final and propose candidates for picks.
    Propose {
        /// The weight of the final cut.
        cut: u64,
        /// Number of candidates that the parts propose.
        n_proposed: usize,
    },
    /// A proposed candidate is picked.
    Taken {
        /// The part of the picked candidate.
        part: u32,
        /// The vertex of the picked candidate.
        row: u32,
        /// Whether the picked vertex has a text.
        has_text: bool,
        /// The text of the picked vertex.
        text: String,
        /// The coverage of the pool after the candidate is picked.
        coverage: f64,
    },
    /// Each pick moves to the medoid of its cluster.
    Medoids {
        /// Number of picks in the selection.
        n_picks: usize,
        /// Number of picks that moved to another vertex.
        n_moved: usize,
    },
}

impl Sentence {
    /// Returns the sentence with vertices and parts numbered from 1 instead of 0.
    #[must_use]
    pub fn counted_from_one(mut self) -> Sentence {
        match &mut self {
            Sentence::Bisect { first, last, .. } => {
                *first += 1;
                *last += 1;
            }
            Sentence::RegionStarted { vertex, .. }
            | Sentence::Joined { vertex, .. }
            | Sentence::Grown { vertex, .. }
            | Sentence::Crosses { vertex, .. } => *vertex += 1,
            Sentence::Goes { vertex, part, .. }
            | Sentence::Picked { row: vertex, part, .. }
            | Sentence::Taken { row: vertex, part, .. } => {
                *vertex += 1;
                *part += 1;
            }
            _ => {}
        }
        self
    }
}

/// Describes the state after `done` ticks of `event`.
/// `replay` is the state after the event if `is_over`, otherwise the state before the event.
/// `texts` has the text of each instance, or is empty.
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
            false => move_sentence(moves[latest], replay),
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
            false => move_sentence(moves[latest], replay),
        },
        Event::Project => Sentence::Project { n_vertices },
        Event::Cycle => Sentence::Cycle { number: replay.cycles },
        Event::Kept { kept: true } => Sentence::Kept { cut: replay.cut() },
        Event::Kept { kept: false } => Sentence::Dropped,
        Event::Halve => Sentence::Halve {
            n_parts: replay.n_parts,
        },
        &Event::Covers { coverage, better } => match replay.preset {
            Preset::Paper => Sentence::Covers { coverage, better },
            Preset::Fast | Preset::Best | Preset::Strong => Sentence::CoversCentered { coverage, better },
        },
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
        &Event::Take { row, coverage, .. } => Sentence::Taken {
            part: part_of(row),
            row,
            has_text: !texts.is_empty(),
            text: text(row),
            coverage,
        },
        Event::Medoids { rows } => Sentence::Medoids {
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
        (false, 0) => Sentence::RegionStarted { region, vertex, n_more },
        (false, _) => Sentence::Joined { region, vertex, n_more },
    }
}

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

fn move_sentence((vertex, part): (u32, u32), replay: &Replay) -> Sentence {
    let (vertex, n_more) = named(vertex, replay);
    Sentence::Goes { vertex, n_more, part }
}

/// Maps a vertex of the current graph to its id in the whole graph and to the number of other vertices merged with it.
/// The id of a merged vertex is the lowest id of the vertices that were merged.
/// The ids of the current graph are never shown, because each group numbers its vertices separately.
fn named(vertex: u32, replay: &Replay) -> (u32, usize) {
    let inside = replay.inside(vertex);
    let lowest = inside.first().copied().unwrap_or(vertex);
    (lowest, inside.len().saturating_sub(1))
}
