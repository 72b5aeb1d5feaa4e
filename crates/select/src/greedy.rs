//! Greedy selection by residual degree (paper, Section 3, "Greedy Node Selection").

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{PriorSelection, round_by_round};
use fastgas_graph::CsrGraph;
use fastgas_partition::Partition;
use fastgas_partition::{Event, Recorder};
use fastgas_progress::{Counter, Report, Stage};

/// Selects vertices until the quota of each part is filled.
/// Each step selects the vertex with the highest residual degree and removes the vertex and its edges from the part.
///
/// Degrees count edges inside the part, without weights.
/// Ties: the higher degree in the whole graph, then the lowest id.
/// `quotas` has one entry per part. An entry is at most the number of selectable instances in the part.
/// The sum of the entries is at least 1; see [`quotas`](super::quotas).
/// Before the first pick, earlier picks are removed together with their edges.
/// Skipped vertices stay in the graph but are never picked.
/// Picks are returned round by round: first one pick of every part in part order, then the second pick of every part.
/// `report` receives the number of picks.
///
/// Approximation: each pick maximizes the number of edges that newly touch the selection.
/// The number of touched edges is monotone and submodular.
/// Greedy therefore reaches at least 1 − 1/e of the optimum for a part and its quota.
/// Contrary to Proposition 1 of the paper, greedy is not always optimal.
/// The optimum is a maximum partial vertex cover. Finding the optimum is NP-hard.
/// For example, a spider graph consists of a center and three legs, each with a knee and a foot.
/// With three picks, greedy selects the center and two knees of the spider graph, which touch 5 edges.
/// The three knees touch all 6 edges of the spider graph.
///
/// O(|E| + n log n) time with a bucket queue by residual degree. Vertices only move to lower buckets.
pub fn greedy(
    graph: &CsrGraph,
    partition: &Partition,
    quotas: &[u32],
    earlier: &PriorSelection,
    report: Report<'_>,
) -> Vec<u32> {
    greedy_recorded(graph, partition, quotas, earlier, report, &mut ())
}

/// Like [`greedy`], but also records each pick in `recorder`, part by part, in selection order.
pub fn greedy_recorded(
    graph: &CsrGraph,
    partition: &Partition,
    quotas: &[u32],
    earlier: &PriorSelection,
    report: Report<'_>,
    recorder: &mut impl Recorder,
) -> Vec<u32> {
    recorder.record(|| Event::Quotas {
        quotas: quotas.to_vec(),
        earlier: earlier.picks.clone(),
    });
    // Each part is processed separately, because degrees ignore edges between parts.
    // The picks of all parts are merged round by round at the end.
    let mut counter = Counter::new(report, Stage::Select, quotas.iter().sum());
    let mut residual = Residual::new(graph, partition);
    earlier.picks.iter().for_each(|&row| residual.leave(row));
    let open = earlier.open(graph.n_vertices());
    let mut rows_of = Vec::with_capacity(quotas.len());
    for (members, &quota) in partition.members().iter().zip(quotas) {
        let members: Vec<u32> = members.iter().copied().filter(|&row| open[row as usize]).collect();
        rows_of.push(residual.pick(&members, quota, recorder));
        counter.add(quota);
    }
    round_by_round(&rows_of)
}

struct Residual<'a> {
    graph: &'a CsrGraph,
    partition: &'a Partition,
    /// For each vertex, the number of edges to unpicked vertices of its part.
    degree: Vec<u32>,
    picked: Vec<bool>,
}

impl<'a> Residual<'a> {
    fn new(graph: &'a CsrGraph, partition: &'a Partition) -> Residual<'a> {
        Residual {
            graph,
            partition,
            degree: partition.degrees_inside(graph),
            picked: vec![false; graph.n_vertices()],
        }
    }

    /// Returns the first `quota` picks among the `members` of a part.
    fn pick(&mut self, members: &[u32], quota: u32, recorder: &mut impl Recorder) -> Vec<u32> {
        if quota == 0 {
            return Vec::new();
        }
        let mut in_order = members.to_vec();
        in_order.sort_unstable_by_key(|&vertex| (Reverse(self.graph.degree(vertex)), vertex));
        let highest = members
            .iter()
            .map(|&vertex| self.degree[vertex as usize])
            .max()
            .unwrap_or(0);
        // Bucket d is a heap of the vertices with residual degree d.
        // The heap contains indices into `in_order`, which lists the vertices in tie-breaking order.
        // A vertex whose degree has fallen since it was pushed moves to a lower bucket when it is popped.
        let mut buckets = vec![BinaryHeap::new(); highest as usize + 1];
        for (index, &vertex) in in_order.iter().enumerate() {
            buckets[self.degree[vertex as usize] as usize].push(Reverse(index as u32));
        }
        let mut picks = Vec::with_capacity(quota as usize);
        let mut bucket = highest as usize;
        while picks.len() < quota as usize {
            let Some(Reverse(index)) = buckets[bucket].pop() else {
                bucket -= 1;
                continue;
            };
            let row = in_order[index as usize];
            let degree = self.degree[row as usize];
            if (degree as usize) < bucket {
                buckets[degree as usize].push(Reverse(index));
                continue;
            }
            recorder.record(|| Event::Pick { row, degree });
            self.leave(row);
            picks.push(row);
        }
        picks
    }

    fn leave(&mut self, row: u32) {
        let part_of = &self.partition.part_of;
        self.picked[row as usize] = true;
        for &neighbor in self.graph.neighbors_of(row) {
            let same_part = part_of[neighbor as usize] == part_of[row as usize];
            if same_part && !self.picked[neighbor as usize] {
                self.degree[neighbor as usize] -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
