//! Annotating texts, and editing the label set.

use crate::labeling::list_filter::ListFilter;
use std::collections::BTreeSet;

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::labeling::dwell_time::DwellTimer;
use crate::labeling::save_gate::SaveGate;
use crate::project::{LabelSet, Project};
use crate::state::{AppState, Cmd, Confirmation, LabelChange, Notice};
use fastgas_annotation::label::{
    AnswerType, Goal, History, LabelSpec, LostKey, NameError, PassReason, PastedLabel, appearance, check_appearance,
    check_name,
};

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Show this row for labeling.
    GoTo(u32),
    /// Show the row this many positions further down the list; negative values move up.
    Move(i32),
    /// Go to the next row without an answer.
    Advance,
    /// Pass over the current row and advance. A skipped row keeps its label.
    Pass {
        why: PassReason,
    },
    /// Assign the label at `index` to the current row and advance. If a text can have several labels, toggle this one
    /// instead.
    Give {
        /// Index in the label set.
        index: usize,
    },
    /// Remove the label of the current row.
    ClearAnswer,
    /// Assign the label with this key to `row`; the current row stays.
    GiveRowByKey {
        row: u32,
        /// A letter or a digit.
        key: char,
    },
    /// Assign a label to all rows that are marked on the map.
    GiveMarked {
        /// Index in the label set.
        index: usize,
    },
    /// Set the written answer of a row; an empty one removes it.
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
    /// Set the goal of labeling this many texts from now on.
    SetGoal {
        /// 0 removes the goal.
        n_texts: u32,
    },
    /// Remove the goal.
    EndGoal,
    AddLabel(String),
    /// Restore a label that was removed from the label set.
    RestoreLabel(String),
    /// Move a label to another index of the label set.
    MoveLabel {
        /// Index in the label set.
        index: usize,
        to: usize,
    },
    /// Rename a label in the set and on all rows that have it.
    RenameLabel {
        /// Index in the label set.
        index: usize,
        name: String,
    },
    /// Change how a label is shown.
    SetLabelSpec {
        /// Index in the label set.
        index: usize,
        /// Its description, key and color.
        spec: LabelSpec,
    },
    /// Assign the label with this key to the current row.
    GiveByKey {
        /// A letter or a digit.
        key: char,
    },
    /// Remove a label from the set; asks first if it is in use.
    RemoveLabel(usize),
    /// Open or close the dialog for finding a label by name.
    FindLabel(bool),
    /// Add labels to the set. Labels that exist already do not change.
    AddLabels(Vec<PastedLabel>),
    /// Filter the list of texts.
    List(ListFilter),
    /// Show the next filter of the list.
    NextListFilter,
    /// Collapse or expand the reason of a pick.
    HideReason(bool),
    /// The user was inactive until now, for this long.
    Idle {
        /// Duration in milliseconds.
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
    /// Texts whose annotations do not fit the new type: any label before answers become free text, a written answer that is not a
    /// label before labels are assigned, or several labels before only one is allowed.
    pub n_texts: usize,
    /// Number of labels that will be created from written answers.
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

impl AppState {
    pub(crate) fn update_labeling(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        match msg {
            Msg::GoTo(row) => self.change_project(|project| {
                if (row as usize) < project.source.pool.len() {
                    project.view.current = Some(row);
                }
            }),
            Msg::Move(places) => self.change_project(|project| {
                let rows = project.shown_rows();
                if let Some(at) = rows.iter().position(|&row| Some(row) == project.view.current) {
                    let to = (at as i64 + i64::from(places)).clamp(0, rows.len() as i64 - 1);
                    project.view.current = Some(rows[to as usize]);
                }
            }),
            Msg::Advance => {
                self.advance_when_saved();
                Vec::new()
            }
            Msg::FindLabel(finding) => {
                let has_labels =
                    |project: &Project| project.labels.answers != AnswerType::Text && project.view.current.is_some();
                self.labeling.is_finding_label = finding && self.project.as_ref().is_some_and(has_labels);
                Vec::new()
            }
            Msg::AddLabels(listed) => self.add_labels(listed),
            Msg::List(listing) => self.list(listing),
            Msg::NextListFilter => self.list_next(),
            Msg::HideReason(is_hidden) => {
                self.session.hide_reason(is_hidden);
                Vec::new()
            }
            Msg::Idle { ms } => {
                self.labeling.dwell_timer.skip(ms);
                Vec::new()
            }
            Msg::Pass { why } => self.pass(why, now_ms),
            Msg::Give { index } => self.give(index, now_ms),
            Msg::GiveRowByKey { row, key } => self.give_row_by_key(row, key, now_ms),
            Msg::GiveMarked { index } => self.give_marked(index, now_ms),
            Msg::Write { row, text } => {
                self.session.mark_submitted();
                self.write(row, &text, now_ms)
            }
            Msg::Flag => self.label(|project| {
                if let Some(row) = project.view.current {
                    project.annotations.history.flag(row, now_ms);
                }
            }),
            Msg::Note { row, text } => {
                self.session.mark_submitted();
                self.label(|project| {
                    project.annotations.history.note(row, &text, now_ms);
                })
            }
            Msg::ClearAnswer => self.label(|project| {
                if let Some(row) = project.view.current {
                    project.annotations.history.give(row, None, now_ms);
                }
            }),
            Msg::Undo => self.turn_step(|history| history.undo(now_ms)),
            Msg::Redo => self.turn_step(|history| history.redo(now_ms)),
            Msg::ChooseAnswers(answers) => self.choose_answers(answers),
            Msg::EditGuidelines(text) => {
                self.session.mark_submitted();
                self.edit_guidelines(text)
            }
            Msg::SetGoal { n_texts } => self.set_goal(n_texts, now_ms),
            Msg::EndGoal => self.set_goal(0, now_ms),
            Msg::AddLabel(name) => self.add_label(&name),
            Msg::RenameLabel { index, name } => self.rename_label(index, &name),
            Msg::RestoreLabel(name) => self.restore_label(name),
            Msg::MoveLabel { index, to } => self.move_label(index, to),
            Msg::SetLabelSpec { index, spec } => {
                self.session.mark_submitted();
                self.show_label_as(index, spec)
            }
            Msg::GiveByKey { key } => self.give_by_key(key, now_ms),
            Msg::RemoveLabel(index) => self.ask_to_remove_label(index, now_ms),
        }
    }

    pub(crate) fn give(&mut self, index: usize, now_ms: u64) -> Vec<Cmd> {
        let Some(project) = self.project.as_ref() else {
            return Vec::new();
        };
        let (Some(row), Some(name)) = (project.view.current, project.labels.names.get(index).cloned()) else {
            return Vec::new();
        };
        match project.labels.answers {
            AnswerType::One => self.label_and_advance(|project| {
                project.annotations.history.give(row, Some(&name), now_ms);
            }),
            AnswerType::Several => self.label(|project| project.annotations.history.toggle(row, &name, now_ms)),
            AnswerType::Text => Vec::new(),
        }
    }

    /// Gives all marked rows a label, as one step.
    pub(crate) fn give_marked(&mut self, index: usize, now_ms: u64) -> Vec<Cmd> {
        let rows = self.map.marked.clone();
        self.give_rows(&rows, index, now_ms)
    }

    /// Gives all these rows a label, as one step. Asks first if some rows have a different label and would lose it.
    pub(crate) fn give_rows(&mut self, rows: &[u32], index: usize, now_ms: u64) -> Vec<Cmd> {
        let Some(project) = self.project.as_ref() else {
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
        let question = Confirmation::Relabel {
            rows: rows.to_vec(),
            name,
            n_others,
        };
        if n_others > 0 {
            self.notices.confirmation = Some(question);
            return Vec::new();
        }
        self.agreed(question, now_ms)
    }

    /// Carries out a change of labels that another feature requests.
    pub(crate) fn change_labels(&mut self, change: LabelChange, now_ms: u64) -> Vec<Cmd> {
        match change {
            LabelChange::Give { rows, index } => self.give_rows(&rows, index, now_ms),
            LabelChange::Fill(given) => self.label(|project| {
                let given = given.into_iter().map(|(row, labels)| (row, labels, None));
                project.annotations.history.fill(given.collect(), now_ms);
            }),
            LabelChange::Accept(suggested) => self.label(|project| {
                project.annotations.history.accept(suggested, now_ms);
            }),
            LabelChange::AcceptAnswers(answers) => self.label(|project| {
                project.annotations.history.accept_answers(answers, now_ms);
            }),
        }
    }

    /// Passes over the current row and advances; a skipped row keeps its label.
    pub(crate) fn pass(&mut self, why: PassReason, now_ms: u64) -> Vec<Cmd> {
        self.label_and_advance(|project| {
            if let Some(row) = project.view.current {
                project.annotations.history.pass(row, why, now_ms);
            }
        })
    }

    pub(crate) fn write(&mut self, row: u32, text: &str, now_ms: u64) -> Vec<Cmd> {
        let text = text.trim();
        self.label(|project| {
            let stays = match text {
                // If a text has a label but no written answer, its field is empty.
                "" => project.written(row).is_none(),
                // The field shows several labels as one text. If that is unchanged, they remain several labels.
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

    /// Refuses [`AnswerType::Several`] while a label contains a semicolon: several labels share one cell, separated by semicolons,
    /// so such a label would be read as two.
    pub(crate) fn choose_answers(&mut self, answers: AnswerType) -> Vec<Cmd> {
        let is_several = answers == AnswerType::Several;
        let with_semicolon = self.project.as_ref().filter(|_| is_several).and_then(|project| {
            let names = project.uses().into_keys().chain(project.labels.names.iter().cloned());
            names
                .map(|name| check_name(&name, std::iter::empty()))
                .find_map(Result::err)
        });
        if let Some(error) = with_semicolon {
            return self.refuse(
                t!("labeling-several-labels-title"),
                core_messages::translate_core("name", &error),
                t!("labeling-several-labels-advice"),
            );
        }
        let change = self
            .project
            .as_ref()
            .map(|project| AnswerTypeChange::of(project, answers));
        match change.filter(|change| change.from != change.to) {
            Some(change) if change.n_texts > 0 => {
                self.notices.confirmation = Some(Confirmation::ChooseAnswers(change));
                Vec::new()
            }
            Some(change) => self.change_answers(change.to),
            None => Vec::new(),
        }
    }

    pub(crate) fn change_answers(&mut self, answers: AnswerType) -> Vec<Cmd> {
        self.change_project(|project| {
            project.labels.answers = answers;
            project.labels.written_from = project.annotations.history.log().len();
            // Adds written answers to the label set, where they can be seen and renamed.
            project.adopt_labels_in_use();
        });
        self.save_head()
    }

    pub(crate) fn set_goal(&mut self, n_texts: u32, now_ms: u64) -> Vec<Cmd> {
        self.change_project(|project| {
            let after = project.annotations.history.log().len();
            project.annotations.goal = (n_texts > 0).then_some(Goal {
                n_texts,
                after,
                since_ms: now_ms,
            });
        });
        self.save_head()
    }

    pub(crate) fn edit_guidelines(&mut self, text: String) -> Vec<Cmd> {
        self.change_project(|project| project.labels.guidelines = text);
        self.save_head()
    }

    /// Gives the label with this key, in either case.
    pub(crate) fn give_by_key(&mut self, key: char, now_ms: u64) -> Vec<Cmd> {
        let Some(project) = self.project.as_ref() else {
            return Vec::new();
        };
        let keys = project.labels.specs.keys(&project.labels.names);
        match keys.iter().position(|of| *of == Some(key.to_ascii_lowercase())) {
            Some(index) => self.give(index, now_ms),
            None => Vec::new(),
        }
    }

    /// Gives this row the label with this key. Asks first if the row has a different label and would lose it.
    pub(crate) fn give_row_by_key(&mut self, row: u32, key: char, now_ms: u64) -> Vec<Cmd> {
        let Some(project) = self
            .project
            .as_ref()
            .filter(|project| (row as usize) < project.source.pool.len())
        else {
            return Vec::new();
        };
        if project.view.current == Some(row) {
            return self.give_by_key(key, now_ms);
        }
        let keys = project.labels.specs.keys(&project.labels.names);
        match keys.iter().position(|of| *of == Some(key.to_ascii_lowercase())) {
            Some(index) => self.give_rows(&[row], index, now_ms),
            None => Vec::new(),
        }
    }

    pub(crate) fn add_label(&mut self, name: &str) -> Vec<Cmd> {
        match self.append_label(name) {
            true => self.assign_keys_and_colors(),
            false => Vec::new(),
        }
    }

    /// Appends a label to the set, without a key yet. Returns whether this succeeded; otherwise, shows the reason.
    fn append_label(&mut self, name: &str) -> bool {
        self.append_label_unless(name, |name, project| {
            check_appearance(name, project.labels.names.iter().map(String::as_str))
        })
    }

    /// Like [`AppState::append_label`]; `is_taken` checks whether a label that is visually the same is in the set.
    fn append_label_unless(
        &mut self,
        name: &str,
        is_taken: impl FnOnce(&str, &Project) -> Result<(), NameError>,
    ) -> bool {
        let Some(project) = self.project.get_mut() else {
            return false;
        };
        let checked = check_name(name, project.labels.names.iter().map(String::as_str));
        match checked.and_then(|name| is_taken(&name, project).map(|()| name)) {
            Ok(name) if project.annotations.team.aliases_other(&name).is_some() => {
                self.refuse_name(t!("labeling-label-not-added-title"), &name);
                false
            }
            Ok(name) => {
                project.annotations.team.renamed.is_new(&name);
                project.annotations.resolution = None;
                let labels = &mut *project.labels;
                let (_, lost) = labels.specs.restore(&name, &labels.names);
                labels.names.push(name);
                self.notices.notice = None;
                self.session.clear_new_label();
                self.report_lost_keys(&Vec::from_iter(lost));
                true
            }
            Err(error) => {
                self.refuse(
                    t!("labeling-label-not-added-title"),
                    core_messages::translate_core("name", &error),
                    t!("labeling-label-name-advice"),
                );
                false
            }
        }
    }

    /// Assigns keys and colors to new labels and stores the set.
    fn assign_keys_and_colors(&mut self) -> Vec<Cmd> {
        self.change_project(|project| project.labels.adjudicate());
        self.save_head()
    }

    /// Tells the user about the first restored label whose former key now belongs to another label.
    fn report_lost_keys(&mut self, lost: &[LostKey]) {
        if let Some(LostKey { name, key, owner }) = lost.first() {
            self.notices.notice = Some(Notice {
                title: t!("labeling-key-replaced-title", name = isolated(name)),
                problem: t!("labeling-key-replaced-problem", key, owner = isolated(owner)),
                advice: t!("labeling-key-replaced-advice"),
            });
        }
    }

    /// Puts a removed label back into the set, with its former position, key and color.
    pub(crate) fn restore_label(&mut self, name: String) -> Vec<Cmd> {
        let Some(project) = self.project.get_mut() else {
            return Vec::new();
        };
        if project.labels.names.contains(&name) {
            return Vec::new();
        }
        let labels = &mut *project.labels;
        let (place, lost) = labels.specs.restore(&name, &labels.names);
        labels.names.insert(place, name);
        project.annotations.resolution = None;
        self.report_lost_keys(&Vec::from_iter(lost));
        self.assign_keys_and_colors()
    }

    /// Moves a label. The others keep their order, and all labels keep their keys and colors.
    pub(crate) fn move_label(&mut self, index: usize, to: usize) -> Vec<Cmd> {
        let is_move = |project: &&mut Project| index != to && index.max(to) < project.labels.names.len();
        let Some(project) = self.project.get_mut().filter(is_move) else {
            return Vec::new();
        };
        let name = project.labels.names.remove(index);
        project.labels.names.insert(to, name);
        project.annotations.resolution = None;
        self.save_head()
    }

    /// Adds labels up to the first invalid one, whose problem is shown. Labels that are already in the set are not an error. A
    /// key of another label is not taken, which is reported; existing descriptions stay.
    pub(crate) fn add_labels(&mut self, listed: Vec<PastedLabel>) -> Vec<Cmd> {
        let mut refused = None;
        self.notices.notice = None;
        // Pairwise comparison would take a minute for 20,000 labels.
        let names = self.project.iter().flat_map(|project| &project.labels.names);
        let mut appearances: BTreeSet<String> = names.map(|name| appearance(name)).collect();
        for PastedLabel { name, spec } in listed.into_iter().filter(|listed| !listed.name.trim().is_empty()) {
            let name = name.trim();
            let is_known = |project: &Project| project.labels.names.iter().any(|other| other == name);
            let is_put = self.project.as_ref().is_some_and(is_known)
                || match appearances.insert(appearance(name)) {
                    true => self.append_label_unless(name, |_, _| Ok(())),
                    false => self.append_label(name),
                };
            if !is_put {
                break;
            }
            let Some(project) = self.project.get_mut().filter(|_| spec != LabelSpec::default()) else {
                continue;
            };
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
            // The description is taken even if the key is refused.
            let described = specs.set(name, described, names);
            let set = described.and_then(|()| specs.set(name, with_key, names));
            refused = refused.or(set.err().map(|error| key_refused(&error)));
        }
        self.notices.notice = self.notices.notice.take().or(refused);
        self.assign_keys_and_colors()
    }

    pub(crate) fn rename_label(&mut self, index: usize, name: &str) -> Vec<Cmd> {
        let Some(project) = self
            .project
            .get_mut()
            .filter(|project| index < project.labels.names.len())
        else {
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
            // A former name of this same label is allowed.
            Ok(name)
                if project
                    .annotations
                    .team
                    .aliases_other(&name)
                    .is_some_and(|other| *other != project.labels.names[index]) =>
            {
                self.refuse_name(t!("labeling-label-not-renamed-title"), &name)
            }
            Ok(name) => {
                let old = std::mem::replace(&mut project.labels.names[index], name.clone());
                self.notices.notice = None;
                if old == name {
                    return Vec::new();
                }
                project.labels.specs.rename(&old, &name);
                self.rename_everywhere(&old, &name)
            }
            // The name of another label: asks whether to merge the two.
            Err(NameError::Taken { name: into } | NameError::LooksTaken { name: into, .. }) => {
                let name = project.labels.names[index].clone();
                let uses = project.n_uses(&name);
                self.notices.confirmation = Some(Confirmation::MergeLabels { name, into, uses });
                Vec::new()
            }
            Err(error) => self.refuse(
                t!("labeling-label-not-renamed-title"),
                core_messages::translate_core("name", &error),
                t!("labeling-label-name-advice"),
            ),
        }
    }

    /// Renames `old` to `new` in the annotations of all annotators.
    fn rename_everywhere(&mut self, old: &str, new: &str) -> Vec<Cmd> {
        let Some(project) = self.project.get_mut() else {
            return Vec::new();
        };
        project.annotations.history.rename(old, new);
        project.annotations.team.rename(old, new);
        project.annotations.resolution = None;
        let mut cmds = self.append();
        cmds.extend(self.save_head());
        cmds
    }

    /// Merges the label `name` into `into`: removes `name` from the set and renames it in all annotations.
    pub(crate) fn merge_labels(&mut self, name: &str, into: &str) -> Vec<Cmd> {
        let Some(project) = self.project.get_mut() else {
            return Vec::new();
        };
        if !project.labels.names.iter().any(|other| other == into) {
            return Vec::new();
        }
        project.labels.names.retain(|other| other != name);
        project.labels.specs.forget(name);
        self.rename_everywhere(name, into)
    }

    /// Refuses `name`, because colleagues use it for another label.
    fn refuse_name(&mut self, title: String, name: &str) -> Vec<Cmd> {
        let other = self
            .project
            .as_ref()
            .and_then(|project| project.annotations.team.aliases_other(name));
        let other = isolated(other.unwrap_or_default()).to_string();
        let problem = t!("labeling-name-conflict-problem", name = isolated(name), other);
        self.refuse(title, problem, t!("labeling-label-name-advice"))
    }

    pub(crate) fn show_label_as(&mut self, index: usize, spec: LabelSpec) -> Vec<Cmd> {
        let Some(project) = self.project.get_mut() else {
            return Vec::new();
        };
        let Some(name) = project.labels.names.get(index) else {
            return Vec::new();
        };
        let name = name.clone();
        let LabelSet { names, specs, .. } = &mut *project.labels;
        match specs.set(&name, spec, names) {
            Ok(()) => {
                self.notices.notice = None;
                self.save_head()
            }
            Err(NameError::KeyTaken { key, name: owner }) => {
                let mut changed = specs.clone();
                changed.take_key(&name, key, names);
                let instead = changed.of(&owner).key;
                self.notices.notice = None;
                self.notices.confirmation = Some(Confirmation::TakeKey {
                    name,
                    key,
                    owner,
                    instead,
                });
                Vec::new()
            }
            Err(error) => {
                self.notices.notice = Some(key_refused(&error));
                Vec::new()
            }
        }
    }

    /// Gives a label the key of another label, which then gets a different key.
    pub(crate) fn take_key(&mut self, name: &str, key: char) -> Vec<Cmd> {
        self.change_project(|project| {
            let LabelSet { names, specs, .. } = &mut *project.labels;
            if names.iter().any(|other| other == name) {
                specs.take_key(name, key, names);
            }
        });
        self.save_head()
    }

    pub(crate) fn ask_to_remove_label(&mut self, index: usize, now_ms: u64) -> Vec<Cmd> {
        let Some(project) = self.project.as_ref() else {
            return Vec::new();
        };
        let Some(name) = project.labels.names.get(index).cloned() else {
            return Vec::new();
        };
        let uses = project.annotations.history.labels().rows_with(&name).count();
        let by_others = project.n_uses(&name) - uses;
        if by_others > 0 {
            return self.refuse(
                t!("labeling-label-not-removed-title", name = isolated(&name)),
                t!("labeling-label-not-removed-problem", n = by_others),
                t!("labeling-label-not-removed-advice"),
            );
        }
        let question = Confirmation::RemoveLabel { name, uses };
        if uses > 0 {
            self.notices.confirmation = Some(question);
            return Vec::new();
        }
        self.agreed(question, now_ms)
    }

    /// Undoes or redoes a step and goes to its text. If the step concerns several texts, the current text stays.
    pub(crate) fn turn_step(&mut self, turn: impl FnOnce(&mut History) -> Option<u32>) -> Vec<Cmd> {
        self.label(|project| {
            let before = project.annotations.history.log().len();
            let row = turn(&mut project.annotations.history);
            if project.annotations.history.log().len() == before + 1 {
                project.view.current = row.or(project.view.current);
            }
        })
    }

    /// Changes annotations, then appends the new log entries and stores the label set if it grew.
    pub(crate) fn label(&mut self, change: impl FnOnce(&mut Project)) -> Vec<Cmd> {
        self.record_dwell_time();
        let Some(project) = self.project.get_mut() else {
            return Vec::new();
        };
        let n_names = project.labels.names.len();
        let n_entries = project.annotations.history.log().len();
        change(project);
        if project.annotations.history.log().len() > n_entries {
            self.suggestions.compare(project);
        }
        // Undoing the removal of a label puts the label back into the set.
        let lost = project.adopt_labels_since(n_entries);
        let grown = project.labels.names.len() > n_names;
        self.report_lost_keys(&lost);
        let mut cmds = self.append();
        if grown {
            cmds.extend(self.save_head());
        }
        cmds
    }

    fn refuse(&mut self, title: String, problem: String, advice: String) -> Vec<Cmd> {
        self.notices.notice = Some(Notice { title, problem, advice });
        Vec::new()
    }
}

/// The message for a label that does not get the requested key.
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
    use crate::state::Msg as StateMsg;
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
        // No label would be lost, so there is no question.
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
        assert_eq!(open(&state).labels.specs.colors(names), [2, 0, 1, 3]);
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
        assert_eq!(all["else"], ('4', 3));
        let without = |names: &[&str]| {
            let mut left = all.clone();
            left.retain(|name, _| !names.contains(&name.as_str()));
            left
        };
        // Removed and restored; removed in a step that is undone.
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
        // Moved; merged into another label.
        state.apply_now(StateMsg::Labeling(Msg::MoveLabel { index: 3, to: 0 }));
        assert_eq!(specs(&state), all);
        let name = "yes".to_owned();
        state.apply_now(StateMsg::Labeling(Msg::RenameLabel { index: 2, name }));
        state.apply_now(StateMsg::Answer { yes: true });
        assert_eq!(specs(&state), without(&["no"]));
        // The stored specs equal the displayed ones.
        let head = open(&state).head(&state.draft());
        assert_eq!(head.label_looks.of("else").key, Some('4'));
        assert_eq!(head.label_looks.of("maybe").color, Some(2));
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
        // An empty field changes nothing; written text replaces the label.
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
        // The result is the same after the project is reopened.
        let (head, log) = (open(&state).to_project(&state.draft()), open(&state).log());
        let again = Project::restore(head, log).expect("a project");
        assert_eq!(
            (again.written(2).as_deref(), again.written(0)),
            (Some("It is about a card"), None)
        );

        // Back to labels: a written answer becomes a label.
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
