//! Decides whether the first record of a table contains its column names or is an ordinary row.
//!
//! Only the user can know whether the record contains column names. The rules of this module find the doubtful cases.
//! Each cell of the first record is compared with the cells below it in the beginning of the file.
//! The first matching rule decides the classification.
//!
//! ```text
//!  names         a cell is not a number, date or JSON, but all cells below it are: `Timestamp` above dates
//!  a row         a cell occurs again below:                                                `card_arrival`
//!                a cell equals most cells below except for its digits:                     `doc-1` above `doc-2`
//!                a cell ends like most cells below, in `?`, or in `.`, `!` or `…`:         `How do I pay?` above questions
//!                a cell is too long for a name *, and about as long as the cells below
//!  likely row    a cell has several words or is the only cell of its record, and is about as long as the cells below *
//!                a cell of many words is the only cell of its record
//!  likely names  a cell is a sentence or too long for a name *, such as a survey question, unlike the cells below
//!
//!  * unless a column has a known name, such as `text`
//! ```
//!
//! A known column name is doubtful if a cell below the name equals the name.
//! In a table with a single column, the name is also doubtful if any cell below is a known column name.
//! A first record with a doubtful known column name is a likely row.

use serde::{Deserialize, Serialize};

use super::column_inference::{LABEL_NAMES, NAMES, is_no_text};
use crate::LoadError;

const MAX_NAME_CHARS: usize = 40;
/// Maximum number of words in the column name of a table with a single column.
const MAX_NAME_WORDS: usize = 3;
const MAX_SHOWN_CHARS: usize = 80;
/// Number of characters that count as one word in scripts that do not separate words by spaces.
const CHARS_PER_WORD: usize = 4;

const OTHER_NAMES: [&str; 100] = [
    "id",
    "ids",
    "row",
    "index",
    "idx",
    "rank",
    "key",
    "name",
    "text_a",
    "text_b",
    "sentence1",
    "sentence2",
    "premise",
    "hypothesis",
    "context",
    "passage",
    "article",
    "paragraph",
    "answer",
    "answers",
    "questions",
    "reply",
    "response",
    "feedback",
    "instruction",
    "output",
    "transcript",
    "narrative",
    "sms",
    "note",
    "notes",
    "comments",
    "reviews",
    "messages",
    "texts",
    "sentences",
    "target",
    "gold",
    "rating",
    "score",
    "stars",
    "domain",
    "subject",
    "source",
    "split",
    "lang",
    "language",
    "date",
    "time",
    "timestamp",
    "created_at",
    "author",
    "user",
    "url",
    "email",
    "keyword",
    "word",
    "texte",
    "frage",
    "fragen",
    "antwort",
    "antworten",
    "kommentar",
    "kommentare",
    "satz",
    "sätze",
    "aussage",
    "nachricht",
    "beitrag",
    "beschreibung",
    "titel",
    "inhalt",
    "thema",
    "kategorie",
    "klasse",
    "bewertung",
    "datum",
    "zeit",
    "zeitstempel",
    "sprache",
    "quelle",
    "nummer",
    "anmerkung",
    "rückmeldung",
    "文本",
    "内容",
    "标签",
    "標籤",
    "类别",
    "问题",
    "回答",
    "评论",
    "テキスト",
    "本文",
    "質問",
    "ラベル",
    "텍스트",
    "질문",
    "라벨",
    "내용",
];

/// A cell of the first record that was read as a column name, although it looks like a cell of an ordinary row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubtfulName {
    /// 1-based index of the column whose name looks like a cell of an ordinary row.
    pub column: u64,
    /// The doubtful cell, shortened if it is long.
    pub cell: String,
}

impl DoubtfulName {
    pub(super) fn refusal(self) -> LoadError {
        LoadError::NoHeader {
            column: self.column,
            cell: self.cell,
        }
    }
}

