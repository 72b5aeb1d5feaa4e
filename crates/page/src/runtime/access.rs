//! The views' access to the state: the page handle, and memos of parts of the state.
//! Views read the state through signals and dispatch messages, but make no decisions.

use std::sync::Arc;

use leptos::prelude::*;

use crate::project::Project;
use crate::runtime::handle::AppHandle;
use crate::state::AppState;
use crate::ui::scoped_memo;

pub(crate) fn use_app() -> AppHandle {
    expect_context::<AppHandle>()
}

pub(crate) fn use_state<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn(&AppState) -> T + Send + Sync + 'static,
) -> Memo<T> {
    let state = use_app().state();
    scoped_memo(move || state.with(&read))
}

/// A part of the open project, or the default value if no project is open.
pub(crate) fn use_project<T>(read: impl Fn(&Project) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    use_state(move |state| state.project.as_ref().map(&read).unwrap_or_default())
}

/// Column names are compared only after a change of the texts, because comparing 100,000 names per key press is slow.
pub(crate) fn column_names() -> Memo<Vec<String>> {
    let state = use_app().state();
    let pool = use_project(|project| Some(Arc::as_ptr(&project.source.pool) as usize));
    Memo::new(move |_| {
        pool.get();
        let names = |project: &Project| project.source.pool.columns().to_vec();
        state.with_untracked(|state| state.project.as_ref().map(names).unwrap_or_default())
    })
}

/// True if another tab may change the project, or if the project is damaged.
pub(crate) fn read_only() -> Memo<bool> {
    use_state(|state| state.projects.read_only)
}
