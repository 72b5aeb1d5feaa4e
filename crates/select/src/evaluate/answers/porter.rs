//! The Porter stemmer with the extensions of NLTK. Google's `rouge_score` uses this variant.
//!
//! Porter 1980, An algorithm for suffix stripping, Program 14(3).
//! The extensions are `PorterStemmer.NLTK_EXTENSIONS` (nltk/stem/porter.py).
//! Words of at most two letters stay unchanged.
//! The extensions add irregular words, and change the rules for -ies, -ied, -y, -alli, -fulli, -logi and short stems.
//! The steps are numbered as in Porter's paper.

/// Irregular words with their stems, which do not follow from Porter's rules.
const IRREGULAR: [(&str, &str); 16] = [
    ("sky", "sky"),
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("news", "news"),
    ("innings", "inning"),
    ("inning", "inning"),
    ("outings", "outing"),
    ("outing", "outing"),
    ("cannings", "canning"),
    ("canning", "canning"),
    ("howe", "howe"),
    ("proceed", "proceed"),
    ("exceed", "exceed"),
    ("succeed", "succeed"),
];

/// Suffixes that step 2 replaces if Porter's measure m is greater than 0, each with its replacement.
/// The first suffix that matches is replaced.
const STEP_2: [(&str, &str); 21] = [
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("fulli", "ful"),
];

/// Suffixes that step 3 replaces if Porter's measure m is greater than 0, each with its replacement.
const STEP_3: [(&str, &str); 7] = [
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

/// Suffixes that step 4 removes if Porter's measure m is greater than 1.
const STEP_4: [&str; 19] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
];

/// Returns the stem of a word that consists of the letters a to z and digits. O(length of the word) time.
pub(super) fn stem(word: &str) -> String {
    if let Some((_, stem)) = IRREGULAR.iter().find(|(irregular, _)| *irregular == word) {
        return (*stem).to_owned();
    }
    if word.len() <= 2 {
        return word.to_owned();
    }
    let mut word = word.to_owned();
    for step in [step_1a, step_1b, step_1c, step_2, step_3, step_4, step_5a, step_5b] {
        step(&mut word);
    }
    word
}

fn replace(word: &mut String, n: usize, replacement: &str) {
    word.truncate(word.len() - n);
    word.push_str(replacement);
}

fn step_1a(word: &mut String) {
    if word.ends_with("ies") && word.len() == 4 {
        replace(word, 1, "");
    } else if word.ends_with("sses") || word.ends_with("ies") {
        replace(word, 2, "");
    } else if word.ends_with('s') && !word.ends_with("ss") {
        replace(word, 1, "");
    }
}

fn step_1b(word: &mut String) {
    if word.ends_with("ied") {
        let n = if word.len() == 4 { 1 } else { 2 };
        return replace(word, n, "");
    }
    if let Some(stem) = word.strip_suffix("eed") {
        if measure(stem) > 0 {
            replace(word, 1, "");
        }
        return;
    }
    let stem = word.strip_suffix("ed").or_else(|| word.strip_suffix("ing"));
    let Some(n) = stem.filter(|stem| has_vowel(stem)).map(str::len) else {
        return;
    };
    word.truncate(n);
    if ["at", "bl", "iz"].iter().any(|end| word.ends_with(end)) {
        word.push('e');
    } else if ends_double_consonant(word) {
        if !word.ends_with(['l', 's', 'z']) {
            word.pop();
        }
    } else if measure(word) == 1 && ends_cvc(word) {
        word.push('e');
    }
}

fn step_1c(word: &mut String) {
    let Some(stem) = word.strip_suffix('y') else { return };
    if stem.len() > 1 && consonants(stem).last() == Some(true) {
        replace(word, 1, "i");
    }
}

fn step_2(word: &mut String) {
    // The shortened word may end with another suffix of step 2: -tionalli becomes -tional and then -tion.
    if word.strip_suffix("alli").is_some_and(|stem| measure(stem) > 0) {
        replace(word, 2, "");
        return step_2(word);
    }
    if let Some((suffix, replacement)) = STEP_2.iter().find(|(suffix, _)| word.ends_with(suffix)) {
        replace_if(word, suffix, replacement, 0);
    } else if word.ends_with("logi") && measure(&word[..word.len() - 3]) > 0 {
        replace(word, 1, "");
    }
}

