//! Output on stdout and messages on stderr.
//!
//! Texts, names and answers come from files and servers, and a terminal interprets control characters in them.
//! Therefore [`print_status`] and [`print_shown`] replace control characters with escapes such as `\u{1b}`.
//! Data for other programs is written unchanged to files, to pipes, and to a stdout that is not a terminal.

#![expect(
    clippy::disallowed_methods,
    reason = "this module is the only one that writes to stdout and stderr"
)]

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use crate::error::CliError;
use fastgas_data::{visible, visible_lines};

pub fn print_line(text: impl Display) -> Result<(), CliError> {
    write(|out| writeln!(out, "{text}"))
}

/// Prints a text for human readers. Control characters are escaped even if stdout is not a terminal.
pub fn print_shown(text: &str) -> Result<(), CliError> {
    write(|out| out.write_all(visible_lines(text).as_bytes()))
}

/// Calls `write` with stdout, and flushes stdout. A terminal receives escapes instead of control characters.
///
/// # Errors
/// Returns [`CliError::BrokenPipe`] if the reader closed the pipe, as `| head` does.
/// Returns [`CliError::File`] for other errors, for example if the disk is full or stdout is closed.
pub fn write(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let written = if closed::is_closed() {
        Err(io::Error::new(ErrorKind::NotConnected, "it is closed"))
    } else if io::stdout().is_terminal() {
        write_all(EscapingWriter::new(io::stdout().lock()), write)
    } else {
        write_all(io::stdout().lock(), write)
    };
    written.map_err(|error| failed(Path::new("stdout"), error))
}

fn write_all(out: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out)?;
    out.flush()
}

pub fn failed(path: &Path, error: io::Error) -> CliError {
    match error.kind() {
        ErrorKind::BrokenPipe => CliError::BrokenPipe,
        _ => CliError::file(path)(error),
    }
}

/// Prints a message on stderr. An error is ignored, because there is no other way to report the error.
pub fn print_status(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr(), "fastgas: {}", visible(&text));
}

/// Prints a question on stderr without a line end, so that the user's reply appears on the same line.
pub fn print_question(question: &str) -> io::Result<()> {
    io::stderr().write_all(visible(question).as_bytes())
}

/// Ends the line of a progress bar on stderr. Without the line end, a message would appear on the same line.
pub fn end_progress_line() {
    if io::stderr().is_terminal() {
        let _ = io::stderr().write_all(b"\n");
    }
}

pub fn print_error_lines(text: &str) {
    let _ = io::stderr().write_all(visible_lines(text).as_bytes());
}

/// Escapes all characters that a terminal interprets, except line ends and tabs, and all bytes that are not UTF-8.
struct EscapingWriter<W> {
    out: W,
    /// First bytes of a UTF-8 character whose last bytes have not been written yet.
    incomplete: Vec<u8>,
}

impl<W: Write> EscapingWriter<W> {
    fn new(out: W) -> EscapingWriter<W> {
        EscapingWriter {
            out,
            incomplete: Vec::new(),
        }
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.incomplete);
        all.extend(bytes);
        let mut rest = &all[..];
        while !rest.is_empty() {
            let (text, end, is_whole) = match str::from_utf8(rest) {
                Ok(text) => (text, text.len(), true),
                Err(error) => {
                    let (text, end) = (error.valid_up_to(), error.error_len());
                    let valid = str::from_utf8(&rest[..text]).expect("so far it is UTF-8");
                    (valid, text + end.unwrap_or(0), end.is_none())
                }
            };
            self.out.write_all(visible_lines(text).as_bytes())?;
            for byte in &rest[text.len()..end] {
                write!(self.out, "\\x{byte:02x}")?;
            }
            rest = &rest[end..];
            if is_whole {
                break;
            }
        }
        self.incomplete = rest.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for byte in std::mem::take(&mut self.incomplete) {
            write!(self.out, "\\x{byte:02x}")?;
        }
        self.out.flush()
    }
}

/// Whether stdout was closed when the program started, for example by `>&-`.
/// If stdout is closed, the Rust runtime opens /dev/null as stdout before `main`.
/// If the program wrote to /dev/null, all output would be lost without an error.
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod closed {
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    extern "C" fn check_stdout() {
        // SAFETY: F_GETFD only reads the flags of a descriptor, and returns an error if the descriptor is not open.
        if unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1 {
            IS_CLOSED.store(true, Ordering::Relaxed);
        }
    }

    /// The loader calls the functions in this section before the Rust runtime starts.
    // SAFETY: the section contains only functions of this type, and `check_stdout` needs nothing that the runtime initializes.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static CHECK_STDOUT_AT_START: extern "C" fn() = check_stdout;

    pub fn is_closed() -> bool {
        IS_CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod closed {
    /// Always false, because systems other than Linux and macOS report an error for writing to a closed stdout.
    pub fn is_closed() -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[&[u8]]) -> String {
        let mut out = EscapingWriter::new(Vec::new());
        for piece in pieces {
            out.write_all(piece).expect("a vector grows");
        }
        String::from_utf8(out.out).expect("UTF-8")
    }

    #[test]
    fn terminal_receives_escapes_instead_of_control_characters() {
        assert_eq!(shown(&[b"a\tb\nc"]), "a\tb\nc");
        assert_eq!(shown(&[b"te\x1b]0;X\x07xt\r\n"]), "te\\u{1b}]0;X\\u{7}xt\\r\n");
        assert_eq!(shown(&["\u{9b}2J\u{202e}é".as_bytes()]), "\\u{9b}2J\\u{202e}é");
        assert_eq!(shown(&[b"\x93NUMPY\xff"]), "\\x93NUMPY\\xff");
        assert_eq!(visible_lines("a\n\u{1b}b\n"), "a\n\\u{1b}b\n");
    }

    #[test]
    fn character_split_across_writes_is_complete() {
        let text = "a\u{202e}b日👩\u{9b}";
        let bytes = text.as_bytes();
        for at in 0..=bytes.len() {
            assert_eq!(shown(&[&bytes[..at], &bytes[at..]]), "a\\u{202e}b日👩\\u{9b}", "{at}");
        }
        let each: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(shown(&each), "a\\u{202e}b日👩\\u{9b}");
    }
}
