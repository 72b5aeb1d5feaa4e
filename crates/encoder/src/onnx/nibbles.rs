//! Takes the table of 4-bit integers out of an ONNX file before the file is decoded.
//!
//! The table of a multilingual encoder is two thirds of its file. Decoding copies all weights, and the memory of a
//! WebAssembly program never shrinks. Therefore the table keeps the memory of the file, and only the rest is decoded:
//!
//! ```text
//!  file 76 MB ──▶ table 48 MB (same memory) + rest 28 MB ──▶ decoded
//! ```

use std::ops::Range;
use std::sync::Arc;

use prost::encoding::{WireType, decode_key, decode_varint, encode_key, encode_varint};
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, TensorProto};
use tract_onnx::prelude::TractResult;
use tract_onnx::tract_core::internal::ensure;

/// The operator that may read a table of 4-bit integers, of Microsoft's operators.
pub const BLOCK_GATHER: (&str, &str) = ("com.microsoft", "GatherBlockQuantized");

/// Values of a 4-bit tensor, two per byte.
#[derive(Clone, Debug)]
pub struct Nibbles {
    /// The name of the tensor.
    pub name: String,
    /// Its values.
    pub bytes: Arc<Vec<u8>>,
}

// Field numbers of onnx.proto.
const MODEL_GRAPH: u32 = 7;
const GRAPH_INITIALIZER: u32 = 5;
const TENSOR_DATA_TYPE: u32 = 2;
const TENSOR_NAME: u32 = 8;
const TENSOR_RAW_DATA: u32 = 9;

/// A field of a message. The ranges are positions in the file.
#[derive(Clone)]
struct Field {
    number: u32,
    is_message: bool,
    /// The key, the length and the content.
    whole: Range<usize>,
    /// The content of a field with a length; empty for others.
    content: Range<usize>,
    /// The value of a variable-length integer; 0 for others.
    integer: u64,
}

/// Splits a message into its fields. `None` if it is malformed.
fn fields(file: &[u8], message: Range<usize>) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    let mut rest = file.get(message.clone())?;
    while !rest.is_empty() {
        let start = message.end - rest.len();
        let (number, wire_type) = decode_key(&mut rest).ok()?;
        let (mut length, mut integer) = (0, 0);
        match wire_type {
            WireType::Varint => integer = decode_varint(&mut rest).ok()?,
            WireType::SixtyFourBit => length = 8,
            WireType::ThirtyTwoBit => length = 4,
            WireType::LengthDelimited => length = usize::try_from(decode_varint(&mut rest).ok()?).ok()?,
            WireType::StartGroup | WireType::EndGroup => return None,
        }
        let begin = message.end - rest.len();
        rest = rest.get(length..)?;
        fields.push(Field {
            number,
            is_message: wire_type == WireType::LengthDelimited,
            whole: start..begin + length,
            content: begin..begin + length,
            integer,
        });
    }
    Some(fields)
}

/// Where the only tensor of 4-bit integers is.
struct Place {
    graph: Field,
    tensor: Field,
    values: Field,
    name: Range<usize>,
}

/// Finds the tensor. `None` if there is none, or several, or if the file is malformed, which decoding will report.
fn find(file: &[u8]) -> Option<Place> {
    let mut found = None;
    for graph in fields(file, 0..file.len())? {
        if graph.number != MODEL_GRAPH || !graph.is_message {
            continue;
        }
        let in_graph = fields(file, graph.content.clone())?;
        let tensors = in_graph
            .into_iter()
            .filter(|field| field.number == GRAPH_INITIALIZER && field.is_message);
        for tensor in tensors {
            let parts = fields(file, tensor.content.clone())?;
            let is_of_nibbles = parts
                .iter()
                .any(|part| part.number == TENSOR_DATA_TYPE && part.integer == DataType::Int4 as u64);
            if !is_of_nibbles {
                continue;
            }
            let name = parts.iter().find(|part| part.number == TENSOR_NAME)?.content.clone();
            let values = parts
                .into_iter()
                .find(|part| part.number == TENSOR_RAW_DATA && part.is_message)?;
            let place = Place {
                graph: graph.clone(),
                tensor,
                values,
                name,
            };
            if found.replace(place).is_some() {
                return None;
            }
        }
    }
    found
}

