//! The ONNX `NonZero` operator, which returns the indices of nonzero elements.

use tract_onnx::tract_hir::internal::*;

/// Maps numbers or booleans to indices of shape axes×count: one column for each nonzero element, in row-major order.
///
/// tract's `NonZero` operator is not used, because it would add code for the NNEF model format to the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NonZero {
    /// Symbol for the number of nonzero elements, which is counted at run time.
    pub count: Symbol,
}

impl Expansion for NonZero {
    fn name(&self) -> StaticName {
        "NonZero".into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        solver: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 1)?;
        check_output_arity(outputs, 1)?;
        solver.equals(&outputs[0].datum_type, i64::datum_type())?;
        solver.equals(&outputs[0].rank, 2)?;
        solver.equals(&outputs[0].shape[0], inputs[0].rank.bex().to_dim())
    }

    fn wire(&self, prefix: &str, model: &mut TypedModel, inputs: &[OutletId]) -> TractResult<TVec<OutletId>> {
        let wired: Box<dyn TypedOp> = Box::new(self.clone());
        model.wire_node(prefix, wired, inputs)
    }
}

impl Op for NonZero {
    fn name(&self) -> StaticName {
        "NonZero".into()
    }

    fn mints_runtime_symbols(&self) -> bool {
        true
    }

    op_as_typed_op!();
}

impl EvalOp for NonZero {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let truths = inputs[0].cast_to::<bool>()?;
        let truths = truths.to_plain_array_view::<bool>()?;
        let rank = truths.ndim();
        let mut columns = Vec::new();
        for (place, _) in truths.indexed_iter().filter(|(_, is_set)| **is_set) {
            columns.extend((0..rank).map(|axis| place[axis] as i64));
        }
        let places = Tensor::from_shape(&[columns.len() / rank.max(1), rank], &columns)?;
        Ok(tvec!(places.permute_axes(&[1, 0])?.into_tvalue()))
    }
}

impl TypedOp for NonZero {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec!(i64::fact([inputs[0].rank().to_dim(), self.count.to_dim()])))
    }

    as_op!();
}
