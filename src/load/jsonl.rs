//! A JSON object on each line.
//!
//! Columns are the keys, in the order in which they first appear. A text stands in its cell as it is, any other value as
//! it is written, so that no digit of a long number is lost; `null` and a missing key are an empty cell.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, IgnoredAny};

use super::rows::Rows;
use crate::error::LoadError;

/// Puts the object on `line` into `rows`.
///
/// # Errors
/// [`LoadError::Json`] for anything but one object, whose keys differ.
pub(super) fn record(line: u64, text: &str, rows: &mut Rows) -> Result<(), LoadError> {
    let refused = |reason: String| LoadError::Json { line, reason };
    let members = members(text).map_err(refused)?;
    if members.is_empty() {
        return Err(refused("the object has no keys".into()));
    }
    let mut cells: Vec<Option<Cow<'_, str>>> = vec![None; rows.columns().len()];
    for (place, (key, value)) in members.into_iter().enumerate() {
        // The keys of a line mostly stand as those of the lines before.
        let as_before = rows
            .columns()
            .get(place)
            .filter(|column| **column == key)
            .map(|_| place);
        let column = as_before.or_else(|| rows.columns().iter().position(|column| *column == key));
        let column = match column {
            Some(column) => column,
            None => {
                rows.add_column(key.clone())?;
                cells.push(None);
                cells.len() - 1
            }
        };
        if cells[column].replace(value).is_some() {
            return Err(refused(format!("the key `{key}` stands twice in the object")));
        }
    }
    rows.record(line, cells.iter().map(|cell| cell.as_deref().unwrap_or("")))
}

/// Whether this is a JSON object.
pub(super) fn is_object(text: &str) -> bool {
    members(text).is_ok()
}

/// The members of the object that `text` is.
fn members(text: &str) -> Result<Vec<(String, Cow<'_, str>)>, String> {
    let mut at = Place { text, at: 0 };
    let mut members = Vec::new();
    at.expect("{", "it is no JSON object: it does not begin with `{`")?;
    if !at.skip("}") {
        loop {
            let (key, _) = at.value::<String>()?;
            at.expect(":", "a `:` is missing behind a key")?;
            members.push((key, at.cell()?));
            if at.skip("}") {
                break;
            }
            at.expect(",", "a `,` or `}` is missing behind a value")?;
        }
    }
    match at.rest() {
        "" => Ok(members),
        _ => Err(format!("something stands behind the object, at letter {}", at.letter())),
    }
}

