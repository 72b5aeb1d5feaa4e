//! Names of people that may be one person's.

use strsim::osa_distance;

/// Whether two names may be one, written otherwise by mistake: they differ by case, by spaces and signs, or by one letter
/// of a word of four or more. `Rater 1` and `Rater 2`, or `Anna B.` and `Anna C.`, are two people.
pub fn resemble(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    if a == b || a.concat() == b.concat() {
        return true;
    }
    let is_long = |word: &str| word.chars().count() >= 4 && !word.chars().any(char::is_numeric);
    let alike = |(a, b): (&String, &String)| a == b || (is_long(a) && is_long(b) && osa_distance(a, b) == 1);
    a.len() == b.len() && a.iter().zip(&b).all(alike)
}

/// In small letters.
fn words(name: &str) -> Vec<String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_resemble_each_other_by_slips_alone() {
        for (a, b) in [
            ("Anna", "anna"),
            ("Anna", "Anan"),
            ("Anna-Maria", "anna maria"),
            ("AnnaMaria", "Anna Maria"),
            ("Anna Schmidt", "Anna Schmitt"),
            ("Müller", "Muller"),
        ] {
            assert!(resemble(a, b) && resemble(b, a), "{a}, {b}");
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
            assert!(!resemble(a, b), "{a}, {b}");
        }
    }
}
