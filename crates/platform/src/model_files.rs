use js_sys::ArrayBuffer;

use fastgas_embedding::cache::ModelHash;

/// The ONNX file, the tokenizer and config.json of a model, in JavaScript's memory.
pub type ModelFiles = [ArrayBuffer; 3];

#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) files: ModelFiles,
    pub(crate) hash: ModelHash,
}
