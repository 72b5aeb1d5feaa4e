//! Reads JSON objects or JSON strings, one per line or in one array. Strings become a `text` column.
//!
//! The columns are the keys, in order of first appearance. A string becomes the cell's text.
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

#[derive(Clone, Copy, Debug)]
pub(super) struct Record<'a> {
    /// 1-based line where the record begins.
    pub(super) line: u64,
    /// Key of the record as written, including its quotes. `None` if the records are not the values of an object.
    pub(super) key: Option<&'a str>,
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
/// Returns any error from [`members`].
fn key_and_row(record: Record<'_>, of_texts: Option<bool>) -> Result<(Option<String>, Members<'_>), LoadError> {
    let Record { line, key, text } = record;
    let key = key.map(|text| JsonCursor { line, text, at: 0 }.value::<String>());
    let key = key.transpose()?.map(|(key, _)| key);
    Ok((key, row(line, text, of_texts)?))
}

/// Cells of one row by column name: the members of an object, or the string as the `text` column.
/// `of_texts` states whether the previous rows are strings. `None` for the first row.
///
/// # Errors
/// Returns any error from [`members`].
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

pub(super) fn check_first(line: u64, text: &str) -> Result<(), LoadError> {
    row(line, text, None).map(drop)
}

fn is_text(row: &str) -> bool {
    row.trim_start().starts_with('"')
}

pub(super) fn is_object(text: &str) -> bool {
    members(1, text).is_ok()
}

pub(super) fn begins_list(text: &str) -> bool {
    let behind = text.trim_start().strip_prefix('[');
    behind.is_some_and(|behind| behind.trim_start().starts_with('{'))
}

/// Minimum number of members in an object that contains the rows or cells of a table under their ids.
const MIN_KEYED: usize = 3;
/// Names of lists that contain the rows of a table as lists, such as `values` in a response of the Google Sheets API.
const ROW_LISTS: [&str; 3] = ["data", "rows", "values"];

/// Whether the only record of the file is a whole table instead of a row. O(size of the record).
/// The `to_json` method of pandas writes a table as one object for most values of `orient`.
/// Some formats of `to_json` contain one object per column or per row, with numbers as keys.
/// The `split` format contains a list of column names and a list of rows.
/// The `table` format contains a schema and a list of rows.
/// Other programs write the rows as objects under their ids, or as lists of cells (Google Sheets).
/// Objects under ids are usually split into rows before the table is checked.
/// Objects under ids are not split if the user set an empty path, or if the objects may be columns.
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
            // A single record may be an ordinary row that contains one object, or one object for each language.
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

fn has_texts(cell: &str) -> bool {
    serde_json::from_str::<BTreeMap<String, String>>(cell).is_ok()
}

fn has_rows(cell: &str) -> bool {
    serde_json::from_str::<Vec<Vec<IgnoredAny>>>(cell).is_ok_and(|rows| rows.len() > 1)
}

pub(super) fn keys(cell: &str) -> Option<BTreeSet<String>> {
    let members: BTreeMap<String, IgnoredAny> = serde_json::from_str(cell).ok()?;
    Some(members.into_keys().collect())
}

type Members<'a> = Vec<(String, Value<'a>)>;

enum Value<'a> {
    Text(String),
    Null,
    /// A JSON value other than a text or `null`, as written in the file.
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

#[derive(Debug, Default)]
pub(super) struct Kinds {
    repair: JsonRepair,
    pub(super) repaired: Vec<u64>,
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
    /// If a record has a member with the same name, the column gets a name that no other column and no member has.
    fn key_column_beside(&mut self, members: &[(String, Value<'_>)], rows: &mut Rows) -> String {
        if self.n_key_names == 0 || members.iter().any(|(name, _)| *name == self.key_column) {
            let names: BTreeSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
            let old = std::mem::take(&mut self.key_column);
            // The search continues after the names that were tried earlier, because other columns have these names.
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
/// Returns [`LoadError::NotFinite`] for a word such as `NaN`, and [`LoadError::HalfCharacter`] for a lone surrogate.
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
/// `None` if `json` does not start with a string.
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
    // The parser stops after the sign or the first letters of the word, so the word begins before this position.
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

    fn value<T: DeserializeOwned>(&mut self) -> Result<(T, &'a str), LoadError> {
        let rest = self.rest();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        let value = values.next().unwrap_or_else(|| serde_json::from_str(""));
        let value = value.map_err(|error| self.no_value(&error))?;
        let length = values.byte_offset();
        self.at += length;
        Ok((value, &rest[..length]))
    }

    /// Returns the error for a value that cannot be parsed. `NaN` and lone surrogates have separate errors.
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

    /// Line and character, both counted from 1, of the byte at offset `at`.
    /// On the first line, characters are counted from the start of the object.
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
mod tests;
