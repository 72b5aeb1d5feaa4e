//! Replaces control characters and invisible characters in messages with escape sequences.

use std::borrow::Cow;
use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

const MAX_LISTED_NAMES: usize = 20;
const MAX_SHOWN_CHARS: usize = 60;
/// Number of characters that are shown before the first difference of two values.
const CHARS_BEFORE_DIFFERENCE: usize = 20;

/// Whether a terminal interprets the character instead of showing it, or whether the character changes the text direction.
/// The characters are control characters (C0, DEL, C1), directional marks, line separators and the byte order mark.
fn is_interpreted(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
        )
}

/// Whether the character looks like a space or is invisible.
fn is_unseen(letter: char) -> bool {
    is_interpreted(letter)
        || (letter.is_whitespace() && letter != ' ')
        || matches!(
            letter,
            '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{e0000}'..='\u{e007f}'
        )
}

fn escaped(text: &str, is_escaped: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_escaped(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Returns the text with escapes such as `\u{1b}` and `\n` for the characters that a terminal interprets.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_interpreted)
}

/// Like [`visible`], but for texts of several lines: line feeds and tabs are not escaped.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| is_interpreted(letter) && !matches!(letter, '\n' | '\t'))
}

/// Like [`visible`], but for names: also escapes whitespace other than the space, and characters without width.
pub fn visible_name(name: &str) -> Cow<'_, str> {
    escaped(name, is_unseen)
}

/// Formats a list of names: the first names in backticks, followed by the number of remaining names.
pub fn listed_names(names: &[String]) -> String {
    let named = names
        .iter()
        .take(MAX_LISTED_NAMES)
        .map(|name| format!("`{}`", visible_name(name)));
    let named = named.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_LISTED_NAMES) {
        0 => named,
        more => format!("{named}, … (+{more})"),
    }
}

