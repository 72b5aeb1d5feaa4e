//! Searches for words in texts and in table rows.

/// A search query.
/// A text or a table row matches if it contains every word of the query as a substring. Case is ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query(Vec<String>);

impl Query {
    /// Splits the input into words at white space.
    pub fn new(typed: &str) -> Query {
        Query(typed.split_whitespace().map(str::to_lowercase).collect())
    }

    /// Whether the search query has no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `text` contains every word of the query. An empty query matches no text. O(letters · words) time.
    pub fn is_in(&self, text: &str) -> bool {
        if self.0.iter().all(|word| word.is_ascii()) {
            return !self.is_empty() && self.0.iter().all(|word| has_ascii(text.as_bytes(), word.as_bytes()));
        }
        let text = text.to_lowercase();
        self.0.iter().all(|word| text.contains(word))
    }

    /// Whether each word of the query is in at least one cell of a table row. An empty query matches no row.
    /// `cells` returns the cells of the row. O(letters · words) time.
    pub fn is_in_row<'a, I: Iterator<Item = &'a str>>(&self, cells: impl Fn() -> I) -> bool {
        !self.is_empty() && self.0.iter().all(|word| cells().any(|cell| has_word(cell, word)))
    }

    /// Whether `text` contains at least one word of the query. O(letters · words) time.
    pub fn is_partly_in(&self, text: &str) -> bool {
        self.0.iter().any(|word| has_word(text, word))
    }
}

/// Whether `text` contains `word` as a substring. The letter case of `text` is ignored. `word` must be lowercase.
fn has_word(text: &str, word: &str) -> bool {
    match word.is_ascii() {
        true => has_ascii(text.as_bytes(), word.as_bytes()),
        false => text.to_lowercase().contains(word),
    }
}

/// Whether `text` contains `word`, a word of ASCII letters, as a substring. Case is ignored.
/// Unlike `has_word`, the function allocates no memory.
fn has_ascii(text: &[u8], word: &[u8]) -> bool {
    let first = word[0];
    let begins = |window: &&[u8]| window[0].to_ascii_lowercase() == first && window.eq_ignore_ascii_case(word);
    text.windows(word.len()).any(|window| begins(&window))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_word_must_occur_in_any_order_and_case() {
        let query = Query::new("  Card LOST ");
        assert!(query.is_in("I lost my card."));
        assert!(query.is_in("discarded, Lostness"));
        assert!(!query.is_in("my card is here"));
        assert!(Query::new("").is_empty() && !Query::new("").is_in("anything"));
        assert!(Query::new("ÄRZTE").is_in("die Ärzte") && !Query::new("ärzte").is_in("arzte"));
    }

    #[test]
    fn words_may_be_in_different_cells_of_a_row() {
        let row = ["I lost my card", "Bank", "Łódź"];
        let query = |typed: &str| Query::new(typed).is_in_row(|| row.into_iter());
        assert!(query("card BANK") && query("łódź lost") && query("bank"));
        assert!(!query("card bank food") && !query(" ") && !query("cardbank"));
        assert!(Query::new("food lost").is_partly_in(row[0]) && !Query::new("food").is_partly_in(row[0]));
        assert!(!Query::new("").is_partly_in(row[0]));
    }

    proptest! {
        #[test]
        fn case_folding_agrees_with_the_standard_library(text in "[a-dA-D é]{0,20}", word in "[a-dA-D]{1,3}") {
            prop_assert_eq!(Query::new(&word).is_in(&text), text.to_lowercase().contains(&word.to_lowercase()));
        }
    }
}
