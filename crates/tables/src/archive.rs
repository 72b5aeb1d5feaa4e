//! Finds the table in a ZIP archive and unpacks it.

use std::io::BufReader;
use std::sync::Arc;

use fastgas_data::{LoadError, Packing};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::input::{Input, InputReader, reader};
use crate::kind;
use crate::store::Keep;
use crate::unpack::{Bounds, Inside, unreadable};
use crate::workbook::Kind;

/// Maximum number of file names that an error message lists.
const MAX_NAMES: usize = 20;
/// Maximum number of files from which the user can choose. The page receives all file names with each preview.
/// In the terminal, the user can name any file of a larger archive.
const MAX_CHOICES: usize = 20_000;

/// Maximum length of the path of an archive inside archives, in bytes.
/// The path is a part of the name of each file that the user can choose, so a long path would fill the memory.
const MAX_PATH_BYTES: usize = 2_048;

/// File name extensions of tables.
const TABLE_ENDINGS: [&str; 13] = [
    "csv", "tsv", "tab", "json", "jsonl", "ndjson", "xlsx", "xlsm", "xlsb", "xls", "ods", "parquet", "pq",
];
/// File name extensions of archives.
const ARCHIVE_ENDINGS: [&str; 1] = ["zip"];
/// File name extensions of compressed files.
const COMPRESSED_ENDINGS: [&str; 5] = ["gz", "gzip", "zst", "zstd", "bz2"];

pub(crate) struct Archive {
    zip: ZipArchive<BufReader<InputReader>>,
    /// Names of all files and folders in the archive, by index.
    names: Vec<String>,
    /// Path of the archive: the names of all archives around it and its own name, each followed by a slash.
    /// Empty for the outermost archive.
    path: String,
    /// Size of the archive in bytes.
    packed: u64,
    bounds: Bounds,
}

impl Archive {
    /// # Errors
    /// [`LoadError::Unreadable`] if the list of files cannot be read, or if `path` is too long.
    pub(crate) fn open(input: &Arc<dyn Input>, path: String, bounds: Bounds) -> Result<Archive, LoadError> {
        if path.len() > MAX_PATH_BYTES {
            let said = format!(
                "the path of the archive inside the archive has {} bytes, more than {MAX_PATH_BYTES}; shorten its name",
                path.len()
            );
            return Err(unreadable("ZIP", said));
        }
        let zip = ZipArchive::new(reader(input)).map_err(|error| unreadable("ZIP", error))?;
        let name = |index| match zip.name_for_index(index) {
            Some(Ok(name)) => name.into_owned(),
            // The name of the file is in an unknown encoding.
            Some(Err(_)) | None => format!("#{}", index + 1),
        };
        Ok(Archive {
            names: (0..zip.len()).map(name).collect(),
            zip,
            path,
            packed: input.bytes(),
            bounds,
        })
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// Kind of the workbook, if the archive is a workbook.
    pub(crate) fn workbook(&self) -> Option<Kind> {
        let has = |name: &str| self.index(name).is_some();
        if has("xl/workbook.bin") {
            return Some(Kind::Xlsb);
        }
        if has("[Content_Types].xml") && self.names.iter().any(|name| name.starts_with("xl/")) {
            return Some(Kind::Xlsx);
        }
        let is_sheet = has("mimetype") && has("content.xml") && has("META-INF/manifest.xml");
        (is_sheet && !has("xl/workbook.xml")).then_some(Kind::Ods)
    }

    /// Checks the sizes of those parts of a workbook that the library keeps in memory, by unpacking them once.
    ///
    /// # Errors
    /// Fails with [`LoadError::UnpackedSize`], [`LoadError::UnpackedRatio`] or [`LoadError::Unreadable`].
    pub(crate) fn check_size(&mut self) -> Result<(), LoadError> {
        // The XML markup around the cells is several times as long as the texts of the cells.
        let limits = self.bounds.limits("Excel or OpenDocument", self.packed).times(4);
        for (index, name) in self.names.iter().enumerate() {
            let name = name.to_ascii_lowercase();
            let is_kept = [
                "sharedstrings.xml",
                "sharedstrings.bin",
                "styles.xml",
                "content.xml",
                "manifest.xml",
            ];
            if is_kept.iter().any(|kept| name.ends_with(kept)) {
                let entry = self.zip.by_index(index).map_err(refusal)?;
                limits.measure(entry)?;
            }
        }
        Ok(())
    }

    /// Names of the files in the archive that may be tables, without folders and system files.
    fn files(&self) -> Vec<String> {
        let is_of_system = |name: &str| {
            let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
            name.starts_with("__MACOSX/") || file.starts_with('.') || ["Thumbs.db", "desktop.ini"].contains(&file)
        };
        let names = self.names.iter().filter(|name| !name.ends_with(['/', '\\']));
        names.filter(|name| !is_of_system(name)).cloned().collect()
    }

    /// Resolves a path to a file of the archive and the rest of the path, which leads further inside this file.
    /// None if the archive has no such file.
    fn resolved<'a>(&self, path: &'a str) -> Option<(&str, Option<&'a str>)> {
        if let Some(index) = self.index(path) {
            return Some((&self.names[index], None));
        }
        let rest = |name: &str| path.strip_prefix(name)?.strip_prefix('/');
        let around = self.names.iter().filter_map(|name| Some((name.as_str(), rest(name)?)));
        let (name, rest) = around.max_by_key(|(name, _)| name.len())?;
        Some((name, Some(rest)))
    }

