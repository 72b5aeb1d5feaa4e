//! The projects of this browser: which there are, in a database of their own, and which was on the screen last.
//!
//! Each project has its own databases; this one only lists them, so that the first screen need not open them all.

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError, finish};
use crate::kept::{forget, keep, kept};
use crate::project_id::ProjectId;
use fastgas_protocol::transport::{from_js, to_js};

const DATABASE: &str = "fastgas-projects";
const PROJECTS: &str = "projects";
const LAST: &str = "fastgas-project";

// What the small store has of each project.
const PLACE: &str = "place";
const JOURNAL: &str = "journal";

/// A project, as the list shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectEntry {
    /// Its name among those of this browser.
    pub id: ProjectId,
    pub summary: Summary,
    /// When it was last changed or opened, in milliseconds since 1970.
    pub at_ms: u64,
    /// Whether a person has deleted it, so far only from the list. Older pages did not write this.
    #[serde(default)]
    pub deleted: bool,
}

/// What is to be said of a project in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// As a person calls it; at first as their disk does.
    pub name: String,
    pub n_texts: usize,
    pub n_picks: usize,
    /// Picks that have a label.
    pub n_labeled: usize,
    /// Bytes on the disk, nearly; embeddings are in a cache that all projects share.
    pub bytes: u64,
    /// How many times something was said since the last backup. Older pages did not write this.
    #[serde(default)]
    pub n_since_backup: usize,
    /// Whether it is protected by a passphrase; name and counts are not. Older pages did not write this.
    #[serde(default)]
    pub is_protected: bool,
}

#[derive(Clone)]
pub struct Projects(Database);

impl Projects {
    /// Opens the list, making it when there is none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when storage is turned off.
    pub async fn open() -> Result<Projects, StorageError> {
        let builder = DatabaseBuilder::new(DATABASE)
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(PROJECTS));
        Ok(Projects(Database::open(builder).await?))
    }

    /// All of them, the last one first.
    ///
    /// # Errors
    /// [`StorageError::Refused`]; [`StorageError::Unreadable`] where a later version wrote them.
    pub async fn list(&self) -> Result<Vec<ProjectEntry>, StorageError> {
        let transaction = self.0.read(&[PROJECTS])?;
        let entries = transaction.object_store(PROJECTS)?.get_all(None, None)?.await?;
        finish(transaction).await?;
        let mut entries: Vec<ProjectEntry> = entries.into_iter().map(from_js).collect::<Result<_, _>>()?;
        entries.sort_by(|a, b| b.at_ms.cmp(&a.at_ms).then_with(|| a.id.cmp(&b.id)));
        Ok(entries)
    }

    /// Puts one into the list, in the place of what was said of it.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn put(&self, entry: &ProjectEntry) -> Result<(), StorageError> {
        self.0
            .write(&[PROJECTS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(PROJECTS)?;
                store.put(&to_js(entry)?, Some(&key(&entry.id)))?.await?;
                Ok(())
            })
            .await
    }

    /// Takes one out of the list.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
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

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = sessionStorage, js_name = getItem)]
    fn get_of_tab(key: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(catch, js_namespace = sessionStorage, js_name = setItem)]
    fn set_of_tab(key: &str, value: &str) -> Result<(), JsValue>;
}

/// What stands for a tab in which no project is open; an id has only hexadecimal digits.
const NONE: &str = "-";

/// A browser writes its small store when it likes to: what it says of a time less than this before the list's is no older, in
/// milliseconds.
const SETTLED_AFTER_MS: u64 = 5000;

/// What is known of which project was on the screen last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOff {
    /// In this tab, where it was reloaded.
    InTab(Option<ProjectId>),
    /// In any tab. Of a browser that was ended by force it may be what an earlier visit left.
    InBrowser {
        /// None where it was closed.
        project: Option<ProjectId>,
        /// Since when, in milliseconds since 1970; older pages did not write this.
        at_ms: Option<u64>,
    },
}

impl LeftOff {
    /// None where nothing is known, as on the first visit.
    pub fn kept() -> Option<LeftOff> {
        let of_tab = get_of_tab(LAST).ok().flatten();
        let in_tab = of_tab.map(|value| LeftOff::InTab(LeftOff::read(&value).0));
        in_tab.or_else(|| {
            let (project, at_ms) = LeftOff::read(&kept(LAST).ok().flatten()?);
            Some(LeftOff::InBrowser { project, at_ms })
        })
    }

    /// The project that is on the screen from now on.
    pub fn keep(project: Option<&ProjectId>, now_ms: u64) {
        let id = project.map_or(NONE, ProjectId::text);
        let value = format!("{id}@{now_ms}");
        let _ = set_of_tab(LAST, &value);
        // Where the browser refuses, the list is the way back to it.
        let _ = keep(LAST, &value);
    }

