//! The settings, and Select.

use leptos::prelude::*;

use super::{capitalized, select, use_store};
use crate::app::estimate::{about, grouped};
use crate::app::settings::{Field, FieldError, MAX_WORKERS, Settings};
use crate::app::store::Action;
use crate::config::{EdgeWeights, Preset};
use crate::graph::Device;

/// The form. What is wrong stands beside its field as it is typed, and Select waits until nothing is.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let store = use_store();
    let n_instances = select(|state| state.open.as_ref().map_or(0, |open| open.pool.len()));
    let settings = select(|state| state.settings.clone());
    let error = Memo::new(move |_| settings.read().check(n_instances.get()).err());
    let running = select(|state| state.run.is_some());
    let outdated = select(|state| state.is_outdated());
    // Named where it is what has changed.
    let other_encoder = select(|state| {
        let outcome = state.open.as_ref().and_then(|open| open.outcome.as_deref());
        let encoder = outcome.map(|outcome| outcome.encoder.clone());
        encoder.filter(|encoder| *encoder != state.encoder())
    });
    let selected = select(|state| state.open.as_ref().is_some_and(|open| open.outcome.is_some()));
    let seconds = select(|state| state.seconds_in_all());
    let kept = select(|state| state.kept());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        store.dispatch(Action::Select);
    };
    // K above M is lowered to M: said, not done in silence.
    let parts_hint = move || {
        let settings = settings.read();
        match (
            settings.n_parts.trim().parse::<u32>(),
            settings.budget.trim().parse::<u32>(),
        ) {
            (Ok(parts), Ok(budget)) if parts > budget => {
                format!("Lowered to {budget}: a part without a pick serves nobody.")
            }
            (Err(_), Ok(budget)) => format!("Auto: {budget}, one for each pick."),
            _ => "Each part gives its share of the picks.".to_owned(),
        }
    };
    let estimate = move || match (error.read().as_ref(), seconds.get()) {
        (Some(error), _) => format!("{}.", capitalized(&error.problem)),
        (None, Some(seconds)) => format!(
            "{} texts: {}, less where they are embedded already.",
            grouped(n_instances.get() as u64),
            about(seconds)
        ),
        (None, None) => String::new(),
    };
    view! {
        <section class="panel">
            <h2>"Selection"</h2>
            <form on:submit=submit novalidate>
                <NumberField id="budget" name="Budget" field=Field::Budget error hint="How many texts you will label."
                    value=Signal::derive(move || settings.read().budget.clone())
                    set=|settings, value| settings.budget = value/>
                <NumberField id="neighbors" name="Neighbors" field=Field::Neighbors error hint="Edges of each text in the graph."
                    value=Signal::derive(move || settings.read().n_neighbors.clone())
                    set=|settings, value| settings.n_neighbors = value/>
                <NumberField id="parts" name="Parts" field=Field::Parts error hint=parts_hint placeholder="auto"
                    value=Signal::derive(move || settings.read().n_parts.clone())
                    set=|settings, value| settings.n_parts = value/>
                <NumberField id="seed" name="Seed" field=Field::Seed error hint="Same seed, same picks."
                    value=Signal::derive(move || settings.read().seed.clone())
                    set=|settings, value| settings.seed = value/>
                <details class="advanced">
                    <summary>"Advanced"</summary>
                    <PresetField settings/>
                    <EdgeWeightsField settings/>
                    <DuplicatesField settings/>
                    <DeviceField settings/>
                    <NumberField id="workers" name="Workers" field=Field::Workers error
                        hint=format!("Threads that embed, 1 to {MAX_WORKERS}; each needs about 120 MB.")
                        value=Signal::derive(move || settings.read().workers.clone())
                        set=|settings, value| settings.workers = value/>
                </details>
                <FieldProblem field=Field::Pool error/>
                <button type="submit" id="select" class="primary" aria-describedby="select-note"
                    disabled=move || running.get() || error.read().is_some()>
                    {move || if running.get() { "Selecting …" } else if selected.get() { "Select again" } else { "Select" }}
                </button>
                <p id="select-note" class="faint">{estimate}</p>
                {move || kept.get().map(|kept| view! {
                    <p class="note" id="kept" role="status" data-texts=kept.texts.to_string()>
                        {format!(
                            "Stopped. {} of {} texts are embedded and kept; Select goes on from there.",
                            grouped(kept.texts.into()),
                            grouped(kept.total.into()),
                        )}
                    </p>
                })}
                <Show when=move || outdated.get() && !running.get()>
                    <p class="note" id="outdated">
                        {move || match other_encoder.get() {
                            Some(encoder) => format!("The picks shown were made with the encoder {}.", encoder.name),
                            None => "The picks shown were made with other settings.".to_owned(),
                        }}
                        " Labels stay with their texts."
                    </p>
                </Show>
            </form>
        </section>
    }
}

