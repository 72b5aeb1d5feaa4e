//! Weight limits of parts, and the repair of unbalanced partitions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::partitioned_graph::PartitionedGraph;
use crate::{Event, Recorder};
use fastgas_graph::CsrGraph;

/// The maximum weight of one of K parts of a graph with total weight W: max(⌈W/K⌉, ⌊(1 + imbalance)·W/K⌋).
///
/// The mean weight W/K is rounded up, and the limit with the tolerance is rounded down.
/// For example, the limit is 61 vertices for a mean of 60 vertices and a tolerance of 3 %.
/// A negative or NaN imbalance counts as 0.
pub(super) fn part_limit(total_weight: u64, n_parts: u32, imbalance: f64) -> u64 {
    let tolerated = ((1.0 + imbalance) * total_weight as f64 / f64::from(n_parts)).floor() as u64;
    total_weight
        .div_ceil(u64::from(n_parts))
        .max(tolerated.min(total_weight))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// Target weight of each side in a bisection. The targets add up to the weight of the graph.
    pub(super) targets: [u64; 2],
    /// Weight limit of each side in a bisection. Each limit is at least the target weight of the side.
    pub(super) limits: [u64; 2],
}

impl Bounds {
    /// Weight bounds for bisecting a graph of weight `total_weight`.
    /// Later bisections divide side s into `sides[s]` parts, each with a weight of at most `part_limit`.
    ///
    /// With d remaining levels of bisection, each level gets an equal share of the remaining weight tolerance.
    /// For a graph of weight W, a side with k of the K parts may weigh k/K·(W + S/d).
    /// The slack S is K·`part_limit` − W.
    /// The last level of bisection can use up the whole slack.
    ///
    /// With unit vertex weights, every final part is within its weight limit and has at least one vertex.
    /// Proof: call a graph for K parts feasible if its weight is at most K·`part_limit` and it has at least K vertices.
    /// A bisection of a feasible graph within these bounds gives two feasible sides. The claim follows by induction on K.
    /// The bounds are computed in integers and are therefore equal on every machine.
    pub(super) fn new(total_weight: u64, sides: [u32; 2], part_limit: u64) -> Bounds {
        let n_parts = u128::from(sides[0] + sides[1]);
        let depth = u128::from((sides[0] + sides[1]).next_power_of_two().trailing_zeros());
        let weight = u128::from(total_weight);
        let room = (n_parts * u128::from(part_limit)).max(weight);
        let limit = |side: usize| {
            let (own, other) = (u128::from(sides[side]), u128::from(sides[1 - side]));
            let even = (own * weight).div_ceil(n_parts);
            let tolerated = own * (weight * (depth - 1) + room) / (n_parts * depth);
            even.max(tolerated.min(weight.saturating_sub(other))) as u64
        };
        let target = (u128::from(sides[0]) * weight).div_ceil(n_parts) as u64;
        Bounds {
            targets: [target, total_weight - target],
            limits: [limit(0), limit(1)],
        }
    }

    /// Raises the weight limits so that each side of a bisection may exceed its target by `max_vertex_weight`.
    /// If no vertex weighs more than 1, the limits do not change.
    pub(super) fn relaxed(self, max_vertex_weight: u32) -> Bounds {
        if max_vertex_weight <= 1 {
            return self;
        }
        let loose = |side: usize| self.limits[side].max(self.targets[side] + u64::from(max_vertex_weight));
        Bounds {
            limits: [loose(0), loose(1)],
            ..self
        }
    }

    pub(super) fn excess(&self, weights: [u64; 2]) -> u64 {
        weights[0].saturating_sub(self.limits[0]) + weights[1].saturating_sub(self.limits[1])
    }
}

