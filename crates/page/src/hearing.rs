//! What is heard of what happens to a project, by whoever listens to a screen reader instead of looking.
//!
//! All that came of one key is told in one go: of a dozen announcements only the last would be heard. It is made of how
//! things stood when something was told last, and how they stand now:
//!
//! ```text
//!  text 3 ── 1 ──▶ “sport, saved.” ── on to text 7 ──▶ “Pick 2 of 18, flagged.” “how the text begins”
//! ```

use crate::isolate::isolated;
use crate::last_step::LastStep;
use crate::listing::Listing;
use crate::project::Open;
use crate::words::{core, grouped, say};
use fastgas_annotation::label::{Answers, Kind, Said};

/// Of a text so much is read.
const LETTERS: usize = 400;

/// How things stood when something was told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    file_name: String,
    n_texts: usize,
    row: Option<u32>,
    said: Said,
    is_saved: bool,
    n_said: usize,
    listing: Listing,
    label_names: Vec<String>,
    backed_up_ms: Option<u64>,
}

/// What is to be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// In the language of the page.
    pub words: String,
    /// The text that came, in its own.
    pub text: String,
}

impl Moment {
    /// How things stand. O(length of the names).
    pub fn of(open: &Open) -> Moment {
        let said = open.current.map(|row| open.history.labels().said(row).clone());
        Moment {
            file_name: open.file_name.clone(),
            n_texts: open.pool.len(),
            row: open.current,
            said: said.unwrap_or_default(),
            is_saved: open.current.is_none_or(|row| open.history.is_saved(row)),
            n_said: open.history.log().len(),
            listing: open.listing,
            label_names: open.label_names.clone(),
            backed_up_ms: open.backup.as_ref().map(|backup| backup.at_ms),
        }
    }

    /// What is to be told, be it nothing, `before` being how things stood when something was told last; none as long as what
    /// was said of the text is on its way to the disk. O(picks + |log|) where something was said.
    pub fn tell(&self, before: &Moment, open: &Open) -> Option<Heard> {
        let is_other = (&self.file_name, self.n_texts) != (&before.file_name, before.n_texts);
        let moves = is_other || self.row != before.row;
        if !moves && !self.is_saved {
            return None;
        }
        let mut sentences = Vec::new();
        if is_other {
            let n = grouped(self.n_texts as u64);
            sentences.push(say!("hearing-open", name = isolated(&self.file_name), n));
        } else {
            sentences.extend(self.listed(before, open));
            sentences.extend(self.said(before, open));
            sentences.extend(self.named(before));
            let is_backed_up = self.backed_up_ms.is_some() && self.backed_up_ms != before.backed_up_ms;
            sentences.extend(is_backed_up.then(|| say!("hearing-backed-up")));
        }
        let mut text = String::new();
        if let Some(row) = self.row.filter(|_| moves) {
            sentences.push(place(open, row, &self.said));
            text = open.beginning_of(row, LETTERS);
        }
        let words = sentences.join(" ");
        Some(Heard { words, text })
    }

    fn listed(&self, before: &Moment, open: &Open) -> Option<String> {
        let is_other = self.listing != before.listing;
        is_other.then(|| {
            let n = open.listed_rows().iter().filter(|&&row| open.is_shown(row)).count();
            say!("hearing-listed", what = self.listing.name(), n = grouped(n as u64))
        })
    }

    fn named(&self, before: &Moment) -> Option<String> {
        if self.label_names == before.label_names {
            return None;
        }
        let only_in = |names: &[String], others: &[String]| -> Vec<String> {
            names.iter().filter(|name| !others.contains(name)).cloned().collect()
        };
        let new = only_in(&self.label_names, &before.label_names);
        let gone = only_in(&before.label_names, &self.label_names);
        match (new.as_slice(), gone.as_slice()) {
            ([name], []) => Some(say!("hearing-label-added", label = isolated(name))),
            ([_, ..], []) => Some(say!("hearing-labels-added", n = new.len())),
            ([name], [old]) => Some(say!("hearing-label-renamed", old = isolated(old), new = isolated(name))),
            ([], [name]) => Some(say!("hearing-label-removed", label = isolated(name))),
            ([], [_, ..]) => Some(say!("hearing-labels-removed", n = gone.len())),
            _ => None,
        }
    }

