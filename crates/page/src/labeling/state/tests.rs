use super::*;
use crate::map::PtrEq;
use crate::persistence;
use crate::state::{AppState, Cmd, Msg as StateMsg};
use crate::test_support::{self, open_project};
use fastgas_annotation::label::{Annotation, LogEntry};

fn labeling() -> AppState {
    let mut state = test_support::state(1);
    *state.project = Some(test_support::labeling(&[2, 0], 3));
    state
}

#[test]
fn pasted_labels_are_added_up_to_the_first_invalid_one() {
    let mut state = labeling();
    let cmds = state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(
        "maybe\n yes \n\nno idea\na; b\nlast",
    ))));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
        "{cmds:?}"
    );
    assert_eq!(open_project(&state).labels.names, ["yes", "no", "maybe", "no idea"]);
    let message = state.notices.notice.as_ref().expect("a message");
    assert!(message.problem.contains("a; b"), "{}", message.problem);
}

#[test]
fn pasted_table_sets_keys_and_descriptions() {
    let mut state = labeling();
    let table = "yes\tIt is so\nmaybe\tm\tWho knows\nlast\tm\tThe last\n";
    state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(table))));
    let spec = |state: &AppState, name: &str| {
        let spec = open_project(state).labels.specs.of(name);
        (spec.key, spec.description)
    };
    assert_eq!(open_project(&state).labels.names, ["yes", "no", "maybe", "last"]);
    assert_eq!(spec(&state, "yes"), (Some('1'), "It is so".into()));
    assert_eq!(spec(&state, "maybe"), (Some('m'), "Who knows".into()));
    assert_eq!(
        spec(&state, "last"),
        (Some('3'), "The last".into()),
        "the key belongs to another label"
    );
    let message = state.notices.notice.as_ref().expect("a message");
    assert!(message.problem.contains("maybe"), "{}", message.problem);
    // Adding an existing label does not overwrite its description.
    state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(
        "yes\tsomething else\nno\tIt is not",
    ))));
    assert_eq!(spec(&state, "yes").1, "It is so");
    assert_eq!(spec(&state, "no").1, "It is not");
}

#[test]
fn every_restored_label_without_its_key_is_reported() {
    // Removes the labels “yes” and “no”, and adds the labels “one” and “two” with the keys of the removed labels.
    let without_keys = || {
        let mut state = labeling();
        state.apply(StateMsg::Labeling(Msg::Give { index: 0 }), 1);
        state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 2);
        let log = open_project(&state).annotations.history.log().to_vec();
        for at_ms in [3, 5] {
            state.apply(StateMsg::Labeling(Msg::RemoveLabel(0)), at_ms);
            state.apply(StateMsg::Answer { yes: true }, at_ms + 1);
        }
        state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(
            "one\t1\tThe first\ntwo\t2\tThe second",
        ))));
        let keys = open_project(&state)
            .labels
            .specs
            .keys(&open_project(&state).labels.names);
        assert_eq!(keys, [Some('1'), Some('2')]);
        assert_eq!(state.notices.notice, None);
        (state, log)
    };
    let problem = |state: &AppState| state.notices.notice.as_ref().expect("a message").problem.clone();
    // The pasted list restores “yes”, whose key now belongs to “one”.
    // The next label, “last”, causes no message and must not remove the message about “yes”.
    let (mut state, _) = without_keys();
    state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of("yes\nlast"))));
    assert!(problem(&state).contains("belongs to one"), "{}", problem(&state));
    // The message must mention the invalid name “a; b” and both labels that were restored without their keys.
    let (mut state, _) = without_keys();
    state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of("yes\nno\na; b"))));
    for part in ["a; b", "belongs to one", "belongs to two"] {
        assert!(problem(&state).contains(part), "{part}: {}", problem(&state));
    }
    // A file or a journal can restore several labels in one step. The message must mention the lost key of each label.
    let (mut state, log) = without_keys();
    let project = state.project.get_mut().expect("a project");
    project.annotations.history = History::restore(log);
    let lost = project.adopt_labels_in_use();
    assert_eq!(lost.len(), 2);
    let Some(Request::Notify(notice)) = report_lost_keys(&lost) else {
        panic!("a message");
    };
    let text = format!("{}: {}", notice.title, notice.problem);
    for part in ["yes is back", "belongs to one", "no is back", "belongs to two"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (mut state, _) = without_keys();
    for (at_ms, owner) in [(8, "two"), (9, "one")] {
        state.apply(StateMsg::Labeling(Msg::Undo), at_ms);
        assert!(problem(&state).contains(owner), "{}", problem(&state));
    }
}

