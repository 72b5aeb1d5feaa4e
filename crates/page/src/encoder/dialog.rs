//! The dialog for importing an encoder: the files of the encoder, its settings, and the report of a trial run.

use leptos::prelude::*;
use leptos::{ev, html};

use crate::encoder::draft::{EncoderCheck, EncoderDraft, Form, FormError};
use crate::encoder::{self, describe};
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::import::classify_files::FileName;
use crate::run::time_estimate::{about, megabytes};
use crate::runtime::access::{use_app, use_state};
use crate::shell::drop_zone::use_drag;
use crate::state::{Msg, Notice};
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::mounted;
use crate::ui::{capitalized, with_lang_spans};
use fastgas_embedding::Pooling;
use fastgas_platform::{CustomEncoder, MULTILINGUAL_BYTES, chosen_files};

#[derive(Clone, Copy, PartialEq, Eq)]
enum DialogPage {
    Closed,
    Files,
    Form,
    Opening,
    Report,
}

const POOLINGS: [(Pooling, &str); 3] = [(Pooling::Mean, "mean"), (Pooling::Cls, "cls"), (Pooling::Max, "max")];

/// The Escape key closes the dialog without changing the current encoder.
#[component]
pub fn EncoderDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let page = use_state(|state| match &state.encoder.draft {
        None => DialogPage::Closed,
        Some(encoder_draft) => match encoder_draft.trial {
            EncoderCheck::Opening(_) => DialogPage::Opening,
            EncoderCheck::Opened(_) => DialogPage::Report,
            EncoderCheck::None | EncoderCheck::Failed(_) if encoder_draft.is_empty() => DialogPage::Files,
            EncoderCheck::None | EncoderCheck::Failed(_) => DialogPage::Form,
        },
    });
    show_while(dialog, Signal::derive(move || page.get() != DialogPage::Closed));
    // The status line is a live region. The line always exists, so that screen readers announce its changes.
    let status = use_state(
        |state| match state.encoder.draft.as_ref().map(|encoder_draft| &encoder_draft.trial) {
            Some(EncoderCheck::Opening(_)) => t!("encoder-trying-announcement"),
            Some(EncoderCheck::Opened(given)) => {
                let report = &given.report;
                t!(
                    "encoder-works-announcement",
                    config = isolated(&report.config.name),
                    report = describe::recognized(report)
                )
            }
            _ => String::new(),
        },
    );
    let close = move || app.dispatch(Msg::Encoder(encoder::Msg::Close));
    view! {
        <dialog node_ref=dialog id="bring-dialog" class="bring" aria-labelledby="bring-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            {dialog_head("bring", t!("encoder-dialog-title"), close)}
            <p class="hidden" role="status">{move || status.get()}</p>
            {move || match page.get() {
                DialogPage::Closed => ().into_any(),
                DialogPage::Files => view! { <Files/><Problem/> }.into_any(),
                DialogPage::Form => view! { <Files/><Problem/><EncoderForm/> }.into_any(),
                DialogPage::Opening => view! { <Opening/> }.into_any(),
                DialogPage::Report => view! { <Report/> }.into_any(),
            }}
        </dialog>
    }
}

fn select_draft<T>(read: impl Fn(&EncoderDraft) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    use_state(move |state| state.encoder.draft.as_ref().map(&read).unwrap_or_default())
}

#[component]
fn Files() -> impl IntoView {
    let over = use_drag();
    let is_empty = select_draft(EncoderDraft::is_empty);
    let tokenizer = select_draft(|encoder_draft| encoder_draft.tokenizer().cloned());
    let model = select_draft(|encoder_draft| encoder_draft.model().cloned());
    let models = select_draft(|encoder_draft| encoder_draft.models().cloned().collect::<Vec<_>>());
    let configs = select_draft(|encoder_draft| encoder_draft.config_paths().map(str::to_owned).collect::<Vec<_>>());
    let missing = || view! { <span class="problem">{t!("encoder-file-missing")}</span> }.into_any();
    let in_words = |file: &FileName| format!("{}, {}", isolated(&file.path), megabytes(file.bytes));
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
            <select id="model-file" aria-label=t!("encoder-onnx-file-label")
                on:change=mounted(edit(|form, value| form.model = value))>{options}</select>
        }
        .into_any(),
    };
    view! {
        <Show when=move || is_empty.get()>
            <p>
                {t!("encoder-files-hint")}
            </p>
            <MultilingualChoice/>
        </Show>
        <div class="drop small" class:over=over>
            <svg viewBox="0 0 32 32" aria-hidden="true"><path d={"M16 21V6m-6 6 6-6 6 6M5 21v5h22v-5"}/></svg>
            <p class="drop-text">
                <strong>{move || if is_empty.get() { t!("encoder-drop-title") } else { t!("encoder-drop-more-title") }}</strong>
                <span class="choices">
                    {t!("encoder-choose-before-files")}" "
                    <label class="link-button"><Choose id="bring-files" is_folder=false/><span>{t!("encoder-choose-files-button")}</span></label>
                    " "{t!("encoder-choose-before-folder")}" "
                    <label class="link-button"><Choose id="bring-folder" is_folder=true/><span>{t!("encoder-choose-folder-button")}</span></label>
                </span>
            </p>
        </div>
        <Show when=move || !is_empty.get()>
            <dl class="facts" id="brought" aria-live="polite">
                <dt>{t!("common-model")}</dt><dd>{model_row}</dd>
                <dt>{t!("encoder-tokenizer-label")}</dt>
                <dd>{move || tokenizer.get().map_or_else(missing, |file| view! { {in_words(&file)} }.into_any())}</dd>
                <dt>{t!("common-settings")}</dt>
                <dd>{move || match configs.read().len() {
                    0 => t!("encoder-settings-missing"),
                    n => t!("encoder-settings-source", n),
                }}</dd>
            </dl>
        </Show>
    }
}

