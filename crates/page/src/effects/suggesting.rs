//! Has workers make suggestions.

use leptos::task::spawn_local;

use crate::handle::AppHandle;
use crate::store;
use crate::suggesting::{Action, Effect};

impl AppHandle {
    pub(super) fn perform_suggesting(self, effect: Effect) {
        let answer = move |action| self.dispatch(store::Action::Suggest(action));
        spawn_local(async move {
            let workers = self.workers(self.worker_count()).await;
            match effect {
                Effect::Make { ask, basis, row } => {
                    let result = match workers {
                        Ok(workers) => workers.suggest(&basis.joined, &basis.sources, row).await,
                        Err(error) => Err(error),
                    };
                    answer(Action::Made { ask, result });
                }
                Effect::MakeAll { ask, basis } => {
                    let result = match workers {
                        Ok(workers) => workers.suggest_all(&basis.joined, &basis.sources).await,
                        Err(error) => Err(error),
                    };
                    answer(Action::AllMade { ask, result });
                }
            }
        });
    }
}
