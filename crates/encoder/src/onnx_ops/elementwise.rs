//! Element-wise ONNX operators and matrix products.

use tract_onnx::model::{OnnxOpRegister, ParsingContext, optional_inputs};
use tract_onnx::ops::logic::register_all_ops as insert_logic;
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::cast;
use tract_onnx::tract_core::ops::einsum::EinSum;
use tract_onnx::tract_core::ops::nn::gelu_approximate::gelu_approximate;
use tract_onnx::tract_core::ops::nn::gelu_exact::gelu_exact;
use tract_onnx::tract_core::ops::nn::silu::silu;
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::activations;
use tract_onnx::tract_hir::ops::binary::Nary;
use tract_onnx::tract_hir::ops::logic::{self, comp_gt, comp_lt};
use tract_onnx::tract_hir::ops::math::{self, add, erf, exp, ln, max, min, mul, pow, rem, tanh};
use tract_onnx::tract_hir::ops::matmul::MatMulInference;
use tract_onnx::tract_hir::ops::nn::{hard_swish, sigmoid};

use super::composite_ops::{Wiring, wired};
use super::{Parsed, insert};

pub fn insert(register: &mut OnnxOpRegister) {
    // Registers comparisons, And, Or, Xor, Not, Where and If.
    insert_logic(register);
    insert!(register:
        "Add" => math::Add.into_hir(),
        "Sub" => math::Sub.into_hir(),
        "Mul" => math::Mul.into_hir(),
        "Div" => math::Div.into_hir(),
        "BitwiseAnd" => logic::BitAnd.into_hir(),
        "BitwiseOr" => logic::BitOr.into_hir(),
        "BitwiseNot" => logic::bitnot().into_hir(),
        "Sum" => Box::new(Nary(Box::new(math::Add), false)),
        "Max" => Box::new(Nary(Box::new(math::Max), false)),
        "Min" => Box::new(Nary(Box::new(math::Min), false)),
        "Mean" => Box::new(Nary(Box::new(math::Add), true)),
        "Abs" => math::abs().into_hir(),
        "Neg" => math::neg().into_hir(),
        "Sign" => math::sign().into_hir(),
        "Ceil" => math::ceil().into_hir(),
        "Floor" => math::floor().into_hir(),
        "Round" => math::round_half_to_even().into_hir(),
        "Exp" => math::exp().into_hir(),
        "Log" => math::ln().into_hir(),
        "Sqrt" => math::sqrt().into_hir(),
        "Reciprocal" => math::recip().into_hir(),
        "Cos" => math::cos().into_hir(),
        "Sin" => math::sin().into_hir(),
        "Tanh" => math::tanh().into_hir(),
        "Erf" => math::erf().into_hir(),
        "IsNaN" => math::is_nan().into_hir(),
        "Sigmoid" => sigmoid().into_hir(),
        "Swish" => silu().into_hir(),
        "HardSwish" => hard_swish().into_hir(),
        "Relu" => expand(activations::Clip::new(Some(0.0), None)),
        "Softplus" => expand(activations::Softplus),
        "Softsign" => expand(activations::Softsign),
        "MatMul" => expand(MatMulInference::default()),
    );
    register.insert("IsInf", |_, node| {
        let positive = node.get_attr_opt("detect_positive")?.unwrap_or(1) != 0;
        let negative = node.get_attr_opt("detect_negative")?.unwrap_or(1) != 0;
        Ok((math::is_inf(positive, negative).into_hir(), vec![]))
    });
    register.insert("Elu", |_, node| {
        Ok((
            expand(activations::Elu(node.get_attr_opt("alpha")?.unwrap_or(1.0))),
            vec![],
        ))
    });
    register.insert("LeakyRelu", |_, node| {
        Ok((
            expand(activations::LeakyRelu(node.get_attr_opt("alpha")?.unwrap_or(0.01))),
            vec![],
        ))
    });
    register.insert("HardSigmoid", |_, node| {
        let alpha = node.get_attr_opt("alpha")?.unwrap_or(0.2);
        let beta = node.get_attr_opt("beta")?.unwrap_or(0.5);
        Ok((expand(activations::HardSigmoid(alpha, beta)), vec![]))
    });
    register.insert("Mish", |_, _| wired("Mish", 1, &[], mish));
    register.insert("Gelu", |_, node| match node.get_attr_opt("approximate")? {
        Some("tanh") => Ok((gelu_approximate(false).into_hir(), vec![])),
        _ => wired("Gelu", 1, &[], |wiring, x| Ok(tvec!(gelu(wiring, x[0])?))),
    });
    register.insert("BiasGelu", |_, _| {
        wired("BiasGelu", 1, &[], |wiring, x| {
            let biased = wiring.math("bias", add(), x)?;
            Ok(tvec!(gelu(wiring, biased)?))
        })
    });
    register.insert("FastGelu", |_, _| wired("FastGelu", 1, &[], fast_gelu));
    register.insert("QuickGelu", |_, node| {
        let alpha = node.get_attr_opt("alpha")?.unwrap_or(1.702);
        wired("QuickGelu", 1, &[], move |wiring, x| {
            let alpha = wiring.number("alpha", alpha, wiring.datum_type(x[0])?)?;
            let scaled = wiring.math("scaled", mul(), &[x[0], alpha])?;
            let gate = wiring.node("gate", sigmoid(), &[scaled])?;
            Ok(tvec!(wiring.math("gelu", mul(), &[x[0], gate])?))
        })
    });
    register.insert("Clip", clip);
    register.insert("Pow", |_, _| wired("Pow", 1, &[], power));
    register.insert("Mod", |_, node| {
        if node.get_attr_opt::<i64>("fmod")? == Some(1) {
            return Ok((math::Rem.into_hir(), vec![]));
        }
        wired("Mod", 1, &[], modulo)
    });
    register.insert("Gemm", gemm);
    register.insert("Einsum", einsum);
}

