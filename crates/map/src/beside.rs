//! Where the card of a text stands: beside it, and over as little of its edges as can be.

/// Between a text and its card at least, and by how much farther away it is tried, in pixels.
const GAP: f64 = 16.0;
/// How far away it is tried, so many times this gap.
const STEPS: usize = 5;
/// The end of an edge below the card counts like so many pixels of an edge.
const END: f64 = 24.0;
/// A pixel farther away counts like so many pixels of an edge.
const FAR: f64 = 0.4;

/// The left upper corner of a card of this size: on a screen of `screen` pixels, and not over `at`, where that can be.
///
/// Of the places around `at` the one where the card covers the least of the edges from there to `ends`, and of these; a
/// place farther away must be better by some pixels. Ties: above, then below, then beside. O(ends).
pub fn beside(at: [f64; 2], ends: &[[f64; 2]], card: [f64; 2], screen: [f64; 2]) -> [f64; 2] {
    let mut best: Option<(f64, [f64; 2])> = None;
    for step in 0..STEPS {
        let gap = GAP + GAP * step as f64;
        let before = [0, 1].map(|axis| at[axis] - gap - card[axis]);
        let behind = [0, 1].map(|axis| at[axis] + gap);
        let middle = [0, 1].map(|axis| at[axis] - card[axis] / 2.0);
        // Flush with the text, where the middle would lie over an edge to the other side.
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
                .map(|&end| covered(at, end, [low, high]) + if covers(end) { END } else { 0.0 })
                .sum();
            // Whoever points at a text does not want it hidden.
            let over = if covers(at) { 1e6 } else { 0.0 };
            let cost = edges + over + FAR * (gap - GAP) + 0.01 * moved;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, corner));
            }
        }
    }
    best.map_or(at, |(_, corner)| corner)
}

/// How much of the line from `from` to `to` is within the rectangle, in pixels (Liang & Barsky 1984).
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
    fn a_line_is_covered_where_it_is_inside() {
        let rectangle = [[10.0, 10.0], [30.0, 20.0]];
        assert_eq!(covered([0.0, 15.0], [40.0, 15.0], rectangle), 20.0);
        assert_eq!(covered([0.0, 5.0], [40.0, 5.0], rectangle), 0.0);
        assert_eq!(covered([20.0, 15.0], [20.0, 500.0], rectangle), 5.0);
        assert_eq!(covered([12.0, 12.0], [15.0, 16.0], rectangle), 5.0);
        assert_eq!(covered([40.0, 0.0], [50.0, 40.0], rectangle), 0.0);
    }

    #[test]
    fn the_card_is_above_and_gives_way_to_edges() {
        let at = [400.0, 300.0];
        let corner = |ends: &[[f64; 2]]| beside(at, ends, CARD, SCREEN);
        assert_eq!(corner(&[]), [300.0, 184.0], "above, in the middle");
        let [_, y] = corner(&[[400.0, 200.0], [380.0, 180.0]]);
        assert!(y > 300.0, "the edges lead up, so it is below: {y}");
        let around = [[400.0, 150.0], [400.0, 450.0], [395.0, 420.0]];
        let [x, _] = corner(&around);
        assert!(x > 400.0 || x + CARD[0] < 400.0, "up and down, so it is beside: {x}");
    }

    #[test]
    fn short_edges_all_around_are_left_free_by_a_card_farther_away() {
        let at = [400.0, 300.0];
        let ends: Vec<[f64; 2]> = (0..12)
            .map(|n| {
                let angle = f64::from(n) * std::f64::consts::TAU / 12.0;
                [at[0] + 40.0 * angle.cos(), at[1] + 40.0 * angle.sin()]
            })
            .collect();
        let [x, y] = beside(at, &ends, CARD, SCREEN);
        let over = ends
            .iter()
            .filter(|end| (x..=x + CARD[0]).contains(&end[0]) && (y..=y + CARD[1]).contains(&end[1]));
        assert_eq!(over.count(), 0, "{x} {y}");
    }

    proptest! {
        /// Wherever the text is, its card is seen whole and does not hide it.
        #[test]
        fn the_card_is_on_the_screen(
            at in [0.0..800.0f64, 0.0..600.0f64],
            ends in proptest::collection::vec([-200.0..1000.0f64, -200.0..800.0f64], 0..12),
        ) {
            let corner = beside(at, &ends, CARD, SCREEN);
            prop_assert!((0..2).all(|axis| corner[axis] >= 0.0 && corner[axis] + CARD[axis] <= SCREEN[axis]));
            let covers = (0..2).all(|axis| (corner[axis]..=corner[axis] + CARD[axis]).contains(&at[axis]));
            prop_assert!(!covers);
        }
    }
}
