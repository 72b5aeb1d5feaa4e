//! The file `project.json` in a [project file](fastgas_annotation::backup) contains all data except texts and arrays.
//!
//! `log` contains all entries of the user's log, including adjudications.
//! `others` contains the last annotation of each text by every other annotator.
//! Versions 1 and 2 were plain JSON files that also contained `columns`, `rows` and the data that is now in `map.json`.
//! Version 1 did not contain `others`.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::i18n::t;
use crate::project::Project;
use fastgas_annotation::backup::{Contents, MapData, SerializedMapData};
use fastgas_annotation::label::LogEntry;
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_data::{LoadError, Pool, ProjectReason};
use fastgas_platform::{Backup, ProjectHeader, StoredProject};
use fastgas_select::Config;

const VERSION: u32 = 3;

/// The last version of the file format that stored a project file as plain JSON.
const LAST_JSON: u32 = 2;

pub const EXTENSION: &str = "fastgas";

#[derive(Clone, Debug, PartialEq)]
pub struct ProjectFile {
    pub stem: String,
    pub project: StoredProject,
    pub log: Vec<LogEntry>,
}

#[derive(Serialize, Deserialize)]
struct ProjectJson<'a> {
    fastgas: u32,
    head: Cow<'a, ProjectHeader>,
    log: Cow<'a, [LogEntry]>,
    #[serde(default)]
    others: Cow<'a, [LogEntry]>,
}

/// The content of project files of versions 1 and 2.
#[derive(Deserialize)]
struct LegacyProjectJson<'a> {
    #[serde(flatten)]
    said: ProjectJson<'a>,
    columns: Vec<Cow<'a, str>>,
    rows: Vec<Vec<Cow<'a, str>>>,
    #[serde(flatten)]
    places: SerializedMapData<'a>,
}

/// Reads only the version number, which project files of all versions store in the field `fastgas`.
#[derive(Deserialize)]
struct Version {
    fastgas: u32,
}

/// Maximum length of an annotator's name in a file name, because file systems limit the length of file names.
const MAX_NAME_CHARS: usize = 60;

/// A name for use in a file name, with dashes instead of characters that some file systems do not allow.
fn in_file_name(name: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_alphanumeric() || matches!(letter, '.' | '_') => letter,
        _ => '-',
    };
    name.trim().chars().take(MAX_NAME_CHARS).map(letter).collect()
}

