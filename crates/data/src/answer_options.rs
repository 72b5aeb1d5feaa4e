//! The answer options of a text, for multiple choice.

/// The options in a cell: a JSON list of strings, a list that Python printed, or one option per line.
/// Blank options are ignored.
pub fn listed_options(cell: &str) -> Vec<String> {
    let cell = cell.trim();
    let options = match serde_json::from_str::<Vec<String>>(cell) {
        Ok(options) => options,
        Err(_) => printed_list(cell).unwrap_or_else(|| cell.lines().map(str::to_owned).collect()),
    };
    let options = options.into_iter().map(|option| option.trim().to_owned());
    options.filter(|option| !option.is_empty()).collect()
}

/// The strings in a list that Python or NumPy printed: in single or double quotes, separated by commas or whitespace.
/// `None` if the text is not a printed list of strings.
fn printed_list(cell: &str) -> Option<Vec<String>> {
    let mut rest = cell.strip_prefix('[')?.strip_suffix(']')?;
    let mut strings = Vec::new();
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
        let Some(quote) = rest.chars().next() else {
            return Some(strings);
        };
        if quote != '\'' && quote != '"' {
            return None;
        }
        let (mut string, mut letters) = (String::new(), rest[1..].char_indices());
        let end = loop {
            match letters.next()? {
                (at, letter) if letter == quote => break at,
                (_, '\\') => match letters.next()?.1 {
                    'n' => string.push('\n'),
                    't' => string.push('\t'),
                    letter => string.push(letter),
                },
                (_, letter) => string.push(letter),
            }
        };
        strings.push(string);
        rest = &rest[end + 2..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn options_are_read_in_every_form() {
        let expected = ["it's \"A\"", "b"];
        for cell in [
            r#"["it's \"A\"", "b"]"#,
            r#"['it\'s "A"', 'b']"#,
            r#"["it's \"A\"" 'b']"#,
            "it's \"A\"\n\nb\n",
        ] {
            assert_eq!(listed_options(cell), expected, "{cell}");
        }
        assert_eq!(listed_options("[1, 2]"), ["[1, 2]"]);
        assert!(listed_options(" ").is_empty());
        assert!(listed_options("[]").is_empty());
    }

    proptest! {
        #[test]
        fn arbitrary_cell_does_not_panic(cell in ".{0,30}|[\\['\\]\\\\a, ]{0,30}") {
            let _ = listed_options(&cell);
        }
    }
}
