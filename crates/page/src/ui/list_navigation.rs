//! Lists with one Tab stop: arrow keys move the focus through the lines, and Shift chooses a range of lines.
//!
//! One control of the list has `tabindex="0"`. All other controls have `tabindex="-1"`, which their views set.
//! This module moves `tabindex="0"` to the focused control (roving tabindex, see the ARIA Authoring Practices Guide).
//! In a text field, the Left and Right keys leave the field only where the caret cannot move any further.
//! The lines are read from the document, so the document must contain all lines.
//! A list with thousands of lines is a [`LongList`](crate::ui::long_list::LongList).

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use crate::browser::animation_frame::before_paint;
use crate::ui::dom::element_of;

/// The `data-row` attribute of a line contains the row of its text.
const ROW: &str = "data-row";

/// All copies of this value control the same list.
#[derive(Clone, Copy)]
pub struct ListNavigation {
    id: &'static str,
    controls: &'static str,
    /// A range begins at the row that the user last reached without Shift.
    anchor: StoredValue<Option<u32>>,
    /// True if the user held Shift when the pointer was pressed on a line.
    with_shift: StoredValue<bool>,
}

impl ListNavigation {
    /// `controls` is the CSS selector of the elements that arrow keys reach.
    /// Elements in the same `<li>` are in the same line.
    /// `changes` must read all signals that the lines depend on.
    pub fn of(id: &'static str, controls: &'static str, changes: impl Fn() + 'static) -> ListNavigation {
        let navigation = ListNavigation {
            id,
            controls,
            anchor: StoredValue::new(None),
            with_shift: StoredValue::new(false),
        };
        navigation.follow(changes);
        navigation
    }

    /// After each change of the list, ensures that exactly one control has `tabindex="0"`.
    /// `changes` must read all signals that the controls depend on.
    pub fn follow(self, changes: impl Fn() + 'static) {
        Effect::new(move |_| {
            changes();
            self.created();
        });
    }

    /// For a list that was just created, makes sure that the Tab key reaches one control.
    pub fn created(self) {
        before_paint(move || self.keep_tab_stop());
    }

    fn list(self) -> Option<Element> {
        document().get_element_by_id(self.id)
    }

    fn all(self, selector: &str) -> Vec<HtmlElement> {
        let nodes = self.list().and_then(|list| list.query_selector_all(selector).ok());
        let nodes = nodes
            .into_iter()
            .flat_map(|nodes| (0..nodes.length()).filter_map(move |index| nodes.get(index)));
        nodes.filter_map(|node| node.dyn_into::<HtmlElement>().ok()).collect()
    }

    fn matching(self, selector: &str) -> Vec<HtmlElement> {
        let mut controls = self.all(selector);
        controls.retain(is_enabled);
        controls
    }

    /// Ensures that an enabled control has `tabindex="0"`.
    /// If none has, the control with `aria-current` gets `tabindex="0"`, or else the first enabled control.
    fn keep_tab_stop(self) {
        let stop = self
            .list()
            .and_then(|list| list.query_selector("[tabindex='0']:not([disabled])").ok());
        if stop.flatten().is_some() {
            return;
        }
        let controls = self.matching(self.controls);
        let current = controls.iter().find(|control| control.has_attribute("aria-current"));
        if let Some(stop) = current.or(controls.first()) {
            stop.set_tab_index(0);
        }
    }

    fn control_of(self, event: &web_sys::Event) -> Option<HtmlElement> {
        element_of(event)?.closest(self.controls).ok()??.dyn_into().ok()
    }

    /// Must be called for the `focusin` event of the list. Makes the Tab key return to the focused control.
    pub fn focused(self, event: &FocusEvent) {
        let Some(control) = self.control_of(event).filter(|control| control.tab_index() != 0) else {
            return;
        };
        // Disabled controls must also get the `tabindex` −1.
        // The Tab key would otherwise stop at two controls after a disabled control is enabled again.
        for other in self.all("[tabindex='0']") {
            other.set_tab_index(-1);
        }
        control.set_tab_index(0);
    }

