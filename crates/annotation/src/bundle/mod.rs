//! A project as one file: a backup, or the copy that one annotator sends to another.
//!
//! ```text
//!  boats.fastgas, a ZIP archive without compression
//!    project.json     settings, picks, labels: everything except texts, map and embeddings
//!    texts.csv        the pool, every cell quoted
//!    map.json         {"parts":{…}|null,"positions":[[x,y],…]|null,"edges":[[offsets…],[neighbors…]]|null}
//!    embeddings.npy   n×d f32; absent if the texts are not embedded yet
//! ```
//!
//! Common programs open the parts: a spreadsheet reads the texts, NumPy the embeddings. The archive is uncompressed
//! because embeddings do not shrink. Thus reading never yields more bytes than the file has, and a part can be read in
//! place.

mod pack;
mod unpack;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::Pool;
use fastgas_data::{LoadError, quoted};
use fastgas_graph::Joined;
use fastgas_map::Layout;
use fastgas_partition::Partition;

pub use pack::{Contents, Vectors, pack};
pub use unpack::{Unpacked, unpack};

const PROJECT: &str = "project.json";
const TEXTS: &str = "texts.csv";
const MAP: &str = "map.json";
const EMBEDDINGS: &str = "embeddings.npy";

/// First bytes of every ZIP archive.
const MAGIC: &[u8] = b"PK";

/// What is wrong with an archive or with one of its files.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Flaw {
    /// The file is not a ZIP archive.
    #[error("it is not a ZIP file")]
    NoZip,
    /// The central directory, which is at the end of an archive, is missing.
    #[error("its end is missing, as if it was cut off on its way")]
    CutOff,
    /// The archive is inconsistent.
    #[error("it contradicts itself: {}", quoted(said))]
    Damaged {
        /// Error message of the ZIP reader.
        said: String,
    },
    /// The checksum of a file in the archive does not match its content.
    #[error("it is not what was written there")]
    Changed,
    /// An unsupported kind of archive: encrypted, split, and similar.
    #[error("it is a kind of ZIP file that this page does not read: {}", quoted(said))]
    Unsupported {
        /// Error message of the ZIP reader.
        said: String,
    },
    /// A file in the archive is compressed; bundles never are.
    #[error("it is compressed")]
    Compressed,
    /// A required file is missing.
    #[error("there is no {file} in it")]
    Missing {
        /// Name of the file.
        file: &'static str,
    },
    /// The bytes are not valid UTF-8.
    #[error("it is no text in UTF-8")]
    NotText,
    /// A row has another number of cells than the header.
    #[error("row {row} has another number of cells ({cells}) than the header ({columns})")]
    Ragged {
        /// The row, from 0.
        row: u64,
        /// Number of cells in the row.
        cells: u64,
        /// Number of columns in the header.
        columns: u64,
    },
    /// The texts are larger than a pool can hold.
    #[error("it is larger than 4 GB")]
    TooLarge,
    /// The bytes cannot be read from the disk or from the browser.
    #[error("{said}")]
    Unread {
        /// The reason.
        said: String,
    },
}

impl Flaw {
    /// Converts the flaw to the error for the file; `reason` is the text of the error.
    fn error(&self, reason: String) -> LoadError {
        match self {
            Flaw::CutOff | Flaw::Damaged { .. } | Flaw::Changed => LoadError::Damaged { reason },
            _ => LoadError::NotProject { reason },
        }
    }
}

/// Parts, map positions and graph edges of the texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// Part of each instance; `None` before the first selection.
    pub partition: Option<Partition>,
    /// Map position of each instance; `None` before the layout.
    pub layout: Option<Layout>,
    /// Edges of the kNN graph; `None` before the layout.
    pub joined: Option<Joined>,
}

/// [`Places`] in serialized form.
#[derive(Serialize, Deserialize)]
pub struct WrittenPlaces<'a> {
    parts: Option<Parts<'a>>,
    positions: Option<Cow<'a, [[f32; 2]]>>,
    /// CSR form of the adjacency: offsets into the neighbor list, and the neighbor list.
    edges: Option<[Cow<'a, [u32]>; 2]>,
}

#[derive(Serialize, Deserialize)]
struct Parts<'a> {
    n_parts: u32,
    part_of: Cow<'a, [u32]>,
}

impl WrittenPlaces<'_> {
    /// Borrows the values in their serialized form.
    pub fn of<'a>(
        partition: Option<&'a Partition>,
        layout: Option<&'a Layout>,
        joined: Option<&'a Joined>,
    ) -> WrittenPlaces<'a> {
        WrittenPlaces {
            parts: partition.map(|partition| Parts {
                n_parts: partition.n_parts,
                part_of: Cow::from(&partition.part_of),
            }),
            positions: layout.map(|layout| Cow::from(&layout.positions)),
            edges: joined.map(|joined| joined.parts().map(Cow::from)),
        }
    }

    /// Validates the deserialized values against `pool`. O(n + edges).
    ///
    /// # Errors
    /// A description of what does not fit the pool.
    pub fn read(self, pool: &Pool) -> Result<Places, &'static str> {
        let n = pool.len();
        const NOT_AS_MANY: &str = "its parts or positions are not as many as its texts";
        if self.parts.as_ref().is_some_and(|parts| parts.part_of.len() != n) {
            return Err(NOT_AS_MANY);
        }
        let partition = self.parts.map(|parts| {
            let partition = Partition::from_parts(parts.part_of.into_owned(), parts.n_parts, n);
            partition.ok_or("a text is in a part that there is not, or there are more parts than texts")
        });
        let partition = partition.transpose()?;
        let layout = self.positions.map(|positions| Layout {
            positions: positions.into_owned(),
        });
        if layout.as_ref().is_some_and(|layout| layout.positions.len() != n) {
            return Err(NOT_AS_MANY);
        }
        // JSON numbers can exceed the range of f32 and become infinite, which could not be written again.
        let is_finite = |layout: &Layout| layout.positions.as_flattened().iter().all(|place| place.is_finite());
        if !layout.as_ref().is_none_or(is_finite) {
            return Err("a text’s position on the map is out of range");
        }
        let edges = self.edges.map(|[offsets, neighbors]| {
            Joined::from_parts(offsets.into_owned(), neighbors.into_owned(), n).ok_or("its edges are none of its texts")
        });
        Ok(Places {
            partition,
            layout,
            joined: edges.transpose()?,
        })
    }
}

#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
#[cfg(test)]
mod tests;
