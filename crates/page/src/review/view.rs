//! The review view: the review work, the filters, and the pick table with its bulk actions.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::{ev, html};

use crate::answers::panel::Answers;
use crate::i18n::{grouped, t};
use crate::labeling::bulk_label::BulkLabel;
use crate::labeling::last_step_view::LastStepLine;
use crate::map::coloring::part_choice;
use crate::review::Msg as ReviewMsg;
use crate::review::queue_view::ReviewQueue;
use crate::review::table::{Column, LabelFilter, Status, count_words, file_columns, n_parts};
use crate::review::table_view::{PickTable, TableData};
use crate::runtime::access::{column_names, read_only, use_app, use_project, use_state};
use crate::state::Msg;
use crate::ui::checkbox::Checkbox;
use crate::ui::column_select::{FindColumn, listed};
use crate::ui::dom::mounted;
use crate::ui::list_navigation::ListNavigation;
use crate::ui::meanings::Meanings;
use crate::ui::resize_observer::watch_size;
use crate::ui::truncate;
use crate::ui::{form_class, part_class, scoped_memo, subscribe};

#[component]
pub fn ReviewView() -> impl IntoView {
    let data = TableData::new();
    let root = NodeRef::<html::Div>::new();
    follow_visibility(root, data.is_visible);
    view! {
        <div class="review" node_ref=root>
            <ReviewQueue data/>
            <Answers/>
            <section class="panel review-picks" aria-labelledby="review-title">
                <div class="panel-head"><h2 id="review-title">{t!("common-picks")}</h2><Count data/></div>
                <Filters/>
                <Actions data/>
                <PickTable data/>
            </section>
        </div>
    }
}

/// While the page shows another view, the review view is either removed or not displayed.
fn follow_visibility(root: NodeRef<html::Div>, is_visible: RwSignal<bool>) {
    let app = use_app();
    Effect::new(move |_| {
        let Some(root) = root.get() else { return };
        let observed = root.clone();
        // The browser returns no client rectangles for an element that is not displayed.
        let look = move || {
            let now = observed.get_client_rects().length() > 0;
            if is_visible.try_get_untracked() == Some(!now) {
                is_visible.set(now);
            }
        };
        let size = StoredValue::new_local(Some(watch_size(&root, look)));
        on_cleanup(move || drop(size.try_update_value(Option::take)));
    });
    Effect::new(move |before: Option<bool>| {
        let now = is_visible.get();
        match (before.unwrap_or_default(), now) {
            (false, true) => app.dispatch(Msg::Review(ReviewMsg::Opened)),
            (true, false) => app.dispatch(Msg::Review(ReviewMsg::Closed)),
            _ => {}
        }
        now
    });
    on_cleanup(move || {
        let was_visible = is_visible.try_get_untracked() == Some(true);
        // The message is dispatched later, because the view may be removed during a change of the state.
        spawn_local(async move {
            if was_visible && app.state().try_with_untracked(|_| ()).is_some() {
                app.dispatch(Msg::Review(ReviewMsg::Closed));
            }
        });
    });
}

#[component]
fn Count(data: TableData) -> impl IntoView {
    let words = move || count_words(data.visible.read().len(), data.rows.read().len());
    view! {
        <span class="faint" id="review-count" role="status" data-count=move || data.visible.read().len().to_string()>{words}</span>
    }
}

#[component]
fn Filters() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(Msg::Review(msg));
    let typed = use_state(|state| state.review.table.filter.typed.clone());
    let is_filtered = use_state(|state| !state.review.table.filter.is_empty());
    view! {
        <form class="review-filters" role="search" aria-label=t!("review-filters-label") on:submit=|event: ev::SubmitEvent| event.prevent_default()>
            <input type="search" id="review-search" dir="auto" placeholder=t!("review-search-label") aria-label=t!("review-search-label")
                aria-describedby="review-count" prop:value=move || typed.get()
                on:input:target=move |event| dispatch(ReviewMsg::Search(event.target().value()))/>
            <LabelSelect/>
            <StatusSelect/>
            <PartSelect/>
            <button type="button" class="quiet" id="review-reset" disabled=move || !is_filtered.get()
                on:click=move |_| dispatch(ReviewMsg::ResetFilter)>{t!("review-reset-button")}</button>
            <Columns/>
        </form>
    }
}

const ANY: &str = "any";
const WITHOUT: &str = "without";

