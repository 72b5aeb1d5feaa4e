//! Picks among the embedded texts while the others are still being embedded, so that labeling can start early.
//!
//! The embedding order makes the embedded texts a representative sample of the pool ([`portions`]). Their share of the
//! budget can therefore be picked among them. The final picks are nested: they begin with the early picks. The user can
//! request more early picks as more texts are embedded.
//!
//! [`portions`]: fastgas_embedding::portions

use crate::i18n::say;
use crate::state::{AppState, Effect};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::Config;
use fastgas_select::evaluate::Reason;
use fastgas_select::{EarlyPicks, PriorSelection};

/// Minimum number of embedded texts for early picks.
const LEAST_READY: u32 = 100;

impl AppState {
    /// Number of further picks that can be made now. `None` if there are none.
    pub fn n_early(&self) -> Option<u32> {
        let (open, run) = (self.project.as_ref()?, self.run.current.as_ref()?);
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
        if open.result.outcome.is_some() || !config.method.extends() || !is_time {
            return None;
        }
        let share = EarlyPicks::share(config.budget, done, total);
        let n_settled = open.settled().picks.len() as u32;
        share.checked_sub(n_settled).filter(|&more| more > 0)
    }

    pub(crate) fn pick_early(&mut self) -> Vec<Effect> {
        let (Some(more), Some(open)) = (self.n_early(), self.project.as_ref()) else {
            return Vec::new();
        };
        let Some(run) = self.run.current.as_mut().filter(|run| !run.picking_early) else {
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

    pub(crate) fn picked_early(
        &mut self,
        job: JobId,
        picked: Result<(EarlyPicks, Vec<(u32, Reason)>), WorkerError>,
    ) -> Vec<Effect> {
        let run = self.run.current.as_mut().filter(|run| run.job == job);
        let (Some(open), Some(run)) = (self.project.get_mut().filter(|open| open.result.outcome.is_none()), run) else {
            return Vec::new();
        };
        run.picking_early = false;
        match picked {
            Ok((early, reasons)) => {
                run.goes_on = true;
                let stays = open.view.current.filter(|&row| !open.is_done(row));
                open.result.early = Some(early);
                open.result.early_reasons.extend(reasons);
                open.view.current = stays.or(open.first_to_label());
                self.save_head()
            }
            // Cancelled because all texts are embedded.
            Err(WorkerError::Cancelled) => Vec::new(),
            Err(error) => {
                self.tell_failure(&say!("run-early-failed-title"), &error);
                Vec::new()
            }
        }
    }

    /// The early picks as prior selection for the first selection of the whole pool, if the settings allow it.
    pub(crate) fn earlier_of_early(&self, config: &Config) -> Option<PriorSelection> {
        let open = self.project.as_ref().filter(|open| open.only_early().is_some())?;
        let earlier = open.settled();
        let goes_on = config.method.extends() && (earlier.picks.len() as u32) < config.budget;
        goes_on.then_some(earlier)
    }

    /// The prior selection for a run that has just computed all embeddings, with blank texts excluded. `None` if the run
    /// keeps the prior selection it started with.
    pub fn settled_early(&self, job: JobId) -> Option<PriorSelection> {
        let run = self.run.current.as_ref().filter(|run| run.job == job)?;
        let (earlier, open) = (self.earlier_of_early(&run.config)?, self.project.as_ref()?);
        Some(open.passing_over_blank(earlier, run.config.method))
    }
}
