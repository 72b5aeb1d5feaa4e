//! Answers of a worker to requests.

use fastgas_protocol::{Envelope, Event, JobId, WorkerError};

pub(crate) type Answer = (Event, Vec<Vec<u8>>);

/// An event and its buffers can be sent before the answer of the request.
pub(crate) type SendEvent<'a> = dyn FnMut(Event, Vec<Vec<u8>>) + 'a;

/// If the request failed, the envelope contains [`Event::Failed`].
pub(crate) fn answer_or_failure(job: JobId, answer: Result<Answer, WorkerError>) -> Envelope<Event> {
    let (body, buffers) = answer.unwrap_or_else(|error| (Event::Failed { error }, Vec::new()));
    Envelope { job, body, buffers }
}
