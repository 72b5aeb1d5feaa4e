//! Label suggestions, which are computed from the labels of other texts.
//! The user can request a suggestion for the text to label. Every tenth text is a blind check.
//! In a blind check, the suggestion stays hidden and is compared with the user's answer.
//! Suggestions for all texts of a part can be reviewed and accepted together.
//!
//! Workers compute the suggestions from the kNN graph and the labels.
//! After every message, [`SuggestionState::precompute`] requests all suggestions that are missing or outdated.
//! No other code has to know which suggestions are outdated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::i18n::core_messages;
use crate::i18n::t;
use crate::labeling;
use crate::map::PtrEq;
use crate::project::Project;
use crate::state::{Context, LabelChange, Msg as StateMsg, Request};
use fastgas_annotation::label::{
    AnswerType, CheckResult, Explained, MIN_PERCENT, Sources, Suggestion, Suggestions, is_check_due,
};
use fastgas_graph::Adjacency;
use fastgas_protocol::WorkerError;

pub const PAGE_SIZE: usize = 50;

/// Initial minimum confidence of suggestions in the review, in percent.
const INITIAL_MIN_PERCENT: u8 = 70;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SuggestionState {
    /// The suggestion for the text to label. `None` until the suggestion is requested or needed for a blind check.
    current: Option<CurrentSuggestion>,
    /// Suggestions for all texts exist only while the map, the review or the pick table uses them.
    /// After a change of the labels, the previous suggestions stay until the new suggestions arrive.
    pub all: Option<PtrEq<Suggestions>>,
    pub preview: Option<SuggestionReviewState>,
    /// Why the last computation of suggestions failed. `None` after a success.
    pub problem: Option<String>,
    /// Texts with a suggestion that the user may have seen cannot be blind checks.
    seen: BTreeSet<u32>,
    adjacency: Option<PtrEq<Adjacency>>,
    /// The number of changes, whether all annotators are shown, the label names, and the answer type.
    /// If any value in `known` has changed, `basis` and `is_due` are outdated.
    known: Option<((usize, bool), Vec<String>, AnswerType)>,
    basis: Option<Basis>,
    is_due: bool,
    /// Until the text of a blind check has an answer, no other text is checked.
    checked: Option<u32>,
    all_made_from: Option<Basis>,
    all_asked: Option<(u32, Basis)>,
    last_ask: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    pub adjacency: PtrEq<Adjacency>,
    pub sources: Arc<Sources>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SuggestionDisplay {
    /// True if the map or the pick table shows suggestions, so that no text can be a blind check.
    pub is_shown: bool,
    pub is_counted: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct CurrentSuggestion {
    row: u32,
    wish: SuggestionPurpose,
    asked: Option<(u32, Basis)>,
    made: Option<Explained>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SuggestionPurpose {
    Show,
    /// The suggestion stays hidden and is compared with the user's answer.
    Check,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestionReviewState {
    pub part: Option<u32>,
    /// Minimum confidence of the shown suggestions, in percent.
    pub least: u8,
    /// Texts that the user has deselected get no label.
    pub unticked: BTreeSet<u32>,
    pub shown: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestionRow {
    pub row: u32,
    pub suggestion: Suggestion,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PanelView {
    Impossible(String),
    #[default]
    Hidden,
    /// The text is a blind check, so the user cannot request the suggestion before the text is labeled.
    Blind,
    Making,
    Made(Explained),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Ask,
    Made {
        ask: u32,
        result: Result<Explained, WorkerError>,
    },
    AllMade {
        ask: u32,
        result: Result<Suggestions, WorkerError>,
    },
    Accept,
    /// The review opens with the part that contains the text to label.
    OpenPreview,
    ClosePreview,
    /// Show the suggestions for texts of the given part. `None` means all parts.
    ChoosePart(Option<u32>),
    ChooseLeast(u8),
    Tick {
        rows: Vec<u32>,
        on: bool,
    },
    ShowMore,
    AcceptAll,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// The result arrives as [`Msg::Made`].
    Make { ask: u32, basis: Basis, row: u32 },
    /// The result arrives as [`Msg::AllMade`].
    MakeAll { ask: u32, basis: Basis },
}

impl SuggestionState {
    /// Returns commands for suggestions that are missing or outdated after a change of the project.
    pub fn precompute(&mut self, project: Option<&Project>, display: SuggestionDisplay) -> Vec<Cmd> {
        let Some(project) = project else {
            self.preview = None;
            return Vec::new();
        };
        let adjacency = project
            .result
            .adjacency
            .clone()
            .filter(|_| project.labels.answers != AnswerType::Text)
            .map(PtrEq);
        if self.adjacency != adjacency {
            *self = SuggestionState {
                adjacency,
                last_ask: self.last_ask,
                ..SuggestionState::default()
            };
        }
        if self.adjacency.is_none() {
            return Vec::new();
        }
        self.invalidate_changed(project);
        let mut cmds = Vec::new();
        if let Some(cmd) = self.for_current(project, display.is_shown) {
            cmds.push(cmd);
        }
        let is_counted = display.is_counted && self.basis(project).is_some_and(|basis| !basis.sources.is_empty());
        if display.is_shown || is_counted || self.preview.is_some() {
            cmds.extend(self.for_all(project));
        }
        cmds
    }

    /// Excludes picks with a suggestion from blind checks, because the pick table shows their suggestions.
    /// Complexity: O(number of picks · log n) for n texts in the pool.
    pub(crate) fn mark_picks_seen(&mut self, project: &Project) {
        if let Some(all) = &self.all {
            self.seen
                .extend(project.picked().filter(|&row| all.first_label(row).is_some()));
        }
    }

    /// Number of texts with a suggestion and without an annotation. `None` before suggestions are computed.
    /// A blind check does not count, because the review does not show blind checks. Complexity: O(n log n) for n texts.
    pub fn n_open(&self, project: &Project) -> Option<usize> {
        let all = self.all.as_ref()?;
        let labels = project.annotations.history.labels();
        let is_checked = |row: u32| {
            let current = self.current.as_ref();
            current.is_some_and(|current| current.wish == SuggestionPurpose::Check && current.row == row)
        };
        let is_open = |&row: &u32| labels.get(row).is_none() && labels.passed(row).is_none() && !is_checked(row);
        let rows = (0..project.source.pool.len() as u32).filter(|&row| all.first_label(row).is_some());
        Some(rows.filter(is_open).count())
    }

    /// If the log or the label set has changed, discards the values that were computed from them.
    fn invalidate_changed(&mut self, project: &Project) {
        let n_log = (project.n_changes(), project.view.shows_all);
        let is_known = self.known.as_ref().is_some_and(|(known, names, answers)| {
            *known == n_log && *names == project.labels.names && *answers == project.labels.answers
        });
        if !is_known {
            self.known = Some((n_log, project.labels.names.clone(), project.labels.answers));
            self.basis = None;
            self.is_due = is_check_due(project.annotations.history.log());
        }
    }

    /// The kNN graph and the labels that suggestions are computed from. Cached until the labels change.
    fn basis(&mut self, project: &Project) -> Option<Basis> {
        let adjacency = self.adjacency.clone()?;
        let basis = self.basis.get_or_insert_with(|| {
            let sources = Sources::of(project.labels_shown(), &project.labels.names, project.labels.answers);
            let sources = Arc::new(sources);
            Basis { adjacency, sources }
        });
        Some(basis.clone())
    }

    fn for_current(&mut self, project: &Project, is_colored: bool) -> Option<Cmd> {
        let row = project.view.current?;
        let labels = project.annotations.history.labels();
        let is_unlabeled = labels.get(row).is_none();
        let is_open = |row: &u32| labels.get(*row).is_none() && labels.passed(*row).is_none();
        self.checked = self
            .checked
            .filter(|checked| self.is_due && !is_colored && is_open(checked) && !self.seen.contains(checked));
        let may_know = is_colored || self.seen.contains(&row);
        let stays =
            |current: &CurrentSuggestion| current.row == row && (current.wish == SuggestionPurpose::Show || !may_know);
        self.current = self.current.take().filter(stays);
        // Only a text that is neither answered nor skipped can be a blind check.
        let may_check = is_open(&row) && self.checked.is_none_or(|checked| checked == row);
        if self.current.is_none() && self.is_due && !may_know && may_check {
            self.checked = Some(row);
            self.current = Some(CurrentSuggestion::new(row, SuggestionPurpose::Check));
        }
        let (asked, made) = self.current.as_ref().map(|current| (&current.asked, &current.made))?;
        // A labeled text keeps its suggestion even if the labels have changed.
        if asked.is_some() && made.is_some() && !is_unlabeled {
            return None;
        }
        let asked = asked.clone();
        let basis = self.basis(project).filter(|basis| !basis.sources.is_empty())?;
        if asked.is_some_and(|(_, of)| of == basis) {
            return None;
        }
        self.last_ask += 1;
        let (ask, current) = (self.last_ask, self.current.as_mut()?);
        current.asked = Some((ask, basis.clone()));
        current.made = None;
        Some(Cmd::Make { ask, basis, row })
    }

    fn for_all(&mut self, project: &Project) -> Option<Cmd> {
        let basis = self.basis(project)?;
        let is_made = self.all_made_from.as_ref() == Some(&basis);
        // Only one request is in progress at a time. The next request uses the latest labels.
        if is_made || self.all_asked.is_some() {
            return None;
        }
        self.last_ask += 1;
        let ask = self.last_ask;
        self.all_asked = Some((ask, basis.clone()));
        Some(Cmd::MakeAll { ask, basis })
    }

    /// If the user has just labeled a blind check, records in the log whether the hidden suggestion was right.
    pub fn compare(&self, project: &mut Project) {
        let Some(current) = self
            .current
            .as_ref()
            .filter(|current| current.wish == SuggestionPurpose::Check)
        else {
            return;
        };
        let Some(made) = &current.made else { return };
        let suggested = made.suggestion.as_ref().map(|suggestion| names_of(project, suggestion));
        let check = CheckResult::of(
            suggested.as_deref(),
            project.annotations.history.labels().annotation(current.row),
        );
        project.annotations.history.check_last(current.row, check);
    }

    pub fn view(&self, project: &Project) -> PanelView {
        let labels = project.annotations.history.labels();
        let is_source = |row| !labels.annotation(row).is_proposed();
        let has_label = project.view.current.is_some_and(|row| labels.get(row).is_some());
        match &self.current {
            _ if project.labels.answers == AnswerType::Text => {
                PanelView::Impossible(t!("suggestions-written-answers-reason"))
            }
            _ if project.result.adjacency.is_none() => PanelView::Impossible(t!("suggestions-map-missing-reason")),
            _ if !labels.rows().any(is_source) => PanelView::Impossible(t!("suggestions-labels-missing-reason")),
            Some(CurrentSuggestion {
                wish: SuggestionPurpose::Show,
                made,
                ..
            }) => made.clone().map_or(PanelView::Making, PanelView::Made),
            // A label cannot be compared with a suggestion that is not computed yet.
            Some(CurrentSuggestion {
                wish: SuggestionPurpose::Check,
                made: Some(_),
                ..
            }) if !has_label => PanelView::Blind,
            _ => PanelView::Hidden,
        }
    }

    pub fn can_review(&self, project: &Project) -> bool {
        !matches!(self.view(project), PanelView::Impossible(_))
    }

    pub fn is_making_all(&self) -> bool {
        self.all_asked.is_some()
    }

    /// The suggestions for texts without an annotation, the least confident first. O(n log n) time for n texts.
    pub fn review_rows(&self, project: &Project) -> Vec<SuggestionRow> {
        let (Some(preview), Some(all), Some(outcome)) = (&self.preview, &self.all, &project.result.outcome) else {
            return Vec::new();
        };
        let labels = project.annotations.history.labels();
        // The suggestion of a blind check stays hidden until the text is labeled.
        let checked = self
            .current
            .as_ref()
            .filter(|current| current.wish == SuggestionPurpose::Check);
        let checked = checked.map(|current| current.row);
        let offer = |(row, &part): (u32, &u32)| {
            let is_open = labels.get(row).is_none() && labels.passed(row).is_none() && checked != Some(row);
            let is_in = is_open && preview.part.is_none_or(|chosen| chosen == part);
            let suggestion = is_in.then(|| all.get(row)).flatten()?;
            (suggestion.percent >= preview.least).then_some(SuggestionRow { row, suggestion })
        };
        let mut offers: Vec<SuggestionRow> = (0..).zip(&outcome.partition.part_of).filter_map(offer).collect();
        offers.sort_by_key(|offer| offer.suggestion.percent);
        offers
    }

    /// Pairs of a label index and the number of selected suggestions with that label.
    pub fn counts(&self, offers: &[SuggestionRow]) -> Vec<(u32, usize)> {
        let mut counts = BTreeMap::new();
        let labels = self.ticked(offers).flat_map(|offer| &offer.suggestion.labels);
        labels.for_each(|&label| *counts.entry(label).or_default() += 1);
        counts.into_iter().collect()
    }

    pub fn is_ticked(&self, row: u32) -> bool {
        let preview = self.preview.as_ref();
        preview.is_none_or(|preview| !preview.unticked.contains(&row))
    }

    pub fn ticked<'a>(&'a self, offers: &'a [SuggestionRow]) -> impl Iterator<Item = &'a SuggestionRow> {
        let is_out = |offer: &SuggestionRow| {
            self.preview
                .as_ref()
                .is_some_and(|preview| preview.unticked.contains(&offer.row))
        };
        offers.iter().filter(move |offer| !is_out(offer))
    }

    /// Excludes the texts of the review from blind checks, because the review shows their suggestions.
    fn mark_seen(&mut self, project: &Project) {
        let offers = self.review_rows(project);
        self.seen.extend(offers.iter().map(|offer| offer.row));
    }
}

impl CurrentSuggestion {
    fn new(row: u32, wish: SuggestionPurpose) -> CurrentSuggestion {
        CurrentSuggestion {
            row,
            wish,
            asked: None,
            made: None,
        }
    }
}

pub fn names_of(project: &Project, suggestion: &Suggestion) -> Vec<String> {
    let names = suggestion
        .labels
        .iter()
        .filter_map(|&label| project.labels.names.get(label as usize));
    names.cloned().collect()
}

impl SuggestionState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        let Some(project) = context.project else {
            return Vec::new();
        };
        match msg {
            Msg::Ask => self.ask(project),
            Msg::Made { ask, result } => self.made(ask, result),
            Msg::AllMade { ask, result } => {
                self.all_arrived(ask, result);
                self.mark_seen(project);
            }
            Msg::Accept => return self.accept(project),
            Msg::OpenPreview => {
                let part_of = project
                    .result
                    .outcome
                    .as_ref()
                    .map(|outcome| &outcome.partition.part_of);
                self.preview = Some(SuggestionReviewState {
                    part: part_of
                        .zip(project.view.current)
                        .map(|(part_of, row)| part_of[row as usize]),
                    least: INITIAL_MIN_PERCENT,
                    unticked: BTreeSet::new(),
                    shown: PAGE_SIZE,
                });
                self.mark_seen(project);
            }
            Msg::ClosePreview => self.preview = None,
            Msg::ChoosePart(_) | Msg::ChooseLeast(_) | Msg::Tick { .. } | Msg::ShowMore => {
                if let Some(preview) = &mut self.preview {
                    preview.change(&msg);
                }
                self.mark_seen(project);
            }
            Msg::AcceptAll => return self.accept_all(project),
        }
        Vec::new()
    }

    fn accept(&self, project: &Project) -> Vec<Request> {
        let PanelView::Made(Explained {
            suggestion: Some(suggestion),
            ..
        }) = self.view(project)
        else {
            return Vec::new();
        };
        let labels = names_of(project, &suggestion);
        let row = project.view.current;
        let accepted = row.map(|row| (row, labels, suggestion.percent));
        let mut requests = vec![Request::Label(LabelChange::Accept(accepted.into_iter().collect()))];
        if project.labels.answers == AnswerType::One {
            requests.push(Request::Apply(StateMsg::Labeling(labeling::Msg::Advance)));
        }
        requests
    }

    fn accept_all(&mut self, project: &Project) -> Vec<Request> {
        let offers = self.review_rows(project);
        let accepted = self.ticked(&offers).map(|offer| {
            let SuggestionRow { row, suggestion } = offer;
            (*row, names_of(project, suggestion), suggestion.percent)
        });
        let accepted: Vec<_> = accepted.collect();
        self.preview = None;
        let gets_label = |row| {
            accepted
                .iter()
                .any(|(other, labels, _)| *other == row && !labels.is_empty())
        };
        let has_label = |row| project.annotations.history.labels().get(row).is_some();
        let advances = project
            .view
            .current
            .is_some_and(|row| has_label(row) || gets_label(row));
        let mut requests = vec![Request::Label(LabelChange::Accept(accepted))];
        if advances {
            requests.push(Request::Apply(StateMsg::Labeling(labeling::Msg::Advance)));
        }
        requests
    }

    fn ask(&mut self, project: &Project) {
        match self.view(project) {
            PanelView::Impossible(_) | PanelView::Blind => {}
            PanelView::Making | PanelView::Made(_) => self.current = None,
            PanelView::Hidden => {
                self.current = project
                    .view
                    .current
                    .map(|row| CurrentSuggestion::new(row, SuggestionPurpose::Show));
                self.seen.extend(project.view.current);
            }
        }
    }

    fn made(&mut self, ask: u32, result: Result<Explained, WorkerError>) {
        let is_asked =
            |current: &&mut CurrentSuggestion| current.asked.as_ref().is_some_and(|(asked, _)| *asked == ask);
        let Some(current) = self.current.as_mut().filter(is_asked) else {
            return;
        };
        self.problem = result.as_ref().err().map(problem);
        current.made = result.ok();
        if self.problem.is_some() && current.wish == SuggestionPurpose::Show {
            self.current = None;
        }
    }

    fn all_arrived(&mut self, ask: u32, result: Result<Suggestions, WorkerError>) {
        let Some((_, basis)) = self.all_asked.take_if(|(asked, _)| *asked == ask) else {
            return;
        };
        // After a failure, the computation is not repeated until the labels change.
        self.all_made_from = Some(basis);
        self.problem = result.as_ref().err().map(problem);
        self.all = result.ok().map(PtrEq::new);
    }
}

impl SuggestionReviewState {
    fn change(&mut self, msg: &Msg) {
        match msg {
            Msg::ChoosePart(part) => {
                self.part = *part;
                self.shown = PAGE_SIZE;
            }
            Msg::ChooseLeast(least) => self.least = (*least).clamp(MIN_PERCENT, 100),
            Msg::Tick { rows, on: true } => self.unticked.retain(|row| !rows.contains(row)),
            Msg::Tick { rows, on: false } => self.unticked.extend(rows),
            _ => self.shown += PAGE_SIZE,
        }
    }
}

fn problem(error: &WorkerError) -> String {
    t!(
        "suggestions-failed-problem",
        error = core_messages::problem(error),
        advice = core_messages::advice(error, error.advice())
    )
}
