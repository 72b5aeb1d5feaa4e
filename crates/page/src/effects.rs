//! Performs the effects that [`AppState`] asks for, and dispatches their results.
//!
//! This file holds what the effects share ([`Runner`]) and passes each effect to the file of its feature.

mod alike;
mod bundles;
mod choice;
mod compare;
mod confidences;
mod early;
mod importing;
mod map;
mod network;
mod projects;
mod prompting;
mod protecting;
mod suggesting;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use futures::channel::oneshot;
use futures::lock::Mutex;
use js_sys::ArrayBuffer;
use leptos::prelude::{Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;
use web_time::Instant;

use self::choice::{Chosen, Grounds, choose};
use self::protecting::Protect;
use crate::adding;
use crate::advance::PATIENCE_MS;
use crate::archive::archive;
use crate::candidate::{Dropped, FileName, is_config, is_project, what_is};
use crate::clock::{milliseconds, sleep, wall_clock_ms};
use crate::confidences::{ConfidenceAction, ConfidenceEffect, Given as GivenConfidences};
use crate::download::{download, download_bytes};
use crate::handle::{AppHandle, UnderWay};
use crate::place::Typed;
use crate::project::Outcome;
use crate::store::{Action, AppState, Effect, Kept, Reading};
use crate::storing::{APPENDED_AT_ONCE, Beside};
use crate::team;
use fastgas_annotation::label::LabelAction;
use fastgas_data::LoadError;
use fastgas_data::{LeftOut, Pool};
use fastgas_embedding::cache::ModelHash;
use fastgas_embedding::{Beginning, ModelConfig};
use fastgas_graph::Search;
use fastgas_graph::{Device, Neighbors};
use fastgas_platform::{
    Cache, Channel, ConfidenceStore, Control, EmbedEvent, Embedded, EmbeddingFile, EmbeddingStore, EncoderName,
    EncoderStore, Encoders, FileAt, Given, Made, ModelFiles, ModelSource, Program, ProjectId, ProjectLock, Projects,
    Protection, Rows, SavedFile, SealedFile, Selected, SoFar, Storage, StorageError, Summary, Workers, annotator,
    embed, keep_annotator, keep_choice, next_task, read_embeddings, unless_cancelled,
};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::Error;
use fastgas_protocol::transport::{to_buffer, words};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::Config;
use fastgas_select::Earlier;
use fastgas_trace::Recorded;

/// Progress is shown at most so often, in milliseconds.
const REPORT_EVERY_MS: f64 = 80.0;

thread_local! {
    /// There is one. It is not in [`AppHandle`], because the first WebAssembly file has that and must not know the runner.
    static RUNNER: Rc<Runner> = Rc::default();
}

/// The embeddings in a project's file.
struct Unpacked {
    model: ModelHash,
    /// Those of which texts: the pool of the project, and the column.
    texts: (Arc<Pool>, usize),
    rows: Rows,
    beginnings: Option<Vec<Beginning>>,
}

/// What the effects hold between two actions.
#[derive(Default)]
struct Runner {
    /// The programs of the workers, once compiled.
    program: RefCell<Option<Program>>,
    encoder_program: RefCell<Option<Program>>,
    workers: RefCell<Option<Workers>>,
    encoders: RefCell<Option<(EncoderName, Encoders)>>,
    /// Projects' files that are read after the one that is read now.
    waiting: RefCell<VecDeque<web_sys::File>>,
    /// Files that were dropped for the encoder that a person is about to bring, by path.
    dropped: RefCell<BTreeMap<String, web_sys::File>>,
    /// The files of the encoder that was tried last.
    tried: RefCell<Option<(EncoderName, ModelFiles)>>,
    /// Of the trial under way.
    trial: RefCell<Control>,
    /// The files of the encoder in use, where it was brought on this visit.
    given: RefCell<Option<(EncoderName, ModelFiles)>>,
    encoder_store: RefCell<Option<EncoderStore>>,
    at_hand: RefCell<Option<AtHand>>,
    nearest: RefCell<Option<NearestAtHand>>,
    /// Of the comparison under way.
    comparison: RefCell<Control>,
    /// The embeddings that a model made, in a project's file that is open or is asked about.
    unpacked: RefCell<Option<Unpacked>>,
    /// Held while they are kept.
    unpacking: Mutex<()>,
    /// The embeddings that a person brought, once read.
    brought: RefCell<Option<(EmbeddingFile, Rows)>>,
    embedding_store: RefCell<Option<(ProjectId, EmbeddingStore)>>,
    /// The file that the project is backed up to.
    saved_file: RefCell<Option<(ProjectId, SavedFile)>>,
    control: RefCell<Control>,
    /// Of the map of the run.
    drawing: RefCell<Control>,
    /// Of picks among the texts that have their vectors.
    early: RefCell<Control>,
    /// The vectors of the run that embeds.
    so_far: RefCell<Option<(JobId, SoFar)>>,
    /// The files of this visit.
    importing: importing::Sources,
    /// Of the asking under way.
    asking: RefCell<Control>,
    confidence_store: RefCell<Option<(ProjectId, ConfidenceStore)>>,
    /// What is still to be kept of confidences, in its order.
    confidence_writes: RefCell<VecDeque<(ProjectId, ConfidenceEffect)>>,
    confidence_writing: Cell<bool>,
    /// Held while texts are embedded: the next run looks into the cache when this one has put there what it has.
    embedding: Mutex<()>,
    /// The vectors that the last prompt was made with.
    labeled: RefCell<Option<prompting::Labeled>>,
    /// Held while a prompt is made.
    prompting: Mutex<()>,
    storage: RefCell<Option<(ProjectId, Storage)>>,
    /// The project on the screen, to which what is stored from now on belongs.
    project: RefCell<Option<ProjectId>>,
    lock: RefCell<Option<ProjectLock>>,
    channel: RefCell<Option<Rc<Channel>>>,
    projects: RefCell<Option<Projects>>,
    cache: RefCell<Option<Cache>>,
    /// Writes run one after another, in the order in which they were asked for.
    writes: RefCell<VecDeque<(ProjectId, Write)>>,
    writing: Cell<bool>,
    /// How many of those that wait or are done now keep others from overtaking them.
    n_in_order: Cell<usize>,
    /// Writes that wait for no other one.
    quick: RefCell<Quick>,
    /// Whether something beside the log of the project on the screen is on its way to the disk.
    is_edited: Cell<bool>,
    /// Whether a write of a project was refused since all was stored.
    is_refused: Cell<bool>,
    /// The keys of the projects that are unlocked in this tab.
    keys: RefCell<BTreeMap<ProjectId, Protection>>,
    /// For the next project that begins.
    next_protection: RefCell<Option<Protection>>,
    /// Of the file that was read last, and the texts that are in it.
    file_protection: RefCell<Option<(Arc<Pool>, Protection)>>,
    /// The file that waits for its passphrase, and which attempt to read something it is.
    sealed_file: RefCell<Option<(u32, SealedFile)>>,
    /// What of which projects is kept of what is on its way to the disk.
    journals: RefCell<BTreeMap<ProjectId, String>>,
    /// Whether the second copy of the log is being written.
    copying: Cell<bool>,
    /// What stood in a field when that was written to the disk last.
    draft: RefCell<Option<Typed>>,
    /// Whether it is about to be written.
    draft_waits: Cell<bool>,
    /// A project of which the disk refused what it was last told: a head alone would not fit what is there.
    unfit: RefCell<Option<ProjectId>>,
    last_ticket: Cell<u32>,
}

/// Writes that were begun at once.
#[derive(Default)]
struct Quick {
    n: usize,
    /// Who waits until there is none.
    waiting: Vec<oneshot::Sender<()>>,
}

/// A write that waits for its turn at the disk.
enum Write {
    Store(Box<Effect>, UnderWay),
    /// The project's line in the list.
    Summarize(Summary),
    /// Keep other tabs from writing, then read it.
    Load,
    /// The same, whichever tab has it.
    TakeOver,
    /// Read what another tab has stored of the one that is looked at.
    Follow,
    /// Write all of it anew.
    Protect(Protect),
    /// Keep other tabs from writing.
    Acquire,
    /// Let other tabs write.
    Release,
    Rename(String),
    /// What stands in a field that was not left.
    Draft(Option<Typed>),
    /// Take the lock again and look what another tab has stored meanwhile.
    Return,
    /// As a file.
    BackUp,
    /// Whether it is among those that were deleted.
    Deleted(bool),
    DeleteForGood,
    /// Take it out of the list.
    Forget,
}

impl Write {
    /// Whether it is begun at once, where nothing waits that has to come first: the browser does what it is asked for in order.
    fn is_quick(&self) -> bool {
        matches!(self, Write::Store(effect, _) if matches!(**effect, Effect::Append { .. } | Effect::SaveHead(_)))
    }

    /// Whether what is asked for later has to wait for it.
    fn is_in_order(&self) -> bool {
        !matches!(self, Write::Summarize(_) | Write::Follow | Write::Draft(_))
    }

    /// Whether other tabs may show what it changes.
    fn changes(&self) -> bool {
        match self {
            Write::Store(..)
            | Write::Summarize(_)
            | Write::Protect(_)
            | Write::Rename(_)
            | Write::Deleted(_)
            | Write::DeleteForGood
            | Write::Forget => true,
            Write::Load
            | Write::TakeOver
            | Write::Follow
            | Write::Acquire
            | Write::Return
            | Write::Release
            | Write::Draft(_)
            | Write::BackUp => false,
        }
    }
}

/// What is embedded, and by which encoder, unless the embeddings are given.
#[derive(Clone)]
struct Texts {
    /// The project that they belong to.
    project: ProjectId,
    pool: Arc<Pool>,
    column: usize,
    encoder: EncoderName,
    embeddings: Option<EmbeddingFile>,
}

/// Embeddings, kept so that other settings need not wait for them again.
struct AtHand {
    texts: Texts,
    made: Made,
}

/// The neighbors of the last search, kept so that what is measured need not wait for them again.
struct NearestAtHand {
    texts: Texts,
    /// Whether the embeddings were centered, and how they were searched.
    how: (bool, Search),
    neighbors: Rc<Neighbors>,
}

impl AppHandle {
    /// Looks at what is stored.
    pub(super) fn begin(self) {
        self.watch_network();
        self.dispatch(Action::Team(team::Action::Known(annotator())));
        spawn_local(async move {
            // Before the project, so that its picks are not taken for those of another encoder.
            let given = async { self.encoder_store().await?.given().await };
            self.dispatch(Action::EncoderRestored(given.await.map(|given| given.map(Box::new))));
            self.start_projects();
            self.measure_cache().await;
        });
    }

    pub(super) fn apply(self, action: Action) {
        let generation = self.generation();
        let (runner, before) = (self.runner(), self.project());
        let apply = |state: &mut AppState| {
            let effects = state.apply(action, wall_clock_ms());
            if effects.iter().any(Effect::is_beside) {
                runner.is_edited.set(true);
            }
            // What is on the screen now may belong to another project than before.
            let stays = !effects.iter().any(|effect| matches!(effect, Effect::Projects(_)));
            let generation = generation.filter(|_| stays);
            let journal = generation.and_then(|generation| state.journal(generation, runner.is_edited.get()));
            (effects, state.summarize(), state.keep_place(), journal)
        };
        let Some((effects, summary, place, journal)) = self.state.try_update(apply) else {
            return;
        };
        if let (Some(id), Some(journal)) = (before, journal) {
            self.keep_journal(id, &journal);
        }
        for effect in effects {
            self.perform(effect);
        }
        if let Some(summary) = summary {
            self.summarize(summary);
        }
        if let Some(place) = place {
            self.keep_place(&place);
        }
    }

    pub(super) fn take_files(self, files: Vec<FileAt>, adds: bool) {
        if files.is_empty() {
            return;
        }
        let bringing = self.state.with_untracked(|state| state.candidate.is_some());
        match what_is(&names(&files)) {
            Dropped::Table { table, embeddings } if !bringing => {
                if adds {
                    self.dispatch(Action::Add(adding::Action::Choose));
                }
                let embeddings = embeddings.map(|embeddings| files[embeddings].file.clone());
                self.open_file(&files[table].file, embeddings);
            }
            Dropped::Projects(projects) => {
                self.open_in_turn(projects.iter().map(|&project| files[project].file.clone()));
            }
            Dropped::Many(many) if !bringing => {
                let those = || many.iter().map(|&index| files[index].file.clone());
                let takes_more = self.state.with_untracked(AppState::takes_more_texts);
                if takes_more && those().all(|file| !is_project(&file.name())) {
                    self.open_in_turn(those());
                } else {
                    self.dispatch(Action::ManyDropped(those().map(|file| file.name()).collect()));
                }
            }
            Dropped::Embeddings(embeddings) if !bringing => {
                self.open_embeddings(files[embeddings].file.clone());
            }
            _ => self.bring(files),
        }
    }

    /// Takes files of an encoder. The configs are read at once, the large files when it is tried.
    pub fn bring(self, files: Vec<FileAt>) {
        let names = names(&files);
        spawn_local(async move {
            let mut configs = Vec::new();
            for (FileAt { path, file }, _) in files.iter().zip(&names).filter(|(_, name)| is_config(name)) {
                match read(file).await {
                    Ok(bytes) => configs.push((path.clone(), js_sys::Uint8Array::new(&bytes).to_vec())),
                    Err(error) => return self.dispatch(Action::BringFailed(error.to_string())),
                }
            }
            let files = files.into_iter().map(|FileAt { path, file }| (path, file));
            self.runner().dropped.borrow_mut().extend(files);
            self.dispatch(Action::Bring { files: names, configs });
        });
    }

    /// Reads embeddings of the open pool.
    fn open_embeddings(self, file: web_sys::File) {
        let ticket = self.next_ticket(Reading {
            file_name: file.name(),
            ..Reading::default()
        });
        let rows = self.state.with_untracked(|state| {
            let open = state.open.as_ref()?;
            Some((open.pool.len(), open.left_out().to_vec()))
        });
        spawn_local(async move {
            let read = async {
                let (n, left_out) = rows.ok_or(Error::from(LoadError::NoPool))?;
                self.read_embeddings(ticket, &file, (n, &left_out)).await
            };
            self.dispatch(match read.await {
                Ok(embeddings) => Action::EmbeddingsRead { ticket, embeddings },
                Err(error) => Action::ReadFailed { ticket, error },
            });
        });
    }

    /// Reads embeddings of so many texts, without which rows of their file were left out.
    async fn read_embeddings(
        self,
        ticket: u32,
        file: &web_sys::File,
        of: (usize, &[LeftOut]),
    ) -> Result<EmbeddingFile, WorkerError> {
        let workers = self.workers(self.worker_count()).await?;
        let (file, rows) = read_embeddings(&workers, file, file.name(), of, self.percent_teller(ticket)).await?;
        self.runner().brought.replace(Some((file.clone(), rows)));
        Ok(file)
    }

    /// Shows each percent once.
    fn percent_teller(self, ticket: u32) -> impl FnMut(f64) {
        let mut shown = None;
        move |share| {
            let percent = (100.0 * share) as u8;
            if shown.replace(percent) != Some(percent) {
                self.dispatch(Action::ReadFurther { ticket, percent });
            }
        }
    }

    /// Reads a table of confidences that the person chose.
    pub fn open_confidences(self, file: web_sys::File) {
        spawn_local(async move {
            let read = async {
                let workers = self.workers(self.worker_count()).await?;
                workers.load(read(&file).await?).await
            };
            let (file_name, table) = (file.name(), read.await);
            self.dispatch(Action::Confidences(ConfidenceAction::FileRead { file_name, table }));
        });
    }

    /// Begins an attempt to read something.
    fn next_ticket(self, reading: Reading) -> u32 {
        let runner = self.runner();
        let ticket = runner.last_ticket.get() + 1;
        runner.last_ticket.set(ticket);
        self.dispatch(Action::Reading(Reading { ticket, ..reading }));
        ticket
    }

    fn perform(self, effect: Effect) {
        match effect {
            Effect::OpenNext => self.open_next(),
            Effect::OpenSample => self.open_sample(),
            Effect::Run {
                job,
                pool,
                text_column,
                config,
                earlier,
                encoder,
                embeddings,
                confidences,
                workers,
                device,
            } => {
                let Some(project) = self.project() else { return };
                let control = Control::default();
                // What is left of the former run is of no use any more.
                self.runner().control.replace(control.clone()).cancel();
                spawn_local(async move {
                    let texts = Texts {
                        project,
                        pool,
                        column: text_column,
                        encoder,
                        embeddings,
                    };
                    let run = self.run(job, texts, (config, earlier), confidences, (workers, device), control);
                    if let Err(error) = run.await {
                        self.dispatch(Action::RunFailed { job, error });
                    }
                });
            }
            Effect::WriteProject(file) => {
                if let Some(id) = self.project() {
                    match file.project.head.backup {
                        Some(_) => self.back_up_project(id, *file),
                        None => self.write_project(id, *file, None),
                    }
                }
            }
            Effect::ForgetSavedFile => {
                if let Some(id) = self.project() {
                    self.forget_saved_file(id);
                }
            }
            Effect::Confidences(effect) => self.perform_confidences(effect),
            Effect::PickEarly {
                job,
                config,
                earlier,
                workers,
            } => self.perform_pick_early(job, config, earlier, workers),
            Effect::CancelRun => {
                self.runner().early.borrow().cancel();
                self.runner().control.borrow().cancel();
                self.runner().drawing.borrow().cancel();
            }
            Effect::StopDrawing => self.runner().drawing.borrow().cancel(),
            Effect::Compare(effect) => self.perform_compare(effect),
            Effect::Import(effect) => self.perform_importing(effect),
            Effect::PauseRun => self.runner().control.borrow().pause(),
            Effect::ResumeRun => self.runner().control.borrow().resume(),
            Effect::TryEncoder {
                trial,
                model,
                tokenizer,
                config,
            } => {
                let control = Control::default();
                // One at a time: each has a worker and the model in its memory.
                self.runner().trial.replace(control.clone()).cancel();
                spawn_local(async move {
                    let result = self.try_encoder(&model, &tokenizer, &config, &control).await;
                    self.dispatch(Action::EncoderTried {
                        trial,
                        result: result.map(Box::new),
                    });
                });
            }
            Effect::StopTrial => self.runner().trial.borrow().cancel(),
            Effect::ForgetFiles => {
                self.runner().dropped.take();
                self.runner().tried.take();
            }
            Effect::KeepEncoder(given) => {
                let runner = self.runner();
                let tried = runner.tried.borrow().clone();
                let Some((name, files)) = tried.filter(|(name, _)| *name == given.name()) else {
                    return leptos::logging::error!("the encoder that was tried is another one");
                };
                runner.given.replace(Some((name, files.clone())));
                spawn_local(async move {
                    let kept = async { self.encoder_store().await?.put(&given, &files).await };
                    self.dispatch(Action::EncoderKept(kept.await));
                });
            }
            Effect::ForgetEncoder => {
                self.runner().given.take();
                spawn_local(async move {
                    let forgotten = async { self.encoder_store().await?.clear().await };
                    self.dispatch(Action::EncoderForgotten(forgotten.await));
                });
            }
            Effect::KeepEmbeddings(file) => {
                // Where they were not read on this visit, what is stored of them is all that there is.
                let Some(rows) = self.brought(&file) else { return };
                spawn_local(async move {
                    let kept = async { self.own_embedding_store().await?.put(&file, &rows).await };
                    self.dispatch(Action::EmbeddingsKept(kept.await));
                });
            }
            Effect::ForgetEmbeddings => {
                self.runner().brought.take();
                spawn_local(async move {
                    let forgotten = async { self.own_embedding_store().await?.clear().await };
                    if let Err(error) = forgotten.await {
                        leptos::logging::warn!("given embeddings are still stored: {error}");
                    }
                });
            }
            Effect::EmptyCache => {
                self.runner().at_hand.replace(None);
                self.runner().labeled.replace(None);
                spawn_local(async move {
                    let emptied = async { self.cache().await?.clear().await };
                    if let Err(error) = emptied.await {
                        self.dispatch(Action::CacheFailed(error));
                    }
                    self.measure_cache().await;
                });
            }
            Effect::Download {
                file_name,
                media_type,
                text,
            } => {
                if let Err(reason) = download(&file_name, media_type, &text) {
                    leptos::logging::error!("the download did not start: {reason:?}");
                }
            }
            Effect::DownloadFolder { file_name, files } => {
                let downloaded = archive(&files)
                    .map_err(|error| error.to_string().into())
                    .and_then(|bytes| download_bytes(&file_name, "application/zip", &bytes));
                if let Err(reason) = downloaded {
                    leptos::logging::error!("the download did not start: {reason:?}");
                }
            }
            Effect::AskToKeep => spawn_local(async move {
                let persisted = Storage::persisted().await;
                self.dispatch(Action::Promised(persisted));
                if persisted == Some(false) {
                    self.dispatch(Action::Promised(Storage::persist().await));
                }
            }),
            Effect::SeeWhetherKept => spawn_local(async move {
                self.dispatch(Action::Promised(Storage::persisted().await));
            }),
            Effect::KeepName(name) => keep_annotator(&name),
            Effect::Prompt(effect) => self.perform_prompting(effect),
            Effect::Map(effect) => self.perform_map(effect),
            Effect::Suggest(effect) => self.perform_suggesting(effect),
            Effect::Alike(effect) => self.perform_alike(effect),
            Effect::KeepChoice(choice, on) => keep_choice(choice, on),
            Effect::Projects(effect) => self.perform_projects(effect),
            Effect::Protection(effect) => self.perform_protection(effect),
            Effect::Network(effect) => self.perform_network(effect),
            write @ (Effect::SaveProject(_) | Effect::SaveHead(_) | Effect::Append { .. } | Effect::SaveAll { .. }) => {
                if let Effect::Append { append, .. } = write {
                    spawn_local(async move {
                        sleep(PATIENCE_MS).await;
                        self.dispatch(Action::PatienceIsOver { append });
                    });
                }
                if let Some(id) = self.project() {
                    self.enqueue(id, Write::Store(Box::new(write), UnderWay::begin()));
                }
            }
        }
    }

    /// Embeds, selects and lays out; each result is dispatched as soon as it is there.
    async fn run(
        self,
        job: JobId,
        texts: Texts,
        (config, earlier): (Config, Earlier),
        confidences: Option<GivenConfidences>,
        (count, device): (usize, Device),
        control: Control,
    ) -> Result<(), WorkerError> {
        let workers = self.workers(count).await?;
        next_task().await;
        let mut timings = Vec::new();
        let (start, is_embedded) = (
            Instant::now(),
            texts.embeddings.is_some() || self.at_hand(&texts).is_some(),
        );
        let as_they_are = self.embeddings(job, count, &texts, &control).await?;
        if is_embedded {
            // What is embedded now has shown where it lies already.
            let rows = as_they_are.clone();
            spawn_local(async move {
                rows.sketched(|places| self.dispatch(Action::Placed { job, places }))
                    .await;
            });
        } else {
            let paused_ms = control.paused().as_secs_f64() * 1000.0;
            timings.push((Stage::Embed, milliseconds(start) - paused_ms));
        }
        control.going().await?;
        // Early picks that are not made by now come too late.
        self.runner().early.borrow().cancel();
        let settled = self.state.with_untracked(|state| state.settled_early(job));
        let earlier = settled.unwrap_or(earlier);
        let (start, paused) = (Instant::now(), control.paused());
        let embeddings = if config.centered {
            workers.center(&as_they_are, &control).await?
        } else {
            as_they_are.clone()
        };
        let checked = config.check(embeddings.n as u32).map_err(Error::from)?;
        let none = Neighbors::none(embeddings.n, checked.n_searched() as usize);
        let (neighbors, searched) = workers
            .neighbors(&embeddings, none, (config.search, device), self.reporter(job), &control)
            .await?;
        let neighbors = self.keep_nearest(&texts, (config.centered, config.search), neighbors);
        let duplicates = embeddings.duplicates(&neighbors).await;
        let paused_ms = (control.paused() - paused).as_secs_f64() * 1000.0;
        let searched_ms = milliseconds(start) - paused_ms;
        let confidences_of_all = confidences.as_ref().map(|given| given.values.as_slice());
        let grounds = Grounds {
            embeddings: &embeddings,
            neighbors: &neighbors,
            duplicates: &duplicates,
        };
        let settled = (confidences_of_all, &earlier);
        let Chosen {
            selected,
            is_folded,
            searched_ms: again_ms,
        } = choose(&workers, grounds, &config, settled, || self.reporter(job), &control).await?;
        timings.push((Stage::Neighbors, searched_ms + again_ms));
        let Selected {
            partition,
            selection,
            reasons,
            tried,
            quality,
            timings: later,
            trace,
            ..
        } = selected;
        timings.extend(later);
        let (seed, how) = (config.seed, (config.search, device));
        let parts = partition.clone();
        let picks: Vec<u32> = selection.picks.iter().map(|pick| pick.row).collect();
        let made = self.made_at_hand(&texts);
        let outcome = Outcome {
            config,
            text_column: texts.column,
            encoder: texts.made_by(),
            model: made.as_ref().map(|made| made.model.to_string()),
            beginnings: made.and_then(|made| made.beginnings).map(|them| them.to_vec()),
            confidences: confidences.map(|given| given.hash),
            selection,
            reasons,
            tried,
            partition,
            quality,
            duplicates: Some(duplicates.count()),
            searched: Some(searched),
            timings,
        };
        self.dispatch(Action::Selected {
            job,
            outcome: Box::new(outcome),
        });
        if let Some(trace) = trace {
            let original_of = match is_folded {
                true => duplicates.original_of().to_vec(),
                false => Vec::new(),
            };
            let recorded = Arc::new(Recorded { trace, original_of });
            self.dispatch(Action::Traced { job, recorded });
        }

        // The page draws what is new before it makes ready what comes next, here and below.
        next_task().await;
        let neighbors = neighbors.first(checked.config().n_neighbors as usize);
        let drawing = Control::default();
        self.runner().drawing.replace(drawing.clone()).cancel();
        let (names, map) = (
            self.name_parts(job, &workers, &texts, &parts, &control),
            self.draw_map(job, &workers, &neighbors, seed, &drawing),
        );
        let (named, drawn) = futures::join!(names, map);
        // A map alone that was stopped stands as it is.
        named.and(drawn.or_else(|error| match error {
            WorkerError::Cancelled => Ok(()),
            _ => Err(error),
        }))?;
        control.going().await?;

        next_task().await;
        let nearest = match checked.config().centered {
            true => {
                let k = checked.config().n_neighbors;
                self.nearest(&workers, &as_they_are, k, how, |_| (), &control).await?
            }
            false => neighbors,
        };
        let curve = workers.cover(&as_they_are, &nearest, &picks, &control).await?;
        self.dispatch(Action::Covered { job, curve });
        Ok(())
    }

    /// The embeddings: those at hand, those that are given, or those that the encoder makes in `count` workers.
    async fn embeddings(self, job: JobId, count: usize, texts: &Texts, control: &Control) -> Result<Rows, WorkerError> {
        match (self.at_hand(texts), &texts.embeddings) {
            (Some(embeddings), _) => Ok(embeddings),
            (None, Some(file)) => self.given_embeddings(job, file).await,
            (None, None) => self.embed(job, count, texts, control).await,
        }
    }

    /// The embeddings, where there is nothing to be done for them.
    fn at_hand(self, texts: &Texts) -> Option<Rows> {
        match &texts.embeddings {
            Some(file) => self.brought(file),
            None => self.made_at_hand(texts).map(|made| made.rows),
        }
    }

    /// What a model made, where that is at hand.
    fn made_at_hand(self, texts: &Texts) -> Option<Made> {
        let runner = self.runner();
        let at_hand = runner.at_hand.borrow();
        at_hand.as_ref().filter(|_| texts.embeddings.is_none())?.of(texts)
    }

    /// The rows of this file, where they were read on this visit.
    fn brought(self, file: &EmbeddingFile) -> Option<Rows> {
        let runner = self.runner();
        let brought = runner.brought.borrow();
        let (_, rows) = brought.as_ref().filter(|(name, _)| name == file)?;
        Some(rows.clone())
    }

    /// The rows of a file that was read on an earlier visit.
    async fn given_embeddings(self, job: JobId, file: &EmbeddingFile) -> Result<Rows, WorkerError> {
        self.dispatch(Action::Progressed {
            job,
            progress: Progress {
                stage: Stage::Neighbors,
                done: 0,
                total: file.rows,
            },
            elapsed_ms: 0.0,
        });
        let rows = async { self.own_embedding_store().await?.get(file).await };
        let rows = rows.await.map_err(|error| WorkerError::EmbeddingFile {
            reason: error.to_string(),
        })?;
        self.runner().brought.replace(Some((file.clone(), rows.clone())));
        Ok(rows)
    }

    /// Embeds texts; what is embedded is kept, however this ends.
    async fn embed(self, job: JobId, count: usize, texts: &Texts, control: &Control) -> Result<Rows, WorkerError> {
        let runner = self.runner();
        let _alone = runner.embedding.lock().await;
        let encoders = unless_cancelled(self.encoders(count, &texts.encoder), control).await??;
        let start = Instant::now();
        let mut shown_ms = f64::NEG_INFINITY;
        let tell = move |event| match event {
            EmbedEvent::Fetching(fetched) => {
                let elapsed_ms = milliseconds(start);
                if elapsed_ms - shown_ms >= REPORT_EVERY_MS || Some(fetched.bytes) == fetched.total {
                    shown_ms = elapsed_ms;
                    self.dispatch(Action::Fetching { job, fetched });
                }
            }
            EmbedEvent::Progress(progress) => self.dispatch(Action::Embedding {
                job,
                progress,
                elapsed_ms: milliseconds(start),
            }),
            EmbedEvent::Placed(places) => self.dispatch(Action::Placed { job, places }),
            EmbedEvent::CacheFailed(error) => self.dispatch(Action::CacheFailed(error)),
        };
        let Texts {
            project, pool, column, ..
        } = texts;
        let so_far = SoFar::default();
        runner.so_far.replace(Some((job, so_far.clone())));
        drop(runner.unpacking.lock().await);
        let embedding = embed(
            &encoders,
            self.cache_of(project).await,
            pool,
            *column,
            &so_far,
            tell,
            control,
        );
        let Embedded { made, kept } = embedding.await;
        runner.so_far.take();
        self.measure_cache().await;
        match made {
            Ok(made) => {
                let rows = made.rows.clone();
                runner.at_hand.replace(Some(AtHand {
                    texts: texts.clone(),
                    made,
                }));
                Ok(rows)
            }
            Err(error) => {
                let kept = Kept {
                    text_column: *column,
                    texts: kept,
                    total: pool.len() as u32,
                };
                self.dispatch(Action::Kept { job, kept });
                Err(error)
            }
        }
    }

    /// Passes progress on, but not more often than a person can see; beginnings and ends always.
    fn reporter(self, job: JobId) -> impl FnMut(Progress) + 'static {
        let start = Instant::now();
        let mut shown_ms = f64::NEG_INFINITY;
        move |progress| {
            let elapsed_ms = milliseconds(start);
            if progress.done == 0 || progress.done == progress.total || elapsed_ms - shown_ms >= REPORT_EVERY_MS {
                shown_ms = elapsed_ms;
                self.dispatch(Action::Progressed {
                    job,
                    progress,
                    elapsed_ms,
                });
            }
        }
    }

    fn worker_count(self) -> usize {
        self.state
            .with_untracked(|state| state.settings.worker_count().unwrap_or(1))
    }

    /// The workers that need no model; others where there are not so many.
    async fn workers(self, count: usize) -> Result<Workers, WorkerError> {
        let runner = self.runner();
        let started = runner.workers.borrow().clone();
        match started.filter(|workers| workers.count() == count) {
            Some(workers) => Ok(workers),
            None => {
                let workers = Workers::new(self.program().await?, count);
                runner.workers.replace(Some(workers.clone()));
                Ok(workers)
            }
        }
    }

    /// The workers with this encoder; others where there are not so many.
    async fn encoders(self, count: usize, encoder: &EncoderName) -> Result<Encoders, WorkerError> {
        let runner = self.runner();
        let started = runner.encoders.borrow().clone();
        match started.filter(|(with, encoders)| with == encoder && encoders.count() == count) {
            Some((_, encoders)) => Ok(encoders),
            None => {
                let encoders = Encoders::new(self.encoder_program().await?, self.source(encoder).await?, count);
                runner.encoders.replace(Some((encoder.clone(), encoders.clone())));
                Ok(encoders)
            }
        }
    }

    /// Where the encoder's files come from.
    async fn source(self, encoder: &EncoderName) -> Result<ModelSource, WorkerError> {
        let Some(hash) = &encoder.hash else {
            return Ok(ModelSource::BuiltIn);
        };
        let given = self.runner().given.borrow().clone();
        match given.filter(|(name, _)| name == encoder) {
            Some((_, files)) => Ok(ModelSource::Files(files)),
            None => Ok(ModelSource::Kept {
                store: self.encoder_store().await.map_err(|error| WorkerError::EncoderFiles {
                    reason: error.to_string(),
                })?,
                hash: hash.clone(),
            }),
        }
    }

    /// The program of workers that need no model; compiled when it is not yet, so that a failure can be tried again.
    async fn program(self) -> Result<Program, WorkerError> {
        open_once(&self.runner().program, Program::compile()).await
    }

    /// The program of those that have one; as [`AppHandle::program`].
    async fn encoder_program(self) -> Result<Program, WorkerError> {
        open_once(&self.runner().encoder_program, Program::encoder()).await
    }

    /// Opens an encoder in a worker of its own, which ends with this; the one in use never hears of it.
    async fn try_encoder(
        self,
        model: &str,
        tokenizer: &str,
        config: &ModelConfig,
        control: &Control,
    ) -> Result<Given, WorkerError> {
        let runner = self.runner();
        let file = |path: &str| runner.dropped.borrow().get(path).cloned();
        let (Some(model), Some(tokenizer)) = (file(model), file(tokenizer)) else {
            return Err(WorkerError::Cancelled);
        };
        let config = to_buffer(&config.to_json());
        let files = [read(&model).await?, read(&tokenizer).await?, config];
        let encoders = Encoders::new(self.encoder_program().await?, ModelSource::Files(files.clone()), 1);
        let (report, hash) = encoders.report(control).await?;
        let given = Given {
            hash: hash.to_string(),
            bytes: files.iter().map(|file| u64::from(file.byte_length())).sum(),
            report,
        };
        runner.tried.replace(Some((given.name(), files)));
        Ok(given)
    }

    /// The database of the encoder.
    async fn encoder_store(self) -> Result<EncoderStore, StorageError> {
        open_once(&self.runner().encoder_store, EncoderStore::open()).await
    }

    /// The cache of embeddings.
    async fn cache(self) -> Result<Cache, StorageError> {
        open_once(&self.runner().cache, Cache::open()).await
    }

    /// The same as this project sees it.
    async fn cache_of(self, id: &ProjectId) -> Result<Cache, StorageError> {
        Ok(self.cache().await?.of(self.at_rest(id).await?))
    }

    /// Shows how much is in the cache; where that cannot be told, the next run says why.
    async fn measure_cache(self) {
        let size = async { self.cache().await?.size().await };
        if let Ok(size) = size.await {
            self.dispatch(Action::CacheMeasured(size));
        }
    }

    async fn store(self, id: &ProjectId, write: Effect) {
        let storage = self.storage(id).await;
        let (what, saved) = match (storage, write) {
            (storage, Effect::SaveProject(project)) => {
                let saved = async { storage?.save(&project, None).await }.await;
                self.copy_log(id);
                self.runner().unfit.replace(saved.is_err().then(|| id.clone()));
                (Beside::Project, saved)
            }
            // The store knows by now that it has to store all of it.
            (_, Effect::SaveHead(_)) if self.runner().unfit.borrow().as_ref() == Some(id) => return,
            (storage, Effect::SaveHead(head)) => (Beside::Head, async { storage?.save_head(&head).await }.await),
            (Ok(storage), Effect::Append { append, at, actions }) => {
                let (saved, error) = append_all(&storage, at, &actions).await;
                self.runner()
                    .is_refused
                    .set(self.runner().is_refused.get() || error.is_some());
                self.copy_log(id);
                return self.dispatch(Action::Appended { append, saved, error });
            }
            (storage, Effect::SaveAll { append, project, log }) => {
                let saved = async { storage?.save(&project, Some(&log)).await }.await;
                if saved.is_ok() {
                    self.runner().unfit.take();
                }
                self.copy_log(id);
                return self.dispatch(Action::AllSaved { append, saved });
            }
            (Err(error), Effect::Append { append, .. }) => {
                return self.dispatch(Action::Appended {
                    append,
                    saved: 0,
                    error: Some(error),
                });
            }
            _ => unreachable!("only writes are queued"),
        };
        self.runner()
            .is_refused
            .set(self.runner().is_refused.get() || saved.is_err());
        match saved {
            saved if self.shows(id) => self.dispatch(Action::Saved { what, saved }),
            // Of a project that is not on the screen any more.
            Err(error) => self.dispatch(Action::StorageFailed(error)),
            Ok(()) => {}
        }
    }

    fn runner(self) -> Rc<Runner> {
        RUNNER.with(Rc::clone)
    }
}

