//! How many tokens a text has to a language model.

use tokenizers::Tokenizer;

use super::encoder::{in_tokenizer, tokenizer_error};
use crate::error::EmbedError;

/// A tokenizer that only counts: of a text as long as it may be, without special tokens.
#[derive(Debug)]
pub struct TokenCounter(Tokenizer);

impl TokenCounter {
    /// Reads a tokenizer.json.
    ///
    /// # Errors
    /// [`EmbedError::Tokenizer`] for a file that is none.
    pub fn new(tokenizer: &[u8]) -> Result<TokenCounter, EmbedError> {
        in_tokenizer(|| {
            let mut tokenizer = Tokenizer::from_bytes(tokenizer).map_err(tokenizer_error)?;
            tokenizer.with_padding(None);
            tokenizer.with_truncation(None).map_err(tokenizer_error)?;
            Ok(TokenCounter(tokenizer))
        })
    }

    /// The tokens of `text`. O(its length).
    ///
    /// # Errors
    /// [`EmbedError::Tokenizer`] for a text that the tokenizer fails at.
    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        in_tokenizer(|| Ok(self.0.encode_fast(text, false).map_err(tokenizer_error)?.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_counts_however_many() {
        let tokenizer = include_bytes!("../../www/models/all-MiniLM-L6-v2/tokenizer.json");
        let counter = TokenCounter::new(tokenizer).expect("it is built in");
        assert_eq!(counter.count(""), Ok(0));
        assert_eq!(counter.count("hello, world"), Ok(3));
        assert_eq!(counter.count(&"word ".repeat(1000)), Ok(1000));
        assert!(matches!(TokenCounter::new(b"{}"), Err(EmbedError::Tokenizer { .. })));
    }
}
