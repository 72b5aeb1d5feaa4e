//! An [`Envelope`] as a JavaScript value: the array `[job, body, ArrayBuffer, …]`, and at its end a `Blob` if the worker is
//! to read a file.

use js_sys::{Array, ArrayBuffer, Float32Array, Uint8Array, Uint32Array};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use thiserror::Error as ThisError;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use crate::{Envelope, JobId, WorkerError};
use fastgas_data::quoted;

/// The first message of every worker: it listens now, and messages before this one are lost. It belongs to no job, so it is
/// a plain string without an envelope.
pub const READY: &str = "Ready";

/// Whether a worker's message is [`READY`].
pub fn is_ready(value: &JsValue) -> bool {
    value.as_string().as_deref() == Some(READY)
}

/// `value` as a JavaScript value. 64-bit numbers become BigInt, so that a seed keeps every bit.
///
/// # Errors
/// [`WorkerError::Protocol`] for a value that has no such form.
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

/// The array of an envelope whose buffers already belong to JavaScript.
///
/// # Errors
/// As [`to_js`].
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

/// The file that comes with a request. It is neither copied nor read.
pub fn file_of(value: &JsValue) -> Option<Blob> {
    let array: &Array = value.dyn_ref()?;
    array.iter().find_map(|part| part.dyn_into().ok())
}

/// A copy of `bytes` that JavaScript owns, so that it can be transferred or stored.
pub fn to_buffer(bytes: &[u8]) -> ArrayBuffer {
    Uint8Array::from(bytes).buffer()
}

/// As [`to_buffer`]: the numbers as they lie in WebAssembly's memory, which is how
/// [`bytes_of_u32`](crate::bytes_of_u32) writes them.
pub fn u32_to_buffer(numbers: &[u32]) -> ArrayBuffer {
    Uint32Array::from(numbers).buffer()
}

/// The same of [`bytes_of_f32`](crate::bytes_of_f32).
pub fn f32_to_buffer(numbers: &[f32]) -> ArrayBuffer {
    Float32Array::from(numbers).buffer()
}

/// Why a browser refuses. Written as its sentence, which is how it crosses the border to the page.
///
/// What a browser says is a name and a sentence, the latter in English and another one in each. The names stand in the standards:
/// those that a person may meet are kinds here, with words of the page's own.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Refusal {
    #[error("the disk is full, or this site’s share of it")]
    Full,
    /// It was told to store nothing, or it always does so in such windows.
    #[error("the browser keeps nothing for this site, as in some private windows")]
    KeepsNothing,
    /// All that was asked was undone.
    #[error("the write was undone, as when the disk is full")]
    Undone,
    /// What is to be changed is not there.
    #[error("the project is not stored")]
    NoProject,
    /// Another version of the page has stored it.
    #[error("a newer version of this page has stored it in its own way")]
    Newer,
    /// The database was closed from outside.
    #[error("the browser has closed the database, as when what the site has stored is deleted")]
    Closed,
    /// The database is damaged, or the disk.
    #[error("the browser’s own store on the disk fails")]
    Broken,
    /// A file, or a part of a database.
    #[error("it is not there any more")]
    Gone,
    /// A file that cannot be read.
    #[error("it was changed meanwhile, or another program holds it")]
    Held,
    /// A file that cannot be written.
    #[error("another tab or program is writing it")]
    Busy,
    /// By a person, a setting or a policy.
    #[error("it is not allowed here")]
    Forbidden,
    /// By a person or by the browser.
    #[error("it was broken off")]
    BrokenOff,
    /// Nobody is there, or the network is not.
    #[error("there was no answer")]
    NoAnswer,
    #[error("there was no answer in time")]
    TooLate,
    /// As in old browsers.
    #[error("this browser has no private file system")]
    NoFiles,
    /// Of the machine, or what a page may have of it.
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

/// How the sentences begin with which the browsers say that nobody answers, or that an answer breaks off.
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
    /// What a thrown or rejected value means.
    pub fn of(value: &JsValue) -> Refusal {
        // A DOMException is one, too.
        match value.dyn_ref::<js_sys::Error>() {
            Some(error) => Refusal::named(&String::from(error.name()), &String::from(error.message())),
            None => Refusal::Other {
                said: value.as_string().unwrap_or_else(|| format!("{value:?}")),
            },
        }
    }

    /// The same of an error in words, “Name: message”.
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

/// What a thrown or rejected value says: this program's own sentence, or what the browser's error means.
pub fn words(value: &JsValue) -> String {
    value.as_string().unwrap_or_else(|| Refusal::of(value).to_string())
}

fn protocol_error(reason: impl ToString) -> WorkerError {
    WorkerError::Protocol {
        reason: reason.to_string(),
    }
}
