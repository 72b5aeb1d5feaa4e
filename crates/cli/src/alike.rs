//! What is told of duplicates.

use std::collections::BTreeSet;

use serde::Serialize;

use fastgas_data::Pool;
use fastgas_graph::{DUPLICATE_COSINE, DuplicateCount, Duplicates};

/// How many texts are the same as others.
#[derive(Serialize)]
pub struct Alike {
    /// To the encoder.
    #[serde(flatten)]
    count: DuplicateCount,
    /// Word for word the same as an earlier one.
    repeated: u32,
}

impl Alike {
    /// The duplicates among the texts of the pool's `column`.
    pub fn of(duplicates: &Duplicates, pool: &Pool, column: usize) -> Alike {
        let n = duplicates.original_of().len();
        let different: BTreeSet<&str> = (0..n).map(|instance| pool.instance(instance).cell(column)).collect();
        Alike {
            count: duplicates.count(),
            repeated: (n - different.len()) as u32,
        }
    }

    /// A sentence, where there are any.
    pub fn line(&self, folded: bool) -> Option<String> {
        let DuplicateCount { instances, different } = self.count;
        let repeated = self.repeated;
        let then = if folded {
            "one of each group stands for all"
        } else {
            "each counts by itself; --fold-duplicates lets one of each group stand for all"
        };
        (instances > 0).then(|| {
            format!(
                "{instances} texts are duplicates (cosine above {DUPLICATE_COSINE}) in {different} groups; {repeated} repeat \
                 another word for word; {then}"
            )
        })
    }
}
