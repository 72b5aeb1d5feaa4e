//! The views of the result screen, and the drawer with the settings of the selection.

use serde::{Deserialize, Serialize};

use crate::i18n::split_language;
use crate::labeling::last_step::LastStep;
use crate::state::AppState;
use crate::state::tracked::Tracked;

/// A view of the result screen. Each view shows only what one task needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    Data,
    #[default]
    Label,
    Review,
    Export,
}

impl View {
    pub const ALL: [View; 4] = [View::Data, View::Label, View::Review, View::Export];

    /// The name of the view in the URL and in element ids.
    pub fn name(self) -> &'static str {
        match self {
            View::Data => "data",
            View::Label => "label",
            View::Review => "review",
            View::Export => "export",
        }
    }

    pub fn named(name: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.name() == name)
    }

    pub fn fragment(self) -> String {
        format!("{FRAGMENT}{}", self.name())
    }

    /// The view in the URL fragment, which may also contain the page's language.
    pub fn of_fragment(fragment: &str) -> Option<View> {
        let (_, others) = split_language(fragment);
        others.strip_prefix(FRAGMENT).and_then(View::named)
    }
}

const FRAGMENT: &str = "view=";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewState {
    pub shown: View,
    /// True if the user has changed the view since the project was opened.
    /// If the user has not changed the view, the page shows the view of the previous visit.
    pub is_chosen: bool,
    pub is_settings_open: bool,
    /// True if the URL or the browser history names a view, which takes precedence over the view of the previous visit.
    is_linked: bool,
    /// Number of entries in the label log when the user opened the view, but at most the current number.
    /// The user made the changes in these log entries in other views.
    pub(crate) n_earlier_entries: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Msg {
    Show(View),
    /// Show this view instead of the view of the previous visit, as soon as the project is read.
    Link(View),
    OpenSettings,
    CloseSettings,
}

impl ViewState {
    pub fn linked(view: View) -> ViewState {
        ViewState {
            shown: view,
            is_linked: true,
            ..ViewState::default()
        }
    }
}

// Methods of `Tracked`, not of `ViewState`: a call notifies the dependent views only if the method changes the state.
impl Tracked<ViewState> {
    pub(crate) fn update(&mut self, msg: Msg) {
        match msg {
            Msg::Show(view) => self.show(view),
            Msg::Link(view) => **self = ViewState::linked(view),
            Msg::OpenSettings => self.is_settings_open = true,
            Msg::CloseSettings => self.close_settings(),
        }
    }

    /// Shows a view. The user can go back to the previous view with the browser history.
    pub(crate) fn show(&mut self, view: View) {
        if self.shown != view {
            self.shown = view;
            self.is_chosen = true;
        }
    }

    /// Shows the view of the previous visit, unless the URL has named a view.
    pub(crate) fn restore(&mut self, view: View) {
        if !std::mem::take(&mut self.is_linked) {
            self.shown = view;
        }
        self.is_chosen = false;
    }

    pub(crate) fn close_settings(&mut self) {
        if self.is_settings_open {
            self.is_settings_open = false;
        }
    }
}

impl AppState {
    /// The last change of the labels, which the current view describes next to its undo button.
    /// The label view always describes the last change. Other views describe only a change made since they were opened.
    pub(crate) fn last_step_shown(&self) -> Option<LastStep> {
        let project = self.project.as_ref()?;
        let is_own = project.annotations.history.log().len() > self.view.n_earlier_entries;
        (is_own || self.view.shown == View::Label).then(|| LastStep::of(project))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers;
    use crate::labeling;
    use crate::run;
    use crate::session;
    use crate::state::Msg as StateMsg;
    use crate::test_support;
    use crate::test_support::numbered_texts::selected;
    use fastgas_annotation::label::History;

    /// The rows of the three picks are 2, 0 and 1.
    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
        state
    }

    fn show(state: &mut AppState, view: View) {
        state.apply_now(StateMsg::View(Msg::Show(view)));
    }

    #[test]
    fn view_is_read_from_its_url() {
        for view in View::ALL {
            assert_eq!(View::of_fragment(&view.fragment()), Some(view));
            let in_german = format!("lang=de&{}", view.fragment());
            assert_eq!(View::of_fragment(&in_german), Some(view));
        }
        for other in ["", "view=", "view=Data", "view=labels", "tour=start", "data"] {
            assert_eq!(View::of_fragment(other), None, "{other}");
        }
    }

    #[test]
    fn jump_to_a_text_shows_the_label_view() {
        let mut state = labeling();
        show(&mut state, View::Data);
        assert_eq!((state.view.shown, state.view.is_chosen), (View::Data, true));
        state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(1)));
        assert_eq!(state.view.shown, View::Label);
        assert_eq!(state.project.as_ref().and_then(|project| project.view.current), Some(1));
        // No text has an answer of a language model, so the message `GoToNext` opens no text and keeps the view.
        show(&mut state, View::Review);
        state.apply_now(StateMsg::ModelAnswers(answers::Msg::GoToNext));
        assert_eq!(state.view.shown, View::Review);
    }

    #[test]
    fn view_is_stored_and_restored_with_the_position() {
        let mut state = labeling();
        state.position_to_save();
        show(&mut state, View::Export);
        let position = state.position_to_save().expect("the view has changed");
        assert_eq!(position.view, View::Export);
        assert_eq!(state.position_to_save(), None);
        let json = serde_json::to_string(&position).expect("it can be written");
        let restore = || {
            StateMsg::Session(session::Msg::RestorePosition(
                serde_json::from_str(&json).expect("it can be read"),
            ))
        };
        let mut again = labeling();
        again.apply_now(restore());
        assert_eq!((again.view.shown, again.view.is_chosen), (View::Export, false));
        // The view in the URL has precedence over the view of the previous visit only once.
        let mut linked = labeling();
        *linked.view = ViewState::linked(View::Data);
        linked.apply_now(restore());
        assert_eq!(linked.view.shown, View::Data);
        linked.apply_now(restore());
        assert_eq!(linked.view.shown, View::Export);
        // The user went back in the browser history before the page had read the project.
        linked.apply_now(StateMsg::View(Msg::Link(View::Review)));
        linked.apply_now(restore());
        assert_eq!((linked.view.shown, linked.view.is_chosen), (View::Review, false));
    }

    #[test]
    fn position_of_an_older_version_shows_the_label_view() {
        let mut state = labeling();
        let position = serde_json::from_str(r#"{"row":1}"#).expect("it can be read");
        state.apply_now(StateMsg::Session(session::Msg::RestorePosition(position)));
        assert_eq!(state.view.shown, View::Label);
    }

    #[test]
    fn views_describe_their_own_steps_and_the_label_view_every_step() {
        let mut state = labeling();
        let words = |state: &AppState| state.last_step_shown().map(|step| step.words);
        state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 1);
        assert!(words(&state).is_some_and(|words| words.starts_with("Labeled as")));
        for view in [View::Export, View::Data, View::Review] {
            show(&mut state, view);
            assert_eq!(words(&state), None, "{view:?}");
        }
        state.apply(StateMsg::Labeling(labeling::Msg::Undo), 2);
        assert!(words(&state).is_some_and(|words| words.starts_with("Undone:")));
        show(&mut state, View::Export);
        assert_eq!(words(&state), None);
        show(&mut state, View::Label);
        assert!(words(&state).is_some_and(|words| words.starts_with("Undone:")));
    }

    #[test]
    fn view_describes_its_own_steps_after_an_undone_import() {
        let mut state = labeling();
        let words = |state: &AppState| state.last_step_shown().map(|step| step.words);
        let history = |state: &mut AppState, change: fn(&mut History)| {
            change(&mut state.project.get_mut().expect("a project").annotations.history);
        };
        let before = test_support::open_project(&state).annotations.history.snapshot();
        history(&mut state, |history| {
            for row in 0..3 {
                history.give(row, Some("yes"), 1);
            }
        });
        show(&mut state, View::Data);
        assert_eq!(words(&state), None);
        state
            .project
            .get_mut()
            .expect("a project")
            .annotations
            .history
            .return_to(before);
        state.apply_now(StateMsg::DismissMessage);
        assert_eq!(words(&state), None);
        history(&mut state, |history| {
            history.give(0, Some("no"), 2);
        });
        state.apply_now(StateMsg::DismissMessage);
        assert!(words(&state).is_some_and(|words| words.starts_with("Labeled as")));
    }

    #[test]
    fn next_project_starts_in_the_label_view() {
        let mut state = labeling();
        show(&mut state, View::Export);
        state.apply_now(StateMsg::View(Msg::OpenSettings));
        state.forget_project();
        assert_eq!(*state.view, ViewState::default());
    }

    #[test]
    fn settings_close_when_a_selection_starts() {
        let mut state = selected();
        state.apply_now(StateMsg::View(Msg::OpenSettings));
        state.apply_now(StateMsg::Labeling(labeling::Msg::Move(1)));
        assert!(state.view.is_settings_open);
        state.apply_now(StateMsg::Run(run::Msg::Select));
        assert!(state.run.current.is_some());
        assert!(!state.view.is_settings_open);
        state.apply_now(StateMsg::View(Msg::OpenSettings));
        state.apply_now(StateMsg::DismissMessage);
        assert!(state.view.is_settings_open);
    }

    #[test]
    fn time_counts_only_while_the_text_is_shown() {
        let mut state = labeling();
        state.apply(StateMsg::DismissMessage, 1_000);
        state.apply(StateMsg::View(Msg::Show(View::Data)), 4_000);
        state.apply(StateMsg::View(Msg::Show(View::Label)), 60_000);
        state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 62_000);
        let times = state
            .project
            .as_ref()
            .map(|project| project.annotations.history.times());
        assert_eq!(
            times.and_then(|times| times.get(&2)),
            Some(&5_000),
            "3 s before the data view and 2 s after"
        );
    }
}
