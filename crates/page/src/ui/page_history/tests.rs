use super::*;

/// Simulates a browser whose history contains the page.
#[derive(Default)]
struct Browser {
    history: PageHistory<&'static str>,
    /// The view that is stored in each entry of the page in the browser history.
    views: Vec<Option<View>>,
    at: usize,
}

impl Browser {
    fn without_views() -> Browser {
        Browser {
            views: vec![None],
            ..Browser::default()
        }
    }

    /// The page shows the label view and is in its first entry of the browser history.
    fn labeling() -> Browser {
        let mut browser = Browser::without_views();
        browser.show_at_once(Some(View::Label));
        browser
    }

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

    fn show(&mut self, view: View) {
        assert!(!self.history.show(Some(view), true));
        self.settle();
    }

    /// Changes the view without adding a history entry, as when another screen opens or a project is restored.
    fn show_at_once(&mut self, view: Option<View>) {
        assert!(self.history.show(view, false));
        self.views[self.at] = view;
        self.settle();
    }

    /// Moves to the history entry `to`. Closes the dialogs of later entries, except for the dialog `refuses`.
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

    /// Presses the Back button once, and goes further back as often as the page requests ([`PopAction::Skip`]).
    /// Returns false if the user leaves the page.
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
fn back_button_closes_the_topmost_dialog_and_finally_leaves_the_page() {
    let mut browser = Browser::default();
    browser.open("explainer");
    browser.open("film");
    assert_eq!(browser.at, 2);
    assert_eq!(browser.go(1, ""), PopAction::Close(vec!["film"]));
    assert_eq!(browser.go(0, ""), PopAction::Close(vec!["explainer"]));
    assert_eq!(browser.go(2, ""), PopAction::Stay);
    assert_eq!(browser.go(1, ""), PopAction::Skip(2));
}

#[test]
fn history_entry_of_closed_dialog_is_reused() {
    let mut browser = Browser::default();
    browser.open("explainer");
    browser.open("film");
    browser.close("film");
    assert_eq!(browser.at, 2);
    assert_eq!(
        browser.go(1, ""),
        PopAction::Close(vec!["explainer"]),
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
fn back_button_closes_the_dialog_then_returns_to_the_previous_view_then_leaves() {
    let mut browser = Browser::labeling();
    browser.show(View::Data);
    browser.show(View::Export);
    browser.open("prompt");
    assert_eq!(browser.at, 3);
    assert!(browser.back());
    assert_eq!((browser.history.open.len(), browser.shown()), (0, Some(View::Export)));
    assert!(browser.back());
    assert_eq!(browser.shown(), Some(View::Data));
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
    browser.show_at_once(None);
    assert_eq!(browser.at, 1);
    assert!(!browser.back());
    // The first view of the next project replaces the entry of the screen without views.
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
fn new_view_replaces_the_history_entry_after_a_refused_departure() {
    let mut browser = Browser::labeling_after_an_import();
    // If labels are unsaved, the browser asks before the user leaves the page.
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
    browser.history.show(None, false);
    assert_eq!(browser.history.restart(Some(View::Data)), None);
    assert_eq!(browser.shown(), None);
}
