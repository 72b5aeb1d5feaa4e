//! A trace, done again.

use std::sync::Arc;

use super::Event;
use crate::config::Preset;
use crate::error::TraceError;
use crate::graph::CsrGraph;
use crate::partition::{Level, Partition, contract, cut, induced};
use crate::select::round_by_round;

/// Where a replay stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The graph is cut.
    Partition,
    /// Picks are made.
    Select,
}

/// A bisection, or a partition, that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial<T> {
    /// A side, or a part, for each vertex.
    pub of: Vec<T>,
    /// Weight above the limits.
    pub excess: u64,
    /// Weight of the edges cut.
    pub cut: u64,
}

/// One group of vertices that is being cut in two.
#[derive(Clone)]
pub struct Bisection {
    /// The lowest part of the group.
    pub first_part: u32,
    /// How many parts it will be.
    pub n_parts: u32,
    /// What the sides should weigh.
    pub targets: [u64; 2],
    /// What they may weigh.
    pub limits: [u64; 2],
    /// Its vertices in the graph that is cut.
    pub members: Arc<[u32]>,
    /// Its own graph, vertex `i` of which is `members[i]`.
    graph: Arc<CsrGraph>,
    levels: Vec<Arc<Level>>,
    /// How many times its graph was coarsened for the one that is worked on.
    pub level: usize,
    /// 0 or 1 for each vertex of that one; empty until a region has grown.
    pub side_of: Vec<u8>,
    /// What was tried on the coarsest graph.
    pub trials: Vec<Trial<u8>>,
    /// The one that was taken.
    pub chosen: Option<u32>,
    refines: bool,
}

impl Bisection {
    /// The graph that is worked on.
    pub fn graph(&self) -> &CsrGraph {
        self.graph_at(self.level)
    }

    /// Its own graph, coarsened so often.
    pub fn graph_at(&self, level: usize) -> &CsrGraph {
        match level.checked_sub(1) {
            None => &self.graph,
            Some(at) => &self.levels[at].graph,
        }
    }

    /// How often it was coarsened.
    pub fn n_levels(&self) -> usize {
        self.levels.len()
    }

    /// For each of the members the vertex of the graph that is worked on.
    pub fn coarse_of(&self) -> Vec<u32> {
        composed(self.graph.n_vertices(), &self.levels[..self.level])
    }

    /// What the two sides weigh.
    pub fn weights(&self) -> [u64; 2] {
        let mut weights = [0; 2];
        for (&side, &weight) in self.side_of.iter().zip(&self.graph().vertex_weights) {
            weights[usize::from(side)] += u64::from(weight);
        }
        weights
    }

    /// The weight of the edges between the sides; 0 where there are none yet.
    pub fn cut(&self) -> u64 {
        if self.side_of.is_empty() {
            return 0;
        }
        let sides: Vec<u32> = self.side_of.iter().map(|&side| u32::from(side)).collect();
        cut(self.graph(), &sides)
    }

    fn flip(&mut self, moves: &[u32]) -> Result<(), TraceError> {
        for &vertex in moves {
            let side = self.side_of.get_mut(vertex as usize).ok_or(TraceError::Senseless)?;
            *side ^= 1;
        }
        Ok(())
    }
}

/// For each of n vertices the one that it is in after these levels.
fn composed(n: usize, levels: &[Arc<Level>]) -> Vec<u32> {
    let mut coarse_of: Vec<u32> = (0..n as u32).collect();
    for level in levels {
        coarse_of
            .iter_mut()
            .for_each(|vertex| *vertex = level.coarse_of[*vertex as usize]);
    }
    coarse_of
}

/// What there is after some events. A copy shares the graphs.
#[derive(Clone)]
pub struct Replay {
    finest: Arc<CsrGraph>,
    /// K.
    pub n_parts: u32,
    /// The way.
    pub preset: Preset,
    /// What no part of the finest graph may weigh more than.
    pub limit: u64,
    /// Levels of all parts together.
    levels: Vec<Arc<Level>>,
    /// How many times the graph was coarsened for all parts together.
    pub level: usize,
    /// Of each vertex of that graph the part, or the lowest part of its group.
    pub part_of: Vec<u32>,
    /// The group that is being cut.
    pub bisection: Option<Bisection>,
    /// What was tried for all parts together.
    pub trials: Vec<Trial<u32>>,
    /// Cycles begun.
    pub cycles: u32,
    before_cycle: Option<Vec<u32>>,
    best: Option<(u32, Vec<u32>)>,
    /// Partition or selection.
    pub stage: Stage,
    /// What each part is to give.
    pub quotas: Vec<u32>,
    /// Picks of an earlier selection.
    pub earlier: Vec<u32>,
    /// What was proposed.
    pub proposed: Vec<u32>,
    /// Picks in the order in which they were made, each with its residual degree where that decided.
    pub picks: Vec<(u32, Option<u32>)>,
    /// The coverage of the picks, where it was told.
    pub coverage: Option<f64>,
}

