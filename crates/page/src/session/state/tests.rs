use super::*;
use crate::persistence;
use crate::persistence::UnsavedPart;
use crate::review::table::{Column, LabelFilter, Sort, Status};
use crate::run;
use crate::state::Cmd;
use crate::team;
use crate::test_support;
use fastgas_annotation::label::{AnswerType, History, PassReason};
use fastgas_graph::Device;

fn writing() -> AppState {
    let mut project = test_support::labeling(&[2, 0, 1], 3);
    project.labels.answers = AnswerType::Text;
    let mut state = AppState::new(1);
    *state.project = Some(project);
    state
}

const TYPED_MS: u64 = 5;

fn typed(field: DraftField, text: &str) -> DraftInput {
    DraftInput {
        field,
        text: text.into(),
        at_ms: TYPED_MS,
    }
}

fn type_into(state: &mut AppState, field: DraftField, text: &str) {
    state.apply(
        StateMsg::Session(Msg::TypeInto {
            field,
            text: text.into(),
        }),
        TYPED_MS,
    );
}

/// Applies the message, and returns the user's position if the position must be stored.
fn kept(state: &mut AppState, msg: StateMsg) -> Option<SessionPosition> {
    let now_ms = state.labeling.dwell_timer.now_ms();
    kept_at(state, msg, now_ms)
}

fn kept_at(state: &mut AppState, msg: StateMsg, now_ms: u64) -> Option<SessionPosition> {
    state.apply(msg, now_ms);
    state.position_to_save()
}

fn kept_of_typing(state: &mut AppState, field: DraftField, text: &str) -> Option<SessionPosition> {
    type_into(state, field, text);
    state.position_to_save()
}

fn saved(state: &AppState) -> StateMsg {
    StateMsg::Persistence(persistence::Msg::Appended {
        append: state.persistence.last_append,
        saved: 1,
        error: None,
    })
}

#[test]
fn input_is_kept_at_each_keystroke_until_it_is_saved() {
    let mut state = writing();
    let half = typed(DraftField::Answer(2), "Block i");
    let position = kept_of_typing(&mut state, half.field, &half.text).expect("it is stored");
    assert_eq!((position.row, position.typed.as_ref()), (Some(2), Some(&half)));
    let write = StateMsg::Labeling(labeling::Msg::Write {
        row: 2,
        text: half.text.clone(),
    });
    let position = kept_at(&mut state, write, 6).expect("the log is longer");
    assert_eq!(
        (position.typed, position.log_length),
        (Some(half), Some(1)),
        "the input is being written and still stored in the session"
    );
    let on_disk = saved(&state);
    let position = kept(&mut state, on_disk).expect("it has changed");
    assert_eq!(position.typed, None);
}

#[test]
fn newer_draft_from_disk_takes_precedence() {
    let at = |text: &str, at_ms: u64| DraftInput {
        at_ms,
        ..typed(DraftField::Note(1), text)
    };
    let kept = |typed: Option<DraftInput>| {
        let typed_at_ms = typed.as_ref().map(|typed| typed.at_ms);
        Some(SessionPosition {
            row: Some(2),
            typed,
            typed_at_ms,
            ..SessionPosition::default()
        })
    };
    let text = |position: Option<SessionPosition>| position?.typed.map(|typed| typed.text);
    let draft = || Some(at("whole", 9));
    assert_eq!(
        text(SessionPosition::with_draft(kept(Some(at("who", 5))), draft())),
        Some("whole".into())
    );
    assert_eq!(
        text(SessionPosition::with_draft(kept(Some(at("whole!", 10))), draft())),
        Some("whole!".into())
    );
    let position = SessionPosition::with_draft(kept(None), draft());
    assert_eq!(position.as_ref().and_then(|position| position.row), Some(2));
    assert_eq!(text(position), Some("whole".into()));
    assert_eq!(
        text(SessionPosition::with_draft(None, draft())),
        Some("whole".into()),
        "the session store has no input"
    );
    assert_eq!(SessionPosition::with_draft(None, None), None);
}

