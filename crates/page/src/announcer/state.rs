//! Texts for the ARIA live region, which announces project changes to screen-reader users.
//!
//! All commands of one key press are combined into one announcement.
//! If there were several announcements, a screen reader would read only the last announcement.
//! An announcement is the difference between the snapshot at the previous announcement and the current snapshot.
//!
//! ```text
//!  text 3 ── 1 ──▶ “sport, saved.” ── on to text 7 ──▶ “Pick 2 of 18, flagged.” “how the text begins”
//! ```

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::labeling::last_step::LastStep;
use crate::labeling::list_filter::ListFilter;
use crate::project::Project;
use fastgas_annotation::label::{Annotation, AnswerType, EntryKind};

/// Maximum number of characters of a text that an announcement contains.
const MAX_ANNOUNCED_CHARS: usize = 400;

/// Snapshot of the project at the time of an announcement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    file_name: String,
    n_texts: usize,
    row: Option<u32>,
    annotation: Annotation,
    is_saved: bool,
    n_entries: usize,
    listing: ListFilter,
    label_names: Vec<String>,
    backed_up_ms: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcement {
    /// The sentences of the announcement, in the language of the page.
    pub words: String,
    /// The text that has become current. Its language may differ from the language of the page.
    pub text: String,
}

impl Snapshot {
    /// Takes a snapshot of the project. Complexity: O(total length of the label names).
    pub fn of(project: &Project) -> Snapshot {
        let annotation = project
            .view
            .current
            .map(|row| project.annotations.history.labels().annotation(row).clone());
        Snapshot {
            file_name: project.source.file_name.clone(),
            n_texts: project.source.pool.len(),
            row: project.view.current,
            annotation: annotation.unwrap_or_default(),
            is_saved: project
                .view
                .current
                .is_none_or(|row| project.annotations.history.is_saved(row)),
            n_entries: project.annotations.history.log().len(),
            listing: project.view.listing,
            label_names: project.labels.names.clone(),
            backed_up_ms: project.storage.backup.as_ref().map(|backup| backup.at_ms),
        }
    }

    /// Announces all changes since the snapshot `before`. The announcement may be empty.
    /// Returns `None` while the annotation of the current text is being saved.
    /// Complexity: O(|log|) if the log has grown and the session has a goal.
    pub fn announce(&self, before: &Snapshot, project: &Project) -> Option<Announcement> {
        let is_other = (&self.file_name, self.n_texts) != (&before.file_name, before.n_texts);
        let moves = is_other || self.row != before.row;
        if !moves && !self.is_saved {
            return None;
        }
        let mut sentences = Vec::new();
        if is_other {
            let n = grouped(self.n_texts as u64);
            sentences.push(t!("announcer-project-open", name = isolated(&self.file_name), n));
        } else {
            sentences.extend(self.listed(before, project));
            sentences.extend(self.annotation(before, project));
            sentences.extend(self.named(before));
            let is_backed_up = self.backed_up_ms.is_some() && self.backed_up_ms != before.backed_up_ms;
            sentences.extend(is_backed_up.then(|| t!("announcer-backed-up")));
        }
        let mut text = String::new();
        if let Some(row) = self.row.filter(|_| moves) {
            sentences.push(place(project, row, &self.annotation));
            text = project.beginning_of(row, MAX_ANNOUNCED_CHARS);
        }
        let words = sentences.join(" ");
        Some(Announcement { words, text })
    }

    fn listed(&self, before: &Snapshot, project: &Project) -> Option<String> {
        let is_other = self.listing != before.listing;
        is_other.then(|| {
            let n = project.n_shown()[self.listing as usize];
            t!("announcer-listing", what = self.listing.name(), n = grouped(n as u64))
        })
    }

