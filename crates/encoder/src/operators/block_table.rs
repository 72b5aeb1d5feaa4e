//! Gathers rows of a table whose numbers are stored in blocks of 4-bit integers.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use tract_onnx::prelude::f16;
use tract_onnx::tract_core::internal::*;

use crate::weights::TableRows;
use fastgas_embedding::SharedBytes;

/// Number of bytes in a scale, a 16-bit float.
const SCALE_BYTES: usize = size_of::<u16>();

/// The source of a table's bytes.
#[derive(Clone)]
pub enum TableBytes {
    /// Bytes in this program's memory.
    Owned(Arc<Vec<u8>>),
    /// A range of bytes in memory that several programs share. Only the requested pieces are copied.
    Shared(Arc<dyn SharedBytes>, Range<usize>),
}

impl TableBytes {
    /// Number of bytes in the table.
    pub fn len(&self) -> usize {
        match self {
            TableBytes::Owned(bytes) => bytes.len(),
            TableBytes::Shared(_, range) => range.len(),
        }
    }

    /// Returns all bytes of the table. Shared bytes are copied.
    fn all(&self) -> Arc<Vec<u8>> {
        match self {
            TableBytes::Owned(bytes) => bytes.clone(),
            TableBytes::Shared(bytes, range) => {
                let mut copy = vec![0; range.len()];
                bytes.read(range.start, &mut copy);
                Arc::new(copy)
            }
        }
    }

    /// Returns `buffer.len()` bytes from index `start` on. Shared bytes are copied into `buffer`.
    fn piece<'a>(&'a self, start: usize, buffer: &'a mut [u8]) -> &'a [u8] {
        match self {
            TableBytes::Owned(bytes) => &bytes[start..][..buffer.len()],
            TableBytes::Shared(bytes, range) => {
                bytes.read(range.start + start, buffer);
                buffer
            }
        }
    }
}

impl fmt::Debug for TableBytes {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "TableBytes({})", self.len())
    }
}

/// Compares owned tables by content.
/// Shared tables are equal only if both refer to the same range of the same shared memory.
impl PartialEq for TableBytes {
    fn eq(&self, other: &TableBytes) -> bool {
        match (self, other) {
            (TableBytes::Owned(own), TableBytes::Owned(others)) => own == others,
            (TableBytes::Shared(own, own_range), TableBytes::Shared(others, others_range)) => {
                Arc::ptr_eq(own, others) && own_range == others_range
            }
            _ => false,
        }
    }
}

impl Eq for TableBytes {}

/// Gathers rows of a table with one scale per block of a row: `value * scale`.
/// Each row has `width` 4-bit values from −8 to 7, two per byte, the lower nibble first. The table is never expanded.
/// The token table of a multilingual encoder (250,000 rows of 384 numbers) takes 54 MB packed and 384 MB as `f32`.
///
/// The input contains int64 ids in a tensor of any shape.
/// The output has the shape of the ids, followed by an axis of length `width`, and contains `f32`.
/// An id without a row in the table is an error.
#[derive(Clone, PartialEq, Eq)]
pub struct BlockTable {
    values: TableBytes,
    /// The scales of the blocks, row by row, as little-endian 16-bit floats.
    scales: TableBytes,
    width: usize,
    /// Number of values in a block, which share one scale.
    block: usize,
}

impl BlockTable {
    /// Creates a table of shape rows×width.
    /// `values` contains rows×width / 2 bytes. `scales` contains rows×width / block scales, each a 16-bit float.
    /// Returns `None` if the lengths do not match, or if a block does not consist of whole bytes.
    pub fn new(values: TableBytes, scales: TableBytes, width: usize, block: usize) -> Option<BlockTable> {
        let fits = block > 0
            && block.is_multiple_of(2)
            && width > 0
            && width.is_multiple_of(block)
            && values.len().is_multiple_of(width / 2)
            && values.len() * 2 * SCALE_BYTES == scales.len() * block;
        fits.then_some(BlockTable {
            values,
            scales,
            width,
            block,
        })
    }

    /// Number of rows in the table.
    pub fn rows(&self) -> usize {
        self.values.len() * 2 / self.width
    }

    /// Returns the quantized values and the scales of the table.
    pub fn numbers(&self) -> TableRows {
        let scales = self.scales.all();
        let (scales, _) = scales.as_chunks::<SCALE_BYTES>();
        TableRows::Blocks {
            values: self.values.all(),
            scales: scales.iter().map(|&scale| f16::from_le_bytes(scale).to_f32()).collect(),
            block: self.block,
        }
    }

    fn buffers(&self) -> (Vec<u8>, Vec<u8>) {
        (vec![0; self.width / 2], vec![0; self.width / self.block * SCALE_BYTES])
    }

    fn write_row(&self, row: usize, (values, scales): &mut (Vec<u8>, Vec<u8>), out: &mut [f32]) {
        let values = self.values.piece(row * values.len(), values);
        let scales = self.scales.piece(row * scales.len(), scales);
        let (scales, _) = scales.as_chunks::<SCALE_BYTES>();
        let blocks = values
            .chunks_exact(self.block / 2)
            .zip(out.chunks_exact_mut(self.block));
        for ((values, out), &scale) in blocks.zip(scales) {
            let scale = f16::from_le_bytes(scale).to_f32();
            for (pair, &byte) in out.as_chunks_mut::<2>().0.iter_mut().zip(values) {
                // Right shifts of signed bytes extend the sign of the 4-bit value.
                let [low, high] = [((byte << 4) as i8) >> 4, (byte as i8) >> 4];
                *pair = [f32::from(low) * scale, f32::from(high) * scale];
            }
        }
    }
}

