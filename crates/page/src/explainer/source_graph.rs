//! The graph that the algorithm runs on: a small built-in example graph, or the graph of the open texts.

use std::sync::Arc;

use crate::explainer::text;
use crate::explainer::{Msg, Settings};
use crate::i18n::bidi::isolated;
use crate::i18n::{Key, grouped, key, t};
use crate::project::Project;
use fastgas_embedding::Embeddings;
use fastgas_graph::CsrGraph;
use fastgas_partition::Event;
use fastgas_partition::{PartitionConfig, Preset};
use fastgas_protocol::Error;
use fastgas_select::Config;
use fastgas_trace::examples::ExampleGraph;
use fastgas_trace::{MAX_TRACED_VERTICES, Trace, knn_graph, record_fastgas, record_selection};

#[derive(Clone, Debug, PartialEq)]
pub struct SourceGraph {
    /// Name of the graph in addresses. The graph of the open texts is named [`OWN_TEXTS`].
    pub name: &'static str,
    pub about: Key,
    pub graph: Arc<CsrGraph>,
    pub positions: Arc<Vec<[f32; 2]>>,
    /// One text per vertex. Empty if the vertices have no texts.
    pub texts: Arc<Vec<String>>,
    /// The side of each vertex in a minimum cut into two halves. `None` unless the cut is proven to be minimal.
    pub halves: Option<Arc<Vec<u32>>>,
    /// The real-world side of each vertex. `None` if the sides are unknown.
    pub real_sides: Option<Arc<Vec<u32>>>,
    /// The embedding of each text in a built-in example. `None` if the graph is not the kNN graph of its texts.
    pub embeddings: Option<Arc<Embeddings>>,
    /// One topic per text of a built-in example. Empty if the texts have no topics.
    pub labels: Arc<Vec<&'static str>>,
    pub initial: Settings,
    pub recorded: Option<(Settings, Arc<Vec<Event>>)>,
}

pub const OWN_TEXTS: &str = "own";

pub(crate) fn settings_of(example: &ExampleGraph) -> Settings {
    Settings {
        n_parts: example.n_parts,
        budget: example.budget,
        n_neighbors: example.n_neighbors,
        ..Settings::default()
    }
}

impl SourceGraph {
    pub(crate) fn check(&self, settings: Settings) -> Result<(), String> {
        let (budget, n) = (settings.budget, self.graph.n_vertices());
        match budget {
            0 => Err(t!("explainer-budget-zero-problem")),
            _ if budget as usize > n => Err(t!("explainer-budget-problem", budget, n)),
            _ if !self.fits_neighbors(settings.n_neighbors) => Err(t!(
                "explainer-neighbors-problem",
                k = settings.n_neighbors,
                most = n.saturating_sub(1)
            )),
            _ => Ok(()),
        }
    }

    /// True if `n_neighbors` is a valid k for the graph. Graphs without embeddings do not depend on k, so any k is valid.
    fn fits_neighbors(&self, n_neighbors: u32) -> bool {
        let k = n_neighbors as usize;
        self.embeddings.is_none() || (1..self.graph.n_vertices()).contains(&k)
    }

    pub(crate) fn join_nearest(&mut self, n_neighbors: u32) {
        if let Some(embeddings) = self.embeddings.clone().filter(|_| self.fits_neighbors(n_neighbors)) {
            self.graph = Arc::new(knn_graph(&embeddings, n_neighbors));
        }
    }

    /// Returns the recorded trace if its settings match. Otherwise, computes a trace.
    ///
    /// For graphs with embeddings, all presets except [`Preset::Paper`] pick as in a selection of the user's texts.
    /// Each part proposes texts, and the proposals with the greatest coverage become picks.
    /// Finally, each pick is replaced by the medoid of its cluster.
    pub(crate) fn trace(&self, settings: Settings) -> Result<Trace, Error> {
        let graph = &*self.graph;
        if let Some((_, events)) = self.recorded.as_ref().filter(|(of, _)| *of == settings) {
            return Ok(Trace {
                graph: graph.clone(),
                events: events.to_vec(),
            });
        }
        let cut = PartitionConfig {
            n_parts: settings.parts_made(),
            preset: settings.preset,
            imbalance: Config::default().imbalance,
            seed: settings.seed,
        };
        match &self.embeddings {
            Some(embeddings) if settings.preset != Preset::Paper => Ok(record_selection(
                embeddings,
                settings.n_neighbors,
                cut,
                settings.budget,
            )?),
            _ => {
                let (trace, ..) = record_fastgas(graph, cut, settings.budget)?;
                Ok(trace)
            }
        }
    }
}

