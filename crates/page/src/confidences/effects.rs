//! Asks a language model for confidences and stores them.

use std::collections::VecDeque;
use std::rc::Rc;

use leptos::task::spawn_local;
use web_time::Instant;

use crate::browser::clock::milliseconds;
use crate::confidences::{ConfidenceAction, ConfidenceEffect};
use crate::runtime::Runner;
use crate::runtime::handle::AppHandle;
use crate::state::Action;
use fastgas_annotation::confidence::QuestionKey;
use fastgas_platform::{LanguageModel, ProjectId, RunControl};

impl AppHandle {
    pub(crate) fn perform_confidences(self, effect: ConfidenceEffect) {
        match effect {
            ConfidenceEffect::Ask {
                id,
                questions,
                rows,
                endpoint,
                key,
            } => {
                let control = RunControl::default();
                self.runner().asking.replace(control.clone());
                spawn_local(async move {
                    let start = Instant::now();
                    let tell = move |row, answer| {
                        self.dispatch(Action::Confidences(ConfidenceAction::Answered {
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
            ConfidenceEffect::Pause => self.runner().asking.borrow().pause(),
            ConfidenceEffect::Resume => self.runner().asking.borrow().resume(),
            ConfidenceEffect::Stop => self.runner().asking.borrow().cancel(),
            write => {
                let runner = self.runner();
                let Some(id) = self.project() else { return };
                runner.confidence_writes.borrow_mut().push_back((id, write));
                if !runner.confidence_writing.replace(true) {
                    spawn_local(self.write_confidences(runner));
                }
            }
        }
    }

    /// Performs the queued writes in order. Consecutive answers are written together.
    async fn write_confidences(self, runner: Rc<Runner>) {
        loop {
            let next = runner.confidence_writes.borrow_mut().pop_front();
            let Some((id, write)) = next else { break };
            let kept = async {
                let store = self.confidence_store(&id).await?;
                match write {
                    ConfidenceEffect::KeepAnswer(key, confidence) => {
                        let others = answers_in_front(&mut runner.confidence_writes.borrow_mut(), &id);
                        let answers = [vec![(key, confidence)], others].concat();
                        store.add(&answers).await
                    }
                    ConfidenceEffect::KeepForm(form) => store.put_form(&form).await,
                    ConfidenceEffect::KeepGiven(given) => {
                        let given = given.as_ref();
                        store
                            .put_given(given.map(|given| (&given.source, given.values.as_slice())))
                            .await
                    }
                    _ => unreachable!("only writes are queued"),
                }
            };
            let kept = kept.await;
            self.dispatch(Action::Confidences(ConfidenceAction::Kept(kept)));
        }
        runner.confidence_writing.set(false);
    }
}

/// Removes and returns the leading answers of this project from the queue.
fn answers_in_front(writes: &mut VecDeque<(ProjectId, ConfidenceEffect)>, id: &ProjectId) -> Vec<(QuestionKey, f32)> {
    let mut answers = Vec::new();
    while let Some((of, ConfidenceEffect::KeepAnswer(key, confidence))) = writes.front() {
        if of != id {
            break;
        }
        answers.push((*key, *confidence));
        writes.pop_front();
    }
    answers
}
