//! Requested and actual device of the neighbor search and of the encoder. All devices compute the same results.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{Verbatim, counted};
use fastgas_embedding::GpuStop;

/// The device requested for the neighbor search or for the encoder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// Neighbor search: the GPU if the machine has a hardware GPU and the pool is large enough, the CPU if not.
    /// Encoder: the CPU, because the speed of the encoder on GPUs has not been measured.
    #[default]
    Auto,
    /// Only the CPU is requested.
    Cpu,
    /// The GPU is requested, if the machine has one. A software implementation of a GPU is also accepted.
    Gpu,
}

impl Device {
    /// Returns why a search among `n` rows of `d` numbers uses no GPU. `None` if the search tries to open a GPU.
    /// `n_threads` is the number of threads or workers that the CPU would use for the search.
    pub fn why_not_gpu(self, n: usize, d: usize, n_threads: usize) -> Option<CpuReason> {
        match self {
            Device::Cpu => Some(CpuReason::Asked),
            Device::Auto if (n as f64).powi(2) * d as f64 <= min_gpu_work(n_threads) => Some(CpuReason::Small),
            Device::Auto | Device::Gpu => None,
        }
    }
}

/// Minimum number of operations (n²·d) at which a GPU saves more time than it takes to request and open the GPU.
fn min_gpu_work(n_threads: usize) -> f64 {
    /// Minimum number of operations for up to six threads: about 16,000 rows with d = 384.
    /// A single thread needs more than a second to search 16,000 rows of 384 numbers.
    const MIN_WORK: f64 = 1e11;
    /// Minimum number of operations per thread, for more than six threads.
    /// 16 cores of a Xeon are as fast as an H100 at about 25,000 rows of 384 numbers (docs/performance.md).
    /// Other machines have not been measured; `cargo xtask bench gpu` measures a machine.
    const WORK_PER_THREAD: f64 = 1.5e10;
    MIN_WORK.max(WORK_PER_THREAD * n_threads as f64)
}

/// The device that found the neighbors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchBackend {
    /// The CPU found all neighbors.
    Cpu {
        /// The reason why the GPU was not used.
        why: CpuReason,
    },
    /// The GPU found all neighbors.
    Gpu {
        /// Name of the GPU that the driver reports; empty if the browser does not reveal the name.
        name: String,
    },
    /// The search started on the GPU and finished on the CPU.
    Both {
        /// Name of the GPU that the driver reports; empty if the browser does not reveal the name.
        name: String,
        /// Number of rows whose neighbors the GPU found.
        n_rows: u32,
        /// The reason why the search continued on the CPU.
        why: CpuReason,
    },
    /// The CPU found the neighbors by the approximate search.
    Approximately {
        /// True if the exact search would have taken too long, false if the user requested the approximate search.
        large: bool,
    },
}

impl SearchBackend {
    /// Returns the backend of a search that started on the GPU. `ended` is the outcome of the work on the GPU.
    /// `n_rows` is the number of rows whose neighbors the GPU found.
    pub fn after(ended: GpuOutcome, n_rows: u32) -> SearchBackend {
        let GpuOutcome { name, why } = ended;
        match why {
            None => SearchBackend::Gpu { name },
            Some(why) if n_rows == 0 => SearchBackend::Cpu { why },
            Some(why) => SearchBackend::Both { name, n_rows, why },
        }
    }
}

/// Outcome of the work on a GPU: finished, or ended early for a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GpuOutcome {
    /// Name of the GPU that the driver reports; empty if no GPU was opened or if the browser does not reveal the name.
    pub name: String,
    /// The reason why the work on the GPU ended early; `None` if the GPU finished its work.
    pub why: Option<CpuReason>,
}

impl GpuOutcome {
    /// Returns the outcome for work without an opened GPU. `why` is the reason why no GPU was opened.
    pub fn unopened(why: CpuReason) -> GpuOutcome {
        GpuOutcome {
            name: String::new(),
            why: Some(why),
        }
    }
}

/// The contribution of a GPU to the embeddings of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GpuShare {
    /// Name of the GPU that the driver reports; empty if no GPU was opened or if the browser does not reveal the name.
    pub name: String,
    /// Number of texts that the GPU embedded.
    pub n_texts: u32,
    /// The reason why the CPU embedded the remaining texts; `None` if the GPU did not fail.
    pub why: Option<CpuReason>,
}

