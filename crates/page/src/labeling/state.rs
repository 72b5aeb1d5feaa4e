//! State of the labeling: the annotation of texts, and the editing of the label set.

use crate::labeling::list_filter::ListFilter;
use std::collections::BTreeSet;

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::labeling::dwell_time::DwellTimer;
use crate::labeling::save_gate::SaveGate;
use crate::project::{LabelSet, Project};
use crate::state::tracked::Tracked;
use crate::state::{Confirmation, LabelChange, Notice, Request};
use crate::suggestions::SuggestionState;
use fastgas_annotation::label::{
    AnswerType, Goal, History, LabelSpec, LostKey, NameError, PassReason, PastedLabel, appearance, check_appearance,
    check_name,
};

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Show the text in the given row for labeling.
    GoTo(u32),
    /// Move down by the given number of positions in the list. Negative values move up.
    Move(i32),
    /// Go to the next row without an answer.
    Advance,
    /// Skip the current row and advance. A skipped row keeps its label.
    Pass {
        why: PassReason,
    },
    /// Assign the label at `index` to the current row and advance to the next text.
    /// If a text can have several labels, toggle the label without advancing.
    Give {
        /// Index of the label in the label set.
        index: usize,
    },
    /// Remove the label of the current row.
    ClearAnswer,
    /// Assign the label with the given key to `row`. The current row does not change.
    GiveRowByKey {
        row: u32,
        /// The key of the label: a letter or a digit.
        key: char,
    },
    /// Assign a label to all rows that are marked on the map.
    GiveMarked {
        /// Index of the label in the label set.
        index: usize,
    },
    /// Set the written answer of a row. An empty answer removes the written answer.
    Write {
        row: u32,
        text: String,
    },
    /// Toggle the flag of the current row.
    Flag,
    /// Replace the note of a row.
    Note {
        row: u32,
        text: String,
    },
    Undo,
    Redo,
    /// Choose the kind of answers: one label, several labels or text.
    ChooseAnswers(AnswerType),
    EditGuidelines(String),
    /// Set the goal to label the given number of texts from now on.
    SetGoal {
        /// Number of texts to label. 0 removes the goal.
        n_texts: u32,
    },
    /// Remove the goal of the session.
    EndGoal,
    AddLabel(String),
    /// Restore a label that was removed from the label set.
    RestoreLabel(String),
    /// Move a label to another index of the label set.
    MoveLabel {
        /// Index of the label in the label set.
        index: usize,
        to: usize,
    },
    /// Rename a label in the label set and on all rows that have the label.
    RenameLabel {
        /// Index of the label in the label set.
        index: usize,
        name: String,
    },
    /// Change how a label is shown.
    SetLabelSpec {
        /// Index of the label in the label set.
        index: usize,
        /// The new description, key and color of the label.
        spec: LabelSpec,
    },
    /// Assign the label with the given key to the current row.
    GiveByKey {
        /// The key of the label: a letter or a digit.
        key: char,
    },
    /// Remove a label from the label set. Asks for confirmation if the label is in use.
    RemoveLabel(usize),
    /// Open or close the dialog for finding a label by name.
    FindLabel(bool),
    /// Add labels to the label set. Existing labels do not change.
    AddLabels(Vec<PastedLabel>),
    /// Set the filter of the list of texts.
    List(ListFilter),
    /// Switch to the next filter of the list of texts.
    NextListFilter,
    /// Collapse or expand the reason of a pick.
    HideReason(bool),
    /// The user was inactive until now.
    Idle {
        /// Duration of the inactivity in milliseconds.
        ms: u64,
    },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelingState {
    /// Decides whether an answered text stays on the screen until its answer is saved.
    pub(crate) save_gate: SaveGate,
    /// Measures the time that the current text is on the screen.
    pub(crate) dwell_timer: DwellTimer,
    /// Whether the dialog for finding a label by name is open.
    pub is_finding_label: bool,
}

/// A change of the answer type, and its consequences for existing annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTypeChange {
    pub from: AnswerType,
    pub to: AnswerType,
    /// Number of texts whose annotations do not fit the new answer type. Free text does not allow labels.
    /// An answer type with labels does not allow a written answer that is not a label.
    /// The answer type with one label does not allow several labels.
    pub n_texts: usize,
    /// Number of labels that the change will create from written answers.
    pub n_new: usize,
}

impl AnswerTypeChange {
    fn of(project: &Project, to: AnswerType) -> AnswerTypeChange {
        let from = project.labels.answers;
        let labels = project.annotations.history.labels();
        let (mut n_texts, mut new) = (0, BTreeSet::new());
        for row in labels.rows() {
            let given = &labels.annotation(row).labels;
            let concerns = match (from, to) {
                (AnswerType::Text, AnswerType::One | AnswerType::Several) => {
                    let mut unknown = given
                        .iter()
                        .filter(|label| !project.labels.names.contains(label))
                        .peekable();
                    let is_new = unknown.peek().is_some();
                    new.extend(unknown);
                    is_new
                }
                (AnswerType::One | AnswerType::Several, AnswerType::Text) => true,
                (AnswerType::Several, AnswerType::One) => given.len() > 1,
                _ => false,
            };
            n_texts += usize::from(concerns);
        }
        let n_new = new.len();
        AnswerTypeChange {
            from,
            to,
            n_texts,
            n_new,
        }
    }
}

/// The state that labeling reads or changes, apart from its own state.
/// One context is built for each key press, so the struct is smaller than [`Context`](crate::state::Context).
pub(crate) struct LabelingContext<'a> {
    pub(crate) project: Option<&'a mut Project>,
    pub(crate) suggestions: &'a SuggestionState,
    /// The rows that are marked on the map, in ascending order.
    pub(crate) marked: &'a [u32],
    /// The current time, in milliseconds since 1970.
    pub(crate) now_ms: u64,
}

