//! Maximum number of texts for the memory that a browser grants one worker.
//!
//! A WebAssembly worker can address 4 GiB, regardless of how much memory the machine has.
//! The worker that selects the picks holds all embeddings, the lists of neighbors and the graph at the same time.
//! All other data of this worker needs less than 1 GiB, a quarter of the addressable memory.

use crate::i18n::{grouped, t};
use crate::run::time_estimate::megabytes;
use crate::state::Notice;

/// Maximum size of embeddings, lists of neighbors and graph in bytes: 3 of the 4 GiB that a worker can address.
const MAX_BYTES: u64 = 3 << 30;

/// Number of bytes per text: `dimensions` 4-byte numbers, plus ids and similarities of `n_neighbors` neighbors.
/// The neighbors are stored once in the lists of neighbors and at most twice in the graph, which is symmetric.
fn bytes_of_one(dimensions: usize, n_neighbors: u32) -> u64 {
    4 * dimensions as u64 + 3 * 8 * u64::from(n_neighbors)
}

pub(crate) fn too_large(n: usize, dimensions: usize, n_neighbors: u32) -> Option<Notice> {
    let one = bytes_of_one(dimensions, n_neighbors);
    let needed = one * n as u64;
    (needed > MAX_BYTES).then(|| Notice {
        title: t!("run-memory-limit-title", n = grouped(n as u64)),
        problem: t!(
            "run-memory-limit-problem",
            needed = megabytes(needed),
            most_bytes = megabytes(MAX_BYTES)
        ),
        advice: t!("run-memory-limit-advice", one = grouped(MAX_BYTES / one)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;
    use crate::run;
    use crate::state::Msg;
    use crate::test_support;
    use fastgas_select::Method;

    #[test]
    fn methods_that_search_more_neighbors_allow_fewer_texts() {
        let pool = test_support::pool_of(&["text"], (0..700_000).map(|_| ["a"]));
        let mut state = test_support::state(1);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        state.run.settings.method = Method::FastVoteK;
        assert!(state.apply_now(Msg::Run(run::Msg::Select)).is_empty());
        let message = state.notices.notice.take().expect("it is refused");
        assert!(message.advice.contains("at most 627,"), "{}", message.advice);
        state.run.settings.method = Method::Fastgas;
        assert!(
            !state.apply_now(Msg::Run(run::Msg::Select)).is_empty(),
            "{:?}",
            state.notices.notice
        );
    }

    #[test]
    fn reported_maximum_fits_and_one_more_does_not() {
        assert_eq!(too_large(1_000_000, 384, 10), None);
        let message = too_large(3_000_000, 384, 10).expect("too many");
        assert_eq!(
            message.problem,
            "they need 5.3\u{a0}GB of memory, and a browser gives 3.2\u{a0}GB to one worker"
        );
        assert!(message.advice.contains("at most 1,813,753 texts"), "{}", message.advice);
        assert_eq!(too_large(1_813_753, 384, 10), None);
        assert!(too_large(1_813_754, 384, 10).is_some());
    }
}
