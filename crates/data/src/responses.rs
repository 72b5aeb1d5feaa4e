//! Reads annotators, questions and answers from a table that an annotation tool or a colleague wrote.
//!
//! ```text
//!  Label Studio   annotations: [{completed_by, was_cancelled, result: [{from_name, value: {choices}}]}]  one row per task
//!                 annotator | sentiment | topic | text                                                   one row per answer
//!  Argilla        responses: [{user_id, status, values: {question: {value}}}]  or  {question: [{user_id, value}]}
//!                 question: [{user_id, value, status}]  or  question.responses | question.responses.users
//!  Prodigy        label | answer  or  options | accept | answer, with _annotator_id or _session_id
//!  doccano        label | annotation_approver  or  annotations: [{label, user}]
//!  a spreadsheet  text | label
//! ```
//!
//! Suggestions of a model (`predictions`, `suggestions`) do not count as answers.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::column_inference::{LABEL_NAMES, input_columns, is_named_like_ids, own_labels_in_slices};
use super::labels::LabelCell;
use super::pool::{Instance, Pool};
use super::separator::MAX_LABELS;
use super::work::{CELL_WORK, KEY_WORK, all_cells, free};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Maximum number of distinct values in a column of annotator names.
const MAX_ANNOTATORS: usize = 200;

/// A column with at most this many distinct labels needs no known name to be recognized, if any label repeats.
const MAX_LABEL_VALUES: usize = 20;

/// Maximum number of distinct words in a column that contains verdicts and other words.
const MAX_VERDICT_WORDS: usize = 8;

/// Names of columns that identify the annotator of a row, the most specific name first.
const ANNOTATOR_NAMES: [&str; 20] = [
    "annotator",
    "annotator_id",
    "annotator_name",
    "annotator_email",
    "session_id",
    "annotated_by",
    "labeled_by",
    "labelled_by",
    "completed_by",
    "annotation_agent",
    "labeler",
    "labeller",
    "coder",
    "coder_id",
    "rater",
    "rater_id",
    "judge",
    "workerid",
    "worker_id",
    "worker",
];

/// Names of columns that may identify either the annotator or the author of the text.
const PERSON_NAMES: [&str; 10] = [
    "user",
    "user_id",
    "username",
    "user_name",
    "email",
    "name",
    "by",
    "created_by",
    "participant",
    "participant_id",
];

/// Names of columns that state whether the answer of a row is valid.
const VERDICT_NAMES: [&str; 17] = [
    "answer",
    "verdict",
    "decision",
    "review",
    "review_status",
    "approval",
    "annotation_status",
    "label_status",
    "response_status",
    "assignmentstatus",
    "qa",
    "qc",
    "qa_status",
    "review_result",
    "review_decision",
    "status",
    "state",
];

/// Names of boolean columns that are true if the answer of a row is approved.
const APPROVED_NAMES: [&str; 8] = [
    "approved",
    "is_approved",
    "confirmed",
    "is_confirmed",
    "accepted",
    "is_accepted",
    "verified",
    "is_verified",
];

/// Names of boolean columns that are true if the answer of a row was canceled, skipped or discarded.
const CANCELLED_NAMES: [&str; 12] = [
    "was_cancelled",
    "cancelled",
    "is_cancelled",
    "was_skipped",
    "skipped",
    "is_skipped",
    "ignored",
    "is_ignored",
    "discarded",
    "is_discarded",
    "excluded",
    "is_excluded",
];

/// Names of boolean columns that are true if a reviewer rejected the answer of a row.
const REJECTED_NAMES: [&str; 4] = ["rejected", "is_rejected", "invalid", "is_invalid"];

/// Names of boolean columns that are false if a reviewer rejected the answer of a row.
const VALID_NAMES: [&str; 2] = ["valid", "is_valid"];

/// Names of columns with suggestions of a model or unfinished answers.
const PROPOSAL_NAMES: [&str; 5] = ["predictions", "prediction", "suggestions", "suggestion", "drafts"];

/// Names of columns that annotation tools add to their answers.
const METADATA_NAMES: [&str; 18] = [
    "annotation_id",
    "created_at",
    "updated_at",
    "lead_time",
    "timestamp",
    "input_hash",
    "task_hash",
    "view_id",
    "options",
    "config",
    "spans",
    "tokens",
    "meta",
    "metadata",
    "comments",
    "score",
    "file_upload",
    "inner_id",
];

/// Status of an answer, which determines whether the labels in the answer are used.
/// If several statuses apply to an answer, the answer gets the status that is declared last in this enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The answer is valid, because nothing in the file contradicts the answer.
    Given,
    /// The status is unknown, or the file approves other answers but not this answer.
    Unapproved,
    /// The annotator skipped the text, canceled the answer or did not finish it.
    Void,
    /// A reviewer rejected the answer.
    Rejected,
}

impl Verdict {
    /// Whether answers with this status do not contribute labels to the text.
    /// True for [`Void`](Verdict::Void) and [`Rejected`](Verdict::Rejected).
    pub fn excludes_labels(self) -> bool {
        self > Verdict::Unapproved
    }
}

/// Answer of one annotator in one row of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// 0-based index of the answer's row.
    pub row: u32,
    /// Index of the annotator in [`Responses::annotators`]. `None` if the file does not name the annotator.
    pub by: Option<u32>,
    /// Labels that the annotator gave. May be empty if the annotator skipped the text or canceled the answer.
    pub labels: Vec<String>,
    /// Status of the answer, which determines whether the labels are used.
    pub verdict: Verdict,
}

/// A question about the texts, and the answers of all annotators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Name of the question in the file.
    pub name: String,
    /// Answers to the question, in file order.
    pub responses: Vec<Response>,
}

/// The questions in a file and the answers to the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Responses {
    /// The questions. If each question is a column, the column that most likely contains the labels is first.
    /// If the cells contain the questions as JSON, the questions are in order of their first answers.
    pub questions: Vec<Question>,
    /// The annotators as named in the file, in order of first appearance.
    pub annotators: Vec<String>,
    /// For each row, the index of the first row with the same text. A table may have one row per answer.
    pub first_of: Vec<u32>,
    /// Whether each answer is about a single label. If true, several answers of one annotator to one text are combined.
    adds_up: bool,
    /// Whether the answers are JSON inside cells.
    is_nested: bool,
    /// Names of the columns with verdicts. Empty if the answers are JSON inside cells.
    verdict_columns: Vec<String>,
}

/// The columns from which [`Responses::of_columns_in_slices`] reads the answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerColumns<'a> {
    /// Index of the column with the texts.
    pub text: Option<usize>,
    /// The label column that the user chose, and the format of its cells. `None` to find the columns with labels.
    pub chosen: Option<(usize, LabelCell)>,
    /// Columns that may hold labels regardless of their names. Not used if the user chose the label column.
    pub also: &'a [usize],
    /// Indexes, in ascending order, of columns other than the text column that describe the texts.
    /// Words such as “rejected” in these columns are not verdicts on labels.
    /// If the field is `None` and this program exported the labels, the [`input_columns`] are used.
    pub of_texts: Option<&'a [usize]>,
}

