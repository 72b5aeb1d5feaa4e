//! Work on whole pools that is divided into slices, and the units that measure this work.

use std::collections::BTreeMap;

use super::pool::{Pool, PoolParts};
use crate::LoadError;
use fastgas_progress::{Pause, Slices, Stopped};

/// Units of work for reading a cell, in addition to one unit for each byte of the cell.
pub(super) const CELL_WORK: usize = 64;
/// Units of work for looking up a row, in addition to one unit for each byte of the row's text.
pub(super) const KEY_WORK: usize = 256;

/// Whether `holds(row, cell)` is true for the trimmed cell of `column` in each row.
/// Stops at the first row where `holds` is false.
pub(super) async fn all_cells<P: Pause>(
    pool: &Pool,
    column: usize,
    mut holds: impl FnMut(u32, &str) -> bool,
    slices: &mut Slices<P>,
) -> Result<bool, Stopped> {
    for instance in pool.instances() {
        let cell = instance.cell(column);
        if !holds(instance.row() as u32, cell.trim()) {
            return Ok(false);
        }
        slices.count(CELL_WORK + cell.len()).await?;
    }
    Ok(true)
}

/// Frees a map in slices, because freeing a large map in one step takes a long time.
pub(super) async fn free<K: Ord, V, P: Pause>(mut map: BTreeMap<K, V>, slices: &mut Slices<P>) -> Result<(), Stopped> {
    while map.pop_first().is_some() {
        slices.count(KEY_WORK).await?;
    }
    Ok(())
}

pub(super) async fn checked_pool<P: Pause>(
    mut parts: PoolParts,
    slices: &mut Slices<P>,
) -> Result<Result<Pool, LoadError>, Stopped> {
    /// Number of end offsets that are checked between two updates of the work counter.
    const CHECKED_ENDS: usize = 1 << 14;
    loop {
        match parts.check(CHECKED_ENDS) {
            Ok(true) => return Ok(parts.into_pool()),
            Ok(false) => slices.count(size_of::<u32>() * CHECKED_ENDS).await?,
            Err(error) => return Ok(Err(error)),
        }
    }
}
