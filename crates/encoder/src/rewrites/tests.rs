//! Applies each rewrite rule to a small ONNX graph with random weights and compares the results before and after.

use proptest::prelude::*;
use tract_onnx::Onnx;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::prelude::InferenceModelExt;

use super::*;
use crate::fixtures::{Graph, axis, gelu, permutation, wholes};
use crate::onnx_ops;
use crate::operators::{Attention, Linear, Norm};

/// Reads a graph with tract, without the rewrite rules. `inputs` contains the types and shapes of the inputs.
fn read(
    mut onnx: Onnx,
    graph: &Graph,
    output: &str,
    inputs: &[(DatumType, TVec<TDim>)],
    symbols: &SymbolScope,
) -> TractResult<TypedModel> {
    keep_bytes(&mut onnx);
    let template = tract_onnx::tract_hir::internal::InferenceModel {
        symbols: symbols.clone(),
        ..Default::default()
    };
    let mut model = onnx.parse_with_template(&graph.model(output), None, template)?.model;
    for (slot, (datum_type, shape)) in inputs.iter().enumerate() {
        model.set_input_fact(slot, datum_type.fact(shape).into())?;
    }
    model.into_typed()?.into_decluttered()
}

struct Pair {
    plain: TypedModel,
    rewritten: TypedModel,
}

impl Pair {
    /// Reads `graph` without and with the rewrite rules. The input of the graph is `f32` of shape batch×length×`width`.
    /// With `masked`, a second `f32` input has the shape batch×1×1×length.
    fn new(graph: &Graph, output: &str, width: usize, masked: bool) -> Pair {
        Pair::read_by(tract_onnx::onnx(), graph, output, width, masked)
    }

    fn read_by(reader: Onnx, graph: &Graph, output: &str, width: usize, masked: bool) -> Pair {
        let symbols = SymbolScope::default();
        let [batch, length] = ["batch", "length"].map(|name| symbols.sym(name).to_dim());
        let mut inputs = vec![(f32::datum_type(), tvec!(batch.clone(), length.clone(), width.to_dim()))];
        if masked {
            inputs.push((f32::datum_type(), tvec!(batch, 1.to_dim(), 1.to_dim(), length)));
        }
        let read = |onnx| read(onnx, graph, output, &inputs, &symbols).unwrap();
        let (mut plain, mut rewritten) = (read(tract_onnx::onnx()), read(reader));
        apply(&mut rewritten).unwrap();
        quantized_constants::unfold(&mut plain).unwrap();
        Pair { plain, rewritten }
    }

    fn count<O: Op>(&self) -> usize {
        self.rewritten.nodes().iter().filter(|node| node.op_is::<O>()).count()
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .rewritten
            .nodes()
            .iter()
            .map(|node| node.op.name().into_owned())
            .filter(|name| name != "Const" && name != "Source")
            .collect();
        names.sort();
        names
    }

    fn results(&self, inputs: &[Tensor]) -> [Vec<f32>; 2] {
        let [plain, rewritten] = [&self.plain, &self.rewritten].map(|model| {
            let inputs = inputs.iter().map(|input| input.clone().into_tvalue()).collect();
            let output = model.clone().into_runnable().unwrap().run(inputs).unwrap().remove(0);
            output.into_tensor()
        });
        assert_eq!(plain.shape(), rewritten.shape());
        [plain, rewritten].map(|results| floats(&results).to_vec())
    }

    /// The largest difference between the results of the two graphs, relative to the largest result.
    fn distance(&self, inputs: &[Tensor]) -> f32 {
        let [a, b] = self.results(inputs);
        let largest = a.iter().fold(1e-6, |largest: f32, x| largest.max(x.abs()));
        a.iter()
            .zip(&b)
            .fold(0.0, |worst: f32, (a, b)| worst.max((a - b).abs()))
            / largest
    }
}

fn floats(tensor: &Tensor) -> &[f32] {
    tensor.try_as_plain_ram().unwrap().as_slice().unwrap()
}

/// Weights of a k×n matrix and their maximum rounding error per column: half a quantization step.
struct Rounded {
    weights: Vec<f32>,
    halves: Vec<f32>,
}

