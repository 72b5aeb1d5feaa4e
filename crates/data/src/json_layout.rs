//! Detects where the records of a JSON file are.
//! The records are one per line, concatenated, in a list, or in a list inside an envelope object.
//!
//! Only the beginning of the file is inspected.
//! A list inside an envelope object is proposed if the list holds most of the texts:
//!
//! - If the file is one object, any list of objects or of texts can be the list of records.
//! - If the file consists of several objects and an object has a text, the objects are the records.
//!   If no object has a text, each object is a page of results that contains a list of records.
//!
//! If no list is likely to contain the records, the members of an object are proposed as records.
//! An example is `{"a1": {"text": …}, "a2": {"text": …}}`.
//! The file must be one object, and the members must be objects of the same kind.
//!
//! A list of chat turns or of answers from annotation tools is never treated as the list of records.
//! Chat turns and answers are parts of a record.

use std::collections::BTreeMap;

use super::column_inference::{LABEL_NAMES, NAMES, is_no_text};
use super::json_chat::{are_turns, is_turn};
use super::json_records::{MEMBERS, object_of_members};

/// Maximum depth of lists and objects that are inspected.
const MAX_DEPTH: usize = 16;
/// Maximum number of paths to lists that are compared.
const MAX_PATHS: usize = 20;
/// A nested list is preferred to the list around it if the nested list has more than this many times as much text.
const DEEPER_FACTOR: usize = 2;
/// Minimum ratio of text in the records to text in the rest of a truncated object, for the records to be proposed.
const CUT_FACTOR: usize = 4;

/// Minimum number of members in an object whose members are records, unless their keys are numbers.
const MIN_MEMBERS: usize = 3;
/// Minimum number of members in an object whose members are records with different keys.
/// In an object with fewer members, all members need the same keys.
const MIN_UNEQUAL_MEMBERS: usize = 5;
/// Minimum number of members in an object whose members are certainly records.
/// If the members are certainly records, lists inside the members are parts of the records and are not searched.
const MANY_MEMBERS: usize = 10;

const PART_NAMES: [&str; 14] = [
    "answers",
    "choices",
    "entities",
    "meta",
    "metadata",
    "options",
    "prediction",
    "predictions",
    "relations",
    "spans",
    "suggestions",
    "text_entities",
    "tokens",
    "urls",
];

const SCRIPT_STARTS: [&str; 8] = [
    "window.",
    "window[",
    "globalThis.",
    "var ",
    "let ",
    "const ",
    "module.exports",
    "export default",
];
/// Maximum number of bytes before the JSON value that a script assigns to a variable.
const MAX_SCRIPT_BYTES: usize = 200;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// Path that leads to the records, as in [`Import`](crate::Import). Empty if the objects of the file are the records.
    pub(super) path: String,
    pub(super) others: Vec<String>,
    /// Whether each line of the file is a record.
    pub(super) is_by_line: bool,
}

impl Layout {
    /// Inspects the beginning of a file. `path` is the path to the records if the user set one.
    pub(super) fn of(text: &str, path: Option<&str>) -> Layout {
        let roots = Roots::of(text);
        let (likely, others) = roots.likely_path();
        let path = path.map_or(likely, str::to_owned);
        let is_inside =
            |other: &str| object_of_members(&path).is_some_and(|_| other.starts_with(&path[..path.len() - 1]));
        Layout {
            is_by_line: path.is_empty() && !roots.is_list && !roots.are_apart_from_lines,
            others: others
                .into_iter()
                .filter(|other| *other != path && !is_inside(other))
                .collect(),
            path,
        }
    }
}

/// Number of bytes before the list or object that a script assigns to a variable, as in `window.tweets = […]`.
/// `None` if the text does not begin with a script that assigns JSON to a variable.
pub(super) fn script_start(text: &str) -> Option<usize> {
    let trimmed = text.trim_start();
    if !SCRIPT_STARTS.iter().any(|start| trimmed.starts_with(start)) {
        return None;
    }
    let sign = match trimmed.strip_prefix("export default") {
        Some(_) => "export default".len(),
        None => trimmed.find('=')?,
    };
    // An ordinary sentence may also begin like a script.
    let is_name = trimmed[..sign].split_whitespace().count() <= 2;
    let value = trimmed[sign..].trim_start_matches('=').trim_start();
    let start = text.len() - value.len();
    (is_name && value.starts_with(['{', '[']) && start <= MAX_SCRIPT_BYTES).then_some(start)
}

