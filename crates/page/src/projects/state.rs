//! The projects in this browser: the list, the open project, and whether another tab holds its lock.
//!
//! A project is opened from the list or begun from a file.
//! If another tab takes over the open project, this tab becomes read-only and shows the changes of the other tab.
//! A read-only tab can take the project back.
//! A deleted project can be restored until its data is deleted permanently.

use crate::compare;
use crate::encoder;
use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::import;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::projects::embedding_cache;
use crate::run;
use crate::session;
use crate::state::{self, AppState, Confirmation, Context, Notice, Request};
use fastgas_platform::{
    IntegrityReport, ProjectEntry, ProjectId, ProjectPart, ProjectSummary, StorageError, StoredAnnotations,
};
use fastgas_protocol::UnreadableReason;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectsState {
    /// All projects in this browser. The project that was changed last comes first.
    pub list: Vec<ProjectEntry>,
    is_listed: bool,
    /// True if this tab must not change the open project, because another tab holds its lock or the project is damaged.
    pub read_only: bool,
    /// The data that the open project has lost. `None` if nothing is lost.
    pub damage: Option<Damage>,
    /// The entry of the open project that was last written to the list. An equal entry is not written again.
    summary: Option<ProjectSummary>,
    /// True if the browser keeps the page in its back/forward cache. Meanwhile, another tab may take the project lock.
    left: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    pub findings: IntegrityReport,
    /// True if this tab holds the lock of the project.
    pub is_alone: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Return to the project list, where the user can start a new project. Asks first if data is not stored.
    New,
    Listed(Vec<ProjectEntry>),
    Open(ProjectId),
    /// The browser holds no data for a project that is in the list.
    Missing(ProjectId),
    Rename(ProjectId, String),
    BackUp(ProjectId),
    /// Delete a project. The user can still restore it.
    Delete(ProjectId),
    Undelete(ProjectId),
    DeletePermanently(ProjectId),
    /// A project was neither renamed nor deleted, because another tab holds its lock.
    InUse(ProjectId),
    ChangedElsewhere,
    Left,
    /// The user returned from the browser's back/forward cache, and this tab holds the lock of the project again.
    /// Contains the data that other tabs have stored. `None` if the whole project must be read again.
    ReturnedFromCache(Option<Box<StoredAnnotations>>),
    Followed(Box<StoredAnnotations>),
    /// Take the lock of the open project from another tab, so that this tab can change the project.
    TakeOver,
    /// The result of checking the stored project, including a comparison of the two copies of its log.
    Inspected(IntegrityReport),
    ContinueDamaged,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Start a new project, which receives all later writes.
    Begin {
        /// True if the project must be encrypted. The passphrase of the file has priority over the chosen passphrase.
        is_protected: bool,
    },
    /// Read a project and acquire its lock, so that no other tab changes it.
    Open(ProjectId),
    /// Read the open project and acquire its lock, even if another tab holds the lock.
    TakeOver,
    Reread,
    /// Release the lock of the open project after all of its data is stored.
    Close,
    Rename(ProjectId, String),
    BackUp(ProjectId),
    /// Mark a project as deleted. Its data stays, so that the user can restore it.
    Delete(ProjectId),
    Undelete(ProjectId),
    DeletePermanently(ProjectId),
    /// Remove a project from the list. Its data stays.
    Forget(ProjectId),
}

const MAX_NAMED_ROWS: usize = 10;

