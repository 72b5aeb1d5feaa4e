//! ONNX reductions, softmax and normalizations along one or several axes.

use std::sync::Arc;

use tract_onnx::model::{OnnxOpRegister, ParsingContext, optional_inputs, optional_outputs};
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::cast;
use tract_onnx::tract_core::ops::logic::Iff;
use tract_onnx::tract_core::ops::math::{add, div, mul, rsqrt, square, sub};
use tract_onnx::tract_core::ops::nn::{Reduce as Sum, Reducer as Sums};
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::logic::comp_eq;
use tract_onnx::tract_hir::ops::nn::{LayerLogSoftmax, LayerSoftmax, Reduce, Reducer, Softmax};

use super::Parsed;
use super::composite_ops::{Wiring, wired};
use crate::operators::Norm;

pub fn insert(register: &mut OnnxOpRegister) {
    register.insert("ArgMax", |_, node| arg(node, Reducer::ArgMax));
    register.insert("ArgMin", |_, node| arg(node, Reducer::ArgMin));
    register.insert("ReduceL1", |context, node| reduce(context, node, Reducer::L1));
    register.insert("ReduceL2", |context, node| reduce(context, node, Reducer::L2));
    register.insert("ReduceLogSum", |context, node| reduce(context, node, Reducer::LogSum));
    register.insert("ReduceLogSumExp", |context, node| {
        reduce(context, node, Reducer::LogSumExp)
    });
    register.insert("ReduceMax", |context, node| reduce(context, node, Reducer::Max));
    register.insert("ReduceMean", |context, node| reduce(context, node, Reducer::Mean));
    register.insert("ReduceMin", |context, node| reduce(context, node, Reducer::Min));
    register.insert("ReduceProd", |context, node| reduce(context, node, Reducer::Prod));
    register.insert("ReduceSum", |context, node| reduce(context, node, Reducer::Sum));
    register.insert("ReduceSumSquare", |context, node| {
        reduce(context, node, Reducer::SumSquare)
    });
    register.insert("Softmax", |context, node| {
        let axis = node.get_attr_opt("axis")?;
        Ok(if context.onnx_operator_set_version < 13 {
            (expand(LayerSoftmax::new(axis.unwrap_or(1), true)), vec![])
        } else {
            (expand(Softmax::new(axis.unwrap_or(-1))), vec![])
        })
    });
    register.insert("LogSoftmax", |context, node| {
        let axis = node.get_attr_opt("axis")?;
        Ok(if context.onnx_operator_set_version < 13 {
            (expand(LayerLogSoftmax::new(axis.unwrap_or(1), true)), vec![])
        } else {
            (expand(LayerLogSoftmax::new(axis.unwrap_or(-1), false)), vec![])
        })
    });
    register.insert("LayerNormalization", layer_norm);
    register.insert("SkipLayerNormalization", skip_layer_norm);
    register.insert("RMSNormalization", rms_norm);
    register.insert("SimplifiedLayerNormalization", rms_norm);
    register.insert("SkipSimplifiedLayerNormalization", skip_rms_norm);
    register.insert("LpNormalization", lp_norm);
}

fn arg(node: &NodeProto, reducer: fn(bool) -> Reducer) -> Parsed {
    let axis = node.get_attr_opt("axis")?.unwrap_or(0);
    let keeps_axes = node.get_attr_opt("keepdims")?.unwrap_or(true);
    let takes_last = node.get_attr_opt("select_last_index")?.unwrap_or(false);
    Ok((
        expand(Reduce::new(Some(vec![axis]), keeps_axes, reducer(takes_last))),
        vec![],
    ))
}

