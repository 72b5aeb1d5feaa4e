//! The requests to the language model.

use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::{Choices, Constraint};
use crate::ConfidenceError;
use crate::confidence::{Api, Model, QuestionKey};
use crate::retrieve::{Prompt, Shot};

/// Version of the rules for reading an answer. Increase the version whenever a rule changes the result for an answer.
const VERSION: u32 = 2;

/// Minimum for the token limit of an answer with a label. The minimum suffices for every usual label.
const LABEL_TOKENS: u32 = 32;
/// Token limit of a free-text answer, enough for a summary of one sentence.
const TEXT_TOKENS: u32 = 128;

/// The token limit for the answers to several questions: the highest limit of all `choices`.
/// The limit is 128 tokens for free text, and at least 32 tokens for a label.
/// For a label, the limit is the byte length of the longest label plus 16, because a token has at least one byte.
pub fn most_answer_tokens<'a>(choices: impl IntoIterator<Item = Choices<'a>>) -> u32 {
    let of = |choices: Choices<'_>| match choices {
        Choices::FreeText => TEXT_TOKENS,
        Choices::Labels(set) => {
            let longest = set.labels().iter().map(String::len).max().unwrap_or_default();
            // The JSON around the label, {"label": ""}, needs at most 16 tokens.
            u32::try_from(longest + 16).unwrap_or(u32::MAX).max(LABEL_TOKENS)
        }
    };
    choices.into_iter().map(of).max().unwrap_or(LABEL_TOKENS)
}

/// The log-probabilities that a request asks for, as a level. A server that rejects a level may accept a lower level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogprobLevel {
    /// Log-probabilities of the answer's tokens and of 20 alternatives to each token.
    /// Fewer alternatives usually include no label except the chosen label.
    /// With few alternatives, the upper bound for the probability of the other labels is far too high.
    Most,
    /// Log-probabilities of the answer's tokens and of five alternatives to each token.
    Few,
    /// Log-probabilities of the answer's tokens, without alternatives.
    Answer,
    /// The request asks for no log-probabilities.
    None,
}

impl LogprobLevel {
    /// The next lower level, which asks for fewer log-probabilities; `None` after the lowest level.
    pub fn less(self) -> Option<LogprobLevel> {
        match self {
            LogprobLevel::Most => Some(LogprobLevel::Few),
            LogprobLevel::Few => Some(LogprobLevel::Answer),
            LogprobLevel::Answer => Some(LogprobLevel::None),
            LogprobLevel::None => None,
        }
    }

    fn add_to(self, request: &mut Map<String, Value>, api: Api) {
        let alternatives = match self {
            LogprobLevel::Most => 20,
            LogprobLevel::Few => 5,
            LogprobLevel::Answer => 0,
            LogprobLevel::None => return,
        };
        match api {
            Api::Chat => {
                request.insert("logprobs".into(), true.into());
                if alternatives > 0 {
                    request.insert("top_logprobs".into(), alternatives.into());
                }
            }
            // For `logprobs: 0`, some servers return no log-probabilities, not even those of the chosen tokens.
            Api::Completions => {
                request.insert("logprobs".into(), alternatives.max(1).into());
            }
        }
    }
}

/// The settings that all requests of a run share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    model: Model,
    constraint: Constraint,
    max_tokens: u32,
}

/// A request for the answer to one prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    members: Map<String, Value>,
    api: Api,
    key: QuestionKey,
}

impl Asker {
    /// Creates a builder of requests to `model` with the constraint `constraint`.
    /// The requests limit each answer to `max_tokens` tokens.
    ///
    /// # Errors
    /// Returns [`ConfidenceError::NoModel`] if the model has no name.
    pub fn new(model: Model, constraint: Constraint, max_tokens: u32) -> Result<Asker, ConfidenceError> {
        match model.name.trim().is_empty() {
            true => Err(ConfidenceError::NoModel),
            false => Ok(Asker {
                model,
                constraint,
                max_tokens,
            }),
        }
    }

    /// The constraint of the requests.
    pub fn constraint(&self) -> Constraint {
        self.constraint
    }