impl Rounded {
    /// Bounds on the rounding error of x·W.
    /// The k numbers of x are rounded to 128 levels between their minimum and maximum.
    /// The range is extended to include zero.
    /// If the terms of the product cancel, the bound may exceed the result.
    fn bounds(&self, x: &[f32]) -> Vec<f32> {
        let (low, high) = x.iter().fold((0f32, 0f32), |(low, high), &x| (low.min(x), high.max(x)));
        let half = (high - low) / 127.0 / 2.0;
        let mut bounds = vec![ORDER; self.halves.len()];
        for (x, weights) in x.iter().zip(self.weights.chunks_exact(self.halves.len())) {
            for ((bound, weight), lost) in bounds.iter_mut().zip(weights).zip(&self.halves) {
                *bound += half * (weight.abs() + lost) + x.abs() * lost;
            }
        }
        bounds
    }
}

/// Tolerance for weights rounded to 8 bits and activations rounded to 7 bits, relative to the largest result.
/// The tolerance holds only for long sums whose terms do not cancel each other.
const LEVELS: f32 = 0.06;

/// Tolerance for attention: softmax exponentiates the scores and thus magnifies their rounding errors.
/// For 3,000 random attention layers, the largest relative difference between original and rewritten graph was 0.054.
const SHARES: f32 = 0.12;

/// Tolerance for `f32` sums whose terms are added in a different order.
const ORDER: f32 = 1e-5;

fn tokens(graph: &mut Graph, batch: usize, length: usize, width: usize) -> Tensor {
    let numbers = graph.random(batch * length * width);
    Tensor::from_shape(&[batch, length, width], &numbers).unwrap()
}

