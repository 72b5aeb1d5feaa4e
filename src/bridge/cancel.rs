//! A person's wish to stop.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// Lets a person stop a job: every future that holds a clone then ends with
/// [`WorkerError::Cancelled`](crate::protocol::WorkerError::Cancelled), at once.
#[derive(Clone, Default)]
pub struct Cancel(Rc<State>);

#[derive(Default)]
struct State {
    cancelled: Cell<bool>,
    waiting: RefCell<Vec<Waker>>,
}

impl Cancel {
    /// Stops the job, for good: a later job needs a `Cancel` of its own.
    pub fn cancel(&self) {
        self.0.cancelled.set(true);
        for waker in self.0.waiting.take() {
            waker.wake();
        }
    }

    /// Ends when [`Cancel::cancel`] is called.
    pub(super) async fn cancelled(&self) {
        poll_fn(|context| {
            if self.0.cancelled.get() {
                return Poll::Ready(());
            }
            let mut waiting = self.0.waiting.borrow_mut();
            waiting.retain(|waker| !waker.will_wake(context.waker()));
            waiting.push(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}
