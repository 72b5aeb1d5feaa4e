//! Explains why each instance was selected.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::coverage::Covered;
use fastgas_graph::{CsrGraph, Neighbors};
use fastgas_partition::Partition;

/// Maximum number of newly covered texts that the explanation of a pick lists.
const MAX_NAMED_TEXTS: usize = 3;

/// The reasons for a pick, given the state of the graph at the time of the pick.
///
/// For example, the path 0─1─2─3 is part 0, and vertex 4, a neighbor of vertex 3, is part 1.
/// The pick, vertex 1, has the degree 2, ranks first of 4 in part 0, and newly covers the vertices 0 and 2.
/// The runner-up is vertex 2 with the margin 0: the degrees are equal, and ties go to the lowest id.
///
/// If duplicates are merged, the graph contains only originals: instances that are not duplicates of other instances.
/// Only `part_size` then also counts duplicates. All other numbers count only originals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The part that contains the picked instance.
    pub part: u32,
    /// Number of instances in the part, including picks and merged duplicates.
    pub part_size: u32,
    /// Number of originals in the part, including picks. Equals `part_size` if no duplicates were merged.
    /// Files from earlier versions of the program do not contain `n_originals`. The field is then read as 0.
    #[serde(default)]
    pub n_originals: u32,
    /// Number of the pick's edges inside the part, including edges to picks.
    pub degree_in_part: u32,
    /// 1-based rank of the pick by `degree_in_part` among the originals of the part.
    /// Ties are broken as in [`greedy`](crate::greedy).
    pub rank_in_part: u32,
    /// Number of originals in the part with a lower degree inside the part than the pick.
    /// The rank alone means little if many instances have equal degrees, so `n_lower_in_part` complements the rank.
    /// Files from earlier versions of the program do not contain `n_lower_in_part`. The field is then read as 0.
    #[serde(default)]
    pub n_lower_in_part: u32,
    /// Number of the pick's neighbors in all parts that are neither earlier picks nor neighbors of earlier picks.
    pub newly_covered: u32,
    /// Up to three newly covered neighbors, most similar first.
    pub nearest: Vec<u32>,
    /// The runner-up: the instance with the highest residual degree in the part, apart from the pick.
    /// `None` if all other instances of the part were already picked.
    pub runner_up: Option<u32>,
    /// Residual degree of the pick minus the residual degree of the runner-up.
    /// The margin is 0 if a tie-break decided. The margin is negative only if another criterion selected the pick.
    pub margin: i64,
}

impl Reason {
    /// The instances whose ids occur in the reason.
    pub fn named(&self) -> impl Iterator<Item = u32> + '_ {
        self.nearest.iter().chain(&self.runner_up).copied()
    }

    /// Replaces each instance id in the reason with `rows[id]`.
    pub fn unfold(&mut self, rows: &[u32]) {
        let named = self.nearest.iter_mut().chain(&mut self.runner_up);
        named.for_each(|place| *place = rows[*place as usize]);
    }
}

/// Explains the picks in `rows`. Returns one [`Reason`] for each pick, in the same order as the picks.
///
/// `graph`, `partition` and `neighbors` are the data that the picks were selected from.
/// Ids are vertices of the graph. Every number in a [`Reason`] can be checked by hand on a drawing of the graph.
/// O(|E| + n log n + Σ part sizes of the picks) time.
///
/// # Panics
/// Panics if graph, partition, neighbors and picks belong to different pools.
pub fn explain(graph: &CsrGraph, partition: &Partition, neighbors: &Neighbors, rows: &[u32]) -> Vec<Reason> {
    let members = partition.members();
    let inside = partition.degrees_inside(graph);
    let ranks = ranks_in_parts(graph, &members, &inside);
    let mut residual = inside.clone();
    let mut is_picked = vec![false; graph.n_vertices()];
    let mut covered = Covered::new(graph, graph.n_vertices());
    let reason_of = |row: u32| {
        let part = partition.part_of[row as usize];
        let is_lower = |other: &&u32| inside[**other as usize] < inside[row as usize];
        is_picked[row as usize] = true;
        let others = members[part as usize]
            .iter()
            .filter(|&&other| !is_picked[other as usize]);
        let runner_up = others
            .max_by_key(|&&other| (residual[other as usize], graph.degree(other), Reverse(other)))
            .copied();
        let margin =
            i64::from(residual[row as usize]) - runner_up.map_or(0, |other| i64::from(residual[other as usize]));
        for &neighbor in graph.neighbors_of(row) {
            if partition.part_of[neighbor as usize] == part && !is_picked[neighbor as usize] {
                residual[neighbor as usize] -= 1;
            }
        }
        let fresh = graph.neighbors_of(row).iter().copied();
        let mut fresh: Vec<u32> = fresh.filter(|&neighbor| !covered.contains(neighbor)).collect();
        covered.add(row);
        let newly_covered = fresh.len() as u32;
        fresh.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|other| similarity(neighbors, row, other));
            b.total_cmp(&a)
        });
        fresh.truncate(MAX_NAMED_TEXTS);
        Reason {
            part,
            part_size: members[part as usize].len() as u32,
            n_originals: members[part as usize].len() as u32,
            degree_in_part: inside[row as usize],
            rank_in_part: ranks[row as usize],
            n_lower_in_part: members[part as usize].iter().filter(is_lower).count() as u32,
            newly_covered,
            nearest: fresh,
            runner_up,
            margin,
        }
    };
    rows.iter().copied().map(reason_of).collect()
}

