//! Converts products that onnxruntime quantized dynamically to float products with dequantized weights.
//! After this conversion, the rewrite rules quantize the weights again, with finer granularity.
//!
//! ```text
//!  x ─ DynamicQuantizeLinear ─ MatMulInteger(·, bytes) ─ Cast ─ Mul(·, step · scale)
//!  x ─────────────────────────────────────────── MatMul(·, DequantizeLinear(bytes, scale))
//! ```
#![expect(
    clippy::disallowed_types,
    reason = "nodes are looked up by name and visited in the order of the file"
)]

use std::collections::{HashMap, HashSet};

use tract_onnx::pb::{GraphProto, NodeProto};

use super::whole;

struct Product {
    last: usize,
    x: String,
    /// Names of the int8 weights, their scale, and their zero point if the product has one.
    weights: Vec<String>,
}

/// Rewrites the dynamically quantized products that match the diagram in the module documentation exactly.
/// Nodes that do not belong to a matching product stay unchanged.
/// Nodes that are no longer read remain in the graph.
pub fn keep_weights(graph: &mut GraphProto) {
    let products = products(graph);
    let mut nodes = Vec::with_capacity(graph.node.len());
    for (index, node) in std::mem::take(&mut graph.node).into_iter().enumerate() {
        let Some(product) = products.iter().find(|product| product.last == index) else {
            nodes.push(node);
            continue;
        };
        let weights = format!("{}.weights", node.output[0]);
        nodes.push(NodeProto {
            op_type: "DequantizeLinear".into(),
            name: weights.clone(),
            input: product.weights.clone(),
            output: vec![weights.clone()],
            attribute: vec![whole("axis", 1)],
            ..NodeProto::default()
        });
        nodes.push(NodeProto {
            op_type: "MatMul".into(),
            input: vec![product.x.clone(), weights],
            ..node
        });
    }
    graph.node = nodes;
}

fn products(graph: &GraphProto) -> Vec<Product> {
    let initializers: HashMap<&str, usize> = graph
        .initializer
        .iter()
        .map(|tensor| (&*tensor.name, tensor.dims.len()))
        .collect();
    let mut makers: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut readers: HashMap<&str, Vec<usize>> = HashMap::new();
    let outputs: HashSet<&str> = graph.output.iter().map(|output| &*output.name).collect();
    for (index, node) in graph.node.iter().enumerate() {
        for (slot, output) in node.output.iter().enumerate() {
            makers.insert(output, (index, slot));
        }
        for input in &node.input {
            readers.entry(input).or_default().push(index);
        }
    }
    let maker = |value: &str, op_type: &str, slot: usize| {
        let &(index, of) = makers.get(value)?;
        let node = &graph.node[index];
        (node.op_type == op_type && of == slot).then_some(node)
    };
    // Returns the index of the node that reads the output of `node`, if the output has a single reader of type `op_type`.
    let only = |node: &NodeProto, op_type: &str| match readers.get(node.output.first()?.as_str())?[..] {
        [index] if graph.node[index].op_type == op_type && !outputs.contains(&*node.output[0]) => Some(index),
        _ => None,
    };
    let product = |node: &NodeProto| {
        let [levels, weights, rest @ ..] = &node.input[..] else {
            return None;
        };
        let quantize = maker(levels, "DynamicQuantizeLinear", 0)?;
        // The zero point must come from the same DynamicQuantizeLinear node as the quantized activations.
        if maker(rest.first()?, "DynamicQuantizeLinear", 2)?.output != quantize.output {
            return None;
        }
        if initializers.get(&**weights) != Some(&2) {
            return None;
        }
        let cast = &graph.node[only(node, "Cast")?];
        let last = only(cast, "Mul")?;
        let steps = graph.node[last].input.iter().find(|input| **input != cast.output[0])?;
        let steps = maker(steps, "Mul", 0)?;
        let [a, b] = &steps.input[..] else { return None };
        let scale = [(a, b), (b, a)].into_iter().find_map(|(step, scale)| {
            let fits = maker(step, "DynamicQuantizeLinear", 1)?.output == quantize.output;
            (fits && initializers.contains_key(&**scale)).then_some(scale)
        })?;
        let mut inputs = vec![weights.clone(), scale.clone()];
        inputs.extend(rest.get(1).filter(|zero| !zero.is_empty()).cloned());
        Some(Product {
            last,
            x: quantize.input.first()?.clone(),
            weights: inputs,
        })
    };
    let integer_products = graph.node.iter().filter(|node| node.op_type == "MatMulInteger");
    integer_products.filter_map(product).collect()
}
