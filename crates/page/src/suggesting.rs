//! Suggestions from the labels so far: for the text that is being labeled when a person asks, blind for every tenth
//! text, and for a whole part, to be looked through and accepted at once.
//!
//! What is suggested follows from the kNN graph and the labels; workers make it. [`Suggesting::look_ahead`] is asked
//! after everything that happens what is to be made next, so that nothing else needs to know when suggestions are out
//! of date.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::map::Shared;
use crate::project::Open;
use crate::store::{AppState, Effect as StoreEffect};
use crate::words::{core, say};
use fastgas_annotation::label::{
    Answers, Check, Explained, LEAST_PERCENT, Origin, Sources, Suggestion, Suggestions, is_check_due,
};
use fastgas_graph::Joined;
use fastgas_protocol::WorkerError;

/// Texts of a preview that are shown at first, and by how many more it grows.
pub const PORTION: usize = 50;

/// How sure a suggestion has to be in a preview before a person says otherwise, in percent.
const FIRST_LEAST: u8 = 70;

/// What the page knows of suggestions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggesting {
    /// The suggestion for the text that is being labeled, once it is asked for or needed for a blind check.
    current: Option<Current>,
    /// A suggestion for each text, while something shows them: of the labels as they were until the next are made.
    pub all: Option<Shared<Suggestions>>,
    /// The suggestions that a person looks through.
    pub preview: Option<Preview>,
    /// Why the last ones could not be made.
    pub problem: Option<String>,
    /// The texts whose suggestion a person may have seen.
    seen: BTreeSet<u32>,
    /// The graph that all of this is of.
    joined: Option<Shared<Joined>>,
    /// Log and set of labels that [`Suggesting::basis`] and [`Suggesting::is_due`] are of.
    known: Option<((usize, bool), Vec<String>, Answers)>,
    basis: Option<Basis>,
    is_due: bool,
    /// The text that is checked next. Wherever a person goes before it has an answer, no other is.
    checked: Option<u32>,
    all_made_from: Option<Basis>,
    all_asked: Option<(u32, Basis)>,
    last_ask: u32,
}

/// What suggestions are made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    /// The kNN graph.
    pub joined: Shared<Joined>,
    /// The labels.
    pub sources: Arc<Sources>,
}

/// The suggestion for one text.
#[derive(Clone, Debug, PartialEq)]
struct Current {
    row: u32,
    wish: Wish,
    /// Which question, and what it is made from.
    asked: Option<(u32, Basis)>,
    made: Option<Explained>,
}

/// What a suggestion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// To be seen.
    Show,
    /// To be compared with what a person says who has not seen it.
    Check,
}

/// The suggestions that a person looks through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Of this part, or of all.
    pub part: Option<u32>,
    /// Only those that are so sure, in percent.
    pub least: u8,
    /// Texts that keep no label.
    pub unticked: BTreeSet<u32>,
    pub shown: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub row: u32,
    pub suggestion: Suggestion,
}

/// What there is to be seen beside the text that is being labeled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// There can be none, and why.
    Impossible(String),
    /// Nobody has asked.
    #[default]
    Hidden,
    /// Nobody may ask before they have labeled the text.
    Blind,
    Making,
    /// It, or that there is none.
    Made(Explained),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A person wants to see the suggestion for the text that is being labeled, or no longer.
    Ask,
    /// It is made, or not.
    Made {
        ask: u32,
        result: Result<Explained, WorkerError>,
    },
    /// Those for all texts are made, or not.
    AllMade {
        ask: u32,
        result: Result<Suggestions, WorkerError>,
    },
    /// A person accepts the suggestion that they see.
    Accept,
    /// A person wants to look through the suggestions for the part of the current text.
    OpenPreview,
    /// A person does not want any of them now.
    ClosePreview,
    /// A person wants to see those of this part, or all.
    ChoosePart(Option<u32>),
    /// A person wants to see those that are so sure, in percent.
    ChooseLeast(u8),
    /// A person takes this text out, or in again.
    Tick(u32),
    /// A person wants to see more.
    ShowMore,
    /// A person accepts all that are not taken out.
    AcceptAll,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Make the suggestion for a text; answered by [`Action::Made`].
    Make { ask: u32, basis: Basis, row: u32 },
    /// Make those for all texts; answered by [`Action::AllMade`].
    MakeAll { ask: u32, basis: Basis },
}

