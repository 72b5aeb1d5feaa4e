//! Commands of the prompt dialog: makes prompts and few-shot packs.
//! A few-shot pack is a file with the labeled texts, their embeddings and the prompt template.

use leptos::task::spawn_local;

use crate::browser::clipboard::copy;
use crate::browser::clock::sleep;
use crate::projects::embedding_cache;
use crate::prompts::{BuiltPrompt, Cmd, Msg, PromptRequest};
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::slices;
use crate::state;
use fastgas_annotation::retrieve::Demonstrations;
use fastgas_platform::{EncoderName, EncoderPool, ProjectId, Rows, RunControl, embed_texts};
use fastgas_protocol::WorkerError;

/// Delay after the last keystroke before the page makes a new prompt, in milliseconds. It avoids a prompt per keystroke.
const DEBOUNCE_MS: i32 = 250;

pub(crate) struct LabeledEmbeddings {
    encoder: EncoderName,
    texts: Vec<String>,
    rows: Rows,
}

impl AppHandle {
    pub(crate) fn perform_prompts(self, cmd: Cmd) {
        let answer = move |msg| self.dispatch(state::Msg::Prompt(msg));
        let project = self.project();
        match cmd {
            Cmd::Make(ask) => spawn_local(async move {
                let number = ask.ask;
                sleep(DEBOUNCE_MS).await;
                let runtime = self.runtime();
                // Only one prompt is made at a time. A request is skipped if a newer request already exists.
                let _alone = runtime.prompting.lock().await;
                if self.state.with_untracked(|state| state.prompts.waits_for(number)) {
                    let result = self.make_prompt(project, *ask).await.map(Box::new);
                    answer(Msg::Made { ask: number, result });
                }
            }),
            Cmd::Copy(text) => spawn_local(async move {
                let copied = copy(&text).await;
                if let Err(reason) = &copied {
                    leptos::logging::warn!("nothing was copied: {reason:?}");
                }
                answer(Msg::Copied(copied.is_ok()));
            }),
            Cmd::Pack {
                source,
                encoder,
                file_name,
            } => spawn_local(async move {
                let pack = async {
                    let (demonstrations, _) = source.demonstrations(&mut slices(&RunControl::default())).await?;
                    let encoders = self.encoders(self.worker_count(), &encoder).await?;
                    let labeled = self.labeled_rows(project, &encoders, &demonstrations, &encoder).await?;
                    encoders.pack(demonstrations, encoder.name, &labeled).await
                };
                let result = pack.await;
                answer(Msg::Packed { file_name, result });
            }),
        }
    }

    async fn make_prompt(self, project: Option<ProjectId>, ask: PromptRequest) -> Result<BuiltPrompt, WorkerError> {
        let (demonstrations, n_proposed) = ask.source.demonstrations(&mut slices(&RunControl::default())).await?;
        let encoders = self.encoders(self.worker_count(), &ask.encoder).await?;
        let vectors = match ask.config.random {
            Some(_) => None,
            None => {
                let labeled = self
                    .labeled_rows(project, &encoders, &demonstrations, &ask.encoder)
                    .await?;
                Some((encoders.embed_one(ask.query.text.clone()).await?, labeled))
            }
        };
        let (prompt, tokens) = encoders.prompt(demonstrations, ask.query, ask.config, vectors).await?;
        Ok(BuiltPrompt {
            prompt,
            tokens,
            counted_by: ask.encoder.name,
            n_proposed,
        })
    }

    /// Reuses the embeddings of the previous prompt if the labeled texts and the encoder are the same.
    async fn labeled_rows(
        self,
        project: Option<ProjectId>,
        encoders: &EncoderPool,
        demonstrations: &Demonstrations,
        encoder: &EncoderName,
    ) -> Result<Rows, WorkerError> {
        let runtime = self.runtime();
        let last = runtime.labeled.borrow().as_ref().and_then(|last| {
            let is_same = last.encoder == *encoder && demonstrations.texts().eq(last.texts.iter().map(String::as_str));
            is_same.then(|| last.rows.clone())
        });
        if let Some(rows) = last {
            return Ok(rows);
        }
        let cache_failed = move |error| self.dispatch(state::Msg::Cache(embedding_cache::Msg::Failed(error)));
        let cache = match &project {
            Some(id) => self.cache_of(id).await,
            None => self.cache().await,
        };
        let rows = embed_texts(encoders, cache, demonstrations.texts(), cache_failed).await?;
        self.measure_cache().await;
        runtime.labeled.replace(Some(LabeledEmbeddings {
            encoder: encoder.clone(),
            texts: demonstrations.texts().map(str::to_owned).collect(),
            rows: rows.clone(),
        }));
        Ok(rows)
    }
}
