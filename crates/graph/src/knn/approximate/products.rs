//! Rows of 16-bit integers, and their dot products.

use std::ops::Range;

use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, Kernel, WIDTH, Work};

/// Number of rows multiplied with all columns in one pass. The number is divisible by every kernel's tile height.
const ROWS: usize = 96;

/// The embeddings of a chunk's instances, which are indexed by their position in the chunk.
/// The matrix with the embeddings may also contain rows of other instances.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    embeddings: &'a Embeddings,
    /// For each instance of the chunk, its row in `embeddings`.
    /// `None` if `embeddings` contains only the rows of the chunk.
    rows: Option<&'a [u32]>,
}

impl<'a> Rows<'a> {
    pub fn some(embeddings: &'a Embeddings, rows: &'a [u32]) -> Rows<'a> {
        Rows {
            embeddings,
            rows: Some(rows),
        }
    }

    pub fn all(embeddings: &'a Embeddings) -> Rows<'a> {
        Rows { embeddings, rows: None }
    }

    pub fn len(&self) -> usize {
        self.rows.map_or(self.embeddings.len(), <[u32]>::len)
    }

    pub fn embeddings(&self) -> &'a Embeddings {
        self.embeddings
    }

    pub fn row(&self, place: u32) -> u32 {
        self.rows.map_or(place, |rows| rows[place as usize])
    }

    pub fn quantized(&self) -> Quantized {
        let d = self.embeddings.dimensions();
        let depth = int16_products::depth(d);
        let mut numbers = vec![0; self.len() * depth];
        for (place, numbers) in (0..).zip(numbers.chunks_exact_mut(depth)) {
            let row = self.row(place) as usize;
            int16_products::quantize(&self.embeddings.as_slice()[row * d..][..d], d, numbers);
        }
        Quantized { depth, numbers }
    }
}

/// Embedding rows that are quantized to 16-bit integers; see [`int16_products::quantize`].
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized {
    /// Number of values per row, d.
    pub depth: usize,
    /// Quantized values of all rows in row-major order, n×depth.
    pub numbers: Vec<i16>,
}

impl Quantized {
    pub fn row(&self, place: u32) -> &[i16] {
        &self.numbers[place as usize * self.depth..][..self.depth]
    }

    pub fn len(&self) -> usize {
        self.numbers.len() / self.depth
    }

    /// Multiplies each of `rows` with each of the packed `columns`. O(rows·columns·d) time.
    /// Calls `take` for each row and panel of columns where a product reaches the minimum of its row or column.
    /// `take` receives `needed`, the index of the row in `rows`, the index of the panel's first column, and the products.
    /// `take` may increase the minimums in `needed`.
    pub fn multiply(
        &self,
        rows: &[u32],
        columns: &Packed,
        needed: &mut Needed,
        mut take: impl FnMut(&mut Needed, usize, usize, &[i32; WIDTH]),
    ) {
        needed.columns.resize(columns.len(), i32::MAX);
        let mut tile = vec![0; ROWS * self.depth];
        for (rows, first_row) in rows.chunks(ROWS).zip((0..).step_by(ROWS)) {
            for (slot, &row) in tile.chunks_exact_mut(self.depth).zip(rows) {
                slot.copy_from_slice(self.row(row));
            }
            int16_products::run(Multiply {
                tile: &tile,
                rows: first_row..first_row + rows.len(),
                depth: self.depth,
                columns,
                needed,
                take: &mut take,
            });
        }
    }

    /// Multiplies `row` with each row in `others`. `take` receives the index of the other row, and the product.
    pub fn multiply_one(&self, row: u32, others: &[u32], take: impl FnMut(u32, i32)) {
        int16_products::run(MultiplyOne {
            rows: self,
            row,
            others,
            take,
        });
    }
}

/// Rows that are packed into panels, which a kernel reads as the columns of a matrix product.
#[derive(Debug, Default)]
pub struct Packed {
    columns: usize,
    numbers: Vec<i16>,
    panels: Vec<i16>,
}

impl Packed {
    /// The number of packed columns, including the padding of the last panel.
    fn len(&self) -> usize {
        self.columns
    }

    /// Replaces the packed rows with the given rows of `from`.
    pub fn pack(&mut self, from: &Quantized, rows: &[u32]) {
        self.numbers.clear();
        rows.iter()
            .for_each(|&row| self.numbers.extend_from_slice(from.row(row)));
        int16_products::pack(&self.numbers, from.depth, &mut self.panels);
        self.columns = rows.len().next_multiple_of(WIDTH);
    }
}

/// Minimum products that can still change a neighbor list.
/// A product below the minimum of its row and of its column is ignored.
#[derive(Debug, Default)]
pub struct Needed {
    /// For each row, the minimum dot product that the row's list still accepts.
    pub rows: Vec<i32>,
    /// For each column, the minimum dot product that the column's list still accepts.
    pub columns: Vec<i32>,
}

struct Multiply<'a, F> {
    /// Quantized values of the rows in the range `rows`.
    /// The buffer has space for `ROWS` rows, and its end may be unused.
    tile: &'a [i16],
    rows: Range<usize>,
    depth: usize,
    columns: &'a Packed,
    needed: &'a mut Needed,
    take: &'a mut F,
}

impl<F: FnMut(&mut Needed, usize, usize, &[i32; WIDTH])> Work for Multiply<'_, F> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const TILE: usize>(self) {
        const { assert!(ROWS.is_multiple_of(TILE)) };
        let panels = self.columns.panels.chunks_exact(WIDTH * self.depth);
        for (panel, column) in panels.zip((0..).step_by(WIDTH)) {
            let tiles = self.tile.chunks_exact(TILE * self.depth);
            for (tile, row) in tiles.zip(self.rows.clone().step_by(TILE)) {
                // SAFETY: the caller guarantees that the CPU supports the kernel's instructions.
                // Tile and panel are complete and have `depth` values per row or column.
                let sums = unsafe { K::sum::<TILE>(tile, panel) };
                for (sums, row) in sums.iter().zip(row..self.rows.end) {
                    let by_row = self.needed.rows[row];
                    let by_columns = &self.needed.columns[column..][..WIDTH];
                    let mut reached = false;
                    for (&sum, &by_column) in sums.iter().zip(by_columns) {
                        reached |= sum >= by_row.min(by_column);
                    }
                    if reached {
                        (self.take)(self.needed, row, column, sums);
                    }
                }
            }
        }
    }
}

struct MultiplyOne<'a, F> {
    rows: &'a Quantized,
    row: u32,
    others: &'a [u32],
    take: F,
}

impl<F: FnMut(u32, i32)> Work for MultiplyOne<'_, F> {
    #[inline(always)]
    unsafe fn with<K: Kernel, const TILE: usize>(mut self) {
        let row = self.rows.row(self.row);
        for &other in self.others {
            // A plain loop is sufficient, because the compiler vectorizes it with the instructions of the kernel.
            let pairs = row.iter().zip(self.rows.row(other));
            let product = pairs.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            (self.take)(other, product);
        }
    }
}
