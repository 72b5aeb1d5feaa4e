//! Text search.

/// A search query. A text matches if it contains every word of the query, as a substring, case-insensitively.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query(Vec<String>);

impl Query {
    /// The whitespace-separated words of the input.
    pub fn new(typed: &str) -> Query {
        Query(typed.split_whitespace().map(str::to_lowercase).collect())
    }

    /// Whether the query has no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `text` contains every word; an empty query matches no text. O(letters · words).
    pub fn is_in(&self, text: &str) -> bool {
        if self.0.iter().all(|word| word.is_ascii()) {
            return !self.is_empty() && self.0.iter().all(|word| has_ascii(text.as_bytes(), word.as_bytes()));
        }
        let text = text.to_lowercase();
        self.0.iter().all(|word| text.contains(word))
    }
}

/// Whether `text` contains `word`, which is lowercase ASCII, case-insensitively; allocates nothing.
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

    proptest! {
        #[test]
        fn case_folding_agrees_with_the_standard_library(text in "[a-dA-D é]{0,20}", word in "[a-dA-D]{1,3}") {
            prop_assert_eq!(Query::new(&word).is_in(&text), text.to_lowercase().contains(&word.to_lowercase()));
        }
    }
}
