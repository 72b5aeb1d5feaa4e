//! A project as one file: a backup, or what one annotator hands to another.
//!
//! ```text
//!  boats.fastgas, a ZIP archive without compression
//!    project.json     settings, picks, labels: what the page says of the texts
//!    texts.csv        the pool, every cell quoted
//!    map.json         {"parts":{…}|null,"positions":[[x,y],…]|null,"edges":[[offsets…],[neighbors…]]|null}
//!    embeddings.npy   n×d f32; not there before texts were embedded
//! ```
//!
//! Any program opens it: a spreadsheet the texts, NumPy the embeddings. Without compression, since embeddings do not
//! shrink, what is read is never larger than the file, and a part of it can be read where it lies.

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

/// What every ZIP archive begins with.
const MAGIC: &[u8] = b"PK";

/// What is wrong with an archive, or with one of the files in it.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Flaw {
    /// Anything but a ZIP archive.
    #[error("it is not a ZIP file")]
    NoZip,
    /// The list of what is in an archive stands at its end.
    #[error("its end is missing, as if it was cut off on its way")]
    CutOff,
    /// It contradicts itself.
    #[error("it contradicts itself: {}", quoted(said))]
    Damaged {
        /// What the reader of archives says.
        said: String,
    },
    /// A file in it is another than was put into it.
    #[error("it is not what was written there")]
    Changed,
    /// Encrypted, in several files, and the like.
    #[error("it is a kind of ZIP file that this page does not read: {}", quoted(said))]
    Unsupported {
        /// What the reader of archives says.
        said: String,
    },
    /// Compressed, which no bundle is.
    #[error("it is compressed")]
    Compressed,
    /// A file that no project is without.
    #[error("there is no {file} in it")]
    Missing {
        /// Its name.
        file: &'static str,
    },
    /// Bytes that are no text.
    #[error("it is no text in UTF-8")]
    NotText,
    /// A row of another width.
    #[error("row {row} has another number of cells ({cells}) than the header ({columns})")]
    Ragged {
        /// The row, from 0.
        row: u64,
        /// Its cells.
        cells: u64,
        /// The columns.
        columns: u64,
    },
    /// More than a pool can hold.
    #[error("it is larger than 4 GB")]
    TooLarge,
    /// What holds the file, such as a browser or a disk, does not give it.
    #[error("{said}")]
    Unread {
        /// Why not.
        said: String,
    },
}

impl Flaw {
    /// The error for a file of which `reason` tells this.
    fn error(&self, reason: String) -> LoadError {
        match self {
            Flaw::CutOff | Flaw::Damaged { .. } | Flaw::Changed => LoadError::Damaged { reason },
            _ => LoadError::NotProject { reason },
        }
    }
}

/// Where the texts are: their parts, their places on the map, and who is joined with whom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// A part for every instance, once selected.
    pub partition: Option<Partition>,
    /// Where each instance is drawn, once laid out.
    pub layout: Option<Layout>,
    /// The edges of the kNN graph, once laid out.
    pub joined: Option<Joined>,
}

/// [`Places`] as they are written.
#[derive(Serialize, Deserialize)]
pub struct WrittenPlaces<'a> {
    parts: Option<Parts<'a>>,
    positions: Option<Cow<'a, [[f32; 2]]>>,
    /// Where each text's neighbors begin, and those.
    edges: Option<[Cow<'a, [u32]>; 2]>,
}

#[derive(Serialize, Deserialize)]
struct Parts<'a> {
    n_parts: u32,
    part_of: Cow<'a, [u32]>,
}

impl WrittenPlaces<'_> {
    /// As they are written.
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

    /// What was written, of the texts of `pool`. O(n + edges).
    ///
    /// # Errors
    /// What does not fit the pool, in words.
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
        // JSON has larger numbers than f32, and none that is infinite: what was read could not be written.
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
