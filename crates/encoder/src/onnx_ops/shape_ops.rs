//! ONNX operators for shapes and indexing.

use tract_onnx::model::{OnnxOpRegister, ParsingContext, optional_inputs};
use tract_onnx::ops::cumsum::register_all_ops as insert_cumulative_sum;
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::array::{MultiBroadcastTo, OneHot, Topk, Trilu};
use tract_onnx::tract_core::ops::cast::cast;
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::array::{self, PadMode, ScatterReduction};
use tract_onnx::tract_hir::ops::identity::Identity;
use tract_onnx::tract_hir::ops::konst::Const;

use super::composite_ops::wired;
use super::non_zero::NonZero;
use super::{Parsed, insert};

pub fn insert(register: &mut OnnxOpRegister) {
    insert_cumulative_sum(register);
    insert!(register:
        "Identity" => Box::<Identity>::default(),
        "Expand" => expand(array::MultiBroadcastTo),
        "Range" => expand(array::Range),
        "Size" => expand(array::Size::new(DatumType::TDim)),
        "Tile" => expand(array::Tile),
    );
    register.insert("Constant", constant);
    register.insert("ConstantOfShape", constant_of_shape);
    register.insert("Cast", |_, node| {
        let mut to: DatumType = node.get_attr("to")?;
        // A cast to int64 keeps symbolic lengths symbolic.
        if to == i64::datum_type() {
            to = TDim::datum_type();
        }
        wired("Cast", 1, &[], move |wiring, x| wiring.nodes("cast", cast(to), x))
    });
    register.insert("CastLike", |_, _| {
        wired("CastLike", 1, &[], |wiring, x| {
            let to = wiring.datum_type(x[1])?;
            wiring.nodes("cast", cast(to), &x[..1])
        })
    });
    register.insert("Shape", shape);
    register.insert("Reshape", |_, node| {
        let allow_zero = node.get_attr_opt::<i64>("allowzero")?.unwrap_or(0) != 0;
        Ok((expand(array::Reshape::new(allow_zero)), vec![]))
    });
    register.insert("Flatten", |_, node| {
        Ok((
            expand(array::Flatten::new(node.get_attr_opt("axis")?.unwrap_or(1))),
            vec![],
        ))
    });
    register.insert("Transpose", |_, node| {
        let order = node.get_attr_opt_vec("perm")?;
        Ok((expand(array::PermuteAxes::new(order.map(Into::into))), vec![]))
    });
    register.insert("Squeeze", squeeze);
    register.insert("Unsqueeze", unsqueeze);
    register.insert("Concat", |_, node| {
        Ok((expand(array::Concat::new(node.get_attr("axis")?)), vec![]))
    });
    register.insert("Split", split);
    register.insert("Slice", slice);
    register.insert("Pad", pad);
    register.insert("Gather", |_, node| {
        Ok((
            expand(array::Gather::new(node.get_attr_opt("axis")?.unwrap_or(0))),
            vec![],
        ))
    });
    register.insert("GatherElements", |_, node| {
        let axis = node.get_attr_opt("axis")?.unwrap_or(0);
        Ok((expand(array::GatherElements::new(axis)), vec![]))
    });
    register.insert("GatherND", |_, node| {
        let batch_axes = node.get_attr_opt("batch_dims")?.unwrap_or(0);
        Ok((Box::new(array::GatherNd::new(batch_axes)), vec![]))
    });
    register.insert("ScatterElements", |_, node| {
        let axis = node.get_attr_opt("axis")?.unwrap_or(0);
        Ok((expand(array::ScatterElements::new(axis, reduction(node)?)), vec![]))
    });
    register.insert("ScatterND", |_, node| {
        Ok((expand(array::ScatterNd::new(reduction(node)?)), vec![]))
    });
    register.insert("OneHot", one_hot);
    register.insert("TopK", top_k);
    register.insert("Trilu", |_, node| {
        let upper = node.get_attr_opt("upper")?.unwrap_or(1) == 1;
        wired("Trilu", 1, &[], move |wiring, x| {
            let diagonal = match x.get(1) {
                Some(&diagonal) => diagonal,
                None => wiring.constant("diagonal", tensor0(0i64))?,
            };
            wiring.nodes("trilu", Trilu { upper }, &[x[0], diagonal])
        })
    });
    register.insert("NonZero", |context, _| {
        let count = context.template.symbols.new_with_prefix("x");
        Ok((expand(NonZero { count }), vec![]))
    });
    register.insert("Dropout", dropout);
}

