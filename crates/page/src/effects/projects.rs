//! Several projects, and several tabs: whatever is stored goes to its project's database, in the order in which it was asked
//! for, and only while no other tab has the project.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures::channel::oneshot;
use leptos::prelude::{WithUntracked, window_event_listener_untyped};
use leptos::task::spawn_local;

use super::{Runner, Write};
use crate::bundle::{ToWrite, backup_stem};
use crate::clock::{sleep, wall_clock_ms};
use crate::confidences::ConfidenceAction;
use crate::handle::{AppHandle, UnderWay};
use crate::journal::Journal;
use crate::place::{Place, Typed};
use crate::projects::{Action as ProjectAction, Effect};
use crate::protecting::Locked;
use crate::store::{Action, AppState};
use fastgas_data::Pool;
use fastgas_embedding::cache::TextHash;
use fastgas_platform::{
    AtRest, Channel, ConfidenceStore, EmbeddingStore, LeftOff, ProjectEntry, ProjectId, ProjectLock, Projects,
    SavedFileStore, Storage, StorageError, Summary, TabMessage, delete_databases, forget_journal, forget_log,
    forget_place, keep_journal, keep_place, kept_journal, kept_place,
};

/// So long another tab has to store what is on its way to the disk.
const PATIENCE_MS: i32 = 3000;
pub(super) const LOOK_EVERY_MS: i32 = 50;

/// So long the browser may take to give a lock back.
const GIVING_BACK_MS: i32 = 300;

/// So long the second copy of the log waits for more to be said.
const COPY_AFTER_MS: i32 = 200;

/// So long after a letter what was typed is written to the disk.
const DRAFT_AFTER_MS: i32 = 250;

/// After the browser has closed a database.
const REOPEN_AFTER_MS: i32 = 1000;

impl AppHandle {
    /// Looks which projects there are, and opens the last one.
    pub(super) fn start_projects(self) {
        let runner = self.runner();
        let hear = move |message| match message {
            TabMessage::Wanted(id) => self.when_lost(&id)(),
            TabMessage::Stored(id) => {
                let (is_listed, looks_on) =
                    (self.state).with_untracked(|state| (state.open.is_none(), state.projects.read_only));
                // Behind a project nobody sees the list; it is read when that is closed.
                if is_listed {
                    self.list();
                }
                if looks_on && self.shows(&id) {
                    self.enqueue_newest(id, Write::Follow, |write| matches!(write, Write::Follow));
                }
            }
        };
        runner.channel.replace(Channel::open(hear));
        self.listen_to_leaving();
        match LeftOff::kept() {
            Some(LeftOff::InTab(project)) => {
                self.go_on_with(project);
                self.list();
            }
            left_off => spawn_local(async move {
                // Where the list cannot be read, what cannot be stored either is said below.
                let list = async { self.list_store().await?.list().await };
                let outlived = LeftOff::outlived(left_off.as_ref(), &list.await.unwrap_or_default());
                let left_off = match left_off {
                    Some(left_off) => left_off.project().cloned(),
                    None => Some(ProjectId::first()),
                };
                self.go_on_with(self.left_alone(outlived).await.or(left_off));
                self.list();
            }),
        }
    }

    /// A browser may keep the page that is left, to show it again at once. Meanwhile other tabs may have the project; when the
    /// page is shown again, it shows what they stored.
    fn listen_to_leaving(self) {
        let is_kept = |event: &web_sys::Event| {
            js_sys::Reflect::get(event, &"persisted".into()).is_ok_and(|persisted| persisted.is_truthy())
        };
        let _ = window_event_listener_untyped("pagehide", move |event| {
            let Some(id) = self.project().filter(|_| is_kept(&event)) else {
                return;
            };
            self.dispatch(Action::Projects(ProjectAction::Left));
            let runner = self.runner();
            let is_writing = runner.writing.get() || runner.quick.borrow().n > 0;
            match (self.state.with_untracked(AppState::is_left), is_writing) {
                (false, _) => {}
                // What is on its way to the disk goes there under the lock.
                (true, true) => self.enqueue(id, Write::Release),
                (true, false) => drop(runner.lock.take()),
            }
        });
        let _ = window_event_listener_untyped("pageshow", move |event| {
            let Some(id) = self.project().filter(|_| is_kept(&event)) else {
                return;
            };
            let (is_left, looks_on) = self
                .state
                .with_untracked(|state| (state.is_left(), state.projects.read_only));
            match (is_left, looks_on) {
                (true, _) => self.enqueue(id, Write::Return),
                // Nothing was heard of what other tabs stored.
                (false, true) => self.enqueue_newest(id, Write::Follow, |write| matches!(write, Write::Follow)),
                (false, false) => {}
            }
        });
    }

