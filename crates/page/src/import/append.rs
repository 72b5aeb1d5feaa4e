//! Adds texts to a project that is already being labeled: another file is appended to the open project, whose picks and labels
//! stay. The next selection continues from these picks among all texts; existing embeddings come from the cache.
//!
//! ```text
//!  a file ──▶ Adding ──┬─ add ──▶ its new texts, below the existing ones
//!                      └─ open ─▶ a project of its own
//! ```
//!
//! The last added file can be taken out again until something is annotated or selected.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::file_labels::{self, FileLabels};
use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::say;
use crate::import::ImportState;
use crate::map::{MapAction, PtrEq};
use crate::project::Open;
use crate::run::settings::Settings;
use crate::state::{self, AppState, Context, Message, Request};
use crate::team::Incoming;
use fastgas_annotation::label::{AnswerType, LabelOrigin};
use fastgas_data::{AppendedFile, Pool, append, id_conflicts, join, match_known_rows, tolerate};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_select::EarlyPicks;

/// A file that was read, with the question whether to add it to the open project.
#[derive(Clone, Debug, PartialEq)]
pub struct Adding {
    /// The file as a project of its own.
    pub open: Box<Open>,
    /// Its texts, with the text column named as in the open project.
    pool: Arc<Pool>,
    /// For each of its rows, the same row of the open project; `None` if the row is new or changed.
    rows: Vec<Option<u32>>,
    /// The new rows, in ascending order.
    new: Vec<u32>,
    /// The rows whose id is in the project with a different text, in ascending order: the project keeps its own text.
    changed: Vec<u32>,
    /// The id of one of the changed rows.
    pub changed_id: Option<String>,
    /// Number of known rows that differ in a column that both have: the project keeps its own values.
    pub n_other_values: usize,
    /// Number of known rows whose texts differ only in surrounding whitespace, line ends, and the like.
    pub n_tolerated: usize,
    /// Columns of the project that the file does not have.
    pub lacks: Vec<String>,
    /// Columns of the file that the project does not have.
    pub brings: Vec<String>,
    /// Why the file cannot be added.
    pub obstacle: Option<String>,
    /// The colleague's file that it belongs to, which the user is asked about again afterwards.
    colleague: Option<Box<Incoming>>,
}

/// The project before a file was added, and the state after it that shows whether anything has changed since.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LastAdded {
    before: Box<Open>,
    after: After,
    /// The settings before and after.
    settings: Box<[Settings; 2]>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The user has chosen a file for the open project, which is read next.
    Choose,
    /// Ask whether to add the texts of this file.
    Ask(Box<Adding>),
    /// Add its new texts to the project.
    Add,
    /// Open it as a project of its own.
    OpenAsIs,
    Refuse,
    /// Take the last added file out again.
    TakeOut,
}

/// The state right after the file was added.
#[derive(Clone, Debug, PartialEq)]
struct After {
    pool: PtrEq<Pool>,
    n_changes: usize,
    text_column: usize,
    label_names: Vec<String>,
    answers: AnswerType,
}

impl After {
    fn of(open: &Open) -> After {
        After {
            pool: PtrEq(open.source.pool.clone()),
            n_changes: open.n_changes(),
            text_column: open.source.text_column,
            label_names: open.labels.names.clone(),
            answers: open.labels.answers,
        }
    }
}

impl LastAdded {
    /// Whether nothing was annotated or selected since, by the user or by colleagues.
    fn is_latest(&self, open: &Open) -> bool {
        let after = &self.after;
        Arc::ptr_eq(&after.pool.0, &open.source.pool)
            && open.result.outcome.is_none()
            && (after.n_changes, after.text_column) == (open.n_changes(), open.source.text_column)
    }
}

