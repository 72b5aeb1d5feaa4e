//! The envelope around a request to a worker or an event from a worker.

use serde::{Deserialize, Serialize};

/// The number of a job. A job is an operation of the page that consists of one or several requests.
/// The page ignores events of jobs that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId(pub u32);

/// A request or an event, together with its job and its buffers.
/// Large data is in buffers, because the browser transfers buffers to a worker without copying them.
/// The documentation of each request and event lists its buffers.
/// Numbers in buffers are little-endian, as in WebAssembly's memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope<T> {
    pub job: JobId,
    pub body: T,
    pub buffers: Vec<Vec<u8>>,
}