    /// Moves the focus to the control that the Tab key reaches. Returns false if the list has no such control.
    pub fn enter(self) -> bool {
        let stop = self.matching("[tabindex='0']").into_iter().next();
        stop.is_some_and(|stop| stop.focus().is_ok())
    }

    /// Moves the focus. Must be called for the `keydown` event of the list.
    /// With Shift, calls `choose` with the row where the range begins, and with all rows of the range.
    pub fn key(self, event: &KeyboardEvent, choose: impl FnOnce(u32, Vec<u32>)) {
        self.with_shift.set_value(false);
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some(control) = self.control_of(event) else { return };
        if moves_caret(&control, event) {
            return;
        }
        let mut controls = self.all(self.controls);
        let lines: Vec<Option<Element>> = controls.iter().map(line_of).collect();
        let mut widths: Vec<usize> = lines.chunk_by(|a, b| a == b).map(<[_]>::len).collect();
        let mut enabled: Vec<bool> = controls.iter().map(is_enabled).collect();
        remove_disabled_lines(&mut controls, &mut enabled, &mut widths);
        let Some(index) = controls.iter().position(|other| *other == control) else {
            return;
        };
        let Some(to) = step(&event.key(), index, &widths) else {
            return;
        };
        event.prevent_default();
        let target = &controls[nearest_enabled(to, index, &widths, &enabled)];
        // Focusing never fails, because the control is not disabled.
        let _ = target.focus();
        if let Some(field) = target.dyn_ref::<HtmlInputElement>() {
            field.select();
        }
        let Some(row) = row_of(target) else { return };
        match (event.shift_key(), self.anchor.get_value().or_else(|| row_of(&control))) {
            (true, Some(anchor)) => {
                self.anchor.set_value(Some(anchor));
                choose(anchor, self.range(anchor, row));
            }
            _ => self.anchor.set_value(Some(row)),
        }
    }

    /// Must be called for the `mousedown` event of a list that is hidden when the list and its field lose the focus.
    /// Safari does not focus a pressed button, so the list would disappear before the click.
    pub fn take_focus(self, event: &MouseEvent) {
        if let Some(control) = self.control_of(event) {
            event.prevent_default();
            // Focusing never fails, because the control is not disabled.
            let _ = control.focus();
        }
    }

    /// Must be called for the `mousedown` event of the list. With Shift, prevents the browser from selecting text.
    pub fn pressed(self, event: &MouseEvent) {
        self.with_shift.set_value(event.shift_key());
        if event.shift_key() {
            event.prevent_default();
        }
    }

    /// Must be called for a click on the line `row`.
    /// With Shift, returns the rows from the beginning of the range to this line.
    /// `None` without Shift, or if no range has begun.
    pub fn clicked(self, row: u32) -> Option<Vec<u32>> {
        let is_range = self.with_shift.get_value();
        self.with_shift.set_value(false);
        match self.anchor.get_value() {
            Some(anchor) if is_range => Some(self.range(anchor, row)),
            _ => {
                self.anchor.set_value(Some(row));
                None
            }
        }
    }

    fn range(self, anchor: u32, row: u32) -> Vec<u32> {
        let lines = self.matching(&format!("[{ROW}]"));
        let rows: Vec<u32> = lines.iter().filter_map(row_of).collect();
        between(&rows, anchor, row)
    }
}

fn is_enabled(control: &HtmlElement) -> bool {
    !control.has_attribute("disabled")
}

fn moves_caret(control: &HtmlElement, event: &KeyboardEvent) -> bool {
    let Some(field) = control.dyn_ref::<HtmlInputElement>() else {
        return false;
    };
    // Fields that are not text fields have no selection.
    let (Ok(Some(start)), Ok(Some(end))) = (field.selection_start(), field.selection_end()) else {
        return false;
    };
    let length = field.value().encode_utf16().count() as u32;
    let is_rtl = field.matches(":dir(rtl)").unwrap_or(false);
    event.is_composing() || event.shift_key() || stays_in_text(&event.key(), [start, end], length, is_rtl)
}

