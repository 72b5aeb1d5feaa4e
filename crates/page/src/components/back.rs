//! The browser's Back closes the dialog on top, as Escape does, and leaves the page only where none is open.
//!
//! For that the browser's history has a step for each open dialog. The step of one that is closed otherwise stays, for the
//! next: to go back costs the browser a while, in which the page could not be reloaded. So Back from where no dialog is open
//! goes on, out of the page.

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{Event, EventInit, HtmlDialogElement};

use fastgas_platform::{add_step, begin_steps, go_back, next_task, steps};

thread_local! {
    static STEPS: RefCell<Steps<HtmlDialogElement>> = RefCell::default();
}

/// The open dialogs, and the steps of the history within the page.
#[derive(Debug)]
struct Steps<D> {
    /// The last is on top.
    open: Vec<D>,
    there: usize,
}

/// What a person wants who has gone through the history.
#[derive(Debug, PartialEq, Eq)]
enum Wish<D> {
    /// To close these, the one on top first.
    Close(Vec<D>),
    /// To go so many steps further back, out of the page.
    Leave(usize),
    Stay,
}

impl<D> Default for Steps<D> {
    fn default() -> Steps<D> {
        Steps {
            open: Vec::new(),
            there: 0,
        }
    }
}

impl<D: Clone + PartialEq> Steps<D> {
    /// The browser is where there are so many steps.
    fn arrived(&mut self, there: usize) -> Wish<D> {
        let back = self.there.saturating_sub(there);
        self.there = there;
        match (back, self.open.is_empty()) {
            (0, _) => Wish::Stay,
            (_, true) => Wish::Leave(there + 1),
            (_, false) => Wish::Close(self.open.iter().rev().take(back).cloned().collect()),
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

    /// The step that a dialog is without; from now on it has it.
    fn next(&mut self) -> Option<usize> {
        (self.there < self.open.len()).then(|| {
            self.there += 1;
            self.there
        })
    }
}

/// Listens until the page is left.
pub fn listen() {
    // A reload leaves the steps there.
    match steps() {
        Some(there) => STEPS.with_borrow_mut(|at| at.there = there),
        None => begin_steps(),
    }
    let handle = window_event_listener(ev::popstate, |_| {
        let Some(there) = steps() else {
            begin_steps();
            STEPS.with_borrow_mut(|at| at.there = 0);
            return settle();
        };
        match STEPS.with_borrow_mut(|at| at.arrived(there)) {
            Wish::Close(dialogs) => dialogs.iter().for_each(ask_to_close),
            Wish::Leave(steps) => go_back(steps),
            Wish::Stay => {}
        }
        settle();
    });
    on_cleanup(move || handle.remove());
}

/// The dialogs that are open, the one on top last. They are not looked for in the page: that takes as long as there are
/// texts in it, and keys ask.
pub fn open_dialogs() -> Vec<HtmlDialogElement> {
    let is_there = |dialog: &&HtmlDialogElement| dialog.open() && dialog.is_connected();
    STEPS.with_borrow(|at| at.open.iter().filter(is_there).cloned().collect())
}

pub fn opened(dialog: &HtmlDialogElement) {
    STEPS.with_borrow_mut(|at| at.opened(dialog));
    settle();
}

pub fn closed(dialog: &HtmlDialogElement) {
    STEPS.with_borrow_mut(|at| at.closed(dialog));
}

/// Gives a step to each dialog, once it is clear which are open: one may have refused to close, or have given way to another.
fn settle() {
    spawn_local(async {
        next_task().await;
        // In another language the page is made anew.
        STEPS.with_borrow_mut(|at| at.open.retain(|dialog| dialog.is_connected()));
        while let Some(step) = STEPS.with_borrow_mut(Steps::next) {
            add_step(step);
        }
    });
}

/// As Escape asks: a dialog may have something else in mind.
fn ask_to_close(dialog: &HtmlDialogElement) {
    let cancelable = EventInit::new();
    cancelable.set_cancelable(true);
    let Ok(cancel) = Event::new_with_event_init_dict("cancel", &cancelable) else {
        return;
    };
    // Dispatched to an element that is there, it never throws.
    if dialog.dispatch_event(&cancel).unwrap_or(false) && dialog.open() {
        dialog.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A history with the page in it; a person goes through it.
    #[derive(Default)]
    struct Browser {
        steps: Steps<&'static str>,
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

        /// Goes there; what is left is closed, but for what `refuses`.
        fn go(&mut self, to: usize, refuses: &str) -> Wish<&'static str> {
            self.at = to;
            let wish = self.steps.arrived(to);
            if let Wish::Close(dialogs) = &wish {
                for dialog in dialogs.iter().filter(|&&dialog| dialog != refuses) {
                    self.steps.closed(dialog);
                }
            }
            self.settle();
            wish
        }
    }

    #[test]
    fn back_closes_what_is_on_top_and_then_leaves() {
        let mut browser = Browser::default();
        browser.open("think");
        browser.open("film");
        assert_eq!(browser.at, 2);
        assert_eq!(browser.go(1, ""), Wish::Close(vec!["film"]));
        assert_eq!(browser.go(0, ""), Wish::Close(vec!["think"]));
        // Forward leads nowhere, and Back from there out of the page.
        assert_eq!(browser.go(2, ""), Wish::Stay);
        assert_eq!(browser.go(1, ""), Wish::Leave(2));
    }

    #[test]
    fn the_step_of_what_closes_otherwise_is_for_the_next() {
        let mut browser = Browser::default();
        browser.open("think");
        browser.open("film");
        browser.close("film");
        assert_eq!(browser.at, 2);
        assert_eq!(browser.go(1, ""), Wish::Close(vec!["think"]), "there is no other");
        browser.open("help");
        assert_eq!(browser.at, 1);
        browser.close("help");
        assert_eq!(browser.go(0, ""), Wish::Leave(1));
    }

    #[test]
    fn a_dialog_that_stays_gets_its_step_back() {
        let mut browser = Browser::default();
        browser.open("import");
        assert_eq!(browser.go(0, "import"), Wish::Close(vec!["import"]));
        assert_eq!(browser.at, 1);
        browser.close("import");
        browser.open("question");
        assert_eq!(browser.at, 1, "the one that follows takes it over");
    }

    #[test]
    fn several_are_left_at_once() {
        let mut browser = Browser::default();
        ["a", "b", "c"].into_iter().for_each(|dialog| browser.open(dialog));
        assert_eq!(browser.go(1, ""), Wish::Close(vec!["c", "b"]));
        assert_eq!((browser.at, browser.steps.open.as_slice()), (1, &["a"][..]));
    }
}
