//! Encryption of a protected project.
//!
//! ```text
//!  passphrase ── PBKDF2 (the browser) ──▶ key-encryption key ──▶ unwraps the data key
//!                                                                 │
//!                            values, pieces of buffers, files ◀── AES-256-GCM
//! ```
//!
//! The data key is random and stays the same while the passphrase changes: another passphrase wraps the same key anew.
//! Everything that is encrypted has one form ([`DataKey::seal`]), whoever makes it, this crate or the browser's WebCrypto:
//!
//! ```text
//!  sealed = form: u8, nonce: 12 bytes, ciphertext, tag: 16 bytes
//! ```
//!
//! The form and the [place](place_of) of a value are authenticated with it, so a value that was moved to another place is as
//! unreadable as one that was altered. Randomness comes from whoever calls: this crate has none of its own.

mod file;
mod header;
mod seal;

pub use file::{FILE_MAGIC, FILE_PIECE, FileBeginning, Piece, begin_file, piece_place, pieces_of_file, read_beginning};
pub use header::{Header, HeaderError, ITERATIONS, SALT_BYTES, fits, passphrase_bytes};
pub use seal::{DataKey, KEY_BYTES, NONCE_BYTES, NotOpened, OVERHEAD, framed, place_of, unframed};
