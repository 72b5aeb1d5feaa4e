//! Names and descriptions of example graphs, rules, marks and chapters.

use std::collections::BTreeSet;

use crate::i18n::{Key, grouped, key, t};
use fastgas_partition::Preset;
use fastgas_trace::{LineKind, LineSample, Mark, Rule, Scene, Shape, Title};

/// Title and description of an example graph. An unknown name gets the texts of the last example graph.
pub fn example(name: &str) -> [Key; 2] {
    match name {
        "sentences" => [
            key!("explainer-world-sentences-title"),
            key!("explainer-world-sentences-description"),
        ],
        "karate" => [
            key!("explainer-world-karate-title"),
            key!("explainer-world-karate-description"),
        ],
        "grid" => [
            key!("explainer-world-grid-title"),
            key!("explainer-world-grid-description"),
        ],
        "cliques" => [
            key!("explainer-world-cliques-title"),
            key!("explainer-world-cliques-description"),
        ],
        _ => [
            key!("explainer-world-spider-title"),
            key!("explainer-world-spider-description"),
        ],
    }
}

pub fn side_by_side_name(preset: Preset) -> Key {
    match preset {
        Preset::Paper => key!("explainer-preset-paper-name"),
        _ => key!("explainer-preset-best-name"),
    }
}

/// Message keys of a rule's name, description and source, in this order.
pub fn rule(rule: Rule) -> [Key; 3] {
    match rule {
        Rule::Matching => [
            key!("explainer-rule-matching-title"),
            key!("explainer-rule-matching-text"),
            key!("explainer-rule-matching-source"),
        ],
        Rule::HeavyEdges => [
            key!("explainer-rule-heavy-edges-title"),
            key!("explainer-rule-heavy-edges-text"),
            key!("explainer-rule-heavy-edges-source"),
        ],
        Rule::Growing => [
            key!("explainer-rule-growing-title"),
            key!("explainer-rule-growing-text"),
            key!("explainer-rule-growing-source"),
        ],
        Rule::GreedyGrowing => [
            key!("explainer-rule-greedy-growing-title"),
            key!("explainer-rule-greedy-growing-text"),
            key!("explainer-rule-greedy-growing-source"),
        ],
        Rule::Refining => [
            key!("explainer-rule-refining-title"),
            key!("explainer-rule-refining-text"),
            key!("explainer-rule-refining-source"),
        ],
        Rule::Splitting => [
            key!("explainer-rule-splitting-title"),
            key!("explainer-rule-splitting-text"),
            key!("explainer-rule-splitting-source"),
        ],
        Rule::AllParts => [
            key!("explainer-rule-all-parts-title"),
            key!("explainer-rule-all-parts-text"),
            key!("explainer-rule-all-parts-source"),
        ],
        Rule::Balancing => [
            key!("explainer-rule-balancing-title"),
            key!("explainer-rule-balancing-text"),
            key!("explainer-rule-balancing-source"),
        ],
        Rule::Clustering => [
            key!("explainer-rule-clustering-title"),
            key!("explainer-rule-clustering-text"),
            key!("explainer-rule-clustering-source"),
        ],
        Rule::Together => [
            key!("explainer-rule-together-title"),
            key!("explainer-rule-together-text"),
            key!("explainer-rule-together-source"),
        ],
        Rule::Cycling => [
            key!("explainer-rule-cycling-title"),
            key!("explainer-rule-cycling-text"),
            key!("explainer-rule-cycling-source"),
        ],
        Rule::Picking => [
            key!("explainer-rule-picking-title"),
            key!("explainer-rule-picking-text"),
            key!("explainer-rule-picking-source"),
        ],
        Rule::Proposing => [
            key!("explainer-rule-proposing-title"),
            key!("explainer-rule-proposing-text"),
            key!("explainer-rule-proposing-source"),
        ],
        Rule::Medoids => [
            key!("explainer-rule-middles-title"),
            key!("explainer-rule-middles-text"),
            key!("explainer-rule-middles-source"),
        ],
        Rule::Counting => [
            key!("explainer-rule-counting-title"),
            key!("explainer-rule-counting-text"),
            key!("explainer-rule-counting-source"),
        ],
    }
}

pub const SAMPLE_SIZE: f64 = 44.0;

const MAX_LISTED_PARTS: usize = 8;

