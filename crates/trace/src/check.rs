//! Checks of recorded events against the replay.

use crate::TraceError;

/// Returns an error if an event does not fit the state of the replay.
pub(super) fn require(makes_sense: bool) -> Result<(), TraceError> {
    match makes_sense {
        true => Ok(()),
        false => Err(TraceError::Senseless),
    }
}

/// Returns an error if a recorded number differs from the number that the replay computes.
pub(super) fn check_equal(recorded: u64, found: u64) -> Result<(), TraceError> {
    match recorded == found {
        true => Ok(()),
        false => Err(TraceError::Differs { recorded, found }),
    }
}
