//! Counts the tokens that a language model splits a text into, and reads tokenizer.json files.
#![expect(
    clippy::disallowed_types,
    reason = "tokenizers takes a vocabulary in this type; each word has its number"
)]

use std::fmt;

use ahash::AHashMap;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::{
    AddedToken, ModelWrapper, NormalizerWrapper, PostProcessorWrapper, PreTokenizerWrapper, Tokenizer, TruncationParams,
};

use super::cut::CutRules;
use super::errors::{in_tokenizer, tokenizer_error};
use super::unigram::Unigram;
use super::word_piece::Vocabulary;
use fastgas_embedding::{EmbedError, TokenizerReason};

/// A tokenizer that only counts tokens, without truncation and without special tokens.
#[derive(Debug)]
pub struct TokenCounter(Counter);

#[derive(Debug)]
enum Counter {
    Hub(Box<Tokenizer>, CutRules),
    Unigram(Unigram),
}

impl TokenCounter {
    /// Reads a tokenizer.json, or the compact file of the multilingual encoder.
    ///
    /// # Errors
    /// Returns [`EmbedError::Tokenizer`] if the file is not a valid tokenizer.
    pub fn new(tokenizer: &[u8]) -> Result<TokenCounter, EmbedError> {
        in_tokenizer(|| {
            if Unigram::is_unigram(tokenizer) {
                return Ok(TokenCounter(Counter::Unigram(Unigram::read(tokenizer)?)));
            }
            let ReadTokenizer { tokenizer, cutter, .. } = read(tokenizer)?;
            Ok(TokenCounter(Counter::Hub(Box::new(tokenizer), cutter)))
        })
    }

    /// Returns the number of tokens in `text`, in time linear in the length of the text.
    ///
    /// # Errors
    /// Returns [`EmbedError::Tokenizer`] if the tokenizer fails on the text, or if the text is too long.
    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        let too_long = |(bytes, limit)| EmbedError::Tokenizer {
            reason: TokenizerReason::LongPrompt { bytes, limit },
        };
        in_tokenizer(|| match &self.0 {
            Counter::Hub(tokenizer, cutter) => {
                cutter.check(tokenizer, text).map_err(too_long)?;
                Ok(tokenizer.encode_fast(text, false).map_err(tokenizer_error)?.len())
            }
            // An empty prompt has no token, although the Unigram tokenizer encodes an empty text as a space.
            Counter::Unigram(_) if text.is_empty() => Ok(0),
            Counter::Unigram(unigram) => {
                let pieces = unigram.tokens(["", text], usize::MAX);
                let pieces = pieces.map_err(|part| too_long((part.bytes as u64, part.limit as u64)))?;
                Ok(pieces.ids.len())
            }
        })
    }
}

/// A tokenizer without padding or truncation.
pub(super) struct ReadTokenizer {
    pub(super) tokenizer: Tokenizer,
    /// Maximum number of tokens according to the truncation settings of the file.
    pub(super) max_length: Option<usize>,
    pub(super) cutter: CutRules,
    /// The vocabulary of a WordPiece model with the prefix `##` and an unknown token; `None` for other models.
    pub(super) vocabulary: Option<Vocabulary>,
}

