//! Measures how well words match the trigram profile of each language in a script.

use std::collections::BTreeMap;

use super::letters::{Script, is_kana};

/// Trigram tables of the scripts with several languages. The first line of each table is `= SCRIPT TAG…`.
/// Each other line is a trigram, in which `_` is a word boundary, and one digit per language.
/// Digit 0 means a share between 1/16 and 1/4 of all trigrams. Each subsequent factor of 1/4 adds 1 to the digit.
/// The lines are sorted by trigram. The script `crates/data/language/make_profiles.py` writes `profiles.txt`.
const TABLES: &str = include_str!("profiles.txt");

const BOUNDARY: char = '_';

/// Weight of a Chinese character compared to a trigram. The weight is 3, because each letter is in three trigrams.
const HAN_FACTOR: u16 = 3;
/// Each Japanese kana adds this amount to the trigram digits of every language except Japanese.
const KANA_DIGITS: u16 = 5;

pub(super) struct Profiles(BTreeMap<Script, Profile>);

pub(super) struct Profile {
    pub tags: Vec<&'static str>,
    grams: Vec<[char; 3]>,
    /// One digit per trigram and language, ordered by trigram.
    digits: Vec<u8>,
}

/// How rare the trigrams of a text are in the languages of its script.
pub(super) struct Rarity {
    /// For each language, the sum of the trigram digits. Only differences between languages matter.
    pub digits: Vec<u16>,
    /// Number of the text's trigrams that the table contains.
    pub n_known: usize,
}

impl Profiles {
    pub(super) fn new() -> Profiles {
        let sections = TABLES.split("= ").filter(|section| !section.is_empty());
        Profiles(sections.filter_map(Profile::read).collect())
    }

    pub(super) fn of(&self, script: Script) -> Option<&Profile> {
        self.0.get(&script)
    }
}

impl Profile {
    fn read(section: &'static str) -> Option<(Script, Profile)> {
        let mut lines = section.lines();
        let mut header = lines.next()?.split(' ');
        let script = match header.next()? {
            "Latn" => Script::Latin,
            "Cyrl" => Script::Cyrillic,
            "Arab" => Script::Arabic,
            "Deva" => Script::Devanagari,
            "Hani" => Script::Han,
            _ => return None,
        };
        let mut profile = Profile {
            tags: header.collect(),
            grams: Vec::new(),
            digits: Vec::new(),
        };
        for (gram, digits) in lines.filter_map(|line| line.split_once(' ')) {
            profile.grams.push(key(gram.chars()));
            profile.digits.extend(digits.bytes().map(|digit| digit - b'0'));
        }
        Some((script, profile))
    }

    /// For each language of `script`, how rare the trigrams in `words` are. O(letters · (log trigrams + languages)).
    pub(super) fn rarity(&self, script: Script, words: &[String]) -> Rarity {
        let mut rarity = Rarity {
            digits: vec![0; self.tags.len()],
            n_known: 0,
        };
        for word in words {
            match script {
                Script::Han => word.chars().for_each(|letter| self.add_character(letter, &mut rarity)),
                _ => self.add_trigrams(word, &mut rarity),
            }
        }
        rarity
    }

    fn add_trigrams(&self, word: &str, rarity: &mut Rarity) {
        let boundary = || std::iter::once(BOUNDARY);
        let letters: Vec<char> = boundary().chain(word.chars()).chain(boundary()).collect();
        for gram in letters.windows(3) {
            self.add(key(gram.iter().copied()), 1, rarity);
        }
    }

    fn add_character(&self, letter: char, rarity: &mut Rarity) {
        if !is_kana(letter) {
            self.add(key([letter].into_iter()), HAN_FACTOR, rarity);
            return;
        }
        rarity.n_known += 1;
        for (tag, sum) in self.tags.iter().zip(&mut rarity.digits) {
            if *tag != "jpn" {
                *sum += HAN_FACTOR * KANA_DIGITS;
            }
        }
    }

    fn add(&self, gram: [char; 3], factor: u16, rarity: &mut Rarity) {
        let Ok(index) = self.grams.binary_search(&gram) else {
            return;
        };
        rarity.n_known += 1;
        let digits = &self.digits[index * self.tags.len()..][..self.tags.len()];
        for (sum, digit) in rarity.digits.iter_mut().zip(digits) {
            *sum += factor * u16::from(*digit);
        }
    }
}

/// Returns the first three letters as a trigram. Word boundaries replace missing letters.
fn key(letters: impl Iterator<Item = char>) -> [char; 3] {
    let mut key = [BOUNDARY; 3];
    for (place, letter) in key.iter_mut().zip(letters) {
        *place = letter;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_complete_and_sorted() {
        let Profiles(profiles) = Profiles::new();
        let sizes = profiles.iter().map(|(script, profile)| (*script, profile.tags.len()));
        let expected = [
            (Script::Latin, 44),
            (Script::Cyrillic, 8),
            (Script::Arabic, 3),
            (Script::Devanagari, 3),
            (Script::Han, 2),
        ];
        assert_eq!(sizes.collect::<Vec<_>>(), expected);
        for profile in profiles.values() {
            assert!(profile.tags.is_sorted() && profile.grams.is_sorted());
            assert!(profile.grams.len() > 400);
            assert_eq!(profile.digits.len(), profile.grams.len() * profile.tags.len());
            assert!(profile.digits.iter().all(|digit| *digit < 8));
        }
        let lines = TABLES.lines().filter(|line| !line.starts_with("= ")).count();
        assert_eq!(
            lines,
            profiles.values().map(|profile| profile.grams.len()).sum::<usize>()
        );
    }

    #[test]
    fn frequent_trigrams_have_small_digits() {
        let profiles = Profiles::new();
        let latin = profiles.of(Script::Latin).expect("a profile");
        let digits = |word: &str, tag: &str| {
            let index = latin.tags.iter().position(|of| *of == tag).expect("a language");
            latin.rarity(Script::Latin, &[word.to_owned()]).digits[index]
        };
        assert!(digits("the", "eng") + 3 < digits("the", "deu"));
        assert!(digits("nicht", "deu") + 3 < digits("nicht", "eng"));
        assert_eq!(latin.rarity(Script::Latin, &["zqxj".to_owned()]).n_known, 0);
    }

    #[test]
    fn kana_are_japanese() {
        let profiles = Profiles::new();
        let han = profiles.of(Script::Han).expect("a profile");
        assert_eq!(han.tags, ["cmn", "jpn"]);
        let rarity = han.rarity(Script::Han, &["カード".to_owned()]);
        assert_eq!(
            (rarity.digits, rarity.n_known),
            (vec![3 * HAN_FACTOR * KANA_DIGITS, 0], 3)
        );
    }
}