    /// The page is shown again that the browser had kept.
    async fn take_back(self, id: ProjectId) {
        let is_held = self.acquire(&id).await;
        if !self.shows(&id) {
            return;
        }
        if !is_held {
            self.dispatch(Action::Projects(ProjectAction::Elsewhere));
            return self.follow(id).await;
        }
        let stored = async { self.storage(&id).await?.load_said().await };
        let stored = stored.await;
        if self.shows(&id) {
            // What cannot be read is read once more as a whole, which says why.
            let stored = stored.ok().flatten().map(Box::new);
            self.dispatch(Action::Projects(ProjectAction::CameBack(stored)));
        }
    }

    fn go_on_with(self, project: Option<ProjectId>) {
        match project {
            Some(id) => self.perform_projects(Effect::Open(id)),
            None => self.dispatch(Action::Restored(None)),
        }
    }

    /// The project, where no other tab works on it, and nothing else was begun meanwhile. Its lock is held from then on: the
    /// browser needs a moment to give a lock back, and the same tab would not get it until then.
    async fn left_alone(self, project: Option<ProjectId>) -> Option<ProjectId> {
        let id = project?;
        let lock = ProjectLock::acquire(&id, self.when_lost(&id)).await?;
        let is_free = |state: &AppState| state.open.is_none() && state.reading.is_none() && state.importing.is_none();
        let is_free = self.state.with_untracked(is_free);
        (is_free && self.hold(Some(lock))).then_some(id)
    }

    pub(super) fn perform_projects(self, effect: Effect) {
        match effect {
            Effect::Begin { is_protected } => {
                let id = ProjectId::begun_at(wall_clock_ms());
                self.begin_protection(&id, is_protected);
                LeftOff::keep(Some(&id), wall_clock_ms());
                self.turn_to(id.clone(), Write::Acquire);
                self.keep_unpacked(id);
            }
            Effect::Open(id) => {
                LeftOff::keep(Some(&id), wall_clock_ms());
                self.turn_to(id, Write::Load);
            }
            Effect::TakeOver => {
                if let Some(id) = self.project() {
                    self.enqueue(id, Write::TakeOver);
                }
            }
            Effect::Reread => {
                if let Some(id) = self.project() {
                    self.enqueue(id, Write::Load);
                }
            }
            Effect::Close => {
                // The list is another page, read from its top.
                web_sys::window().inspect(|window| window.scroll_to_with_x_and_y(0.0, 0.0));
                LeftOff::keep(None, wall_clock_ms());
                if let Some(id) = self.runner().project.take() {
                    self.release(id);
                }
                self.list();
            }
            Effect::Rename(id, name) => self.enqueue(id, Write::Rename(name)),
            Effect::BackUp(id) => self.enqueue(id, Write::BackUp),
            Effect::Delete(id) => self.enqueue(id, Write::Deleted(true)),
            Effect::PutBack(id) => self.enqueue(id, Write::Deleted(false)),
            Effect::DeleteForGood(id) => self.enqueue(id, Write::DeleteForGood),
            Effect::Forget(id) => self.enqueue(id, Write::Forget),
        }
    }

    /// The project on the screen, where there is one.
    pub(super) fn project(self) -> Option<ProjectId> {
        self.runner().project.borrow().clone()
    }

    /// Whether it is the one on the screen.
    pub(super) fn shows(self, id: &ProjectId) -> bool {
        self.runner().project.borrow().as_ref() == Some(id)
    }

