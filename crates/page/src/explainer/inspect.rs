//! Maps between dots and vertices, and describes a vertex that the user points at, taps, or enters by number.

use crate::explainer::Explainer;
use crate::i18n::t;
use fastgas_trace::{Scene, View};

/// Maximum distance between the pointer and the center of the selected dot, in units of the picture.
/// The distance is about the width of the largest dots.
const HOVER_RADIUS: f64 = 60.0;

/// Maximum number of other vertices that are listed for a dot that represents several merged vertices.
const MAX_LISTED_VERTICES: usize = 12;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dots {
    at: Vec<[f64; 2]>,
    /// The vertex of each dot. A dot that represents several merged vertices has the lowest vertex number.
    vertex: Vec<u32>,
    dot_of: Vec<u32>,
}

impl Dots {
    pub fn of(scene: &Scene, view: View) -> Dots {
        Dots {
            at: scene.nodes.iter().map(|node| view.pixels(node.at)).collect(),
            vertex: scene.nodes.iter().map(|node| node.vertex).collect(),
            dot_of: scene.node_of.clone(),
        }
    }

    /// Returns the vertex of the nearest dot, or `None` if no dot is within `HOVER_RADIUS`.
    /// Complexity: O(n) for n dots.
    pub fn near(&self, [x, y]: [f64; 2]) -> Option<u32> {
        let distance = |&[dot_x, dot_y]: &[f64; 2]| (dot_x - x).hypot(dot_y - y);
        let dots = self.at.iter().map(distance).zip(&self.vertex);
        let nearest = dots.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest
            .filter(|&(distance, _)| distance <= HOVER_RADIUS)
            .map(|(_, &vertex)| vertex)
    }

    pub fn place(&self, vertex: u32) -> Option<[f64; 2]> {
        let &dot = self.dot_of.get(vertex as usize)?;
        self.at.get(dot as usize).copied()
    }
}

impl Explainer {
    /// Describes a vertex by its text, or by its number if the vertex has no text.
    /// The second text names the other vertices that are merged into the same dot.
    pub fn dot(&self, player: usize, vertex: u32) -> Option<(String, Option<String>)> {
        let source_graph = self.source_graph.as_ref()?;
        if vertex as usize >= source_graph.graph.n_vertices() {
            return None;
        }
        let text = source_graph.texts.get(vertex as usize).cloned();
        let text = text.unwrap_or_else(|| t!("explainer-vertex-name", row = vertex + 1));
        // During an exercise, the picture shows the original graph, where no vertices are merged.
        let player = self.players.get(player).filter(|_| self.exercise.is_none());
        let inside = player.map_or_else(Vec::new, |player| player.replay().merged_with(vertex));
        let others: Vec<String> = inside
            .iter()
            .filter(|&&other| other != vertex)
            .map(|vertex| (vertex + 1).to_string())
            .collect();
        let more = (!others.is_empty()).then(|| {
            let mut vertices = others[..others.len().min(MAX_LISTED_VERTICES)].join(", ");
            if others.len() > MAX_LISTED_VERTICES {
                vertices.push_str(", …");
            }
            t!("explainer-vertex-merged", n = others.len(), vertices)
        });
        Some((text, more))
    }
}
