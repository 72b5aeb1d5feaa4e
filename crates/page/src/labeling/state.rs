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
    GoTo(u32),
    /// Move down by the given number of positions in the list. Negative values move up.
    Move(i32),
    Advance,
    /// Skip the current row and advance. A skipped row keeps its label.
    Pass {
        why: PassReason,
    },
    /// Assign the label at `index` to the current row and advance to the next text.
    /// If a text can have several labels, toggle the label without advancing.
    Give {
        index: usize,
    },
    ClearAnswer,
    /// Assign the label with the given key to `row`, without changing the current row.
    GiveRowByKey {
        row: u32,
        key: char,
    },
    GiveMarked {
        index: usize,
    },
    /// Set the written answer of a row. An empty answer removes the written answer.
    Write {
        row: u32,
        text: String,
    },
    Flag,
    Note {
        row: u32,
        text: String,
    },
    Undo,
    Redo,
    ChooseAnswers(AnswerType),
    EditGuidelines(String),
    SetGoal {
        /// A goal of 0 texts removes the goal.
        n_texts: u32,
    },
    EndGoal,
    AddLabel(String),
    RestoreLabel(String),
    MoveLabel {
        index: usize,
        to: usize,
    },
    RenameLabel {
        index: usize,
        name: String,
    },
    SetLabelSpec {
        index: usize,
        spec: LabelSpec,
    },
    GiveByKey {
        key: char,
    },
    /// Remove a label from the label set. Asks for confirmation if the user has given the label to a text.
    /// Refuses the removal if a colleague gave the label, or if a disagreement is settled with the label.
    RemoveLabel(usize),
    FindLabel(bool),
    /// Add labels to the label set without changing the existing labels.
    AddLabels(Vec<PastedLabel>),
    List(ListFilter),
    NextListFilter,
    HideReason(bool),
    Idle {
        ms: u64,
    },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelingState {
    pub(crate) save_gate: SaveGate,
    pub(crate) dwell_timer: DwellTimer,
    pub is_finding_label: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTypeChange {
    pub from: AnswerType,
    pub to: AnswerType,
    /// Number of texts whose annotations do not fit the new answer type. Free text does not allow labels.
    /// An answer type with labels does not allow a written answer that is not a label.
    /// An answer type with one label per text does not allow several labels.
    pub n_texts: usize,
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

/// A value is built for each key press, so the struct has fewer fields than [`Context`](crate::state::Context).
pub(crate) struct LabelingContext<'a> {
    pub(crate) project: Option<&'a mut Project>,
    pub(crate) suggestions: &'a SuggestionState,
    pub(crate) marked: &'a [u32],
    /// The current time, in milliseconds since 1970.
    pub(crate) now_ms: u64,
}

impl LabelingState {
    pub(crate) fn forget(&mut self) {
        self.save_gate.forget();
        self.dwell_timer.forget();
    }

    pub(crate) fn close_label_search(&mut self) {
        self.is_finding_label = false;
    }
}

// The methods take `Tracked`, because each mutable access to the state inside `Tracked` notifies all subscribers.
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

    /// Asks the user first if a row would lose a different label.
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

    /// The user has already agreed to lose other labels of the rows.
    pub(crate) fn relabel(&mut self, rows: &[u32], name: &str, context: LabelingContext<'_>) -> Vec<Request> {
        let now_ms = context.now_ms;
        self.label(context, |project| {
            let adds = project.labels.answers == AnswerType::Several;
            project.annotations.history.give_all(rows, name, adds, now_ms);
        })
    }

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
                // The field is empty if the text has a label but no written answer.
                // If the user submits this empty field, the label stays.
                "" => project.written(row).is_none(),
                // The field shows several labels as one answer. If the answer is unchanged, the labels stay separate.
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

    /// The key may be in upper or lower case.
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

    /// Asks the user first if the row would lose a different label.
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

    /// If the step changed several texts, the current text stays on the screen.
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

fn submitted(requests: Vec<Request>) -> Vec<Request> {
    std::iter::once(Request::InputSubmitted).chain(requests).collect()
}

/// The key may be in upper or lower case.
fn label_with_key(project: &Project, key: char) -> Option<usize> {
    let keys = project.labels.specs.keys(&project.labels.names);
    keys.iter().position(|of| *of == Some(key.to_ascii_lowercase()))
}

/// Refuses [`AnswerType::Several`] while a label contains a semicolon, because semicolons separate labels in a cell.
/// A label with a semicolon would be read as two labels.
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
        // Written answers are added to the label set, so that the user can see and rename them there.
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

/// Returns a notice if the key of the label now belongs to another label.
/// Returns an error with the reason if the label is refused.
fn append_label(project: &mut Project, name: &str) -> Result<Option<Notice>, Notice> {
    append_label_unless(project, name, |name, project| {
        check_appearance(name, project.labels.names.iter().map(String::as_str))
    })
}

/// `is_taken` checks whether the label set already has a name that looks like `name`.
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

/// The restored label gets its previous position, key and color.
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

/// The other labels keep their order, and all labels keep their keys and colors.
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

/// Stops at the first invalid label and reports this label in a notice.
/// Labels that are already in the label set are not an error, and keep their descriptions.
/// A new label does not get the key of another label. The notice also reports the first refused key.
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
        // A label may return to one of its own previous names.
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

fn rename_everywhere(project: &mut Project, old: &str, new: &str) -> [Request; 2] {
    project.annotations.history.rename(old, new);
    project.annotations.team.rename(old, new);
    project.annotations.resolution = None;
    [Request::Append, Request::SaveHead]
}

/// Removes the label `name` from the label set, and renames `name` to `into` in all annotations.
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

/// The label that had the key before gets a different key.
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
    let by_others = project.n_uses_by_others(&name);
    if by_others > 0 {
        return refuse(
            t!("labeling-label-not-removed-title", name = isolated(&name)),
            t!("labeling-label-not-removed-problem", n = by_others),
            t!("labeling-label-not-removed-advice"),
        );
    }
    let settlements = project.annotations.team.decisions.labels();
    let n_settled = settlements.rows_with(&name).count();
    if n_settled > 0 {
        return refuse(
            t!("labeling-label-not-removed-title", name = isolated(&name)),
            t!("labeling-label-not-removed-settled-problem", n = n_settled),
            t!("labeling-label-not-removed-settled-advice", n = n_settled),
        );
    }
    let uses = project.annotations.history.labels().rows_with(&name).count();
    if uses > 0 {
        return vec![Request::Confirm(Confirmation::RemoveLabel { name, uses })];
    }
    remove_label(Some(project), &name, now_ms)
}

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

fn name_conflict(project: &Project, title: String, name: &str) -> Notice {
    let other = project.annotations.team.aliases_other(name);
    let other = isolated(other.unwrap_or_default()).to_string();
    Notice {
        title,
        problem: t!("labeling-name-conflict-problem", name = isolated(name), other),
        advice: t!("labeling-label-name-advice"),
    }
}

fn key_lost(LostKey { name, key, owner }: &LostKey) -> Notice {
    Notice {
        title: t!("labeling-key-replaced-title", name = isolated(name)),
        problem: t!("labeling-key-replaced-problem", key, owner = isolated(owner)),
        advice: t!("labeling-key-replaced-advice"),
    }
}

pub(crate) fn report_lost_keys(lost: &[LostKey]) -> Option<Request> {
    Notice::all(lost.iter().map(key_lost)).map(Request::Notify)
}

fn key_refused(error: &NameError) -> Notice {
    Notice {
        title: t!("labeling-key-refused-title"),
        problem: core_messages::translate_core("name", error),
        advice: t!("labeling-key-refused-advice"),
    }
}

#[cfg(test)]
mod tests;
