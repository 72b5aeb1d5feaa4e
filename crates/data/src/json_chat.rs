//! Texts that JSON stores in several parts: chats, and formatted texts.
//!
//! ```text
//!  OpenAI     [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}]
//!  ShareGPT   [{"from": "human", "value": "Hello"}, {"from": "gpt", "value": "Hi"}]
//!  Telegram   ["My ", {"type": "bold", "text": "order"}, " came late"]
//! ```

use serde_json::Value;

/// Pairs of keys for the speaker and for the words in a turn of a chat.
const TURN_KEYS: [(&str, &str); 2] = [("role", "content"), ("from", "value")];

/// Separator between the items of a JSON list when they are joined to one text.
pub(super) const BETWEEN_ITEMS: &str = "\n\n";

/// Whether an object is a turn of a chat. `has` returns whether the object has the given key.
pub(super) fn is_turn(has: impl Fn(&str) -> bool) -> bool {
    TURN_KEYS.iter().any(|(speaker, words)| has(speaker) && has(words))
}

/// Whether `value` is a chat: a list of turns.
pub(super) fn is_chat(value: &Value) -> bool {
    let turns = value.as_array().filter(|turns| !turns.is_empty());
    turns.is_some_and(|turns| turns.iter().all(|turn| is_turn(|key| turn.get(key).is_some())))
}

/// The text of one item of a list: a turn of a chat with its speaker, a string, or any other value as written in JSON.
pub(super) fn item(value: &Value) -> String {
    let turn = TURN_KEYS.iter().find_map(|(speaker, words)| {
        let speaker = value.get(speaker)?.as_str()?;
        Some(format!("{speaker}: {}", content(value.get(words)?)))
    });
    turn.unwrap_or_else(|| content(value))
}

/// Text of a JSON value: a string, the joined parts of a text, nothing for `null`, or any other value as written in JSON.
fn content(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => joined_parts(value).unwrap_or_else(|| value.to_string()),
    }
}

/// Joins a list of text parts, which are strings and objects with a type.
/// A part without a text, such as an image, is replaced by its type in brackets. None if `value` is not a list of parts.
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

/// Text of a JSON list of parts in which at least one part has a text. None for any other JSON.
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
