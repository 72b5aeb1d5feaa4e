//! The message for the user if a signal, such as SIGINT from Ctrl-C, terminates the program.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::stdout::{end_progress_line, print_status};

static MESSAGE: Mutex<Option<String>> = Mutex::new(None);

fn message() -> MutexGuard<'static, Option<String>> {
    MESSAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While this value exists, a signal that terminates the program prints a message to the user.
pub struct InterruptionMessage(());

impl InterruptionMessage {
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