/// Number of answers per verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictCounts {
    /// Number of answers with [`Verdict::Given`].
    pub given: usize,
    /// Number of answers with [`Verdict::Unapproved`].
    pub unapproved: usize,
    /// Number of answers with [`Verdict::Void`].
    pub void: usize,
    /// Number of answers with [`Verdict::Rejected`].
    pub rejected: usize,
}

/// Labels that one annotator gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labeled {
    /// Rows with their labels, in ascending order. Rows with the same text are represented by the first such row.
    pub rows: Vec<(u32, Vec<String>)>,
    /// Rows to which the annotator gave contradictory answers.
    pub contradicting: Vec<u32>,
}

impl Responses {
    /// Reads the answers in `pool`. The texts of the pool are in the `text` column.
    /// The columns in `also` may hold labels regardless of their names. O(size of the pool).
    pub fn of(pool: &Pool, text: Option<usize>, also: &[usize]) -> Responses {
        at_once(Responses::of_in_slices(pool, text, also, &mut Slices::whole()))
    }

    /// Like [`Responses::of`], but divides the work into slices. The unit of work is about one byte of a cell.
    /// The size of the slices does not change the result.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn of_in_slices<P: Pause>(
        pool: &Pool,
        text: Option<usize>,
        also: &[usize],
        slices: &mut Slices<P>,
    ) -> Result<Responses, Stopped> {
        let columns = AnswerColumns {
            text,
            also,
            ..AnswerColumns::default()
        };
        Responses::of_columns_in_slices(pool, columns, slices).await
    }

    /// Reads the answers in the label column that the user chose. `per_cell` is the format of its cells.
    pub fn of_column(pool: &Pool, text: Option<usize>, column: usize, per_cell: LabelCell) -> Responses {
        let chosen = (column, per_cell);
        at_once(Responses::of_column_in_slices(pool, text, chosen, &mut Slices::whole()))
    }

    /// Like [`Responses::of_column`], but divides the work into slices, as [`Responses::of_in_slices`] does.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn of_column_in_slices<P: Pause>(
        pool: &Pool,
        text: Option<usize>,
        chosen: (usize, LabelCell),
        slices: &mut Slices<P>,
    ) -> Result<Responses, Stopped> {
        let columns = AnswerColumns {
            text,
            chosen: Some(chosen),
            ..AnswerColumns::default()
        };
        Responses::of_columns_in_slices(pool, columns, slices).await
    }

    /// Reads the answers in the given columns, and divides the work into slices, as [`Responses::of_in_slices`] does.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn of_columns_in_slices<P: Pause>(
        pool: &Pool,
        columns: AnswerColumns<'_>,
        slices: &mut Slices<P>,
    ) -> Result<Responses, Stopped> {
        let mut reader = Reader::new(pool, columns.text);
        let is_nested = match columns.chosen {
            Some((column, LabelCell::List)) => reader.nested(&[column], slices).await?,
            Some(_) => false,
            None => {
                let all: Vec<usize> = (0..pool.columns().len()).collect();
                reader.nested(&all, slices).await?
            }
        };
        if !is_nested {
            reader.table(columns, slices).await?;
        }
        Ok(reader.responses())
    }

    /// Whether the program can use the answers without asking or informing the user.
    /// The file must have at most one annotator, one row per text, and only answers with [`Verdict::Given`].
    /// A file whose answers are JSON inside cells must also have at most one question.
    pub fn is_plain(&self) -> bool {
        let is_given = |response: &Response| response.verdict == Verdict::Given;
        let all_given =
            |question: &Question| question.responses.iter().all(is_given) && question.annotators().len() < 2;
        let are_plain = || (!self.is_nested || self.questions.len() < 2) && self.questions.iter().all(all_given);
        self.questions.is_empty() || (are_plain() && !self.joins_rows())
    }

    /// Names of the columns that contain the verdicts. Empty if the answers are JSON inside cells.
    pub fn verdict_columns(&self) -> &[String] {
        &self.verdict_columns
    }

    /// Whether several rows have the same text.
    pub fn joins_rows(&self) -> bool {
        (0..).zip(&self.first_of).any(|(row, &first)| row != first)
    }

    /// Indexes of the rows without an earlier row with the same text, see [`Responses::first_of`], in ascending order.
    pub fn first_rows(&self) -> Vec<u32> {
        let rows = (0..).zip(&self.first_of);
        rows.filter(|&(row, &first)| row == first).map(|(row, _)| row).collect()
    }

    /// Indexes of the columns where rows with the same text differ.
    pub fn varying_columns(&self, pool: &Pool) -> Vec<usize> {
        at_once(self.varying_columns_in_slices(pool, &mut Slices::whole()))
    }

    /// Like [`Responses::varying_columns`], but divides the work into slices, as [`Responses::of_in_slices`] does.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn varying_columns_in_slices<P: Pause>(
        &self,
        pool: &Pool,
        slices: &mut Slices<P>,
    ) -> Result<Vec<usize>, Stopped> {
        let mut varying = Vec::new();
        for column in 0..pool.columns().len() {
            for row in pool.instances() {
                let first = self.first_of[row.row()] as usize;
                if first != row.row() && row.cell(column) != pool.instance(first).cell(column) {
                    varying.push(column);
                    break;
                }
                slices.count(CELL_WORK).await?;
            }
        }
        Ok(varying)
    }

    /// Labels that the annotator `by` gave for a question.
    /// Unapproved answers are used only if `with_unapproved` is true.
    pub fn labels(&self, question: usize, by: Option<u32>, with_unapproved: bool) -> Labeled {
        type OfRow = (Vec<Vec<String>>, BTreeSet<String>);
        let mut of_rows: BTreeMap<u32, OfRow> = BTreeMap::new();
        let responses = self
            .questions
            .get(question)
            .map_or(&[][..], |question| &question.responses);
        for response in responses.iter().filter(|response| response.by == by) {
            let (given, rejected) = of_rows.entry(self.first_of[response.row as usize]).or_default();
            match response.verdict {
                Verdict::Unapproved if !with_unapproved => {}
                Verdict::Given | Verdict::Unapproved => given.push(response.labels.clone()),
                Verdict::Rejected if self.adds_up => rejected.extend(response.labels.iter().cloned()),
                Verdict::Rejected | Verdict::Void => {}
            }
        }
        let mut labeled = Labeled::default();
        for (row, (given, rejected)) in of_rows {
            let set = |labels: &[String]| labels.iter().cloned().collect::<BTreeSet<_>>();
            let mut labels = match (self.adds_up, given.first()) {
                (_, None) => continue,
                (true, _) => given.concat(),
                (false, Some(first)) if given.iter().all(|other| set(other) == set(first)) => first.clone(),
                (false, Some(_)) => {
                    labeled.contradicting.push(row);
                    continue;
                }
            };
            let mut seen = BTreeSet::new();
            labels.retain(|label| seen.insert(label.clone()));
            let n = labels.len();
            labels.retain(|label| !rejected.contains(label));
            if labels.len() < n {
                labeled.contradicting.push(row);
            }
            if !labels.is_empty() {
                labeled.rows.push((row, labels));
            }
        }
        labeled
    }
}

