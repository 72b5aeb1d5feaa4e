//! Which column holds the texts.

use std::collections::BTreeSet;

use serde::de::IgnoredAny;

use super::columns::{PerCell, Text, existing_labels};
use super::{Pool, nested};

/// Names that columns of texts have, the most telling first.
pub(super) const NAMES: [&str; 20] = [
    "text",
    "sentence",
    "question",
    "utterance",
    "query",
    "content",
    "message",
    "body",
    "review",
    "comment",
    "tweet",
    "post",
    "description",
    "abstract",
    "summary",
    "document",
    "prompt",
    "input",
    "headline",
    "title",
];

/// Names that columns of labels have, the most telling first.
pub(super) const LABEL_NAMES: [&str; 14] = [
    "label",
    "labels",
    "annotations",
    "responses",
    "category",
    "categories",
    "class",
    "intent",
    "sentiment",
    "topic",
    "code",
    "codes",
    "tag",
    "tags",
];

/// A column of labels that are there already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikelyLabels {
    /// Its index.
    pub column: usize,
    /// How many a cell has.
    pub per_cell: PerCell,
    /// How many rows have some.
    pub n_rows: usize,
    /// How many there are, each counted once.
    pub n_labels: usize,
}

/// The column that most likely holds labels, if one does: it is named like one, and labels come again, each in two rows or more
/// on average. O(size of the pool).
pub fn likely_labels(pool: &Pool, text_column: usize) -> Option<LikelyLabels> {
    let names: Vec<String> = pool.columns().iter().map(|name| name.trim().to_lowercase()).collect();
    let named = LABEL_NAMES.iter().flat_map(|known| {
        let columns = names.iter().enumerate().filter(move |(_, name)| name == known);
        columns.map(|(column, _)| column)
    });
    let of = |column: usize| {
        let per_cell = PerCell::likely(pool.instances().map(|row| row.cell(column)));
        let rows: Vec<_> = existing_labels(pool, column, per_cell).collect::<Result<_, _>>().ok()?;
        let labels: BTreeSet<&String> = rows.iter().flat_map(|(_, labels)| labels).collect();
        let come_again = !labels.is_empty() && 2 * labels.len() <= rows.len().max(2);
        come_again.then_some(LikelyLabels {
            column,
            per_cell,
            n_rows: rows.len(),
            n_labels: labels.len(),
        })
    };
    named.filter(|&column| column != text_column).find_map(of)
}

/// The index of the column that most likely holds the texts: one that is named like one, else the one with the
/// longest cells on average; ties: the first. Columns without any text, or of numbers and JSON alone, do not count, unless all
/// are so.
/// O(size of the pool).
pub fn guess_text_column(pool: &Pool) -> usize {
    guess(pool, &lengths_of_texts(pool))
}

/// Where the texts most likely are: as [`guess_text_column`]; inside of a column of JSON objects where no column is named like
/// texts and the strings there are longer, or at least half as long and named like texts. O(size of the pool).
pub fn likely_text(pool: &Pool) -> Text {
    let counted = lengths_of_texts(pool);
    let column = guess(pool, &counted);
    let (lengths, has_texts) = counted;
    let name = &pool.columns()[column];
    let lower = name.trim().to_lowercase();
    if has_texts[column] && NAMES.iter().any(|known| is_word_of(&lower, known)) {
        return Text::Column(name.clone());
    }
    let mean = |length: usize, n: usize| length as f64 / n.max(1) as f64;
    let column_mean = mean(lengths[column], pool.len());
    let rank = |name: &str| NAMES.iter().position(|known| name == *known);
    let likelihood = |(path, length): (String, usize)| {
        let key = path.rsplit('.').next().unwrap_or_default().to_lowercase();
        let rank = rank(&key);
        let mean = mean(length, pool.len().min(nested::LOOKED_AT));
        let outdoes = if rank.is_some() { 2.0 * mean } else { mean } > column_mean;
        (rank.unwrap_or(NAMES.len()), mean, path, outdoes)
    };
    let mut likely = nested::paths(pool)
        .into_iter()
        .map(likelihood)
        .filter(|(.., outdoes)| !has_texts[column] || *outdoes)
        .collect::<Vec<_>>();
    likely.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    match likely.into_iter().next() {
        Some((_, _, path, _)) => Text::Joined(format!("{{{path}}}")),
        None => Text::Column(name.clone()),
    }
}

