//! The settings, and Select.

use leptos::prelude::*;

use super::compare::CompareButton;
use super::think::ThinkButton;
use super::{capitalized, select, use_store};
use crate::app::estimate::{about, grouped};
use crate::app::settings::{Field, FieldError, MAX_WORKERS, METHODS, Settings};
use crate::app::store::Action;
use crate::config::{EdgeWeights, Method, Preset, Search};
use crate::graph::Device;

/// The form. What is wrong stands beside its field as it is typed, and Select waits until nothing is.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let store = use_store();
    let n_instances = select(|state| state.open.as_ref().map_or(0, |open| open.pool.len()));
    let settings = select(|state| state.settings.clone());
    let lacking = select(|state| state.lacks_confidences());
    let error = Memo::new(move |_| settings.read().check(n_instances.get()).err().or(lacking.get()));
    let running = select(|state| state.run.is_some());
    let outdated = select(|state| state.is_outdated());
    // Named where it is what has changed.
    let other_encoder = select(|state| {
        let outcome = state.open.as_ref().and_then(|open| open.outcome.as_deref());
        let encoder = outcome.map(|outcome| outcome.encoder.clone());
        encoder.filter(|encoder| *encoder != state.embedded_by())
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
            (Err(_), Ok(budget)) if settings.method == Method::Subclustering => {
                format!("Auto: {}, about as many as picks in each.", budget.isqrt())
            }
            (Err(_), Ok(budget)) => {
                format!("Auto: {budget} or half of it, whichever covers the texts better.")
            }
            _ => "Each part gives its share of the picks.".to_owned(),
        }
    };
    // The others have no use for these.
    let method = Memo::new(move |_| settings.read().method);
    let cuts = move || method.get() == Method::Fastgas;
    let makes_parts = move || matches!(method.get(), Method::Fastgas | Method::Subclustering);
    let votes = move || method.get().votes();
    let estimate = move || match (error.read().as_ref(), seconds.get()) {
        (Some(error), _) if error.field == Field::Method => {
            format!("{}. {}", capitalized(&error.problem), error.advice)
        }
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
                <MethodField settings/>
                <CompareButton/>
                <ThinkButton own=true/>
                <NumberField id="neighbors" name="Neighbors" field=Field::Neighbors error hint="Edges of each text in the graph."
                    value=Signal::derive(move || settings.read().n_neighbors.clone())
                    set=|settings, value| settings.n_neighbors = value/>
                <Show when=makes_parts>
                    <NumberField id="parts" name="Parts" field=Field::Parts error hint=Signal::derive(parts_hint) placeholder="auto"
                        value=Signal::derive(move || settings.read().n_parts.clone())
                        set=|settings, value| settings.n_parts = value/>
                </Show>
                <NumberField id="seed" name="Seed" field=Field::Seed error hint="Same seed, same picks."
                    value=Signal::derive(move || settings.read().seed.clone())
                    set=|settings, value| settings.seed = value/>
                <details class="advanced">
                    <summary>"Advanced"</summary>
                    <Show when=cuts><PresetField settings/></Show>
                    <Show when=votes>
                        <NumberField id="vote-neighbors" name="Votes" field=Field::VoteNeighbors error
                            hint="How many of its nearest each text votes for; 150 as published."
                            value=Signal::derive(move || settings.read().vote_neighbors.clone())
                            set=|settings, value| settings.vote_neighbors = value/>
                    </Show>
                    <Show when=move || method.get() == Method::Ideal><ProcedureField settings/></Show>
                    <EdgeWeightsField settings/>
                    <CenteredField settings/>
                    <DuplicatesField settings/>
                    <SearchField settings/>
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

/// A field that is one of some values: each with its name in the form and the words that the person reads.
struct Choice<T: 'static, const N: usize> {
    id: &'static str,
    name: &'static str,
    choices: [(T, &'static str, &'static str); N],
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
    hint: Option<&'static str>,
}

