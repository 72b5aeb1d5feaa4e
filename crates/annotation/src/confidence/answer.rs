//! Reads a language model's answer and its confidence.

use serde::Deserialize;
use serde_json::Value;

use crate::ConfidenceError;

/// Maximum length of a server's error message, in characters.
const MAX_SAID: usize = 200;

/// Returns the mean log-probability (natural logarithm, at most 0) of the tokens of the answer's first line. Leading
/// white space is ignored. `row` is the row of the text in question, used in errors; `status` and `body` are those of
/// the HTTP response.
///
/// Reads the responses of both APIs and both formats of log-probabilities: `logprobs.content`, or `logprobs.tokens`
/// with `logprobs.token_logprobs`. The sum is computed in f64, in token order.
///
/// # Errors
/// [`ConfidenceError::Status`], [`ConfidenceError::NotAnswer`], [`ConfidenceError::Empty`],
/// [`ConfidenceError::NoLogprobs`], [`ConfidenceError::NotNumber`], and [`ConfidenceError::OtherTokens`] if the tokens
/// do not spell the answer, for example because they include the model's reasoning.
pub fn read_answer(row: u32, status: u16, body: &[u8]) -> Result<f32, ConfidenceError> {
    if !(200..300).contains(&status) {
        let said = said(body);
        return Err(ConfidenceError::Status { row, status, said });
    }
    let not_answer = |reason: String| ConfidenceError::NotAnswer { row, reason };
    let reply: Reply = serde_json::from_slice(body).map_err(|error| not_answer(error.to_string()))?;
    let choice = reply.choices.into_iter().next();
    let choice = choice.ok_or_else(|| {
        not_answer(match said(body) {
            said if said.is_empty() => "there is no choice in it".into(),
            said => said,
        })
    })?;
    let content = choice.message.and_then(|message| message.content).or(choice.text);
    let content = content.unwrap_or_default();
    let answer = content.trim_start().lines().next().unwrap_or_default().trim_end();
    if answer.is_empty() {
        return Err(ConfidenceError::Empty { row });
    }
    let tokens = choice.logprobs.map(Logprobs::tokens).unwrap_or_default();
    if tokens.is_empty() {
        return Err(ConfidenceError::NoLogprobs { row });
    }
    mean(row, answer, &tokens)
}

/// The mean over the tokens that spell `answer`.
fn mean(row: u32, answer: &str, tokens: &[Token]) -> Result<f32, ConfidenceError> {
    let (mut sum, mut count) = (0.0, 0u32);
    let mut left = answer.as_bytes();
    for token in tokens {
        let mut spelled = token.bytes();
        if count == 0 {
            spelled = spelled.trim_ascii_start();
        }
        if spelled.is_empty() {
            continue;
        }
        count += 1;
        let number = token.logprob.filter(|number| number.is_finite());
        sum += number.ok_or(ConfidenceError::NotNumber { row, token: count })?;
        // The last token may extend beyond the line.
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
        answer: answer.chars().take(MAX_SAID).collect(),
    })
}

#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Option<Said>,
    text: Option<String>,
    logprobs: Option<Logprobs>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Logprobs {
    content: Option<Vec<Token>>,
    tokens: Option<Vec<String>>,
    token_logprobs: Option<Vec<Option<f64>>>,
}

#[derive(Deserialize)]
struct Token {
    token: String,
    logprob: Option<f64>,
    /// Bytes of the token, which are needed if it contains only a part of a character.
    bytes: Option<Vec<u8>>,
}

impl Logprobs {
    fn tokens(self) -> Vec<Token> {
        let columns = self
            .tokens
            .unwrap_or_default()
            .into_iter()
            .zip(self.token_logprobs.unwrap_or_default());
        let beside = || {
            columns
                .map(|(token, logprob)| Token {
                    token,
                    logprob,
                    bytes: None,
                })
                .collect()
        };
        self.content.unwrap_or_else(beside)
    }
}

impl Token {
    fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(self.token.as_bytes())
    }
}

/// The error message of a server: the message in its JSON, or the start of its text.
fn said(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let message = serde_json::from_slice::<Value>(body).ok().and_then(|body| {
        let error = body.get("error").unwrap_or(&body);
        let message = error.get("message").or(error.get("detail")).unwrap_or(error);
        message.as_str().map(str::to_owned)
    });
    // HTML and JSON without a message are not useful to the user.
    let text = message.unwrap_or_else(|| match text.trim_start().starts_with(['<', '{', '[']) {
        true => String::new(),
        false => text.into_owned(),
    });
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said: String = line.chars().take(MAX_SAID).collect();
    said.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const ROW: u32 = 41;

    fn read(body: &Value) -> Result<f32, ConfidenceError> {
        read_answer(ROW, 200, body.to_string().as_bytes())
    }

    fn chat(content: &str, tokens: &[(&str, f64)]) -> Value {
        let tokens: Vec<Value> = tokens
            .iter()
            .map(|(token, logprob)| json!({ "token": token, "logprob": logprob, "bytes": token.as_bytes() }))
            .collect();
        let choice =
            json!({ "message": { "role": "assistant", "content": content }, "logprobs": { "content": tokens } });
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
            panic!("NaN is no JSON");
        };
        assert!(reason.contains("column"), "{reason}");
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
            let said = expected.to_owned();
            assert_eq!(
                error,
                Err(ConfidenceError::Status {
                    row: ROW,
                    status: 404,
                    said
                }),
                "{body}"
            );
        }
        let said = ConfidenceError::Status {
            row: 3,
            status: 503,
            said: "busy".into(),
        };
        assert_eq!(said.to_string(), "row 3: the server answered 503: busy");
        let in_200 = read_answer(ROW, 200, br#"{"error":{"message":"no credit"}}"#);
        let reason = "no credit".to_owned();
        assert_eq!(in_200, Err(ConfidenceError::NotAnswer { row: ROW, reason }));
        let reason = "there is no choice in it".to_owned();
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
}
