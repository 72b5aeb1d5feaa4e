//! A dataset folder that `datasets.load_dataset` reads directly. The folder can be uploaded to the Hugging Face Hub.
//!
//! ```text
//! README.md                              dataset card: the files of each split, and the type of each column
//! data/train-00000-of-00001.parquet      one row per text: every column of the input, label, rank, row, part, degree
//! ```
//!
//! A label is stored as a `class_label`: an index into the list of label names in the dataset card.
//! If a text can have several labels, the labels are a list of classes. Free-text answers are strings.
//! The export columns have the same names as in the CSV export. An input column with the same name keeps its name.
//! The column types in the dataset card are the column types of the Parquet file.

use std::borrow::Cow;

use super::columns::AddedColumn;
use super::json::json_list;
use super::lines::{Line, Lines};
use super::picks::PICK_COLUMNS;
use super::record::{Labeled, free_name};
use crate::label::{AnswerType, LabelOrigin};
use fastgas_data::{OutputCell, OutputColumn, OutputKind, PackedTable, TableFormat, counted, escaped, one_or_many};
use fastgas_progress::{Pause, Slices, Stopped};
use fastgas_select::Method;

/// Path of the Parquet file with the rows. The Hugging Face loader expects this name if a split has one file.
const ROWS_PATH: &str = "data/train-00000-of-00001.parquet";

/// A dataset in a folder: text files and a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    /// Path and content of each text file.
    pub texts: Vec<(&'static str, String)>,
    /// Path of the table in the folder.
    pub path: &'static str,
    /// File format of the table.
    pub format: TableFormat,
    /// The rows of the dataset as a table.
    pub table: PackedTable,
}

pub(super) async fn dataset<P: Pause>(
    labeled: &Labeled<'_>,
    lines: &Lines<'_>,
    slices: &mut Slices<P>,
) -> Result<Dataset, Stopped> {
    let survey = lines.survey(slices).await?;
    let mut counts = OriginCounts::default();
    let mut are_classes = labeled.answers != AnswerType::Text && !labeled.names.is_empty();
    lines
        .for_each(slices, |line| {
            counts.add(labeled, line);
            are_classes = are_classes && has_only_classes(labeled, line);
        })
        .await?;
    let form = RowForm::of(labeled, survey.extras, are_classes);
    let mut table = PackedTable::with_capacity(form.columns.clone(), lines.len(), survey.n_bytes);
    lines
        .for_each(slices, |line| table.push_row(&form.cells(labeled, line)))
        .await?;
    Ok(Dataset {
        texts: vec![("README.md", card(labeled, &counts, &table.columns, are_classes))],
        path: ROWS_PATH,
        format: TableFormat::Parquet,
        table,
    })
}

/// Returns whether the row's labels are in the label set. Only labels of the label set can be exported as classes.
fn has_only_classes(labeled: &Labeled<'_>, line: &Line<'_>) -> bool {
    match labeled.answers {
        AnswerType::Text => false,
        AnswerType::One => line
            .annotation
            .answer()
            .is_none_or(|label| labeled.names.contains(&label)),
        AnswerType::Several => line.annotation.labels.iter().all(|label| labeled.names.contains(label)),
    }
}

struct RowForm {
    columns: Vec<OutputColumn>,
    extras: Vec<AddedColumn>,
    are_classes: bool,
    is_value: Vec<bool>,
}

impl RowForm {
    fn of(labeled: &Labeled<'_>, extras: Vec<AddedColumn>, are_classes: bool) -> RowForm {
        let of_pool = labeled.pool.columns();
        let is_several = labeled.answers == AnswerType::Several;
        let own = |name: &str, kind| OutputColumn::new(free_name(name, of_pool), kind);
        let mut columns: Vec<OutputColumn> = of_pool
            .iter()
            .map(|name| OutputColumn::new(name, OutputKind::Text))
            .collect();
        columns.push(match (is_several, are_classes) {
            (true, true) => own("labels", OutputKind::Integers),
            (true, false) => own("labels", OutputKind::Texts),
            (false, true) => own("label", OutputKind::Integer),
            (false, false) => own("label", OutputKind::Text),
        });
        columns.extend(PICK_COLUMNS.map(|name| own(name, OutputKind::Integer)));
        columns.extend(extras.iter().map(|column| own(&column.name(), column.kind())));
        RowForm {
            columns,
            extras,
            are_classes,
            is_value: labeled.are_values(),
        }
    }

    fn cells<'l>(&'l self, labeled: &Labeled<'_>, line: &'l Line<'_>) -> Vec<OutputCell<'l>> {
        let class = |label: &String| labeled.names.iter().position(|name| name == label);
        let labels = &line.annotation.labels;
        let label = match (labeled.answers == AnswerType::Several, self.are_classes) {
            (true, true) => {
                let classes: Vec<String> = labels.iter().filter_map(class).map(|class| class.to_string()).collect();
                Some(format!("[{}]", classes.join(",")))
            }
            (true, false) => Some(json_list(labels)),
            (false, true) => {
                let class = line.annotation.answer().as_ref().and_then(class);
                class.map(|class| class.to_string())
            }
            (false, false) => line.annotation.answer(),
        };
        let numbers = line.numbers().map(|number| number.map(|number| number.to_string()));
        let own = [label].into_iter().chain(numbers).map(|cell| cell.map(Cow::Owned));
        let extras = self.extras.iter().map(|column| line.extra_cell(column));
        line.input_cells(&self.is_value).chain(own).chain(extras).collect()
    }
}

