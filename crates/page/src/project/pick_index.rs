//! The texts in the list of picks, grouped by the kind of their annotation. Each group has the order of the list.
//!
//! With thousands of picks, a pass over all picks after each label would delay the next text.
//! The index therefore reads only the new entries of the log. Each new label moves one text to other groups.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Bound::{Excluded, Unbounded};
use std::ops::RangeBounds;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::labeling::list_filter::ListFilter;
use crate::project::{Outcome, Project};
use fastgas_annotation::label::{Annotation, Labels, LogPosition, PassReason, ResolvedLabels};
use fastgas_select::Method;

/// The position of a text in the list: first the picks by rank, then the former picks by row.
/// A former pick is an annotated text that is not a pick of the last run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ListPosition {
    /// The 0-based rank of the pick.
    Pick(u32),
    Former(u32),
}

const END_OF_PICKS: ListPosition = ListPosition::Former(0);

#[derive(Debug, Default)]
struct Group {
    positions: BTreeSet<ListPosition>,
    n_picks: usize,
}

impl Group {
    fn set(&mut self, position: ListPosition, is_member: bool) {
        let is_changed = match is_member {
            true => self.positions.insert(position),
            false => self.positions.remove(&position),
        };
        if is_changed && position < END_OF_PICKS {
            match is_member {
                true => self.n_picks += 1,
                false => self.n_picks -= 1,
            }
        }
    }

    /// Returns the next position after `position`, or the first position of the group if there is no next position.
    /// Returns `None` if the group contains no position other than `position`.
    fn next_after(&self, position: Option<ListPosition>) -> Option<ListPosition> {
        let later = position.and_then(|position| self.positions.range((Excluded(position), Unbounded)).next());
        let next = later.or_else(|| self.positions.first()).copied();
        next.filter(|&next| Some(next) != position)
    }
}

#[derive(Debug, Default)]
struct Groups {
    /// The texts that each filter shows, in the same order as [`ListFilter::ALL`].
    shown: [Group; ListFilter::ALL.len()],
    /// Texts without a label that are neither skipped nor answered with “cannot tell”.
    open: Group,
    skipped: Group,
}

impl Groups {
    /// Moves a text to the groups that fit its annotation. Without an annotation, removes the text from all groups.
    fn update(&mut self, position: ListPosition, annotation: Option<&Annotation>) {
        for (group, filter) in self.shown.iter_mut().zip(ListFilter::ALL) {
            group.set(position, annotation.is_some_and(|annotation| filter.shows(annotation)));
        }
        let unlabeled = annotation.filter(|annotation| annotation.labels.is_empty());
        let passed = unlabeled.map(|annotation| annotation.passed);
        self.open.set(position, passed == Some(None));
        self.skipped.set(position, passed == Some(Some(PassReason::Skipped)));
    }

    fn by(&self, filter: ListFilter) -> &Group {
        &self.shown[filter as usize]
    }
}

/// True if the user annotated the text after reading it.
/// False for labels from the file and for labels that were accepted in bulk.
/// False for skipped texts, because the next run replaces skipped texts with other picks.
fn is_by_hand(annotation: &Annotation) -> bool {
    let is_labeled = !annotation.labels.is_empty() && annotation.origin.is_none();
    is_labeled || annotation.flagged || !annotation.note.is_empty() || annotation.passed == Some(PassReason::CannotTell)
}

/// The empty texts that are picked, skipped or answered with “cannot tell”.
/// A run need not exclude these texts as empty texts, because they are already earlier picks or excluded.
#[derive(Debug)]
struct SettledBlanks {
    /// The rows of all empty texts, ascending.
    rows: Arc<[u32]>,
    n_picked: usize,
    /// The rows of the empty texts that are skipped or answered with “cannot tell” and are not picks.
    passed: BTreeSet<u32>,
}

impl SettledBlanks {
    /// `row` must not be a pick.
    fn update(&mut self, row: u32, annotation: &Annotation) {
        match annotation.passed.is_some() && self.rows.binary_search(&row).is_ok() {
            true => self.passed.insert(row),
            false => self.passed.remove(&row),
        };
    }

