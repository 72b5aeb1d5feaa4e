use crate::protection::state::*;
use crate::state::Action as StoreAction;
use crate::state::Reading;
use crate::state::Request;
use crate::state::request::context;
use crate::state::tests::give;
use crate::state::{self, AppState, Question};
use crate::test_support;
use fastgas_platform::{ProjectId, ProtectionError, Secret};

fn secret(text: &str) -> Secret {
    Secret(text.into())
}

fn labeling() -> AppState {
    let mut state = test_support::state(1);
    *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
    state
}

fn tell(state: &mut AppState, action: Action) -> Vec<state::Effect> {
    state.apply_now(StoreAction::Protection(action))
}

fn asks(state: &AppState) -> Option<&Asking> {
    match &state.protection.dialog {
        Some(Dialog::Ask(asking)) => Some(asking),
        _ => None,
    }
}

fn chooses(state: &AppState) -> Option<&Choosing> {
    match &state.protection.dialog {
        Some(Dialog::Choose(choosing)) => Some(choosing),
        _ => None,
    }
}

fn ask(state: &mut AppState, of: Locked) {
    let name = "a.csv".into();
    tell(state, Action::Ask { of, name });
}

#[test]
fn wrong_passphrase_is_reported_and_right_one_unlocks() {
    let mut state = test_support::state(1);
    state.persistence.restoring = true;
    let of = Locked::Project(ProjectId::begun_at(7));
    ask(&mut state, of.clone());
    assert!(!state.persistence.restoring, "the list is shown behind the question");
    let effects = tell(&mut state, Action::Answer(secret("wrong horse")));
    assert_eq!(
        effects,
        [state::Effect::Protection(Effect::Unlock(of, secret("wrong horse")))]
    );
    // Only one attempt at a time.
    assert_eq!(tell(&mut state, Action::Answer(secret("other"))), []);
    tell(&mut state, Action::Failed(ProtectionError::WrongPassphrase));
    let asking = asks(&state).expect("it asks again");
    assert!(!asking.is_busy && asking.problem.is_some());
    tell(&mut state, Action::Answer(secret("right horse")));
    assert_eq!(asks(&state).and_then(|asking| asking.problem.clone()), None);
    tell(&mut state, Action::Unlocked);
    assert!(state.protection.dialog.is_none() && state.persistence.restoring);
}

#[test]
fn giving_up_returns_to_project_list() {
    let mut state = test_support::state(1);
    let of = Locked::Project(ProjectId::begun_at(7));
    ask(&mut state, of.clone());
    let effects = tell(&mut state, Action::GiveUp);
    assert_eq!(effects[0], state::Effect::Protection(Effect::GiveUp(of)));
    assert!(effects.contains(&state::Effect::Projects(crate::projects::Effect::Close)));
    assert!(state.protection.dialog.is_none() && !state.persistence.restoring);
    // Giving up on a file cancels its import.
    state.import.reading = Some(Reading {
        ticket: 3,
        ..Reading::default()
    });
    ask(&mut state, Locked::File { ticket: 3 });
    tell(&mut state, Action::GiveUp);
    assert!(state.import.reading.is_none());
}

#[test]
fn update_requests_what_other_features_do() {
    let mut state = labeling();
    let update = |state: &mut AppState, action| {
        let context = context!(state, 1);
        state.protection.update(action, context)
    };
    let of = Locked::Project(ProjectId::begun_at(7));
    let ask = |of: &Locked| Action::Ask {
        of: of.clone(),
        name: "a.csv".into(),
    };
    let give_up = |of: &Locked| Request::Perform(state::Effect::Protection(Effect::GiveUp(of.clone())));
    assert_eq!(
        update(&mut state, ask(&of)),
        [Request::LeaveProject, Request::StopAwaitingProject]
    );
    assert_eq!(update(&mut state, Action::Unlocked), [Request::AwaitProject]);
    assert_eq!(update(&mut state, Action::Unlocked), [], "nothing is asked");
    update(&mut state, ask(&of));
    assert_eq!(
        update(&mut state, Action::GiveUp),
        [
            give_up(&of),
            Request::LeaveProject,
            Request::Perform(state::Effect::Projects(crate::projects::Effect::Close))
        ]
    );
    let of = Locked::File { ticket: 3 };
    assert_eq!(update(&mut state, ask(&of)), []);
    assert_eq!(
        update(&mut state, Action::GiveUp),
        [give_up(&of), Request::CancelReading { ticket: 3 }]
    );
    assert_eq!(
        update(&mut state, Action::Remove),
        [Request::Confirm(Question::Unprotect)]
    );
    state.projects.read_only = true;
    assert_eq!(update(&mut state, Action::Remove), []);
}

