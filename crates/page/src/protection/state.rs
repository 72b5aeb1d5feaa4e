//! Sets, requests, changes and removes the passphrase of a project.
//!
//! The code that performs the commands holds the keys. The state contains only whether there is a key.

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::projects;
use crate::state::{self, AppState, Confirmation, Context, Notice, Request};
use fastgas_platform::{ProjectId, ProtectionError, Secret, StorageError};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProtectionState {
    pub next: bool,
    pub dialog: Option<Dialog>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Ask(PassphrasePrompt),
    Choose(NewPassphrase),
}

#[derive(Clone, Debug, PartialEq)]
pub struct PassphrasePrompt {
    pub of: LockedItem,
    pub name: String,
    pub is_busy: bool,
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewPassphrase {
    pub purpose: PassphrasePurpose,
    pub is_busy: bool,
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LockedItem {
    Project(ProjectId),
    /// The user saves a backup of a project that is not open.
    BackUp(ProjectId),
    File {
        /// The number of the attempt to read the file. Results of earlier attempts are ignored.
        ticket: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassphrasePurpose {
    Next,
    Protect,
    Change,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Ask {
        of: LockedItem,
        name: String,
    },
    Answer(Secret),
    GiveUp,
    /// The passphrase is wrong or could not be checked.
    Failed(ProtectionError),
    Unlocked,
    Choose(PassphrasePurpose),
    Chosen(Secret),
    StopChoosing,
    Prepared,
    ForgetNext,
    /// The user wants to remove the passphrase of the open project. The page asks for a confirmation.
    Remove,
    /// The passphrase was set, changed or removed. True if the open project has a passphrase now.
    Changed(Result<bool, StorageError>),
    /// The project has a passphrase, but some of its data in this browser is not encrypted yet.
    Unfinished(StorageError),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Check this passphrase. The result arrives as [`Msg::Unlocked`] or [`Msg::Failed`].
    Unlock(LockedItem, Secret),
    /// Forget the encrypted data that was read, because the user has canceled.
    GiveUp(LockedItem),
    /// Create a key for the next project. The result arrives as [`Msg::Prepared`] or [`Msg::Failed`].
    Prepare(Secret),
    ForgetNext,
    /// Write the open project again with encryption. The result arrives as [`Msg::Changed`].
    Protect(Secret),
    /// Replace the passphrase of the open project. The result arrives as [`Msg::Changed`].
    Change(Secret),
    /// Write the open project again without encryption. The result arrives as [`Msg::Changed`].
    Remove,
}

impl ProtectionState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        let can_protect = context.work.can_protect;
        match msg {
            Msg::Ask { of, name } => {
                let mut requests = Vec::new();
                if let LockedItem::Project(_) = of {
                    // Another tab may have set or changed the passphrase of the project that is open in this tab.
                    if context.project.is_some() {
                        requests.push(Request::LeaveProject);
                    }
                    requests.push(Request::StopAwaitingProject);
                }
                self.dialog = Some(Dialog::Ask(PassphrasePrompt {
                    of,
                    name,
                    is_busy: false,
                    problem: None,
                }));
                requests
            }
            Msg::Answer(passphrase) => match &mut self.dialog {
                Some(Dialog::Ask(asking)) if !asking.is_busy => {
                    asking.is_busy = true;
                    asking.problem = None;
                    perform(Cmd::Unlock(asking.of.clone(), passphrase))
                }
                _ => Vec::new(),
            },
            Msg::GiveUp => {
                let is_asking = |dialog: &mut Dialog| matches!(dialog, Dialog::Ask(_));
                let Some(Dialog::Ask(PassphrasePrompt { of, .. })) = self.dialog.take_if(is_asking) else {
                    return Vec::new();
                };
                let mut requests = perform(Cmd::GiveUp(of.clone()));
                match of {
                    LockedItem::Project(_) => requests.extend(projects::close()),
                    LockedItem::BackUp(_) => {}
                    LockedItem::File { ticket } => requests.push(Request::CancelReading { ticket }),
                }
                requests
            }
            Msg::Failed(error) => {
                let message = Some(words(&error));
                match &mut self.dialog {
                    Some(Dialog::Ask(asking)) => (asking.is_busy, asking.problem) = (false, message),
                    Some(Dialog::Choose(choosing)) => (choosing.is_busy, choosing.problem) = (false, message),
                    None => {}
                }
                Vec::new()
            }
            Msg::Unlocked => {
                let is_asking = |dialog: &mut Dialog| matches!(dialog, Dialog::Ask(_));
                match self.dialog.take_if(is_asking) {
                    Some(Dialog::Ask(PassphrasePrompt {
                        of: LockedItem::Project(_),
                        ..
                    })) => vec![Request::AwaitProject],
                    _ => Vec::new(),
                }
            }
            Msg::Choose(purpose) => {
                if purpose == PassphrasePurpose::Next || can_protect {
                    self.dialog = Some(Dialog::Choose(NewPassphrase {
                        purpose,
                        is_busy: false,
                        problem: None,
                    }));
                }
                Vec::new()
            }
            Msg::Chosen(passphrase) => {
                let Some(Dialog::Choose(choosing)) = &mut self.dialog else {
                    return Vec::new();
                };
                if choosing.is_busy || (choosing.purpose != PassphrasePurpose::Next && !can_protect) {
                    return Vec::new();
                }
                choosing.is_busy = true;
                choosing.problem = None;
                perform(match choosing.purpose {
                    PassphrasePurpose::Next => Cmd::Prepare(passphrase),
                    PassphrasePurpose::Protect => Cmd::Protect(passphrase),
                    PassphrasePurpose::Change => Cmd::Change(passphrase),
                })
            }
            Msg::StopChoosing => {
                // The dialog cannot be closed while a passphrase is being set or changed.
                let is_idle = |dialog: &mut Dialog| matches!(dialog, Dialog::Choose(choosing) if !choosing.is_busy);
                self.dialog.take_if(is_idle);
                Vec::new()
            }
            Msg::Prepared => {
                self.dialog = None;
                self.next = true;
                Vec::new()
            }
            Msg::ForgetNext => {
                self.next = false;
                perform(Cmd::ForgetNext)
            }
            Msg::Remove => match can_protect {
                true => vec![Request::Confirm(Confirmation::Unprotect)],
                false => Vec::new(),
            },
            Msg::Changed(changed) => {
                let is_choosing = |dialog: &mut Dialog| matches!(dialog, Dialog::Choose(_));
                let dialog = self.dialog.take_if(is_choosing);
                match changed {
                    Ok(is_protected) => {
                        if let Some(open) = context.project {
                            open.storage.is_protected = is_protected;
                        }
                        Vec::new()
                    }
                    Err(error) => self.report_protection_error(dialog, &error),
                }
            }
            Msg::Unfinished(error) => vec![Request::Notify(Notice {
                title: t!("protection-unfinished-title"),
                problem: core_messages::translate_core("storage", &error),
                advice: t!("protection-unfinished-advice"),
            })],
        }
    }

    fn report_protection_error(&mut self, dialog: Option<Dialog>, error: &StorageError) -> Vec<Request> {
        let problem = core_messages::translate_core("storage", error);
        match dialog {
            Some(Dialog::Choose(choosing)) => {
                self.dialog = Some(Dialog::Choose(NewPassphrase {
                    is_busy: false,
                    problem: Some(t!("protection-change-failed-problem", problem)),
                    ..choosing
                }));
                Vec::new()
            }
            _ => vec![Request::Notify(Notice {
                title: t!("protection-remove-failed-title"),
                problem,
                advice: t!("protection-remove-failed-advice"),
            })],
        }
    }

    /// Returns whether the project that is being opened must get a passphrase.
    /// The chosen passphrase applies to only one project.
    pub(crate) fn take_next(&mut self) -> bool {
        std::mem::take(&mut self.next)
    }

    /// The dialog that asks for the passphrase of a project stays open, because the project is not readable without it.
    pub(crate) fn close_dialogs(&mut self) {
        let stays =
            |dialog: &Dialog| matches!(dialog, Dialog::Ask(asking) if matches!(asking.of, LockedItem::Project(_)));
        self.dialog.take_if(|dialog| !stays(dialog));
    }
}

pub(crate) fn unprotect(context: &Context<'_>) -> Vec<Request> {
    match context.work.can_protect {
        true => perform(Cmd::Remove),
        false => Vec::new(),
    }
}

fn perform(cmd: Cmd) -> Vec<Request> {
    vec![Request::Perform(state::Cmd::Protection(cmd))]
}

impl AppState {
    /// True if no run, export or write is in progress that a rewrite of the project would disturb.
    pub fn can_protect(&self) -> bool {
        self.project.is_some()
            && !self.projects.read_only
            && !self.has_running_job()
            && self.comparison.under_way.is_none()
            && !self.prompts.is_packing
            && self.is_saved()
            && self.persistence.problem.is_none()
    }
}

impl Msg {
    /// Whether a read-only tab may handle the message, because the message does not change the project.
    pub(crate) fn is_harmless(&self) -> bool {
        !matches!(
            self,
            Msg::Choose(PassphrasePurpose::Protect | PassphrasePurpose::Change) | Msg::Remove
        )
    }
}

impl PassphrasePrompt {
    pub fn words(&self) -> String {
        let name = isolated(&self.name);
        match self.of {
            LockedItem::Project(_) => t!("protection-unlock-project-hint", name),
            LockedItem::BackUp(_) => t!("protection-unlock-backup-hint", name),
            LockedItem::File { .. } => t!("protection-unlock-file-hint", name),
        }
    }
}

fn words(error: &ProtectionError) -> String {
    match error {
        ProtectionError::WrongPassphrase => t!("protection-wrong-passphrase-problem"),
        ProtectionError::Unavailable { reason } => {
            t!("protection-unavailable-problem", reason = core_messages::reason(reason))
        }
        ProtectionError::Unreadable { reason } => {
            t!("protection-unreadable-problem", reason = core_messages::reason(reason))
        }
        ProtectionError::Storage { error } => {
            t!(
                "protection-unreadable-problem",
                reason = core_messages::translate_core("storage", error)
            )
        }
    }
}
