//! Describes the most recent step: the label that the user assigned, or the step that was undone.

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::project::Project;
use fastgas_annotation::label::{Annotation, AnswerType, EntryKind, LabelOrigin, SEPARATOR};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastStep {
    pub words: String,
    pub turn: StepKind,
    pub n_rows: usize,
    pub row: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    Made,
    Undone,
    Redone,
}

impl LastStep {
    /// The most recent step since the project was opened. Complexity: O(rows of the step).
    pub fn of(project: &Project) -> Option<LastStep> {
        if project.annotations.history.log().len() <= project.annotations.n_at_opening {
            return None;
        }
        let last = project.annotations.history.last_step()?;
        let turn = match last.kind {
            EntryKind::Undo => StepKind::Undone,
            EntryKind::Redo => StepKind::Redone,
            EntryKind::Step | EntryKind::Imported | EntryKind::Renaming(_) => StepKind::Made,
        };
        let labels = project.annotations.history.labels();
        // An undone step is described by the user's original change, not by the reverse change.
        let rows = last.before.iter().map(|(row, before)| match turn {
            StepKind::Undone => (labels.annotation(*row), before),
            StepKind::Made | StepKind::Redone => (before, labels.annotation(*row)),
        });
        let rows: Vec<(&Annotation, &Annotation)> = rows.collect();
        let did = match rows[..] {
            [] => return None,
            [(before, now)] => of_one(before, now, project.labels.answers),
            _ => of_many(&rows),
        };
        let words = match turn {
            StepKind::Made => did,
            StepKind::Undone => t!("labeling-last-step-undone", what = did),
            StepKind::Redone => t!("labeling-last-step-redone", what = did),
        };
        let (row, _) = last.before.first()?;
        Some(LastStep {
            words,
            turn,
            n_rows: rows.len(),
            row: *row,
        })
    }
}

fn of_one(before: &Annotation, now: &Annotation, answers: AnswerType) -> String {
    let named = |labels: &[String]| {
        let labels: Vec<_> = labels.iter().map(|label| isolated(label)).collect();
        labels.join(SEPARATOR)
    };
    let only_in = |labels: &[String], others: &[String]| -> Vec<String> {
        labels.iter().filter(|label| !others.contains(label)).cloned().collect()
    };
    let (given, taken) = (
        only_in(&now.labels, &before.labels),
        only_in(&before.labels, &now.labels),
    );
    match (&given[..], &taken[..], now.passed) {
        ([_, ..], _, _) if answers == AnswerType::Text => {
            t!("labeling-last-step-answered", answer = named(&now.labels))
        }
        ([_, ..], [], _) if !before.labels.is_empty() => t!("labeling-last-step-label-added", label = named(&given)),
        ([_, ..], ..) => t!("labeling-last-step-labeled", label = named(&now.labels)),
        (_, _, Some(why)) if before.passed != now.passed => {
            t!("labeling-last-step-passed", why = core_messages::passed(why))
        }
        ([], [_, ..], _) if answers == AnswerType::Text => t!("labeling-last-step-answer-removed"),
        ([], [_, ..], _) => t!("labeling-last-step-label-removed", label = named(&taken)),
        _ if before.passed != now.passed => t!("labeling-last-step-answer-removed"),
        _ if before.flagged != now.flagged && now.flagged => t!("labeling-last-step-flagged"),
        _ if before.flagged != now.flagged => t!("labeling-last-step-flag-removed"),
        _ if before.note != now.note && now.note.is_empty() => t!("labeling-last-step-note-removed"),
        _ if before.note != now.note => t!("labeling-last-step-note-added"),
        // All other changes are covered above, so only the origin of the labels has changed.
        _ => t!("labeling-last-step-labeled", label = named(&now.labels)),
    }
}

