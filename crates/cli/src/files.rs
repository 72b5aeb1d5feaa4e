//! Input and output files of a command. A command never overwrites a file that it reads.
//! An existing output file stays unchanged until the new file is complete.
//!
//! ```text
//!  arguments ──Files──▶ Output ──write──▶ fastgas-….new ──rename──▶ picks.csv
//! ```
//!
//! Other users cannot read the new file while it is being written.
//! The `durable_rename` module syncs the file before the rename, and the folder of the file after the rename.
//! If a signal terminates the program, the `temporary_file` module removes the unfinished file.
//!
//! Before a command does any work, it declares the files that it reads and then the files that it will write.
//! Declaring a file is the only way to obtain an [`Output`].
//! Every file is written through an [`Output`]. The only exception is the embedding cache, which is append-only.
//! `-` means stdin for an input and stdout for an output. Arguments that accept neither stdin nor stdout report an error.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use crate::durable_rename::{Disk, SystemDisk, folder_of, rename_durably};
use crate::error::{CliError, PathConflict, UnusedFlag};
use crate::stdout;
use crate::temporary_file::TemporaryFile;
use fastgas_data::{EscapeFormulas, Format, Import, OutputTable, TableFormat};
use fastgas_tables::write_table;

/// Maximum number of symbolic links that are followed in one path, as in Linux.
const MAX_LINKS: usize = 40;

/// True for the path `-`, which means stdin or stdout. The path `./-` leads to a file with the name `-`.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// File name extensions of spreadsheet formats that this program cannot write.
const OTHER_SPREADSHEETS: [&str; 5] = ["xls", "xlsm", "xlsb", "ods", "numbers"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// Text with the given delimiter, such as CSV or TSV.
    Delimited(u8),
    Table(TableFormat),
}

impl OutputFormat {
    pub fn of(out: &Path) -> Result<OutputFormat, CliError> {
        let name = out.to_string_lossy();
        if let Some(format) = TableFormat::of_name(&name) {
            return Ok(OutputFormat::Table(format));
        }
        let format = Import::named(&name).format;
        let has_ending = |ending: &str| out.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending));
        if has_ending("json") || format == Some(Format::Jsonl) {
            return Err(CliError::path_conflict(out, PathConflict::Json));
        }
        if OTHER_SPREADSHEETS.into_iter().any(has_ending) {
            return Err(CliError::path_conflict(out, PathConflict::Spreadsheet));
        }
        let is_tsv = format == Some(Format::Tsv);
        Ok(OutputFormat::Delimited(if is_tsv { b'\t' } else { b',' }))
    }

    /// `is_asked` is true if the user gives the `--guard-formulas` flag.
    ///
    /// # Errors
    /// Returns [`UnusedFlag::GuardFormulas`] if no text of the format can be a formula.
    pub fn guard(self, is_asked: bool) -> Result<EscapeFormulas, CliError> {
        match (self, is_asked) {
            (_, false) => Ok(EscapeFormulas::Off),
            (OutputFormat::Delimited(_), true) => Ok(EscapeFormulas::On),
            (OutputFormat::Table(_), true) => Err(CliError::UnusedFlag(UnusedFlag::GuardFormulas)),
        }
    }
}

/// Reads the whole file, or stdin if the path is `-`.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let bytes = if is_dash(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.map_err(CliError::file(path))
}

