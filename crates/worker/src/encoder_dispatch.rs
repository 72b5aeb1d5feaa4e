//! Handles the requests that need an encoder: embeds texts and counts tokens. Every error becomes [`Event::Failed`].
//!
//! A separate worker handles encoder requests, because the runtime of the encoder is most of the page's download.
//! Users who import embeddings never download this worker.

use crate::answer::{Answer, answer_or_failure};
use crate::decode::{exactly, protocol};
use crate::prompt::{OpenTokenizer, Prompter, pack, with_demonstrations};
use std::sync::Arc;

use fastgas_embedding::EmbedError;
use fastgas_embedding::{Encoded, EncoderReport, ModelFile, SharedBytes};
use fastgas_protocol::Error;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, bytes_of_f32, bytes_of_u32};

/// An encoder of texts. In the browser, [`Encoder`](fastgas_encoder::Encoder) implements this trait.
/// Native tests implement the trait without a model.
pub trait TextEncoder {
    fn dimensions(&self) -> usize;

    fn report(&self) -> Result<EncoderReport, EmbedError>;

    /// Returns the unit vectors of `texts`, in the same order as the texts, and the number of bytes read of each text.
    ///
    /// # Errors
    /// Returns [`EmbedError::NotFinite`] for a text without a valid vector.
    fn encode(&self, texts: &[&str]) -> Result<Encoded, EmbedError>;
}

/// Opens an encoder from its ONNX file, tokenizer.json and config.json.
pub type OpenModel = dyn Fn(ModelFile, &[u8], &[u8]) -> Result<Box<dyn TextEncoder>, EmbedError>;

/// Handles the requests that need an encoder. The encoder of a request stays open for the next requests.
pub struct EncoderDispatch {
    open_model: Box<OpenModel>,
    prompter: Prompter,
    encoder: Option<Box<dyn TextEncoder>>,
}

impl EncoderDispatch {
    pub fn new(open_model: Box<OpenModel>, open_tokenizer: Box<OpenTokenizer>) -> EncoderDispatch {
        EncoderDispatch {
            open_model,
            prompter: Prompter::new(open_tokenizer),
            encoder: None,
        }
    }

    /// `shared` is the shared memory that the page has sent with the request, if any.
    pub fn handle(
        &mut self,
        Envelope { job, body, buffers }: Envelope<Request>,
        shared: Option<Arc<dyn SharedBytes>>,
    ) -> Envelope<Event> {
        answer_or_failure(job, self.answer(body, buffers, shared))
    }

    fn answer(
        &mut self,
        request: Request,
        buffers: Vec<Vec<u8>>,
        shared: Option<Arc<dyn SharedBytes>>,
    ) -> Result<Answer, WorkerError> {
        match request {
            Request::OpenModel => {
                let (onnx, [tokenizer, config]) = model_files(buffers, shared)?;
                let encoder = (self.open_model)(onnx, &tokenizer, &config).map_err(Error::from)?;
                let dimensions = encoder.dimensions() as u32;
                self.encoder = Some(encoder);
                Ok((Event::ModelOpened { dimensions }, Vec::new()))
            }
            Request::Report => {
                let [] = exactly(buffers)?;
                let report = Box::new(self.encoder()?.report().map_err(Error::from)?);
                Ok((Event::Reported { report }, Vec::new()))
            }
            Request::Embed { chunk, rows, texts } => {
                let [] = exactly(buffers)?;
                let encoder = self.encoder()?;
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let encoded = encoder.encode(&texts).map_err(|error| error.in_rows(&rows));
                let Encoded { rows, bytes_read } = encoded.map_err(Error::from)?;
                Ok((
                    Event::Embedded { chunk },
                    vec![bytes_of_f32(&rows), bytes_of_u32(&bytes_read)],
                ))
            }
            Request::Prompt {
                text_column,
                template,
                query,
                config,
            } => {
                let (buffers, demonstrations) = with_demonstrations(buffers, text_column, template)?;
                let (prompt, tokens) = self.prompter.prompt(&demonstrations, &query, &config, buffers)?;
                Ok((Event::Prompted { prompt, tokens }, Vec::new()))
            }
            Request::Pack {
                text_column,
                template,
                model,
            } => {
                let ([labeled], demonstrations) = with_demonstrations(buffers, text_column, template)?;
                Ok((Event::Packed, vec![pack(demonstrations, model, labeled)?]))
            }
            _ => Err(protocol("this worker has a model and nothing else")),
        }
    }

    fn encoder(&self) -> Result<&dyn TextEncoder, WorkerError> {
        self.encoder.as_deref().ok_or_else(|| protocol("no model is open"))
    }
}

pub(crate) fn model_files(
    mut buffers: Vec<Vec<u8>>,
    shared: Option<Arc<dyn SharedBytes>>,
) -> Result<(ModelFile, [Vec<u8>; 2]), WorkerError> {
    let onnx = match shared {
        Some(shared) => ModelFile::Shared(shared),
        None if buffers.is_empty() => return Err(protocol("there is no model")),
        None => ModelFile::Owned(buffers.remove(0)),
    };
    Ok((onnx, exactly(buffers)?))
}

#[cfg(test)]
mod tests;
