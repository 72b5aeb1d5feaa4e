//! How many tokens a text has to a language model.

use serde::Deserialize;
use serde_json::Value;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::{
    DecoderWrapper, NormalizerWrapper, PostProcessorWrapper, PreTokenizerWrapper, Tokenizer, TokenizerImpl,
};

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
            let (tokenizer, _) = read(tokenizer)?;
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

/// Reads a tokenizer.json as one that neither pads nor truncates. Gives also the length at which it would have.
pub(super) fn read(bytes: &[u8]) -> Result<(Tokenizer, Option<usize>), EmbedError> {
    #[derive(Deserialize)]
    struct Parts {
        /// Tokenizers' own reader panics where it cannot read this part, and a panic takes a browser's worker with it.
        #[serde(default, rename = "decoder")]
        _decoder: Value,
        #[serde(default)]
        model: Kind,
    }
    #[derive(Default, Deserialize)]
    struct Kind {
        r#type: Option<String>,
    }
    let parts: Parts = serde_json::from_slice(bytes).map_err(|error| tokenizer_error(error.into()))?;
    // Where it does not know the kind, that reader goes through the vocabulary three times.
    let mut tokenizer = if parts.model.r#type.as_deref() == Some("WordPiece") {
        let tokenizer: OfWords = serde_json::from_slice(bytes).map_err(|error| tokenizer_error(error.into()))?;
        tokenizer.into()
    } else {
        Tokenizer::from_bytes(bytes).map_err(tokenizer_error)?
    };
    let length = tokenizer.get_truncation().map(|truncation| truncation.max_length);
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(tokenizer_error)?;
    Ok((tokenizer, length))
}

/// A tokenizer of BERT's kind.
type OfWords = TokenizerImpl<WordPiece, NormalizerWrapper, PreTokenizerWrapper, PostProcessorWrapper, DecoderWrapper>;

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

    #[test]
    fn a_broken_decoder_is_refused_where_it_is_broken() {
        let tokenizer = include_bytes!("../../tests/fuzz/corpus/tokenizer/broken-decoder");
        let Err(EmbedError::Tokenizer { reason }) = TokenCounter::new(tokenizer) else {
            panic!("it is read");
        };
        assert_eq!(reason, "expected value at line 1 column 378");
    }
}
