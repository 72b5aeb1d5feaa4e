//! Prompts and few-shot packs.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::decode::{matrix, normalized, protocol};
use fastgas_annotation::retrieve::{Demonstrations, Pack, PackModel, Prompt, PromptConfig, Query, Retrieval};
use fastgas_embedding::EmbedError;
use fastgas_embedding::Embeddings;
use fastgas_protocol::Error;
use fastgas_protocol::{WorkerError, f32_of_bytes};

/// Counts the tokens of a text.
pub type CountTokens = dyn Fn(&str) -> Result<usize, EmbedError>;
/// Opens a tokenizer.json to count with it.
pub type OpenTokenizer = dyn Fn(&[u8]) -> Result<Box<CountTokens>, EmbedError>;

/// Makes prompts and keeps the tokenizer open between them.
pub struct Prompter {
    open_tokenizer: Box<OpenTokenizer>,
    /// The last tokenizer.json and what it counts.
    opened: Option<(Vec<u8>, Box<CountTokens>)>,
}

impl Prompter {
    /// One without a tokenizer.
    pub fn new(open_tokenizer: Box<OpenTokenizer>) -> Prompter {
        Prompter {
            open_tokenizer,
            opened: None,
        }
    }

    /// The prompt and how many tokens it has. `vector` is the query's, `labeled` are those of the demonstrations; both
    /// are empty where the demonstrations are random.
    ///
    /// # Errors
    /// Those of [`Demonstrations::prompt`]; [`EmbedError::Tokenizer`].
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

/// The few-shot pack as a file. `labeled`: vectors of the demonstrations.
///
/// # Errors
/// [`WorkerError::Pipeline`] for a vector that is no direction.
pub fn pack(demonstrations: Demonstrations, model: PackModel, labeled: Vec<u8>) -> Result<Vec<u8>, WorkerError> {
    let labeled = vectors(labeled, demonstrations.list().len())?;
    Ok(Pack::new(demonstrations, labeled, model).write().into_bytes())
}

/// As many unit vectors, of one length.
fn vectors(bytes: Vec<u8>, n: usize) -> Result<Embeddings, WorkerError> {
    let dimensions = (bytes.len() / size_of::<f32>()).checked_div(n).unwrap_or(0);
    let rows = matrix(f32_of_bytes(&bytes), dimensions as u32)?;
    if rows.nrows() != n || n == 0 {
        return Err(protocol("there is not one vector for each text"));
    }
    normalized(rows, |row| row)
}
