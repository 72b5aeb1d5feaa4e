//! The panel with the suggestion for the current text. The suggestion is hidden until the user requests it.

use crate::labeling;
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use leptos::prelude::*;

use crate::browser::animation_frame::before_paint;
use crate::i18n::t;
use crate::labeling::label_set::shown_labels;
use crate::similar;
use crate::state;
use crate::suggestions::{Msg, PanelView, names_of};
use crate::ui::dom::{focus, scroll_to_id};
use crate::ui::{color_class, with_lang_spans};
use fastgas_annotation::label::{CheckCounts, Explained, NEUTRAL_COLOR};

/// The height of the panel is fixed, so that a suggestion that appears later moves no other element.
/// The children are additional hints about the text to label.
#[component]
pub fn SuggestionPanel(children: Children) -> impl IntoView {
    let app = use_app();
    let view = use_state(|state| {
        let view = |project| state.suggestions.view(project);
        state.project.as_ref().map(view).unwrap_or_default()
    });
    let problem = use_state(|state| state.suggestions.problem.clone());
    let dispatch = move |msg| app.dispatch(state::Msg::Suggest(msg));
    let dispatch_similar = move |msg| app.dispatch(state::Msg::Similar(msg));
    let has_graph = use_project(|project| project.result.adjacency.is_some());
    let is_shown = move || matches!(*view.read(), PanelView::Making | PanelView::Made(_));
    let is_possible = move || !matches!(*view.read(), PanelView::Impossible(_));
    // Once all picks are answered, buttons for the next steps take the place of the hint about hidden suggestions.
    // Below these buttons, the hint would be cut off.
    let is_all_done = use_project(|project| project.n_picks() > 0 && project.is_all_done());
    let is_hint_shown = Memo::new(move |_| matches!(*view.read(), PanelView::Hidden) && !is_all_done.get());
    // The panel scrolls to a new suggestion, because the suggestion may be out of view if it was requested by keyboard.
    Effect::new(move |before: Option<bool>| {
        let is_made = matches!(*view.read(), PanelView::Made(_));
        if is_made && before == Some(false) {
            before_paint(|| scroll_to_id("suggestion"));
        }
        is_made
    });
    let shown = move || match view.get() {
        PanelView::Hidden => ().into_any(),
        PanelView::Impossible(why) => view! { <p class="hint secondary">{why}</p> }.into_any(),
        PanelView::Blind => view! {
            <p class="hint secondary" id="blind">
                <strong>{t!("suggestions-blind-check-title")}" "</strong>{t!("suggestions-blind-check-hint")}
            </p>
        }
        .into_any(),
        PanelView::Making => view! { <p class="hint">{t!("suggestions-making-status")}</p> }.into_any(),
        PanelView::Made(made) => view! { <Made made/> }.into_any(),
    };
    view! {
        <section class="suggested" id="suggested" aria-label=t!("suggestions-panel-label")>
            <div class="tools secondary">
                <button type="button" class="quiet" id="suggest" aria-pressed=move || is_shown().to_string()
                    disabled=move || !is_possible() || matches!(*view.read(), PanelView::Blind)
                    title=t!("suggestions-show-tooltip") on:click=move |_| dispatch(Msg::Ask)>
                    {t!("suggestions-show-button")}" " <kbd>{"*"}</kbd>
                </button>
                <button type="button" class="quiet" id="open-offers" aria-haspopup="dialog" aria-keyshortcuts="%" disabled=move || !is_possible()
                    title=t!("suggestions-review-tooltip") on:click=move |_| dispatch(Msg::OpenPreview)>
                    {t!("suggestions-review-button")}" " <kbd>{"%"}</kbd>
                </button>
                <button type="button" class="quiet" id="open-similar" aria-haspopup="dialog" disabled=move || !has_graph.get()
                    title=t!("suggestions-similar-tooltip") on:click=move |_| dispatch_similar(similar::Msg::OpenSimilar(None))>
                    {t!("suggestions-similar-button")}" " <kbd>{"="}</kbd>
                </button>
                <button type="button" class="quiet" id="open-duplicates" aria-haspopup="dialog" disabled=move || !has_graph.get()
                    title=t!("similar-duplicates-title") on:click=move |_| dispatch_similar(similar::Msg::OpenDuplicates)>
                    {t!("suggestions-duplicates-button")}
                </button>
            </div>
            // The content of the suggestion panel can receive focus, so that the user can scroll the content by keyboard.
            <div class="suggested-content" id="suggested-content" tabindex="0" role="group" aria-label=t!("suggestions-content-label")>
                // The suggestion is above the other hints of the panel, so that it is visible without scrolling.
                <div class="suggested-text" aria-live="polite">{shown}</div>
                {children()}
                // Screen readers do not announce the hint about hidden suggestions.
                // The hint appears with almost every text.
                <Show when=move || is_hint_shown.get()>
                    <p class="hint secondary">{t!("suggestions-hidden-hint")}</p>
                </Show>
                {move || problem.get().map(|problem| view! { <p class="note caution" role="alert">{with_lang_spans(&problem)}</p> })}
                <ChecksSoFar/>
            </div>
        </section>
    }
}

