//! The command-line program. It runs the same pipeline as the web page, but uses files, threads and clocks.
//!
//! This crate must never depend on the `fastgas-page` crate, on `fastgas-platform` or on a browser.
//! Of the crates in `crates`, only this crate depends on clap and ureq.
//!
//! ```text
//!  command ──▶ commands ──▶ pool, embed_pool, neighbors ──▶ args ──▶ files, progress ──▶ error
//! ```

#![cfg_attr(test, allow(clippy::disallowed_macros, clippy::disallowed_methods))]

mod args;
mod cache;
mod chunk_queue;
mod command;
mod commands;
mod durable_rename;
mod embed_lines;
mod embed_pool;
mod error;
mod files;
mod flags;
#[cfg(feature = "gpu")]
mod gpu_encoder;
mod graph_file;
mod import_args;
mod interruption;
mod language_model;
mod line_error;
mod model;
mod near_duplicates;
mod neighbor_lists;
mod neighbor_lists_error;
mod neighbors;
mod npy;
mod pool;
mod progress;
mod run_estimate;
mod stdout;
mod table;
mod temporary_file;
mod threads;

use std::backtrace::Backtrace;
use std::env;
use std::panic;
use std::process::ExitCode;

use clap::Parser;

use crate::command::Arguments;
use crate::error::CliError;

/// Runs the program. An error is printed together with a sentence of advice.
/// If the reader of a pipe closes it, as `| head -1` does, the program prints no message, and still writes its files.
pub fn main() -> ExitCode {
    escape_panic_messages();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // The error message may contain names of files and columns, so control characters in the message are escaped.
        Err(error) if error.use_stderr() => {
            stdout::print_error_lines(&error.render().to_string());
            return ExitCode::from(error.exit_code().clamp(0, 255) as u8);
        }
        Err(help) => help.exit(),
    };
    temporary_file::remove_on_signals();
    match command::run(arguments) {
        Ok(()) | Err(CliError::BrokenPipe) => ExitCode::SUCCESS,
        Err(error) => {
            stdout::print_status(error);
            ExitCode::FAILURE
        }
    }
}

/// Escapes control characters in panic messages.
/// A library may panic on a damaged model or table, and the panic message may contain text of the file.
/// The `RUST_BACKTRACE` environment variable still requests a backtrace.
fn escape_panic_messages() {
    panic::set_hook(Box::new(|info| {
        let requested = env::var_os("RUST_BACKTRACE").filter(|value| value != "0");
        let backtrace = match requested {
            None => "note: RUST_BACKTRACE=1 requests a backtrace".to_owned(),
            Some(value) if value == "full" => format!("{:#}", Backtrace::force_capture()),
            Some(_) => Backtrace::force_capture().to_string(),
        };
        stdout::print_error_lines(&format!("fastgas: {info}\n{backtrace}\n"));
    }));
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// The panic hook applies to the whole process, so the test runs itself in a separate process.
    #[test]
    fn control_characters_in_panic_messages_are_escaped() {
        const INNER: &str = "FASTGAS_PANIC";
        const NAME: &str = "tests::control_characters_in_panic_messages_are_escaped";
        if env::var_os(INNER).is_some() {
            escape_panic_messages();
            assert!(panic::catch_unwind(|| panic!("te\u{1b}]0;X\u{7}xt\u{202e}")).is_err());
            return;
        }
        for is_requested in [false, true] {
            let mut program = Command::new(env::current_exe().expect("a path"));
            program.args(["--exact", NAME, "--nocapture"]).env(INNER, "1");
            program.env("RUST_BACKTRACE", if is_requested { "1" } else { "0" });
            // `RUST_LIB_BACKTRACE` affects only the backtraces of errors, not the backtraces of panics.
            program.env("RUST_LIB_BACKTRACE", "0");
            let output = program.output().expect("this program starts");
            let printed = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{printed:?}");
            assert!(printed.contains("fastgas: panicked at "), "{printed:?}");
            assert!(printed.contains("te\\u{1b}]0;X\\u{7}xt\\u{202e}"), "{printed:?}");
            assert!(!printed.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{printed:?}");
            // The first line of a backtrace begins with the number 0.
            assert_eq!(printed.contains("\n   0: "), is_requested, "{printed:?}");
            assert_eq!(printed.contains("RUST_BACKTRACE=1"), !is_requested, "{printed:?}");
        }
    }
}
