//! Multilevel recursive bisection (paper, Section 3 and appendix C; Karypis & Kumar 1998).
//!
//! Each bisection has three phases:
//! 1. [`coarsen`] reduces the graph to about a hundred vertices.
//! 2. [`initial_bisection`] bisects the coarsest graph.
//! 3. [`project_and_refine`] refines the cut on all levels.
//!
//! A graph for K parts is bisected into sides for ⌈K/2⌉ and ⌊K/2⌋ parts, until each side is one part.
//! K therefore need not be a power of two.

use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Partition;
use super::balance::{Bounds, ensure_counts};
use super::bisect::grow_bisection;
use super::contract::{Level, contract};
use super::matching::match_vertices;
use super::method::Method;
use super::refine::{Score, refine_bisection};
use crate::{Event, Recorder};
use fastgas_graph::CsrGraph;

/// Partitions `graph` into `n_parts` parts by bisections alone. The graph must have at least `n_parts` vertices.
/// The parts are within `part_limit` if the vertex weights permit.
/// `recorder` receives a progress step after each bisection.
pub(super) fn bisect_recursively<R: Recorder>(
    graph: &CsrGraph,
    n_parts: u32,
    part_limit: u64,
    method: &Method,
    rng: &mut Xoshiro256PlusPlus,
    recorder: &mut R,
) -> Vec<u32> {
    let mut recursion = RecursiveBisection {
        method,
        part_limit,
        rng,
        part_of: vec![0; graph.n_vertices()],
        recorder,
    };
    let ids: Vec<u32> = (0..graph.n_vertices() as u32).collect();
    recursion.run(graph, &ids, 0, n_parts);
    recursion.part_of
}

/// Bisects each part into two halves whose weights are as equal as the vertex weights permit.
/// Each part must have at least two vertices.
pub(super) fn halve(
    graph: &CsrGraph,
    partition: &Partition,
    method: &Method,
    rng: &mut Xoshiro256PlusPlus,
    recorder: &mut impl Recorder,
) -> Vec<u32> {
    recorder.record(|| Event::Halve);
    let mut part_of = vec![0; graph.n_vertices()];
    let mut id_of = vec![0; graph.n_vertices()];
    for (part, members) in (0..).zip(partition.members()) {
        let subgraph = induced(graph, &partition.part_of, &members, &mut id_of);
        let weight = subgraph.total_weight();
        let bounds = Bounds::new(weight, [1, 1], weight.div_ceil(2));
        recorder.record(|| bisection(2 * part, 2, &bounds));
        let mut side_of = bisect(&subgraph, &bounds, method, rng, recorder);
        ensure_counts(&subgraph, &mut side_of, [1, 1], recorder);
        recorder.record(|| Event::Split);
        for (&vertex, side) in members.iter().zip(side_of) {
            part_of[vertex as usize] = 2 * part + u32::from(side);
        }
    }
    part_of
}

/// State of the recursive bisection. The recursion bisects the whole graph, then the first side, then the second side.
struct RecursiveBisection<'a, R> {
    method: &'a Method,
    part_limit: u64,
    rng: &'a mut Xoshiro256PlusPlus,
    /// The part of each vertex, set as soon as the part is final; length n.
    part_of: Vec<u32>,
    recorder: &'a mut R,
}

