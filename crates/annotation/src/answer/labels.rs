//! The labels that the model chooses from, and the rules that match a model's answer to one label.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::label::{appearance, case_folded};
use fastgas_data::{LabelOrder, LabelSpellings};

const ANSWER_PREFIXES: [&str; 5] = ["label", "answer", "category", "class", "output"];

const SURROUNDING: &[char] = &[
    '"', '\'', '`', '*', '_', '.', ',', ';', ':', '!', '?', '(', ')', '[', ']', '{', '}', '<', '>', '“', '”', '„', '‘',
    '’', '‚', '«', '»', '‹', '›', '。', '「', '」',
];

/// The answers that the model is allowed to give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choices<'a> {
    /// The model answers with one of the labels in the set.
    Labels(&'a LabelSet),
    /// The model may answer with any text, such as a summary.
    FreeText,
}

impl Choices<'_> {
    /// Whether `given`, the label in an answer, is the true label `truth`.
    /// The order of several labels matters only if the order matters in the [`LabelSet`]. Free text must be equal.
    pub fn is_right(self, given: &str, truth: &str) -> bool {
        match self {
            Choices::Labels(set) => set.order.has_same_labels(given, truth),
            Choices::FreeText => given == truth,
        }
    }
}

/// Distinct labels, in order of first occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelSet {
    labels: Vec<String>,
    order: LabelOrder,
    /// For each normalization, from strict to tolerant: a map from each normalized label to the index of the label.
    /// The index is `None` if the normalization makes several labels equal.
    forms: [BTreeMap<String, Option<usize>>; FORMS.len()],
    /// Maps each normalized set of labels to its index in `labels`; `None` if two sets are equal after normalization.
    /// The map is empty if the order of the labels in an answer matters.
    sets: BTreeMap<Vec<String>, Option<usize>>,
}

/// The normalizations of labels. The first normalization only trims whitespace.
/// The second normalization also ignores case, additional whitespace and differences between equivalent characters.
/// The third normalization also ignores punctuation around the label.
const FORMS: [fn(&str) -> String; 3] = [
    |text| text.trim().to_owned(),
    fold,
    |text| fold(text.trim_matches(is_surrounding)),
];

impl LabelSet {
    /// Collects the distinct labels. Blank labels are ignored.
    ///
    /// A label may be a text of several labels, separated by [`SEPARATOR`](crate::label::SEPARATOR).
    /// If `order` is [`LabelOrder::Ignored`], texts with the same labels in another order are one label.
    /// The first of these texts determines the spelling.
    /// An answer also matches the label if the answer contains the same labels in another order.
    pub fn new(labels: impl IntoIterator<Item = String>, order: LabelOrder) -> LabelSet {
        let mut set = LabelSet {
            labels: Vec::new(),
            order,
            forms: Default::default(),
            sets: BTreeMap::new(),
        };
        let mut spellings = LabelSpellings::default();
        for label in labels {
            let label = label.trim().to_owned();
            let label = match order {
                LabelOrder::Ignored => spellings.first(label),
                LabelOrder::Significant => label,
            };
            if label.is_empty() || set.forms[0].contains_key(&label) {
                continue;
            }
            let index = set.labels.len();
            for (form, known) in FORMS.iter().zip(&mut set.forms) {
                let entry = known.entry(form(&label));
                entry.and_modify(|other| *other = None).or_insert(Some(index));
            }
            if order == LabelOrder::Ignored
                && let Some(labels) = labels_of_set(&label)
            {
                let entry = set.sets.entry(labels);
                entry.and_modify(|other| *other = None).or_insert(Some(index));
            }
            set.labels.push(label);
        }
        set
    }

