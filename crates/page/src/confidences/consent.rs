//! The user's consent to send texts to a language model in order to obtain confidences.
//! The module also contains the confirmation before the page uses confidences with missing values.

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
    pub examples: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingQuestion {
    pub n: usize,
    pub problem: String,
}

impl ConsentRequest {
    pub fn words(&self) -> String {
        let mut words = t!(
            "confidences-consent-sending",
            address = self.endpoint.address(),
            examples = self.examples
        );
        if self.answered > 0 {
            let answered = grouped(self.answered.into());
            words.push_str(&t!("confidences-consent-answered", answered));
        }
        words.push_str(&consent::unencrypted_warning(&self.endpoint));
        words
    }
}
