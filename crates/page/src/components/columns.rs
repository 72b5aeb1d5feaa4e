//! A menu of columns. A table may have a hundred thousand: then some are listed, and a field finds the others.

use std::sync::Arc;

use leptos::prelude::*;

use super::{select_open, use_app};
use crate::project::Open;
use crate::wide::{self, MENU};
use crate::words::{grouped, say};

/// The names of the open pool's columns. They are compared only when the pool is another one: whoever presses a key does not
/// wait for a hundred thousand names.
pub fn column_names() -> Memo<Vec<String>> {
    let state = use_app().state();
    let pool = select_open(|open| Some(Arc::as_ptr(&open.pool) as usize));
    Memo::new(move |_| {
        pool.get();
        let names = |open: &Open| open.pool.columns().to_vec();
        state.with_untracked(|state| state.open.as_ref().map(names).unwrap_or_default())
    })
}

/// The places of the columns that the menu lists, of those with these names.
pub fn listed(
    names: Signal<Vec<String>>,
    chosen: impl Fn() -> Option<usize> + Send + Sync + 'static,
    typed: RwSignal<String>,
) -> Memo<Vec<usize>> {
    Memo::new(move |_| names.with(|names| wide::menu(names, chosen(), &typed.read())))
}

/// The field that finds columns for the menu beside it, where that cannot list all; how many it lists.
#[component]
pub fn FindColumn(
    /// Of the menu.
    id: &'static str,
    #[prop(into)] n_columns: Signal<usize>,
    #[prop(into)] n_listed: Signal<usize>,
    typed: RwSignal<String>,
) -> impl IntoView {
    view! {
        <Show when=move || { n_columns.get() > MENU }>
            <span class="find-column">
                <input type="search" id=format!("{id}-find") dir="auto" aria-label=say!("columns-find") placeholder=say!("columns-find")
                    prop:value=typed on:input:target=move |event| typed.set(event.target().value())/>
                <span class="hint" role="status" id=format!("{id}-listed")>
                    {move || say!("columns-listed", listed = grouped(n_listed.get() as u64), n = grouped(n_columns.get() as u64))}
                </span>
            </span>
        </Show>
    }
}
