//! Where a person is in a project: the text before them, how the map is colored, what it shows, the settings in the form, and
//! what stands in a field that they have not left.
//!
//! It is kept at every step in the browser's small store, which answers at once: a page that is reloaded or closed in the
//! middle of a word takes that word as if the field had been left.

use serde::{Deserialize, Serialize};

use crate::listing::Listing;
use crate::map::coloring::ColorBy;
use crate::map::state::{Filter, MapAction};
use crate::settings::Settings;
use crate::store::{Action, AppState, Effect};
use fastgas_annotation::label::Look;
use fastgas_map::Section;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// The row of the text before them.
    pub row: Option<u32>,
    /// Whether that text was answered and stayed only until the disk had the answer.
    pub stays: bool,
    /// What the map's colors say.
    pub color_by: Option<ColorBy>,
    /// What the map does not hide.
    pub filters: Vec<Filter>,
    /// What is searched for on it.
    pub search: String,
    /// What of it is shown.
    pub section: Option<Section>,
    /// Which of the texts stand in the list.
    pub listing: Listing,
    /// Whether why a text was picked is folded away.
    pub hides_reason: bool,
    /// The form, with what was changed in it since the last selection.
    pub settings: Option<Settings>,
    /// What was typed and not yet taken.
    pub typed: Option<Typed>,
    /// When something was typed last, also if it was taken since.
    pub typed_at_ms: Option<u64>,
    /// How long the log was then. The browser writes its small store when it likes to, the log at once: after a crash the log
    /// may know more.
    pub n_said: Option<usize>,
}

/// What stands in a field that was not left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    pub field: Field,
    /// All that stands in it.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
}

/// A field whose text is taken when it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Field {
    /// The answer for a row.
    Answer(u32),
    /// The note beside a row.
    Note(u32),
    Guidelines,
    /// What the label at this place of the set means.
    Meaning(u32),
    /// The name of a label that is not there yet; nothing but Enter takes it.
    NewLabel,
}

impl Field {
    /// Whether what stands in it is kept beside the log.
    fn is_of_head(self) -> bool {
        matches!(self, Field::Guidelines | Field::Meaning(_))
    }
}

/// Where the person is in the open project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Whereabouts {
    place: Place,
    /// As it was kept last.
    kept: Place,
    /// Whether the field was left, so that what was typed is on its way to the disk.
    taken: bool,
}

impl Place {
    /// The place that the small store has, with what the disk has of what was being typed, where that is newer: after a crash the
    /// small store is some seconds behind.
    pub fn with_draft(kept: Option<Place>, draft: Option<Typed>) -> Option<Place> {
        let Some(draft) = draft else { return kept };
        let mut place = kept.unwrap_or_default();
        if place.typed_at_ms.is_none_or(|at_ms| at_ms < draft.at_ms) {
            place.typed = Some(draft);
        }
        Some(place)
    }
}

impl Typed {
    /// The text of which it says something, and what takes it; none where it is of no text.
    fn saying(self) -> Option<(u32, Action)> {
        let Typed { field, text, .. } = self;
        match field {
            Field::Answer(row) => Some((row, Action::Write { row, text })),
            Field::Note(row) => Some((row, Action::Note { row, text })),
            Field::Guidelines | Field::Meaning(_) | Field::NewLabel => None,
        }
    }
}

impl Whereabouts {
    /// Whether somebody writes an answer or a note to the text in `row`.
    pub(super) fn types_of(&self, row: u32) -> bool {
        let field = self
            .place
            .typed
            .as_ref()
            .filter(|_| !self.taken)
            .map(|typed| typed.field);
        matches!(field, Some(Field::Answer(of) | Field::Note(of)) if of == row)
    }
}

impl AppState {
    /// What is as it stands in the project already is no draft: a browser tells nothing of a field that is left as it was
    /// entered, so it would be taken by nobody, and once the page is opened again it would replace what was said since.
    pub(super) fn type_into(&mut self, field: Field, text: String, now_ms: u64) {
        let stands = self.open.as_ref().is_some_and(|open| {
            let said = |row| open.history.labels().said(row);
            match field {
                Field::Answer(row) => open.written(row).unwrap_or_default() == text,
                Field::Note(row) => said(row).note == text,
                Field::Guidelines => open.guidelines == text,
                Field::Meaning(index) => {
                    let name = open.label_names.get(index as usize);
                    name.is_none_or(|name| open.label_looks.of(name).description == text)
                }
                Field::NewLabel => text.is_empty(),
            }
        });
        let typed = Typed {
            field,
            text,
            at_ms: now_ms,
        };
        self.whereabouts.place.typed = Some(typed).filter(|_| !stands);
        self.whereabouts.taken = false;
    }

