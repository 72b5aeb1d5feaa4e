//! Appends the texts of another file to the open project, which may already be labeled.
//! The picks and labels of the project are kept. The next selection keeps the picks and selects among all texts.
//! The embeddings of the existing texts come from the cache.
//!
//! The user can also open the file as a separate project.
//!
//! The new pool is built in slices. The project does not change until the new pool is complete.
//!
//! The user can remove the most recently added file until something is annotated or selected.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::file_labels::{self, FileLabels, KnownLabels};
use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::t;
use crate::import::{Cmd, ImportState};
use crate::labeling;
use crate::map::{Msg as MapMsg, PtrEq};
use crate::project::{Project, ProjectSnapshot};
use crate::run::settings::Settings;
use crate::state::{self, AppState, Cmd as StateCmd, Context, Notice, Request};
use crate::team::IncomingFile;
use fastgas_annotation::label::{AnswerType, LabelOrigin, LostKey};
use fastgas_data::{AppendMatches, AppendedFile, LoadError, Pool, join, match_appended};
use fastgas_progress::{Pause, Slices, Stopped, at_once};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_select::EarlyPicks;

#[derive(Clone, Debug, PartialEq)]
pub struct AppendProposal {
    pub project: Box<Project>,
    /// The pool of the file. Its text column has the same name as the open project's text column.
    pool: Arc<Pool>,
    /// For each row of the file, the row of the open project with the same text. `None` for a new or changed row.
    rows: Vec<Option<u32>>,
    new: Vec<u32>,
    /// The rows of the file whose id has a different text in the project, in ascending order.
    /// If an id has a different text in the file, the project keeps its own text.
    changed: Vec<u32>,
    /// An example of an id that has different texts in the file and in the project.
    pub changed_id: Option<String>,
    /// Number of rows whose text is in the project, but whose cells in other common columns differ.
    /// If a text has different cells in the file, the project keeps its own cells.
    pub n_other_values: usize,
    /// Number of rows whose text differs from the project's text only in details, such as whitespace or line ends.
    pub n_tolerated: usize,
    pub lacks: Vec<String>,
    pub brings: Vec<String>,
    pub problem: Option<String>,
    pub is_adding: bool,
    /// The colleague's file with the texts. Its labels are offered after the texts are added.
    colleague: Option<Box<IncomingFile>>,
}

/// The comparison of a file with the open project, made in slices while the file is being read.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownRows {
    pub(super) here: PtrEq<Pool>,
    /// The text column and the id column of the project, then the text column and the id column of the file.
    pub(super) columns: [(usize, Option<usize>); 2],
    pub(super) matches: AppendMatches,
}

/// The project before the most recent file was added, and a summary of the project after the addition.
/// The summary shows whether the project has changed since the addition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AppendUndo {
    before: Box<ProjectSnapshot>,
    after: StateAfter,
    settings: Box<[Settings; 2]>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The user wants to add a file to the open project, and chooses the file next.
    Choose,
    Ask(Box<AppendProposal>),
    Add,
    /// The new pool is complete: the rows of `further` were appended to `here`, the pool of the open project.
    Appended {
        here: PtrEq<Pool>,
        further: PtrEq<Pool>,
        pool: Result<Pool, LoadError>,
    },
    OpenAsIs,
    Refuse,
    UndoAppend,
}

#[derive(Clone, Debug, PartialEq)]
struct StateAfter {
    pool: PtrEq<Pool>,
    n_changes: usize,
    text_column: usize,
    label_names: Vec<String>,
    answers: AnswerType,
}

impl StateAfter {
    fn of(project: &Project) -> StateAfter {
        StateAfter {
            pool: PtrEq(project.source.pool.clone()),
            n_changes: project.n_changes(),
            text_column: project.source.text_column,
            label_names: project.labels.names.clone(),
            answers: project.labels.answers,
        }
    }
}

impl AppendUndo {
    fn is_latest(&self, project: &Project) -> bool {
        let after = &self.after;
        Arc::ptr_eq(&after.pool.0, &project.source.pool)
            && project.result.outcome.is_none()
            && (after.n_changes, after.text_column) == (project.n_changes(), project.source.text_column)
    }
}