// The methods belong to the tracked state, because most messages do not change the state.
// Each mutable access to the state notifies its subscribers.
impl Tracked<LabelingState> {
    pub(crate) fn update(&mut self, msg: Msg, context: LabelingContext<'_>) -> Vec<Request> {
        let now_ms = context.now_ms;
        match msg {
            Msg::GoTo(row) => {
                if let Some(project) = context.project
                    && (row as usize) < project.source.pool.len()
                {
                    project.view.current = Some(row);
                }
                Vec::new()
            }
            Msg::Move(offset) => {
                if let Some(project) = context.project
                    && let Some(row) = project.shown_neighbor(offset)
                {
                    project.view.current = Some(row);
                }
                Vec::new()
            }
            Msg::Advance => {
                self.advance_when_saved(context.project.is_some());
                Vec::new()
            }
            Msg::FindLabel(finding) => {
                let has_labels =
                    |project: &Project| project.labels.answers != AnswerType::Text && project.view.current.is_some();
                self.is_finding_label = finding && context.project.as_deref().is_some_and(has_labels);
                Vec::new()
            }
            Msg::AddLabels(listed) => add_labels(context.project, listed),
            Msg::List(listing) => {
                if let Some(project) = context.project {
                    project.set_list_filter(listing);
                }
                Vec::new()
            }
            Msg::NextListFilter => {
                if let Some(project) = context.project {
                    project.next_list_filter();
                }
                Vec::new()
            }
            Msg::HideReason(is_hidden) => vec![Request::HideReason(is_hidden)],
            Msg::Idle { ms } => {
                self.dwell_timer.skip(ms);
                Vec::new()
            }
            Msg::Pass { why } => self.pass(why, context),
            Msg::Give { index } => self.give(index, context),
            Msg::GiveRowByKey { row, key } => self.give_row_by_key(row, key, context),
            Msg::GiveMarked { index } => self.give_rows(context.marked, index, context),
            Msg::Write { row, text } => submitted(self.write(row, &text, context)),
            Msg::Flag => self.label(context, |project| {
                if let Some(row) = project.view.current {
                    project.annotations.history.flag(row, now_ms);
                }
            }),
            Msg::Note { row, text } => submitted(self.label(context, |project| {
                project.annotations.history.note(row, &text, now_ms);
            })),
            Msg::ClearAnswer => self.label(context, |project| {
                if let Some(row) = project.view.current {
                    project.annotations.history.give(row, None, now_ms);
                }
            }),
            Msg::Undo => self.turn_step(context, |history| history.undo(now_ms)),
            Msg::Redo => self.turn_step(context, |history| history.redo(now_ms)),
            Msg::ChooseAnswers(answers) => choose_answers(context.project, answers),
            Msg::EditGuidelines(text) => submitted(edit_guidelines(context.project, text)),
            Msg::SetGoal { n_texts } => set_goal(context.project, n_texts, now_ms),
            Msg::EndGoal => set_goal(context.project, 0, now_ms),
            Msg::AddLabel(name) => add_label(context.project, &name),
            Msg::RenameLabel { index, name } => rename_label(context.project, index, &name),
            Msg::RestoreLabel(name) => restore_label(context.project, name),
            Msg::MoveLabel { index, to } => move_label(context.project, index, to),
            Msg::SetLabelSpec { index, spec } => submitted(show_label_as(context.project, index, spec)),
            Msg::GiveByKey { key } => self.give_by_key(key, context),
            Msg::RemoveLabel(index) => ask_to_remove_label(context.project, index, now_ms),
        }
    }

    fn give(&mut self, index: usize, context: LabelingContext<'_>) -> Vec<Request> {
        let Some(project) = context.project.as_deref() else {
            return Vec::new();
        };
        let (Some(row), Some(name)) = (project.view.current, project.labels.names.get(index).cloned()) else {
            return Vec::new();
        };
        let (answers, now_ms) = (project.labels.answers, context.now_ms);
        match answers {
            AnswerType::One => self.label_and_advance(context, |project| {
                project.annotations.history.give(row, Some(&name), now_ms);
            }),
            AnswerType::Several => self.label(context, |project| {
                project.annotations.history.toggle(row, &name, now_ms)
            }),
            AnswerType::Text => Vec::new(),
        }
    }

    /// Gives one label to all rows in one step. Asks first if a row would lose a different label.
    fn give_rows(&mut self, rows: &[u32], index: usize, context: LabelingContext<'_>) -> Vec<Request> {
        let Some(project) = context.project.as_deref() else {
            return Vec::new();
        };
        let name = project
            .labels
            .names
            .get(index)
            .filter(|_| project.labels.answers != AnswerType::Text);
        let Some(name) = name.cloned() else { return Vec::new() };
        let has_another = |row: &&u32| {
            project
                .annotations
                .history
                .labels()
                .get(**row)
                .is_some_and(|given| given != name)
        };
        let n_others = match project.labels.answers {
            AnswerType::One => rows.iter().filter(has_another).count(),
            AnswerType::Several | AnswerType::Text => 0,
        };
        if n_others > 0 {
            return vec![Request::Confirm(Confirmation::Relabel {
                rows: rows.to_vec(),
                name,
                n_others,
            })];
        }
        self.relabel(rows, &name, context)
    }

    /// Gives one label to all rows in one step, after the user agreed to lose other labels.
    pub(crate) fn relabel(&mut self, rows: &[u32], name: &str, context: LabelingContext<'_>) -> Vec<Request> {
        let now_ms = context.now_ms;
        self.label(context, |project| {
            let adds = project.labels.answers == AnswerType::Several;
            project.annotations.history.give_all(rows, name, adds, now_ms);
        })
    }

    /// Performs a change of labels that another feature requests.
    pub(crate) fn change_labels(&mut self, change: LabelChange, context: LabelingContext<'_>) -> Vec<Request> {
        let now_ms = context.now_ms;
        match change {
            LabelChange::Give { rows, index } => self.give_rows(&rows, index, context),
            LabelChange::Flag { rows, on } => self.label(context, |project| {
                project.annotations.history.flag_all(&rows, on, now_ms);
            }),
            LabelChange::Clear { rows } => self.label(context, |project| {
                project.annotations.history.clear_all(&rows, now_ms);
            }),
            LabelChange::Fill(given) => self.label(context, |project| {
                let given = given.into_iter().map(|(row, labels)| (row, labels, None));
                project.annotations.history.fill(given.collect(), now_ms);
            }),
            LabelChange::Accept(suggested) => self.label(context, |project| {
                project.annotations.history.accept(suggested, now_ms);
            }),
            LabelChange::AcceptAnswers(answers) => self.label(context, |project| {
                project.annotations.history.accept_answers(answers, now_ms);
            }),
        }
    }

    /// Skips the current row and advances. A skipped row keeps its label.
    fn pass(&mut self, why: PassReason, context: LabelingContext<'_>) -> Vec<Request> {
        let now_ms = context.now_ms;
        self.label_and_advance(context, |project| {
            if let Some(row) = project.view.current {
                project.annotations.history.pass(row, why, now_ms);
            }
        })
    }

