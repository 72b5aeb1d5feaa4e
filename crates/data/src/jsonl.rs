//! Reads JSON objects or JSON strings, one per line or in one array. Strings become a column `text`.
//!
//! The columns are the keys, in the order of first appearance. A string becomes the cell's text.
//! Any other JSON value is kept as written, so that no digit of a long number is lost.
//! `null` and a missing key become an empty cell.
//! If the records are the values of an object, the keys of the object become the first column.
//! A text in several parts, as in Telegram exports, becomes one text if its key is a common name of text columns.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::{DeserializeOwned, IgnoredAny};

use super::column_inference::NAMES;
use super::import::JsonRepair;
use super::json_chat::text_of_parts;
use super::json_repair::{escape, repaired};
use super::pool::Pool;
use super::rows::Rows;
use crate::{JsonProblem, JsonRowReason, LoadError};

/// Name of the column with the keys of the records. A number is appended if a record has a member of the same name.
const KEY_NAME: &str = "key";

/// A JSON record as written in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    /// Line on which the record begins, from 1.
    pub(super) line: u64,
    /// Key of the record as written, including its quotes. None if the records are not the values of an object.
    pub(super) key: Option<&'a str>,
    /// The record's JSON text, which is an object or a string.
    pub(super) text: &'a str,
}

/// Adds an object or a string to `rows`.
/// Invalid JSON, a value of another type, or a mix of objects and strings is reported to `rows` as an invalid record.
///
/// # Errors
/// Fails with [`LoadError::TooManyCells`] if the table exceeds the size limit.
pub(super) fn record(record: Record<'_>, rows: &mut Rows, kinds: &mut Kinds) -> Result<(), LoadError> {
    let Record { line, key, text } = record;
    let whole;
    let mut read = key_and_row(record, kinds.of_texts);
    let is_repairable = matches!(read, Err(LoadError::NotFinite { .. } | LoadError::HalfCharacter { .. }));
    if is_repairable && kinds.repair == JsonRepair::Keep {
        whole = (key.map(repaired), repaired(text));
        let record = Record {
            line,
            key: whole.0.as_deref(),
            text: &whole.1,
        };
        read = key_and_row(record, kinds.of_texts);
        if read.is_ok() {
            kinds.repaired.push(line);
        }
    }
    let (key, mut members) = match read {
        Ok(read) => read,
        Err(error) => {
            rows.no_record(line, text, error);
            return Ok(());
        }
    };
    kinds.of_texts = Some(is_text(text));
    if let Some(key) = key {
        let name = kinds.key_column_beside(&members, rows);
        members.insert(0, (name, Value::Text(key)));
    }
    let mut cells: Vec<Option<Cow<'_, str>>> = vec![None; rows.columns().len()];
    for (place, (key, value)) in members.into_iter().enumerate() {
        // Fast path: most lines have the same keys in the same order.
        let as_before = rows
            .columns()
            .get(place)
            .filter(|column| **column == key)
            .map(|_| place);
        let column = as_before.or_else(|| rows.place(&key));
        let column = match column {
            Some(column) => column,
            None => {
                rows.add_column(key.clone())?;
                cells.push(None);
                cells.len() - 1
            }
        };
        let value = kinds.with_joined_parts(&key, value);
        kinds.saw(column, &value);
        cells[column] = Some(value.cell());
    }
    rows.record(line, cells.iter().map(|cell| cell.as_deref().unwrap_or("")))
}

/// Key of a record, if it has one, and the cells of the record by column name.
///
/// # Errors
/// Fails with the errors of [`members`].
fn key_and_row(record: Record<'_>, of_texts: Option<bool>) -> Result<(Option<String>, Members<'_>), LoadError> {
    let Record { line, key, text } = record;
    let key = key.map(|text| JsonCursor { line, text, at: 0 }.value::<String>());
    let key = key.transpose()?.map(|(key, _)| key);
    Ok((key, row(line, text, of_texts)?))
}

/// Cells of one row by column name: the members of an object, or the string as the column `text`.
/// `of_texts` says whether the previous rows are strings. `of_texts` is `None` for the first row.
///
/// # Errors
/// Fails with the errors of [`members`].
fn row(line: u64, text: &str, of_texts: Option<bool>) -> Result<Members<'_>, LoadError> {
    let mut at = JsonCursor { line, text, at: 0 };
    if of_texts == Some(true) && !is_text(text) {
        at.expect("\"", |letter| JsonRowReason::NotText { letter })?;
    }
    if !is_text(text) || of_texts == Some(false) {
        return members(line, text);
    }
    let value = at.cell()?;
    if !at.rest().is_empty() {
        let letter = at.letter();
        return Err(at.refused(JsonRowReason::AfterText { letter }));
    }
    Ok(vec![("text".into(), value)])
}

/// Checks whether `text` is valid as the first row of a file.
///
/// # Errors
/// Fails with the reason why `text` is not a valid row.
pub(super) fn check_first(line: u64, text: &str) -> Result<(), LoadError> {
    row(line, text, None).map(drop)
}

fn is_text(row: &str) -> bool {
    row.trim_start().starts_with('"')
}

/// Whether `text` is a JSON object.
pub(super) fn is_object(text: &str) -> bool {
    members(1, text).is_ok()
}

/// Whether `text` begins like an array of objects.
pub(super) fn begins_list(text: &str) -> bool {
    let behind = text.trim_start().strip_prefix('[');
    behind.is_some_and(|behind| behind.trim_start().starts_with('{'))
}

