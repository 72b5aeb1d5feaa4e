//! The table of picks. Only lines in or near the visible part are in the document.
//! The table therefore stays fast for thousands of picks.
//!
//! The lines are one Tab stop: arrow keys move the focus, and Shift marks the lines in between.
//! Because most lines are not in the document, the keys work on the rows of the table instead of on elements.
//!
//! ```text
//!  project, answers, suggestions ──▶ rows ── sort ──▶ sorted ── filter ──▶ visible ── scroll position ──▶ window
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions};

use crate::i18n::bidi::isolated;
use crate::i18n::t;
use crate::labeling;
use crate::labeling::label_set_view::{ShownLabel, color_of, shown_labels};
use crate::labeling::view::show_text;
use crate::map::coloring::part_name;
use crate::map::renderer::before_paint;
use crate::project::Project;
use crate::review::Msg as ReviewMsg;
use crate::review::table::{Column, Proposal, Status, TableRow, file_columns, filtered, sorted, table_rows};
use crate::review::window::Viewport;
use crate::runtime::handle::AppHandle;
use crate::state::{AppState, Msg};
use crate::ui::column_select::column_names;
use crate::ui::dom::{element_of, focus, focused, is_in, mounted};
use crate::ui::list_navigation::{ListNavigation, between, step};
use crate::ui::part_badge::PartBadge;
use crate::ui::resize_observer::watch_size;
use crate::ui::truncate;
use crate::ui::{color_class, scoped_memo, subscribe, use_app, use_project, use_state};
use fastgas_map::PaletteColor;

/// Maximum number of letters that the table shows for a cell of the file.
const MAX_CELL_LETTERS: usize = 200;

/// The columns that every table has. The component of a line renders these columns itself.
const FIXED: [Column; 2] = [Column::Rank, Column::Text];

/// The content of the table. Each memo is computed once per change, not once per line.
#[derive(Clone, Copy)]
pub struct TableData {
    /// Whether the view is visible. If it is not, the table is empty, so that labeling does not wait for a hidden table.
    pub(crate) is_visible: RwSignal<bool>,
    /// All picks of the project, by rank.
    pub(crate) rows: Memo<Arc<Vec<TableRow>>>,
    /// The index in `rows` for each pool row.
    index: Memo<Arc<HashMap<u32, usize>>>,
    /// The pool rows that the filter shows, in the order of the table.
    pub(crate) visible: Memo<Arc<Vec<u32>>>,
    /// The position in `visible` for each pool row.
    positions: Memo<Arc<HashMap<u32, usize>>>,
    /// The visible rows that are marked, in the order of the table.
    pub(crate) marked: Memo<Arc<Vec<u32>>>,
    /// The columns that follow the [`FIXED`] columns.
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
        // The project data that the cells show, in addition to the rows.
        // Read only while the view is visible, because otherwise each change of the project would compute this data.
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
        let positions = scoped_memo(move || {
            let visible = visible.read();
            let positions = visible.iter().enumerate().map(|(position, row)| (*row, position));
            Arc::new(positions.collect::<HashMap<u32, usize>>())
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
            positions,
            marked,
            columns,
        }
    }

    /// The position of a pool row in the table, read without tracking. `None` if the filter hides the row.
    fn position(self, row: u32) -> Option<usize> {
        self.positions.read_untracked().get(&row).copied()
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
    // Reads the suggestions only if they are shown, because this part of the state changes with every message.
    let suggested = state
        .review
        .table
        .shows_suggestions
        .then(|| state.suggestions.all.as_deref())
        .flatten();
    table_rows(project, suggested, &state.answers)
}

/// The element id of the control in a line.
fn button_id(row: u32) -> String {
    format!("review-row-{row}")
}

/// The pool row of the line that contains `element`.
fn row_of(element: &Element) -> Option<u32> {
    let line = element.closest("tr[data-row]").ok().flatten()?;
    line.get_attribute("data-row")?.parse().ok()
}

/// Goes to a text and shows the label view.
fn open(app: AppHandle, row: u32) {
    app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
    before_paint(show_text);
}

/// Handles the keys, the pointer and the scroll position of the table. Copies refer to the same table.
#[derive(Clone, Copy)]
struct Navigation {
    app: AppHandle,
    data: TableData,
    frame: NodeRef<html::Div>,
    viewport: RwSignal<Viewport>,
    /// The row with the Tab stop, which may not be in the document.
    cursor: RwSignal<Option<u32>>,
    /// The row at which a range begins: the row that the user last reached without Shift.
    anchor: StoredValue<Option<u32>>,
    /// Whether Shift was held when the pointer was pressed on a line.
    with_shift: StoredValue<bool>,
}

impl Navigation {
    fn new(data: TableData) -> Navigation {
        Navigation {
            app: use_app(),
            data,
            frame: NodeRef::new(),
            viewport: RwSignal::new(Viewport::default()),
            cursor: RwSignal::new(None),
            anchor: StoredValue::new(None),
            with_shift: StoredValue::new(false),
        }
    }

