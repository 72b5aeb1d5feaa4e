//! The review of a language model's answers, and the check of its accuracy with the labeled texts.
//!
//! An answer is a suggestion. A label that the user accepts keeps the origin `model` and the confidence of the answer.
//! The origin ([`LabelOrigin::Model`]) is also stored in the log and in exports.

use std::collections::{BTreeMap, BTreeSet};

use crate::answers::{AnswersState, ModelAnswer, Msg};
use crate::labeling;
use crate::project::Project;
use crate::state::{LabelChange, Msg as StateMsg, Request};
use fastgas_annotation::label::{AnswerType, LabelOrigin, SEPARATOR};
use fastgas_data::LabelOrder;
use fastgas_select::evaluate::answers::{Interval, wilson};

pub const PAGE_SIZE: usize = 50;

const INITIAL_MIN_PERCENT: u8 = 90;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReview {
    /// Minimum confidence of the answers in the review, in percent.
    pub least: u8,
    /// Rows of the texts whose answers the user deselected.
    pub unticked: BTreeSet<u32>,
    pub shown: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnswerRow {
    pub row: u32,
    pub labels: Option<Vec<String>>,
    pub percent: Option<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CheckSummary {
    pub right: u32,
    pub total: u32,
    /// Wilson score interval (95 %) of the model's accuracy on similar texts.
    pub interval: Interval,
    pub model: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// Number of answers that the user can accept, because the texts have no annotation.
    pub open: usize,
    /// Number of answers that contain no label of the label set, among the answers to texts without an annotation.
    pub unmatched: usize,
    /// Number of answers to prompts with fewer examples than intended, because the context of the model is too small.
    pub shortened: usize,
}

/// Excludes labels that a program proposed, so that the model does not learn from its own answers.
pub fn examples(project: &Project) -> Vec<(u32, String)> {
    let labels = project.effective_labels();
    let mut rows = project.labeled().rows();
    rows.retain(|(row, _)| !labels.annotation(*row).is_proposed());
    rows
}

pub fn is_open(project: &Project, row: u32) -> bool {
    let own = project.annotations.history.labels();
    own.get(row).is_none() && own.passed(row).is_none() && project.effective_labels().get(row).is_none()
}

/// Number of texts that have no label and are not skipped. O(a · log a) for `a` annotated texts.
pub fn n_open(project: &Project) -> usize {
    let n = project.source.pool.len();
    let own = project.annotations.history.labels();
    let labeled = own.rows().chain(project.effective_labels().rows());
    let closed: BTreeSet<u32> = labeled.chain(own.passed_rows()).collect();
    n - closed.range(..n as u32).count()
}

/// Returns the current names of the labels in the answer, because the user may have renamed labels.
/// Returns `None` if a label of the answer is not in the label set.
pub fn labels_of(answer: &ModelAnswer, project: &Project) -> Option<Vec<String>> {
    let label = answer.label.as_deref()?;
    let labels = match project.labels.answers {
        AnswerType::Several => label.split(SEPARATOR).collect(),
        AnswerType::One | AnswerType::Text => vec![label],
    };
    let renamed = &project.annotations.team.renamed;
    let labels: Vec<String> = labels.into_iter().map(|label| renamed.name(label).to_owned()).collect();
    let is_known = |label: &String| project.labels.names.contains(label);
    labels.iter().all(is_known).then_some(labels)
}

impl AnswersState {
    pub fn open_answer(&self, row: u32, project: &Project) -> Option<&ModelAnswer> {
        self.answers.get(&row).filter(|_| is_open(project, row))
    }

    /// The answers to texts without an annotation, least certain answers first. O(n log n) time for n texts.
    /// Answers without a label come first, then answers without a confidence, then all others by ascending confidence.
    pub fn queue(&self, project: &Project) -> Vec<AnswerRow> {
        let open = self.answers.iter().filter(|(row, _)| is_open(project, **row));
        let mut rows: Vec<(f32, AnswerRow)> = open
            .map(|(&row, answer)| {
                let confidence = answer.entry.answer.confidence;
                let certainty = confidence.map_or(-1.0, |confidence| confidence.value());
                let answer = AnswerRow {
                    row,
                    labels: labels_of(answer, project),
                    percent: answer.percent(),
                };
                (certainty, answer)
            })
            .collect();
        rows.sort_by(|(a, row), (b, other)| {
            let by_match = row.labels.is_some().cmp(&other.labels.is_some());
            by_match.then(a.total_cmp(b))
        });
        rows.into_iter().map(|(_, row)| row).collect()
    }

    pub fn counts(&self, project: &Project) -> AnswerCounts {
        let mut counts = AnswerCounts::default();
        for (_, answer) in self.answers.iter().filter(|(row, _)| is_open(project, **row)) {
            counts.open += 1;
            counts.unmatched += usize::from(labels_of(answer, project).is_none());
            counts.shortened += usize::from(answer.is_shortened());
        }
        counts
    }

    pub fn check_summary(&self, project: &Project) -> Option<CheckSummary> {
        // The early return avoids reading all labeled texts after each new label.
        if self.checks.is_empty() {
            return None;
        }
        let model = self.form.model.trim();
        let (mut right, mut total) = (0, 0);
        for (row, label) in examples(project) {
            let Some(answer) = self.checks.get(&row).filter(|answer| answer.model == model) else {
                continue;
            };
            total += 1;
            let given = labels_of(answer, project).map(|labels| labels.join(SEPARATOR));
            right += u32::from(given.is_some_and(|given| LabelOrder::Ignored.has_same_labels(&given, &label)));
        }
        (total > 0).then(|| CheckSummary {
            right,
            total,
            interval: wilson(right, total),
            model: model.to_owned(),
        })
    }

    pub fn review_rows(&self, project: &Project) -> Vec<AnswerRow> {
        let Some(review) = &self.review else {
            return Vec::new();
        };
        let mut rows = self.queue(project);
        rows.retain(|row| row.labels.is_some() && row.percent.unwrap_or(0) >= review.least);
        rows
    }

    pub fn is_ticked(&self, row: u32) -> bool {
        let review = self.review.as_ref();
        review.is_none_or(|review| !review.unticked.contains(&row))
    }

    pub fn ticked<'a>(&'a self, rows: &'a [AnswerRow]) -> impl Iterator<Item = &'a AnswerRow> {
        let is_out = |row: &AnswerRow| {
            let review = self.review.as_ref();
            review.is_some_and(|review| review.unticked.contains(&row.row))
        };
        rows.iter().filter(move |row| !is_out(row))
    }

    pub fn label_counts(&self, rows: &[AnswerRow], project: &Project) -> Vec<(usize, usize)> {
        let mut counts = BTreeMap::new();
        for label in self.ticked(rows).flat_map(|row| row.labels.iter().flatten()) {
            if let Some(index) = project.labels.names.iter().position(|name| name == label) {
                *counts.entry(index).or_default() += 1;
            }
        }
        counts.into_iter().collect()
    }

    pub(super) fn change_review(&mut self, msg: &Msg) {
        match (msg, &mut self.review) {
            (Msg::OpenReview, review) => {
                *review = Some(AnswerReview {
                    least: INITIAL_MIN_PERCENT,
                    unticked: BTreeSet::new(),
                    shown: PAGE_SIZE,
                });
            }
            (Msg::CloseReview, review) => *review = None,
            (Msg::ChooseLeast(least), Some(review)) => review.least = (*least).min(100),
            (Msg::Tick { rows, on: true }, Some(review)) => review.unticked.retain(|row| !rows.contains(row)),
            (Msg::Tick { rows, on: false }, Some(review)) => review.unticked.extend(rows),
            (Msg::ShowMore, Some(review)) => review.shown += PAGE_SIZE,
            _ => {}
        }
    }

    fn acceptance(&self, row: &AnswerRow) -> Option<(u32, Vec<String>, LabelOrigin)> {
        let answer = self.answers.get(&row.row)?;
        Some((row.row, row.labels.clone()?, answer.entry.answer.origin(&answer.model)))
    }

    pub(super) fn accept_current(&mut self, project: &Project) -> Vec<Request> {
        let queue = self.queue(project);
        let current = queue.iter().find(|row| Some(row.row) == project.view.current);
        let Some(accepted) = current.and_then(|row| self.acceptance(row)) else {
            return Vec::new();
        };
        let next = queue.iter().find(|row| row.row != accepted.0).map(|row| row.row);
        let mut requests = vec![Request::Label(LabelChange::AcceptAnswers(vec![accepted]))];
        requests.push(match next {
            Some(row) => Request::GoToWhenSaved(row),
            None => Request::Apply(StateMsg::Labeling(labeling::Msg::Advance)),
        });
        requests
    }

    pub(super) fn go_to_next(&mut self, project: &Project) -> Vec<Request> {
        self.review = None;
        let queue = self.queue(project);
        let next = queue.iter().find(|row| Some(row.row) != project.view.current);
        let go = |row: &AnswerRow| Request::Apply(StateMsg::Labeling(labeling::Msg::GoTo(row.row)));
        next.map(go).into_iter().collect()
    }

    pub(super) fn accept_all(&mut self, project: &Project) -> Vec<Request> {
        let rows = self.review_rows(project);
        let accepted: Vec<_> = self.ticked(&rows).filter_map(|row| self.acceptance(row)).collect();
        self.review = None;
        if accepted.is_empty() {
            return Vec::new();
        }
        let includes_current = project
            .view
            .current
            .is_some_and(|current| accepted.iter().any(|(row, ..)| *row == current));
        let mut requests = vec![Request::Label(LabelChange::AcceptAnswers(accepted))];
        if includes_current {
            requests.push(Request::Apply(StateMsg::Labeling(labeling::Msg::Advance)));
        }
        requests
    }
}
