//! Imports a file of texts in pieces, so that the worker's memory holds only the pool and one piece of the file.

use std::ops::Range;

use fastgas_data::{
    Columns, DETECTION_BYTES, DetectedEncoding, EncodingScan, FoundLabels, Import, ImportReport, Loaded, Pool, Preview,
    PreviewRows, Reader, VectorRows, check_vectors, column_languages, preview_with_rest, rows_by_delimiter, vectors_of,
};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::Error;
use fastgas_protocol::{Event, FileReason, Refusal, WorkerError, bytes_of_f32, bytes_of_u32};
use ndarray::Array2;

use crate::answer::SendEvent;
use crate::decode::{matrix, normalized, protocol};

/// Size, in bytes, of the pieces that a file is read in.
const CHUNK_BYTES: u64 = 1 << 20;
/// Maximum size in bytes of the cells, the ends of cells or the embeddings in one event.
/// The page copies this number of bytes in a few milliseconds.
const MAX_CELL_BYTES: usize = 4 << 20;

/// Random access to the bytes of a file. In the browser, the file is a `Blob`.
pub trait Source {
    fn bytes(&self) -> u64;

    /// # Errors
    /// Returns the reason why the browser refused to read the file, for example because the file has changed.
    fn read(&self, bytes: Range<u64>) -> Result<Vec<u8>, Refusal>;

    /// Returns the rows of a column of embeddings. Returns `None` if the file format does not store the column as floats.
    ///
    /// # Errors
    /// Returns [`WorkerError::Pipeline`] for a damaged column.
    fn vectors(&self, _name: &str) -> Result<Option<VectorRows>, WorkerError> {
        Ok(None)
    }
}

/// # Errors
/// Returns [`WorkerError::Protocol`] if the request came without a file.
pub(crate) fn required(file: Option<&dyn Source>) -> Result<&dyn Source, WorkerError> {
    file.ok_or_else(|| protocol("the request has no file"))
}

/// Imports `file`. Returns the pool, a report on how the file was read, and the index of the text column.
/// `report` is called after each piece of the file. If the encoding must be detected first, each piece is read twice.
pub fn read(
    file: &dyn Source,
    import: &Import,
    columns: &Columns,
    report: &mut dyn FnMut(Progress),
) -> Result<(Loaded, usize), WorkerError> {
    let passes = if import.encoding.is_some() { 1 } else { 2 };
    let total = passes * n_pieces(file);
    let mut done = 0;
    let mut on_event = |n: u32| {
        done += n;
        report(Progress {
            stage: Stage::Load,
            done,
            total,
        });
    };
    on_event(0);
    let scanned = scan(file, import, &mut || on_event(1))?;
    let loaded = load(file, import, scanned, &mut || on_event(1))?;
    let n_rows = |import: &Import| Some(load(file, import, scanned, &mut || ()).ok()?.pool.len() as u64);
    let rows_by_delimiter = match import.delimiter {
        None => rows_by_delimiter(&loaded.found, n_rows),
        Some(_) => Vec::new(),
    };
    let (pool, text_column) = columns.apply(loaded.pool).map_err(Error::from)?;
    let chosen = columns.labels.as_ref().and_then(|name| pool.column(name).ok());
    let chosen = chosen.map(|column| (column, columns.per_cell));
    let found = ImportReport {
        text_languages: column_languages(&pool, text_column),
        rows_by_delimiter,
        labels: Some(FoundLabels::of(&pool, text_column, chosen)),
        ..loaded.found
    };
    Ok((Loaded { pool, found }, text_column))
}

fn load(
    file: &dyn Source,
    import: &Import,
    scanned: DetectedEncoding,
    on_event: &mut dyn FnMut(),
) -> Result<Loaded, WorkerError> {
    let mut reader = Reader::new(import.clone(), scanned, file.bytes());
    for piece in pieces(file, 0) {
        reader.push(&piece?).map_err(Error::from)?;
        on_event();
    }
    Ok(reader.finish().map_err(Error::from)?)
}

/// Sends the cells in several events, so that the page copies the cells of each event in a separate task.
pub(crate) fn send_cells(cells: &str, send: &mut SendEvent<'_>) {
    let mut start = 0;
    while start < cells.len() {
        let end = cells.floor_char_boundary(start + MAX_CELL_BYTES);
        let event = Event::Cells {
            start: start as u32,
            // The conversion cannot overflow, because the ends of cells are u32.
            total: cells.len() as u32,
        };
        send(event, vec![cells.as_bytes()[start..end].to_vec()]);
        start = end;
    }
}

