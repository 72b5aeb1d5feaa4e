//! What is on its way to the disk, kept at once in the browser's small store: a browser that closes a tab drops the writes that wait
//! for others. Whoever opens the project next finds it there.
//!
//! It may be older than the project: the browser writes its small store when it likes to. So it says what it follows.

use serde::{Deserialize, Serialize};

use crate::project::Open;
use crate::store::{AppState, Effect};
use fastgas_annotation::label::{Answers, Goal, LabelAction, Looks, Renamed};
use fastgas_annotation::retrieve::PromptSettings;

/// Of more entries none is kept: the browser's small store has little room. Until they are stored, the browser asks before it
/// closes the tab.
const MOST_ENTRIES: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// The generation of the log.
    pub generation: u64,
    /// How many entries are before these.
    at: usize,
    entries: Vec<LabelAction>,
    edits: Option<Edits>,
}

/// What a person can change beside the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Edits {
    /// As [`Open::revision`].
    revision: u64,
    file_name: String,
    id_column: Option<usize>,
    answers: Answers,
    guidelines: String,
    label_names: Vec<String>,
    label_looks: Looks,
    renamed: Renamed,
    prompt: PromptSettings,
    shows_all: bool,
    goal: Option<Goal>,
    annotator: Option<String>,
}

impl Journal {
    /// The entries that a log lacks which was read from the disk.
    fn lacking(&self, log: &[LabelAction]) -> &[LabelAction] {
        let Some(behind) = log.get(self.at..) else {
            return &[];
        };
        match self.entries.starts_with(behind) {
            true => &self.entries[behind.len()..],
            // It is older: what is there follows something else.
            false => &[],
        }
    }
}

impl AppState {
    /// What is not known to be on the disk; none where that is nothing. `is_edited`: whether what is beside the log is part of it.
    pub fn journal(&self, generation: u64, is_edited: bool) -> Option<Journal> {
        let open = self.open.as_ref().filter(|_| !self.projects.read_only)?;
        // While all of the log is written anew, none of it follows what is there.
        let entries: Vec<LabelAction> = match self.rewrites {
            true => Vec::new(),
            false => self
                .sent
                .iter()
                .chain(self.unsent())
                .take(MOST_ENTRIES + 1)
                .cloned()
                .collect(),
        };
        let entries = if entries.len() > MOST_ENTRIES {
            Vec::new()
        } else {
            entries
        };
        (is_edited || !entries.is_empty()).then(|| Journal {
            generation,
            at: open.n_saved(),
            entries,
            edits: is_edited.then(|| Edits::of(open)),
        })
    }

    /// Goes on from what the last visit could not store. `log`: as it was read from the disk.
    pub(super) fn recover(&mut self, journal: Journal, log: &[LabelAction]) -> Vec<Effect> {
        let Some(open) = self.open.as_mut().filter(|_| !self.projects.read_only) else {
            return Vec::new();
        };
        let n = open.pool.len();
        let lacking = journal.lacking(log).iter().filter(|entry| (entry.row as usize) < n);
        let (settled, said): (Vec<_>, Vec<_>) = lacking.cloned().partition(|entry| entry.settles);
        open.history.resume(said);
        open.team.decisions.resume(settled);
        let edits = journal.edits.filter(|edits| edits.revision > open.revision);
        let is_edited = edits.is_some();
        if let Some(edits) = edits {
            edits.apply(open);
        }
        open.adopt_labels_in_use();
        open.judge();
        let mut effects = self.append();
        if is_edited {
            effects.extend(self.save_head());
        }
        effects
    }
}

impl Edits {
    fn of(open: &Open) -> Edits {
        Edits {
            revision: open.revision,
            file_name: open.file_name.clone(),
            id_column: open.id_column,
            answers: open.answers,
            guidelines: open.guidelines.clone(),
            label_names: open.label_names.clone(),
            label_looks: open.label_looks.clone(),
            renamed: open.team.renamed.clone(),
            prompt: open.prompt.clone(),
            shows_all: open.shows_all,
            goal: open.goal,
            annotator: open.annotator.clone(),
        }
    }