fn of_many(rows: &[(&Annotation, &Annotation)]) -> String {
    let n = grouped(rows.len() as u64);
    if rows
        .iter()
        .all(|(_, now)| matches!(now.origin, Some(LabelOrigin::Suggestion { .. })))
    {
        return t!("labeling-last-step-accepted", n);
    }
    if rows
        .iter()
        .all(|(_, now)| matches!(now.origin, Some(LabelOrigin::Model { .. })))
    {
        return t!("labeling-last-step-answers-accepted", n);
    }
    let is_flag_only = |(before, now): &(&Annotation, &Annotation)| {
        before.flagged != now.flagged && before.labels == now.labels && before.passed == now.passed
    };
    if rows.iter().all(is_flag_only) {
        return match rows.iter().all(|(_, now)| now.flagged) {
            true => t!("labeling-last-step-many-flagged", n),
            false => t!("labeling-last-step-many-unflagged", n),
        };
    }
    /// Returns the first label that every changed row got in the step.
    fn common<'a>(rows: impl Iterator<Item = (&'a Annotation, &'a Annotation)>) -> Option<&'a String> {
        let mut common: Option<Vec<&String>> = None;
        for (before, now) in rows {
            let new = now.labels.iter().filter(|label| !before.labels.contains(label));
            common = Some(match common {
                None => new.collect(),
                Some(common) => new.filter(|label| common.contains(label)).collect(),
            });
        }
        common?.first().copied()
    }
    let given = common(rows.iter().copied());
    let taken = common(rows.iter().map(|&(before, now)| (now, before)));
    match (given, taken) {
        (Some(label), _) => t!("labeling-last-step-many-labeled", n, label = isolated(label)),
        (None, Some(label)) => t!("labeling-last-step-many-removed", n, label = isolated(label)),
        (None, None) if rows.iter().all(|(_, now)| !now.is_answer()) => t!("labeling-last-step-many-cleared", n),
        (None, None) => t!("labeling-last-step-many-changed", n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labeling;
    use crate::state::{AppState, Msg};
    use crate::test_support;
    use fastgas_annotation::label::PassReason;

    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 4));
        state
    }

    fn shown(state: &mut AppState, msgs: Vec<Msg>) -> Vec<String> {
        let mut now_ms = 1_000
            * state
                .project
                .as_ref()
                .map_or(0, |project| project.annotations.history.log().len() as u64);
        let descriptions = |msg| {
            now_ms += 1;
            state.apply(msg, now_ms);
            let step = state.project.as_ref().and_then(LastStep::of);
            step.map(|step| step.words.replace(['\u{2068}', '\u{2069}'], ""))
                .unwrap_or_default()
        };
        msgs.into_iter().map(descriptions).collect()
    }

    #[test]
    fn every_step_is_described_and_undone_steps_by_what_they_did() {
        let mut state = labeling();
        let note = |text: &str| {
            Msg::Labeling(labeling::Msg::Note {
                row: 1,
                text: text.into(),
            })
        };
        let descriptions = shown(
            &mut state,
            vec![
                Msg::Labeling(labeling::Msg::Give { index: 0 }),
                Msg::Labeling(labeling::Msg::Undo),
                Msg::Labeling(labeling::Msg::Redo),
                Msg::Labeling(labeling::Msg::GoTo(0)),
                Msg::Labeling(labeling::Msg::Pass {
                    why: PassReason::Skipped,
                }),
                Msg::Labeling(labeling::Msg::GoTo(1)),
                Msg::Labeling(labeling::Msg::Pass {
                    why: PassReason::CannotTell,
                }),
                Msg::Labeling(labeling::Msg::GoTo(1)),
                Msg::Labeling(labeling::Msg::ClearAnswer),
                Msg::Labeling(labeling::Msg::Flag),
                note("see 3"),
                note(""),
                Msg::Labeling(labeling::Msg::GoTo(2)),
                Msg::Labeling(labeling::Msg::Give { index: 1 }),
                Msg::Labeling(labeling::Msg::GoTo(2)),
                Msg::Labeling(labeling::Msg::ClearAnswer),
                Msg::Labeling(labeling::Msg::Undo),
            ],
        );
        let expected = [
            "Labeled as yes",
            "Undone: Labeled as yes",
            "Redone: Labeled as yes",
            "Redone: Labeled as yes",
            "Marked “skipped”",
            "Marked “skipped”",
            "Marked “cannot tell”",
            "Marked “cannot tell”",
            "Answer removed",
            "Flagged",
            "Note added",
            "Note removed",
            "Note removed",
            "Labeled as no",
            "Labeled as no",
            "Label no removed",
            "Undone: Label no removed",
        ];
        assert_eq!(descriptions, expected);
    }

    #[test]
    fn several_labels_are_named_and_many_texts_are_counted() {
        let mut state = labeling();
        state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Several)));
        let descriptions = shown(
            &mut state,
            vec![
                Msg::Labeling(labeling::Msg::Give { index: 0 }),
                Msg::Labeling(labeling::Msg::Give { index: 1 }),
                Msg::Labeling(labeling::Msg::Give { index: 0 }),
            ],
        );
        assert_eq!(descriptions, ["Labeled as yes", "Label no added", "Label yes removed"]);
        state.map.marked = crate::map::PtrEq::new(vec![0, 1, 3]);
        let descriptions = shown(
            &mut state,
            vec![
                Msg::Labeling(labeling::Msg::GiveMarked { index: 1 }),
                Msg::Labeling(labeling::Msg::Undo),
            ],
        );
        assert_eq!(descriptions, ["3 texts labeled as no", "Undone: 3 texts labeled as no"]);
        state.apply(Msg::Labeling(labeling::Msg::Redo), 10_000);
        state.apply(Msg::Labeling(labeling::Msg::RemoveLabel(1)), 11_000);
        let descriptions = shown(&mut state, vec![Msg::Answer { yes: true }]);
        assert_eq!(descriptions, ["Label no removed from 4 texts"]);
    }

    #[test]
    fn written_answer_is_described_and_earlier_visits_are_ignored() {
        let mut state = labeling();
        state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Text)));
        let write = |text: &str| {
            Msg::Labeling(labeling::Msg::Write {
                row: 2,
                text: text.into(),
            })
        };
        let descriptions = shown(&mut state, vec![write("Block the card"), write("")]);
        assert_eq!(descriptions, ["Answered: Block the card", "Answer removed"]);
        let project = test_support::open_project(&state);
        let again = Project::restore(
            project.to_project(&state.run.settings.config_or_default()),
            project.log(),
        )
        .expect("a project");
        assert_eq!(LastStep::of(&again), None);
    }
}
