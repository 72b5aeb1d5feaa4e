//! Layer normalization of one tensor, or of two added tensors.

use std::sync::Arc;

use tract_onnx::tract_core::internal::*;

use super::{best_instructions, sum};

/// Computes (x − mean) / √(variance + epsilon) · weight + bias along the last axis.
/// x is the only input, or the sum of two inputs of equal shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    /// The weight of each element on the last axis.
    pub weights: Arc<[f32]>,
    /// The bias of each element on the last axis.
    pub biases: Arc<[f32]>,
    /// Small constant that is added to the variance.
    pub epsilon: f32,
}

impl Eq for Norm {}

/// Adds `added` to `numbers` and normalizes the rows of the sum in place.
/// `added` has the length of `numbers`, or is empty if the operator has no second input.
#[inline(always)]
fn norm_rows(norm: &Norm, numbers: &mut [f32], added: &[f32]) {
    let width = norm.weights.len();
    let mut rows_of_added = added.chunks_exact(width);
    for row in numbers.chunks_exact_mut(width) {
        if let Some(added) = rows_of_added.next() {
            row.iter_mut().zip(added).for_each(|(x, added)| *x += added);
        }
        let mean = sum(row, |x| x) / width as f32;
        row.iter_mut().for_each(|x| *x -= mean);
        let variance = sum(row, |x| x * x) / width as f32;
        let factor = 1.0 / (variance + norm.epsilon).sqrt();
        for ((x, weight), bias) in row.iter_mut().zip(&*norm.weights).zip(&*norm.biases) {
            *x = *x * factor * weight + bias;
        }
    }
}

best_instructions! {
    fn norm(norm: &Norm, numbers: &mut [f32], added: &[f32]) = norm_rows;
}

impl Op for Norm {
    fn name(&self) -> StaticName {
        "Norm".into()
    }

    op_as_typed_op!();
}

impl EvalOp for Norm {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, mut inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let added = (inputs.len() > 1).then(|| inputs.remove(1));
        let mut x = inputs.remove(0).into_tensor();
        let added = match &added {
            Some(added) => {
                ensure!(added.shape() == x.shape(), "{:?} and {:?}", added.shape(), x.shape());
                added.try_as_plain_ram()?.as_slice::<f32>()?
            }
            None => &[],
        };
        norm(self, x.try_as_plain_ram_mut()?.as_slice_mut::<f32>()?, added);
        Ok(tvec!(x.into_tvalue()))
    }
}

impl TypedOp for Norm {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        Ok(tvec!(inputs[0].without_value()))
    }

    as_op!();
}