fn is_word_of(name: &str, known: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| word == known)
}

/// Of each column the letters of its cells together, 0 where it does not count, and whether it holds texts.
fn lengths_of_texts(pool: &Pool) -> (Vec<usize>, Vec<bool>) {
    let mut lengths = vec![0usize; pool.columns().len()];
    for instance in pool.instances() {
        for (length, cell) in lengths.iter_mut().zip(instance.cells()) {
            *length += cell.trim().len();
        }
    }
    let mut has_texts = vec![false; pool.columns().len()];
    for instance in pool.instances() {
        let cells = has_texts.iter_mut().zip(instance.cells());
        for (has_texts, cell) in cells.filter(|(has_texts, _)| !**has_texts) {
            *has_texts = !cell.trim().is_empty() && !is_no_text(cell);
        }
        if has_texts.iter().all(|has_texts| *has_texts) {
            break;
        }
    }
    // Where there are none at all, numbers may be.
    if has_texts.contains(&true) {
        let lengths = lengths.iter_mut().zip(&has_texts);
        lengths
            .filter(|(_, has_texts)| !**has_texts)
            .for_each(|(length, _)| *length = 0);
    }
    (lengths, has_texts)
}

fn guess(pool: &Pool, (lengths, _): &(Vec<usize>, Vec<bool>)) -> usize {
    let candidates: Vec<(usize, String)> = pool
        .columns()
        .iter()
        .enumerate()
        .filter(|&(column, _)| lengths[column] > 0)
        .map(|(column, name)| (column, name.trim().to_lowercase()))
        .collect();
    let named = |fits: fn(&str, &str) -> bool| {
        NAMES
            .iter()
            .find_map(|known| candidates.iter().find(|(_, name)| fits(name, known)))
            .map(|&(column, _)| column)
    };
    named(|name, known| name == known)
        .or_else(|| named(is_word_of))
        .unwrap_or_else(|| {
            let longest = lengths.iter().copied().max().unwrap_or(0);
            lengths.iter().position(|&length| length == longest).unwrap_or(0)
        })
}