    /// The person is in the project again that they left.
    pub(super) fn returned(&mut self, place: Place) -> Vec<Effect> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let (n, n_columns) = (open.pool.len(), open.pool.columns().len());
        let is_row = |row: &u32| (*row as usize) < n;
        if let Some(row) = place.row.filter(is_row).filter(|_| open.has_queue()) {
            open.current = Some(row);
        }
        open.listing = place.listing;
        let is_behind = place.n_said.is_some_and(|n_said| n_said < open.history.log().len());
        let goes_on = is_behind || place.stays;
        if let Some(row) = open.current.filter(|&row| goes_on && open.is_answered(row)) {
            open.current = open.next_open().or(Some(row));
        }
        let is_there = |by: &ColorBy| !matches!(by, ColorBy::Column(column) if *column >= n_columns);
        if let Some(color_by) = place.color_by.filter(is_there) {
            self.map.color_by = color_by;
        }
        // What is suggested is not known again before somebody asks.
        let is_known = |filter: &Filter| is_there(&filter.by) && filter.by != ColorBy::Suggestion;
        self.map.section = place.section;
        self.map.filters = place.filters.into_iter().filter(is_known).collect();
        self.whereabouts.place.hides_reason = place.hides_reason;
        if let Some(settings) = place.settings {
            self.settings = settings;
        }
        let mut effects = self.change_map(MapAction::Search(place.search));
        effects.extend(self.retyped(place.typed));
        effects
    }

    /// The current row, where an answer or a note for it is being typed.
    pub(super) fn types_of_current(&self) -> Option<u32> {
        let current = self.open.as_ref()?.current?;
        self.whereabouts.types_of(current).then_some(current)
    }

    /// Takes what stood in the field of the text in this row, where another is current now: a browser in which buttons take
    /// no focus goes on without leaving the field.
    pub(super) fn take_left_behind(&mut self, row: Option<u32>) -> Vec<Effect> {
        let current = self.open.as_ref().and_then(|open| open.current);
        let is_left = |row: &u32| current.is_some_and(|current| current != *row) && self.whereabouts.types_of(*row);
        // Another tab takes it out of the place that is kept.
        let row = row.filter(|_| !self.projects.read_only);
        let typed = row.filter(is_left).and(self.whereabouts.place.typed.clone());
        let Some(typed) = typed else { return Vec::new() };
        let at_ms = typed.at_ms;
        let said = typed.saying();
        said.map_or_else(Vec::new, |(_, action)| self.decide(action, at_ms))
    }

    /// What stood in a field is taken as if the field had been left.
    fn retyped(&mut self, typed: Option<Typed>) -> Vec<Effect> {
        let open = self.open.as_ref();
        // Another tab may still be typing.
        let Some(typed) = typed.filter(|_| !self.projects.read_only) else {
            return Vec::new();
        };
        let Some(open) = open else { return Vec::new() };
        let was_said_since = |row: u32| {
            let last = open.history.log().iter().rev().find(|entry| entry.row == row);
            last.is_some_and(|entry| entry.at_ms > typed.at_ms)
        };
        let is_row = |row: u32| (row as usize) < open.pool.len() && !was_said_since(row);
        let action = match typed.field {
            Field::Answer(_) | Field::Note(_) => {
                let said = typed.clone().saying().filter(|(row, _)| is_row(*row));
                said.map(|(_, action)| action)
            }
            Field::Guidelines => Some(Action::EditGuidelines(typed.text.clone())),
            Field::Meaning(index) => {
                let index = index as usize;
                let look = |name: &String| Look {
                    description: typed.text.clone(),
                    ..open.label_looks.of(name)
                };
                let look = open.label_names.get(index).map(look);
                look.map(|look| Action::ShowLabelAs { index, look })
            }
            Field::NewLabel => None,
        };
        let at_ms = typed.at_ms;
        self.whereabouts.place.typed = Some(typed);
        action.map_or_else(Vec::new, |action| self.decide(action, at_ms))
    }

    /// What stands in a field that was not left, or is on its way to the disk.
    pub fn typed(&self) -> Option<Typed> {
        self.whereabouts.place.typed.clone()
    }

    /// What stands in the field of a new label's name.
    pub fn new_label(&self) -> &str {
        let typed = self.whereabouts.place.typed.as_ref();
        typed
            .filter(|typed| typed.field == Field::NewLabel)
            .map_or("", |typed| &typed.text)
    }

    /// Keeps the place where it has changed. What was typed is kept until what was made of it is on the disk.
    pub fn keep_place(&mut self) -> Option<Place> {
        let open = self.open.as_ref().filter(|_| !self.projects.read_only)?;
        let Whereabouts { place, kept, taken } = &mut self.whereabouts;
        place.row = open.current;
        place.stays = self.staying.is_leaving();
        place.color_by = Some(self.map.color_by);
        place.section = self.map.section;
        place.listing = open.listing;
        place.n_said = Some(open.history.log().len());
        place.typed_at_ms = place.typed.as_ref().map(|typed| typed.at_ms).max(place.typed_at_ms);
        if place.filters != self.map.filters {
            place.filters.clone_from(&self.map.filters);
        }
        if place.search != self.map.typed {
            place.search.clone_from(&self.map.typed);
        }
        let is_of_head = |typed: &Typed| typed.field.is_of_head();
        if place.settings.as_ref() != Some(&self.settings) {
            place.settings = Some(self.settings.clone());
        }
        if *taken && !place.typed.as_ref().is_some_and(is_of_head) && open.history.unsaved().is_empty() {
            place.typed = None;
        }
        (place != kept).then(|| {
            kept.clone_from(place);
            place.clone()
        })
    }

    /// Whether why a text was picked is folded away.
    pub fn hides_reason(&self) -> bool {
        self.whereabouts.place.hides_reason
    }

    pub(super) fn hide_reason(&mut self, is_hidden: bool) {
        self.whereabouts.place.hides_reason = is_hidden;
    }

    /// The name in the field of a new one is a label now.
    pub(super) fn label_is_new(&mut self) {
        self.whereabouts
            .place
            .typed
            .take_if(|typed| typed.field == Field::NewLabel);
    }

    /// The field was left; what stood in it is on its way to the disk.
    pub(super) fn take_typed(&mut self) {
        self.whereabouts.taken = true;
    }

    /// Whatever stands beside the log is on the disk.
    pub(super) fn head_is_saved(&mut self) {
        let Whereabouts { place, taken, .. } = &mut self.whereabouts;
        place.typed.take_if(|typed| *taken && typed.field.is_of_head());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::storing::Beside;
    use fastgas_annotation::label::{Answers, History, Pass};
    use fastgas_graph::Device;

    fn writing() -> AppState {
        let mut open = fixtures::labeling(&[2, 0, 1], 3);
        open.answers = Answers::Text;
        let mut state = AppState::new(1);
        state.open = Some(open);
        state
    }

    /// When something is typed.
    const TYPED_MS: u64 = 5;

    fn typed(field: Field, text: &str) -> Typed {
        Typed {
            field,
            text: text.into(),
            at_ms: TYPED_MS,
        }
    }

    fn type_into(state: &mut AppState, field: Field, text: &str) {
        state.apply(
            Action::Type {
                field,
                text: text.into(),
            },
            TYPED_MS,
        );
    }

    /// What is to be kept after that, where it has changed.
    fn kept(state: &mut AppState, action: Action) -> Option<Place> {
        let now_ms = state.stopwatch.now_ms();
        kept_at(state, action, now_ms)
    }

    fn kept_at(state: &mut AppState, action: Action, now_ms: u64) -> Option<Place> {
        state.apply(action, now_ms);
        state.keep_place()
    }

    fn kept_of_typing(state: &mut AppState, field: Field, text: &str) -> Option<Place> {
        type_into(state, field, text);
        state.keep_place()
    }

    fn saved(state: &AppState) -> Action {
        Action::Appended {
            append: state.last_append,
            saved: 1,
            error: None,
        }
    }

    #[test]
    fn what_is_typed_is_kept_at_each_letter_until_it_is_on_the_disk() {
        let mut state = writing();
        let half = typed(Field::Answer(2), "Block i");
        let place = kept_of_typing(&mut state, half.field, &half.text).expect("it is kept");
        assert_eq!((place.row, place.typed.as_ref()), (Some(2), Some(&half)));
        let write = Action::Write {
            row: 2,
            text: half.text.clone(),
        };
        let place = kept_at(&mut state, write, 6).expect("the log is longer");
        assert_eq!(
            (place.typed, place.n_said),
            (Some(half), Some(1)),
            "it is on its way, and kept still"
        );
        let on_disk = saved(&state);
        let place = kept(&mut state, on_disk).expect("it has changed");
        assert_eq!(place.typed, None);
    }

    #[test]
    fn what_the_disk_has_of_what_was_typed_counts_where_it_is_newer() {
        let at = |text: &str, at_ms: u64| Typed {
            at_ms,
            ..typed(Field::Note(1), text)
        };
        let kept = |typed: Option<Typed>| {
            let typed_at_ms = typed.as_ref().map(|typed| typed.at_ms);
            Some(Place {
                row: Some(2),
                typed,
                typed_at_ms,
                ..Place::default()
            })
        };
        let text = |place: Option<Place>| place?.typed.map(|typed| typed.text);
        let draft = || Some(at("whole", 9));
        assert_eq!(
            text(Place::with_draft(kept(Some(at("who", 5))), draft())),
            Some("whole".into())
        );
        assert_eq!(
            text(Place::with_draft(kept(Some(at("whole!", 10))), draft())),
            Some("whole!".into())
        );
        let place = Place::with_draft(kept(None), draft());
        assert_eq!(place.as_ref().and_then(|place| place.row), Some(2));
        assert_eq!(text(place), Some("whole".into()));
        assert_eq!(
            text(Place::with_draft(None, draft())),
            Some("whole".into()),
            "the small store has nothing"
        );
        assert_eq!(Place::with_draft(None, None), None);
    }

    #[test]
    fn what_was_taken_does_not_come_back_from_the_disk() {
        let mut state = writing();
        type_into(&mut state, Field::NewLabel, "perhaps");
        let place = state.keep_place().expect("it has changed");
        let draft = place.typed.clone();
        assert!(draft.is_some());
        state.apply(Action::AddLabel("perhaps".into()), TYPED_MS + 1);
        let place = state.keep_place().expect("it has changed");
        // The disk has not forgotten it yet.
        let place = Place::with_draft(Some(place), draft).expect("a place");
        assert_eq!(place.typed, None);
    }

    #[test]
    fn whoever_comes_back_is_where_they_were_and_finds_what_they_typed() {
        let mut state = writing();
        state.apply_now(Action::GoTo(1));
        let place = kept_of_typing(&mut state, Field::Answer(1), "Bake").expect("it is kept");
        let json = serde_json::to_string(&place).expect("it can be written");
        let mut again = writing();
        let effects = again.apply_now(Action::Returned(serde_json::from_str(&json).expect("it can be read")));
        assert!(
            matches!(&effects[0], Effect::Append { actions, .. } if actions[0].row == 1),
            "{effects:?}"
        );
        let open = again.open.as_ref().expect("a project");
        assert_eq!((open.current, open.history.labels().get(1)), (Some(1), Some("Bake")));
        let on_disk = saved(&again);
        let place = kept(&mut again, on_disk).expect("it has changed");
        assert_eq!(place.typed, None, "it is taken once");
    }

    #[test]
    fn a_place_that_is_behind_the_log_leads_to_no_text_that_is_answered_since() {
        let mut state = writing();
        let half = typed(Field::Answer(2), "Ba");
        let behind = kept_of_typing(&mut state, half.field, &half.text).expect("it is kept");
        let write = |row| Action::Write {
            row,
            text: "Bake".into(),
        };
        state.apply(write(2), 6);
        let log = state
            .open
            .as_ref()
            .map(|open| open.history.log().to_vec())
            .expect("a project");
        let come_back = |place: Place| {
            let mut again = writing();
            again.open.as_mut().expect("a project").history = History::restore(log.clone());
            let effects = again.apply_now(Action::Returned(place));
            let open = again.open.expect("a project");
            assert_eq!(open.history.labels().get(2), Some("Bake"), "{effects:?}");
            open.current
        };
        assert_eq!(
            come_back(behind.clone()),
            Some(0),
            "the next key is meant for a text that is left"
        );
        // Who went back to it knows what was said.
        let knowing = Place {
            n_said: Some(1),
            typed: None,
            ..behind
        };
        assert_eq!(come_back(knowing.clone()), Some(2));
        assert_eq!(
            come_back(Place {
                stays: true,
                ..knowing.clone()
            }),
            Some(0),
            "the tab was closed before the disk had the answer, so before the next text"
        );
        assert_eq!(
            come_back(Place {
                n_said: None,
                ..knowing
            }),
            Some(2),
            "of an older page"
        );
    }

    #[test]
    fn a_field_that_is_left_as_it_was_entered_leaves_nothing_that_replaces_what_is_said_later() {
        let mut state = writing();
        type_into(&mut state, Field::Answer(2), "hm");
        type_into(&mut state, Field::Answer(2), "");
        let place = kept_at(&mut state, Action::Pass { why: Pass::CannotTell }, 6);
        assert_eq!(place.and_then(|place| place.typed), None);
        state.apply(
            Action::Note {
                row: 1,
                text: "abc".into(),
            },
            7,
        );
        type_into(&mut state, Field::Note(1), "ab");
        type_into(&mut state, Field::Note(1), "abc");
        assert_eq!(state.whereabouts.place.typed, None);
    }

    #[test]
    fn what_is_typed_is_taken_though_the_field_is_not_left() {
        let mut state = writing();
        type_into(&mut state, Field::Note(2), "odd");
        state.apply_now(Action::GoTo(1));
        let open = state.open.as_ref().expect("a project");
        assert_eq!(
            (open.current, open.history.labels().said(2).note.as_str()),
            (Some(1), "odd")
        );
        type_into(&mut state, Field::Answer(1), "Bake");
        state.apply_now(Action::Move(-1));
        let open = state.open.as_ref().expect("a project");
        assert_eq!(open.history.labels().get(1), Some("Bake"));
        // Another project is none of its business.
        type_into(&mut state, Field::Note(2), "lost?");
        let n_said = open_log(&state);
        state.open = Some(fixtures::labeling(&[1], 3));
        state.apply_now(Action::HideReason(true));
        assert_eq!((n_said, open_log(&state)), (2, 0));
    }

    fn open_log(state: &AppState) -> usize {
        state.open.as_ref().map_or(0, |open| open.history.log().len())
    }

    #[test]
    fn guidelines_are_kept_until_they_are_on_the_disk() {
        let mut state = writing();
        kept_of_typing(&mut state, Field::Guidelines, "Money befo");
        assert_eq!(
            kept(&mut state, Action::EditGuidelines("Money before food".into())),
            None
        );
        let place = kept(
            &mut state,
            Action::Saved {
                what: Beside::Head,
                saved: Ok(()),
            },
        )
        .expect("it has changed");
        assert_eq!(place.typed, None);
    }

    #[test]
    fn what_a_label_means_and_a_name_that_is_not_taken_are_there_again() {
        let mut state = writing();
        let place = kept_of_typing(&mut state, Field::Meaning(1), "not a word of i").expect("it is kept");
        let mut again = writing();
        let effects = again.apply_now(Action::Returned(place));
        assert!(matches!(&effects[..], [Effect::SaveHead(_)]), "{effects:?}");
        let open = again.open.as_ref().expect("a project");
        assert_eq!(open.label_looks.of("no").description, "not a word of i");
        let saved = Action::Saved {
            what: Beside::Head,
            saved: Ok(()),
        };
        again.apply_now(saved);
        assert_eq!(
            again.keep_place().and_then(|place| place.typed),
            None,
            "it is taken once"
        );

        let place = kept_of_typing(&mut state, Field::NewLabel, "perh").expect("it is kept");
        assert!(again.apply_now(Action::Returned(place)).is_empty());
        assert_eq!(again.new_label(), "perh");
        assert_eq!(
            again.open.as_ref().map(|open| open.label_names.len()),
            Some(2),
            "nobody has added it"
        );
        again.apply_now(Action::AddLabel("perhaps".into()));
        assert_eq!(again.new_label(), "");
    }

    fn filter(by: ColorBy) -> Filter {
        let shown = [1].into();
        Filter { by, shown }
    }

    #[test]
    fn what_the_map_showed_is_shown_again() {
        let mut state = writing();
        state.apply_now(Action::HideReason(true));
        state.apply_now(Action::Map(MapAction::Filter {
            by: ColorBy::Part,
            class: 1,
        }));
        let section = Section {
            center: [0.5, -0.25],
            zoom: 3.0,
        };
        state.apply_now(Action::Map(MapAction::Rest(section)));
        let place = kept(&mut state, Action::Map(MapAction::Search("bake".into()))).expect("it is kept");
        let mut again = writing();
        assert!(!again.hides_reason());
        let effects = again.apply_now(Action::Returned(place));
        assert!(
            matches!(&effects[..], [Effect::Map(_)]),
            "it is searched for: {effects:?}"
        );
        assert_eq!(
            (again.map.typed.as_str(), &again.map.filters[..]),
            ("bake", &[filter(ColorBy::Part)][..])
        );
        assert!(again.hides_reason());
        assert_eq!(again.map.section, Some(section));
        assert_eq!(again.keep_place().map(|place| place.search).as_deref(), Some("bake"));
        assert_eq!(again.keep_place(), None);
    }

    #[test]
    fn the_list_shows_what_it_showed() {
        let mut state = writing();
        let place = kept(&mut state, Action::List(Listing::Left)).expect("it is kept");
        let json = serde_json::to_string(&place).expect("it can be written");
        let mut again = writing();
        again.apply_now(Action::Returned(serde_json::from_str(&json).expect("it can be read")));
        assert_eq!(again.open.as_ref().map(|open| open.listing), Some(Listing::Left));
        assert_eq!(again.keep_place().map(|place| place.listing), Some(Listing::Left));
        assert_eq!(again.keep_place(), None);
    }

    #[test]
    fn settings_that_were_changed_and_not_yet_used_stand_in_the_form_again() {
        let mut state = writing();
        let changed = Settings {
            budget: "2x".into(),
            seed: "7".into(),
            workers: "3".into(),
            device: Device::Cpu,
            ..state.settings.clone()
        };
        let place = kept(&mut state, Action::Edit(changed.clone())).expect("it is kept");
        assert_eq!(kept(&mut state, Action::HideReason(false)), None);
        let json = serde_json::to_string(&place).expect("it can be written");
        let mut again = writing();
        again.apply_now(Action::Returned(serde_json::from_str(&json).expect("it can be read")));
        assert_eq!(again.settings, changed);
    }

    #[test]
    fn a_place_that_says_nothing_of_the_settings_leaves_them() {
        let mut again = writing();
        let before = again.settings.clone();
        again.apply_now(Action::Returned(
            serde_json::from_str(r#"{"row":1}"#).expect("it can be read"),
        ));
        assert_eq!(again.settings, before);
    }

    #[test]
    fn a_place_that_is_not_there_any_more_is_left() {
        let mut state = writing();
        let place = Place {
            row: Some(7),
            color_by: Some(ColorBy::Column(9)),
            filters: vec![filter(ColorBy::Column(9)), filter(ColorBy::Suggestion)],
            typed: Some(typed(Field::Note(3), "lost")),
            ..Place::default()
        };
        assert!(state.apply_now(Action::Returned(place)).is_empty());
        assert_eq!(state.open.as_ref().and_then(|open| open.current), Some(2));
        assert_eq!((state.map.color_by, state.map.filters.len()), (ColorBy::Part, 0));
    }

    #[test]
    fn another_tab_that_only_looks_takes_nothing() {
        let mut state = writing();
        state.projects.read_only = true;
        let place = Place {
            typed: Some(typed(Field::Answer(2), "not yet")),
            ..Place::default()
        };
        assert!(state.apply_now(Action::Returned(place)).is_empty());
        assert_eq!(state.open.as_ref().and_then(|open| open.history.labels().get(2)), None);
    }
}
