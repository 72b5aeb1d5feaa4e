//! Hit testing: finds the point under the pointer.

use fastgas_graph::group_by_key;

use crate::Layout;

/// Spatial index: the points of a [`Layout`] in the cells of a square grid.
/// A query reads the points of a few cells instead of all points.
///
/// A grid cell contains about two points on average. O(n) memory and construction time.
#[derive(Clone, Debug, PartialEq)]
pub struct PointIndex {
    positions: Vec<[f32; 2]>,
    low: [f32; 2],
    cell: f32,
    columns: usize,
    rows: usize,
    /// `starts[c]..starts[c + 1]` is the index range in `points` of the points in cell c.
    starts: Vec<u32>,
    /// Indexes of the points, grouped by cell and in ascending order within each cell.
    points: Vec<u32>,
}

impl PointIndex {
    /// Assigns the points of `layout` to grid cells.
    pub fn new(layout: &Layout) -> PointIndex {
        let positions = layout.positions.clone();
        let axis = |axis: usize, pick: fn(f32, f32) -> f32, from: f32| {
            positions.iter().map(|point| point[axis]).fold(from, pick)
        };
        let (low, high) = if positions.is_empty() {
            ([0.0; 2], [0.0; 2])
        } else {
            (
                [axis(0, f32::min, f32::INFINITY), axis(1, f32::min, f32::INFINITY)],
                [
                    axis(0, f32::max, f32::NEG_INFINITY),
                    axis(1, f32::max, f32::NEG_INFINITY),
                ],
            )
        };
        let side = (high[0] - low[0]).max(high[1] - low[1]);
        let per_side = (positions.len() as f32 / 2.0).sqrt().ceil().max(1.0);
        let cell = if side > 0.0 { side / per_side } else { 1.0 };
        let columns = ((high[0] - low[0]) / cell) as usize + 1;
        let rows = ((high[1] - low[1]) / cell) as usize + 1;
        let mut index = PointIndex {
            positions,
            low,
            cell,
            columns,
            rows,
            starts: Vec::new(),
            points: Vec::new(),
        };

        let cell_of = |&point: &[f32; 2]| index.cell_of(point) as u32;
        let cells: Vec<u32> = index.positions.iter().map(cell_of).collect();
        (index.starts, index.points) = group_by_key(columns * rows, || cells.iter().copied().zip(0..));
        index
    }

    /// The point nearest to `at` within the distance `radius`, if any. Ties: the lowest point index.
    pub fn nearest(&self, at: [f64; 2], radius: f64) -> Option<u32> {
        let column = |x: f64| self.clamp(x - f64::from(self.low[0]), self.columns);
        let row = |y: f64| self.clamp(y - f64::from(self.low[1]), self.rows);
        let mut best: Option<(f64, u32)> = None;
        for row in row(at[1] - radius)..=row(at[1] + radius) {
            for column in column(at[0] - radius)..=column(at[0] + radius) {
                let cell = row * self.columns + column;
                for &point in &self.points[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                    let [x, y] = self.positions[point as usize].map(f64::from);
                    let square = (x - at[0]).powi(2) + (y - at[1]).powi(2);
                    let nearer = best.is_none_or(|(least, id)| square < least || (square == least && point < id));
                    if square <= radius * radius && nearer {
                        best = Some((square, point));
                    }
                }
            }
        }
        best.map(|(_, point)| point)
    }

    fn cell_of(&self, [x, y]: [f32; 2]) -> usize {
        let column = self.clamp(f64::from(x) - f64::from(self.low[0]), self.columns);
        let row = self.clamp(f64::from(y) - f64::from(self.low[1]), self.rows);
        row * self.columns + column
    }

    /// The index of a grid cell along one axis, from 0 to `count` − 1. The index never decreases if `offset` increases.
    /// `offset` is the distance from the low edge of the grid.
    fn clamp(&self, offset: f64, count: usize) -> usize {
        // A cast with `as` converts all negative numbers to 0.
        ((offset / f64::from(self.cell)) as usize).min(count - 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn index(positions: &[[f32; 2]]) -> PointIndex {
        PointIndex::new(&Layout {
            positions: positions.to_vec(),
        })
    }

    #[test]
    fn nothing_is_hit_outside_the_radius() {
        assert_eq!(index(&[]).nearest([0.0, 0.0], 1.0), None);
        let one = index(&[[0.5, 0.5]]);
        assert_eq!(one.nearest([0.0, 0.0], 0.1), None);
        assert_eq!(one.nearest([0.5, 0.5], 0.0), Some(0));
    }

    #[test]
    fn ties_go_to_the_lowest_id() {
        let points = index(&[[1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]);
        assert_eq!(points.nearest([0.0, 0.0], 2.0), Some(1));
        assert_eq!(index(&[[1.0, 0.0], [-1.0, 0.0]]).nearest([0.0, 0.0], 2.0), Some(0));
    }

    proptest! {
        #[test]
        fn nearest_point_equals_that_of_brute_force(
            positions in proptest::collection::vec([-1.0..1.0f32, -1.0..1.0f32], 1..200),
            at in [-1.5..1.5f64, -1.5..1.5f64],
            radius in 0.0..0.6f64,
        ) {
            let brute = positions
                .iter()
                .enumerate()
                .map(|(id, &[x, y])| ((f64::from(x) - at[0]).powi(2) + (f64::from(y) - at[1]).powi(2), id as u32))
                .filter(|&(square, _)| square <= radius * radius)
                .min_by(|a, b| a.partial_cmp(b).unwrap())
                .map(|(_, id)| id);
            prop_assert_eq!(index(&positions).nearest(at, radius), brute);
        }
    }
}
