//! The messages of the page. Each feature defines its messages in a separate type.

use crate::answers;
use crate::compare;
use crate::confidences::Msg as ConfidenceMsg;
use crate::encoder;
use crate::export;
use crate::file_labels;
use crate::import::{self, append};
use crate::labeling;
use crate::map::Msg as MapMsg;
use crate::network::{self};
use crate::persistence::{self};
use crate::projects::{self, embedding_cache};
use crate::prompts;
use crate::protection;
use crate::review;
use crate::run;
use crate::session;
use crate::shell::views;
use crate::similar;
use crate::suggestions;
use crate::team;
use fastgas_platform::Preference;

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Persistence(persistence::Msg),
    Import(import::Msg),
    Add(append::Msg),
    FileLabels(file_labels::Msg),
    Run(run::Msg),
    Confidences(ConfidenceMsg),
    ModelAnswers(answers::Msg),
    Map(MapMsg),
    Suggest(suggestions::Msg),
    Similar(similar::Msg),
    Review(review::Msg),
    Compare(compare::Msg),
    Cache(embedding_cache::Msg),
    Encoder(encoder::Msg),
    Labeling(labeling::Msg),
    Answer { yes: bool },
    Export(export::Msg),
    SetPreference(Preference, bool),
    Prompt(prompts::Msg),
    Team(team::Msg),
    Projects(projects::Msg),
    Protection(protection::Msg),
    Network(network::Msg),
    Session(session::Msg),
    View(views::Msg),
    DismissMessage,
}
