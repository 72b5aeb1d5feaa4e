//! Appends files to a pool: finds the rows of another file that the pool already contains, and appends the other rows.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::columns::check_ids_in_slices;
use super::import::ImportReport;
use super::pool::{Instance, Pool, PoolParts};
use super::work::{CELL_WORK, KEY_WORK, checked_pool, free};
use crate::{LoadError, SizeReason};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Units of work for appending one row, in addition to one unit for each byte of the row's cells.
const ROW_WORK: usize = 64;

/// Counts of the texts in a file that was appended to a project, and how the file was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppendedFile {
    /// Name of the appended file.
    pub file_name: String,
    /// Number of texts in the file that were new to the project.
    pub n_texts: usize,
    /// Number of texts in the file that the project already contained.
    pub n_known: usize,
    /// Report of how the file was read.
    pub found: Option<ImportReport>,
}

/// A pool with the index of its text column and, if it has ids, the index of its id column.
pub type Identified<'a> = (&'a Pool, usize, Option<usize>);

/// For each row of `further`, the index of the identical row in `pool`, or `None` if there is no such row.
///
/// Two rows are equal if their texts are identical and, if both pools have ids, their ids are also identical.
/// Duplicate rows are matched in order: the first duplicate in `further` is matched with the first duplicate in `pool`.
/// Each row is matched at most once. Surplus copies of a row in either file stay unmatched. O(n log n).
pub fn match_known_rows(pool: Identified<'_>, further: Identified<'_>) -> Vec<Option<u32>> {
    at_once(match_known_rows_in_slices(pool, further, &mut Slices::whole()))
}

async fn match_known_rows_in_slices<P: Pause>(
    pool: Identified<'_>,
    further: Identified<'_>,
    slices: &mut Slices<P>,
) -> Result<Vec<Option<u32>>, Stopped> {
    let has_ids = pool.2.is_some() && further.2.is_some();
    let mut rows_of: BTreeMap<_, VecDeque<u32>> = BTreeMap::new();
    for (row, key) in (0..).zip(keys(pool, has_ids)) {
        rows_of.entry(key).or_default().push_back(row);
        slices.count(KEY_WORK + key.0.len()).await?;
    }
    let mut rows = Vec::with_capacity(further.0.len());
    for key in keys(further, has_ids) {
        rows.push(rows_of.get_mut(&key).and_then(VecDeque::pop_front));
        slices.count(KEY_WORK + key.0.len()).await?;
    }
    free(rows_of, slices).await?;
    Ok(rows)
}

/// Normalizes differences that programs introduce when they save a text.
/// Line ends become `\n`, no-break spaces become spaces, and characters are composed (Unicode normalization form C).
/// A leading byte order mark and surrounding whitespace are removed.
/// Case, words, punctuation and inner spaces are kept. O(length).
pub fn tolerant(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let is_space = |letter| matches!(letter, '\u{a0}' | '\u{202f}' | '\u{2007}');
    let letters = text.trim_start_matches('\u{feff}').chars();
    let letters = letters.map(|letter| if is_space(letter) { ' ' } else { letter });
    let composed: String = letters.nfc().collect();
    composed.trim().to_owned()
}

/// Completes the result of [`match_known_rows`] with a comparison that ignores small differences between texts.
/// Unmatched rows of `further` are matched to rows of `pool` if the texts are equal after [`tolerant`] normalized them.
/// Duplicate rows match in order.
/// Returns the rows of `further` that match only after normalization with [`tolerant`], in ascending order. O(n log n).
pub fn tolerate(pool: Identified<'_>, further: Identified<'_>, known: &mut [Option<u32>]) -> Vec<u32> {
    at_once(tolerate_in_slices(pool, further, known, &mut Slices::whole()))
}

async fn tolerate_in_slices<P: Pause>(
    pool: Identified<'_>,
    further: Identified<'_>,
    known: &mut [Option<u32>],
    slices: &mut Slices<P>,
) -> Result<Vec<u32>, Stopped> {
    let has_ids = pool.2.is_some() && further.2.is_some();
    let mut is_taken = vec![false; pool.0.len()];
    for &row in known.iter().flatten() {
        is_taken[row as usize] = true;
    }
    let n_taken = is_taken.iter().filter(|is_taken| **is_taken).count();
    if n_taken == pool.0.len() || n_taken == known.len() {
        return Ok(Vec::new());
    }
    let mut rows_of: BTreeMap<_, VecDeque<u32>> = BTreeMap::new();
    for (row, (text, id)) in (0..).zip(keys(pool, has_ids)) {
        if !is_taken[row as usize] {
            rows_of.entry((tolerant(text), id)).or_default().push_back(row);
        }
        slices.count(KEY_WORK + text.len()).await?;
    }
    let mut needed = Vec::new();
    for (row, (text, id)) in (0..).zip(keys(further, has_ids)) {
        let known = &mut known[row as usize];
        if known.is_none() {
            *known = rows_of.get_mut(&(tolerant(text), id)).and_then(VecDeque::pop_front);
            needed.extend(known.map(|_| row));
        }
        slices.count(KEY_WORK + text.len()).await?;
    }
    free(rows_of, slices).await?;
    Ok(needed)
}

