//! The order, the filters, the columns and the marked rows of the pick table.
//!
//! The module [`table`](super::table) computes the table from the settings and the project.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::answers::AnswersState;
use crate::project::Project;
use crate::review::table::{
    Column, Filter, LabelFilter, Sort, Status, file_columns, filtered, first_columns, table_rows,
};
use crate::state::{LabelChange, Request};
use fastgas_annotation::label::Suggestions;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewState {
    pub table: TableSettings,
    /// The marked rows. Actions apply only to the marked rows that the table shows.
    pub marked: BTreeSet<u32>,
    /// Number of review views in the document. For a moment after a change of the language, two views exist.
    n_views: usize,
}

/// The settings of the table are stored together with the user's position in the project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableSettings {
    /// The column that the table is sorted by, and the direction. `None` for pick order.
    pub sort: Option<Sort>,
    pub filter: Filter,
    /// The chosen columns of the file. `None` means the default columns.
    pub columns: Option<BTreeSet<usize>>,
    /// Suggestions are hidden at first, because a text with a visible suggestion cannot be used for a blind check.
    pub shows_suggestions: bool,
}

pub(crate) struct ReviewContext<'a> {
    pub(crate) project: Option<&'a Project>,
    pub(crate) suggested: Option<&'a Suggestions>,
    pub(crate) answers: &'a AnswersState,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Opened,
    Closed,
    /// Sort by a column. Repeated messages reverse the order and then return to the order of the picks.
    SortBy(Column),
    Search(String),
    FilterLabel(LabelFilter),
    FilterStatus(Option<Status>),
    FilterPart(Option<u32>),
    ShowOnly(Status),
    ResetFilter,
    ShowSuggestions(bool),
    ShowColumn {
        column: usize,
        on: bool,
    },
    Mark {
        rows: Vec<u32>,
        on: bool,
    },
    MarkOnly(Vec<u32>),
    /// Restore the settings from an earlier visit, except for settings that do not fit the project.
    Restore(TableSettings),
    Give {
        rows: Vec<u32>,
        index: usize,
    },
    Flag {
        rows: Vec<u32>,
        on: bool,
    },
    Clear {
        rows: Vec<u32>,
    },
}

impl Msg {
    /// Whether a read-only tab may handle the message, because the message does not change the project.
    pub(crate) fn is_harmless(&self) -> bool {
        !matches!(self, Msg::Give { .. } | Msg::Flag { .. } | Msg::Clear { .. })
    }
}

impl TableSettings {
    /// Removes columns that the project lacks, and an order by a column that is not shown.
    fn fitting(mut self, project: &Project) -> TableSettings {
        let n_columns = project.source.pool.columns().len();
        if let Some(columns) = &mut self.columns {
            columns.retain(|&column| column < n_columns);
        }
        let of_file = file_columns(project, self.columns.as_ref());
        self.sort = self.sort.filter(|sort| match sort.column {
            Column::File(_) => of_file.contains(&sort.column),
            Column::Suggestion => self.shows_suggestions,
            _ => true,
        });
        self
    }
}

impl ReviewState {
    pub(crate) fn update(&mut self, msg: Msg, context: &ReviewContext<'_>) -> Vec<Request> {
        match msg {
            Msg::Opened => self.n_views += 1,
            Msg::Closed => self.n_views = self.n_views.saturating_sub(1),
            Msg::SortBy(column) => self.table.sort = Sort::next(self.table.sort, column),
            Msg::Search(typed) => self.change_filter(context, |filter| filter.typed = typed),
            Msg::FilterLabel(label) => self.change_filter(context, |filter| filter.label = label),
            Msg::FilterStatus(status) => self.change_filter(context, |filter| filter.status = status),
            Msg::FilterPart(part) => self.change_filter(context, |filter| filter.part = part),
            Msg::ShowOnly(status) => self.change_filter(context, |filter| {
                *filter = Filter {
                    status: Some(status),
                    ..Filter::default()
                };
            }),
            Msg::ResetFilter => self.change_filter(context, |filter| *filter = Filter::default()),
            Msg::ShowSuggestions(shows) => {
                self.table.shows_suggestions = shows;
                self.hide_column(Column::Suggestion, shows);
            }
            Msg::ShowColumn { column, on } => {
                if let Some(project) = context.project {
                    let chosen = self.table.columns.get_or_insert_with(|| first_columns(project));
                    match on {
                        true => chosen.insert(column),
                        false => chosen.remove(&column),
                    };
                    self.hide_column(Column::File(column), on);
                }
            }
            Msg::Mark { rows, on: true } => self.marked.extend(rows),
            Msg::Mark { rows, on: false } => {
                let rows: BTreeSet<u32> = rows.into_iter().collect();
                self.marked.retain(|row| !rows.contains(row));
            }
            Msg::MarkOnly(rows) => self.marked = rows.into_iter().collect(),
            Msg::Restore(settings) => {
                if let Some(project) = context.project {
                    self.table = settings.fitting(project);
                }
            }
            Msg::Give { rows, index } => return vec![Request::Label(LabelChange::Give { rows, index })],
            Msg::Flag { rows, on } => return vec![Request::Label(LabelChange::Flag { rows, on })],
            Msg::Clear { rows } => return vec![Request::Label(LabelChange::Clear { rows })],
        }
        Vec::new()
    }

    pub fn is_open(&self) -> bool {
        self.n_views > 0
    }

    pub fn displays_suggestions(&self) -> bool {
        self.is_open() && self.table.shows_suggestions
    }

    pub(crate) fn forget(&mut self) {
        *self = ReviewState {
            n_views: self.n_views,
            ..ReviewState::default()
        };
    }

    /// A new selection numbers the parts of the partition differently, so the filter by part is removed.
    pub(crate) fn forget_parts(&mut self) {
        self.table.filter.part = None;
    }

    /// Also removes the marks of hidden rows, so that an action never changes rows that the user does not see.
    fn change_filter(&mut self, context: &ReviewContext<'_>, change: impl FnOnce(&mut Filter)) {
        change(&mut self.table.filter);
        if self.marked.is_empty() {
            return;
        }
        let Some(project) = context.project else {
            self.marked.clear();
            return;
        };
        let suggested = context.suggested.filter(|_| self.table.shows_suggestions);
        let rows = table_rows(project, suggested, context.answers);
        let order: Vec<usize> = (0..rows.len()).collect();
        let shown: BTreeSet<u32> = filtered(&rows, &order, &self.table.filter, project)
            .into_iter()
            .collect();
        self.marked.retain(|row| shown.contains(row));
    }

    fn hide_column(&mut self, column: Column, is_shown: bool) {
        self.table.sort = self.table.sort.filter(|sort| is_shown || sort.column != column);
    }
}
