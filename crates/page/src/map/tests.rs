//! Tests that messages to the map change the state of the page.

use crate::import;
use crate::map::{Msg as MapMsg, SelectionMode};
use crate::persistence;
use crate::projects;
use crate::run;
use crate::state::{AppState, Cmd, Msg};
use crate::test_support;
use crate::test_support::numbered_texts::{load, opened};
use fastgas_graph::Adjacency;
use fastgas_map::Layout;
use fastgas_protocol::JobId;

fn at(place: f32) -> Layout {
    Layout {
        positions: vec![[place, 0.0]; 30],
    }
}

fn without_edges() -> Adjacency {
    Adjacency::from_parts(vec![0; 31], Vec::new(), 30).expect("a graph without edges")
}

fn selected() -> (AppState, JobId) {
    let mut state = opened();
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let Some(Cmd::Run(run::Cmd::Start { job, config, .. })) = cmds.into_iter().next() else {
        panic!("no run")
    };
    let outcome = Box::new(test_support::outcome(&[3, 1], 30, config));
    state.apply_now(Msg::Run(run::Msg::Selected { job, outcome }));
    (state, job)
}

fn layout_of(state: &AppState) -> Option<Layout> {
    state.project.as_ref()?.result.layout.as_deref().cloned()
}

#[test]
fn intermediate_layouts_are_shown_and_the_final_one_is_saved() {
    let (mut state, job) = selected();
    assert_eq!(layout_of(&state), None);
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::LayoutMoved { job, layout: at(0.1) }))
            .is_empty(),
        "intermediate layouts are not stored"
    );
    assert_eq!(layout_of(&state), Some(at(0.1)));
    state.apply_now(Msg::Run(run::Msg::GraphBuilt {
        job,
        adjacency: without_edges(),
    }));
    let cmds = state.apply_now(Msg::Run(run::Msg::Mapped {
        job,
        layout: at(0.2),
        map_ms: 5.0,
    }));
    let Some(Cmd::Persistence(persistence::Cmd::SaveProject(project))) = cmds.first() else {
        panic!("{cmds:?}")
    };
    assert_eq!(
        (&project.layout, &project.adjacency),
        (&Some(at(0.2)), &Some(without_edges()))
    );
    state.apply_now(Msg::Run(run::Msg::LayoutMoved { job, layout: at(0.3) }));
    assert_eq!(layout_of(&state), Some(at(0.2)), "the run has ended");
}

#[test]
fn part_names_that_arrive_after_the_map_are_saved() {
    let (mut state, job) = selected();
    state.apply_now(Msg::Run(run::Msg::Mapped {
        job,
        layout: at(0.2),
        map_ms: 5.0,
    }));
    let names = vec![vec!["loan".to_owned()]];
    let cmds = state.apply_now(Msg::Run(run::Msg::KeywordsFound {
        job,
        names: names.clone(),
    }));
    assert!(matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.part_names == names));
    let other = JobId(job.0 + 1);
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::KeywordsFound {
                job: other,
                names: Vec::new()
            }))
            .is_empty()
    );
    assert_eq!(*test_support::open_project(&state).result.part_names, names);
}

#[test]
fn marks_are_cleared_with_the_project() {
    let (mut state, _) = selected();
    let mark = MapMsg::Mark {
        rows: vec![4, 9],
        how: SelectionMode::Replace,
    };
    state.apply_now(Msg::Map(mark));
    assert_eq!(*state.map.marked, [4, 9]);
    state.apply_now(Msg::Projects(projects::Msg::New));
    assert!(state.map.marked.is_empty());
    load(&mut state, 2, test_support::pool(&["text"], &[&["one"]]));
    assert!(state.map.marked.is_empty());
}

#[test]
fn changing_the_text_column_repeats_the_search() {
    let mut state = opened();
    state.apply_now(Msg::Map(MapMsg::Search("number".into())));
    let cmds = state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(0)));
    let searches = cmds.iter().filter(|cmd| matches!(cmd, Cmd::Map(_)));
    assert_eq!(searches.count(), 1);
    assert!(state.map.is_searching());
}
