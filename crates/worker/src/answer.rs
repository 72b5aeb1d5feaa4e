//! Answers of a worker to requests.

use fastgas_protocol::{Envelope, Event, JobId, WorkerError};

pub(crate) type Answer = (Event, Vec<Vec<u8>>);

/// A function that sends an event with its buffers before the request is answered.
pub(crate) type SendEvent<'a> = dyn FnMut(Event, Vec<Vec<u8>>) + 'a;

pub(crate) fn answer_or_failure(job: JobId, answer: Result<Answer, WorkerError>) -> Envelope<Event> {
    let (body, buffers) = answer.unwrap_or_else(|error| (Event::Failed { error }, Vec::new()));
    Envelope { job, body, buffers }
}
