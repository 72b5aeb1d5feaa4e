//! Asks a language model the questions of an exam, and stores its answers.

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::compare::{ExamCmd, ExamMsg, Msg};
use crate::runtime::handle::AppHandle;
use crate::state::Msg as StateMsg;
use fastgas_platform::{ExamDb, LanguageModel, RunControl, StorageError};
use fastgas_protocol::{JobId, WorkerError};

/// A job id that belongs to no run: the progress is not needed.
const NO_JOB: JobId = JobId(0);

impl AppHandle {
    pub(super) fn perform_exam(self, cmd: ExamCmd) {
        let tell = move |msg| self.dispatch(StateMsg::Compare(Msg::Exam(msg)));
        let new_control = || {
            let control = RunControl::default();
            self.runtime().examining.replace(control.clone());
            control
        };
        match cmd {
            ExamCmd::Load => {
                let Some(id) = self.project() else { return };
                spawn_local(async move {
                    let stored = async { self.exam_db(&id).await?.load().await };
                    let stored = stored.await;
                    if self.shows(&id) {
                        tell(ExamMsg::Loaded(stored.map(Box::new)));
                    }
                });
            }
            ExamCmd::Retrieve { id, picks, rows } => {
                let control = new_control();
                spawn_local(async move {
                    let places = self.retrieve_picks(&picks, &rows, &control).await;
                    // A cancellation needs no report: the run was stopped on purpose.
                    if !matches!(places, Err(WorkerError::Cancelled)) {
                        tell(ExamMsg::Retrieved { id, places });
                    }
                });
            }
            ExamCmd::Probe {
                id,
                endpoint,
                key,
                model,
            } => {
                let control = new_control();
                spawn_local(async move {
                    match LanguageModel::new(endpoint, key).probe(&model, &control).await {
                        Ok(found) => tell(ExamMsg::Probed { id, found }),
                        Err(WorkerError::Cancelled) => {}
                        Err(error) => tell(ExamMsg::Failed { id, error }),
                    }
                });
            }
            ExamCmd::Ask {
                id,
                exam,
                asker,
                places,
                endpoint,
                key,
            } => {
                let control = new_control();
                spawn_local(async move {
                    let start = Instant::now();
                    let answered = move |place, answer| {
                        tell(ExamMsg::Answered {
                            id,
                            place,
                            answer,
                            elapsed_ms: milliseconds(start),
                        });
                    };
                    let model = LanguageModel::new(endpoint, key);
                    match model.answer(&*exam, &asker, &places, &control, answered).await {
                        Ok(()) | Err(WorkerError::Cancelled) => {}
                        Err(error) => tell(ExamMsg::Failed { id, error }),
                    }
                });
            }
            ExamCmd::Pause => self.runtime().examining.borrow().pause(),
            ExamCmd::Resume => self.runtime().examining.borrow().resume(),
            ExamCmd::Stop => self.runtime().examining.borrow().cancel(),
            ExamCmd::StoreAnswer(answer) => self.write_exam(async move |store| store.add(&[answer]).await),
            ExamCmd::StoreForm(form) => self.write_exam(async move |store| store.put_form(&form).await),
        }
    }

    /// For each list of picks and each of `rows` the places of the most similar picks. Uses the embeddings in memory or in the
    /// browser's storage; missing ones are computed again.
    async fn retrieve_picks(
        self,
        picks: &[(Vec<u32>, u32)],
        rows: &[u32],
        control: &RunControl,
    ) -> Result<Vec<Vec<u32>>, WorkerError> {
        let texts = self
            .texts_to_embed(|project| Some(project.source.text_column))
            .ok_or(WorkerError::Cancelled)?;
        let count = self.worker_count();
        let embeddings = self.embeddings(NO_JOB, count, &texts, control).await?;
        let workers = self.workers(count).await?;
        let mut places = Vec::with_capacity(picks.len());
        for (picks, n_similar) in picks {
            places.push(workers.retrieve(&embeddings, picks, rows, *n_similar, control).await?);
        }
        Ok(places)
    }

    /// Writes to the store of the exam. Writes may overlap: each concerns another value.
    fn write_exam(self, write: impl AsyncFnOnce(&ExamDb) -> Result<(), StorageError> + 'static) {
        let Some(id) = self.project() else { return };
        let runtime = self.runtime();
        runtime.exam_writes.set(runtime.exam_writes.get() + 1);
        spawn_local(async move {
            let stored = async { write(&self.exam_db(&id).await?).await };
            let stored = stored.await;
            runtime.exam_writes.set(runtime.exam_writes.get() - 1);
            // A failure concerns the project of the write only.
            if self.shows(&id) {
                self.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Stored(stored))));
            }
        });
    }
}
