//! The entries of the page in the browser history: one per open dialog, and one per change of the view.
//!
//! The Back button first closes the topmost dialog, then returns to the previous view, and then leaves the page.
//! The entries and their positions survive a reload.
//!
//! If a dialog is closed without the Back button, its entry is kept for the next dialog.
//! The page does not remove the entry, because going back takes time, and no reload is possible meanwhile.
//! If no dialog is open, the Back button therefore skips the entries of closed dialogs.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{Event, EventInit, HtmlDialogElement};

use crate::project::Project;
use crate::runtime::access::{use_app, use_state};
use crate::shell::views::{self, View};
use crate::state::Msg;
use fastgas_platform::{HistoryEntry, fragment, go_back, history_entry, next_task, push_history, replace_history};

thread_local! {
    static HISTORY: RefCell<PageHistory<HtmlDialogElement>> = RefCell::default();
    /// Functions that the page calls when the user edits the URL.
    static LINK_FOLLOWERS: RefCell<Vec<Rc<dyn Fn()>>> = RefCell::default();
}

/// A model of the page's entries in the browser history, up to the current entry.
#[derive(Debug)]
struct PageHistory<D> {
    /// The open dialogs. The topmost dialog is last.
    open: Vec<D>,
    /// The reason why each entry was added, except for the first entry.
    entries: Vec<Reason>,
    /// The view on the screen. `None` on a screen without views.
    shown: Option<View>,
    of_entry: Option<View>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Dialog,
    View,
    /// Unknown reason: the page was reloaded, or the user went back and then forward to this entry.
    Unknown,
}

#[derive(Debug, PartialEq, Eq)]
enum PopAction<D> {
    Close(Vec<D>),
    Show(View),
    /// Number of additional history entries to go back.
    /// With fewer steps, neither the dialogs nor the view would change.
    Skip(usize),
    Stay,
}

#[derive(Debug, PartialEq, Eq)]
struct NewEntry {
    step: usize,
    view: Option<View>,
    reason: Reason,
}

impl<D> Default for PageHistory<D> {
    fn default() -> PageHistory<D> {
        PageHistory {
            open: Vec::new(),
            entries: Vec::new(),
            shown: None,
            of_entry: None,
        }
    }
}

impl<D: Clone + PartialEq> PageHistory<D> {
    /// The page was reloaded, and `step` is its current entry in the browser history.
    fn reloaded(&mut self, step: usize, view: Option<View>) {
        self.entries = vec![Reason::Unknown; step];
        self.of_entry = view;
    }

    /// Updates the model after the browser has moved to the entry `step`. Returns what the page must do.
    fn arrived(&mut self, step: usize, view: Option<View>) -> PopAction<D> {
        let back = self.entries.len().saturating_sub(step);
        self.entries.resize(step, Reason::Unknown);
        self.of_entry = view;
        if !self.open.is_empty() {
            return match back {
                0 => PopAction::Stay,
                _ => PopAction::Close(self.open.iter().rev().take(back).cloned().collect()),
            };
        }
        match (self.shown, view) {
            (Some(shown), Some(view)) if shown != view => {
                self.shown = Some(view);
                PopAction::Show(view)
            }
            _ if back == 0 => PopAction::Stay,
            // A screen without views cannot show the view of an entry, so the page goes back past its first entry.
            (None, _) => PopAction::Skip(step + 1),
            _ => {
                let of_dialogs = self
                    .entries
                    .iter()
                    .rev()
                    .take_while(|reason| **reason == Reason::Dialog);
                PopAction::Skip(of_dialogs.count() + 1)
            }
        }
    }

    /// Stores the view on the screen in the current entry if this entry has no view.
    /// Returns the stored view, or `None`.
    /// Entries that were added on a screen without views have no view.
    fn adopt(&mut self) -> Option<View> {
        if self.of_entry.is_none() {
            self.of_entry = self.shown;
            return self.shown;
        }
        None
    }

