//! Keeps quantized constants as bytes until a rule determines how the constants are used.

use tract_onnx::Onnx;
use tract_onnx::model::ParsingContext;
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::internal::*;
use tract_onnx::tract_core::ops::array::Gather;
use tract_onnx::tract_core::ops::binary::TypedBinOp;
use tract_onnx::tract_core::ops::cast::{Cast, cast};
use tract_onnx::tract_core::ops::konst::Const;
use tract_onnx::tract_core::ops::math::{Mul, mul, sub};
use tract_onnx::tract_hir::internal::*;

use super::{RuleResult, fits, with_constant};

/// Makes an ONNX reader keep quantized constants as bytes. tract alone would expand the constants to four times the size.
pub fn keep_bytes(onnx: &mut Onnx) {
    onnx.op_register.insert("DequantizeLinear", dequantize_linear);
}

fn dequantize_linear(_: &ParsingContext, node: &NodeProto) -> TractResult<(Box<dyn InferenceOp>, Vec<String>)> {
    let block_size = node.get_attr_opt::<i64>("block_size")?.unwrap_or(0);
    ensure!(block_size == 0, "{}: blocks of weights are not supported", node.name);
    let axis: i64 = node.get_attr_opt("axis")?.unwrap_or(1);
    let has_zero = node.input.len() == 3;
    Ok((expand(Dequantize { has_zero, axis }), vec![]))
}

/// The operator (values − zero point)·scale. Scale and zero point are scalars or have one element for each index of `axis`.
#[derive(Clone, Debug)]
struct Dequantize {
    has_zero: bool,
    axis: i64,
}

impl Expansion for Dequantize {
    fn name(&self) -> StaticName {
        "DequantizeLinear".into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 2 + usize::from(self.has_zero))?;
        check_output_arity(outputs, 1)?;
        solver.equals(&inputs[1].datum_type, f32::datum_type())?;
        solver.equals(&outputs[0].datum_type, f32::datum_type())?;
        if self.has_zero {
            solver.equals(&inputs[0].datum_type, &inputs[2].datum_type)?;
        }
        solver.equals(&inputs[0].shape, &outputs[0].shape)
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let constant = |slot: usize| Ok::<_, TractError>(model.outlet_fact(inputs[slot])?.konst.clone());
        let scale = constant(1)?.with_context(|| format!("{prefix}: its scale is no constant"))?;
        let zero = if self.has_zero {
            constant(2)?.with_context(|| format!("{prefix}: its zero point is no constant"))?
        } else {
            rctensor0(0i8)
        };
        let shape = model.outlet_fact(inputs[0])?.shape.clone();
        let along_axis = |numbers: &Tensor| {
            let rank = shape.rank();
            let mut along = tvec![1; rank];
            if numbers.len() > 1 {
                let axis = if self.axis < 0 {
                    self.axis + rank as i64
                } else {
                    self.axis
                };
                ensure!((0..rank as i64).contains(&axis), "{prefix}: axis {axis} of {rank}");
                let length = &shape[axis as usize];
                ensure!(
                    *length == numbers.len().to_dim(),
                    "{prefix}: {} scales for {length}",
                    numbers.len()
                );
                along[axis as usize] = numbers.len();
            }
            numbers.cast_to::<f32>()?.into_owned().into_shape(&along)
        };
        let (scale, zero) = (
            along_axis(&scale)?.into_arc_tensor(),
            along_axis(&zero)?.into_arc_tensor(),
        );
        if let Some(values) = constant(0)? {
            return model.wire_node(prefix, QuantizedConstant { values, scale, zero }, &[]);
        }
        let scale = model.add_const(format!("{prefix}.scale"), scale)?;
        let zero = model.add_const(format!("{prefix}.zero_point"), zero)?;
        let x = model.wire_node(format!("{prefix}.cast"), cast(f32::datum_type()), &[inputs[0]])?;
        let x = model.wire_node(format!("{prefix}.sub"), sub(), &[x[0], zero])?;
        model.wire_node(prefix, mul(), &[x[0], scale])
    }

    /// Prevents tract from evaluating, and thus expanding, the quantized constants while it reads the file.
    fn runs_out_of_plan(&self) -> bool {
        false
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct QuantizedConstant {
    values: Arc<Tensor>,
    /// The scale, a tensor with as many axes as `values`.
    scale: Arc<Tensor>,
    /// The zero point, a tensor with as many axes as `values`.
    zero: Arc<Tensor>,
}

impl Eq for QuantizedConstant {}

impl QuantizedConstant {
    fn scaled(&self) -> ScaledConstant {
        ScaledConstant {
            values: (*self.values).clone(),
            zero: (*self.zero).clone(),
            factors: vec![(*self.scale).clone()],
        }
    }

    pub fn unfolded(&self) -> TractResult<Tensor> {
        self.scaled().unfolded()
    }
}

fn binary(op: TypedBinOp, a: TValue, b: TValue) -> TractResult<TValue> {
    Ok(op.eval(&EvalContext::out_of_plan(), tvec!(a, b))?.remove(0))
}

impl Op for QuantizedConstant {
    fn name(&self) -> StaticName {
        "Bytes".into()
    }

    op_as_typed_op!();
}

impl EvalOp for QuantizedConstant {
    not_out_of_plan!();

    fn eval(&self, _: &EvalContext, _: TVec<TValue>) -> TractResult<TVec<TValue>> {
        Ok(tvec!(self.unfolded()?.into_tvalue()))
    }
}

impl TypedOp for QuantizedConstant {
    fn output_facts(&self, _: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec!(f32::fact(self.values.shape())))
    }

    as_op!();
}