impl From<ExampleGraph> for SourceGraph {
    fn from(example: ExampleGraph) -> SourceGraph {
        SourceGraph {
            initial: settings_of(&example),
            name: example.name,
            about: text::example(example.name)[1],
            graph: Arc::new(example.graph),
            positions: Arc::new(example.positions),
            texts: Arc::new(example.texts),
            halves: example.halves.map(Arc::new),
            real_sides: example.real_sides.map(Arc::new),
            embeddings: example.embeddings.map(Arc::new),
            labels: Arc::new(example.labels),
            recorded: None,
        }
    }
}

/// Returns the message that opens the explainer for the open texts, or a message with the reason why it cannot be opened.
///
/// If the selection run was recorded, the explainer shows the recording.
/// In a recording, duplicates are merged into their representative texts.
/// Without a recording, the explainer partitions the kNN graph with the same K and seed.
/// Without a recording, the description of the graph states that the steps were not recorded.
pub fn own_texts(open: &Project) -> Msg {
    let (Some(outcome), Some(layout)) = (&open.result.outcome, &open.result.layout) else {
        return Msg::Impossible(t!("explainer-selection-missing-advice"));
    };
    let n = layout.positions.len();
    let config = &outcome.config;
    let settings = Settings {
        preset: config.preset,
        n_parts: outcome.partition.n_parts,
        budget: config.budget,
        seed: config.seed,
        n_neighbors: 0,
        side_by_side: false,
    };
    let (trace, texts_of, about) = match (recorded(open, n as u32), &open.result.adjacency) {
        (Some((trace, texts_of)), _) if texts_of.len() < n => {
            (trace, texts_of, key!("explainer-own-folded-description"))
        }
        (Some((trace, texts_of)), _) => (trace, texts_of, key!("explainer-own-recorded-description")),
        (None, _) if n > MAX_TRACED_VERTICES => return Msg::Impossible(too_many(n)),
        (None, Some(adjacency)) => {
            let row = |row: u32| adjacency.neighbors_of(row).iter().map(|&other| (other, 1)).collect();
            let graph = CsrGraph::from_rows((0..n as u32).map(row));
            let events = Vec::new();
            (
                Trace { graph, events },
                (0..n as u32).map(|row| (row, 1)).collect(),
                key!("explainer-own-unrecorded-description"),
            )
        }
        (None, None) => return Msg::Impossible(t!("explainer-graph-missing-advice")),
    };
    let text = |&(row, count): &(u32, u32)| {
        let text = open.source.pool.instance(row as usize).cell(open.source.text_column);
        match count {
            1 => text.to_owned(),
            _ => t!(
                "explainer-text-duplicates",
                text = isolated(text),
                count = grouped(count.into())
            ),
        }
    };
    let is_recorded = !trace.events.is_empty();
    let source_graph = SourceGraph {
        name: OWN_TEXTS,
        about,
        graph: Arc::new(trace.graph),
        positions: Arc::new(
            texts_of
                .iter()
                .map(|&(row, _)| as_on_the_map(layout.positions[row as usize]))
                .collect(),
        ),
        texts: Arc::new(texts_of.iter().map(text).collect()),
        halves: None,
        real_sides: None,
        embeddings: None,
        labels: Arc::default(),
        initial: settings,
        recorded: is_recorded.then(|| (settings, Arc::new(trace.events))),
    };
    Msg::VisitOwn(Box::new(source_graph), settings)
}

/// Flips a map position (y upward) into picture coordinates (y downward), so that picture and map look the same.
fn as_on_the_map([x, y]: [f32; 2]) -> [f32; 2] {
    [x, -y]
}

/// The trace of the recorded run, and for each vertex its text and the number of texts that it represents.
/// Returns `None` if nothing was recorded, or if the recording does not match the graph.
fn recorded(open: &Project, n: u32) -> Option<(Trace, Vec<(u32, u32)>)> {
    let recorded = open.result.recorded.as_ref()?;
    let trace = Trace::from_bytes(&recorded.trace).ok()?;
    let texts_of = recorded.texts_of(n);
    (texts_of.len() == trace.graph.n_vertices()).then_some((trace, texts_of))
}

fn too_many(n: usize) -> String {
    let [n, most] = [n, MAX_TRACED_VERTICES].map(|count| grouped(count as u64));
    t!("explainer-texts-limit-problem", n, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_map::Camera;
    use fastgas_trace::{SIDE, View};

    #[test]
    fn picture_has_the_orientation_of_the_map() {
        let map = Camera::fit([SIDE; 2]);
        let from_middle = |place: [f64; 2]| place.map(|pixel| (pixel - SIDE / 2.0).signum());
        for place in [[0.4f32, 0.9], [-0.7, 0.2], [0.1, -0.6], [-0.8, -0.3]] {
            let on_map = map.to_screen(place.map(f64::from));
            let in_picture = View::ALL.pixels(as_on_the_map(place).map(f64::from));
            assert_eq!(from_middle(in_picture), from_middle(on_map), "{place:?}");
        }
    }
}
