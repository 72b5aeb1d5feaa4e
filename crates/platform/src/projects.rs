//! The list of the projects in this browser, in a separate database, and the project that was open last.
//!
//! Each project has its own databases.
//! The database of this module lists the projects, so that the first screen need not open all project databases.

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError, finish};
use crate::local_storage::{get_item, remove_item, set_item};
use crate::project_db::is_noted_as_protected;
use crate::project_id::ProjectId;
use crate::session_storage;
use fastgas_protocol::transport::{from_js, to_js};

const DATABASE: &str = "fastgas-projects";
const PROJECTS: &str = "projects";
const LAST: &str = "fastgas-project";

// Prefixes of the keys in `localStorage`. The keys end with the id of the project.
const POSITION: &str = "place";
const JOURNAL: &str = "journal";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectEntry {
    pub id: ProjectId,
    pub summary: ProjectSummary,
    /// Time when the project was last changed or opened, in milliseconds since 1970.
    pub at_ms: u64,
    /// True if the user has deleted the project, although its data may still exist.
    /// Missing in entries from older versions of the page.
    #[serde(default)]
    pub deleted: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectSummary {
    /// Name of the project: initially the file name, until the user changes it.
    pub name: String,
    pub n_texts: usize,
    pub n_picks: usize,
    pub n_labeled: usize,
    /// Approximate number of bytes on disk, without the embeddings, which are in a cache that all projects share.
    pub bytes: u64,
    /// Number of log entries since the last backup. Missing in entries from older versions of the page.
    #[serde(default, rename = "n_since_backup")]
    pub changes_since_backup: usize,
    /// True if a passphrase protects the project. Missing in entries from older versions of the page.
    /// The summary of a protected project is not encrypted.
    #[serde(default)]
    pub is_protected: bool,
}

#[derive(Clone)]
pub struct Projects(Database);

impl Projects {
    pub async fn open() -> Result<Projects, StorageError> {
        let builder = DatabaseBuilder::new(DATABASE)
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(PROJECTS));
        Ok(Projects(Database::open(builder).await?))
    }

    /// The projects, sorted by the time of their last use, the latest first.
    /// Returns [`StorageError::Unreadable`] if a later version of the page wrote the entries.
    pub async fn list(&self) -> Result<Vec<ProjectEntry>, StorageError> {
        let transaction = self.0.read(&[PROJECTS])?;
        let entries = transaction.object_store(PROJECTS)?.get_all(None, None)?.await?;
        finish(transaction).await?;
        let mut entries: Vec<ProjectEntry> = entries.into_iter().map(from_js).collect::<Result<_, _>>()?;
        entries.sort_by(|a, b| b.at_ms.cmp(&a.at_ms).then_with(|| a.id.cmp(&b.id)));
        Ok(entries)
    }

    pub async fn put(&self, entry: &ProjectEntry) -> Result<(), StorageError> {
        self.0
            .write(&[PROJECTS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(PROJECTS)?;
                store.put(&to_js(entry)?, Some(&key(&entry.id)))?.await?;
                Ok(())
            })
            .await
    }

    pub async fn remove(&self, id: &ProjectId) -> Result<(), StorageError> {
        self.0
            .write(&[PROJECTS], Durability::Relaxed, async |transaction| {
                transaction.object_store(PROJECTS)?.delete(key(id))?.await?;
                Ok(())
            })
            .await
    }
}

fn key(id: &ProjectId) -> JsValue {
    JsValue::from(id.text())
}

/// The value that is stored if no project is open in the tab.
/// The value differs from all ids, because an id has only hexadecimal digits.
const NONE: &str = "-";

/// Tolerance, in milliseconds, when a time in `localStorage` is compared with a time in the project list.
/// Browsers delay writing `localStorage` to disk, so a small difference means nothing.
const LOCAL_STORAGE_DELAY_MS: u64 = 5000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastOpenProject {
    /// The project that was open in this tab before the tab was reloaded.
    InTab(Option<ProjectId>),
    /// The project that was last open in any tab.
    /// After a crash of the browser, this may be the project of an earlier visit.
    InBrowser {
        project: Option<ProjectId>,
        /// Time when a project was last opened or closed in this browser, in milliseconds since 1970.
        /// `None` for a value that an older version of the page stored, without a time.
        at_ms: Option<u64>,
    },
}

impl LastOpenProject {
    pub fn stored() -> Option<LastOpenProject> {
        let of_tab = session_storage::get_item(LAST).ok().flatten();
        let in_tab = of_tab.map(|value| LastOpenProject::InTab(LastOpenProject::read(&value).0));
        in_tab.or_else(|| {
            let (project, at_ms) = LastOpenProject::read(&get_item(LAST).ok().flatten()?);
            Some(LastOpenProject::InBrowser { project, at_ms })
        })
    }

    pub fn store(project: Option<&ProjectId>, now_ms: u64) {
        let id = project.map_or(NONE, ProjectId::text);
        let value = format!("{id}@{now_ms}");
        let _ = session_storage::set_item(LAST, &value);
        // If the browser refuses to store the value, the user can open the project from the list.
        let _ = set_item(LAST, &value);
    }

    fn read(value: &str) -> (Option<ProjectId>, Option<u64>) {
        let (id, at_ms) = value.split_once('@').unwrap_or((value, ""));
        (
            (id != NONE).then(|| ProjectId::of_text(id.to_owned())),
            at_ms.parse().ok(),
        )
    }

