//! What happens, in words.

use super::player::parts;
use super::scene::Half;
use super::{Bisection, Event, Replay, Stage};
use crate::config::Preset;

/// A rule that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
    /// Where it is written.
    pub source: &'static str,
}

/// The numbers as they stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Vertices of the graph that is worked on.
    pub vertices: u32,
    /// Its edges.
    pub edges: u32,
    /// How often the whole, and then the group, was coarsened for it; and how often in all.
    pub level: usize,
    /// How many coarser graphs there are.
    pub n_levels: usize,
    /// Vertices on each level, the finest first.
    pub sizes: Vec<u32>,
    /// The weight of the edges cut: by the bisection, or between all groups.
    pub cut: u64,
    /// What each side weighs and may weigh; empty while nothing is bisected.
    pub sides: Vec<(u64, u64)>,
    /// What the latest move gained.
    pub gain: Option<i64>,
    /// Edges that a pick touches, inside the parts; only while picks are made.
    pub touched: Option<u32>,
    /// Picks made.
    pub picks: u32,
}

const MATCHING: Rule = Rule {
    name: "Coarsen by random matching",
    text: "Visit the vertices in random order; pair each one that is still alone with a neighbor that is alone too. Each \
           pair becomes one vertex. Weights add up, so a cut of the small graph is a cut of the large one.",
    source: "Paper, appendix C, coarsening phase",
};
const HEAVY: Rule = Rule {
    name: "Coarsen by heavy edges",
    text: "Pair each vertex with the unmatched neighbor over the heaviest edge; ties to the lowest id. Heavy edges inside \
           are edges that can no longer be cut.",
    source: "Karypis & Kumar 1998; the paper matches at random",
};
const GROWING: Rule = Rule {
    name: "Grow a region",
    text: "On the coarsest graph, start at a random vertex and take in its neighbors, breadth first, until half of the \
           weight is inside. Ten regions are grown; the one that cuts least is kept.",
    source: "Paper, appendix C, partitioning phase",
};
const GREEDY_GROWING: Rule = Rule {
    name: "Grow a region greedily",
    text: "Start at a random vertex and always take in the one that raises the cut least. Four regions are grown and \
           refined; the one that cuts least is kept.",
    source: "Karypis & Kumar 1998; the paper grows breadth first",
};
const REFINING: Rule = Rule {
    name: "Refine by gain",
    text: "Go one level finer. Move the vertex whose change of sides lowers the cut most (its gain), each at most once, \
           also where the cut rises for a while; in the end undo every move after the best moment.",
    source: "Paper, appendix C, uncoarsening phase; Fiduccia & Mattheyses 1982",
};
const SPLITTING: Rule = Rule {
    name: "Cut in two, again and again",
    text: "K parts come from cutting in two, then each half in two, until every group is one part. A group that will be K \
           parts is cut ⌈K/2⌉ : ⌊K/2⌋, so that K need not be a power of two.",
    source: "Paper, section 3, recursive bisection",
};
const BALANCING: Rule = Rule {
    name: "Keep the balance",
    text: "No part may weigh more than a few percent above the mean. Where one does, the vertices leave it whose leaving \
           costs least.",
    source: "Paper, section 3 (balanced parts); how exactly is ours",
};
const CLUSTERING: Rule = Rule {
    name: "Coarsen by clusters",
    text: "Each vertex joins the neighboring cluster that it is most strongly tied to for the cluster’s size. A hub may \
           take in many at once, which suits graphs of nearest neighbors.",
    source: "Not in the paper: Sanders & Schulz 2012; Gottesbüren et al. 2021",
};
const TOGETHER: Rule = Rule {
    name: "Refine all parts together",
    text: "A vertex may go to any neighboring part, not only across one cut. Searches start at the border and take the \
           highest gain first; what came after the lowest cut is undone. Where a part is full, two vertices trade places.",
    source: "Not in the paper: Sanders & Schulz 2011 (localized search)",
};
const CYCLING: Rule = Rule {
    name: "Coarsen again, inside the parts",
    text: "Coarsen anew without joining different parts, and refine on the way back: whole clusters move where single \
           vertices could not. What is worse is thrown away.",
    source: "Not in the paper: Walshaw 2004",
};
const PICKING: Rule = Rule {
    name: "Pick the largest residual degree",
    text: "In each part, pick the vertex with the most edges inside the part that touch no earlier pick. It leaves with \
           its edges. Ties: the higher degree in the whole graph, then the lowest id.",
    source: "Paper, section 3, greedy node selection",
};
const PROPOSING: Rule = Rule {
    name: "Parts propose, coverage decides",
    text: "Each part proposes its eight best by residual degree; of all proposals, take again and again the one that \
           raises the coverage of the whole pool most.",
    source: "Not in the paper, whose parts ignore each other",
};
const MIDDLES: Rule = Rule {
    name: "Move to the middle",
    text: "Each pick moves to the text in the middle of those that it stands for.",
    source: "Not in the paper: k-means, Lloyd 1982",
};
const COUNTING: Rule = Rule {
    name: "How many parts?",
    text: "M and M/2 parts are tried, and what gives picks that cover the pool better is kept. No label is looked at.",
    source: "The paper tunes K on the test metric; this does not",
};

