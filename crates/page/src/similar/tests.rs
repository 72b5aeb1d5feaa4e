//! Tests of similar texts, of near-duplicates, and of labeling many such texts in one step.

use crate::labeling;
use crate::map::{Msg as MapMsg, SelectionMode};
use crate::project::Outcome;
use crate::run::settings::Settings;
use crate::similar::state::*;
use crate::state::{AppState, Cmd as StateCmd, LabelChange, Msg as StateMsg, Request};
use crate::test_support::numbered_texts::{give, selected};
use crate::test_support::{connected_in_a_row, context, open_project};
use fastgas_annotation::label::PassReason;
use fastgas_embedding::CosineScale;
use fastgas_platform::EdgeCosines;
use fastgas_protocol::WorkerError;
use fastgas_select::evaluate::Reason;
use std::sync::Arc;

/// Three picks, two labels and 30 texts. In the kNN graph, each text is a neighbor of the next text.
fn page() -> AppState {
    connected_in_a_row(selected())
}

fn act(state: &mut AppState, msg: Msg) -> Vec<StateCmd> {
    state.apply_now(StateMsg::Similar(msg))
}

fn act_at(state: &mut AppState, msg: Msg, now_ms: u64) -> Vec<StateCmd> {
    state.apply(StateMsg::Similar(msg), now_ms)
}

fn near(state: &AppState) -> Vec<(u32, u32)> {
    let similar = state.similar.similar.as_ref().expect("similar texts");
    similar
        .near
        .iter()
        .map(|near| (near.around.row, near.around.steps))
        .collect()
}

fn label(state: &AppState, row: u32) -> Option<&str> {
    open_project(state).annotations.history.labels().get(row)
}

#[test]
fn graph_order_is_used_until_cosines_are_known() {
    let mut state = page();
    let cmds = act(&mut state, Msg::OpenSimilar(None));
    let [StateCmd::Similar(Cmd::ComputeCosines { ask, row: 4, rows })] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert_eq!(
        (rows.as_slice(), near(&state)),
        (&[3, 5, 2, 6][..], vec![(3, 1), (5, 1), (2, 2), (6, 2)])
    );
    let ask = *ask;
    act(&mut state, Msg::Cosines { ask, cosines: None });
    assert_eq!(near(&state)[0], (3, 1), "the cosines are not available");
    let cosines = Some(vec![0.5, 0.7, 0.6, 0.2]);
    act(
        &mut state,
        Msg::Cosines {
            ask: ask + 1,
            cosines: cosines.clone(),
        },
    );
    assert_eq!(near(&state)[0], (3, 1), "the answer belongs to another request");
    act(&mut state, Msg::Cosines { ask, cosines });
    assert_eq!(near(&state), [(5, 1), (2, 2), (3, 1), (6, 2)]);
    act(&mut state, Msg::GoTo(2));
    assert_eq!(
        (open_project(&state).view.current, &state.similar.similar),
        (Some(2), &None)
    );
}

#[test]
fn neighbors_are_shown_unless_the_reason_names_nearby_texts() {
    let mut state = page();
    let reason = |nearest: Vec<u32>| Reason {
        part: 0,
        part_size: 10,
        n_originals: 10,
        degree_in_part: 2,
        rank_in_part: 1,
        n_lower_in_part: 0,
        newly_covered: nearest.len() as u32,
        nearest,
        runner_up: None,
        margin: 0,
    };
    let outcome = open_project(&state).result.outcome.as_deref().cloned().expect("picks");
    state.project.get_mut().expect("an open project").result.outcome = Some(Arc::new(Outcome {
        reasons: vec![reason(vec![3, 5]), reason(Vec::new()), reason(vec![14])],
        ..outcome
    }));
    let mut neighbors_of_row = |row| {
        state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(row)));
        unexplained(open_project(&state)).map(|(row, adjacency)| nearest_shown(&adjacency, row))
    };
    assert_eq!(neighbors_of_row(4), None, "a pick whose reason names nearby texts");
    assert_eq!(neighbors_of_row(8), Some(vec![7, 9]), "a pick that covers nothing new");
    assert_eq!(neighbors_of_row(0), Some(vec![1]), "a row that is not a pick");
    state.project.get_mut().expect("an open project").result.outcome = None;
    assert_eq!(unexplained(open_project(&state)), None);
}

