//! What a person tries by hand, and what the algorithm does with the same.

use super::Think;
use crate::words::say;
use fastgas_graph::CsrGraph;
use fastgas_partition::Event;
use fastgas_partition::Preset;
use fastgas_partition::{Cut, Partition, cut};
use fastgas_select::Config;
use fastgas_select::{Earlier, greedy};
use fastgas_trace::worlds::{best_halves, covered, edges_touched, optimum};

/// What can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pick M vertices that touch as many edges as can be.
    Picking,
    /// Cut the graph in two halves with as few crossing edges as can be.
    Cutting,
}

/// Whose picks or sides the picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    /// The person's.
    #[default]
    Own,
    /// What the algorithm that is watched picks, part by part.
    Parts,
    /// What the algorithm does without parts: greedy picks, or one cut in two.
    Algorithm,
    /// What nothing is better than.
    Best,
}

/// What there is to compare with: vertices, or sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What the algorithm that is watched picks; none where it has one part only, or where nothing is to be picked.
    pub parts: Option<Vec<u32>>,
    /// What it does without parts.
    pub algorithm: Vec<u32>,
    /// What is best without parts, where that can be found.
    pub best: Option<Vec<u32>>,
}

/// What a person has tried so far: for picks the vertices in the order in which they were taken, for sides 0 or 1 for each
/// vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    pub kind: Kind,
    /// M.
    pub budget: u32,
    /// What a side may hold.
    pub limit: u32,
    /// The person's.
    pub own: Vec<u32>,
    /// Once revealed.
    pub answer: Option<Answer>,
    /// What the picture shows.
    pub shown: Whose,
}

impl Exercise {
    /// Nothing is picked; every other vertex is on the second side.
    pub(super) fn begin(kind: Kind, graph: &CsrGraph, budget: u32) -> Exercise {
        let n = graph.n_vertices() as u32;
        let own = match kind {
            Kind::Picking => Vec::new(),
            Kind::Cutting => (0..n).map(|vertex| vertex % 2).collect(),
        };
        Exercise {
            kind,
            budget: budget.min(n),
            limit: by_algorithm(graph).1,
            own,
            answer: None,
            shown: Whose::Own,
        }
    }

    /// Takes a vertex or gives it back, or moves it to the other side.
    pub(super) fn toggle(&mut self, vertex: u32, graph: &CsrGraph) {
        if vertex as usize >= graph.n_vertices() {
            return;
        }
        self.shown = Whose::Own;
        match self.kind {
            Kind::Picking => match self.own.iter().position(|&row| row == vertex) {
                Some(place) => drop(self.own.remove(place)),
                None if self.own.len() < self.budget as usize => self.own.push(vertex),
                None => {}
            },
            Kind::Cutting => self.own[vertex as usize] ^= 1,
        }
    }

    /// `by_parts`: the picks of the algorithm that is watched, where it has several parts.
    pub(super) fn reveal(&mut self, graph: &CsrGraph, by_parts: Option<Vec<u32>>) {
        self.answer = Some(match self.kind {
            Kind::Picking => {
                let whole = Partition {
                    part_of: vec![0; graph.n_vertices()],
                    n_parts: 1,
                };
                Answer {
                    parts: by_parts,
                    algorithm: greedy(graph, &whole, &[self.budget], Earlier::NONE, &mut |_| ()),
                    best: optimum(graph, self.budget),
                }
            }
            Kind::Cutting => {
                let sides = by_algorithm(graph).0;
                Answer {
                    parts: None,
                    best: best_halves(graph, self.limit, &sides),
                    algorithm: sides,
                }
            }
        });
    }

    /// What the picture shows; the person's where the other is not known.
    pub fn seen(&self) -> &[u32] {
        self.of(self.shown).unwrap_or(&self.own)
    }

    /// What someone has, where it is known.
    pub fn of(&self, whose: Whose) -> Option<&[u32]> {
        let answer = self.answer.as_ref();
        match whose {
            Whose::Own => Some(&self.own),
            Whose::Parts => answer?.parts.as_deref(),
            Whose::Algorithm => Some(&answer?.algorithm),
            Whose::Best => answer?.best.as_deref(),
        }
    }

