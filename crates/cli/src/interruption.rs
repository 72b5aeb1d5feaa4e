//! The message for the user if a signal, such as SIGINT from Ctrl-C, terminates the program.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::stdout::{end_progress_line, print_status};

static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

fn message() -> MutexGuard<'static, Option<String>> {
    MESSAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registration of a message to the user.
/// While this value exists, a signal that terminates the program prints the message.
pub struct InterruptionMessage(());

impl InterruptionMessage {
    /// The message reports that the file at `path` contains the answers so far,
    /// and that the same command continues the run.
    pub fn of_resumable(path: &Path) -> InterruptionMessage {
        *message() = Some(format!(
            "interrupted: the answers so far are in {}; the same command continues",
            path.display()
        ));
        InterruptionMessage(())
    }
}

impl Drop for InterruptionMessage {
    fn drop(&mut self) {
        *message() = None;
    }
}

pub fn print_message() {
    let Some(text) = message().take() else {
        return;
    };
    end_progress_line();
    print_status(text);
}
