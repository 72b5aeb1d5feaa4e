use super::*;
use crate::answer::{Constraint, LabelSet};
use crate::confidence::{Api, Model};
use fastgas_data::LabelOrder;
use serde_json::{Value, json};

const ROW: u32 = 41;

fn set() -> LabelSet {
    LabelSet::new(["cards", "soups"].map(str::to_owned), LabelOrder::Significant)
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