#[derive(Debug, Default)]
struct Roots {
    /// The top-level objects of the file. If the file is a list, its items.
    objects: Vec<Shape>,
    is_list: bool,
    /// Whether the text ends inside the last object.
    is_last_cut: bool,
    /// Whether an object extends over several lines, or a line contains several objects.
    are_apart_from_lines: bool,
}

impl Roots {
    fn of(text: &str) -> Roots {
        let mut scan = Scan {
            text,
            at: 0,
            has_line_end: false,
            is_cut: false,
        };
        let mut roots = Roots::default();
        scan.skip_blanks();
        if scan.byte() == Some(b'[') {
            roots.is_list = true;
            if let Some(Shape::List(items)) = scan.value(0) {
                roots.objects = items;
            }
            roots.is_last_cut = scan.is_cut;
            return roots;
        }
        while scan.byte() == Some(b'{') {
            scan.has_line_end = false;
            let Some(object) = scan.value(0) else {
                break;
            };
            let is_first = roots.objects.is_empty();
            roots.objects.push(object);
            roots.is_last_cut = scan.is_cut;
            // If an object after the first is truncated, the file may contain a line without a closing brace.
            // Line ends therefore count only inside complete objects and inside the first object.
            roots.are_apart_from_lines |= scan.has_line_end && (is_first || !scan.is_cut);
            scan.has_line_end = false;
            scan.skip_blanks();
            let is_separated = scan.byte() == Some(b',');
            if is_separated {
                scan.at += 1;
                scan.skip_blanks();
            }
            roots.are_apart_from_lines |= scan.byte() == Some(b'{') && (is_separated || !scan.has_line_end);
        }
        roots
    }

    fn likely_path(&self) -> (String, Vec<String>) {
        let is_split = |object: &Shape| {
            let known = ["columns", "index", "data"];
            matches!(object, Shape::Object(members) if members.iter().all(|(key, _)| known.contains(&&**key)))
                && object.member("columns").is_some()
        };
        if self.objects.iter().any(is_split) {
            return Default::default();
        }
        let mut members: Vec<Members> = Vec::new();
        if let [object] = &self.objects[..]
            && !(self.is_list && self.is_last_cut)
        {
            collect_members(object, "", self.is_last_cut, &mut members);
        }
        let mut lists: Vec<PathList> = Vec::new();
        for (root, object) in self.objects.iter().enumerate() {
            collect(object, "", root, &members, &mut lists);
        }
        let own: usize = self.objects.iter().map(Shape::text_bytes).sum();
        let mut best: Option<&PathList> = None;
        for list in &lists {
            let factor = |best: &PathList| {
                let is_inside = list.path.starts_with(&format!("{}.", best.path));
                if is_inside { DEEPER_FACTOR } else { 1 }
            };
            if best.is_none_or(|best| list.bytes > factor(best) * best.bytes) {
                best = Some(list);
            }
        }
        let is_likely = |list: &&PathList| match (&self.objects[..], self.is_last_cut) {
            ([_], false) => list.bytes > own || (own == 0 && list.n_items > 1),
            ([_], true) if !self.is_list => list.bytes > CUT_FACTOR * own,
            (roots, is_cut) => {
                let n_whole = roots.len() - usize::from(is_cut);
                own == 0 && list.bytes > 0 && list.is_of_objects && 2 * list.n_roots > n_whole
            }
        };
        // The members of an object can be the records only if the object is the whole file.
        // If the file has several objects, each object is a record.
        let factor = if self.is_last_cut { CUT_FACTOR } else { 1 };
        let are_likely = |members: &&Members| {
            let rest = own.saturating_sub(members.bytes);
            members.path == MEMBERS || members.bytes > factor * rest
        };
        let likely_list = best.filter(is_likely).map(|list| &list.path);
        // If several objects have equally long texts, the first object is preferred.
        let likely_members = members.iter().rev().max_by_key(|members| members.bytes);
        let likely_members = likely_members.filter(are_likely).map(|members| &members.path);
        let path = likely_list.or(likely_members).cloned().unwrap_or_default();
        let paths = lists.into_iter().map(|list| list.path);
        (
            path,
            paths.chain(members.into_iter().map(|members| members.path)).collect(),
        )
    }
}

