//! Which column holds the texts.

use serde::de::IgnoredAny;

use super::Pool;

/// Names that columns of texts have, the most telling first.
const NAMES: [&str; 20] = [
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

/// The index of the column that most likely holds the texts: one that is named like one, else the one with the
/// longest cells on average; ties: the first. Columns without any text, or of numbers and JSON alone, do not count, unless all
/// are so.
/// O(size of the pool).
pub fn guess_text_column(pool: &Pool) -> usize {
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
    let is_word_of = |name: &str, known: &str| name.split(|c: char| !c.is_alphanumeric()).any(|word| word == known);
    named(|name, known| name == known)
        .or_else(|| named(is_word_of))
        .unwrap_or_else(|| {
            let longest = lengths.iter().copied().max().unwrap_or(0);
            lengths.iter().position(|&length| length == longest).unwrap_or(0)
        })
}

/// A number, or a list or an object of JSON.
fn is_no_text(cell: &str) -> bool {
    let cell = cell.trim();
    let is_json = || serde_json::from_str::<IgnoredAny>(cell).is_ok();
    cell.parse::<f64>().is_ok() || (cell.starts_with(['[', '{']) && is_json())
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