/// Result of comparing a file's rows with a pool's rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AppendMatches {
    /// For each row of the file, the row of the pool that [`match_known_rows`] or [`tolerate`] found.
    /// `None` if the pool has no matching row.
    pub rows: Vec<Option<u32>>,
    /// Number of rows that match only because [`tolerate`] ignores small differences.
    pub n_tolerated: usize,
    /// Pairs of a file row and a pool row with the same id but different texts, see [`id_conflicts`].
    /// Row indexes are 0-based.
    pub conflicts: Vec<(u32, u32)>,
    /// Number of rows that are in the pool, but with different cells in a column that the file and the pool share.
    /// The text column is not compared, because the texts of matching rows may differ in whitespace.
    pub n_other_values: usize,
}

/// Compares the rows of a file with the rows of a pool, in slices. The size of the slices does not change the result.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work.
pub async fn match_appended<P: Pause>(
    pool: Identified<'_>,
    further: Identified<'_>,
    slices: &mut Slices<P>,
) -> Result<AppendMatches, Stopped> {
    let mut rows = match_known_rows_in_slices(pool, further, slices).await?;
    let tolerated = tolerate_in_slices(pool, further, &mut rows, slices).await?;
    let columns = (0..).zip(pool.0.columns()).filter(|&(ours, _)| ours != pool.1);
    let columns: Vec<(usize, usize)> = columns
        .filter_map(|(ours, name)| Some((ours, further.0.column(name).ok()?)))
        .collect();
    let mut n_other_values = 0;
    for (theirs, known) in further.0.instances().zip(&rows) {
        if let Some(known) = known {
            let ours = pool.0.instance(*known as usize);
            let differs = |&(our, their): &(usize, usize)| ours.cell(our) != theirs.cell(their);
            n_other_values += usize::from(columns.iter().any(differs));
        }
        slices.count(KEY_WORK).await?;
    }
    Ok(AppendMatches {
        n_tolerated: tolerated.len(),
        conflicts: conflicts_in_slices(pool, further, &rows, slices).await?,
        n_other_values,
        rows,
    })
}

/// Result of matching a colleague's table with the pool, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// For each row of the table, the row of the pool that matches it.
    /// `None` if the pool does not contain the row, or if the match is ambiguous.
    pub rows: Vec<Option<u32>>,
    /// Name of the id column that was used to match rows, if any.
    pub id: Option<String>,
    /// Rows that match only after both texts are normalized with [`tolerant`], in ascending order.
    pub tolerated: Vec<u32>,
    /// Rows with ambiguous matches, in ascending order.
    /// A match is ambiguous if the text occurs a different number of times in the table than in the pool.
    pub ambiguous: Vec<u32>,
    /// Rows whose id is in the pool with a different text, in ascending order.
    pub other_text: Vec<u32>,
}

/// Matches the rows of a colleague's table, `theirs`, with the rows of the pool, `ours`.
/// Rows match first by id and text (if both tables have ids) and then by identical text.
/// The remaining rows match by the texts that [`tolerant`] has normalized.
/// A table without texts is matched by id alone.
/// If both tables have a column with the name of the pool's id column, the ids are taken from these columns.
/// Otherwise, the first column that occurs in both tables and has a different value in each row contains the ids.
pub fn match_rows(ours: Identified<'_>, theirs: (&Pool, Option<usize>)) -> Matches {
    let rows: Vec<u32> = (0..theirs.0.len() as u32).collect();
    at_once(match_rows_in_slices(ours, theirs, &rows, &mut Slices::whole()))
}