#[test]
fn submitted_input_is_not_restored_from_disk() {
    let mut state = writing();
    type_into(&mut state, DraftField::NewLabel, "perhaps");
    let position = state.position_to_save().expect("it has changed");
    let draft = position.typed.clone();
    assert!(draft.is_some());
    state.apply(
        StateMsg::Labeling(labeling::Msg::AddLabel("perhaps".into())),
        TYPED_MS + 1,
    );
    let position = state.position_to_save().expect("it has changed");
    // The database still contains the name of the label that the user has added.
    let position = SessionPosition::with_draft(Some(position), draft).expect("a position");
    assert_eq!(position.typed, None);
}

#[test]
fn position_and_input_are_restored_after_a_reload() {
    let mut state = writing();
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(1)));
    let position = kept_of_typing(&mut state, DraftField::Answer(1), "Bake").expect("it is stored");
    let json = serde_json::to_string(&position).expect("it can be written");
    let mut again = writing();
    let cmds = again.apply_now(StateMsg::Session(Msg::RestorePosition(
        serde_json::from_str(&json).expect("it can be read"),
    )));
    assert!(
        matches!(&cmds[0], Cmd::Persistence(persistence::Cmd::Append { entries, .. }) if entries[0].row == 1),
        "{cmds:?}"
    );
    let project = test_support::open_project(&again);
    assert_eq!(
        (project.view.current, project.annotations.history.labels().get(1)),
        (Some(1), Some("Bake"))
    );
    let on_disk = saved(&again);
    let position = kept(&mut again, on_disk).expect("it has changed");
    assert_eq!(position.typed, None, "the input is restored once");
}

#[test]
fn outdated_position_does_not_lead_to_an_answered_text() {
    let mut state = writing();
    let half = typed(DraftField::Answer(2), "Ba");
    let behind = kept_of_typing(&mut state, half.field, &half.text).expect("it is stored");
    let write = |row| {
        StateMsg::Labeling(labeling::Msg::Write {
            row,
            text: "Bake".into(),
        })
    };
    state.apply(write(2), 6);
    let log = state
        .project
        .as_ref()
        .map(|project| project.annotations.history.log().to_vec())
        .expect("a project");
    let come_back = |position: SessionPosition| {
        let mut again = writing();
        again.project.get_mut().expect("a project").annotations.history = History::restore(log.clone());
        let cmds = again.apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))));
        let project = again.project.into_inner().expect("a project");
        assert_eq!(project.annotations.history.labels().get(2), Some("Bake"), "{cmds:?}");
        project.view.current
    };
    assert_eq!(
        come_back(behind.clone()),
        Some(0),
        "the next key is meant for a text without an answer"
    );
    // This position was stored after the answer, so the user had returned to the answered text before the reload.
    let knowing = SessionPosition {
        log_length: Some(1),
        typed: None,
        ..behind
    };
    assert_eq!(come_back(knowing.clone()), Some(2));
    assert_eq!(
        come_back(SessionPosition {
            stays: true,
            ..knowing.clone()
        }),
        Some(0),
        "the tab was closed before the answer was on disk, so the next text is shown"
    );
    assert_eq!(
        come_back(SessionPosition {
            log_length: None,
            ..knowing
        }),
        Some(2),
        "an older version of the page stored the position"
    );
}

/// Restores `position` in a new state that has the log of `state`.
fn restored_with_log(state: &AppState, position: SessionPosition) -> AppState {
    let log = test_support::open_project(state).annotations.history.log().to_vec();
    let mut again = writing();
    again.project.get_mut().expect("a project").annotations.history = History::restore(log);
    again.apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))));
    again
}

#[test]
fn outdated_draft_does_not_replace_a_newer_answer_or_note() {
    let (row, text) = (2, "Bake".to_owned());
    let write = labeling::Msg::Write {
        row,
        text: text.clone(),
    };
    let note = labeling::Msg::Note { row, text };
    for (field, newer) in [(DraftField::Answer(row), write), (DraftField::Note(row), note)] {
        let mut state = writing();
        let behind = kept_of_typing(&mut state, field, "Ba").expect("it is stored");
        state.apply(StateMsg::Labeling(newer), TYPED_MS + 1);
        let expected = test_support::open_project(&state).annotations.history.labels();
        let expected = expected.annotation(row).clone();
        let mut again = restored_with_log(&state, behind);
        assert_eq!(again.session.typed(), None);
        again.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(row)));
        again.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(1)));
        let project = test_support::open_project(&again);
        assert_eq!(project.annotations.history.labels().annotation(row), &expected);
    }
}

