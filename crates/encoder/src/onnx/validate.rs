//! Validates an ONNX graph, so that later code does not need to check the graph again.
#![expect(
    clippy::disallowed_types,
    reason = "the sets are only asked whether they contain a name"
)]

use std::collections::HashSet;

use tract_onnx::Onnx;
use tract_onnx::pb::tensor_proto::{DataLocation, DataType};
use tract_onnx::pb::{GraphProto, NodeProto, TensorProto};
use tract_onnx::prelude::TractResult;
use tract_onnx::tract_core::internal::{TractErrorContext, bail, ensure};

use fastgas_embedding::ModelReason;

/// Maximum number of nodes in a graph: several times the number of nodes in the largest encoders.
/// Recursive walks of a graph may be as deep as the number of its nodes.
const MAX_NODES: usize = 20_000;
/// Maximum nesting depth of ONNX graphs.
const MAX_DEPTH: usize = 4;
/// Maximum number of axes in a tensor.
const MAX_RANK: i64 = 16;
/// Maximum number of elements in a constant that is expanded when the file is read.
/// As `f32` numbers, 2²⁸ elements take 1 GiB, a quarter of the 4 GiB that a WebAssembly program can address.
const MAX_NUMBERS: i64 = 1 << 28;

/// Checks that an ONNX graph is consistent: its names, types, shapes and sizes fit together.
///
/// # Errors
/// The error describes the first inconsistency in the graph.
pub fn check(graph: &GraphProto) -> TractResult<()> {
    check_graph(graph, &HashSet::new(), 0)
}

/// Checks that `reader` supports all operators of a graph.
///
/// # Errors
/// The error lists the unsupported operators.
pub fn check_operators(reader: &Onnx, graph: &GraphProto) -> TractResult<()> {
    let mut unknown: Vec<&str> = Vec::new();
    for node in &graph.node {
        // Two kinds of operators are rejected although tract registers them.
        // Microsoft's `Attention` operator differs from the `Attention` operator of ONNX.
        // Recurrent operators require a known batch size.
        let is_other = node.op_type == "Attention" && node.domain == "com.microsoft"
            || ["GRU", "LSTM", "RNN"].contains(&&*node.op_type);
        if (is_other || !reader.op_register.0.contains_key(&node.op_type)) && !unknown.contains(&&*node.op_type) {
            unknown.push(&node.op_type);
        }
    }
    ensure!(
        unknown.is_empty(),
        ModelReason::Operators {
            operators: unknown.into_iter().map(str::to_owned).collect(),
        }
    );
    Ok(())
}

/// Checks a graph and its nested graphs. `outer` contains the value names of all enclosing graphs.
fn check_graph<'a>(graph: &'a GraphProto, outer: &HashSet<&'a str>, depth: usize) -> TractResult<()> {
    ensure!(depth < MAX_DEPTH, "it has graphs inside graphs, {depth} deep");
    ensure!(graph.node.len() <= MAX_NODES, "it has {} operators", graph.node.len());
    ensure!(graph.sparse_initializer.is_empty(), "it has sparse weights");
    let mut own: HashSet<&str> = HashSet::new();
    for tensor in &graph.initializer {
        check_tensor(tensor)?;
        ensure!(own.insert(&tensor.name), "two weights are called `{}`", tensor.name);
    }
    let mut inputs = HashSet::new();
    for input in &graph.input {
        ensure!(inputs.insert(&input.name), "two inputs are called `{}`", input.name);
        // An initializer with the name of an input is the default value of the input.
        own.insert(&input.name);
    }
    let mut names = outer.clone();
    names.extend(own);
    for node in &graph.node {
        let name = || format!("{} `{}`", node.op_type, node.name);
        // A node may only read values that earlier nodes produce, which excludes cycles.
        for input in node.input.iter().filter(|input| !input.is_empty()) {
            ensure!(
                names.contains(&**input),
                "{} reads `{input}`, which nothing before it makes",
                name()
            );
        }
        for attribute in &node.attribute {
            if let Some(graph) = &attribute.g {
                check_graph(graph, &names, depth + 1)?;
            }
            ensure!(
                attribute.graphs.is_empty() && attribute.sparse_tensor.is_none(),
                "{}: attribute `{}`",
                name(),
                attribute.name
            );
            for tensor in attribute.t.iter().chain(&attribute.tensors) {
                check_tensor(tensor)?;
            }
            // Numeric attributes are bounded, because some operators loop up to the value of an attribute.
            let most = match &*attribute.name {
                "axis" | "axes" | "perm" | "batch_dims" => MAX_RANK,
                "value_int" | "value_ints" => i64::MAX,
                _ => MAX_NUMBERS,
            };
            let mut int_values = attribute.ints.iter().chain([&attribute.i]);
            if let Some(number) = int_values.find(|number| number.unsigned_abs() > most.unsigned_abs()) {
                bail!("{}: its attribute `{}` is {number}", name(), attribute.name);
            }
        }
        check_spread(graph, node).with_context(name)?;
        for output in node.output.iter().filter(|output| !output.is_empty()) {
            ensure!(names.insert(output), "{} makes `{output}` again", name());
        }
        ensure!(!node.output.is_empty(), "{} makes nothing", name());
    }
    ensure!(!graph.output.is_empty(), ModelReason::NoOutput);
    for output in &graph.output {
        ensure!(
            names.contains(&*output.name),
            "nothing makes its output `{}`",
            output.name
        );
    }
    Ok(())
}