    fn write(&mut self, row: u32, text: &str, context: LabelingContext<'_>) -> Vec<Request> {
        let (text, now_ms) = (text.trim(), context.now_ms);
        self.label(context, |project| {
            let stays = match text {
                // If a text has a label but no written answer, the field for the answer is empty.
                "" => project.written(row).is_none(),
                // The field shows several labels as one text. If the text is unchanged, the labels remain several labels.
                text => project.annotations.history.labels().annotation(row).answer().as_deref() == Some(text),
            };
            if !stays {
                project
                    .annotations
                    .history
                    .give(row, Some(text).filter(|text| !text.is_empty()), now_ms);
            }
        })
    }

    /// Gives the label with the key `key` to the current row. The key may be in upper or lower case.
    fn give_by_key(&mut self, key: char, context: LabelingContext<'_>) -> Vec<Request> {
        match context
            .project
            .as_deref()
            .and_then(|project| label_with_key(project, key))
        {
            Some(index) => self.give(index, context),
            None => Vec::new(),
        }
    }

    /// Gives the label with the key `key` to `row`. Asks first if the row would lose a different label.
    fn give_row_by_key(&mut self, row: u32, key: char, context: LabelingContext<'_>) -> Vec<Request> {
        let Some(project) = context
            .project
            .as_deref()
            .filter(|project| (row as usize) < project.source.pool.len())
        else {
            return Vec::new();
        };
        if project.view.current == Some(row) {
            return self.give_by_key(key, context);
        }
        match label_with_key(project, key) {
            Some(index) => self.give_rows(&[row], index, context),
            None => Vec::new(),
        }
    }

    /// Undoes or redoes a step and goes to the text of the step. If the step concerns several texts, the page stays.
    fn turn_step(
        &mut self,
        context: LabelingContext<'_>,
        turn: impl FnOnce(&mut History) -> Option<u32>,
    ) -> Vec<Request> {
        self.label(context, |project| {
            let before = project.annotations.history.log().len();
            let row = turn(&mut project.annotations.history);
            if project.annotations.history.log().len() == before + 1 {
                project.view.current = row.or(project.view.current);
            }
        })
    }

    /// Changes annotations, then appends the new log entries. If the label set grew, stores the label set.
    pub(super) fn label(
        &mut self,
        mut context: LabelingContext<'_>,
        change: impl FnOnce(&mut Project),
    ) -> Vec<Request> {
        self.record_dwell_time(context.project.as_deref_mut());
        let Some(project) = context.project else {
            return Vec::new();
        };
        let n_names = project.labels.names.len();
        let n_entries = project.annotations.history.log().len();
        change(project);
        if project.annotations.history.log().len() > n_entries {
            context.suggestions.compare(project);
        }
        // Undoing the removal of a label restores the label in the label set.
        let lost = project.adopt_labels_since(n_entries);
        let mut requests: Vec<Request> = report_lost_keys(&lost).into_iter().collect();
        requests.push(Request::Append);
        if project.labels.names.len() > n_names {
            requests.push(Request::SaveHead);
        }
        requests
    }
}

/// Adds the request that reports the submitted input as the first request.
fn submitted(requests: Vec<Request>) -> Vec<Request> {
    std::iter::once(Request::InputSubmitted).chain(requests).collect()
}

/// The index of the label with the key `key`, which may be in upper or lower case.
fn label_with_key(project: &Project, key: char) -> Option<usize> {
    let keys = project.labels.specs.keys(&project.labels.names);
    keys.iter().position(|of| *of == Some(key.to_ascii_lowercase()))
}

/// Refuses [`AnswerType::Several`] while a label contains a semicolon.
/// Semicolons separate the labels in a cell. A label with a semicolon would be read as two labels.
fn choose_answers(project: Option<&mut Project>, answers: AnswerType) -> Vec<Request> {
    let Some(project) = project else {
        return Vec::new();
    };
    if answers == AnswerType::Several {
        let names = project.uses().into_keys().chain(project.labels.names.iter().cloned());
        let with_semicolon = names
            .map(|name| check_name(&name, std::iter::empty()))
            .find_map(Result::err);
        if let Some(error) = with_semicolon {
            return refuse(
                t!("labeling-several-labels-title"),
                core_messages::translate_core("name", &error),
                t!("labeling-several-labels-advice"),
            );
        }
    }
    let change = AnswerTypeChange::of(project, answers);
    if change.from == change.to {
        return Vec::new();
    }
    if change.n_texts > 0 {
        return vec![Request::Confirm(Confirmation::ChooseAnswers(change))];
    }
    change_answers(Some(project), change.to)
}

pub(crate) fn change_answers(project: Option<&mut Project>, answers: AnswerType) -> Vec<Request> {
    let mut lost = Vec::new();
    if let Some(project) = project {
        project.labels.answers = answers;
        project.labels.written_from = project.annotations.history.log().len();
        // Written answers are added to the label set, so that the user can see and rename them in the label set.
        lost = project.adopt_labels_in_use();
    }
    report_lost_keys(&lost).into_iter().chain([Request::SaveHead]).collect()
}

fn set_goal(project: Option<&mut Project>, n_texts: u32, now_ms: u64) -> Vec<Request> {
    if let Some(project) = project {
        let after = project.annotations.history.log().len();
        project.annotations.goal = (n_texts > 0).then_some(Goal {
            n_texts,
            after,
            since_ms: now_ms,
        });
    }
    vec![Request::SaveHead]
}

fn edit_guidelines(project: Option<&mut Project>, text: String) -> Vec<Request> {
    if let Some(project) = project {
        project.labels.guidelines = text;
    }
    vec![Request::SaveHead]
}

fn add_label(project: Option<&mut Project>, name: &str) -> Vec<Request> {
    let Some(project) = project else {
        return Vec::new();
    };
    match append_label(project, name) {
        Ok(lost) => {
            project.labels.assign_keys_and_colors();
            let mut requests = vec![Request::DismissNotice, Request::NewLabelAdded];
            requests.extend(lost.map(Request::Notify));
            requests.push(Request::SaveHead);
            requests
        }
        Err(refusal) => vec![Request::Notify(refusal)],
    }
}

/// Appends a label to the label set, without a key yet.
/// Returns a notice if the label had a key that now belongs to another label.
///
/// # Errors
///
/// Returns a notice with the reason why the label is refused.
fn append_label(project: &mut Project, name: &str) -> Result<Option<Notice>, Notice> {
    append_label_unless(project, name, |name, project| {
        check_appearance(name, project.labels.names.iter().map(String::as_str))
    })
}

