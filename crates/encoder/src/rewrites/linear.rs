//! Replaces each product of a value and a constant with a linear layer.

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Slice;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::math::Add;
use tract_onnx::tract_core::ops::nn::gelu_exact::GeluExact;

use super::quantized_constants::{self, Constants, ScaledConstant};
use super::{RuleResult, along_last_axis, fits, is_plain, places, replace, with_constant};
use crate::int8::Weights;
use crate::operators::Linear;

/// Replaces a product of x and a constant, summed over the last axes of x, with a linear layer.
/// The constant must have no other axis in common with x, except axes of length 1.
pub fn linear(_: &(), model: &TypedModel, node: &TypedNode, _: &str, einsum: &EinSum) -> RuleResult {
    if !is_plain(einsum) || model.outlet_fact(node.id.into())?.datum_type != f32::datum_type() {
        return Ok(None);
    }
    for (x, w) in [(0, 1), (1, 0)] {
        let shape = &model.outlet_fact(node.inputs[w])?.shape;
        let Some(roles) = Roles::of(einsum, x, w, shape) else {
            continue;
        };
        let Some(constants) = quantized_constants::constants(model, node.inputs[w])? else {
            continue;
        };
        let quantized = match constants {
            Constants::Numbers(numbers) => Quantized::round(&numbers.permute_axes(&roles.order)?, &roles)?,
            Constants::Bytes(bytes) => {
                let bytes = bytes.permute(&roles.order)?;
                match Quantized::read(&bytes, &roles)? {
                    Some(quantized) => quantized,
                    None => Quantized::round(&bytes.unfolded()?, &roles)?,
                }
            }
        };
        let (k, n) = (quantized.input_scales.len(), quantized.scales.len());
        if k == 0 || n == 0 {
            return Ok(None);
        }
        let weights = fits!(Weights::pack(&quantized.weights, k, n));
        let linear = Linear::new(
            weights,
            quantized.input_scales,
            quantized.scales,
            roles.depth_axes,
            quantized.columns,
        );
        return replace(model, node, linear, &[node.inputs[x]]);
    }
    Ok(None)
}

struct Roles {
    /// The order of the constant's axes: axes of length 1, then summed axes, then other axes.
    /// The summed axes have the order of x, and the other axes have the order of the result.
    order: Vec<usize>,
    depth_axes: usize,
    columns: usize,
}

impl Roles {
    /// Determines which axes of the constant operand are summed and which axes become columns of the result.
    /// `w` and `x` are the indices of the constant and of the other operand. `shape` is the shape of the constant.
    fn of(einsum: &EinSum, x: usize, w: usize, shape: &ShapeFact) -> Option<Roles> {
        let (mut units, mut depth, mut columns, mut rows) = (vec![], vec![], vec![], vec![]);
        for place in places(einsum) {
            match (place[x], place[w], place[2]) {
                (Some(a), Some(b), Some(c)) if shape[b].is_one() => {
                    units.push(b);
                    rows.push((c, a));
                }
                (Some(a), None, Some(c)) => rows.push((c, a)),
                (None, Some(b), Some(c)) => columns.push((c, b)),
                (Some(a), Some(b), None) => depth.push((a, b)),
                _ => return None,
            }
        }
        depth.sort_unstable();
        columns.sort_unstable();
        let n_rows = rows.len();
        let in_place = rows.iter().all(|&(c, a)| c == a && a < n_rows)
            && depth.iter().enumerate().all(|(i, &(a, _))| a == n_rows + i)
            && columns.iter().enumerate().all(|(i, &(c, _))| c == n_rows + i);
        (in_place && !depth.is_empty() && !columns.is_empty()).then(|| Roles {
            depth_axes: depth.len(),
            columns: columns.len(),
            order: units
                .into_iter()
                .chain(depth.into_iter().map(|(_, b)| b))
                .chain(columns.into_iter().map(|(_, b)| b))
                .collect(),
        })
    }

    /// Splits a constant's shape into the lengths of the input axes and the lengths of the column axes.
    /// The input axes include axes of length 1. The axes of the constant must be in the order `Roles::order`.
    fn split<'a>(&self, shape: &'a [usize]) -> (&'a [usize], &'a [usize]) {
        shape.split_at(shape.len() - self.columns)
    }
}

/// Quantized weights of a k×n matrix, which represent `weights[i][o] * input_scales[i] * scales[o]`.
struct Quantized {
    weights: Vec<i8>,
    input_scales: Vec<f32>,
    scales: Vec<f32>,
    /// Lengths of the column axes in the result.
    columns: TVec<usize>,
}

