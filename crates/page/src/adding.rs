//! Texts that come when others of their kind are labeled already: a further file goes into the open project, whose picks and
//! labels stay. The next selection goes on from those picks among all texts; what is embedded is in the cache.
//!
//! ```text
//!  a file ──▶ Adding ──┬─ add ──▶ the texts that are new, below those that there are
//!                      └─ open ─▶ a project of its own
//! ```
//!
//! The file that was added last can be taken out again until something is said or selected after it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::isolate::{all_isolated, isolated};
use crate::map::Shared;
use crate::project::Open;
use crate::settings::Settings;
use crate::store::{self, AppState, Message};
use crate::team::Incoming;
use crate::words::say;
use fastgas_annotation::label::{Answers, Origin};
use fastgas_data::{Added, Pool, append, join, known_rows, other_texts, tolerate};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_select::EarlyPicks;

/// A file that was read, of which a person has to say whether it goes into the open project.
#[derive(Clone, Debug, PartialEq)]
pub struct Adding {
    /// The project that it would be by itself.
    pub open: Box<Open>,
    /// Its texts, under the name that they have in the open project.
    pool: Arc<Pool>,
    /// For each of them the row of the open project that it is; none where it is new or has changed.
    rows: Vec<Option<u32>>,
    /// Those that are new, rising.
    new: Vec<u32>,
    /// Those that have another text under an id of the project, rising: the project keeps its own texts.
    changed: Vec<u32>,
    /// An id of those.
    pub changed_id: Option<String>,
    /// How many of those that are there have other values in a column that both have: the project keeps its own values.
    pub n_other_values: usize,
    /// How many are there but for spaces around them, line ends and the like.
    pub n_tolerated: usize,
    /// Columns of the project that it has not.
    pub lacks: Vec<String>,
    /// Columns that the project has not.
    pub brings: Vec<String>,
    /// Why it cannot be added.
    pub obstacle: Option<String>,
    /// The colleague's file that it is of, which is asked about again afterwards.
    colleague: Option<Box<Incoming>>,
}

/// What the project was before a file was added to it, and what may have changed since.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LastAdded {
    before: Box<Open>,
    after: After,
    /// The same of the settings.
    settings: Box<[Settings; 2]>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A person has chosen a file for the open project, which is read next.
    Choose,
    /// Put its new texts into the project.
    Add,
    /// Open it as a project of its own.
    OpenAsIs,
    Refuse,
    /// Take the file that was added last out again.
    TakeOut,
}

/// Of the project as it was when the file had been added.
#[derive(Clone, Debug, PartialEq)]
struct After {
    pool: Shared<Pool>,
    n_changes: usize,
    text_column: usize,
    label_names: Vec<String>,
    answers: Answers,
}

impl After {
    fn of(open: &Open) -> After {
        After {
            pool: Shared(open.pool.clone()),
            n_changes: open.n_changes(),
            text_column: open.text_column,
            label_names: open.label_names.clone(),
            answers: open.answers,
        }
    }
}

impl LastAdded {
    /// Whether nothing was said or selected since, here or by colleagues.
    fn is_latest(&self, open: &Open) -> bool {
        let after = &self.after;
        Arc::ptr_eq(&after.pool.0, &open.pool)
            && open.outcome.is_none()
            && (after.n_changes, after.text_column) == (open.n_changes(), open.text_column)
    }
}

