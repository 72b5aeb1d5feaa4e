//! The state of one bisection in a replay.

use std::sync::Arc;

use super::Event;
use super::check::{check_equal, require};
use super::levels::Levels;
use super::trial::TriedCut;
use crate::TraceError;
use fastgas_graph::CsrGraph;
use fastgas_partition::{PartForm, edge_cut};

/// A group of vertices that is being bisected.
#[derive(Clone)]
pub struct Bisection {
    /// The lowest part index of the group that is bisected.
    pub first_part: u32,
    /// The number of parts into which the group is to be divided.
    pub n_parts: u32,
    /// Target weight of each side in the bisection.
    pub targets: [u64; 2],
    /// Maximum weight of each side in the bisection.
    pub limits: [u64; 2],
    /// The group's vertices, as ids in the graph that is being partitioned.
    pub members: Arc<[u32]>,
    /// The subgraph of the group and its coarser levels. Vertex `i` of the finest level is `members[i]`.
    pub levels: Levels,
    /// The side (0 or 1) of each vertex in the current graph. Empty until the first region has grown.
    pub side_of: Vec<u8>,
    /// The initial bisections that the partitioner tried on the coarsest graph.
    pub trials: Vec<TriedCut<u8>>,
    /// The index in `trials` of the initial bisection that was chosen.
    pub chosen: Option<u32>,
    refines: bool,
}

impl Bisection {
    /// The state before the first event of the bisection. `graph` is the subgraph induced by `members`.
    pub(super) fn new(
        [first_part, n_parts]: [u32; 2],
        [targets, limits]: [[u64; 2]; 2],
        members: Vec<u32>,
        graph: CsrGraph,
    ) -> Bisection {
        Bisection {
            first_part,
            n_parts,
            targets,
            limits,
            members: members.into(),
            levels: Levels::new(Arc::new(graph)),
            side_of: Vec::new(),
            trials: Vec::new(),
            chosen: None,
            refines: false,
        }
    }

    /// The lowest part index of the second side.
    pub fn second(&self) -> u32 {
        self.first_part + self.n_parts.div_ceil(2)
    }

    /// The part that determines the color and the shape of the second side's dots in pictures.
    /// Returns the lowest part of the second side whose dot shape differs from the shape of the first side's lowest part.
    pub(super) fn second_color(&self) -> u32 {
        let mut parts = self.second()..self.first_part + self.n_parts;
        parts
            .find(|&part| !PartForm::are_alike(part, self.first_part))
            .unwrap_or_else(|| self.second())
    }

    /// Maps each of the `n` vertices of the graph that is being partitioned to its vertex in the current graph.
    /// The value is `None` for a vertex outside the group that is being bisected.
    pub(super) fn vertex_of(&self, n: usize) -> Vec<Option<u32>> {
        let mut vertex_of = vec![None; n];
        for (&member, vertex) in self.members.iter().zip(self.levels.coarse_of()) {
            vertex_of[member as usize] = Some(vertex);
        }
        vertex_of
    }

    /// The total vertex weights of the two sides.
    pub fn weights(&self) -> [u64; 2] {
        let mut weights = [0; 2];
        for (&side, &weight) in self.side_of.iter().zip(&self.levels.graph().vertex_weights) {
            weights[usize::from(side)] += u64::from(weight);
        }
        weights
    }

    /// The maximum weights of the sides in a refinement pass. The refinement of the finest graph uses the final limits.
    /// In all other passes, a side may exceed its target by the weight of the heaviest vertex.
    pub(super) fn limits_in_pass(&self) -> [u64; 2] {
        if self.refines && self.levels.at() == 0 {
            return self.limits;
        }
        let heaviest = self.levels.graph().vertex_weights.iter().copied().max();
        let heaviest = u64::from(heaviest.unwrap_or(0));
        [0, 1].map(|side| self.limits[side].max(self.targets[side] + heaviest))
    }

    /// The total weight of the edges between the sides; 0 if there are no sides yet.
    pub fn cut(&self) -> u64 {
        if self.side_of.is_empty() {
            return 0;
        }
        let sides: Vec<u32> = self.side_of.iter().map(|&side| u32::from(side)).collect();
        edge_cut(self.levels.graph(), &sides)
    }

    /// Applies an event inside a bisection.
    /// [`Event::Split`], [`Event::Tried`] and [`Event::Choose`] have separate methods.
    pub(super) fn apply(&mut self, event: &Event) -> Result<(), TraceError> {
        match event {
            Event::Match { match_of } => {
                self.levels.coarsen(match_of)?;
            }
            Event::Grow { joined } => {
                self.side_of = vec![1; self.levels.graph().n_vertices()];
                self.flip(joined)?;
            }
            Event::Refine => {
                require(self.has_sides())?;
                if std::mem::replace(&mut self.refines, true) {
                    self.side_of = self.levels.refine(&self.side_of)?;
                }
            }
            Event::Pass { moves, n_kept, cut } => {
                self.flip(moves.get(..*n_kept as usize).ok_or(TraceError::Senseless)?)?;
                check_equal(*cut, self.cut())?;
            }
            Event::Count { moves } => self.flip(moves)?,
            _ => return Err(TraceError::Senseless),
        }
        Ok(())
    }

    pub(super) fn tried(&mut self, excess: u64, cut: u64) -> Result<(), TraceError> {
        check_equal(cut, self.cut())?;
        let of = self.side_of.clone();
        self.trials.push(TriedCut { of, excess, cut });
        Ok(())
    }

    pub(super) fn choose(&mut self, trial: u32) -> Result<(), TraceError> {
        let chosen = self.trials.get(trial as usize).ok_or(TraceError::Senseless)?;
        self.side_of.clone_from(&chosen.of);
        self.chosen = Some(trial);
        require(self.has_sides())
    }

    /// The members of the group that are on the second side.
    pub(super) fn split(&self) -> Result<impl Iterator<Item = u32>, TraceError> {
        require(self.side_of.len() == self.members.len())?;
        let sides = self.members.iter().zip(&self.side_of);
        Ok(sides.filter(|&(_, &side)| side == 1).map(|(&vertex, _)| vertex))
    }

    fn has_sides(&self) -> bool {
        self.side_of.len() == self.levels.graph().n_vertices()
    }

    fn flip(&mut self, moves: &[u32]) -> Result<(), TraceError> {
        for &vertex in moves {
            let side = self.side_of.get_mut(vertex as usize).ok_or(TraceError::Senseless)?;
            *side ^= 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_differ_in_form_for_every_number_of_parts() {
        for first_part in 0..20 {
            for n_parts in 2..=40 {
                let limits = [[0; 2]; 2];
                let bisection = Bisection::new([first_part, n_parts], limits, Vec::new(), CsrGraph::default());
                let second = bisection.second_color();
                assert!((bisection.second()..first_part + n_parts).contains(&second), "{second}");
                let forms = [first_part, second].map(|part| (PartForm::of(Some(part)), PartForm::has_gap(Some(part))));
                assert_ne!(forms[0], forms[1], "{n_parts} parts from {first_part}");
            }
        }
    }
}
