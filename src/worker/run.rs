//! The worker that does everything but what needs a GPU.

use web_time::Instant;

use crate::embed::{Encoder, EncoderReport, TokenCounter};
use crate::error::EmbedError;
use crate::worker::scope::Page;
use crate::worker::{Dispatch, TextEncoder};

impl TextEncoder for Encoder {
    fn dimensions(&self) -> usize {
        Encoder::dimensions(self)
    }

    fn report(&self) -> Result<EncoderReport, EmbedError> {
        Encoder::report(self)
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, EmbedError> {
        Encoder::encode(self, texts)
    }
}

/// Listens to the page until the page ends the worker.
pub fn run() {
    let page = Page::of_this_worker();
    let start = Instant::now();
    let mut dispatch = Dispatch::new(
        Box::new(|onnx, tokenizer, config| Ok(Box::new(Encoder::new(onnx, tokenizer, config)?))),
        Box::new(|tokenizer| {
            let counter = TokenCounter::new(tokenizer)?;
            Ok(Box::new(move |text| counter.count(text)))
        }),
        Box::new(move || start.elapsed().as_secs_f64() * 1000.0),
    );
    page.clone()
        .listen(move |message| dispatch.handle(message, &mut |event| page.send(event)));
}