#[component]
fn LabelSelect() -> impl IntoView {
    let app = use_app();
    let names = use_project(|project| project.labels.names.clone());
    let chosen = use_state(|state| {
        let filter = |project| state.review.table.filter.fitting(project).label;
        state.project.as_ref().map(filter).unwrap_or_default()
    });
    let choose = move |event| {
        let value: String = event_target_value(&event);
        let name = |index: usize| names.read_untracked().get(index).cloned();
        let label = match value.as_str() {
            ANY => Some(LabelFilter::Any),
            WITHOUT => Some(LabelFilter::Without),
            index => index.parse().ok().and_then(name).map(LabelFilter::With),
        };
        if let Some(label) = label {
            app.dispatch(Msg::Review(ReviewMsg::FilterLabel(label)));
        }
    };
    let options = move || {
        // The signal is read once instead of once for each option of the menu.
        let chosen = chosen.get();
        let fixed = [
            (ANY, t!("review-any-label"), LabelFilter::Any),
            (WITHOUT, t!("map-class-unlabeled"), LabelFilter::Without),
        ];
        let fixed = fixed
            .into_iter()
            .map(|(value, name, label)| (value.to_owned(), name, label));
        let named = names.get().into_iter().enumerate();
        let named = named.map(|(index, name)| (index.to_string(), name.clone(), LabelFilter::With(name)));
        let option = |(value, name, label): (String, String, LabelFilter)| {
            view! { <option value=value prop:selected=chosen == label>{name}</option> }
        };
        fixed.chain(named).map(option).collect_view()
    };
    view! { <select id="review-filter-label" aria-label=t!("review-filter-label-label") on:change=mounted(choose)>{options}</select> }
}

#[component]
fn StatusSelect() -> impl IntoView {
    let app = use_app();
    let chosen = use_state(|state| state.review.table.filter.status);
    let choose = move |event| {
        let value: String = event_target_value(&event);
        let status = Status::ALL.into_iter().find(|status| status.id() == value);
        app.dispatch(Msg::Review(ReviewMsg::FilterStatus(status)));
    };
    let options = move || {
        let chosen = chosen.get();
        let option = |status: Option<Status>| {
            let value = status.map_or(ANY, Status::id);
            let name = status.map_or_else(|| t!("review-any-status"), Status::name);
            view! { <option value=value prop:selected=chosen == status>{name}</option> }
        };
        let all = std::iter::once(None).chain(Status::ALL.into_iter().map(Some));
        all.map(option).collect_view()
    };
    view! { <select id="review-filter-status" aria-label=t!("review-filter-status-label") on:change=mounted(choose)>{options}</select> }
}

#[component]
fn PartSelect() -> impl IntoView {
    let app = use_app();
    let names = use_project(|project| {
        let name = |part| part_choice(part, &project.result.part_names);
        (0..n_parts(project)).map(name).collect::<Vec<_>>()
    });
    let chosen = use_state(|state| {
        let filter = |project| state.review.table.filter.fitting(project).part;
        state.project.as_ref().and_then(filter)
    });
    let choose = move |event| {
        let part = event_target_value(&event).parse().ok();
        app.dispatch(Msg::Review(ReviewMsg::FilterPart(part)));
    };
    let options = move || {
        let chosen = chosen.get();
        let option = |(part, name): (Option<u32>, String)| {
            let value = part.map_or_else(|| ANY.to_owned(), |part| part.to_string());
            view! { <option value=value prop:selected=chosen == part>{name}</option> }
        };
        let named = (0..).map(Some).zip(names.get());
        std::iter::once((None, t!("review-any-part")))
            .chain(named)
            .map(option)
            .collect_view()
    };
    // The element with the part's symbol is always in the document, so that choosing a part moves no other element.
    let form = use_state(|state| {
        let project = state.project.as_ref()?;
        let part = state.review.table.filter.fitting(project).part?;
        Some(format!("{} {}", form_class(part), part_class(project.part_ink(part))))
    });
    view! {
        <span class="part-filter">
            <i class=move || form.get() aria-hidden="true"></i>
            <select id="review-filter-part" aria-label=t!("review-filter-part-label") on:change=mounted(choose)>{options}</select>
        </span>
    }
}

