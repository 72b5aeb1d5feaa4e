//! ONNX files, before tract reads them.

use std::collections::HashMap;

use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{ModelProto, TensorProto};

use super::report::WeightFormat;

/// The format that holds most of the weights of a file.
pub fn weight_format(model: &ModelProto) -> WeightFormat {
    let Some(graph) = &model.graph else {
        return WeightFormat::Float32;
    };
    let mut numbers: HashMap<i32, i64> = HashMap::new();
    for tensor in &graph.initializer {
        *numbers.entry(tensor.data_type).or_default() += count(tensor);
    }
    let of = |data_type: DataType| numbers.get(&(data_type as i32)).copied().unwrap_or(0);
    let bytes = of(DataType::Int8) + of(DataType::Uint8);
    if bytes < of(DataType::Float16).max(of(DataType::Float)) {
        return if of(DataType::Float16) > of(DataType::Float) {
            WeightFormat::Float16
        } else {
            WeightFormat::Float32
        };
    }
    let initializers: HashMap<&str, &TensorProto> =
        graph.initializer.iter().map(|tensor| (&*tensor.name, tensor)).collect();
    // The scale of weights of any one operator tells of all: quantizers treat all alike.
    let operators = |op_type: &'static str| graph.node.iter().filter(move |node| node.op_type == op_type);
    let is_per_channel = |scale: Option<&String>| {
        scale
            .and_then(|name| initializers.get(&**name))
            .is_some_and(|scale| count(scale) > 1)
    };
    let dynamic = operators("MatMulInteger").next().is_some();
    let per_channel = operators("DequantizeLinear").any(|node| is_per_channel(node.input.get(1)))
        || operators("MatMulInteger").any(|node| is_per_channel(node.input.get(3)));
    match (dynamic, per_channel) {
        (false, false) => WeightFormat::Int8,
        (false, true) => WeightFormat::Int8PerChannel,
        (true, false) => WeightFormat::DynamicInt8,
        (true, true) => WeightFormat::DynamicInt8PerChannel,
    }
}

/// Numbers of a tensor.
fn count(tensor: &TensorProto) -> i64 {
    tensor
        .dims
        .iter()
        .try_fold(1, |product: i64, &n| product.checked_mul(n))
        .unwrap_or(i64::MAX)
}