    fn len(&self) -> usize {
        self.n_picked + self.passed.len()
    }
}

fn row_at(position: ListPosition, rows: &[u32]) -> u32 {
    match position {
        ListPosition::Pick(rank) => rows[rank as usize],
        ListPosition::Former(row) => row,
    }
}

#[derive(Debug, Default)]
struct PickIndex {
    /// The result of the run that selected the picks. `None` for early picks.
    outcome: Option<Weak<Outcome>>,
    rows: Arc<Vec<u32>>,
    ranks: HashMap<u32, u32>,
    /// The position in the log after the last log entry that the groups contain.
    position: LogPosition,
    own: Groups,
    /// `None` until the page needs the number of empty texts that are picked, skipped or answered with “cannot tell”.
    settled_blanks: Option<SettledBlanks>,
    /// Texts grouped by the combined labels of all annotators, and the labels that the groups were computed from.
    agreed: Option<(Weak<ResolvedLabels>, Groups)>,
}

impl PickIndex {
    /// Takes O(new log entries · log n) time for n texts, or O(n log n) time after a change of the picks or of the project.
    fn follow(&mut self, project: &Project) {
        let history = &project.annotations.history;
        let new = history.entries_since(&self.position);
        match new.filter(|_| self.has_picks_of(project)) {
            Some([]) => return,
            Some(entries) => {
                for entry in entries {
                    self.update(entry.row, history.labels());
                }
            }
            None => self.rebuild(project),
        }
        self.agreed = None;
        self.position = history.position();
    }

    fn has_picks_of(&self, project: &Project) -> bool {
        match (&self.outcome, &project.result.outcome) {
            (Some(indexed), Some(outcome)) => ptr::eq(indexed.as_ptr(), Arc::as_ptr(outcome)),
            (None, None) => project.picked().eq(self.rows.iter().copied()),
            _ => false,
        }
    }

    fn update(&mut self, row: u32, labels: &Labels) {
        let annotation = labels.annotation(row);
        match self.ranks.get(&row) {
            Some(&rank) => self.own.update(ListPosition::Pick(rank), Some(annotation)),
            None => {
                let by_hand = Some(annotation).filter(|annotation| is_by_hand(annotation));
                self.own.update(ListPosition::Former(row), by_hand);
                if let Some(settled) = &mut self.settled_blanks {
                    settled.update(row, annotation);
                }
            }
        }
    }

    fn rebuild(&mut self, project: &Project) {
        let labels = project.annotations.history.labels();
        let rows: Vec<u32> = project.picked().collect();
        let mut ranks = HashMap::with_capacity(rows.len());
        for (rank, &row) in (0..).zip(&rows) {
            ranks.entry(row).or_insert(rank);
        }
        let by_hand = labels.last().filter(|entry| is_by_hand(&entry.annotation));
        let former = by_hand.map(|entry| entry.row).filter(|row| !ranks.contains_key(row));
        let own = grouped(&rows, former, labels);
        *self = PickIndex {
            outcome: project.result.outcome.as_ref().map(Arc::downgrade),
            rows: Arc::new(rows),
            ranks,
            own,
            ..PickIndex::default()
        };
    }

    /// `blank` contains the rows of all empty texts. `labels` are the labels that the index follows.
    /// Takes O(1) time, or O(n log n) time for n texts after a change of the picks, the project or the empty texts.
    fn n_settled_blanks(&mut self, blank: &Arc<[u32]>, labels: &Labels) -> usize {
        let known = self.settled_blanks.take();
        let known = known.filter(|known| Arc::ptr_eq(&known.rows, blank));
        let settled = known.unwrap_or_else(|| {
            let is_blank = |row: u32| blank.binary_search(&row).is_ok();
            let passed = labels.passed_rows().filter(|row| !self.ranks.contains_key(row));
            SettledBlanks {
                rows: blank.clone(),
                n_picked: self.ranks.keys().filter(|&&row| is_blank(row)).count(),
                passed: passed.filter(|&row| is_blank(row)).collect(),
            }
        });
        self.settled_blanks.insert(settled).len()
    }

