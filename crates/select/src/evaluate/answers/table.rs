//! Reads answers and true labels from table files.

use std::collections::BTreeSet;

use fastgas_data::{
    Instance, LABEL_SEPARATOR, LabelOrder, LabelSpellings, Pool, RowVerdicts, input_columns, listed_options,
    row_verdicts, tolerant,
};

use super::AnswersError;

/// How the quality of answers is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Classification: an answer is right if its label equals the true label.
    Classification,
    /// Summarization: ROUGE compares an answer with a reference text.
    Summarization,
}

/// The source of the true labels.
#[derive(Clone, Copy, Debug)]
pub enum Truth<'a> {
    /// The true labels are in the answer table, in the column with the given index.
    Column(usize),
    /// The true labels are in a separate table. The answers refer to rows of that table.
    Reference {
        /// The separate table with the true labels.
        table: &'a Pool,
        /// Index of the column with the true labels.
        column: usize,
    },
}

/// The answer to a text that has a true label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered<'a> {
    /// 0-based row of the text.
    pub row: u32,
    /// Classification: the label in the answer, or empty if the answer matches no label.
    /// Summarization: the complete answer.
    pub given: &'a str,
    /// The true label or the reference summary of the text. Not empty.
    pub truth: &'a str,
    /// The confidence of the language model, if known; `None` for summarization.
    pub confidence: Option<f64>,
    /// The kind of the confidence, as named in the table; empty if the table contains no kind.
    pub confidence_kind: &'a str,
}

/// The answers of a language model to texts with true labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers<'a> {
    /// The answers to texts with true labels, sorted by row. The list is not empty.
    pub answered: Vec<Answered<'a>>,
    /// Whether the order of the labels in a text matters.
    /// If the order does not matter, texts with the same labels have the same spelling in `answered`.
    pub label_order: LabelOrder,
    /// Number of answers that are not measured, because the text has no true label or a true label in `rejected`.
    pub n_without_truth: u32,
    /// Rejected true labels, which are not used. `None` if no answered text has a rejected true label.
    pub rejected: Option<RejectedTruth>,
}

/// True labels that are not used, because other columns mark the labels as rejected, ignored or canceled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedTruth {
    /// Names of the columns that mark the labels, separated by commas.
    pub columns: String,
    /// Number of answered texts with a rejected true label.
    pub n: u32,
}

impl<'a> Answers<'a> {
    /// Reads the answers from `table`, the output of `fastgas answer`, and combines the answers with the true labels.
    ///
    /// If `task` is `None`, the task is classification.
    /// Without a task, an error occurs if the mean number of rows per distinct true label is less than 2.
    /// Required columns: `row` and `label` (`answer` for summaries). Optional columns: `confidence`, `confidence_kind`.
    /// If the pool already has a column with one of the listed names, the column of the answers has the suffix `_fastgas`.
    /// The columns of the answers precede the columns of the pool, so the first column with a matching name is read.
    /// O(size of the table · log n) time.
    ///
    /// For classification, true labels that other columns mark as rejected, ignored or canceled are not used.
    /// Several labels in one cell are a set: the order of the labels does not matter.
    /// The order of the labels matters if a column lists the options from which the model chose each label.
    ///
    /// # Errors
    /// Returns the [`AnswersError`] of the first row that has an error.
    pub fn read(table: &'a Pool, truth: Truth<'a>, task: Option<Task>) -> Result<Answers<'a>, AnswersError> {
        let own = OwnColumns::of(table, task)?;
        let truth_column = match truth {
            Truth::Column(column) => &table.columns()[column],
            Truth::Reference { table, column } => &table.columns()[column],
        };
        if let Truth::Column(column) = truth
            && own.contains(column)
        {
            return Err(AnswersError::AnswersAsTruth {
                column: truth_column.clone(),
            });
        }
        let shared = shared_columns(table, &own, truth);
        let verdicts = match task {
            Some(Task::Summarization) => None,
            Some(Task::Classification) | None => verdicts(table, &own, truth),
        };
        let (mut answered, mut rows, mut places) = (Vec::new(), BTreeSet::new(), Vec::new());
        let (mut n_without_truth, mut n_rejected) = (0, 0);
        for instance in table.instances() {
            let row = own.row(instance)?;
            if !rows.insert(row) {
                return Err(AnswersError::RowTwice { row });
            }
            let (truth, place) = match truth {
                Truth::Column(column) => (instance.cell(column), instance.row()),
                Truth::Reference { table, column } => {
                    let referred = referred(table, row)?;
                    check_same(row, (instance, referred), (&shared, table))?;
                    (referred.cell(column), row as usize)
                }
            };
            places.push(place);
            let truth = truth.trim();
            let is_rejected = |verdicts: &RowVerdicts| verdicts.of_rows[place].excludes_labels();
            let is_rejected = !truth.is_empty() && verdicts.as_ref().is_some_and(is_rejected);
            n_rejected += u32::from(is_rejected);
            if truth.is_empty() || is_rejected {
                n_without_truth += 1;
                continue;
            }
            answered.push(Answered {
                row,
                given: instance.cell(own.given).trim(),
                truth,
                confidence: own.confidence(instance, row)?,
                confidence_kind: own.confidence_kind.map_or("", |column| instance.cell(column).trim()),
            });
        }
        if answered.is_empty() {
            return Err(AnswersError::NoTruth {
                column: truth_column.clone(),
            });
        }
        answered.sort_by_key(|answered| answered.row);
        let has_several = |cell: &Answered<'_>| {
            [cell.given, cell.truth]
                .iter()
                .any(|text| text.contains(LABEL_SEPARATOR))
        };
        let label_order = match task {
            Some(Task::Summarization) => LabelOrder::Significant,
            _ if answered.iter().any(has_several) && are_options(table, &own, truth, &places) => {
                LabelOrder::Significant
            }
            Some(Task::Classification) | None => LabelOrder::Ignored,
        };
        if label_order == LabelOrder::Ignored {
            unify_label_sets(&mut answered);
        }
        if task.is_none() {
            check_few_labels(&answered, truth_column)?;
        }
        let rejected = verdicts.filter(|_| n_rejected > 0).map(|verdicts| RejectedTruth {
            columns: verdicts.columns.join(", "),
            n: n_rejected,
        });
        Ok(Answers {
            answered,
            label_order,
            n_without_truth,
            rejected,
        })
    }
}

