//! Reads and writes projects while several tabs may be open.
//! Every write goes to the database of its project, in request order.
//! Only one tab at a time holds the lock of a project, and only this tab writes to the project.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures::channel::oneshot;
use leptos::prelude::window_event_listener_untyped;
use leptos::task::spawn_local;

use crate::answers;
use crate::browser::clock::{sleep, wall_clock_ms};
use crate::confidences::Msg as ConfidenceMsg;
use crate::persistence;
use crate::persistence::journal::Journal;
use crate::projects::backup::{ProjectFile, backup_stem};
use crate::projects::{Cmd, Msg as ProjectMsg};
use crate::protection::LockedItem;
use crate::runtime::handle::{AppHandle, PendingWrite};
use crate::runtime::{QueuedWrite, Runtime};
use crate::session::{self, DraftInput, SessionPosition};
use crate::state::{AppState, Msg};
use fastgas_annotation::answer::Questions;
use fastgas_data::Pool;
use fastgas_embedding::cache::TextHash;
use fastgas_platform::{
    AnswerDb, AtRest, Channel, ConfidenceDb, EmbeddingDb, ExamDb, LastOpenProject, ProjectDb, ProjectEntry, ProjectId,
    ProjectLock, ProjectSummary, Projects, SavedFileStore, StorageError, TabMessage, delete_databases, forget_journal,
    forget_log, forget_position, store_journal, store_position, stored_journal, stored_position,
};

/// Time that another tab gets to store its changes before this tab takes over the lock of the project, in milliseconds.
const LOCK_TIMEOUT_MS: i32 = 3000;
pub(crate) const POLL_INTERVAL_MS: i32 = 50;

/// Time that the browser may need to release a lock, in milliseconds.
const LOCK_RELEASE_TIMEOUT_MS: i32 = 300;

/// Delay before the second copy of the log is updated, in milliseconds. One delayed update covers several entries.
const COPY_AFTER_MS: i32 = 200;

/// Delay between a keystroke and storing the typed text, in milliseconds.
const DRAFT_AFTER_MS: i32 = 250;

/// Delay before databases are opened again after the browser has closed them, in milliseconds.
const REOPEN_AFTER_MS: i32 = 1000;

impl AppHandle {
    pub(crate) fn start_projects(self) {
        let runtime = self.runtime();
        let on_message = move |message| match message {
            TabMessage::Wanted(id) => self.when_lost(&id)(),
            TabMessage::Stored(id) => {
                let (is_listed, follows) =
                    (self.state).with_untracked(|state| (state.project.is_none(), state.projects.read_only));
                // The list is hidden while a project is open, and is read again when the project is closed.
                if is_listed {
                    self.list();
                }
                if follows && self.shows(&id) {
                    self.enqueue_newest(id, QueuedWrite::Follow, |write| matches!(write, QueuedWrite::Follow));
                }
            }
        };
        runtime.channel.replace(Channel::open(on_message));
        self.listen_to_leaving();
        match LastOpenProject::stored() {
            Some(LastOpenProject::InTab(project)) => {
                self.open_or_start_empty(project);
                self.list();
            }
            left_off => spawn_local(async move {
                // An unreadable list means that the storage does not work. Opening a project reports the same problem.
                let list = async { self.project_list_db().await?.list().await };
                let most_recent = LastOpenProject::most_recent(left_off.as_ref(), &list.await.unwrap_or_default());
                let left_off = match left_off {
                    Some(left_off) => left_off.project().cloned(),
                    None => Some(ProjectId::first()),
                };
                self.open_or_start_empty(self.free_project(most_recent).await.or(left_off));
                self.list();
            }),
        }
    }

