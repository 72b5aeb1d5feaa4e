//! Compares the names of annotators: names that look equal, and names that may belong to one person.

use strsim::osa_distance;

use crate::label::names::{appearance, case_folded};

/// The name that a user entered, without surrounding whitespace.
/// The result is empty if the name has no visible character. O(length).
pub fn entered_name(name: &str) -> &str {
    match appearance(name).is_empty() {
        true => "",
        false => name.trim(),
    }
}

/// Returns whether two names look equal. O(length).
/// Names that look equal are treated as one name, because no user can distinguish them.
/// Surrounding whitespace, Unicode normalization and invisible characters, such as direction controls, do not matter.
/// Names that differ in upper and lower case are different names.
pub fn is_same_name(a: &str, b: &str) -> bool {
    a == b || appearance(a) == appearance(b)
}

/// Returns whether two names may be variants of one name.
/// Variants may differ in case, spaces and punctuation.
/// Corresponding words may also differ by one edit if both words have at least four characters and no digit.
/// `Rater 1` and `Rater 2` are not variants of one name. `Anna B.` and `Anna C.` are not variants either.
pub fn is_similar_name(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    if a == b || a.concat() == b.concat() {
        return true;
    }
    let is_long = |word: &str| word.chars().count() >= 4 && !word.chars().any(char::is_numeric);
    let are_similar = |(a, b): (&String, &String)| a == b || (is_long(a) && is_long(b) && osa_distance(a, b) == 1);
    a.len() == b.len() && a.iter().zip(&b).all(are_similar)
}

/// The words of a name in its displayed form, after case folding.
fn words(name: &str) -> Vec<String> {
    let name = case_folded(&appearance(name));
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_similar_only_if_they_differ_by_a_slip() {
        for (a, b) in [
            ("Anna", "anna"),
            ("Anna", "Anan"),
            ("Anna-Maria", "anna maria"),
            ("AnnaMaria", "Anna Maria"),
            ("Anna Schmidt", "Anna Schmitt"),
            ("Müller", "Muller"),
            ("Zoë", "zoe\u{308}"),
            ("Zoe\u{308} Müller", "Zoë Muller"),
            ("Zoë", "\u{2068}Zo\u{200b}ë\u{2069}"),
            ("Fin", "\u{fb01}n"),
        ] {
            assert!(is_similar_name(a, b) && is_similar_name(b, a), "{a}, {b}");
        }
        for (a, b) in [
            ("Rater 1", "Rater 2"),
            ("rater1", "rater2"),
            ("Anna B.", "Anna C."),
            ("Anna", "Ana"),
            ("Bob", "Rob"),
            ("Bob", "Bob B."),
            ("Anna", "Johanna"),
            ("李", "王"),
        ] {
            assert!(!is_similar_name(a, b), "{a}, {b}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same_name() {
        for other in [
            "Zoë",
            " Zoë\t",
            "Zoe\u{308}",
            "\u{2068}Zoë\u{2069}",
            "\u{202a}Z\u{200b}oë\u{202c}\u{feff}",
            "Zo\u{7}ë\u{0}",
        ] {
            assert!(is_same_name("Zoë", other) && is_same_name(other, "Zoë"), "{other:?}");
        }
        for other in ["Zoe", "zoë", "Zoë B", "Z oë", ""] {
            assert!(!is_same_name("Zoë", other), "{other:?}");
        }
        let markup = "<img src=x onerror=\"window.ran=1\">".repeat(3);
        assert!(is_same_name(&markup, &format!("{markup} ")));
        assert!(!is_same_name(&markup, &markup[..60]));
    }

    #[test]
    fn name_without_visible_characters_is_empty() {
        assert_eq!(entered_name(" Zoë\u{a0}"), "Zoë");
        for empty in ["", " \t", "\u{200b}", "\u{2068}\u{2069} \u{7}"] {
            assert_eq!(entered_name(empty), "", "{empty:?}");
        }
    }
}
