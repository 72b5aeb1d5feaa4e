//! Performs the commands that [`AppState`] requests, and dispatches their results.
//!
//! [`Runtime`] contains the data that the commands share.
//! Each feature performs its own commands.

pub mod access;
pub mod handle;
pub(crate) mod slices;
pub(crate) mod write_queue;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use futures::channel::oneshot;
use futures::lock::Mutex;
use js_sys::ArrayBuffer;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;
use web_time::Instant;

use crate::browser::clock::{milliseconds, wall_clock_ms};
use crate::browser::download::download;
use crate::confidences::Msg as ConfidenceMsg;
use crate::confidences::effects::ConfidenceWrite;
use crate::encoder;
use crate::endpoint::effects::RunSlot;
use crate::import::FileRead;
use crate::import::classify_files::{ClassifiedFiles, FileName, classify_files, is_archive, is_config, may_be_table};
use crate::import::{self, append};
use crate::persistence::{self};
use crate::project::Project;
use crate::projects::embedding_cache;
use crate::protection::effects::ProtectionChange;
use crate::run::{self, PartialEmbedding};
use crate::runtime::handle::{AppHandle, PendingWrite};
use crate::runtime::write_queue::WriteQueue;
use crate::session::DraftInput;
use crate::state::{AppState, Cmd, Msg};
use crate::team;
use fastgas_data::LoadError;
use fastgas_data::{Pool, RejectedRow};
use fastgas_embedding::cache::ModelHash;
use fastgas_embedding::{ModelConfig, TruncatedText};
use fastgas_graph::Neighbors;
use fastgas_graph::Search;
use fastgas_platform::{
    Cache, Channel, ComputedEmbeddings, ConfidenceDb, CustomEncoder, DownloadProgress, DropReason, EmbedEvent,
    EmbedOutcome, EmbeddingDb, EmbeddingFile, EncoderDb, EncoderName, EncoderPool, FileAt, MULTILINGUAL_BYTES,
    ModelFiles, ModelSource, PartialEmbeddings, ProjectDb, ProjectId, ProjectLock, ProjectSummary, Projects,
    Protection, Rows, RunControl, SavedFile, SealedFile, StorageError, StoredAnswer, StoredExamAnswer, WorkerModule,
    Workers, annotator_name, embed, network, read_embeddings, set_annotator_name, store_preference, unless_cancelled,
};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::transport::to_buffer;
use fastgas_protocol::{EncoderFilesReason, Error, FileReason, JobId, Refusal, WorkerError};

/// Minimum time between two updates of the displayed progress, in milliseconds.
pub(crate) const REPORT_INTERVAL_MS: f64 = 80.0;

thread_local! {
    /// The runtime is separate from [`AppHandle`], because the handle is in the first WebAssembly file.
    /// The first WebAssembly file must not depend on the runtime.
    static RUNTIME: Rc<Runtime> = Rc::default();
}

pub(crate) struct FileEmbeddings {
    pub(crate) model: ModelHash,
    /// The embedded texts: all texts of the project, and the index of the embedded column.
    pub(crate) texts: (Arc<Pool>, usize),
    pub(crate) rows: Rows,
    pub(crate) beginnings: Option<Vec<TruncatedText>>,
}

