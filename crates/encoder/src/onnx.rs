//! Prepares ONNX files for tract: validates a file and rewrites it to a form that the [rewrites](super::rewrites) recognize.
//!
//! ```text
//!  bytes ─▶ decode ─▶ validate              checks that the file is consistent, so that no later read is out of bounds
//!                     f16_to_f32            converts 16-bit floats to 32 bits, and 32-bit integer inputs to 64 bits
//!                     dynamic_quantization  converts dynamically quantized products to products with dequantized weights
//!                     fast_path             directly builds tract's model if all operators are known
//!  tract's model ─▶   to_typed              replaces each operator with its typed form, once its input types are known
//! ```
#![expect(
    clippy::disallowed_types,
    reason = "weights are counted by type and looked up by name"
)]

mod decode;
mod dynamic_quantization;
mod f16_to_f32;
mod fast_path;
mod nibbles;
mod to_typed;
mod validate;

pub use fast_path::direct;
pub use nibbles::Nibbles;
pub use to_typed::typed;
pub use validate::check_operators;

use std::collections::HashMap;

use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{AttributeProto, GraphProto, ModelProto, TensorProto};
use tract_onnx::prelude::TractResult;

use fastgas_embedding::{ModelFile, ModelReason, WeightFormat};

/// Decodes an ONNX file, frees its bytes if they are not shared, validates the model and determines its weight format.
/// After this step, all weights are 32-bit floats or bytes, except a table of 4-bit integers and its scales.
/// The table of 4-bit integers is returned separately.
///
/// # Errors
/// Returns an error if the file is not an ONNX file, is inconsistent, or stores its weights in a separate file.
pub fn read(file: ModelFile) -> TractResult<(ModelProto, WeightFormat, Option<Nibbles>)> {
    let decoded = match file {
        ModelFile::Owned(bytes) => decode::decode(bytes),
        ModelFile::Shared(bytes) => decode::decode_shared(&bytes),
    };
    let (mut model, mut nibbles) = decoded.map_err(|error| ModelReason::NotOnnx {
        message: error.to_string().into(),
    })?;
    let graph = model.graph.as_mut().ok_or(ModelReason::NoGraph)?;
    validate::check(graph)?;
    if let Some(nibbles) = &nibbles {
        nibbles::check(nibbles, graph)?;
    }
    let weights = weight_format(graph);
    // The declared types of intermediate values are wrong after 16-bit floats are widened, so all types are inferred again.
    graph.value_info.clear();
    let scales = nibbles::scales(graph);
    let mut kept: Vec<TensorProto> = graph
        .initializer
        .extract_if(.., |tensor| scales.contains(&tensor.name))
        .collect();
    if let (Some(nibbles), [scales]) = (&mut nibbles, &mut *kept) {
        nibbles.take_scales(scales);
    }
    f16_to_f32::widen(graph);
    graph.initializer.extend(kept);
    f16_to_f32::widen_inputs(graph);
    dynamic_quantization::keep_weights(graph);
    Ok((model, weights, nibbles))
}

/// Builds an integer attribute of an ONNX node.
pub fn whole(name: &str, i: i64) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: AttributeType::Int as i32,
        i,
        ..AttributeProto::default()
    }
}

/// Returns the format of most weights in a graph. A table of 4-bit integers is not counted.
fn weight_format(graph: &GraphProto) -> WeightFormat {
    let mut numbers: HashMap<i32, i64> = HashMap::new();
    for tensor in &graph.initializer {
        *numbers.entry(tensor.data_type).or_default() += count(tensor);
    }
    let of = |data_type: DataType| numbers.get(&(data_type as i32)).copied().unwrap_or(0);
    let bytes = of(DataType::Int8) + of(DataType::Uint8);
    let halves = of(DataType::Float16) + of(DataType::Bfloat16);
    if bytes < halves.max(of(DataType::Float)) {
        return if halves > of(DataType::Float) {
            WeightFormat::Float16
        } else {
            WeightFormat::Float32
        };
    }
    let initializers: HashMap<&str, &TensorProto> =
        graph.initializer.iter().map(|tensor| (&*tensor.name, tensor)).collect();
    let operators = |op_type: &'static str| graph.node.iter().filter(move |node| node.op_type == op_type);
    // The format is per channel if any matrix has several scales, because quantizers treat all weight matrices alike.
    // Token tables have a single scale even if the weight matrices have one scale per channel.
    let is_many = |name: Option<&String>| {
        name.and_then(|name| initializers.get(&**name))
            .is_some_and(|numbers| count(numbers) > 1)
    };
    let dynamic = operators("MatMulInteger").next().is_some();
    let per_channel = operators("DequantizeLinear").any(|node| is_many(node.input.get(1)))
        || operators("MatMulInteger").any(|node| is_many(node.input.get(3)));
    match (dynamic, per_channel) {
        (false, false) => WeightFormat::Int8,
        (false, true) => WeightFormat::Int8PerChannel,
        (true, false) => WeightFormat::DynamicInt8,
        (true, true) => WeightFormat::DynamicInt8PerChannel,
    }
}

/// Number of elements in a tensor whose shape has already been validated.
fn count(tensor: &TensorProto) -> i64 {
    tensor.dims.iter().product()
}

/// Elements of an int64 tensor with at most 16 elements; `None` for other types and larger tensors.
fn integers(tensor: &TensorProto) -> Option<Vec<i64>> {
    if tensor.data_type != DataType::Int64 as i32 || count(tensor) > 16 {
        return None;
    }
    if tensor.raw_data.is_empty() {
        return Some(tensor.int64_data.clone());
    }
    let (numbers, _) = tensor.raw_data.as_chunks::<8>();
    Some(numbers.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect())
}