    /// The browser may keep a page in its back/forward cache. Meanwhile, another tab may hold the lock of the project.
    /// When the user returns, the page shows the project as other tabs have stored it.
    fn listen_to_leaving(self) {
        let is_kept = |event: &web_sys::Event| {
            js_sys::Reflect::get(event, &"persisted".into()).is_ok_and(|persisted| persisted.is_truthy())
        };
        let _ = window_event_listener_untyped("pagehide", move |event| {
            let Some(id) = self.project().filter(|_| is_kept(&event)) else {
                return;
            };
            self.dispatch(Msg::Projects(ProjectMsg::Left));
            let runtime = self.runtime();
            let is_writing = runtime.writing.get() || runtime.quick.borrow().n > 0;
            match (self.state.with_untracked(AppState::is_left), is_writing) {
                (false, _) => {}
                (true, true) => self.enqueue(id, QueuedWrite::Release),
                (true, false) => drop(runtime.lock.take()),
            }
        });
        let _ = window_event_listener_untyped("pageshow", move |event| {
            let Some(id) = self.project().filter(|_| is_kept(&event)) else {
                return;
            };
            let (is_left, follows) = self
                .state
                .with_untracked(|state| (state.is_left(), state.projects.read_only));
            match (is_left, follows) {
                (true, _) => self.enqueue(id, QueuedWrite::Return),
                // A page in the back/forward cache receives no messages from other tabs.
                (false, true) => {
                    self.enqueue_newest(id, QueuedWrite::Follow, |write| matches!(write, QueuedWrite::Follow))
                }
                (false, false) => {}
            }
        });
    }

    async fn reacquire(self, id: ProjectId) {
        let is_held = self.acquire(&id).await;
        if !self.shows(&id) {
            return;
        }
        if !is_held {
            self.dispatch(Msg::Projects(ProjectMsg::ChangedElsewhere));
            return self.follow(id).await;
        }
        let stored = async { self.storage(&id).await?.load_annotations().await };
        let stored = stored.await;
        if self.shows(&id) {
            // If the annotations cannot be read, the page reads the whole project again and reports the reason then.
            let stored = stored.ok().flatten().map(Box::new);
            self.dispatch(Msg::Projects(ProjectMsg::ReturnedFromCache(stored)));
        }
    }

    fn open_or_start_empty(self, project: Option<ProjectId>) {
        match project {
            Some(id) => self.perform_projects(Cmd::Open(id)),
            None => self.dispatch(Msg::Persistence(persistence::Msg::Restored(None))),
        }
    }

    /// Returns `project` if no other tab holds its lock and this tab has not opened or begun to read anything else.
    async fn free_project(self, project: Option<ProjectId>) -> Option<ProjectId> {
        let id = project?;
        let lock = ProjectLock::acquire(&id, self.when_lost(&id)).await?;
        let is_free = |state: &AppState| {
            state.project.is_none() && state.import.reading.is_none() && state.import.dialog.is_none()
        };
        let is_free = self.state.with_untracked(is_free);
        (is_free && self.hold(Some(lock))).then_some(id)
    }

    pub(crate) fn perform_projects(self, cmd: Cmd) {
        match cmd {
            Cmd::Begin { is_protected } => {
                let id = ProjectId::begun_at(wall_clock_ms());
                self.begin_protection(&id, is_protected);
                LastOpenProject::store(Some(&id), wall_clock_ms());
                self.turn_to(id.clone(), QueuedWrite::Acquire);
                self.store_file_embeddings(id);
            }
            Cmd::Open(id) => {
                LastOpenProject::store(Some(&id), wall_clock_ms());
                self.turn_to(id, QueuedWrite::Load);
            }
            Cmd::TakeOver => {
                if let Some(id) = self.project() {
                    self.enqueue(id, QueuedWrite::TakeOver);
                }
            }
            Cmd::Reread => {
                if let Some(id) = self.project() {
                    self.enqueue(id, QueuedWrite::Load);
                }
            }
            Cmd::Close => {
                // The project list is another screen, so it is shown from the top.
                web_sys::window().inspect(|window| window.scroll_to_with_x_and_y(0.0, 0.0));
                LastOpenProject::store(None, wall_clock_ms());
                if let Some(id) = self.runtime().project.take() {
                    self.release(id);
                }
                self.list();
            }
            Cmd::Rename(id, name) => self.enqueue(id, QueuedWrite::Rename(name)),
            Cmd::BackUp(id) => self.enqueue(id, QueuedWrite::BackUp),
            Cmd::Delete(id) => self.enqueue(id, QueuedWrite::Deleted(true)),
            Cmd::Undelete(id) => self.enqueue(id, QueuedWrite::Deleted(false)),
            Cmd::DeletePermanently(id) => self.enqueue(id, QueuedWrite::DeleteForGood),
            Cmd::Forget(id) => self.enqueue(id, QueuedWrite::Forget),
        }
    }

