//! Finds the table in a ZIP archive and unpacks the table.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use fastgas_data::{LoadError, Packing, UnsupportedReason};
use zip::result::ZipError;
use zip::{CompressionMethod, SUPPORTED_COMPRESSION_METHODS, ZipArchive};

use crate::input::{Input, InputReader, reader, reader_at};
use crate::kind;
use crate::ods::CellCounter;
use crate::store::Keep;
use crate::unpack::{Bounds, Inside, unreadable, unsupported};
use crate::workbook::{Formats, Kind};
use crate::xlsb_styles;

/// Maximum number of file names that an error message lists.
const MAX_NAMES: usize = 20;
/// Maximum number of files that the user can choose from. The web page receives all file names with each preview.
/// In an archive with more files, the user can only name the file on the command line.
const MAX_CHOICES: usize = 20_000;

/// Maximum length of a nested archive's path, in bytes.
/// Each file name that the user can choose begins with the path of its archive, so long paths would fill the memory.
const MAX_PATH_BYTES: usize = 2_048;

/// Signature of an entry in the central directory of a ZIP archive, which lists the files.
const LIST_ENTRY: &[u8] = b"PK\x01\x02";
/// Size of a central directory entry in bytes, excluding the name, the extra fields and the comment.
const LIST_ENTRY_BYTES: usize = 46;
/// Offset of the three sizes (name, extra fields, comment) in a central directory entry.
const LIST_ENTRY_SIZES: usize = 28;
/// Id of the ZIP extra field that contains the file name in UTF-8.
const UTF8_NAME: [u8; 2] = [0x75, 0x70];
/// Number of bytes before the file name in the ZIP extra field.
const UTF8_NAME_HEADER: usize = 5;
/// Size in bytes of the buffer for reading the central directory of a ZIP archive.
const LIST_BUFFER: usize = 1 << 16;

/// Number of bytes at the start of `sharedStrings.xml` that are searched for the attribute [`TEXT_COUNT`].
const PART_BEGINNING: usize = 1 << 12;
/// Beginning of the XML attribute where `sharedStrings.xml` states the number of a workbook's shared texts.
const TEXT_COUNT: &[u8] = b"uniqueCount=";
/// Maximum number of shared texts in [`TEXT_COUNT`] that is accepted without a check. Some programs state too many texts.
/// A larger number of shared texts must not exceed the number of bytes in `sharedStrings.xml`.
const FREE_TEXTS: u64 = 1_000_000;

/// Number of bytes that are read from the file `mimetype`.
const MIME_BYTES: u64 = 128;
/// Beginning of the media type of each OpenDocument file, in the file `mimetype`.
const OPEN_DOCUMENT: &str = "application/vnd.oasis.opendocument.";
/// End of a spreadsheet's media type, after the prefix [`OPEN_DOCUMENT`].
/// The media type of a spreadsheet template (`spreadsheet-template`) begins with this text, too.
const SPREADSHEET: &str = "spreadsheet";
/// Beginnings of other OpenDocument media types after [`OPEN_DOCUMENT`], each with a name for error messages.
const OPEN_DOCUMENTS: [(&str, &str); 6] = [
    ("text", "OpenDocument text (.odt)"),
    ("presentation", "OpenDocument presentation (.odp)"),
    ("graphics", "OpenDocument drawing (.odg)"),
    ("formula", "OpenDocument formula (.odf)"),
    ("chart", "OpenDocument chart (.odc)"),
    ("base", "OpenDocument database (.odb)"),
];

/// Names of files that identify a ZIP archive as a document of another program, each with the name of the program.
/// The list for compound files is [`DOCUMENT_STREAMS`](crate::DOCUMENT_STREAMS).
const DOCUMENT_FILES: [(&str, &str); 4] = [
    ("word/document.xml", "Word"),
    ("ppt/presentation.xml", "PowerPoint"),
    ("META-INF/container.xml", "EPUB"),
    ("Index/Document.iwa", "Numbers, Pages or Keynote"),
];

const TABLE_ENDINGS: [&str; 13] = [
    "csv", "tsv", "tab", "json", "jsonl", "ndjson", "xlsx", "xlsm", "xlsb", "xls", "ods", "parquet", "pq",
];
const ARCHIVE_ENDINGS: [&str; 1] = ["zip"];
const COMPRESSED_ENDINGS: [&str; 5] = ["gz", "gzip", "zst", "zstd", "bz2"];

