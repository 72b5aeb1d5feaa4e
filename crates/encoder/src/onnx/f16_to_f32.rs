//! Converts 16-bit floats to 32-bit floats, the type that all rewrite rules and kernels expect.
//! Converts 32-bit integer inputs to 64-bit integers, the type of the token ids. Both conversions are lossless.
#![expect(
    clippy::disallowed_types,
    reason = "the sets are only asked whether they contain a name"
)]

use std::collections::HashSet;

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto::Value;
use tract_onnx::pb::{GraphProto, NodeProto, TensorProto, ValueInfoProto};
use tract_onnx::prelude::f16;

use super::whole;

const HALF_TYPES: [i32; 2] = [DataType::Float16 as i32, DataType::Bfloat16 as i32];

/// Changes int32 inputs of a validated graph to int64.
/// A cast back to int32 follows each changed input, because operators require operands of one integer type.
pub fn widen_inputs(graph: &mut GraphProto) {
    let constants: HashSet<&str> = graph.initializer.iter().map(|tensor| &*tensor.name).collect();
    let (mut narrow, mut casts) = (HashSet::new(), Vec::new());
    for input in &mut graph.input {
        if constants.contains(&*input.name) {
            continue;
        }
        if let Some(of) = elem_type(input).filter(|of| **of == DataType::Int32 as i32) {
            *of = DataType::Int64 as i32;
            narrow.insert(input.name.clone());
            casts.push(NodeProto {
                op_type: "Cast".into(),
                input: vec![input.name.clone()],
                output: vec![narrowed(&input.name)],
                name: narrowed(&input.name),
                attribute: vec![whole("to", DataType::Int32 as i64)],
                ..NodeProto::default()
            });
        }
    }
    rename(graph, &narrow);
    graph.node.splice(0..0, casts);
}

/// Name of the int32 value that is cast from an int64 input.
fn narrowed(name: &str) -> String {
    format!("{name}, 32 bits")
}

/// Makes all nodes, including those of nested graphs, read the int32 value of an input instead of the int64 input.
fn rename(graph: &mut GraphProto, narrow: &HashSet<String>) {
    for node in &mut graph.node {
        for input in node.input.iter_mut().filter(|input| narrow.contains(*input)) {
            *input = narrowed(input);
        }
        let within = node.attribute.iter_mut().flat_map(|attribute| &mut attribute.g);
        within.for_each(|graph| rename(graph, narrow));
    }
}

fn elem_type(info: &mut ValueInfoProto) -> Option<&mut i32> {
    let Value::TensorType(tensor) = info.r#type.as_mut()?.value.as_mut()?;
    Some(&mut tensor.elem_type)
}

/// Widens all 16-bit floats of a validated graph, including nested graphs.
pub fn widen(graph: &mut GraphProto) {
    graph.initializer.iter_mut().for_each(widen_tensor);
    graph.input.iter_mut().chain(&mut graph.output).for_each(widen_value);
    for attribute in graph.node.iter_mut().flat_map(|node| &mut node.attribute) {
        // The `to`, `dtype` and `stash_type` attributes contain an element type.
        if ["to", "dtype", "stash_type"].contains(&&*attribute.name) && HALF_TYPES.contains(&(attribute.i as i32)) {
            attribute.i = DataType::Float as i64;
        }
        attribute
            .t
            .iter_mut()
            .chain(&mut attribute.tensors)
            .for_each(widen_tensor);
        attribute.g.iter_mut().for_each(widen);
    }
}

fn widen_value(info: &mut ValueInfoProto) {
    if let Some(of) = elem_type(info).filter(|of| HALF_TYPES.contains(*of)) {
        *of = DataType::Float as i32;
    }
}

fn widen_tensor(tensor: &mut TensorProto) {
    if !HALF_TYPES.contains(&tensor.data_type) {
        return;
    }
    let is_brain = tensor.data_type == DataType::Bfloat16 as i32;
    let wide = |bits: u16| {
        if is_brain {
            f32::from_bits(u32::from(bits) << 16)
        } else {
            f16::from_bits(bits).to_f32()
        }
    };
    let (pairs, _) = tensor.raw_data.as_chunks::<2>();
    let raw = pairs.iter().map(|&pair| u16::from_le_bytes(pair));
    let listed = tensor.int32_data.iter().map(|&bits| bits as u16);
    tensor.raw_data = raw.chain(listed).flat_map(|bits| wide(bits).to_le_bytes()).collect();
    tensor.int32_data.clear();
    tensor.data_type = DataType::Float as i32;
}
