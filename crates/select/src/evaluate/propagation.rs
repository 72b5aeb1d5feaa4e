//! Label propagation over the kNN graph.

use fastgas_graph::{CsrGraph, propagate_labels};

/// The class of every vertex after label propagation from `picks`. `None` for a vertex that no label reached.
///
/// Each vertex gets the class with the largest share. [`propagate_labels`] computes the shares.
/// Ties: the class whose first pick comes first in `picks`.
/// Zhu & Ghahramani 2002, "Learning from Labeled and Unlabeled Data with Label Propagation".
///
/// O((|V| + |E|)·classes) time, O(|V|) space.
pub(super) fn propagate(graph: &CsrGraph, picks: &[u32], class_of_pick: &[u32]) -> Vec<Option<u32>> {
    let mut classes: Vec<u32> = Vec::new();
    let mut places: Vec<[u32; 1]> = Vec::new();
    for class in class_of_pick {
        let index = classes.iter().position(|other| other == class).unwrap_or_else(|| {
            classes.push(*class);
            classes.len() - 1
        });
        places.push([index as u32]);
    }
    let sources = picks.iter().copied().zip(places.iter().map(<[u32; 1]>::as_slice));
    let mut largest = vec![(0.0, None); graph.n_vertices()];
    propagate_labels(graph, classes.len(), sources, |vertex, index, share| {
        let largest = &mut largest[vertex as usize];
        if share > largest.0 {
            *largest = (share, Some(classes[index as usize]));
        }
    });
    largest.into_iter().map(|(_, class)| class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::MAX_WALK_STEPS;
    use fastgas_graph::fixtures::{any_weighted_graph, graph_of, path, weighted_graph_of};
    use proptest::prelude::*;

    #[test]
    fn labeled_end_of_a_path_wins_its_half() {
        // The path is 0─1─2─3─4, with labels at both ends. At vertex 1, the class of vertex 0 has the share 3/4.
        // At vertex 2, both classes have the same share. Ties go to the class of the first pick.
        let propagate_labels = propagate(&path(5), &[0, 4], &[7, 3]);
        assert_eq!(propagate_labels, [Some(7), Some(7), Some(7), Some(3), Some(3)]);
        let propagate_labels = propagate(&path(5), &[4, 0], &[3, 7]);
        assert_eq!(propagate_labels, [Some(7), Some(7), Some(3), Some(3), Some(3)]);
    }

    #[test]
    fn heavier_edge_wins_and_isolated_vertex_has_no_class() {
        let graph = weighted_graph_of(4, &[(0, 1, 1), (1, 2, 2)]);
        assert_eq!(propagate(&graph, &[0, 2], &[5, 6]), [Some(5), Some(6), Some(6), None]);
        let graph = graph_of(4, &[(0, 1), (1, 2)]);
        assert_eq!(propagate(&graph, &[0, 2], &[5, 6])[1], Some(5));
    }

    #[test]
    fn label_spreads_one_step_per_round() {
        let propagate_labels = propagate(&path(MAX_WALK_STEPS as u32 + 3), &[0], &[1]);
        assert!(
            propagate_labels[..=MAX_WALK_STEPS]
                .iter()
                .all(|&class| class == Some(1))
        );
        assert!(propagate_labels[MAX_WALK_STEPS + 1..].iter().all(Option::is_none));
    }

    proptest! {
        /// Compares the classes with those from a dense implementation.
        /// The dense implementation multiplies the shares of each class by a row-stochastic matrix in `f64`.
        #[test]
        fn propagated_classes_equal_those_of_dense_products(
            graph in any_weighted_graph(20), classes in prop::collection::vec(0u32..3, 20), step in 1usize..5,
        ) {
            let n = graph.n_vertices();
            let picks: Vec<u32> = (0..n as u32).step_by(step).collect();
            let class_of_pick: Vec<u32> = picks.iter().map(|&row| classes[row as usize]).collect();
            let mut dense = vec![vec![0.0f64; n]; n];
            for (v, row) in (0..).zip(&mut dense) {
                let total: f64 = graph.edges_of(v).map(|(_, weight)| f64::from(weight)).sum();
                graph.edges_of(v).for_each(|(u, weight)| row[u as usize] = f64::from(weight) / total);
            }
            let of_class = |class: u32| {
                let start: Vec<f64> = (0..n as u32)
                    .map(|v| f64::from(u8::from(picks.contains(&v) && classes[v as usize] == class)))
                    .collect();
                let mut shares = start.clone();
                for _ in 0..MAX_WALK_STEPS {
                    shares = (0..n).map(|v| {
                        if picks.contains(&(v as u32)) { start[v] } else { (0..n).map(|u| dense[v][u] * shares[u]).sum() }
                    }).collect();
                }
                shares
            };
            let shares = [of_class(0), of_class(1), of_class(2)];
            for (v, given) in propagate(&graph, &picks, &class_of_pick).into_iter().enumerate() {
                let most = shares.iter().map(|shares| shares[v]).fold(0.0, f64::max);
                match given {
                    // Shares of two classes that differ only by rounding count as equal.
                    Some(class) => prop_assert!(shares[class as usize][v] > most - 1e-5 && most > 0.0),
                    None => prop_assert!(most < 1e-20, "{most}"),
                }
            }
        }
    }
}
