//! A cache file of embeddings for each model, shared by all processes that use its folder.
//!
//! The file is a sequence of chunks in the format of [`embed::cache`](fastgas_embedding::cache). The file only grows.
//! A process that reads the cache file or appends to it holds a system lock, which is released when the process ends.
//! A chunk is incomplete only if a process ended while it was writing the chunk.
//! An incomplete chunk is not read, and the next append overwrites it.
//!
//! The cache never follows a symbolic link and never overwrites a file of another program.
//! The cache also never overwrites a chunk of a newer version, wherever the chunk is in the file.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::{CliError, PathConflict};
use fastgas_embedding::EmbeddingAssembler;
use fastgas_embedding::cache::{
    Chunk, FIXED_HEADER_BYTES, FileSignature, ModelHash, beginning, chunk_size, read_chunk, write_chunk,
};

type Visit<'a> = dyn FnMut(&[u8]) + 'a;

pub struct Cache {
    path: PathBuf,
    file: File,
    /// End offset of the last chunk that this process has read or written.
    end: u64,
}

impl Cache {
    /// Opens the cache of a model. Creates the folder and the file if they do not exist.
    ///
    /// # Errors
    /// Fails with a [`PathConflict`] if anything other than a cache, such as a link, exists at the path of the file.
    #[expect(
        clippy::disallowed_methods,
        reason = "the cache only grows, and readers skip incomplete chunks"
    )]
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
                // A link may have replaced the file between the check of the file type and the opening of the file.
                if !is_same(&about, &file).map_err(CliError::file(&path))? {
                    return Err(conflict(PathConflict::CacheLink));
                }
                file
            }
            Err(error) if error.kind() == ErrorKind::NotFound => match create(&path) {
                // Another process has created the file after this process found no file.
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
            FileSignature::Chunk => Ok(cache),
            FileSignature::Newer => Err(CliError::path_conflict(&cache.path, PathConflict::NewerCache)),
            FileSignature::Foreign => Err(CliError::path_conflict(&cache.path, PathConflict::NoCache)),
        }
    }

    fn beginning(&mut self) -> io::Result<FileSignature> {
        self.file.seek(SeekFrom::Start(self.end))?;
        let mut bytes = Vec::new();
        (&self.file).take(FIXED_HEADER_BYTES as u64).read_to_end(&mut bytes)?;
        Ok(beginning(&bytes))
    }

    /// Copies the vectors of the cache into `assembler`, and passes each copied vector with its text to `put`.
    /// Skips damaged chunks.
    pub fn gather(
        &mut self,
        assembler: &mut EmbeddingAssembler,
        mut put: impl FnMut(usize, &[f32]),
    ) -> Result<(), CliError> {
        let mut take = |bytes: &[u8]| {
            if let Some(chunk) = read_chunk(bytes) {
                assembler.take(&chunk, &mut put);
            }
        };
        let read = self.file.lock_shared().and_then(|()| {
            let read = self.pass(Some(&mut take));
            self.file.unlock().and(read)
        });
        read.map_err(CliError::file(&self.path))
    }

    /// Appends a chunk after the last complete chunk, which another process may have written.
    pub fn append(&mut self, chunk: &Chunk) -> io::Result<()> {
        self.file.lock()?;
        let written = self.write(&write_chunk(chunk));
        self.file.unlock().and(written)
    }

    fn write(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.pass(None)?;
        let is_ours = match self.beginning()? {
            FileSignature::Chunk => true,
            // Unknown data after chunks of the current version is damaged data, which the new chunk overwrites.
            FileSignature::Foreign => self.end > 0,
            FileSignature::Newer => false,
        };
        if !is_ours {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                "the file is no longer a cache of this version",
            ));
        }
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(chunk)?;
        self.end += chunk.len() as u64;
        Ok(())
    }

    /// Passes the bytes of each complete chunk after the last known chunk to `visit`.
    fn pass(&mut self, mut visit: Option<&mut Visit<'_>>) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if length < self.end {
            // If another process has truncated the file, the file is read from its beginning.
            self.end = 0;
        }
        let mut bytes = vec![0; FIXED_HEADER_BYTES];
        loop {
            let ahead = length - self.end;
            if ahead < FIXED_HEADER_BYTES as u64 {
                return Ok(());
            }
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.read_exact(&mut bytes[..FIXED_HEADER_BYTES])?;
            let Some(size) = chunk_size(&bytes).filter(|size| size.bytes <= ahead) else {
                return Ok(());
            };
            if let Some(visit) = &mut visit {
                bytes.resize(size.bytes as usize, 0);
                self.file.read_exact(&mut bytes[FIXED_HEADER_BYTES..])?;
                visit(&bytes);
            }
            self.end += size.bytes;
        }
    }
}

/// Fails if anything, such as a link, exists at the path of the new file.
#[expect(clippy::disallowed_methods, reason = "the file is empty until the first append")]
fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

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
mod tests;
