//! The section “Accuracy with a language model” of the comparison.

use leptos::prelude::*;

use crate::compare::{Comparison, ExamForm, ExamMsg, ExamResult, MAX_TEXTS, Msg, NoExamReason};
use crate::endpoint::MAX_SHOTS;
use crate::endpoint::fields::{ServerFields, TemplateField, TextField, host_of};
use crate::endpoint::problems_view::{FailureMessage, StorageMessage};
use crate::endpoint::progress_view::{ProgressIds, run_view};
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::Msg as StateMsg;
use fastgas_platform::Secret;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    Reason(NoExamReason),
    Exam,
}

fn select_comparison<T>(read: impl Fn(&Comparison) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    use_state(move |state| read(&state.comparison))
}

#[component]
pub fn ExamPanel() -> impl IntoView {
    let shown = use_state(|state| match state.reason_no_exam() {
        _ if state.comparison.exam.runs.current.is_some() => Shown::Exam,
        None => Shown::Exam,
        Some(NoExamReason::NoResults | NoExamReason::Comparing) => Shown::Nothing,
        Some(reason) => Shown::Reason(reason),
    });
    move || match shown.get() {
        Shown::Nothing => ().into_any(),
        Shown::Exam => view! { <Section/> }.into_any(),
        Shown::Reason(reason) => {
            let reason = match reason {
                NoExamReason::NoLabels => t!("compare-exam-no-labels-hint"),
                _ => t!("compare-exam-outdated-hint"),
            };
            view! { <p class="faint" id="exam-reason">{reason}</p> }.into_any()
        }
    }
}

#[component]
fn Section() -> impl IntoView {
    let is_running = select_comparison(|comparison| comparison.exam.runs.current.is_some());
    let failure = select_comparison(|comparison| comparison.exam.runs.failure.clone());
    let storage_problem = select_comparison(|comparison| comparison.exam.runs.storage_problems.shown());
    let result = select_comparison(|comparison| comparison.found.as_ref()?.exam.clone());
    let words = move || result.get().map(|result| result_text(&result));
    view! {
        <section class="confidences" id="exam" aria-labelledby="exam-title">
            <h3 id="exam-title">{t!("compare-exam-title")}</h3>
            <p class="faint">{t!("compare-exam-hint")}</p>
            <p id="exam-result" role="status" data-texts=move || result.read().as_ref().map(|result| result.n_texts.to_string())>{words}</p>
            <FailureMessage id="exam-problem" failure/>
            <Show when=move || is_running.get() fallback=|| view! { <Questionnaire/> }><ExamProgress/></Show>
            <StorageMessage problem=storage_problem/>
        </section>
    }
}

fn result_text(result: &ExamResult) -> String {
    let mut words = t!(
        "compare-exam-result-status",
        model = isolated(&result.model),
        texts = grouped(result.n_texts.into())
    );
    if result.n_unmatched > 0 {
        let (unmatched, answers) = (grouped(result.n_unmatched.into()), grouped(result.n_answers.into()));
        words.push(' ');
        words.push_str(&t!("compare-exam-unmatched-status", unmatched, answers));
    }
    if result.n_shortened > 0 {
        let (shortened, answers) = (grouped(result.n_shortened.into()), grouped(result.n_answers.into()));
        words.push(' ');
        words.push_str(&t!("compare-exam-shortened-status", shortened, answers));
    }
    words
}

