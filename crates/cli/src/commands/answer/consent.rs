//! Asks the user for consent to send texts to another machine.

use std::io::{self, IsTerminal};

use crate::error::CliError;
use crate::progress::ProgressReporter;
use fastgas_annotation::answer::{AnswerError, Estimate};
use fastgas_annotation::confidence::Endpoint;

/// Prints how much data will be sent, and asks for consent.
/// Does not ask if the server runs on this machine or if the user has agreed with `--yes`.
///
/// # Errors
/// Returns [`AnswerError::NoTerminal`] if stdin is not a terminal, and [`AnswerError::Declined`] if the user declines.
pub fn consent(
    endpoint: &Endpoint,
    estimate: Estimate,
    yes: bool,
    reporter: &ProgressReporter,
) -> Result<(), CliError> {
    let Estimate { prompts, is_most, .. } = estimate;
    let (host, at_most) = (endpoint.host(), if is_most { "at most " } else { "" });
    if endpoint.is_local() {
        reporter.print(&format!("prompts to send to {host}: {at_most}{prompts}"));
        return Ok(());
    }
    let per_prompt = estimate.prompt_tokens / u64::from(prompts.max(1));
    let line = format!(
        "prompts to send to {host}: {at_most}{prompts}, with about {per_prompt} tokens each and about {} in total; the \
         answers have at most {} tokens in total",
        estimate.prompt_tokens, estimate.answer_tokens
    );
    if endpoint.is_open() {
        reporter.warn(&format!("the texts are sent to {host} without encryption"));
    }
    if yes {
        reporter.print(&line);
        return Ok(());
    }
    reporter.warn(&line);
    let host = host.to_owned();
    if !io::stdin().is_terminal() {
        return Err(CliError::answer(AnswerError::NoTerminal { host, prompts, is_most }));
    }
    let reply = reporter.ask(&format!("Send these texts to {host}? [y/N] "));
    match reply.unwrap_or_default().trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CliError::answer(AnswerError::Declined { host })),
    }
}
