//! Finds the pieces of an encoder in a graph and puts [operators](super::operators) in their place.
//!
//! Each rule looks at what the operators of the graph compute, never at names, and leaves alone what it does not know:
//! then tract runs it, more slowly.
//!
//! ```text
//!  bytes      DequantizeLinear of constants is kept as bytes, not unfolded to f32
//!  lookup     a table of bytes is looked up first, then turned into numbers
//!  linear     a product with constants                                        ─▶ Linear
//!  bias       Linear, + constants                                             ─▶ Linear
//!  gelu       Linear, GELU                                                    ─▶ Linear
//!  gelu by tanh  its nine pieces                                              ─▶ GeluApproximate
//!  siblings   Linears of the same numbers                                     ─▶ Linear, slices
//!  norm       (+), mean, −, RmsNorm, · constants, + constants                 ─▶ Norm
//!  norm of sum  +, Norm                                                       ─▶ Norm
//!  attention  (q · scale)·(k · scale)ᵀ, (· scale), (+ masks), softmax, ·v,
//!             all split into heads                                            ─▶ Attention
//!  columns    slices, Attention                                               ─▶ Attention
//! ```

mod attention;
mod bytes;
mod gelu;
mod linear;
mod norm;

pub use bytes::keep_bytes;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Gather;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::math::Mul;
use tract_onnx::tract_core::ops::nn::RmsNorm;
use tract_onnx::tract_core::optim::Optimizer;

use super::operators::{Attention, Norm};

/// Rewrites a graph and declutters it. The result computes the same but for the rounding of numbers to 128 levels.
///
/// What the rules find at once need not be decluttered, which is most of the work; decluttered, the rest shows.
///
/// # Errors
/// What tract says when a piece cannot be put in place.
pub fn apply(graph: &mut TypedModel) -> TractResult<()> {
    Optimizer::prop_consts().optimize(graph)?;
    rewrite(graph)?;
    graph.declutter()?;
    rewrite(graph)?;
    bytes::unfold(graph)?;
    graph.declutter()
}

fn rewrite(graph: &mut TypedModel) -> TractResult<()> {
    Rewriter::default()
        .with_rule_for::<Gather>("lookup", bytes::lookup)
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

/// What a rule gives: a patch where it fits.
type Rule = TractResult<Option<TypedModelPatch>>;

/// `$option?` for rules.
macro_rules! fits {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}
use fits;

/// Puts `op` in the place of the node `last`, as `last`'s name.
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

/// The other input and the constant, where one input of a node is constant.
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

/// The one number that `x` is multiplied by in a node.
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

/// The numbers of a constant that runs along the last axis, of length `n`, and no other.
fn along_last_axis(constant: &Tensor, n: usize) -> TractResult<Option<Vec<f32>>> {
    let fits = constant.len() == n && constant.shape().last() == Some(&n);
    Ok(if fits {
        Some(constant.try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
    } else {
        None
    })
}

/// Where each letter of a sum of two operands stands: in the first, the second and the result.
fn places(einsum: &EinSum) -> Vec<[Option<usize>; 3]> {
    let one = |places: &[usize]| (places.len() == 1).then(|| places[0]);
    einsum
        .axes
        .iter_all_axes()
        .map(|axis| [one(&axis.inputs[0]), one(&axis.inputs[1]), one(&axis.outputs[0])])
        .collect()
}

/// A sum of products of two operands of `f32`.
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
