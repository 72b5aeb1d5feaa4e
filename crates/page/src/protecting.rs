//! The passphrase of a project: set, asked for, changed and taken away. Plain Rust, a part of the [`store`](super::store).
//!
//! ```text
//!  choose ──▶ Effect::Protect, Change, Prepare ──▶ changed, prepared
//!  ask ──▶ answer ──▶ Effect::Unlock ──▶ unlocked ──▶ what waited is done
//!            ▲───────── failed ◀────┘
//! ```
//!
//! The keys are with who performs the effects; of them the state knows only whether there are any.

use crate::isolate::isolated;
use crate::store::{self, AppState, Message, Question};
use crate::words::{core, say};
use fastgas_platform::{ProjectId, ProtectionError, Secret, StorageError};

/// What is known of passphrases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Protecting {
    /// Whether the next project that begins is protected.
    pub next: bool,
    pub dialog: Option<Dialog>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// A passphrase is asked for.
    Ask(Asking),
    /// A person chooses one.
    Choose(Choosing),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    pub of: Locked,
    /// Of the project or the file.
    pub name: String,
    /// Whether a passphrase is being tried.
    pub is_busy: bool,
    /// Why the last one opened nothing.
    pub problem: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Choosing {
    pub purpose: Purpose,
    /// Whether what follows is under way.
    pub is_busy: bool,
    pub problem: Option<String>,
}

/// What a passphrase is needed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Locked {
    /// To open a project of the list.
    Project(ProjectId),
    /// To write one into a file that is not open.
    BackUp(ProjectId),
    /// To read a file.
    File {
        /// Which attempt to read something.
        ticket: u32,
    },
}

/// What a passphrase is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The next project that begins.
    Next,
    /// The open project.
    Protect,
    /// The open project, which has one already.
    Change,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Something cannot go on without a passphrase.
    Ask {
        of: Locked,
        name: String,
    },
    /// A person has typed it.
    Answer(Secret),
    /// A person does not know it, or would rather not.
    GiveUp,
    /// It opens nothing, or cannot be tried.
    Failed(ProtectionError),
    /// It is the right one.
    Unlocked,
    /// A person wants to choose a passphrase.
    Choose(Purpose),
    /// A person has chosen it.
    Chosen(Secret),
    StopChoosing,
    /// It is ready for the next project.
    Prepared,
    /// A person wants the next project to be as any.
    ForgetNext,
    /// A person wants the open project to be protected no more; asks first.
    Remove,
    /// Whether the open project is protected from now on.
    Changed(Result<bool, StorageError>),
    /// It is, and something of it still lies in this browser as it was before.
    Unfinished(StorageError),
}

/// Something to be done in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Try this passphrase; answered by [`Action::Unlocked`] or [`Action::Failed`].
    Unlock(Locked, Secret),
    /// Nobody opens that any more.
    GiveUp(Locked),
    /// Make ready for the next project; answered by [`Action::Prepared`] or [`Action::Failed`].
    Prepare(Secret),
    ForgetNext,
    /// Write the open project anew, encrypted; answered by [`Action::Changed`].
    Protect(Secret),
    /// Protect the open project by another passphrase; answered by [`Action::Changed`].
    Change(Secret),
    /// Write the open project anew, as it is; answered by [`Action::Changed`].
    Remove,
}

impl Protecting {
    /// Closes what belongs to the screen that is left.
    pub(super) fn put_away(&mut self) {
        let stays = |dialog: &Dialog| matches!(dialog, Dialog::Ask(asking) if matches!(asking.of, Locked::Project(_)));
        self.dialog.take_if(|dialog| !stays(dialog));
    }
}

