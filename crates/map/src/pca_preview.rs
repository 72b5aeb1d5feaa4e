//! PCA preview: positions for the embeddings that have arrived, before the neighbors are known.

use ndarray::{Array1, Array2, ArrayView2, Axis};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of vectors that the plane is computed from.
const FITTED_VECTORS: usize = 256;
/// Number of power iterations. The resulting precision is sufficient for a preview.
const ROUNDS: usize = 20;
/// Distance from the mean to the picture's edge, in standard deviations. Coordinates beyond the edge are clamped.
const MAX_DEVIATIONS: f32 = 2.5;

/// Projects vectors, in the order of their arrival, onto the plane in which the first 256 vectors vary most.
///
/// The plane is spanned by the two largest principal components, which power iteration finds.
/// The origin of the plane is the mean of the first 256 vectors.
/// The edges of the picture at −1 and 1 are two and a half standard deviations from the origin.
/// If there are fewer than 256 vectors, there is no preview.
/// The plane is computed only once. Therefore the position of a vector never changes.
/// O(d) time per vector, O(256·d) space.
///
/// ```text
///   first 256 vectors ──power iteration──▶ plane
///   each vector, plane ────projection────▶ position (x, y), within −1 to 1
/// ```
#[derive(Default)]
pub struct PcaPreview {
    /// Vectors that arrived before the plane was computed, in row-major order.
    waiting: Vec<f32>,
    plane: Option<Plane>,
    /// Positions that [`PcaPreview::take`] has not returned yet.
    places: Vec<[f32; 2]>,
}

/// A plane in the d-dimensional space of the vectors.
struct Plane {
    mean: Array1<f32>,
    /// The two directions of the plane.
    /// Each direction is scaled so that a vector [`MAX_DEVIATIONS`] standard deviations from the mean has the coordinate 1.
    axes: [Array1<f32>; 2],
}

impl PcaPreview {
    /// Adds the next vector. All vectors must have the same length.
    /// The position is computed as soon as the plane is known.
    pub fn add(&mut self, vector: &[f32]) {
        if let Some(plane) = &self.plane {
            return self.places.push(plane.place(vector));
        }
        self.waiting.extend_from_slice(vector);
        if self.waiting.len() == FITTED_VECTORS * vector.len() {
            let waiting = std::mem::take(&mut self.waiting);
            let rows =
                ArrayView2::from_shape((FITTED_VECTORS, vector.len()), &waiting).expect("the buffer has this length");
            let plane = Plane::of(rows);
            let places = waiting.chunks_exact(vector.len()).map(|vector| plane.place(vector));
            self.places.extend(places);
            self.plane = Some(plane);
        }
    }

    /// Returns the positions of the vectors that have been added since the last call to `take`, in order of arrival.
    pub fn take(&mut self) -> Vec<[f32; 2]> {
        std::mem::take(&mut self.places)
    }
}

impl Plane {
    fn of(rows: ArrayView2<f32>) -> Plane {
        let mean = rows.mean_axis(Axis(0)).expect("there are rows");
        let centered = &rows - &mean;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut start = || Array1::from_shape_fn(mean.len(), |_| rng.random_range(-1.0f32..1.0));
        let (mut first, mut second) = (start(), start());
        for _ in 0..ROUNDS {
            first = turned(&centered, first);
            second = turned(&centered, second);
            let along = first.dot(&second);
            second.scaled_add(-along, &first);
            normalize(&mut second);
        }
        let axis = |direction: Array1<f32>| {
            let deviation = (centered.dot(&direction).mapv(|at| at * at).mean().unwrap_or(0.0)).sqrt();
            // If the vectors do not vary in this direction, their coordinate is 0.
            let scale = if deviation > f32::EPSILON {
                1.0 / (MAX_DEVIATIONS * deviation)
            } else {
                0.0
            };
            direction * scale
        };
        Plane {
            axes: [axis(first), axis(second)],
            mean,
        }
    }

    fn place(&self, vector: &[f32]) -> [f32; 2] {
        let mut place = [0.0f32; 2];
        for (axis, place) in self.axes.iter().zip(&mut place) {
            let along: f32 = vector
                .iter()
                .zip(&self.mean)
                .zip(axis)
                .map(|((v, m), a)| (v - m) * a)
                .sum();
            *place = along.clamp(-1.0, 1.0);
        }
        place
    }
}

/// One round of power iteration for the covariance matrix of the rows.
fn turned(centered: &Array2<f32>, direction: Array1<f32>) -> Array1<f32> {
    let mut turned = centered.t().dot(&centered.dot(&direction));
    normalize(&mut turned);
    turned
}

fn normalize(direction: &mut Array1<f32>) {
    let length = direction.dot(direction).sqrt();
    if length > 0.0 {
        *direction /= length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pseudo-random vector of ten numbers. The fourth number has the largest variance.
    /// The ninth number has the second largest variance, and the other eight numbers vary very little.
    fn vector(number: usize) -> Vec<f32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        let spread = |place| match place {
            3 => 5.0,
            8 => 2.0,
            _ => 0.01,
        };
        (0..10)
            .map(|place| 7.0 + spread(place) * rng.random_range(-1.0f32..1.0))
            .collect()
    }

    fn placed(count: usize) -> Vec<[f32; 2]> {
        let mut sketch = PcaPreview::default();
        (0..count).for_each(|number| sketch.add(&vector(number)));
        sketch.take()
    }

    #[test]
    fn preview_axes_are_the_directions_of_largest_variance() {
        let places = placed(400);
        assert_eq!(places.len(), 400);
        // Uniform random numbers between −1 and 1 have a standard deviation of 1/√3.
        // The standard deviation of the sample is close to 1/√3.
        let [across, down] = [(0, 3, 5.0), (1, 8, 2.0)].map(|(axis, place, spread)| {
            let expected = |number: usize| (vector(number)[place] - 7.0) / spread * 3f32.sqrt() / MAX_DEVIATIONS;
            let sign = (places[0][axis] * expected(0)).signum();
            (0..400)
                .map(|number| (sign * places[number][axis] - expected(number)).abs())
                .fold(0.0, f32::max)
        });
        assert!(across < 0.1 && down < 0.2, "{across} {down}");
    }

    #[test]
    fn positions_are_returned_once_and_do_not_depend_on_batches() {
        let mut sketch = PcaPreview::default();
        let mut taken = Vec::new();
        for number in 0..300 {
            sketch.add(&vector(number));
            let now = sketch.take();
            assert_eq!(
                now.len(),
                match number {
                    0..255 => 0,
                    255 => 256,
                    _ => 1,
                }
            );
            taken.extend(now);
        }
        assert_eq!(taken, placed(300));
    }

    #[test]
    fn fewer_than_256_vectors_give_no_preview_and_equal_ones_share_a_position() {
        assert!(placed(255).is_empty());
        let mut sketch = PcaPreview::default();
        (0..257).for_each(|_| sketch.add(&[0.5, 0.5, 0.5]));
        assert_eq!(sketch.take(), [[0.0, 0.0]; 257]);
    }

    #[test]
    fn outliers_are_clamped_to_the_edge() {
        let mut sketch = PcaPreview::default();
        (0..256).for_each(|number| sketch.add(&vector(number)));
        sketch.take();
        let mut far = vector(0);
        far[3] += 1e6;
        sketch.add(&far);
        assert_eq!(sketch.take()[0][0].abs(), 1.0);
    }
}
