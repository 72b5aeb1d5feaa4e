//! Formats numbers with their nouns for messages.

/// Formats a number with its noun, such as `1 cell` or `2 cells`.
/// `one` is the noun in the singular. Its plural ends in `s`.
pub fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}
