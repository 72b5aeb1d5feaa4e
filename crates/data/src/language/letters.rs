//! Determines the main script of a text, and extracts the words in the main script.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

/// A writing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Devanagari,
    /// Han characters and Japanese kana.
    Han,
    Hangul,
    Greek,
    Hebrew,
    Thai,
    Tamil,
    Bengali,
    Gujarati,
    Gurmukhi,
    Telugu,
    Kannada,
    Malayalam,
    Odia,
    Sinhala,
    Lao,
    Tibetan,
    Burmese,
    Khmer,
    Georgian,
    Armenian,
    Ethiopic,
    Thaana,
    /// Any other script.
    Other,
}

impl Script {
    /// How much a letter in this script counts, relative to a Latin letter.
    /// A Chinese character or a Korean syllable corresponds to several letters of an alphabet.
    fn weight(self) -> u32 {
        match self {
            Script::Han | Script::Hangul => 3,
            _ => 1,
        }
    }
}

const MAX_LETTERS: usize = 100;
const MAX_BYTES: usize = 4_000;
/// Minimum number of words in a Latin text. Shorter texts may be valid in many languages.
pub(super) const MIN_WORDS: usize = 3;

/// Returns the main script of `text`, and the words at the beginning of `text` in the main script, in lower case.
/// `None` if `text` has no letters. O(1).
///
/// The main script is the script with the most letters. A letter of another script counts as two and a half Latin letters.
/// Latin letters count less because texts of all scripts contain names of products and people in Latin letters.
/// Tokens that look like addresses, numbers, code or hashtags are skipped ([`is_noise`]).
/// Capitalized Latin words after the first word are often names.
/// Capitalized words are therefore skipped, unless fewer than [`MIN_WORDS`] words would remain.
pub(super) fn main_words(text: &str) -> Option<(Script, Vec<String>)> {
    let mut reader = WordReader::default();
    for letter in text[..text.floor_char_boundary(MAX_BYTES)].nfc() {
        if reader.n_letters >= MAX_LETTERS {
            break;
        }
        reader.push(letter);
    }
    reader.end_word();
    reader.end_token();
    let mut scripts = reader.scripts;
    let latin = scripts.get(&Script::Latin).map_or(0, |found| found.weight);
    let others = scripts.iter().filter(|(script, _)| **script != Script::Latin);
    let other = others.max_by_key(|(script, found)| (found.weight, Reverse(**script)));
    let script = match other {
        Some((&script, found)) if 5 * found.weight >= 2 * latin => script,
        _ => Script::Latin,
    };
    let ScriptWords { words, mut names, .. } = scripts.remove(&script)?;
    if words.len() < MIN_WORDS {
        names.extend(words);
        return Some((script, names));
    }
    Some((script, words))
}

#[derive(Default)]
struct ScriptWords {
    weight: u32,
    words: Vec<String>,
    /// Capitalized words, which may be names and are used only if there are few other words.
    names: Vec<String>,
}

#[derive(Default)]
struct WordReader {
    scripts: BTreeMap<Script, ScriptWords>,
    /// The word that is being read, if its script is not Latin, and the script of its first letter.
    word: Option<(Script, String)>,
    /// All Latin letters, digits and punctuation since the last space or the last letter of another script.
    token: String,
    n_letters: usize,
}

impl WordReader {
    fn push(&mut self, letter: char) {
        match kind(letter) {
            Kind::Mark => {}
            Kind::Letter(Script::Latin) | Kind::Other => {
                self.end_word();
                match letter.is_whitespace() {
                    true => self.end_token(),
                    false => self.token.push(letter),
                }
            }
            Kind::Letter(script) => {
                self.end_token();
                if self.word.as_ref().is_some_and(|(of_word, _)| *of_word != script) {
                    self.end_word();
                }
                let (_, word) = self.word.get_or_insert_with(|| (script, String::new()));
                word.extend(letter.to_lowercase());
                self.scripts.entry(script).or_default().weight += script.weight();
                self.n_letters += 1;
            }
        }
    }

