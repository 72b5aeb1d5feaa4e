//! Errors that occur when a file is read.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use super::counted::counted;
use super::visible::{listed_names, visible_name as seen};
use crate::{
    Expected, FileKind, JsonRowReason, ProjectReason, SizeReason, TemplateReason, UnsupportedReason, Verbatim,
    XlsReason,
};

/// Reason why a file could not be loaded. Line numbers start at 1, as in editors, and the header is line 1.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum LoadError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is larger than this program accepts.
    #[error("the file has {} MB; the limit is {} MB", bytes / 1_000_000, limit / 1_000_000)]
    TooLarge {
        /// Size of the file in bytes.
        bytes: u64,
        /// Size of the largest accepted file in bytes.
        limit: u64,
    },
    /// The file contains bytes that are malformed in its encoding.
    #[error("line {line}: byte {byte} of the file is not {encoding} text")]
    NotText {
        /// Number of the line with the first malformed byte.
        line: u64,
        /// 0-based offset of the malformed byte in the file.
        byte: u64,
        /// Name of the file's encoding.
        encoding: String,
    },
    /// The file contains the character U+0000, which is a zero byte in most encodings.
    #[error("line {line}: byte {byte} of the file is zero, which does not occur in text")]
    Zero {
        /// Number of the line with the first U+0000.
        line: u64,
        /// 0-based offset of the first U+0000 in the file.
        byte: u64,
    },
    /// The file is UTF-16 with a surplus or missing byte in the middle.
    #[error(
        "line {line}: at byte {byte}, one byte is missing or there is one too many; from there on, {encoding} is decoded wrongly"
    )]
    Shifted {
        /// Number of the line where the misalignment starts.
        line: u64,
        /// 0-based byte offset in the file where the misalignment starts.
        byte: u64,
        /// Name of the file's encoding.
        encoding: String,
    },
    /// No encoding has the given name.
    #[error("there is no encoding `{label}`")]
    NoEncoding {
        /// Name of the encoding, as given by the user.
        label: String,
    },
    /// A text that the user gave cannot be used as a delimiter.
    #[error("`{delimiter}` cannot delimit cells")]
    Delimiter {
        /// The rejected delimiter, with escapes for characters that cannot be seen.
        delimiter: String,
    },
    /// The user gave an import option that does not apply to the file's format.
    #[error("the file is read as {format}, to which `{option}` does not apply")]
    NoPlace {
        /// Name of the file's format.
        format: String,
        /// Name of the import option.
        option: String,
    },
    /// The file is a table in a known binary format, or JSON in a file of another format.
    #[error("the file has the format {format}, not CSV, TSV, JSON or plain text")]
    NotTable {
        /// Format of the rejected file.
        format: FileKind,
    },
    /// The file is HTML or XML, and the user did not set the format to plain lines.
    #[error("this is an HTML or XML file, not CSV, TSV, JSON or plain text")]
    Markup,
    /// The file is a compressed file or an archive.
    #[error("the file is packed, in the format {format}")]
    Packed {
        /// Format of the compressed file or archive.
        format: FileKind,
    },
    /// The file is a data set of a statistics program, such as SPSS.
    #[error("the file is a data set of a statistics program, in the format {format}")]
    Statistics {
        /// Format of the data set.
        format: FileKind,
    },
    /// The file contains serialized objects or arrays of a program.
    #[error("the file holds the objects or arrays of a program, in the format {format}")]
    ProgramData {
        /// Format of the file with program data.
        format: FileKind,
    },
    /// The file is a text document, such as a PDF or Word file, and not a table.
    #[error("the file is a document without rows, in the format {format}")]
    Document {
        /// Format of the document.
        format: FileKind,
    },
    /// The file is a picture, an audio file or a video.
    #[error("the file is a picture, a sound or a film, in the format {format}")]
    Media {
        /// Format of the media file.
        format: FileKind,
    },
    /// The file is a project of this program, protected by a passphrase.
    #[error("this is a project that is protected by a passphrase")]
    Protected,
    /// The file contains embeddings, but no file with the texts of these embeddings is open.
    #[error("no texts are open that these embeddings could belong to")]
    NoPool,
    /// The user opened the file as a project of this program, but the file is not a project.
    #[error("the file holds no project: {reason}")]
    NotProject {
        /// Why the file is not a project.
        reason: ProjectReason,
    },
    /// A backup or another ZIP archive is damaged.
    #[error("this is a backup, or another ZIP file, and it is damaged: {reason}")]
    Damaged {
        /// Which part of the archive is damaged, and how.
        reason: ProjectReason,
    },
    /// The table has no rows, for example because the file contains only a header.
    #[error("the file has a header but no rows")]
    NoRows,
    /// Every row of the file is irregular, and the user chose to leave out irregular rows.
    #[error("no row is left; rows left out: {n}, the first on line {line}")]
    AllLeftOut {
        /// Number of rows that were left out.
        n: u64,
        /// Line of the first row that was left out.
        line: u64,
    },
    /// The first line contains, for example, numbers or the cells of an ordinary row instead of column names.
    #[error("line 1 should name the columns, but column {column} is `{cell}`")]
    NoHeader {
        /// 1-based index of the column whose cell in the first line does not look like a column name.
        column: u64,
        /// Cell of the first line that cannot be a column name.
        cell: String,
    },
    /// Two columns have the same name.
    #[error("line 1: two columns are named `{name}`")]
    DuplicateColumn {
        /// The column name that occurs twice.
        name: String,
    },
    /// A row has more or fewer cells than the header.
    #[error("line {line} has {}, the header has {expected}", counted(*cells, "cell"))]
    Ragged {
        /// Line where the row begins.
        line: u64,
        /// Number of cells in the row.
        cells: u64,
        /// Number of cells in the header.
        expected: u64,
    },
    /// A row of several lines has more or fewer cells than the header. A quote in the row may belong to the text.
    #[error("the row on lines {line} to {last} has {}, the header has {expected}", counted(*cells, "cell"))]
    RaggedLines {
        /// Line where the row begins.
        line: u64,
        /// Line where the row ends.
        last: u64,
        /// Number of cells in the row.
        cells: u64,
        /// Number of cells in the header.
        expected: u64,
    },
    /// The table has backslashes before quotes and cannot be read when backslashes are ordinary characters.
    #[error("line {line}: a backslash precedes a quote, and the cell continues after it; therefore, {broken}")]
    Backslash {
        /// Line of the first record with a backslash before a quote.
        line: u64,
        /// The error that occurs if backslashes are ordinary characters.
        broken: Box<LoadError>,
    },
    /// Several rows have a wrong number of cells or are not valid JSON.
    #[error("{first}{}", others(lines, *n))]
    Irregular {
        /// Error of the first irregular row.
        first: Box<LoadError>,
        /// Lines where the first few irregular rows begin, including the line of the first irregular row.
        lines: Vec<u64>,
        /// Total number of irregular rows.
        n: u64,
    },
    /// A line is not a valid JSON object.
    #[error("line {line}: {reason}")]
    Json {
        /// Number of the invalid line.
        line: u64,
        /// Why the line is invalid, and at which character.
        reason: JsonRowReason,
    },
    /// The file has a word such as `NaN` in place of a number. Python writes such words, but they are not valid JSON.
    #[error("line {line}: `{word}` is not JSON (letter {letter})")]
    NotFinite {
        /// Number of the line with the invalid word.
        line: u64,
        /// 1-based position of the invalid word in the line, in characters.
        letter: u64,
        /// The invalid word: `NaN`, `Infinity` or `-Infinity`.
        word: String,
    },
    /// The file contains a lone surrogate: one UTF-16 unit of a character that needs two.
    #[error("line {line}: `{escape}` is half of a character (letter {letter})")]
    HalfCharacter {
        /// Number of the line with the lone surrogate.
        line: u64,
        /// 1-based position of the lone surrogate in the line, in characters.
        letter: u64,
        /// Escape sequence of the surrogate as written in the file.
        escape: String,
    },
    /// A single JSON object contains the whole table.
    #[error("the file is one JSON object that holds a whole table, where each row should be an object")]
    NotRecords,
    /// A text template breaks the syntax rules.
    #[error("line {line}, letter {letter} of the template: {reason}")]
    Template {
        /// 1-based line of the template with the syntax error.
        line: u32,
        /// 1-based position of the syntax error in the template's line, in characters.
        letter: u32,
        /// The syntax rule that the template breaks.
        reason: TemplateReason,
    },
    /// A row has no id.
    #[error("row {row} has no value in column `{column}`")]
    NoId {
        /// 0-based index of the row without an id.
        row: u32,
        /// Name of the id column.
        column: String,
    },
    /// Two rows have the same id.
    #[error("rows {} and {} both have `{id}` in column `{column}`", rows[0], rows[1])]
    SameId {
        /// The id that occurs twice.
        id: String,
        /// Name of the id column.
        column: String,
        /// 0-based indexes of the two rows with the same id.
        rows: [u64; 2],
    },
    /// A quoted cell has no closing quote.
    #[error("line {line}: a quote is opened here and never closed")]
    OpenQuote {
        /// Line where the row with the open quote begins.
        line: u64,
    },
    /// The column has too many distinct values to be labels.
    #[error("column `{column}` has {different} different labels; the limit is {limit}")]
    NotLabels {
        /// Name of the column that cannot hold labels.
        column: String,
        /// Number of distinct values in the column.
        different: u64,
        /// Maximum number of distinct values in a label column.
        limit: u64,
    },
    /// A cell should be a list of labels but is not.
    #[error("row {row} has no list of labels in column `{column}`")]
    NotAList {
        /// 0-based index of the row with the invalid cell.
        row: u32,
        /// Name of the column that should contain lists of labels.
        column: String,
    },
    /// No column has the requested name.
    #[error("there is no column `{}`; the columns are {}", seen(name), listed_names(columns))]
    NoColumn {
        /// Name of the requested column.
        name: String,
        /// Names of the existing columns.
        columns: Vec<String>,
    },
    /// No column has the requested name, but one has a similar name.
    #[error("there is no column `{}` (did you mean `{}`?)", seen(name), seen(meant))]
    OtherColumn {
        /// Name of the requested column.
        name: String,
        /// Similar name of an existing column, which was probably meant.
        meant: String,
    },
    /// The file has several columns, and no column was specified as the text column.
    #[error("the file has several columns: {}", listed_names(columns))]
    WhichColumn {
        /// Names of the file's columns.
        columns: Vec<String>,
    },
    /// The text column is empty in every row.
    #[error("column `{name}` is empty in every row")]
    EmptyColumn {
        /// Name of the empty text column.
        name: String,
    },
    /// A pick refers to a row that the pool does not have.
    #[error("line {line}: `{cell}` is not a row of the pool, whose rows are 0 to {}", n_instances - 1)]
    NotARow {
        /// 1-based number of the line in the picks file.
        line: u64,
        /// Cell in the `row` column of the picks file.
        cell: String,
        /// Number of instances in the pool (N).
        n_instances: u64,
    },
    /// A row of the pool occurs twice in the file and has two different labels.
    #[error("row {row} has two labels")]
    RowTwice {
        /// 0-based index of the row in the pool.
        row: u32,
    },
    /// A table of labels has no row numbers, and none of its labeled rows is in the pool.
    #[error(
        "there is no column `row`, and no labeled row equals a row of the pool in column `{}`",
        seen(column)
    )]
    NoneMatched {
        /// Name of the column that was used to match rows. The column contains the ids or the texts.
        column: String,
    },
    /// The picks belong to a different pool.
    #[error("row {row} has `{here}` in column `{}`, and the pool has `{in_pool}`", seen(column))]
    OtherPool {
        /// 0-based index of the row in the pool.
        row: u32,
        /// Name of the column where the picks differ from the pool.
        column: String,
        /// The value in the picks file, or the differing part of this value.
        here: String,
        /// The value in the pool, or the differing part of this value.
        in_pool: String,
    },
    /// A cell should be a number but is not.
    #[error("record {record}: column `{column}` holds `{cell}`, which is not {expected}")]
    NotNumber {
        /// 1-based number of the record, counted from the first record below the header.
        record: u64,
        /// Name of the column that contains the wrong value.
        column: String,
        /// The cell that is not a number.
        cell: String,
        /// Kind of value that the column must contain.
        expected: Expected,
    },
    /// The file has two confidences for the same row.
    #[error("row {row} of the pool occurs twice")]
    RepeatedRow {
        /// 0-based index of the row in the pool.
        row: u64,
    },
    /// The file has no confidence for a row of the pool.
    #[error("row {row} of the pool is missing")]
    MissingRow {
        /// 0-based index of the first row that is missing.
        row: u64,
    },
    /// Some confidences are empty, because the language model gave empty answers.
    #[error("rows without a confidence: {n}, namely {}", first_of(rows, *n))]
    NoConfidence {
        /// 0-based indexes of the first rows without a confidence.
        rows: Vec<u64>,
        /// Number of rows without a confidence.
        n: u64,
    },
    /// The file is a workbook, a Parquet file or a packed file that the library for its format rejects.
    #[error("the {format} file is damaged or of an unknown kind: {}", message.quoted())]
    Unreadable {
        /// Format of the rejected file.
        format: FileKind,
        /// Error message from the library that read the file.
        message: Verbatim,
    },
    /// The file is a damaged workbook, Parquet file or packed file, and the library for its format panicked.
    #[error("the file is damaged and cannot be read further: {}", message.quoted())]
    DamagedTable {
        /// Panic message from the library.
        message: Verbatim,
    },
    /// The file is a damaged workbook from an Excel version before 2007, with inconsistent sectors or records.
    #[error("the Excel file (.xls) is damaged: {reason}")]
    DamagedXls {
        /// What is damaged in the workbook, and where.
        reason: XlsReason,
    },
    /// The file is intact but uses a feature that this program does not support.
    #[error("the {format} file uses something that this program does not read: {reason}")]
    Unsupported {
        /// Format of the file with the unsupported feature.
        format: FileKind,
        /// The feature of the file that this program does not support.
        reason: UnsupportedReason,
    },
    /// The file is protected by a password.
    #[error("the {format} file is protected by a password")]
    Password {
        /// Format of the file that needs a password.
        format: FileKind,
    },
    /// The unpacked file is larger than this program accepts.
    #[error("the {format} file has {packed} bytes; unpacked, it has more than {megabytes} MB, which is the limit")]
    UnpackedSize {
        /// Format of the packed file.
        format: FileKind,
        /// Size of the packed file in bytes.
        packed: u64,
        /// Largest accepted size of an unpacked file in MB.
        megabytes: u64,
    },
    /// The unpacked file is so much larger than the packed file that it was probably designed to exhaust the memory.
    #[error(
        "the {format} file has {packed} bytes; unpacked, it has more than {ratio} times as many, which is the limit"
    )]
    UnpackedRatio {
        /// Format of the packed file.
        format: FileKind,
        /// Size of the packed file in bytes.
        packed: u64,
        /// Largest accepted ratio of the unpacked size to the packed size.
        ratio: u64,
    },
    /// The archive contains several tables.
    #[error("the ZIP file contains {n} files that may be the table: {}", listed_names(names))]
    WhichEntry {
        /// Number of tables in the archive.
        n: u64,
        /// Names of the first few tables in the archive.
        names: Vec<String>,
    },
    /// The archive does not contain the requested file.
    #[error(
        "the ZIP file contains no file `{}`; it contains {}",
        seen(name),
        listed_names(names)
    )]
    NoEntry {
        /// Name of the requested file.
        name: String,
        /// Names of the first few files in the archive.
        names: Vec<String>,
    },
    /// The archive contains no file.
    #[error("the ZIP file contains no file")]
    NoEntries,
    /// The archive contains two files with the name of the table, so it is unknown which file is meant.
    #[error(
        "the ZIP file contains two files with the name `{}`, as numbers {first} and {second} of its list",
        seen(name)
    )]
    SameEntry {
        /// The name that two files in the archive share.
        name: String,
        /// 1-based number, in the archive's list of files, of the first file with the shared name.
        first: u64,
        /// 1-based number, in the archive's list of files, of the second file with the shared name.
        second: u64,
    },
    /// An archive and a folder in the ZIP file have the same name, so a path through that name is ambiguous.
    #[error("the ZIP file uses the name `{}` both for a file and for a folder", seen(name))]
    EntryAndFolder {
        /// The name that the archive and the folder have in common.
        name: String,
    },
    /// The path of a nested archive is longer than this program accepts.
    #[error("the path of the archive inside the ZIP file has {bytes} bytes; the limit is {limit}")]
    LongPath {
        /// Length of the archive's path in bytes.
        bytes: u64,
        /// Maximum length of an archive's path in bytes.
        limit: u64,
    },
    /// No sheet of the workbook has cells, for example because the workbook contains only charts.
    #[error("the workbook contains no sheet with rows and columns")]
    NoSheets,
    /// The workbook does not contain the requested sheet.
    #[error("there is no sheet `{}`; the sheets are {}", seen(name), listed_names(sheets))]
    NoSheet {
        /// Name of the requested sheet.
        name: String,
        /// Names of the existing sheets.
        sheets: Vec<String>,
    },
    /// The sheet has no cells.
    #[error("the sheet `{}` is empty", seen(sheet))]
    EmptySheet {
        /// Name of the empty sheet.
        sheet: String,
    },
    /// The requested row is below the last row with cells.
    #[error("the sheet `{}` has no row {row}; its last row is {last}", seen(sheet))]
    NoHeaderRow {
        /// Name of the sheet without the requested row.
        sheet: String,
        /// 1-based number of the requested row.
        row: u64,
        /// 1-based number of the last row with cells.
        last: u64,
    },
    /// The sheet is damaged, and some cells cannot be read.
    #[error("{}!{cell}: the sheet is damaged at or after this cell: {}", seen(sheet), message.quoted())]
    SheetCell {
        /// Name of the unreadable sheet.
        sheet: String,
        /// Address of the last cell that could be read.
        cell: String,
        /// Error message from the library that read the sheet.
        message: Verbatim,
    },
    /// The sheet has more cells than this program accepts.
    #[error(
        "{}!{cell}: up to this cell the sheet has more than {limit} bytes or cells",
        seen(sheet)
    )]
    SheetSize {
        /// Name of the sheet that exceeds the limit.
        sheet: String,
        /// Address of the cell that exceeds the limit.
        cell: String,
        /// Maximum number of cells in a sheet. The same maximum applies to the bytes of the sheet.
        limit: u64,
    },
    /// All sheets of the workbook together, which are in memory at the same time, are larger than this program accepts.
    #[error(
        "{}!{cell}: up to this cell the sheets of the workbook extend over more than {limit} cells or bytes",
        seen(sheet)
    )]
    WorkbookSize {
        /// Name of the sheet where the limit is exceeded.
        sheet: String,
        /// Address of the cell where the limit is exceeded.
        cell: String,
        /// Maximum number of cells, including empty cells between other cells.
        /// The same maximum applies to the total size of the texts in the workbook, in bytes.
        limit: u64,
    },
    /// A column of a Parquet file cannot be read.
    #[error("column `{}` of the Parquet file cannot be read from row {row} on: {}", seen(column), message.quoted())]
    ParquetColumn {
        /// Name of the unreadable column, with dots between the names of nested columns.
        column: String,
        /// 0-based index of the first row in the unreadable part.
        row: u64,
        /// Error message from the Parquet library.
        message: Verbatim,
    },
    /// A column that may hold texts contains bytes that are not text.
    /// The column has a text type, contains mostly texts, or is the only column.
    #[error("row {row}: column `{}` holds bytes that are not UTF-8 text", seen(column))]
    BinaryColumn {
        /// 0-based index of the first row with bytes that are not text.
        row: u64,
        /// Name of the binary column, with dots between the names of nested columns.
        column: String,
    },
    /// Some cells in the column are not number lists with the expected length.
    #[error(
        "row {row}: column `{}` holds no list of {}numbers{}",
        seen(column),
        numbers(*expected),
        further(rows, *n)
    )]
    NotVector {
        /// 0-based index of the first row without a valid list of numbers.
        row: u64,
        /// Name of the column that should contain lists of numbers.
        column: String,
        /// Length of the column's first list of numbers. 0 if no cell contains a list of numbers.
        expected: u64,
        /// 0-based indexes of the next few rows without a valid list of numbers.
        rows: Vec<u64>,
        /// Number of additional rows without a valid list of numbers.
        n: u64,
    },
    /// The table has more cells or bytes than 32-bit offsets can address.
    #[error("the table is too large: {reason}")]
    TooManyCells {
        /// Which limit the table exceeds.
        reason: SizeReason,
    },
}