impl Adding {
    /// What `open` would be to the project that is `here`; none where it has no column of the name that the texts have there.
    pub(super) fn of(here: &Open, open: Open) -> Result<Adding, Box<Open>> {
        let text_name = &here.pool.columns()[here.text_column];
        let pool = match open.pool.column(text_name) {
            Ok(_) => open.pool.clone(),
            // Joined texts are named by their template.
            Err(_) if here.text_is_joined() => match join((*open.pool).clone(), text_name) {
                Ok(pool) => Arc::new(pool),
                Err(_) => return Err(Box::new(open)),
            },
            Err(_) => return Err(Box::new(open)),
        };
        let names = here.pool.columns();
        let id = here.id_column.and_then(|column| pool.column(&names[column]).ok());
        let ours = (&*here.pool, here.text_column, here.id_column);
        let text = pool.column(text_name).unwrap_or_default();
        let theirs = (&*pool, text, id);
        let mut rows = known_rows(ours, theirs);
        let tolerated = tolerate(ours, theirs, &mut rows);
        let others = other_texts(ours, theirs, &rows);
        let missing = |from: &Pool, of: &Pool| {
            let missing = of.columns().iter().filter(|name| !from.columns().contains(name));
            missing.cloned().collect::<Vec<_>>()
        };
        let changed: BTreeSet<u32> = others.iter().map(|&(row, _)| row).collect();
        let changed_id = changed.first().zip(id);
        let changed_id = changed_id.map(|(&row, id)| pool.instance(row as usize).cell(id).to_owned());
        let new = (0..).zip(&rows).filter(|(_, known)| known.is_none());
        let new: Vec<u32> = new.map(|(row, _)| row).filter(|row| !changed.contains(row)).collect();
        let id_name = here.id_column.map(|column| isolated(&names[column]));
        let obstacle = match (&here.embeddings, &open.embeddings, id_name, &changed_id) {
            (Some(file), ..) => Some(say!("adding-has-embeddings", file = isolated(&file.name))),
            (None, Some(file), ..) => Some(say!("adding-brings-embeddings", file = isolated(&file.name))),
            (None, None, Some(column), _) if id.is_none() => Some(say!("adding-has-no-ids", column)),
            // Ids that begin anew in each file are those of other texts as a rule; a text that was corrected is an exception.
            (None, None, Some(column), Some(id)) if 2 * changed.len() > rows.len() => Some(say!(
                "adding-id-of-another-text",
                n = changed.len(),
                id = isolated(id),
                column
            )),
            _ => None,
        };
        Ok(Adding {
            n_other_values: n_other_values((&here.pool, here.text_column), &pool, &rows),
            new,
            n_tolerated: tolerated.len(),
            changed: changed.into_iter().collect(),
            changed_id,
            lacks: missing(&pool, &here.pool),
            brings: missing(&here.pool, &pool),
            open: Box::new(open),
            pool,
            rows,
            obstacle,
            colleague: None,
        })
    }

    /// Whether it is a colleague's, whose labels are merged next.
    pub fn is_colleagues(&self) -> bool {
        self.colleague.is_some()
    }

    /// How many of its texts are new, and how many it has.
    pub fn n_new(&self) -> (usize, usize) {
        (self.new.len(), self.rows.len())
    }

    /// How many have another text under an id of the project.
    pub fn n_changed(&self) -> usize {
        self.changed.len()
    }

    /// Whether it may be more of what the project has: some of its texts are there, or it has all columns that the project needs.
    fn is_likely(&self, here: &Open) -> bool {
        let has_id = |column: usize| self.pool.column(&here.pool.columns()[column]).is_ok();
        self.new.len() < self.rows.len() || here.id_column.is_none_or(has_id)
    }
}

/// How many of the rows of the second pool that are in the first one, as `known` says, have another value in a column of both
/// other than that of the texts: a text that differs in blanks alone is the same.
fn n_other_values((here, text): (&Pool, usize), further: &Pool, known: &[Option<u32>]) -> usize {
    let both = (0..).zip(here.columns()).filter(|&(ours, _)| ours != text);
    let both: Vec<(usize, usize)> = both
        .filter_map(|(ours, name)| Some((ours, further.column(name).ok()?)))
        .collect();
    let pairs = further.instances().zip(known);
    let pairs = pairs.filter_map(|(theirs, known)| Some((theirs, here.instance((*known)? as usize))));
    pairs
        .filter(|(theirs, ours)| both.iter().any(|&(our, their)| ours.cell(our) != theirs.cell(their)))
        .count()
}

impl Open {
    /// Whether the texts are several columns, joined: their column is named by the template then.
    pub(super) fn text_is_joined(&self) -> bool {
        self.pool.columns()[self.text_column].contains('{')
    }

    /// Puts these texts below those that there are. What was selected of them is picked early now: among fewer texts than
    /// there are.
    fn add(&mut self, adding: &Adding, pool: Pool, at_ms: u64) {
        let before = self.pool.len() as u32;
        if let Some(outcome) = self.outcome.take() {
            let rows: Vec<u32> = outcome.selection.picks.iter().map(|pick| pick.row).collect();
            let reasons = rows.iter().copied().zip(outcome.reasons.iter().cloned());
            self.early_reasons = reasons.collect();
            self.early = Some(EarlyPicks { rows, among: before });
            self.forget_map();
        }
        self.pool = Arc::new(pool);
        self.source = None;
        self.n_joined += 1;
        let (n_texts, n_all) = adding.n_new();
        self.keep_values(adding);
        self.added.push(Added {
            file_name: adding.open.file_name.clone(),
            n_texts,
            n_known: n_all - n_texts,
            found: adding.open.found.clone(),
        });
        // Labels that stood in the file are all that was said of its texts.
        let mut here = adding.rows.clone();
        for (below, &row) in (before..).zip(&adding.new) {
            here[row as usize] = Some(below);
        }
        let said = adding.open.history.labels().last();
        let mut column = String::new();
        let labels = said.filter_map(|entry| {
            let Some(Origin::Column(name)) = &entry.said.origin else {
                return None;
            };
            // The label of a text that has changed is none of the text that is here.
            let row = here[entry.row as usize]?;
            column.clone_from(name);
            Some((row, entry.said.labels.clone()))
        });
        let labels: Vec<_> = labels.collect();
        self.allow_several(&labels);
        self.history.take_in(labels, &column, at_ms);
        self.adopt_labels_in_use();
    }

