//! Encryption of a project that is protected by a passphrase.
//!
//! ```text
//!  passphrase ── PBKDF2 (the browser) ──▶ key-encryption key ──▶ unwraps the data key
//!                                                                 │
//!                         values, pieces of embeddings, files ◀── AES-256-GCM
//! ```
//!
//! The data key is random. Changing the passphrase does not change the data key.
//! Instead, the same data key is wrapped again with a key from the new passphrase.
//! All encrypted values have the same format ([`DataKey::seal`]), whether this crate or the browser's WebCrypto writes them:
//!
//! ```text
//!  sealed = version: u8, nonce: 12 bytes, ciphertext, tag: 16 bytes
//! ```
//!
//! The format version and the [location](place_of) of a value are authenticated together with the value.
//! A value that was moved to another location cannot be decrypted, just like an altered value.
//! The caller supplies all random bytes; this crate has no source of randomness.
//! This crate must never depend on a browser or on another crate of the workspace.

mod file;
mod header;
mod seal;

pub use file::{
    FILE_CHUNK_BYTES, FILE_MAGIC, FileBeginning, FileChunk, begin_file, chunks_of_file, piece_place, read_beginning,
};
pub use header::{Header, HeaderError, ITERATIONS, SALT_BYTES, fits, passphrase_bytes};
pub use seal::{DataKey, KEY_BYTES, NONCE_BYTES, NotOpened, OVERHEAD, framed, place_of, unframed};
