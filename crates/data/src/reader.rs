//! Reads a file that arrives in chunks of any size into a pool.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::column_inference::likely_text;
use super::csv::{Csv, Header, Writing};
use super::delimiter::Delimiter;
use super::detect::{LinesAbove, above, detect, sep_of_excel};
use super::encoding::{Decoder, DetectedEncoding, EncodingScan};
use super::file_signature::check_signature;
use super::header::DoubtfulName;
use super::import::{Format, Import, ImportReport, Quotes, Ragged, RejectedRow};
use super::json_layout::{Layout, script_start};
use super::json_path::{self, JsonPath};
use super::json_records::Records;
use super::jsonl::{self, Kinds, Record};
use super::labels::LabelCell;
use super::lines::{END_OF_FILE, Lines};
use super::nonrows::{Mark, NonRow, NonRowCollector, NonRowLines, comment_mark};
use super::pool::Pool;
use super::rows::{Rows, Table};
use super::separator::MAX_LABELS;
use super::stray::Suspects;
use super::text::TextSource;
use super::vectors::vector_columns;
use super::visible::similar_names;
use crate::LoadError;

/// Maximum size of a file in the web page. Larger files may exceed the memory that a browser grants one page.
pub const MAX_FILE_BYTES: u64 = 512_000_000;

/// Number of bytes at the beginning of the file that are used to detect the format.
pub const DETECTION_BYTES: usize = 1 << 16;

/// Number of bytes at the beginning of a JSON file that are used to detect the path to the records.
/// In archives of messengers and social networks, lists of contacts and devices precede the list of messages.
const JSON_DETECTION_BYTES: usize = 1 << 20;

const MAX_PREVIEW_ROWS: usize = 20;
const MAX_CHARS: usize = 300;
/// Maximum total size of the distinct cells in a column that may hold labels, in bytes.
const LABEL_BYTES: usize = 1 << 16;

/// The result of reading a file: a pool and a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The rows of the file.
    pub pool: Pool,
    /// Report of how the file was read.
    pub found: ImportReport,
}

/// A preview of a file's beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Report of how the beginning was read. Irregular rows are not in the report, see `irregular`.
    pub found: ImportReport,
    /// Lines of irregular rows, regardless of the user's setting for irregular rows.
    /// In a preview, rows with a wrong number of cells are padded, and rows of invalid JSON are left out.
    pub irregular: Vec<u64>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Some rows of the file. Each row has the 1-based number of its first line, and its cells.
    /// Long cells are shortened.
    pub rows: Vec<(u64, Vec<String>)>,
    /// Whether `rows` contain characters that help the user to recognize a wrong encoding.
    pub shows_encoding: bool,
    /// Paths to strings inside cells that hold JSON objects.
    /// Each path is paired with the values at the path in the preview rows. Long values are shortened.
    pub nested: Vec<(String, Vec<String>)>,
    /// The likely source of the texts. `None` if the file has no rows.
    pub text: Option<TextSource>,
    /// Whether the preview covers the whole file instead of only its beginning.
    pub is_whole: bool,
    /// Number of rows in the file if the interpretation of quotes is reversed:
    /// enclosing quotes are read as ordinary characters, or ordinary double quotes are read as enclosing quotes.
    /// `None` if the number of rows does not change or the preview does not cover the whole file.
    pub n_rows_with_other_quotes: Option<u64>,
    /// For each column that may hold labels, the distinct cells with their frequencies.
    pub cells: Vec<Option<Vec<(String, u32)>>>,
    /// For each column, the probable format of its labels: one label or several labels per cell.
    pub per_cell: Vec<LabelCell>,
}

/// Which rows a preview shows. Rows with non-ASCII characters show whether the encoding is right.
/// The preview always searches for rows with non-ASCII characters if the encoding is a guess or bytes are malformed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PreviewRows {
    /// Shows the first rows of the file.
    #[default]
    First,
    /// Shows rows from anywhere in the file that reveal a wrong encoding. Without such rows, shows the first rows.
    Telling,
    /// Shows rows from the beginning of the file that reveal a wrong encoding.
    /// If no row reveals a wrong encoding, shows the first rows.
    TellingInBeginning,
}

/// Reads a file in chunks. The result does not depend on the chunk sizes.
pub struct Reader {
    import: Import,
    forgiving: bool,
    has_lines: bool,
    scanned: DetectedEncoding,
    decoder: Decoder,
    /// First bytes of the file, until [`detection_bytes`] bytes have arrived.
    beginning: Option<Vec<u8>>,
    body: Option<Body>,
    text: String,
    bytes: usize,
}

