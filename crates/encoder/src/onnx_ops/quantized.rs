//! ONNX operators on numbers of at most 8 bits.
//! DequantizeLinear is not in this module, because [`keep_bytes`](crate::rewrites::keep_bytes) registers that operator.

use tract_onnx::model::{OnnxOpRegister, ParsingContext, optional_inputs};
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::cast::cast;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::math::{add, div, max, min, neg, round_half_to_even, sub};
use tract_onnx::tract_core::ops::nn::{Reduce, Reducer};
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::quant::{quantize_linear_i8, quantize_linear_u8};

use super::Parsed;
use super::composite_ops::{Wiring, wired};

pub fn insert(register: &mut OnnxOpRegister) {
    register.insert("QuantizeLinear", quantize_linear);
    register.insert("DynamicQuantizeLinear", |_, _| {
        wired("DynamicQuantizeLinear", 3, &[], dynamic_quantize_linear)
    });
    register.insert("MatMulInteger", mat_mul_integer);
    register.insert("MatMulNBits", mat_mul_bits);
}

/// Computes round(x/scale) + zero, saturated to the range of the zero point's type.
/// Scale and zero point are scalars or have one element for each index of an axis.
fn quantize_linear(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let block_size = node.get_attr_opt::<i64>("block_size")?.unwrap_or(0);
    ensure!(block_size == 0, "blocks are not supported");
    let axis: i64 = node.get_attr_opt("axis")?.unwrap_or(1);
    let zero = optional_inputs(node).nth(2).flatten();
    let constants: Vec<usize> = [Some(1), zero].into_iter().flatten().collect();
    wired("QuantizeLinear", 1, &constants, move |wiring, x| {
        let scale = wiring.known(x[1])?;
        let zero = match zero {
            Some(zero) => wiring.known(x[zero])?,
            None => rctensor0(0u8),
        };
        let to = zero.datum_type();
        let is_u8 = to == u8::datum_type();
        ensure!(is_u8 || to == i8::datum_type(), "bytes of the type {to:?}");
        if scale.len() == 1 && zero.len() == 1 {
            let inverse = scale.cast_to_scalar::<f32>()?.recip();
            let operator = if is_u8 {
                quantize_linear_u8(inverse, zero.cast_to_scalar()?)
            } else {
                quantize_linear_i8(inverse, zero.cast_to_scalar()?)
            };
            return wiring.nodes("quantize", operator, &x[..1]);
        }
        let rank = wiring.rank(x[0])?;
        let axis = wiring.axis(x[0], axis)?;
        let along_axis = |numbers: &Tensor| {
            let mut shape = tvec![1; rank];
            shape[axis] = numbers.len();
            numbers.cast_to::<f32>()?.into_owned().into_shape(&shape)
        };
        let scale = wiring.constant("scale", along_axis(&scale)?)?;
        let zero = wiring.constant("zero", along_axis(&zero)?)?;
        let range = if is_u8 { [0.0, 255.0] } else { [-128.0, 127.0] };
        let numbers = wiring.cast("x", f32::datum_type(), x[0])?;
        let steps = wiring.math("steps", div(), &[numbers, scale])?;
        Ok(tvec!(round(wiring, "bytes", steps, zero, range, to)?))
    })
}

/// Rounds `steps`, adds `zero`, and clamps the sums to the range from `low` to `high` of the type `to`.
fn round(
    wiring: &mut Wiring,
    label: &str,
    steps: OutletId,
    zero: OutletId,
    [low, high]: [f32; 2],
    to: DatumType,
) -> TractResult<OutletId> {
    let low = wiring.number("low", low, f32::datum_type())?;
    let high = wiring.number("high", high, f32::datum_type())?;
    let steps = wiring.node(&format!("{label}.round"), round_half_to_even(), &[steps])?;
    let steps = wiring.math(&format!("{label}.add"), add(), &[steps, zero])?;
    let steps = wiring.math(&format!("{label}.max"), max(), &[steps, low])?;
    let steps = wiring.math(&format!("{label}.min"), min(), &[steps, high])?;
    wiring.node(label, cast(to), &[steps])
}

