//! Texts for the ARIA live region: announces project changes to screen-reader users.
//!
//! All effects of one key press are combined into one announcement, because a screen reader would only read the last of
//! several. An announcement is the difference between two snapshots: the one of the previous announcement and the current
//! one.
//!
//! ```text
//!  text 3 ── 1 ──▶ “sport, saved.” ── on to text 7 ──▶ “Pick 2 of 18, flagged.” “how the text begins”
//! ```

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, say};
use crate::labeling::last_step::LastStep;
use crate::labeling::list_filter::Listing;
use crate::project::Open;
use fastgas_annotation::label::{Annotation, AnswerType, EntryKind};

/// Maximum number of letters of a text in an announcement.
const LETTERS: usize = 400;

/// Snapshot of the project at the time of an announcement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    file_name: String,
    n_texts: usize,
    row: Option<u32>,
    annotation: Annotation,
    is_saved: bool,
    n_said: usize,
    listing: Listing,
    label_names: Vec<String>,
    backed_up_ms: Option<u64>,
}

/// An announcement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcement {
    /// The sentences, in the language of the page.
    pub words: String,
    /// The text that is now current, in its own language.
    pub text: String,
}

impl Snapshot {
    /// Takes a snapshot. O(length of the names).
    pub fn of(open: &Open) -> Snapshot {
        let annotation = open
            .view
            .current
            .map(|row| open.annotations.history.labels().annotation(row).clone());
        Snapshot {
            file_name: open.source.file_name.clone(),
            n_texts: open.source.pool.len(),
            row: open.view.current,
            annotation: annotation.unwrap_or_default(),
            is_saved: open
                .view
                .current
                .is_none_or(|row| open.annotations.history.is_saved(row)),
            n_said: open.annotations.history.log().len(),
            listing: open.view.listing,
            label_names: open.labels.names.clone(),
            backed_up_ms: open.storage.backup.as_ref().map(|backup| backup.at_ms),
        }
    }

    /// The announcement of all changes since the snapshot `before`, possibly empty. `None` while the annotation of the
    /// current text is being saved. O(picks + |log|) if the log has grown.
    pub fn tell(&self, before: &Snapshot, open: &Open) -> Option<Announcement> {
        let is_other = (&self.file_name, self.n_texts) != (&before.file_name, before.n_texts);
        let moves = is_other || self.row != before.row;
        if !moves && !self.is_saved {
            return None;
        }
        let mut sentences = Vec::new();
        if is_other {
            let n = grouped(self.n_texts as u64);
            sentences.push(say!("announcer-project-open", name = isolated(&self.file_name), n));
        } else {
            sentences.extend(self.listed(before, open));
            sentences.extend(self.annotation(before, open));
            sentences.extend(self.named(before));
            let is_backed_up = self.backed_up_ms.is_some() && self.backed_up_ms != before.backed_up_ms;
            sentences.extend(is_backed_up.then(|| say!("announcer-backed-up")));
        }
        let mut text = String::new();
        if let Some(row) = self.row.filter(|_| moves) {
            sentences.push(place(open, row, &self.annotation));
            text = open.beginning_of(row, LETTERS);
        }
        let words = sentences.join(" ");
        Some(Announcement { words, text })
    }