/// The symbols in the legend with their descriptions. If there are many parts, only the first parts are listed.
pub fn legend(scene: &Scene) -> Vec<(Vec<Shape>, String)> {
    let has_ring = |mark: Mark| scene.nodes.iter().any(|node| node.mark == mark);
    // In the picture of a dense graph, only lines between parts are drawn.
    let is_drawn =
        |kind: LineKind| !LineSample::of(scene).is_some_and(|sample| sample.is_boundary && kind < LineKind::Cut);
    let has_line = |kind: LineKind| is_drawn(kind) && scene.lines.iter().any(|line| line.kind == kind);
    let rings = RINGS.into_iter().filter(|&(mark, _)| has_ring(mark));
    let lines = LINES.into_iter().filter(|&(kind, _)| has_line(kind));
    let rings = rings.map(|(mark, key)| (ring(mark), key.text()));
    let lines = lines.map(|(kind, key)| (line(kind), key.text()));
    let parts: BTreeSet<u32> = scene.nodes.iter().filter_map(|node| node.color).collect();
    let parts = parts.into_iter().take(MAX_LISTED_PARTS);
    let parts = parts.map(|part| (part_dot(part), t!("explainer-legend-part", part = part + 1)));
    rings.chain(lines).chain(parts).collect()
}

const RINGS: [(Mark, Key); 7] = [
    (Mark::Start, key!("explainer-ring-start")),
    (Mark::Moved, key!("explainer-ring-moved")),
    (Mark::Undone, key!("explainer-ring-undone")),
    (Mark::Replaced, key!("explainer-ring-replaced")),
    (Mark::Proposed, key!("explainer-ring-proposed")),
    (Mark::Picked, key!("explainer-ring-picked")),
    (Mark::Latest, key!("explainer-ring-latest")),
];

const LINES: [(LineKind, Key); 5] = [
    (LineKind::Match, key!("explainer-line-merged")),
    (LineKind::Taken, key!("explainer-line-taken")),
    (LineKind::Touched, key!("explainer-line-touched")),
    (LineKind::Cut, key!("explainer-line-cut")),
    (LineKind::Aside, key!("explainer-line-aside")),
];

/// States how many lines are drawn if a dense graph has too many lines to draw all of them.
pub fn line_sample(scene: &Scene) -> Option<String> {
    let LineSample {
        n_drawn,
        n_sampled,
        is_boundary,
    } = LineSample::of(scene)?;
    let [drawn, n] = [n_drawn, n_sampled].map(|count| grouped(count as u64));
    Some(match is_boundary {
        true => t!("explainer-lines-between-parts", drawn, n),
        false => t!("explainer-lines-sampled", drawn, n),
    })
}

pub fn part_dot(part: u32) -> Vec<Shape> {
    vec![dot(Some(part))]
}

fn dot(color: Option<u32>) -> Shape {
    Shape::Dots {
        aside: false,
        color,
        diameter: SAMPLE_SIZE / 2.0,
        at: vec![[SAMPLE_SIZE / 2.0; 2]],
    }
}

fn ring(mark: Mark) -> Vec<Shape> {
    let (at, radius) = ([SAMPLE_SIZE / 2.0; 2], 0.36 * SAMPLE_SIZE);
    vec![dot(None), Shape::Ring { mark, at, radius }]
}

fn line(kind: LineKind) -> Vec<Shape> {
    let ends = vec![[[1.0, SAMPLE_SIZE / 2.0], [SAMPLE_SIZE - 1.0, SAMPLE_SIZE / 2.0]]];
    let width = if kind >= LineKind::Taken { 5.0 } else { 3.0 };
    vec![Shape::Lines { kind, width, ends }]
}

pub fn chapter(title: Title) -> String {
    match title {
        Title::Cut(n_parts) => t!("explainer-chapter-cut", n_parts),
        Title::Bisect {
            first,
            sides: [one, other],
        } => t!(
            "explainer-chapter-bisect",
            first = first + 1,
            last = first + one + other,
            one,
            other
        ),
        Title::Coarsen => t!("explainer-chapter-coarsen"),
        Title::Cycle(number) => t!("explainer-chapter-cycle", number),
        Title::Halve(n_parts) => t!("explainer-chapter-halve", n_parts),
        Title::Pick => t!("explainer-chapter-pick"),
    }
}
