//! Exercises: the user picks vertices or cuts a graph, and compares the result with the algorithm's result.

use crate::explainer::Explainer;
use crate::i18n::t;
use fastgas_graph::CsrGraph;
use fastgas_partition::Event;
use fastgas_partition::Preset;
use fastgas_partition::{Partition, PartitionConfig, edge_cut};
use fastgas_select::Config;
use fastgas_select::{PriorSelection, greedy};
use fastgas_trace::examples::{best_halves, covered, edges_touched, optimum};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExerciseKind {
    /// Pick M vertices that touch as many edges as possible.
    Picking,
    /// Cut the graph into two halves with as few crossing edges as possible.
    Cutting,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolutionSource {
    #[default]
    Own,
    /// The picks of the displayed run, which picks vertices in each part separately.
    Parts,
    /// The result of the algorithm on the whole graph: greedy picks, or a single bisection.
    Algorithm,
    Best,
    /// The real-world sides of the vertices, such as the two groups of the karate club.
    Real,
}

/// The solutions of an exercise. A solution of a picking exercise lists the picked vertices.
/// A solution of a cutting exercise lists the side of each vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The picks of the displayed run. `None` in a cutting exercise, or if the run has only one part.
    pub parts: Option<Vec<u32>>,
    pub algorithm: Vec<u32>,
    /// The optimal solution on the whole graph. `None` if the optimal solution cannot be computed.
    pub best: Option<Vec<u32>>,
    /// The side of each vertex in reality, for example its group after the split of the karate club.
    /// The real sides are `None` in a picking exercise, or if they are unknown.
    pub real: Option<Vec<u32>>,
}

/// The side of each vertex in the best and in the real partition, if the data of an example graph includes these sides.
/// The page then does not search for the best partition.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KnownSides {
    pub best: Option<Vec<u32>>,
    pub real: Option<Vec<u32>>,
}

/// Which weights of the graph differ from 1. The texts of the exercise name weights only if they differ from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted {
    pub dots: bool,
    pub lines: bool,
}

