//! Reads the language model's answer.

use serde::{Deserialize, Serialize};

use super::labels::relevant;
use super::probability::label_probability;
use super::{Asker, Choices};
use crate::ConfidenceError;
use crate::confidence::reply::{error_message, mean, read_reply};
use crate::label::{ConfidenceMeasure, LabelOrigin};

/// Maximum number of characters of a stored answer. Some servers ignore the token limit of the request.
const MAX_ANSWER: usize = 10_000;

/// The answer to one prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The complete answer without surrounding white space.
    #[serde(rename = "answer")]
    pub text: String,
    /// The confidence of the model; `None` if the server returned no usable log-probabilities.
    pub confidence: Option<Confidence>,
    /// Number of tokens of the prompt, if the server reports it.
    pub prompt_tokens: Option<u32>,
    /// Whether the answer was cut off at the maximum number of tokens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
}

/// The confidence of the model in the answer, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// A lower bound of the probability of the label among all labels, computed from the alternative tokens.
    OfLabel(f32),
    /// The geometric mean of the probabilities of the answer's tokens: the exponential of their mean log-probability.
    OfTokens(f32),
}

impl Answer {
    /// The relevant part of the answer: the entire answer for free text and JSON,
    /// and the first line that is not blank for labels.
    pub fn relevant(&self, choices: Choices<'_>) -> &str {
        relevant(&self.text, choices)
    }

    /// The origin to record if the user accepts the label of this answer by `model`.
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

    /// What the confidence measures. Confidences of different measures are not comparable.
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
    /// Parts of error messages of llama.cpp, vLLM, OpenAI, Ollama and others, in lower case.
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
mod tests {
    use super::*;
    use crate::answer::{Constraint, LabelSet};
    use crate::confidence::{Api, Model};
    use serde_json::{Value, json};

    const ROW: u32 = 41;

    fn set() -> LabelSet {
        LabelSet::new(["cards".to_owned(), "soups".to_owned()])
    }

    fn asker(constraint: Constraint) -> Asker {
        let name = "tiny".to_owned();
        Asker::new(Model { name, api: Api::Chat }, constraint, 32).expect("it has a name")
    }

    fn read(body: &Value, choices: Choices<'_>, constraint: Constraint) -> Answer {
        let body = body.to_string();
        let asker = asker(constraint);
        read_model_answer(ROW, (200, body.as_bytes()), choices, &asker, "answer:").expect("an answer")
    }

    fn chat(content: &str, tokens: Value) -> Value {
        json!({
            "choices": [{ "message": { "content": content }, "logprobs": { "content": tokens } }],
            "usage": { "prompt_tokens": 17 },
        })
    }

    #[test]
    fn origin_of_an_accepted_answer_has_model_and_confidence() {
        let answer = |confidence| Answer {
            text: "cards".into(),
            confidence,
            prompt_tokens: None,
            is_cut: false,
        };
        let origin = |percent, measure| LabelOrigin::Model {
            percent,
            model: "tiny".into(),
            measure,
        };
        for (confidence, expected) in [
            (
                Some(Confidence::OfLabel(0.29)),
                origin(29, Some(ConfidenceMeasure::LabelProbability)),
            ),
            (
                Some(Confidence::OfTokens(0.999)),
                origin(99, Some(ConfidenceMeasure::TokenMean)),
            ),
            (
                Some(Confidence::OfTokens(1.0)),
                origin(100, Some(ConfidenceMeasure::TokenMean)),
            ),
            (None, origin(0, None)),
        ] {
            assert_eq!(answer(confidence).origin(" tiny "), expected);
        }
    }

    #[test]
    fn answer_of_a_label_is_its_first_line() {
        let set = set();
        let tokens = json!([
            { "token": " Cards", "logprob": 0.5f64.ln(), "top_logprobs": [
                { "token": " Cards", "logprob": 0.5f64.ln() }, { "token": "soups", "logprob": 0.3f64.ln() },
                { "token": "The", "logprob": 0.2f64.ln() }] },
            { "token": "\n", "logprob": -1.0 }, { "token": "Because", "logprob": -1.0 },
        ]);
        let answer = read(
            &chat(" Cards\nBecause", tokens),
            Choices::Labels(&set),
            Constraint::None,
        );
        assert_eq!(
            (answer.relevant(Choices::Labels(&set)), answer.text.as_str()),
            ("Cards", "Cards\nBecause")
        );
        assert_eq!((answer.prompt_tokens, answer.is_cut), (Some(17), false));
        let Some(Confidence::OfLabel(p)) = answer.confidence else {
            panic!("{answer:?}");
        };
        assert!((p - 0.625).abs() < 1e-6, "{p}");
    }

