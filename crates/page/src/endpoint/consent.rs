//! What the user agreed to send to a language model.

use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;

/// The prompts that the user agreed to send: at most as many, with at most as many tokens, to one address.
#[derive(Clone, Debug, PartialEq)]
pub struct Consent {
    address: String,
    prompts: u32,
    prompt_tokens: u64,
}

impl Consent {
    pub fn new(endpoint: &Endpoint, estimate: &Estimate) -> Consent {
        Consent {
            address: endpoint.address().to_owned(),
            prompts: estimate.prompts,
            prompt_tokens: estimate.prompt_tokens,
        }
    }

    /// Whether these prompts can be sent without another question.
    pub fn covers(&self, endpoint: &Endpoint, estimate: &Estimate) -> bool {
        self.address == endpoint.address()
            && estimate.prompts <= self.prompts
            && estimate.prompt_tokens <= self.prompt_tokens
    }
}
