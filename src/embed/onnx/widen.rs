//! Floats of 16 bits become floats of 32, which every rule and every kernel is made for. Nothing is lost by it.

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto::Value;
use tract_onnx::pb::{GraphProto, TensorProto, ValueInfoProto};
use tract_onnx::prelude::f16;

const NARROW: [i32; 2] = [DataType::Float16 as i32, DataType::Bfloat16 as i32];

/// Of a graph that was checked.
pub fn widen(graph: &mut GraphProto) {
    graph.initializer.iter_mut().for_each(widen_tensor);
    graph.input.iter_mut().chain(&mut graph.output).for_each(widen_value);
    for attribute in graph.node.iter_mut().flat_map(|node| &mut node.attribute) {
        // Types that operators are told: of Cast, of random numbers, and of what is in between inside a norm.
        if ["to", "dtype", "stash_type"].contains(&&*attribute.name) && NARROW.contains(&(attribute.i as i32)) {
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
    if let Some(Value::TensorType(tensor)) = info.r#type.as_mut().and_then(|of| of.value.as_mut())
        && NARROW.contains(&tensor.elem_type)
    {
        tensor.elem_type = DataType::Float as i32;
    }
}

fn widen_tensor(tensor: &mut TensorProto) {
    if !NARROW.contains(&tensor.data_type) {
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
