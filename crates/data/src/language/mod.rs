//! Recognizes the languages of the texts in a pool.
//!
//! ```text
//!  text ──letters──▶ main script, words ──profiles──▶ how rare its trigrams are in each language of the script
//!                         │                                      │
//!                         │ a script with one language           ▼ of all texts
//!                         └────────────▶ TextLanguages ◀── mixture: share of each language, language of each text
//! ```
//!
//! 1. The script decides first. A text in Devanagari is not English, whatever its trigrams are.
//! 2. Within a script, profiles of trigrams tell how likely the text is in each language (Cavnar and Trenkle 1994; here with
//!    probabilities instead of ranks).
//! 3. The texts of a script are seen as drawn from a mixture of languages. A text gets its most probable language, given the
//!    shares that all texts together suggest.
//!
//! Up to [`MAX_TEXTS`] texts are inspected, spread evenly over the pool, and about 100 letters of each.

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

/// Number of texts that are inspected at most. The share of a language in a larger pool is known to within one percent.
const MAX_TEXTS: usize = 10_000;
/// Number of columns of a wide table that are inspected, in addition to the text column.
const MAX_COLUMNS: usize = 12;
/// Number of letters in the words of all Latin texts together below which their language is unknown. Words of one letter do not
/// count: in names such as `a`, `b`, `c` there is no language.
const MIN_LATIN_LETTERS: usize = 12;
/// Of how many texts one has to be in another language before this is reported. Single texts with foreign names are taken for
/// texts in another language; in six English pools these were at most 0.4 %.
const MAX_ENGLISH_PER_OTHER: u32 = 20;

/// In which languages the texts of a column are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLanguages {
    /// Number of texts.
    pub n_texts: u32,
    /// Number of inspected texts, spread evenly over all texts. The following numbers are about these.
    pub n_inspected: u32,
    /// The languages, most frequent first. Ties: by tag.
    pub languages: Vec<LanguageCount>,
}

/// How many texts are in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageCount {
    /// The code of ISO 639-3, followed by the script if it is not the usual one, as in BCP 47: `hin-Latn` is Hindi in Latin
    /// letters. [`UNKNOWN`] in scripts that are not supported.
    pub tag: String,
    /// Number of inspected texts.
    pub n_texts: u32,
}

impl TextLanguages {
    /// Number of inspected texts whose language is not known: without words, or too short.
    pub fn n_undetermined(&self) -> u32 {
        self.n_inspected.saturating_sub(total(self.languages.iter()))
    }

    /// The languages other than English, most frequent first.
    pub fn not_english(&self) -> impl Iterator<Item = &LanguageCount> {
        self.languages.iter().filter(|language| language.tag != ENGLISH)
    }

    /// Number of inspected texts in other languages than English.
    pub fn n_not_english(&self) -> u32 {
        total(self.not_english())
    }

    /// Whether so many texts are in other languages than English that the user of an English encoder should know: at least
    /// 5 % of the texts with a known language, and more than one text, unless there is only one.
    pub fn is_not_english(&self) -> bool {
        let n_known = total(self.languages.iter());
        let n = self.n_not_english();
        n > 0 && n >= n_known.min(2) && n.saturating_mul(MAX_ENGLISH_PER_OTHER) >= n_known
    }

    /// The script of most texts with a known language. Ties: the first one in the order of [`Script`]. None without such
    /// texts.
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

    /// Adds the counts of other texts.
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

/// The number of texts in `languages`. Saturates, because stored projects can contain any numbers.
fn total<'a>(languages: impl Iterator<Item = &'a LanguageCount>) -> u32 {
    languages.fold(0, |n, language| n.saturating_add(language.n_texts))
}

/// The languages of a pool's columns by column name, without the columns in which no language was recognized. The user may
/// choose another text column later. O(1), apart from iterating over the texts.
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

/// The languages of `texts`. Deterministic. O(1), apart from iterating over the texts.
pub fn text_languages<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> TextLanguages {
    languages_with(&Profiles::new(), texts)
}

/// A text in a script with several languages.
struct Candidate {
    /// For each language of the script.
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
            // A name or a single word is only counted for the language of most texts.
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
    // Stable, so that ties remain in the order of the tags.
    languages.sort_by_key(|language| Reverse(language.n_texts));
    languages
}
