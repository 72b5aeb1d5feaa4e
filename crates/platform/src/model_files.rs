//! The files of a model.

use js_sys::ArrayBuffer;

use fastgas_embedding::cache::ModelHash;

/// The ONNX file, tokenizer.json and the model's config.json, in JavaScript's memory.
pub type ModelFiles = [ArrayBuffer; 3];

/// A model that workers can open.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) files: ModelFiles,
    pub(crate) hash: ModelHash,
}