/// A whole number, its hint, and what is wrong with it.
#[component]
fn NumberField(
    id: &'static str,
    name: &'static str,
    field: Field,
    error: Memo<Option<FieldError>>,
    #[prop(into)] hint: Signal<String>,
    #[prop(default = "")] placeholder: &'static str,
    value: Signal<String>,
    set: fn(&mut Settings, String),
) -> impl IntoView {
    let wrong = move || error.read().as_ref().is_some_and(|error| error.field == field);
    view! {
        <div class="field" class:wrong=wrong>
            <label for=id>{name}</label>
            <input
                id=id type="text" inputmode="numeric" autocomplete="off" placeholder=placeholder prop:value=value
                aria-invalid=move || wrong().to_string() aria-describedby=format!("{id}-hint")
                on:input=edit(set)
            />
            <div id=format!("{id}-hint") class="hint" aria-live="polite">
                <Show when=wrong fallback=move || view! { <span>{hint}</span> }>
                    <FieldProblem field error/>
                </Show>
            </div>
        </div>
    }
}

#[component]
fn FieldProblem(field: Field, error: Memo<Option<FieldError>>) -> impl IntoView {
    let text = move || {
        let error = error.get().filter(|error| error.field == field);
        error.map(|error| view! { <span class="problem">"⚠ " {capitalized(&error.problem)} ". " {error.advice}</span> })
    };
    view! { {text} }
}

#[component]
fn PresetField(settings: Memo<Settings>) -> impl IntoView {
    const CHOICES: [(Preset, &str, &str); 4] = [
        (Preset::Best, "best", "Best: a low cut in little time"),
        (
            Preset::Strong,
            "strong",
            "Strong: the lowest cut, in several times as long",
        ),
        (Preset::Fast, "fast", "Fast: the least time"),
        (Preset::Paper, "paper", "Paper: as published"),
    ];
    let on_change = edit(|settings, value| {
        if let Some(&(preset, ..)) = CHOICES.iter().find(|choice| choice.1 == value) {
            settings.preset = preset;
        }
    });
    let options = CHOICES.map(|(preset, value, name)| {
        view! { <option value=value selected=move || settings.read().preset == preset>{name}</option> }
    });
    view! {
        <label class="field"><span>"Preset"</span><select id="preset" on:change=on_change>{options}</select></label>
    }
}

#[component]
fn EdgeWeightsField(settings: Memo<Settings>) -> impl IntoView {
    let on_change = edit(|settings, value| {
        settings.edge_weights = match value.as_str() {
            "similarity" => EdgeWeights::Similarity,
            _ => EdgeWeights::Unit,
        }
    });
    let is = move |weights| move || settings.read().edge_weights == weights;
    view! {
        <label class="field">
            <span>"Edge weights"</span>
            <select id="edge-weights" on:change=on_change>
                <option value="unit" selected=is(EdgeWeights::Unit)>"All alike, as published"</option>
                <option value="similarity" selected=is(EdgeWeights::Similarity)>"By similarity"</option>
            </select>
        </label>
    }
}

#[component]
fn DuplicatesField(settings: Memo<Settings>) -> impl IntoView {
    let on_change = edit(|settings, value| settings.fold_duplicates = value == "fold");
    let is = move |folded| move || settings.read().fold_duplicates == folded;
    view! {
        <label class="field">
            <span>"Duplicates"</span>
            <select id="duplicates" on:change=on_change>
                <option value="keep" selected=is(false)>"Each counts by itself"</option>
                <option value="fold" selected=is(true)>"One stands for all of them"</option>
            </select>
        </label>
    }
}

#[component]
fn DeviceField(settings: Memo<Settings>) -> impl IntoView {
    const CHOICES: [(Device, &str, &str); 3] = [
        (Device::Auto, "auto", "GPU, where that is faster"),
        (Device::Cpu, "cpu", "CPU"),
        (Device::Gpu, "gpu", "GPU, where there is one"),
    ];
    let on_change = edit(|settings, value| {
        if let Some(&(device, ..)) = CHOICES.iter().find(|choice| choice.1 == value) {
            settings.device = device;
        }
    });
    let options = CHOICES.map(|(device, value, name)| {
        view! { <option value=value selected=move || settings.read().device == device>{name}</option> }
    });
    view! {
        <label class="field">
            <span>"Neighbors on"</span>
            <select id="device" on:change=on_change aria-describedby="device-hint">{options}</select>
            <span id="device-hint" class="hint">"The same neighbors either way."</span>
        </label>
    }
}

/// A handler that puts a field's new value into the settings.
fn edit(change: impl Fn(&mut Settings, String) + 'static) -> impl FnMut(leptos::ev::Event) + 'static {
    let store = use_store();
    move |event| {
        let mut settings = store.state().with_untracked(|state| state.settings.clone());
        change(&mut settings, event_target_value(&event));
        store.dispatch(Action::Edit(settings));
    }
}
