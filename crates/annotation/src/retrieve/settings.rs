//! Settings for building prompts.

use serde::{Deserialize, Serialize};

use super::BUILT_IN;

/// Default number of demonstrations in a prompt.
pub const DEFAULT_SHOTS: usize = 8;

/// The number of demonstrations in a prompt, and how the demonstrations are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptConfig {
    /// Number of demonstrations in a prompt.
    pub shots: u32,
    /// Maximum number of tokens in a prompt. The least similar demonstrations are removed until the prompt fits.
    pub max_tokens: Option<u32>,
    /// Seed for random demonstrations; `None` chooses the most similar demonstrations.
    pub random: Option<u64>,
}

/// The prompt settings that the page saves between visits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PromptSettings {
    /// The template text as the user typed it, possibly invalid.
    pub template: String,
    /// The user's latest custom template. Empty if the user never wrote a template.
    pub own_template: String,
    /// The number of demonstrations in a prompt, and how the demonstrations are chosen.
    pub config: PromptConfig,
    /// Whether the page shows the prompt as chat messages instead of one text.
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
