//! A file becomes a [`Pool`].

mod csv;
mod pool;

pub use self::csv::{MAX_FILE_BYTES, load};
pub use pool::{Instance, Pool};