/// Takes the values of the only tensor of 4-bit integers out of the file. Without such a tensor, the file is returned
/// unchanged.
pub fn take(mut file: Vec<u8>) -> (Vec<u8>, Option<Nibbles>) {
    let Some(place) = find(&file) else {
        return (file, None);
    };
    let Place {
        graph,
        tensor,
        values,
        name,
    } = place;
    let name = String::from_utf8_lossy(&file[name]).into_owned();
    let tensor_length = tensor.content.len() - values.whole.len();
    let mut tensor_head = Vec::new();
    encode_key(GRAPH_INITIALIZER, WireType::LengthDelimited, &mut tensor_head);
    encode_varint(tensor_length as u64, &mut tensor_head);
    let graph_length = graph.content.len() - tensor.whole.len() + tensor_head.len() + tensor_length;
    let mut graph_head = Vec::new();
    encode_key(MODEL_GRAPH, WireType::LengthDelimited, &mut graph_head);
    encode_varint(graph_length as u64, &mut graph_head);
    let rest = [
        &file[..graph.whole.start],
        &graph_head,
        &file[graph.content.start..tensor.whole.start],
        &tensor_head,
        &file[tensor.content.start..values.whole.start],
        &file[values.whole.end..],
    ]
    .concat();
    file.truncate(values.content.end);
    file.drain(..values.content.start);
    file.shrink_to_fit();
    let nibbles = Nibbles {
        name,
        bytes: Arc::new(file),
    };
    (rest, Some(nibbles))
}

/// Checks that the values fit the shape of their tensor, and that only [`BLOCK_GATHER`] reads them.
///
/// # Errors
/// Describes what does not fit.
pub fn check(nibbles: &Nibbles, graph: &GraphProto) -> TractResult<()> {
    let Nibbles { name, bytes } = nibbles;
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

/// The names of the tensors with the scales of tables.
pub fn scales(graph: &GraphProto) -> Vec<String> {
    let tables = graph
        .node
        .iter()
        .filter(|node| (&*node.domain, &*node.op_type) == BLOCK_GATHER);
    tables.filter_map(|node| node.input.get(2).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use prost::Message;
    use tract_onnx::pb::ModelProto;

    use super::*;
    use crate::fixtures::Graph;

    fn model(tables: usize) -> ModelProto {
        let mut graph = Graph::new(1);
        let before = graph.random_floats(&[3, 5]);
        for table in 0..tables {
            graph.constant(DataType::Int4, &[40, 32], vec![table as u8 + 1; 640]);
        }
        graph.random_floats(&[300]);
        graph.node("Identity", &[&before], vec![]);
        graph.model("Identity0")
    }

    #[test]
    fn only_the_values_of_the_table_leave_the_file() {
        let mut model = model(1);
        let (rest, nibbles) = take(model.encode_to_vec());
        let nibbles = nibbles.unwrap();
        assert_eq!((&*nibbles.name, &*nibbles.bytes), ("constant1", &vec![1; 640]));
        model.graph.as_mut().unwrap().initializer[1].raw_data.clear();
        assert_eq!(ModelProto::decode(&*rest).unwrap(), model);
    }

    #[test]
    fn file_without_a_single_table_is_unchanged() {
        for tables in [0, 2] {
            let file = model(tables).encode_to_vec();
            let (rest, nibbles) = take(file.clone());
            assert!(nibbles.is_none());
            assert_eq!(rest, file);
        }
    }

    #[test]
    fn torn_file_is_not_split_into_invalid_parts() {
        let file = model(1).encode_to_vec();
        for length in 0..file.len() {
            let (rest, nibbles) = take(file[..length].to_vec());
            match nibbles {
                None => assert_eq!(rest, file[..length]),
                // Only the fields after the graph are missing.
                Some(_) => assert!(ModelProto::decode(&*rest).is_ok(), "{length} bytes"),
            }
        }
    }
}
