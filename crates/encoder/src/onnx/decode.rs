//! Decodes an ONNX file and frees the bytes of the file during decoding.
//!
//! Decoding copies all weights, and the memory of a WebAssembly program never shrinks.
//! Tensors are therefore decoded in reverse order, and the file is truncated after each tensor.
//! A table of 4-bit integers, which makes up two thirds of a multilingual encoder's file, is not copied.
//! The table of 4-bit integers stays in the memory into which the file was read:
//!
//! ```text
//!  file 76 MB ──▶ file 75 MB + tensors 1 MB ──▶ … ──▶ table 48 MB (same memory) + tensors 28 MB
//! ```
//!
//! A file in shared memory is not copied in one piece.
//! Each tensor is copied separately, except the table of 4-bit integers and the scales of the table.
//!
//! A file that does not consist of one graph with well-formed fields is decoded in one step.
//! Decoding in one step also reports the errors in the file.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use prost::bytes::Bytes;
use prost::encoding::{WireType, decode_key, decode_varint};
use prost::{DecodeError, Message};
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{GraphProto, ModelProto, TensorProto};

use fastgas_embedding::SharedBytes;

use super::nibbles::{self, Nibbles};
use crate::operators::TableBytes;

// Protobuf field numbers of onnx.proto.
const MODEL_GRAPH: u32 = 7;
const GRAPH_INITIALIZER: u32 = 5;
const TENSOR_DATA_TYPE: u32 = 2;
const TENSOR_RAW_DATA: u32 = 9;

/// Maximum number of bytes in a field's key and length, which are two variable-length integers.
const MAX_HEAD: usize = 20;

/// A file with random access, in this program's memory or in shared memory.
trait Source {
    fn size(&self) -> usize;

    fn piece(&self, range: Range<usize>) -> Cow<'_, [u8]>;
}

impl Source for [u8] {
    fn size(&self) -> usize {
        self.len()
    }

    fn piece(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self[range])
    }
}

impl Source for dyn SharedBytes {
    fn size(&self) -> usize {
        self.len()
    }

    fn piece(&self, range: Range<usize>) -> Cow<'_, [u8]> {
        let mut bytes = vec![0; range.len()];
        self.read(range.start, &mut bytes);
        Cow::Owned(bytes)
    }
}

fn joined<S: Source + ?Sized>(file: &S, pieces: impl IntoIterator<Item = Range<usize>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces {
        bytes.extend_from_slice(&file.piece(piece));
    }
    bytes
}

/// A field of a protobuf message. The ranges are byte positions in the file.
#[derive(Clone)]
struct Field {
    number: u32,
    is_message: bool,
    whole: Range<usize>,
    /// Range of the field's content, if the field has a length; otherwise an empty range.
    content: Range<usize>,
    /// The value of a variable-length integer field; 0 for other fields.
    integer: u64,
}

impl Field {
    fn is(&self, number: u32) -> bool {
        self.number == number && self.is_message
    }
}

/// Splits a protobuf message into its fields. Returns `None` if the message is malformed.
fn fields<S: Source + ?Sized>(file: &S, message: Range<usize>) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    let mut start = message.start;
    while start < message.end {
        let head = file.piece(start..message.end.min(start + MAX_HEAD));
        let mut rest = &*head;
        let (number, wire_type) = decode_key(&mut rest).ok()?;
        let (mut length, mut integer) = (0, 0);
        match wire_type {
            WireType::Varint => integer = decode_varint(&mut rest).ok()?,
            WireType::SixtyFourBit => length = 8,
            WireType::ThirtyTwoBit => length = 4,
            WireType::LengthDelimited => length = usize::try_from(decode_varint(&mut rest).ok()?).ok()?,
            WireType::StartGroup | WireType::EndGroup => return None,
        }
        let begin = start + head.len() - rest.len();
        let end = begin.checked_add(length).filter(|&end| end <= message.end)?;
        fields.push(Field {
            number,
            is_message: wire_type == WireType::LengthDelimited,
            whole: start..end,
            content: begin..end,
            integer,
        });
        start = end;
    }
    Some(fields)
}

