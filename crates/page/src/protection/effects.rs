//! Performs the passphrase commands: keeps the keys of unlocked projects in this tab, and encrypts or decrypts projects.
//!
//! Protection is switched on or off in one transaction of the project database.
//! Data outside the project database is rewritten afterwards:
//! the second copy of the label log, the embeddings, confidences and answers, and localStorage.
//! Until everything is rewritten, the project counts as protected, and the change is marked as unfinished.
//! If the tab is closed during the rewrite, the rewrite continues when the user next unlocks the project.
//! Old data therefore stays readable until new data is written, and the old key is deleted last.

use crate::persistence;
use leptos::task::spawn_local;

use crate::browser::clock::sleep;
use crate::projects::effects::{POLL_INTERVAL_MS, hashes_of};
use crate::protection::{Cmd, LockedItem, Msg};
use crate::runtime::QueuedWrite;
use crate::runtime::handle::AppHandle;
use crate::state;
use fastgas_embedding::cache::ModelHash;
use fastgas_platform::{
    AnswerDb, AtRest, ConfidenceDb, EmbeddingDb, ExamDb, IntegrityReport, ProjectDb, ProjectId, Protection,
    ProtectionError, Refusal, Secret, StorageError, StoredProject, cached, keep, move_stored,
};

pub(crate) enum ProtectionChange {
    On(Secret),
    /// Keep the project key, and encrypt this key with a different passphrase.
    Rewrap(Secret),
    Off,
}

type Loaded = (StoredProject, Vec<fastgas_annotation::label::LogEntry>, IntegrityReport);

impl AppHandle {
    pub(crate) fn perform_protection(self, cmd: Cmd) {
        match cmd {
            Cmd::Unlock(of, passphrase) => spawn_local(async move {
                if let Err(error) = self.unlock(of, &passphrase).await {
                    self.dispatch_protection(Msg::Failed(error));
                }
            }),
            Cmd::GiveUp(of) => match of {
                LockedItem::File { .. } => drop(self.runtime().sealed_file.take()),
                LockedItem::Project(_) | LockedItem::BackUp(_) => {}
            },
            Cmd::Prepare(passphrase) => spawn_local(async move {
                self.dispatch_protection(match Protection::begin(&passphrase).await {
                    Ok(protection) => {
                        self.runtime().next_protection.replace(Some(protection));
                        Msg::Prepared
                    }
                    Err(error) => Msg::Failed(error),
                });
            }),
            Cmd::ForgetNext => drop(self.runtime().next_protection.take()),
            Cmd::Protect(passphrase) => self.enqueue_protect(ProtectionChange::On(passphrase)),
            Cmd::Change(passphrase) => self.enqueue_protect(ProtectionChange::Rewrap(passphrase)),
            Cmd::Remove => self.enqueue_protect(ProtectionChange::Off),
        }
    }

    fn dispatch_protection(self, msg: Msg) {
        self.dispatch(state::Msg::Protection(msg));
    }

    fn enqueue_protect(self, protect: ProtectionChange) {
        if let Some(id) = self.project() {
            self.enqueue(id, QueuedWrite::Protect(protect));
        }
    }

    /// The key of a project. `None` if the project is not unlocked in this tab.
    pub(crate) fn key(self, id: &ProjectId) -> Option<Protection> {
        self.runtime().keys.borrow().get(id).cloned()
    }

    /// Returns [`StorageError::Locked`] if the project is protected and this tab does not have its key.
    /// Data of a protected project is never written without its key.
    pub(crate) async fn at_rest(self, id: &ProjectId) -> Result<AtRest, StorageError> {
        if let Some(key) = self.key(id) {
            return Ok(AtRest::new(id, Some(key)));
        }
        // Uses the open database if possible, so that opening a project does not wait for another read of the header.
        let storage = self.runtime().storage.borrow().clone().filter(|(of, _)| of == id);
        if let Some(at_rest) = storage.as_ref().and_then(|(_, storage)| storage.known_at_rest()) {
            return Ok(at_rest.clone());
        }
        let at_rest = AtRest::plain(id);
        match ProjectDb::open(&at_rest).await?.header().await? {
            Some(_) => Err(StorageError::Locked),
            None => Ok(at_rest),
        }
    }

    /// Gives a new project the passphrase of its file, or else the passphrase that the user chose for the next project.
    pub(crate) fn begin_protection(self, id: &ProjectId, is_protected: bool) {
        let runtime = self.runtime();
        let (of_file, next) = (runtime.file_protection.take(), runtime.next_protection.take());
        let is_shown = |pool: &_| {
            let open = |state: &state::AppState| state.project.as_ref().map(|open| open.source.pool.clone());
            let shown = self.state.with_untracked(open);
            shown.is_some_and(|shown| std::sync::Arc::ptr_eq(&shown, pool))
        };
        let of_file = of_file
            .filter(|(pool, _)| is_shown(pool))
            .map(|(_, protection)| protection);
        if let Some(protection) = of_file.or(next).filter(|_| is_protected) {
            runtime.keys.borrow_mut().insert(id.clone(), protection);
        }
    }