    pub(super) fn enqueue(self, id: ProjectId, write: Write) {
        let runner = self.runner();
        if write.is_quick() && runner.n_in_order.get() == 0 {
            runner.quick.borrow_mut().n += 1;
            return spawn_local(async move {
                self.write(id.clone(), write).await;
                self.settle_journals();
                let mut quick = runner.quick.borrow_mut();
                quick.n -= 1;
                if quick.n == 0 {
                    for waiting in quick.waiting.drain(..) {
                        // Who waits may be gone.
                        let _ = waiting.send(());
                    }
                    drop(quick);
                    self.tell_tabs(&TabMessage::Stored(id));
                }
            });
        }
        runner.n_in_order.update(|n| n + usize::from(write.is_in_order()));
        runner.writes.borrow_mut().push_back((id, write));
        if !runner.writing.replace(true) {
            spawn_local(self.write_all(runner));
        }
    }

    /// The generation of the log of the project on the screen, as far as it is known.
    pub(super) fn generation(self) -> Option<u64> {
        let id = self.project()?;
        let storage = self.runner().storage.borrow().clone().filter(|(of, _)| *of == id);
        storage?.1.generation()
    }

    /// Keeps what is on its way to the disk.
    pub(super) fn keep_journal(self, id: ProjectId, journal: &Journal) {
        let Ok(json) = serde_json::to_string(journal) else {
            return;
        };
        let runner = self.runner();
        let mut journals = runner.journals.borrow_mut();
        if journals.get(&id) != Some(&json) {
            keep_journal(&AtRest::new(&id, self.key(&id)), &json);
            journals.insert(id, json);
        }
    }

    /// Forgets what was on its way to the disk where nothing is any more. What was refused stays, for the next visit.
    pub(super) fn settle_journals(self) {
        let runner = self.runner();
        let is_saved = self.state.with_untracked(AppState::is_saved);
        if UnderWay::any() || !is_saved {
            return;
        }
        runner.is_edited.set(false);
        let refused = runner.is_refused.replace(false);
        let shown = self.project();
        runner.journals.borrow_mut().retain(|id, _| {
            let stays = refused && shown.as_ref() != Some(id);
            if !stays {
                forget_journal(id);
            }
            stays
        });
    }

    /// Keeps where the person is in the project on the screen.
    pub(super) fn keep_place(self, place: &Place) {
        if let (Some(id), Ok(json)) = (self.project(), serde_json::to_string(place)) {
            keep_place(&AtRest::new(&id, self.key(&id)), &json);
            self.keep_draft(id, place);
        }
    }

    /// Browsers write the small store seconds later: what is being typed also goes to the disk, soon after each letter.
    fn keep_draft(self, id: ProjectId, place: &Place) {
        let runner = self.runner();
        let is_new = *runner.draft.borrow() != place.typed;
        if !is_new || runner.draft_waits.replace(true) {
            return;
        }
        spawn_local(async move {
            sleep(DRAFT_AFTER_MS).await;
            let runner = self.runner();
            runner.draft_waits.set(false);
            if self.shows(&id) {
                let typed = self.state.with_untracked(AppState::typed);
                runner.draft.replace(typed.clone());
                self.enqueue_newest(id, Write::Draft(typed), |write| matches!(write, Write::Draft(_)));
            }
        });
    }

    /// Puts what is new of the open project into the list.
    pub(super) fn summarize(self, summary: Summary) {
        if let Some(id) = self.project() {
            // Whatever was said goes before it: who presses keys faster than the disk writes would else wait for a line of
            // the list between every two of them.
            self.enqueue_newest(id, Write::Summarize(summary), |write| {
                matches!(write, Write::Summarize(_))
            });
        }
    }

    /// Waits until all writes are over that wait for no other one.
    async fn quick_are_over(self) {
        let over = {
            let runner = self.runner();
            let mut quick = runner.quick.borrow_mut();
            (quick.n > 0).then(|| {
                let (tell, over) = oneshot::channel();
                quick.waiting.push(tell);
                over
            })
        };
        if let Some(over) = over {
            // Told, or nobody is there to tell.
            let _ = over.await;
        }
    }

