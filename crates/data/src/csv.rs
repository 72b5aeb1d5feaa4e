//! Reads CSV and TSV chunk by chunk: RFC 4180 with any delimiter, and common variants of CSV.

use std::collections::BTreeSet;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::delimiter::Delimiter;
use super::dialect::{self, Translator};
use super::formula_escaping::FormulaUnescaper;
use super::header::check_header;
use super::import::Quotes;
use super::lines::{self, Line};
use super::nonrows::{Comments, FOOTER_LINES, NonRow, NonRowCollector, NonRows, is_footer};
use super::rows::Rows;
use super::stray::{JoinedLines, Suspects};
use crate::LoadError;

const END_OF_FILE: u8 = lines::END_OF_FILE as u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// The first record probably contains the column names.
    /// The file is refused if the first record does not look like column names.
    Likely,
    Names,
    None,
}

#[derive(Clone, Debug)]
pub(super) struct Writing {
    pub(super) delimiter: Delimiter,
    pub(super) quotes: Quotes,
    pub(super) skip_blanks: bool,
    /// Prefix of comment lines. Empty if the user has not specified a prefix.
    pub(super) comment_prefix: String,
    pub(super) header: Header,
    /// Number of records directly after the first record that are not rows.
    pub(super) below: u64,
    /// 1-based number of the line where the table begins.
    pub(super) line: u64,
    pub(super) comments: Comments,
    /// Whether a record that equals the first record is almost certainly not a row.
    pub(super) header_repeats: bool,
    pub(super) aside: NonRowCollector,
}

impl Writing {
    /// Returns settings that read every record as written, without special treatment of any line.
    pub(super) fn plain(delimiter: Delimiter, quotes: Quotes) -> Writing {
        Writing {
            delimiter,
            quotes,
            skip_blanks: false,
            comment_prefix: String::new(),
            header: Header::None,
            below: 0,
            line: 1,
            comments: Comments::Nowhere,
            header_repeats: false,
            aside: NonRowCollector::new(NonRows::Keep),
        }
    }
}

#[derive(Debug)]
pub(super) struct Csv {
    reader: Reader,
    delimiter: String,
    /// Translates variants of CSV for the `csv-core` parser.
    /// `None` if `csv-core` can read the file without translation.
    translator: Option<Translator>,
    comment: Option<Vec<u8>>,
    /// Whether the file is only inspected. An inspection reports every record unchanged, as an irregular record.
    /// An inspection skips lines that begin with the user's comment prefix.
    is_inspecting: bool,
    header: Header,
    /// Whether the next record may contain the column names, because it is the first record.
    first: bool,
    /// Number of unread records between the column names and the rows.
    below: u64,
    record: Vec<u8>,
    ends: Vec<usize>,
    n_bytes: usize,
    n_cells: usize,
    place: CsvState,
    /// Whether the current position is between two records, so that the next byte begins a new record.
    between: bool,
    line: u64,
    starts_with: u8,
    pub(super) blank: u64,
    /// Number of blank lines up to the end of the previous record.
    blank_before: u64,
    /// Lines of the records with a cell where text follows the closing quote, such as `"a" b`.
    pub(super) loose: Vec<u64>,
    /// Lines of the records with a cell where blanks precede an opening quote, such as ` "a"`.
    pub(super) spaced: Vec<u64>,
    pub(super) unguard: FormulaUnescaper,
    pub(super) suspects: Suspects,
    pub(super) aside: NonRowCollector,
    comments: Comments,
    header_repeats: bool,
    /// Bytes of the first record, and the byte offset where each of its cells ends.
    /// Empty if the first record is an ordinary row.
    names: (Vec<u8>, Vec<usize>),
    /// Whether a byte order mark precedes the current record.
    is_marked: bool,
    /// Records with too few cells, each with its line number. The records are a footer if no row follows.
    short: Vec<(u64, Vec<String>)>,
    /// Whether a blank line precedes the first of the pending records with too few cells.
    short_after_gap: bool,
}

