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
use crate::shell::views::{self, View};
use crate::state::Msg;
use crate::ui::{use_app, use_state};
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
            // A screen without views cannot show the views of earlier entries.
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

/// Adds missing history entries in a later task, when the page knows which dialogs are open.
/// Until that later task runs, a dialog may refuse to close, or open another dialog.
fn settle() {
    spawn_local(async {
        next_task().await;
        // Changing the language creates all dialogs again.
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
mod tests {
    use super::*;

    /// A simulated browser history that contains the page.
    #[derive(Default)]
    struct Browser {
        history: PageHistory<&'static str>,
        /// The views that the page's history entries store.
        views: Vec<Option<View>>,
        at: usize,
    }

    impl Browser {
        /// A page on a screen without views, in its first entry.
        fn without_views() -> Browser {
            Browser {
                views: vec![None],
                ..Browser::default()
            }
        }

        /// A page that shows the label view in its first entry.
        fn labeling() -> Browser {
            let mut browser = Browser::without_views();
            browser.show_at_once(Some(View::Label));
            browser
        }

        /// A page that shows the label view after a file was imported in a dialog.
        fn labeling_after_an_import() -> Browser {
            let mut browser = Browser::without_views();
            browser.open("import");
            browser.close("import");
            browser.show_at_once(Some(View::Label));
            browser
        }

        fn settle(&mut self) {
            while let Some(new) = self.history.next() {
                self.at = new.step;
                self.views.truncate(new.step);
                self.views.push(new.view);
            }
        }

        fn open(&mut self, dialog: &'static str) {
            self.history.opened(&dialog);
            self.settle();
        }

        fn close(&mut self, dialog: &'static str) {
            self.history.closed(&dialog);
            self.settle();
        }

        /// Simulates that the user changes the view.
        fn show(&mut self, view: View) {
            assert!(!self.history.show(Some(view), true));
            self.settle();
        }

        /// Simulates that the screen changes, or that the view of the last visit is restored.
        fn show_at_once(&mut self, view: Option<View>) {
            assert!(self.history.show(view, false));
            self.views[self.at] = view;
            self.settle();
        }

        /// Navigates to entry `to` and closes the dialogs of later entries, except for the dialog named `refuses`.
        fn go(&mut self, to: usize, refuses: &str) -> PopAction<&'static str> {
            self.at = to;
            let view = self.views.get(to).copied().flatten();
            let wish = self.history.arrived(to, view);
            if matches!(wish, PopAction::Close(_) | PopAction::Stay)
                && let Some(view) = self.history.adopt()
            {
                self.views[to] = Some(view);
            }
            if let PopAction::Close(dialogs) = &wish {
                for dialog in dialogs.iter().filter(|&&dialog| dialog != refuses) {
                    self.history.closed(dialog);
                }
            }
            self.settle();
            wish
        }

        /// Presses the Back button and carries out all reactions. Returns false if the page is left.
        fn back(&mut self) -> bool {
            let mut steps = 1;
            while let Some(to) = self.at.checked_sub(steps) {
                match self.go(to, "") {
                    PopAction::Skip(further) => steps = further,
                    _ => return true,
                }
            }
            false
        }

        fn reload(&mut self) {
            let (step, view) = (self.at, self.views[self.at]);
            self.history = PageHistory::default();
            self.history.reloaded(step, view);
            self.show_at_once(view);
        }

        fn shown(&self) -> Option<View> {
            self.history.shown
        }
    }

    #[test]
    fn back_closes_topmost_dialog_and_finally_leaves() {
        let mut browser = Browser::default();
        browser.open("think");
        browser.open("film");
        assert_eq!(browser.at, 2);
        assert_eq!(browser.go(1, ""), PopAction::Close(vec!["film"]));
        assert_eq!(browser.go(0, ""), PopAction::Close(vec!["think"]));
        // The Forward button does nothing, and afterwards the Back button leaves the page.
        assert_eq!(browser.go(2, ""), PopAction::Stay);
        assert_eq!(browser.go(1, ""), PopAction::Skip(2));
    }

    #[test]
    fn history_entry_of_closed_dialog_is_reused() {
        let mut browser = Browser::default();
        browser.open("think");
        browser.open("film");
        browser.close("film");
        assert_eq!(browser.at, 2);
        assert_eq!(
            browser.go(1, ""),
            PopAction::Close(vec!["think"]),
            "no other dialog is open"
        );
        browser.open("help");
        assert_eq!(browser.at, 1);
        browser.close("help");
        assert_eq!(browser.go(0, ""), PopAction::Skip(1));
    }

    #[test]
    fn dialog_that_refuses_to_close_regains_its_history_entry() {
        let mut browser = Browser::default();
        browser.open("import");
        assert_eq!(browser.go(0, "import"), PopAction::Close(vec!["import"]));
        assert_eq!(browser.at, 1);
        browser.close("import");
        browser.open("question");
        assert_eq!(browser.at, 1, "the next dialog reuses the entry");
    }

    #[test]
    fn several_dialogs_are_closed_together() {
        let mut browser = Browser::default();
        ["a", "b", "c"].into_iter().for_each(|dialog| browser.open(dialog));
        assert_eq!(browser.go(1, ""), PopAction::Close(vec!["c", "b"]));
        assert_eq!((browser.at, browser.history.open.as_slice()), (1, &["a"][..]));
    }

    #[test]
    fn back_closes_the_dialog_then_returns_to_the_view_before_then_leaves() {
        let mut browser = Browser::labeling();
        browser.show(View::Data);
        browser.show(View::Export);
        browser.open("prompt");
        assert_eq!(browser.at, 3);
        assert!(browser.back());
        assert_eq!((browser.history.open.len(), browser.shown()), (0, Some(View::Export)));
        assert!(browser.back());
        assert_eq!(browser.shown(), Some(View::Data));
        // The Forward button returns to the later view.
        assert_eq!(browser.go(2, ""), PopAction::Show(View::Export));
        assert!(browser.back());
        assert!(browser.back());
        assert_eq!((browser.at, browser.shown()), (0, Some(View::Label)));
        assert!(!browser.back());
    }

    #[test]
    fn entries_of_closed_dialogs_are_skipped_between_views() {
        let mut browser = Browser::labeling();
        browser.open("help");
        browser.close("help");
        browser.show(View::Data);
        browser.open("team");
        browser.close("team");
        assert_eq!(browser.views.len(), 4);
        assert!(browser.back());
        assert_eq!((browser.at, browser.shown()), (1, Some(View::Label)));
        assert!(!browser.back(), "the entry of the help is skipped");
    }

    #[test]
    fn views_of_entries_survive_a_reload() {
        let mut browser = Browser::labeling();
        browser.show(View::Data);
        browser.open("help");
        browser.close("help");
        browser.reload();
        assert_eq!((browser.at, browser.shown()), (2, Some(View::Data)));
        assert!(browser.back());
        assert_eq!((browser.at, browser.shown()), (0, Some(View::Label)));
        browser.show(View::Review);
        browser.reload();
        browser.open("offers");
        assert!(browser.back());
        assert_eq!((browser.history.open.len(), browser.shown()), (0, Some(View::Review)));
        assert!(browser.back());
        assert_eq!(browser.shown(), Some(View::Label));
        assert!(!browser.back());
    }

    #[test]
    fn dialog_that_closes_with_a_change_of_the_view_leaves_no_view_behind() {
        let mut browser = Browser::labeling();
        browser.show(View::Review);
        browser.open("duplicates");
        browser.history.closed(&"duplicates");
        browser.show(View::Label);
        assert!(browser.back());
        assert_eq!(browser.shown(), Some(View::Review));
        assert!(browser.back());
        assert_eq!((browser.at, browser.shown()), (0, Some(View::Label)));
    }

    #[test]
    fn screen_without_views_has_no_entries_of_views() {
        let mut browser = Browser::labeling();
        browser.show(View::Data);
        // The user closes the open project.
        browser.show_at_once(None);
        assert_eq!(browser.at, 1);
        assert!(!browser.back());
        // The next project is shown in the entry of the previous screen.
        browser.show_at_once(Some(View::Review));
        assert_eq!(browser.views[0], Some(View::Review));
    }

    #[test]
    fn entry_of_a_screen_without_views_gets_the_view_at_which_back_closes_a_dialog() {
        let mut browser = Browser::labeling_after_an_import();
        browser.open("help");
        assert_eq!(browser.go(0, ""), PopAction::Close(vec!["help"]));
        assert_eq!(browser.views[0], Some(View::Label));
        browser.show(View::Data);
        assert_eq!(browser.at, 1);
        assert!(browser.back());
        assert_eq!((browser.at, browser.shown()), (0, Some(View::Label)));
        assert!(!browser.back());
    }

    #[test]
    fn view_replaces_an_entry_that_the_user_refused_to_leave() {
        let mut browser = Browser::labeling_after_an_import();
        // If labels are unsaved, the browser asks before the page is left.
        assert_eq!(browser.go(0, ""), PopAction::Skip(1));
        assert!(browser.history.show(Some(View::Data), true));
        assert_eq!(browser.history.of_entry, Some(View::Data));
    }

    #[test]
    fn view_replaces_only_fragments_of_views() {
        for own in ["", "view=data", "view=label"] {
            assert!(is_own(own), "{own}");
        }
        for other in ["view=", "view=labels", "tour=start", "lang=de", "main"] {
            assert!(!is_own(other), "{other}");
        }
    }

    #[test]
    fn restored_view_adds_no_entry() {
        let mut browser = Browser::labeling();
        browser.show_at_once(Some(View::Export));
        assert_eq!((browser.at, browser.views.as_slice()), (0, &[Some(View::Export)][..]));
    }

    #[test]
    fn edited_url_shows_its_view() {
        let mut browser = Browser::labeling();
        browser.show(View::Data);
        assert_eq!(browser.history.restart(Some(View::Export)), Some(View::Export));
        assert_eq!((browser.shown(), browser.history.next()), (Some(View::Export), None));
        for linked in [Some(View::Export), None] {
            assert_eq!(browser.history.restart(linked), None);
            assert_eq!(browser.shown(), Some(View::Export));
        }
        // The page shows no project.
        browser.history.show(None, false);
        assert_eq!(browser.history.restart(Some(View::Data)), None);
        assert_eq!(browser.shown(), None);
    }
}
