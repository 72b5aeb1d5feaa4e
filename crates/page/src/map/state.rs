//! The user's settings of the map, and the messages that change the settings.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::map::PtrEq;
use crate::map::coloring::ColorBy;
use crate::project::Project;
use crate::state::{Cmd as StateCmd, Request};
use fastgas_data::Pool;
use fastgas_map::{Query, Viewport};

/// The stored project does not contain the settings of the map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapState {
    pub color_by: ColorBy,
    /// Filters by color. A text that any filter hides is dimmed on the map.
    pub filters: Vec<Filter>,
    pub typed: String,
    /// Rows that match the search, ascending. `None` without a search, or while the search is running.
    pub found: Option<PtrEq<Vec<u32>>>,
    /// The rows of the marked texts, ascending. The user can label marked texts together.
    pub marked: PtrEq<Vec<u32>>,
    pub tool: Tool,
    /// The row of the text whose line has focus in the list of groups next to the map.
    pub pointed: Option<u32>,
    /// The visible section of the map when the user last stopped moving it. `None` before the first move.
    pub viewport: Option<Viewport>,
    /// The latest zoom request and its id. The id distinguishes repeated requests for the same texts.
    pub zoom: Option<(u32, ZoomTarget)>,
    last_search: u32,
    last_zoom: u32,
    /// The names of the labels, in the order in which the filters number the labels.
    labels: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    pub by: ColorBy,
    /// The shown colors as indices into the legend of the map.
    pub shown: BTreeSet<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Pan,
    Lasso,
    Rectangle,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ZoomTarget {
    Rows(PtrEq<Vec<u32>>),
    Row(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectionMode {
    Replace,
    Add,
    Remove,
}

impl SelectionMode {
    pub const fn held(shift: bool, alt: bool) -> SelectionMode {
        match (shift, alt) {
            (true, _) => SelectionMode::Add,
            (false, true) => SelectionMode::Remove,
            (false, false) => SelectionMode::Replace,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    ColorBy(ColorBy),
    /// Show or hide one color of the coloring. If the coloring has no filter yet, show only this color.
    Filter {
        by: ColorBy,
        class: u32,
    },
    Unfilter(ColorBy),
    Search(String),
    Found {
        search: u32,
        rows: Vec<u32>,
    },
    Take(Tool),
    Mark {
        rows: Vec<u32>,
        how: SelectionMode,
    },
    Point(Option<u32>),
    Zoom(ZoomTarget),
    ViewSettled(Viewport),
    Restore {
        /// The coloring to restore. `None` keeps the current coloring.
        color_by: Option<ColorBy>,
        filters: Vec<Filter>,
        viewport: Option<Viewport>,
    },
    Forget,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Search the texts in all columns, a few rows at a time. The result arrives as [`Msg::Found`].
    Search {
        /// The number of the search. A search with a higher number ends the search that is running.
        search: u32,
        query: Query,
        pool: Arc<Pool>,
    },
}

impl MapState {
    pub(crate) fn update(&mut self, msg: Msg, project: Option<&Project>) -> Vec<Request> {
        match msg {
            Msg::ColorBy(by) => self.color_by = by,
            Msg::Filter { by, class } => self.filter(by, class),
            Msg::Unfilter(by) => self.filters.retain(|filter| filter.by != by),
            Msg::Search(typed) => return self.search(typed, project).into_iter().collect(),
            Msg::Found { search, rows } => {
                if search == self.last_search {
                    self.found = Some(PtrEq::new(rows));
                }
            }
            Msg::Take(tool) => self.tool = tool,
            Msg::Mark { rows, how } => self.mark(rows, how),
            Msg::Point(row) => self.pointed = row,
            Msg::Zoom(zoom) => {
                self.last_zoom += 1;
                self.zoom = Some((self.last_zoom, zoom));
            }
            Msg::ViewSettled(viewport) => self.viewport = Some(viewport),
            Msg::Restore {
                color_by,
                filters,
                viewport,
            } => {
                self.color_by = color_by.unwrap_or(self.color_by);
                self.filters = filters;
                self.viewport = viewport;
            }
            Msg::Forget => self.forget(),
        }
        Vec::new()
    }

    pub(crate) fn repeat_search(&mut self, project: Option<&Project>) -> Option<Request> {
        let typed = std::mem::take(&mut self.typed);
        self.search(typed, project)
    }

    pub fn forget(&mut self) {
        *self = MapState {
            // A new number makes the page ignore a running search, whose results refer to the previous texts.
            last_search: self.last_search + 1,
            last_zoom: self.last_zoom,
            ..MapState::default()
        };
    }

    /// Resets the settings that refer to parts of the partition, because a new partition numbers its parts differently.
    pub fn forget_parts(&mut self) {
        self.filters
            .retain(|filter| !matches!(filter.by, ColorBy::Part | ColorBy::Degree));
        self.viewport = None;
    }

    /// Removes the filters by column after the texts have changed.
    /// The classes of a column are numbered by frequency or quantile, so changed cells change the numbers.
    pub(crate) fn forget_columns(&mut self) {
        self.filters.retain(|filter| !matches!(filter.by, ColorBy::Column(_)));
    }

    pub(crate) fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Renumbers the labels in the filters, so that every filter still shows the same labels.
    pub(crate) fn follow_labels(&mut self, names: &[String]) {
        if self.labels == names {
            return;
        }
        let before = std::mem::replace(&mut self.labels, names.to_vec());
        // If only one position has another name, the label at this position was renamed and keeps its number.
        let n_changed = before.iter().zip(names).filter(|(before, now)| before != now).count();
        let is_renaming = before.len() == names.len() && n_changed == 1;
        let renamed = |class: u32| is_renaming.then_some(class);
        let index_of = |name: &String| names.iter().position(|other| other == name);
        let now = |class: u32| match before.get(class as usize) {
            Some(name) => index_of(name).map(|index| index as u32).or_else(|| renamed(class)),
            // Other colors of the legend, such as the color of unlabeled texts, are numbered after the labels.
            None => Some(class - before.len() as u32 + names.len() as u32),
        };
        let of_labels = |filter: &&mut Filter| matches!(filter.by, ColorBy::Label | ColorBy::Suggestion);
        for filter in self.filters.iter_mut().filter(of_labels) {
            filter.shown = filter.shown.iter().filter_map(|&class| now(class)).collect();
        }
        self.filters.retain(|filter| !filter.shown.is_empty());
    }

    pub fn filter_of(&self, by: ColorBy) -> Option<&Filter> {
        self.filters.iter().find(|filter| filter.by == by)
    }

    pub fn shows_suggestions(&self) -> bool {
        self.color_by == ColorBy::Suggestion || self.filter_of(ColorBy::Suggestion).is_some()
    }

    pub fn is_search(&self, search: u32) -> bool {
        self.last_search == search
    }

    pub fn is_searching(&self) -> bool {
        self.found.is_none() && !Query::new(&self.typed).is_empty()
    }

    fn filter(&mut self, by: ColorBy, class: u32) {
        let Some(filter) = self.filters.iter_mut().find(|filter| filter.by == by) else {
            let shown = BTreeSet::from([class]);
            self.filters.push(Filter { by, shown });
            return;
        };
        if !filter.shown.remove(&class) {
            filter.shown.insert(class);
        }
        // A filter that shows no color would hide all texts.
        self.filters.retain(|filter| !filter.shown.is_empty());
    }

    fn search(&mut self, typed: String, project: Option<&Project>) -> Option<Request> {
        let query = Query::new(&typed);
        self.typed = typed;
        self.found = None;
        self.last_search += 1;
        let project = project.filter(|_| !query.is_empty())?;
        Some(Request::Perform(StateCmd::Map(Cmd::Search {
            search: self.last_search,
            query,
            pool: project.source.pool.clone(),
        })))
    }

    fn mark(&mut self, rows: Vec<u32>, how: SelectionMode) {
        let old = &self.marked.0;
        let marked = match how {
            SelectionMode::Replace => rows,
            SelectionMode::Add => old
                .iter()
                .chain(&rows)
                .copied()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
            SelectionMode::Remove => {
                let stays = |row: &&u32| rows.binary_search(row).is_err();
                old.iter().filter(stays).copied().collect()
            }
        };
        self.marked = PtrEq::new(marked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn mark(state: &mut MapState, rows: &[u32], how: SelectionMode) -> Vec<u32> {
        let rows = rows.to_vec();
        assert_eq!(state.update(Msg::Mark { rows, how }, None), []);
        state.marked.0.to_vec()
    }

    #[test]
    fn marks_are_a_sorted_set() {
        let mut state = MapState::default();
        assert_eq!(mark(&mut state, &[3, 7], SelectionMode::Replace), [3, 7]);
        assert_eq!(mark(&mut state, &[1, 7], SelectionMode::Add), [1, 3, 7]);
        assert_eq!(mark(&mut state, &[0, 3], SelectionMode::Remove), [1, 7]);
        assert_eq!(mark(&mut state, &[5], SelectionMode::Replace), [5]);
    }

    #[test]
    fn toggling_classes_extends_shrinks_and_removes_a_filter() {
        let mut state = MapState::default();
        let mut toggle = |class| {
            state.update(
                Msg::Filter {
                    by: ColorBy::Label,
                    class,
                },
                None,
            );
            let filter = state.filter_of(ColorBy::Label);
            filter.map(|filter| filter.shown.iter().copied().collect::<Vec<_>>())
        };
        assert_eq!(toggle(2), Some(vec![2]));
        assert_eq!(toggle(0), Some(vec![0, 2]));
        assert_eq!(toggle(2), Some(vec![0]));
        assert_eq!(toggle(0), None);
        state.update(
            Msg::Filter {
                by: ColorBy::Part,
                class: 1,
            },
            None,
        );
        state.update(
            Msg::Filter {
                by: ColorBy::Column(0),
                class: 1,
            },
            None,
        );
        state.forget_parts();
        assert_eq!(
            state.filters.len(),
            1,
            "filters of columns remain after another selection"
        );
    }

    #[test]
    fn filter_follows_a_renamed_label_but_not_a_replaced_label_set() {
        let shown_after = |names: [&str; 2]| {
            let mut state = MapState::default();
            state.follow_labels(&["bank".into(), "food".into()]);
            let (by, class) = (ColorBy::Label, 0);
            state.update(Msg::Filter { by, class }, None);
            state.follow_labels(&names.map(str::to_owned));
            state.filter_of(by).map(|filter| filter.shown.clone())
        };
        assert_eq!(shown_after(["banking", "food"]), Some(BTreeSet::from([0])));
        assert_eq!(shown_after(["food", "bank"]), Some(BTreeSet::from([1])));
        assert_eq!(shown_after(["food", "sport"]), None, "the label was removed");
        assert_eq!(shown_after(["red", "blue"]), None, "another column has the labels");
    }

    #[test]
    fn results_of_outdated_searches_are_ignored() {
        let mut state = MapState::default();
        let pool = test_support::pool(&["text"], &[&["a"], &["b"]]);
        let project = Project::new("a.csv".into(), pool, 0, 0.0);
        let search = |state: &mut MapState, typed: &str| {
            let requests = state.update(Msg::Search(typed.into()), Some(&project));
            requests.into_iter().next().map(|request| match request {
                Request::Perform(StateCmd::Map(Cmd::Search { search, .. })) => search,
                request => panic!("{request:?}"),
            })
        };
        let first = search(&mut state, "a").expect("a search");
        let second = search(&mut state, "b").expect("a search");
        assert!(state.is_searching());
        state.update(
            Msg::Found {
                search: first,
                rows: vec![0],
            },
            None,
        );
        assert_eq!(state.found, None);
        state.update(
            Msg::Found {
                search: second,
                rows: vec![1],
            },
            None,
        );
        assert_eq!(state.found.as_ref().map(|found| found.0.to_vec()), Some(vec![1]));
        assert_eq!(search(&mut state, "  "), None, "the query is blank");
        assert!(state.found.is_none() && !state.is_searching());
        let third = search(&mut state, "a").expect("a search");
        state.forget();
        state.update(
            Msg::Found {
                search: third,
                rows: vec![0],
            },
            None,
        );
        assert_eq!(state.found, None, "the result belongs to the previous project");
    }

    #[test]
    fn repeated_zoom_requests_are_distinct() {
        let mut state = MapState::default();
        state.update(Msg::Zoom(ZoomTarget::Row(4)), None);
        let first = state.zoom.clone();
        state.update(Msg::Zoom(ZoomTarget::Row(4)), None);
        assert_ne!(state.zoom, first);
    }
}
