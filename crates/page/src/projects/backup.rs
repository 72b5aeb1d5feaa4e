//! The file `project.json` in a [bundle](fastgas_annotation::backup) contains all data except texts and arrays:
//!
//! ```text
//! {"fastgas":3,"head":{…},"log":[…],"others":[…]}
//! ```
//!
//! `log` contains all entries of the project's annotator, including adjudications.
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

/// Version of the file format, increased with every change of the format.
const VERSION: u32 = 3;

/// The last version of the file format that was plain JSON.
const LAST_JSON: u32 = 2;

/// The file name extension of project files.
pub const EXTENSION: &str = "fastgas";

/// A project to be written to a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectFile {
    /// The name of the project file without the extension.
    pub stem: String,
    /// The whole project except for the log.
    pub project: StoredProject,
    /// Annotations and adjudications of the project's annotator.
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

/// The content of a project file of version 1 or 2.
#[derive(Deserialize)]
struct LegacyProjectJson<'a> {
    #[serde(flatten)]
    said: ProjectJson<'a>,
    columns: Vec<Cow<'a, str>>,
    rows: Vec<Vec<Cow<'a, str>>>,
    #[serde(flatten)]
    places: SerializedMapData<'a>,
}

/// The version number, which files of all versions contain.
#[derive(Deserialize)]
struct Version {
    fastgas: u32,
}

/// Maximum length of an annotator's name in a file name, because file systems limit file names.
const MAX_NAME_CHARS: usize = 60;

/// The name of an annotator as part of a file name. Characters that some file systems reject become dashes.
fn in_file_name(name: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_alphanumeric() || matches!(letter, '.' | '_') => letter,
        _ => '-',
    };
    name.trim().chars().take(MAX_NAME_CHARS).map(letter).collect()
}

/// The name of a project file without the extension: the name of the imported file, followed by the annotator's name, if any.
pub fn backup_stem(head: &ProjectHeader) -> String {
    let of_texts = fastgas_annotation::export::stem(&head.file_name);
    match &head.annotator {
        Some(name) => format!("{of_texts}-{}", in_file_name(name)),
        None => of_texts,
    }
}

/// The columns to include in a copy for a colleague.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    All,
    /// Include only the texts and the ids of the texts.
    TextAndId,
}

impl ProjectFile {
    /// The whole project as a file to write.
    /// `draft` supplies the run settings if there is no selection yet. `backup` describes the written file.
    /// The annotator's name, if known, is part of the file name, because a team may collect the files in one folder.
    /// Takes O(size of the project).
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
            // Removes the import report, because it contains the names and values of other columns.
            project.head.found = None;
            project.head.added.iter_mut().for_each(|added| added.found = None);
            project.head.prompt = PromptSettings::default();
        }
        // Rejected rows are not part of the project and must not be passed on.
        let found = project.head.added.iter_mut().map(|added| &mut added.found);
        let found = found.chain([&mut project.head.found]);
        found.flatten().for_each(|found| found.left_out.clear());
        project.head.is_handed_out = true;
        project.head.annotator = None;
        project.head.backup = None;
        project.head.n_joined = 0;
        project.head.goal = None;
        project.head.shows_all = false;
        project.others.clear();
        ProjectFile {
            stem: format!("{}-to-label", fastgas_annotation::export::stem(&open.source.file_name)),
            project,
            log: Vec::new(),
        }
    }

    /// Adds the colleague's name to the name of the project file, so that the user can tell several copies apart.
    /// If `colleague` is empty, the file name does not change. The content of the file never contains the colleague's name.
    pub fn named_for(mut self, colleague: &str) -> ProjectFile {
        if !colleague.trim().is_empty() {
            self.stem = format!("{}-{}", self.stem, in_file_name(colleague));
        }
        self
    }

    pub fn file_name(&self) -> String {
        format!("{}.{EXTENSION}", self.stem)
    }

    /// The content of `project.json`. O(length of the log).
    pub fn json(&self) -> String {
        let said = ProjectJson {
            fastgas: VERSION,
            head: Cow::Borrowed(&self.project.head),
            log: Cow::from(&self.log),
            others: Cow::from(&self.project.others),
        };
        serde_json::to_string(&said).expect("text and numbers make JSON")
    }

    /// The content of the bundle except for the embeddings. `json` is the result of [`ProjectFile::json`].
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

