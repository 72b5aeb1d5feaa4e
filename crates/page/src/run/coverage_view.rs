//! Shows the coverage of the picks, which helps to decide when to stop labeling.

use std::sync::Arc;

use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::i18n::{grouped, t};
use crate::project::Project;
use crate::run::coverage::{CoveragePlot, FRAME, SIZE, covered_in_words, gain, in_all, labeled_at, percent, plot};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::shell::views::View;
use crate::ui::subscribe;

#[component]
pub fn Coverage() -> impl IntoView {
    let curve = use_project(|project| project.result.coverage.clone());
    let n_instances = use_project(|project| project.source.pool.len());
    let n_labeled = use_project(Project::n_labeled_shown);
    // The plot does not depend on the number of labels, which is drawn over the plot.
    // With thousands of picks, computing the plot again after each label would be slow.
    let plot = Memo::new(move |_| plot(curve.read().as_deref()?, n_instances.get()));
    let last = move || {
        curve
            .read()
            .as_ref()
            .and_then(|curve| curve.last_gain())
            .map(|last| gain(&last))
    };
    // The coverage is computed again only after a change of the annotations, and only while it is visible.
    let is_shown = use_state(|state| state.view.shown == View::Data);
    let n_entries = use_project(|project| {
        let graph = project
            .result
            .adjacency
            .as_ref()
            .map(|adjacency| Arc::as_ptr(adjacency) as usize);
        (project.n_changes(), project.view.shows_all, graph)
    });
    let state = use_app().state();
    let covered = Memo::new(move |_| {
        if !is_shown.get() {
            return None;
        }
        n_entries.get();
        state.with_untracked(|state| state.project.as_ref().and_then(Project::covered_by_labels))
    });
    let so_far = move || Some(covered_in_words(covered.get()?, n_instances.get()));
    // The gain of the next label is known only if the labeled picks are the first picks by rank.
    // The gain is shown only if at least one pick is labeled and at least two picks are not.
    let in_order = use_project(Project::is_labeled_in_order);
    let next = move || {
        let next = curve
            .read()
            .as_ref()
            .and_then(|curve| curve.gain(n_labeled.get() + 1))?;
        let is_last = curve
            .read()
            .as_ref()
            .is_some_and(|curve| curve.points.len() == n_labeled.get() + 1);
        (n_labeled.get() > 0 && !is_last && in_order.get()).then(|| gain(&next))
    };
    let labeled = move || match (
        n_labeled.get(),
        curve.read().as_ref().map_or(0, |curve| curve.points.len()),
    ) {
        (0, _) => String::new(),
        (n, all) if n == all => t!("run-coverage-all-labeled", all),
        (n, all) => t!("run-coverage-labeled-count", n, all),
    };
    let is_there = Memo::new(move |_| curve.read().as_ref().is_some_and(|curve| !curve.points.is_empty()));
    // The space of the plot is reserved while a new plot is being computed, so that the map above keeps its height.
    let is_coming = use_state(|state| state.run.current.is_some() || state.run.is_covering());
    let waits = Memo::new(move |_| !is_there.get() && is_coming.get());
    let high = StoredValue::new(None::<f64>);
    Effect::new(move |_| {
        subscribe(plot);
        labeled();
        before_paint(move || {
            if let Some(panel) = document().get_element_by_id("coverage") {
                // If the project was closed in the meantime, the signal with the height no longer exists.
                high.try_set_value(Some(panel.get_bounding_client_rect().height()));
            }
        });
    });
    let height = move || high.get_value().map_or("11rem".to_owned(), |high| format!("{high}px"));
    view! {
        <Show when=move || waits.get()><div class="panel coverage waits" aria-hidden="true" style:height=height></div></Show>
        <Show when=move || is_there.get()>
            <section class="panel coverage" id="coverage" aria-labelledby="coverage-title">
                <div class="coverage-words">
                    <div class="coverage-head">
                        <h2 id="coverage-title">{t!("run-coverage-title")}</h2>
                        <button type="button" class="quiet link" popovertarget="coverage-table">{t!("run-coverage-table-button")}</button>
                    </div>
                    <p id="stop-hint">{last}</p>
                    <p class="faint">{labeled} " " {so_far} " " {next}</p>
                </div>
                {move || plot.get().map(|plot| view! { <Picture plot n_labeled/> })}
            </section>
            <Numbers/>
        </Show>
    }
}

#[component]
fn Picture(plot: CoveragePlot, n_labeled: Memo<usize>) -> impl IntoView {
    let [left, right, top, bottom] = FRAME;
    let up = plot.up.iter().map(|(y, words)| {
        view! {
            <line class="grid" x1=left x2=right y1=*y y2=*y/>
            <text x=left - 6.0 y=*y + 4.0 text-anchor="end">{words.clone()}</text>
        }
    });
    let across = plot
        .across
        .iter()
        .map(|(x, words)| view! { <text x=*x y=bottom + 15.0 text-anchor="middle">{words.clone()}</text> });
    let x = plot.x;
    let labeled = move || {
        labeled_at(x, n_labeled.get()).map(|x| {
            view! {
                <rect class="labeled-so-far" x=left y=top width=x - left height=bottom - top/>
                <line class="labeled-end" x1=x x2=x y1=top y2=bottom/>
            }
        })
    };
    let [facility, covered] = plot.ends;
    view! {
        <figure class="coverage-picture">
            <svg viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) role="img"
                aria-label=t!("run-coverage-plot-label")>
                {up.collect_view()}
                {labeled}
                <path class="curve covered" d=plot.covered/>
                <path class="curve facility" d=plot.facility/>
                <circle class="facility" cx=facility.0 cy=facility.1 r="3.5"/>
                <rect class="covered" x=covered.0 - 3.0 y=covered.1 - 3.0 width="6" height="6"/>
                {across.collect_view()}
            </svg>
            <figcaption class="plot-legend">
                <span class="key facility">{t!("run-coverage-similarity-legend")}</span>
                <span class="key covered">{t!("run-coverage-covered-legend")}</span>
                <span class="key labeled-so-far">{t!("run-coverage-labeled-legend")}</span>
            </figcaption>
        </figure>
    }
}

#[component]
fn Numbers() -> impl IntoView {
    let curve = use_project(|project| project.result.coverage.clone());
    let n_instances = use_project(|project| project.source.pool.len());
    let together = move || curve.read().as_ref().and_then(|curve| in_all(curve, n_instances.get()));
    let rows = move || {
        let curve = curve.get()?;
        let row = |label: usize| {
            let (point, gain) = (curve.points[label - 1], curve.gain(label)?);
            Some(view! {
                <tr>
                    <th scope="row">{label}</th>
                    <td>{percent(point.facility_coverage)}</td>
                    <td>{percent(gain.facility_coverage)}</td>
                    <td>{grouped(point.covered_vertices.into())}</td>
                    <td>{grouped(gain.covered_vertices.into())}</td>
                </tr>
            })
        };
        Some((1..=curve.points.len()).map(row).collect_view())
    };
    view! {
        <div popover="auto" id="coverage-table" class="table-popover" tabindex="0" role="dialog" aria-label=t!("run-coverage-table-label")>
            <table>
                <caption>{t!("run-coverage-table-caption")}</caption>
                <thead>
                    <tr>
                        <th scope="col">{t!("common-labels")}</th>
                        <th scope="col">{t!("common-facility-coverage")}</th>
                        <th scope="col">{t!("run-coverage-added-column")}</th>
                        <th scope="col">{t!("common-covered-texts")}</th>
                        <th scope="col">{t!("run-coverage-added-column")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="faint">{together}</p>
        </div>
    }
}
