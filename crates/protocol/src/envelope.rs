//! The envelope around a request to a worker or an event from a worker.

use serde::{Deserialize, Serialize};

/// A job is an operation of the page that consists of one or several requests.
/// The page drops the events of jobs that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId(pub u32);

/// Large data crosses the worker boundary in buffers, because the browser transfers buffers instead of copying them.
/// The documentation of each request and event lists its buffers.
/// Numbers in buffers are little-endian, as in WebAssembly's memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope<T> {
    pub job: JobId,
    pub body: T,
    pub buffers: Vec<Vec<u8>>,
}
