//! The panel “Label the rest with a language model”, and the model's answer to the current text.

use leptos::prelude::*;

use crate::answers::{AnswerCounts, CheckSummary, Msg as AnswersMsg, Purpose, examples, labels_of, n_open};
use crate::endpoint::fields::{ServerFields, TemplateField, TextField, host_of};
use crate::endpoint::problems_view::{FailureMessage, StorageMessage};
use crate::endpoint::progress_view::{ProgressIds, run_view, texts_of};
use crate::endpoint::{Form, MAX_SHOTS};
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::labeling::review_view::LabelChips;
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::shell::views::View;
use crate::state::Msg;
use crate::ui::dom::focus;
use fastgas_annotation::answer::Constraint;
use fastgas_annotation::label::AnswerType;
use fastgas_platform::Secret;

#[component]
pub fn Answers() -> impl IntoView {
    let is_shown = use_project(|project| project.labels.answers != AnswerType::Text);
    view! { <Show when=move || is_shown.get()><Panel/></Show> }
}

#[component]
fn Panel() -> impl IntoView {
    let is_running = use_state(|state| state.answers.runs.current.is_some());
    let failure = use_state(|state| state.answers.runs.failure.clone());
    let storage_problem = use_state(|state| state.answers.runs.storage_problems.shown());
    view! {
        <section class="panel confidences" id="answers-panel" aria-labelledby="answers-title">
            <h2 id="answers-title">{t!("answers-title")}</h2>
            <p class="faint">{t!("answers-hint")}</p>
            <Accuracy/>
            <Results/>
            <FailureMessage id="answers-problem" failure/>
            <Show when=move || is_running.get() fallback=|| view! { <Questionnaire/> }><RunProgress/></Show>
            <StorageMessage problem=storage_problem/>
        </section>
    }
}

#[component]
fn Accuracy() -> impl IntoView {
    let summary = use_state(|state| state.answers.check_summary(state.project.as_ref()?));
    let shown = move |summary: CheckSummary| {
        let CheckSummary {
            right,
            total,
            interval,
            model,
        } = summary;
        let percent = |share: f64| (100.0 * share).round() as u32;
        view! {
            <p id="answers-accuracy" role="status" data-right=right.to_string() data-total=total.to_string()>
                {t!("answers-accuracy-status", model = isolated(&model), right, total)}" "
                {t!("answers-accuracy-interval", low = percent(interval.low), high = percent(interval.high))}
            </p>
        }
    };
    move || summary.get().map(shown)
}

#[component]
fn Results() -> impl IntoView {
    let app = use_app();
    let counts = use_state(|state| {
        let counts = |project| state.answers.counts(project);
        state.project.as_ref().map(counts).unwrap_or_default()
    });
    let words = move || {
        let AnswerCounts {
            open,
            unmatched,
            shortened,
        } = counts.get();
        let mut words = t!("answers-open-status", n = grouped(open as u64));
        if unmatched > 0 {
            words.push_str(&t!("answers-unmatched-status", n = grouped(unmatched as u64)));
        }
        if shortened > 0 {
            words.push_str(&t!("answers-shortened-status", n = grouped(shortened as u64)));
        }
        words
    };
    let go_to_next = move |_| {
        app.dispatch(Msg::ModelAnswers(AnswersMsg::GoToNext));
        focus("current-text");
    };
    view! {
        <Show when=move || counts.read().open != 0>
            <p id="answers-open" data-texts=move || counts.read().open.to_string()>{words}</p>
            <div class="actions">
                <button type="button" id="answers-next" title=t!("answers-next-tooltip") on:click=go_to_next>{t!("answers-next-button")}</button>
                <button type="button" id="answers-review" aria-haspopup="dialog" title=t!("answers-review-tooltip")
                    on:click=move |_| app.dispatch(Msg::ModelAnswers(AnswersMsg::OpenReview))>{t!("answers-review-button")}</button>
            </div>
        </Show>
    }
}