struct OwnColumns {
    row: usize,
    given: usize,
    confidence: Option<usize>,
    confidence_kind: Option<usize>,
    all: Vec<usize>,
}

impl OwnColumns {
    fn of(table: &Pool, task: Option<Task>) -> Result<OwnColumns, AnswersError> {
        let place = |name: &'static str| table.columns().iter().position(|column| is_named(column, name));
        let required = |name: &'static str| {
            place(name).ok_or_else(|| AnswersError::NoColumn {
                column: name,
                columns: table.columns().to_vec(),
            })
        };
        let (given, confidence) = match task {
            Some(Task::Summarization) => (required("answer")?, None),
            Some(Task::Classification) | None => (required("label")?, place("confidence")),
        };
        Ok(OwnColumns {
            row: required("row")?,
            given,
            confidence,
            // If there is no `confidence` column, a `confidence_kind` column belongs to the pool and is ignored.
            confidence_kind: confidence.and_then(|_| place("confidence_kind")),
            all: ["row", "answer", "label"].into_iter().filter_map(place).collect(),
        })
    }

    fn contains(&self, column: usize) -> bool {
        self.all.contains(&column)
    }

    fn row(&self, instance: Instance<'_>) -> Result<u32, AnswersError> {
        let cell = instance.cell(self.row);
        cell.trim().parse().map_err(|_| AnswersError::NotARow {
            record: instance.row() as u64 + 1,
            cell: cell.into(),
        })
    }

    fn confidence(&self, instance: Instance<'_>, row: u32) -> Result<Option<f64>, AnswersError> {
        let Some(cell) = self.confidence.map(|column| instance.cell(column).trim()) else {
            return Ok(None);
        };
        if cell.is_empty() {
            return Ok(None);
        }
        let number = cell.parse::<f64>().ok().filter(|number| number.is_finite());
        number
            .map(Some)
            .ok_or_else(|| AnswersError::BadConfidence { row, cell: cell.into() })
    }
}

/// The verdict on the true label of each row, such as “reject”.
/// The verdicts come from other columns of the table with the true labels.
/// Columns with the model's answers are skipped, because an answer “reject” is not a verdict on the true label.
/// If a table that this program exported contains the true labels, the columns of the export's input are skipped.
/// The columns of the input describe the texts, not the exported labels.
fn verdicts(table: &Pool, own: &OwnColumns, truth: Truth<'_>) -> Option<RowVerdicts> {
    match truth {
        Truth::Column(column) => {
            let inputs = input_columns(table, column);
            row_verdicts(table, column, |other| own.contains(other) || inputs.contains(&other))
        }
        Truth::Reference { table, column } => {
            let inputs = input_columns(table, column);
            row_verdicts(table, column, |other| inputs.contains(&other))
        }
    }
}

