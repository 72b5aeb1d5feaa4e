//! ONNX files before tract reads them: checked, and brought to the forms that the [rules](super::rules) know.
//!
//! ```text
//!  bytes ─▶ protobuf ─▶ check        what the file says of itself is true, so that nothing reads past an end
//!                       widen        floats of 16 bits become floats of 32, inputs of 32 bits integers of 64
//!                       dynamic      products in whole numbers become products with bytes and scales
//!                 direct            one of whole pieces is put together at once
//!  tract's model ─▶ typed            each operator put in place once it is known what its inputs are
//! ```
#![expect(
    clippy::disallowed_types,
    reason = "weights are counted by type and looked up by name"
)]

mod check;
mod direct;
mod dynamic;
mod typed;
mod widen;

pub use check::check_operators;
pub use direct::direct;
pub use typed::typed;

use std::borrow::Cow;
use std::collections::HashMap;

use prost::Message;
use prost::bytes::Bytes;
use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{AttributeProto, GraphProto, ModelProto, TensorProto};
use tract_onnx::prelude::TractResult;
use tract_onnx::tract_core::internal::TractErrorContext;

use fastgas_embedding::WeightFormat;

/// Reads a file, frees it, checks it and says how it holds its weights. All of them are floats of 32 bits or bytes then.
///
/// # Errors
/// For what is no ONNX file, contradicts itself, or has its weights elsewhere.
pub fn read(bytes: Cow<[u8]>) -> TractResult<(ModelProto, WeightFormat)> {
    // Of bytes that are its own prost copies none twice.
    let mut model = ModelProto::decode(Bytes::from(bytes.into_owned())).context("it is no ONNX file")?;
    let graph = model.graph.as_mut().context("it holds no graph")?;
    check::check(graph)?;
    let weights = weight_format(graph);
    // What they say of values in between is found anew, and would be wrong.
    graph.value_info.clear();
    widen::widen(graph);
    widen::widen_inputs(graph);
    dynamic::keep_weights(graph);
    Ok((model, weights))
}

/// An attribute that is a whole number.
pub fn whole(name: &str, i: i64) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: AttributeType::Int as i32,
        i,
        ..AttributeProto::default()
    }
}

/// The format that holds most of the weights of a graph.
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
    // Quantizers treat all weights alike; tables of tokens have one scale even where weights have many.
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

/// Numbers of a tensor whose shape has been checked.
fn count(tensor: &TensorProto) -> i64 {
    tensor.dims.iter().product()
}

/// The whole numbers of a small tensor.
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
