//! Lists line numbers in messages.

const MAX_LISTED_ITEMS: usize = 20;

/// Formats the number of lines and the first line numbers, such as `2, lines 4, 9`.
pub fn listed_lines(lines: &[u64]) -> String {
    let plural = if lines.len() == 1 { "" } else { "s" };
    format!("{}, line{plural} {}", lines.len(), listed_items(lines))
}

/// Formats the first 20 items, separated by commas. An ellipsis replaces the others.
pub fn listed_items<T: ToString>(items: &[T]) -> String {
    let listed: Vec<String> = items.iter().take(MAX_LISTED_ITEMS).map(T::to_string).collect();
    let ellipsis = if items.len() > MAX_LISTED_ITEMS { " …" } else { "" };
    format!("{}{ellipsis}", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_twenty_numbers_are_listed() {
        assert_eq!(listed_lines(&[4]), "1, line 4");
        assert_eq!(listed_lines(&[4, 9]), "2, lines 4, 9");
        let many: Vec<u64> = (1..=21).collect();
        assert!(!listed_items(&many[..20]).contains('…'));
        assert!(listed_lines(&many).starts_with("21, lines 1, 2"));
        assert!(listed_lines(&many).ends_with("19, 20 …"));
    }
}
