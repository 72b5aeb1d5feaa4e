use super::*;
use crate::{Pick, Selection, describe, quotas};
use fastgas_graph::fixtures::{any_weighted_graph, graph_of, path, star};
use proptest::prelude::*;

fn whole(graph: &CsrGraph) -> Partition {
    Partition {
        part_of: vec![0; graph.n_vertices()],
        n_parts: 1,
    }
}

fn greedy(graph: &CsrGraph, partition: &Partition, budget: u32, report: Report<'_>) -> Selection {
    let rows = super::greedy(
        graph,
        partition,
        &quotas(&partition.sizes(), budget),
        PriorSelection::NONE,
        report,
    );
    describe(graph, partition, &rows)
}

fn rows(selection: &Selection) -> Vec<u32> {
    selection.picks.iter().map(|pick| pick.row).collect()
}

fn edges_touched(graph: &CsrGraph, rows: &[u32]) -> usize {
    let touched = |&v: &u32| {
        graph
            .neighbors_of(v)
            .iter()
            .filter(|u| v < **u || !rows.contains(u))
            .count()
    };
    rows.iter().map(touched).sum()
}

/// Greedy selection by the literal definition. O(M·N·degree) time.
fn naive(graph: &CsrGraph, partition: &Partition, budget: u32) -> Selection {
    let members = partition.members();
    let quotas = quotas(&members.iter().map(|m| m.len() as u32).collect::<Vec<_>>(), budget);
    let mut picked = vec![false; graph.n_vertices()];
    let mut picks = Vec::new();
    for round in 0..quotas.iter().copied().max().unwrap_or(0) {
        for (part, members) in members.iter().enumerate().filter(|&(part, _)| quotas[part] > round) {
            let residual = |v: u32| {
                let counts = |u: &&u32| partition.part_of[**u as usize] == part as u32 && !picked[**u as usize];
                graph.neighbors_of(v).iter().filter(counts).count() as u32
            };
            let row = *members
                .iter()
                .filter(|&&v| !picked[v as usize])
                .max_by_key(|&&v| (residual(v), graph.degree(v), Reverse(v)))
                .unwrap();
            picks.push(Pick {
                row,
                part: part as u32,
                degree: residual(row),
            });
            picked[row as usize] = true;
        }
    }
    Selection { picks }
}

#[test]
fn greedy_is_not_optimal_on_a_spider() {
    // Spider graph: center 0, knees 1, 2, 3, feet 4, 5, 6.
    let spider = graph_of(7, &[(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]);
    let selection = greedy(&spider, &whole(&spider), 3, &mut |_| {});
    assert_eq!(rows(&selection), [0, 1, 2]);
    assert_eq!(
        selection.picks.iter().map(|pick| pick.degree).collect::<Vec<_>>(),
        [3, 1, 1]
    );
    assert_eq!(edges_touched(&spider, &rows(&selection)), 5);
    assert_eq!(edges_touched(&spider, &[1, 2, 3]), 6);
}

#[test]
fn ties_on_a_path_go_to_the_lowest_id() {
    // In the path 0─1─2─3─4, the vertices 1, 2 and 3 tie. Vertex 1, the lowest id, leads to the optimum; vertex 2 would not.
    let selection = greedy(&path(5), &whole(&path(5)), 2, &mut |_| {});
    assert_eq!(rows(&selection), [1, 3]);
    assert_eq!(edges_touched(&path(5), &[1, 3]), 4);
    assert_eq!(edges_touched(&path(5), &[2, 1]), 3);
}

#[test]
fn ties_go_to_the_full_degree_and_then_to_the_lowest_id() {
    // Vertices 0, 1 and 2 have no edge inside their part. Vertices 1 and 2 have edges to the second part.
    let graph = graph_of(5, &[(1, 3), (2, 3), (2, 4)]);
    let partition = Partition {
        part_of: vec![0, 0, 0, 1, 1],
        n_parts: 2,
    };
    let selection = greedy(&graph, &partition, 5, &mut |_| {});
    assert_eq!(rows(&selection), [2, 3, 1, 4, 0]);
    assert!(selection.picks.iter().all(|pick| pick.degree == 0));
}

#[test]
fn star_leaves_have_no_residual_degree_after_the_center() {
    let selection = greedy(&star(5), &whole(&star(5)), 3, &mut |_| {});
    let expected = [(0, 4), (1, 0), (2, 0)].map(|(row, degree)| Pick { row, part: 0, degree });
    assert_eq!(selection.picks, expected);
}

#[test]
fn earlier_picks_are_removed_and_skipped_vertices_keep_their_edges() {
    // Hubs 0 and 1 have four leaves each and share an edge.
    // Hub 0 was picked and hub 1 was skipped. The next picks are leaves, sorted by the number of edges.
    let edges = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (1, 6),
        (1, 7),
        (1, 8),
        (1, 9),
        (8, 9),
    ];
    let graph = graph_of(10, &edges);
    let rows = |picks: &[u32], skipped: &[u32]| {
        let (picks, skipped) = (picks.to_vec(), skipped.to_vec());
        super::greedy(
            &graph,
            &whole(&graph),
            &[2],
            &PriorSelection { picks, skipped },
            &mut |_| (),
        )
    };
    assert_eq!(rows(&[], &[]), [0, 1]);
    assert_eq!(rows(&[0], &[]), [1, 8]);
    assert_eq!(
        rows(&[0], &[1]),
        [8, 9],
        "8 touches 1 and 9; then 6, 7 and 9 touch 1, and 9 has the most edges"
    );
}

#[test]
fn progress_counts_picks() {
    let partition = Partition {
        part_of: vec![0, 0, 1, 1, 2],
        n_parts: 3,
    };
    let mut reported = Vec::new();
    greedy(&path(5), &partition, 4, &mut |progress| {
        reported.push((progress.done, progress.total))
    });
    assert_eq!(reported, [(0, 4), (2, 4), (3, 4), (4, 4)]);
}

proptest! {
    #[test]
    fn picks_of_greedy_equal_the_definition(
        graph in any_weighted_graph(60), parts in prop::collection::vec(0u32..6, 60), budget in 1u32..80
    ) {
        let n = graph.n_vertices();
        let partition = Partition { part_of: parts[..n].to_vec(), n_parts: 6 };
        let selection = greedy(&graph, &partition, budget, &mut |_| {});
        prop_assert_eq!(&selection, &naive(&graph, &partition, budget));
        let mut distinct = rows(&selection);
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(distinct.len(), (budget as usize).min(n));
    }
}
