//! Type-ahead in a list, as in the tree view pattern of the ARIA Authoring Practices (WAI-ARIA 1.2 roles).

/// Returns the index of the first list item after index `at` that begins with the typed letters.
/// The search wraps around at the end of the list. `None` if no item matches.
///
/// If several different letters were typed, the item `at` itself may also match.
/// A single letter, or a repeated letter, moves to the next item that begins with this letter.
/// `typed` is in lowercase and not empty. `n` is the number of items.
/// `begins` returns whether the item with the given index begins with the given text.
/// O(n) calls to `begins`.
pub fn typed_to(typed: &str, at: usize, n: usize, begins: impl Fn(usize, &str) -> bool) -> Option<usize> {
    let first = typed.chars().next()?;
    let one_letter = typed.chars().all(|letter| letter == first);
    let (wanted, skip) = match one_letter {
        true => (&typed[..first.len_utf8()], 1),
        false => (typed, 0),
    };
    (0..n)
        .map(|step| (at + skip + step) % n)
        .find(|&line| begins(line, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_letters_select_the_next_match_and_wrap_around() {
        let lines = ["cards", "card lost", "soup", "Äpfel", "saturn"];
        let to = |typed: &str, at| {
            typed_to(typed, at, lines.len(), |line, typed| {
                lines[line].to_lowercase().starts_with(typed)
            })
        };
        assert_eq!(to("s", 0), Some(2));
        assert_eq!(to("s", 2), Some(4), "the next match is found");
        assert_eq!(to("ss", 4), Some(2), "the search wraps around");
        assert_eq!(to("sa", 2), Some(4));
        assert_eq!(to("so", 2), Some(2), "the current entry still matches");
        assert_eq!(to("c", 1), Some(0));
        assert_eq!(to("card ", 0), Some(1));
        assert_eq!((to("ä", 0), to("ää", 3)), (Some(3), Some(3)));
        assert_eq!(to("x", 0), None);
        assert_eq!(typed_to("x", 0, 0, |_, _| true), None);
    }
}
