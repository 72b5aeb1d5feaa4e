//! The labels, answers and blank texts that the program finds while it reads a file.
//! The reader searches for labels in a worker, so that a page does not search a large pool on its main thread.

use serde::{Deserialize, Serialize};

use super::column_inference::{LikelyLabels, likely_labels};
use super::labels::LabelCell;
use super::pool::Pool;
use super::responses::Responses;

/// The labels and answers in a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundLabels {
    /// Index of the text column that the found labels belong to. The found labels do not apply to another text column.
    pub text_column: usize,
    /// The label column that the user chose, and the format of its cells.
    pub chosen: Option<(usize, LabelCell)>,
    /// Whether the program can use the answers without asking the user, see [`Responses::is_plain`].
    /// The flag refers to the chosen column, or to all answers in the pool if no column was chosen.
    pub is_plain: bool,
    /// The column that most likely contains labels, see [`likely_labels`].
    pub likely: Option<LikelyLabels>,
    /// The labels in the likely label column, each with its number of rows, see [`LabelCell::count`].
    pub counts: Option<Vec<(String, u32)>>,
    /// Number of rows whose text is blank. `None` in projects from older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_blank: Option<u64>,
}

impl FoundLabels {
    /// Finds the labels and answers in `pool`. O(size of the pool).
    pub fn of(pool: &Pool, text_column: usize, chosen: Option<(usize, LabelCell)>) -> FoundLabels {
        let text = Some(text_column);
        let responses = match chosen {
            Some((column, per_cell)) => Responses::of_column(pool, text, column, per_cell),
            None => Responses::of(pool, text, &[]),
        };
        let likely = likely_labels(pool, text_column);
        let counts = likely.as_ref().and_then(|likely| {
            let cells = pool.instances().map(|row| (row.cell(likely.column), 1));
            likely.per_cell.count(cells)
        });
        FoundLabels {
            text_column,
            chosen,
            is_plain: responses.is_plain(),
            likely,
            counts,
            n_blank: Some(pool.blank_rows(text_column).len() as u64),
        }
    }

    /// Whether the pool has no likely label column and no answers that the user has to confirm.
    pub fn is_empty(&self) -> bool {
        self.is_plain && self.likely.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    fn found(file: &str, text_column: usize, chosen: Option<(usize, LabelCell)>) -> FoundLabels {
        FoundLabels::of(&load(file.as_bytes()).expect("a table"), text_column, chosen)
    }

    #[test]
    fn labels_of_the_likely_column_are_counted() {
        let found = found("text,label\na b,yes\nc d,no\ne f,yes\ng h,no\ni j,yes\n", 0, None);
        let likely = found.likely.as_ref().expect("labels");
        assert_eq!((likely.column, likely.n_rows, likely.n_labels), (1, 5, 2));
        let counts = [("yes".to_owned(), 3), ("no".to_owned(), 2)];
        assert_eq!(found.counts.as_deref(), Some(&counts[..]));
        assert!(found.is_plain && !found.is_empty());
    }

    #[test]
    fn pool_without_labels_is_empty() {
        let found = found("id,text\n1,a b\n2,c d\n", 1, None);
        assert!(found.is_empty(), "{found:?}");
        assert_eq!((found.text_column, found.counts, found.n_blank), (1, None, Some(0)));
    }

    #[test]
    fn blank_texts_are_counted() {
        assert_eq!(found("id,text\n1,a b\n2,\n3, \n4,c\n", 1, None).n_blank, Some(2));
    }

    #[test]
    fn answers_of_the_chosen_column_decide_whether_the_answers_are_plain() {
        let file = "text,label,annotator,group\na b,yes,Ann,x\na b,no,Ben,x\nc d,yes,Ann,y\nc d,yes,Ben,y\n";
        assert!(!found(file, 0, None).is_plain);
        let file = "text,group,label\na b,x,yes\nc d,x,yes\ne f,y,no\ng h,y,no\n";
        let chosen = Some((1, LabelCell::One));
        let found = found(file, 0, chosen);
        assert_eq!((found.chosen, found.is_plain), (chosen, true));
        let likely = found.likely.map(|likely| likely.column);
        assert_eq!(likely, Some(2), "the choice does not change the likely column");
    }

    #[test]
    fn stored_values_are_read_back() {
        let found = found(
            "text,label\na b,x; y\nc d,y\ne f,x; y\n",
            0,
            Some((1, LabelCell::between(";"))),
        );
        let json = serde_json::to_string(&found).expect("JSON");
        assert_eq!(serde_json::from_str::<FoundLabels>(&json).expect("the values"), found);
    }
}
