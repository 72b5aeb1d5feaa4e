//! Asks a language model for answers and stores them.

use std::collections::VecDeque;
use std::rc::Rc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::answers::{Cmd, Msg};
use crate::browser::clock::milliseconds;
use crate::runtime::Runtime;
use crate::runtime::handle::AppHandle;
use crate::state::Msg as StateMsg;
use fastgas_platform::{LanguageModel, ProjectId, RunControl, StoredAnswer};
use fastgas_protocol::{JobId, WorkerError};

/// A job id that belongs to no run: the progress is not needed.
const NO_JOB: JobId = JobId(0);

impl AppHandle {
    pub(crate) fn perform_answers(self, cmd: Cmd) {
        let tell = move |msg| self.dispatch(StateMsg::ModelAnswers(msg));
        let new_control = || {
            let control = RunControl::default();
            self.runtime().answering.replace(control.clone());
            control
        };
        match cmd {
            Cmd::Retrieve {
                id,
                labeled,
                rows,
                shots,
            } => {
                let control = new_control();
                spawn_local(async move {
                    let places = self.retrieve(&labeled, &rows, shots, &control).await;
                    // A cancellation needs no report: the run was stopped on purpose.
                    if !matches!(places, Err(WorkerError::Cancelled)) {
                        tell(Msg::Retrieved { id, places });
                    }
                });
            }
            Cmd::Probe {
                id,
                endpoint,
                key,
                model,
            } => {
                let control = new_control();
                spawn_local(async move {
                    match LanguageModel::new(endpoint, key).probe(&model, &control).await {
                        Ok(found) => tell(Msg::Probed { id, found }),
                        Err(WorkerError::Cancelled) => {}
                        Err(error) => tell(Msg::Failed { id, error }),
                    }
                });
            }
            Cmd::Ask {
                id,
                questions,
                asker,
                places,
                endpoint,
                key,
            } => {
                let control = new_control();
                spawn_local(async move {
                    let start = Instant::now();
                    let answered = move |place, answer| {
                        tell(Msg::Answered {
                            id,
                            place,
                            answer,
                            elapsed_ms: milliseconds(start),
                        });
                    };
                    let model = LanguageModel::new(endpoint, key);
                    match model.answer(&questions, &asker, &places, &control, answered).await {
                        Ok(()) | Err(WorkerError::Cancelled) => {}
                        Err(error) => tell(Msg::Failed { id, error }),
                    }
                });
            }
            Cmd::Pause => self.runtime().answering.borrow().pause(),
            Cmd::Resume => self.runtime().answering.borrow().resume(),
            Cmd::Stop => self.runtime().answering.borrow().cancel(),
            write => {
                let runtime = self.runtime();
                let Some(id) = self.project() else { return };
                runtime.answer_writes.borrow_mut().push_back((id, write));
                if !runtime.answer_writing.replace(true) {
                    spawn_local(self.write_answers(runtime));
                }
            }
        }
    }

    /// For each of `rows` the places of the most similar labeled rows. Uses the embeddings in memory or in the browser's
    /// storage; missing ones are computed again.
    async fn retrieve(
        self,
        labeled: &[u32],
        rows: &[u32],
        shots: u32,
        control: &RunControl,
    ) -> Result<Vec<u32>, WorkerError> {
        let texts = self
            .texts_to_embed(|project| Some(project.source.text_column))
            .ok_or(WorkerError::Cancelled)?;
        let count = self.worker_count();
        let embeddings = self.embeddings(NO_JOB, count, &texts, control).await?;
        let workers = self.workers(count).await?;
        workers.retrieve(&embeddings, labeled, rows, shots, control).await
    }

    /// Performs the queued writes in order. Consecutive answers are written together.
    async fn write_answers(self, runtime: Rc<Runtime>) {
        loop {
            let next = runtime.answer_writes.borrow_mut().pop_front();
            let Some((id, write)) = next else { break };
            let stored = async {
                let store = self.answer_db(&id).await?;
                match write {
                    Cmd::StoreAnswers(mut answers) => {
                        answers.extend(answers_in_front(&mut runtime.answer_writes.borrow_mut(), &id));
                        store.add(&answers).await
                    }
                    Cmd::StoreForm(form) => store.put_form(&form).await,
                    _ => unreachable!("only writes are queued"),
                }
            };
            let stored = stored.await;
            self.dispatch(StateMsg::ModelAnswers(Msg::Stored(stored)));
        }
        runtime.answer_writing.set(false);
    }
}

/// Removes and returns the leading answers of this project from the queue.
fn answers_in_front(writes: &mut VecDeque<(ProjectId, Cmd)>, id: &ProjectId) -> Vec<StoredAnswer> {
    let mut answers = Vec::new();
    while let Some((of, Cmd::StoreAnswers(more))) = writes.front_mut() {
        if of != id {
            break;
        }
        answers.append(more);
        writes.pop_front();
    }
    answers
}