    fn dispatch(self, msg: ReviewMsg) {
        self.app.dispatch(Msg::Review(msg));
    }

    fn header_height(self) -> f64 {
        let frame = self.frame.get_untracked();
        let head = frame.and_then(|frame| frame.query_selector("thead").ok().flatten());
        head.map_or(0.0, |head| head.get_bounding_client_rect().height())
    }

    /// Reads the scroll position, the viewport height and the line height from the document.
    fn measure(self) {
        let Some(frame) = self.frame.get_untracked() else {
            return;
        };
        let line = frame.query_selector("tbody tr[data-row]").ok().flatten();
        let line_height = line.map_or(0.0, |line| line.get_bounding_client_rect().height());
        let before = self.viewport.get_untracked();
        let now = Viewport {
            top: f64::from(frame.scroll_top()),
            height: f64::from(frame.client_height()),
            // The line height is zero while the table is hidden.
            line_height: if line_height > 0.0 {
                line_height
            } else {
                before.line_height
            },
        };
        if now == before {
            return;
        }
        let window = now.window(self.data.visible.read_untracked().len());
        let is_leaving = |row: u32| {
            let position = self.data.position(row);
            position.is_none_or(|position| !window.contains(&position))
        };
        // If the focus were outside of the table, the keys would no longer reach the table.
        let leaving = focused().filter(|focused| row_of(focused).is_some_and(is_leaving));
        if leaving.is_some_and(|leaving| frame.contains(Some(&leaving))) {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            // Focusing never fails, because the frame is focusable.
            let _ = frame.focus_with_options(&options);
        }
        self.viewport.set(now);
    }

    /// Scrolls to the line at this position in the table.
    fn reveal(self, position: usize) {
        let Some(frame) = self.frame.get_untracked() else {
            return;
        };
        self.measure();
        let viewport = self.viewport.get_untracked();
        let top = viewport.revealing(position, self.header_height());
        if top != viewport.top {
            frame.set_scroll_top(top.round() as i32);
            self.measure();
        }
    }

    /// Scrolls to the line that last had the focus.
    fn return_to_cursor(self) {
        self.measure();
        let row = self.cursor.get_untracked();
        let position = row.and_then(|row| self.data.position(row));
        if let Some(position) = position {
            self.reveal(position);
        }
    }

    /// Moves the focus to the line at this position in the table.
    fn go_to(self, position: usize) {
        let Some(row) = self.data.visible.read_untracked().get(position).copied() else {
            return;
        };
        self.cursor.set(Some(row));
        self.reveal(position);
        // Waits until the line is in the document.
        before_paint(move || {
            focus(&button_id(row));
        });
    }

    /// The rows from the anchor to `row`, in the order of the table.
    fn range_to(self, row: u32) -> Option<Vec<u32>> {
        let anchor = self.anchor.get_value()?;
        Some(between(&self.data.visible.read_untracked(), anchor, row))
    }

    /// Marks or unmarks a row of the table.
    fn toggle(self, row: u32) {
        let is_marked = self.data.marked.read_untracked().contains(&row);
        self.dispatch(ReviewMsg::Mark {
            rows: vec![row],
            on: !is_marked,
        });
    }