/// True if the key, without Shift, Ctrl or Alt, moves the caret in a text with `length` characters.
/// `selection` contains the start and the end of the selected text, which are equal if nothing is selected.
fn stays_in_text(key: &str, selection: [u32; 2], length: u32, is_rtl: bool) -> bool {
    let (left, right) = if is_rtl { (length, 0) } else { (0, length) };
    match key {
        "ArrowLeft" => selection != [left; 2],
        "ArrowRight" => selection != [right; 2],
        "Home" | "End" => true,
        _ => false,
    }
}

/// Removes lines where all controls are disabled. `enabled` has one value per control.
/// `widths` contains the number of controls in each line.
fn remove_disabled_lines<T>(controls: &mut Vec<T>, enabled: &mut Vec<bool>, widths: &mut Vec<usize>) {
    let mut first = 0;
    widths.retain(|&width| {
        let is_usable = enabled[first..first + width].contains(&true);
        match is_usable {
            true => first += width,
            false => {
                controls.drain(first..first + width);
                enabled.drain(first..first + width);
            }
        }
        is_usable
    });
}

/// The enabled control that is nearest to the control `to` in the line of `to`.
/// If the control `from` is in the same line, the search goes only in the direction from `from` to `to`.
/// If the search finds no enabled control, returns `from`.
/// Ties: the leftmost control. At least one control in the line must be enabled.
fn nearest_enabled(to: usize, from: usize, widths: &[usize], enabled: &[bool]) -> usize {
    let mut first = 0;
    let width = widths.iter().find(|&&width| {
        let is_in = to < first + width;
        first += if is_in { 0 } else { width };
        is_in
    });
    let line = first..first + width.copied().unwrap_or(0);
    let found = match (line.contains(&from), to < from) {
        (false, _) => line.filter(|&at| enabled[at]).min_by_key(|at| at.abs_diff(to)),
        (true, true) => (line.start..=to).rev().find(|&at| enabled[at]),
        (true, false) => (to..line.end).find(|&at| enabled[at]),
    };
    found.unwrap_or(from)
}

fn line_of(control: &HtmlElement) -> Option<Element> {
    control.closest("li").ok().flatten()
}

fn row_of(element: &HtmlElement) -> Option<u32> {
    let line = element.closest(&format!("[{ROW}]")).ok().flatten()?;
    line.get_attribute(ROW)?.parse().ok()
}

/// The control that a key moves the focus to from the control `index`.
/// `None` if the key does not move the focus. Up and Down keep the position in the line if possible.
/// `widths` contains the number of controls in each line.
fn step(key: &str, index: usize, widths: &[usize]) -> Option<usize> {
    let mut first = 0;
    let line = widths.iter().position(|width| {
        let is_in = index < first + width;
        first += if is_in { 0 } else { *width };
        is_in
    })?;
    let column = index - first;
    let last = widths.len() - 1;
    let start_of = |line: usize| widths[..line].iter().sum::<usize>();
    let to_line = |line: usize| start_of(line) + column.min(widths[line] - 1);
    let is_wide = widths[line] > 1;
    match key {
        "ArrowDown" => Some(to_line((line + 1).min(last))),
        "ArrowUp" => Some(to_line(line.saturating_sub(1))),
        "Home" => Some(to_line(0)),
        "End" => Some(to_line(last)),
        // In lines with one control, the Left and Right keys do not move the focus.
        "ArrowRight" if is_wide => Some(first + (column + 1).min(widths[line] - 1)),
        "ArrowLeft" if is_wide => Some(first + column.saturating_sub(1)),
        _ => None,
    }
}

