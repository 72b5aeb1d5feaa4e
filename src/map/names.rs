//! What a part is about, in a few of its words.

use std::collections::HashMap;

/// Words in a part's name, at most.
const N_WORDS: usize = 3;
/// A word tells of a part when its share of the part's texts is so many times its share of all texts.
const LEAST_LIFT: f64 = 1.5;

/// The telling words of each part, best first; no more than three, none where no word tells.
///
/// Class-based TF-IDF (Grootendorst 2022) with its two remedies against words that are everywhere: the square root of the
/// frequency inside the part, and BM25's weight of the frequency in all parts. A text counts a word once, so no single
/// text names a part; a word must be in two of its texts, unless it has only one, and clearly more often than elsewhere.
/// Of two words that begin alike (`game`, `games`) the better stands for both. Ties: the word in more texts of the part,
/// then the alphabet.
///
/// A word is a run of letters and digits with a letter in it, in small letters; of scripts without spaces between
/// words, each two neighboring characters. `part_of`: below `n_parts`, one for each text. O(letters) time and space.
pub fn name_parts<'a>(texts: impl IntoIterator<Item = &'a str>, part_of: &[u32], n_parts: u32) -> Vec<Vec<String>> {
    let mut vocabulary = Vocabulary::default();
    let mut texts_of_part: Vec<Vec<Vec<u32>>> = vec![Vec::new(); n_parts as usize];
    for (text, &part) in texts.into_iter().zip(part_of) {
        texts_of_part[part as usize].push(vocabulary.words_in(text));
    }
    let n_words: usize = vocabulary.in_texts.iter().map(|&count| count as usize).sum();
    let mean = n_words as f64 / f64::from(n_parts.max(1));
    let n_texts = part_of.len() as f64;

    let mut in_part = vec![0u32; vocabulary.words.len()];
    let mut names = Vec::with_capacity(n_parts as usize);
    for texts in &texts_of_part {
        let mut seen = Vec::new();
        for &word in texts.iter().flatten() {
            if in_part[word as usize] == 0 {
                seen.push(word);
            }
            in_part[word as usize] += 1;
        }
        let least = 2.min(texts.len() as u32);
        let mut telling: Vec<(f64, u32, &str)> = Vec::new();
        for &word in &seen {
            let (inside, all) = (in_part[word as usize], f64::from(vocabulary.in_texts[word as usize]));
            let lift = f64::from(inside) / texts.len() as f64 / (all / n_texts);
            if inside >= least && (lift >= LEAST_LIFT || n_parts == 1) {
                let weight = f64::from(inside).sqrt() * log2(1.0 + ((mean - all).max(0.0) + 0.5) / (all + 0.5));
                telling.push((weight, inside, &vocabulary.words[word as usize]));
            }
        }
        for word in seen {
            in_part[word as usize] = 0;
        }
        telling.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(b.2)));
        names.push(first_unlike(telling.into_iter().map(|(_, _, word)| word)));
    }
    names
}

/// The first words of which none is the beginning of another.
fn first_unlike<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut name: Vec<String> = Vec::new();
    for word in words {
        let alike = |other: &String| other.starts_with(word) || word.starts_with(other.as_str());
        if !name.iter().any(alike) {
            name.push(word.to_owned());
        }
        if name.len() == N_WORDS {
            break;
        }
    }
    name
}

/// Every word by the order in which it first came. Only looked up in, so the map's order never shows.
#[derive(Default)]
struct Vocabulary {
    id_of: HashMap<String, u32>,
    words: Vec<String>,
    /// How many texts each word is in.
    in_texts: Vec<u32>,
}

impl Vocabulary {
    /// The words in `text`, each once.
    fn words_in(&mut self, text: &str) -> Vec<u32> {
        let mut found = Vec::new();
        let text = text.to_lowercase();
        for run in text.split(|letter: char| !letter.is_alphanumeric()) {
            if run.contains(is_unspaced) {
                let letters: Vec<char> = run.chars().collect();
                found.extend(letters.windows(2).map(|pair| self.id(&String::from_iter(pair))));
            } else if run.chars().count() > 1 && run.contains(char::is_alphabetic) {
                found.push(self.id(run));
            }
        }
        found.sort_unstable();
        found.dedup();
        for &word in &found {
            self.in_texts[word as usize] += 1;
        }
        found
    }