impl Texts {
    fn made_by(&self) -> EncoderName {
        let given = self.embeddings.as_ref().map(EmbeddingFile::made_by);
        given.unwrap_or_else(|| self.encoder.clone())
    }

    /// Whether their embeddings are the same.
    fn are(&self, other: &Texts) -> bool {
        Arc::ptr_eq(&self.pool, &other.pool) && self.column == other.column && self.made_by() == other.made_by()
    }
}

impl AtHand {
    fn of(&self, texts: &Texts) -> Option<Made> {
        self.texts.are(texts).then(|| self.made.clone())
    }
}

/// What `slot` holds; opened when it holds nothing yet, so that a failure can be tried again.
async fn open_once<T: Clone, E>(slot: &RefCell<Option<T>>, open: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let opened = slot.borrow().clone();
    match opened {
        Some(opened) => Ok(opened),
        None => {
            let opened = open.await?;
            slot.replace(Some(opened.clone()));
            Ok(opened)
        }
    }
}

/// The same of one project; what belongs to another is closed.
async fn open_of<T: Clone>(
    slot: &RefCell<Option<(ProjectId, T)>>,
    id: &ProjectId,
    open: impl Future<Output = Result<T, StorageError>>,
) -> Result<T, StorageError> {
    let opened = slot.borrow().clone();
    if let Some((_, store)) = opened.filter(|(of, _)| of == id) {
        return Ok(store);
    }
    let store = open.await?;
    slot.replace(Some((id.clone(), store.clone())));
    Ok(store)
}

