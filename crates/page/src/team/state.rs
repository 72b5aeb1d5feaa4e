//! Several annotators without a server: the user's name, the merged files, and the disagreements that were settled.
//!
//! The user can merge a colleague's file, label a copy of the colleague's project, or open the project unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::export;
use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::import;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::projects;
use crate::projects::backup::{Columns, ProjectFile};
use crate::state::{Cmd as StateCmd, Confirmation, Context, Msg as StateMsg, Request};
use fastgas_annotation::label::{
    Annotation, ConsensusStatus, History, LabelOrigin, Labels, LogEntry, LostKey, PassReason, ResolvedLabels, Team,
    appearance, entered_name, is_same_name, is_similar_name, join_rows,
};

/// The state of the team features that the project does not store.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamState {
    pub name: Option<String>,
    /// The typed text in the field for the user's name, until the name is applied.
    pub typed: Option<String>,
    /// The user's name in the project that is being opened. An empty name removes the name in the project.
    /// `None` keeps the name in the project.
    opens_as: Option<String>,
    pub name_problem: Option<String>,
    pub shown: bool,
    pub current: Option<u32>,
    pub incoming: Option<IncomingFile>,
    /// The results of the last merge, or of all files that the user loaded together.
    /// The results are kept until another project is opened.
    pub merged: Vec<MergeResult>,
    /// If the user loaded several files together, the number of files still to read. `None` if all files are done.
    pub waiting: Option<usize>,
    /// True if the page merges more files without asking the user, except files that need the user's decision.
    merges_all: bool,
}