impl Question {
    /// Indexes of the annotators with answers, in ascending order.
    /// `None` represents answers without a named annotator and comes first.
    pub fn annotators(&self) -> Vec<Option<u32>> {
        let annotators: BTreeSet<Option<u32>> = self.responses.iter().map(|response| response.by).collect();
        annotators.into_iter().collect()
    }

    /// Number of answers per verdict.
    pub fn counts(&self) -> VerdictCounts {
        let n = |verdict| {
            let of = self.responses.iter().filter(|response| response.verdict == verdict);
            of.count()
        };
        VerdictCounts {
            given: n(Verdict::Given),
            unapproved: n(Verdict::Unapproved),
            void: n(Verdict::Void),
            rejected: n(Verdict::Rejected),
        }
    }
}

/// The verdict for each row of a table, and the columns that contain the verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowVerdicts {
    /// Names of the columns that contain the verdicts.
    pub columns: Vec<String>,
    /// Verdict for each row of the table.
    pub of_rows: Vec<Verdict>,
    /// Whether one of the verdict columns is Prodigy's `answer`.
    is_of_single_labels: bool,
    /// Whether every verdict column is doccano's `annotation_approver`, which approves whole texts.
    is_approval: bool,
}

/// Verdicts for the labels in the column `labels`, row by row.
/// Columns for which `is_of_text` returns true describe the texts and contain no verdicts.
/// `None` if no column of the table contains verdicts. O(size of the pool).
pub fn row_verdicts(pool: &Pool, labels: usize, is_of_text: impl Fn(usize) -> bool) -> Option<RowVerdicts> {
    let slices = &mut Slices::whole();
    at_once(async {
        let mut found = verdicts(pool, |column| !is_of_text(column) && column != labels, slices).await?;
        add_unnamed_verdicts(pool, &[labels], &is_of_text, &mut found, slices).await?;
        Ok(found)
    })
}

async fn verdicts<P: Pause>(
    pool: &Pool,
    may_be: impl Fn(usize) -> bool,
    slices: &mut Slices<P>,
) -> Result<Option<RowVerdicts>, Stopped> {
    let mut found: Option<RowVerdicts> = None;
    for (column, name) in pool.columns().iter().enumerate().filter(|&(column, _)| may_be(column)) {
        if let Some(of_rows) = verdicts_of(pool, column, slices).await? {
            add_verdicts(&mut found, name, of_rows);
        }
    }
    Ok(found)
}

/// Adds the verdicts of the column `name`. Each row gets the greatest of its verdicts from all columns.
fn add_verdicts(found: &mut Option<RowVerdicts>, name: &str, of_rows: Vec<Verdict>) {
    let known = found.get_or_insert_with(|| RowVerdicts {
        columns: Vec::new(),
        of_rows: vec![Verdict::Given; of_rows.len()],
        is_of_single_labels: false,
        is_approval: true,
    });
    known.is_of_single_labels |= simple(name) == "answer";
    known.is_approval &= simple(name) == "annotation_approver";
    known.columns.push(name.to_owned());
    let rows = known.of_rows.iter_mut().zip(of_rows);
    rows.for_each(|(known, verdict)| *known = verdict.max(*known));
}

/// Adds the verdicts of columns that contain only words for verdicts, regardless of the column names.
/// If a label column also contains only words for verdicts, no verdicts are added.
/// A column with words for verdicts may describe the text instead of the answer.
/// A negative verdict in a column without a known name therefore counts only as [`Verdict::Unapproved`].
/// The user decides whether unapproved answers are used.
/// `labels` are the columns of the labels. Columns for which `not` returns true are skipped.
async fn add_unnamed_verdicts<P: Pause>(
    pool: &Pool,
    labels: &[usize],
    not: &dyn Fn(usize) -> bool,
    found: &mut Option<RowVerdicts>,
    slices: &mut Slices<P>,
) -> Result<(), Stopped> {
    for &column in labels {
        let words = words_known(pool, column, slices).await?;
        if words.is_some_and(|words| !words.is_empty()) {
            return Ok(());
        }
    }
    if labels.is_empty() {
        return Ok(());
    }
    for (column, name) in pool.columns().iter().enumerate() {
        let is_known = |found: &RowVerdicts| found.columns.contains(name);
        if labels.contains(&column) || not(column) || found.as_ref().is_some_and(is_known) {
            continue;
        }
        if let Some(of_rows) = unnamed_verdicts_of(pool, column, slices).await? {
            add_verdicts(found, name, of_rows);
        }
    }
    Ok(())
}

/// Verdicts of a column without a known name.
/// `None` if a non-empty cell is not a verdict, or if [`is_about_answers`] returns false.
async fn unnamed_verdicts_of<P: Pause>(
    pool: &Pool,
    column: usize,
    slices: &mut Slices<P>,
) -> Result<Option<Vec<Verdict>>, Stopped> {
    let name = simple(&pool.columns()[column]);
    let is_proposal = PROPOSAL_NAMES.iter().any(|known| name.contains(known));
    if is_label_name(&name) || is_proposal || METADATA_NAMES.contains(&&*name) {
        return Ok(None);
    }
    let words = words_known(pool, column, slices).await?;
    if !words.is_some_and(|words| is_about_answers(&words)) {
        return Ok(None);
    }
    let verdict = |cell: &str| match verdict_of_word(cell) {
        None | Some(Verdict::Given) => Some(Verdict::Given),
        Some(_) => Some(Verdict::Unapproved),
    };
    verdict_of_each(pool, column, verdict, slices).await
}

/// The verdict of each cell in a column. `None` if a cell has no verdict.
async fn verdict_of_each<P: Pause>(
    pool: &Pool,
    column: usize,
    mut verdict: impl FnMut(&str) -> Option<Verdict>,
    slices: &mut Slices<P>,
) -> Result<Option<Vec<Verdict>>, Stopped> {
    let mut of_rows = Vec::with_capacity(pool.len());
    let add = |_: u32, cell: &str| {
        let verdict = verdict(cell);
        of_rows.extend(verdict);
        verdict.is_some()
    };
    let has_each = all_cells(pool, column, add, slices).await?;
    Ok(has_each.then_some(of_rows))
}

/// The distinct verdicts of a column, without empty cells. `None` if a cell is not a verdict.
async fn words_known<P: Pause>(
    pool: &Pool,
    column: usize,
    slices: &mut Slices<P>,
) -> Result<Option<BTreeSet<Verdict>>, Stopped> {
    let mut words = BTreeSet::new();
    let is_known = |_: u32, cell: &str| {
        let verdict = verdict_of_word(cell);
        words.extend(verdict);
        cell.is_empty() || verdict.is_some()
    };
    let are_known = all_cells(pool, column, is_known, slices).await?;
    Ok(are_known.then_some(words))
}

