//! Finds the labels of a file in slices, so that the page stays responsive.

use std::sync::Arc;

use crate::map::PtrEq;
use crate::ui::truncate::ellipsis;
use fastgas_annotation::export::{NumberedRows, copied_columns_in_slices, exported_labels, numbered_rows_in_slices};
use fastgas_data::{
    AnswerColumns, Identified, LabelCell, Matches, Pool, Question, Responses, check_ids_in_slices, joined_in_slices,
    match_rows_in_slices,
};
use fastgas_progress::{Pause, Slices, Stopped};

/// Estimated work for one row of a table, as [`Slices`] counts it. One unit of work processes about one byte of text.
const ROW_WORK: usize = 64;

const MAX_CELL_CHARS: usize = 40;

#[derive(Clone, Copy)]
pub(crate) struct LabeledTable<'a> {
    pub pool: &'a Pool,
    pub text_column: usize,
    pub chosen: Option<(usize, LabelCell)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ColleagueLabels {
    pub responses: Arc<Responses>,
    pub rows: Vec<Option<u32>>,
    /// Among several rows of the table with the same text, only the first is matched.
    pub matches: Matches,
    /// Whether the table refers to the rows of the project by row number instead of by text or id.
    pub is_numbered: bool,
    /// Cells in the row-number column that are not row numbers of the project, each with the record's 1-based number.
    pub no_rows: Vec<(usize, String)>,
}

/// Labels that were found while the file was being read, so that the page need not search for them later.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownLabels {
    pub(super) here: PtrEq<Pool>,
    /// The text column and the id column of the project.
    pub(super) columns: (usize, Option<usize>),
    /// The text column and the chosen label column of the file.
    pub(super) of_file: (usize, Option<(usize, LabelCell)>),
    pub(super) labels: Option<Box<ColleagueLabels>>,
}

impl KnownLabels {
    /// `here`, `text` and `id` are the pool, the text column and the id column of the open project.
    pub(crate) async fn find<P: Pause>(
        (here, text, id): (&PtrEq<Pool>, usize, Option<usize>),
        file: LabeledTable<'_>,
        slices: &mut Slices<P>,
    ) -> Result<KnownLabels, Stopped> {
        let labels = ColleagueLabels::find((&here.0, text, id), file, slices).await?;
        Ok(KnownLabels {
            here: here.clone(),
            columns: (text, id),
            of_file: (file.text_column, file.chosen),
            labels: labels.map(Box::new),
        })
    }

    pub(super) fn concerns(
        &self,
        here: &Arc<Pool>,
        columns: (usize, Option<usize>),
        of_file: (usize, Option<(usize, LabelCell)>),
    ) -> bool {
        Arc::ptr_eq(&self.here.0, here) && self.columns == columns && self.of_file == of_file
    }
}

impl ColleagueLabels {
    /// Returns `None` if the table has no new labels, or if at most half of its texts are in the project.
    pub(crate) async fn find<P: Pause>(
        here: Identified<'_>,
        other: LabeledTable<'_>,
        slices: &mut Slices<P>,
    ) -> Result<Option<ColleagueLabels>, Stopped> {
        match ColleagueLabels::from_row_numbers(here, other, slices).await? {
            Some(labels) => Ok(Some(labels)),
            None => ColleagueLabels::from_texts(here, other, slices).await,
        }
    }

