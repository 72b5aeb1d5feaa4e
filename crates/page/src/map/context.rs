//! The state that the components of the map share.

use std::collections::BTreeMap;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser::animation_frame::before_paint;
use crate::map::coloring::{ColorBy, Coloring, ColoringInput};
use crate::map::interaction::MapController;
use crate::map::outline::{Group, Item, TEXTS_PER_STEP};
use crate::map::scene::{Colorings, Scene, paints};
use crate::map::{Filter, PtrEq};
use crate::runtime::access::use_state;
use crate::state::AppState;
use fastgas_map::Paint;

#[derive(Clone, Copy)]
pub(crate) struct MapContext {
    pub(crate) scene: Memo<Option<Scene>>,
    /// If the project lacks the data for a requested coloring, the coloring by part replaces the requested coloring.
    pub(crate) by: Memo<ColorBy>,
    pub(crate) coloring: Memo<Option<PtrEq<Coloring>>>,
    pub(crate) paints: Memo<PtrEq<Vec<Paint>>>,
    controller: StoredValue<MapController, LocalStorage>,
    pub(crate) tree: OutlineState,
}

impl MapContext {
    pub(crate) fn visible_rows(self, rows: &[u32]) -> Vec<u32> {
        let paints = self.paints.get_untracked();
        let is_hidden = |row: u32| {
            paints
                .get(row as usize)
                .is_some_and(|paint| paint.state & Paint::DIM != 0)
        };
        rows.iter().copied().filter(|&row| !is_hidden(row)).collect()
    }

    pub(crate) fn n_unhidden(self) -> (usize, usize) {
        let paints = self.paints.get_untracked();
        let n_seen = paints.iter().filter(|paint| paint.state & Paint::DIM == 0).count();
        (n_seen, paints.len())
    }

    pub(crate) fn new() -> MapContext {
        let scene = use_state(|state| state.project.as_ref().and_then(Scene::of));
        let by = use_state(|state| {
            let by = state.map.color_by;
            let is_there = state.project.as_ref().is_some_and(|project| by.is_there(project));
            if is_there { by } else { ColorBy::Part }
        });
        let coloring_inputs = use_state(|state| {
            let filters = state.map.filters.iter().map(|filter| filter.by);
            let all = std::iter::once(state.map.color_by).chain(filters);
            all.map(|by| coloring_input(state, by)).collect::<Vec<_>>()
        });
        let colorings = Memo::new(move |earlier: Option<&Colorings>| {
            let known = coloring_inputs.get().into_iter().flatten().collect();
            Colorings::of(known, earlier)
        });
        let parts = use_state(|state| coloring_input(state, ColorBy::Part));
        let coloring = Memo::new(move |_| {
            let is_there = coloring_inputs.read().first().is_some_and(Option::is_some);
            match is_there {
                true => colorings.read().get(0),
                false => parts.get().map(|coloring_input| PtrEq::new(coloring_input.color())),
            }
        });
        let filters = use_state(|state| state.map.filters.clone());
        // The previous results stay until a new search has finished, so that the dots do not flash during typing.
        let searched = use_state(|state| (state.map.is_searching(), state.map.found.clone()));
        let found = Memo::new(move |shown: Option<&Option<PtrEq<Vec<u32>>>>| match searched.get() {
            (true, _) => shown.cloned().flatten(),
            (false, found) => found,
        });
        let marked = use_state(|state| state.map.marked.clone());
        let paints = Memo::new(move |_| {
            let Some(coloring) = coloring.get() else {
                return PtrEq::default();
            };
            let there =
                coloring_inputs.with(|coloring_inputs| coloring_inputs.iter().map(Option::is_some).collect::<Vec<_>>());
            let hidden_by = filters.with(|filters| in_force(filters, &there, &colorings.read()));
            let found = found.get().unwrap_or_default();
            PtrEq::new(paints(&coloring, &hidden_by, &found, &marked.read()))
        });
        MapContext {
            scene,
            by,
            coloring,
            paints,
            controller: StoredValue::new_local(MapController::default()),
            tree: OutlineState::new(),
        }
    }

    pub(crate) fn controller(self) -> MapController {
        self.controller.with_value(MapController::clone)
    }
}

pub(crate) fn coloring_input(state: &AppState, by: ColorBy) -> Option<ColoringInput> {
    let suggestions = state.suggestions.all.as_ref();
    ColoringInput::of(state.project.as_ref()?, by, &state.map.marked, suggestions)
}

/// Returns the filters with their colorings, without the filters whose coloring is unavailable.
/// `there` indicates which colorings are available: first the coloring of the map, then the coloring of each filter.
/// `colorings` contains only the available colorings, in the same order as `there`.
fn in_force(filters: &[Filter], there: &[bool], colorings: &Colorings) -> Vec<(Filter, PtrEq<Coloring>)> {
    let first = usize::from(there.first() == Some(&true));
    let in_use = filters.iter().zip(there.iter().skip(1)).filter(|&(_, &there)| there);
    let pair = |((filter, _), place): ((&Filter, &bool), usize)| Some((filter.clone(), colorings.get(place)?));
    in_use.zip(first..).filter_map(pair).collect()
}

#[derive(Clone, Copy)]
pub struct OutlineState {
    /// The open groups of the tree, each with the number of texts that the tree shows.
    pub(crate) open: RwSignal<BTreeMap<Group, usize>>,
    pub(crate) at: RwSignal<Option<Item>>,
}

impl OutlineState {
    pub(crate) fn new() -> OutlineState {
        OutlineState {
            open: RwSignal::new(BTreeMap::new()),
            at: RwSignal::new(None),
        }
    }

    pub fn go_to(self, group: Group) {
        self.grow(group, TEXTS_PER_STEP);
        self.focus(Item::Group(group));
    }

    pub(crate) fn grow(self, group: Group, more: usize) {
        self.open.update(|open| *open.entry(group).or_default() += more);
    }

    pub(crate) fn toggle(self, group: Group) {
        self.open.update(|open| {
            if open.remove(&group).is_none() {
                open.insert(group, TEXTS_PER_STEP);
            }
        });
    }

    /// The line is focused just before the next paint, because a new line is not in the document earlier.
    pub(crate) fn focus(self, item: Item) {
        self.at.set(Some(item));
        before_paint(move || {
            let document = web_sys::window().and_then(|window| window.document());
            let line = document.and_then(|document| document.get_element_by_id(&item.id()));
            if let Some(line) = line.and_then(|line| line.dyn_into::<web_sys::HtmlElement>().ok()) {
                // Focusing an element fails only if the page is being closed.
                let _ = line.focus();
            }
        });
    }
}
