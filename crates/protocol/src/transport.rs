//! Converts an [`Envelope`] to and from a JavaScript value: the array `[job, body, ArrayBuffer, …]`.
//! If the worker reads a file, the array has a `Blob` as its last element.
//! If the worker reads a model in shared memory, the array has a `SharedArrayBuffer` as its last element.

use js_sys::{Array, ArrayBuffer, Float32Array, Reflect, SharedArrayBuffer, Uint8Array, Uint32Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::{Envelope, JobId, ProtocolReason, Refusal, WorkerError};

/// Tells the page that the worker is listening. Messages sent before the worker listens are lost.
/// The message belongs to no job, so it is a plain string and not an envelope.
pub const READY: &str = "Ready";

/// Beginning of the exception message that a worker throws after a panic.
pub const PANIC: &str = "panicked: ";

pub fn is_ready(value: &JsValue) -> bool {
    value.as_string().as_deref() == Some(READY)
}

/// 64-bit numbers become BigInt, because a JavaScript number cannot represent every seed exactly.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, WorkerError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    value.serialize(&serializer).map_err(protocol_error)
}

pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, WorkerError> {
    serde_wasm_bindgen::from_value(value).map_err(protocol_error)
}

/// `buffers` are appended without conversion.
pub fn pack<T: Serialize>(job: JobId, body: &T, buffers: &[ArrayBuffer]) -> Result<Array, WorkerError> {
    let array = Array::of2(&to_js(&job)?, &to_js(body)?);
    for buffer in buffers {
        array.push(buffer);
    }
    Ok(array)
}

/// Moves the buffers into WebAssembly's memory; afterwards the buffers are empty in JavaScript.
///
/// # Errors
/// Returns [`WorkerError::Protocol`] for a value that is not the result of [`pack`].
pub fn unpack<T: DeserializeOwned>(value: JsValue) -> Result<Envelope<T>, WorkerError> {
    let array: Array = value.dyn_into().map_err(|_| protocol_error("it is not an array"))?;
    let (job, body) = (from_js(array.get(0))?, from_js(array.get(1))?);
    let buffers = array
        .iter()
        .skip(2)
        .filter(|part| !part.is_instance_of::<Blob>() && !is_shared(part))
        .map(|buffer| match buffer.dyn_into::<ArrayBuffer>() {
            Ok(buffer) => Ok(take_bytes(&buffer)),
            Err(_) => Err(protocol_error("a buffer is not an ArrayBuffer")),
        })
        .collect::<Result<_, _>>()?;
    Ok(Envelope { job, body, buffers })
}

/// Copies a buffer into WebAssembly's memory and frees the original.
/// Without the explicit release, a worker's memory would contain the files of a model twice until a garbage collection.
fn take_bytes(buffer: &ArrayBuffer) -> Vec<u8> {
    let bytes = Uint8Array::new(buffer).to_vec();
    // The call fails in browsers without `ArrayBuffer.transfer`, where the garbage collector frees the buffer.
    let _ = buffer.transfer_with_length(0);
    bytes
}

/// Returns the file in a message. The content of the file is neither copied nor read.
pub fn file_of(value: &JsValue) -> Option<Blob> {
    let array: &Array = value.dyn_ref()?;
    array.iter().find_map(|part| part.dyn_into().ok())
}

/// Returns the shared memory in a message. The memory is not copied.
pub fn shared_memory_of(value: &JsValue) -> Option<SharedArrayBuffer> {
    let array: &Array = value.dyn_ref()?;
    array.iter().find(is_shared).map(JsCast::unchecked_into)
}

/// In browsers without the type `SharedArrayBuffer`, no value is shared memory.
fn is_shared(value: &JsValue) -> bool {
    value.is_instance_of::<SharedArrayBuffer>()
}

/// Shared memory requires response headers that isolate the page from other origins.
pub fn shares_memory() -> bool {
    let isolated = Reflect::get(&js_sys::global(), &"crossOriginIsolated".into());
    isolated.is_ok_and(|isolated| isolated.is_truthy())
}

/// Copies `bytes` to JavaScript's memory. The copy can be transferred or stored.
pub fn to_buffer(bytes: &[u8]) -> ArrayBuffer {
    Uint8Array::from(bytes).buffer()
}

/// Like [`to_buffer`], but for numbers in the byte order of WebAssembly's memory.
/// [`bytes_of_u32`](crate::bytes_of_u32) uses the same byte order.
pub fn u32_to_buffer(numbers: &[u32]) -> ArrayBuffer {
    Uint32Array::from(numbers).buffer()
}

/// Like [`u32_to_buffer`], but in the format of [`bytes_of_f32`](crate::bytes_of_f32).
pub fn f32_to_buffer(numbers: &[f32]) -> ArrayBuffer {
    Float32Array::from(numbers).buffer()
}

impl Refusal {
    /// Converts a value that JavaScript threw, or the reason of a rejected promise, to an error.
    pub fn of(value: &JsValue) -> Refusal {
        // Includes every DOMException, because a DOMException is also a JavaScript `Error`.
        match value.dyn_ref::<js_sys::Error>() {
            Some(error) => Refusal::named(&String::from(error.name()), &String::from(error.message())),
            None => Refusal::Other {
                message: value.as_string().unwrap_or_else(|| format!("{value:?}")).into(),
            },
        }
    }
}

impl From<JsValue> for Refusal {
    fn from(value: JsValue) -> Refusal {
        Refusal::of(&value)
    }
}

fn protocol_error(reason: impl ToString) -> WorkerError {
    WorkerError::Protocol {
        reason: ProtocolReason::Other(reason.to_string().into()),
    }
}