#[test]
fn draft_before_a_flag_is_submitted() {
    for field in [DraftField::Answer(2), DraftField::Note(2)] {
        let mut state = writing();
        type_into(&mut state, field, "odd");
        let flagged = StateMsg::Labeling(labeling::Msg::Flag);
        let position = kept_at(&mut state, flagged, TYPED_MS + 1).expect("it is stored");
        let again = restored_with_log(&state, position);
        let annotation = test_support::open_project(&again).annotations.history.labels();
        let annotation = annotation.annotation(2);
        let typed = match field {
            DraftField::Note(_) => Some(annotation.note.clone()),
            _ => annotation.answer(),
        };
        assert_eq!((typed.as_deref(), annotation.flagged), (Some("odd"), true));
    }
}

#[test]
fn draft_for_a_missing_label_is_dropped() {
    let mut state = writing();
    let position = SessionPosition {
        typed: Some(typed(DraftField::Meaning(2), "lost")),
        ..SessionPosition::default()
    };
    state.apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))));
    assert_eq!(
        state.session.typed(),
        None,
        "a label that is added later must not get it"
    );
}

#[test]
fn unchanged_field_leaves_no_draft() {
    let mut state = writing();
    type_into(&mut state, DraftField::Answer(2), "hm");
    type_into(&mut state, DraftField::Answer(2), "");
    let position = kept_at(
        &mut state,
        StateMsg::Labeling(labeling::Msg::Pass {
            why: PassReason::CannotTell,
        }),
        6,
    );
    assert_eq!(position.and_then(|position| position.typed), None);
    state.apply(
        StateMsg::Labeling(labeling::Msg::Note {
            row: 1,
            text: "abc".into(),
        }),
        7,
    );
    type_into(&mut state, DraftField::Note(1), "ab");
    type_into(&mut state, DraftField::Note(1), "abc");
    assert_eq!(state.session.position.typed, None);
}

#[test]
fn input_is_submitted_when_another_text_becomes_current() {
    let mut state = writing();
    type_into(&mut state, DraftField::Note(2), "odd");
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(1)));
    let project = test_support::open_project(&state);
    assert_eq!(
        (
            project.view.current,
            project.annotations.history.labels().annotation(2).note.as_str()
        ),
        (Some(1), "odd")
    );
    type_into(&mut state, DraftField::Answer(1), "Bake");
    state.apply_now(StateMsg::Labeling(labeling::Msg::Move(-1)));
    let project = test_support::open_project(&state);
    assert_eq!(project.annotations.history.labels().get(1), Some("Bake"));
    // Typed text for a text of this project must not appear in another project.
    type_into(&mut state, DraftField::Note(2), "lost?");
    let log_length = open_log(&state);
    *state.project = Some(test_support::labeling(&[1], 3));
    state.apply_now(StateMsg::Labeling(labeling::Msg::HideReason(true)));
    assert_eq!((log_length, open_log(&state)), (2, 0));
}

fn open_log(state: &AppState) -> usize {
    state
        .project
        .as_ref()
        .map_or(0, |project| project.annotations.history.log().len())
}

#[test]
fn guidelines_are_kept_until_they_are_saved() {
    let mut state = writing();
    kept_of_typing(&mut state, DraftField::Guidelines, "Money befo");
    assert_eq!(
        kept(
            &mut state,
            StateMsg::Labeling(labeling::Msg::EditGuidelines("Money before food".into()))
        ),
        None
    );
    let position = kept(
        &mut state,
        StateMsg::Persistence(persistence::Msg::Saved {
            what: UnsavedPart::Head,
            saved: Ok(()),
        }),
    )
    .expect("it has changed");
    assert_eq!(position.typed, None);
}

#[test]
fn label_description_and_new_label_name_are_restored() {
    let mut state = writing();
    let position = kept_of_typing(&mut state, DraftField::Meaning(1), "not a word of i").expect("it is stored");
    let mut again = writing();
    let cmds = again.apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
        "{cmds:?}"
    );
    let project = test_support::open_project(&again);
    assert_eq!(project.labels.specs.of("no").description, "not a word of i");
    let saved = StateMsg::Persistence(persistence::Msg::Saved {
        what: UnsavedPart::Head,
        saved: Ok(()),
    });
    again.apply_now(saved);
    assert_eq!(
        again.position_to_save().and_then(|position| position.typed),
        None,
        "the input is restored once"
    );

    let position = kept_of_typing(&mut state, DraftField::NewLabel, "perh").expect("it is stored");
    assert!(
        again
            .apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))))
            .is_empty()
    );
    assert_eq!(again.session.new_label(), "perh");
    assert_eq!(
        again.project.as_ref().map(|project| project.labels.names.len()),
        Some(2),
        "the label was not added"
    );
    again.apply_now(StateMsg::Labeling(labeling::Msg::AddLabel("perhaps".into())));
    assert_eq!(again.session.new_label(), "");
}

