//! Deterministic arithmetic for operators that the [rewrites](super::rewrites) do not replace.
//! The results are bit-identical in native programs and in WebAssembly, and do not depend on the batch.
//!
//! The rounding of tract's kernels depends on the processor.
//! Native kernels use fused multiply-add and wide partial sums, but WebAssembly kernels do not.
//! [`replace_nondeterministic_ops`] replaces every operator whose rounding could differ.
//! The new operators compute each number with a fixed sequence of `f32` operations: [`product`], [`rows`] and [`functions`].
//! tract still infers shapes and types. The remaining operators only copy numbers or perform one IEEE operation per number.
//!
//! ```text
//!  EinSum ────────────────▶ product     Σ aᵢ·bᵢ in ascending order
//!  Softmax, Reduce, RmsNorm ▶ rows      Σ xᵢ in ascending order
//!  Exp, Erf, Tanh, Gelu … ─▶ functions  polynomials
//! ```

mod functions;
mod product;
mod rows;

use std::collections::BTreeMap;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::math::{Erf, Exp, Tanh};
use tract_onnx::tract_core::ops::nn::gelu_approximate::GeluApproximate;
use tract_onnx::tract_core::ops::nn::gelu_exact::GeluExact;
use tract_onnx::tract_core::ops::nn::{Reduce, Reducer, RmsNorm, Sigmoid, Silu, Softmax, SoftmaxKind};

use functions::Function;
pub use functions::{exp, gelu};
use product::Product;
use rows::{Reduction, Rescaling};

use super::operators::{Attention, BlockTable, Linear, Norm, Pool};

/// Operators that tract computes exactly: these operators copy numbers, or round once according to IEEE 754.
const EXACT_OPERATORS: &[&str] = &[
    "Abs",
    "Add",
    "AddAxis",
    "AxisOp",
    "Cast",
    "Ceil",
    "Const",
    "Div",
    "Floor",
    "Gather",
    "Identity",
    "Iff",
    "IntoShape",
    "Max",
    "Min",
    "MoveAxis",
    "Mul",
    "MultiBroadcastTo",
    "Neg",
    "Pad",
    "Recip",
    "Reshape",
    "RmAxis",
    "Rsqrt",
    "Slice",
    "Source",
    "Sqrt",
    "Square",
    "Sub",
    "SubF",
    "TypedConcat",
];

/// Replaces the nondeterministic operators of a decluttered model.
/// Returns the names of operators that cannot be replaced and may round differently on different machines.
/// The list is empty if the model is fully deterministic.
///
/// # Errors
/// Returns tract's error if an operator cannot be replaced.
pub fn replace_nondeterministic_ops(model: &mut TypedModel) -> TractResult<Vec<String>> {
    let mut n_replaced = 0;
    for id in model.eval_order()? {
        let node = model.node(id);
        if let Some(strict) = DeterministicOp::of(model, node)? {
            n_replaced += 1;
            let mut inputs = node.inputs.clone();
            if let Some((slot, _)) = &strict.packed {
                inputs.remove(*slot);
            }
            TypedModelPatch::replace_single_op(model, node, &inputs, strict)?.apply(model)?;
        }
    }
    let left = |model: &TypedModel| -> Vec<String> {
        let others = model.nodes().iter().filter(|node| !is_exact(node));
        others.map(|node| node.op.name().into()).collect()
    };
    // If all operators of a model are already exact, tract's optimization would not make the model faster.
    if n_replaced == 0 && left(model).is_empty() {
        return Ok(Vec::new());
    }
    model.compact()?;
    model.optimize()?;
    Ok(left(model))
}

/// Counts the operators of a model that are neither in [`EXACT_OPERATORS`] nor fast operators of this crate, by name.
pub fn slow_operators(model: &TypedModel) -> BTreeMap<String, usize> {
    let mut slow = BTreeMap::new();
    for node in model.nodes() {
        let name = match node.op_as::<DeterministicOp>() {
            Some(strict) => strict.original.name(),
            None if is_exact(node) => continue,
            None => node.op.name(),
        };
        *slow.entry(name.into()).or_default() += 1;
    }
    slow
}

fn is_exact(node: &TypedNode) -> bool {
    let name = node.op.name();
    // tract replaces exact operators with optimized variants, whose names have additional prefixes and suffixes.
    // The optimized variants are also exact: each result is rounded separately, because the operators are not fused.
    // An optimized variant only applies several operators in turn to a part of a tensor that fits into the cache.
    let plain = name
        .trim_start_matches("OptBinChain(")
        .trim_end_matches(')')
        .trim_start_matches("Opt");
    node.op_is::<DeterministicOp>()
        || is_own_operator(node)
        || node.outputs.iter().all(|output| !output.fact.datum_type.is_float())
        || plain
            .split('+')
            .all(|part| EXACT_OPERATORS.contains(&part.trim_end_matches("Unicast").trim_end_matches("ByScalar")))
}

fn is_own_operator(node: &TypedNode) -> bool {
    node.op_is::<Linear>()
        || node.op_is::<Attention>()
        || node.op_is::<Norm>()
        || node.op_is::<Pool>()
        || node.op_is::<BlockTable>()
}

/// The value of `outlet`, if the value is the same in every run of the model; otherwise `None`. The value may be large.
fn constant(model: &TypedModel, outlet: OutletId) -> TractResult<Option<Arc<Tensor>>> {
    if let Some(value) = &model.outlet_fact(outlet)?.konst {
        return Ok(Some(value.clone()));
    }
    let node = model.node(outlet.node);
    let mut inputs = tvec!();
    for &input in &node.inputs {
        let Some(value) = constant(model, input)? else {
            return Ok(None);
        };
        inputs.push(value.into_tvalue());
    }
    if inputs.is_empty() {
        return Ok(None);
    }
    let outputs = node.op.eval_out_of_plan(inputs)?;
    Ok(outputs.map(|mut outputs| outputs.remove(outlet.slot).into_arc_tensor()))
}