impl Csv {
    pub(super) fn new(writing: Writing) -> Csv {
        let text = writing.delimiter.to_string();
        let delimiter = writing.delimiter.byte().unwrap_or(dialect::DELIMITER);
        let quote = writing.quotes.mark();
        let escape = (writing.quotes == Quotes::Backslash).then_some(b'\\');
        let is_plain = writing.delimiter.byte().is_some()
            && escape.is_none()
            && !writing.skip_blanks
            && writing.comment_prefix.is_empty();
        let translator = (!is_plain).then(|| {
            let signs = (quote, escape);
            Translator::new(
                text.clone(),
                delimiter,
                signs,
                writing.skip_blanks,
                writing.comment_prefix,
            )
        });
        Csv {
            delimiter: text,
            translator,
            comment: None,
            is_inspecting: false,
            reader: ReaderBuilder::new()
                .delimiter(delimiter)
                .quoting(quote.is_some())
                .quote(quote.unwrap_or(b'"'))
                .escape(escape)
                .build(),
            header: writing.header,
            first: true,
            below: writing.below,
            record: vec![0; 4096],
            ends: vec![0; 64],
            n_bytes: 0,
            n_cells: 0,
            place: CsvState::new(delimiter, quote, escape, writing.line),
            between: true,
            line: writing.line,
            starts_with: 0,
            blank: 0,
            blank_before: 0,
            loose: Vec::new(),
            spaced: Vec::new(),
            unguard: FormulaUnescaper::default(),
            suspects: Suspects::default(),
            aside: writing.aside,
            comments: writing.comments,
            header_repeats: writing.header_repeats,
            names: (Vec::new(), Vec::new()),
            is_marked: false,
            short: Vec::new(),
            short_after_gap: false,
        }
    }

    pub(super) fn line(&self) -> u64 {
        self.place.line.number
    }

    /// Whether the file contains a closing quote that follows a backslash and precedes text.
    pub(super) fn backslashes(&self) -> bool {
        self.place.backslashes
    }

    /// Whether quoted cells follow blanks, as in ` "a"`, and no quoted cell begins without a blank.
    pub(super) fn all_spaced(&self) -> bool {
        !self.spaced.is_empty() && !self.place.has_quoted
    }

    /// Treats the first record like any other record. The table then has no columns, so every record counts as irregular.
    pub(super) fn as_they_are(&mut self) {
        self.first = false;
        self.is_inspecting = true;
    }

    pub(super) fn header(&self) -> Header {
        self.header
    }

    pub(super) fn push(&mut self, text: &str, rows: &mut Rows) -> Result<(), LoadError> {
        let translated = self
            .translator
            .as_mut()
            .map(|translator| translator.translate(text.as_bytes(), false));
        self.push_bytes(translated.as_deref().unwrap_or(text.as_bytes()), rows)
    }

    fn push_bytes(&mut self, mut input: &[u8], rows: &mut Rows) -> Result<(), LoadError> {
        loop {
            if self.between {
                input = self.skip_line_ends(input, rows);
            }
            if input.is_empty() {
                return Ok(());
            }
            let read = self.read(input, rows)?;
            input = &input[read..];
        }
    }

    /// Ends the last record of a file that does not end with a line end.
    pub(super) fn finish(&mut self, rows: &mut Rows) -> Result<(), LoadError> {
        if let Some(translator) = &mut self.translator {
            let rest = translator.translate(&[], true);
            self.push_bytes(&rest, rows)?;
        }
        self.end_comment(rows);
        if self.between {
            return Ok(());
        }
        // A cell with an unclosed quote extends to the end of the file. The error reports the quote, not the cell count.
        if self.place.quoted {
            return Err(LoadError::OpenQuote { line: self.line });
        }
        while !self.between {
            self.read(&[], rows)?;
        }
        Ok(())
    }

    pub(super) fn finish_footer(&mut self, rows: &mut Rows) -> Result<(), LoadError> {
        if !self.aside.is_looking() {
            return self.take_short(rows);
        }
        let is_footer = |(_, cells): &(u64, Vec<String>)| {
            let record: Vec<&str> = cells.iter().map(String::as_str).collect();
            is_footer(&record) || (self.short_after_gap && rows.is_unlike(&record))
        };
        if !self.short.is_empty() && rows.len() > 0 && self.short.iter().all(is_footer) {
            for (line, cells) in std::mem::take(&mut self.short) {
                self.aside.note(NonRow::Footer, line, true);
                rows.leave_out(line, cells.iter().map(String::as_str));
            }
            return Ok(());
        }
        self.take_short(rows)?;
        rows.leave_out_footer(&mut self.aside);
        Ok(())
    }

    /// Adds the pending records with too few cells as rows. A row follows the records, so they are not a footer.
    pub(super) fn take_short(&mut self, rows: &mut Rows) -> Result<(), LoadError> {
        take_short(&mut self.short, rows)
    }

