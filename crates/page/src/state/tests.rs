//! Tests of the root reducer: sequences of messages, and the state and commands that must follow.

use crate::labeling;
use crate::persistence;
use crate::state::{AppState, Cmd, Msg};
use crate::test_support::numbered_texts::{finish_run, give, layout, opened, selected};
use crate::test_support::open_project;
use fastgas_progress::Stage;

#[test]
fn file_is_opened_and_picks_are_selected() {
    let mut state = opened();
    assert_eq!(
        open_project(&state).source.text_column,
        1,
        "the column named text is the text column"
    );
    let cmds = finish_run(&mut state, &[4, 8, 15]);
    assert!(state.run.current.is_none());
    assert_eq!(open_project(&state).view.current, Some(4));
    let stages: Vec<Stage> = open_project(&state)
        .result
        .outcome
        .as_ref()
        .unwrap()
        .timings
        .iter()
        .map(|timing| timing.0)
        .collect();
    assert_eq!(stages, [Stage::Load, Stage::Embed, Stage::Select, Stage::Map]);
    let [Cmd::Persistence(persistence::Cmd::SaveProject(saved))] = cmds.as_slice() else {
        panic!("{cmds:?}")
    };
    assert_eq!(saved.layout, Some(layout()));
}

fn changed_parts(state: &mut AppState) -> Vec<&'static str> {
    state.take_changed_parts().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn label_and_progress_change_only_the_parts_that_show_them() {
    let mut state = selected();
    state.apply(give(0), 1);
    changed_parts(&mut state);
    state.apply(give(1), 2);
    assert_eq!(
        changed_parts(&mut state),
        ["labeling", "persistence", "suggestions", "annotations", "view"]
    );
    state.apply(Msg::Labeling(labeling::Msg::Idle { ms: 5 }), 3);
    assert_eq!(changed_parts(&mut state), ["labeling", "suggestions"]);
}
