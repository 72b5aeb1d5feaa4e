//! Converts an [`Envelope`] to and from a JavaScript value: the array `[job, body, ArrayBuffer, …]`, with a `Blob` at
//! its end if the worker reads a file.

use js_sys::{Array, ArrayBuffer, Float32Array, Uint8Array, Uint32Array};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use thiserror::Error as ThisError;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::{Envelope, JobId, WorkerError};
use fastgas_data::quoted;

/// The first message of every worker: it is listening, and messages sent before this one are lost. This message belongs
/// to no job, so it is a plain string without an envelope.
pub const READY: &str = "Ready";

/// Whether a worker's message is [`READY`].
pub fn is_ready(value: &JsValue) -> bool {
    value.as_string().as_deref() == Some(READY)
}

/// Converts `value` to a JavaScript value. 64-bit numbers become BigInt, so that a seed keeps every bit.
///
/// # Errors
/// [`WorkerError::Protocol`] if `value` cannot be converted.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, WorkerError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_large_number_types_as_bigints(true);
    value.serialize(&serializer).map_err(protocol_error)
}

/// The inverse of [`to_js`].
///
/// # Errors
/// [`WorkerError::Protocol`] for any other value.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, WorkerError> {
    serde_wasm_bindgen::from_value(value).map_err(protocol_error)
}

/// The array of an envelope whose buffers are already JavaScript values.
///
/// # Errors
/// The errors of [`to_js`].
pub fn pack<T: Serialize>(job: JobId, body: &T, buffers: &[ArrayBuffer]) -> Result<Array, WorkerError> {
    let array = Array::of2(&to_js(&job)?, &to_js(body)?);
    for buffer in buffers {
        array.push(buffer);
    }
    Ok(array)
}

/// The inverse of [`pack`]. Copies the buffers into WebAssembly's memory.
///
/// # Errors
/// [`WorkerError::Protocol`] for any other value.
pub fn unpack<T: DeserializeOwned>(value: JsValue) -> Result<Envelope<T>, WorkerError> {
    let array: Array = value.dyn_into().map_err(|_| protocol_error("it is not an array"))?;
    let (job, body) = (from_js(array.get(0))?, from_js(array.get(1))?);
    let buffers = array
        .iter()
        .skip(2)
        .filter(|part| !part.is_instance_of::<Blob>())
        .map(|buffer| match buffer.dyn_into::<ArrayBuffer>() {
            Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
            Err(_) => Err(protocol_error("a buffer is not an ArrayBuffer")),
        })
        .collect::<Result<_, _>>()?;
    Ok(Envelope { job, body, buffers })
}

/// The file that comes with a request. This function neither copies nor reads the file.
pub fn file_of(value: &JsValue) -> Option<Blob> {
    let array: &Array = value.dyn_ref()?;
    array.iter().find_map(|part| part.dyn_into().ok())
}

/// A copy of `bytes` that JavaScript owns, so that it can be transferred or stored.
pub fn to_buffer(bytes: &[u8]) -> ArrayBuffer {
    Uint8Array::from(bytes).buffer()
}

/// Like [`to_buffer`], for numbers in the byte order of WebAssembly's memory, which is also that of
/// [`bytes_of_u32`](crate::bytes_of_u32).
pub fn u32_to_buffer(numbers: &[u32]) -> ArrayBuffer {
    Uint32Array::from(numbers).buffer()
}

/// Like [`u32_to_buffer`], for the format of [`bytes_of_f32`](crate::bytes_of_f32).
pub fn f32_to_buffer(numbers: &[f32]) -> ArrayBuffer {
    Float32Array::from(numbers).buffer()
}

