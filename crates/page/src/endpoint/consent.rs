//! The consent of the user to send prompts to a language model.

use crate::i18n::{grouped, t};
use fastgas_annotation::answer::Estimate;
use fastgas_annotation::confidence::Endpoint;

/// The consent covers one address, a maximum number of prompts, and a maximum number of tokens.
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

    pub fn covers(&self, endpoint: &Endpoint, estimate: &Estimate) -> bool {
        self.address == endpoint.address()
            && estimate.prompts <= self.prompts
            && estimate.prompt_tokens <= self.prompt_tokens
    }
}

/// Asks whether the user agrees to send prompts. `shots` is the maximum number of examples per prompt.
/// `purpose` explains why prompts are sent. `answered` describes prompts that already have an answer.
/// `purpose` and `answered` begin with a space, or are empty.
pub fn question(endpoint: &Endpoint, estimate: &Estimate, shots: u32, purpose: &str, answered: &str) -> String {
    let mut words = t!(
        "answers-consent-sending",
        address = endpoint.address(),
        shots,
        tokens = grouped(estimate.prompt_tokens),
        answer_tokens = grouped(estimate.answer_tokens)
    );
    words.push_str(purpose);
    if estimate.is_most {
        words.push_str(&t!("answers-consent-most"));
    }
    words.push_str(answered);
    words.push_str(&unencrypted_warning(endpoint));
    words
}

/// Empty for an encrypted connection. Otherwise, the warning begins with a space, because it follows a sentence.
pub fn unencrypted_warning(endpoint: &Endpoint) -> String {
    match endpoint.is_open() {
        true => t!("confidences-consent-unencrypted"),
        false => String::new(),
    }
}