/// Computes GELU, x·½·(1 + erf(x/√2)).
fn gelu(wiring: &mut Wiring, x: OutletId) -> TractResult<OutletId> {
    let datum_type = wiring.datum_type(x)?;
    if datum_type == f32::datum_type() {
        return wiring.node("gelu", gelu_exact(), &[x]);
    }
    let root = wiring.number("root", 2f32.sqrt().recip(), datum_type)?;
    let scaled = wiring.math("scaled", mul(), &[x, root])?;
    let erf = wiring.node("erf", erf(), &[scaled])?;
    half_by_one_plus(wiring, x, erf)
}

/// Computes x·½·(1 + tanh(√(2/π)·(x + 0.044715·x³))), where x is the sum of the inputs.
fn fast_gelu(wiring: &mut Wiring, x: &[OutletId]) -> TractResult<TVec<OutletId>> {
    let x = if x.len() > 1 {
        wiring.math("bias", add(), x)?
    } else {
        x[0]
    };
    let datum_type = wiring.datum_type(x)?;
    let square = wiring.node("square", mul(), &[x, x])?;
    let cube = wiring.node("cube", mul(), &[square, x])?;
    let share = wiring.number("share", 0.044715, datum_type)?;
    let bent = wiring.math("bent", mul(), &[cube, share])?;
    let bent = wiring.math("sum", add(), &[x, bent])?;
    let root = wiring.number("root", std::f32::consts::FRAC_2_PI.sqrt(), datum_type)?;
    let scaled = wiring.math("scaled", mul(), &[bent, root])?;
    let tanh = wiring.node("tanh", tanh(), &[scaled])?;
    Ok(tvec!(half_by_one_plus(wiring, x, tanh)?))
}