    /// The request for the answer to `prompt`.
    ///
    /// Decoding is greedy (temperature 0), so the model returns the most probable answer.
    /// With a JSON schema, the labels of the examples are also written as JSON objects.
    pub fn request(&self, prompt: &Prompt, choices: Choices<'_>) -> Request {
        let mut prompt = prompt.clone();
        if let Choices::Labels(_) = choices {
            for Shot { label, .. } in &mut prompt.shots {
                *label = self.constraint.spelled(label);
            }
        }
        let mut members = Map::new();
        members.insert("model".into(), self.model.name.trim().into());
        // A completion continues the prompt, so the prompt ends before the whitespace in front of the label.
        let lead = match self.model.api {
            Api::Chat => "",
            Api::Completions => &prompt.query[prompt.query.trim_end().len()..],
        };
        match self.model.api {
            Api::Chat => {
                members.insert("messages".into(), json!(prompt.messages()));
            }
            Api::Completions => {
                members.insert("prompt".into(), prompt.text().into());
                if let Some(stop) = self.stop(lead, choices) {
                    members.insert("stop".into(), json!([stop]));
                }
            }
        }
        members.insert("temperature".into(), 0.into());
        members.insert("max_tokens".into(), self.max_tokens.into());
        let labels = match choices {
            Choices::Labels(set) => set.labels(),
            Choices::FreeText => &[],
        };
        if !labels.is_empty() {
            self.constraint.add_to(&mut members, labels, lead);
        }
        // The labels are part of the key, because the confidence depends on the labels.
        // The keys of a `serde_json` map are sorted, so equal requests have equal bytes.
        let identity = json!([VERSION, members, labels]).to_string();
        Request {
            key: QuestionKey(xxh3_64(identity.as_bytes())),
            api: self.model.api,
            members,
        }
    }

    /// The stop sequence of a completion: a line break, or an empty line if the labels or `lead` contain line breaks.
    /// `lead` is the whitespace before the label in the answer.
    /// `None` if the constraint is a JSON schema: the schema determines where the answer ends.
    /// The JSON object of the answer may also have several lines.
    fn stop(&self, lead: &str, choices: Choices<'_>) -> Option<&'static str> {
        let Choices::Labels(set) = choices else {
            return Some("\n\n");
        };
        if self.constraint == Constraint::JsonSchema {
            return None;
        }
        let is_line = !lead.contains('\n') && set.labels().iter().all(|label| !label.contains('\n'));
        Some(if is_line { "\n" } else { "\n\n" })
    }
}

impl Request {
    /// Key of the request: a hash of the model, the messages, the decoding options and the labels.
    /// The key depends neither on the server's address nor on the level of log-probabilities.
    pub fn key(&self) -> QuestionKey {
        self.key
    }

