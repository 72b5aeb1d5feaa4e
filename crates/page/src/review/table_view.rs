//! The pick table, which is a [`LongList`].
//!
//! ```text
//!  project, answers, suggestions ──▶ rows ── sort ──▶ sorted ── filter ──▶ visible ──▶ LongList
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser::animation_frame::before_paint;
use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::labeling;
use crate::labeling::label_set::{ShownLabel, color_of, shown_labels};
use crate::labeling::view::show_text;
use crate::map::coloring::part_name;
use crate::project::Project;
use crate::review::Msg as ReviewMsg;
use crate::review::table::{Column, Proposal, Status, TableRow, file_columns, filtered, sorted, table_rows};
use crate::runtime::access::{column_names, use_app, use_project, use_state};
use crate::runtime::handle::AppHandle;
use crate::state::{AppState, Msg};
use crate::ui::dom::{element_of, is_in, mounted};
use crate::ui::list_navigation::ListNavigation;
use crate::ui::long_list::{LongList, LongListOptions, row_of};
use crate::ui::part_badge::PartBadge;
use crate::ui::truncate;
use crate::ui::{color_class, scoped_memo, subscribe};
use fastgas_map::PaletteColor;

/// Maximum number of characters that the table shows of each cell of the file.
const MAX_CELL_LETTERS: usize = 200;

/// The columns at the start of every table.
const FIXED: [Column; 2] = [Column::Rank, Column::Text];

/// The data that all lines of the table share. Each value is computed once per change instead of once per line.
#[derive(Clone, Copy)]
pub struct TableData {
    /// A table that is not visible has no rows, so that labeling does not wait for the computation of rows.
    pub(crate) is_visible: RwSignal<bool>,
    pub(crate) rows: Memo<Arc<Vec<TableRow>>>,
    index: Memo<Arc<HashMap<u32, usize>>>,
    pub(crate) visible: Memo<Arc<Vec<u32>>>,
    pub(crate) marked: Memo<Arc<Vec<u32>>>,
    columns: Memo<Vec<Column>>,
}

impl TableData {
    pub(crate) fn new() -> TableData {
        let app = use_app();
        let is_visible = RwSignal::new(false);
        let rows = scoped_memo(move || match is_visible.get() {
            true => Arc::new(app.state().with(rows_of)),
            false => Arc::default(),
        });
        let index = scoped_memo(move || {
            let rows = rows.read();
            let indices = rows.iter().enumerate().map(|(index, row)| (row.row, index));
            Arc::new(indices.collect::<HashMap<u32, usize>>())
        });
        let sort = use_state(|state| state.review.table.sort);
        let filter = use_state(|state| state.review.table.filter.clone());
        // The cells are read only while the table is visible, because each change of the project computes them again.
        let cells = use_project(|project| {
            let source = (Arc::as_ptr(&project.source.pool) as usize, project.source.text_column);
            (
                source,
                project.labels.names.clone(),
                Arc::as_ptr(&project.result.part_names) as usize,
            )
        });
        let follow_cells = move || {
            if is_visible.get() {
                subscribe(cells);
            }
        };
        let order = scoped_memo(move || {
            follow_cells();
            let (rows, sort) = (rows.read(), sort.get());
            let read = |project: &Project| sorted(&rows, sort, project);
            let order = app.state().with_untracked(|state| state.project.as_ref().map(read));
            Arc::new(order.unwrap_or_default())
        });
        let visible = scoped_memo(move || {
            follow_cells();
            let (rows, order, filter) = (rows.read(), order.read(), filter.read());
            let read = |project: &Project| filtered(&rows, &order, &filter, project);
            let visible = app.state().with_untracked(|state| state.project.as_ref().map(read));
            Arc::new(visible.unwrap_or_default())
        });
        let chosen = use_state(|state| state.review.marked.clone());
        let marked = scoped_memo(move || {
            let (visible, chosen) = (visible.read(), chosen.read());
            let marked = visible.iter().copied().filter(|row| chosen.contains(row));
            Arc::new(marked.collect::<Vec<u32>>())
        });
        let of_file = use_state(|state| {
            let columns = |project| file_columns(project, state.review.table.columns.as_ref());
            state.project.as_ref().map(columns).unwrap_or_default()
        });
        let shows_suggestions = use_state(|state| state.review.table.shows_suggestions);
        let columns = scoped_memo(move || {
            let rows = rows.read();
            let has_answers = rows.iter().any(|row| row.model_answer.is_some());
            let has_parts = rows.iter().any(|row| row.part.is_some());
            let own = [
                Some(Column::Label),
                shows_suggestions.get().then_some(Column::Suggestion),
                has_answers.then_some(Column::Answer),
                has_parts.then_some(Column::Part),
                Some(Column::Status),
                Some(Column::Note),
            ];
            let columns = own.into_iter().flatten().chain(of_file.get());
            columns.collect::<Vec<Column>>()
        });
        TableData {
            is_visible,
            rows,
            index,
            visible,
            marked,
            columns,
        }
    }

