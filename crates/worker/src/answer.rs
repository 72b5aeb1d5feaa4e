//! Answers of a worker to requests.

use fastgas_protocol::{Envelope, Event, JobId, WorkerError};

/// The event that answers a request, and the event's buffers.
pub(crate) type Answer = (Event, Vec<Vec<u8>>);

/// Callback that sends an event of the current job and the event's buffers, before the answer is sent.
pub(crate) type SendEvent<'a> = dyn FnMut(Event, Vec<Vec<u8>>) + 'a;

/// The envelope of the answer, or of [`Event::Failed`] if the request failed.
pub(crate) fn answer_or_failure(job: JobId, answer: Result<Answer, WorkerError>) -> Envelope<Event> {
    let (body, buffers) = answer.unwrap_or_else(|error| (Event::Failed { error }, Vec::new()));
    Envelope { job, body, buffers }
}
