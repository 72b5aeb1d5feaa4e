//! The short pseudo-code of each rule of the algorithm. The line that the current step executes is highlighted.

use leptos::prelude::*;

use crate::explainer::signal::use_explainer;
use crate::i18n::{Key, key, t};
use fastgas_trace::Rule;

/// A line of pseudo-code consists of the nesting depth and the text.
pub type CodeLine = (u8, Key);

/// [`Player::code_line`](fastgas_trace::Player::code_line) returns the index of a line in the pseudo-code.
pub fn code(rule: Rule) -> &'static [CodeLine] {
    match rule {
        Rule::Matching => &MATCHING,
        Rule::HeavyEdges => &HEAVY_EDGES,
        Rule::Clustering => &CLUSTERING,
        Rule::Growing => &GROWING,
        Rule::GreedyGrowing => &GREEDY_GROWING,
        Rule::Refining => &REFINING,
        Rule::Splitting => &SPLITTING,
        Rule::AllParts => &ALL_PARTS,
        Rule::Balancing => &BALANCING,
        Rule::Together => &TOGETHER,
        Rule::Cycling => &CYCLING,
        Rule::Picking => &PICKING,
        Rule::Proposing => &PROPOSING,
        Rule::Medoids => &MEDOIDS,
        Rule::Counting => &COUNTING,
    }
}

const MATCHING: [CodeLine; 3] = [
    (0, key!("explainer-code-each-vertex")),
    (1, key!("explainer-code-pair-random")),
    (0, key!("explainer-code-merge-pairs")),
];
const HEAVY_EDGES: [CodeLine; 3] = [
    (0, key!("explainer-code-each-vertex")),
    (1, key!("explainer-code-pair-heaviest")),
    (0, key!("explainer-code-merge-pairs")),
];
const CLUSTERING: [CodeLine; 3] = [
    (0, key!("explainer-code-each-vertex")),
    (1, key!("explainer-code-join-cluster")),
    (0, key!("explainer-code-merge-clusters")),
];
const GROWING: [CodeLine; 5] = [
    (0, key!("explainer-code-ten-times")),
    (1, key!("explainer-code-start-region")),
    (1, key!("explainer-code-add-breadth-first")),
    (1, key!("explainer-code-note-cut")),
    (0, key!("explainer-code-keep-region")),
];
const GREEDY_GROWING: [CodeLine; 5] = [
    (0, key!("explainer-code-four-times")),
    (1, key!("explainer-code-start-region")),
    (1, key!("explainer-code-add-greedily")),
    (1, key!("explainer-code-note-cut")),
    (0, key!("explainer-code-keep-region")),
];
const REFINING: [CodeLine; 6] = [
    (0, key!("explainer-code-each-level")),
    (1, key!("explainer-code-fill-queue")),
    (1, key!("explainer-code-while-queue")),
    (2, key!("explainer-code-move-first")),
    (2, key!("explainer-code-update-gains")),
    (1, key!("explainer-code-undo")),
];
const SPLITTING: [CodeLine; 4] = [
    (0, key!("explainer-code-cut-group")),
    (1, key!("explainer-code-one-part")),
    (1, key!("explainer-code-cut-in-two")),
    (1, key!("explainer-code-cut-sides")),
];
const ALL_PARTS: [CodeLine; 3] = [
    (0, key!("explainer-code-coarsen")),
    (0, key!("explainer-code-cut-coarsest")),
    (0, key!("explainer-code-refine-up")),
];
const BALANCING: [CodeLine; 2] = [
    (0, key!("explainer-code-while-heavy")),
    (1, key!("explainer-code-move-cheapest")),
];
const TOGETHER: [CodeLine; 5] = [
    (0, key!("explainer-code-each-level")),
    (1, key!("explainer-code-each-border-vertex")),
    (2, key!("explainer-code-move-to-best-part")),
    (2, key!("explainer-code-undo")),
    (1, key!("explainer-code-exchange")),
];
const CYCLING: [CodeLine; 4] = [
    (0, key!("explainer-code-repeat")),
    (1, key!("explainer-code-coarsen-inside")),
    (1, key!("explainer-code-refine-up")),
    (1, key!("explainer-code-keep-better")),
];
const PICKING: [CodeLine; 3] = [
    (0, key!("explainer-code-each-part")),
    (1, key!("explainer-code-pick-largest")),
    (1, key!("explainer-code-use-up-edges")),
];
const PROPOSING: [CodeLine; 3] = [
    (0, key!("explainer-code-propose")),
    (0, key!("explainer-code-until-picks")),
    (1, key!("explainer-code-take-proposal")),
];
const MEDOIDS: [CodeLine; 3] = [
    (0, key!("explainer-code-repeat")),
    (1, key!("explainer-code-assign-texts")),
    (1, key!("explainer-code-move-to-medoid")),
];
const COUNTING: [CodeLine; 3] = [
    (0, key!("explainer-code-each-count")),
    (1, key!("explainer-code-cut-and-pick")),
    (0, key!("explainer-code-keep-count")),
];

#[component]
pub fn PseudoCode(at: usize) -> impl IntoView {
    let explainer = use_explainer();
    let rule = explainer.select(move |explainer| explainer.players.get(at).map(|player| player.rule()));
    let current = explainer.select(move |explainer| explainer.players.get(at).and_then(|player| player.code_line()));
    let line = move |(index, &(depth, words)): (usize, &CodeLine)| {
        view! {
            <li class=format!("indent-{depth}") aria-current=move || (current.get() == Some(index)).then_some("step")>{words.text()}</li>
        }
    };
    view! {
        <div class="explainer-code" id=["explainer-code", "explainer-code-best"][at]>
            <h3>{t!("explainer-code-title")}</h3>
            <ol>{move || rule.get().map(|rule| code(rule).iter().enumerate().map(line).collect_view())}</ol>
        </div>
    }
}
