//! Selects early picks among the embedded texts while the other texts are being embedded.

use leptos::task::spawn_local;

use crate::run;
use crate::run::select_effects::{SelectInput, choose};
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use fastgas_graph::{Device, Neighbors};
use fastgas_platform::{Rows, RunControl, Workers};
use fastgas_protocol::Error;
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::Config;
use fastgas_select::evaluate::Reason;
use fastgas_select::{EarlyPicks, PriorSelection};

impl AppHandle {
    pub(crate) fn perform_pick_early(self, job: JobId, config: Config, earlier: PriorSelection, count: usize) {
        let control = RunControl::default();
        self.runtime().early.replace(control.clone()).cancel();
        spawn_local(async move {
            let picked = self.pick_early(job, config, earlier, count, &control).await;
            // The user may have canceled the job after its last step.
            let picked = control.wait_while_paused().await.and(picked);
            self.dispatch(Msg::Run(run::Msg::PickedEarly { job, picked }));
        });
    }

    async fn pick_early(
        self,
        job: JobId,
        config: Config,
        earlier: PriorSelection,
        count: usize,
        control: &RunControl,
    ) -> Result<(EarlyPicks, Vec<(u32, Reason)>), WorkerError> {
        let so_far = self.runtime().so_far.borrow().clone();
        let Some((_, so_far)) = so_far.filter(|(of, _)| *of == job) else {
            return Err(WorkerError::Cancelled);
        };
        let workers = self.workers(count).await?;
        let Some((rows, vectors)) = so_far.rows().await else {
            return Err(WorkerError::Cancelled);
        };
        let among = rows.len() as u32;
        // Earlier picks, for example from a previous session, might not be embedded yet, but still count as picks.
        let place = |row: &u32| rows.binary_search(row).ok().map(|place| place as u32);
        let ready = PriorSelection {
            picks: earlier.picks.iter().filter_map(place).collect(),
            skipped: earlier.skipped.iter().filter_map(place).collect(),
        };
        // The embedded texts may contain a larger share of texts that must not be picked than the whole pool.
        let n_pickable = among - ready.skipped.len() as u32;
        let budget = config.budget - (earlier.picks.len() - ready.picks.len()) as u32;
        let config = Config {
            budget: budget.min(n_pickable),
            ..config
        };
        let mut new = match config.budget as usize > ready.picks.len() {
            true => pick(&workers, &vectors, &config, &ready, control).await?,
            false => Vec::new(),
        };
        for (place, reason) in &mut new {
            *place = rows[*place as usize];
            reason.unfold(&rows);
        }
        let picks = earlier.picks.into_iter().chain(new.iter().map(|&(row, _)| row));
        let picks = EarlyPicks {
            rows: picks.collect(),
            among,
        };
        Ok((picks, new))
    }
}

/// Returns the picks that are not in `earlier`, and the reason for each of these picks.
async fn pick(
    workers: &Workers,
    vectors: &Rows,
    config: &Config,
    earlier: &PriorSelection,
    control: &RunControl,
) -> Result<Vec<(u32, Reason)>, WorkerError> {
    let embeddings = match config.centered {
        true => workers.center(vectors, control).await?,
        false => vectors.clone(),
    };
    let checked = config.check(embeddings.n as u32).map_err(Error::from)?;
    let none = Neighbors::empty(embeddings.n, checked.n_searched() as usize);
    // The search uses the CPU, because the GPU is faster only for large searches.
    let how = (config.search, Device::Cpu);
    let (neighbors, _) = workers.neighbors(&embeddings, none, how, |_| (), control).await?;
    let select_input = SelectInput {
        embeddings: &embeddings,
        neighbors: &neighbors,
        duplicates: &embeddings.duplicates(&neighbors).await,
    };
    let chosen = choose(workers, select_input, config, (None, earlier), || |_| (), control).await?;
    let picks = chosen.selected.selection.picks.iter().map(|pick| pick.row);
    let picks_with_reasons = picks.zip(chosen.selected.reasons);
    Ok(picks_with_reasons.skip(earlier.picks.len()).collect())
}
