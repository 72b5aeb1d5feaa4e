//! Names and descriptions of worlds, rules, marks and chapters.

use crate::i18n::{Key, key, say};
use fastgas_partition::Preset;
use fastgas_trace::{Kind, Mark, Rule, Shape, Title};

/// Title and description of a world. Unknown names give those of the last one.
pub fn world(name: &str) -> [Key; 2] {
    match name {
        "sentences" => [key!("world-sentences"), key!("world-sentences-about")],
        "karate" => [key!("world-karate"), key!("world-karate-about")],
        "grid" => [key!("world-grid"), key!("world-grid-about")],
        "cliques" => [key!("world-cliques"), key!("world-cliques-about")],
        _ => [key!("world-spider"), key!("world-spider-about")],
    }
}

/// Name of a preset in the side-by-side view.
pub fn beside(preset: Preset) -> Key {
    match preset {
        Preset::Paper => key!("think-mode-paper"),
        _ => key!("think-mode-best"),
    }
}

/// Name, description and source of a rule.
pub fn rule(rule: Rule) -> [Key; 3] {
    match rule {
        Rule::Matching => [
            key!("rule-matching"),
            key!("rule-matching-text"),
            key!("rule-matching-source"),
        ],
        Rule::HeavyEdges => [
            key!("rule-heavy-edges"),
            key!("rule-heavy-edges-text"),
            key!("rule-heavy-edges-source"),
        ],
        Rule::Growing => [
            key!("rule-growing"),
            key!("rule-growing-text"),
            key!("rule-growing-source"),
        ],
        Rule::GreedyGrowing => [
            key!("rule-greedy-growing"),
            key!("rule-greedy-growing-text"),
            key!("rule-greedy-growing-source"),
        ],
        Rule::Refining => [
            key!("rule-refining"),
            key!("rule-refining-text"),
            key!("rule-refining-source"),
        ],
        Rule::Splitting => [
            key!("rule-splitting"),
            key!("rule-splitting-text"),
            key!("rule-splitting-source"),
        ],
        Rule::Balancing => [
            key!("rule-balancing"),
            key!("rule-balancing-text"),
            key!("rule-balancing-source"),
        ],
        Rule::Clustering => [
            key!("rule-clustering"),
            key!("rule-clustering-text"),
            key!("rule-clustering-source"),
        ],
        Rule::Together => [
            key!("rule-together"),
            key!("rule-together-text"),
            key!("rule-together-source"),
        ],
        Rule::Cycling => [
            key!("rule-cycling"),
            key!("rule-cycling-text"),
            key!("rule-cycling-source"),
        ],
        Rule::Picking => [
            key!("rule-picking"),
            key!("rule-picking-text"),
            key!("rule-picking-source"),
        ],
        Rule::Proposing => [
            key!("rule-proposing"),
            key!("rule-proposing-text"),
            key!("rule-proposing-source"),
        ],
        Rule::Middles => [
            key!("rule-middles"),
            key!("rule-middles-text"),
            key!("rule-middles-source"),
        ],
        Rule::Counting => [
            key!("rule-counting"),
            key!("rule-counting-text"),
            key!("rule-counting-source"),
        ],
    }
}

/// Side length of a sample drawing in the legend, in pixels.
pub const SAMPLE: f64 = 44.0;

/// The rings and lines that can appear under a rule: a sample drawing and the explanation of each.
pub fn legend(rule: Rule) -> Vec<(Vec<Shape>, Key)> {
    let start = || (ring(Mark::Start), key!("think-ring-start"));
    let moved = || (ring(Mark::Moved), key!("think-ring-moved"));
    let undone = || (ring(Mark::Undone), key!("think-ring-undone"));
    let proposed = || (ring(Mark::Proposed), key!("think-ring-proposed"));
    let picked = || (ring(Mark::Picked), key!("think-ring-picked"));
    let latest = || (ring(Mark::Latest), key!("think-ring-latest"));
    let cut = || (line(Kind::Cut), key!("think-line-cut"));
    let merged = || (line(Kind::Match), key!("think-line-match"));
    let taken = || (line(Kind::Taken), key!("think-line-taken"));
    match rule {
        Rule::Matching | Rule::HeavyEdges | Rule::Clustering => vec![merged()],
        Rule::Growing | Rule::GreedyGrowing => vec![start(), cut()],
        Rule::Refining | Rule::Together => vec![moved(), undone(), cut()],
        Rule::Balancing => vec![moved(), cut()],
        Rule::Picking => vec![latest(), picked(), taken(), cut()],
        Rule::Proposing => vec![proposed(), picked(), latest(), cut()],
        Rule::Middles => vec![proposed(), picked()],
        Rule::Splitting | Rule::Cycling | Rule::Counting => vec![cut()],
    }
}

fn ring(mark: Mark) -> Vec<Shape> {
    let at = [SAMPLE / 2.0; 2];
    let dot = Shape::Dots {
        aside: false,
        color: None,
        diameter: SAMPLE / 2.0,
        at: vec![at],
    };
    let radius = 0.36 * SAMPLE;
    vec![dot, Shape::Ring { mark, at, radius }]
}

fn line(kind: Kind) -> Vec<Shape> {
    let ends = vec![[[1.0, SAMPLE / 2.0], [SAMPLE - 1.0, SAMPLE / 2.0]]];
    let width = if kind >= Kind::Taken { 5.0 } else { 3.0 };
    vec![Shape::Lines { kind, width, ends }]
}

/// Title of a chapter.
pub fn chapter(title: Title) -> String {
    match title {
        Title::Cut(n_parts) => say!("chapter-cut", n_parts),
        Title::Bisect {
            first,
            sides: [one, other],
        } => say!("chapter-bisect", first, last = first + one + other - 1, one, other),
        Title::Coarsen => say!("chapter-coarsen"),
        Title::Cycle(number) => say!("chapter-cycle", number),
        Title::Halve(n_parts) => say!("chapter-halve", n_parts),
        Title::Pick => say!("chapter-pick"),
    }
}