#[test]
fn typed_settlements_are_kept_for_each_text_until_it_is_settled() {
    let mut state = writing();
    type_into(&mut state, DraftField::Settlement(2), "Bake i");
    type_into(&mut state, DraftField::Settlement(0), "Block");
    type_into(&mut state, DraftField::Settlement(1), "x");
    type_into(&mut state, DraftField::Settlement(1), "");
    let position = kept_of_typing(&mut state, DraftField::Note(1), "odd").expect("it is stored");
    let json = serde_json::to_string(&position).expect("it can be written");
    let restore = |state: &mut AppState| {
        let position = serde_json::from_str(&json).expect("it can be read");
        state.apply_now(StateMsg::Session(Msg::RestorePosition(position)));
    };
    let drafts = |state: &AppState| [0, 1, 2].map(|row| state.session.settlement(row).to_owned());
    let mut again = writing();
    restore(&mut again);
    assert_eq!(drafts(&again), ["Block", "", "Bake i"]);
    again.team.current = Some(2);
    let labels = vec!["Bake it".to_owned()];
    again.apply_now(StateMsg::Team(team::Msg::Settle { labels }));
    assert_eq!(drafts(&again), ["Block", "", ""]);
    let mut elsewhere = writing();
    elsewhere.projects.read_only = true;
    restore(&mut elsewhere);
    assert_eq!(drafts(&elsewhere), ["", "", ""], "the other tab has the input");
}

fn filter(by: ColorBy) -> Filter {
    let shown = [1].into();
    Filter { by, shown }
}

#[test]
fn map_state_is_restored() {
    let mut state = writing();
    state.apply_now(StateMsg::Labeling(labeling::Msg::HideReason(true)));
    state.apply_now(StateMsg::Map(MapMsg::Filter {
        by: ColorBy::Part,
        class: 1,
    }));
    let viewport = Viewport {
        center: [0.5, -0.25],
        zoom: 3.0,
    };
    state.apply_now(StateMsg::Map(MapMsg::ViewSettled(viewport)));
    let position = kept(&mut state, StateMsg::Map(MapMsg::Search("bake".into()))).expect("it is stored");
    let mut again = writing();
    assert!(!again.session.hides_reason());
    let cmds = again.apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))));
    assert!(
        matches!(&cmds[..], [Cmd::Map(_)]),
        "only the search is repeated: {cmds:?}"
    );
    assert_eq!(
        (again.map.typed.as_str(), &again.map.filters[..]),
        ("bake", &[filter(ColorBy::Part)][..])
    );
    assert!(again.session.hides_reason());
    assert_eq!(again.map.viewport, Some(viewport));
    assert_eq!(
        again.position_to_save().map(|position| position.search).as_deref(),
        Some("bake")
    );
    assert_eq!(again.position_to_save(), None);
}

#[test]
fn filter_by_column_is_restored_only_for_the_same_texts() {
    let column = ColorBy::Column(0);
    let mut state = writing();
    state.apply_now(StateMsg::Map(MapMsg::Filter { by: column, class: 1 }));
    state.apply_now(StateMsg::Map(MapMsg::Filter {
        by: ColorBy::Label,
        class: 1,
    }));
    let position = state.position_to_save().expect("it is stored");
    assert_eq!(position.n_texts, Some(3));
    let restored = |n_texts| {
        let mut again = writing();
        let position = SessionPosition {
            n_texts,
            ..position.clone()
        };
        again.apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))));
        again.map.filters.iter().map(|filter| filter.by).collect::<Vec<_>>()
    };
    assert_eq!(restored(Some(3)), [column, ColorBy::Label]);
    assert_eq!(restored(Some(2)), [ColorBy::Label], "texts were added before a crash");
    assert_eq!(
        restored(None),
        [column, ColorBy::Label],
        "an earlier version stored the position"
    );
}

