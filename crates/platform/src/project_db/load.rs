//! Reads the stored project.

use std::rc::Rc;
use std::sync::Arc;

use idb::ObjectStore;
use wasm_bindgen::{JsCast, JsValue};

use super::ProjectDb;
use super::buffers::{CHUNK_BYTES, Pieces, hash};
use super::head::stored;
use super::integrity::{IntegrityReport, ProjectPart};
use super::label_log::{StoredLog, stored_log};
use super::schema::{
    CELLS, EDGES, ENDS, LABELS, ORIGINAL_OF, OTHERS, PART_OF, POSITIONS, PROJECT, StaticPart, Stored, TRACE,
};
use super::stored_project::{StoredAnnotations, StoredProject};
use crate::at_rest::AtRest;
use crate::control::NextTask;
use crate::database::{StorageError, unreadable};
use fastgas_annotation::label::LogEntry;
use fastgas_data::{DamagedParts, Pool, Salvaged, salvage, stored_pool};
use fastgas_graph::Adjacency;
use fastgas_map::Layout;
use fastgas_partition::Partition;
use fastgas_progress::Slices;
use fastgas_protocol::transport::from_js;
use fastgas_protocol::{UnreadableReason, f32_of_bytes, u32_of_bytes};
use fastgas_trace::StoredTrace;

impl ProjectDb {
    /// Returns the stored project, its label log in order, and the result of comparing the copies of the log.
    /// Does not write to the database.
    /// Returns [`StorageError::Unreadable`] if another version stored the project, or if the project is incomplete.
    /// After an error, nothing is deleted.
    /// Returns [`StorageError::Locked`] for a protected project without a key, or an unprotected project with a key.
    /// Also returns [`StorageError::Locked`] if another tab has changed the passphrase.
    pub async fn load(&self) -> Result<Option<(StoredProject, Vec<LogEntry>, IntegrityReport)>, StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some((stored, is_unfinished)) = stored(&self.at_rest, &store).await? else {
            return Ok(None);
        };
        let [cells, ends] = [Pieces::read(&store, CELLS).await?, Pieces::read(&store, ENDS).await?];
        let part_of = Pieces::read(&store, PART_OF).await?;
        let positions = Pieces::read(&store, POSITIONS).await?;
        let adjacency = [
            Pieces::read(&store, EDGES[0]).await?,
            Pieces::read(&store, EDGES[1]).await?,
        ];
        let [trace, original_of] = [
            Pieces::read(&store, TRACE).await?,
            Pieces::read(&store, ORIGINAL_OF).await?,
        ];
        let (others, n_others_lost) = others_said(&self.at_rest, &store).await?;
        let stored_log = stored_log(&self.at_rest, &self.database, &transaction).await?;
        let whole = |pieces: Pieces| pieces.whole(&self.at_rest);
        let [cells, ends] = [whole(cells).await, whole(ends).await];
        let [part_of, positions] = [whole(part_of).await, whole(positions).await];
        let [offsets, neighbors] = adjacency;
        let adjacency = [whole(offsets).await, whole(neighbors).await];
        let [trace, original_of] = [whole(trace).await, whole(original_of).await];
        let (log, mut findings) = self.inspect(stored_log).await;
        findings.n_others_lost = n_others_lost;
        let frame = StaticPart {
            pool_hash: stored.pool_hash,
            columns: stored.columns.clone(),
            n_parts: stored.n_parts,
            sums: stored.sums.clone(),
        };

