use super::*;
use crate::fixtures;
use crate::store::Action as StoreAction;
use crate::store::Reading;
use crate::store::tests::give;

fn secret(text: &str) -> Secret {
    Secret(text.into())
}

fn labeling() -> AppState {
    let mut state = fixtures::state(1);
    state.open = Some(fixtures::labeling(&[2, 0, 1], 3));
    state
}

fn tell(state: &mut AppState, action: Action) -> Vec<store::Effect> {
    state.apply_now(StoreAction::Protection(action))
}

fn asks(state: &AppState) -> Option<&Asking> {
    match &state.protecting.dialog {
        Some(Dialog::Ask(asking)) => Some(asking),
        _ => None,
    }
}

fn chooses(state: &AppState) -> Option<&Choosing> {
    match &state.protecting.dialog {
        Some(Dialog::Choose(choosing)) => Some(choosing),
        _ => None,
    }
}

fn ask(state: &mut AppState, of: Locked) {
    let name = "a.csv".into();
    tell(state, Action::Ask { of, name });
}

#[test]
fn a_wrong_passphrase_is_told_and_the_right_one_opens() {
    let mut state = fixtures::state(1);
    state.restoring = true;
    let of = Locked::Project(ProjectId::begun_at(7));
    ask(&mut state, of.clone());
    assert!(!state.restoring, "the list is shown behind the question");
    let effects = tell(&mut state, Action::Answer(secret("wrong horse")));
    assert_eq!(
        effects,
        [store::Effect::Protection(Effect::Unlock(of, secret("wrong horse")))]
    );
    // Only one at a time.
    assert_eq!(tell(&mut state, Action::Answer(secret("other"))), []);
    tell(&mut state, Action::Failed(ProtectionError::WrongPassphrase));
    let asking = asks(&state).expect("it asks again");
    assert!(!asking.is_busy && asking.problem.is_some());
    tell(&mut state, Action::Answer(secret("right horse")));
    assert_eq!(asks(&state).and_then(|asking| asking.problem.clone()), None);
    tell(&mut state, Action::Unlocked);
    assert!(state.protecting.dialog.is_none() && state.restoring);
}

#[test]
fn whoever_gives_up_is_back_at_the_list() {
    let mut state = fixtures::state(1);
    let of = Locked::Project(ProjectId::begun_at(7));
    ask(&mut state, of.clone());
    let effects = tell(&mut state, Action::GiveUp);
    assert_eq!(effects[0], store::Effect::Protection(Effect::GiveUp(of)));
    assert!(effects.contains(&store::Effect::Projects(crate::projects::Effect::Close)));
    assert!(state.protecting.dialog.is_none() && !state.restoring);
    // Of a file nobody waits any more.
    state.reading = Some(Reading {
        ticket: 3,
        ..Reading::default()
    });
    ask(&mut state, Locked::File { ticket: 3 });
    tell(&mut state, Action::GiveUp);
    assert!(state.reading.is_none());
}

#[test]
fn a_project_that_another_tab_has_protected_is_shown_no_more() {
    let mut state = labeling();
    state.projects.read_only = true;
    ask(&mut state, Locked::Project(ProjectId::begun_at(7)));
    assert!(state.open.is_none() && asks(&state).is_some());
    // A file leaves what is open as it is.
    let mut state = labeling();
    ask(&mut state, Locked::File { ticket: 3 });
    assert!(state.open.is_some());
}

#[test]
fn a_project_is_protected_and_its_files_are_from_then_on() {
    let mut state = labeling();
    tell(&mut state, Action::Choose(Purpose::Protect));
    let effects = tell(&mut state, Action::Chosen(secret("correct horse")));
    assert_eq!(
        effects,
        [store::Effect::Protection(Effect::Protect(secret("correct horse")))]
    );
    tell(&mut state, Action::StopChoosing);
    assert!(chooses(&state).is_some(), "what is under way goes on");
    tell(&mut state, Action::Changed(Ok(true)));
    assert!(state.protecting.dialog.is_none());
    let open = state.open.as_ref().expect("a project");
    assert!(open.is_protected && open.to_project(&fastgas_select::Config::default()).is_protected);
    assert_eq!(state.summarize().map(|summary| summary.is_protected), Some(true));
    // And no more.
    tell(&mut state, Action::Remove);
    assert_eq!(state.question, Some(Question::Unprotect));
    let effects = state.apply_now(StoreAction::Answer { yes: true });
    assert_eq!(effects, [store::Effect::Protection(Effect::Remove)]);
    tell(&mut state, Action::Changed(Err(fixtures::refused())));
    assert!(state.message.is_some() && state.open.as_ref().is_some_and(|open| open.is_protected));
    tell(&mut state, Action::Changed(Ok(false)));
    assert!(state.open.as_ref().is_some_and(|open| !open.is_protected));
}

#[test]
fn a_disk_that_refuses_leaves_the_dialog_with_the_reason() {
    let mut state = labeling();
    tell(&mut state, Action::Choose(Purpose::Protect));
    tell(&mut state, Action::Chosen(secret("correct horse")));
    tell(&mut state, Action::Changed(Err(fixtures::refused())));
    let choosing = chooses(&state).expect("the dialog stays");
    assert!(!choosing.is_busy && choosing.problem.is_some());
    assert!(state.open.as_ref().is_some_and(|open| !open.is_protected));
    tell(&mut state, Action::StopChoosing);
    assert!(state.protecting.dialog.is_none());
}

#[test]
fn what_is_on_its_way_to_the_disk_or_elsewhere_is_not_protected() {
    let mut unsaved = labeling();
    unsaved.apply(give(0), 1);
    let mut elsewhere = labeling();
    elsewhere.projects.read_only = true;
    for state in [&mut unsaved, &mut elsewhere, &mut fixtures::state(1)] {
        tell(state, Action::Choose(Purpose::Protect));
        tell(state, Action::Remove);
        assert!(state.protecting.dialog.is_none() && state.question.is_none());
    }
}

#[test]
fn the_next_project_is_protected_from_its_beginning_and_the_one_after_it_is_not() {
    let mut state = fixtures::state(1);
    tell(&mut state, Action::Choose(Purpose::Next));
    let effects = tell(&mut state, Action::Chosen(secret("correct horse")));
    assert_eq!(
        effects,
        [store::Effect::Protection(Effect::Prepare(secret("correct horse")))]
    );
    tell(&mut state, Action::Prepared);
    assert!(state.protecting.next);
    let begin = |state: &mut AppState| {
        let effects = state.replace(fixtures::labeling(&[2, 0, 1], 3));
        let saved = effects.iter().find_map(|effect| match effect {
            store::Effect::SaveProject(project) => Some(project.is_protected),
            _ => None,
        });
        saved.expect("it is stored")
    };
    assert!(begin(&mut state));
    assert!(!begin(&mut state));
    // Or neither is.
    tell(&mut state, Action::Prepared);
    assert_eq!(
        tell(&mut state, Action::ForgetNext),
        [store::Effect::Protection(Effect::ForgetNext)]
    );
    assert!(!begin(&mut state));
}
