//! A file becomes a [`Pool`].

mod confidences;
mod csv;
mod pool;

pub use self::confidences::{confidences, known_confidences};
pub use self::csv::{MAX_FILE_BYTES, load};
pub use pool::{Instance, Pool};
