//! Performs the commands of file labels: finds the labels in the open project's own file, in slices.

use leptos::task::spawn_local;

use crate::file_labels::{Cmd, Msg};
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::slices;
use crate::state;
use fastgas_platform::RunControl;

impl AppHandle {
    pub(crate) fn perform_file_labels(self, cmd: Cmd) {
        match cmd {
            Cmd::SearchOwn(search) => {
                let control = RunControl::default();
                self.runtime().searching_labels.replace(control.clone()).cancel();
                spawn_local(async move {
                    let found = search.run(&mut slices(&control)).await;
                    // The search fails only if it was stopped, because the user has closed the project.
                    if let Ok(found) = found {
                        self.dispatch(state::Msg::FileLabels(Msg::OwnFound { search, found }));
                    }
                });
            }
            Cmd::StopSearch => self.runtime().searching_labels.borrow().cancel(),
        }
    }
}
