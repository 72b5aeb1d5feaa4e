//! Lines, piece by piece: each of \n, \r\n and \r ends one.

use super::nonrows::{Aside, NonRow};
use crate::LoadError;

const BYTE_ORDER_MARK: char = '\u{feff}';
/// With which old programs end a file.
pub(super) const END_OF_FILE: char = '\u{1a}';

/// Takes a line and its number.
pub(super) type Take<'a> = &'a mut dyn FnMut(u64, &str, &mut Aside) -> Result<(), LoadError>;

/// The line on which one is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    after_return: bool,
}

impl Line {
    /// At the beginning of the line of this number.
    pub(super) fn from(number: u64) -> Line {
        Line {
            number,
            after_return: false,
        }
    }

    /// Goes on behind a byte that ends no line.
    pub(super) fn pass_letter(&mut self) {
        self.after_return = false;
    }

    /// Goes on behind `byte`. No byte of a longer letter looks like a line's end.
    pub(super) fn pass(&mut self, byte: u8) {
        let ends = byte == b'\r' || (byte == b'\n' && !self.after_return);
        self.number += u64::from(ends);
        self.after_return = byte == b'\r';
    }
}

/// Cuts a text that comes in pieces into its lines.
#[derive(Debug)]
pub(super) struct Lines {
    unfinished: String,
    line: u64,
    after_return: bool,
    pub(super) blank: u64,
    pub(super) aside: Aside,
}

impl Lines {
    /// The first of them has this number.
    pub(super) fn from(line: u64, aside: Aside) -> Lines {
        Lines {
            unfinished: String::new(),
            line,
            after_return: false,
            blank: 0,
            aside,
        }
    }

    /// Gives `take` each line that ends in `text`, and its number, from 1; those with nothing on them are counted. What
    /// `take` finds to be no row, it tells the [`Aside`].
    pub(super) fn push(&mut self, mut text: &str, take: Take<'_>) -> Result<(), LoadError> {
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

    /// The number of the present line.
    pub(super) fn number(&self) -> u64 {
        self.line
    }

    /// The last line, where no line end stands behind it.
    pub(super) fn finish(&mut self, take: Take<'_>) -> Result<(), LoadError> {
        if self.unfinished.is_empty() {
            return Ok(());
        }
        self.end(take)
    }

    fn end(&mut self, take: Take<'_>) -> Result<(), LoadError> {
        let mut line = self.unfinished.as_str();
        // Marks that belong to no row.
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
