//! Selection shapes that the user draws on the map, and the points inside a shape.

use crate::Layout;

/// Shape of a selection that the user draws on the map.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The rectangle between two opposite corners, including the border.
    Rectangle([f64; 2], [f64; 2]),
    /// A polygon, which is closed automatically. The even-odd rule decides which points are inside.
    Lasso(Vec<[f64; 2]>),
}

impl Shape {
    /// Whether `point` is inside the shape. O(corners) time.
    pub fn contains(&self, [x, y]: [f64; 2]) -> bool {
        match self {
            Shape::Rectangle(a, b) => {
                let within = |value: f64, axis: usize| value >= a[axis].min(b[axis]) && value <= a[axis].max(b[axis]);
                within(x, 0) && within(y, 1)
            }
            Shape::Lasso(corners) => {
                let mut inside = false;
                let before = corners.iter().cycle().skip(corners.len().saturating_sub(1));
                for (&[ax, ay], &[bx, by]) in corners.iter().zip(before) {
                    if (ay > y) != (by > y) && x < ax + (y - ay) * (bx - ax) / (by - ay) {
                        inside = !inside;
                    }
                }
                inside
            }
        }
    }

    /// Indexes of the points inside the shape, in ascending order.
    /// O(n) time, plus O(corners) time per point within the bounds of the shape.
    pub fn rows(&self, layout: &Layout) -> Vec<u32> {
        let corners = match self {
            Shape::Rectangle(a, b) => &[*a, *b][..],
            Shape::Lasso(corners) => corners,
        };
        let bounds = [0, 1].map(|axis| {
            let along = corners.iter().map(|corner| corner[axis]);
            (
                along.clone().fold(f64::INFINITY, f64::min),
                along.fold(f64::NEG_INFINITY, f64::max),
            )
        });
        let near = |point: [f64; 2]| (0..2).all(|axis| (bounds[axis].0..=bounds[axis].1).contains(&point[axis]));
        let points = (0..).zip(layout.positions.iter().map(|point| point.map(f64::from)));
        points
            .filter(|&(_, point)| near(point) && self.contains(point))
            .map(|(row, _)| row)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn concave_lasso_excludes_its_opening() {
        // The lasso has the shape of a U on its side. A point in the opening of the U is outside the lasso.
        let shape = Shape::Lasso(vec![
            [0.0, 0.0],
            [4.0, 0.0],
            [4.0, 1.0],
            [1.0, 1.0],
            [1.0, 3.0],
            [4.0, 3.0],
            [4.0, 4.0],
            [0.0, 4.0],
        ]);
        assert!(shape.contains([0.5, 2.0]) && shape.contains([3.0, 0.5]) && shape.contains([3.0, 3.5]));
        assert!(!shape.contains([3.0, 2.0]) && !shape.contains([-0.5, 2.0]) && !shape.contains([2.0, 5.0]));
    }

    #[test]
    fn lasso_with_fewer_than_three_corners_is_empty() {
        let layout = Layout {
            positions: vec![[0.0, 0.0], [1.0, 1.0]],
        };
        for corners in [vec![], vec![[0.0, 0.0]], vec![[0.0, 0.0], [1.0, 1.0]]] {
            assert!(Shape::Lasso(corners).rows(&layout).is_empty());
        }
        assert_eq!(Shape::Rectangle([1.0, 1.0], [0.0, 0.5]).rows(&layout), [1]);
    }

    proptest! {
        #[test]
        fn rectangular_lasso_equals_the_rectangle(
            points in proptest::collection::vec([-1.0..1.0f32, -1.0..1.0f32], 0..60),
            [ax, ay, bx, by] in [-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64],
        ) {
            let layout = Layout { positions: points };
            let lasso = Shape::Lasso(vec![[ax, ay], [bx, ay], [bx, by], [ax, by]]);
            prop_assert_eq!(lasso.rows(&layout), Shape::Rectangle([ax, ay], [bx, by]).rows(&layout));
        }
    }
}
