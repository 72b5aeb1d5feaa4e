//! One spelling for texts that contain the same labels in another order.

use fastgas_data::{LabelOrder, LabelSpellings};

/// Gives the labels of all rows with equal sets of labels one spelling: that of the first such row.
/// A language model would otherwise choose between two spellings of one answer.
/// [`SEPARATOR`](super::SEPARATOR) separates the labels of a row.
/// If the order of the labels matters, as in free-text answers, no label changes.
pub fn unify_label_sets(rows: &mut [(u32, String)], order: LabelOrder) {
    if order == LabelOrder::Significant {
        return;
    }
    let mut spellings = LabelSpellings::default();
    for (_, labels) in rows {
        *labels = spellings.first(std::mem::take(labels));
    }
}
