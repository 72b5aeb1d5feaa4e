//! A trace as bytes: the name of the format and its version, the graph, the events.
//!
//! Numbers have as many bytes as they need (postcard), and of each edge only the gap to the one before is kept.

use serde::{Deserialize, Serialize};

use super::{Event, Trace};
use crate::TraceError;
use fastgas_graph::CsrGraph;

/// What every file begins with; the last byte is the version of the format.
const MAGIC: &[u8; 8] = b"fastgas\x01";

/// What a selection of texts did, to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// A [`Trace`] as bytes: of all texts or, where duplicates were folded, of the originals in their order.
    pub trace: Vec<u8>,
    /// For each text the one that it repeats, or itself; empty where nothing was folded.
    pub original_of: Vec<u32>,
}

impl Recorded {
    /// For each vertex of the trace's graph the text that it is, and how many texts it stands for, itself included.
    /// `n`: how many texts there are.
    pub fn texts_of(&self, n: u32) -> Vec<(u32, u32)> {
        if self.original_of.is_empty() {
            return (0..n).map(|row| (row, 1)).collect();
        }
        let mut stands_for = vec![0; self.original_of.len()];
        for &original in &self.original_of {
            stands_for[original as usize] += 1;
        }
        let texts = (0u32..).zip(&self.original_of).zip(&stands_for);
        let originals = texts.filter(|&((row, &original), _)| row == original);
        originals.map(|((row, _), &count)| (row, count)).collect()
    }

    /// Whether this can be of `n` texts.
    pub fn fits(&self, n: usize) -> bool {
        let known = self.original_of.iter().all(|&original| (original as usize) < n);
        known && (self.original_of.is_empty() || self.original_of.len() == n)
    }
}

#[derive(Serialize, Deserialize)]
struct Content {
    vertex_weights: Vec<u32>,
    /// Of each vertex the higher neighbors: the gap to the one before (to the vertex itself, the first), and the weight.
    higher: Vec<Vec<(u32, u32)>>,
    events: Vec<Event>,
}

impl Trace {
    /// As bytes. O(|V| + |E| + the events).
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
        let bytes = postcard::to_extend(&content, MAGIC.to_vec());
        bytes.expect("a list in memory takes everything")
    }

    /// The trace that these bytes are of.
    ///
    /// # Errors
    /// [`TraceError`] where they are of none, or of another version. Whether the events make sense shows in the replay.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trace, TraceError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(TraceError::Format)?;
        let content: Content = postcard::from_bytes(rest).map_err(|_| TraceError::Broken)?;
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
        // Lower neighbors came first, as they should stand, but each vertex's own higher ones came in between.
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