/// A constant of the graph, in quantized format if possible.
pub enum Constants {
    /// A constant of `f32` numbers.
    Numbers(Tensor),
    Bytes(ScaledConstant),
}

/// A constant that represents (values − zero point)·product of the factors.
/// The zero point and the factors have as many axes as `values` and broadcast to its shape.
pub struct ScaledConstant {
    pub values: Tensor,
    pub zero: Tensor,
    pub factors: Vec<Tensor>,
}

impl ScaledConstant {
    /// Changes the axes of the values, the zero point and the factors of a constant.
    fn change(&mut self, op: &AxisOp) -> TractResult<()> {
        for spread in self.factors.iter_mut().chain([&mut self.zero]) {
            let mut changed = spread.clone();
            if op.change_tensor(&mut changed, true).is_err() {
                changed = spread.broadcast_to_shape(self.values.shape())?;
                op.change_tensor(&mut changed, false)?;
            }
            *spread = changed;
        }
        op.change_tensor(&mut self.values, false)
    }

    pub fn permute(self, order: &[usize]) -> TractResult<ScaledConstant> {
        Ok(ScaledConstant {
            values: self.values.permute_axes(order)?,
            zero: self.zero.permute_axes(order)?,
            factors: self
                .factors
                .into_iter()
                .map(|factor| factor.permute_axes(order))
                .collect::<TractResult<_>>()?,
        })
    }

    pub fn unfolded(&self) -> TractResult<Tensor> {
        let numbers = self.values.cast_to::<f32>()?.into_owned().into_tvalue();
        let mut numbers = binary(sub(), numbers, self.zero.clone().into_tvalue())?;
        for factor in &self.factors {
            numbers = binary(mul(), numbers, factor.clone().into_tvalue())?;
        }
        Ok(numbers.into_tensor())
    }
}

/// Returns the constant of an outlet, or `None` if the outlet is not constant.
/// The constant is a tract constant or a [`QuantizedConstant`].
/// Axis changes, casts to `f32` and multiplications by constants may follow the constant.
pub fn constants(model: &TypedModel, outlet: OutletId) -> TractResult<Option<Constants>> {
    if let Some(constant) = &model.outlet_fact(outlet)?.konst {
        return Ok(Some(Constants::Numbers(constant.cast_to::<f32>()?.into_owned())));
    }
    Ok(scaled_bytes(model, outlet)?.map(Constants::Bytes))
}