    pub(crate) fn project(self) -> Option<ProjectId> {
        self.runtime().project.borrow().clone()
    }

    pub(crate) fn shows(self, id: &ProjectId) -> bool {
        self.runtime().project.borrow().as_ref() == Some(id)
    }

    pub(crate) fn enqueue(self, id: ProjectId, write: QueuedWrite) {
        let runtime = self.runtime();
        if write.can_skip_queue() && runtime.n_in_order.get() == 0 {
            runtime.quick.borrow_mut().n += 1;
            return spawn_local(async move {
                self.write(id.clone(), write).await;
                self.remove_written_journals();
                let mut quick = runtime.quick.borrow_mut();
                quick.n -= 1;
                if quick.n == 0 {
                    for waiting in quick.waiting.drain(..) {
                        // Sending fails only if nothing waits for the message.
                        let _ = waiting.send(());
                    }
                    drop(quick);
                    self.notify_tabs(&TabMessage::Stored(id));
                }
            });
        }
        runtime.n_in_order.update(|n| n + usize::from(write.must_keep_order()));
        runtime.writes.borrow_mut().push_back((id, write));
        if !runtime.writing.replace(true) {
            spawn_local(self.write_all(runtime));
        }
    }

    /// The number of complete rewrites of the log, which the database counts. `None` if the number is unknown.
    pub(crate) fn generation(self) -> Option<u64> {
        let id = self.project()?;
        let storage = self.runtime().storage.borrow().clone().filter(|(of, _)| *of == id);
        storage?.1.generation()
    }

    pub(crate) fn store_journal(self, id: ProjectId, journal: &Journal) {
        let Ok(json) = serde_json::to_string(journal) else {
            return;
        };
        let runtime = self.runtime();
        let mut journals = runtime.journals.borrow_mut();
        if journals.get(&id) != Some(&json) {
            store_journal(&AtRest::new(&id, self.key(&id)), &json);
            journals.insert(id, json);
        }
    }

    /// Removes journals only if no write is in progress. If a write failed, its journal stays for the next visit.
    pub(crate) fn remove_written_journals(self) {
        let runtime = self.runtime();
        let is_saved = self.state.with_untracked(AppState::is_saved);
        if PendingWrite::any() || !is_saved {
            return;
        }
        runtime.is_edited.set(false);
        let refused = runtime.is_refused.replace(false);
        let shown = self.project();
        runtime.journals.borrow_mut().retain(|id, _| {
            let stays = refused && shown.as_ref() != Some(id);
            if !stays {
                forget_journal(id);
            }
            stays
        });
    }

    pub(crate) fn store_position(self, position: &SessionPosition) {
        if let (Some(id), Ok(json)) = (self.project(), serde_json::to_string(position)) {
            store_position(&AtRest::new(&id, self.key(&id)), &json);
            self.keep_draft(id, position);
        }
    }

    /// Also stores the typed text in the database, because browsers write localStorage to disk with a delay of seconds.
    fn keep_draft(self, id: ProjectId, position: &SessionPosition) {
        let runtime = self.runtime();
        let is_new = *runtime.draft.borrow() != position.typed;
        if !is_new || runtime.draft_waits.replace(true) {
            return;
        }
        spawn_local(async move {
            sleep(DRAFT_AFTER_MS).await;
            let runtime = self.runtime();
            runtime.draft_waits.set(false);
            if self.shows(&id) {
                let typed = self.state.with_untracked(|state| state.session.typed().cloned());
                runtime.draft.replace(typed.clone());
                self.enqueue_newest(id, QueuedWrite::Draft(typed), |write| {
                    matches!(write, QueuedWrite::Draft(_))
                });
            }
        });
    }