/// The reason why the CPU did the work instead of a GPU.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CpuReason {
    /// The user requested the CPU.
    #[error("as requested")]
    Asked,
    /// The work is so small that the CPU finishes it faster than a GPU could be opened.
    #[error("the pool is small")]
    Small,
    /// The program is built without GPU support.
    #[error("this program is built without GPU support")]
    NotBuilt,
    /// The machine has no GPU, or the browser does not expose the GPU.
    #[error("no GPU can be used here")]
    NoAdapter,
    /// The only GPU is a software implementation.
    #[error("the only GPU here is emulated by software")]
    Software,
    /// The GPU lacks a required feature or limit.
    #[error("the GPU cannot be used: {reason}")]
    Unfit {
        /// The driver's message in English.
        /// In projects saved by older versions, `Unfit` and `Lost` may also contain reasons other than driver messages.
        reason: Verbatim,
    },
    /// The program for the GPU could not be loaded.
    #[error("the GPU cannot be used: its program could not be loaded: {reason}")]
    NotLoaded {
        /// The error message, in English, from loading the program for the GPU.
        reason: Verbatim,
    },
    /// The largest buffer of the GPU is too small for the embeddings or the encoder.
    #[error("the GPU cannot be used: its buffers of {bytes} bytes are too small")]
    SmallBuffers {
        /// Size of the largest buffer that the GPU can create, in bytes.
        bytes: u64,
    },
    /// The encoder has a size or a weight that could make GPU results differ from CPU results.
    #[error("the GPU cannot compute this encoder, because of its {part}")]
    Encoder {
        /// Name of the encoder part that is unsuitable, in English.
        part: Verbatim,
    },
    /// The GPU device was lost: removed, reset, or suspended.
    #[error("the GPU was lost: {reason}")]
    Lost {
        /// The message from the GPU driver.
        reason: Verbatim,
    },
    /// The GPU device was lost without a message.
    #[error("the GPU was lost: its driver does not answer")]
    Silent,
    /// The GPU memory cannot hold the embeddings or the encoder.
    #[error("the GPU has too little memory")]
    OutOfMemory,
    /// The GPU driver rejected the program or its input.
    #[error("the GPU refused the work: {reason}")]
    Refused {
        /// The message from the GPU driver.
        reason: Verbatim,
    },
    /// The results of GPU and CPU differ: similarities by more than rounding errors, or embeddings by at least one bit.
    /// All GPU results are discarded.
    #[error("the GPU computes wrongly")]
    Wrong,
}

impl CpuReason {
    /// Returns the outcome to report for a GPU embedding that failed. `self` is the reason for the failure.
    /// `chunk` is the chunk of texts that the GPU was embedding when it failed.
    /// The result is [`GpuStop::Wrong`] for [`CpuReason::Wrong`], and [`GpuStop::Failed`] for every other reason.
    pub fn stop<P>(&self, chunk: P) -> GpuStop<P> {
        match self {
            CpuReason::Wrong => GpuStop::Wrong(chunk),
            _ => GpuStop::Failed(chunk),
        }
    }
}

impl fmt::Display for GpuShare {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.n_texts == 0 {
            write!(out, "computed on the CPU")?;
        } else {
            let texts = counted(u64::from(self.n_texts), "text");
            write!(out, "of {texts} computed on the GPU")?;
            if !self.name.is_empty() {
                write!(out, " ({})", self.name)?;
            }
            write!(out, ", the others on the CPU")?;
        }
        match &self.why {
            Some(why) => write!(out, ": {why}"),
            None if self.n_texts == 0 => write!(out, ": no text was left when the GPU was ready"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for SearchBackend {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &str| {
            if name.is_empty() {
                String::new()
            } else {
                format!(" ({name})")
            }
        };
        match self {
            SearchBackend::Cpu { why } => write!(out, "on the CPU: {why}"),
            SearchBackend::Gpu { name } => write!(out, "on the GPU{}", named(name)),
            SearchBackend::Both { name, n_rows, why } => {
                let rows = counted(u64::from(*n_rows), "row");
                write!(out, "{rows} on the GPU{}, the others on the CPU: {why}", named(name))
            }
            SearchBackend::Approximately { large } => {
                let why = if *large { "the pool is large" } else { "as requested" };
                write!(out, "approximately: {why}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pools_use_the_cpu_unless_the_gpu_is_requested() {
        assert_eq!(Device::Auto.why_not_gpu(10_000, 384, 2), Some(CpuReason::Small));
        assert_eq!(Device::Auto.why_not_gpu(30_000, 384, 2), None);
        assert_eq!(Device::Gpu.why_not_gpu(2, 1, 2), None);
        assert_eq!(Device::Cpu.why_not_gpu(1 << 20, 384, 2), Some(CpuReason::Asked));
    }

    #[test]
    fn pool_must_be_larger_if_many_threads_search() {
        let least = |n_threads| {
            let mut sizes = (1_000..).step_by(1_000);
            sizes.find(|&n| Device::Auto.why_not_gpu(n, 384, n_threads).is_none())
        };
        assert_eq!([1, 2, 6, 16].map(least), [17_000, 17_000, 17_000, 26_000].map(Some));
    }

    #[test]
    fn search_backend_is_displayed_in_words() {
        let (name, why) = ("Tesla".to_owned(), CpuReason::OutOfMemory);
        let both = SearchBackend::Both { name, n_rows: 64, why };
        let words = "64 rows on the GPU (Tesla), the others on the CPU: the GPU has too little memory";
        assert_eq!(both.to_string(), words);
        let large = SearchBackend::Approximately { large: true };
        assert_eq!(large.to_string(), "approximately: the pool is large");
        assert_eq!(SearchBackend::Gpu { name: String::new() }.to_string(), "on the GPU");
    }

    #[test]
    fn share_of_the_gpu_is_displayed_in_words() {
        let words = |name: &str, n_texts, why| {
            let name = name.to_owned();
            GpuShare { name, n_texts, why }.to_string()
        };
        assert_eq!(
            words("Iris", 5, None),
            "of 5 texts computed on the GPU (Iris), the others on the CPU"
        );
        let lost = CpuReason::Lost { reason: "reset".into() };
        assert_eq!(
            words("", 5, Some(lost)),
            "of 5 texts computed on the GPU, the others on the CPU: the GPU was lost: reset"
        );
        assert_eq!(
            words("Iris", 0, Some(CpuReason::Wrong)),
            "computed on the CPU: the GPU computes wrongly"
        );
        assert_eq!(
            words("Iris", 0, None),
            "computed on the CPU: no text was left when the GPU was ready"
        );
    }
}