impl<T: Copy + PartialEq + Send + Sync, const N: usize> Choice<T, N> {
    fn view(self, settings: Memo<Settings>) -> impl IntoView {
        let Choice { choices, get, set, .. } = self;
        let on_change = edit(move |settings, value| {
            if let Some(&(chosen, ..)) = choices.iter().find(|choice| choice.1 == value) {
                set(settings, chosen);
            }
        });
        let options = choices.map(|(choice, value, words)| {
            view! { <option value=value selected=move || get(&settings.read()) == choice>{words}</option> }
        });
        let hint_id = self.hint.map(|_| format!("{}-hint", self.id));
        let hint = self
            .hint
            .map(|hint| view! { <span id=hint_id.clone() class="hint">{hint}</span> });
        view! {
            <label class="field">
                <span>{self.name}</span>
                <select id=self.id on:change=on_change aria-describedby=hint_id>{options}</select>
                {hint}
            </label>
        }
    }
}

#[component]
fn MethodField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "method",
        name: "Method",
        choices: METHODS.map(|(method, title)| (method, method.name(), title)),
        get: |settings| settings.method,
        set: |settings, method| settings.method = method,
        hint: None,
    };
    view! {
        {field.view(settings)}
        <p class="hint" id="method-hint" aria-live="polite">{move || settings.read().method.about()} "."</p>
    }
}

#[component]
fn CenteredField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "centered",
        name: "Embeddings",
        choices: [
            (false, "given", "As they are"),
            (true, "centered", "Less the pool's mean"),
        ],
        get: |settings| settings.centered,
        set: |settings, centered| settings.centered = centered,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn ProcedureField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "procedure",
        name: "Procedure",
        choices: [
            (false, "lazy", "Lazily: as good, in seconds"),
            (true, "published", "As its authors' program does it, in minutes"),
        ],
        get: |settings| settings.as_published,
        set: |settings, as_published| settings.as_published = as_published,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn PresetField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "preset",
        name: "Preset",
        choices: [
            (Preset::Best, "best", "Best: a low cut in little time"),
            (
                Preset::Strong,
                "strong",
                "Strong: the lowest cut, in several times as long",
            ),
            (Preset::Fast, "fast", "Fast: the least time"),
            (Preset::Paper, "paper", "Paper: as published"),
        ],
        get: |settings| settings.preset,
        set: |settings, preset| settings.preset = preset,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn EdgeWeightsField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "edge-weights",
        name: "Edge weights",
        choices: [
            (EdgeWeights::Unit, "unit", "All alike, as published"),
            (EdgeWeights::Similarity, "similarity", "By similarity"),
        ],
        get: |settings| settings.edge_weights,
        set: |settings, edge_weights| settings.edge_weights = edge_weights,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn DuplicatesField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "duplicates",
        name: "Duplicates",
        choices: [
            (false, "keep", "Each counts by itself"),
            (true, "fold", "One stands for all of them"),
        ],
        get: |settings| settings.fold_duplicates,
        set: |settings, fold| settings.fold_duplicates = fold,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn SearchField(settings: Memo<Settings>) -> impl IntoView {
    const CHOICES: [(Search, &str, &str); 3] = [
        (Search::Auto, "auto", "Exactly, large pools approximately"),
        (Search::Exact, "exact", "Exactly"),
        (Search::Approximate, "approximate", "Approximately"),
    ];
    let on_change = edit(|settings, value| {
        if let Some(&(search, ..)) = CHOICES.iter().find(|choice| choice.1 == value) {
            settings.search = search;
        }
    });
    let options = CHOICES.map(|(search, value, name)| {
        view! { <option value=value selected=move || settings.read().search == search>{name}</option> }
    });
    view! {
        <label class="field">
            <span>"Neighbors found"</span>
            <select id="search" on:change=on_change aria-describedby="search-hint">{options}</select>
            <span id="search-hint" class="hint">"Approximately, 98 % of them are found, sooner."</span>
        </label>
    }
}

#[component]
fn DeviceField(settings: Memo<Settings>) -> impl IntoView {
    let field = Choice {
        id: "device",
        name: "Neighbors on",
        choices: [
            (Device::Auto, "auto", "GPU, where that is faster"),
            (Device::Cpu, "cpu", "CPU"),
            (Device::Gpu, "gpu", "GPU, where there is one"),
        ],
        get: |settings| settings.device,
        set: |settings, device| settings.device = device,
        hint: Some("The same neighbors either way."),
    };
    field.view(settings)
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