impl Suggesting {
    /// What is to be made, now that something has happened to the project. `is_colored`: whether the map shows
    /// suggestions, which leaves none to be compared blindly.
    pub fn look_ahead(&mut self, open: &Open, is_colored: bool) -> Vec<Effect> {
        let joined = open
            .joined
            .clone()
            .filter(|_| open.answers != Answers::Text)
            .map(Shared);
        if self.joined != joined {
            *self = Suggesting {
                joined,
                last_ask: self.last_ask,
                ..Suggesting::default()
            };
        }
        if self.joined.is_none() {
            return Vec::new();
        }
        self.take_note(open);
        let mut effects = Vec::new();
        if let Some(effect) = self.for_current(open, is_colored) {
            effects.push(effect);
        }
        if is_colored || self.preview.is_some() {
            effects.extend(self.for_all(open));
        }
        effects
    }

    /// Lets go of what log and set of labels have left behind.
    fn take_note(&mut self, open: &Open) {
        let n_log = (open.n_changes(), open.shows_all);
        let is_known = self.known.as_ref().is_some_and(|(known, names, answers)| {
            *known == n_log && *names == open.label_names && *answers == open.answers
        });
        if !is_known {
            self.known = Some((n_log, open.label_names.clone(), open.answers));
            self.basis = None;
            self.is_due = is_check_due(open.history.log());
        }
    }

    /// What suggestions are to be made from now. Worked out when something needs it, once for each state of the labels.
    fn basis(&mut self, open: &Open) -> Option<Basis> {
        let joined = self.joined.clone()?;
        let basis = self.basis.get_or_insert_with(|| {
            let sources = Sources::of(open.labels_shown(), &open.label_names, open.answers);
            let sources = Arc::new(sources);
            Basis { joined, sources }
        });
        Some(basis.clone())
    }

    fn for_current(&mut self, open: &Open, is_colored: bool) -> Option<Effect> {
        let row = open.current?;
        let labels = open.history.labels();
        let is_unlabeled = labels.get(row).is_none();
        let is_open = |row: &u32| labels.get(*row).is_none() && labels.passed(*row).is_none();
        self.checked = self
            .checked
            .filter(|checked| self.is_due && !is_colored && is_open(checked) && !self.seen.contains(checked));
        let may_know = is_colored || self.seen.contains(&row);
        let stays = |current: &Current| current.row == row && (current.wish == Wish::Show || !may_know);
        self.current = self.current.take().filter(stays);
        // A text that was skipped and comes again is none.
        let may_check = is_open(&row) && self.checked.is_none_or(|checked| checked == row);
        if self.current.is_none() && self.is_due && !may_know && may_check {
            self.checked = Some(row);
            self.current = Some(Current::new(row, Wish::Check));
        }
        let (asked, made) = self.current.as_ref().map(|current| (&current.asked, &current.made))?;
        // Once it has a label, what was suggested stays as it was.
        if asked.is_some() && made.is_some() && !is_unlabeled {
            return None;
        }
        let asked = asked.clone();
        let basis = self.basis(open).filter(|basis| !basis.sources.is_empty())?;
        if asked.is_some_and(|(_, of)| of == basis) {
            return None;
        }
        self.last_ask += 1;
        let (ask, current) = (self.last_ask, self.current.as_mut()?);
        current.asked = Some((ask, basis.clone()));
        current.made = None;
        Some(Effect::Make { ask, basis, row })
    }

    fn for_all(&mut self, open: &Open) -> Option<Effect> {
        let basis = self.basis(open)?;
        let is_made = self.all_made_from.as_ref() == Some(&basis);
        // One after another: the next are made of the labels as they are then.
        if is_made || self.all_asked.is_some() {
            return None;
        }
        self.last_ask += 1;
        let ask = self.last_ask;
        self.all_asked = Some((ask, basis.clone()));
        Some(Effect::MakeAll { ask, basis })
    }

    /// Notes in the log what came of comparing the label that was just given with the suggestion, where nobody has seen
    /// that.
    pub fn compare(&self, open: &mut Open) {
        let Some(current) = self.current.as_ref().filter(|current| current.wish == Wish::Check) else {
            return;
        };
        let Some(made) = &current.made else { return };
        let suggested = made.suggestion.as_ref().map(|suggestion| names_of(open, suggestion));
        let check = Check::of(suggested.as_deref(), open.history.labels().said(current.row));
        open.history.check_last(current.row, check);
    }

