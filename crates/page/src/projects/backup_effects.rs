//! Writes project files, including embeddings, and reads project files.

use std::collections::VecDeque;
use std::sync::Arc;

use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::browser::clock::wall_clock_ms;
use crate::browser::download::download_blob;
use crate::encoder::describe::BUILT_IN;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::import::classify_files::{is_archive, is_project};
use crate::import::{self, FileRead};
use crate::persistence::{self, BackupResult};
use crate::project::Project;
use crate::projects::backup::{self, ProjectFile};
use crate::projects::embedding_cache;
use crate::protection::{self, LockedItem};
use crate::runtime::handle::AppHandle;
use crate::runtime::{EmbedInput, FileEmbeddings, read};
use crate::state::Msg;
use crate::team;
use fastgas_annotation::backup::is_other_file;
use fastgas_embedding::cache::ModelHash;
use fastgas_platform::{
    AtRest, BackupFile, EmbeddingDb, EmbeddingFile, EncoderName, ProjectId, Protection, Rows, SavedFile,
    SavedFileStore, SealedFile, StorageError, StoredProject, cached, keep, network, packed, read_embeddings,
};
use fastgas_protocol::{Error, FileReason, Refusal, WorkerError};

enum EmbeddingSource {
    File(EmbeddingFile),
    /// Embeddings from the model with this hash. The hash also identifies the embeddings in the cache.
    Model(ModelHash),
}

enum BackupTarget {
    Download,
    File(SavedFile),
    /// No backup is written, because the user canceled the file dialog.
    None,
}

impl AppHandle {
    /// If `to` is `None`, the browser downloads the file.
    pub(crate) fn write_project(self, id: ProjectId, file: ProjectFile, to: Option<SavedFile>) {
        // Read the key now. Otherwise, closing the project would delete the key, and the write would fail.
        let at_rest = AtRest::new(&id, self.key(&id));
        spawn_local(async move {
            let file_name = file.file_name();
            let written = self.written(&at_rest, &file, to).await;
            let written = written.map(|written| BackupResult {
                // The project on the screen has no new backup if the user has opened another project during the write.
                backup: written.backup.filter(|_| self.shows(&id)),
                ..written
            });
            self.dispatch(Msg::Persistence(persistence::Msg::Written { file_name, written }));
        });
    }

    async fn written(
        self,
        at_rest: &AtRest,
        file: &ProjectFile,
        to: Option<SavedFile>,
    ) -> Result<BackupResult, String> {
        let head = &file.project.head;
        let protection = at_rest.protection();
        if file.project.is_protected && protection.is_none() {
            return Err(core_messages::translate_core("storage", &StorageError::Locked));
        }
        let made_by = made_by(head.embeddings.as_ref(), head.model.as_ref());
        let embeddings = match &made_by {
            Some(made_by) => self.embeddings_of(at_rest, &file.project, made_by).await,
            None => Ok(None),
        };
        // If the embeddings cannot be read, the file is written without them.
        let embeddings = embeddings.ok().flatten();
        let blob = packed(&file.contents(&file.json()), embeddings.as_ref(), protection).await;
        let blob = blob.map_err(|reason| core_messages::reason(&reason))?;
        match to {
            Some(saved) => {
                let replaced = saved.replace(&blob).await;
                replaced.map_err(|reason| format!("{}: {}", isolated(&saved.name()), in_words(&reason)))?;
            }
            None => download_blob(&file.file_name(), &blob).map_err(|reason| in_words(&reason))?,
        }
        Ok(BackupResult {
            backup: head.backup.clone(),
            misses_embeddings: made_by.is_some() && embeddings.is_none(),
        })
    }