/// The 1-based rank of every vertex in its part, by degree.
fn ranks_in_parts(graph: &CsrGraph, members: &[Vec<u32>], inside: &[u32]) -> Vec<u32> {
    let mut ranks = vec![0; inside.len()];
    for members in members {
        let mut in_order = members.clone();
        in_order.sort_unstable_by_key(|&vertex| (Reverse((inside[vertex as usize], graph.degree(vertex))), vertex));
        for (&vertex, rank) in in_order.iter().zip(1..) {
            ranks[vertex as usize] = rank;
        }
    }
    ranks
}

/// The cosine of two instances. At least one of the two must list the other as a neighbor.
fn similarity(neighbors: &Neighbors, a: u32, b: u32) -> f32 {
    let listed = |a: u32, b: u32| {
        let ids = neighbors.ids.row(a as usize);
        let rank = ids.iter().position(|&id| id == b)?;
        Some(neighbors.similarities[[a as usize, rank]])
    };
    listed(a, b)
        .or_else(|| listed(b, a))
        .expect("an edge joins an instance to one that it lists")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PriorSelection, greedy, quotas};
    use fastgas_embedding::fixtures::any_embeddings;
    use fastgas_graph::EdgeWeights;
    use fastgas_graph::fixtures::graph_of;
    use fastgas_graph::nearest_neighbors;
    use ndarray::Array2;
    use proptest::prelude::*;

    /// Neighbor lists in which every vertex lists its graph neighbors, highest id first.
    fn lists(graph: &CsrGraph) -> Neighbors {
        let n = graph.n_vertices();
        let lists: Vec<Vec<u32>> = (0..n as u32)
            .map(|v| graph.neighbors_of(v).iter().rev().copied().collect())
            .collect();
        let width = lists.iter().map(Vec::len).max().unwrap_or(0);
        Neighbors {
            ids: Array2::from_shape_fn((n, width), |(v, rank)| *lists[v].get(rank).unwrap_or(&u32::MAX)),
            similarities: Array2::from_shape_fn((n, width), |(_, rank)| 1.0 - rank as f32 / 100.0),
        }
    }

    /// Part 0 is the path 0─1─2─3 with the leaf 7 at 1 and the leaf 8 at 2.
    /// Part 1 is the path 4─5─6 with the leaf 9 at 4. The edge 3─4 connects the parts.
    #[test]
    fn reasons_in_two_parts_equal_hand_computed_values() {
        let graph = graph_of(
            10,
            &[(0, 1), (1, 2), (2, 3), (1, 7), (2, 8), (3, 4), (4, 5), (5, 6), (4, 9)],
        );
        let partition = Partition {
            part_of: vec![0, 0, 0, 0, 1, 1, 1, 0, 0, 1],
            n_parts: 2,
        };
        let rows = greedy(&graph, &partition, &[2, 2], PriorSelection::NONE, &mut |_| {});
        assert_eq!(rows, [1, 4, 2, 5]);
        let reasons = explain(&graph, &partition, &lists(&graph), &rows);
        let reason = |part, part_size, [degree, rank, lower]: [u32; 3], nearest: &[u32], runner_up, margin| Reason {
            part,
            part_size,
            n_originals: part_size,
            degree_in_part: degree,
            rank_in_part: rank,
            n_lower_in_part: lower,
            newly_covered: nearest.len() as u32,
            nearest: nearest.to_vec(),
            runner_up: Some(runner_up),
            margin,
        };
        let expected = [
            reason(0, 6, [3, 1, 4], &[7, 2, 0], 2, 0),
            // Vertex 4 wins the tie with vertex 5, because vertex 4 has an additional edge to vertex 3 in part 0.
            reason(1, 4, [2, 1, 2], &[9, 5, 3], 5, 0),
            // Vertex 2 has two unpicked neighbors in its part: vertices 3 and 8.
            // Every other vertex of the part has at most one unpicked neighbor.
            // Of the vertices with one unpicked neighbor, vertex 3 has the highest total degree.
            reason(0, 6, [3, 2, 4], &[8], 3, 1),
            // Vertex 5 is the only unpicked neighbor of vertex 6, and vice versa. Vertex 9 has no unpicked neighbor.
            reason(1, 4, [2, 2, 2], &[6], 6, 0),
        ];
        assert_eq!(reasons, expected);
    }

    #[test]
    fn last_vertex_of_a_part_has_no_runner_up() {
        let graph = graph_of(2, &[(0, 1)]);
        let partition = Partition {
            part_of: vec![0, 0],
            n_parts: 1,
        };
        let rows = greedy(&graph, &partition, &[2], PriorSelection::NONE, &mut |_| {});
        let reasons = explain(&graph, &partition, &lists(&graph), &rows);
        assert_eq!((reasons[0].runner_up, reasons[0].newly_covered), (Some(1), 1));
        assert_eq!(
            (reasons[1].runner_up, reasons[1].margin, reasons[1].newly_covered),
            (None, 0, 0)
        );
    }

    proptest! {
        #[test]
        fn every_number_equals_its_definition(
            embeddings in any_embeddings(40, 3), k in 1usize..6, parts in prop::collection::vec(0u32..4, 40), budget in 1u32..40,
        ) {
            let neighbors = nearest_neighbors(&embeddings, k, &mut |_| ());
            let graph = CsrGraph::from_neighbors(&neighbors, EdgeWeights::Unit);
            let partition = Partition { part_of: parts.clone(), n_parts: 4 };
            let rows = greedy(&graph, &partition, &quotas(&partition.sizes(), budget), PriorSelection::NONE, &mut |_| {});
            let reasons = explain(&graph, &partition, &neighbors, &rows);
            prop_assert_eq!(reasons.len(), rows.len());
            for (place, (reason, &pick)) in reasons.iter().zip(&rows).enumerate() {
                let before = &rows[..place];
                let same = |v: &u32| parts[*v as usize] == parts[pick as usize];
                let left = |v: u32| graph.neighbors_of(v).iter().filter(|u| same(u) && !before.contains(u)).count() as i64;
                let rivals: Vec<u32> = (0..40).filter(|v| same(v) && !before.contains(v) && *v != pick).collect();
                prop_assert_eq!(reason.runner_up.is_some(), !rivals.is_empty());
                let best = rivals.iter().map(|&v| left(v)).max().unwrap_or(0);
                prop_assert_eq!(reason.margin, left(pick) - best);
                prop_assert!(reason.margin >= 0, "greedy takes the vertex with the highest degree");
                prop_assert!(reason.runner_up.is_none_or(|v| left(v) == best && rivals.contains(&v)));
                let is_covered = |v: u32| before.iter().any(|&p| p == v || graph.neighbors_of(p).contains(&v));
                let mut fresh: Vec<u32> = graph.neighbors_of(pick).iter().copied().filter(|&v| !is_covered(v)).collect();
                prop_assert_eq!(reason.newly_covered as usize, fresh.len());
                let cosine = |v: u32| similarity(&neighbors, pick, v);
                fresh.sort_by(|&a, &b| cosine(b).total_cmp(&cosine(a)).then(a.cmp(&b)));
                prop_assert_eq!(&reason.nearest[..], &fresh[..fresh.len().min(3)]);
                let inside = |v: u32| graph.neighbors_of(v).iter().filter(|u| same(u)).count();
                let ahead = (0..40).filter(same).filter(|&v| {
                    (inside(v), graph.degree(v), Reverse(v)) > (inside(pick), graph.degree(pick), Reverse(pick))
                }).count();
                let lower = (0..40).filter(same).filter(|&v| inside(v) < inside(pick)).count();
                prop_assert_eq!(reason.n_lower_in_part as usize, lower);
                prop_assert_eq!((reason.rank_in_part as usize, reason.degree_in_part as usize), (ahead + 1, inside(pick)));
            }
        }
    }
}
