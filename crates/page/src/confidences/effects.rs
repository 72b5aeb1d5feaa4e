//! Requests confidences from a language model and stores them in the browser.

use std::rc::Rc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::confidences::{Cmd as ConfidenceCmd, ConfidenceSet, Msg as ConfidenceMsg};
use crate::endpoint::StoredPart;
use crate::runtime::Runtime;
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::make_each;
use crate::runtime::write_queue::Joinable;
use crate::state::Msg;
use fastgas_annotation::confidence::QuestionKey;
use fastgas_platform::{LanguageModel, RunControl, StoredEndpoint};

pub(crate) enum ConfidenceWrite {
    Answers(Vec<(QuestionKey, f32)>),
    Form(StoredEndpoint),
    /// `None` deletes the stored confidences.
    Confidences(Option<ConfidenceSet>),
}

impl ConfidenceWrite {
    fn part(&self) -> StoredPart {
        match self {
            ConfidenceWrite::Answers(_) => StoredPart::Answers,
            ConfidenceWrite::Form(_) => StoredPart::Form,
            ConfidenceWrite::Confidences(_) => StoredPart::Confidences,
        }
    }
}

impl Joinable for ConfidenceWrite {
    fn join(&mut self, next: ConfidenceWrite) -> Option<ConfidenceWrite> {
        match (self, next) {
            (ConfidenceWrite::Answers(answers), ConfidenceWrite::Answers(more)) => {
                answers.extend(more);
                None
            }
            (_, next) => Some(next),
        }
    }
}

impl AppHandle {
    pub(crate) fn perform_confidences(self, cmd: ConfidenceCmd) {
        let send = move |msg| self.dispatch(Msg::Confidences(msg));
        match cmd {
            ConfidenceCmd::Plan { id, questions } => {
                let control = RunControl::default();
                self.runtime().asking.replace(control.clone()).cancel();
                spawn_local(async move {
                    let requests = make_each(questions.len(), |row| Ok(questions.plan(row as u32)), &control).await;
                    send(ConfidenceMsg::Planned { id, requests });
                });
            }
            ConfidenceCmd::Ask {
                id,
                questions,
                rows,
                endpoint,
                key,
            } => {
                let control = RunControl::default();
                self.runtime().asking.replace(control.clone()).cancel();
                spawn_local(async move {
                    let start = Instant::now();
                    let answered = move |row, answer| {
                        send(ConfidenceMsg::Answered {
                            id,
                            row,
                            answer,
                            elapsed_ms: milliseconds(start),
                        });
                    };
                    let model = LanguageModel::new(endpoint, key);
                    // A failure that arrives after the user has stopped the requests has no effect.
                    if let Err(error) = model.ask(&questions, &rows, &control, answered).await {
                        send(ConfidenceMsg::Failed { id, error });
                    }
                });
            }
            ConfidenceCmd::Pause => self.runtime().asking.borrow().pause(),
            ConfidenceCmd::Resume => self.runtime().asking.borrow().resume(),
            ConfidenceCmd::Stop => self.runtime().asking.borrow().cancel(),
            ConfidenceCmd::StoreAnswer(key, confidence) => {
                self.queue_confidence_write(ConfidenceWrite::Answers(vec![(key, confidence)]));
            }
            ConfidenceCmd::StoreForm(form) => self.queue_confidence_write(ConfidenceWrite::Form(form)),
            ConfidenceCmd::StoreConfidences(given) => {
                self.queue_confidence_write(ConfidenceWrite::Confidences(given));
            }
        }
    }

    fn queue_confidence_write(self, write: ConfidenceWrite) {
        let Some(id) = self.project() else { return };
        let runtime = self.runtime();
        if runtime.confidence_writes.push(id, write) {
            spawn_local(self.write_confidences(runtime));
        }
    }

    /// Queued writes are performed in order, because parallel writes could let an older value overwrite a newer value.
    async fn write_confidences(self, runtime: Rc<Runtime>) {
        while let Some((id, write)) = runtime.confidence_writes.take() {
            let part = write.part();
            let writing = async {
                let _alone = runtime.storing.lock().await;
                let store = self.confidence_db(&id).await?;
                match write {
                    ConfidenceWrite::Answers(answers) => store.add(&answers).await,
                    ConfidenceWrite::Form(form) => store.put_form(&form).await,
                    ConfidenceWrite::Confidences(given) => {
                        let given = given.as_ref();
                        store
                            .put_in_use(given.map(|given| (&given.source, given.values.as_slice())))
                            .await
                    }
                }
            };
            let written = writing.await;
            self.report_if_locked(&id, &written);
            // The result of a write is reported only while the page shows the same project.
            if self.shows(&id) {
                self.dispatch(Msg::Confidences(ConfidenceMsg::Stored { part, written }));
            }
        }
    }
}