impl Quantized {
    /// Uses the quantized values of a constant as weights. The axes of the constant are in the order `Roles::order`.
    /// Returns `None` if a factor varies along both inputs and outputs.
    /// Also returns `None` if a value minus its zero point does not fit into `i8`.
    fn read(bytes: &ScaledConstant, roles: &Roles) -> TractResult<Option<Quantized>> {
        let (inputs, columns) = roles.split(bytes.values.shape());
        let (k, n) = (inputs.iter().product(), columns.iter().product());
        let mut weights: Vec<i8> = Vec::with_capacity(k * n);
        let zero = bytes.zero.cast_to::<i32>()?;
        let is_zero = zero
            .try_as_plain_ram()?
            .as_slice::<i32>()?
            .iter()
            .all(|&zero| zero == 0);
        match bytes.values.datum_type() {
            DatumType::I8 if is_zero => weights.extend(bytes.values.try_as_plain_ram()?.as_slice::<i8>()?),
            DatumType::I8 | DatumType::U8 => {
                let zero = zero.broadcast_to_shape(bytes.values.shape())?;
                let zero = zero.try_as_plain_ram()?.as_slice::<i32>()?;
                let values = bytes.values.cast_to::<i32>()?;
                let values = values.try_as_plain_ram()?.as_slice::<i32>()?;
                for (value, zero) in values.iter().zip(zero) {
                    weights.push(fits!(i8::try_from(value - zero).ok()));
                }
            }
            _ => return Ok(None),
        }
        let (mut input_scales, mut scales) = (vec![1.0; k], vec![1.0; n]);
        for factor in &bytes.factors {
            let (of_inputs, of_columns) = roles.split(factor.shape());
            let is_one = |shape: &[usize]| shape.iter().all(|&length| length == 1);
            let (all, shape) = if is_one(of_inputs) {
                (&mut scales, columns)
            } else if is_one(of_columns) {
                (&mut input_scales, inputs)
            } else {
                return Ok(None);
            };
            let axes = if is_one(of_inputs) { of_columns } else { of_inputs };
            let factor = factor.clone().into_shape(axes)?.broadcast_to_shape(shape)?;
            let factor = factor.try_as_plain_ram()?.as_slice::<f32>()?;
            all.iter_mut().zip(factor).for_each(|(all, factor)| *all *= factor);
        }
        Ok(Some(Quantized {
            weights,
            input_scales,
            scales,
            columns: columns.into(),
        }))
    }

    /// Quantizes the numbers of a constant, whose axes are in the order `Roles::order`.
    /// The largest magnitude of each column becomes 127.
    fn round(numbers: &Tensor, roles: &Roles) -> TractResult<Quantized> {
        let (inputs, columns) = roles.split(numbers.shape());
        let (k, n) = (inputs.iter().product(), columns.iter().product::<usize>());
        let numbers = numbers.try_as_plain_ram()?.as_slice::<f32>()?;
        let rows = || numbers.chunks_exact(n.max(1));
        let mut scales = vec![0f32; n];
        for row in rows() {
            for (scale, number) in scales.iter_mut().zip(row) {
                *scale = scale.max(number.abs() / 127.0);
            }
        }
        let weight = |(number, &scale): (&f32, &f32)| if scale > 0.0 { (number / scale).round() as i8 } else { 0 };
        Ok(Quantized {
            weights: rows().flat_map(|row| row.iter().zip(&scales).map(weight)).collect(),
            input_scales: vec![1.0; k],
            scales,
            columns: columns.into(),
        })
    }
}

/// Fuses a Linear operator with constant biases that are added to its outputs.
pub fn bias(_: &(), model: &TypedModel, node: &TypedNode, _: &str, op: &TypedBinOp) -> RuleResult {
    if !op.0.is::<Add>() {
        return Ok(None);
    }
    let (x, constant) = fits!(with_constant(model, node)?);
    let before = model.node(x.node);
    let linear = fits!(before.op_as::<Linear>());
    let biases = fits!(along_last_axis(&constant, linear.outputs())?);
    fits!(model.single_succ(before.id)?);
    if model.outlet_fact(node.id.into())?.shape != model.outlet_fact(x)?.shape {
        return Ok(None);
    }
    let linear = fits!(linear.with_biases(&biases));
    replace(model, node, linear, &before.inputs)
}

/// Fuses a Linear operator with a GELU operator that follows.
pub fn gelu(_: &(), model: &TypedModel, node: &TypedNode, _: &str, op: &ElementWiseOp) -> RuleResult {
    if !op.0.is::<GeluExact>() || op.1.is_some() {
        return Ok(None);
    }
    let before = model.node(node.inputs[0].node);
    let linear = fits!(before.op_as::<Linear>());
    fits!(model.single_succ(before.id)?);
    let linear = fits!(linear.with_gelu());
    replace(model, node, linear, &before.inputs)
}

/// Merges Linear operators with the same input and the same input scales into one, followed by slices of its outputs.
pub fn merge_siblings(model: &mut TypedModel) -> TractResult<()> {
    for id in model.eval_order()? {
        for slot in 0..model.node(id).outputs.len() {
            let source = OutletId::new(id, slot);
            let successors = &model.node(id).outputs[slot].successors;
            let mut readers: Vec<usize> = successors.iter().map(|inlet| inlet.node).collect();
            readers.sort_unstable();
            readers.dedup();
            let linear = |&id: &usize| model.node(id).op_as::<Linear>();
            let Some(first) = readers.iter().find_map(linear) else {
                continue;
            };
            readers.retain(|reader| linear(reader).is_some_and(|linear| linear.is_sibling(first)));
            if readers.len() < 2 {
                continue;
            }
            let siblings: Vec<&Linear> = readers.iter().filter_map(linear).collect();
            let mut patch = TypedModelPatch::default();
            let x = patch.tap_model(model, source)?;
            let name = &model.node(readers[0]).name;
            let merged = patch.wire_node(format!("{name}.siblings"), Linear::merged(&siblings), &[x])?[0];
            let axis = patch.outlet_fact(merged)?.rank() - 1;
            let mut begin = 0;
            for (&reader, linear) in readers.iter().zip(siblings) {
                let end = begin + linear.outputs();
                let slice = Slice::new(axis, begin, end);
                let output = patch.wire_node(&model.node(reader).name, slice, &[merged])?;
                patch.shunt_outside(model, reader.into(), output[0])?;
                begin = end;
            }
            patch.apply(model)?;
        }
    }
    model.compact()
}
