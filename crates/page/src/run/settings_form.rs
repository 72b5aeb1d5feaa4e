//! The settings form with the Select button.

use leptos::prelude::*;

use crate::compare::dialog::CompareButton;
use crate::encoder::panel::Encoder;
use crate::explainer::dialog::ExplainerButton;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{Key, grouped, key, t};
use crate::run;
use crate::run::settings::{Field, FieldError, MAX_WORKERS, METHODS, Settings};
use crate::run::time_estimate::about;
use crate::runtime::access::{use_app, use_state};
use crate::state::Msg;
use crate::ui::capitalized;
use crate::ui::dom::mounted;
use fastgas_graph::Device;
use fastgas_graph::{EdgeWeights, Search};
use fastgas_partition::Preset;
use fastgas_select::Method;

/// In the settings form, errors appear next to their field while the user types. An error disables the Select button.
#[component]
pub fn SettingsForm(
    /// Whether the form contains the choice of the encoder.
    #[prop(default = false)]
    has_encoder: bool,
) -> impl IntoView {
    let app = use_app();
    let n_instances = use_state(|state| state.project.as_ref().map_or(0, |project| project.source.pool.len()));
    let settings = use_state(|state| state.run.settings.clone());
    let n_excluded = use_state(|state| state.n_excluded());
    let lacking = use_state(|state| state.lacks_confidences());
    let error = Memo::new(move |_| {
        let checked = settings.read().check(n_instances.get(), n_excluded.get());
        checked.err().or(lacking.get())
    });
    let running = use_state(|state| state.run.current.is_some());
    let outdated = use_state(|state| state.is_outdated());
    // The encoder of the current picks. `None` if the next selection would use the same encoder.
    let other_encoder = use_state(|state| {
        let outcome = state
            .project
            .as_ref()
            .and_then(|project| project.result.outcome.as_deref());
        let encoder = outcome.map(|outcome| outcome.encoder.clone());
        encoder.filter(|encoder| *encoder != state.embedded_by())
    });
    let selected = use_state(|state| {
        state
            .project
            .as_ref()
            .is_some_and(|project| project.result.outcome.is_some())
    });
    let seconds = use_state(|state| state.seconds_in_all());
    let kept = use_state(|state| state.partial_embedding());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(Msg::Run(run::Msg::Select));
    };
    let parts_hint = move || {
        let settings = settings.read();
        match (
            settings.n_parts.trim().parse::<u32>(),
            settings.budget.trim().parse::<u32>(),
        ) {
            (Ok(parts), Ok(budget)) if parts > budget => {
                t!("run-parts-lowered-hint", budget)
            }
            (Err(_), Ok(budget)) if settings.method == Method::Subclustering => {
                t!("run-parts-auto-hint", budget = budget.isqrt())
            }
            (Err(_), Ok(budget)) => {
                t!("run-parts-trial-hint", budget)
            }
            _ => t!("run-parts-share-hint"),
        }
    };
    let method = Memo::new(move |_| settings.read().method);
    let cuts = move || method.get() == Method::Fastgas;
    // If the field contains no number, the budget is 0, and the field shows an error.
    let budget = move || settings.read().budget.trim().parse::<u32>().unwrap_or_default();
    let makes_parts = move || matches!(method.get(), Method::Fastgas | Method::Subclustering);
    let votes = move || method.get().votes();
    let estimate = move || match (error.read().as_ref(), seconds.get()) {
        (Some(error), _) if error.field == Field::Method => {
            format!("{}. {}", capitalized(&error.problem), error.advice)
        }
        (Some(error), _) => format!("{}.", capitalized(&error.problem)),
        (None, Some(seconds)) => t!(
            "run-time-estimate-hint",
            n_instances = grouped(n_instances.get() as u64),
            seconds = about(seconds)
        ),
        (None, None) => String::new(),
    };
    view! {
        <section class="panel">
            <h2>{t!("run-settings-title")}</h2>
            <form on:submit=submit novalidate>
                <NumberField id="budget" name=t!("run-budget-label") field=Field::Budget error hint=t!("run-budget-hint")
                    value=Signal::derive(move || settings.read().budget.clone())
                    set=|settings, value| settings.budget = value/>
                {has_encoder.then(|| view! { <Encoder/> })}
                <CompareButton/>
                <ExplainerButton/>
                <details class="advanced">
                    <summary>{t!("run-advanced-title")}</summary>
                    <MethodField settings/>
                    <NumberField id="neighbors" name=t!("run-neighbors-label") field=Field::Neighbors error hint=t!("run-neighbors-hint")
                        value=Signal::derive(move || settings.read().n_neighbors.clone())
                        set=|settings, value| settings.n_neighbors = value/>
                    <Show when=makes_parts>
                        <NumberField id="parts" name=t!("common-parts") field=Field::Parts error hint=Signal::derive(parts_hint) placeholder=t!("run-parts-placeholder")
                            value=Signal::derive(move || settings.read().n_parts.clone())
                            set=|settings, value| settings.n_parts = value/>
                    </Show>
                    <NumberField id="seed" name=t!("common-seed") field=Field::Seed error hint=t!("run-seed-hint")
                        value=Signal::derive(move || settings.read().seed.clone())
                        set=|settings, value| settings.seed = value/>
                    <Show when=cuts><PresetField settings/></Show>
                    <Show when=votes>
                        <NumberField id="vote-neighbors" name=t!("run-votes-label") field=Field::VoteNeighbors error
                            hint=t!("run-votes-hint")
                            value=Signal::derive(move || settings.read().vote_neighbors.clone())
                            set=|settings, value| settings.vote_neighbors = value/>
                    </Show>
                    <Show when=move || method.get() == Method::Ideal><ProcedureField settings/></Show>
                    <EdgeWeightsField settings/>
                    <CenteredField settings/>
                    <DuplicatesField settings/>
                    <SearchField settings/>
                    <DeviceField settings/>
                    <EmbedDeviceField settings/>
                    <NumberField id="workers" name=t!("run-workers-label") field=Field::Workers error
                        hint=t!("run-workers-hint", max_workers = MAX_WORKERS)
                        value=Signal::derive(move || settings.read().workers.clone())
                        set=|settings, value| settings.workers = value/>
                </details>
                <FieldProblem field=Field::Pool error/>
                <button type="submit" id="select" class:primary=move || !selected.get() || outdated.get() aria-describedby="select-note"
                    disabled=move || running.get() || error.read().is_some()>
                    {move || if running.get() { t!("run-selecting-status") } else if selected.get() { t!("run-select-again-button") } else { t!("run-select-button", n = grouped(budget().into())) }}
                </button>
                <p id="select-note" class="faint">{estimate}</p>
                {move || kept.get().map(|kept| view! {
                    <p class="note" id="kept" role="status" data-texts=kept.texts.to_string()>
                        {t!("run-stopped-resume-hint", texts = grouped(kept.texts.into()), total = grouped(kept.total.into()))}
                    </p>
                })}
                <Show when=move || outdated.get() && !running.get()>
                    <p class="note" id="outdated">
                        {move || match other_encoder.get() {
                            Some(encoder) => t!("run-outdated-encoder-hint", encoder = isolated(&encoder.name)),
                            None => t!("run-outdated-settings-hint"),
                        }}
                        " "{t!("run-labels-kept-hint")}
                    </p>
                </Show>
            </form>
        </section>
    }
}