/// Moves the lightest vertices (ties: lowest id) to side s until side s has at least `minimum[s]` vertices.
///
/// With unit vertex weights, the bounds already ensure that both sides have enough vertices.
/// With other vertex weights, a side that must be divided into two parts may consist of a single heavy vertex.
/// The graph must have `minimum[0] + minimum[1]` vertices. O(|V| log |V|).
pub(super) fn ensure_counts(graph: &CsrGraph, side_of: &mut [u8], minimum: [u32; 2], recorder: &mut impl Recorder) {
    for side in 0..2u8 {
        let count = side_of.iter().filter(|&&s| s == side).count();
        let lacking = (minimum[side as usize] as usize).saturating_sub(count);
        if lacking == 0 {
            continue;
        }
        let mut others: Vec<u32> = (0..graph.n_vertices() as u32)
            .filter(|&vertex| side_of[vertex as usize] != side)
            .collect();
        others.sort_by_key(|&vertex| graph.vertex_weights[vertex as usize]);
        for &vertex in &others[..lacking] {
            side_of[vertex as usize] = side;
        }
        recorder.record(|| Event::Count {
            moves: others[..lacking].to_vec(),
        });
    }
}

/// Moves vertices until no part is above its limit and no part is empty.
/// Vertices leave an overweight part in descending order of gain, so the moves that raise the cut least come first.
///
/// The repair always succeeds with unit vertex weights, a limit of at least ⌈W/K⌉, and K ≤ n.
/// With other vertex weights, the repair stops when no single move reduces the total weight above the part limits.
/// Ties between vertices: the lowest id. A balanced partition does not change.
/// O((|E| + |V|·K) log |V|) if many moves are needed.
pub(super) fn rebalance<R: Recorder>(parts: &mut PartitionedGraph, recorder: &mut R) {
    let mut moves = Vec::new();
    let mut move_vertex = |parts: &mut PartitionedGraph, vertex, to| {
        parts.move_vertex(vertex, to);
        if R::RECORDS {
            moves.push((vertex, to));
        }
    };
    let n_parts = parts.weights.len() as u32;
    let vertices = 0..parts.part_of.len() as u32;
    for empty in 0..n_parts {
        if parts.counts[empty as usize] > 0 {
            continue;
        }
        let donor = (0..n_parts)
            .filter(|&part| parts.counts[part as usize] > 1)
            .max_by_key(|&part| (parts.weights[part as usize], Reverse(part)))
            .expect("K ≤ n, so some part has two vertices");
        let vertex = vertices
            .clone()
            .filter(|&vertex| parts.part(vertex) == donor)
            .min_by_key(|&vertex| parts.weight_into(vertex, donor))
            .expect("the donor has vertices");
        move_vertex(parts, vertex, empty);
    }

    for heavy in 0..n_parts {
        if parts.weights[heavy as usize] <= parts.limit {
            continue;
        }
        // The gain of a vertex changes when its neighbors leave the part. An outdated heap entry is pushed back with the current gain.
        let mut leaving: BinaryHeap<(i64, Reverse<u32>)> = vertices
            .clone()
            .filter(|&vertex| parts.part(vertex) == heavy)
            .map(|vertex| (i64::MAX, Reverse(vertex)))
            .collect();
        while parts.weights[heavy as usize] > parts.limit && parts.counts[heavy as usize] > 1 {
            let Some((gain, Reverse(vertex))) = leaving.pop() else {
                break;
            };
            match best_relief(parts, vertex) {
                Some((now, part)) if now >= gain => move_vertex(parts, vertex, part),
                Some((now, _)) => leaving.push((now, Reverse(vertex))),
                None => {}
            }
        }
    }
    if !moves.is_empty() {
        recorder.record(|| Event::Rebalance { moves });
    }
}