/// Puts them behind the first `at` entries, in order up to the first failure; gives how many are on disk.
async fn append_all(storage: &Storage, at: usize, actions: &[LabelAction]) -> (usize, Option<StorageError>) {
    let mut saved = 0;
    // A file may bring many labels at once.
    for piece in actions.chunks(APPENDED_AT_ONCE) {
        if let Err(error) = storage.append((at + saved) as u32, piece).await {
            return (saved, Some(error));
        }
        saved += piece.len();
    }
    (saved, None)
}

async fn fetch(url: &str) -> Result<JsValue, JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(url)).await?.unchecked_into();
    if !response.ok() {
        return Err(format!("the server answered {}", response.status()).into());
    }
    JsFuture::from(response.array_buffer()?).await
}

fn names(files: &[FileAt]) -> Vec<FileName> {
    let name = |file: &FileAt| FileName {
        path: file.path.clone(),
        bytes: file.file.size() as u64,
    };
    files.iter().map(name).collect()
}

/// The bytes of a file on the person's disk.
async fn read(file: &Blob) -> Result<ArrayBuffer, WorkerError> {
    match JsFuture::from(file.array_buffer()).await {
        Ok(bytes) => Ok(bytes.unchecked_into()),
        Err(reason) => Err(WorkerError::File { reason: words(&reason) }),
    }
}