pub fn open(path: &Path) -> Result<Box<dyn BufRead>, CliError> {
    if is_dash(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(CliError::file(path))?;
    Ok(Box::new(BufReader::new(file)))
}

pub struct Files {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
    prints: bool,
}

impl Files {
    /// Declares the input files. `None` stands for an optional argument that the user omitted.
    ///
    /// # Errors
    /// Returns [`PathConflict::Stdin`] if two of the inputs are stdin.
    pub fn read(paths: &[Option<&Path>]) -> Result<Files, CliError> {
        let read: Vec<PathBuf> = paths.iter().flatten().map(|path| path.to_path_buf()).collect();
        let mut dashes = read.iter().filter(|path| is_dash(path));
        if let (Some(dash), Some(_)) = (dashes.next(), dashes.next()) {
            return Err(CliError::path_conflict(dash, PathConflict::Stdin));
        }
        Ok(Files {
            read,
            written: Vec::new(),
            prints: false,
        })
    }

    pub fn and(mut self, paths: Vec<PathBuf>) -> Files {
        self.read.extend(paths);
        self
    }

    /// If `prints` is true, the command prints its result on stdout, and no output file can be stdout.
    pub fn printing(mut self, prints: bool) -> Files {
        self.prints = prints;
        self
    }

    /// # Errors
    /// Returns [`PathConflict::Read`] if the command reads the file, under any name.
    /// Returns [`PathConflict::Twice`] if `path` leads to the same file as another output.
    /// Returns [`PathConflict::Stdout`] if stdout is not allowed, and [`CliError::File`] if the file cannot be written.
    pub fn output(&mut self, path: &Path) -> Result<Output, CliError> {
        if let Some(read) = self.read.iter().find(|read| is_source(read, path)) {
            return Err(CliError::path_conflict(path, PathConflict::Read { read: read.clone() }));
        }
        if self.written.iter().any(|written| are_one_target(written, path)) {
            return Err(CliError::path_conflict(path, PathConflict::Twice));
        }
        if self.prints && is_dash(path) {
            return Err(CliError::path_conflict(path, PathConflict::Stdout));
        }
        check(path).map_err(CliError::file(path))?;
        self.written.push(path.into());
        Ok(Output { path: path.into() })
    }

    pub fn optional(&mut self, path: Option<&Path>) -> Result<Option<Output>, CliError> {
        path.map(|path| self.output(path)).transpose()
    }
}

/// An output file that has passed the checks of [`Files::output`].
pub struct Output {
    path: PathBuf,
}

impl Output {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a new file with `write` and then renames the new file to the path, replacing an existing file.
    /// Overwriting the existing file in place would lose the old content if the disk became full.
    /// Keeps the permissions of the existing file, and writes through symbolic links.
    /// Other hard links of the existing file keep the old content.
    ///
    /// Overwrites the file in place if the folder accepts no new file, or if the owner of the file would change.
    /// A path that is not a regular file, such as a pipe, is written directly.
    ///
    /// # Errors
    /// Returns [`CliError::File`] if the file cannot be written.
    /// After an error, the existing file is unchanged, unless it was already being overwritten in place.
    /// Returns [`CliError::BrokenPipe`] if the reader closed the pipe.
    pub fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
        if is_dash(&self.path) {
            return stdout::write(write);
        }
        let target = resolve_links(&self.path);
        let there = fs::metadata(&target).ok();
        let is_file = there.as_ref().is_none_or(Metadata::is_file);
        let written = if is_file && !is_device(&target) {
            replace(&SystemDisk, &target, there.as_ref(), write)
        } else {
            overwrite(&target, write)
        };
        written.map_err(|error| stdout::failed(&self.path, error))
    }

    /// # Errors
    /// Returns the errors from [`Output::write`], and [`CliError::Pipeline`] if the format cannot represent the table.
    pub fn write_table(
        &self,
        table: &OutputTable<'_>,
        (format, guard): (OutputFormat, EscapeFormulas),
    ) -> Result<(), CliError> {
        match format {
            OutputFormat::Delimited(delimiter) => self.write(|file| table.write_delimited(guard, delimiter, file)),
            OutputFormat::Table(format) => {
                let bytes = write_table(table, format).map_err(CliError::of(&self.path))?;
                self.write(|file| file.write_all(&bytes))
            }
        }
    }

    /// Opens the output file for appending. The file must exist.
    #[expect(
        clippy::disallowed_methods,
        reason = "an interrupted run keeps its answers, and the next run ignores an incomplete last line"
    )]
    pub fn append(&self) -> Result<File, CliError> {
        let file = OpenOptions::new().append(true).open(&self.path);
        file.map_err(CliError::file(&self.path))
    }
}

/// True if writing to `written` would overwrite the input file `read`.
fn is_source(read: &Path, written: &Path) -> bool {
    let read = if is_dash(read) { Path::new("/dev/stdin") } else { read };
    // If the input file is missing, reading the file causes an error later.
    read.exists() && are_one(read, target(written))
}

fn are_one_target(one: &Path, other: &Path) -> bool {
    (is_dash(one) && is_dash(other)) || are_one(target(one), target(other))
}

fn target(path: &Path) -> &Path {
    if is_dash(path) { Path::new("/dev/stdout") } else { path }
}

/// True if both paths are names of the same regular file, or of the same file that does not exist yet.
fn are_one(one: &Path, other: &Path) -> bool {
    match (Identity::of(one), Identity::of(other)) {
        (Some(one), Some(other)) => one.place == other.place || (one.node.is_some() && one.node == other.node),
        _ => false,
    }
}

/// Identity of a regular file, which is the same for all names and links of the file.
struct Identity {
    /// Canonical path of the file.
    place: PathBuf,
    /// Device and inode number, if the system provides them. All hard links of a file have the same numbers.
    node: Option<(u64, u64)>,
}

impl Identity {
    /// Returns `None` if the path leads to something other than a regular file.
    /// A missing file is identified by the path where it would be created.
    fn of(path: &Path) -> Option<Identity> {
        if let Ok(about) = fs::metadata(path) {
            return about.is_file().then(|| Identity {
                place: fs::canonicalize(path).unwrap_or_else(|_| path.into()),
                node: node(&about),
            });
        }
        let path = resolve_links(path);
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        Some(Identity {
            place: folder.join(path.file_name()?),
            node: None,
        })
    }
}

