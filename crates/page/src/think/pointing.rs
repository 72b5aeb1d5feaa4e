//! Which vertex a dot is, and what it says: for whoever points at it, taps it or names it by its number.

use super::Think;
use crate::words::say;
use fastgas_trace::{Scene, View};

/// How far from the middle of a dot one may point; the largest are as broad.
const REACH: f64 = 60.0;

/// Others in the same dot that are listed at most.
const LISTED: usize = 12;

/// Where the dots of a picture are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dots {
    /// The middle of each, in pixels of the picture.
    at: Vec<[f64; 2]>,
    /// The vertex that each is; of several that are merged, the lowest.
    vertex: Vec<u32>,
    /// Of each vertex its dot.
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

    /// The vertex whose dot is nearest to a place of the picture, where it is near enough. O(n).
    pub fn near(&self, [x, y]: [f64; 2]) -> Option<u32> {
        let distance = |&[dot_x, dot_y]: &[f64; 2]| (dot_x - x).hypot(dot_y - y);
        let dots = self.at.iter().map(distance).zip(&self.vertex);
        let nearest = dots.min_by(|(a, _), (b, _)| a.total_cmp(b));
        nearest
            .filter(|&(distance, _)| distance <= REACH)
            .map(|(_, &vertex)| vertex)
    }

    /// Where the dot of a vertex is.
    pub fn place(&self, vertex: u32) -> Option<[f64; 2]> {
        let &dot = self.dot_of.get(vertex as usize)?;
        self.at.get(dot as usize).copied()
    }
}

impl Think {
    /// What a vertex says, or which it is where it says nothing, and who else is in its dot as a player shows it. None where
    /// there is no such vertex.
    pub fn dot(&self, player: usize, vertex: u32) -> Option<(String, Option<String>)> {
        let ground = self.ground.as_ref()?;
        if vertex as usize >= ground.graph.n_vertices() {
            return None;
        }
        let text = ground.texts.get(vertex as usize).cloned();
        let text = text.unwrap_or_else(|| say!("think-vertex", row = vertex));
        // What is tried by hand is tried on the whole graph.
        let player = self.players.get(player).filter(|_| self.exercise.is_none());
        let inside = player.map_or_else(Vec::new, |player| player.replay().merged_with(vertex));
        let others: Vec<String> = inside
            .iter()
            .filter(|&&other| other != vertex)
            .map(u32::to_string)
            .collect();
        let more = (!others.is_empty()).then(|| {
            let mut vertices = others[..others.len().min(LISTED)].join(", ");
            if others.len() > LISTED {
                vertices.push_str(", …");
            }
            say!("think-dot-merged", n = others.len(), vertices)
        });
        Some((text, more))
    }
}
