//! The legend of the map, and the tree view of the groups in the legend.

use std::sync::Arc;

use leptos::prelude::*;

use crate::i18n::t;
use crate::map::Msg as MapMsg;
use crate::map::coloring::ColorBy;
use crate::map::context::MapContext;
use crate::map::outline_view::TreeView;
use crate::map::toolbar::ExportImage;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::column_select::{FindColumn, listed};
use crate::ui::dom::mounted;

#[component]
pub fn Legend() -> impl IntoView {
    let atlas = expect_context::<MapContext>();
    let app = use_app();
    // The list of colorings is computed again only if it may have changed, because a table may have 100,000 columns.
    let coloring_input = use_project(|project| {
        let pool = Some(Arc::as_ptr(&project.source.pool) as usize);
        (
            pool,
            project.source.text_column,
            project.labels.answers,
            project.result.adjacency.is_some(),
        )
    });
    let choices = Memo::new(move |_| {
        coloring_input.get();
        let state = app.state();
        state.with_untracked(|state| state.project.as_ref().map(ColorBy::choices).unwrap_or_default())
    });
    let index = move || choices.read().iter().position(|(by, _)| *by == atlas.by.get());
    let choose = move |value: String| {
        let choices = choices.read_untracked();
        if let Some(&(by, _)) = value.parse().ok().and_then(|index: usize| choices.get(index)) {
            app.dispatch(Msg::Map(MapMsg::ColorBy(by)));
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
    let filters = use_state(|state| {
        let project = state.project.as_ref().filter(|_| !state.map.filters.is_empty());
        let names = project.map(ColorBy::choices).unwrap_or_default();
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
                let kinds = t!("map-filter-kinds", shown);
                let label = t!("map-filter-remove-action");
                view! {
                    <button type="button" class="filter"
                        on:click=move |_| app.dispatch(Msg::Map(MapMsg::Unfilter(by)))>
                        {name} ": " {kinds} " " <span aria-hidden="true">{"✕"}</span> <span class="hidden">{label}</span>
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        <div class="legend">
            <div class="legend-head">
                <label for="color-by">{t!("map-color-by-label")}</label>
                <select id="color-by" on:change=mounted(move |event| choose(event_target_value(&event)))>{options}</select>
                <FindColumn id="color-by" n_columns=Signal::derive(move || choices.read().len()) n_listed=Signal::derive(move || listed.read().len()) typed/>
                // The export buttons come first, because filters and key hints that appear would move the buttons.
                <ExportImage/>
                {chips}
                <span class="faint keys"><kbd>{"→"}</kbd>" "{t!("map-outline-key-open")}" " <kbd>{t!("shell-key-enter")}</kbd>" "{t!("map-zoom-action")}" " <kbd>{t!("shell-key-space")}</kbd>" "{t!("map-mark-action")}" " <kbd>{"F"}</kbd>" "{t!("map-show-only-action")}" " <kbd>{t!("map-outline-key-letters")}</kbd>" "{t!("map-outline-key-find")}</span>
            </div>
            <TreeView/>
        </div>
    }
}