/// Where the file contains a tensor of the ONNX graph.
struct TensorParts {
    tensor: Field,
    /// The tensor's `raw_data` field, if the tensor has exactly one such field.
    values: Option<Field>,
    is_of_nibbles: bool,
}

struct Parts {
    /// The bytes of the file without the graph.
    model: Vec<u8>,
    /// The bytes of the graph without the tensors.
    graph: Vec<u8>,
    tensors: Vec<TensorParts>,
}

/// Finds the tensors in the file. Returns `None` if the file is malformed or does not have exactly one graph.
/// Also returns `None` if the tensors are less than half of the file and no tensor contains 4-bit integers.
fn split<S: Source + ?Sized>(file: &S) -> Option<Parts> {
    let mut in_model = fields(file, 0..file.size())?;
    let slot = in_model.iter().position(|field| field.number == MODEL_GRAPH)?;
    let graph = in_model.remove(slot);
    if !graph.is_message || in_model.iter().any(|field| field.number == MODEL_GRAPH) {
        return None;
    }
    let (tensors, in_graph): (Vec<Field>, Vec<Field>) = fields(file, graph.content)?
        .into_iter()
        .partition(|field| field.is(GRAPH_INITIALIZER));
    let bytes = |fields: &[Field]| joined(file, fields.iter().map(|field| field.whole.clone()));
    let parts = |tensor: Field| {
        let parts = fields(file, tensor.content.clone())?;
        let is_of_nibbles = |part: &Field| part.number == TENSOR_DATA_TYPE && part.integer == DataType::Int4 as u64;
        let mut values = parts.iter().filter(|part| part.number == TENSOR_RAW_DATA);
        Some(TensorParts {
            values: match (values.next(), values.next()) {
                (Some(values), None) if values.is_message => Some(values.clone()),
                _ => None,
            },
            is_of_nibbles: parts.iter().any(is_of_nibbles),
            tensor,
        })
    };
    let tensors: Vec<TensorParts> = tensors.into_iter().map(parts).collect::<Option<_>>()?;
    // If most weights are attributes of nodes, a copy of the graph without its tensors would be nearly as large as the file.
    let n_bytes: usize = tensors.iter().map(|parts| parts.tensor.whole.len()).sum();
    if n_bytes < file.size() / 2 && !tensors.iter().any(|parts| parts.is_of_nibbles) {
        return None;
    }
    Some(Parts {
        model: bytes(&in_model),
        graph: bytes(&in_graph),
        tensors,
    })
}

fn decode_tensor<S: Source + ?Sized>(
    file: &S,
    parts: &TensorParts,
    with_values: bool,
) -> Result<TensorProto, DecodeError> {
    let content = parts.tensor.content.clone();
    let Some(values) = &parts.values else {
        return TensorProto::decode(&*file.piece(content));
    };
    let rest = [content.start..values.whole.start, values.whole.end..content.end];
    let mut tensor = TensorProto::decode(Bytes::from(joined(file, rest)))?;
    if with_values {
        tensor.raw_data = file.piece(values.content.clone()).into_owned();
    }
    Ok(tensor)
}

/// Whether the graph has exactly one tensor of 4-bit integers, whose values need not be copied.
fn has_one_table(parts: &Parts) -> bool {
    parts.tensors.iter().filter(|tensor| tensor.is_of_nibbles).count() == 1
}

