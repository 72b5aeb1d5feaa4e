//! Counts the finished and the failed requests of a run, and estimates the remaining time.

use crate::endpoint::RequestFailure;
use crate::run::time_estimate::ThroughputEstimator;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::confidence::FailureBudget;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestCounts {
    pub paused: bool,
    /// Number of finished requests, including failed requests.
    pub done: u32,
    pub total: u32,
    failures: FailureBudget,
    pace: ThroughputEstimator,
}

impl RequestCounts {
    pub fn seconds_left(&self) -> Option<f64> {
        let left = f64::from(self.total - self.done);
        self.pace.seconds_left(left).filter(|_| !self.paused)
    }

    pub fn are_finished(&self) -> bool {
        self.done == self.total
    }

    /// Returns the answer of a finished request, or `None` if the request failed and the run can continue.
    /// After an error, the run cannot continue and must send no further request.
    pub(crate) fn finish_one<A>(
        &mut self,
        answer: Result<A, ConfidenceError>,
        elapsed_ms: f64,
    ) -> Result<Option<A>, RequestFailure> {
        self.done += 1;
        if !self.paused {
            self.pace.sample(f64::from(self.done), elapsed_ms);
        }
        match answer {
            Ok(answer) => {
                self.failures.answered();
                Ok(Some(answer))
            }
            Err(error) => {
                self.failures.failed(error).map_err(RequestFailure::of)?;
                Ok(None)
            }
        }
    }

    pub(crate) fn set_paused(&mut self, paused: bool) -> bool {
        if self.paused == paused {
            return false;
        }
        self.paused = paused;
        self.pace.pause();
        true
    }

    pub(crate) fn into_failures(self) -> FailureBudget {
        self.failures
    }
}