    fn skip_line_ends<'a>(&mut self, mut input: &'a [u8], rows: &mut Rows) -> &'a [u8] {
        loop {
            if let Some(comment) = &mut self.comment {
                let n = input.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
                comment.extend_from_slice(&input[..n]);
                input = &input[n..];
                if input.is_empty() {
                    return input;
                }
                self.end_comment(rows);
                // The line end after a comment must not count as a blank line.
                self.place.pass(&input[..1]);
                input = &input[1..];
            }
            let ends = input.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            let before = self.place.line.number;
            self.place.pass(&input[..ends]);
            self.blank += self.place.line.number - before;
            input = &input[ends..];
            if let [dialect::COMMENT, rest @ ..] = input {
                self.place.line.pass_letter();
                self.comment = Some(Vec::new());
                input = rest;
                continue;
            }
            let (kind, mark) = match input {
                [END_OF_FILE, rest @ ..] => (NonRow::EndOfFile, rest),
                [0xEF, 0xBB, 0xBF, rest @ ..] => (NonRow::ByteOrderMark, rest),
                _ => break,
            };
            if !self.aside.note(kind, self.place.line.number, true) {
                break;
            }
            self.is_marked |= kind == NonRow::ByteOrderMark;
            input = mark;
        }
        if let Some(&first) = input.first() {
            self.between = false;
            self.line = self.place.line.number;
            self.starts_with = first;
            self.place.begin();
        }
        input
    }

    fn end_comment(&mut self, rows: &mut Rows) {
        let Some(comment) = self.comment.take().filter(|_| !self.is_inspecting) else {
            return;
        };
        let line = self.place.line.number;
        self.aside.note_described(NonRow::Comment, line);
        let text = String::from_utf8_lossy(&comment);
        rows.leave_out(line, [&*text].into_iter());
    }

    /// Continues to read the current record. Returns how many bytes of `input` were consumed.
    /// An empty `input` means that the file has ended.
    fn read(&mut self, input: &[u8], rows: &mut Rows) -> Result<usize, LoadError> {
        let (cells, ends) = (&mut self.record[self.n_bytes..], &mut self.ends[self.n_cells..]);
        let (result, read, bytes, n) = self.reader.read_record(input, cells, ends);
        self.n_bytes += bytes;
        self.n_cells += n;
        self.place.pass(&input[..read]);
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull => self.record.resize(2 * self.record.len(), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            ReadRecordResult::End => self.between = true,
            ReadRecordResult::Record => {
                self.between = true;
                if std::mem::take(&mut self.place.is_loose) {
                    self.loose.push(self.line);
                }
                self.place.end_cell();
                if std::mem::take(&mut self.place.is_spaced) {
                    self.spaced.push(self.line);
                }
                self.take(input.is_empty(), rows)?;
                self.blank_before = self.blank;
                self.is_marked = false;
            }
        }
        Ok(read)
    }

    /// Handles a complete record: the column names, a row, or a record that is left out.
    /// `is_last` is true for the last record of a file that does not end with a line end.
    fn take(&mut self, is_last: bool, rows: &mut Rows) -> Result<(), LoadError> {
        let (bytes, n) = (std::mem::take(&mut self.n_bytes), std::mem::take(&mut self.n_cells));
        let (mut bytes, mut ends) = (&self.record[..bytes], &self.ends[..n]);
        let restored;
        if self.translator.is_some() && dialect::is_translated(bytes) {
            restored = dialect::restored(bytes, ends, &self.delimiter, self.place.quote);
            (bytes, ends) = (&restored.0[..], &restored.1[..]);
        }
        let text = str::from_utf8(bytes).expect("cut between whole letters");
        let encloses = std::mem::take(&mut self.place.encloses);
        let mut start = 0;
        let cells = ends
            .iter()
            .map(move |&end| &text[std::mem::replace(&mut start, end)..end]);
        if std::mem::take(&mut self.first) {
            let mut cells: Vec<&str> = cells.collect();
            if self.header != Header::None {
                self.unguard = FormulaUnescaper::of(&cells);
                if self.aside.is_looking() {
                    self.names = (bytes.to_vec(), ends.to_vec());
                }
            }
            if self.unguard.is_on() {
                cells = self.unguard.record(cells.into_iter());
            }
            return begin(rows, self.header, self.line, cells);
        }
        if self.below > 0 {
            self.below -= 1;
            self.aside.note(NonRow::SurveyHeader, self.line, true);
            rows.leave_out(self.line, cells);
            return Ok(());
        }
        let regular = rows.regular();
        if matches!(self.starts_with, b'#' | b'/' | b'%' | b'-') && self.aside.is_looking() {
            let first = cells.clone().next().unwrap_or_default();
            let is_clear = self.comments.holds(first, n, regular);
            if is_clear.is_some_and(|is_clear| self.aside.note(NonRow::Comment, self.line, is_clear)) {
                rows.leave_out(self.line, cells);
                return Ok(());
            }
        }
        if n == self.names.1.len() && bytes == self.names.0 && ends == self.names.1 {
            // In a list of words, a row may equal the column name. Such a row is not certainly a repeated header.
            let is_clear = self.is_marked || (n > 1 && self.header_repeats);
            if self.aside.note(NonRow::RepeatedHeader, self.line, is_clear) {
                rows.leave_out(self.line, cells);
                return Ok(());
            }
        }
        let last = self.place.line.number - u64::from(!is_last);
        let lines = self.line..=last;
        if last > self.line {
            let row = (n == regular).then(|| rows.len());
            let lines = JoinedLines { first: self.line, last };
            self.suspects
                .note(lines, row, cells.clone(), (&self.delimiter, regular));
        } else if encloses {
            self.suspects.saw_delimiter();
        }
        let is_after_gap = self.blank > self.blank_before;
        if n < regular && last == self.line && self.aside.is_looking() {
            if self.short.len() == FOOTER_LINES {
                take_short(&mut self.short, rows)?;
            }
            if self.short.is_empty() {
                self.short_after_gap = is_after_gap;
            }
            let cells = cells.map(str::to_owned).collect();
            self.short.push((self.line, cells));
            return Ok(());
        }
        take_short(&mut self.short, rows)?;
        if is_after_gap {
            rows.note_gap();
        }
        if self.unguard.is_on() {
            rows.record_on(lines, self.unguard.record(cells).into_iter())
        } else {
            rows.record_on(lines, cells)
        }
    }
}

