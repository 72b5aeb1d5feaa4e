//! Recognizes the building blocks of an encoder in a graph and replaces them with [operators](super::operators).
//!
//! Each rule examines what operators compute, never their names.
//! Subgraphs that no rule recognizes stay unchanged and run in tract, more slowly.
//! The list shows each rule, the operators that the rule recognizes, and the replacement after the arrow.
//!
//! ```text
//!  bytes      constants before DequantizeLinear stay quantized instead of being expanded to f32
//!  lookup     rows of a quantized table are gathered first and dequantized afterwards
//!  linear     a product with constants                                        ─▶ Linear
//!  bias       Linear followed by an addition of constants                     ─▶ Linear
//!  gelu       Linear followed by GELU                                         ─▶ Linear
//!  gelu by tanh  nine operators that together compute GELU with tanh          ─▶ GeluApproximate
//!  siblings   several Linear operators with the same input                    ─▶ Linear, slices
//!  norm       optional +, mean, −, RmsNorm, · constants, + constants          ─▶ Norm
//!  norm of sum  an addition followed by Norm                                  ─▶ Norm
//!  attention  (q · scale)·(k · scale)ᵀ, optional · scale, optional + masks, softmax, ·v,
//!             all split into heads                                            ─▶ Attention
//!  columns    slices followed by Attention                                    ─▶ Attention
//! ```

mod attention;
mod gelu;
mod linear;
mod norm;
mod quantized_constants;

pub use quantized_constants::keep_bytes;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Gather;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::math::Mul;
use tract_onnx::tract_core::ops::nn::RmsNorm;
use tract_onnx::tract_core::optim::Optimizer;

use super::operators::{Attention, Norm};

/// Rewrites and declutters a graph.
/// The result computes the same values, except that activations are rounded to 128 levels and weights to 8 bits.
///
/// Decluttering takes most of the time.
/// The rules run before decluttering, because tract need not declutter the subgraphs that the rules replace.
/// The rules run again after decluttering, because decluttering makes further subgraphs recognizable.
///
/// # Errors
/// Returns tract's error if a replacement cannot be wired.
pub fn apply(graph: &mut TypedModel) -> TractResult<()> {
    Optimizer::prop_consts().optimize(graph)?;
    rewrite(graph)?;
    graph.declutter()?;
    rewrite(graph)?;
    quantized_constants::unfold(graph)?;
    graph.declutter()
}

fn rewrite(graph: &mut TypedModel) -> TractResult<()> {
    Rewriter::default()
        .with_rule_for::<Gather>("lookup", quantized_constants::lookup)
        .with_rule_for::<EinSum>("linear", linear::linear)
        .with_rule_for::<TypedBinOp>("bias", linear::bias)
        .with_rule_for::<ElementWiseOp>("gelu", linear::gelu)
        .with_rule_for::<ElementWiseOp>("gelu by tanh", gelu::gelu_tanh)
        .with_rule_for::<RmsNorm>("norm", norm::norm)
        .with_rule_for::<Norm>("norm of sum", norm::norm_of_sum)
        .rewrite(&(), graph)?;
    linear::merge_siblings(graph)?;
    Rewriter::default()
        .with_rule_for::<EinSum>("attention", attention::attention)
        .with_rule_for::<Attention>("columns", attention::columns)
        .rewrite(&(), graph)
}

/// The result of a rule: a patch, or `None` if the rule does not apply.
type RuleResult = TractResult<Option<TypedModelPatch>>;

/// Works like `?` on an `Option`, but in a function that returns [`RuleResult`].
macro_rules! fits {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}
use fits;

/// Replaces the node `last` with the operator `op`. The operator gets the name of the node.
fn replace(
    model: &TypedModel,
    last: &TypedNode,
    op: impl Into<Box<dyn TypedOp>>,
    inputs: &[OutletId],
) -> TractResult<Option<TypedModelPatch>> {
    let mut patch = TypedModelPatch::default();
    let inputs = patch.taps(model, inputs)?;
    let output = patch.wire_node(&last.name, op, &inputs)?;
    patch.shunt_outside(model, last.id.into(), output[0])?;
    Ok(Some(patch))
}

/// Splits the two inputs of a node into a constant of type `f32` and the other input, which comes first in the result.
/// `None` if the node does not have two inputs, or if neither input is a constant of type `f32`.
fn with_constant(model: &TypedModel, node: &TypedNode) -> TractResult<Option<(OutletId, Arc<Tensor>)>> {
    let &[a, b] = &*node.inputs else { return Ok(None) };
    for (x, constant) in [(a, b), (b, a)] {
        if let Some(constant) = model.outlet_fact(constant)?.konst.clone()
            && constant.datum_type() == f32::datum_type()
        {
            return Ok(Some((x, constant)));
        }
    }
    Ok(None)
}

fn scaled(model: &TypedModel, node: &TypedNode) -> TractResult<Option<(OutletId, f32)>> {
    if !node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<Mul>()) {
        return Ok(None);
    }
    let (x, constant) = fits!(with_constant(model, node)?);
    Ok(match constant.try_as_plain_ram()?.as_slice::<f32>()? {
        &[scale] => Some((x, scale)),
        _ => None,
    })
}

/// Elements of a constant that has length `n` along the last axis and length 1 along all other axes.
/// Returns `None` for a constant with a different shape.
fn along_last_axis(constant: &Tensor, n: usize) -> TractResult<Option<Vec<f32>>> {
    let fits = constant.len() == n && constant.shape().last() == Some(&n);
    Ok(if fits {
        Some(constant.try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
    } else {
        None
    })
}

/// The position of each index of an Einstein sum in the first operand, the second operand and the result.
fn places(einsum: &EinSum) -> Vec<[Option<usize>; 3]> {
    let one = |places: &[usize]| (places.len() == 1).then(|| places[0]);
    einsum
        .axes
        .iter_all_axes()
        .map(|axis| [one(&axis.inputs[0]), one(&axis.inputs[1]), one(&axis.outputs[0])])
        .collect()
}

/// Whether an Einstein sum has two `f32` operands, and neither the operands nor the result repeat an index.
fn is_plain(einsum: &EinSum) -> bool {
    einsum.q_params.is_none()
        && einsum.operating_dt == f32::datum_type()
        && einsum.axes.input_count() == 2
        && einsum.axes.output_count() == 1
        && einsum
            .axes
            .iter_all_axes()
            .all(|axis| axis.inputs.iter().chain(&axis.outputs).all(|places| places.len() < 2))
}

#[cfg(test)]
mod tests;
