//! A file of embeddings for each model, shared by every process that is given its folder.
//!
//! The file is chunks one after another, as [`embed::cache`](fastgas_embedding::cache) writes them. It only grows. Whoever
//! reads it or appends to it holds the system's lock on it meanwhile, which ends with the process; so a chunk is torn
//! only where a process died while it wrote. What is torn is not read, and the next append writes over it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;
use fastgas_embedding::Gathering;
use fastgas_embedding::cache::{Chunk, FIXED, ModelHash, chunk_size, read_chunk, write_chunk};

/// Is given the bytes of a chunk.
type Visit<'a> = dyn FnMut(&[u8]) + 'a;

/// The cache of one model.
pub struct Cache {
    path: PathBuf,
    file: File,
    /// Where the chunks end, as far as this process knows.
    end: u64,
}

impl Cache {
    /// The file in `folder` for this model; both are made where there is none.
    pub fn open(folder: &Path, model: ModelHash) -> Result<Cache, CliError> {
        fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        let path = folder.join(format!("{model}.embeddings"));
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let file = file.map_err(CliError::file(&path))?;
        Ok(Cache { path, file, end: 0 })
    }

    /// Gives `gathering`, and through it `put`, what the file has of what is missing. Damaged chunks are left out.
    pub fn gather(&mut self, gathering: &mut Gathering, mut put: impl FnMut(usize, &[f32])) -> Result<(), CliError> {
        let mut take = |bytes: &[u8]| {
            if let Some(chunk) = read_chunk(bytes) {
                gathering.take(&chunk, &mut put);
            }
        };
        let read = self.file.lock_shared().and_then(|()| {
            let read = self.pass(Some(&mut take));
            self.file.unlock().and(read)
        });
        read.map_err(CliError::file(&self.path))
    }

    /// Appends a chunk behind the last whole one, whoever wrote that.
    pub fn append(&mut self, chunk: &Chunk) -> io::Result<()> {
        self.file.lock()?;
        let written = self.write(&write_chunk(chunk));
        self.file.unlock().and(written)
    }

    fn write(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.pass(None)?;
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(chunk)?;
        self.end += chunk.len() as u64;
        Ok(())
    }

    /// Goes over the whole chunks from the known end on, and reads them where there is somebody to `visit` their bytes.
    fn pass(&mut self, mut visit: Option<&mut Visit<'_>>) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if length < self.end {
            // Somebody has cut the file.
            self.end = 0;
        }
        let mut bytes = vec![0; FIXED];
        loop {
            let ahead = length - self.end;
            if ahead < FIXED as u64 {
                return Ok(());
            }
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.read_exact(&mut bytes[..FIXED])?;
            let Some(size) = chunk_size(&bytes).filter(|size| size.bytes <= ahead) else {
                return Ok(());
            };
            if let Some(visit) = &mut visit {
                bytes.resize(size.bytes as usize, 0);
                self.file.read_exact(&mut bytes[FIXED..])?;
                visit(&bytes);
            }
            self.end += size.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_embedding::cache::{FileHasher, TextHash};

    fn hash(text: u32) -> TextHash {
        TextHash::of(&text.to_string())
    }

    fn chunk(text: u32) -> Chunk {
        Chunk {
            texts: vec![hash(text)],
            rows: vec![text as f32, 1.0],
            ends: vec![9],
        }
    }

    /// A new empty folder for the test of that name.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("fastgas-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn open(folder: &Path) -> Cache {
        let file = FileHasher::default;
        Cache::open(folder, ModelHash::of(file(), file(), file())).expect("a cache")
    }

    /// Which of the texts 0 to 9 a new process finds.
    fn found(folder: &Path) -> Vec<u32> {
        let mut gathering = Gathering::new(&(0..10).map(hash).collect::<Vec<_>>());
        let put = |text: usize, row: &[f32]| assert_eq!(row, [text as f32, 1.0]);
        open(folder).gather(&mut gathering, put).expect("readable");
        let missing = gathering.missing();
        (0..10).filter(|text| !missing.contains(text)).collect()
    }

    #[test]
    fn what_was_appended_is_found() {
        let folder = folder("found");
        assert!(found(&folder).is_empty());
        let mut cache = open(&folder);
        for text in [3, 1, 4] {
            cache.append(&chunk(text)).expect("appended");
        }
        assert_eq!(found(&folder), [1, 3, 4]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_torn_end_is_not_read_and_written_over() {
        let folder = folder("torn");
        let mut cache = open(&folder);
        cache.append(&chunk(1)).expect("appended");
        let whole = cache.end;
        cache.append(&chunk(2)).expect("appended");
        for length in [cache.end - 1, whole + FIXED as u64, whole + 5] {
            cache.file.set_len(length).expect("cut");
            assert_eq!(found(&folder), [1], "cut to {length}");
        }
        open(&folder).append(&chunk(3)).expect("appended");
        assert_eq!(found(&folder), [1, 3]);
        // Whoever thought the file longer finds its end again.
        cache.append(&chunk(4)).expect("appended");
        assert_eq!(found(&folder), [1, 3, 4]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_damaged_chunk_costs_only_itself() {
        let folder = folder("damaged");
        let mut cache = open(&folder);
        for text in 1..4 {
            cache.append(&chunk(text)).expect("appended");
        }
        let mut bytes = fs::read(&cache.path).expect("read");
        let last = bytes.len() / 3 * 2 - 1;
        bytes[last] ^= 1;
        fs::write(&cache.path, bytes).expect("written");
        assert_eq!(found(&folder), [1, 3]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn many_at_once_lose_nothing() {
        let folder = folder("many");
        std::thread::scope(|scope| {
            for first in [0, 5] {
                let folder = &folder;
                scope.spawn(move || {
                    // A file description of its own, as another process has.
                    let mut cache = open(folder);
                    (first..first + 5).for_each(|text| cache.append(&chunk(text)).expect("appended"));
                });
            }
        });
        assert_eq!(found(&folder), (0..10).collect::<Vec<_>>());
        fs::remove_dir_all(folder).expect("removed");
    }
}
