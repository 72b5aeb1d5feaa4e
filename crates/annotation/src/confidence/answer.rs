//! Reads a language model's answer and its confidence.

use super::reply::{mean, read_reply};
use crate::ConfidenceError;

/// Returns the mean log-probability (natural logarithm, at most 0) of the tokens in the answer's first line.
/// Whitespace at the start of the answer is ignored.
/// `row` is the pool row of the text that the question is about. The row appears in error messages.
/// `status` and `body` come from the HTTP response.
///
/// The response can come from the chat API or the completions API. The log-probabilities can have one of two formats:
/// the field `logprobs.content`, or the two fields `logprobs.tokens` and `logprobs.token_logprobs`.
/// The log-probabilities are summed in f64, in token order.
///
/// # Errors
/// Returns [`ConfidenceError::Status`] for a failed request.
/// Returns [`ConfidenceError::NotAnswer`] if the response body does not have the format of an answer.
/// Returns [`ConfidenceError::Empty`] for an empty answer.
/// Returns [`ConfidenceError::NoLogprobs`] or [`ConfidenceError::NotNumber`] for missing or invalid log-probabilities.
/// Returns [`ConfidenceError::OtherTokens`] if the tokens do not spell the answer.
/// For example, the tokens differ from the answer if they include the model's reasoning.
pub fn read_answer(row: u32, status: u16, body: &[u8]) -> Result<f32, ConfidenceError> {
    let reply = read_reply(row, status, body)?;
    let answer = reply.content.trim_start().lines().next().unwrap_or_default().trim_end();
    if answer.is_empty() {
        return Err(ConfidenceError::Empty { row });
    }
    mean(row, answer, &reply.tokens)
}

#[cfg(test)]
mod tests;
