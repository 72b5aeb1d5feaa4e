//! A trace as bytes: the name of the format and its version, the graph, the events.
//!
//! Numbers have as many bytes as they need (postcard), and of each edge only the gap to the one before is kept.

use serde::{Deserialize, Serialize};

use super::{Event, Trace};
use crate::error::TraceError;
use crate::graph::CsrGraph;

/// What every file begins with; the last byte is the version of the format.
const MAGIC: &[u8; 8] = b"fastgas\x01";

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
