//! The matrix of n×d embeddings. The rows of the matrix are unit vectors.

use std::ops::Range;

use ndarray::{Array2, ArrayView1};

use crate::{EmbeddingsError, RowReason};
use fastgas_progress::{OneWorker, Task, Workers};

/// Number of rows that a worker normalizes in one task.
/// In tests, a task has only two rows, so that small matrices need several tasks.
const CHUNK: usize = if cfg!(test) { 2 } else { 4_096 };

/// One unit vector per row, in pool order: n×d in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Embeddings(Array2<f32>);

impl Embeddings {
    /// Scales each row to unit length.
    ///
    /// # Errors
    /// Returns [`EmbeddingsError::BadRow`] for a row that is all zero or contains a non-finite number.
    pub fn normalized(rows: Array2<f32>) -> Result<Embeddings, EmbeddingsError> {
        Embeddings::normalized_by(rows, &OneWorker)
    }

    /// Scales each row to unit length like [`Embeddings::normalized`], but divides the rows among `workers`.
    /// The result and the error do not depend on the number of workers.
    ///
    /// # Errors
    /// Fails with the error from [`Embeddings::normalized`] for the first invalid row.
    pub fn normalized_by(rows: Array2<f32>, workers: &dyn Workers) -> Result<Embeddings, EmbeddingsError> {
        let (n, d) = rows.dim();
        let mut rows = match rows.is_standard_layout() {
            true => rows,
            false => rows.as_standard_layout().into_owned(),
        };
        let numbers = rows.as_slice_mut().expect("standard layout");
        let mut bad = vec![None; n.div_ceil(CHUNK)];
        if d == 0 && n > 0 {
            bad[0] = Some((0, RowReason::Zero));
        }
        let tasks = numbers.chunks_mut(CHUNK * d.max(1)).zip(&mut bad);
        let tasks = tasks
            .zip((0..).step_by(CHUNK))
            .map(|((rows, bad), first)| -> Task<'_> { Box::new(move || *bad = normalize(rows, d, first)) });
        workers.run(tasks.collect());
        match bad.into_iter().flatten().next() {
            Some((row, reason)) => Err(EmbeddingsError::BadRow {
                row: row as u64,
                reason,
            }),
            None => Ok(Embeddings(rows)),
        }
    }

    /// Subtracts the mean of all rows from each row and scales the differences to unit length. O(n·d) time.
    ///
    /// # Errors
    /// Returns [`EmbeddingsError::BadRow`] for a row that equals the mean, because the zero vector has no direction.
    pub fn centered(&self) -> Result<Embeddings, EmbeddingsError> {
        let mut rows = Vec::with_capacity(self.0.len());
        self.each_centered(|row| rows.extend_from_slice(row))?;
        let rows = Array2::from_shape_vec(self.0.dim(), rows);
        Ok(Embeddings(rows.expect("the same number of rows and columns")))
    }

    /// Calls `take` with each row of [`Embeddings::centered`], in row order. O(n·d) time.
    ///
    /// # Errors
    /// Returns [`EmbeddingsError::BadRow`] for a row that equals the mean. `take` has received all previous rows.
    pub fn each_centered(&self, take: impl FnMut(&[f32])) -> Result<(), EmbeddingsError> {
        self.each_centered_of(0..self.len(), &self.mean(), take)
    }

    /// Like [`Embeddings::each_centered`], but only for `rows`. `mean` is the [`mean`](Embeddings::mean) of all rows.
    /// Several threads can center different rows concurrently.
    ///
    /// # Errors
    /// Returns any error from [`Embeddings::each_centered`].
    ///
    /// # Panics
    /// Panics if a row in `rows` does not exist.
    pub fn each_centered_of(
        &self,
        rows: Range<usize>,
        mean: &[f64],
        mut take: impl FnMut(&[f32]),
    ) -> Result<(), EmbeddingsError> {
        let d = self.dimensions();
        let vectors = self.as_slice()[rows.start * d..rows.end * d].chunks_exact(d.max(1));
        let mut centered = vec![0.0; d];
        for (row, vector) in rows.zip(vectors) {
            for ((x, from), mean) in centered.iter_mut().zip(vector).zip(mean) {
                *x = (f64::from(*from) - mean) as f32;
            }
            let square = square(&centered);
            if square < 1e-12 {
                return Err(EmbeddingsError::BadRow {
                    row: row as u64,
                    reason: RowReason::Mean,
                });
            }
            let scale = square.sqrt().recip();
            for x in &mut centered {
                *x = (f64::from(*x) * scale) as f32;
            }
            take(&centered);
        }
        Ok(())
    }

    /// Mean of all rows, of length d. The rows are added in order.
    pub fn mean(&self) -> Vec<f64> {
        self.mean_of(0..self.dimensions())
    }

    /// Computes the given columns of [`Embeddings::mean`], bit-identical to `mean`.
    /// Several threads can compute different columns concurrently.
    ///
    /// # Panics
    /// Panics if a column in `columns` does not exist.
    pub fn mean_of(&self, columns: Range<usize>) -> Vec<f64> {
        let mut mean = vec![0.0; columns.len()];
        for row in self.as_slice().chunks_exact(self.dimensions().max(1)) {
            for (sum, &x) in mean.iter_mut().zip(&row[columns.clone()]) {
                *sum += f64::from(x);
            }
        }
        for sum in &mut mean {
            *sum /= self.len() as f64;
        }
        mean
    }

    /// Returns the rows in pieces of `most` rows, from the last piece to the first piece.
    /// Each piece is returned with the index of its first row.
    /// The piece with the last rows may be smaller. The matrix frees the memory of each returned piece.
    /// A caller can therefore convert the matrix without keeping two complete matrices in memory.
    ///
    /// # Panics
    /// Panics if `most` is 0 and the matrix has rows.
    pub fn into_pieces(self, most: usize) -> impl Iterator<Item = (usize, Embeddings)> {
        let (mut end, d) = self.0.dim();
        let (mut numbers, offset) = self.0.into_raw_vec_and_offset();
        let origin = offset.unwrap_or(0);
        numbers.truncate(origin + end * d);
        std::iter::from_fn(move || {
            let first = end.checked_sub(1)? / most * most;
            let piece = numbers.split_off(origin + first * d);
            numbers.shrink_to_fit();
            let rows = Array2::from_shape_vec((end - first, d), piece).expect("whole rows");
            end = first;
            Some((first, Embeddings(rows)))
        })
    }

    /// Copies the given rows, in the given order.
    pub fn gather(&self, rows: &[u32]) -> Embeddings {
        let at = |(place, axis): (usize, usize)| self.0[[rows[place] as usize, axis]];
        Embeddings(Array2::from_shape_fn((rows.len(), self.dimensions()), at))
    }

    /// Number of rows (n).
    pub fn len(&self) -> usize {
        self.0.nrows()
    }

    /// Whether the matrix has no rows.
    pub fn is_empty(&self) -> bool {
        self.0.nrows() == 0
    }

    /// Number of columns (d).
    pub fn dimensions(&self) -> usize {
        self.0.ncols()
    }

    /// Returns the row with index `row`, of length d.
    pub fn row(&self, row: usize) -> ArrayView1<'_, f32> {
        self.0.row(row)
    }