/// Returns the result of [`PartitionedGraph::best_move`] if a neighboring part has room for `vertex`.
/// If no neighboring part has room, returns the lightest part L if L and `vertex` together weigh less than the current part.
/// Ties: the lowest part id. `None` if no part is suitable. O(connections of the vertex + K).
fn best_relief(parts: &PartitionedGraph, vertex: u32) -> Option<(i64, u32)> {
    parts.best_move(vertex).or_else(|| {
        let own = parts.part(vertex);
        let lightest = (0..parts.weights.len() as u32).min_by_key(|&part| (parts.weights[part as usize], part))?;
        let relieves = parts.weights[lightest as usize] + parts.weight(vertex) < parts.weights[own as usize];
        relieves.then(|| (-(parts.weight_into(vertex, own) as i64), lightest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::{any_graph, path};
    use proptest::prelude::*;

    #[test]
    fn tolerance_is_rounded_down() {
        assert_eq!(part_limit(3000, 50, 0.03), 61);
        assert_eq!(part_limit(3000, 50, 0.0), 60);
        assert_eq!(part_limit(3001, 50, 0.0), 61);
        assert_eq!(part_limit(3000, 50, f64::NAN), 60);
        assert_eq!(part_limit(3000, 50, -1.0), 60);
        assert_eq!(part_limit(10, 1, 1.0), 10);
        assert_eq!(part_limit(10, 10, 0.03), 1);
    }

    #[test]
    fn tolerance_is_shared_among_the_levels() {
        // 64 parts of mean weight 100 with limit 103 have six levels of bisection and a total slack of 64·3 = 192.
        // The first level gets one sixth of the slack, 32, so each side of the first bisection may exceed its target by 16.
        let bounds = Bounds::new(6400, [32, 32], 103);
        assert_eq!(bounds.targets, [3200, 3200]);
        assert_eq!(bounds.limits, [3216, 3216]);
        assert_eq!(Bounds::new(206, [1, 1], 103).limits, [103, 103]);
    }

    proptest! {
        #[test]
        fn bounds_can_be_kept_and_lead_to_balanced_parts(
            n_parts in 2u32..200, extra in 0u64..10_000, imbalance in 0.0f64..0.5, pick in 0.0f64..=1.0
        ) {
            let weight = u64::from(n_parts) + extra;
            let limit = part_limit(weight, n_parts, imbalance);
            let mut stack = vec![(weight, n_parts)];
            while let Some((weight, n_parts)) = stack.pop() {
                prop_assert!(weight >= u64::from(n_parts) && weight <= limit * u64::from(n_parts));
                if n_parts == 1 {
                    continue;
                }
                let sides = [n_parts.div_ceil(2), n_parts / 2];
                let bounds = Bounds::new(weight, sides, limit);
                prop_assert!(bounds.limits[0] + bounds.limits[1] >= weight);
                prop_assert!(bounds.limits[0] >= bounds.targets[0] && bounds.limits[1] >= bounds.targets[1]);
                let least = weight - bounds.limits[1];
                let first = least + ((bounds.limits[0] - least) as f64 * pick) as u64;
                stack.push((first, sides[0]));
                stack.push((weight - first, sides[1]));
            }
        }

        #[test]
        fn rebalance_repairs_any_partition(
            graph in any_graph(40), parts in prop::collection::vec(0u32..40, 40), n_parts in 1u32..40, used in 1u32..40
        ) {
            let n = graph.n_vertices();
            let n_parts = n_parts.min(n as u32);
            let mut part_of: Vec<u32> = parts[..n].iter().map(|part| part % used % n_parts).collect();
            let limit = part_limit(n as u64, n_parts, 0.03);
            rebalance(&mut PartitionedGraph::new(&graph, &mut part_of, n_parts, limit), &mut ());
            let mut counts = vec![0; n_parts as usize];
            part_of.iter().for_each(|&part| counts[part as usize] += 1);
            prop_assert!(counts.iter().all(|&count| count >= 1 && count <= limit), "{:?}", counts);
            let before = part_of.clone();
            rebalance(&mut PartitionedGraph::new(&graph, &mut part_of, n_parts, limit), &mut ());
            prop_assert_eq!(part_of, before);
        }
    }

    #[test]
    fn rebalance_moves_the_cheapest_vertex() {
        // Path 0─1─2─3─4─5 with the cut between 3 and 4: moving vertex 3 costs least.
        let mut part_of = vec![0, 0, 0, 0, 1, 1];
        rebalance(&mut PartitionedGraph::new(&path(6), &mut part_of, 2, 3), &mut ());
        assert_eq!(part_of, [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn vertex_above_the_limit_stays() {
        let mut graph = path(3);
        graph.vertex_weights = vec![10, 1, 1];
        let mut part_of = vec![0, 0, 1];
        rebalance(&mut PartitionedGraph::new(&graph, &mut part_of, 2, 6), &mut ());
        assert_eq!(part_of, [0, 1, 1]);
    }

    #[test]
    fn ensure_counts_moves_the_lightest_vertex() {
        let mut graph = path(4);
        graph.vertex_weights = vec![9, 3, 1, 1];
        let mut side_of = vec![0, 1, 1, 1];
        ensure_counts(&graph, &mut side_of, [2, 2], &mut ());
        assert_eq!(side_of, [0, 1, 0, 1]);
    }
}
