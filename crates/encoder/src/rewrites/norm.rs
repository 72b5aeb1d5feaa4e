//! Recognizes layer normalization, which tract expands to several operators.

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::math::{Add, Mul, Sub};
use tract_onnx::tract_core::ops::nn::{Reduce, Reducer, RmsNorm};

use super::{RuleResult, along_last_axis, fits, replace, scaled, with_constant};
use crate::operators::Norm;

/// Replaces RmsNorm(x − mean(x))·weight + bias with the operator [`Norm`], including the addition that computes x.
pub fn norm(_: &(), model: &TypedModel, node: &TypedNode, _: &str, rms: &RmsNorm) -> RuleResult {
    let fact = model.outlet_fact(node.inputs[0])?;
    if rms.axis + 1 != fact.rank() || fact.datum_type != f32::datum_type() {
        return Ok(None);
    }
    let width = fits!(fact.shape[rms.axis].to_usize().ok());
    let centered = model.node(node.inputs[0].node);
    let (x, mean) = match binary::<Sub>(centered) {
        Some([x, mean]) => (x, mean),
        None => return Ok(None),
    };
    if !is_mean(model, mean, x, rms.axis, width)? || model.single_succ(centered.id)?.is_none() {
        return Ok(None);
    }
    let weighted = fits!(model.single_succ(node.id)?);
    let weights = fits!(constant::<Mul>(model, weighted, width)?);
    let biased = fits!(model.single_succ(weighted.id)?);
    let biases = fits!(constant::<Add>(model, biased, width)?);
    let norm = Norm {
        weights: weights.into(),
        biases: biases.into(),
        epsilon: rms.eps.cast_to_scalar::<f32>()?,
    };
    // Two nodes of the normalization read x: the node that computes the mean, and the node that subtracts the mean.
    // If no other node reads x, the addition that computes x becomes a part of the [`Norm`] operator.
    let before = model.node(x.node);
    let inputs = match binary::<Add>(before) {
        Some([a, b])
            if before.outputs[0].successors.len() == 2
                && model.outlet_fact(a)?.shape == fact.shape
                && model.outlet_fact(b)?.shape == fact.shape =>
        {
            tvec!(a, b)
        }
        _ => tvec!(x),
    };
    replace(model, biased, norm, &inputs)
}

/// Fuses a sum with the [`Norm`] operator that is its only reader.
pub fn norm_of_sum(_: &(), model: &TypedModel, node: &TypedNode, _: &str, norm: &Norm) -> RuleResult {
    let &[x] = &*node.inputs else { return Ok(None) };
    let before = model.node(x.node);
    let [a, b] = fits!(binary::<Add>(before));
    let shape = &model.outlet_fact(x)?.shape;
    if model.single_succ(before.id)?.is_none()
        || model.outlet_fact(a)?.shape != *shape
        || model.outlet_fact(b)?.shape != *shape
    {
        return Ok(None);
    }
    replace(model, node, norm.clone(), &[a, b])
}

fn binary<O: tract_onnx::tract_core::ops::binary::BinMiniOp>(node: &TypedNode) -> Option<[OutletId; 2]> {
    let op = node.op_as::<TypedBinOp>()?;
    (op.0.is::<O>() && op.1.is_none()).then(|| [node.inputs[0], node.inputs[1]])
}

/// Elements of a binary operator's constant input, if the constant varies only along the last axis.
fn constant<O: tract_onnx::tract_core::ops::binary::BinMiniOp>(
    model: &TypedModel,
    node: &TypedNode,
    width: usize,
) -> TractResult<Option<Vec<f32>>> {
    fits!(binary::<O>(node));
    let (_, constant) = fits!(with_constant(model, node)?);
    along_last_axis(&constant, width)
}

/// Whether `mean` is the mean of `x` along its last axis.
fn is_mean(model: &TypedModel, mean: OutletId, x: OutletId, axis: usize, width: usize) -> TractResult<bool> {
    let Some((sum, factor)) = scaled(model, model.node(mean.node))? else {
        return Ok(false);
    };
    let sum = model.node(sum.node);
    Ok((factor * width as f32 - 1.0).abs() < 1e-6
        && sum.inputs[0] == x
        && sum
            .op_as::<Reduce>()
            .is_some_and(|reduce| reduce.reducer == Reducer::Sum && *reduce.axes == [axis]))
}
