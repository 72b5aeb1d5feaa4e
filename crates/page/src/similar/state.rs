//! Similar texts and near-duplicates: found with the kNN graph, shown in two dialogs, and labeled in one step.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::i18n::core_messages;
use crate::labeling;
use crate::map::PtrEq;
use crate::map::{Msg as MapMsg, SelectionMode};
use crate::project::Project;
use crate::state::{Cmd as StateCmd, Context, LabelChange, Msg as StateMsg, Request};
use fastgas_annotation::label::{AnswerType, DuplicateGroups};
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_graph::NeighborInGraph;
use fastgas_platform::EdgeCosines;
use fastgas_protocol::WorkerError;

/// Number of similar texts, and number of groups, that the dialogs show at first and that each “show more” adds.
pub const PAGE_SIZE: usize = 50;

const N_SHOWN_BELOW: usize = 5;

/// The initial threshold for near-duplicates: 0 % is the mean cosine of two texts, and 100 % is a cosine of 1.
/// A threshold relative to the mean cosine fits every encoder.
/// A threshold of 96 % is a cosine of about 0.97 with all-MiniLM-L6-v2, and of 0.993 with multilingual-e5-small.
const INITIAL_PERCENT: u8 = 96;
/// The lowest threshold that the user can choose.
/// A threshold of 74 % is a cosine of about 0.80 with all-MiniLM-L6-v2, and of 0.958 with multilingual-e5-small.
pub const MIN_PERCENT: u8 = 74;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimilarState {
    pub similar: Option<Similar>,
    pub duplicates: Option<Duplicates>,
    last_ask: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    pub row: u32,
    /// The most similar texts come first.
    pub near: Vec<SimilarText>,
    pub ticked: BTreeSet<u32>,
    ask: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimilarText {
    pub around: NeighborInGraph,
    /// The cosine similarity of the two texts. `None` if the embeddings are not in memory.
    pub cosine: Option<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Duplicates {
    /// The threshold for near-duplicates: 0 % is the mean cosine of two texts, and 100 % is a cosine of 1.
    /// At 100 %, near-duplicates must have the same words.
    pub percent: u8,
    pub found: Option<PtrEq<DuplicateGroups>>,
    pub problem: Option<String>,
    pub shown: usize,
    /// For each text, the lowest row of a text with the same words. `None` until the rows are known.
    first_of: Option<PtrEq<Vec<u32>>>,
    cosines: Option<PtrEq<EdgeCosines>>,
    ask: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Show the texts that are similar to the text in a row. `None` means the text to label.
    OpenSimilar(Option<u32>),
    /// The cosines of the similar texts, in the same order as the rows in [`Cmd::ComputeCosines`].
    /// The cosines are `None` if the embeddings are not in memory.
    Cosines {
        ask: u32,
        cosines: Option<Vec<f32>>,
    },
    Tick {
        rows: Vec<u32>,
        on: bool,
    },
    TickAll(bool),
    GiveTicked {
        index: usize,
    },
    MarkTicked,
    GoTo(u32),
    OpenDuplicates,
    Grounds {
        ask: u32,
        /// For each text, the lowest row of a text with the same words.
        first_of: Vec<u32>,
        cosines: Result<EdgeCosines, WorkerError>,
    },
    ChoosePercent(u8),
    ShowMore,
    /// Give the labels of the labeled texts in each group to the texts of the group that have no answer.
    /// The labeled texts of a group must have the same labels.
    LabelGroups {
        /// The first row of each near-duplicate group.
        firsts: Vec<u32>,
    },
    Close,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Compute the cosines between the texts in `rows` and the text in `row`. The result arrives as [`Msg::Cosines`].
    ComputeCosines { ask: u32, row: u32, rows: Vec<u32> },
    /// Compute the data for finding near-duplicates. The result arrives as [`Msg::Grounds`].
    FindDuplicates {
        ask: u32,
        pool: Arc<Pool>,
        column: usize,
        adjacency: Arc<Adjacency>,
    },
}

impl Duplicates {
    fn find(&mut self, project: &Project) {
        let (Some(first_of), Some(adjacency)) = (&self.first_of, &project.result.adjacency) else {
            return;
        };
        let near = self
            .cosines
            .as_ref()
            .zip(self.min_cosine().filter(|_| self.percent < 100))
            .map(|(edges, min_cosine)| (&**adjacency, edges.cosines.as_slice(), min_cosine));
        self.found = Some(PtrEq::new(DuplicateGroups::of(first_of, near)));
    }

    pub fn knows_cosines(&self) -> bool {
        self.cosines.is_some()
    }

    pub fn min_cosine(&self) -> Option<f32> {
        let edges = self.cosines.as_ref()?;
        Some(edges.scale.cosine_at(f64::from(self.percent) / 100.0))
    }
}

/// The current row and the kNN graph, which the page uses to list similar texts below the text to label.
/// Returns `None` if the reason for the pick already lists texts, without a current text, or before a finished run.
pub fn unexplained(project: &Project) -> Option<(u32, PtrEq<Adjacency>)> {
    let (row, adjacency) = (project.view.current?, project.result.adjacency.clone()?);
    let names_near = project.reason().is_some_and(|reason| !reason.nearest.is_empty());
    // Before a run has finished, the kNN graph may belong to other texts.
    (project.result.outcome.is_some() && !names_near).then_some((row, PtrEq(adjacency)))
}

/// Returns a few neighbors of `row` in the kNN graph, in the order the dialog first lists them.
pub fn nearest_shown(adjacency: &Adjacency, row: u32) -> Vec<u32> {
    let around = adjacency.neighborhood(row, N_SHOWN_BELOW).into_iter();
    around.filter(|near| near.steps == 1).map(|near| near.row).collect()
}

/// Returns `None` if the labels differ, or if every text of the group has an answer. “Cannot tell” is an answer.
pub fn common_labels(project: &Project, group: &[u32]) -> Option<Vec<String>> {
    let labels = project.annotations.history.labels();
    let mut given = group
        .iter()
        .map(|&row| &labels.annotation(row).labels)
        .filter(|given| !given.is_empty());
    let first = given.next()?;
    let agree = given.clone().all(|other| other == first);
    let lacks = group.iter().any(|&row| !labels.annotation(row).is_answer());
    (agree && lacks && project.labels.answers != AnswerType::Text).then(|| first.clone())
}

impl SimilarState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        let Some(project) = context.project else {
            return Vec::new();
        };
        match msg {
            Msg::OpenSimilar(row) => {
                let cmd = row
                    .or(project.view.current)
                    .and_then(|row| self.open_similar(project, row));
                return cmd.map(perform).into_iter().collect();
            }
            Msg::Cosines { ask, cosines } => self.cosines(ask, cosines),
            Msg::Tick { rows, on } => {
                if let Some(similar) = &mut self.similar {
                    match on {
                        true => similar.ticked.extend(rows),
                        false => similar.ticked.retain(|row| !rows.contains(row)),
                    }
                }
            }
            Msg::TickAll(all) => {
                if let Some(similar) = &mut self.similar {
                    let rows = similar.near.iter().map(|near| near.around.row);
                    similar.ticked = rows.filter(|_| all).collect();
                }
            }
            Msg::MarkTicked => {
                let rows = self.ticked();
                self.similar = None;
                let how = SelectionMode::Replace;
                return vec![Request::Apply(StateMsg::Map(MapMsg::Mark { rows, how }))];
            }
            Msg::GiveTicked { index } => {
                let rows = self.ticked();
                return vec![Request::Label(LabelChange::Give { rows, index })];
            }
            Msg::GoTo(row) => {
                *self = self.closed();
                return vec![Request::Apply(StateMsg::Labeling(labeling::Msg::GoTo(row)))];
            }
            Msg::OpenDuplicates => return self.open_duplicates(project).map(perform).into_iter().collect(),
            Msg::Grounds { ask, first_of, cosines } => {
                if let Some(duplicates) = self.duplicates.as_mut().filter(|duplicates| duplicates.ask == ask) {
                    duplicates.problem = cosines.as_ref().err().map(|error| {
                        format!(
                            "{}. {}",
                            core_messages::problem(&error),
                            core_messages::advice(&error, error.advice())
                        )
                    });
                    duplicates.first_of = Some(PtrEq::new(first_of));
                    duplicates.cosines = cosines.ok().map(PtrEq::new);
                    duplicates.find(project);
                }
            }
            Msg::ChoosePercent(percent) => {
                if let Some(duplicates) = &mut self.duplicates {
                    duplicates.percent = percent.clamp(MIN_PERCENT, 100);
                    duplicates.find(project);
                }
            }
            Msg::ShowMore => {
                if let Some(duplicates) = &mut self.duplicates {
                    duplicates.shown += PAGE_SIZE;
                }
            }
            Msg::LabelGroups { firsts } => return self.label_groups(project, &firsts.into_iter().collect()),
            Msg::Close => *self = self.closed(),
        }
        Vec::new()
    }

    fn ticked(&self) -> Vec<u32> {
        let ticked = self.similar.as_ref().map(|similar| similar.ticked.iter().copied());
        ticked.into_iter().flatten().collect()
    }

    fn label_groups(&self, project: &Project, firsts: &BTreeSet<u32>) -> Vec<Request> {
        let found = self
            .duplicates
            .as_ref()
            .and_then(|duplicates| duplicates.found.as_ref());
        let Some(found) = found else { return Vec::new() };
        let mut given = Vec::new();
        for group in found.groups.iter().filter(|group| firsts.contains(&group[0])) {
            if let Some(labels) = common_labels(project, group) {
                given.extend(group.iter().map(|&row| (row, labels.clone())));
            }
        }
        vec![Request::Label(LabelChange::Fill(given))]
    }

    pub(crate) fn closed(&self) -> SimilarState {
        SimilarState {
            last_ask: self.last_ask,
            ..SimilarState::default()
        }
    }

    fn open_similar(&mut self, project: &Project, row: u32) -> Option<Cmd> {
        let adjacency = project.result.adjacency.as_ref()?;
        let near: Vec<SimilarText> = adjacency
            .neighborhood(row, PAGE_SIZE)
            .into_iter()
            .map(|around| SimilarText { around, cosine: None })
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
        Some(Cmd::ComputeCosines { ask, row, rows })
    }

    fn cosines(&mut self, ask: u32, cosines: Option<Vec<f32>>) {
        let Some(similar) = self.similar.as_mut().filter(|similar| similar.ask == ask) else {
            return;
        };
        let cosines = cosines.filter(|cosines| cosines.len() == similar.near.len());
        for (near, cosine) in similar.near.iter_mut().zip(cosines.into_iter().flatten()) {
            near.cosine = Some(cosine);
        }
        // The sort is stable, so ties keep the order of the kNN graph.
        let nearness = |near: &SimilarText| near.cosine.unwrap_or(0.0);
        similar.near.sort_by(|a, b| nearness(b).total_cmp(&nearness(a)));
    }

    fn open_duplicates(&mut self, project: &Project) -> Option<Cmd> {
        let adjacency = project.result.adjacency.clone()?;
        self.last_ask += 1;
        let ask = self.last_ask;
        self.duplicates = Some(Duplicates {
            percent: INITIAL_PERCENT,
            found: None,
            problem: None,
            shown: PAGE_SIZE,
            first_of: None,
            cosines: None,
            ask,
        });
        Some(Cmd::FindDuplicates {
            ask,
            pool: project.source.pool.clone(),
            column: project.source.text_column,
            adjacency,
        })
    }
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::Similar(cmd))
}
