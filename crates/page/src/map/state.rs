//! What a person asked of the map, and what may happen to it. Part of the page's store.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Shared;
use super::coloring::ColorBy;
use fastgas_data::Pool;
use fastgas_map::{Query, Section};

/// What is known of the map beside the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapState {
    /// What the dots are colored by.
    pub color_by: ColorBy,
    /// What is not hidden; texts that any of them hides stand back.
    pub filters: Vec<Filter>,
    /// What is searched for, as it was typed.
    pub typed: String,
    /// The rows that have it, rising; none while nothing is searched for, or before it was found.
    pub found: Option<Shared<Vec<u32>>>,
    /// The rows that a person marked, rising: the one value that all that is done with them starts from.
    pub marked: Shared<Vec<u32>>,
    /// What dragging does.
    pub tool: Tool,
    /// The row that a person points at in the list beside the map.
    pub pointed: Option<u32>,
    /// What of it was shown when it was last at rest, or when the person left; none before the first time.
    pub section: Option<Section>,
    /// What the map was last asked to show as large as it goes; the number tells two such wishes apart.
    pub zoom: Option<(u32, Zoom)>,
    last_search: u32,
    last_zoom: u32,
    /// The labels by whose places the filters of labels are told.
    labels: Vec<String>,
}

/// The classes of one coloring that are not hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Whose classes.
    pub by: ColorBy,
    /// By their place in its legend.
    pub shown: BTreeSet<u32>,
}

/// What dragging on the map does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Pan,
    /// Marks what a line is drawn around.
    Lasso,
    /// Marks what is between two corners.
    Rectangle,
}

/// What the map is to show as large as it goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Zoom {
    Rows(Shared<Vec<u32>>),
    /// One text and what is around it.
    Row(u32),
}

/// What becomes of the rows that are marked already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// They are not marked any more.
    Replace,
    /// They stay.
    Add,
    /// They stay, but for the new ones.
    Remove,
}

impl How {
    /// What is meant by whoever holds these keys.
    pub const fn held(shift: bool, alt: bool) -> How {
        match (shift, alt) {
            (true, _) => How::Add,
            (false, true) => How::Remove,
            (false, false) => How::Replace,
        }
    }
}

/// Something that happened to the map.
#[derive(Clone, Debug, PartialEq)]
pub enum MapAction {
    /// Color the dots by something else.
    ColorBy(ColorBy),
    /// Show a class of a coloring beside those that are shown, or hide it; with none shown, show it alone.
    Filter {
        /// Whose class.
        by: ColorBy,
        /// Its place in the legend.
        class: u32,
    },
    /// Show everything that this coloring's filter hides.
    Unfilter(ColorBy),
    /// Search for what was typed.
    Search(String),
    /// It was found in these rows.
    Found {
        search: u32,
        /// Rising.
        rows: Vec<u32>,
    },
    /// Do something else by dragging.
    Take(Tool),
    Mark {
        /// Rising.
        rows: Vec<u32>,
        /// What becomes of the others.
        how: How,
    },
    /// Point at a row, or at none.
    Point(Option<u32>),
    /// Show this as large as it goes.
    Zoom(Zoom),
    /// It is at rest and shows this.
    Rest(Section),
}

/// Something to be done for the map.
#[derive(Clone, Debug, PartialEq)]
pub enum MapEffect {
    /// Search the texts, a few at a time; answered by [`MapAction::Found`].
    Search {
        /// Which search; a later one makes it void.
        search: u32,
        query: Query,
        pool: Arc<Pool>,
        /// The column of the texts.
        column: usize,
    },
}

impl MapState {
    /// Takes `action` into account; `texts` are those of the open project and their column.
    pub fn apply(&mut self, action: MapAction, texts: Option<(&Arc<Pool>, usize)>) -> Option<MapEffect> {
        match action {
            MapAction::ColorBy(by) => self.color_by = by,
            MapAction::Filter { by, class } => self.filter(by, class),
            MapAction::Unfilter(by) => self.filters.retain(|filter| filter.by != by),
            MapAction::Search(typed) => return self.search(typed, texts),
            MapAction::Found { search, rows } => {
                if search == self.last_search {
                    self.found = Some(Shared::new(rows));
                }
            }
            MapAction::Take(tool) => self.tool = tool,
            MapAction::Mark { rows, how } => self.mark(rows, how),
            MapAction::Point(row) => self.pointed = row,
            MapAction::Zoom(zoom) => {
                self.last_zoom += 1;
                self.zoom = Some((self.last_zoom, zoom));
            }
            MapAction::Rest(section) => self.section = Some(section),
        }
        None
    }

    /// Another project: nothing that was asked of the former map concerns it.
    pub fn forget(&mut self) {
        *self = MapState {
            // Answers that are on their way belong to the former texts.
            last_search: self.last_search + 1,
            last_zoom: self.last_zoom,
            ..MapState::default()
        };
    }

    /// Other parts: what was said of the former ones does not concern them.
    pub fn forget_parts(&mut self) {
        self.filters
            .retain(|filter| !matches!(filter.by, ColorBy::Part | ColorBy::Degree));
        self.section = None;
    }