    /// Takes back the labels that a file brought, unless the user has changed the label set since.
    pub(super) fn restore_label_names(&mut self, before: Vec<String>, after: &[String]) {
        if self.label_names == after {
            self.label_names = before;
            let came = after.iter().filter(|name| !self.label_names.contains(name));
            came.for_each(|name| self.label_looks.forget(name));
        }
    }

    /// Is again what it was before a file was added, but for what was said since that is not of its texts.
    fn take_out(&mut self, LastAdded { before, after, .. }: LastAdded) {
        let (before, n_changes) = (*before, self.n_changes());
        self.pool = before.pool;
        self.added = before.added;
        self.found = before.found;
        self.source = before.source;
        self.outcome = before.outcome;
        self.early = before.early;
        self.early_reasons = before.early_reasons;
        self.layout = before.layout;
        self.joined = before.joined;
        self.recorded = before.recorded;
        self.part_names = before.part_names;
        self.part_inks = before.part_inks;
        self.coverage = before.coverage;
        self.history = before.history;
        self.restore_label_names(before.label_names, &after.label_names);
        if self.answers == after.answers {
            self.answers = before.answers;
        }
        // A backup that was made meanwhile lacks what is said from now on.
        self.n_joined += 1 + n_changes - self.n_changes();
        self.judged = None;
        self.judge();
        if self.current.is_some_and(|row| row as usize >= self.pool.len()) {
            self.current = before.current;
        }
    }

    /// A column holds values other than texts where it does in both files, or where only one of them has it.
    fn keep_values(&mut self, adding: &Adding) {
        let (Some(here), theirs) = (&mut self.found, adding.open.found.as_ref()) else {
            return;
        };
        let theirs = theirs.map_or(&[][..], |found| &found.values);
        here.values
            .retain(|name| theirs.contains(name) || adding.lacks.contains(name));
        let brought = theirs.iter().filter(|name| adding.brings.contains(name));
        here.values.extend(brought.cloned());
    }
}

impl AppState {
    /// Whether the file that was read is asked about; else it is a project of its own.
    pub(super) fn adds(&mut self, open: Open) -> Result<Vec<store::Effect>, Box<Open>> {
        // One of several files, each of which is asked about.
        let is_wanted = std::mem::take(&mut self.wants_to_add) || self.team.waiting.is_some();
        // Whoever adds a file means its texts, unless there are no new ones.
        let has_new = |here: &Open| Adding::of(here, open.clone()).is_ok_and(|adding| !adding.new.is_empty());
        let means_texts = is_wanted && self.open.as_ref().is_some_and(has_new);
        if !means_texts && self.brings_labels(&open) {
            return Ok(Vec::new());
        }
        // What comes with embeddings of its own is whole.
        let asks = |here: &&Open| is_wanted || (here.is_worth_a_question() && open.embeddings.is_none());
        let Some(here) = self.open.as_ref().filter(asks) else {
            return Err(Box::new(open));
        };
        let name = here.pool.columns()[here.text_column].clone();
        match Adding::of(here, open) {
            Ok(adding) if is_wanted || adding.is_likely(here) => {
                self.adding = Some(adding);
                Ok(Vec::new())
            }
            Ok(adding) => Err(adding.open),
            Err(open) if is_wanted => {
                self.message = Some(no_such_column(&name, &open));
                Ok(Vec::new())
            }
            Err(open) => Err(open),
        }
    }

    /// Whether several files of texts can be added to the project on the screen, one after another.
    pub fn takes_more_texts(&self) -> bool {
        let open = self.open.as_ref().filter(|_| !self.projects.read_only);
        open.is_some_and(Open::is_worth_a_question)
    }

    /// Asks whether the texts of a colleague's file that are not in the open project go into it, before labels are merged.
    pub(super) fn add_colleagues(&mut self) -> Vec<store::Effect> {
        let (Some(here), Some(incoming)) = (&self.open, self.team.incoming.take()) else {
            return Vec::new();
        };
        match Adding::of(here, (*incoming.open).clone()) {
            Ok(adding) => {
                let colleague = Some(Box::new(incoming));
                self.adding = Some(Adding { colleague, ..adding });
            }
            Err(open) => {
                self.message = Some(no_such_column(&here.pool.columns()[here.text_column], &open));
                self.team.incoming = Some(incoming);
            }
        }
        Vec::new()
    }

