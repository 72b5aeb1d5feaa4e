//! Progress of the run.

use leptos::prelude::*;

use crate::i18n::{Key, grouped, key, say};
use crate::run;
use crate::run::Step;
use crate::run::early_button::Early;
use crate::run::time_estimate::{about, megabytes};
use crate::state::Action;
use crate::ui::{select, select_open, use_app};
use fastgas_progress::Stage;

/// The steps of a run, in order, with short names.
const STEPS: [(Step, Key); 7] = [
    (Step::Model, key!("common-model")),
    (Step::Stage(Stage::Embed), key!("common-embed")),
    (Step::Stage(Stage::Neighbors), key!("run-neighbors-label")),
    (Step::Stage(Stage::Graph), key!("run-stage-graph")),
    (Step::Stage(Stage::Partition), key!("run-stage-partition")),
    (Step::Stage(Stage::Select), key!("run-stage-select")),
    (Step::Stage(Stage::Map), key!("common-map")),
];

/// The current stage, its counts, its remaining time, Pause and Cancel. Hidden if no run is in progress.
#[component]
pub fn RunProgress() -> impl IntoView {
    let running = select(|state| state.run.current.is_some());
    view! { <Show when=move || running.get()><Bar/></Show> }
}

/// Announces the end of a run to screen-reader users: the progress bar disappears and the picks appear without announcement.
#[component]
pub fn RunHeard() -> impl IntoView {
    let words = RwSignal::new(String::new());
    let running = select(|state| state.run.current.is_some());
    let n_picks = select_open(|open| open.picked().count());
    let stopped = select(|state| state.kept().is_some());
    Effect::new(move |before: Option<(bool, usize)>| {
        let now = (running.get(), n_picks.get());
        let (was_running, n_before) = before.unwrap_or_default();
        let has_ended = was_running && !now.0;
        if now.0 && !was_running {
            words.set(String::new());
        } else if has_ended && stopped.get_untracked() {
            words.set(say!("run-stopped-status"));
        } else if now.1 > 0 && (has_ended || (now.0 && now.1 != n_before)) {
            words.set(say!("run-picks-ready-status", n = grouped(now.1 as u64)));
        }
        now
    });
    view! { <p class="hidden" role="status" id="run-heard">{move || words.get()}</p> }
}

#[component]
fn Bar() -> impl IntoView {
    let app = use_app();
    let step = select(|state| state.run.current.as_ref().map(|run| run.step()));
    let progress = select(|state| state.run.current.as_ref().and_then(|run| run.progress));
    let cached = select(|state| state.run.current.as_ref().map_or(0, |run| run.embedding.cached));
    let paused = select(|state| state.run.current.as_ref().is_some_and(|run| run.paused));
    let can_pause = select(|state| state.run.current.as_ref().is_some_and(|run| run.can_pause()));
    let left = select(|state| state.run.current.as_ref().and_then(|run| run.seconds_left()).map(about));
    let fetching = select(|state| state.run.current.as_ref().and_then(|run| run.fetching()));
    let name = move || step.get().map_or_else(String::new, Step::name);
    let status = move || if paused.get() { say!("common-paused") } else { name() };
    let counted = Memo::new(move |_| {
        progress
            .get()
            .filter(|progress| progress.done > 0 && progress.total > 1)
    });
    let counts = move || {
        if let Some(fetched) = fetching.get() {
            let total = fetched
                .total
                .map(|total| say!("run-download-total", total = megabytes(total)));
            return Some(megabytes(fetched.bytes) + &total.unwrap_or_default());
        }
        counted.get().map(|progress| {
            say!(
                "run-stage-count",
                done = grouped(progress.done.into()),
                total = grouped(progress.total.into())
            )
        })
    };
    let steps = STEPS.map(|(this, name)| {
        let state = move || match step.get() {
            Some(now) if now > this => "done",
            Some(now) if now == this => "now",
            _ => "",
        };
        let current = move || (step.get() == Some(this)).then_some("step");
        view! { <li class=state aria-current=current>{name.say()}</li> }
    });
    view! {
        <section class="panel progress" id="progress" aria-label=say!("run-progress-label")>
            <div class="progress-head">
                <strong role="status">{status}</strong>
                <span class="counts">{counts}</span>
                <span class="left">{move || left.get().map(|left| say!("run-time-left", left))}</span>
                <div class="controls">
                    <Show when=move || can_pause.get()>
                        <button type="button" id="pause" on:click=move |_| {
                            app.dispatch(if paused.get_untracked() { Action::Run(run::Msg::Resume) } else { Action::Run(run::Msg::Pause) })
                        }>{move || if paused.get() { say!("common-resume") } else { say!("common-pause") }}</button>
                    </Show>
                    <button type="button" id="cancel" on:click=move |_| app.dispatch(Action::Run(run::Msg::Cancel))>{say!("common-cancel")}</button>
                </div>
            </div>
            {move || {
                // Convert bytes to megabytes, the unit of the displayed counts.
                let fetched = fetching.get().and_then(|fetched| Some((fetched.bytes as f64 / 1e6, fetched.total? as f64 / 1e6)));
                let counted = counted.get().map(|progress| (f64::from(progress.done), f64::from(progress.total)));
                match fetched.or(counted) {
                    Some((done, total)) => view! {
                        <progress max=total.to_string() value=done.to_string() aria-label=name></progress>
                    }.into_any(),
                    None => view! { <progress aria-label=name></progress> }.into_any(),
                }
            }}
            <ol class="stepper" aria-label=say!("run-stages-label")>{steps}</ol>
            <Show when=move || cached.get() != 0>
                <p class="faint" id="cached" data-texts=move || cached.get().to_string()>
                    {move || say!("run-cached-texts-hint", n = grouped(cached.get().into()))}
                </p>
            </Show>
            <Early/>
        </section>
    }
}
