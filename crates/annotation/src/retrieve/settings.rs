//! How prompts are to be made.

use serde::{Deserialize, Serialize};

use super::BUILT_IN;

/// Demonstrations in a prompt, where nobody says how many.
pub const DEFAULT_SHOTS: usize = 8;

/// Which demonstrations, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptConfig {
    /// How many.
    pub shots: u32,
    /// The least similar are left out until the prompt has at most so many tokens.
    pub max_tokens: Option<u32>,
    /// The seed of random demonstrations; without one they are the most similar.
    pub random: Option<u64>,
}

/// What is kept of a person's wishes from one visit to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PromptSettings {
    /// The template as it was written, which may be none yet.
    pub template: String,
    /// The last one that is not built in; empty where there is none.
    pub own_template: String,
    /// Which demonstrations, and how many.
    pub config: PromptConfig,
    /// Messages of a chat instead of one text.
    pub as_chat: bool,
}

impl Default for PromptConfig {
    fn default() -> PromptConfig {
        PromptConfig {
            shots: DEFAULT_SHOTS as u32,
            max_tokens: None,
            random: None,
        }
    }
}

impl Default for PromptSettings {
    fn default() -> PromptSettings {
        PromptSettings {
            template: BUILT_IN[0].source.into(),
            own_template: String::new(),
            config: PromptConfig::default(),
            as_chat: false,
        }
    }
}