    fn read(value: &str) -> (Option<ProjectId>, Option<u64>) {
        let (id, at_ms) = value.split_once('@').unwrap_or((value, ""));
        (
            (id != NONE).then(|| ProjectId::of_text(id.to_owned())),
            at_ms.parse().ok(),
        )
    }

    /// The project; none where it was closed.
    pub fn project(&self) -> Option<&ProjectId> {
        match self {
            LeftOff::InTab(project) | LeftOff::InBrowser { project, .. } => project.as_ref(),
        }
    }

    /// The project of the list that was in use after all that is known here, where there is one: the browser was ended before it
    /// had written which one it was, or another tab has it.
    pub fn outlived(known: Option<&LeftOff>, list: &[ProjectEntry]) -> Option<ProjectId> {
        let newest = list.iter().find(|entry| !entry.deleted)?;
        let is_newer = match known {
            None => true,
            Some(LeftOff::InTab(_) | LeftOff::InBrowser { at_ms: None, .. }) => false,
            Some(LeftOff::InBrowser { at_ms: Some(at_ms), .. }) => newest.at_ms > at_ms + SETTLED_AFTER_MS,
        };
        let is_other = known.is_none_or(|known| known.project() != Some(&newest.id));
        (is_newer && is_other).then(|| newest.id.clone())
    }
}

/// Where a person is in a project, as it was kept last; none where nothing is known.
pub fn kept_place(at_rest: &AtRest) -> Option<String> {
    read_of(at_rest, PLACE)
}

/// Keeps where a person is in a project. Where the browser refuses, they begin at the first text that is left.
pub fn keep_place(at_rest: &AtRest, place: &str) {
    keep_of(at_rest, PLACE, place);
}

pub fn forget_place(id: &ProjectId) {
    let _ = forget(&key_of(PLACE, id));
}

/// What was on its way to the disk when it was kept last; none where all of it was stored.
pub fn kept_journal(at_rest: &AtRest) -> Option<String> {
    read_of(at_rest, JOURNAL)
}

/// Keeps what is on its way to the disk. Where the browser refuses, it is lost with a tab that is closed too early.
pub fn keep_journal(at_rest: &AtRest, journal: &str) {
    keep_of(at_rest, JOURNAL, journal);
}

pub fn forget_journal(id: &ProjectId) {
    let _ = forget(&key_of(JOURNAL, id));
}

/// What is kept of a project in the small store lies there as `to` says from now on. What lies there so already stays.
pub fn move_kept(from: &AtRest, to: &AtRest) {
    for name in [PLACE, JOURNAL] {
        // Without a protection anything can be read.
        if to.protection().is_some() && read_of(to, name).is_some() {
            continue;
        }
        if let Some(text) = read_of(from, name) {
            keep_of(to, name, &text);
        }
    }
}

fn read_of(at_rest: &AtRest, name: &str) -> Option<String> {
    at_rest.read_text(name, &kept(&key_of(name, at_rest.id())).ok().flatten()?)
}

fn keep_of(at_rest: &AtRest, name: &str, text: &str) {
    if let Some(text) = at_rest.text(name, text) {
        let _ = keep(&key_of(name, at_rest.id()), &text);
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

    fn in_browser(value: &str) -> LeftOff {
        let (project, at_ms) = LeftOff::read(value);
        LeftOff::InBrowser { project, at_ms }
    }

    #[test]
    fn what_older_pages_kept_is_read() {
        assert_eq!(LeftOff::read("-"), (None, None));
        assert_eq!(LeftOff::read("1a"), (Some(ProjectId::of_text("1a".into())), None));
        assert_eq!(LeftOff::read(""), (Some(ProjectId::first()), None));
        assert_eq!(LeftOff::read("1a@7"), (Some(ProjectId::of_text("1a".into())), Some(7)));
        assert_eq!(LeftOff::read("-@7"), (None, Some(7)));
    }

    #[test]
    fn a_project_that_was_in_use_after_the_small_store_was_written_is_gone_on_with() {
        let list = [entry("b", 100_000), entry("a", 50_000)];
        let outlived = |known: Option<&LeftOff>| LeftOff::outlived(known, &list).map(|id| id.text().to_owned());
        assert_eq!(outlived(None).as_deref(), Some("b"), "killed on the first visit");
        assert_eq!(outlived(Some(&in_browser("a@50000"))).as_deref(), Some("b"));
        assert_eq!(outlived(Some(&in_browser("-@50000"))).as_deref(), Some("b"));
        for known in ["b@50000", "-@100000", "-@99000", "a@100000", "a", "-"] {
            assert_eq!(outlived(Some(&in_browser(known))), None, "{known}");
        }
        assert_eq!(outlived(Some(&LeftOff::InTab(None))), None);
        assert_eq!(LeftOff::outlived(None, &[]), None);
        let deleted = ProjectEntry {
            deleted: true,
            ..entry("b", 100_000)
        };
        assert_eq!(
            LeftOff::outlived(Some(&in_browser("-@60000")), &[deleted, entry("a", 50_000)]),
            None
        );
    }
}