    fn id(&mut self, word: &str) -> u32 {
        if let Some(&id) = self.id_of.get(word) {
            return id;
        }
        let id = self.words.len() as u32;
        self.id_of.insert(word.to_owned(), id);
        self.words.push(word.to_owned());
        self.in_texts.push(0);
        id
    }
}

/// Whether the letter belongs to a script without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{2ffff}')
}

/// log₂ of a number of at least 1, to 24 binary places, by squaring: the same on every machine, which `f64::log2` is not.
fn log2(mut number: f64) -> f64 {
    let mut log = 0.0;
    while number >= 2.0 {
        number /= 2.0;
        log += 1.0;
    }
    let mut place = 1.0;
    for _ in 0..24 {
        number *= number;
        place /= 2.0;
        if number >= 2.0 {
            number /= 2.0;
            log += place;
        }
    }
    log
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXTS: [&str; 8] = [
        "The chess game with the fast engine",
        "A puzzle game, and the sound of it",
        "games for the terminal",
        "a game of chess",
        "The Python library for XML",
        "a library to read XML in Perl",
        "The library of Python and of C",
        "for the XML of it",
    ];

    #[test]
    fn each_part_is_named_by_what_is_in_it_and_not_elsewhere() {
        let names = name_parts(TEXTS, &[0, 0, 0, 0, 1, 1, 1, 1], 2);
        assert_eq!(names, [vec!["game", "chess"], vec!["library", "xml", "python"]]);
    }

    #[test]
    fn a_part_of_one_text_and_a_part_without_words_are_no_trouble() {
        let names = name_parts(["alpha beta", "12 34 !", "", "gamma gamma"], &[0, 1, 1, 2], 3);
        assert_eq!(names[0], ["alpha", "beta"]);
        assert_eq!(names[1], Vec::<String>::new());
        assert_eq!(names[2], ["gamma"]);
        assert_eq!(name_parts([], &[], 1), [Vec::<String>::new()]);
    }

    #[test]
    fn one_part_is_named_by_words_of_several_texts() {
        assert_eq!(
            name_parts(["red apple", "red pear", "red apple"], &[0; 3], 1),
            [["apple", "red"]]
        );
    }

    #[test]
    fn scripts_without_spaces_have_words_of_two_characters() {
        let names = name_parts(["銀行口座", "銀行カード", "天気予報", "天気図"], &[0, 0, 1, 1], 2);
        assert_eq!(names, [["銀行"], ["天気"]]);
    }

    #[test]
    fn the_logarithm_is_one() {
        for number in [1.0, 1.5, 2.0, 3.0, 10.0, 1e6] {
            assert!((log2(number) - number.log2()).abs() < 1e-6, "{number}");
        }
        assert_eq!([1.0, 2.0, 1024.0].map(log2), [0.0, 1.0, 10.0]);
    }

    proptest! {
        /// A name does not depend on the order of the texts within their parts, nor on the numbers of other parts.
        #[test]
        fn names_do_not_depend_on_order(rows in proptest::collection::vec(("[a-e ]{0,12}", 0u32..3), 1..30)) {
            let name = |rows: &[(String, u32)], flip: u32| {
                let parts: Vec<u32> = rows.iter().map(|&(_, part)| part.abs_diff(flip)).collect();
                name_parts(rows.iter().map(|(text, _)| text.as_str()), &parts, 3)
            };
            let mut reversed: Vec<_> = rows.clone();
            reversed.reverse();
            let names = name(&rows, 0);
            prop_assert_eq!(&names, &name(&reversed, 0));
            let mut swapped = name(&rows, 2);
            swapped.reverse();
            prop_assert_eq!(names, swapped);
        }
    }
}