    pub(crate) fn summarize(self, summary: ProjectSummary) {
        if let Some(id) = self.project() {
            // Annotations are written before the project's entry in the project list.
            // Otherwise, a user who labels faster than the disk writes would always wait for the writes of this entry.
            self.enqueue_newest(id, QueuedWrite::Summarize(summary), |write| {
                matches!(write, QueuedWrite::Summarize(_))
            });
        }
    }

    async fn unqueued_writes_finished(self) {
        let finished = {
            let runtime = self.runtime();
            let mut quick = runtime.quick.borrow_mut();
            (quick.n > 0).then(|| {
                let (sender, finished) = oneshot::channel();
                quick.waiting.push(sender);
                finished
            })
        };
        if let Some(finished) = finished {
            // The message arrives when the last unqueued write ends. An error means that the sender no longer exists.
            let _ = finished.await;
        }
    }

    /// Updates the second copy of the label log without delaying other writes.
    pub(crate) fn copy_log(self, id: &ProjectId) {
        let runtime = self.runtime();
        let storage = runtime.storage.borrow().clone().filter(|(of, _)| of == id);
        let Some((id, storage)) = storage.filter(|(_, storage)| storage.has_to_copy()) else {
            return;
        };
        if runtime.copying.replace(true) {
            return;
        }
        spawn_local(async move {
            loop {
                // Because of the delay, the copy also contains log entries that are added during the delay.
                sleep(COPY_AFTER_MS).await;
                let copied = storage.copy_log().await;
                self.report_if_locked(&id, &copied);
                let is_over = copied.is_err() || !storage.has_to_copy();
                let problem = copied.err().map(StorageError::into_refusal);
                let is_news = |state: &AppState| state.persistence.second_copy_problem != problem;
                if self.shows(&id) && self.state.with_untracked(is_news) {
                    self.dispatch(Msg::Persistence(persistence::Msg::SecondCopy(problem)));
                }
                if is_over {
                    break;
                }
            }
            runtime.copying.set(false);
            // The user may have opened another project in the meantime, whose log is copied next.
            if let Some(other) = self.project().filter(|other| *other != id) {
                self.copy_log(&other);
            }
        });
    }

    /// Reports a write that was refused because of the passphrase in the same way as a refused write of a label.
    pub(crate) fn report_if_locked(self, id: &ProjectId, written: &Result<(), StorageError>) {
        if self.shows(id) && matches!(written, Err(StorageError::Locked)) {
            self.dispatch(Msg::Persistence(persistence::Msg::StorageFailed(StorageError::Locked)));
        }
    }

    /// A new write replaces older writes of the same kind in the queue.
    fn enqueue_newest(self, id: ProjectId, write: QueuedWrite, is_of_kind: fn(&QueuedWrite) -> bool) {
        let is_older = |(other, write): &(ProjectId, QueuedWrite)| *other == id && is_of_kind(write);
        self.runtime().writes.borrow_mut().retain(|queued| !is_older(queued));
        self.enqueue(id, write);
    }

    /// Notifies other tabs when no write is left.
    async fn write_all(self, runtime: Rc<Runtime>) {
        let mut changed: Vec<ProjectId> = Vec::new();
        loop {
            let next = runtime.writes.borrow_mut().pop_front();
            let Some((id, write)) = next else { break };
            if write.changes() && !changed.contains(&id) {
                changed.push(id.clone());
            }
            let must_keep_order = write.must_keep_order();
            if must_keep_order {
                self.unqueued_writes_finished().await;
            }
            self.write(id, write).await;
            self.remove_written_journals();
            runtime.n_in_order.update(|n| n - usize::from(must_keep_order));
            if runtime.writes.borrow().is_empty() {
                changed
                    .drain(..)
                    .for_each(|id| self.notify_tabs(&TabMessage::Stored(id)));
            }
        }
        runtime.writing.set(false);
    }

    fn notify_tabs(self, message: &TabMessage) {
        let channel = self.runtime().channel.borrow().clone();
        if let Some(channel) = channel {
            channel.broadcast(message);
        }
    }

    /// The stored draft is deleted, because the text was submitted and is also in localStorage.
    fn release(self, id: ProjectId) {
        if self.runtime().draft.take().is_some() {
            self.enqueue(id.clone(), QueuedWrite::Draft(None));
        }
        self.enqueue(id, QueuedWrite::Release);
    }

