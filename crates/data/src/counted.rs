//! Formats numbers with their nouns for messages.

/// Formats a number with its noun, such as `1 cell` or `2 cells`.
/// `one` is the noun in the singular. Its plural ends in `s`.
pub fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

/// Chooses the form of a word that agrees with a number: `one` for 1, and `many` for every other number.
pub fn one_or_many(n: u64, one: &'static str, many: &'static str) -> &'static str {
    if n == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "cell")), ["0 cells", "1 cell", "2 cells"]);
        assert_eq!([0, 1, 2].map(|n| one_or_many(n, "is", "are")), ["are", "is", "are"]);
    }
}
