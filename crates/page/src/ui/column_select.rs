//! A menu of columns, or of other named items.
//! For tables with up to 100,000 columns, the menu lists some columns, and a search field finds all other columns.

use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::ui::truncate::{self, MAX_MENU_COLUMNS};

pub fn listed(
    names: Signal<Vec<String>>,
    chosen: impl Fn() -> Option<usize> + Send + Sync + 'static,
    typed: RwSignal<String>,
) -> Memo<Vec<usize>> {
    Memo::new(move |_| names.with(|names| truncate::menu(names, chosen(), &typed.read())))
}

/// A search field for columns. Shown only if the menu of columns is too short to list all columns.
#[component]
pub fn FindColumn(
    id: &'static str,
    #[prop(into)] n_columns: Signal<usize>,
    #[prop(into)] n_listed: Signal<usize>,
    typed: RwSignal<String>,
) -> impl IntoView {
    view! { <FindName id label=t!("common-find-column-label") n_names=n_columns n_listed typed/> }
}

/// A search field for names. Shown only if the menu of names is too short to list all names.
#[component]
pub fn FindName(
    id: &'static str,
    label: String,
    #[prop(into)] n_names: Signal<usize>,
    #[prop(into)] n_listed: Signal<usize>,
    typed: RwSignal<String>,
) -> impl IntoView {
    view! {
        <Show when=move || { n_names.get() > MAX_MENU_COLUMNS }>
            <span class="find-column">
                <input type="search" id=format!("{id}-find") dir="auto" aria-label=label.clone() placeholder=label.clone()
                    prop:value=typed on:input:target=move |event| typed.set(event.target().value())/>
                <span class="hint" role="status" id=format!("{id}-listed")>
                    {move || t!("common-columns-listed-status", listed = grouped(n_listed.get() as u64), n = grouped(n_names.get() as u64))}
                </span>
            </span>
        </Show>
    }
}