/// Whether the distinct verdicts of a column show that the column describes answers, and that some answers do not count.
/// A column with [`Verdict::Rejected`] describes answers. A column with [`Verdict::Void`] must also have [`Verdict::Given`].
/// Words for void answers, such as “draft” and “default”, also occur in columns about the text.
fn is_about_answers(verdicts: &BTreeSet<Verdict>) -> bool {
    verdicts.contains(&Verdict::Rejected) || (verdicts.contains(&Verdict::Void) && verdicts.contains(&Verdict::Given))
}

/// Verdicts in the given column. `None` if the column does not contain verdicts.
async fn verdicts_of<P: Pause>(
    pool: &Pool,
    column: usize,
    slices: &mut Slices<P>,
) -> Result<Option<Vec<Verdict>>, Stopped> {
    let name = simple(&pool.columns()[column]);
    let has = |names: &[&str]| names.contains(&&*name);
    if name == "annotation_approver" {
        let mut n_unapproved = 0;
        let verdict = |cell: &str| {
            let is_none = matches!(cell, "" | "null" | "None");
            n_unapproved += usize::from(is_none);
            Some(if is_none { Verdict::Unapproved } else { Verdict::Given })
        };
        let verdicts = verdict_of_each(pool, column, verdict, slices).await?;
        // A column where no row or every row is approved provides no information.
        let says = n_unapproved > 0 && n_unapproved < pool.len();
        return Ok(verdicts.filter(|_| says));
    }
    let ticked = |cell: &str| match &*cell.to_lowercase() {
        "true" | "yes" | "1" | "x" => Some(true),
        "false" | "no" | "0" | "" => Some(false),
        _ => None,
    };
    let ticks = if has(&CANCELLED_NAMES) {
        Some((Verdict::Void, Verdict::Given))
    } else if has(&REJECTED_NAMES) {
        Some((Verdict::Rejected, Verdict::Given))
    } else if has(&APPROVED_NAMES) {
        Some((Verdict::Given, Verdict::Unapproved))
    } else {
        None
    };
    if let Some((of_ticked, of_others)) = ticks {
        let mut says = false;
        let verdict = |cell: &str| {
            let is_ticked = ticked(cell)?;
            says |= is_ticked;
            Some(if is_ticked { of_ticked } else { of_others })
        };
        let verdicts = verdict_of_each(pool, column, verdict, slices).await?;
        return Ok(verdicts.filter(|_| says));
    }
    if has(&VALID_NAMES) {
        // An empty cell provides no information. Only a word such as “no” shows that the answer is not valid.
        let verdict = |cell: &str| match ticked(cell)? {
            false if !cell.is_empty() => Some(Verdict::Rejected),
            _ => Some(Verdict::Given),
        };
        let verdicts = verdict_of_each(pool, column, verdict, slices).await?;
        return Ok(verdicts.filter(|verdicts| verdicts.contains(&Verdict::Rejected)));
    }
    if !has(&VERDICT_NAMES) {
        return Ok(None);
    }
    let (mut words, mut known, mut has_others) = (BTreeSet::<String>::new(), BTreeSet::new(), false);
    let may_be_verdict = |_: u32, cell: &str| {
        if !cell.is_empty() && !words.contains(cell) {
            words.insert(cell.to_owned());
            let verdict = verdict_of_word(cell);
            has_others |= verdict.is_none();
            known.extend(verdict);
        }
        !has_others || words.len() <= MAX_VERDICT_WORDS
    };
    if !all_cells(pool, column, may_be_verdict, slices).await? || known.is_empty() {
        return Ok(None);
    }
    // A `status` or `state` column may describe something other than an answer.
    let may_be_other = matches!(&*name, "status" | "state") && !is_about_answers(&known);
    if has_others && may_be_other {
        return Ok(None);
    }
    let verdict = |cell: &str| match cell {
        "" => Some(Verdict::Given),
        word => Some(verdict_of_word(word).unwrap_or(Verdict::Unapproved)),
    };
    verdict_of_each(pool, column, verdict, slices).await
}

/// Verdict that a word expresses, for example [`Verdict::Given`] for “approved”. `None` for any other word.
fn verdict_of_word(word: &str) -> Option<Verdict> {
    Some(match &*simple(word) {
        "accept" | "accepted" | "approve" | "approved" | "confirmed" | "submitted" | "validated" | "valid"
        | "complete" | "completed" => Verdict::Given,
        "reject" | "rejected" | "declined" | "disapproved" | "invalid" | "wrong" => Verdict::Rejected,
        "ignore" | "ignored" | "skip" | "skipped" | "cancelled" | "canceled" | "discarded" | "draft" | "default"
        | "incomplete" => Verdict::Void,
        "pending" | "unapproved" | "unreviewed" | "to_review" | "in_review" => Verdict::Unapproved,
        _ => return None,
    })
}

fn has_label_word(name: &str) -> bool {
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    ["label", "labels", "category", "sentiment", "topic"]
        .iter()
        .any(|known| words.contains(known))
}

fn is_label_name(name: &str) -> bool {
    LABEL_NAMES.contains(&name) || matches!(name, "annotation" | "accept") || has_label_word(name)
}

/// Normalizes a column name, because tools write, for example, `_session_id` or `Session ID`.
fn simple(name: &str) -> String {
    let name = name.trim().trim_start_matches('_').to_lowercase();
    name.replace([' ', '-'], "_")
}

struct CellAnswer {
    /// Name of the question. `None` if the annotator canceled the answer before choosing a label.
    /// Annotation tools store no question for a canceled answer without a label.
    question: Option<String>,
    by: Option<String>,
    labels: Vec<String>,
    verdict: Verdict,
}

struct Reader<'p> {
    pool: &'p Pool,
    text: Option<usize>,
    annotators: Vec<String>,
    place_of: BTreeMap<String, u32>,
    questions: Vec<Question>,
    first_of: Vec<u32>,
    adds_up: bool,
    is_nested: bool,
    verdict_columns: Vec<String>,
}

