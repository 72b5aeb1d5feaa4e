use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProjectId(String);

impl ProjectId {
    /// The id contains the time of creation. Users create one project at a time, so ids are unique.
    pub fn begun_at(now_ms: u64) -> ProjectId {
        ProjectId(format!("{now_ms:x}"))
    }

    /// The id of the project that old versions of the page stored. Old versions stored only one project.
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

    /// `base` is the part of the name that the databases of all projects share.
    pub(crate) fn database(&self, base: &str) -> String {
        match self.0.as_str() {
            "" => base.to_owned(),
            id => format!("{base}-{id}"),
        }
    }
}
