//! The section “Accuracy with a language model” of the comparison.

use leptos::prelude::*;

use crate::answers::MAX_SHOTS;
use crate::compare::{Comparison, ExamForm, ExamMsg, ExamObstacle, ExamResult, ExamStage, MAX_TEXTS, Msg};
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::run::time_estimate::about;
use crate::state::Msg as StateMsg;
use crate::ui::{capitalized, use_app, use_project, use_state, with_lang_spans};
use fastgas_annotation::confidence::Endpoint;
use fastgas_platform::Secret;

/// What the section shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    /// Why there is no exam.
    Reason(ExamObstacle),
    Exam,
}

/// A memo of a part of the comparison.
fn select_comparison<T>(read: impl Fn(&Comparison) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    use_state(move |state| read(&state.comparison))
}

/// The section, or the reason for its absence.
#[component]
pub fn ExamPanel() -> impl IntoView {
    let shown = use_state(|state| match state.exam_obstacle() {
        _ if state.comparison.exam.run.is_some() => Shown::Exam,
        None => Shown::Exam,
        Some(ExamObstacle::NoResults | ExamObstacle::Comparing) => Shown::Nothing,
        Some(obstacle) => Shown::Reason(obstacle),
    });
    move || match shown.get() {
        Shown::Nothing => ().into_any(),
        Shown::Exam => view! { <Section/> }.into_any(),
        Shown::Reason(obstacle) => {
            let reason = match obstacle {
                ExamObstacle::NoLabels => t!("compare-exam-no-labels-hint"),
                _ => t!("compare-exam-outdated-hint"),
            };
            view! { <p class="faint" id="exam-reason">{reason}</p> }.into_any()
        }
    }
}

#[component]
fn Section() -> impl IntoView {
    let is_running = select_comparison(|comparison| comparison.exam.run.is_some());
    let failure = select_comparison(|comparison| comparison.exam.failure.clone());
    let storage_problem = select_comparison(|comparison| comparison.exam.storage_problem.clone());
    let result = select_comparison(|comparison| comparison.found.as_ref()?.exam.clone());
    let words = move || result.get().map(|result| result_text(&result));
    view! {
        <section class="confidences" id="exam" aria-labelledby="exam-title">
            <h3 id="exam-title">{t!("compare-exam-title")}</h3>
            <p class="faint">{t!("compare-exam-hint")}</p>
            <p id="exam-result" role="status" data-texts=move || result.read().as_ref().map(|result| result.n_texts.to_string())>{words}</p>
            {move || failure.get().map(|failure| view! {
                <p class="problem" id="exam-problem" role="alert">"⚠ " {with_lang_spans(&capitalized(&failure.problem))} ". " {failure.advice}</p>
            })}
            <Show when=move || is_running.get() fallback=|| view! { <Questionnaire/> }><ExamProgress/></Show>
            {move || storage_problem.get().map(|problem| view! {
                <p class="faint caution">{t!("confidences-not-stored-problem")}" " {with_lang_spans(&problem)} {t!("confidences-not-stored-effect")}</p>
            })}
        </section>
    }
}

/// What was measured, and what deviates from the request.
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