/// Minimum number of members of an object that holds the rows or cells of a table under their ids.
const MIN_KEYED: usize = 3;
/// Names of lists that contain the rows of a table as lists, such as `values` in an answer of Google Sheets.
const ROW_LISTS: [&str; 3] = ["data", "rows", "values"];

/// Whether the only record is a whole table instead of a row.
/// The `to_json` method of pandas writes a table as one object for most values of `orient`. Recognized formats:
///
/// - one object per column or per row, with numbers as keys;
/// - a list of column names and a list of rows (`split`);
/// - a schema and a list of rows (`table`).
///
/// Other programs write the rows as objects under their ids, or as lists of cells (Google Sheets).
/// Objects under ids are usually split into rows before this function is called.
/// The exceptions are files for which the user set an empty path, and objects that may be columns.
///
/// Takes time proportional to the size of the record.
pub(super) fn is_table(pool: &Pool) -> bool {
    if pool.len() != 1 {
        return false;
    }
    let (names, record) = (pool.columns(), pool.instance(0));
    let is_number = |name: &String| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let first = record.cells().next().and_then(keys).unwrap_or_default();
    let are_equal = !first.is_empty() && record.cells().all(|cell| keys(cell).as_ref() == Some(&first));
    let of_columns = are_equal && first.iter().all(is_number);
    let is_text_column = |name: &String| NAMES.contains(&name.to_lowercase().as_str());
    let of_ids = are_equal
        && match names {
            // A record may consist of one object, or of one object for each language.
            [name] => is_text_column(name) && first.len() >= MIN_KEYED && record.cells().all(has_texts),
            [_, _] => first.len() >= MIN_KEYED,
            _ => names.len() >= MIN_KEYED,
        };
    let of_rows = names.iter().all(is_number) && record.cells().all(|cell| keys(cell).is_some());
    let has_list = |name: &str| {
        let mut cells = names.iter().zip(record.cells());
        cells.any(|(column, cell)| column == name && cell.starts_with('['))
    };
    let are_its = names
        .iter()
        .all(|name| ["columns", "index", "data"].contains(&name.as_str()));
    let is_split = are_its && has_list("columns") && has_list("data");
    let has_fields = |cell: &str| keys(cell).is_some_and(|keys| keys.contains("fields"));
    let has_schema = names
        .iter()
        .zip(record.cells())
        .any(|(name, cell)| name == "schema" && has_fields(cell));
    let is_described = names.len() == 2 && has_schema && has_list("data");
    let is_grid = |(name, cell): (&String, &str)| ROW_LISTS.contains(&name.as_str()) && has_rows(cell);
    let has_grid = !names.iter().any(is_text_column) && names.iter().zip(record.cells()).any(is_grid);
    of_columns || of_rows || of_ids || is_split || is_described || has_grid
}

/// Whether a cell is an object of strings.
fn has_texts(cell: &str) -> bool {
    serde_json::from_str::<BTreeMap<String, String>>(cell).is_ok()
}

/// Whether a cell is a list of several lists.
fn has_rows(cell: &str) -> bool {
    serde_json::from_str::<Vec<Vec<IgnoredAny>>>(cell).is_ok_and(|rows| rows.len() > 1)
}

/// Keys of the JSON object in a cell. None for any other cell.
pub(super) fn keys(cell: &str) -> Option<BTreeSet<String>> {
    let members: BTreeMap<String, IgnoredAny> = serde_json::from_str(cell).ok()?;
    Some(members.into_keys().collect())
}

/// The members of a JSON object: keys and values.
type Members<'a> = Vec<(String, Value<'a>)>;

/// Value of a member of a JSON object.
enum Value<'a> {
    /// A JSON string.
    Text(String),
    /// The JSON value `null`.
    Null,
    /// Any other JSON value, as written in the file.
    Written(&'a str),
}

impl<'a> Value<'a> {
    fn cell(self) -> Cow<'a, str> {
        match self {
            Value::Text(text) => Cow::Owned(text),
            Value::Null => Cow::Borrowed(""),
            Value::Written(written) => Cow::Borrowed(written),
        }
    }
}

/// Tracks whether rows are objects or strings, which columns contain strings, and which values were changed.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    repair: JsonRepair,
    /// Lines of the rows in which invalid JSON was repaired.
    pub(super) repaired: Vec<u64>,
    /// Number of texts that were joined from several parts.
    pub(super) n_joined_texts: u64,
    /// Whether the rows are strings instead of objects. `None` before the first row is read.
    of_texts: Option<bool>,
    /// For each column, whether any row so far has a string in the column.
    had_text: Vec<bool>,
    /// Name of the column with the keys of the records. Empty if no record has a key.
    pub(super) key_column: String,
    /// Number of names that were tried for `key_column`.
    n_key_names: u64,
}

impl Kinds {
    pub(super) fn new(repair: JsonRepair) -> Kinds {
        Kinds {
            repair,
            ..Kinds::default()
        }
    }

