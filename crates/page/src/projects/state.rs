//! The projects in this browser: the list, the open project, and whether another tab holds its lock.
//!
//! ```text
//!            ┌── open ──▶ on the screen ◀── begin ── a file
//!  the list ─┤                 │  another tab takes over
//!            └◀── close ───────┤
//!                              └──▶ read only ── take over here ──▶ on the screen
//!                                     │    ▲ the other tab stores changes
//!                                     └────┘
//!
//!  the list ── delete ──▶ deleted ── delete for good ──▶ all stored data is removed
//!            ◀─ put back ────┘
//! ```

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
    /// All projects in this browser, the most recently changed first.
    pub list: Vec<ProjectEntry>,
    /// Whether the list has been read from the browser's storage.
    is_listed: bool,
    /// Whether this tab must not change the open project, because another tab holds its lock or the project is damaged.
    pub read_only: bool,
    /// The lost data, if the project is read-only because data was lost.
    pub damage: Option<Damage>,
    /// The summary of the open project that was most recently written to the list.
    summary: Option<ProjectSummary>,
    /// Whether the page is in the back/forward cache, where it may lose the lock of the project to other tabs.
    left: bool,
}

/// A description of the data that a project has lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    pub findings: IntegrityReport,
    /// Whether this tab holds the lock of the project.
    pub is_alone: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Listed(Vec<ProjectEntry>),
    Open(ProjectId),
    /// A listed project is missing from the browser's storage.
    Missing(ProjectId),
    Rename(ProjectId, String),
    /// Write the project with this id to a backup file.
    BackUp(ProjectId),
    /// Delete a project. The user can undo the deletion.
    Delete(ProjectId),
    /// Restore the deleted project with this id.
    Undelete(ProjectId),
    /// Delete a project permanently, after the user has confirmed.
    DeletePermanently(ProjectId),
    /// The project was neither renamed nor deleted, because another tab holds its lock.
    InUse(ProjectId),
    /// Another tab holds the lock of the open project.
    ChangedElsewhere,
    /// The page enters the browser's back/forward cache.
    Left,
    /// The page left the back/forward cache and holds the lock again. Contains the stored project, if any.
    ReturnedFromCache(Option<Box<StoredAnnotations>>),
    /// Another tab stored a newer state of the open project.
    Followed(Box<StoredAnnotations>),
    /// Take over the open project, so that this tab can change it.
    TakeOver,
    /// The result of verifying the stored project, including a comparison of the two copies of its log.
    Inspected(IntegrityReport),
    /// Continue with the damaged project, although some data is lost.
    ContinueDamaged,
}

/// Work of the project list for the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Start a new project. Everything stored from now on belongs to the new project.
    Begin {
        /// Whether to encrypt the project. A passphrase of the file has precedence over the passphrase for the next project.
        is_protected: bool,
    },
    /// Read a project and acquire its lock.
    Open(ProjectId),
    /// Read the open project and acquire its lock, even if another tab holds the lock.
    TakeOver,
    /// Read all data of the open project again.
    Reread,
    /// Release the open project after all data of the project is stored.
    Close,
    Rename(ProjectId, String),
    /// Write the project with this id to a backup file.
    BackUp(ProjectId),
    /// Mark a project as deleted. Its stored data stays.
    Delete(ProjectId),
    /// Restore the deleted project with this id.
    Undelete(ProjectId),
    /// Delete all stored data of a project.
    DeletePermanently(ProjectId),
    /// Remove a project from the list.
    Forget(ProjectId),
}

/// Maximum number of rows that a message lists.
const MAX_NAMED_ROWS: usize = 10;

impl Damage {
    /// Describes the lost data for the user.
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
            ProjectPart::Joined => Some(t!("projects-damage-map-edges")),
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

/// Formats ascending zero-based positions as ranges of one-based positions: “4, 29–30”.
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
    /// The entry of the project in the list of projects.
    ///
    /// `changes_since_backup`: the number of changes that are not in any backup.
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
    /// Whether this browser has no projects at this address, not even deleted projects.
    /// False until the list of projects is read.
    pub fn has_none(&self) -> bool {
        self.is_listed && self.list.is_empty()
    }

    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
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
                // While work is unsaved or a job is running, this tab keeps the lock, so that it can store the result.
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