impl KnownRows {
    /// `here`, `text` and `id` are the pool, the text column and the id column of the open project.
    /// Returns `None` if no column of the file has the same name as the project's text column.
    pub(crate) async fn find<P: Pause>(
        (here, text, id): (&PtrEq<Pool>, usize, Option<usize>),
        file: &Pool,
        slices: &mut Slices<P>,
    ) -> Result<Option<KnownRows>, Stopped> {
        let names = here.columns();
        let Ok(their_text) = file.column(&names[text]) else {
            return Ok(None);
        };
        let their_id = id.and_then(|column| file.column(&names[column]).ok());
        let matches = match_appended((&*here.0, text, id), (file, their_text, their_id), slices).await?;
        Ok(Some(KnownRows {
            here: here.clone(),
            columns: [(text, id), (their_text, their_id)],
            matches,
        }))
    }

    fn concerns(&self, here: &Arc<Pool>, columns: [(usize, Option<usize>); 2]) -> bool {
        Arc::ptr_eq(&self.here.0, here) && self.columns == columns
    }
}

impl AppendProposal {
    /// Returns `project` as the error if the file lacks a column with the name of the open project's text column.
    /// `known` is the comparison of the two pools that was made while the file was being read.
    /// Without `known`, comparing the pools takes O(size of the pools) time.
    pub(crate) fn of(
        here: &Project,
        project: Project,
        known: Option<&KnownRows>,
    ) -> Result<AppendProposal, Box<Project>> {
        let text_name = &here.source.pool.columns()[here.source.text_column];
        let pool = match project.source.pool.column(text_name) {
            Ok(_) => project.source.pool.clone(),
            // If texts are joined from several columns, the name of the text column is the template for joining.
            Err(_) if here.text_is_joined() => match join((*project.source.pool).clone(), text_name) {
                Ok(pool) => Arc::new(pool),
                Err(_) => return Err(Box::new(project)),
            },
            Err(_) => return Err(Box::new(project)),
        };
        let names = here.source.pool.columns();
        let id = here
            .source
            .id_column
            .and_then(|column| pool.column(&names[column]).ok());
        let ours = (&*here.source.pool, here.source.text_column, here.source.id_column);
        let text = pool.column(text_name).unwrap_or_default();
        let theirs = (&*pool, text, id);
        let known = known.filter(|known| known.concerns(&here.source.pool, [(ours.1, ours.2), (text, id)]));
        let AppendMatches {
            rows,
            n_tolerated,
            conflicts,
            n_other_values,
        } = match known {
            Some(known) => known.matches.clone(),
            None => at_once(match_appended(ours, theirs, &mut Slices::whole())),
        };
        let missing = |from: &Pool, of: &Pool| {
            let missing = of.columns().iter().filter(|name| !from.columns().contains(name));
            missing.cloned().collect::<Vec<_>>()
        };
        let changed: BTreeSet<u32> = conflicts.iter().map(|&(row, _)| row).collect();
        let changed_id = changed.first().zip(id);
        let changed_id = changed_id.map(|(&row, id)| pool.instance(row as usize).cell(id).to_owned());
        let new = (0..).zip(&rows).filter(|(_, known)| known.is_none());
        let new: Vec<u32> = new.map(|(row, _)| row).filter(|row| !changed.contains(row)).collect();
        let id_name = here.source.id_column.map(|column| isolated(&names[column]));
        let problem = match (
            &here.source.embeddings,
            &project.source.embeddings,
            id_name,
            &changed_id,
        ) {
            (Some(file), ..) => Some(t!("import-append-embeddings-missing", file = isolated(&file.name))),
            (None, Some(file), ..) => Some(t!("import-append-embeddings-extra", file = isolated(&file.name))),
            (None, None, Some(column), _) if id.is_none() => Some(t!("import-append-ids-missing", column)),
            // If most ids have a different text than in the pool, the numbering probably restarts in each file.
            // The page then rejects the file. If only a few texts differ, the texts were probably corrected.
            (None, None, Some(column), Some(id)) if 2 * changed.len() > rows.len() => Some(t!(
                "import-append-ids-conflict",
                n = changed.len(),
                id = isolated(id),
                column
            )),
            _ => None,
        };
        Ok(AppendProposal {
            n_other_values,
            new,
            n_tolerated,
            changed: changed.into_iter().collect(),
            changed_id,
            lacks: missing(&pool, &here.source.pool),
            brings: missing(&here.source.pool, &pool),
            project: Box::new(project),
            pool,
            rows,
            problem,
            is_adding: false,
            colleague: None,
        })
    }