#[derive(Default)]
pub(crate) struct Runtime {
    /// The compiled program of the workers, which is compiled only once.
    program: RefCell<Option<WorkerModule>>,
    encoder_program: RefCell<Option<WorkerModule>>,
    workers: RefCell<Option<Workers>>,
    encoders: RefCell<Option<(EncoderName, EncoderPool)>>,
    /// Project files that the user chose together. Each file waits until the previous file is read.
    pub(crate) waiting: RefCell<VecDeque<web_sys::File>>,
    pub(crate) dropped: RefCell<BTreeMap<String, web_sys::File>>,
    pub(crate) tried: RefCell<Option<(EncoderName, ModelFiles)>>,
    pub(crate) trial: RefCell<RunControl>,
    pub(crate) multilingual: RefCell<RunControl>,
    /// The files of the user's own encoder. `None` if the files have not been loaded since the page was opened.
    pub(crate) custom_encoder: RefCell<Option<(EncoderName, ModelFiles)>>,
    pub(crate) encoder_store: RefCell<Option<EncoderDb>>,
    pub(crate) at_hand: RefCell<Option<CachedEmbeddings>>,
    pub(crate) nearest: RefCell<Option<CachedNeighbors>>,
    pub(crate) comparison: RefCell<RunControl>,
    /// Embeddings from the last project file. They are stored when the project is opened.
    pub(crate) unpacked: RefCell<Option<FileEmbeddings>>,
    /// Locked while embeddings from a project file are being stored.
    pub(crate) unpacking: Mutex<()>,
    pub(crate) imported: RefCell<Option<(EmbeddingFile, Rows)>>,
    pub(crate) embedding_store: RefCell<Option<(ProjectId, EmbeddingDb)>>,
    pub(crate) saved_file: RefCell<Option<(ProjectId, SavedFile)>>,
    pub(crate) control: RefCell<RunControl>,
    pub(crate) exporting: RefCell<RunControl>,
    /// The file of the latest export, until the browser downloads it.
    pub(crate) exported: RefCell<Option<Blob>>,
    /// Stops the task that lists the columns that exports add.
    pub(crate) listing_columns: RefCell<RunControl>,
    /// Stops the computation of the map.
    pub(crate) drawing: RefCell<RunControl>,
    pub(crate) early: RefCell<RunControl>,
    pub(crate) so_far: RefCell<Option<(JobId, PartialEmbeddings)>>,
    pub(crate) importing: crate::import::effects::SessionFiles,
    pub(crate) searching_labels: RefCell<RunControl>,
    pub(crate) answers: RunSlot<StoredAnswer>,
    /// The answers of a language model to the exam that compares the methods.
    pub(crate) exam: RunSlot<StoredExamAnswer>,
    pub(crate) asking: RefCell<RunControl>,
    pub(crate) confidence_store: RefCell<Option<(ProjectId, ConfidenceDb)>>,
    pub(crate) confidence_writes: WriteQueue<ConfidenceWrite>,
    /// Locked while texts are being embedded, so that the next run finds the embeddings in the cache.
    pub(crate) embedding: Mutex<()>,
    pub(crate) labeled: RefCell<Option<crate::prompts::effects::LabeledEmbeddings>>,
    pub(crate) prompting: Mutex<()>,
    pub(crate) storage: RefCell<Option<(ProjectId, ProjectDb)>>,
    /// The project on the screen, which receives all writes.
    pub(crate) project: RefCell<Option<ProjectId>>,
    pub(crate) lock: RefCell<Option<ProjectLock>>,
    pub(crate) channel: RefCell<Option<Rc<Channel>>>,
    pub(crate) projects: RefCell<Option<Projects>>,
    pub(crate) cache: RefCell<Option<Cache>>,
    /// Waiting writes, which are performed one after another in request order.
    pub(crate) writes: RefCell<VecDeque<(ProjectId, QueuedWrite)>>,
    pub(crate) writing: Cell<bool>,
    /// Number of writes, waiting or in progress, that later writes must not overtake.
    pub(crate) n_in_order: Cell<usize>,
    pub(crate) quick: RefCell<UnqueuedWrites>,
    /// True while a change of the project is being saved. Changes of the label log do not count.
    pub(crate) is_edited: Cell<bool>,
    pub(crate) is_refused: Cell<bool>,
    /// Locked during each write of answers, confidences and given embeddings, and while the protection changes.
    /// A write with the previous protection would be refused after the change.
    pub(crate) storing: Mutex<()>,
    pub(crate) keys: RefCell<BTreeMap<ProjectId, Protection>>,
    pub(crate) next_protection: RefCell<Option<Protection>>,
    /// The passphrase protection of the file that was read last, and the texts in that file.
    pub(crate) file_protection: RefCell<Option<(Arc<Pool>, Protection)>>,
    /// An encrypted file that cannot be read before the user enters its passphrase.
    /// The number identifies the attempt to read the encrypted file.
    pub(crate) sealed_file: RefCell<Option<(u32, SealedFile)>>,
    /// The journals in localStorage, by project. An equal journal is not written again.
    pub(crate) journals: RefCell<BTreeMap<ProjectId, String>>,
    pub(crate) copying: Cell<bool>,
    /// The typed text that was last written to disk.
    pub(crate) draft: RefCell<Option<DraftInput>>,
    /// True while typed text waits to be written to disk. Text that is typed in the meantime is part of the same write.
    pub(crate) draft_waits: Cell<bool>,
    /// The project whose last complete write has failed. The header alone would not match the stored data.
    pub(crate) unfit: RefCell<Option<ProjectId>>,
    last_ticket: Cell<u32>,
}

impl Runtime {
    pub(crate) fn is_storing_answers(&self) -> bool {
        self.confidence_writes.is_busy() || self.answers.writes.is_busy() || self.exam.writes.is_busy()
    }
}

#[derive(Default)]
pub(crate) struct UnqueuedWrites {
    pub(crate) n: usize,
    /// Notifies the tasks that wait for the end of all unqueued writes.
    pub(crate) waiting: Vec<oneshot::Sender<()>>,
}

