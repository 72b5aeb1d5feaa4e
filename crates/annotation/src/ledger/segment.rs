//! Format of a log's second copy: append-only files (segments) of about 32 KiB, each with a part of the log.
//! When a segment reaches [`SEGMENT_BYTES`], the next segment begins.
//!
//! ```text
//!  segment  "FGLOG1\0\0", hash version, generation │ record, record, …
//!  record   length, position, checksum             │ the log entry as JSON
//! ```
//!
//! Numbers are little-endian. Each record contains its position, so a damaged record does not affect later records.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{HASH_VERSION, json};
use crate::label::LogEntry;

/// Minimum size of a complete segment in bytes. New entries are added only to a smaller segment.
/// The size is small, because the newest segment is rewritten for each entry.
pub const SEGMENT_BYTES: usize = 32 << 10;

const MAGIC: &[u8; 8] = b"FGLOG1\0\0";
const HEADER: usize = 8 + 4 + 8;
const RECORD: usize = 4 + 4 + 8;

/// The readable content of a segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Entries with their positions in the log, in file order.
    pub entries: Vec<(u32, LogEntry)>,
    /// True if a part of the segment could not be read.
    pub is_damaged: bool,
}

/// Returns the file header of a new segment.
pub fn segment_begins(generation: u64) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(HASH_VERSION.to_le_bytes());
    bytes.extend(generation.to_le_bytes());
    bytes
}

/// Appends the entry at `position` of the log to the bytes of a segment.
pub fn segment_takes(bytes: &mut Vec<u8>, generation: u64, position: u32, entry: &LogEntry) {
    let payload = json(entry);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(position.to_le_bytes());
    bytes.extend(sum(generation, position, &payload).to_le_bytes());
    bytes.extend(payload);
}

/// Reads the records of a segment that belong to the generation `generation` of the log.
/// The generation is a number that increases when the whole log is rewritten.
pub fn read_segment(bytes: &[u8], generation: u64) -> Segment {
    let mut segment = Segment {
        is_damaged: bytes.get(..HEADER) != Some(&segment_begins(generation)),
        ..Segment::default()
    };
    // A damaged header does not invalidate the records, because the checksum of each record covers the generation.
    let mut at = HEADER;
    while at < bytes.len() {
        match record(&bytes[at..], generation) {
            Some((position, entry, length)) => {
                segment.entries.push((position, entry));
                at += length;
            }
            // The start of the next record is unknown, so the loop tries every byte position.
            None => {
                segment.is_damaged = true;
                at += 1;
            }
        }
    }
    segment
}

/// Returns the position, the entry and the length in bytes of the record at the start of `bytes`.
fn record(bytes: &[u8], generation: u64) -> Option<(u32, LogEntry, usize)> {
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    let position = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?);
    let stored_sum = u64::from_le_bytes(*bytes.get(8..)?.first_chunk()?);
    let end = RECORD.checked_add(length)?;
    let payload = bytes.get(RECORD..end)?;
    if sum(generation, position, payload) != stored_sum {
        return None;
    }
    let entry = serde_json::from_slice(payload).ok()?;
    Some((position, entry, end))
}

fn sum(generation: u64, position: u32, payload: &[u8]) -> u64 {
    xxh3_64_with_seed(payload, generation.rotate_left(32) ^ u64::from(position))
}