    fn listed(&self, before: &Snapshot, open: &Open) -> Option<String> {
        let is_other = self.listing != before.listing;
        is_other.then(|| {
            let n = open.listed_rows().iter().filter(|&&row| open.is_shown(row)).count();
            say!("announcer-listing", what = self.listing.name(), n = grouped(n as u64))
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
            ([name], []) => Some(say!("announcer-label-added", label = isolated(name))),
            ([_, ..], []) => Some(say!("announcer-labels-added", n = new.len())),
            ([name], [old]) => Some(say!(
                "announcer-label-renamed",
                old = isolated(old),
                new = isolated(name)
            )),
            ([], [name]) => Some(say!("announcer-label-removed", label = isolated(name))),
            ([], [_, ..]) => Some(say!("announcer-labels-removed", n = gone.len())),
            _ => None,
        }
    }

    /// Describes how the annotation of the previous text changed, and whether that completed the picks or a goal.
    fn annotation(&self, before: &Snapshot, open: &Open) -> Vec<String> {
        let Some(row) = before.row.filter(|_| self.n_said != before.n_said) else {
            return Vec::new();
        };
        let now = open.annotations.history.labels().annotation(row);
        let changes = changes(&before.annotation, now, open.labels.answers);
        let mut sentences = Vec::new();
        let kind = open.annotations.history.log().last().map(|entry| &entry.kind);
        // A change of several texts, or of a text other than the current one.
        let elsewhere =
            LastStep::of(open).filter(|step| step.n_rows > 1 || (step.row != row && self.row == before.row));
        match (changes.is_empty(), kind) {
            _ if let Some(step) = &elsewhere => sentences.push(format!("{}.", step.words)),
            (false, Some(EntryKind::Undo)) => sentences.push(say!("announcer-changes-undone", what = changes)),
            (false, Some(EntryKind::Redo)) => sentences.push(say!("announcer-changes-redone", what = changes)),
            (false, _) => sentences.push(say!("announcer-changes-saved", what = changes)),
            // If the user moves to another text, its annotation is announced anyway.
            (true, Some(EntryKind::Undo)) => sentences.push(say!("announcer-undone-elsewhere")),
            (true, Some(EntryKind::Redo)) => sentences.push(say!("announcer-redone-elsewhere")),
            (true, _) => {}
        }
        let answers = !before.annotation.is_answer() && now.is_answer();
        if answers && open.is_all_done() {
            sentences.push(say!(
                "labeling-all-done-status",
                n = grouped(open.picked().count() as u64)
            ));
        }
        let reached = open.annotations.goal.and_then(|goal| {
            let log = open.annotations.history.log();
            let [was, is] = [&log[..before.n_said.min(log.len())], log].map(|log| goal.session_progress(log));
            (was.n_done < was.n_texts && is.n_done >= is.n_texts).then_some(is)
        });
        sentences.extend(reached.map(|sitting| {
            let time = say!("labeling-goal-minutes", n = sitting.minutes);
            format!("{}.", say!("labeling-goal-reached-status", n = sitting.n_done, time))
        }));
        sentences
    }
}

/// The position of a text in the queue.
pub fn place_of(rank: Option<usize>, n_picks: usize) -> String {
    match rank {
        Some(rank) => say!("announcer-pick-rank", rank, n_picks),
        None => say!("announcer-not-a-pick"),
    }
}

/// The position of a text and its present annotation.
fn place(open: &Open, row: u32, annotation: &Annotation) -> String {
    let place = place_of(open.rank_of(row), open.picked().count());
    let answer = annotation.answer().map(|answer| isolated(&answer).into_owned());
    let stands = [
        Some(place),
        answer.or(annotation.passed.map(core_messages::passed)),
        annotation.flagged.then(|| say!("labeling-flagged-status")),
        (!annotation.note.is_empty()).then(|| say!("labeling-note-status", note = isolated(&annotation.note))),
    ];
    let stands: Vec<String> = stands.into_iter().flatten().collect();
    format!("{}.", stands.join(", "))
}

/// The differences between two annotations.
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
                .map(|label| say!("announcer-answer-label-added", label = isolated(label))),
        );
        changes.extend(
            taken
                .iter()
                .map(|label| say!("announcer-answer-label-removed", label = isolated(label))),
        );
    } else if let Some(answer) = now.answer().filter(|_| before.labels != now.labels) {
        changes.push(isolated(&answer).into_owned());
    }
    if let Some(why) = now.passed.filter(|_| before.passed != now.passed) {
        changes.push(core_messages::passed(why));
    }
    let had_answer = !before.labels.is_empty() || before.passed.is_some();
    if had_answer && now.labels.is_empty() && now.passed.is_none() {
        changes.push(say!("announcer-answer-cleared"));
    }
    if before.flagged != now.flagged {
        changes.push(match now.flagged {
            true => say!("labeling-flagged-status"),
            false => say!("announcer-flag-removed"),
        });
    }
    if before.note != now.note {
        changes.push(match now.note.is_empty() {
            true => say!("announcer-note-removed"),
            false => say!("labeling-note-status", note = isolated(&now.note)),
        });
    }
    changes.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use fastgas_annotation::label::{Goal, PassReason};

    /// A project and the snapshot of the last announcement.
    struct Listener {
        open: Open,
        before: Snapshot,
    }

    fn listener(picks: &[u32]) -> Listener {
        let open = test_support::labeling(picks, 6);
        let before = Snapshot::of(&open);
        Listener { open, before }
    }

    impl Listener {
        /// Performs `act`, marks everything as saved, and returns the announcement.
        fn hears(&mut self, act: impl FnOnce(&mut Open)) -> (String, String) {
            act(&mut self.open);
            let unsaved = self.open.annotations.history.unsaved().len();
            self.open.annotations.history.mark_saved(unsaved);
            self.heard()
        }

        fn heard(&mut self) -> (String, String) {
            let now = Snapshot::of(&self.open);
            let Some(Announcement { words, text }) = now.tell(&self.before, &self.open) else {
                return Default::default();
            };
            self.before = now;
            (words, text)
        }
    }

    fn words(heard: &str) -> (String, String) {
        (heard.to_owned(), String::new())
    }

    #[test]
    fn answer_and_next_text_are_announced_together() {
        let mut listener = listener(&[4, 2, 1]);
        let heard = listener.hears(|open| {
            open.annotations.history.give(4, Some("yes"), 1);
            open.view.current = Some(2);
        });
        assert_eq!(heard, ("yes, saved. Pick 2 of 3.".into(), "c".into()));
        let heard = listener.hears(|open| open.view.current = Some(4));
        assert_eq!(heard, ("Pick 1 of 3, yes.".into(), "e".into()), "what it has already");
    }

    #[test]
    fn answer_is_announced_once_after_saving() {
        let mut listener = listener(&[4, 2]);
        listener.open.annotations.history.give(4, Some("yes"), 1);
        assert_eq!(listener.heard(), words(""));
        assert_eq!(listener.hears(|_| {}), words("yes, saved."));
        assert_eq!(listener.hears(|_| {}), words(""), "and once");
    }

    #[test]
    fn undo_and_redo_are_announced_with_the_change() {
        let mut listener = listener(&[4, 2]);
        listener.hears(|open| {
            open.annotations.history.give(4, Some("yes"), 1);
        });
        assert_eq!(
            listener.hears(|open| open.annotations.history.flag(4, 2)),
            words("flagged, saved.")
        );
        let undo = |open: &mut Open| {
            open.annotations.history.undo(9);
        };
        assert_eq!(listener.hears(undo), words("Undone: flag removed."));
        assert_eq!(listener.hears(undo), words("Undone: answer cleared."));
        let redo = |open: &mut Open| {
            open.annotations.history.redo(9);
        };
        assert_eq!(listener.hears(redo), words("Redone: yes."));
        let clear = |open: &mut Open| {
            open.annotations.history.give(4, None, 10);
        };
        assert_eq!(listener.hears(clear), words("answer cleared, saved."));
        let heard = listener.hears(|open| open.view.current = Some(2));
        assert_eq!(heard, ("Pick 2 of 2.".into(), "c".into()));
        let heard = listener.hears(|open| {
            open.annotations.history.undo(11);
            open.view.current = Some(4);
        });
        assert_eq!(heard, ("Undone. Pick 1 of 2, yes.".into(), "e".into()));
    }

    #[test]
    fn each_of_several_labels_is_announced() {
        let mut listener = listener(&[4, 2]);
        listener.open.labels.answers = AnswerType::Several;
        listener.hears(|open| open.annotations.history.toggle(4, "yes", 1));
        let heard = listener.hears(|open| open.annotations.history.toggle(4, "no", 2));
        assert_eq!(heard, words("no added, saved."));
        let heard = listener.hears(|open| open.annotations.history.toggle(4, "yes", 3));
        assert_eq!(heard, words("yes removed, saved."));
    }

    #[test]
    fn bulk_change_is_announced_once() {
        let mut listener = listener(&[4, 2, 1]);
        let give = |open: &mut Open| {
            open.annotations.history.give_all(&[4, 2], "yes", false, 1);
        };
        assert_eq!(listener.hears(give), words("2 texts labeled as yes."));
        let undo = |open: &mut Open| {
            open.annotations.history.undo(2);
        };
        assert_eq!(listener.hears(undo), words("Undone: 2 texts labeled as yes."));
        let other = |open: &mut Open| {
            open.annotations.history.give(1, Some("no"), 3);
        };
        assert_eq!(listener.hears(other), words("Labeled as no."));
    }

    #[test]
    fn last_answer_and_reached_goal_are_announced() {
        let mut listener = listener(&[4, 2]);
        listener.open.annotations.goal = Some(Goal {
            n_texts: 1,
            after: 0,
            since_ms: 0,
        });
        let heard = listener.hears(|open| {
            open.annotations.history.give(4, Some("yes"), 1);
            open.view.current = Some(2);
        });
        let expected = "yes, saved. Goal reached: 1 text in 1 minute. Pick 2 of 2.";
        assert_eq!(heard.0, expected);
        let last = |open: &mut Open| {
            open.annotations.history.pass(2, PassReason::CannotTell, 2);
        };
        assert_eq!(listener.hears(last), words("can’t tell, saved. All 2 picks are done."));
        let again = |open: &mut Open| {
            open.annotations.history.give(2, Some("no"), 3);
        };
        assert_eq!(listener.hears(again), words("no, saved."), "they were done before");
    }

    #[test]
    fn file_list_and_label_changes_are_announced() {
        let mut listener = listener(&[4, 2]);
        let add = |open: &mut Open| open.labels.names.push("perhaps".into());
        assert_eq!(listener.hears(add), words("Label perhaps added."));
        let rename = |open: &mut Open| open.labels.names[2] = "maybe".into();
        assert_eq!(listener.hears(rename), words("Label perhaps renamed to maybe."));
        let remove = |open: &mut Open| {
            open.labels.names.pop();
        };
        assert_eq!(listener.hears(remove), words("Label maybe removed."));
        let turn = |open: &mut Open| open.labels.names.reverse();
        assert_eq!(listener.hears(turn), words(""));
        listener.before = Snapshot::of(&listener.open);
        let list = |open: &mut Open| open.view.listing = Listing::Left;
        assert_eq!(listener.hears(list), words("Listed: to label, 2."));
        listener.before = Snapshot::default();
        let heard = listener.hears(|_| {});
        assert_eq!(heard, ("a.csv is open: 6 texts. Pick 1 of 2.".into(), "e".into()));
    }
}