const MAX_LISTED_ROWS: usize = 20;

impl LoadError {
    /// Returns [`LoadError::NoConfidence`] for the given rows.
    pub fn no_confidence(mut rows: Vec<u64>) -> LoadError {
        let n = rows.len() as u64;
        rows.truncate(MAX_LISTED_ROWS);
        LoadError::NoConfidence { rows, n }
    }

    /// Advice on what the user can do about the error, in one or a few sentences.
    pub fn advice(&self) -> &'static str {
        match self {
            LoadError::Empty => "Choose a file with one text per row: CSV, TSV, JSON or plain lines.",
            LoadError::TooLarge { .. } => {
                "Split the file, or use the terminal program `fastgas`, which has no such limit."
            }
            LoadError::NotText { .. } => {
                "Specify the encoding of the file, or save it as UTF-8 (in a spreadsheet: “CSV UTF-8”) and try again."
            }
            LoadError::Zero { .. } => {
                "This may not be a text file. If it is UTF-16 without a byte order mark, specify that encoding. Or choose an encoding that shows such bytes as � (in the terminal: --encoding UTF-8-lossy)."
            }
            LoadError::Shifted { .. } => {
                "Write the file again with the program that wrote it, preferably as UTF-8, or correct this byte in an editor that shows bytes. To use only the rows before it, leave out irregular rows."
            }
            LoadError::NoEncoding { .. } => {
                "Give the name of an encoding that web browsers support, such as windows-1252, Shift_JIS or gb18030, or cp437, cp850, UTF-32 or CESU-8."
            }
            LoadError::Delimiter { .. } => "Give one to eight characters without quotes and line ends.",
            LoadError::NoPlace { .. } => "Leave it out, or give the right format with `--format`.",
            LoadError::NotTable { .. } => "Open it in the program it belongs to and save it as CSV (UTF-8).",
            LoadError::Markup => {
                "Open it in a spreadsheet, which reads the tables of a web page, and save it as CSV (UTF-8). If each line is a text, choose plain lines as the format (in the terminal: --format lines)."
            }
            LoadError::Packed { .. } => "Unpack it, and open the table that it contains.",
            LoadError::Statistics { .. } => {
                "Save it as CSV (UTF-8) in that program. Without that program, read it in Python with `pandas.read_spss`, `read_stata` or `read_sas`, and write it with `to_csv(name, index=False)`."
            }
            LoadError::ProgramData { .. } => {
                "Write its texts as CSV with the program that wrote the file. For example, read a data frame with `pandas.read_pickle`, `read_hdf`, `read_feather` or `read_orc`, and write it with `to_csv(name, index=False)`; for a data set of Hugging Face, use `datasets.load_from_disk(folder).to_csv(name)`. If the file holds embeddings, write them with `numpy.save`, and open them together with their texts."
            }
            LoadError::Document { .. } => {
                "Open it in the program that it belongs to. Copy its table to a spreadsheet and save that as CSV (UTF-8), or save plain text (UTF-8) with one text on each line."
            }
            LoadError::Media { .. } => {
                "Choose a file of texts. If this file shows or plays texts, convert it with a program for text or speech recognition, with one text on each line."
            }
            LoadError::Protected => {
                "Give the file a name that ends with .fastgas, and open it in the page, which asks for the passphrase."
            }
            LoadError::NoPool => "Drop the file of the texts first, or both together.",
            LoadError::NotProject { .. } => "Use an unchanged file that “Back up” saved.",
            LoadError::Damaged { .. } => {
                "Copy it again from where it was saved, in case it was cut off or changed while it was copied. Otherwise use an older backup."
            }
            LoadError::NoRows => {
                "Add rows below the header. If the first line is itself a text, put a line with a column name, such as `text`, above it."
            }
            LoadError::AllLeftOut { .. } => {
                "Keep rows with NaN, Infinity or half of a character (in the terminal: --repair-json), or pad rows with too few or too many cells (--pad-rows). If the delimiter or another setting is wrong, correct it."
            }
            LoadError::NoHeader { .. } => {
                "Put a line with a name for every column at the top of the file, or specify that its first line is a row."
            }
            LoadError::DuplicateColumn { .. } => {
                "Give each column a different name, or specify that the first line names the columns: then the second column gets a number."
            }
            LoadError::Ragged { .. } => {
                "Check that line: a cell that contains the delimiter or a line break needs quotes around it. If the quotes are single, or if there are blanks around them, change the settings (in the terminal: --single-quotes, --skip-blanks). If there are lines above the table, give their number (in the terminal: --lines-above). Or pad such rows, or leave them out."
            }
            LoadError::RaggedLines { .. } => {
                "A quote at the beginning of a cell encloses everything up to the next one. If quotes belong to the text in this file, specify that (in the terminal: --no-quotes). Otherwise check these lines. Or pad such rows, or leave them out."
            }
            LoadError::Backslash { .. } => {
                "Specify that backslashes escape quotes inside a cell (in the terminal: --backslash-quotes), or write a quote inside a quoted cell as two (\"\")."
            }
            LoadError::Irregular { first, .. } => first.advice(),
            LoadError::Json { .. } => {
                "Write one JSON object, or one text in quotes, on each line, or choose another format. Or leave such rows out."
            }
            LoadError::NotFinite { .. } => {
                "Write null instead, as `to_json` of pandas does; `json.dumps` of Python writes this word, although JSON does not allow it. Or keep such rows without it (in the terminal: --repair-json), or leave them out."
            }
            LoadError::HalfCharacter { .. } => {
                "An emoji is written as two such halves. The program that wrote the file divided one, for example when it shortened a text: write the file again, or delete the half. Or keep such rows with � in its place (in the terminal: --repair-json), or leave them out."
            }
            LoadError::NotRecords => {
                "Write a list with an object for each row; with pandas that is `df.to_json(name, orient=\"records\")`. If each row is the value of its id, give `*` as the path of the rows (in the terminal: --records '*'). If the rows are lists, save the table as CSV (UTF-8)."
            }
            LoadError::Template { .. } => "Write column names in braces, such as `{premise} … {hypothesis}`.",
            LoadError::NoId { .. } | LoadError::SameId { .. } => {
                "Choose a column with a different value in each row, or no column: rows are numbered anyway."
            }
            LoadError::NotLabels { .. } => "Choose the column of the labels; this one likely holds texts or ids.",
            LoadError::NotAList { .. } => {
                "Specify what separates the labels of a cell, or write each cell like [\"one\", \"two\"]."
            }
            LoadError::OpenQuote { .. } => {
                "Close the quote, or write a literal quote inside a quoted cell as two (\"\"). Or specify that quotes belong to the text (in the terminal: --no-quotes)."
            }
            LoadError::NoColumn { .. } => "Choose one of the columns of the file.",
            LoadError::OtherColumn { .. } => {
                "Give the name exactly as it is in the file, with the same blanks and capital letters."
            }
            LoadError::WhichColumn { .. } => {
                "Name the column of the texts (--text), or join several columns (--text-template)."
            }
            LoadError::EmptyColumn { .. } => "Choose the column that holds the texts.",
            LoadError::NotARow { .. } => "Give the pool from which these picks were made, or select again.",
            LoadError::OtherPool { .. } => {
                "Give the pool from which these picks were made. If a spreadsheet or pandas has rewritten the cells, keep only the columns `row` and `label` of the file: these two suffice."
            }
            LoadError::RowTwice { .. } => "Keep one of the two.",
            LoadError::NoneMatched { .. } => {
                "Give the pool to which the labels belong, or add a column `row` with the row numbers of the pool, counted from 0."
            }
            LoadError::NotNumber { .. } => "Write numbers with a point and without separators, as 0.25 or -1.5e-3.",
            LoadError::RepeatedRow { .. } | LoadError::MissingRow { .. } => {
                "Give one line for each row of the pool; rows are counted from 0."
            }
            LoadError::NoConfidence { .. } => {
                "Run `fastgas confidences` again to ask about these texts again. Or give `--missing-confidences least` to treat them as those that the model is least sure about."
            }
            LoadError::Unreadable { .. } | LoadError::DamagedTable { .. } | LoadError::DamagedXls { .. } => {
                "Copy or download it again, in case it was cut off. Otherwise open it in the program that wrote it, and save it again, preferably as CSV (UTF-8)."
            }
            LoadError::Unsupported { .. } => {
                "The file is not necessarily damaged. If it is packed, unpack it with another program, and open the table that it contains. Otherwise save it again in the program that wrote it, preferably as CSV (UTF-8)."
            }
            LoadError::Password { .. } => "Open it in the program that it belongs to, and save it without a password.",
            LoadError::UnpackedSize { .. } => "Unpack it and split the table, or leave out columns.",
            LoadError::UnpackedRatio { .. } => {
                "The file may be designed to exhaust the memory. If you trust it, unpack it with another program, and open the table that it contains."
            }
            LoadError::WhichEntry { .. } => "Choose one of them (in the terminal: --zip-entry).",
            LoadError::NoEntry { .. } => "Give the name of one of its files, including its folders.",
            LoadError::NoEntries => "Choose an archive that contains a table.",
            LoadError::SameEntry { .. } => {
                "Unpack it with another program, which keeps both files under different names, and open the one that you mean."
            }
            LoadError::EntryAndFolder { .. } => {
                "Unpack it with another program, and open the table or the archive that you mean."
            }
            LoadError::LongPath { .. } => "Shorten the name of the archive inside, or unpack it and open it by itself.",
            LoadError::NoSheets => "Choose a workbook with a table. A chart or a macro contains no rows.",
            LoadError::NoSheet { .. } => "Give the name of one of its sheets.",
            LoadError::EmptySheet { .. } => "Choose another sheet (in the terminal: --sheet).",
            LoadError::NoHeaderRow { .. } => {
                "Give the row that contains the column names, as the spreadsheet counts it."
            }
            LoadError::SheetCell { .. } => {
                "Open it in a spreadsheet, and save it again, as a workbook or as CSV (UTF-8)."
            }
            LoadError::SheetSize { .. } => {
                "Delete the rows and columns of cells that are far from the table. Otherwise split the table, or save it as CSV (UTF-8)."
            }
            LoadError::WorkbookSize { .. } => {
                "Delete the rows and columns of cells that are far from the table, and the sheets that you do not need. Otherwise save the sheet as CSV (UTF-8)."
            }
            LoadError::ParquetColumn { .. } => {
                "Write the file again, for example with `df.to_parquet(name)` of pandas, or leave out this column."
            }
            LoadError::BinaryColumn { .. } => {
                "Write the file without this column; with pandas that is `df.drop(columns=[…]).to_parquet(name)`."
            }
            LoadError::NotVector { .. } => {
                "Choose a column that holds a list of numbers in each row. All lists must have the same length and no missing numbers."
            }
            LoadError::TooManyCells { .. } => "Split the file into smaller ones.",
        }
    }
}

