//! Function words (stop words): articles, pronouns, prepositions, conjunctions, auxiliary verbs, particles.
//!
//! `function_words.txt` has one line per language: a language tag of [`fastgas_data::text_languages`], then the words.
//! The words of a language are sorted and in lowercase. The lists were made for this program.
//! The lists do not contain content words, even if a content word is frequent.
//! Twelve of the recognized languages have no list, for example Japanese, whose particles are in Hiragana.
//! Thai has no list, because its words cannot be separated without a dictionary.

const WORDS: &str = include_str!("function_words.txt");

/// The function words of the language with the given tag. Empty if the language has no list.
pub(crate) fn function_words(tag: &str) -> impl Iterator<Item = &'static str> {
    let line = WORDS.lines().find_map(|line| line.strip_prefix(tag)?.strip_prefix(' '));
    line.unwrap_or_default().split_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_a_known_language_and_sorted_lowercase_words() {
        let tags: Vec<&str> = WORDS.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(tags.is_sorted(), "{tags:?}");
        for tag in tags {
            assert_ne!(fastgas_data::english_name(tag), tag, "the language is not recognized");
            let words: Vec<&str> = function_words(tag).collect();
            assert!(words.len() > 20, "{tag}: {}", words.len());
            assert!(words.windows(2).all(|pair| pair[0] < pair[1]), "{tag}");
            assert!(words.iter().all(|word| word.to_lowercase() == *word), "{tag}");
        }
    }

    #[test]
    fn list_belongs_to_exactly_one_tag() {
        let has = |tag: &str, word: &str| function_words(tag).any(|other| other == word);
        assert!(has("eng", "the") && has("deu", "und") && has("srp", "није") && has("srp-Latn", "nije"));
        assert!(
            !has("srp", "nije") && !has("eng", "die"),
            "“die” is a content word in English"
        );
        assert_eq!(["jpn", "und", "", "s"].map(|tag| function_words(tag).count()), [0; 4]);
    }
}
