//! The ONNX operator for rotary position embeddings.

use tract_onnx::model::ParsingContext;
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::array::{Gather, Slice, TypedConcat};
use tract_onnx::tract_core::ops::math::{add, mul, sub};
use tract_onnx::tract_hir::internal::*;

use super::Parsed;
use super::composite_ops::{Wiring, wired};

/// Rotates pairs of numbers at the beginning of every head by angles that grow with the token's position.
///
/// The inputs of ONNX's operator are x, cosines, sines and optionally positions.
/// The inputs of onnxruntime's operator are x, positions, cosines and sines.
/// The shape of x is batch×heads×length×width or batch×length×(heads·width).
/// If there are positions, cosines and sines are tables that are indexed by position.
pub fn rotary_embedding(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let has_pairs = node.get_attr_opt::<i64>("interleaved")?.unwrap_or(0) != 0;
    let heads: usize = node.get_attr_opt("num_heads")?.unwrap_or(0);
    let turned: usize = node.get_attr_opt("rotary_embedding_dim")?.unwrap_or(0);
    let slots = if node.domain == "com.microsoft" {
        let scale: f32 = node.get_attr_opt("scale")?.unwrap_or(1.0);
        let is_packed = node.get_attr_opt::<i64>("is_packed_batching")?.unwrap_or(0) != 0;
        ensure!(scale == 1.0 && !is_packed, "a scale, or packed batches");
        [2, 3, 1]
    } else {
        [1, 2, 3]
    };
    wired("RotaryEmbedding", 1, &[], move |wiring, x| {
        ensure!(x.len() == 3 || x.len() == 4, "{} inputs", x.len());
        let [cosines, sines, positions] = slots.map(|slot| x.get(slot).copied());
        let shape = wiring.fact(x[0])?.shape.to_tvec();
        ensure!(matches!(shape.len(), 3 | 4), "{} axes", shape.len());
        // The tensor `split` has the shape batch×length×heads×width.
        let split = if shape.len() == 4 {
            wiring.node("heads", AxisOp::Move(1, 2), &x[..1])?
        } else {
            ensure!(heads > 0, "no number of heads");
            let width = shape[2].clone() / heads;
            let to = tvec![heads.to_dim(), width];
            wiring.node("heads", AxisOp::Reshape(2, tvec![shape[2].clone()], to), &x[..1])?
        };
        let width = wiring.fact(split)?.shape[3].clone();
        let turned = if turned == 0 { width.clone() } else { turned.to_dim() };
        let head = wiring.node("head", Slice::new(3, 0, turned.clone()), &[split])?;
        let mut angles = tvec!();
        for (label, table) in [("cosines", cosines), ("sines", sines)] {
            let mut table = table.with_context(|| format!("no {label}"))?;
            if let Some(positions) = positions {
                table = wiring.node(&format!("{label}.of.positions"), Gather::new(0), &[table, positions])?;
            }
            angles.push(wiring.node(label, AxisOp::Add(2), &[table])?);
        }
        let mut y = turn(wiring, head, &turned, has_pairs, angles[0], angles[1])?;
        if turned != width {
            let tail = wiring.node("tail", Slice::new(3, turned, width.clone()), &[split])?;
            y = wiring.node("head.and.tail", TypedConcat::new(3), &[y, tail])?;
        }
        if shape.len() == 4 {
            return wiring.nodes("back", AxisOp::Move(2, 1), &[y]);
        }
        let from = tvec![heads.to_dim(), width];
        wiring.nodes("back", AxisOp::Reshape(2, from, tvec![shape[2].clone()]), &[y])
    })
}

/// Maps (a, b) to (a·cos − b·sin, a·sin + b·cos).
/// With `has_pairs`, a and b alternate in a head. Otherwise a and b are the two halves of a head.
fn turn(
    wiring: &mut Wiring,
    head: OutletId,
    width: &TDim,
    has_pairs: bool,
    cosines: OutletId,
    sines: OutletId,
) -> TractResult<OutletId> {
    let half = width.clone() / 2;
    let (pairs, together) = (tvec![half.clone(), 2.to_dim()], tvec![width.clone()]);
    let (a, b) = if has_pairs {
        let head = wiring.node("pairs", AxisOp::Reshape(3, together.clone(), pairs.clone()), &[head])?;
        let a = wiring.node("first.of.pairs", Slice::new(4, 0, 1), &[head])?;
        let b = wiring.node("second.of.pairs", Slice::new(4, 1, 2), &[head])?;
        (
            wiring.node("a", AxisOp::Rm(4), &[a])?,
            wiring.node("b", AxisOp::Rm(4), &[b])?,
        )
    } else {
        (
            wiring.node("a", Slice::new(3, 0, half.clone()), &[head])?,
            wiring.node("b", Slice::new(3, half, width.clone()), &[head])?,
        )
    };
    let a_cos = wiring.math("a.cos", mul(), &[cosines, a])?;
    let b_sin = wiring.math("b.sin", mul(), &[sines, b])?;
    let a_sin = wiring.math("a.sin", mul(), &[sines, a])?;
    let b_cos = wiring.math("b.cos", mul(), &[cosines, b])?;
    let a = wiring.math("a.turned", sub(), &[a_cos, b_sin])?;
    let b = wiring.math("b.turned", add(), &[a_sin, b_cos])?;
    if !has_pairs {
        return wiring.node("turned", TypedConcat::new(3), &[a, b]);
    }
    let a = wiring.node("a.of.pairs", AxisOp::Add(4), &[a])?;
    let b = wiring.node("b.of.pairs", AxisOp::Add(4), &[b])?;
    let pairs_turned = wiring.node("pairs.turned", TypedConcat::new(4), &[a, b])?;
    wiring.node("turned", AxisOp::Reshape(3, pairs, together), &[pairs_turned])
}
