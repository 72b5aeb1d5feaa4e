//! Detailed reasons within the errors that occur when a file is read.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::{JsonProblem, JsonReason, Verbatim, counted, one_or_many, visible_name as seen};

/// Name of a file format in an error message. The variants other than `Named` have translations.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum FileKind {
    /// A ZIP archive, which may also be an Excel workbook.
    #[error("ZIP or Excel")]
    ZipOrExcel,
    /// A spreadsheet from an Excel version before 2007.
    #[error("old Excel")]
    OldExcel,
    /// A format whose name is the same in all languages.
    #[error("{0}")]
    Named(Cow<'static, str>),
}

impl FileKind {
    pub(crate) const fn named(name: &'static str) -> FileKind {
        FileKind::Named(Cow::Borrowed(name))
    }
}

/// Why a line of a JSON file is not a row.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum JsonRowReason {
    /// The line is not a string, although the rows before it are strings.
    #[error("it is not a text in quotes like the rows before it (letter {letter})")]
    NotText {
        /// 1-based position of the value in the line, in characters.
        letter: u64,
    },
    /// The line is neither a JSON object nor a JSON string.
    #[error("it is not a JSON object: it does not begin with `{{` (letter {letter})")]
    NotObject {
        /// 1-based position of the value in the line, in characters.
        letter: u64,
    },
    /// A colon is missing after a key.
    #[error("a `:` is missing after a key (letter {letter})")]
    NoColon {
        /// 1-based position of the missing colon in the line, in characters.
        letter: u64,
    },
    /// A value is followed by neither a comma nor the end of the object.
    #[error("a `,` or `}}` is missing after a value (letter {letter})")]
    NoSeparator {
        /// 1-based position, in characters, where the comma or the end of the object is expected.
        letter: u64,
    },
    /// An object is followed by neither a comma nor the end of the list.
    #[error("a `,` or `]` is missing after an object")]
    NoListSeparator,
    /// A list has no closing bracket.
    #[error("the list is not closed by `]`")]
    OpenList,
    /// An object has no closing brace.
    #[error("the object is not closed by `}}`")]
    OpenObject,
    /// A key is missing in an object.
    #[error("a key in quotes is missing (letter {letter})")]
    NoKey {
        /// 1-based position of the missing key in the line, in characters.
        letter: u64,
    },
    /// A value is missing after a key.
    #[error("a value is missing after a key (letter {letter})")]
    NoMemberValue {
        /// 1-based position of the missing value in the line, in characters.
        letter: u64,
    },
    /// The path to the records does not lead to a list.
    #[error("there is no list of records at `{path}`")]
    NoRecords {
        /// Path where the records should be.
        path: String,
    },
    /// An item of the list is not an object.
    #[error("the list contains something that is not an object")]
    NoObjectInList,
    /// The records are the values of an object, but a value is neither an object nor a string.
    #[error("the value of a key is not an object (letter {letter})")]
    NoObjectUnderKey {
        /// 1-based position of the value in the line, in characters.
        letter: u64,
    },
    /// Surplus characters follow the list.
    #[error("something follows the list")]
    AfterList,
    /// Surplus characters follow the string.
    #[error("something follows the text, at letter {letter}")]
    AfterText {
        /// 1-based position of the surplus characters in the line, in characters.
        letter: u64,
    },
    /// Surplus characters follow the object.
    #[error("something follows the object, at letter {letter}")]
    AfterObject {
        /// 1-based position of the surplus characters in the line, in characters.
        letter: u64,
    },
    /// The object has no keys.
    #[error("the object has no keys")]
    NoKeys,
    /// A key occurs twice in the object.
    #[error("the object has the key `{key}` twice")]
    SameKey {
        /// The repeated key.
        key: String,
    },
    /// A value of the object is malformed.
    #[error("{problem} (from letter {letter} on)")]
    Value {
        /// The reason why the value is malformed.
        problem: JsonProblem,
        /// 1-based position of the malformed value in the line, in characters.
        letter: u64,
    },
}

