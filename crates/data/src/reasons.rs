//! The reasons within errors of reading a file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::{JsonProblem, JsonReason, Verbatim, visible_name as seen};

/// The kind of a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum FileKind {
    /// A ZIP archive, as which Excel's files are stored, too.
    #[error("ZIP or Excel")]
    ZipOrExcel,
    /// A spreadsheet of Excel before 2007.
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

/// Why a line is not a row in JSON.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum JsonRowReason {
    /// The rows before it are strings.
    #[error("it is not a text in quotes like the rows before it (letter {letter})")]
    NotText {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// Neither an object nor a string.
    #[error("it is not a JSON object: it does not begin with `{{` (letter {letter})")]
    NotObject {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// No colon after a key.
    #[error("a `:` is missing after a key (letter {letter})")]
    NoColon {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// Neither a comma nor the end of the object after a value.
    #[error("a `,` or `}}` is missing after a value (letter {letter})")]
    NoSeparator {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// Neither a comma nor the end of the list after an object.
    #[error("a `,` or `]` is missing after an object")]
    NoListSeparator,
    /// A list without its end.
    #[error("the list is not closed by `]`")]
    OpenList,
    /// An object without its end.
    #[error("the object is not closed by `}}`")]
    OpenObject,
    /// No key in an object.
    #[error("a key in quotes is missing (letter {letter})")]
    NoKey {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// No value after a key.
    #[error("a value is missing after a key (letter {letter})")]
    NoMemberValue {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// No list at the path of the records.
    #[error("there is no list of records at `{path}`")]
    NoRecords {
        /// The path.
        path: String,
    },
    /// An item of the list is not an object.
    #[error("the list contains something that is not an object")]
    NoObjectInList,
    /// Characters after the list.
    #[error("something follows the list")]
    AfterList,
    /// Characters after the string.
    #[error("something follows the text, at letter {letter}")]
    AfterText {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// Characters after the object.
    #[error("something follows the object, at letter {letter}")]
    AfterObject {
        /// The character in the line, from 1.
        letter: u64,
    },
    /// The object is empty.
    #[error("the object has no keys")]
    NoKeys,
    /// The object has a key twice.
    #[error("the object has the key `{key}` twice")]
    SameKey {
        /// The key.
        key: String,
    },
    /// A value is malformed.
    #[error("{problem} (from letter {letter} on)")]
    Value {
        /// The reason why the value is malformed.
        problem: JsonProblem,
        /// The character in the line at which the value begins, from 1.
        letter: u64,
    },
}

/// The rule that a template breaks.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum TemplateReason {
    /// An unpaired brace.
    #[error("a `{brace}` stands alone; to write the character itself, double it")]
    Brace {
        /// The brace.
        brace: String,
    },
    /// Braces without a name.
    #[error("`{{}}` names no column")]
    NoName,
    /// The template has no placeholder.
    #[error("it names no column, such as `{{text}}`")]
    NoColumn,
    /// The placeholder of the label occurs twice.
    #[error("`{{label}}` occurs twice")]
    LabelTwice,
    /// A placeholder follows the label.
    #[error("`{{{column}}}` comes after `{{label}}`")]
    AfterLabel {
        /// Name of the placeholder.
        column: String,
    },
}

/// What a cell should contain.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum Expected {
    /// A row of the pool.
    #[error("a whole number below {limit}")]
    RowBelow {
        /// Number of rows of the pool.
        limit: u64,
    },
    /// A finite number.
    #[error("a finite number")]
    Finite,
    /// The key of a question.
    #[error("a number of 16 hexadecimal digits")]
    Key,
}

/// Which limit a table exceeds.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum SizeReason {
    /// The number of cells up to a line.
    #[error("more than {limit} cells by line {line}")]
    CellsByLine {
        /// The largest number of cells.
        limit: u64,
        /// The line.
        line: u64,
    },
    /// The number of bytes up to a line.
    #[error("more than {limit} bytes of text by line {line}")]
    BytesByLine {
        /// The largest number of bytes.
        limit: u64,
        /// The line.
        line: u64,
    },
    /// The number of cells after all rows are padded.
    #[error("{rows} rows of {columns} columns are more than {limit} cells")]
    PaddedCells {
        /// Number of rows.
        rows: u64,
        /// Number of columns.
        columns: u64,
        /// The largest number of cells.
        limit: u64,
    },
    /// The number of bytes including the joined texts.
    #[error("with the joined texts there are more than {limit} bytes of text")]
    JoinedBytes {
        /// The largest number of bytes.
        limit: u64,
    },
    /// The number of bytes of two tables.
    #[error("together there are more than {limit} bytes of text")]
    BytesTogether {
        /// The largest number of bytes.
        limit: u64,
    },
    /// The ends of the cells contradict the cells.
    #[error("the cells do not fit their table")]
    Parts,
}

/// What contradicts itself in a workbook of Excel before 2007, which is a stream of records within a compound file.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum XlsReason {
    /// The file ends before the workbook.
    #[error("the file has {bytes} bytes, but its workbook reaches to byte {end}")]
    CutOff {
        /// Size of the file in bytes.
        bytes: u64,
        /// Where the workbook ends in the file.
        end: u64,
    },
    /// Compound files have sectors of two sizes.
    #[error("its sectors should have 2^9 or 2^12 bytes, but bytes 30 and 31 of the file say 2^{exponent}")]
    SectorSize {
        /// The exponent in the file.
        exponent: u64,
    },
    /// A sector that does not exist.
    #[error("byte {byte} of the file refers to sector {sector}, but the number of sectors is {n_sectors}")]
    NoSector {
        /// Where the file refers to the sector, from 0.
        byte: u64,
        /// The sector, from 0.
        sector: u64,
        /// Number of sectors.
        n_sectors: u64,
    },
    /// A small sector that does not exist.
    #[error("byte {byte} of the file refers to small sector {sector}, but the number of small sectors is {n_sectors}")]
    NoSmallSector {
        /// Where the file refers to the sector, from 0.
        byte: u64,
        /// The small sector, from 0.
        sector: u64,
        /// Number of small sectors.
        n_sectors: u64,
    },
    /// Two entries of the list of sectors are the same.
    #[error("sector {sector} occurs twice in the list of sectors")]
    SectorTwice {
        /// The sector, from 0.
        sector: u64,
    },
    /// A chain of sectors without an end.
    #[error("the sectors after sector {sector} lead back to it")]
    Cycle {
        /// The sector, from 0.
        sector: u64,
    },
    /// A record or a part of it is longer than what follows.
    #[error("{bytes} bytes should follow byte {byte} of the workbook, but there are {left}")]
    TooFewBytes {
        /// The place in the stream of the workbook, from 0.
        byte: u64,
        /// The expected number of bytes.
        bytes: u64,
        /// Number of bytes.
        left: u64,
    },
    /// The records of the workbook or of a sheet do not end.
    #[error("the records from byte {byte} of the workbook on have no end")]
    NoEnd {
        /// Where the records begin in the stream of the workbook, from 0.
        byte: u64,
    },
    /// The list of sheets leads to something else.
    #[error(
        "the sheet `{}` should begin at byte {byte} of the workbook, but does not",
        seen(sheet)
    )]
    NoSheetBegin {
        /// The name of the sheet.
        sheet: String,
        /// The place in the stream of the workbook, from 0.
        byte: u64,
    },
    /// The sheets share their records.
    #[error("the sheet `{}` contains the same records as other sheets", seen(sheet))]
    SharedRecords {
        /// The name of the sheet.
        sheet: String,
    },
    /// A text is shorter than it claims.
    #[error("the text at byte {byte} of the workbook should have {letters} characters, but {bytes} bytes follow")]
    TextLength {
        /// The place in the stream of the workbook, from 0.
        byte: u64,
        /// The number of characters.
        letters: u64,
        /// The number of bytes.
        bytes: u64,
    },
    /// A cell refers to a text that does not exist.
    #[error("{}!{cell} refers to text {text}, but the number of texts is {n_texts}", seen(sheet))]
    NoText {
        /// The name of the sheet.
        sheet: String,
        /// The address of the cell.
        cell: String,
        /// The text, from 0.
        text: u64,
        /// Number of texts.
        n_texts: u64,
    },
}

