//! Converts errors and panics of tract and tokenizers to this crate's errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tract_onnx::prelude::{TractError, TractResult};

use fastgas_embedding::{EmbedError, ModelReason, TokenizerReason};

/// Runs a step that reads or runs the model. Converts errors and panics of the step to [`EmbedError::Model`].
pub(super) fn in_model<T>(run: impl FnOnce() -> TractResult<T>) -> Result<T, EmbedError> {
    let run = || run().map_err(|error| model_error(&error));
    caught(run, |message| EmbedError::Model {
        reason: message.map_or(ModelReason::Broken, |message| ModelReason::Other(message.into())),
    })
}

/// Runs a step that reads or runs the tokenizer. Converts panics of the step to [`EmbedError::Tokenizer`].
pub(super) fn in_tokenizer<T>(run: impl FnOnce() -> Result<T, EmbedError>) -> Result<T, EmbedError> {
    caught(run, |message| EmbedError::Tokenizer {
        reason: message.map_or(TokenizerReason::Broken, |message| {
            TokenizerReason::Other(message.into())
        }),
    })
}

/// Calls `run` and converts a panic to an error, because dependencies panic on some malformed files.
/// In a browser, panics do not unwind: a panic ends the worker, and the page reports that the worker ended.
fn caught<T>(
    run: impl FnOnce() -> Result<T, EmbedError>,
    error: impl FnOnce(Option<&str>) -> EmbedError,
) -> Result<T, EmbedError> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(error(message))
    })
}

pub(super) fn model_error(error: &TractError) -> EmbedError {
    let reason = error.downcast_ref::<ModelReason>().cloned();
    EmbedError::Model {
        reason: reason.unwrap_or_else(|| ModelReason::Other(format!("{error:#}").into())),
    }
}

pub(super) fn tokenizer_error(error: tokenizers::Error) -> EmbedError {
    EmbedError::Tokenizer {
        reason: match error.downcast_ref::<serde_json::Error>() {
            Some(error) => TokenizerReason::Json(error.into()),
            None => TokenizerReason::Other(error.to_string().into()),
        },
    }
}