/// Opens the project of a bundle that was read at `now_ms`, in milliseconds since 1970. All entries of its log count as unsaved.
/// The caller has to check whether the file contains the embeddings.
///
/// # Errors
/// Returns [`LoadError::NotProject`] if the format version is too new, or if the data of the project is inconsistent.
pub fn open(json: &str, pool: Arc<Pool>, places: MapData, now_ms: u64) -> Result<Project, LoadError> {
    check_version(json.as_bytes(), VERSION)?;
    let said: ProjectJson<'_> = serde_json::from_str(json).map_err(malformed)?;
    restore(said, pool, places, now_ms)
}

/// Like [`open`], for a file of version 1 or 2.
/// Files of versions 1 and 2 contain no embeddings, even if the project used imported embeddings.
///
/// # Errors
/// Fails with the errors of [`open`].
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

/// Clamps timestamps in the future to the time of import, with a tolerance for clock differences.
/// An entry with a time in the future, from a wrong clock or a forged file, would always count as the latest entry.
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
        // The next selection computes the trace again.
        recorded: None,
        // The caller that decrypted the file sets whether the project is protected.
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
mod tests {
    use super::*;
    use crate::test_support::{self, written};
    use fastgas_annotation::label::PassReason;
    use fastgas_graph::Adjacency;
    use fastgas_map::Layout;

    fn labeled() -> Project {
        let odd = ["a \"b\"", "one\ntwo", "", "naïve — 東京 🦀", "\u{0}", " c "];
        let pool = test_support::pool(
            &["text", "more"],
            &odd.map(|cell| [cell, "x"]).each_ref().map(|row| &row[..]),
        );
        let mut open = Project::new("odd.csv".into(), pool, 0, 1.0);
        open.result.outcome = Some(Arc::new(test_support::outcome(&[3, 1], 6, Config::default())));
        open.result.layout = Some(Arc::new(Layout {
            positions: (0..6).map(|row| [row as f32 / 3.0, -0.5]).collect(),
        }));
        open.result.adjacency = Adjacency::from_parts(vec![0, 1, 2, 2, 2, 2, 2], vec![1, 0], 6).map(Arc::new);
        open.labels.names = vec!["yes".into(), "no".into()];
        open.labels.assign_keys_and_colors();
        open.labels.guidelines = "Look twice.".into();
        open.annotations.history.toggle(3, "yes", 1);
        open.annotations.history.toggle(3, "no", 2);
        open.annotations.history.note(3, "hm", 3);
        open.annotations.history.pass(1, PassReason::CannotTell, 4);
        open
    }

    /// Asserts that two projects have the same texts, picks, layout and graph.
    fn assert_same_data(one: &Project, other: &Project) {
        assert_eq!(one.source.pool, other.source.pool);
        assert_eq!(one.result.outcome, other.result.outcome);
        assert_eq!(one.result.layout, other.result.layout);
        assert_eq!(one.result.adjacency, other.result.adjacency);
    }

    #[test]
    fn written_project_is_read_back_and_counts_as_unsaved() {
        let mut open = labeled();
        let file = written(&open);
        open.storage.backup = file.project.head.backup.clone();
        let read = test_support::reopened(&file).expect("a project");
        assert_same_data(&read, &open);
        assert_eq!(read.annotations.history.labels(), open.annotations.history.labels());
        assert_eq!(read.annotations.history.unsaved(), open.annotations.history.log());
        assert_eq!(
            (&read.labels.names, &read.labels.guidelines),
            (&open.labels.names, &open.labels.guidelines)
        );
        assert_eq!(
            ProjectFile::whole(
                &read,
                &Config::default(),
                open.storage.backup.clone().expect("a backup")
            ),
            file
        );
        let bare = ProjectFile::unlabeled(&open, &Config::default(), Columns::All);
        assert_eq!((bare.log.len(), &bare.project.head.backup), (0, &None));
        assert_eq!(
            (&*file.file_name(), &*bare.file_name()),
            ("odd.fastgas", "odd-to-label.fastgas")
        );
        assert_eq!(bare.clone().named_for(" ").file_name(), "odd-to-label.fastgas");
        let named = bare.clone().named_for("Zoë / 2");
        assert_eq!(named.file_name(), "odd-to-label-Zoë---2.fastgas");
        assert_eq!(named.json(), bare.json(), "only the file name contains the name");
        open.set_annotator(Some("Zoë O’Neil / 2".into()));
        assert_eq!(written(&open).file_name(), "odd-Zoë-O-Neil---2.fastgas");
        open.set_annotator(Some("Zoë".repeat(100)));
        assert_eq!(written(&open).file_name(), format!("odd-{}.fastgas", "Zoë".repeat(20)));
    }

