//! The form for questions to a language model: the endpoint, and the examples in the prompts.

use crate::endpoint::RequestFailure;
use crate::i18n::t;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::confidence::{Endpoint, Model};
use fastgas_annotation::retrieve::{BUILT_IN, DEFAULT_SHOTS};
use fastgas_platform::{Secret, StoredAnswerForm};

pub const MAX_SHOTS: u32 = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub address: String,
    pub model: String,
    pub key: Secret,
    pub shots: String,
    pub template: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Recipient {
    pub endpoint: Endpoint,
    pub key: Secret,
    pub model: Model,
}

impl Default for Form {
    fn default() -> Form {
        Form {
            address: String::new(),
            model: String::new(),
            key: Secret::default(),
            shots: DEFAULT_SHOTS.to_string(),
            template: BUILT_IN[0].template().to_string(),
        }
    }
}

impl Form {
    pub(crate) fn read(&self) -> Result<(Recipient, u32), RequestFailure> {
        let recipient = Recipient::read(&self.address, &self.key, &self.model)?;
        if recipient.model.name.is_empty() {
            return Err(RequestFailure::of(ConfidenceError::NoModel));
        }
        let shots = self.shots.trim().parse::<u32>().ok();
        let shots = shots
            .filter(|&shots| shots <= MAX_SHOTS)
            .ok_or_else(|| RequestFailure {
                problem: t!("answers-shots-problem", shots = self.shots.trim()),
                advice: t!("answers-shots-advice", max_shots = MAX_SHOTS),
            })?;
        Ok((recipient, shots))
    }

    /// An API key in the form is kept only if the form already has the stored address.
    /// If the key were kept for another address, the key would be sent to another server.
    pub(crate) fn restore(&mut self, stored: StoredAnswerForm) {
        let key = match self.address == stored.address {
            true => std::mem::take(&mut self.key),
            false => Secret::default(),
        };
        *self = Form {
            address: stored.address,
            model: stored.model,
            template: stored.template,
            shots: stored.shots,
            key,
        };
    }
}

impl Recipient {
    /// Validates the address and the key, but not the name of the model, which may be empty.
    pub(crate) fn read(address: &str, key: &Secret, model: &str) -> Result<Recipient, RequestFailure> {
        let endpoint = Endpoint::read(address).map_err(RequestFailure::of)?;
        let key = key.0.trim();
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(RequestFailure::of(ConfidenceError::BadKey));
        }
        let model = Model {
            name: model.trim().into(),
            api: endpoint.api(),
        };
        Ok(Recipient {
            endpoint,
            key: Secret(key.into()),
            model,
        })
    }
}