fn constant(context: &ParsingContext, node: &NodeProto) -> Parsed {
    let value = if let Some(value) = node.get_attr_opt("value")? {
        context.load_tensor(value)?
    } else if let Some(value) = node.get_attr_opt::<i64>("value_int")? {
        tensor0(value)
    } else if let Some(value) = node.get_attr_opt::<f32>("value_float")? {
        tensor0(value)
    } else if let Some(values) = node.get_attr_opt_slice::<i64>("value_ints")? {
        tensor1(values)
    } else if let Some(values) = node.get_attr_opt_slice::<f32>("value_floats")? {
        tensor1(values)
    } else {
        bail!("a constant that is no tensor of numbers");
    };
    Ok((Box::new(Const::new(value.into_arc_tensor())?), vec![]))
}

fn constant_of_shape(context: &ParsingContext, node: &NodeProto) -> Parsed {
    let value = match node.get_attr_opt("value")? {
        Some(value) => {
            let value = context.load_tensor(value)?;
            ensure!(value.len() == 1, "{} values for one", value.len());
            value.into_shape(&[])?
        }
        None => tensor0(0f32),
    };
    Ok((expand(array::ConstantOfShape::new(value.into_arc_tensor())), vec![]))
}

/// Parses `Shape`, which returns the lengths of the axes from `start` to `end`.
fn shape(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let start: i64 = node.get_attr_opt("start")?.unwrap_or(0);
    let end: Option<i64> = node.get_attr_opt("end")?;
    wired("Shape", 1, &[], move |wiring, x| {
        let shape = wiring.fact(x[0])?.shape.to_tvec();
        let rank = shape.len() as i64;
        let index = |axis: i64| (if axis < 0 { axis + rank } else { axis }).clamp(0, rank) as usize;
        let (start, end) = (index(start), end.map_or(shape.len(), index));
        Ok(tvec!(wiring.constant("shape", tensor1(&shape[start..end.max(start)]))?))
    })
}

/// Parses `Squeeze`. The axes are an attribute before opset 13 and an input from opset 13 on.
/// Without axes, `Squeeze` removes all axes of length 1.
fn squeeze(context: &ParsingContext, node: &NodeProto) -> Parsed {
    let axes: Option<Vec<isize>> = node.get_attr_opt_vec("axes")?;
    if context.onnx_operator_set_version < 13 {
        return Ok((expand(array::Squeeze::new(axes)), vec![]));
    }
    if node.input.len() < 2 {
        return Ok((expand(array::Squeeze::new(None)), vec![]));
    }
    wired("Squeeze", 1, &[1], |wiring, x| {
        let axes = wiring.integers(x[1])?.into_iter().map(|axis| axis as isize).collect();
        wiring.expansion(array::Squeeze::new(Some(axes)), &x[..1])
    })
}

/// Parses `Unsqueeze`. The axes are an attribute before opset 13 and an input from opset 13 on.
fn unsqueeze(context: &ParsingContext, node: &NodeProto) -> Parsed {
    if context.onnx_operator_set_version < 13 {
        return Ok((expand(array::AddDims::new(node.get_attr_vec("axes")?)), vec![]));
    }
    wired("Unsqueeze", 1, &[1], |wiring, x| {
        let axes = wiring.integers(x[1])?.into_iter().map(|axis| axis as isize).collect();
        wiring.expansion(array::AddDims::new(axes), &x[..1])
    })
}

