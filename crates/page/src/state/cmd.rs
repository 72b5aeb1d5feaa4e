//! The work that messages request from the browser. Each feature defines its commands in a separate type.

use crate::answers;
use crate::compare;
use crate::confidences::Cmd as ConfidenceCmd;
use crate::encoder;
use crate::export;
use crate::file_labels;
use crate::import;
use crate::map::Cmd as MapCmd;
use crate::network::{self};
use crate::persistence::{self};
use crate::projects::{self, embedding_cache};
use crate::prompts;
use crate::protection;
use crate::run;
use crate::similar;
use crate::suggestions;
use crate::team;
use fastgas_platform::Preference;

/// The [`runtime`](crate::runtime) performs these commands in the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    Run(run::Cmd),
    Encoder(encoder::Cmd),
    Import(import::Cmd),
    FileLabels(file_labels::Cmd),
    Persistence(persistence::Cmd),
    Confidences(ConfidenceCmd),
    ModelAnswers(answers::Cmd),
    Compare(compare::Cmd),
    Cache(embedding_cache::Cmd),
    StorePreference(Preference, bool),
    Download {
        file_name: String,
        media_type: &'static str,
        text: String,
    },
    Export(export::Cmd),
    Prompt(prompts::Cmd),
    Projects(projects::Cmd),
    Protection(protection::Cmd),
    Network(network::Cmd),
    Team(team::Cmd),
    Map(MapCmd),
    Suggest(suggestions::Cmd),
    Similar(similar::Cmd),
}

impl Cmd {
    /// True if the command stores data other than the label log.
    pub(crate) fn stores_other_part(&self) -> bool {
        matches!(
            self,
            Cmd::Persistence(persistence::Cmd::SaveHead(_))
                | Cmd::Persistence(persistence::Cmd::SaveProject(_))
                | Cmd::Persistence(persistence::Cmd::SaveAll { .. })
        )
    }
}
