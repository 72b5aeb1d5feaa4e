//! Sums, softmax and root-mean-square normalization along rows.
//!
//! A row is summed from its first to its last number in one `f32` accumulator.
//! The sum of a row therefore depends neither on other rows, nor on the register width, nor on appended zeros.

use super::functions::Function;

/// Number of rows summed concurrently.
/// Each addition within a row waits for the previous addition. The additions of other rows fill the waiting time.
const ROWS_IN_PARALLEL: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rescaling {
    /// Softmax: eˣ divided by the sum of eˣ over the row, after the row's maximum is subtracted.
    Softmax,
    /// Root-mean-square normalization: x / √(mean of x² + epsilon).
    RmsNorm {
        /// Small constant that is added to the mean of the squares.
        epsilon: f32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reduction {
    Sum,
    /// Mean square of the numbers in the row.
    MeanOfSquares,
    Max,
}

impl Rescaling {
    /// Rescales each row in place. `numbers` contains consecutive rows of length `length`, which is not 0.
    pub fn apply(self, numbers: &mut [f32], length: usize) {
        match self {
            Rescaling::Softmax => {
                for row in numbers.chunks_exact_mut(length) {
                    let max = max(row);
                    row.iter_mut().for_each(|x| *x -= max);
                }
                Function::Exp.apply(numbers);
                let sums = sums(numbers, length, |x| x);
                for (row, sum) in numbers.chunks_exact_mut(length).zip(sums) {
                    row.iter_mut().for_each(|x| *x /= sum);
                }
            }
            Rescaling::RmsNorm { epsilon } => {
                let squares = sums(numbers, length, |x| x * x);
                for (row, square) in numbers.chunks_exact_mut(length).zip(squares) {
                    let factor = 1.0 / (square / length as f32 + epsilon).sqrt();
                    row.iter_mut().for_each(|x| *x *= factor);
                }
            }
        }
    }
}

impl Reduction {
    /// Returns one number per row. `numbers` contains consecutive rows of length `length`, which is not 0.
    pub fn apply(self, numbers: &[f32], length: usize) -> Vec<f32> {
        match self {
            Reduction::Sum => sums(numbers, length, |x| x),
            Reduction::MeanOfSquares => sums(numbers, length, |x| x * x)
                .iter()
                .map(|sum| sum / length as f32)
                .collect(),
            Reduction::Max => numbers.chunks_exact(length).map(max).collect(),
        }
    }
}

/// Returns the sum of `term` over each row. The terms are added from the first to the last number of the row.
fn sums(numbers: &[f32], length: usize, term: impl Fn(f32) -> f32) -> Vec<f32> {
    let mut sums = Vec::with_capacity(numbers.len() / length);
    let mut blocks = numbers.chunks_exact(length * ROWS_IN_PARALLEL);
    for block in &mut blocks {
        let rows: [&[f32]; ROWS_IN_PARALLEL] = std::array::from_fn(|row| &block[row * length..][..length]);
        let mut totals = [0.0; ROWS_IN_PARALLEL];
        for column in 0..length {
            for (total, row) in totals.iter_mut().zip(rows) {
                *total += term(row[column]);
            }
        }
        sums.extend(totals);
    }
    sums.extend(
        blocks
            .remainder()
            .chunks_exact(length)
            .map(|row| row.iter().fold(0.0, |total, &x| total + term(x))),
    );
    sums
}

/// Returns the maximum of a row. The maximum does not depend on the order, so lanes are compared in parallel.
fn max(row: &[f32]) -> f32 {
    let higher = |a: f32, b: f32| if b > a { b } else { a };
    let (chunks, rest) = row.as_chunks::<ROWS_IN_PARALLEL>();
    let mut lanes = [f32::NEG_INFINITY; ROWS_IN_PARALLEL];
    for chunk in chunks {
        for (lane, &x) in lanes.iter_mut().zip(chunk) {
            *lane = higher(*lane, x);
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::NEG_INFINITY, higher)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(ours: f32, truth: f64, scale: f64) -> bool {
        (f64::from(ours) - truth).abs() <= 1e-5 * scale.max(1e-3)
    }

    fn rescaled(rescaling: Rescaling, numbers: &[f32], length: usize) -> Vec<f32> {
        let mut numbers = numbers.to_vec();
        rescaling.apply(&mut numbers, length);
        numbers
    }

    proptest! {
        #[test]
        fn rows_match_definitions(
            length in 1usize..70,
            numbers in prop::collection::vec(-20f32..20.0, 70..1500),
        ) {
            let numbers = &numbers[..numbers.len() / length * length];
            let wide: Vec<Vec<f64>> =
                numbers.chunks_exact(length).map(|row| row.iter().map(|&x| f64::from(x)).collect()).collect();

            for (ours, row) in Reduction::Sum.apply(numbers, length).iter().zip(&wide) {
                prop_assert!(close(*ours, row.iter().sum(), row.iter().map(|x| x.abs()).sum()));
            }
            let square = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>() / length as f64;
            for (ours, row) in Reduction::MeanOfSquares.apply(numbers, length).iter().zip(&wide) {
                prop_assert!(close(*ours, square(row), square(row)));
            }
            for (ours, row) in Reduction::Max.apply(numbers, length).iter().zip(&wide) {
                prop_assert_eq!(f64::from(*ours), row.iter().copied().fold(f64::MIN, f64::max));
            }
            let normed = rescaled(Rescaling::RmsNorm { epsilon: 0.5 }, numbers, length);
            for (ours, row) in normed.chunks_exact(length).zip(&wide) {
                for (ours, x) in ours.iter().zip(row) {
                    prop_assert!(close(*ours, x / (square(row) + 0.5).sqrt(), 20.0));
                }
            }
            for (ours, row) in rescaled(Rescaling::Softmax, numbers, length).chunks_exact(length).zip(&wide) {
                let max = row.iter().copied().fold(f64::MIN, f64::max);
                let total: f64 = row.iter().map(|x| libm::exp(x - max)).sum();
                for (ours, x) in ours.iter().zip(row) {
                    prop_assert!(close(*ours, libm::exp(x - max) / total, 1.0));
                }
            }
        }

        /// Appends very negative numbers to a row, because padding appends masked (very negative) attention scores.
        #[test]
        fn masked_numbers_at_the_end_change_no_bits(
            row in prop::collection::vec(-20f32..20.0, 1..40),
            masked in prop::collection::vec(-20f32..20.0, 0..40),
        ) {
            let longer: Vec<f32> = row.iter().copied().chain(masked.iter().map(|x| x - 10_000.0)).collect();
            let shares = rescaled(Rescaling::Softmax, &longer, longer.len());
            prop_assert_eq!(&shares[..row.len()], &rescaled(Rescaling::Softmax, &row, row.len()));
            prop_assert!(shares[row.len()..].iter().all(|&share| share == 0.0));
        }

        #[test]
        fn single_row_has_the_same_bits_as_among_others(
            length in 1usize..50,
            numbers in prop::collection::vec(-20f32..20.0, 50..1500),
        ) {
            let numbers = &numbers[..numbers.len() / length * length];
            for rescaling in [Rescaling::Softmax, Rescaling::RmsNorm { epsilon: 1e-12 }] {
                let alone: Vec<f32> =
                    numbers.chunks_exact(length).flat_map(|row| rescaled(rescaling, row, length)).collect();
                prop_assert_eq!(rescaled(rescaling, numbers, length), alone);
            }
            for reduction in [Reduction::Sum, Reduction::MeanOfSquares] {
                let alone: Vec<f32> =
                    numbers.chunks_exact(length).flat_map(|row| reduction.apply(row, length)).collect();
                prop_assert_eq!(reduction.apply(numbers, length), alone);
            }
        }
    }
}