/// A feature of an intact file that this program does not read.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum UnsupportedReason {
    /// A compression method.
    #[error("the compression {name}")]
    Compression {
        /// Its name, or the number that the format gives it.
        name: String,
    },
    /// A file that was compressed with a larger window than the memory is meant for.
    #[error("a compression window of {megabytes} MB; the limit is {limit} MB")]
    Window {
        /// Size of the window in MB.
        megabytes: u64,
        /// The largest accepted size in MB.
        limit: u64,
    },
    /// A file that was compressed with a dictionary, which is another file.
    #[error("the dictionary {id} of the compression, which is not in the file")]
    Dictionary {
        /// The number of the dictionary.
        id: u64,
    },
    /// An archive of several files.
    #[error("an archive of several files, of which this is one")]
    SeveralFiles,
    /// Columns in columns.
    #[error("columns that are nested deeper than {limit} levels")]
    Nesting {
        /// The largest accepted number of levels.
        limit: u64,
    },
    /// A text in a workbook of Excel before 2007 that continues in another record.
    #[error("a text that is longer than a record, in {}!{cell}", seen(sheet))]
    LongText {
        /// The name of the sheet.
        sheet: String,
        /// The address of the cell.
        cell: String,
    },
    /// Another feature.
    #[error("{}", said.quoted())]
    Other {
        /// Text of the reader.
        said: Verbatim,
    },
}