/// An object whose members are records, such as `{"a1": {"text": …}, "a2": {"text": …}}`.
#[derive(Debug)]
struct Members {
    /// Path to the members. The path ends in [`MEMBERS`].
    path: String,
    n: usize,
    bytes: usize,
}

/// Adds the objects inside `object`, which is at `path`, to `found` if their members are records.
/// `is_cut` is true if the last member of `object` is truncated.
fn collect_members(object: &Shape, path: &str, is_cut: bool, found: &mut Vec<Members>) {
    let Shape::Object(members) = object else {
        return;
    };
    let n_whole = members.len() - usize::from(is_cut && !members.is_empty());
    if are_records(&members[..n_whole]) {
        if found.len() < MAX_PATHS {
            found.push(Members {
                path: path_to(path, MEMBERS),
                n: n_whole,
                bytes: members[..n_whole].iter().map(|(_, value)| value.text_bytes()).sum(),
            });
        }
        return;
    }
    for (at, (key, value)) in members.iter().enumerate() {
        if !is_part(key) {
            collect_members(value, &path_to(path, key), is_cut && at + 1 == members.len(), found);
        }
    }
}

/// Whether the members of an object are records under their ids, and not the parts of one record or the columns of a table.
fn are_records(members: &[(String, Shape)]) -> bool {
    let records: Option<Vec<_>> = members.iter().map(|(_, value)| value.members()).collect();
    let Some(records) = records else {
        return false;
    };
    let is_number = |key: &str| !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    let is_text_name = |key: &str| NAMES.contains(&&*key.to_lowercase());
    let is_text = |value: &Shape| matches!(value, Shape::Text { .. });
    // For each key of the records, `fields` contains the number of values that are not strings, and the number of strings.
    let mut fields: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (key, value) in records.iter().copied().flatten() {
        fields.entry(key.as_str()).or_default()[usize::from(is_text(value))] += 1;
    }
    let n = |counts: &[usize; 2]| counts[0] + counts[1];
    let is_common = |counts: &[usize; 2]| 2 * n(counts) > records.len();
    let has_common = |record: &[(String, Shape)]| {
        record
            .iter()
            .any(|(key, _)| fields.get(key.as_str()).is_some_and(is_common))
    };
    let n_common: usize = fields.values().filter(|counts| is_common(counts)).map(n).sum();
    let are_equal = records.iter().all(|record| record.len() == fields.len());
    let are_alike =
        2 * n_common > fields.values().map(n).sum::<usize>() && records.iter().all(|record| has_common(record));
    let are_numbered = members.iter().all(|(key, _)| is_number(key));
    let are_of_one_kind = match records.len() {
        _ if are_numbered => true,
        ..MIN_MEMBERS => false,
        MIN_MEMBERS..MIN_UNEQUAL_MEMBERS => are_equal,
        _ => are_alike,
    };
    if !are_of_one_kind || fields.keys().all(|key| is_number(key)) {
        return false;
    }
    if are_numbered || fields.keys().any(|key| is_text_name(key)) {
        return true;
    }
    if members.iter().any(|(key, _)| is_text_name(key)) {
        return false;
    }
    // All values of a column have the same type.
    // If the members are columns, all values inside a member therefore have the same type.
    let n_alike_in = |record: &&[(String, Shape)]| {
        let n_texts = record.iter().filter(|(_, value)| is_text(value)).count();
        n_texts.max(record.len() - n_texts)
    };
    let as_rows: usize = fields.values().map(|counts| counts[0].max(counts[1])).sum();
    let as_columns: usize = records.iter().map(n_alike_in).sum();
    as_rows > as_columns || (as_rows == as_columns && records.len() > fields.len())
}

/// All lists that have the same path in different objects.
#[derive(Debug)]
struct PathList {
    path: String,
    n_items: usize,
    /// Size of the text in the list items, in bytes.
    bytes: usize,
    is_of_objects: bool,
    /// Number of top-level objects with a list at `path`. `last_root` is the index of the last of these objects.
    n_roots: usize,
    last_root: usize,
}

