//! The review of a language model's answers, which can be accepted at once.

use leptos::ev;
use leptos::prelude::*;

use crate::answers::{AnswerRow, Msg as AnswersMsg, PAGE_SIZE};
use crate::i18n::{grouped, t};
use crate::labeling::label_set_view::shown_labels;
use crate::state::Msg;
use crate::ui::dialog::LargeDialog;
use crate::ui::dom::mounted;
use crate::ui::{color_class, read_only, use_app, use_project, use_state};

/// The dialog. Escape closes it without accepting anything.
#[component]
pub fn AnswerReviewDialog() -> impl IntoView {
    let app = use_app();
    let is_open = use_state(|state| state.answers.review.is_some());
    let close = move |()| app.dispatch(Msg::ModelAnswers(AnswersMsg::CloseReview));
    view! { <LargeDialog name="answer-review" class="offers" title=t!("answers-review-title") is_open close><AnswerReview/></LargeDialog> }
}

#[component]
fn AnswerReview() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(Msg::ModelAnswers(msg));
    let rows = use_state(|state| {
        let rows = |project| state.answers.review_rows(project);
        state.project.as_ref().map(rows).unwrap_or_default()
    });
    let shown = use_state(|state| state.answers.review.as_ref().map_or(0, |review| review.shown));
    let n_ticked = use_state(move |state| state.answers.ticked(&rows.read()).count());
    let n_rows = move || rows.read().len();
    let summary = move || match (n_rows(), n_rows() - n_ticked.get().min(n_rows())) {
        (0, _) => t!("answers-review-empty"),
        (count, 0) => t!("common-text-count", n = grouped(count as u64)),
        (count, out) => t!("suggestions-review-count", count = grouped(count as u64), out),
    };
    let first = move || {
        let rows = rows.read();
        rows.iter().take(shown.get()).cloned().collect::<Vec<_>>()
    };
    let more = move || n_rows().saturating_sub(shown.get());
    let read_only = read_only();
    view! {
        <p class="faint">{t!("answers-review-hint")}</p>
        <form class="offers-form" on:submit=|event: ev::SubmitEvent| event.prevent_default()><MinConfidence/></form>
        <div class="offers-summary">
            <strong id="answers-selected" role="status" data-count=move || n_ticked.get().to_string()>{summary}</strong>
            <Counts rows/>
        </div>
        <ul class="offers-list" aria-label=t!("answers-review-list-label")>
            <For each=first key=|row| row.clone() let(row)><Line row/></For>
            <Show when=move || more() != 0>
                <li class="more">
                    <button type="button" class="quiet" id="more-answers" on:click=move |_| dispatch(AnswersMsg::ShowMore)>
                        {move || t!("common-show-more", portion = more().min(PAGE_SIZE))}
                    </button>
                </li>
            </Show>
        </ul>
        <div class="actions">
            <span class="faint">{t!("common-undo")}" " <kbd>{"u"}</kbd> " "{t!("suggestions-undo-all-hint")}</span>
            <button type="button" id="cancel-answers" on:click=move |_| dispatch(AnswersMsg::CloseReview)>{t!("common-cancel")}</button>
            <button type="button" class="primary" id="accept-answers" disabled=move || read_only.get() || n_ticked.get() == 0
                on:click=move |_| dispatch(AnswersMsg::AcceptAll)>
                {move || t!("suggestions-review-accept-button", n_ticked = grouped(n_ticked.get() as u64))}
            </button>
        </div>
    }
}

/// Selects the minimum confidence.
#[component]
fn MinConfidence() -> impl IntoView {
    let app = use_app();
    let least = use_state(|state| state.answers.review.as_ref().map_or(0, |review| review.least));
    let choose = move |event| {
        if let Ok(least) = event_target_value(&event).parse() {
            app.dispatch(Msg::ModelAnswers(AnswersMsg::ChooseLeast(least)));
        }
    };
    view! {
        <label class="offers-field">
            <span>{t!("suggestions-minimum-confidence-label")}</span>
            <input type="range" id="answers-least" min="0" max="100" aria-describedby="answers-percent"
                aria-valuetext=move || t!("suggestions-minimum-percent", least = least.get()) prop:value=move || least.get().to_string() on:input=choose/>
            <output id="answers-percent">{move || t!("common-percent", n = least.get())}</output>
        </label>
    }
}

/// How often each label would be given.
#[component]
fn Counts(rows: Memo<Vec<AnswerRow>>) -> impl IntoView {
    let counts = use_state(move |state| {
        let counts = |project| state.answers.label_counts(&rows.read(), project);
        state.project.as_ref().map(counts).unwrap_or_default()
    });
    let colors = use_project(shown_labels);
    let names = use_project(|project| project.labels.names.clone());
    let chips = move || {
        let chip = |(label, count): (usize, usize)| {
            let name = names.read().get(label).cloned().unwrap_or_default();
            let color = colors.read().get(label).map_or(0, |label| label.color);
            let class = format!("chip {}", color_class(color));
            view! { <li class=class><bdi>{name}</bdi> " " {grouped(count as u64)}</li> }
        };
        counts.get().into_iter().map(chip).collect_view()
    };
    view! { <ul class="offers-counts" aria-label=t!("suggestions-label-counts")>{chips}</ul> }
}

#[component]
fn Line(row: AnswerRow) -> impl IntoView {
    let app = use_app();
    let AnswerRow { row, labels, percent } = row;
    let text = use_project(move |project| project.beginning(row));
    let colors = use_project(shown_labels);
    let labels = labels.unwrap_or_default();
    let indexed = use_project(move |project| {
        let index = |label: &String| project.labels.names.iter().position(|name| name == label);
        let indexed = labels.iter().filter_map(|label| Some((index(label)?, label.clone())));
        indexed.collect::<Vec<_>>()
    });
    let is_in = use_state(move |state| {
        let review = state.answers.review.as_ref();
        review.is_none_or(|review| !review.unticked.contains(&row))
    });
    let chips = move || {
        let chip = |(index, name): (usize, String)| {
            let color = colors.read().get(index).map_or(0, |label| label.color);
            view! { <span class=format!("chip {}", color_class(color)) dir="auto">{name}</span> }
        };
        indexed.get().into_iter().map(chip).collect_view()
    };
    let certainty = percent.map_or_else(|| "?".to_owned(), |percent| t!("common-percent", n = percent));
    view! {
        <li class:out=move || !is_in.get() data-row=row.to_string()>
            <label>
                <input type="checkbox" prop:checked=move || is_in.get()
                    on:change=mounted(move |_| app.dispatch(Msg::ModelAnswers(AnswersMsg::Tick(row))))/>
                <span class="offer-text" dir="auto" lang="">{move || text.get()}</span>
                {chips}
                <span class="faint">{certainty}</span>
            </label>
        </li>
    }
}
