//! Chunks of texts that a GPU has taken from the end of a queue and embedded.
//!
//! ```text
//!  queue:  ▆▆▆ ▆▆▆ ▆▆▆ … ▆▆▆ ▆▆▆ ▆▆▆
//!          └─▶ CPU               └─▶ GPU ──▶ HeldChunks ──stop──▶ used, or returned to the queue
//! ```

/// Embedded chunks whose vectors are not used before the GPU stops.
///
/// If one result of the GPU is wrong, all its results are doubtful, and the CPU embeds the chunks instead.
/// `P` is a chunk, and `V` are the vectors of its texts.
#[derive(Debug)]
pub struct HeldChunks<P, V>(Vec<(P, V)>);

/// How a GPU has stopped embedding chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuStop<P> {
    /// No chunk was left in the queue, or the GPU failed between two chunks.
    BetweenChunks,
    /// The GPU could not embed this chunk.
    Failed(P),
    /// A result of this chunk differs from the result of the CPU.
    Wrong(P),
}

impl<P, V> Default for HeldChunks<P, V> {
    fn default() -> HeldChunks<P, V> {
        HeldChunks(Vec::new())
    }
}

impl<P, V> HeldChunks<P, V> {
    /// Keeps the vectors of a chunk that the GPU has embedded.
    pub fn hold(&mut self, chunk: P, vectors: V) {
        self.0.push((chunk, vectors));
    }

    /// Returns the chunks whose vectors can be used, and the chunks that the CPU must embed.
    /// Every chunk that the GPU has taken is in one of the two lists.
    pub fn stop(self, stop: GpuStop<P>) -> (Vec<(P, V)>, Vec<P>) {
        match stop {
            GpuStop::BetweenChunks => (self.0, Vec::new()),
            GpuStop::Failed(chunk) => (self.0, vec![chunk]),
            GpuStop::Wrong(chunk) => {
                let held = self.0.into_iter().map(|(chunk, _)| chunk);
                (Vec::new(), held.chain([chunk]).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped(stop: GpuStop<u32>) -> (Vec<(u32, char)>, Vec<u32>) {
        let mut held = HeldChunks::default();
        held.hold(9, 'a');
        held.hold(8, 'b');
        held.stop(stop)
    }

    #[test]
    fn chunks_are_used_unless_a_result_is_wrong() {
        let used = vec![(9, 'a'), (8, 'b')];
        assert_eq!(stopped(GpuStop::BetweenChunks), (used.clone(), vec![]));
        assert_eq!(stopped(GpuStop::Failed(7)), (used, vec![7]));
        assert_eq!(stopped(GpuStop::Wrong(7)), (vec![], vec![9, 8, 7]));
    }
}
