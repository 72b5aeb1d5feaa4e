//! The ONNX `Attention` operator, which opset 23 introduced.
//! In models with an older opset, attention consists of several operators.

use tract_onnx::model::{ParsingContext, optional_inputs};
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::logic::Iff;
use tract_onnx::tract_hir::internal::*;

use super::Parsed;
use super::composite_ops::{Wiring, wired};
use crate::operators::{Attention, Heads};

/// Converts ONNX attention, softmax(q·kᵀ·scale + mask)·v for each head, to this crate's operator.
///
/// The inputs are `f32` queries, keys and values, and optionally a mask.
/// The shape of queries, keys and values is batch×heads×length×width or batch×length×(heads·width).
/// The shape of the mask broadcasts to batch×heads×length×length.
/// The mask is boolean (true: the query attends to the key), or consists of numbers that are added to the attention scores.
/// Features that only decoders need are rejected: cached keys, shared key heads and causal masks.
pub fn attention(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let is_set = |name| Ok::<_, TractError>(node.get_attr_opt::<i64>(name)?.unwrap_or(0) != 0);
    ensure!(
        !is_set("is_causal")?,
        "attention to earlier tokens alone (is_causal) is not supported"
    );
    ensure!(
        node.get_attr_opt::<f32>("softcap")?.unwrap_or(0.0) == 0.0,
        "capped scores (softcap) are not supported"
    );
    let is_used = |names: &[String]| names.iter().any(|name| !name.is_empty());
    ensure!(
        !is_used(node.input.get(4..).unwrap_or_default()),
        "keys and values of earlier runs are not supported"
    );
    ensure!(
        !is_used(node.output.get(1..).unwrap_or_default()),
        "keys, values or scores as outputs are not supported"
    );
    let heads = |name| node.get_attr_opt::<usize>(name);
    let heads = [heads("q_num_heads")?, heads("kv_num_heads")?, heads("kv_num_heads")?];
    let scale: Option<f32> = node.get_attr_opt("scale")?;
    let mask = optional_inputs(node).nth(3).flatten();
    wired("Attention", 1, &[], move |wiring, x| {
        ensure!(x.len() >= 3, "{} inputs", x.len());
        let rank = wiring.rank(x[0])?;
        let mut inputs = tvec!();
        let mut shares: TVec<Heads> = tvec!();
        for ((label, &input), heads) in ["queries", "keys", "values"].into_iter().zip(x).zip(heads) {
            ensure!(wiring.rank(input)? == rank, "{label} of another rank than queries");
            let (tokens, heads) = tokens(wiring, label, input, heads)?;
            inputs.push(tokens);
            shares.push(heads);
        }
        let heads = shares[0];
        ensure!(
            shares.iter().all(|&other| other == heads),
            "heads of queries, keys and values are not alike: {shares:?}"
        );
        let shape = |&input: &OutletId| Ok(wiring.fact(input)?.shape.to_tvec());
        let shapes: Vec<TVec<TDim>> = inputs.iter().map(shape).collect::<TractResult<_>>()?;
        ensure!(
            shapes.iter().all(|shape| shape[..2] == shapes[0][..2]),
            "queries, keys and values are not of the same tokens: {shapes:?}"
        );
        if let Some(mask) = mask {
            inputs.push(added(wiring, x[mask], &shapes[0][1])?);
        }
        let attention = Attention {
            heads,
            columns: [0; 3],
            scale: scale.unwrap_or_else(|| (heads.width as f32).sqrt().recip()),
            masked: mask.is_some(),
        };
        let y = wiring.node("heads", attention, &inputs)?;
        if rank == 4 {
            return wiring.nodes("y", AxisOp::Move(2, 1), &[y]);
        }
        wiring.nodes("y", heads.joined(), &[y])
    })
}

/// Converts an input to the shape batch×length×(heads·width) and returns the number and width of its heads.
fn tokens(wiring: &mut Wiring, label: &str, x: OutletId, heads: Option<usize>) -> TractResult<(OutletId, Heads)> {
    let fact = wiring.fact(x)?;
    ensure!(fact.datum_type == f32::datum_type(), "{label} of {:?}", fact.datum_type);
    let length = |axis: usize| {
        fact.shape[axis]
            .to_usize()
            .with_context(|| format!("{label} of {fact:?}"))
    };
    match fact.rank() {
        3 => {
            let (count, all) = (heads.context("no number of heads")?, length(2)?);
            ensure!(
                count > 0 && all.is_multiple_of(count),
                "{label} of {all} columns for {count} heads"
            );
            Ok((
                x,
                Heads {
                    count,
                    width: all / count,
                },
            ))
        }
        4 => {
            let heads = Heads {
                count: length(1)?,
                width: length(3)?,
            };
            let moved = wiring.node(&format!("{label}.moved"), AxisOp::Move(1, 2), &[x])?;
            Ok((wiring.node(label, heads.joined(), &[moved])?, heads))
        }
        rank => bail!("{label} of {rank} axes"),
    }
}

/// Converts an attention mask to rank 4 and to numbers that are added to the scores.
fn added(wiring: &mut Wiring, mask: OutletId, length: &TDim) -> TractResult<OutletId> {
    let mut added = mask;
    let rank = wiring.rank(mask)?;
    ensure!(rank <= 4, "a mask of {rank} axes");
    for axis in rank..4 {
        added = wiring.node(&format!("mask.axis.{axis}"), AxisOp::Add(0), &[added])?;
    }
    let fact = wiring.fact(added)?;
    let (datum_type, last) = (fact.datum_type, &fact.shape[3]);
    ensure!(last == length, "a mask for {last} keys, of which there are {length}");
    if datum_type == bool::datum_type() {
        let number = |number: f32| Tensor::from_shape(&[1; 4], &[number]);
        let seen = wiring.constant("mask.seen", number(0.0)?)?;
        let unseen = wiring.constant("mask.unseen", number(f32::MIN)?)?;
        return wiring.node("mask", Iff, &[added, seen, unseen]);
    }
    ensure!(datum_type == f32::datum_type(), "a mask of {datum_type:?}");
    Ok(added)
}
