//! A file of embeddings for each model, shared by every process that is given its folder.
//!
//! The file is chunks one after another, as [`embed::cache`](fastgas_embedding::cache) writes them. It only grows. Whoever
//! reads it or appends to it holds the system's lock on it meanwhile, which ends with the process; so a chunk is torn
//! only where a process died while it wrote. What is torn is not read, and the next append writes over it.
//!
//! The cache never follows a symbolic link, and never overwrites a file of another program or a chunk of a newer version,
//! wherever in the file that chunk begins.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{CliError, PathConflict};
use fastgas_embedding::Gathering;
use fastgas_embedding::cache::{Beginning, Chunk, FIXED, ModelHash, beginning, chunk_size, read_chunk, write_chunk};

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
    ///
    /// # Errors
    /// [`PathConflict`] for anything but a cache under its name; [`CliError::File`].
    pub fn open(folder: &Path, model: ModelHash) -> Result<Cache, CliError> {
        fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        let path = folder.join(format!("{model}.embeddings"));
        let conflict = |why| CliError::path_conflict(&path, why);
        let file = match fs::symlink_metadata(&path) {
            Ok(about) if about.is_symlink() => return Err(conflict(PathConflict::CacheLink)),
            Ok(about) if !about.is_file() => return Err(conflict(PathConflict::CacheNoFile)),
            Ok(about) => {
                let file = OpenOptions::new().read(true).write(true).open(&path);
                let file = file.map_err(CliError::file(&path))?;
                // A link may have taken its place meanwhile.
                if !is_same(&about, &file).map_err(CliError::file(&path))? {
                    return Err(conflict(PathConflict::CacheLink));
                }
                file
            }
            Err(error) if error.kind() == ErrorKind::NotFound => match create(&path) {
                // Another process was quicker.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Cache::open(folder, model),
                file => file.map_err(CliError::file(&path))?,
            },
            Err(error) => return Err(CliError::file(&path)(error)),
        };
        let mut cache = Cache { path, file, end: 0 };
        let first = cache.file.lock_shared().and_then(|()| {
            let first = cache.beginning();
            cache.file.unlock().and(first)
        });
        match first.map_err(CliError::file(&cache.path))? {
            Beginning::Chunk => Ok(cache),
            Beginning::Newer => Err(CliError::path_conflict(&cache.path, PathConflict::NewerCache)),
            Beginning::Foreign => Err(CliError::path_conflict(&cache.path, PathConflict::NoCache)),
        }
    }

    /// What begins where the chunks end, as far as this process knows.
    fn beginning(&mut self) -> io::Result<Beginning> {
        self.file.seek(SeekFrom::Start(self.end))?;
        let mut bytes = Vec::new();
        (&self.file).take(FIXED as u64).read_to_end(&mut bytes)?;
        Ok(beginning(&bytes))
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
        let is_ours = match self.beginning()? {
            Beginning::Chunk => true,
            // Behind chunks of ours it is damage.
            Beginning::Foreign => self.end > 0,
            Beginning::Newer => false,
        };
        if !is_ours {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                "it is not a cache any more, or one of a newer version",
            ));
        }
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

/// A new file, in whose place no link stands.
fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

/// Whether the file that was opened is the one that was looked at.
#[cfg(unix)]
fn is_same(looked_at: &Metadata, opened: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let opened = opened.metadata()?;
    Ok((looked_at.dev(), looked_at.ino()) == (opened.dev(), opened.ino()))
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &File) -> io::Result<bool> {
    Ok(true)
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

    fn try_open(folder: &Path) -> Result<Cache, CliError> {
        let file = FileHasher::default;
        Cache::open(folder, ModelHash::of(file(), file(), file()))
    }

    fn open(folder: &Path) -> Cache {
        try_open(folder).expect("a cache")
    }

    /// The cache in this folder, with the texts 1 to 3.
    fn with_three_texts(folder: &Path) -> Cache {
        let mut cache = open(folder);
        for text in 1..4 {
            cache.append(&chunk(text)).expect("appended");
        }
        cache
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

    fn refused(folder: &Path) -> PathConflict {
        match try_open(folder) {
            Err(CliError::PathConflict { why, .. }) => why,
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it is opened"),
        }
    }

    #[test]
    fn what_is_no_cache_is_not_written_over() {
        let folder = folder("foreign");
        let path = open(&folder).path;
        for (bytes, expected) in [
            (&b"my notes of ten years"[..], PathConflict::NoCache),
            (b"x", PathConflict::NoCache),
            (b"FastGAS3 of next year", PathConflict::NewerCache),
        ] {
            fs::write(&path, bytes).expect("written");
            assert_eq!(refused(&folder), expected);
            assert_eq!(fs::read(&path).expect("it is there"), bytes);
        }
        // Newer chunks behind ours, and a file that changed after it was opened.
        fs::remove_file(&path).expect("removed");
        let mut cache = open(&folder);
        cache.append(&chunk(1)).expect("appended");
        let ours = fs::read(&path).expect("it is there");
        let mixed = [&ours[..], b"FastGAS3 of next year"].concat();
        fs::write(&path, &mixed).expect("written");
        assert_eq!(found(&folder), [1]);
        for mut cache in [cache, open(&folder)] {
            let error = cache.append(&chunk(2)).expect_err("a newer version's");
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            assert_eq!(fs::read(&path).expect("it is there"), mixed);
        }
        let mut cache = open(&folder);
        fs::write(&path, "my notes").expect("written");
        cache.append(&chunk(2)).expect_err("no cache any more");
        assert_eq!(fs::read(&path).expect("it is there"), b"my notes");
        fs::remove_file(&path).expect("removed");
        fs::create_dir(&path).expect("a folder");
        assert_eq!(refused(&folder), PathConflict::CacheNoFile);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        let folder = folder("link");
        let path = open(&folder).path;
        let victim = folder.join("victim");
        for content in [None, Some("precious"), Some("")] {
            let _ = fs::remove_file(&path);
            if let Some(content) = content {
                fs::write(&victim, content).expect("written");
            }
            std::os::unix::fs::symlink("victim", &path).expect("linked");
            assert_eq!(refused(&folder), PathConflict::CacheLink);
            assert_eq!(fs::read_to_string(&victim).ok().as_deref(), content);
        }
        fs::remove_dir_all(folder).expect("removed");
    }

    /// Whatever is damaged: what is read was written so, and what is appended afterwards is found, or the file is refused.
    #[test]
    fn damage_anywhere_makes_no_wrong_vector() {
        let folder = folder("anywhere");
        let cache = with_three_texts(&folder);
        let whole = fs::read(&cache.path).expect("it is there");
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 0x41;
            fs::write(&cache.path, &bytes).expect("written");
            let Ok(mut opened) = try_open(&folder) else {
                assert!(place < 8, "only the first magic tells whose file it is: {place}");
                continue;
            };
            // `found` compares each vector with what was written.
            let before = found(&folder);
            match opened.append(&chunk(9)) {
                Ok(()) => assert!(found(&folder).contains(&9), "{place}"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::InvalidData, "{place}"),
            }
            assert!(before.iter().all(|text| found(&folder).contains(text)), "{place}");
        }
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_damaged_chunk_costs_only_itself() {
        let folder = folder("damaged");
        let cache = with_three_texts(&folder);
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
