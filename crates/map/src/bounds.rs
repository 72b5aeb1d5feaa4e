//! Robust center and bounds of a point set.

/// An axis-aligned rectangle as two corners: the corner with the lowest x and y, and the corner with the highest x and y.
pub type Bounds = [[f64; 2]; 2];

/// The point whose coordinates are the medians of the x and y coordinates. The median is robust against outliers.
/// `None` if there are no points. O(points) time.
pub fn median_point(points: impl IntoIterator<Item = [f32; 2]>) -> Option<[f64; 2]> {
    let (mut xs, mut ys): (Vec<f32>, Vec<f32>) = points.into_iter().map(|[x, y]| (x, y)).unzip();
    let half = xs.len().checked_sub(1)? / 2;
    let median = |along: &mut Vec<f32>| f64::from(*along.select_nth_unstable_by(half, f32::total_cmp).1);
    Some([median(&mut xs), median(&mut ys)])
}

/// Share of the points that [`bounds_without_outliers`] keeps.
const KEPT_SHARE: f64 = 0.95;

/// Smallest rectangle around the 95 % of the points that are nearest to the [`median_point`].
/// `None` if there are no points.
/// If the rectangle included outliers, the other points would appear close together on the screen. O(points) time.
pub fn bounds_without_outliers(points: &[[f32; 2]]) -> Option<Bounds> {
    let [x, y] = median_point(points.iter().copied())?;
    let away = |point: &[f32; 2]| (f64::from(point[0]) - x).hypot(f64::from(point[1]) - y);
    let mut points = points.to_vec();
    let last = (points.len() as f64 * KEPT_SHARE).ceil() as usize - 1;
    points.select_nth_unstable_by(last, |a, b| away(a).total_cmp(&away(b)));
    let within = points[..=last].iter().map(|point| point.map(f64::from));
    let first: Bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    Some(within.fold(first, |[low, high], point| {
        [
            [low[0].min(point[0]), low[1].min(point[1])],
            [high[0].max(point[0]), high[1].max(point[1])],
        ]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_of_excludes_outliers() {
        let row = |n: usize| (0..n).map(|at| [at as f32, 0.0]).collect::<Vec<_>>();
        assert_eq!(bounds_without_outliers(&[]), None);
        assert_eq!(bounds_without_outliers(&row(1)), Some([[0.0, 0.0], [0.0, 0.0]]));
        assert_eq!(
            bounds_without_outliers(&row(19)),
            Some([[0.0, 0.0], [18.0, 0.0]]),
            "of a few points, none counts as an outlier"
        );
        let mut strays = row(38);
        strays.extend([[900.0, 5.0], [-900.0, 5.0]]);
        assert_eq!(bounds_without_outliers(&strays), Some([[0.0, 0.0], [37.0, 0.0]]));
    }

    #[test]
    fn middle_is_the_median_along_each_axis() {
        assert_eq!(median_point([]), None);
        assert_eq!(median_point([[1.0, 2.0]]), Some([1.0, 2.0]));
        assert_eq!(median_point([[0.0, 5.0], [1.0, 4.0], [90.0, -50.0]]), Some([1.0, 4.0]));
    }
}
