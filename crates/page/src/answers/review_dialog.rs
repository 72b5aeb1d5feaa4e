//! The dialog for reviewing a language model's answers. The user can accept all selected answers together.

use leptos::ev;
use leptos::prelude::*;

use crate::answers::{AnswerRow, Msg as AnswersMsg, PAGE_SIZE};
use crate::i18n::{grouped, t};
use crate::labeling::review_view::{
    LabelCounts, MinConfidence, REVIEW_CONTROLS, ReviewLine, ReviewList, Tick, accept_by_key,
};
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::dialog::LargeDialog;
use crate::ui::keyboard::control_key;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::subscribe;

/// The Escape key closes the dialog without accepting an answer.
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
    let counts = use_state(move |state| {
        let counts = |project| state.answers.label_counts(&rows.read(), project);
        state.project.as_ref().map(counts).unwrap_or_default()
    });
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
    let can_accept = Memo::new(move |_| !read_only.get() && n_ticked.get() > 0);
    let accept = move || dispatch(AnswersMsg::AcceptAll);
    accept_by_key("answer-review-dialog", move || {
        if can_accept.get_untracked() {
            accept();
        }
    });
    let navigation = ListNavigation::of("answers-listed", REVIEW_CONTROLS, move || {
        subscribe(rows);
        subscribe(shown);
    });
    let is_in = Callback::new(move |row: u32| app.state().with_untracked(|state| state.answers.is_ticked(row)));
    let tick = Tick::new(move |(rows, on)| dispatch(AnswersMsg::Tick { rows, on }));
    view! {
        <p class="faint">{t!("answers-review-hint")}</p>
        <form class="offers-form" on:submit=|event: ev::SubmitEvent| event.prevent_default()><ReviewMinConfidence/></form>
        <div class="offers-summary">
            <strong id="answers-selected" role="status" data-count=move || n_ticked.get().to_string()>{summary}</strong>
            <LabelCounts counts/>
        </div>
        <ReviewList id="answers-listed" label=t!("answers-review-list-label") navigation is_in tick>
            <For each=first key=|row| row.clone() let(row)><Line row navigation tick/></For>
            <Show when=move || more() != 0>
                <li class="more">
                    <button type="button" class="quiet" id="more-answers" tabindex="-1" on:click=move |_| dispatch(AnswersMsg::ShowMore)>
                        {move || t!("common-show-more", n = more().min(PAGE_SIZE))}
                    </button>
                </li>
            </Show>
        </ReviewList>
        <div class="actions">
            <span class="faint">{t!("common-undo")}" " <kbd>{"u"}</kbd> " "{t!("suggestions-undo-all-hint")}</span>
            <button type="button" id="cancel-answers" on:click=move |_| dispatch(AnswersMsg::CloseReview)>{t!("common-cancel")}</button>
            <button type="button" class="primary" id="accept-answers" aria-keyshortcuts="Control+Enter" disabled=move || !can_accept.get()
                on:click=move |_| accept()>
                {move || t!("suggestions-review-accept-button", n_ticked = grouped(n_ticked.get() as u64))}" "<kbd>{control_key()}</kbd>" "<kbd>{t!("shell-key-enter")}</kbd>
            </button>
        </div>
    }
}

#[component]
fn ReviewMinConfidence() -> impl IntoView {
    let app = use_app();
    let least = use_state(|state| state.answers.review.as_ref().map_or(0, |review| review.least));
    let choose = Callback::new(move |least: u8| app.dispatch(Msg::ModelAnswers(AnswersMsg::ChooseLeast(least))));
    view! { <MinConfidence name="answers" min=0 least choose/> }
}

#[component]
fn Line(row: AnswerRow, navigation: ListNavigation, tick: Tick) -> impl IntoView {
    let AnswerRow { row, labels, percent } = row;
    let labels = labels.unwrap_or_default();
    let labels = use_project(move |project| {
        let index = |label: &String| project.labels.names.iter().position(|name| name == label);
        let indexed = labels.iter().filter_map(|label| Some((index(label)?, label.clone())));
        indexed.collect::<Vec<_>>()
    });
    let is_in = use_state(move |state| state.answers.is_ticked(row));
    let certainty = percent.map_or_else(|| "?".to_owned(), |percent| t!("common-percent", n = percent));
    view! { <ReviewLine row labels certainty is_in navigation tick/> }
}