    /// Takes O(n log n) time for n texts if the combined labels have changed, otherwise O(1) time.
    fn agreed(&mut self, resolved: &Arc<ResolvedLabels>) -> &Groups {
        let known = self.agreed.take();
        let known = known.filter(|(labels, _)| ptr::eq(labels.as_ptr(), Arc::as_ptr(resolved)));
        let agreed = known.unwrap_or_else(|| {
            let groups = grouped(&self.rows, self.former(), &resolved.labels);
            (Arc::downgrade(resolved), groups)
        });
        &self.agreed.insert(agreed).1
    }

    /// The texts, grouped by the labels that lists show, see [`Project::labels_shown`].
    fn shown(&mut self, project: &Project) -> &Groups {
        match project.resolved().filter(|_| project.view.shows_all) {
            Some(resolved) => self.agreed(resolved),
            None => &self.own,
        }
    }

    /// The texts, grouped by the labels that count for exports, see [`Project::effective_labels`].
    fn effective(&mut self, project: &Project) -> &Groups {
        match project.resolved() {
            Some(resolved) => self.agreed(resolved),
            None => &self.own,
        }
    }

    fn former(&self) -> impl Iterator<Item = u32> {
        let positions = self.own.by(ListFilter::All).positions.range(END_OF_PICKS..);
        positions.map(|&position| row_at(position, &[]))
    }

    fn position_of(&self, row: u32) -> Option<ListPosition> {
        match self.ranks.get(&row) {
            Some(&rank) => Some(ListPosition::Pick(rank)),
            None => {
                let position = ListPosition::Former(row);
                let is_listed = self.own.by(ListFilter::All).positions.contains(&position);
                is_listed.then_some(position)
            }
        }
    }

    fn current(&self, project: &Project) -> Option<ListPosition> {
        project.view.current.and_then(|row| self.position_of(row))
    }
}

fn grouped(rows: &[u32], former: impl Iterator<Item = u32>, labels: &Labels) -> Groups {
    let picks = (0..).zip(rows).map(|(rank, &row)| (ListPosition::Pick(rank), row));
    let former = former.map(|row| (ListPosition::Former(row), row));
    let mut groups = Groups::default();
    for (position, row) in picks.chain(former) {
        groups.update(position, Some(labels.annotation(row)));
    }
    groups
}

/// Every access first adds the new entries of the project's log to the index.
/// The index is derived from the project. Comparisons ignore the index, and a copy starts with an empty index.
#[derive(Default)]
pub(crate) struct PickIndexCache(Mutex<PickIndex>);

impl Clone for PickIndexCache {
    fn clone(&self) -> PickIndexCache {
        PickIndexCache::default()
    }
}

impl PartialEq for PickIndexCache {
    fn eq(&self, _other: &PickIndexCache) -> bool {
        true
    }
}

impl fmt::Debug for PickIndexCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PickIndexCache")
    }
}

impl Project {
    /// `read` must not call this function again, because the index is locked during the call.
    fn with_index<R>(&self, read: impl FnOnce(&mut PickIndex) -> R) -> R {
        let cache = &self.annotations.pick_index;
        let mut index = cache.0.lock().unwrap_or_else(PoisonError::into_inner);
        index.follow(self);
        read(&mut index)
    }

    /// Number of picks, or of early picks until a run has finished.
    pub fn n_picks(&self) -> usize {
        self.picks().len() + self.only_early().map_or(0, |early| early.rows.len())
    }

    /// The 1-based rank of the pick. `None` if `row` is not a pick.
    pub fn rank_of(&self, row: u32) -> Option<usize> {
        self.with_index(|index| index.ranks.get(&row).map(|&rank| rank as usize + 1))
    }

    /// The annotated rows that are not picks of the last run, ascending.
    /// Labels from the file and labels that were accepted in bulk are left out.
    /// Skipped rows are left out, because the last run has replaced skipped texts with other picks.
    pub fn former_picks(&self) -> Vec<u32> {
        self.with_index(|index| index.former().collect())
    }