#[test]
fn many_similar_texts_are_labeled_in_one_step() {
    let mut state = page();
    act(&mut state, Msg::OpenSimilar(Some(10)));
    act(&mut state, Msg::TickAll(true));
    let rows = vec![8];
    act(&mut state, Msg::Tick { rows, on: false });
    act_at(&mut state, Msg::GiveTicked { index: 1 }, 5);
    assert_eq!(
        [8, 9, 10, 11, 12].map(|row| label(&state, row)),
        [None, Some("no"), None, Some("no"), Some("no")]
    );
    state.apply(StateMsg::Labeling(labeling::Msg::Undo), 6);
    assert!(open_project(&state).annotations.history.labels().is_empty());
    act(&mut state, Msg::MarkTicked);
    assert_eq!(
        (&*state.map.marked.0, &state.similar.similar),
        (&vec![9, 11, 12], &None)
    );
}

#[test]
fn actions_on_similar_texts_request_labels_marks_and_the_current_text() {
    let before = page().project.into_inner().expect("an open project");
    let (mut open, settings) = (before.clone(), Settings::new(1));
    let mut similarities = SimilarState::default();
    let mut update = |msg| similarities.update(msg, context(Some(&mut open), &settings));
    let take_cosines = Cmd::ComputeCosines {
        ask: 1,
        row: 10,
        rows: vec![9, 11, 8, 12],
    };
    assert_eq!(
        update(Msg::OpenSimilar(Some(10))),
        [Request::Perform(StateCmd::Similar(take_cosines))]
    );
    let rows = vec![11, 9, 8];
    assert_eq!(update(Msg::Tick { rows, on: true }), []);
    let rows = vec![8];
    assert_eq!(update(Msg::Tick { rows, on: false }), []);
    let rows = vec![9, 11];
    assert_eq!(
        update(Msg::GiveTicked { index: 1 }),
        [Request::Label(LabelChange::Give {
            rows: rows.clone(),
            index: 1
        })]
    );
    let mark = MapMsg::Mark {
        rows,
        how: SelectionMode::Replace,
    };
    assert_eq!(update(Msg::MarkTicked), [Request::Apply(StateMsg::Map(mark))]);
    assert_eq!(
        update(Msg::GoTo(3)),
        [Request::Apply(StateMsg::Labeling(labeling::Msg::GoTo(3)))]
    );
    assert_eq!(
        update(Msg::LabelGroups { firsts: vec![4] }),
        [],
        "there are no groups yet"
    );
    assert_eq!(open, before, "the feature itself does not change the project");
    assert_eq!(
        similarities.update(Msg::OpenSimilar(Some(10)), context(None, &settings)),
        []
    );
}

fn duplicates() -> AppState {
    duplicates_with(CosineScale::with_mean(0.2), 0.98, 0.5)
}

/// Opens the list of near-duplicates. The texts in rows 4 and 5 have the same words.
/// The row pairs (5, 6) and (9, 10) have the cosine `near`. All other pairs of kNN neighbors have the cosine `other`.
fn duplicates_with(scale: CosineScale, near: f32, other: f32) -> AppState {
    let mut state = page();
    let cmds = act(&mut state, Msg::OpenDuplicates);
    let [StateCmd::Similar(Cmd::FindDuplicates { ask, adjacency, .. })] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    let first_of = (0..30).map(|row| if row == 5 { 4 } else { row }).collect();
    let is_near = |row: u32, other: u32| matches!((row.min(other), row.max(other)), (5, 6) | (9, 10));
    let cosines = (0..30).flat_map(|row| adjacency.neighbors_of(row).iter().map(move |&other| (row, other)));
    let cosines = cosines.map(|(row, neighbor)| if is_near(row, neighbor) { near } else { other });
    let cosines = cosines.collect();
    let (ask, cosines) = (*ask, Ok(EdgeCosines { cosines, scale }));
    act(&mut state, Msg::Grounds { ask, first_of, cosines });
    state
}

fn groups(state: &AppState) -> Vec<Vec<u32>> {
    let duplicates = state.similar.duplicates.as_ref().expect("duplicates");
    duplicates.found.as_ref().expect("groups").groups.clone()
}