    /// Returns all rows as an n×d array.
    pub fn as_array(&self) -> &Array2<f32> {
        &self.0
    }

    /// Returns all numbers in row-major order.
    pub fn as_slice(&self) -> &[f32] {
        self.0.as_slice().expect("standard layout by construction")
    }
}

/// Scales each row of d numbers to unit length. `first` is the index of the first row.
/// Stops at a row that is all zero or not finite, and returns the index of this row with the reason.
fn normalize(rows: &mut [f32], d: usize, first: usize) -> Option<(usize, RowReason)> {
    for (row, vector) in (first..).zip(rows.chunks_exact_mut(d)) {
        let square: f64 = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
        if !square.is_finite() {
            return Some((row, RowReason::NotFinite));
        }
        if square == 0.0 {
            return Some((row, RowReason::Zero));
        }
        // Rows of unit length keep their exact bits, so that embeddings that are saved and read again do not change.
        if (square - 1.0).abs() > 1e-6 {
            let length = square.sqrt();
            for x in vector {
                *x = (f64::from(*x) / length) as f32;
            }
        }
    }
    None
}

/// Squared length of a vector, computed with eight partial sums.
/// With a single sum, each addition would depend on the previous addition.
fn square(vector: &[f32]) -> f64 {
    let mut sums = [0.0; 8];
    let eights = vector.chunks_exact(sums.len());
    let rest = eights.remainder().iter();
    for eight in eights {
        for (sum, &x) in sums.iter_mut().zip(eight) {
            *sum += f64::from(x) * f64::from(x);
        }
    }
    sums.iter().sum::<f64>() + rest.map(|&x| f64::from(x) * f64::from(x)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Reversed;

    impl Workers for Reversed {
        fn count(&self) -> usize {
            3
        }

        fn run(&self, tasks: Vec<Task<'_>>) {
            tasks.into_iter().rev().for_each(|task| task());
        }
    }

    #[test]
    fn normalized_rows_do_not_depend_on_the_order_of_tasks() {
        let number = |(row, column): (usize, usize)| (row * 7 + column * 5 % 11) as f32 - 3.5;
        let rows = Array2::from_shape_fn((9, 4), number);
        let alone = Embeddings::normalized(rows.clone()).expect("no row is zero");
        assert_eq!(Embeddings::normalized_by(rows.clone(), &Reversed), Ok(alone.clone()));
        // A matrix that is stored column by column gives the same result.
        let columns = rows.t().as_standard_layout().into_owned().reversed_axes();
        assert!(!columns.is_standard_layout());
        assert_eq!(Embeddings::normalized_by(columns, &Reversed), Ok(alone));
        // The error names the first invalid row, although the task of a later invalid row runs first.
        let mut bad = rows;
        bad.row_mut(5).fill(0.0);
        bad[[7, 1]] = f32::NAN;
        let (row, reason) = (5, RowReason::Zero);
        assert_eq!(
            Embeddings::normalized_by(bad, &Reversed),
            Err(EmbeddingsError::BadRow { row, reason })
        );
        let (row, empty) = (0, Array2::zeros((2, 0)));
        assert_eq!(
            Embeddings::normalized(empty),
            Err(EmbeddingsError::BadRow { row, reason })
        );
        assert!(
            Embeddings::normalized(Array2::zeros((0, 0)))
                .expect("no row")
                .is_empty()
        );
    }

    #[test]
    fn pieces_are_all_rows_from_the_last_to_the_first() {
        let number = |(row, column): (usize, usize)| (row * 7 + column * 5 % 11) as f32 - 3.5;
        let all = Embeddings::normalized(Array2::from_shape_fn((7, 4), number)).expect("no row is zero");
        // The second matrix is a slice of a longer matrix, whose memory begins with rows outside the slice.
        let longer = all.as_array().select(ndarray::Axis(0), &[3, 5, 0, 1, 2, 3, 4, 5, 6]);
        let sliced = Embeddings(longer.slice_move(ndarray::s![2.., ..]));
        for matrix in [all.clone(), sliced] {
            for (most, expected) in [
                (3, vec![6, 3, 0]),
                (7, vec![0]),
                (100, vec![0]),
                (1, vec![6, 5, 4, 3, 2, 1, 0]),
            ] {
                let pieces: Vec<(usize, Embeddings)> = matrix.clone().into_pieces(most).collect();
                let begins: Vec<usize> = pieces.iter().map(|(first, _)| *first).collect();
                assert_eq!(begins, expected);
                let numbers: Vec<f32> = pieces
                    .iter()
                    .rev()
                    .flat_map(|(_, piece)| piece.as_slice())
                    .copied()
                    .collect();
                assert_eq!(numbers, all.as_slice());
                let lengths = pieces.iter().rev().map(|(_, piece)| piece.len());
                assert!(lengths.clone().sum::<usize>() == 7 && lengths.max() == Some(most.min(7)));
            }
        }
        let none = Embeddings::normalized(Array2::zeros((0, 4))).expect("no row is zero");
        assert_eq!(none.into_pieces(3).count(), 0);
    }

    #[test]
    fn centered_rows_have_the_mean_subtracted() {
        let rows = Embeddings::normalized(ndarray::array![[3.0, 4.0], [4.0, 3.0], [0.0, 1.0]]).expect("no row is zero");
        let mean = rows.mean();
        assert!((mean[0] - 1.4 / 3.0).abs() < 1e-6 && (mean[1] - 2.4 / 3.0).abs() < 1e-6);
        let centered = rows.centered().expect("no row is the mean");
        // The difference (0.6, 0.8) − (0.4667, 0.8) points along the first axis.
        assert!((centered.row(0)[0] - 1.0).abs() < 1e-6, "{centered:?}");
        assert_eq!(centered.gather(&[2, 0]).row(1), centered.row(0));
        // Computing the mean and the centered rows in pieces gives bit-identical results.
        let in_pieces = [rows.mean_of(0..1), rows.mean_of(1..2)].concat();
        assert_eq!(in_pieces, mean);
        let mut pieces = Vec::new();
        for piece in [0..2, 2..3] {
            let take = |row: &[f32]| pieces.extend_from_slice(row);
            rows.each_centered_of(piece, &mean, take).expect("no row is the mean");
        }
        assert_eq!(pieces, centered.as_slice());
        let same = Embeddings::normalized(ndarray::array![[1.0, 0.0], [1.0, 0.0]]).expect("no row is zero");
        assert!(
            same.centered()
                .expect_err("nothing is left")
                .to_string()
                .contains("row 0")
        );
    }
}