    /// Writes to the file of the project's last backup, or to a file that the user chooses now.
    /// A browser that cannot write to files downloads the project instead.
    pub(crate) fn back_up_project(self, id: ProjectId, file: ProjectFile) {
        spawn_local(async move {
            let place = match SavedFile::is_possible() {
                true => self.place(&id, &file.file_name()).await,
                false => Ok(BackupTarget::Download),
            };
            match place {
                Ok(BackupTarget::Download) => self.write_project(id, file, None),
                Ok(BackupTarget::File(saved)) => self.write_project(id, file, Some(saved)),
                Ok(BackupTarget::None) => {}
                Err(reason) => self.dispatch(Msg::Persistence(persistence::Msg::Written {
                    file_name: file.file_name(),
                    written: Err(in_words(&reason)),
                })),
            }
        });
    }

    async fn place(self, id: &ProjectId, suggested: &str) -> Result<BackupTarget, JsValue> {
        let last = self.saved_file(id).await;
        if let Some(file) = last
            && file.may_be_written().await?
        {
            return Ok(BackupTarget::File(file));
        }
        let Some(file) = SavedFile::choose(suggested).await? else {
            return Ok(BackupTarget::None);
        };
        self.runtime().saved_file.replace(Some((id.clone(), file.clone())));
        let kept = async { SavedFileStore::open(id).await?.put(&file).await };
        if let Err(error) = kept.await {
            leptos::logging::warn!("the next visit will ask again where to back up: {error}");
        }
        self.dispatch(Msg::Persistence(persistence::Msg::SavedFile(Some(file.name()))));
        Ok(BackupTarget::File(file))
    }

    /// `None` if the file of the project's last backup is unknown.
    async fn saved_file(self, id: &ProjectId) -> Option<SavedFile> {
        let known = self.runtime().saved_file.borrow().clone();
        if let Some((_, file)) = known.filter(|(of, _)| of == id) {
            return Some(file);
        }
        let kept = async { SavedFileStore::open(id).await?.get().await };
        let file = kept.await.ok().flatten()?;
        self.runtime().saved_file.replace(Some((id.clone(), file.clone())));
        Some(file)
    }

    pub(crate) async fn show_saved_file(self, id: &ProjectId) {
        if SavedFile::is_possible() {
            let file = self.saved_file(id).await;
            if !self.shows(id) {
                return;
            }
            self.dispatch(Msg::Persistence(persistence::Msg::SavedFile(
                file.map(|file| file.name()),
            )));
        }
    }

    /// Forgets the file of the last backup, so that the next backup asks the user for a file.
    pub(crate) fn forget_saved_file(self, id: ProjectId) {
        self.runtime().saved_file.take();
        spawn_local(async move {
            let forgotten = async { SavedFileStore::open(&id).await?.clear().await };
            if let Err(error) = forgotten.await {
                leptos::logging::warn!("the file of the last backup is still known: {error}");
            }
        });
    }

    /// The embeddings of the project. `None` if they are neither stored nor in memory.
    async fn embeddings_of(
        self,
        at_rest: &AtRest,
        project: &StoredProject,
        made_by: &EmbeddingSource,
    ) -> Result<Option<Rows>, StorageError> {
        match made_by {
            EmbeddingSource::File(file) => match self.imported_rows(file) {
                Some(rows) => Ok(Some(rows)),
                None => Ok(Some(EmbeddingDb::open(at_rest).await?.get(file).await?)),
            },
            EmbeddingSource::Model(model) => {
                let texts = EmbedInput {
                    project: at_rest.id().clone(),
                    pool: project.pool.clone(),
                    column: project.head.text_column,
                    encoder: project.head.encoder.clone(),
                    embeddings: None,
                };
                drop(self.runtime().unpacking.lock().await);
                match self.cached_embeddings(&texts) {
                    Some(rows) => Ok(Some(rows)),
                    None => {
                        let cache = self.cache().await?.of(at_rest.clone());
                        cached(&cache, *model, &texts.pool, texts.column).await
                    }
                }
            }
        }
    }