#[test]
fn project_protected_by_another_tab_is_closed() {
    let mut state = labeling();
    state.projects.read_only = true;
    ask(&mut state, Locked::Project(ProjectId::begun_at(7)));
    assert!(state.project.is_none() && asks(&state).is_some());
    // Asking for the passphrase of a file does not close the open project.
    let mut state = labeling();
    ask(&mut state, Locked::File { ticket: 3 });
    assert!(state.project.is_some());
}

#[test]
fn protection_of_open_project_is_set_and_removed() {
    let mut state = labeling();
    tell(&mut state, Action::Choose(Purpose::Protect));
    let effects = tell(&mut state, Action::Chosen(secret("correct horse")));
    assert_eq!(
        effects,
        [state::Effect::Protection(Effect::Protect(secret("correct horse")))]
    );
    tell(&mut state, Action::StopChoosing);
    assert!(chooses(&state).is_some(), "what is under way goes on");
    tell(&mut state, Action::Changed(Ok(true)));
    assert!(state.protection.dialog.is_none());
    let open = state.project.as_ref().expect("a project");
    assert!(open.storage.is_protected && open.to_project(&fastgas_select::Config::default()).is_protected);
    assert_eq!(state.summarize().map(|summary| summary.is_protected), Some(true));
    // Remove the protection.
    tell(&mut state, Action::Remove);
    assert_eq!(state.notices.confirmation, Some(Question::Unprotect));
    let effects = state.apply_now(StoreAction::Answer { yes: true });
    assert_eq!(effects, [state::Effect::Protection(Effect::Remove)]);
    tell(&mut state, Action::Changed(Err(test_support::refused())));
    assert!(state.notices.notice.is_some() && state.project.as_ref().is_some_and(|open| open.storage.is_protected));
    tell(&mut state, Action::Changed(Ok(false)));
    assert!(state.project.as_ref().is_some_and(|open| !open.storage.is_protected));
}

#[test]
fn failed_write_keeps_dialog_open_with_reason() {
    let mut state = labeling();
    tell(&mut state, Action::Choose(Purpose::Protect));
    tell(&mut state, Action::Chosen(secret("correct horse")));
    tell(&mut state, Action::Changed(Err(test_support::refused())));
    let choosing = chooses(&state).expect("the dialog stays");
    assert!(!choosing.is_busy && choosing.problem.is_some());
    assert!(state.project.as_ref().is_some_and(|open| !open.storage.is_protected));
    tell(&mut state, Action::StopChoosing);
    assert!(state.protection.dialog.is_none());
}

#[test]
fn unsaved_or_read_only_project_cannot_be_protected() {
    let mut unsaved = labeling();
    unsaved.apply(give(0), 1);
    let mut elsewhere = labeling();
    elsewhere.projects.read_only = true;
    for state in [&mut unsaved, &mut elsewhere, &mut test_support::state(1)] {
        tell(state, Action::Choose(Purpose::Protect));
        tell(state, Action::Remove);
        assert!(state.protection.dialog.is_none() && state.notices.confirmation.is_none());
    }
}

#[test]
fn prepared_passphrase_protects_only_next_project() {
    let mut state = test_support::state(1);
    tell(&mut state, Action::Choose(Purpose::Next));
    let effects = tell(&mut state, Action::Chosen(secret("correct horse")));
    assert_eq!(
        effects,
        [state::Effect::Protection(Effect::Prepare(secret("correct horse")))]
    );
    tell(&mut state, Action::Prepared);
    assert!(state.protection.next);
    let begin = |state: &mut AppState| {
        let effects = state.replace(test_support::labeling(&[2, 0, 1], 3));
        let saved = effects.iter().find_map(|effect| match effect {
            state::Effect::SaveProject(project) => Some(project.is_protected),
            _ => None,
        });
        saved.expect("it is stored")
    };
    assert!(begin(&mut state));
    assert!(!begin(&mut state));
    // Without a prepared passphrase, no project is protected.
    tell(&mut state, Action::Prepared);
    assert_eq!(
        tell(&mut state, Action::ForgetNext),
        [state::Effect::Protection(Effect::ForgetNext)]
    );
    assert!(!begin(&mut state));
}