/// Classification of a first record that may be a row instead of column names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// The first record is certainly a row.
    Row,
    /// The first record is probably a row, although the cells could also be column names.
    LikelyRow,
    /// The first record probably contains column names, although the cells could also belong to a row.
    LikelyNames,
}

/// Classifies the first record of a file by the records below it. `None` if nothing suggests that the record may be a row.
/// If several cells are suspicious, the first cell with the strongest evidence is reported.
pub(super) fn doubt(first: &[String], below: &[Vec<String>]) -> Option<(Verdict, DoubtfulName)> {
    let columns: Vec<Column> = first
        .iter()
        .enumerate()
        .map(|(place, name)| Column::of(name, below.iter().filter_map(|record| record.get(place))))
        .collect();
    if columns.iter().any(Column::is_of_values) {
        return None;
    }
    let is_alone = columns.len() == 1;
    let has_known = columns.iter().any(|column| column.is_known() && !column.is_repeated());
    let verdicts = columns.iter().enumerate().filter_map(|(place, column)| {
        let verdict = column.verdict(is_alone, has_known)?;
        Some((verdict, place))
    });
    let (verdict, place) = verdicts.min()?;
    let cell = columns[place].name;
    let cell = match cell.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    };
    let column = place as u64 + 1;
    Some((verdict, DoubtfulName { column, cell }))
}

/// Whether a cell of the first record is a name, and all cells below the name are numbers, dates or JSON.
pub(super) fn is_of_values(first: &[String], below: &[Vec<String>]) -> bool {
    let mut columns = first.iter().enumerate();
    columns.any(|(place, name)| Column::of(name, below.iter().filter_map(|record| record.get(place))).is_of_values())
}

/// A column whose name may be the cell of a row. Whitespace around cells is ignored.
struct Column<'a> {
    name: &'a str,
    /// The nonblank cells of the column, without the name.
    cells: Vec<&'a str>,
    has_blank: bool,
}

impl<'a> Column<'a> {
    fn of(name: &'a str, below: impl Iterator<Item = &'a String>) -> Column<'a> {
        let (blank, cells): (Vec<&str>, Vec<&str>) = below.map(|cell| cell.trim()).partition(|cell| cell.is_empty());
        Column {
            name: name.trim(),
            cells,
            has_blank: !blank.is_empty(),
        }
    }

    fn verdict(&self, is_alone: bool, has_known: bool) -> Option<Verdict> {
        if self.name.is_empty() || self.cells.is_empty() || self.is_ticked() {
            return None;
        }
        let is_repeated = self.is_repeated();
        if self.is_known() {
            // A list of words may happen to contain known column names.
            let among_others = is_alone && self.cells.iter().any(|cell| is_known(cell));
            return (is_repeated || among_others).then_some(Verdict::LikelyRow);
        }
        let ends = sentence_end(self.name);
        let most_end_so = self.most(|cell| sentence_end(cell) == ends);
        let is_numbered = self.name.contains(|letter: char| letter.is_ascii_digit());
        let is_numbered = is_numbered && self.most(|cell| without_digits(cell) == without_digits(self.name));
        if is_repeated || is_numbered || (ends.is_some() && most_end_so) {
            return Some(Verdict::Row);
        }
        let is_long = !has_known && self.name.chars().count() > MAX_NAME_CHARS;
        let is_as_long = !has_known && self.is_as_long();
        if is_long && is_as_long && most_end_so {
            return Some(Verdict::Row);
        }
        let n_words = n_words(self.name);
        if (is_as_long && (is_alone || n_words > 1)) || (is_alone && n_words > MAX_NAME_WORDS) {
            return Some(Verdict::LikelyRow);
        }
        (is_long || ends.is_some()).then_some(Verdict::LikelyNames)
    }

    fn is_of_values(&self) -> bool {
        let says_nothing = ["na", "n/a", "nan", "none", "null"].contains(&self.name.to_lowercase().as_str());
        let is_word = self.name.contains(char::is_alphabetic) && !says_nothing && !is_no_text(self.name);
        is_word && !self.cells.is_empty() && self.cells.iter().all(|cell| is_no_text(cell))
    }

    fn is_known(&self) -> bool {
        is_known(self.name)
    }

    fn is_repeated(&self) -> bool {
        self.cells.contains(&self.name)
    }

    /// Whether each cell equals the column name or is blank, as for an answer option that some respondents ticked.
    fn is_ticked(&self) -> bool {
        self.has_blank && self.cells.iter().all(|cell| *cell == self.name)
    }

    /// Whether the column name is at least half and at most twice as long as the median cell of the column.
    fn is_as_long(&self) -> bool {
        let mut lengths: Vec<usize> = self.cells.iter().map(|cell| cell.chars().count()).collect();
        lengths.sort_unstable();
        let (length, middle) = (self.name.chars().count(), lengths[lengths.len() / 2]);
        middle <= 2 * length && length <= 2 * middle
    }

    fn most(&self, is: impl Fn(&str) -> bool) -> bool {
        2 * self.cells.iter().filter(|&&cell| is(cell)).count() >= self.cells.len()
    }
}

