//! Where the neighbors are searched, and where they were found: the lists are the same everywhere.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// Where the neighbors are to be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// On the GPU where there is a real one and the pool is large enough for it, else on the CPU.
    #[default]
    Auto,
    /// On the CPU.
    Cpu,
    /// On the GPU, be it one that the CPU imitates, where there is one.
    Gpu,
}

impl Device {
    /// Why `n` rows of `d` numbers are not even tried on the GPU, if they are not.
    pub fn why_not_gpu(self, n: usize, d: usize) -> Option<WhyCpu> {
        /// n²·d from which on the GPU is worth the time that it takes to fetch and open it: at d = 384 some 16,000 rows,
        /// more than a second of the CPU.
        const WORTH_IT: f64 = 1e11;
        match self {
            Device::Cpu => Some(WhyCpu::Asked),
            Device::Auto if (n as f64).powi(2) * d as f64 <= WORTH_IT => Some(WhyCpu::Small),
            Device::Auto | Device::Gpu => None,
        }
    }
}

/// Where the neighbors were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Searched {
    /// On the CPU.
    Cpu {
        /// Instead of on the GPU.
        why: WhyCpu,
    },
    /// On the GPU.
    Gpu {
        /// As its driver calls it; empty where the browser does not tell.
        name: String,
    },
    /// Begun on the GPU and ended on the CPU.
    Both {
        /// As its driver calls it; empty where the browser does not tell.
        name: String,
        /// Rows whose neighbors the GPU found.
        n_rows: u32,
        /// Why it was left.
        why: WhyCpu,
    },
    /// On the CPU, most of them.
    Approximately {
        /// Because the exact search would have taken long; else because a person wanted it so.
        large: bool,
    },
}

impl Searched {
    /// What a search that was begun on the GPU comes to, which found the neighbors of `n_rows` before it ended.
    pub fn after(ended: Ended, n_rows: u32) -> Searched {
        let Ended { name, why } = ended;
        match why {
            None => Searched::Gpu { name },
            Some(why) if n_rows == 0 => Searched::Cpu { why },
            Some(why) => Searched::Both { name, n_rows, why },
        }
    }
}

/// How a search on a GPU ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// As its driver calls it; empty where none was opened or the browser does not tell.
    pub name: String,
    /// Why before its time, if it was.
    pub why: Option<WhyCpu>,
}

impl Ended {
    /// None was opened.
    pub fn unopened(why: WhyCpu) -> Ended {
        Ended {
            name: String::new(),
            why: Some(why),
        }
    }
}

/// Why the CPU searched.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyCpu {
    /// A person wanted it so.
    #[error("as asked for")]
    Asked,
    /// It is done before a GPU is opened.
    #[error("the pool is small")]
    Small,
    /// The program cannot use GPUs.
    #[error("this program is built without GPU support")]
    NotBuilt,
    /// There is none, or the browser does not show it.
    #[error("no GPU can be used here")]
    NoAdapter,
    /// The CPU would imitate it.
    #[error("the only GPU here is imitated by software")]
    Software,
    /// It cannot do what is needed.
    #[error("the GPU cannot be used: {reason}")]
    Unfit {
        /// What is missing, or what the driver said.
        reason: String,
    },
    /// It went away: taken out, reset, or put to sleep.
    #[error("the GPU was lost: {reason}")]
    Lost {
        /// What the driver said.
        reason: String,
    },
    /// Its memory does not hold the embeddings.
    #[error("the GPU has too little memory")]
    OutOfMemory,
    /// The driver refused the work.
    #[error("the GPU refused the work: {reason}")]
    Refused {
        /// What it said.
        reason: String,
    },
    /// What it computed is further off than rounding explains. Nothing of it is used.
    #[error("the GPU computes wrongly")]
    Wrong,
}

impl fmt::Display for Searched {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &str| {
            if name.is_empty() {
                String::new()
            } else {
                format!(" ({name})")
            }
        };
        match self {
            Searched::Cpu { why } => write!(out, "on the CPU: {why}"),
            Searched::Gpu { name } => write!(out, "on the GPU{}", named(name)),
            Searched::Both { name, n_rows, why } => {
                write!(
                    out,
                    "{n_rows} rows on the GPU{}, the others on the CPU: {why}",
                    named(name)
                )
            }
            Searched::Approximately { large } => {
                let why = if *large { "the pool is large" } else { "as asked for" };
                write!(out, "approximately: {why}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_pools_stay_on_the_cpu_unless_asked_for() {
        assert_eq!(Device::Auto.why_not_gpu(10_000, 384), Some(WhyCpu::Small));
        assert_eq!(Device::Auto.why_not_gpu(30_000, 384), None);
        assert_eq!(Device::Gpu.why_not_gpu(2, 1), None);
        assert_eq!(Device::Cpu.why_not_gpu(1 << 20, 384), Some(WhyCpu::Asked));
    }

    #[test]
    fn what_was_used_reads_as_words() {
        let (name, why) = ("Tesla".to_owned(), WhyCpu::OutOfMemory);
        let both = Searched::Both { name, n_rows: 64, why };
        let words = "64 rows on the GPU (Tesla), the others on the CPU: the GPU has too little memory";
        assert_eq!(both.to_string(), words);
        let large = Searched::Approximately { large: true };
        assert_eq!(large.to_string(), "approximately: the pool is large");
        assert_eq!(Searched::Gpu { name: String::new() }.to_string(), "on the GPU");
    }
}
