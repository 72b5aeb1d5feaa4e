//! Dialogs for texts similar to one text, and for near-duplicates.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::bidi::isolated;
use crate::i18n::{decimal, grouped, t};
use crate::labeling::bulk_label::BulkLabel;
use crate::labeling::label_set::{color_of, shown_labels};
use crate::labeling::last_step_view::LastStepLine;
use crate::labeling::review_view::{REVIEW_CONTROLS, ReviewCheckbox, ReviewList, Tick};
use crate::map::{Msg as MapMsg, SelectionMode};
use crate::runtime::access::{read_only, use_app, use_project, use_state};
use crate::similar::{Duplicates as DuplicatesState, MIN_PERCENT, Msg, PAGE_SIZE, SimilarText, common_labels};
use crate::state;
use crate::ui::dialog::LargeDialog;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::{color_class, subscribe, with_lang_spans};

/// Number of texts in a group that are shown at first.
const N_FIRST_TEXTS: usize = 10;

fn closing() -> impl Fn(()) + Send + Sync + 'static {
    let app = use_app();
    move |()| app.dispatch(state::Msg::Similar(Msg::Close))
}

#[component]
pub fn SimilarDialog() -> impl IntoView {
    let is_open = use_state(|state| state.similar.similar.is_some());
    let close = closing();
    view! { <LargeDialog name="similar" class="offers" title=t!("similar-texts-title") is_open close><Similar/></LargeDialog> }
}

#[component]
fn Similar() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(state::Msg::Similar(msg));
    let text = use_state(|state| {
        let similar = state.similar.similar.as_ref();
        let text = similar.and_then(|similar| Some(state.project.as_ref()?.text(similar.row).to_owned()));
        text.unwrap_or_default()
    });
    let near = use_state(|state| {
        state
            .similar
            .similar
            .as_ref()
            .map(|similar| similar.near.clone())
            .unwrap_or_default()
    });
    let n_ticked = use_state(|state| state.similar.similar.as_ref().map_or(0, |similar| similar.ticked.len()));
    let give = move |index| dispatch(Msg::GiveTicked { index });
    let read_only = read_only();
    let none = move || n_ticked.get() == 0;
    let all = move |_| dispatch(Msg::TickAll(none()));
    let lines = move || near.get();
    let navigation = ListNavigation::of("similar-texts", REVIEW_CONTROLS, move || subscribe(near));
    let is_in = Callback::new(move |row: u32| {
        app.state().with_untracked(|state| {
            let similar = state.similar.similar.as_ref();
            similar.is_some_and(|similar| similar.ticked.contains(&row))
        })
    });
    let tick = Tick::new(move |(rows, on)| dispatch(Msg::Tick { rows, on }));
    view! {
        <blockquote class="similar-of" dir="auto" lang="" tabindex="0" role="group" aria-label=t!("common-text-label")>{text}</blockquote>
        <Show when=move || near.read().is_empty()><p class="note">{t!("similar-no-neighbors-hint")}</p></Show>
        <ReviewList id="similar-texts" label=t!("similar-texts-list-label") navigation is_in tick>
            <For each=lines key=|near| (near.around.row, near.cosine.is_some()) let(near)><SimilarLine near navigation tick/></For>
        </ReviewList>
        <LastStepLine/>
        <div class="actions">
            <button type="button" class="quiet" id="tick-all" on:click=all>{move || if none() { t!("similar-choose-all-button") } else { t!("similar-choose-none-button") }}</button>
            <span class="faint" id="similar-count" role="status">{move || t!("similar-chosen-status", n_ticked = n_ticked.get(), n = near.read().len())}</span>
            <button type="button" id="mark-similar" disabled=none on:click=move |_| dispatch(Msg::MarkTicked)>{t!("similar-mark-button")}</button>
            <BulkLabel name="similar" title=t!("similar-label-chosen-label") disabled=Signal::derive(move || none() || read_only.get()) give/>
        </div>
    }
}

#[component]
fn SimilarLine(near: SimilarText, navigation: ListNavigation, tick: Tick) -> impl IntoView {
    let app = use_app();
    let row = near.around.row;
    let text = use_project(move |project| project.beginning(row));
    let is_in = use_state(move |state| {
        let similar = state.similar.similar.as_ref();
        similar.is_some_and(|similar| similar.ticked.contains(&row))
    });
    let nearness = match (near.cosine, near.around.steps) {
        (Some(cosine), _) => decimal(cosine, 2),
        (None, 1) => t!("similar-distance-neighbor"),
        (None, _) => t!("similar-distance-two-steps"),
    };
    let title = match near.cosine {
        Some(_) => t!("similar-cosine-tooltip"),
        None => t!("similar-distance-tooltip"),
    };
    let dispatch = move |msg| app.dispatch(state::Msg::Similar(msg));
    view! {
        <li data-row=row.to_string()>
            <label>
                <ReviewCheckbox row navigation is_in tick/>
                <span class="offer-text" dir="auto" lang="">{move || text.get()}</span>
                <Labels row/>
                <span class="faint" title=title>{nearness}</span>
            </label>
            <button type="button" class="quiet link" tabindex="-1" aria-label=t!("similar-go-to-label") on:click=move |_| dispatch(Msg::GoTo(row))>{t!("similar-go-to-button")}</button>
        </li>
    }
}