/// Why parts, map positions or edges do not belong to the texts of a project.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum PlacesReason {
    /// Not one for each text.
    #[error("its parts or positions are not as many as its texts")]
    Count,
    /// An invalid part.
    #[error("a text is in a part that does not exist, or there are more parts than texts")]
    Part,
    /// A part without a text.
    #[error("part {part} has no text")]
    EmptyPart {
        /// The part, from 0.
        part: u32,
    },
    /// An infinite position.
    #[error("a text’s position on the map is out of range")]
    Position,
    /// An edge to a text that does not exist.
    #[error("its edges do not connect its texts")]
    Edges,
}

/// Why something encrypted cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum SealReason {
    /// The parameters of the encryption are malformed.
    #[error("its encryption parameters are damaged")]
    Header,
    /// The protection has another version.
    #[error("it is protected in version {form}, this program reads version {known}")]
    OtherProtection {
        /// The version found.
        form: u64,
        /// The version that this program reads.
        known: u64,
    },
    /// The encryption has another version.
    #[error("it is encrypted in version {form}, this program reads version {known}")]
    OtherEncryption {
        /// The version found.
        form: u64,
        /// The version that this program reads.
        known: u64,
    },
    /// The authentication failed.
    #[error("it was altered, belongs to another place, or is encrypted with another key")]
    NotAuthentic,
    /// The passphrase does not fit.
    #[error("the passphrase is wrong")]
    Passphrase,
}

/// Why a file is not a project, or in which way it is damaged.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ProjectReason {
    /// The problem concerns one file of the archive.
    #[error("{file}: {reason}")]
    InFile {
        /// Name of the file.
        file: String,
        /// The problem.
        reason: Box<ProjectReason>,
    },
    /// The file is not a ZIP archive.
    #[error("it is not a ZIP file")]
    NoZip,
    /// The end of the archive, which lists its files, is missing.
    #[error("its end is missing, as if it was cut off while it was copied")]
    CutOff,
    /// The archive is inconsistent.
    #[error("it contradicts itself: {}", said.quoted())]
    Inconsistent {
        /// Text of the ZIP reader.
        said: Verbatim,
    },
    /// The checksum of a file in the archive does not match its content.
    #[error("its content is not what was written")]
    Changed,
    /// An unsupported kind of archive: encrypted, split, and similar.
    #[error("it is a kind of ZIP file that this page does not read: {}", said.quoted())]
    Unsupported {
        /// Text of the ZIP reader.
        said: Verbatim,
    },
    /// A file in the archive is compressed.
    #[error("it is compressed")]
    Compressed,
    /// A required file is missing.
    #[error("there is no {file} in it")]
    Missing {
        /// Name of the file.
        file: String,
    },
    /// The bytes are not valid UTF-8.
    #[error("it is not UTF-8 text")]
    NotText,
    /// A row has another number of cells than the header.
    #[error("row {row} has another number of cells ({cells}) than the header ({columns})")]
    Ragged {
        /// The row, from 0.
        row: u64,
        /// Number of cells in the row.
        cells: u64,
        /// Number of columns in the header.
        columns: u64,
    },
    /// The texts are larger than a pool can hold.
    #[error("it is larger than {gigabytes} GB")]
    TooLarge {
        /// The limit.
        gigabytes: u64,
    },
    /// The table of the texts is invalid.
    #[error("the table is too large: {reason}")]
    Table {
        /// The limit that it exceeds.
        reason: SizeReason,
    },
    /// Malformed JSON.
    #[error(transparent)]
    Json(JsonReason),
    /// Parts, map positions or edges that do not belong to the texts.
    #[error(transparent)]
    Places(PlacesReason),
    /// A file that cannot be decrypted.
    #[error(transparent)]
    Sealed(SealReason),
    /// The bytes cannot be read from the disk or from the browser.
    #[error(transparent)]
    Unread(Verbatim),
    /// A problem that the page found. The page describes it in the user's language.
    #[error("{0}")]
    Page(String),
}
