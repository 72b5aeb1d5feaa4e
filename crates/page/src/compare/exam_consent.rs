//! The consent that the page asks for before it sends the texts of an exam to a language model.

use crate::i18n::{grouped, t};
use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;

/// A description of the prompts that are about to be sent, for the user's consent.
#[derive(Clone, Debug, PartialEq)]
pub struct ExamConsent {
    /// The sequence number of the run.
    pub id: u32,
    pub endpoint: Endpoint,
    pub estimate: Estimate,
    /// Number of distinct prompts that already have an answer.
    pub answered: u32,
    /// Maximum number of examples in a prompt.
    pub shots: u32,
    /// Number of runs of the comparison.
    pub n_runs: u32,
    /// Number of test texts.
    pub n_texts: u32,
}

impl ExamConsent {
    /// The question for the user's consent.
    pub fn words(&self) -> String {
        let mut words = t!(
            "answers-consent-sending",
            address = self.endpoint.address(),
            shots = self.shots,
            tokens = grouped(self.estimate.prompt_tokens),
            answer_tokens = grouped(self.estimate.answer_tokens)
        );
        words.push(' ');
        words.push_str(&t!(
            "compare-exam-consent-purpose",
            runs = grouped(self.n_runs.into()),
            texts = grouped(self.n_texts.into())
        ));
        if self.estimate.is_most {
            words.push_str(&t!("answers-consent-most"));
        }
        if self.answered > 0 {
            let answered = grouped(self.answered.into());
            words.push_str(&t!("compare-exam-consent-answered", answered));
        }
        if self.endpoint.is_open() {
            words.push_str(&t!("confidences-consent-unencrypted"));
        }
        words
    }
}
