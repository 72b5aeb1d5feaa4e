//! A project as one file: a backup, or a copy that one annotator sends to another annotator.
//!
//! ```text
//!  boats.fastgas, a ZIP archive without compression
//!    project.json     settings, picks, labels: everything except texts, map and embeddings
//!    texts.csv        the pool, every cell quoted
//!    map.json         {"parts":{…}|null,"positions":[[x,y],…]|null,"edges":[[offsets…],[neighbors…]]|null}
//!    embeddings.npy   n×d f32; absent if the texts are not embedded yet
//! ```
//!
//! Common programs can open the files of the archive: a spreadsheet opens the texts, NumPy opens the embeddings.
//! The archive is uncompressed, because compression barely shrinks embeddings.
//! Unpacking therefore never yields more bytes than the archive has. Each file can be read at its offset in the archive.

mod pack;
mod unpack;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use fastgas_data::{PlacesReason, Pool};
use fastgas_graph::Adjacency;
use fastgas_map::Layout;
use fastgas_partition::{Partition, PartitionError};

pub use pack::{BackupEmbeddings, Contents, pack};
pub use unpack::{UnpackedBackup, is_other_file, unpack};

const PROJECT: &str = "project.json";
const TEXTS: &str = "texts.csv";
const MAP: &str = "map.json";
const EMBEDDINGS: &str = "embeddings.npy";

/// First bytes of every ZIP archive.
const MAGIC: &[u8] = b"PK";

/// Partition, map positions and graph edges of the texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapData {
    /// Partition of the texts into parts; `None` before the first selection.
    pub partition: Option<Partition>,
    /// Map position of each text; `None` before the layout.
    pub layout: Option<Layout>,
    /// Edges of the kNN graph; `None` before the layout.
    pub adjacency: Option<Adjacency>,
}

/// [`MapData`] in the format of the file `map.json`.
#[derive(Serialize, Deserialize)]
pub struct SerializedMapData<'a> {
    parts: Option<Parts<'a>>,
    positions: Option<Cow<'a, [[f32; 2]]>>,
    edges: Option<[Cow<'a, [u32]>; 2]>,
}

#[derive(Serialize, Deserialize)]
struct Parts<'a> {
    n_parts: u32,
    part_of: Cow<'a, [u32]>,
}

impl SerializedMapData<'_> {
    /// Borrows the map data of the texts for serialization.
    pub fn of<'a>(
        partition: Option<&'a Partition>,
        layout: Option<&'a Layout>,
        adjacency: Option<&'a Adjacency>,
    ) -> SerializedMapData<'a> {
        SerializedMapData {
            parts: partition.map(|partition| Parts {
                n_parts: partition.n_parts,
                part_of: Cow::from(&partition.part_of),
            }),
            positions: layout.map(|layout| Cow::from(&layout.positions)),
            edges: adjacency.map(|adjacency| adjacency.parts().map(Cow::from)),
        }
    }

    /// Validates the deserialized values against `pool`. O(n + edges).
    ///
    /// # Errors
    /// Returns the reason why the backup does not fit the pool.
    pub fn read(self, pool: &Pool) -> Result<MapData, PlacesReason> {
        let n = pool.len();
        if self.parts.as_ref().is_some_and(|parts| parts.part_of.len() != n) {
            return Err(PlacesReason::Count);
        }
        let partition = self.parts.map(|parts| {
            let partition = Partition::from_parts(parts.part_of.into_owned(), parts.n_parts, n);
            partition.map_err(|error| match error {
                PartitionError::Length { .. } => PlacesReason::Count,
                PartitionError::TooMany { .. } | PartitionError::NoSuchPart { .. } => PlacesReason::Part,
                PartitionError::Empty { part } => PlacesReason::EmptyPart { part },
            })
        });
        let partition = partition.transpose()?;
        let layout = self.positions.map(|positions| Layout {
            positions: positions.into_owned(),
        });
        if layout.as_ref().is_some_and(|layout| layout.positions.len() != n) {
            return Err(PlacesReason::Count);
        }
        // JSON numbers can exceed the range of f32 and become infinite. Infinite positions cannot be saved as JSON.
        let is_finite = |layout: &Layout| layout.positions.as_flattened().iter().all(|place| place.is_finite());
        if !layout.as_ref().is_none_or(is_finite) {
            return Err(PlacesReason::Position);
        }
        let edges = self.edges.map(|[offsets, neighbors]| {
            Adjacency::from_parts(offsets.into_owned(), neighbors.into_owned(), n).ok_or(PlacesReason::Edges)
        });
        Ok(MapData {
            partition,
            layout,
            adjacency: edges.transpose()?,
        })
    }
}

#[cfg(any(test, feature = "test-support"))]
#[doc(hidden)]
pub mod fixtures;
#[cfg(test)]
mod tests;
