//! Recognizes lines of a file that are not rows of the file's table.
//!
//! ```text
//!  # exported by shopdesk      a comment
//!  id,text                     the column names
//!  1,The kettle leaks
//!  id,text                     the column names again, where two files were joined
//!  # page 2, continued         a comment
//!  2,The gate squeaks
//!
//!  2 rows,exported on Monday   a footer
//! ```
//!
//! All lines that are not rows are reported, whether they are left out or kept.
//! By default, each kind of line has its own rule, and a line that may be a row is kept.

use serde::{Deserialize, Serialize};

use super::column_inference::is_no_text;

pub(super) const FOOTER_LINES: usize = 3;
/// Maximum number of rows inspected to determine which kind of values a column holds.
pub(super) const MAX_PROFILED_ROWS: usize = 2_000;

/// The kind of a line that is not a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NonRow {
    /// The line begins with a comment marker, such as `#`.
    Comment,
    /// The line equals the line with the column names.
    RepeatedHeader,
    /// The line is between the column names and the answers of a survey, such as the line with the questions.
    SurveyHeader,
    /// The line is below the rows and contains, for example, the number of rows.
    Footer,
    /// The line begins with the character 0x1A, which old programs write at the end of a file.
    EndOfFile,
    /// A row begins with a byte order mark. Only the mark is left out, and the row is kept.
    ByteOrderMark,
}

/// What to do with lines that are not rows ([`NonRow`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NonRows {
    /// Leave out lines that are almost certainly not rows, and keep lines that may be rows.
    /// Both the left-out lines and the doubtful lines are reported.
    #[default]
    ByKind,
    /// Keep all non-row lines as rows, except for lines above the table and irregular lines.
    Keep,
    /// Leave out all non-row lines, including lines that may be rows.
    LeaveOut,
}

/// All lines of one kind that are not rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NonRowLines {
    /// Why the lines are not rows, for example because they are comments.
    pub kind: NonRow,
    /// Whether the lines were left out. Lines that were kept are rows.
    pub left_out: bool,
    /// 1-based line numbers, in ascending order.
    pub lines: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct NonRowCollector {
    setting: NonRows,
    found: Vec<NonRowLines>,
}

impl NonRowCollector {
    pub(super) fn new(setting: NonRows) -> NonRowCollector {
        NonRowCollector {
            setting,
            found: Vec::new(),
        }
    }

    pub(super) fn is_looking(&self) -> bool {
        self.setting != NonRows::Keep
    }

    /// Adds a line to the report. Returns whether the line is left out of the table.
    /// `is_clear` is true if the line is almost certainly not a row.
    pub(super) fn note(&mut self, kind: NonRow, line: u64, is_clear: bool) -> bool {
        let left_out = match self.setting {
            NonRows::Keep => return false,
            NonRows::LeaveOut => true,
            NonRows::ByKind => is_clear,
        };
        let same = |known: &&mut NonRowLines| known.kind == kind && known.left_out == left_out;
        match self.found.iter_mut().find(same) {
            Some(known) if known.lines.last() == Some(&line) => {}
            Some(known) => known.lines.push(line),
            None => self.found.push(NonRowLines {
                kind,
                left_out,
                lines: vec![line],
            }),
        }
        left_out
    }

    /// Adds a comment line. The line is left out regardless of the setting, because the user specified the comment prefix.
    pub(super) fn note_described(&mut self, kind: NonRow, line: u64) {
        let setting = std::mem::replace(&mut self.setting, NonRows::LeaveOut);
        self.note(kind, line, true);
        self.setting = setting;
    }

    /// Removes the kept lines of one kind from the report, for a file where most rows look like lines of that kind.
    pub(super) fn forget_kept(&mut self, kind: NonRow) {
        self.found.retain(|known| known.kind != kind || known.left_out);
    }

    pub(super) fn n_kept(&self, kind: NonRow) -> usize {
        let kept = self.found.iter().filter(|known| known.kind == kind && !known.left_out);
        kept.map(|known| known.lines.len()).sum()
    }

    /// Returns the collected lines of each kind, in the order of the [`NonRow`] variants.
    pub(super) fn found(&self) -> Vec<NonRowLines> {
        let mut found = self.found.clone();
        found.sort_by_key(|known| (known.kind, !known.left_out));
        found
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A comment marker before whitespace or the end of the text, as in `# a comment`.
    Clear,
    /// A comment marker directly before a letter or digit, which may be part of a text, as in `#topic`.
    Weak,
}

/// Kind of the comment marker at the beginning of `text`, if any. O(length of the marker).
pub(super) fn comment_mark(text: &str) -> Option<Mark> {
    let sign = match text.as_bytes() {
        [b'#', ..] => '#',
        [b'/', b'/', ..] => '/',
        [b'%', ..] => '%',
        [b'-', b'-', ..] => '-',
        _ => return None,
    };
    let behind = text.trim_start_matches(sign);
    match behind.chars().next() {
        None => Some(Mark::Clear),
        Some(next) if next.is_whitespace() => Some(Mark::Clear),
        Some(next) if matches!(sign, '#' | '/') && next.is_alphanumeric() => Some(Mark::Weak),
        _ => None,
    }
}

/// How well comments can be distinguished from the rows of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Comments {
    /// Rows begin with an id or a number. A line that begins like a comment cannot be a row.
    AmongIds,
    /// Rows begin with a text, which may begin like a comment.
    AmongTexts,
    /// Most rows begin with a comment marker, so that comments cannot be distinguished from rows.
    #[default]
    Nowhere,
}

