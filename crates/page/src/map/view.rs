//! The map panel: canvas, tools, legend, and the tree view.

use leptos::prelude::*;

use crate::map::canvas_view::Canvas;
use crate::map::context::MapContext;
use crate::map::legend_view::Legend;
use crate::map::toolbar::{MapToolbar, Marks};
use crate::run;
use crate::runtime::access::{use_app, use_project, use_state};

use crate::i18n::{grouped, t};
use crate::state::Msg;

#[derive(Clone, Copy, PartialEq, Eq)]
enum PanelContent {
    Map,
    Coming,
    Nothing,
    /// No map exists, because the picks were selected before all texts were embedded and more texts were added.
    /// `Outgrown` contains the total number of texts.
    Outgrown(usize),
}

#[component]
pub fn Map() -> impl IntoView {
    let atlas = MapContext::new();
    provide_context(atlas);
    let running = use_state(|state| state.run.current.is_some());
    let outgrown = use_project(|project| {
        let is_outgrown = project.only_early().is_some() && !project.source.appended.is_empty();
        is_outgrown.then(|| project.source.pool.len())
    });
    // An existing map is shown even while another run is in progress.
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