    /// Waits until all data of the closed project is stored, because the writes need the key.
    pub(crate) async fn forget_key(self, id: &ProjectId) {
        let runtime = self.runtime();
        if self.shows(id) || self.key(id).is_none() {
            return;
        }
        while runtime.copying.get() || runtime.is_storing_answers() {
            sleep(POLL_INTERVAL_MS).await;
        }
        if self.shows(id) {
            return;
        }
        runtime.keys.borrow_mut().remove(id);
        self.close_databases();
        if self.project().is_none() {
            runtime.at_hand.take();
            runtime.nearest.take();
            runtime.labeled.take();
            runtime.imported.take();
            runtime.unpacked.take();
        }
    }

    pub(crate) fn ask_for_passphrase(self, of: LockedItem) {
        let id = match &of {
            LockedItem::Project(id) | LockedItem::BackUp(id) => id.clone(),
            LockedItem::File { .. } => return,
        };
        // The key in this tab is outdated if another tab has changed the passphrase or the project key.
        self.runtime().keys.borrow_mut().remove(&id);
        self.close_databases();
        spawn_local(async move {
            let is_protected = async { ProjectDb::open(&AtRest::plain(&id)).await?.header().await };
            match is_protected.await {
                // The user may have switched to another project in the meantime.
                Ok(Some(_)) if matches!(of, LockedItem::Project(_)) && !self.shows(&id) => {}
                Ok(Some((_, name))) => self.dispatch_protection(Msg::Ask { of, name }),
                Ok(None) => self.enqueue(id, again(&of)),
                Err(error) => self.dispatch(state::Msg::Persistence(persistence::Msg::StorageFailed(error))),
            }
        });
    }

    async fn unlock(self, of: LockedItem, passphrase: &Secret) -> Result<(), ProtectionError> {
        if let LockedItem::File { ticket } = of {
            let sealed = self.runtime().sealed_file.borrow().clone();
            let Some((_, sealed)) = sealed.filter(|(at, _)| *at == ticket) else {
                return Ok(());
            };
            let protection = sealed.unlock(passphrase).await?;
            self.runtime().sealed_file.take();
            self.dispatch_protection(Msg::Unlocked);
            match sealed.opened(&protection).await {
                Ok(file) => self.read_opened(ticket, file, Some(protection)).await,
                Err(error) => self.dispatch(state::Msg::Import(crate::import::Msg::ReadFailed { ticket, error })),
            }
            return Ok(());
        }
        let (LockedItem::Project(id) | LockedItem::BackUp(id)) = &of else {
            return Ok(());
        };
        let header = async { ProjectDb::open(&AtRest::plain(id)).await?.header().await };
        let header = header.await.map_err(|error| ProtectionError::Storage { error })?;
        if let Some((header, _)) = header {
            let protection = Protection::unlock(&header, passphrase).await?;
            self.runtime().keys.borrow_mut().insert(id.clone(), protection);
        }
        self.close_databases();
        self.dispatch_protection(Msg::Unlocked);
        self.enqueue(id.clone(), again(&of));
        if matches!(of, LockedItem::BackUp(_)) {
            self.enqueue(id.clone(), QueuedWrite::Release);
        }
        Ok(())
    }

    /// Completes an interrupted change of the protection before the project is loaded.
    pub(crate) async fn load_whole(self, id: &ProjectId) -> Result<Option<Loaded>, StorageError> {
        let storage = self.storage(id).await?;
        let loaded = storage.load().await?;
        let is_own = self.runtime().lock.borrow().is_some();
        if let Some((project, ..)) = loaded.as_ref().filter(|_| is_own && storage.is_unfinished()) {
            self.finish_or_report(&storage, project).await;
        }
        Ok(loaded)
    }

    pub(crate) async fn protect(self, id: ProjectId, protect: ProtectionChange) {
        let runtime = self.runtime();
        // Waits for work that is in progress, because its results would be stored with the previous protection.
        let _embedding = runtime.embedding.lock().await;
        let _unpacking = runtime.unpacking.lock().await;
        let _prompting = runtime.prompting.lock().await;
        while runtime.copying.get() || runtime.is_storing_answers() {
            sleep(POLL_INTERVAL_MS).await;
        }
        // Answers that arrive from now on are stored with the new protection.
        let _storing = runtime.storing.lock().await;
        let is_own = self.runtime().lock.borrow().is_some();
        let changed = match protect {
            _ if !is_own => Err(StorageError::Refused { reason: Refusal::Busy }),
            ProtectionChange::On(passphrase) => self.turn_on(&id, &passphrase).await.map(|()| true),
            ProtectionChange::Rewrap(passphrase) => self.change_passphrase(&id, &passphrase).await.map(|()| true),
            ProtectionChange::Off => self.turn_off(&id).await.map(|()| false),
        };
        self.measure_cache().await;
        if self.shows(&id) {
            self.dispatch_protection(Msg::Changed(changed));
        }
    }