impl Weighted {
    fn of(graph: &CsrGraph) -> Weighted {
        let differ = |weights: &[u32]| weights.iter().any(|&weight| weight != 1);
        Weighted {
            dots: differ(&graph.vertex_weights),
            lines: differ(&graph.edge_weights),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    pub kind: ExerciseKind,
    pub budget: u32,
    /// The maximum weight of each side in a cutting exercise.
    pub limit: u64,
    pub weighted: Weighted,
    pub own: Vec<u32>,
    /// The solutions of the exercise. `None` until the user reveals the solutions.
    pub answer: Option<Answer>,
    pub shown: SolutionSource,
}

impl Exercise {
    /// A picking exercise starts without picks. A cutting exercise starts with every second vertex on side 1.
    pub(crate) fn begin(kind: ExerciseKind, graph: &CsrGraph, budget: u32) -> Exercise {
        let n = graph.n_vertices() as u32;
        let own = match kind {
            ExerciseKind::Picking => Vec::new(),
            ExerciseKind::Cutting => (0..n).map(|vertex| vertex % 2).collect(),
        };
        Exercise {
            kind,
            budget: budget.min(n),
            limit: by_algorithm(graph).1,
            weighted: Weighted::of(graph),
            own,
            answer: None,
            shown: SolutionSource::Own,
        }
    }

    pub(crate) fn toggle(&mut self, vertex: u32, graph: &CsrGraph) {
        if vertex as usize >= graph.n_vertices() {
            return;
        }
        self.shown = SolutionSource::Own;
        match self.kind {
            ExerciseKind::Picking => match self.own.iter().position(|&row| row == vertex) {
                Some(index) => drop(self.own.remove(index)),
                None if self.own.len() < self.budget as usize => self.own.push(vertex),
                None => {}
            },
            ExerciseKind::Cutting => self.own[vertex as usize] ^= 1,
        }
    }

    pub(crate) fn paint(&mut self, vertex: u32, side: u32) {
        let own = self.own.get_mut(vertex as usize);
        if let Some(own) = own.filter(|_| self.kind == ExerciseKind::Cutting && side < 2) {
            *own = side;
            self.shown = SolutionSource::Own;
        }
    }

    /// A vertex of a picking exercise has no side.
    pub fn side_of(&self, vertex: u32) -> Option<u32> {
        let own = self.own.get(vertex as usize).copied();
        own.filter(|_| self.kind == ExerciseKind::Cutting)
    }

    /// `by_parts` contains the picks of the displayed run if the run has several parts.
    pub(crate) fn reveal(&mut self, graph: &CsrGraph, by_parts: Option<Vec<u32>>, known: KnownSides) {
        self.answer = Some(match self.kind {
            ExerciseKind::Picking => {
                let whole = Partition {
                    part_of: vec![0; graph.n_vertices()],
                    n_parts: 1,
                };
                Answer {
                    parts: by_parts,
                    algorithm: greedy(graph, &whole, &[self.budget], PriorSelection::NONE, &mut |_| ()),
                    best: optimum(graph, self.budget),
                    real: None,
                }
            }
            ExerciseKind::Cutting => {
                let sides = by_algorithm(graph).0;
                Answer {
                    parts: None,
                    best: known.best.or_else(|| best_halves(graph, self.limit, &sides)),
                    real: known.real,
                    algorithm: sides,
                }
            }
        });
    }

    /// Returns the user's own solution if the chosen solution is unknown.
    pub fn seen(&self) -> &[u32] {
        self.of(self.shown).unwrap_or(&self.own)
    }

    pub fn of(&self, whose: SolutionSource) -> Option<&[u32]> {
        let answer = self.answer.as_ref();
        match whose {
            SolutionSource::Own => Some(&self.own),
            SolutionSource::Parts => answer?.parts.as_deref(),
            SolutionSource::Algorithm => Some(&answer?.algorithm),
            SolutionSource::Best => answer?.best.as_deref(),
            SolutionSource::Real => answer?.real.as_deref(),
        }
    }

    pub fn task(&self) -> String {
        match self.kind {
            ExerciseKind::Picking => {
                let left = self.budget - self.own.len() as u32;
                t!("explainer-exercise-pick-task", budget = self.budget, left)
            }
            ExerciseKind::Cutting => t!(
                "explainer-exercise-cut-task",
                limit = self.limit,
                dots_weigh = self.weighted.dots,
                lines_weigh = self.weighted.lines
            ),
        }
    }

    /// Returns one sentence per solution. Before the reveal, only the user's own solution has a sentence.
    pub fn lines(&self, graph: &CsrGraph) -> Vec<(SolutionSource, String)> {
        let worth = |of: &[u32]| self.worth(graph, of);
        let mut lines = vec![(
            SolutionSource::Own,
            t!("explainer-exercise-own", worth = worth(&self.own)),
        )];
        let Some(Answer {
            parts,
            algorithm,
            best,
            real,
        }) = &self.answer
        else {
            return lines;
        };
        let by_parts = parts
            .as_ref()
            .map(|rows| t!("explainer-exercise-parts", worth = worth(rows)));
        // Greedy picks on the whole graph may touch more edges than picks in separate parts.
        // The text explains why picks in separate parts may touch fewer edges, so that the algorithm does not seem wrong.
        let without_parts = by_parts.is_some();
        let by_algorithm = match self.kind {
            ExerciseKind::Picking if without_parts => t!("explainer-exercise-greedy-whole", worth = worth(algorithm)),
            ExerciseKind::Picking => t!("explainer-exercise-greedy", worth = worth(algorithm)),
            ExerciseKind::Cutting => t!("explainer-exercise-paper", worth = worth(algorithm)),
        };
        let best = match (best, self.kind) {
            (Some(best), _) if without_parts => t!("explainer-exercise-best-whole", worth = worth(best)),
            (Some(best), _) => t!("explainer-exercise-best", worth = worth(best)),
            (None, ExerciseKind::Picking) => t!("explainer-exercise-pick-unknown"),
            (None, ExerciseKind::Cutting) => t!("explainer-exercise-cut-unknown"),
        };
        lines.extend(by_parts.map(|words| (SolutionSource::Parts, words)));
        lines.extend([(SolutionSource::Algorithm, by_algorithm), (SolutionSource::Best, best)]);
        let real = real
            .as_ref()
            .map(|sides| t!("explainer-exercise-real", worth = worth(sides)));
        lines.extend(real.map(|words| (SolutionSource::Real, words)));
        lines
    }

    fn worth(&self, graph: &CsrGraph, of: &[u32]) -> String {
        match self.kind {
            ExerciseKind::Picking => picks_worth(graph, of),
            ExerciseKind::Cutting => self.cut_worth(graph, of),
        }
    }

    fn cut_worth(&self, graph: &CsrGraph, side_of: &[u32]) -> String {
        let (cut, [first, second]) = (edge_cut(graph, side_of), side_weights(graph, side_of));
        let dots_weigh = self.weighted.dots;
        let sides = match self.weighted.lines {
            true => t!("explainer-exercise-cut-weight-worth", cut, dots_weigh, first, second),
            false => t!("explainer-exercise-cut-worth", cut, dots_weigh, first, second),
        };
        match first.max(second) <= self.limit {
            true => sides,
            false => t!("explainer-exercise-unbalanced", sides),
        }
    }
}

impl Explainer {
    /// The picks of the displayed run. `None` for a single part, whose picks equal the greedy picks on the whole graph.
    pub(crate) fn picks_by_parts(&self) -> Option<Vec<u32>> {
        let mut player = self.players.first()?.clone();
        player.seek(u32::MAX);
        let replay = player.replay();
        (replay.n_parts > 1).then(|| replay.rows())
    }
}

/// Returns the sides that the `paper` preset finds, and the maximum weight of a side.
///
/// Some vertex weights cannot be divided within the weight limit of the algorithm.
/// If the algorithm exceeds its limit, the weight of its heavier side is the maximum, so that a solution always exists.
fn by_algorithm(graph: &CsrGraph) -> (Vec<u32>, u64) {
    let way = PartitionConfig {
        n_parts: 2,
        preset: Preset::Paper,
        imbalance: Config::default().imbalance,
        seed: 0,
    };
    let mut events = Vec::new();
    let sides = way
        .run(graph, &mut |_| (), &mut events)
        .map(|partition| partition.part_of);
    let sides = sides.unwrap_or_else(|_| vec![0; graph.n_vertices()]);
    let limit = events.iter().find_map(|event| match event {
        Event::Cut { limit, .. } => Some(*limit),
        _ => None,
    });
    let [first, second] = side_weights(graph, &sides);
    let limit = limit.unwrap_or(0).max(first).max(second);
    (sides, limit)
}

/// The total weight of the vertices on each side.
fn side_weights(graph: &CsrGraph, side_of: &[u32]) -> [u64; 2] {
    let mut weights = [0; 2];
    for (&side, &weight) in side_of.iter().zip(&graph.vertex_weights) {
        weights[side as usize] += u64::from(weight);
    }
    weights
}

fn picks_worth(graph: &CsrGraph, rows: &[u32]) -> String {
    if rows.is_empty() {
        return t!("explainer-exercise-no-picks");
    }
    let ids: Vec<String> = rows.iter().map(|row| (row + 1).to_string()).collect();
    t!(
        "explainer-exercise-picks-worth",
        n = rows.len(),
        rows = ids.join(", "),
        touched = edges_touched(graph, rows),
        edges = graph.n_edges(),
        covered = covered(graph, rows),
        vertices = graph.n_vertices()
    )
}