    /// Sets the view on the screen. `is_chosen` is false if the page, not the user, changed the view.
    /// Returns true if the view is stored in the current history entry, and false if the view needs a new entry.
    fn show(&mut self, view: Option<View>, is_chosen: bool) -> bool {
        let replaces = !is_chosen || self.shown.is_none() || view.is_none() || self.of_entry.is_none();
        self.shown = view;
        if replaces {
            self.of_entry = view;
        }
        replaces
    }

    /// Resets the model after the browser has moved to an entry that the page did not create, for example by an edited URL.
    /// `linked` is the view that the URL names. Returns this view if the screen shows a different view.
    fn restart(&mut self, linked: Option<View>) -> Option<View> {
        self.entries.clear();
        let other = linked.filter(|_| self.shown.is_some() && self.shown != linked);
        self.shown = other.or(self.shown);
        self.of_entry = self.shown;
        other
    }

    fn opened(&mut self, dialog: &D) {
        if !self.open.contains(dialog) {
            self.open.push(dialog.clone());
        }
    }

    fn closed(&mut self, dialog: &D) {
        self.open.retain(|open| open != dialog);
    }

    /// Adds one missing history entry to the model and returns this entry. `None` if no entry is missing.
    /// An entry is missing if an open dialog has none, or if the view on the screen differs from the current entry.
    fn next(&mut self) -> Option<NewEntry> {
        let is_other_view = self.of_entry.is_some() && self.shown.is_some() && self.of_entry != self.shown;
        let for_dialogs = self.entries.iter().rev().take_while(|reason| **reason != Reason::View);
        let reason = match is_other_view {
            true => Reason::View,
            false if for_dialogs.count() < self.open.len() => Reason::Dialog,
            false => return None,
        };
        self.of_entry = self.shown;
        self.entries.push(reason);
        Some(NewEntry {
            step: self.entries.len(),
            view: self.shown,
            reason,
        })
    }
}

/// Calls `follow` whenever the user edits the part of the URL after `#`, or follows a link that changes only this part.
pub fn on_link(follow: impl Fn() + 'static) {
    LINK_FOLLOWERS.with_borrow_mut(|followers| followers.push(Rc::new(follow)));
}

pub fn listen() {
    let app = use_app();
    match history_entry() {
        Some(entry) => {
            let view = View::named(&entry.view);
            HISTORY.with_borrow_mut(|history| history.reloaded(entry.step, view));
        }
        None => replace_history(&entry_of(0, None), None),
    }
    let show = move |view| app.dispatch(Msg::View(views::Msg::Show(view)));
    let handle = window_event_listener(ev::popstate, move |_| {
        let Some(entry) = history_entry() else {
            let linked = View::of_fragment(&fragment());
            let (other, shown) = HISTORY.with_borrow_mut(|history| (history.restart(linked), history.shown));
            replace_history(&entry_of(0, shown), None);
            if let Some(view) = other {
                show(view);
            }
            let followers = LINK_FOLLOWERS.with_borrow(Vec::clone);
            followers.iter().for_each(|follow| follow());
            return settle();
        };
        let view = View::named(&entry.view);
        // While the page reads the project of the last visit, the screen has no views.
        // The Back button must not leave the page while a project is being read.
        let is_restoring = app.state().with_untracked(|state| state.persistence.restoring);
        let has_view = HISTORY.with_borrow(|history| history.shown.is_some());
        if is_restoring && !has_view && open_dialogs().is_empty() {
            HISTORY.with_borrow_mut(|history| history.reloaded(entry.step, view));
            if let Some(view) = view {
                app.dispatch(Msg::View(views::Msg::Link(view)));
            }
            return;
        }
        match HISTORY.with_borrow_mut(|history| history.arrived(entry.step, view)) {
            PopAction::Close(dialogs) => {
                adopt_entry(entry.step);
                dialogs.iter().for_each(ask_to_close);
            }
            PopAction::Show(view) => show(view),
            PopAction::Skip(steps) => go_back(steps),
            PopAction::Stay => adopt_entry(entry.step),
        }
        settle();
    });
    on_cleanup(move || handle.remove());
    follow_view();
}

