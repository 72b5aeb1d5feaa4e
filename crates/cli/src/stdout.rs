//! What is printed, and what is told beside it.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use crate::error::CliError;

/// Prints `text` on stdout.
///
/// # Errors
/// As [`write`].
pub fn print(text: impl Display) -> Result<(), CliError> {
    write(|out| write!(out, "{text}"))
}

/// Prints `text` on stdout, and ends the line.
///
/// # Errors
/// As [`write`].
pub fn print_line(text: impl Display) -> Result<(), CliError> {
    write(|out| writeln!(out, "{text}"))
}

/// Gives stdout to `write`. When it returns, all is out.
///
/// # Errors
/// [`CliError::BrokenPipe`] where nobody reads on, as behind `| head`; [`CliError::File`], as for a disk that is full.
pub fn write(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = write(&mut out).and_then(|()| out.flush());
    written.map_err(|error| failed(Path::new("stdout"), error))
}

/// Why nothing more can be written to `path`.
pub fn failed(path: &Path, error: io::Error) -> CliError {
    match error.kind() {
        ErrorKind::BrokenPipe => CliError::BrokenPipe,
        _ => CliError::file(path)(error),
    }
}

/// Tells the person something on stderr. Where that cannot be written, nobody is there to be told so.
pub fn tell(text: impl Display) {
    let _ = writeln!(io::stderr(), "fastgas: {text}");
}
