//! Texts that are similar to one, and texts that say the same: found over the kNN graph, shown in two dialogs, labeled
//! many at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::map::Shared;
use crate::map::state::{How, MapAction};
use crate::project::Open;
use crate::store::{Action as StoreAction, AppState, Effect as StoreEffect};
use crate::words::core;
use fastgas_annotation::label::{Alike, Answers};
use fastgas_data::Pool;
use fastgas_graph::Around;
use fastgas_graph::Joined;
use fastgas_protocol::WorkerError;

/// Similar texts that are looked for, and groups that are shown at first and by how many more they grow.
pub const PORTION: usize = 50;

/// So many similar texts stand beside the one that is being labeled.
const BESIDE: usize = 5;

/// How near two texts have to be for duplicates before a person says otherwise, and the least that they can say, as a
/// cosine in percent.
const FIRST_PERCENT: u8 = 97;
/// See [`FIRST_PERCENT`].
pub const LEAST_PERCENT: u8 = 80;

/// What the page knows of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similarities {
    /// The texts that are similar to one, while a person looks at them.
    pub similar: Option<Similar>,
    /// The duplicates, while a person looks at them.
    pub duplicates: Option<Duplicates>,
    last_ask: u32,
}

/// The texts that are similar to one.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    pub row: u32,
    /// The most similar first.
    pub near: Vec<Near>,
    /// Those that are to be labeled.
    pub ticked: BTreeSet<u32>,
    ask: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Where it is in the graph.
    pub around: Around,
    /// Its cosine with the text, where the embeddings are at hand.
    pub cosine: Option<f32>,
}

/// Texts that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Duplicates {
    /// How near they have to be, as a cosine in percent; 100 for the same words only.
    pub percent: u8,
    /// The groups, once they are found.
    pub found: Option<Shared<Alike>>,
    /// Why nobody knows how near any texts are.
    pub problem: Option<String>,
    /// How many groups are shown.
    pub shown: usize,
    /// For each text the lowest row with the same words, once that is known.
    first_of: Option<Shared<Vec<u32>>>,
    /// For each edge the cosine, where that is known.
    cosines: Option<Shared<Vec<f32>>>,
    ask: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A person wants to see what is similar to this text, or to the current one.
    OpenSimilar(Option<u32>),
    /// These are the cosines of its similar texts with it, in their order; none where the embeddings are not at hand.
    Cosines { ask: u32, cosines: Option<Vec<f32>> },
    /// A person takes a similar text in, or out again.
    Tick(u32),
    /// A person takes all in, or out.
    TickAll(bool),
    /// A person gives all that are taken in the label at `index` of the set.
    GiveTicked {
        /// Place in the set.
        index: usize,
    },
    /// A person marks all that are taken in on the map.
    MarkTicked,
    /// A person goes to one of them.
    GoTo(u32),
    /// A person wants to see the duplicates.
    OpenDuplicates,
    /// What says that texts are the same.
    Grounds {
        ask: u32,
        /// For each text the lowest row with the same words.
        first_of: Vec<u32>,
        /// For each edge of the graph the cosine.
        cosines: Result<Vec<f32>, WorkerError>,
    },
    /// A person wants them to be so near, as a cosine in percent.
    ChoosePercent(u8),
    /// A person wants to see more groups.
    ShowMore,
    /// A person gives all texts of these groups the label that their only labeled ones have.
    LabelGroups {
        /// The first rows of the groups.
        firsts: Vec<u32>,
    },
    /// A person has seen enough of either.
    Close,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Take the cosines of these texts with one; answered by [`Action::Cosines`].
    TakeCosines { ask: u32, row: u32, rows: Vec<u32> },
    /// Find out which texts are the same; answered by [`Action::Grounds`].
    FindDuplicates {
        ask: u32,
        pool: Arc<Pool>,
        column: usize,
        /// The kNN graph.
        joined: Arc<Joined>,
    },
}

impl Duplicates {
    fn find(&mut self, open: &Open) {
        let (Some(first_of), Some(joined)) = (&self.first_of, &open.joined) else {
            return;
        };
        let least = f32::from(self.percent) / 100.0;
        let near = self
            .cosines
            .as_ref()
            .filter(|_| self.percent < 100)
            .map(|cosines| (&**joined, cosines.as_slice(), least));
        self.found = Some(Shared::new(Alike::of(first_of, near)));
    }

    /// Whether it is known how near texts are.
    pub fn knows_cosines(&self) -> bool {
        self.cosines.is_some()
    }
}

/// The row that is being labeled, and the kNN graph, where no reason for a pick names texts near it.
pub fn unexplained(open: &Open) -> Option<(u32, Shared<Joined>)> {
    let (row, joined) = (open.current?, open.joined.clone()?);
    let names_near = open.reason().is_some_and(|reason| !reason.nearest.is_empty());
    // Before a run is over the graph may be one of other texts than there are.
    (open.outcome.is_some() && !names_near).then_some((row, Shared(joined)))
}

/// Those of its neighbors that stand beside the text in `row`, in the order in which the dialog has them at first.
pub fn beside(joined: &Joined, row: u32) -> Vec<u32> {
    let around = joined.around(row, BESIDE).into_iter();
    around.filter(|near| near.steps == 1).map(|near| near.row).collect()
}

/// The labels that all labeled texts of a group have, where some have none: what the others can be given.
pub fn common_labels(open: &Open, group: &[u32]) -> Option<Vec<String>> {
    let labels = open.history.labels();
    let mut given = group
        .iter()
        .map(|&row| &labels.said(row).labels)
        .filter(|given| !given.is_empty());
    let first = given.next()?;
    let agree = given.clone().all(|other| other == first);
    let lacks = group.iter().any(|&row| labels.get(row).is_none());
    (agree && lacks && open.answers != Answers::Text).then(|| first.clone())
}

