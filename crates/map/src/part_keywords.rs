//! Keyword extraction: names each part by a few words of the part's texts.
#![expect(
    clippy::disallowed_types,
    reason = "words are looked up; they keep the order of their first occurrence"
)]

use std::collections::{BTreeMap, HashMap};

use fastgas_data::{TextLanguages, text_languages};
use unicode_normalization::char::canonical_combining_class;

use crate::function_words::function_words;

/// Maximum number of words in the name of a part.
const N_WORDS: usize = 3;
/// Minimum lift of a keyword.
/// The lift is the share of the part's texts with the keyword, divided by the share of all texts with the keyword.
const MIN_LIFT: f64 = 1.5;
/// Minimum share ratio of a keyword that distinguishes part A from a part B with the same name.
/// The ratio is the share of part A's texts with the keyword, divided by the share of part B's texts with the keyword.
const MIN_SHARE_RATIO: f64 = 1.5;
/// Maximum number of characters in a word that is joined from overlapping bigrams.
const MAX_JOINED_CHARS: usize = 4;
/// Maximum number of keywords that are tried to distinguish a part from other parts.
const MAX_TRIED: usize = 50;
/// The function words of a language are excluded if at least one in ten texts with a recognized language is in it.
const MAX_TEXTS_PER_TEXT_IN_LANGUAGE: u64 = 10;
/// Number of a part's keywords that the map shows. Two parts have the same name if these keywords are equal.
const N_SHOWN: usize = 2;

/// Extracts the keywords of each part, best first. A part has at most three keywords, or none if no word qualifies.
///
/// Ranking: keywords are ranked by class-based TF-IDF (Grootendorst 2022).
/// The frequency within the part enters as a square root, and the frequency in all parts enters as in BM25.
/// Both the square root of the frequency and the BM25 formula reduce the weight of words that occur in all parts.
/// A word counts once per text, so that a single text cannot determine the name of a part.
/// A keyword must occur in at least two texts of the part, or in the only text of the part.
/// A keyword must also be clearly more frequent in the part than in all texts (`MIN_LIFT`).
/// If one keyword is a prefix of another keyword (`game`, `games`), only the better keyword is kept.
/// Ties: the word in more texts of the part, then alphabetical order.
///
/// Function words: in a small pool, counts cannot distinguish function words, such as “the”, from content words.
/// The function words of the most frequent language are therefore not used as keywords.
/// The function words of each other frequent language are also excluded.
/// A language is frequent if it has at least two texts and at least a tenth of all texts with a recognized language.
/// A function word of a language that is not frequent, such as “die” in English texts, may be a keyword.
/// In languages without a list of function words, only their low weight prevents function words from becoming keywords.
///
/// Name conflicts: if several parts would have the same name, each of the parts gets a new second word.
/// The new word is the part's first keyword that distinguishes the part from the other parts with the same name.
/// If no keyword distinguishes the part from the other parts, the name of the part does not change.
///
/// Words: a word is a lowercase run of letters, digits and combining marks that contains at least one letter.
/// In scripts without spaces between words, a word is a bigram: two adjacent characters in the same script.
/// Overlapping bigrams are joined if they occur in equally many texts.
/// A run of Katakana is one word. Hiragana is ignored, because it mainly expresses grammar.
/// Vowel signs and the article are removed from Arabic words, because authors write both inconsistently.
///
/// `part_of` contains the part index of each text. All part indices are below `n_parts`.
/// O(letters) time and space, and O(n log n) comparisons of texts for sorting.
/// If g parts with t texts in total have the same name, giving them new names takes O(g·t·log w) time for texts of w words.
pub fn extract_keywords<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    part_of: &[u32],
    n_parts: u32,
) -> Vec<Vec<String>> {
    let mut texts: Vec<&str> = texts.into_iter().collect();
    let mut vocabulary = Vocabulary::default();
    let mut texts_of_part: Vec<Vec<Vec<u32>>> = vec![Vec::new(); n_parts as usize];
    for (text, &part) in texts.iter().zip(part_of) {
        texts_of_part[part as usize].push(vocabulary.words_in(text));
    }
    // The languages are recognized in sorted texts, so that the names do not depend on the order of the texts.
    texts.sort_unstable();
    let is_function_word = vocabulary.function_words(&text_languages(texts.iter().copied()));
    let n_words: usize = vocabulary.in_texts.iter().map(|&count| count as usize).sum();
    let mean = n_words as f64 / f64::from(n_parts.max(1));
    let n_texts = part_of.len() as f64;

    let mut in_part = vec![0u32; vocabulary.words.len()];
    let mut names = Vec::with_capacity(n_parts as usize);
    let mut keywords_of_parts: Vec<Vec<u32>> = Vec::with_capacity(n_parts as usize);
    for texts in &texts_of_part {
        let mut seen = Vec::new();
        for &word in texts.iter().flatten() {
            if in_part[word as usize] == 0 {
                seen.push(word);
            }
            in_part[word as usize] += 1;
        }
        let least = 2.min(texts.len() as u32);
        let mut keywords: Vec<(f64, u32, &str, u32)> = Vec::new();
        for &word in &seen {
            let (inside, all) = (in_part[word as usize], f64::from(vocabulary.in_texts[word as usize]));
            let lift = f64::from(inside) / texts.len() as f64 / (all / n_texts);
            let is_keyword = !is_function_word[word as usize] && inside >= least;
            if is_keyword && (lift >= MIN_LIFT || n_parts == 1) {
                let weight = f64::from(inside).sqrt() * log2(1.0 + ((mean - all).max(0.0) + 0.5) / (all + 0.5));
                keywords.push((weight, inside, &vocabulary.words[word as usize], word));
            }
        }
        for word in seen {
            in_part[word as usize] = 0;
        }
        keywords.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(b.2)));
        names.push(first_unlike(
            keywords.iter().map(|&(_, inside, word, _)| (word, inside)),
        ));
        keywords_of_parts.push(keywords.into_iter().map(|(_, _, _, id)| id).collect());
    }
    make_distinct(&mut names, &keywords_of_parts, &texts_of_part, &vocabulary);
    names
}

