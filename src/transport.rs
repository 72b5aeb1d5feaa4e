//! A [`Message`] as JavaScript sees it: an array of the body and its buffers, `[body, ArrayBuffer, …]`,
//! and of a file where one is read: a `Blob`.

use js_sys::{Array, ArrayBuffer, Float32Array, Uint8Array, Uint32Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::protocol::{Message, WorkerError};

/// A body as a JavaScript value. 64-bit numbers become BigInt, so that a seed keeps every bit.
///
/// # Errors
/// [`WorkerError::Protocol`] for a body that has no such form.
pub fn to_js<T: Serialize>(body: &T) -> Result<JsValue, WorkerError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    body.serialize(&serializer).map_err(protocol_error)
}

/// The body that [`to_js`] wrote.
///
/// # Errors
/// [`WorkerError::Protocol`] for any other value.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, WorkerError> {
    serde_wasm_bindgen::from_value(value).map_err(protocol_error)
}

/// The array for a body and buffers that JavaScript already holds.
///
/// # Errors
/// As [`to_js`].
pub fn pack<T: Serialize>(body: &T, buffers: &[ArrayBuffer]) -> Result<Array, WorkerError> {
    let array = Array::of1(&to_js(body)?);
    for buffer in buffers {
        array.push(buffer);
    }
    Ok(array)
}

/// The message in an array that [`pack`] wrote. Buffers are copied into WebAssembly's memory.
///
/// # Errors
/// [`WorkerError::Protocol`] for anything else.
pub fn unpack<T: DeserializeOwned>(value: JsValue) -> Result<Message<T>, WorkerError> {
    let array: Array = value.dyn_into().map_err(|_| protocol_error("it is not an array"))?;
    let body = from_js(array.get(0))?;
    let buffers = array
        .iter()
        .skip(1)
        .filter(|part| !part.is_instance_of::<Blob>())
        .map(|buffer| match buffer.dyn_into::<ArrayBuffer>() {
            Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
            Err(_) => Err(protocol_error("a buffer is not an ArrayBuffer")),
        })
        .collect::<Result<_, _>>()?;
    Ok(Message { body, buffers })
}

/// The file beside a message, which is neither copied nor read.
pub fn file_of(value: &JsValue) -> Option<Blob> {
    let array: &Array = value.dyn_ref()?;
    array.iter().find_map(|part| part.dyn_into().ok())
}

/// A copy of `bytes` that JavaScript owns, so that it can be transferred or stored.
pub fn to_buffer(bytes: &[u8]) -> ArrayBuffer {
    Uint8Array::from(bytes).buffer()
}

/// As [`to_buffer`]: the numbers as they lie in WebAssembly's memory, which is how
/// [`bytes_of_u32`](crate::protocol::bytes_of_u32) writes them.
pub fn u32_to_buffer(numbers: &[u32]) -> ArrayBuffer {
    Uint32Array::from(numbers).buffer()
}

/// The same of [`bytes_of_f32`](crate::protocol::bytes_of_f32).
pub fn f32_to_buffer(numbers: &[f32]) -> ArrayBuffer {
    Float32Array::from(numbers).buffer()
}

/// What a thrown or rejected value says: an error's name and message, or the value as text.
pub fn words(value: &JsValue) -> String {
    match value.dyn_ref::<js_sys::Error>() {
        Some(error) => format!("{}: {}", error.name(), error.message()),
        None => match value.dyn_ref::<web_sys::DomException>() {
            Some(exception) => format!("{}: {}", exception.name(), exception.message()),
            None => value.as_string().unwrap_or_else(|| format!("{value:?}")),
        },
    }
}

fn protocol_error(reason: impl ToString) -> WorkerError {
    WorkerError::Protocol {
        reason: reason.to_string(),
    }
}