/// The multilingual encoder is offered only in an open project, because a panel of the project shows the progress.
#[component]
fn MultilingualChoice() -> impl IntoView {
    let app = use_app();
    let is_offered = use_state(|state| state.project.is_some() && state.encoder.can_use_multilingual());
    view! {
        <Show when=move || is_offered.get()>
            <p class="cache faint">
                <span>{t!("encoder-multilingual-offer", bytes = megabytes(MULTILINGUAL_BYTES))}</span>
                <button type="button" class="quiet" id="bring-multilingual"
                    on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::UseMultilingual))>{t!("encoder-multilingual-use-button")}</button>
            </p>
        </Show>
    }
}

#[component]
fn Choose(id: &'static str, is_folder: bool) -> impl IntoView {
    let app = use_app();
    let input = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get().filter(|_| is_folder) {
            // The result is ignored, because setting an attribute fails only if the name of the attribute is invalid.
            let _ = input.set_attribute("webkitdirectory", "");
        }
    });
    let on_change = move |_| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(files) = input.files() {
            app.add_to_draft(chosen_files(&files));
        }
        input.set_value("");
    };
    let name = if is_folder {
        t!("encoder-choose-folder-label")
    } else {
        t!("encoder-choose-files-label")
    };
    let accept = (!is_folder).then_some(".onnx,.json");
    view! { <input type="file" id=id node_ref=input multiple accept=accept on:change=mounted(on_change) aria-label=name/> }
}

#[component]
fn Problem() -> impl IntoView {
    let failed = select_draft(|encoder_draft| match &encoder_draft.trial {
        EncoderCheck::Failed(message) => Some(message.clone()),
        _ => encoder_draft.unreadable.clone().map(|reason| Notice {
            title: t!("encoder-files-unreadable-title"),
            problem: core_messages::reason(&reason),
            advice: t!("encoder-files-unreadable-advice"),
        }),
    });
    let form_error = select_draft(|encoder_draft| encoder_draft.spec().err().filter(|_| !encoder_draft.is_empty()));
    view! {
        <div aria-live="assertive">
            {move || match (failed.get(), form_error.get()) {
                (Some(Notice { title, problem, advice }), _) => view! {
                    <section class="message error" id="bring-problem">
                        <div><strong>{title}</strong><p>{with_lang_spans(&capitalized(&problem))} ". " {advice}</p></div>
                    </section>
                }.into_any(),
                (None, Some(FormError { problem, advice })) => view! {
                    <p class="note" id="bring-problem">{with_lang_spans(&capitalized(&problem))} ". " {advice}</p>
                }.into_any(),
                (None, None) => ().into_any(),
            }}
        </div>
    }
}

#[component]
fn EncoderForm() -> impl IntoView {
    let app = use_app();
    let form = select_draft(|encoder_draft| encoder_draft.form.clone());
    let can_try = select_draft(|encoder_draft| encoder_draft.spec().is_ok());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(Msg::Encoder(encoder::Msg::Check));
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
            <TextField id="encoder-name" name=t!("encoder-name-label") hint=String::new() value=Signal::derive(move || form.read().name.clone())
                set=|form, value| form.name = value/>
            <label class="field wide">
                <span>{t!("encoder-pooling-label")}</span>
                <select id="pooling" on:change=mounted(set_pooling)>{options}</select>
                <span class="hint">{t!("encoder-pooling-hint")}</span>
            </label>
            <TextField id="prefix" name=t!("encoder-prefix-label") hint=t!("encoder-prefix-hint")
                value=Signal::derive(move || form.read().prefix.clone()) set=|form, value| form.prefix = value/>
            <TextField id="instruction" name=t!("encoder-instruction-label") hint=t!("encoder-instruction-hint")
                value=Signal::derive(move || form.read().instruction.clone()) set=|form, value| form.instruction = value/>
            <TextField id="max-length" name=t!("encoder-max-length-label") hint=t!("encoder-max-length-hint")
                value=Signal::derive(move || form.read().max_length.clone()) set=|form, value| form.max_length = value/>
            <div class="actions">
                <button type="submit" id="try-encoder" class="primary" disabled=move || !can_try.get()>{t!("encoder-try-button")}</button>
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
    let model = select_draft(|encoder_draft| encoder_draft.form.model.clone());
    view! {
        <div class="opening">
            <strong>{t!("encoder-trying-status")}</strong>
            <p class="faint">{move || model.get()}</p>
            <progress aria-label=t!("encoder-trying-label")></progress>
            <p class="faint">{t!("encoder-trying-hint")}</p>
            <div class="actions">
                <button type="button" id="stop-trial" on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::Close))>{t!("common-cancel")}</button>
            </div>
        </div>
    }
}