impl<'p> Reader<'p> {
    fn new(pool: &'p Pool, text: Option<usize>) -> Reader<'p> {
        Reader {
            pool,
            text,
            annotators: Vec::new(),
            place_of: BTreeMap::new(),
            questions: Vec::new(),
            first_of: (0..pool.len() as u32).collect(),
            adds_up: false,
            is_nested: false,
            verdict_columns: Vec::new(),
        }
    }

    fn responses(self) -> Responses {
        Responses {
            questions: self.questions,
            annotators: self.annotators,
            first_of: self.first_of,
            adds_up: self.adds_up,
            is_nested: self.is_nested,
            verdict_columns: self.verdict_columns,
        }
    }

    fn place(&mut self, name: &str) -> Option<u32> {
        if name.trim().is_empty() {
            return None;
        }
        let next = self.annotators.len() as u32;
        let place = *self.place_of.entry(name.to_owned()).or_insert(next);
        if place == next {
            self.annotators.push(name.to_owned());
        }
        Some(place)
    }

    fn answer(&mut self, question: &str, response: Response) {
        let at = self.questions.iter().position(|known| known.name == question);
        let at = at.unwrap_or_else(|| {
            self.questions.push(Question {
                name: question.to_owned(),
                responses: Vec::new(),
            });
            self.questions.len() - 1
        });
        self.questions[at].responses.push(response);
    }

    /// Reads the answers inside cells of the given columns. Returns whether any cell contains an answer.
    async fn nested<P: Pause>(&mut self, columns: &[usize], slices: &mut Slices<P>) -> Result<bool, Stopped> {
        let mut found: Vec<(u32, CellAnswer)> = Vec::new();
        for &column in columns {
            let name = &self.pool.columns()[column];
            let is_proposal = simple(name).split('.').any(|word| PROPOSAL_NAMES.contains(&word));
            if is_proposal || Some(column) == self.text {
                continue;
            }
            let of_column = match name.strip_suffix(".responses") {
                Some(question) => self.answers_with_users(column, question, slices).await?,
                None => self.inside(column, slices).await?,
            };
            found.extend(of_column.unwrap_or_default());
        }
        if found.is_empty() {
            return Ok(false);
        }
        found.sort_by_key(|(row, _)| *row);
        let text = self.text;
        let approvals = verdicts(self.pool, |column| Some(column) != text, slices).await?;
        let approvals = approvals.filter(|verdicts| verdicts.is_approval);
        let verdict = |row: u32| {
            approvals
                .as_ref()
                .map_or(Verdict::Given, |them| them.of_rows[row as usize])
        };
        let mut unnamed = Vec::new();
        for (row, answer) in found {
            match answer.question {
                Some(question) => {
                    let response = Response {
                        row,
                        by: answer.by.as_deref().and_then(|by| self.place(by)),
                        labels: answer.labels,
                        verdict: answer.verdict.max(verdict(row)),
                    };
                    self.answer(&question, response);
                }
                None => unnamed.push((row, answer)),
            }
            slices.count(CELL_WORK).await?;
        }
        let has_labels = |question: &Question| question.responses.iter().any(|response| !response.labels.is_empty());
        self.questions.retain(has_labels);
        // An answer that names no question means that the annotator skipped the whole task.
        // An answer without a question therefore becomes an empty response to every question.
        let names: Vec<String> = self.questions.iter().map(|question| question.name.clone()).collect();
        for (row, answer) in unnamed {
            let by = answer.by.as_deref().and_then(|by| self.place(by));
            for name in &names {
                self.answer(
                    name,
                    Response {
                        row,
                        by,
                        labels: Vec::new(),
                        verdict: answer.verdict,
                    },
                );
            }
            slices.count(CELL_WORK).await?;
        }
        self.is_nested = !self.questions.is_empty();
        Ok(self.is_nested)
    }

    /// Answers inside the cells of a column. Cells may also be empty. `None` if a cell that is not empty contains no answer.
    async fn inside<P: Pause>(
        &self,
        column: usize,
        slices: &mut Slices<P>,
    ) -> Result<Option<Vec<(u32, CellAnswer)>>, Stopped> {
        let mut found = Vec::new();
        let name = &self.pool.columns()[column];
        let add = |row: u32, cell: &str| {
            if cell.is_empty() {
                return true;
            }
            let value = cell.starts_with(['[', '{']).then(|| serde_json::from_str(cell).ok());
            let answers = value.flatten().and_then(|value: Value| answers_in(&value, name));
            let are_answers = answers.is_some();
            found.extend(answers.into_iter().flatten().map(|answer| (row, answer)));
            are_answers
        };
        let are_answers = all_cells(self.pool, column, add, slices).await?;
        Ok(are_answers.then_some(found))
    }

    /// Answers in a column of lists. A second column lists the users who gave the answers, in the same order.
    async fn answers_with_users<P: Pause>(
        &self,
        column: usize,
        question: &str,
        slices: &mut Slices<P>,
    ) -> Result<Option<Vec<(u32, CellAnswer)>>, Stopped> {
        let list = |row: Instance<'_>, column: Option<usize>| -> Vec<Value> {
            column
                .and_then(|column| serde_json::from_str(row.cell(column)).ok())
                .unwrap_or_default()
        };
        let parallel = |what: &str| self.pool.column(&format!("{question}.responses.{what}")).ok();
        let (users, status) = (parallel("users"), parallel("status"));
        let mut found = Vec::new();
        for row in self.pool.instances() {
            let (users, status) = (list(row, users), list(row, status));
            for (at, value) in list(row, Some(column)).iter().enumerate() {
                let word = status.get(at).and_then(Value::as_str);
                let Some(labels) = labels_in(value) else {
                    return Ok(None);
                };
                found.push((
                    row.row() as u32,
                    CellAnswer {
                        question: Some(question.to_owned()),
                        by: users.get(at).and_then(name_in),
                        labels,
                        verdict: word.and_then(verdict_of_word).unwrap_or(Verdict::Given),
                    },
                ));
            }
            slices.count(CELL_WORK + row.n_bytes(column)).await?;
        }
        Ok(Some(found))
    }