/// Parses a reduction, such as `ReduceSum`.
/// The axes are an attribute in older opsets, and an input from opset 18 on (`ReduceSum`: from opset 13 on).
fn reduce(context: &ParsingContext, node: &NodeProto, reducer: Reducer) -> Parsed {
    let keeps_axes = node.get_attr_opt("keepdims")?.unwrap_or(1i64) == 1;
    let since = if node.op_type == "ReduceSum" { 13 } else { 18 };
    if context.onnx_operator_set_version < since {
        let axes = node.get_attr_opt_vec("axes")?;
        return Ok((expand(Reduce::new(axes, keeps_axes, reducer)), vec![]));
    }
    let axes = optional_inputs(node).nth(1).flatten();
    let none_is_none = node.get_attr_opt("noop_with_empty_axes")?.unwrap_or(0i64) == 1;
    wired("Reduce", 1, axes.as_slice(), move |wiring, x| {
        let mut axes = match axes {
            Some(axes) => wiring.integers(x[axes])?,
            None => vec![],
        };
        if axes.is_empty() && !none_is_none {
            axes = (0..wiring.rank(x[0])? as i64).collect();
        }
        wiring.expansion(Reduce::new(Some(axes), keeps_axes, reducer), &x[..1])
    })
}

/// Standardized numbers (minus their mean, divided by their standard deviation), and the intermediate results.
struct Standardized {
    numbers: OutletId,
    mean: OutletId,
    inverse_deviation: OutletId,
}

/// Standardizes x, an outlet of 32-bit floats, along the axes.
fn standardize(wiring: &mut Wiring, x: OutletId, axes: TVec<usize>, epsilon: f32) -> TractResult<Standardized> {
    let datum_type = wiring.datum_type(x)?;
    let shape = &wiring.fact(x)?.shape;
    let count: TDim = axes.iter().map(|&axis| shape[axis].clone()).product();
    let count = wiring.constant("count", tensor0(count))?;
    let count = wiring.node("count.as.float", cast(datum_type), &[count])?;
    let sum = wiring.node("sum", Sum::new(axes.clone(), Sums::Sum), &[x])?;
    let mean = wiring.math("mean", div(), &[sum, count])?;
    let centred = wiring.node("centred", sub(), &[x, mean])?;
    let squares = wiring.node("squares", square(), &[centred])?;
    let sum = wiring.node("sum.of.squares", Sum::new(axes, Sums::Sum), &[squares])?;
    let variance = wiring.math("variance", div(), &[sum, count])?;
    let (numbers, inverse_deviation) = divide_by_root(wiring, centred, variance, epsilon)?;
    Ok(Standardized {
        numbers,
        mean,
        inverse_deviation,
    })
}

/// Returns x divided by the root mean square of x, and the reciprocal of the root mean square.
fn rescale(wiring: &mut Wiring, x: OutletId, axes: TVec<usize>, epsilon: f32) -> TractResult<(OutletId, OutletId)> {
    let squares = wiring.node("mean.of.squares", Sum::new(axes, Sums::MeanOfSquares), &[x])?;
    divide_by_root(wiring, x, squares, epsilon)
}

/// Returns x/√(squares + epsilon) and 1/√(squares + epsilon). `squares` is the mean square of x.
fn divide_by_root(
    wiring: &mut Wiring,
    x: OutletId,
    squares: OutletId,
    epsilon: f32,
) -> TractResult<(OutletId, OutletId)> {
    let epsilon = wiring.number("epsilon", epsilon, wiring.datum_type(x)?)?;
    let squares = wiring.math("squares.and.epsilon", add(), &[squares, epsilon])?;
    let inverse = wiring.node("inverse.root", rsqrt(), &[squares])?;
    Ok((wiring.math("divided", mul(), &[x, inverse])?, inverse))
}

fn axes_from(wiring: &Wiring, x: OutletId, axis: i64) -> TractResult<TVec<usize>> {
    Ok((wiring.axis(x, axis)?..wiring.rank(x)?).collect())
}

