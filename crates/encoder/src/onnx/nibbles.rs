//! The table of 4-bit integers that [`decode`](super::decode) removes from a model.

use std::mem::take;
use std::sync::Arc;

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, TensorProto};
use tract_onnx::prelude::TractResult;
use tract_onnx::tract_core::internal::ensure;

use crate::operators::TableBytes;

/// Domain and name of Microsoft's operator, the only operator that may read a table of 4-bit integers.
pub const BLOCK_GATHER: (&str, &str) = ("com.microsoft", "GatherBlockQuantized");

/// Values of a 4-bit tensor, packed two per byte.
#[derive(Clone, Debug)]
pub struct Nibbles {
    /// The name of the 4-bit tensor.
    pub name: String,
    /// The values of the 4-bit tensor, two per byte.
    pub bytes: TableBytes,
    /// Scales of the tensor's blocks, as little-endian 16-bit floats. `None` until [`Nibbles::take_scales`].
    pub scales: Option<TableBytes>,
    /// The scales in shared memory; `None` if the file is not in shared memory.
    pub shared_scales: Option<TableBytes>,
}

impl Nibbles {
    /// Moves the scales out of `tensor`, so that `tensor` is empty afterwards.
    /// Does nothing if the scales are not 16-bit floats.
    /// If the file is shared, the scales stay in the shared memory.
    pub fn take_scales(&mut self, tensor: &mut TensorProto) {
        if tensor.data_type == DataType::Float16 as i32 {
            let bytes = take(&mut tensor.raw_data);
            let owned = || TableBytes::Owned(Arc::new(bytes));
            self.scales = Some(self.shared_scales.take().unwrap_or_else(owned));
        }
    }
}

/// Checks that the number of 4-bit values fits the shape of their tensor.
/// Also checks that only [`BLOCK_GATHER`] reads the tensor.
///
/// # Errors
/// The error contains the name of the tensor.
pub fn check(nibbles: &Nibbles, graph: &GraphProto) -> TractResult<()> {
    let Nibbles { name, bytes, .. } = nibbles;
    let is_it = |tensor: &&TensorProto| tensor.name == *name;
    if let Some(tensor) = graph.initializer.iter().find(is_it) {
        ensure!(
            super::count(tensor) == 2 * bytes.len() as i64,
            "`{name}` has the shape {:?}, and {} bytes",
            tensor.dims,
            bytes.len()
        );
    }
    let mut readers = graph.node.iter().filter(|node| node.input.contains(name)).peekable();
    let is_table = |node: &tract_onnx::pb::NodeProto| {
        (&*node.domain, &*node.op_type) == BLOCK_GATHER && node.input.iter().position(|input| input == name) == Some(0)
    };
    ensure!(
        readers.peek().is_some() && readers.all(is_table),
        "`{name}` holds Int4, which is not supported"
    );
    Ok(())
}

pub fn scales(graph: &GraphProto) -> Vec<String> {
    let tables = graph
        .node
        .iter()
        .filter(|node| (&*node.domain, &*node.op_type) == BLOCK_GATHER);
    tables.filter_map(|node| node.input.get(2).cloned()).collect()
}