/// The syntax rule that a text template breaks.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TemplateReason {
    /// A brace has no counterpart.
    #[error("a `{brace}` is unpaired; to write the character itself, double it")]
    Brace {
        /// The unpaired brace, `{` or `}`.
        brace: String,
    },
    /// A pair of braces contains no name.
    #[error("`{{}}` names no column")]
    NoName,
    /// The template has no placeholder.
    #[error("it contains no column name, such as `{{text}}`")]
    NoColumn,
    /// The placeholder for the label occurs twice.
    #[error("`{{label}}` occurs twice")]
    LabelTwice,
    /// A placeholder follows the placeholder for the label.
    #[error("`{{{column}}}` comes after `{{label}}`")]
    AfterLabel {
        /// Name of the placeholder that follows the label.
        column: String,
    },
}

/// Kind of value that a cell should contain.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum Expected {
    /// The index of a row in the pool.
    #[error("a whole number below {limit}")]
    RowBelow {
        /// Number of rows in the pool. Every index of a row is smaller than this number.
        limit: u64,
    },
    /// Any finite number.
    #[error("a finite number")]
    Finite,
    /// A key that identifies an annotation question: 16 hexadecimal digits.
    #[error("a number of 16 hexadecimal digits")]
    Key,
}

/// Which size limit a table exceeds.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum SizeReason {
    /// The number of cells up to a line of the file exceeds the limit.
    #[error("more than {limit} cells up to line {line}")]
    CellsByLine {
        /// Maximum number of cells in a table.
        limit: u64,
        /// Number of the line that exceeds the limit.
        line: u64,
    },
    /// The number of bytes up to a line of the file exceeds the limit.
    #[error("more than {limit} bytes of text up to line {line}")]
    BytesByLine {
        /// Maximum number of bytes in a table.
        limit: u64,
        /// Number of the line that exceeds the limit.
        line: u64,
    },
    /// The number of cells exceeds the limit after all rows are padded.
    #[error("{rows} rows of {columns} columns are more than {limit} cells")]
    PaddedCells {
        /// Number of rows in the table.
        rows: u64,
        /// Number of columns in the table.
        columns: u64,
        /// Maximum number of cells in a table.
        limit: u64,
    },
    /// The number of bytes in the table and the joined texts exceeds the limit.
    #[error("with the joined texts there are more than {limit} bytes of text")]
    JoinedBytes {
        /// Maximum number of bytes in a table.
        limit: u64,
    },
    /// The total number of bytes in two tables exceeds the limit.
    #[error("together there are more than {limit} bytes of text")]
    BytesTogether {
        /// Maximum number of bytes in a table.
        limit: u64,
    },
    /// The end offsets of the cells do not fit the text of the cells.
    #[error("the cells do not fit their table")]
    Parts,
}

