//! Checks a compound file, such as an .xls workbook. The workbook library reads the file afterwards.
//! The workbook library does not check the lists of sectors (FATs).
//! The library panics if a sector is missing, as in a truncated file, and never returns if the sectors form a cycle.
//!
//! ```text
//!  header ──▶ DIFAT ──▶ FAT: the next sector of each sector ──▶ directory ──▶ streams, by the FAT
//!                                                                   └─mini stream──▶ small streams, by the mini FAT
//! ```
//!
//! The format is specified in MS-CFB. FAT: file allocation table. DIFAT: list of the FAT's sectors.

use std::ops::Range;

use fastgas_data::{LoadError, XlsReason};

use crate::{DOCUMENT_STREAMS, WORKBOOKS};

/// Smallest special value in the FAT. Special values mark ends of chains, free sectors and FAT sectors.
const FIRST_SPECIAL: u32 = 0xFFFF_FFFA;
/// FAT value that marks the end of a sector chain.
const END: u32 = 0xFFFF_FFFE;
/// Number of FAT sectors that the header lists.
const HEADER_ENTRIES: usize = 109;
/// Offset of the first FAT sector's index in the header.
const HEADER_LIST: usize = 76;
/// Offset of the sector size in the header. The header contains the binary logarithm of the size.
const SECTOR_SIZE: usize = 30;
/// Offset of the directory's first sector index in the header.
const DIRECTORY: usize = 48;
/// Offset of the mini FAT's first sector index in the header.
const SMALL_LIST: usize = 60;
/// Offset of the mini FAT's sector count in the header.
const SMALL_LIST_LENGTH: usize = 64;
/// Offset of the first DIFAT sector's index in the header. DIFAT sectors list additional FAT sectors.
const FURTHER_LIST: usize = 68;
const NUMBER: usize = 4;
/// Size of a directory entry in bytes.
const ENTRY: usize = 128;
/// Size of the name in a directory entry, in bytes.
const ENTRY_NAME: usize = 64;
/// Offsets of the left and the right neighbor in a directory entry. The entries of a folder form a binary tree.
const ENTRY_NEIGHBORS: [usize; 2] = [68, 72];
/// Offset of the tree's root in a folder's directory entry. The tree contains the entries in the folder.
const ENTRY_CHILD: usize = 76;
/// Offset of the stream's first sector index in a directory entry.
const ENTRY_START: usize = 116;
/// Offset of the stream size in a directory entry.
const ENTRY_BYTES: usize = 120;
/// Size of a mini sector in bytes.
const SMALL_SECTOR: usize = 64;
/// Minimum size in bytes of a stream that is stored in sectors. Smaller streams are stored in mini sectors.
const SMALL_STREAM: u64 = 4_096;
/// Sector size, in bytes, of files that store stream sizes as 64-bit numbers.
const LARGE_SECTOR: usize = 4_096;

/// A compound file with a valid FAT: each sector exists, and no chain of sectors is a cycle.
pub(crate) struct Compound<'a> {
    /// Bytes of the file, padded with zeros to a multiple of the sector size.
    bytes: &'a [u8],
    /// Size of the file in bytes, without the padding.
    length: usize,
    /// Size of a file sector, in bytes.
    size: usize,
    n_sectors: usize,
    /// Indexes of the sectors that contain the FAT.
    lists: Vec<usize>,
    /// The FAT: for each sector, the next sector of the sector's chain.
    next: Vec<u32>,
    /// For each directory entry, whether the entry is in the root folder. Embedded objects are in other folders.
    is_in_root: Vec<bool>,
}

pub(crate) struct Stream {
    pub(crate) bytes: Vec<u8>,
    pieces: Vec<usize>,
    /// Size of a piece in bytes. A piece is a sector or a mini sector.
    piece: usize,
}

impl Stream {
    pub(crate) fn place(&self, byte: usize) -> usize {
        self.pieces[byte / self.piece] + byte % self.piece
    }
}

#[derive(Clone, Copy)]
struct Entry {
    /// File offset of the stream's first sector index.
    start: usize,
    bytes: u64,
}

/// Reads the 32-bit number at a byte position. Positions after the end of the file yield the value of a free sector.
fn number(bytes: &[u8], place: usize) -> u32 {
    u32_at(bytes, place).unwrap_or(u32::MAX)
}

/// Reads the little-endian 16-bit number at a byte position. `None` if fewer than two bytes are left.
pub(crate) fn u16_at(bytes: &[u8], place: usize) -> Option<u16> {
    let bytes = bytes.get(place..)?.first_chunk()?;
    Some(u16::from_le_bytes(*bytes))
}