    /// Handles the event `keydown` of the table.
    fn key(self, event: &KeyboardEvent) {
        self.with_shift.set_value(false);
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let target = element_of(event);
        let in_head = target
            .as_ref()
            .is_some_and(|target| target.closest("thead").is_ok_and(|head| head.is_some()));
        // The focus follows the cursor only before the next paint. A key that is pressed earlier continues from the cursor.
        let line_of = |row: u32| self.data.position(row).map(|position| (row, position));
        let line = self.cursor.get_untracked().and_then(line_of);
        let line = line.or_else(|| target.as_ref().and_then(row_of).and_then(line_of));
        let (Some((row, position)), false) = (line, in_head) else {
            return;
        };
        let n = self.data.visible.read_untracked().len();
        let page = || self.viewport.get_untracked().page(self.header_height());
        let to = match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                // A key that is held down opens only one text.
                if !event.repeat() {
                    open(self.app, row);
                }
                return;
            }
            // The browser itself toggles a checkbox when the space key is pressed.
            " " if is_in(event, &["INPUT"]) => return,
            " " => {
                event.prevent_default();
                self.anchor.set_value(Some(row));
                return self.toggle(row);
            }
            "ArrowLeft" | "ArrowRight" => {
                event.prevent_default();
                return self.move_sideways(row, event.key() == "ArrowLeft");
            }
            "PageDown" => (position + page()).min(n - 1),
            "PageUp" => position.saturating_sub(page()),
            // Each line has one control, to which the navigation keys move the focus.
            key => match step(key, position, &vec![1; n]) {
                Some(to) => to,
                None => return,
            },
        };
        event.prevent_default();
        let reached = self.data.visible.read_untracked().get(to).copied();
        if event.shift_key() {
            if self.anchor.get_value().is_none() {
                self.anchor.set_value(Some(row));
            }
            if let Some(rows) = reached.and_then(|reached| self.range_to(reached)) {
                self.dispatch(ReviewMsg::MarkOnly(rows));
            }
        } else {
            self.anchor.set_value(reached);
        }
        self.go_to(to);
    }

    /// Moves the focus to the checkbox of the line, or back to its text.
    fn move_sideways(self, row: u32, to_checkbox: bool) {
        let selector = match to_checkbox {
            true => format!("tr[data-row='{row}'] input"),
            false => format!("#{}", button_id(row)),
        };
        let frame = self.frame.get_untracked();
        let control = frame.and_then(|frame| frame.query_selector(&selector).ok().flatten());
        if let Some(control) = control.and_then(|control| control.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Focusing never fails, because the control is enabled.
            let _ = control.focus();
        }
    }

    /// Handles the event `keyup` of the table.
    /// Firefox presses a button when the space key is released, but the space key has already marked the line.
    fn released(self, event: &KeyboardEvent) {
        if event.key() == " " && is_in(event, &["BUTTON"]) && element_of(event).as_ref().and_then(row_of).is_some() {
            event.prevent_default();
        }
    }

    /// Handles the event `mousedown` of the table. Prepares a click with Shift, which would otherwise select text.
    fn pressed(self, event: &MouseEvent) {
        self.with_shift.set_value(event.shift_key());
        if event.shift_key() && element_of(event).as_ref().and_then(row_of).is_some() {
            event.prevent_default();
        }
    }

    /// Handles the event `click` of the table.
    fn clicked(self, event: &MouseEvent) {
        let with_shift = self.with_shift.get_value();
        // Checkboxes have a separate event handler.
        let target = element_of(event).filter(|target| !target.closest(".tick").is_ok_and(|tick| tick.is_some()));
        let Some(row) = target.as_ref().and_then(row_of) else {
            return;
        };
        self.with_shift.set_value(false);
        // A click by speech input or a switch device has `detail` 0. Clicks caused by the Enter key are handled earlier.
        if event.detail() == 0
            && target.is_some_and(|target| target.closest("button").is_ok_and(|button| button.is_some()))
        {
            return open(self.app, row);
        }
        match self.range_to(row).filter(|_| with_shift) {
            Some(rows) => self.dispatch(ReviewMsg::MarkOnly(rows)),
            None => self.anchor.set_value(Some(row)),
        }
        self.cursor.set(Some(row));
        // Safari does not focus buttons on a click.
        focus(&button_id(row));
    }

    /// Handles the event `dblclick` of the table.
    fn opened(self, event: &MouseEvent) {
        let target = element_of(event).filter(|target| !target.closest(".tick").is_ok_and(|tick| tick.is_some()));
        if let Some(row) = target.as_ref().and_then(row_of).filter(|_| !event.shift_key()) {
            open(self.app, row);
        }
    }

    /// Handles the event `focusin` of the table.
    fn focused(self, event: &FocusEvent) {
        if let Some(row) = element_of(event).as_ref().and_then(row_of) {
            self.cursor.set(Some(row));
        }
    }

    /// Handles a change of the checkbox of a row. With Shift, all rows from the anchor to this row change in the same way.
    fn ticked(self, row: u32, on: bool) {
        let with_shift = self.with_shift.get_value();
        self.with_shift.set_value(false);
        let rows = self.range_to(row).filter(|_| with_shift).unwrap_or_else(|| vec![row]);
        self.anchor.set_value(Some(row));
        self.dispatch(ReviewMsg::Mark { rows, on });
    }
}

