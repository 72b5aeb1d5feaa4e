//! The user's consent, which the page requests before it sends texts to a language model to obtain confidences.
//! The page also asks the user before it uses a set of confidences in which some confidences are missing.

use crate::endpoint::consent;
use crate::i18n::{grouped, t};
use fastgas_annotation::confidence::Endpoint;

/// The texts that are about to be sent, described for the user's consent.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsentRequest {
    /// The sequence number of the run that sends the requests.
    pub id: u32,
    /// The full address of the server.
    pub endpoint: Endpoint,
    pub texts: u32,
    /// Number of texts that already have an answer.
    pub answered: u32,
    /// Number of labeled examples that are sent with each text.
    pub examples: u32,
}

/// The question whether texts without a confidence may be treated as the least certain texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingQuestion {
    /// Number of texts without a confidence.
    pub n: usize,
    /// The sentence that names the rows of the texts without a confidence.
    pub problem: String,
}

impl ConsentRequest {
    /// The text of the question that asks for the user's consent.
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