    fn apply(self, open: &mut Open) {
        let n_columns = open.pool.columns().len();
        open.file_name = self.file_name;
        open.id_column = self.id_column.filter(|&column| column < n_columns);
        open.answers = self.answers;
        open.guidelines = self.guidelines;
        open.label_names = self.label_names;
        open.label_looks = self.label_looks;
        open.team.renamed = self.renamed;
        open.prompt = self.prompt;
        open.shows_all = self.shows_all;
        open.goal = self.goal;
        open.sign(self.annotator);
        open.revision = self.revision;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::store::Action;

    fn labeling() -> AppState {
        let mut state = fixtures::state(1);
        state.open = Some(fixtures::labeling(&[2, 0, 1], 3));
        state
    }

    /// As it lies on the disk.
    type Disk = (fastgas_platform::Project, Vec<LabelAction>);

    fn stored(state: &AppState) -> Disk {
        let open = state.open.as_ref().expect("a project");
        (open.to_project(&state.draft()), open.log())
    }

    fn reopened(disk: Disk, journal: &Journal) -> (AppState, Vec<Effect>) {
        // As the browser keeps it.
        let json = serde_json::to_string(journal).expect("JSON");
        let journal = serde_json::from_str(&json).expect("a journal");
        let mut again = fixtures::state(1);
        let log = disk.1.clone();
        again.apply_now(Action::Restored(Some(Box::new(disk))));
        let effects = again.apply_now(Action::Recovered(Box::new((journal, log))));
        (again, effects)
    }

    fn open(state: &AppState) -> &Open {
        state.open.as_ref().expect("a project")
    }

    #[test]
    fn what_was_under_way_is_there_again_wherever_the_disk_stopped() {
        let mut state = labeling();
        let empty = stored(&state);
        let mut disks = vec![empty];
        for key in ['1', '2'] {
            state.apply(Action::GiveByKey { key }, 5);
            disks.push(stored(&state));
        }
        let journal = state.journal(7, false).expect("two are under way");
        assert_eq!(journal.entries.len(), 2);
        for (n_there, disk) in disks.into_iter().enumerate() {
            let (again, effects) = reopened(disk, &journal);
            assert_eq!(open(&again).history.log(), open(&state).history.log());
            assert_eq!(open(&again).history.unsaved().len(), 2 - n_there);
            let n_sent = effects.iter().find_map(|effect| match effect {
                Effect::Append { at, actions, .. } => Some((*at, actions.len())),
                _ => None,
            });
            assert_eq!(n_sent, (n_there < 2).then_some((n_there, 2 - n_there)));
            // Each can be taken back.
            let mut again = again;
            again.apply(Action::Undo, 6);
            again.apply(Action::Undo, 7);
            assert!(open(&again).history.labels().is_empty());
        }
    }

    #[test]
    fn an_older_journal_changes_nothing() {
        let mut state = labeling();
        state.apply(Action::GiveByKey { key: '1' }, 5);
        state.apply_now(Action::EditGuidelines("Once.".into()));
        let older = state.journal(7, true).expect("under way");
        state.apply(Action::GiveByKey { key: '2' }, 6);
        state.apply_now(Action::EditGuidelines("Twice.".into()));
        let (again, effects) = reopened(stored(&state), &older);
        assert_eq!(effects, []);
        assert_eq!(open(&again).guidelines, "Twice.");
        assert_eq!(open(&again).history.log(), open(&state).history.log());
        // Nor does one of a log that went on otherwise.
        let mut other = labeling();
        other.apply(Action::GiveByKey { key: '2' }, 8);
        let (again, _) = reopened(stored(&other), &older);
        assert_eq!(open(&again).history.log(), open(&other).history.log());
    }

    #[test]
    fn what_stands_beside_the_labels_is_there_again() {
        let mut state = labeling();
        let before = stored(&state);
        assert_eq!(state.journal(7, false), None);
        state.apply_now(Action::AddLabel("maybe".into()));
        state.apply_now(Action::EditGuidelines("Look twice.".into()));
        state.apply(Action::SetGoal { n_texts: 5 }, 5);
        let journal = state.journal(7, true).expect("under way");
        let (again, effects) = reopened(before, &journal);
        assert!(matches!(&effects[..], [Effect::SaveHead(_)]), "{effects:?}");
        let (here, there) = (open(&again), open(&state));
        assert_eq!(
            (&here.label_names, &here.guidelines, here.goal),
            (&there.label_names, &there.guidelines, there.goal)
        );
        // A tab that only looks takes nothing.
        let mut looks_on = labeling();
        looks_on.projects.read_only = true;
        let recovered = Action::Recovered(Box::new((journal, Vec::new())));
        assert_eq!(looks_on.apply_now(recovered), []);
        assert_eq!(open(&looks_on).guidelines, "");
    }
}
