//! Asks a language model for confidences and stores them.

use std::collections::VecDeque;
use std::rc::Rc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::confidences::{Cmd as ConfidenceCmd, Msg as ConfidenceMsg};
use crate::runtime::Runtime;
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use fastgas_annotation::confidence::QuestionKey;
use fastgas_platform::{LanguageModel, ProjectId, RunControl};

impl AppHandle {
    pub(crate) fn perform_confidences(self, cmd: ConfidenceCmd) {
        match cmd {
            ConfidenceCmd::Ask {
                id,
                questions,
                rows,
                endpoint,
                key,
            } => {
                let control = RunControl::default();
                self.runtime().asking.replace(control.clone());
                spawn_local(async move {
                    let start = Instant::now();
                    let tell = move |row, answer| {
                        self.dispatch(Msg::Confidences(ConfidenceMsg::Answered {
                            id,
                            row,
                            answer,
                            elapsed_ms: milliseconds(start),
                        }));
                    };
                    let model = LanguageModel::new(endpoint, key);
                    // A cancellation needs no report: the requests were stopped on purpose.
                    let _ = model.ask(&questions, &rows, &control, tell).await;
                });
            }
            ConfidenceCmd::Pause => self.runtime().asking.borrow().pause(),
            ConfidenceCmd::Resume => self.runtime().asking.borrow().resume(),
            ConfidenceCmd::Stop => self.runtime().asking.borrow().cancel(),
            write => {
                let runtime = self.runtime();
                let Some(id) = self.project() else { return };
                runtime.confidence_writes.borrow_mut().push_back((id, write));
                if !runtime.confidence_writing.replace(true) {
                    spawn_local(self.write_confidences(runtime));
                }
            }
        }
    }

    /// Performs the queued writes in order. Consecutive answers are written together.
    async fn write_confidences(self, runtime: Rc<Runtime>) {
        loop {
            let next = runtime.confidence_writes.borrow_mut().pop_front();
            let Some((id, write)) = next else { break };
            let kept = async {
                let store = self.confidence_db(&id).await?;
                match write {
                    ConfidenceCmd::StoreAnswer(key, confidence) => {
                        let others = answers_in_front(&mut runtime.confidence_writes.borrow_mut(), &id);
                        let answers = [vec![(key, confidence)], others].concat();
                        store.add(&answers).await
                    }
                    ConfidenceCmd::StoreForm(form) => store.put_form(&form).await,
                    ConfidenceCmd::StoreConfidences(given) => {
                        let given = given.as_ref();
                        store
                            .put_given(given.map(|given| (&given.source, given.values.as_slice())))
                            .await
                    }
                    _ => unreachable!("only writes are queued"),
                }
            };
            let kept = kept.await;
            self.dispatch(Msg::Confidences(ConfidenceMsg::Kept(kept)));
        }
        runtime.confidence_writing.set(false);
    }
}

/// Removes and returns the leading answers of this project from the queue.
fn answers_in_front(writes: &mut VecDeque<(ProjectId, ConfidenceCmd)>, id: &ProjectId) -> Vec<(QuestionKey, f32)> {
    let mut answers = Vec::new();
    while let Some((of, ConfidenceCmd::StoreAnswer(key, confidence))) = writes.front() {
        if of != id {
            break;
        }
        answers.push((*key, *confidence));
        writes.pop_front();
    }
    answers
}