/// Shows the labeled texts that the suggestion is based on, or the reason why there is no suggestion.
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
    let colors = use_project(shown_labels);
    let names = use_project(move |project| {
        suggestion
            .as_ref()
            .map(|given| names_of(project, given))
            .unwrap_or_default()
    });
    let reasons = use_project(move |project| {
        let reason = |&row: &u32| {
            (
                row,
                project.beginning_of(row, 160),
                project.annotations.history.labels().annotation(row).answer(),
            )
        };
        because.iter().map(reason).collect::<Vec<_>>()
    });
    let read_only = read_only();
    let accept = move |_| {
        app.dispatch(state::Msg::Suggest(Msg::Accept));
        focus("current-text");
    };
    let chips = move || {
        let labels = labels.clone().unwrap_or_default();
        let chip = |(label, name): (u32, String)| {
            let color = colors
                .read()
                .get(label as usize)
                .map_or(NEUTRAL_COLOR as usize, |label| label.color);
            let class = format!("chip {}", color_class(color));
            view! { <span class=class dir="auto">{name}</span> }
        };
        labels.into_iter().zip(names.get()).map(chip).collect_view()
    };
    let list = move || {
        let reason = |(row, text, answer): (u32, String, Option<String>)| {
            view! {
                <li>
                    <button type="button" class="quiet link" dir="auto" lang="" on:click=move |_| app.dispatch(state::Msg::Labeling(labeling::Msg::GoTo(row)))><q>{text}</q></button>
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
                <span>{t!("suggestions-confidence-percent", percent)}</span>
                <button type="button" id="accept-suggestion" disabled=read_only on:click=accept>{t!("suggestions-accept-button")}" " <kbd>{"+"}</kbd></button>
            </p>
        }
        .into_any(),
        None => {
            let why = match reached_percent {
                0 => t!("suggestions-none-nearby-reason"),
                _ => t!("suggestions-none-uncertain-reason"),
            };
            view! { <p class="suggestion" id="suggestion"><span><strong>{t!("suggestions-none-title")}</strong>" "{why}</span></p> }.into_any()
        }
    };
    let is_empty = move || reasons.read().is_empty();
    view! {
        {head}
        <Show when=move || !is_empty()>
            <p class="hint">{if percent.is_some() { t!("suggestions-reasons-title") } else { t!("suggestions-nearest-texts-title") }}</p>
            <ul class="because">{list}</ul>
        </Show>
    }
}

/// A blind check compares the hidden suggestion of a text with the user's answer.
#[component]
fn ChecksSoFar() -> impl IntoView {
    let checks = use_project(|project| CheckCounts::of(project.annotations.history.log()));
    let words = move || {
        let checks = checks.get();
        let CheckCounts {
            right,
            wrong,
            abstained,
        } = checks;
        let share = checks
            .percent_right()
            .map(|percent| t!("suggestions-checks-share", percent));
        let none = (abstained > 0).then(|| t!("suggestions-checks-abstained", abstained));
        t!(
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
            <div class="checks secondary">
                <p class="hint" id="checks">{words}</p>
                // The explanation of blind checks is not a tooltip, because tooltips cannot be opened by keyboard or touch.
                <details id="checks-explained">
                    <summary>{t!("suggestions-checks-question")}</summary>
                    <p class="hint">{t!("suggestions-checks-hint")}</p>
                </details>
            </div>
        </Show>
    }
}
