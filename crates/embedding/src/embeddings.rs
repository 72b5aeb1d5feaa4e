//! n×d unit vectors.

use std::ops::Range;

use ndarray::{Array2, ArrayView1};

use crate::{EmbeddingsError, RowReason};

/// One unit vector per row, in the order of the pool: n×d, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Embeddings(Array2<f32>);

impl Embeddings {
    /// Scales each row to unit length.
    ///
    /// # Errors
    /// [`EmbeddingsError::BadRow`] for a row that is all zero or contains a number that is not finite.
    pub fn normalized(mut rows: Array2<f32>) -> Result<Embeddings, EmbeddingsError> {
        for (row, mut vector) in rows.rows_mut().into_iter().enumerate() {
            let square: f64 = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
            if !square.is_finite() {
                return Err(EmbeddingsError::BadRow {
                    row: row as u64,
                    reason: RowReason::NotFinite,
                });
            }
            if square == 0.0 {
                return Err(EmbeddingsError::BadRow {
                    row: row as u64,
                    reason: RowReason::Zero,
                });
            }
            // Rows of unit length remain unchanged bit by bit, so that writing and reading changes nothing.
            if (square - 1.0).abs() > 1e-6 {
                let length = square.sqrt();
                vector.mapv_inplace(|x| (f64::from(x) / length) as f32);
            }
        }
        Ok(Embeddings(match rows.is_standard_layout() {
            true => rows,
            false => rows.as_standard_layout().into_owned(),
        }))
    }

    /// Subtracts the mean of all rows from each row and scales the result to unit length. O(n·d) time.
    ///
    /// # Errors
    /// [`EmbeddingsError::BadRow`] for a row that equals the mean, because its direction is undefined.
    pub fn centered(&self) -> Result<Embeddings, EmbeddingsError> {
        let mut rows = Vec::with_capacity(self.0.len());
        self.each_centered(|row| rows.extend_from_slice(row))?;
        let rows = Array2::from_shape_vec(self.0.dim(), rows);
        Ok(Embeddings(rows.expect("the same number of rows and columns")))
    }

    /// Calls `take` with each row of [`Embeddings::centered`], in order. O(n·d) time.
    ///
    /// # Errors
    /// [`EmbeddingsError::BadRow`] for a row that equals the mean. The rows before it have been passed to `take`.
    pub fn each_centered(&self, take: impl FnMut(&[f32])) -> Result<(), EmbeddingsError> {
        self.each_centered_of(0..self.len(), &self.mean(), take)
    }

    /// As [`Embeddings::each_centered`], for some of the rows and the [`mean`](Embeddings::mean) of all. Several threads can
    /// center different rows.
    ///
    /// # Errors
    /// As [`Embeddings::each_centered`].
    ///
    /// # Panics
    /// If there are no such rows.
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

    /// The mean of all rows, length d. Rows are summed in order.
    pub fn mean(&self) -> Vec<f64> {
        self.mean_of(0..self.dimensions())
    }

    /// These columns of [`Embeddings::mean`], bit by bit. Several threads can add up different columns.
    ///
    /// # Panics
    /// If there are no such columns.
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

    /// Copies the given rows, in this order.
    pub fn gather(&self, rows: &[u32]) -> Embeddings {
        let at = |(place, axis): (usize, usize)| self.0[[rows[place] as usize, axis]];
        Embeddings(Array2::from_shape_fn((rows.len(), self.dimensions()), at))
    }

    /// n, the number of rows.
    pub fn len(&self) -> usize {
        self.0.nrows()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.0.nrows() == 0
    }

    /// Number of columns, d.
    pub fn dimensions(&self) -> usize {
        self.0.ncols()
    }

    /// Row `row`, length d.
    pub fn row(&self, row: usize) -> ArrayView1<'_, f32> {
        self.0.row(row)
    }

    /// All rows, n×d.
    pub fn as_array(&self) -> &Array2<f32> {
        &self.0
    }

    /// All numbers, row-major.
    pub fn as_slice(&self) -> &[f32] {
        self.0.as_slice().expect("standard layout by construction")
    }
}

/// The squared length of a vector, in eight partial sums. In a single sum, each addition would wait for the previous one.
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

    #[test]
    fn centered_rows_have_the_mean_subtracted() {
        let rows = Embeddings::normalized(ndarray::array![[3.0, 4.0], [4.0, 3.0], [0.0, 1.0]]).expect("no row is zero");
        let mean = rows.mean();
        assert!((mean[0] - 1.4 / 3.0).abs() < 1e-6 && (mean[1] - 2.4 / 3.0).abs() < 1e-6);
        let centered = rows.centered().expect("no row is the mean");
        // (0.6, 0.8) − (0.4667, 0.8) points along the first axis.
        assert!((centered.row(0)[0] - 1.0).abs() < 1e-6, "{centered:?}");
        assert_eq!(centered.gather(&[2, 0]).row(1), centered.row(0));
        // In pieces, the bits are the same.
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