/// The form for endpoint, model, examples and test texts, and the button that starts the exam.
#[component]
fn Questionnaire() -> impl IntoView {
    let app = use_app();
    let form = select_comparison(|comparison| comparison.exam.form.clone());
    let n_runs = select_comparison(|comparison| comparison.found.as_ref().map_or(0, |found| found.runs.len()));
    let n_instances = use_project(|project| project.source.pool.len());
    let host = Memo::new(move |_| {
        let endpoint = Endpoint::read(&form.read().address);
        endpoint.map(|endpoint| endpoint.host().to_owned()).ok()
    });
    let edit = move |change: fn(&mut ExamForm, String)| {
        move |event| {
            let mut form = form.get_untracked();
            change(&mut form, event_target_value(&event));
            app.dispatch(StateMsg::Compare(Msg::Exam(ExamMsg::Edit(form))));
        }
    };
    // Expanded if the user has already entered an address.
    let is_expanded = app
        .state()
        .with_untracked(|state| !state.comparison.exam.form.address.is_empty());
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
                <div class="field stacked">
                    <label for="exam-endpoint">{t!("confidences-endpoint-label")}</label>
                    <input id="exam-endpoint" type="text" inputmode="url" autocomplete="off" spellcheck="false"
                        placeholder="http://localhost:11434/v1" aria-describedby=["exam-endpoint-hint", "exam-problem"].join(" ")
                        prop:value=move || form.read().address.clone() on:input=edit(|form, value| form.address = value)/>
                    <div class="hint" id="exam-endpoint-hint">{t!("compare-exam-endpoint-hint")}</div>
                </div>
                <div class="field stacked">
                    <label for="exam-model">{t!("common-model")}</label>
                    <input id="exam-model" type="text" autocomplete="off" spellcheck="false" placeholder="qwen3:4b"
                        prop:value=move || form.read().model.clone() on:input=edit(|form, value| form.model = value)/>
                </div>
                <div class="field stacked">
                    <label for="exam-key">{t!("confidences-api-key-label")}</label>
                    // Without a form and not `type="password"`, so that no browser offers to save the key. CSS masks the
                    // letters.
                    <input id="exam-key" type="text" class="secret" form="" aria-describedby="exam-key-hint"
                        prop:value=move || form.read().key.0.clone() on:input=edit(|form, value| form.key = Secret(value))/>
                    <div class="hint" id="exam-key-hint">{t!("confidences-api-key-hint")}</div>
                </div>
                <div class="field stacked">
                    <label for="exam-shots">{t!("answers-shots-label")}</label>
                    <input id="exam-shots" type="number" inputmode="numeric" min="0" max=MAX_SHOTS.to_string() aria-describedby="exam-shots-hint"
                        prop:value=move || form.read().shots.clone() on:input=edit(|form, value| form.shots = value)/>
                    <div class="hint" id="exam-shots-hint">{t!("compare-exam-shots-hint")}</div>
                </div>
                <div class="field stacked">
                    <label for="exam-texts">{t!("compare-exam-texts-label")}</label>
                    <input id="exam-texts" type="number" inputmode="numeric" min="1" max=MAX_TEXTS.to_string() aria-describedby="exam-texts-hint"
                        aria-invalid=move || n_texts().is_none().to_string()
                        prop:value=move || form.read().texts.clone() on:input=edit(|form, value| form.texts = value)/>
                    <div class="hint" id="exam-texts-hint" aria-live="polite">{count}</div>
                </div>
                <div class="field stacked">
                    <label for="exam-template">{t!("common-template-label")}</label>
                    <textarea id="exam-template" rows="2" spellcheck="false" aria-describedby="exam-template-hint"
                        prop:value=move || form.read().template.clone() on:input=edit(|form, value| form.template = value)>
                    </textarea>
                    <div class="hint" id="exam-template-hint">{t!("confidences-template-hint")}</div>
                </div>
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

/// Progress of the exam.
#[component]
fn ExamProgress() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(StateMsg::Compare(Msg::Exam(msg)));
    let stage = select_comparison(|comparison| comparison.exam.run.as_ref().map(|run| run.stage));
    let host = select_comparison(|comparison| comparison.exam.run.as_ref().map(|run| run.host.clone()));
    let counts = select_comparison(|comparison| comparison.exam.run.as_ref().map(|run| (run.done, run.total)));
    let paused = select_comparison(|comparison| comparison.exam.run.as_ref().is_some_and(|run| run.paused));
    let left = select_comparison(|comparison| {
        let run = comparison.exam.run.as_ref()?;
        run.seconds_left().map(about)
    });
    let counts = move || counts.get().unwrap_or_default();
    let is_asking = move || stage.get() == Some(ExamStage::Asking);
    view! {
        <div class="asking" id="exam-progress" data-done=move || counts().0.to_string()>
            <p role="status">
                {move || match (paused.get(), stage.get()) {
                    (true, _) => t!("common-paused"),
                    (false, Some(ExamStage::Retrieving)) => t!("answers-retrieving-status"),
                    (false, Some(ExamStage::Planning)) => t!("answers-planning-status"),
                    (false, Some(ExamStage::Probing)) => t!("answers-probing-status", host = host.get().unwrap_or_default()),
                    (false, _) => t!("confidences-asking-status", host = host.get().unwrap_or_default()),
                }}
            </p>
            <Show when=is_asking>
                <p class="faint">
                    {move || {
                        let (done, total) = counts();
                        t!("compare-exam-progress", done = grouped(done.into()), total = grouped(total.into()))
                    }}
                    {move || left.get().map(|left| t!("confidences-time-left", left))}
                </p>
                <progress max=move || counts().1.to_string() value=move || counts().0.to_string() aria-label=t!("confidences-progress-label")></progress>
            </Show>
            <div class="actions">
                <Show when=is_asking>
                    <button type="button" id="exam-pause" on:click=move |_| dispatch(match paused.get_untracked() {
                        true => ExamMsg::Resume,
                        false => ExamMsg::Pause,
                    })>{move || if paused.get() { t!("common-resume") } else { t!("common-pause") }}</button>
                </Show>
                <button type="button" id="exam-stop" on:click=move |_| dispatch(ExamMsg::Stop)>{t!("common-stop")}</button>
                <span class="faint">{t!("confidences-answers-kept-hint")}</span>
            </div>
        </div>
    }
}
