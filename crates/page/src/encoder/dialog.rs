//! The dialog for importing an encoder: its files, its settings, and the report of a trial run.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::encoder;
use crate::encoder::describe;
use crate::encoder::draft::{EncoderCheck, EncoderDraft, Form, Obstacle};
use crate::i18n::core_messages;
use crate::i18n::{grouped, say};
use crate::import::classify_files::FileName;
use crate::run::time_estimate::{about, megabytes};
use crate::shell::drop_zone::use_drag;
use crate::state::{Action, Message};
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;
use crate::ui::{capitalized, in_tongues, select, use_app};
use fastgas_embedding::Pooling;
use fastgas_platform::{CustomEncoder, chosen_files};

/// The visible page of the dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    Closed,
    Files,
    Form,
    Opening,
    Report,
}

const POOLINGS: [(Pooling, &str); 3] = [(Pooling::Mean, "mean"), (Pooling::Cls, "cls"), (Pooling::Max, "max")];

/// The dialog. Escape closes it without changing the current encoder.
#[component]
pub fn BringDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let page = select(|state| match &state.encoder.draft {
        None => Page::Closed,
        Some(candidate) => match candidate.trial {
            EncoderCheck::Opening(_) => Page::Opening,
            EncoderCheck::Opened(_) => Page::Report,
            EncoderCheck::None | EncoderCheck::Failed(_) if candidate.is_empty() => Page::Files,
            EncoderCheck::None | EncoderCheck::Failed(_) => Page::Form,
        },
    });
    show_while(dialog, Signal::derive(move || page.get() != Page::Closed));
    // A live region that always exists, so that screen readers announce its changes.
    let status = select(
        |state| match state.encoder.draft.as_ref().map(|candidate| &candidate.trial) {
            Some(EncoderCheck::Opening(_)) => say!("encoder-trying-announcement"),
            Some(EncoderCheck::Opened(given)) => {
                let report = &given.report;
                say!(
                    "encoder-works-announcement",
                    config = report.config.name,
                    report = describe::recognized(report)
                )
            }
            _ => String::new(),
        },
    );
    let close = move || app.dispatch(Action::Encoder(encoder::Msg::Close));
    view! {
        <dialog node_ref=dialog id="bring-dialog" class="bring" aria-labelledby="bring-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            {dialog_head("bring", say!("encoder-dialog-title"), close)}
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

/// A memo of a property of the draft, or its default if there is no draft.
fn select_candidate<T>(read: impl Fn(&EncoderDraft) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    select(move |state| state.encoder.draft.as_ref().map(&read).unwrap_or_default())
}

/// The files so far, with a drop zone and buttons to add more.
#[component]
fn Files() -> impl IntoView {
    let over = use_drag();
    let is_empty = select_candidate(EncoderDraft::is_empty);
    let tokenizer = select_candidate(|candidate| candidate.tokenizer().cloned());
    let model = select_candidate(|candidate| candidate.model().cloned());
    let models = select_candidate(|candidate| candidate.models().cloned().collect::<Vec<_>>());
    let configs = select_candidate(|candidate| candidate.config_paths().map(str::to_owned).collect::<Vec<_>>());
    let missing = || view! { <span class="problem">{say!("encoder-file-missing")}</span> }.into_any();
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
            <select id="model-file" aria-label=say!("encoder-onnx-file-label")
                on:change=mounted(edit(|form, value| form.model = value))>{options}</select>
        }
        .into_any(),
    };
    view! {
        <Show when=move || is_empty.get()>
            <p>
                {say!("encoder-files-hint")}
            </p>
        </Show>
        <div class="drop small" class:over=over>
            <svg viewBox="0 0 32 32" aria-hidden="true"><path d={"M16 21V6m-6 6 6-6 6 6M5 21v5h22v-5"}/></svg>
            <p class="drop-text">
                <strong>{move || if is_empty.get() { say!("encoder-drop-title") } else { say!("encoder-drop-more-title") }}</strong>
                <span class="choices">
                    {say!("encoder-choose-before-files")}" "
                    <label class="link-button"><Choose id="bring-files" is_folder=false/><span>{say!("encoder-choose-files-button")}</span></label>
                    " "{say!("encoder-choose-before-folder")}" "
                    <label class="link-button"><Choose id="bring-folder" is_folder=true/><span>{say!("encoder-choose-folder-button")}</span></label>
                </span>
            </p>
        </div>
        <Show when=move || !is_empty.get()>
            <dl class="facts" id="brought" aria-live="polite">
                <dt>{say!("common-model")}</dt><dd>{model_row}</dd>
                <dt>{say!("encoder-tokenizer-label")}</dt>
                <dd>{move || tokenizer.get().map_or_else(missing, |file| view! { {in_words(&file)} }.into_any())}</dd>
                <dt>{say!("common-settings")}</dt>
                <dd>{move || match configs.read().len() {
                    0 => say!("encoder-settings-missing"),
                    n => say!("encoder-settings-source", n),
                }}</dd>
            </dl>
        </Show>
    }
}

