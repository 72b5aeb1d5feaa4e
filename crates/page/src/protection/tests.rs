use crate::import::FileRead;
use crate::persistence;
use crate::protection::state::*;
use crate::state::Msg as StateMsg;
use crate::state::Request;
use crate::state::request::context;
use crate::state::{self, AppState, Confirmation};
use crate::test_support;
use crate::test_support::numbered_texts::give;
use fastgas_platform::{ProjectId, ProtectionError, Secret};

fn secret(text: &str) -> Secret {
    Secret(text.into())
}

fn labeling() -> AppState {
    let mut state = test_support::state(1);
    *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
    state
}

fn send(state: &mut AppState, msg: Msg) -> Vec<state::Cmd> {
    state.apply_now(StateMsg::Protection(msg))
}

fn asks(state: &AppState) -> Option<&PassphrasePrompt> {
    match &state.protection.dialog {
        Some(Dialog::Ask(asking)) => Some(asking),
        _ => None,
    }
}

fn chooses(state: &AppState) -> Option<&NewPassphrase> {
    match &state.protection.dialog {
        Some(Dialog::Choose(choosing)) => Some(choosing),
        _ => None,
    }
}

fn ask(state: &mut AppState, of: LockedItem) {
    let name = "a.csv".into();
    send(state, Msg::Ask { of, name });
}

#[test]
fn wrong_passphrase_is_reported_and_right_one_unlocks() {
    let mut state = test_support::state(1);
    state.persistence.restoring = true;
    let of = LockedItem::Project(ProjectId::begun_at(7));
    ask(&mut state, of.clone());
    assert!(!state.persistence.restoring, "the list is shown behind the dialog");
    let cmds = send(&mut state, Msg::Answer(secret("wrong horse")));
    assert_eq!(cmds, [state::Cmd::Protection(Cmd::Unlock(of, secret("wrong horse")))]);
    // While a passphrase is being checked, another passphrase is ignored.
    assert_eq!(send(&mut state, Msg::Answer(secret("other"))), []);
    send(&mut state, Msg::Failed(ProtectionError::WrongPassphrase));
    let asking = asks(&state).expect("it asks again");
    assert!(!asking.is_busy && asking.problem.is_some());
    send(&mut state, Msg::Answer(secret("right horse")));
    assert_eq!(asks(&state).and_then(|asking| asking.problem.clone()), None);
    send(&mut state, Msg::Unlocked);
    assert!(state.protection.dialog.is_none() && state.persistence.restoring);
}

#[test]
fn canceled_passphrase_dialog_returns_to_the_project_list() {
    let mut state = test_support::state(1);
    let of = LockedItem::Project(ProjectId::begun_at(7));
    ask(&mut state, of.clone());
    let cmds = send(&mut state, Msg::GiveUp);
    assert_eq!(cmds[0], state::Cmd::Protection(Cmd::GiveUp(of)));
    assert!(cmds.contains(&state::Cmd::Projects(crate::projects::Cmd::Close)));
    assert!(state.protection.dialog.is_none() && !state.persistence.restoring);
    // Canceling the dialog that asks for the passphrase of a file cancels the import of this file.
    state.import.reading = Some(FileRead {
        ticket: 3,
        ..FileRead::default()
    });
    ask(&mut state, LockedItem::File { ticket: 3 });
    send(&mut state, Msg::GiveUp);
    assert!(state.import.reading.is_none());
}

#[test]
fn unlocking_and_canceling_request_the_steps_of_the_page() {
    let mut state = labeling();
    let update = |state: &mut AppState, msg| {
        let context = context!(state, 1);
        state.protection.update(msg, context)
    };
    let of = LockedItem::Project(ProjectId::begun_at(7));
    let ask = |of: &LockedItem| Msg::Ask {
        of: of.clone(),
        name: "a.csv".into(),
    };
    let give_up = |of: &LockedItem| Request::Perform(state::Cmd::Protection(Cmd::GiveUp(of.clone())));
    assert_eq!(
        update(&mut state, ask(&of)),
        [Request::LeaveProject, Request::StopAwaitingProject]
    );
    assert_eq!(update(&mut state, Msg::Unlocked), [Request::AwaitProject]);
    assert_eq!(update(&mut state, Msg::Unlocked), [], "no passphrase was requested");
    update(&mut state, ask(&of));
    assert_eq!(
        update(&mut state, Msg::GiveUp),
        [
            give_up(&of),
            Request::LeaveProject,
            Request::Perform(state::Cmd::Projects(crate::projects::Cmd::Close))
        ]
    );
    let of = LockedItem::File { ticket: 3 };
    assert_eq!(update(&mut state, ask(&of)), []);
    assert_eq!(
        update(&mut state, Msg::GiveUp),
        [give_up(&of), Request::CancelReading { ticket: 3 }]
    );
    assert_eq!(
        update(&mut state, Msg::Remove),
        [Request::Confirm(Confirmation::Unprotect)]
    );
    state.projects.read_only = true;
    assert_eq!(update(&mut state, Msg::Remove), []);
}