/// Like [`append_label`], but `is_taken` checks whether the label set has a label with a name that looks equal.
fn append_label_unless(
    project: &mut Project,
    name: &str,
    is_taken: impl FnOnce(&str, &Project) -> Result<(), NameError>,
) -> Result<Option<Notice>, Notice> {
    let checked = check_name(name, project.labels.names.iter().map(String::as_str));
    match checked.and_then(|name| is_taken(&name, project).map(|()| name)) {
        Ok(name) if project.annotations.team.aliases_other(&name).is_some() => {
            Err(name_conflict(project, t!("labeling-label-not-added-title"), &name))
        }
        Ok(name) => {
            project.annotations.team.renamed.is_new(&name);
            project.annotations.resolution = None;
            let labels = &mut *project.labels;
            let (_, lost) = labels.specs.restore(&name, &labels.names);
            labels.names.push(name);
            Ok(lost.as_ref().map(key_lost))
        }
        Err(error) => Err(Notice {
            title: t!("labeling-label-not-added-title"),
            problem: core_messages::translate_core("name", &error),
            advice: t!("labeling-label-name-advice"),
        }),
    }
}

/// Restores a removed label in the label set, with its previous position, key and color.
fn restore_label(project: Option<&mut Project>, name: String) -> Vec<Request> {
    let Some(project) = project.filter(|project| !project.labels.names.contains(&name)) else {
        return Vec::new();
    };
    let labels = &mut *project.labels;
    let (index, lost) = labels.specs.restore(&name, &labels.names);
    labels.names.insert(index, name);
    labels.assign_keys_and_colors();
    project.annotations.resolution = None;
    let notice = lost.as_ref().map(key_lost).map(Request::Notify);
    notice.into_iter().chain([Request::SaveHead]).collect()
}

/// Moves a label in the label set. The other labels keep their order, and all labels keep their keys and colors.
fn move_label(project: Option<&mut Project>, index: usize, to: usize) -> Vec<Request> {
    let is_move = |project: &&mut Project| index != to && index.max(to) < project.labels.names.len();
    let Some(project) = project.filter(is_move) else {
        return Vec::new();
    };
    let name = project.labels.names.remove(index);
    project.labels.names.insert(to, name);
    project.annotations.resolution = None;
    vec![Request::SaveHead]
}

/// Adds labels up to the first invalid label, and shows the problem of the invalid label.
/// Labels that are already in the label set are not an error. Their descriptions do not change.
/// A new label does not take the key of another label. The notice reports the refused key.
fn add_labels(project: Option<&mut Project>, listed: Vec<PastedLabel>) -> Vec<Request> {
    let Some(project) = project else {
        return vec![Request::DismissNotice];
    };
    let (mut lost_keys, mut refusal, mut refused_key, mut is_added) = (Vec::new(), None, None, false);
    // Comparing all pairs of names would take a minute for 20,000 labels.
    let names = project.labels.names.iter();
    let mut appearances: BTreeSet<String> = names.map(|name| appearance(name)).collect();
    for PastedLabel { name, spec } in listed.into_iter().filter(|listed| !listed.name.trim().is_empty()) {
        let name = name.trim();
        if !project.labels.names.iter().any(|other| other == name) {
            let appended = match appearances.insert(appearance(name)) {
                true => append_label_unless(project, name, |_, _| Ok(())),
                false => append_label(project, name),
            };
            match appended {
                Ok(lost) => {
                    lost_keys.extend(lost);
                    is_added = true;
                }
                Err(reason) => {
                    refusal = Some(reason);
                    break;
                }
            }
        }
        if spec == LabelSpec::default() {
            continue;
        }
        let known = project.labels.specs.of(name);
        let described = LabelSpec {
            description: match known.description.is_empty() {
                true => spec.description,
                false => known.description.clone(),
            },
            ..known
        };
        let with_key = LabelSpec {
            key: spec.key.or(described.key),
            without_key: described.without_key && spec.key.is_none(),
            ..described.clone()
        };
        let LabelSet { names, specs, .. } = &mut *project.labels;
        // The description is stored even if the key is refused.
        let described = specs.set(name, described, names);
        let set = described.and_then(|()| specs.set(name, with_key, names));
        refused_key = refused_key.or(set.err().map(|error| key_refused(&error)));
    }
    project.labels.assign_keys_and_colors();
    let notices = refusal.into_iter().chain(lost_keys).chain(refused_key);
    let notice = Notice::all(notices).map_or(Request::DismissNotice, Request::Notify);
    let added = is_added.then_some(Request::NewLabelAdded);
    let mut requests: Vec<Request> = added.into_iter().collect();
    requests.extend([notice, Request::SaveHead]);
    requests
}

fn rename_label(project: Option<&mut Project>, index: usize, name: &str) -> Vec<Request> {
    let Some(project) = project.filter(|project| index < project.labels.names.len()) else {
        return Vec::new();
    };
    let others = project
        .labels
        .names
        .iter()
        .enumerate()
        .filter(|&(other, _)| other != index);
    let others = others.map(|(_, name)| name.as_str());
    let checked = check_name(name, others.clone());
    match checked.and_then(|name| check_appearance(&name, others).map(|()| name)) {
        // A label may get one of its own previous names again.
        Ok(name)
            if project
                .annotations
                .team
                .aliases_other(&name)
                .is_some_and(|other| *other != project.labels.names[index]) =>
        {
            let title = t!("labeling-label-not-renamed-title");
            vec![Request::Notify(name_conflict(project, title, &name))]
        }
        Ok(name) => {
            let old = std::mem::replace(&mut project.labels.names[index], name.clone());
            let mut requests = vec![Request::DismissNotice];
            if old != name {
                project.labels.specs.rename(&old, &name);
                requests.extend(rename_everywhere(project, &old, &name));
            }
            requests
        }
        // The new name is the name of another label. The page asks whether to merge the two labels.
        Err(NameError::Taken { name: into } | NameError::LooksTaken { name: into, .. }) => {
            let name = project.labels.names[index].clone();
            let uses = project.n_uses(&name);
            vec![Request::Confirm(Confirmation::MergeLabels { name, into, uses })]
        }
        Err(error) => refuse(
            t!("labeling-label-not-renamed-title"),
            core_messages::translate_core("name", &error),
            t!("labeling-label-name-advice"),
        ),
    }
}