fn scaled_bytes(model: &TypedModel, outlet: OutletId) -> TractResult<Option<ScaledConstant>> {
    let node = model.node(outlet.node);
    if let Some(bytes) = node.op_as::<QuantizedConstant>() {
        return Ok(Some(bytes.scaled()));
    }
    if let Some(op) = node.op_as::<AxisOp>() {
        let mut bytes = fits!(scaled_bytes(model, node.inputs[0])?);
        bytes.change(op)?;
        return Ok(Some(bytes));
    }
    if node.op_as::<Cast>().is_some_and(|cast| cast.to == f32::datum_type()) {
        return scaled_bytes(model, node.inputs[0]);
    }
    if node.op_as::<TypedBinOp>().is_some_and(|op| op.0.is::<Mul>())
        && let Some((bytes, factor)) = with_constant(model, node)?
        && model.outlet_fact(bytes)?.shape == model.outlet_fact(outlet)?.shape
    {
        let mut bytes = fits!(scaled_bytes(model, bytes)?);
        bytes.factors.push((*factor).clone());
        return Ok(Some(bytes));
    }
    Ok(None)
}

/// Rewrites Gather(quantized constant, ids) to (Gather(values, ids) − zero point)·scale.
/// Scales and zero points that vary along the gathered axis are gathered too.
pub fn lookup(_: &(), model: &TypedModel, node: &TypedNode, name: &str, gather: &Gather) -> RuleResult {
    let bytes = fits!(model.node(node.inputs[0].node).op_as::<QuantizedConstant>());
    let ids = model.outlet_fact(node.inputs[1])?.rank();
    let mut patch = TypedModelPatch::default();
    let ids_outlet = patch.tap_model(model, node.inputs[1])?;
    let mut per_row = Vec::new();
    for numbers in [&bytes.zero, &bytes.scale] {
        // In the result, the axes of the ids replace the gathered axis.
        let (before, after) = (&numbers.shape()[..gather.axis], &numbers.shape()[gather.axis + 1..]);
        let shape = [before, &vec![1; ids], after].concat();
        if numbers.shape()[gather.axis] == 1 {
            let label = format!("{name}.{}", per_row.len());
            per_row.push(patch.add_const(label, (**numbers).clone().into_shape(&shape)?)?);
        } else {
            let label = format!("{name}.rows.{}", per_row.len());
            let table = patch.add_const(format!("{label}.table"), numbers.clone())?;
            per_row.push(patch.wire_node(label, gather.clone(), &[table, ids_outlet])?[0]);
        }
    }
    let table = patch.add_const(format!("{name}.table"), bytes.values.clone())?;
    let rows = patch.wire_node(format!("{name}.bytes"), gather.clone(), &[table, ids_outlet])?;
    let rows = patch.wire_node(format!("{name}.cast"), cast(f32::datum_type()), &rows)?;
    let rows = patch.wire_node(format!("{name}.zero"), sub(), &[rows[0], per_row[0]])?;
    let rows = patch.wire_node(name, mul(), &[rows[0], per_row[1]])?;
    patch.shunt_outside(model, node.id.into(), rows[0])?;
    Ok(Some(patch))
}

/// Expands the quantized constants that no rule consumed to plain constants.
pub fn unfold(model: &mut TypedModel) -> TractResult<()> {
    for id in model.eval_order()? {
        let node = model.node(id);
        if let Some(bytes) = node.op_as::<QuantizedConstant>() {
            let constant = Const::new(bytes.unfolded()?.into_arc_tensor())?;
            TypedModelPatch::replace_single_op(model, node, &[], constant)?.apply(model)?;
        }
    }
    model.compact()
}
