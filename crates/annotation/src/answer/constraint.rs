//! Constraints that force the server of a language model to return exactly one of the labels.
//!
//! Each server has its own format for constraints. llama.cpp accepts a grammar.
//! vLLM accepts a list of choices. vLLM 0.12 renamed the request field for the list of choices.
//! OpenAI, Ollama and others accept a JSON schema.
//! Many servers ignore unknown fields of a request.
//! Therefore a [`probe`] request asks for a word that no model produces without the constraint.

use std::fmt::{self, Write};

use serde_json::{Map, Value, json};

use crate::confidence::Api;
use crate::confidence::reply::read_reply;

/// The word that a [`probe`] request asks for. Without a constraint, no model answers with this word.
const PROBE: &str = "quokka-417";

/// How the server restricts the model's answers to the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// No constraint: the model answers freely, and the caller finds the label in the answer.
    None,
    /// Constraint for llama.cpp, in the GBNF notation. The request contains the constraint in the `grammar` field.
    Grammar,
    /// Constraint for vLLM. The request contains the constraint in the `guided_choice` and `structured_outputs` fields.
    Choice,
    /// JSON schema in the `response_format` field of the request: the answer is an object with a `label` field.
    JsonSchema,
}

impl Constraint {
    /// The constraints that a server may support, in the order the program tries them.
    /// Constraints that keep the answer format of the examples come before constraints that change the answer format.
    pub const ALL: [Constraint; 3] = [Constraint::Grammar, Constraint::Choice, Constraint::JsonSchema];

    /// The name of the constraint in files and arguments.
    pub fn name(self) -> &'static str {
        match self {
            Constraint::None => "none",
            Constraint::Grammar => "grammar",
            Constraint::Choice => "choice",
            Constraint::JsonSchema => "json-schema",
        }
    }

    /// The constraint with the given name; `None` if the name is unknown.
    pub fn named(name: &str) -> Option<Constraint> {
        let mut all = Constraint::ALL.into_iter().chain([Constraint::None]);
        all.find(|constraint| constraint.name() == name)
    }

    /// Formats `label` like an answer: as a JSON object under a JSON schema, and unchanged under other constraints.
    pub(super) fn spelled(self, label: &str) -> String {
        match self {
            Constraint::JsonSchema => json!({ "label": label }).to_string(),
            Constraint::None | Constraint::Grammar | Constraint::Choice => label.to_owned(),
        }
    }

    /// Adds the fields of the constraint to a request. `lead` is the whitespace before the label in the answer.
    pub(super) fn add_to(self, request: &mut Map<String, Value>, labels: &[String], lead: &str) {
        match self {
            Constraint::None => {}
            Constraint::Grammar => {
                request.insert("grammar".into(), grammar(labels, lead).into());
            }
            Constraint::Choice => {
                let choices: Vec<String> = labels.iter().map(|label| format!("{lead}{label}")).collect();
                request.insert("guided_choice".into(), json!(choices));
                request.insert("structured_outputs".into(), json!({ "choice": choices }));
            }
            Constraint::JsonSchema => {
                let schema = json!({
                    "type": "object",
                    "properties": { "label": { "type": "string", "enum": labels } },
                    "required": ["label"],
                    "additionalProperties": false,
                });
                let json_schema = json!({ "name": "answer", "strict": true, "schema": schema });
                let format = json!({ "type": "json_schema", "json_schema": json_schema });
                request.insert("response_format".into(), format);
            }
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Constraint::None => "matching rule",
            Constraint::Grammar => "grammar",
            Constraint::Choice => "list of choices",
            Constraint::JsonSchema => "JSON schema",
        })
    }
}

/// A grammar in GBNF that accepts exactly the labels. The whitespace `lead` before a label is optional.
fn grammar(labels: &[String], lead: &str) -> String {
    let mut grammar = String::from("root ::= ");
    if !lead.is_empty() {
        grammar += &literal(lead);
        grammar += "? ";
    }
    let labels: Vec<String> = labels.iter().map(|label| literal(label)).collect();
    grammar + "(" + &labels.join(" | ") + ")"
}

fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => literal.extend(['\\', letter]),
            '\n' => literal += "\\n",
            '\r' => literal += "\\r",
            '\t' => literal += "\\t",
            control if control < ' ' => {
                write!(literal, "\\x{:02X}", u32::from(control)).expect("strings take any text");
            }
            letter => literal.push(letter),
        }
    }
    literal + "\""
}

