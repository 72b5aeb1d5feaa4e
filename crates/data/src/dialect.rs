//! Translates variants of CSV, chunk by chunk, to the variant that `csv-core` reads.
//!
//! `csv-core` supports only delimiters of one byte, quotes at the very beginning of a cell, and escapes inside quotes.
//! The translation inserts the bytes FB to FF (hexadecimal), which no text in UTF-8 contains:
//!
//! ```text
//!  1 || "a || b" || c           1 FF "a FF b" FF c
//!  2,x\,y                  ──▶  2,x FE y
//!  ! a comment                  FB ! a comment
//! ```
//!
//! [`restored`] replaces the placeholder bytes in a record with the original characters, so that no cell changes.

/// Placeholder byte for a delimiter that consists of several bytes.
pub(super) const DELIMITER: u8 = 0xff;
/// Placeholder byte for a delimiter after a backslash. The delimiter is part of the cell and does not end it.
const LITERAL_DELIMITER: u8 = 0xfe;
/// Placeholder byte for a line feed after a backslash. The line feed is part of the cell and does not end the record.
pub(super) const LITERAL_LINE_FEED: u8 = 0xfd;
/// Placeholder byte for a quote after a backslash. The quote is part of the cell and does not enclose it.
const LITERAL_QUOTE: u8 = 0xfc;
/// Marker byte that the translation inserts before a comment line.
pub(super) const COMMENT: u8 = 0xfb;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Start,
    Unquoted,
    Quoted,
    /// The position after a quote inside a quoted cell. The quote either ends the cell or is the first of two quotes.
    Quote,
    Closed,
    Comment,
}

#[derive(Debug)]
pub(super) struct Translator {
    delimiter: Vec<u8>,
    to: u8,
    quote: Option<u8>,
    escape: Option<u8>,
    skip_blanks: bool,
    /// Prefix of comment lines. Empty if the file has no comments.
    comment: Vec<u8>,
    part: Part,
    /// Whether the next byte is inside quotes and follows a backslash.
    is_escaped: bool,
    line_starts: bool,
    /// Pending blanks, which are skipped if they are next to a quote.
    blanks: Vec<u8>,
    /// Last bytes of the previous chunk, which can be interpreted only together with the next chunk.
    held: Vec<u8>,
}

impl Translator {
    pub(super) fn new(
        delimiter: String,
        to: u8,
        (quote, escape): (Option<u8>, Option<u8>),
        skip_blanks: bool,
        comment: String,
    ) -> Translator {
        Translator {
            delimiter: delimiter.into_bytes(),
            to,
            quote,
            escape,
            skip_blanks,
            comment: comment.into_bytes(),
            part: Part::Start,
            is_escaped: false,
            line_starts: true,
            blanks: Vec::new(),
            held: Vec::new(),
        }
    }

    /// Translates the next chunk of the file. `last` is true if no further chunk follows.
    pub(super) fn translate(&mut self, chunk: &[u8], last: bool) -> Vec<u8> {
        let mut input = std::mem::take(&mut self.held);
        input.extend_from_slice(chunk);
        let mut out = Vec::with_capacity(input.len());
        let mut rest = &input[..];
        while let Some(&first) = rest.first() {
            match self.step(first, rest, last, &mut out) {
                Some(n) => rest = &rest[n..],
                None => break,
            }
        }
        self.held = rest.to_vec();
        if last {
            if self.part != Part::Closed {
                out.append(&mut self.blanks);
            }
            self.blanks.clear();
        }
        out
    }

