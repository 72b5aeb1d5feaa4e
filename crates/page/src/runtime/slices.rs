//! Divides long work on the main thread into slices, so that the page stays responsive.

use std::iter::once;
use std::slice::Chunks;

use web_time::Instant;

use crate::browser::clock::milliseconds;
use fastgas_annotation::answer::{PlannedRequest, Planner};
use fastgas_data::Pool;
use fastgas_platform::{RunControl, next_task};
use fastgas_progress::{Pause, Slices, Stopped};
use fastgas_protocol::{Error, WorkerError};

/// Time after which long work lets the browser handle other events, in milliseconds.
const SLICE_MS: f64 = 12.0;
/// Number of bytes that are compared between two checks of the clock, because each check takes time.
const COMPARED_BYTES: usize = 1 << 18;
/// How many bytes of text [`slices`] processes between two checks of the clock.
const SLICE_WORK: usize = 1 << 16;

/// Lets the browser handle other events after `SLICE_MS` of work without a pause.
pub(crate) struct PagePause {
    start: Instant,
    control: RunControl,
}

impl Pause for PagePause {
    async fn pause(&mut self) -> Result<(), Stopped> {
        end_slice(&mut self.start, &self.control).await.map_err(|_| Stopped)
    }
}

/// The work stops when `control` is canceled.
pub(crate) fn slices(control: &RunControl) -> Slices<PagePause> {
    let pause = PagePause {
        start: Instant::now(),
        control: control.clone(),
    };
    Slices::new(SLICE_WORK, pause)
}

/// If the slice that began at `start` is over, lets the browser handle other events and begins the next slice.
async fn end_slice(start: &mut Instant, control: &RunControl) -> Result<(), WorkerError> {
    if milliseconds(*start) >= SLICE_MS {
        next_task().await;
        control.wait_while_paused().await?;
        *start = Instant::now();
    }
    Ok(())
}

/// Calls `make` for all numbers below `n`, with pauses, and returns the results.
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

pub(crate) async fn are_equal(first: &Pool, second: &Pool, control: &RunControl) -> Result<bool, WorkerError> {
    let mut start = Instant::now();
    for is_equal in comparisons(first, second) {
        if !is_equal {
            return Ok(false);
        }
        end_slice(&mut start, control).await?;
    }
    Ok(true)
}

/// Compares the columns and texts of two pools in many short steps. Each step returns true if it finds no difference.
fn comparisons(first: &Pool, second: &Pool) -> impl Iterator<Item = bool> {
    let ((columns, cells, ends), (other_columns, other_cells, other_ends)) = (first.as_parts(), second.as_parts());
    let are_alike = columns == other_columns && (cells.len(), ends.len()) == (other_cells.len(), other_ends.len());
    let ends = pieces(ends).zip(pieces(other_ends));
    let cells = pieces(cells.as_bytes()).zip(pieces(other_cells.as_bytes()));
    once(are_alike)
        .chain(ends.map(|(ours, theirs)| ours == theirs))
        .chain(cells.map(|(ours, theirs)| ours == theirs))
}

/// Divides an array into pieces of `COMPARED_BYTES`. The clock is checked after the comparison of each piece.
fn pieces<T>(all: &[T]) -> Chunks<'_, T> {
    all.chunks(COMPARED_BYTES / size_of::<T>())
}

pub(crate) async fn plan(
    mut planner: Planner<'_>,
    n: usize,
    control: &RunControl,
) -> Result<Vec<PlannedRequest>, WorkerError> {
    make_each(n, |place| planner.plan(place).map_err(Error::from), control).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_equal(first: &Pool, second: &Pool) -> bool {
        comparisons(first, second).all(|is_equal| is_equal)
    }

    #[test]
    fn pools_are_equal_if_all_their_parts_are_equal() {
        let pool = |column: &str, cells: &str, ends: &[u32]| {
            Pool::from_parts(vec![column.into()], cells.into(), ends.to_vec()).expect("a pool")
        };
        let first = pool("text", "abcd", &[1, 4]);
        for (second, equal) in [
            (pool("text", "abcd", &[1, 4]), true),
            (pool("body", "abcd", &[1, 4]), false),
            (pool("text", "abcx", &[1, 4]), false),
            (pool("text", "abcd", &[2, 4]), false),
            (pool("text", "abcd", &[4]), false),
            (pool("text", "abc", &[1, 3]), false),
        ] {
            assert_eq!(are_equal(&first, &second), equal, "{second:?}");
            assert_eq!(first == second, equal, "{second:?}");
        }
    }

    #[test]
    fn difference_in_the_last_piece_is_found() {
        let n = COMPARED_BYTES as u32 + 3;
        let pool = |last: &str| {
            let cells = format!("{}{last}", "a".repeat(n as usize - 1));
            Pool::from_parts(vec!["text".into()], cells, vec![n]).expect("a pool")
        };
        assert!(are_equal(&pool("b"), &pool("b")));
        assert!(!are_equal(&pool("b"), &pool("c")));
    }
}