impl<R: Recorder> RecursiveBisection<'_, R> {
    /// Partitions `graph` into the parts `first_part..first_part + n_parts`.
    /// Vertex `v` of `graph` is vertex `ids[v]` of the whole graph. The graph must have at least `n_parts` vertices.
    /// All recursive calls together take O((|V| + |E|) log K) time.
    fn run(&mut self, graph: &CsrGraph, ids: &[u32], first_part: u32, n_parts: u32) {
        if n_parts == 1 {
            ids.iter().for_each(|&id| self.part_of[id as usize] = first_part);
            return;
        }
        let sides = [n_parts.div_ceil(2), n_parts / 2];
        let bounds = Bounds::new(graph.total_weight(), sides, self.part_limit);
        self.recorder.record(|| bisection(first_part, n_parts, &bounds));
        let mut side_of = bisect(graph, &bounds, self.method, self.rng, self.recorder);
        ensure_counts(graph, &mut side_of, sides, self.recorder);
        self.recorder.record(|| Event::Split);
        self.recorder.step();
        for (side, first_part) in [(0, first_part), (1, first_part + sides[0])] {
            let members: Vec<u32> = (0..graph.n_vertices() as u32)
                .filter(|&vertex| side_of[vertex as usize] == side)
                .collect();
            let subgraph = induced(graph, &side_of, &members, &mut vec![0; graph.n_vertices()]);
            let ids: Vec<u32> = members.iter().map(|&vertex| ids[vertex as usize]).collect();
            self.run(&subgraph, &ids, first_part, sides[side as usize]);
        }
    }
}

/// Bisects `graph` and returns the side of each vertex, 0 or 1.
/// With unit weights, the sides are within `bounds`. With other weights, the sides are within `bounds` if the weights permit.
fn bisect(
    graph: &CsrGraph,
    bounds: &Bounds,
    method: &Method,
    rng: &mut Xoshiro256PlusPlus,
    recorder: &mut impl Recorder,
) -> Vec<u8> {
    let levels = coarsen(graph, method, rng, recorder);
    let coarsest = levels.last().map_or(graph, |level| &level.graph);
    let side_of = initial_bisection(coarsest, bounds, method, rng, recorder);
    project_and_refine(graph, &levels, side_of, bounds, method, recorder)
}

fn bisection(first_part: u32, n_parts: u32, bounds: &Bounds) -> Event {
    Event::Bisect {
        first_part,
        n_parts,
        targets: bounds.targets,
        limits: bounds.limits,
    }
}

/// Coarsening phase: returns a sequence of increasingly coarse graphs, the finest first, without `graph` itself.
///
/// Stops at `method.coarsest` vertices, or if the next level would have more than 90 % of the vertices of the current level.
/// No coarse vertex is heavier than 1.5 times the mean vertex weight of the coarsest graph.
/// Heavier coarse vertices could make the two sides of the coarsest graph too unequal.
fn coarsen(
    graph: &CsrGraph,
    method: &Method,
    rng: &mut Xoshiro256PlusPlus,
    recorder: &mut impl Recorder,
) -> Vec<Level> {
    let max_weight = (3 * graph.total_weight())
        .div_ceil(2 * u64::from(method.coarsest))
        .max(2);
    let mut levels: Vec<Level> = Vec::new();
    loop {
        let finer = levels.last().map_or(graph, |level| &level.graph);
        if finer.n_vertices() <= method.coarsest as usize {
            return levels;
        }
        let match_of = match_vertices(finer, method.matching, max_weight, rng);
        let n_coarse = match_of
            .iter()
            .zip(0..)
            .filter(|&(&other, vertex)| vertex <= other)
            .count();
        if n_coarse * 10 > finer.n_vertices() * 9 {
            return levels;
        }
        levels.push(contract(finer, &match_of));
        recorder.record(|| Event::Match { match_of });
    }
}

/// Partitioning phase: grows several regions, each from a different random vertex, and returns the best bisection.
fn initial_bisection<R: Recorder>(
    graph: &CsrGraph,
    bounds: &Bounds,
    method: &Method,
    rng: &mut Xoshiro256PlusPlus,
    recorder: &mut R,
) -> Vec<u8> {
    let n = graph.n_vertices();
    let bounds = bounds.relaxed(max_vertex_weight(graph));
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.shuffle(rng);
    let ((.., start), side_of) = (0..method.trials.min(n))
        .map(|start| {
            let (mut side_of, joined) = grow_bisection::<R>(graph, method.growing, &order, start, bounds.targets[0]);
            recorder.record(|| Event::Grow { joined });
            let Score { excess, cut, .. } = match method.refine_trials {
                true => refine_bisection(graph, &mut side_of, &bounds, method.effort, recorder),
                false => Score::of(graph, &side_of, &bounds),
            };
            recorder.record(|| Event::Tried { excess, cut });
            ((excess, cut, start), side_of)
        })
        .min_by_key(|&(score, _)| score)
        .expect("a graph to bisect has vertices");
    recorder.record(|| Event::Choose { trial: start as u32 });
    side_of
}