    fn end_word(&mut self) {
        if let Some((script, word)) = self.word.take() {
            self.scripts.entry(script).or_default().words.push(word);
        }
    }

    fn end_token(&mut self) {
        let token = std::mem::take(&mut self.token);
        if is_noise(&token) {
            return;
        }
        let is_latin = |letter: char| matches!(kind(letter), Kind::Letter(Script::Latin));
        for word in token.split(|letter| !is_latin(letter)).filter(|word| !word.is_empty()) {
            let found = self.scripts.entry(Script::Latin).or_default();
            let is_first = found.words.is_empty();
            let n = word.chars().count();
            found.weight += n as u32;
            self.n_letters += n;
            // A capital I with a dot above becomes two characters in lower case.
            let letters = word.chars().flat_map(char::to_lowercase);
            let lower = letters.filter(|letter| !matches!(kind(*letter), Kind::Mark)).collect();
            match word.starts_with(char::is_uppercase) && !is_first {
                true => found.names.push(lower),
                false => found.words.push(lower),
            }
        }
    }
}

/// Whether a token says nothing about the language of its text.
/// Examples are addresses, numbers, mentions, hashtags, markup, formulas, paths and identifiers such as `maxLetters`.
fn is_noise(token: &str) -> bool {
    let is_code = |letter: char| letter.is_ascii_digit() || "_@#\\<>={}&$^~|/".contains(letter);
    if token.contains(is_code) || token.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("www.")) {
        return true;
    }
    let letters: Vec<char> = token.chars().collect();
    let has_inner_dot = letters
        .windows(3)
        .any(|three| three[1] == '.' && three[0].is_alphanumeric() && three[2].is_alphanumeric());
    let has_inner_capital = letters
        .windows(2)
        .any(|two| two[0].is_lowercase() && two[1].is_uppercase());
    has_inner_dot || has_inner_capital
}

pub(super) fn is_kana(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}')
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Letter(Script),
    /// A combining mark that is ignored, such as a vowel point.
    Mark,
    Other,
}

fn kind(letter: char) -> Kind {
    if letter.is_ascii() {
        return match letter.is_ascii_alphabetic() {
            true => Kind::Letter(Script::Latin),
            false => Kind::Other,
        };
    }
    let index = KINDS.partition_point(|(_, last, _)| *last < letter);
    match KINDS.get(index) {
        Some((first, _, kind)) if *first <= letter => *kind,
        _ if letter.is_alphabetic() => Kind::Letter(Script::Other),
        _ => Kind::Other,
    }
}

const LATIN: Kind = Kind::Letter(Script::Latin);
const CYRILLIC: Kind = Kind::Letter(Script::Cyrillic);
const ARABIC: Kind = Kind::Letter(Script::Arabic);
const DEVANAGARI: Kind = Kind::Letter(Script::Devanagari);
const HAN: Kind = Kind::Letter(Script::Han);
const HANGUL: Kind = Kind::Letter(Script::Hangul);
const GREEK: Kind = Kind::Letter(Script::Greek);
const HEBREW: Kind = Kind::Letter(Script::Hebrew);