    fn row(self, row: u32) -> Option<TableRow> {
        let index = self.index.read().get(&row).copied()?;
        self.rows.read().get(index).cloned()
    }
}

fn rows_of(state: &AppState) -> Vec<TableRow> {
    let Some(project) = state.project.as_ref() else {
        return Vec::new();
    };
    // The suggestions are read only if they are shown, because their state changes with every message.
    let suggested = state
        .review
        .table
        .shows_suggestions
        .then(|| state.suggestions.all.as_deref())
        .flatten();
    table_rows(project, suggested, &state.answers)
}

fn button_id(row: u32) -> String {
    format!("review-row-{row}")
}

fn open(app: AppHandle, row: u32) {
    app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
    before_paint(show_text);
}

/// Handles keys and clicks in the pick table. All copies of the struct act on the same table.
#[derive(Clone, Copy)]
struct Navigation {
    app: AppHandle,
    data: TableData,
    list: LongList,
}

impl Navigation {
    fn new(data: TableData, current: Memo<Option<u32>>) -> Navigation {
        let options = LongListOptions {
            control: |row| format!("#{}", button_id(row)),
            max_whole: 0,
            keeps_current: false,
        };
        Navigation {
            app: use_app(),
            data,
            list: LongList::new(data.visible, current, options),
        }
    }

    fn dispatch(self, msg: ReviewMsg) {
        self.app.dispatch(Msg::Review(msg));
    }

    fn toggle(self, row: u32) {
        let is_marked = self.data.marked.read_untracked().contains(&row);
        self.dispatch(ReviewMsg::Mark {
            rows: vec![row],
            on: !is_marked,
        });
    }

    fn key(self, event: &KeyboardEvent) {
        let target = element_of(event);
        if target.is_some_and(|target| target.closest("thead").is_ok_and(|head| head.is_some())) {
            return;
        }
        let Some(row) = self.list.row_of_key(event) else {
            return;
        };
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                // If the user holds the Enter key down, only one text is opened.
                if !event.repeat() {
                    open(self.app, row);
                }
            }
            // The browser itself changes a checkbox when the space key is pressed.
            " " if is_in(event, &["INPUT"]) => {}
            " " => {
                event.prevent_default();
                self.list.set_anchor(row);
                self.toggle(row);
            }
            "ArrowLeft" | "ArrowRight" => {
                event.prevent_default();
                self.move_sideways(row, event.key() == "ArrowLeft");
            }
            _ => self.list.key(event, |rows| self.dispatch(ReviewMsg::MarkOnly(rows))),
        }
    }

    fn move_sideways(self, row: u32, to_checkbox: bool) {
        let selector = match to_checkbox {
            true => format!("tr[data-row='{row}'] input"),
            false => format!("#{}", button_id(row)),
        };
        let frame = self.list.frame.get_untracked();
        let control = frame.and_then(|frame| frame.query_selector(&selector).ok().flatten());
        if let Some(control) = control.and_then(|control| control.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Focusing never fails, because the element is not disabled.
            let _ = control.focus();
        }
    }

    /// Prevents Firefox from pressing a button on release of the space key, which has already marked the line.
    fn released(self, event: &KeyboardEvent) {
        if event.key() == " " && is_in(event, &["BUTTON"]) && element_of(event).as_ref().and_then(row_of).is_some() {
            event.prevent_default();
        }
    }

    fn clicked(self, event: &MouseEvent) {
        let target = element_of(event).filter(|target| !target.closest(".tick").is_ok_and(|tick| tick.is_some()));
        let Some(row) = target.as_ref().and_then(row_of) else {
            return;
        };
        let rows = self.list.clicked(row);
        // A click by speech input or by a switch device has `detail` 0. The Enter key is handled elsewhere.
        if event.detail() == 0
            && target.is_some_and(|target| target.closest("button").is_ok_and(|button| button.is_some()))
        {
            return open(self.app, row);
        }
        if let Some(rows) = rows {
            self.dispatch(ReviewMsg::MarkOnly(rows));
        }
        self.list.cursor.set(Some(row));
        // Safari does not focus a button that the user clicks.
        self.list.focus(row);
    }

    fn opened(self, event: &MouseEvent) {
        let target = element_of(event).filter(|target| !target.closest(".tick").is_ok_and(|tick| tick.is_some()));
        if let Some(row) = target.as_ref().and_then(row_of).filter(|_| !event.shift_key()) {
            open(self.app, row);
        }
    }

    /// With Shift, all rows between the previously clicked row and `row` are marked or unmarked together.
    fn ticked(self, row: u32, on: bool) {
        let rows = self.list.clicked(row).unwrap_or_else(|| vec![row]);
        self.list.set_anchor(row);
        self.dispatch(ReviewMsg::Mark { rows, on });
    }
}

