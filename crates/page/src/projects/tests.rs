//! Tests of projects that several tabs have open, and of the embedding cache.

use crate::labeling;
use crate::labeling::list_filter::ListFilter;
use crate::map::scene::Scene;
use crate::project::{Outcome, Project};
use crate::projects::{self, embedding_cache};
use crate::run;
use crate::similar;
use crate::state::{AppState, Cmd, Confirmation, Msg};
use crate::suggestions;
use crate::team;
use crate::test_support::numbered_texts::{give, layout, opened, reading, selected};
use crate::test_support::{self, open_project, refused};
use fastgas_platform::{CacheSize, StoredAnnotations};
use fastgas_select::Config;
use std::sync::Arc;

#[test]
fn cache_failure_is_reported_once() {
    let mut state = opened();
    state.apply_now(Msg::Cache(embedding_cache::Msg::Failed(refused())));
    assert!(state.cache.problem.as_ref().unwrap().contains("the disk is full"));
    state.apply_now(Msg::Cache(embedding_cache::Msg::DismissProblem));
    state.apply_now(Msg::Cache(embedding_cache::Msg::Failed(refused())));
    assert_eq!(state.cache.problem, None);
    assert_eq!(state.persistence.problem, None, "the project is stored nevertheless");
}

#[test]
fn cache_is_emptied_after_confirmation() {
    let mut state = opened();
    state.apply_now(Msg::Cache(embedding_cache::Msg::Empty));
    assert_eq!(
        state.notices.confirmation, None,
        "the content of the file is still unknown"
    );
    let size = CacheSize {
        texts: 3000,
        bytes: 4_656_000,
    };
    state.apply_now(Msg::Cache(embedding_cache::Msg::Measured(size)));
    state.apply_now(Msg::Cache(embedding_cache::Msg::Empty));
    assert_eq!(state.notices.confirmation, Some(Confirmation::EmptyCache(size)));
    assert!(state.apply(Msg::Answer { yes: false }, 1).is_empty());
    state.apply_now(Msg::Cache(embedding_cache::Msg::Empty));
    assert_eq!(
        state.apply(Msg::Answer { yes: true }, 1),
        [Cmd::Cache(embedding_cache::Cmd::Empty)]
    );
    assert!(state.project.is_some());
}

#[test]
fn project_of_another_tab_is_read_only() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    assert_eq!(
        state.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere)),
        [],
        "all entries are being written"
    );
    let before = open_project(&state).clone();
    for msg in [
        give(0),
        Msg::Run(run::Msg::Select),
        Msg::Labeling(labeling::Msg::AddLabel("more".into())),
        Msg::Labeling(labeling::Msg::Undo),
        Msg::Similar(similar::Msg::GiveTicked { index: 0 }),
        Msg::Suggest(suggestions::Msg::AcceptAll),
        Msg::Team(team::Msg::Merge),
        reading(9, "other.csv"),
    ] {
        assert!(state.notices.notice.is_none());
        assert!(state.apply(msg, 9).is_empty());
        assert!(state.notices.notice.is_some(), "the user is informed");
        state.apply_now(Msg::DismissMessage);
    }
    state.apply_now(Msg::Suggest(suggestions::Msg::OpenPreview));
    assert!(state.suggestions.preview.is_some(), "a preview can still be opened");
    assert_eq!(open_project(&state), &before);
    assert!(
        state.summarize().is_none(),
        "the preview is not added to the project list"
    );
    state.apply_now(Msg::Labeling(labeling::Msg::Move(-1)));
    assert_ne!(open_project(&state).view.current, before.view.current);
    let cmds = state.apply_now(Msg::Projects(projects::Msg::TakeOver));
    assert_eq!(cmds.last(), Some(&Cmd::Projects(projects::Cmd::TakeOver)));
    assert!(state.persistence.restoring && !state.projects.read_only && state.project.is_none());
}

/// The message that another tab, `tab`, has stored its project.
fn stored_by(tab: &AppState) -> Msg {
    let open = open_project(tab);
    Msg::Projects(projects::Msg::Followed(Box::new(StoredAnnotations {
        head: open.head(&Config::default()),
        others: open.annotations.team.annotations().cloned().collect(),
        log: open.annotations.history.log().to_vec(),
    })))
}

/// Two tabs with the same project. The first tab may change the project, and the second tab only shows it.
fn two_tabs() -> (AppState, AppState) {
    let mut writes = test_support::connected_in_a_row(selected());
    writes.project.get_mut().expect("a project").result.layout = Some(Arc::new(layout()));
    let mut viewer = test_support::state(2);
    viewer.project = writes.project.clone();
    viewer.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
    (writes, viewer)
}