/// Gives each part that shares its name a new second word, if a keyword distinguishes the part from the others.
/// `keywords` contains the keywords of each part, best first.
fn make_distinct(
    names: &mut [Vec<String>],
    keywords: &[Vec<u32>],
    texts_of_part: &[Vec<Vec<u32>>],
    vocabulary: &Vocabulary,
) {
    let mut parts_of_name: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (part, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let mut shown: Vec<String> = name.iter().take(N_SHOWN).cloned().collect();
        shown.sort_unstable();
        parts_of_name.entry(shown).or_default().push(part);
    }
    for parts in parts_of_name.into_values().filter(|parts| parts.len() > 1) {
        let share = |part: usize, word: u32| {
            let texts = &texts_of_part[part];
            let with = texts.iter().filter(|words| words.binary_search(&word).is_ok()).count();
            with as f64 / texts.len() as f64
        };
        for &part in &parts {
            let tells = |&&word: &&u32| {
                let own = share(part, word);
                let others = parts.iter().filter(|&&other| other != part);
                others
                    .into_iter()
                    .all(|&other| own >= MIN_SHARE_RATIO * share(other, word))
            };
            let Some(&word) = keywords[part].iter().take(MAX_TRIED).find(tells) else {
                continue;
            };
            let (word, name) = (&vocabulary.words[word as usize], &mut names[part]);
            name.retain(|other| !is_variant(other, word));
            name.insert(name.len().min(1), word.clone());
            name.truncate(N_WORDS);
        }
    }
}

/// Whether two words are variants of each other. A name contains at most one of several variants.
/// Words are variants if one is a prefix of the other.
/// Words joined from bigrams are also variants if one contains the other.
/// Two words joined from bigrams are also variants if the last character of one is the first character of the other.
fn is_variant(a: &str, b: &str) -> bool {
    let shares = |a: &str, b: &str| a.contains(b) || a.chars().next_back() == b.chars().next();
    a.starts_with(b) || b.starts_with(a) || a.contains(is_unspaced) && (shares(a, b) || shares(b, a))
}

/// Selects the words of a name. A word is left out if it is a variant of a word that was already selected.
/// Each word in `words` is paired with the number of the part's texts that contain the word.
/// Overlapping bigrams that occur in equally many texts are pieces of a longer word and are joined.
fn first_unlike<'a>(words: impl Iterator<Item = (&'a str, u32)>) -> Vec<String> {
    let mut name: Vec<(String, u32)> = Vec::new();
    for (word, n_texts) in words {
        let is_full = name.len() == N_WORDS;
        match name.iter_mut().find(|(other, _)| is_variant(other, word)) {
            Some((other, n)) if *n == n_texts => {
                if let Some(joined) = joined(other, word) {
                    *other = joined;
                }
            }
            Some(_) => {}
            None if is_full => break,
            None => name.push((word.to_owned(), n_texts)),
        }
    }
    name.into_iter().map(|(word, _)| word).collect()
}