    async fn turn_on(self, id: &ProjectId, passphrase: &Secret) -> Result<(), StorageError> {
        let protection = Protection::begin(passphrase).await?;
        let (storage, project) = self.storage(id).await?.protect(Some(protection.clone())).await?;
        self.runtime().keys.borrow_mut().insert(id.clone(), protection);
        self.use_storage(id, &storage);
        self.finish_or_report(&storage, &project).await;
        Ok(())
    }

    async fn change_passphrase(self, id: &ProjectId, passphrase: &Secret) -> Result<(), StorageError> {
        let known = self.key(id).ok_or(StorageError::Locked)?;
        let protection = known.with_passphrase(passphrase).await?;
        let storage = self.storage(id).await?.rewrap(protection.clone()).await?;
        self.runtime().keys.borrow_mut().insert(id.clone(), protection);
        self.use_storage(id, &storage);
        Ok(())
    }

    async fn turn_off(self, id: &ProjectId) -> Result<(), StorageError> {
        let storage = self.storage(id).await?;
        storage.set_unfinished(true).await?;
        let loaded = storage.load().await?;
        let (project, ..) = loaded.ok_or(StorageError::Locked)?;
        let (from, to) = (storage.at_rest().clone(), AtRest::plain(id));
        self.move_outside_data(&project, &from, &to).await?;
        let (storage, _) = storage.protect(None).await?;
        self.runtime().keys.borrow_mut().remove(id);
        self.use_storage(id, &storage);
        move_stored(&from, &to);
        // Other encrypted data of the project can never be read again, because its key no longer exists.
        let rest = async {
            storage.rewrite_log_copy().await?;
            self.cache().await?.forget_protected(id).await
        };
        if let Err(error) = rest.await {
            leptos::logging::warn!("something encrypted stays that is of no use: {error}");
        }
        Ok(())
    }

    fn use_storage(self, id: &ProjectId, storage: &ProjectDb) {
        self.close_databases();
        self.runtime().storage.replace(Some((id.clone(), storage.clone())));
    }

    /// After a failure, the project stays protected, and the page tries again at the next unlock.
    async fn finish_or_report(self, storage: &ProjectDb, project: &StoredProject) {
        let to = storage.at_rest();
        let from = AtRest::plain(to.id());
        let finished = async {
            move_stored(&from, to);
            storage.rewrite_log_copy().await?;
            self.move_outside_data(project, &from, to).await?;
            let cache = self.cache().await?;
            cache.forget(&hashes_of(&project.pool), to.id()).await?;
            storage.set_unfinished(false).await
        };
        if let Err(error) = finished.await {
            self.dispatch_protection(Msg::Unfinished(error));
        }
    }

    /// `from` and `to` indicate whether the data is encrypted, and with which key.
    async fn move_outside_data(self, project: &StoredProject, from: &AtRest, to: &AtRest) -> Result<(), StorageError> {
        let (given, confidences) = (EmbeddingDb::open(from).await?, ConfidenceDb::open(from).await?);
        given.move_to(&EmbeddingDb::open(to).await?).await?;
        confidences.move_to(&ConfidenceDb::open(to).await?).await?;
        let answers = AnswerDb::open(from).await?;
        answers.move_to(&AnswerDb::open(to).await?).await?;
        let exam = ExamDb::open(from).await?;
        exam.move_to(&ExamDb::open(to).await?).await?;
        let Some(model) = project.head.model.as_deref().and_then(ModelHash::parse) else {
            return Ok(());
        };
        let (cache, column) = (self.cache().await?, project.head.text_column);
        let rows = cached(&cache.of(from.clone()), model, &project.pool, column).await?;
        let Some(rows) = rows else { return Ok(()) };
        let beginnings = project.head.beginnings.as_deref();
        keep(&cache, to, model, (&project.pool, column), &rows, beginnings).await
    }
}

/// The operation to repeat after the user has entered the passphrase.
fn again(of: &LockedItem) -> QueuedWrite {
    match of {
        LockedItem::BackUp(_) => QueuedWrite::BackUp,
        LockedItem::Project(_) | LockedItem::File { .. } => QueuedWrite::Load,
    }
}
