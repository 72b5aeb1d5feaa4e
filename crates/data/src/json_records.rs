//! Splits JSON that arrives in chunks into its records.
//!
//! ```text
//!  [{…}, {…}]                      path ``               the items of a list
//!  {…} {…}                         path ``               objects that follow each other, on any number of lines
//!  {"data": {"items": [{…}, {…}]}} path `data.items`     a list inside an envelope
//!  [{…}, {…}] [{…}]                path ``               several pages of results, each of which is a list
//!  {"data": [{…}]} {"data": [{…}]} path `data`           several pages of results, each of which is an object
//!  {"chats": [{"messages": […]}]}  path `chats.messages` lists on the path are traversed
//!  {"a1": {…}, "a2": {…}}          path `*`              the members of an object, with their keys
//!  {"data": {"a1": {…}}}           path `data.*`         the members of an object inside an envelope
//! ```
//!
//! Only one record is kept in memory. The parts of the file outside the path to the records are skipped.
//! In skipped parts of the file, only the brackets and quotes are checked.

use super::json_chat::is_turn;
use super::jsonl::{Record, keys};
use super::lines::Line;
use crate::{JsonRowReason, LoadError};

pub(super) type OnRecord<'a> = &'a mut dyn FnMut(Record<'_>) -> Result<(), LoadError>;

/// The last key of a path if the records are the members of an object.
pub(super) const MEMBERS: &str = "*";

#[derive(Debug)]
pub(super) struct Records {
    /// The keys that lead to the records, separated by dots.
    path: String,
    /// Byte offset of [`MEMBERS`] in `path`, if the records are the members of objects.
    members_at: Option<usize>,
    /// Whether the JSON is the value of a script's variable. A semicolon may follow such JSON.
    is_script: bool,
    /// The lists and objects on the path to the records whose closing bracket has not been read yet.
    levels: Vec<Level>,
    expects: Expects,
    reading: Reading,
    /// The part of the current record or key that has already arrived.
    unfinished: String,
    /// Key of the current member as written in the file, if the records are the members of objects.
    key: String,
    /// Number of open brackets inside the current value.
    depth: usize,
    /// Whether the current position is inside a string.
    /// `escaped` is true if a backslash in the string escapes the next character.
    in_text: bool,
    escaped: bool,
    /// Byte offset in `path` that the most recent key leads to. `None` if the key is not on the path to the records.
    leads_to: Option<usize>,
    /// Number of JSON values read so far at the top level of the file.
    n_roots: usize,
    is_found: bool,
    /// Whether the first record is a turn of a chat. `None` before the first record.
    is_chat: Option<bool>,
    /// Current line in the file. `letter` is the 1-based position in this line, in characters.
    line: Line,
    letter: u64,
    /// Line where the current record or top-level value begins. `first` is the line of the first top-level value.
    began: u64,
    first: u64,
}

/// An open list or object on the path to the records.
/// The number is the length, in bytes, of the path prefix that leads to the list or object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    List(usize),
    Object(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expects {
    Root,
    Item,
    ItemOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    Member,
    CommaOrEnd,
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Nothing,
    Record,
    Key,
    /// A list, an object or a string that is not on the path to the records.
    Skipped,
    /// A number or a word such as `true` that is not on the path to the records.
    SkippedWord,
}

impl Records {
    /// Creates a splitter that starts on the given line of the file. `path` leads to the records.
    pub(super) fn from(line: u64, path: &str, is_script: bool) -> Records {
        Records {
            path: path.to_owned(),
            members_at: object_of_members(path).map(|_| path.len() - MEMBERS.len()),
            is_script,
            levels: Vec::new(),
            expects: Expects::Root,
            reading: Reading::Nothing,
            unfinished: String::new(),
            key: String::new(),
            depth: 0,
            in_text: false,
            escaped: false,
            leads_to: None,
            n_roots: 0,
            is_found: false,
            is_chat: None,
            line: Line::from(line),
            letter: 0,
            began: line,
            first: line,
        }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn line(&self) -> u64 {
        self.line.number
    }

    pub(super) fn push(&mut self, text: &str, take: OnRecord<'_>) -> Result<(), LoadError> {
        // Byte offset in `text` at which the current record or key begins. 0 if the record or key began in an earlier chunk.
        let mut start = 0;
        // All structural characters of JSON are single bytes, which never occur inside a multi-byte UTF-8 sequence.
        for (at, byte) in text.bytes().enumerate() {
            self.pass(byte);
            if self.reading == Reading::SkippedWord {
                if !matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r') {
                    continue;
                }
                self.reading = Reading::Nothing;
            }
            if self.reading == Reading::Nothing {
                self.between(byte)?;
                start = at;
                continue;
            }
            if self.in_text {
                self.in_text = self.escaped || byte != b'"';
                self.escaped = !self.escaped && byte == b'\\';
            } else {
                match byte {
                    b'"' => self.in_text = true,
                    b'{' | b'[' => self.depth += 1,
                    b'}' | b']' => self.depth -= 1,
                    _ => {}
                }
            }
            if self.in_text || self.depth > 0 {
                continue;
            }
            match std::mem::replace(&mut self.reading, Reading::Nothing) {
                Reading::Record => {
                    self.unfinished.push_str(&text[start..=at]);
                    if self.is_chat.is_none() {
                        self.is_chat = Some(is_turn_of_chat(&self.unfinished));
                    }
                    let taken = take(Record {
                        line: self.began,
                        key: self.members_at.map(|_| self.key.as_str()),
                        text: &self.unfinished,
                    });
                    self.unfinished.clear();
                    taken?;
                }
                Reading::Key => {
                    self.unfinished.push_str(&text[start..=at]);
                    if self.is_among_members() {
                        self.leads_to = Some(self.path.len());
                        std::mem::swap(&mut self.key, &mut self.unfinished);
                    } else {
                        self.leads_to = self.next(&self.unfinished);
                    }
                    self.unfinished.clear();
                }
                Reading::Nothing | Reading::Skipped | Reading::SkippedWord => {}
            }
        }
        if matches!(self.reading, Reading::Record | Reading::Key) {
            self.unfinished.push_str(&text[start..]);
        }
        Ok(())
    }

    /// Checks that all lists and objects are closed. Must be called after the last chunk.
    pub(super) fn finish(&self) -> Result<(), LoadError> {
        let has_list = self.levels.iter().any(|level| matches!(level, Level::List(_)));
        let is_open = !self.levels.is_empty() || !matches!(self.reading, Reading::Nothing);
        match (has_list, is_open) {
            (true, _) => Err(self.refused(self.began, JsonRowReason::OpenList)),
            (false, true) => Err(self.refused(self.began, JsonRowReason::OpenObject)),
            (false, false) if !self.is_found && !self.path.is_empty() => Err(self.refused(
                self.first,
                JsonRowReason::NoRecords {
                    path: self.path.clone(),
                },
            )),
            (false, false) => Ok(()),
        }
    }

    fn pass(&mut self, byte: u8) {
        self.line.pass(byte);
        match byte {
            b'\n' | b'\r' => self.letter = 0,
            // Continuation bytes of a multi-byte character do not start a new character.
            0x80..=0xBF => {}
            _ => self.letter += 1,
        }
    }

    /// Handles a byte after a JSON value: whitespace, punctuation, or the first byte of the next value.
    fn between(&mut self, byte: u8) -> Result<(), LoadError> {
        let letter = self.letter;
        match (self.expects, byte) {
            (_, b' ' | b'\t' | b'\n' | b'\r') => Ok(()),
            (Expects::Root, _) => self.root(byte),
            (Expects::Item | Expects::ItemOrEnd | Expects::Member, b'{' | b'[' | b'"') => self.value(byte),
            (Expects::ItemOrEnd, b']') | (Expects::KeyOrEnd, b'}') => {
                self.close();
                Ok(())
            }
            (Expects::Item | Expects::ItemOrEnd, _) => self.word_in_list(),
            (Expects::Member, b',' | b'}' | b']' | b':') => {
                Err(self.refused(self.line.number, JsonRowReason::NoMemberValue { letter }))
            }
            (Expects::Member, _) if self.is_among_members() => {
                Err(self.refused(self.line.number, JsonRowReason::NoObjectUnderKey { letter }))
            }
            (Expects::Member, _) => {
                // If the path leads to `null`, the `null` counts as a list without records.
                self.is_found |= byte == b'n' && self.leads_to.is_some_and(|to| self.is_container(to));
                self.reading = Reading::SkippedWord;
                self.expects = Expects::CommaOrEnd;
                Ok(())
            }
            (Expects::Key | Expects::KeyOrEnd, b'"') => {
                (self.reading, self.depth, self.in_text, self.escaped) = (Reading::Key, 0, true, false);
                self.expects = Expects::Colon;
                Ok(())
            }
            (Expects::Key | Expects::KeyOrEnd, _) => {
                Err(self.refused(self.line.number, JsonRowReason::NoKey { letter }))
            }
            (Expects::Colon, b':') => {
                self.expects = Expects::Member;
                Ok(())
            }
            (Expects::Colon, _) => Err(self.refused(self.line.number, JsonRowReason::NoColon { letter })),
            (Expects::CommaOrEnd, _) => self.behind_value(byte),
            (Expects::Nothing, b';') if self.is_script => Ok(()),
            (Expects::Nothing, b'[') if !self.is_script && !self.has_chats() => self.begin_root(byte),
            (Expects::Nothing, _) => Err(self.refused(self.line.number, JsonRowReason::AfterList)),
        }
    }

    /// Whether the top-level lists are chats.
    /// Chat turns must not become rows, because the boundaries between the chats would be lost.
    fn has_chats(&self) -> bool {
        self.path.is_empty() && self.is_chat == Some(true)
    }

    fn root(&mut self, byte: u8) -> Result<(), LoadError> {
        let letter = self.letter;
        match (byte, self.n_roots) {
            (b'[', 0) | (b'{', _) => self.begin_root(byte),
            // Some programs write commas between objects without brackets around all objects.
            (b',', 1..) => Ok(()),
            (b';', 1..) if self.is_script => {
                self.expects = Expects::Nothing;
                Ok(())
            }
            (_, 0) => Err(self.refused(self.line.number, JsonRowReason::NotObject { letter })),
            (_, 1..) => Err(self.refused(self.line.number, JsonRowReason::AfterObject { letter })),
        }
    }

    fn begin_root(&mut self, byte: u8) -> Result<(), LoadError> {
        self.n_roots += 1;
        self.began = self.line.number;
        if self.n_roots == 1 {
            self.first = self.began;
        }
        self.value(byte)
    }

    fn value(&mut self, byte: u8) -> Result<(), LoadError> {
        let parent = self.levels.last().copied();
        let leads_to = match parent {
            None => Some(0),
            Some(Level::List(to)) => Some(to),
            Some(Level::Object(_)) => self.leads_to,
        };
        let is_in_list = matches!(parent, Some(Level::List(_)));
        let is_end = leads_to.is_some_and(|to| self.is_end(to));
        self.is_found |= match byte {
            b'{' => leads_to.is_some_and(|to| self.is_container(to)),
            _ => is_end && byte == b'[',
        };
        self.reading = match (leads_to, byte) {
            (Some(_), b'[') if is_in_list => {
                return Err(self.refused(self.line.number, JsonRowReason::NoObjectInList));
            }
            (Some(to), b'[') => {
                self.levels.push(Level::List(to));
                self.expects = Expects::ItemOrEnd;
                return Ok(());
            }
            (Some(to), b'{') if !is_end => {
                self.levels.push(Level::Object(to));
                self.expects = Expects::KeyOrEnd;
                return Ok(());
            }
            (Some(_), b'{') => Reading::Record,
            (Some(_), _) if is_end && (is_in_list || self.is_among_members()) => Reading::Record,
            _ => Reading::Skipped,
        };
        if self.reading == Reading::Record {
            self.began = self.line.number;
        }
        self.in_text = byte == b'"';
        self.escaped = false;
        self.depth = usize::from(!self.in_text);
        self.expects = self.expected_behind();
        Ok(())
    }

    fn word_in_list(&mut self) -> Result<(), LoadError> {
        match self.levels.last() {
            Some(&Level::List(to)) if !self.is_end(to) => {
                self.reading = Reading::SkippedWord;
                self.expects = Expects::CommaOrEnd;
                Ok(())
            }
            _ => Err(self.refused(self.line.number, JsonRowReason::NoObjectInList)),
        }
    }

    fn behind_value(&mut self, byte: u8) -> Result<(), LoadError> {
        let letter = self.letter;
        let is_list = matches!(self.levels.last(), Some(Level::List(_)));
        match (is_list, byte) {
            (true, b',') => self.expects = Expects::Item,
            (false, b',') => self.expects = Expects::Key,
            (true, b']') | (false, b'}') => self.close(),
            (true, _) => return Err(self.refused(self.line.number, JsonRowReason::NoListSeparator)),
            (false, _) => return Err(self.refused(self.line.number, JsonRowReason::NoSeparator { letter })),
        }
        Ok(())
    }

    fn close(&mut self) {
        let closed = self.levels.pop();
        let is_root_list = self.levels.is_empty() && matches!(closed, Some(Level::List(_)));
        self.expects = if is_root_list {
            Expects::Nothing
        } else {
            self.expected_behind()
        };
    }

    fn expected_behind(&self) -> Expects {
        if self.levels.is_empty() {
            Expects::Root
        } else {
            Expects::CommaOrEnd
        }
    }

    fn is_end(&self, at: usize) -> bool {
        at >= self.path.len()
    }

    /// Whether the first `at` bytes of `path` lead to the value that contains the records.
    fn is_container(&self, at: usize) -> bool {
        self.is_end(at) || self.members_at == Some(at)
    }

    /// Whether the innermost open value is an object whose members are the records.
    fn is_among_members(&self) -> bool {
        matches!(self.levels.last(), Some(&Level::Object(at)) if self.members_at == Some(at))
    }

    /// Byte offset in `path` after `key`, a key of the innermost open object. Keys may contain dots.
    /// `None` if the key is not on the path to the records.
    fn next(&self, key: &str) -> Option<usize> {
        let Some(&Level::Object(at)) = self.levels.last() else {
            return None;
        };
        let key: String = serde_json::from_str(key).ok()?;
        match self.path.get(at..)?.strip_prefix(key.as_str())? {
            "" => Some(self.path.len()),
            rest if rest.starts_with('.') => Some(at + key.len() + 1),
            _ => None,
        }
    }

    fn refused(&self, line: u64, reason: JsonRowReason) -> LoadError {
        LoadError::Json { line, reason }
    }
}

/// Path to the object whose members are the records. `None` if `path` does not lead to the members of an object.
pub(super) fn object_of_members(path: &str) -> Option<&str> {
    let object = path.strip_suffix(MEMBERS)?;
    if object.is_empty() {
        return Some(object);
    }
    object.strip_suffix('.')
}

fn is_turn_of_chat(record: &str) -> bool {
    keys(record).is_some_and(|keys| is_turn(|key| keys.contains(key)))
}

#[cfg(test)]
mod tests;
