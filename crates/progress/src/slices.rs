//! Divides long work into slices, so that the event loop of the caller stays responsive.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The caller has stopped the work between two slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What the caller does between two slices of work. For example, the page returns to its event loop.
pub trait Pause {
    /// Completes when the next slice may begin.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller no longer needs the result.
    fn pause(&mut self) -> impl Future<Output = Result<(), Stopped>>;
}

/// A [`Pause`] that does nothing between two slices.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPause;

impl Pause for NoPause {
    async fn pause(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Divides long work into slices: counts the finished units of work, and pauses when a slice is full.
#[derive(Debug)]
pub struct Slices<P> {
    size: usize,
    done: usize,
    pause: P,
}

impl Slices<NoPause> {
    /// Creates a single slice for the whole work.
    pub fn whole() -> Slices<NoPause> {
        Slices::new(usize::MAX, NoPause)
    }
}

impl<P: Pause> Slices<P> {
    /// Creates slices of `size` units of work.
    pub fn new(size: usize, pause: P) -> Slices<P> {
        Slices { size, done: 0, pause }
    }

    /// Counts `work` more units of work as finished, and pauses if the current slice is full.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller no longer needs the result.
    pub async fn count(&mut self, work: usize) -> Result<(), Stopped> {
        self.done = self.done.saturating_add(work);
        if self.done < self.size {
            return Ok(());
        }
        self.done = 0;
        self.pause.pause().await
    }
}

/// Runs `work` to its end without returning to an event loop.
/// The pauses of `work` must neither wait nor stop the work. [`NoPause`] meets this requirement.
pub fn at_once<T>(work: impl Future<Output = Result<T, Stopped>>) -> T {
    without_waiting(work).unwrap_or_else(|Stopped| panic!("the work was stopped"))
}

/// Returns the output of a future that completes without waiting.
pub fn without_waiting<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future waits"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct StopAfter {
        left: usize,
    }

    impl Pause for StopAfter {
        async fn pause(&mut self) -> Result<(), Stopped> {
            self.left = self.left.checked_sub(1).ok_or(Stopped)?;
            Ok(())
        }
    }

    /// Number of finished units of work if each slice has `size` units and the work is stopped after `left` pauses.
    fn finished(size: usize, left: usize) -> usize {
        let mut slices = Slices::new(size, StopAfter { left });
        at_once(async {
            for n in 1..=20 {
                if slices.count(1).await == Err(Stopped) {
                    return Ok(n);
                }
            }
            Ok(20)
        })
    }

    #[test]
    fn work_pauses_after_each_full_slice() {
        assert_eq!(
            [finished(1, 0), finished(1, 4), finished(7, 0), finished(7, 1)],
            [1, 5, 7, 14]
        );
        assert_eq!(finished(7, 2), 20);
        assert_eq!(finished(21, 0), 20);
        assert_eq!(finished(0, 3), 4, "a slice has at least one unit of work");
    }

    #[test]
    fn whole_work_is_one_slice() {
        let mut slices = Slices::whole();
        let sum = at_once(async {
            slices.count(usize::MAX).await?;
            slices.count(1).await?;
            Ok(2)
        });
        assert_eq!(sum, 2);
    }
}
