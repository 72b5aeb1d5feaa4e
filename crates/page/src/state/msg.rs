//! The messages of the page. A message of a feature belongs to the type of the feature.

use crate::answers;
use crate::compare;
use crate::confidences::Msg as ConfidenceMsg;
use crate::encoder;
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
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_platform::Preference;
use fastgas_protocol::WorkerError;

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Persistence(persistence::Msg),
    Import(import::Msg),
    /// Belongs to a file that may be appended to the open project.
    Add(append::Msg),
    /// Belongs to the labels in a file.
    FileLabels(file_labels::Msg),
    /// Belongs to the run, or to the settings of the next one.
    Run(run::Msg),
    Confidences(ConfidenceMsg),
    /// Belongs to the answers of a language model.
    ModelAnswers(answers::Msg),
    Map(MapMsg),
    Suggest(suggestions::Msg),
    Similar(similar::Msg),
    /// Belongs to the table of picks.
    Review(review::Msg),
    Compare(compare::Msg),
    Cache(embedding_cache::Msg),
    Encoder(encoder::Msg),
    Labeling(labeling::Msg),
    /// Return to the project list, where a new project can be started; asks first if something is not stored.
    NewProject,
    Answer {
        yes: bool,
    },
    /// Export rows to a file.
    Export(ExportRows, ExportFormat),
    /// A worker has written the file of an export, or failed.
    ExportWritten(Result<Vec<u8>, WorkerError>),
    /// Turn a preference on or off.
    Choose(Preference, bool),
    Prompt(prompts::Msg),
    Team(team::Msg),
    Projects(projects::Msg),
    Protection(protection::Msg),
    Network(network::Msg),
    Session(session::Msg),
    /// Belongs to the view on the result screen.
    View(views::Msg),
    DismissMessage,
}