    pub fn project(&self) -> Option<&ProjectId> {
        match self {
            LastOpenProject::InTab(project) | LastOpenProject::InBrowser { project, .. } => project.as_ref(),
        }
    }

    /// Returns the most recently used project of the list, if the project was used after `known`.
    /// The browser may have crashed before it stored the open project, or another tab may have opened the project.
    pub fn most_recent(known: Option<&LastOpenProject>, list: &[ProjectEntry]) -> Option<ProjectId> {
        let newest = list.iter().find(|entry| !entry.deleted)?;
        let is_newer = match known {
            None => true,
            Some(LastOpenProject::InTab(_) | LastOpenProject::InBrowser { at_ms: None, .. }) => false,
            Some(LastOpenProject::InBrowser { at_ms: Some(at_ms), .. }) => {
                newest.at_ms > at_ms + LOCAL_STORAGE_DELAY_MS
            }
        };
        let is_other = known.is_none_or(|known| known.project() != Some(&newest.id));
        (is_newer && is_other).then(|| newest.id.clone())
    }
}

pub fn stored_position(at_rest: &AtRest) -> Option<String> {
    read_of(at_rest, POSITION)
}

/// If the browser refuses to store the position, the user starts at the first unlabeled text on the next visit.
pub fn store_position(at_rest: &AtRest, position: &str) {
    store_of(at_rest, POSITION, position);
}

pub fn forget_position(id: &ProjectId) {
    let _ = remove_item(&key_of(POSITION, id));
}

/// The journal of a project: the changes that are not on disk yet. `None` if all changes are on disk.
pub fn stored_journal(at_rest: &AtRest) -> Option<String> {
    read_of(at_rest, JOURNAL)
}

/// If the browser refuses to store the journal, closing the tab too early loses the changes in the journal.
pub fn store_journal(at_rest: &AtRest, journal: &str) {
    store_of(at_rest, JOURNAL, journal);
}

pub fn forget_journal(id: &ProjectId) {
    let _ = remove_item(&key_of(JOURNAL, id));
}

/// Moves the user's position in a project, and the project's journal, to the format of `to` (plain or encrypted).
/// Values that already have this format do not change.
pub fn move_stored(from: &AtRest, to: &AtRest) {
    for name in [POSITION, JOURNAL] {
        // Only encrypted values can be unreadable, so the check is needed only for a protected project.
        if to.protection().is_some() && read_of(to, name).is_some() {
            continue;
        }
        if let Some(text) = read_of(from, name) {
            store_of(to, name, &text);
        }
    }
}

fn read_of(at_rest: &AtRest, name: &str) -> Option<String> {
    at_rest.read_text(name, &get_item(&key_of(name, at_rest.id())).ok().flatten()?)
}

/// Does nothing if another tab has protected the project and `at_rest` has no key.
fn store_of(at_rest: &AtRest, name: &str, text: &str) {
    if at_rest.protection().is_none() && is_noted_as_protected(at_rest.id()) {
        return;
    }
    if let Some(text) = at_rest.text(name, text) {
        let _ = set_item(&key_of(name, at_rest.id()), &text);
    }
}

fn key_of(name: &str, id: &ProjectId) -> String {
    format!("fastgas-{name}-{}", id.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, at_ms: u64) -> ProjectEntry {
        ProjectEntry {
            id: ProjectId::of_text(id.into()),
            at_ms,
            ..ProjectEntry::default()
        }
    }

    fn in_browser(value: &str) -> LastOpenProject {
        let (project, at_ms) = LastOpenProject::read(value);
        LastOpenProject::InBrowser { project, at_ms }
    }

    #[test]
    fn values_of_older_pages_are_parsed() {
        assert_eq!(LastOpenProject::read("-"), (None, None));
        assert_eq!(
            LastOpenProject::read("1a"),
            (Some(ProjectId::of_text("1a".into())), None)
        );
        assert_eq!(LastOpenProject::read(""), (Some(ProjectId::first()), None));
        assert_eq!(
            LastOpenProject::read("1a@7"),
            (Some(ProjectId::of_text("1a".into())), Some(7))
        );
        assert_eq!(LastOpenProject::read("-@7"), (None, Some(7)));
    }

    #[test]
    fn project_newer_than_local_storage_is_resumed() {
        let list = [entry("b", 100_000), entry("a", 50_000)];
        let most_recent =
            |known: Option<&LastOpenProject>| LastOpenProject::most_recent(known, &list).map(|id| id.text().to_owned());
        assert_eq!(
            most_recent(None).as_deref(),
            Some("b"),
            "the browser was killed on the first visit"
        );
        assert_eq!(most_recent(Some(&in_browser("a@50000"))).as_deref(), Some("b"));
        assert_eq!(most_recent(Some(&in_browser("-@50000"))).as_deref(), Some("b"));
        for known in ["b@50000", "-@100000", "-@99000", "a@100000", "a", "-"] {
            assert_eq!(most_recent(Some(&in_browser(known))), None, "{known}");
        }
        assert_eq!(most_recent(Some(&LastOpenProject::InTab(None))), None);
        assert_eq!(LastOpenProject::most_recent(None, &[]), None);
        let deleted = ProjectEntry {
            deleted: true,
            ..entry("b", 100_000)
        };
        assert_eq!(
            LastOpenProject::most_recent(Some(&in_browser("-@60000")), &[deleted, entry("a", 50_000)]),
            None
        );
    }
}
