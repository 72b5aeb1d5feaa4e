//! The encoder in use, and the dialog in which the user imports one.

use std::sync::Arc;

use crate::encoder::draft::EncoderDraft;
use crate::state::Message;
use fastgas_platform::Given;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncoderState {
    /// The custom encoder in use; `None` means the built-in one.
    pub custom: Option<Arc<Given>>,
    /// Whether `custom` is stored, so that it survives a reload.
    pub is_persisted: bool,
    /// Why the custom encoder is not stored, or why a stored one is not in use. Shown until dismissed.
    pub problem: Option<Message>,
    /// The custom encoder that the user is configuring in the dialog.
    pub draft: Option<EncoderDraft>,
    /// Tokens that one worker embeds per second; `None` before this is measured.
    pub tokens_per_second: Option<f64>,
    pub(crate) last_check: u32,
}