    fn named(&self, before: &Snapshot) -> Option<String> {
        if self.label_names == before.label_names {
            return None;
        }
        let only_in = |names: &[String], others: &[String]| -> Vec<String> {
            names.iter().filter(|name| !others.contains(name)).cloned().collect()
        };
        let new = only_in(&self.label_names, &before.label_names);
        let gone = only_in(&before.label_names, &self.label_names);
        match (new.as_slice(), gone.as_slice()) {
            ([name], []) => Some(t!("announcer-label-added", label = isolated(name))),
            ([_, ..], []) => Some(t!("announcer-labels-added", n = new.len())),
            ([name], [old]) => Some(t!("announcer-label-renamed", old = isolated(old), new = isolated(name))),
            ([], [name]) => Some(t!("announcer-label-removed", label = isolated(name))),
            ([], [_, ..]) => Some(t!("announcer-labels-removed", n = gone.len())),
            _ => None,
        }
    }

    /// Describes how the annotation of the previous text changed, and whether a goal is reached or all picks are done.
    fn annotation(&self, before: &Snapshot, project: &Project) -> Vec<String> {
        let Some(row) = before.row.filter(|_| self.n_entries != before.n_entries) else {
            return Vec::new();
        };
        let now = project.annotations.history.labels().annotation(row);
        let changes = changes(&before.annotation, now, project.labels.answers);
        let mut sentences = Vec::new();
        let kind = project.annotations.history.log().last().map(|entry| &entry.kind);
        // The most recent step changed several texts, or a text other than the current text.
        let elsewhere =
            LastStep::of(project).filter(|step| step.n_rows > 1 || (step.row != row && self.row == before.row));
        match (changes.is_empty(), kind) {
            _ if let Some(step) = &elsewhere => sentences.push(format!("{}.", step.words)),
            (false, Some(EntryKind::Undo)) => sentences.push(t!("announcer-changes-undone", what = changes)),
            (false, Some(EntryKind::Redo)) => sentences.push(t!("announcer-changes-redone", what = changes)),
            (false, _) => sentences.push(t!("announcer-changes-saved", what = changes)),
            // If the user moves to another text, the annotation of the new text is announced separately.
            (true, Some(EntryKind::Undo)) => sentences.push(t!("announcer-undone-elsewhere")),
            (true, Some(EntryKind::Redo)) => sentences.push(t!("announcer-redone-elsewhere")),
            (true, _) => {}
        }
        let answers = !before.annotation.is_answer() && now.is_answer();
        if answers && project.is_all_done() {
            sentences.push(t!("labeling-all-done-status", n = grouped(project.n_picks() as u64)));
        }
        let reached = project.annotations.goal.and_then(|goal| {
            let log = project.annotations.history.log();
            let [was, is] = [&log[..before.n_entries.min(log.len())], log].map(|log| goal.session_progress(log));
            (was.n_done < was.n_texts && is.n_done >= is.n_texts).then_some(is)
        });
        sentences.extend(reached.map(|session| {
            let time = t!("labeling-goal-minutes", n = session.minutes);
            format!("{}.", t!("labeling-goal-reached-status", n = session.n_done, time))
        }));
        sentences
    }
}

/// Describes the position of a text in the queue.
pub fn rank_words(rank: Option<usize>, n_picks: usize) -> String {
    match rank {
        Some(rank) => t!("announcer-pick-rank", rank, n_picks),
        None => t!("announcer-not-a-pick"),
    }
}