#[test]
fn unchanged_answer_field_keeps_several_labels() {
    let mut state = labeling();
    if let Some(project) = state.project.get_mut() {
        project.annotations.history.toggle(2, "yes", 1);
        project.annotations.history.toggle(2, "no", 2);
        project.labels.answers = AnswerType::Text;
    }
    let text = "yes; no".to_owned();
    state.apply(StateMsg::Labeling(Msg::Write { row: 2, text }), 3);
    assert_eq!(
        open_project(&state).annotations.history.labels().annotation(2).labels,
        ["yes", "no"]
    );
    assert_eq!(open_project(&state).annotations.history.log().len(), 2);
}

#[test]
fn relabeling_of_many_texts_is_confirmed_and_undone_without_leaving_the_current_text() {
    let mut state = labeling();
    state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 1);
    state.map.marked = PtrEq::new(vec![1, 2]);
    assert!(
        state
            .apply(StateMsg::Labeling(Msg::GiveMarked { index: 0 }), 2)
            .is_empty()
    );
    let asked = Confirmation::Relabel {
        rows: vec![1, 2],
        name: "yes".into(),
        n_others: 1,
    };
    assert_eq!(state.notices.confirmation, Some(asked));
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("no"));
    state.apply(StateMsg::Answer { yes: true }, 3);
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("yes"));
    assert_eq!(open_project(&state).view.current, Some(0));
    state.apply(StateMsg::Labeling(Msg::Undo), 4);
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("no"));
    assert_eq!(
        open_project(&state).view.current,
        Some(0),
        "undoing a step of two texts does not change the current text"
    );
    state.apply(StateMsg::Labeling(Msg::Undo), 5);
    assert_eq!(open_project(&state).view.current, Some(2));
    // No row would lose a label, so the page does not ask for confirmation.
    state.apply(StateMsg::Labeling(Msg::GiveMarked { index: 0 }), 6);
    assert_eq!(open_project(&state).annotations.history.labels().len(), 2);
}

#[test]
fn answer_with_semicolon_prevents_several_labels() {
    let mut state = labeling();
    let choose = |state: &mut AppState, answers| {
        state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(answers)));
        state.apply_now(StateMsg::Answer { yes: true });
    };
    choose(&mut state, AnswerType::Text);
    let write = |text: &str| {
        StateMsg::Labeling(Msg::Write {
            row: 2,
            text: text.into(),
        })
    };
    state.apply(write("first this; then that"), 1);
    choose(&mut state, AnswerType::Several);
    assert_eq!(open_project(&state).labels.answers, AnswerType::Text);
    let message = state.notices.notice.as_ref().expect("a message");
    assert!(
        message.problem.contains("“first this; then that”"),
        "{}",
        message.problem
    );
    choose(&mut state, AnswerType::One);
    choose(&mut state, AnswerType::Several);
    assert_eq!(open_project(&state).labels.answers, AnswerType::One);
    let index = 2;
    let name = "this, then that".into();
    state.apply_now(StateMsg::Labeling(Msg::RenameLabel { index, name }));
    choose(&mut state, AnswerType::Several);
    assert_eq!(open_project(&state).labels.answers, AnswerType::Several);
    choose(&mut state, AnswerType::Text);
    state.apply(write("short"), 2);
    choose(&mut state, AnswerType::Several);
    assert_eq!(open_project(&state).labels.answers, AnswerType::Several);
}