    /// The distinct labels, in order of first occurrence.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The label in `answer`; `None` if the answer contains no label.
    /// `cue` contains the words of the template before the label, with the white space between the words and the label.
    ///
    /// The whole answer is compared with the labels, then the first line of the answer that is not blank.
    /// If the answer is a JSON object, the `label` field is compared with the labels.
    /// The answer and its first line are compared unchanged, then without a prefix such as `Label:`, `Answer:` or `cue`.
    /// A colon, white space or punctuation follows the words of the cue.
    /// The label can also directly follow the cue if it does so in the template, or if the cue ends in a symbol such as `=`.
    /// The first normalization is exact. The second normalization ignores case, equivalent characters and whitespace.
    /// The third normalization also ignores quotes and punctuation around the label.
    /// An answer that contains a label among other words matches no label.
    /// If a normalization makes two labels equal, the normalized text matches neither of the two labels.
    /// Sets of labels are also compared without their order, with the third normalization for each label.
    pub fn matched(&self, answer: &str, cue: &str) -> Option<&str> {
        self.index_of(answer, cue).map(|index| self.labels[index].as_str())
    }

    pub(super) fn index_of(&self, answer: &str, cue: &str) -> Option<usize> {
        let in_json = label_in_json(answer);
        let answer = in_json.as_deref().unwrap_or(answer);
        [answer, first_line(answer)].into_iter().find_map(|answer| {
            let without = without_prefix(answer, cue);
            [answer, without].into_iter().find_map(|answer| self.find(answer))
        })
    }

    fn find(&self, answer: &str) -> Option<usize> {
        let by_form = FORMS.iter().zip(&self.forms).find_map(|(form, known)| {
            let form = form(answer);
            known.get(&form).copied().flatten().filter(|_| !form.is_empty())
        });
        by_form.or_else(|| self.sets.get(&labels_of_set(answer)?).copied().flatten())
    }
}

/// The normalized labels in a text with several labels, in ascending order. `None` for a text with one label.
fn labels_of_set(text: &str) -> Option<Vec<String>> {
    let labels = text.split(';').map(|label| fold(label.trim_matches(is_surrounding)));
    let mut labels: Vec<String> = labels.filter(|label| !label.is_empty()).collect();
    labels.sort_unstable();
    labels.dedup();
    (labels.len() > 1).then_some(labels)
}

pub(super) fn fold(text: &str) -> String {
    case_folded(&appearance(text))
}

/// The part of an answer that is compared with the labels: the first line that is not blank.
/// For a free-text or JSON answer, the result is the entire answer.
pub(super) fn relevant<'a>(answer: &'a str, choices: Choices<'_>) -> &'a str {
    match choices {
        Choices::Labels(_) if label_in_json(answer).is_none() => first_line(answer),
        Choices::Labels(_) | Choices::FreeText => answer.trim(),
    }
}

fn first_line(answer: &str) -> &str {
    answer.trim_start().lines().next().unwrap_or_default().trim_end()
}

pub(super) fn is_surrounding(letter: char) -> bool {
    letter.is_whitespace() || SURROUNDING.contains(&letter)
}

fn label_in_json(answer: &str) -> Option<String> {
    let answer = answer.trim();
    let value: Value = answer.starts_with('{').then(|| serde_json::from_str(answer).ok())??;
    value.get("label")?.as_str().map(str::to_owned)
}

fn without_prefix<'a>(answer: &'a str, cue: &str) -> &'a str {
    let answer = answer.trim_start_matches(is_surrounding);
    let rest = ANSWER_PREFIXES
        .into_iter()
        .find_map(|prefix| after_colon(after(answer, prefix)?));
    rest.or_else(|| without_cue(answer, cue)).unwrap_or(answer)
}