/// The dataset card. Its YAML header contains the configuration for the loader.
fn card(labeled: &Labeled<'_>, counts: &OriginCounts, columns: &[OutputColumn], are_classes: bool) -> String {
    let n_input = labeled.pool.columns().len();
    let mut features = String::new();
    for (index, OutputColumn { name, kind }) in columns.iter().enumerate() {
        let classes = if index == n_input && are_classes {
            class_label(labeled.names)
        } else {
            String::new()
        };
        let kind = match kind {
            OutputKind::Integer if !classes.is_empty() => format!("dtype:{classes}"),
            OutputKind::Integers => format!("sequence:{classes}"),
            OutputKind::Text => "dtype: string".into(),
            OutputKind::Integer => "dtype: int64".into(),
            OutputKind::Float => "dtype: float64".into(),
            OutputKind::Moment => "dtype: timestamp[ms, tz=UTC]".into(),
            OutputKind::Texts => "sequence: string".into(),
        };
        features.push_str(&format!("  - name: {}\n    {kind}\n", quoted(name)));
    }
    let column = quoted(&labeled.pool.columns()[labeled.text_column]);
    let [rank, row, part, degree] = PICK_COLUMNS.map(|name| free_name(name, labeled.pool.columns()));
    format!(
        "---\nconfigs:\n- config_name: default\n  data_files:\n  - split: train\n    path: {ROWS_PATH}\n\
         dataset_info:\n  features:\n{features}---\n\n\
         {}. `{rank}` is the order in which they were picked, from 1; `{row}` the row in the pool, from 0; `{part}` the \
         part of the graph; `{degree}` the edges that the pick touched and none before it.\n\n{}",
        selected(labeled, &column, counts),
        counts.words(),
    )
}

fn class_label(names: &[String]) -> String {
    let names = names.iter().enumerate();
    let names: String = names
        .map(|(index, name)| format!("\n          '{index}': {}", quoted(name)))
        .collect();
    format!("\n      class_label:\n        names:{names}")
}

fn selected(labeled: &Labeled<'_>, column: &str, counts: &OriginCounts) -> String {
    let by = match labeled.method {
        Some(Method::Fastgas) => "FastGAS (Chen et al., Findings of ACL 2024)".to_owned(),
        Some(method) => format!("the method `{}` of the program FastGAS", method.name()),
        None => "the program FastGAS".to_owned(),
    };
    let (n, n_pool) = (counts.n_texts, labeled.pool.len());
    let texts = counted(n as u64, "text");
    match counts.n_picks {
        n_picks if n_picks == n => format!("{texts} (column {column}), selected by {by} from a pool of {n_pool}"),
        n_picks => {
            let were = one_or_many(n_picks as u64, "was", "were");
            format!("{texts} (column {column}) of a pool of {n_pool}; {n_picks} of them {were} selected by {by}")
        }
    }
}

#[derive(Debug, Default, PartialEq)]
struct OriginCounts {
    n_texts: usize,
    n_picks: usize,
    by_hand: usize,
    suggested: usize,
    of_models: usize,
    settled: usize,
    imported: usize,
    none: usize,
    renamed: usize,
}

impl OriginCounts {
    fn add(&mut self, labeled: &Labeled<'_>, line: &Line<'_>) {
        let row = line.instance.row() as u32;
        let is_labeled = !line.annotation.labels.is_empty();
        let is_adjudication = labeled.labels.entry(row).is_some_and(|entry| entry.is_adjudication);
        let n = match &line.annotation.origin {
            _ if !is_labeled => &mut self.none,
            Some(LabelOrigin::Model { .. }) => &mut self.of_models,
            Some(LabelOrigin::Suggestion { .. }) => &mut self.suggested,
            Some(LabelOrigin::Column(_)) => &mut self.imported,
            None if is_adjudication => &mut self.settled,
            None => &mut self.by_hand,
        };
        *n += 1;
        self.renamed += usize::from(is_labeled && labeled.renamed.contains(&row));
        self.n_texts += 1;
        self.n_picks += usize::from(line.rank.is_some());
    }

    fn words(&self) -> String {
        let rows = [
            ("given by hand", self.by_hand),
            ("suggested by the program, accepted by an annotator", self.suggested),
            ("answered by a language model, accepted by an annotator", self.of_models),
            ("adjudicated where annotators disagreed", self.settled),
            ("taken over from the input", self.imported),
            ("no label", self.none),
        ];
        let rows = rows.iter().filter(|(_, n)| *n > 0);
        let rows: String = rows.map(|(words, n)| format!("| {words} | {n} |\n")).collect();
        let renamed = match self.renamed {
            0 => String::new(),
            n => {
                let have = one_or_many(n as u64, "has", "have");
                format!("\nOf these texts, {n} {have} a label that was renamed or merged after it was given.\n")
            }
        };
        format!("| Origin of the label | Texts |\n| --- | ---: |\n{rows}{renamed}")
    }
}

/// Formats a string as JSON, which is valid YAML.
/// Characters that YAML treats as line breaks or as not printable are also escaped.
fn quoted(text: &str) -> String {
    let is_meant = |letter: char| {
        matches!(
            letter,
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
    };
    escaped(serde_json::to_string(text).expect("a string is JSON"), is_meant)
}

#[cfg(test)]
mod tests;