#[test]
fn restored_label_returns_to_its_position_and_keeps_filters() {
    use crate::map::Msg as MapMsg;
    use crate::map::coloring::ColorBy;
    let mut state = labeling();
    state.apply_now(StateMsg::Labeling(Msg::AddLabel("maybe".into())));
    for class in [2, 3] {
        let by = ColorBy::Label;
        state.apply_now(StateMsg::Map(MapMsg::Filter { by, class }));
    }
    let shown = |state: &AppState| {
        let filter = state.map.filter_of(ColorBy::Label);
        filter.map(|filter| filter.shown.iter().copied().collect::<Vec<_>>())
    };
    state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
    assert_eq!(
        shown(&state),
        Some(vec![1, 2]),
        "the filter shows “maybe” and texts without a label"
    );
    let cmds = state.apply_now(StateMsg::Labeling(Msg::RestoreLabel("no".into())));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
        "{cmds:?}"
    );
    assert_eq!(open_project(&state).labels.names, ["yes", "no", "maybe"]);
    assert_eq!(shown(&state), Some(vec![2, 3]));
    assert!(
        state
            .apply_now(StateMsg::Labeling(Msg::RestoreLabel("no".into())))
            .is_empty()
    );
    state.apply_now(StateMsg::Labeling(Msg::AddLabel("more".into())));
    assert_eq!(shown(&state), Some(vec![2, 4]));
    state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(2)));
    assert_eq!(shown(&state), Some(vec![3]), "a removed label cannot be shown");
}

#[test]
fn label_of_a_settlement_is_not_removed() {
    let mut state = labeling();
    let settle = |state: &mut AppState, label: Option<&str>, at_ms| {
        let project = state.project.get_mut().expect("a project");
        project.annotations.team.decisions.give(1, label, at_ms);
    };
    settle(&mut state, Some("no"), 1);
    let uses = |state: &AppState| {
        let project = open_project(state);
        (project.n_uses("no"), project.uses().get("no").copied())
    };
    assert_eq!(uses(&state), (1, Some(1)));
    state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
    let is_refused = |state: &AppState| {
        let problem = state.notices.notice.as_ref().map(|notice| notice.problem.as_str());
        assert_eq!(open_project(state).labels.names, ["yes", "no"]);
        assert_eq!(state.notices.confirmation, None);
        assert!(
            problem.is_some_and(|problem| problem.contains("settles 1 text")),
            "{problem:?}"
        );
    };
    is_refused(&state);
    // Removing the label from the user's own answers would not change the adjudication.
    let project = state.project.get_mut().expect("a project");
    project.annotations.history.give(1, Some("no"), 2);
    assert_eq!(uses(&state), (1, Some(1)), "it is the same text");
    state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
    is_refused(&state);
    settle(&mut state, Some("yes"), 3);
    state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
    let name = "no".to_owned();
    assert_eq!(
        state.notices.confirmation,
        Some(Confirmation::RemoveLabel { name, uses: 1 })
    );
}

#[test]
fn uses_of_a_label_are_texts() {
    let mut state = labeling();
    let project = state.project.get_mut().expect("a project");
    project.annotations.history.give(0, Some("no"), 1);
    let by_bob = |row| LogEntry {
        row,
        annotation: Annotation {
            labels: vec!["no".into()],
            ..Annotation::default()
        },
        at_ms: 1,
        by: Some("Bob".into()),
        ..LogEntry::default()
    };
    project.annotations.team.join([by_bob(0), by_bob(1)]);
    project.annotations.team.decisions.give(1, Some("no"), 2);
    project.annotations.team.decisions.give(2, Some("yes"), 3);
    assert_eq!((project.n_uses("no"), project.n_uses_by_others("no")), (2, 2));
    let uses = project.uses();
    assert_eq!((uses["no"], uses["yes"]), (2, 1));
}