    /// Whether the file comes from a colleague. Its labels are merged after the texts are added.
    pub fn is_colleagues(&self) -> bool {
        self.colleague.is_some()
    }

    /// Number of new texts in the file, and total number of texts in the file.
    pub fn n_new(&self) -> (usize, usize) {
        (self.new.len(), self.rows.len())
    }

    pub fn n_changed(&self) -> usize {
        self.changed.len()
    }

    /// True if the project already contains a text of the file, or if the file has the id column of the project.
    /// Always true if the project has no id column.
    fn is_likely(&self, here: &Project) -> bool {
        let has_id = |column: usize| self.pool.column(&here.source.pool.columns()[column]).is_ok();
        self.new.len() < self.rows.len() || here.source.id_column.is_none_or(has_id)
    }
}

impl Project {
    /// Whether the texts are joined from several columns. The name of the text column is a template for joined texts.
    pub(crate) fn text_is_joined(&self) -> bool {
        self.source.pool.columns()[self.source.text_column].contains('{')
    }

    /// The existing picks become early picks, which the next selection keeps.
    /// Returns the labels whose keyboard key now belongs to another label.
    fn add(&mut self, append_proposal: &AppendProposal, pool: Pool, at_ms: u64) -> Vec<LostKey> {
        let before = self.source.pool.len() as u32;
        if let Some(outcome) = self.result.outcome.take() {
            let rows: Vec<u32> = outcome.selection.picks.iter().map(|pick| pick.row).collect();
            let reasons = rows.iter().copied().zip(outcome.reasons.iter().cloned());
            self.result.early_reasons = reasons.collect();
            self.result.early = Some(EarlyPicks { rows, among: before });
            self.forget_map();
        }
        self.source.pool = Arc::new(pool);
        self.source.file_index = None;
        self.annotations.n_merged += 1;
        let (n_texts, n_all) = append_proposal.n_new();
        self.keep_values(append_proposal);
        self.source.appended.push(AppendedFile {
            file_name: append_proposal.project.source.file_name.clone(),
            n_texts,
            n_known: n_all - n_texts,
            found: append_proposal.project.source.report.clone(),
        });
        let mut here = append_proposal.rows.clone();
        for (below, &row) in (before..).zip(&append_proposal.new) {
            here[row as usize] = Some(below);
        }
        let entries = append_proposal.project.annotations.history.labels().last();
        let mut column = String::new();
        let labels = entries.filter_map(|entry| {
            let Some(LabelOrigin::Column(name)) = &entry.annotation.origin else {
                return None;
            };
            // The label of a changed text is not imported, because the project keeps its own text.
            let row = here[entry.row as usize]?;
            column.clone_from(name);
            Some((row, entry.annotation.labels.clone()))
        });
        let labels: Vec<_> = labels.collect();
        self.allow_several(&labels);
        self.annotations.history.import(labels, &column, at_ms);
        self.adopt_labels_in_use()
    }

    /// Removes the file that was added last. Changes since the addition are kept, unless they are about texts of this file.
    fn remove_appended(&mut self, AppendUndo { before, after, .. }: AppendUndo) {
        let n_changes = self.n_changes();
        let ProjectSnapshot {
            source,
            result,
            labels,
            history,
            current,
            ..
        } = *before;
        self.source.pool = source.pool;
        self.source.appended = source.appended;
        self.source.report = source.report;
        self.source.file_index = source.file_index;
        *self.result = result;
        self.annotations.history.return_to(history);
        self.restore_label_set(labels, &after.label_names, &after.answers);
        self.finish_undo(n_changes);
        if self
            .view
            .current
            .is_some_and(|row| row as usize >= self.source.pool.len())
        {
            self.view.current = current;
        }
    }

