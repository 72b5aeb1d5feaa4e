//! What worlds, rules and chapters are called.

use crate::app::words::{Key, key, say};
use crate::config::Preset;
use crate::trace::{Rule, Title};

/// A world's title, and what there is to see in it. The last one's where there is no such world.
pub fn world(name: &str) -> [Key; 2] {
    match name {
        "sentences" => [key!("world-sentences"), key!("world-sentences-about")],
        "karate" => [key!("world-karate"), key!("world-karate-about")],
        "grid" => [key!("world-grid"), key!("world-grid-about")],
        "cliques" => [key!("world-cliques"), key!("world-cliques-about")],
        _ => [key!("world-spider"), key!("world-spider-about")],
    }
}

/// Which of two that stand side by side.
pub fn beside(preset: Preset) -> Key {
    match preset {
        Preset::Paper => key!("think-mode-paper"),
        _ => key!("think-mode-best"),
    }
}

/// A rule's name, what it says, and where it is written.
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

/// What happens in a chapter.
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
