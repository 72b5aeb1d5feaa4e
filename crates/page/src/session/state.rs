//! The user's position in a project: the current text, and the coloring and filters of the map.
//! The position also contains the settings of the review table and the form, and typed text that is not submitted.
//!
//! Typed text is stored in localStorage at each key press, because localStorage is synchronous.
//! If the page is reloaded or closed while the user is typing, the text is submitted after the reload.
//! The effect is the same as if the field had lost the focus.

use std::collections::BTreeMap;

use crate::session;
use serde::{Deserialize, Serialize};

use crate::labeling;
use crate::labeling::list_filter::ListFilter;
use crate::map::coloring::ColorBy;
use crate::map::{Filter, MapState, Msg as MapMsg};
use crate::project::Project;
use crate::review::{self, TableSettings};
use crate::run::settings::Settings;
use crate::shell::views::View;
use crate::state::{AppState, Context, Msg as StateMsg, Request};
use fastgas_annotation::label::{Annotation, LabelSpec, LogEntry};
use fastgas_map::Viewport;

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    TypeInto { field: session::DraftField, text: String },
    RestorePosition(Box<SessionPosition>),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionPosition {
    pub row: Option<u32>,
    /// True if the current text had an answer and stayed on the screen only until this answer was saved.
    pub stays: bool,
    pub color_by: Option<ColorBy>,
    pub filters: Vec<Filter>,
    /// The number of texts in the project when this position was stored. Earlier versions did not store this number.
    pub n_texts: Option<usize>,
    pub search: String,
    /// The visible section of the map. Stored under the name `section`, as in earlier versions.
    #[serde(rename = "section")]
    pub viewport: Option<Viewport>,
    /// The view on the screen. Positions that earlier versions stored contain no view.
    pub view: View,
    pub listing: ListFilter,
    pub review: TableSettings,
    pub hides_reason: bool,
    /// The settings in the form for the next run, including changes since the last run.
    pub settings: Option<Settings>,
    pub typed: Option<DraftInput>,
    /// For each row, the answer that the user has typed in the agreement dialog but has not submitted.
    pub settlements: BTreeMap<u32, String>,
    /// The time when the user last typed into a field, even if the text has been saved since.
    pub typed_at_ms: Option<u64>,
    /// The length of the log when this position was stored.
    /// After a crash, the log may be newer, because browsers delay writing localStorage to disk.
    #[serde(rename = "n_said")]
    pub log_length: Option<usize>,
}

/// The text in a field that still has focus, or whose value is not saved yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftInput {
    pub field: DraftField,
    pub text: String,
    /// The time of the last key press, in milliseconds since 1970.
    pub at_ms: u64,
}

/// A field whose typed text is kept across reloads until the text is saved.
/// A field is submitted when it loses the focus, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftField {
    Answer(u32),
    Note(u32),
    Guidelines,
    /// The description of the label with this index in the label set.
    Meaning(u32),
    /// The name of a new label. Only the Enter key submits this field.
    NewLabel,
    /// The answer that settles a disagreement about this text. Only a button or Ctrl+Enter submits this field.
    Settlement(u32),
}

impl DraftField {
    fn is_stored_in_header(self) -> bool {
        matches!(self, DraftField::Guidelines | DraftField::Meaning(_))
    }

