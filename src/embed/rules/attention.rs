//! Multi-head attention, from its second product back.

use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Slice;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::math::Add;
use tract_onnx::tract_core::ops::nn::{Softmax, SoftmaxKind};

use super::{Rule, fits, is_plain, places, replace, scaled};
use crate::embed::operators::{Attention, Heads};

/// Letters of q·kᵀ: q and k are batch, token, head, number; the scores batch, head, query, key.
const SCORES: [[Option<usize>; 3]; 5] = [
    [Some(0), Some(0), Some(0)],
    [Some(2), Some(2), Some(1)],
    [Some(1), None, Some(2)],
    [None, Some(1), Some(3)],
    [Some(3), Some(3), None],
];

/// Letters of shares·v: the result is batch, token, head, number.
const ATTENDED: [[Option<usize>; 3]; 5] = [
    [Some(0), Some(0), Some(0)],
    [Some(1), Some(2), Some(2)],
    [Some(2), None, Some(1)],
    [Some(3), Some(1), None],
    [None, Some(3), Some(3)],
];

/// softmax(q·kᵀ·scale + mask)·v.
pub fn attention(_: &(), model: &TypedModel, node: &TypedNode, _: &str, einsum: &EinSum) -> Rule {
    let [shares, values] = fits!(operands(node, einsum, &ATTENDED));
    let softmax = model.node(shares.node);
    if !softmax
        .op_as::<Softmax>()
        .is_some_and(|op| *op.axes == [3] && matches!(op.kind, SoftmaxKind::Softmax))
    {
        return Ok(None);
    }
    let (product, scale, mask) = fits!(scores(model, softmax.inputs[0])?);
    let op = fits!(product.op_as::<EinSum>());
    let [queries, keys] = fits!(operands(product, op, &SCORES));
    let sources = [queries, keys, values].map(|outlet| source(model, outlet));
    let [
        Some((q, q_column, heads)),
        Some((k, k_column, of_keys)),
        Some((v, v_column, of_values)),
    ] = sources
    else {
        return Ok(None);
    };
    if heads != of_keys || heads != of_values {
        return Ok(None);
    }
    let attention = Attention {
        heads,
        columns: [q_column, k_column, v_column],
        scale,
        masked: mask.is_some(),
    };
    let inputs: Vec<OutletId> = [q, k, v].into_iter().chain(mask).collect();
    replace(model, node, attention, &inputs)
}

/// The operands of a product whose letters stand as in `pattern`, in the pattern's order.
fn operands(node: &TypedNode, einsum: &EinSum, pattern: &[[Option<usize>; 3]]) -> Option<[OutletId; 2]> {
    let mut places = places(einsum);
    if !is_plain(einsum) || places.len() != pattern.len() {
        return None;
    }
    let &[a, b] = &*node.inputs else { return None };
    if pattern.iter().all(|letter| places.contains(letter)) {
        return Some([a, b]);
    }
    places
        .iter_mut()
        .for_each(|[first, second, _]| std::mem::swap(first, second));
    pattern.iter().all(|letter| places.contains(letter)).then_some([b, a])
}

type Scores<'a> = Option<(&'a TypedNode, f32, Option<OutletId>)>;

/// The product that scores come from, what it is multiplied by, and what is then added.
fn scores(model: &TypedModel, outlet: OutletId) -> TractResult<Scores<'_>> {
    let node = model.node(outlet.node);
    if let Some((product, scale)) = product(model, outlet)? {
        return Ok(Some((product, scale, None)));
    }
    if node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<Add>()) {
        for (scores, mask) in [(0, 1), (1, 0)] {
            let fact = model.outlet_fact(node.inputs[mask])?;
            if fact.rank() == 4
                && fact.datum_type == f32::datum_type()
                && let Some((product, scale)) = product(model, node.inputs[scores])?
            {
                return Ok(Some((product, scale, Some(node.inputs[mask]))));
            }
        }
    }
    Ok(None)
}

/// A product, and the number that it is multiplied by.
fn product(model: &TypedModel, outlet: OutletId) -> TractResult<Option<(&TypedNode, f32)>> {
    let node = model.node(outlet.node);
    if node.op_is::<EinSum>() {
        return Ok(Some((node, 1.0)));
    }
    let (x, scale) = fits!(scaled(model, node)?);
    let before = model.node(x.node);
    Ok(before.op_is::<EinSum>().then_some((before, scale)))
}

/// What holds the numbers of heads, batch×length×width, the first column of them, and how they are shared out.
fn source(model: &TypedModel, outlet: OutletId) -> Option<(OutletId, usize, Heads)> {
    let split = model.node(outlet.node);
    let AxisOp::Reshape(2, from, to) = split.op_as::<AxisOp>()? else {
        return None;
    };
    let ([_], [count, width]) = (&**from, &**to) else {
        return None;
    };
    let heads = Heads {
        count: count.to_usize().ok()?,
        width: width.to_usize().ok()?,
    };
    let holder = split.inputs[0];
    let is_f32 = |outlet| {
        model
            .outlet_fact(outlet)
            .is_ok_and(|fact| fact.rank() == 3 && fact.datum_type == f32::datum_type())
    };
    if let Some(slice) = model.node(holder.node).op_as::<Slice>()
        && slice.axis == 2
        && is_f32(model.node(holder.node).inputs[0])
    {
        return Some((model.node(holder.node).inputs[0], slice.start.to_usize().ok()?, heads));
    }
    is_f32(holder).then_some((holder, 0, heads))
}