#[component]
fn Labels(row: u32) -> impl IntoView {
    let given = use_project(move |project| {
        let shown = shown_labels(project);
        let labels = &project.annotations.history.labels().annotation(row).labels;
        labels
            .iter()
            .map(|label| (color_of(&shown, label), label.clone()))
            .collect::<Vec<_>>()
    });
    move || {
        let chip = |(color, label): (usize, String)| {
            let class = format!("chip {}", color_class(color));
            view! { <span class=class dir="auto">{label}</span> }
        };
        view! { <span class="line-labels">{given.get().into_iter().map(chip).collect_view()}</span> }
    }
}

/// No action in the dialog for near-duplicates deletes a text.
#[component]
pub fn DuplicatesDialog() -> impl IntoView {
    let is_open = use_state(|state| state.similar.duplicates.is_some());
    let close = closing();
    view! { <LargeDialog name="duplicates" class="offers" title=t!("similar-duplicates-title") is_open close><Duplicates/></LargeDialog> }
}

#[component]
fn Duplicates() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(state::Msg::Similar(msg));
    let found = use_state(|state| {
        state
            .similar
            .duplicates
            .as_ref()
            .and_then(|duplicates| duplicates.found.clone())
    });
    let shown = use_state(|state| {
        state
            .similar
            .duplicates
            .as_ref()
            .map_or(0, |duplicates| duplicates.shown)
    });
    let percent = use_state(|state| {
        state
            .similar
            .duplicates
            .as_ref()
            .map_or(0, |duplicates| duplicates.percent)
    });
    let min_cosine = use_state(|state| state.similar.duplicates.as_ref().and_then(DuplicatesState::min_cosine));
    let knows = use_state(|state| {
        state
            .similar
            .duplicates
            .as_ref()
            .is_some_and(|duplicates| duplicates.knows_cosines())
    });
    let problem = use_state(|state| {
        state
            .similar
            .duplicates
            .as_ref()
            .and_then(|duplicates| duplicates.problem.clone())
    });
    let summary = move || match found.get() {
        None => t!("similar-duplicates-searching-status"),
        Some(found) if found.groups.is_empty() => t!("similar-duplicates-none-status"),
        Some(found) => {
            let (groups, texts) = (found.groups.len(), found.n_texts());
            t!(
                "similar-duplicates-found-status",
                texts = grouped(texts as u64),
                groups = grouped(groups as u64)
            )
        }
    };
    let can_label = use_state(|state| {
        let (project, duplicates) = (state.project.as_ref(), state.similar.duplicates.as_ref());
        let found = duplicates.and_then(|duplicates| duplicates.found.as_ref());
        let pairs = project.zip(found);
        let firsts = pairs.map(|(project, found)| {
            let groups = found
                .groups
                .iter()
                .filter(|group| common_labels(project, group).is_some());
            groups.map(|group| group[0]).collect::<Vec<u32>>()
        });
        firsts.unwrap_or_default()
    });
    let read_only = read_only();
    let label_all = move |_| {
        let firsts = can_label.get_untracked();
        dispatch(Msg::LabelGroups { firsts });
    };
    let first = move || {
        let groups = found
            .get()
            .map(|found| found.groups.iter().take(shown.get()).cloned().collect::<Vec<_>>());
        groups.unwrap_or_default()
    };
    let more = move || {
        found
            .get()
            .map_or(0, |found| found.groups.len().saturating_sub(shown.get()))
    };
    let choose = move |event| {
        if let Ok(percent) = event_target_value(&event).parse() {
            dispatch(Msg::ChoosePercent(percent));
        }
    };
    let navigation = ListNavigation::of("duplicate-groups", "button", move || {
        subscribe(found);
        subscribe(shown);
    });
    let least = move || match (percent.get(), min_cosine.get()) {
        (100, _) => t!("similar-threshold-same-words"),
        (percent, None) => t!("common-percent", n = percent),
        (percent, Some(cosine)) => t!("similar-threshold-percent", percent, cosine = decimal(cosine, 3)),
    };
    view! {
        <p class="faint">
            {t!("similar-duplicates-hint")}
        </p>
        <form class="offers-form" on:submit=|event: ev::SubmitEvent| event.prevent_default()>
            <label class="offers-field">
                <span>{t!("similar-threshold-label")}</span>
                <input type="range" id="duplicates-least" min=MIN_PERCENT.to_string() max="100" disabled=move || !knows.get()
                    aria-valuetext=least prop:value=move || percent.get().to_string() on:input=choose/>
                <output id="duplicates-percent">{least}</output>
            </label>
        </form>
        {move || problem.get().map(|problem| view! {
            <p class="note caution" role="alert">{t!("similar-duplicates-partial-problem")}" " {with_lang_spans(&problem)}</p>
        })}
        <strong id="duplicates-count" role="status" data-groups=move || found.get().map(|found| found.groups.len().to_string())>{summary}</strong>
        <ul class="offers-list" id="duplicate-groups" aria-label=t!("similar-duplicates-list-label") on:focusin=move |event| navigation.focused(&event)
            on:keydown=move |event| navigation.key(&event, |_, _| ())>
            <For each=first key=|group| (group[0], group.len()) let(group)><Group group navigation/></For>
            <Show when=move || more() != 0>
                <li class="more">
                    <button type="button" class="quiet" id="more-groups" tabindex="-1" on:click=move |_| dispatch(Msg::ShowMore)>
                        {move || t!("common-show-more", n = more().min(PAGE_SIZE))}
                    </button>
                </li>
            </Show>
        </ul>
        <LastStepLine/>
        <div class="actions">
            <button type="button" id="label-groups" disabled=move || read_only.get() || can_label.read().is_empty() on:click=label_all
                title=t!("similar-copy-labels-tooltip")>
                {move || match can_label.read().len() {
                    0 => t!("similar-copy-labels-button"),
                    count => t!("similar-copy-group-labels-button", count = grouped(count as u64)),
                }}
            </button>
        </div>
    }
}

