//! The encoder in use, and the dialog where the user imports an encoder.
//!
//! The user adds files to a draft and tries the draft.
//! After a successful trial, the user can use the encoder, which the page then stores.

use crate::encoder::describe::tokens_per_second;
use crate::encoder::draft::{self, EncoderCheck, EncoderDraft, Form};
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::import;
use crate::import::classify_files::FileName;
use crate::state::{Cmd as StateCmd, Confirmation, Notice, Request};
use fastgas_embedding::ModelConfig;
use fastgas_platform::{CustomEncoder, DropReason, EncoderName, StorageError};
use fastgas_protocol::{AssetReason, WorkerError};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Opens an encoder for a trial. The result arrives as [`Msg::Checked`].
    Try {
        trial: u32,
        model: String,
        tokenizer: String,
        config: ModelConfig,
    },
    StopTrial,
    /// Downloads and tries the multilingual encoder. The result arrives as [`Msg::MultilingualTried`].
    GetMultilingual {
        attempt: u32,
    },
    /// Stop the download. The downloaded parts stay in the browser's cache.
    StopMultilingual,
    DeleteMultilingual,
    Store(Arc<CustomEncoder>),
    Forget,
}

/// The state of the multilingual encoder, from the request until the encoder is in use.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Multilingual {
    /// The multilingual encoder was not requested, or is in use.
    #[default]
    Idle,
    Downloading {
        attempt: u32,
        bytes: u64,
    },
    Failed(Notice),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncoderState {
    /// The imported encoder in use. `None` if the built-in encoder is in use.
    pub custom: Option<Arc<CustomEncoder>>,
    pub is_persisted: bool,
    /// Why an encoder is not stored, or why a stored encoder is not in use. Shown until the user dismisses the notice.
    pub problem: Option<Notice>,
    pub draft: Option<EncoderDraft>,
    /// Measured tokens per second of one worker. `None` before the first measurement.
    pub tokens_per_second: Option<f64>,
    pub multilingual: Multilingual,
    /// Number of bytes that the multilingual encoder takes in the browser's cache. 0 until this number is known.
    pub multilingual_stored: u64,
    last_check: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Restored(Result<Option<Box<CustomEncoder>>, StorageError>),
    AddFiles {
        files: Vec<FileName>,
        configs: Vec<(String, Vec<u8>)>,
    },
    FilesUnreadable(DropReason),
    Edit(Form),
    Check,
    Checked {
        check: u32,
        result: Result<Box<CustomEncoder>, WorkerError>,
    },
    Use,
    UseMultilingual,
    MultilingualProgress {
        attempt: u32,
        bytes: u64,
    },
    MultilingualTried {
        attempt: u32,
        result: Result<Box<CustomEncoder>, WorkerError>,
    },
    StopMultilingual,
    MultilingualMeasured(u64),
    /// Asks for a confirmation before the stored files of the multilingual encoder are deleted.
    DeleteMultilingual,
    MultilingualDeleted(Result<(), StorageError>),
    Close,
    UseBuiltIn,
    Stored(Result<(), StorageError>),
    Deleted(Result<(), StorageError>),
    DismissProblem,
}

impl EncoderState {
    pub(crate) fn set_speed(&mut self, tokens_per_second: f64) {
        self.tokens_per_second = Some(tokens_per_second);
    }

    pub fn name(&self) -> EncoderName {
        self.custom.as_ref().map(|custom| custom.name()).unwrap_or_default()
    }

    pub fn can_use_multilingual(&self) -> bool {
        let is_in_use = self.custom.as_ref().is_some_and(|custom| custom.is_multilingual);
        !is_in_use && !matches!(self.multilingual, Multilingual::Downloading { .. })
    }

    /// `None` if nothing is stored, or while the encoder is in use or being downloaded.
    pub fn deletable_multilingual(&self) -> Option<u64> {
        Some(self.multilingual_stored).filter(|&bytes| bytes > 0 && self.can_use_multilingual())
    }