#[derive(Clone, Debug, PartialEq)]
struct DeterministicOp {
    original: Box<dyn TypedOp>,
    kernel: Kernel,
    /// Index and fact (shape and type) of the input that `kernel` stores as packed weights.
    /// `None` if no weights are packed.
    packed: Option<(usize, TypedFact)>,
}

impl Eq for DeterministicOp {}

#[derive(Clone, Debug, PartialEq)]
enum Kernel {
    Product(Product),
    /// Rescales all vectors along the given axis.
    Rescaling(Rescaling, usize),
    /// Reduces the tensor along the given axes, in ascending order of the axes. Each reduced axis gets length 1.
    Reduction(Reduction, Vec<usize>),
    Function(Function),
}

impl DeterministicOp {
    /// Returns the deterministic replacement of a node.
    /// `None` if no replacement exists or the node is already deterministic.
    fn of(model: &TypedModel, node: &TypedNode) -> TractResult<Option<DeterministicOp>> {
        let facts = model.node_input_facts(node.id)?;
        if facts.is_empty() || facts.iter().any(|fact| fact.datum_type != DatumType::F32) {
            return Ok(None);
        }
        let kernel = if let Some(einsum) = node.op_as::<EinSum>() {
            let &[a, b] = &*node.inputs else { return Ok(None) };
            Product::of(einsum, [constant(model, a)?, constant(model, b)?])?.map(Kernel::Product)
        } else if let Some(softmax) = node.op_as::<Softmax>() {
            match (softmax.kind, &*softmax.axes) {
                (SoftmaxKind::Softmax, &[axis]) => Some(Kernel::Rescaling(Rescaling::Softmax, axis)),
                _ => None,
            }
        } else if let Some(norm) = node.op_as::<RmsNorm>() {
            let epsilon = norm.eps.cast_to_scalar::<f32>()?;
            Some(Kernel::Rescaling(Rescaling::RmsNorm { epsilon }, norm.axis))
        } else if let Some(reduce) = node.op_as::<Reduce>() {
            let reduction = match reduce.reducer {
                Reducer::Sum => Some(Reduction::Sum),
                Reducer::MeanOfSquares => Some(Reduction::MeanOfSquares),
                Reducer::Max => Some(Reduction::Max),
                _ => None,
            };
            reduction.map(|reduction| Kernel::Reduction(reduction, reduce.axes.to_vec()))
        } else if let Some(ElementWiseOp(op, None)) = node.op_as::<ElementWiseOp>() {
            let functions = [
                (op.is::<Exp>(), Function::Exp),
                (op.is::<Erf>(), Function::Erf),
                (op.is::<Tanh>(), Function::Tanh),
                (op.is::<Sigmoid>(), Function::Sigmoid),
                (op.is::<Silu>(), Function::Silu),
                (op.is::<GeluExact>(), Function::Gelu),
                (op.is::<GeluApproximate>(), Function::GeluTanh),
            ];
            functions
                .into_iter()
                .find(|(is, _)| *is)
                .map(|(_, function)| Kernel::Function(function))
        } else {
            None
        };
        Ok(kernel.map(|kernel| {
            let packed = match &kernel {
                Kernel::Product(product) => product.packed_input(),
                _ => None,
            };
            let packed = packed.map(|slot| (slot, DatumType::F32.fact(facts[slot].shape.clone())));
            DeterministicOp {
                original: node.op.clone(),
                kernel,
                packed,
            }
        }))
    }
}

impl Op for DeterministicOp {
    fn name(&self) -> StaticName {
        format!("Strict{}", self.original.name()).into()
    }

    fn info(&self) -> TractResult<Vec<String>> {
        self.original.info()
    }

    op_as_typed_op!();
}

impl EvalOp for DeterministicOp {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, mut inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let output = match &self.kernel {
            Kernel::Product(product) => product.compute(&inputs)?,
            Kernel::Rescaling(rescaling, axis) => {
                let input = inputs.remove(0).into_tensor();
                let last = input.rank() - 1;
                let mut moved = input.move_axis(*axis, last)?;
                let length = moved.shape()[last];
                if length > 0 {
                    rescaling.apply(moved.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?, length);
                }
                moved.move_axis(last, *axis)?
            }
            Kernel::Reduction(reduction, axes) => {
                let input = inputs.remove(0).into_tensor();
                let mut shape = input.shape().to_vec();
                let length = axes
                    .iter()
                    .map(|&axis| std::mem::replace(&mut shape[axis], 1))
                    .product::<usize>();
                ensure!(length > 0, "an empty row has no {reduction:?}");
                let order: Vec<usize> = (0..input.rank())
                    .filter(|axis| !axes.contains(axis))
                    .chain(axes.iter().copied())
                    .collect();
                let input = input.permute_axes(&order)?;
                let numbers = reduction.apply(input.try_as_plain_ram()?.as_slice::<f32>()?, length);
                Tensor::from_shape(&shape, &numbers)?
            }
            Kernel::Function(function) => {
                let mut output = inputs.remove(0).into_tensor();
                function.apply(output.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?);
                output
            }
        };
        Ok(tvec!(output.into_tvalue()))
    }
}

impl TypedOp for DeterministicOp {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let mut facts = inputs.to_vec();
        if let Some((slot, fact)) = &self.packed {
            facts.insert(*slot, fact);
        }
        self.original.output_facts(&facts)
    }

    as_op!();
}
