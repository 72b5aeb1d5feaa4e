//! The user's consent, which the page requests before it sends texts to a language model for answers.

use crate::endpoint::consent;
use crate::i18n::{grouped, t};
use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;

#[derive(Clone, Debug, PartialEq)]
pub struct ConsentRequest {
    pub id: u32,
    pub endpoint: Endpoint,
    pub estimate: Estimate,
    pub answered: u32,
    pub shots: u32,
}

impl ConsentRequest {
    pub fn words(&self) -> String {
        let answered = match self.answered {
            0 => String::new(),
            n => t!("confidences-consent-answered", answered = grouped(n.into())),
        };
        consent::question(&self.endpoint, &self.estimate, self.shots, "", &answered)
    }
}
