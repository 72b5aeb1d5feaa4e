//! The passphrase of a project: set, ask for, change and remove. Plain Rust, a part of the application
//! [`state`](crate::state).
//!
//! ```text
//!  choose ──▶ Effect::Protect, Change, Prepare ──▶ changed, prepared
//!  ask ──▶ answer ──▶ Effect::Unlock ──▶ unlocked ──▶ what waited is done
//!            ▲───────── failed ◀────┘
//! ```
//!
//! The keys stay with the code that performs the effects. The state only knows whether a key exists.

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::say;
use crate::projects;
use crate::state::{self, AppState, Context, Message, Question, Request};
use fastgas_platform::{ProjectId, ProtectionError, Secret, StorageError};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Protecting {
    /// True if the next new project will be protected.
    pub next: bool,
    pub dialog: Option<Dialog>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Ask(Asking),
    Choose(Choosing),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    pub of: Locked,
    /// The name of the project or the file.
    pub name: String,
    /// True while a passphrase is being checked.
    pub is_busy: bool,
    /// Why the last attempt failed.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Choosing {
    pub purpose: Purpose,
    /// True while the chosen passphrase is being applied.
    pub is_busy: bool,
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Locked {
    /// Open a project of the list.
    Project(ProjectId),
    /// Write a project that is not open to a backup file.
    BackUp(ProjectId),
    /// Read a file.
    File {
        /// The ticket of the read attempt.
        ticket: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Protect the next new project.
    Next,
    /// Protect the open project.
    Protect,
    /// Change the passphrase of the open project.
    Change,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// An operation needs a passphrase.
    Ask {
        of: Locked,
        name: String,
    },
    /// The user entered a passphrase.
    Answer(Secret),
    /// The user cancelled.
    GiveUp,
    /// The passphrase is wrong, or could not be checked.
    Failed(ProtectionError),
    /// The passphrase is right.
    Unlocked,
    /// The user wants to choose a passphrase.
    Choose(Purpose),
    /// The user confirmed a new passphrase.
    Chosen(Secret),
    StopChoosing,
    /// The passphrase for the next project is ready.
    Prepared,
    /// The user wants the next project to be unprotected.
    ForgetNext,
    /// The user wants to remove the protection of the open project. A confirmation follows.
    Remove,
    /// The change has finished: whether the open project is protected now.
    Changed(Result<bool, StorageError>),
    /// The project is protected, but some of its data in this browser is still unencrypted.
    Unfinished(StorageError),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Check this passphrase; answered by [`Action::Unlocked`] or [`Action::Failed`].
    Unlock(Locked, Secret),
    /// Discard what was kept to unlock this.
    GiveUp(Locked),
    /// Create a key for the next project; answered by [`Action::Prepared`] or [`Action::Failed`].
    Prepare(Secret),
    ForgetNext,
    /// Rewrite the open project with encryption; answered by [`Action::Changed`].
    Protect(Secret),
    /// Protect the open project with another passphrase; answered by [`Action::Changed`].
    Change(Secret),
    /// Rewrite the open project without encryption; answered by [`Action::Changed`].
    Remove,
}

impl Protecting {
    pub(crate) fn update(&mut self, action: Action, context: Context<'_>) -> Vec<Request> {
        let can_protect = context.work.can_protect;
        match action {
            Action::Ask { of, name } => {
                let mut requests = Vec::new();
                if let Locked::Project(_) = of {
                    // Another tab may have protected the project that is open here.
                    if context.project.is_some() {
                        requests.push(Request::LeaveProject);
                    }
                    requests.push(Request::StopAwaitingProject);
                }
                self.dialog = Some(Dialog::Ask(Asking {
                    of,
                    name,
                    is_busy: false,
                    problem: None,
                }));
                requests
            }
            Action::Answer(passphrase) => match &mut self.dialog {
                Some(Dialog::Ask(asking)) if !asking.is_busy => {
                    asking.is_busy = true;
                    asking.problem = None;
                    perform(Effect::Unlock(asking.of.clone(), passphrase))
                }
                _ => Vec::new(),
            },
            Action::GiveUp => {
                let is_asking = |dialog: &mut Dialog| matches!(dialog, Dialog::Ask(_));
                let Some(Dialog::Ask(Asking { of, .. })) = self.dialog.take_if(is_asking) else {
                    return Vec::new();
                };
                let mut requests = perform(Effect::GiveUp(of.clone()));
                match of {
                    Locked::Project(_) => requests.extend(projects::close()),
                    Locked::BackUp(_) => {}
                    Locked::File { ticket } => requests.push(Request::CancelReading { ticket }),
                }
                requests
            }
            Action::Failed(error) => {
                let said = Some(words(&error));
                match &mut self.dialog {
                    Some(Dialog::Ask(asking)) => (asking.is_busy, asking.problem) = (false, said),
                    Some(Dialog::Choose(choosing)) => (choosing.is_busy, choosing.problem) = (false, said),
                    None => {}
                }
                Vec::new()
            }
            Action::Unlocked => {
                let is_asking = |dialog: &mut Dialog| matches!(dialog, Dialog::Ask(_));
                match self.dialog.take_if(is_asking) {
                    Some(Dialog::Ask(Asking {
                        of: Locked::Project(_), ..
                    })) => vec![Request::AwaitProject],
                    _ => Vec::new(),
                }
            }
            Action::Choose(purpose) => {
                if purpose == Purpose::Next || can_protect {
                    self.dialog = Some(Dialog::Choose(Choosing {
                        purpose,
                        is_busy: false,
                        problem: None,
                    }));
                }
                Vec::new()
            }
            Action::Chosen(passphrase) => {
                let Some(Dialog::Choose(choosing)) = &mut self.dialog else {
                    return Vec::new();
                };
                if choosing.is_busy || (choosing.purpose != Purpose::Next && !can_protect) {
                    return Vec::new();
                }
                choosing.is_busy = true;
                choosing.problem = None;
                perform(match choosing.purpose {
                    Purpose::Next => Effect::Prepare(passphrase),
                    Purpose::Protect => Effect::Protect(passphrase),
                    Purpose::Change => Effect::Change(passphrase),
                })
            }
            Action::StopChoosing => {
                // A running change cannot be interrupted.
                let is_idle = |dialog: &mut Dialog| matches!(dialog, Dialog::Choose(choosing) if !choosing.is_busy);
                self.dialog.take_if(is_idle);
                Vec::new()
            }
            Action::Prepared => {
                self.dialog = None;
                self.next = true;
                Vec::new()
            }
            Action::ForgetNext => {
                self.next = false;
                perform(Effect::ForgetNext)
            }
            Action::Remove => match can_protect {
                true => vec![Request::Confirm(Question::Unprotect)],
                false => Vec::new(),
            },
            Action::Changed(changed) => {
                let is_choosing = |dialog: &mut Dialog| matches!(dialog, Dialog::Choose(_));
                let dialog = self.dialog.take_if(is_choosing);
                match changed {
                    Ok(is_protected) => {
                        if let Some(open) = context.project {
                            open.storage.is_protected = is_protected;
                        }
                        Vec::new()
                    }
                    Err(error) => self.tell_of_protection(dialog, &error),
                }
            }
            Action::Unfinished(error) => vec![Request::Notify(Message {
                title: say!("protection-unfinished-title"),
                problem: core_messages::of_core("storage", &error),
                advice: say!("protection-unfinished-advice"),
            })],
        }
    }

    fn tell_of_protection(&mut self, dialog: Option<Dialog>, error: &StorageError) -> Vec<Request> {
        let problem = core_messages::of_core("storage", error);
        match dialog {
            Some(Dialog::Choose(choosing)) => {
                self.dialog = Some(Dialog::Choose(Choosing {
                    is_busy: false,
                    problem: Some(say!("protection-change-failed-problem", problem)),
                    ..choosing
                }));
                Vec::new()
            }
            _ => vec![Request::Notify(Message {
                title: say!("protection-remove-failed-title"),
                problem,
                advice: say!("protection-remove-failed-advice"),
            })],
        }
    }

    /// Closes the dialog when its screen is left. The question for the passphrase of a project stays.
    pub(crate) fn put_away(&mut self) {
        let stays = |dialog: &Dialog| matches!(dialog, Dialog::Ask(asking) if matches!(asking.of, Locked::Project(_)));
        self.dialog.take_if(|dialog| !stays(dialog));
    }
}

/// Called after the user confirmed the removal of the protection.
pub(crate) fn unprotect(context: &Context<'_>) -> Vec<Request> {
    match context.work.can_protect {
        true => perform(Effect::Remove),
        false => Vec::new(),
    }
}

fn perform(effect: Effect) -> Vec<Request> {
    vec![Request::Perform(state::Effect::Protection(effect))]
}

impl AppState {
    /// True if the open project can be rewritten now: no run, export or write is in progress.
    pub fn can_protect(&self) -> bool {
        self.project.is_some()
            && !self.projects.read_only
            && !self.is_at_work()
            && self.comparison.under_way.is_none()
            && !self.prompts.is_packing
            && self.is_saved()
            && self.persistence.problem.is_none()
    }
}

impl Action {
    /// True if the action does not change a project that is open in another tab.
    pub(crate) fn is_harmless(&self) -> bool {
        !matches!(
            self,
            Action::Choose(Purpose::Protect | Purpose::Change) | Action::Remove
        )
    }
}

impl Asking {
    pub fn words(&self) -> String {
        let name = isolated(&self.name);
        match self.of {
            Locked::Project(_) => say!("protection-unlock-project-hint", name),
            Locked::BackUp(_) => say!("protection-unlock-backup-hint", name),
            Locked::File { .. } => say!("protection-unlock-file-hint", name),
        }
    }
}

fn words(error: &ProtectionError) -> String {
    match error {
        ProtectionError::WrongPassphrase => say!("protection-wrong-passphrase-problem"),
        ProtectionError::Unavailable { reason } => {
            say!("protection-unavailable-problem", reason = core_messages::reason(reason))
        }
        ProtectionError::Unreadable { reason } => {
            say!("protection-unreadable-problem", reason = core_messages::reason(reason))
        }
        ProtectionError::Storage { error } => {
            say!(
                "protection-unreadable-problem",
                reason = core_messages::of_core("storage", error)
            )
        }
    }
}