/// Reads a tokenizer.json.
///
/// The result equals the result of the tokenizers crate, but the tokenizers crate parses the vocabulary three times.
/// The reader of the tokenizers crate also panics if it cannot parse the decoder (tokens to text).
/// A panic would end the web worker. The encoder does not need the decoder, so the decoder is not read.
pub(super) fn read(bytes: &[u8]) -> Result<ReadTokenizer, EmbedError> {
    #[derive(Deserialize)]
    struct Parts {
        version: Option<String>,
        truncation: Option<TruncationParams>,
        #[serde(default)]
        added_tokens: Vec<AddedToken>,
        normalizer: Option<NormalizerWrapper>,
        pre_tokenizer: Option<PreTokenizerWrapper>,
        post_processor: Option<PostProcessorWrapper>,
        model: AnyModel,
    }
    let parts: Parts = serde_json::from_slice(bytes).map_err(|error| tokenizer_error(error.into()))?;
    if let Some(version) = parts.version.filter(|version| version != "1.0") {
        return Err(EmbedError::Tokenizer {
            reason: TokenizerReason::Version {
                version,
                known: "1.0".into(),
            },
        });
    }
    let cutter = CutRules::new(parts.normalizer.as_ref(), parts.pre_tokenizer.as_ref())?;
    let mut tokenizer = Tokenizer::new(parts.model.model);
    tokenizer.with_normalizer(parts.normalizer).map_err(tokenizer_error)?;
    tokenizer.with_pre_tokenizer(parts.pre_tokenizer);
    tokenizer.with_post_processor(parts.post_processor);
    tokenizer.add_tokens(parts.added_tokens).map_err(tokenizer_error)?;
    Ok(ReadTokenizer {
        cutter: cutter.of_whole(&tokenizer),
        tokenizer,
        max_length: parts.truncation.map(|truncation| truncation.max_length),
        vocabulary: parts.model.vocabulary,
    })
}

/// A tokenizer model of any type. A WordPiece model is parsed in one pass if its type precedes its vocabulary.
/// In files that the tokenizers crate writes, the model type always precedes the vocabulary.
struct AnyModel {
    model: ModelWrapper,
    vocabulary: Option<Vocabulary>,
}