/// How a workbook from an Excel version before 2007 is damaged.
/// A workbook in the old .xls format is a stream of records within a compound file.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum XlsReason {
    /// The file ends before the end of the workbook.
    #[error("the file has {bytes} bytes, but its workbook reaches to byte {end}")]
    CutOff {
        /// Size of the file in bytes.
        bytes: u64,
        /// Byte offset in the file where the workbook should end.
        end: u64,
    },
    /// The sector size is neither 512 nor 4096 bytes, the two sizes that compound files allow.
    #[error("its sectors should have 2^9 or 2^12 bytes, but bytes 30 and 31 of the file say 2^{exponent}")]
    SectorSize {
        /// Exponent of the sector size in the file.
        exponent: u64,
    },
    /// The file refers to a sector that does not exist.
    #[error("byte {byte} of the file refers to sector {sector}, but the number of sectors is {n_sectors}")]
    NoSector {
        /// 0-based byte offset in the file of the reference to the sector.
        byte: u64,
        /// 0-based index of the missing sector.
        sector: u64,
        /// Number of sectors in the file.
        n_sectors: u64,
    },
    /// The file refers to a mini sector (a sector of 64 bytes) that does not exist.
    #[error("byte {byte} of the file refers to small sector {sector}, but the number of small sectors is {n_sectors}")]
    NoSmallSector {
        /// 0-based byte offset in the file of the reference to the mini sector.
        byte: u64,
        /// 0-based index of the missing mini sector.
        sector: u64,
        /// Number of mini sectors in the file.
        n_sectors: u64,
    },
    /// Two entries of the sector list contain the same sector.
    #[error("sector {sector} occurs twice in the list of sectors")]
    SectorTwice {
        /// 0-based index of the repeated sector.
        sector: u64,
    },
    /// A chain of sectors leads back to one of its own sectors.
    #[error("the sectors after sector {sector} lead back to it")]
    Cycle {
        /// 0-based index of a sector in the cycle.
        sector: u64,
    },
    /// A record, or a part of a record, claims more bytes than the file has left.
    #[error(
        "{} should follow byte {byte} of the workbook, but there {} {left}",
        counted(*bytes, "byte"),
        one_or_many(*left, "is", "are")
    )]
    TooFewBytes {
        /// 0-based byte offset in the workbook stream after which bytes are missing.
        byte: u64,
        /// Number of bytes that should follow in the workbook stream after offset `byte`.
        bytes: u64,
        /// Number of bytes that actually follow in the workbook stream after offset `byte`.
        left: u64,
    },
    /// The records of the workbook or of a sheet have no end record.
    #[error("the records from byte {byte} of the workbook on have no end")]
    NoEnd {
        /// 0-based byte offset in the workbook stream where the records begin.
        byte: u64,
    },
    /// The list of sheets refers to a position where no sheet begins.
    #[error(
        "the sheet `{}` should begin at byte {byte} of the workbook, but does not",
        seen(sheet)
    )]
    NoSheetBegin {
        /// Name of the sheet that cannot be found.
        sheet: String,
        /// 0-based byte offset in the workbook stream where the sheet should begin.
        byte: u64,
    },
    /// Several sheets contain the same records.
    #[error("the sheet `{}` contains the same records as other sheets", seen(sheet))]
    SharedRecords {
        /// Name of a sheet that shares its records with other sheets.
        sheet: String,
    },
    /// A text has fewer characters than its header claims.
    #[error(
        "the text at byte {byte} of the workbook should have {}, but {} {}",
        counted(*letters, "character"),
        counted(*bytes, "byte"),
        one_or_many(*bytes, "follows", "follow")
    )]
    TextLength {
        /// 0-based byte offset of the text in the workbook stream.
        byte: u64,
        /// Number of characters according to the header of the text.
        letters: u64,
        /// Number of bytes that follow the header of the text.
        bytes: u64,
    },
    /// A cell refers to a text that is missing from the shared string table of the workbook.
    #[error("{}!{cell} refers to text {text}, but the number of texts is {n_texts}", seen(sheet))]
    NoText {
        /// Name of the sheet that contains the cell with the invalid reference.
        sheet: String,
        /// Address of the cell that refers to a missing shared string.
        cell: String,
        /// 0-based index of the missing text in the shared string table.
        text: u64,
        /// Number of texts in the shared string table.
        n_texts: u64,
    },
}

/// Feature of an intact file that this program does not support.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum UnsupportedReason {
    /// The compression method is not supported.
    #[error("the compression {name}")]
    Compression {
        /// Name of the compression method, or its number in the file format.
        name: String,
    },
    /// The file was compressed with a larger compression window than this program accepts.
    #[error("a compression window of {megabytes} MB; the limit is {limit} MB")]
    Window {
        /// Size of the compression window in MB.
        megabytes: u64,
        /// Maximum size of a compression window in MB.
        limit: u64,
    },
    /// The file was compressed with a dictionary that is in another file.
    #[error("the dictionary {id} of the compression, which is not in the file")]
    Dictionary {
        /// Id of the compression dictionary.
        id: u64,
    },
    /// The archive is split into several files.
    #[error("an archive that consists of several files; this is only one of them")]
    SeveralFiles,
    /// Columns are nested too deeply.
    #[error("columns that are nested deeper than {limit} levels")]
    Nesting {
        /// Maximum number of nested levels of columns.
        limit: u64,
    },
    /// A text in a workbook from an Excel version before 2007 is split between two records.
    #[error("a text that is longer than a record, in {}!{cell}", seen(sheet))]
    LongText {
        /// Name of the sheet that contains the split text.
        sheet: String,
        /// Address of the cell that contains the split text.
        cell: String,
    },
    /// Any other feature that is not supported.
    #[error("{}", message.quoted())]
    Other {
        /// Error message from the library that read the file.
        message: Verbatim,
    },
}