/// Whether a JSON key, such as `choices` or `metadata`, always names a part of a record.
/// If the key always names a part of a record, the objects in its value are never rows of the imported table.
fn is_part(key: &str) -> bool {
    let lower = key.to_lowercase();
    key.is_empty() || PART_NAMES.contains(&&*lower) || LABEL_NAMES.contains(&&*lower)
}

fn path_to(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    }
}

/// Adds the lists inside `object`, which is at `path`, to `lists`.
/// `records` are the objects whose members are records. Lists inside records are skipped if there are many records.
fn collect(object: &Shape, path: &str, root: usize, records: &[Members], lists: &mut Vec<PathList>) {
    let Shape::Object(members) = object else {
        return;
    };
    let mut many = records.iter().filter(|records| records.n >= MANY_MEMBERS);
    if many.any(|records| object_of_members(&records.path) == Some(path)) {
        return;
    }
    for (key, value) in members {
        if is_part(key) {
            continue;
        }
        let path = path_to(path, key);
        let items = match value {
            Shape::List(items) => items,
            Shape::Object(_) => {
                collect(value, &path, root, records, lists);
                continue;
            }
            Shape::Text { .. } | Shape::Other => continue,
        };
        let is_of_objects = items.iter().all(|item| matches!(item, Shape::Object(_)));
        let is_of_texts = items.iter().all(|item| matches!(item, Shape::Text { .. }));
        let n_turns = || {
            let turns = items.iter().filter(|item| is_turn(|key| item.member(key).is_some()));
            turns.count()
        };
        if items.is_empty() || !(is_of_objects || is_of_texts) || are_turns(n_turns(), items.len()) {
            continue;
        }
        let bytes: usize = items.iter().map(Shape::text_bytes).sum();
        let n_lists = lists.len();
        match lists.iter_mut().find(|list| list.path == path) {
            Some(list) => {
                list.n_items += items.len();
                list.bytes += bytes;
                list.is_of_objects &= is_of_objects;
                list.n_roots += usize::from(list.last_root != root);
                list.last_root = root;
            }
            None if n_lists < MAX_PATHS => lists.push(PathList {
                path: path.clone(),
                n_items: items.len(),
                bytes,
                is_of_objects,
                n_roots: 1,
                last_root: root,
            }),
            None => {}
        }
        for item in items {
            collect(item, &path, root, records, lists);
        }
    }
}

/// A JSON value without the contents of its strings.
#[derive(Debug)]
enum Shape {
    /// A string with its length in bytes.
    /// `is_text` is true if the string looks like a text, not like an id, a date or a link.
    Text {
        bytes: usize,
        is_text: bool,
    },
    Other,
    List(Vec<Shape>),
    Object(Vec<(String, Shape)>),
}

impl Shape {
    fn members(&self) -> Option<&[(String, Shape)]> {
        match self {
            Shape::Object(members) => Some(members),
            _ => None,
        }
    }