fn step_3(word: &mut String) {
    if let Some((suffix, replacement)) = STEP_3.iter().find(|(suffix, _)| word.ends_with(suffix)) {
        replace_if(word, suffix, replacement, 0);
    }
}

fn step_4(word: &mut String) {
    if let Some(suffix) = STEP_4.iter().find(|suffix| word.ends_with(*suffix)) {
        let stem = &word[..word.len() - suffix.len()];
        if *suffix != "ion" || stem.ends_with(['s', 't']) {
            replace_if(word, suffix, "", 1);
        }
    }
}

fn step_5a(word: &mut String) {
    let Some(stem) = word.strip_suffix('e') else { return };
    let m = measure(stem);
    if m > 1 || (m == 1 && !ends_cvc(stem)) {
        word.pop();
    }
}

fn step_5b(word: &mut String) {
    if word.ends_with("ll") && measure(&word[..word.len() - 1]) > 1 {
        word.pop();
    }
}

/// Replaces the suffix `suffix` of the word with `replacement`.
/// Leaves the word unchanged if Porter's measure m of the letters before the suffix is at most `above`.
fn replace_if(word: &mut String, suffix: &str, replacement: &str, above: usize) {
    if measure(&word[..word.len() - suffix.len()]) > above {
        replace(word, suffix.len(), replacement);
    }
}

/// For each character, whether it is a consonant. Digits are consonants.
/// The letter y is a consonant unless it follows a consonant.
fn consonants(word: &str) -> impl Iterator<Item = bool> + Clone {
    word.bytes().scan(false, |was_consonant, letter| {
        *was_consonant = match letter {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => !*was_consonant,
            _ => true,
        };
        Some(*was_consonant)
    })
}

/// Porter's measure m: the number of times that a consonant follows a vowel.
fn measure(stem: &str) -> usize {
    let next = consonants(stem).skip(1);
    consonants(stem).zip(next).filter(|pair| *pair == (false, true)).count()
}

fn has_vowel(stem: &str) -> bool {
    consonants(stem).any(|is_consonant| !is_consonant)
}

/// Porter's condition *d: the word ends with a double consonant, such as -tt.
fn ends_double_consonant(word: &str) -> bool {
    let letters = word.as_bytes();
    matches!(letters, [.., a, b] if a == b) && consonants(word).last() == Some(true)
}

/// Porter's condition *o: the word ends with consonant, vowel, consonant.
/// NLTK also accepts a word of one vowel and one consonant.
fn ends_cvc(word: &str) -> bool {
    let end: Vec<bool> = consonants(word).skip(word.len().saturating_sub(3)).collect();
    match end[..] {
        [true, false, true] => !word.ends_with(['w', 'x', 'y']),
        [false, true] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::rouge::tests::golden;
    use super::*;

    #[test]
    fn stems_equal_those_of_nltk() {
        let golden = golden();
        assert!(golden.stems.len() > 400);
        for [word, expected] in &golden.stems {
            assert_eq!(&stem(word), expected, "{word}");
        }
    }

    #[test]
    fn measures_of_the_examples_equal_those_of_the_porter_paper() {
        for (word, m) in [
            ("tr", 0),
            ("ee", 0),
            ("tree", 0),
            ("y", 0),
            ("by", 0),
            ("trouble", 1),
            ("oats", 1),
            ("trees", 1),
            ("ivy", 1),
            ("troubles", 2),
            ("private", 2),
            ("oaten", 2),
            ("orrery", 2),
        ] {
            assert_eq!(measure(word), m, "{word}");
        }
        for (word, expected) in [
            ("generalizations", "gener"),
            ("oscillators", "oscil"),
            ("hopping", "hop"),
            ("filing", "file"),
            ("happy", "happi"),
        ] {
            assert_eq!(stem(word), expected);
        }
    }
}
