//! Performs the commands that store the open project.

use crate::browser::clock::sleep;
use crate::labeling::save_gate::SAVE_TIMEOUT_MS;
use crate::persistence::{self, Cmd, MAX_ENTRIES_PER_APPEND, UnsavedPart};
use crate::runtime::QueuedWrite;
use crate::runtime::handle::AppHandle;
use crate::runtime::handle::PendingWrite;
use crate::state::Msg;
use fastgas_annotation::label::LogEntry;
use fastgas_platform::ProjectDb;
use fastgas_platform::ProjectId;
use fastgas_platform::StorageError;
use leptos::task::spawn_local;

impl AppHandle {
    pub(crate) fn perform_persistence(self, cmd: Cmd) {
        match cmd {
            Cmd::WriteProject(file) => {
                if let Some(id) = self.project() {
                    match file.project.head.backup {
                        Some(_) => self.back_up_project(id, *file),
                        None => self.write_project(id, *file, None),
                    }
                }
            }
            Cmd::ForgetSavedFile => {
                if let Some(id) = self.project() {
                    self.forget_saved_file(id);
                }
            }
            Cmd::AskToPersist => spawn_local(async move {
                let persisted = ProjectDb::persisted().await;
                self.dispatch(Msg::Persistence(persistence::Msg::PersistedChecked(persisted)));
                if persisted == Some(false) {
                    self.dispatch(Msg::Persistence(persistence::Msg::PersistedChecked(
                        ProjectDb::persist().await,
                    )));
                }
            }),
            Cmd::CheckPersisted => spawn_local(async move {
                self.dispatch(Msg::Persistence(persistence::Msg::PersistedChecked(
                    ProjectDb::persisted().await,
                )));
            }),
            write @ (Cmd::SaveProject(_) | Cmd::SaveHead(_) | Cmd::Append { .. } | Cmd::SaveAll { .. }) => {
                if let Cmd::Append { append, .. } = write {
                    spawn_local(async move {
                        sleep(SAVE_TIMEOUT_MS).await;
                        self.dispatch(Msg::Persistence(persistence::Msg::AppendTimedOut { append }));
                    });
                }
                if let Some(id) = self.project() {
                    self.enqueue(id, QueuedWrite::Store(Box::new(write), PendingWrite::begin()));
                }
            }
        }
    }

    pub(crate) async fn write_part(self, id: &ProjectId, write: Cmd) {
        let storage = self.storage(id).await;
        let (what, saved) = match (storage, write) {
            (storage, Cmd::SaveProject(project)) => {
                let saved = async { storage?.save(&project, None).await }.await;
                self.copy_log(id);
                self.runtime().unfit.replace(saved.is_err().then(|| id.clone()));
                (UnsavedPart::Project, saved)
            }
            // After a failed write of the whole project, the header alone would not match the stored data.
            // The next write of the whole project includes the header.
            (_, Cmd::SaveHead(_)) if self.runtime().unfit.borrow().as_ref() == Some(id) => {
                return;
            }
            (storage, Cmd::SaveHead(head)) => (UnsavedPart::Head, async { storage?.save_head(&head).await }.await),
            (Ok(storage), Cmd::Append { append, at, entries }) => {
                let (saved, error) = append_all(&storage, at, &entries).await;
                self.runtime()
                    .is_refused
                    .set(self.runtime().is_refused.get() || error.is_some());
                self.copy_log(id);
                return self.dispatch(Msg::Persistence(persistence::Msg::Appended { append, saved, error }));
            }
            (storage, Cmd::SaveAll { append, project, log }) => {
                let saved = async { storage?.save(&project, Some(&log)).await }.await;
                if saved.is_ok() {
                    self.runtime().unfit.take();
                }
                self.copy_log(id);
                return self.dispatch(Msg::Persistence(persistence::Msg::AllSaved { append, saved }));
            }
            (Err(error), Cmd::Append { append, .. }) => {
                return self.dispatch(Msg::Persistence(persistence::Msg::Appended {
                    append,
                    saved: 0,
                    error: Some(error),
                }));
            }
            _ => unreachable!("only writes are queued"),
        };
        self.runtime()
            .is_refused
            .set(self.runtime().is_refused.get() || saved.is_err());
        match saved {
            saved if self.shows(id) => self.dispatch(Msg::Persistence(persistence::Msg::Saved { what, saved })),
            // The error is reported even if the project is no longer on the screen.
            Err(error) => self.dispatch(Msg::Persistence(persistence::Msg::StorageFailed(error))),
            Ok(()) => {}
        }
    }
}

/// Appends `entries` to a log with `at` entries on disk, up to the first failure.
/// Returns the number of `entries` that are on disk.
async fn append_all(storage: &ProjectDb, at: usize, entries: &[LogEntry]) -> (usize, Option<StorageError>) {
    let mut saved = 0;
    // Writes the entries in several transactions, because a file may add many labels.
    for piece in entries.chunks(MAX_ENTRIES_PER_APPEND) {
        if let Err(error) = storage.append((at + saved) as u32, piece).await {
            return (saved, Some(error));
        }
        saved += piece.len();
    }
    (saved, None)
}
