//! Lets the user stop, pause and resume a run.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::Duration;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;
use web_time::Instant;

use fastgas_progress::Stopped;
use fastgas_protocol::WorkerError;

/// Each slice of a long computation begins in a new task, so that the page stays responsive.
pub(crate) struct NextTask;

impl fastgas_progress::Pause for NextTask {
    async fn pause(&mut self) -> Result<(), Stopped> {
        next_task().await;
        Ok(())
    }
}

/// Yields to the event loop via `MessageChannel`, because timers are throttled to 1 Hz in hidden tabs.
pub async fn next_task() {
    let Ok(channel) = MessageChannel::new() else { return };
    let next = Promise::new(&mut |resolve, _| {
        channel.port1().set_onmessage(Some(&resolve));
        if channel.port2().post_message(&JsValue::NULL).is_err() {
            // Posting a null message should not fail.
            // If posting fails, this call resolves the promise, so that the function returns.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    let _ = JsFuture::from(next).await;
    channel.port1().close();
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum RunSignal {
    #[default]
    Go,
    /// The run starts no new work until it is resumed.
    Pause,
    /// The run ends and cannot be resumed. A later run needs another [`RunControl`].
    Stop,
}

/// The signal that the user sends to stop, pause or resume a run. All clones share one signal.
/// A change of the signal immediately wakes the futures that wait for the signal.
#[derive(Clone, Default)]
pub struct RunControl(Rc<State>);

#[derive(Default)]
struct State {
    signal: Cell<RunSignal>,
    paused_at: Cell<Option<Instant>>,
    paused: Cell<Duration>,
    waiting: RefCell<Vec<Waker>>,
}

impl RunControl {
    pub fn cancel(&self) {
        self.set(RunSignal::Stop);
    }

    pub fn pause(&self) {
        self.set(RunSignal::Pause);
    }

    pub fn resume(&self) {
        self.set(RunSignal::Go);
    }

    pub fn paused(&self) -> Duration {
        let present = self.0.paused_at.get().map(|since| since.elapsed());
        self.0.paused.get() + present.unwrap_or_default()
    }

    pub async fn wait_while_paused(&self) -> Result<(), WorkerError> {
        let signal = self.when(|signal| signal != RunSignal::Pause).await;
        (signal == RunSignal::Go).then_some(()).ok_or(WorkerError::Cancelled)
    }

    pub(super) async fn cancelled(&self) {
        self.when(|signal| signal == RunSignal::Stop).await;
    }

    pub(super) async fn other_than(&self, old: RunSignal) -> RunSignal {
        self.when(|signal| signal != old).await
    }

    fn set(&self, signal: RunSignal) {
        if self.0.signal.get() == RunSignal::Stop {
            return;
        }
        self.0.signal.set(signal);
        self.0.paused.set(self.paused());
        self.0.paused_at.set((signal == RunSignal::Pause).then(Instant::now));
        for waker in self.0.waiting.take() {
            waker.wake();
        }
    }

    async fn when(&self, is_right: impl Fn(RunSignal) -> bool) -> RunSignal {
        poll_fn(|context| {
            let signal = self.0.signal.get();
            if is_right(signal) {
                return Poll::Ready(signal);
            }
            let mut waiting = self.0.waiting.borrow_mut();
            waiting.retain(|waker| !waker.will_wake(context.waker()));
            waiting.push(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

pub(super) async fn sleep(time: Duration) {
    let timer = Promise::new(&mut |resolve, _| {
        let set = web_sys::window().map(|window| {
            window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, time.as_millis() as i32)
        });
        if !matches!(set, Some(Ok(_))) {
            // If the browser sets no timer, this call resolves the promise, so that the function returns.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    let _ = JsFuture::from(timer).await;
}