    /// Unpacks the requested file, or the only table of the archive.
    ///
    /// # Errors
    /// [`LoadError::NoEntry`], [`LoadError::WhichEntry`] or [`LoadError::NoEntries`] if no table can be chosen.
    /// [`LoadError::Document`] for the document of another program.
    /// Other errors are [`LoadError::Password`], [`LoadError::UnpackedSize`], [`LoadError::UnpackedRatio`] and
    /// [`LoadError::Unreadable`] for a file that cannot be unpacked.
    pub(crate) fn table(&mut self, requested: Option<&str>, keep: Keep) -> Result<Inside, LoadError> {
        let names = self.files();
        let paths = |names: &[String], most| -> Vec<String> {
            let first = names.iter().take(most);
            first.map(|name| format!("{}{name}", self.path)).collect()
        };
        let (name, rest) = match requested.map(|path| (path, self.resolved(path))) {
            Some((_, Some((name, rest)))) => (name.to_owned(), rest.map(str::to_owned)),
            Some((path, None)) => {
                return Err(LoadError::NoEntry {
                    name: format!("{}{path}", self.path),
                    names: paths(&names, MAX_NAMES),
                });
            }
            None => {
                self.refuse_document()?;
                match &candidates(&names)[..] {
                    [] => return Err(LoadError::NoEntries),
                    [name] => (name.clone(), None),
                    several => {
                        return Err(LoadError::WhichEntry {
                            n: several.len() as u64,
                            names: paths(several, MAX_CHOICES),
                        });
                    }
                }
            }
        };
        let folder = format!("{name}/");
        let is_folder = self.names.iter().any(|other| other.starts_with(&folder));
        let index = self.index(&name).ok_or(LoadError::NoEntries)?;
        let entry = self.zip.by_index(index).map_err(refusal)?;
        let limits = self.bounds.limits("ZIP", entry.compressed_size().min(self.packed));
        // A wrong size in the archive's list of files is detected while the file is unpacked.
        limits.check(entry.size())?;
        let store = limits.store(entry, keep)?;
        let others = names.into_iter().filter(|other| *other != name);
        Ok(Inside {
            packing: Packing {
                format: "ZIP".into(),
                entry: Some(name.clone()),
                others: others.take(MAX_CHOICES).collect(),
                bytes: store.bytes(),
            },
            bounds: limits.after(store.bytes()),
            requested: rest,
            is_folder,
            name,
            store,
        })
    }

    /// Refuses the document of another program, because such documents can be ZIP archives, too.
    fn refuse_document(&self) -> Result<(), LoadError> {
        let has = |name: &str| self.index(name).is_some();
        let named = |name| Err(LoadError::Document { format: kind(name) });
        if has("word/document.xml") {
            return named("Word");
        }
        if has("ppt/presentation.xml") {
            return named("PowerPoint");
        }
        if has("META-INF/container.xml") {
            return named("EPUB");
        }
        if has("Index/Document.iwa") {
            return named("Numbers, Pages or Keynote");
        }
        Ok(())
    }
}

/// Names of the files that may be the table.
/// Files with the extension of a table come first, otherwise archives, otherwise plain texts, otherwise all files.
fn candidates(names: &[String]) -> Vec<String> {
    let ending = |name: &str| name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    let ends_with = |mut name: &str, endings: &[&str]| {
        while let (Some(end), Some((before, _))) = (ending(name), name.rsplit_once('.')) {
            if endings.contains(&end.as_str()) {
                return true;
            }
            if !COMPRESSED_ENDINGS.contains(&end.as_str()) {
                return false;
            }
            name = before;
        }
        false
    };
    let with = |endings: &[&str]| -> Vec<String> {
        let with = names.iter().filter(|name| ends_with(name, endings));
        with.cloned().collect()
    };
    let is_text = |name: &&String| ending(name).as_deref() == Some("txt");
    let mut kinds = [
        with(&TABLE_ENDINGS),
        with(&ARCHIVE_ENDINGS),
        names.iter().filter(is_text).cloned().collect(),
        names.to_vec(),
    ]
    .into_iter();
    kinds.find(|names| !names.is_empty()).unwrap_or_default()
}

/// Converts an error of the ZIP library to a [`LoadError`].
fn refusal(error: ZipError) -> LoadError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            LoadError::Password { format: kind("ZIP") }
        }
        error => unreadable("ZIP", error),
    }
}
