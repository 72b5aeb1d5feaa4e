//! Asks the user for consent to send texts to another machine.

use std::io::{self, BufRead, IsTerminal};

use crate::error::CliError;
use crate::progress::ProgressReporter;
use fastgas_annotation::answer::{AnswerError, Estimate};
use fastgas_annotation::confidence::Endpoint;
use fastgas_data::counted;

/// Asks for consent, unless the server runs on this machine or the user has given `--yes`.
///
/// # Errors
/// Returns [`AnswerError::NoTerminal`] if stdin is not a terminal, and [`AnswerError::Declined`] if the user declines.
pub fn consent(
    endpoint: &Endpoint,
    estimate: Estimate,
    yes: bool,
    reporter: &ProgressReporter,
) -> Result<(), CliError> {
    let mut stdin = io::stdin().lock();
    let is_terminal = stdin.is_terminal();
    let terminal = is_terminal.then_some(&mut stdin as &mut dyn BufRead);
    consent_on(terminal, endpoint, estimate, yes, reporter)
}

/// Like [`consent`], but reads the user's replies from `terminal`, so that tests can supply replies.
/// `terminal` is `None` if stdin is not a terminal.
fn consent_on(
    terminal: Option<&mut dyn BufRead>,
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
        "prompts to send to {host}: {at_most}{prompts}, with about {} each and about {} in total; the answers have at \
         most {} in total",
        counted(per_prompt, "token"),
        estimate.prompt_tokens,
        counted(estimate.answer_tokens, "token")
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
    let Some(terminal) = terminal else {
        return Err(CliError::answer(AnswerError::NoTerminal { host, prompts, is_most }));
    };
    let reply = reporter.ask(&format!("Send these texts to {host}? [y/N] "), terminal);
    match reply.unwrap_or_default().trim().to_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CliError::answer(AnswerError::Declined { host })),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const AWAY: &str = "https://api.example.com/v1";
    const HERE: &str = "http://localhost:8080/v1";

    /// Asks for consent to send 34 prompts. `lines` contains the user's replies.
    fn asked(address: &str, lines: &str, yes: bool) -> (Result<(), CliError>, String) {
        let mut replies = Cursor::new(lines.to_owned());
        let result = consent_on(
            Some(&mut replies),
            &Endpoint::read(address).expect("an address"),
            estimate(),
            yes,
            &ProgressReporter::new(true),
        );
        let read = replies.position() as usize;
        (result, lines[read..].to_owned())
    }

    fn estimate() -> Estimate {
        Estimate {
            prompts: 34,
            is_most: false,
            prompt_tokens: 3400,
            answer_tokens: 1088,
        }
    }

    fn is_declined(result: &Result<(), CliError>) -> bool {
        matches!(
            result,
            Err(CliError::Answer { path: None, error: AnswerError::Declined { host } }) if host == "api.example.com"
        )
    }

    #[test]
    fn only_yes_on_the_terminal_is_consent() {
        for reply in ["y\n", "Y\n", "yes\n", " YES \r\n", "y"] {
            let (result, left) = asked(AWAY, reply, false);
            assert!(result.is_ok() && left.is_empty(), "{reply:?}");
        }
        for reply in ["", "\n", "n\n", "no\n", "yep\n", "ja\n", "ny\n"] {
            let (result, _) = asked(AWAY, reply, false);
            assert!(is_declined(&result), "{reply:?}: {result:?}");
        }
        // The program reads only one line as the user's reply.
        let (result, left) = asked(AWAY, "n\ny\n", false);
        assert!(is_declined(&result) && left == "y\n", "{result:?}, {left:?}");
    }

    #[test]
    fn user_is_not_asked_about_this_machine_or_after_consent_in_advance() {
        for (address, yes) in [(HERE, false), (HERE, true), (AWAY, true)] {
            let (result, left) = asked(address, "n\n", yes);
            assert!(result.is_ok() && left == "n\n", "{address} {yes}: {result:?}");
        }
    }

    #[test]
    fn without_a_terminal_only_consent_in_advance_counts() {
        let away = Endpoint::read(AWAY).expect("an address");
        let reporter = ProgressReporter::new(true);
        let result = consent_on(None, &away, estimate(), false, &reporter);
        assert!(
            matches!(
                &result,
                Err(CliError::Answer { error: AnswerError::NoTerminal { host, prompts: 34, is_most: false }, .. })
                    if host == "api.example.com"
            ),
            "{result:?}"
        );
        assert!(consent_on(None, &away, estimate(), true, &reporter).is_ok());
    }
}