    /// Reports the restored data, and rewrites the stored project. If data is lost, makes the project read-only instead.
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

    /// Shows the project with the changes that another tab has stored.
    /// Does nothing if this tab has unsaved work, because stored changes must not replace unsaved work.
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

    /// Continues after a return from the back/forward cache, when this tab holds the lock again.
    /// `stored`: the project as other tabs have stored it.
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

    /// Resets the state when the page no longer shows a project.
    pub(crate) fn leave(&mut self) {
        self.read_only = false;
        self.damage = None;
        self.left = false;
        self.summary = None;
    }

    /// Whether the message is allowed in a read-only tab, which must not change the project.
    pub(crate) fn is_allowed(&self, msg: &state::Msg) -> bool {
        use crate::similar::Msg as SimilarMsg;
        use crate::suggestions::Msg as SuggestMsg;
        use crate::team::Msg as TeamMsg;
        use state::Msg as A;
        if !self.read_only {
            return true;
        }
        match msg {
            // A read-only tab may show similar texts, but may not give labels.
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
                    | A::NewProject
                    | A::Answer { .. }
                    | A::View(_)
                    | A::Labeling(labeling::Msg::GoTo(_))
                    | A::Labeling(labeling::Msg::Move(_))
                    | A::Labeling(labeling::Msg::List(_))
                    | A::Labeling(labeling::Msg::NextListFilter)
                    | A::Choose(..)
                    | A::Labeling(labeling::Msg::Advance)
                    | A::Labeling(labeling::Msg::Idle { .. })
                    | A::Map(_)
                    | A::Export(..)
                    | A::ExportWritten { .. }
                    | A::DismissMessage
                    | A::Cache(embedding_cache::Msg::Measured(_))
                    | A::Encoder(encoder::Msg::Restored(_))
                    // A download may have begun before the tab became read-only. Storing an encoder does not change the project.
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

/// Returns to the project list. Pending writes still complete.
pub(crate) fn close() -> Vec<Request> {
    vec![Request::LeaveProject, perform(Cmd::Close)]
}

/// Reads the project again and acquires its lock for this tab.
pub(crate) fn take_over() -> Vec<Request> {
    read_again(Cmd::TakeOver)
}

/// Closes the project and reads it again with the command `cmd`.
fn read_again(cmd: Cmd) -> Vec<Request> {
    vec![Request::LeaveProject, Request::AwaitProject, perform(cmd)]
}

/// Called when `msg` is ignored because the tab is read-only. Reports the read-only state if the user caused `msg`.
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
    /// Whether the page has entered the back/forward cache and has not acquired the lock again since.
    pub fn is_left(&self) -> bool {
        self.projects.left
    }

    /// The summary to write to the list of projects. `None` if the summary has not changed.
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
mod tests {
    use super::*;
    use crate::state::request::context;
    use crate::state::tests::give;
    use crate::test_support;
    use fastgas_platform::StorageError;

    fn labeled() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
        state.apply(give(0), 1);
        let append = state.persistence.last_append;
        state.apply_now(state::Msg::Persistence(persistence::Msg::Appended {
            append,
            saved: 1,
            error: None,
        }));
        state
    }

    fn inspect(state: &mut AppState, findings: IntegrityReport) -> Vec<state::Cmd> {
        state.apply_now(state::Msg::Projects(Msg::Inspected(findings)))
    }

    fn n_labels(state: &AppState) -> usize {
        state
            .project
            .as_ref()
            .map_or(0, |open| open.annotations.history.labels().len())
    }

    #[test]
    fn no_projects_are_known_only_after_the_list_was_read() {
        let mut state = test_support::state(1);
        assert!(!state.projects.has_none());
        let mut list = |list| {
            state.apply_now(state::Msg::Projects(Msg::Listed(list)));
            state.projects.has_none()
        };
        assert!(list(Vec::new()));
        let deleted = ProjectEntry {
            deleted: true,
            ..ProjectEntry::default()
        };
        assert!(!list(vec![deleted]), "deleted projects are listed, too");
    }

    #[test]
    fn update_requests_what_other_features_do() {
        let mut state = labeled();
        let update = |state: &mut AppState, msg| {
            let context = context!(state, 1);
            state.projects.update(msg, context)
        };
        let id = ProjectId::begun_at(7);
        assert_eq!(
            update(&mut state, Msg::Open(id.clone())),
            [
                Request::LeaveProject,
                perform(Cmd::Close),
                Request::AwaitProject,
                perform(Cmd::Open(id.clone()))
            ]
        );
        assert_eq!(
            update(&mut state, Msg::DeletePermanently(id.clone())),
            [],
            "the project is not in the list"
        );
        let requests = update(&mut state, Msg::Missing(id.clone()));
        assert!(
            matches!(&requests[..], [Request::StopAwaitingProject, Request::Notify(_), last] if *last == perform(Cmd::Forget(id)))
        );
        assert_eq!(
            update(&mut state, Msg::TakeOver),
            [Request::LeaveProject, Request::AwaitProject, perform(Cmd::TakeOver)]
        );
        assert_eq!(
            update(&mut state, Msg::ReturnedFromCache(None)),
            [],
            "the page was not left"
        );
        update(&mut state, Msg::Left);
        assert!(state.is_left() && state.projects.read_only);
        assert_eq!(
            update(&mut state, Msg::ReturnedFromCache(None)),
            [Request::LeaveProject, Request::AwaitProject, perform(Cmd::Reread)]
        );
        assert_eq!(update(&mut state, Msg::ChangedElsewhere), [Request::StopWork]);
        assert!(!state.is_left() && state.projects.read_only);
        // Taking over a project asks for confirmation if work in this tab would be lost.
        state.projects.read_only = false;
        state.persistence.problem = Some("the disk is full".into());
        assert_eq!(
            update(&mut state, Msg::TakeOver),
            [Request::Confirm(Confirmation::TakeOver)]
        );
    }

    #[test]
    fn restored_entries_are_reported_and_the_project_is_rewritten() {
        let mut state = labeled();
        let whole = IntegrityReport {
            n: 1,
            ..IntegrityReport::default()
        };
        assert_eq!(inspect(&mut state, whole.clone()), []);
        let restored = IntegrityReport {
            n: 9,
            restored: vec![0, 3, 4, 5, 8],
            ..whole
        };
        let cmds = inspect(&mut state, restored);
        assert!(
            matches!(&cmds[..], [state::Cmd::Persistence(persistence::Cmd::SaveAll { log, .. })] if log.len() == 1)
        );
        let problem = state
            .notices
            .notice
            .take()
            .map(|message| message.problem)
            .unwrap_or_default();
        assert!(problem.contains("1, 4–6, 9"), "{problem}");
        // A read-only tab writes nothing to disk.
        let mut other = labeled();
        other.projects.read_only = true;
        let restored = IntegrityReport {
            n: 1,
            restored: vec![0],
            ..IntegrityReport::default()
        };
        assert_eq!(inspect(&mut other, restored), []);
    }

    #[test]
    fn damaged_project_is_read_only_until_the_user_continues() {
        let mut state = labeled();
        let lost = IntegrityReport {
            n: 3,
            missing: vec![1, 2],
            ..IntegrityReport::default()
        };
        assert_eq!(inspect(&mut state, lost.clone()), []);
        let words = state.projects.damage.as_ref().map(Damage::words).unwrap_or_default();
        assert!(words.contains("2–3"), "{words}");
        state.apply(give(1), 2);
        assert_eq!(n_labels(&state), 1, "the confirmation does not mention the label");
        assert!(
            !state
                .apply_now(state::Msg::Persistence(persistence::Msg::BackUp))
                .is_empty(),
            "the project can be backed up"
        );
        state.notices.notice = None;
        let cmds = state.apply_now(state::Msg::Projects(Msg::ContinueDamaged));
        assert!(
            matches!(&cmds[..], [state::Cmd::Persistence(persistence::Cmd::SaveAll { log, .. })] if log.len() == 1)
        );
        let append = state.persistence.last_append;
        state.apply_now(state::Msg::Persistence(persistence::Msg::AllSaved {
            append,
            saved: Ok(()),
        }));
        assert!(state.projects.damage.is_none());
        state.apply(give(1), 3);
        assert_eq!(n_labels(&state), 2);

        // If another tab holds the lock, only the tab with the lock can continue with the damaged project.
        let mut other = labeled();
        other.projects.read_only = true;
        inspect(&mut other, lost);
        assert_eq!(other.apply_now(state::Msg::Projects(Msg::ContinueDamaged)), []);
        assert!(other.projects.read_only && other.projects.damage.is_some());
    }

    #[test]
    fn read_only_tab_shows_the_file_of_the_backups_and_can_choose_another() {
        let mut state = labeled();
        state.projects.read_only = true;
        let known = persistence::Msg::SavedFile(Some("kept.fastgas".into()));
        state.apply_now(state::Msg::Persistence(known));
        assert_eq!(state.persistence.saved_file.as_deref(), Some("kept.fastgas"));
        assert_eq!(
            state.apply_now(state::Msg::Persistence(persistence::Msg::ForgetSavedFile)),
            [state::Cmd::Persistence(persistence::Cmd::ForgetSavedFile)]
        );
        assert_eq!(state.persistence.saved_file, None);
    }

    #[test]
    fn damage_report_names_everything_that_is_lost() {
        let damage = |findings| Damage {
            findings,
            is_alone: true,
        };
        let lost_rows = (5..17).collect();
        let all = damage(IntegrityReport {
            lost_rows,
            has_other_texts: true,
            lost_parts: vec![
                ProjectPart::Partition,
                ProjectPart::Layout,
                ProjectPart::Joined,
                ProjectPart::Recorded,
            ],
            ..IntegrityReport::default()
        });
        let words = all.words();
        for part in [
            "12 texts",
            "5, 6, 7",
            ", 14, …",
            "not the ones",
            "parts",
            "map is",
            "lines",
            "explanation",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        let one = IntegrityReport {
            lost_parts: vec![ProjectPart::Layout],
            ..IntegrityReport::default()
        };
        assert!(one.is_damaged() && !IntegrityReport::default().is_damaged());
        assert!(!damage(one).words().contains("lines"));
    }

    #[test]
    fn append_after_failures_contains_all_unsaved_entries() {
        let mut state = labeled();
        for key in ['1', '2'] {
            state.apply(state::Msg::Labeling(labeling::Msg::GiveByKey { key }), 2);
        }
        let last = state.persistence.last_append;
        let answer = |state: &mut AppState, append, saved, error: Option<StorageError>| {
            state.apply_now(state::Msg::Persistence(persistence::Msg::Appended {
                append,
                saved,
                error,
            }))
        };
        // The first append fails. The second append, which contains the same entry, succeeds.
        answer(&mut state, last - 1, 0, Some(test_support::refused()));
        assert!(state.persistence.problem.is_some());
        answer(&mut state, last, 2, None);
        assert!(state.project.as_ref().is_some_and(Project::is_saved) && state.persistence.problem.is_none());
        // Two appends fail, so the next append contains both entries.
        for _ in 0..2 {
            state.apply(state::Msg::Labeling(labeling::Msg::Flag), 3);
        }
        let last = state.persistence.last_append;
        for append in [last - 1, last] {
            answer(&mut state, append, 0, Some(test_support::refused()));
        }
        let cmds = state.apply_now(state::Msg::Persistence(persistence::Msg::RetryStorage));
        let appends: Vec<_> = cmds
            .iter()
            .filter_map(|cmd| match cmd {
                state::Cmd::Persistence(persistence::Cmd::Append { at, entries, .. }) => Some((*at, entries.len())),
                _ => None,
            })
            .collect();
        assert_eq!(appends, [(3, 2)]);
    }
}