fn take_short(short: &mut Vec<(u64, Vec<String>)>, rows: &mut Rows) -> Result<(), LoadError> {
    for (line, cells) in std::mem::take(short) {
        rows.record(line, cells.iter().map(String::as_str))?;
    }
    Ok(())
}

fn begin(rows: &mut Rows, header: Header, line: u64, record: Vec<&str>) -> Result<(), LoadError> {
    match header {
        Header::None => {
            for _ in &record {
                rows.add_unnamed()?;
            }
            return rows.record(line, record.into_iter());
        }
        Header::Likely => check_header(&record)?,
        Header::Names => {}
    }
    // A single unnamed column is common, because programs write an index without a name. The column keeps its empty name.
    // Several unnamed columns are named by position, because users cannot distinguish empty names.
    let is_unnamed = |name: &&str| name.trim().is_empty();
    let are_several = record.iter().filter(|name| is_unnamed(name)).nth(1).is_some();
    let names: BTreeSet<&str> = record.iter().copied().filter(|_| are_several).collect();
    for name in record {
        if are_several && is_unnamed(&name) {
            rows.add_unnamed_except(&names)?;
        } else if header == Header::Names && !is_unnamed(&name) {
            rows.add_another(name)?;
        } else {
            rows.add_column(name.to_owned())?;
        }
    }
    Ok(())
}

#[derive(Debug)]
struct CsvState {
    delimiter: u8,
    quote: Option<u8>,
    escape: Option<u8>,
    /// For each byte value, whether the byte leaves the CSV state unchanged.
    plain: [bool; 256],
    line: Line,
    quoted: bool,
    cell_starts: bool,
    /// Whether a quote has closed the cell and only blanks have followed the quote.
    closed: bool,
    /// Whether text other than blanks has followed a closing quote.
    is_loose: bool,
    is_escaped: bool,
    last: u8,
    /// Whether a backslash precedes the quote that closed the cell.
    after_backslash: bool,
    /// Whether any closing quote follows a backslash and precedes text.
    backslashes: bool,
    /// Whether a delimiter occurs inside quotes.
    encloses: bool,
    spaced: Spaced,
    /// Whether the record has a cell with blanks before the opening quote, such as ` "a"`.
    is_spaced: bool,
    has_quoted: bool,
}