    pub(super) fn adding(&mut self, action: Action, now_ms: u64) -> Vec<store::Effect> {
        match action {
            Action::Choose => {
                self.wants_to_add = true;
                Vec::new()
            }
            Action::Add => self.add(now_ms),
            Action::TakeOut => self.take_out(),
            Action::OpenAsIs => match self.adding.take() {
                Some(adding) => self.open_as_own(*adding.open),
                None => Vec::new(),
            },
            Action::Refuse => {
                let colleague = self.adding.take().and_then(|adding| adding.colleague);
                self.team.incoming = colleague.map(|incoming| *incoming);
                Vec::new()
            }
        }
    }

    /// Opens a file as a project of its own. The others of several were meant for the project that is left now.
    pub(super) fn open_as_own(&mut self, open: Open) -> Vec<store::Effect> {
        let left = self.team.waiting.take().unwrap_or_default();
        let file_name = open.file_name.clone();
        let effects = self.replace_or_ask(open);
        if left > 0 {
            self.message = Some(Message {
                title: say!("adding-others-not-opened", n = left),
                problem: say!("adding-opened-as-own", file_name = isolated(&file_name)),
                advice: say!("adding-drop-again"),
            });
        }
        effects
    }

    fn add(&mut self, now_ms: u64) -> Vec<store::Effect> {
        let new = |adding: &mut Adding| adding.obstacle.is_none() && !adding.new.is_empty();
        let (Some(adding), Some(open)) = (self.adding.take_if(new), &self.open) else {
            return Vec::new();
        };
        let pool = match append(&open.pool, &adding.pool, &adding.new) {
            Ok(pool) => pool,
            Err(error) => {
                let title = say!("adding-was-not-added", file_name = isolated(&adding.open.file_name));
                self.message = Some(Message::of(&title, &WorkerError::from(Error::from(error))));
                return Vec::new();
            }
        };
        let mut effects = self.forget_run();
        effects.extend(self.outgrow_confidences());
        let Some(open) = &mut self.open else { return effects };
        let (before, settings) = (open.clone(), self.settings.clone());
        open.add(&adding, pool, now_ms);
        let after = After::of(open);
        let n_before = before.pool.len();
        self.grown_from.get_or_insert(n_before as u32);
        let (n, n_picks) = (open.pool.len(), open.settled().picks.len());
        self.settings = self.settings.clone().fitting(Some(n_before), n);
        // Of the further texts as many are picked as of those that there were.
        let share = (n_picks as u64 * n as u64).div_ceil(n_before as u64) as usize;
        if n_picks > 0 {
            self.settings.budget = share.max(n_picks + 1).to_string();
        }
        self.last_added = Some(LastAdded {
            before: Box::new(before),
            after,
            settings: Box::new([settings, self.settings.clone()]),
        });
        self.map.forget_parts();
        self.count_tokens();
        effects.extend(self.search_again());
        effects.extend(self.save_project());
        effects.extend(self.append());
        if let Some(incoming) = adding.colleague {
            self.ask_again(*incoming);
        }
        effects
    }

    /// Lets go of what was before a file was added, once that is not to come back any more.
    pub(super) fn forget_last_added(&mut self) {
        let open = self.open.as_ref();
        self.last_added
            .take_if(|last| open.is_none_or(|open| !last.is_latest(open)));
    }

    /// Whether the file that was added last can be taken out again.
    pub fn can_take_out(&self) -> bool {
        self.last_added.is_some() && !self.projects.read_only
    }

    fn take_out(&mut self) -> Vec<store::Effect> {
        let may = self.can_take_out();
        let Some(last) = self.last_added.take_if(|_| may) else {
            return Vec::new();
        };
        let mut effects = self.forget_run();
        effects.extend(self.outgrow_confidences());
        let Some(open) = &mut self.open else { return effects };
        let [before, after] = &*last.settings;
        if self.settings == *after {
            self.settings = before.clone();
        }
        open.take_out(last);
        self.map.forget();
        self.grown_from = None;
        self.count_tokens();
        effects.extend(self.search_again());
        // With it labels go that stood in the file: the log on the disk has to be another.
        effects.extend(self.rewrite());
        effects
    }
}

fn no_such_column(name: &str, open: &Open) -> Message {
    Message {
        title: say!("adding-was-not-added", file_name = isolated(&open.file_name)),
        problem: say!(
            "adding-has-no-such-column",
            name = isolated(name),
            columns = all_isolated(open.pool.columns())
        ),
        advice: say!("adding-name-it-so"),
    }
}

#[cfg(test)]
#[path = "adding_tests.rs"]
mod tests;