    pub(crate) fn update(&mut self, msg: Msg) -> Vec<Request> {
        match msg {
            Msg::Restored(stored) => self.restored(stored),
            Msg::AddFiles { files, configs } => {
                let draft = self.draft.get_or_insert_default();
                let mut requests = vec![Request::DismissNotice];
                if !files.is_empty() {
                    draft.add(files, configs);
                    requests.push(Request::Perform(StateCmd::Encoder(Cmd::StopTrial)));
                }
                requests
            }
            Msg::FilesUnreadable(reason) => {
                self.draft.get_or_insert_default().unreadable = Some(reason);
                Vec::new()
            }
            Msg::Edit(form) => {
                if let Some(draft) = &mut self.draft {
                    draft.form = form;
                    draft.trial = EncoderCheck::None;
                }
                Vec::new()
            }
            Msg::Check => self.check(),
            Msg::Checked { check, result } => {
                self.checked(check, result);
                Vec::new()
            }
            Msg::Use => self.use_draft(),
            Msg::UseMultilingual => self.use_multilingual(),
            Msg::MultilingualProgress { attempt, bytes } => {
                self.multilingual_progress(attempt, bytes);
                Vec::new()
            }
            Msg::MultilingualTried { attempt, result } => self.multilingual_tried(attempt, result),
            Msg::StopMultilingual => self.stop_multilingual(),
            Msg::MultilingualMeasured(bytes) => {
                self.multilingual_stored = bytes;
                Vec::new()
            }
            Msg::DeleteMultilingual => {
                let question = self.deletable_multilingual().map(Confirmation::DeleteMultilingual);
                question.map(Request::Confirm).into_iter().collect()
            }
            Msg::MultilingualDeleted(deleted) => {
                self.problem = deleted.err().map(|error| Notice {
                    title: t!("encoder-removal-failed-title"),
                    problem: core_messages::translate_core("storage", &error),
                    advice: t!("encoder-multilingual-deletion-failed-advice"),
                });
                Vec::new()
            }
            Msg::Close => self.close(),
            Msg::UseBuiltIn => match self.custom.take() {
                Some(_) => {
                    self.is_persisted = false;
                    self.problem = None;
                    self.tokens_per_second = None;
                    let mut requests = vec![
                        Request::EncoderChanged,
                        Request::Perform(StateCmd::Encoder(Cmd::Forget)),
                    ];
                    // Stop the download. Otherwise, it would later replace the encoder that the user has just chosen.
                    requests.extend(self.update(Msg::StopMultilingual));
                    requests
                }
                None => Vec::new(),
            },
            Msg::Stored(stored) => {
                self.is_persisted = stored.is_ok() && self.custom.is_some();
                self.problem = stored.err().map(|error| Notice {
                    title: t!(
                        "persistence-encoder-failed-title",
                        encoder = isolated(&self.name().name)
                    ),
                    problem: core_messages::translate_core("storage", &error),
                    advice: t!("persistence-encoder-failed-advice"),
                });
                Vec::new()
            }
            Msg::Deleted(deleted) => {
                self.problem = deleted.err().map(|error| Notice {
                    title: t!("encoder-removal-failed-title"),
                    problem: core_messages::translate_core("storage", &error),
                    advice: t!("encoder-removal-failed-advice"),
                });
                Vec::new()
            }
            Msg::DismissProblem => {
                self.problem = None;
                Vec::new()
            }
        }
    }

    fn restored(&mut self, stored: Result<Option<Box<CustomEncoder>>, StorageError>) -> Vec<Request> {
        match stored {
            // If the user imported an encoder before the stored encoder was read, the imported encoder stays in use.
            Ok(Some(stored)) if self.custom.is_none() => {
                self.tokens_per_second = Some(tokens_per_second(&stored));
                self.custom = Some(Arc::new(*stored));
                self.is_persisted = true;
                return vec![Request::EncoderChanged];
            }
            // If the browser refuses access to the storage, it is unknown whether an encoder is stored.
            // The storage of projects reports the refused access to the user.
            Ok(_) | Err(StorageError::Refused { .. }) => {}
            Err(error @ (StorageError::Unreadable { .. } | StorageError::Locked)) => {
                self.problem = Some(Notice {
                    title: t!("encoder-not-restored-title", encoder = isolated(&self.name().name)),
                    problem: core_messages::translate_core("storage", &error),
                    advice: t!("encoder-not-restored-advice"),
                });
            }
        }
        Vec::new()
    }

    pub(crate) fn close(&mut self) -> Vec<Request> {
        match self.draft.take() {
            Some(_) => vec![
                Request::Perform(StateCmd::Encoder(Cmd::StopTrial)),
                Request::Perform(StateCmd::Import(import::Cmd::ForgetFiles)),
            ],
            None => Vec::new(),
        }
    }

