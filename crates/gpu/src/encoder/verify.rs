//! Embeds texts on a GPU, and compares one text of each chunk with the result of the CPU.

use super::plan::{GpuEncoder, GpuVectors};
use fastgas_embedding::{EmbedError, Encoded};
use fastgas_encoder::{Encoder, Tokens};
use fastgas_graph::CpuReason;

/// Why [`GpuEncoder::encode_checked`] returned no embeddings for a chunk of texts.
#[derive(Debug)]
pub enum ChunkError {
    /// The GPU has failed. The CPU must embed the texts.
    Gpu(CpuReason),
    /// The CPU cannot embed a text of the chunk either.
    Text(EmbedError),
}

impl From<EmbedError> for ChunkError {
    fn from(error: EmbedError) -> ChunkError {
        ChunkError::Text(error)
    }
}

impl GpuEncoder {
    /// Embeds a chunk of texts. The result equals that of [`Encoder::encode`]. `encoder` is the encoder that was uploaded.
    ///
    /// The CPU embeds all texts that the GPU did not embed. To check the GPU, the CPU also embeds one of the GPU's texts.
    ///
    /// # Errors
    /// Returns [`ChunkError::Gpu`] if the GPU fails. The reason is [`CpuReason::Wrong`] if the check of the GPU fails.
    /// After a failed check, no earlier result of the GPU may be used.
    /// Returns [`ChunkError::Text`] for the errors from [`Encoder::encode`].
    pub async fn encode_checked(&mut self, encoder: &Encoder, texts: &[&str]) -> Result<Encoded, ChunkError> {
        let (tokens, bytes_read) = encoder.tokens(texts)?;
        let vectors = self.encode(&tokens).await.map_err(ChunkError::Gpu)?;
        let rows = checked(vectors, encoder, &tokens)?;
        Ok(Encoded { rows, bytes_read })
    }
}

/// Checks the GPU's embedding of one text against the CPU, and embeds on the CPU all texts that the GPU did not embed.
fn checked(vectors: GpuVectors, encoder: &Encoder, tokens: &[Tokens]) -> Result<Vec<f32>, ChunkError> {
    let GpuVectors { mut rows, left } = vectors;
    let width = encoder.dimensions();
    let encoded: Vec<usize> = (0..tokens.len())
        .filter(|&text| left.binary_search(&(text as u32)).is_err())
        .collect();
    if let Some(&text) = encoded.get(drawn(tokens, encoded.len())) {
        let expected = encoder.encode_tokens(&tokens[text..=text])?;
        let bits = |numbers: &[f32]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
        if bits(&rows[text * width..][..width]) != bits(&expected) {
            return Err(ChunkError::Gpu(CpuReason::Wrong));
        }
    }
    let others: Vec<Tokens> = left.iter().map(|&text| tokens[text as usize].clone()).collect();
    let computed = encoder.encode_tokens(&others).map_err(|error| error.in_rows(&left))?;
    for (&text, vector) in left.iter().zip(computed.chunks_exact(width)) {
        rows[text as usize * width..][..width].copy_from_slice(vector);
    }
    Ok(rows)
}

/// Index of the compared text among the `n` texts that the GPU has embedded; 0 if `n` is 0.
/// The index is a hash (FNV-1a) of all tokens, modulo `n`.
fn drawn(tokens: &[Tokens], n: usize) -> usize {
    let ids = tokens.iter().flat_map(|tokens| &tokens.ids);
    let hash = ids.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &id| {
        (hash ^ u64::from(id)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.checked_rem(n as u64).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use fastgas_encoder::fixtures::{ModelVariant, file, tokenizer};

    use super::*;

    fn encoder() -> Encoder {
        Encoder::new(file(&ModelVariant::ALL.model(1)), &tokenizer(), b"{}").expect("it is an encoder")
    }

    /// Correct result of a GPU that leaves the texts in `left` to the CPU. The vectors of these texts are zero.
    fn vectors(encoder: &Encoder, tokens: &[Tokens], left: &[u32]) -> GpuVectors {
        let mut rows = encoder.encode_tokens(tokens).expect("valid texts");
        for &text in left {
            let width = encoder.dimensions();
            rows[text as usize * width..][..width].fill(0.0);
        }
        let left = left.to_vec();
        GpuVectors { rows, left }
    }

    #[test]
    fn cpu_computes_the_texts_that_the_gpu_leaves() {
        let encoder = encoder();
        let (tokens, _) = encoder.tokens(&["w1 w2", "w3", "w4 w5 w6"]).expect("valid texts");
        let expected = encoder.encode_tokens(&tokens).expect("valid texts");
        for left in [&[][..], &[1], &[0, 2], &[0, 1, 2]] {
            let rows = checked(vectors(&encoder, &tokens, left), &encoder, &tokens).expect("correct vectors");
            assert_eq!(rows, expected);
        }
    }

    #[test]
    fn wrong_bit_in_the_compared_text_is_noticed() {
        let encoder = encoder();
        let (tokens, _) = encoder.tokens(&["w1 w2", "w3", "w4 w5 w6"]).expect("valid texts");
        let mut wrong = vectors(&encoder, &tokens, &[]);
        let first = drawn(&tokens, tokens.len()) * encoder.dimensions();
        wrong.rows[first] = f32::from_bits(wrong.rows[first].to_bits() ^ 1);
        let found = checked(wrong, &encoder, &tokens);
        assert!(matches!(found, Err(ChunkError::Gpu(CpuReason::Wrong))), "{found:?}");
    }

    #[test]
    fn drawn_number_is_below_the_limit() {
        let tokens = |id| Tokens {
            ids: vec![id],
            types: vec![0],
            first_pooled: 0,
        };
        let drawn: Vec<usize> = (0..40).map(|id| drawn(&[tokens(id)], 4)).collect();
        assert!((0..4).all(|number| drawn.contains(&number)), "{drawn:?}");
        assert_eq!(super::drawn(&[tokens(7)], 0), 0);
    }
}
