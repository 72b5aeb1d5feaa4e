//! Tests the invariants of every partition on small, random and difficult graphs.

use proptest::prelude::*;

use fastgas_graph::fixtures::*;

use super::*;

const PRESETS: [Preset; 4] = [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong];

fn grid(width: u32, height: u32) -> CsrGraph {
    let mut edges = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let v = y * width + x;
            if x + 1 < width {
                edges.push((v, v + 1));
            }
            if y + 1 < height {
                edges.push((v, v + width));
            }
        }
    }
    graph_of(width * height, &edges)
}

#[test]
fn partition_from_untrusted_numbers_has_no_empty_part() {
    let of = |part_of: &[u32], n_parts| Partition::from_parts(part_of.to_vec(), n_parts, 3);
    let partition = of(&[1, 0, 1], 2).expect("a partition");
    assert_eq!(partition.sizes(), [1, 2]);
    for (part_of, n_parts, error) in [
        (&[0, 1][..], 2, PartitionError::Length { given: 2, n: 3 }),
        (&[0, 1, 2], 4, PartitionError::TooMany { n_parts: 4, n: 3 }),
        (
            &[0, 0, 0],
            u32::MAX,
            PartitionError::TooMany {
                n_parts: u32::MAX,
                n: 3,
            },
        ),
        (
            &[0, 1, 2],
            2,
            PartitionError::NoSuchPart {
                vertex: 2,
                part: 2,
                n_parts: 2,
            },
        ),
        (&[0, 2, 2], 3, PartitionError::Empty { part: 1 }),
        (
            &[0, 0, 0],
            0,
            PartitionError::NoSuchPart {
                vertex: 0,
                part: 0,
                n_parts: 0,
            },
        ),
    ] {
        assert_eq!(of(part_of, n_parts), Err(error));
    }
    assert_eq!(Partition::from_parts(Vec::new(), 0, 0).map(|none| none.n_parts), Ok(0));
}

fn run(graph: &CsrGraph, n_parts: u32, preset: Preset, seed: u64) -> Partition {
    partition(graph, n_parts, preset, 0.03, seed, &mut |_| {}).unwrap()
}

fn assert_balanced(graph: &CsrGraph, partition: &Partition, imbalance: f64) {
    let (n, n_parts) = (graph.n_vertices() as u64, u64::from(partition.n_parts));
    let bound = n
        .div_ceil(n_parts)
        .max(((1.0 + imbalance) * n as f64 / n_parts as f64) as u64);
    let sizes: Vec<_> = partition.members().iter().map(Vec::len).collect();
    assert_eq!(partition.part_of.len() as u64, n);
    assert!(
        sizes.iter().all(|&size| size >= 1 && size as u64 <= bound),
        "K = {n_parts}, at most {bound}: {sizes:?}"
    );
}