impl Damage {
    pub fn words(&self) -> String {
        let IntegrityReport {
            n,
            missing,
            is_altered,
            n_others_lost,
            lost_rows,
            has_other_texts,
            lost_parts,
            ..
        } = &self.findings;
        let rows = || {
            let rows: Vec<String> = lost_rows.iter().take(MAX_NAMED_ROWS).map(u32::to_string).collect();
            let more = lost_rows.len() > MAX_NAMED_ROWS;
            rows.join(", ") + if more { ", …" } else { "" }
        };
        let lost_parts = lost_parts.iter().map(|part| match part {
            ProjectPart::Partition => Some(t!("projects-damage-partition")),
            ProjectPart::Layout => Some(t!("projects-damage-map")),
            ProjectPart::Edges => Some(t!("projects-damage-map-edges")),
            ProjectPart::Recorded => Some(t!("projects-damage-explanation")),
        });
        let parts = [
            (!lost_rows.is_empty()).then(|| t!("projects-damage-cells", n = lost_rows.len(), rows = rows())),
            has_other_texts.then(|| t!("projects-damage-texts-altered")),
            (!missing.is_empty()).then(|| {
                t!(
                    "projects-damage-log-missing",
                    n = missing.len(),
                    which = numbers(missing),
                    total = *n
                )
            }),
            is_altered.then(|| t!("projects-damage-log-altered")),
            (*n_others_lost > 0).then(|| t!("projects-damage-colleagues", n = *n_others_lost)),
        ];
        parts
            .into_iter()
            .chain(lost_parts)
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Formats ascending 0-based positions as ranges of 1-based positions: “4, 29–30”.
fn numbers(positions: &[u32]) -> String {
    let runs = positions.chunk_by(|a, b| a + 1 == *b);
    let words = runs.map(|run| match run {
        [first, .., last] => format!("{}–{}", first + 1, last + 1),
        run => (run[0] + 1).to_string(),
    });
    words.collect::<Vec<_>>().join(", ")
}

impl ProjectsState {
    fn entry(&self, id: &ProjectId) -> Option<&ProjectEntry> {
        self.list.iter().find(|entry| entry.id == *id)
    }

    fn name(&self, id: &ProjectId) -> String {
        self.entry(id)
            .map(|entry| entry.summary.name.clone())
            .unwrap_or_default()
    }
}

impl Project {
    /// `changes_since_backup` is the number of changes that no backup contains.
    pub fn summary(&self, changes_since_backup: usize) -> ProjectSummary {
        // Estimated size of a log entry in bytes, including its text.
        const ENTRY_BYTES: usize = 160;
        let (_, cells, ends) = self.source.pool.as_parts();
        let of_row = |is_there: bool, bytes| if is_there { bytes * self.source.pool.len() } else { 0 };
        let edges = self.result.adjacency.as_ref().map_or(0, |adjacency| {
            let [offsets, neighbors] = adjacency.parts();
            4 * (offsets.len() + neighbors.len())
        });
        let recorded = self
            .result
            .recorded
            .as_ref()
            .map_or(0, |recorded| recorded.trace.len() + 4 * recorded.original_of.len());
        let entries = self.annotations.history.log().len()
            + self.annotations.team.decisions.log().len()
            + self.annotations.team.annotations().count();
        let places = of_row(self.result.outcome.is_some(), 4) + of_row(self.result.layout.is_some(), 8);
        ProjectSummary {
            name: self.source.file_name.clone(),
            n_texts: self.source.pool.len(),
            n_picks: self.n_picks(),
            n_labeled: self.n_labeled_shown(),
            bytes: (cells.len() + 4 * ends.len() + places + edges + recorded + ENTRY_BYTES * entries) as u64,
            changes_since_backup,
            is_protected: self.storage.is_protected,
        }
    }
}

impl ProjectsState {
    /// True if the browser has no projects for this address, not even deleted ones. False until the list has been read.
    pub fn has_none(&self) -> bool {
        self.is_listed && self.list.is_empty()
    }

    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::New => match context.work.is_at_risk {
                true => vec![Request::Confirm(Confirmation::NewProject)],
                false => close(),
            },
            Msg::Listed(list) => {
                self.list = list;
                self.is_listed = true;
                Vec::new()
            }
            Msg::Open(id) => {
                let mut requests = close();
                requests.extend([Request::AwaitProject, perform(Cmd::Open(id))]);
                requests
            }
            Msg::Missing(id) => {
                let mut name = self.name(&id);
                if name.is_empty() {
                    name = t!("projects-last-visit-name");
                }
                let message = Notice {
                    title: t!("projects-missing-title", id = isolated(&name)),
                    problem: t!("projects-missing-problem"),
                    advice: t!("projects-missing-advice"),
                };
                self.list.retain(|entry| entry.id != id);
                vec![
                    Request::StopAwaitingProject,
                    Request::Notify(message),
                    perform(Cmd::Forget(id)),
                ]
            }
            Msg::Rename(id, name) => {
                let name = name.trim().to_owned();
                if name.is_empty() || name == self.name(&id) {
                    return Vec::new();
                }
                vec![perform(Cmd::Rename(id, name))]
            }
            Msg::BackUp(id) => vec![perform(Cmd::BackUp(id))],
            Msg::Delete(id) => vec![perform(Cmd::Delete(id))],
            Msg::Undelete(id) => vec![perform(Cmd::Undelete(id))],
            Msg::DeletePermanently(id) => {
                let question = self.entry(&id).cloned().map(Confirmation::DeleteProject);
                question.map(Request::Confirm).into_iter().collect()
            }
            Msg::InUse(id) => vec![Request::Notify(Notice {
                title: t!("projects-in-use-title", id = isolated(&self.name(&id))),
                problem: t!("projects-in-use-problem"),
                advice: t!("projects-in-use-advice"),
            })],
            Msg::ChangedElsewhere => {
                self.read_only = context.project.is_some() || context.work.awaits_project;
                self.left = false;
                vec![Request::StopWork]
            }
            Msg::Left => {
                // While work is unsaved or a job is running, this tab keeps the lock to store the result.
                let is_own = context.project.is_some() && !self.read_only;
                self.left = is_own && !context.work.is_at_work && context.work.is_saved;
                self.read_only |= self.left;
                Vec::new()
            }
            Msg::ReturnedFromCache(stored) => self.returned_from_cache(stored.map(|stored| *stored), &context),
            Msg::Followed(stored) => self.follow(*stored, &context),
            Msg::TakeOver if context.work.is_at_risk => vec![Request::Confirm(Confirmation::TakeOver)],
            Msg::TakeOver => take_over(),
            Msg::Inspected(findings) => match context.project {
                Some(_) => self.inspected(findings),
                None => Vec::new(),
            },
            Msg::ContinueDamaged => {
                let damage = self.damage.take_if(|damage| damage.is_alone);
                if damage.is_none() {
                    return Vec::new();
                }
                self.read_only = false;
                vec![Request::Rewrite]
            }
        }
    }