struct Body {
    parser: Parser,
    rows: Rows,
    format: Format,
    delimiter: Option<Delimiter>,
    above: u64,
    other_delimiters: Vec<char>,
    /// The column name that looks most like a cell of an ordinary row. `None` if no name is doubtful.
    doubtful: Option<DoubtfulName>,
    below: u64,
    /// Number of end-of-file characters (U+001A) at the end of the previous chunk. If text follows, they are content.
    held: usize,
    /// Collects the lines that are not rows, for JSON files whose records can extend over several lines.
    /// The parsers for all other formats have their own [`NonRowCollector`].
    aside: NonRowCollector,
    other_records: Vec<String>,
    script: String,
}

enum Parser {
    Csv(Box<Csv>),
    Jsonl(Lines, Kinds),
    Json(Box<Records>, Kinds),
    /// A file with one text per line. The flag is true until the line with the column name, if any, is read.
    Lines(Lines, bool),
}

impl Reader {
    /// Creates a reader for a file with a known encoding and an approximate size in bytes.
    pub fn new(import: Import, scanned: DetectedEncoding, bytes: u64) -> Reader {
        Reader {
            import,
            forgiving: false,
            has_lines: false,
            scanned,
            decoder: Decoder::new(scanned),
            beginning: Some(Vec::new()),
            body: None,
            text: String::new(),
            bytes: usize::try_from(bytes.min(MAX_FILE_BYTES)).unwrap_or(0),
        }
    }

