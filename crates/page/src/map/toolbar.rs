//! The map's tools: search, lasso and box, picture export, and actions on marked texts.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use crate::i18n::bidi::isolated;
use crate::i18n::{Key, grouped, key, t};
use crate::labeling;
use crate::labeling::bulk_label::BulkLabel;
use crate::labeling::last_step_view::LastStepLine;
use crate::map::coloring::{ClassSign, ColorBy, ColorClass};
use crate::map::context::{MapContext, coloring_input};
use crate::map::outline_view::Group;
use crate::map::search_results::{self, SearchResults};
use crate::map::{Filter, Msg as MapMsg, SelectionMode, Tool};
use crate::project::Project;
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::shell::views::{self, View};
use crate::state::{AppState, Msg};
use crate::ui::subscribe;
use fastgas_annotation::export::stem;
use fastgas_map::{Legend, LegendClass};

const TOOLS: [(Tool, &str, Key, Key); 3] = [
    (Tool::Pan, "tool-pan", key!("map-tool-move"), key!("map-tool-move-hint")),
    (
        Tool::Lasso,
        "tool-lasso",
        key!("map-tool-lasso"),
        key!("map-tool-lasso-hint"),
    ),
    (
        Tool::Rectangle,
        "tool-rectangle",
        key!("map-tool-box"),
        key!("map-tool-box-hint"),
    ),
];

#[component]
pub fn MapToolbar() -> impl IntoView {
    let atlas = expect_context::<MapContext>();
    let app = use_app();
    let typed = use_state(|state| state.map.typed.clone());
    let tool = use_state(|state| state.map.tool);
    let found = use_state(|state| state.map.found.clone());
    let searching = use_state(|state| state.map.is_searching());
    let result = move || match found.get() {
        None if searching.get() => "…".to_owned(),
        None => String::new(),
        Some(found) => {
            subscribe(atlas.paints);
            found_words(atlas, &found)
        }
    };
    let results = search_results::navigation();
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "ArrowDown" && results.enter() {
            event.prevent_default();
        }
    };
    let mark_found = move |_| {
        let rows = app
            .state()
            .with_untracked(|state| state.map.found.as_ref().map(|found| atlas.visible_rows(found)));
        if let Some(rows) = rows {
            app.dispatch(Msg::Map(MapMsg::Mark {
                rows,
                how: SelectionMode::Replace,
            }));
        }
    };
    // Keyboard users can mark all visible texts instead of drawing a lasso or box.
    let mark_view = move |event: MouseEvent| {
        let rows = atlas.controller().rows_in_view();
        let how = SelectionMode::held(event.shift_key(), event.alt_key());
        app.dispatch(Msg::Map(MapMsg::Mark { rows, how }));
    };
    let buttons = TOOLS.map(|(which, id, name, title)| {
        view! {
            <button type="button" id=id title=title.text() aria-pressed=move || (tool.get() == which).to_string()
                on:click=move |_| app.dispatch(Msg::Map(MapMsg::Take(which)))>{name.text()}</button>
        }
    });
    view! {
        <div class="map-tools">
            <form class="map-search" role="search" on:submit=move |event| {
                event.prevent_default();
                atlas.tree.go_to(Group::Found);
            }>
                <input type="search" id="map-search" placeholder=t!("map-search-label") aria-label=t!("map-search-label")
                    aria-describedby="map-found" prop:value=move || typed.get() on:keydown=on_key
                    on:input:target=move |event| app.dispatch(Msg::Map(MapMsg::Search(event.target().value())))/>
                // The number of results is displayed over the map. Next to the search field, it would move the buttons.
                <div class="found" class:some=move || found.read().is_some() || searching.get()>
                    <span class="faint" id="map-found" role="status">{result}</span>
                    <Show when=move || found.with(|found| found.as_ref().is_some_and(|found| !found.is_empty()))>
                        <button type="button" id="mark-found" on:click=mark_found>{t!("map-mark-found-button")}</button>
                    </Show>
                    <SearchResults navigation=results/>
                </div>
            </form>
            <div class="segments" role="group" aria-label=t!("map-tools-label")>{buttons}</div>
            <button type="button" id="mark-view" title=t!("map-mark-view-tooltip") on:click=mark_view>{t!("map-mark-view-button")}</button>
        </div>
    }
}

/// States separately how many results a filter hides, because hidden results can be neither seen nor marked.
fn found_words(atlas: MapContext, found: &[u32]) -> String {
    let (seen, all) = (atlas.visible_rows(found).len(), found.len());
    let count = grouped(all as u64);
    match seen == all {
        true => t!("map-search-found", count),
        false => t!("map-search-found-visible", seen = grouped(seen as u64), count),
    }
}

fn notes(state: &AppState, atlas: MapContext) -> Vec<String> {
    let choices = state.project.as_ref().map(ColorBy::choices).unwrap_or_default();
    let only = |filter: &Filter| {
        let (_, name) = choices.iter().find(|(by, _)| *by == filter.by)?;
        let classes = coloring_input(state, filter.by)?.color().classes;
        let shown = filter.shown.iter().filter_map(|&class| classes.get(class as usize));
        let shown: Vec<_> = shown.map(|class| isolated(&class.name)).collect();
        Some(t!("map-export-filter-note", name, classes = shown.join("; ")))
    };
    let searched = state.map.found.as_ref().map(|found| {
        let typed = isolated(state.map.typed.trim());
        t!("map-export-search-note", typed, found = found_words(atlas, found))
    });
    let marked = match state.map.marked.len() {
        0 => None,
        count => Some(t!("map-marked-status", count = grouped(count as u64))),
    };
    let filters: Vec<String> = state.map.filters.iter().filter_map(only).collect();
    let shown = (!filters.is_empty()).then(|| {
        let (seen, all) = atlas.n_unhidden();
        t!(
            "map-export-shown-note",
            seen = grouped(seen as u64),
            all = grouped(all as u64)
        )
    });
    filters.into_iter().chain(shown).chain(searched).chain(marked).collect()
}