impl Replay {
    /// Before the first event.
    pub fn new(graph: Arc<CsrGraph>) -> Replay {
        Replay {
            part_of: vec![0; graph.n_vertices()],
            finest: graph,
            n_parts: 1,
            preset: Preset::Paper,
            limit: u64::MAX,
            levels: Vec::new(),
            level: 0,
            bisection: None,
            trials: Vec::new(),
            cycles: 0,
            before_cycle: None,
            best: None,
            stage: Stage::Partition,
            quotas: Vec::new(),
            earlier: Vec::new(),
            proposed: Vec::new(),
            picks: Vec::new(),
            coverage: None,
        }
    }

    /// The graph that all parts are of.
    pub fn finest(&self) -> &CsrGraph {
        &self.finest
    }

    /// The same, shared.
    pub(super) fn shared(&self) -> Arc<CsrGraph> {
        self.finest.clone()
    }

    /// The graph that is worked on, but for what a bisection does with a part of it.
    pub fn graph(&self) -> &CsrGraph {
        self.graph_at(self.level)
    }

    /// The same, coarsened so often.
    pub fn graph_at(&self, level: usize) -> &CsrGraph {
        match level.checked_sub(1) {
            None => &self.finest,
            Some(at) => &self.levels[at].graph,
        }
    }

    /// How often it was coarsened for all parts together.
    pub fn n_levels(&self) -> usize {
        self.levels.len()
    }

    /// For each vertex of the finest graph the one of [`Replay::graph`].
    pub fn coarse_of(&self) -> Vec<u32> {
        composed(self.finest.n_vertices(), &self.levels[..self.level])
    }

    /// The vertex of [`Replay::graph`] that an instance is in.
    pub fn coarse_of_instance(&self, instance: u32) -> u32 {
        let coarser = |vertex: u32, level: &Arc<Level>| level.coarse_of[vertex as usize];
        self.levels[..self.level].iter().fold(instance, coarser)
    }

    /// The weight of the edges between groups.
    pub fn cut(&self) -> u64 {
        cut(self.graph(), &self.part_of)
    }

    /// The parts, once they are done.
    pub fn partition(&self) -> Partition {
        Partition {
            part_of: self.part_of.clone(),
            n_parts: self.n_parts,
        }
    }

    /// The picks, in the order in which to label them, without those of an earlier selection.
    pub fn rows(&self) -> Vec<u32> {
        let rows = self.picks.iter().map(|&(row, _)| row);
        if self.quotas.is_empty() {
            return rows.collect();
        }
        let mut rows_of = vec![Vec::new(); self.n_parts as usize];
        rows.for_each(|row| rows_of[self.part_of[row as usize] as usize].push(row));
        round_by_round(&rows_of)
    }

    /// Who has left: earlier picks and picks. Length n.
    pub fn picked(&self) -> Vec<bool> {
        let mut picked = vec![false; self.finest.n_vertices()];
        let rows = self.earlier.iter().chain(self.picks.iter().map(|(row, _)| row));
        rows.for_each(|&row| picked[row as usize] = true);
        picked
    }

    /// The residual degree of `vertex`: its edges inside its part to those who have not left.
    pub fn residual_degree(&self, vertex: u32, picked: &[bool]) -> u32 {
        let part = |vertex: u32| self.part_of[vertex as usize];
        let counts = |&&other: &&u32| part(other) == part(vertex) && !picked[other as usize];
        self.finest.neighbors_of(vertex).iter().filter(counts).count() as u32
    }

