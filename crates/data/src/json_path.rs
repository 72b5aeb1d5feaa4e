//! Finds texts inside cells that are JSON objects or lists, as annotation tools write them.
//!
//! ```text
//!  {"data": {"text": …}}            column `data`,      path `data.text`
//!  {"messages": [{"content": …}]}   column `messages`,  path `messages.0.content`  the first item of a list
//!                                                       path `messages.*.content`  all items
//!                                                       path `messages.*`          all turns of a chat, with their speakers
//! ```

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::json_chat::{BETWEEN_ITEMS, is_chat, is_turn, item};
use super::json_repair::repaired;
use super::pool::{Instance, Pool};

pub const ROWS_SEARCHED: usize = 100;

/// Maximum number of paths that are returned. A longer list does not help the user.
const MAX_PATHS: usize = 50;

/// Maximum depth of nested objects that are searched.
const MAX_DEPTH: usize = 4;

/// The paths where the first rows contain strings, in column order, then alphabetically.
/// Each path is paired with the total length of its strings in bytes.
/// A column is searched only if each non-blank cell is an object or each non-blank cell is a chat.
/// A chat has a single path, which leads to all turns of the chat.
pub fn paths(pool: &Pool) -> Vec<(String, usize)> {
    let mut paths = Vec::new();
    for (column, name) in pool.columns().iter().enumerate() {
        let rows = pool.instances().take(ROWS_SEARCHED);
        let cells = rows.map(|row| row.cell(column).trim()).filter(|cell| !cell.is_empty());
        let values: Option<Vec<Value>> = cells.map(parsed).collect();
        let values = values.unwrap_or_default();
        let mut lengths: Vec<(String, usize)> = Vec::new();
        let mut add = |path: String, length: usize| match lengths.iter_mut().find(|(known, _)| *known == path) {
            Some((_, sum)) => *sum += length,
            None => lengths.push((path, length)),
        };
        if values.iter().all(Value::is_object) {
            values.iter().for_each(|object| strings(object, name, 1, &mut add));
        } else if values.iter().all(is_chat) && !name.contains(['{', '}']) {
            values.iter().for_each(|chat| turns(chat, name, &mut add));
        }
        lengths.sort_unstable();
        paths.extend(lengths);
    }
    paths.truncate(MAX_PATHS);
    paths
}

fn strings(value: &Value, path: &str, depth: usize, add: &mut impl FnMut(String, usize)) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        match value {
            // Keys with braces cannot be written in a text template.
            _ if key.contains(['{', '}']) || key.is_empty() => {}
            Value::String(text) if !text.trim().is_empty() => add(path, text.trim().len()),
            Value::Object(_) if depth < MAX_DEPTH => strings(value, &path, depth + 1, add),
            Value::Array(_) if is_chat(value) => turns(value, &path, add),
            _ => {}
        }
    }
}

fn turns(chat: &Value, path: &str, add: &mut impl FnMut(String, usize)) {
    let lengths = chat.as_array().into_iter().flatten().map(|turn| item(turn).len());
    add(format!("{path}.*"), lengths.sum());
}

/// A path to values inside JSON cells, resolved to a column and the rest of the path.
#[derive(Clone, Copy, Debug)]
pub struct JsonPath<'p> {
    column: usize,
    /// The rest of the path after the name of the column, which leads to a value inside a cell.
    path: &'p str,
}

