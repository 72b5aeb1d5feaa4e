//! One spelling for texts that contain the same labels in another order.

use fastgas_data::LabelSpellings;

/// Gives the labels of all rows with equal sets of labels one spelling: that of the first such row.
/// A language model would otherwise choose between two spellings of one answer.
/// [`SEPARATOR`](super::SEPARATOR) separates the labels of a row. Not meant for free-text answers.
pub fn unify_label_sets(rows: &mut [(u32, String)]) {
    let mut spellings = LabelSpellings::default();
    for (_, labels) in rows {
        *labels = spellings.first(std::mem::take(labels));
    }
}
