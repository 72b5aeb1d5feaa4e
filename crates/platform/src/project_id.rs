use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProjectId(String);

impl ProjectId {
    /// A new id is the time of creation, because a user cannot create two projects in the same millisecond.
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

    /// The name of one of the project's databases: `base`, followed by the id of the project.
    pub(crate) fn database(&self, base: &str) -> String {
        match self.0.as_str() {
            "" => base.to_owned(),
            id => format!("{base}-{id}"),
        }
    }
}