    /// Writes the project again if data was restored from the second copy. Lost data makes the project read-only.
    fn inspected(&mut self, findings: IntegrityReport) -> Vec<Request> {
        if findings.is_damaged() {
            self.damage = Some(Damage {
                findings,
                is_alone: !self.read_only,
            });
            self.read_only = true;
            return Vec::new();
        }
        if self.read_only || (findings.restored.is_empty() && !findings.rewrites) {
            return Vec::new();
        }
        let mut requests = Vec::new();
        if !findings.restored.is_empty() {
            requests.push(Request::Notify(Notice {
                title: t!("projects-labels-restored-title"),
                problem: t!(
                    "projects-labels-restored-problem",
                    n = findings.restored.len(),
                    which = numbers(&findings.restored),
                    total = findings.n
                ),
                advice: t!("projects-labels-restored-advice"),
            }));
        }
        requests.push(Request::Rewrite);
        requests
    }

    /// Does nothing if this tab has unsaved work, because the stored data would replace this work.
    fn follow(&self, stored: StoredAnnotations, context: &Context<'_>) -> Vec<Request> {
        let follows = self.read_only && context.work.is_saved;
        let Some(open) = context.project.as_deref().filter(|_| follows) else {
            return Vec::new();
        };
        if !open.has_same_base_as(&stored.head) {
            return read_again(Cmd::Reread);
        }
        let settings = Box::new(context.settings.with(&stored.head.config));
        vec![match open.with_annotations(stored) {
            Ok(open) => Request::ShowProject {
                project: Box::new(open),
                settings,
            },
            Err(problem) => Request::Apply(state::Msg::Persistence(persistence::Msg::StorageFailed(
                StorageError::Unreadable {
                    reason: UnreadableReason::Page(problem),
                },
            ))),
        }]
    }

