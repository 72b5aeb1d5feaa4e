//! The projects of this browser: which are there, which is on the screen, and whether another tab has it.
//!
//! ```text
//!            ┌── open ──▶ on the screen ◀── begin ── a file
//!  the list ─┤                 │  another tab takes over
//!            └◀── close ───────┤
//!                              └──▶ read only ── take over here ──▶ on the screen
//!                                     │    ▲ what the other tab stores
//!                                     └────┘
//!
//!  the list ── delete ──▶ deleted ── delete for good ──▶ nothing is stored any more
//!            ◀─ put back ────┘
//! ```

use crate::isolate::isolated;
use crate::project::Open;
use crate::store::{self, AppState, Message, Question};
use crate::words::say;
use fastgas_platform::{Findings, ProjectEntry, ProjectId, ProjectPart, StorageError, StoredSaid, Summary};

/// What the page knows of the projects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectsState {
    /// All of them, the last one first.
    pub list: Vec<ProjectEntry>,
    /// Whether this tab only shows the open project: another tab has it, or it is damaged.
    pub read_only: bool,
    /// What of it is lost, while it is only shown for that.
    pub damage: Option<Damage>,
    /// What was said of the open project last.
    summary: Option<Summary>,
    /// Whether the page was left and may be shown again: until then other tabs may have the project.
    left: bool,
}

/// A project of which something is lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    pub findings: Findings,
    /// Whether no other tab has it.
    pub is_alone: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Listed(Vec<ProjectEntry>),
    Open(ProjectId),
    /// What is in the list is not in the browser's storage any more.
    Missing(ProjectId),
    /// A person gives one another name.
    Rename(ProjectId, String),
    /// A person wants one as a file.
    BackUp(ProjectId),
    /// A person deletes one, and can put it back.
    Delete(ProjectId),
    /// A person wants one back that they have deleted.
    PutBack(ProjectId),
    /// A person deletes one for good; asks first.
    DeleteForGood(ProjectId),
    /// It was neither renamed nor deleted, since another tab has it.
    InUse(ProjectId),
    /// Another tab has the open project.
    Elsewhere,
    /// The page is left, and the browser may show it again.
    Left,
    /// It is shown again, and this tab has the project: what is stored of it, if anything.
    CameBack(Option<Box<StoredSaid>>),
    /// That tab has stored this of it.
    Followed(Box<StoredSaid>),
    /// A person wants to go on here.
    TakeOver,
    /// What was found when the copies of the project's log were compared.
    Inspected(Findings),
    /// A person goes on without what is lost.
    GoOnDamaged,
}

/// Something to be done in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// What is stored from now on belongs to a new project.
    Begin {
        /// Whether by the passphrase that its file came with, or else by the one that was chosen for the next project.
        is_protected: bool,
    },
    /// Read this one, and keep other tabs from writing to it.
    Open(ProjectId),
    /// The same, of the one on the screen, whichever tab has it.
    TakeOver,
    /// Read all of the one that was on the screen.
    Reread,
    /// Let go of the one on the screen when all of it is stored.
    Close,
    Rename(ProjectId, String),
    /// Hand one to the person as a file.
    BackUp(ProjectId),
    /// Put one where those are that were deleted. All that is stored of it stays.
    Delete(ProjectId),
    /// Take one out of there.
    PutBack(ProjectId),
    /// Delete all that is stored of one.
    DeleteForGood(ProjectId),
    /// Take one out of the list.
    Forget(ProjectId),
}

/// A message names at most so many rows.
const ROWS_NAMED: usize = 10;

