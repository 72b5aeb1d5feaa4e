//! Detects annotator names that may belong to the same person.

use strsim::osa_distance;

/// Returns whether two names may be variants of the same name.
/// Variants may differ in case, spaces and punctuation, and by one edit per word of at least four characters without digits.
/// `Rater 1` and `Rater 2` are different people, as are `Anna B.` and `Anna C.`.
pub fn is_similar_name(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    if a == b || a.concat() == b.concat() {
        return true;
    }
    let is_long = |word: &str| word.chars().count() >= 4 && !word.chars().any(char::is_numeric);
    let alike = |(a, b): (&String, &String)| a == b || (is_long(a) && is_long(b) && osa_distance(a, b) == 1);
    a.len() == b.len() && a.iter().zip(&b).all(alike)
}

/// The words of a name in lower case.
fn words(name: &str) -> Vec<String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
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
}
