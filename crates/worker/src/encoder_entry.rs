//! The encoder worker: computes embeddings with a Sentence-BERT model in tract.

use crate::global_scope::Page;
use crate::shared_memory::shared_bytes;
use crate::{EncoderDispatch, TextEncoder};
use fastgas_embedding::EmbedError;
use fastgas_embedding::{Encoded, EncoderReport};
use fastgas_encoder::{Encoder, TokenCounter};

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
        page.send(dispatch.handle(request, shared_bytes(message)));
    });
}