#[cfg(unix)]
fn node(about: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;

    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn node(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Resolves symbolic links, even if their target does not exist.
fn resolve_links(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if is_device(&path) {
            break;
        }
        let Ok(link) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(link);
    }
    path
}

/// True for a path in a system folder for devices or processes (`/dev` or `/proc`).
/// A path such as `/dev/stdout` may lead to a regular file, but a process already has this file open as its stdout.
/// `/dev/shm` does not count as a system folder, because it is an ordinary folder in memory.
fn is_device(path: &Path) -> bool {
    let is_made = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    is_made && !path.starts_with("/dev/shm")
}

/// Detects early that a file cannot be written, because the write would otherwise fail after minutes of work.
#[expect(clippy::disallowed_methods, reason = "nothing is written")]
fn check(path: &Path) -> io::Result<()> {
    let target = resolve_links(path);
    if is_dash(path) || is_device(&target) {
        return Ok(());
    }
    match fs::metadata(&target) {
        Ok(about) if about.is_file() => OpenOptions::new().write(true).open(&target).map(drop),
        Ok(about) if about.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => fs::metadata(folder_of(&target)).map(drop),
        Err(error) => Err(error),
    }
}

/// The new file is in the folder of `target`, because a rename cannot move a file to another file system.
fn replace(
    disk: &impl Disk,
    target: &Path,
    there: Option<&Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(target);
    let (temporary, file) = match new_file(folder) {
        Ok(new) => new,
        // If no new file can be created in the folder, an existing file may still be writable.
        Err(error) if there.is_some() && is_refused(&error) => return overwrite(target, write),
        Err(error) => return Err(error),
    };
    fill(&file, write)?;
    let has_same_attributes = match there {
        Some(there) => copy_attributes(&file, there),
        None => {
            set_default_permissions(&file, folder)?;
            true
        }
    };
    // A file that is a mount point cannot be replaced by renaming.
    if has_same_attributes && rename_durably(disk, file, temporary.path(), target)? {
        return Ok(());
    }
    let mut complete = File::open(temporary.path())?;
    overwrite(target, |out| io::copy(&mut complete, out).map(drop))?;
    disk.sync_folder(folder)
}

/// Creates a new file in `folder` that only the current user can read. The file is removed unless it is renamed.
fn new_file(folder: &Path) -> io::Result<(TemporaryFile, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    TemporaryFile::create(folder.join(new_name()), &options)
}

/// The process id alone is not unique, because processes in different containers can have the same id.
fn new_name() -> String {
    static N_CREATED: AtomicU32 = AtomicU32::new(0);
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanoseconds = since.map_or(0, |since| since.as_nanos());
    let made = N_CREATED.fetch_add(1, Ordering::Relaxed);
    format!("fastgas-{}-{nanoseconds}-{made}.new", process::id())
}

/// Gives the file the default permissions of new files in `folder`.
/// No system call returns the default permissions, so the permissions of a new empty file are copied.
#[cfg(unix)]
fn set_default_permissions(file: &File, folder: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let (_removed, empty) = TemporaryFile::create(folder.join(new_name()), &options)?;
    // An error is ignored, because some file systems do not support permissions.
    let _ = file.set_permissions(empty.metadata()?.permissions());
    Ok(())
}

#[cfg(not(unix))]
fn set_default_permissions(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}

fn is_refused(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
    )
}

/// Returns true if both the permissions and the owner were copied.
fn copy_attributes(file: &File, there: &Metadata) -> bool {
    let is_permitted = file.set_permissions(there.permissions()).is_ok();
    is_permitted && copy_owner(file, there)
}

#[cfg(unix)]
fn copy_owner(file: &File, there: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};

    let is_owned = |about: Metadata| (about.uid(), about.gid()) == (there.uid(), there.gid());
    // Usually only root may change the owner of a file.
    file.metadata().is_ok_and(is_owned) || fchown(file, Some(there.uid()), Some(there.gid())).is_ok()
}

#[cfg(not(unix))]
fn copy_owner(_: &File, _: &Metadata) -> bool {
    true
}

#[expect(
    clippy::disallowed_methods,
    reason = "the existing file cannot be replaced by a new one"
)]
fn overwrite(target: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let file = File::create(target)?;
    fill(&file, write)?;
    match file.metadata()?.is_file() {
        true => file.sync_all(),
        // Pipes and devices do not need a sync.
        false => Ok(()),
    }
}

fn fill(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

#[cfg(test)]
mod tests;
