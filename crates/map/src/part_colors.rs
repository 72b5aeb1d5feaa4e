//! Assigns colors to parts, even if there are more parts than colors.

use crate::{N_PART_COLORS, PaletteColor};
use fastgas_graph::Adjacency;
use fastgas_partition::Partition;

/// Returns a color for each part. The first [`N_PART_COLORS`] parts have distinct colors.
/// Each later part reuses the color whose parts have the fewest kNN edges to this later part.
/// Parts with few kNN edges between them are usually far apart on the map.
/// Ties: the color with the fewest parts, then the first color.
/// If `adjacency` is `None`, the colors repeat in their order. O(n + edges + parts²) time.
pub fn part_colors(partition: &Partition, adjacency: Option<&Adjacency>) -> Vec<PaletteColor> {
    let n_parts = partition.n_parts;
    let mut colors: Vec<u32> = (0..n_parts).map(|part| part % N_PART_COLORS).collect();
    if let Some(adjacency) = adjacency.filter(|_| n_parts > N_PART_COLORS) {
        color_further_parts(&mut colors, partition, adjacency);
    }
    colors.into_iter().map(PaletteColor::part).collect()
}

/// Reuses the part colors for the parts from index [`N_PART_COLORS`] on.
fn color_further_parts(colors: &mut [u32], partition: &Partition, adjacency: &Adjacency) {
    let n_parts = partition.n_parts;
    let part_of = &partition.part_of;
    let members = partition.members();
    let mut n_with = [1_u32; N_PART_COLORS as usize];
    let mut edges_to = vec![0_u64; n_parts as usize];
    for part in N_PART_COLORS as usize..n_parts as usize {
        edges_to.fill(0);
        for &other in members[part].iter().flat_map(|&row| adjacency.neighbors_of(row)) {
            edges_to[part_of[other as usize] as usize] += 1;
        }
        let mut edges_with = [0_u64; N_PART_COLORS as usize];
        for (&color, edges) in colors[..part].iter().zip(&edges_to) {
            edges_with[color as usize] += edges;
        }
        let best = (0..N_PART_COLORS).min_by_key(|&color| (edges_with[color as usize], n_with[color as usize]));
        colors[part] = best.unwrap_or_default();
        n_with[colors[part] as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_graph::fixtures::graph_of;

    fn singles(n: u32) -> Partition {
        Partition {
            part_of: (0..n).collect(),
            n_parts: n,
        }
    }

    fn adjacency(n: u32, edges: &[(u32, u32)]) -> Adjacency {
        let graph = graph_of(n, edges);
        Adjacency::from_parts(graph.offsets, graph.neighbors, n as usize).expect("a graph")
    }

    #[test]
    fn each_part_has_its_own_color_if_there_are_enough() {
        let inks = part_colors(&singles(16), Some(&adjacency(16, &[(0, 1)])));
        assert_eq!(inks, (0..16).map(PaletteColor::part).collect::<Vec<_>>());
    }

    #[test]
    fn further_part_reuses_the_color_of_a_non_adjacent_part() {
        // Part 16 is adjacent to the parts 0 and 1, so the first possible color is 2.
        // Part 17 is adjacent to no part, so it gets color 0, which only one part has.
        let inks = part_colors(&singles(18), Some(&adjacency(18, &[(16, 0), (16, 1)])));
        assert_eq!(inks[16..], [PaletteColor::part(2), PaletteColor::part(0)]);
    }

    #[test]
    fn two_adjacent_further_parts_have_different_colors() {
        let among: Vec<(u32, u32)> = (1..16).flat_map(|other| [(16, other), (17, other)]).collect();
        // Part 16 gets color 0, because parts 16 and 17 are adjacent to each other and to all parts except part 0.
        // For part 17, all colors tie with one edge each. Color 0 loses the tie, because two parts already have it.
        let edges: Vec<(u32, u32)> = among.into_iter().chain([(16, 17)]).collect();
        let inks = part_colors(&singles(18), Some(&adjacency(18, &edges)));
        assert_eq!(inks[16], PaletteColor::part(0));
        assert_ne!(inks[17], inks[16]);
    }

    #[test]
    fn color_with_fewest_edges_wins_if_all_are_adjacent() {
        // One text of part 16 is adjacent to all other parts, and the second text to all parts except part 5.
        let mut partition = singles(18);
        (partition.part_of[17], partition.n_parts) = (16, 17);
        let edges = (0..16).flat_map(|other| [(16, other), (17, other)]);
        let edges: Vec<(u32, u32)> = edges.filter(|&edge| edge != (17, 5)).collect();
        assert_eq!(
            part_colors(&partition, Some(&adjacency(18, &edges)))[16],
            PaletteColor::part(5)
        );
    }

    #[test]
    fn without_edges_colors_are_reused_in_order() {
        assert_eq!(
            part_colors(&singles(18), None)[15..],
            [PaletteColor::part(15), PaletteColor::part(0), PaletteColor::part(1)]
        );
    }
}
