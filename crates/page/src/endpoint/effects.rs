//! Performs the commands of runs that send questions to an endpoint, and stores the answers.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::endpoint::{RunCmd, RunMsg, RunQuestions, StoredPart};
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::{make_each, plan};
use crate::runtime::write_queue::{Joinable, WriteQueue};
use crate::runtime::{Runtime, open_for_project};
use crate::state::Msg as StateMsg;
use fastgas_platform::{AnswerStore, LanguageModel, ProjectId, RunControl, StorageError, StoredAnswerForm};
use fastgas_protocol::{Error, JobId, WorkerError};

/// Job id of work whose progress is not displayed. No displayed job has this id.
const NO_JOB: JobId = JobId(0);

#[derive(Debug, PartialEq)]
pub(crate) enum AnswerWrite<A> {
    Answers(Vec<A>),
    Form(StoredAnswerForm),
}

pub(crate) struct RunSlot<A> {
    pub(crate) control: RefCell<RunControl>,
    pub(crate) store: RefCell<Option<(ProjectId, AnswerStore<A>)>>,
    pub(crate) writes: WriteQueue<AnswerWrite<A>>,
}

pub(crate) trait PerformedQuestions: RunQuestions {
    fn slot(runtime: &Runtime) -> &RunSlot<Self::Stored>;

    fn msg(msg: RunMsg<Self>) -> StateMsg;
}

impl<A> Default for RunSlot<A> {
    fn default() -> RunSlot<A> {
        RunSlot {
            control: RefCell::default(),
            store: RefCell::default(),
            writes: WriteQueue::default(),
        }
    }
}

impl<A> AnswerWrite<A> {
    fn part(&self) -> StoredPart {
        match self {
            AnswerWrite::Answers(_) => StoredPart::Answers,
            AnswerWrite::Form(_) => StoredPart::Form,
        }
    }
}

