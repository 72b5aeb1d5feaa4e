//! Selects picks among the embedded texts while other texts are still being embedded, so that labeling can start early.
//!
//! The order of embedding makes the embedded texts a representative sample of all texts ([`text_chunks`]).
//! A proportional share of the picks can therefore be selected among the embedded texts.
//! The final picks begin with the early picks.
//! The user can request more early picks as soon as more texts are embedded.
//!
//! [`text_chunks`]: fastgas_embedding::text_chunks

use crate::i18n::t;
use crate::project::Project;
use crate::run::{Cmd, RunState};
use crate::state::tracked::Tracked;
use crate::state::{Cmd as StateCmd, Request};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::Config;
use fastgas_select::evaluate::Reason;
use fastgas_select::{EarlyPicks, PriorSelection};

/// Minimum number of embedded texts for a selection of early picks.
const MIN_EMBEDDED: u32 = 100;

impl RunState {
    /// Number of early picks that can be selected now in addition to existing ones. Never `Some(0)`.
    pub fn n_early(&self, project: Option<&Project>) -> Option<u32> {
        let (project, run) = (project?, self.current.as_ref()?);
        let Some(Progress {
            stage: Stage::Embed,
            done,
            total,
        }) = run.progress
        else {
            return None;
        };
        let config = &run.config;
        let is_time = MIN_EMBEDDED.max(config.n_neighbors + 1) <= done && done < total;
        if project.result.outcome.is_some() || !config.method.extends() || !is_time {
            return None;
        }
        let share = EarlyPicks::share(config.budget, done, total);
        let n_settled = project.n_settled() as u32;
        share.checked_sub(n_settled).filter(|&more| more > 0)
    }

    /// The early picks that the final selection must keep, and the texts that it must not pick, such as empty texts.
    /// Returns `None` if `job` is not the current run, or if the run does not extend the early picks.
    pub fn early_is_decided(&self, job: JobId, project: Option<&Project>) -> Option<PriorSelection> {
        let (run, project) = (self.current.as_ref().filter(|run| run.job == job)?, project?);
        let earlier = earlier_of_early(project, &run.config)?;
        Some(project.excluding_blank(earlier, run.config.method))
    }
}

impl Tracked<RunState> {
    pub(super) fn pick_early(&mut self, project: Option<&Project>) -> Vec<Request> {
        let (Some(more), Some(project)) = (self.n_early(project), project) else {
            return Vec::new();
        };
        let Some(run) = self.current.as_mut().filter(|run| !run.picking_early) else {
            return Vec::new();
        };
        run.picking_early = true;
        let earlier = project.settled();
        let budget = earlier.picks.len() as u32 + more;
        vec![Request::Perform(StateCmd::Run(Cmd::PickEarly {
            job: run.job,
            config: Config {
                budget,
                ..run.config.clone()
            },
            earlier: project.excluding_blank(earlier, run.config.method),
            workers: run.workers,
        }))]
    }

    pub(super) fn picked_early(
        &mut self,
        job: JobId,
        picked: Result<(EarlyPicks, Vec<(u32, Reason)>), WorkerError>,
        project: Option<&mut Project>,
    ) -> Vec<Request> {
        let run = self.current.as_mut().filter(|run| run.job == job);
        let (Some(project), Some(run)) = (project.filter(|project| project.result.outcome.is_none()), run) else {
            return Vec::new();
        };
        run.picking_early = false;
        match picked {
            Ok((early, reasons)) => {
                run.continues = true;
                let stays = project.view.current.filter(|&row| !project.is_done(row));
                project.result.early = Some(early);
                project.result.early_reasons.extend(reasons);
                project.view.current = stays.or(project.first_to_label());
                vec![Request::SaveHead]
            }
            // The selection of early picks was canceled because all texts are embedded now.
            Err(WorkerError::Cancelled) => Vec::new(),
            Err(error) => vec![Request::ReportFailure {
                title: t!("run-early-failed-title"),
                error,
            }],
        }
    }
}

/// The early picks that the run must keep, and the texts that it must not pick, apart from empty texts.
/// Returns `None` if the run does not extend the early picks.
pub(super) fn earlier_of_early(project: &Project, config: &Config) -> Option<PriorSelection> {
    continues_early(project, config).then(|| project.settled())
}

/// False without early picks, for methods that cannot extend picks, or if early picks reach the budget.
pub(super) fn continues_early(project: &Project, config: &Config) -> bool {
    project.only_early().is_some() && config.method.extends() && (project.n_settled() as u32) < config.budget
}

#[cfg(test)]
mod tests;
