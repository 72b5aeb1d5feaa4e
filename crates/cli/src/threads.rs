//! The number of threads.

use std::num::NonZeroUsize;
use std::thread;

/// Maximum number of threads, unless there are more cores. Further threads only use memory.
const MAX_THREADS: usize = 64;

/// The value of `--threads`, limited to a useful number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    n: usize,
    /// Whether the user requested more.
    is_less: bool,
}

impl Threads {
    /// `asked`, but at most [`MAX_THREADS`] or the number of cores, whichever is greater.
    fn clamped(asked: NonZeroUsize, cores: usize) -> Threads {
        let n = asked.get().min(cores.max(MAX_THREADS));
        Threads {
            n,
            is_less: n < asked.get(),
        }
    }

    /// The given number, or else the number of cores.
    pub fn or_cores(threads: Option<Threads>) -> usize {
        threads.map_or_else(cores, |threads| threads.n)
    }

    /// The message for the user if the number was reduced.
    pub fn warning(self) -> Option<String> {
        let Threads { n, is_less } = self;
        is_less.then(|| {
            format!(
                "--threads is reduced to {n}; more threads would not be faster (cores: {})",
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
    let asked = text
        .parse::<NonZeroUsize>()
        .map_err(|_| format!("give a whole number from 1 to {}", usize::MAX))?;
    Ok(Threads::clamped(asked, cores()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excessive_thread_count_is_reduced() {
        for (asked, cores, n, is_less) in [
            (1, 2, 1, false),
            (64, 2, 64, false),
            (65, 2, 64, true),
            (100, 128, 100, false),
            (100_000, 128, 128, true),
            (usize::MAX, 1, 64, true),
        ] {
            let asked = NonZeroUsize::new(asked).expect("a result");
            assert_eq!(Threads::clamped(asked, cores), Threads { n, is_less }, "{asked}");
        }
        for text in ["0", "-1", "1e18", "", "99999999999999999999999999"] {
            parse(text).expect_err(text);
        }
    }
}
