//! Converts errors that occur while a table is written.

use std::io;

use ::csv::{Error, ErrorKind};

/// Converts an error of the csv crate to an I/O error of the same kind.
/// The conversion in the csv crate loses the error kind, for example that the disk is full or the pipe is closed.
pub fn write_error(error: Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn full_disk_error_keeps_its_kind() {
        let mut writer = ::csv::Writer::from_writer(Full);
        let mut write = || writer.write_record(["a".repeat(100_000)]).map_err(write_error);
        let error = write().expect_err("more than the buffer holds");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