/// The name in `names` that is most similar to the requested `name`.
/// A name that differs only in case and invisible characters has priority, then the name with the smallest edit distance.
/// `None` if no name is similar enough or several names are equally similar.
pub(crate) fn closest_name<'a>(name: &str, names: &'a [String]) -> Option<&'a str> {
    let is_similar = |one: &str| folded(one) == folded(name);
    let mut same = names.iter().filter(|one| is_similar(one));
    match (same.next(), same.next()) {
        (Some(only), None) => return Some(only),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    // Edit distances are computed only for names of similar length, because a file may have a hundred thousand long names.
    let name = folded(name);
    let letters = name.chars().count();
    let allowed = match letters {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    let likely = |one: &&String| one.len().abs_diff(name.len()) <= 8 * allowed && one.len() < 200;
    let near = names.iter().filter(likely).filter_map(|one| {
        let distance = strsim::osa_distance(&folded(one), &name);
        (distance <= allowed).then_some((distance, one.as_str()))
    });
    let mut near: Vec<_> = near.collect();
    near.sort_by_key(|&(distance, _)| distance);
    match near[..] {
        [(_, only)] => Some(only),
        [(first, only), (second, _), ..] if first < second => Some(only),
        _ => None,
    }
}

/// Pairs of similar names. Each name is paired with the previous similar name. O(length of the names · log n).
/// Similar names differ only in case, invisible characters, outer or repeated spaces, or compatible characters (NFKC).
pub(crate) fn similar_names(names: &[String]) -> Vec<[String; 2]> {
    let mut seen: BTreeMap<String, &String> = BTreeMap::new();
    let mut pairs = Vec::new();
    for name in names {
        let folded: String = folded(name).nfkc().collect();
        if folded.is_empty() {
            continue;
        }
        if let Some(before) = seen.insert(folded, name) {
            pairs.push([before.clone(), name.clone()]);
        }
    }
    pairs
}

/// Returns the name in lower case, without invisible characters and outer whitespace. Inner whitespace becomes one space.
fn folded(name: &str) -> String {
    let seen = name
        .chars()
        .filter(|&letter| letter.is_whitespace() || !is_unseen(letter));
    let lower: String = seen.flat_map(char::to_lowercase).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prepares two different values for a message. Short values are shown completely.
/// Long values are reduced to the part around their first difference.
pub fn differing(one: &str, other: &str) -> [String; 2] {
    let n_equal = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    let skipped = match longest {
        0..=MAX_SHOWN_CHARS => 0,
        _ => n_equal.saturating_sub(CHARS_BEFORE_DIFFERENCE),
    };
    [one, other].map(|value| {
        let mut letters = value.chars().skip(skipped);
        let part: String = letters.by_ref().take(MAX_SHOWN_CHARS).collect();
        let begin = if skipped > 0 { "…" } else { "" };
        let end = if letters.next().is_some() { "…" } else { "" };
        format!("{begin}{}{end}", visible_name(&part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_terminals_interpret_are_escaped() {
        let all: String = (0..=0x1_0ffff).filter_map(char::from_u32).collect();
        let shown = visible(&all);
        assert!(!shown.contains(is_interpreted));
        // Letters of every script are visible and therefore not escaped.
        let letters = |text: &str| {
            text.chars()
                .filter(|letter| letter.is_alphanumeric() && !letter.is_ascii())
                .count()
        };
        assert_eq!(letters(&shown), letters(&all));
        assert_eq!(visible("te\u{1b}]0;X\u{7}xt\u{9b}2J"), "te\\u{1b}]0;X\\u{7}xt\\u{9b}2J");
        assert_eq!(visible("a\tb\r\n\u{202e}c"), "a\\tb\\r\\n\\u{202e}c");
        assert!(matches!(visible("día ½ 日本 👩‍🚀"), Cow::Borrowed(_)));
    }

    #[test]
    fn invisible_characters_in_names_are_escaped() {
        for (name, shown) in [
            ("text ", "text "),
            ("text\u{a0}", "text\\u{a0}"),
            ("te\u{200b}xt", "te\\u{200b}xt"),
            ("\u{feff}text", "\\u{feff}text"),
            ("te\u{3000}xt", "te\\u{3000}xt"),
            ("größe", "größe"),
        ] {
            assert_eq!(visible_name(name), shown);
        }
        let many: Vec<String> = (0..100_000).map(|number| format!("c{number}")).collect();
        assert!(listed_names(&many).ends_with("`c18`, `c19`, … (+99980)"));
        assert_eq!(listed_names(&many[..2]), "`c0`, `c1`");
    }

    #[test]
    fn similar_name_is_found() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let columns = names(&["id", "text ", "category_name", " label"]);
        for (name, expected) in [
            ("text", Some("text ")),
            ("Text", Some("text ")),
            ("label", Some(" label")),
            ("category_nmae", Some("category_name")),
            ("category", None),
            ("is", None),
            ("none", None),
        ] {
            assert_eq!(closest_name(name, &columns), expected, "{name}");
        }
        assert_eq!(
            closest_name("text", &names(&["te\u{200b}xt", "other"])),
            Some("te\u{200b}xt")
        );
        assert_eq!(closest_name("my text", &names(&["my\u{a0}text"])), Some("my\u{a0}text"));
        assert_eq!(
            closest_name("text", &names(&["Text", "TEXT"])),
            None,
            "the name is ambiguous"
        );
        assert_eq!(closest_name("item1", &names(&["item2", "item3"])), None);
    }

    #[test]
    fn values_are_shown_where_they_differ() {
        let shown = |one: &str, other: &str| differing(one, other).join(" | ");
        assert_eq!(shown("0014", "14"), "0014 | 14");
        assert_eq!(shown("a\r\nb", "a\nb"), "a\\r\\nb | a\\nb");
        let long = "x".repeat(500);
        let [one, other] = differing(&format!("{long}1 end"), &format!("{long}2 end"));
        assert_eq!(one, format!("…{}1 end", "x".repeat(CHARS_BEFORE_DIFFERENCE)));
        assert_eq!(other, format!("…{}2 end", "x".repeat(CHARS_BEFORE_DIFFERENCE)));
        let [one, other] = differing(&long, &long[..400]);
        assert_eq!(
            (one.chars().count(), other.chars().count()),
            (MAX_SHOWN_CHARS + 2, CHARS_BEFORE_DIFFERENCE + 1)
        );
    }

    #[test]
    fn similar_names_are_paired() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
        let pairs = similar_names(&names(&[
            "id",
            "text",
            "Café",
            "text ",
            "",
            " ",
            "Cafe\u{301}",
            "TEXT",
            "texts",
        ]));
        assert_eq!(pairs, [["text", "text "], ["Café", "Cafe\u{301}"], ["text ", "TEXT"]]);
    }
}
