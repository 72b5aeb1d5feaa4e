//! Computations on the kNN graph that run in workers: label suggestions, and the similarity of adjacent texts.

use js_sys::ArrayBuffer;

use crate::control::RunControl;
use crate::embedding_rows::Rows;
use crate::workers::{Workers, exactly, unexpected};
use fastgas_annotation::label::{Explained, Sources, Suggestions};
use fastgas_embedding::CosineScale;
use fastgas_graph::Adjacency;
use fastgas_graph::WeightedGraph;
use fastgas_protocol::transport::u32_to_buffer;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, f32_of_bytes, u32_of_bytes};

#[derive(Clone, Debug, PartialEq)]
pub struct EdgeCosines {
    /// One cosine for each entry of the adjacency lists, so each edge occurs twice; see [`Adjacency::cosines`].
    pub cosines: Vec<f32>,
    /// A scale for cosines that is derived from the mean cosine of the pool.
    /// With the scale, one threshold is suitable for all encoders.
    pub scale: CosineScale,
}

impl Workers {
    pub async fn suggest(&self, adjacency: &Adjacency, sources: &Sources, row: u32) -> Result<Explained, WorkerError> {
        match self.suggested(adjacency, sources, Some(row)).await?.body {
            Event::Suggested { one: Some(one) } => Ok(one),
            _ => Err(unexpected()),
        }
    }

    pub async fn suggest_all(&self, adjacency: &Adjacency, sources: &Sources) -> Result<Suggestions, WorkerError> {
        let answer = self.suggested(adjacency, sources, None).await?;
        let [ends, labels, percents] = exactly(answer.buffers)?;
        let numbers = u32_of_bytes(&ends).zip(u32_of_bytes(&labels));
        let made =
            numbers.and_then(|(ends, labels)| Suggestions::from_parts(ends, labels, percents, adjacency.n_vertices()));
        made.ok_or_else(unexpected)
    }

    async fn suggested(
        &self,
        adjacency: &Adjacency,
        sources: &Sources,
        row: Option<u32>,
    ) -> Result<Envelope<Event>, WorkerError> {
        let several = sources.several();
        let parts = edges(adjacency).into_iter().chain(sources.parts().map(u32_to_buffer));
        let parts: Vec<ArrayBuffer> = parts.collect();
        let buffers = move || parts.iter().map(|part| part.slice(0)).collect();
        let request = move || Request::Suggest { several, row };
        let [answer] = self
            .run_one(request, buffers, |_| Ok(()), &RunControl::default())
            .await?;
        Ok(answer)
    }

    pub async fn cosines(&self, adjacency: &Adjacency, embeddings: &Rows) -> Result<EdgeCosines, WorkerError> {
        let dimensions = embeddings.dimensions as u32;
        let (pieces, edges) = (embeddings.in_pieces().await, edges(adjacency));
        let buffers = move || {
            let edges = edges.iter().map(|edges| edges.slice(0));
            pieces().into_iter().chain(edges).collect()
        };
        let request = move || Request::Cosines { dimensions };
        let [answer] = self
            .run_one(request, buffers, |_| Ok(()), &RunControl::default())
            .await?;
        let Event::CosinesTaken { scale } = answer.body else {
            return Err(unexpected());
        };
        let [cosines] = exactly(answer.buffers)?;
        let cosines = f32_of_bytes(&cosines).filter(|cosines| cosines.len() == adjacency.parts()[1].len());
        let cosines = cosines.ok_or_else(unexpected)?;
        Ok(EdgeCosines { cosines, scale })
    }
}

fn edges(adjacency: &Adjacency) -> [ArrayBuffer; 2] {
    adjacency.parts().map(u32_to_buffer)
}