    /// The JSON body of the request with the given level of log-probabilities.
    pub fn body(&self, logprobs: LogprobLevel) -> String {
        let mut members = self.members.clone();
        logprobs.add_to(&mut members, self.api);
        Value::Object(members).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::LabelSet;
    use fastgas_data::LabelOrder;

    fn prompt() -> Prompt {
        Prompt {
            shots: vec![Shot {
                input: "lost it\nanswer: ".into(),
                label: "lost".into(),
            }],
            query: "it is \"late\"\nanswer: ".into(),
            behind: ".".into(),
        }
    }

    fn labels(labels: &[&str]) -> LabelSet {
        LabelSet::new(labels.iter().map(|&label| label.to_owned()), LabelOrder::Significant)
    }

    fn set() -> LabelSet {
        labels(&["lost", "late"])
    }

    fn asker(api: Api, constraint: Constraint) -> Asker {
        let name = " tiny ".to_owned();
        Asker::new(Model { name, api }, constraint, 32).expect("it has a name")
    }

    fn body(api: Api, constraint: Constraint, choices: Choices<'_>, logprobs: LogprobLevel) -> Value {
        let request = asker(api, constraint).request(&prompt(), choices);
        serde_json::from_str(&request.body(logprobs)).expect("JSON")
    }

    #[test]
    fn chat_request_has_examples_as_turns() {
        let set = set();
        let expected = json!({
            "model": "tiny",
            "messages": [
                { "role": "user", "content": "lost it\nanswer:" },
                { "role": "assistant", "content": "lost" },
                { "role": "user", "content": "it is \"late\"\nanswer:" },
            ],
            "temperature": 0, "max_tokens": 32, "logprobs": true, "top_logprobs": 20,
        });
        let choices = Choices::Labels(&set);
        assert_eq!(body(Api::Chat, Constraint::None, choices, LogprobLevel::Most), expected);
        let json = body(Api::Chat, Constraint::JsonSchema, choices, LogprobLevel::None);
        assert_eq!(json["messages"][1]["content"], "{\"label\":\"lost\"}");
        assert_eq!(json["response_format"]["type"], "json_schema");
        assert!(json.get("logprobs").is_none());
    }

    #[test]
    fn completion_request_has_one_prompt() {
        let set = set();
        let expected = json!({
            "model": "tiny", "prompt": "lost it\nanswer: lost.\n\nit is \"late\"\nanswer:", "stop": ["\n"],
            "temperature": 0, "max_tokens": 32, "logprobs": 20, "grammar": "root ::= \" \"? (\"lost\" | \"late\")",
        });
        let choices = Choices::Labels(&set);
        assert_eq!(
            body(Api::Completions, Constraint::Grammar, choices, LogprobLevel::Most),
            expected
        );
        let free = body(
            Api::Completions,
            Constraint::Grammar,
            Choices::FreeText,
            LogprobLevel::Answer,
        );
        assert_eq!((&free["stop"], &free["logprobs"]), (&json!(["\n\n"]), &json!(1)));
        assert!(free.get("grammar").is_none());
    }

    #[test]
    fn completion_in_json_has_no_stop() {
        let set = set();
        let stop = |choices| {
            let body = body(Api::Completions, Constraint::JsonSchema, choices, LogprobLevel::None);
            body.get("stop").cloned()
        };
        assert_eq!(stop(Choices::Labels(&set)), None, "an object may span several lines");
        assert_eq!(stop(Choices::FreeText), Some(json!(["\n\n"])));
    }

    #[test]
    fn level_of_logprobs_falls_to_none() {
        let set = set();
        let mut level = LogprobLevel::Most;
        let mut seen = Vec::new();
        loop {
            let body = body(Api::Chat, Constraint::None, Choices::Labels(&set), level);
            seen.push((
                body.get("logprobs").is_some(),
                body.get("top_logprobs").and_then(Value::as_u64),
            ));
            match level.less() {
                Some(less) => level = less,
                None => break,
            }
        }
        assert_eq!(seen, [(true, Some(20)), (true, Some(5)), (true, None), (false, None)]);
    }

    #[test]
    fn keys_are_equal_only_for_equal_requests() {
        let (few, more) = (set(), labels(&["lost", "late", "new"]));
        let key = |asker: &Asker, prompt: &Prompt, choices| asker.request(prompt, choices).key();
        let plain = asker(Api::Chat, Constraint::None);
        let choices = Choices::Labels(&few);
        let again = asker(Api::Chat, Constraint::None);
        assert_eq!(key(&plain, &prompt(), choices), key(&again, &prompt(), choices));
        let mut other = prompt();
        other.shots.clear();
        let named = |name: &str, max_tokens| {
            let (name, api) = (name.to_owned(), Api::Chat);
            Asker::new(Model { name, api }, Constraint::None, max_tokens).expect("it has a name")
        };
        let keys = [
            key(&plain, &prompt(), choices),
            key(&plain, &other, choices),
            key(&plain, &prompt(), Choices::Labels(&more)),
            key(&plain, &prompt(), Choices::FreeText),
            key(&named("large", 32), &prompt(), choices),
            key(&named("tiny", 33), &prompt(), choices),
            key(&asker(Api::Chat, Constraint::Choice), &prompt(), choices),
            key(&asker(Api::Completions, Constraint::None), &prompt(), choices),
        ];
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key), "{place}");
        }
        let unnamed = Model {
            name: " ".into(),
            api: Api::Chat,
        };
        assert_eq!(Asker::new(unnamed, Constraint::None, 32), Err(ConfidenceError::NoModel));
    }

    #[test]
    fn long_labels_need_more_tokens() {
        let long = labels(&[&"x".repeat(100)]);
        let short = set();
        let of = |choices: &[Choices<'_>]| most_answer_tokens(choices.iter().copied());
        assert_eq!(of(&[Choices::Labels(&short)]), 32);
        assert_eq!(of(&[Choices::Labels(&short), Choices::Labels(&long)]), 116);
        assert_eq!(of(&[Choices::FreeText]), 128);
        assert_eq!(of(&[]), 32);
    }
}