#[component]
fn NumberField(
    id: &'static str,
    name: String,
    field: Field,
    error: Memo<Option<FieldError>>,
    #[prop(into)] hint: Signal<String>,
    #[prop(default = String::new())] placeholder: String,
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

struct SelectField<T: 'static, const N: usize> {
    id: &'static str,
    name: String,
    choices: [(T, &'static str, String); N],
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
    hint: Option<String>,
}

impl<T: Copy + PartialEq + Send + Sync, const N: usize> SelectField<T, N> {
    fn view(self, settings: Memo<Settings>) -> impl IntoView {
        let SelectField { choices, get, set, .. } = self;
        let values = choices.each_ref().map(|&(choice, value, _)| (choice, value));
        let on_change = edit(move |settings, value| {
            if let Some(&(chosen, _)) = values.iter().find(|choice| choice.1 == value) {
                set(settings, chosen);
            }
        });
        let options = choices.map(|(choice, value, words)| {
            view! { <option value=value selected=move || get(&settings.read()) == choice>{words}</option> }
        });
        let hint_id = self.hint.as_ref().map(|_| format!("{}-hint", self.id));
        let hint = self
            .hint
            .map(|hint| view! { <span id=hint_id.clone() class="hint">{hint}</span> });
        view! {
            <label class="field">
                <span>{self.name}</span>
                <select id=self.id on:change=mounted(on_change) aria-describedby=hint_id>{options}</select>
                {hint}
            </label>
        }
    }
}

#[component]
fn MethodField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "method",
        name: t!("common-method"),
        choices: METHODS.map(|(method, title)| (method, method.name(), title.to_owned())),
        get: |settings| settings.method,
        set: |settings, method| settings.method = method,
        hint: None,
    };
    view! {
        {field.view(settings)}
        <p class="hint" id="method-hint" aria-live="polite">{move || core_messages::about(settings.read().method)} "."</p>
    }
}

