//! Asks a language model the questions of an exam, and stores its answers.

use std::rc::Rc;
use std::sync::Arc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::compare::{ExamCmd, ExamMsg, Msg};
use crate::runtime::Runtime;
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::{end_slice, plan};
use crate::runtime::write_queue::Joinable;
use crate::state::Msg as StateMsg;
use fastgas_annotation::answer::Exam;
use fastgas_platform::{LanguageModel, RunControl, StoredAnswerForm, StoredExamAnswer};
use fastgas_protocol::{Error, JobId, WorkerError};

/// A job id that belongs to no run: the progress is not needed.
const NO_JOB: JobId = JobId(0);

/// A write to the exam of a project.
#[derive(Debug, PartialEq)]
pub(crate) enum ExamWrite {
    Answers(Vec<StoredExamAnswer>),
    Form(StoredAnswerForm),
}

impl Joinable for ExamWrite {
    fn join(&mut self, next: ExamWrite) -> Option<ExamWrite> {
        match (self, next) {
            (ExamWrite::Answers(answers), ExamWrite::Answers(more)) => {
                answers.extend(more);
                None
            }
            (_, next) => Some(next),
        }
    }
}

impl AppHandle {
    pub(super) fn perform_exam(self, cmd: ExamCmd) {
        let tell = move |msg| self.dispatch(StateMsg::Compare(Msg::Exam(msg)));
        let new_control = || {
            let control = RunControl::default();
            // Earlier work is outdated.
            self.runtime().examining.replace(control.clone()).cancel();
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
            ExamCmd::Retrieve { id, exam, picks, shots } => {
                let control = new_control();
                spawn_local(async move {
                    let exam = self.exam_with_examples(exam, &picks, shots, &control).await;
                    // A cancellation needs no report: the run was stopped on purpose.
                    if !matches!(exam, Err(WorkerError::Cancelled)) {
                        tell(ExamMsg::Retrieved { id, exam });
                    }
                });
            }
            ExamCmd::Plan { id, exam, asker } => {
                let control = new_control();
                spawn_local(async move {
                    let requests = plan(exam.planner(&asker), exam.n_questions(), &control).await;
                    if !matches!(requests, Err(WorkerError::Cancelled)) {
                        let constraint = asker.constraint();
                        tell(ExamMsg::Planned {
                            id,
                            constraint,
                            requests,
                        });
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
            ExamCmd::StoreAnswer(answer) => self.queue_exam_write(ExamWrite::Answers(vec![answer])),
            ExamCmd::StoreForm(form) => self.queue_exam_write(ExamWrite::Form(form)),
        }
    }

    /// The exam with at most `shots` examples for each question, chosen among the most similar picks. `picks` has the rows of
    /// each list of picks, and the number of most similar ones to find.
    async fn exam_with_examples(
        self,
        exam: Arc<Exam>,
        picks: &[(Vec<u32>, u32)],
        shots: u32,
        control: &RunControl,
    ) -> Result<Arc<Exam>, WorkerError> {
        let places = self.retrieve_picks(picks, exam.rows(), control).await?;
        let mut exam = Arc::unwrap_or_clone(exam);
        let mut start = Instant::now();
        for place in 0..exam.n_questions() {
            exam.choose_examples(place, &places, shots).map_err(Error::from)?;
            end_slice(&mut start, control).await?;
        }
        Ok(Arc::new(exam))
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

    fn queue_exam_write(self, write: ExamWrite) {
        let Some(id) = self.project() else { return };
        let runtime = self.runtime();
        if runtime.exam_writes.push(id, write) {
            spawn_local(self.write_exam(runtime));
        }
    }

    /// Performs the queued writes in order.
    async fn write_exam(self, runtime: Rc<Runtime>) {
        while let Some((id, write)) = runtime.exam_writes.take() {
            let stored = async {
                let store = self.exam_db(&id).await?;
                match write {
                    ExamWrite::Answers(answers) => store.add(&answers).await,
                    ExamWrite::Form(form) => store.put_form(&form).await,
                }
            };
            let stored = stored.await;
            // A failure concerns the project of the write only.
            if self.shows(&id) {
                self.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Stored(stored))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_annotation::answer::{Answer, Entry};
    use fastgas_platform::ProjectId;

    #[test]
    fn answers_that_arrive_during_a_write_are_written_together() {
        let answer = |key: &str| StoredExamAnswer {
            key: key.into(),
            entry: Entry {
                answer: Answer {
                    text: "yes".into(),
                    confidence: None,
                    prompt_tokens: None,
                    is_cut: false,
                },
                shots: 2,
                seconds: 0.5,
            },
        };
        let form = StoredAnswerForm {
            address: "http://localhost:8080".into(),
            model: "tiny".into(),
            template: "{text}: {label}".into(),
            shots: "8".into(),
            constraints: String::new(),
        };
        let project = ProjectId::begun_at(1);
        let runtime = Runtime::default();
        let queue = &runtime.exam_writes;
        assert!(!runtime.is_storing_answers());
        queue.push(project.clone(), ExamWrite::Form(form.clone()));
        for key in ["a", "b", "c"] {
            queue.push(project.clone(), ExamWrite::Answers(vec![answer(key)]));
        }
        assert_eq!(queue.take(), Some((project.clone(), ExamWrite::Form(form))));
        let answers = ["a", "b", "c"].map(answer).to_vec();
        assert_eq!(queue.take(), Some((project, ExamWrite::Answers(answers))));
        assert!(runtime.is_storing_answers(), "the last write is in progress");
        assert_eq!(queue.take(), None);
        assert!(!runtime.is_storing_answers());
    }
}
