//! Builds few-shot prompts and few-shot packs from labeled texts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::ArrayBuffer;

use crate::cache::Cache;
use crate::control::RunControl;
use crate::database::StorageError;
use crate::embed_job::{EmbedEvent, PartialEmbeddings, embed};
use crate::embedding_rows::Rows;
use crate::encoder_pool::EncoderPool;
use crate::workers::{exactly, unexpected};
use fastgas_annotation::retrieve::{Demonstrations, PackModel, Prompt, PromptConfig, Query};
use fastgas_data::Pool;
use fastgas_embedding::Encoded;
use fastgas_protocol::Error;
use fastgas_protocol::transport::f32_to_buffer;
use fastgas_protocol::{Event, Request, WorkerError};

/// Returns the unit vectors of `texts` in the same order. Uses the cache like [`embed`].
///
/// # Errors
/// Fails with the errors of [`EncoderPool::embed`].
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
    /// Embeds a text without storing the result in the cache.
    ///
    /// # Errors
    /// Fails with the errors of [`EncoderPool::embed`].
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

    /// Returns the prompt for `query` and its number of tokens according to the encoder's tokenizer.
    /// `vectors` are the vectors of the query and of the demonstrations; `None` if the demonstrations are chosen at random.
    ///
    /// # Errors
    /// Returns [`WorkerError::Pipeline`], and [`WorkerError::Asset`] or [`WorkerError::EncoderFiles`] for the tokenizer.
    /// Returns [`WorkerError::Lost`] if the workers die.
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
        let request = move || Request::Prompt {
            demonstrations: demonstrations.clone(),
            query: query.clone(),
            config,
        };
        let buffers = move || [&tokenizer, &vector, &labeled].map(|buffer| buffer.slice(0)).into();
        let [answer] = self
            .workers
            .run_one(request, buffers, |_| Ok(()), &RunControl::default())
            .await?;
        match answer.body {
            Event::Prompted { prompt, tokens } => Ok((prompt, tokens)),
            _ => Err(unexpected()),
        }
    }

    /// Returns the few-shot pack as a file. `labeled` contains the unit vectors of the demonstrations.
    /// `name` is the name of the encoder that computed the vectors.
    ///
    /// # Errors
    /// Fails with the errors of [`EncoderPool::prompt`].
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
        let request = move || Request::Pack {
            demonstrations: demonstrations.clone(),
            model: model.clone(),
        };
        let labeled = labeled.clone();
        let [answer] = self
            .workers
            .run_one(request, move || vec![labeled.all()], |_| Ok(()), &RunControl::default())
            .await?;
        let [pack] = exactly(answer.buffers)?;
        String::from_utf8(pack).map_err(|_| unexpected())
    }
}