/// The rows from `anchor` to `row`, inclusive, in the same order as `rows`.
/// If `anchor` or `row` is not in `rows`, returns only `row`.
pub(crate) fn between(rows: &[u32], anchor: u32, row: u32) -> Vec<u32> {
    let place = |row| rows.iter().position(|&other| other == row);
    match (place(anchor), place(row)) {
        (Some(a), Some(b)) => rows[a.min(b)..=a.max(b)].to_vec(),
        _ => vec![row],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrow_keys_move_by_lines_and_stop_at_the_ends() {
        let widths = [1, 1, 1];
        let steps = |key| [0, 1, 2].map(|index| step(key, index, &widths));
        assert_eq!(steps("ArrowDown"), [Some(1), Some(2), Some(2)]);
        assert_eq!(steps("ArrowUp"), [Some(0), Some(0), Some(1)]);
        assert_eq!(steps("Home"), [Some(0); 3]);
        assert_eq!(steps("End"), [Some(2); 3]);
        for key in ["ArrowRight", "ArrowLeft", "Tab", "Enter", "a"] {
            assert_eq!(steps(key), [None; 3], "{key}");
        }
        assert_eq!(step("ArrowDown", 3, &widths), None, "there is no such control");
    }

    #[test]
    fn lines_with_several_controls_are_traversed_sideways() {
        // Controls 0 and 1 are in the first line, 2 in the second, and 3 to 5 in the third.
        let widths = [2, 1, 3];
        let to = |key, index| step(key, index, &widths).expect("it moves");
        assert_eq!(to("ArrowRight", 0), 1);
        assert_eq!(to("ArrowRight", 1), 1);
        assert_eq!(to("ArrowLeft", 1), 0);
        assert_eq!(to("ArrowLeft", 3), 3, "it does not leave the line");
        assert_eq!(to("ArrowDown", 1), 2, "the next line is shorter");
        assert_eq!(to("ArrowUp", 4), 2);
        assert_eq!(to("End", 1), 4);
        assert_eq!(step("ArrowRight", 2, &widths), None);
    }

    #[test]
    fn disabled_controls_are_skipped() {
        // In the first line, the control 1 is disabled. In the second line, the controls 3 and 5 are disabled.
        let widths = [3, 3];
        let enabled = [true, false, true, false, true, false];
        let to = |to, from| nearest_enabled(to, from, &widths, &enabled);
        assert_eq!((to(1, 0), to(1, 2)), (2, 0), "the focus moves on in the same direction");
        assert_eq!((to(3, 4), to(5, 4)), (4, 4), "there is no further control in the line");
        assert_eq!((to(3, 0), to(5, 2)), (4, 4), "the nearest control of the other line");
        assert_eq!(to(1, 4), 0, "the left one of two controls at the same distance");
        assert_eq!(to(2, 4), 2);
    }

    #[test]
    fn lines_without_enabled_control_are_removed() {
        let mut controls = vec!['a', 'b', 'c', 'd', 'e'];
        let mut enabled = vec![false, false, true, false, false];
        let mut widths = vec![2, 2, 1];
        remove_disabled_lines(&mut controls, &mut enabled, &mut widths);
        assert_eq!(
            (controls, enabled, widths),
            (vec!['c', 'd'], vec![true, false], vec![2])
        );
    }

    #[test]
    fn caret_moves_in_text_until_its_end() {
        let stays = |key, start, end| stays_in_text(key, [start, end], 4, false);
        assert!(stays("ArrowLeft", 1, 1) && !stays("ArrowLeft", 0, 0));
        assert!(stays("ArrowRight", 3, 3) && !stays("ArrowRight", 4, 4));
        for key in ["ArrowLeft", "ArrowRight"] {
            assert!(stays(key, 0, 4), "{key} removes the selection");
            assert!(!stays_in_text(key, [0, 0], 0, false), "{key} leaves an empty field");
        }
        for key in ["Home", "End"] {
            assert!(stays(key, 0, 0) && stays(key, 4, 4), "{key}");
        }
        for key in ["ArrowUp", "ArrowDown"] {
            assert!(!stays(key, 2, 2), "{key} leads to another line");
        }
        assert!(!stays_in_text("ArrowLeft", [4, 4], 4, true) && stays_in_text("ArrowLeft", [0, 0], 4, true));
        assert!(!stays_in_text("ArrowRight", [0, 0], 4, true) && stays_in_text("ArrowRight", [4, 4], 4, true));
    }

    #[test]
    fn range_contains_both_ends_in_list_order() {
        let rows = [8, 3, 5, 1];
        assert_eq!(between(&rows, 3, 1), [3, 5, 1]);
        assert_eq!(between(&rows, 1, 3), [3, 5, 1]);
        assert_eq!(between(&rows, 5, 5), [5]);
        assert_eq!(between(&rows, 7, 5), [5], "the line at which it began was removed");
    }
}