    /// `stored` contains the data that other tabs have stored.
    fn returned_from_cache(&mut self, stored: Option<StoredAnnotations>, context: &Context<'_>) -> Vec<Request> {
        if !self.left {
            return Vec::new();
        }
        let has_same_base = |stored: &StoredAnnotations| {
            let open = context.project.as_deref();
            open.is_some_and(|open| open.has_same_base_as(&stored.head))
        };
        let Some(stored) = stored.filter(has_same_base) else {
            return read_again(Cmd::Reread);
        };
        let requests = self.follow(stored, context);
        self.left = false;
        self.read_only = false;
        requests
    }

    pub(crate) fn leave(&mut self) {
        self.read_only = false;
        self.damage = None;
        self.left = false;
        self.summary = None;
    }

    /// A read-only tab handles only messages that do not change the project.
    pub(crate) fn is_allowed(&self, msg: &state::Msg) -> bool {
        use crate::similar::Msg as SimilarMsg;
        use crate::suggestions::Msg as SuggestMsg;
        use crate::team::Msg as TeamMsg;
        use state::Msg as A;
        if !self.read_only {
            return true;
        }
        match msg {
            // A read-only tab can show similar texts, but must not label them.
            A::Similar(msg) => !matches!(msg, SimilarMsg::GiveTicked { .. } | SimilarMsg::LabelGroups { .. }),
            A::Review(msg) => msg.is_harmless(),
            A::Suggest(msg) => !matches!(msg, SuggestMsg::Accept | SuggestMsg::AcceptAll),
            A::ModelAnswers(msg) => msg.is_harmless(),
            A::Compare(compare::Msg::Exam(msg)) => msg.is_harmless(),
            A::Protection(msg) => msg.is_harmless(),
            _ => matches!(
                msg,
                A::Projects(_)
                    | A::Network(_)
                    | A::Persistence(persistence::Msg::Restored(_))
                    | A::Session(session::Msg::RestorePosition(_))
                    | A::Persistence(persistence::Msg::RestoreFailed(_))
                    | A::Answer { .. }
                    | A::View(_)
                    | A::Labeling(labeling::Msg::GoTo(_))
                    | A::Labeling(labeling::Msg::Move(_))
                    | A::Labeling(labeling::Msg::List(_))
                    | A::Labeling(labeling::Msg::NextListFilter)
                    | A::SetPreference(..)
                    | A::Labeling(labeling::Msg::Advance)
                    | A::Labeling(labeling::Msg::Idle { .. })
                    | A::Map(_)
                    | A::Export(_)
                    | A::DismissMessage
                    | A::Cache(embedding_cache::Msg::Measured(_))
                    | A::Encoder(encoder::Msg::Restored(_))
                    // A download may have begun before the tab became read-only.
                    // Storing an encoder does not change the project.
                    | A::Encoder(
                        encoder::Msg::MultilingualProgress { .. }
                            | encoder::Msg::MultilingualTried { .. }
                            | encoder::Msg::StopMultilingual
                            | encoder::Msg::MultilingualMeasured(_)
                            | encoder::Msg::MultilingualDeleted(_)
                            | encoder::Msg::Stored(_)
                    )
                    | A::Persistence(persistence::Msg::Saved { .. })
                    | A::Persistence(persistence::Msg::StorageFailed(_))
                    | A::Persistence(persistence::Msg::Appended { .. })
                    | A::Persistence(persistence::Msg::AllSaved { .. })
                    | A::Persistence(persistence::Msg::SecondCopy(_))
                    | A::Persistence(persistence::Msg::BackUp)
                    | A::Persistence(persistence::Msg::SavedFile(_))
                    | A::Persistence(persistence::Msg::ForgetSavedFile)
                    | A::Persistence(persistence::Msg::Written { .. })
                    | A::Team(
                        TeamMsg::Known(_)
                            | TeamMsg::TypeName(_)
                            | TeamMsg::Show
                            | TeamMsg::Hide
                            | TeamMsg::GoTo(_)
                            | TeamMsg::Move(_)
                            | TeamMsg::HandOut { .. }
                    )
            ),
        }
    }
}

