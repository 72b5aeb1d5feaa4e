//! Divides long work on the main thread into slices, so that the page stays responsive.

use web_time::Instant;

use crate::browser::clock::milliseconds;
use fastgas_annotation::answer::{PlannedRequest, Planner};
use fastgas_platform::{RunControl, next_task};
use fastgas_protocol::{Error, WorkerError};

/// Long work yields to the event loop after this time, in milliseconds.
const SLICE_MS: f64 = 12.0;

/// Yields to the event loop if the slice of work that began at `start` has taken long enough, and begins the next slice.
async fn end_slice(start: &mut Instant, control: &RunControl) -> Result<(), WorkerError> {
    if milliseconds(*start) >= SLICE_MS {
        next_task().await;
        control.wait_while_paused().await?;
        *start = Instant::now();
    }
    Ok(())
}

/// Calls `make` for all numbers below `n`, in slices, and returns the values.
pub(crate) async fn make_each<T>(
    n: usize,
    mut make: impl FnMut(usize) -> Result<T, Error>,
    control: &RunControl,
) -> Result<Vec<T>, WorkerError> {
    let mut values = Vec::with_capacity(n);
    let mut start = Instant::now();
    for number in 0..n {
        values.push(make(number)?);
        end_slice(&mut start, control).await?;
    }
    Ok(values)
}

/// The requests to a language model for the answers to the first `n` questions.
pub(crate) async fn plan(
    mut planner: Planner<'_>,
    n: usize,
    control: &RunControl,
) -> Result<Vec<PlannedRequest>, WorkerError> {
    make_each(n, |place| planner.plan(place).map_err(Error::from), control).await
}
