use serde::{Deserialize, Serialize};

/// Identifies a project in this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProjectId(String);

impl ProjectId {
    /// Returns the id of a project that the user creates at the time `now_ms`.
    /// Users create one project at a time, so ids are unique.
    pub fn begun_at(now_ms: u64) -> ProjectId {
        ProjectId(format!("{now_ms:x}"))
    }

    /// Returns the id of the project that old versions of the page stored. Old versions stored only one project.
    /// The database names of this project contain no id.
    pub fn first() -> ProjectId {
        ProjectId::default()
    }

    pub(crate) fn of_text(id: String) -> ProjectId {
        ProjectId(id)
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Returns the name of a database of this project. `base` is the part of the name that all projects share.
    pub(crate) fn database(&self, base: &str) -> String {
        match self.0.as_str() {
            "" => base.to_owned(),
            id => format!("{base}-{id}"),
        }
    }
}