    /// Reads the labels in columns of the table. If the user chose a column, reads only this column.
    async fn table<P: Pause>(&mut self, columns: AnswerColumns<'_>, slices: &mut Slices<P>) -> Result<(), Stopped> {
        let (pool, text) = (self.pool, self.text);
        let AnswerColumns {
            chosen: only, of_texts, ..
        } = columns;
        let also: &[usize] = if only.is_some() { &[] } else { columns.also };
        let of_labels = only.map(|(column, _)| column);
        let own = own_labels_in_slices(pool, slices).await?;
        let inputs = of_labels.or(own).map_or(0..0, |labels| input_columns(pool, labels));
        let is_of_text = |column: usize| {
            let describes = match of_texts {
                Some(columns) => columns.binary_search(&column).is_ok(),
                None => inputs.contains(&column),
            };
            describes || Some(column) == text
        };
        let may_be = |column: usize| !is_of_text(column) && Some(column) != of_labels;
        let mut verdicts = verdicts(pool, may_be, slices).await?;
        let is_verdict = |column: usize| {
            let names = verdicts.as_ref().map_or(&[][..], |verdicts| &verdicts.columns);
            names.contains(&pool.columns()[column])
        };
        // In exports of this program, the annotator column may name several people for one label, so the column is not used.
        let annotators = match own {
            Some(_) => None,
            None => {
                let is_other = |column| Some(column) == of_labels || is_verdict(column);
                self.annotator_column(&is_other, slices).await?
            }
        };
        let columns: Vec<(usize, LabelCell)> = match only {
            Some(column) => vec![column],
            None => {
                let others = |column: usize| {
                    Some(column) == text
                        || Some(column) == annotators
                        || is_verdict(column)
                        || PROPOSAL_NAMES
                            .iter()
                            .any(|known| simple(&pool.columns()[column]).contains(known))
                };
                self.label_columns((own, annotators), also, &others, slices).await?
            }
        };
        let label_columns: Vec<usize> = columns.iter().map(|&(column, _)| column).collect();
        let is_other = |column: usize| is_of_text(column) || Some(column) == annotators || also.contains(&column);
        add_unnamed_verdicts(pool, &label_columns, &is_other, &mut verdicts, slices).await?;
        if let Some(verdicts) = &verdicts {
            self.verdict_columns.clone_from(&verdicts.columns);
        }
        let is_accept = |column: usize| simple(&pool.columns()[column]) == "accept";
        self.adds_up = verdicts.as_ref().is_some_and(|verdicts| verdicts.is_of_single_labels)
            && columns.iter().all(|&(column, _)| !is_accept(column));
        let mut by: Vec<Option<u32>> = Vec::with_capacity(pool.len());
        match annotators {
            Some(column) => {
                let add = |_: u32, cell: &str| {
                    by.push(self.place(&name_of_cell(cell)));
                    true
                };
                all_cells(pool, column, add, slices).await?;
            }
            None => by.resize(pool.len(), None),
        }
        self.first_of = self.first_rows(&by, slices).await?;
        for (column, per_cell) in columns {
            let options = pool.column("options").ok().filter(|_| is_accept(column));
            let mut labels: Vec<(u32, Vec<String>)> = Vec::new();
            let add = |row: u32, of_row: Vec<String>| {
                labels.push((row, of_row));
                true
            };
            if !visit_labels(pool, (column, per_cell), add, slices).await? {
                labels.clear();
            }
            let mut labels = labels.into_iter().peekable();
            let name = &pool.columns()[column];
            for row in 0..pool.len() as u32 {
                let verdict = verdicts
                    .as_ref()
                    .map_or(Verdict::Given, |them| them.of_rows[row as usize]);
                let of_row = labels.next_if(|(labeled, _)| *labeled == row);
                let mut of_row = of_row.map(|(_, labels)| labels).unwrap_or_default();
                if let Some(options) = options {
                    name_options(&mut of_row, pool.instance(row as usize).cell(options));
                }
                slices.count(CELL_WORK).await?;
                if of_row.is_empty() && verdict < Verdict::Void {
                    continue;
                }
                self.answer(
                    name,
                    Response {
                        row,
                        by: by[row as usize],
                        labels: of_row,
                        verdict,
                    },
                );
            }
        }
        let has_labels = |question: &Question| question.responses.iter().any(|response| !response.labels.is_empty());
        self.questions.retain(has_labels);
        Ok(())
    }

    /// Finds the columns that hold labels, the most likely column first.
    async fn label_columns<P: Pause>(
        &self,
        (own, annotators): (Option<usize>, Option<usize>),
        also: &[usize],
        is_other: &dyn Fn(usize) -> bool,
        slices: &mut Slices<P>,
    ) -> Result<Vec<(usize, LabelCell)>, Stopped> {
        let names: Vec<String> = self.pool.columns().iter().map(|name| simple(name)).collect();
        let all = || (0..names.len()).filter(|&column| !is_other(column));
        let named = LABEL_NAMES.iter().chain(&["annotation", "accept"]);
        let named = named.flat_map(|known| all().filter(|&column| names[column] == *known).collect::<Vec<_>>());
        let has_word = |column: &usize| has_label_word(&names[*column]);
        let mut likely: Vec<usize> = own.into_iter().chain(named).chain(all().filter(has_word)).collect();
        // In a table with one row per answer, rows with the same text differ in the label column.
        if annotators.is_some() {
            for column in all() {
                let is_metadata = METADATA_NAMES.contains(&&*names[column]) || is_named_like_ids(&names[column]);
                if !is_metadata && !likely.contains(&column) && self.differs_within_texts(column, slices).await? {
                    likely.push(column);
                }
            }
        }
        let mut columns: Vec<(usize, LabelCell)> = Vec::new();
        let mut is_told = false;
        let others = also.iter().copied().filter(|&column| !is_other(column));
        for (column, is_likely) in likely
            .into_iter()
            .map(|column| (column, true))
            .chain(others.map(|column| (column, false)))
        {
            // Each column is inspected only once.
            // If a likely column in `also` holds labels, the unlikely columns in `also` are skipped.
            if columns.iter().any(|&(known, _)| known == column) || (is_told && !is_likely) {
                continue;
            }
            let per_cell = LabelCell::likely_in_slices(self.pool, column, slices).await?;
            let is_named = LABEL_NAMES.contains(&&*names[column]);
            let is_certain = match &*names[column] {
                _ if own == Some(column) => true,
                "label" | "labels" if !also.is_empty() => true,
                _ => annotators.is_some() && is_named,
            };
            if are_labels(self.pool, (column, per_cell), is_certain, !is_likely, slices).await? {
                is_told |= is_likely && also.contains(&column);
                columns.push((column, per_cell));
            }
            if own == Some(column) {
                break;
            }
        }
        Ok(columns)
    }

    async fn differs_within_texts<P: Pause>(&self, column: usize, slices: &mut Slices<P>) -> Result<bool, Stopped> {
        let Some(text) = self.text else { return Ok(false) };
        let mut cell_of: BTreeMap<&str, &str> = BTreeMap::new();
        let mut differs = false;
        for row in self.pool.instances() {
            let cell = row.cell(column);
            if *cell_of.entry(row.cell(text)).or_insert(cell) != cell {
                differs = true;
                break;
            }
            slices.count(KEY_WORK + row.n_bytes(text)).await?;
        }
        free(cell_of, slices).await?;
        Ok(differs)
    }

    async fn annotator_column<P: Pause>(
        &self,
        is_other: &dyn Fn(usize) -> bool,
        slices: &mut Slices<P>,
    ) -> Result<Option<usize>, Stopped> {
        let names: Vec<String> = self.pool.columns().iter().map(|name| simple(name)).collect();
        for (known, is_certain) in ANNOTATOR_NAMES
            .iter()
            .map(|known| (known, true))
            .chain(PERSON_NAMES.iter().map(|known| (known, false)))
        {
            for (column, name) in names.iter().enumerate() {
                let may_name = name == known && Some(column) != self.text && !is_other(column);
                if !may_name || !self.has_few_names(column, slices).await? {
                    continue;
                }
                // Only the first column whose name denotes people, such as `annotator`, is examined.
                let is_annotator = is_certain || self.differs_within_texts(column, slices).await?;
                return Ok(is_annotator.then_some(column));
            }
        }
        Ok(None)
    }