    /// Brings the second copy of the log of labels up to date, beside all that is done meanwhile.
    pub(super) fn copy_log(self, id: &ProjectId) {
        let runner = self.runner();
        let storage = runner.storage.borrow().clone().filter(|(of, _)| of == id);
        let Some((id, storage)) = storage.filter(|(_, storage)| storage.has_to_copy()) else {
            return;
        };
        if runner.copying.replace(true) {
            return;
        }
        spawn_local(async move {
            loop {
                // What is said meanwhile goes along.
                sleep(COPY_AFTER_MS).await;
                let copied = storage.copy_log().await;
                let (is_over, problem) = (copied.is_err() || !storage.has_to_copy(), copied.err());
                let is_news = |state: &AppState| state.second_copy_problem != problem;
                if self.shows(&id) && self.state.with_untracked(is_news) {
                    self.dispatch(Action::SecondCopy(problem));
                }
                if is_over {
                    break;
                }
            }
            runner.copying.set(false);
            // Of the project that was opened meanwhile.
            if let Some(other) = self.project().filter(|other| *other != id) {
                self.copy_log(&other);
            }
        });
    }

    /// Of its kind only the newest counts.
    fn enqueue_newest(self, id: ProjectId, write: Write, is_of_kind: fn(&Write) -> bool) {
        let is_older = |(other, write): &(ProjectId, Write)| *other == id && is_of_kind(write);
        self.runner().writes.borrow_mut().retain(|queued| !is_older(queued));
        self.enqueue(id, write);
    }

    /// Does all that waits, and tells other tabs when nothing does any more.
    async fn write_all(self, runner: Rc<Runner>) {
        let mut changed: Vec<ProjectId> = Vec::new();
        loop {
            let next = runner.writes.borrow_mut().pop_front();
            let Some((id, write)) = next else { break };
            if write.changes() && !changed.contains(&id) {
                changed.push(id.clone());
            }
            let is_in_order = write.is_in_order();
            if is_in_order {
                self.quick_are_over().await;
            }
            self.write(id, write).await;
            self.settle_journals();
            runner.n_in_order.update(|n| n - usize::from(is_in_order));
            if runner.writes.borrow().is_empty() {
                changed.drain(..).for_each(|id| self.tell_tabs(&TabMessage::Stored(id)));
            }
        }
        runner.writing.set(false);
    }

    fn tell_tabs(self, message: &TabMessage) {
        let channel = self.runner().channel.borrow().clone();
        if let Some(channel) = channel {
            channel.tell(message);
        }
    }

    /// Lets go of a project that is not on the screen any more. What was being typed is in the small store, and was taken.
    fn release(self, id: ProjectId) {
        if self.runner().draft.take().is_some() {
            self.enqueue(id.clone(), Write::Draft(None));
        }
        self.enqueue(id, Write::Release);
    }

    fn turn_to(self, id: ProjectId, first: Write) {
        let before = self.runner().project.replace(Some(id.clone()));
        if let Some(before) = before {
            self.release(before);
        }
        self.enqueue(id, first);
    }

