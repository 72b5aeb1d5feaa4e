//! The current run, and the settings in the form.

use crate::run::settings::Settings;
use crate::state::{Kept, Run};
use fastgas_protocol::JobId;

#[derive(Clone, Debug, PartialEq)]
pub struct RunState {
    /// The settings in the form.
    pub settings: Settings,
    pub current: Option<Run>,
    /// The run that has finished except for the coverage of its picks.
    pub(crate) covering: Option<JobId>,
    /// The cached part of the last run, if that run was stopped while embedding.
    pub(crate) partial: Option<Kept>,
    pub(crate) last_job: u32,
    /// The number of CPU cores.
    pub cores: usize,
    /// The estimated number of tokens in the text column of the open pool.
    pub tokens: f64,
}

impl RunState {
    /// The state at startup, on a machine with this many cores.
    pub fn new(cores: usize) -> RunState {
        RunState {
            settings: Settings::new(default_workers(cores)),
            current: None,
            covering: None,
            partial: None,
            last_job: 0,
            cores,
            tokens: 0.0,
        }
    }

    /// Drops what is cached of the last run: the next run has another encoder and cannot use it. A later report of the last
    /// run counts no longer.
    pub(crate) fn forget_embedding(&mut self) {
        self.partial = None;
        self.last_job += 1;
    }
}

/// One worker per core, up to eight: each holds a copy of the model in memory.
fn default_workers(cores: usize) -> usize {
    cores.clamp(1, 8)
}