impl Adding {
    /// Compares `open` with the project `here`. Returns `open` as the error if it has no column with the name of the text column.
    pub(crate) fn of(here: &Open, open: Open) -> Result<Adding, Box<Open>> {
        let text_name = &here.source.pool.columns()[here.source.text_column];
        let pool = match open.source.pool.column(text_name) {
            Ok(_) => open.source.pool.clone(),
            // The column of joined texts is named by the template.
            Err(_) if here.text_is_joined() => match join((*open.source.pool).clone(), text_name) {
                Ok(pool) => Arc::new(pool),
                Err(_) => return Err(Box::new(open)),
            },
            Err(_) => return Err(Box::new(open)),
        };
        let names = here.source.pool.columns();
        let id = here
            .source
            .id_column
            .and_then(|column| pool.column(&names[column]).ok());
        let ours = (&*here.source.pool, here.source.text_column, here.source.id_column);
        let text = pool.column(text_name).unwrap_or_default();
        let theirs = (&*pool, text, id);
        let mut rows = match_known_rows(ours, theirs);
        let tolerated = tolerate(ours, theirs, &mut rows);
        let others = id_conflicts(ours, theirs, &rows);
        let missing = |from: &Pool, of: &Pool| {
            let missing = of.columns().iter().filter(|name| !from.columns().contains(name));
            missing.cloned().collect::<Vec<_>>()
        };
        let changed: BTreeSet<u32> = others.iter().map(|&(row, _)| row).collect();
        let changed_id = changed.first().zip(id);
        let changed_id = changed_id.map(|(&row, id)| pool.instance(row as usize).cell(id).to_owned());
        let new = (0..).zip(&rows).filter(|(_, known)| known.is_none());
        let new: Vec<u32> = new.map(|(row, _)| row).filter(|row| !changed.contains(row)).collect();
        let id_name = here.source.id_column.map(|column| isolated(&names[column]));
        let obstacle = match (&here.source.embeddings, &open.source.embeddings, id_name, &changed_id) {
            (Some(file), ..) => Some(say!("import-append-embeddings-missing", file = isolated(&file.name))),
            (None, Some(file), ..) => Some(say!("import-append-embeddings-extra", file = isolated(&file.name))),
            (None, None, Some(column), _) if id.is_none() => Some(say!("import-append-ids-missing", column)),
            // If most ids have other texts, ids probably restart in each file. A few are corrected texts.
            (None, None, Some(column), Some(id)) if 2 * changed.len() > rows.len() => Some(say!(
                "import-append-ids-conflict",
                n = changed.len(),
                id = isolated(id),
                column
            )),
            _ => None,
        };
        Ok(Adding {
            n_other_values: n_other_values((&here.source.pool, here.source.text_column), &pool, &rows),
            new,
            n_tolerated: tolerated.len(),
            changed: changed.into_iter().collect(),
            changed_id,
            lacks: missing(&pool, &here.source.pool),
            brings: missing(&here.source.pool, &pool),
            open: Box::new(open),
            pool,
            rows,
            obstacle,
            colleague: None,
        })
    }

    /// Whether it is a colleague's file, whose labels are merged next.
    pub fn is_colleagues(&self) -> bool {
        self.colleague.is_some()
    }

    /// Number of its new texts, and number of all its texts.
    pub fn n_new(&self) -> (usize, usize) {
        (self.new.len(), self.rows.len())
    }

    /// Number of rows whose id is in the project with a different text.
    pub fn n_changed(&self) -> usize {
        self.changed.len()
    }

    /// Whether it probably continues the project's data: some of its texts are known, or it has the id column if needed.
    fn is_likely(&self, here: &Open) -> bool {
        let has_id = |column: usize| self.pool.column(&here.source.pool.columns()[column]).is_ok();
        self.new.len() < self.rows.len() || here.source.id_column.is_none_or(has_id)
    }
}

/// Number of known rows of `further` that differ from their row in `here` in a common column. The text column is not compared:
/// known texts may differ in whitespace.
fn n_other_values((here, text): (&Pool, usize), further: &Pool, known: &[Option<u32>]) -> usize {
    let both = (0..).zip(here.columns()).filter(|&(ours, _)| ours != text);
    let both: Vec<(usize, usize)> = both
        .filter_map(|(ours, name)| Some((ours, further.column(name).ok()?)))
        .collect();
    let pairs = further.instances().zip(known);
    let pairs = pairs.filter_map(|(theirs, known)| Some((theirs, here.instance((*known)? as usize))));
    pairs
        .filter(|(theirs, ours)| both.iter().any(|&(our, their)| ours.cell(our) != theirs.cell(their)))
        .count()
}

