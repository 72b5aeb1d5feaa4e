//! Recognizes multi-head attention in a graph, starting from the product of weights and values.

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Slice;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::change_axes::perm_to_ops;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::element_wise::ElementWiseOp;
use tract_onnx::tract_core::ops::logic::Iff;
use tract_onnx::tract_core::ops::math::{Add, IsNan, add};
use tract_onnx::tract_core::ops::nn::{Softmax, SoftmaxKind};

use super::{RuleResult, fits, is_plain, places, replace, scaled};
use crate::operators::{Attention, Heads};

/// The positions of batch, head, query and key among the axes of the scores. tract permutes the axes to suit the masks.
type AxisOrder = [usize; 4];

/// Axis pattern of the product q·kᵀ: the position of each index in q, in k and in the scores.
/// The axes of q and k are batch, token, head, element.
fn letters_of_scores([batch, head, query, key]: AxisOrder) -> [[Option<usize>; 3]; 5] {
    [
        [Some(0), Some(0), Some(batch)],
        [Some(2), Some(2), Some(head)],
        [Some(1), None, Some(query)],
        [None, Some(1), Some(key)],
        [Some(3), Some(3), None],
    ]
}

/// Axis pattern of the product weights·v: the position of each index in the weights, in v and in the result.
/// The axes of v and of the result are batch, token, head, element.
fn letters_of_attended([batch, head, query, key]: AxisOrder) -> [[Option<usize>; 3]; 5] {
    [
        [Some(batch), Some(0), Some(0)],
        [Some(head), Some(2), Some(2)],
        [Some(query), None, Some(1)],
        [Some(key), Some(1), None],
        [None, Some(3), Some(3)],
    ]
}

/// Replaces softmax(q·kᵀ·scale + masks)·v with the operator [`Attention`].
pub fn attention(_: &(), model: &TypedModel, node: &TypedNode, _: &str, einsum: &EinSum) -> RuleResult {
    for (shares, values) in [(0, 1), (1, 0)] {
        if !is_plain(einsum) || model.outlet_fact(node.inputs[shares])?.rank() != 4 {
            continue;
        }
        let softmax = model.node(unguarded(model, node.inputs[shares]).node);
        let Some(&Softmax {
            ref axes,
            kind: SoftmaxKind::Softmax,
            ..
        }) = softmax.op_as::<Softmax>()
        else {
            continue;
        };
        if let &[axis] = &**axes
            && let Some(scores) = scores(model, softmax.inputs[0], axis)?
            && has_letters(einsum, [shares, values], &letters_of_attended(scores.order))
        {
            return fuse(model, node, &scores, node.inputs[values]);
        }
    }
    Ok(None)
}

/// Skips a guard that replaces NaN weights with 0, which some exporters add for texts whose tokens are all masked.
/// The guard is not needed, because the encoder never runs texts whose tokens are all masked.
fn unguarded(model: &TypedModel, shares: OutletId) -> OutletId {
    let node = model.node(shares.node);
    if let (true, &[place, _, inner]) = (node.op_is::<Iff>(), &*node.inputs)
        && let test = model.node(place.node)
        && test.op_as::<ElementWiseOp>().is_some_and(|op| op.0.is::<IsNan>())
        && test.inputs[0] == inner
    {
        return inner;
    }
    shares
}

fn fuse(model: &TypedModel, node: &TypedNode, scores: &Scores, values: OutletId) -> RuleResult {
    let [queries, keys] = scores.operands;
    let (q, k, v) = (source(model, queries)?, source(model, keys)?, source(model, values)?);
    let (q, k, v) = (fits!(q), fits!(k), fits!(v));
    if q.heads != k.heads || q.heads != v.heads || v.scale != 1.0 {
        return Ok(None);
    }
    let attention = Attention {
        heads: q.heads,
        columns: [0; 3],
        scale: scores.scale * q.scale * k.scale,
        masked: !scores.masks.is_empty(),
    };
    let mut patch = TypedModelPatch::default();
    let mut inputs = patch.taps(model, &[q.outlet, k.outlet, v.outlet])?;
    let mut sum: Option<OutletId> = None;
    for (index, mask) in scores.masks.iter().enumerate() {
        let name = format!("{}.mask.{index}", node.name);
        let mask = match mask {
            Mask::Added(mask) => patch.tap_model(model, *mask)?,
            Mask::Filled { place, number } => {
                let place = patch.tap_model(model, *place)?;
                let number = patch.add_const(format!("{name}.number"), number.clone())?;
                let zero = patch.add_const(format!("{name}.zero"), Tensor::zero::<f32>(&[1; 4])?)?;
                patch.wire_node(&name, Iff, &[place, number, zero])?[0]
            }
        };
        let mut mask = mask;
        for (step, op) in perm_to_ops(&scores.order).into_iter().enumerate() {
            mask = patch.wire_node(format!("{name}.axes.{step}"), op, &[mask])?[0];
        }
        sum = Some(match sum {
            Some(sum) => patch.wire_node(format!("{name}.sum"), add(), &[mask, sum])?[0],
            None => mask,
        });
    }
    inputs.extend(sum);
    let output = patch.wire_node(&node.name, attention, &inputs)?;
    patch.shunt_outside(model, node.id.into(), output[0])?;
    Ok(Some(patch))
}

