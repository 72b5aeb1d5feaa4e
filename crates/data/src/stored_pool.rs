//! Reads a stored pool. The work is divided into slices, so that the event loop of the caller stays responsive.

use super::pool::{Pool, PoolParts};
use fastgas_progress::{Pause, Slices, Stopped};

/// Number of bytes that are read between two updates of the work counter.
const PIECE_BYTES: usize = 1 << 16;
const END_BYTES: usize = size_of::<u32>();

/// Damaged content of a stored pool. [`salvage`](super::salvage()) restores the readable cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedParts {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Concatenated cells, which may be invalid UTF-8.
    pub cells: Vec<u8>,
    /// Byte offsets where the cells end. The offsets may decrease or exceed the total size of the cells.
    pub ends: Vec<u32>,
}

/// Reads a pool from the bytes of its cells and the end offsets of the cells, which are little-endian 32-bit numbers.
/// Surplus bytes after the last complete end offset are ignored.
/// A pool with fewer than `n_cells` cells is damaged.
///
/// The unit of work is one byte. The size of the slices does not change the result.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work.
/// The inner error contains the damaged content if the bytes do not form a pool of at least `n_cells` cells.
pub async fn stored_pool<P: Pause>(
    columns: Vec<String>,
    (cells, ends): (Vec<u8>, Vec<u8>),
    n_cells: usize,
    slices: &mut Slices<P>,
) -> Result<Result<Pool, DamagedParts>, Stopped> {
    let (numbers, _) = ends.as_chunks::<END_BYTES>();
    let mut ends = Vec::with_capacity(numbers.len());
    for piece in numbers.chunks(PIECE_BYTES / END_BYTES) {
        ends.extend(piece.iter().map(|&bytes| u32::from_le_bytes(bytes)));
        slices.count(size_of_val(piece)).await?;
    }
    let text = match text_of(cells, slices).await? {
        Ok(text) => text,
        Err(cells) => return Ok(Err(DamagedParts { columns, cells, ends })),
    };
    let has_all_cells = ends.len() >= n_cells;
    let mut parts = PoolParts::new(columns, text, ends);
    while let Ok(false) = parts.check(PIECE_BYTES / END_BYTES) {
        slices.count(PIECE_BYTES).await?;
    }
    if parts.are_complete() && has_all_cells {
        // `into_pool` takes constant time, because `check` has already validated the end offsets.
        return Ok(Ok(parts.into_pool().expect("complete parts form a pool")));
    }
    let (columns, text, ends) = parts.into_parts();
    Ok(Err(DamagedParts {
        columns,
        cells: text.into_bytes(),
        ends,
    }))
}

/// Decodes UTF-8. The inner error contains the bytes of an invalid text.
async fn text_of<P: Pause>(bytes: Vec<u8>, slices: &mut Slices<P>) -> Result<Result<String, Vec<u8>>, Stopped> {
    let mut text = String::with_capacity(bytes.len());
    while text.len() < bytes.len() {
        let rest = &bytes[text.len()..];
        let piece = &rest[..rest.len().min(PIECE_BYTES)];
        // A character at the end of the chunk may be incomplete. The next chunk begins with the incomplete character.
        let valid = piece.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        if valid.is_empty() {
            return Ok(Err(bytes));
        }
        text.push_str(valid);
        slices.count(valid.len()).await?;
    }
    Ok(Ok(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_progress::{NoPause, at_once};

    fn bytes_of(ends: &[u32]) -> Vec<u8> {
        ends.iter().flat_map(|end| end.to_le_bytes()).collect()
    }

    fn columns() -> Vec<String> {
        vec!["a".to_owned(), "b".to_owned()]
    }

    fn read(cells: &[u8], ends: &[u8], n_cells: usize, size: usize) -> Result<Pool, DamagedParts> {
        let mut slices = Slices::new(size, NoPause);
        let parts = (cells.to_vec(), ends.to_vec());
        at_once(stored_pool(columns(), parts, n_cells, &mut slices))
    }

    #[test]
    fn size_of_the_slices_does_not_change_the_pool() {
        // The first chunk ends inside a character.
        let text = "x".to_owned() + &"äé".repeat(PIECE_BYTES);
        let n = text.len() as u32;
        let mut ends: Vec<u32> = (0..PIECE_BYTES as u32).map(|row| 1 + 2 * row).collect();
        ends.extend([n - 2, n]);
        let pool = Pool::from_parts(columns(), text.clone(), ends.clone()).expect("a pool");
        for size in [1, 1000, usize::MAX] {
            let read = read(text.as_bytes(), &bytes_of(&ends), ends.len(), size);
            assert!(read.as_ref() == Ok(&pool), "slices of {size}");
        }
    }

    #[test]
    fn surplus_bytes_of_the_ends_are_ignored() {
        let ends = [&bytes_of(&[1, 2])[..], &[7, 7]].concat();
        let pool = Pool::from_parts(columns(), "xy".into(), vec![1, 2]).expect("a pool");
        assert_eq!(read(b"xy", &ends, 0, 1), Ok(pool));
    }

    #[test]
    fn damaged_parts_are_returned() {
        let mut cut = vec![b'x'; PIECE_BYTES - 1];
        cut.push(0xc3);
        for (cells, ends, n_cells) in [
            (&b"x\xffy"[..], vec![1, 3], 2),
            (&b"xy\xc3"[..], vec![1, 3], 2),
            (&cut[..], vec![1, PIECE_BYTES as u32], 2),
            ("xä".as_bytes(), vec![2, 3], 2),
            (&b"xy"[..], vec![2, 1], 2),
            (&b"xy"[..], vec![1, 2, 2], 2),
            (&b"xy"[..], vec![1, 1], 2),
            (&b"xy"[..], vec![1, 9], 2),
            (&b"xy"[..], vec![1, 2], 4),
        ] {
            let damaged = DamagedParts {
                columns: columns(),
                cells: cells.to_vec(),
                ends: ends.clone(),
            };
            for size in [1, usize::MAX] {
                assert_eq!(read(cells, &bytes_of(&ends), n_cells, size), Err(damaged.clone()));
            }
        }
    }
}
