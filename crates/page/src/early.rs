//! Picks while texts are still being embedded, for who would rather label than wait.
//!
//! Texts are embedded in an order in which those that are ready are a fair sample of all ([`portions`]). So their share of
//! the picks can be made among them; the picks of the whole pool are nested, and begin with these. A person may ask for
//! more as more is ready.
//!
//! [`portions`]: fastgas_embedding::portions

use crate::store::{AppState, Effect};
use crate::words::say;
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::Config;
use fastgas_select::evaluate::Reason;
use fastgas_select::{Earlier, EarlyPicks};

/// Of fewer texts than these nobody would pick.
const LEAST_READY: u32 = 100;

impl AppState {
    /// How many picks can be made now beside those that there are; none where none can.
    pub fn n_early(&self) -> Option<u32> {
        let (open, run) = (self.open.as_ref()?, self.run.as_ref()?);
        let Some(Progress {
            stage: Stage::Embed,
            done,
            total,
        }) = run.progress
        else {
            return None;
        };
        let config = &run.config;
        let is_time = LEAST_READY.max(config.n_neighbors + 1) <= done && done < total;
        if open.outcome.is_some() || !config.method.extends() || !is_time {
            return None;
        }
        let share = EarlyPicks::share(config.budget, done, total);
        let n_settled = open.settled().picks.len() as u32;
        share.checked_sub(n_settled).filter(|&more| more > 0)
    }

    pub(super) fn pick_early(&mut self) -> Vec<Effect> {
        let (Some(more), Some(open)) = (self.n_early(), self.open.as_ref()) else {
            return Vec::new();
        };
        let Some(run) = self.run.as_mut().filter(|run| !run.picking_early) else {
            return Vec::new();
        };
        run.picking_early = true;
        let earlier = open.settled();
        let budget = earlier.picks.len() as u32 + more;
        vec![Effect::PickEarly {
            job: run.job,
            config: Config {
                budget,
                ..run.config.clone()
            },
            earlier: open.passing_over_blank(earlier, run.config.method),
            workers: run.workers,
        }]
    }

    pub(super) fn picked_early(
        &mut self,
        job: JobId,
        picked: Result<(EarlyPicks, Vec<(u32, Reason)>), WorkerError>,
    ) -> Vec<Effect> {
        let run = self.run.as_mut().filter(|run| run.job == job);
        let (Some(open), Some(run)) = (self.open.as_mut().filter(|open| open.outcome.is_none()), run) else {
            return Vec::new();
        };
        run.picking_early = false;
        match picked {
            Ok((early, reasons)) => {
                run.goes_on = true;
                let stays = open.current.filter(|&row| !open.is_done(row));
                open.early = Some(early);
                open.early_reasons.extend(reasons);
                open.current = stays.or(open.first_to_label());
                self.save_head()
            }
            // All are ready.
            Err(WorkerError::Cancelled) => Vec::new(),
            Err(error) => {
                self.tell_failure(&say!("early-none-were-picked"), &error);
                Vec::new()
            }
        }
    }

    /// What the first selection of the whole pool goes on from: early picks, where the settings allow it.
    pub(super) fn earlier_of_early(&self, config: &Config) -> Option<Earlier> {
        let open = self.open.as_ref().filter(|open| open.only_early().is_some())?;
        let earlier = open.settled();
        let goes_on = config.method.extends() && (earlier.picks.len() as u32) < config.budget;
        goes_on.then_some(earlier)
    }

    /// The same for a run that is under way, once it has all embeddings; none where it goes on from what it was given.
    pub fn settled_early(&self, job: JobId) -> Option<Earlier> {
        let run = self.run.as_ref().filter(|run| run.job == job)?;
        let (earlier, open) = (self.earlier_of_early(&run.config)?, self.open.as_ref()?);
        Some(open.passing_over_blank(earlier, run.config.method))
    }
}

#[cfg(test)]
#[path = "early_tests.rs"]
mod tests;
