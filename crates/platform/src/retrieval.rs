//! Retrieves the labeled texts that are most similar to other texts.

use futures::future::ready;

use crate::control::RunControl;
use crate::embedding_rows::Rows;
use crate::schedule::JobClass;
use crate::workers::{Workers, exactly, unexpected};
use fastgas_protocol::{Request, WorkerError, u32_of_bytes};

const TEXTS_PER_CHUNK: usize = 2_048;

impl Workers {
    /// For each of `rows`, finds the `shots` most similar labeled rows, as indices in `labeled`, most similar last.
    /// All lists have the same length: the smaller of `shots` and the number of labeled rows.
    pub async fn retrieve(
        &self,
        embeddings: &Rows,
        labeled: &[u32],
        rows: &[u32],
        shots: u32,
        control: &RunControl,
    ) -> Result<Vec<u32>, WorkerError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let dimensions = embeddings.dimensions as u32;
        let buffers = {
            let (embeddings, rows) = (embeddings.clone(), rows.to_vec());
            let labeled = embeddings.gather(labeled);
            move |chunk: u32| {
                let start = chunk as usize * TEXTS_PER_CHUNK;
                let end = rows.len().min(start + TEXTS_PER_CHUNK);
                ready(vec![labeled.slice(0), embeddings.gather(&rows[start..end])])
            }
        };
        let n_chunks = rows.len().div_ceil(TEXTS_PER_CHUNK);
        let request = move |_| Request::Retrieve { dimensions, shots };
        let job = self.new_job(JobClass::Long);
        let answers = self.run(job, n_chunks, request, buffers, |_| Ok(()), control).await?;
        let mut indices = Vec::new();
        for answer in answers {
            let [bytes] = exactly(answer.buffers)?;
            indices.extend(u32_of_bytes(&bytes).ok_or_else(unexpected)?);
        }
        let per_row = labeled.len().min(shots as usize);
        let is_valid =
            indices.len() == rows.len() * per_row && indices.iter().all(|&index| (index as usize) < labeled.len());
        is_valid.then_some(indices).ok_or_else(unexpected)
    }
}