/// A number, a date or a time, or a list or an object of JSON.
pub(super) fn is_no_text(cell: &str) -> bool {
    let cell = cell.trim();
    let is_json = || serde_json::from_str::<IgnoredAny>(cell).is_ok();
    let n_of = |is: fn(char) -> bool| cell.chars().filter(|&letter| is(letter)).count();
    let is_date = || {
        cell.starts_with(|c: char| c.is_ascii_digit()) && n_of(|c| c.is_ascii_digit()) > 2 * n_of(char::is_alphabetic)
    };
    cell.parse::<f64>().is_ok() || is_date() || (cell.starts_with(['[', '{']) && is_json())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;

    fn guess(columns: &[&str], rows: &[&[&str]]) -> usize {
        let mut table = csv::Writer::from_writer(Vec::new());
        for record in [columns].iter().chain(rows) {
            table.write_record(*record).expect("memory");
        }
        guess_text_column(&load(&table.into_inner().expect("memory")).expect("a table"))
    }

    #[test]
    fn a_telling_name_wins_over_length() {
        assert_eq!(guess(&["id", "notes", "Text"], &[&["1", "very long notes", "hi"]]), 2);
        assert_eq!(guess(&["title", "sentence"], &[&["a longer title", "hi"]]), 1);
    }

    #[test]
    fn a_telling_word_in_a_name_counts() {
        assert_eq!(
            guess(&["id", "tweet_text", "author"], &[&["1", "hi", "somebody with a name"]]),
            1
        );
        assert_eq!(
            guess(&["context", "answer"], &[&["hi", "longer"]]),
            1,
            "`text` inside `context` is no word"
        );
    }

    #[test]
    fn an_empty_column_is_not_chosen_for_its_name() {
        assert_eq!(guess(&["text", "note"], &[&[" ", "hello"], &["", "there"]]), 1);
    }

    #[test]
    fn numbers_and_json_are_no_texts() {
        assert_eq!(
            guess(
                &["comment_count", "meta", "said"],
                &[&["3", r#"{"of": "somebody with a long name"}"#, "hello"]]
            ),
            2
        );
        assert_eq!(
            guess(&["n", "text"], &[&["12", "3"], &["1", "45"]]),
            1,
            "nothing else is there"
        );
    }

    fn likely(lines: &str) -> Text {
        let import = crate::load::Import {
            format: Some(crate::load::Format::Jsonl),
            ..Default::default()
        };
        likely_text(&crate::load::load_with(lines.as_bytes(), &import).expect("JSON").pool)
    }

    #[test]
    fn texts_of_other_tools_are_found_where_they_write_them() {
        let nested = |path: &str| Text::Joined(format!("{{{path}}}"));
        // Label Studio's tasks, Argilla's records.
        let task = r#"{"id":1,"data":{"text":"hello there"},"annotations":[{"result":[]}],"file_upload":"1a2b-survey.csv","created_at":"2024-05-01T12:00:00.000000Z"}"#;
        assert_eq!(likely(&format!("{task}\n")), nested("data.text"));
        let record = r#"{"id":"a","fields":{"text":"hello there"},"metadata":{"from":"x"},"responses":{}}"#;
        assert_eq!(likely(&format!("{record}\n")), nested("fields.text"));
        let column = |name: &str| Text::Column(name.into());
        let tweet = r#"{"full_text":"hi","user":{"description":"somebody with a long description"}}"#;
        assert_eq!(likely(&format!("{tweet}\n")), column("full_text"));
        let answer = r#"{"antwort":"a long text of somebody","meta":{"comment":"ok"}}"#;
        assert_eq!(likely(&format!("{answer}\n")), column("antwort"));
        let only = r#"{"n":3,"said":{"by":"Anna","what":"hello there"}}"#;
        assert_eq!(likely(&format!("{only}\n")), nested("said.what"));
        assert_eq!(
            guess(&["when", "said"], &[&["2024-05-01T12:00:00Z", "hello"]]),
            1,
            "dates are no texts"
        );
    }

    #[test]
    fn labels_are_named_so_and_come_again() {
        let labels = |file: &str| likely_labels(&load(file.as_bytes()).expect("a table"), 0);
        let found = labels("text,n,Label\na,1,yes\nb,2,\nc,3,no\nd,4,yes\ne,5,no\n").expect("labels");
        assert_eq!(
            (found.column, found.per_cell, found.n_rows, found.n_labels),
            (2, PerCell::One, 4, 2)
        );
        assert_eq!(labels("text,n\na,1\nb,1\n"), None, "no name of labels");
        assert_eq!(labels("text,topic\na,one\nb,two\nc,three\n"), None, "each is another");
        assert_eq!(labels("label,n\na,1\na,1\n"), None, "those are the texts");
        assert_eq!(labels("text,label\na,\nb,\n"), None);
        let one = labels("text,label\na,yes\nb,\n").map(|found| found.n_rows);
        assert_eq!(one, Some(1), "of a file in which labeling has begun");
        let several = labels("text,tags\na,x; y\nb,x\nc,y; x\nd,y\n").map(|found| found.per_cell);
        assert_eq!(several, Some(PerCell::Between(';')));
    }

    #[test]
    fn else_the_longest_texts() {
        assert_eq!(
            guess(
                &["a", "b", "c"],
                &[&["1", "three words here", "x"], &["2", "and more words", "y"]]
            ),
            1
        );
        assert_eq!(guess(&["a", "b"], &[&["", ""]]), 0);
    }
}