/// Returns the expected length of a list of numbers, followed by a space. Returns an empty text if the length is unknown.
fn numbers(expected: u64) -> String {
    match expected {
        0 => String::new(),
        n => format!("{n} "),
    }
}

fn further(rows: &[u64], n: u64) -> String {
    if n == 0 {
        return String::new();
    }
    format!("; further such rows: {n}, namely {}", first_of(rows, n))
}

/// Lists `rows`. An ellipsis follows if the total number of rows, `n`, is larger.
fn first_of(rows: &[u64], n: u64) -> String {
    let named: Vec<String> = rows.iter().map(u64::to_string).collect();
    let ellipsis = if (rows.len() as u64) < n { " …" } else { "" };
    format!("{}{ellipsis}", named.join(", "))
}

fn others(lines: &[u64], n: u64) -> String {
    let (rows, line) = match n.saturating_sub(1) {
        0 => return String::new(),
        1 => ("there is 1 more such row".to_owned(), "line"),
        more => (format!("there are {more} more such rows"), "lines"),
    };
    let named: Vec<String> = lines.iter().skip(1).map(u64::to_string).collect();
    let ellipsis = if (lines.len() as u64) < n { " …" } else { "" };
    format!(", and {rows}: {line} {}{ellipsis}", named.join(", "))
}