/// Below the table, the whole text of the line with the focus is shown.
#[component]
pub fn PickTable(data: TableData) -> impl IntoView {
    let labels = use_project(shown_labels);
    let current = use_project(|project| project.view.current);
    let navigation = Navigation::new(data, current);
    let list = navigation.list;
    // After a change of the filter or the order, the table scrolls to the top, where the first results are.
    let order = use_state(|state| (state.review.table.sort, state.review.table.filter.clone()));
    Effect::new(move |before: Option<()>| {
        subscribe(order);
        if before.is_some() {
            list.scroll_to_start();
        }
    });
    // The table scrolls back to the line that the user opened.
    // Scrolling must happen just before the paint, because only lines in the document have a height.
    Effect::new(move |_| {
        if data.is_visible.get() {
            before_paint(move || list.return_to_cursor());
        }
    });
    let width = move || data.columns.read().iter().map(|column| rem_of(*column)).sum::<f64>();
    let lines = move || list.lines.read().lines.clone();
    let below = move || list.height_of(list.lines.read().n_below);
    view! {
        <div class="review-table" id="review-table" tabindex="-1" node_ref=list.frame on:scroll=mounted(move |_| list.measure())
            on:keydown=move |event| navigation.key(&event) on:keyup=move |event| navigation.released(&event)
            on:mousedown=move |event| list.pressed(&event)
            on:click=move |event| navigation.clicked(&event) on:dblclick=move |event| navigation.opened(&event)
            on:focusin=move |event| list.focused(&event)>
            <div style:min-height=move || list.min_height()>
                <table aria-rowcount=move || (data.visible.read().len() + 1).to_string() style:--more=move || format!("{}rem", width())>
                    <caption class="hidden">{t!("review-table-caption")}</caption>
                    <colgroup>
                        <col class={"tick"}/><col class={"rank"}/><col class={"text"}/>
                        <For each=move || data.columns.get() key=|column| *column let(column)><col style:width=format!("{}rem", rem_of(column))/></For>
                    </colgroup>
                    <Head data/>
                    <tbody>
                        <For each=lines key=|line| line.row let(line)><Line row=line.row navigation current labels/></For>
                        <tr class="spacer" aria-hidden="true" style:height=below><td></td></tr>
                    </tbody>
                </table>
            </div>
        </div>
        <Show when=move || data.visible.read().is_empty()><p class="note" id="review-empty">{t!("review-empty-status")}</p></Show>
        <Detail navigation/>
    }
}

fn rem_of(column: Column) -> f64 {
    match column {
        // The style sheet defines the widths of the columns with the rank and the text.
        Column::Rank | Column::Text => 0.0,
        Column::Label | Column::Status | Column::Note => 9.0,
        Column::Suggestion | Column::Answer | Column::File(_) => 10.0,
        Column::Part => 11.0,
    }
}