    /// Translates the next character or delimiter, and returns the number of bytes read. `None` if more bytes are needed.
    fn step(&mut self, first: u8, rest: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let is_cut = |sign: &[u8], text: &[u8]| !last && text.len() < sign.len() && sign.starts_with(text);
        if self.line_starts && !self.comment.is_empty() {
            if is_cut(&self.comment, rest) {
                return None;
            }
            if rest.starts_with(&self.comment) {
                self.part = Part::Comment;
                out.push(COMMENT);
            }
        }
        let ends_line = matches!(first, b'\n' | b'\r');
        if self.part == Part::Comment {
            out.push(first);
            self.line_starts = ends_line;
            if ends_line {
                self.part = Part::Start;
            }
            return Some(1);
        }
        if is_cut(&self.delimiter, rest) {
            return None;
        }
        let is_delimiter = rest.starts_with(&self.delimiter);
        let (byte, n) = if is_delimiter {
            (self.to, self.delimiter.len())
        } else {
            (first, 1)
        };
        let is_between = matches!(self.part, Part::Start | Part::Unquoted);
        if is_between && !is_delimiter && self.escape == Some(byte) {
            let behind = &rest[1..];
            if !last && (behind.is_empty() || is_cut(&self.delimiter, behind)) {
                return None;
            }
            let literal = match behind.first() {
                _ if behind.starts_with(&self.delimiter) => Some((LITERAL_DELIMITER, self.delimiter.len())),
                Some(b'\n') => Some((LITERAL_LINE_FEED, 1)),
                Some(&next) if self.quote == Some(next) => Some((LITERAL_QUOTE, 1)),
                Some(&next) if self.escape == Some(next) => Some((next, 1)),
                _ => None,
            };
            // A backslash before any other character is part of the cell.
            let (written, n) = literal.unwrap_or((byte, 0));
            out.append(&mut self.blanks);
            out.push(written);
            (self.part, self.line_starts) = (Part::Unquoted, false);
            return Some(1 + n);
        }
        let is_quote = !is_delimiter && self.quote == Some(byte);
        let is_blank = !is_delimiter && matches!(byte, b' ' | b'\t');
        let ends_cell = is_delimiter || ends_line;
        self.part = match self.part {
            Part::Start if self.skip_blanks && is_blank => {
                self.blanks.push(byte);
                self.line_starts = false;
                return Some(n);
            }
            Part::Quote | Part::Closed if self.skip_blanks && is_blank => {
                self.blanks.push(byte);
                self.part = Part::Closed;
                return Some(n);
            }
            Part::Start if is_quote => {
                self.blanks.clear();
                Part::Quoted
            }
            Part::Quote if is_quote => Part::Quoted,
            Part::Quoted if self.is_escaped => {
                self.is_escaped = false;
                Part::Quoted
            }
            Part::Quoted if is_quote => Part::Quote,
            Part::Quoted => {
                self.is_escaped = self.escape == Some(byte);
                Part::Quoted
            }
            Part::Closed if ends_cell => {
                self.blanks.clear();
                Part::Start
            }
            _ if ends_cell => Part::Start,
            _ => Part::Unquoted,
        };
        out.append(&mut self.blanks);
        out.push(byte);
        self.line_starts = ends_line && self.part == Part::Start;
        Some(n)
    }
}

/// Whether a record contains bytes that the translation has inserted.
pub(super) fn is_translated(bytes: &[u8]) -> bool {
    bytes.iter().any(|&byte| byte >= COMMENT)
}

