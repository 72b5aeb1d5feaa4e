//! Builds prompts, and files that other programs can use to build prompts.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::decode::{exactly, matrix, normalized, protocol};
use fastgas_annotation::retrieve::{Demonstrations, Pack, PackModel, Prompt, PromptConfig, Query, Retrieval, Template};
use fastgas_embedding::EmbedError;
use fastgas_embedding::Embeddings;
use fastgas_protocol::Error;
use fastgas_protocol::{WorkerError, f32_of_bytes};

pub type CountTokens = dyn Fn(&str) -> Result<usize, EmbedError>;
pub type OpenTokenizer = dyn Fn(&[u8]) -> Result<Box<CountTokens>, EmbedError>;

/// Builds prompts. The tokenizer of a prompt stays open for the next prompts.
pub struct Prompter {
    open_tokenizer: Box<OpenTokenizer>,
    /// Content of the latest tokenizer.json, and the tokenizer that was opened from this content.
    opened: Option<(Vec<u8>, Box<CountTokens>)>,
}

impl Prompter {
    pub fn new(open_tokenizer: Box<OpenTokenizer>) -> Prompter {
        Prompter {
            open_tokenizer,
            opened: None,
        }
    }

    /// Returns the prompt and its number of tokens.
    /// `vector` is the embedding of the query, and `labeled` contains the embeddings of the demonstrations.
    /// `vector` and `labeled` are empty if the demonstrations are random.
    pub fn prompt(
        &mut self,
        demonstrations: &Demonstrations,
        query: &Query,
        config: &PromptConfig,
        [tokenizer, vector, labeled]: [Vec<u8>; 3],
    ) -> Result<(Prompt, u32), WorkerError> {
        let shots = config.shots as usize;
        let mut prompt = match config.random {
            Some(seed) => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                demonstrations.prompt(query, Retrieval::Random(&mut rng), shots)
            }
            None => {
                let (vector, labeled) = (vectors(vector, 1)?, vectors(labeled, demonstrations.list().len())?);
                let retrieval = Retrieval::Similar {
                    query: vector.row(0),
                    labeled: &labeled,
                };
                demonstrations.prompt(query, retrieval, shots)
            }
        }
        .map_err(Error::from)?;
        let limit = config.max_tokens.map_or(usize::MAX, |limit| limit as usize);
        let tokens = prompt.fit(limit, self.counter(tokenizer)?).map_err(Error::from)?;
        Ok((prompt, tokens as u32))
    }

    fn counter(&mut self, tokenizer: Vec<u8>) -> Result<&CountTokens, WorkerError> {
        let opened = match self.opened.take().filter(|(bytes, _)| *bytes == tokenizer) {
            Some(opened) => opened,
            None => {
                let counter = (self.open_tokenizer)(&tokenizer).map_err(Error::from)?;
                (tokenizer, counter)
            }
        };
        Ok(&*self.opened.insert(opened).1)
    }
}

/// Returns the content of a few-shot pack. `labeled` contains the embeddings of the demonstrations (labeled examples).
///
/// # Errors
/// Returns [`WorkerError::Pipeline`] if a vector cannot be normalized.
pub fn pack(demonstrations: Demonstrations, model: PackModel, labeled: Vec<u8>) -> Result<Vec<u8>, WorkerError> {
    let labeled = vectors(labeled, demonstrations.list().len())?;
    Ok(Pack::new(demonstrations, labeled, model).write().into_bytes())
}

/// Splits the buffers of a request into the first `N` buffers and the demonstrations in the other buffers.
///
/// # Errors
/// Returns [`WorkerError::Protocol`] if there are fewer than `N` buffers.
/// Also returns [`WorkerError::Protocol`] if the other buffers do not contain demonstrations.
pub fn with_demonstrations<const N: usize>(
    mut buffers: Vec<Vec<u8>>,
    text_column: String,
    template: Template,
) -> Result<([Vec<u8>; N], Demonstrations), WorkerError> {
    let pieces = buffers.split_off(buffers.len().min(N));
    let buffers = exactly(buffers)?;
    let demonstrations = Demonstrations::from_pieces(&pieces, text_column, template);
    let demonstrations =
        demonstrations.map_err(|error| protocol(&format!("the demonstrations are damaged: {error}")))?;
    Ok((buffers, demonstrations))
}

fn vectors(bytes: Vec<u8>, n: usize) -> Result<Embeddings, WorkerError> {
    let dimensions = (bytes.len() / size_of::<f32>()).checked_div(n).unwrap_or(0);
    let rows = matrix(f32_of_bytes(&bytes), dimensions as u32)?;
    if rows.nrows() != n || n == 0 {
        return Err(protocol("there is not one vector for each text"));
    }
    normalized(rows, |row| row)
}
