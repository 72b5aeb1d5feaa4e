//! How many texts fit into what a browser gives to one page.
//!
//! A worker's memory ends at 4 GiB, whatever the machine has. The one that selects holds every embedding, the list of
//! neighbors, and the graph that is made of it, at once; what else it needs is less than a fourth of that.

use crate::estimate::megabytes;
use crate::store::Message;
use crate::words::{grouped, say};

/// So many bytes of embeddings, neighbors and graph leave a worker room for what else it does.
const MOST_BYTES: u64 = 3 << 30;

/// Bytes that one text takes: `dimensions` numbers of 4 bytes; `n_neighbors` ids and similarities, once as they were found
/// and, joined both ways, at most twice in the graph.
fn bytes_of_one(dimensions: usize, n_neighbors: u32) -> u64 {
    4 * dimensions as u64 + 3 * 8 * u64::from(n_neighbors)
}

/// What is said instead of a selection from more texts than fit; none where they do.
pub(super) fn too_large(n: usize, dimensions: usize, n_neighbors: u32) -> Option<Message> {
    let one = bytes_of_one(dimensions, n_neighbors);
    let needed = one * n as u64;
    (needed > MOST_BYTES).then(|| Message {
        title: say!("capacity-texts-too-many-page", n = grouped(n as u64)),
        problem: say!(
            "capacity-they-would-take-memory",
            needed = megabytes(needed),
            most_bytes = megabytes(MOST_BYTES)
        ),
        advice: say!("capacity-select-from-at-most", one = grouped(MOST_BYTES / one)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::project::Open;
    use crate::store::Action;
    use fastgas_select::Method;

    #[test]
    fn methods_that_search_more_neighbors_have_room_for_fewer_texts() {
        let pool = fixtures::pool_of(&["text"], (0..700_000).map(|_| ["a"]));
        let mut state = fixtures::state(1);
        state.open = Some(Open::new("a.csv".into(), pool, 0, 0.0));
        state.settings.method = Method::FastVoteK;
        assert!(state.apply_now(Action::Select).is_empty());
        let message = state.message.take().expect("it is refused");
        assert!(message.advice.contains("at most 627,"), "{}", message.advice);
        state.settings.method = Method::Fastgas;
        assert!(!state.apply_now(Action::Select).is_empty(), "{:?}", state.message);
    }

    #[test]
    fn as_many_as_are_said_to_fit_do_and_one_more_does_not() {
        assert_eq!(too_large(1_000_000, 384, 10), None);
        let message = too_large(3_000_000, 384, 10).expect("too many");
        assert_eq!(
            message.problem,
            "they would take 5.3\u{a0}GB of memory, and a browser gives 3.2\u{a0}GB to one worker"
        );
        assert!(message.advice.contains("at most 1,813,753 texts"), "{}", message.advice);
        assert_eq!(too_large(1_813_753, 384, 10), None);
        assert!(too_large(1_813_754, 384, 10).is_some());
    }
}