    /// Returns the name of the column with the keys of the records.
    /// If a member has the same name, the column is renamed to a name that no column and no member has.
    fn key_column_beside(&mut self, members: &[(String, Value<'_>)], rows: &mut Rows) -> String {
        if self.n_key_names == 0 || members.iter().any(|(name, _)| *name == self.key_column) {
            let names: BTreeSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
            let old = std::mem::take(&mut self.key_column);
            // All names that were tried earlier belong to other columns.
            while self.key_column.is_empty() {
                self.n_key_names += 1;
                let name = match self.n_key_names {
                    1 => KEY_NAME.to_owned(),
                    number => format!("{KEY_NAME} {number}"),
                };
                if !names.contains(name.as_str()) && rows.place(&name).is_none() {
                    self.key_column = name;
                }
            }
            rows.rename_column(&old, &self.key_column);
        }
        self.key_column.clone()
    }

    /// Returns the value unchanged, or the joined parts if the value is a text in several parts.
    fn with_joined_parts<'a>(&mut self, key: &str, value: Value<'a>) -> Value<'a> {
        let Value::Written(written) = value else {
            return value;
        };
        if !NAMES.contains(&key.to_lowercase().as_str()) {
            return value;
        }
        match text_of_parts(written) {
            Some(text) => {
                self.n_joined_texts += 1;
                Value::Text(text)
            }
            None => value,
        }
    }

    fn saw(&mut self, column: usize, value: &Value<'_>) {
        if self.had_text.len() <= column {
            self.had_text.resize(column + 1, false);
        }
        self.had_text[column] |= matches!(value, Value::Text(_));
    }

    /// Columns that contain no string in any row, but only other JSON values or nothing.
    pub(super) fn values(&self, columns: &[String]) -> Vec<String> {
        let of_values = self.had_text.iter().zip(columns).filter(|(had_text, _)| !**had_text);
        of_values.map(|(_, name)| name.clone()).collect()
    }
}

/// Parses the members of the JSON object in `text`, which begins on `line`.
///
/// # Errors
/// Returns [`LoadError::Json`] if `text` is not exactly one object with distinct keys.
/// Returns [`LoadError::NotFinite`] and [`LoadError::HalfCharacter`] for two kinds of invalid JSON that other programs write.
fn members(line: u64, text: &str) -> Result<Members<'_>, LoadError> {
    let mut at = JsonCursor { line, text, at: 0 };
    let mut members = Vec::new();
    at.expect("{", |letter| JsonRowReason::NotObject { letter })?;
    if !at.skip("}") {
        loop {
            let (key, _) = at.value::<String>()?;
            at.expect(":", |letter| JsonRowReason::NoColon { letter })?;
            members.push((key, at.cell()?));
            if at.skip("}") {
                break;
            }
            at.expect(",", |letter| JsonRowReason::NoSeparator { letter })?;
        }
    }
    if !at.rest().is_empty() {
        let letter = at.letter();
        return Err(at.refused(JsonRowReason::AfterObject { letter }));
    }
    let mut keys: Vec<&str> = members.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    match keys.windows(2).find(|pair| pair[0] == pair[1]) {
        _ if keys.is_empty() => Err(at.refused(JsonRowReason::NoKeys)),
        Some(pair) => Err(at.refused(JsonRowReason::SameKey { key: pair[0].into() })),
        None => Ok(members),
    }
}

/// Position and source text of the first lone surrogate in the string at the start of `json`.
/// An emoji is escaped as two surrogates. A lone surrogate is a surrogate without its counterpart.
/// None if `json` does not start with a string.
fn half_of_a_character(json: &str) -> Option<(usize, &str)> {
    if !json.starts_with('"') {
        return None;
    }
    let mut at = 1;
    while let Some(next) = json[at..].find(['\\', '"']) {
        at += next;
        if json[at..].starts_with('"') {
            break;
        }
        match escape(&json[at..]) {
            (length, true) => return Some((at, &json[at..at + length])),
            (length, false) => at += length,
        }
    }
    None
}

/// If the JSON parser stopped at a word for a non-finite number, returns the position and the word.
fn not_finite(json: &str, error: &serde_json::Error) -> Option<(usize, &'static str)> {
    let lines = json.split_inclusive('\n').take(error.line().saturating_sub(1));
    let stopped = json.floor_char_boundary(lines.map(str::len).sum::<usize>() + error.column());
    // The parser has already consumed the sign and the first letter.
    let is_of_word = |letter: char| letter.is_ascii_alphabetic() || letter == '-';
    let at = json[..stopped].trim_end_matches(is_of_word).len();
    let words = ["NaN", "Infinity", "-Infinity"];
    let word = words.into_iter().find(|&word| json[at..].starts_with(word))?;
    Some((at, word))
}

/// Position of the parser in an object that begins on `line`.
struct JsonCursor<'a> {
    line: u64,
    text: &'a str,
    at: usize,
}

