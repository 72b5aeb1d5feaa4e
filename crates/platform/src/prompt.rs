//! Builds few-shot prompts from labeled texts, and files that other programs can use to build few-shot prompts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::{ArrayBuffer, Uint8Array};

use crate::cache::Cache;
use crate::control::{NextTask, RunControl};
use crate::database::StorageError;
use crate::embed_job::{EmbedEvent, PartialEmbeddings, embed};
use crate::embedding_rows::{Rows, copied_in_tasks};
use crate::encoder_pool::EncoderPool;
use crate::schedule::JobClass;
use crate::workers::{exactly, unexpected};
use fastgas_annotation::retrieve::{Demonstrations, PIECE_BYTES, PackModel, Prompt, PromptConfig, Query};
use fastgas_data::Pool;
use fastgas_embedding::Encoded;
use fastgas_progress::Slices;
use fastgas_protocol::Error;
use fastgas_protocol::transport::f32_to_buffer;
use fastgas_protocol::{Envelope, Event, Request, WorkerError};

/// Embeds texts. The embeddings have length 1 and are in the same order as `texts`. Uses the cache like [`embed`].
pub async fn embed_texts<'a>(
    encoders: &EncoderPool,
    cache: Result<Cache, StorageError>,
    texts: impl Iterator<Item = &'a str>,
    mut cache_failed: impl FnMut(StorageError) + 'static,
) -> Result<Rows, WorkerError> {
    let mut cells = String::new();
    let mut ends = Vec::new();
    for text in texts {
        cells.push_str(text);
        ends.push(cells.len() as u32);
    }
    let pool = Pool::from_parts(vec!["text".into()], cells, ends).map_err(Error::from)?;
    let on_event = move |event| {
        if let EmbedEvent::CacheFailed(error) = event {
            cache_failed(error);
        }
    };
    let so_far = PartialEmbeddings::default();
    embed(
        encoders,
        cache,
        &Arc::new(pool),
        0,
        &so_far,
        on_event,
        &RunControl::default(),
    )
    .await
    .made
    .map(|made| made.rows)
}

impl EncoderPool {
    /// Embeds one text without storing the embedding in the cache.
    pub async fn embed_one(&self, text: String) -> Result<ArrayBuffer, WorkerError> {
        let vector = Rc::new(RefCell::new(None));
        let rows = {
            let vector = vector.clone();
            move |_: &[u32], encoded: Encoded| {
                vector.replace(Some(f32_to_buffer(&encoded.rows)));
                Ok(())
            }
        };
        let text = move |_| text.clone();
        self.embed(vec![vec![0]], text, rows, |_, _| (), &RunControl::default())
            .await?;
        vector.take().ok_or_else(unexpected)
    }

    /// Builds a prompt, and counts its tokens with the encoder's tokenizer.
    /// `vectors` contains the embedding of the query and the embeddings of the demonstrations.
    /// `vectors` is `None` if the demonstrations are chosen at random.
    /// Returns [`WorkerError::Asset`] or [`WorkerError::EncoderFiles`] if the tokenizer cannot be read.
    pub async fn prompt(
        &self,
        demonstrations: Demonstrations,
        query: Query,
        config: PromptConfig,
        vectors: Option<(ArrayBuffer, Rows)>,
    ) -> Result<(Prompt, u32), WorkerError> {
        let tokenizer = self.tokenizer().await?;
        let (vector, labeled) = match vectors {
            Some((vector, rows)) => (vector, rows.buffer),
            None => (ArrayBuffer::new(0), ArrayBuffer::new(0)),
        };
        let (text_column, template) = (
            demonstrations.text_column().to_owned(),
            demonstrations.template().clone(),
        );
        let mut buffers = vec![tokenizer, vector, labeled];
        buffers.extend(pieces_of(demonstrations).await);
        let request = move |_| Request::Prompt {
            text_column: text_column.clone(),
            template: template.clone(),
            query: query.clone(),
            config,
        };
        let answer = self.run_with(request, buffers).await?;
        match answer.body {
            Event::Prompted { prompt, tokens } => Ok((prompt, tokens)),
            _ => Err(unexpected()),
        }
    }

    /// Builds a file of labeled texts (demonstrations) for prompts.
    /// `labeled` contains the unit vectors of the demonstrations.
    pub async fn pack(
        &self,
        demonstrations: Demonstrations,
        name: String,
        labeled: &Rows,
    ) -> Result<String, WorkerError> {
        let hash = self.model_hash(&mut |_| {}, &RunControl::default()).await?;
        let model = PackModel {
            name,
            hash: hash.to_string(),
        };
        let (text_column, template) = (
            demonstrations.text_column().to_owned(),
            demonstrations.template().clone(),
        );
        let mut buffers = vec![labeled.buffer.clone()];
        buffers.extend(pieces_of(demonstrations).await);
        let request = move |_| Request::Pack {
            text_column: text_column.clone(),
            template: template.clone(),
            model: model.clone(),
        };
        let answer = self.run_with(request, buffers).await?;
        let [pack] = exactly(answer.buffers)?;
        String::from_utf8(pack).map_err(|_| unexpected())
    }

    /// Runs a request in a worker with copies of `buffers`. If the worker dies, another worker gets new copies.
    async fn run_with(
        &self,
        request: impl Fn(u32) -> Request + 'static,
        buffers: Vec<ArrayBuffer>,
    ) -> Result<Envelope<Event>, WorkerError> {
        let buffers = move |_| copies(buffers.clone());
        let (job, control) = (self.workers.new_job(JobClass::Long), RunControl::default());
        let answers = self.workers.run(job, 1, request, buffers, |_| Ok(()), &control).await?;
        answers.into_iter().next().ok_or_else(unexpected)
    }
}

/// Moves demonstrations out of WebAssembly's memory, in pieces and in several tasks, so that the page stays responsive.
async fn pieces_of(demonstrations: Demonstrations) -> Vec<ArrayBuffer> {
    let mut pieces = Vec::new();
    let take = |piece: &[u8]| pieces.push(Uint8Array::from(piece).buffer());
    let work = demonstrations
        .into_pieces(take, &mut Slices::new(PIECE_BYTES, NextTask))
        .await;
    work.expect("the next task always begins");
    pieces
}

/// Copies the buffers in several tasks, so that the page stays responsive.
async fn copies(buffers: Vec<ArrayBuffer>) -> Vec<ArrayBuffer> {
    let mut copies = Vec::with_capacity(buffers.len());
    for buffer in &buffers {
        copies.push(copied_in_tasks(buffer).await);
    }
    copies
}
