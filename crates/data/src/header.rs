//! Decides whether the first record of a table contains its column names or is an ordinary row.
//!
//! Only the user can know whether the record contains column names. The rules of this module find the doubtful cases.
//! Each cell of the first record is compared with the cells below it in the beginning of the file.
//! The first matching rule decides the classification.
//!
//! ```text
//!  names       a cell is above only numbers, dates or JSON, and is not such a value: `Timestamp` above dates
//!  a row       a cell occurs again below:                                                `card_arrival`
//!              a cell equals most cells below except for its digits:                     `doc-1` above `doc-2`
//!              a cell ends like most cells below, in `?`, or in `.`, `!` or `…`:         `How do I pay?` above questions
//!              a cell is longer than a name, and about as long as the cells below *
//!  likely row  a cell has several words or is the only cell of its record, and is about as long as the cells below *
//!              a cell of many words is the only cell of its record
//!  likely not  a cell ends like a sentence or is longer than a name *, unlike the cells below: the questions of a survey
//!
//!  * unless a column has a known name, such as `text`
//! ```

use serde::{Deserialize, Serialize};

use super::column_inference::{LABEL_NAMES, NAMES, is_no_text};
use crate::LoadError;

/// Maximum length of a column name, in characters.
const MAX_NAME_CHARS: usize = 40;
/// Maximum number of words in the column name of a table with a single column.
const MAX_NAME_WORDS: usize = 3;
/// Maximum number of characters of a doubtful name that an error message shows.
const MAX_SHOWN_CHARS: usize = 80;
/// Number of characters that count as one word in scripts that do not separate words by spaces.
const CHARS_PER_WORD: usize = 4;

/// Common column names, apart from the names of text columns and label columns.
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

/// A cell of the first record that was read as a column name but looks like a cell of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubtfulName {
    /// Index of the column whose name is doubtful, from 1.
    pub column: u64,
    /// The doubtful cell, shortened if it is long.
    pub cell: String,
}

impl DoubtfulName {
    /// The error for a file that is refused because of this doubtful name.
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

/// Classifies `first`. None if no evidence suggests that `first` does not contain the names of the columns `below`.
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

/// Whether one of the names in `first` is above only numbers, dates or JSON, but is not a number, date or JSON itself.
pub(super) fn is_of_values(first: &[String], below: &[Vec<String>]) -> bool {
    let mut columns = first.iter().enumerate();
    columns.any(|(place, name)| Column::of(name, below.iter().filter_map(|record| record.get(place))).is_of_values())
}

/// A column whose name is in question. Whitespace around cells is ignored.
struct Column<'a> {
    name: &'a str,
    /// Cells below the name that are not blank.
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
            // A list of words may contain known column names by accident.
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

    /// Whether the column has a name and contains only numbers, dates or JSON below the name.
    fn is_of_values(&self) -> bool {
        let says_nothing = ["na", "n/a", "nan", "none", "null"].contains(&self.name.to_lowercase().as_str());
        let is_word = self.name.contains(char::is_alphabetic) && !says_nothing && !is_no_text(self.name);
        is_word && !self.cells.is_empty() && self.cells.iter().all(|cell| is_no_text(cell))
    }

    fn is_known(&self) -> bool {
        is_known(self.name)
    }

    /// Whether the name also occurs as a cell of the column.
    fn is_repeated(&self) -> bool {
        self.cells.contains(&self.name)
    }

    /// Whether each cell equals the column name or is blank, as for an answer option that some respondents ticked.
    fn is_ticked(&self) -> bool {
        self.has_blank && self.cells.iter().all(|cell| *cell == self.name)
    }

    /// Whether the name is at least half and at most twice as long as the median cell of the column.
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

/// How the sentence in the cell ends: `?` for a question, or `.` for every other ending. None if the cell is not a sentence.
fn sentence_end(cell: &str) -> Option<char> {
    let bare = cell.trim_end_matches(['"', '\'', '”', '“', '’', '»', '«']);
    match bare.chars().next_back()? {
        '?' | '？' | '؟' => Some('?'),
        '.' | '!' | '…' | '。' | '！' => Some('.'),
        _ => None,
    }
}

/// The cell with each number replaced by 0.
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

/// Whether the cells of `record` look like column names, even if two cells are equal.
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

/// Checks that `columns` can be column names without changes.
///
/// # Errors
/// Returns [`LoadError::NoHeader`] for a number (unless the names count up from 0), or if all names are blank.
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
mod tests {
    use super::*;