/// Why a browser refused an operation. Serialized as its message, because that is the form in which it reaches the
/// page.
///
/// A browser reports an error name and a message. The names are standardized; the messages are in English and differ
/// between browsers. Errors that users may encounter have a variant here, with a message of the page's own.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Refusal {
    #[error("the disk is full, or this site’s share of it")]
    Full,
    /// The user set the browser to store nothing for this site, or it never stores anything in private windows.
    #[error("the browser keeps nothing for this site, as in some private windows")]
    KeepsNothing,
    /// The whole transaction was rolled back.
    #[error("the write was undone, as when the disk is full")]
    Undone,
    /// The project to be changed does not exist.
    #[error("the project is not stored")]
    NoProject,
    /// A newer version of the page stored it.
    #[error("a newer version of this page has stored it in its own way")]
    Newer,
    /// The browser closed the database.
    #[error("the browser has closed the database, as when what the site has stored is deleted")]
    Closed,
    /// The database or the disk is damaged.
    #[error("the browser’s own store on the disk fails")]
    Broken,
    /// A file, or a part of a database, does not exist any more.
    #[error("it is not there any more")]
    Gone,
    /// A file cannot be read.
    #[error("it was changed meanwhile, or another program holds it")]
    Held,
    /// A file cannot be written.
    #[error("another tab or program is writing it")]
    Busy,
    /// Denied by the user, a setting or a policy.
    #[error("it is not allowed here")]
    Forbidden,
    /// Aborted by the user or by the browser.
    #[error("it was broken off")]
    BrokenOff,
    /// The server does not respond, or the network is down.
    #[error("there was no answer")]
    NoAnswer,
    #[error("there was no answer in time")]
    TooLate,
    /// The browser is too old.
    #[error("this browser has no private file system")]
    NoFiles,
    /// The machine, or the memory limit of a page, is exhausted.
    #[error("there is not enough memory")]
    NoMemory,
    #[error("the browser says {}", quoted(said))]
    Other { said: String },
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Prefixes of the messages with which browsers report that a server does not respond, or that a response breaks off.
pub const NO_ANSWER: [&str; 8] = [
    "Failed to fetch",
    "NetworkError when attempting to fetch",
    "Load failed",
    "network error",
    "Error in body stream",
    "The network connection was lost",
    "error loading dynamically imported module",
    "Importing a module script failed",
];

impl Refusal {
    /// Classifies a thrown or rejected value.
    pub fn of(value: &JsValue) -> Refusal {
        // A DOMException is a JavaScript `Error`, too.
        match value.dyn_ref::<js_sys::Error>() {
            Some(error) => Refusal::named(&String::from(error.name()), &String::from(error.message())),
            None => Refusal::Other {
                said: value.as_string().unwrap_or_else(|| format!("{value:?}")),
            },
        }
    }

    /// Classifies an error message of the form “Name: message”.
    pub fn in_words(words: &str) -> Refusal {
        let (name, message) = words.split_once(": ").unwrap_or((words, ""));
        match Refusal::named(name, message) {
            Refusal::Other { .. } => Refusal::Other { said: words.into() },
            known => known,
        }
    }

    fn named(name: &str, message: &str) -> Refusal {
        let has = |parts: &[&str]| {
            let message = message.to_ascii_lowercase();
            parts.iter().any(|part| message.contains(part))
        };
        match name {
            "QuotaExceededError" => Refusal::Full,
            "NotFoundError" => Refusal::Gone,
            "NotReadableError" => Refusal::Held,
            "NoModificationAllowedError" => Refusal::Busy,
            "NotAllowedError" | "SecurityError" => Refusal::Forbidden,
            "AbortError" => Refusal::BrokenOff,
            "TimeoutError" => Refusal::TooLate,
            "NetworkError" => Refusal::NoAnswer,
            "TypeError" if NO_ANSWER.iter().any(|begin| message.starts_with(begin)) => Refusal::NoAnswer,
            "RangeError" | "RuntimeError" | "InternalError"
                if has(&["allocat", "out of memory", "array length", "buffer length"]) =>
            {
                Refusal::NoMemory
            }
            _ => Refusal::Other {
                said: match message {
                    "" => name.into(),
                    message => format!("{name}: {message}"),
                },
            },
        }
    }
}

/// The message of a thrown or rejected value: a string thrown by this program, or the meaning of the browser's error.
pub fn words(value: &JsValue) -> String {
    value.as_string().unwrap_or_else(|| Refusal::of(value).to_string())
}

fn protocol_error(reason: impl ToString) -> WorkerError {
    WorkerError::Protocol {
        reason: reason.to_string(),
    }
}