/// Like [`match_rows`], but matches only the given `rows` of the colleague's table, and divides the work into slices.
/// The unit of work is about one byte of a text. The size of the slices does not change the result.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work.
pub async fn match_rows_in_slices<P: Pause>(
    (pool, our_text, our_id): Identified<'_>,
    (theirs, their_text): (&Pool, Option<usize>),
    rows: &[u32],
    slices: &mut Slices<P>,
) -> Result<Matches, Stopped> {
    let mut matches = Matches {
        rows: vec![None; rows.len()],
        ..Matches::default()
    };
    let mut taken = vec![false; pool.len()];
    let id = shared_ids((pool, our_text, our_id), (theirs, their_text), rows, slices).await?;
    matches.id = id.map(|(column, _)| pool.columns()[column].clone());
    let mut others = Vec::new();
    if let Some((our_id, their_id)) = id {
        let mut row_of: BTreeMap<&str, u32> = BTreeMap::new();
        for row in pool.instances() {
            row_of.insert(row.cell(our_id), row.row() as u32);
            slices.count(KEY_WORK).await?;
        }
        for (at, &row) in rows.iter().enumerate() {
            let row = theirs.instance(row as usize);
            slices
                .count(KEY_WORK + their_text.map_or(0, |text| row.n_bytes(text)))
                .await?;
            let Some(here) = row_of.get(row.cell(their_id)).copied() else {
                continue;
            };
            let texts = their_text.map(|text| (row.cell(text), pool.instance(here as usize).cell(our_text)));
            let (is_same, is_similar) = match texts {
                None => (true, true),
                Some((theirs, ours)) => (theirs == ours, theirs == ours || tolerant(theirs) == tolerant(ours)),
            };
            match is_similar {
                true => {
                    matches.rows[at] = Some(here);
                    taken[here as usize] = true;
                    matches.tolerated.extend((!is_same).then_some(at as u32));
                }
                false => others.push(at as u32),
            }
        }
        free(row_of, slices).await?;
    }
    let Some(their_text) = their_text else {
        return Ok(matches);
    };
    let theirs_of = |at: u32| theirs.instance(rows[at as usize] as usize).cell(their_text);
    let exact = |text: &str| text.to_owned();
    let ways: [&dyn Fn(&str) -> String; 2] = [&exact, &tolerant];
    for way in ways {
        let mut groups: BTreeMap<String, [Vec<u32>; 2]> = BTreeMap::new();
        for row in pool.instances().filter(|row| !taken[row.row()]) {
            let text = row.cell(our_text);
            groups.entry(way(text)).or_default()[0].push(row.row() as u32);
            slices.count(KEY_WORK + text.len()).await?;
        }
        for (at, known) in (0..).zip(&matches.rows) {
            let text = theirs_of(at);
            if known.is_none() && !text.trim().is_empty() {
                groups.entry(way(text)).or_default()[1].push(at);
            }
            slices.count(KEY_WORK + text.len()).await?;
        }
        for [ours, theirs] in groups.into_values() {
            slices.count(KEY_WORK).await?;
            if ours.len() != theirs.len() {
                continue;
            }
            for (here, at) in ours.into_iter().zip(theirs) {
                matches.rows[at as usize] = Some(here);
                taken[here as usize] = true;
                let is_same = theirs_of(at) == pool.instance(here as usize).cell(our_text);
                matches.tolerated.extend((!is_same).then_some(at));
            }
        }
    }
    matches.tolerated.sort_unstable();
    let mut unknown: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (at, known) in (0..).zip(&matches.rows) {
        let text = theirs_of(at);
        if known.is_none() && !text.trim().is_empty() {
            unknown.entry(tolerant(text)).or_default().push(at);
        }
        slices.count(CELL_WORK + text.len()).await?;
    }
    if !unknown.is_empty() {
        for row in pool.instances() {
            let text = row.cell(our_text);
            // An unmatched text that also occurs in the pool is ambiguous, because its numbers of occurrences differ.
            matches
                .ambiguous
                .extend(unknown.remove(&tolerant(text)).unwrap_or_default());
            slices.count(KEY_WORK + text.len()).await?;
        }
        free(unknown, slices).await?;
    }
    matches.ambiguous.sort_unstable();
    let is_unknown = |at: &u32| matches.rows[*at as usize].is_none() && matches.ambiguous.binary_search(at).is_err();
    matches.other_text = others.into_iter().filter(is_unknown).collect();
    Ok(matches)
}

/// Finds the first common column that identifies the rows of the pool and the given rows of the other table.
/// The id column of the pool, if any, is tried first. Returns the index of the column in the pool and in the other table.
async fn shared_ids<P: Pause>(
    (pool, our_text, our_id): Identified<'_>,
    (theirs, their_text): (&Pool, Option<usize>),
    rows: &[u32],
    slices: &mut Slices<P>,
) -> Result<Option<(usize, usize)>, Stopped> {
    let columns = our_id.into_iter().map(|column| (column, true));
    let columns = columns.chain((0..pool.columns().len()).map(|column| (column, false)));
    for (column, is_id) in columns {
        let other = theirs.column(&pool.columns()[column]).ok();
        let Some(other) = other.filter(|other| Some(*other) != their_text) else {
            continue;
        };
        if !is_id && (column == our_text || check_ids_in_slices(pool, column, slices).await?.is_err()) {
            continue;
        }
        let (mut ids, mut are_ids) = (BTreeMap::new(), true);
        for &row in rows {
            let id = theirs.instance(row as usize).cell(other);
            are_ids = !id.trim().is_empty() && ids.insert(id, row).is_none();
            if !are_ids {
                break;
            }
            slices.count(KEY_WORK + id.len()).await?;
        }
        free(ids, slices).await?;
        if are_ids {
            return Ok(Some((column, other)));
        }
    }
    Ok(None)
}

