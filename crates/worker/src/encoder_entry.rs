//! The encoder worker: computes embeddings with a Sentence-BERT model in tract.

use std::sync::Arc;

use crate::global_scope::Page;
use crate::shared_memory::SharedMemory;
use crate::{EncoderDispatch, TextEncoder};
use fastgas_embedding::{EmbedError, SharedBytes};
use fastgas_embedding::{Encoded, EncoderReport};
use fastgas_encoder::{Encoder, TokenCounter};
use fastgas_protocol::transport::shared_memory_of;

impl TextEncoder for Encoder {
    fn dimensions(&self) -> usize {
        Encoder::dimensions(self)
    }

    fn report(&self) -> Result<EncoderReport, EmbedError> {
        Encoder::report(self)
    }

    fn encode(&self, texts: &[&str]) -> Result<Encoded, EmbedError> {
        Encoder::encode(self, texts)
    }
}

/// Handles the page's requests until the page terminates the worker.
pub fn run_encoder() {
    let page = Page::of_this_worker();
    let mut dispatch = EncoderDispatch::new(
        Box::new(|onnx, tokenizer, config| Ok(Box::new(Encoder::open(onnx, tokenizer, config)?))),
        Box::new(|tokenizer| {
            let counter = TokenCounter::new(tokenizer)?;
            Ok(Box::new(move |text| counter.count(text)))
        }),
    );
    page.clone().listen(move |request, message| {
        let shared = shared_memory_of(message);
        let shared = shared.map(|buffer| Arc::new(SharedMemory::new(&buffer)) as Arc<dyn SharedBytes>);
        page.send(dispatch.handle(request, shared));
    });
}