    /// A column becomes text if the column has different types in the two files.
    fn keep_values(&mut self, append_proposal: &AppendProposal) {
        let (Some(here), theirs) = (&mut self.source.report, append_proposal.project.source.report.as_ref()) else {
            return;
        };
        let theirs = theirs.map_or(&[][..], |found| &found.values);
        here.values
            .retain(|name| theirs.contains(name) || append_proposal.lacks.contains(name));
        let added = theirs.iter().filter(|name| append_proposal.brings.contains(name));
        here.values.extend(added.cloned());
    }
}

/// Performs the first command in `cmds` that appends rows, as a worker would do.
#[cfg(test)]
pub(crate) fn appended(cmds: &[StateCmd]) -> Option<Msg> {
    cmds.iter().find_map(|cmd| match cmd {
        StateCmd::Import(Cmd::Append { here, further, rows }) => Some(Msg::Appended {
            here: here.clone(),
            further: further.clone(),
            pool: fastgas_data::append(here, further, rows),
        }),
        _ => None,
    })
}

impl ImportState {
    pub(crate) fn update_append(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::Choose => {
                self.appends_next = true;
                Vec::new()
            }
            Msg::Ask(append_proposal) => {
                self.append = Some(*append_proposal);
                Vec::new()
            }
            Msg::Add => self.begin_adding(context),
            Msg::Appended { here, further, pool } => self.add((here, further), pool, context),
            Msg::UndoAppend => self.remove_appended(context),
            Msg::OpenAsIs => {
                let mut requests = self.stop_adding();
                if let Some(append_proposal) = self.append.take() {
                    requests.extend(open_as_own(*append_proposal.project, context.n_waiting));
                }
                requests
            }
            Msg::Refuse => {
                let mut requests = self.stop_adding();
                let colleague = self.append.take().and_then(|append_proposal| append_proposal.colleague);
                requests.extend(colleague.map(Request::AskAboutColleague));
                requests
            }
        }
    }

    fn stop_adding(&self) -> Vec<Request> {
        let stop = self.stops_adding();
        stop.map(|cmd| Request::Perform(StateCmd::Import(cmd)))
            .into_iter()
            .collect()
    }

    /// The command that stops building the new pool. `None` if no pool is being built.
    pub(super) fn stops_adding(&self) -> Option<Cmd> {
        let is_adding = self
            .append
            .as_ref()
            .is_some_and(|append_proposal| append_proposal.is_adding);
        is_adding.then_some(Cmd::StopAppending)
    }

    /// Decides whether a file contains labels for the open project, additional texts, or a separate project.
    /// `known` and `labels` were found while the file was being read.
    pub(crate) fn offer(
        &mut self,
        project: Project,
        known: Option<&KnownRows>,
        labels: Option<KnownLabels>,
        context: Context<'_>,
    ) -> Vec<Request> {
        // If several files are waiting, the page asks about each of them.
        let is_wanted = std::mem::take(&mut self.appends_next) || context.n_waiting.is_some();
        let Some(here) = context.project.as_deref() else {
            return vec![open_project(Box::new(project))];
        };
        // A file with embeddings cannot be appended and is opened as a separate project.
        let has_embeddings = project.source.embeddings.is_some();
        let project = match is_wanted && !has_embeddings {
            true => match AppendProposal::of(here, project, known) {
                // A file without new texts is handled like any other file.
                Ok(append_proposal) if !append_proposal.new.is_empty() => {
                    self.append = Some(append_proposal);
                    return Vec::new();
                }
                Ok(append_proposal) => *append_proposal.project,
                Err(project) => *project,
            },
            false => project,
        };
        let project = match has_embeddings {
            true => project,
            false => match FileLabels::from_colleague(here, project, labels) {
                Ok(labels) => {
                    let ask = file_labels::Msg::Ask(Box::new(labels));
                    return vec![Request::Apply(state::Msg::FileLabels(ask))];
                }
                Err(project) => *project,
            },
        };
        let asks = is_wanted || (here.has_unsaved_work() && !has_embeddings);
        if !asks {
            return vec![open_project(Box::new(project))];
        }
        let name = &here.source.pool.columns()[here.source.text_column];
        match AppendProposal::of(here, project, known) {
            Ok(append_proposal) if is_wanted || append_proposal.is_likely(here) => {
                self.append = Some(append_proposal);
                Vec::new()
            }
            Ok(append_proposal) => vec![open_project(append_proposal.project)],
            Err(project) if is_wanted => vec![Request::Notify(no_such_column(name, &project))],
            Err(project) => vec![open_project(project)],
        }
    }

    fn begin_adding(&mut self, context: Context<'_>) -> Vec<Request> {
        let can_add = |append_proposal: &&mut AppendProposal| {
            append_proposal.problem.is_none() && !append_proposal.new.is_empty() && !append_proposal.is_adding
        };
        let (Some(project), Some(append_proposal)) = (context.project, self.append.as_mut().filter(can_add)) else {
            return Vec::new();
        };
        append_proposal.is_adding = true;
        vec![Request::Perform(StateCmd::Import(Cmd::Append {
            here: PtrEq(project.source.pool.clone()),
            further: PtrEq(append_proposal.pool.clone()),
            rows: append_proposal.new.clone(),
        }))]
    }

    /// `pools` are the pools that the new pool was built from. The result is dropped if one of them has changed.
    fn add(
        &mut self,
        pools: (PtrEq<Pool>, PtrEq<Pool>),
        pool: Result<Pool, LoadError>,
        context: Context<'_>,
    ) -> Vec<Request> {
        let Some(project) = context.project else {
            return Vec::new();
        };
        let here = PtrEq(project.source.pool.clone());
        let is_awaited = |append_proposal: &mut AppendProposal| {
            append_proposal.is_adding && pools == (here, PtrEq(append_proposal.pool.clone()))
        };
        let Some(append_proposal) = self.append.take_if(is_awaited) else {
            return Vec::new();
        };
        let pool = match pool {
            Ok(pool) => pool,
            Err(error) => {
                let title = t!(
                    "import-append-failed-title",
                    file_name = isolated(&append_proposal.project.source.file_name)
                );
                let error = WorkerError::from(Error::from(error));
                return vec![Request::Notify(Notice::of(&title, &error))];
            }
        };
        let size_before = project.size();
        let before = project.snapshot();
        let lost = project.add(&append_proposal, pool, context.now_ms);
        let n_before = before.source.pool.len();
        let (size, n_picks) = (project.size(), project.settled().picks.len());
        let mut settings = context.settings.clone().fitting(Some(size_before), size);
        // Increase the budget in proportion to the pool, so that the share of picks stays the same.
        let share = (n_picks as u64 * size.n_texts as u64).div_ceil(n_before as u64) as usize;
        if n_picks > 0 {
            settings.budget = share.min(size.n_filled()).max(n_picks + 1).to_string();
        }
        self.last_appended = Some(AppendUndo {
            before: Box::new(before),
            after: StateAfter::of(project),
            settings: Box::new([context.settings.clone(), settings.clone()]),
        });
        let mut requests: Vec<Request> = labeling::report_lost_keys(&lost).into_iter().collect();
        requests.extend([
            Request::SetSettings(settings),
            Request::HoldBack {
                from_row: n_before as u32,
            },
            Request::PartsChanged,
            Request::TextsChanged,
            Request::SaveProject,
            Request::Append,
        ]);
        requests.extend(append_proposal.colleague.map(Request::AskAboutColleague));
        requests
    }

    fn remove_appended(&mut self, context: Context<'_>) -> Vec<Request> {
        let may = !context.read_only;
        let Some((project, last)) = context
            .project
            .and_then(|project| Some((project, self.last_appended.take_if(|_| may)?)))
        else {
            return Vec::new();
        };
        let [before, after] = &*last.settings;
        let settings = (context.settings == after).then(|| before.clone());
        project.remove_appended(last);
        let mut requests: Vec<Request> = settings.map(Request::SetSettings).into_iter().collect();
        requests.extend([
            Request::Apply(state::Msg::Map(MapMsg::Forget)),
            Request::TextsChanged,
            // Removing the file also removes labels that came from it. Therefore the whole stored log is rewritten.
            Request::Rewrite,
        ]);
        requests
    }
}

