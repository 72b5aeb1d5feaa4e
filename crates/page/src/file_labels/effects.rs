//! Searches for labels in the file of the open project, in slices.

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
                    // An error means that the search was stopped, because the user has closed the project.
                    if let Ok(found) = found {
                        self.dispatch(state::Msg::FileLabels(Msg::OwnFound { search, found }));
                    }
                });
            }
            Cmd::StopSearch => self.runtime().searching_labels.borrow().cancel(),
        }
    }
}