/// The native file input, for files or for a folder.
#[component]
fn Choose(id: &'static str, is_folder: bool) -> impl IntoView {
    let app = use_app();
    let input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get().filter(|_| is_folder) {
            // Setting an attribute fails only if its name is invalid.
            let _ = input.set_attribute("webkitdirectory", "");
        }
    });
    let on_change = move |_| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(files) = input.files() {
            app.bring(chosen_files(&files));
        }
        input.set_value("");
    };
    let name = if is_folder {
        say!("encoder-choose-folder-label")
    } else {
        say!("encoder-choose-files-label")
    };
    let accept = (!is_folder).then_some(".onnx,.json");
    view! { <input type="file" id=id node_ref=input multiple accept=accept on:change=mounted(on_change) aria-label=name/> }
}

/// The problem that prevents a trial, or the error of the last trial.
#[component]
fn Problem() -> impl IntoView {
    let failed = select_candidate(|candidate| match &candidate.trial {
        EncoderCheck::Failed(message) => Some(message.clone()),
        _ => candidate.unreadable.clone().map(|reason| Message {
            title: say!("encoder-files-unreadable-title"),
            problem: core_messages::reason(&reason),
            advice: say!("encoder-files-unreadable-advice"),
        }),
    });
    let obstacle = select_candidate(|candidate| candidate.attempt().err().filter(|_| !candidate.is_empty()));
    view! {
        <div aria-live="assertive">
            {move || match (failed.get(), obstacle.get()) {
                (Some(Message { title, problem, advice }), _) => view! {
                    <section class="message error" id="bring-problem">
                        <div><strong>{title}</strong><p>{in_tongues(&capitalized(&problem))} ". " {advice}</p></div>
                    </section>
                }.into_any(),
                (None, Some(Obstacle { problem, advice })) => view! {
                    <p class="note" id="bring-problem">{in_tongues(&capitalized(&problem))} ". " {advice}</p>
                }.into_any(),
                (None, None) => ().into_any(),
            }}
        </div>
    }
}

/// The settings that the files lack or that the user wants to change.
#[component]
fn EncoderForm() -> impl IntoView {
    let app = use_app();
    let form = select_candidate(|candidate| candidate.form.clone());
    let can_try = select_candidate(|candidate| candidate.attempt().is_ok());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(Action::Encoder(encoder::Msg::Check));
    };
    let options = POOLINGS.map(|(pooling, value)| {
        view! { <option value=value selected=move || form.read().pooling == pooling>{describe::pooling(pooling)}</option> }
    });
    let set_pooling = edit(|form, value| {
        if let Some(&(pooling, _)) = POOLINGS.iter().find(|choice| choice.1 == value) {
            form.pooling = pooling;
        }
    });
    view! {
        <form on:submit=submit novalidate>
            <TextField id="encoder-name" name=say!("encoder-name-label") hint=String::new() value=Signal::derive(move || form.read().name.clone())
                set=|form, value| form.name = value/>
            <label class="field wide">
                <span>{say!("encoder-pooling-label")}</span>
                <select id="pooling" on:change=mounted(set_pooling)>{options}</select>
                <span class="hint">{say!("encoder-pooling-hint")}</span>
            </label>
            <TextField id="prefix" name=say!("encoder-prefix-label") hint=say!("encoder-prefix-hint")
                value=Signal::derive(move || form.read().prefix.clone()) set=|form, value| form.prefix = value/>
            <TextField id="instruction" name=say!("encoder-instruction-label") hint=say!("encoder-instruction-hint")
                value=Signal::derive(move || form.read().instruction.clone()) set=|form, value| form.instruction = value/>
            <TextField id="max-length" name=say!("encoder-max-length-label") hint=say!("encoder-max-length-hint")
                value=Signal::derive(move || form.read().max_length.clone()) set=|form, value| form.max_length = value/>
            <div class="actions">
                <button type="submit" id="try-encoder" class="primary" disabled=move || !can_try.get()>{say!("encoder-try-button")}</button>
            </div>
        </form>
    }
}

#[component]
fn TextField(
    id: &'static str,
    name: String,
    hint: String,
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
    let app = use_app();
    let model = select_candidate(|candidate| candidate.form.model.clone());
    view! {
        <div class="opening">
            <strong>{say!("encoder-trying-status")}</strong>
            <p class="faint">{move || model.get()}</p>
            <progress aria-label=say!("encoder-trying-label")></progress>
            <p class="faint">{say!("encoder-trying-hint")}</p>
            <div class="actions">
                <button type="button" id="stop-trial" on:click=move |_| app.dispatch(Action::Encoder(encoder::Msg::Close))>{say!("common-cancel")}</button>
            </div>
        </div>
    }
}

