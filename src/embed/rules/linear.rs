//! Products with constants.

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Slice;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::math::Add;
use tract_onnx::tract_core::ops::nn::gelu_exact::GeluExact;

use super::{Rule, along_last_axis, bytes, fits, is_plain, places, replace, with_constant};
use crate::embed::int8::Weights;
use crate::embed::operators::Linear;

/// A product of x, over its last axes, with constants that have no other axis of x.
pub fn linear(_: &(), model: &TypedModel, node: &TypedNode, _: &str, einsum: &EinSum) -> Rule {
    if !is_plain(einsum) || model.outlet_fact(node.id.into())?.datum_type != f32::datum_type() {
        return Ok(None);
    }
    for (x, w) in [(0, 1), (1, 0)] {
        let shape = &model.outlet_fact(node.inputs[w])?.shape;
        let Some(roles) = Roles::of(einsum, x, w, shape) else {
            continue;
        };
        let Some((numbers, steps)) = bytes::numbers(model, node.inputs[w])? else {
            continue;
        };
        let arranged = |tensor: Tensor| tensor.permute_axes(&roles.order);
        let numbers = arranged(numbers)?;
        let columns: TVec<usize> = numbers.shape()[roles.order.len() - roles.columns..].into();
        let n: usize = columns.iter().product();
        if n == 0 || numbers.len() == 0 {
            return Ok(None);
        }
        let k = numbers.len() / n;
        let numbers = numbers.try_as_plain_ram()?.as_slice::<f32>()?;
        let read = match steps {
            Some(steps) => Quantized::read(numbers, arranged(steps)?.try_as_plain_ram()?.as_slice::<f32>()?, n),
            None => None,
        };
        let quantized = read.unwrap_or_else(|| Quantized::round(numbers, n));
        let weights = fits!(Weights::pack(&quantized.weights, k, n));
        let linear = Linear::new(
            weights,
            quantized.input_scales,
            quantized.scales,
            roles.depth_axes,
            columns,
        );
        return replace(model, node, linear, &[node.inputs[x]]);
    }
    Ok(None)
}

/// What the axes of a product with constants are for.
struct Roles {
    /// The constant's axes of length 1, then those summed over, in x's order, then those of the result, in its order.
    order: Vec<usize>,
    depth_axes: usize,
    columns: usize,
}

impl Roles {
    /// `shape`: of the constant, the operand `w`.
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
}

/// weights[i][o]·input_scales[i]·scales[o], k×n.
struct Quantized {
    weights: Vec<i8>,
    input_scales: Vec<f32>,
    scales: Vec<f32>,
}

impl Quantized {
    /// Bytes as a file has them, where every step is the product of one scale a row and one a column.
    fn read(numbers: &[f32], steps: &[f32], n: usize) -> Option<Quantized> {
        let scales = &steps[..n];
        let reference = (0..n).max_by(|&a, &b| scales[a].total_cmp(&scales[b]))?;
        let input_scales: Vec<f32> = steps
            .chunks_exact(n)
            .map(|row| row[reference] / scales[reference])
            .collect();
        let near = |a: f32, b: f32| (a - b).abs() <= 1e-5 * a.abs();
        let mut weights = Vec::with_capacity(numbers.len());
        for ((row, steps), input_scale) in numbers.chunks_exact(n).zip(steps.chunks_exact(n)).zip(&input_scales) {
            for ((number, step), scale) in row.iter().zip(steps).zip(scales) {
                let weight = if *step == 0.0 { 0.0 } else { (number / step).round() };
                if !near(*step, input_scale * scale) || !near(weight * step, *number) || weight.abs() > 127.0 {
                    return None;
                }
                weights.push(weight as i8);
            }
        }
        Some(Quantized {
            weights,
            input_scales,
            scales: scales.to_vec(),
        })
    }

    /// Any numbers: the largest of each column becomes 127.
    fn round(numbers: &[f32], n: usize) -> Quantized {
        let mut scales = vec![0f32; n];
        for row in numbers.chunks_exact(n) {
            for (scale, number) in scales.iter_mut().zip(row) {
                *scale = scale.max(number.abs() / 127.0);
            }
        }
        let weight = |(number, &scale): (&f32, &f32)| if scale > 0.0 { (number / scale).round() as i8 } else { 0 };
        Quantized {
            weights: numbers
                .chunks_exact(n)
                .flat_map(|row| row.iter().zip(&scales).map(weight))
                .collect(),
            input_scales: vec![1.0; numbers.len() / n],
            scales,
        }
    }
}

/// Linear + constants along the outputs.
pub fn bias(_: &(), model: &TypedModel, node: &TypedNode, _: &str, op: &TypedBinOp) -> Rule {
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

/// GELU of Linear.
pub fn gelu(_: &(), model: &TypedModel, node: &TypedNode, _: &str, op: &ElementWiseOp) -> Rule {
    if !op.0.is::<GeluExact>() || op.1.is_some() {
        return Ok(None);
    }
    let before = model.node(node.inputs[0].node);
    let linear = fits!(before.op_as::<Linear>());
    fits!(model.single_succ(before.id)?);
    let linear = fits!(linear.with_gelu());
    replace(model, node, linear, &before.inputs)
}

/// Makes one Linear of those that read the same numbers alike, and slices of its outputs.
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