    /// What there is to be seen beside the text that is being labeled.
    pub fn view(&self, open: &Open) -> View {
        let labels = open.history.labels();
        let is_source = |row| !matches!(labels.origin(row), Some(Origin::Suggestion { .. }));
        let has_label = open.current.is_some_and(|row| labels.get(row).is_some());
        match &self.current {
            _ if open.answers == Answers::Text => View::Impossible(say!("suggesting-answer-written-not-suggested")),
            _ if open.joined.is_none() => View::Impossible(say!("suggesting-without-graph-select-makes")),
            _ if !labels.rows().any(is_source) => View::Impossible(say!("suggesting-there-some-once-first")),
            Some(Current {
                wish: Wish::Show, made, ..
            }) => made.clone().map_or(View::Making, View::Made),
            // As long as it is not made, no label is compared with it.
            Some(Current {
                wish: Wish::Check,
                made: Some(_),
                ..
            }) if !has_label => View::Blind,
            _ => View::Hidden,
        }
    }

    /// Whether suggestions for all texts are on their way.
    pub fn is_making_all(&self) -> bool {
        self.all_asked.is_some()
    }

    /// What the preview shows, the least sure first: texts of which nothing was said. O(n log n).
    pub fn offers(&self, open: &Open) -> Vec<Offer> {
        let (Some(preview), Some(all), Some(outcome)) = (&self.preview, &self.all, &open.outcome) else {
            return Vec::new();
        };
        let labels = open.history.labels();
        // What would be suggested for it nobody sees before they have said what it is.
        let checked = self.current.as_ref().filter(|current| current.wish == Wish::Check);
        let checked = checked.map(|current| current.row);
        let offer = |(row, &part): (u32, &u32)| {
            let is_open = labels.get(row).is_none() && labels.passed(row).is_none() && checked != Some(row);
            let is_in = is_open && preview.part.is_none_or(|chosen| chosen == part);
            let suggestion = is_in.then(|| all.get(row)).flatten()?;
            (suggestion.percent >= preview.least).then_some(Offer { row, suggestion })
        };
        let mut offers: Vec<Offer> = (0..).zip(&outcome.partition.part_of).filter_map(offer).collect();
        offers.sort_by_key(|offer| offer.suggestion.percent);
        offers
    }

    /// How often each label is among the offers that are not taken out, by its place in the set.
    pub fn counts(&self, offers: &[Offer]) -> Vec<(u32, usize)> {
        let mut counts = BTreeMap::new();
        let labels = self.ticked(offers).flat_map(|offer| &offer.suggestion.labels);
        labels.for_each(|&label| *counts.entry(label).or_default() += 1);
        counts.into_iter().collect()
    }

    /// The offers that are not taken out.
    pub fn ticked<'a>(&'a self, offers: &'a [Offer]) -> impl Iterator<Item = &'a Offer> {
        let is_out = |offer: &Offer| {
            self.preview
                .as_ref()
                .is_some_and(|preview| preview.unticked.contains(&offer.row))
        };
        offers.iter().filter(move |offer| !is_out(offer))
    }

    /// What a person sees in the preview is not compared blindly any more.
    fn mark_seen(&mut self, open: &Open) {
        let offers = self.offers(open);
        self.seen.extend(offers.iter().map(|offer| offer.row));
    }
}

impl Current {
    fn new(row: u32, wish: Wish) -> Current {
        Current {
            row,
            wish,
            asked: None,
            made: None,
        }
    }
}

/// The labels as a person reads them.
pub fn names_of(open: &Open, suggestion: &Suggestion) -> Vec<String> {
    let names = suggestion
        .labels
        .iter()
        .filter_map(|&label| open.label_names.get(label as usize));
    names.cloned().collect()
}

impl AppState {
    /// Takes what has to do with suggestions into account.
    pub(super) fn suggest(&mut self, action: Action, now_ms: u64) -> Vec<StoreEffect> {
        let Some(open) = &self.open else { return Vec::new() };
        let suggesting = &mut self.suggesting;
        match action {
            Action::Ask => suggesting.ask(open),
            Action::Made { ask, result } => suggesting.made(ask, result),
            Action::AllMade { ask, result } => {
                suggesting.all_made(ask, result);
                suggesting.mark_seen(open);
            }
            Action::Accept => return self.accept(now_ms),
            Action::OpenPreview => {
                let part_of = open.outcome.as_ref().map(|outcome| &outcome.partition.part_of);
                suggesting.preview = Some(Preview {
                    part: part_of.zip(open.current).map(|(part_of, row)| part_of[row as usize]),
                    least: FIRST_LEAST,
                    unticked: BTreeSet::new(),
                    shown: PORTION,
                });
                suggesting.mark_seen(open);
            }
            Action::ClosePreview => suggesting.preview = None,
            Action::ChoosePart(_) | Action::ChooseLeast(_) | Action::Tick(_) | Action::ShowMore => {
                if let Some(preview) = &mut suggesting.preview {
                    preview.change(&action);
                }
                suggesting.mark_seen(open);
            }
            Action::AcceptAll => return self.accept_all(now_ms),
        }
        Vec::new()
    }