#[component]
fn Questionnaire() -> impl IntoView {
    let app = use_app();
    let form = use_state(|state| state.answers.form.clone());
    // Examples are counted only while the review view is shown, because counting after each label would be slow.
    let is_shown = use_state(|state| state.view.shown == View::Review);
    let n_examples = use_project(move |project| match is_shown.get() {
        true => examples(project).len(),
        false => 0,
    });
    let n_open = use_project(move |project| match is_shown.get() {
        true => n_open(project),
        false => 0,
    });
    let host = Memo::new(move |_| host_of(&form.read().address));
    let limit = use_state(|state| state.answers.runs.known_limit(&state.answers.form));
    let read_only = read_only();
    let field = move |id: &'static str, get: fn(&Form) -> String, set: fn(&mut Form, String)| TextField {
        id,
        value: Signal::derive(move || get(&form.read())),
        set: Callback::new(move |text: String| {
            let mut form = form.get_untracked();
            set(&mut form, text);
            app.dispatch(Msg::ModelAnswers(AnswersMsg::Edit(form)));
        }),
    };
    let shots = field(
        "answers-shots",
        |form| form.shots.clone(),
        |form, text| form.shots = text,
    );
    let is_expanded = app
        .state()
        .with_untracked(|state| !state.answers.form.address.is_empty());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        app.dispatch(Msg::ModelAnswers(AnswersMsg::Ask(Purpose::Rest)));
    };
    let warning = move || {
        let whom = host.get().unwrap_or_else(|| t!("confidences-entered-address"));
        t!("answers-sending-warning", whom)
    };
    let is_disabled = move || n_examples.get() == 0 || read_only.get();
    view! {
        <details class="advanced" id="answers-settings" open=is_expanded>
            <summary id="answers-summary">{t!("answers-settings-title")}</summary>
            <Show when=move || n_examples.get() == 0>
                <p class="note" id="answers-labels-first">{t!("confidences-label-picks-advice")}</p>
            </Show>
            <form on:submit=submit novalidate autocomplete="off">
                <ServerFields
                    address=field("answers-endpoint", |form| form.address.clone(), |form, text| form.address = text)
                    model=field("answers-model", |form| form.model.clone(), |form, text| form.model = text)
                    key=field("answers-key", |form| form.key.0.clone(), |form, text| form.key = Secret(text))
                    hint=t!("answers-endpoint-hint") problem_id="answers-problem"/>
                <div class="field stacked">
                    <label for="answers-shots">{t!("answers-shots-label")}</label>
                    <input id="answers-shots" type="number" inputmode="numeric" min="0" max=MAX_SHOTS.to_string() aria-describedby="answers-shots-hint"
                        prop:value=shots.value on:input=move |event| shots.set.run(event_target_value(&event))/>
                    <div class="hint" id="answers-shots-hint">{t!("answers-shots-hint")}</div>
                </div>
                <TemplateField field=field("answers-template", |form| form.template.clone(), |form, text| form.template = text)/>
                <p class="note caution" id="answers-warning">{warning}</p>
                {move || limit.get().map(|(host, constraint)| view! { <p class="faint" id="answers-limit">{limit_text(&host, constraint)}</p> })}
                <div class="actions">
                    <button type="button" id="answers-check" disabled=is_disabled title=t!("answers-check-tooltip")
                        on:click=move |_| app.dispatch(Msg::ModelAnswers(AnswersMsg::Ask(Purpose::Check)))>
                        {move || t!("answers-check-button", n = grouped(n_examples.get() as u64))}
                    </button>
                    <button type="submit" id="answers-ask" disabled=move || is_disabled() || n_open.get() == 0>
                        {move || t!("answers-ask-button", n = grouped(n_open.get() as u64))}
                    </button>
                </div>
            </form>
        </details>
    }
}

fn limit_text(host: &str, constraint: Constraint) -> String {
    match constraint {
        Constraint::Grammar => t!("answers-limit-grammar", host),
        Constraint::Choice => t!("answers-limit-choice", host),
        Constraint::JsonSchema => t!("answers-limit-schema", host),
        Constraint::None => t!("answers-limit-none", host),
    }
}

#[component]
fn RunProgress() -> impl IntoView {
    const IDS: ProgressIds = ProgressIds {
        progress: "answers-progress",
        pause: "answers-pause",
        stop: "answers-stop",
    };
    let app = use_app();
    let dispatch = move |msg| app.dispatch(Msg::ModelAnswers(AnswersMsg::Run(msg)));
    run_view(IDS, texts_of, |state| state.answers.runs.current.as_ref(), dispatch)
}

#[derive(Clone, Debug, PartialEq)]
struct ShownAnswer {
    model: String,
    /// The labels of the answer, and their indices in the label set. Empty if no label matches the label set.
    labels: Vec<(usize, String)>,
    percent: Option<u8>,
    words: String,
}

#[component]
pub fn CurrentAnswer() -> impl IntoView {
    let shown = use_state(|state| {
        const MAX_CHARS: usize = 200;
        let project = state.project.as_ref()?;
        let answer = state.answers.open_answer(project.view.current?, project)?;
        let labels = labels_of(answer, project).unwrap_or_default().into_iter();
        let labels = labels.filter_map(|label| {
            let index = project.labels.names.iter().position(|name| *name == label)?;
            Some((index, label))
        });
        Some(ShownAnswer {
            model: answer.model.clone(),
            labels: labels.collect(),
            percent: answer.percent(),
            words: answer.entry.answer.text.chars().take(MAX_CHARS).collect(),
        })
    });
    view! {
        <div aria-live="polite">
            {move || shown.get().map(|answer| view! { <Shown answer/> })}
        </div>
    }
}

#[component]
fn Shown(answer: ShownAnswer) -> impl IntoView {
    let app = use_app();
    let ShownAnswer {
        model,
        labels,
        percent,
        words,
    } = answer;
    let read_only = read_only();
    let act = move |msg: AnswersMsg| {
        app.dispatch(Msg::ModelAnswers(msg));
        focus("current-text");
    };
    let has_labels = !labels.is_empty();
    let labels = Signal::stored(labels);
    let certainty = match percent {
        Some(percent) => t!("answers-certainty", percent),
        None => t!("answers-certainty-unknown"),
    };
    view! {
        <section class="current-answer" aria-label=t!("answers-panel-label")>
            <p class="suggestion" id="model-answer" data-percent=percent.map(|percent| percent.to_string())>
                <span>{t!("answers-current-title", model = isolated(&model))}</span>
                {match has_labels {
                    true => view! { <LabelChips labels/> <span>{certainty}</span> }.into_any(),
                    false => view! { <span>{t!("answers-no-label-status", words = isolated(&words))}</span> }.into_any(),
                }}
                {has_labels.then(|| view! {
                    <button type="button" id="accept-answer" disabled=read_only on:click=move |_| act(AnswersMsg::Accept)>{t!("answers-accept-button")}</button>
                })}
                <button type="button" class="quiet" id="next-answer" on:click=move |_| act(AnswersMsg::GoToNext)>{t!("answers-next-button")}</button>
            </p>
        </section>
    }
}
