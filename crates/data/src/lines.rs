//! Lines, piece by piece: each of \n, \r\n and \r ends one.

use crate::LoadError;

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
}

impl Lines {
    /// The first of them has this number.
    pub(super) fn from(line: u64) -> Lines {
        Lines {
            unfinished: String::new(),
            line,
            after_return: false,
            blank: 0,
        }
    }

    /// Gives `take` each line that ends in `text`, and its number, from 1; those with nothing on them are counted.
    pub(super) fn push(
        &mut self,
        mut text: &str,
        take: &mut dyn FnMut(u64, &str) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
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

    /// The last line, where no line end stands behind it.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(u64, &str) -> Result<(), LoadError>) -> Result<(), LoadError> {
        if self.unfinished.is_empty() {
            return Ok(());
        }
        self.end(take)
    }

    fn end(&mut self, take: &mut dyn FnMut(u64, &str) -> Result<(), LoadError>) -> Result<(), LoadError> {
        if self.unfinished.is_empty() {
            self.blank += 1;
            return Ok(());
        }
        let taken = take(self.line, &self.unfinished);
        self.unfinished.clear();
        taken
    }
}
