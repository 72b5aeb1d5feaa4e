//! What was on disk is gone while the project is open: all of it is written anew, in one step, so that the disk holds either
//! everything or what it held before. Plain Rust, a part of the [`store`](super::store).

use crate::app::store::{AppState, Appending, Effect};
use crate::bridge::StorageError;

const LOST: &str = "the browser has closed this project’s database, as when what the site has stored is deleted";

impl AppState {
    /// Nothing counts as saved any more. A tab that only shows the project has nothing to write.
    pub(super) fn storage_lost(&mut self) -> Vec<Effect> {
        let Some(open) = self.open.as_mut().filter(|_| !self.projects.read_only) else {
            return Vec::new();
        };
        open.history.forget_saved();
        open.team.decisions.forget_saved();
        self.rewrites = true;
        self.appending = None;
        self.storage_problem = Some(LOST.into());
        self.append()
    }

    /// Everything, to be stored as one.
    pub(super) fn save_all(&mut self) -> Vec<Effect> {
        let draft = self.draft();
        let Some(open) = &self.open else { return Vec::new() };
        self.last_append += 1;
        let log = open.log();
        self.appending = Some(Appending {
            append: self.last_append,
            n: log.len(),
            settles: false,
        });
        vec![Effect::SaveAll {
            append: self.last_append,
            project: Box::new(open.to_project(&draft)),
            log,
        }]
    }

    /// What was said meanwhile goes after it.
    pub(super) fn all_saved(&mut self, append: u32, saved: Result<(), StorageError>) -> Vec<Effect> {
        let Some(Appending { n, .. }) = self.appending.take_if(|under_way| under_way.append == append) else {
            return Vec::new();
        };
        if let Err(error) = saved {
            self.storage_problem = Some(error.to_string());
            return Vec::new();
        }
        let Some(open) = &mut self.open else { return Vec::new() };
        if open.log().len() != n {
            // Said meanwhile, in whichever of the logs: once more.
            return self.save_all();
        }
        self.rewrites = false;
        self.storage_problem = None;
        open.history.mark_saved(n);
        open.team.decisions.mark_saved(n);
        Vec::new()
    }
}