    /// Classifies a first record. The cells are separated by `|`.
    fn inspect(first: &str, below: &[&str]) -> Option<(Verdict, DoubtfulName)> {
        let record = |line: &str| line.split('|').map(str::to_owned).collect::<Vec<_>>();
        let below: Vec<_> = below.iter().map(|line| record(line)).collect();
        doubt(&record(first), &below)
    }

    #[test]
    fn first_records_of_typical_files_are_classified() {
        use Verdict::{LikelyNames, LikelyRow, Row};
        let cases: [(&str, &[&str], Option<Verdict>); 49] = [
            // First records with names: exports, data sets, tables with the labels first, and tables with one column.
            ("text|label", &["I lost my card|card", "How do I pay?|billing"], None),
            ("id|text", &["1|I lost my card", "2|How do I pay?"], None),
            (
                "Question text|Topic",
                &["What can I do if my card still has not arrived?|card"],
                None,
            ),
            (
                "label|text",
                &[
                    "card_arrival|I am still waiting on my card?",
                    "card_arrival|Where is it?",
                ],
                None,
            ),
            ("sentence1|sentence2|label|idx", &["It rains.|It is wet.|1|0"], None),
            (
                "premise|hypothesis|label",
                &["It rains.|It is wet.|entailment", "It rains.|It is dry.|neutral"],
                None,
            ),
            (
                "article|highlights",
                &[
                    "A very long article of many words.|It is long.",
                    "Another one.|It is not.",
                ],
                None,
            ),
            ("tweet_text|user_id", &["so happy today|anna", "so sad today|bob"], None),
            (
                "Consumer complaint narrative|Product",
                &["They charged me twice for the very same loan and nobody answers the phone|Loan"],
                None,
            ),
            ("feedback", &["too slow", "too loud"], None),
            ("column 1|column 2|row", &["a text|b|0", "text 2|c|1"], None),
            (
                "Antwort|Kategorie",
                &["Der Kurs war gut.|Lob", "Der Raum war zu klein.|Kritik"],
                None,
            ),
            (
                "文本|标签",
                &["我的银行卡丢了怎么办|卡", "今天北京的天气很好|天气"],
                None,
            ),
            ("テキスト", &["カードを止めたいのですが", "東京の天気は晴れです"], None),
            (
                "Kontakt per Mail|Kontakt per Post",
                &["Kontakt per Mail|", "|Kontakt per Post", "|"],
                None,
            ),
            // Surveys with dates, numbers or scales, as exported by Google Forms, Typeform, SurveyMonkey and LimeSurvey.
            (
                "Timestamp|How satisfied are you with our service? (1-5)|What could we do better?",
                &[
                    "5/1/2024 12:30:05|4|Longer opening hours",
                    "5/2/2024 9:05:00|2|Nothing?",
                ],
                None,
            ),
            (
                "Zeitstempel|Wie zufrieden sind Sie mit unserem Service? (1-5)|Was könnten wir besser machen?",
                &["01.05.2024 12:30:05|4|Länger öffnen.", "02.05.2024 09:05:00|2|Nichts."],
                None,
            ),
            (
                "#|What is your name?|Why did you come?|Submit Date (UTC)",
                &[
                    "k2x9|Anna|To learn.|2024-05-01 12:30:05",
                    "p0q7|Bob|To eat.|2024-05-02 09:05:00",
                ],
                None,
            ),
            (
                "Respondent ID|Please tell us about your experience with the course.",
                &["11873|I learned much.", "11874|I did not."],
                None,
            ),
            (
                "Antwort-ID|Datum Abgeschickt|Q1. Was hat Ihnen gefallen?",
                &["1|2024-05-01 12:30:05|Der Kuchen", "2||Die Musik"],
                None,
            ),
            // In a survey with text answers only, a header may look like a row.
            // The page then asks the user, and the command line program prints a warning.
            (
                "What did you like?|What did you not like?",
                &["The food was good.|The room.", "Everybody was kind.|Nothing."],
                Some(LikelyRow),
            ),
            (
                "Was hat Ihnen an der Veranstaltung gefallen?|Was nicht?",
                &["Essen|Raum", "Musik|die Preise für das Essen und die Getränke"],
                Some(LikelyNames),
            ),
            (
                "I am satisfied with my work.|I would recommend it to a friend.",
                &["Agree|Strongly agree", "Disagree|Agree"],
                Some(LikelyNames),
            ),
            (
                "What could we do better",
                &[
                    "yes",
                    "more staff at the counter, and longer opening hours on Saturdays, please",
                ],
                Some(LikelyRow),
            ),
            (
                "name|What did you like?",
                &["Anna|The food", "Bob|The music"],
                Some(LikelyNames),
            ),
            (
                "Please describe in a few words how you found us|City",
                &["By chance|Berlin", "A friend|Bonn"],
                Some(LikelyNames),
            ),
            // First records that are rows of banking77, of clinc150, and of other files without column names.
            (
                "I am still waiting on my card?|card_arrival",
                &[
                    "What can I do if my card still hasn't arrived after 2 weeks?|card_arrival",
                    "Why was I charged?|fee",
                ],
                Some(Row),
            ),
            (
                "I am still waiting on my card?|card_arrival",
                &["Where is it|card_arrival", "Why was I charged|card_arrival"],
                Some(Row),
            ),
            (
                "what expression would i use to say i love you if i were an italian|translate|travel",
                &["can you tell me how to say 'i do not speak much spanish', in spanish|translate|travel"],
                Some(Row),
            ),
            (
                "what expression would i use to say i love you if i were an italian",
                &[
                    "can you tell me how to say 'i do not speak much spanish', in spanish",
                    "what is the equivalent of, 'life is good' in french",
                ],
                Some(Row),
            ),
            (
                "what time is it|time",
                &["what day is it|date", "tell me the time|time"],
                Some(LikelyRow),
            ),
            (
                "How do I pay?|billing",
                &["Where is my card?|delivery", "I want my money back|refund"],
                Some(Row),
            ),
            (
                "How do I pay?|billing",
                &["I want my money back|refund", "The card is lost|delivery"],
                Some(LikelyRow),
            ),
            ("I lost my card.", &["It was stolen.", "Help me"], Some(Row)),
            ("„Wo ist meine Karte?“", &["Wann kommt sie?", "Ich warte."], Some(Row)),
            (
                "I lost my card|card",
                &["I forgot my pin|pin", "where is my money|transfer"],
                Some(LikelyRow),
            ),
            ("lost card|card", &["pin change|pin"], Some(LikelyRow)),
            (
                "card_arrival|I am still waiting on my card?",
                &["card_arrival|Where is it?", "fee|Why was I charged?"],
                Some(Row),
            ),
            (
                "doc-001|hello there you",
                &["doc-002|good bye", "doc-003|so long"],
                Some(Row),
            ),
            ("2024-05-01|hello", &["2024-05-02|bye"], Some(Row)),
            ("refund", &["lost card", "pin change", "exchange rate"], Some(LikelyRow)),
            ("question", &["refund", "feedback", "complaint"], Some(LikelyRow)),
            (
                "我的银行卡丢了，应该怎么办？",
                &["什么时候可以收到新卡？", "今天天气很好"],
                Some(Row),
            ),
            (
                "我的银行卡丢了怎么办|卡",
                &["什么时候可以收到新卡|寄送"],
                Some(LikelyRow),
            ),
            ("カードを止めたいです。", &["東京の天気は晴れです。"], Some(Row)),
            // First records without evidence that the record contains names or that the record is a row.
            ("city|country", &["Berlin|Germany", "Paris|France"], None),
            ("fruit", &["a long description of an apple"], None),
            ("I lost my card|card", &[], None),
            ("No.|Name", &["1|Anna", "2|Bob"], None),
        ];
        for (first, below, expected) in cases {
            let verdict = inspect(first, below).map(|(verdict, _)| verdict);
            assert_eq!(verdict, expected, "{first} above {below:?}");
        }
    }

    #[test]
    fn most_suspicious_cell_is_reported_and_shortened() {
        let doubtful_name =
            |first: &str, below: &[&str]| inspect(first, below).map(|(_, name)| (name.column, name.cell));
        let below = ["Where is it|card_arrival", "Why was I charged|fee"];
        let expected = Some((2, "card_arrival".to_owned()));
        assert_eq!(
            doubtful_name("I am still waiting on my card?|card_arrival", &below),
            expected
        );
        let long = "wort ".repeat(40);
        let (column, cell) = doubtful_name(&long, &[long.as_str()]).expect("a text");
        assert_eq!(
            (column, cell.chars().count(), cell.ends_with('…')),
            (1, MAX_SHOWN_CHARS + 1, true)
        );
    }
}