pub(crate) enum QueuedWrite {
    Store(Box<persistence::Cmd>, PendingWrite),
    Summarize(ProjectSummary),
    Load,
    /// Take the lock of the project from another tab, then read the project.
    TakeOver,
    /// Read the data that another tab has stored, to show it in this read-only tab.
    Follow,
    Protect(ProtectionChange),
    Acquire,
    Release,
    Rename(String),
    Draft(Option<DraftInput>),
    /// Acquire the lock of the project again and read the changes that other tabs have stored.
    Return,
    BackUp,
    Deleted(bool),
    DeleteForGood,
    Forget,
}

impl QueuedWrite {
    /// True for appends to the log and writes of the header, which may start without waiting in the queue.
    /// An append or a write of the header waits only for writes in the queue that it must not overtake.
    /// IndexedDB performs writes in request order, so writes outside the queue cannot overtake each other.
    pub(crate) fn can_skip_queue(&self) -> bool {
        matches!(self, QueuedWrite::Store(cmd, _) if matches!(**cmd, persistence::Cmd::Append { .. } | persistence::Cmd::SaveHead(_)))
    }

    pub(crate) fn must_keep_order(&self) -> bool {
        !matches!(
            self,
            QueuedWrite::Summarize(_) | QueuedWrite::Follow | QueuedWrite::Draft(_)
        )
    }

    pub(crate) fn changes(&self) -> bool {
        match self {
            QueuedWrite::Store(..)
            | QueuedWrite::Summarize(_)
            | QueuedWrite::Protect(_)
            | QueuedWrite::Rename(_)
            | QueuedWrite::Deleted(_)
            | QueuedWrite::DeleteForGood
            | QueuedWrite::Forget => true,
            QueuedWrite::Load
            | QueuedWrite::TakeOver
            | QueuedWrite::Follow
            | QueuedWrite::Acquire
            | QueuedWrite::Return
            | QueuedWrite::Release
            | QueuedWrite::Draft(_)
            | QueuedWrite::BackUp => false,
        }
    }
}

#[derive(Clone)]
pub(crate) struct EmbedInput {
    pub(crate) project: ProjectId,
    pub(crate) pool: Arc<Pool>,
    pub(crate) column: usize,
    pub(crate) encoder: EncoderName,
    pub(crate) embeddings: Option<EmbeddingFile>,
}

/// The embeddings used last stay in memory, so that a run with different settings need not read or compute them.
pub(crate) struct CachedEmbeddings {
    texts: EmbedInput,
    made: ComputedEmbeddings,
}

/// The result of the last neighbor search, kept for comparisons of selection methods.
pub(crate) struct CachedNeighbors {
    pub(crate) texts: EmbedInput,
    /// Whether the mean was subtracted from the embeddings, and the method of the neighbor search.
    pub(crate) how: (bool, Search),
    pub(crate) neighbors: Rc<Neighbors>,
}

impl AppHandle {
    pub(crate) fn begin(self) {
        self.watch_network();
        self.dispatch(Msg::Team(team::Msg::Known(annotator_name())));
        spawn_local(async move {
            // Read the user's own encoder first. Otherwise, the picks would seem to come from another encoder.
            let given = async { self.encoder_db().await?.stored().await };
            self.dispatch(Msg::Encoder(encoder::Msg::Restored(
                given.await.map(|given| given.map(Box::new)),
            )));
            self.start_projects();
            self.measure_cache().await;
            self.measure_multilingual().await;
        });
    }

    pub(crate) fn apply(self, msg: Msg) {
        let generation = self.generation();
        let (runtime, before) = (self.runtime(), self.project());
        let apply = |state: &mut AppState| {
            let cmds = state.apply(msg, wall_clock_ms());
            if cmds.iter().any(Cmd::stores_other_part) {
                runtime.is_edited.set(true);
            }
            // A command of the project list may open another project. The journal must not be stored for that project.
            let stays = !cmds.iter().any(|cmd| matches!(cmd, Cmd::Projects(_)));
            let generation = generation.filter(|_| stays);
            let journal = generation.and_then(|generation| state.journal(generation, runtime.is_edited.get()));
            (cmds, state.summarize(), state.position_to_save(), journal)
        };
        let Some((cmds, summary, position, journal)) = self.state.try_update(apply) else {
            return;
        };
        if let (Some(id), Some(journal)) = (before, journal) {
            self.store_journal(id, &journal);
        }
        for cmd in cmds {
            self.perform(cmd);
        }
        if let Some(summary) = summary {
            self.summarize(summary);
        }
        if let Some(position) = position {
            self.store_position(&position);
        }
    }