impl Open {
    /// Whether the texts are joined from several columns: then the text column is named by the template.
    pub(crate) fn text_is_joined(&self) -> bool {
        self.source.pool.columns()[self.source.text_column].contains('{')
    }

    /// Appends the new texts. Existing picks become early picks, because they were selected among fewer texts.
    fn add(&mut self, adding: &Adding, pool: Pool, at_ms: u64) {
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
        let (n_texts, n_all) = adding.n_new();
        self.keep_values(adding);
        self.source.appended.push(AppendedFile {
            file_name: adding.open.source.file_name.clone(),
            n_texts,
            n_known: n_all - n_texts,
            found: adding.open.source.report.clone(),
        });
        // The only annotations of a file's texts are the labels in the file.
        let mut here = adding.rows.clone();
        for (below, &row) in (before..).zip(&adding.new) {
            here[row as usize] = Some(below);
        }
        let said = adding.open.annotations.history.labels().last();
        let mut column = String::new();
        let labels = said.filter_map(|entry| {
            let Some(LabelOrigin::Column(name)) = &entry.annotation.origin else {
                return None;
            };
            // The label of a changed text does not apply to the project's own text.
            let row = here[entry.row as usize]?;
            column.clone_from(name);
            Some((row, entry.annotation.labels.clone()))
        });
        let labels: Vec<_> = labels.collect();
        self.allow_several(&labels);
        self.annotations.history.import(labels, &column, at_ms);
        self.adopt_labels_in_use();
    }

    /// Removes the labels that a file added to the set, unless the user has changed the set since.
    pub(crate) fn restore_label_names(&mut self, before: Vec<String>, after: &[String]) {
        if self.labels.names == after {
            let labels = &mut *self.labels;
            labels.names = before;
            let added = after.iter().filter(|name| !labels.names.contains(name));
            added.for_each(|name| labels.specs.forget(name));
        }
    }

    /// Restores the state from before the file was added, except for later changes that do not concern its texts.
    fn take_out(&mut self, LastAdded { before, after, .. }: LastAdded) {
        let n_changes = self.n_changes();
        let Open {
            source,
            result,
            labels,
            annotations,
            ..
        } = *before;
        let (source, labels) = (source.into_inner(), labels.into_inner());
        self.source.pool = source.pool;
        self.source.appended = source.appended;
        self.source.report = source.report;
        self.source.file_index = source.file_index;
        *self.result = result.into_inner();
        self.annotations.history = annotations.into_inner().history;
        self.restore_label_names(labels.names, &after.label_names);
        if self.labels.answers == after.answers {
            self.labels.answers = labels.answers;
        }
        // Counts as a change: a backup made in the meantime is out of date.
        self.annotations.n_merged += 1 + n_changes - self.n_changes();
        self.annotations.resolution = None;
        self.judge();
        if self
            .view
            .current
            .is_some_and(|row| row as usize >= self.source.pool.len())
        {
            self.view.current = before.view.current;
        }
    }

    /// A column keeps its type (values other than texts) if it has the type in both files, or if only one file has the column.
    fn keep_values(&mut self, adding: &Adding) {
        let (Some(here), theirs) = (&mut self.source.report, adding.open.source.report.as_ref()) else {
            return;
        };
        let theirs = theirs.map_or(&[][..], |found| &found.values);
        here.values
            .retain(|name| theirs.contains(name) || adding.lacks.contains(name));
        let brought = theirs.iter().filter(|name| adding.brings.contains(name));
        here.values.extend(brought.cloned());
    }
}

