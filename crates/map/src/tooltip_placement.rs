//! Tooltip placement: finds a position for the card that shows a text, next to the position of the text on the map.
//! A card should cover as little as possible of the graph edges at its text.

/// Smallest gap between a text and its card, in pixels. Larger gaps are multiples of the smallest gap.
const GAP: f64 = 16.0;
/// Number of gaps that are tried: 1 to 5 times [`GAP`].
const N_GAPS: usize = 5;
/// Penalty for covering the end of an edge, as an equivalent length of covered edges in pixels.
const EDGE_END_COST: f64 = 24.0;
/// Penalty per pixel of gap beyond the smallest gap, as an equivalent length of covered edges in pixels.
const GAP_COST: f64 = 0.4;

/// Returns the upper left corner of the card for the text at the position `at`. `card` is the size of the card.
/// The card is inside a screen of `screen` pixels. If possible, the card does not cover the position `at`.
///
/// The candidates are positions around `at`, at several distances. The candidate with the lowest cost is chosen.
/// The cost is the covered length of the graph edges from `at` to `ends`, plus penalties.
/// Covered ends of edges, larger distances, and candidates that had to be moved into the screen have penalties.
/// Ties: above the text, then below the text, then left and right of the text. O(number of `ends`) time.
pub fn place_tooltip(at: [f64; 2], ends: &[[f64; 2]], card: [f64; 2], screen: [f64; 2]) -> [f64; 2] {
    let mut best: Option<(f64, [f64; 2])> = None;
    for step in 0..N_GAPS {
        let gap = GAP + GAP * step as f64;
        let before = [0, 1].map(|axis| at[axis] - gap - card[axis]);
        let behind = [0, 1].map(|axis| at[axis] + gap);
        let middle = [0, 1].map(|axis| at[axis] - card[axis] / 2.0);
        // Some candidate cards extend mainly to one side of the text, because such cards may cover fewer graph edges.
        let flush = [
            [at[0] - card[0] + 12.0, at[0] - 12.0],
            [at[1] - card[1] + 12.0, at[1] - 12.0],
        ];
        let across = [middle[0], flush[0][0], flush[0][1]];
        let down = [middle[1], flush[1][0], flush[1][1]];
        let places = [before[1], behind[1]]
            .into_iter()
            .flat_map(|y| across.map(|x| [x, y]))
            .chain([before[0], behind[0]].into_iter().flat_map(|x| down.map(|y| [x, y])));
        for place in places {
            let corner = [0, 1].map(|axis| place[axis].min(screen[axis] - card[axis]).max(0.0));
            let low = corner;
            let high = [corner[0] + card[0], corner[1] + card[1]];
            let moved = (corner[0] - place[0]).abs() + (corner[1] - place[1]).abs();
            let covers = |point: [f64; 2]| (0..2).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis]);
            let edges: f64 = ends
                .iter()
                .map(|&end| covered(at, end, [low, high]) + if covers(end) { EDGE_END_COST } else { 0.0 })
                .sum();
            // The card must not hide the text under the pointer.
            let over = if covers(at) { 1e6 } else { 0.0 };
            let cost = edges + over + GAP_COST * (gap - GAP) + 0.01 * moved;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, corner));
            }
        }
    }
    best.map_or(at, |(_, corner)| corner)
}

/// Length in pixels of the section of the line from `from` to `to` that is inside a rectangle (Liang & Barsky 1984).
fn covered(from: [f64; 2], to: [f64; 2], [low, high]: [[f64; 2]; 2]) -> f64 {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let along = to[axis] - from[axis];
        if along.abs() < 1e-9 {
            if from[axis] < low[axis] || from[axis] > high[axis] {
                return 0.0;
            }
            continue;
        }
        let [first, second] = [low[axis], high[axis]].map(|side| (side - from[axis]) / along);
        enters = enters.max(first.min(second));
        leaves = leaves.min(first.max(second));
    }
    (leaves - enters).max(0.0) * (to[0] - from[0]).hypot(to[1] - from[1])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CARD: [f64; 2] = [200.0, 100.0];
    const SCREEN: [f64; 2] = [800.0, 600.0];

    #[test]
    fn covered_length_is_the_part_inside_the_rectangle() {
        let rectangle = [[10.0, 10.0], [30.0, 20.0]];
        assert_eq!(covered([0.0, 15.0], [40.0, 15.0], rectangle), 20.0);
        assert_eq!(covered([0.0, 5.0], [40.0, 5.0], rectangle), 0.0);
        assert_eq!(covered([20.0, 15.0], [20.0, 500.0], rectangle), 5.0);
        assert_eq!(covered([12.0, 12.0], [15.0, 16.0], rectangle), 5.0);
        assert_eq!(covered([40.0, 0.0], [50.0, 40.0], rectangle), 0.0);
    }

    #[test]
    fn card_is_above_unless_edges_are_there() {
        let at = [400.0, 300.0];
        let corner = |ends: &[[f64; 2]]| place_tooltip(at, ends, CARD, SCREEN);
        assert_eq!(corner(&[]), [300.0, 184.0], "the card is above the point, centered");
        let [_, y] = corner(&[[400.0, 200.0], [380.0, 180.0]]);
        assert!(y > 300.0, "the edges lead upward, so the card is below: {y}");
        let around = [[400.0, 150.0], [400.0, 450.0], [395.0, 420.0]];
        let [x, _] = corner(&around);
        assert!(
            x > 400.0 || x + CARD[0] < 400.0,
            "the edges lead up and down, so the card is at the side: {x}"
        );
    }

    #[test]
    fn short_edges_in_all_directions_move_the_card_farther_away() {
        let at = [400.0, 300.0];
        let ends: Vec<[f64; 2]> = (0..12)
            .map(|n| {
                let angle = f64::from(n) * std::f64::consts::TAU / 12.0;
                [at[0] + 40.0 * angle.cos(), at[1] + 40.0 * angle.sin()]
            })
            .collect();
        let [x, y] = place_tooltip(at, &ends, CARD, SCREEN);
        let over = ends
            .iter()
            .filter(|end| (x..=x + CARD[0]).contains(&end[0]) && (y..=y + CARD[1]).contains(&end[1]));
        assert_eq!(over.count(), 0, "{x} {y}");
    }

    proptest! {
        /// For any position of a text, its card is entirely on the screen and does not cover the text.
        #[test]
        fn card_is_on_the_screen_and_does_not_cover_the_text(
            at in [0.0..800.0f64, 0.0..600.0f64],
            ends in proptest::collection::vec([-200.0..1000.0f64, -200.0..800.0f64], 0..12),
        ) {
            let corner = place_tooltip(at, &ends, CARD, SCREEN);
            prop_assert!((0..2).all(|axis| corner[axis] >= 0.0 && corner[axis] + CARD[axis] <= SCREEN[axis]));
            let covers = (0..2).all(|axis| (corner[axis]..=corner[axis] + CARD[axis]).contains(&at[axis]));
            prop_assert!(!covers);
        }
    }
}
