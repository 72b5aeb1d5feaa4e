//! n×d unit vectors.

use ndarray::{Array2, ArrayView1};

use crate::error::GraphError;

/// One unit vector a row, in the pool's order: n×d, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Embeddings(Array2<f32>);

impl Embeddings {
    /// Takes rows of any length but zero and scales each to unit length.
    ///
    /// # Errors
    /// [`GraphError::BadRow`] for a row that is all zero or holds a number that is not finite.
    pub fn normalized(mut rows: Array2<f32>) -> Result<Embeddings, GraphError> {
        for (row, mut vector) in rows.rows_mut().into_iter().enumerate() {
            let square: f64 = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
            if !square.is_finite() {
                return Err(GraphError::BadRow {
                    row: row as u64,
                    reason: "holds a number that is not finite".into(),
                });
            }
            if square == 0.0 {
                return Err(GraphError::BadRow {
                    row: row as u64,
                    reason: "is all zero".into(),
                });
            }
            // Rows of unit length stay as they are, bit by bit, so that writing and reading changes nothing.
            if (square - 1.0).abs() > 1e-6 {
                let length = square.sqrt();
                vector.mapv_inplace(|x| (f64::from(x) / length) as f32);
            }
        }
        Ok(Embeddings(rows.as_standard_layout().into_owned()))
    }

    /// n, the number of rows.
    pub fn len(&self) -> usize {
        self.0.nrows()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.0.nrows() == 0
    }

    /// d.
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

    /// All numbers, row by row.
    pub fn as_slice(&self) -> &[f32] {
        self.0.as_slice().expect("standard layout by construction")
    }
}