/// Fuses slices with the [`Attention`] that reads them: the new [`Attention`] reads columns of the unsliced tensors.
pub fn columns(_: &(), model: &TypedModel, node: &TypedNode, _: &str, attention: &Attention) -> RuleResult {
    let (mut attention, mut inputs) = (attention.clone(), node.inputs.clone());
    for (input, column) in inputs.iter_mut().zip(&mut attention.columns) {
        let holder = model.node(input.node);
        if let Some(slice) = holder.op_as::<Slice>()
            && slice.axis == 2
            && let Ok(start) = slice.start.to_usize()
        {
            *input = holder.inputs[0];
            *column += start;
        }
    }
    if inputs == node.inputs {
        return Ok(None);
    }
    replace(model, node, attention, &inputs)
}

/// Whether the axes of an Einstein sum match `pattern`. The operands `a` and `b` are input 0 or 1 of the sum.
/// An entry of `pattern` contains the position of one index in operand `a`, in operand `b` and in the result.
fn has_letters(einsum: &EinSum, [a, b]: [usize; 2], pattern: &[[Option<usize>; 3]]) -> bool {
    let places = places(einsum);
    is_plain(einsum)
        && places.len() == pattern.len()
        && places
            .iter()
            .all(|place| pattern.contains(&[place[a], place[b], place[2]]))
}

struct Scores {
    operands: [OutletId; 2],
    order: AxisOrder,
    scale: f32,
    /// Masks of the scaled scores, in order of application.
    masks: Vec<Mask>,
}

/// A mask that lowers or raises attention scores.
enum Mask {
    Added(OutletId),
    /// Replaces the scores with `number` where the boolean tensor `place` is true.
    /// Adding `number` to a score has the same effect as replacing the score, because `number` is below [`MASKED_SCORE`].
    Filled {
        place: OutletId,
        number: Arc<Tensor>,
    },
}

/// Upper bound for numbers that mask scores: softmax gives the weight 0 to a score plus a number below this bound.
const MASKED_SCORE: f32 = -9_999.0;

/// Traces attention scores back to the product that they come from. `keys` is the axis of the keys.
fn scores(model: &TypedModel, outlet: OutletId, keys: usize) -> TractResult<Option<Scores>> {
    let node = model.node(outlet.node);
    if let Some(einsum) = node.op_as::<EinSum>() {
        for slots in [[0, 1], [1, 0]] {
            let letter = |q, k| {
                places(einsum)
                    .iter()
                    .find(|place| (place[slots[0]], place[slots[1]]) == (q, k))?[2]
            };
            let order = [
                letter(Some(0), Some(0)),
                letter(Some(2), Some(2)),
                letter(Some(1), None),
                letter(None, Some(1)),
            ];
            if let [Some(batch), Some(head), Some(query), Some(key)] = order
                && key == keys
                && let order = [batch, head, query, key]
                && has_letters(einsum, slots, &letters_of_scores(order))
            {
                return Ok(Some(Scores {
                    operands: slots.map(|slot| node.inputs[slot]),
                    order,
                    scale: 1.0,
                    masks: vec![],
                }));
            }
        }
        return Ok(None);
    }
    if let Some((x, scale)) = scaled(model, node)? {
        let mut scores = fits!(scores(model, x, keys)?);
        scores.scale *= scale;
        return Ok(scores.masks.is_empty().then_some(scores));
    }
    if node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<Add>()) {
        for (inner, mask) in [(0, 1), (1, 0)] {
            let fact = model.outlet_fact(node.inputs[mask])?;
            if fact.rank() == 4
                && fact.datum_type == f32::datum_type()
                && let Some(mut scores) = scores(model, node.inputs[inner], keys)?
            {
                scores.masks.push(Mask::Added(node.inputs[mask]));
                return Ok(Some(scores));
            }
        }
    }
    if let (true, &[place, number, inner]) = (node.op_is::<Iff>(), &*node.inputs)
        && let Some(number) = model.outlet_fact(number)?.konst.clone()
        && number.len() == 1
        && number.rank() == 4
        && number.datum_type() == f32::datum_type()
        && number.cast_to_scalar::<f32>()? < MASKED_SCORE
        && let Some(mut scores) = scores(model, inner, keys)?
    {
        scores.masks.push(Mask::Filled { place, number });
        return Ok(Some(scores));
    }
    Ok(None)
}

struct Source {
    /// The outlet of a tensor with queries, keys or values, which has the shape batch×length×width.
    outlet: OutletId,
    heads: Heads,
    scale: f32,
}

fn source(model: &TypedModel, outlet: OutletId) -> TractResult<Option<Source>> {
    let (outlet, after) = unscaled(model, outlet)?;
    let split = model.node(outlet.node);
    let Some(AxisOp::Reshape(2, from, to)) = split.op_as::<AxisOp>() else {
        return Ok(None);
    };
    let ([_], [count, width]) = (&**from, &**to) else {
        return Ok(None);
    };
    let (Ok(count), Ok(width)) = (count.to_usize(), width.to_usize()) else {
        return Ok(None);
    };
    let (outlet, before) = unscaled(model, split.inputs[0])?;
    let fact = model.outlet_fact(outlet)?;
    Ok(
        (fact.rank() == 3 && fact.datum_type == f32::datum_type()).then_some(Source {
            outlet,
            heads: Heads { count, width },
            scale: before * after,
        }),
    )
}

/// Splits a product with a scalar constant into the other factor and the scalar.
/// If the value is not a product with a scalar constant, returns the value itself and the factor 1.
fn unscaled(model: &TypedModel, outlet: OutletId) -> TractResult<(OutletId, f32)> {
    Ok(scaled(model, model.node(outlet.node))?.unwrap_or((outlet, 1.0)))
}