fn layer_norm(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let axis = node.get_attr_opt("axis")?.unwrap_or(-1);
    let epsilon = node.get_attr_opt("epsilon")?.unwrap_or(1e-5);
    let inner = node.get_attr_opt("stash_type")?.unwrap_or(DatumType::F32);
    let bias = optional_inputs(node).nth(2).flatten();
    let [_, mean, inverse] = has_outputs(node);
    let outputs = 1 + usize::from(mean) + usize::from(inverse);
    wired("LayerNormalization", outputs, &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        if outputs == 1
            && inner == f32::datum_type()
            && let Some(norm) = norm(wiring, x[0], axis, [Some(x[1]), bias.map(|bias| x[bias])], epsilon)?
        {
            return Ok(tvec!(wiring.node("y", norm, &x[..1])?));
        }
        let axes = axes_from(wiring, x[0], axis)?;
        let numbers = wiring.cast("x", inner, x[0])?;
        let standardized = standardize(wiring, numbers, axes, epsilon)?;
        let scale = wiring.cast("scale", inner, x[1])?;
        let mut y = wiring.math("scaled", mul(), &[standardized.numbers, scale])?;
        if let Some(bias) = bias {
            let bias = wiring.cast("bias", inner, x[bias])?;
            y = wiring.math("shifted", add(), &[y, bias])?;
        }
        let y = wiring.cast("y", datum_type, y)?;
        let others = [(mean, standardized.mean), (inverse, standardized.inverse_deviation)];
        Ok(with_others(y, &others))
    })
}

/// Returns this crate's operator for a normalization along the last axis, in f32, with constant weights and biases.
/// The rewrite rules would need several times as long to recognize the normalization in its expanded form.
fn norm(
    wiring: &Wiring,
    x: OutletId,
    axis: i64,
    [weights, biases]: [Option<OutletId>; 2],
    epsilon: f32,
) -> TractResult<Option<Norm>> {
    let fact = wiring.fact(x)?;
    let Some(width) = fact.shape.last().and_then(|width| width.to_usize().ok()) else {
        return Ok(None);
    };
    if fact.datum_type != f32::datum_type() || wiring.axis(x, axis)? + 1 != fact.rank() {
        return Ok(None);
    }
    let constant = |outlet: Option<OutletId>, otherwise: f32| -> TractResult<Option<Arc<[f32]>>> {
        let Some(outlet) = outlet else {
            return Ok(Some(vec![otherwise; width].into()));
        };
        let fact = wiring.fact(outlet)?;
        Ok(match &fact.konst {
            Some(konst) if fact.datum_type == f32::datum_type() && konst.len() == width && konst.rank() == 1 => {
                Some(konst.try_as_plain_ram()?.as_slice::<f32>()?.into())
            }
            _ => None,
        })
    };
    let (Some(weights), Some(biases)) = (constant(weights, 1.0)?, constant(biases, 0.0)?) else {
        return Ok(None);
    };
    Ok(Some(Norm {
        weights,
        biases,
        epsilon,
    }))
}

/// Layer normalization of a sum. The inputs are x, skip and scale, and optionally shift and bias.
/// The outputs are y, and optionally the mean, the reciprocal standard deviation and the sum.
fn skip_layer_norm(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let epsilon = node.get_attr_opt("epsilon")?.unwrap_or(1e-5);
    let mut inputs = optional_inputs(node).skip(3);
    let (shift, bias) = (inputs.next().flatten(), inputs.next().flatten());
    let [_, mean, inverse, sums] = has_outputs(node);
    let outputs = 1 + [mean, inverse, sums].into_iter().filter(|&has| has).count();
    wired("SkipLayerNormalization", outputs, &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        let mut sum = wiring.math("skip", add(), &x[..2])?;
        if let Some(bias) = bias {
            sum = wiring.math("skip.and.bias", add(), &[sum, x[bias]])?;
        }
        let axes = axes_from(wiring, sum, -1)?;
        let numbers = wiring.cast("x", f32::datum_type(), sum)?;
        let standardized = standardize(wiring, numbers, axes, epsilon)?;
        let y = wiring.cast("y", datum_type, standardized.numbers)?;
        let mut y = wiring.math("scaled", mul(), &[y, x[2]])?;
        if let Some(shift) = shift {
            y = wiring.math("shifted", add(), &[y, x[shift]])?;
        }
        let others = [
            (mean, standardized.mean),
            (inverse, standardized.inverse_deviation),
            (sums, sum),
        ];
        Ok(with_others(y, &others))
    })
}

