//! Applies recorded events to a replay.

use super::Event;
use super::bisection::Bisection;
use super::check::{check_equal, require};
use super::replay::{Replay, Stage};
use super::trial::TriedCut;
use crate::TraceError;
use fastgas_partition::Preset;
use fastgas_partition::induced;

impl Replay {
    /// Applies one event to the state of the replay.
    ///
    /// # Errors
    /// Returns [`TraceError::Senseless`] if the event cannot follow the current state.
    /// Returns [`TraceError::Differs`] if a recorded cut or degree is not the value that the replay computes.
    /// After an error, the state of the replay is invalid.
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
                require(self.levels.at() == 0 && self.n_parts as usize * 2 <= self.finest().n_vertices())?;
                self.n_parts *= 2;
                self.part_of.iter_mut().for_each(|part| *part *= 2);
            }
            Event::Match { .. } | Event::Grow { .. } | Event::Refine | Event::Pass { .. } | Event::Count { .. } => {
                self.bisection.as_mut().ok_or(TraceError::Senseless)?.apply(event)?
            }
            Event::Split => self.split()?,
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
                self.part_of = self.levels.refine(&self.part_of)?;
            }
            Event::Cycle => {
                require(self.levels.at() == 0)?;
                self.levels.forget();
                self.cycles += 1;
                self.before_cycle = Some(self.part_of.clone());
            }
            Event::Kept { kept } => {
                require(self.levels.at() == 0)?;
                let before = self.before_cycle.take().ok_or(TraceError::Senseless)?;
                if !kept {
                    self.part_of = before;
                }
            }
            &Event::Covers { coverage, better } => {
                require(self.levels.at() == 0)?;
                self.coverage = Some(coverage);
                if better {
                    self.best = Some((self.n_parts, self.part_of.clone()));
                } else {
                    (self.n_parts, self.part_of) = self.best.clone().ok_or(TraceError::Senseless)?;
                }
            }
            Event::Quotas { quotas, earlier } => {
                require(self.levels.at() == 0)?;
                self.stage = Stage::Select;
                self.coverage = None;
                self.quotas.clone_from(quotas);
                self.earlier = self.vertices(earlier)?;
            }
            Event::Propose { rows, earlier } => {
                require(self.levels.at() == 0)?;
                self.stage = Stage::Select;
                self.coverage = None;
                self.proposed = self.vertices(rows)?;
                self.earlier = self.vertices(earlier)?;
            }
            &Event::Pick { row, degree } => {
                require(self.stage == Stage::Select && (row as usize) < self.finest().n_vertices())?;
                let found = self.residual_degree(row, &self.picked());
                if found != degree {
                    return Err(TraceError::Differs {
                        recorded: degree.into(),
                        found: found.into(),
                    });
                }
                self.picks.push((row, Some(degree)));
            }
            &Event::Take { row, coverage, .. } => {
                self.vertices(&[row])?;
                self.picks.push((row, None));
                self.coverage = Some(coverage);
            }
            Event::Medoids { rows } => {
                let before = self.picks.iter().map(|&(row, _)| row);
                let moves = before.zip(self.vertices(rows)?).map(|(from, to)| [from, to]);
                self.moved_picks = moves.filter(|[from, to]| from != to).collect();
                self.picks = rows.iter().map(|&row| (row, None)).collect();
            }
        }
        Ok(())
    }

    fn begin(&mut self, n_parts: u32, preset: Preset, limit: u64) -> Result<(), TraceError> {
        require(n_parts > 0 && n_parts as usize <= self.finest().n_vertices())?;
        (self.n_parts, self.preset, self.limit) = (n_parts, preset, limit);
        self.levels.forget();
        self.trials.clear();
        self.cycles = 0;
        self.part_of = vec![0; self.finest().n_vertices()];
        Ok(())
    }

    fn bisect(&mut self, first_part: u32, n_parts: u32, targets: [u64; 2], limits: [u64; 2]) -> Result<(), TraceError> {
        let members: Vec<u32> = (0..)
            .zip(&self.part_of)
            .filter(|&(_, &part)| part == first_part)
            .map(|(v, _)| v)
            .collect();
        let last = first_part.checked_add(n_parts).is_some_and(|end| end <= self.n_parts);
        require(last && !members.is_empty() && n_parts >= 2)?;
        let graph = induced(self.graph(), &self.part_of, &members, &mut vec![0; self.part_of.len()]);
        self.bisection = Some(Bisection::new([first_part, n_parts], [targets, limits], members, graph));
        Ok(())
    }

    fn split(&mut self) -> Result<(), TraceError> {
        let bisection = self.bisection.take().ok_or(TraceError::Senseless)?;
        for vertex in bisection.split()? {
            let part = self.part_of.get_mut(vertex as usize).ok_or(TraceError::Senseless)?;
            *part = bisection.second();
        }
        Ok(())
    }

    fn tried(&mut self, excess: u64, cut: u64) -> Result<(), TraceError> {
        if let Some(bisection) = &mut self.bisection {
            return bisection.tried(excess, cut);
        }
        check_equal(cut, self.cut())?;
        let of = self.part_of.clone();
        self.trials.push(TriedCut { of, excess, cut });
        Ok(())
    }

    fn choose(&mut self, trial: u32) -> Result<(), TraceError> {
        if let Some(bisection) = &mut self.bisection {
            return bisection.choose(trial);
        }
        let chosen = self.trials.get(trial as usize).ok_or(TraceError::Senseless)?;
        self.part_of.clone_from(&chosen.of);
        require(self.part_of.len() == self.graph().n_vertices())
    }

    fn cluster(&mut self, cluster_of: &[u32]) -> Result<(), TraceError> {
        self.part_of = self.levels.coarsen(cluster_of)?.restrict(&self.part_of);
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
        require(rows.iter().all(|&row| (row as usize) < self.finest().n_vertices()))?;
        Ok(rows.to_vec())
    }
}
