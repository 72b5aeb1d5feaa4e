//! Known labels of texts, which only the evaluation uses.

use std::collections::BTreeMap;

use crate::EvaluateError;
use fastgas_data::{Pool, input_columns, row_verdicts};

/// The known labels of all texts in a pool or in a test set.
///
/// Only the measures in the `evaluate` module read the labels.
/// The type has no public accessor and no conversion, so that no selection method can receive a label by mistake.
/// The labels that the user assigns have a different type, `Labels` of the `fastgas_annotation` crate.
#[derive(Clone, Debug, Default)]
pub struct TrueLabels {
    /// The class index of every text. Classes of the pool precede classes that only the test set has.
    class_of: Vec<u32>,
    /// Names of the classes, in order of first appearance.
    names: Vec<String>,
}

impl TrueLabels {
    /// The labels in the column `label_column` of a pool. `text_column` is the column with the texts.
    ///
    /// # Errors
    /// Returns [`EvaluateError::SameColumn`] if the label column is the text column, which every selection method sees.
    /// Returns [`EvaluateError::NoLabel`] for a row without a label.
    /// Returns [`EvaluateError::SetAside`] for a label that was rejected, ignored or canceled.
    pub fn of_pool(pool: &Pool, text_column: usize, label_column: usize) -> Result<TrueLabels, EvaluateError> {
        TrueLabels::default().read(pool, text_column, label_column)
    }

    /// The labels in `cells`, row by row; `column` is the name of the column that contains the cells.
    /// This function cannot check that the column is not the text column.
    /// Callers that have the pool use [`TrueLabels::of_pool`], which checks the column.
    ///
    /// # Errors
    /// Returns [`EvaluateError::NoLabel`] for a row without a label.
    pub fn of_cells<'a>(cells: impl IntoIterator<Item = &'a str>, column: &str) -> Result<TrueLabels, EvaluateError> {
        TrueLabels::default().extended(cells, column)
    }

    /// The labels of a test set.
    /// Classes of the pool keep their indices; classes that occur only in the test set follow.
    ///
    /// # Errors
    /// Returns any error from [`TrueLabels::of_pool`].
    pub fn of_test(&self, test: &Pool, text_column: usize, label_column: usize) -> Result<TrueLabels, EvaluateError> {
        let with_names = TrueLabels {
            class_of: Vec::new(),
            names: self.names.clone(),
        };
        with_names.read(test, text_column, label_column)
    }

    /// The labels of a test set in `cells`, row by row; `column` is the name of the column that contains the cells.
    /// Classes of the pool keep their indices; classes that occur only in the test set follow.
    ///
    /// # Errors
    /// Returns any error from [`TrueLabels::of_cells`].
    pub fn of_test_cells<'a>(
        &self,
        cells: impl IntoIterator<Item = &'a str>,
        column: &str,
    ) -> Result<TrueLabels, EvaluateError> {
        let with_names = TrueLabels {
            class_of: Vec::new(),
            names: self.names.clone(),
        };
        with_names.extended(cells, column)
    }

    fn read(self, pool: &Pool, text_column: usize, label_column: usize) -> Result<TrueLabels, EvaluateError> {
        let column = &pool.columns()[label_column];
        if text_column == label_column {
            return Err(EvaluateError::SameColumn { column: column.clone() });
        }
        let inputs = input_columns(pool, label_column);
        let is_of_text = |other: usize| other == text_column || inputs.contains(&other);
        if let Some(verdicts) = row_verdicts(pool, label_column, is_of_text) {
            let no_label = verdicts.of_rows.iter().position(|verdict| verdict.excludes_labels());
            if let Some(row) = no_label {
                return Err(EvaluateError::SetAside {
                    row: row as u32,
                    column: column.clone(),
                    by: verdicts.columns.join(", "),
                });
            }
        }
        self.extended(pool.instances().map(|instance| instance.cell(label_column)), column)
    }

    fn extended<'a>(
        mut self,
        cells: impl IntoIterator<Item = &'a str>,
        column: &str,
    ) -> Result<TrueLabels, EvaluateError> {
        let mut classes: BTreeMap<String, u32> = self.names.iter().cloned().zip(0..).collect();
        for (row, name) in (0..).zip(cells) {
            let name = name.trim();
            if name.is_empty() {
                return Err(EvaluateError::NoLabel {
                    row,
                    column: column.into(),
                });
            }
            let class = match classes.get(name) {
                Some(&class) => class,
                None => {
                    let class = self.names.len() as u32;
                    self.names.push(name.into());
                    classes.insert(name.into(), class);
                    class
                }
            };
            self.class_of.push(class);
        }
        Ok(self)
    }

    /// Number of texts. Each text has a label.
    pub fn len(&self) -> usize {
        self.class_of.len()
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.class_of.is_empty()
    }

    pub(super) fn class(&self, row: u32) -> u32 {
        self.class_of[row as usize]
    }

    pub(super) fn class_sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.names.len()];
        for &class in &self.class_of {
            sizes[class as usize] += 1;
        }
        sizes
    }

    /// The class with the most texts. Ties: the class that appears first in the pool.
    pub(super) fn majority(&self) -> Option<u32> {
        let sizes = self.class_sizes();
        let most = sizes.iter().max()?;
        sizes.iter().position(|size| size == most).map(|class| class as u32)
    }

    #[cfg(test)]
    pub(super) fn of_classes(class_of: &[u32]) -> TrueLabels {
        let n_classes = class_of.iter().max().map_or(0, |&last| last + 1);
        TrueLabels {
            class_of: class_of.to_vec(),
            names: (0..n_classes).map(|class| class.to_string()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_data::load;

    #[test]
    fn test_set_shares_the_classes_of_its_pool() {
        let pool = load(b"text,label\na,x\nb, y \nc,x\n").expect("a table");
        let test = load(b"label,text\ny,d\nz,e\nx,f\n").expect("a table");
        let labels = TrueLabels::of_pool(&pool, 0, 1).expect("labels");
        assert_eq!(labels.class_of, [0, 1, 0]);
        assert_eq!((labels.majority(), labels.class_sizes()), (Some(0), vec![2, 1]));
        let of_test = labels.of_test(&test, 1, 0).expect("labels");
        assert_eq!(of_test.class_of, [1, 2, 0]);
        assert_eq!(of_test.len(), 3);
    }

    #[test]
    fn rejected_answer_is_not_a_true_label() {
        let pool = load(b"text,label,answer\na,x,accept\nb,x,reject\n").expect("a table");
        let refused = TrueLabels::of_pool(&pool, 0, 1).expect_err("row 1 was rejected");
        assert_eq!(
            refused.to_string(),
            "row 1: column `answer` says that the answer in column `label` is not a label"
        );
        // An exported table repeats the columns of its input. These columns describe the texts, not the exported labels.
        let export = load(b"text,answer,rank,row,part,degree,label\na,accept,1,0,0,1,x\nb,reject,2,1,0,1,x\n");
        assert!(TrueLabels::of_pool(&export.expect("a table"), 0, 6).is_ok());
    }

    #[test]
    fn missing_label_or_text_column_as_labels_is_rejected() {
        let pool = load(b"text,label\na,x\nb, \n").expect("a table");
        assert_eq!(
            TrueLabels::of_pool(&pool, 0, 1)
                .expect_err("row 1 has none")
                .to_string(),
            "row 1: column `label` is empty, so there is no label to compare with"
        );
        assert_eq!(
            TrueLabels::of_pool(&pool, 0, 0)
                .expect_err("the text is no label")
                .to_string(),
            "column `text` is given both as the texts and as the labels"
        );
    }
}
