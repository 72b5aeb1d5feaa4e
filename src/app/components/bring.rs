//! Another encoder: its files, what there is to say of it, and how it fares.

use leptos::prelude::*;
use leptos::{ev, html};

use super::dialogs::{dialog_head, show_while};
use super::drops::use_drag;
use super::{capitalized, select, use_store};
use crate::app::candidate::{Candidate, FileName, Form, Obstacle, Trial};
use crate::app::encoder;
use crate::app::estimate::{about, grouped, megabytes};
use crate::app::store::{Action, Message};
use crate::bridge::{Given, chosen_files};
use crate::embed::Pooling;

/// Which part of the dialog is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    Closed,
    Files,
    Form,
    Opening,
    Report,
}

const POOLINGS: [(Pooling, &str); 3] = [(Pooling::Mean, "mean"), (Pooling::Cls, "cls"), (Pooling::Max, "max")];

/// The dialog. Escape closes it, and the encoder in use stays.
#[component]
pub fn BringDialog() -> impl IntoView {
    let store = use_store();
    let dialog = NodeRef::<html::Dialog>::new();
    let page = select(|state| match &state.candidate {
        None => Page::Closed,
        Some(candidate) => match candidate.trial {
            Trial::Opening(_) => Page::Opening,
            Trial::Opened(_) => Page::Report,
            Trial::None | Trial::Failed(_) if candidate.is_empty() => Page::Files,
            Trial::None | Trial::Failed(_) => Page::Form,
        },
    });
    show_while(dialog, Signal::derive(move || page.get() != Page::Closed));
    // In a place that stays, so that it is read aloud.
    let status = select(
        |state| match state.candidate.as_ref().map(|candidate| &candidate.trial) {
            Some(Trial::Opening(_)) => "Opening and trying the encoder".to_owned(),
            Some(Trial::Opened(given)) => {
                let report = &given.report;
                format!("{} works. {}.", report.config.name, encoder::recognized(report))
            }
            _ => String::new(),
        },
    );
    let close = move || store.dispatch(Action::StopBringing);
    view! {
        <dialog node_ref=dialog id="bring-dialog" class="bring" aria-labelledby="bring-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            {dialog_head("bring", "Use another encoder", close)}
            <p class="hidden" role="status">{move || status.get()}</p>
            {move || match page.get() {
                Page::Closed => ().into_any(),
                Page::Files => view! { <Files/><Problem/> }.into_any(),
                Page::Form => view! { <Files/><Problem/><EncoderForm/> }.into_any(),
                Page::Opening => view! { <Opening/> }.into_any(),
                Page::Report => view! { <Report/> }.into_any(),
            }}
        </dialog>
    }
}

/// A piece of the candidate; its default where there is none.
fn select_candidate<T>(read: impl Fn(&Candidate) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    select(move |state| state.candidate.as_ref().map(&read).unwrap_or_default())
}

/// Which files there are, and where to drop or choose more.
#[component]
fn Files() -> impl IntoView {
    let over = use_drag();
    let is_empty = select_candidate(Candidate::is_empty);
    let tokenizer = select_candidate(|candidate| candidate.tokenizer().cloned());
    let model = select_candidate(|candidate| candidate.model().cloned());
    let models = select_candidate(|candidate| candidate.models().cloned().collect::<Vec<_>>());
    let configs = select_candidate(|candidate| candidate.config_paths().map(str::to_owned).collect::<Vec<_>>());
    let missing = || view! { <span class="problem">"missing"</span> }.into_any();
    let in_words = |file: &FileName| format!("{}, {}", file.path, megabytes(file.bytes));
    let options = move || {
        let chosen = model.get();
        let option = |model: FileName| {
            let is_chosen = chosen.as_ref() == Some(&model);
            view! { <option value=model.path.clone() selected=is_chosen>{in_words(&model)}</option> }
        };
        models.get().into_iter().map(option).collect_view()
    };
    let model_row = move || match (models.read().len(), model.get()) {
        (0, _) | (_, None) => missing(),
        (1, Some(model)) => view! { {in_words(&model)} }.into_any(),
        _ => view! {
            <select id="model-file" aria-label="ONNX file"
                on:change=edit(|form, value| form.model = value)>{options}</select>
        }
        .into_any(),
    };
    view! {
        <Show when=move || is_empty.get()>
            <p>
                "An ONNX file with its tokenizer.json, as hubs of models have them; with the model's whole folder, its \
                 settings are read too. BERT, MPNet and their kin run fastest."
            </p>
        </Show>
        <div class="drop small" class:over=over>
            <svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 21V6m-6 6 6-6 6 6M5 21v5h22v-5"/></svg>
            <p class="drop-text">
                <strong>{move || if is_empty.get() { "Drop files or a folder here" } else { "Drop more files here" }}</strong>
                <span class="choices">
                    "or choose "
                    <label class="link-button"><Choose id="bring-files" is_folder=false/><span>"files"</span></label>
                    " or "
                    <label class="link-button"><Choose id="bring-folder" is_folder=true/><span>"a folder"</span></label>
                </span>
            </p>
        </div>
        <Show when=move || !is_empty.get()>
            <dl class="facts" id="brought" aria-live="polite">
                <dt>"Model"</dt><dd>{model_row}</dd>
                <dt>"Tokenizer"</dt>
                <dd>{move || tokenizer.get().map_or_else(missing, |file| view! { {in_words(&file)} }.into_any())}</dd>
                <dt>"Settings"</dt>
                <dd>{move || match configs.read().len() {
                    0 => "none among the files: see below".to_owned(),
                    1 => "from 1 JSON file".to_owned(),
                    n => format!("from {n} JSON files"),
                }}</dd>
            </dl>
        </Show>
    }
}

