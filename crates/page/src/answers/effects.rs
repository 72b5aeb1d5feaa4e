//! Asks a language model for answers and stores them.

use std::rc::Rc;
use std::sync::Arc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::answers::{Cmd, Msg};
use crate::browser::clock::milliseconds;
use crate::runtime::Runtime;
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::{end_slice, plan};
use crate::runtime::write_queue::Joinable;
use crate::state::Msg as StateMsg;
use fastgas_annotation::answer::Questions;
use fastgas_platform::{LanguageModel, RunControl, StoredAnswer, StoredAnswerForm};
use fastgas_protocol::{Error, JobId, WorkerError};

/// A job id that belongs to no run: the progress is not needed.
const NO_JOB: JobId = JobId(0);

/// A write to the answers of a project.
pub(crate) enum AnswerWrite {
    Answers(Vec<StoredAnswer>),
    Form(StoredAnswerForm),
}

impl Joinable for AnswerWrite {
    fn join(&mut self, next: AnswerWrite) -> Option<AnswerWrite> {
        match (self, next) {
            (AnswerWrite::Answers(answers), AnswerWrite::Answers(more)) => {
                answers.extend(more);
                None
            }
            (_, next) => Some(next),
        }
    }
}

impl AppHandle {
    pub(crate) fn perform_answers(self, cmd: Cmd) {
        let tell = move |msg| self.dispatch(StateMsg::ModelAnswers(msg));
        let new_control = || {
            let control = RunControl::default();
            // Earlier work is outdated.
            self.runtime().answering.replace(control.clone()).cancel();
            control
        };
        match cmd {
            Cmd::Retrieve {
                id,
                questions,
                n_similar,
                shots,
            } => {
                let control = new_control();
                spawn_local(async move {
                    let questions = self.with_examples(questions, n_similar, shots, &control).await;
                    // A cancellation needs no report: the run was stopped on purpose.
                    if !matches!(questions, Err(WorkerError::Cancelled)) {
                        tell(Msg::Retrieved { id, questions });
                    }
                });
            }
            Cmd::Plan { id, questions, asker } => {
                let control = new_control();
                spawn_local(async move {
                    let requests = plan(questions.planner(&asker), questions.rows().len(), &control).await;
                    if !matches!(requests, Err(WorkerError::Cancelled)) {
                        let constraint = asker.constraint();
                        tell(Msg::Planned {
                            id,
                            constraint,
                            requests,
                        });
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
                    match model.answer(&*questions, &asker, &places, &control, answered).await {
                        Ok(()) | Err(WorkerError::Cancelled) => {}
                        Err(error) => tell(Msg::Failed { id, error }),
                    }
                });
            }
            Cmd::Pause => self.runtime().answering.borrow().pause(),
            Cmd::Resume => self.runtime().answering.borrow().resume(),
            Cmd::Stop => self.runtime().answering.borrow().cancel(),
            Cmd::StoreAnswers(answers) => self.queue_answer_write(AnswerWrite::Answers(answers)),
            Cmd::StoreForm(form) => self.queue_answer_write(AnswerWrite::Form(form)),
        }
    }

    /// The questions with at most `shots` examples each, chosen among the `n_similar` most similar labeled rows.
    async fn with_examples(
        self,
        questions: Arc<Questions>,
        n_similar: u32,
        shots: u32,
        control: &RunControl,
    ) -> Result<Arc<Questions>, WorkerError> {
        let labeled = questions.labeled_rows();
        let places = self.retrieve(&labeled, questions.rows(), n_similar, control).await?;
        let mut questions = Arc::unwrap_or_clone(questions);
        let mut start = Instant::now();
        for place in 0..questions.rows().len() {
            questions.choose_examples(place, &places, shots).map_err(Error::from)?;
            end_slice(&mut start, control).await?;
        }
        Ok(Arc::new(questions))
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

    fn queue_answer_write(self, write: AnswerWrite) {
        let Some(id) = self.project() else { return };
        let runtime = self.runtime();
        if runtime.answer_writes.push(id, write) {
            spawn_local(self.write_answers(runtime));
        }
    }

    /// Performs the queued writes in order.
    async fn write_answers(self, runtime: Rc<Runtime>) {
        while let Some((id, write)) = runtime.answer_writes.take() {
            let stored = async {
                let store = self.answer_db(&id).await?;
                match write {
                    AnswerWrite::Answers(answers) => store.add(&answers).await,
                    AnswerWrite::Form(form) => store.put_form(&form).await,
                }
            };
            let stored = stored.await;
            // A failure concerns the project of the write only.
            if self.shows(&id) {
                self.dispatch(StateMsg::ModelAnswers(Msg::Stored(stored)));
            }
        }
    }
}
