//! Parses the response of an OpenAI-compatible server, for both APIs and both formats of log-probabilities.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::{AnswerReason, ConfidenceError};

pub(crate) const MAX_ERROR_CHARS: usize = 200;

/// The first choice in a response of the server.
#[derive(Debug)]
pub(crate) struct Reply {
    pub content: String,
    /// The tokens of the answer that have log-probabilities; empty if the server returns none.
    pub tokens: Vec<Token>,
    /// Number of tokens in the prompt, if the server reports the number.
    pub prompt_tokens: Option<u32>,
    /// Whether the answer was cut off at the maximum number of tokens.
    pub is_cut: bool,
}

#[derive(Debug)]
pub(crate) struct Token {
    /// The bytes of the token. A token may contain only a part of a character.
    pub bytes: Vec<u8>,
    /// Log-probability of the token, if the server returned a number.
    pub logprob: Option<f64>,
    /// The most probable tokens at the token's position with their log-probabilities; empty if the server returns none.
    pub alternatives: Vec<(Vec<u8>, f64)>,
}

/// Parses a response. `row` is the row of the text in the pool and appears in error messages.
/// `status` and `body` come from the HTTP response.
///
/// # Errors
/// Fails with [`ConfidenceError::Status`] or [`ConfidenceError::NotAnswer`].
pub(crate) fn read_reply(row: u32, status: u16, body: &[u8]) -> Result<Reply, ConfidenceError> {
    if !(200..300).contains(&status) {
        let message = error_message(body);
        return Err(ConfidenceError::Status { row, status, message });
    }
    let not_answer = |reason| ConfidenceError::NotAnswer { row, reason };
    let response: Response =
        serde_json::from_slice(body).map_err(|error| not_answer(AnswerReason::Json(error.into())))?;
    let choice = response.choices.into_iter().next();
    let choice = choice.ok_or_else(|| {
        not_answer(match error_message(body) {
            message if message.is_empty() => AnswerReason::NoChoice,
            message => AnswerReason::Server(message.into()),
        })
    })?;
    let content = choice.message.and_then(|message| message.content).or(choice.text);
    let prompt_tokens = response.usage.as_ref().and_then(|usage| usage.get("prompt_tokens"));
    Ok(Reply {
        content: content.unwrap_or_default(),
        tokens: choice.logprobs.map(Logprobs::tokens).unwrap_or_default(),
        prompt_tokens: prompt_tokens.and_then(Value::as_u64).and_then(|n| n.try_into().ok()),
        is_cut: choice.finish_reason.is_some_and(|reason| reason == "length"),
    })
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    message: Option<ResponseMessage>,
    text: Option<String>,
    logprobs: Option<Logprobs>,
    finish_reason: Option<Value>,
}

#[derive(Deserialize)]
struct ResponseMessage {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Logprobs {
    content: Option<Vec<TokenChoice>>,
    tokens: Option<Vec<String>>,
    token_logprobs: Option<Vec<Option<f64>>>,
    /// For each token of the answer, a map from alternative tokens to their log-probabilities.
    top_logprobs: Option<Value>,
}

#[derive(Deserialize)]
struct TokenChoice {
    token: String,
    logprob: Option<f64>,
    /// The bytes of the token. The string field `token` cannot represent a token that ends inside a character.
    bytes: Option<Vec<u8>>,
    top_logprobs: Option<Value>,
}

#[derive(Deserialize)]
struct Alternative {
    token: String,
    logprob: f64,
    bytes: Option<Vec<u8>>,
}

impl Logprobs {
    fn tokens(self) -> Vec<Token> {
        if let Some(content) = self.content {
            return content.into_iter().map(TokenChoice::token).collect();
        }
        let columns = self
            .tokens
            .unwrap_or_default()
            .into_iter()
            .zip(self.token_logprobs.unwrap_or_default());
        let top = self.top_logprobs.unwrap_or_default();
        columns
            .enumerate()
            .map(|(index, (token, logprob))| {
                // Alternatives in an unexpected format are ignored, because not every caller needs alternatives.
                let alternatives: Option<BTreeMap<String, f64>> = top
                    .get(index)
                    .and_then(|of_token| Deserialize::deserialize(of_token).ok());
                let alternatives = alternatives.unwrap_or_default().into_iter();
                Token {
                    bytes: token.into_bytes(),
                    logprob,
                    alternatives: alternatives
                        .map(|(token, logprob)| (token.into_bytes(), logprob))
                        .collect(),
                }
            })
            .collect()
    }
}

impl TokenChoice {
    fn token(self) -> Token {
        let alternatives: Option<Vec<Alternative>> = self.top_logprobs.and_then(|top| serde_json::from_value(top).ok());
        let bytes = |token: String, bytes: Option<Vec<u8>>| bytes.unwrap_or_else(|| token.into_bytes());
        Token {
            logprob: self.logprob,
            bytes: bytes(self.token, self.bytes),
            alternatives: alternatives
                .unwrap_or_default()
                .into_iter()
                .map(|alternative| (bytes(alternative.token, alternative.bytes), alternative.logprob))
                .collect(),
        }
    }
}

/// Returns the mean log-probability of the tokens that spell `answer`.
/// The log-probabilities are summed in f64, in token order.
/// Leading whitespace of the tokens is ignored.
///
/// # Errors
/// Fails with [`ConfidenceError::NoLogprobs`], [`ConfidenceError::NotNumber`] or [`ConfidenceError::OtherTokens`].
pub(crate) fn mean(row: u32, answer: &str, tokens: &[Token]) -> Result<f32, ConfidenceError> {
    if tokens.is_empty() {
        return Err(ConfidenceError::NoLogprobs { row });
    }
    let (mut sum, mut count) = (0.0, 0u32);
    let mut left = answer.as_bytes();
    for token in tokens {
        let mut spelled = &token.bytes[..];
        if count == 0 {
            spelled = spelled.trim_ascii_start();
        }
        if spelled.is_empty() {
            continue;
        }
        count += 1;
        let number = token.logprob.filter(|number| number.is_finite());
        sum += number.ok_or(ConfidenceError::NotNumber { row, token: count })?;
        // The last token of the response may extend beyond the answer.
        let shared = spelled.len().min(left.len());
        if spelled[..shared] != left[..shared] {
            break;
        }
        left = &left[shared..];
        if left.is_empty() {
            return Ok((sum / f64::from(count)) as f32);
        }
    }
    Err(ConfidenceError::OtherTokens {
        row,
        answer: answer.chars().take(MAX_ERROR_CHARS).collect(),
    })
}

pub(crate) fn error_message(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let message = serde_json::from_slice::<Value>(body).ok().and_then(|body| {
        let error = body.get("error").unwrap_or(&body);
        let message = error.get("message").or(error.get("detail")).unwrap_or(error);
        message.as_str().map(str::to_owned)
    });
    // An HTML page, or JSON without an error message, would not help the user.
    let text = message.unwrap_or_else(|| match text.trim_start().starts_with(['<', '{', '[']) {
        true => String::new(),
        false => text.into_owned(),
    });
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message: String = line.chars().take(MAX_ERROR_CHARS).collect();
    message.trim_end_matches('.').to_owned()
}
