//! Translates the operators of an ONNX file to tract's typed operators.
#![expect(clippy::disallowed_types, reason = "the map of tract is passed on unchanged")]

use std::collections::HashMap;

use tract_onnx::prelude::InferenceModelExt;
use tract_onnx::tract_core::model::translator::Translate;
use tract_onnx::tract_hir::infer::{Factoid, InferenceNode, InferenceOp};
use tract_onnx::tract_hir::internal::*;

/// Translates a model to tract's typed operators.
///
/// The result equals the result of tract's `into_typed`, but the types and shapes are inferred only once.
/// Only operators that [onnx_ops](crate::onnx_ops) does not contain need this conversion.
///
/// # Errors
/// Returns tract's error if an operator does not fit its inputs.
pub fn typed(mut model: InferenceModel) -> TractResult<TypedModel> {
    model.analyse(false)?;
    ToTyped.translate_model(&model)
}

#[derive(Debug)]
struct ToTyped;

impl Translate<InferenceFact, Box<dyn InferenceOp>, TypedFact, Box<dyn TypedOp>> for ToTyped {
    fn translate_node(
        &self,
        source: &InferenceModel,
        node: &InferenceNode,
        target: &mut TypedModel,
        mapping: &HashMap<OutletId, OutletId>,
    ) -> TractResult<TVec<OutletId>> {
        let values: Option<TVec<_>> = node
            .outputs
            .iter()
            .map(|output| output.fact.value.concretize())
            .collect();
        match values {
            Some(values) if !InferenceModel::is_source(&node.op) => values
                .into_iter()
                .enumerate()
                .map(|(slot, value)| target.add_const(format!("{}.{slot}", node.name), value))
                .collect(),
            _ => node.op.to_typed(source, node, target, mapping),
        }
    }
}