/// Parses `Split`. The lengths of the parts are an attribute before opset 13 and an input from opset 13 on.
/// Without lengths, all parts except the last part have equal lengths.
fn split(context: &ParsingContext, node: &NodeProto) -> Parsed {
    let axis: isize = node.get_attr_opt("axis")?.unwrap_or(0);
    let outputs = node.output.len();
    if context.onnx_operator_set_version < 13 || node.input.len() == 1 {
        let lengths = node.get_attr_opt_vec("split")?;
        return Ok((expand(array::Split::new(axis, outputs, lengths)), vec![]));
    }
    wired("Split", outputs, &[1], move |wiring, x| {
        let lengths = wiring.integers(x[1])?;
        let lengths = lengths
            .into_iter()
            .map(usize::try_from)
            .collect::<Result<Vec<_>, _>>()?;
        wiring.expansion(array::Split::new(axis, lengths.len(), Some(lengths)), &x[..1])
    })
}

/// Parses `Slice`. Starts, ends and axes are attributes before opset 10 and inputs from opset 10 on.
fn slice(context: &ParsingContext, node: &NodeProto) -> Parsed {
    if !(1..10).contains(&context.onnx_operator_set_version) {
        let mut inputs = optional_inputs(node).skip(3);
        let slice = array::StridedSlice {
            begin_mask: 0,
            end_mask: 0,
            shrink_axis_mask: 0,
            optional_axes_input: inputs.next().flatten(),
            optional_steps_input: inputs.next().flatten(),
        };
        return Ok((Box::new(slice), vec![]));
    }
    let begins: Vec<i64> = node.get_attr_vec("starts")?;
    let ends: Vec<i64> = node.get_attr_vec("ends")?;
    let axes: Vec<i64> = node
        .get_attr_opt_vec("axes")?
        .unwrap_or_else(|| (0..begins.len() as i64).collect());
    ensure!(
        begins.len() == ends.len() && ends.len() == axes.len(),
        "{begins:?} to {ends:?} of the axes {axes:?}"
    );
    wired("Slice", 1, &[], move |wiring, x| {
        let mut sliced = x[0];
        for ((&axis, &begin), &end) in axes.iter().zip(&begins).zip(&ends) {
            let axis = wiring.axis(sliced, axis)?;
            let length = wiring.fact(sliced)?.shape[axis].clone();
            let length = length.to_i64().with_context(|| format!("a slice of {length}"))?;
            let index = |index: i64| (if index < 0 { index + length } else { index }).clamp(0, length);
            let (begin, end) = (index(begin), index(end));
            let slice = array::Slice::new(axis, begin, end.max(begin));
            sliced = wiring.node(&format!("axis.{axis}"), slice, &[sliced])?;
        }
        Ok(tvec!(sliced))
    })
}

