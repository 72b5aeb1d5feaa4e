//! Lists and tables with thousands of lines. Only the lines in or near the visible part are in the document.
//!
//! The Tab key stops only once at the list: arrow keys move the focus, and Shift chooses a range of lines.
//! Each line shows a row of the project.
//! Because most lines are not in the document, the key handlers work with row numbers instead of elements.
//! The line that the Tab key reaches is always in the document, so that the list keeps the focus during scrolling.

use std::ops::Range;
use std::sync::Arc;

use leptos::ev::{self, FocusEvent, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

use crate::browser::animation_frame::before_paint;
use crate::ui::dom::{element_of, focused};
use crate::ui::list_navigation::between;
use crate::ui::resize_observer::watch_size;
use crate::ui::{cached_signal, scoped_memo, subscribe};

/// Number of lines above and below the visible lines that are in the document, so that arrow keys can reach them.
const OVERSCAN: usize = 20;
/// Number of lines that the rendered range moves at a time. Most scroll events therefore change nothing.
const STEP: usize = 10;
/// Assumed height of a line before the first line is measured, in pixels.
const INITIAL_LINE_HEIGHT: f64 = 36.0;
/// Minimum share of the visible height that is below the current line, so that the next lines are visible.
const MIN_SHARE_BELOW: f64 = 0.4;
/// The `data-row` attribute of a line holds the line's row number.
const LINE: &str = "[data-row]";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderedLine {
    pub row: u32,
    pub position: usize,
    /// Number of lines that are missing from the document between the previous rendered line and this line.
    pub gap: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedLines {
    pub lines: Vec<RenderedLine>,
    /// Number of lines in the list, including lines that are not in the document.
    pub n: usize,
    pub n_below: usize,
    /// True if the list is so long that only some of its lines are in the document.
    pub is_long: bool,
}

impl RenderedLines {
    /// Renders the lines at the positions in `window`, and at those positions in `kept` that are in the list.
    fn of(rows: &[u32], window: Range<usize>, kept: impl IntoIterator<Item = usize>) -> RenderedLines {
        let kept = kept.into_iter().filter(|&position| position < rows.len());
        let mut positions: Vec<usize> = window.chain(kept).collect();
        positions.sort_unstable();
        positions.dedup();
        let mut next = 0;
        let mut lines = Vec::with_capacity(positions.len());
        for position in positions {
            lines.push(RenderedLine {
                row: rows[position],
                position,
                gap: position - next,
            });
            next = position + 1;
        }
        RenderedLines {
            lines,
            n: rows.len(),
            n_below: rows.len() - next,
            is_long: false,
        }
    }

    pub fn line(&self, row: u32) -> Option<RenderedLine> {
        self.lines.iter().find(|line| line.row == row).copied()
    }
}

/// The position that a key moves the focus to. `n` is the number of lines, and `page` the number of visible lines.
/// `None` if the key does not move the focus.
fn step(key: &str, position: usize, n: usize, page: usize) -> Option<usize> {
    let last = n.saturating_sub(1);
    match key {
        "ArrowDown" => Some((position + 1).min(last)),
        "ArrowUp" => Some(position.saturating_sub(1)),
        "PageDown" => Some((position + page).min(last)),
        "PageUp" => Some(position.saturating_sub(page)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

pub fn row_of(element: &Element) -> Option<u32> {
    let line = element.closest(LINE).ok().flatten()?;
    line.get_attribute("data-row")?.parse().ok()
}

#[derive(Clone, Copy)]
pub struct LongListOptions {
    /// Returns the CSS selector of the focusable element in the line of the given row.
    pub control: fn(u32) -> String,
    /// A list with at most this many lines is completely in the document. Its lines may have different heights.
    pub max_whole: usize,
    /// True if the line of the text that the user labels stays in the document when it is scrolled out of view.
    pub keeps_current: bool,
}

/// All copies of this value control the same long list.
///
/// The view sets `frame` on the element that scrolls, and calls the methods that handle the events of this element.
/// Each line has the `data-row` attribute, and one element that can have focus.
#[derive(Clone, Copy)]
pub struct LongList {
    pub frame: NodeRef<html::Div>,
    rows: Memo<Arc<Vec<u32>>>,
    pub lines: RwSignal<RenderedLines>,
    /// The row of the line that last had focus.
    pub cursor: RwSignal<Option<u32>>,
    /// The row of the line that the Tab key reaches: the element of this line has `tabindex="0"`.
    pub tab_stop: RwSignal<Option<u32>>,
    viewport: RwSignal<Viewport>,
    anchor: StoredValue<Option<u32>>,
    with_shift: StoredValue<bool>,
    /// True while the list gives the focus back to a line after a change of the document.
    is_restoring: StoredValue<bool>,
    options: LongListOptions,
}

impl LongList {
    pub fn new(rows: Memo<Arc<Vec<u32>>>, current: Memo<Option<u32>>, options: LongListOptions) -> LongList {
        let (viewport, cursor) = (RwSignal::new(Viewport::default()), RwSignal::new(None::<u32>));
        let is_printing = printing();
        let wanted = scoped_memo(move || {
            let rows = rows.read();
            let is_long = rows.len() > options.max_whole;
            if !is_long || is_printing.get() {
                let lines = RenderedLines::of(&rows, 0..rows.len(), []);
                return RenderedLines { is_long, ..lines };
            }
            let current = options.keeps_current.then(|| current.get()).flatten();
            let kept = [cursor.get(), current].into_iter().flatten();
            let kept = kept.filter_map(|row| rows.iter().position(|&other| other == row));
            let lines = RenderedLines::of(&rows, viewport.get().window(rows.len()), kept);
            RenderedLines { is_long, ..lines }
        });
        let lines = RwSignal::new(wanted.get_untracked());
        let tab_stop = cached_signal(scoped_memo(move || {
            let lines = lines.read();
            let is_in = |row: &u32| lines.line(*row).is_some();
            let chosen = cursor.get().filter(is_in).or_else(|| current.get().filter(is_in));
            chosen.or_else(|| lines.lines.first().map(|line| line.row))
        }));
        let list = LongList {
            frame: NodeRef::new(),
            rows,
            lines,
            cursor,
            tab_stop,
            viewport,
            anchor: StoredValue::new(None),
            with_shift: StoredValue::new(false),
            is_restoring: StoredValue::new(false),
            options,
        };
        // Every line reads the signal `lines`, so the signal is set only if the lines have changed.
        Effect::new(move |_| {
            let now = wanted.get();
            if *lines.read_untracked() != now {
                let focused = list.focused_row();
                lines.set(now);
                if let Some(row) = focused {
                    // Restore the focus in a later task, because the document does not yet contain the new lines.
                    spawn_local(async move { list.restore_focus(row) });
                }
            }
        });
        list.follow_size();
        list
    }

    fn follow_size(self) {
        Effect::new(move |_| {
            let Some(frame) = self.frame.get() else { return };
            let size = StoredValue::new_local(Some(watch_size(&frame, move || self.measure())));
            on_cleanup(move || drop(size.try_update_value(Option::take)));
        });
        Effect::new(move |_| {
            subscribe(self.rows);
            before_paint(move || self.measure());
        });
    }

    fn len(self) -> usize {
        self.rows.with_untracked(|rows| rows.len())
    }

    /// The position of a row in the list, read without tracking the signal. `None` if the list does not contain the row.
    fn position(self, row: u32) -> Option<usize> {
        let rows = self.rows.read_untracked();
        rows.iter().position(|&other| other == row)
    }

    /// The height of `n` lines that are not in the document, as a CSS length. `None` if `n` is 0.
    pub fn height_of(self, n: usize) -> Option<String> {
        (n > 0).then(|| format!("{}px", n as f64 * self.viewport.get().line_height))
    }

    /// The height of the complete list, as a CSS length.
    /// `None` if all lines are in the document.
    ///
    /// While lines are replaced in the document, the content of the list can briefly be too short.
    /// Without a minimum height, the browser would then change the scroll position.
    pub fn min_height(self) -> Option<String> {
        let lines = self.lines.read();
        lines.is_long.then(|| self.height_of(lines.n)).flatten()
    }

    /// The height of the table head, which stays at the top and covers lines of the list. 0 for a list without a head.
    fn head_height(self) -> f64 {
        let frame = self.frame.get_untracked();
        let head = frame.and_then(|frame| frame.query_selector("thead").ok().flatten());
        head.map_or(0.0, |head| head.get_bounding_client_rect().height())
    }

    /// Measures the scroll position, the height of the list, and the height of a line.
    /// Does nothing if the view was removed, or while the list is hidden.
    pub fn measure(self) {
        if self.anchor.is_disposed() {
            return;
        }
        let Some(frame) = self.frame.get_untracked().filter(|frame| frame.client_height() > 0) else {
            return;
        };
        let line = frame.query_selector(LINE).ok().flatten();
        let line_height = line.map_or(0.0, |line| line.get_bounding_client_rect().height());
        let before = self.viewport.get_untracked();
        let now = Viewport {
            top: f64::from(frame.scroll_top()),
            height: f64::from(frame.client_height()),
            line_height: match line_height > 0.0 {
                true => line_height,
                false => before.line_height,
            },
        };
        if now != before {
            self.viewport.set(now);
        }
    }

    /// Scrolls the list, but not the page, until the line is visible.
    /// Does nothing if the view was removed, or if the list does not contain the row.
    pub fn reveal(self, row: u32) {
        self.scroll_to(row, false);
    }

    /// Like [`LongList::reveal`], but also shows lines around the line of `row`, so that the user sees what follows.
    /// The list scrolls immediately and without an animation, whether or not the user prefers reduced motion.
    pub fn reveal_with_next(self, row: u32) {
        self.scroll_to(row, true);
    }

    fn scroll_to(self, row: u32, with_next: bool) {
        self.measure();
        if self.anchor.is_disposed() {
            return;
        }
        let (Some(frame), Some(position)) = (self.frame.get_untracked(), self.position(row)) else {
            return;
        };
        let viewport = self.viewport.get_untracked();
        let head_height = self.head_height();
        let line = match self.len() > self.options.max_whole {
            true => viewport.line(position),
            false => {
                let line = frame.query_selector(&format!("[data-row='{row}']")).ok().flatten();
                let Some(line) = line.map(|line| line.get_bounding_client_rect()) else {
                    return;
                };
                let start = viewport.top - frame.get_bounding_client_rect().top() - head_height;
                start + line.top()..start + line.bottom()
            }
        };
        let top = viewport.revealing(line, head_height, with_next);
        if top != viewport.top {
            frame.set_scroll_top(top.round() as i32);
            self.measure();
        }
    }

    pub fn return_to_cursor(self) {
        if let Some(row) = self.cursor.try_get_untracked().flatten() {
            self.reveal(row);
        }
    }

    pub fn scroll_to_start(self) {
        if let Some(frame) = self.frame.get_untracked() {
            frame.set_scroll_top(0);
            before_paint(move || self.measure());
        }
    }

    fn control(self, row: u32) -> Option<HtmlElement> {
        let control = document().query_selector(&(self.options.control)(row)).ok()??;
        control.dyn_into().ok()
    }

    pub fn focus(self, row: u32) -> bool {
        self.control(row).is_some_and(|control| control.focus().is_ok())
    }

    fn focused_row(self) -> Option<u32> {
        let frame = self.frame.get_untracked()?;
        let focused = focused().filter(|focused| frame.contains(Some(focused)))?;
        row_of(&focused)
    }

    /// When Leptos adds lines, some other lines are removed and inserted again, and therefore lose the focus.
    fn restore_focus(self, row: u32) {
        if self.anchor.is_disposed() || focused().is_some() {
            return;
        }
        if let Some(control) = self.control(row) {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            self.is_restoring.set_value(true);
            // Focusing never fails, because the element is not disabled.
            let _ = control.focus_with_options(&options);
            self.is_restoring.set_value(false);
        }
    }

    fn go_to(self, position: usize) {
        let Some(row) = self.rows.read_untracked().get(position).copied() else {
            return;
        };
        self.cursor.set(Some(row));
        self.reveal(row);
        if !self.focus(row) {
            // Waits until the line is in the document. Another key may move the focus in the meantime.
            before_paint(move || {
                if self.cursor.try_get_untracked() == Some(Some(row)) {
                    self.focus(row);
                }
            });
        }
    }

    /// The row that a pressed key moves the focus from: the last focused row, or the row of the event.
    /// `None` if the list ignores the key.
    pub fn row_of_key(self, event: &KeyboardEvent) -> Option<u32> {
        self.with_shift.set_value(false);
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return None;
        }
        let is_in = |row: &u32| self.position(*row).is_some();
        // The next line to focus may not be in the document before the next paint.
        // Before the next paint, more key presses continue from the row in `cursor`.
        let row = self.cursor.get_untracked().filter(is_in);
        row.or_else(|| element_of(event).as_ref().and_then(row_of).filter(is_in))
    }

    /// Moves the focus. Must be called for the `keydown` event of the list.
    /// With Shift, calls `choose` with the rows from the beginning of the range to the line that the key reaches.
    pub fn key(self, event: &KeyboardEvent, choose: impl FnOnce(Vec<u32>)) {
        let Some(row) = self.row_of_key(event) else { return };
        let page = self.viewport.get_untracked().page(self.head_height());
        let to = self
            .position(row)
            .and_then(|from| step(&event.key(), from, self.len(), page));
        let reached = to.and_then(|to| self.rows.read_untracked().get(to).copied());
        let (Some(to), Some(reached)) = (to, reached) else {
            return;
        };
        event.prevent_default();
        if event.shift_key() {
            let anchor = self.anchor.get_value().unwrap_or(row);
            self.anchor.set_value(Some(anchor));
            // `choose` may change the list, so the list must not be borrowed during the call.
            let chosen = between(&self.rows.read_untracked(), anchor, reached);
            choose(chosen);
        } else {
            self.anchor.set_value(Some(reached));
        }
        self.go_to(to);
    }

    /// Stores which row has focus. The view must call this function for the list's `focusin` event.
    pub fn focused(self, event: &FocusEvent) {
        if self.is_restoring.get_value() {
            // The event must not reach the page, because the page would scroll to the line.
            event.stop_propagation();
            return;
        }
        let row = element_of(event).as_ref().and_then(row_of);
        if row.is_some() && row != self.cursor.get_untracked() {
            self.cursor.set(row);
        }
    }

    /// Must be called for the `mousedown` event of the list. With Shift, prevents the browser from selecting text.
    pub fn pressed(self, event: &MouseEvent) {
        self.with_shift.set_value(event.shift_key());
        if event.shift_key() && element_of(event).as_ref().and_then(row_of).is_some() {
            event.prevent_default();
        }
    }

    /// Must be called for a click on the line of `row`.
    /// With Shift, returns the rows from the beginning of the range to this line.
    /// Without Shift, returns `None`, and the next range begins at this line.
    pub fn clicked(self, row: u32) -> Option<Vec<u32>> {
        let with_shift = self.with_shift.get_value();
        self.with_shift.set_value(false);
        match self.anchor.get_value().filter(|_| with_shift) {
            Some(anchor) => Some(between(&self.rows.read_untracked(), anchor, row)),
            None => {
                self.anchor.set_value(Some(row));
                None
            }
        }
    }

    pub fn set_anchor(self, row: u32) {
        self.anchor.set_value(Some(row));
    }
}

/// True while the browser is printing the page, because the printed page must contain all lines.
fn printing() -> RwSignal<bool> {
    let is_printing = RwSignal::new(false);
    let handles = [
        window_event_listener(ev::beforeprint, move |_| is_printing.set(true)),
        window_event_listener(ev::afterprint, move |_| is_printing.set(false)),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    is_printing
}

/// The scroll position and the sizes in CSS pixels. All lines have the same height.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Viewport {
    top: f64,
    height: f64,
    line_height: f64,
}

impl Default for Viewport {
    fn default() -> Viewport {
        Viewport {
            top: 0.0,
            height: 600.0,
            line_height: INITIAL_LINE_HEIGHT,
        }
    }
}

impl Viewport {
    fn window(self, n: usize) -> Range<usize> {
        // Conversions of floats to integers saturate, so that every scroll position gives a valid range.
        let first = (self.top / self.line_height).floor() as usize;
        let n_visible = (self.height / self.line_height).ceil() as usize;
        let first = first / STEP * STEP;
        let end = first.saturating_add(n_visible).saturating_add(STEP + OVERSCAN).min(n);
        first.saturating_sub(OVERSCAN).min(end)..end
    }

    /// Number of lines that are visible below the head of the table, but at least 1.
    fn page(self, header_height: f64) -> usize {
        let n = ((self.height - header_height) / self.line_height).floor() as usize;
        n.max(1)
    }

    /// The top and the bottom of the line at the position `index`, in pixels below the top of the first line.
    fn line(self, index: usize) -> Range<f64> {
        let top = index as f64 * self.line_height;
        top..top + self.line_height
    }

    /// The scroll position where a line is completely visible below a header of `header_height` pixels.
    /// `line` is the top and the bottom of the line, in pixels below the top of the first line.
    /// If the line is already visible, the scroll position does not change.
    /// With `with_next`, at least one line below and at most one line above are also visible if there is room.
    fn revealing(self, line: Range<f64>, header_height: f64, with_next: bool) -> f64 {
        let room = self.height - header_height;
        let height = line.end - line.start;
        let free = (room - height).max(0.0);
        let (above, below) = match with_next {
            true => {
                let below = height.max(MIN_SHARE_BELOW * room).min(free);
                (height.min(free - below), below)
            }
            false => (0.0, 0.0),
        };
        let position = if line.start - above < self.top {
            line.start - above
        } else if line.end + below > self.top + room {
            (line.end + below - room).min(line.start)
        } else {
            self.top
        };
        position.max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(top: f64) -> Viewport {
        Viewport {
            top,
            height: 300.0,
            line_height: 30.0,
        }
    }

    #[test]
    fn window_contains_the_visible_lines_and_is_small() {
        for line in 0..2_990_usize {
            let window = at(line as f64 * 30.0).window(3_000);
            assert!(window.start <= line && line + 10 <= window.end, "{line}: {window:?}");
            assert!(window.len() <= 70, "{line}: {window:?}");
        }
        assert_eq!(at(0.0).window(3_000), 0..40);
        assert_eq!(at(0.0).window(12), 0..12);
        assert_eq!(at(0.0).window(0), 0..0);
        assert_eq!(at(1e9).window(12), 12..12, "the list became shorter");
    }

    #[test]
    fn window_stays_while_the_list_scrolls_by_a_few_lines() {
        assert_eq!(at(1_500.0).window(3_000), at(1_560.0).window(3_000));
    }

    #[test]
    fn line_is_revealed_with_as_little_scrolling_as_possible() {
        // The lines 10 to 18 are visible below a head of 30 pixels.
        let viewport = at(300.0);
        assert_eq!(viewport.page(30.0), 9);
        let revealing = |index| viewport.revealing(viewport.line(index), 30.0, false);
        assert_eq!(revealing(10), 300.0);
        assert_eq!(revealing(18), 300.0);
        assert_eq!(revealing(19), 330.0);
        assert_eq!(revealing(4), 120.0);
        assert_eq!(revealing(0), 0.0);
    }

    #[test]
    fn current_line_is_revealed_with_the_lines_after_it() {
        // Lines 10 to 19 are visible. The four lines after the current line, and the line before it, stay visible.
        let viewport = at(300.0);
        let revealing = |index| viewport.revealing(viewport.line(index), 0.0, true);
        assert_eq!(revealing(11), 300.0, "the next lines are already visible");
        assert_eq!(revealing(15), 300.0);
        assert_eq!(revealing(16), 330.0);
        assert_eq!(revealing(19), 420.0);
        assert_eq!(revealing(10), 270.0);
        assert_eq!(revealing(0), 0.0);
        // This list is 45 pixels high: one and a half lines.
        let low = Viewport {
            height: 45.0,
            ..viewport
        };
        assert_eq!(
            low.revealing(low.line(12), 0.0, true),
            360.0,
            "half of the next line is visible"
        );
        // For a line that is higher than the list, a second call returns the same scroll position.
        let top = low.revealing(400.0..500.0, 0.0, true);
        assert_eq!(top, 400.0);
        assert_eq!(Viewport { top, ..low }.revealing(400.0..500.0, 0.0, true), 400.0);
    }

    /// For each line in the document, its position in the list and the number of missing lines directly above the line.
    /// The second result is the number of lines after the last line in the document.
    fn rendered(n: u32, window: Range<usize>, kept: &[usize]) -> (Vec<(usize, usize)>, usize) {
        // The rows differ from their positions, so that the test notices if the two are mixed up.
        let rows: Vec<u32> = (0..n).map(|position| position + 500).collect();
        let rendered = RenderedLines::of(&rows, window, kept.iter().copied());
        assert_eq!(rendered.n, rows.len());
        let places = rendered.lines.iter().map(|line| {
            assert_eq!(line.row as usize, line.position + 500);
            assert_eq!(rendered.line(line.row), Some(*line));
            (line.position, line.gap)
        });
        (places.collect(), rendered.n_below)
    }

    #[test]
    fn kept_lines_are_rendered_outside_of_the_window() {
        let window = vec![(10, 10), (11, 0), (12, 0)];
        assert_eq!(rendered(20, 10..13, &[]), (window.clone(), 7));
        assert_eq!(rendered(20, 10..13, &[11, 12]), (window, 7), "they are in the window");
        assert_eq!(
            rendered(20, 10..13, &[19, 4]),
            (vec![(4, 4), (10, 5), (11, 0), (12, 0), (19, 6)], 0),
            "one line above the window, and one below"
        );
        assert_eq!(
            rendered(20, 10..13, &[9, 9, 13, 20]),
            (vec![(9, 9), (10, 0), (11, 0), (12, 0), (13, 0)], 6),
            "adjacent lines, a line that is kept twice, and a line that was removed"
        );
        assert_eq!(rendered(0, 0..0, &[0]), (vec![], 0));
    }

    #[test]
    fn gaps_and_lines_have_the_height_of_the_whole_list() {
        let n = 3_000;
        for line in (0..n).step_by(7) {
            let window = at(line as f64 * 30.0).window(n as usize);
            let (lines, n_below) = rendered(n, window, &[1, 1_500, 2_999]);
            assert!(lines.len() <= 73, "{line}");
            let heights: usize = lines.iter().map(|(_, gap)| gap + 1).sum();
            assert_eq!(heights + n_below, n as usize, "{line}");
            assert!(
                [1, 1_500, 2_999]
                    .iter()
                    .all(|kept| lines.iter().any(|(place, _)| place == kept))
            );
        }
    }

    #[test]
    fn keys_move_by_lines_and_pages_and_stop_at_the_ends() {
        let steps = |key| [0, 5, 11].map(|from| step(key, from, 12, 4).expect("a key that moves the focus"));
        assert_eq!(steps("ArrowDown"), [1, 6, 11]);
        assert_eq!(steps("ArrowUp"), [0, 4, 10]);
        assert_eq!(steps("PageDown"), [4, 9, 11]);
        assert_eq!(steps("PageUp"), [0, 1, 7]);
        assert_eq!(steps("Home"), [0; 3]);
        assert_eq!(steps("End"), [11; 3]);
        for key in ["ArrowLeft", "Tab", "Enter", "j"] {
            assert_eq!(step(key, 5, 12, 4), None, "{key}");
        }
    }
}