    #[test]
    fn completion_lists_alternatives_as_a_map() {
        let set = set();
        let logprobs = json!({
            "tokens": [" cards", "\n"], "token_logprobs": [-0.5, -1.0],
            "top_logprobs": [{ " cards": 0.6f64.ln(), " soups": 0.2f64.ln() }, null],
        });
        let body = json!({ "choices": [{ "text": " cards\n", "logprobs": logprobs, "finish_reason": "length" }] });
        let answer = read(&body, Choices::Labels(&set), Constraint::None);
        assert_eq!(
            (answer.text.as_str(), answer.prompt_tokens, answer.is_cut),
            ("cards", None, true)
        );
        let p = answer.confidence.expect("alternatives are listed").value();
        assert!((p - 0.75).abs() < 1e-6, "{p}");
    }

    #[test]
    fn confidence_without_alternatives_is_the_mean_of_the_tokens() {
        let set = set();
        let tokens = json!([{ "token": "car", "logprob": -0.5 }, { "token": "ds", "logprob": -1.5 }]);
        let expected = Some(Confidence::OfTokens((-1.0f64).exp() as f32));
        let labeled = read(&chat("cards", tokens.clone()), Choices::Labels(&set), Constraint::None);
        assert_eq!(labeled.confidence, expected);
        let free = read(&chat("cards\n", tokens), Choices::FreeText, Constraint::None);
        assert_eq!((free.text.as_str(), free.confidence), ("cards", expected));
        let two_lines = json!([{ "token": "a\nb", "logprob": -1.0 }]);
        assert_eq!(
            read(&chat("a\nb", two_lines), Choices::FreeText, Constraint::None).text,
            "a\nb"
        );
    }

    #[test]
    fn answer_in_json_keeps_its_lines() {
        let set = set();
        let tokens = json!([{ "token": "{\n\"label\": \"cards\"}", "logprob": -1.0 }]);
        let answer = read(
            &chat("{\n\"label\": \"cards\"}", tokens),
            Choices::Labels(&set),
            Constraint::JsonSchema,
        );
        assert_eq!(set.matched(&answer.text, ""), Some("cards"));
        assert_eq!(answer.relevant(Choices::Labels(&set)), answer.text);
        assert_eq!(answer.confidence, Some(Confidence::OfTokens((-1.0f64).exp() as f32)));
    }

    #[test]
    fn missing_log_probabilities_and_empty_answers_are_no_errors() {
        let set = set();
        for logprobs in [
            Value::Null,
            json!({}),
            json!({ "content": [{ "token": "x", "logprob": -1.0 }] }),
        ] {
            let body = json!({ "choices": [{ "message": { "content": "cards" }, "logprobs": logprobs }] });
            let answer = read(&body, Choices::Labels(&set), Constraint::None);
            assert_eq!((answer.text.as_str(), answer.confidence), ("cards", None), "{body}");
        }
        let empty = read(&chat(" \n", json!([])), Choices::Labels(&set), Constraint::None);
        assert_eq!((empty.text.as_str(), empty.confidence), ("", None));
    }

    #[test]
    fn long_answer_is_cut() {
        let long = "é".repeat(MAX_ANSWER + 1);
        let answer = read(&chat(&long, json!([])), Choices::FreeText, Constraint::None);
        assert_eq!((answer.text.chars().count(), answer.is_cut), (MAX_ANSWER, true));
    }

    #[test]
    fn errors_of_the_server_are_distinguished() {
        for body in [
            r#"{"error":{"code":400,"message":"request (4476 tokens) exceeds the available context size (4096 tokens)"}}"#,
            r#"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000."}}"#,
            r#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#,
        ] {
            assert!(is_context_exceeded(400, body.as_bytes()), "{body}");
            assert!(!is_context_exceeded(200, body.as_bytes()) && !is_context_exceeded(429, body.as_bytes()));
            assert!(!is_logprobs_refused(400, body.as_bytes(), false), "{body}");
        }
        let refused = br#"{"error":{"message":"top_logprobs must be at most 5"}}"#;
        assert!(is_logprobs_refused(400, refused, true) && !is_context_exceeded(400, refused));
        assert!(!is_logprobs_refused(401, refused, false));
        assert!(is_logprobs_refused(422, b"", false) && !is_logprobs_refused(422, b"", true));
        assert!(!is_logprobs_refused(400, b"no such model", false));
    }
}
