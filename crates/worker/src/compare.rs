//! Evaluates picks: comparisons of methods and coverage curves.

use crate::decode::{embeddings, exactly, neighbors, protocol};
use fastgas_data::Pool;
use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, Neighbors};
use fastgas_progress::Progress;
use fastgas_protocol::Error;
use fastgas_protocol::{WorkerError, f32_of_bytes, u32_of_bytes};
use fastgas_select::Config;
use fastgas_select::evaluate::{Comparison, CoverageCurve, KnownLabels, Plan, Run, TrueLabels};

pub(crate) enum CompareEvent {
    Progress(Progress),
    Ran(Run, Vec<u32>),
}

pub(crate) struct CompareInput {
    embeddings: Embeddings,
    /// Neighbor lists, in the order that [`Comparison::new`] requires.
    neighbors: Vec<Neighbors>,
    labels: Option<KnownLabels>,
    /// The language model's confidence for each text. Empty if the request contains no confidences.
    confidences: Vec<f32>,
}

impl CompareInput {
    /// Fails if embeddings, neighbor lists and confidences are for different numbers of texts.
    pub(crate) fn read(
        mut buffers: Vec<Vec<u8>>,
        dimensions: u32,
        n_searched: u32,
        settings: &Config,
        (label_column, n_tests): (Option<&str>, u32),
    ) -> Result<CompareInput, WorkerError> {
        // Buffers are removed from the end, because the embeddings at the start consist of any number of buffers.
        let confidences = buffers.pop().and_then(|bytes| f32_of_bytes(&bytes));
        let confidences = confidences.ok_or_else(|| protocol("confidences in pieces"))?;
        let tests = match n_tests {
            0 => None,
            _ => Some(last(&mut buffers)?),
        };
        let labels = match label_column {
            Some(column) => {
                let mut known = known_labels(column, last(&mut buffers)?)?;
                if let Some(tests) = tests {
                    known.test = Some(test_set(&known.of_pool, column, (dimensions, n_tests), tests)?);
                }
                Some(known)
            }
            None if n_tests > 0 => return Err(protocol("a test set without labels")),
            None => None,
        };
        let as_they_are = match settings.centered {
            true => Some(neighbors(last(&mut buffers)?, settings.n_neighbors)?),
            false => None,
        };
        let searched = neighbors(last(&mut buffers)?, n_searched)?;
        let lists: Vec<Neighbors> = [searched].into_iter().chain(as_they_are).collect();
        let embeddings = embeddings(buffers, dimensions)?;
        if lists.iter().any(|lists| lists.ids.nrows() != embeddings.len()) {
            return Err(protocol("there are not as many lists of neighbors as embeddings"));
        }
        if ![0, embeddings.len()].contains(&confidences.len()) {
            return Err(protocol("there are not as many confidences as embeddings"));
        }
        Ok(CompareInput {
            embeddings,
            neighbors: lists,
            labels,
            confidences,
        })
    }

    pub(crate) fn compare(
        self,
        settings: &Config,
        (plans, blank): (&[Plan], &[u32]),
        clock: impl Fn() -> f64,
        on_event: &mut dyn FnMut(CompareEvent),
    ) -> Result<(), WorkerError> {
        let CompareInput {
            embeddings,
            neighbors,
            labels,
            confidences,
        } = self;
        let n_searched = neighbors[0].ids.ncols() as u32;
        if n_searched < Plan::n_searched(plans, settings, embeddings.len() as u32).map_err(Error::from)? {
            return Err(protocol("the lists of neighbors are shorter than the plans ask for"));
        }
        let mut lists = neighbors.into_iter();
        let find = |_: &Embeddings, _| lists.next().expect("the requested number");
        let mut comparison = Comparison::new(settings, n_searched, &embeddings, find)?;
        comparison.blank = blank;
        comparison.labels = labels.as_ref();
        comparison.confidences = (!confidences.is_empty()).then_some(&confidences);
        for &plan in plans {
            let mut report = |progress| on_event(CompareEvent::Progress(progress));
            let (picks, seconds) = comparison.select(plan, &clock, &mut report)?;
            let run = comparison.measure(plan, &picks, seconds)?;
            on_event(CompareEvent::Ran(run, picks));
        }
        Ok(())
    }
}

/// Computes the coverage curve for [`Request::Cover`](fastgas_protocol::Request::Cover).
/// The buffers contain the embeddings, the ids and similarities of the neighbors, and the picks, in this order.
pub(crate) fn cover(
    mut buffers: Vec<Vec<u8>>,
    dimensions: u32,
    n_neighbors: u32,
) -> Result<CoverageCurve, WorkerError> {
    let picks = buffers.pop().and_then(|bytes| u32_of_bytes(&bytes));
    let picks = picks.ok_or_else(|| protocol("the picks are not whole numbers"))?;
    let neighbors = neighbors(last(&mut buffers)?, n_neighbors)?;
    let embeddings = embeddings(buffers, dimensions)?;
    if neighbors.ids.nrows() != embeddings.len() {
        return Err(protocol("there are not as many lists of neighbors as embeddings"));
    }
    // Coverage does not depend on edge weights.
    let graph = CsrGraph::from_neighbors(&neighbors, Default::default());
    Ok(CoverageCurve::of(&embeddings, &graph, &picks).map_err(Error::from)?)
}

fn last<const N: usize>(buffers: &mut Vec<Vec<u8>>) -> Result<[Vec<u8>; N], WorkerError> {
    exactly(buffers.split_off(buffers.len().saturating_sub(N)))
}

/// `cells` contains the text of all cells, and the end offset of each cell.
fn known_labels(column: &str, cells: [Vec<u8>; 2]) -> Result<KnownLabels, WorkerError> {
    let labels = one_column(column, cells)?;
    let cells = labels.instances().map(|instance| instance.cell(0));
    Ok(KnownLabels {
        of_pool: TrueLabels::of_cells(cells, column).map_err(Error::from)?,
        test: None,
    })
}

/// A test label that also occurs in the pool gets the same class number as in the pool.
fn test_set(
    of_pool: &TrueLabels,
    column: &str,
    (dimensions, n_tests): (u32, u32),
    [rows, cells, ends]: [Vec<u8>; 3],
) -> Result<(Embeddings, TrueLabels), WorkerError> {
    let embeddings = embeddings(vec![rows], dimensions)?;
    let labels = one_column(column, [cells, ends])?;
    if [embeddings.len(), labels.len()] != [n_tests as usize; 2] {
        return Err(protocol("the test set has another number of texts"));
    }
    let cells = labels.instances().map(|instance| instance.cell(0));
    let labels = of_pool.of_test_cells(cells, column).map_err(Error::from)?;
    Ok((embeddings, labels))
}

fn one_column(column: &str, [cells, ends]: [Vec<u8>; 2]) -> Result<Pool, WorkerError> {
    let cells = String::from_utf8(cells).map_err(|error| protocol(&error.to_string()))?;
    let ends = u32_of_bytes(&ends).ok_or_else(|| protocol("a buffer's length is no multiple of 4"))?;
    Ok(Pool::from_parts(vec![column.into()], cells, ends).map_err(Error::from)?)
}