    fn turn_to(self, id: ProjectId, first: QueuedWrite) {
        let before = self.runtime().project.replace(Some(id.clone()));
        if let Some(before) = before {
            self.release(before);
        }
        self.enqueue(id, first);
    }

    /// If the project is not on the screen, the returned function does nothing, so that writes in progress complete.
    fn when_lost(self, id: &ProjectId) -> impl FnOnce() + 'static {
        let id = id.clone();
        move || {
            if self.shows(&id) {
                self.release_to_other_tab();
            }
        }
    }

    /// This tab becomes read-only and releases the lock after the writes that are in progress.
    fn release_to_other_tab(self) {
        self.dispatch(Msg::Projects(ProjectMsg::ChangedElsewhere));
        if let Some(id) = self.project() {
            self.enqueue(id, QueuedWrite::Release);
        }
    }

    async fn write(self, id: ProjectId, write: QueuedWrite) {
        match write {
            QueuedWrite::Store(cmd, _under_way) => self.write_part(&id, *cmd).await,
            QueuedWrite::Summarize(summary) => {
                // A project that is open must not be marked as deleted, even if another tab has deleted it.
                let entry = ProjectEntry {
                    id,
                    summary,
                    at_ms: wall_clock_ms(),
                    deleted: false,
                };
                let put = async { self.project_list_db().await?.put(&entry).await };
                self.listed(put.await).await;
            }
            QueuedWrite::Acquire => drop(self.acquire(&id).await),
            QueuedWrite::Load => {
                // A tab cannot acquire a lock twice. This tab already holds the lock of a project that is read again.
                let has_lock = self.runtime().lock.borrow().is_some();
                if !has_lock && !self.acquire_with_retries(&id).await && self.shows(&id) {
                    self.dispatch(Msg::Projects(ProjectMsg::ChangedElsewhere));
                }
                self.load(id).await;
            }
            QueuedWrite::TakeOver => {
                self.take_over(&id).await;
                self.load(id).await;
            }
            QueuedWrite::Follow => self.follow(id).await,
            QueuedWrite::Release => {
                self.forget_key(&id).await;
                drop(self.runtime().lock.take());
            }
            QueuedWrite::Protect(protect) => self.protect(id, protect).await,
            QueuedWrite::Rename(name) => {
                let Some(_lock) = self.lock_for(&id).await else {
                    return;
                };
                let renamed = async {
                    self.storage(&id).await?.rename(&name).await?;
                    self.change_entry(&id, |entry| entry.summary.name = name).await
                };
                self.listed(renamed.await).await;
            }
            QueuedWrite::Deleted(deleted) => {
                let Some(_lock) = self.lock_for(&id).await else {
                    return;
                };
                let changed = self.change_entry(&id, |entry| entry.deleted = deleted).await;
                self.listed(changed).await;
            }
            QueuedWrite::Draft(typed) => {
                let json = typed.and_then(|typed| serde_json::to_string(&typed).ok());
                let kept = async { self.storage(&id).await?.keep_draft(json.as_deref()).await };
                let kept = kept.await;
                self.report_if_locked(&id, &kept);
                // The typed text is also in localStorage. A warning would wrongly suggest that annotations are unsaved.
                if let Err(error) = kept {
                    leptos::logging::warn!("what is being typed is not on the disk: {error}");
                }
            }
            QueuedWrite::Return => self.reacquire(id).await,
            QueuedWrite::BackUp => match self.back_up(&id).await {
                Ok(()) => {}
                Err(StorageError::Locked) => self.ask_for_passphrase(LockedItem::BackUp(id)),
                Err(error) => self.dispatch(Msg::Persistence(persistence::Msg::StorageFailed(error))),
            },
            QueuedWrite::DeleteForGood => {
                let Some(_lock) = self.lock_for(&id).await else {
                    return;
                };
                // A copy of the log that is written after the deletion would stay on disk.
                while self.runtime().copying.get() {
                    sleep(POLL_INTERVAL_MS).await;
                }
                let deleted = async {
                    let storage = self.storage(&id).await?;
                    // If the project cannot be read, its texts are unknown, and the cached embeddings are not deleted.
                    let texts = match storage.load().await.ok().flatten() {
                        Some((project, ..)) => hashes_of(&project.pool),
                        None => BTreeSet::new(),
                    };
                    storage.clear().await?;
                    let cache = self.cache().await?;
                    cache.forget(&texts, &id).await?;
                    cache.forget_protected(&id).await?;
                    // The data of a protected project can be deleted without its passphrase.
                    let at_rest = AtRest::plain(&id);
                    EmbeddingDb::open(&at_rest).await?.clear().await?;
                    ConfidenceDb::open(&at_rest).await?.clear().await?;
                    AnswerDb::open(&at_rest).await?.clear().await?;
                    ExamDb::open(&at_rest).await?.clear().await?;
                    SavedFileStore::open(&id).await?.clear().await?;
                    forget_position(&id);
                    self.runtime().journals.borrow_mut().remove(&id);
                    forget_journal(&id);
                    self.project_list_db().await?.remove(&id).await
                };
                let deleted = deleted.await;
                self.measure_cache().await;
                if deleted.is_ok() {
                    self.close_databases();
                    delete_databases(&id);
                }
                self.listed(deleted).await;
            }
            QueuedWrite::Forget => {
                let forgotten = async {
                    // The journal contains labels of the project, so it must not stay on disk.
                    forget_journal(&id);
                    forget_log(&id).await?;
                    self.project_list_db().await?.remove(&id).await
                };
                self.listed(forgotten.await).await;
            }
        }
    }

    /// Ignores the project that was read if the user has opened another project in the meantime.
    async fn load(self, id: ProjectId) {
        let stored = self.load_whole(&id).await;
        if self.shows(&id) && matches!(stored, Err(StorageError::Locked)) {
            return self.ask_for_passphrase(LockedItem::Project(id));
        }
        // The project on the screen equals the project on disk again, so its header can be stored alone.
        self.runtime().unfit.borrow_mut().take_if(|unfit| *unfit == id);
        if !self.shows(&id) {
            return;
        }
        // Read the user's position before the project is shown, because showing the project overwrites the position.
        // A position that was stored by a different version of the page may be unreadable.
        let at_rest = AtRest::new(&id, self.key(&id));
        let position: Option<SessionPosition> =
            stored_position(&at_rest).and_then(|json| serde_json::from_str(&json).ok());
        let (mut findings, mut on_disk) = (None, Vec::new());
        let draft = async { self.storage(&id).await?.draft().await };
        let draft = draft.await.ok().flatten();
        let draft: Option<DraftInput> = draft.and_then(|draft| serde_json::from_str(&draft).ok());
        self.runtime().draft.replace(draft.clone());
        if !self.shows(&id) {
            return;
        }
        let position = SessionPosition::with_draft(position, draft);
        self.dispatch(match stored {
            // If no earlier project is known, the page tries the default project, which need not exist.
            Ok(None) if self.is_listed(&id) || id != ProjectId::default() => {
                self.runtime().project.take();
                LastOpenProject::store(None, wall_clock_ms());
                self.enqueue(id.clone(), QueuedWrite::Release);
                return self.dispatch(Msg::Projects(ProjectMsg::Missing(id)));
            }
            Ok(stored) => {
                let (stored, found) = stored
                    .map(|(project, log, findings)| (Box::new((project, log)), findings))
                    .unzip();
                findings = found;
                on_disk = stored.as_ref().map(|stored| stored.1.clone()).unwrap_or_default();
                Msg::Persistence(persistence::Msg::Restored(stored))
            }
            Err(error) => Msg::Persistence(persistence::Msg::RestoreFailed(error)),
        });
        if let Some(findings) = findings {
            let generation = findings.generation;
            self.dispatch(Msg::Projects(ProjectMsg::Inspected(findings)));
            let journal = stored_journal(&at_rest).and_then(|json| serde_json::from_str::<Journal>(&json).ok());
            self.dispatch(Msg::Persistence(
                match journal.filter(|journal| journal.generation == generation) {
                    Some(journal) => persistence::Msg::Recovered(Box::new((journal, on_disk))),
                    None => persistence::Msg::NothingToRecover,
                },
            ));
        }
        if self.runtime().lock.borrow().is_some() {
            self.copy_log(&id);
        }
        if let Some(position) = position {
            let position = Box::new(position);
            self.dispatch(Msg::Session(session::Msg::RestorePosition(position)));
        }
        let kept = async { self.confidence_db(&id).await?.load().await };
        let restored = ConfidenceMsg::Restored(kept.await.map(Box::new));
        let stored = async { self.answer_store::<Questions>(&id).await?.load().await };
        let answers = answers::Msg::Restored(stored.await.map(Box::new));
        self.show_saved_file(&id).await;
        if self.shows(&id) {
            self.dispatch(Msg::Confidences(restored));
            self.dispatch(Msg::ModelAnswers(answers));
        }
    }

    /// In a read-only tab, shows the project as another tab has stored it.
    async fn follow(self, id: ProjectId) {
        let stored = async { self.storage(&id).await?.load_annotations().await };
        let stored = stored.await;
        if !self.shows(&id) {
            return;
        }
        match stored {
            Ok(Some(stored)) => self.dispatch(Msg::Projects(ProjectMsg::Followed(Box::new(stored)))),
            Ok(None) => {}
            // Another tab has added, changed or removed the passphrase, so the project is read again.
            Err(StorageError::Locked) => self.enqueue(id, QueuedWrite::Load),
            Err(error) => self.dispatch(Msg::Persistence(persistence::Msg::StorageFailed(error))),
        }
    }

    /// Does nothing if the list does not contain the project.
    async fn change_entry(self, id: &ProjectId, change: impl FnOnce(&mut ProjectEntry)) -> Result<(), StorageError> {
        let list = self.project_list_db().await?;
        let entry = list.list().await?.into_iter().find(|entry| entry.id == *id);
        match entry {
            Some(mut entry) => {
                change(&mut entry);
                list.put(&entry).await
            }
            None => Ok(()),
        }
    }

    async fn acquire(self, id: &ProjectId) -> bool {
        let lock = ProjectLock::acquire(id, self.when_lost(id)).await;
        self.hold(lock)
    }

    /// Like `acquire`, but retries for [`LOCK_RELEASE_TIMEOUT_MS`].
    /// After a release, the browser makes the lock available only after a delay.
    async fn acquire_with_retries(self, id: &ProjectId) -> bool {
        let lock = acquire_within(id, LOCK_RELEASE_TIMEOUT_MS, || self.when_lost(id)).await;
        self.hold(lock)
    }

    fn hold(self, lock: Option<ProjectLock>) -> bool {
        let is_held = lock.is_some();
        self.runtime().lock.replace(lock);
        is_held
    }

    /// Acquires the lock of a project in the list. `None` if another tab holds the lock.
    /// The lock is not taken from a tab that has the project open, because that tab would continue with old data.
    async fn lock_for(self, id: &ProjectId) -> Option<ProjectLock> {
        let lock = acquire_within(id, LOCK_RELEASE_TIMEOUT_MS, || || ()).await;
        if lock.is_none() {
            self.dispatch(Msg::Projects(ProjectMsg::InUse(id.clone())));
            self.listed(Ok(())).await;
        }
        lock
    }

    /// Asks the other tab to release the lock. Takes the lock if the other tab does not respond in time.
    async fn take_over(self, id: &ProjectId) {
        if self.runtime().channel.borrow().is_some() {
            self.notify_tabs(&TabMessage::Wanted(id.clone()));
            let lock = acquire_within(id, LOCK_TIMEOUT_MS, || self.when_lost(id)).await;
            if self.hold(lock) {
                return;
            }
        }
        let lock = ProjectLock::steal(id, self.when_lost(id)).await;
        self.hold(lock);
    }

    async fn back_up(self, id: &ProjectId) -> Result<(), StorageError> {
        let Some((project, log, _)) = self.storage(id).await?.load().await? else {
            return Ok(());
        };
        let file = ProjectFile {
            stem: backup_stem(&project.head),
            project,
            log,
        };
        self.write_project(id.clone(), file, None);
        Ok(())
    }

    fn list(self) {
        spawn_local(async move { self.listed(Ok(())).await });
    }

    /// `changed` indicates whether the last change of the list could be stored.
    async fn listed(self, changed: Result<(), StorageError>) {
        let list = async { self.project_list_db().await?.list().await };
        match list.await {
            Ok(list) => self.dispatch(Msg::Projects(ProjectMsg::Listed(list))),
            // Saving the open project already reports that storage is unavailable.
            Err(StorageError::Refused { .. }) => {}
            Err(error) => self.dispatch(Msg::Persistence(persistence::Msg::StorageFailed(error))),
        }
        if let Err(error) = changed {
            self.dispatch(Msg::Persistence(persistence::Msg::StorageFailed(error)));
        }
    }

    fn is_listed(self, id: &ProjectId) -> bool {
        self.state
            .with_untracked(|state| state.projects.list.iter().any(|entry| entry.id == *id))
    }

    pub(crate) async fn storage(self, id: &ProjectId) -> Result<ProjectDb, StorageError> {
        let open = async {
            // Fails if a passphrase protects the project and the user has not entered it.
            let storage = ProjectDb::open(&AtRest::new(id, self.key(id))).await?;
            let lost = id.clone();
            storage.on_close(move || self.lost(&lost));
            Ok(storage)
        };
        crate::runtime::open_for_project(&self.runtime().storage, id, open).await
    }

    /// The browser has probably closed all databases, not only the database of this project.
    /// The next access to a closed database reopens the database.
    fn lost(self, id: &ProjectId) {
        self.close_databases();
        let runtime = self.runtime();
        runtime.projects.take();
        runtime.cache.take();
        runtime.encoder_store.take();
        if self.shows(id) {
            self.dispatch(Msg::Persistence(persistence::Msg::StorageLost));
            spawn_local(async move {
                // The browser may still be closing the database and would abort new requests.
                sleep(REOPEN_AFTER_MS).await;
                self.dispatch(Msg::Persistence(persistence::Msg::RetryStorage));
            });
        }
    }

    /// Closes the databases of the project. The next access to a database opens it again.
    pub(crate) fn close_databases(self) {
        let runtime = self.runtime();
        runtime.storage.take();
        runtime.embedding_store.take();
        runtime.confidence_store.take();
        runtime.answers.store.take();
        runtime.exam.store.take();
    }

    pub(crate) async fn embedding_db(self, id: &ProjectId) -> Result<EmbeddingDb, StorageError> {
        let open = async { EmbeddingDb::open(&self.at_rest(id).await?).await };
        crate::runtime::open_for_project(&self.runtime().embedding_store, id, open).await
    }

    pub(crate) async fn confidence_db(self, id: &ProjectId) -> Result<ConfidenceDb, StorageError> {
        let open = async { ConfidenceDb::open(&self.at_rest(id).await?).await };
        crate::runtime::open_for_project(&self.runtime().confidence_store, id, open).await
    }

    async fn project_list_db(self) -> Result<Projects, StorageError> {
        crate::runtime::open_once(&self.runtime().projects, Projects::open()).await
    }

    pub(crate) async fn own_embedding_db(self) -> Result<EmbeddingDb, StorageError> {
        self.embedding_db(&self.project().unwrap_or_default()).await
    }
}

/// The hashes of the cells in all columns, because any column may have been embedded.
pub(crate) fn hashes_of(pool: &Pool) -> BTreeSet<TextHash> {
    pool.instances()
        .flat_map(|instance| instance.cells().map(TextHash::of))
        .collect()
}

/// For each attempt, `lost` creates the function that runs if another tab takes over the lock.
async fn acquire_within<Lost: FnOnce() + 'static>(
    id: &ProjectId,
    timeout_ms: i32,
    lost: impl Fn() -> Lost,
) -> Option<ProjectLock> {
    for _ in 0..timeout_ms / POLL_INTERVAL_MS {
        let lock = ProjectLock::acquire(id, lost()).await;
        if lock.is_some() {
            return lock;
        }
        sleep(POLL_INTERVAL_MS).await;
    }
    ProjectLock::acquire(id, lost()).await
}