pub(crate) struct Archive {
    zip: ZipArchive<BufReader<InputReader>>,
    names: Vec<String>,
    /// Names that occur several times, each with the 1-based positions of its first two occurrences in the archive.
    repeated: BTreeMap<String, [u64; 2]>,
    /// Path of this archive inside the outer archives, with a slash after each archive. Empty for the outermost archive.
    path: String,
    packed: u64,
    bounds: Bounds,
}

impl Archive {
    /// Opens the archive and reads its list of files.
    ///
    /// # Errors
    /// Returns [`LoadError::LongPath`] if `path` is too long.
    /// Returns [`LoadError::Unsupported`] or [`LoadError::Unreadable`] if the list of files cannot be read.
    pub(crate) fn open(input: &Arc<dyn Input>, path: String, bounds: Bounds) -> Result<Archive, LoadError> {
        if path.len() > MAX_PATH_BYTES {
            return Err(LoadError::LongPath {
                bytes: path.len() as u64,
                limit: MAX_PATH_BYTES as u64,
            });
        }
        let zip = ZipArchive::new(reader(input)).map_err(refusal)?;
        let name = |index| match zip.name_for_index(index) {
            Some(Ok(name)) => name.into_owned(),
            // The encoding of the file name is unknown, so the name is replaced by a number.
            Some(Err(_)) | None => format!("#{}", index + 1),
        };
        let names: Vec<String> = (0..zip.len()).map(name).collect();
        let repeated = match zip.has_duplicate_names() {
            true => repeated(&names_in_list(input, &zip, &names).map_err(|error| unreadable("ZIP", error))?),
            false => repeated(&names),
        };
        Ok(Archive {
            repeated,
            names,
            zip,
            path,
            packed: input.bytes(),
            bounds,
        })
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

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

    fn check_unique(&self, name: &str) -> Result<(), LoadError> {
        match self.repeated.get(name) {
            Some([first, second]) => Err(LoadError::SameEntry {
                name: format!("{}{name}", self.path),
                first: *first,
                second: *second,
            }),
            None => Ok(()),
        }
    }

    /// Checks the parts of a workbook before the workbook library reads them.
    /// Two parts must not have the same name.
    /// Parts that the workbook library keeps in memory are unpacked once to check their sizes.
    /// The function also checks the numbers in the file that determine how much memory the library reserves.
    /// `limit` is the largest accepted total size of the texts, in bytes.
    /// Returns the number formats of the cells, or [`Formats::OfLibrary`] if the workbook library returns the formats.
    ///
    /// # Errors
    /// Fails with [`LoadError::SameEntry`], [`LoadError::Unsupported`] or [`LoadError::Unreadable`].
    /// Returns [`LoadError::UnpackedSize`], [`LoadError::UnpackedRatio`] or [`LoadError::WorkbookSize`] if a limit is exceeded.
    /// Returns [`LoadError::Document`] for an OpenDocument file that is not a spreadsheet.
    pub(crate) fn check_parts(&mut self, workbook: Kind, limit: u64) -> Result<Formats, LoadError> {
        if workbook == Kind::Ods {
            self.check_mime_type()?;
        }
        for name in self.repeated.keys().filter(|name| !name.ends_with('/')) {
            self.check_unique(name)?;
        }
        // The markup around the cells of a workbook is several times as long as the texts in the cells.
        // Therefore the XML of a workbook may be four times as large as other unpacked files.
        let limits = self.bounds.limits("Excel or OpenDocument", self.packed).times(4);
        let mut counter = CellCounter::new(limit);
        let mut styles = Vec::new();
        let mut indices: Vec<usize> = (0..self.names.len()).collect();
        // `content.xml` comes last, because its cells refer to styles in the other parts.
        indices.sort_by_key(|&index| self.names[index] == "content.xml");
        for index in indices {
            let name = &self.names[index];
            let is_counted = workbook == Kind::Ods && (name == "content.xml" || name == "styles.xml");
            let has_styles = workbook == Kind::Xlsb && name == "xl/styles.bin";
            let name = name.to_ascii_lowercase();
            let is_kept = [
                "sharedstrings.xml",
                "sharedstrings.bin",
                "styles.xml",
                "styles.bin",
                "content.xml",
                "manifest.xml",
            ];
            if !is_kept.iter().any(|kept| name.ends_with(kept)) {
                continue;
            }
            let entry = self.zip.by_index(index).map_err(refusal)?;
            check_method(entry.compression())?;
            let (mut beginning, mut n_bytes) = (Vec::new(), 0_u64);
            counter.begin_part();
            limits.pass(entry, &mut |chunk| {
                n_bytes += chunk.len() as u64;
                let n_missing = PART_BEGINNING.saturating_sub(beginning.len());
                beginning.extend_from_slice(&chunk[..n_missing.min(chunk.len())]);
                if is_counted {
                    counter.push(chunk);
                }
                if has_styles {
                    styles.extend_from_slice(chunk);
                }
            })?;
            if name.ends_with("sharedstrings.xml") {
                check_text_count(&beginning, n_bytes)?;
            }
        }
        let formats = counter.finish()?;
        Ok(match workbook {
            Kind::Ods => Formats::Ods(formats),
            Kind::Xlsb => Formats::Xlsb(xlsb_styles::formats(&styles)),
            Kind::Xlsx | Kind::Xls => Formats::OfLibrary,
        })
    }

    /// Refuses OpenDocument files that are not spreadsheets. Only the media type distinguishes these files from spreadsheets.
    fn check_mime_type(&mut self) -> Result<(), LoadError> {
        let Some(index) = self.index("mimetype") else {
            return Ok(());
        };
        let entry = self.zip.by_index(index).map_err(refusal)?;
        check_method(entry.compression())?;
        let mut mime = Vec::new();
        let read = entry.take(MIME_BYTES).read_to_end(&mut mime);
        read.map_err(|error| unreadable("ZIP", error))?;
        let mime = String::from_utf8_lossy(&mime);
        match mime.strip_prefix(OPEN_DOCUMENT) {
            Some(document) if !document.starts_with(SPREADSHEET) => {
                let known = OPEN_DOCUMENTS.iter().find(|(begins, _)| document.starts_with(begins));
                let name = known.map_or("OpenDocument", |(_, name)| *name);
                Err(LoadError::Document { format: kind(name) })
            }
            // A file with any other media type is not refused here, because the workbook library refuses it.
            Some(_) | None => Ok(()),
        }
    }

    /// Distinct names of the files in the archive that may be tables.
    /// Folders, hidden files and files that an operating system adds (such as `Thumbs.db`) are excluded.
    fn files(&self) -> Vec<String> {
        let is_of_system = |name: &str| {
            let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
            name.starts_with("__MACOSX/") || file.starts_with('.') || ["Thumbs.db", "desktop.ini"].contains(&file)
        };
        let names = self.names.iter().filter(|name| !name.ends_with(['/', '\\']));
        let mut known = BTreeSet::new();
        let names = names.filter(|name| !is_of_system(name) && known.insert(name.as_str()));
        names.cloned().collect()
    }

    /// Splits a path into a file of the archive and the rest of the path. The rest is a path inside the file.
    /// `None` if no file of the archive matches the beginning of the path.
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
    /// Returns [`LoadError::NoEntry`] or [`LoadError::NoEntries`] if the archive does not contain the file.
    /// Returns [`LoadError::WhichEntry`] or [`LoadError::SameEntry`] if it is unclear which file is the table.
    /// Returns [`LoadError::Document`] for a document such as a Word file.
    /// Returns [`LoadError::Password`] for an encrypted file.
    /// Returns [`LoadError::UnpackedSize`] or [`LoadError::UnpackedRatio`] if the unpacked file exceeds a limit.
    /// Returns [`LoadError::Unsupported`] or [`LoadError::Unreadable`] if the file cannot be unpacked.
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
        self.check_unique(&name)?;
        let folder = format!("{name}/");
        let is_folder = self.names.iter().any(|other| other.starts_with(&folder));
        let index = self.index(&name).ok_or(LoadError::NoEntries)?;
        let entry = self.zip.by_index(index).map_err(refusal)?;
        check_method(entry.compression())?;
        let limits = self.bounds.limits("ZIP", entry.compressed_size().min(self.packed));
        // If the archive's central directory states a wrong size, the error is detected while the file is unpacked.
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

    /// Refuses documents of other programs, such as Word, which are also ZIP archives.
    fn refuse_document(&self) -> Result<(), LoadError> {
        match DOCUMENT_FILES.iter().find(|(file, _)| self.index(file).is_some()) {
            Some((_, program)) => Err(LoadError::Document { format: kind(program) }),
            None => Ok(()),
        }
    }
}

/// Names of all files and folders, in the order of the archive's central directory. Repeated names are included.
/// [`ZipArchive`] also reads the central directory, but keeps only the last of several files with the same name.
fn names_in_list(
    input: &Arc<dyn Input>,
    zip: &ZipArchive<BufReader<InputReader>>,
    names: &[String],
) -> io::Result<Vec<String>> {
    let mut list = reader_at(input, zip.central_directory_start(), LIST_BUFFER);
    let mut listed = Vec::new();
    loop {
        let mut entry = [0; LIST_ENTRY_BYTES];
        list.read_exact(&mut entry[..LIST_ENTRY.len()])?;
        if !entry.starts_with(LIST_ENTRY) {
            return Ok(listed);
        }
        list.read_exact(&mut entry[LIST_ENTRY.len()..])?;
        let size = |index: usize| {
            let at = LIST_ENTRY_SIZES + 2 * index;
            usize::from(u16::from_le_bytes([entry[at], entry[at + 1]]))
        };
        let mut name = vec![0_u8; size(0)];
        list.read_exact(&mut name)?;
        let mut extra = vec![0_u8; size(1)];
        list.read_exact(&mut extra)?;
        list.read_exact(&mut vec![0_u8; size(2)])?;
        let keys = [utf8_name(&extra).unwrap_or(&name), &name[..]];
        let known = keys.into_iter().find_map(|key| names.get(zip.index_for_name_raw(key)?));
        listed.push(known.map_or_else(|| String::from_utf8_lossy(&name).into_owned(), String::clone));
    }
}

/// Returns the UTF-8 name from the extra fields of a ZIP entry, if any. This name overrides the name in the header.
fn utf8_name(mut extra: &[u8]) -> Option<&[u8]> {
    loop {
        let (id, rest) = extra.split_first_chunk::<2>()?;
        let (size, rest) = rest.split_first_chunk::<2>()?;
        let (field, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*size)))?;
        if *id == UTF8_NAME {
            return field.get(UTF8_NAME_HEADER..);
        }
        extra = rest;
    }
}

