//! Texts that JSON stores in several parts: chats, and formatted texts.
//!
//! ```text
//!  OpenAI     [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}]
//!             [{"role": "assistant", "tool_calls": [{"function": {"name": "search", "arguments": "{}"}}]}]
//!  ShareGPT   [{"from": "human", "value": "Hello"}, {"from": "gpt", "value": "Hi"}]
//!  Telegram   ["My ", {"type": "bold", "text": "order"}, " came late"]
//! ```

use serde_json::Value;

const TURN_KEYS: [(&str, &str); 2] = [("role", "content"), ("from", "value")];

/// Keys of the function calls in a turn of the OpenAI format. A turn with a function call may have no content.
const CALL_KEYS: [&str; 2] = ["tool_calls", "function_call"];

pub(super) const BETWEEN_ITEMS: &str = "\n\n";

/// Whether an object is a turn of a chat. `has` returns whether the object has the given key.
pub(super) fn is_turn(has: impl Fn(&str) -> bool) -> bool {
    let has_words = TURN_KEYS.iter().any(|(speaker, words)| has(speaker) && has(words));
    has_words || (has("role") && CALL_KEYS.iter().any(|key| has(key)))
}

/// Whether a list with `n_items` items is a chat: more than half of the items are turns.
/// A chat may contain turns of unknown kinds, for example with a refusal instead of content.
pub(super) const fn are_turns(n_turns: usize, n_items: usize) -> bool {
    2 * n_turns > n_items
}

pub(super) fn is_chat(value: &Value) -> bool {
    let n_turns = |items: &Vec<Value>| {
        let turns = items.iter().filter(|item| is_turn(|key| item.get(key).is_some()));
        turns.count()
    };
    let items = value.as_array();
    items.is_some_and(|items| items.iter().all(Value::is_object) && are_turns(n_turns(items), items.len()))
}

/// Text of a list item: a turn of a chat with its speaker, a string, or any other value as written in JSON.
/// Function calls follow the content of their turn as JSON.
pub(super) fn item(value: &Value) -> String {
    let turn = TURN_KEYS.iter().find_map(|(speaker, words)| {
        let name = value.get(speaker)?.as_str()?;
        let turn_text = value.get(words).map(content);
        let calls = CALL_KEYS.iter().filter_map(|key| value.get(key));
        let calls: Vec<&Value> = calls.filter(|_| *speaker == "role").collect();
        if turn_text.is_none() && calls.is_empty() {
            return None;
        }
        let is_empty = |call: &Value| call.is_null() || call.as_array().is_some_and(Vec::is_empty);
        let calls = calls.into_iter().filter(|call| !is_empty(call)).map(Value::to_string);
        let turn_text = turn_text.filter(|turn_text| !turn_text.is_empty());
        let parts: Vec<String> = turn_text.into_iter().chain(calls).collect();
        Some(format!("{name}: {}", parts.join("\n")))
    });
    turn.unwrap_or_else(|| content(value))
}

/// Text of a JSON value: the content of a string, or the joined parts of a text in several parts.
/// The text of `null` is empty, and the text of any other value is its JSON.
fn content(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => joined_parts(value).unwrap_or_else(|| value.to_string()),
    }
}

/// Joins a list of text parts. Each part is a string or an object with a `type` field.
/// A part without a text, such as an image, is replaced by its type in brackets. `None` if `value` is not a list of parts.
fn joined_parts(value: &Value) -> Option<String> {
    let parts = value.as_array()?;
    if !parts.iter().any(Value::is_object) {
        return None;
    }
    let part = |part: &Value| match part {
        Value::String(text) => Some(text.clone()),
        Value::Object(part) => {
            let kind = part.get("type")?.as_str()?;
            let text = part.get("text").and_then(Value::as_str);
            Some(text.map_or_else(|| format!("[{kind}]"), str::to_owned))
        }
        _ => None,
    };
    parts.iter().map(part).collect()
}

/// Joins the parts of a text, as in Telegram exports. At least one part of the JSON list must have a text.
/// `None` for any other JSON.
pub(super) fn text_of_parts(json: &str) -> Option<String> {
    if !json.starts_with('[') {
        return None;
    }
    let value: Value = serde_json::from_str(json).ok()?;
    let has_text = |part: &Value| part.get("text").is_some_and(Value::is_string);
    value.as_array()?.iter().any(has_text).then(|| joined_parts(&value))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(json: &str) -> Vec<String> {
        let value: Value = serde_json::from_str(json).expect("JSON");
        value.as_array().expect("a list").iter().map(item).collect()
    }

    #[test]
    fn turns_are_marked_with_their_speaker() {
        let openai = r#"[{"role":"system","content":"Be kind."},{"role":"user","content":[{"type":"text","text":"What is "},
            {"type":"image_url","image_url":{"url":"x"}}]},{"role":"assistant","content":null,"tool_calls":[]}]"#;
        assert_eq!(
            items(openai),
            ["system: Be kind.", "user: What is [image_url]", "assistant: "]
        );
        let share = r#"[{"from":"human","value":"Hello"},{"from":"gpt","value":"Hi"}]"#;
        assert_eq!(items(share), ["human: Hello", "gpt: Hi"]);
        assert_eq!(items(r#"["a", 1.5, {"x": 1}, null]"#), ["a", "1.5", "{\"x\":1}", ""]);
        let is_chat = |json: &str| is_chat(&serde_json::from_str(json).expect("JSON"));
        assert!(is_chat(openai) && is_chat(share));
        let calls = r#"[{"role":"user","content":"Is it late?"},{"role":"assistant","tool_calls":[{"id":"c1"}]},
            {"role":"tool","content":"10:00"},{"role":"assistant","content":"Wait.","function_call":{"name":"now"}},
            {"role":"assistant","refusal":"No"}]"#;
        assert_eq!(
            items(calls),
            [
                "user: Is it late?",
                "assistant: [{\"id\":\"c1\"}]",
                "tool: 10:00",
                "assistant: Wait.\n{\"name\":\"now\"}",
                "{\"refusal\":\"No\",\"role\":\"assistant\"}"
            ]
        );
        assert!(is_chat(calls) && is_chat(r#"[{"role":"assistant","tool_calls":[]}]"#));
        assert!(!is_chat(r#"[{"role":"user","content":"a"},{"role":"user"}]"#));
        assert!(!is_chat(r#"[{"from":"a","tool_calls":[]}]"#));
        assert!(!is_chat("[]") && !is_chat(r#"[{"role":"user"}]"#) && !is_chat(r#"{"role":"user","content":"a"}"#));
    }

    #[test]
    fn parts_of_a_text_are_joined() {
        let text = |json: &str| text_of_parts(json);
        let telegram = r#"["My ", {"type": "bold", "text": "order"}, " came late"]"#;
        assert_eq!(text(telegram).as_deref(), Some("My order came late"));
        assert_eq!(text(r#"[{"type":"text","text":"a"}]"#).as_deref(), Some("a"));
        for other in [
            r#"["a", "b"]"#,
            r#"[{"type":"image"}]"#,
            r#"[{"text":"a"}]"#,
            r#"["a", 1, {"type":"bold","text":"b"}]"#,
            "[]",
            "text",
            "[a]",
        ] {
            assert_eq!(text(other), None, "{other}");
        }
    }
}
