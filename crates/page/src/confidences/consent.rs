//! The consent that the page requests before it sends texts to a language model to obtain confidences.
//! The page also requests consent before it uses an incomplete set of confidences.

use crate::endpoint::consent;
use crate::i18n::{grouped, t};
use fastgas_annotation::confidence::Endpoint;

/// A description of the texts that are about to be sent, for the user's consent.
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

/// The question whether texts without a confidence count as those of which the model is least sure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingQuestion {
    /// Number of texts without a confidence.
    pub n: usize,
    /// The sentence that names the rows of the texts without a confidence.
    pub problem: String,
}

impl ConsentRequest {
    /// The question for the user's consent.
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
