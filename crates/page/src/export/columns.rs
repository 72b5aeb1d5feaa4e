//! The columns that exports add to the columns of the file, and their explanations.

use std::sync::Arc;

use crate::export::state::guard;
use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::project::Project;
use fastgas_annotation::export::{AddedColumn, EscapeFormulas};
use fastgas_annotation::label::AnswerType;
use fastgas_platform::{Preference, Preferences};

/// Everything that determines which columns exports add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColumnsVersion {
    /// The memory address of the pool, which changes whenever the pool is replaced.
    pool: usize,
    n_changes: usize,
    annotator: Option<String>,
    answers: AnswerType,
    pub(super) tells_times: bool,
    pub(super) guard: EscapeFormulas,
}

impl ColumnsVersion {
    pub(super) fn of(project: &Project, preferences: &Preferences) -> ColumnsVersion {
        ColumnsVersion {
            pool: Arc::as_ptr(&project.source.pool) as usize,
            n_changes: project.n_changes(),
            annotator: project.annotations.annotator.clone(),
            answers: project.labels.answers,
            tells_times: preferences.is_on(Preference::TellTimes),
            guard: guard(preferences),
        }
    }
}

/// The name of a column in the exported file, prepared for display.
/// The annotator's name in the column name is isolated, so that its direction controls do not affect the other words.
pub fn shown_name(column: &AddedColumn, name: String) -> String {
    match column {
        AddedColumn::LabelBy(annotator) | AddedColumn::LabeledAtBy(annotator) => match name.split_once(" by ") {
            Some((kind, by)) => format!("{kind} by {}", by.replacen(annotator, &isolated(annotator), 1)),
            None => name,
        },
        _ => name,
    }
}

/// The explanation of a column, in the current language. `own` is the user's name among the annotators.
pub fn meaning(column: &AddedColumn, own: &str) -> String {
    match column {
        AddedColumn::Rank => t!("export-rank-meaning"),
        AddedColumn::Row => t!("export-row-meaning"),
        AddedColumn::Part => t!("export-part-meaning"),
        AddedColumn::Degree => t!("export-degree-meaning"),
        AddedColumn::Label => t!("export-label-meaning"),
        AddedColumn::EscapedCells => t!("export-escaped-cells-meaning"),
        AddedColumn::Labels => t!("export-labels-meaning"),
        AddedColumn::Origin => t!("export-origin-meaning"),
        AddedColumn::Confidence => t!("export-confidence-meaning"),
        AddedColumn::ConfidenceKind => t!("export-confidence-kind-meaning"),
        AddedColumn::Model => t!("export-model-meaning"),
        AddedColumn::Passed => t!("export-passed-meaning"),
        AddedColumn::Flagged => t!("export-flagged-meaning"),
        AddedColumn::Note => t!("export-note-meaning"),
        AddedColumn::Annotator => t!("export-annotator-meaning"),
        AddedColumn::LabeledAt => t!("export-labeled-at-meaning"),
        AddedColumn::Seconds => t!("export-seconds-meaning"),
        AddedColumn::Agreement => t!("export-agreement-meaning"),
        AddedColumn::LabelBy(name) if name == own => t!("export-label-by-you-meaning"),
        AddedColumn::LabelBy(name) => t!("export-label-by-meaning", name = isolated(name)),
        AddedColumn::LabeledAtBy(name) if name == own => t!("export-labeled-at-by-you-meaning"),
        AddedColumn::LabeledAtBy(name) => t!("export-labeled-at-by-meaning", name = isolated(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_answer_is_explained_without_a_name() {
        let meanings = |name: &str| {
            let columns = [AddedColumn::LabelBy(name.into()), AddedColumn::LabeledAtBy(name.into())];
            columns.map(|column| meaning(&column, "me"))
        };
        assert_eq!(meanings("me"), ["Your answer.", "The time of your answer, in UTC."]);
        assert_eq!(
            meanings("Bob"),
            ["The answer of Bob.", "The time of the answer of Bob, in UTC."]
        );
    }

    #[test]
    fn shown_name_isolates_only_the_name_of_the_annotator() {
        let shown = |column: AddedColumn| {
            let name = column.name().into_owned();
            shown_name(&column, name)
        };
        assert_eq!(shown(AddedColumn::LabelBy("by".into())), "label by by");
        assert_eq!(
            shown(AddedColumn::LabelBy("a\u{202e}b".into())),
            "label by \u{2068}a\u{202e}b\u{2069}"
        );
        assert_eq!(
            shown(AddedColumn::LabeledAtBy("\u{2069}é".into())),
            "labeled_at by \u{2068}é\u{2069}"
        );
        assert_eq!(shown(AddedColumn::Seconds), "seconds");
    }
}
