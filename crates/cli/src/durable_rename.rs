//! Renames complete files so that a power failure never leaves an empty or incomplete file under the new name.
//!
//! ```text
//!  new file ──sync its content──▶ rename ──sync the folder──▶ durable
//! ```
//!
//! A file system may store a rename before the content of the renamed file.

use std::fs::{self, File};
use std::io;
use std::path::Path;

pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// File operations of a rename, whose order the tests record.
/// The order determines the content of the disk after a power failure.
pub trait Disk {
    /// Waits until the content of `file` is on disk.
    fn sync(&self, file: &File) -> io::Result<()>;
    /// Replaces an existing file at `to`.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Waits until the directory entries of `folder` are on disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

pub struct SystemDisk;

impl Disk for SystemDisk {
    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    #[expect(clippy::disallowed_methods, reason = "`rename_durably` syncs the file first")]
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        use std::io::ErrorKind;

        // A folder that is writable but not readable cannot be synced.
        let Ok(folder) = File::open(folder) else {
            return Ok(());
        };
        match folder.sync_all() {
            // Some file systems cannot sync folders.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
            other => other,
        }
    }

    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Renames `file`, whose content is complete. No other function of this program renames a file.
/// Returns whether the system has renamed the file.
///
/// # Errors
/// Fails without a rename if the file cannot be synced. Also fails if the folder cannot be synced after the rename.
pub fn rename_durably(disk: &impl Disk, file: File, from: &Path, to: &Path) -> io::Result<bool> {
    disk.sync(&file)?;
    // The file is closed first, because some systems do not rename open files.
    drop(file);
    if disk.rename(from, to).is_err() {
        return Ok(false);
    }
    disk.sync_folder(folder_of(to))?;
    Ok(true)
}