impl Comments {
    pub(super) fn among<'a>(rows: impl Iterator<Item = &'a [String]>) -> Comments {
        let (mut n, mut n_marked, mut n_texts) = (0, 0, 0);
        for row in rows {
            let first = row.first().map_or("", |cell| cell.trim());
            n += 1;
            if comment_mark(first).is_some() {
                n_marked += 1;
            } else if first.is_empty() || first.contains(char::is_whitespace) {
                // Footers are ignored, because the first cell of a footer does not show how the rows of the table begin.
                let record: Vec<&str> = row.iter().map(String::as_str).collect();
                n_texts += usize::from(!is_footer(&record));
            }
        }
        match (2 * n_marked > n.max(2), 10 * n_texts <= n && n > n_marked) {
            (true, _) => Comments::Nowhere,
            (false, true) => Comments::AmongIds,
            (false, false) => Comments::AmongTexts,
        }
    }

    /// Whether the comment is almost certainly not a row. `None` if the record is not a comment.
    /// `first` is the record's first cell, which is not quoted.
    /// `width` is the number of cells in the record, and `regular` is the number of columns of the table.
    pub(super) fn holds(self, first: &str, width: usize, regular: usize) -> Option<bool> {
        let mark = comment_mark(first)?;
        let has_blank = first.trim_end().contains(char::is_whitespace);
        match (self, mark) {
            (Comments::Nowhere, _) => None,
            // A list of texts has no second column that could distinguish a comment from a row.
            (_, Mark::Clear) if regular == 1 => (width == 1).then_some(false),
            (_, Mark::Weak) if regular == 1 => None,
            (Comments::AmongIds, Mark::Clear) => Some(has_blank || width != regular),
            (Comments::AmongIds, Mark::Weak) => (width < regular || has_blank).then_some(true),
            (Comments::AmongTexts, Mark::Clear) if width <= regular => Some(width < regular),
            (Comments::AmongTexts, _) => None,
        }
    }
}

/// Whether the record looks like a footer of a table, such as the number of rows or the source of the export.
pub(super) fn is_footer(record: &[&str]) -> bool {
    let Some(first) = record.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()) else {
        return false;
    };
    let lower = first.to_lowercase();
    counted_rows(&lower).is_some() || {
        let word: &str = lower.trim_start_matches(['(', '*', '-', '=', ' ']);
        let end = word
            .find(|letter: char| !letter.is_alphanumeric())
            .unwrap_or(word.len());
        FOOTER_WORDS.contains(&&word[..end]) || word.starts_with('©')
    }
}

const FOOTER_WORDS: [&str; 23] = [
    "total",
    "totals",
    "sum",
    "count",
    "exported",
    "generated",
    "created",
    "downloaded",
    "printed",
    "source",
    "copyright",
    "page",
    "end",
    "ende",
    "eof",
    "summe",
    "gesamt",
    "insgesamt",
    "exportiert",
    "erstellt",
    "erzeugt",
    "quelle",
    "seite",
];

/// The number of rows in a summary line of a database program. `line` is in lower case: `(24 rows)`, `24 rows selected.`
pub(super) fn counted_rows(line: &str) -> Option<u64> {
    let line = line.trim().trim_start_matches('(');
    let (number, rest) = line.split_once(' ')?;
    let number = number.parse().ok()?;
    let word: String = rest.chars().take_while(|letter| letter.is_alphabetic()).collect();
    let is_counted = [
        "row",
        "rows",
        "record",
        "records",
        "entry",
        "entries",
        "result",
        "results",
        "zeile",
        "zeilen",
        "datensatz",
        "datensätze",
        "eintrag",
        "einträge",
    ]
    .contains(&word.as_str());
    let mut rest = rest[word.len()..].trim_matches([')', '.', ' ']).split_whitespace();
    let is_alone = match (rest.next(), rest.next()) {
        (None, _) => true,
        (Some(what), None) => ["selected", "returned", "affected", "exported", "total"].contains(&what),
        (Some(what), Some(of)) => (what, of) == ("in", "set"),
    };
    (is_counted && is_alone).then_some(number)
}

/// Whether a record has text in a column that holds only numbers, dates or JSON in all other rows.
/// `rows` are the rows above the record.
pub(super) fn is_unlike<'a, R>(record: &[&str], rows: impl Iterator<Item = R> + Clone) -> bool
where
    R: Iterator<Item = &'a str>,
{
    record.iter().enumerate().any(|(column, cell)| {
        if cell.trim().is_empty() || is_no_text(cell) {
            return false;
        }
        let cells = rows.clone().filter_map(|mut row| row.nth(column));
        let mut cells = cells.filter(|cell| !cell.trim().is_empty()).peekable();
        cells.peek().is_some() && cells.all(is_no_text)
    })
}

#[cfg(test)]
mod tests;
