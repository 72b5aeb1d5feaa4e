//! What the algorithm works on: a small world, or the open texts.

use std::sync::Arc;

use super::{Action, Settings, words};
use crate::project::Open;
use crate::words::{Key, grouped, key, say};
use fastgas_graph::CsrGraph;
use fastgas_graph::GraphError;
use fastgas_partition::Cut;
use fastgas_partition::Event;
use fastgas_select::Config;
use fastgas_trace::worlds::World;
use fastgas_trace::{MOST_WATCHED, Trace, record};

/// What the algorithm works on.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// In addresses; [`OWN`] for the open texts.
    pub name: &'static str,
    /// What there is to see.
    pub about: Key,
    pub graph: Arc<CsrGraph>,
    /// Of each vertex.
    pub positions: Arc<Vec<[f32; 2]>>,
    /// What each says.
    pub texts: Arc<Vec<String>>,
    /// What a selection with these settings did.
    pub recorded: Option<(Settings, Arc<Vec<Event>>)>,
}

/// The name of the open texts among the worlds.
pub const OWN: &str = "own";

/// What a world begins with.
pub(super) fn settings_of(world: &World) -> Settings {
    Settings {
        n_parts: world.n_parts,
        budget: world.budget,
        ..Settings::default()
    }
}

impl Ground {
    /// What is done with these settings: recorded, or done now.
    pub(super) fn trace(&self, settings: Settings) -> Result<Trace, GraphError> {
        let graph = &*self.graph;
        if let Some((_, events)) = self.recorded.as_ref().filter(|(of, _)| *of == settings) {
            return Ok(Trace {
                graph: graph.clone(),
                events: events.to_vec(),
            });
        }
        let cut = Cut {
            n_parts: settings.n_parts,
            preset: settings.preset,
            imbalance: Config::default().imbalance,
            seed: settings.seed,
        };
        record(graph, cut, settings.budget).map(|(trace, ..)| trace)
    }
}

impl From<World> for Ground {
    fn from(world: World) -> Ground {
        Ground {
            name: world.name,
            about: words::world(world.name)[1],
            graph: Arc::new(world.graph),
            positions: Arc::new(world.positions),
            texts: Arc::new(world.texts),
            recorded: None,
        }
    }
}

/// The open texts and the settings of their run, as what leads there; or why it cannot be.
///
/// Where the run was recorded, that is what is shown: of duplicates that were folded, those that stand for them. Else the
/// kNN graph is cut with the same K and seed, and said to be that.
pub fn own(open: &Open) -> Action {
    let (Some(outcome), Some(layout)) = (&open.outcome, &open.layout) else {
        return Action::Impossible(say!("think-select-first"));
    };
    let n = layout.positions.len();
    let config = &outcome.config;
    let settings = Settings {
        preset: config.preset,
        n_parts: outcome.partition.n_parts,
        budget: config.budget,
        seed: config.seed,
        beside: false,
    };
    let (trace, texts_of, about) = match (recorded(open, n as u32), &open.joined) {
        (Some((trace, texts_of)), _) if texts_of.len() < n => (trace, texts_of, key!("think-folded")),
        (Some((trace, texts_of)), _) => (trace, texts_of, key!("think-recorded")),
        (None, _) if n > MOST_WATCHED => return Action::Impossible(too_many(n)),
        (None, Some(joined)) => {
            let row = |row: u32| joined.with(row).iter().map(|&other| (other, 1)).collect();
            let graph = CsrGraph::from_rows((0..n as u32).map(row));
            let events = Vec::new();
            (
                Trace { graph, events },
                (0..n as u32).map(|row| (row, 1)).collect(),
                key!("think-unrecorded"),
            )
        }
        (None, None) => return Action::Impossible(say!("think-select-again")),
    };
    let text = |&(row, count): &(u32, u32)| {
        let text = open.pool.instance(row as usize).cell(open.text_column);
        match count {
            1 => text.to_owned(),
            _ => say!("think-stands-for", text, count = grouped(count.into())),
        }
    };
    let is_recorded = !trace.events.is_empty();
    let ground = Ground {
        name: OWN,
        about,
        graph: Arc::new(trace.graph),
        positions: Arc::new(
            texts_of
                .iter()
                .map(|&(row, _)| as_on_the_map(layout.positions[row as usize]))
                .collect(),
        ),
        texts: Arc::new(texts_of.iter().map(text).collect()),
        recorded: is_recorded.then(|| (settings, Arc::new(trace.events))),
    };
    Action::VisitOwn(Box::new(ground), settings)
}

/// A place of the map, whose y grows upward, in a picture, whose y grows downward as small worlds are drawn: people find
/// their texts where the map has them.
fn as_on_the_map([x, y]: [f32; 2]) -> [f32; 2] {
    [x, -y]
}

/// What was recorded of the run: for each vertex its text, and how many it stands for. None where it does not fit.
fn recorded(open: &Open, n: u32) -> Option<(Trace, Vec<(u32, u32)>)> {
    let recorded = open.recorded.as_ref()?;
    let trace = Trace::from_bytes(&recorded.trace).ok()?;
    let texts_of = recorded.texts_of(n);
    (texts_of.len() == trace.graph.n_vertices()).then_some((trace, texts_of))
}

fn too_many(n: usize) -> String {
    let [n, most] = [n, MOST_WATCHED].map(|count| grouped(count as u64));
    say!("think-too-many", n, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_map::Camera;
    use fastgas_trace::{SIDE, View};

    #[test]
    fn what_is_above_on_the_map_is_above_in_the_picture() {
        let map = Camera::fit([SIDE; 2]);
        let from_middle = |place: [f64; 2]| place.map(|pixel| (pixel - SIDE / 2.0).signum());
        for place in [[0.4f32, 0.9], [-0.7, 0.2], [0.1, -0.6], [-0.8, -0.3]] {
            let on_map = map.to_screen(place.map(f64::from));
            let in_picture = View::ALL.pixels(as_on_the_map(place).map(f64::from));
            assert_eq!(from_middle(in_picture), from_middle(on_map), "{place:?}");
        }
    }
}