impl ImportState {
    /// Handles an action on the file that may be appended to the open project.
    pub(crate) fn update_append(&mut self, action: Action, context: Context<'_>) -> Vec<Request> {
        match action {
            Action::Choose => {
                self.appends_next = true;
                Vec::new()
            }
            Action::Ask(adding) => {
                self.append = Some(*adding);
                Vec::new()
            }
            Action::Add => self.add(context),
            Action::TakeOut => self.take_out(context),
            Action::OpenAsIs => match self.append.take() {
                Some(adding) => open_as_own(*adding.open, context.n_waiting),
                None => Vec::new(),
            },
            Action::Refuse => {
                let colleague = self.append.take().and_then(|adding| adding.colleague);
                colleague.map(Request::AskAboutColleague).into_iter().collect()
            }
        }
    }

    /// Decides what a file of texts is for: labels of the open project's texts, further texts for it, or another project.
    pub(crate) fn offer(&mut self, open: Open, context: Context<'_>) -> Vec<Request> {
        // With several files, each is asked about.
        let is_wanted = std::mem::take(&mut self.appends_next) || context.n_waiting.is_some();
        let Some(here) = context.project.as_deref() else {
            return vec![open_project(Box::new(open))];
        };
        // A file chosen for adding is meant for its texts, unless none of them is new.
        let has_new = || Adding::of(here, open.clone()).is_ok_and(|adding| !adding.new.is_empty());
        // A file with embeddings is a whole project.
        let has_embeddings = open.source.embeddings.is_some();
        let means_texts = has_embeddings || (is_wanted && has_new());
        if !means_texts && let Some(labels) = FileLabels::of_colleague(here, &open) {
            let ask = file_labels::Action::Ask(Box::new(labels));
            return vec![Request::Apply(state::Action::FileLabels(ask))];
        }
        let asks = is_wanted || (here.is_worth_a_question() && !has_embeddings);
        if !asks {
            return vec![open_project(Box::new(open))];
        }
        let name = &here.source.pool.columns()[here.source.text_column];
        match Adding::of(here, open) {
            Ok(adding) if is_wanted || adding.is_likely(here) => {
                self.append = Some(adding);
                Vec::new()
            }
            Ok(adding) => vec![open_project(adding.open)],
            Err(open) if is_wanted => vec![Request::Notify(no_such_column(name, &open))],
            Err(open) => vec![open_project(open)],
        }
    }

    fn add(&mut self, context: Context<'_>) -> Vec<Request> {
        let new = |adding: &mut Adding| adding.obstacle.is_none() && !adding.new.is_empty();
        let Some((open, adding)) = context.project.and_then(|open| Some((open, self.append.take_if(new)?))) else {
            return Vec::new();
        };
        let pool = match append(&open.source.pool, &adding.pool, &adding.new) {
            Ok(pool) => pool,
            Err(error) => {
                let title = say!(
                    "import-append-failed-title",
                    file_name = isolated(&adding.open.source.file_name)
                );
                let error = WorkerError::from(Error::from(error));
                return vec![Request::Notify(Message::of(&title, &error))];
            }
        };
        let before = open.clone();
        open.add(&adding, pool, context.now_ms);
        let n_before = before.source.pool.len();
        let (n, n_picks) = (open.source.pool.len(), open.settled().picks.len());
        let mut settings = context.settings.clone().fitting(Some(n_before), n);
        // The new texts get the same share of picks as the previous ones.
        let share = (n_picks as u64 * n as u64).div_ceil(n_before as u64) as usize;
        if n_picks > 0 {
            settings.budget = share.max(n_picks + 1).to_string();
        }
        self.last_appended = Some(LastAdded {
            before: Box::new(before),
            after: After::of(open),
            settings: Box::new([context.settings.clone(), settings.clone()]),
        });
        let mut requests = vec![
            Request::SetSettings(settings),
            Request::HoldBack {
                from_row: n_before as u32,
            },
            Request::Apply(state::Action::Map(MapAction::ForgetParts)),
            Request::TextsChanged,
            Request::SaveProject,
            Request::Append,
        ];
        requests.extend(adding.colleague.map(Request::AskAboutColleague));
        requests
    }