    fn member(&self, name: &str) -> Option<&Shape> {
        match self {
            Shape::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Size of the text in the value, in bytes. A list counts only if it contains both strings and objects.
    fn text_bytes(&self) -> usize {
        match self {
            Shape::Text { bytes, is_text } => usize::from(*is_text) * bytes,
            Shape::Other => 0,
            // A list of strings and objects may contain the parts of one text.
            Shape::List(items) => {
                let has_strings = items.iter().any(|item| matches!(item, Shape::Text { .. }));
                let has_objects = items.iter().any(|item| matches!(item, Shape::Object(_)));
                match has_strings && has_objects {
                    true => items.iter().map(Shape::text_bytes).sum(),
                    false => 0,
                }
            }
            Shape::Object(members) => {
                let bytes = |(key, value): &(String, Shape)| match value {
                    Shape::Text { bytes, .. } if NAMES.contains(&&*key.to_lowercase()) => *bytes,
                    value => value.text_bytes(),
                };
                members.iter().map(bytes).sum()
            }
        }
    }
}

/// Scans JSON that may be truncated. Words that are not valid JSON, such as `NaN`, count as values.
#[derive(Debug)]
struct Scan<'a> {
    text: &'a str,
    at: usize,
    has_line_end: bool,
    /// Whether the text ended inside a value.
    is_cut: bool,
}

impl Scan<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(byte @ (b' ' | b'\t' | b'\n' | b'\r')) = self.byte() {
            self.has_line_end |= matches!(byte, b'\n' | b'\r');
            self.at += 1;
        }
    }

    /// Scans the next value, up to the end of the text if the value is cut off. `None` if the value is malformed.
    fn value(&mut self, depth: usize) -> Option<Shape> {
        self.skip_blanks();
        match self.byte() {
            Some(b'"') => self.string().map(|string| {
                let content = string.trim_matches('"');
                Shape::Text {
                    bytes: content.len(),
                    is_text: looks_like_text(content),
                }
            }),
            Some(b'{' | b'[') if depth == MAX_DEPTH => self.skip_nested(),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(_) => self.word(),
            None => {
                self.is_cut = true;
                Some(Shape::Other)
            }
        }
    }

    /// Scans the next string and returns the string as written, including its quotes.
    /// `None` if the string contains a line end.
    fn string(&mut self) -> Option<&str> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Some(&self.text[start..self.at]);
                }
                Some(b'\\') => self.at += 2,
                Some(b'\n' | b'\r') => return None,
                Some(_) => self.at += 1,
                None => {
                    (self.at, self.is_cut) = (self.text.len(), true);
                    return Some(&self.text[start..]);
                }
            }
        }
    }

    fn word(&mut self) -> Option<Shape> {
        let start = self.at;
        while let Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'.') = self.byte() {
            self.at += 1;
        }
        self.is_cut |= self.byte().is_none();
        (self.at > start).then_some(Shape::Other)
    }

    fn list(&mut self, depth: usize) -> Option<Shape> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_blanks();
        while self.byte().is_some_and(|byte| byte != b']') {
            items.push(self.value(depth + 1)?);
            if self.is_cut || !self.skip_comma(b']')? {
                break;
            }
        }
        self.end(b']');
        Some(Shape::List(items))
    }

    fn object(&mut self, depth: usize) -> Option<Shape> {
        self.at += 1;
        let mut members = Vec::new();
        self.skip_blanks();
        while let Some(byte) = self.byte().filter(|byte| *byte != b'}') {
            if byte != b'"' {
                return None;
            }
            let key = self.string()?.to_owned();
            self.skip_blanks();
            match self.byte() {
                Some(b':') => self.at += 1,
                Some(_) => return None,
                None => self.is_cut = true,
            }
            if self.is_cut {
                break;
            }
            let value = self.value(depth + 1)?;
            let key = serde_json::from_str(&key).unwrap_or(key);
            members.push((key, value));
            if self.is_cut || !self.skip_comma(b'}')? {
                break;
            }
        }
        self.end(b'}');
        Some(Shape::Object(members))
    }

    /// Skips the comma after a value and returns whether there was a comma.
    /// `None` if neither a comma nor `end` follows the value.
    fn skip_comma(&mut self, end: u8) -> Option<bool> {
        self.skip_blanks();
        match self.byte() {
            Some(b',') => {
                self.at += 1;
                self.skip_blanks();
                Some(true)
            }
            Some(byte) if byte != end => None,
            _ => Some(false),
        }
    }

    fn end(&mut self, end: u8) {
        match self.byte() {
            Some(byte) if byte == end && !self.is_cut => self.at += 1,
            Some(_) => {}
            None => self.is_cut = true,
        }
    }

    /// Skips a value that is nested too deeply to be inspected. The scan only matches the brackets of the value.
    fn skip_nested(&mut self) -> Option<Shape> {
        let mut depth = 0_usize;
        while let Some(byte) = self.byte() {
            match byte {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b'\n' | b'\r' => self.has_line_end = true,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(Shape::Other);
            }
        }
        self.is_cut = true;
        Some(Shape::Other)
    }
}

/// Whether a string has several words, or characters of a script that might not separate words by spaces.
fn looks_like_text(written: &str) -> bool {
    let has_words = written.trim().contains(char::is_whitespace) || !written.is_ascii() || written.contains("\\u");
    has_words && !is_no_text(written)
}

#[cfg(test)]
mod tests;