    /// Reads the next chunk of the file.
    ///
    /// # Errors
    /// Returns [`LoadError`], with the line where possible, if the file is not text, is not a table, or has no header.
    /// A first record of numbers, or of texts that look like a row, is not a header.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), LoadError> {
        match &mut self.beginning {
            None => self.read(piece, false),
            Some(beginning) => {
                beginning.extend_from_slice(piece);
                let n_bytes = detection_bytes(beginning, self.import.format);
                if beginning.len() < n_bytes {
                    return Ok(());
                }
                let beginning = self.beginning.take().unwrap_or_default();
                // The inspected beginning must not depend on the chunk sizes.
                let (first, rest) = beginning.split_at(n_bytes);
                check_signature(first)?;
                self.read(first, false)?;
                self.read(rest, false)
            }
        }
    }

    /// Returns the pool and a report of how the file was read.
    ///
    /// # Errors
    /// Returns any error from [`Reader::push`].
    /// Also fails if there are no rows, if irregular rows are refused, or if a quote or an array is not closed.
    /// Returns [`LoadError::AllLeftOut`] if every row is irregular and left out.
    /// Returns [`LoadError::NotRecords`] if the file is one JSON object that contains the whole table.
    /// Returns [`LoadError::Shifted`] if misaligned UTF-16 is the cause of an error.
    pub fn finish(self) -> Result<Loaded, LoadError> {
        self.finish_with_lines().map(|(loaded, _)| loaded)
    }

    /// Like [`Reader::finish`]. Also returns the line of each row if the lines were recorded.
    fn finish_with_lines(mut self) -> Result<(Loaded, Vec<u64>), LoadError> {
        self.end().map_err(|error| self.decoder.blamed(error))?;
        let Some(body) = self.body.take() else {
            return Err(LoadError::Empty);
        };
        let found = self.found(&body);
        let Body { parser, rows, .. } = body;
        let all_left_out = all_left_out(&found, &rows);
        let table = rows.finish().map_err(|error| match (error, all_left_out) {
            (LoadError::NoRows, Some(all_left_out)) => all_left_out,
            (error, _) => explain_backslashes(&found, error),
        });
        let Table {
            pool,
            lines,
            padded,
            left_out,
        } = table.map_err(|error| self.decoder.blamed(error))?;
        if found.format == Format::Jsonl && found.records.is_empty() && jsonl::is_table(&pool) {
            return Err(LoadError::NotRecords);
        }
        let (joined, undecided_quotes) = match &parser {
            Parser::Csv(csv) => csv.suspects.judge(&pool),
            _ => (Vec::new(), false),
        };
        let loaded = Loaded {
            found: ImportReport {
                padded,
                left_out,
                joined,
                undecided_quotes,
                n_rows: Some(pool.len() as u64),
                vectors: vector_columns(&pool),
                ..found
            },
            pool,
        };
        Ok((loaded, lines))
    }

    /// Reads `rest`, the remainder of the file, until a cell satisfies the predicate `tells`.
    /// Returns the rows of the chunk that contains the cell, or `None` if no cell satisfies the predicate.
    /// Only the rows of one chunk are kept in memory. O(bytes).
    ///
    /// # Errors
    /// Returns [`LoadError::NotText`], [`LoadError::Zero`] or [`LoadError::Shifted`] only if the user gave the encoding.
    fn read_on(
        &mut self,
        rest: impl Iterator<Item = Vec<u8>>,
        tells: &dyn Fn(&str) -> bool,
    ) -> Result<Option<Table>, LoadError> {
        let mut rest = rest.peekable();
        if rest.peek().is_none() {
            return Ok(None);
        }
        for piece in rest.map(Some).chain([None]) {
            let read = match piece {
                Some(piece) => self.push(&piece),
                None => self.end(),
            };
            let continues = match read {
                Ok(()) => true,
                Err(error @ (LoadError::NotText { .. } | LoadError::Zero { .. } | LoadError::Shifted { .. }))
                    if !self.scanned.guessed =>
                {
                    return Err(error);
                }
                // Errors in the rest of the file, except for encoding errors, are reported when the file is opened.
                Err(_) => false,
            };
            let Some(body) = &mut self.body else {
                return Ok(None);
            };
            if body.rows.any(tells) {
                return Ok(Some(body.rows.take().finish()?));
            }
            if !continues {
                return Ok(None);
            }
            body.rows.clear();
        }
        Ok(None)
    }

    fn end(&mut self) -> Result<(), LoadError> {
        if let Some(beginning) = self.beginning.take() {
            check_signature(&beginning)?;
            self.read(&beginning, true)?;
        } else {
            self.read(&[], true)?;
        }
        let Some(body) = &mut self.body else {
            return Err(LoadError::Empty);
        };
        let finished = body.finish();
        let Some(body) = self.body.as_ref() else {
            return Err(LoadError::Empty);
        };
        finished.map_err(|error| explain_backslashes(&self.found(body), error))
    }

    fn read(&mut self, piece: &[u8], last: bool) -> Result<(), LoadError> {
        self.text.clear();
        self.decoder.push(piece, last, &mut self.text)?;
        if self.body.is_none() {
            if last && self.text.trim().is_empty() {
                return Err(LoadError::Empty);
            }
            let (mut body, start) = Body::new(&self.text, &self.import, self.forgiving, self.bytes)?;
            if self.has_lines {
                body.rows = body.rows.with_lines();
            }
            return self.body.insert(body).push(&self.text[start..]);
        }
        let body = self.body.as_mut().expect("it was just requested");
        body.push(&self.text)
    }

    fn found(&self, body: &Body) -> ImportReport {
        let (header, blank_lines, unguarded) = match &body.parser {
            Parser::Csv(csv) => (csv.header() != Header::None, csv.blank, csv.unguard.n),
            Parser::Jsonl(lines, _) => (false, lines.blank, 0),
            Parser::Json(..) => (false, 0, 0),
            Parser::Lines(lines, _) => (self.import.header == Some(true), lines.blank, 0),
        };
        let (loose, backslashes, more_as_letters) = match &body.parser {
            Parser::Csv(csv) => (csv.loose.clone(), csv.backslashes(), csv.suspects.more_as_letters),
            _ => (Vec::new(), false, 0),
        };
        let (spaced, all_spaced) = match &body.parser {
            Parser::Csv(csv) => (csv.spaced.clone(), csv.all_spaced()),
            _ => (Vec::new(), false),
        };
        let kinds = match &body.parser {
            Parser::Jsonl(_, kinds) | Parser::Json(_, kinds) => Some(kinds),
            Parser::Csv(_) | Parser::Lines(..) => None,
        };
        let records = match &body.parser {
            Parser::Json(records, _) => records.path().to_owned(),
            _ => String::new(),
        };
        ImportReport {
            format: body.format,
            encoding: self.scanned.name().into(),
            guessed: self.scanned.guessed,
            delimiter: body.delimiter,
            other_delimiters: body.other_delimiters.clone(),
            rows_by_delimiter: Vec::new(),
            broken: self.decoder.broken(),
            above: body.above,
            header,
            doubtful: body.doubtful.clone(),
            below: body.below,
            quotes: self.import.quotes,
            blank_lines,
            unguarded,
            loose,
            backslashes,
            spaced,
            all_spaced,
            joined: Vec::new(),
            undecided_quotes: false,
            n_rows: None,
            more_as_letters,
            non_rows: self.import.non_rows,
            skip_blanks: self.import.skip_blanks,
            comment_prefix: self.import.comment_prefix.clone(),
            aside: body.aside(),
            values: kinds.map(|kinds| kinds.values(body.rows.columns())).unwrap_or_default(),
            records,
            key_column: kinds.map(|kinds| kinds.key_column.clone()).unwrap_or_default(),
            other_records: body.other_records.clone(),
            script: body.script.clone(),
            json_repair: self.import.json_repair,
            source: None,
            repaired: kinds.map(|kinds| kinds.repaired.clone()).unwrap_or_default(),
            n_joined_texts: kinds.map_or(0, |kinds| kinds.n_joined_texts),
            similar_columns: similar_names(body.rows.columns()),
            vectors: Vec::new(),
            labels: None,
            text_languages: BTreeMap::new(),
            padded: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

/// Number of bytes at the beginning of the file that are used to detect the format.
/// The number no longer changes after [`DETECTION_BYTES`] bytes have arrived.
fn detection_bytes(beginning: &[u8], format: Option<Format>) -> usize {
    // A byte order mark and the zero bytes of UTF-16 may precede the first bracket.
    let is_before = |byte: &u8| {
        matches!(
            byte,
            0 | 0xBB | 0xBF | 0xEF | 0xFE | 0xFF | b' ' | b'\t' | b'\n' | b'\r'
        )
    };
    let first = beginning.iter().take(DETECTION_BYTES).find(|byte| !is_before(byte));
    let is_json = match format {
        Some(format) => format == Format::Jsonl,
        None => matches!(first, Some(b'{' | b'[')),
    };
    if is_json { JSON_DETECTION_BYTES } else { DETECTION_BYTES }
}

impl Body {
    /// Starts to read a table. Returns the reader state and the byte offset of the table in `text`.
    fn new(text: &str, import: &Import, forgiving: bool, bytes: usize) -> Result<(Body, usize), LoadError> {
        let LinesAbove {
            lines: above,
            bytes: start,
            delimiter,
        } = above(text, import);
        let beginning = &text[start..];
        if start > 0 && beginning.trim().is_empty() {
            return Err(LoadError::NoRows);
        }
        let import = Import {
            delimiter: import.delimiter.or(delimiter),
            ..import.clone()
        };
        let detected = detect(beginning, &import, forgiving)?;
        let ragged = match (forgiving, detected.format) {
            (false, _) => import.ragged,
            (true, Format::Jsonl) => Ragged::LeaveOut,
            (true, _) => Ragged::Pad,
        };
        let mut rows = Rows::new(ragged, bytes);
        if forgiving {
            rows = rows.with_lines();
        }
        let mut line = above.saturating_add(1);
        let mut start = start;
        let aside = NonRowCollector::new(import.non_rows);
        let script = script_start(beginning).filter(|_| detected.format == Format::Jsonl);
        let json = match detected.format {
            Format::Jsonl => {
                let before = script.unwrap_or(0);
                line = line.saturating_add(beginning[..before].matches('\n').count() as u64);
                start += before;
                let layout = Layout::of(&beginning[before..], import.records.as_deref());
                Layout {
                    is_by_line: layout.is_by_line && script.is_none(),
                    ..layout
                }
            }
            Format::Csv | Format::Tsv | Format::Lines => Layout::default(),
        };
        let parser = match (detected.format, detected.delimiter) {
            (_, Some(delimiter)) => Parser::Csv(Box::new(Csv::new(Writing {
                delimiter,
                quotes: import.quotes,
                skip_blanks: import.skip_blanks,
                comment_prefix: import.comment_prefix.clone().unwrap_or_default(),
                header: detected.header,
                below: detected.below,
                line,
                comments: detected.comments,
                header_repeats: detected.header_repeats,
                aside: aside.clone(),
            }))),
            (Format::Jsonl, None) if json.is_by_line => {
                Parser::Jsonl(Lines::from(line, aside.clone()), Kinds::new(import.json_repair))
            }
            (Format::Jsonl, None) => Parser::Json(
                Box::new(Records::from(line, &json.path, script.is_some())),
                Kinds::new(import.json_repair),
            ),
            (_, None) => {
                let is_named = detected.header == Header::Names;
                if !is_named {
                    rows.add_column("text".into())?;
                }
                Parser::Lines(Lines::from(line, aside.clone()), is_named)
            }
        };
        let body = Body {
            parser,
            rows,
            format: detected.format,
            delimiter: detected.delimiter,
            above,
            other_delimiters: match sep_of_excel(text).and_then(|above| above.delimiter) {
                // A line above the table, such as `sep=;`, declares the delimiter of the file.
                Some(named) if Some(named) == detected.delimiter => Vec::new(),
                _ => detected.other_delimiters,
            },
            doubtful: detected.doubtful,
            below: detected.below,
            held: 0,
            aside,
            other_records: json.others,
            script: beginning[..script.unwrap_or(0)].trim().to_owned(),
        };
        Ok((body, start))
    }

    fn aside(&self) -> Vec<NonRowLines> {
        match &self.parser {
            Parser::Csv(csv) => csv.aside.found(),
            Parser::Jsonl(lines, _) => lines.aside.found(),
            Parser::Lines(lines, _) => {
                let mut aside = lines.aside.clone();
                if 2 * aside.n_kept(NonRow::Comment) > self.rows.len() {
                    aside.forget_kept(NonRow::Comment);
                }
                aside.found()
            }
            Parser::Json(..) => self.aside.found(),
        }
    }

    fn push(&mut self, text: &str) -> Result<(), LoadError> {
        if !self.aside.is_looking() {
            return self.take(text);
        }
        // Old programs end a file with U+001A. At any other position, U+001A is part of the content.
        let rest = text.trim_end_matches(END_OF_FILE);
        if !rest.is_empty() && self.held > 0 {
            let held = END_OF_FILE.to_string().repeat(std::mem::take(&mut self.held));
            self.take(&held)?;
        }
        self.held += text.len() - rest.len();
        self.take(rest)
    }

    fn take(&mut self, text: &str) -> Result<(), LoadError> {
        let rows = &mut self.rows;
        match &mut self.parser {
            Parser::Csv(csv) => csv.push(text, rows),
            Parser::Jsonl(lines, kinds) => lines.push(text, &mut |line, text, aside| {
                take_json(line, text, aside, (&mut *rows, &mut *kinds))
            }),
            Parser::Json(records, kinds) => records.push(text, &mut |record| jsonl::record(record, rows, kinds)),
            Parser::Lines(lines, name) => lines.push(text, &mut |line, text, aside| {
                take_line(line, text, aside, (&mut *name, &mut *rows))
            }),
        }
    }

    fn finish(&mut self) -> Result<(), LoadError> {
        let rows = &mut self.rows;
        match &mut self.parser {
            Parser::Csv(csv) => {
                if self.held > 0 {
                    csv.aside.note(NonRow::EndOfFile, csv.line(), true);
                }
                csv.finish(rows)?;
                csv.finish_footer(rows)
            }
            Parser::Jsonl(lines, kinds) => {
                if self.held > 0 {
                    lines.aside.note(NonRow::EndOfFile, lines.number(), true);
                }
                lines.finish(&mut |line, text, aside| take_json(line, text, aside, (&mut *rows, &mut *kinds)))
            }
            Parser::Json(records, _) => {
                if self.held > 0 {
                    self.aside.note(NonRow::EndOfFile, records.line(), true);
                }
                records.finish()
            }
            Parser::Lines(lines, name) => {
                if self.held > 0 {
                    lines.aside.note(NonRow::EndOfFile, lines.number(), true);
                }
                lines.finish(&mut |line, text, aside| take_line(line, text, aside, (&mut *name, &mut *rows)))?;
                rows.leave_out_footer(&mut lines.aside);
                Ok(())
            }
        }
    }
}

/// Wraps the error in [`LoadError::Backslash`] if backslashes before quotes probably cause the error.
fn explain_backslashes(found: &ImportReport, error: LoadError) -> LoadError {
    let is_of_quotes = matches!(
        error,
        LoadError::Ragged { .. }
            | LoadError::RaggedLines { .. }
            | LoadError::Irregular { .. }
            | LoadError::OpenQuote { .. }
    );
    match found.loose.first() {
        Some(&line) if is_of_quotes && found.backslashes && found.quotes == Quotes::Double => LoadError::Backslash {
            line,
            broken: Box::new(error),
        },
        _ => error,
    }
}

/// Returns an error if the table is empty because all rows are irregular and were left out. `None` for any other table.
fn all_left_out(found: &ImportReport, rows: &Rows) -> Option<LoadError> {
    if rows.len() > 0 {
        return None;
    }
    let found = ImportReport {
        left_out: rows.left_out.clone(),
        ..found.clone()
    };
    let mut lines = found.irregular_left_out();
    let line = lines.next()?;
    Some(LoadError::AllLeftOut {
        n: 1 + lines.count() as u64,
        line,
    })
}

fn take_json(
    line: u64,
    text: &str,
    aside: &mut NonRowCollector,
    (rows, kinds): (&mut Rows, &mut Kinds),
) -> Result<(), LoadError> {
    // No JSON value begins with `#` or `/`, so a line with this beginning is a comment or invalid.
    let is_comment = text.starts_with(['#', '/']) && comment_mark(text).is_some();
    if is_comment && aside.note(NonRow::Comment, line, true) {
        rows.leave_out(line, [text].into_iter());
        return Ok(());
    }
    let record = Record { line, key: None, text };
    jsonl::record(record, rows, kinds)
}

fn take_line(
    line: u64,
    text: &str,
    aside: &mut NonRowCollector,
    (is_name, rows): (&mut bool, &mut Rows),
) -> Result<(), LoadError> {
    if std::mem::take(is_name) {
        return rows.add_column(text.into());
    }
    // A text may also begin with a comment marker, so the line is reported only as a possible comment.
    if comment_mark(text) == Some(Mark::Clear) && aside.note(NonRow::Comment, line, false) {
        rows.leave_out(line, [text].into_iter());
        return Ok(());
    }
    rows.record(line, [text].into_iter())
}

/// Reads a whole file with the given settings.
///
/// # Errors
/// Fails with the errors from [`Reader::finish`], and with [`LoadError::NoEncoding`] for an unknown encoding.
pub fn load_with(bytes: &[u8], import: &Import) -> Result<Loaded, LoadError> {
    let mut reader = reader_for(bytes, import)?;
    reader.push(bytes)?;
    reader.finish()
}

/// Like [`load_with`]. Also returns the 1-based line where each row begins.
///
/// # Errors
/// Returns any error from [`load_with`].
pub fn load_with_lines(bytes: &[u8], import: &Import) -> Result<(Loaded, Vec<u64>), LoadError> {
    let mut reader = reader_for(bytes, import)?;
    reader.has_lines = true;
    reader.push(bytes)?;
    reader.finish_with_lines()
}

fn reader_for(bytes: &[u8], import: &Import) -> Result<Reader, LoadError> {
    check_signature(bytes)?;
    let scanned = match &import.encoding {
        Some(label) => DetectedEncoding::given(label)?,
        None => {
            let mut scan = EncodingScan::default();
            scan.push(bytes);
            scan.finish()
        }
    };
    Ok(Reader::new(import.clone(), scanned, bytes.len() as u64))
}

/// Reads a table that this program or another program wrote: CSV or TSV in UTF-8 with column names in the first line.
///
/// The candidates for the delimiter are comma, tab, semicolon and vertical bar.
/// The delimiter is the candidate that gives the most records the same number of cells.
/// Cells are enclosed in double quotes, which are doubled inside a cell.
/// A byte order mark and blank lines are skipped, and every cell is kept as written.
/// A single column without a name keeps its empty name.
/// Several unnamed columns are named by position, for example `column 2`.
///
/// # Errors
/// Returns any error from [`load_with`].
pub fn load(bytes: &[u8]) -> Result<Pool, LoadError> {
    let import = Import {
        format: Some(Format::Csv),
        encoding: Some("UTF-8".into()),
        ..Import::default()
    };
    load_with(bytes, &import).map(|loaded| loaded.pool)
}

/// Previews the beginning of a file with the given settings. `is_whole` is true if `beginning` is the whole file.
///
/// # Errors
/// Fails with the errors from [`Reader::push`] that the user cannot avoid by changing a setting in the preview.
pub fn preview(
    beginning: (&[u8], bool),
    scanned: DetectedEncoding,
    import: &Import,
    sought: PreviewRows,
) -> Result<Preview, LoadError> {
    preview_with_rest(beginning, std::iter::empty(), scanned, import, sought)
}

/// Like [`preview`], but also searches the rest of the file for informative rows, which reveal a wrong encoding.
/// If the beginning has no informative rows, the preview shows the informative rows from one chunk of `rest`.
/// `rest` must yield the file after `beginning`, and nothing if `beginning` is the whole file.
/// The search stops at the first chunk that has informative rows. Only one chunk is in memory. O(bytes read).
///
/// # Errors
/// Returns any error from [`preview`].
/// Encoding errors in `rest` are ignored if the encoding was guessed. All other errors in `rest` are always ignored.
/// The encoding errors are [`LoadError::NotText`], [`LoadError::Zero`] and [`LoadError::Shifted`].
pub fn preview_with_rest(
    (beginning, is_whole): (&[u8], bool),
    rest: impl Iterator<Item = Vec<u8>>,
    scanned: DetectedEncoding,
    import: &Import,
    sought: PreviewRows,
) -> Result<Preview, LoadError> {
    let mut reader = Reader::new(import.clone(), scanned, beginning.len() as u64);
    reader.forgiving = true;
    reader.push(beginning)?;
    if is_whole {
        reader.end()?;
    } else if let Some(short) = reader.beginning.take() {
        reader.read(&short, false)?;
    }
    let mut body = reader.body.take().ok_or(LoadError::Empty)?;
    if let Parser::Csv(csv) = &mut body.parser {
        csv.take_short(&mut body.rows)?;
    }
    let found = reader.found(&body);
    let suspects = match &body.parser {
        Parser::Csv(csv) => csv.suspects.clone(),
        _ => Suspects::default(),
    };
    let mut columns = body.rows.columns().to_vec();
    let rows = body.rows.take();
    // `finish` fails if there are no rows, but the left-out records are needed even without rows.
    let left_out = rows.left_out.clone();
    let table = match rows.finish() {
        Err(LoadError::NoRows) => Table::default(),
        other => other?,
    };
    let pool = &table.pool;
    let is_json = found.format == Format::Jsonl;
    // If the preview has no row to show, report why the first record is invalid.
    if let (true, true, Some(RejectedRow { line, cells, .. })) = (is_json, pool.is_empty(), left_out.first()) {
        jsonl::check_first(*line, &cells.concat())?;
    }
    let (irregular, left_out) = match is_json {
        true => (left_out.iter().map(|record| record.line).collect(), Vec::new()),
        false => (table.padded.clone(), left_out),
    };
    // If bytes are malformed, � characters reveal a wrong encoding better than other non-ASCII characters.
    let is_broken = found.broken.n > 0;
    let tells = |cell: &str| match is_broken {
        true => cell.contains(char::REPLACEMENT_CHARACTER),
        false => !cell.is_ascii(),
    };
    let is_foreign = |instance: &super::Instance<'_>| instance.cells().any(tells);
    let is_wanted = sought != PreviewRows::First || found.guessed || is_broken;
    let is_there = is_wanted && pool.instances().any(|instance| is_foreign(&instance));
    let is_in_rest = is_wanted && !is_there && !is_whole && sought != PreviewRows::TellingInBeginning;
    let later = match is_in_rest {
        true => {
            reader.body = Some(body);
            reader.read_on(rest, &tells)?
        }
        false => None,
    };
    let shows_encoding = is_there || later.is_some();
    if let Some(later) = &later {
        // The rest of the file may have more columns than the beginning.
        columns = later.pool.columns().to_vec();
    }
    let Table {
        pool: telling, lines, ..
    } = later.as_ref().unwrap_or(&table);
    // Column properties are inferred from the rows in the beginning of the file.
    // If the beginning has no rows, column properties are inferred from the rest of the file.
    let pool = if pool.is_empty() { telling } else { pool };
    let shortened = |cell: &str| match cell.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &cell[..end]),
        None => cell.to_owned(),
    };
    let row = |instance: super::Instance<'_>| {
        let cells = instance.cells().map(shortened);
        (lines[instance.row()], cells.collect())
    };
    let shown = telling
        .instances()
        .filter(|instance| !shows_encoding || is_foreign(instance))
        .take(MAX_PREVIEW_ROWS);
    let rows = shown.clone().map(row).collect();
    let at_path = |(path, _): (String, usize)| {
        let nested_path = JsonPath::of(telling, &path)?;
        let texts = shown
            .clone()
            .map(|instance| shortened(&nested_path.text(instance)))
            .collect();
        Some((path, texts))
    };
    let nested = json_path::paths(pool).into_iter().filter_map(at_path).collect();
    let cells_of = |column: usize| {
        let with_it = if column < pool.columns().len() { pool } else { telling };
        with_it.instances().map(move |instance| instance.cell(column))
    };
    let per_cell = (0..columns.len()).map(|column| LabelCell::likely(cells_of(column)));
    let per_cell = per_cell.collect();
    let cells = (0..columns.len())
        .map(|column| different_cells(cells_of(column)))
        .collect();
    let (joined, undecided_quotes) = suspects.judge(&table.pool);
    let found = ImportReport {
        left_out,
        joined,
        undecided_quotes,
        n_rows: Some(table.pool.len() as u64),
        vectors: vector_columns(&table.pool),
        ..found
    };
    let n_rows_with_other_quotes = is_whole
        .then(|| n_rows_with_other_quotes(beginning, scanned, &found))
        .flatten();
    let n_rows = |import: &Import| Some(load_with(beginning, import).ok()?.pool.len() as u64);
    let found = ImportReport {
        rows_by_delimiter: match is_whole {
            true => rows_by_delimiter(&found, n_rows),
            false => Vec::new(),
        },
        ..found
    };
    Ok(Preview {
        is_whole,
        n_rows_with_other_quotes,
        cells,
        found,
        irregular,
        shows_encoding,
        text: (!pool.is_empty()).then(|| likely_text(pool)),
        nested,
        columns,
        rows,
        per_cell,
    })
}