/// First and last character of each range, in ascending order (Unicode 17, `Scripts.txt`).
/// The ranges contain letters and, in scripts of India and South-East Asia, vowel signs.
/// Letters in special styles, such as mathematical alphabets, count as Latin.
const KINDS: &[(char, char, Kind)] = &[
    ('\u{aa}', '\u{aa}', LATIN),
    ('\u{ba}', '\u{ba}', LATIN),
    ('\u{c0}', '\u{d6}', LATIN),
    ('\u{d8}', '\u{f6}', LATIN),
    ('\u{f8}', '\u{2af}', LATIN),
    ('\u{2b0}', '\u{36f}', Kind::Mark),
    ('\u{370}', '\u{373}', GREEK),
    ('\u{376}', '\u{377}', GREEK),
    ('\u{37b}', '\u{37d}', GREEK),
    ('\u{37f}', '\u{37f}', GREEK),
    ('\u{386}', '\u{386}', GREEK),
    ('\u{388}', '\u{3ff}', GREEK),
    ('\u{400}', '\u{481}', CYRILLIC),
    ('\u{483}', '\u{489}', Kind::Mark),
    ('\u{48a}', '\u{52f}', CYRILLIC),
    ('\u{531}', '\u{556}', Kind::Letter(Script::Armenian)),
    ('\u{560}', '\u{588}', Kind::Letter(Script::Armenian)),
    ('\u{591}', '\u{5bd}', Kind::Mark),
    ('\u{5bf}', '\u{5bf}', Kind::Mark),
    ('\u{5c1}', '\u{5c2}', Kind::Mark),
    ('\u{5c4}', '\u{5c5}', Kind::Mark),
    ('\u{5c7}', '\u{5c7}', Kind::Mark),
    ('\u{5d0}', '\u{5ea}', HEBREW),
    ('\u{5ef}', '\u{5f2}', HEBREW),
    ('\u{610}', '\u{61a}', Kind::Mark),
    ('\u{620}', '\u{63f}', ARABIC),
    // The Arabic tatweel is a line that lengthens a word and is not a letter.
    ('\u{640}', '\u{640}', Kind::Mark),
    ('\u{641}', '\u{64a}', ARABIC),
    ('\u{64b}', '\u{65f}', Kind::Mark),
    ('\u{66e}', '\u{66f}', ARABIC),
    ('\u{670}', '\u{670}', Kind::Mark),
    ('\u{671}', '\u{6d3}', ARABIC),
    ('\u{6d5}', '\u{6d5}', ARABIC),
    ('\u{6d6}', '\u{6dc}', Kind::Mark),
    ('\u{6df}', '\u{6e8}', Kind::Mark),
    ('\u{6ea}', '\u{6ed}', Kind::Mark),
    ('\u{6ee}', '\u{6ef}', ARABIC),
    ('\u{6fa}', '\u{6ff}', ARABIC),
    ('\u{750}', '\u{77f}', ARABIC),
    ('\u{780}', '\u{7b1}', Kind::Letter(Script::Thaana)),
    ('\u{870}', '\u{8c9}', ARABIC),
    ('\u{900}', '\u{963}', DEVANAGARI),
    ('\u{970}', '\u{97f}', DEVANAGARI),
    ('\u{980}', '\u{9e3}', Kind::Letter(Script::Bengali)),
    ('\u{9f0}', '\u{9f1}', Kind::Letter(Script::Bengali)),
    ('\u{a01}', '\u{a5e}', Kind::Letter(Script::Gurmukhi)),
    ('\u{a70}', '\u{a75}', Kind::Letter(Script::Gurmukhi)),
    ('\u{a81}', '\u{ae3}', Kind::Letter(Script::Gujarati)),
    ('\u{b01}', '\u{b63}', Kind::Letter(Script::Odia)),
    ('\u{b82}', '\u{bd7}', Kind::Letter(Script::Tamil)),
    ('\u{c00}', '\u{c63}', Kind::Letter(Script::Telugu)),
    ('\u{c80}', '\u{ce3}', Kind::Letter(Script::Kannada)),
    ('\u{d00}', '\u{d63}', Kind::Letter(Script::Malayalam)),
    ('\u{d7a}', '\u{d7f}', Kind::Letter(Script::Malayalam)),
    ('\u{d81}', '\u{ddf}', Kind::Letter(Script::Sinhala)),
    ('\u{e01}', '\u{e3a}', Kind::Letter(Script::Thai)),
    ('\u{e40}', '\u{e4e}', Kind::Letter(Script::Thai)),
    ('\u{e81}', '\u{ece}', Kind::Letter(Script::Lao)),
    ('\u{edc}', '\u{edf}', Kind::Letter(Script::Lao)),
    ('\u{f40}', '\u{fbc}', Kind::Letter(Script::Tibetan)),
    ('\u{1000}', '\u{103f}', Kind::Letter(Script::Burmese)),
    ('\u{1050}', '\u{108f}', Kind::Letter(Script::Burmese)),
    ('\u{10a0}', '\u{10ff}', Kind::Letter(Script::Georgian)),
    ('\u{1100}', '\u{11ff}', HANGUL),
    ('\u{1200}', '\u{135a}', Kind::Letter(Script::Ethiopic)),
    ('\u{1380}', '\u{138f}', Kind::Letter(Script::Ethiopic)),
    ('\u{1780}', '\u{17d3}', Kind::Letter(Script::Khmer)),
    ('\u{1c80}', '\u{1c8a}', CYRILLIC),
    ('\u{1c90}', '\u{1cbf}', Kind::Letter(Script::Georgian)),
    ('\u{1d00}', '\u{1dbf}', LATIN),
    ('\u{1dc0}', '\u{1dff}', Kind::Mark),
    ('\u{1e00}', '\u{1eff}', LATIN),
    ('\u{1f00}', '\u{1fff}', GREEK),
    ('\u{2071}', '\u{209c}', LATIN),
    ('\u{2100}', '\u{2188}', LATIN),
    ('\u{24b6}', '\u{24e9}', LATIN),
    ('\u{2c60}', '\u{2c7f}', LATIN),
    ('\u{2d00}', '\u{2d2d}', Kind::Letter(Script::Georgian)),
    ('\u{2d80}', '\u{2dde}', Kind::Letter(Script::Ethiopic)),
    ('\u{2e80}', '\u{2fd5}', HAN),
    ('\u{3005}', '\u{3007}', HAN),
    ('\u{3021}', '\u{3029}', HAN),
    ('\u{3041}', '\u{3096}', HAN),
    ('\u{309d}', '\u{309f}', HAN),
    ('\u{30a1}', '\u{30fa}', HAN),
    ('\u{30fc}', '\u{30ff}', HAN),
    ('\u{3105}', '\u{312f}', HAN),
    ('\u{3131}', '\u{318e}', HANGUL),
    ('\u{31a0}', '\u{31bf}', HAN),
    ('\u{31f0}', '\u{31ff}', HAN),
    ('\u{3400}', '\u{4dbf}', HAN),
    ('\u{4e00}', '\u{9fff}', HAN),
    ('\u{a640}', '\u{a69d}', CYRILLIC),
    ('\u{a720}', '\u{a7ff}', LATIN),
    ('\u{a8e0}', '\u{a8ff}', DEVANAGARI),
    ('\u{a960}', '\u{a97c}', HANGUL),
    ('\u{ab01}', '\u{ab2e}', Kind::Letter(Script::Ethiopic)),
    ('\u{ab30}', '\u{ab6f}', LATIN),
    ('\u{ac00}', '\u{d7a3}', HANGUL),
    ('\u{d7b0}', '\u{d7fb}', HANGUL),
    ('\u{f900}', '\u{faff}', HAN),
    ('\u{fb00}', '\u{fb06}', LATIN),
    ('\u{fb13}', '\u{fb17}', Kind::Letter(Script::Armenian)),
    ('\u{fb1d}', '\u{fb4f}', HEBREW),
    ('\u{fb50}', '\u{fdfb}', ARABIC),
    ('\u{fe70}', '\u{fefc}', ARABIC),
    ('\u{ff21}', '\u{ff3a}', LATIN),
    ('\u{ff41}', '\u{ff5a}', LATIN),
    ('\u{ff66}', '\u{ff9f}', HAN),
    ('\u{1d400}', '\u{1d7cb}', LATIN),
    ('\u{1f130}', '\u{1f189}', LATIN),
    ('\u{20000}', '\u{323af}', HAN),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Option<(Script, String)> {
        main_words(text).map(|(script, words)| (script, words.join(" ")))
    }

    fn of(script: Script, words: &str) -> Option<(Script, String)> {
        Some((script, words.to_owned()))
    }

    #[test]
    fn ranges_are_ascending_and_disjoint() {
        assert!(KINDS.iter().all(|(first, last, _)| first <= last));
        assert!(KINDS.windows(2).all(|two| two[0].1 < two[1].0));
        let kinds = ['a', 'Z', 'ß', 'ж', 'ع', 'क', '्', '猫', 'の', '한', 'ω', 'ש', 'ᏸ'].map(kind);
        use Script::{Arabic, Cyrillic, Devanagari, Greek, Han, Hangul, Hebrew, Latin, Other};
        let scripts = [
            Latin, Latin, Latin, Cyrillic, Arabic, Devanagari, Devanagari, Han, Han, Hangul, Greek, Hebrew, Other,
        ];
        assert_eq!(kinds, scripts.map(Kind::Letter));
        assert_eq!(['3', '😀', '×', '।', '٣', '、'].map(kind), [Kind::Other; 6]);
    }

    #[test]
    fn words_are_in_lower_case_without_vowel_points() {
        assert_eq!(words("L'été à ÜSKÜDAR!"), of(Script::Latin, "l été à"));
        assert_eq!(words("İZMİR"), of(Script::Latin, "izmir"));
        assert_eq!(words("e\u{301}te\u{301}"), of(Script::Latin, "été"));
        assert_eq!(words("كِتَابٌ جـــديد"), of(Script::Arabic, "كتاب جديد"));
        assert_eq!(words("Моё ИМЯ"), of(Script::Cyrillic, "моё имя"));
        assert_eq!(words("मेरा नाम, क्या?"), of(Script::Devanagari, "मेरा नाम क्या"));
    }

    #[test]
    fn tokens_that_are_no_words_are_skipped() {
        let noise = "https://example.com/some/path www.example.com a@b.org example.org @someone #topic 12.5 3rd x_1 \
                     maxLetters <br/> {x} a=b C:\\temp and/or";
        for token in noise.split_whitespace() {
            assert_eq!(words(token), None, "{token}");
            let around = format!("We saw {token} there.");
            assert_eq!(words(&around), of(Script::Latin, "we saw there"), "{token}");
        }
        assert_eq!(["", "12 €", "😀 ❤️", "...?!"].map(words), [const { None }; 4]);
    }

    #[test]
    fn latin_names_do_not_change_the_script() {
        assert_eq!(words("我的iPhone 15 Pro Max坏了"), of(Script::Han, "我的 坏了"));
        assert_eq!(words("看https://example.com/a吧"), of(Script::Han, "看 吧"));
        assert_eq!(words("मेरा card block हो गया"), of(Script::Devanagari, "मेरा हो गया"));
        assert_eq!(
            words("What does 猫 mean?").map(|(script, _)| script),
            Some(Script::Latin)
        );
        assert_eq!(
            words("The angle α is right.").map(|(script, _)| script),
            Some(Script::Latin)
        );
    }

    #[test]
    fn capitalized_words_are_skipped_unless_few_words_remain() {
        assert_eq!(words("Who is older, Petra Kvitová?"), of(Script::Latin, "who is older"));
        assert_eq!(words("Petra Kvitová won"), of(Script::Latin, "kvitová petra won"));
        assert_eq!(words("WHO IS OLDER"), of(Script::Latin, "is older who"));
    }

    #[test]
    fn only_the_beginning_is_read() {
        let long = "word ".repeat(1_000_000);
        let (_, words) = main_words(&long).expect("words");
        assert_eq!(words.len(), MAX_LETTERS / 4);
        let late = " ".repeat(MAX_BYTES) + "word";
        assert_eq!(main_words(&late), None);
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in "\\PC{0,60}") {
            if let Some((_, words)) = main_words(&text) {
                prop_assert!(!words.is_empty() && words.iter().all(|word| !word.is_empty()));
            }
        }
    }
}
