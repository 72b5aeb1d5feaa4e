//! Reads the language model's answer.

use serde::{Deserialize, Serialize};

use super::labels::relevant;
use super::probability::label_probability;
use super::{Asker, Choices};
use crate::ConfidenceError;
use crate::confidence::reply::{error_message, mean, read_reply};
use crate::label::{ConfidenceMeasure, LabelOrigin};

/// Maximum number of characters in a stored answer. Some servers ignore the token limit of the request.
const MAX_ANSWER: usize = 10_000;

/// The answer to one prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The complete answer without surrounding whitespace.
    #[serde(rename = "answer")]
    pub text: String,
    /// The confidence of the model; `None` if the server returned no usable log-probabilities.
    pub confidence: Option<Confidence>,
    /// Number of tokens in the prompt, if the server reports the number.
    pub prompt_tokens: Option<u32>,
    /// Whether the answer was cut off at the maximum number of tokens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
}

/// The confidence of the model in the answer, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// A lower bound of the label's probability among all labels, computed from the alternative tokens.
    OfLabel(f32),
    /// The geometric mean of the answer tokens' probabilities: the exponential of their mean log-probability.
    OfTokens(f32),
}

impl Answer {
    /// The part of the answer that is compared with the labels: the first line that is not blank.
    /// For a free-text or JSON answer, the result is the entire answer.
    pub fn relevant(&self, choices: Choices<'_>) -> &str {
        relevant(&self.text, choices)
    }

    /// The origin of the label if the user accepts this answer. `model` is the name of the model that gave the answer.
    pub fn origin(&self, model: &str) -> LabelOrigin {
        LabelOrigin::Model {
            percent: self.confidence.map_or(0, Confidence::percent),
            model: model.trim().to_owned(),
            measure: self.confidence.map(Confidence::measure),
        }
    }
}

impl Confidence {
    /// The confidence as a number from 0 to 1.
    pub fn value(self) -> f32 {
        match self {
            Confidence::OfLabel(value) | Confidence::OfTokens(value) => value,
        }
    }

    /// What the confidence measures. Confidences with different measures are not comparable.
    pub fn measure(self) -> ConfidenceMeasure {
        match self {
            Confidence::OfLabel(_) => ConfidenceMeasure::LabelProbability,
            Confidence::OfTokens(_) => ConfidenceMeasure::TokenMean,
        }
    }

    /// The name of the confidence measure in tables.
    pub fn kind(self) -> &'static str {
        self.measure().name()
    }

    /// The confidence in percent, rounded down.
    pub fn percent(self) -> u8 {
        // 0.29 has no exact representation in f32 and must be shown as 29 %, not as 28 %.
        const ROUNDING: f64 = 1e-4;
        (100.0 * f64::from(self.value()) + ROUNDING).clamp(0.0, 100.0) as u8
    }
}

/// Reads the response to the question about the text in `row`. `cue` contains the words of the template before the label.
///
/// An empty answer is valid. Log-probabilities that are missing or do not belong to the answer are not an error.
///
/// # Errors
/// Fails with [`ConfidenceError::Status`] or [`ConfidenceError::NotAnswer`].
pub fn read_model_answer(
    row: u32,
    (status, body): (u16, &[u8]),
    choices: Choices<'_>,
    asker: &Asker,
    cue: &str,
) -> Result<Answer, ConfidenceError> {
    let reply = read_reply(row, status, body)?;
    let whole = reply.content.trim();
    let text: String = whole.chars().take(MAX_ANSWER).collect();
    let spelled = relevant(&text, choices);
    let of_label = match choices {
        Choices::Labels(set) => set
            .index_of(&text, cue)
            .and_then(|label| label_probability(&reply.tokens, set.labels(), label, asker.constraint())),
        Choices::FreeText => None,
    };
    let of_tokens = || {
        let is_answered = !spelled.is_empty();
        let mean = is_answered.then(|| mean(row, spelled, &reply.tokens).ok()).flatten();
        mean.map(|mean| Confidence::OfTokens(f64::from(mean).exp().min(1.0) as f32))
    };
    let confidence = of_label.map(Confidence::OfLabel).or_else(of_tokens);
    Ok(Answer {
        confidence,
        prompt_tokens: reply.prompt_tokens,
        is_cut: reply.is_cut || text.len() < whole.len(),
        text,
    })
}

/// Whether the server rejected the prompt because the prompt does not fit into the model's context.
pub fn is_context_exceeded(status: u16, body: &[u8]) -> bool {
    /// Lower-case parts of the messages that llama.cpp, vLLM, OpenAI, Ollama and others use to reject long prompts.
    const SIGNS: [&str; 9] = [
        "context_length_exceeded",
        "exceed_context_size",
        "context length",
        "context size",
        "context window",
        "prompt is too long",
        "prompt too long",
        "input is too long",
        "too many tokens",
    ];
    let text = String::from_utf8_lossy(body).to_lowercase();
    matches!(status, 400 | 413 | 422 | 500) && SIGNS.iter().any(|sign| text.contains(sign))
}

/// Whether the server rejected the request because it does not support the requested log-probabilities.
/// Before the first successful answer, an error without a message also counts as a rejection of log-probabilities.
pub fn is_logprobs_refused(status: u16, body: &[u8], has_answered: bool) -> bool {
    let is_named = String::from_utf8_lossy(body).to_lowercase().contains("logprob");
    matches!(status, 400 | 403 | 422 | 501) && (is_named || !has_answered && error_message(body).is_empty())
}

#[cfg(test)]
mod tests;