#[test]
fn moved_label_keeps_key_color_and_filter() {
    use crate::map::Msg as MapMsg;
    use crate::map::coloring::ColorBy;
    let mut state = labeling();
    for name in ["maybe", "else"] {
        state.apply_now(StateMsg::Labeling(Msg::AddLabel(name.into())));
    }
    let (by, class) = (ColorBy::Label, 2);
    state.apply_now(StateMsg::Map(MapMsg::Filter { by, class }));
    let cmds = state.apply_now(StateMsg::Labeling(Msg::MoveLabel { index: 2, to: 0 }));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.label_names[0] == "maybe")
    );
    let names = &open_project(&state).labels.names;
    assert_eq!(*names, ["maybe", "yes", "no", "else"]);
    assert_eq!(open_project(&state).labels.specs.colors(names), [18, 16, 17, 19]);
    let filter = state.map.filter_of(by).expect("one");
    assert_eq!(filter.shown.iter().copied().collect::<Vec<_>>(), [0]);
    state.apply(StateMsg::Labeling(Msg::GiveByKey { key: '3' }), 1);
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("maybe"));
    for (index, to) in [(1, 1), (1, 4), (4, 0)] {
        assert!(
            state
                .apply_now(StateMsg::Labeling(Msg::MoveLabel { index, to }))
                .is_empty(),
            "moving {index} to {to} changes nothing"
        );
    }
}

#[test]
fn keys_and_colors_stay_with_their_labels() {
    let mut state = labeling();
    for name in ["maybe", "else"] {
        state.apply_now(StateMsg::Labeling(Msg::AddLabel(name.into())));
    }
    let specs = |state: &AppState| {
        let (names, specs) = (&open_project(state).labels.names, &open_project(state).labels.specs);
        let keys = specs.keys(names).into_iter().map(|key| key.unwrap_or('-'));
        let shown = names.iter().cloned().zip(keys.zip(specs.colors(names)));
        shown.collect::<std::collections::BTreeMap<String, (char, u32)>>()
    };
    let all = specs(&state);
    assert_eq!(all["else"], ('4', 19));
    let without = |names: &[&str]| {
        let mut left = all.clone();
        left.retain(|name, _| !names.contains(&name.as_str()));
        left
    };
    // A removed label gets its key and color back, both if the user adds it again and if the user undoes the removal.
    state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
    assert_eq!(specs(&state), without(&["no"]));
    state.apply_now(StateMsg::Labeling(Msg::RestoreLabel("no".into())));
    assert_eq!(specs(&state), all);
    state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 1);
    state.apply(StateMsg::Labeling(Msg::RemoveLabel(1)), 2);
    state.apply(StateMsg::Answer { yes: true }, 3);
    assert_eq!(specs(&state), without(&["no"]));
    state.apply(StateMsg::Labeling(Msg::Undo), 4);
    assert_eq!(specs(&state), all);
    // Moving or merging a label must not change the keys and colors of the other labels.
    state.apply_now(StateMsg::Labeling(Msg::MoveLabel { index: 3, to: 0 }));
    assert_eq!(specs(&state), all);
    let name = "yes".to_owned();
    state.apply_now(StateMsg::Labeling(Msg::RenameLabel { index: 2, name }));
    state.apply_now(StateMsg::Answer { yes: true });
    assert_eq!(specs(&state), without(&["no"]));
    let head = open_project(&state).head(&state.run.settings.config_or_default());
    assert_eq!(head.label_looks.of("else").key, Some('4'));
    assert_eq!(head.label_looks.of("maybe").color, Some(18));
}