fn rms_norm(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let axis = node.get_attr_opt("axis")?.unwrap_or(-1);
    let epsilon = node.get_attr_opt("epsilon")?.unwrap_or(1e-5);
    let bias = optional_inputs(node).nth(2).flatten();
    let [_, inverse] = has_outputs(node);
    wired("RMSNormalization", 1 + usize::from(inverse), &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        let axes = axes_from(wiring, x[0], axis)?;
        let numbers = wiring.cast("x", f32::datum_type(), x[0])?;
        let (rescaled, inverse_root) = rescale(wiring, numbers, axes, epsilon)?;
        let y = wiring.cast("y", datum_type, rescaled)?;
        let mut y = wiring.math("scaled", mul(), &[y, x[1]])?;
        if let Some(bias) = bias {
            y = wiring.math("shifted", add(), &[y, x[bias]])?;
        }
        Ok(with_others(y, &[(inverse, inverse_root)]))
    })
}

/// RMS normalization of a sum. The inputs are x, skip, scale and bias. The bias is ignored, as in onnxruntime.
/// The outputs are the outputs of [`skip_layer_norm`] without the mean.
fn skip_rms_norm(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let epsilon = node.get_attr_opt("epsilon")?.unwrap_or(1e-5);
    let [_, mean, inverse, sums] = has_outputs(node);
    ensure!(!mean, "a mean that is not taken");
    let outputs = 1 + usize::from(inverse) + usize::from(sums);
    wired("SkipSimplifiedLayerNormalization", outputs, &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        let sum = wiring.math("skip", add(), &x[..2])?;
        let axes = axes_from(wiring, sum, -1)?;
        let numbers = wiring.cast("x", f32::datum_type(), sum)?;
        let (rescaled, inverse_root) = rescale(wiring, numbers, axes, epsilon)?;
        let y = wiring.cast("y", datum_type, rescaled)?;
        let y = wiring.math("scaled", mul(), &[y, x[2]])?;
        Ok(with_others(y, &[(inverse, inverse_root), (sums, sum)]))
    })
}

/// Divides vectors by their L1 or L2 norm. Zero vectors stay zero.
fn lp_norm(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let axis: i64 = node.get_attr_opt("axis")?.unwrap_or(-1);
    let norm = match node.get_attr_opt::<i64>("p")?.unwrap_or(2) {
        1 => Reducer::L1,
        2 => Reducer::L2,
        p => bail!("p is {p}"),
    };
    wired("LpNormalization", 1, &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        let norm = wiring.expansion(Reduce::new(Some(vec![axis]), true, norm), x)?[0];
        let zero = wiring.number("zero", 0.0, datum_type)?;
        let one = wiring.number("one", 1.0, datum_type)?;
        let is_zero = wiring.math("is.zero", TypedBinOp(comp_eq(), None), &[norm, zero])?;
        let divisor = wiring.math("divisor", Iff, &[is_zero, one, norm])?;
        Ok(tvec!(wiring.math("unit", div(), &[x[0], divisor])?))
    })
}

/// For each of the first N outputs, returns whether the node has this output.
fn has_outputs<const N: usize>(node: &NodeProto) -> [bool; N] {
    let mut outputs = optional_outputs(node);
    std::array::from_fn(|_| outputs.next().flatten().is_some())
}

/// Returns the outputs of a node: `y`, followed by those of `others` that are marked with true.
fn with_others(y: OutletId, others: &[(bool, OutletId)]) -> TVec<OutletId> {
    let asked = others.iter().filter(|(is_asked, _)| *is_asked).map(|(_, other)| *other);
    std::iter::once(y).chain(asked).collect()
}