#[component]
fn Columns() -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(Msg::Review(msg));
    let names = column_names();
    let typed = RwSignal::new(String::new());
    let listed = listed(names.into(), || None, typed);
    let text_column = use_project(|project| project.source.text_column);
    let chosen = use_state(|state| {
        let columns = |project| file_columns(project, state.review.table.columns.as_ref());
        let columns = state.project.as_ref().map(columns).unwrap_or_default();
        columns.into_iter().collect::<BTreeSet<_>>()
    });
    let shows_suggestions = use_state(|state| state.review.table.shows_suggestions);
    let has_suggestions = use_state(|state| {
        let project = state.project.as_ref();
        project.is_some_and(|project| state.suggestions.can_review(project))
    });
    let columns = move || {
        let mut columns = listed.get();
        columns.retain(|&column| column != text_column.get());
        columns
    };
    let navigation = ListNavigation::of("review-columns-listed", "input", move || {
        subscribe(listed);
        subscribe(text_column);
    });
    let column = move |column: usize| {
        let name = move || {
            names.with(|names| {
                names
                    .get(column)
                    .map_or_else(String::new, |name| truncate::name(name, column))
            })
        };
        let checked = Signal::derive(move || chosen.read().contains(&Column::File(column)));
        view! {
            <li>
                <Checkbox id=format!("review-column-{column}") tabindex="-1" checked change=move |on: bool| dispatch(ReviewMsg::ShowColumn { column, on })>
                    <span dir="auto">{name}</span>
                </Checkbox>
            </li>
        }
    };
    view! {
        <details class="review-columns" id="review-columns">
            <summary>{t!("review-columns-button")}</summary>
            // The column headings have the same explanations in tooltips, which cannot be opened by keyboard or touch.
            <Meanings id="review-meanings" meanings=Column::explained()/>
            <Show when=move || has_suggestions.get()>
                <Checkbox id="review-suggestions" checked=shows_suggestions change=move |on: bool| dispatch(ReviewMsg::ShowSuggestions(on))>
                    <span>{t!("review-suggestions-label")}</span>
                </Checkbox>
                <p class="hint">{t!("review-suggestions-hint")}</p>
            </Show>
            <FindColumn id="review-column" n_columns=Signal::derive(move || names.read().len()) n_listed=Signal::derive(move || listed.read().len()) typed/>
            <ul id="review-columns-listed" aria-label=t!("review-columns-label") on:focusin=move |event| navigation.focused(&event)
                on:keydown=move |event| navigation.key(&event, |_, _| ())><For each=columns key=|column| *column let(index)>{column(index)}</For></ul>
        </details>
    }
}

#[component]
fn Actions(data: TableData) -> impl IntoView {
    let app = use_app();
    let dispatch = move |msg| app.dispatch(Msg::Review(msg));
    let marked = move || data.marked.get_untracked().to_vec();
    let n_marked = scoped_memo(move || data.marked.read().len());
    let read_only = read_only();
    // The button flags the marked rows, or removes the flags if all marked rows are flagged.
    let flags = scoped_memo(move || {
        let (marked, rows) = (data.marked.read(), data.rows.read());
        let marked: BTreeSet<u32> = marked.iter().copied().collect();
        let mut marked = rows.iter().filter(|row| marked.contains(&row.row));
        !marked.all(|row| row.has(Status::Flagged))
    });
    let count = move || grouped(n_marked.get() as u64);
    let words = move || match n_marked.get() {
        0 => String::new(),
        n => t!("review-marked-status", n = grouped(n as u64)),
    };
    let flag_words = move || match flags.get() {
        true => t!("review-flag-button", n = count()),
        false => t!("review-unflag-button", n = count()),
    };
    let give = move |index| dispatch(ReviewMsg::Give { rows: marked(), index });
    let flag = move |_| {
        dispatch(ReviewMsg::Flag {
            rows: marked(),
            on: flags.get_untracked(),
        });
    };
    view! {
        <div class="review-actions" role="group" aria-label=t!("review-actions-label")>
            <strong id="review-marked" role="status">{words}</strong>
            <Show when=move || n_marked.get() != 0 fallback=|| view! { <span class="faint">{t!("review-marks-hint")}</span> }>
                <button type="button" class="icon" id="review-unmark" aria-label=t!("map-marked-clear-button") title=t!("map-marked-clear-button")
                    on:click=move |_| dispatch(ReviewMsg::MarkOnly(Vec::new()))>"×"</button>
                <BulkLabel name="review-bulk" title=t!("map-marked-bulk-label") disabled=read_only give/>
                <button type="button" id="review-flag" disabled=read_only on:click=flag>{flag_words}</button>
                <button type="button" id="review-clear" disabled=read_only on:click=move |_| dispatch(ReviewMsg::Clear { rows: marked() })>
                    {move || t!("review-clear-button", n = count())}
                </button>
            </Show>
            <LastStepLine/>
        </div>
    }
}