    /// The project as JSON in the format of version 2.
    fn json() -> serde_json::Value {
        let file = written(&labeled());
        let mut value: serde_json::Value = serde_json::from_str(&file.json()).expect("JSON");
        value["fastgas"] = 2.into();
        value["columns"] = serde_json::json!(file.project.pool.columns());
        let rows = file
            .project
            .pool
            .instances()
            .map(|instance| instance.cells().collect::<Vec<_>>());
        value["rows"] = rows.collect::<Vec<_>>().into();
        let Contents {
            partition,
            layout,
            adjacency,
            ..
        } = file.contents("");
        let places = serde_json::to_value(SerializedMapData::of(partition, layout, adjacency)).expect("JSON");
        for (name, place) in places.as_object().expect("an object") {
            value[name] = place.clone();
        }
        value
    }

    #[test]
    fn files_of_version_2_are_read() {
        let open = labeled();
        let read = open_json(json().to_string().as_bytes(), u64::MAX).expect("a project");
        assert_same_data(&read, &open);
        assert_eq!(read.annotations.history.unsaved(), open.annotations.history.log());
    }

    #[test]
    fn invalid_files_report_reason() {
        let says = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut value = json();
            change(&mut value);
            match open_json(value.to_string().as_bytes(), u64::MAX) {
                Err(LoadError::NotProject { reason }) => reason.to_string(),
                other => panic!("{other:?}"),
            }
        };
        assert!(says(&|value| value["fastgas"] = 3.into()).contains("version 3"));
        assert!(says(&|value| value["fastgas"] = "x".into()).contains("invalid type"));
        assert!(says(&|value| value["rows"][2] = serde_json::json!(["one"])).contains("row 2 has 1 cell"));
        assert!(says(&|value| value["rows"] = serde_json::json!([["a", "b"]])).contains("not as many"));
        assert!(says(&|value| value["parts"]["part_of"][0] = 9.into()).contains("part"));
        assert!(says(&|value| value["edges"][0][6] = 3.into()).contains("edges"));
        assert!(says(&|value| value["log"][0]["row"] = 6.into()).contains("row 6"));
        assert!(says(&|value| value["head"]["text_column"] = 2.into()).contains("text column"));
        assert!(says(&|value| drop(value.as_object_mut().expect("an object").remove("log"))).contains("log"));
        assert!(matches!(
            open_json(b"text,label\n", u64::MAX),
            Err(LoadError::NotProject { .. })
        ));

        let file = written(&labeled());
        let says = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut value = serde_json::from_str(&file.json()).expect("JSON");
            change(&mut value);
            let places = MapData {
                partition: file.project.partition.clone(),
                ..MapData::default()
            };
            open(&value.to_string(), file.project.pool.clone(), places, u64::MAX)
                .expect_err("none")
                .to_string()
        };
        assert!(says(&|value| value["fastgas"] = 4.into()).contains("version 4"));
        assert!(says(&|value| value["log"][0]["row"] = 6.into()).contains("row 6"));
        assert!(says(&|value| value["head"]["text_column"] = 2.into()).contains("text column"));
    }

    #[test]
    fn deep_nesting_and_oversized_numbers_are_rejected() {
        let file = json().to_string();
        let deep = "[".repeat(100_000);
        let much = |what: &str| file.replacen(&format!("\"{what}\":"), &format!("\"{what}\":{deep}"), 1);
        let numbers = ["1e400", "-1", "4294967296", "1.5", "18446744073709551616"];
        let lying = |number| file.replacen("\"n_parts\":", &format!("\"n_parts\":{number},\"was\":"), 1);
        let deeper = [
            deep.clone(),
            format!("{{\"fastgas\":{deep}"),
            much("head"),
            much("rows"),
            much("log"),
        ];
        for lie in deeper.into_iter().chain(numbers.map(lying)) {
            assert_ne!(lie, file);
            let read = open_json(lie.as_bytes(), u64::MAX);
            assert!(matches!(read, Err(LoadError::NotProject { .. })), "{lie:.200}");
        }
    }

    #[test]
    fn javascript_special_keys_are_ignored() {
        let file = json().to_string();
        let odd = file.replacen(
            "\"head\":{",
            "\"__proto__\":{\"fastgas\":1},\"constructor\":[],\"head\":{\"__proto__\":{\"file_name\":\"other.csv\"},",
            1,
        );
        assert_ne!(odd, file);
        let [odd, file] = [odd, file].map(|json| written(&open_json(json.as_bytes(), u64::MAX).expect("a project")));
        assert_eq!(odd, file);
    }
}
