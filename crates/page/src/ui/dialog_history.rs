//! Lets the browser's Back button close the topmost dialog, like Escape. Back leaves the page only if no dialog is open.
//!
//! The browser history contains one entry per open dialog. If a dialog is closed in another way, its entry is kept for the
//! next dialog. Going back in the history takes the browser some time, during which the page could not be reloaded. If no
//! dialog is open, Back therefore skips such entries and leaves the page.

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{Event, EventInit, HtmlDialogElement};

use fastgas_platform::{go_back, history_depth, mark_first_history_entry, next_task, push_history};

thread_local! {
    static DIALOGS: RefCell<DialogStack<HtmlDialogElement>> = RefCell::default();
}

/// The open dialogs, and the current position among the history entries of the page.
#[derive(Debug)]
struct DialogStack<D> {
    /// The last one is on top.
    open: Vec<D>,
    there: usize,
}

/// The reaction to a navigation in the history.
#[derive(Debug, PartialEq, Eq)]
enum PopAction<D> {
    /// Close these dialogs, topmost first.
    Close(Vec<D>),
    /// Go back this many further entries, out of the page.
    Leave(usize),
    Stay,
}

impl<D> Default for DialogStack<D> {
    fn default() -> DialogStack<D> {
        DialogStack {
            open: Vec::new(),
            there: 0,
        }
    }
}

impl<D: Clone + PartialEq> DialogStack<D> {
    /// Updates the position after the browser has navigated to entry `there`, and returns the reaction.
    fn arrived(&mut self, there: usize) -> PopAction<D> {
        let back = self.there.saturating_sub(there);
        self.there = there;
        match (back, self.open.is_empty()) {
            (0, _) => PopAction::Stay,
            (_, true) => PopAction::Leave(there + 1),
            (_, false) => PopAction::Close(self.open.iter().rev().take(back).cloned().collect()),
        }
    }

    fn opened(&mut self, dialog: &D) {
        if !self.open.contains(dialog) {
            self.open.push(dialog.clone());
        }
    }

    fn closed(&mut self, dialog: &D) {
        self.open.retain(|open| open != dialog);
    }

    /// Returns the next history entry to add if a dialog has none yet.
    fn next(&mut self) -> Option<usize> {
        (self.there < self.open.len()).then(|| {
            self.there += 1;
            self.there
        })
    }
}

/// Listens to the window until the page is closed.
pub fn listen() {
    // The entries survive a reload.
    match history_depth() {
        Some(there) => DIALOGS.with_borrow_mut(|at| at.there = there),
        None => mark_first_history_entry(),
    }
    let handle = window_event_listener(ev::popstate, |_| {
        let Some(there) = history_depth() else {
            mark_first_history_entry();
            DIALOGS.with_borrow_mut(|at| at.there = 0);
            return settle();
        };
        match DIALOGS.with_borrow_mut(|at| at.arrived(there)) {
            PopAction::Close(dialogs) => dialogs.iter().for_each(ask_to_close),
            PopAction::Leave(steps) => go_back(steps),
            PopAction::Stay => {}
        }
        settle();
    });
    on_cleanup(move || handle.remove());
}

/// The open dialogs, topmost last. A search in the document would be slow, because its duration grows with the number of
/// texts and every key press calls this function.
pub fn open_dialogs() -> Vec<HtmlDialogElement> {
    let is_there = |dialog: &&HtmlDialogElement| dialog.open() && dialog.is_connected();
    DIALOGS.with_borrow(|at| at.open.iter().filter(is_there).cloned().collect())
}

pub fn opened(dialog: &HtmlDialogElement) {
    DIALOGS.with_borrow_mut(|at| at.opened(dialog));
    settle();
}

pub fn closed(dialog: &HtmlDialogElement) {
    DIALOGS.with_borrow_mut(|at| at.closed(dialog));
}

/// Adds missing history entries in a later task, when the open dialogs are known: a dialog may refuse to close, or open
/// another dialog.
fn settle() {
    spawn_local(async {
        next_task().await;
        // A change of the language recreates all dialogs.
        DIALOGS.with_borrow_mut(|at| at.open.retain(|dialog| dialog.is_connected()));
        while let Some(step) = DIALOGS.with_borrow_mut(DialogStack::next) {
            push_history(step);
        }
    });
}

/// Dispatches `cancel` like Escape, so that a dialog can prevent closing.
fn ask_to_close(dialog: &HtmlDialogElement) {
    let cancelable = EventInit::new();
    cancelable.set_cancelable(true);
    let Ok(cancel) = Event::new_with_event_init_dict("cancel", &cancelable) else {
        return;
    };
    // Dispatching to an existing element never throws.
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
        steps: DialogStack<&'static str>,
        at: usize,
    }

    impl Browser {
        fn settle(&mut self) {
            while let Some(step) = self.steps.next() {
                self.at = step;
            }
        }

        fn open(&mut self, dialog: &'static str) {
            self.steps.opened(&dialog);
            self.settle();
        }

        fn close(&mut self, dialog: &'static str) {
            self.steps.closed(&dialog);
            self.settle();
        }

        /// Navigates to entry `to` and closes the dialogs above it, except the one named `refuses`.
        fn go(&mut self, to: usize, refuses: &str) -> PopAction<&'static str> {
            self.at = to;
            let wish = self.steps.arrived(to);
            if let PopAction::Close(dialogs) = &wish {
                for dialog in dialogs.iter().filter(|&&dialog| dialog != refuses) {
                    self.steps.closed(dialog);
                }
            }
            self.settle();
            wish
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
        // Forward does nothing, and Back from there leaves the page.
        assert_eq!(browser.go(2, ""), PopAction::Stay);
        assert_eq!(browser.go(1, ""), PopAction::Leave(2));
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
        assert_eq!(browser.go(0, ""), PopAction::Leave(1));
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
        assert_eq!((browser.at, browser.steps.open.as_slice()), (1, &["a"][..]));
    }
}