#[test]
fn known_optimal_cuts_are_found() {
    let triangles = graph_of(6, &[(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]);
    for preset in PRESETS {
        for seed in 0..10 {
            assert_eq!(
                quality(&triangles, &run(&triangles, 2, preset, seed)).cut,
                1,
                "{preset:?}"
            );
            assert_eq!(quality(&path(8), &run(&path(8), 2, preset, seed)).cut, 1, "{preset:?}");
            // In a star, every leaf outside the part of the center adds one edge to the cut.
            assert_eq!(
                quality(&star(10), &run(&star(10), 2, preset, seed)).cut,
                5,
                "{preset:?}"
            );
            assert_eq!(quality(&path(5), &run(&path(5), 5, preset, seed)).cut, 4, "{preset:?}");
            assert_eq!(quality(&path(5), &run(&path(5), 1, preset, seed)).cut, 0, "{preset:?}");
        }
    }
    let ring = ring_of_cliques(8, 12);
    for seed in 0..10 {
        for preset in [Preset::Fast, Preset::Best, Preset::Strong] {
            assert_eq!(quality(&ring, &run(&ring, 8, preset, seed)).cut, 8, "{preset:?}");
            assert_eq!(quality(&ring, &run(&ring, 2, preset, seed)).cut, 2, "{preset:?}");
        }
    }
    let grid = grid(16, 16);
    for preset in PRESETS {
        let halves = (0..10).map(|seed| quality(&grid, &run(&grid, 2, preset, seed)).cut);
        assert_eq!(halves.min(), Some(16), "{preset:?}");
    }
    let quarters = (0..10).map(|seed| quality(&grid, &run(&grid, 4, Preset::Strong, seed)).cut);
    assert_eq!(quarters.min(), Some(32));
}

#[test]
fn components_are_not_cut() {
    // The graph has four cliques of ten vertices without edges between cliques, and eight isolated vertices.
    let mut edges = Vec::new();
    for clique in 0..4 {
        for a in 0..10 {
            edges.extend((a + 1..10).map(|b| (clique * 10 + a, clique * 10 + b)));
        }
    }
    let graph = graph_of(48, &edges);
    for preset in PRESETS {
        let best = (0..10)
            .map(|seed| quality(&graph, &run(&graph, 2, preset, seed)).cut)
            .min();
        assert_eq!(best, Some(0), "{preset:?}");
    }
}

#[test]
fn invalid_numbers_of_parts_are_rejected() {
    for n_parts in [0, 6, u32::MAX] {
        let result = partition(&path(5), n_parts, Preset::Best, 0.03, 0, &mut |_| {});
        assert_eq!(result, Err(GraphError::Parts { n_parts, n_vertices: 5 }));
    }
}

#[test]
fn every_step_is_reported() {
    // With `Paper`, the progress steps are four bisections. `Best` adds the first refinement and three V-cycles.
    // With `Strong`, the progress steps are four trials of four bisections, the first refinement and twenty V-cycles.
    for (preset, total) in [
        (Preset::Paper, 4),
        (Preset::Best, 4 + 1 + 3),
        (Preset::Strong, 16 + 1 + 20),
    ] {
        let mut reported = Vec::new();
        partition(&path(20), 5, preset, 0.03, 0, &mut |progress| {
            reported.push((progress.done, progress.total))
        })
        .unwrap();
        assert_eq!(reported, (0..=total).map(|done| (done, total)).collect::<Vec<_>>());
    }
}

#[test]
fn every_k_is_balanced_on_difficult_graphs() {
    let edgeless = graph_of(64, &[]);
    let clique = ring_of_cliques(1, 3);
    for graph in [
        edgeless,
        clique,
        star(65),
        path(61),
        grid(8, 9),
        ring_of_cliques(5, 13),
        clustered(150, 5, 6, 2),
    ] {
        for n_parts in 1..=graph.n_vertices() as u32 {
            for preset in PRESETS {
                for imbalance in [0.0, 0.03, 0.5] {
                    let parts = partition(&graph, n_parts, preset, imbalance, 7, &mut |_| {}).unwrap();
                    assert_balanced(&graph, &parts, imbalance);
                }
            }
        }
    }
}

#[test]
fn large_graphs_are_balanced() {
    let graph = clustered(3000, 40, 10, 3);
    for preset in PRESETS {
        for n_parts in [2, 6, 9, 50] {
            assert_balanced(&graph, &run(&graph, n_parts, preset, 0), 0.03);
        }
    }
}

#[test]
fn slower_presets_cut_less() {
    let mut sums = [0.0; PRESETS.len()];
    for graph_seed in 0..2 {
        let graph = clustered(1200, 25, 10, graph_seed);
        for n_parts in [2, 6, 25] {
            for seed in 0..4 {
                for (sum, preset) in sums.iter_mut().zip(PRESETS) {
                    *sum += (quality(&graph, &run(&graph, n_parts, preset, seed)).cut as f64).ln();
                }
            }
        }
    }
    assert!(
        sums.is_sorted_by(|worse, better| worse > better),
        "{PRESETS:?}: {sums:?}"
    );
}

/// FNV-1a hash of the parts. The expected hashes apply to all machines, and change only if the algorithm changes.
#[test]
fn same_seed_gives_the_same_parts_everywhere() {
    let graph = clustered(800, 12, 8, 4);
    let checksum = |preset, seed| {
        let bytes = run(&graph, 13, preset, seed)
            .part_of
            .into_iter()
            .flat_map(u32::to_le_bytes);
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let golden = [
        11852581245694819937,
        3432682051043367945,
        14335831235810167833,
        1202215358587454937,
    ];
    assert_eq!(PRESETS.map(|preset| checksum(preset, 5)), golden);
    assert_ne!(checksum(Preset::Paper, 5), checksum(Preset::Paper, 6));
}

proptest! {
    #[test]
    fn any_graph_is_balanced(graph in any_graph(120), n_parts in 1u32..120, seed in any::<u64>(), imbalance in 0.0f64..0.3) {
        let n_parts = n_parts.min(graph.n_vertices() as u32);
        for preset in PRESETS {
            let parts = partition(&graph, n_parts, preset, imbalance, seed, &mut |_| {}).unwrap();
            assert_balanced(&graph, &parts, imbalance);
        }
    }

    #[test]
    fn weighted_graphs_have_no_empty_part(graph in any_weighted_graph(80), n_parts in 1u32..80, seed in any::<u64>()) {
        let n_parts = n_parts.min(graph.n_vertices() as u32);
        for preset in PRESETS {
            let parts = run(&graph, n_parts, preset, seed);
            prop_assert!(parts.members().iter().all(|members| !members.is_empty()));
            // A part exceeds the weight limit by less than the weight of one vertex.
            let mean = graph.total_weight().div_ceil(u64::from(n_parts));
            prop_assert!(parts.part_weights(&graph).iter().all(|&weight| weight < mean.max(1) * 103 / 100 + 5));
        }
    }

    #[test]
    fn halves_are_nested_and_of_equal_size(graph in any_graph(120), n_parts in 1u32..40, seed in any::<u64>()) {
        let n_parts = n_parts.min(graph.n_vertices() as u32);
        let before = partition(&graph, n_parts, Preset::Fast, 0.1, seed, &mut |_| ()).unwrap();
        let Some(after) = bisect_each_part(&graph, &before, seed, &mut ()) else {
            prop_assert!(before.sizes().contains(&1));
            return Ok(());
        };
        prop_assert_eq!(after.n_parts, 2 * before.n_parts);
        prop_assert!(after.part_of.iter().zip(&before.part_of).all(|(after, before)| after / 2 == *before));
        prop_assert!(!after.sizes().contains(&0));
        prop_assert!(after.sizes().chunks_exact(2).all(|halves| halves[0].abs_diff(halves[1]) < 2));
    }

    #[test]
    fn balanced_halves_are_within_the_limit(
        graph in any_graph(120), n_parts in 1u32..40, seed in any::<u64>(), imbalance in 0.0f64..0.3
    ) {
        let n_parts = n_parts.min(graph.n_vertices() as u32);
        let before = partition(&graph, n_parts, Preset::Fast, imbalance, seed, &mut |_| ()).unwrap();
        let Some(halves) = bisect_each_part(&graph, &before, seed, &mut ()) else {
            return Ok(());
        };
        let balanced = balance_partition(&graph, halves, imbalance, &mut ());
        prop_assert_eq!(balanced.n_parts, 2 * before.n_parts);
        assert_balanced(&graph, &balanced, imbalance);
        let mut events = Vec::new();
        prop_assert_eq!(&balance_partition(&graph, balanced.clone(), imbalance, &mut events), &balanced);
        prop_assert!(events.is_empty());
    }

    #[test]
    fn given_partition_is_balanced_and_improved(
        graph in any_graph(120), n_parts in 1u32..9, given in prop::collection::vec(0u32..9, 120), seed in any::<u64>()
    ) {
        let n = graph.n_vertices();
        let n_parts = n_parts.min(n as u32);
        let part_of: Vec<u32> = (0..n).map(|vertex| match vertex < n_parts as usize {
            true => vertex as u32,
            false => given[vertex] % n_parts,
        }).collect();
        let given = Partition { part_of, n_parts };
        prop_assert_eq!(&refine_partition(&graph, given.clone(), Preset::Paper, 0.1, seed, &mut |_| (), &mut ()), &given);
        let once = refine_partition(&graph, given, Preset::Best, 0.1, seed, &mut |_| (), &mut ());
        assert_balanced(&graph, &once, 0.1);
        let twice = refine_partition(&graph, once.clone(), Preset::Best, 0.1, seed ^ 1, &mut |_| (), &mut ());
        prop_assert!(edge_cut(&graph, &twice.part_of) <= edge_cut(&graph, &once.part_of));
    }
}