/// A place in a line.
struct Place<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Place<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t']);
        self.at = self.text.len() - rest.len();
        rest
    }

    fn letter(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    fn skip(&mut self, sign: &str) -> bool {
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, sign: &str, reason: &str) -> Result<(), String> {
        match self.skip(sign) {
            true => Ok(()),
            false => Err(format!("{reason} (letter {})", self.letter())),
        }
    }

    /// The next value, and how it is written.
    fn value<T: DeserializeOwned>(&mut self) -> Result<(T, &'a str), String> {
        let rest = self.rest();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        let value = values.next().unwrap_or_else(|| serde_json::from_str(""));
        let value = value.map_err(|error| {
            let error = error.to_string();
            let reason = error.split(" at line ").next().unwrap_or_default().to_owned();
            format!("{reason} (from letter {} on)", self.letter())
        })?;
        let length = values.byte_offset();
        self.at += length;
        Ok((value, &rest[..length]))
    }

    fn cell(&mut self) -> Result<Cow<'a, str>, String> {
        if self.rest().starts_with('"') {
            return Ok(Cow::Owned(self.value::<String>()?.0));
        }
        match self.value::<IgnoredAny>()?.1 {
            "null" => Ok(Cow::Borrowed("")),
            written => Ok(Cow::Borrowed(written)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Import, Pool, load_with};
    use proptest::prelude::*;

    fn read(file: &str) -> Result<Pool, LoadError> {
        load_with(file.as_bytes(), &Import::named("a.jsonl")).map(|loaded| loaded.pool)
    }

    fn rows(file: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let pool = read(file).expect("objects");
        let cells = |instance: crate::load::Instance<'_>| instance.cells().map(str::to_owned).collect();
        (pool.columns().to_vec(), pool.instances().map(cells).collect())
    }

    #[test]
    fn values_stand_as_they_are_written() {
        let file = "{\"text\": \"a \\\"b\\\"\\n\\u00e9\", \"id\": 12345678901234567890123, \"x\": 1.50}\r\n\
                    {\"id\":\"007\",\"text\":\"c\",\"x\":[1, {\"y\": null}]}\n\n\
                    {\"text\":\"\",\"id\":true,\"x\":null}";
        let (columns, rows) = rows(file);
        assert_eq!(columns, ["text", "id", "x"]);
        assert_eq!(
            rows,
            [
                ["a \"b\"\né", "12345678901234567890123", "1.50"],
                ["c", "007", "[1, {\"y\": null}]"],
                ["", "true", ""]
            ]
        );
    }

    #[test]
    fn keys_may_come_late_and_be_missing() {
        let (columns, rows) = rows("{\"a\":1}\n{\"b\":2,\"a\":3}\n{\"c\":4}\n");
        assert_eq!(columns, ["a", "b", "c"]);
        assert_eq!(rows, [["1", "", ""], ["3", "2", ""], ["", "", "4"]]);
    }

    #[test]
    fn keys_that_mean_something_to_javascript_are_columns_and_depth_has_no_end() {
        let (columns, cells) = rows("{\"__proto__\":{\"a\":1},\"constructor\":\"b\",\"toString\":null}\n");
        assert_eq!(columns, ["__proto__", "constructor", "toString"]);
        assert_eq!(cells, [["{\"a\":1}", "b", ""]]);
        let deep = format!("{{\"text\":{}{}}}\n", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(rows(&deep).1[0][0].len(), 200_000);
        assert!(read(&deep.replace(']', "")).is_err());
    }

    #[test]
    fn what_is_no_object_is_told_by_line_and_letter() {
        for (line, words) in [
            (
                "[1]",
                "line 2: it is no JSON object: it does not begin with `{` (letter 1)",
            ),
            ("{}", "line 2: the object has no keys"),
            ("{\"é\" 1}", "line 2: a `:` is missing behind a key (letter 6)"),
            (
                "{\"a\":1 \"b\":2}",
                "line 2: a `,` or `}` is missing behind a value (letter 8)",
            ),
            ("{\"a\":1} x", "line 2: something stands behind the object, at letter 9"),
            ("{\"a\":1,\"a\":2}", "line 2: the key `a` stands twice in the object"),
            ("{\"a\":}", "line 2: expected value (from letter 6 on)"),
            ("{\"a\":\"b", "line 2: EOF while parsing a string (from letter 6 on)"),
        ] {
            let error = read(&format!("{{\"a\":1}}\n{line}\n")).expect_err(line);
            assert_eq!(error.to_string(), words);
        }
    }

    proptest! {
        #[test]
        fn what_a_writer_writes_comes_back(texts in prop::collection::vec((".{0,12}", any::<i64>()), 1..8)) {
            let line = |(text, id): &(String, i64)| format!("{}\n", serde_json::json!({ "text": text, "id": id }));
            let file: String = texts.iter().map(line).collect();
            prop_assume!(!file.contains('\0'));
            let pool = read(&file).expect("objects");
            let (text, id) = (pool.column("text").expect("there"), pool.column("id").expect("there"));
            for (instance, (wanted, number)) in pool.instances().zip(&texts) {
                prop_assert_eq!(instance.cell(text), wanted);
                prop_assert_eq!(instance.cell(id), number.to_string());
            }
        }

        #[test]
        fn nothing_makes_it_panic(text in "[{}\\[\\]\":,a1 null\\\\\n]{0,60}|.{0,40}") {
            let _ = read(&text);
            let _ = members(&text);
        }
    }
}
