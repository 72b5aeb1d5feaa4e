//! Formats each step of a replay as an English sentence.

use std::fmt::{self, Display, Formatter};

use super::Sentence;
use fastgas_data::{counted, one_or_many};

impl Display for Sentence {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Sentence::Uncut { n_vertices, n_edges } => {
                let (vertices, edges) = (vertices(*n_vertices), counted(*n_edges as u64, "edge"));
                write!(f, "The graph: {vertices}, {edges}. Nothing is cut yet.")
            }
            Sentence::Cut { n_parts, limit } => {
                let parts = counted(u64::from(*n_parts), "part");
                write!(f, "The graph is to be cut into {parts} of at most {limit}.")
            }
            Sentence::Bisect {
                n_parts,
                first,
                last,
                weight,
                targets: [a, b],
            } => {
                match n_parts {
                    1 => write!(f, "Part {first}")?,
                    _ => write!(f, "Parts {first}–{last}")?,
                }
                write!(f, ": a group of {weight} is to be cut in two, {a} and {b}.")
            }
            Sentence::Paired { n_pairs: 1 } => f.write_str("1 pair is found."),
            Sentence::Paired { n_pairs } => write!(f, "{n_pairs} pairs are found."),
            Sentence::Merged { n_left } => write!(f, "Each pair becomes one vertex: {n_left} {} left.", are(*n_left)),
            Sentence::RegionStarted { region, vertex, n_more } => {
                write!(f, "Region {region} starts at vertex {vertex}{}.", more(*n_more))
            }
            Sentence::Joined { region, vertex, n_more } => {
                write!(f, "Vertex {vertex}{} joins region {region}.", more(*n_more))
            }
            Sentence::Grown {
                region,
                vertex,
                n_more,
                n_inside,
            } => {
                let (more, inside) = (more(*n_more), vertices(*n_inside));
                write!(f, "Region {region} started at {vertex}{more} and has {inside}.")
            }
            Sentence::Tried { cut } => write!(f, "That would cut {cut}."),
            Sentence::Chosen { cuts, number } => {
                write!(f, "Of the cuts {}, the cut of try {number} is kept.", listed(cuts))
            }
            Sentence::Refine { n_vertices } => {
                write!(f, "Now the cut is refined on the graph of {}.", vertices(*n_vertices))
            }
            Sentence::Crosses { vertex, n_more } => write!(f, "Vertex {vertex}{} changes sides.", more(*n_more)),
            Sentence::NoneMoved { cut } => write!(f, "No vertex can move.{}", leads(*cut)),
            Sentence::AllKept { n_moves, cut } => {
                write!(f, "{}, all kept.{}", counted(*n_moves as u64, "move"), leads(*cut))
            }
            Sentence::NoneKept { n_moves, cut } => {
                let moves = counted(*n_moves as u64, "move");
                write!(f, "{moves} did not lower the cut: all are undone.{}", leads(*cut))
            }
            Sentence::SomeKept { n_kept, n_undone, cut } => {
                let undone = match n_undone {
                    1 => "one after it is".to_owned(),
                    n => format!("{n} after it are"),
                };
                let (moves, cut) = (counted(*n_kept as u64, "move"), leads(*cut));
                write!(f, "The best was after {moves}; the {undone} undone.{cut}")
            }
            Sentence::Counted { n_moves: 1 } => {
                f.write_str("1 vertex changes sides, so that there is a vertex for each part.")
            }
            Sentence::Counted { n_moves } => {
                write!(
                    f,
                    "{n_moves} vertices change sides, so that there is a vertex for each part."
                )
            }
            Sentence::Split => f.write_str("The two sides are separate groups now."),
            Sentence::Goes { vertex, n_more, part } => {
                write!(f, "Vertex {vertex}{} goes to part {part}.", more(*n_more))
            }
            Sentence::Went { n_moves } => write!(f, "{} moved, one after the other.", vertices(*n_moves)),
            Sentence::Clusters => f.write_str("Clusters are found."),
            Sentence::Clustered { n_left, n_vertices } => {
                let are = are(*n_left);
                write!(
                    f,
                    "Each cluster becomes one vertex: {n_left} of {n_vertices} {are} left."
                )
            }
            Sentence::Start => f.write_str("The coarsest graph is cut by bisections."),
            Sentence::Improve { n_vertices, limit } => write!(
                f,
                "All parts are refined together on the graph of {}; a part may weigh {limit}.",
                vertices(*n_vertices)
            ),
            Sentence::Project { n_vertices } => write!(f, "One level finer: {}.", vertices(*n_vertices)),
            Sentence::Cycle { number } => write!(f, "Cycle {number} begins."),
            Sentence::Kept { cut } => write!(f, "The cycle ends with a cut of {cut}: kept."),
            Sentence::Dropped => f.write_str("The cycle ends with a worse cut: discarded."),
            Sentence::Halve { n_parts } => write!(f, "Each part is cut in two: {n_parts} parts."),
            Sentence::Covers { coverage, better } => {
                write!(
                    f,
                    "With the picks of these parts, the mean cosine of a text to its nearest pick would be {:.3}, \
                     for the embeddings that this run uses: {}.",
                    thousandths(*coverage),
                    verdict(*better)
                )
            }
            Sentence::CoversCentered { coverage, better } => {
                write!(
                    f,
                    "The picks of these parts would have a centered coverage of {:.3}: {}.",
                    thousandths(*coverage),
                    verdict(*better)
                )
            }
            Sentence::Quotas { cut, quotas } => {
                let picks = if quotas[..] == [1] { "pick" } else { "picks" };
                write!(
                    f,
                    "The parts are final, with a cut of {cut}. They give {} {picks}.",
                    listed(quotas)
                )
            }
            Sentence::Picked {
                part,
                row,
                has_text,
                text,
                degree,
            } => {
                let (name, edges) = (name(*row, *has_text, text), counted(u64::from(*degree), "edge"));
                write!(
                    f,
                    "Part {part}: {name} is picked, with {edges} that no earlier pick touches. "
                )?;
                f.write_str(match degree {
                    0 => "It had none left.",
                    1 => "Its neighbor’s degree falls by one.",
                    _ => "Each of these neighbors’ degrees falls by one.",
                })
            }
            Sentence::Propose { cut, n_proposed } => {
                write!(
                    f,
                    "The parts are final, with a cut of {cut}. They propose {}.",
                    vertices(*n_proposed)
                )
            }
            Sentence::Taken {
                part,
                row,
                has_text,
                text,
                coverage,
            } => {
                let name = name(*row, *has_text, text);
                write!(
                    f,
                    "{name} of part {part} is taken: the centered coverage is {:.3}.",
                    thousandths(*coverage)
                )
            }
            Sentence::Medoids { n_picks, n_moved } => {
                f.write_str("Each pick moves to the middle of the texts that it represents. ")?;
                match n_moved {
                    0 => f.write_str("All are there already."),
                    1 => write!(f, "1 of {n_picks} was not there yet."),
                    n => write!(f, "{n} of {n_picks} were not there yet."),
                }
            }
        }
    }
}

fn name(row: u32, has_text: bool, text: &str) -> String {
    match has_text {
        true => format!("“{text}”"),
        false => format!("vertex {row}"),
    }
}

fn verdict(is_better: bool) -> &'static str {
    match is_better {
        true => "the best so far",
        false => "less than before",
    }
}

fn more(n_more: usize) -> String {
    match n_more {
        0 => String::new(),
        n => format!(" (with {n} more)"),
    }
}

/// Returns a sentence that states the cut after a refinement pass, or an empty string if the cut is unknown.
fn leads(cut: Option<u64>) -> String {
    cut.map_or(String::new(), |cut| format!(" The cut is {cut}."))
}

fn listed<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(T::to_string).collect();
    numbers.join(", ")
}

fn vertices(n: usize) -> String {
    match n {
        1 => "1 vertex".into(),
        n => format!("{n} vertices"),
    }
}

fn are(n: usize) -> &'static str {
    one_or_many(n as u64, "is", "are")
}

/// Rounds a share to three digits. Halves are rounded away from zero, as on the page.
fn thousandths(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