    fn take_out(&mut self, context: Context<'_>) -> Vec<Request> {
        let may = !context.read_only;
        let Some((open, last)) = context
            .project
            .and_then(|open| Some((open, self.last_appended.take_if(|_| may)?)))
        else {
            return Vec::new();
        };
        let [before, after] = &*last.settings;
        let settings = (context.settings == after).then(|| before.clone());
        open.take_out(last);
        let mut requests: Vec<Request> = settings.map(Request::SetSettings).into_iter().collect();
        requests.extend([
            Request::Apply(state::Action::Map(MapAction::Forget)),
            Request::TextsChanged,
            // Labels from the file are removed as well: the stored log has to be replaced.
            Request::Rewrite,
        ]);
        requests
    }
}

/// Asks whether to add the texts of another file to the project `here`. Opens the file if it has other columns.
pub(crate) fn ask_about_texts(here: &Open, other: Open) -> Request {
    match Adding::of(here, other) {
        Ok(adding) => Request::Apply(state::Action::Add(Action::Ask(Box::new(adding)))),
        Err(other) => open_project(other),
    }
}

/// Asks whether to add the new texts of a colleague's file before its labels are merged.
pub(crate) fn ask_about_colleagues_texts(here: &Open, incoming: Incoming) -> Vec<Request> {
    match Adding::of(here, (*incoming.open).clone()) {
        Ok(adding) => {
            let colleague = Some(Box::new(incoming));
            let adding = Adding { colleague, ..adding };
            vec![Request::Apply(state::Action::Add(Action::Ask(Box::new(adding))))]
        }
        Err(open) => {
            let name = &here.source.pool.columns()[here.source.text_column];
            vec![
                Request::Notify(no_such_column(name, &open)),
                Request::AskAboutColleague(Box::new(incoming)),
            ]
        }
    }
}

fn open_project(project: Box<Open>) -> Request {
    Request::OpenProject { project, own: None }
}

/// Opens a file as a project of its own. Discards waiting files, because they were meant for the previous project.
pub(crate) fn open_as_own(open: Open, n_waiting: Option<usize>) -> Vec<Request> {
    let left = n_waiting.unwrap_or_default();
    let notice = (left > 0).then(|| Message {
        title: say!("import-waiting-dropped-title", n = left),
        problem: say!(
            "import-waiting-dropped-problem",
            file_name = isolated(&open.source.file_name)
        ),
        advice: say!("import-waiting-dropped-advice"),
    });
    let mut requests = vec![Request::DropWaitingFiles, open_project(Box::new(open))];
    requests.extend(notice.map(Request::Notify));
    requests
}

impl AppState {
    /// Whether several files of texts can be added to the open project in turn.
    pub fn takes_more_texts(&self) -> bool {
        let open = self.project.as_ref().filter(|_| !self.projects.read_only);
        open.is_some_and(Open::is_worth_a_question)
    }

    /// Takes the colleague's file about which the user is asked, and asks about its texts first.
    pub(crate) fn add_colleagues(&mut self, now_ms: u64) -> Vec<state::Effect> {
        let (Some(here), Some(incoming)) = (self.project.as_ref(), self.team.incoming.take()) else {
            return Vec::new();
        };
        let requests = ask_about_colleagues_texts(here, incoming);
        self.carry_out(requests, now_ms)
    }

    /// Discards the state from before the last added file once it can no longer be restored.
    pub(crate) fn forget_last_added(&mut self) {
        let open = self.project.as_ref();
        let is_outdated = |last: &LastAdded| open.is_none_or(|open| !last.is_latest(open));
        // Checked first, because each mutable access notifies the subscribers.
        if self.import.last_appended.as_ref().is_some_and(is_outdated) {
            self.import.last_appended = None;
        }
    }

    /// Whether the last added file can be taken out again.
    pub fn can_take_out(&self) -> bool {
        self.import.last_appended.is_some() && !self.projects.read_only
    }
}

fn no_such_column(name: &str, open: &Open) -> Message {
    Message {
        title: say!(
            "import-append-failed-title",
            file_name = isolated(&open.source.file_name)
        ),
        problem: say!(
            "import-append-column-problem",
            name = isolated(name),
            columns = all_isolated(open.source.pool.columns())
        ),
        advice: say!("import-append-column-advice"),
    }
}