/// Renames the label `old` to `new` in the annotations of all annotators.
fn rename_everywhere(project: &mut Project, old: &str, new: &str) -> [Request; 2] {
    project.annotations.history.rename(old, new);
    project.annotations.team.rename(old, new);
    project.annotations.resolution = None;
    [Request::Append, Request::SaveHead]
}

/// Merges the label `name` into `into`: removes `name` from the label set, and renames it to `into` in all annotations.
pub(crate) fn merge_labels(project: Option<&mut Project>, name: &str, into: &str) -> Vec<Request> {
    let has_target = |project: &&mut Project| project.labels.names.iter().any(|other| other == into);
    let Some(project) = project.filter(has_target) else {
        return Vec::new();
    };
    project.labels.names.retain(|other| other != name);
    project.labels.specs.forget(name);
    rename_everywhere(project, name, into).into()
}

fn show_label_as(project: Option<&mut Project>, index: usize, spec: LabelSpec) -> Vec<Request> {
    let Some(project) = project else {
        return Vec::new();
    };
    let Some(name) = project.labels.names.get(index) else {
        return Vec::new();
    };
    let name = name.clone();
    let LabelSet { names, specs, .. } = &mut *project.labels;
    match specs.set(&name, spec, names) {
        Ok(()) => vec![Request::DismissNotice, Request::SaveHead],
        Err(NameError::KeyTaken { key, name: owner }) => {
            let mut changed = specs.clone();
            changed.take_key(&name, key, names);
            let instead = changed.of(&owner).key;
            let question = Confirmation::TakeKey {
                name,
                key,
                owner,
                instead,
            };
            vec![Request::DismissNotice, Request::Confirm(question)]
        }
        Err(error) => vec![Request::Notify(key_refused(&error))],
    }
}

/// Gives a label the key of another label, which then gets a different key.
pub(crate) fn take_key(project: Option<&mut Project>, name: &str, key: char) -> Vec<Request> {
    if let Some(project) = project {
        let LabelSet { names, specs, .. } = &mut *project.labels;
        if names.iter().any(|other| other == name) {
            specs.take_key(name, key, names);
        }
    }
    vec![Request::SaveHead]
}

fn ask_to_remove_label(project: Option<&mut Project>, index: usize, now_ms: u64) -> Vec<Request> {
    let Some(project) = project else {
        return Vec::new();
    };
    let Some(name) = project.labels.names.get(index).cloned() else {
        return Vec::new();
    };
    let uses = project.annotations.history.labels().rows_with(&name).count();
    let by_others = project.n_uses(&name) - uses;
    if by_others > 0 {
        return refuse(
            t!("labeling-label-not-removed-title", name = isolated(&name)),
            t!("labeling-label-not-removed-problem", n = by_others),
            t!("labeling-label-not-removed-advice"),
        );
    }
    if uses > 0 {
        return vec![Request::Confirm(Confirmation::RemoveLabel { name, uses })];
    }
    remove_label(Some(project), &name, now_ms)
}

/// Removes a label from the label set and from all rows.
pub(crate) fn remove_label(project: Option<&mut Project>, name: &str, now_ms: u64) -> Vec<Request> {
    let Some(project) = project else {
        return Vec::new();
    };
    if let Some(index) = project.labels.names.iter().position(|other| other == name) {
        project.labels.names.remove(index);
        project.labels.specs.retire(name, index);
    }
    project.annotations.history.remove(name, now_ms);
    vec![Request::Append, Request::SaveHead]
}

fn refuse(title: String, problem: String, advice: String) -> Vec<Request> {
    vec![Request::Notify(Notice { title, problem, advice })]
}

/// The message about a name that a colleague uses for another label.
fn name_conflict(project: &Project, title: String, name: &str) -> Notice {
    let other = project.annotations.team.aliases_other(name);
    let other = isolated(other.unwrap_or_default()).to_string();
    Notice {
        title,
        problem: t!("labeling-name-conflict-problem", name = isolated(name), other),
        advice: t!("labeling-label-name-advice"),
    }
}

/// The message about a restored label whose previous key now belongs to another label.
fn key_lost(LostKey { name, key, owner }: &LostKey) -> Notice {
    Notice {
        title: t!("labeling-key-replaced-title", name = isolated(name)),
        problem: t!("labeling-key-replaced-problem", key, owner = isolated(owner)),
        advice: t!("labeling-key-replaced-advice"),
    }
}

/// Reports all restored labels whose previous keys now belong to other labels.
pub(crate) fn report_lost_keys(lost: &[LostKey]) -> Option<Request> {
    Notice::all(lost.iter().map(key_lost)).map(Request::Notify)
}