/// The native file input, for files or for a folder.
#[component]
fn Choose(id: &'static str, is_folder: bool) -> impl IntoView {
    let store = use_store();
    let input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get().filter(|_| is_folder) {
            // Refused only for a name that is no name.
            let _ = input.set_attribute("webkitdirectory", "");
        }
    });
    let on_change = move |_| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(files) = input.files() {
            store.bring(chosen_files(&files));
        }
        input.set_value("");
    };
    let name = if is_folder {
        "Choose the encoder's folder"
    } else {
        "Choose the encoder's files"
    };
    let accept = (!is_folder).then_some(".onnx,.json");
    view! { <input type="file" id=id node_ref=input multiple accept=accept on:change=on_change aria-label=name/> }
}

/// What stands in the way, or how the last trial failed.
#[component]
fn Problem() -> impl IntoView {
    let failed = select_candidate(|candidate| match &candidate.trial {
        Trial::Failed(message) => Some(message.clone()),
        _ => candidate.unreadable.clone().map(|reason| Message {
            title: "The files were not read".into(),
            problem: reason,
            advice: "Choose the encoder's own folder, or its files.".into(),
        }),
    });
    let obstacle = select_candidate(|candidate| candidate.attempt().err().filter(|_| !candidate.is_empty()));
    view! {
        <div aria-live="assertive">
            {move || match (failed.get(), obstacle.get()) {
                (Some(Message { title, problem, advice }), _) => view! {
                    <section class="message error" id="bring-problem">
                        <div><strong>{title}</strong><p>{capitalized(&problem)} ". " {advice}</p></div>
                    </section>
                }.into_any(),
                (None, Some(Obstacle { problem, advice })) => view! {
                    <p class="note" id="bring-problem">{capitalized(&problem)} ". " {advice}</p>
                }.into_any(),
                (None, None) => ().into_any(),
            }}
        </div>
    }
}

/// What files cannot say, or what a person wants otherwise.
#[component]
fn EncoderForm() -> impl IntoView {
    let store = use_store();
    let form = select_candidate(|candidate| candidate.form.clone());
    let can_try = select_candidate(|candidate| candidate.attempt().is_ok());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        store.dispatch(Action::TryEncoder);
    };
    let options = POOLINGS.map(|(pooling, value)| {
        view! { <option value=value selected=move || form.read().pooling == pooling>{encoder::pooling(pooling)}</option> }
    });
    let set_pooling = edit(|form, value| {
        if let Some(&(pooling, _)) = POOLINGS.iter().find(|choice| choice.1 == value) {
            form.pooling = pooling;
        }
    });
    view! {
        <form on:submit=submit novalidate>
            <TextField id="encoder-name" name="Name" hint="" value=Signal::derive(move || form.read().name.clone())
                set=|form, value| form.name = value/>
            <label class="field wide">
                <span>"Pooling"</span>
                <select id="pooling" on:change=set_pooling>{options}</select>
                <span class="hint">"How the vectors of a text's tokens become one; the model's page says which."</span>
            </label>
            <TextField id="prefix" name="Prefix" hint="Put before every text, such as “query: ” for E5, the space included."
                value=Signal::derive(move || form.read().prefix.clone()) set=|form, value| form.prefix = value/>
            <TextField id="instruction" name="Instruction" hint="As a prefix, but not pooled itself: for Instructor."
                value=Signal::derive(move || form.read().instruction.clone()) set=|form, value| form.instruction = value/>
            <TextField id="max-length" name="Longest text" hint="In tokens; what follows is not read. Empty: as many as the model can."
                value=Signal::derive(move || form.read().max_length.clone()) set=|form, value| form.max_length = value/>
            <div class="actions">
                <button type="submit" id="try-encoder" class="primary" disabled=move || !can_try.get()>"Open and try it"</button>
            </div>
        </form>
    }
}

#[component]
fn TextField(
    id: &'static str,
    name: &'static str,
    hint: &'static str,
    value: Signal<String>,
    set: fn(&mut Form, String),
) -> impl IntoView {
    view! {
        <div class="field wide">
            <label for=id>{name}</label>
            <input id=id type="text" autocomplete="off" spellcheck="false" prop:value=value
                aria-describedby=format!("{id}-hint") on:input=edit(set)/>
            <span class="hint" id=format!("{id}-hint")>{hint}</span>
        </div>
    }
}