    pub(crate) fn take_files(self, files: Vec<FileAt>, adds: bool) {
        if files.is_empty() {
            return;
        }
        let bringing = self.state.with_untracked(|state| state.encoder.draft.is_some());
        match classify_files(&names(&files)) {
            ClassifiedFiles::Table { table, embeddings } if !bringing => {
                if adds {
                    self.dispatch(Msg::Add(append::Msg::Choose));
                }
                let embeddings = embeddings.map(|embeddings| files[embeddings].file.clone());
                self.open_file(&files[table].file, embeddings);
            }
            ClassifiedFiles::Projects(projects) => {
                // A table in an archive is added to the open project. A backup is not, see `Msg::ProjectRead`.
                if adds && projects.iter().all(|&project| is_archive(&files[project].path)) {
                    self.dispatch(Msg::Add(append::Msg::Choose));
                }
                self.open_one_by_one(projects.iter().map(|&project| files[project].file.clone()));
            }
            ClassifiedFiles::Many(many) if !bringing => {
                let those = || many.iter().map(|&index| files[index].file.clone());
                let takes_more = self.state.with_untracked(|state| state.takes_more_texts(adds));
                if takes_more && those().all(|file| may_be_table(&file.name(), adds)) {
                    self.open_one_by_one(those());
                } else {
                    self.dispatch(Msg::Import(import::Msg::ManyDropped(
                        those().map(|file| file.name()).collect(),
                    )));
                }
            }
            ClassifiedFiles::Embeddings(embeddings) if !bringing => {
                self.open_embeddings(files[embeddings].file.clone());
            }
            _ => self.add_to_draft(files),
        }
    }

    /// Small configuration files are read immediately, and large files only when the user tries the encoder.
    pub fn add_to_draft(self, files: Vec<FileAt>) {
        let names = names(&files);
        spawn_local(async move {
            let mut configs = Vec::new();
            for (FileAt { path, file }, _) in files.iter().zip(&names).filter(|(_, name)| is_config(name)) {
                match read(file).await {
                    Ok(bytes) => configs.push((path.clone(), js_sys::Uint8Array::new(&bytes).to_vec())),
                    Err(error) => {
                        return self.dispatch(Msg::Encoder(encoder::Msg::FilesUnreadable(DropReason::Unread(error))));
                    }
                }
            }
            let files = files.into_iter().map(|FileAt { path, file }| (path, file));
            self.runtime().dropped.borrow_mut().extend(files);
            self.dispatch(Msg::Encoder(encoder::Msg::AddFiles { files: names, configs }));
        });
    }

    fn open_embeddings(self, file: web_sys::File) {
        let ticket = self.next_ticket(FileRead {
            file_name: file.name(),
            ..FileRead::default()
        });
        let rows = self.state.with_untracked(|state| {
            let open = state.project.as_ref()?;
            Some((open.source.pool.len(), open.left_out().to_vec()))
        });
        spawn_local(async move {
            let read = async {
                let (n, left_out) = rows.ok_or(Error::from(LoadError::NoPool))?;
                self.read_embeddings(ticket, &file, (n, &left_out)).await
            };
            self.dispatch(match read.await {
                Ok(embeddings) => Msg::Import(import::Msg::EmbeddingsRead { ticket, embeddings }),
                Err(error) => Msg::Import(import::Msg::ReadFailed { ticket, error }),
            });
        });
    }

    /// Reads the embeddings of `n_texts` texts, without the rows for texts that the import rejected.
    pub(crate) async fn read_embeddings(
        self,
        ticket: u32,
        file: &web_sys::File,
        (n_texts, rejected): (usize, &[RejectedRow]),
    ) -> Result<EmbeddingFile, WorkerError> {
        let workers = self.workers(self.worker_count()).await?;
        let (file, rows) = read_embeddings(
            &workers,
            file,
            file.name(),
            (n_texts, rejected),
            self.percent_reporter(ticket),
        )
        .await?;
        // After the user has stopped the reading, the embeddings of the open project must stay in memory.
        if self.awaits(ticket) {
            network::embeds_otherwise();
            self.runtime().imported.replace(Some((file.clone(), rows)));
        }
        Ok(file)
    }

    /// Returns a function that reports each percentage of the progress only once.
    pub(crate) fn percent_reporter(self, ticket: u32) -> impl FnMut(f64) {
        let mut shown = None;
        move |share| {
            let percent = (100.0 * share) as u8;
            if shown.replace(percent) != Some(percent) {
                self.dispatch(Msg::Import(import::Msg::EmbeddingsReadFurther { ticket, percent }));
            }
        }
    }