/// Computes ½·x·(1 + y), the last step of GELU.
fn half_by_one_plus(wiring: &mut Wiring, x: OutletId, y: OutletId) -> TractResult<OutletId> {
    let datum_type = wiring.datum_type(x)?;
    let one = wiring.number("one", 1.0, datum_type)?;
    let share = wiring.math("share.of.x", add(), &[y, one])?;
    let half = wiring.number("half", 0.5, datum_type)?;
    let half = wiring.math("half.x", mul(), &[x, half])?;
    wiring.math("gelu", mul(), &[half, share])
}

/// Computes the activation Mish, x·tanh(ln(1 + eˣ)).
fn mish(wiring: &mut Wiring, x: &[OutletId]) -> TractResult<TVec<OutletId>> {
    let exp = wiring.node("exp", exp(), x)?;
    let one = wiring.number("one", 1.0, wiring.datum_type(x[0])?)?;
    let sum = wiring.math("sum", add(), &[exp, one])?;
    let softplus = wiring.node("softplus", ln(), &[sum])?;
    let tanh = wiring.node("tanh", tanh(), &[softplus])?;
    Ok(tvec!(wiring.node("mish", mul(), &[x[0], tanh])?))
}

/// Parses `Clip`. The bounds are attributes before opset 11 and inputs from opset 11 on.
fn clip(context: &ParsingContext, node: &NodeProto) -> Parsed {
    if context.onnx_operator_set_version <= 10 {
        let clip = activations::Clip::new(node.get_attr_opt("min")?, node.get_attr_opt("max")?);
        return Ok((expand(clip), vec![]));
    }
    let mut bounds = optional_inputs(node).skip(1);
    let (low, high) = (bounds.next().flatten(), bounds.next().flatten());
    wired("Clip", 1, &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        let mut clipped = x[0];
        if let Some(low) = low {
            let low = wiring.cast("low", datum_type, x[low])?;
            clipped = wiring.math("from", max(), &[clipped, low])?;
        }
        if let Some(high) = high {
            let high = wiring.cast("high", datum_type, x[high])?;
            clipped = wiring.math("to", min(), &[clipped, high])?;
        }
        Ok(tvec!(clipped))
    })
}

/// Raises the first input to the power of the second input. The result has the type of the base.
fn power(wiring: &mut Wiring, x: &[OutletId]) -> TractResult<TVec<OutletId>> {
    let (base, exponent) = (wiring.datum_type(x[0])?, wiring.datum_type(x[1])?);
    let is_mixed = base.is_integer() != exponent.is_integer();
    let datum_type = if is_mixed {
        f64::datum_type()
    } else {
        super_type(base, exponent)?
    };
    let [a, b] = [("base", x[0]), ("exponent", x[1])].map(|(label, x)| wiring.cast(label, datum_type, x));
    let power = wiring.math("power", pow(), &[a?, b?])?;
    Ok(tvec!(if is_mixed {
        wiring.node("cast", cast(base), &[power])?
    } else {
        power
    }))
}

fn super_type(a: DatumType, b: DatumType) -> TractResult<DatumType> {
    a.common_super_type(b)
        .with_context(|| format!("{a:?} and {b:?} have no type in common"))
}

/// Computes the remainder of a division. The remainder has the sign of the divisor.
fn modulo(wiring: &mut Wiring, x: &[OutletId]) -> TractResult<TVec<OutletId>> {
    let datum_type = super_type(wiring.datum_type(x[0])?, wiring.datum_type(x[1])?)?;
    let a = wiring.cast("dividend", datum_type, x[0])?;
    let b = wiring.cast("divisor", datum_type, x[1])?;
    let remainder = wiring.math("remainder", rem(), &[a, b])?;
    if datum_type.is_unsigned() || datum_type == DatumType::TDim {
        return Ok(tvec!(remainder));
    }
    let zero = wiring.number("zero", 0.0, datum_type)?;
    let mut sides = tvec!();
    for (label, x) in [("remainder", remainder), ("divisor", b)] {
        let below = TypedBinOp(comp_lt(), None);
        let above = TypedBinOp(comp_gt(), None);
        sides.push(wiring.math(&format!("{label}.is.below"), below, &[x, zero])?);
        sides.push(wiring.math(&format!("{label}.is.above"), above, &[x, zero])?);
    }
    let low = wiring.math("low", logic::and(), &[sides[0], sides[3]])?;
    let high = wiring.math("high", logic::and(), &[sides[1], sides[2]])?;
    let other = wiring.math("other", logic::or(), &[low, high])?;
    let moved = wiring.math("moved", add(), &[remainder, b])?;
    let choose = tract_onnx::tract_core::ops::logic::Iff;
    Ok(tvec!(wiring.math("modulo", choose, &[other, moved, remainder])?))
}