/// The name of the imported file, followed by the name of the annotator if it is known.
pub fn backup_stem(head: &ProjectHeader) -> String {
    let of_texts = fastgas_annotation::export::stem(&head.file_name);
    match &head.annotator {
        Some(name) => format!("{of_texts}-{}", in_file_name(name)),
        None => of_texts,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    All,
    TextAndId,
}

impl ProjectFile {
    /// If there is no selection yet, the file contains the settings `draft`.
    /// The file name contains the name of the annotator, because a team may collect the files in one folder.
    pub fn whole(open: &Project, draft: &Config, backup: Backup) -> ProjectFile {
        let mut project = open.to_project(draft);
        project.head.backup = Some(backup);
        ProjectFile {
            stem: backup_stem(&project.head),
            project,
            log: open.log(),
        }
    }

    /// The project without annotations, for a colleague who labels the same texts.
    pub fn unlabeled(open: &Project, draft: &Config, columns: Columns) -> ProjectFile {
        let mut project = open.to_project(draft);
        if columns == Columns::TextAndId {
            let kept = [Some(project.head.text_column), project.head.id_column];
            let kept: Vec<usize> = kept.into_iter().flatten().collect();
            project.pool = Arc::new(project.pool.only(&kept));
            project.head.text_column = 0;
            project.head.id_column = project.head.id_column.map(|_| kept.len() - 1);
            // The report of the import contains names and values of other columns, which the colleague must not see.
            project.head.found = None;
            project.head.added.iter_mut().for_each(|added| added.found = None);
            project.head.prompt = PromptSettings::default();
        }
        // Rejected rows are not part of the project, so the copy must not contain them.
        let found = project.head.added.iter_mut().map(|added| &mut added.found);
        let found = found.chain([&mut project.head.found]);
        found.flatten().for_each(|found| found.left_out.clear());
        project.head.is_handed_out = true;
        project.head.annotator = None;
        project.head.backup = None;
        project.head.n_merged = 0;
        project.head.goal = None;
        project.head.shows_all = false;
        project.others.clear();
        ProjectFile {
            stem: format!("{}-to-label", fastgas_annotation::export::stem(&open.source.file_name)),
            project,
            log: Vec::new(),
        }
    }

    /// Adds the name of a colleague to the file name, which distinguishes the copies for several colleagues.
    /// Does not add the name to the content of the file. Does nothing if `colleague` is empty.
    pub fn named_for(mut self, colleague: &str) -> ProjectFile {
        if !colleague.trim().is_empty() {
            self.stem = format!("{}-{}", self.stem, in_file_name(colleague));
        }
        self
    }

    pub fn file_name(&self) -> String {
        format!("{}.{EXTENSION}", self.stem)
    }

    pub fn json(&self) -> String {
        let said = ProjectJson {
            fastgas: VERSION,
            head: Cow::Borrowed(&self.project.head),
            log: Cow::from(&self.log),
            others: Cow::from(&self.project.others),
        };
        serde_json::to_string(&said).expect("text and numbers make JSON")
    }

    /// The content of the project file without the embeddings. `json` is the result of [`ProjectFile::json`].
    pub fn contents<'a>(&'a self, json: &'a str) -> Contents<'a> {
        Contents {
            project: json,
            pool: &self.project.pool,
            partition: self.project.partition.as_ref(),
            layout: self.project.layout.as_ref(),
            adjacency: self.project.adjacency.as_ref(),
        }
    }
}

/// Reads a project from the content of a project file. `now_ms` is the current time in milliseconds since 1970.
/// All entries of the log count as unsaved. The caller must check whether the file contains the embeddings.
/// Returns [`LoadError::NotProject`] if the version of the format is too new or the data is inconsistent.
pub fn open(json: &str, pool: Arc<Pool>, places: MapData, now_ms: u64) -> Result<Project, LoadError> {
    check_version(json.as_bytes(), VERSION)?;
    let said: ProjectJson<'_> = serde_json::from_str(json).map_err(malformed)?;
    restore(said, pool, places, now_ms)
}

/// Project files of versions 1 and 2 contain no embeddings, even if the project used imported embeddings.
pub fn open_json(bytes: &[u8], now_ms: u64) -> Result<Project, LoadError> {
    check_version(bytes, LAST_JSON)?;
    let LegacyProjectJson {
        mut said,
        columns,
        rows,
        places,
    } = serde_json::from_slice(bytes).map_err(malformed)?;
    said.head.to_mut().embeddings = None;
    let pool = pool(&columns, &rows)?;
    let places = places
        .read(&pool)
        .map_err(|reason| not(ProjectReason::Places(reason)))?;
    restore(said, Arc::new(pool), places, now_ms)
}

fn check_version(json: &[u8], last: u32) -> Result<(), LoadError> {
    let Version { fastgas } = serde_json::from_slice(json).map_err(malformed)?;
    if (1..=last).contains(&fastgas) {
        return Ok(());
    }
    let problem = t!("backup-version-problem", fastgas, version = VERSION);
    Err(not(ProjectReason::Page(problem)))
}

/// Times more than one day in the future become `now_ms`. Smaller differences between clocks are normal.
/// An entry with a future time, from a wrong clock or an edited file, would always count as the latest entry.
fn with_plausible_times(mut log: Vec<LogEntry>, now_ms: u64) -> Vec<LogEntry> {
    const MAX_CLOCK_SKEW_MS: u64 = 24 * 60 * 60 * 1000;
    for entry in &mut log {
        if entry.at_ms > now_ms.saturating_add(MAX_CLOCK_SKEW_MS) {
            entry.at_ms = now_ms;
        }
    }
    log
}

fn restore(said: ProjectJson<'_>, pool: Arc<Pool>, places: MapData, now_ms: u64) -> Result<Project, LoadError> {
    let project = StoredProject {
        head: said.head.into_owned(),
        pool,
        partition: places.partition,
        layout: places.layout,
        adjacency: places.adjacency,
        others: with_plausible_times(said.others.into_owned(), now_ms),
        // A project file does not contain the recorded steps of the selection. The next selection records them again.
        recorded: None,
        // The content of a project file does not show whether the file was encrypted. The caller sets this field later.
        is_protected: false,
    };
    let open = Project::restore(project, with_plausible_times(said.log.into_owned(), now_ms));
    let mut open = open.map_err(|problem| not(ProjectReason::Page(problem)))?;
    open.annotations.history.forget_saved();
    open.annotations.team.decisions.forget_saved();
    Ok(open)
}

fn pool(columns: &[Cow<'_, str>], rows: &[Vec<Cow<'_, str>>]) -> Result<Pool, LoadError> {
    let (mut cells, mut ends) = (String::new(), Vec::new());
    for (row, of_row) in (0..).zip(rows) {
        if of_row.len() != columns.len() {
            let (has, columns) = (of_row.len(), columns.len());
            let problem = t!("backup-row-cells-problem", row, has, columns);
            return Err(not(ProjectReason::Page(problem)));
        }
        for cell in of_row {
            cells.push_str(cell);
            let too_large = |_| not(ProjectReason::Page(t!("backup-texts-size-problem")));
            ends.push(u32::try_from(cells.len()).map_err(too_large)?);
        }
    }
    let columns = columns.iter().map(|name| name.clone().into_owned()).collect();
    Pool::from_parts(columns, cells, ends).map_err(|error| match error {
        LoadError::TooManyCells { reason } => not(ProjectReason::Table { reason }),
        error => error,
    })
}

fn not(reason: ProjectReason) -> LoadError {
    LoadError::NotProject { reason }
}

fn malformed(error: serde_json::Error) -> LoadError {
    not(ProjectReason::Json(error.into()))
}

#[cfg(test)]
mod tests;
