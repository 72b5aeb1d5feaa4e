//! Checks of recorded events against the replay.

use crate::TraceError;

/// An error if an event does not fit the state of the replay.
pub(super) fn require(makes_sense: bool) -> Result<(), TraceError> {
    match makes_sense {
        true => Ok(()),
        false => Err(TraceError::Senseless),
    }
}

/// An error if the record contains another number than the replay.
pub(super) fn check_equal(recorded: u64, found: u64) -> Result<(), TraceError> {
    match recorded == found {
        true => Ok(()),
        false => Err(TraceError::Differs { recorded, found }),
    }
}