#[component]
fn Opening() -> impl IntoView {
    let store = use_store();
    let model = select_candidate(|candidate| candidate.form.model.clone());
    view! {
        <div class="opening">
            <strong>"Opening and trying it …"</strong>
            <p class="faint">{move || model.get()}</p>
            <progress aria-label="Opening and trying it"></progress>
            <p class="faint">"In a worker of its own: whatever happens there, your project and the encoder in use stay as they are."</p>
            <div class="actions">
                <button type="button" id="stop-trial" on:click=move |_| store.dispatch(Action::StopBringing)>"Cancel"</button>
            </div>
        </div>
    }
}

/// What the encoder turned out to be, and whether to use it.
#[component]
fn Report() -> impl IntoView {
    let store = use_store();
    let use_it = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = use_it.get() {
            // Refused only where it is not shown any more.
            let _ = button.focus();
        }
    });
    let opened = select_candidate(|candidate| match &candidate.trial {
        Trial::Opened(given) => Some(given.clone()),
        _ => None,
    });
    let seconds = select(
        |state| match state.candidate.as_ref().map(|candidate| &candidate.trial) {
            Some(Trial::Opened(given)) => state.seconds_with(given),
            _ => None,
        },
    );
    let this_file = select(|state| {
        let workers = state.settings.worker_count().unwrap_or(1);
        state.open.as_ref().map(|open| (open.pool.len(), workers))
    });
    let change = move |_| {
        let form = store
            .state()
            .with_untracked(|state| state.candidate.as_ref().map(|candidate| candidate.form.clone()));
        if let Some(form) = form {
            store.dispatch(Action::EditEncoder(form));
        }
    };
    let pool = move || {
        let ((texts, workers), seconds) = (this_file.get()?, seconds.get()?);
        let plural = if workers == 1 { "" } else { "s" };
        Some(format!(
            "{} for {} texts with {workers} worker{plural}",
            capitalized(&about(seconds)),
            grouped(texts as u64)
        ))
    };
    let pool = Signal::derive(pool);
    view! {
        {move || opened.get().map(|given| view! { <Facts given=*given pool/> })}
        <div class="actions">
            <button type="button" id="change-encoder" on:click=change>"Change settings"</button>
            <button type="button" id="use-encoder" class="primary" node_ref=use_it on:click=move |_| store.dispatch(Action::UseEncoder)>
                "Use this encoder"
            </button>
        </div>
    }
}

#[component]
fn Facts(given: Given, pool: Signal<Option<String>>) -> impl IntoView {
    let report = given.report;
    let config = &report.config;
    let number = |number: Option<usize>| number.map_or("unknown".to_owned(), |number| grouped(number as u64));
    let left = encoder::slow_operators(&report).map(|operators| {
        view! { <dt>"In slower execution"</dt><dd id="slow-operators">{operators}</dd> }
    });
    let quoted = |name: &'static str, text: &str| {
        (!text.is_empty()).then(|| view! { <dt>{name}</dt><dd>"“"{text.to_owned()}"”"</dd> })
    };
    let pooling = if report.is_pooled_by_model {
        "by the model itself"
    } else {
        encoder::pooling(config.pooling)
    };
    let speed = capitalized(&encoder::speed(report.texts_per_second));
    let warning = encoder::warning(&report)
        .map(|warning| view! { <p class="note caution" id="report-warning">"⚠ " {warning}</p> });
    view! {
        <div id="report">
            <p class="works"><strong class="encoder-name">{config.name.clone()}</strong> " works. " {encoder::recognized(&report)} "."</p>
            <dl class="facts">
                {left}
                <dt>"Dimensions"</dt><dd>{number(config.dimensions)}</dd>
                <dt>"Longest text"</dt><dd>{number(config.max_length)} " tokens"</dd>
                <dt>"Vocabulary"</dt><dd>{number(report.vocabulary)} " tokens"</dd>
                <dt>"Pooling"</dt><dd>{pooling}</dd>
                {quoted("Prefix", &config.prefix)}
                {quoted("Instruction", &config.instruction)}
                <dt>"Weights"</dt><dd>{report.weights.to_string()} ", " {megabytes(report.bytes)}</dd>
                <dt>"Speed"</dt><dd>{speed}</dd>
                {move || pool.get().map(|pool| view! { <dt>"Your file"</dt><dd>{pool}</dd> })}
            </dl>
            {warning}
        </div>
    }
}

/// A handler that puts a field's new value into the form.
fn edit(change: impl Fn(&mut Form, String) + 'static) -> impl FnMut(ev::Event) + 'static {
    let store = use_store();
    move |event| {
        let form = store
            .state()
            .with_untracked(|state| state.candidate.as_ref().map(|candidate| candidate.form.clone()));
        if let Some(mut form) = form {
            change(&mut form, event_target_value(&event));
            store.dispatch(Action::EditEncoder(form));
        }
    }
}
