//! The worker's global scope: messages in, messages out, panics to the page.

use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};
use web_time::Instant;

use crate::embed::{Encoder, EncoderReport};
use crate::error::EmbedError;
use crate::protocol::{Event, Message};
use crate::transport;
use crate::worker::{Dispatch, TextEncoder};

impl TextEncoder for Encoder {
    fn dimensions(&self) -> usize {
        Encoder::dimensions(self)
    }

    fn report(&self) -> Result<EncoderReport, EmbedError> {
        Encoder::report(self)
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, EmbedError> {
        Encoder::encode(self, texts)
    }
}

/// Listens to the page until the page ends the worker.
///
/// A panic and a message that cannot be understood are thrown, so that the page sees them as the worker's
/// `error` event, with their words, and replaces the worker.
pub fn run() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // Where it happened is in the console.
        match info.payload_as_str() {
            Some(words) => wasm_bindgen::throw_str(words),
            None => wasm_bindgen::throw_str(&info.to_string()),
        }
    }));
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let start = Instant::now();
    let mut dispatch = Dispatch::new(
        Box::new(|onnx, tokenizer, config| Ok(Box::new(Encoder::new(onnx, tokenizer, config)?))),
        Box::new(move || start.elapsed().as_secs_f64() * 1000.0),
    );
    let page = scope.clone();
    // Not async: an error in a promise would never become an `error` event.
    let on_message =
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match transport::unpack(event.data()) {
            Ok(message) => dispatch.handle(message, &mut |event| send(&page, event)),
            Err(error) => wasm_bindgen::throw_str(&error.to_string()),
        });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    send(
        &scope,
        Message {
            body: Event::Ready,
            buffers: Vec::new(),
        },
    );
}

fn send(page: &DedicatedWorkerGlobalScope, message: Message<Event>) {
    let buffers: Vec<_> = message
        .buffers
        .iter()
        .map(|bytes| transport::to_buffer(bytes))
        .collect();
    let posted = transport::pack(&message.body, &buffers)
        .map_err(|error| JsValue::from(error.to_string()))
        .and_then(|array| page.post_message_with_transfer(&array, &buffers.iter().collect::<Array>()));
    if let Err(error) = posted {
        wasm_bindgen::throw_val(error);
    }
}
