//! Binary format of a trace: magic bytes with the version, the graph, the events, and gains.
//! The gains are those of all vertices before each pick, if the method picks by coverage.
//! Traces of format version 1 contain no gains.
//!
//! Integers are encoded with variable length (postcard).
//! Neighbor ids are delta-encoded: each id is stored as its difference from the previous neighbor's id.

use serde::{Deserialize, Serialize};

use super::{Event, Trace};
use crate::TraceError;
use fastgas_graph::CsrGraph;

/// Magic bytes at the start of every trace file. The last byte is the version of the format.
const MAGIC: &[u8; 8] = b"fastgas\x02";

/// Magic bytes of format version 1.
const MAGIC_1: &[u8; 8] = b"fastgas\x01";

/// The gains of the vertices before each [`Event::Take`], in the same order as the `Take` events.
type TakeGains = Vec<Vec<(u32, u32)>>;

/// The stored trace of a text selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTrace {
    /// A [`Trace`] as bytes. If duplicates were merged, each graph vertex is the first text of a set of duplicates.
    pub trace: Vec<u8>,
    /// For each text, the index of the first text that it duplicates, or its own index. Empty if no duplicates were merged.
    pub original_of: Vec<u32>,
}

impl StoredTrace {
    /// For each vertex of the trace's graph, the index of its text and the number of texts that it represents.
    /// The number of texts includes the vertex's own text. `n` is the number of texts in the pool.
    pub fn texts_of(&self, n: u32) -> Vec<(u32, u32)> {
        if self.original_of.is_empty() {
            return (0..n).map(|row| (row, 1)).collect();
        }
        let mut n_represented = vec![0; self.original_of.len()];
        for &original in &self.original_of {
            n_represented[original as usize] += 1;
        }
        let texts = (0u32..).zip(&self.original_of).zip(&n_represented);
        let originals = texts.filter(|&((row, &original), _)| row == original);
        originals.map(|((row, _), &count)| (row, count)).collect()
    }

    /// Whether this trace can belong to a pool of `n` texts.
    pub fn fits(&self, n: usize) -> bool {
        let known = self.original_of.iter().all(|&original| (original as usize) < n);
        known && (self.original_of.is_empty() || self.original_of.len() == n)
    }
}

fn gains_before(event: &Event) -> Option<&Vec<(u32, u32)>> {
    match event {
        Event::Take { gains, .. } => Some(gains),
        _ => None,
    }
}

#[derive(Serialize, Deserialize)]
struct Content {
    vertex_weights: Vec<u32>,
    /// For each vertex, its neighbors with higher ids as pairs (gap, weight).
    /// The gap is the difference from the previous neighbor's id. The first gap is the difference from the vertex's own id.
    higher: Vec<Vec<(u32, u32)>>,
    events: Vec<Event>,
}

impl Trace {
    /// Serializes the trace in O(|V| + |E| + number of events) time.
    pub fn to_bytes(&self) -> Vec<u8> {
        let higher = (0..self.graph.n_vertices() as u32).map(|vertex| {
            let mut last = vertex;
            let edges = self.graph.edges_of(vertex).filter(|&(other, _)| other > vertex);
            edges
                .map(|(other, weight)| (other - std::mem::replace(&mut last, other), weight))
                .collect()
        });
        let content = Content {
            vertex_weights: self.graph.vertex_weights.clone(),
            higher: higher.collect(),
            events: self.events.clone(),
        };
        let gains: TakeGains = self.events.iter().filter_map(gains_before).cloned().collect();
        let bytes = postcard::to_extend(&(content, gains), MAGIC.to_vec());
        bytes.expect("a list in memory takes everything")
    }

    /// Deserializes a trace.
    ///
    /// # Errors
    /// Returns [`TraceError`] if the bytes are not a trace, or have an unknown version.
    /// The events are not checked for consistency here, because the replay checks the events.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trace, TraceError> {
        let (mut content, gains) = match (bytes.strip_prefix(MAGIC), bytes.strip_prefix(MAGIC_1)) {
            (Some(rest), _) => postcard::from_bytes::<(Content, TakeGains)>(rest),
            (_, Some(rest)) => postcard::from_bytes(rest).map(|content| (content, Vec::new())),
            _ => return Err(TraceError::Format),
        }
        .map_err(|_| TraceError::Broken)?;
        let takes = content.events.iter_mut().filter_map(|event| match event {
            Event::Take { gains, .. } => Some(gains),
            _ => None,
        });
        takes.zip(gains).for_each(|(event, gains)| *event = gains);
        let n = content.vertex_weights.len();
        if content.higher.len() != n {
            return Err(TraceError::Broken);
        }
        let mut rows: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
        for (vertex, row) in (0u32..).zip(content.higher) {
            let mut other = vertex;
            for (gap, weight) in row {
                other = other.checked_add(gap).ok_or(TraceError::Broken)?;
                if gap == 0 || weight == 0 || other as usize >= n {
                    return Err(TraceError::Broken);
                }
                rows[vertex as usize].push((other, weight));
                rows[other as usize].push((vertex, weight));
            }
        }
        // Sorts the neighbor list of each vertex, because the list contains neighbors with lower and with higher ids.
        let sorted = rows.into_iter().map(|mut row| {
            row.sort_unstable();
            row
        });
        Ok(Trace {
            graph: CsrGraph {
                vertex_weights: content.vertex_weights,
                ..CsrGraph::from_rows(sorted)
            },
            events: content.events,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trace_of_the_first_version_is_read_without_gains() {
        let take = |gains| Event::Take {
            row: 1,
            coverage: 0.5,
            gains,
        };
        let graph = CsrGraph::from_rows([vec![(1, 1)], vec![(0, 1)]]);
        let trace = |gains| Trace {
            graph: graph.clone(),
            events: vec![take(gains)],
        };
        let with_gains = trace(vec![(1, 500_000_000), (0, 7)]);
        let bytes = with_gains.to_bytes();
        assert_eq!(Trace::from_bytes(&bytes), Ok(with_gains));
        let empty = trace(Vec::new());
        let bytes = empty.to_bytes();
        // The last two bytes encode the gains: a list that contains one empty list.
        let (earlier, gains) = bytes[MAGIC.len()..].split_at(bytes.len() - MAGIC.len() - 2);
        assert_eq!(gains, [1, 0]);
        assert_eq!(Trace::from_bytes(&[&MAGIC_1[..], earlier].concat()), Ok(empty));
    }
}