    /// The set of labels is this from now on: filters show the same labels as before, wherever these stand now.
    pub fn follow_labels(&mut self, names: &[String]) {
        if self.labels == names {
            return;
        }
        let before = std::mem::replace(&mut self.labels, names.to_vec());
        // Another name is no other place.
        let renamed = |class: u32| (before.len() == names.len()).then_some(class);
        let place_of = |name: &String| names.iter().position(|other| other == name);
        let now = |class: u32| match before.get(class as usize) {
            Some(name) => place_of(name).map(|place| place as u32).or_else(|| renamed(class)),
            // What stands behind the labels: texts without one, and the like.
            None => Some(class - before.len() as u32 + names.len() as u32),
        };
        let of_labels = |filter: &&mut Filter| matches!(filter.by, ColorBy::Label | ColorBy::Suggestion);
        for filter in self.filters.iter_mut().filter(of_labels) {
            filter.shown = filter.shown.iter().filter_map(|&class| now(class)).collect();
        }
        self.filters.retain(|filter| !filter.shown.is_empty());
    }

    /// The filter of this coloring, if there is one.
    pub fn filter_of(&self, by: ColorBy) -> Option<&Filter> {
        self.filters.iter().find(|filter| filter.by == by)
    }

    /// Whether suggestions can be told from it: by color, or by what stands back.
    pub fn shows_suggestions(&self) -> bool {
        self.color_by == ColorBy::Suggestion || self.filter_of(ColorBy::Suggestion).is_some()
    }

    /// Whether this search is the last one.
    pub fn is_search(&self, search: u32) -> bool {
        self.last_search == search
    }

    /// Whether the rows of a search are still to come.
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
        // Hiding everything is what nobody wants.
        self.filters.retain(|filter| !filter.shown.is_empty());
    }

    fn search(&mut self, typed: String, texts: Option<(&Arc<Pool>, usize)>) -> Option<MapEffect> {
        let query = Query::new(&typed);
        self.typed = typed;
        self.found = None;
        self.last_search += 1;
        let (pool, column) = texts.filter(|_| !query.is_empty())?;
        Some(MapEffect::Search {
            search: self.last_search,
            query,
            pool: pool.clone(),
            column,
        })
    }

    fn mark(&mut self, rows: Vec<u32>, how: How) {
        let old = &self.marked.0;
        let marked = match how {
            How::Replace => rows,
            How::Add => old
                .iter()
                .chain(&rows)
                .copied()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
            How::Remove => {
                let stays = |row: &&u32| rows.binary_search(row).is_err();
                old.iter().filter(stays).copied().collect()
            }
        };
        self.marked = Shared::new(marked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn mark(state: &mut MapState, rows: &[u32], how: How) -> Vec<u32> {
        let rows = rows.to_vec();
        assert_eq!(state.apply(MapAction::Mark { rows, how }, None), None);
        state.marked.0.to_vec()
    }

    #[test]
    fn marks_are_a_set_in_order() {
        let mut state = MapState::default();
        assert_eq!(mark(&mut state, &[3, 7], How::Replace), [3, 7]);
        assert_eq!(mark(&mut state, &[1, 7], How::Add), [1, 3, 7]);
        assert_eq!(mark(&mut state, &[0, 3], How::Remove), [1, 7]);
        assert_eq!(mark(&mut state, &[5], How::Replace), [5]);
    }

    #[test]
    fn a_filter_shows_one_class_then_more_and_ends_with_the_last() {
        let mut state = MapState::default();
        let mut toggle = |class| {
            state.apply(
                MapAction::Filter {
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
        state.apply(
            MapAction::Filter {
                by: ColorBy::Part,
                class: 1,
            },
            None,
        );
        state.apply(
            MapAction::Filter {
                by: ColorBy::Column(0),
                class: 1,
            },
            None,
        );
        state.forget_parts();
        assert_eq!(state.filters.len(), 1, "filters of columns outlive another selection");
    }

    #[test]
    fn only_the_answer_to_the_last_search_counts() {
        let mut state = MapState::default();
        let pool = Arc::new(fixtures::pool(&["text"], &[&["a"], &["b"]]));
        let search = |state: &mut MapState, typed: &str| {
            let effect = state.apply(MapAction::Search(typed.into()), Some((&pool, 0)));
            effect.map(|MapEffect::Search { search, .. }| search)
        };
        let first = search(&mut state, "a").expect("a search");
        let second = search(&mut state, "b").expect("a search");
        assert!(state.is_searching());
        state.apply(
            MapAction::Found {
                search: first,
                rows: vec![0],
            },
            None,
        );
        assert_eq!(state.found, None);
        state.apply(
            MapAction::Found {
                search: second,
                rows: vec![1],
            },
            None,
        );
        assert_eq!(state.found.as_ref().map(|found| found.0.to_vec()), Some(vec![1]));
        assert_eq!(search(&mut state, "  "), None, "nothing to search for");
        assert!(state.found.is_none() && !state.is_searching());
        let third = search(&mut state, "a").expect("a search");
        state.forget();
        state.apply(
            MapAction::Found {
                search: third,
                rows: vec![0],
            },
            None,
        );
        assert_eq!(state.found, None, "of the former project");
    }

    #[test]
    fn the_same_wish_twice_is_two_wishes() {
        let mut state = MapState::default();
        state.apply(MapAction::Zoom(Zoom::Row(4)), None);
        let first = state.zoom.clone();
        state.apply(MapAction::Zoom(Zoom::Row(4)), None);
        assert_ne!(state.zoom, first);
    }
}
