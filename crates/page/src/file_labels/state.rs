//! Imports labels from a file: the user chooses a question and names the annotators.
//! The module decides which answers count as labels.
//!
//! Answers in the project's own file from a single annotator become labels without an author.
//! All other answers keep their annotator, so that the page can compute the agreement with the user.
//!
//! Answers that are marked as rejected, canceled, or unfinished are not labels.
//! Nothing is imported before the user confirms, and the import can be undone.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::file_labels::KnownLabels;
use crate::file_labels::found::{ColleagueLabels, LabeledTable};
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::import::append;
use crate::labeling;
use crate::map::PtrEq;
use crate::project::{Outcome, Project, ProjectSnapshot};
use crate::run::settings::{PoolSize, Settings};
use crate::state::{self, AppState, Context, Request};
use crate::team;
use fastgas_annotation::label::{Annotation, AnswerType, LogEntry, appearance, entered_name, is_same_name};
use fastgas_data::{FoundLabels, LabelCell, Labeled, LikelyLabels, Matches, Pool, Responses, VerdictCounts};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

const MAX_LISTED_TEXTS: usize = 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileLabelsState {
    pub dialog: Option<FileLabels>,
    pub searching: Option<OwnSearch>,
    pub(crate) import_undo: Option<ImportUndo>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FileLabels {
    pub file_name: String,
    /// The project that opening the file separately would create. `None` if the file is the file of the open project.
    other: Option<Box<Project>>,
    responses: Arc<Responses>,
    rows: Vec<Option<u32>>,
    /// `None` for the file of the open project. Among several rows with the same text, only the first is matched.
    pub matches: Option<Matches>,
    pub is_numbered: bool,
    no_rows: Vec<(usize, String)>,
    /// The question whose answers are imported. `None` while the user still has to choose among several questions.
    pub question: Option<usize>,
    /// Whether unapproved answers are imported. `None` until the user has decided.
    pub with_unapproved: Option<bool>,
    /// Whether rows about the same text are merged into one row. `None` if merging is impossible or unnecessary.
    pub joins_rows: Option<bool>,
    /// Columns that merging drops. In these columns, rows with the same text have different cells.
    pub varying: Vec<String>,
    pub people: Vec<FileAnnotator>,
    pub own: String,
    pub problem: Option<String>,
    /// The names that the user has been asked to confirm: the names of the annotators and of the user.
    asked: Option<Vec<String>>,
    pub done: Option<ImportSummary>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OwnSearch {
    pub(crate) pool: PtrEq<Pool>,
    pub(crate) text_column: usize,
    /// The label column that the user chose, and the format of its cells.
    pub(crate) chosen: Option<(usize, LabelCell)>,
    /// Whether the dialog is shown only if the page must ask the user about the labels; see [`Responses::is_plain`].
    unless_plain: bool,
    /// Number of changes to the project when the search began. A later change makes the search result obsolete.
    n_changes: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OwnLabels {
    pub(crate) responses: Arc<Responses>,
    pub(crate) varying: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    SearchOwn(OwnSearch),
    StopSearch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAnnotator {
    /// Index in the list of annotators. `None` for answers without an annotator.
    by: Option<u32>,
    pub found: Option<String>,
    pub name: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportSummary {
    /// For each annotator: the name, the number of labeled texts, and the number of new log entries.
    /// The name is empty for labels without an author.
    pub of: Vec<(String, usize, usize)>,
    pub can_compare: bool,
}

/// The project before the most recent import of labels, and a summary of the project after the import.
/// The summary shows whether the project has changed since the import.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ImportUndo {
    before: Box<ProjectSnapshot>,
    after: StateAfter,
}

#[derive(Clone, Debug, PartialEq)]
struct StateAfter {
    n_changes: usize,
    pool: Arc<Pool>,
    outcome: Option<Arc<Outcome>>,
    label_names: Vec<String>,
    answers: AnswerType,
    annotator: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Ask(Box<FileLabels>),
    AskAboutOwn,
    AskAboutChosen,
    OwnFound {
        search: OwnSearch,
        found: OwnLabels,
    },
    Question(usize),
    TakeUnapproved(bool),
    JoinRows(bool),
    Name {
        place: usize,
        name: String,
    },
    NameSelf(String),
    Import,
    /// Do not import labels, but add the texts of the file that the project lacks.
    AddTexts,
    OpenAsIs,
    Close,
    ShowAgreement,
    Undo,
}

impl StateAfter {
    fn of(project: &Project) -> StateAfter {
        StateAfter {
            n_changes: project.n_changes(),
            pool: project.source.pool.clone(),
            outcome: project.result.outcome.clone(),
            label_names: project.labels.names.clone(),
            answers: project.labels.answers,
            annotator: project.annotations.annotator.clone(),
        }
    }
}

impl ImportUndo {
    /// An import can be undone until something is annotated.
    /// An import that merged rows can be undone until something is annotated or selected.
    fn is_latest(&self, project: &Project) -> bool {
        let same_outcome = match (&self.after.outcome, &project.result.outcome) {
            (Some(after), Some(now)) => Arc::ptr_eq(after, now),
            (None, None) => true,
            _ => false,
        };
        let has_joined = !Arc::ptr_eq(&self.before.source.pool, &self.after.pool);
        Arc::ptr_eq(&self.after.pool, &project.source.pool)
            && self.after.n_changes == project.n_changes()
            && (same_outcome || !has_joined)
    }
}

impl FileLabels {
    fn from_own_file(project: &Project, found: OwnLabels, can_join: bool) -> FileLabels {
        let OwnLabels { responses, varying } = found;
        let joins = can_join && responses.joins_rows();
        let varying = if joins { varying } else { Vec::new() };
        let names = project.source.pool.columns();
        FileLabels {
            rows: (0..project.source.pool.len() as u32).map(Some).collect(),
            joins_rows: joins.then_some(true),
            varying: varying.into_iter().map(|column| names[column].clone()).collect(),
            ..FileLabels::asked(project.source.file_name.clone(), responses, project)
        }
    }

    /// Returns `other` as the error if the file has no new labels, see [`ColleagueLabels::find`].
    /// `known` contains the labels that were found while the file was being read.
    /// Without `known`, the search takes O(size of the pools) time.
    pub(crate) fn from_colleague(
        here: &Project,
        other: Project,
        known: Option<KnownLabels>,
    ) -> Result<FileLabels, Box<Project>> {
        let columns = (here.source.text_column, here.source.id_column);
        let of_file = (other.source.text_column, other.source.labels_column);
        let found = match known.filter(|known| known.concerns(&here.source.pool, columns, of_file)) {
            Some(known) => known.labels.map(|labels| *labels),
            None => {
                let table = LabeledTable {
                    pool: &other.source.pool,
                    text_column: of_file.0,
                    chosen: of_file.1,
                };
                let ours = (&*here.source.pool, columns.0, columns.1);
                at_once(ColleagueLabels::find(ours, table, &mut Slices::whole()))
            }
        };
        let Some(found) = found else {
            return Err(Box::new(other));
        };
        let labels = FileLabels::asked(other.source.file_name.clone(), found.responses, here);
        Ok(FileLabels {
            other: Some(Box::new(other)),
            rows: found.rows,
            matches: Some(found.matches),
            is_numbered: found.is_numbered,
            no_rows: found.no_rows,
            ..labels
        })
    }

    fn asked(file_name: String, responses: Arc<Responses>, here: &Project) -> FileLabels {
        let mut labels = FileLabels {
            file_name,
            other: None,
            question: (responses.questions.len() == 1).then_some(0),
            responses,
            rows: Vec::new(),
            matches: None,
            is_numbered: false,
            no_rows: Vec::new(),
            with_unapproved: None,
            joins_rows: None,
            varying: Vec::new(),
            people: Vec::new(),
            own: here.annotations.annotator.clone().unwrap_or_default(),
            problem: None,
            asked: None,
            done: None,
        };
        labels.list_people();
        labels
    }

    /// Names that the user has entered are kept.
    fn list_people(&mut self) {
        let questions = self.responses.questions.iter().enumerate();
        let of = questions.filter(|(at, _)| self.question.is_none_or(|question| question == *at));
        let mut places: Vec<Option<u32>> = of.flat_map(|(_, question)| question.annotators()).collect();
        places.sort_unstable();
        places.dedup();
        let before = std::mem::take(&mut self.people);
        let person = |by: Option<u32>| {
            let known = before.iter().find(|person| person.by == by).cloned();
            let found = by.map(|by| self.responses.annotators[by as usize].clone());
            known.unwrap_or(FileAnnotator {
                by,
                name: found.clone().unwrap_or_default(),
                found,
            })
        };
        self.people = places.into_iter().map(person).collect();
    }

    pub fn is_of_own_file(&self) -> bool {
        self.other.is_none()
    }

    pub fn has_people(&self) -> bool {
        self.other.is_some() || self.people.len() > 1
    }

    pub fn questions(&self) -> Vec<String> {
        let names = self.responses.questions.iter().map(|question| question.name.clone());
        names.collect()
    }

    pub fn counts(&self) -> Option<VerdictCounts> {
        Some(self.responses.questions.get(self.question?)?.counts())
    }

    /// Number of rows in the file, and number of distinct texts.
    pub fn n_rows(&self) -> (usize, usize) {
        (self.responses.first_of.len(), self.responses.first_rows().len())
    }

    pub fn n_missing(&self) -> usize {
        let matches = self.matches.as_ref().filter(|_| !self.is_numbered);
        matches.map_or(0, |matches| matches.missing().len())
    }

    pub fn missing(&self) -> Vec<String> {
        let (Some(matches), Some(other), false) = (&self.matches, &self.other, self.is_numbered) else {
            return Vec::new();
        };
        let first = self.responses.first_rows();
        let missing = matches.missing().into_iter().take(MAX_LISTED_TEXTS);
        missing.map(|row| other.beginning(first[row as usize])).collect()
    }

    pub fn no_rows_problem(&self, here: &Project) -> Option<String> {
        let listed = self.no_rows.iter().take(MAX_LISTED_TEXTS);
        let listed = listed.map(|(record, cell)| t!("file-labels-no-row-item", record, cell = isolated(cell)));
        let more = if self.no_rows.len() > MAX_LISTED_TEXTS {
            ", …"
        } else {
            ""
        };
        let rows = listed.collect::<Vec<_>>().join(", ") + more;
        let last = grouped(here.source.pool.len().saturating_sub(1) as u64);
        (!self.no_rows.is_empty()).then(|| t!("file-labels-no-row-problem", last, rows))
    }

    /// For each annotator, the number of the project's texts that the annotator labeled.
    /// The second list contains the distinct labels of all annotators.
    pub fn labels_of_people(&self) -> (Vec<usize>, Vec<String>) {
        let mut names: Vec<String> = Vec::new();
        let n = |person: &FileAnnotator| {
            let rows = self.labeled(person).rows;
            for label in rows.iter().flat_map(|(_, labels)| labels) {
                if !names.contains(label) {
                    names.push(label.clone());
                }
            }
            rows.len()
        };
        let counts = self.people.iter().map(n).collect();
        (counts, names)
    }

    /// Number of pairs of a text and an annotator where the annotator gave the text several different answers.
    pub fn n_contradicting(&self) -> usize {
        let of = self
            .people
            .iter()
            .map(|person| self.labeled(person).contradicting.len());
        of.sum()
    }

    fn labeled(&self, person: &FileAnnotator) -> Labeled {
        let Some(question) = self.question else {
            return Labeled::default();
        };
        let labeled = self
            .responses
            .labels(question, person.by, self.with_unapproved == Some(true));
        let here = |(row, labels): (u32, Vec<String>)| Some((self.rows[row as usize]?, labels));
        Labeled {
            rows: labeled.rows.into_iter().filter_map(here).collect(),
            ..labeled
        }
    }

    /// Fails if a name or a decision of the user is missing, or if two annotators have the same name.
    fn names(&self) -> Result<(Vec<String>, String), String> {
        let Some(counts) = self.counts() else {
            return Err(t!("file-labels-question-problem"));
        };
        if counts.unapproved > 0 && self.with_unapproved.is_none() {
            return Err(t!("file-labels-unapproved-problem"));
        }
        if !self.has_people() {
            return Ok((vec![String::new()], String::new()));
        }
        let own = entered_name(&self.own).to_owned();
        // A spelling variant of the user's name is replaced by the user's spelling.
        let name = |person: &FileAnnotator| match entered_name(&person.name) {
            name if is_same_name(name, &own) => own.clone(),
            name => name.to_owned(),
        };
        let names: Vec<String> = self.people.iter().map(name).collect();
        if names.iter().any(String::is_empty) {
            return Err(t!("file-labels-annotator-problem"));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(appearance(name))) {
            return Err(t!("file-labels-same-name-problem", name = isolated(twice)));
        }
        match own.is_empty() {
            true => Err(t!("team-own-name-missing-problem")),
            false => Ok((names, own)),
        }
    }
}

impl Project {
    /// A column with different cells in the merged rows is dropped, because the result has only one cell per column.
    fn join_rows(&mut self, responses: &Responses) {
        let varying = responses.varying_columns(&self.source.pool);
        let kept: Vec<usize> = (0..self.source.pool.columns().len())
            .filter(|column| !varying.contains(column))
            .collect();
        let place = |column: usize| kept.iter().position(|&kept| kept == column);
        let text_column = place(self.source.text_column);
        self.source.id_column = self.source.id_column.and_then(place);
        self.source.pool = Arc::new(self.source.pool.part(&responses.first_rows(), &kept));
        // Rows about the same text are equal in the text column, so merging keeps this column.
        self.source.text_column = text_column.unwrap_or_default();
        // The file must not be read again, because the new rows would not be merged.
        self.source.file_index = None;
        self.source.labels_column = None;
        // Discard the labels in the report, because their row and column numbers refer to the rows before the merge.
        if let Some(report) = &mut self.source.report {
            report.labels = None;
        }
        self.view.current = None;
    }

    fn undo_import(&mut self, ImportUndo { before, after }: ImportUndo) {
        let n_changes = self.n_changes();
        let ProjectSnapshot {
            source,
            labels,
            history,
            team,
            annotator,
            current,
            shows_all,
            ..
        } = *before;
        let has_joined = !Arc::ptr_eq(&source.pool, &self.source.pool);
        if has_joined {
            self.source.pool = source.pool;
            self.source.text_column = source.text_column;
            self.source.id_column = source.id_column;
            self.source.file_index = source.file_index;
            self.source.report = source.report;
            self.source.labels_column = source.labels_column;
            self.view.current = current;
        }
        self.annotations.history.return_to(history);
        self.annotations.team.return_to(team);
        self.restore_label_set(labels, &after.label_names, &after.answers);
        if self.annotations.annotator == after.annotator {
            self.set_annotator(annotator);
        }
        self.view.shows_all = shows_all;
        self.finish_undo(n_changes);
    }
}

impl FileLabelsState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::Ask(mut labels) => {
                if labels.own.is_empty() {
                    labels.own = context.annotator.unwrap_or_default();
                }
                self.dialog = Some(*labels);
                Vec::new()
            }
            Msg::AskAboutOwn => {
                let project = context.project.as_deref();
                let project = project.filter(|project| project.may_have_labels_of_file());
                let search = project.map(|project| self.search_own(project, false));
                search.map(perform).into_iter().collect()
            }
            Msg::AskAboutChosen => {
                let project = context.project.as_deref();
                let search = project.and_then(|project| self.search_unless_plain(project));
                search.map(perform).into_iter().collect()
            }
            Msg::OwnFound { search, found } => {
                self.ask_about_own(&search, found, context.project.as_deref());
                Vec::new()
            }
            Msg::Question(question) => self.update_file_labels(|labels| {
                labels.question = Some(question).filter(|at| *at < labels.responses.questions.len());
                labels.list_people();
            }),
            Msg::TakeUnapproved(takes) => self.update_file_labels(|labels| labels.with_unapproved = Some(takes)),
            Msg::JoinRows(joins) => {
                self.update_file_labels(|labels| labels.joins_rows = labels.joins_rows.map(|_| joins))
            }
            Msg::Name { place, name } => self.update_file_labels(|labels| {
                if let Some(person) = labels.people.get_mut(place) {
                    person.name = name;
                }
            }),
            Msg::NameSelf(name) => self.update_file_labels(|labels| labels.own = name),
            Msg::Import => self.import_labels(context),
            Msg::AddTexts => match (context.project, self.take_other()) {
                (Some(here), Some(other)) => vec![append::ask_about_texts(here, other)],
                _ => Vec::new(),
            },
            Msg::OpenAsIs => match self.take_other() {
                Some(other) => append::open_as_own(other, context.n_waiting),
                None => Vec::new(),
            },
            Msg::Close => {
                self.dialog = None;
                Vec::new()
            }
            Msg::ShowAgreement => {
                self.dialog = None;
                vec![Request::Apply(state::Msg::Team(team::Msg::Show))]
            }
            Msg::Undo => self.undo_import(context),
        }
    }

    pub(crate) fn search_opened(&mut self, project: &Project) -> Option<Cmd> {
        let may_search = project.source.file_index.is_some() && project.may_have_labels_of_file();
        may_search.then(|| self.search_unless_plain(project)).flatten()
    }

    /// The search is skipped if the worker that read the file found only labels that the page can import without asking.
    fn search_unless_plain(&mut self, project: &Project) -> Option<Cmd> {
        let is_plain = project.found_labels().is_some_and(|found| found.is_plain);
        (!is_plain).then(|| self.search_own(project, true))
    }

    fn search_own(&mut self, project: &Project, unless_plain: bool) -> Cmd {
        let search = OwnSearch {
            pool: PtrEq(project.source.pool.clone()),
            text_column: project.source.text_column,
            chosen: project.source.labels_column,
            unless_plain,
            n_changes: project.n_changes(),
        };
        self.searching = Some(search.clone());
        Cmd::SearchOwn(search)
    }

    /// The page does not ask if the texts or the annotations have changed since the search began.
    fn ask_about_own(&mut self, search: &OwnSearch, found: OwnLabels, project: Option<&Project>) {
        if self.searching.take_if(|searching| *searching == *search).is_none() {
            return;
        }
        let is_current = |project: &&Project| {
            let source = &project.source;
            Arc::ptr_eq(&search.pool.0, &source.pool)
                && (search.text_column, search.chosen) == (source.text_column, source.labels_column)
                && search.n_changes == project.n_changes()
        };
        let is_question = !search.unless_plain || !found.responses.is_plain();
        if let Some(project) = project.filter(is_current).filter(|_| is_question) {
            let can_join = !project.has_unsaved_work() && project.source.embeddings.is_none();
            self.dialog = Some(FileLabels::from_own_file(project, found, can_join));
        }
    }

    pub(crate) fn close(&mut self) -> Option<Cmd> {
        self.dialog = None;
        self.searching.take().map(|_| Cmd::StopSearch)
    }

    fn update_file_labels(&mut self, say: impl FnOnce(&mut FileLabels)) -> Vec<Request> {
        if let Some(labels) = self.dialog.as_mut().filter(|labels| labels.done.is_none()) {
            say(labels);
            labels.problem = None;
        }
        Vec::new()
    }

    fn take_other(&mut self) -> Option<Project> {
        let labels = self.dialog.take()?;
        labels.other.map(|other| *other)
    }

    fn import_labels(&mut self, context: Context<'_>) -> Vec<Request> {
        let Context {
            project,
            settings,
            now_ms,
            ..
        } = context;
        let waiting = self.dialog.as_mut().filter(|labels| labels.done.is_none());
        let (Some(labels), Some(project)) = (waiting, project) else {
            return Vec::new();
        };
        if let Some(problem) = labels.no_rows_problem(project) {
            labels.problem = Some(problem);
            return Vec::new();
        }
        let (names, own) = match labels.names() {
            Ok(names) => names,
            Err(problem) => {
                labels.problem = Some(problem);
                return Vec::new();
            }
        };
        if labels.has_people() && project.is_colleague(&own) {
            labels.problem = Some(t!("team-name-taken-problem", own = isolated(&own)));
            return Vec::new();
        }
        let names = project.in_known_spelling(names);
        let given: Vec<Vec<(u32, Vec<String>)>> =
            labels.people.iter().map(|person| labels.labeled(person).rows).collect();
        let is_asked = labels.asked.as_ref() == Some(&[&names[..], std::slice::from_ref(&own)].concat());
        let doubts = match labels.has_people() && !is_asked {
            true => project.doubts_of(&names, &own, &given, now_ms),
            false => Vec::new(),
        };
        if !doubts.is_empty() {
            labels.problem = Some(doubts.join(" "));
            labels.asked = Some([&names[..], &[own]].concat());
            return Vec::new();
        }
        let size_before = project.size();
        let before = Box::new(project.snapshot());
        let column = labels.questions()[labels.question.unwrap_or_default()].clone();
        let has_people = labels.has_people();
        let given = match labels.joins_rows {
            Some(true) => {
                project.join_rows(&labels.responses);
                let first = labels.responses.first_rows();
                let place = |row: u32| first.binary_search(&row).ok().map(|place| place as u32);
                let here = |(row, labels)| Some((place(row)?, labels));
                given
                    .into_iter()
                    .map(|rows| rows.into_iter().filter_map(here).collect())
                    .collect()
            }
            _ => given,
        };
        let has_joined = labels.joins_rows == Some(true);
        let mut done = ImportSummary::default();
        for (name, rows) in names.into_iter().zip::<Vec<Vec<(u32, Vec<String>)>>>(given) {
            let n = rows.len();
            project.allow_several(&rows);
            let n_new = match (has_people, name == own) {
                (false, _) => project.annotations.history.import(rows, &column, now_ms),
                (true, true) => {
                    let mine = rows.into_iter().map(|(row, labels)| (row, labels, None));
                    project.annotations.history.fill(mine.collect(), now_ms)
                }
                (true, false) => {
                    let n_new = project
                        .annotations
                        .team
                        .join(rows.into_iter().map(|row| log_entry(&name, row, now_ms)));
                    project.annotations.n_merged += n_new;
                    n_new
                }
            };
            done.of.push((name, n, n_new));
        }
        if has_people {
            project.view.shows_all |= project.annotations.history.labels().is_empty();
            project.set_annotator(Some(own.clone()));
        }
        project.annotations.n_merged += usize::from(has_joined);
        let lost = project.adopt_labels_in_use();
        project.refresh_resolution();
        done.can_compare = project
            .resolved()
            .is_some_and(|resolved| resolved.agreement().n_shared > 0);
        labels.done = Some(done);
        labels.problem = None;
        self.import_undo = Some(ImportUndo {
            before,
            after: StateAfter::of(project),
        });
        let mut requests: Vec<Request> = labeling::report_lost_keys(&lost).into_iter().collect();
        if has_joined {
            requests.extend(texts_changed(settings, size_before, project.size()));
        }
        if has_people {
            requests.push(Request::RememberAnnotator(own));
        }
        requests.extend([Request::SaveProject, Request::Append]);
        requests
    }

    fn undo_import(&mut self, context: Context<'_>) -> Vec<Request> {
        let may = !context.read_only;
        let Some(last) = self.import_undo.take_if(|_| may) else {
            return Vec::new();
        };
        self.dialog = None;
        let Some(project) = context.project else {
            return Vec::new();
        };
        let after = project.size();
        project.undo_import(last);
        let size = project.size();
        let mut requests = Vec::new();
        if size.n_texts != after.n_texts {
            requests.extend(texts_changed(context.settings, after, size));
        }
        // Undoing removes entries of the log. Therefore the whole stored log is rewritten.
        requests.extend([Request::ForgetMerged, Request::Rewrite]);
        requests
    }
}

/// Performs the searches in `cmds` as a worker would do.
/// Returns `cmds` with each search replaced by the commands that its result causes.
/// Commands that stop a search are left out.
#[cfg(test)]
pub(crate) fn perform_searches(page: &mut AppState, cmds: Vec<state::Cmd>, at_ms: u64) -> Vec<state::Cmd> {
    let mut others = Vec::new();
    for cmd in cmds {
        match cmd {
            state::Cmd::FileLabels(Cmd::SearchOwn(search)) => {
                let found = at_once(search.run(&mut Slices::whole()));
                let found = Msg::OwnFound { search, found };
                others.extend(page.apply(state::Msg::FileLabels(found), at_ms));
            }
            state::Cmd::FileLabels(Cmd::StopSearch) => {}
            other => others.push(other),
        }
    }
    others
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(state::Cmd::FileLabels(cmd))
}

impl OwnSearch {
    /// Searches for labels in slices. The size of the slices does not change the result.
    pub(crate) async fn run<P: Pause>(&self, slices: &mut Slices<P>) -> Result<OwnLabels, Stopped> {
        let text = Some(self.text_column);
        let responses = match self.chosen {
            Some(chosen) => Responses::of_column_in_slices(&self.pool, text, chosen, slices).await?,
            None => Responses::of_in_slices(&self.pool, text, &[], slices).await?,
        };
        let varying = match responses.joins_rows() {
            true => responses.varying_columns_in_slices(&self.pool, slices).await?,
            false => Vec::new(),
        };
        Ok(OwnLabels {
            responses: Arc::new(responses),
            varying,
        })
    }
}

fn texts_changed(settings: &Settings, before: PoolSize, size: PoolSize) -> [Request; 2] {
    let settings = settings.clone().fitting(Some(before), size);
    [Request::SetSettings(settings), Request::TextsChanged]
}

impl AppState {
    pub(crate) fn drop_import_undo(&mut self) {
        let project = self.project.as_ref();
        let is_outdated = |last: &ImportUndo| project.is_none_or(|project| !last.is_latest(project));
        // The condition is checked first, because each mutable access notifies the subscribers of the state.
        if self.file_labels.import_undo.as_ref().is_some_and(is_outdated) {
            self.file_labels.import_undo = None;
        }
    }

    pub fn can_undo_import(&self) -> bool {
        self.file_labels.import_undo.is_some() && !self.projects.read_only
    }
}

impl Project {
    /// Labels from the file can be imported without a conflict only if no text has a label yet.
    /// The mark “cannot tell” is no conflict, because an import keeps the mark.
    pub(crate) fn may_have_labels_of_file(&self) -> bool {
        self.annotations.history.labels().is_empty() && self.annotations.team.is_empty() && !self.is_file_unlabeled()
    }

    /// The labels that the worker found while reading the file. Reusing them avoids a long search in a large file.
    /// `None` if the text or label column has changed, or texts were added, since the file was read.
    pub(crate) fn found_labels(&self) -> Option<&FoundLabels> {
        let found = self.source.report.as_ref()?.labels.as_ref()?;
        let is_current = found.text_column == self.source.text_column
            && found.chosen == self.source.labels_column
            && self.source.appended.is_empty();
        // The report of a stored project may name a column that does not exist.
        let has_column = |likely: &LikelyLabels| likely.column < self.source.pool.columns().len();
        (is_current && found.likely.as_ref().is_none_or(has_column)).then_some(found)
    }

    pub(crate) fn is_file_unlabeled(&self) -> bool {
        self.found_labels().is_some_and(FoundLabels::is_empty) && self.source.labels_column.is_none()
    }

    /// Whether the page can import the labels without asking the user; see [`Responses::is_plain`].
    pub(crate) fn has_plain_labels(&self) -> bool {
        match self.found_labels() {
            Some(found) => found.is_plain,
            None => self.responses().is_plain(),
        }
    }

    pub(crate) fn responses(&self) -> Responses {
        match self.source.labels_column {
            Some((column, per_cell)) => {
                Responses::of_column(&self.source.pool, Some(self.source.text_column), column, per_cell)
            }
            None => Responses::of(&self.source.pool, Some(self.source.text_column), &[]),
        }
    }

    /// Questions about doubtful names and answers. The import begins only after the user has answered.
    fn doubts_of(&self, names: &[String], own: &str, given: &[Vec<(u32, Vec<String>)>], now_ms: u64) -> Vec<String> {
        let rows: Vec<Option<u32>> = (0..self.source.pool.len() as u32).map(Some).collect();
        let doubt = |(name, given): (&String, &Vec<(u32, Vec<String>)>)| {
            if name == own {
                let labels = self.annotations.history.labels();
                let n = given
                    .iter()
                    .filter(|(row, _)| labels.annotation(*row).is_answer())
                    .count();
                return Some(t!(
                    "file-labels-own-name-problem",
                    own = isolated(own),
                    n = grouped(n as u64)
                ));
            }
            let log: Vec<LogEntry> = given.iter().map(|row| log_entry(name, row.clone(), now_ms)).collect();
            self.merge_concern(&log, &rows, (name, own))
        };
        let doubts = names.iter().zip(given).filter_map(doubt);
        self.own_labels_concern(own).into_iter().chain(doubts).collect()
    }
}

fn log_entry(by: &str, (row, labels): (u32, Vec<String>), at_ms: u64) -> LogEntry {
    LogEntry {
        row,
        annotation: Annotation {
            labels,
            ..Annotation::default()
        },
        at_ms,
        by: Some(by.to_owned()),
        ..LogEntry::default()
    }
}