#[component]
fn Questionnaire() -> impl IntoView {
    let app = use_app();
    let form = select_comparison(|comparison| comparison.exam.form.clone());
    let n_runs = select_comparison(|comparison| comparison.found.as_ref().map_or(0, |found| found.runs.len()));
    let n_instances = use_project(|project| project.source.pool.len());
    let host = Memo::new(move |_| host_of(&form.read().endpoint.address));
    let field = move |id: &'static str, get: fn(&ExamForm) -> String, set: fn(&mut ExamForm, String)| TextField {
        id,
        value: Signal::derive(move || get(&form.read())),
        set: Callback::new(move |text: String| {
            let mut form = form.get_untracked();
            set(&mut form, text);
            app.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Edit(form))));
        }),
    };
    let address = field(
        "exam-endpoint",
        |form| form.endpoint.address.clone(),
        |form, text| form.endpoint.address = text,
    );
    let model = field(
        "exam-model",
        |form| form.endpoint.model.clone(),
        |form, text| form.endpoint.model = text,
    );
    let key = field(
        "exam-key",
        |form| form.endpoint.key.0.clone(),
        |form, text| form.endpoint.key = Secret(text),
    );
    let shots = field(
        "exam-shots",
        |form| form.endpoint.shots.clone(),
        |form, text| form.endpoint.shots = text,
    );
    let texts = field("exam-texts", |form| form.texts.clone(), |form, text| form.texts = text);
    let template = field(
        "exam-template",
        |form| form.endpoint.template.clone(),
        |form, text| form.endpoint.template = text,
    );
    let is_expanded = app
        .state()
        .with_untracked(|state| !state.comparison.exam.form.endpoint.address.is_empty());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Ask)));
    };
    let n_texts = move || form.read().n_texts(n_instances.get());
    let count = move || match n_texts() {
        Some(texts) => t!(
            "compare-exam-count-hint",
            texts = grouped(texts.into()),
            all = grouped(n_instances.get() as u64),
            prompts = grouped(u64::from(texts) * n_runs.get() as u64),
            max_texts = MAX_TEXTS
        ),
        None => t!("compare-exam-texts-advice", max_texts = MAX_TEXTS),
    };
    let warning = move || {
        let whom = host.get().unwrap_or_else(|| t!("confidences-entered-address"));
        t!("compare-exam-sending-warning", whom)
    };
    view! {
        <details class="advanced" id="exam-settings" open=is_expanded>
            <summary id="exam-summary">{t!("answers-settings-title")}</summary>
            <form on:submit=submit novalidate autocomplete="off">
                <ServerFields address model key hint=t!("compare-exam-endpoint-hint") problem_id="exam-problem"/>
                <div class="field stacked">
                    <label for="exam-shots">{t!("answers-shots-label")}</label>
                    <input id="exam-shots" type="number" inputmode="numeric" min="0" max=MAX_SHOTS.to_string() aria-describedby="exam-shots-hint"
                        prop:value=shots.value on:input=move |event| shots.set.run(event_target_value(&event))/>
                    <div class="hint" id="exam-shots-hint">{t!("compare-exam-shots-hint")}</div>
                </div>
                <div class="field stacked">
                    <label for="exam-texts">{t!("compare-exam-texts-label")}</label>
                    <input id="exam-texts" type="number" inputmode="numeric" min="1" max=MAX_TEXTS.to_string() aria-describedby="exam-texts-hint"
                        aria-invalid=move || n_texts().is_none().to_string()
                        prop:value=texts.value on:input=move |event| texts.set.run(event_target_value(&event))/>
                    <div class="hint" id="exam-texts-hint" aria-live="polite">{count}</div>
                </div>
                <TemplateField field=template/>
                <p class="note caution" id="exam-warning">{warning}</p>
                <div class="actions">
                    <button type="submit" id="exam-ask">
                        {move || match host.get() {
                            Some(host) => t!("confidences-ask-host-button", host),
                            None => t!("confidences-ask-button"),
                        }}
                    </button>
                </div>
            </form>
        </details>
    }
}

#[component]
fn ExamProgress() -> impl IntoView {
    const IDS: ProgressIds = ProgressIds {
        progress: "exam-progress",
        pause: "exam-pause",
        stop: "exam-stop",
    };
    fn prompts_of(done: String, total: String) -> String {
        t!("compare-exam-progress", done, total)
    }
    let app = use_app();
    let dispatch = move |msg| app.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Run(msg))));
    run_view(
        IDS,
        prompts_of,
        |state| state.comparison.exam.runs.current.as_ref(),
        dispatch,
    )
}
