use super::*;
use crate::test_support;
use fastgas_annotation::label::{Goal, PassReason};

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
    /// Marks all annotations as saved, because the page does not announce an unsaved annotation.
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
