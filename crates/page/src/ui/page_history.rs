//! The page's entries in the browser history: one per open dialog, and one per change of the view.
//!
//! The Back button first closes the topmost dialog, like the Escape key, then returns to the previous view, then leaves the page.
//! The entries and their positions survive a reload.
//!
//! If a dialog is closed in another way, its entry is kept for the next dialog.
//! Going back in the history takes the browser some time, during which the page could not be reloaded.
//! If no dialog is open, the Back button therefore skips the entries of closed dialogs.
//!
//! ```text
//!  entry       0        1        2            3
//!  added for   –        view     view         dialog
//!  URL         #view=…  #view=…  #view=…      as before
//!  Back from   leaves   ◀── the view ──▶      closes the dialog
//! ```

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
    /// The functions to call when the user edits the URL while the page is open.
    static LINK_FOLLOWERS: RefCell<Vec<Rc<dyn Fn()>>> = RefCell::default();
}

/// The open dialogs, the view, and the page's history entries up to the current entry.
#[derive(Debug)]
struct PageHistory<D> {
    /// The open dialogs. The last dialog is on top.
    open: Vec<D>,
    /// The reason why each entry after the first was added, up to the current entry.
    entries: Vec<Reason>,
    /// The view on the screen. `None` on a screen without views.
    shown: Option<View>,
    /// The view that is stored in the current history entry.
    of_entry: Option<View>,
}

/// The reason why a history entry was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Dialog,
    View,
    /// The entry was added before the last reload, or is later than an entry to which the user went back.
    Unknown,
}

/// The reaction of the page to a navigation in the history.
#[derive(Debug, PartialEq, Eq)]
enum PopAction<D> {
    /// Close these dialogs, the topmost dialog first.
    Close(Vec<D>),
    Show(View),
    /// Go back by this number of further entries, which show the dialogs and the view that are already on the screen.
    Skip(usize),
    Stay,
}

/// A history entry that the page has to add.
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
    /// The history after a reload, with `step` as the current entry.
    fn reloaded(&mut self, step: usize, view: Option<View>) {
        self.entries = vec![Reason::Unknown; step];
        self.of_entry = view;
    }

    /// Updates the position after the browser has navigated to the entry `step`, and returns the reaction.
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
            // A screen without views cannot show the view of an earlier entry, so go back further.
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

    /// Stores the view on the screen in the current entry if the entry has no view. Returns the stored view.
    /// An entry that was added on a screen without views has no view.
    fn adopt(&mut self) -> Option<View> {
        if self.of_entry.is_none() {
            self.of_entry = self.shown;
            return self.shown;
        }
        None
    }

    /// Updates the view on the screen. Returns whether `view` becomes the view of the current entry.
    /// `is_chosen` is false if the user did not change the view. A screen without views has no separate entries.
    fn show(&mut self, view: Option<View>, is_chosen: bool) -> bool {
        let replaces = !is_chosen || self.shown.is_none() || view.is_none() || self.of_entry.is_none();
        self.shown = view;
        if replaces {
            self.of_entry = view;
        }
        replaces
    }

    /// Makes the current entry, which the page did not create, the first entry. `linked` is the view in the URL of the entry.
    /// Returns the view to show if the URL names another view than the view on the screen.
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

    /// Returns the next entry to add: for the view if the current entry has another view, or for a dialog without an entry.
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

/// Calls `follow` whenever the user edits the URL of the open page, or follows a link to another fragment of the URL.
pub fn on_link(follow: impl Fn() + 'static) {
    LINK_FOLLOWERS.with_borrow_mut(|followers| followers.push(Rc::new(follow)));
}

/// Listens to the window and follows changes of the view until the page is closed.
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
        // The page first reads the project of the last visit. Until then, the screen shows no view and the page must not be left.
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

/// Writes each change of the view to the history and to the URL.
fn follow_view() {
    // `None` until the project of the last visit is read, because the URL may name a view of this project.
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

/// Writes the view on the screen to the current entry if the entry has no view, because the user stays at this entry.
fn adopt_entry(step: usize) {
    if let Some(view) = HISTORY.with_borrow_mut(PageHistory::adopt) {
        replace_entry(step, Some(view));
    }
}

/// Replaces the current entry, and also the URL if its fragment belongs to a view.
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

/// Whether the view may replace this URL fragment.
/// The explainer has fragments that do not name a view, and users may type any fragment.
/// A fragment with an unknown name of a view stays, so that the user can correct the name.
fn is_own(fragment: &str) -> bool {
    fragment.is_empty() || View::of_fragment(fragment).is_some()
}

/// The URL fragment while the explainer is closed.
pub fn view_fragment() -> String {
    fragment_of(HISTORY.with_borrow(|history| history.shown))
}

/// The open dialogs, topmost last. Every key press calls this function, so the function does not search the document.
/// The duration of a search in the document grows with the number of texts.
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

/// Adds missing history entries in a later task, when it is certain which dialogs are open.
/// Until that later task runs, a dialog may refuse to close, or open another dialog.
fn settle() {
    spawn_local(async {
        next_task().await;
        // Drop the dialogs of the previous language, because a change of the language creates all dialogs again.
        HISTORY.with_borrow_mut(|history| history.open.retain(|dialog| dialog.is_connected()));
        while let Some(NewEntry { step, view, reason }) = HISTORY.with_borrow_mut(PageHistory::next) {
            let own = (reason == Reason::View).then(|| fragment_of(view));
            push_history(&entry_of(step, view), own.as_deref());
        }
    });
}

/// Dispatches the event `cancel`, as the Escape key does, so that a dialog can prevent closing.
fn ask_to_close(dialog: &HtmlDialogElement) {
    let cancelable = EventInit::new();
    cancelable.set_cancelable(true);
    let Ok(cancel) = Event::new_with_event_init_dict("cancel", &cancelable) else {
        return;
    };
    // Dispatching an event to an existing element never throws.
    if dialog.dispatch_event(&cancel).unwrap_or(false) && dialog.open() {
        dialog.close();
    }
}

#[cfg(test)]
mod tests;