#[test]
fn read_only_tab_shows_changes_of_the_other_tab_and_keeps_its_position() {
    let (mut writes, mut viewer) = two_tabs();
    viewer.apply_now(Msg::Labeling(labeling::Msg::Move(1)));
    viewer.apply_now(Msg::Labeling(labeling::Msg::List(ListFilter::Left)));
    let before = open_project(&viewer).clone();
    writes.apply(give(0), 9);
    writes.apply_now(Msg::Labeling(labeling::Msg::AddLabel("perhaps".into())));
    writes.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Be quick.".into())));
    assert!(viewer.apply_now(stored_by(&writes)).is_empty());
    let (here, there) = (open_project(&viewer), open_project(&writes));
    assert_eq!(here.annotations.history.log(), there.annotations.history.log());
    assert_eq!(
        (&here.labels.names, &here.labels.guidelines),
        (&there.labels.names, &there.labels.guidelines)
    );
    assert_eq!(
        (here.view.current, here.view.listing),
        (before.view.current, ListFilter::Left)
    );
    let drawn = |open: &Project| {
        let scene = Scene::of(open).expect("a map");
        (
            scene.layout,
            scene.outcome,
            scene.adjacency,
            scene.names,
            scene.part_colors,
        )
    };
    assert!(drawn(here) == drawn(&before), "unchanged parts are not copied");
    assert!(viewer.projects.read_only && viewer.notices.notice.is_none());
}

fn returned_from_cache(stored: Option<&AppState>) -> Msg {
    let stored = stored.map(|tab| match stored_by(tab) {
        Msg::Projects(projects::Msg::Followed(stored)) => stored,
        msg => panic!("{msg:?}"),
    });
    Msg::Projects(projects::Msg::ReturnedFromCache(stored))
}

/// The browser keeps a page in its back/forward cache after the user has left the page.
#[test]
fn page_restored_from_bfcache_shows_what_another_tab_stored() {
    let (mut writes, mut here) = two_tabs();
    here.projects.read_only = false;
    here.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(
        here.is_left() && here.projects.read_only,
        "other tabs may have the lock"
    );
    assert!(
        here.apply(give(1), 8).is_empty(),
        "the tab is read-only until the lock is known"
    );
    writes.apply(give(0), 9);
    assert_eq!(here.apply_now(returned_from_cache(Some(&writes))), []);
    assert!(!here.is_left() && !here.projects.read_only);
    assert_eq!(
        open_project(&here).annotations.history.log(),
        open_project(&writes).annotations.history.log()
    );
    assert_eq!(
        here.apply_now(returned_from_cache(Some(&writes))),
        [],
        "the return is handled once"
    );

    // If the project was deleted or has other picks, the whole project is read again.
    here.apply_now(Msg::Projects(projects::Msg::Left));
    let cmds = here.apply_now(returned_from_cache(None));
    assert_eq!(cmds, [Cmd::Projects(projects::Cmd::Reread)]);
    assert!(here.project.is_none() && here.persistence.restoring && !here.is_left());
}

#[test]
fn left_page_keeps_the_lock_while_work_is_unsaved_or_running() {
    let (_, mut here) = two_tabs();
    here.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(!here.is_left(), "another tab has the lock");
    here.projects.read_only = false;
    here.apply(give(0), 9);
    here.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(!here.is_left() && !here.projects.read_only);

    let mut selects = selected();
    selects.apply_now(Msg::Run(run::Msg::Select));
    assert!(selects.run.current.is_some());
    selects.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(!selects.is_left());
}

#[test]
fn read_only_tab_reloads_the_project_if_the_picks_changed() {
    let (mut writes, mut viewer) = two_tabs();
    let open = writes.project.get_mut().expect("a project");
    let mut outcome = Outcome::clone(open.result.outcome.as_ref().expect("picks"));
    outcome.selection.picks.reverse();
    open.result.outcome = Some(Arc::new(outcome));
    let cmds = viewer.apply_now(stored_by(&writes));
    assert_eq!(cmds, [Cmd::Projects(projects::Cmd::Reread)]);
    assert!(viewer.project.is_none() && viewer.persistence.restoring);
}

#[test]
fn unsaved_work_is_not_replaced_by_what_another_tab_stores() {
    let (writes, mut viewer) = two_tabs();
    viewer.projects.read_only = false;
    viewer.apply(give(0), 9);
    viewer.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
    viewer.apply_now(stored_by(&writes));
    assert_eq!(open_project(&viewer).annotations.history.log().len(), 1);
    viewer.projects.read_only = false;
    let (mut own, before) = (selected(), open_project(&writes).clone());
    *own.project = Some(before.clone());
    own.apply_now(stored_by(&writes));
    assert_eq!(
        open_project(&own),
        &before,
        "the tab's own project is not replaced either"
    );
}
