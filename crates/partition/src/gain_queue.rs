//! A priority queue of vertices by gain. Vertices with equal gains are removed in last-in first-out order.

use super::vertex_heap::VertexHeap;

const NONE: u32 = u32::MAX;

/// A priority queue of vertices by gain.
/// Last-in first-out order among vertices with equal gains keeps a refinement pass in one region of the graph.
/// Hagen, Huang & Kahng (1997) measured that last-in first-out order gives the best cuts.
///
/// For a small range of gains, the queue is the bucket array of Fiduccia & Mattheyses 1982.
/// All operations of the bucket array take O(1), except the search for the highest nonempty bucket.
/// For a large range of gains (weighted graphs), the queue is a binary heap with the same order of removal.
pub(super) struct GainQueue {
    order: Order,
}

enum Order {
    Buckets(Buckets),
    Heap(VertexHeap),
}

/// Doubly linked lists of vertices, one list for each gain from −max_gain to max_gain.
struct Buckets {
    max_gain: i64,
    heads: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// The bucket of each vertex; `NONE` if the vertex is not in the queue.
    bucket_of: Vec<u32>,
    /// Upper bound on the indices of nonempty buckets.
    top: usize,
}

impl GainQueue {
    /// Creates an empty queue for vertex ids below `n_vertices` and for gains from −`max_gain` to `max_gain`.
    pub(super) fn new(n_vertices: usize, max_gain: u64) -> GainQueue {
        // A refinement pass takes linear time if there are at most a few times as many buckets as vertices.
        if max_gain <= 4 * n_vertices as u64 + 512 {
            GainQueue::with_buckets(n_vertices, max_gain)
        } else {
            GainQueue::with_heap(n_vertices)
        }
    }

    fn with_buckets(n_vertices: usize, max_gain: u64) -> GainQueue {
        let order = Order::Buckets(Buckets {
            max_gain: max_gain as i64,
            heads: vec![NONE; 2 * max_gain as usize + 1],
            next: vec![NONE; n_vertices],
            previous: vec![NONE; n_vertices],
            bucket_of: vec![NONE; n_vertices],
            top: 0,
        });
        GainQueue { order }
    }

    fn with_heap(n_vertices: usize) -> GainQueue {
        let order = Order::Heap(VertexHeap::new(n_vertices));
        GainQueue { order }
    }

    /// Gives `vertex` the gain `gain` and puts the vertex in front of all other vertices with this gain.
    pub(super) fn set(&mut self, vertex: u32, gain: i64) {
        match &mut self.order {
            Order::Buckets(buckets) => {
                buckets.remove(vertex);
                buckets.insert(vertex, gain);
            }
            Order::Heap(heap) => heap.set(vertex, gain),
        }
    }

    pub(super) fn remove(&mut self, vertex: u32) {
        match &mut self.order {
            Order::Buckets(buckets) => buckets.remove(vertex),
            Order::Heap(heap) => heap.remove(vertex),
        }
    }

    pub(super) fn peek(&mut self) -> Option<(i64, u32)> {
        match &mut self.order {
            Order::Buckets(buckets) => buckets.peek(),
            Order::Heap(heap) => heap.peek(),
        }
    }

    pub(super) fn pop(&mut self) -> Option<(i64, u32)> {
        let first = self.peek();
        if let Some((_, vertex)) = first {
            self.remove(vertex);
        }
        first
    }

    pub(super) fn clear(&mut self) {
        match &mut self.order {
            Order::Buckets(buckets) => {
                buckets.heads.fill(NONE);
                buckets.bucket_of.fill(NONE);
                buckets.top = 0;
            }
            Order::Heap(heap) => heap.clear(),
        }
    }
}

impl Buckets {
    fn insert(&mut self, vertex: u32, gain: i64) {
        let bucket = (gain + self.max_gain) as usize;
        let head = self.heads[bucket];
        self.next[vertex as usize] = head;
        self.previous[vertex as usize] = NONE;
        if head != NONE {
            self.previous[head as usize] = vertex;
        }
        self.heads[bucket] = vertex;
        self.bucket_of[vertex as usize] = bucket as u32;
        self.top = self.top.max(bucket);
    }

    fn remove(&mut self, vertex: u32) {
        let bucket = self.bucket_of[vertex as usize];
        if bucket == NONE {
            return;
        }
        let (next, previous) = (self.next[vertex as usize], self.previous[vertex as usize]);
        if previous == NONE {
            self.heads[bucket as usize] = next;
        } else {
            self.next[previous as usize] = next;
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        }
        self.bucket_of[vertex as usize] = NONE;
    }

    fn peek(&mut self) -> Option<(i64, u32)> {
        while self.heads[self.top] == NONE {
            if self.top == 0 {
                return None;
            }
            self.top -= 1;
        }
        Some((self.top as i64 - self.max_gain, self.heads[self.top]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn queue_pops_the_highest_gain_first_and_the_latest_of_equal_gains() {
        let mut queue = GainQueue::new(4, 3);
        for (vertex, gain) in [(0, 1), (1, -3), (2, 3), (3, 1)] {
            queue.set(vertex, gain);
        }
        queue.set(2, -3);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [(1, 3), (1, 0), (-3, 2), (-3, 1)]);
    }

    proptest! {
        #[test]
        fn buckets_and_heap_agree(steps in prop::collection::vec((0u8..4, 0u32..12, -9i64..=9), 0..200)) {
            let mut buckets = GainQueue::with_buckets(12, 9);
            let mut heap = GainQueue::with_heap(12);
            for (step, vertex, gain) in steps {
                match step {
                    0 | 1 => {
                        buckets.set(vertex, gain);
                        heap.set(vertex, gain);
                    }
                    2 => {
                        buckets.remove(vertex);
                        heap.remove(vertex);
                    }
                    _ => prop_assert_eq!(buckets.pop(), heap.pop()),
                }
                prop_assert_eq!(buckets.peek(), heap.peek());
            }
        }
    }
}
