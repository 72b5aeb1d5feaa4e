//! The panel for vote-k's confidences. The confidences come from a file or from a language model that the user chose.

use leptos::prelude::*;

use crate::confidences::{ActiveRequests, Form, Msg as ConfidenceMsg, examples, unlabeled_examples};
use crate::endpoint::RunStage;
use crate::endpoint::fields::{ServerFields, TemplateField, TextField, host_of};
use crate::endpoint::problems_view::{FailureMessage, StorageMessage};
use crate::endpoint::progress_view::{ProgressIds, ProgressView, RequestProgress, stage_status, texts_of};
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::run;
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::dom::mounted;
use fastgas_platform::Secret;
use fastgas_platform::chosen_files;
use fastgas_select::Method;
use fastgas_select::VOTE_K_FIRST;

#[component]
pub fn Confidences() -> impl IntoView {
    let is_shown = use_state(|state| state.run.settings.method == Method::VoteK || state.confidences.asking.is_some());
    view! { <Show when=move || is_shown.get()><Panel/></Show> }
}

#[component]
fn Panel() -> impl IntoView {
    let asking = use_state(|state| state.confidences.asking.is_some());
    let failure = use_state(|state| state.confidences.failure.clone());
    let storage_problem = use_state(|state| state.confidences.storage_problems.shown());
    view! {
        <section class="panel confidences" id="confidences" aria-labelledby="confidences-title">
            <h2 id="confidences-title">{t!("confidences-title")}</h2>
            <ConfidencesInUse/>
            <FailureMessage id="confidences-problem" failure/>
            <Show when=move || asking.get() fallback=|| view! { <Sources/> }><AskingProgress/></Show>
            <StorageMessage problem=storage_problem/>
        </section>
    }
}

#[component]
fn ConfidencesInUse() -> impl IntoView {
    let app = use_app();
    let given = use_state(|state| {
        let given = state.confidences.in_use.as_ref()?;
        Some((given.source.source.clone(), given.values.len(), given.n_missing))
    });
    let button = move |id, name, msg: fn() -> ConfidenceMsg| {
        view! {
            <button type="button" class="quiet" id=id on:click=move |_| app.dispatch(Msg::Confidences(msg()))>{name}</button>
        }
    };
    let missing = |n: usize| {
        (n > 0).then(|| {
            view! {
                " "
                <span id="confidences-missing" data-texts=n.to_string()>{t!("confidences-missing-status", n)}</span>
            }
        })
    };
    move || match given.get() {
        None => view! {
            <p class="faint">
                {t!("confidences-needed-hint", vote_k_first = VOTE_K_FIRST)}
            </p>
        }
        .into_any(),
        Some((source, n, n_missing)) => view! {
            <p class="cache faint" id="confidences-given" data-texts=n.to_string()>
                <span>{t!("confidences-source-status", n = grouped(n as u64), source = isolated(&source))}</span>
                {missing(n_missing)}
                {button("save-confidences", t!("common-save-csv-button"), || ConfidenceMsg::Save)} " "
                {button("forget-confidences", t!("confidences-discard-button"), || ConfidenceMsg::Forget)}
            </p>
        }
        .into_any(),
    }
}

#[component]
fn Sources() -> impl IntoView {
    let app = use_app();
    let choose = move |event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let files = input.files().map(|files| chosen_files(&files)).unwrap_or_default();
        if let Some(file) = files.into_iter().next() {
            app.open_confidences(file.file);
        }
        // Reset the input, so that the user can choose the same file again.
        input.set_value("");
    };
    view! {
        <label class="link-button wide">
            <input type="file" id="confidences-file" accept=".csv,.tsv,text/csv,text/tab-separated-values" on:change=mounted(choose)/>
            <span>{t!("confidences-choose-file-button")}</span>
        </label>
        <Endpoints/>
    }
}