#[test]
fn key_in_use_is_reassigned_only_after_confirmation() {
    let mut state = labeling();
    state.apply_now(StateMsg::Labeling(Msg::AddLabel("maybe".into())));
    let keys = |state: &AppState| {
        let keys = open_project(state).labels.specs.keys(&open_project(state).labels.names);
        keys.into_iter().map(|key| key.unwrap_or('-')).collect::<String>()
    };
    let take = |state: &mut AppState, index: usize, key: char| {
        let spec = LabelSpec {
            key: Some(key),
            ..open_project(state)
                .labels
                .specs
                .of(&open_project(state).labels.names[index])
        };
        assert!(
            state
                .apply_now(StateMsg::Labeling(Msg::SetLabelSpec { index, spec }))
                .is_empty()
        );
    };
    take(&mut state, 2, '1');
    let asked = Confirmation::TakeKey {
        name: "maybe".into(),
        key: '1',
        owner: "yes".into(),
        instead: Some('3'),
    };
    assert_eq!(state.notices.confirmation, Some(asked));
    state.apply_now(StateMsg::Answer { yes: false });
    assert_eq!(keys(&state), "123");
    take(&mut state, 2, '1');
    let cmds = state.apply_now(StateMsg::Answer { yes: true });
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
        "{cmds:?}"
    );
    assert_eq!(keys(&state), "321");
}

#[test]
fn restored_label_whose_key_is_taken_reports_it() {
    let mut state = labeling();
    state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 1);
    state.apply(StateMsg::Labeling(Msg::RemoveLabel(1)), 2);
    state.apply(StateMsg::Answer { yes: true }, 3);
    let spec = LabelSpec {
        key: Some('2'),
        ..open_project(&state).labels.specs.of("yes")
    };
    state.apply_now(StateMsg::Labeling(Msg::SetLabelSpec { index: 0, spec }));
    assert_eq!(state.notices.notice, None);
    state.apply(StateMsg::Labeling(Msg::Undo), 4);
    let message = state.notices.notice.as_ref().expect("a message");
    assert!(
        message.title.contains("no") && message.problem.contains("yes"),
        "{message:?}"
    );
    assert_eq!(open_project(&state).labels.specs.of("no").key, Some('1'));
}

#[test]
fn labels_become_answers_only_after_confirmation_and_the_field_starts_empty() {
    let mut state = labeling();
    state.apply(StateMsg::Labeling(Msg::Give { index: 0 }), 1);
    state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 2);
    assert!(
        state
            .apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::Text)))
            .is_empty()
    );
    let Some(Confirmation::ChooseAnswers(change)) = state.notices.confirmation.clone() else {
        panic!("{:?}", state.notices.confirmation)
    };
    assert_eq!((change.n_texts, change.n_new), (2, 0));
    state.apply_now(StateMsg::Answer { yes: false });
    assert_eq!(open_project(&state).labels.answers, AnswerType::One);
    state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::Text)));
    state.apply_now(StateMsg::Answer { yes: true });
    assert_eq!(
        (open_project(&state).written(2), open_project(&state).written(0)),
        (None, None)
    );
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("yes"));
    // Submitting an empty field changes nothing. A written text replaces the label.
    let write = |state: &mut AppState, text: &str, at_ms| {
        let text = text.into();
        drop(state.apply(StateMsg::Labeling(Msg::Write { row: 2, text }), at_ms));
    };
    write(&mut state, "", 3);
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("yes"));
    write(&mut state, "It is about a card", 4);
    assert_eq!(open_project(&state).written(2).as_deref(), Some("It is about a card"));
    state.apply(StateMsg::Labeling(Msg::Undo), 5);
    assert_eq!(
        (
            open_project(&state).written(2),
            open_project(&state).annotations.history.labels().get(2)
        ),
        (None, Some("yes"))
    );
    state.apply(
        StateMsg::Labeling(Msg::RenameLabel {
            index: 0,
            name: "sure".into(),
        }),
        6,
    );
    assert_eq!(
        (
            open_project(&state).written(2),
            open_project(&state).annotations.history.labels().get(2)
        ),
        (None, Some("sure"))
    );
    state.apply(StateMsg::Labeling(Msg::Redo), 7);
    write(&mut state, "", 8);
    assert_eq!(
        open_project(&state).annotations.history.labels().get(2),
        None,
        "an answer can be removed"
    );
    write(&mut state, "It is about a card", 9);
    let (head, log) = (
        open_project(&state).to_project(&state.run.settings.config_or_default()),
        open_project(&state).log(),
    );
    let again = Project::restore(head, log).expect("a project");
    assert_eq!(
        (again.written(2).as_deref(), again.written(0)),
        (Some("It is about a card"), None)
    );

    assert!(
        state
            .apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::One)))
            .is_empty()
    );
    let Some(Confirmation::ChooseAnswers(change)) = state.notices.confirmation.clone() else {
        panic!("{:?}", state.notices.confirmation)
    };
    assert_eq!((change.n_texts, change.n_new), (1, 1));
    state.apply_now(StateMsg::Answer { yes: true });
    assert_eq!(open_project(&state).labels.names, ["sure", "no", "It is about a card"]);
    state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::Several)));
    assert_eq!(
        (open_project(&state).labels.answers, &state.notices.confirmation),
        (AnswerType::Several, &None),
        "the change loses no labels"
    );
    state.apply(StateMsg::Labeling(Msg::GoTo(2)), 10);
    state.apply(StateMsg::Labeling(Msg::Give { index: 0 }), 11);
    state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::One)));
    assert!(matches!(&state.notices.confirmation, Some(Confirmation::ChooseAnswers(change)) if change.n_texts == 1));
}

