//! What stands between the labels of a cell.
//!
//! ```text
//!  question#urgent   complaint#urgent   praise   praise#urgent      six values, five labels: `#` separates labels
//!  yes   no   yes, partly                                           three values either way: `,` is part of a label
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::labels::MAX_LABELS;

/// The longest separator, in bytes.
const LONGEST: usize = 16;
/// The longest part of a cell that may be a label, in letters.
const LONGEST_LABEL: usize = 60;
/// Bytes of different values that are looked at.
const MOST_BYTES: usize = 1 << 18;
/// So many separators are tried, the most frequent ones.
const CANDIDATES: usize = 16;
/// Letters that hardly any label contains.
const STRONG: &str = ";|#~^\u{2022}\u{b7}\u{a6}\u{a7}；、\n\t";
/// Letters that labels contain by nature: “yes, partly”, “R&D / Lab”, or that lead from a topic to one below it.
const WEAK: &str = ",/\\>，／";
/// Letters that separate labels only beside others, as in `::`.
const BESIDE_OTHERS: &str = ":-+&=<*";

/// Letters between the labels of a cell, at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Separator {
    bytes: [u8; LONGEST],
    n: u8,
}

impl Separator {
    /// A separator, unless the text is empty or too long.
    pub fn new(text: &str) -> Option<Separator> {
        (!text.is_empty() && text.len() <= LONGEST).then(|| Separator::literal(text))
    }

    /// A separator that the program names.
    ///
    /// # Panics
    /// If the text is longer than 16 bytes.
    pub const fn literal(text: &str) -> Separator {
        let (from, mut bytes, mut n) = (text.as_bytes(), [0; LONGEST], 0);
        while n < from.len() {
            bytes[n] = from[n];
            n += 1;
        }
        Separator { bytes, n: n as u8 }
    }

    /// As a text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.n)]).expect("made from a text")
    }

    /// The one that the different values of a column suggest. Labels that contain a comma or a slash by nature stay whole:
    /// a separator has to make fewer labels out of more values. O(letters of the values · log n).
    pub(super) fn likely(cells: &[&str]) -> Option<Separator> {
        let values: BTreeSet<&str> = cells
            .iter()
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
            .collect();
        // As many values, or as long ones, are no combinations of a few labels.
        let bytes: usize = values.iter().map(|value| value.len()).sum();
        if values.len() < 2 || values.len() > 4 * MAX_LABELS || bytes > MOST_BYTES {
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

/// How many labels fewer than values there are if `separator` separates labels; none where it likely does not.
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
            |part: &&str| part.ends_with(['.', '!', '?', '…', '。']) || part.chars().count() > LONGEST_LABEL;
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
    let mut parts = firsts.union(&others);
    // Parts that stand in several places are no topic and what is below it.
    let is_anywhere = firsts.intersection(&others).next().is_some();
    let is_strong = separator.chars().all(|letter| STRONG.contains(letter));
    let is_likely = if is_strong {
        saved > 0 || is_anywhere || parts.any(|part| values.contains(part))
    } else {
        saved > 0 && (is_anywhere || parts.all(|part| values.contains(part)))
    };
    is_likely.then_some(saved)
}

/// What may separate labels in a value: letters of these kinds, as many as stand beside each other.
fn runs(value: &str) -> impl Iterator<Item = &str> {
    let is_any = |letter: char| STRONG.contains(letter) || WEAK.contains(letter) || BESIDE_OTHERS.contains(letter);
    let runs = value.split(move |letter| !is_any(letter)).filter(|run| !run.is_empty());
    runs.filter(|run| {
        let mut letters = run.chars();
        let is_alone = letters.clone().count() == 1;
        letters.any(|letter| !BESIDE_OTHERS.contains(letter)) || !is_alone
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
    fn a_separator_is_what_makes_fewer_labels_of_more_values() {
        let cases: [(&[&str], Option<&str>); 20] = [
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
            (&["赞、问", "问、赞", "赞"], Some("、")),
            // Labels that contain such letters by nature.
            (&["yes", "no", "yes, partly"], None),
            (&["yes", "no", "maybe", "yes, partly", "no, partly"], None),
            (&["R&D / Lab", "Sales", "Lab work"], None),
            (&["n/a", "yes", "no"], None),
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
            let found = Separator::likely(values);
            assert_eq!(found.as_ref().map(Separator::as_str), expected, "{values:?}");
        }
    }

    #[test]
    fn a_separator_is_a_short_text() {
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