impl AppState {
    /// Takes what has to do with similar texts and duplicates into account.
    pub(super) fn alike(&mut self, action: Action, now_ms: u64) -> Vec<StoreEffect> {
        let Some(open) = &self.open else { return Vec::new() };
        let alike = &mut self.similarities;
        let ticked = |alike: &Similarities| {
            let ticked = alike.similar.as_ref().map(|similar| similar.ticked.iter().copied());
            ticked.into_iter().flatten().collect::<Vec<u32>>()
        };
        match action {
            Action::OpenSimilar(row) => {
                let effect = row.or(open.current).and_then(|row| alike.open_similar(open, row));
                return effect.map(StoreEffect::Alike).into_iter().collect();
            }
            Action::Cosines { ask, cosines } => alike.cosines(ask, cosines),
            Action::Tick(row) => {
                if let Some(similar) = &mut alike.similar
                    && !similar.ticked.remove(&row)
                {
                    similar.ticked.insert(row);
                }
            }
            Action::TickAll(all) => {
                if let Some(similar) = &mut alike.similar {
                    let rows = similar.near.iter().map(|near| near.around.row);
                    similar.ticked = rows.filter(|_| all).collect();
                }
            }
            Action::MarkTicked => {
                let rows = ticked(alike);
                alike.similar = None;
                let how = How::Replace;
                return self.change_map(MapAction::Mark { rows, how });
            }
            Action::GiveTicked { index } => {
                let rows = ticked(alike);
                return self.give_rows(&rows, index, now_ms);
            }
            Action::GoTo(row) => {
                *alike = alike.closed();
                return self.decide(StoreAction::GoTo(row), now_ms);
            }
            Action::OpenDuplicates => {
                return alike
                    .open_duplicates(open)
                    .map(StoreEffect::Alike)
                    .into_iter()
                    .collect();
            }
            Action::Grounds { ask, first_of, cosines } => {
                if let Some(duplicates) = alike.duplicates.as_mut().filter(|duplicates| duplicates.ask == ask) {
                    duplicates.problem = cosines
                        .as_ref()
                        .err()
                        .map(|error| format!("{}. {}", core::problem(&error), core::advice(&error, error.advice())));
                    duplicates.first_of = Some(Shared::new(first_of));
                    duplicates.cosines = cosines.ok().map(Shared::new);
                    duplicates.find(open);
                }
            }
            Action::ChoosePercent(percent) => {
                if let Some(duplicates) = &mut alike.duplicates {
                    duplicates.percent = percent.clamp(LEAST_PERCENT, 100);
                    duplicates.find(open);
                }
            }
            Action::ShowMore => {
                if let Some(duplicates) = &mut alike.duplicates {
                    duplicates.shown += PORTION;
                }
            }
            Action::LabelGroups { firsts } => return self.label_groups(&firsts.into_iter().collect(), now_ms),
            Action::Close => *alike = alike.closed(),
        }
        Vec::new()
    }

    fn label_groups(&mut self, firsts: &BTreeSet<u32>, now_ms: u64) -> Vec<StoreEffect> {
        let found = self
            .similarities
            .duplicates
            .as_ref()
            .and_then(|duplicates| duplicates.found.clone());
        let Some(found) = found else { return Vec::new() };
        self.label(|open| {
            let mut given = Vec::new();
            for group in found.groups.iter().filter(|group| firsts.contains(&group[0])) {
                if let Some(labels) = common_labels(open, group) {
                    given.extend(group.iter().map(|&row| (row, labels.clone(), None)));
                }
            }
            open.history.fill(given, now_ms);
        })
    }
}

impl Similarities {
    pub(super) fn closed(&self) -> Similarities {
        Similarities {
            last_ask: self.last_ask,
            ..Similarities::default()
        }
    }

    fn open_similar(&mut self, open: &Open, row: u32) -> Option<Effect> {
        let joined = open.joined.as_ref()?;
        let near: Vec<Near> = joined
            .around(row, PORTION)
            .into_iter()
            .map(|around| Near { around, cosine: None })
            .collect();
        let rows = near.iter().map(|near| near.around.row).collect();
        self.last_ask += 1;
        let ask = self.last_ask;
        self.similar = Some(Similar {
            row,
            near,
            ticked: BTreeSet::new(),
            ask,
        });
        Some(Effect::TakeCosines { ask, row, rows })
    }

    fn cosines(&mut self, ask: u32, cosines: Option<Vec<f32>>) {
        let Some(similar) = self.similar.as_mut().filter(|similar| similar.ask == ask) else {
            return;
        };
        let cosines = cosines.filter(|cosines| cosines.len() == similar.near.len());
        for (near, cosine) in similar.near.iter_mut().zip(cosines.into_iter().flatten()) {
            near.cosine = Some(cosine);
        }
        // What is as near stays in the graph's order.
        let nearness = |near: &Near| near.cosine.unwrap_or(0.0);
        similar.near.sort_by(|a, b| nearness(b).total_cmp(&nearness(a)));
    }

    fn open_duplicates(&mut self, open: &Open) -> Option<Effect> {
        let joined = open.joined.clone()?;
        self.last_ask += 1;
        let ask = self.last_ask;
        self.duplicates = Some(Duplicates {
            percent: FIRST_PERCENT,
            found: None,
            problem: None,
            shown: PORTION,
            first_of: None,
            cosines: None,
            ask,
        });
        Some(Effect::FindDuplicates {
            ask,
            pool: open.pool.clone(),
            column: open.text_column,
            joined,
        })
    }
}

#[cfg(test)]
#[path = "alike_tests.rs"]
mod tests;