/// Closes the project. Writes that are in progress are not canceled.
pub(crate) fn close() -> Vec<Request> {
    vec![Request::LeaveProject, perform(Cmd::Close)]
}

pub(crate) fn take_over() -> Vec<Request> {
    read_again(Cmd::TakeOver)
}

fn read_again(cmd: Cmd) -> Vec<Request> {
    vec![Request::LeaveProject, Request::AwaitProject, perform(cmd)]
}

/// Informs the user that the tab is read-only, if the user caused the ignored message `msg`.
pub(crate) fn report_read_only(msg: &state::Msg) -> Vec<Request> {
    use state::Msg as A;
    let is_wanted = matches!(
        msg,
        A::Labeling(labeling::Msg::Give { .. })
            | A::Labeling(labeling::Msg::GiveByKey { .. })
            | A::Labeling(labeling::Msg::GiveRowByKey { .. })
            | A::Labeling(labeling::Msg::GiveMarked { .. })
            | A::Labeling(labeling::Msg::ClearAnswer)
            | A::Labeling(labeling::Msg::Pass { .. })
            | A::Labeling(labeling::Msg::Write { .. })
            | A::Labeling(labeling::Msg::Flag)
            | A::Labeling(labeling::Msg::Note { .. })
            | A::Labeling(labeling::Msg::Undo)
            | A::Labeling(labeling::Msg::Redo)
            | A::Labeling(labeling::Msg::ChooseAnswers(_))
            | A::Labeling(labeling::Msg::EditGuidelines(_))
            | A::Labeling(labeling::Msg::SetGoal { .. })
            | A::Labeling(labeling::Msg::EndGoal)
            | A::Labeling(labeling::Msg::AddLabel(_))
            | A::Labeling(labeling::Msg::AddLabels(_))
            | A::Labeling(labeling::Msg::RestoreLabel(_))
            | A::Labeling(labeling::Msg::MoveLabel { .. })
            | A::Labeling(labeling::Msg::RenameLabel { .. })
            | A::Labeling(labeling::Msg::SetLabelSpec { .. })
            | A::Labeling(labeling::Msg::RemoveLabel(_))
            | A::Similar(_)
            | A::Suggest(_)
            | A::Team(_)
            | A::Protection(_)
            | A::Encoder(
                encoder::Msg::UseMultilingual
                    | encoder::Msg::DeleteMultilingual
                    | encoder::Msg::UseBuiltIn
                    | encoder::Msg::AddFiles { .. }
            )
            | A::Import(import::Msg::Reading(_))
            | A::Run(run::Msg::Select | run::Msg::PickMore(_))
    );
    if !is_wanted {
        return Vec::new();
    }
    vec![Request::Notify(Notice {
        title: t!("projects-read-only-title"),
        problem: t!("projects-read-only-problem"),
        advice: t!("projects-read-only-advice"),
    })]
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(state::Cmd::Projects(cmd))
}

impl AppState {
    /// True from the moment when the page enters the browser's back/forward cache until this tab holds the lock again.
    pub fn is_left(&self) -> bool {
        self.projects.left
    }

    /// The entry of the open project in the list. `None` if the entry has not changed.
    pub fn summarize(&mut self) -> Option<ProjectSummary> {
        let summary = self
            .project
            .as_ref()
            .filter(|_| !self.projects.read_only)
            .map(|open| open.summary(self.persistence.since_backup.differences.total()))?;
        if self.projects.summary.as_ref() == Some(&summary) {
            return None;
        }
        self.projects.summary = Some(summary.clone());
        Some(summary)
    }
}

#[cfg(test)]
mod tests;
