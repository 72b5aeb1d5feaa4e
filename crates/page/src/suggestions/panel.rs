//! The suggestion for the current text, hidden until the user requests it.

use leptos::prelude::*;

use crate::i18n::say;
use crate::labeling::label_set_view::shown_labels;
use crate::map::renderer::before_paint;
use crate::similar;
use crate::state;
use crate::suggestions::{Action, View, names_of};
use crate::ui::dom::{focus, show_near};
use crate::ui::{color_class, in_tongues, read_only, select, select_open, use_app};
use fastgas_annotation::label::{CheckCounts, Explained};

/// The panel below the labels.
#[component]
pub fn Suggested() -> impl IntoView {
    let app = use_app();
    let view = select(|state| {
        let view = |open| state.suggestions.view(open);
        state.project.as_ref().map(view).unwrap_or_default()
    });
    let problem = select(|state| state.suggestions.problem.clone());
    let dispatch = move |action| app.dispatch(state::Action::Suggest(action));
    let look = move |action| app.dispatch(state::Action::Alike(action));
    let has_graph = select_open(|open| open.result.adjacency.is_some());
    let is_shown = move || matches!(*view.read(), View::Making | View::Made(_));
    let is_possible = move || !matches!(*view.read(), View::Impossible(_));
    // Scrolls to a new suggestion: after a keyboard request, it may be far below the text.
    Effect::new(move |before: Option<bool>| {
        let is_made = matches!(*view.read(), View::Made(_));
        if is_made && before == Some(false) {
            before_paint(|| show_near("suggestion"));
        }
        is_made
    });
    let shown = move || match view.get() {
        View::Hidden => ().into_any(),
        View::Impossible(why) => view! { <p class="hint">{why}</p> }.into_any(),
        View::Blind => view! {
            <p class="hint" id="blind">
                <strong>{say!("suggestions-blind-check-title")}" "</strong>{say!("suggestions-blind-check-hint")}
            </p>
        }
        .into_any(),
        View::Making => view! { <p class="hint">{say!("suggestions-making-status")}</p> }.into_any(),
        View::Made(made) => view! { <Made made/> }.into_any(),
    };
    view! {
        <section class="suggested" aria-label=say!("suggestions-panel-label")>
            <div class="tools">
                <button type="button" class="quiet" id="suggest" aria-pressed=move || is_shown().to_string()
                    disabled=move || !is_possible() || matches!(*view.read(), View::Blind)
                    title=say!("suggestions-show-tooltip") on:click=move |_| dispatch(Action::Ask)>
                    {say!("suggestions-show-button")}" " <kbd>{"*"}</kbd>
                </button>
                <button type="button" class="quiet" id="open-offers" aria-haspopup="dialog" disabled=move || !is_possible()
                    title=say!("suggestions-review-tooltip") on:click=move |_| dispatch(Action::OpenPreview)>
                    {say!("suggestions-review-button")}
                </button>
                <button type="button" class="quiet" id="open-similar" aria-haspopup="dialog" disabled=move || !has_graph.get()
                    title=say!("suggestions-similar-tooltip") on:click=move |_| look(similar::Action::OpenSimilar(None))>
                    {say!("suggestions-similar-button")}" " <kbd>{"="}</kbd>
                </button>
                <button type="button" class="quiet" id="open-duplicates" aria-haspopup="dialog" disabled=move || !has_graph.get()
                    title=say!("similar-duplicates-title") on:click=move |_| look(similar::Action::OpenDuplicates)>
                    {say!("suggestions-duplicates-button")}
                </button>
            </div>
            <div aria-live="polite">{shown}</div>
            {move || problem.get().map(|problem| view! { <p class="note caution" role="alert">{in_tongues(&problem)}</p> })}
            <ChecksSoFar/>
        </section>
    }
}

/// The suggestion, or the reason why there is none, and the labeled texts that it is based on.
#[component]
fn Made(made: Explained) -> impl IntoView {
    let app = use_app();
    let Explained {
        suggestion,
        reached_percent,
        because,
    } = made;
    let percent = suggestion.as_ref().map(|suggestion| suggestion.percent);
    let labels = suggestion.as_ref().map(|suggestion| suggestion.labels.clone());
    let colors = select_open(shown_labels);
    let names = select_open(move |open| {
        suggestion
            .as_ref()
            .map(|given| names_of(open, given))
            .unwrap_or_default()
    });
    let reasons = select_open(move |open| {
        let reason = |&row: &u32| {
            (
                row,
                open.beginning_of(row, 160),
                open.annotations.history.labels().annotation(row).answer(),
            )
        };
        because.iter().map(reason).collect::<Vec<_>>()
    });
    let read_only = read_only();
    let accept = move |_| {
        app.dispatch(state::Action::Suggest(Action::Accept));
        focus("current-text");
    };
    let chips = move || {
        let labels = labels.clone().unwrap_or_default();
        let chip = |(label, name): (u32, String)| {
            let class = format!(
                "chip {}",
                color_class(colors.read().get(label as usize).map_or(0, |label| label.color))
            );
            view! { <span class=class dir="auto">{name}</span> }
        };
        labels.into_iter().zip(names.get()).map(chip).collect_view()
    };
    let list = move || {
        let reason = |(row, text, answer): (u32, String, Option<String>)| {
            view! {
                <li>
                    <button type="button" class="quiet link" dir="auto" lang="" on:click=move |_| app.dispatch(state::Action::GoTo(row))><q>{text}</q></button>
                    {answer.map(|answer| view! { <span class="chip" dir="auto">{answer}</span> })}
                </li>
            }
        };
        reasons.get().into_iter().map(reason).collect_view()
    };
    let head = match percent {
        Some(percent) => view! {
            <p class="suggestion" id="suggestion" data-percent=percent.to_string()>
                {chips}
                <span>{say!("suggestions-confidence-percent", percent)}</span>
                <button type="button" id="accept-suggestion" disabled=read_only on:click=accept>{say!("suggestions-accept-button")}" " <kbd>{"+"}</kbd></button>
            </p>
        }
        .into_any(),
        None => {
            let why = match reached_percent {
                0 => say!("suggestions-none-nearby-reason"),
                _ => say!("suggestions-none-uncertain-reason"),
            };
            view! { <p class="suggestion" id="suggestion"><span><strong>{say!("suggestions-none-title")}</strong>" "{why}</span></p> }.into_any()
        }
    };
    let is_empty = move || reasons.read().is_empty();
    view! {
        {head}
        <Show when=move || !is_empty()>
            <p class="hint">{if percent.is_some() { say!("suggestions-reasons-title") } else { say!("suggestions-nearest-texts-title") }}</p>
            <ul class="because">{list}</ul>
        </Show>
    }
}

/// The share of correct suggestions in blind checks.
#[component]
fn ChecksSoFar() -> impl IntoView {
    let checks = select_open(|open| CheckCounts::of(open.annotations.history.log()));
    let words = move || {
        let checks = checks.get();
        let CheckCounts {
            right,
            wrong,
            abstained,
        } = checks;
        let share = checks
            .percent_right()
            .map(|percent| say!("suggestions-checks-share", percent));
        let none = (abstained > 0).then(|| say!("suggestions-checks-abstained", abstained));
        say!(
            "suggestions-checks-status",
            total = checks.total(),
            right,
            share = share.unwrap_or_default(),
            wrong,
            none = none.unwrap_or_default()
        )
    };
    view! {
        <Show when=move || checks.read().total() != 0>
            <p class="hint" id="checks" title=say!("suggestions-checks-tooltip")>{words}</p>
        </Show>
    }
}