/// The part of the answer after `cue`, the words of the template before the label.
/// `None` if the answer does not begin with the cue, or if the last word of the cue is the beginning of a longer word.
/// A longer word is accepted if the template has neither white space nor punctuation between the cue and the label.
fn without_cue<'a>(answer: &'a str, cue: &str) -> Option<&'a str> {
    let is_around = |letter: char| is_surrounding(letter) || letter == '：';
    let words = cue.trim_matches(is_around);
    let rest = after(answer, words).filter(|_| !words.is_empty())?;
    // Some languages have no spaces between words, so that the template can be `主题是{label}`.
    // After a symbol such as `=`, the label may follow without a space, too.
    let may_follow_directly = cue.ends_with(words) || !words.ends_with(char::is_alphanumeric);
    let is_whole = may_follow_directly || rest.starts_with(is_around);
    is_whole.then(|| after_colon(rest).unwrap_or(rest))
}

/// The part of `answer` after `prefix`. ASCII letters match in upper and lower case.
fn after<'a>(answer: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = answer.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// The part of `text` after a colon at its beginning. In Markdown, the words before the colon may be bold.
fn after_colon(text: &str) -> Option<&str> {
    text.trim_start_matches(['*', '_', ' ']).strip_prefix([':', '：'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(labels: &[&str]) -> LabelSet {
        LabelSet::new(labels.iter().map(|&label| label.to_owned()), LabelOrder::Significant)
    }

    fn matched<'a>(set: &'a LabelSet, answer: &str) -> Option<&'a str> {
        set.matched(answer, "Subject:")
    }

    #[test]
    fn answers_are_matched_by_documented_rules() {
        let set = set(&["card_lost", "Café au lait", "C", "C++", "card", ""]);
        assert_eq!(set.labels().len(), 5);
        for (answer, label) in [
            ("card_lost", "card_lost"),
            ("  card_lost\nBecause it is lost.", "card_lost"),
            ("\n\nCARD_LOST.", "card_lost"),
            ("**Card_Lost**", "card_lost"),
            ("“card_lost”,", "card_lost"),
            ("Label: card_lost", "card_lost"),
            ("**Answer:** card_lost", "card_lost"),
            ("answer : `card_lost`", "card_lost"),
            ("Subject: card_lost", "card_lost"),
            ("subject:card_lost", "card_lost"),
            ("Label:\ncard_lost", "card_lost"),
            ("{\"label\": \"card_lost\"}", "card_lost"),
            ("{\"label\":\n \"Card_Lost\"}", "card_lost"),
            ("CAFE\u{301}  AU\tLAIT", "Café au lait"),
            ("c++", "C++"),
            ("C", "C"),
            ("c", "C"),
            ("card", "card"),
        ] {
            assert_eq!(matched(&set, answer), Some(label), "{answer}");
        }
        for answer in [
            "",
            " \n",
            "the card_lost label",
            "card_lost or card",
            "cards",
            "Label:",
            "{\"label\": 3}",
            "{\"label\": \"card_lo",
            "Topic: card_lost",
            "because\ncard_lost",
            "…",
        ] {
            assert_eq!(matched(&set, answer), None, "{answer}");
        }
    }

    #[test]
    fn words_before_the_label_are_ignored() {
        let set = set(&["sports", "The topic is open", "U.S.", "1", "体育"]);
        for (cue, answer, label) in [
            ("The topic is ", "The topic is sports.", Some("sports")),
            (
                "The topic is ",
                "the TOPIC is  Sports\nBecause of the score.",
                Some("sports"),
            ),
            ("The topic is ", "The topic is: sports", Some("sports")),
            ("The topic is ", "**The topic is** sports", Some("sports")),
            ("The topic is ", "The topic is **sports**.", Some("sports")),
            ("The topic is ", "The topic is U.S.", Some("U.S.")),
            ("The topic is ", "The topic is open", Some("The topic is open")),
            ("The topic is ", "sports", Some("sports")),
            ("The topic is \"", "The topic is \"sports\".", Some("sports")),
            ("Topic (a word)? ", "Topic (a word)? sports", Some("sports")),
            ("**Topic:** ", "**Topic:** sports", Some("sports")),
            ("= ", "= sports", Some("sports")),
            ("= ", "=1", Some("1")),
            ("=> ", "=> sports", Some("sports")),
            ("主题：", "主题：体育", Some("体育")),
            ("主题是", "主题是体育", Some("体育")),
            ("主题是", "主题是：体育。", Some("体育")),
            ("主题是", "主题是 体育\n", Some("体育")),
            ("主题是", "主题是不是体育", None),
            ("topic-", "topic-sports", Some("sports")),
            ("The topic is ", "The topic issports", None),
            ("The topic is ", "The topic isn't sports", None),
            ("The topic is ", "The topic is not sports", None),
            ("The topic is ", "The topic is sports or politics", None),
            ("The topic is ", "The topic is", None),
            ("The topic ", "The topics sports", None),
            ("", "The topic is sports", None),
            ("é", "e sports", None),
        ] {
            assert_eq!(set.matched(answer, cue), label, "{cue:?}: {answer:?}");
        }
    }

    #[test]
    fn form_of_several_labels_matches_neither() {
        let set = set(&["yes", "Yes", "no!", "no?"]);
        assert_eq!(matched(&set, "yes"), Some("yes"));
        assert_eq!(matched(&set, "Yes"), Some("Yes"));
        assert_eq!(matched(&set, "YES"), None);
        assert_eq!(matched(&set, "NO?"), Some("no?"));
        assert_eq!(matched(&set, "no"), None);
    }

    #[test]
    fn sets_of_labels_are_one_choice_in_every_order() {
        let labels = ["billing; urgent", "urgent", " urgent; billing", "urgent; late"];
        let set = LabelSet::new(labels.map(str::to_owned), LabelOrder::Ignored);
        assert_eq!(set.labels(), ["billing; urgent", "urgent", "urgent; late"]);
        for (answer, label) in [
            ("billing; urgent", Some("billing; urgent")),
            ("urgent; billing", Some("billing; urgent")),
            ("Label: *Urgent*;Billing.\nBoth apply.", Some("billing; urgent")),
            ("{\"label\": \"late; urgent\"}", Some("urgent; late")),
            ("urgent;", Some("urgent")),
            ("billing", None),
            ("billing; late; urgent", None),
        ] {
            assert_eq!(matched(&set, answer), label, "{answer}");
        }
        // The options of a question can differ only in their order.
        let options = self::set(&["first; second", "second; first"]);
        assert_eq!(options.labels().len(), 2);
        assert_eq!(matched(&options, "Second; first"), Some("second; first"));
    }

    #[test]
    fn order_of_labels_matters_only_between_options_and_in_free_text() {
        let labels = || ["first; second", "third"].map(str::to_owned);
        let sets = LabelSet::new(labels(), LabelOrder::Ignored);
        let options = LabelSet::new(labels(), LabelOrder::Significant);
        for (choices, is_right) in [
            (Choices::Labels(&sets), true),
            (Choices::Labels(&options), false),
            (Choices::FreeText, false),
        ] {
            assert_eq!(choices.is_right("first; second", "second; first"), is_right);
            assert!(choices.is_right("first; second", "first; second") && !choices.is_right("third", "first"));
        }
    }

    proptest! {
        #[test]
        fn every_label_matches_itself(labels in prop::collection::vec("[ -~éß日]{1,6}", 1..6), position in 0usize..6) {
            let set = set(&labels.iter().map(String::as_str).collect::<Vec<_>>());
            if let Some(label) = set.labels().get(position) && !label.starts_with('{') {
                prop_assert_eq!(matched(&set, label), Some(label.as_str()));
                let padded = format!("\n {label} \nand so on");
                prop_assert_eq!(matched(&set, &padded), Some(label.as_str()));
            }
        }

        #[test]
        fn arbitrary_answer_does_not_panic(answer in ".{0,40}|[{}\":a-cLlabel\n ]{0,40}", cue in ".{0,30}|[\\['\\]\\\\a, ]{0,30}") {
            let set = set(&["a", "label"]);
            let _ = (matched(&set, &answer), set.matched(&answer, &cue));
        }
    }
}