/// Decodes an ONNX file.
/// If the graph has exactly one tensor of 4-bit integers, the values of the tensor are returned separately.
/// The separate values stay in the memory of the file, and the tensor in the model is empty.
///
/// # Errors
/// Returns an error if the file is not an ONNX model.
pub fn decode(mut file: Vec<u8>) -> Result<(ModelProto, Option<Nibbles>), DecodeError> {
    let Some(parts) = split(&*file) else {
        return Ok((ModelProto::decode(Bytes::from(file))?, None));
    };
    let has_one_table = has_one_table(&parts);
    let mut model = ModelProto::decode(Bytes::from(parts.model))?;
    let mut graph = GraphProto::decode(Bytes::from(parts.graph))?;
    let mut table: Option<(String, Range<usize>)> = None;
    let mut tensors = Vec::with_capacity(parts.tensors.len());
    for parts in parts.tensors.into_iter().rev() {
        let is_table = has_one_table && parts.is_of_nibbles;
        let tensor = decode_tensor(&*file, &parts, !is_table)?;
        if let Some(values) = parts.values.filter(|_| is_table) {
            table = Some((tensor.name.clone(), values.content));
        }
        let whole = parts.tensor.whole;
        tensors.push(tensor);
        // The tensors before the 4-bit table are still needed, so the file is truncated only to the end of the table.
        file.truncate(table.as_ref().map_or(whole.start, |(_, values)| values.end));
        file.shrink_to_fit();
    }
    tensors.reverse();
    graph.initializer = tensors;
    model.graph = Some(graph);
    let nibbles = table.map(|(name, values)| {
        file.drain(..values.start);
        file.shrink_to_fit();
        Nibbles {
            name,
            bytes: TableBytes::Owned(Arc::new(file)),
            scales: None,
            shared_scales: None,
        }
    });
    Ok((model, nibbles))
}

