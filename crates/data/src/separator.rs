//! Infers the separator between the labels in the cells of a column.
//!
//! ```text
//!  cells of a column                                     separator   reason
//!  question#urgent   complaint#urgent   praise           `#`         the part `praise` is also a whole cell
//!  praise#urgent
//!  yes   no   yes, partly                                none        `,` gives three labels, not fewer than the three cells
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum number of distinct values in a label column.
pub(super) const MAX_LABELS: usize = 500;
const MAX_SEPARATOR_BYTES: usize = 16;
const MAX_LABEL_CHARS: usize = 60;
/// Maximum total size of the distinct values that are inspected, in bytes.
const MAX_INSPECTED_BYTES: usize = 1 << 18;
/// Maximum number of separators that are tried, the most frequent separator first.
const CANDIDATES: usize = 16;
/// Characters that are almost never part of a label.
const UNAMBIGUOUS: &str = ";|#~^\u{2022}\u{b7}\u{a6}\u{a7}；、\n\t";
/// Characters that also occur inside labels, as in “yes, partly” and “R&D / Lab”, or between a topic and a subtopic.
const AMBIGUOUS: &str = ",/\\>，／";
/// Characters that also occur inside labels (“A+”, “age=young”) and between numbers (“2:1”).
const BETWEEN_NUMBERS: &str = ":+&=<*";
/// The character that separates labels only when repeated, as in `--`. A single hyphen is part of a word.
const ONLY_COMBINED: &str = "-";

/// The text between the labels of a cell, at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Separator {
    bytes: [u8; MAX_SEPARATOR_BYTES],
    n: u8,
}

impl Separator {
    /// Creates a separator. `None` if the text is empty or too long.
    pub fn new(text: &str) -> Option<Separator> {
        (!text.is_empty() && text.len() <= MAX_SEPARATOR_BYTES).then(|| Separator::literal(text))
    }

    /// Creates a separator that is known at compile time.
    ///
    /// # Panics
    /// Panics if the text is longer than 16 bytes.
    pub const fn literal(text: &str) -> Separator {
        let (from, mut bytes, mut n) = (text.as_bytes(), [0; MAX_SEPARATOR_BYTES], 0);
        while n < from.len() {
            bytes[n] = from[n];
            n += 1;
        }
        Separator { bytes, n: n as u8 }
    }

    /// The separator as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.n)]).expect("made from a text")
    }

    /// Infers the separator from the distinct values of a column. `None` if no separator is likely.
    /// An ambiguous separator such as a comma is likely only if there are fewer distinct labels than distinct values.
    /// Labels that contain a comma are therefore not split.
    /// O(c · log n) time for n values with c characters in total.
    pub(super) fn likely<'a>(cells: impl Iterator<Item = &'a str>) -> Option<Separator> {
        let (mut values, mut bytes) = (BTreeSet::new(), 0);
        for value in cells.map(str::trim).filter(|value| !value.is_empty()) {
            bytes += if values.insert(value) { value.len() } else { 0 };
            // A column with too many or too long distinct values does not contain combinations of a few labels.
            if values.len() > 4 * MAX_LABELS || bytes > MAX_INSPECTED_BYTES {
                return None;
            }
        }
        if values.len() < 2 {
            return None;
        }
        let mut candidates: BTreeMap<&str, usize> = BTreeMap::new();
        for value in &values {
            for run in runs(value).collect::<BTreeSet<_>>() {
                *candidates.entry(run).or_default() += 1;
            }
        }
        let mut candidates: Vec<(&str, usize)> = candidates.into_iter().collect();
        candidates.sort_by_key(|&(_, n_values)| std::cmp::Reverse(n_values));
        candidates.truncate(CANDIDATES);
        let judged = candidates.into_iter().filter_map(|(text, n_values)| {
            let separator = Separator::new(text)?;
            let saved = saved(&values, text)?;
            Some(((saved, n_values, text.len()), separator))
        });
        judged.max_by_key(|(merit, _)| *merit).map(|(_, separator)| separator)
    }
}