/// The rule that an event follows; `replay` may be before it or after it.
pub fn rule(event: Option<&Event>, replay: &Replay) -> Rule {
    let is_paper = replay.preset == Preset::Paper;
    match event {
        Some(Event::Match { .. }) => {
            if is_paper {
                MATCHING
            } else {
                HEAVY
            }
        }
        Some(Event::Grow { .. }) => {
            if is_paper {
                GROWING
            } else {
                GREEDY_GROWING
            }
        }
        Some(Event::Tried { .. } | Event::Choose { .. }) if replay.bisection.is_some() => {
            if is_paper {
                GROWING
            } else {
                GREEDY_GROWING
            }
        }
        Some(Event::Refine | Event::Pass { .. }) => REFINING,
        Some(Event::Count { .. } | Event::Rebalance { .. }) => BALANCING,
        Some(Event::Cluster { .. }) => CLUSTERING,
        Some(Event::Improve { .. } | Event::Search { .. } | Event::Exchange { .. } | Event::Project) => TOGETHER,
        Some(Event::Cycle | Event::Kept { .. }) => CYCLING,
        Some(Event::Covers { .. }) => COUNTING,
        Some(Event::Quotas { .. } | Event::Pick { .. }) => PICKING,
        Some(Event::Propose { .. } | Event::Take { .. }) => PROPOSING,
        Some(Event::Middles { .. }) => MIDDLES,
        _ => SPLITTING,
    }
}

/// The numbers after some events and so many ticks of the next one.
pub fn facts(replay: &Replay, half: Option<Half<'_>>) -> Facts {
    let picked = replay.picked();
    let n_picks = replay.picks.len() as u32;
    if let Some(bisection) = &replay.bisection {
        return of_bisection(bisection.clone(), half);
    }
    let (mut shown, mut gain) = (replay.clone(), None);
    if let Some((Event::Search { moves, .. } | Event::Exchange { moves } | Event::Rebalance { moves }, done)) = half {
        for &(vertex, to) in &moves[..(done as usize).min(moves.len())] {
            let before = shown.cut();
            shown.part_of[vertex as usize] = to;
            gain = Some(before as i64 - shown.cut() as i64);
        }
    }
    Facts {
        vertices: replay.graph().n_vertices() as u32,
        edges: replay.graph().n_edges() as u32,
        level: replay.level,
        n_levels: replay.n_levels(),
        sizes: (0..=replay.n_levels())
            .map(|level| replay.graph_at(level).n_vertices() as u32)
            .collect(),
        cut: shown.cut(),
        sides: Vec::new(),
        gain,
        touched: (replay.stage == Stage::Select).then(|| touched(replay, &picked)),
        picks: n_picks,
    }
}