/// Decodes an ONNX file in shared memory, like [`decode`]. The values and scales of the 4-bit tensor stay in shared memory.
///
/// # Errors
/// Returns any error from [`decode`].
pub fn decode_shared(file: &Arc<dyn SharedBytes>) -> Result<(ModelProto, Option<Nibbles>), DecodeError> {
    let source = &**file;
    let Some(parts) = split(source) else {
        return decode(source.piece(0..source.size()).into_owned());
    };
    let has_one_table = has_one_table(&parts);
    let mut model = ModelProto::decode(Bytes::from(parts.model))?;
    let mut graph = GraphProto::decode(Bytes::from(parts.graph))?;
    let names_of_scales = nibbles::scales(&graph);
    let shared = |values: &Field| TableBytes::Shared(file.clone(), values.content.clone());
    let (mut table, mut shared_scales) = (None, None);
    for parts in &parts.tensors {
        let is_table = has_one_table && parts.is_of_nibbles;
        let tensor = decode_tensor(source, parts, !is_table)?;
        let values = parts.values.as_ref().map(shared);
        if is_table {
            table = values.map(|values| (tensor.name.clone(), values));
        } else if names_of_scales.contains(&tensor.name) {
            shared_scales = values;
        }
        graph.initializer.push(tensor);
    }
    model.graph = Some(graph);
    let nibbles = table.map(|(name, bytes)| Nibbles {
        name,
        bytes,
        scales: None,
        shared_scales,
    });
    Ok((model, nibbles))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Graph, SharedFile};

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
    fn only_the_values_of_the_table_leave_the_model() {
        let mut model = model(1);
        let (decoded, nibbles) = decode(model.encode_to_vec()).unwrap();
        let nibbles = nibbles.unwrap();
        assert_eq!((&*nibbles.name, owned(&nibbles)), ("constant1", &vec![1; 640]));
        model.graph.as_mut().unwrap().initializer[1].raw_data.clear();
        assert_eq!(decoded, model);
    }

    fn owned(nibbles: &Nibbles) -> &Vec<u8> {
        match &nibbles.bytes {
            TableBytes::Owned(bytes) => bytes,
            TableBytes::Shared(..) => panic!("the table is in shared memory"),
        }
    }

    fn shared(file: Vec<u8>) -> Arc<dyn SharedBytes> {
        Arc::new(SharedFile(file))
    }

    #[test]
    fn model_without_a_single_table_is_complete() {
        for tables in [0, 2] {
            let model = model(tables);
            let file = model.encode_to_vec();
            for (decoded, nibbles) in [decode(file.clone()).unwrap(), decode_shared(&shared(file)).unwrap()] {
                assert!(nibbles.is_none());
                assert_eq!(decoded, model);
            }
        }
    }

    #[test]
    fn table_and_scales_of_a_shared_file_are_read_without_a_copy() {
        let mut model = model(1);
        let graph = model.graph.as_mut().unwrap();
        let mut scales = graph.initializer[2].clone();
        scales.name = "scales".into();
        graph.initializer.push(scales.clone());
        graph.node[0].domain = nibbles::BLOCK_GATHER.0.into();
        graph.node[0].op_type = nibbles::BLOCK_GATHER.1.into();
        graph.node[0].input = ["constant1", "ids", "scales"].map(str::to_owned).to_vec();
        let file = model.encode_to_vec();
        let (decoded, nibbles) = decode_shared(&shared(file.clone())).unwrap();
        let Nibbles {
            bytes, shared_scales, ..
        } = nibbles.unwrap();
        for (shared, expected) in [(bytes, vec![1; 640]), (shared_scales.unwrap(), scales.raw_data)] {
            let TableBytes::Shared(_, range) = shared else {
                panic!("the bytes were copied")
            };
            assert_eq!(file[range], expected);
        }
        assert_eq!(decoded, decode(file).unwrap().0);
    }

    #[test]
    fn graph_with_its_weights_in_nodes_is_not_copied() {
        let mut model = model(0);
        assert!(split(&*model.encode_to_vec()).is_some());
        model.graph.as_mut().unwrap().node[0].doc_string = "a".repeat(10_000);
        let file = model.encode_to_vec();
        assert!(split(&*file).is_none());
        assert_eq!(decode(file).unwrap().0, model);
    }

    #[test]
    fn table_keeps_no_more_memory_than_its_values() {
        let nibbles = decode(model(1).encode_to_vec()).unwrap().1.unwrap();
        let bytes = owned(&nibbles);
        assert!(bytes.capacity() < 2 * bytes.len(), "{}", bytes.capacity());
    }

    #[test]
    fn tensor_whose_values_are_in_two_fields_has_the_last_ones() {
        // Protobuf decoders use the last value of a singular field that occurs several times.
        let mut file = Vec::new();
        let tensor = [&[0x4a, 2, 1, 2][..], &[0x4a, 1, 3]].concat();
        let graph = [&[0x2a, tensor.len() as u8][..], &tensor[..]].concat();
        file.extend([0x3a, graph.len() as u8]);
        file.extend(graph);
        let (decoded, _) = decode(file.clone()).unwrap();
        assert_eq!(decoded, ModelProto::decode(&*file).unwrap());
        assert_eq!(decoded.graph.unwrap().initializer[0].raw_data, [3]);
    }

    #[test]
    fn torn_file_is_decoded_like_by_prost() {
        let file = model(1).encode_to_vec();
        for length in 0..file.len() {
            let torn = file[..length].to_vec();
            let expected = ModelProto::decode(&*torn);
            let is_decoded = decode_shared(&shared(torn.clone())).is_ok();
            assert_eq!(is_decoded, expected.is_ok(), "{length} bytes in shared memory");
            match (decode(torn), expected) {
                (Err(_), Err(_)) => {}
                (Ok((mut decoded, nibbles)), Ok(expected)) => {
                    if let Some(nibbles) = nibbles {
                        decoded.graph.as_mut().unwrap().initializer[1].raw_data = owned(&nibbles).clone();
                    }
                    assert_eq!(decoded, expected, "{length} bytes");
                }
                (decoded, expected) => panic!("{length} bytes: {decoded:?}, {expected:?}"),
            }
        }
    }
}