#[test]
fn duplicates_follow_the_threshold() {
    let mut state = duplicates();
    // The mean cosine is 0.2, so the threshold of 96 % is a cosine of 0.968, and 99 % is a cosine of 0.992.
    assert_eq!(groups(&state), [vec![4, 5, 6], vec![9, 10]]);
    act(&mut state, Msg::ChoosePercent(99));
    assert_eq!(groups(&state), [vec![4, 5]]);
    act(&mut state, Msg::ChoosePercent(100));
    assert_eq!(groups(&state), [vec![4, 5]], "the texts have the same words");
    act(&mut state, Msg::ChoosePercent(0));
    assert_eq!(
        state.similar.duplicates.as_ref().expect("duplicates").percent,
        MIN_PERCENT
    );
    act(&mut state, Msg::Close);
    let cmds = act(&mut state, Msg::OpenDuplicates);
    let [StateCmd::Similar(Cmd::FindDuplicates { ask, .. })] = cmds[..] else {
        panic!("{cmds:?}")
    };
    let (first_of, cosines) = ((0..30).collect(), Err(WorkerError::Cancelled));
    act(&mut state, Msg::Grounds { ask, first_of, cosines });
    let found = state.similar.duplicates.as_ref().expect("duplicates");
    assert!(found.problem.is_some() && !found.knows_cosines() && groups(&state).is_empty());
}

#[test]
fn threshold_follows_the_range_of_cosines() {
    // The mean cosine is 0.84, so the threshold of 96 % is a cosine of 0.9936, and 90 % is a cosine of 0.984.
    let mut state = duplicates_with(CosineScale::with_mean(0.84), 0.99, 0.9);
    let min_cosine = |state: &AppState| {
        let duplicates = state.similar.duplicates.as_ref().expect("duplicates");
        duplicates.min_cosine().expect("known cosines")
    };
    assert!((min_cosine(&state) - 0.9936).abs() < 1e-6);
    assert_eq!(groups(&state), [vec![4, 5]]);
    act(&mut state, Msg::ChoosePercent(90));
    assert!((min_cosine(&state) - 0.984).abs() < 1e-6);
    assert_eq!(groups(&state), [vec![4, 5, 6], vec![9, 10]]);
    act(&mut state, Msg::ChoosePercent(MIN_PERCENT));
    assert!((min_cosine(&state) - 0.9584).abs() < 1e-6);
    assert_eq!(
        groups(&state),
        [vec![4, 5, 6], vec![9, 10]],
        "other neighbors stay apart"
    );
}

#[test]
fn group_gets_the_label_of_its_labeled_text() {
    let mut state = duplicates();
    let label_groups = |state: &mut AppState| {
        let firsts = groups(state).iter().map(|group| group[0]).collect();
        act_at(state, Msg::LabelGroups { firsts }, 7);
    };
    let n_log = open_project(&state).annotations.history.log().len();
    label_groups(&mut state);
    assert_eq!(
        open_project(&state).annotations.history.log().len(),
        n_log,
        "no text of the groups is labeled"
    );
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(6)));
    state.apply(give(0), 9);
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(9)));
    state.apply(give(0), 9);
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(10)));
    state.apply(give(1), 9);
    assert_eq!(
        common_labels(open_project(&state), &[9, 10]),
        None,
        "the labels of the group differ"
    );
    label_groups(&mut state);
    assert_eq!(
        [4, 5, 6, 9, 10].map(|row| label(&state, row)),
        [Some("yes"), Some("yes"), Some("yes"), Some("yes"), Some("no")]
    );
    assert_eq!(
        open_project(&state).annotations.history.labels().origin(4),
        None,
        "the user confirmed the label"
    );
    state.apply(StateMsg::Labeling(labeling::Msg::Undo), 8);
    assert_eq!([4, 5, 6].map(|row| label(&state, row)), [None, None, Some("yes")]);
}

#[test]
fn labeling_a_group_keeps_cannot_tell() {
    let mut state = duplicates();
    let history = &mut state.project.get_mut().expect("an open project").annotations.history;
    history.pass(4, PassReason::CannotTell, 1);
    history.pass(5, PassReason::Skipped, 2);
    history.give(6, Some("yes"), 3);
    act_at(&mut state, Msg::LabelGroups { firsts: vec![4] }, 7);
    assert_eq!(
        [4, 5, 6].map(|row| label(&state, row)),
        [None, Some("yes"), Some("yes")]
    );
    let open = open_project(&state);
    assert_eq!(
        open.annotations.history.labels().passed(4),
        Some(PassReason::CannotTell)
    );
    assert_eq!(common_labels(open, &[4, 5, 6]), None, "every text has an answer");
}

#[test]
fn update_requests_labels_for_groups_that_have_one() {
    let mut state = duplicates();
    let open = state.project.get_mut().expect("an open project");
    open.annotations.history.give(6, Some("yes"), 1);
    let settings = Settings::new(1);
    let requests = state
        .similar
        .update(Msg::LabelGroups { firsts: vec![4, 9] }, context(Some(open), &settings));
    let given = [4, 5, 6].map(|row| (row, vec!["yes".to_owned()]));
    assert_eq!(requests, [Request::Label(LabelChange::Fill(given.to_vec()))]);
}