fn check_tensor(tensor: &TensorProto) -> TractResult<()> {
    let name = &tensor.name;
    ensure!(
        tensor.data_location != Some(DataLocation::External as i32) && tensor.external_data.is_empty(),
        ModelReason::OtherFile
    );
    ensure!(tensor.segment.is_none(), "`{name}` is a part of a tensor");
    let count = volume(&tensor.dims).with_context(|| format!("`{name}` has the shape {:?}", tensor.dims))?;
    let data_type = DataType::try_from(tensor.data_type).unwrap_or(DataType::Undefined);
    // Number of bytes per element, and number of elements in the tensor's typed field, such as `float_data`.
    // The typed field contains the elements if `raw_data` is empty.
    let (size, listed) = match data_type {
        DataType::Float => (4, tensor.float_data.len()),
        DataType::Double => (8, tensor.double_data.len()),
        DataType::Int64 => (8, tensor.int64_data.len()),
        DataType::Uint64 => (8, tensor.uint64_data.len()),
        DataType::Uint32 => (4, tensor.uint64_data.len()),
        DataType::Int32 => (4, tensor.int32_data.len()),
        DataType::Float16 | DataType::Bfloat16 | DataType::Int16 | DataType::Uint16 => (2, tensor.int32_data.len()),
        DataType::Int8 | DataType::Uint8 | DataType::Bool => (1, tensor.int32_data.len()),
        // The decoder returns the values of a single 4-bit tensor separately, so the tensor is empty here.
        DataType::Int4 if tensor.raw_data.is_empty() && tensor.int32_data.is_empty() => return Ok(()),
        _ => bail!("`{name}` holds {data_type:?}, which is not supported"),
    };
    let (have, unit) = if tensor.raw_data.is_empty() {
        (listed as i64, 1)
    } else {
        (tensor.raw_data.len() as i64, size)
    };
    ensure!(
        count.checked_mul(unit) == Some(have),
        "`{name}` has the shape {:?}, and {have} {}",
        tensor.dims,
        if unit == 1 && tensor.raw_data.is_empty() {
            "numbers"
        } else {
            "bytes"
        }
    );
    Ok(())
}

/// Checks the sizes of node outputs whose shapes depend only on constants.
fn check_spread(graph: &GraphProto, node: &NodeProto) -> TractResult<()> {
    let constant = |slot: usize| {
        let name = node.input.get(slot)?;
        let tensor = graph
            .initializer
            .iter()
            .find(|tensor| tensor.name == *name)
            .or_else(|| {
                let node = graph
                    .node
                    .iter()
                    .find(|node| node.op_type == "Constant" && node.output.first() == Some(name))?;
                node.attribute.iter().find_map(|attribute| attribute.t.as_ref())
            })?;
        super::integers(tensor)
    };
    let volume_of = |numbers: &[i64]| volume(numbers).with_context(|| format!("{numbers:?}"));
    match &*node.op_type {
        "ConstantOfShape" => constant(0).map(|shape| volume_of(&shape)).transpose()?,
        "Expand" | "Tile" | "Reshape" | "Pad" | "Resize" => {
            let numbers = constant(1).unwrap_or_default();
            // In the shape of a Reshape operator, 0 copies a length of the input, and −1 stands for the remaining length.
            let numbers: Vec<i64> = numbers.into_iter().filter(|&n| n > 0).collect();
            Some(volume_of(&numbers)?)
        }
        "Range" => match (constant(0).as_deref(), constant(1).as_deref(), constant(2).as_deref()) {
            (Some(&[begin]), Some(&[end]), Some(&[step])) => {
                let steps = (i128::from(end) - i128::from(begin)) / i128::from(step).max(1);
                Some(volume_of(&[i64::try_from(steps.max(0)).unwrap_or(i64::MAX)])?)
            }
            _ => None,
        },
        "EyeLike" | "OneHot" => constant(1).map(|depth| volume_of(&depth)).transpose()?,
        _ => None,
    };
    Ok(())
}

/// Number of elements in a tensor with this shape; an error if the number exceeds `MAX_NUMBERS`.
fn volume(shape: &[i64]) -> TractResult<i64> {
    let mut volume = 1i64;
    for &n in shape {
        ensure!((0..=MAX_NUMBERS).contains(&n), "a length of {n}");
        volume *= n;
        ensure!(volume <= MAX_NUMBERS, "too many numbers");
    }
    Ok(volume)
}