impl<A> Joinable for AnswerWrite<A> {
    fn join(&mut self, next: AnswerWrite<A>) -> Option<AnswerWrite<A>> {
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
    /// The page gets a message for each command that expects an answer, even if the work was canceled.
    /// The page ignores the messages of stopped runs.
    pub(crate) fn perform_questions<Q: PerformedQuestions>(self, cmd: RunCmd<Q>) {
        let send = move |msg| self.dispatch(Q::msg(msg));
        let runtime = self.runtime();
        let control = &Q::slot(&runtime).control;
        let new_control = || {
            let new = RunControl::default();
            // Cancel the work of the previous run, whose results the page would ignore.
            control.replace(new.clone()).cancel();
            new
        };
        match cmd {
            RunCmd::Retrieve {
                id,
                questions,
                among,
                shots,
            } => {
                let control = new_control();
                spawn_local(async move {
                    let questions = self.with_examples(questions, &among, shots, &control).await;
                    send(RunMsg::Retrieved { id, questions });
                });
            }
            RunCmd::Plan { id, questions, asker } => {
                let control = new_control();
                spawn_local(async move {
                    let requests = plan(questions.planner(&asker), questions.n_questions(), &control).await;
                    let constraint = asker.constraint();
                    send(RunMsg::Planned {
                        id,
                        constraint,
                        requests,
                    });
                });
            }
            RunCmd::Probe {
                id,
                endpoint,
                key,
                model,
            } => {
                let control = new_control();
                spawn_local(async move {
                    match LanguageModel::new(endpoint, key).probe(&model, &control).await {
                        Ok(found) => send(RunMsg::Probed { id, found }),
                        Err(error) => send(RunMsg::Failed { id, error }),
                    }
                });
            }
            RunCmd::Ask {
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
                        send(RunMsg::Answered {
                            id,
                            place,
                            answer,
                            elapsed_ms: milliseconds(start),
                        });
                    };
                    let model = LanguageModel::new(endpoint, key);
                    if let Err(error) = model.answer(&*questions, &asker, &places, &control, answered).await {
                        send(RunMsg::Failed { id, error });
                    }
                });
            }
            RunCmd::Pause => control.borrow().pause(),
            RunCmd::Resume => control.borrow().resume(),
            RunCmd::Stop => control.borrow().cancel(),
            RunCmd::StoreAnswers(answers) => self.queue_answer_write::<Q>(AnswerWrite::Answers(answers)),
            RunCmd::StoreForm(form) => self.queue_answer_write::<Q>(AnswerWrite::Form(form)),
        }
    }

    pub(crate) async fn answer_store<Q: PerformedQuestions>(
        self,
        id: &ProjectId,
    ) -> Result<AnswerStore<Q::Stored>, StorageError> {
        let open = async { AnswerStore::open(&self.at_rest(id).await?).await };
        open_for_project(&Q::slot(&self.runtime()).store, id, open).await
    }

    /// Adds at most `shots` examples to each question.
    /// The examples are the rows whose texts are most similar to the text of the question.
    /// Each pair in `among` contains a list of possible example rows and the number of rows to find per question.
    async fn with_examples<Q: RunQuestions>(
        self,
        questions: Arc<Q>,
        among: &[(Vec<u32>, u32)],
        shots: u32,
        control: &RunControl,
    ) -> Result<Arc<Q>, WorkerError> {
        let similar = self.retrieve(among, questions.rows(), control).await?;
        let mut questions = Arc::unwrap_or_clone(questions);
        let n_questions = questions.n_questions();
        let choose = |place| questions.choose_examples(place, &similar, shots).map_err(Error::from);
        make_each(n_questions, choose, control).await?;
        Ok(Arc::new(questions))
    }

    /// For each list in `among`, finds the rows that are most similar to each row in `rows`, as indices in the list.
    /// Embeddings that are neither in memory nor in the browser's storage are computed.
    async fn retrieve(
        self,
        among: &[(Vec<u32>, u32)],
        rows: &[u32],
        control: &RunControl,
    ) -> Result<Vec<Vec<u32>>, WorkerError> {
        let texts = self.texts_to_embed(|project| project.source.text_column)?;
        let count = self.worker_count();
        let embeddings = self.embeddings(NO_JOB, count, &texts, control).await?;
        let workers = self.workers(count).await?;
        let mut similar = Vec::with_capacity(among.len());
        for (list, n_similar) in among {
            similar.push(workers.retrieve(&embeddings, list, rows, *n_similar, control).await?);
        }
        Ok(similar)
    }

    fn queue_answer_write<Q: PerformedQuestions>(self, write: AnswerWrite<Q::Stored>) {
        let Some(id) = self.project() else { return };
        let runtime = self.runtime();
        if Q::slot(&runtime).writes.push(id, write) {
            spawn_local(self.write_answers::<Q>(runtime));
        }
    }

    /// Writes run one after another. Otherwise, an older value could overwrite a newer value.
    async fn write_answers<Q: PerformedQuestions>(self, runtime: Rc<Runtime>) {
        while let Some((id, write)) = Q::slot(&runtime).writes.take() {
            let part = write.part();
            let writing = async {
                let _alone = runtime.storing.lock().await;
                let store = self.answer_store::<Q>(&id).await?;
                match write {
                    AnswerWrite::Answers(answers) => store.add(&answers).await,
                    AnswerWrite::Form(form) => store.put_form(&form).await,
                }
            };
            let written = writing.await;
            self.report_if_locked(&id, &written);
            // A failed write is reported only while the page shows the project.
            if self.shows(&id) {
                self.dispatch(Q::msg(RunMsg::Stored { part, written }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_annotation::answer::{Answer, Entry};
    use fastgas_platform::StoredExamAnswer;

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
        let queue = &runtime.exam.writes;
        assert!(!runtime.is_storing_answers());
        queue.push(project.clone(), AnswerWrite::Form(form.clone()));
        for key in ["a", "b", "c"] {
            queue.push(project.clone(), AnswerWrite::Answers(vec![answer(key)]));
        }
        assert_eq!(queue.take(), Some((project.clone(), AnswerWrite::Form(form))));
        let answers = ["a", "b", "c"].map(answer).to_vec();
        assert_eq!(queue.take(), Some((project, AnswerWrite::Answers(answers))));
        assert!(runtime.is_storing_answers(), "the last write is in progress");
        assert_eq!(queue.take(), None);
        assert!(!runtime.is_storing_answers());
    }
}
