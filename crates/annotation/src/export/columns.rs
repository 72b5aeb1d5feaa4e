//! The columns that an export adds to the columns of the input.
//! This module defines all export columns of tables and JSON Lines files.
//! The Hugging Face export uses only the optional columns of this module.

use std::borrow::Cow;

use super::picks::PICK_COLUMNS;
use super::record::free_name;
use fastgas_data::{ESCAPED_COLUMN, OutputKind};

/// A column that an export adds to the columns of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddedColumn {
    /// The 1-based rank of a pick.
    Rank,
    /// The 0-based row of the text in the pool.
    Row,
    /// The 0-based number of the part that contains the text.
    Part,
    /// The degree of a pick: the number of its edges inside the part that touch no earlier pick.
    Degree,
    /// The text's labels, joined by `; `.
    Label,
    /// The number of escaped cells in the row. Only CSV and TSV files with escaped formulas have this column.
    EscapedCells,
    /// The list of the labels. Only JSON Lines, Parquet and Hugging Face have this column.
    Labels,
    /// The origin of a label that comes from the input or from a program.
    Origin,
    /// The confidence, from 0 to 1, of a language model's answer that the user accepted.
    Confidence,
    /// What the confidence of the accepted answer measures.
    ConfidenceKind,
    /// The language model whose answer was accepted.
    Model,
    /// The reason why the text has no label.
    Passed,
    /// Whether the text is flagged.
    Flagged,
    /// The note of the annotator.
    Note,
    /// The annotator of the label.
    Annotator,
    /// The time of the latest answer to the text, in UTC.
    LabeledAt,
    /// The time spent on the text, in seconds.
    Seconds,
    /// Whether the annotators agree.
    Agreement,
    /// The answer of the annotator with the given name.
    LabelBy(String),
    /// When the annotator with the given name answered, in UTC.
    LabeledAtBy(String),
}

/// The columns of every table and JSON Lines file, in the order of the file.
pub(super) const ALWAYS_ADDED: [AddedColumn; 5] = [
    AddedColumn::Rank,
    AddedColumn::Row,
    AddedColumn::Part,
    AddedColumn::Degree,
    AddedColumn::Label,
];

impl AddedColumn {
    /// The name of the export column, if no input column has the same name.
    pub fn name(&self) -> Cow<'_, str> {
        let [rank, row, part, degree] = PICK_COLUMNS;
        Cow::Borrowed(match self {
            AddedColumn::Rank => rank,
            AddedColumn::Row => row,
            AddedColumn::Part => part,
            AddedColumn::Degree => degree,
            AddedColumn::Label => "label",
            AddedColumn::EscapedCells => ESCAPED_COLUMN,
            AddedColumn::Labels => "labels",
            AddedColumn::Origin => "origin",
            AddedColumn::Confidence => "confidence",
            AddedColumn::ConfidenceKind => "confidence_kind",
            AddedColumn::Model => "model",
            AddedColumn::Passed => "passed",
            AddedColumn::Flagged => "flagged",
            AddedColumn::Note => "note",
            AddedColumn::Annotator => "annotator",
            AddedColumn::LabeledAt => "labeled_at",
            AddedColumn::Seconds => "seconds",
            AddedColumn::Agreement => "agreement",
            AddedColumn::LabelBy(annotator) => return Cow::Owned(format!("label by {annotator}")),
            AddedColumn::LabeledAtBy(annotator) => return Cow::Owned(format!("labeled_at by {annotator}")),
        })
    }

    /// The name of the column in the exported file if the input file has the columns `input`.
    /// [`AddedColumn::EscapedCells`] keeps its name even if the input has a column called [`ESCAPED_COLUMN`].
    pub(super) fn name_in_file(&self, input: &[String]) -> String {
        match self {
            AddedColumn::EscapedCells => self.name().into_owned(),
            _ => free_name(&self.name(), input),
        }
    }

    /// The data type of the column in file formats with typed columns.
    pub(super) fn kind(&self) -> OutputKind {
        match self {
            AddedColumn::Rank
            | AddedColumn::Row
            | AddedColumn::Part
            | AddedColumn::Degree
            | AddedColumn::EscapedCells => OutputKind::Integer,
            AddedColumn::Labels => OutputKind::Texts,
            AddedColumn::Confidence | AddedColumn::Seconds => OutputKind::Float,
            AddedColumn::LabeledAt | AddedColumn::LabeledAtBy(_) => OutputKind::Moment,
            AddedColumn::Label
            | AddedColumn::Origin
            | AddedColumn::ConfidenceKind
            | AddedColumn::Model
            | AddedColumn::Passed
            | AddedColumn::Flagged
            | AddedColumn::Note
            | AddedColumn::Annotator
            | AddedColumn::Agreement
            | AddedColumn::LabelBy(_) => OutputKind::Text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_columns_of_times_contain_moments() {
        let kind = |column: AddedColumn| column.kind();
        assert_eq!(
            [
                kind(AddedColumn::LabeledAt),
                kind(AddedColumn::LabeledAtBy("Anna".into()))
            ],
            [OutputKind::Moment; 2]
        );
        assert_eq!(kind(AddedColumn::LabelBy("labeled_at".into())), OutputKind::Text);
        assert_eq!(kind(AddedColumn::Seconds), OutputKind::Float);
    }
}
