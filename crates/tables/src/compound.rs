//! Checks the list of sectors of a compound file, such as an old workbook.
//! The library that reads old workbooks does not check the list.
//! It panics if a sector is missing, as in a truncated file, and does not terminate if the sectors form a cycle.
//!
//! The compound file format is specified in MS-CFB.

/// Smallest number that is not a sector. Such numbers mark ends of chains, free sectors, and sectors of the list itself.
const FIRST_SPECIAL: u32 = 0xFFFF_FFFA;
/// Number of entries of the list of sectors that are in the header. `HEADER_LIST` is the offset of the first entry.
const HEADER_ENTRIES: usize = 109;
const HEADER_LIST: usize = 76;

fn number(bytes: &[u8], place: usize) -> Option<u32> {
    let bytes = bytes.get(place..)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*bytes))
}

/// Whether all sectors in the list exist, and no chain of sectors is a cycle. O(size of the list).
pub(crate) fn is_complete(bytes: &[u8]) -> bool {
    next_sectors(bytes).is_some_and(|next| !has_ring(&next))
}

/// For each sector, the next sector of its chain. None if a sector is missing.
fn next_sectors(bytes: &[u8]) -> Option<Vec<u32>> {
    let size = match bytes.get(30..32)? {
        [9, 0] => 512,
        [12, 0] => 4_096,
        _ => return None,
    };
    let n_sectors = (bytes.len() / size).checked_sub(1)?;
    let exists = |sector: u32| (sector as usize) < n_sectors;
    let entries = |sector: u32| (0..size / 4).map(move |entry| (sector as usize + 1) * size + entry * 4);
    let mut lists = Vec::new();
    for entry in 0..HEADER_ENTRIES {
        lists.push(number(bytes, HEADER_LIST + entry * 4)?);
    }
    let mut more = number(bytes, 68)?;
    for _ in 0..=n_sectors {
        if more >= FIRST_SPECIAL {
            break;
        }
        if !exists(more) {
            return None;
        }
        let numbers: Option<Vec<u32>> = entries(more).map(|place| number(bytes, place)).collect();
        let mut numbers = numbers?;
        more = numbers.pop()?;
        lists.append(&mut numbers);
    }
    let mut next = Vec::new();
    for list in lists.into_iter().filter(|list| *list < FIRST_SPECIAL) {
        if !exists(list) || next.len() > n_sectors {
            return None;
        }
        for place in entries(list) {
            next.push(number(bytes, place)?);
        }
    }
    next.truncate(n_sectors);
    let starts = [number(bytes, 48)?, number(bytes, 60)?];
    let mut named = next.iter().chain(&starts).filter(|sector| **sector < FIRST_SPECIAL);
    (exists(starts[0]) && named.all(|sector| exists(*sector) && (*sector as usize) < next.len())).then_some(next)
}

fn has_ring(next: &[u32]) -> bool {
    // For each sector, the number of the walk that reached the sector first, from 1.
    let mut walks = vec![0_u32; next.len()];
    for start in 0..next.len() {
        let walk = start as u32 + 1;
        let mut sector = start;
        while walks[sector] == 0 {
            walks[sector] = walk;
            match next[sector] {
                FIRST_SPECIAL.. => break,
                following if walks[following as usize] == walk => return true,
                following => sector = following as usize,
            }
        }
    }
    false
}
