//! The worker's global scope: receives and sends messages, and forwards panics to the page.

use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use fastgas_protocol::transport;
use fastgas_protocol::{Envelope, Event, Request};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

#[derive(Clone)]
pub struct Page(DedicatedWorkerGlobalScope);

impl Page {
    /// Installs a panic hook that reports each panic to the page as an `error` event of the worker.
    /// After the report, the page replaces the worker.
    pub fn of_this_worker() -> Page {
        std::panic::set_hook(Box::new(|info| {
            // The console shows only the location of a panic, because the panic message may contain the user's texts.
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            console_error(&format!("a worker panicked at {place}"));
            let words = info.payload_as_str().map_or_else(|| info.to_string(), str::to_owned);
            wasm_bindgen::throw_str(&format!("{}{words}", transport::PANIC));
        }));
        Page(js_sys::global().unchecked_into())
    }

    /// Sends the message “Ready”, and then passes each request to `handle`.
    /// `handle` also receives the JavaScript message, which may contain a file or shared memory.
    /// An invalid message causes a JavaScript exception, which reaches the page as an `error` event, like a panic.
    pub fn listen(&self, mut handle: impl FnMut(Envelope<Request>, &JsValue) + 'static) {
        // The handler is not async, because an error in a promise would not become an `error` event.
        let on_message =
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match transport::unpack(event.data()) {
                Ok(request) => handle(request, &event.data()),
                Err(error) => wasm_bindgen::throw_str(&error.to_string()),
            });
        self.0.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        if let Err(error) = self.0.post_message(&transport::READY.into()) {
            wasm_bindgen::throw_val(error);
        }
    }

    /// Transfers the buffers of the event to the page, so that the browser does not copy the buffers.
    pub fn send(&self, Envelope { job, body, buffers }: Envelope<Event>) {
        let buffers: Vec<_> = buffers.iter().map(|bytes| transport::to_buffer(bytes)).collect();
        let posted = transport::pack(job, &body, &buffers)
            .map_err(|error| JsValue::from(error.to_string()))
            .and_then(|array| {
                self.0
                    .post_message_with_transfer(&array, &buffers.iter().collect::<Array>())
            });
        if let Err(error) = posted {
            wasm_bindgen::throw_val(error);
        }
    }
}