    /// Each file waits until the user has answered the questions about the previous file.
    pub(crate) fn open_one_by_one(self, files: impl Iterator<Item = web_sys::File>) {
        let mut waiting: VecDeque<web_sys::File> = files.collect();
        let Some(first) = waiting.pop_front() else { return };
        let n_waiting = waiting.len();
        self.runtime().waiting.replace(waiting);
        self.open_project_or_table(first);
        if n_waiting > 0 {
            self.dispatch(Msg::Team(team::Msg::Waiting(n_waiting)));
        }
    }

    pub(crate) fn open_next(self) {
        let next = self.runtime().waiting.borrow_mut().pop_front();
        if let Some(file) = next {
            self.open_project_or_table(file);
        }
    }

    fn open_project_or_table(self, file: web_sys::File) {
        match is_project(&file.name()) {
            true => self.open_project(file),
            false => self.open_file(&file, None),
        }
    }

    /// A file with the `.zip` extension that contains no project is read as a table.
    fn open_project(self, file: web_sys::File) {
        let ticket = self.next_ticket(FileRead {
            file_name: file.name(),
            ..FileRead::default()
        });
        spawn_local(async move {
            match SealedFile::of(&file).await {
                Ok(None) if is_archive(&file.name()) => {
                    match self.read_project(ticket, file.clone().unchecked_into()).await {
                        Err(WorkerError::Pipeline(Error::Load(error))) if is_other_file(&error) => {
                            if self.awaits(ticket) {
                                self.open_file(&file, None);
                            }
                        }
                        result => self.project_read(ticket, result, None),
                    }
                }
                Ok(None) => self.read_opened(ticket, file.unchecked_into(), None).await,
                // The user may have stopped the reading.
                Ok(Some(_)) if !self.awaits(ticket) => {}
                Ok(Some(sealed)) => {
                    self.runtime().sealed_file.replace(Some((ticket, sealed)));
                    self.dispatch(Msg::Protection(protection::Msg::Ask {
                        of: LockedItem::File { ticket },
                        name: file.name(),
                    }));
                }
                Err(error) => self.dispatch(Msg::Import(import::Msg::ReadFailed { ticket, error })),
            }
        });
    }

    /// `protection` is the passphrase protection of the encrypted file, or `None` for an unencrypted file.
    pub(crate) async fn read_opened(self, ticket: u32, file: Blob, protection: Option<Protection>) {
        let result = self.read_project(ticket, file).await;
        self.project_read(ticket, result, protection);
    }

    fn project_read(self, ticket: u32, result: Result<Project, WorkerError>, protection: Option<Protection>) {
        // The result of a stopped reading must not replace the passphrase protection of a file that was read later.
        if !self.awaits(ticket) {
            return;
        }
        self.dispatch(match result {
            Ok(mut open) => {
                open.storage.is_protected = protection.is_some();
                let protection = protection.map(|protection| (open.source.pool.clone(), protection));
                self.runtime().file_protection.replace(protection);
                Msg::Import(import::Msg::ProjectRead {
                    ticket,
                    project: Box::new(open),
                })
            }
            Err(error) => Msg::Import(import::Msg::ReadFailed { ticket, error }),
        });
    }