#[component]
fn Report() -> impl IntoView {
    let app = use_app();
    let use_it = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = use_it.get() {
            // The result is ignored, because focusing fails only if the button was already removed.
            let _ = button.focus();
        }
    });
    let opened = select_draft(|encoder_draft| match &encoder_draft.trial {
        EncoderCheck::Opened(given) => Some(given.clone()),
        _ => None,
    });
    let seconds = use_state(
        |state| match state.encoder.draft.as_ref().map(|encoder_draft| &encoder_draft.trial) {
            Some(EncoderCheck::Opened(given)) => state.seconds_with(given),
            _ => None,
        },
    );
    let this_file = use_state(|state| {
        let workers = state.run.settings.worker_count().unwrap_or(1);
        state
            .project
            .as_ref()
            .map(|project| (project.source.pool.len(), workers))
    });
    let change = move |_| {
        let form = app.state().with_untracked(|state| {
            state
                .encoder
                .draft
                .as_ref()
                .map(|encoder_draft| encoder_draft.form.clone())
        });
        if let Some(form) = form {
            app.dispatch(Msg::Encoder(encoder::Msg::Edit(form)));
        }
    };
    let pool = move || {
        let ((texts, workers), seconds) = (this_file.get()?, seconds.get()?);
        Some(t!(
            "encoder-file-time-estimate",
            seconds = capitalized(&about(seconds)),
            texts = grouped(texts as u64),
            workers
        ))
    };
    let pool = Signal::derive(pool);
    view! {
        {move || opened.get().map(|given| view! { <EncoderFacts given=*given pool/> })}
        <div class="actions">
            <button type="button" id="change-encoder" on:click=change>{t!("encoder-change-settings-button")}</button>
            <button type="button" id="use-encoder" class="primary" node_ref=use_it on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::Use))>
                {t!("encoder-use-button")}
            </button>
        </div>
    }
}

#[component]
fn EncoderFacts(given: CustomEncoder, pool: Signal<Option<String>>) -> impl IntoView {
    let report = given.report;
    let config = &report.config;
    let number =
        |number: Option<usize>| number.map_or_else(|| t!("encoder-number-unknown"), |number| grouped(number as u64));
    let left = describe::slow_operators(&report).map(|operators| {
        view! { <dt>{t!("encoder-slow-operators-label")}</dt><dd id="slow-operators">{operators}</dd> }
    });
    let quoted = |name: String, text: &str| {
        (!text.is_empty()).then(|| view! { <dt>{name}</dt><dd>"“"{text.to_owned()}"”"</dd> })
    };
    let pooling = if report.is_pooled_by_model {
        t!("encoder-pooling-in-model")
    } else {
        describe::pooling(config.pooling)
    };
    let speed = capitalized(&describe::speed(report.texts_per_second));
    let warning = describe::warning(&report)
        .map(|warning| view! { <p class="note caution" id="report-warning">"⚠ " {warning}</p> });
    view! {
        <div id="report">
            <p class="works"><strong class="encoder-name">{config.name.clone()}</strong> " "{t!("encoder-works-after-name")}" " {describe::recognized(&report)} "."</p>
            <dl class="facts">
                {left}
                <dt>{t!("encoder-dimensions-label")}</dt><dd>{number(config.dimensions)}</dd>
                <dt>{t!("encoder-max-length-label")}</dt><dd>{t!("encoder-token-count", n = number(config.max_length))}</dd>
                <dt>{t!("encoder-vocabulary-label")}</dt><dd>{t!("encoder-token-count", n = number(report.vocabulary))}</dd>
                <dt>{t!("encoder-pooling-label")}</dt><dd>{pooling}</dd>
                {quoted(t!("encoder-prefix-label"), &config.prefix)}
                {quoted(t!("encoder-instruction-label"), &config.instruction)}
                <dt>{t!("encoder-weights-label")}</dt><dd>{describe::weights(&report)} ", " {megabytes(report.bytes)}</dd>
                <dt>{t!("encoder-speed-label")}</dt><dd>{speed}</dd>
                {move || pool.get().map(|pool| view! { <dt>{t!("common-your-file")}</dt><dd>{pool}</dd> })}
            </dl>
            {warning}
        </div>
    }
}

fn edit(change: impl Fn(&mut Form, String) + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    move |event| {
        let form = app.state().with_untracked(|state| {
            state
                .encoder
                .draft
                .as_ref()
                .map(|encoder_draft| encoder_draft.form.clone())
        });
        if let Some(mut form) = form {
            change(&mut form, event_target_value(&event));
            app.dispatch(Msg::Encoder(encoder::Msg::Edit(form)));
        }
    }
}
