//! Connects the questions of an exam to the code that sends requests, and reads the exam's stored answers.

use leptos::task::spawn_local;

use crate::compare::{ExamMsg, Msg};
use crate::endpoint::RunMsg;
use crate::endpoint::effects::{PerformedQuestions, RunSlot};
use crate::runtime::Runtime;
use crate::runtime::handle::AppHandle;
use crate::state::Msg as StateMsg;
use fastgas_annotation::answer::Exam;
use fastgas_platform::StoredExamAnswer;

impl PerformedQuestions for Exam {
    fn slot(runtime: &Runtime) -> &RunSlot<StoredExamAnswer> {
        &runtime.exam
    }

    fn msg(msg: RunMsg<Exam>) -> StateMsg {
        StateMsg::Compare(Msg::Exam(ExamMsg::Run(msg)))
    }
}

impl AppHandle {
    pub(super) fn load_exam(self) {
        let Some(id) = self.project() else { return };
        spawn_local(async move {
            let stored = async { self.answer_store::<Exam>(&id).await?.load().await };
            let stored = stored.await;
            if self.shows(&id) {
                self.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Loaded(stored.map(Box::new)))));
            }
        });
    }
}