    async fn has_few_names<P: Pause>(&self, column: usize, slices: &mut Slices<P>) -> Result<bool, Stopped> {
        let mut names: BTreeSet<String> = BTreeSet::new();
        let add = |_: u32, cell: &str| {
            if !cell.is_empty() && !names.contains(cell) {
                names.insert(cell.to_owned());
            }
            names.len() <= MAX_ANNOTATORS
        };
        let are_few = all_cells(self.pool, column, add, slices).await?;
        Ok(are_few && !names.is_empty())
    }

    /// For each row, the index of the first row with the same text.
    /// If an annotator answers the same text twice, the second answer belongs to the second occurrence of the text.
    /// If each answer is about a single label, however, all answers to a text belong to the first occurrence of the text.
    async fn first_rows<P: Pause>(&self, by: &[Option<u32>], slices: &mut Slices<P>) -> Result<Vec<u32>, Stopped> {
        let rows = 0..self.pool.len() as u32;
        let (Some(text), true) = (self.text, self.annotators.len() > 1 || self.adds_up) else {
            return Ok(rows.collect());
        };
        let mut times: BTreeMap<(&str, Option<u32>), u32> = BTreeMap::new();
        let mut first_of: BTreeMap<(&str, u32), u32> = BTreeMap::new();
        let mut first_rows = Vec::with_capacity(self.pool.len());
        for row in rows {
            let text = self.pool.instance(row as usize).cell(text);
            slices.count(KEY_WORK + text.len()).await?;
            if text.trim().is_empty() {
                first_rows.push(row);
                continue;
            }
            let time = times.entry((text, by[row as usize])).or_default();
            let key = (text, if self.adds_up { 0 } else { *time });
            *time += 1;
            first_rows.push(*first_of.entry(key).or_insert(row));
        }
        free(times, slices).await?;
        free(first_of, slices).await?;
        Ok(first_rows)
    }
}

/// Calls `visit` with each row that has labels, in ascending order, until `visit` returns false.
/// Returns true if every cell is empty or contains labels, and `visit` returned true for each row.
async fn visit_labels<P: Pause>(
    pool: &Pool,
    (column, per_cell): (usize, LabelCell),
    mut visit: impl FnMut(u32, Vec<String>) -> bool,
    slices: &mut Slices<P>,
) -> Result<bool, Stopped> {
    let is_accept = simple(&pool.columns()[column]) == "accept";
    for instance in pool.instances() {
        let cell = instance.cell(column);
        let labels = match is_accept {
            // The cells of the `accept` column contain the ids of options, which may be numbers.
            true if cell.trim().is_empty() => Some(Vec::new()),
            true => serde_json::from_str(cell.trim())
                .ok()
                .and_then(|ids| labels_in(&Value::Array(ids))),
            false => per_cell.labels(cell),
        };
        let Some(labels) = labels else { return Ok(false) };
        if !labels.is_empty() && !visit(instance.row() as u32, labels) {
            return Ok(false);
        }
        slices.count(CELL_WORK + cell.len()).await?;
    }
    Ok(true)
}

/// Whether the column holds labels and the number of distinct labels is small enough.
/// Unless `is_certain` is true, the column needs at least twice as many rows as distinct labels.
/// If `few` is true, one repeated label suffices in a column with at most [`MAX_LABEL_VALUES`] distinct labels.
async fn are_labels<P: Pause>(
    pool: &Pool,
    column: (usize, LabelCell),
    is_certain: bool,
    few: bool,
    slices: &mut Slices<P>,
) -> Result<bool, Stopped> {
    let (mut labels, mut n_rows) = (BTreeSet::new(), 0_usize);
    let add = |_: u32, of_row: Vec<String>| {
        n_rows += 1;
        labels.extend(of_row);
        labels.len() <= MAX_LABELS
    };
    if !visit_labels(pool, column, add, slices).await? {
        return Ok(false);
    }
    let are_few = few && labels.len() <= MAX_LABEL_VALUES && labels.len() < n_rows;
    let come_again = 2 * labels.len() <= n_rows.max(2) || are_few;
    Ok(!labels.is_empty() && (come_again || is_certain))
}

/// Extracts the annotators' answers from `value`, the parsed JSON of one cell.
/// Returns `None` if the JSON does not contain answers in a known format.
/// If the JSON does not name the question, the name of the cell's column, `column`, is the question.
fn answers_in(value: &Value, column: &str) -> Option<Vec<CellAnswer>> {
    match value {
        Value::Array(items) if items.is_empty() => Some(Vec::new()),
        Value::Array(items) => {
            let items: Option<Vec<&Map<String, Value>>> = items.iter().map(Value::as_object).collect();
            let answers: Option<Vec<Vec<CellAnswer>>> =
                items?.into_iter().map(|item| answers_of_item(item, column)).collect();
            Some(answers?.into_iter().flatten().collect())
        }
        Value::Object(members) if members.is_empty() => Some(Vec::new()),
        // The cell contains a list of values and a list of users in the same order, as in a Hugging Face data set.
        Value::Object(members) if members.get("value").is_some_and(Value::is_array) => {
            let list = |key: &str| {
                members
                    .get(key)
                    .and_then(Value::as_array)
                    .map_or(&[][..], Vec::as_slice)
            };
            let (users, status) = (list("user_id"), list("status"));
            if users.len() != list("value").len() {
                return None;
            }
            let answers = list("value").iter().enumerate().map(|(at, value)| {
                let word = status.get(at).and_then(Value::as_str);
                Some(CellAnswer {
                    question: Some(column.to_owned()),
                    by: name_in(&users[at]),
                    labels: labels_in(value)?,
                    verdict: word.and_then(verdict_of_word).unwrap_or(Verdict::Given),
                })
            });
            answers.collect()
        }
        Value::Object(members) => {
            let mut answers = Vec::new();
            for (question, responses) in members {
                let responses = responses.as_array()?;
                for response in responses {
                    let response = response.as_object().filter(|response| response.contains_key("value"))?;
                    answers.extend(answers_of_item(response, question)?);
                }
            }
            Some(answers)
        }
        _ => None,
    }
}

/// Verdict on one answer, derived from the answer's reviews in Label Studio Enterprise.
/// If reviews contradict each other, the latest review counts.
/// Contradictory reviews give `Unapproved` if a review has no UTC time, or if the reviews with the latest time differ.
fn verdict_of_reviews(reviews: &Value) -> Verdict {
    let reviews = reviews.as_array().map_or(&[][..], Vec::as_slice);
    let is_accepted = |review: &Value| review.get("accepted").and_then(Value::as_bool);
    let accepted: BTreeSet<bool> = reviews.iter().filter_map(is_accepted).collect();
    let of = |is_accepted: bool| match is_accepted {
        true => Verdict::Given,
        false => Verdict::Rejected,
    };
    match (accepted.first(), accepted.len()) {
        (None, _) => Verdict::Given,
        (Some(&is_accepted), 1) => of(is_accepted),
        _ => {
            let dated = reviews.iter().filter_map(|review| {
                let at = review.get("created_at").and_then(Value::as_str).and_then(utc);
                is_accepted(review).map(|is_accepted| (at, is_accepted))
            });
            let dated: Vec<(Option<&str>, bool)> = dated.collect();
            // In the order of `Option`, `None` is less than all times.
            let are_dated = dated.iter().all(|(at, _)| at.is_some());
            let last = dated.iter().map(|(at, _)| *at).max();
            let latest: BTreeSet<bool> = dated
                .iter()
                .filter(|(at, _)| Some(*at) == last)
                .map(|(_, is_accepted)| *is_accepted)
                .collect();
            match (are_dated, latest.first(), latest.len()) {
                (true, Some(&is_accepted), 1) => of(is_accepted),
                _ => Verdict::Unapproved,
            }
        }
    }
}