/// The Tab key stops only once at the headings. Arrow keys move the focus between headings.
#[component]
fn Head(data: TableData) -> impl IntoView {
    let columns = data.columns;
    let navigation = ListNavigation::of("review-head", "button", move || subscribe(columns));
    let fixed = FIXED.map(|column| view! { <Heading column/> });
    view! {
        <thead>
            <tr id="review-head" aria-rowindex="1" on:focusin=move |event| navigation.focused(&event)
                on:keydown=move |event| navigation.key(&event, |_, _| ())>
                <td class="tick"><span class="hidden">{t!("review-column-marked")}</span></td>
                {fixed}
                <For each=move || columns.get() key=|column| *column let(column)><Heading column/></For>
            </tr>
        </thead>
    }
}

#[component]
fn Heading(column: Column) -> impl IntoView {
    let app = use_app();
    let names = column_names();
    let sort = use_state(|state| state.review.table.sort);
    let name = move || names.with(|names| column.name(names));
    let direction = move || match sort.get() {
        Some(sort) if sort.column == column => Some(sort.descending),
        // Without an order, the table is in rank order.
        None if column == Column::Rank => Some(false),
        _ => None,
    };
    let aria_sort = move || direction().map(|descending| if descending { "descending" } else { "ascending" });
    let arrow = move || direction().map_or("", |descending| if descending { "↓" } else { "↑" });
    let sort_tooltip = move || t!("review-sort-tooltip", name = isolated(&name()));
    let tooltip = move || match column.meaning() {
        Some(meaning) => format!("{meaning} {}", sort_tooltip()),
        None => sort_tooltip(),
    };
    let press = move |_| app.dispatch(Msg::Review(ReviewMsg::SortBy(column)));
    view! {
        <th scope="col" aria-sort=aria_sort>
            <button type="button" tabindex="-1" data-column=column.id() title=tooltip aria-description=column.meaning() on:click=press>
                <span class="name" dir="auto">{name}</span> <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    }
}

#[component]
fn Line(row: u32, navigation: Navigation, current: Memo<Option<u32>>, labels: Memo<Vec<ShownLabel>>) -> impl IntoView {
    let Navigation { data, list, .. } = navigation;
    let facts = scoped_memo(move || data.row(row));
    let line = scoped_memo(move || list.lines.read().line(row));
    // The gap is as high as the lines above that are not in the document.
    let gap = move || {
        let height = list.height_of(line.get().map_or(0, |line| line.gap))?;
        Some(view! { <tr class="spacer" aria-hidden="true" style:height=height><td></td></tr> })
    };
    let is_marked = scoped_memo(move || data.marked.read().contains(&row));
    let is_current = scoped_memo(move || current.get() == Some(row));
    // A line may be updated once more before the line and its project are removed.
    let text = use_project(move |project| match (row as usize) < project.source.pool.len() {
        true => project.beginning(row),
        false => String::new(),
    });
    let rank = move || {
        facts
            .read()
            .as_ref()
            .map(|facts| facts.rank.to_string())
            .unwrap_or_default()
    };
    let mark_label = move || t!("review-mark-label", rank = rank());
    let description = move || is_marked.get().then(|| t!("map-class-marked"));
    let tick = move |event| navigation.ticked(row, event_target_checked(&event));
    let label = move || facts.read().as_ref().and_then(|facts| facts.annotation.answer());
    let cells = move || {
        let columns = data.columns.get();
        let facts = facts.get();
        let labels = labels.read();
        let cell = |column: Column| facts.as_ref().map(|facts| cell_view(column, facts, &labels));
        columns.into_iter().map(cell).collect_view()
    };
    view! {
        {gap}
        <tr data-row=row.to_string() data-label=label class:marked=move || is_marked.get() class:current=move || is_current.get()
            aria-rowindex=move || line.get().map(|line| (line.position + 2).to_string())>
            <td class="tick">
                <label>
                    <input type="checkbox" tabindex="-1" aria-label=mark_label prop:checked=move || is_marked.get() on:change=mounted(tick)/>
                </label>
            </td>
            <td class="rank">{rank}</td>
            <th scope="row">
                <button type="button" id=button_id(row) tabindex=move || if list.tab_stop.get() == Some(row) { "0" } else { "-1" }
                    aria-current=move || is_current.get().then_some("true") aria-description=description title=move || text.get()>
                    <span dir="auto" lang="">{move || text.get()}</span>
                </button>
            </th>
            {cells}
        </tr>
    }
}