/// Sends the end offsets of the cells in several events, so that the page copies each event in a separate task.
pub(crate) fn send_ends(ends: &[u32], send: &mut SendEvent<'_>) {
    let step = MAX_CELL_BYTES / size_of::<u32>();
    for (start, piece) in (0..).step_by(step).zip(ends.chunks(step)) {
        let event = Event::Ends {
            start,
            // The cast of the number of offsets is exact, because the page's memory cannot hold 2³² offsets.
            total: ends.len() as u32,
        };
        send(event, vec![bytes_of_u32(piece)]);
    }
}

/// Scales the embeddings in the column `name` to unit length and sends them in several events.
/// `given` contains the lists of numbers in the column, if the file format stores them as floats.
///
/// # Errors
/// Returns [`WorkerError::Pipeline`] if the column is missing, or does not contain lists of numbers of equal length.
/// A list of zeros is also an error.
pub(crate) fn send_embeddings(
    pool: &Pool,
    name: &str,
    given: Option<VectorRows>,
    send: &mut SendEvent<'_>,
) -> Result<(), WorkerError> {
    let column = pool.column(name).map_err(Error::from)?;
    let mut send_rows = |numbers: Array2<f32>, first_row: usize| -> Result<(), WorkerError> {
        let vectors = normalized(numbers, |row| row + first_row as u32)?;
        let event = Event::Embeddings {
            first_row: first_row as u32,
            rows: pool.len() as u32,
            dimensions: vectors.dimensions() as u32,
        };
        send(event, vec![bytes_of_f32(vectors.as_slice())]);
        Ok(())
    };
    if let Some(given) = given.filter(|given| given.len() == pool.len() as u64) {
        let (pieces, dimensions) = given.into_pieces(name).map_err(Error::from)?;
        let mut first_row = 0;
        for piece in pieces {
            let numbers = matrix(Some(piece), dimensions as u32)?;
            let n_rows = numbers.nrows();
            send_rows(numbers, first_row)?;
            first_row += n_rows;
        }
        return Ok(());
    }
    let dimensions = check_vectors(pool, column).map_err(Error::from)?;
    let step = (MAX_CELL_BYTES / (dimensions * size_of::<f32>()).max(1)).max(1);
    for start in (0..pool.len()).step_by(step) {
        let rows = (start..pool.len().min(start + step)).map(|row| pool.instance(row));
        send_rows(matrix(Some(vectors_of(rows, column)), dimensions as u32)?, start)?;
    }
    Ok(())
}

/// Reads the beginning of `file` for the preview of an import.
/// If the beginning has no row that reveals a wrong encoding, more pieces are read until such a row is found.
/// With [`PreviewRows::TellingInBeginning`], only the beginning is searched for a row that reveals a wrong encoding.
/// With [`PreviewRows::First`], the file is searched only if the encoding is a guess or bytes are malformed.
/// The time is linear in the number of bytes read.
///
/// # Errors
/// Returns the errors from [`read`] that no import setting can fix.
pub fn preview(file: &dyn Source, import: &Import, sought: PreviewRows) -> Result<Preview, WorkerError> {
    let scanned = scan(file, import, &mut || ())?;
    // The preview reads more bytes than format detection, so that rare letters are found if the encoding is a guess.
    let end = file.bytes().min(16 * DETECTION_BYTES as u64);
    let beginning = file.read(0..end).map_err(unreadable)?;
    let mut failure = None;
    let rest = pieces(file, end).map_while(|piece| piece.map_err(|error| failure = Some(error)).ok());
    let beginning = (&beginning[..], end == file.bytes());
    let preview = preview_with_rest(beginning, rest, scanned, import, sought);
    // After a read error, the preview would show a truncated file, so the read error is returned instead.
    if let Some(failure) = failure {
        return Err(failure);
    }
    let preview = preview.map_err(Error::from)?;
    Ok(preview)
}

fn scan(file: &dyn Source, import: &Import, on_event: &mut dyn FnMut()) -> Result<DetectedEncoding, WorkerError> {
    if let Some(label) = &import.encoding {
        return Ok(DetectedEncoding::given(label).map_err(Error::from)?);
    }
    let mut scan = EncodingScan::default();
    for piece in pieces(file, 0) {
        scan.push(&piece?);
        on_event();
    }
    Ok(scan.finish())
}

fn n_pieces(file: &dyn Source) -> u32 {
    file.bytes().div_ceil(CHUNK_BYTES) as u32
}

fn pieces(file: &dyn Source, start: u64) -> impl Iterator<Item = Result<Vec<u8>, WorkerError>> {
    let piece = |start: u64| {
        file.read(start..file.bytes().min(start + CHUNK_BYTES))
            .map_err(unreadable)
    };
    (start..file.bytes()).step_by(CHUNK_BYTES as usize).map(piece)
}

pub(crate) fn unreadable(reason: Refusal) -> WorkerError {
    WorkerError::File {
        reason: FileReason::Browser(reason),
    }
}

#[cfg(test)]
mod tests;
