//! The dialog to review suggestions, for all texts or one part of the partition, and to accept them together.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::labeling::review_view::{
    LabelCounts, MinConfidence, REVIEW_CONTROLS, ReviewLine, ReviewList, Tick, accept_by_key,
};
use crate::map::coloring::part_choice;
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::state;
use crate::suggestions::{Msg, PAGE_SIZE, SuggestionRow};
use crate::ui::dialog::LargeDialog;
use crate::ui::dom::mounted;
use crate::ui::keyboard::control_key;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::subscribe;
use fastgas_annotation::label::MIN_PERCENT;

/// The Escape key closes the dialog without accepting suggestions.
#[component]
pub fn SuggestionReviewDialog() -> impl IntoView {
    let app = use_app();
    let is_open = use_state(|state| state.suggestions.preview.is_some());
    let close = move |()| app.dispatch(state::Msg::Suggest(Msg::ClosePreview));
    view! { <LargeDialog name="offers" title=t!("suggestions-review-title") is_open close><SuggestionReview/></LargeDialog> }
}

#[component]
fn SuggestionReview() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(state::Msg::Suggest(msg));
    let rows = use_state(|state| {
        state
            .project
            .as_ref()
            .map(|project| state.suggestions.review_rows(project))
            .unwrap_or_default()
    });
    let making = use_state(|state| state.suggestions.is_making_all() || state.suggestions.all.is_none());
    let shown = use_state(|state| state.suggestions.preview.as_ref().map_or(0, |preview| preview.shown));
    let n_ticked = use_state(move |state| state.suggestions.ticked(&rows.read()).count());
    let counts = use_state(move |state| {
        let counts = state.suggestions.counts(&rows.read()).into_iter();
        counts.map(|(label, count)| (label as usize, count)).collect::<Vec<_>>()
    });
    let n_offers = move || rows.read().len();
    let summary = move || match (making.get(), n_offers(), n_offers() - n_ticked.get().min(n_offers())) {
        (true, _, _) => t!("suggestions-review-pending"),
        (false, 0, _) => t!("suggestions-review-empty"),
        (false, count, 0) => t!("common-text-count", n = grouped(count as u64)),
        (false, count, out) => t!("suggestions-review-count", count = grouped(count as u64), out),
    };
    let first = move || {
        let rows = rows.read();
        rows.iter().take(shown.get()).cloned().collect::<Vec<_>>()
    };
    let more = move || n_offers().saturating_sub(shown.get());
    let read_only = read_only();
    let can_accept = Memo::new(move |_| !read_only.get() && !making.get() && n_ticked.get() > 0);
    let accept = move || dispatch(Msg::AcceptAll);
    accept_by_key("offers-dialog", move || {
        if can_accept.get_untracked() {
            accept();
        }
    });
    let navigation = ListNavigation::of("offers", REVIEW_CONTROLS, move || {
        subscribe(rows);
        subscribe(shown);
    });
    let is_in = Callback::new(move |row: u32| app.state().with_untracked(|state| state.suggestions.is_ticked(row)));
    let tick = Tick::new(move |(rows, on)| dispatch(Msg::Tick { rows, on }));
    view! {
        <p class="faint">
            {t!("suggestions-review-hint")}
        </p>
        <form class="offers-form" on:submit=|event: ev::SubmitEvent| event.prevent_default()><Part/><ReviewMinConfidence/></form>
        <div class="offers-summary">
            <strong id="offers-count" role="status" data-count=move || n_ticked.get().to_string()>{summary}</strong>
            <LabelCounts counts/>
        </div>
        <ReviewList id="offers" label=t!("suggestions-review-list-label") navigation is_in tick>
            <For each=first key=|offer| (offer.row, offer.suggestion.clone()) let(offer)><Line offer navigation tick/></For>
            <Show when=move || more() != 0>
                <li class="more">
                    <button type="button" class="quiet" id="more-offers" tabindex="-1" on:click=move |_| dispatch(Msg::ShowMore)>
                        {move || t!("common-show-more", n = more().min(PAGE_SIZE))}
                    </button>
                </li>
            </Show>
        </ReviewList>
        <div class="actions">
            <span class="faint">{t!("common-undo")}" " <kbd>{"u"}</kbd> " "{t!("suggestions-undo-all-hint")}</span>
            <button type="button" id="cancel-offers" on:click=move |_| dispatch(Msg::ClosePreview)>{t!("common-cancel")}</button>
            <button type="button" class="primary" id="accept-offers" aria-keyshortcuts="Control+Enter" disabled=move || !can_accept.get()
                on:click=move |_| accept()>
                {move || t!("suggestions-review-accept-button", n_ticked = grouped(n_ticked.get() as u64))}" "<kbd>{control_key()}</kbd>" "<kbd>{t!("shell-key-enter")}</kbd>
            </button>
        </div>
    }
}

#[component]
fn Part() -> impl IntoView {
    let app = use_app();
    let part = use_state(|state| state.suggestions.preview.as_ref().and_then(|preview| preview.part));
    let names = use_project(|project| {
        let n_parts = project
            .result
            .outcome
            .as_ref()
            .map_or(0, |outcome| outcome.partition.n_parts);
        (0..n_parts)
            .map(|part| part_choice(part, &project.result.part_names))
            .collect::<Vec<_>>()
    });
    let choose = move |event| {
        let part = event_target_value(&event).parse().ok();
        app.dispatch(state::Msg::Suggest(Msg::ChoosePart(part)));
    };
    let options = move || {
        let option = |(index, name): (u32, String)| {
            view! { <option value=index.to_string() selected=move || part.get() == Some(index)>{name}</option> }
        };
        (0..).zip(names.get()).map(option).collect_view()
    };
    view! {
        <label class="offers-field">
            <span>{t!("suggestions-review-part-label")}</span>
            <select id="offers-part" on:change=mounted(choose)>
                <option value="" selected=move || part.get().is_none()>{t!("suggestions-review-all-parts")}</option>
                {options}
            </select>
        </label>
    }
}

#[component]
fn ReviewMinConfidence() -> impl IntoView {
    let app = use_app();
    let least = use_state(|state| state.suggestions.preview.as_ref().map_or(0, |preview| preview.least));
    let choose = Callback::new(move |least: u8| app.dispatch(state::Msg::Suggest(Msg::ChooseLeast(least))));
    view! { <MinConfidence name="offers" min=MIN_PERCENT least choose/> }
}

#[component]
fn Line(offer: SuggestionRow, navigation: ListNavigation, tick: Tick) -> impl IntoView {
    let SuggestionRow { row, suggestion } = offer;
    let certainty = format!("{} %", suggestion.percent);
    let labels = use_project(move |project| {
        let indices = suggestion.labels.iter().map(|&label| label as usize);
        let named = indices.filter_map(|index| Some((index, project.labels.names.get(index)?.clone())));
        named.collect::<Vec<_>>()
    });
    let is_in = use_state(move |state| state.suggestions.is_ticked(row));
    view! { <ReviewLine row labels certainty is_in navigation tick/> }
}
