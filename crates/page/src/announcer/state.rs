//! Texts for the ARIA live region, which announces project changes to screen-reader users.
//!
//! All commands of one key press are combined into one announcement.
//! A screen reader would read only the last of several announcements.
//! An announcement describes the differences between the snapshot at the last announcement and the current snapshot.

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::labeling::last_step::LastStep;
use crate::labeling::list_filter::ListFilter;
use crate::project::Project;
use fastgas_annotation::label::{Annotation, AnswerType, EntryKind};

const MAX_ANNOUNCED_CHARS: usize = 400;

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
    pub words: String,
    /// The beginning of the text that the user has moved to. Its language may differ from the page's language.
    pub text: String,
}

impl Snapshot {
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

    /// `None` while the annotation of the current text is being saved, unless the user has moved to another text.
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

    fn annotation(&self, before: &Snapshot, project: &Project) -> Vec<String> {
        let Some(row) = before.row.filter(|_| self.n_entries != before.n_entries) else {
            return Vec::new();
        };
        let now = project.annotations.history.labels().annotation(row);
        let changes = changes(&before.annotation, now, project.labels.answers);
        let mut sentences = Vec::new();
        let kind = project.annotations.history.log().last().map(|entry| &entry.kind);
        // A step that changed several texts, or a text other than the current one, is announced in full.
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

pub fn rank_words(rank: Option<usize>, n_picks: usize) -> String {
    match rank {
        Some(rank) => t!("announcer-pick-rank", rank, n_picks),
        None => t!("announcer-not-a-pick"),
    }
}

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
mod tests;
