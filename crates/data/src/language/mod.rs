//! Recognizes the languages of the texts in a pool.
//!
//! ```text
//!  text ──letters──▶ main script, words ──profiles──▶ rarity of the trigrams in each language of the script
//!                         │                                      │
//!                         │ if the script has one language       ▼ rarities for all texts
//!                         └────────────▶ TextLanguages ◀── mixture: share of each language, language of each text
//! ```
//!
//! 1. The script of the letters decides first. A text in Devanagari cannot be English, regardless of its trigrams.
//! 2. Within a script, trigram profiles determine how likely the text is in each language (Cavnar and Trenkle 1994).
//!    The profiles of Cavnar and Trenkle contain ranks, whereas the profiles of this program contain probabilities.
//! 3. The texts of a script are modeled as drawn from a mixture of languages.
//!    Each text is assigned to its most probable language, given the shares of the languages in all texts together.
//!
//! At most [`MAX_TEXTS`] texts are inspected, spread evenly over the pool, and about 100 letters of each text.

mod letters;
mod mixture;
mod names;
mod profiles;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::letters::Script;
pub use self::names::{ENGLISH, UNKNOWN, english_name};
use self::profiles::Profiles;
use super::Pool;

/// Maximum number of inspected texts. The sample determines the share of a language in a larger pool to within one percent.
const MAX_TEXTS: usize = 10_000;
/// Maximum number of columns whose languages are recognized, in addition to the text column.
const MAX_COLUMNS: usize = 12;
/// Minimum number of letters in the words of all Latin texts together. With fewer letters, the language is unknown.
/// Words of one letter do not count, because names such as `a`, `b`, `c` are in no language.
const MIN_LATIN_LETTERS: usize = 12;
/// The program reports other languages if at least one text in 20 (5 %) is not in English.
/// English texts with foreign names may be classified as other languages: at most 0.4 % of the texts in six English pools.
const MAX_ENGLISH_PER_OTHER: u32 = 20;

/// Languages of the texts in a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLanguages {
    /// Number of texts in the column.
    pub n_texts: u32,
    /// Number of inspected texts, spread evenly over all texts. All other counts refer to the inspected texts.
    pub n_inspected: u32,
    /// The languages and their numbers of texts, most frequent first. Ties are ordered by tag.
    pub languages: Vec<LanguageCount>,
}

/// A language and the number of texts in the language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageCount {
    /// ISO 639-3 code of the language, followed by the script if it is unusual for the language, as in BCP 47.
    /// For example, `hin-Latn` is Hindi in Latin letters. [`UNKNOWN`] represents unsupported scripts.
    pub tag: String,
    /// Number of inspected texts in the language.
    pub n_texts: u32,
}

impl TextLanguages {
    /// Number of inspected texts whose language is unknown, because they have no words or are too short.
    pub fn n_undetermined(&self) -> u32 {
        self.n_inspected.saturating_sub(total(self.languages.iter()))
    }

    /// The languages other than English, most frequent first.
    pub fn not_english(&self) -> impl Iterator<Item = &LanguageCount> {
        self.languages.iter().filter(|language| language.tag != ENGLISH)
    }

    /// Number of inspected texts in languages other than English.
    pub fn n_not_english(&self) -> u32 {
        total(self.not_english())
    }

    /// Whether enough texts are not in English to warn the user of an English encoder.
    /// At least 5 % of the texts with a known language, and at least two texts (or the only text), must not be in English.
    pub fn is_not_english(&self) -> bool {
        let n_known = total(self.languages.iter());
        let n = self.n_not_english();
        n > 0 && n >= n_known.min(2) && n.saturating_mul(MAX_ENGLISH_PER_OTHER) >= n_known
    }

    /// The script of most texts with a known language. Ties go to the script that comes first in [`Script`].
    /// `None` if no text has a known language.
    pub fn main_script(&self) -> Option<Script> {
        let mut n_of: BTreeMap<Script, u32> = BTreeMap::new();
        for language in &self.languages {
            let script = names::script_of(&language.tag).unwrap_or(Script::Other);
            let n = n_of.entry(script).or_default();
            *n = n.saturating_add(language.n_texts);
        }
        let most = n_of.into_iter().max_by_key(|(script, n)| (*n, Reverse(*script)));
        most.map(|(script, _)| script)
    }

