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
    /// A message about a file that may be appended to the open project.
    Add(append::Msg),
    /// A message about the labels in an imported file.
    FileLabels(file_labels::Msg),
    /// A message about the run, or about the settings of the next run.
    Run(run::Msg),
    Confidences(ConfidenceMsg),
    /// A message about the answers of a language model.
    ModelAnswers(answers::Msg),
    Map(MapMsg),
    Suggest(suggestions::Msg),
    Similar(similar::Msg),
    /// A message about the table of picks.
    Review(review::Msg),
    Compare(compare::Msg),
    Cache(embedding_cache::Msg),
    Encoder(encoder::Msg),
    Labeling(labeling::Msg),
    /// Answer the pending confirmation question.
    Answer {
        yes: bool,
    },
    Export(export::Msg),
    /// Turn a user's preference on or off.
    SetPreference(Preference, bool),
    Prompt(prompts::Msg),
    Team(team::Msg),
    Projects(projects::Msg),
    Protection(protection::Msg),
    Network(network::Msg),
    Session(session::Msg),
    /// A message about the view that the result screen shows.
    View(views::Msg),
    DismissMessage,
}