fn of_bisection(mut bisection: Bisection, half: Option<Half<'_>>) -> Facts {
    let mut gain = None;
    match half {
        Some((Event::Grow { joined }, done)) => {
            bisection.side_of = vec![1; bisection.graph().n_vertices()];
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
    let has_sides = !bisection.side_of.is_empty();
    Facts {
        vertices: bisection.graph().n_vertices() as u32,
        edges: bisection.graph().n_edges() as u32,
        level: bisection.level,
        n_levels: bisection.n_levels(),
        sizes: (0..=bisection.n_levels())
            .map(|level| bisection.graph_at(level).n_vertices() as u32)
            .collect(),
        cut: bisection.cut(),
        sides: match has_sides {
            true => bisection.weights().into_iter().zip(bisection.limits).collect(),
            false => Vec::new(),
        },
        gain,
        touched: None,
        picks: 0,
    }
}

/// What the cut falls by if `vertex` changes sides.
fn gain_of(bisection: &Bisection, vertex: u32) -> i64 {
    let side = |vertex: u32| bisection.side_of[vertex as usize];
    let signed = |(other, weight): (u32, u32)| match side(other) == side(vertex) {
        true => -i64::from(weight),
        false => i64::from(weight),
    };
    bisection.graph().edges_of(vertex).map(signed).sum()
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

/// What was done, after `done` ticks of `event`; if `is_over`, `replay` is after it, else before it.
pub fn sentence(event: &Event, (done, is_over): (u32, bool), replay: &Replay, texts: &[String]) -> String {
    let name = |row: u32| match texts.get(row as usize) {
        Some(text) => format!("“{text}”"),
        None => format!("vertex {row}"),
    };
    match event {
        Event::Cut { n_parts, limit, .. } => {
            format!(
                "The graph is to be cut into {} of at most {limit}.",
                count(*n_parts, "part")
            )
        }
        Event::Bisect {
            first_part,
            n_parts,
            targets: [a, b],
            ..
        } => format!(
            "{}: a group of {} is to be cut in two, {a} and {b}.",
            parts(*first_part, *n_parts),
            a + b
        ),
        Event::Match { match_of } => {
            let pairs = match_of
                .iter()
                .zip(0..)
                .filter(|&(&other, vertex)| other > vertex)
                .count();
            match is_over {
                false => format!("{} are found.", count(pairs as u32, "pair")),
                true => format!("Each pair becomes one vertex: {} are left.", match_of.len() - pairs),
            }
        }
        Event::Grow { joined } => grown(joined, done, is_over, replay),
        Event::Tried { cut, .. } => format!("That would cut {cut}."),
        Event::Choose { trial } => {
            let cuts = match &replay.bisection {
                Some(bisection) => bisection
                    .trials
                    .iter()
                    .map(|trial| trial.cut.to_string())
                    .collect::<Vec<_>>(),
                None => replay.trials.iter().map(|trial| trial.cut.to_string()).collect(),
            };
            format!("Of the cuts {}, number {} is taken.", cuts.join(", "), trial + 1)
        }
        Event::Refine => {
            let n = replay
                .bisection
                .as_ref()
                .map_or(0, |bisection| bisection.graph().n_vertices());
            format!("Now the cut is refined on the graph of {n} vertices.")
        }
        Event::Pass { moves, n_kept, cut } => pass(moves, *n_kept, Some(*cut), (done, is_over)),
        Event::Count { moves } => format!("{} change sides, so that there is one for each part.", moves.len()),
        Event::Split => "The two sides are groups of their own now.".into(),
        Event::Rebalance { moves } | Event::Exchange { moves } => match is_over {
            true => format!("{} moved, one after the other.", verb(moves.len() as u32)),
            false => moved(moves[done as usize - 1]),
        },
        Event::Cluster { cluster_of } => match is_over {
            false => "Clusters are found.".into(),
            true => format!(
                "Each cluster becomes one vertex: {} of {} are left.",
                replay.graph().n_vertices(),
                cluster_of.len()
            ),
        },
        Event::Start => "The coarsest graph is cut by bisections.".into(),
        Event::Improve { limit } => format!(
            "All parts are refined together on the graph of {} vertices; a part may weigh {limit}.",
            replay.graph().n_vertices()
        ),
        Event::Search { moves, n_kept } => match is_over || done as usize > moves.len() {
            true => pass(&[0].repeat(moves.len()), *n_kept, None, (done, true)),
            false => moved(moves[done as usize - 1]),
        },
        Event::Project => format!("One level finer: {} vertices.", replay.graph().n_vertices()),
        Event::Cycle => format!("Cycle {} begins.", replay.cycles),
        Event::Kept { kept: true } => format!("The cycle ends with a cut of {}: kept.", replay.cut()),
        Event::Kept { kept: false } => "The cycle ends with a worse cut: thrown away.".into(),
        Event::Halve => format!("Each part is cut in two: {} parts.", replay.n_parts),
        Event::Covers { coverage, better } => format!(
            "The picks of these parts would cover the pool to {coverage:.3}: {}.",
            if *better { "the best so far" } else { "less than before" }
        ),
        Event::Quotas { quotas, .. } => {
            let quotas: Vec<String> = quotas.iter().map(u32::to_string).collect();
            format!(
                "The parts stand, with a cut of {}. They give {} picks.",
                replay.cut(),
                quotas.join(", ")
            )
        }
        &Event::Pick { row, degree } => format!(
            "{}: {} is picked, with {} that no earlier pick touches. {}",
            parts(replay.part_of[row as usize], 1),
            name(row),
            count(degree, "edge"),
            falls(degree)
        ),
        Event::Propose { rows, .. } => format!(
            "The parts stand, with a cut of {}. They propose {}.",
            replay.cut(),
            rows.len()
        ),
        &Event::Take { row, coverage } => format!(
            "{} of {} is taken: the pool is covered to {coverage:.3}.",
            name(row),
            parts(replay.part_of[row as usize], 1).to_lowercase()
        ),
        Event::Middles { .. } => "Each pick moves to the middle of those that it stands for.".into(),
    }
}

fn falls(degree: u32) -> &'static str {
    match degree {
        0 => "It had none left.",
        1 => "Its neighbor’s degree falls by one.",
        _ => "Each of these neighbors’ degrees falls by one.",
    }
}

fn grown(joined: &[u32], done: u32, is_over: bool, replay: &Replay) -> String {
    let trial = replay.bisection.as_ref().map_or(0, |bisection| bisection.trials.len()) + 1;
    match (is_over, done) {
        (true, _) => format!(
            "Region {trial} started at {} and has {}.",
            joined.first().copied().unwrap_or(0),
            verb(joined.len() as u32)
        ),
        (false, 1) => format!("Region {trial} starts at vertex {}.", joined[0]),
        (false, done) => format!("Vertex {} joins region {trial}.", joined[done as usize - 1]),
    }
}

/// A pass or a search. `cut`: what is left in the end.
fn pass(moves: &[u32], n_kept: u32, cut: Option<u64>, (done, is_over): (u32, bool)) -> String {
    if !is_over {
        return format!("Vertex {} changes sides.", moves[done as usize - 1]);
    }
    let tried = count(moves.len() as u32, "move");
    let leads = cut.map_or(String::new(), |cut| format!(" The cut is {cut}."));
    match (moves.len() as u32, n_kept) {
        (0, _) => format!("No vertex can move.{leads}"),
        (n, kept) if n == kept => format!("{tried}, all kept.{leads}"),
        (_, 0) => format!("{tried} did not lead to less: all are undone.{leads}"),
        (n, kept) => format!(
            "The best was after {}; the {} after it are undone.{leads}",
            count(kept, "move"),
            n - kept
        ),
    }
}

fn moved((vertex, to): (u32, u32)) -> String {
    format!("Vertex {vertex} goes to {}.", parts(to, 1).to_lowercase())
}

fn verb(n: u32) -> String {
    count(n, "vertex").replace("vertexs", "vertices")
}

fn count(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
