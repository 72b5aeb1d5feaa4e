//! The legend of the map, and the tree view of its groups.

use std::sync::Arc;

use leptos::prelude::*;

use crate::i18n::say;
use crate::map::MapAction;
use crate::map::coloring::ColorBy;
use crate::map::outline_view::TreeView;
use crate::map::toolbar::TakePicture;
use crate::map::view::Atlas;
use crate::state::Action;
use crate::ui::column_select::{FindColumn, listed};
use crate::ui::dom::mounted;
use crate::ui::{select, select_open, use_app};

#[component]
pub fn Legend() -> impl IntoView {
    let atlas = expect_context::<Atlas>();
    let app = use_app();
    // Recomputed only when the choices may differ, because a table may have a hundred thousand columns.
    let ground = select_open(|open| {
        let pool = Some(Arc::as_ptr(&open.source.pool) as usize);
        (
            pool,
            open.source.text_column,
            open.labels.answers,
            open.result.adjacency.is_some(),
        )
    });
    let choices = Memo::new(move |_| {
        ground.get();
        let state = app.state();
        state.with_untracked(|state| state.project.as_ref().map(ColorBy::choices).unwrap_or_default())
    });
    let index = move || choices.read().iter().position(|(by, _)| *by == atlas.by.get());
    let choose = move |value: String| {
        let choices = choices.read_untracked();
        if let Some(&(by, _)) = value.parse().ok().and_then(|index: usize| choices.get(index)) {
            app.dispatch(Action::Map(MapAction::ColorBy(by)));
        }
    };
    let names = Signal::derive(move || choices.read().iter().map(|(_, name)| name.clone()).collect::<Vec<_>>());
    let typed = RwSignal::new(String::new());
    let listed = listed(names, index, typed);
    let options = move || {
        let choices = choices.read();
        let option = |place: usize| {
            let name = choices[place].1.clone();
            view! { <option value=place.to_string() selected=move || index() == Some(place)>{name}</option> }
        };
        listed.get().into_iter().map(option).collect_view()
    };
    let filters = select(|state| {
        let open = state.project.as_ref().filter(|_| !state.map.filters.is_empty());
        let names = open.map(ColorBy::choices).unwrap_or_default();
        let name = |by: ColorBy| {
            names
                .iter()
                .find(|(other, _)| *other == by)
                .map(|(_, name)| name.clone())
        };
        let filters = state.map.filters.iter();
        filters
            .filter_map(|filter| name(filter.by).map(|name| (filter.by, name, filter.shown.len())))
            .collect::<Vec<_>>()
    });
    let chips = move || {
        filters
            .get()
            .into_iter()
            .map(|(by, name, shown)| {
                let kinds = say!("map-filter-kinds", shown);
                let label = say!("map-filter-remove-action");
                view! {
                    <button type="button" class="filter"
                        on:click=move |_| app.dispatch(Action::Map(MapAction::Unfilter(by)))>
                        {name} ": " {kinds} " " <span aria-hidden="true">{"✕"}</span> <span class="hidden">{label}</span>
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        <div class="legend">
            <div class="legend-head">
                <label for="color-by">{say!("map-color-by-label")}</label>
                <select id="color-by" on:change=mounted(move |event| choose(event_target_value(&event)))>{options}</select>
                <FindColumn id="color-by" n_columns=Signal::derive(move || choices.read().len()) n_listed=Signal::derive(move || listed.read().len()) typed/>
                // Before the filters and the key hints, which come and go, so that the buttons do not move.
                <TakePicture/>
                {chips}
                <span class="faint keys"><kbd>{"→"}</kbd>" "{say!("map-outline-key-open")}" " <kbd>{say!("shell-key-enter")}</kbd>" "{say!("map-zoom-action")}" " <kbd>{say!("shell-key-space")}</kbd>" "{say!("map-mark-action")}" " <kbd>{"F"}</kbd>" "{say!("map-show-only-action")}" " <kbd>{say!("map-outline-key-letters")}</kbd>" "{say!("map-outline-key-find")}</span>
            </div>
            <TreeView/>
        </div>
    }
}
