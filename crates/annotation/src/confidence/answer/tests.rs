use super::*;
use crate::AnswerReason;
use proptest::prelude::*;
use serde_json::{Value, json};

const ROW: u32 = 41;

fn read(body: &Value) -> Result<f32, ConfidenceError> {
    read_answer(ROW, 200, body.to_string().as_bytes())
}

fn chat(content: &str, tokens: &[(&str, f64)]) -> Value {
    let tokens: Vec<Value> = tokens
        .iter()
        .map(|(token, logprob)| json!({ "token": token, "logprob": logprob, "bytes": token.as_bytes() }))
        .collect();
    let choice = json!({ "message": { "role": "assistant", "content": content }, "logprobs": { "content": tokens } });
    json!({ "id": "x", "choices": [choice] })
}

#[test]
fn chat_answer_is_its_first_line() {
    let tokens = [
        ("\n", -9.0),
        (" card", -0.5),
        ("_", -0.25),
        ("lost\n", -0.75),
        ("Because", -8.0),
    ];
    assert_eq!(read(&chat("\n card_lost\nBecause", &tokens)), Ok(-0.5));
    assert_eq!(
        read(&chat(
            "card_lost",
            &[("card", -0.5), ("_lost", -0.25), ("<|end|>", -7.0)]
        )),
        Ok(-0.375)
    );
    assert_eq!(read(&chat("card", &[("card", -0.5), ("", -7.0)])), Ok(-0.5));
}

#[test]
fn characters_split_across_tokens_are_matched_by_bytes() {
    let mut body = chat("é!", &[("x", -1.0), ("y", -2.0), ("!", -3.0)]);
    let tokens = &mut body["choices"][0]["logprobs"]["content"];
    (tokens[0]["bytes"], tokens[1]["bytes"]) = (json!([0xc3]), json!([0xa9]));
    assert_eq!(read(&body), Ok(-2.0));
    body["choices"][0]["logprobs"]["content"][2]["bytes"] = Value::Null;
    assert_eq!(read(&body), Ok(-2.0));
}

#[test]
fn both_logprob_formats_of_completions_are_read() {
    let columns = json!({ "tokens": [" yes", "\n"], "token_logprobs": [-0.125, -1], "top_logprobs": null });
    assert_eq!(
        read(&json!({ "choices": [{ "text": " yes\n", "logprobs": columns }] })),
        Ok(-0.125)
    );
    let content = json!({ "content": [{ "token": " yes", "logprob": -0.25 }] });
    assert_eq!(
        read(&json!({ "choices": [{ "text": " yes", "logprobs": content }] })),
        Ok(-0.25)
    );
}

#[test]
fn empty_answer_or_missing_logprobs_is_an_error() {
    assert_eq!(
        read(&chat(" \n", &[(" \n", -1.0)])),
        Err(ConfidenceError::Empty { row: ROW })
    );
    let thinking = json!({ "choices": [{ "message": { "content": null }, "logprobs": null }] });
    assert_eq!(read(&thinking), Err(ConfidenceError::Empty { row: ROW }));
    for logprobs in [
        Value::Null,
        json!({}),
        json!({ "content": [] }),
        json!({ "tokens": [], "token_logprobs": [] }),
    ] {
        let body = json!({ "choices": [{ "text": "yes", "logprobs": logprobs }] });
        assert_eq!(read(&body), Err(ConfidenceError::NoLogprobs { row: ROW }), "{body}");
    }
    let body = json!({ "choices": [{ "text": "yes" }] });
    assert_eq!(read(&body), Err(ConfidenceError::NoLogprobs { row: ROW }));
}

#[test]
fn tokens_that_do_not_spell_the_answer_are_rejected() {
    let other = |answer: &str| {
        Err(ConfidenceError::OtherTokens {
            row: ROW,
            answer: answer.into(),
        })
    };
    assert_eq!(read(&chat("yes", &[("<think>", -1.0), ("yes", -0.5)])), other("yes"));
    assert_eq!(read(&chat("yes", &[("ye", -1.0)])), other("yes"));
    assert_eq!(read(&chat("yes", &[(" ", -1.0)])), other("yes"));
}

#[test]
fn invalid_logprob_is_reported_with_its_token() {
    let error = ConfidenceError::NotNumber { row: ROW, token: 2 };
    let mut body = chat("yes", &[("y", -1.0), ("es", 0.0)]);
    body["choices"][0]["logprobs"]["content"][1]["logprob"] = Value::Null;
    assert_eq!(read(&body), Err(error));
    let nan = br#"{"choices":[{"text":"y","logprobs":{"tokens":["y"],"token_logprobs":[NaN]}}]}"#;
    let Err(ConfidenceError::NotAnswer { row: ROW, reason }) = read_answer(ROW, 200, nan) else {
        panic!("NaN is not JSON");
    };
    assert!(matches!(reason, AnswerReason::Json(_)), "{reason}");
}

#[test]
fn server_error_message_is_passed_on() {
    for (body, expected) in [
        (r#"{"error":{"message":"no such  model.","type":"x"}}"#, "no such model"),
        (r#"{"error":"model 'x' not found"}"#, "model 'x' not found"),
        (r#"{"object":"error","message":"too long"}"#, "too long"),
        (r#"{"detail":"Not Found"}"#, "Not Found"),
        ("<html><body>502</body></html>", ""),
        ("upstream\nis down", "upstream is down"),
        ("", ""),
    ] {
        let error = read_answer(ROW, 404, body.as_bytes());
        let message = expected.to_owned();
        assert_eq!(
            error,
            Err(ConfidenceError::Status {
                row: ROW,
                status: 404,
                message
            }),
            "{body}"
        );
    }
    let message = ConfidenceError::Status {
        row: 3,
        status: 503,
        message: "busy".into(),
    };
    assert_eq!(message.to_string(), "row 3: the server answered 503: busy");
    let in_200 = read_answer(ROW, 200, br#"{"error":{"message":"no credit"}}"#);
    let reason = AnswerReason::Server("no credit".into());
    assert_eq!(in_200, Err(ConfidenceError::NotAnswer { row: ROW, reason }));
    let reason = AnswerReason::NoChoice;
    assert_eq!(
        read(&json!({ "choices": [] })),
        Err(ConfidenceError::NotAnswer { row: ROW, reason })
    );
}

proptest! {
    #[test]
    fn mean_does_not_depend_on_tokenization(answer in "[a-zé_]{1,12}", cuts in prop::collection::vec(0usize..14, 0..4), rest in "(\n[a-z ]{0,5})?") {
        let whole = format!("  {answer}{rest}").into_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(whole.len())).chain([0, whole.len()]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let tokens: Vec<Value> = cuts.windows(2).map(|cut| json!({ "token": "", "bytes": whole[cut[0]..cut[1]], "logprob": -0.5 })).collect();
        let text = String::from_utf8(whole).expect("it was text");
        prop_assert_eq!(read(&json!({ "choices": [{ "text": text, "logprobs": { "content": tokens } }] })), Ok(-0.5));
    }

    #[test]
    fn arbitrary_body_does_not_panic(status in 100u16..600, body in ".{0,60}|[{}\\[\\]\":a-z,0-9]{0,60}") {
        let _ = read_answer(ROW, status, body.as_bytes());
    }
}
