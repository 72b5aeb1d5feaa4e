//! The review of the suggestions for a part, which can be accepted together.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::labeling::label_set_view::shown_labels;
use crate::map::coloring::part_name;
use crate::state;
use crate::suggestions::{Msg, PAGE_SIZE, SuggestionRow, names_of};
use crate::ui::dialog::LargeDialog;
use crate::ui::dom::mounted;
use crate::ui::{color_class, read_only, use_app, use_project, use_state};
use fastgas_annotation::label::MIN_PERCENT;

/// The dialog. Escape closes it without accepting anything.
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
    let accept = move |_| dispatch(Msg::AcceptAll);
    view! {
        <p class="faint">
            {t!("suggestions-review-hint")}
        </p>
        <form class="offers-form" on:submit=|event: ev::SubmitEvent| event.prevent_default()><Part/><MinConfidence/></form>
        <div class="offers-summary">
            <strong id="offers-count" role="status" data-count=move || n_ticked.get().to_string()>{summary}</strong>
            <Counts rows/>
        </div>
        <ul class="offers-list" aria-label=t!("suggestions-review-list-label")>
            <For each=first key=|offer| (offer.row, offer.suggestion.clone()) let(offer)><Line offer/></For>
            <Show when=move || more() != 0>
                <li class="more">
                    <button type="button" class="quiet" id="more-offers" on:click=move |_| dispatch(Msg::ShowMore)>
                        {move || t!("common-show-more", portion = more().min(PAGE_SIZE))}
                    </button>
                </li>
            </Show>
        </ul>
        <div class="actions">
            <span class="faint">{t!("common-undo")}" " <kbd>{"u"}</kbd> " "{t!("suggestions-undo-all-hint")}</span>
            <button type="button" id="cancel-offers" on:click=move |_| dispatch(Msg::ClosePreview)>{t!("common-cancel")}</button>
            <button type="button" class="primary" id="accept-offers" disabled=move || read_only.get() || making.get() || n_ticked.get() == 0 on:click=accept>
                {move || t!("suggestions-review-accept-button", n_ticked = grouped(n_ticked.get() as u64))}
            </button>
        </div>
    }
}

/// Selects the part whose suggestions are shown.
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
            .map(|part| part_name(part, &project.result.part_names))
            .collect::<Vec<_>>()
    });
    let choose = move |event| {
        let part = event_target_value(&event).parse().ok();
        app.dispatch(state::Msg::Suggest(Msg::ChoosePart(part)));
    };
    let options = move || {
        let option = |(place, name): (u32, String)| {
            view! { <option value=place.to_string() selected=move || part.get() == Some(place)>{name}</option> }
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

/// Selects the minimum confidence.
#[component]
fn MinConfidence() -> impl IntoView {
    let app = use_app();
    let least = use_state(|state| state.suggestions.preview.as_ref().map_or(0, |preview| preview.least));
    let choose = move |event| {
        if let Ok(least) = event_target_value(&event).parse() {
            app.dispatch(state::Msg::Suggest(Msg::ChooseLeast(least)));
        }
    };
    view! {
        <label class="offers-field">
            <span>{t!("suggestions-minimum-confidence-label")}</span>
            <input type="range" id="offers-least" min=MIN_PERCENT.to_string() max="100" aria-describedby="offers-percent"
                aria-valuetext=move || t!("suggestions-minimum-percent", least = least.get()) prop:value=move || least.get().to_string() on:input=choose/>
            <output id="offers-percent">{move || t!("common-percent", n = least.get())}</output>
        </label>
    }
}

/// How often each label would be assigned.
#[component]
fn Counts(rows: Memo<Vec<SuggestionRow>>) -> impl IntoView {
    let counts = use_state(move |state| state.suggestions.counts(&rows.read()));
    let colors = use_project(shown_labels);
    let names = use_project(|project| project.labels.names.clone());
    let chips = move || {
        let chip = |(label, count): (u32, usize)| {
            let name = names.read().get(label as usize).cloned().unwrap_or_default();
            let class = format!(
                "chip {}",
                color_class(colors.read().get(label as usize).map_or(0, |label| label.color))
            );
            view! { <li class=class><bdi>{name}</bdi> " " {grouped(count as u64)}</li> }
        };
        counts.get().into_iter().map(chip).collect_view()
    };
    view! { <ul class="offers-counts" aria-label=t!("suggestions-label-counts")>{chips}</ul> }
}

#[component]
fn Line(offer: SuggestionRow) -> impl IntoView {
    let app = use_app();
    let SuggestionRow { row, suggestion } = offer;
    let text = use_project(move |project| project.beginning(row));
    let percent = suggestion.percent;
    let labels = suggestion.labels.clone();
    let colors = use_project(shown_labels);
    let names = use_project(move |project| names_of(project, &suggestion));
    let is_in = use_state(move |state| {
        let preview = state.suggestions.preview.as_ref();
        preview.is_none_or(|preview| !preview.unticked.contains(&row))
    });
    let chips = move || {
        let chip = |(&label, name): (&u32, String)| {
            let class = format!(
                "chip {}",
                color_class(colors.read().get(label as usize).map_or(0, |label| label.color))
            );
            view! { <span class=class dir="auto">{name}</span> }
        };
        labels.iter().zip(names.get()).map(chip).collect_view()
    };
    view! {
        <li class:out=move || !is_in.get() data-row=row.to_string()>
            <label>
                <input type="checkbox" prop:checked=move || is_in.get()
                    on:change=mounted(move |_| app.dispatch(state::Msg::Suggest(Msg::Tick(row))))/>
                <span class="offer-text" dir="auto" lang="">{move || text.get()}</span>
                {chips}
                <span class="faint">{percent} " %"</span>
            </label>
        </li>
    }
}
