//! Chunks of texts that a GPU took from the end of a queue and embedded.
//!
//! ```text
//!  queue:  ▆▆▆ ▆▆▆ ▆▆▆ … ▆▆▆ ▆▆▆ ▆▆▆
//!          └─▶ CPU               └─▶ GPU ──▶ HeldChunks ──stop──▶ used, or returned to the queue
//! ```

/// Chunks that a GPU has embedded. Their vectors are not used before the GPU stops.
///
/// A wrong result makes all GPU results doubtful. After a wrong result, the CPU embeds all chunks that the GPU took.
/// Type parameters: `P` is a chunk of texts, and `V` contains the vectors of the texts.
#[derive(Debug)]
pub struct HeldChunks<P, V>(Vec<(P, V)>);

/// The reason why the GPU stopped embedding chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuStop<P> {
    /// The GPU stopped between two chunks: the queue was empty, or the GPU failed after a complete chunk.
    BetweenChunks,
    /// The GPU could not embed the chunk.
    Failed(P),
    /// The GPU's result for the chunk differs from the CPU's result.
    Wrong(P),
}

impl<P, V> Default for HeldChunks<P, V> {
    fn default() -> HeldChunks<P, V> {
        HeldChunks(Vec::new())
    }
}

impl<P, V> HeldChunks<P, V> {
    /// Keeps the vectors of a chunk that the GPU embedded.
    pub fn hold(&mut self, chunk: P, vectors: V) {
        self.0.push((chunk, vectors));
    }

    /// Returns the chunks whose vectors can be used, and the chunks that the CPU must embed.
    /// Every chunk that the GPU took is in exactly one of the two lists.
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