/// Why a project's graph partition, map positions or kNN edges do not fit the project's texts.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum PlacesReason {
    /// The number of texts with an assigned part or a map position differs from the number of texts in the project.
    #[error("the number of its parts or positions differs from the number of its texts")]
    Count,
    /// A text is assigned to a nonexistent part of the graph partition, or the partition has more parts than texts.
    #[error("a text is in a part that does not exist, or there are more parts than texts")]
    Part,
    /// A part of the graph partition contains no text.
    #[error("part {part} has no text")]
    EmptyPart {
        /// 0-based index of the empty part in the graph partition.
        part: u32,
    },
    /// The map position of a text is not a finite number.
    #[error("a text’s position on the map is out of range")]
    Position,
    /// The edges of the kNN graph are malformed, or an edge leads to a text that does not exist.
    #[error("its edges do not connect its texts")]
    Edges,
}

/// Why encrypted data cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum SealReason {
    /// The encryption parameters are malformed.
    #[error("its encryption parameters are damaged")]
    Header,
    /// The passphrase protection has an unknown version.
    #[error("it is protected in version {form}, this program reads version {known}")]
    OtherProtection {
        /// Version number of the passphrase protection in the file.
        form: u64,
        /// Version number of the only passphrase protection that this program supports.
        known: u64,
    },
    /// The encryption has an unknown version.
    #[error("it is encrypted in version {form}, this program reads version {known}")]
    OtherEncryption {
        /// Version number of the encryption in the file.
        form: u64,
        /// Version number of the only encryption that this program supports.
        known: u64,
    },
    /// The authentication of the encrypted data failed.
    #[error("it was altered, belongs to another place, or is encrypted with another key")]
    NotAuthentic,
    /// The passphrase does not match the encrypted data.
    #[error("the passphrase is wrong")]
    Passphrase,
}

/// Why a file is not a project, or how the project is damaged.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ProjectReason {
    /// The problem is in one file of the archive.
    #[error("{file}: {reason}")]
    InFile {
        /// Name of the damaged file in the archive.
        file: String,
        /// The problem with the damaged file.
        reason: Box<ProjectReason>,
    },
    /// The file is not a ZIP archive.
    #[error("it is not a ZIP file")]
    NoZip,
    /// Another program wrote the archive.
    #[error("another program wrote it")]
    OtherArchive,
    /// The end of the archive, which contains the list of its files, is missing.
    #[error("its end is missing, as if it was cut off while it was copied")]
    CutOff,
    /// The parts of the archive contradict each other.
    #[error("it contradicts itself: {}", message.quoted())]
    Inconsistent {
        /// Error message from the ZIP library.
        message: Verbatim,
    },
    /// The checksum of a file in the archive does not match its content.
    #[error("its content is not what was written")]
    Changed,
    /// The archive is of an unsupported kind, for example encrypted or split.
    #[error("it is a kind of ZIP file that this page does not read: {}", message.quoted())]
    Unsupported {
        /// Error message from the ZIP library.
        message: Verbatim,
    },
    /// A file in the archive is compressed.
    #[error("it is compressed")]
    Compressed,
    /// A required file is missing.
    #[error("there is no {file} in it")]
    Missing {
        /// Name of the missing file.
        file: String,
    },
    /// The bytes of a text are not valid UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
    /// A row has a different number of cells than the header.
    #[error("the number of cells in row {row} is {cells}, but the header has {columns}")]
    Ragged {
        /// 0-based index of the row with the wrong number of cells.
        row: u64,
        /// Number of cells in the irregular row.
        cells: u64,
        /// Number of columns in the header.
        columns: u64,
    },
    /// The texts are larger than a pool can hold.
    #[error("it is larger than {gigabytes} GB")]
    TooLarge {
        /// Maximum total size of a pool's texts, in GB.
        gigabytes: u64,
    },
    /// The table that contains the texts is invalid.
    #[error("the table is too large: {reason}")]
    Table {
        /// Which size limit the table exceeds.
        reason: SizeReason,
    },
    /// A JSON file of the project is malformed.
    #[error(transparent)]
    Json(JsonReason),
    /// The project's graph partition, map positions or kNN edges do not fit the texts.
    #[error(transparent)]
    Places(PlacesReason),
    /// A file of the project cannot be decrypted.
    #[error(transparent)]
    Sealed(SealReason),
    /// The operating system or the browser cannot read the bytes of the project.
    #[error(transparent)]
    Unread(Verbatim),
    /// A problem that the web page found. The web page describes the problem in the user's language.
    #[error("{0}")]
    Page(String),
}