/// The message about a label that does not get the requested key.
fn key_refused(error: &NameError) -> Notice {
    Notice {
        title: t!("labeling-key-refused-title"),
        problem: core_messages::translate_core("name", error),
        advice: t!("labeling-key-refused-advice"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::PtrEq;
    use crate::persistence;
    use crate::state::{AppState, Cmd, Msg as StateMsg};
    use crate::test_support;

    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0], 3));
        state
    }

    fn open(state: &AppState) -> &Project {
        state.project.as_ref().expect("a project")
    }

    #[test]
    fn pasted_labels_are_added_up_to_the_first_invalid_one() {
        let mut state = labeling();
        let cmds = state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(
            "maybe\n yes \n\nno idea\na; b\nlast",
        ))));
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
            "{cmds:?}"
        );
        assert_eq!(open(&state).labels.names, ["yes", "no", "maybe", "no idea"]);
        let message = state.notices.notice.as_ref().expect("a message");
        assert!(message.problem.contains("a; b"), "{}", message.problem);
    }

    #[test]
    fn pasted_table_sets_keys_and_descriptions() {
        let mut state = labeling();
        let table = "yes\tIt is so\nmaybe\tm\tWho knows\nlast\tm\tThe last\n";
        state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(table))));
        let spec = |state: &AppState, name: &str| {
            let spec = open(state).labels.specs.of(name);
            (spec.key, spec.description)
        };
        assert_eq!(open(&state).labels.names, ["yes", "no", "maybe", "last"]);
        assert_eq!(spec(&state, "yes"), (Some('1'), "It is so".into()));
        assert_eq!(spec(&state, "maybe"), (Some('m'), "Who knows".into()));
        assert_eq!(
            spec(&state, "last"),
            (Some('3'), "The last".into()),
            "the key belongs to another label"
        );
        let message = state.notices.notice.as_ref().expect("a message");
        assert!(message.problem.contains("maybe"), "{}", message.problem);
        // An existing description is not overwritten.
        state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(
            "yes\tsomething else\nno\tIt is not",
        ))));
        assert_eq!(spec(&state, "yes").1, "It is so");
        assert_eq!(spec(&state, "no").1, "It is not");
    }

    #[test]
    fn every_label_that_is_back_without_its_key_is_reported() {
        // The labels “yes” and “no” are removed, and two other labels get their keys.
        let without_keys = || {
            let mut state = labeling();
            state.apply(StateMsg::Labeling(Msg::Give { index: 0 }), 1);
            state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 2);
            let log = open(&state).annotations.history.log().to_vec();
            for at_ms in [3, 5] {
                state.apply(StateMsg::Labeling(Msg::RemoveLabel(0)), at_ms);
                state.apply(StateMsg::Answer { yes: true }, at_ms + 1);
            }
            state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of(
                "one\t1\tThe first\ntwo\t2\tThe second",
            ))));
            let keys = open(&state).labels.specs.keys(&open(&state).labels.names);
            assert_eq!(keys, [Some('1'), Some('2')]);
            assert_eq!(state.notices.notice, None);
            (state, log)
        };
        let problem = |state: &AppState| state.notices.notice.as_ref().expect("a message").problem.clone();
        // The message is kept although a label without a conflict follows.
        let (mut state, _) = without_keys();
        state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of("yes\nlast"))));
        assert!(problem(&state).contains("belongs to one"), "{}", problem(&state));
        // All labels that a list restores are reported, in addition to a refused name.
        let (mut state, _) = without_keys();
        state.apply_now(StateMsg::Labeling(Msg::AddLabels(PastedLabel::of("yes\nno\na; b"))));
        for part in ["a; b", "belongs to one", "belongs to two"] {
            assert!(problem(&state).contains(part), "{part}: {}", problem(&state));
        }
        // The annotations of a file or a journal restore both labels in one step.
        let (mut state, log) = without_keys();
        let project = state.project.get_mut().expect("a project");
        project.annotations.history = History::restore(log);
        let lost = project.adopt_labels_in_use();
        assert_eq!(lost.len(), 2);
        let Some(Request::Notify(notice)) = report_lost_keys(&lost) else {
            panic!("a message");
        };
        let text = format!("{}: {}", notice.title, notice.problem);
        for part in ["yes is back", "belongs to one", "no is back", "belongs to two"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        // Undoing the two removals one after another reports each label.
        let (mut state, _) = without_keys();
        for (at_ms, owner) in [(8, "two"), (9, "one")] {
            state.apply(StateMsg::Labeling(Msg::Undo), at_ms);
            assert!(problem(&state).contains(owner), "{}", problem(&state));
        }
    }

    #[test]
    fn unchanged_answer_field_keeps_several_labels() {
        let mut state = labeling();
        if let Some(project) = state.project.get_mut() {
            project.annotations.history.toggle(2, "yes", 1);
            project.annotations.history.toggle(2, "no", 2);
            project.labels.answers = AnswerType::Text;
        }
        let text = "yes; no".to_owned();
        state.apply(StateMsg::Labeling(Msg::Write { row: 2, text }), 3);
        assert_eq!(
            open(&state).annotations.history.labels().annotation(2).labels,
            ["yes", "no"]
        );
        assert_eq!(open(&state).annotations.history.log().len(), 2);
    }

    #[test]
    fn relabeling_many_asks_first_and_undoing_it_keeps_the_current_text() {
        let mut state = labeling();
        state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 1);
        state.map.marked = PtrEq::new(vec![1, 2]);
        assert!(
            state
                .apply(StateMsg::Labeling(Msg::GiveMarked { index: 0 }), 2)
                .is_empty()
        );
        let asked = Confirmation::Relabel {
            rows: vec![1, 2],
            name: "yes".into(),
            n_others: 1,
        };
        assert_eq!(state.notices.confirmation, Some(asked));
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("no"));
        state.apply(StateMsg::Answer { yes: true }, 3);
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("yes"));
        assert_eq!(open(&state).view.current, Some(0));
        state.apply(StateMsg::Labeling(Msg::Undo), 4);
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("no"));
        assert_eq!(
            open(&state).view.current,
            Some(0),
            "undoing a step of two texts does not change the current text"
        );
        state.apply(StateMsg::Labeling(Msg::Undo), 5);
        assert_eq!(open(&state).view.current, Some(2));
        // No row would lose a label. Therefore the page does not ask for confirmation.
        state.apply(StateMsg::Labeling(Msg::GiveMarked { index: 0 }), 6);
        assert_eq!(open(&state).annotations.history.labels().len(), 2);
    }

    #[test]
    fn answer_with_semicolon_prevents_several_labels() {
        let mut state = labeling();
        let choose = |state: &mut AppState, answers| {
            state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(answers)));
            state.apply_now(StateMsg::Answer { yes: true });
        };
        choose(&mut state, AnswerType::Text);
        let write = |text: &str| {
            StateMsg::Labeling(Msg::Write {
                row: 2,
                text: text.into(),
            })
        };
        state.apply(write("first this; then that"), 1);
        choose(&mut state, AnswerType::Several);
        assert_eq!(open(&state).labels.answers, AnswerType::Text);
        let message = state.notices.notice.as_ref().expect("a message");
        assert!(
            message.problem.contains("“first this; then that”"),
            "{}",
            message.problem
        );
        choose(&mut state, AnswerType::One);
        choose(&mut state, AnswerType::Several);
        assert_eq!(open(&state).labels.answers, AnswerType::One);
        let index = 2;
        let name = "this, then that".into();
        state.apply_now(StateMsg::Labeling(Msg::RenameLabel { index, name }));
        choose(&mut state, AnswerType::Several);
        assert_eq!(open(&state).labels.answers, AnswerType::Several);
        choose(&mut state, AnswerType::Text);
        state.apply(write("short"), 2);
        choose(&mut state, AnswerType::Several);
        assert_eq!(open(&state).labels.answers, AnswerType::Several);
    }

    #[test]
    fn restored_label_returns_to_its_position_and_keeps_filters() {
        use crate::map::Msg as MapMsg;
        use crate::map::coloring::ColorBy;
        let mut state = labeling();
        state.apply_now(StateMsg::Labeling(Msg::AddLabel("maybe".into())));
        for class in [2, 3] {
            let by = ColorBy::Label;
            state.apply_now(StateMsg::Map(MapMsg::Filter { by, class }));
        }
        let shown = |state: &AppState| {
            let filter = state.map.filter_of(ColorBy::Label);
            filter.map(|filter| filter.shown.iter().copied().collect::<Vec<_>>())
        };
        state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
        assert_eq!(
            shown(&state),
            Some(vec![1, 2]),
            "the filter shows “maybe” and texts without a label"
        );
        let cmds = state.apply_now(StateMsg::Labeling(Msg::RestoreLabel("no".into())));
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
            "{cmds:?}"
        );
        assert_eq!(open(&state).labels.names, ["yes", "no", "maybe"]);
        assert_eq!(shown(&state), Some(vec![2, 3]));
        assert!(
            state
                .apply_now(StateMsg::Labeling(Msg::RestoreLabel("no".into())))
                .is_empty()
        );
        state.apply_now(StateMsg::Labeling(Msg::AddLabel("more".into())));
        assert_eq!(shown(&state), Some(vec![2, 4]));
        state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(2)));
        assert_eq!(shown(&state), Some(vec![3]), "a removed label cannot be shown");
    }

    #[test]
    fn moved_label_keeps_key_color_and_filter() {
        use crate::map::Msg as MapMsg;
        use crate::map::coloring::ColorBy;
        let mut state = labeling();
        for name in ["maybe", "else"] {
            state.apply_now(StateMsg::Labeling(Msg::AddLabel(name.into())));
        }
        let (by, class) = (ColorBy::Label, 2);
        state.apply_now(StateMsg::Map(MapMsg::Filter { by, class }));
        let cmds = state.apply_now(StateMsg::Labeling(Msg::MoveLabel { index: 2, to: 0 }));
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.label_names[0] == "maybe")
        );
        let names = &open(&state).labels.names;
        assert_eq!(*names, ["maybe", "yes", "no", "else"]);
        assert_eq!(open(&state).labels.specs.colors(names), [18, 16, 17, 19]);
        let filter = state.map.filter_of(by).expect("one");
        assert_eq!(filter.shown.iter().copied().collect::<Vec<_>>(), [0]);
        state.apply(StateMsg::Labeling(Msg::GiveByKey { key: '3' }), 1);
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("maybe"));
        for (index, to) in [(1, 1), (1, 4), (4, 0)] {
            assert!(
                state
                    .apply_now(StateMsg::Labeling(Msg::MoveLabel { index, to }))
                    .is_empty(),
                "moving {index} to {to} changes nothing"
            );
        }
    }

    #[test]
    fn keys_and_colors_stay_with_their_labels() {
        let mut state = labeling();
        for name in ["maybe", "else"] {
            state.apply_now(StateMsg::Labeling(Msg::AddLabel(name.into())));
        }
        let specs = |state: &AppState| {
            let (names, specs) = (&open(state).labels.names, &open(state).labels.specs);
            let keys = specs.keys(names).into_iter().map(|key| key.unwrap_or('-'));
            let shown = names.iter().cloned().zip(keys.zip(specs.colors(names)));
            shown.collect::<std::collections::BTreeMap<String, (char, u32)>>()
        };
        let all = specs(&state);
        assert_eq!(all["else"], ('4', 19));
        let without = |names: &[&str]| {
            let mut left = all.clone();
            left.retain(|name, _| !names.contains(&name.as_str()));
            left
        };
        // A label is removed and restored, and then removed in a step that is undone.
        state.apply_now(StateMsg::Labeling(Msg::RemoveLabel(1)));
        assert_eq!(specs(&state), without(&["no"]));
        state.apply_now(StateMsg::Labeling(Msg::RestoreLabel("no".into())));
        assert_eq!(specs(&state), all);
        state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 1);
        state.apply(StateMsg::Labeling(Msg::RemoveLabel(1)), 2);
        state.apply(StateMsg::Answer { yes: true }, 3);
        assert_eq!(specs(&state), without(&["no"]));
        state.apply(StateMsg::Labeling(Msg::Undo), 4);
        assert_eq!(specs(&state), all);
        // A label is moved, and another label is merged.
        state.apply_now(StateMsg::Labeling(Msg::MoveLabel { index: 3, to: 0 }));
        assert_eq!(specs(&state), all);
        let name = "yes".to_owned();
        state.apply_now(StateMsg::Labeling(Msg::RenameLabel { index: 2, name }));
        state.apply_now(StateMsg::Answer { yes: true });
        assert_eq!(specs(&state), without(&["no"]));
        // The stored keys and colors equal the displayed keys and colors.
        let head = open(&state).head(&state.run.settings.config_or_default());
        assert_eq!(head.label_looks.of("else").key, Some('4'));
        assert_eq!(head.label_looks.of("maybe").color, Some(18));
    }

    #[test]
    fn key_in_use_is_reassigned_only_after_confirmation() {
        let mut state = labeling();
        state.apply_now(StateMsg::Labeling(Msg::AddLabel("maybe".into())));
        let keys = |state: &AppState| {
            let keys = open(state).labels.specs.keys(&open(state).labels.names);
            keys.into_iter().map(|key| key.unwrap_or('-')).collect::<String>()
        };
        let take = |state: &mut AppState, index: usize, key: char| {
            let spec = LabelSpec {
                key: Some(key),
                ..open(state).labels.specs.of(&open(state).labels.names[index])
            };
            assert!(
                state
                    .apply_now(StateMsg::Labeling(Msg::SetLabelSpec { index, spec }))
                    .is_empty()
            );
        };
        take(&mut state, 2, '1');
        let asked = Confirmation::TakeKey {
            name: "maybe".into(),
            key: '1',
            owner: "yes".into(),
            instead: Some('3'),
        };
        assert_eq!(state.notices.confirmation, Some(asked));
        state.apply_now(StateMsg::Answer { yes: false });
        assert_eq!(keys(&state), "123");
        take(&mut state, 2, '1');
        let cmds = state.apply_now(StateMsg::Answer { yes: true });
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
            "{cmds:?}"
        );
        assert_eq!(keys(&state), "321");
    }

    #[test]
    fn restored_label_whose_key_is_taken_reports_it() {
        let mut state = labeling();
        state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 1);
        state.apply(StateMsg::Labeling(Msg::RemoveLabel(1)), 2);
        state.apply(StateMsg::Answer { yes: true }, 3);
        let spec = LabelSpec {
            key: Some('2'),
            ..open(&state).labels.specs.of("yes")
        };
        state.apply_now(StateMsg::Labeling(Msg::SetLabelSpec { index: 0, spec }));
        assert_eq!(state.notices.notice, None);
        state.apply(StateMsg::Labeling(Msg::Undo), 4);
        let message = state.notices.notice.as_ref().expect("a message");
        assert!(
            message.title.contains("no") && message.problem.contains("yes"),
            "{message:?}"
        );
        assert_eq!(open(&state).labels.specs.of("no").key, Some('1'));
    }

    #[test]
    fn labels_become_answers_only_after_confirmation_and_the_field_starts_empty() {
        let mut state = labeling();
        state.apply(StateMsg::Labeling(Msg::Give { index: 0 }), 1);
        state.apply(StateMsg::Labeling(Msg::Give { index: 1 }), 2);
        assert!(
            state
                .apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::Text)))
                .is_empty()
        );
        let Some(Confirmation::ChooseAnswers(change)) = state.notices.confirmation.clone() else {
            panic!("{:?}", state.notices.confirmation)
        };
        assert_eq!((change.n_texts, change.n_new), (2, 0));
        state.apply_now(StateMsg::Answer { yes: false });
        assert_eq!(open(&state).labels.answers, AnswerType::One);
        state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::Text)));
        state.apply_now(StateMsg::Answer { yes: true });
        assert_eq!((open(&state).written(2), open(&state).written(0)), (None, None));
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("yes"));
        // Submitting an empty field changes nothing. A written text replaces the label.
        let write = |state: &mut AppState, text: &str, at_ms| {
            let text = text.into();
            drop(state.apply(StateMsg::Labeling(Msg::Write { row: 2, text }), at_ms));
        };
        write(&mut state, "", 3);
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("yes"));
        write(&mut state, "It is about a card", 4);
        assert_eq!(open(&state).written(2).as_deref(), Some("It is about a card"));
        state.apply(StateMsg::Labeling(Msg::Undo), 5);
        assert_eq!(
            (
                open(&state).written(2),
                open(&state).annotations.history.labels().get(2)
            ),
            (None, Some("yes"))
        );
        state.apply(
            StateMsg::Labeling(Msg::RenameLabel {
                index: 0,
                name: "sure".into(),
            }),
            6,
        );
        assert_eq!(
            (
                open(&state).written(2),
                open(&state).annotations.history.labels().get(2)
            ),
            (None, Some("sure"))
        );
        state.apply(StateMsg::Labeling(Msg::Redo), 7);
        write(&mut state, "", 8);
        assert_eq!(
            open(&state).annotations.history.labels().get(2),
            None,
            "an answer can be removed"
        );
        write(&mut state, "It is about a card", 9);
        // The written answers do not change when the project is opened again.
        let (head, log) = (
            open(&state).to_project(&state.run.settings.config_or_default()),
            open(&state).log(),
        );
        let again = Project::restore(head, log).expect("a project");
        assert_eq!(
            (again.written(2).as_deref(), again.written(0)),
            (Some("It is about a card"), None)
        );

        // When the answer type returns to labels, a written answer becomes a label.
        assert!(
            state
                .apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::One)))
                .is_empty()
        );
        let Some(Confirmation::ChooseAnswers(change)) = state.notices.confirmation.clone() else {
            panic!("{:?}", state.notices.confirmation)
        };
        assert_eq!((change.n_texts, change.n_new), (1, 1));
        state.apply_now(StateMsg::Answer { yes: true });
        assert_eq!(open(&state).labels.names, ["sure", "no", "It is about a card"]);
        state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::Several)));
        assert_eq!(
            (open(&state).labels.answers, &state.notices.confirmation),
            (AnswerType::Several, &None),
            "the change loses no labels"
        );
        state.apply(StateMsg::Labeling(Msg::GoTo(2)), 10);
        state.apply(StateMsg::Labeling(Msg::Give { index: 0 }), 11);
        state.apply_now(StateMsg::Labeling(Msg::ChooseAnswers(AnswerType::One)));
        assert!(
            matches!(&state.notices.confirmation, Some(Confirmation::ChooseAnswers(change)) if change.n_texts == 1)
        );
    }

    #[test]
    fn labeling_another_row_by_key_keeps_the_current_row() {
        let mut state = labeling();
        state.apply(StateMsg::Labeling(Msg::GiveRowByKey { row: 1, key: '2' }), 1);
        assert_eq!(open(&state).annotations.history.labels().get(1), Some("no"));
        assert_eq!(open(&state).view.current, Some(2));
        state.apply(StateMsg::Labeling(Msg::GiveRowByKey { row: 1, key: '1' }), 2);
        assert!(matches!(&state.notices.confirmation, Some(Confirmation::Relabel { rows, .. }) if *rows == [1]));
        state.apply(StateMsg::Answer { yes: false }, 3);
        state.apply(StateMsg::Labeling(Msg::GiveRowByKey { row: 2, key: '1' }), 4);
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("yes"));
        assert_eq!(open(&state).view.current, Some(0), "the next text becomes current");
    }

    #[test]
    fn label_is_given_by_its_custom_key() {
        let mut state = labeling();
        let spec = |key, description: &str| LabelSpec {
            key,
            description: description.into(),
            ..LabelSpec::default()
        };
        let shown = |index, spec| StateMsg::Labeling(Msg::SetLabelSpec { index, spec });
        let cmds = state.apply_now(shown(1, spec(Some('N'), "not at all")));
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.label_looks.of("no").key == Some('n'))
        );
        assert!(state.apply_now(shown(0, spec(Some('j'), ""))).is_empty());
        let message = state.notices.notice.as_ref().expect("a message");
        assert!(message.problem.contains("“j”"), "{}", message.problem);
        let press = |state: &mut AppState, key| drop(state.apply(StateMsg::Labeling(Msg::GiveByKey { key }), 1));
        press(&mut state, '2');
        assert_eq!(
            open(&state).annotations.history.labels().get(2),
            None,
            "no label has the key now"
        );
        press(&mut state, 'N');
        assert_eq!(open(&state).annotations.history.labels().get(2), Some("no"));
        assert_eq!(open(&state).view.current, Some(0), "the next text becomes current");
        state.apply_now(StateMsg::Labeling(Msg::RenameLabel {
            index: 1,
            name: "never".into(),
        }));
        assert_eq!(open(&state).labels.specs.of("never").description, "not at all");
        press(&mut state, '1');
        assert_eq!(open(&state).annotations.history.labels().get(0), Some("yes"));
    }
}
