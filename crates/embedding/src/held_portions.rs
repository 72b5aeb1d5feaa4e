//! Portions of texts that a GPU has taken from the end of a queue and embedded.
//!
//! ```text
//!  queue:  ▆▆▆ ▆▆▆ ▆▆▆ … ▆▆▆ ▆▆▆ ▆▆▆
//!          └─▶ CPU               └─▶ GPU ──▶ HeldPortions ──stop──▶ used, or returned to the queue
//! ```

/// Embedded portions whose vectors are not used before the GPU stops.
///
/// If one result of the GPU is wrong, all its results are doubtful, and the CPU embeds the portions instead.
/// `P` is a portion, and `V` are the vectors of its texts.
#[derive(Debug)]
pub struct HeldPortions<P, V>(Vec<(P, V)>);

/// How a GPU has stopped embedding portions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuStop<P> {
    /// No portion was left in the queue, or the GPU failed between two portions.
    BetweenPortions,
    /// The GPU could not embed this portion.
    Failed(P),
    /// A result of this portion differs from the result of the CPU.
    Wrong(P),
}

impl<P, V> Default for HeldPortions<P, V> {
    fn default() -> HeldPortions<P, V> {
        HeldPortions(Vec::new())
    }
}

impl<P, V> HeldPortions<P, V> {
    /// Keeps the vectors of a portion that the GPU has embedded.
    pub fn hold(&mut self, portion: P, vectors: V) {
        self.0.push((portion, vectors));
    }

    /// Returns the portions whose vectors can be used, and the portions that the CPU must embed.
    /// Every portion that the GPU has taken is in one of the two lists.
    pub fn stop(self, stop: GpuStop<P>) -> (Vec<(P, V)>, Vec<P>) {
        match stop {
            GpuStop::BetweenPortions => (self.0, Vec::new()),
            GpuStop::Failed(portion) => (self.0, vec![portion]),
            GpuStop::Wrong(portion) => {
                let held = self.0.into_iter().map(|(portion, _)| portion);
                (Vec::new(), held.chain([portion]).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped(stop: GpuStop<u32>) -> (Vec<(u32, char)>, Vec<u32>) {
        let mut held = HeldPortions::default();
        held.hold(9, 'a');
        held.hold(8, 'b');
        held.stop(stop)
    }

    #[test]
    fn portions_are_used_unless_a_result_is_wrong() {
        let used = vec![(9, 'a'), (8, 'b')];
        assert_eq!(stopped(GpuStop::BetweenPortions), (used.clone(), vec![]));
        assert_eq!(stopped(GpuStop::Failed(7)), (used, vec![7]));
        assert_eq!(stopped(GpuStop::Wrong(7)), (vec![], vec![9, 8, 7]));
    }
}