impl fmt::Debug for BlockTable {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(
            out,
            "BlockTable({}×{}, blocks of {})",
            self.rows(),
            self.width,
            self.block
        )
    }
}

impl Op for BlockTable {
    fn name(&self) -> StaticName {
        "BlockTable".into()
    }

    fn info(&self) -> TractResult<Vec<String>> {
        Ok(vec![format!("{}×{}", self.rows(), self.width)])
    }

    op_as_typed_op!();
}

impl EvalOp for BlockTable {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let ids = args_1!(inputs);
        let shape: TVec<usize> = ids.shape().iter().copied().chain([self.width]).collect();
        let mut out = Tensor::zero::<f32>(&shape)?;
        let mut plain = out.try_as_plain_ram_mut()?;
        let rows = plain.as_slice_mut::<f32>()?.chunks_exact_mut(self.width);
        let mut buffers = self.buffers();
        for (&id, out) in ids.try_as_plain_ram()?.as_slice::<i64>()?.iter().zip(rows) {
            let row = usize::try_from(id).ok().filter(|&row| row < self.rows());
            let row = row.with_context(|| format!("row {id} of a table with {} rows", self.rows()))?;
            self.write_row(row, &mut buffers, out);
        }
        Ok(tvec!(out.into_tvalue()))
    }
}

impl TypedOp for BlockTable {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let ids = inputs[0];
        ensure!(ids.datum_type == i64::datum_type());
        let shape: TVec<TDim> = ids.shape.iter().cloned().chain([self.width.to_dim()]).collect();
        Ok(tvec!(f32::fact(&*shape)))
    }

    as_op!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::SharedFile;

    fn tables() -> [BlockTable; 2] {
        let values = vec![0x10, 0x32, 0x98, 0xfe, 0x76, 0x54, 0x00, 0x80];
        let scales = [1.0, 0.5, -2.0, 0.25].map(|scale| f16::from_f32(scale).to_le_bytes());
        let scales = scales.concat();
        let file: Arc<dyn SharedBytes> = Arc::new(SharedFile([&[9; 3][..], &scales, &[9], &values, &[9]].concat()));
        let (shared_scales, shared_values) = (3..11, 12..20);
        let shared = |range| TableBytes::Shared(file.clone(), range);
        let owned = |bytes| TableBytes::Owned(Arc::new(bytes));
        [
            BlockTable::new(owned(values), owned(scales), 8, 4).unwrap(),
            BlockTable::new(shared(shared_values), shared(shared_scales), 8, 4).unwrap(),
        ]
    }

    fn gathered(table: &BlockTable, shape: &[usize], ids: &[i64]) -> TractResult<(Vec<usize>, Vec<f32>)> {
        let ids = Tensor::from_shape(shape, ids).unwrap().into_tvalue();
        let rows = table.eval(&EvalContext::out_of_plan(), tvec!(ids))?;
        let numbers = rows[0].to_plain_array_view::<f32>().unwrap();
        Ok((rows[0].shape().to_vec(), numbers.iter().copied().collect()))
    }

    #[test]
    fn halves_of_bytes_are_signed_and_scaled_per_block() {
        let first = [0.0, 1.0, 2.0, 3.0, -4.0, -3.5, -1.0, -0.5];
        let second = [-12.0, -14.0, -8.0, -10.0, 0.0, 0.0, 0.0, -2.0];
        let expected = [second, first, first].concat();
        for table in tables() {
            assert_eq!(table.rows(), 2);
            let rows = gathered(&table, &[1, 3], &[1, 0, 0]).unwrap();
            assert_eq!(rows, (vec![1, 3, 8], expected.clone()));
            assert_eq!(gathered(&table, &[2, 0], &[]).unwrap(), (vec![2, 0, 8], vec![]));
        }
    }

    #[test]
    fn shared_tables_are_equal_if_they_are_the_same() {
        let [owned, shared] = tables();
        assert!(owned == tables()[0] && shared == shared.clone());
        assert!(owned != shared && shared != tables()[1]);
    }

    #[test]
    fn id_outside_of_the_table_is_an_error() {
        for id in [-1, 2, i64::MAX] {
            for table in tables() {
                assert!(gathered(&table, &[1, 1], &[id]).is_err(), "{id}");
            }
        }
    }

    #[test]
    fn lengths_that_do_not_fit_are_rejected() {
        let is_table = |values: usize, scales: usize, width, block| {
            let bytes = |length: usize| TableBytes::Owned(Arc::new(vec![0; length]));
            BlockTable::new(bytes(values), bytes(scales * 2), width, block).is_some()
        };
        assert!(is_table(8, 4, 8, 4));
        for (values, scales, width, block) in [
            (7, 4, 8, 4),
            (8, 3, 8, 4),
            (8, 4, 6, 4),
            (8, 4, 8, 3),
            (8, 4, 0, 4),
            (8, 4, 8, 0),
            (6, 3, 8, 4),
        ] {
            assert!(
                !is_table(values, scales, width, block),
                "{values} {scales} {width} {block}"
            );
        }
    }
}