    /// What was said of the text that was told of last, and what that ends.
    fn said(&self, before: &Moment, open: &Open) -> Vec<String> {
        let Some(row) = before.row.filter(|_| self.n_said != before.n_said) else {
            return Vec::new();
        };
        let now = open.history.labels().said(row);
        let changes = changes(&before.said, now, open.answers);
        let mut sentences = Vec::new();
        let kind = open.history.log().last().map(|entry| &entry.kind);
        // What many texts have got, or one that is not before the person.
        let elsewhere =
            LastStep::of(open).filter(|step| step.n_rows > 1 || (step.row != row && self.row == before.row));
        match (changes.is_empty(), kind) {
            _ if let Some(step) = &elsewhere => sentences.push(format!("{}.", step.words)),
            (false, Some(Kind::Undo)) => sentences.push(say!("hearing-undone", what = changes)),
            (false, Some(Kind::Redo)) => sentences.push(say!("hearing-redone", what = changes)),
            (false, _) => sentences.push(say!("hearing-saved", what = changes)),
            // Of the text that comes it is told how it stands.
            (true, Some(Kind::Undo)) => sentences.push(say!("hearing-undone-elsewhere")),
            (true, Some(Kind::Redo)) => sentences.push(say!("hearing-redone-elsewhere")),
            (true, _) => {}
        }
        let answers = !before.said.is_answer() && now.is_answer();
        if answers && open.is_all_done() {
            sentences.push(say!("hearing-all-done", n = grouped(open.picked().count() as u64)));
        }
        let reached = open.goal.and_then(|goal| {
            let log = open.history.log();
            let [was, is] = [&log[..before.n_said.min(log.len())], log].map(|log| goal.sitting(log));
            (was.n_done < was.n_texts && is.n_done >= is.n_texts).then_some(is)
        });
        sentences.extend(reached.map(|sitting| {
            let time = say!("goal-minutes", n = sitting.minutes);
            format!("{}.", say!("goal-reached", n = sitting.n_done, time))
        }));
        sentences
    }
}

/// Where in the queue a text is.
pub fn place_of(rank: Option<usize>, n_picks: usize) -> String {
    match rank {
        Some(rank) => say!("annotate-pick", rank, n_picks),
        None => say!("annotate-no-pick"),
    }
}

/// Where one is, and what was said there before.
fn place(open: &Open, row: u32, said: &Said) -> String {
    let place = place_of(open.rank_of(row), open.picked().count());
    let answer = said.answer().map(|answer| isolated(&answer).into_owned());
    let stands = [
        Some(place),
        answer.or(said.passed.map(core::passed)),
        said.flagged.then(|| say!("picks-flagged-2")),
        (!said.note.is_empty()).then(|| say!("picks-note", note = isolated(&said.note))),
    ];
    let stands: Vec<String> = stands.into_iter().flatten().collect();
    format!("{}.", stands.join(", "))
}