    /// Finds labels in a table with row numbers of the project, such as an export of this program.
    async fn from_row_numbers<P: Pause>(
        here: Identified<'_>,
        other: LabeledTable<'_>,
        slices: &mut Slices<P>,
    ) -> Result<Option<ColleagueLabels>, Stopped> {
        let (ours, pool) = (here.0, other.pool);
        let Some(NumberedRows { column, rows }) = numbered_rows_in_slices(ours, pool, slices).await? else {
            return Ok(None);
        };
        let mut responses = match other.chosen {
            Some((labels, per_cell)) if labels != column => {
                Responses::of_column_in_slices(pool, None, (labels, per_cell), slices).await?
            }
            _ => {
                let others: Vec<usize> = (0..pool.columns().len()).filter(|other| *other != column).collect();
                Responses::of_in_slices(pool, None, &others, slices).await?
            }
        };
        // Row numbers are ignored if the table may have a text column or shares another column with the project.
        let is_other = |at: usize| {
            let name = &pool.columns()[at];
            at != column && !responses.questions.iter().any(|question| question.name == *name)
        };
        let is_shared = |at: usize| is_other(at) && ours.columns().contains(&pool.columns()[at]);
        if is_other(other.text_column) || (0..pool.columns().len()).any(is_shared) {
            return Ok(None);
        }
        // Several rows of the table with the same row number belong to the same text.
        let mut first_of: Vec<Option<u32>> = vec![None; ours.len()];
        let mut no_rows = Vec::new();
        for (instance, row) in pool.instances().zip(&rows) {
            let at = instance.row();
            match row {
                Some(row) => responses.first_of[at] = *first_of[*row as usize].get_or_insert(at as u32),
                None => no_rows.push((at + 1, ellipsis(instance.cell(column), MAX_CELL_CHARS))),
            }
            slices.count(ROW_WORK).await?;
        }
        let first = responses.first_rows();
        let matches = Matches {
            rows: first.iter().map(|&row| rows[row as usize]).collect(),
            ..Matches::default()
        };
        let found = ColleagueLabels::of_known_texts(ours, pool, responses, matches, slices).await?;
        Ok(found.map(|found| ColleagueLabels {
            is_numbered: true,
            no_rows,
            ..found
        }))
    }

    async fn from_texts<P: Pause>(
        here: Identified<'_>,
        other: LabeledTable<'_>,
        slices: &mut Slices<P>,
    ) -> Result<Option<ColleagueLabels>, Stopped> {
        let (ours, our_text, _) = here;
        let names = ours.columns();
        let text_name = &names[our_text];
        // If texts are joined from several columns, the name of the text column is the template for joining.
        let joined = match other.pool.column(text_name) {
            Err(_) if text_name.contains('{') => joined_in_slices(other.pool, text_name, slices).await?.ok(),
            _ => None,
        };
        let pool = joined.as_ref().unwrap_or(other.pool);
        let same = pool.column(text_name).ok();
        // A table without the project's text column may consist of only ids and labels.
        let has_only_ids = same.is_none() && shares_ids((ours, our_text), pool, slices).await?;
        let text = same.or((!has_only_ids).then_some(other.text_column));
        let is_new = |column: &usize| Some(*column) != text && !names.contains(&pool.columns()[*column]);
        let new_columns: Vec<usize> = (0..pool.columns().len()).filter(is_new).collect();
        let exported = exported_labels(ours, pool);
        let is_export = match other.chosen {
            Some((column, _)) => exported.contains(&column),
            None => !exported.is_empty(),
        };
        // An export copies the columns of the project. They describe the texts and contain no verdicts on the labels.
        let is_copied = |column: &usize| new_columns.binary_search(column).is_err();
        let of_project: Vec<usize> = (0..pool.columns().len()).filter(is_copied).collect();
        let columns = AnswerColumns {
            text,
            chosen: other.chosen,
            also: &new_columns,
            of_texts: is_export.then_some(&of_project[..]),
        };
        let mut responses = Responses::of_columns_in_slices(pool, columns, slices).await?;
        let has_verdicts = |column: &usize| responses.verdict_columns().contains(&pool.columns()[*column]);
        if !is_export && of_project.iter().any(has_verdicts) {
            let copied = unchanged_columns(here, pool, (columns, &of_project), slices).await?;
            // Verdicts of the project may be about labels in a column of the project, but not about labels in a new column.
            let is_copy = |name: &String| copied.iter().any(|&column| pool.columns()[column] == *name);
            let is_new = |question: &Question| !names.contains(&question.name) || is_copy(&question.name);
            if copied.iter().any(has_verdicts) && responses.questions.iter().all(is_new) {
                let columns = AnswerColumns {
                    of_texts: Some(&copied[..]),
                    ..columns
                };
                responses = Responses::of_columns_in_slices(pool, columns, slices).await?;
            }
        }
        if responses.questions.is_empty() {
            return Ok(None);
        }
        let matches = match_rows_in_slices(here, (pool, text), &responses.first_rows(), slices).await?;
        ColleagueLabels::of_known_texts(ours, pool, responses, matches, slices).await
    }