    /// The picks that the list shows, by rank. If the current text is a pick, the list always includes the text.
    pub fn listed_picks(&self) -> Arc<Vec<u32>> {
        match self.view.listing {
            ListFilter::All => self.with_index(|index| index.rows.clone()),
            _ => Arc::new(self.listed_in(..END_OF_PICKS)),
        }
    }

    /// The former picks that the list shows, ascending. A current text that is a former pick is always included.
    pub fn listed_former_picks(&self) -> Arc<Vec<u32>> {
        Arc::new(self.listed_in(END_OF_PICKS..))
    }

    fn listed_in(&self, range: impl RangeBounds<ListPosition>) -> Vec<u32> {
        self.with_index(|index| {
            let rows = index.rows.clone();
            let current = index.current(self).filter(|position| range.contains(position));
            let shown = &index.shown(self).by(self.view.listing).positions;
            let mut positions: Vec<ListPosition> = shown.range(range).copied().collect();
            if let Some(current) = current
                && let Err(at) = positions.binary_search(&current)
            {
                positions.insert(at, current);
            }
            positions.into_iter().map(|position| row_at(position, &rows)).collect()
        })
    }

    /// The text that is `offset` texts after the current text in the list.
    /// If there are fewer texts in that direction, returns the last or the first text of the list.
    pub(crate) fn shown_neighbor(&self, offset: i32) -> Option<u32> {
        let current = self.view.current?;
        let n = offset.unsigned_abs() as usize;
        self.with_index(|index| {
            let (rows, position) = (index.rows.clone(), index.current(self));
            let shown = &index.shown(self).by(self.view.listing).positions;
            // A current text that is neither a pick nor a former pick counts as the last text of the list.
            let reached = match (position, offset > 0) {
                (Some(position), true) => shown.range((Excluded(position), Unbounded)).take(n).last(),
                (None, true) => None,
                (position, false) => {
                    let end = position.map_or(Unbounded, Excluded);
                    shown.range((Unbounded, end)).rev().take(n).last()
                }
            };
            Some(reached.map_or(current, |&position| row_at(position, &rows)))
        })
    }

    /// The next row of the list. If the current row is the last row, returns the first row.
    /// `None` if the list shows no row other than the current row.
    pub(crate) fn next_shown(&self) -> Option<u32> {
        self.with_index(|index| {
            let (rows, position) = (index.rows.clone(), index.current(self));
            let next = index.shown(self).by(self.view.listing).next_after(position)?;
            Some(row_at(next, &rows))
        })
    }

    /// The next unanswered row after the current row. The search continues at the start of the list.
    /// Skipped rows come last. `None` if no row other than the current one is left.
    /// If the list shows only one kind of annotated texts, returns the next row of the list, answered or not.
    pub fn next_open(&self) -> Option<u32> {
        if !matches!(self.view.listing, ListFilter::All | ListFilter::Left) {
            return self.next_shown();
        }
        self.with_index(|index| {
            let (own, position) = (&index.own, index.current(self));
            let next = own
                .open
                .next_after(position)
                .or_else(|| own.skipped.next_after(position));
            next.map(|position| row_at(position, &index.rows))
        })
    }

    /// The first unanswered pick, otherwise the first skipped pick, otherwise the first pick.
    pub fn first_to_label(&self) -> Option<u32> {
        self.with_index(|index| {
            let first = |group: &Group| {
                group
                    .positions
                    .first()
                    .copied()
                    .filter(|&position| position < END_OF_PICKS)
            };
            let first = first(&index.own.open).or_else(|| first(&index.own.skipped));
            let rows = &index.rows;
            first.map(|position| row_at(position, rows)).or(rows.first().copied())
        })
    }