/// A label without a color is marked with letters. The legend shows the letters before the name of the label.
fn legend_class(class: &ColorClass) -> LegendClass {
    let (letters, part) = match &class.sign {
        ClassSign::None => (None, None),
        ClassSign::Part(part) => (None, Some(*part)),
        ClassSign::Letters(letters) => (Some(letters), None),
    };
    LegendClass {
        name: letters.map_or_else(|| class.name.clone(), |letters| format!("{letters} · {}", class.name)),
        ink: class.ink,
        part,
        count: grouped(class.rows.len() as u64),
    }
}

#[component]
pub fn ExportImage() -> impl IntoView {
    let atlas = expect_context::<MapContext>();
    let app = use_app();
    let stem = use_project(|project| stem(&project.source.file_name));
    let legend = move || {
        let by = atlas.by.get_untracked();
        let choices = app
            .state()
            .with_untracked(|state| state.project.as_ref().map(ColorBy::choices));
        let name = choices
            .unwrap_or_default()
            .into_iter()
            .find_map(|(other, name)| (other == by).then_some(name));
        let notes = app.state().with_untracked(|state| notes(state, atlas));
        let coloring = atlas.coloring.get_untracked();
        let classes = coloring.iter().flat_map(|coloring| &coloring.classes);
        Legend {
            title: format!("{} {}", t!("map-color-by-label"), name.unwrap_or_default()),
            classes: classes.map(legend_class).collect(),
            notes,
        }
    };
    view! {
        <div class="segments" role="group" aria-label=t!("map-export-label")>
            <button type="button" id="map-png" title=t!("map-export-png-tooltip")
                on:click=move |_| atlas.controller().export_png(format!("{}-map.png", stem.get_untracked()), &legend())>"PNG"</button>
            <button type="button" id="map-svg" title=t!("map-export-svg-tooltip")
                on:click=move |_| atlas.controller().export_svg(
                    &format!("{}-map.svg", stem.get_untracked()), &t!("map-export-title", file = isolated(&stem.get_untracked())), &legend())>"SVG"</button>
        </div>
    }
}

/// If no text is marked, a hint explains what dragging does.
/// If the user stopped the computation of the map, the hint states instead that the map is unfinished.
/// The hint is below the map, so that it covers no text. Its fixed height keeps other content in place.
#[component]
pub fn Marks() -> impl IntoView {
    let atlas = expect_context::<MapContext>();
    let unsettled = use_state(|state| {
        state.run.current.is_none() && state.project.as_ref().is_some_and(Project::has_unsettled_map)
    });
    let n_marked = use_state(|state| state.map.marked.len());
    let tool = use_state(|state| state.map.tool);
    let hint = move || {
        TOOLS
            .iter()
            .find(|(which, ..)| *which == tool.get())
            .map(|(.., says)| says.text())
    };
    let unmarked = move || match unsettled.get() {
        true => view! { <p id="unsettled" role="status">{t!("map-unfinished-status")}</p> }.into_any(),
        false => view! { <p class="faint">{hint}</p> }.into_any(),
    };
    let colored = move || atlas.by.get() == ColorBy::Marked;
    let words = move || match n_marked.get() {
        0 => String::new(),
        count => t!("map-marked-status", count = grouped(count as u64)),
    };
    let app = use_app();
    let color = move |_| {
        let by = if atlas.by.get_untracked() == ColorBy::Marked {
            ColorBy::Part
        } else {
            ColorBy::Marked
        };
        app.dispatch(Msg::Map(MapMsg::ColorBy(by)));
    };
    let clear = move |_| {
        let none = MapMsg::Mark {
            rows: Vec::new(),
            how: SelectionMode::Replace,
        };
        app.dispatch(Msg::Map(none));
    };
    let give = move |index| app.dispatch(Msg::Labeling(labeling::Msg::GiveMarked { index }));
    // The label view does not contain the list of groups, so the view with the data is shown first.
    let list = move |_| {
        app.dispatch(Msg::View(views::Msg::Show(View::Data)));
        atlas.tree.go_to(Group::Marked);
    };
    view! {
        <div class="marks" class:some=move || n_marked.get() != 0>
            <strong id="marked-count" role="status">{words}</strong>
            <Show when=move || n_marked.get() != 0 fallback=move || unmarked>
                <button type="button" class="icon" id="marked-clear" aria-label=t!("map-marked-clear-button") title=t!("map-marked-clear-button") on:click=clear>"×"</button>
                <button type="button" id="marked-list" on:click=list>{t!("map-marked-list-button")}</button>
                <button type="button" id="marked-color" aria-pressed=move || colored().to_string() on:click=color>{t!("map-marked-color-button")}</button>
                <BulkLabel name="marked" title=t!("map-marked-bulk-label") disabled=read_only() give/>
                <LastStepLine/>
            </Show>
        </div>
    }
}
