//! Computes suggestions in workers.

use leptos::task::spawn_local;

use crate::runtime::handle::AppHandle;
use crate::state;
use crate::suggestions::{Action, Effect};

impl AppHandle {
    pub(crate) fn perform_suggesting(self, effect: Effect) {
        let answer = move |action| self.dispatch(state::Action::Suggest(action));
        spawn_local(async move {
            let workers = self.workers(self.worker_count()).await;
            match effect {
                Effect::Make { ask, basis, row } => {
                    let result = match workers {
                        Ok(workers) => workers.suggest(&basis.adjacency, &basis.sources, row).await,
                        Err(error) => Err(error),
                    };
                    answer(Action::Made { ask, result });
                }
                Effect::MakeAll { ask, basis } => {
                    let result = match workers {
                        Ok(workers) => workers.suggest_all(&basis.adjacency, &basis.sources).await,
                        Err(error) => Err(error),
                    };
                    answer(Action::AllMade { ask, result });
                }
            }
        });
    }
}