    /// Does what was done.
    ///
    /// # Errors
    /// [`TraceError::Senseless`] where that cannot be, [`TraceError::Differs`] where a cut or a degree was recorded that
    /// is not the one found here. What the replay holds then is of no use.
    pub fn apply(&mut self, event: &Event) -> Result<(), TraceError> {
        match event {
            Event::Cut { n_parts, preset, limit } => self.begin(*n_parts, *preset, *limit)?,
            &Event::Bisect {
                first_part,
                n_parts,
                targets,
                limits,
            } => self.bisect(first_part, n_parts, targets, limits)?,
            Event::Halve => {
                sense(self.level == 0 && self.n_parts as usize * 2 <= self.finest.n_vertices())?;
                self.n_parts *= 2;
                self.part_of.iter_mut().for_each(|part| *part *= 2);
            }
            Event::Match { .. }
            | Event::Grow { .. }
            | Event::Refine
            | Event::Pass { .. }
            | Event::Count { .. }
            | Event::Split => self.in_bisection(event)?,
            &Event::Tried { excess, cut } => self.tried(excess, cut)?,
            &Event::Choose { trial } => self.choose(trial)?,
            Event::Rebalance { moves } | Event::Exchange { moves } => self.move_all(moves)?,
            Event::Search { moves, n_kept } => {
                self.move_all(moves.get(..*n_kept as usize).ok_or(TraceError::Senseless)?)?;
            }
            Event::Cluster { cluster_of } => self.cluster(cluster_of)?,
            Event::Start => self.part_of.fill(0),
            Event::Improve { .. } => {}
            Event::Project => {
                let finer = self.level.checked_sub(1).ok_or(TraceError::Senseless)?;
                self.part_of = self.levels[finer].project(&self.part_of);
                self.level = finer;
            }
            Event::Cycle => {
                sense(self.level == 0)?;
                self.levels.clear();
                self.cycles += 1;
                self.before_cycle = Some(self.part_of.clone());
            }
            Event::Kept { kept } => {
                sense(self.level == 0)?;
                let before = self.before_cycle.take().ok_or(TraceError::Senseless)?;
                if !kept {
                    self.part_of = before;
                }
            }
            &Event::Covers { coverage, better } => {
                sense(self.level == 0)?;
                self.coverage = Some(coverage);
                if better {
                    self.best = Some((self.n_parts, self.part_of.clone()));
                } else {
                    (self.n_parts, self.part_of) = self.best.clone().ok_or(TraceError::Senseless)?;
                }
            }
            Event::Quotas { quotas, earlier } => {
                sense(self.level == 0)?;
                self.stage = Stage::Select;
                self.coverage = None;
                self.quotas.clone_from(quotas);
                self.earlier = self.vertices(earlier)?;
            }
            Event::Propose { rows, earlier } => {
                sense(self.level == 0)?;
                self.stage = Stage::Select;
                self.coverage = None;
                self.proposed = self.vertices(rows)?;
                self.earlier = self.vertices(earlier)?;
            }
            &Event::Pick { row, degree } => {
                sense(self.stage == Stage::Select && (row as usize) < self.finest.n_vertices())?;
                let found = self.residual_degree(row, &self.picked());
                if found != degree {
                    return Err(TraceError::Differs {
                        recorded: degree.into(),
                        found: found.into(),
                    });
                }
                self.picks.push((row, Some(degree)));
            }
            &Event::Take { row, coverage } => {
                self.vertices(&[row])?;
                self.picks.push((row, None));
                self.coverage = Some(coverage);
            }
            Event::Middles { rows } => {
                self.picks = self.vertices(rows)?.into_iter().map(|row| (row, None)).collect();
            }
        }
        Ok(())
    }

    fn begin(&mut self, n_parts: u32, preset: Preset, limit: u64) -> Result<(), TraceError> {
        sense(n_parts > 0 && n_parts as usize <= self.finest.n_vertices())?;
        (self.n_parts, self.preset, self.limit) = (n_parts, preset, limit);
        self.levels.clear();
        self.trials.clear();
        (self.level, self.cycles) = (0, 0);
        self.part_of = vec![0; self.finest.n_vertices()];
        Ok(())
    }

    fn bisect(&mut self, first_part: u32, n_parts: u32, targets: [u64; 2], limits: [u64; 2]) -> Result<(), TraceError> {
        let members: Vec<u32> = (0..)
            .zip(&self.part_of)
            .filter(|&(_, &part)| part == first_part)
            .map(|(v, _)| v)
            .collect();
        let last = first_part.checked_add(n_parts).is_some_and(|end| end <= self.n_parts);
        sense(last && !members.is_empty() && n_parts >= 2)?;
        let graph = induced(self.graph(), &self.part_of, &members, &mut vec![0; self.part_of.len()]);
        self.bisection = Some(Bisection {
            first_part,
            n_parts,
            targets,
            limits,
            members: members.into(),
            graph: Arc::new(graph),
            levels: Vec::new(),
            level: 0,
            side_of: Vec::new(),
            trials: Vec::new(),
            chosen: None,
            refines: false,
        });
        Ok(())
    }