impl Damage {
    /// What is lost.
    pub fn words(&self) -> String {
        let Findings {
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
            let rows: Vec<String> = lost_rows.iter().take(ROWS_NAMED).map(u32::to_string).collect();
            let more = lost_rows.len() > ROWS_NAMED;
            rows.join(", ") + if more { ", …" } else { "" }
        };
        let lost_parts = lost_parts.iter().map(|part| match part {
            ProjectPart::Partition => Some(say!("damage-partition")),
            ProjectPart::Layout => Some(say!("damage-layout")),
            ProjectPart::Joined => Some(say!("damage-joined")),
            ProjectPart::Recorded => Some(say!("damage-recorded")),
        });
        let parts = [
            (!lost_rows.is_empty()).then(|| say!("damage-texts", n = lost_rows.len(), rows = rows())),
            has_other_texts.then(|| say!("damage-other-texts")),
            (!missing.is_empty()).then(|| {
                say!(
                    "damage-missing",
                    n = missing.len(),
                    which = numbers(missing),
                    total = *n
                )
            }),
            is_altered.then(|| say!("damage-altered")),
            (*n_others_lost > 0).then(|| say!("damage-others", n = *n_others_lost)),
        ];
        parts
            .into_iter()
            .chain(lost_parts)
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Positions, which rise, as a person counts: “4, 29–30”.
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

impl Open {
    /// The project in a line.
    ///
    /// `n_since_backup`: how much of it is in no backup.
    pub fn summary(&self, n_since_backup: usize) -> Summary {
        // Of a log's entry, its text included.
        const ENTRY_BYTES: usize = 160;
        let (_, cells, ends) = self.pool.as_parts();
        let of_row = |is_there: bool, bytes| if is_there { bytes * self.pool.len() } else { 0 };
        let edges = self.joined.as_ref().map_or(0, |joined| {
            let [offsets, neighbors] = joined.parts();
            4 * (offsets.len() + neighbors.len())
        });
        let recorded = self
            .recorded
            .as_ref()
            .map_or(0, |recorded| recorded.trace.len() + 4 * recorded.original_of.len());
        let entries = self.history.log().len() + self.team.decisions.log().len() + self.team.sayings().count();
        let places = of_row(self.outcome.is_some(), 4) + of_row(self.layout.is_some(), 8);
        Summary {
            name: self.file_name.clone(),
            n_texts: self.pool.len(),
            n_picks: self.picked().count(),
            n_labeled: self.n_labeled_shown(),
            bytes: (cells.len() + 4 * ends.len() + places + edges + recorded + ENTRY_BYTES * entries) as u64,
            n_since_backup,
            is_protected: self.is_protected,
        }
    }
}

impl AppState {
    pub(super) fn projects(&mut self, action: Action) -> Vec<store::Effect> {
        let in_world = |effect| vec![store::Effect::Projects(effect)];
        match action {
            Action::Listed(list) => {
                self.projects.list = list;
                Vec::new()
            }
            Action::Open(id) => {
                let mut effects = self.close();
                self.restoring = true;
                effects.extend(in_world(Effect::Open(id)));
                effects
            }
            Action::Missing(id) => {
                self.nothing_restored();
                let mut name = self.projects.name(&id);
                if name.is_empty() {
                    name = say!("projects-of-last-visit");
                }
                self.message = Some(Message {
                    title: say!("projects-not-browser-any-more", id = isolated(&name)),
                    problem: say!("projects-browser-has-deleted-what"),
                    advice: say!("projects-if-you-have-backup"),
                });
                self.projects.list.retain(|entry| entry.id != id);
                in_world(Effect::Forget(id))
            }
            Action::Rename(id, name) => {
                let name = name.trim().to_owned();
                if name.is_empty() || name == self.projects.name(&id) {
                    return Vec::new();
                }
                in_world(Effect::Rename(id, name))
            }
            Action::BackUp(id) => in_world(Effect::BackUp(id)),
            Action::Delete(id) => in_world(Effect::Delete(id)),
            Action::PutBack(id) => in_world(Effect::PutBack(id)),
            Action::DeleteForGood(id) => {
                self.question = self.projects.entry(&id).cloned().map(Question::DeleteProject);
                Vec::new()
            }
            Action::InUse(id) => {
                self.message = Some(Message {
                    title: say!("projects-was-not-changed", id = isolated(&self.projects.name(&id))),
                    problem: say!("projects-open-another-tab"),
                    advice: say!("projects-close-there-first"),
                });
                Vec::new()
            }
            Action::Elsewhere => {
                self.wait_no_more();
                let mut effects = self.flush();
                // Nobody could close what stands above it any more.
                effects.extend(self.stop_reading());
                effects.extend(self.put_away());
                effects.extend(self.stop_bringing());
                self.projects.read_only = self.open.is_some() || self.restoring;
                self.projects.left = false;
                effects.extend(self.forget_run());
                effects.extend(self.stop_asking());
                effects
            }
            Action::Left => {
                // What is on no disk, or will come of what runs, stays this tab's to store.
                let is_own = self.open.is_some() && !self.projects.read_only;
                self.projects.left = is_own && !self.is_at_work() && self.is_saved();
                self.projects.read_only |= self.projects.left;
                Vec::new()
            }
            Action::CameBack(stored) => self.came_back(stored.map(|stored| *stored)),
            Action::Followed(stored) => self.follow(*stored),
            Action::TakeOver if self.is_at_risk() => {
                self.question = Some(Question::TakeOver);
                Vec::new()
            }
            Action::TakeOver => self.take_over(),
            Action::Inspected(findings) => self.inspected(findings),
            Action::GoOnDamaged => {
                let damage = self.projects.damage.take_if(|damage| damage.is_alone);
                if damage.is_none() {
                    return Vec::new();
                }
                self.projects.read_only = false;
                self.rewrite()
            }
        }
    }

    /// Says what was restored, and stores it in the place of what was damaged. Where something is lost, the project is only shown.
    fn inspected(&mut self, findings: Findings) -> Vec<store::Effect> {
        if self.open.is_none() {
            return Vec::new();
        }
        if findings.is_damaged() {
            self.projects.damage = Some(Damage {
                findings,
                is_alone: !self.projects.read_only,
            });
            self.projects.read_only = true;
            return Vec::new();
        }
        if self.projects.read_only || (findings.restored.is_empty() && !findings.rewrites) {
            return Vec::new();
        }
        if !findings.restored.is_empty() {
            self.message = Some(Message {
                title: say!("damage-restored"),
                problem: say!(
                    "damage-restored-which",
                    n = findings.restored.len(),
                    which = numbers(&findings.restored),
                    total = findings.n
                ),
                advice: say!("damage-nothing-lost"),
            });
        }
        self.rewrite()
    }

    /// Reads the project anew, as its own.
    pub(super) fn take_over(&mut self) -> Vec<store::Effect> {
        let mut effects = self.forget_project();
        self.restoring = true;
        effects.push(store::Effect::Projects(Effect::TakeOver));
        effects
    }

    /// Shows what another tab has stored. What is on no disk but stands here is not written over.
    fn follow(&mut self, stored: StoredSaid) -> Vec<store::Effect> {
        let looks_on = self.projects.read_only && self.is_saved();
        let Some(open) = self.open.as_ref().filter(|_| looks_on) else {
            return Vec::new();
        };
        if !open.is_ground_of(&stored.head) {
            let mut effects = self.forget_project();
            self.restoring = true;
            effects.push(store::Effect::Projects(Effect::Reread));
            return effects;
        }
        let settings = self.settings.with(&stored.head.config);
        match open.with_said(stored) {
            Ok(open) => (self.open, self.settings) = (Some(open), settings),
            Err(reason) => self.tell_of_disk(&StorageError::Unreadable { reason }),
        }
        Vec::new()
    }

    /// Whether the page was left and has not taken the project again.
    pub fn is_left(&self) -> bool {
        self.projects.left
    }

    /// This tab has the project again; `stored` is what others left of it.
    fn came_back(&mut self, stored: Option<StoredSaid>) -> Vec<store::Effect> {
        if !self.projects.left {
            return Vec::new();
        }
        let is_ground = |stored: &StoredSaid| self.open.as_ref().is_some_and(|open| open.is_ground_of(&stored.head));
        let Some(stored) = stored.filter(is_ground) else {
            let mut effects = self.forget_project();
            self.restoring = true;
            effects.push(store::Effect::Projects(Effect::Reread));
            return effects;
        };
        let effects = self.follow(stored);
        self.projects.left = false;
        self.projects.read_only = false;
        effects
    }

    /// Goes back to the list; what is on its way to the disk goes on.
    pub(super) fn close(&mut self) -> Vec<store::Effect> {
        let mut effects = self.forget_project();
        effects.push(store::Effect::Projects(Effect::Close));
        effects
    }

    /// What is to be put into the list, where that has changed.
    pub fn summarize(&mut self) -> Option<Summary> {
        let summary = self
            .open
            .as_ref()
            .filter(|_| !self.projects.read_only)
            .map(|open| open.summary(self.since_backup.differences.total()))?;
        if self.projects.summary.as_ref() == Some(&summary) {
            return None;
        }
        self.projects.summary = Some(summary.clone());
        Some(summary)
    }

    pub(super) fn leave_projects(&mut self) {
        self.projects.read_only = false;
        self.projects.damage = None;
        self.projects.left = false;
        self.projects.summary = None;
    }

    /// Whether this may happen while another tab has the project: nothing of it is changed.
    pub(super) fn is_allowed(&self, action: &store::Action) -> bool {
        use crate::alike::Action as Alike;
        use crate::suggesting::Action as Suggest;
        use crate::team::Action as Team;
        use store::Action as A;
        if !self.projects.read_only {
            return true;
        }
        match action {
            // Looking on is free, giving labels is not.
            A::Alike(action) => !matches!(action, Alike::GiveTicked { .. } | Alike::LabelGroups { .. }),
            A::Suggest(action) => !matches!(action, Suggest::Accept | Suggest::AcceptAll),
            A::Protection(action) => action.is_harmless(),
            _ => matches!(
                action,
                A::Projects(_)
                    | A::Network(_)
                    | A::Restored(_)
                    | A::Returned(_)
                    | A::RestoreFailed(_)
                    | A::NewProject
                    | A::Answer { .. }
                    | A::GoTo(_)
                    | A::Move(_)
                    | A::List(_)
                    | A::ListNext
                    | A::Choose(..)
                    | A::GoOn
                    | A::Unseen { .. }
                    | A::Map(_)
                    | A::Export(..)
                    | A::DismissMessage
                    | A::CacheMeasured(_)
                    | A::EncoderRestored(_)
                    | A::Saved { .. }
                    | A::StorageFailed(_)
                    | A::Appended { .. }
                    | A::AllSaved { .. }
                    | A::SecondCopy(_)
                    | A::BackUp
                    | A::Written { .. }
                    | A::Team(
                        Team::Known(_)
                            | Team::TypeName(_)
                            | Team::Show
                            | Team::Hide
                            | Team::GoTo(_)
                            | Team::Move(_)
                            | Team::HandOut(_)
                    )
            ),
        }
    }

    /// Nothing came of `action`, since another tab has the project; where a person wanted it, they are told.
    pub(super) fn tell_of_other_tab(&mut self, action: &store::Action) {
        use store::Action as A;
        let is_wanted = matches!(
            action,
            A::Give { .. }
                | A::GiveByKey { .. }
                | A::GiveRowByKey { .. }
                | A::GiveMarked { .. }
                | A::TakeBack
                | A::Pass { .. }
                | A::Write { .. }
                | A::Flag
                | A::Note { .. }
                | A::Undo
                | A::Redo
                | A::ChooseAnswers(_)
                | A::EditGuidelines(_)
                | A::SetGoal { .. }
                | A::EndGoal
                | A::AddLabel(_)
                | A::AddLabels(_)
                | A::BringLabelBack(_)
                | A::MoveLabel { .. }
                | A::RenameLabel { .. }
                | A::ShowLabelAs { .. }
                | A::RemoveLabel(_)
                | A::Alike(_)
                | A::Suggest(_)
                | A::Team(_)
                | A::Protection(_)
                | A::Reading(_)
                | A::Select
                | A::PickMore(_)
        );
        if is_wanted {
            self.message = Some(Message {
                title: say!("projects-nothing-was-changed"),
                problem: say!("projects-another-tab-has-it"),
                advice: say!("projects-go-on-here-or-there"),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::store::tests::give;
    use fastgas_platform::StorageError;

    fn labeled() -> AppState {
        let mut state = fixtures::state(1);
        state.open = Some(fixtures::labeling(&[2, 0, 1], 3));
        state.apply(give(0), 1);
        let append = state.last_append;
        state.apply_now(store::Action::Appended {
            append,
            saved: 1,
            error: None,
        });
        state
    }

    fn inspect(state: &mut AppState, findings: Findings) -> Vec<store::Effect> {
        state.apply_now(store::Action::Projects(Action::Inspected(findings)))
    }

    fn n_labels(state: &AppState) -> usize {
        state.open.as_ref().map_or(0, |open| open.history.labels().len())
    }

    #[test]
    fn what_was_restored_is_said_and_written_anew() {
        let mut state = labeled();
        let whole = Findings {
            n: 1,
            ..Findings::default()
        };
        assert_eq!(inspect(&mut state, whole.clone()), []);
        let restored = Findings {
            n: 9,
            restored: vec![0, 3, 4, 5, 8],
            ..whole
        };
        let effects = inspect(&mut state, restored);
        assert!(matches!(&effects[..], [store::Effect::SaveAll { log, .. }] if log.len() == 1));
        let problem = state.message.take().map(|message| message.problem).unwrap_or_default();
        assert!(problem.contains("1, 4–6, 9"), "{problem}");
        // A tab that only looks at it writes nothing.
        let mut other = labeled();
        other.projects.read_only = true;
        let restored = Findings {
            n: 1,
            restored: vec![0],
            ..Findings::default()
        };
        assert_eq!(inspect(&mut other, restored), []);
    }

    #[test]
    fn a_damaged_project_is_only_shown_until_the_person_goes_on_without_what_is_lost() {
        let mut state = labeled();
        let lost = Findings {
            n: 3,
            missing: vec![1, 2],
            ..Findings::default()
        };
        assert_eq!(inspect(&mut state, lost.clone()), []);
        let words = state.projects.damage.as_ref().map(Damage::words).unwrap_or_default();
        assert!(words.contains("2–3"), "{words}");
        state.apply(give(1), 2);
        assert_eq!(n_labels(&state), 1, "nothing is said of it");
        assert!(
            !state.apply_now(store::Action::BackUp).is_empty(),
            "it can be backed up"
        );
        state.message = None;
        let effects = state.apply_now(store::Action::Projects(Action::GoOnDamaged));
        assert!(matches!(&effects[..], [store::Effect::SaveAll { log, .. }] if log.len() == 1));
        let append = state.last_append;
        state.apply_now(store::Action::AllSaved { append, saved: Ok(()) });
        assert!(state.projects.damage.is_none());
        state.apply(give(1), 3);
        assert_eq!(n_labels(&state), 2);

        // Where another tab has it, only that one goes on.
        let mut other = labeled();
        other.projects.read_only = true;
        inspect(&mut other, lost);
        assert_eq!(other.apply_now(store::Action::Projects(Action::GoOnDamaged)), []);
        assert!(other.projects.read_only && other.projects.damage.is_some());
    }

    #[test]
    fn everything_that_is_lost_is_said() {
        let damage = |findings| Damage {
            findings,
            is_alone: true,
        };
        let lost_rows = (5..17).collect();
        let all = damage(Findings {
            lost_rows,
            has_other_texts: true,
            lost_parts: vec![
                ProjectPart::Partition,
                ProjectPart::Layout,
                ProjectPart::Joined,
                ProjectPart::Recorded,
            ],
            ..Findings::default()
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
        let one = Findings {
            lost_parts: vec![ProjectPart::Layout],
            ..Findings::default()
        };
        assert!(one.is_damaged() && !Findings::default().is_damaged());
        assert!(!damage(one).words().contains("lines"));
    }

    #[test]
    fn of_appends_that_fail_the_next_has_all() {
        let mut state = labeled();
        for key in ['1', '2'] {
            state.apply(store::Action::GiveByKey { key }, 2);
        }
        let last = state.last_append;
        let answer = |state: &mut AppState, append, saved, error: Option<StorageError>| {
            state.apply_now(store::Action::Appended { append, saved, error })
        };
        // The first is refused, the second, which has the same entry too, is not.
        answer(&mut state, last - 1, 0, Some(fixtures::refused()));
        assert!(state.storage_problem.is_some());
        answer(&mut state, last, 2, None);
        assert!(state.open.as_ref().is_some_and(Open::is_saved) && state.storage_problem.is_none());
        // Both are: then the next has both.
        for _ in 0..2 {
            state.apply(store::Action::Flag, 3);
        }
        let last = state.last_append;
        for append in [last - 1, last] {
            answer(&mut state, append, 0, Some(fixtures::refused()));
        }
        let effects = state.apply_now(store::Action::RetryStorage);
        let appends: Vec<_> = effects
            .iter()
            .filter_map(|effect| match effect {
                store::Effect::Append { at, actions, .. } => Some((*at, actions.len())),
                _ => None,
            })
            .collect();
        assert_eq!(appends, [(3, 2)]);
    }
}