#[component]
fn Group(group: Vec<u32>, navigation: ListNavigation) -> impl IntoView {
    let first = group[0];
    let count = group.len();
    let app = use_app();
    let dispatch = move |msg| app.dispatch(state::Msg::Similar(msg));
    let rows = StoredValue::new(group);
    let common = use_project(move |project| rows.with_value(|rows| common_labels(project, rows)));
    let read_only = read_only();
    let label = move |_| dispatch(Msg::LabelGroups { firsts: vec![first] });
    let marked = use_state(move |state| {
        rows.with_value(|rows| rows.iter().all(|row| state.map.marked.binary_search(row).is_ok()))
    });
    let mark = move |_| {
        let how = if marked.get_untracked() {
            SelectionMode::Remove
        } else {
            SelectionMode::Add
        };
        let rows = rows.get_value();
        app.dispatch(state::Msg::Map(MapMsg::Mark { rows, how }));
    };
    let line = move |row: u32| {
        let text = use_project(move |project| project.beginning(row));
        view! {
            <li data-row=row.to_string()>
                <button type="button" class="quiet link" tabindex="-1" dir="auto" on:click=move |_| dispatch(Msg::GoTo(row))>{move || text.get()}</button>
                <Labels row/>
            </li>
        }
    };
    // A group may have thousands of texts, for example a repeated line of a log.
    let shown = RwSignal::new(N_FIRST_TEXTS.min(count));
    let more = move || count.saturating_sub(shown.get());
    let lines = move || rows.with_value(|rows| rows.iter().take(shown.get()).copied().collect::<Vec<u32>>());
    // The button that the Tab key reaches may have been removed or disabled, so another button must take its place.
    navigation.follow(move || {
        subscribe(common);
        subscribe(shown);
        subscribe(read_only);
    });
    view! {
        <li class="duplicate-group" data-count=count.to_string()>
            <div class="duplicate-group-head">
                <span class="faint">{t!("common-text-count", n = grouped(count as u64))}</span>
                <button type="button" class="quiet link mark-group" tabindex="-1" aria-pressed=move || marked.get().to_string() title=t!("similar-mark-group-tooltip")
                    on:click=mark>{t!("map-mark-action")}</button>
                {move || common.get().map(|labels| view! {
                    <button type="button" class="quiet link" tabindex="-1" disabled=read_only on:click=label>{t!("similar-label-group-button")}" " {labels.iter().map(|label| isolated(label)).collect::<Vec<_>>().join("; ")}</button>
                })}
            </div>
            <ul>
                <For each=lines key=|row| *row let(row)>{line(row)}</For>
            </ul>
            <Show when=move || { more() > 0 }>
                <button type="button" class="quiet more-texts" tabindex="-1" on:click=move |_| shown.update(|shown| *shown += PAGE_SIZE)>
                    {move || t!("similar-group-more-button", n = more().min(PAGE_SIZE), left = grouped(more() as u64))}
                </button>
            </Show>
        </li>
    }
}