/// Joins two words if the last character of one is the first character of the other.
/// `None` if the words do not overlap, or if the joined word would be too long.
fn joined(a: &str, b: &str) -> Option<String> {
    let end_to_end = |a: &str, b: &str| {
        let (last, mut behind) = (a.chars().next_back()?, b.chars());
        let overlaps = a.contains(is_unspaced) && behind.next() == Some(last) && a.chars().count() < MAX_JOINED_CHARS;
        overlaps.then(|| a.to_owned() + behind.as_str())
    };
    end_to_end(a, b).or_else(|| end_to_end(b, a))
}

/// All words, numbered in order of first occurrence.
/// The hash map is used only for lookups, so the iteration order has no effect.
#[derive(Default)]
struct Vocabulary {
    id_of: HashMap<String, u32>,
    words: Vec<String>,
    /// For each word of the vocabulary, the number of texts that contain the word.
    in_texts: Vec<u32>,
}

impl Vocabulary {
    /// Numbers the distinct words of `text` and returns their numbers in ascending order.
    /// A word that is not yet in the vocabulary gets the next number.
    fn words_in(&mut self, text: &str) -> Vec<u32> {
        let mut found = Vec::new();
        each_word(text, |word| found.push(self.id(word)));
        found.sort_unstable();
        found.dedup();
        for &word in &found {
            self.in_texts[word as usize] += 1;
        }
        found
    }

    /// For each word in the vocabulary, whether the word is a function word of a language in which many texts are written.
    fn function_words(&self, languages: &TextLanguages) -> Vec<bool> {
        let n_known: u64 = languages
            .languages
            .iter()
            .map(|language| u64::from(language.n_texts))
            .sum();
        let frequent = languages.languages.iter().enumerate().filter(|(place, language)| {
            let n_texts = u64::from(language.n_texts);
            *place == 0 || n_texts > 1 && n_texts * MAX_TEXTS_PER_TEXT_IN_LANGUAGE >= n_known
        });
        let mut is_function_word = vec![false; self.words.len()];
        for function_word in frequent.flat_map(|(_, language)| function_words(&language.tag)) {
            // The function word is split in the same way as the texts, for example a Chinese word into bigrams.
            each_word(function_word, |word| {
                if let Some(&id) = self.id_of.get(word) {
                    is_function_word[id as usize] = true;
                }
            });
        }
        is_function_word
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

/// Calls `take` once for each occurrence of a word in `text`.
fn each_word(text: &str, mut take: impl FnMut(&str)) {
    let text = text.to_lowercase();
    for run in text.split(|letter: char| !letter.is_alphanumeric() && !is_mark(letter)) {
        for (script, run) in by_script(run) {
            let letters: Vec<char> = run.chars().collect();
            match script {
                Script::Pairs => letters.windows(2).for_each(|pair| take(&String::from_iter(pair))),
                Script::Hiragana => {}
                Script::Arabic => {
                    if let Some(stem) = arabic_stem(run) {
                        take(&stem);
                    }
                }
                Script::Spaced if letters.len() > 1 && run.contains(char::is_alphabetic) => take(run),
                Script::Spaced => {}
            }
        }
    }
}

/// Whether a character is a mark: it modifies a letter, although Unicode does not count the mark as alphabetic.
/// For example, marks are combining accents, tone marks, and viramas and nuktas in the scripts of India.
/// Returns false for the marks in the scripts of [`is_unspaced`], which are not part of a bigram.
fn is_mark(letter: char) -> bool {
    canonical_combining_class(letter) != 0 && !is_unspaced(letter)
}

/// Writing system of a run of characters, which determines how the run is divided into words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Words are delimited by separators.
    Spaced,
    /// Words are character bigrams, as in Chinese, Thai and other scripts without spaces.
    Pairs,
    /// Hiragana, which contains endings and particles, is ignored.
    Hiragana,
    /// Words are delimited by separators. Clitics and vowel signs are removed from words.
    Arabic,
}

/// Splits a run of letters, which may mix scripts, into pieces that are each in one script.
fn by_script(run: &str) -> Vec<(Script, &str)> {
    let mut pieces: Vec<(Script, usize)> = Vec::new();
    for (place, letter) in run.char_indices() {
        let script = match letter {
            '\u{3040}'..='\u{309f}' => Script::Hiragana,
            // The range includes the prolonged sound mark, which is used only with Katakana.
            // Katakana words are delimited by characters of other scripts.
            '\u{30a0}'..='\u{30ff}' => Script::Spaced,
            '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
            _ if is_unspaced(letter) => Script::Pairs,
            _ => Script::Spaced,
        };
        if pieces.last().is_none_or(|&(last, _)| last != script) {
            pieces.push((script, place));
        }
    }
    let ends = pieces.iter().skip(1).map(|&(_, start)| start).chain([run.len()]);
    pieces
        .iter()
        .zip(ends)
        .map(|(&(script, start), end)| (script, &run[start..end]))
        .collect()
}

/// Removes vowel signs, Quranic annotation signs, tatweel and the article.
/// The article can follow the prefix “and”, “with”, “like”, “so” or “for”. `None` if fewer than two letters remain.
fn arabic_stem(word: &str) -> Option<String> {
    let is_quranic = |letter: &char| matches!(letter, '\u{6d6}'..='\u{6dc}' | '\u{6df}'..='\u{6e4}' | '\u{6e7}' | '\u{6e8}' | '\u{6ea}'..='\u{6ed}');
    let is_added =
        |letter: &char| matches!(letter, '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}') || is_quranic(letter);
    let word: String = word.chars().filter(|letter| !is_added(letter)).collect();
    let articles = ["وال", "بال", "كال", "فال", "ولل", "لل", "ال"];
    let without = articles.iter().find_map(|article| word.strip_prefix(article));
    let stem = without.filter(|stem| stem.chars().count() > 2).unwrap_or(&word);
    (stem.chars().count() > 1 && stem.contains(char::is_alphabetic)).then(|| stem.to_owned())
}

/// Whether a letter belongs to the scripts of Chinese, Japanese, Thai, Lao, Khmer or Burmese, which have no spaces.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{2ffff}')
}

