//! The user's consent, which the page requests before it sends the texts of an exam to a language model.

use crate::endpoint::consent;
use crate::i18n::{grouped, t};
use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;

#[derive(Clone, Debug, PartialEq)]
pub struct ExamConsent {
    pub id: u32,
    pub endpoint: Endpoint,
    pub estimate: Estimate,
    /// Number of different prompts that are not sent, because they already have an answer.
    pub answered: u32,
    pub shots: u32,
    pub n_runs: u32,
    pub n_texts: u32,
}

impl ExamConsent {
    pub fn words(&self) -> String {
        let purpose = t!(
            "compare-exam-consent-purpose",
            runs = grouped(self.n_runs.into()),
            texts = grouped(self.n_texts.into())
        );
        let answered = match self.answered {
            0 => String::new(),
            n => t!("compare-exam-consent-answered", answered = grouped(n.into())),
        };
        consent::question(
            &self.endpoint,
            &self.estimate,
            self.shots,
            &format!(" {purpose}"),
            &answered,
        )
    }
}
