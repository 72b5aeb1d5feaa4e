//! The rules that are followed, in words, each with where it is written.

use super::{Event, Replay};
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