    fn in_bisection(&mut self, event: &Event) -> Result<(), TraceError> {
        let bisection = self.bisection.as_mut().ok_or(TraceError::Senseless)?;
        match event {
            Event::Match { match_of } => {
                let graph = bisection.graph();
                sense(bisection.level == bisection.levels.len() && is_map(match_of, graph))?;
                let level = contract(graph, match_of);
                bisection.levels.push(Arc::new(level));
                bisection.level += 1;
            }
            Event::Grow { joined } => {
                bisection.side_of = vec![1; bisection.graph().n_vertices()];
                bisection.flip(joined)?;
            }
            Event::Refine => {
                sense(bisection.side_of.len() == bisection.graph().n_vertices())?;
                if std::mem::replace(&mut bisection.refines, true) {
                    let finer = bisection.level.checked_sub(1).ok_or(TraceError::Senseless)?;
                    bisection.side_of = bisection.levels[finer].project(&bisection.side_of);
                    bisection.level = finer;
                }
            }
            Event::Pass { moves, n_kept, cut } => {
                bisection.flip(moves.get(..*n_kept as usize).ok_or(TraceError::Senseless)?)?;
                compare(*cut, bisection.cut())?;
            }
            Event::Count { moves } => bisection.flip(moves)?,
            _ => {
                let second = bisection.first_part + bisection.n_parts.div_ceil(2);
                sense(bisection.side_of.len() == bisection.members.len())?;
                for (&vertex, &side) in bisection.members.iter().zip(&bisection.side_of) {
                    if side == 1 {
                        self.part_of[vertex as usize] = second;
                    }
                }
                self.bisection = None;
            }
        }
        Ok(())
    }

    fn tried(&mut self, excess: u64, cut: u64) -> Result<(), TraceError> {
        match &mut self.bisection {
            Some(bisection) => {
                compare(cut, bisection.cut())?;
                let of = bisection.side_of.clone();
                bisection.trials.push(Trial { of, excess, cut });
            }
            None => {
                compare(cut, self.cut())?;
                let of = self.part_of.clone();
                self.trials.push(Trial { of, excess, cut });
            }
        }
        Ok(())
    }

    fn choose(&mut self, trial: u32) -> Result<(), TraceError> {
        match &mut self.bisection {
            Some(bisection) => {
                let chosen = bisection.trials.get(trial as usize).ok_or(TraceError::Senseless)?;
                sense(chosen.of.len() == bisection.graph().n_vertices())?;
                bisection.side_of.clone_from(&chosen.of);
                bisection.chosen = Some(trial);
            }
            None => {
                let chosen = self.trials.get(trial as usize).ok_or(TraceError::Senseless)?;
                sense(chosen.of.len() == self.graph().n_vertices())?;
                self.part_of.clone_from(&chosen.of);
            }
        }
        Ok(())
    }

    fn cluster(&mut self, cluster_of: &[u32]) -> Result<(), TraceError> {
        sense(self.level == self.levels.len() && is_map(cluster_of, self.graph()))?;
        let level = contract(self.graph(), cluster_of);
        self.part_of = level.restrict(&self.part_of);
        self.levels.push(Arc::new(level));
        self.level += 1;
        Ok(())
    }

    fn move_all(&mut self, moves: &[(u32, u32)]) -> Result<(), TraceError> {
        for &(vertex, to) in moves {
            let part = self.part_of.get_mut(vertex as usize).filter(|_| to < self.n_parts);
            *part.ok_or(TraceError::Senseless)? = to;
        }
        Ok(())
    }

    fn vertices(&self, rows: &[u32]) -> Result<Vec<u32>, TraceError> {
        sense(rows.iter().all(|&row| (row as usize) < self.finest.n_vertices()))?;
        Ok(rows.to_vec())
    }
}

fn is_map(of: &[u32], graph: &CsrGraph) -> bool {
    let n = graph.n_vertices();
    of.len() == n && of.iter().all(|&other| (other as usize) < n)
}

fn sense(makes_sense: bool) -> Result<(), TraceError> {
    match makes_sense {
        true => Ok(()),
        false => Err(TraceError::Senseless),
    }
}

fn compare(recorded: u64, found: u64) -> Result<(), TraceError> {
    match recorded == found {
        true => Ok(()),
        false => Err(TraceError::Differs { recorded, found }),
    }
}