#[test]
fn project_protected_by_another_tab_is_closed() {
    let mut state = labeling();
    state.projects.read_only = true;
    ask(&mut state, LockedItem::Project(ProjectId::begun_at(7)));
    assert!(state.project.is_none() && asks(&state).is_some());
    // Asking for the passphrase of a file does not close the open project.
    let mut state = labeling();
    ask(&mut state, LockedItem::File { ticket: 3 });
    assert!(state.project.is_some());
}

#[test]
fn protection_of_open_project_is_set_and_removed() {
    let mut state = labeling();
    send(&mut state, Msg::Choose(PassphrasePurpose::Protect));
    let cmds = send(&mut state, Msg::Chosen(secret("correct horse")));
    assert_eq!(cmds, [state::Cmd::Protection(Cmd::Protect(secret("correct horse")))]);
    send(&mut state, Msg::StopChoosing);
    assert!(chooses(&state).is_some(), "the dialog of the running change stays open");
    send(&mut state, Msg::Changed(Ok(true)));
    assert!(state.protection.dialog.is_none());
    let open = test_support::open_project(&state);
    assert!(open.storage.is_protected && open.to_project(&fastgas_select::Config::default()).is_protected);
    assert_eq!(state.summarize().map(|summary| summary.is_protected), Some(true));
    send(&mut state, Msg::Remove);
    assert_eq!(state.notices.confirmation, Some(Confirmation::Unprotect));
    let cmds = state.apply_now(StateMsg::Answer { yes: true });
    assert_eq!(cmds, [state::Cmd::Protection(Cmd::Remove)]);
    send(&mut state, Msg::Changed(Err(test_support::refused())));
    assert!(state.notices.notice.is_some() && state.project.as_ref().is_some_and(|open| open.storage.is_protected));
    send(&mut state, Msg::Changed(Ok(false)));
    assert!(state.project.as_ref().is_some_and(|open| !open.storage.is_protected));
}

#[test]
fn failed_write_keeps_dialog_open_with_reason() {
    let mut state = labeling();
    send(&mut state, Msg::Choose(PassphrasePurpose::Protect));
    send(&mut state, Msg::Chosen(secret("correct horse")));
    send(&mut state, Msg::Changed(Err(test_support::refused())));
    let choosing = chooses(&state).expect("the dialog stays");
    assert!(!choosing.is_busy && choosing.problem.is_some());
    assert!(state.project.as_ref().is_some_and(|open| !open.storage.is_protected));
    send(&mut state, Msg::StopChoosing);
    assert!(state.protection.dialog.is_none());
}

#[test]
fn unsaved_or_read_only_project_cannot_be_protected() {
    let mut unsaved = labeling();
    unsaved.apply(give(0), 1);
    let mut elsewhere = labeling();
    elsewhere.projects.read_only = true;
    for state in [&mut unsaved, &mut elsewhere, &mut test_support::state(1)] {
        send(state, Msg::Choose(PassphrasePurpose::Protect));
        send(state, Msg::Remove);
        assert!(state.protection.dialog.is_none() && state.notices.confirmation.is_none());
    }
}

#[test]
fn prepared_passphrase_protects_only_next_project() {
    let mut state = test_support::state(1);
    send(&mut state, Msg::Choose(PassphrasePurpose::Next));
    let cmds = send(&mut state, Msg::Chosen(secret("correct horse")));
    assert_eq!(cmds, [state::Cmd::Protection(Cmd::Prepare(secret("correct horse")))]);
    send(&mut state, Msg::Prepared);
    assert!(state.protection.next);
    let begin = |state: &mut AppState| {
        let cmds = state.replace(test_support::labeling(&[2, 0, 1], 3), 0);
        let saved = cmds.iter().find_map(|cmd| match cmd {
            state::Cmd::Persistence(persistence::Cmd::SaveProject(project)) => Some(project.is_protected),
            _ => None,
        });
        saved.expect("it is stored")
    };
    assert!(begin(&mut state));
    assert!(!begin(&mut state));
    // If no passphrase was chosen, no project is protected.
    send(&mut state, Msg::Prepared);
    assert_eq!(
        send(&mut state, Msg::ForgetNext),
        [state::Cmd::Protection(Cmd::ForgetNext)]
    );
    assert!(!begin(&mut state));
}