impl<'a> JsonCursor<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t', '\n', '\r']);
        self.at = self.text.len() - rest.len();
        rest
    }

    fn letter(&self) -> u64 {
        self.text[..self.at].chars().count() as u64 + 1
    }

    fn skip(&mut self, sign: &str) -> bool {
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    fn expect(&mut self, sign: &str, reason: impl FnOnce(u64) -> JsonRowReason) -> Result<(), LoadError> {
        match self.skip(sign) {
            true => Ok(()),
            false => Err(self.refused(reason(self.letter()))),
        }
    }

    fn refused(&self, reason: JsonRowReason) -> LoadError {
        let line = self.line;
        LoadError::Json { line, reason }
    }

    /// Parses the next value. Also returns the source text of the value.
    fn value<T: DeserializeOwned>(&mut self) -> Result<(T, &'a str), LoadError> {
        let rest = self.rest();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        let value = values.next().unwrap_or_else(|| serde_json::from_str(""));
        let value = value.map_err(|error| self.no_value(&error))?;
        let length = values.byte_offset();
        self.at += length;
        Ok((value, &rest[..length]))
    }

    /// Returns the error for a value that cannot be parsed. `NaN` and lone surrogates have errors of their own.
    fn no_value(&self, error: &serde_json::Error) -> LoadError {
        let rest = &self.text[self.at..];
        if let Some((at, escape)) = half_of_a_character(rest) {
            let ((line, letter), escape) = (self.line_and_letter(self.at + at), escape.to_owned());
            return LoadError::HalfCharacter { line, letter, escape };
        }
        if let Some((at, word)) = not_finite(rest, error) {
            let ((line, letter), word) = (self.line_and_letter(self.at + at), word.to_owned());
            return LoadError::NotFinite { line, letter, word };
        }
        self.refused(JsonRowReason::Value {
            problem: JsonProblem::from(error),
            letter: self.letter(),
        })
    }

    /// Line and character, both from 1, of the byte at offset `at`.
    /// On the first line, characters count from the start of the object.
    fn line_and_letter(&self, at: usize) -> (u64, u64) {
        let before = self.text[..at].replace("\r\n", "\n");
        let lines: Vec<&str> = before.split(['\n', '\r']).collect();
        let letters = lines.last().map_or(0, |line| line.chars().count());
        (self.line + lines.len() as u64 - 1, letters as u64 + 1)
    }

    fn cell(&mut self) -> Result<Value<'a>, LoadError> {
        if self.rest().starts_with('"') {
            return Ok(Value::Text(self.value::<String>()?.0));
        }
        match self.value::<IgnoredAny>()?.1 {
            "null" => Ok(Value::Null),
            written => Ok(Value::Written(written)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Import, Loaded, Pool, Ragged, load_with};
    use proptest::prelude::*;

    fn read(file: &str) -> Result<Pool, LoadError> {
        load_with(file.as_bytes(), &Import::named("a.jsonl")).map(|loaded| loaded.pool)
    }

    fn rows(file: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let pool = read(file).expect("objects");
        let cells = |instance: crate::Instance<'_>| instance.cells().map(str::to_owned).collect();
        (pool.columns().to_vec(), pool.instances().map(cells).collect())
    }

    #[test]
    fn values_are_kept_as_written() {
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
    fn a_list_of_objects_is_read_like_lines() {
        let list = "\u{feff} [ {\"text\": \"a ]}, \\\"{\", \"n\": [1, {\"x\": 2}]},\r\n\n  {\n    \"text\": \"é\",\n    \"n\": 1.50\n  }\n]\n";
        let (columns, cells) = rows(list);
        assert_eq!(columns, ["text", "n"]);
        assert_eq!(cells, [["a ]}, \"{", "[1, {\"x\": 2}]"], ["é", "1.50"]]);
        for (file, words) in [
            (
                "[{\"a\":1}\n{\"a\":2}]",
                "line 2: a `,` or `]` is missing after an object",
            ),
            (
                "[{\"a\":1},\n\"b\"]",
                "line 2: it is not a JSON object: it does not begin with `{` (letter 1)",
            ),
            (
                "[{\"a\":1},\n]",
                "line 2: the list contains something that is not an object",
            ),
            ("[{\"a\":1}]\n{\"a\":2}", "line 2: something follows the list"),
            ("[{\"a\":1},\n{\"a\":2}", "line 2: the list is not closed by `]`"),
            ("[{\"a\":1},\n{\"a\":", "line 2: the list is not closed by `]`"),
            (
                "[{\"a\":1},\r\n{\"a\" 2}]",
                "line 2: a `:` is missing after a key (letter 6)",
            ),
        ] {
            assert_eq!(read(file).expect_err(file).to_string(), words);
        }
        assert_eq!(read("[]"), Err(LoadError::NoRows));
    }

    #[test]
    fn a_list_of_texts_is_a_column() {
        let (columns, cells) = rows("[\"a, \\\"b\\\" ]\",\n \"\",\r\n\"{\\u00e9\\\\\" ]\n");
        assert_eq!(columns, ["text"]);
        assert_eq!(cells, [["a, \"b\" ]"], [""], ["{é\\"]]);
        let texts = load_with(b"[\"1\", \"2\"]", &Import::named("a.json")).expect("texts");
        assert!(texts.found.values.is_empty() && texts.found.format == Format::Jsonl);
        for (file, words) in [
            (
                "[\"a\",\n1]",
                "line 2: the list contains something that is not an object",
            ),
            (
                "[\"a\",\n{\"a\": 1}]",
                "line 2: it is not a text in quotes like the rows before it (letter 1)",
            ),
            ("[\"a\"\n\"b\"]", "line 2: a `,` or `]` is missing after an object"),
            ("[\"a\",\n\"b", "line 2: the list is not closed by `]`"),
        ] {
            assert_eq!(read(file).expect_err(file).to_string(), words);
        }
    }

    #[test]
    fn a_text_on_each_line_is_a_column() {
        let (columns, cells) = rows("\"a, \\\"b\\\"\"\n\n \"\\u00e9\" \r\n\"\"");
        assert_eq!(columns, ["text"]);
        assert_eq!(cells, [["a, \"b\""], ["é"], [""]]);
        for (line, words) in [
            (
                "{\"text\": \"b\"}",
                "line 2: it is not a text in quotes like the rows before it (letter 1)",
            ),
            ("\"b", "line 2: EOF while parsing a string (from letter 1 on)"),
            ("\"b\", \"c\"", "line 2: something follows the text, at letter 4"),
        ] {
            assert_eq!(read(&format!("\"a\"\n{line}\n")).expect_err(line).to_string(), words);
        }
        let mixed = read("{\"text\": \"a\"}\n\"b\"\n").expect_err("mixed");
        assert_eq!(
            mixed.to_string(),
            "line 2: it is not a JSON object: it does not begin with `{` (letter 1)"
        );
        let leaving = Import {
            ragged: Ragged::LeaveOut,
            ..Import::named("a.jsonl")
        };
        let loaded = load_with(b"\"a\"\n{\"a\": 1}\n\"b\"\n", &leaving).expect("texts");
        assert_eq!((loaded.pool.len(), loaded.found.left_out[0].line), (2, 2));
    }

    #[test]
    fn records_in_an_envelope_and_in_pages_are_rows() {
        let found = |file: &str, records: Option<&str>| {
            let import = Import {
                records: records.map(str::to_owned),
                ..Import::default()
            };
            let loaded = load_with(file.as_bytes(), &import).unwrap_or_else(|error| panic!("{file}: {error}"));
            let texts = loaded
                .pool
                .instances()
                .map(|row| row.cells().collect::<Vec<_>>().join("|"));
            (loaded.found.records.clone(), texts.collect::<Vec<_>>())
        };
        let tweets = r#"{"data":[{"id":"1","text":"The kettle leaks"},{"id":"2","text":"No bulbs"}],"meta":{"n":2}}"#;
        let expected = (
            "data".to_owned(),
            vec!["1|The kettle leaks".to_owned(), "2|No bulbs".into()],
        );
        assert_eq!(found(tweets, None), expected);
        let pages = "{\"data\":[{\"id\":\"1\",\"text\":\"The kettle leaks\"}],\"meta\":{\"n\":1}}\n{\"data\":[{\"id\":\"2\",\"text\":\"No bulbs\"}]}\n";
        assert_eq!(found(pages, None), expected);
        assert_eq!(found(pages, Some("")).1.len(), 2);
        let reddit = r#"{"kind":"Listing","data":{"after":null,"children":[{"kind":"t1","data":{"id":"k0","body":"The kettle leaks"}}]}}"#;
        let (path, texts) = found(reddit, None);
        assert_eq!((&*path, texts.len()), ("data.children", 1));
        let pretty = "{\n \"name\": \"Garden club\",\n \"messages\": [\n  {\n   \"id\": 1,\n   \"text\": \"The kettle leaks from its base\"\n  },\n  {\n   \"id\": 2,\n   \"text\": [\"My \", {\"type\": \"bold\", \"text\": \"order\"}, \" came late\"]\n  }\n ]\n}";
        let expected = ["1|The kettle leaks from its base", "2|My order came late"].map(str::to_owned);
        assert_eq!(found(pretty, None), ("messages".into(), expected.to_vec()));
        let missing = Import {
            records: Some("items".into()),
            ..Import::default()
        };
        let error = load_with(tweets.as_bytes(), &missing).expect_err("no such list");
        assert_eq!(error.to_string(), "line 1: there is no list of records at `items`");
    }

    #[test]
    fn objects_under_their_ids_are_rows_with_a_column_of_keys() {
        let read = |file: &str, records: Option<&str>| {
            let import = Import {
                records: records.map(str::to_owned),
                ..Import::default()
            };
            load_with(file.as_bytes(), &import)
        };
        let table = |file: &str, records: Option<&str>| {
            let Loaded { pool, found } = read(file, records).unwrap_or_else(|error| panic!("{file}: {error}"));
            let rows = pool.instances().map(|row| row.cells().collect::<Vec<_>>().join("|"));
            (
                found.records,
                found.key_column,
                pool.columns().join("|"),
                rows.collect::<Vec<_>>(),
            )
        };
        let lines = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let file = "{\n \"a1\": {\"text\": \"a lamp\", \"n\": 1.50},\n \"\\u00e9\": {\"n\": 2, \"text\": \"a hat\"},\n \
                    \"a3\": {\"text\": \"a bag\", \"n\": null}\n}";
        let expected = ("key|text|n", lines(&["a1|a lamp|1.50", "é|a hat|2", "a3|a bag|"]));
        for (file, records, path) in [
            (file, None, "*"),
            (&*format!("{{\"n\": 3, \"data\": {file}}}"), None, "data.*"),
            (
                &*format!("{{\"text\": \"a longer text than these\", \"data\": {file}}}"),
                Some("data.*"),
                "data.*",
            ),
            (&*format!("var x = {file};"), None, "*"),
        ] {
            let (found, key_column, columns, rows) = table(file, records);
            assert_eq!((&*found, &*key_column), (path, "key"), "{file}");
            assert_eq!((&*columns, rows), (expected.0, expected.1.clone()), "{file}");
        }
        // If a record has a key with the name of the column of keys, the column of keys gets another name.
        // The column is also renamed if the key first occurs late in the file.
        let late =
            r#"{"a": {"text": "x", "key": "k"}, "b": {"text": "y", "key 2": "m"}, "c": {"text": "z", "key 3": 1}}"#;
        assert_eq!(
            table(late, Some("*")),
            (
                "*".into(),
                "key 4".into(),
                "key 4|text|key|key 2|key 3".into(),
                lines(&["a|x|k||", "b|y||m|", "c|z|||1"])
            )
        );
        let texts = table(r#"{"a": "one", "b": "two"}"#, Some("*"));
        assert_eq!((&*texts.2, texts.3), ("key|text", lines(&["a|one", "b|two"])));
        let half = r#"{"a\ud83d": {"text": "x"}, "b": {"text": "y"}}"#;
        let error = read(half, Some("*")).expect_err("half of a character");
        assert!(
            matches!(error, LoadError::HalfCharacter { line: 1, letter: 3, .. }),
            "{error}"
        );
        let keeping = Import {
            records: Some("*".into()),
            json_repair: JsonRepair::Keep,
            ..Import::default()
        };
        let kept = load_with(half.as_bytes(), &keeping).expect("two rows");
        assert_eq!(
            (kept.pool.instance(0).cell(0), kept.found.repaired),
            ("a\u{fffd}", vec![1])
        );
        let error = read(r#"{"a": {"text": "x"}, "b": 1}"#, Some("*")).expect_err("a number");
        assert_eq!(
            error.to_string(),
            "line 1: the value of a key is not an object (letter 27)"
        );
    }

    #[test]
    fn texts_in_several_parts_are_joined_and_counted() {
        let file = r#"{"text":["My ",{"type":"bold","text":"order"}],"tags":["a"]}"#;
        let loaded = load_with(file.as_bytes(), &Import::named("a.jsonl")).expect("an object");
        let cells: Vec<&str> = loaded.pool.instance(0).cells().collect();
        assert_eq!(cells, ["My order", "[\"a\"]"]);
        assert_eq!(
            (loaded.found.n_joined_texts, &loaded.found.values[..]),
            (1, &["tags".to_owned()][..])
        );
    }

    #[test]
    fn scripts_and_objects_on_several_lines_are_read() {
        let script = "window.YTD.tweets.part0 = [\n  {\n    \"tweet\": {\"id\": \"1\", \"full_text\": \"The kettle leaks\"}\n  }\n]";
        let loaded = load_with(script.as_bytes(), &Import::named("tweets.js")).expect("a script");
        assert_eq!(
            (loaded.found.format, loaded.pool.columns()),
            (Format::Jsonl, &["tweet".to_owned()][..])
        );
        assert_eq!(
            loaded.found.script, "window.YTD.tweets.part0 =",
            "the skipped beginning is reported"
        );
        let loaded = load_with(b"[{\"text\":\"a\"}]", &Import::named("tweets.js")).expect("no script");
        assert_eq!(loaded.found.script, "");
        for file in [
            "{\n  \"text\": \"a\"\n}\n{\n  \"text\": \"b\"\n}\n",
            "{\"text\":\"a\"}{\"text\":\"b\"}\n",
            "{\"text\":\"a\"},\n{\"text\":\"b\"}\n",
            "var x = [{\"text\":\"a\"},{\"text\":\"b\"}];\n",
            "[{\"text\":\"a\"}]\n[{\"text\":\"b\"}]\n",
            "[{\"text\":\"a\"}][]\n[{\"text\":\"b\"}]\n",
        ] {
            assert_eq!(rows(file).1, [["a"], ["b"]], "{file}");
        }
        let error = read("{\n \"text\": \"a\"\n}\n{\n \"text\" 1\n}\n").expect_err("no colon");
        assert!(matches!(error, LoadError::Json { line: 4, .. }), "{error}");
    }

    #[test]
    fn rows_with_nan_or_half_characters_are_kept_if_requested() {
        let file = "{\"text\":\"a\",\"x\":NaN}\n{\"text\":\"b \\ud83d\",\"x\":[-Infinity,1.50]}\n{\"text\":\"c\",\"x\":Infinity}\n{\"text\":}\n";
        let keeping = |ragged| Import {
            json_repair: JsonRepair::Keep,
            ragged,
            ..Import::named("a.jsonl")
        };
        let error = load_with(file.as_bytes(), &keeping(Ragged::Stop)).expect_err("line 4");
        assert!(matches!(error, LoadError::Json { line: 4, .. }), "{error}");
        let loaded = load_with(file.as_bytes(), &keeping(Ragged::LeaveOut)).expect("three rows");
        let cells: Vec<Vec<&str>> = loaded.pool.instances().map(|row| row.cells().collect()).collect();
        assert_eq!(
            cells,
            [["a", ""], ["b \u{fffd}", "[\"-Infinity\",1.50]"], ["c", "Infinity"]]
        );
        assert_eq!((loaded.found.repaired, loaded.found.left_out.len()), (vec![1, 2, 3], 1));
    }

    #[test]
    fn columns_without_strings_are_reported() {
        let file = "{\"text\":\"1\",\"n\":1.50,\"x\":null,\"mixed\":1}\n{\"text\":2,\"n\":null,\"mixed\":\"a\",\"late\":[1]}\n";
        let loaded = load_with(file.as_bytes(), &Import::named("a.jsonl")).expect("objects");
        assert_eq!(
            loaded.found.values,
            ["n", "x", "late"],
            "a column that contains only null has no texts"
        );
    }

    #[test]
    fn non_finite_numbers_are_reported() {
        let words = |file: &str| read(file).expect_err(file).to_string();
        assert_eq!(
            words("{\"text\":\"a card\",\"x\":NaN}\n{\"text\":\"b\"}\n"),
            "line 1: `NaN` is not JSON (letter 22)"
        );
        let behind_a_row = |line: &str| words(&format!("{{\"a\":1}}\n{line}\n"));
        for (line, word, letter) in [
            ("{\"a\": -Infinity, \"b\": 1}", "-Infinity", 7),
            ("{\"é\":Infinity}", "Infinity", 6),
            ("{\"a\": [1, {\"b\": [NaN]}]}", "NaN", 18),
            ("{\"a\": {\"b\": -Infinity}}", "-Infinity", 13),
        ] {
            assert_eq!(
                behind_a_row(line),
                format!("line 2: `{word}` is not JSON (letter {letter})")
            );
        }
        let list = "[\n  {\r\n    \"a\": {\"NaN\": \"NaN\"},\r\n    \"b\": [\n      NaN\n    ]\n  }\n]";
        assert_eq!(words(list), "line 5: `NaN` is not JSON (letter 7)");
        assert_eq!(behind_a_row("{\"a\":nan}"), "line 2: expected ident (from letter 6 on)");
    }

    #[test]
    fn lone_surrogate_is_reported() {
        for (line, escape, letter) in [
            (r#"{"text":"lone \ud83d surrogate"}"#, r"\ud83d", 15),
            (r#"{"text":"é \\\" \ud83d\ude00 \uDE00"}"#, r"\uDE00", 30),
            (r#"{"text":"\ud83d\u0041"}"#, r"\ud83d", 10),
            (r#"{"text":"cut\ud83d"}"#, r"\ud83d", 13),
            (r#"{"\ud83d":1}"#, r"\ud83d", 3),
        ] {
            let error = read(&format!("{{\"a\":1}}\n{line}\n")).expect_err(line);
            let words = format!("line 2: `{escape}` is half of a character (letter {letter})");
            assert_eq!(error.to_string(), words);
        }
        assert_eq!(rows(r#"{"text":"\ud83d\ude00"}"#).1, [["😀"]]);
        let other = read(r#"{"text":"\x \\ud83d"}"#).expect_err("no escape");
        assert!(matches!(other, LoadError::Json { .. }), "{other}");
    }

    #[test]
    fn table_in_one_object_is_refused() {
        for file in [
            r#"{"text": {"0": "a", "1": "b"}, "label": {"0": "x", "1": null}}"#,
            r#"{"text": {"3": "a", "17": "b"}}"#,
            r#"{"columns":["text"],"index":[0,1],"data":[["a"],["b"]]}"#,
            r#"{"columns":["text"],"data":[["a"],["b"]]}"#,
            r#"{"text": {"a1": "a", "a2": "b", "a3": "c"}, "label": {"a1": "x", "a2": null, "a3": "y"}}"#,
            r#"{"Text": {"a1": "a", "a2": "b", "a3": "c"}}"#,
            r#"{"range": "A1:B3", "majorDimension": "ROWS", "values": [["id", "text"], ["1", "a"], ["2"]]}"#,
        ] {
            assert_eq!(read(file), Err(LoadError::NotRecords), "{file}");
        }
        // With `orient="table"`, the outer object contains the rows as a list of objects.
        let table = r#"{"schema":{"fields":[{"name":"text"}],"pandas_version":"1.4.0"},"data":[{"text":"a"}]}"#;
        assert_eq!(rows(table).1, [["a"]]);
        let as_written = Import {
            records: Some(String::new()),
            ..Import::named("a.json")
        };
        assert_eq!(load_with(table.as_bytes(), &as_written), Err(LoadError::NotRecords));
        for file in [
            r#"{"text": "a", "scores": {"0": 1}}"#,
            r#"{"data": {"text": "a"}, "meta": {"id": 1}}"#,
            r#"{"en": {"text": "a"}, "de": {"text": "b"}}"#,
            r#"{"columns": "two", "data": [1]}"#,
            r#"{"schema": {"text": "string"}, "data": ["a"]}"#,
            r#"{"empty": {}}"#,
            r#"{"user": {"id": 1}, "repo": {"id": 2, "name": "a"}, "org": {"id": 3}}"#,
            r#"{"en": {"text": "a", "by": "x"}, "de": {"text": "b", "by": "y"}}"#,
            r#"{"data": {"text": "a", "title": "b", "by": "c"}}"#,
            r#"{"text": {"en": "a", "n": 1, "is": true}}"#,
            r#"{"text": "a", "data": [[1, 2], [3, 4]]}"#,
            r#"{"name": "a", "boxes": [[1, 2], [3, 4]]}"#,
            r#"{"name": "a", "values": [[1, 2]]}"#,
            "{\"text\": {\"0\": \"a\"}}\n{\"text\": {\"0\": \"b\"}}\n",
        ] {
            assert!(read(file).is_ok(), "{file}");
        }
    }

    /// A linear search for each key of a large object would take minutes.
    #[test]
    fn an_object_may_have_many_keys() {
        let rows: Vec<String> = (0..200_000).map(|row| format!(r#""{row}":{{"text":"a"}}"#)).collect();
        let file = format!("{{{}}}", rows.join(","));
        let pool = read(&file).expect("objects under their ids");
        assert_eq!(
            (pool.len(), pool.columns()),
            (200_000, &["key".to_owned(), "text".into()][..])
        );
        let as_written = Import {
            records: Some(String::new()),
            ..Import::named("a.json")
        };
        assert_eq!(load_with(file.as_bytes(), &as_written), Err(LoadError::NotRecords));
    }

    #[test]
    fn keys_may_come_late_and_be_missing() {
        let (columns, rows) = rows("{\"a\":1}\n{\"b\":2,\"a\":3}\n{\"c\":4}\n");
        assert_eq!(columns, ["a", "b", "c"]);
        assert_eq!(rows, [["1", "", ""], ["3", "2", ""], ["", "", "4"]]);
    }

    #[test]
    fn special_javascript_keys_are_columns_and_nesting_is_unlimited() {
        let (columns, cells) = rows("{\"__proto__\":{\"a\":1},\"constructor\":\"b\",\"toString\":null}\n");
        assert_eq!(columns, ["__proto__", "constructor", "toString"]);
        assert_eq!(cells, [["{\"a\":1}", "b", ""]]);
        let deep = format!("{{\"text\":{}{}}}\n", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(rows(&deep).1[0][0].len(), 200_000);
        assert!(read(&deep.replace(']', "")).is_err());
    }

    #[test]
    fn invalid_objects_are_reported_by_line_and_character() {
        for (line, words) in [
            (
                "[1]",
                "line 2: it is not a JSON object: it does not begin with `{` (letter 1)",
            ),
            ("{}", "line 2: the object has no keys"),
            ("{\"é\" 1}", "line 2: a `:` is missing after a key (letter 6)"),
            (
                "{\"a\":1 \"b\":2}",
                "line 2: a `,` or `}` is missing after a value (letter 8)",
            ),
            ("{\"a\":1} x", "line 2: something follows the object, at letter 9"),
            ("{\"a\":1,\"a\":2}", "line 2: the object has the key `a` twice"),
            ("{\"a\":}", "line 2: expected value (from letter 6 on)"),
            ("{\"a\":\"b", "line 2: EOF while parsing a string (from letter 6 on)"),
        ] {
            let error = read(&format!("{{\"a\":1}}\n{line}\n")).expect_err(line);
            assert_eq!(error.to_string(), words);
        }
    }

    #[test]
    fn invalid_json_is_refused_or_left_out_with_its_line() {
        let file = "{\"text\":\"a\"}\n{\"text\":}\n\n[1]\n{\"text\":\"b\",\"n\":NaN}\n{\"text\":\"c\"}\n{\"late\":1,\"late\":2}\n{\"te";
        let with = |file: &str, ragged| {
            let import = Import {
                ragged,
                ..Import::named("a.jsonl")
            };
            load_with(file.as_bytes(), &import)
        };
        for ragged in [Ragged::Stop, Ragged::Pad] {
            assert_eq!(
                with(file, ragged).expect_err("refused").to_string(),
                "line 2: expected value (from letter 9 on), and there are 4 more such rows: lines 4, 5, 7, 8"
            );
        }
        let left_out = |file| {
            let loaded = with(file, Ragged::LeaveOut).expect("objects");
            let left_out = loaded.found.left_out.into_iter();
            let left_out: Vec<_> = left_out.map(|record| (record.line, record.cells.concat())).collect();
            let texts = loaded.pool.instances().map(|row| row.cell(0).to_owned());
            (loaded.pool.columns().to_vec(), texts.collect::<Vec<_>>(), left_out)
        };
        let (columns, texts, records) = left_out(file);
        assert_eq!((columns, texts), (vec!["text".into()], vec!["a".into(), "c".into()]));
        let expected = [
            (2, "{\"text\":}"),
            (4, "[1]"),
            (5, "{\"text\":\"b\",\"n\":NaN}"),
            (7, "{\"late\":1,\"late\":2}"),
            (8, "{\"te"),
        ];
        assert_eq!(records, expected.map(|(line, text)| (line, text.to_owned())));
        let (_, texts, records) = left_out("[{\"a\":1},\n{\"a\":\nNaN},\n{\"a\":2}]");
        assert_eq!(
            (texts, records),
            (vec!["1".into(), "2".into()], vec![(2, "{\"a\":\nNaN}".into())])
        );
        let none = with("a text\nanother\n", Ragged::LeaveOut);
        assert_eq!(none, Err(LoadError::AllLeftOut { n: 2, line: 1 }));
    }

    proptest! {
        #[test]
        fn written_json_is_read_back(texts in prop::collection::vec((".{0,12}", any::<i64>()), 1..8)) {
            let line = |(text, id): &(String, i64)| format!("{}\n", serde_json::json!({ "text": text, "id": id }));
            let file: String = texts.iter().map(line).collect();
            prop_assume!(!file.contains('\0'));
            let pool = read(&file).expect("objects");
            let (text, id) = (pool.column("text").expect("it exists"), pool.column("id").expect("it exists"));
            for (instance, (wanted, number)) in pool.instances().zip(&texts) {
                prop_assert_eq!(instance.cell(text), wanted);
                prop_assert_eq!(instance.cell(id), number.to_string());
            }
        }

        #[test]
        fn arbitrary_text_does_not_panic(text in "[{}\\[\\]\":,a1 null\\\\\n]{0,60}|.{0,40}") {
            let _ = read(&text);
            let _ = members(1, &text);
        }
    }
}