fn repeated(names: &[String]) -> BTreeMap<String, [u64; 2]> {
    let mut first = BTreeMap::new();
    let mut repeated = BTreeMap::new();
    for (number, name) in (1..).zip(names) {
        match first.get(name) {
            Some(first) => {
                repeated.entry(name.clone()).or_insert([*first, number]);
            }
            None => {
                first.insert(name, number);
            }
        }
    }
    repeated
}

/// Returns the files that may be the table.
/// The kinds of files, in order of preference, are: files with a table extension, archives, `.txt` files, and other files.
/// If `names` contains files of several kinds, only the files of the most preferred kind are returned.
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

/// Checks the number of shared texts that a workbook states, because the workbook library reserves memory accordingly.
fn check_text_count(beginning: &[u8], n_bytes: u64) -> Result<(), LoadError> {
    let place = beginning
        .windows(TEXT_COUNT.len())
        .position(|bytes| bytes == TEXT_COUNT);
    let Some(place) = place else { return Ok(()) };
    let digits = beginning[place + TEXT_COUNT.len()..].iter().skip(1);
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    let n_texts = digits.fold(0_u64, |number, digit| {
        number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    });
    match n_texts <= n_bytes.max(FREE_TEXTS) {
        true => Ok(()),
        false => {
            let message = format!("its list of texts has {n_bytes} bytes, but should have {n_texts} texts");
            Err(unreadable("Excel", message))
        }
    }
}

fn check_method(method: CompressionMethod) -> Result<(), LoadError> {
    if SUPPORTED_COMPRESSION_METHODS.contains(&method) {
        return Ok(());
    }
    let name = match method.to_string() {
        // The display name of every unknown method is `Unknown`. The debug output also contains the method's number.
        name if name == "Unknown" => format!("{method:?}"),
        name => name,
    };
    Err(unsupported("ZIP", UnsupportedReason::Compression { name }))
}

fn refusal(error: ZipError) -> LoadError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            LoadError::Password { format: kind("ZIP") }
        }
        // In some cases, the ZIP library reports a split archive as invalid instead of unsupported.
        ZipError::InvalidArchive(message) if message.starts_with("Multi-disk") => {
            unsupported("ZIP", UnsupportedReason::SeveralFiles)
        }
        ZipError::UnsupportedArchive(message) if message.contains("multi-disk") => {
            unsupported("ZIP", UnsupportedReason::SeveralFiles)
        }
        ZipError::UnsupportedArchive(message) => unsupported(
            "ZIP",
            UnsupportedReason::Other {
                message: message.into(),
            },
        ),
        error => unreadable("ZIP", error),
    }
}