/// Returns quantized bytes, their scale and their zero point, derived from the minimum and maximum of x and 0.
fn dynamic_quantize_linear(wiring: &mut Wiring, x: &[OutletId]) -> TractResult<TVec<OutletId>> {
    let rank = wiring.rank(x[0])?;
    let axes: TVec<usize> = (0..rank).collect();
    let numbers = wiring.cast("x", f32::datum_type(), x[0])?;
    let none = wiring.number("none", 0.0, f32::datum_type())?;
    let mut ends = tvec!();
    for (label, reducer) in [("smallest", Reducer::Min), ("largest", Reducer::Max)] {
        let mut end = wiring.node(label, Reduce::new(axes.clone(), reducer), &[numbers])?;
        for axis in (0..rank).rev() {
            end = wiring.node(&format!("{label}.{axis}"), AxisOp::Rm(axis), &[end])?;
        }
        let with_none = if label == "smallest" { min() } else { max() };
        ends.push(wiring.node(&format!("{label}.or.none"), with_none, &[end, none])?);
    }
    let range = wiring.node("range", sub(), &[ends[1], ends[0]])?;
    let steps = wiring.number("steps", 255.0, f32::datum_type())?;
    let scale = wiring.node("scale", div(), &[range, steps])?;
    let below = wiring.node("below", neg(), &[ends[0]])?;
    let below = wiring.node("below.in.steps", div(), &[below, scale])?;
    let byte = u8::datum_type();
    let zero = round(wiring, "zero", below, none, [0.0, 255.0], byte)?;
    let zero_as_float = wiring.node("zero.as.float", cast(f32::datum_type()), &[zero])?;
    let in_steps = wiring.math("x.in.steps", div(), &[numbers, scale])?;
    let bytes = round(wiring, "bytes", in_steps, zero_as_float, [0.0, 255.0], byte)?;
    Ok(tvec!(bytes, scale, zero))
}

/// Computes (A − zero)·(B − zero) in 32-bit integers.
/// A zero point is a scalar, or has one element for each row of A or column of B.
fn mat_mul_integer(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let mut zeros = optional_inputs(node).skip(2);
    let zeros = [zeros.next().flatten(), zeros.next().flatten()];
    wired("MatMulInteger", 1, &[], move |wiring, x| {
        let rank = wiring.rank(x[0])?.max(wiring.rank(x[1])?);
        let mut operands = tvec!();
        for (slot, label) in ["a", "b"].into_iter().enumerate() {
            let mut operand = x[slot];
            for axis in wiring.rank(operand)?..rank {
                operand = wiring.node(&format!("{label}.{axis}"), AxisOp::Add(0), &[operand])?;
            }
            operands.push(operand);
        }
        let whole = |wiring: &mut Wiring, label: &str| wiring.constant(label, tensor0(0i32));
        let one = |wiring: &mut Wiring, label: &str| wiring.constant(label, tensor0(1f32));
        operands.push(whole(wiring, "bias")?);
        for (zero, label) in zeros.into_iter().zip(["a", "b"]) {
            operands.push(match zero {
                Some(zero) => x[zero],
                None => whole(wiring, &format!("{label}.zero"))?,
            });
            operands.push(one(wiring, &format!("{label}.scale"))?);
        }
        operands.push(whole(wiring, "c.zero")?);
        operands.push(one(wiring, "c.scale")?);
        let ranks: Vec<usize> = operands.iter().map(|&x| wiring.rank(x)).collect::<TractResult<_>>()?;
        let mut axes = AxesMapping::disconnected_for_ranks(&ranks, &ranks[..1])?
            .renaming((InOut::In(0), rank - 2), 'm')?
            .linking('m', (InOut::Out(0), rank - 2))?
            .renaming((InOut::In(1), rank - 1), 'n')?
            .linking('n', (InOut::Out(0), rank - 1))?
            .renaming((InOut::In(0), rank - 1), 'k')?
            .linking('k', (InOut::In(1), rank - 2))?;
        for axis in 0..rank - 2 {
            axes = axes
                .linking((InOut::In(0), axis), (InOut::In(1), axis))?
                .linking((InOut::In(0), axis), (InOut::Out(0), axis))?;
        }
        for (slot, letter) in [(3, 'm'), (5, 'n')] {
            if ranks[slot] == 1 {
                axes = axes.linking(letter, (InOut::In(slot), 0))?;
            }
        }
        let product = EinSum {
            axes,
            operating_dt: i32::datum_type(),
            q_params: Some(i32::datum_type()),
        };
        wiring.nodes("product", product, &operands)
    })
}