    /// What is to be made, now that something has happened.
    pub(super) fn look_ahead(&mut self) -> Vec<StoreEffect> {
        let Some(open) = &self.open else {
            self.suggesting.preview = None;
            return Vec::new();
        };
        let effects = self.suggesting.look_ahead(open, self.map.shows_suggestions());
        effects.into_iter().map(StoreEffect::Suggest).collect()
    }

    fn accept(&mut self, now_ms: u64) -> Vec<StoreEffect> {
        let Some(open) = &self.open else { return Vec::new() };
        let View::Made(Explained {
            suggestion: Some(suggestion),
            ..
        }) = self.suggesting.view(open)
        else {
            return Vec::new();
        };
        let labels = names_of(open, &suggestion);
        let goes_on = open.answers == Answers::One;
        let accept = |open: &mut Open| {
            if let Some(row) = open.current {
                open.history.accept(vec![(row, labels, suggestion.percent)], now_ms);
            }
        };
        match goes_on {
            true => self.label_and_go_on(accept),
            false => self.label(accept),
        }
    }

    fn accept_all(&mut self, now_ms: u64) -> Vec<StoreEffect> {
        let Some(open) = &self.open else { return Vec::new() };
        let offers = self.suggesting.offers(open);
        let accepted = self.suggesting.ticked(&offers).map(|offer| {
            let Offer { row, suggestion } = offer;
            (*row, names_of(open, suggestion), suggestion.percent)
        });
        let accepted: Vec<_> = accepted.collect();
        let effects = self.label(|open| {
            open.history.accept(accepted, now_ms);
        });
        let is_labeled = |open: &Open| open.current.is_some_and(|row| open.history.labels().get(row).is_some());
        if self.open.as_ref().is_some_and(is_labeled) {
            self.go_on();
        }
        self.suggesting.preview = None;
        effects
    }
}

impl Suggesting {
    fn ask(&mut self, open: &Open) {
        match self.view(open) {
            View::Impossible(_) | View::Blind => {}
            View::Making | View::Made(_) => self.current = None,
            View::Hidden => {
                self.current = open.current.map(|row| Current::new(row, Wish::Show));
                self.seen.extend(open.current);
            }
        }
    }

    fn made(&mut self, ask: u32, result: Result<Explained, WorkerError>) {
        let is_asked = |current: &&mut Current| current.asked.as_ref().is_some_and(|(asked, _)| *asked == ask);
        let Some(current) = self.current.as_mut().filter(is_asked) else {
            return;
        };
        self.problem = result.as_ref().err().map(problem);
        current.made = result.ok();
        if self.problem.is_some() && current.wish == Wish::Show {
            self.current = None;
        }
    }

    fn all_made(&mut self, ask: u32, result: Result<Suggestions, WorkerError>) {
        let Some((_, basis)) = self.all_asked.take_if(|(asked, _)| *asked == ask) else {
            return;
        };
        // Those that could not be made are not tried again before the labels change.
        self.all_made_from = Some(basis);
        self.problem = result.as_ref().err().map(problem);
        self.all = result.ok().map(Shared::new);
    }
}

impl Preview {
    fn change(&mut self, action: &Action) {
        match *action {
            Action::ChoosePart(part) => {
                self.part = part;
                self.shown = PORTION;
            }
            Action::ChooseLeast(least) => self.least = least.clamp(LEAST_PERCENT, 100),
            Action::Tick(row) => {
                if !self.unticked.remove(&row) {
                    self.unticked.insert(row);
                }
            }
            _ => self.shown += PORTION,
        }
    }
}

fn problem(error: &WorkerError) -> String {
    say!(
        "suggesting-no-suggestion-could-made",
        error = core::problem(error),
        advice = core::advice(error, error.advice())
    )
}

#[cfg(test)]
#[path = "suggesting_tests.rs"]
mod tests;