impl<'p> JsonPath<'p> {
    /// Resolves `path` to the column with the longest name that is a prefix of `path`.
    /// `None` if no column name is a prefix of `path`, or if no row has a value at the path. O(size of the column).
    pub fn of(pool: &Pool, path: &'p str) -> Option<JsonPath<'p>> {
        let ends = path.rmatch_indices('.').map(|(end, _)| end);
        let mut places = ends.filter_map(|end| {
            let column = pool.column(&path[..end]).ok()?;
            Some(JsonPath {
                column,
                path: &path[end + 1..],
            })
        });
        places.find(|place| pool.instances().any(|row| place.text_of(row).is_some()))
    }

    /// Returns the value at the path in the given row.
    /// A string is returned as its text, and any other value as written in JSON, so that no digit of a long number is lost.
    /// Returns an empty text if the row has no value. The items of a list are separated by blank lines.
    pub fn text(self, row: Instance<'_>) -> String {
        self.text_of(row).unwrap_or_default()
    }

    fn text_of(self, row: Instance<'_>) -> Option<String> {
        at(row.cell(self.column).trim(), self.path)
    }
}

/// Text of the value at `path` in `json`. Keys may contain dots. `None` if the path leads to no value.
fn at(json: &str, path: &str) -> Option<String> {
    match json.as_bytes().first()? {
        b'{' => {
            let object: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
            let deeper = || {
                let mut ends = path.match_indices('.').map(|(end, _)| end);
                ends.find_map(|end| at(object.get(&path[..end])?.get(), &path[end + 1..]))
            };
            object.get(path).map(|value| text_of(value.get())).or_else(deeper)
        }
        b'[' => {
            let (step, rest) = match path.split_once('.') {
                Some((step, rest)) => (step, Some(rest)),
                None => (path, None),
            };
            let inside = |value: &RawValue| match rest {
                Some(rest) => at(value.get(), rest),
                None => Some(text_of(value.get())),
            };
            let is_index = step.bytes().all(|byte| byte.is_ascii_digit());
            if step != "*" && !is_index {
                return None;
            }
            let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            if is_index {
                return inside(items.get(step.parse::<usize>().ok()?)?);
            }
            let turn = |value: &RawValue| {
                let value = parsed(value.get())?;
                is_turn(|key| value.get(key).is_some()).then(|| item(&value))
            };
            let text = |value: &&RawValue| match rest {
                None => turn(value).or_else(|| inside(value)),
                Some(_) => inside(value),
            };
            let texts: Vec<String> = items.iter().filter_map(text).collect();
            (!texts.is_empty()).then(|| texts.join(BETWEEN_ITEMS))
        }
        _ => None,
    }
}

/// Parses `json`, in which strings may contain lone surrogates (halves of characters).
fn parsed(json: &str) -> Option<Value> {
    let parsed = serde_json::from_str(json);
    parsed.or_else(|_| serde_json::from_str(&repaired(json))).ok()
}

/// The text of a JSON value: a string without its quotes, an empty text for `null`, or any other value as written.
fn text_of(written: &str) -> String {
    match written {
        "null" => String::new(),
        _ if written.starts_with('"') => serde_json::from_str(written)
            .or_else(|_| serde_json::from_str(&repaired(written)))
            .unwrap_or_else(|_| written.to_owned()),
        _ => written.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Import, load_with};

    fn pool(file: &str) -> Pool {
        let import = Import {
            format: Some(Format::Jsonl),
            ..Import::default()
        };
        load_with(file.as_bytes(), &import).expect("JSON").pool
    }

    fn texts(pool: &Pool, path: &str) -> Option<Vec<String>> {
        let place = JsonPath::of(pool, path)?;
        Some(pool.instances().map(|row| place.text(row)).collect())
    }

    #[test]
    fn strings_in_objects_have_paths() {
        let pool = pool(concat!(
            r#"{"id":1,"data":{"text":"one","n":3,"meta":{"by":"Anna"}},"list":["a"],"mixed":{"a":"b"}}"#,
            "\n",
            r#"{"id":2,"data":{"text":"three","blank":" "},"list":[],"mixed":"c"}"#,
            "\n"
        ));
        let paths = paths(&pool);
        assert_eq!(paths, [("data.meta.by".into(), 4), ("data.text".into(), 8)]);
        assert_eq!(texts(&pool, "data.text"), Some(vec!["one".into(), "three".into()]));
        assert_eq!(texts(&pool, "data.n"), Some(vec!["3".into(), String::new()]));
        assert_eq!(
            texts(&pool, "data.meta"),
            Some(vec![r#"{"by":"Anna"}"#.into(), String::new()])
        );
        assert_eq!(texts(&pool, "data.none"), None);
        assert_eq!(texts(&pool, "list.0"), Some(vec!["a".into(), String::new()]));
        assert_eq!(texts(&pool, "list.1"), None);
        assert_eq!(texts(&pool, "list.a"), None);
        assert_eq!(texts(&pool, "none.text"), None);
    }

    #[test]
    fn other_values_are_kept_as_written() {
        let long = r#"{"data":{"id":12345678901234567890123,"a":{"y":1.50, "b":2},"n":1e400,"x":null,"is":true}}"#;
        let pool = pool(&format!("{long}\n"));
        let text = |path: &str| texts(&pool, path).map(|texts| texts.concat());
        assert_eq!(text("data.id").as_deref(), Some("12345678901234567890123"));
        assert_eq!(text("data.a").as_deref(), Some(r#"{"y":1.50, "b":2}"#));
        assert_eq!(text("data.a.y").as_deref(), Some("1.50"));
        assert_eq!(text("data.n").as_deref(), Some("1e400"));
        assert_eq!(text("data.x").as_deref(), Some(""));
        assert_eq!(text("data.is").as_deref(), Some("true"));
        assert_eq!(text("data.a.y.z"), None);
    }

    #[test]
    fn paths_lead_into_lists() {
        let pool = pool(concat!(
            r#"{"id":"1","messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi \ud83d"}],"n":[1.50,[2]]}"#,
            "\n",
            r#"{"id":"2","messages":[{"role":"user","content":[{"type":"text","text":"What?"}]}],"n":[]}"#,
            "\n"
        ));
        let text = |path: &str| texts(&pool, path).map(|texts| texts.join("|"));
        assert_eq!(text("messages.0.role").as_deref(), Some("user|user"));
        assert_eq!(text("messages.1.content").as_deref(), Some("Hi \u{fffd}|"));
        assert_eq!(text("messages.*.role").as_deref(), Some("user\n\nassistant|user"));
        assert_eq!(
            text("messages.*").as_deref(),
            Some("user: Hello\n\nassistant: Hi \u{fffd}|user: What?")
        );
        assert_eq!(text("n.0").as_deref(), Some("1.50|"));
        assert_eq!(text("n.1.0").as_deref(), Some("2|"));
        assert_eq!(text("n.*").as_deref(), Some("1.50\n\n[2]|"));
        for none in [
            "messages.2.role",
            "messages.-1.role",
            "messages.18446744073709551616",
            "n.0.a",
            "messages.",
        ] {
            assert_eq!(text(none), None, "{none}");
        }
    }

    #[test]
    fn chat_is_a_path_to_its_turns() {
        let turn = |words: &str| format!(r#"{{"from":"human","value":"{words}"}}"#);
        let chats = format!(
            "{{\"id\":\"chat 1\",\"conversations\":[{},{}]}}\n",
            turn("Hello you there"),
            turn("Hi")
        );
        let pool = pool(&chats);
        assert_eq!(paths(&pool)[0].0, "conversations.*");
        assert_eq!(
            crate::likely_text(&pool),
            crate::TextSource::Joined("{conversations.*}".into())
        );
        // A turn with a function call may have no content.
        let call = r#"{"role":"user","content":"Hello you"},{"role":"assistant","tool_calls":[{"id":"c1"}]}"#;
        let calls = self::pool(&format!(
            "{{\"id\":\"1\",\"messages\":[{call}]}}\n{{\"id\":\"2\",\"messages\":[]}}\n"
        ));
        assert_eq!(
            texts(&calls, "messages.*"),
            Some(vec![
                "user: Hello you\n\nassistant: [{\"id\":\"c1\"}]".into(),
                String::new()
            ])
        );
        let nested = super::paths(&self::pool(&format!("{{\"data\":{{\"chat\":[{}]}}}}\n", turn("a"))));
        assert_eq!(nested[0].0, "data.chat.*");
    }

    #[test]
    fn keys_with_dots_are_found() {
        let pool = pool("{\"a.b\":{\"c.d\":{\"e\":\"x\"}},\"a\":{\"z\":\"y\"}}\n");
        assert_eq!(texts(&pool, "a.b.c.d.e"), Some(vec!["x".into()]));
        assert_eq!(texts(&pool, "a.z"), Some(vec!["y".into()]));
        for (path, _) in paths(&pool) {
            assert!(JsonPath::of(&pool, &path).is_some(), "{path}");
        }
    }
}
