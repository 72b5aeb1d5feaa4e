//! A heap of vertices by gain. Clearing the heap takes time proportional to the number of vertices in the heap.
//! A sequence of short searches can therefore share one heap.

const OUTSIDE: u32 = u32::MAX;

/// A binary heap that tracks the index of each vertex.
/// Vertices with equal gains are removed in last-in first-out order, as in [`GainQueue`](super::gain_queue::GainQueue).
pub(super) struct VertexHeap {
    /// Heap entries (key, vertex) of a max-heap: no child has a larger key than its parent.
    entries: Vec<(i64, u32)>,
    /// Index of each vertex in `entries`; `OUTSIDE` if the vertex is not in the heap.
    place_of: Vec<u32>,
    /// Number of calls to `set` since the last call to `clear`.
    /// Among vertices with equal gains, the vertex of the latest call ranks first.
    clock: i64,
}

/// A key stores the value of `clock` in this number of low bits, and the gain in the higher bits.
const CLOCK_BITS: u32 = 28;

impl VertexHeap {
    pub(super) fn new(n_vertices: usize) -> VertexHeap {
        VertexHeap {
            entries: Vec::new(),
            place_of: vec![OUTSIDE; n_vertices],
            clock: 0,
        }
    }

    /// Inserts or updates `vertex`, which then precedes all other vertices with the gain `gain`.
    /// The gain must be within ±2³⁴.
    /// After 2²⁸ calls without [`clear`](VertexHeap::clear), equal gains have a different but still deterministic order.
    /// O(log n).
    pub(super) fn set(&mut self, vertex: u32, gain: i64) {
        self.clock = (self.clock + 1).min((1 << CLOCK_BITS) - 1);
        let key = (gain << CLOCK_BITS) | self.clock;
        match self.place_of[vertex as usize] {
            OUTSIDE => {
                self.entries.push((key, vertex));
                self.rise(self.entries.len() - 1);
            }
            place => {
                let place = place as usize;
                let before = std::mem::replace(&mut self.entries[place].0, key);
                if key > before {
                    self.rise(place);
                } else {
                    self.sink(place);
                }
            }
        }
    }

    /// Removes `vertex` if it is in the heap. O(log n).
    pub(super) fn remove(&mut self, vertex: u32) {
        let place = self.place_of[vertex as usize];
        if place != OUTSIDE {
            self.take(place as usize);
        }
    }

    pub(super) fn peek(&self) -> Option<(i64, u32)> {
        self.entries.first().map(|&(key, vertex)| (key >> CLOCK_BITS, vertex))
    }

    /// Removes and returns the highest gain and its vertex. O(log n).
    pub(super) fn pop(&mut self) -> Option<(i64, u32)> {
        (!self.entries.is_empty()).then(|| {
            let (key, vertex) = self.take(0);
            (key >> CLOCK_BITS, vertex)
        })
    }

    pub(super) fn clear(&mut self) {
        for (_, vertex) in self.entries.drain(..) {
            self.place_of[vertex as usize] = OUTSIDE;
        }
        self.clock = 0;
    }

    fn take(&mut self, place: usize) -> (i64, u32) {
        let taken = self.entries.swap_remove(place);
        self.place_of[taken.1 as usize] = OUTSIDE;
        if place < self.entries.len() {
            self.sink(place);
            self.rise(place);
        }
        taken
    }

    fn rise(&mut self, mut place: usize) {
        let entry = self.entries[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if self.entries[parent].0 >= entry.0 {
                break;
            }
            self.put(place, self.entries[parent]);
            place = parent;
        }
        self.put(place, entry);
    }

    fn sink(&mut self, mut place: usize) {
        let entry = self.entries[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.entries.len() {
                break;
            }
            if child + 1 < self.entries.len() && self.entries[child + 1].0 > self.entries[child].0 {
                child += 1;
            }
            if self.entries[child].0 <= entry.0 {
                break;
            }
            self.put(place, self.entries[child]);
            place = child;
        }
        self.put(place, entry);
    }

    fn put(&mut self, place: usize, entry: (i64, u32)) {
        self.entries[place] = entry;
        self.place_of[entry.1 as usize] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The order of removal is tested in `gain_queue`, by comparison with the bucket array.
    #[test]
    fn heap_can_be_reused_after_clearing() {
        let mut heap = VertexHeap::new(4);
        for (vertex, gain) in [(0, -2), (1, 5), (2, 5), (3, 0)] {
            heap.set(vertex, gain);
        }
        heap.remove(3);
        assert_eq!(heap.pop(), Some((5, 2)));
        heap.clear();
        assert_eq!(heap.pop(), None);
        heap.set(1, -7);
        heap.set(3, -7);
        heap.set(1, 1 << 34);
        assert_eq!(
            [heap.pop(), heap.pop(), heap.pop()],
            [Some((1 << 34, 1)), Some((-7, 3)), None]
        );
    }
}
