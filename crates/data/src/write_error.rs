//! Errors of writing tables.

use std::io;

use ::csv::{Error, ErrorKind};

/// The I/O error with its kind. The csv crate's own conversion loses the kind, for example of a full disk or a closed pipe.
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
    fn a_full_disk_stays_a_full_disk() {
        let mut writer = ::csv::Writer::from_writer(Full);
        let mut write = || writer.write_record(["a".repeat(100_000)]).map_err(write_error);
        let error = write().expect_err("more than the buffer holds");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