    /// What there is to do, and how much of it is left.
    pub fn task(&self) -> String {
        match self.kind {
            Kind::Picking => {
                let left = self.budget - self.own.len() as u32;
                say!("try-pick-task", budget = self.budget, left)
            }
            Kind::Cutting => say!("try-cut-task", limit = self.limit),
        }
    }

    /// What everybody has, a line each; more than one once the answer is revealed.
    pub fn lines(&self, graph: &CsrGraph) -> Vec<(Whose, String)> {
        let worth = |of: &[u32]| self.worth(graph, of);
        let mut lines = vec![(Whose::Own, say!("try-you", worth = worth(&self.own)))];
        let Some(Answer { parts, algorithm, best }) = &self.answer else {
            return lines;
        };
        let by_parts = parts.as_ref().map(|rows| say!("try-parts", worth = worth(rows)));
        // Who is not bound to parts may touch more: that has to be said, or the algorithm seems to pick badly.
        let without_parts = by_parts.is_some();
        let by_algorithm = match self.kind {
            Kind::Picking if without_parts => say!("try-greedy-whole", worth = worth(algorithm)),
            Kind::Picking => say!("try-greedy", worth = worth(algorithm)),
            Kind::Cutting => say!("try-paper", worth = worth(algorithm)),
        };
        let best = match (best, self.kind) {
            (Some(best), _) if without_parts => say!("try-best-whole", worth = worth(best)),
            (Some(best), _) => say!("try-best", worth = worth(best)),
            (None, Kind::Picking) => say!("try-best-pick-unknown"),
            (None, Kind::Cutting) => say!("try-best-cut-unknown"),
        };
        lines.extend(by_parts.map(|words| (Whose::Parts, words)));
        lines.extend([(Whose::Algorithm, by_algorithm), (Whose::Best, best)]);
        lines
    }

    /// What picks, or two sides, are worth.
    fn worth(&self, graph: &CsrGraph, of: &[u32]) -> String {
        match self.kind {
            Kind::Picking => picks_worth(graph, of),
            Kind::Cutting => cut_worth(graph, of, self.limit),
        }
    }
}

impl Think {
    /// The picks with which the run that is watched ends, of two the first; none where it has one part only: then they are
    /// the greedy ones.
    pub(super) fn picks_by_parts(&self) -> Option<Vec<u32>> {
        let mut player = self.players.first()?.clone();
        player.seek(u32::MAX);
        let replay = player.replay();
        (replay.n_parts > 1).then(|| replay.rows())
    }
}

/// The two sides that the paper's way finds, and what a side may hold.
fn by_algorithm(graph: &CsrGraph) -> (Vec<u32>, u32) {
    let way = Cut {
        n_parts: 2,
        preset: Preset::Paper,
        imbalance: Config::default().imbalance,
        seed: 0,
    };
    let mut events = Vec::new();
    let sides = way
        .run(graph, &mut |_| (), &mut events)
        .map(|partition| partition.part_of);
    let limit = events.iter().find_map(|event| match event {
        Event::Cut { limit, .. } => u32::try_from(*limit).ok(),
        _ => None,
    });
    let n = graph.n_vertices() as u32;
    (sides.unwrap_or_else(|_| vec![0; n as usize]), limit.unwrap_or(n))
}

fn picks_worth(graph: &CsrGraph, rows: &[u32]) -> String {
    if rows.is_empty() {
        return say!("try-nothing-picked");
    }
    let ids: Vec<String> = rows.iter().map(u32::to_string).collect();
    say!(
        "try-picks",
        n = rows.len(),
        rows = ids.join(", "),
        touched = edges_touched(graph, rows),
        edges = graph.n_edges(),
        covered = covered(graph, rows),
        vertices = graph.n_vertices()
    )
}

fn cut_worth(graph: &CsrGraph, side_of: &[u32], limit: u32) -> String {
    let second = side_of.iter().filter(|&&side| side == 1).count();
    let first = side_of.len() - second;
    let sides = say!("try-sides", cut = cut(graph, side_of), first, second);
    match first.max(second) <= limit as usize {
        true => sides,
        false => say!("try-not-balanced", sides),
    }
}