/// Computes A·Wᵀ. W has the shape n×k and 4-bit or 2-bit weights. Each block of a row has a scale and a zero point.
///
/// tract's operator keeps 4-bit and 2-bit weights packed and rounds their scales to 16 bits.
/// In this crate's operator, the weights become 32-bit floats, which the [rewrites](crate::rewrites) quantize to int8.
fn mat_mul_bits(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let k: usize = node.get_attr("K")?;
    let n: usize = node.get_attr("N")?;
    let bits: usize = node.get_attr_opt("bits")?.unwrap_or(4);
    let block: usize = node.get_attr("block_size")?;
    ensure!(bits == 4 || bits == 2, "weights of {bits} bits");
    ensure!(block > 0, "blocks of no weights");
    let mut inputs = optional_inputs(node).skip(3);
    let [zeros, order, bias] = std::array::from_fn(|_| inputs.next().flatten());
    ensure!(order.is_none(), "weights in an order of their own (g_idx)");
    let constants: Vec<usize> = [Some(1), Some(2), zeros].into_iter().flatten().collect();
    wired("MatMulNBits", 1, &constants, move |wiring, x| {
        let (blocks, in_byte) = (k.div_ceil(block), 8 / bits);
        let bytes = wiring.known(x[1])?;
        let bytes = bytes.try_as_plain_ram()?;
        let scales = wiring.known(x[2])?;
        let scales = scales.cast_to::<f32>()?;
        let scales = scales.try_as_plain_ram()?;
        let zeros = zeros.map(|zeros| wiring.known(x[zeros])).transpose()?;
        let zeros = zeros.as_ref().map(|zeros| zeros.try_as_plain_ram()).transpose()?;
        let (bytes, scales) = (bytes.as_slice::<u8>()?, scales.as_slice::<f32>()?);
        let zeros = zeros.as_ref().map(|zeros| zeros.as_slice::<u8>()).transpose()?;
        let (row_bytes, row_zeros) = (blocks * block.div_ceil(in_byte), blocks.div_ceil(in_byte));
        ensure!(
            bytes.len() == n * row_bytes
                && scales.len() == n * blocks
                && zeros.is_none_or(|zeros| zeros.len() == n * row_zeros),
            "{} bytes and {} scales for {n}×{k} weights",
            bytes.len(),
            scales.len()
        );
        let part = |bytes: &[u8], at: usize| (bytes[at / in_byte] >> (bits * (at % in_byte))) & ((1 << bits) - 1);
        let middle = 1 << (bits - 1);
        let mut weights = Vec::with_capacity(n * k);
        for row in 0..n {
            let bytes = &bytes[row * row_bytes..][..row_bytes];
            for at in 0..blocks {
                let zero = zeros.map_or(middle, |zeros| part(&zeros[row * row_zeros..], at));
                let scale = scales[row * blocks + at];
                let bytes = &bytes[at * block.div_ceil(in_byte)..];
                let count = block.min(k - at * block);
                weights.extend((0..count).map(|at| (f32::from(part(bytes, at)) - f32::from(zero)) * scale));
            }
        }
        let weights = wiring.constant("weights", Tensor::from_shape(&[n, k], &weights)?)?;
        let a = wiring.cast("a", f32::datum_type(), x[0])?;
        let rows: String = ('a'..='j').take(wiring.rank(a)? - 1).collect();
        let axes: AxesMapping = format!("{rows}k,nk->{rows}n").parse()?;
        let product = wiring.node("product", EinSum::new(axes, f32::datum_type()), &[a, weights])?;
        let mut y = wiring.cast("y", wiring.datum_type(x[0])?, product)?;
        if let Some(bias) = bias {
            y = wiring.math("sum", add(), &[y, x[bias]])?;
        }
        Ok(tvec!(y))
    })
}