    fn check(&mut self) -> Vec<Request> {
        let Some(draft) = &mut self.draft else {
            return Vec::new();
        };
        let Ok(attempt) = draft.spec() else {
            return Vec::new();
        };
        self.last_check += 1;
        draft.trial = EncoderCheck::Opening(self.last_check);
        vec![Request::Perform(StateCmd::Encoder(Cmd::Try {
            trial: self.last_check,
            model: attempt.model,
            tokenizer: attempt.tokenizer,
            config: attempt.config,
        }))]
    }

    fn checked(&mut self, check: u32, result: Result<Box<CustomEncoder>, WorkerError>) {
        let in_use = self.name().name;
        let draft = self.draft.as_mut();
        if let Some(draft) = draft.filter(|draft| draft.trial == EncoderCheck::Opening(check)) {
            draft.trial = match result {
                Ok(given) => EncoderCheck::Opened(given),
                Err(WorkerError::Cancelled) => EncoderCheck::None,
                Err(error) => EncoderCheck::Failed(draft::failure(&draft.form.model, &in_use, &error)),
            };
        }
    }

    fn use_draft(&mut self) -> Vec<Request> {
        let is_opened = |draft: &mut EncoderDraft| matches!(draft.trial, EncoderCheck::Opened(_));
        let Some(EncoderDraft {
            trial: EncoderCheck::Opened(custom),
            ..
        }) = self.draft.take_if(is_opened)
        else {
            return Vec::new();
        };
        let mut requests = self.use_tried(*custom);
        requests.push(Request::Perform(StateCmd::Import(import::Cmd::ForgetFiles)));
        // Stop the download. Otherwise, it would later replace the encoder that the user has just chosen.
        requests.extend(self.update(Msg::StopMultilingual));
        requests
    }

    fn use_tried(&mut self, custom: CustomEncoder) -> Vec<Request> {
        let custom = Arc::new(custom);
        self.tokens_per_second = Some(tokens_per_second(&custom));
        self.custom = Some(custom.clone());
        self.is_persisted = false;
        self.problem = None;
        vec![
            Request::EncoderChanged,
            Request::Perform(StateCmd::Encoder(Cmd::Store(custom))),
        ]
    }

    fn use_multilingual(&mut self) -> Vec<Request> {
        if !self.can_use_multilingual() {
            return Vec::new();
        }
        let mut requests = self.close();
        self.last_check += 1;
        let attempt = self.last_check;
        self.multilingual = Multilingual::Downloading { attempt, bytes: 0 };
        requests.push(Request::Perform(StateCmd::Encoder(Cmd::GetMultilingual { attempt })));
        requests
    }

    pub(crate) fn stop_multilingual(&mut self) -> Vec<Request> {
        match self.multilingual {
            Multilingual::Downloading { .. } => {
                self.multilingual = Multilingual::Idle;
                vec![Request::Perform(StateCmd::Encoder(Cmd::StopMultilingual))]
            }
            Multilingual::Idle | Multilingual::Failed(_) => Vec::new(),
        }
    }

    fn multilingual_progress(&mut self, of: u32, bytes: u64) {
        if let Multilingual::Downloading { attempt, bytes: slot } = &mut self.multilingual
            && *attempt == of
        {
            *slot = bytes;
        }
    }

    fn multilingual_tried(&mut self, of: u32, result: Result<Box<CustomEncoder>, WorkerError>) -> Vec<Request> {
        if !matches!(self.multilingual, Multilingual::Downloading { attempt, .. } if attempt == of) {
            return Vec::new();
        }
        self.multilingual = Multilingual::Idle;
        match result {
            Ok(given) => return self.use_tried(*given),
            Err(WorkerError::Cancelled) => {}
            Err(error) => {
                self.multilingual = Multilingual::Failed(Notice {
                    title: t!("encoder-multilingual-failed-title"),
                    problem: core_messages::problem(&error),
                    advice: match error {
                        WorkerError::Asset {
                            reason: AssetReason::NotOnSite,
                            ..
                        } => t!("encoder-multilingual-not-on-site-advice"),
                        WorkerError::Asset { .. } => t!("encoder-multilingual-failed-advice"),
                        error => core_messages::advice(&error, error.advice()),
                    },
                });
            }
        }
        Vec::new()
    }
}