/// Describes the position of a text in the queue, and the text's current annotation.
fn place(project: &Project, row: u32, annotation: &Annotation) -> String {
    let rank = rank_words(project.rank_of(row), project.n_picks());
    let answer = annotation.answer().map(|answer| isolated(&answer).into_owned());
    let parts = [
        Some(rank),
        answer.or(annotation.passed.map(core_messages::passed)),
        annotation.flagged.then(|| t!("labeling-flagged-status")),
        (!annotation.note.is_empty()).then(|| t!("labeling-note-status", note = isolated(&annotation.note))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{}.", parts.join(", "))
}

/// Describes the differences between two annotations.
fn changes(before: &Annotation, now: &Annotation, answers: AnswerType) -> String {
    let mut changes = Vec::new();
    let only_in = |labels: &[String], others: &[String]| -> Vec<String> {
        labels.iter().filter(|label| !others.contains(label)).cloned().collect()
    };
    if answers == AnswerType::Several && before.labels != now.labels {
        let taken = only_in(&before.labels, &now.labels);
        let given = only_in(&now.labels, &before.labels);
        changes.extend(
            given
                .iter()
                .map(|label| t!("announcer-answer-label-added", label = isolated(label))),
        );
        changes.extend(
            taken
                .iter()
                .map(|label| t!("announcer-answer-label-removed", label = isolated(label))),
        );
    } else if let Some(answer) = now.answer().filter(|_| before.labels != now.labels) {
        changes.push(isolated(&answer).into_owned());
    }
    if let Some(why) = now.passed.filter(|_| before.passed != now.passed) {
        changes.push(core_messages::passed(why));
    }
    let had_answer = !before.labels.is_empty() || before.passed.is_some();
    if had_answer && now.labels.is_empty() && now.passed.is_none() {
        changes.push(t!("announcer-answer-cleared"));
    }
    if before.flagged != now.flagged {
        changes.push(match now.flagged {
            true => t!("labeling-flagged-status"),
            false => t!("announcer-flag-removed"),
        });
    }
    if before.note != now.note {
        changes.push(match now.note.is_empty() {
            true => t!("announcer-note-removed"),
            false => t!("labeling-note-status", note = isolated(&now.note)),
        });
    }
    changes.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use fastgas_annotation::label::{Goal, PassReason};

    /// A project, and its snapshot at the time of the previous announcement.
    struct Listener {
        project: Project,
        before: Snapshot,
    }

    fn listener(picks: &[u32]) -> Listener {
        let project = test_support::labeling(picks, 6);
        let before = Snapshot::of(&project);
        Listener { project, before }
    }

    impl Listener {
        /// Runs `act`, marks all annotations as saved, and returns the announcement.
        fn announces(&mut self, act: impl FnOnce(&mut Project)) -> (String, String) {
            act(&mut self.project);
            let unsaved = self.project.annotations.history.unsaved().len();
            self.project.annotations.history.mark_saved(unsaved);
            self.announcement()
        }

        fn announcement(&mut self) -> (String, String) {
            let now = Snapshot::of(&self.project);
            let Some(Announcement { words, text }) = now.announce(&self.before, &self.project) else {
                return Default::default();
            };
            self.before = now;
            (words, text)
        }
    }

    fn words(announcement: &str) -> (String, String) {
        (announcement.to_owned(), String::new())
    }

    #[test]
    fn answer_and_next_text_are_announced_together() {
        let mut listener = listener(&[4, 2, 1]);
        let announcement = listener.announces(|project| {
            project.annotations.history.give(4, Some("yes"), 1);
            project.view.current = Some(2);
        });
        assert_eq!(announcement, ("yes, saved. Pick 2 of 3.".into(), "c".into()));
        let announcement = listener.announces(|project| project.view.current = Some(4));
        assert_eq!(
            announcement,
            ("Pick 1 of 3, yes.".into(), "e".into()),
            "the existing label is announced too"
        );
    }

    #[test]
    fn answer_is_announced_once_after_saving() {
        let mut listener = listener(&[4, 2]);
        listener.project.annotations.history.give(4, Some("yes"), 1);
        assert_eq!(listener.announcement(), words(""));
        assert_eq!(listener.announces(|_| {}), words("yes, saved."));
        assert_eq!(listener.announces(|_| {}), words(""), "an announcement is made once");
    }

    #[test]
    fn undo_and_redo_are_announced_with_the_change() {
        let mut listener = listener(&[4, 2]);
        listener.announces(|project| {
            project.annotations.history.give(4, Some("yes"), 1);
        });
        assert_eq!(
            listener.announces(|project| project.annotations.history.flag(4, 2)),
            words("flagged, saved.")
        );
        let undo = |project: &mut Project| {
            project.annotations.history.undo(9);
        };
        assert_eq!(listener.announces(undo), words("Undone: flag removed."));
        assert_eq!(listener.announces(undo), words("Undone: answer cleared."));
        let redo = |project: &mut Project| {
            project.annotations.history.redo(9);
        };
        assert_eq!(listener.announces(redo), words("Redone: yes."));
        let clear = |project: &mut Project| {
            project.annotations.history.give(4, None, 10);
        };
        assert_eq!(listener.announces(clear), words("answer cleared, saved."));
        let announcement = listener.announces(|project| project.view.current = Some(2));
        assert_eq!(announcement, ("Pick 2 of 2.".into(), "c".into()));
        let announcement = listener.announces(|project| {
            project.annotations.history.undo(11);
            project.view.current = Some(4);
        });
        assert_eq!(announcement, ("Undone. Pick 1 of 2, yes.".into(), "e".into()));
    }

    #[test]
    fn each_of_several_labels_is_announced() {
        let mut listener = listener(&[4, 2]);
        listener.project.labels.answers = AnswerType::Several;
        listener.announces(|project| project.annotations.history.toggle(4, "yes", 1));
        let announcement = listener.announces(|project| project.annotations.history.toggle(4, "no", 2));
        assert_eq!(announcement, words("no added, saved."));
        let announcement = listener.announces(|project| project.annotations.history.toggle(4, "yes", 3));
        assert_eq!(announcement, words("yes removed, saved."));
    }

    #[test]
    fn bulk_change_is_announced_once() {
        let mut listener = listener(&[4, 2, 1]);
        let give = |project: &mut Project| {
            project.annotations.history.give_all(&[4, 2], "yes", false, 1);
        };
        assert_eq!(listener.announces(give), words("2 texts labeled as yes."));
        let undo = |project: &mut Project| {
            project.annotations.history.undo(2);
        };
        assert_eq!(listener.announces(undo), words("Undone: 2 texts labeled as yes."));
        let other = |project: &mut Project| {
            project.annotations.history.give(1, Some("no"), 3);
        };
        assert_eq!(listener.announces(other), words("Labeled as no."));
    }

    #[test]
    fn last_answer_and_reached_goal_are_announced() {
        let mut listener = listener(&[4, 2]);
        listener.project.annotations.goal = Some(Goal {
            n_texts: 1,
            after: 0,
            since_ms: 0,
        });
        let announcement = listener.announces(|project| {
            project.annotations.history.give(4, Some("yes"), 1);
            project.view.current = Some(2);
        });
        let expected = "yes, saved. Goal reached: 1 text in 1 minute. Pick 2 of 2.";
        assert_eq!(announcement.0, expected);
        let last = |project: &mut Project| {
            project.annotations.history.pass(2, PassReason::CannotTell, 2);
        };
        assert_eq!(
            listener.announces(last),
            words("cannot tell, saved. All 2 picks are done.")
        );
        let again = |project: &mut Project| {
            project.annotations.history.give(2, Some("no"), 3);
        };
        assert_eq!(
            listener.announces(again),
            words("no, saved."),
            "the tasks were complete before"
        );
    }

    #[test]
    fn file_list_and_label_changes_are_announced() {
        let mut listener = listener(&[4, 2]);
        let add = |project: &mut Project| project.labels.names.push("perhaps".into());
        assert_eq!(listener.announces(add), words("Label perhaps added."));
        let rename = |project: &mut Project| project.labels.names[2] = "maybe".into();
        assert_eq!(listener.announces(rename), words("Label perhaps renamed to maybe."));
        let remove = |project: &mut Project| {
            project.labels.names.pop();
        };
        assert_eq!(listener.announces(remove), words("Label maybe removed."));
        let turn = |project: &mut Project| project.labels.names.reverse();
        assert_eq!(listener.announces(turn), words(""));
        listener.before = Snapshot::of(&listener.project);
        let list = |project: &mut Project| project.view.listing = ListFilter::Left;
        assert_eq!(listener.announces(list), words("Listed: to label, 2."));
        listener.before = Snapshot::default();
        let announcement = listener.announces(|_| {});
        assert_eq!(
            announcement,
            ("a.csv is open: 6 texts. Pick 1 of 2.".into(), "e".into())
        );
    }
}