/// Parses `Pad`. The padding lengths are an attribute before opset 11 and an input from opset 11 on.
fn pad(context: &ParsingContext, node: &NodeProto) -> Parsed {
    let value: f32 = node.get_attr_opt("value")?.unwrap_or(0.0);
    let mode = match node.get_attr_opt("mode")? {
        None | Some("constant") => PadMode::Constant(rctensor0(value)),
        Some("reflect") => PadMode::Reflect,
        Some("edge") => PadMode::Edge,
        Some(mode) => bail!("the mode {mode}"),
    };
    if context.onnx_operator_set_version < 11 {
        let pads: Vec<usize> = node.get_attr_vec("pads")?;
        let (before, after) = pads.split_at(pads.len() / 2);
        let pads = before.iter().copied().zip(after.iter().copied()).collect();
        return Ok((Box::new(array::Pad::new(pads, mode)), vec![]));
    }
    let mut inputs = optional_inputs(node).skip(2);
    let (value, axes) = (inputs.next().flatten(), inputs.next().flatten());
    let constants: Vec<usize> = [Some(1), value, axes].into_iter().flatten().collect();
    wired("Pad", 1, &constants, move |wiring, x| {
        let mode = match value {
            Some(value) => PadMode::Constant(wiring.known(x[value])?),
            None => mode.clone(),
        };
        let rank = wiring.rank(x[0])?;
        let axes: Vec<usize> = match axes {
            Some(axes) => {
                let axes = wiring.integers(x[axes])?;
                axes.into_iter()
                    .map(|axis| wiring.axis(x[0], axis))
                    .collect::<TractResult<_>>()?
            }
            None => (0..rank).collect(),
        };
        let lengths = wiring.integers(x[1])?;
        let lengths = lengths
            .into_iter()
            .map(usize::try_from)
            .collect::<Result<Vec<_>, _>>()?;
        ensure!(
            lengths.len() == 2 * axes.len(),
            "{} lengths for {} axes",
            lengths.len(),
            axes.len()
        );
        let mut pads = vec![(0, 0); rank];
        for (slot, &axis) in axes.iter().enumerate() {
            pads[axis] = (lengths[slot], lengths[slot + axes.len()]);
        }
        wiring.nodes("pad", array::Pad { mode, pads }, &x[..1])
    })
}

fn reduction(node: &NodeProto) -> TractResult<ScatterReduction> {
    ScatterReduction::parse(node.get_attr_opt("reduction")?.unwrap_or("none"))
}

fn one_hot(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let axis: i64 = node.get_attr_opt("axis")?.unwrap_or(-1);
    wired("OneHot", 1, &[1, 2], move |wiring, x| {
        let rank = wiring.rank(x[0])? as i64;
        let axis = if axis < 0 { axis + rank + 1 } else { axis };
        ensure!((0..=rank).contains(&axis), "axis {axis} of {}", rank + 1);
        let dim = usize::try_from(wiring.known(x[1])?.cast_to_scalar::<i64>()?)?;
        let values = wiring.known(x[2])?;
        ensure!(values.len() == 2, "{} values for off and on", values.len());
        let (off, on) = (values.nth(0)?.into_arc_tensor(), values.nth(1)?.into_arc_tensor());
        let axis = axis as usize;
        wiring.nodes("one.hot", OneHot { axis, dim, off, on }, &x[..1])
    })
}

fn top_k(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let axis: i64 = node.get_attr_opt("axis")?.unwrap_or(-1);
    let largest = node.get_attr_opt("largest")?.unwrap_or(1i64) == 1;
    wired("TopK", 2, &[1], move |wiring, x| {
        let axis = wiring.axis(x[0], axis)?;
        let &[k] = &*wiring.integers(x[1])? else {
            bail!("k is not one number")
        };
        let fallback_k = k.to_dim();
        wiring.nodes(
            "top.k",
            Topk {
                axis,
                fallback_k,
                largest,
            },
            &x[..2],
        )
    })
}

/// Dropout has no effect at inference. A model in training mode is rejected.
fn dropout(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let mut inputs = optional_inputs(node).skip(1);
    let (ratio, training) = (inputs.next().flatten(), inputs.next().flatten());
    let has_mask = node.output.len() == 2;
    let constants: Vec<usize> = [ratio, training].into_iter().flatten().collect();
    wired("Dropout", 1 + usize::from(has_mask), &constants, move |wiring, x| {
        let is_training = match training {
            Some(training) => wiring.known(x[training])?.cast_to_scalar::<bool>()?,
            None => false,
        };
        ensure!(!is_training, "Dropout of a model in training");
        let mut outputs = tvec!(x[0]);
        if has_mask {
            let shape = wiring.fact(x[0])?.shape.clone();
            let kept = wiring.constant("kept", tensor0(true))?;
            outputs.push(wiring.node("mask", MultiBroadcastTo::new(shape), &[kept])?);
        }
        Ok(outputs)
    })
}