/// Number of distinct values minus the number of distinct labels that a split at `separator` produces.
/// `None` if `separator` probably does not separate labels.
fn saved(values: &BTreeSet<&str>, separator: &str) -> Option<usize> {
    let (mut labels, mut firsts, mut others) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for value in values {
        let mut parts: Vec<&str> = Vec::new();
        for part in value.split(separator).map(str::trim) {
            if !part.is_empty() && !parts.contains(&part) {
                parts.push(part);
            }
        }
        let is_sentence =
            |part: &&str| part.ends_with(['.', '!', '?', '…', '。']) || part.chars().count() > MAX_LABEL_CHARS;
        if parts.len() > 1 && parts.iter().any(is_sentence) {
            return None;
        }
        if let [first, rest @ ..] = &parts[..]
            && !rest.is_empty()
        {
            firsts.insert(*first);
            others.extend(rest.iter().copied());
        }
        labels.extend(parts);
    }
    if others.is_empty() {
        return None;
    }
    let saved = values.len().checked_sub(labels.len())?;
    let may_be_of_numbers = separator.chars().all(|letter| BETWEEN_NUMBERS.contains(letter));
    if may_be_of_numbers && !firsts.union(&others).any(|part| part.contains(char::is_alphabetic)) {
        return None;
    }
    let mut parts = firsts.union(&others);
    // A topic is always the first part of a cell, as in `Sports::Tennis`.
    // Parts that occur both at the first position and at later positions of cells are therefore labels.
    let is_anywhere = firsts.intersection(&others).next().is_some();
    let is_strong = separator.chars().all(|letter| UNAMBIGUOUS.contains(letter));
    let is_likely = if is_strong {
        saved > 0 || is_anywhere || parts.any(|part| values.contains(part))
    } else {
        saved > 0 && (is_anywhere || parts.all(|part| values.contains(part)))
    };
    is_likely.then_some(saved)
}

/// Candidates for separators in a value: maximal runs of separator characters.
fn runs(value: &str) -> impl Iterator<Item = &str> {
    let is_any = |letter: char| {
        let kinds = [UNAMBIGUOUS, AMBIGUOUS, BETWEEN_NUMBERS, ONLY_COMBINED];
        kinds.iter().any(|kind| kind.contains(letter))
    };
    let runs = value.split(move |letter| !is_any(letter)).filter(|run| !run.is_empty());
    runs.filter(|run| {
        let mut letters = run.chars();
        let is_alone = letters.clone().count() == 1;
        letters.any(|letter| !ONLY_COMBINED.contains(letter)) || !is_alone
    })
}

impl fmt::Debug for Separator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), out)
    }
}

impl Serialize for Separator {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Separator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Separator, D::Error> {
        let text = String::deserialize(deserializer)?;
        Separator::new(&text).ok_or_else(|| serde::de::Error::invalid_length(text.len(), &"separator"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separator_produces_fewer_labels_than_values() {
        let cases: [(&[&str], Option<&str>); 27] = [
            (
                &[
                    "complaint",
                    "question#urgent",
                    "request",
                    "complaint#urgent",
                    "praise",
                    "praise#urgent",
                ],
                Some("#"),
            ),
            (&["Action|Comedy", "Comedy|Drama", "Drama", "Action"], Some("|")),
            (&["a||b", "b||c", "c", "a||c"], Some("||")),
            (&["a::b", "b::c", "c", "a::c", "b"], Some("::")),
            (&["a, b", "b, c", "c, a", "b", "a, b, c"], Some(",")),
            (&["bad/slow", "bad/rude", "bad", "slow", "rude"], Some("/")),
            (&["a <> b", "b <> a", "c <> a", "c", "b"], Some("<>")),
            (&["a\nb", "b\nc", "c"], Some("\n")),
            (&["bug+ui", "ui+perf", "perf", "bug"], Some("+")),
            (&["bug & ui", "ui & perf", "perf", "bug"], Some("&")),
            (&["bug:ui", "ui:perf", "perf", "bug"], Some(":")),
            (&["赞、问", "问、赞", "赞"], Some("、")),
            // The separator characters in the following columns do not separate labels.
            (&["yes", "no", "yes, partly"], None),
            (&["yes", "no", "maybe", "yes, partly", "no, partly"], None),
            (&["R&D / Lab", "Sales", "Lab work"], None),
            (&["n/a", "yes", "no"], None),
            (&["2:1", "1:2", "1:1", "2:2"], None),
            (&["well-known", "known-well", "known", "well"], None),
            (&["A+", "A", "B+", "B"], None),
            (&["age=young", "age=old", "mood=good", "mood=bad"], None),
            (
                &["Sports::Football", "Sports::Tennis", "Politics::EU", "Politics::US"],
                None,
            ),
            (&["A > B", "A > C", "D > E", "D > F", "G > H"], None),
            (&["card_arrival", "lost_card", "card-fee", "lost-fee"], None),
            (&["C#", "F#", "Java"], None),
            (&["#1", "#2"], None),
            (&["Block it; then call.", "Block it; then wait.", "Wait."], None),
            (&["a", "b"], None),
        ];
        for (values, expected) in cases {
            let found = Separator::likely(values.iter().copied());
            assert_eq!(found.as_ref().map(Separator::as_str), expected, "{values:?}");
        }
    }

    #[test]
    fn separator_is_a_short_text() {
        assert_eq!(Separator::new(""), None);
        assert_eq!(Separator::new(&"a".repeat(17)), None);
        let stored = serde_json::to_string(&Separator::literal("||")).expect("JSON");
        assert_eq!(stored, "\"||\"");
        assert_eq!(
            serde_json::from_str::<Separator>(&stored).expect("a separator"),
            Separator::literal("||")
        );
        assert!(serde_json::from_str::<Separator>("\"\"").is_err());
    }
}