/// The table of picks, and below the table the whole text of the line with the focus.
#[component]
pub fn PickTable(data: TableData) -> impl IntoView {
    let navigation = Navigation::new(data);
    let (frame, viewport, cursor) = (navigation.frame, navigation.viewport, navigation.cursor);
    let labels = use_project(shown_labels);
    let current = use_project(|project| project.view.current);
    let window = scoped_memo(move || {
        let visible = data.visible.read();
        let range = viewport.get().window(visible.len());
        (range.clone(), visible[range].to_vec())
    });
    let tab_stop = scoped_memo(move || {
        let window = window.read();
        let (_, rows) = &*window;
        let is_in = |row: &u32| rows.contains(row);
        let chosen = cursor.get().filter(is_in).or(current.get().filter(is_in));
        chosen.or(rows.first().copied())
    });
    let height = move |n: usize| format!("{}px", n as f64 * viewport.get().line_height);
    let above = move || height(window.read().0.start);
    let below = move || height(data.visible.read().len().saturating_sub(window.read().0.end));
    Effect::new(move |_| {
        let Some(frame) = frame.get() else { return };
        let size = StoredValue::new_local(Some(watch_size(&frame, mounted_measure(navigation))));
        on_cleanup(move || drop(size.try_update_value(Option::take)));
    });
    // Scrolls to the top when the filter or the order changes, because the first results are there.
    let order = use_state(|state| (state.review.table.sort, state.review.table.filter.clone()));
    Effect::new(move |before: Option<()>| {
        subscribe(order);
        if let (Some(()), Some(frame)) = (before, frame.get_untracked()) {
            frame.set_scroll_top(0);
            before_paint(mounted_measure(navigation));
        }
    });
    // Returns to the line that the user opened. Lines have their real height once they are in the document.
    Effect::new(move |_| {
        if data.is_visible.get() {
            before_paint(move || {
                if !navigation.anchor.is_disposed() {
                    navigation.return_to_cursor();
                }
            });
        }
    });
    let width = move || data.columns.read().iter().map(|column| rem_of(*column)).sum::<f64>();
    let lines = move || window.read().1.clone();
    view! {
        <div class="review-table" id="review-table" tabindex="-1" node_ref=frame on:scroll=mounted(move |_| navigation.measure())
            on:keydown=move |event| navigation.key(&event) on:keyup=move |event| navigation.released(&event)
            on:mousedown=move |event| navigation.pressed(&event)
            on:click=move |event| navigation.clicked(&event) on:dblclick=move |event| navigation.opened(&event)
            on:focusin=move |event| navigation.focused(&event)>
            <table aria-rowcount=move || (data.visible.read().len() + 1).to_string() style:--more=move || format!("{}rem", width())>
                <caption class="hidden">{t!("review-table-caption")}</caption>
                <colgroup>
                    <col class={"tick"}/><col class={"rank"}/><col class={"text"}/>
                    <For each=move || data.columns.get() key=|column| *column let(column)><col style:width=format!("{}rem", rem_of(column))/></For>
                </colgroup>
                <Head data/>
                <tbody>
                    <tr class="spacer" aria-hidden="true" style:height=above><td></td></tr>
                    <For each=lines key=|row| *row let(row)><Line row navigation tab_stop current labels/></For>
                    <tr class="spacer" aria-hidden="true" style:height=below><td></td></tr>
                </tbody>
            </table>
        </div>
        <Show when=move || data.visible.read().is_empty()><p class="note" id="review-empty">{t!("review-empty-status")}</p></Show>
        <Detail navigation/>
    }
}