    /// True if the two annotations of a text have the same value in this field.
    fn is_equal_in(self, one: &Annotation, other: &Annotation) -> bool {
        match self {
            DraftField::Note(_) => one.note == other.note,
            _ => (&one.labels, one.passed) == (&other.labels, other.passed),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionTracker {
    position: SessionPosition,
    kept: SessionPosition,
    /// True if the typed text was submitted and is being saved.
    taken: bool,
}

impl SessionPosition {
    /// Combines `kept`, the position in localStorage, with `draft`, the typed text in the database.
    /// After a crash, localStorage can be several seconds older than the database, so the newer typed text is used.
    pub fn with_draft(kept: Option<SessionPosition>, draft: Option<DraftInput>) -> Option<SessionPosition> {
        let Some(draft) = draft else { return kept };
        let mut position = kept.unwrap_or_default();
        if position.typed_at_ms.is_none_or(|at_ms| at_ms < draft.at_ms) {
            position.typed = Some(draft);
        }
        Some(position)
    }
}

impl DraftInput {
    /// The row and the message that submits the text. `None` if the field belongs to no row.
    fn submission(self) -> Option<(u32, StateMsg)> {
        let DraftInput { field, text, .. } = self;
        match field {
            DraftField::Answer(row) => Some((row, StateMsg::Labeling(labeling::Msg::Write { row, text }))),
            DraftField::Note(row) => Some((row, StateMsg::Labeling(labeling::Msg::Note { row, text }))),
            DraftField::Guidelines | DraftField::Meaning(_) | DraftField::NewLabel | DraftField::Settlement(_) => None,
        }
    }

    /// True if the answer or the note of `row` was changed after the text was typed.
    /// Other changes, such as a flag, do not make the typed text outdated.
    fn is_outdated(&self, row: u32, project: &Project) -> bool {
        let log = project.annotations.history.log().iter();
        let entries = log.filter(|entry| entry.row == row);
        let (since, before): (Vec<&LogEntry>, Vec<&LogEntry>) = entries.partition(|entry| entry.at_ms > self.at_ms);
        let unset = Annotation::default();
        let before = before.last().map_or(&unset, |entry| &entry.annotation);
        since
            .into_iter()
            .any(|entry| !self.field.is_equal_in(before, &entry.annotation))
    }
}

impl SessionTracker {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::TypeInto { field, text } => {
                self.type_into(field, text, &context);
                Vec::new()
            }
            Msg::RestorePosition(position) => self.restore_position(*position, context),
        }
    }

    pub(crate) fn is_typing_for(&self, row: u32) -> bool {
        let field = self
            .position
            .typed
            .as_ref()
            .filter(|_| !self.taken)
            .map(|typed| typed.field);
        matches!(field, Some(DraftField::Answer(of) | DraftField::Note(of)) if of == row)
    }

    pub(crate) fn typed(&self) -> Option<&DraftInput> {
        self.position.typed.as_ref()
    }

    /// The current row, if the user is typing an answer or a note for the row.
    pub(crate) fn row_being_typed(&self, project: Option<&Project>) -> Option<u32> {
        let current = project?.view.current?;
        self.is_typing_for(current).then_some(current)
    }

    /// Records the text in a field, unless the text equals the stored value.
    /// The browser sends no event when a field with unchanged text loses the focus.
    /// An unchanged text, if recorded, would never be submitted, and would replace newer values after a reload.
    fn type_into(&mut self, field: DraftField, text: String, context: &Context<'_>) {
        // In the agreement dialog, several texts can have a typed answer that is not submitted yet.
        if let DraftField::Settlement(row) = field {
            match text.is_empty() {
                true => drop(self.position.settlements.remove(&row)),
                false => drop(self.position.settlements.insert(row, text)),
            }
            return;
        }
        let is_stored = context.project.as_deref().is_some_and(|project| {
            let annotation = |row| project.annotations.history.labels().annotation(row);
            match field {
                DraftField::Answer(row) => project.written(row).unwrap_or_default() == text,
                DraftField::Note(row) => annotation(row).note == text,
                DraftField::Guidelines => project.labels.guidelines == text,
                DraftField::Meaning(index) => {
                    let name = project.labels.names.get(index as usize);
                    name.is_none_or(|name| project.labels.specs.of(name).description == text)
                }
                DraftField::NewLabel | DraftField::Settlement(_) => text.is_empty(),
            }
        });
        let typed = DraftInput {
            field,
            text,
            at_ms: context.now_ms,
        };
        self.position.typed = Some(typed).filter(|_| !is_stored);
        self.taken = false;
    }

    fn restore_position(&mut self, position: SessionPosition, context: Context<'_>) -> Vec<Request> {
        let Some(project) = context.project else {
            return Vec::new();
        };
        let (n, n_columns) = (project.source.pool.len(), project.source.pool.columns().len());
        let is_row = |row: &u32| (*row as usize) < n;
        if let Some(row) = position.row.filter(is_row).filter(|_| project.has_queue()) {
            project.view.current = Some(row);
        }
        project.view.listing = position.listing;
        let is_behind = position
            .log_length
            .is_some_and(|log_length| log_length < project.annotations.history.log().len());
        let advances = is_behind || position.stays;
        if let Some(row) = project.view.current.filter(|&row| advances && project.is_answered(row)) {
            project.view.current = project.next_open().or(Some(row));
        }
        let is_there = |by: &ColorBy| !matches!(by, ColorBy::Column(column) if *column >= n_columns);
        // After a crash, the stored position may belong to other texts than the project contains.
        // Other texts renumber the values of a column, so filters by the values of a column are not restored.
        let has_other_texts = position.n_texts.is_some_and(|n_texts| n_texts != n);
        let is_known = |filter: &Filter| match filter.by {
            ColorBy::Column(_) => is_there(&filter.by) && !has_other_texts,
            // Suggestions are unknown until the user requests them.
            ColorBy::Suggestion => false,
            ColorBy::Part | ColorBy::Label | ColorBy::Degree | ColorBy::Marked => true,
        };
        let map = MapMsg::Restore {
            color_by: position.color_by.filter(is_there),
            filters: position.filters.into_iter().filter(is_known).collect(),
            viewport: position.viewport,
        };
        self.position.hides_reason = position.hides_reason;
        let mut settlements = position.settlements;
        settlements.retain(|row, _| is_row(row) && !context.read_only);
        self.position.settlements = settlements;
        let table = review::Msg::Restore(position.review);
        let mut requests = vec![
            Request::RestoreView(position.view),
            Request::Apply(StateMsg::Map(map)),
            Request::Apply(StateMsg::Review(table)),
        ];
        requests.extend(position.settings.map(Request::SetSettings));
        requests.push(Request::Apply(StateMsg::Map(MapMsg::Search(position.search))));
        // A read-only tab does not submit the text, because the user may still be typing in another tab.
        if let Some(typed) = position.typed.filter(|_| !context.read_only) {
            requests.extend(self.submit_restored_input(typed, project));
        }
        requests
    }

    /// Submits the text for `row` if another row is current now.
    /// In some browsers, a pressed button does not take the focus from the field, and the browser sends no event.
    pub(crate) fn submit_left_input(&self, row: Option<u32>, project: Option<&Project>) -> Option<Request> {
        let current = project.and_then(|project| project.view.current);
        let is_left = |row: &u32| current.is_some_and(|current| current != *row) && self.is_typing_for(*row);
        let typed = row.filter(is_left).and(self.position.typed.clone())?;
        let at_ms = typed.at_ms;
        let (_, msg) = typed.submission()?;
        Some(Request::ApplyAt { msg, at_ms })
    }

    /// Submits typed text from an earlier visit, as if the field had lost the focus.
    fn submit_restored_input(&mut self, typed: DraftInput, project: &Project) -> Option<Request> {
        let is_row = |row: u32| (row as usize) < project.source.pool.len();
        let msg = match typed.field {
            DraftField::Answer(row) | DraftField::Note(row) => {
                let is_valid = is_row(row) && !typed.is_outdated(row, project);
                let annotation = typed.clone().submission().filter(|_| is_valid);
                annotation.map(|(_, msg)| msg)
            }
            DraftField::Guidelines => Some(StateMsg::Labeling(labeling::Msg::EditGuidelines(typed.text.clone()))),
            DraftField::Meaning(index) => {
                let index = index as usize;
                let spec_of = |name: &String| LabelSpec {
                    description: typed.text.clone(),
                    ..project.labels.specs.of(name)
                };
                let spec = project.labels.names.get(index).map(spec_of);
                spec.map(|spec| StateMsg::Labeling(labeling::Msg::SetLabelSpec { index, spec }))
            }
            DraftField::NewLabel | DraftField::Settlement(_) => None,
        };
        let at_ms = typed.at_ms;
        // A text that is refused now must not be submitted later, because it would replace a newer value.
        // The name of a new label is not submitted now, but stays in its field.
        let stays = msg.is_some() || typed.field == DraftField::NewLabel;
        self.position.typed = Some(typed).filter(|_| stays);
        msg.map(|msg| Request::ApplyAt { msg, at_ms })
    }

    pub fn new_label(&self) -> &str {
        let typed = self.position.typed.as_ref();
        typed
            .filter(|typed| typed.field == DraftField::NewLabel)
            .map_or("", |typed| &typed.text)
    }

    pub fn settlement(&self, row: u32) -> &str {
        self.position.settlements.get(&row).map_or("", String::as_str)
    }

    pub(crate) fn drop_settlement(&mut self, row: u32) {
        self.position.settlements.remove(&row);
    }

    /// `None` if the user's position has not changed since it was last stored.
    /// Typed text stays in the position until the text is on disk.
    /// `is_leaving` is true if the current text has an answer and stays on the screen only until this answer is saved.
    fn position_to_save(
        &mut self,
        project: &Project,
        map: &MapState,
        review: &TableSettings,
        settings: &Settings,
        view: View,
        is_leaving: bool,
    ) -> Option<SessionPosition> {
        let SessionTracker { position, kept, taken } = self;
        position.row = project.view.current;
        position.stays = is_leaving;
        position.view = view;
        position.color_by = Some(map.color_by);
        position.viewport = map.viewport;
        position.n_texts = Some(project.source.pool.len());
        position.listing = project.view.listing;
        position.log_length = Some(project.annotations.history.log().len());
        position.typed_at_ms = position
            .typed
            .as_ref()
            .map(|typed| typed.at_ms)
            .max(position.typed_at_ms);
        if position.filters != map.filters {
            position.filters.clone_from(&map.filters);
        }
        if position.search != map.typed {
            position.search.clone_from(&map.typed);
        }
        if position.review != *review {
            position.review.clone_from(review);
        }
        let is_stored_in_header = |typed: &DraftInput| typed.field.is_stored_in_header();
        if position.settings.as_ref() != Some(settings) {
            position.settings = Some(settings.clone());
        }
        if *taken
            && !position.typed.as_ref().is_some_and(is_stored_in_header)
            && project.annotations.history.unsaved().is_empty()
        {
            position.typed = None;
        }
        (position != kept).then(|| {
            kept.clone_from(position);
            position.clone()
        })
    }

    pub fn hides_reason(&self) -> bool {
        self.position.hides_reason
    }

    pub(crate) fn hide_reason(&mut self, is_hidden: bool) {
        self.position.hides_reason = is_hidden;
    }

    /// The field for the name of a new label must be empty after the label was added.
    pub(crate) fn clear_new_label(&mut self) {
        self.position.typed.take_if(|typed| typed.field == DraftField::NewLabel);
    }

    /// The typed text was submitted, but is not on disk yet.
    pub(crate) fn mark_submitted(&mut self) {
        self.taken = true;
    }

    /// The header of the project is on disk now, including submitted text for the header.
    pub(crate) fn header_saved(&mut self) {
        let SessionTracker { position, taken, .. } = self;
        position
            .typed
            .take_if(|typed| *taken && typed.field.is_stored_in_header());
    }
}

impl AppState {
    pub fn position_to_save(&mut self) -> Option<SessionPosition> {
        let project = self.project.as_ref().filter(|_| !self.projects.read_only)?;
        let is_leaving = self.labeling.save_gate.is_leaving();
        // No view shows the position, so views need not be notified.
        let session = self.session.unmarked();
        session.position_to_save(
            project,
            &self.map,
            &self.review.table,
            &self.run.settings,
            self.view.shown,
            is_leaving,
        )
    }
}

#[cfg(test)]
mod tests;
