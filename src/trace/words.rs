//! What happens, each step as a sentence.

use super::player::parts;
use super::{Event, Replay};

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
                .map_or(0, |bisection| bisection.levels.graph().n_vertices());
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