#[component]
fn Endpoints() -> impl IntoView {
    let app = use_app();
    let form = use_state(|state| state.confidences.form.clone());
    let n_examples = use_project(|open| examples(open).len());
    let n_unlabeled = use_project(unlabeled_examples);
    let n_texts = use_project(|open| open.source.pool.len());
    let n_answers = use_state(|state| state.confidences.n_answers());
    let running = use_state(|state| state.run.current.is_some());
    let host = Memo::new(move |_| host_of(&form.read().address));
    let field = move |id: &'static str, get: fn(&Form) -> String, set: fn(&mut Form, String)| TextField {
        id,
        value: Signal::derive(move || get(&form.read())),
        set: Callback::new(move |text: String| {
            let mut form = form.get_untracked();
            set(&mut form, text);
            app.dispatch(Msg::Confidences(ConfidenceMsg::Edit(form)));
        }),
    };
    // The form is initially expanded if vote-k was used or an address was entered, but no confidences are in use.
    let is_open = app.state().with_untracked(|state| {
        let begun = state.project.as_ref().and_then(|open| open.result.outcome.as_deref());
        let has_begun = begun.is_some_and(|outcome| outcome.config.method == Method::VoteK);
        state.confidences.in_use.is_none() && (has_begun || !state.confidences.form.address.is_empty())
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(Msg::Confidences(ConfidenceMsg::Ask));
    };
    let warning = move || {
        let whom = host.get().unwrap_or_else(|| t!("confidences-entered-address"));
        t!(
            "confidences-sending-warning",
            n_texts = grouped(n_texts.get() as u64),
            whom
        )
    };
    let shown = move || match (n_examples.get(), n_unlabeled.get()) {
        (n, 0) => t!("confidences-examples-status", n),
        (n, left) => t!("confidences-examples-missing-status", n, left),
    };
    view! {
        <details class="advanced" id="ask-model" open=is_open>
            <summary>{t!("confidences-ask-model-title")}</summary>
            <Show when=move || n_examples.get() == 0 || n_unlabeled.get() != 0>
                <Examples/>
            </Show>
            <form on:submit=submit novalidate autocomplete="off">
                <ServerFields
                    address=field("endpoint", |form| form.address.clone(), |form, text| form.address = text)
                    model=field("llm", |form| form.model.clone(), |form, text| form.model = text)
                    key=field("api-key", |form| form.key.0.clone(), |form, text| form.key = Secret(text))
                    hint=t!("confidences-endpoint-hint") problem_id="confidences-problem"/>
                <TemplateField field=field("prompt-template", |form| form.template.clone(), |form, text| form.template = text)/>
                <Show when=move || n_examples.get() != 0><p class="faint" id="shown-examples">{shown}</p></Show>
                <p class="note caution" id="sends-texts">{warning}</p>
                <button type="submit" id="ask" disabled=move || n_examples.get() == 0 || running.get()>
                    {move || match host.get() {
                        Some(host) => t!("confidences-ask-host-button", host),
                        None => t!("confidences-ask-button"),
                    }}
                </button>
                <Show when=move || n_answers.get() != 0>
                    <p class="faint" id="kept-answers" data-texts=move || n_answers.get().to_string()>
                        {move || t!("confidences-kept-answers-status", n = grouped(n_answers.get() as u64))}
                    </p>
                </Show>
            </form>
        </details>
    }
}

#[component]
fn Examples() -> impl IntoView {
    let app = use_app();
    let n_examples = use_project(|open| examples(open).len());
    let has_picks = use_project(|open| !open.picks().is_empty());
    let running = use_state(|state| state.run.current.is_some());
    view! {
        <div class="note first" id="examples-first">
            <p>
                {move || match (has_picks.get(), n_examples.get()) {
                    (true, 0) => t!("confidences-label-picks-advice"),
                    (true, _) => t!("confidences-label-more-advice"),
                    (false, _) => t!("confidences-pick-first-advice", vote_k_first = VOTE_K_FIRST),
                }}
            </p>
            <button type="button" id="pick-examples" disabled=move || running.get()
                on:click=move |_| app.dispatch(Msg::Run(run::Msg::SelectExamples))>{t!("confidences-pick-first-button", vote_k_first = VOTE_K_FIRST)}</button>
        </div>
    }
}

#[component]
fn AskingProgress() -> impl IntoView {
    const IDS: ProgressIds = ProgressIds {
        progress: "asking",
        pause: "pause-asking",
        stop: "stop-asking",
    };
    let app = use_app();
    let dispatch = move |msg| app.dispatch(Msg::Confidences(msg));
    let host = use_state(|state| state.confidences.asking.as_ref().map(|asking| asking.host.clone()));
    let stage = use_state(|state| state.confidences.asking.as_ref().map(|asking| asking.stage));
    let progress = use_state(|state| {
        let progress = |asking: &ActiveRequests| RequestProgress::new(&asking.counts, asking.stage == RunStage::Asking);
        state.confidences.asking.as_ref().map(progress).unwrap_or_default()
    });
    let status = Signal::derive(move || stage_status(stage.get(), host.get().unwrap_or_default()));
    let set_paused = Callback::new(move |paused: bool| {
        dispatch(match paused {
            true => ConfidenceMsg::Pause,
            false => ConfidenceMsg::Resume,
        });
    });
    let stop = Callback::new(move |()| dispatch(ConfidenceMsg::Stop));
    view! { <ProgressView ids=IDS progress status count_text=texts_of set_paused stop/> }
}