#[test]
fn list_filter_is_restored() {
    let mut state = writing();
    let position = kept(&mut state, StateMsg::Labeling(labeling::Msg::List(ListFilter::Left))).expect("it is stored");
    let json = serde_json::to_string(&position).expect("it can be written");
    let mut again = writing();
    again.apply_now(StateMsg::Session(Msg::RestorePosition(
        serde_json::from_str(&json).expect("it can be read"),
    )));
    assert_eq!(
        again.project.as_ref().map(|project| project.view.listing),
        Some(ListFilter::Left)
    );
    assert_eq!(
        again.position_to_save().map(|position| position.listing),
        Some(ListFilter::Left)
    );
    assert_eq!(again.position_to_save(), None);
}

#[test]
fn settings_of_the_review_table_are_restored() {
    let mut state = writing();
    for msg in [
        review::Msg::SortBy(Column::Note),
        review::Msg::SortBy(Column::Note),
        review::Msg::Search("bake".into()),
        review::Msg::FilterStatus(Some(Status::Flagged)),
        review::Msg::FilterLabel(LabelFilter::With("no".into())),
        review::Msg::FilterPart(Some(0)),
        review::Msg::ShowSuggestions(true),
        review::Msg::ShowColumn { column: 0, on: false },
    ] {
        state.apply_now(StateMsg::Review(msg));
    }
    let position = state.position_to_save().expect("it is stored");
    assert_eq!(state.position_to_save(), None);
    let json = serde_json::to_string(&position).expect("it can be written");
    let mut again = writing();
    again.apply_now(StateMsg::Session(Msg::RestorePosition(
        serde_json::from_str(&json).expect("it can be read"),
    )));
    let by_note = Sort {
        column: Column::Note,
        descending: true,
    };
    assert_eq!(again.review.table.sort, Some(by_note));
    assert_eq!(again.review.table, state.review.table);
    assert_eq!(
        again.position_to_save().map(|position| position.review),
        Some(position.review)
    );
    assert_eq!(again.position_to_save(), None);
}

#[test]
fn unused_settings_are_restored() {
    let mut state = writing();
    let changed = Settings {
        budget: "2x".into(),
        seed: "7".into(),
        workers: "3".into(),
        device: Device::Cpu,
        embed_device: Device::Gpu,
        ..state.run.settings.clone()
    };
    let position = kept(&mut state, StateMsg::Run(run::Msg::Edit(changed.clone()))).expect("it is stored");
    assert_eq!(
        kept(&mut state, StateMsg::Labeling(labeling::Msg::HideReason(false))),
        None
    );
    let json = serde_json::to_string(&position).expect("it can be written");
    let mut again = writing();
    again.apply_now(StateMsg::Session(Msg::RestorePosition(
        serde_json::from_str(&json).expect("it can be read"),
    )));
    assert_eq!(again.run.settings, changed);
}

#[test]
fn position_without_settings_keeps_the_current_ones() {
    let mut again = writing();
    let before = again.run.settings.clone();
    again.apply_now(StateMsg::Session(Msg::RestorePosition(
        serde_json::from_str(r#"{"row":1}"#).expect("it can be read"),
    )));
    assert_eq!(again.run.settings, before);
}

#[test]
fn invalid_position_is_ignored() {
    let mut state = writing();
    let position = SessionPosition {
        row: Some(7),
        color_by: Some(ColorBy::Column(9)),
        filters: vec![filter(ColorBy::Column(9)), filter(ColorBy::Suggestion)],
        typed: Some(typed(DraftField::Note(3), "lost")),
        ..SessionPosition::default()
    };
    assert!(
        state
            .apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))))
            .is_empty()
    );
    assert_eq!(state.project.as_ref().and_then(|project| project.view.current), Some(2));
    assert_eq!((state.map.color_by, state.map.filters.len()), (ColorBy::Part, 0));
}

#[test]
fn read_only_tab_submits_no_input() {
    let mut state = writing();
    state.projects.read_only = true;
    let position = SessionPosition {
        typed: Some(typed(DraftField::Answer(2), "not yet")),
        ..SessionPosition::default()
    };
    assert!(
        state
            .apply_now(StateMsg::Session(Msg::RestorePosition(Box::new(position))))
            .is_empty()
    );
    assert_eq!(
        state
            .project
            .as_ref()
            .and_then(|project| project.annotations.history.labels().get(2)),
        None
    );
}
