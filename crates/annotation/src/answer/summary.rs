//! The statistics of a run that the user sees after the last answer.

use std::fmt::{self, Write};

use super::{Answered, Confidence};
use fastgas_data::counted;

/// The statistics of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of answers in the run.
    pub answers: u32,
    /// Number of answers that contain a label.
    pub matched: u32,
    /// Number of answers whose confidence is the probability of the label.
    pub of_label: u32,
    /// Number of answers whose confidence is the mean probability of the answer's tokens.
    pub of_tokens: u32,
    /// Number of answers that were cut off at the maximum number of tokens.
    pub cut: u32,
    /// Number of prompts with fewer examples than requested, because the context is too small.
    pub shortened: u32,
    /// Lowest number of examples among the shortened prompts.
    pub fewest_shots: u32,
}

impl Summary {
    /// Computes the statistics of a run. Texts without an answer are ignored.
    /// `shots_of` returns the number of examples that the prompt of a row has if the context is large enough.
    pub fn of(answers: &[Answered<'_>], shots_of: impl Fn(u32) -> u32) -> Summary {
        let mut summary = Summary::default();
        for answered in answers {
            let Some(entry) = answered.entry else { continue };
            summary.answers += 1;
            summary.matched += u32::from(answered.label.is_some());
            match entry.answer.confidence {
                Some(Confidence::OfLabel(_)) => summary.of_label += 1,
                Some(Confidence::OfTokens(_)) => summary.of_tokens += 1,
                None => {}
            }
            summary.cut += u32::from(entry.answer.is_cut);
            if entry.shots < shots_of(answered.row) {
                summary.fewest_shots = match summary.shortened {
                    0 => entry.shots,
                    _ => summary.fewest_shots.min(entry.shots),
                };
                summary.shortened += 1;
            }
        }
        summary
    }

    /// A sentence for the user about prompts with fewer examples than requested; `None` if there are no such prompts.
    /// `shots` is the number of examples that the user requested.
    pub fn shortened(&self, shots: u32) -> Option<String> {
        (self.shortened > 0).then(|| {
            format!(
                "prompts with fewer than {}, because the context is too small: {} of {}; the fewest examples: {}",
                counted(u64::from(shots), "example"),
                self.shortened,
                self.answers,
                self.fewest_shots
            )
        })
    }
}

/// Formats the statistics without the sentence about shortened prompts.
impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let without = self.answers - self.of_label - self.of_tokens;
        for (what, n) in [
            ("label probability", self.of_label),
            ("mean over the answer's tokens", self.of_tokens),
            (
                "none, because the server returned no log-probabilities for the answer",
                without,
            ),
        ] {
            if n > 0 {
                let separator = if text.is_empty() { "" } else { ", " };
                write!(text, "{separator}{what}: {n}")?;
            }
        }
        write!(out, "answers: {}; confidences: {text}", self.answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Answer, Entry};

    #[test]
    fn deviations_are_counted() {
        let entry = |shots, confidence, is_cut| Entry {
            answer: Answer {
                text: "x".into(),
                confidence,
                prompt_tokens: None,
                is_cut,
            },
            shots,
            seconds: 1.0,
        };
        let entries = [
            entry(8, Some(Confidence::OfLabel(0.5)), false),
            entry(3, Some(Confidence::OfTokens(0.5)), true),
            entry(5, None, false),
            entry(7, None, false),
        ];
        let mut answers: Vec<Answered<'_>> = (0..)
            .zip(&entries)
            .map(|(row, entry)| Answered {
                row,
                entry: Some(entry),
                text: &entry.answer.text,
                label: (row < 2).then_some("x"),
            })
            .collect();
        answers.push(Answered {
            row: 4,
            entry: None,
            text: "",
            label: None,
        });
        // Row 3 has only seven examples even in a large context, so its prompt is not shortened.
        let summary = Summary::of(&answers, |row| if row == 3 { 7 } else { 8 });
        let expected = Summary {
            answers: 4,
            matched: 2,
            of_label: 1,
            of_tokens: 1,
            cut: 1,
            shortened: 2,
            fewest_shots: 3,
        };
        assert_eq!(summary, expected);
        assert_eq!(
            summary.shortened(8).expect("two have one"),
            "prompts with fewer than 8 examples, because the context is too small: 2 of 4; the fewest examples: 3"
        );
        assert_eq!(
            summary.to_string(),
            "answers: 4; confidences: label probability: 1, mean over the answer's tokens: 1, none, because the server \
             returned no log-probabilities for the answer: 2"
        );
        assert!(
            summary
                .shortened(1)
                .is_some_and(|text| text.starts_with("prompts with fewer than 1 example, "))
        );
        assert_eq!(Summary::default().shortened(8), None);
    }
}