    async fn of_known_texts<P: Pause>(
        ours: &Pool,
        pool: &Pool,
        mut responses: Responses,
        matches: Matches,
        slices: &mut Slices<P>,
    ) -> Result<Option<ColleagueLabels>, Stopped> {
        let first = responses.first_rows();
        let n_known = matches.rows.iter().flatten().count() + matches.ambiguous.len();
        if 2 * n_known <= first.len() {
            return Ok(None);
        }
        let mut rows = vec![None; pool.len()];
        for (&row, known) in first.iter().zip(&matches.rows) {
            rows[row as usize] = *known;
        }
        // A column of the same name that merely copies the project's column contains none of the colleague's answers.
        let mut questions = Vec::new();
        for question in std::mem::take(&mut responses.questions) {
            if differs(ours, pool, &question.name, &rows, slices).await? {
                questions.push(question);
            }
        }
        responses.questions = questions;
        let is_known = |row: u32| rows[responses.first_of[row as usize] as usize].is_some();
        let mut given = responses.questions.iter().flat_map(|question| &question.responses);
        if !given.any(|response| is_known(response.row)) {
            return Ok(None);
        }
        Ok(Some(ColleagueLabels {
            responses: Arc::new(responses),
            rows,
            matches,
            is_numbered: false,
            no_rows: Vec::new(),
        }))
    }
}

/// The columns of the table that are copies of columns of the project, ascending.
/// `of_project` contains the columns of the table whose names are in the project.
async fn unchanged_columns<P: Pause>(
    here: Identified<'_>,
    pool: &Pool,
    (columns, of_project): (AnswerColumns<'_>, &[usize]),
    slices: &mut Slices<P>,
) -> Result<Vec<usize>, Stopped> {
    // Verdicts on single labels assign all rows with the same text to the first such row.
    // Each row must be compared with its own row of the project, so no column of the project counts as verdicts here.
    let columns = AnswerColumns {
        of_texts: Some(of_project),
        ..columns
    };
    let responses = Responses::of_columns_in_slices(pool, columns, slices).await?;
    let first = responses.first_rows();
    let matches = match_rows_in_slices(here, (pool, columns.text), &first, slices).await?;
    let mut rows = vec![None; pool.len()];
    for (&row, known) in first.iter().zip(&matches.rows) {
        rows[row as usize] = *known;
    }
    let known: Vec<Option<u32>> = responses.first_of.iter().map(|&first| rows[first as usize]).collect();
    copied_columns_in_slices(here, (pool, columns.text), &known, slices).await
}

/// True if a row of the table and its row of the project have different cells in the column `name`.
/// Also true if the table or the project lacks the column.
/// `rows` contains the row of the project for each row of the table.
async fn differs<P: Pause>(
    ours: &Pool,
    pool: &Pool,
    name: &str,
    rows: &[Option<u32>],
    slices: &mut Slices<P>,
) -> Result<bool, Stopped> {
    let (Ok(our_column), Ok(column)) = (ours.column(name), pool.column(name)) else {
        return Ok(true);
    };
    for (instance, known) in pool.instances().zip(rows) {
        let here = known.map(|known| ours.instance(known as usize));
        if here.is_some_and(|here| here.cell(our_column) != instance.cell(column)) {
            return Ok(true);
        }
        slices.count(ROW_WORK).await?;
    }
    Ok(false)
}

/// Whether the project and the table have a common id column, apart from the project's text column.
async fn shares_ids<P: Pause>(
    (ours, our_text): (&Pool, usize),
    pool: &Pool,
    slices: &mut Slices<P>,
) -> Result<bool, Stopped> {
    for (our_column, name) in ours
        .columns()
        .iter()
        .enumerate()
        .filter(|(column, _)| *column != our_text)
    {
        let Ok(column) = pool.column(name) else { continue };
        let are_ids = check_ids_in_slices(ours, our_column, slices).await?.is_ok();
        if are_ids && check_ids_in_slices(pool, column, slices).await?.is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}