impl<'de> Deserialize<'de> for AnyModel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnyModel, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = AnyModel;

            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("a tokenizer's model")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnyModel, A::Error> {
                let (mut words, mut others) = (None, Map::new());
                while let Some(name) = map.next_key::<String>()? {
                    if name == "vocab" && others.get("type").is_some_and(|kind| kind == "WordPiece") {
                        words = Some(map.next_value::<Words>()?.0);
                    } else {
                        others.insert(name, map.next_value()?);
                    }
                }
                let others = Value::Object(others);
                match words {
                    Some(words) => word_piece(words, others).map_err(A::Error::custom),
                    None => Ok(AnyModel {
                        model: ModelWrapper::deserialize(others).map_err(A::Error::custom)?,
                        vocabulary: None,
                    }),
                }
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

fn word_piece(words: AHashMap<String, u32>, others: Value) -> tokenizers::Result<AnyModel> {
    #[derive(Deserialize)]
    struct Settings {
        unk_token: String,
        continuing_subword_prefix: String,
        max_input_chars_per_word: usize,
    }
    let settings = Settings::deserialize(others)?;
    let vocabulary = Vocabulary::new(
        words.iter().map(|(word, &id)| (word.as_str(), id)),
        &settings.unk_token,
        &settings.continuing_subword_prefix,
        settings.max_input_chars_per_word,
    );
    let model = WordPiece::builder()
        .vocab(words)
        .unk_token(settings.unk_token)
        .continuing_subword_prefix(settings.continuing_subword_prefix)
        .max_input_chars_per_word(settings.max_input_chars_per_word)
        .build()?;
    Ok(AnyModel {
        model: model.into(),
        vocabulary,
    })
}

struct Words(AHashMap<String, u32>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
        /// Initial capacity of the hash map, equal to the size of BERT's vocabulary.
        /// With this capacity, the map does not grow while the vocabulary is read.
        const VOCABULARY_CAPACITY: usize = 30_522;
        struct Numbered;
        impl<'de> Visitor<'de> for Numbered {
            type Value = Words;

            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("words and their numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Words, A::Error> {
                let mut words = AHashMap::with_capacity(VOCABULARY_CAPACITY);
                while let Some((word, number)) = map.next_entry()? {
                    words.insert(word, number);
                }
                Ok(Words(words))
            }
        }
        deserializer.deserialize_map(Numbered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tokens_are_counted_without_truncation() {
        let tokenizer = include_bytes!("../../../www/models/all-MiniLM-L6-v2/tokenizer.json");
        let counter = TokenCounter::new(tokenizer).expect("it is built in");
        assert_eq!(counter.count(""), Ok(0));
        assert_eq!(counter.count("hello, world"), Ok(3));
        assert_eq!(counter.count(&"word ".repeat(1000)), Ok(1000));
        assert!(matches!(TokenCounter::new(b"{}"), Err(EmbedError::Tokenizer { .. })));
    }

    #[test]
    fn tokens_of_the_compact_file_are_counted() {
        let counter = TokenCounter::new(include_bytes!("unigram/golden.bin")).expect("a tokenizer");
        assert_eq!(counter.count(""), Ok(0));
        assert_eq!(counter.count("Wo bleibt meine Karte?"), Ok(5));
        let long = "a".repeat(2 << 20);
        let Err(EmbedError::Tokenizer { reason }) = counter.count(&long) else {
            panic!("it is counted");
        };
        assert!(matches!(reason, TokenizerReason::LongPrompt { .. }), "{reason:?}");
    }

    /// The token ids of some texts, from the tokenizer that `read` returns for `file`, or the error of `read`.
    fn tokens(
        read: impl FnOnce(&[u8]) -> tokenizers::Result<Tokenizer>,
        file: &Value,
    ) -> Result<Vec<Vec<u32>>, String> {
        let mut tokenizer = read(&serde_json::to_vec(file).unwrap()).map_err(|error| error.to_string())?;
        tokenizer.with_padding(None).with_truncation(None).unwrap();
        let texts = ["Hello, world", "w1 w2 [MASK]w3 café ½", "  <s>日本 unbelievable"];
        Ok(texts
            .map(|text| tokenizer.encode(text, true).unwrap().get_ids().to_vec())
            .into())
    }

    #[test]
    fn reader_agrees_with_the_tokenizers_crate() {
        let built_in: &[u8] = include_bytes!("../../../www/models/all-MiniLM-L6-v2/tokenizer.json");
        let kinds: [&[u8]; 4] = [
            built_in,
            include_bytes!("../../../tests/fuzz/corpus/tokenizer/bpe"),
            include_bytes!("../../../tests/fuzz/corpus/tokenizer/unigram"),
            include_bytes!("../../../tests/fuzz/corpus/tokenizer/wordpiece"),
        ];
        let ours = |bytes: &[u8]| Ok(read(bytes).map_err(|error| error.to_string())?.tokenizer);
        let mut read = 0;
        for kind in kinds {
            let whole: Value = serde_json::from_slice(kind).unwrap();
            // Compares this crate's reader with the tokenizers crate, on the whole file and on files without one part.
            for part in [
                "",
                "added_tokens",
                "normalizer",
                "pre_tokenizer",
                "post_processor",
                "truncation",
                "model",
            ] {
                let mut file = whole.clone();
                file.as_object_mut().unwrap().remove(part);
                let theirs = tokens(|bytes| Tokenizer::from_bytes(bytes), &file);
                read += usize::from(theirs.is_ok());
                match theirs {
                    Ok(theirs) => assert_eq!(tokens(ours, &file), Ok(theirs), "without {part}"),
                    Err(_) => assert!(tokens(ours, &file).is_err(), "without {part}"),
                }
            }
            for part in ["type", "unk_token", "vocab", "continuing_subword_prefix"] {
                let mut file = whole.clone();
                file["model"].as_object_mut().unwrap().remove(part);
                let theirs = tokens(|bytes| Tokenizer::from_bytes(bytes), &file);
                match theirs {
                    Ok(theirs) => assert_eq!(tokens(ours, &file), Ok(theirs), "a model without {part}"),
                    Err(_) => assert!(tokens(ours, &file).is_err(), "a model without {part}"),
                }
            }
        }
        assert!(read > 20, "{read}");
        let mut next: Value = serde_json::from_slice(built_in).unwrap();
        next["version"] = "2.0".into();
        assert!(tokens(ours, &next).unwrap_err().contains("2.0"));
    }

    #[test]
    fn malformed_decoder_is_reported_with_its_position() {
        let tokenizer = include_bytes!("../../../tests/fuzz/corpus/tokenizer/broken-decoder");
        let Err(EmbedError::Tokenizer { reason }) = TokenCounter::new(tokenizer) else {
            panic!("it is read");
        };
        assert_eq!(reason.to_string(), "expected value at line 1 column 378");
        assert!(matches!(reason, TokenizerReason::Json(_)), "{reason:?}");
    }
}
