//! The empty texts of the pool, which a run does not pick.
//!
//! Views ask for the number of empty texts after each change of the settings. The texts are therefore searched only once.

use std::fmt;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::project::Project;
use crate::run::settings::PoolSize;
use fastgas_data::Pool;
use fastgas_select::{Method, PriorSelection};

#[derive(Clone)]
struct BlankRows {
    pool: Weak<Pool>,
    text_column: usize,
    rows: Arc<[u32]>,
}

impl BlankRows {
    fn are_of(&self, pool: &Arc<Pool>, text_column: usize) -> bool {
        self.text_column == text_column && ptr::eq(self.pool.as_ptr(), Arc::as_ptr(pool))
    }
}

/// The rows of the empty texts, with the pool and the text column that were searched.
/// The rows are derived from the project, so comparisons ignore the cache.
#[derive(Default)]
pub(crate) struct BlankRowsCache(Mutex<Option<BlankRows>>);

impl Clone for BlankRowsCache {
    fn clone(&self) -> BlankRowsCache {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        BlankRowsCache(Mutex::new(known))
    }
}

impl PartialEq for BlankRowsCache {
    fn eq(&self, _other: &BlankRowsCache) -> bool {
        true
    }
}

impl fmt::Debug for BlankRowsCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BlankRowsCache")
    }
}

impl Project {
    /// The rows of the empty texts, in ascending order.
    /// Takes O(size of the pool) time after a change of the texts or of the text column, otherwise O(1) time.
    pub(crate) fn blank_rows(&self) -> Arc<[u32]> {
        let (pool, text_column) = (&self.source.pool, self.source.text_column);
        let mut cache = self.source.blank.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache.as_ref().filter(|known| known.are_of(pool, text_column)) {
            return known.rows.clone();
        }
        let rows: Arc<[u32]> = pool.blank_rows(text_column).into();
        *cache = Some(BlankRows {
            pool: Arc::downgrade(pool),
            text_column,
            rows: rows.clone(),
        });
        rows
    }

    /// Takes as long as [`Project::blank_rows`], unless the worker that read the file has already counted the empty texts.
    pub fn n_blank_texts(&self) -> u64 {
        let counted = self.found_labels().and_then(|found| found.n_blank);
        counted.unwrap_or_else(|| self.blank_rows().len() as u64)
    }

    pub(crate) fn size(&self) -> PoolSize {
        let n_texts = self.source.pool.len();
        PoolSize {
            n_texts,
            // An edited project file may contain any number of empty texts.
            n_blank: self.n_blank_texts().min(n_texts as u64) as usize,
        }
    }

    /// Adds the empty texts to the texts that a run must not pick, because empty texts are not worth labeling.
    pub(crate) fn excluding_blank(&self, earlier: PriorSelection, method: Method) -> PriorSelection {
        earlier.excluding(&self.blank_rows(), method)
    }

    /// Number of texts that a run must not pick if [`Project::excluding_blank`] adds the empty texts to `earlier`.
    /// If all texts are empty, only the skipped texts count.
    /// If the empty texts are counted, takes O(1) time without empty texts, otherwise O(size of `earlier`) time.
    pub(crate) fn n_excluded(&self, earlier: &PriorSelection, method: Method) -> usize {
        let n_settled = || {
            let settled = earlier.picks.iter().chain(&earlier.skipped);
            settled.filter(|&&row| self.text(row).trim().is_empty()).count()
        };
        earlier.skipped.len() + self.n_unsettled_blanks(method, n_settled)
    }

    /// The result of [`Project::n_excluded`] with [`Project::settled`] as the earlier selection.
    /// Views show the number after each label, so the empty texts are counted without a pass over all picks.
    pub(crate) fn n_excluded_with_settled(&self, method: Method) -> usize {
        let n_skipped = self.annotations.history.labels().n_passed();
        n_skipped + self.n_unsettled_blanks(method, || self.n_settled_blanks())
    }

    fn n_unsettled_blanks(&self, method: Method, n_settled: impl FnOnce() -> usize) -> usize {
        let PoolSize { n_texts, n_blank } = self.size();
        // If all texts are empty, the run reports the empty column, which is clearer than a budget that is too high.
        if !method.extends() || n_blank == 0 || n_blank == n_texts {
            return 0;
        }
        // The subtraction saturates, because an edited project file may contain any number of empty texts.
        n_blank.saturating_sub(n_settled())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use fastgas_annotation::label::PassReason;
    use fastgas_select::Config;

    fn project() -> Project {
        let rows = [["a", ""], [" ", ""], ["b", "x"], ["", ""]];
        Project::new("a.csv".into(), test_support::pool_of(&["text", "other"], rows), 0, 0.0)
    }

    #[test]
    fn blank_rows_follow_the_text_column_and_the_pool() {
        let mut open = project();
        assert_eq!(*open.blank_rows(), [1, 3]);
        assert!(
            Arc::ptr_eq(&open.blank_rows(), &open.clone().blank_rows()),
            "the texts are searched once"
        );
        open.source.text_column = 1;
        assert_eq!(*open.blank_rows(), [0, 1, 3]);
        open.source.pool = Arc::new(test_support::pool_of(&["text", "other"], [["a", "b"], ["c", ""]]));
        assert_eq!(*open.blank_rows(), [1]);
    }

    #[test]
    fn pool_of_empty_texts_is_left_to_the_run() {
        let mut open = project();
        open.source.pool = Arc::new(test_support::pool_of(&["text"], [[""], [" "]]));
        assert_eq!(open.n_excluded(PriorSelection::NONE, Method::Fastgas), 0);
    }

    #[test]
    fn count_of_excluded_texts_equals_the_excluded_texts() {
        let open = project();
        let earlier = |picks: &[u32], skipped: &[u32]| PriorSelection {
            picks: picks.to_vec(),
            skipped: skipped.to_vec(),
        };
        for earlier in [
            earlier(&[], &[]),
            earlier(&[1], &[2]),
            earlier(&[0], &[3]),
            earlier(&[2], &[0, 1, 3]),
        ] {
            for method in [Method::Fastgas, Method::KMeans] {
                let excluded = open.excluding_blank(earlier.clone(), method).skipped;
                assert_eq!(
                    open.n_excluded(&earlier, method),
                    excluded.len(),
                    "{earlier:?}, {method:?}"
                );
            }
        }
    }

    #[test]
    fn count_with_settled_texts_equals_the_excluded_texts() {
        let mut open = project();
        open.result.outcome = Some(Arc::new(test_support::outcome(&[2, 1], 4, Config::default())));
        let assert_counted = |open: &Project| {
            for method in [Method::Fastgas, Method::KMeans] {
                let excluded = open.excluding_blank(open.settled(), method).skipped;
                assert_eq!(open.n_excluded_with_settled(method), excluded.len(), "{method:?}");
            }
        };
        assert_counted(&open);
        for row in [1, 3, 0] {
            open.annotations.history.pass(row, PassReason::Skipped, 1);
            assert_counted(&open);
        }
        open.annotations.history.undo(2);
        open.annotations.history.give(3, Some("yes"), 3);
        assert_counted(&open);
        open.source.text_column = 1;
        assert_counted(&open);
        open.source.pool = Arc::new(test_support::pool_of(&["text"], [[""; 1]; 4]));
        open.source.text_column = 0;
        assert_eq!(open.n_excluded_with_settled(Method::Fastgas), 1, "all texts are empty");
    }
}