/// Parses `Gemm`, which computes alpha·A·B + beta·C.
fn gemm(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let alpha: f32 = node.get_attr_opt("alpha")?.unwrap_or(1.0);
    let beta: f32 = node.get_attr_opt("beta")?.unwrap_or(1.0);
    let turned_a: bool = node.get_attr_opt("transA")?.unwrap_or(false);
    let turned_b: bool = node.get_attr_opt("transB")?.unwrap_or(false);
    wired("Gemm", 1, &[], move |wiring, x| {
        let datum_type = wiring.datum_type(x[0])?;
        let axes = AxesMapping::for_numpy_matmul(2, turned_a, turned_b, false)?;
        let mut sum = wiring.node("product", EinSum::new(axes, datum_type), &x[..2])?;
        if alpha != 1.0 {
            let alpha = wiring.number("alpha", alpha, datum_type)?;
            sum = wiring.math("product.by.alpha", mul(), &[alpha, sum])?;
        }
        if let Some(&c) = x.get(2)
            && beta != 0.0
        {
            let beta = wiring.number("beta", beta, datum_type)?;
            let c = wiring.math("c.by.beta", mul(), &[beta, c])?;
            sum = wiring.math("sum", add(), &[sum, c])?;
        }
        Ok(tvec!(sum))
    })
}

fn einsum(_: &ParsingContext, node: &NodeProto) -> Parsed {
    let equation: AxesMapping = node.get_attr::<String>("equation")?.replace("...", "*").parse()?;
    wired("Einsum", 1, &[], move |wiring, x| {
        ensure!(x.len() == equation.input_count(), "{equation} of {} operands", x.len());
        let ranks: Vec<usize> = x.iter().map(|&x| wiring.rank(x)).collect::<TractResult<_>>()?;
        let axes = without_dots(&equation, &ranks)?;
        let einsum = EinSum::new(axes, wiring.datum_type(x[0])?);
        Ok(tvec!(wiring.node("einsum", einsum, x)?))
    })
}

/// Replaces `*` in an Einstein equation with letters, one per axis.
/// Broadcasting aligns the trailing axes of all operands.
fn without_dots(equation: &AxesMapping, ranks: &[usize]) -> TractResult<AxesMapping> {
    if equation.axis('*').is_err() {
        return Ok(equation.clone());
    }
    let dotted: Vec<usize> = (0..ranks.len())
        .filter(|&slot| equation.axis_positions(InOut::In(slot), '*').is_ok())
        .map(|slot| {
            let axes = (ranks[slot] + 1).checked_sub(equation.rank(InOut::In(slot)));
            axes.with_context(|| format!("{equation} of an operand of {} axes", ranks[slot]))
        })
        .collect::<TractResult<_>>()?;
    let most = dotted.iter().copied().max().unwrap_or(0);
    let letters: Vec<char> = ('a'..='z')
        .filter(|letter| equation.iter_all_axes().all(|axis| axis.repr != *letter))
        .take(most)
        .collect();
    ensure!(letters.len() == most, "{equation} of operands of {most} axes more");
    let mut text = equation.to_string();
    for axes in dotted.into_iter().chain([most]) {
        text = text.replacen('*', &letters[most - axes..].iter().collect::<String>(), 1);
    }
    text.parse()
}
