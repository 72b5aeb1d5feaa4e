//! Splits text into lines, chunk by chunk. Each of \n, \r\n and \r ends a line.

use super::nonrows::{NonRow, NonRowCollector};
use crate::LoadError;

const BYTE_ORDER_MARK: char = '\u{feff}';
/// The character U+001A, which old programs append to a file.
pub(super) const END_OF_FILE: char = '\u{1a}';

pub(super) type OnLine<'a> = &'a mut dyn FnMut(u64, &str, &mut NonRowCollector) -> Result<(), LoadError>;

#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    after_return: bool,
}

impl Line {
    pub(super) fn from(number: u64) -> Line {
        Line {
            number,
            after_return: false,
        }
    }

    /// Advances past a byte that does not end a line.
    pub(super) fn pass_letter(&mut self) {
        self.after_return = false;
    }

    /// Advances past `byte`. No byte of a multi-byte UTF-8 character equals a line end.
    pub(super) fn pass(&mut self, byte: u8) {
        let ends = byte == b'\r' || (byte == b'\n' && !self.after_return);
        self.number += u64::from(ends);
        self.after_return = byte == b'\r';
    }
}

#[derive(Debug)]
pub(super) struct Lines {
    unfinished: String,
    line: u64,
    after_return: bool,
    pub(super) blank: u64,
    pub(super) aside: NonRowCollector,
}

impl Lines {
    pub(super) fn from(line: u64, aside: NonRowCollector) -> Lines {
        Lines {
            unfinished: String::new(),
            line,
            after_return: false,
            blank: 0,
            aside,
        }
    }

    /// Reads the next chunk, `text`, of the file.
    /// Calls `take` with each line whose line break is in this chunk, and with the line's 1-based number.
    /// Blank lines are only counted. `take` reports lines that are not rows to the [`NonRowCollector`].
    pub(super) fn push(&mut self, mut text: &str, take: OnLine<'_>) -> Result<(), LoadError> {
        if std::mem::take(&mut self.after_return) {
            text = text.strip_prefix('\n').unwrap_or(text);
        }
        while let Some(end) = text.find(['\n', '\r']) {
            self.unfinished.push_str(&text[..end]);
            self.end(take)?;
            let rest = &text[end..];
            self.after_return = rest == "\r";
            text = rest.strip_prefix("\r\n").unwrap_or(&rest[1..]);
            self.line += 1;
        }
        self.unfinished.push_str(text);
        Ok(())
    }

    pub(super) fn number(&self) -> u64 {
        self.line
    }

    /// Ends the last line of a file that does not end with a line end.
    pub(super) fn finish(&mut self, take: OnLine<'_>) -> Result<(), LoadError> {
        if self.unfinished.is_empty() {
            return Ok(());
        }
        self.end(take)
    }

    fn end(&mut self, take: OnLine<'_>) -> Result<(), LoadError> {
        let mut line = self.unfinished.as_str();
        // A byte order mark and U+001A at the beginning of a line do not belong to the row.
        while let Some(mark @ (BYTE_ORDER_MARK | END_OF_FILE)) = line.chars().next() {
            let kind = match mark {
                END_OF_FILE => NonRow::EndOfFile,
                _ => NonRow::ByteOrderMark,
            };
            if !self.aside.note(kind, self.line, true) {
                break;
            }
            line = &line[mark.len_utf8()..];
        }
        if line.is_empty() {
            self.blank += u64::from(self.unfinished.is_empty());
            self.unfinished.clear();
            return Ok(());
        }
        let taken = take(self.line, line, &mut self.aside);
        self.unfinished.clear();
        taken
    }
}
