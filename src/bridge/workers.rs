//! The pool of Web Workers: one compiled module, N workers, one queue.

use std::cell::Cell;
use std::rc::Rc;

use crate::config::Config;
use crate::graph::Neighbors;
use crate::load::Pool;
use crate::map::Layout;
use crate::partition::{Partition, Quality};
use crate::progress::{Progress, Stage};
use crate::protocol::WorkerError;
use crate::select::Selection;

/// Lets a person stop a job: every future that holds a clone then ends with [`WorkerError::Cancelled`].
#[derive(Clone, Default)]
pub struct Cancel(Rc<Cell<bool>>);

impl Cancel {
    /// Stops the job.
    pub fn cancel(&self) {
        self.0.set(true);
    }
}

/// What the graph, partition and select stages gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    /// n×k.
    pub neighbors: Neighbors,
    /// A part for every instance.
    pub partition: Partition,
    /// The picks.
    pub selection: Selection,
    /// Cut and imbalance.
    pub quality: Quality,
    /// |E| of the kNN graph.
    pub n_edges: u32,
    /// Milliseconds of each stage.
    pub timings: Vec<(Stage, f64)>,
}

/// The workers.
#[derive(Clone)]
pub struct Workers;

impl Workers {
    /// Compiles the worker's module once and keeps up to `count` workers.
    pub async fn start(_count: usize) -> Result<Workers, WorkerError> {
        todo!()
    }

    /// Parses a file in a worker; `bytes` is transferred.
    pub async fn load(&self, _bytes: js_sys::ArrayBuffer) -> Result<Pool, WorkerError> {
        todo!()
    }

    /// Embeds `texts`; rows of unit length, n×d, in the order of `texts`. Fetches and opens the model when first needed.
    pub async fn embed(
        &self,
        _texts: Vec<String>,
        _report: impl FnMut(Progress) + 'static,
        _cancel: &Cancel,
    ) -> Result<ndarray::Array2<f32>, WorkerError> {
        todo!()
    }

    /// Graph, partition and selection of the embeddings, in one worker.
    pub async fn select(
        &self,
        _embeddings: &ndarray::Array2<f32>,
        _config: &Config,
        _report: impl FnMut(Progress) + 'static,
        _cancel: &Cancel,
    ) -> Result<Selected, WorkerError> {
        todo!()
    }

    /// Positions for the map, in one worker.
    pub async fn map(
        &self,
        _neighbors: &Neighbors,
        _seed: u64,
        _report: impl FnMut(Progress) + 'static,
        _cancel: &Cancel,
    ) -> Result<Layout, WorkerError> {
        todo!()
    }
}
