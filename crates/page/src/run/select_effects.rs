//! Performs the selection, from the neighbors to the picks.

use web_time::Instant;

use crate::browser::clock::milliseconds;
use fastgas_graph::{Device, Duplicates, Neighbors};
use fastgas_platform::{Rows, RunControl, Selected, Workers};
use fastgas_progress::Progress;
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_select::Config;
use fastgas_select::PriorSelection;
use fastgas_select::pipeline;

#[derive(Clone, Copy)]
pub(crate) struct SelectInput<'a> {
    /// The settings determine whether the mean is subtracted from the embeddings.
    pub embeddings: &'a Rows,
    /// The settings determine the number of neighbors per text.
    pub neighbors: &'a Neighbors,
    pub duplicates: &'a Duplicates,
}

pub(crate) struct SelectResult {
    /// The result of the selection for all texts, even if the graph contains only one text from each duplicate group.
    pub selected: Selected,
    /// Whether the graph and the recorded steps contain only one text from each duplicate group.
    pub is_folded: bool,
    /// Duration of the second neighbor search in milliseconds.
    /// The second search uses only one text from each duplicate group.
    pub searched_ms: f64,
}

pub(crate) async fn choose<R: FnMut(Progress) + 'static>(
    workers: &Workers,
    select_input: SelectInput<'_>,
    config: &Config,
    (confidences, earlier): (Option<&[f32]>, &PriorSelection),
    report: impl Fn() -> R,
    control: &RunControl,
) -> Result<SelectResult, WorkerError> {
    let SelectInput {
        embeddings,
        neighbors,
        duplicates,
    } = select_input;
    // The form does not show whether a number of neighbors was typed. A number equal to the default counts as the default.
    let has_default_neighbors = config.has_default_neighbors(embeddings.n as u32);
    let folded = pipeline::fold_duplicates(duplicates, (config, has_default_neighbors), earlier);
    let Some(folded) = folded.map_err(Error::from)? else {
        let settled = (confidences, earlier);
        let selected = workers.select(embeddings, neighbors, config, settled, report(), control);
        return Ok(SelectResult {
            selected: selected.await?,
            is_folded: false,
            searched_ms: 0.0,
        });
    };
    let start = Instant::now();
    let paused = control.paused();
    // The search uses the CPU, because the GPU cannot search a subset of the texts.
    let how = (config.search, Device::Cpu);
    let (found, _) = workers
        .neighbors(embeddings, folded.empty_lists_of_originals, how, report(), control)
        .await?;
    let originals = duplicates.originals();
    let rows = embeddings.only(&originals).await;
    let lists = duplicates.fold(&found);
    let searched_ms = milliseconds(start) - (control.paused() - paused).as_secs_f64() * 1000.0;
    let confidences = confidences.map(|all| pipeline::gather(all, &originals));
    let settled = (confidences.as_deref(), &folded.earlier);
    let config = folded.config.config();
    let mut selected = workers
        .select(&rows, &lists, config, settled, report(), control)
        .await?;
    pipeline::unfold(duplicates, earlier, &mut selected.partition, &mut selected.selection);
    let rows: Vec<u32> = selected.selection.picks.iter().map(|pick| pick.row).collect();
    pipeline::unfold_reasons(duplicates, &selected.partition, &rows, &mut selected.reasons);
    Ok(SelectResult {
        selected,
        is_folded: true,
        searched_ms,
    })
}