fn cell_view(column: Column, facts: &TableRow, labels: &[ShownLabel]) -> AnyView {
    let unsaved = if facts.is_saved { "" } else { " unsaved" };
    let chip = |name: &String| {
        let color = color_of(labels, name);
        view! { <span class=format!("chip {}{unsaved}", color_class(color)) dir="auto">{name.clone()}</span> }
    };
    let proposal = |proposal: &Option<Proposal>| {
        proposal.as_ref().map(|proposal| {
            let chips = proposal.labels.iter().map(chip).collect_view();
            let none = proposal.labels.is_empty().then(|| t!("review-no-label-of-set"));
            let percent = proposal.percent.map(|percent| t!("common-percent", n = percent));
            view! { {chips}{none}" "<span class="faint">{percent}</span> }
        })
    };
    match column {
        Column::Label => view! { <td>{facts.annotation.labels.iter().map(chip).collect_view()}</td> }.into_any(),
        Column::Suggestion => view! { <td>{proposal(&facts.suggestion)}</td> }.into_any(),
        Column::Answer => view! { <td>{proposal(&facts.model_answer)}</td> }.into_any(),
        Column::Part => {
            let part = facts.part.map(|(part, color)| view! { <PartName part color/> });
            view! { <td>{part}</td> }.into_any()
        }
        Column::Status => {
            let names: Vec<String> = facts.statuses().into_iter().map(Status::name).collect();
            let names = names.join(", ");
            view! { <td title=names.clone()>{names.clone()}</td> }.into_any()
        }
        Column::Note => {
            let note = facts.annotation.note.clone();
            view! { <td dir="auto" title=note.clone()>{note.clone()}</td> }.into_any()
        }
        Column::File(column) => view! { <FileCell row=facts.row column/> }.into_any(),
        // The rank and the text have fixed cells at the beginning of each table row.
        Column::Rank | Column::Text => ().into_any(),
    }
}

#[component]
fn PartName(part: u32, color: PaletteColor) -> impl IntoView {
    let name = use_project(move |project| part_name(part, &project.result.part_names));
    move || view! { <PartBadge part color name=name.get() title=name.get()/> }
}

#[component]
fn FileCell(row: u32, column: usize) -> impl IntoView {
    let cell = use_project(move |project| {
        let pool = &project.source.pool;
        let is_in = (row as usize) < pool.len() && column < pool.columns().len();
        let cell = is_in.then(|| pool.instance(row as usize).cell(column));
        cell.map(|cell| truncate::ellipsis(cell, MAX_CELL_LETTERS))
            .unwrap_or_default()
    });
    view! { <td dir="auto" lang="" title=move || cell.get()>{move || cell.get()}</td> }
}

#[component]
fn Detail(navigation: Navigation) -> impl IntoView {
    let Navigation { app, data, list } = navigation;
    let shown = scoped_memo(move || list.cursor.get().filter(|row| data.visible.read().contains(row)));
    let text = use_project(move |project| {
        let row = shown.get().filter(|&row| (row as usize) < project.source.pool.len());
        row.map(|row| project.beginning(row)).unwrap_or_default()
    });
    let facts = scoped_memo(move || shown.get().and_then(|row| data.row(row)));
    let title = move || {
        let rank = facts.read().as_ref().map_or(0, |facts| facts.rank);
        t!("review-detail-title", rank)
    };
    let note = move || {
        let note = facts.read().as_ref().map(|facts| facts.annotation.note.clone());
        let note = note.filter(|note| !note.is_empty());
        note.map(|note| view! { <p class="hint">{t!("labeling-note-status", note = isolated(&note))}</p> })
    };
    let go = move |_| {
        if let Some(row) = shown.get_untracked() {
            open(app, row);
        }
    };
    view! {
        <Show when=move || shown.get().is_some()>
            <div class="review-detail" id="review-detail">
                <div class="review-detail-head">
                    <strong>{title}</strong>
                    <button type="button" id="review-label-text" on:click=go>{t!("review-detail-button")}</button>
                </div>
                <p class="review-detail-text" dir="auto" lang="">{move || text.get()}</p>
                {note}
            </div>
        </Show>
    }
}
