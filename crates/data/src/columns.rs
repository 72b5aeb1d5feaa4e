//! The columns that the user chooses: texts, ids, and labels that the file already contains.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::column_inference::likely_text;
use super::labels::{LabelCell, existing_labels};
use super::pool::Pool;
use super::separator::MAX_LABELS;
use super::text::{TextSource, join};
use super::work::{KEY_WORK, free};
use crate::LoadError;
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// The columns that the user has chosen, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// Source of the texts. `None` to infer the text column.
    pub text: Option<TextSource>,
    /// Name of the column that identifies the rows.
    pub id: Option<String>,
    /// Name of the column with existing labels.
    pub labels: Option<String>,
    /// Whether a cell of the label column holds one label or several.
    pub per_cell: LabelCell,
    /// Name of the embedding column, whose cells are lists of numbers.
    #[serde(default)]
    pub embeddings: Option<String>,
}

impl Columns {
    /// Clears each chosen column whose name is not among `columns`.
    pub fn keep_known(&mut self, columns: &[String]) {
        let is_known = |name: &mut String| columns.contains(name);
        self.id = self.id.take_if(is_known);
        self.labels = self.labels.take_if(is_known);
        self.embeddings = self.embeddings.take_if(is_known);
        if matches!(&self.text, Some(TextSource::Column(name)) if !columns.contains(name)) {
            self.text = None;
        }
    }

    /// Returns the pool and the index of the text column. If requested, a column of joined texts is added to the pool.
    ///
    /// # Errors
    /// Fails with the errors from [`join`] and [`check_ids`], and with [`LoadError::NoColumn`] for an unknown column.
    /// Fails with [`LoadError::NotLabels`] or [`LoadError::NotAList`] if the label column cannot contain labels.
    pub fn apply(&self, pool: Pool) -> Result<(Pool, usize), LoadError> {
        let text = self.text.clone().unwrap_or_else(|| likely_text(&pool));
        let (pool, text) = match &text {
            TextSource::Column(name) => {
                let column = pool.column(name)?;
                (pool, column)
            }
            TextSource::Joined(template) => {
                let pool = join(pool, template)?;
                let column = pool.column(template)?;
                (pool, column)
            }
        };
        if let Some(id) = &self.id {
            check_ids(&pool, pool.column(id)?)?;
        }
        if let Some(labels) = &self.labels {
            check_labels(&pool, pool.column(labels)?, self.per_cell)?;
        }
        Ok((pool, text))
    }
}

/// Checks that the cells of the id `column` are distinct and not blank.
///
/// # Errors
/// Returns [`LoadError::NoId`] for a blank cell, and [`LoadError::SameId`] for a repeated id.
pub fn check_ids(pool: &Pool, column: usize) -> Result<(), LoadError> {
    at_once(check_ids_in_slices(pool, column, &mut Slices::whole()))
}

/// Like [`check_ids`], but divides the work into slices. The unit of work is about one byte of a cell.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work. The inner errors are the errors from [`check_ids`].
pub async fn check_ids_in_slices<P: Pause>(
    pool: &Pool,
    column: usize,
    slices: &mut Slices<P>,
) -> Result<Result<(), LoadError>, Stopped> {
    let mut row_of = BTreeMap::new();
    let name = &pool.columns()[column];
    let mut checked = Ok(());
    for instance in pool.instances() {
        let (id, row) = (instance.cell(column), instance.row() as u64);
        if id.trim().is_empty() {
            checked = Err(LoadError::NoId {
                row: row as u32,
                column: name.clone(),
            });
            break;
        }
        if let Some(first) = row_of.insert(id, row) {
            checked = Err(LoadError::SameId {
                id: id.into(),
                column: name.clone(),
                rows: [first, row],
            });
            break;
        }
        slices.count(KEY_WORK + id.len()).await?;
    }
    free(row_of, slices).await?;
    Ok(checked)
}

fn check_labels(pool: &Pool, column: usize, per_cell: LabelCell) -> Result<(), LoadError> {
    let mut labels = BTreeSet::new();
    for row in existing_labels(pool, column, per_cell) {
        labels.extend(row?.1);
    }
    if labels.len() > MAX_LABELS {
        return Err(LoadError::NotLabels {
            column: pool.columns()[column].clone(),
            different: labels.len() as u64,
            limit: MAX_LABELS as u64,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    #[test]
    fn ids_must_be_distinct_and_not_blank() {
        let pool = load(b"id,again,gap\n1,a,x\n2,b,\n3,a,y\n").expect("a table");
        assert_eq!(check_ids(&pool, 0), Ok(()));
        let words = |column| check_ids(&pool, column).expect_err("refused").to_string();
        assert_eq!(words(1), "rows 0 and 2 both have `a` in column `again`");
        assert_eq!(words(2), "row 1 has no value in column `gap`");
    }

    #[test]
    fn texts_are_not_labels() {
        let file = |n: usize| (0..n).fold("text\n".to_owned(), |file, row| file + &format!("text {row}\n"));
        let columns = Columns {
            labels: Some("text".into()),
            ..Columns::default()
        };
        let apply = |n| {
            columns
                .apply(load(file(n).as_bytes()).expect("a table"))
                .map(|(_, text)| text)
        };
        assert_eq!(apply(MAX_LABELS), Ok(0));
        let words = apply(MAX_LABELS + 1).expect_err("refused").to_string();
        assert_eq!(words, "column `text` has 501 different labels; the limit is 500");
    }
}