    /// What is to be done where another tab has this project: one that is not on the screen any more goes on being stored.
    fn when_lost(self, id: &ProjectId) -> impl FnOnce() + 'static {
        let id = id.clone();
        move || {
            if self.shows(&id) {
                self.let_go();
            }
        }
    }

    /// Another tab goes on with the project on the screen: nothing more is said here, and what was said is stored first.
    fn let_go(self) {
        self.dispatch(Action::Projects(ProjectAction::Elsewhere));
        if let Some(id) = self.project() {
            self.enqueue(id, Write::Release);
        }
    }

    async fn write(self, id: ProjectId, write: Write) {
        match write {
            Write::Store(effect, _under_way) => self.store(&id, *effect).await,
            Write::Summarize(summary) => {
                // Whatever is on the screen is there again, also where another tab has deleted it.
                let entry = ProjectEntry {
                    id,
                    summary,
                    at_ms: wall_clock_ms(),
                    deleted: false,
                };
                let put = async { self.list_store().await?.put(&entry).await };
                self.listed(put.await).await;
            }
            Write::Acquire => drop(self.acquire(&id).await),
            Write::Load => {
                // A lock cannot be had twice: what is read anew is held already.
                let has_lock = self.runner().lock.borrow().is_some();
                if !has_lock && !self.acquire_patiently(&id).await && self.shows(&id) {
                    self.dispatch(Action::Projects(ProjectAction::Elsewhere));
                }
                self.load(id).await;
            }
            Write::TakeOver => {
                self.take_over(&id).await;
                self.load(id).await;
            }
            Write::Follow => self.follow(id).await,
            Write::Release => {
                self.forget_key(&id).await;
                drop(self.runner().lock.take());
            }
            Write::Protect(protect) => self.protect(id, protect).await,
            Write::Rename(name) => {
                let Some(_lock) = self.alone_with(&id).await else {
                    return;
                };
                let renamed = async {
                    self.storage(&id).await?.rename(&name).await?;
                    self.change_entry(&id, |entry| entry.summary.name = name).await
                };
                self.listed(renamed.await).await;
            }
            Write::Deleted(deleted) => {
                let Some(_lock) = self.alone_with(&id).await else {
                    return;
                };
                let changed = self.change_entry(&id, |entry| entry.deleted = deleted).await;
                self.listed(changed).await;
            }
            Write::Draft(typed) => {
                let json = typed.and_then(|typed| serde_json::to_string(&typed).ok());
                let kept = async { self.storage(&id).await?.keep_draft(json.as_deref()).await };
                // The small store has it too. Whoever is told that nothing is saved is told so of what they said.
                if let Err(error) = kept.await {
                    leptos::logging::warn!("what is being typed is not on the disk: {error}");
                }
            }
            Write::Return => self.take_back(id).await,
            Write::BackUp => match self.back_up(&id).await {
                Ok(()) => {}
                Err(StorageError::Locked) => self.ask_for_passphrase(Locked::BackUp(id)),
                Err(error) => self.dispatch(Action::StorageFailed(error)),
            },
            Write::DeleteForGood => {
                let Some(_lock) = self.alone_with(&id).await else {
                    return;
                };
                // Else it would be written again.
                while self.runner().copying.get() {
                    sleep(LOOK_EVERY_MS).await;
                }
                let deleted = async {
                    let storage = self.storage(&id).await?;
                    // Of what cannot be read nobody knows the texts.
                    let texts = match storage.load().await.ok().flatten() {
                        Some((project, ..)) => hashes_of(&project.pool),
                        None => BTreeSet::new(),
                    };
                    storage.clear().await?;
                    let cache = self.cache().await?;
                    cache.forget(&texts, &id).await?;
                    cache.forget_protected(&id).await?;
                    // For what is to go no key is needed.
                    let at_rest = AtRest::plain(&id);
                    EmbeddingStore::open(&at_rest).await?.clear().await?;
                    ConfidenceStore::open(&at_rest).await?.clear().await?;
                    SavedFileStore::open(&id).await?.clear().await?;
                    forget_place(&id);
                    self.runner().journals.borrow_mut().remove(&id);
                    forget_journal(&id);
                    self.list_store().await?.remove(&id).await
                };
                let deleted = deleted.await;
                self.measure_cache().await;
                if deleted.is_ok() {
                    self.close_databases();
                    delete_databases(&id);
                }
                self.listed(deleted).await;
            }
            Write::Forget => {
                let forgotten = async {
                    // Without the project nobody can read it.
                    forget_journal(&id);
                    forget_log(&id).await?;
                    self.list_store().await?.remove(&id).await
                };
                self.listed(forgotten.await).await;
            }
        }
    }

    /// Reads a project and what belongs to it, unless a person has gone on to another one meanwhile.
    async fn load(self, id: ProjectId) {
        let stored = self.load_whole(&id).await;
        if self.shows(&id) && matches!(stored, Err(StorageError::Locked)) {
            return self.ask_for_passphrase(Locked::Project(id));
        }
        // What is on the screen from now on is what the disk has.
        self.runner().unfit.borrow_mut().take_if(|unfit| *unfit == id);
        if !self.shows(&id) {
            return;
        }
        // Before the project is on the screen, where the place is another one. That of another version may be unreadable.
        let at_rest = AtRest::new(&id, self.key(&id));
        let place: Option<Place> = kept_place(&at_rest).and_then(|place| serde_json::from_str(&place).ok());
        let (mut findings, mut on_disk) = (None, Vec::new());
        let draft = async { self.storage(&id).await?.draft().await };
        let draft = draft.await.ok().flatten();
        let draft: Option<Typed> = draft.and_then(|draft| serde_json::from_str(&draft).ok());
        self.runner().draft.replace(draft.clone());
        if !self.shows(&id) {
            return;
        }
        let place = Place::with_draft(place, draft);
        self.dispatch(match stored {
            // The first one of a browser is looked for where nothing is known of any.
            Ok(None) if self.is_listed(&id) || id != ProjectId::default() => {
                self.runner().project.take();
                LeftOff::keep(None, wall_clock_ms());
                self.enqueue(id.clone(), Write::Release);
                return self.dispatch(Action::Projects(ProjectAction::Missing(id)));
            }
            Ok(stored) => {
                let (stored, found) = stored
                    .map(|(project, log, findings)| (Box::new((project, log)), findings))
                    .unzip();
                findings = found;
                on_disk = stored.as_ref().map(|stored| stored.1.clone()).unwrap_or_default();
                Action::Restored(stored)
            }
            Err(error) => Action::RestoreFailed(error),
        });
        if let Some(findings) = findings {
            let generation = findings.generation;
            self.dispatch(Action::Projects(ProjectAction::Inspected(findings)));
            let journal = kept_journal(&at_rest).and_then(|json| serde_json::from_str::<Journal>(&json).ok());
            if let Some(journal) = journal.filter(|journal| journal.generation == generation) {
                self.dispatch(Action::Recovered(Box::new((journal, on_disk))));
            }
        }
        if self.runner().lock.borrow().is_some() {
            self.copy_log(&id);
        }
        if let Some(place) = place {
            self.dispatch(Action::Returned(place));
        }
        let kept = async { self.confidence_store(&id).await?.load().await };
        let restored = ConfidenceAction::Restored(kept.await.map(Box::new));
        self.show_saved_file(&id).await;
        if self.shows(&id) {
            self.dispatch(Action::Confidences(restored));
        }
    }

    /// Shows what another tab has stored of the project that this one looks at.
    async fn follow(self, id: ProjectId) {
        let stored = async { self.storage(&id).await?.load_said().await };
        let stored = stored.await;
        if !self.shows(&id) {
            return;
        }
        match stored {
            Ok(Some(stored)) => self.dispatch(Action::Projects(ProjectAction::Followed(Box::new(stored)))),
            Ok(None) => {}
            // Another tab has protected it meanwhile, or does so no more.
            Err(StorageError::Locked) => self.enqueue(id, Write::Load),
            Err(error) => self.dispatch(Action::StorageFailed(error)),
        }
    }

    /// Changes a project's line in the list; nothing where it has none.
    async fn change_entry(self, id: &ProjectId, change: impl FnOnce(&mut ProjectEntry)) -> Result<(), StorageError> {
        let list = self.list_store().await?;
        let entry = list.list().await?.into_iter().find(|entry| entry.id == *id);
        match entry {
            Some(mut entry) => {
                change(&mut entry);
                list.put(&entry).await
            }
            None => Ok(()),
        }
    }

    /// Whether this tab may write to the project from now on.
    async fn acquire(self, id: &ProjectId) -> bool {
        let lock = ProjectLock::acquire(id, self.when_lost(id)).await;
        self.hold(lock)
    }

    /// The same, of a lock that was given back just now, by this tab or one that was closed: the browser takes a moment.
    async fn acquire_patiently(self, id: &ProjectId) -> bool {
        for _ in 0..GIVING_BACK_MS / LOOK_EVERY_MS {
            if self.acquire(id).await {
                return true;
            }
            sleep(LOOK_EVERY_MS).await;
        }
        self.acquire(id).await
    }

    fn hold(self, lock: Option<ProjectLock>) -> bool {
        let is_held = lock.is_some();
        self.runner().lock.replace(lock);
        is_held
    }

    /// The lock of a project that is not on the screen. Whichever tab has it open would go on as if nothing had happened.
    async fn alone_with(self, id: &ProjectId) -> Option<ProjectLock> {
        let lock = ProjectLock::acquire(id, || ()).await;
        if lock.is_none() {
            self.dispatch(Action::Projects(ProjectAction::InUse(id.clone())));
            self.listed(Ok(())).await;
        }
        lock
    }

    /// Asks the tab that has the project for it, and takes it from one that does not answer.
    async fn take_over(self, id: &ProjectId) {
        if self.runner().channel.borrow().is_some() {
            self.tell_tabs(&TabMessage::Wanted(id.clone()));
            for _ in 0..PATIENCE_MS / LOOK_EVERY_MS {
                if self.acquire(id).await {
                    return;
                }
                sleep(LOOK_EVERY_MS).await;
            }
        }
        let lock = ProjectLock::steal(id, self.when_lost(id)).await;
        self.hold(lock);
    }

    /// Hands a stored project to the person as a file.
    async fn back_up(self, id: &ProjectId) -> Result<(), StorageError> {
        let Some((project, log, _)) = self.storage(id).await?.load().await? else {
            return Ok(());
        };
        let file = ToWrite {
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

    /// Shows the list as it is now; where something could not be stored, that too.
    async fn listed(self, changed: Result<(), StorageError>) {
        let list = async { self.list_store().await?.list().await };
        match list.await {
            Ok(list) => self.dispatch(Action::Projects(ProjectAction::Listed(list))),
            // The project's own storage says that it is refused.
            Err(StorageError::Refused { .. }) => {}
            Err(error) => self.dispatch(Action::StorageFailed(error)),
        }
        if let Err(error) = changed {
            self.dispatch(Action::StorageFailed(error));
        }
    }

    fn is_listed(self, id: &ProjectId) -> bool {
        self.state
            .with_untracked(|state| state.projects.list.iter().any(|entry| entry.id == *id))
    }

    /// The database of this project.
    pub(super) async fn storage(self, id: &ProjectId) -> Result<Storage, StorageError> {
        let open = async {
            // One that is protected and locked says so by itself.
            let storage = Storage::open(&AtRest::new(id, self.key(id))).await?;
            let lost = id.clone();
            storage.on_close(move || self.lost(&lost));
            Ok(storage)
        };
        super::open_of(&self.runner().storage, id, open).await
    }

    /// The browser has closed the database, and likely all others too: they are opened anew when they are needed.
    fn lost(self, id: &ProjectId) {
        self.close_databases();
        let runner = self.runner();
        runner.projects.take();
        runner.cache.take();
        runner.encoder_store.take();
        if self.shows(id) {
            self.dispatch(Action::StorageLost);
            spawn_local(async move {
                // Before that the browser may still be closing, and ends what begins.
                sleep(REOPEN_AFTER_MS).await;
                self.dispatch(Action::RetryStorage);
            });
        }
    }

    /// Lets go of the databases of one project; they are opened anew when they are needed.
    pub(super) fn close_databases(self) {
        let runner = self.runner();
        runner.storage.take();
        runner.embedding_store.take();
        runner.confidence_store.take();
    }

    /// The database of the embeddings that were given for it.
    pub(super) async fn embedding_store(self, id: &ProjectId) -> Result<EmbeddingStore, StorageError> {
        let open = async { EmbeddingStore::open(&self.at_rest(id).await?).await };
        super::open_of(&self.runner().embedding_store, id, open).await
    }

    /// The database of its confidences.
    pub(super) async fn confidence_store(self, id: &ProjectId) -> Result<ConfidenceStore, StorageError> {
        let open = async { ConfidenceStore::open(&self.at_rest(id).await?).await };
        super::open_of(&self.runner().confidence_store, id, open).await
    }

    async fn list_store(self) -> Result<Projects, StorageError> {
        super::open_once(&self.runner().projects, Projects::open()).await
    }

    /// The same of the project on the screen.
    pub(super) async fn own_embedding_store(self) -> Result<EmbeddingStore, StorageError> {
        self.embedding_store(&self.project().unwrap_or_default()).await
    }
}

/// Of every cell: any column may have been that of the texts.
pub(super) fn hashes_of(pool: &Pool) -> BTreeSet<TextHash> {
    pool.instances()
        .flat_map(|instance| instance.cells().map(TextHash::of))
        .collect()
}