impl AppState {
    pub(super) fn protecting(&mut self, action: Action) -> Vec<store::Effect> {
        let in_world = |effect| vec![store::Effect::Protection(effect)];
        match action {
            Action::Ask { of, name } => {
                let mut effects = Vec::new();
                if let Locked::Project(_) = of {
                    // Another tab may have protected what is shown here.
                    if self.open.is_some() {
                        effects = self.forget_project();
                    }
                    self.nothing_restored();
                }
                self.protecting.dialog = Some(Dialog::Ask(Asking {
                    of,
                    name,
                    is_busy: false,
                    problem: None,
                }));
                effects
            }
            Action::Answer(passphrase) => match &mut self.protecting.dialog {
                Some(Dialog::Ask(asking)) if !asking.is_busy => {
                    asking.is_busy = true;
                    asking.problem = None;
                    in_world(Effect::Unlock(asking.of.clone(), passphrase))
                }
                _ => Vec::new(),
            },
            Action::GiveUp => {
                let is_asking = |dialog: &mut Dialog| matches!(dialog, Dialog::Ask(_));
                let Some(Dialog::Ask(Asking { of, .. })) = self.protecting.dialog.take_if(is_asking) else {
                    return Vec::new();
                };
                let mut effects = in_world(Effect::GiveUp(of.clone()));
                match of {
                    Locked::Project(_) => effects.extend(self.close()),
                    Locked::BackUp(_) => {}
                    Locked::File { ticket } => {
                        self.reading.take_if(|reading| reading.ticket == ticket);
                        self.wants_to_add = false;
                    }
                }
                effects
            }
            Action::Failed(error) => {
                let said = Some(words(&error));
                match &mut self.protecting.dialog {
                    Some(Dialog::Ask(asking)) => (asking.is_busy, asking.problem) = (false, said),
                    Some(Dialog::Choose(choosing)) => (choosing.is_busy, choosing.problem) = (false, said),
                    None => {}
                }
                Vec::new()
            }
            Action::Unlocked => {
                let is_asking = |dialog: &mut Dialog| matches!(dialog, Dialog::Ask(_));
                let unlocked = self.protecting.dialog.take_if(is_asking);
                if let Some(Dialog::Ask(Asking {
                    of: Locked::Project(_), ..
                })) = unlocked
                {
                    self.restoring = true;
                }
                Vec::new()
            }
            Action::Choose(purpose) => {
                if purpose == Purpose::Next || self.can_protect() {
                    self.protecting.dialog = Some(Dialog::Choose(Choosing {
                        purpose,
                        is_busy: false,
                        problem: None,
                    }));
                }
                Vec::new()
            }
            Action::Chosen(passphrase) => {
                let can_protect = self.can_protect();
                let Some(Dialog::Choose(choosing)) = &mut self.protecting.dialog else {
                    return Vec::new();
                };
                if choosing.is_busy || (choosing.purpose != Purpose::Next && !can_protect) {
                    return Vec::new();
                }
                choosing.is_busy = true;
                choosing.problem = None;
                in_world(match choosing.purpose {
                    Purpose::Next => Effect::Prepare(passphrase),
                    Purpose::Protect => Effect::Protect(passphrase),
                    Purpose::Change => Effect::Change(passphrase),
                })
            }
            Action::StopChoosing => {
                // What is under way cannot be stopped half done.
                let is_idle = |dialog: &mut Dialog| matches!(dialog, Dialog::Choose(choosing) if !choosing.is_busy);
                self.protecting.dialog.take_if(is_idle);
                Vec::new()
            }
            Action::Prepared => {
                self.protecting.dialog = None;
                self.protecting.next = true;
                Vec::new()
            }
            Action::ForgetNext => {
                self.protecting.next = false;
                in_world(Effect::ForgetNext)
            }
            Action::Remove => {
                if self.can_protect() {
                    self.question = Some(Question::Unprotect);
                }
                Vec::new()
            }
            Action::Changed(changed) => {
                let is_choosing = |dialog: &mut Dialog| matches!(dialog, Dialog::Choose(_));
                let dialog = self.protecting.dialog.take_if(is_choosing);
                match changed {
                    Ok(is_protected) => {
                        if let Some(open) = &mut self.open {
                            open.is_protected = is_protected;
                        }
                    }
                    Err(error) => self.tell_of_protection(dialog, &error),
                }
                Vec::new()
            }
            Action::Unfinished(error) => {
                self.message = Some(Message {
                    title: say!("protect-unfinished"),
                    problem: core::of_core("storage", &error),
                    advice: say!("protect-finish-by-opening"),
                });
                Vec::new()
            }
        }
    }

    /// Whether the open project can be written anew now: nothing of it is on its way.
    pub fn can_protect(&self) -> bool {
        self.open.is_some()
            && !self.projects.read_only
            && !self.is_at_work()
            && self.comparison.under_way.is_none()
            && !self.prompting.is_packing
            && self.is_saved()
            && self.storage_problem.is_none()
    }

    fn tell_of_protection(&mut self, dialog: Option<Dialog>, error: &StorageError) {
        let problem = core::of_core("storage", error);
        match dialog {
            Some(Dialog::Choose(choosing)) => {
                self.protecting.dialog = Some(Dialog::Choose(Choosing {
                    is_busy: false,
                    problem: Some(say!("protect-not-changed", problem)),
                    ..choosing
                }));
            }
            _ => {
                self.message = Some(Message {
                    title: say!("protect-not-removed"),
                    problem,
                    advice: say!("protect-stays-as-it-is"),
                });
            }
        }
    }

    /// A person has agreed that the open project is protected no more.
    pub(super) fn unprotect(&self) -> Vec<store::Effect> {
        match self.can_protect() {
            true => vec![store::Effect::Protection(Effect::Remove)],
            false => Vec::new(),
        }
    }
}

impl Action {
    /// Whether it changes nothing of the project that another tab has.
    pub(super) fn is_harmless(&self) -> bool {
        !matches!(
            self,
            Action::Choose(Purpose::Protect | Purpose::Change) | Action::Remove
        )
    }
}

impl Asking {
    /// What is asked, in words.
    pub fn words(&self) -> String {
        let name = isolated(&self.name);
        match self.of {
            Locked::Project(_) => say!("protect-ask-project", name),
            Locked::BackUp(_) => say!("protect-ask-back-up", name),
            Locked::File { .. } => say!("protect-ask-file", name),
        }
    }
}

fn words(error: &ProtectionError) -> String {
    match error {
        ProtectionError::WrongPassphrase => say!("protect-wrong"),
        ProtectionError::Unavailable { reason } => {
            say!("protect-unavailable", reason = core::reason(&reason.to_string()))
        }
        ProtectionError::Unreadable { reason } => say!("protect-unreadable", reason = core::reason(reason)),
    }
}

#[cfg(test)]
#[path = "protecting_tests.rs"]
mod tests;