    /// Adds the language counts of other texts.
    pub fn merge(&mut self, other: &TextLanguages) {
        let languages = self.languages.iter().chain(&other.languages);
        let mut n_of: BTreeMap<&str, u32> = BTreeMap::new();
        for language in languages {
            let n = n_of.entry(&language.tag).or_default();
            *n = n.saturating_add(language.n_texts);
        }
        *self = TextLanguages {
            n_texts: self.n_texts.saturating_add(other.n_texts),
            n_inspected: self.n_inspected.saturating_add(other.n_inspected),
            languages: most_frequent_first(n_of),
        };
    }
}

/// Total number of texts in `languages`. The sum saturates, because stored projects can contain any numbers.
fn total<'a>(languages: impl Iterator<Item = &'a LanguageCount>) -> u32 {
    languages.fold(0, |n, language| n.saturating_add(language.n_texts))
}

/// Languages of a pool's columns by column name, without columns where no language was recognized.
/// Columns other than the text column are included, because the user may choose another text column later.
/// O(n) time to iterate over n texts, and O(1) time to examine a sample.
pub fn column_languages(pool: &Pool, text_column: usize) -> BTreeMap<String, TextLanguages> {
    let profiles = Profiles::new();
    let beyond = Some(text_column).filter(|&column| column >= MAX_COLUMNS);
    let columns = (0..pool.columns().len().min(MAX_COLUMNS)).chain(beyond);
    let languages = |column| {
        let cells = pool.instances().map(|instance| instance.cell(column));
        let found = languages_with(&profiles, cells);
        (!found.languages.is_empty()).then(|| (pool.columns()[column].clone(), found))
    };
    columns.filter_map(languages).collect()
}

/// Recognizes the languages of `texts`. Deterministic. O(1), apart from iterating over the texts.
pub fn text_languages<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> TextLanguages {
    languages_with(&Profiles::new(), texts)
}

struct Candidate {
    likelihoods: Vec<f64>,
    is_short: bool,
}

fn languages_with<'a>(profiles: &Profiles, texts: impl ExactSizeIterator<Item = &'a str>) -> TextLanguages {
    let n_texts = texts.len() as u32;
    let mut n_inspected = 0;
    let mut n_of: BTreeMap<&str, u32> = BTreeMap::new();
    let mut candidates: BTreeMap<Script, Vec<Candidate>> = BTreeMap::new();
    let mut n_latin_letters = 0;
    let step = texts.len().div_ceil(MAX_TEXTS).max(1);
    for text in texts.step_by(step) {
        n_inspected += 1;
        let Some((script, words)) = letters::main_words(text) else {
            continue;
        };
        let Some(profile) = profiles.of(script) else {
            *n_of.entry(names::language_of(script)).or_default() += 1;
            continue;
        };
        let rarity = profile.rarity(script, &words);
        let is_latin = script == Script::Latin;
        if is_latin && rarity.n_known == 0 {
            continue;
        }
        if is_latin {
            let lengths = words.iter().map(|word| word.chars().count());
            n_latin_letters += lengths.filter(|&length| length > 1).sum::<usize>();
        }
        candidates.entry(script).or_default().push(Candidate {
            likelihoods: mixture::likelihoods(&rarity.digits),
            is_short: is_latin && words.len() < letters::MIN_WORDS,
        });
    }
    if n_latin_letters < MIN_LATIN_LETTERS {
        candidates.remove(&Script::Latin);
    }
    for (script, texts) in &candidates {
        let Some(profile) = profiles.of(*script) else {
            continue;
        };
        let likelihoods: Vec<&[f64]> = texts.iter().map(|text| &*text.likelihoods).collect();
        let shares = mixture::shares(&likelihoods);
        for text in texts {
            let language = mixture::most_probable(&text.likelihoods, &shares);
            // A very short text, such as a single name, is counted only if its language is the language of most texts.
            if !text.is_short || shares[language] >= 0.5 {
                *n_of.entry(profile.tags[language]).or_default() += 1;
            }
        }
    }
    TextLanguages {
        n_texts,
        n_inspected,
        languages: most_frequent_first(n_of),
    }
}

fn most_frequent_first(n_of: BTreeMap<&str, u32>) -> Vec<LanguageCount> {
    let mut languages: Vec<LanguageCount> = n_of
        .into_iter()
        .map(|(tag, n_texts)| LanguageCount {
            tag: tag.to_owned(),
            n_texts,
        })
        .collect();
    // A stable sort keeps ties in the order of the tags.
    languages.sort_by_key(|language| Reverse(language.n_texts));
    languages
}