/// If no column of the file has the same name as the project's text column, the file is opened as a separate project.
pub(crate) fn ask_about_texts(here: &Project, other: Project) -> Request {
    match AppendProposal::of(here, other, None) {
        Ok(append_proposal) => Request::Apply(state::Msg::Add(Msg::Ask(Box::new(append_proposal)))),
        Err(other) => open_project(other),
    }
}

pub(crate) fn ask_about_colleagues_texts(here: &Project, incoming: IncomingFile) -> Vec<Request> {
    match AppendProposal::of(here, (*incoming.project).clone(), None) {
        Ok(append_proposal) => {
            let colleague = Some(Box::new(incoming));
            let append_proposal = AppendProposal {
                colleague,
                ..append_proposal
            };
            vec![Request::Apply(state::Msg::Add(Msg::Ask(Box::new(append_proposal))))]
        }
        Err(project) => {
            let name = &here.source.pool.columns()[here.source.text_column];
            vec![
                Request::Notify(no_such_column(name, &project)),
                Request::AskAboutColleague(Box::new(incoming)),
            ]
        }
    }
}

fn open_project(project: Box<Project>) -> Request {
    Request::OpenProject {
        project,
        own: None,
        then: Vec::new(),
    }
}

/// When the new project is open, the waiting files are dropped, because they were meant for the previous project.
/// If the user declines to open the new project, the page continues with the waiting files.
pub(crate) fn open_as_own(project: Project, n_waiting: Option<usize>) -> Vec<Request> {
    let left = n_waiting.unwrap_or_default();
    let notice = (left > 0).then(|| Notice {
        title: t!("import-waiting-dropped-title", n = left),
        problem: t!(
            "import-waiting-dropped-problem",
            file_name = isolated(&project.source.file_name)
        ),
        advice: t!("import-waiting-dropped-advice"),
    });
    let then = std::iter::once(Request::DropWaitingFiles).chain(notice.map(Request::Notify));
    vec![Request::OpenProject {
        project: Box::new(project),
        own: None,
        then: then.collect(),
    }]
}

