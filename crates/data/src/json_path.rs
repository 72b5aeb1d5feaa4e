//! Texts inside cells that are JSON objects, as annotation tools write them. `{"data": {"text": …}}` becomes a column
//! `data`, and its texts are at the path `data.text`.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::pool::{Instance, Pool};

/// Number of rows that are searched for paths.
pub const ROWS_SEARCHED: usize = 100;

/// Maximum number of paths that are returned; a longer list is not useful.
const MAX_PATHS: usize = 50;

/// Maximum depth of nested objects that are searched.
const MAX_DEPTH: usize = 4;

/// The paths at which the first rows contain strings, in the order of the columns and then alphabetically. Each comes
/// with the total length of those strings in bytes. Only columns whose cells are all objects or blank count.
pub fn paths(pool: &Pool) -> Vec<(String, usize)> {
    let mut paths = Vec::new();
    for (column, name) in pool.columns().iter().enumerate() {
        let rows = pool.instances().take(ROWS_SEARCHED);
        let cells = rows.map(|row| row.cell(column).trim()).filter(|cell| !cell.is_empty());
        let objects = cells.map(|cell| serde_json::from_str(cell).ok().filter(Value::is_object));
        let mut lengths: Vec<(String, usize)> = Vec::new();
        for object in objects.collect::<Option<Vec<Value>>>().unwrap_or_default() {
            strings(
                &object,
                name,
                1,
                &mut |path, length| match lengths.iter_mut().find(|(known, _)| *known == path) {
                    Some((_, sum)) => *sum += length,
                    None => lengths.push((path, length)),
                },
            );
        }
        lengths.sort_unstable();
        paths.extend(lengths);
    }
    paths.truncate(MAX_PATHS);
    paths
}

/// Passes the path and length of each non-blank string in `value` to `tell`.
fn strings(value: &Value, path: &str, depth: usize, tell: &mut impl FnMut(String, usize)) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        match value {
            // Keys with braces cannot be written in a template.
            _ if key.contains(['{', '}']) || key.is_empty() => {}
            Value::String(text) if !text.trim().is_empty() => tell(path, text.trim().len()),
            Value::Object(_) if depth < MAX_DEPTH => strings(value, &path, depth + 1, tell),
            _ => {}
        }
    }
}

/// A resolved path.
#[derive(Clone, Copy, Debug)]
pub struct JsonPath<'p> {
    column: usize,
    /// The rest of the path, inside the column's cells.
    path: &'p str,
}

impl<'p> JsonPath<'p> {
    /// Resolves `path` to the column with the longest name that is a prefix of it. None if there is no such column or no
    /// row has a value there. O(size of the column).
    pub fn of(pool: &Pool, path: &'p str) -> Option<JsonPath<'p>> {
        let ends = path.rmatch_indices('.').map(|(end, _)| end);
        let mut places = ends.filter_map(|end| {
            let column = pool.column(&path[..end]).ok()?;
            Some(JsonPath {
                column,
                path: &path[end + 1..],
            })
        });
        places.find(|place| pool.instances().any(|row| place.value(row).is_some()))
    }

    /// The value in this row: a string as its text, anything else as written in JSON, so that no digit of a long number
    /// is lost. Empty if there is no value.
    pub fn text(self, row: Instance<'_>) -> String {
        match self.value(row) {
            None | Some("null") => String::new(),
            Some(written) => serde_json::from_str(written).unwrap_or_else(|_| written.to_owned()),
        }
    }

    /// The value in this row, as written.
    fn value(self, row: Instance<'_>) -> Option<&str> {
        at(row.cell(self.column).trim(), self.path)
    }
}

/// The value at `path` in `json`, as written. Keys may contain dots.
fn at<'a>(json: &'a str, path: &str) -> Option<&'a str> {
    if !json.starts_with('{') {
        return None;
    }
    let object: BTreeMap<String, &'a RawValue> = serde_json::from_str(json).ok()?;
    let deeper = || {
        let mut ends = path.match_indices('.').map(|(end, _)| end);
        ends.find_map(|end| at(object.get(&path[..end])?.get(), &path[end + 1..]))
    };
    object.get(path).map(|value| value.get()).or_else(deeper)
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
        assert_eq!(texts(&pool, "list.0"), None);
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
    fn keys_with_dots_are_found() {
        let pool = pool("{\"a.b\":{\"c.d\":{\"e\":\"x\"}},\"a\":{\"z\":\"y\"}}\n");
        assert_eq!(texts(&pool, "a.b.c.d.e"), Some(vec!["x".into()]));
        assert_eq!(texts(&pool, "a.z"), Some(vec!["y".into()]));
        for (path, _) in paths(&pool) {
            assert!(JsonPath::of(&pool, &path).is_some(), "{path}");
        }
    }
}