/// Position in the current cell, for the detection of cells with blanks before the opening quote, such as ` "a"`.
/// The reader treats quotes after blanks as ordinary characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spaced {
    Start,
    Blanks,
    Quoted,
    /// The position after a quote inside a quoted cell. The quote either ends the cell or is the first of two quotes.
    Quote,
    Closed,
    /// The cell has no opening quote after blanks.
    Other,
}

impl Spaced {
    /// The position in the cell after `byte`, which must not end the cell.
    fn after(self, byte: u8, quote: Option<u8>) -> Spaced {
        let is_quote = quote == Some(byte);
        let is_blank = matches!(byte, b' ' | b'\t');
        match self {
            Spaced::Start | Spaced::Blanks if is_blank => Spaced::Blanks,
            Spaced::Blanks | Spaced::Quote if is_quote => Spaced::Quoted,
            Spaced::Quoted if is_quote => Spaced::Quote,
            Spaced::Quoted => Spaced::Quoted,
            Spaced::Quote | Spaced::Closed if is_blank => Spaced::Closed,
            _ => Spaced::Other,
        }
    }

    /// Whether a byte without special meaning leaves the position in the cell unchanged.
    const fn is_stable(self) -> bool {
        matches!(self, Spaced::Quoted | Spaced::Other)
    }
}

impl CsvState {
    fn new(delimiter: u8, quote: Option<u8>, escape: Option<u8>, line: u64) -> CsvState {
        let mut plain = [true; 256];
        let signs = [delimiter, b'\n', b'\r', dialect::LITERAL_LINE_FEED];
        for byte in signs.into_iter().chain(quote).chain(escape) {
            plain[usize::from(byte)] = false;
        }
        CsvState {
            delimiter,
            quote,
            escape,
            plain,
            line: Line::from(line),
            quoted: false,
            cell_starts: true,
            closed: false,
            is_loose: false,
            is_escaped: false,
            last: b'\n',
            after_backslash: false,
            backslashes: false,
            encloses: false,
            spaced: Spaced::Start,
            is_spaced: false,
            has_quoted: false,
        }
    }

    fn begin(&mut self) {
        (self.quoted, self.cell_starts, self.closed) = (false, true, false);
        self.spaced = Spaced::Start;
    }

    fn end_cell(&mut self) {
        self.is_spaced |= matches!(self.spaced, Spaced::Quote | Spaced::Closed);
        self.spaced = Spaced::Start;
    }

    fn pass(&mut self, bytes: &[u8]) {
        for (place, &byte) in bytes.iter().enumerate() {
            // Fast path for bytes without special meaning, which are the majority.
            if self.plain[usize::from(byte)] && !self.closed && self.spaced.is_stable() {
                self.line.pass_letter();
                (self.cell_starts, self.is_escaped) = (false, false);
                continue;
            }
            self.line.pass(if byte == dialect::LITERAL_LINE_FEED {
                b'\n'
            } else {
                byte
            });
            if self.quoted && (self.is_escaped || self.escape == Some(byte)) {
                self.is_escaped = !self.is_escaped;
                continue;
            }
            // A doubled quote inside quotes closes the cell and opens it again, so the state remains correct.
            let is_quote = self.quote == Some(byte);
            let turns = is_quote && (self.quoted || self.cell_starts);
            let ends_cell = byte == self.delimiter || matches!(byte, b'\n' | b'\r');
            let is_blank = matches!(byte, b' ' | b'\t');
            self.encloses |= self.quoted && byte == self.delimiter;
            if self.closed && !turns && !ends_cell && !is_blank {
                self.is_loose = true;
                self.backslashes |= self.after_backslash;
            }
            self.has_quoted |= turns && self.spaced == Spaced::Start;
            if turns {
                let before = place.checked_sub(1).map_or(self.last, |before| bytes[before]);
                self.after_backslash = self.quoted && before == b'\\';
                self.quoted = !self.quoted;
            }
            self.closed = !self.quoted && (turns || (self.closed && is_blank && !ends_cell));
            // A quote inside an unquoted cell, or directly after another quote, is an ordinary character.
            self.cell_starts = !self.quoted && (byte == self.delimiter || turns);
            if ends_cell && !self.quoted {
                self.end_cell();
            } else {
                self.spaced = self.spaced.after(byte, self.quote);
            }
        }
        self.last = bytes.last().copied().unwrap_or(self.last);
    }
}

#[cfg(test)]
mod tests;
