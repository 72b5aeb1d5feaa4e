use js_sys::{ArrayBuffer, SharedArrayBuffer, Uint8Array};

use fastgas_embedding::cache::ModelHash;

/// The ONNX file, the tokenizer and config.json of a model, in JavaScript's memory.
pub type ModelFiles = [ArrayBuffer; 3];

#[derive(Clone)]
pub(crate) enum OnnxFile {
    Copied(ArrayBuffer),
    Shared(SharedArrayBuffer),
}

impl OnnxFile {
    pub(crate) fn bytes(&self) -> Uint8Array {
        match self {
            OnnxFile::Copied(buffer) => Uint8Array::new(buffer),
            OnnxFile::Shared(buffer) => Uint8Array::new(buffer),
        }
    }
}

#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) onnx: OnnxFile,
    pub(crate) tokenizer: ArrayBuffer,
    pub(crate) config: ArrayBuffer,
    pub(crate) hash: ModelHash,
}

impl Model {
    /// The files for one worker: copies to transfer, and the ONNX file if the workers share its memory.
    pub(crate) fn for_worker(&self) -> (Vec<ArrayBuffer>, Option<SharedArrayBuffer>) {
        let rest = [&self.tokenizer, &self.config].map(|file| file.slice(0));
        match &self.onnx {
            OnnxFile::Copied(onnx) => ([onnx.slice(0)].into_iter().chain(rest).collect(), None),
            OnnxFile::Shared(onnx) => (rest.to_vec(), Some(onnx.clone())),
        }
    }
}