/// Body of a request that tests whether the server enforces the constraint. The request body contains no user data.
pub fn probe(model: &str, api: Api, constraint: Constraint) -> String {
    const QUESTION: &str = "What is the color of the sky? Answer with one word.";
    let mut request = Map::new();
    request.insert("model".into(), model.trim().into());
    match api {
        Api::Chat => request.insert("messages".into(), json!([{ "role": "user", "content": QUESTION }])),
        Api::Completions => request.insert("prompt".into(), format!("{QUESTION}\nanswer:").into()),
    };
    request.insert("temperature".into(), 0.into());
    request.insert("max_tokens".into(), 32.into());
    constraint.add_to(&mut request, &[PROBE.to_owned()], "");
    Value::Object(request).to_string()
}

/// Whether the response to a [`probe`] shows that the server enforces the constraint.
pub fn probe_is_enforced(status: u16, body: &[u8], constraint: Constraint) -> bool {
    let Ok(reply) = read_reply(0, status, body) else {
        return false;
    };
    match constraint {
        Constraint::None => false,
        Constraint::Grammar | Constraint::Choice => reply.content.trim() == PROBE,
        Constraint::JsonSchema => {
            let answer: Option<Value> = serde_json::from_str(&reply.content).ok();
            answer.is_some_and(|answer| answer == json!({ "label": PROBE }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(constraint: Constraint, labels: &[&str], lead: &str) -> Value {
        let labels: Vec<String> = labels.iter().map(|&label| label.to_owned()).collect();
        let mut request = Map::new();
        constraint.add_to(&mut request, &labels, lead);
        Value::Object(request)
    }

    #[test]
    fn each_constraint_has_the_members_of_its_servers() {
        assert_eq!(members(Constraint::None, &["a"], ""), json!({}));
        let grammar = "root ::= \" \"? (\"a \\\"b\\\"\" | \"c\\\\d\\n\\x01é\")";
        assert_eq!(
            members(Constraint::Grammar, &["a \"b\"", "c\\d\n\u{1}é"], " "),
            json!({ "grammar": grammar })
        );
        assert_eq!(
            members(Constraint::Grammar, &["a"], ""),
            json!({ "grammar": "root ::= (\"a\")" })
        );
        assert_eq!(
            members(Constraint::Choice, &["a", "b"], " "),
            json!({ "guided_choice": [" a", " b"], "structured_outputs": { "choice": [" a", " b"] } })
        );
        let format = &members(Constraint::JsonSchema, &["a", "b"], " ")["response_format"];
        assert_eq!(format["type"], "json_schema");
        let label = &format["json_schema"]["schema"]["properties"]["label"];
        assert_eq!(*label, json!({ "type": "string", "enum": ["a", "b"] }));
        for constraint in Constraint::ALL {
            assert_eq!(Constraint::named(constraint.name()), Some(constraint));
        }
        assert_eq!(Constraint::named("other"), None);
    }

    #[test]
    fn only_the_demanded_word_shows_support() {
        let chat = |content: &str| json!({ "choices": [{ "message": { "content": content } }] }).to_string();
        for (constraint, content, is_enforced) in [
            (Constraint::Grammar, "quokka-417", true),
            (Constraint::Choice, " quokka-417\n", true),
            (Constraint::JsonSchema, "{\"label\": \"quokka-417\"}", true),
            (Constraint::JsonSchema, "quokka-417", false),
            (Constraint::Grammar, "Blue.", false),
            (Constraint::None, "quokka-417", false),
        ] {
            let body = chat(content);
            assert_eq!(
                probe_is_enforced(200, body.as_bytes(), constraint),
                is_enforced,
                "{content}"
            );
            assert!(!probe_is_enforced(400, body.as_bytes(), constraint));
        }
        assert!(!probe_is_enforced(200, b"<html>", Constraint::Grammar));
    }

    #[test]
    fn probe_contains_only_the_model_and_the_constraint() {
        let body: Value = serde_json::from_str(&probe(" tiny ", Api::Completions, Constraint::Grammar)).expect("JSON");
        assert_eq!(body["model"], "tiny");
        assert_eq!(body["grammar"], "root ::= (\"quokka-417\")");
        assert!(body["prompt"].as_str().expect("a prompt").ends_with("answer:"));
        let body: Value = serde_json::from_str(&probe("tiny", Api::Chat, Constraint::Choice)).expect("JSON");
        assert_eq!(body["messages"].as_array().map(Vec::len), Some(1));
    }
}
