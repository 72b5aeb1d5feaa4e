//! Connects the questions about unlabeled texts with the code that sends requests to a language model.

use crate::answers::Msg;
use crate::endpoint::RunMsg;
use crate::endpoint::effects::{PerformedQuestions, RunSlot};
use crate::runtime::Runtime;
use crate::state::Msg as StateMsg;
use fastgas_annotation::answer::Questions;
use fastgas_platform::StoredAnswer;

impl PerformedQuestions for Questions {
    fn slot(runtime: &Runtime) -> &RunSlot<StoredAnswer> {
        &runtime.answers
    }

    fn msg(msg: RunMsg<Questions>) -> StateMsg {
        StateMsg::ModelAnswers(Msg::Run(msg))
    }
}