    /// Number of texts that the list shows for each filter in [`ListFilter::ALL`], including the current text.
    pub fn n_shown(&self) -> [usize; ListFilter::ALL.len()] {
        self.with_index(|index| {
            let unlisted = self.view.current.filter(|&row| index.position_of(row).is_none());
            let annotation = unlisted.map(|row| self.labels_shown().annotation(row));
            let groups = index.shown(self);
            ListFilter::ALL.map(|filter| {
                let shows_unlisted = annotation.is_some_and(|annotation| filter.shows(annotation));
                groups.by(filter).positions.len() + usize::from(shows_unlisted)
            })
        })
    }

    /// True if every pick has an answer. “Cannot tell” is an answer.
    pub fn is_all_done(&self) -> bool {
        self.with_index(|index| index.own.by(ListFilter::Left).n_picks == 0)
    }

    pub fn n_passed(&self, why: PassReason) -> usize {
        let filter = match why {
            PassReason::Skipped => ListFilter::Skipped,
            PassReason::CannotTell => ListFilter::CannotTell,
        };
        self.with_index(|index| index.own.by(filter).n_picks)
    }

    /// Number of picks without a label that are neither skipped nor answered with “cannot tell”.
    pub(crate) fn n_open(&self) -> usize {
        self.with_index(|index| index.own.open.n_picks)
    }

    /// Number of picks that the next run keeps, see [`Project::settled`].
    pub fn n_settled(&self) -> usize {
        self.n_picks() - self.n_passed(PassReason::Skipped) - self.n_passed(PassReason::CannotTell)
    }

    /// Number of empty texts that are picked, skipped or answered with “cannot tell”.
    pub(super) fn n_settled_blanks(&self) -> usize {
        let blank = self.blank_rows();
        self.with_index(|index| index.n_settled_blanks(&blank, self.annotations.history.labels()))
    }

    /// Number of texts that an incremental method can still pick.
    /// These texts are neither empty nor picked nor skipped nor answered with “cannot tell”.
    pub fn n_left(&self) -> usize {
        let n_excluded = self.n_excluded_with_settled(Method::Fastgas);
        // The subtraction saturates, because an edited project file may contain a pick twice.
        self.source.pool.len().saturating_sub(self.n_settled() + n_excluded)
    }

    /// Number of picks that lists show with a label. A label from the user counts only once it is on disk.
    pub fn n_labeled_shown(&self) -> usize {
        let unsaved = self.annotations.history.unsaved().iter();
        let unsaved: BTreeSet<u32> = unsaved.map(|entry| entry.row).collect();
        self.with_index(|index| {
            let unsaved = unsaved.iter().filter_map(|row| index.ranks.get(row));
            let unsaved: Vec<ListPosition> = unsaved.map(|&rank| ListPosition::Pick(rank)).collect();
            let labeled = index.shown(self).by(ListFilter::Labeled);
            let n_unsaved = unsaved
                .iter()
                .filter(|position| labeled.positions.contains(position))
                .count();
            labeled.n_picks - n_unsaved
        })
    }

    /// Number of answered picks, from the labels that count for exports. “Cannot tell” is an answer.
    pub fn n_effective_answers(&self) -> usize {
        self.n_picks() - self.with_index(|index| index.effective(self).by(ListFilter::Left).n_picks)
    }

    /// For each pick, in rank order: true if lists show the pick with a label.
    pub(crate) fn labeled_picks(&self) -> Vec<bool> {
        self.with_index(|index| {
            let mut labeled = vec![false; index.rows.len()];
            for &position in &index.shown(self).by(ListFilter::Labeled).positions {
                if let ListPosition::Pick(rank) = position {
                    labeled[rank as usize] = true;
                }
            }
            labeled
        })
    }

    /// True if the labeled picks are the first picks by rank, without a gap.
    pub fn is_labeled_in_order(&self) -> bool {
        self.with_index(|index| {
            let labeled = index.shown(self).by(ListFilter::Labeled);
            let last = labeled.positions.range(..END_OF_PICKS).next_back();
            let n = labeled.n_picks as u32;
            last.is_none_or(|&last| last == ListPosition::Pick(n - 1))
        })
    }
}

#[cfg(test)]
mod tests;