/// The other delimiters that fit the beginning of the file as well as the detected delimiter.
/// Each delimiter is paired with the resulting number of rows. Delimiters that do not change the number of rows are omitted.
/// The numbers of rows can differ, because only a quote after a delimiter begins a quoted cell.
/// `n_rows` reads the file with the given settings and counts its rows.
/// `n_rows` is called once for each of [`ImportReport::other_delimiters`], but never if quotes are ordinary characters.
pub fn rows_by_delimiter(found: &ImportReport, n_rows: impl Fn(&Import) -> Option<u64>) -> Vec<(char, u64)> {
    let rows = |&delimiter: &char| {
        let import = Import {
            delimiter: Some(delimiter.into()),
            ..found.import(Ragged::Pad)
        };
        let n = n_rows(&import)?;
        (Some(n) != found.n_rows).then_some((delimiter, n))
    };
    let others = found.other_delimiters.iter();
    others
        .filter(|_| found.quotes != Quotes::Letters)
        .filter_map(rows)
        .collect()
}

/// Number of rows in the whole file if the interpretation of quotes in `found.quotes` is reversed:
/// enclosing quotes are read as ordinary characters, or ordinary double quotes are read as enclosing quotes.
/// `None` if the number of rows does not change or reading fails.
fn n_rows_with_other_quotes(bytes: &[u8], scanned: DetectedEncoding, found: &ImportReport) -> Option<u64> {
    let rows = found.n_rows?;
    let import = Import {
        quotes: match found.quotes {
            Quotes::Letters => Quotes::Double,
            Quotes::Double | Quotes::Single | Quotes::Backslash => return found.rows_as_letters(),
        },
        ..found.import(Ragged::Pad)
    };
    if !found.format.is_delimited() || !bytes.contains(&b'"') {
        return None;
    }
    let mut reader = Reader::new(import, scanned, bytes.len() as u64);
    reader.push(bytes).ok()?;
    let n = reader.finish().ok()?.pool.len() as u64;
    Some(n).filter(|&n| n != rows)
}

/// The distinct cells in a column that may hold labels, and the frequency of each cell.
/// `None` if there are too many distinct cells, or if the cells are too long. O(n log n).
fn different_cells<'a>(cells: impl Iterator<Item = &'a str>) -> Option<Vec<(String, u32)>> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut bytes = 0;
    for cell in cells {
        let count = counts.entry(cell).or_insert_with(|| {
            bytes += cell.len();
            0
        });
        *count += 1;
        if counts.len() > MAX_LABELS || bytes > LABEL_BYTES {
            return None;
        }
    }
    Some(
        counts
            .into_iter()
            .map(|(cell, count)| (cell.to_owned(), count))
            .collect(),
    )
}

#[cfg(test)]
mod tests;
