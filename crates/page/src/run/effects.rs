//! Performs the commands of a run: embedding, selection and layout.

use crate::browser::clock::milliseconds;
use crate::confidences::ConfidenceSet;
use crate::project::Outcome;
use crate::run::select_effects::SelectInput;
use crate::run::select_effects::SelectResult;
use crate::run::select_effects::choose;
use crate::run::{self, Cmd};
use crate::runtime::EmbedInput;
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use fastgas_graph::Device;
use fastgas_graph::Neighbors;
use fastgas_platform::RunControl;
use fastgas_platform::Selected;
use fastgas_platform::next_task;
use fastgas_progress::Stage;
use fastgas_protocol::Error;
use fastgas_protocol::JobId;
use fastgas_protocol::WorkerError;
use fastgas_select::Config;
use fastgas_select::PriorSelection;
use fastgas_trace::StoredTrace;
use leptos::task::spawn_local;
use std::sync::Arc;
use web_time::Instant;

impl AppHandle {
    pub(crate) fn perform_run(self, cmd: Cmd) {
        match cmd {
            Cmd::Start {
                job,
                pool,
                text_column,
                config,
                earlier,
                encoder,
                embeddings,
                confidences,
                workers,
                device,
            } => {
                let project = self.project();
                let control = RunControl::default();
                self.runtime().control.replace(control.clone()).cancel();
                spawn_local(async move {
                    let run = async {
                        let texts = EmbedInput {
                            project: project.ok_or(WorkerError::NoProject)?,
                            pool,
                            column: text_column,
                            encoder,
                            embeddings,
                        };
                        self.run(job, texts, (config, earlier), confidences, (workers, device), control)
                            .await
                    };
                    if let Err(error) = run.await {
                        self.dispatch(Msg::Run(run::Msg::Failed { job, error }));
                    }
                });
            }
            Cmd::PickEarly {
                job,
                config,
                earlier,
                workers,
            } => self.perform_pick_early(job, config, earlier, workers),
            Cmd::Cancel => {
                self.runtime().early.borrow().cancel();
                self.runtime().control.borrow().cancel();
                self.runtime().drawing.borrow().cancel();
            }
            Cmd::StopLayout => self.runtime().drawing.borrow().cancel(),
            Cmd::Pause => self.runtime().control.borrow().pause(),
            Cmd::Resume => self.runtime().control.borrow().resume(),
        }
    }

    /// Performs a run. The result of each step is dispatched as soon as the step ends.
    async fn run(
        self,
        job: JobId,
        texts: EmbedInput,
        (config, earlier): (Config, PriorSelection),
        confidences: Option<ConfidenceSet>,
        (count, device): (usize, Device),
        control: RunControl,
    ) -> Result<(), WorkerError> {
        let workers = self.workers(count).await?;
        next_task().await;
        let mut timings = Vec::new();
        let (start, is_embedded) = (
            Instant::now(),
            texts.embeddings.is_some() || self.cached_embeddings(&texts).is_some(),
        );
        let as_they_are = self.embeddings(job, count, &texts, &control).await?;
        if is_embedded {
            // If all embeddings exist, the preview of the map is drawn immediately.
            // If the run has to embed texts, the preview of the map is drawn while the texts are being embedded.
            let rows = as_they_are.clone();
            spawn_local(async move {
                rows.pca_preview(|places| self.dispatch(Msg::Run(run::Msg::PreviewPlaced { job, places })))
                    .await;
            });
        } else {
            let paused_ms = control.paused().as_secs_f64() * 1000.0;
            timings.push((Stage::Embed, milliseconds(start) - paused_ms));
        }
        control.wait_while_paused().await?;
        // All texts are embedded now, so early picks are no longer useful.
        self.runtime().early.borrow().cancel();
        let settled = self
            .state
            .with_untracked(|state| state.run.early_is_decided(job, state.project.as_ref()));
        let earlier = settled.unwrap_or(earlier);
        let (start, paused) = (Instant::now(), control.paused());
        let embeddings = if config.centered {
            workers.center(&as_they_are, &control).await?
        } else {
            as_they_are.clone()
        };
        let checked = config.check(embeddings.n as u32).map_err(Error::from)?;
        let none = Neighbors::empty(embeddings.n, checked.n_searched() as usize);
        let (neighbors, searched) = workers
            .neighbors(&embeddings, none, (config.search, device), self.reporter(job), &control)
            .await?;
        let neighbors = self.keep_nearest(&texts, (config.centered, config.search), neighbors);
        let duplicates = embeddings.duplicates(&neighbors).await;
        let paused_ms = (control.paused() - paused).as_secs_f64() * 1000.0;
        let searched_ms = milliseconds(start) - paused_ms;
        let confidences_of_all = confidences.as_ref().map(|given| given.values.as_slice());
        let select_input = SelectInput {
            embeddings: &embeddings,
            neighbors: &neighbors,
            duplicates: &duplicates,
        };
        let settled = (confidences_of_all, &earlier);
        let SelectResult {
            selected,
            is_folded,
            searched_ms: again_ms,
        } = choose(
            &workers,
            select_input,
            &config,
            settled,
            || self.reporter(job),
            &control,
        )
        .await?;
        timings.push((Stage::Neighbors, searched_ms + again_ms));
        let Selected {
            partition,
            selection,
            reasons,
            tried,
            quality,
            timings: later,
            trace,
            ..
        } = selected;
        timings.extend(later);
        let (seed, how) = (config.seed, (config.search, device));
        let parts = partition.clone();
        let picks: Vec<u32> = selection.picks.iter().map(|pick| pick.row).collect();
        let made = self.cached_model_embeddings(&texts);
        let outcome = Outcome {
            config,
            text_column: texts.column,
            encoder: texts.made_by(),
            model: made.as_ref().map(|made| made.model.to_string()),
            beginnings: made.and_then(|made| made.beginnings).map(|them| them.to_vec()),
            confidences: confidences.map(|given| given.hash),
            selection,
            reasons,
            tried,
            partition,
            quality,
            duplicates: Some(duplicates.count()),
            searched: Some(searched),
            timings,
        };
        self.dispatch(Msg::Run(run::Msg::Selected {
            job,
            outcome: Box::new(outcome),
        }));
        if let Some(trace) = trace {
            let original_of = match is_folded {
                true => duplicates.original_of().to_vec(),
                false => Vec::new(),
            };
            let recorded = Arc::new(StoredTrace { trace, original_of });
            self.dispatch(Msg::Run(run::Msg::Traced { job, recorded }));
        }

        // The page shows each result before the next step begins.
        next_task().await;
        let neighbors = neighbors.first(checked.config().n_neighbors as usize);
        let drawing = RunControl::default();
        self.runtime().drawing.replace(drawing.clone()).cancel();
        let (names, map) = (
            self.extract_keywords(job, &workers, &texts, &parts, &control),
            self.draw_map(job, &workers, &neighbors, seed, &drawing),
        );
        let (named, drawn) = futures::join!(names, map);
        // If the user stopped only the computation of the map, the run continues with the map as it is.
        named.and(drawn.or_else(|error| match error {
            WorkerError::Cancelled => Ok(()),
            _ => Err(error),
        }))?;
        control.wait_while_paused().await?;

        next_task().await;
        let nearest = match checked.config().centered {
            true => {
                let k = checked.config().n_neighbors;
                self.nearest(&workers, &as_they_are, k, how, |_| (), &control).await?
            }
            false => neighbors,
        };
        let curve = workers.cover(&as_they_are, &nearest, &picks, &control).await?;
        self.dispatch(Msg::Run(run::Msg::Covered { job, curve }));
        Ok(())
    }
}
