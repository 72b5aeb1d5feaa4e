//! ONNX operators that are composed of tract's operators.

use std::sync::Arc;

use tract_onnx::tract_core::ops::cast::cast;
use tract_onnx::tract_core::ops::change_axes::wire_with_rank_broadcast;
use tract_onnx::tract_hir::internal::*;

use super::Parsed;

type WireFn = dyn Fn(&mut Wiring, &[OutletId]) -> TractResult<TVec<OutletId>> + Send + Sync;

/// Builds an operator called `name`. `wire` runs after the types and shapes of all inputs are known.
/// `wire` also needs the values of the inputs whose indices are in `constants`.
pub fn wired<F>(name: &'static str, outputs: usize, constants: &[usize], wire: F) -> Parsed
where
    F: Fn(&mut Wiring, &[OutletId]) -> TractResult<TVec<OutletId>> + Send + Sync + 'static,
{
    let wired = CompositeOp {
        name,
        outputs,
        constants: constants.to_vec(),
        wire: Arc::new(wire),
    };
    Ok((expand(wired), vec![]))
}

#[derive(Clone)]
struct CompositeOp {
    name: &'static str,
    outputs: usize,
    constants: Vec<usize>,
    wire: Arc<WireFn>,
}

impl std::fmt::Debug for CompositeOp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl CompositeOp {
    fn facts(&self, inputs: impl Iterator<Item = TypedFact>) -> TractResult<TVec<TypedFact>> {
        let mut model = TypedModel::default();
        let inputs: TVec<OutletId> = inputs
            .enumerate()
            .map(|(slot, fact)| model.add_source(format!("input.{slot}"), fact))
            .collect::<TractResult<_>>()?;
        let outputs = self.wire(self.name, &mut model, &inputs)?;
        let fact = |&output: &OutletId| Ok(model.outlet_fact(output)?.clone());
        outputs.iter().map(fact).collect()
    }
}

impl Expansion for CompositeOp {
    fn name(&self) -> StaticName {
        self.name.into()
    }

    fn nboutputs(&self) -> TractResult<usize> {
        Ok(self.outputs)
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_output_arity(outputs, self.outputs)?;
        ensure!(
            self.constants.iter().all(|&slot| slot < inputs.len()),
            "it has {} inputs",
            inputs.len()
        );
        let constants = self.constants.iter().map(|&slot| &inputs[slot].value);
        solver.given_all(constants, move |solver, values: Vec<Arc<Tensor>>| {
            let types = inputs.iter().map(|input| &input.datum_type);
            solver.given_all(types, move |solver, types: Vec<DatumType>| {
                let values = values.clone();
                let shapes = inputs.iter().map(|input| &input.shape);
                solver.given_all(shapes, move |solver, shapes: Vec<TVec<TDim>>| {
                    let facts = types
                        .iter()
                        .zip(&shapes)
                        .enumerate()
                        .map(|(slot, (datum_type, shape))| {
                            match self.constants.iter().position(|&constant| constant == slot) {
                                Some(constant) => TypedFact::try_from(values[constant].clone()),
                                None => Ok(datum_type.fact(shape)),
                            }
                        });
                    let facts: Vec<TypedFact> = facts.collect::<TractResult<_>>()?;
                    for (output, fact) in outputs.iter().zip(self.facts(facts.into_iter())?) {
                        solver.equals(&output.datum_type, fact.datum_type)?;
                        solver.equals(&output.shape, fact.shape.to_tvec())?;
                        if let Some(value) = fact.konst {
                            solver.equals(&output.value, value)?;
                        }
                    }
                    Ok(())
                })
            })
        })
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        (self.wire)(&mut Wiring { model, prefix }, inputs)
    }
}

pub struct Wiring<'a> {
    model: &'a mut TypedModel,
    prefix: &'a str,
}

impl Wiring<'_> {
    /// The type, shape and, if constant, value of an outlet.
    pub fn fact(&self, x: OutletId) -> TractResult<&TypedFact> {
        self.model.outlet_fact(x)
    }

    pub fn datum_type(&self, x: OutletId) -> TractResult<DatumType> {
        Ok(self.fact(x)?.datum_type)
    }

    pub fn rank(&self, x: OutletId) -> TractResult<usize> {
        Ok(self.fact(x)?.rank())
    }

    /// Normalizes an axis index: negative indices count from the end.
    pub fn axis(&self, x: OutletId, axis: i64) -> TractResult<usize> {
        let rank = self.rank(x)? as i64;
        let from_begin = if axis < 0 { axis + rank } else { axis };
        ensure!((0..rank).contains(&from_begin), "axis {axis} of {rank}");
        Ok(from_begin as usize)
    }

    /// The value of a constant outlet, or an error if the outlet is not constant.
    pub fn known(&self, x: OutletId) -> TractResult<Arc<Tensor>> {
        self.fact(x)?
            .konst
            .clone()
            .with_context(|| format!("{}: what must be constant is not", self.prefix))
    }

    pub fn integers(&self, x: OutletId) -> TractResult<Vec<i64>> {
        let known = self.known(x)?;
        let integers = known.cast_to::<i64>()?;
        Ok(integers.try_as_plain_ram()?.as_slice::<i64>()?.to_vec())
    }

    pub fn nodes(
        &mut self,
        label: &str,
        operator: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        let operator: Box<dyn TypedOp> = operator.into();
        self.model
            .wire_node(format!("{}.{label}", self.prefix), operator, inputs)
    }

    /// Adds a node to the model and returns the first output of the node.
    pub fn node(
        &mut self,
        label: &str,
        operator: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<OutletId> {
        Ok(self.nodes(label, operator, inputs)?[0])
    }

    /// Adds a node with numpy broadcasting to the model: inputs of lower rank get leading axes.
    pub fn math(
        &mut self,
        label: &str,
        operator: impl Into<Box<dyn TypedOp>>,
        inputs: &[OutletId],
    ) -> TractResult<OutletId> {
        let operator: Box<dyn TypedOp> = operator.into();
        let name = format!("{}.{label}", self.prefix);
        Ok(wire_with_rank_broadcast(name, self.model, operator, inputs)?[0])
    }

    pub fn cast(&mut self, label: &str, datum_type: DatumType, x: OutletId) -> TractResult<OutletId> {
        if self.datum_type(x)? == datum_type {
            return Ok(x);
        }
        self.node(label, cast(datum_type), &[x])
    }

    pub fn constant(&mut self, label: &str, value: impl IntoArcTensor) -> TractResult<OutletId> {
        self.model.add_const(format!("{}.{label}", self.prefix), value)
    }

    pub fn number(&mut self, label: &str, number: f32, datum_type: DatumType) -> TractResult<OutletId> {
        self.constant(label, tensor0(number).cast_to_dt(datum_type)?.into_owned())
    }

    pub fn expansion(&mut self, operator: impl Expansion, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let operator: &dyn Expansion = &operator;
        operator.wire(self.prefix, self.model, inputs)
    }
}