/// Returns a UTC time in ISO 8601 without its zone and without trailing zeros of the fraction.
/// The alphabetical order of the returned times is their chronological order.
/// `None` for a time in another time zone, and for a text that is not a time.
fn utc(at: &str) -> Option<&str> {
    /// Number of characters in a time without a fraction of a second.
    const N_SECONDS: usize = 19;
    let at = at.trim_end_matches('Z');
    let at = at.strip_suffix("+00:00").unwrap_or(at);
    let is_of_date = |(index, byte): (usize, u8)| match index {
        4 | 7 => byte == b'-',
        10 => byte == b'T',
        13 | 16 => byte == b':',
        19 => byte == b'.',
        _ => byte.is_ascii_digit(),
    };
    let is_time = at.len() >= N_SECONDS && at.bytes().enumerate().all(is_of_date);
    let n_kept = at.trim_end_matches('0').trim_end_matches('.').len().max(N_SECONDS);
    is_time.then(|| &at[..n_kept])
}

/// Reads the answers of the annotator whom the object names. `None` if the object contains no answer.
fn answers_of_item(item: &Map<String, Value>, column: &str) -> Option<Vec<CellAnswer>> {
    let by = [
        "completed_by",
        "user_id",
        "annotator_id",
        "annotator",
        "user",
        "created_username",
    ];
    let by = by.iter().find_map(|key| name_in(item.get(*key)?));
    let is_cancelled = item.get("was_cancelled").and_then(Value::as_bool) == Some(true);
    let word = item.get("status").and_then(Value::as_str);
    let verdict = match is_cancelled {
        true => Verdict::Void,
        false => word.and_then(verdict_of_word).unwrap_or(Verdict::Given),
    };
    let verdict = verdict.max(item.get("reviews").map_or(Verdict::Given, verdict_of_reviews));
    let answer = |question: Option<&str>, labels: Vec<String>| CellAnswer {
        question: question.map(str::to_owned),
        by: by.clone(),
        labels,
        verdict,
    };
    if let Some(results) = item.get("result") {
        // Labels of a region in a text or picture do not apply to the whole text.
        let is_region = |value: &Value| ["start", "end", "x", "y"].iter().any(|key| value.get(*key).is_some());
        let mut of_questions: Vec<(String, Vec<String>)> = Vec::new();
        for result in results.as_array()? {
            let value = result.get("value").filter(|value| !is_region(value));
            let Some(labels) = value.and_then(labels_in) else {
                continue;
            };
            let question = result.get("from_name").and_then(Value::as_str).unwrap_or(column);
            match of_questions.iter_mut().find(|(known, _)| known == question) {
                Some((_, known)) => known.extend(labels),
                None => of_questions.push((question.to_owned(), labels)),
            }
        }
        if of_questions.is_empty() && verdict.excludes_labels() {
            return Some(vec![answer(None, Vec::new())]);
        }
        let of_question = |(question, labels): (String, Vec<String>)| answer(Some(&question), labels);
        return Some(of_questions.into_iter().map(of_question).collect());
    }
    if let Some(Value::Object(values)) = item.get("values") {
        let mut answers = Vec::new();
        for (question, value) in values {
            answers.extend(labels_in(value).map(|labels| answer(Some(question), labels)));
        }
        if answers.is_empty() && verdict.excludes_labels() {
            answers.push(answer(None, Vec::new()));
        }
        return Some(answers);
    }
    let is_span = ["start", "end", "start_offset", "end_offset", "type"]
        .iter()
        .any(|key| item.contains_key(*key));
    let value = match item.get("value") {
        Some(value) => value,
        None if by.is_some() => ["label", "text"].iter().find_map(|key| item.get(*key))?,
        None => return None,
    };
    if is_span {
        return None;
    }
    Some(vec![answer(Some(column), labels_in(value)?)])
}

/// Labels in the value of one answer.
/// The value is a string, a number, a boolean, a list of these types, or an object that contains such a value.
/// Label Studio and Argilla write objects that contain the value.
/// A path through a taxonomy counts as one label.
fn labels_in(value: &Value) -> Option<Vec<String>> {
    let labels = match value {
        Value::String(label) => vec![label.trim().to_owned()],
        Value::Number(number) => vec![number.to_string()],
        Value::Bool(is_true) => vec![is_true.to_string()],
        Value::Null => Vec::new(),
        Value::Array(items) => items.iter().map(labels_in).collect::<Option<Vec<_>>>()?.concat(),
        Value::Object(members) => {
            if let Some(paths) = members.get("taxonomy").and_then(Value::as_array) {
                let path = |path: &Value| Some(labels_in(path)?.join(" > "));
                return paths.iter().map(path).collect();
            }
            let value = ["choices", "value", "text", "rating", "number"];
            let value = value.iter().find_map(|key| members.get(*key))?;
            let is_span = ["start", "end", "rank"].iter().any(|key| members.contains_key(*key));
            return if is_span { None } else { labels_in(value) };
        }
    };
    let mut labels = labels;
    labels.retain(|label| !label.is_empty());
    Some(labels)
}

/// An annotator's name: a string or number, or a name in one of an object's members.
fn name_in(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(members) => {
            let keys = ["email", "username", "name", "id"];
            keys.iter().find_map(|key| name_in(members.get(*key)?))
        }
        _ => None,
    }
}

fn name_of_cell(cell: &str) -> String {
    let object = || serde_json::from_str(cell).ok().as_ref().and_then(name_in);
    match cell.starts_with('{') {
        true => object().unwrap_or_else(|| cell.to_owned()),
        false => cell.to_owned(),
    }
}

/// Replaces numeric option ids in `labels` with the texts of the options.
fn name_options(labels: &mut [String], options: &str) {
    let Ok(options) = serde_json::from_str::<Vec<Map<String, Value>>>(options) else {
        return;
    };
    let named: Option<BTreeMap<String, String>> = options
        .iter()
        .map(|option| {
            let id = name_in(option.get("id")?)?;
            let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
            Some((id, name_in(option.get("text")?)?)).filter(|_| is_number)
        })
        .collect();
    for label in labels {
        if let Some(word) = named.as_ref().and_then(|named| named.get(label)) {
            label.clone_from(word);
        }
    }
}

#[cfg(test)]
mod tests;