/// Attention as written by exporters of BERT. `mask`, if given, is added to the scores.
fn attention(graph: &mut Graph, x: &str, heads: usize, width: usize, mask: Option<&str>) -> String {
    let hidden = heads * width;
    let split = graph.integers(&[0, 0, heads as i64, width as i64]);
    let parts = [[0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]].map(|order| {
        let y = graph.linear(x, hidden, hidden);
        let y = graph.node("Reshape", &[&y, &split], vec![]);
        graph.node("Transpose", &[&y], vec![permutation(&order)])
    });
    let scores = graph.node("MatMul", &[&parts[0], &parts[1]], vec![]);
    let root = graph.floats(&[], &[(width as f32).sqrt()]);
    let mut scores = graph.node("Div", &[&scores, &root], vec![]);
    if let Some(mask) = mask {
        scores = graph.node("Add", &[&scores, mask], vec![]);
    }
    let shares = graph.node("Softmax", &[&scores], vec![axis(-1)]);
    let y = graph.node("MatMul", &[&shares, &parts[2]], vec![]);
    let y = graph.node("Transpose", &[&y], vec![permutation(&[0, 2, 1, 3])]);
    let join = graph.integers(&[0, 0, hidden as i64]);
    graph.node("Reshape", &[&y, &join], vec![])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn linear_bias_and_gelu_are_fused(k in 2usize..70, n in 2usize..70, batch in 1usize..4, length in 1usize..6, seed: u64) {
        let mut graph = Graph::new(seed);
        let x = graph.input("x", DataType::Float);
        let weights = graph.random(k * n);
        let [constant, biases] = [graph.floats(&[k, n], &weights), graph.random_floats(&[n])];
        let y = graph.node("MatMul", &[&x, &constant], vec![]);
        let y = graph.node("Add", &[&biases, &y], vec![]);
        let y = gelu(&mut graph, &y);
        let pair = Pair::new(&graph, &y, k, false);
        prop_assert_eq!(pair.names(), ["Linear"]);
        let largest = |o: usize| weights[o..].iter().step_by(n).fold(0.0, |largest: f32, x| largest.max(x.abs()));
        let halves = (0..n).map(|o| largest(o) / 127.0 / 2.0).collect();
        let rounded = Rounded { weights, halves };
        let x = tokens(&mut graph, batch, length, k);
        let [plain, rewritten] = pair.results(std::slice::from_ref(&x));
        let bounds = floats(&x).chunks_exact(k).flat_map(|x| rounded.bounds(x));
        for ((plain, rewritten), bound) in plain.iter().zip(rewritten).zip(bounds) {
            // GELU enlarges an error by at most its largest slope, which is below 1.13.
            prop_assert!((plain - rewritten).abs() <= 1.13 * bound, "{plain} {rewritten} {bound}");
        }
    }

    /// Quantized weights with input and output scales are used unchanged: only the activations are rounded.
    #[test]
    fn int8_weights_are_unchanged(k in 2usize..70, n in 2usize..70, both: bool, zero in prop::option::of(0i8..3), seed: u64) {
        let mut graph = Graph::new(seed);
        let x = graph.input("x", DataType::Float);
        let limit = 127.0 - f32::from(zero.unwrap_or(0));
        let bytes: Vec<i8> = graph.random(k * n).iter().map(|x| (x * limit) as i8).collect();
        let constant = graph.constant(DataType::Int8, &[k, n], bytes.iter().map(|&byte| byte as u8).collect());
        let columns: Vec<f32> = graph.random(n).iter().map(|x| x.abs() + 0.1).collect();
        let scales = graph.floats(&[n], &columns);
        let mut inputs = vec![constant, scales];
        if let Some(zero) = zero {
            inputs.push(graph.constant(DataType::Int8, &[n], vec![zero as u8; n]));
        }
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let mut constant = graph.node("DequantizeLinear", &inputs, vec![axis(1)]);
        let mut rows = vec![1.0; k];
        if both {
            rows = graph.random(k).iter().map(|x| x.abs() + 0.1).collect();
            let scales = graph.floats(&[k, 1], &rows);
            constant = graph.node("Mul", &[&constant, &scales], vec![]);
        }
        let y = graph.node("MatMul", &[&x, &constant], vec![]);
        let pair = Pair::new(&graph, &y, k, false);
        prop_assert_eq!(pair.names(), ["Linear"]);
        let zero = i16::from(zero.unwrap_or(0));
        let weights = bytes.chunks_exact(n).flat_map(|bytes| {
            bytes.iter().zip(&columns).map(|(&byte, column)| f32::from(i16::from(byte) - zero) * column)
        });
        let read = Rounded { weights: weights.collect(), halves: vec![0.0; n] };
        let x = tokens(&mut graph, 2, 3, k);
        let [plain, rewritten] = pair.results(std::slice::from_ref(&x));
        let bounds = floats(&x).chunks_exact(k).flat_map(|x| {
            // The input scales multiply the inputs before the inputs are rounded.
            read.bounds(&x.iter().zip(&rows).map(|(x, row)| x * row).collect::<Vec<_>>())
        });
        for ((plain, rewritten), bound) in plain.iter().zip(rewritten).zip(bounds) {
            prop_assert!((plain - rewritten).abs() <= 1.001 * bound, "{plain} {rewritten} {bound}");
        }
    }

    #[test]
    fn layer_norm_is_fused(width in 2usize..70, residual: bool, whole: bool, seed: u64) {
        let mut graph = Graph::new(seed);
        let mut x = graph.input("x", DataType::Float);
        if residual {
            let relu = graph.node("Relu", &[&x], vec![]);
            x = graph.node("Add", &[&relu, &x], vec![]);
        }
        let [weights, biases] = [0, 0].map(|_| graph.random_floats(&[width]));
        let y = graph.node("LayerNormalization", &[&x, &weights, &biases], vec![axis(-1)]);
        // The normalization is either expanded by tract or converted to this crate's own operator.
        let reader = if whole { onnx_ops::reader() } else { tract_onnx::onnx() };
        let pair = Pair::read_by(reader, &graph, &y, width, false);
        prop_assert_eq!(pair.count::<Norm>(), 1);
        prop_assert!(pair.names().iter().all(|name| !name.contains("Add") && !name.contains("RmsNorm")), "{:?}", pair.names());
        let distance = pair.distance(&[tokens(&mut graph, 2, 3, width)]);
        prop_assert!(distance < 100.0 * ORDER, "{}", distance);
    }

    #[test]
    fn attention_is_fused(
        heads in 2usize..5, width in prop::sample::select(vec![8usize, 16, 24, 32]), masked: bool,
        batch in 1usize..3, length in 1usize..40, seed: u64,
    ) {
        let mut graph = Graph::new(seed);
        let x = graph.input("x", DataType::Float);
        let mask = masked.then(|| graph.input("mask", DataType::Float));
        let y = attention(&mut graph, &x, heads, width, mask.as_deref());
        let pair = Pair::new(&graph, &y, heads * width, masked);
        prop_assert_eq!(pair.count::<Attention>(), 1);
        prop_assert!(pair.names().iter().all(|name| !name.contains("Softmax") && !name.contains("EinSum")));
        let mut inputs = vec![tokens(&mut graph, batch, length, heads * width)];
        if masked {
            // The mask excludes the second half of every text except the first text.
            let masks: Vec<f32> = (0..batch * length)
                .map(|i| if i / length > 0 && i % length > length / 2 { -10_000.0 } else { 0.0 })
                .collect();
            inputs.push(Tensor::from_shape(&[batch, 1, 1, length], &masks).unwrap());
        }
        let distance = pair.distance(&inputs);
        prop_assert!(distance < SHARES, "{}", distance);
    }
}

