//! The map panel: canvas, tools, legend, and the tree view.

use leptos::prelude::*;

use crate::map::canvas_view::Canvas;
use crate::map::interaction::MapController;
use crate::map::legend_view::Legend;
use crate::map::outline_view::OutlineState;
use crate::map::toolbar::{MapToolbar, Marks};
use crate::run;

use crate::i18n::{grouped, t};
use crate::map::Filter;
use crate::map::PtrEq;
use crate::map::coloring::{ColorBy, Coloring, ColoringInput};
use crate::map::scene::{Colorings, Scene, paints};
use crate::state::{AppState, Msg};
use crate::ui::{use_app, use_project, use_state};
use fastgas_map::Paint;

/// The state that the components of the map share.
#[derive(Clone, Copy)]
pub(crate) struct MapContext {
    pub(crate) scene: Memo<Option<Scene>>,
    /// The effective coloring.
    pub(crate) by: Memo<ColorBy>,
    pub(crate) coloring: Memo<Option<PtrEq<Coloring>>>,
    pub(crate) paints: Memo<PtrEq<Vec<Paint>>>,
    hand: StoredValue<MapController, LocalStorage>,
    pub(crate) tree: OutlineState,
}

impl MapContext {
    /// The rows that no filter hides.
    pub(crate) fn unhidden(self, rows: &[u32]) -> Vec<u32> {
        let paints = self.paints.get_untracked();
        let is_hidden = |row: u32| {
            paints
                .get(row as usize)
                .is_some_and(|paint| paint.state & Paint::DIM != 0)
        };
        rows.iter().copied().filter(|&row| !is_hidden(row)).collect()
    }

    /// Number of texts that no filter hides, and number of all texts.
    pub(crate) fn n_unhidden(self) -> (usize, usize) {
        let paints = self.paints.get_untracked();
        let n_seen = paints.iter().filter(|paint| paint.state & Paint::DIM == 0).count();
        (n_seen, paints.len())
    }

    fn new() -> MapContext {
        let scene = use_state(|state| state.project.as_ref().and_then(Scene::of));
        // Falls back to the parts if the project does not have the data for the requested coloring.
        let by = use_state(|state| {
            let by = state.map.color_by;
            let is_there = state.project.as_ref().is_some_and(|project| by.is_there(project));
            if is_there { by } else { ColorBy::Part }
        });
        let grounds = use_state(|state| {
            let filters = state.map.filters.iter().map(|filter| filter.by);
            let all = std::iter::once(state.map.color_by).chain(filters);
            all.map(|by| ground(state, by)).collect::<Vec<_>>()
        });
        let colorings = Memo::new(move |earlier: Option<&Colorings>| {
            let known = grounds.get().into_iter().flatten().collect();
            Colorings::of(known, earlier)
        });
        let parts = use_state(|state| ground(state, ColorBy::Part));
        let coloring = Memo::new(move |_| {
            let is_there = grounds.read().first().is_some_and(Option::is_some);
            match is_there {
                true => colorings.read().get(0),
                false => parts.get().map(|ground| PtrEq::new(ground.color())),
            }
        });
        let filters = use_state(|state| state.map.filters.clone());
        // Keeps the last results until the running search has finished, so that the dots do not flash at every keystroke.
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
            let there = grounds.with(|grounds| grounds.iter().map(Option::is_some).collect::<Vec<_>>());
            let hidden_by = filters.with(|filters| in_force(filters, &there, &colorings.read()));
            let found = found.get().unwrap_or_default();
            PtrEq::new(paints(&coloring, &hidden_by, &found, &marked.read()))
        });
        MapContext {
            scene,
            by,
            coloring,
            paints,
            hand: StoredValue::new_local(MapController::default()),
            tree: OutlineState::new(),
        }
    }

    pub(crate) fn hand(self) -> MapController {
        self.hand.with_value(MapController::clone)
    }
}

pub(crate) fn ground(state: &AppState, by: ColorBy) -> Option<ColoringInput> {
    let suggestions = state.suggestions.all.as_ref();
    ColoringInput::of(state.project.as_ref()?, by, &state.map.marked, suggestions)
}

/// The filters whose colorings this project has, paired with these colorings. `there` tells for the current coloring, and then
/// for each filter, whether `colorings` contains it.
fn in_force(filters: &[Filter], there: &[bool], colorings: &Colorings) -> Vec<(Filter, PtrEq<Coloring>)> {
    let first = usize::from(there.first() == Some(&true));
    let in_use = filters.iter().zip(there.iter().skip(1)).filter(|&(_, &there)| there);
    let pair = |((filter, _), place): ((&Filter, &bool), usize)| Some((filter.clone(), colorings.get(place)?));
    in_use.zip(first..).filter_map(pair).collect()
}

/// The content of the panel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PanelContent {
    Map,
    Coming,
    Nothing,
    /// Texts were added since the selection; the value is the new number of texts.
    Outgrown(usize),
}

/// The map and its legend, or a message before there is a map.
#[component]
pub fn Map() -> impl IntoView {
    let atlas = MapContext::new();
    provide_context(atlas);
    let running = use_state(|state| state.run.current.is_some());
    let outgrown = use_project(|project| {
        let is_outgrown = project.only_early().is_some() && !project.source.appended.is_empty();
        is_outgrown.then(|| project.source.pool.len())
    });
    // An existing map stays when the run ends.
    let shown = Memo::new(move |_| match (atlas.scene.read().is_some(), running.get()) {
        (true, _) => PanelContent::Map,
        (false, true) => PanelContent::Coming,
        (false, false) => outgrown.get().map_or(PanelContent::Nothing, PanelContent::Outgrown),
    });
    let what = move || match shown.get() {
        PanelContent::Map => view! {
            <MapToolbar/>
            <div class="stage"><Canvas/></div>
            <Marks/>
            <Legend/>
        }
        .into_any(),
        PanelContent::Coming => view! { <p class="empty">{t!("map-pending-status")}</p> }.into_any(),
        PanelContent::Nothing => view! { <p class="empty">{t!("map-missing-status")}</p> }.into_any(),
        PanelContent::Outgrown(n) => view! { <Outgrown n/> }.into_any(),
    };
    view! { <section class="panel map-panel" aria-label=t!("common-map")>{what}</section> }
}

/// Offers to pick again after texts were added.
#[component]
fn Outgrown(n: usize) -> impl IntoView {
    let app = use_app();
    let missing = use_state(|state| state.n_missing_picks());
    let button = move |missing: usize| {
        view! {
            <button type="button" class="primary" id="pick-among-all" on:click=move |_| app.dispatch(Msg::Run(run::Msg::Select))>
                {t!("labeling-pick-number-button", more = grouped(missing as u64))}
            </button>
        }
    };
    view! {
        <div class="empty">
            <div>
                <p>{t!("map-outdated-status", n = grouped(n as u64))}</p>
                {move || missing.get().map(button)}
            </div>
        </div>
    }
}