#[component]
fn CenteredField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "centered",
        name: t!("run-embeddings-label"),
        choices: [
            (false, "given", t!("run-embeddings-unchanged")),
            (true, "centered", t!("run-embeddings-centered")),
        ],
        get: |settings| settings.centered,
        set: |settings, centered| settings.centered = centered,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn ProcedureField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "procedure",
        name: t!("run-procedure-label"),
        choices: [
            (false, "lazy", t!("run-procedure-lazy")),
            (true, "published", t!("run-procedure-published")),
        ],
        get: |settings| settings.as_published,
        set: |settings, as_published| settings.as_published = as_published,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn PresetField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "preset",
        name: t!("run-preset-label"),
        choices: [
            (Preset::Best, "best", t!("run-preset-best")),
            (Preset::Strong, "strong", t!("run-preset-strong")),
            (Preset::Fast, "fast", t!("run-preset-fast")),
            (Preset::Paper, "paper", t!("run-preset-paper")),
        ],
        get: |settings| settings.preset,
        set: |settings, preset| settings.preset = preset,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn EdgeWeightsField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "edge-weights",
        name: t!("run-edge-weights-label"),
        choices: [
            (EdgeWeights::Unit, "unit", t!("run-edge-weights-unit")),
            (EdgeWeights::Similarity, "similarity", t!("run-edge-weights-similarity")),
        ],
        get: |settings| settings.edge_weights,
        set: |settings, edge_weights| settings.edge_weights = edge_weights,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn DuplicatesField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "duplicates",
        name: t!("run-duplicates-label"),
        choices: [
            (false, "keep", t!("run-duplicates-keep")),
            (true, "fold", t!("run-duplicates-fold")),
        ],
        get: |settings| settings.fold_duplicates,
        set: |settings, fold| settings.fold_duplicates = fold,
        hint: None,
    };
    field.view(settings)
}

#[component]
fn SearchField(settings: Memo<Settings>) -> impl IntoView {
    const CHOICES: [(Search, &str, Key); 3] = [
        (Search::Auto, "auto", key!("run-search-auto")),
        (Search::Exact, "exact", key!("run-search-exact")),
        (Search::Approximate, "approximate", key!("run-search-approximate")),
    ];
    let on_change = edit(|settings, value| {
        if let Some(&(search, ..)) = CHOICES.iter().find(|choice| choice.1 == value) {
            settings.search = search;
        }
    });
    let options = CHOICES.map(|(search, value, name)| {
        view! { <option value=value selected=move || settings.read().search == search>{name.text()}</option> }
    });
    view! {
        <label class="field">
            <span>{t!("run-search-label")}</span>
            <select id="search" on:change=mounted(on_change) aria-describedby="search-hint">{options}</select>
            <span id="search-hint" class="hint">{t!("run-search-hint")}</span>
        </label>
    }
}

#[component]
fn DeviceField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "device",
        name: t!("run-device-label"),
        choices: [
            (Device::Auto, "auto", t!("run-device-auto")),
            (Device::Cpu, "cpu", t!("run-device-cpu")),
            (Device::Gpu, "gpu", t!("run-device-gpu")),
        ],
        get: |settings| settings.device,
        set: |settings, device| settings.device = device,
        hint: Some(t!("run-device-hint")),
    };
    field.view(settings)
}

#[component]
fn EmbedDeviceField(settings: Memo<Settings>) -> impl IntoView {
    let field = SelectField {
        id: "embed-device",
        name: t!("run-embed-device-label"),
        choices: [
            (Device::Auto, "auto", t!("run-device-cpu")),
            (Device::Gpu, "gpu", t!("run-embed-device-gpu")),
        ],
        get: |settings| settings.embed_device,
        set: |settings, device| settings.embed_device = device,
        hint: Some(t!("run-embed-device-hint")),
    };
    field.view(settings)
}

fn edit(change: impl Fn(&mut Settings, String) + 'static) -> impl FnMut(leptos::ev::Event) + 'static {
    let app = use_app();
    move |event| {
        let mut settings = app.state().with_untracked(|state| state.run.settings.clone());
        change(&mut settings, event_target_value(&event));
        app.dispatch(Msg::Run(run::Msg::Edit(settings)));
    }
}