/// Uncoarsening phase: level by level, each vertex gets the side of its coarse vertex, and the bisection is refined.
fn project_and_refine(
    graph: &CsrGraph,
    levels: &[Level],
    mut side_of: Vec<u8>,
    bounds: &Bounds,
    method: &Method,
    recorder: &mut impl Recorder,
) -> Vec<u8> {
    let mut refine = |graph: &CsrGraph, side_of: &mut [u8], bounds: &Bounds| {
        recorder.record(|| Event::Refine);
        refine_bisection(graph, side_of, bounds, method.effort, recorder);
    };
    for level in levels.iter().rev() {
        refine(
            &level.graph,
            &mut side_of,
            &bounds.relaxed(max_vertex_weight(&level.graph)),
        );
        side_of = level.project(&side_of);
    }
    refine(graph, &mut side_of, bounds);
    side_of
}

/// The subgraph induced by `members`, which must be exactly the vertices of one part.
/// `id_of`: scratch space of length n, overwritten at `members`. O(|members| + number of the members' edges).
pub fn induced<P: PartialEq>(graph: &CsrGraph, part_of: &[P], members: &[u32], id_of: &mut [u32]) -> CsrGraph {
    for (id, &vertex) in (0..).zip(members) {
        id_of[vertex as usize] = id;
    }
    let mut subgraph = CsrGraph {
        offsets: vec![0],
        vertex_weights: members
            .iter()
            .map(|&vertex| graph.vertex_weights[vertex as usize])
            .collect(),
        ..CsrGraph::default()
    };
    for &vertex in members {
        for (neighbor, weight) in graph.edges_of(vertex) {
            if part_of[neighbor as usize] == part_of[vertex as usize] {
                subgraph.neighbors.push(id_of[neighbor as usize]);
                subgraph.edge_weights.push(weight);
            }
        }
        subgraph.offsets.push(subgraph.neighbors.len() as u32);
    }
    subgraph
}

/// The largest vertex weight; 0 for a graph without vertices.
pub(super) fn max_vertex_weight(graph: &CsrGraph) -> u32 {
    graph.vertex_weights.iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Preset;
    use fastgas_graph::fixtures::{clustered, graph_of, star};
    use rand::SeedableRng;

    #[test]
    fn coarsest_graph_has_about_a_hundred_vertices() {
        let graph = clustered(2000, 20, 8, 1);
        let levels = coarsen(
            &graph,
            &Method::of(Preset::Paper),
            &mut Xoshiro256PlusPlus::seed_from_u64(0),
            &mut (),
        );
        let n_coarsest = levels.last().unwrap().graph.n_vertices();
        assert!((50..=150).contains(&n_coarsest), "{n_coarsest}");
        assert!(levels.iter().all(|level| level.graph.total_weight() == 2000));
        assert!(levels.iter().all(|level| max_vertex_weight(&level.graph) <= 30));
    }

    #[test]
    fn star_is_coarsened_only_by_two_hop_matching() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        assert!(coarsen(&star(500), &Method::of(Preset::Paper), &mut rng, &mut ()).is_empty());
        assert!(coarsen(&star(500), &Method::of(Preset::Best), &mut rng, &mut ()).len() >= 3);
    }

    #[test]
    fn induced_keeps_inner_edges_only() {
        let graph = graph_of(4, &[(0, 1), (1, 2), (2, 3), (1, 3)]);
        let subgraph = induced(&graph, &[0, 1, 0, 1], &[1, 3], &mut [7; 4]);
        assert_eq!(subgraph, graph_of(2, &[(0, 1)]));
    }
}