/// Computes log₂ of a number ≥ 1 to 24 binary places by repeated squaring.
/// Unlike the result of `f64::log2`, this result is bit-identical on every machine.
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
    fn part_is_named_by_words_that_are_rare_elsewhere() {
        let names = extract_keywords(TEXTS, &[0, 0, 0, 0, 1, 1, 1, 1], 2);
        assert_eq!(names, [vec!["game", "chess"], vec!["library", "xml", "python"]]);
    }

    #[test]
    fn part_of_one_text_is_named_and_part_without_words_is_not() {
        let names = extract_keywords(["alpha beta", "12 34 !", "", "gamma gamma"], &[0, 1, 1, 2], 3);
        assert_eq!(names[0], ["alpha", "beta"]);
        assert_eq!(names[1], Vec::<String>::new());
        assert_eq!(names[2], ["gamma"]);
        assert_eq!(extract_keywords([], &[], 1), [Vec::<String>::new()]);
    }

    #[test]
    fn single_part_is_named_by_words_of_several_texts() {
        assert_eq!(
            extract_keywords(["red apple", "red pear", "red apple"], &[0; 3], 1),
            [["apple", "red"]]
        );
    }

    #[test]
    fn unspaced_scripts_have_words_of_two_characters() {
        let names = extract_keywords(["銀行口座", "銀行カード", "天気予報", "天気図"], &[0, 0, 1, 1], 2);
        assert_eq!(names, [["銀行"], ["天気"]]);
    }

    #[test]
    fn chinese_japanese_and_arabic_parts_have_keywords() {
        let cards = ["我的银行卡丢了，怎么办？", "银行卡被盗用了", "如何补办银行卡"];
        let weather = ["明天的天气怎么样？", "今天天气很好", "天气预报说有雨"];
        let texts = cards.into_iter().chain(weather);
        assert_eq!(
            extract_keywords(texts, &[0, 0, 0, 1, 1, 1], 2),
            [vec!["银行卡"], vec!["天气"]]
        );

        let cards = [
            "クレジットカードをなくしました",
            "このカードはクレジットですか",
            "クレジットカードの番号",
        ];
        let weather = ["明日の天気はどうですか", "天気がいいです", "天気予報を見ました"];
        let texts = cards.into_iter().chain(weather);
        assert_eq!(
            extract_keywords(texts, &[0, 0, 0, 1, 1, 1], 2),
            [vec!["クレジットカード"], vec!["天気"]]
        );

        // The same Arabic words occur with and without the article, vowel signs, and the prefix “and”.
        let cards = ["فقدت البطاقة أمس", "كيف أحصل على بطاقة جديدة", "رقم البِطاقة والبطاقة"];
        let weather = ["الطقس جميل اليوم", "كيف طقس الغد", "أحب الطقس البارد"];
        let texts = cards.into_iter().chain(weather);
        assert_eq!(
            extract_keywords(texts, &[0, 0, 0, 1, 1, 1], 2),
            [vec!["بطاقة"], vec!["طقس"]]
        );
    }

    #[test]
    fn marks_do_not_divide_words() {
        // The Hindi word for “card” contains a virama, which is a mark.
        // If words were divided at marks, the first piece of the Hindi word would be the word for “car”.
        let hindi = [
            "मेरा कार्ड खो गया",
            "नया कार्ड कहाँ है",
            "आज मौसम अच्छा है",
            "कल का मौसम कैसा होगा",
        ];
        assert_eq!(extract_keywords(hindi, &[0, 0, 1, 1], 2), [["कार्ड"], ["मौसम"]]);
        // The umlaut is written as a letter and a separate combining mark.
        assert_eq!(
            extract_keywords(["Bu\u{308}cher", "Bu\u{308}cher"], &[0, 0], 1),
            [["bu\u{308}cher"]]
        );
        // N'Ko writes tones with marks. If words were divided at marks, the N'Ko word would have two pieces.
        let nko = "\u{7de}\u{7ca}\u{7ec}\u{7df}\u{7ca}\u{7f2}";
        assert_eq!(extract_keywords([nko, nko], &[0, 0], 1), [[nko]]);
    }

    #[test]
    fn parts_with_the_same_name_get_distinguishing_words() {
        let lost = ["lost card bank", "lost card bank today", "lost card of the bank"];
        let stolen = ["stolen card bank", "stolen card bank again", "stolen card of the bank"];
        let soup = [
            "soup",
            "hot soup",
            "soup of the day",
            "a soup",
            "soup and bread",
            "soup again",
        ];
        let texts = lost.into_iter().chain(stolen).chain(soup);
        let names = extract_keywords(texts, &[0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2], 3);
        let shown = |part: usize| names[part][..2].to_vec();
        assert_ne!(shown(0), shown(1), "{names:?}");
        assert!(
            names[0].contains(&"lost".to_owned()) && names[1].contains(&"stolen".to_owned()),
            "{names:?}"
        );
        let same = extract_keywords(["a red card", "a red card"].repeat(2), &[0, 0, 1, 1], 2);
        assert_eq!(same[0], same[1]);
    }

    #[test]
    fn function_words_name_no_part() {
        // Like content words, the function words occur in only one part each, so only the word lists exclude them.
        let english = [
            "All the trains arrive in the evening",
            "All the trains leave in the morning",
            "Soup with some onions and some bread for you",
            "Soup with some beans and some rice for you",
        ];
        assert_eq!(extract_keywords(english, &[0, 0, 1, 1], 2), [["trains"], ["soup"]]);
        let german = [
            "Der Zug und der Bus fahren heute nach Wien",
            "Der Zug und der Bus fahren morgen nach Graz",
            "Die Suppe mit einer Zwiebel kocht noch immer",
            "Die Suppe mit einer Kartoffel kocht noch nicht",
        ];
        assert_eq!(
            extract_keywords(german, &[0, 0, 1, 1], 2),
            [vec!["bus", "fahren", "zug"], vec!["kocht", "suppe"]]
        );
        // A part whose texts share only function words has no name.
        let shared = ["All the trains are here", "All the buses are here"];
        assert_eq!(extract_keywords(shared, &[0, 0], 1), [Vec::<String>::new()]);
    }

    #[test]
    fn log2_agrees_with_the_standard_library() {
        for number in [1.0, 1.5, 2.0, 3.0, 10.0, 1e6] {
            assert!((log2(number) - number.log2()).abs() < 1e-6, "{number}");
        }
        assert_eq!([1.0, 2.0, 1024.0].map(log2), [0.0, 1.0, 10.0]);
    }

    proptest! {
        /// A part's name depends neither on the order of its texts nor on how the parts are numbered.
        #[test]
        fn names_do_not_depend_on_order(rows in proptest::collection::vec(("[a-e ]{0,12}", 0u32..3), 1..30)) {
            let name = |rows: &[(String, u32)], flip: u32| {
                let parts: Vec<u32> = rows.iter().map(|&(_, part)| part.abs_diff(flip)).collect();
                extract_keywords(rows.iter().map(|(text, _)| text.as_str()), &parts, 3)
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
