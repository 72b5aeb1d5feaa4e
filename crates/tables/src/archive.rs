//! Finds the table in a ZIP archive.

use std::io::BufReader;
use std::sync::Arc;

use fastgas_data::{LoadError, Packing};
use zip::ZipArchive;
use zip::result::ZipError;

use crate::input::{Input, InputReader, reader};
use crate::kind;
use crate::store::Keep;
use crate::unpack::{Inside, Limits, unreadable};
use crate::workbook::Kind;

/// Maximum number of names in a report, and in an error about a name.
const MAX_NAMES: usize = 20;
/// Maximum number of tables that the user can choose from.
const MAX_CHOICES: usize = 1_000;

/// Endings of files that are tables.
const TABLE_ENDINGS: [&str; 13] = [
    "csv", "tsv", "tab", "json", "jsonl", "ndjson", "xlsx", "xlsm", "xlsb", "xls", "ods", "parquet", "pq",
];
/// Endings of compressed files.
const COMPRESSED_ENDINGS: [&str; 5] = ["gz", "gzip", "zst", "zstd", "bz2"];

pub(crate) struct Archive {
    zip: ZipArchive<BufReader<InputReader>>,
    /// The names of all files and folders, by index.
    names: Vec<String>,
    limits: Limits,
}

impl Archive {
    /// # Errors
    /// [`LoadError::Unreadable`] if the list of files cannot be read.
    pub(crate) fn open(input: &Arc<dyn Input>, limit: u64) -> Result<Archive, LoadError> {
        let zip = ZipArchive::new(reader(input)).map_err(|error| unreadable("ZIP", error))?;
        let name = |index| match zip.name_for_index(index) {
            Some(Ok(name)) => name.into_owned(),
            // A name in an unknown encoding.
            Some(Err(_)) | None => format!("#{}", index + 1),
        };
        Ok(Archive {
            names: (0..zip.len()).map(name).collect(),
            zip,
            limits: Limits {
                format: "ZIP",
                packed: input.bytes(),
                bytes: limit,
            },
        })
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// The kind of the workbook, if the archive is one.
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

    /// Checks the sizes of the parts of a workbook that its reader keeps in memory, by unpacking them once.
    ///
    /// # Errors
    /// [`LoadError::UnpackedSize`], [`LoadError::UnpackedRatio`], [`LoadError::Unreadable`].
    pub(crate) fn check_size(&mut self) -> Result<(), LoadError> {
        let limits = Limits {
            format: "Excel or OpenDocument",
            // The markup around the cells is several times as long as their texts.
            bytes: self.limits.bytes.saturating_mul(4),
            ..self.limits
        };
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

    /// The names of the files in the archive that may be tables: without folders and files of the system.
    fn files(&self) -> Vec<String> {
        let is_of_system = |name: &str| {
            let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
            name.starts_with("__MACOSX/") || file.starts_with('.') || ["Thumbs.db", "desktop.ini"].contains(&file)
        };
        let names = self.names.iter().filter(|name| !name.ends_with(['/', '\\']));
        names.filter(|name| !is_of_system(name)).cloned().collect()
    }

    /// Unpacks the requested file, or the only table.
    ///
    /// # Errors
    /// [`LoadError::NoEntry`], [`LoadError::WhichEntry`], [`LoadError::NoEntries`], [`LoadError::Document`] for the
    /// document of another program, [`LoadError::Password`], and the errors of [`Limits::read`].
    pub(crate) fn table(&mut self, requested: Option<&str>, keep: Keep) -> Result<Inside, LoadError> {
        let names = self.files();
        let first = |names: &[String], most| names.iter().take(most).cloned().collect::<Vec<_>>();
        let name = match requested {
            Some(name) if self.index(name).is_some() => name.to_owned(),
            Some(name) => {
                return Err(LoadError::NoEntry {
                    name: name.into(),
                    names: first(&names, MAX_NAMES),
                });
            }
            None => {
                self.refuse_document()?;
                match &candidates(&names)[..] {
                    [] => return Err(LoadError::NoEntries),
                    [name] => name.clone(),
                    several => {
                        return Err(LoadError::WhichEntry {
                            n: several.len() as u64,
                            names: first(several, MAX_CHOICES),
                        });
                    }
                }
            }
        };
        let index = self.index(&name).ok_or(LoadError::NoEntries)?;
        let entry = self.zip.by_index(index).map_err(refusal)?;
        let limits = Limits {
            packed: entry.compressed_size().min(self.limits.packed),
            ..self.limits
        };
        // A wrong size in the list is detected while the file is unpacked.
        limits.check(entry.size())?;
        let store = limits.store(entry, keep)?;
        let others: Vec<String> = names.into_iter().filter(|other| *other != name).collect();
        Ok(Inside {
            packing: Packing {
                format: "ZIP".into(),
                entry: Some(name.clone()),
                others: first(&others, MAX_NAMES),
                bytes: store.bytes(),
            },
            name,
            store,
        })
    }

    /// Refuses the document of another program, which is a ZIP archive, too.
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

/// The files that may be the table: those with the ending of a table, otherwise plain texts, otherwise all.
fn candidates(names: &[String]) -> Vec<String> {
    let ending = |name: &str| name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    let of_table = |name: &&String| {
        let mut name = name.as_str();
        while let (Some(end), Some((before, _))) = (ending(name), name.rsplit_once('.')) {
            if TABLE_ENDINGS.contains(&end.as_str()) {
                return true;
            }
            if !COMPRESSED_ENDINGS.contains(&end.as_str()) {
                return false;
            }
            name = before;
        }
        false
    };
    let is_text = |name: &&String| ending(name).as_deref() == Some("txt");
    let tables: Vec<String> = names.iter().filter(of_table).cloned().collect();
    let texts: Vec<String> = names.iter().filter(is_text).cloned().collect();
    match (tables.is_empty(), texts.is_empty()) {
        (false, _) => tables,
        (true, false) => texts,
        (true, true) => names.to_vec(),
    }
}

/// The error of opening a file in an archive.
fn refusal(error: ZipError) -> LoadError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            LoadError::Password { format: kind("ZIP") }
        }
        error => unreadable("ZIP", error),
    }
}