pub(crate) fn u32_at(bytes: &[u8], place: usize) -> Option<u32> {
    let bytes = bytes.get(place..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

/// Marks a sector that contains a part of the FAT or of the DIFAT. Fails if the sector is already marked.
fn check_first(sector: usize, is_named: &mut [bool]) -> Result<(), LoadError> {
    match std::mem::replace(&mut is_named[sector], true) {
        true => Err(damaged(XlsReason::SectorTwice { sector: sector as u64 })),
        false => Ok(()),
    }
}

pub(crate) fn damaged(reason: XlsReason) -> LoadError {
    LoadError::DamagedXls { reason }
}

impl<'a> Compound<'a> {
    /// Checks the FAT of a file. `bytes` is the file, padded with zeros to a multiple of 4,096 bytes.
    /// `length` is the file size without the padding, in bytes. O(size of the FAT) time.
    ///
    /// # Errors
    /// Returns [`LoadError::DamagedXls`] if the sector size or the FAT is invalid.
    pub(crate) fn checked(bytes: &'a [u8], length: usize) -> Result<Compound<'a>, LoadError> {
        let size = match bytes.get(SECTOR_SIZE..SECTOR_SIZE + 2) {
            Some([9, 0]) => 1 << 9,
            Some([12, 0]) => 1 << 12,
            other => {
                let exponent = other.map_or(0, |bytes| u64::from(bytes[0]) | u64::from(bytes[1]) << 8);
                return Err(damaged(XlsReason::SectorSize { exponent }));
            }
        };
        let mut compound = Compound {
            bytes,
            length,
            size,
            n_sectors: (bytes.len() / size).saturating_sub(1),
            lists: Vec::new(),
            next: Vec::new(),
            is_in_root: Vec::new(),
        };
        compound.read_lists()?;
        compound.check_sectors()?;
        match compound.cycle() {
            Some(sector) => Err(damaged(XlsReason::Cycle { sector: sector as u64 })),
            None => {
                compound.is_in_root = compound.root_entries();
                Ok(compound)
            }
        }
    }

    /// Reads the sector index at a file offset. The sector index must be less than `n_sectors`.
    fn sector(&self, place: usize, n_sectors: usize) -> Result<usize, LoadError> {
        let sector = number(self.bytes, place);
        match (sector as usize) < n_sectors {
            true => Ok(sector as usize),
            false => Err(damaged(XlsReason::NoSector {
                byte: place as u64,
                sector: sector.into(),
                n_sectors: n_sectors as u64,
            })),
        }
    }

    fn range(&self, sector: usize) -> Range<usize> {
        let start = (sector + 1) * self.size;
        start..start + self.size
    }

    fn read_lists(&mut self) -> Result<(), LoadError> {
        let bytes = self.bytes;
        // A DIFAT that contains a sector twice could be longer than the file, so each sector may occur only once.
        let mut is_named = vec![false; self.n_sectors];
        let mut entries = HEADER_LIST..HEADER_LIST + HEADER_ENTRIES * NUMBER;
        let mut further = FURTHER_LIST;
        loop {
            for place in entries.step_by(NUMBER) {
                if number(bytes, place) >= FIRST_SPECIAL {
                    continue;
                }
                let list = self.sector(place, self.n_sectors)?;
                check_first(list, &mut is_named)?;
                self.lists.push(list);
                let places = self.range(list).step_by(NUMBER);
                self.next.extend(places.map(|place| number(bytes, place)));
            }
            if number(bytes, further) >= FIRST_SPECIAL {
                break;
            }
            let sector = self.sector(further, self.n_sectors)?;
            check_first(sector, &mut is_named)?;
            let range = self.range(sector);
            further = range.end - NUMBER;
            entries = range.start..further;
        }
        self.next.truncate(self.n_sectors);
        Ok(())
    }

    /// Checks that all sectors of the chains exist and have an entry in the FAT.
    /// Also checks the first sectors of the directory and of the mini FAT.
    fn check_sectors(&self) -> Result<(), LoadError> {
        let n_listed = self.next.len();
        self.sector(DIRECTORY, n_listed)?;
        if number(self.bytes, SMALL_LIST) < FIRST_SPECIAL {
            self.sector(SMALL_LIST, n_listed)?;
        }
        let per_sector = self.size / NUMBER;
        for (index, next) in self.next.iter().enumerate() {
            if *next < FIRST_SPECIAL {
                let list = self.range(self.lists[index / per_sector]);
                self.sector(list.start + index % per_sector * NUMBER, n_listed)?;
            }
        }
        Ok(())
    }

    /// Returns a sector in a cycle of the FAT, if there is a cycle.
    fn cycle(&self) -> Option<usize> {
        // Each walk follows a chain from one start sector. The walks are numbered from 1.
        // For each sector, `walks` contains the number of the first walk that reached the sector, or 0.
        let mut walks = vec![0_u32; self.next.len()];
        for start in 0..self.next.len() {
            let walk = start as u32 + 1;
            let mut sector = start;
            while walks[sector] == 0 {
                walks[sector] = walk;
                match self.next[sector] {
                    FIRST_SPECIAL.. => break,
                    following if walks[following as usize] == walk => return Some(following as usize),
                    following => sector = following as usize,
                }
            }
        }
        None
    }

    /// Iterates over the sectors of a chain. `start` is the file offset of the first sector's index.
    fn chain(&self, start: usize) -> Chain<'_> {
        Chain {
            compound: self,
            sector: number(self.bytes, start),
        }
    }

    fn directory(&self) -> impl Iterator<Item = usize> {
        self.chain(DIRECTORY).flat_map(|sector| sector.step_by(ENTRY))
    }

    /// For each directory entry, whether the entry is in the root folder.
    /// Some programs do not write all links between entries, so streams of the root folder may seem to be in no folder.
    /// Therefore entries in no folder count as root entries if the root folder contains no stream of a known document.
    fn root_entries(&self) -> Vec<bool> {
        let places: Vec<usize> = self.directory().collect();
        let (root, folders) = places.split_at(places.len().min(1));
        let is_in_root = self.entries_of(root, &places);
        let is_known = |place: usize| {
            let documents = DOCUMENT_STREAMS.iter().map(|(stream, _)| *stream);
            let mut names = WORKBOOKS.into_iter().chain(documents);
            names.any(|name| self.is_named(place, name))
        };
        let mut entries = places.iter().zip(&is_in_root);
        if entries.any(|(place, is_in_root)| *is_in_root && is_known(*place)) {
            return is_in_root;
        }
        let is_in_folder = self.entries_of(folders, &places);
        let entries = is_in_root.into_iter().zip(is_in_folder);
        entries
            .map(|(is_in_root, is_in_folder)| is_in_root || !is_in_folder)
            .collect()
    }

    /// For each directory entry, whether the entry is in one of the given folders.
    /// The entries of a folder form a binary tree.
    /// `folders` contains the file offsets of the folders' directory entries.
    /// `places` contains the file offset of every directory entry, in directory order.
    fn entries_of(&self, folders: &[usize], places: &[usize]) -> Vec<bool> {
        let mut is_inside = vec![false; places.len()];
        let first = folders.iter().map(|folder| number(self.bytes, folder + ENTRY_CHILD));
        let mut later: Vec<u32> = first.collect();
        while let Some(index) = later.pop() {
            let index = index as usize;
            // The first directory entry is the root folder.
            let Some(place) = places.get(index).filter(|_| index > 0) else {
                continue;
            };
            if !std::mem::replace(&mut is_inside[index], true) {
                later.extend(ENTRY_NEIGHBORS.map(|neighbor| number(self.bytes, place + neighbor)));
            }
        }
        is_inside
    }

    /// Whether a directory entry has the given name. The case of ASCII letters is ignored.
    fn is_named(&self, place: usize, name: &str) -> bool {
        let units = self.bytes[place..place + ENTRY_NAME].as_chunks::<2>().0;
        let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
        let letters = char::decode_utf16(units.take_while(|unit| *unit != 0));
        let found: String = letters.map(|letter| letter.unwrap_or('\u{fffd}')).collect();
        found.eq_ignore_ascii_case(name)
    }

    fn entry(&self, name: &str) -> Option<Entry> {
        let entries = self.directory().zip(&self.is_in_root);
        let mut places = entries.filter_map(|(place, is_in_root)| is_in_root.then_some(place));
        let place = places.find(|place| self.is_named(*place, name))?;
        Some(self.entry_at(place))
    }

    /// Returns the byte positions of the names of all streams outside the root folder whose name is in `names`.
    pub(crate) fn embedded_names(&self, names: &[&str]) -> Vec<usize> {
        let entries = self.directory().zip(&self.is_in_root);
        let places = entries.filter_map(|(place, is_in_root)| (!is_in_root).then_some(place));
        let places = places.filter(|place| names.iter().any(|name| self.is_named(*place, name)));
        places.flat_map(|place| place..place + ENTRY_NAME).collect()
    }

    fn entry_at(&self, place: usize) -> Entry {
        let low = number(self.bytes, place + ENTRY_BYTES);
        let high = match self.size {
            LARGE_SECTOR => number(self.bytes, place + ENTRY_BYTES + NUMBER),
            _ => 0,
        };
        Entry {
            start: place + ENTRY_START,
            bytes: u64::from(low) | u64::from(high) << 32,
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    /// Returns the stream of the root folder with the given name, if any.
    /// If the chain of a stream ends early, the stream is shorter than the size in the directory.
    ///
    /// # Errors
    /// Returns [`LoadError::DamagedXls`] if a sector of the stream does not exist.
    pub(crate) fn stream(&self, name: &str) -> Result<Option<Stream>, LoadError> {
        let Some(entry) = self.entry(name) else {
            return Ok(None);
        };
        let stream = match entry.bytes < SMALL_STREAM {
            true => self.small_stream(entry)?,
            false => self.large_stream(entry)?,
        };
        Ok(Some(stream))
    }

    fn large_stream(&self, entry: Entry) -> Result<Stream, LoadError> {
        if number(self.bytes, entry.start) != END {
            self.sector(entry.start, self.next.len())?;
        }
        let mut stream = Stream {
            bytes: Vec::new(),
            pieces: Vec::new(),
            piece: self.size,
        };
        for sector in self.chain(entry.start) {
            let left = entry.bytes - stream.bytes.len() as u64;
            if left == 0 {
                break;
            }
            self.push(&mut stream, sector.start, left)?;
        }
        Ok(stream)
    }

    /// Reads a stream in mini sectors. Mini sectors are parts of the first directory entry's stream (the mini stream).
    fn small_stream(&self, entry: Entry) -> Result<Stream, LoadError> {
        let around = self.directory().next().map_or(entry, |place| self.entry_at(place));
        let sectors: Vec<Range<usize>> = self.chain(around.start).collect();
        let n_lists = number(self.bytes, SMALL_LIST_LENGTH) as usize;
        let lists: Vec<Range<usize>> = self.chain(SMALL_LIST).take(n_lists).collect();
        let per_sector = self.size / SMALL_SECTOR;
        let per_list = self.size / NUMBER;
        let n_sectors = (sectors.len() * per_sector).min(lists.len() * per_list);
        let mut stream = Stream {
            bytes: Vec::new(),
            pieces: Vec::new(),
            piece: SMALL_SECTOR,
        };
        let mut place = entry.start;
        // If the mini sectors form a cycle, the loop ends when the stream has its full size.
        while number(self.bytes, place) != END {
            let left = entry.bytes - stream.bytes.len() as u64;
            if left == 0 {
                break;
            }
            let sector = number(self.bytes, place);
            let end = u64::from(sector) * SMALL_SECTOR as u64 + left.min(SMALL_SECTOR as u64);
            if sector as usize >= n_sectors || end > around.bytes {
                return Err(damaged(XlsReason::NoSmallSector {
                    byte: place as u64,
                    sector: sector.into(),
                    n_sectors: (around.bytes / SMALL_SECTOR as u64).min(n_sectors as u64),
                }));
            }
            let sector = sector as usize;
            let start = sectors[sector / per_sector].start + sector % per_sector * SMALL_SECTOR;
            self.push(&mut stream, start, left)?;
            place = lists[sector / per_list].start + sector % per_list * NUMBER;
        }
        Ok(stream)
    }

    /// Appends a piece of the file to a stream. `left` is the number of bytes that the stream still lacks.
    fn push(&self, stream: &mut Stream, start: usize, left: u64) -> Result<(), LoadError> {
        // The number of appended bytes is at most the size of a piece, so the number fits into a `usize`.
        let end = start + left.min(stream.piece as u64) as usize;
        if end > self.length {
            return Err(damaged(XlsReason::CutOff {
                bytes: self.length as u64,
                end: end as u64,
            }));
        }
        stream.pieces.push(start);
        stream.bytes.extend_from_slice(&self.bytes[start..end]);
        Ok(())
    }
}

struct Chain<'a> {
    compound: &'a Compound<'a>,
    sector: u32,
}

impl Iterator for Chain<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let sector = self.sector as usize;
        self.sector = *self.compound.next.get(sector)?;
        Some(self.compound.range(sector))
    }
}