fn follow_view() {
    // `None` while the project of the last visit is being read, because the URL may name a view of this project.
    let shown = use_state(|state| {
        let has_views = state.project.as_ref().is_some_and(Project::has_queue);
        let view = has_views.then_some(state.view.shown);
        (!state.persistence.restoring).then_some((view, state.view.is_chosen))
    });
    Effect::new(move |_| {
        let Some((view, is_chosen)) = shown.get() else { return };
        let (replaces, step) =
            HISTORY.with_borrow_mut(|history| (history.show(view, is_chosen), history.entries.len()));
        match replaces {
            true => replace_entry(step, view),
            false => settle(),
        }
    });
}

/// Stores the currently displayed view in the current history entry (number `step`), unless the entry already has one.
fn adopt_entry(step: usize) {
    if let Some(view) = HISTORY.with_borrow_mut(PageHistory::adopt) {
        replace_entry(step, Some(view));
    }
}

/// Replaces the current entry of the browser history. Also replaces the URL if its part after `#` names a view.
fn replace_entry(step: usize, view: Option<View>) {
    let own = fragment_of(view);
    replace_history(&entry_of(step, view), is_own(&fragment()).then_some(own.as_str()));
}

fn entry_of(step: usize, view: Option<View>) -> HistoryEntry {
    HistoryEntry {
        step,
        view: view.map_or_else(String::new, |view| view.name().to_owned()),
    }
}

fn fragment_of(view: Option<View>) -> String {
    view.map_or_else(String::new, View::fragment)
}

/// True if `fragment`, the part of the URL after `#`, is empty or names a view, so that the page may replace it.
/// The explainer uses other fragments, and users may type any fragment.
/// A fragment with an unknown view is kept, so that the user can correct it.
fn is_own(fragment: &str) -> bool {
    fragment.is_empty() || View::of_fragment(fragment).is_some()
}

/// The part of the URL after `#` while the explainer is closed.
pub fn view_fragment() -> String {
    fragment_of(HISTORY.with_borrow(|history| history.shown))
}

/// The open dialogs, the topmost last.
/// Every key press calls this function, which therefore does not search the document.
pub fn open_dialogs() -> Vec<HtmlDialogElement> {
    let is_there = |dialog: &&HtmlDialogElement| dialog.open() && dialog.is_connected();
    HISTORY.with_borrow(|history| history.open.iter().filter(is_there).cloned().collect())
}

pub fn opened(dialog: &HtmlDialogElement) {
    HISTORY.with_borrow_mut(|history| history.opened(dialog));
    settle();
}

pub fn closed(dialog: &HtmlDialogElement) {
    HISTORY.with_borrow_mut(|history| history.closed(dialog));
}

/// Adds missing history entries in a later task.
/// Before that task, it is not certain which dialogs are open: a dialog may refuse to close or may open another dialog.
fn settle() {
    spawn_local(async {
        next_task().await;
        // A change of the language creates the elements of all dialogs again.
        // Remove the old elements of the dialogs from the list of open dialogs.
        HISTORY.with_borrow_mut(|history| history.open.retain(|dialog| dialog.is_connected()));
        while let Some(NewEntry { step, view, reason }) = HISTORY.with_borrow_mut(PageHistory::next) {
            let own = (reason == Reason::View).then(|| fragment_of(view));
            push_history(&entry_of(step, view), own.as_deref());
        }
    });
}

/// Sends the `cancel` event, as the Escape key does, so that a dialog can refuse to close.
fn ask_to_close(dialog: &HtmlDialogElement) {
    let cancelable = EventInit::new();
    cancelable.set_cancelable(true);
    let Ok(cancel) = Event::new_with_event_init_dict("cancel", &cancelable) else {
        return;
    };
    // Sending an event to an existing element never fails.
    if dialog.dispatch_event(&cancel).unwrap_or(false) && dialog.open() {
        dialog.close();
    }
}

#[cfg(test)]
mod tests;
