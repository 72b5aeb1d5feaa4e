//! How many threads work.

use std::num::NonZeroUsize;
use std::thread;

/// More threads than this are started only where there are more cores: each takes memory, and none makes the work faster.
const MOST: usize = 64;

/// What `--threads` says, as far as it makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    n: usize,
    /// Whether more were asked for.
    is_less: bool,
}

impl Threads {
    /// So many; more than [`MOST`] become as many as that or as there are cores, whichever is more.
    fn clamped(asked: NonZeroUsize, cores: usize) -> Threads {
        let n = asked.get().min(cores.max(MOST));
        Threads {
            n,
            is_less: n < asked.get(),
        }
    }

    /// As many as were asked for, or as there are cores.
    pub fn or_cores(threads: Option<Threads>) -> usize {
        threads.map_or_else(cores, |threads| threads.n)
    }

    /// What is to be said, where it is fewer than was asked for.
    pub fn warning(self) -> Option<String> {
        let Threads { n, is_less } = self;
        is_less.then(|| {
            format!(
                "--threads is taken as {n}: more threads make nothing faster with {} cores",
                cores()
            )
        })
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Parses the value of `--threads`.
pub fn parse(text: &str) -> Result<Threads, String> {
    let asked = text.parse::<NonZeroUsize>().map_err(|error| error.to_string())?;
    Ok(Threads::clamped(asked, cores()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beyond_reason_is_lowered() {
        for (asked, cores, n, is_less) in [
            (1, 2, 1, false),
            (64, 2, 64, false),
            (65, 2, 64, true),
            (100, 128, 100, false),
            (100_000, 128, 128, true),
            (usize::MAX, 1, 64, true),
        ] {
            let asked = NonZeroUsize::new(asked).expect("not none");
            assert_eq!(Threads::clamped(asked, cores), Threads { n, is_less }, "{asked}");
        }
        for text in ["0", "-1", "1e18", "", "99999999999999999999999999"] {
            parse(text).expect_err(text);
        }
    }
}
