//! The user's consent, which the page requests before it sends texts to a language model for answers.

use crate::endpoint::consent;
use crate::i18n::{grouped, t};
use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;

/// The prompts that are about to be sent, described for the user's consent.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsentRequest {
    /// The sequence number of the run that sends the prompts.
    pub id: u32,
    pub endpoint: Endpoint,
    pub estimate: Estimate,
    /// Number of texts that already have an answer.
    pub answered: u32,
    /// Maximum number of examples in a prompt.
    pub shots: u32,
}

impl ConsentRequest {
    /// The text of the question that asks for the user's consent.
    pub fn words(&self) -> String {
        let answered = match self.answered {
            0 => String::new(),
            n => t!("confidences-consent-answered", answered = grouped(n.into())),
        };
        consent::question(&self.endpoint, &self.estimate, self.shots, "", &answered)
    }
}
