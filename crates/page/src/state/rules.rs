//! Functions that run after every message, in a fixed order.

use crate::shell::views::View;
use crate::state::{AppState, Cmd};
use crate::suggestions::SuggestionDisplay;

/// Input and output of the functions in [`AFTER_EACH`].
/// The input is part of the state before the message was handled.
/// The output is the list of commands that the functions append to.
pub(super) struct AfterMsg {
    /// The row for which the user was typing an answer or a note before the message. `None` if there is no typed text.
    pub(super) typed_of: Option<u32>,
    pub(super) was_selecting: bool,
    pub(super) left_view: View,
    pub(super) now_ms: u64,
    pub(super) cmds: Vec<Cmd>,
}

/// The functions that run after every message, in the order of execution.
pub(super) const AFTER_EACH: [fn(&mut AppState, &mut AfterMsg); 13] = [
    advance_if_saved,
    submit_left_input,
    follow_answers,
    drop_append_undo,
    drop_import_undo,
    precompute_suggestions,
    read_next_file,
    load_newer_version,
    close_settings_when_a_selection_starts,
    drop_messages_of_left_view,
    drop_confirmation_of_outdated_export,
    list_added_columns,
    update_backup_differences,
];

fn advance_if_saved(state: &mut AppState, _: &mut AfterMsg) {
    let read_only = state.projects.read_only;
    state.labeling.advance_if_saved(state.project.get_mut(), read_only);
}

/// Submits typed text for a row if another row has become current, but the text field sent no event.
fn submit_left_input(state: &mut AppState, after: &mut AfterMsg) {
    // The stored position contains the typed text, so the tab that holds the project lock submits the text.
    if state.projects.read_only {
        return;
    }
    let request = state.session.submit_left_input(after.typed_of, state.project.as_ref());
    let cmds = state.carry_out(request.into_iter().collect(), after.now_ms);
    after.cmds.extend(cmds);
}

/// After a change of the answers or labels, combines all answers again and renumbers the filters of the map.
fn follow_answers(state: &mut AppState, _: &mut AfterMsg) {
    if let Some(project) = state.project.get_mut() {
        project.refresh_resolution();
        if state.map.labels() != project.labels.names {
            state.map.follow_labels(&project.labels.names);
        }
    }
}

/// Adding a file cannot be undone after a change of the texts, the text column, the annotations or the picks.
fn drop_append_undo(state: &mut AppState, _: &mut AfterMsg) {
    state.drop_append_undo();
}

/// An import of labels cannot be undone after a change of the labels.
fn drop_import_undo(state: &mut AppState, _: &mut AfterMsg) {
    state.drop_import_undo();
}

/// Requests new suggestions if the text on the screen, the answers or the label set have changed.
fn precompute_suggestions(state: &mut AppState, after: &mut AfterMsg) {
    let displays = state.review.displays_suggestions();
    let display = SuggestionDisplay {
        is_shown: state.map.shows_suggestions() || displays,
        is_counted: state.review.is_open(),
    };
    let cmds = state.suggestions.precompute(state.project.as_ref(), display);
    if displays && let Some(project) = state.project.as_ref() {
        state.suggestions.mark_picks_seen(project);
    }
    after.cmds.extend(cmds.into_iter().map(Cmd::Suggest));
}

/// If the user loaded several files together, the next file is read when no question is open.
fn read_next_file(state: &mut AppState, after: &mut AfterMsg) {
    let is_busy = state.projects.read_only
        || state.import.reading.is_some()
        || state.import.dialog.is_some()
        || state.team.incoming.is_some()
        || state.import.append.is_some()
        || state.file_labels.dialog.is_some()
        || state.notices.confirmation.is_some()
        || state.notices.notice.is_some();
    // `waiting` is checked first, because each mutable borrow notifies the dependent views.
    if state.team.waiting.is_some() && !is_busy {
        after.cmds.extend(state.team.next_waiting().map(Cmd::Import));
    }
}

fn load_newer_version(state: &mut AppState, after: &mut AfterMsg) {
    // `wants_newer` is checked first, because each mutable borrow notifies the dependent views.
    if !state.network.wants_newer() {
        return;
    }
    let is_saved = state.is_saved();
    let requests = state.network.use_newer(is_saved);
    let cmds = state.carry_out(requests, after.now_ms);
    after.cmds.extend(cmds);
}

/// Closes the settings, which would cover the progress of the run.
fn close_settings_when_a_selection_starts(state: &mut AppState, after: &mut AfterMsg) {
    if !after.was_selecting && state.run.current.is_some() {
        state.view.close_settings();
    }
}

/// Drops messages about actions in a view that the user has left: the last labeling step and the last export.
fn drop_messages_of_left_view(state: &mut AppState, after: &mut AfterMsg) {
    let log = state.project.as_ref().map(|project| project.annotations.history.log());
    let n_entries = log.map_or(0, |log| log.len());
    let has_left = state.view.shown != after.left_view;
    // Undoing an import removes entries, so that the log can be shorter than when the view was shown.
    if has_left || state.view.n_earlier_entries > n_entries {
        state.view.n_earlier_entries = n_entries;
    }
    if has_left {
        state.export.drop_saved();
    }
}

/// If labels have changed since the last export, the page no longer states the number of labels in the exported file.
fn drop_confirmation_of_outdated_export(state: &mut AppState, _: &mut AfterMsg) {
    let n_changes = state.project.as_ref().map_or(0, |project| project.n_changes());
    state.export.drop_outdated(n_changes);
}

/// While the export view is shown, its list of columns follows the project and the preferences.
fn list_added_columns(state: &mut AppState, after: &mut AfterMsg) {
    if state.view.shown != View::Export {
        return;
    }
    if let Some(project) = state.project.as_ref() {
        let cmd = state.export.list_columns(project, &state.preferences);
        after.cmds.extend(cmd.map(Cmd::Export));
    }
}

fn update_backup_differences(state: &mut AppState, after: &mut AfterMsg) {
    state.update_backup_differences(&after.cmds);
}