    pub fn open_confidences(self, file: web_sys::File) {
        spawn_local(async move {
            let read = async {
                let workers = self.workers(self.worker_count()).await?;
                workers.load(read(&file).await?).await
            };
            let (file_name, table) = (file.name(), read.await);
            self.dispatch(Msg::Confidences(ConfidenceMsg::FileRead { file_name, table }));
        });
    }

    /// Returns the number of an attempt to read a file. Results of earlier attempts are ignored.
    pub(crate) fn next_ticket(self, reading: FileRead) -> u32 {
        let runtime = self.runtime();
        let ticket = runtime.last_ticket.get() + 1;
        runtime.last_ticket.set(ticket);
        self.dispatch(Msg::Import(import::Msg::Reading(FileRead { ticket, ..reading })));
        ticket
    }

    fn perform(self, cmd: Cmd) {
        match cmd {
            Cmd::Confidences(cmd) => self.perform_confidences(cmd),
            Cmd::ModelAnswers(cmd) => self.perform_questions(cmd),
            Cmd::Compare(cmd) => self.perform_compare(cmd),
            Cmd::Import(cmd) => self.perform_import(cmd),
            Cmd::FileLabels(cmd) => self.perform_file_labels(cmd),
            Cmd::Cache(embedding_cache::Cmd::Empty) => {
                self.runtime().at_hand.replace(None);
                self.runtime().labeled.replace(None);
                spawn_local(async move {
                    let emptied = async { self.cache().await?.clear().await };
                    if let Err(error) = emptied.await {
                        self.dispatch(Msg::Cache(embedding_cache::Msg::Failed(error)));
                    }
                    self.measure_cache().await;
                });
            }
            Cmd::Download {
                file_name,
                media_type,
                text,
            } => {
                if let Err(reason) = download(&file_name, media_type, &text) {
                    leptos::logging::error!("the download did not start: {reason:?}");
                }
            }
            Cmd::Team(team::Cmd::StoreName(name)) => set_annotator_name(&name),
            Cmd::Export(cmd) => self.perform_export(cmd),
            Cmd::Prompt(cmd) => self.perform_prompts(cmd),
            Cmd::Map(cmd) => self.perform_map(cmd),
            Cmd::Suggest(cmd) => self.perform_suggestions(cmd),
            Cmd::Similar(cmd) => self.perform_similar(cmd),
            Cmd::StorePreference(choice, on) => store_preference(choice, on),
            Cmd::Projects(cmd) => self.perform_projects(cmd),
            Cmd::Protection(cmd) => self.perform_protection(cmd),
            Cmd::Network(cmd) => self.perform_network(cmd),
            Cmd::Run(cmd) => self.perform_run(cmd),
            Cmd::Encoder(cmd) => self.perform_encoder(cmd),
            Cmd::Persistence(cmd) => self.perform_persistence(cmd),
        }
    }

    /// The embeddings come from memory, from an imported file, or from the encoder in `count` workers.
    pub(crate) async fn embeddings(
        self,
        job: JobId,
        count: usize,
        texts: &EmbedInput,
        control: &RunControl,
    ) -> Result<Rows, WorkerError> {
        match (self.cached_embeddings(texts), &texts.embeddings) {
            (Some(embeddings), _) => Ok(embeddings),
            (None, Some(file)) => self.imported_embeddings(job, file).await,
            (None, None) => self.embed(job, count, texts, control).await,
        }
    }

    /// `None` if the embeddings of the texts are not in memory.
    pub(crate) fn cached_embeddings(self, texts: &EmbedInput) -> Option<Rows> {
        match &texts.embeddings {
            Some(file) => self.imported_rows(file),
            None => self.cached_model_embeddings(texts).map(|made| made.rows),
        }
    }

    /// The embeddings that a model computed for the texts. `None` if the embeddings are not in memory.
    pub(crate) fn cached_model_embeddings(self, texts: &EmbedInput) -> Option<ComputedEmbeddings> {
        let runtime = self.runtime();
        let at_hand = runtime.at_hand.borrow();
        at_hand.as_ref().filter(|_| texts.embeddings.is_none())?.of(texts)
    }

    /// `None` if the file of the imported embeddings has not been read since the page was opened.
    pub(crate) fn imported_rows(self, file: &EmbeddingFile) -> Option<Rows> {
        let runtime = self.runtime();
        let imported = runtime.imported.borrow();
        let (_, rows) = imported.as_ref().filter(|(name, _)| name == file)?;
        Some(rows.clone())
    }

