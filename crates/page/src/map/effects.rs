//! Side effects of the map: part names, the layout, and the text search.

use crate::browser::clock::{milliseconds, sleep};
use crate::map::{Cmd as MapCmd, Msg as MapMsg};
use crate::run;
use crate::runtime::EmbedInput;
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use crate::ui::dom::prefers_reduced_motion;
use fastgas_graph::Neighbors;
use fastgas_partition::Partition;
use fastgas_platform::{LayoutUpdate, RunControl, Workers};
use fastgas_protocol::{JobId, WorkerError};
use leptos::task::spawn_local;
use web_time::Instant;

/// Time in milliseconds after which the search lets the browser handle other events.
const SLICE_MS: f64 = 12.0;
/// Number of cells that the search reads between two checks of the clock. Each check takes time.
const CELLS_PER_CHECK: usize = 256;

impl AppHandle {
    pub(crate) async fn extract_keywords(
        self,
        job: JobId,
        workers: &Workers,
        texts: &EmbedInput,
        partition: &Partition,
        control: &RunControl,
    ) -> Result<(), WorkerError> {
        let names = workers.name(&texts.pool, texts.column, partition, control).await?;
        self.dispatch(Msg::Run(run::Msg::KeywordsFound { job, names }));
        Ok(())
    }

    /// Shows intermediate positions of the dots unless the user prefers reduced motion.
    pub(crate) async fn draw_map(
        self,
        job: JobId,
        workers: &Workers,
        neighbors: &Neighbors,
        seed: u64,
        control: &RunControl,
    ) -> Result<(), WorkerError> {
        let start = Instant::now();
        let mut report = self.reporter(job);
        let moves = !prefers_reduced_motion();
        let on_drawing = move |drawing| match drawing {
            LayoutUpdate::Progress(progress) => report(progress),
            LayoutUpdate::GraphBuilt(adjacency) => self.dispatch(Msg::Run(run::Msg::GraphBuilt { job, adjacency })),
            LayoutUpdate::Settling(layout) if moves => self.dispatch(Msg::Run(run::Msg::LayoutMoved { job, layout })),
            LayoutUpdate::Settling(_) => {}
        };
        let layout = workers.map(neighbors, seed, on_drawing, control).await?;
        self.dispatch(Msg::Run(run::Msg::Mapped {
            job,
            layout,
            map_ms: milliseconds(start),
        }));
        Ok(())
    }

    pub(crate) fn perform_map(self, cmd: MapCmd) {
        let MapCmd::Search { search, query, pool } = cmd;
        let rows_per_check = (CELLS_PER_CHECK / pool.columns().len().max(1)).max(1);
        spawn_local(async move {
            let (mut rows, mut start) = (Vec::new(), Instant::now());
            for row in 0..pool.len() {
                if query.is_in_row(|| pool.instance(row).cells()) {
                    rows.push(row as u32);
                }
                if row % rows_per_check == rows_per_check - 1 && milliseconds(start) >= SLICE_MS {
                    sleep(0).await;
                    let is_wanted = self.state.try_with_untracked(|state| state.map.is_search(search));
                    if is_wanted != Some(true) {
                        return;
                    }
                    start = Instant::now();
                }
            }
            self.dispatch(Msg::Map(MapMsg::Found { search, rows }));
        });
    }
}