    async fn read_project(self, ticket: u32, file: Blob) -> Result<Project, WorkerError> {
        let first = file.slice_with_f64_and_f64(0.0, 1.0);
        let first = first.map_err(|reason| unreadable(&reason))?;
        // Project files of versions 1 and 2 are JSON. Any other file is read as an archive.
        if js_sys::Uint8Array::new(&*read(&first).await?).to_vec() == b"{" {
            let bytes = js_sys::Uint8Array::new(&*read(&file).await?).to_vec();
            return Ok(backup::open_json(&bytes, wall_clock_ms()).map_err(Error::from)?);
        }
        let workers = self.workers(self.worker_count()).await?;
        let BackupFile {
            project,
            pool,
            places,
            embeddings,
        } = workers.unpack(file.clone()).await?;
        let mut open = backup::open(&project, pool, places, wall_clock_ms()).map_err(Error::from)?;
        let Some(range) = embeddings else {
            open.source.embeddings = None;
            return Ok(open);
        };
        let npy = file.slice_with_f64_and_f64(range.start as f64, range.end as f64);
        let npy = npy.map_err(|reason| unreadable(&reason))?;
        let name = open
            .source
            .embeddings
            .as_ref()
            .map_or("embeddings.npy", |file| &file.name)
            .to_owned();
        let report = self.percent_reporter(ticket);
        let (found, rows) = read_embeddings(&workers, &npy, name, (open.source.pool.len(), &[]), report).await?;
        // After the user has stopped the reading, the embeddings in memory belong to other files.
        if !self.awaits(ticket) {
            return Ok(open);
        }
        let model = open.result.outcome.as_ref().and_then(|outcome| outcome.model.as_ref());
        match made_by(open.source.embeddings.as_ref(), model) {
            Some(EmbeddingSource::File(file)) if file.has_rows_of(&found) => {
                network::embeds_otherwise();
                self.runtime().imported.replace(Some((file, rows)));
            }
            // The embeddings in the file were modified, so they cannot be the embeddings of the selection.
            Some(EmbeddingSource::File(_)) => open.source.embeddings = None,
            // The built-in encoder did not compute these embeddings, because the number of dimensions differs.
            Some(EmbeddingSource::Model(_))
                if is_built_in(&open) && found.dimensions as usize != BUILT_IN.dimensions => {}
            Some(EmbeddingSource::Model(model)) => {
                if !is_built_in(&open) {
                    network::embeds_otherwise();
                }
                self.runtime().unpacked.replace(Some(FileEmbeddings {
                    model,
                    texts: (open.source.pool.clone(), open.source.text_column),
                    rows,
                    beginnings: open
                        .result
                        .outcome
                        .as_ref()
                        .and_then(|outcome| outcome.beginnings.clone()),
                }));
            }
            None => {}
        }
        Ok(open)
    }

    /// Stores the embeddings from the project file if the user has opened the project in the file.
    pub(crate) fn store_file_embeddings(self, id: ProjectId) {
        let shown = self
            .state
            .with_untracked(|state| state.project.as_ref().map(|open| open.source.pool.clone()));
        let unpacked = self.runtime().unpacked.take();
        let is_shown = |unpacked: &FileEmbeddings| shown.is_some_and(|shown| Arc::ptr_eq(&shown, &unpacked.texts.0));
        let Some(unpacked) = unpacked.filter(is_shown) else {
            return;
        };
        let at_rest = AtRest::new(&id, self.key(&id));
        spawn_local(async move {
            let runtime = self.runtime();
            let _held = runtime.unpacking.lock().await;
            let FileEmbeddings {
                model,
                texts: (pool, column),
                rows,
                beginnings,
            } = &unpacked;
            let kept = async {
                let (cache, texts) = (self.cache().await?, (&**pool, *column));
                keep(&cache, &at_rest, *model, texts, rows, beginnings.as_deref()).await
            };
            if let Err(error) = kept.await {
                self.dispatch(Msg::Cache(embedding_cache::Msg::Failed(error)));
            }
            self.measure_cache().await;
        });
    }
}

fn is_built_in(open: &Project) -> bool {
    let encoder = open.result.outcome.as_ref().map(|outcome| &outcome.encoder);
    encoder == Some(&EncoderName::default())
}

fn made_by(file: Option<&EmbeddingFile>, model: Option<&String>) -> Option<EmbeddingSource> {
    match (file, model) {
        (Some(file), _) => Some(EmbeddingSource::File(file.clone())),
        (None, Some(model)) => ModelHash::parse(model).map(EmbeddingSource::Model),
        (None, None) => None,
    }
}

fn in_words(reason: &JsValue) -> String {
    core_messages::reason(&Refusal::of(reason))
}

fn unreadable(reason: &JsValue) -> WorkerError {
    WorkerError::File {
        reason: FileReason::Browser(Refusal::of(reason)),
    }
}