/// Whether `name` is a common column name such as `text`, possibly after another word as in `tweet_text`.
pub(super) fn is_known(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let is_listed = |name: &str| NAMES.contains(&name) || LABEL_NAMES.contains(&name) || OTHER_NAMES.contains(&name);
    let of_two = name.split_once(['_', '-', '.']);
    is_listed(&name)
        || of_two.is_some_and(|(first, second)| first.chars().all(char::is_alphanumeric) && is_listed(second))
}

/// How the sentence in the cell ends: `?` for a question, or `.` for every other ending.
/// `None` if the cell is not a sentence.
fn sentence_end(cell: &str) -> Option<char> {
    let bare = cell.trim_end_matches(['"', '\'', '”', '“', '’', '»', '«']);
    match bare.chars().next_back()? {
        '?' | '？' | '؟' => Some('?'),
        '.' | '!' | '…' | '。' | '！' => Some('.'),
        _ => None,
    }
}

fn without_digits(cell: &str) -> String {
    let mut shape = String::new();
    for letter in cell.chars() {
        if !letter.is_ascii_digit() {
            shape.push(letter);
        } else if !shape.ends_with('0') {
            shape.push('0');
        }
    }
    shape
}

fn n_words(cell: &str) -> usize {
    let is_wide = |letter: &char| matches!(*letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    cell.split_whitespace().count() + cell.chars().filter(is_wide).count() / CHARS_PER_WORD
}

pub(super) fn are_names(record: &[&str]) -> bool {
    let mut named = record.iter().filter(|name| !name.trim().is_empty()).peekable();
    named.peek().is_some() && named.all(|name| is_name(name) && !is_number(name))
}

fn is_number(name: &str) -> bool {
    name.trim().parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether the cell can be a column name. Sentences are not names.
pub(super) fn is_name(cell: &str) -> bool {
    !cell.starts_with(' ') && cell.chars().count() <= MAX_NAME_CHARS && sentence_end(cell).is_none()
}

/// Checks that the cells of a first record, `columns`, can be column names.
///
/// # Errors
/// Returns [`LoadError::NoHeader`] if a cell is a number, unless the cells count up from 0, or if all cells are blank.
pub(super) fn check_header(columns: &[&str]) -> Result<(), LoadError> {
    let counts_up = columns
        .iter()
        .enumerate()
        .all(|(index, name)| *name == index.to_string());
    let all_unnamed = columns.iter().all(|name| name.trim().is_empty());
    let number = columns.iter().position(|name| is_number(name) && !counts_up);
    let column = if all_unnamed { Some(0) } else { number };
    match column {
        None => Ok(()),
        Some(column) => Err(LoadError::NoHeader {
            column: column as u64 + 1,
            cell: columns[column].to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests;