impl Matches {
    /// Rows of the table that the pool does not contain, in ascending order. Rows with ambiguous matches are not included.
    pub fn missing(&self) -> Vec<u32> {
        let unknown = (0..).zip(&self.rows).filter(|(_, known)| known.is_none());
        let unknown = unknown.map(|(row, _)| row);
        unknown
            .filter(|row| self.ambiguous.binary_search(row).is_err())
            .collect()
    }
}

fn keys<'a>((pool, text, id): Identified<'a>, has_ids: bool) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
    let id = id.filter(|_| has_ids);
    let key = move |row: Instance<'a>| (row.cell(text), id.map(|id| row.cell(id)));
    pool.instances().map(key)
}

/// Rows of `further` whose id belongs to another text in `pool`, each with the row of `pool` that has the id.
/// Empty if one of the pools has no ids. `known` is the result of [`match_known_rows`]. O(n log n).
pub fn id_conflicts(pool: Identified<'_>, further: Identified<'_>, known: &[Option<u32>]) -> Vec<(u32, u32)> {
    at_once(conflicts_in_slices(pool, further, known, &mut Slices::whole()))
}

async fn conflicts_in_slices<P: Pause>(
    pool: Identified<'_>,
    further: Identified<'_>,
    known: &[Option<u32>],
    slices: &mut Slices<P>,
) -> Result<Vec<(u32, u32)>, Stopped> {
    let (Some(our_id), Some(their_id)) = (pool.2, further.2) else {
        return Ok(Vec::new());
    };
    let mut row_of: BTreeMap<&str, u32> = BTreeMap::new();
    for row in pool.0.instances() {
        row_of.insert(row.cell(our_id), row.row() as u32);
        slices.count(KEY_WORK).await?;
    }
    let mut conflicts = Vec::new();
    for (row, known) in further.0.instances().zip(known) {
        if known.is_none() {
            let ours = row_of.get(row.cell(their_id));
            conflicts.extend(ours.map(|&ours| (row.row() as u32, ours)));
        }
        slices.count(KEY_WORK).await?;
    }
    free(row_of, slices).await?;
    Ok(conflicts)
}

/// Appends the given `rows` of `further` to the pool. Cells go to the pool's columns of the same name.
/// New columns of `further` are added after the existing columns. Missing cells are empty. O(total size of the two pools).
///
/// # Errors
/// Fails with [`LoadError::TooManyCells`] if the joined pool exceeds the size limit.
pub fn append(pool: &Pool, further: &Pool, rows: &[u32]) -> Result<Pool, LoadError> {
    at_once(append_in_slices(pool, further, rows, &mut Slices::whole()))
}

/// Like [`append`], but divides the work into slices. The unit of work is about one byte of a cell.
/// The size of the slices does not change the result.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work. The inner error is the error that [`append`] would return.
pub async fn append_in_slices<P: Pause>(
    pool: &Pool,
    further: &Pool,
    rows: &[u32],
    slices: &mut Slices<P>,
) -> Result<Result<Pool, LoadError>, Stopped> {
    let added = further.columns().iter().filter(|name| !pool.columns().contains(name));
    let columns: Vec<String> = pool.columns().iter().chain(added).cloned().collect();
    let of = |pool: &Pool| -> Vec<Option<usize>> { columns.iter().map(|name| pool.column(name).ok()).collect() };
    let (ours, theirs) = (of(pool), of(further));
    let n_bytes = pool.as_parts().1.len() + further.as_parts().1.len();
    let mut cells = String::with_capacity(n_bytes.min(u32::MAX as usize));
    let mut ends = Vec::with_capacity(columns.len() * (pool.len() + rows.len()));
    let below = rows.iter().map(|&row| further.instance(row as usize));
    let all = pool
        .instances()
        .map(|row| (row, &ours))
        .chain(below.map(|row| (row, &theirs)));
    for (instance, places) in all {
        let before = cells.len();
        for index in places {
            cells.push_str(index.map_or("", |column| instance.cell(column)));
            let Ok(end) = u32::try_from(cells.len()) else {
                let reason = SizeReason::BytesTogether { limit: u32::MAX.into() };
                return Ok(Err(LoadError::TooManyCells { reason }));
            };
            ends.push(end);
        }
        slices.count(ROW_WORK + cells.len() - before).await?;
    }
    checked_pool(PoolParts::new(columns, cells, ends), slices).await
}

#[cfg(test)]
mod tests;