    /// Reads imported embeddings that were stored on an earlier visit.
    async fn imported_embeddings(self, job: JobId, file: &EmbeddingFile) -> Result<Rows, WorkerError> {
        self.dispatch(Msg::Run(run::Msg::Progressed {
            job,
            progress: Progress {
                stage: Stage::Neighbors,
                done: 0,
                total: file.rows,
            },
            elapsed_ms: 0.0,
        }));
        let rows = async { self.own_embedding_db().await?.get(file).await };
        let rows = rows
            .await
            .map_err(|error| WorkerError::EmbeddingFile { reason: error.into() })?;
        network::embeds_otherwise();
        self.runtime().imported.replace(Some((file.clone(), rows.clone())));
        Ok(rows)
    }

    /// Embeds the texts. Finished embeddings are stored in the cache even if the run is canceled or fails.
    async fn embed(
        self,
        job: JobId,
        count: usize,
        texts: &EmbedInput,
        control: &RunControl,
    ) -> Result<Rows, WorkerError> {
        let runtime = self.runtime();
        let _alone = runtime.embedding.lock().await;
        let encoders = unless_cancelled(self.encoders(count, &texts.encoder), control).await??;
        let device = self.state.with_untracked(|state| state.run.settings.embed_device);
        let encoders = encoders.on(device);
        let start = Instant::now();
        let mut shown_ms = f64::NEG_INFINITY;
        let report = move |event| match event {
            EmbedEvent::Fetching(fetched) => {
                let elapsed_ms = milliseconds(start);
                if elapsed_ms - shown_ms >= REPORT_INTERVAL_MS || Some(fetched.bytes) == fetched.total {
                    shown_ms = elapsed_ms;
                    self.dispatch(Msg::Run(run::Msg::Fetching { job, fetched }));
                }
            }
            EmbedEvent::Progress(progress) => self.dispatch(Msg::Run(run::Msg::Embedded {
                job,
                progress,
                elapsed_ms: milliseconds(start),
            })),
            EmbedEvent::OnGpu(share) => self.dispatch(Msg::Run(run::Msg::OnGpu(share))),
            EmbedEvent::Placed(places) => self.dispatch(Msg::Run(run::Msg::PreviewPlaced { job, places })),
            EmbedEvent::CacheFailed(error) => self.dispatch(Msg::Cache(embedding_cache::Msg::Failed(error))),
        };
        let EmbedInput {
            project, pool, column, ..
        } = texts;
        let so_far = PartialEmbeddings::default();
        runtime.so_far.replace(Some((job, so_far.clone())));
        drop(runtime.unpacking.lock().await);
        let embedding = embed(
            &encoders,
            self.cache_of(project).await,
            pool,
            *column,
            &so_far,
            report,
            control,
        );
        let EmbedOutcome { made, kept } = embedding.await;
        runtime.so_far.take();
        self.measure_cache().await;
        match made {
            Ok(made) => {
                let rows = made.rows.clone();
                runtime.at_hand.replace(Some(CachedEmbeddings {
                    texts: texts.clone(),
                    made,
                }));
                Ok(rows)
            }
            Err(error) => {
                let kept = PartialEmbedding {
                    text_column: *column,
                    texts: kept,
                    total: pool.len() as u32,
                };
                self.dispatch(Msg::Run(run::Msg::Stopped { job, kept }));
                Err(error)
            }
        }
    }

