//! The rules that run after every message, in a fixed order.

use crate::shell::views::View;
use crate::state::{AppState, Cmd};
use crate::suggestions::SuggestionDisplay;

/// The values that the rules need, and the commands of the message. The rules add commands.
pub(super) struct AfterMsg {
    /// The row for which the user had typed input before the message, without leaving the field.
    pub(super) typed_of: Option<u32>,
    /// Whether a selection was running before the message.
    pub(super) was_selecting: bool,
    /// The view that was shown before the message.
    pub(super) left_view: View,
    pub(super) now_ms: u64,
    pub(super) cmds: Vec<Cmd>,
}

/// The rules that run after every message, in the order of this list.
pub(super) const AFTER_EACH: [fn(&mut AppState, &mut AfterMsg); 11] = [
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
    update_backup_differences,
];

/// Advances to the next text once the answer is saved.
fn advance_if_saved(state: &mut AppState, _: &mut AfterMsg) {
    let read_only = state.projects.read_only;
    state.labeling.advance_if_saved(state.project.get_mut(), read_only);
}

/// Submits input for a text that the user has left.
fn submit_left_input(state: &mut AppState, after: &mut AfterMsg) {
    // The tab that holds the lock submits the input, because the saved position contains the input.
    if state.projects.read_only {
        return;
    }
    let request = state.session.submit_left_input(after.typed_of, state.project.as_ref());
    let cmds = state.carry_out(request.into_iter().collect(), after.now_ms);
    after.cmds.extend(cmds);
}

/// Updates the labels agreed on by all annotators, and the colors of the map, after the answers or the label set changed.
fn follow_answers(state: &mut AppState, _: &mut AfterMsg) {
    if let Some(project) = state.project.get_mut() {
        project.refresh_resolution();
        if state.map.labels() != project.labels.names {
            state.map.follow_labels(&project.labels.names);
        }
    }
}

/// After a change that concerns the texts of an appended file, the user can no longer undo the appending of the file.
fn drop_append_undo(state: &mut AppState, _: &mut AfterMsg) {
    state.drop_append_undo();
}

/// After a change of the labels, the user can no longer undo an import of labels.
fn drop_import_undo(state: &mut AppState, _: &mut AfterMsg) {
    state.drop_import_undo();
}

/// Computes suggestions again after the text on the screen, the answers or the label set have changed.
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

/// Reads the next of several dropped files when no question waits for the user.
fn read_next_file(state: &mut AppState, after: &mut AfterMsg) {
    let is_busy = state.projects.read_only
        || state.import.reading.is_some()
        || state.import.dialog.is_some()
        || state.team.incoming.is_some()
        || state.import.append.is_some()
        || state.file_labels.dialog.is_some()
        || state.notices.confirmation.is_some()
        || state.notices.notice.is_some();
    // Checks first whether a file waits, because each mutable access to the state notifies the subscribers.
    if state.team.waiting.is_some() && !is_busy {
        after.cmds.extend(state.team.next_waiting().map(Cmd::Import));
    }
}

/// Loads a newer version of the page once everything is saved.
fn load_newer_version(state: &mut AppState, after: &mut AfterMsg) {
    // Checks first whether the user wants the new version, because each mutable access to the state notifies the subscribers.
    if !state.network.wants_newer() {
        return;
    }
    let is_saved = state.is_saved();
    let requests = state.network.use_newer(is_saved);
    let cmds = state.carry_out(requests, after.now_ms);
    after.cmds.extend(cmds);
}

/// Closes the drawer with the settings when a selection starts, so that the progress of the selection is visible.
fn close_settings_when_a_selection_starts(state: &mut AppState, after: &mut AfterMsg) {
    if !after.was_selecting && state.run.current.is_some() {
        state.view.close_settings();
    }
}

/// Drops the messages about actions in a view that the user has left: the last labeling step and the last exported file.
fn drop_messages_of_left_view(state: &mut AppState, after: &mut AfterMsg) {
    if state.view.shown != after.left_view {
        let log = state.project.as_ref().map(|project| project.annotations.history.log());
        state.view.n_earlier_entries = log.map_or(0, |log| log.len());
        state.export.drop_saved();
    }
}

/// Updates the number of changes since the last backup.
fn update_backup_differences(state: &mut AppState, after: &mut AfterMsg) {
    state.update_backup_differences(&after.cmds);
}