/// The project in a file, and the user's answers to the questions about the file.
#[derive(Clone, Debug, PartialEq)]
pub struct IncomingFile {
    pub file_name: String,
    pub project: Box<Project>,
    /// For each row of the file, its row in the open project. `None` if the two projects have no text in common.
    pub rows: Option<Vec<Option<u32>>>,
    /// The name of the annotator who made the file. The user must enter a missing name.
    pub theirs: String,
    pub own: String,
    /// True if the user has edited the user's own name in the dialog.
    own_is_typed: bool,
    /// True if the labels in the table that the colleague imported count as annotations of the colleague.
    pub counts_file: bool,
    pub problem: Option<String>,
    /// The last question about the entered names. Pressing the same button again answers the question with yes.
    asked: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeResult {
    pub name: String,
    pub n_new: usize,
    /// Number of log entries in the file that refer to texts of this project.
    pub n_entries: usize,
    /// The texts that are annotated in the file but missing from this project.
    pub strays: Vec<String>,
    /// Number of the user's own log entries in the file. The entries in this project stay as they are.
    pub n_own: usize,
    /// Number of texts that were settled in this project and that the file settles differently.
    pub n_resettled: usize,
    /// Number of answers by other annotators that were replaced by later answers in the file.
    pub n_replaced: usize,
    /// Labels in the file that were added to the label set.
    pub new_labels: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The page has read the name of the last annotator in this browser.
    Known(Option<String>),
    Name(String),
    /// The user is typing the name and has not left the field yet.
    TypeName(String),
    NameIncoming {
        theirs: String,
        own: String,
    },
    /// Choose whether labels in the colleague's imported table count as annotations of the colleague.
    CountFile(bool),
    /// The user loaded several files together. The value is the number of files after the first one.
    Waiting(usize),
    /// Add the texts in the file that the project does not contain, before merging.
    AddTexts,
    Merge,
    /// Merge this file and all remaining files that need no decision.
    MergeAll,
    /// Open the file as another project with the colleague's labels. The user starts without labels.
    OpenAsNewProject,
    OpenAsIs,
    /// Open the file in place of the current project. The open project's annotations of texts in the file are kept.
    OpenWithMine,
    Refuse,
    /// Show the combined labels of all annotators in lists and on the map, or only the user's own labels.
    ShowAll(bool),
    Forget(String),
    HandOut {
        columns: Columns,
        colleague: String,
    },
    Show,
    Hide,
    GoTo(u32),
    Move(i32),
    Settle {
        /// The labels that settle the text. Without labels, the text is settled as “cannot tell”.
        labels: Vec<String>,
    },
    /// Settle each disputed text if more than half of its annotators gave the same answer.
    SettleByMajority,
    Unsettle,
    Undo,
    Redo,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cmd {
    /// Store the user's name in this browser. An empty name deletes the stored name.
    StoreName(String),
}

/// The combined labels, and the lengths of the two logs (annotations, adjudications) they were computed from.
#[derive(Clone, Debug, PartialEq)]
pub struct CachedResolution {
    upto: [usize; 2],
    pub resolved: Arc<ResolvedLabels>,
}

impl Project {
    /// The entries of the annotation log, followed by the entries of the adjudication log.
    pub fn log(&self) -> Vec<LogEntry> {
        let decisions = self.annotations.team.decisions.log();
        self.annotations
            .history
            .log()
            .iter()
            .chain(decisions)
            .cloned()
            .collect()
    }

    pub fn is_saved(&self) -> bool {
        self.annotations.history.unsaved().is_empty() && self.annotations.team.decisions.unsaved().is_empty()
    }

    pub fn resolved(&self) -> Option<&Arc<ResolvedLabels>> {
        self.annotations
            .resolution
            .as_ref()
            .map(|resolution| &resolution.resolved)
    }

    /// The rows on which annotators disagree, ascending. Includes rows that are settled.
    pub fn disagreements(&self) -> Vec<u32> {
        let resolved = self.resolved();
        let of = |status| resolved.into_iter().flat_map(move |resolved| resolved.rows(status));
        let mut rows: Vec<u32> = of(ConsensusStatus::Disputed)
            .chain(of(ConsensusStatus::Adjudicated))
            .collect();
        rows.sort_unstable();
        rows
    }

    pub fn n_disputed(&self) -> usize {
        self.resolved()
            .map_or(0, |resolved| resolved.rows(ConsensusStatus::Disputed).count())
    }

    fn colleague_names(&self) -> impl Iterator<Item = &str> {
        self.annotations.team.others().map(|(name, _)| name)
    }

    /// The colleague's name in the spelling of this project. `name` may be another spelling (see [`is_same_name`]).
    pub(crate) fn colleague(&self, name: &str) -> Option<&str> {
        let exact = self.colleague_names().find(|other| *other == name);
        exact.or_else(|| self.colleague_names().find(|other| is_same_name(other, name)))
    }

    pub(crate) fn is_colleague(&self, name: &str) -> bool {
        self.colleague(name).is_some()
    }

    /// Replaces the names of known colleagues by the spellings that this project uses.
    pub(crate) fn in_known_spelling(&self, names: Vec<String>) -> Vec<String> {
        let known: BTreeSet<&str> = self.colleague_names().collect();
        let by_appearance: BTreeMap<String, &str> = known.iter().map(|name| (appearance(name), *name)).collect();
        let spelled = |name: String| match known.contains(&*name) {
            true => name,
            false => by_appearance
                .get(&appearance(&name))
                .map_or(name, |known| (*known).to_owned()),
        };
        names.into_iter().map(spelled).collect()
    }

    fn spellings(&self, name: &str) -> BTreeSet<Option<String>> {
        let settlements = self.annotations.team.decisions.labels().last();
        let settlers = settlements.filter_map(|settlement| settlement.by.as_deref());
        let names: BTreeSet<&str> = self.colleague_names().chain(settlers).collect();
        let same = names.into_iter().filter(|other| is_same_name(other, name));
        same.map(|other| Some(other.to_owned())).collect()
    }

    /// The stored name is not used if the user has already annotated texts, or if a colleague has this name.
    pub(crate) fn set_stored_annotator(&mut self, name: Option<&str>) {
        if let Some(name) = name.filter(|name| self.annotation_count() == 0 && !self.is_colleague(name)) {
            self.set_annotator(Some(name.to_owned()));
        }
    }

    /// The question that the user must answer before the name `own` replaces another name in existing annotations.
    pub(crate) fn own_labels_concern(&self, own: &str) -> Option<String> {
        let before = self.annotations.annotator.as_deref()?;
        let n = self.annotation_count();
        let is_another = !own.is_empty() && !is_same_name(before, own) && n > 0;
        is_another.then(|| {
            t!(
                "team-previous-name-question",
                n,
                before = isolated(before),
                own = isolated(own)
            )
        })
    }

    /// Sets the user's name in all existing log entries and in all log entries that follow.
    pub fn set_annotator(&mut self, name: Option<String>) {
        self.annotations.history.set_annotator(name.clone());
        self.annotations.team.decisions.set_annotator(name.clone());
        self.annotations.annotator = name;
        self.annotations.resolution = None;
    }

    /// The name of the user among the annotators. If the user has entered no name, the name is `me`.
    pub fn own_name(&self) -> &str {
        self.annotations.annotator.as_deref().unwrap_or("me")
    }

    /// Combines the answers of all annotators again, after annotations or adjudications were added.
    /// Without colleagues, only the user's own labels exist.
    pub fn refresh_resolution(&mut self) {
        let upto = [
            self.annotations.history.log().len(),
            self.annotations.team.decisions.log().len(),
        ];
        if self.annotations.team.is_empty() {
            if self.annotations.resolution.is_some() {
                self.annotations.resolution = None;
            }
        } else if self
            .annotations
            .resolution
            .as_ref()
            .is_none_or(|resolution| resolution.upto != upto)
        {
            let (name, labels) = (self.own_name(), self.annotations.history.labels());
            let resolved = Arc::new(self.annotations.team.resolved(name, labels));
            self.annotations.resolution = Some(CachedResolution { upto, resolved });
        }
    }

    /// For each row, the last log entry that the user made under the name `name`.
    /// Labels from the imported file are left out, unless `with_file` states that `name` is their author.
    /// An entry that retracts a removed answer is included, because a colleague may already have the answer.
    fn annotations(&self, name: &str, with_file: bool) -> Vec<LogEntry> {
        let attributed = |annotation: &Annotation| match with_file {
            true => Annotation {
                origin: annotation
                    .origin
                    .clone()
                    .filter(|origin| !matches!(origin, LabelOrigin::Column(_))),
                ..annotation.clone()
            },
            false => annotation.by_user(),
        };
        let by_person = self
            .annotations
            .history
            .log()
            .iter()
            .filter(|entry| with_file || !entry.annotation.is_from_file());
        let annotated: BTreeSet<u32> = by_person.clone().map(|entry| entry.row).collect();
        let answers = by_person.filter(|entry| entry.annotation.is_answer());
        let answered: BTreeSet<u32> = answers.map(|entry| entry.row).collect();
        let signed = |entry: &LogEntry| {
            let annotation = attributed(&entry.annotation);
            LogEntry {
                retracts: entry.retracts || (!annotation.is_answer() && answered.contains(&entry.row)),
                annotation,
                by: Some(name.to_owned()),
                // The time that the user spent on the text is private.
                spent_ms: 0,
                ..entry.clone()
            }
        };
        let entries = self.annotations.history.labels().last().map(signed);
        entries
            .filter(|entry| entry.annotation != Annotation::default() || annotated.contains(&entry.row))
            .collect()
    }

    /// Number of texts that a colleague with this name answered differently in this project than in `log`.
    /// Returns 0 if one of the two logs continues the other.
    /// If neither log continues the other, only the user knows whether the same person wrote both logs.
    /// `rows` contains, for each row of `log`, its row in this project.
    fn contradiction_count(&self, log: &[LogEntry], rows: &[Option<u32>], name: &str) -> usize {
        let Some((_, known)) = self.annotations.team.others().find(|(other, _)| *other == name) else {
            return 0;
        };
        let here = |entry: &LogEntry| rows.get(entry.row as usize).copied().flatten();
        let stamps = log.iter().filter_map(|entry| Some((here(entry)?, entry.at_ms)));
        let stamps: BTreeSet<(u32, u64)> = stamps.collect();
        let until = stamps.iter().map(|&(_, at_ms)| at_ms).max().unwrap_or_default();
        let covered: BTreeSet<u32> = rows.iter().flatten().copied().collect();
        // Renaming a label copies the log entry with a time that is 1 ms later.
        // An entry for the same text that is at most 3 ms later therefore counts as the same entry.
        let is_told =
            |entry: &LogEntry| (0..4).any(|later| stamps.contains(&(entry.row, entry.at_ms.saturating_sub(later))));
        let continues = known
            .last()
            .filter(|entry| covered.contains(&entry.row))
            .all(|entry| entry.at_ms > until || is_told(entry));
        if continues {
            return 0;
        }
        let theirs = Labels::replay(log);
        let theirs = theirs.last().filter(|entry| entry.concerns_answer());
        let theirs = theirs.filter_map(|entry| Some((here(entry)?, &entry.annotation)));
        let is_other = |(row, annotation): &(u32, &Annotation)| {
            let known = known.annotation(*row);
            *known != Annotation::default()
                && self.annotations.team.renamed.annotation(known).labels
                    != self.annotations.team.renamed.annotation(annotation).labels
        };
        theirs.filter(is_other).count()
    }

    /// Asks whether the log entries come from the annotator `theirs`.
    /// The page asks if `theirs` is the user's own name, or if a colleague with this name gave other answers.
    /// The page also asks if `theirs` is new and looks similar to a known name.
    /// `rows` contains, for each row of `log`, its row in this project.
    pub(crate) fn merge_concern(
        &self,
        log: &[LogEntry],
        rows: &[Option<u32>],
        (theirs, own): (&str, &str),
    ) -> Option<String> {
        if theirs == own {
            return Some(t!("team-same-name-question", own = isolated(own)));
        }
        let n = self.contradiction_count(log, rows, theirs);
        if n > 0 {
            return Some(t!("team-name-conflict-question", theirs = isolated(theirs), n));
        }
        let known: Vec<&str> = self.colleague_names().chain([own]).collect();
        if known.contains(&theirs) {
            return None;
        }
        let known = known.into_iter().find(|known| is_similar_name(known, theirs))?;
        Some(t!(
            "team-similar-name-question",
            theirs = isolated(theirs),
            known = isolated(known)
        ))
    }

    /// Asks whether adjudications in the file may replace the answers of annotators who agree with each other.
    fn overruling_concern(&self, entries: &[LogEntry], decisions: &[LogEntry]) -> Option<String> {
        let mut team = self.annotations.team.clone();
        team.join(entries.iter().cloned());
        let own = self.annotations.history.labels();
        let n = decisions
            .iter()
            .filter(|decision| team.is_superseded_by(decision, own))
            .count();
        (n > 0).then(|| t!("team-overrule-question", n))
    }

    /// Copies all log entries of the project `here` without changes. `rows` contains, for each text, its row in `here`.
    /// This project must not have annotations yet. The copied annotations replace labels from the imported file.
    /// Returns the labels whose key on the keyboard now belongs to another label.
    fn carry_over_from(&mut self, here: &Project, rows: &[Option<u32>]) -> Vec<LostKey> {
        let of_row = |(row, known): (u32, &Option<u32>)| Some(((*known)?, row));
        let row_of: BTreeMap<u32, u32> = (0..).zip(rows).filter_map(of_row).collect();
        let at = |entry: &LogEntry| {
            let row = *row_of.get(&entry.row)?;
            Some(LogEntry { row, ..entry.clone() })
        };
        let along: Vec<LogEntry> = here.annotations.history.log().iter().filter_map(at).collect();
        let annotated: BTreeSet<u32> = along.iter().map(|entry| entry.row).collect();
        let of_file = self
            .annotations
            .history
            .log()
            .iter()
            .filter(|entry| !annotated.contains(&entry.row));
        self.annotations.history = History::restore(of_file.cloned().chain(along).collect());
        self.annotations.history.forget_saved();
        let entries = here.annotations.team.annotations().filter_map(at).collect();
        let decisions = here.annotations.team.decisions.log().iter().filter_map(at).collect();
        self.annotations.team = Team::restore(entries, decisions, here.annotations.team.renamed.clone());
        self.annotations.team.decisions.forget_saved();
        let lost = self.adopt_labels_in_use();
        let labels = self.annotations.history.labels().last();
        let labels: Vec<_> = labels
            .map(|entry| (entry.row, entry.annotation.labels.clone()))
            .collect();
        self.allow_several(&labels);
        self.fit_positions_to_log();
        self.view.current = self.first_to_label();
        self.storage.backup = None;
        self.annotations.n_merged = 0;
        lost
    }

    /// For each text of `project`, its row in this project. `None` if the two projects have no text in common.
    fn rows_of(&self, project: &Project) -> Option<Vec<Option<u32>>> {
        let rows = join_rows(
            (&self.source.pool, self.source.text_column),
            (&project.source.pool, project.source.text_column),
        );
        rows.iter().any(Option::is_some).then_some(rows)
    }

    /// True if the imported table of this project contains labels that the table of the open project lacks.
    /// `here` contains the open project and, for each text of this project, its row in the open project.
    /// `here` is `None` if the two projects have no text in common.
    fn brings_file_labels(&self, here: Option<(&Project, &[Option<u32>])>) -> bool {
        let is_news = |entry: &LogEntry| {
            let Some(LabelOrigin::Column(name)) = &entry.annotation.origin else {
                return false;
            };
            let known = here.and_then(|(here, rows)| Some((here, (*rows.get(entry.row as usize)?)?)));
            let cells = known.and_then(|(here, row)| {
                let ours = here
                    .source
                    .pool
                    .instance(row as usize)
                    .cell(here.source.pool.column(name).ok()?);
                let theirs = self
                    .source
                    .pool
                    .instance(entry.row as usize)
                    .cell(self.source.pool.column(name).ok()?);
                Some((ours, theirs))
            });
            cells.is_none_or(|(ours, theirs)| ours != theirs)
        };
        self.annotations.history.labels().last().any(is_news)
    }

    pub(crate) fn n_in_file(&self) -> usize {
        let annotation = self.annotations.history.labels().last();
        annotation.filter(|entry| entry.annotation.is_from_file()).count()
    }

    fn annotation_count(&self) -> usize {
        let annotation = self.annotations.history.labels().last();
        annotation
            .filter(|entry| entry.annotation.by_user() != Annotation::default())
            .count()
    }
}

impl TeamState {
    pub fn forget(&mut self) {
        *self = TeamState {
            name: self.name.take(),
            waiting: self.waiting,
            merges_all: self.merges_all,
            ..TeamState::default()
        };
    }

    pub(crate) fn will_open_as(&mut self, own: Option<String>) {
        self.opens_as = own;
    }

    pub(crate) fn take_opens_as(&mut self) -> Option<String> {
        self.opens_as.take()
    }

    pub(crate) fn take_incoming(&mut self) -> Option<IncomingFile> {
        self.incoming.take()
    }

    /// Discards the project file, because the user has not decided what to do with the file.
    pub(crate) fn drop_incoming(&mut self) {
        self.incoming = None;
    }

    /// The open project may have changed since the file was read, so the rows of the texts are looked up again.
    pub(crate) fn ask_again(&mut self, incoming: IncomingFile, here: Option<&Project>) {
        let rows = here.and_then(|here| here.rows_of(&incoming.project));
        self.incoming = Some(IncomingFile { rows, ..incoming });
    }

    pub(crate) fn drop_waiting(&mut self) {
        self.waiting = None;
    }

    pub(crate) fn next_waiting(&mut self) -> Option<import::Cmd> {
        let waiting = self.waiting?;
        self.waiting = waiting.checked_sub(1);
        self.merges_all &= waiting > 0;
        (waiting > 0).then_some(import::Cmd::OpenNext)
    }

    pub(crate) fn forget_merged(&mut self) {
        self.merged.clear();
    }
}

impl IncomingFile {
    /// Number of texts in the colleague's file that are also in the open project, and number of texts in the file.
    pub fn n_shared(&self) -> (usize, usize) {
        let shared = self.rows.iter().flatten().flatten().count();
        (shared, self.project.source.pool.len())
    }

    pub fn annotation_count(&self) -> usize {
        self.project.annotation_count()
    }

    /// Number of shared texts that differ in details such as white space, line ends or similar characters.
    pub fn n_tolerated(&self, here: &Project) -> usize {
        let rows = (0..).zip(self.rows.iter().flatten());
        let known = rows.filter_map(|(row, known)| Some((row, (*known)?)));
        known
            .filter(|&(row, known)| self.project.text(row) != here.text(known))
            .count()
    }

    /// True for an unlabeled copy: the file has no labels and no annotator, and shares texts with the open project.
    pub fn is_copy(&self) -> bool {
        let is_unlabeled =
            self.annotation_count() == 0 && self.project.n_in_file() == 0 && self.project.annotations.team.is_empty();
        self.rows.is_some() && self.project.annotations.annotator.is_none() && is_unlabeled
    }

    /// True if the file certainly comes from a colleague. The page can merge such a file without asking the user.
    fn is_plain(&self) -> bool {
        // If the labels of an imported table count as annotations, the user must confirm who gave these labels.
        self.rows.is_some()
            && !self.is_copy()
            && !self.counts_file
            && self.names().is_ok_and(|(theirs, own)| theirs != own)
    }

    pub fn annotation_count_in(&self, here: &Project) -> usize {
        let labels = here.annotations.history.labels();
        let is_said = |row: &u32| labels.annotation(*row).by_user() != Annotation::default();
        self.rows.iter().flatten().flatten().filter(|row| is_said(row)).count()
    }

    /// True if there is no question, or if the user has confirmed `question` by pressing the button a second time.
    /// Shows `question` to the user if there is an unconfirmed question.
    fn is_confirmed(&mut self, question: Option<String>) -> bool {
        if question.is_none() || self.asked == question {
            return true;
        }
        self.problem.clone_from(&question);
        self.asked = question;
        false
    }

    /// The names of the colleague and of the user, in this order. The error is a message about a missing name.
    /// If both names are spellings of one name, both are returned in the user's spelling.
    fn names(&self) -> Result<(String, String), String> {
        let (theirs, own) = (entered_name(&self.theirs), entered_name(&self.own));
        match (theirs, own) {
            ("", _) => Err(t!("team-author-missing-problem")),
            (_, "") => Err(t!("team-own-name-missing-problem")),
            _ if is_same_name(theirs, own) => Ok((own.to_owned(), own.to_owned())),
            _ => Ok((theirs.to_owned(), own.to_owned())),
        }
    }
}

impl TeamState {
    pub(crate) fn forget_colleague(&mut self, name: &str, project: Option<&mut Project>) -> Vec<Request> {
        let Some(project) = project else {
            return Vec::new();
        };
        let n_entries = project.n_entries();
        project.annotations.team.forget(name);
        let n_gone = n_entries - project.n_entries();
        project.annotations.n_merged += 1 + n_gone;
        project.annotations.resolution = None;
        self.merged.clear();
        vec![match n_gone {
            0 => Request::SaveProject,
            // An append cannot remove the colleague's entries from the log on disk, so the whole log is rewritten.
            _ => Request::Rewrite,
        }]
    }

    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        let Context {
            mut project,
            settings,
            now_ms,
            ..
        } = context;
        match msg {
            Msg::Known(name) => {
                self.name = name;
                Vec::new()
            }
            Msg::Name(name) => {
                self.typed = None;
                self.enter_name(entered_name(&name), project)
            }
            Msg::TypeName(name) => {
                self.typed = Some(name);
                Vec::new()
            }
            Msg::NameIncoming { theirs, own } => {
                if let Some(incoming) = &mut self.incoming {
                    incoming.own_is_typed |= incoming.own != own;
                    (incoming.theirs, incoming.own, incoming.problem) = (theirs, own, None);
                }
                Vec::new()
            }
            Msg::CountFile(counts_file) => {
                if let Some(incoming) = &mut self.incoming {
                    (incoming.counts_file, incoming.problem) = (counts_file, None);
                }
                Vec::new()
            }
            Msg::Waiting(n) => {
                self.waiting = Some(n);
                self.merged.clear();
                Vec::new()
            }
            Msg::AddTexts => vec![Request::OfferTexts],
            Msg::Merge => self.merge(project),
            Msg::MergeAll => {
                self.merges_all = true;
                self.merge(project)
            }
            Msg::OpenAsNewProject => self.open_incoming_as_project(),
            Msg::OpenAsIs => self.open_as_is(),
            Msg::OpenWithMine => self.open_with_mine(project.as_deref()),
            Msg::Refuse => {
                self.incoming = None;
                Vec::new()
            }
            Msg::Forget(name) => {
                let of_name = |project: &Project| {
                    project
                        .annotations
                        .team
                        .others()
                        .find(|(other, _)| *other == name)
                        .map(|(_, labels)| labels.len())
                };
                match project.as_deref().and_then(of_name) {
                    Some(n) => vec![Request::Confirm(Confirmation::Forget { name, n })],
                    None => Vec::new(),
                }
            }
            Msg::ShowAll(all) => {
                if let Some(project) = project {
                    project.view.shows_all = all;
                }
                vec![Request::SaveHead]
            }
            Msg::HandOut { columns, colleague } => match project {
                Some(project) => {
                    let draft = settings.config_or_default();
                    let file = ProjectFile::unlabeled(project, &draft, columns).named_for(&colleague);
                    vec![Request::Perform(StateCmd::Persistence(persistence::Cmd::WriteProject(
                        Box::new(file),
                    )))]
                }
                None => Vec::new(),
            },
            Msg::Show => {
                let project = project.as_deref();
                self.shown = project.is_some_and(|project| !project.annotations.team.is_empty());
                self.current = next_disputed(project, None);
                Vec::new()
            }
            Msg::Hide => {
                self.shown = false;
                Vec::new()
            }
            Msg::GoTo(row) => {
                self.current = Some(row);
                Vec::new()
            }
            Msg::Move(offset) => {
                let rows = project.as_deref().map(Project::disagreements).unwrap_or_default();
                if let Some(at) = rows.iter().position(|&row| Some(row) == self.current) {
                    let to = (at as i64 + i64::from(offset)).clamp(0, rows.len() as i64 - 1);
                    self.current = Some(rows[to as usize]);
                }
                Vec::new()
            }
            Msg::Settle { labels } => {
                let passed = labels.is_empty().then_some(PassReason::CannotTell);
                let annotation = Annotation {
                    labels,
                    passed,
                    ..Annotation::default()
                };
                let settled = self.current;
                let mut requests = self.adjudicate(annotation, project.as_deref_mut(), now_ms);
                requests.extend(settled.map(Request::DropSettlementDraft));
                self.current = next_disputed(project.as_deref(), settled);
                requests
            }
            Msg::SettleByMajority => {
                let mut settled: Vec<u32> = Vec::new();
                let mut requests = self.turn(project.as_deref_mut(), |project| {
                    let annotation = project.resolved()?.majorities();
                    settled.extend(annotation.iter().map(|(row, _)| *row));
                    project.annotations.team.decisions.adjudicate_all(annotation, now_ms);
                    settled.first().copied()
                });
                requests.extend(settled.into_iter().map(Request::DropSettlementDraft));
                self.current = next_disputed(project.as_deref(), None);
                requests
            }
            Msg::Unsettle => self.adjudicate(Annotation::default(), project, now_ms),
            Msg::Undo => self.turn(project, |project| project.annotations.team.decisions.undo(now_ms)),
            Msg::Redo => self.turn(project, |project| project.annotations.team.decisions.redo(now_ms)),
        }
    }

    /// A file with no text of the open project and no other annotator is opened immediately.
    pub(crate) fn incoming(&mut self, mut project: Project, file_name: String, context: Context<'_>) -> Vec<Request> {
        let typed = self.typed.take().map(|name| entered_name(&name).to_owned());
        let here = context.project.as_deref();
        let own = typed
            .filter(|name| !name.is_empty())
            .or(here.and_then(|here| here.annotations.annotator.clone()))
            .or(self.name.clone());
        let rows = here.and_then(|here| here.rows_of(&project));
        let is_own = |name: &str| own.as_deref().is_some_and(|own| is_same_name(name, own));
        let is_of_another = project
            .annotations
            .annotator
            .as_deref()
            .is_some_and(|name| !is_own(name))
            && project.annotation_count() > 0;
        if rows.is_none() && !is_of_another {
            // If the file has no annotations, the user becomes its annotator.
            project.set_stored_annotator(own.as_deref());
            return vec![Request::OpenProject {
                project: Box::new(project),
                own: None,
                then: Vec::new(),
            }];
        }
        let theirs = project.annotations.annotator.clone();
        // A colleague who labeled the texts in a spreadsheet has no annotations except the labels in the spreadsheet.
        let counts_file = project.annotation_count() == 0 && project.brings_file_labels(here.zip(rows.as_deref()));
        self.incoming = Some(IncomingFile {
            theirs: theirs.unwrap_or_default(),
            file_name,
            project: Box::new(project),
            rows,
            own: own.unwrap_or_default(),
            own_is_typed: false,
            counts_file,
            problem: None,
            asked: None,
        });
        let is_plain = self.incoming.as_ref().is_some_and(IncomingFile::is_plain);
        if self.merges_all && is_plain {
            return self.merge(context.project);
        }
        Vec::new()
    }

    fn merge(&mut self, project: Option<&mut Project>) -> Vec<Request> {
        let (Some(incoming), Some(project)) = (&mut self.incoming, project) else {
            return Vec::new();
        };
        let (names, rows) = match (incoming.names(), incoming.rows.clone()) {
            (Ok(names), Some(rows)) => (names, rows),
            (Ok(_), None) => return Vec::new(),
            (Err(problem), _) => {
                incoming.problem = Some(problem);
                return Vec::new();
            }
        };
        let (theirs, own) = names;
        if project.is_colleague(&own) {
            incoming.problem = Some(t!("team-name-taken-problem", own = isolated(&own)));
            return Vec::new();
        }
        let is_own = theirs == own;
        let theirs = project.colleague(&theirs).map_or(theirs, str::to_owned);
        let mut merged = MergeResult {
            name: theirs.clone(),
            ..MergeResult::default()
        };
        let here = |entry: &LogEntry| rows.get(entry.row as usize).copied().flatten();
        let at = |entry: LogEntry| {
            let row = here(&entry)?;
            Some(LogEntry { row, ..entry })
        };
        let their = &incoming.project;
        // If the user had another name earlier, the file may contain the user's entries under that name.
        // An entry with the row, time and name of an entry in the user's log is therefore treated as the user's own.
        let annotation = project
            .annotations
            .history
            .log()
            .iter()
            .map(|entry| (entry.row, entry.at_ms, &entry.by));
        let annotation: BTreeSet<(u32, u64, &Option<String>)> = annotation.collect();
        let is_said =
            |entry: &LogEntry| here(entry).is_some_and(|row| annotation.contains(&(row, entry.at_ms, &entry.by)));
        let own_spellings = their.spellings(&own);
        let is_by_user = |entry: &LogEntry| entry.by.as_ref() == Some(&own) || own_spellings.contains(&entry.by);
        let (of_own, entries): (Vec<_>, Vec<_>) = their
            .annotations(&theirs, incoming.counts_file)
            .into_iter()
            .chain(their.annotations.team.annotations().cloned())
            .partition(|entry| is_by_user(entry) || is_said(entry));
        // Adjudications in the user's name are not merged, because only the user can settle texts in this name.
        let decisions = their.annotations.team.decisions.labels().last().cloned();
        let (own_decisions, decisions): (Vec<_>, Vec<_>) =
            decisions.partition(|decision| !is_own && is_by_user(decision));
        let strays = entries
            .iter()
            .chain(of_own.iter().filter(|_| is_own))
            .filter(|entry| entry.annotation != Annotation::default() && here(entry).is_none());
        let mut strays: Vec<u32> = strays.map(|entry| entry.row).collect();
        strays.sort_unstable();
        strays.dedup();
        merged.strays = strays.into_iter().map(|row| their.text(row).to_owned()).collect();
        let entries: Vec<LogEntry> = entries.into_iter().filter_map(at).collect();
        let decisions: Vec<LogEntry> = decisions.into_iter().filter_map(at).collect();
        let doubts = [
            project.own_labels_concern(&own),
            project.merge_concern(their.annotations.history.log(), &rows, (&theirs, &own)),
            project.overruling_concern(&entries, &decisions),
        ];
        let doubts: Vec<String> = doubts.into_iter().flatten().collect();
        if !incoming.is_confirmed((!doubts.is_empty()).then(|| doubts.join(" "))) {
            return Vec::new();
        }
        if is_own {
            // If several copies of the project have an answer for a text, the latest answer counts.
            for entry in of_own.into_iter().filter_map(at) {
                let annotation = project.annotations.team.renamed.annotation(&entry.annotation);
                merged.n_entries += usize::from(annotation != Annotation::default());
                merged.n_new += usize::from(project.annotations.history.join(LogEntry { annotation, ..entry }));
            }
        } else {
            merged.n_own = of_own.len() + own_decisions.len();
        }
        merged.n_entries += entries
            .iter()
            .filter(|entry| entry.annotation != Annotation::default())
            .count();
        merged.n_replaced = project.annotations.team.n_replaced(&entries, &theirs);
        let n_new = project.annotations.team.join(entries);
        merged.n_new += n_new;
        project.annotations.n_merged += n_new;
        for decision in decisions {
            let row = decision.row;
            let before = project.annotations.team.decisions.labels().annotation(row).clone();
            if project.annotations.team.join_decision(decision) {
                merged.n_new += 1;
                let is_other = before != Annotation::default()
                    && before != *project.annotations.team.decisions.labels().annotation(row);
                merged.n_resettled += usize::from(is_other);
            }
        }
        // A user without labels would see no labels after the merge, so the page shows the labels of all annotators.
        project.view.shows_all |= project.annotations.history.labels().is_empty();
        project.set_annotator(Some(own.clone()));
        let known = project.labels.names.clone();
        let lost = project.adopt_labels_in_use();
        let new_labels = project.labels.names.iter().filter(|name| !known.contains(name));
        merged.new_labels = new_labels.cloned().collect();
        if self.waiting.is_none() {
            self.merged.clear();
        }
        self.merged.push(merged);
        self.incoming = None;
        let mut requests: Vec<Request> = labeling::report_lost_keys(&lost).into_iter().collect();
        requests.extend([
            Request::Perform(self.set_name(own)),
            Request::SaveProject,
            Request::Append,
        ]);
        requests
    }

    /// Opens the file as the project of the colleague who made it.
    /// A file without annotator and annotations becomes the user's own project.
    fn open_as_is(&mut self) -> Vec<Request> {
        let Some(incoming) = &mut self.incoming else {
            return Vec::new();
        };
        let (theirs, own) = (
            entered_name(&incoming.theirs).to_owned(),
            entered_name(&incoming.own).to_owned(),
        );
        let is_made = incoming.annotation_count() > 0 || incoming.project.annotations.annotator.is_some();
        let name = if is_made { &theirs } else { &own };
        if name.is_empty() && !own.is_empty() {
            incoming.problem = Some(t!("team-author-missing-problem"));
            return Vec::new();
        }
        if incoming.project.is_colleague(name) {
            incoming.problem = Some(t!("team-name-taken-problem", own = isolated(name)));
            return Vec::new();
        }
        let is_another = !own.is_empty() && !is_same_name(name, &own) && incoming.own_is_typed;
        let doubt = is_another.then(|| t!("team-open-as-question", theirs = isolated(name), own = isolated(&own)));
        if !incoming.is_confirmed(doubt) {
            return Vec::new();
        }
        let (name, is_own) = (name.clone(), is_same_name(name, &own));
        let Some(IncomingFile { mut project, .. }) = self.incoming.take() else {
            return Vec::new();
        };
        project.set_annotator(Some(name).filter(|name| !name.is_empty()));
        vec![Request::OpenProject {
            project,
            own: is_own.then_some(own),
            then: Vec::new(),
        }]
    }

    fn open_with_mine(&mut self, project: Option<&Project>) -> Vec<Request> {
        let (Some(incoming), Some(here)) = (&mut self.incoming, project) else {
            return Vec::new();
        };
        let own = entered_name(&incoming.own).to_owned();
        let doubt = (incoming.annotation_count_in(here) > 0)
            .then(|| here.own_labels_concern(&own))
            .flatten();
        if !incoming.is_confirmed(doubt) {
            return Vec::new();
        }
        let Some(IncomingFile { mut project, rows, .. }) = self.incoming.take() else {
            return Vec::new();
        };
        let lost = project.carry_over_from(here, rows.as_deref().unwrap_or_default());
        project.set_annotator(Some(own.clone()).filter(|own| !own.is_empty()));
        vec![Request::OpenProject {
            project,
            own: Some(own),
            then: labeling::report_lost_keys(&lost).into_iter().collect(),
        }]
    }

    fn open_incoming_as_project(&mut self) -> Vec<Request> {
        let Some(incoming) = &mut self.incoming else {
            return Vec::new();
        };
        let (theirs, own) = match incoming.names() {
            Ok(names) => names,
            Err(problem) => {
                incoming.problem = Some(problem);
                return Vec::new();
            }
        };
        if theirs == own {
            incoming.problem = Some(t!("team-same-name-problem", own = isolated(&own)));
            return Vec::new();
        }
        let earlier = incoming.project.colleague(&own).map(str::to_owned);
        let doubts = [
            earlier
                .is_some()
                .then(|| t!("team-own-labels-question", own = isolated(&own))),
            is_similar_name(&theirs, &own).then(|| {
                t!(
                    "team-similar-name-question",
                    theirs = isolated(&theirs),
                    known = isolated(&own)
                )
            }),
        ];
        let doubts: Vec<String> = doubts.into_iter().flatten().collect();
        if !incoming.is_confirmed((!doubts.is_empty()).then(|| doubts.join(" "))) {
            return Vec::new();
        }
        let Some(IncomingFile {
            mut project,
            counts_file,
            ..
        }) = self.incoming.take()
        else {
            return Vec::new();
        };
        let entries = project.annotations(&theirs, counts_file);
        project.annotations.history = Default::default();
        for entry in project.annotations.team.take(earlier.as_deref().unwrap_or(&own)) {
            let annotation = project.annotations.team.renamed.annotation(&entry.annotation);
            project.annotations.history.join(LogEntry { annotation, ..entry });
        }
        project.annotations.team.join(entries);
        project.annotations.team.hand_over();
        // The labeling goal belongs to the colleague. The user's log is shorter than the colleague's log.
        project.annotations.goal = None;
        project.fit_positions_to_log();
        project.storage.backup = None;
        project.annotations.n_merged = 0;
        project.set_annotator(Some(own.clone()));
        project.view.current = project.first_to_label();
        vec![Request::OpenProject {
            project,
            own: Some(own),
            then: Vec::new(),
        }]
    }

    /// True if `msg` uses the user's name while the name field of the team panel contains an unapplied name.
    pub(crate) fn applies_typed_name(&self, msg: &StateMsg) -> bool {
        let uses_name = matches!(
            msg,
            StateMsg::Import(import::Msg::Loaded { .. } | import::Msg::ProjectRead { .. })
                | StateMsg::Persistence(persistence::Msg::BackUp)
                | StateMsg::Export(export::Msg::Start(..))
                | StateMsg::Projects(projects::Msg::New | projects::Msg::Open(_))
        );
        self.typed.is_some() && uses_name
    }

    /// Applies the typed name before the page handles `msg`, which uses the name.
    /// The field reports a name only when the field loses the focus.
    /// A dragged file or a shortcut does not remove the focus from the field.
    pub(crate) fn take_typed_name(&mut self, msg: &StateMsg, context: Context<'_>) -> Vec<Request> {
        let is_kept = matches!(
            msg,
            StateMsg::Persistence(persistence::Msg::BackUp) | StateMsg::Export(export::Msg::Start(..))
        );
        let may = self.applies_typed_name(msg) && !context.read_only;
        let (Some(name), Some(project)) = (self.typed.clone().filter(|_| may), context.project) else {
            return Vec::new();
        };
        let name = entered_name(&name);
        match project.own_labels_concern(name) {
            None => {
                self.typed = None;
                self.enter_name(name, Some(project))
            }
            // Before existing annotations get the new name, the user must confirm the change.
            // The page asks for this confirmation when the field loses the focus.
            Some(_) if is_kept => Vec::new(),
            Some(_) => vec![Request::Perform(self.set_name(name.to_owned()))],
        }
    }

    fn enter_name(&mut self, name: &str, project: Option<&mut Project>) -> Vec<Request> {
        let Some(project) = project else {
            return Vec::new();
        };
        self.name_problem = match name {
            "" if !project.annotations.team.is_empty() => Some(t!("team-own-name-needed-problem")),
            name if project.is_colleague(name) => Some(t!("team-own-name-taken-problem", name = isolated(name))),
            _ => None,
        };
        if self.name_problem.is_some() {
            return Vec::new();
        }
        if let Some(before) = project
            .annotations
            .annotator
            .clone()
            .filter(|_| project.own_labels_concern(name).is_some())
        {
            return vec![Request::Confirm(Confirmation::AnotherName {
                before,
                name: name.to_owned(),
                n: project.annotation_count(),
            })];
        }
        self.rename_annotator(name, Some(project))
    }

    pub(crate) fn rename_annotator(&mut self, name: &str, project: Option<&mut Project>) -> Vec<Request> {
        let Some(project) = project else {
            return Vec::new();
        };
        project.set_annotator(Some(name.to_owned()).filter(|name| !name.is_empty()));
        vec![Request::Perform(self.set_name(name.to_owned())), Request::SaveHead]
    }

    pub(crate) fn set_name(&mut self, name: String) -> StateCmd {
        self.name = Some(name.clone()).filter(|name| !name.is_empty());
        self.name_problem = None;
        StateCmd::Team(Cmd::StoreName(name))
    }

    fn adjudicate(&mut self, annotation: Annotation, project: Option<&mut Project>, now_ms: u64) -> Vec<Request> {
        let row = self.current;
        self.turn(project, |project| {
            // An adjudication needs annotations, so a text without annotations is ignored.
            let row = row.filter(|row| {
                project
                    .resolved()
                    .is_some_and(|resolved| resolved.statuses.contains_key(row))
            })?;
            project.annotations.team.decisions.adjudicate(row, annotation, now_ms);
            Some(row)
        })
    }

    fn turn(
        &mut self,
        project: Option<&mut Project>,
        change: impl FnOnce(&mut Project) -> Option<u32>,
    ) -> Vec<Request> {
        let Some(project) = project else {
            return Vec::new();
        };
        let row = change(project);
        project.refresh_resolution();
        self.current = row.or(self.current);
        vec![Request::Append]
    }
}

/// The first text after `after` on which annotators disagree without an adjudication.
/// If no later text is disputed, the search continues with the first disputed text of the project.
/// If all disagreements are settled, returns `after`, or the first settled text if `after` is `None`.
fn next_disputed(project: Option<&Project>, after: Option<u32>) -> Option<u32> {
    let project = project?;
    let resolved = project.resolved()?;
    let mut rows = resolved.rows(ConsensusStatus::Disputed);
    let later = resolved.rows(ConsensusStatus::Disputed).find(|&row| Some(row) > after);
    // If all texts are settled, the dialog continues to show the last text.
    later
        .or_else(|| rows.next())
        .or(after)
        .or_else(|| project.disagreements().first().copied())
}