        if stored.columns.is_empty() {
            return Err(unreadable(UnreadableReason::NoColumns));
        }
        let part_of = checked(&stored, PART_OF, part_of).await;
        let part_of = part_of.map(|bytes| u32_of_bytes(&bytes?));
        let positions = checked(&stored, POSITIONS, positions).await;
        let positions = positions.map(|bytes| f32_of_bytes(&bytes?));
        let [offsets, neighbors] = adjacency;
        let adjacency = [
            checked(&stored, EDGES[0], offsets).await,
            checked(&stored, EDGES[1], neighbors).await,
        ];
        let trace = checked(&stored, TRACE, trace).await;
        let original_of = checked(&stored, ORIGINAL_OF, original_of).await;
        // If texts are missing, the log entries, parts and map positions show how many rows the pool had.
        let n_rows = log.iter().chain(&others).map(|entry| entry.row as usize + 1);
        let n_rows = n_rows
            .chain(part_of.iter().flatten().map(Vec::len))
            .chain(positions.iter().flatten().map(|positions| positions.len() / 2))
            .max()
            .unwrap_or(0);
        let pool = read_pool(&stored, cells, ends, n_rows, &mut findings).await;
        let partition = match (part_of, stored.n_parts) {
            (None, None) => None,
            (part_of, n_parts) => {
                let parts = part_of.flatten().zip(n_parts);
                let fits = |(part_of, n_parts)| Partition::from_parts(part_of, n_parts, pool.len()).ok();
                findings.record_if_lost(ProjectPart::Partition, parts.and_then(fits))
            }
        };
        let layout = positions.and_then(|numbers| {
            let fits = |numbers: &Vec<f32>| numbers.len() == 2 * pool.len();
            let layout = numbers.filter(fits).map(|numbers| Layout {
                positions: numbers.as_chunks::<2>().0.to_vec(),
            });
            findings.record_if_lost(ProjectPart::Layout, layout)
        });
        let adjacency = match adjacency {
            [None, None] => None,
            parts => {
                let [offsets, neighbors] = parts.map(|bytes| u32_of_bytes(&bytes??));
                let fits = |(offsets, neighbors)| Adjacency::from_parts(offsets, neighbors, pool.len());
                findings.record_if_lost(ProjectPart::Edges, offsets.zip(neighbors).and_then(fits))
            }
        };
        let recorded = trace.and_then(|trace| {
            let original_of = original_of.map_or(Some(Vec::new()), |bytes| u32_of_bytes(&bytes?));
            let recorded = trace
                .zip(original_of)
                .map(|(trace, original_of)| StoredTrace { trace, original_of });
            let recorded = recorded.filter(|recorded| recorded.fits(pool.len()));
            findings.record_if_lost(ProjectPart::Recorded, recorded)
        });
        let project = StoredProject {
            head: stored.head,
            pool: Arc::new(pool),
            partition,
            layout,
            adjacency,
            recorded: recorded.map(Arc::new),
            others,
            is_protected: self.at_rest.protection().is_some(),
        };
        let mut known = self.known.borrow_mut();
        known.frame = Some(Rc::new(frame));
        known.is_unfinished = is_unfinished;
        drop(known);
        Ok(Some((project, log, findings)))
    }

    pub async fn load_annotations(&self) -> Result<Option<StoredAnnotations>, StorageError> {
        let transaction = self.database.read(&[PROJECT, LABELS])?;
        let store = transaction.object_store(PROJECT)?;
        let Some((Stored { head, .. }, _)) = stored(&self.at_rest, &store).await? else {
            return Ok(None);
        };
        let (others, _) = others_said(&self.at_rest, &store).await?;
        let StoredLog { kept, .. } = stored_log(&self.at_rest, &self.database, &transaction).await?;
        let log: Option<_> = kept.into_iter().map(|kept| Some(kept?.entry)).collect();
        let log = log.ok_or_else(|| unreadable(UnreadableReason::LogEntry))?;
        Ok(Some(StoredAnnotations { head, others, log }))
    }
}

/// Reads the entries of other annotators. Also returns the number of values that cannot be read.
async fn others_said(at_rest: &AtRest, project: &ObjectStore) -> Result<(Vec<LogEntry>, usize), StorageError> {
    let Some(value) = project.get(JsValue::from(OTHERS))?.await? else {
        return Ok((Vec::new(), 0));
    };
    if at_rest.protection().is_some() {
        let others = at_rest.read_value(&[PROJECT, OTHERS], value);
        return Ok(others.map_or_else(|_| (Vec::new(), 1), |others| (others, 0)));
    }
    let values = match value.dyn_into::<js_sys::Array>() {
        Ok(values) => values.to_vec(),
        Err(_) => return Ok((Vec::new(), 1)),
    };
    let n = values.len();
    let others: Vec<LogEntry> = values.into_iter().filter_map(|value| from_js(value).ok()).collect();
    let n_lost = n - others.len();
    Ok((others, n_lost))
}

/// Compares `bytes`, the value stored under `key`, with their hash.
/// Returns `Some(None)` if the bytes are missing or do not match their hash.
/// Returns `None` if the project has neither bytes nor a hash for `key`.
async fn checked(stored: &Stored, key: &str, bytes: Option<Vec<u8>>) -> Option<Option<Vec<u8>>> {
    match (stored.sums.get(key), bytes) {
        (None, bytes) => bytes.map(Some),
        (Some(_), None) => Some(None),
        (Some(sum), Some(bytes)) => Some((hash(&[], &bytes, &[]).await == *sum).then_some(bytes)),
    }
}

/// Reads the pool. Unreadable cells are empty. A damaged pool gets at least `n_rows` rows.
async fn read_pool(
    stored: &Stored,
    cells: Option<Vec<u8>>,
    ends: Option<Vec<u8>>,
    n_rows: usize,
    findings: &mut IntegrityReport,
) -> Pool {
    let (cells, ends) = (cells.unwrap_or_default(), ends.unwrap_or_default());
    let is_as_stored = hash(&stored.columns, &cells, &ends).await == stored.pool_hash;
    let columns = stored.columns.clone();
    let n_cells = if is_as_stored { 0 } else { n_rows * columns.len() };
    let mut slices = Slices::new(CHUNK_BYTES, NextTask);
    let read = stored_pool(columns, (cells, ends), n_cells, &mut slices).await;
    match read.expect("the next task always begins") {
        Ok(pool) => {
            findings.has_other_texts = !is_as_stored;
            pool
        }
        Err(DamagedParts { columns, cells, ends }) => {
            let Salvaged { pool, lost_rows } = salvage(columns, &cells, &ends, n_rows);
            findings.lost_rows = lost_rows;
            pool
        }
    }
}
