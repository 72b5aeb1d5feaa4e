//! Computes suggested labels in workers.

use leptos::task::spawn_local;

use crate::runtime::handle::AppHandle;
use crate::state;
use crate::suggestions::{Cmd, Msg};

impl AppHandle {
    pub(crate) fn perform_suggestions(self, cmd: Cmd) {
        let answer = move |msg| self.dispatch(state::Msg::Suggest(msg));
        spawn_local(async move {
            let workers = self.workers(self.worker_count()).await;
            match cmd {
                Cmd::Make { ask, basis, row } => {
                    let result = match workers {
                        Ok(workers) => workers.suggest(&basis.adjacency, &basis.sources, row).await,
                        Err(error) => Err(error),
                    };
                    answer(Msg::Made { ask, result });
                }
                Cmd::MakeAll { ask, basis } => {
                    let result = match workers {
                        Ok(workers) => workers.suggest_all(&basis.adjacency, &basis.sources).await,
                        Err(error) => Err(error),
                    };
                    answer(Msg::AllMade { ask, result });
                }
            }
        });
    }
}