    /// Returns a function that reports the progress of a job, with at most one update per [`REPORT_INTERVAL_MS`].
    /// The start and the end of a stage are always reported.
    pub(crate) fn reporter(self, job: JobId) -> impl FnMut(Progress) + 'static {
        let start = Instant::now();
        let mut shown_ms = f64::NEG_INFINITY;
        move |progress| {
            let elapsed_ms = milliseconds(start);
            if progress.done == 0 || progress.done == progress.total || elapsed_ms - shown_ms >= REPORT_INTERVAL_MS {
                shown_ms = elapsed_ms;
                self.dispatch(Msg::Run(run::Msg::Progressed {
                    job,
                    progress,
                    elapsed_ms,
                }));
            }
        }
    }

    pub(crate) fn worker_count(self) -> usize {
        self.state
            .with_untracked(|state| state.run.settings.worker_count().unwrap_or(1))
    }

    /// Returns the workers without an encoder. If the number of running workers differs from `count`, starts `count` others.
    pub(crate) async fn workers(self, count: usize) -> Result<Workers, WorkerError> {
        let runtime = self.runtime();
        let started = runtime.workers.borrow().clone();
        match started.filter(|workers| workers.count() == count) {
            Some(workers) => Ok(workers),
            None => {
                let workers = Workers::new(self.program().await?, count);
                runtime.workers.replace(Some(workers.clone()));
                Ok(workers)
            }
        }
    }

    pub(crate) fn started_workers(self) -> Option<Workers> {
        self.runtime().workers.borrow().clone()
    }

    /// Workers with this encoder. New workers start if the encoder or the number of workers differs.
    pub(crate) async fn encoders(self, count: usize, encoder: &EncoderName) -> Result<EncoderPool, WorkerError> {
        let runtime = self.runtime();
        let started = runtime.encoders.borrow().clone();
        match started.filter(|(with, encoders)| with == encoder && encoders.count() == count) {
            Some((_, encoders)) => Ok(encoders),
            None => {
                let encoders = EncoderPool::new(self.encoder_program().await?, self.source(encoder).await?, count);
                runtime.encoders.replace(Some((encoder.clone(), encoders.clone())));
                Ok(encoders)
            }
        }
    }

    /// The source of the files of `encoder`: this site, files that the user chose, or the browser's storage.
    async fn source(self, encoder: &EncoderName) -> Result<ModelSource, WorkerError> {
        let Some(hash) = &encoder.hash else {
            return Ok(ModelSource::BuiltIn);
        };
        let is_multilingual = self.state.with_untracked(|state| {
            let custom = state.encoder.custom.as_ref();
            custom.is_some_and(|custom| custom.is_multilingual && custom.name() == *encoder)
        });
        if is_multilingual {
            let hash = Some(hash.clone());
            return Ok(ModelSource::Multilingual { hash });
        }
        let given = self.runtime().custom_encoder.borrow().clone();
        match given.filter(|(name, _)| name == encoder) {
            Some((_, files)) => Ok(ModelSource::Files(files)),
            None => Ok(ModelSource::Stored {
                store: self.encoder_db().await.map_err(|error| WorkerError::EncoderFiles {
                    reason: EncoderFilesReason::Stored(error.into()),
                })?,
                hash: hash.clone(),
            }),
        }
    }

    /// The program that workers without an encoder run, compiled on first use. A failed compilation is retried.
    pub(crate) async fn program(self) -> Result<WorkerModule, WorkerError> {
        open_once(&self.runtime().program, WorkerModule::compile()).await
    }

    /// The program that encoder workers run, compiled on first use. A failed compilation is retried.
    async fn encoder_program(self) -> Result<WorkerModule, WorkerError> {
        open_once(&self.runtime().encoder_program, WorkerModule::encoder()).await
    }

    /// Opens an encoder in a separate worker, which ends with this call. The encoder in use is not affected.
    pub(crate) async fn try_encoder(
        self,
        model: &str,
        tokenizer: &str,
        config: &ModelConfig,
        control: &RunControl,
    ) -> Result<CustomEncoder, WorkerError> {
        let runtime = self.runtime();
        let file = |path: &str| runtime.dropped.borrow().get(path).cloned();
        let (Some(model), Some(tokenizer)) = (file(model), file(tokenizer)) else {
            let reason = FileReason::Browser(Refusal::Gone);
            return Err(WorkerError::File { reason });
        };
        let config = to_buffer(&config.to_json());
        let files = [read(&model).await?, read(&tokenizer).await?, config];
        let encoders = EncoderPool::new(self.encoder_program().await?, ModelSource::Files(files.clone()), 1);
        let (report, hash) = encoders.report(control).await?;
        let given = CustomEncoder {
            hash: hash.to_string(),
            bytes: files.iter().map(|file| u64::from(file.byte_length())).sum(),
            report,
            is_multilingual: false,
        };
        runtime.tried.replace(Some((given.name(), files)));
        Ok(given)
    }

    /// Downloads the missing files of the multilingual encoder, and opens the encoder in a separate worker.
    /// The worker ends with this call. The encoder in use is not affected.
    pub(crate) async fn try_multilingual(
        self,
        on_event: &mut dyn FnMut(DownloadProgress),
        control: &RunControl,
    ) -> Result<CustomEncoder, WorkerError> {
        let source = ModelSource::Multilingual { hash: None };
        let encoders = EncoderPool::new(self.encoder_program().await?, source, 1);
        encoders.model_hash(on_event, control).await?;
        let (report, hash) = encoders.report(control).await?;
        Ok(CustomEncoder {
            hash: hash.to_string(),
            bytes: MULTILINGUAL_BYTES,
            report,
            is_multilingual: true,
        })
    }

    pub(crate) async fn encoder_db(self) -> Result<EncoderDb, StorageError> {
        open_once(&self.runtime().encoder_store, EncoderDb::open()).await
    }

    pub(crate) async fn cache(self) -> Result<Cache, StorageError> {
        open_once(&self.runtime().cache, Cache::open()).await
    }

    /// A protected project has its own encrypted entries in the cache.
    pub(crate) async fn cache_of(self, id: &ProjectId) -> Result<Cache, StorageError> {
        Ok(self.cache().await?.of(self.at_rest(id).await?))
    }

    /// Reports the size of the embedding cache. A failure is not reported here, because the next run reports it.
    pub(crate) async fn measure_cache(self) {
        let size = async { self.cache().await?.size().await };
        if let Ok(size) = size.await {
            self.dispatch(Msg::Cache(embedding_cache::Msg::Measured(size)));
        }
    }

    /// `column` selects the text column. Fails with [`WorkerError::NoProject`] if no project is open.
    pub(crate) fn texts_to_embed(self, column: impl FnOnce(&Project) -> usize) -> Result<EmbedInput, WorkerError> {
        let project = self.project();
        self.state.with_untracked(|state| texts_of(state, project, column))
    }

    pub(crate) fn runtime(self) -> Rc<Runtime> {
        RUNTIME.with(Rc::clone)
    }
}