/// What is said of a text now and was not before.
fn changes(before: &Said, now: &Said, answers: Answers) -> String {
    let mut changes = Vec::new();
    let only_in = |labels: &[String], others: &[String]| -> Vec<String> {
        labels.iter().filter(|label| !others.contains(label)).cloned().collect()
    };
    if answers == Answers::Several && before.labels != now.labels {
        let taken = only_in(&before.labels, &now.labels);
        let given = only_in(&now.labels, &before.labels);
        changes.extend(given.iter().map(|label| say!("hearing-given", label = isolated(label))));
        changes.extend(taken.iter().map(|label| say!("hearing-taken", label = isolated(label))));
    } else if let Some(answer) = now.answer().filter(|_| before.labels != now.labels) {
        changes.push(isolated(&answer).into_owned());
    }
    if let Some(why) = now.passed.filter(|_| before.passed != now.passed) {
        changes.push(core::passed(why));
    }
    let had_answer = !before.labels.is_empty() || before.passed.is_some();
    if had_answer && now.labels.is_empty() && now.passed.is_none() {
        changes.push(say!("hearing-no-answer"));
    }
    if before.flagged != now.flagged {
        changes.push(match now.flagged {
            true => say!("picks-flagged-2"),
            false => say!("hearing-not-flagged"),
        });
    }
    if before.note != now.note {
        changes.push(match now.note.is_empty() {
            true => say!("hearing-no-note"),
            false => say!("picks-note", note = isolated(&now.note)),
        });
    }
    changes.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use fastgas_annotation::label::{Goal, Pass};

    /// A project of which something was told already.
    struct Listener {
        open: Open,
        before: Moment,
    }

    fn listener(picks: &[u32]) -> Listener {
        let open = fixtures::labeling(picks, 6);
        let before = Moment::of(&open);
        Listener { open, before }
    }

    impl Listener {
        /// Does something that the disk has taken then; what is heard of it.
        fn hears(&mut self, act: impl FnOnce(&mut Open)) -> (String, String) {
            act(&mut self.open);
            let unsaved = self.open.history.unsaved().len();
            self.open.history.mark_saved(unsaved);
            self.heard()
        }

        fn heard(&mut self) -> (String, String) {
            let now = Moment::of(&self.open);
            let Some(Heard { words, text }) = now.tell(&self.before, &self.open) else {
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
    fn an_answer_and_the_text_that_comes_are_told_in_one_go() {
        let mut listener = listener(&[4, 2, 1]);
        let heard = listener.hears(|open| {
            open.history.give(4, Some("yes"), 1);
            open.current = Some(2);
        });
        assert_eq!(heard, ("yes, saved. Pick 2 of 3.".into(), "c".into()));
        let heard = listener.hears(|open| open.current = Some(4));
        assert_eq!(heard, ("Pick 1 of 3, yes.".into(), "e".into()), "what it has already");
    }

    #[test]
    fn nothing_is_told_before_it_is_on_the_disk() {
        let mut listener = listener(&[4, 2]);
        listener.open.history.give(4, Some("yes"), 1);
        assert_eq!(listener.heard(), words(""));
        assert_eq!(listener.hears(|_| {}), words("yes, saved."));
        assert_eq!(listener.hears(|_| {}), words(""), "and once");
    }

    #[test]
    fn what_is_taken_back_is_told_by_name() {
        let mut listener = listener(&[4, 2]);
        listener.hears(|open| {
            open.history.give(4, Some("yes"), 1);
        });
        assert_eq!(listener.hears(|open| open.history.flag(4, 2)), words("flagged, saved."));
        let undo = |open: &mut Open| {
            open.history.undo(9);
        };
        assert_eq!(listener.hears(undo), words("Undone: flag removed."));
        assert_eq!(listener.hears(undo), words("Undone: no answer any more."));
        let redo = |open: &mut Open| {
            open.history.redo(9);
        };
        assert_eq!(listener.hears(redo), words("Redone: yes."));
        let clear = |open: &mut Open| {
            open.history.give(4, None, 10);
        };
        assert_eq!(listener.hears(clear), words("no answer any more, saved."));
        let heard = listener.hears(|open| open.current = Some(2));
        assert_eq!(heard, ("Pick 2 of 2.".into(), "c".into()));
        let heard = listener.hears(|open| {
            open.history.undo(11);
            open.current = Some(4);
        });
        assert_eq!(heard, ("Undone. Pick 1 of 2, yes.".into(), "e".into()));
    }

    #[test]
    fn of_several_labels_each_is_told() {
        let mut listener = listener(&[4, 2]);
        listener.open.answers = Answers::Several;
        listener.hears(|open| open.history.toggle(4, "yes", 1));
        let heard = listener.hears(|open| open.history.toggle(4, "no", 2));
        assert_eq!(heard, words("no added, saved."));
        let heard = listener.hears(|open| open.history.toggle(4, "yes", 3));
        assert_eq!(heard, words("yes removed, saved."));
    }

    #[test]
    fn what_many_texts_or_another_one_get_is_told_once() {
        let mut listener = listener(&[4, 2, 1]);
        let give = |open: &mut Open| {
            open.history.give_all(&[4, 2], "yes", false, 1);
        };
        assert_eq!(listener.hears(give), words("2 texts labeled as yes."));
        let undo = |open: &mut Open| {
            open.history.undo(2);
        };
        assert_eq!(listener.hears(undo), words("Undone: 2 texts labeled as yes."));
        let other = |open: &mut Open| {
            open.history.give(1, Some("no"), 3);
        };
        assert_eq!(listener.hears(other), words("Labeled as no."));
    }

    #[test]
    fn the_last_answer_and_a_goal_are_ends() {
        let mut listener = listener(&[4, 2]);
        listener.open.goal = Some(Goal {
            n_texts: 1,
            after: 0,
            since_ms: 0,
        });
        let heard = listener.hears(|open| {
            open.history.give(4, Some("yes"), 1);
            open.current = Some(2);
        });
        let expected = "yes, saved. Goal reached: 1 text in 1 minute. Pick 2 of 2.";
        assert_eq!(heard.0, expected);
        let last = |open: &mut Open| {
            open.history.pass(2, Pass::CannotTell, 2);
        };
        assert_eq!(listener.hears(last), words("can’t tell, saved. All 2 picks are done."));
        let again = |open: &mut Open| {
            open.history.give(2, Some("no"), 3);
        };
        assert_eq!(listener.hears(again), words("no, saved."), "they were done before");
    }

    #[test]
    fn a_file_a_list_and_labels_are_told() {
        let mut listener = listener(&[4, 2]);
        let add = |open: &mut Open| open.label_names.push("perhaps".into());
        assert_eq!(listener.hears(add), words("Label perhaps added."));
        let rename = |open: &mut Open| open.label_names[2] = "maybe".into();
        assert_eq!(listener.hears(rename), words("Label perhaps is called maybe now."));
        let remove = |open: &mut Open| {
            open.label_names.pop();
        };
        assert_eq!(listener.hears(remove), words("Label maybe taken out."));
        let turn = |open: &mut Open| open.label_names.reverse();
        assert_eq!(listener.hears(turn), words(""));
        listener.before = Moment::of(&listener.open);
        let list = |open: &mut Open| open.listing = Listing::Left;
        assert_eq!(listener.hears(list), words("Listed: to label, 2."));
        listener.before = Moment::default();
        let heard = listener.hears(|_| {});
        assert_eq!(heard, ("a.csv is open: 6 texts. Pick 1 of 2.".into(), "e".into()));
    }
}