impl AppState {
    /// Whether the page offers to add the texts of several tables, one table after another.
    /// A table whose texts are not added would be a separate project. `adds` is true if the user wants to add texts.
    pub fn takes_more_texts(&self, adds: bool) -> bool {
        let project = self.project.as_ref().filter(|_| !self.projects.read_only);
        project.is_some_and(|project| adds || project.has_unsaved_work())
    }

    pub(crate) fn may_append(&self) -> bool {
        let is_wanted = self.import.appends_next || self.team.waiting.is_some();
        is_wanted || self.project.as_ref().is_some_and(Project::has_unsaved_work)
    }

    pub(crate) fn ask_to_append_colleagues(&mut self, now_ms: u64) -> Vec<state::Cmd> {
        let (Some(here), Some(incoming)) = (self.project.as_ref(), self.team.take_incoming()) else {
            return Vec::new();
        };
        let requests = ask_about_colleagues_texts(here, incoming);
        self.carry_out(requests, now_ms)
    }

    pub(crate) fn drop_append_undo(&mut self) {
        let project = self.project.as_ref();
        let is_outdated = |last: &AppendUndo| project.is_none_or(|project| !last.is_latest(project));
        // The condition is checked first, because each mutable access notifies the subscribers of the state.
        if self.import.last_appended.as_ref().is_some_and(is_outdated) {
            self.import.last_appended = None;
        }
    }

    pub fn can_undo_append(&self) -> bool {
        self.import.last_appended.is_some() && !self.projects.read_only
    }
}

fn no_such_column(name: &str, project: &Project) -> Notice {
    Notice {
        title: t!(
            "import-append-failed-title",
            file_name = isolated(&project.source.file_name)
        ),
        problem: t!(
            "import-append-column-problem",
            name = isolated(name),
            columns = all_isolated(project.source.pool.columns())
        ),
        advice: t!("import-append-column-advice"),
    }
}

#[cfg(test)]
mod tests;
