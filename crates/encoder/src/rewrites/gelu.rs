//! Recognizes the tanh approximation of GELU, which exporters write as several operators.

use std::f32::consts::FRAC_2_PI;

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::binary::{BinMiniOp, TypedBinOp};
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::math::{Add, Mul, PowConst, Tanh};
use tract_onnx::tract_core::ops::nn::gelu_approximate::gelu_approximate;

use super::{RuleResult, fits, replace, scaled, with_constant};

/// Recognizes x·½(1 + tanh(√(2/π)·(x + 0.044715·x³))), starting from x³.
pub fn gelu_tanh(_: &(), model: &TypedModel, node: &TypedNode, _: &str, op: &ElementWiseOp) -> RuleResult {
    if op
        .0
        .downcast_ref::<PowConst>()
        .is_none_or(|power| power.exponent != 3.0)
        || model.outlet_fact(node.inputs[0])?.datum_type != f32::datum_type()
    {
        return Ok(None);
    }
    let x = node.inputs[0];
    let term = fits!(times(model, node, 0.044_715)?);
    let sum = fits!(with::<Add>(model, term, x)?);
    let argument = fits!(times(model, sum, FRAC_2_PI.sqrt())?);
    let tanh = fits!(model.single_succ(argument.id)?);
    if !tanh.op_as::<ElementWiseOp>().is_some_and(|op| op.0.is::<Tanh>()) {
        return Ok(None);
    }
    let factor = fits!(model.single_succ(tanh.id)?);
    let (_, one) = fits!(with_constant(model, factor)?);
    if !is::<Add>(factor) || one.len() != 1 || one.cast_to_scalar::<f32>()? != 1.0 {
        return Ok(None);
    }
    // The factor ½ may be applied at the end, before the product with x, or to x.
    let last = if let Some(product) = with::<Mul>(model, factor, x)? {
        fits!(times(model, product, 0.5)?)
    } else if let Some(half) = times(model, factor, 0.5)? {
        fits!(with::<Mul>(model, half, x)?)
    } else {
        let product = fits!(model.single_succ(factor.id)?);
        let other = fits!(product.inputs.iter().find(|&&input| input != factor.id.into()));
        if !is::<Mul>(product) || scaled(model, model.node(other.node))? != Some((x, 0.5)) {
            return Ok(None);
        }
        product
    };
    replace(model, last, gelu_approximate(false), &[x])
}

fn is<O: BinMiniOp>(node: &TypedNode) -> bool {
    node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<O>())
}

/// Returns the only reader of a node, if the reader multiplies the node's output by `number`.
/// The comparison with `number` has a tolerance, because constants may be rounded to 16 bits.
fn times<'a>(model: &'a TypedModel, node: &TypedNode, number: f32) -> TractResult<Option<&'a TypedNode>> {
    let next = fits!(model.single_succ(node.id)?);
    let (_, scale) = fits!(scaled(model, next)?);
    Ok(((scale - number).abs() < 1e-3 * number).then_some(next))
}

/// Returns the only reader of a node, if the reader combines the node's output with x.
fn with<'a, O: BinMiniOp>(model: &'a TypedModel, node: &TypedNode, x: OutletId) -> TractResult<Option<&'a TypedNode>> {
    let next = fits!(model.single_succ(node.id)?);
    Ok((is::<O>(next) && next.inputs.contains(&x)).then_some(next))
}