/// The report of the trial, with the button to use the encoder.
#[component]
fn Report() -> impl IntoView {
    let app = use_app();
    let use_it = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = use_it.get() {
            // Focusing can only fail if the button has already been removed.
            let _ = button.focus();
        }
    });
    let opened = select_candidate(|candidate| match &candidate.trial {
        EncoderCheck::Opened(given) => Some(given.clone()),
        _ => None,
    });
    let seconds = select(
        |state| match state.encoder.draft.as_ref().map(|candidate| &candidate.trial) {
            Some(EncoderCheck::Opened(given)) => state.seconds_with(given),
            _ => None,
        },
    );
    let this_file = select(|state| {
        let workers = state.run.settings.worker_count().unwrap_or(1);
        state.project.as_ref().map(|open| (open.source.pool.len(), workers))
    });
    let change = move |_| {
        let form = app
            .state()
            .with_untracked(|state| state.encoder.draft.as_ref().map(|candidate| candidate.form.clone()));
        if let Some(form) = form {
            app.dispatch(Action::Encoder(encoder::Msg::Edit(form)));
        }
    };
    let pool = move || {
        let ((texts, workers), seconds) = (this_file.get()?, seconds.get()?);
        Some(say!(
            "encoder-file-time-estimate",
            seconds = capitalized(&about(seconds)),
            texts = grouped(texts as u64),
            workers
        ))
    };
    let pool = Signal::derive(pool);
    view! {
        {move || opened.get().map(|given| view! { <Facts given=*given pool/> })}
        <div class="actions">
            <button type="button" id="change-encoder" on:click=change>{say!("encoder-change-settings-button")}</button>
            <button type="button" id="use-encoder" class="primary" node_ref=use_it on:click=move |_| app.dispatch(Action::Encoder(encoder::Msg::Use))>
                {say!("encoder-use-button")}
            </button>
        </div>
    }
}

#[component]
fn Facts(given: CustomEncoder, pool: Signal<Option<String>>) -> impl IntoView {
    let report = given.report;
    let config = &report.config;
    let number =
        |number: Option<usize>| number.map_or_else(|| say!("encoder-number-unknown"), |number| grouped(number as u64));
    let left = describe::slow_operators(&report).map(|operators| {
        view! { <dt>{say!("encoder-slow-operators-label")}</dt><dd id="slow-operators">{operators}</dd> }
    });
    let quoted = |name: String, text: &str| {
        (!text.is_empty()).then(|| view! { <dt>{name}</dt><dd>"“"{text.to_owned()}"”"</dd> })
    };
    let pooling = if report.is_pooled_by_model {
        say!("encoder-pooling-in-model")
    } else {
        describe::pooling(config.pooling)
    };
    let speed = capitalized(&describe::speed(report.texts_per_second));
    let warning = describe::warning(&report)
        .map(|warning| view! { <p class="note caution" id="report-warning">"⚠ " {warning}</p> });
    view! {
        <div id="report">
            <p class="works"><strong class="encoder-name">{config.name.clone()}</strong> " "{say!("encoder-works-after-name")}" " {describe::recognized(&report)} "."</p>
            <dl class="facts">
                {left}
                <dt>{say!("encoder-dimensions-label")}</dt><dd>{number(config.dimensions)}</dd>
                <dt>{say!("encoder-max-length-label")}</dt><dd>{say!("encoder-token-count", n = number(config.max_length))}</dd>
                <dt>{say!("encoder-vocabulary-label")}</dt><dd>{say!("encoder-token-count", n = number(report.vocabulary))}</dd>
                <dt>{say!("encoder-pooling-label")}</dt><dd>{pooling}</dd>
                {quoted(say!("encoder-prefix-label"), &config.prefix)}
                {quoted(say!("encoder-instruction-label"), &config.instruction)}
                <dt>{say!("encoder-weights-label")}</dt><dd>{report.weights.to_string()} ", " {megabytes(report.bytes)}</dd>
                <dt>{say!("encoder-speed-label")}</dt><dd>{speed}</dd>
                {move || pool.get().map(|pool| view! { <dt>{say!("common-your-file")}</dt><dd>{pool}</dd> })}
            </dl>
            {warning}
        </div>
    }
}

/// An event handler that writes the new value of a field into the form.
fn edit(change: impl Fn(&mut Form, String) + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    move |event| {
        let form = app
            .state()
            .with_untracked(|state| state.encoder.draft.as_ref().map(|candidate| candidate.form.clone()));
        if let Some(mut form) = form {
            change(&mut form, event_target_value(&event));
            app.dispatch(Action::Encoder(encoder::Msg::Edit(form)));
        }
    }
}