/// Measures the table unless its view has been removed in the meantime.
fn mounted_measure(navigation: Navigation) -> impl FnMut() + 'static {
    move || {
        if !navigation.anchor.is_disposed() {
            navigation.measure();
        }
    }
}

/// The width of a column in rem.
fn rem_of(column: Column) -> f64 {
    match column {
        // The style sheet defines the widths of these columns.
        Column::Rank | Column::Text => 0.0,
        Column::Label | Column::Status | Column::Note => 9.0,
        Column::Suggestion | Column::Answer | Column::File(_) => 10.0,
        Column::Part => 11.0,
    }
}

/// The headings of the table. All headings are one Tab stop: arrow keys move the focus between headings.
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

/// The heading of a column. Pressing it sorts the table by the column.
#[component]
fn Heading(column: Column) -> impl IntoView {
    let app = use_app();
    let names = column_names();
    let sort = use_state(|state| state.review.table.sort);
    let name = move || names.with(|names| column.name(names));
    let direction = move || match sort.get() {
        Some(sort) if sort.column == column => Some(sort.descending),
        // If the user has chosen no order, the table is in the order of the ranks.
        None if column == Column::Rank => Some(false),
        _ => None,
    };
    let aria_sort = move || direction().map(|descending| if descending { "descending" } else { "ascending" });
    let arrow = move || direction().map_or("", |descending| if descending { "↓" } else { "↑" });
    let tooltip = move || t!("review-sort-tooltip", name = isolated(&name()));
    let press = move |_| app.dispatch(Msg::Review(ReviewMsg::SortBy(column)));
    view! {
        <th scope="col" aria-sort=aria_sort>
            <button type="button" tabindex="-1" data-column=column.id() title=tooltip on:click=press>
                <span class="name" dir="auto">{name}</span> <span aria-hidden="true">{arrow}</span>
            </button>
        </th>
    }
}

/// A line of the table of picks.
#[component]
fn Line(
    row: u32,
    navigation: Navigation,
    tab_stop: Memo<Option<u32>>,
    current: Memo<Option<u32>>,
    labels: Memo<Vec<ShownLabel>>,
) -> impl IntoView {
    let data = navigation.data;
    let facts = scoped_memo(move || data.row(row));
    let position = scoped_memo(move || data.positions.read().get(&row).copied());
    let is_marked = scoped_memo(move || data.marked.read().contains(&row));
    let is_current = scoped_memo(move || current.get() == Some(row));
    // A line may be updated once more before it is removed together with its project.
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
        <tr data-row=row.to_string() data-label=label class:marked=move || is_marked.get() class:current=move || is_current.get()
            aria-rowindex=move || position.get().map(|position| (position + 2).to_string())>
            <td class="tick">
                <label>
                    <input type="checkbox" tabindex="-1" aria-label=mark_label prop:checked=move || is_marked.get() on:change=mounted(tick)/>
                </label>
            </td>
            <td class="rank">{rank}</td>
            <th scope="row">
                <button type="button" id=button_id(row) tabindex=move || if tab_stop.get() == Some(row) { "0" } else { "-1" }
                    aria-current=move || is_current.get().then_some("true") aria-description=description title=move || text.get()>
                    <span dir="auto" lang="">{move || text.get()}</span>
                </button>
            </th>
            {cells}
        </tr>
    }
}

/// A cell of a column that follows the fixed columns.
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
        // The line itself renders the fixed columns.
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

/// The whole text of the line with the focus, its note, and a button that opens the text.
#[component]
fn Detail(navigation: Navigation) -> impl IntoView {
    let (app, data, cursor) = (navigation.app, navigation.data, navigation.cursor);
    let shown = scoped_memo(move || cursor.get().filter(|row| data.positions.read().contains_key(row)));
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