/// The products for queries, keys and values, with 32 columns each, become a single product.
#[test]
fn linear_layers_with_the_same_input_are_merged() {
    let mut graph = Graph::new(3);
    let x = graph.input("x", DataType::Float);
    let y = attention(&mut graph, &x, 4, 8, None);
    let pair = Pair::new(&graph, &y, 32, false);
    assert_eq!(pair.names(), ["Attention", "Linear", "Reshape"]);
    let linear = pair
        .rewritten
        .nodes()
        .iter()
        .find_map(|node| node.op_as::<Linear>())
        .unwrap();
    assert_eq!(linear.outputs(), 96);
    assert!(pair.distance(&[tokens(&mut graph, 2, 5, 32)]) < LEVELS);
}

/// The token table stays quantized; rows are dequantized after they are gathered.
#[test]
fn quantized_tables_are_gathered_in_bytes() {
    for axis_of_scales in [0, 1] {
        let mut graph = Graph::new(4);
        let ids = graph.input("ids", DataType::Int64);
        let bytes = graph.random(50 * 6).iter().map(|x| (x * 127.0) as i8 as u8).collect();
        let table = graph.constant(DataType::Int8, &[50, 6], bytes);
        let scales = graph.random_floats(&[[50, 6][axis_of_scales]]);
        let table = graph.node(
            "DequantizeLinear",
            &[&table, &scales],
            vec![axis(axis_of_scales as i64)],
        );
        let y = graph.node("Gather", &[&table, &ids], vec![axis(0)]);
        let symbols = SymbolScope::default();
        let shape = tvec!(symbols.sym("batch").to_dim(), symbols.sym("length").to_dim());
        let plain = read(tract_onnx::onnx(), &graph, &y, &[(i64::datum_type(), shape)], &symbols).unwrap();
        let mut rewritten = plain.clone();
        apply(&mut rewritten).unwrap();
        let is_table = |node: &&TypedNode| node.outputs[0].fact.shape.volume() == 300.to_dim();
        let table = rewritten.nodes().iter().find(is_table).unwrap();
        assert_eq!(table.outputs[0].fact.datum_type, i8::datum_type());
        let ids = Tensor::from_shape(&[2, 3], &[0i64, 49, 7, 7, 1, 30]).unwrap();
        let run = |model: TypedModel| {
            let output = model.into_runnable().unwrap().run(tvec!(ids.clone().into_tvalue()));
            output.unwrap().remove(0).into_tensor()
        };
        assert_eq!(run(plain), run(rewritten));
    }
}

#[test]
fn similar_graphs_are_not_rewritten() {
    // Attention scores that are normalized along the queries instead of the keys are not attention.
    let mut graph = Graph::new(5);
    let x = graph.input("x", DataType::Float);
    let y = attention(&mut graph, &x, 2, 16, None);
    for node in &mut graph.proto.node {
        if node.op_type == "Softmax" {
            node.attribute = vec![axis(-2)];
        }
    }
    let pair = Pair::new(&graph, &y, 32, false);
    assert_eq!(pair.count::<Attention>(), 0);
    assert!(pair.distance(&[tokens(&mut graph, 2, 5, 32)]) < LEVELS);

    // A product of two inputs has no constant weights and is not a linear layer.
    let mut graph = Graph::new(6);
    let x = graph.input("x", DataType::Float);
    let turned = graph.node("Transpose", &[&x], vec![permutation(&[0, 2, 1])]);
    let y = graph.node("MatMul", &[&x, &turned], vec![]);
    let pair = Pair::new(&graph, &y, 8, false);
    assert_eq!(pair.count::<Linear>(), 0);
    assert!(pair.distance(&[tokens(&mut graph, 2, 5, 8)]) < ORDER);

    // Layer normalization centers values along the last axis, not along the tokens.
    let mut graph = Graph::new(7);
    let x = graph.input("x", DataType::Float);
    let turned = graph.node("Transpose", &[&x], vec![permutation(&[0, 2, 1])]);
    let mean = graph.node("ReduceMean", &[&turned], vec![wholes("axes", &[2])]);
    let y = graph.node("Sub", &[&turned, &mean], vec![]);
    let pair = Pair::new(&graph, &y, 8, false);
    assert_eq!(pair.count::<Norm>(), 0);
    assert!(pair.distance(&[tokens(&mut graph, 2, 5, 8)]) < ORDER);
}