/// `column` selects the text column, and `project` is the project on the screen.
fn texts_of(
    state: &AppState,
    project: Option<ProjectId>,
    column: impl FnOnce(&Project) -> usize,
) -> Result<EmbedInput, WorkerError> {
    let (project, open) = project.zip(state.project.as_ref()).ok_or(WorkerError::NoProject)?;
    Ok(EmbedInput {
        project,
        pool: open.source.pool.clone(),
        column: column(open),
        encoder: state.encoder.name(),
        embeddings: open.source.embeddings.clone(),
    })
}

impl EmbedInput {
    pub(crate) fn made_by(&self) -> EncoderName {
        let given = self.embeddings.as_ref().map(EmbeddingFile::made_by);
        given.unwrap_or_else(|| self.encoder.clone())
    }

    /// True if the texts are the same and their embeddings come from the same encoder or file.
    pub(crate) fn has_same_embeddings(&self, other: &EmbedInput) -> bool {
        Arc::ptr_eq(&self.pool, &other.pool) && self.column == other.column && self.made_by() == other.made_by()
    }
}

impl CachedEmbeddings {
    fn of(&self, texts: &EmbedInput) -> Option<ComputedEmbeddings> {
        self.texts.has_same_embeddings(texts).then(|| self.made.clone())
    }
}

/// Returns the value in `slot`, for example an open database. Opens the value first if `slot` is empty.
/// If opening fails, `slot` stays empty, and the next call tries to open the value again.
pub(crate) async fn open_once<T: Clone, E>(
    slot: &RefCell<Option<T>>,
    open: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
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

/// Returns the value in `slot`, for example an open database, if the value belongs to the project `id`.
/// If `slot` is empty or has the value of another project, awaits `open` and stores the result in `slot`.
pub(crate) async fn open_for_project<T: Clone>(
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

pub(crate) async fn fetch(url: &str) -> Result<JsValue, Refusal> {
    let window = web_sys::window().ok_or(Refusal::NoPage)?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(url)).await?.unchecked_into();
    if !response.ok() {
        let status = response.status();
        return Err(Refusal::Status { status });
    }
    Ok(JsFuture::from(response.array_buffer()?).await?)
}

fn names(files: &[FileAt]) -> Vec<FileName> {
    let name = |file: &FileAt| FileName {
        path: file.path.clone(),
        bytes: file.file.size() as u64,
    };
    files.iter().map(name).collect()
}

pub(crate) async fn read(file: &Blob) -> Result<ArrayBuffer, WorkerError> {
    match JsFuture::from(file.array_buffer()).await {
        Ok(bytes) => Ok(bytes.unchecked_into()),
        Err(reason) => Err(WorkerError::File {
            reason: FileReason::Browser(Refusal::of(&reason)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    #[test]
    fn texts_without_an_open_project_are_an_error_and_no_cancellation() {
        let mut state = test_support::state(2);
        let column = |state: &AppState, id: Option<ProjectId>| {
            texts_of(state, id, |open| open.source.text_column).map(|texts| texts.column)
        };
        let id = ProjectId::begun_at(1);
        assert_eq!(column(&state, Some(id.clone())), Err(WorkerError::NoProject));
        *state.project = Some(test_support::labeling(&[0], 3));
        assert_eq!(column(&state, None), Err(WorkerError::NoProject));
        assert_eq!(column(&state, Some(id)), Ok(0));
    }
}