/// Replaces each placeholder byte of a record with the characters that it represents.
/// Returns the bytes of the restored cells, and the byte offset where each restored cell ends.
pub(super) fn restored(bytes: &[u8], ends: &[usize], delimiter: &str, quote: Option<u8>) -> (Vec<u8>, Vec<usize>) {
    let (mut cells, mut cell_ends) = (Vec::with_capacity(bytes.len()), Vec::with_capacity(ends.len()));
    let mut start = 0;
    for &end in ends {
        for &byte in &bytes[start..end] {
            match byte {
                DELIMITER | LITERAL_DELIMITER => cells.extend_from_slice(delimiter.as_bytes()),
                LITERAL_LINE_FEED => cells.push(b'\n'),
                LITERAL_QUOTE => cells.push(quote.unwrap_or(b'"')),
                COMMENT => {}
                byte => cells.push(byte),
            }
        }
        cell_ends.push(cells.len());
        start = end;
    }
    (cells, cell_ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Delimiter, Import, Loaded, NonRow, Quotes, load_with};

    fn read(file: &str, import: Import) -> Loaded {
        load_with(file.as_bytes(), &import).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    fn rows(loaded: &Loaded) -> Vec<Vec<&str>> {
        loaded.pool.instances().map(|row| row.cells().collect()).collect()
    }

    fn delimited(delimiter: &str) -> Import {
        Import {
            delimiter: Some(Delimiter::new(delimiter).expect("a delimiter")),
            ..Import::named("a.csv")
        }
    }

    #[test]
    fn delimiters_of_several_bytes_are_given_or_detected() {
        for delimiter in ["||", "::", "§", "\u{1}", "|~|", " - "] {
            let file =
                "id|text|place\n1|The kettle; it, leaks|shop\n2|\"My | order\nof lamps\"|\n3|\"a \"\"b\"\"\"|home\n"
                    .replace('|', delimiter);
            let in_cell = format!("My {delimiter} order\nof lamps");
            let expected = [
                vec!["1", "The kettle; it, leaks", "shop"],
                vec!["2", in_cell.as_str(), ""],
                vec!["3", "a \"b\"", "home"],
            ];
            let given = read(&file, delimited(delimiter));
            assert_eq!(rows(&given), expected, "{delimiter}");
            let again = read(&file, given.found.import(crate::Ragged::Stop));
            assert_eq!(again, given);
            if !["|~|", " - "].contains(&delimiter) {
                for name in ["a.csv", "a.dat"] {
                    let detected = read(&file, Import::named(name));
                    assert_eq!(rows(&detected), expected, "{name}, {delimiter}");
                }
            }
        }
        // The delimiter `|` is not mistaken for `||` if some cells are empty.
        let empty = read(
            "id|text|place\n1|a||\n2|b||\n",
            Import {
                header: Some(true),
                ragged: crate::Ragged::Pad,
                ..Import::named("a.csv")
            },
        );
        assert_eq!(empty.found.delimiter, Some('|'.into()));
    }

    #[test]
    fn blanks_around_quoted_cells_are_skipped_if_configured() {
        let skipping = Import {
            skip_blanks: true,
            ..Import::named("a.csv")
        };
        let file = "id, \"text\" ,place\n1, \"a, \"\"b\"\" \" , shop\n 2,\tc ,\n3,\"x, \"\"y\", z\n";
        let expected = [
            vec!["1", "a, \"b\" ", " shop"],
            vec![" 2", "\tc ", ""],
            vec!["3", "x, \"y", " z"],
        ];
        let loaded = read(file, skipping);
        assert_eq!(loaded.pool.columns(), ["id", "text", "place"]);
        assert_eq!(rows(&loaded), expected);
        assert!(load_with(file.as_bytes(), &Import::named("a.csv")).is_err());
    }

    #[test]
    fn lines_with_comment_prefix_are_left_out_and_reported() {
        let import = Import {
            comment_prefix: Some("REM".into()),
            ..Import::named("a.csv")
        };
        let file = "REM exported, \"today\nid,text\n\n1,a\r\nREM \"page 2\r\n2,\"b\nREM in a cell\"\nREM end";
        let loaded = read(file, import);
        assert_eq!(rows(&loaded), [vec!["1", "a"], vec!["2", "b\nREM in a cell"]]);
        let [comments] = &loaded.found.aside[..] else {
            panic!("{:?}", loaded.found.aside)
        };
        assert_eq!((comments.kind, comments.left_out), (NonRow::Comment, true));
        assert_eq!((&comments.lines[..], loaded.found.blank_lines), (&[1, 5, 8][..], 1));
        let left_out: Vec<_> = loaded
            .found
            .left_out
            .iter()
            .map(|row| (row.line, &row.cells[0][..]))
            .collect();
        assert_eq!(
            left_out,
            [(1, "REM exported, \"today"), (5, "REM \"page 2"), (8, "REM end")]
        );
    }

    #[test]
    fn backslashes_escape_delimiters_quotes_and_line_feeds_outside_quotes() {
        let import = Import {
            quotes: Quotes::Backslash,
            ..Import::named("a.csv")
        };
        let file = "id,text\n1,a\\, b\n2,\\\"c\\\" said\\\nhe\n3,C:\\dir\\\\x\n4,\"d \\\"e\\\", f\"\n5,g\n";
        let loaded = read(file, import);
        let expected = [
            vec!["1", "a, b"],
            vec!["2", "\"c\" said\nhe"],
            vec!["3", "C:\\dir\\x"],
            vec!["4", "d \"e\", f"],
            vec!["5", "g"],
        ];
        assert_eq!(rows(&loaded), expected);
    }

    #[test]
    fn translation_does_not_depend_on_chunks() {
        let file = "##c, \"x\na||\"b||c\" ||\\|| d\\\ne\n#f|g||h \n##\n i|| \"j\"\"k\" ||l\\";
        let translated = |step: usize| {
            let signs = (Some(b'"'), Some(b'\\'));
            let mut translator = Translator::new("||".into(), DELIMITER, signs, true, "##".into());
            let mut out = Vec::new();
            for chunk in file.as_bytes().chunks(step) {
                out.extend(translator.translate(chunk, false));
            }
            out.extend(translator.translate(&[], true));
            out
        };
        let whole = translated(file.len());
        for step in 1..9 {
            assert_eq!(translated(step), whole, "{step}");
        }
    }
}