#[test]
fn labeling_another_row_by_key_keeps_the_current_row() {
    let mut state = labeling();
    state.apply(StateMsg::Labeling(Msg::GiveRowByKey { row: 1, key: '2' }), 1);
    assert_eq!(open_project(&state).annotations.history.labels().get(1), Some("no"));
    assert_eq!(open_project(&state).view.current, Some(2));
    state.apply(StateMsg::Labeling(Msg::GiveRowByKey { row: 1, key: '1' }), 2);
    assert!(matches!(&state.notices.confirmation, Some(Confirmation::Relabel { rows, .. }) if *rows == [1]));
    state.apply(StateMsg::Answer { yes: false }, 3);
    state.apply(StateMsg::Labeling(Msg::GiveRowByKey { row: 2, key: '1' }), 4);
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("yes"));
    assert_eq!(
        open_project(&state).view.current,
        Some(0),
        "the next text becomes current"
    );
}

#[test]
fn label_is_given_by_its_custom_key() {
    let mut state = labeling();
    let spec = |key, description: &str| LabelSpec {
        key,
        description: description.into(),
        ..LabelSpec::default()
    };
    let shown = |index, spec| StateMsg::Labeling(Msg::SetLabelSpec { index, spec });
    let cmds = state.apply_now(shown(1, spec(Some('N'), "not at all")));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.label_looks.of("no").key == Some('n'))
    );
    assert!(state.apply_now(shown(0, spec(Some('j'), ""))).is_empty());
    let message = state.notices.notice.as_ref().expect("a message");
    assert!(message.problem.contains("“j”"), "{}", message.problem);
    let press = |state: &mut AppState, key| drop(state.apply(StateMsg::Labeling(Msg::GiveByKey { key }), 1));
    press(&mut state, '2');
    assert_eq!(
        open_project(&state).annotations.history.labels().get(2),
        None,
        "no label has the key now"
    );
    press(&mut state, 'N');
    assert_eq!(open_project(&state).annotations.history.labels().get(2), Some("no"));
    assert_eq!(
        open_project(&state).view.current,
        Some(0),
        "the next text becomes current"
    );
    state.apply_now(StateMsg::Labeling(Msg::RenameLabel {
        index: 1,
        name: "never".into(),
    }));
    assert_eq!(open_project(&state).labels.specs.of("never").description, "not at all");
    press(&mut state, '1');
    assert_eq!(open_project(&state).annotations.history.labels().get(0), Some("yes"));
}