/// Whether the name of `column` is `name`, `name_fastgas`, or `name_fastgas_2`, `name_fastgas_3` and so on.
fn is_named(column: &str, name: &str) -> bool {
    let Some(suffix) = column.strip_prefix(name) else {
        return false;
    };
    match suffix.strip_prefix("_fastgas") {
        Some(number) => {
            let digits = number.strip_prefix('_');
            number.is_empty() || digits.is_some_and(|digits| digits.parse::<u32>().is_ok_and(|count| count > 1))
        }
        None => suffix.is_empty(),
    }
}

/// The columns that the answers and the reference table both have, except the column of the true labels.
/// Each item is a pair of column indices: in the answers, and in the reference table.
fn shared_columns(table: &Pool, own: &OwnColumns, truth: Truth<'_>) -> Vec<(usize, usize)> {
    let Truth::Reference {
        table: reference,
        column: truth_column,
    } = truth
    else {
        return Vec::new();
    };
    let place = |name: &String| (0..table.columns().len()).find(|&place| &table.columns()[place] == name);
    let columns = reference.columns().iter().enumerate();
    columns
        .filter(|(there, _)| *there != truth_column)
        .filter_map(|(there, name)| Some((place(name).filter(|&here| !own.contains(here))?, there)))
        .collect()
}

fn referred(table: &Pool, row: u32) -> Result<Instance<'_>, AnswersError> {
    match (row as usize) < table.len() {
        true => Ok(table.instance(row as usize)),
        false => Err(AnswersError::RowOutside {
            row,
            n_rows: table.len() as u64,
        }),
    }
}

/// Checks that a row of the answers equals the corresponding row of the reference table in all shared columns.
/// Differences that spreadsheet programs introduce, such as different line endings, are allowed.
fn check_same(
    row: u32,
    (here, there): (Instance<'_>, Instance<'_>),
    (shared, reference): (&[(usize, usize)], &Pool),
) -> Result<(), AnswersError> {
    let is_same = |(a, b): (&str, &str)| a == b || tolerant(a) == tolerant(b);
    let other = shared.iter().find(|&&(a, b)| !is_same((here.cell(a), there.cell(b))));
    match other {
        Some(&(_, column)) => Err(AnswersError::OtherReference {
            row,
            column: reference.columns()[column].clone(),
        }),
        None => Ok(()),
    }
}

/// Whether the model chose each label from the options of the text, as with `fastgas answer --options`.
/// If so, a column of the pool lists at least two options for each text, and the given label, if any, is one of them.
/// `places` contains, for each row of the answers, the row of the table with the true labels.
fn are_options(table: &Pool, own: &OwnColumns, truth: Truth<'_>, places: &[usize]) -> bool {
    let given: Vec<&str> = table
        .instances()
        .map(|instance| instance.cell(own.given).trim())
        .collect();
    let lists_options = |pool: &Pool, column: usize, place: usize, given: &str| {
        let options = listed_options(pool.instance(place).cell(column));
        options.len() > 1 && (given.is_empty() || options.iter().any(|option| option == given))
    };
    let mut columns = (0..table.columns().len()).filter(|&column| !own.contains(column));
    let lists_here = |column| {
        (0..)
            .zip(&given)
            .all(|(place, given)| lists_options(table, column, place, given))
    };
    let lists_there = |reference: &Pool, column| {
        let mut rows = places.iter().zip(&given);
        rows.all(|(&place, given)| lists_options(reference, column, place, given))
    };
    let is_listed = match truth {
        Truth::Reference { table: reference, .. } => {
            columns.any(lists_here) || (0..reference.columns().len()).any(|column| lists_there(reference, column))
        }
        Truth::Column(_) => columns.any(lists_here),
    };
    is_listed && given.iter().any(|given| !given.is_empty())
}

/// Replaces all spellings of a label set by one spelling, so that equal sets are equal strings.
/// The first true label with the same set determines the spelling.
/// If no true label has this set, the first answer with the same set determines the spelling.
fn unify_label_sets(answered: &mut [Answered<'_>]) {
    let mut spellings = LabelSpellings::default();
    for cell in answered.iter_mut() {
        cell.truth = spellings.first(cell.truth);
    }
    for cell in answered {
        cell.given = spellings.first(cell.given);
    }
}

/// Checks that the mean number of rows per distinct true label is at least 2.
fn check_few_labels(answered: &[Answered<'_>], column: &str) -> Result<(), AnswersError> {
    let labels: BTreeSet<&str> = answered.iter().map(|answered| answered.truth).collect();
    match 2 * labels.len() <= answered.len() {
        true => Ok(()),
        false => Err(AnswersError::ManyLabels {
            column: column.into(),
            n_labels: labels.len() as u32,
            n_rows: answered.len() as u32,
        }),
    }
}

#[cfg(test)]
mod tests;
