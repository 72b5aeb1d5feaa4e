//! Detects the format, the delimiter and the header from the beginning of the file.

use super::csv::{Csv, Header, Writing};
use super::delimiter::Delimiter;
use super::header::{DoubtfulName, Verdict, are_names, check_header, doubt, is_known, is_name, is_of_values};
use super::import::{DELIMITERS, Format, Import, Ragged};
use super::json_layout::script_start;
use super::jsonl;
use super::nonrows::{Comments, Mark, NonRowCollector, NonRows, comment_mark};
use super::rows::Rows;
use crate::{FileKind, LoadError};

/// Delimiters that only a few programs write.
const RARE_DELIMITERS: [&str; 8] = ["||", "::", "\u{1}", "\u{1f}", "§", "¦", "^", "~"];
/// Rare delimiters that almost never occur in prose, and therefore identify a table even without column names.
const TABLE_DELIMITERS: [&str; 4] = ["||", "::", "\u{1}", "\u{1f}"];
/// Minimum number of cells per record in a table with a rare delimiter.
/// A split at `::` gives two cells for an identifier in source code, such as `a::b`.
const MIN_TABLE_CELLS: usize = 3;
const MARKUP_STARTS: [&str; 7] = ["<!doctype", "<html", "<head>", "<body", "<table", "<?xml", "<svg"];
/// Tags of web pages and HTML tables. A file that begins with a tag is HTML if enough of its lines have such a tag.
const TABLE_TAGS: [&str; 4] = ["</table", "</html", "<tr", "<td"];
/// Maximum number of records that are inspected to detect the file format.
const MAX_RECORDS: usize = 100;
/// Maximum number of records that are compared with the first record.
const MAX_COMPARED: usize = 2_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LinesAbove {
    pub(super) lines: u64,
    pub(super) bytes: usize,
    pub(super) delimiter: Option<Delimiter>,
}

/// Finds the lines above the table: Excel's `sep=` and comments, unless the user sets the number of lines.
pub(super) fn above(text: &str, import: &Import) -> LinesAbove {
    if let Some(lines) = import.above {
        let mut bytes = 0;
        for _ in 0..lines {
            match line_end(&text[bytes..]) {
                Some(end) => bytes += end,
                None => {
                    bytes = text.len();
                    break;
                }
            }
        }
        return LinesAbove {
            lines,
            bytes,
            delimiter: None,
        };
    }
    let excel = match import.format {
        Some(Format::Jsonl | Format::Lines) => None,
        Some(Format::Csv | Format::Tsv) | None => sep_of_excel(text),
    };
    let above = excel.unwrap_or_default();
    let import = Import {
        delimiter: import.delimiter.or(above.delimiter),
        ..import.clone()
    };
    let comments = comments_above(&text[above.bytes..], &import);
    LinesAbove {
        lines: above.lines + comments.lines,
        bytes: above.bytes + comments.bytes,
        ..above
    }
}

fn line_end(text: &str) -> Option<usize> {
    let end = text.find(['\n', '\r'])?;
    Some(end + if text[end..].starts_with("\r\n") { 2 } else { 1 })
}

pub(super) fn sep_of_excel(text: &str) -> Option<LinesAbove> {
    let bytes = line_end(text)?;
    let mut declaration = text[..bytes].trim_end().strip_prefix("sep=")?.chars();
    let delimiter = declaration.next().map(Delimiter::from)?;
    if !delimiter.is_valid() {
        return None;
    }
    (declaration.next().is_none()).then_some(LinesAbove {
        lines: 1,
        bytes,
        delimiter: Some(delimiter),
    })
}

/// Finds the comments above a table and the blank lines between them. Empty if no table follows.
/// The column names may also follow a comment marker, as in `#id,text`.
fn comments_above(text: &str, import: &Import) -> LinesAbove {
    if import.non_rows == NonRows::Keep || comment_mark(text).is_none() {
        return LinesAbove::default();
    }
    let (mut above, mut before_last, mut last) = (LinesAbove::default(), LinesAbove::default(), (Mark::Clear, ""));
    loop {
        let rest = &text[above.bytes..];
        let Some(end) = line_end(rest) else {
            // The text consists only of comments and contains no table.
            return LinesAbove::default();
        };
        let line = rest[..end].trim_end();
        match comment_mark(line) {
            Some(mark) => (before_last, last) = (above, (mark, line)),
            None if line.is_empty() => {}
            None => break,
        }
        above.lines += 1;
        above.bytes += end;
    }
    let rest = &text[above.bytes..];
    let (format, delimiter) = match import.format {
        Some(Format::Lines) => return LinesAbove::default(),
        Some(Format::Tsv) => (Format::Tsv, '\t'.into()),
        Some(Format::Csv) => (
            Format::Csv,
            import.delimiter.unwrap_or_else(|| delimiter_of(rest, import).0),
        ),
        Some(Format::Jsonl) => (Format::Jsonl, ','.into()),
        None => match likely(rest, import) {
            Ok(likely) => likely,
            Err(_) => return LinesAbove::default(),
        },
    };
    match format {
        // The first text in a list of texts may begin like a comment.
        Format::Lines => LinesAbove::default(),
        Format::Jsonl => above,
        Format::Csv | Format::Tsv => {
            let records = whole_records(rest, delimiter, import);
            let last_record = records_of(last.1, delimiter, import, 1).pop().unwrap_or_default();
            if are_names_in_comment((last.0, &last_record), &records) {
                before_last
            } else {
                above
            }
        }
    }
}

/// Whether the column names are in the last comment above the `records` and not in the first record.
fn are_names_in_comment((mark, last): (Mark, &[String]), records: &[Vec<String>]) -> bool {
    let Some((first, below)) = records.split_first() else {
        return false;
    };
    if first.len() == 1 {
        return mark == Mark::Weak && !is_known(&first[0]);
    }
    if last.len() != first.len() || first.iter().any(|name| is_known(name)) {
        return false;
    }
    let is_row = matches!(doubt(first, below), Some((Verdict::Row | Verdict::LikelyRow, _)));
    mark == Mark::Weak || is_row || check_header(&cells(first)).is_err()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Detected {
    pub(super) format: Format,
    pub(super) delimiter: Option<Delimiter>,
    pub(super) header: Header,
    /// The column name that looks most like a cell of an ordinary row. `None` if no name is doubtful.
    pub(super) doubtful: Option<DoubtfulName>,
    /// Number of records directly after the first record that are not rows.
    pub(super) below: u64,
    pub(super) comments: Comments,
    /// Whether a record that equals the first record is almost certainly not a row.
    pub(super) header_repeats: bool,
    pub(super) other_delimiters: Vec<char>,
}

/// Inspects the beginning of the file.
/// If `forgiving` is true, a first record that does not look like a header is treated as a row instead of an error.
///
/// # Errors
/// Returns [`LoadError::Markup`] for HTML or XML.
/// Returns [`LoadError::NotTable`] for JSON in a CSV file, unless the user set the format.
/// Returns [`LoadError::NoHeader`] if the first record is a data row instead of a header.
/// Returns [`LoadError::Delimiter`] if the delimiter is invalid.
pub(super) fn detect(text: &str, import: &Import, forgiving: bool) -> Result<Detected, LoadError> {
    if let Some(delimiter) = import.delimiter.filter(|delimiter| !delimiter.is_valid()) {
        return Err(LoadError::Delimiter {
            delimiter: delimiter.to_string().escape_debug().to_string(),
        });
    }
    let (format, delimiter) = match import.format {
        Some(Format::Csv) => {
            refuse_markup(text, import, true)?;
            (
                Format::Csv,
                import.delimiter.unwrap_or_else(|| delimiter_of(text, import).0),
            )
        }
        Some(Format::Tsv) => (Format::Tsv, '\t'.into()),
        Some(format) => (format, ','.into()),
        None => likely(text, import)?,
    };
    if !format.is_delimited() {
        let header = match import.header {
            Some(true) if format == Format::Lines => Header::Names,
            _ => Header::None,
        };
        return Ok(Detected {
            format,
            delimiter: None,
            header,
            doubtful: None,
            below: 0,
            comments: Comments::default(),
            header_repeats: false,
            other_delimiters: Vec::new(),
        });
    }
    let beginning = whole_records(text, delimiter, import);
    let below = import.below.unwrap_or_else(|| match import.non_rows {
        NonRows::Keep => 0,
        NonRows::ByKind | NonRows::LeaveOut => below(&beginning),
    });
    let first = beginning.first().map(Vec::as_slice).unwrap_or_default();
    let rows_from = usize::try_from(below).unwrap_or(usize::MAX).saturating_add(1);
    let mut rows = beginning.get(rows_from..).unwrap_or_default().to_vec();
    let comments = match import.non_rows {
        NonRows::Keep => Comments::Nowhere,
        NonRows::ByKind | NonRows::LeaveOut => Comments::among(rows.iter().map(Vec::as_slice)),
    };
    rows.retain(|record| {
        let holds = |cell: &String| comments.holds(cell, record.len(), first.len());
        record.first().and_then(holds) != Some(true)
    });
    let header_repeats = import.non_rows != NonRows::Keep && header_repeats(first, &rows, import);
    if header_repeats {
        rows.retain(|record| record.as_slice() != first);
    }
    let doubt = doubt(first, &rows);
    let header = match import.header {
        Some(true) => Header::Names,
        Some(false) => Header::None,
        None if forgiving => likely_header(first, doubt.as_ref().map(|(verdict, _)| *verdict)),
        None => Header::Likely,
    };
    match doubt {
        // A first record that cannot consist of column names is reported later, when the record is read.
        Some((Verdict::Row, name)) if header == Header::Likely && !forgiving && check_header(&cells(first)).is_ok() => {
            Err(name.refusal())
        }
        doubt => Ok(Detected {
            format,
            delimiter: Some(delimiter),
            header,
            doubtful: doubt.map(|(_, name)| name).filter(|_| header != Header::None),
            below: if header == Header::None { 0 } else { below },
            comments,
            header_repeats,
            other_delimiters: match format {
                Format::Csv => other_delimiters(text, delimiter, import),
                _ => Vec::new(),
            },
        }),
    }
}

/// Whether the first record contains the column names and occurs again among the `rows`, as in concatenated files.
/// False if each cell is blank or contains its column's name: a row of ticked answers may equal the column names.
fn header_repeats(first: &[String], rows: &[Vec<String>], import: &Import) -> bool {
    if first.len() < 2 || import.header == Some(false) {
        return false;
    }
    let others: Vec<Vec<String>> = rows.iter().filter(|row| row.as_slice() != first).cloned().collect();
    // If the user sets `header`, a repeated first record is a header, even if [`doubt`] classifies it as a row.
    let is_said = || import.header == Some(true) && matches!(doubt(first, rows), Some((Verdict::Row, _)));
    let is_header = first.iter().any(|name| is_known(name)) || is_of_values(first, &others) || is_said();
    is_header && !others.is_empty() && !is_ticked(first, &others)
}

fn is_ticked(first: &[String], rows: &[Vec<String>]) -> bool {
    let mut cells = rows.iter().flat_map(|row| row.iter().zip(first));
    cells.all(|(cell, name)| cell.trim().is_empty() || cell == name)
}

/// Number of records below the column names that are not rows.
/// Only two kinds of records are recognized: the questions and import ids in surveys from Qualtrics,
/// and the answer options in surveys from SurveyMonkey.
fn below(records: &[Vec<String>]) -> u64 {
    let is_import_id = |cell: &String| {
        let bare: String = cell.chars().filter(|letter| !letter.is_whitespace()).collect();
        bare.starts_with("{\"ImportId\":") || bare.starts_with("{'ImportId':")
    };
    let of_qualtrics = |record: &Vec<String>| record.iter().all(is_import_id);
    for index in [2, 1] {
        if records.get(index).is_some_and(of_qualtrics) {
            return index as u64;
        }
    }
    let Some((first, rows)) = records.get(1).zip(records.get(2..)) else {
        return 0;
    };
    let is_blank = |record: &Vec<String>| record.first().is_some_and(|cell| cell.trim().is_empty());
    let is_option = |cell: &String| {
        let kind = cell.strip_suffix("Response").map(str::trim_end);
        kind.is_some_and(|kind| matches!(kind, "" | "Open-Ended"))
    };
    let has_options = is_blank(first) && first.iter().any(is_option);
    let of_survey_monkey = has_options && !rows.is_empty() && !rows.iter().any(is_blank);
    u64::from(of_survey_monkey)
}

/// Detects the format and the delimiter if the user has not given the format.
fn likely(text: &str, import: &Import) -> Result<(Format, Delimiter), LoadError> {
    let first = text.trim_start().lines().next().unwrap_or_default().trim_end();
    // A line that is not a JSON object is reported later, when the line is read.
    let is_script = script_start(text).is_some();
    let is_json = jsonl::is_object(first)
        || jsonl::begins_list(text)
        || (!is_table_given(import) && (is_script || looks_json(text)));
    if is_json {
        return Ok((Format::Jsonl, ','.into()));
    }
    refuse_markup(text, import, false)?;
    if let Some(delimiter) = import.delimiter {
        return Ok((Format::Csv, delimiter));
    }
    let (delimiter, most_agree) = delimiter_of(text, import);
    let first_record = records_of(text, delimiter, import, 1);
    let all = |is: fn(&str) -> bool| first_record.iter().flatten().all(|name| is(name));
    let is_table = match most_agree {
        // In a file with a single column, the first line may be the column name or a text.
        // The first line counts as a column name only if it is a common name, such as `text`.
        None => !first_record.is_empty() && all(is_known) && text.trim().contains(['\n', '\r']),
        Some(most) => most && (delimiter == '\t' || all(is_name) || is_of_table(delimiter, &first_record)),
    };
    Ok(if is_table {
        (Format::Csv, delimiter)
    } else {
        (Format::Lines, ','.into())
    })
}

/// Whether the first record shows that the file is a table, although the record does not contain column names.
fn is_of_table(delimiter: Delimiter, first_record: &[Vec<String>]) -> bool {
    let has_cells = first_record.iter().any(|record| record.len() >= MIN_TABLE_CELLS);
    let is_it = |sign: &str| Delimiter::new(sign) == Ok(delimiter);
    has_cells && TABLE_DELIMITERS.into_iter().any(is_it)
}

fn is_table_given(import: &Import) -> bool {
    import.header.is_some() || import.delimiter.is_some()
}

/// Whether the text begins like JSON. A text in brackets, such as `[sic]`, is not JSON.
fn looks_json(text: &str) -> bool {
    let text = text.trim_start();
    let behind = text.get(1..).unwrap_or_default().trim_start();
    match text.as_bytes().first() {
        Some(b'{') => true,
        Some(b'[') => behind.is_empty() || behind.starts_with(['{', '[', '"']),
        _ => false,
    }
}

/// Refuses JSON, HTML and XML. If `any` is true, a text is refused if its first character is `[` or `<`.
fn refuse_markup(text: &str, import: &Import, any: bool) -> Result<(), LoadError> {
    if is_table_given(import) {
        return Ok(());
    }
    let text = text.trim_start();
    let is_json = looks_json(text) || (any && text.starts_with('['));
    let is_markup = text.starts_with('<') && (any || is_markup(text));
    match (is_json, is_markup) {
        (true, _) => Err(LoadError::NotTable {
            format: FileKind::named("JSON"),
        }),
        (_, true) => Err(LoadError::Markup),
        _ => Ok(()),
    }
}

/// Whether a text that begins with `<` is HTML or XML. A file with one text per line may also begin with a tag.
/// The text is markup if the first line, or more than one line in ten, has a tag of a web page or an HTML table.
/// With fewer tags, the file is a list of texts, and a few of the texts contain HTML.
fn is_markup(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if MARKUP_STARTS.iter().any(|start| lower.starts_with(start)) {
        return true;
    }
    let has_tag = |line: &str, tag: &str| {
        let mut behind = line.match_indices(tag).map(|(at, _)| &line[at + tag.len()..]);
        behind.any(|behind| {
            behind.is_empty() || behind.starts_with(|sign: char| sign == '>' || sign.is_ascii_whitespace())
        })
    };
    let begins_with_tag = lower[1..].starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '!');
    if !begins_with_tag {
        return false;
    }
    let lines = lower.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let is_of_page: Vec<bool> = lines
        .map(|line| TABLE_TAGS.iter().any(|tag| has_tag(line, tag)))
        .collect();
    let n = is_of_page.iter().filter(|is_of_page| **is_of_page).count();
    is_of_page.first() == Some(&true) || 10 * n > is_of_page.len()
}

/// Returns the delimiter that splits the most records into as many cells as the first record.
/// Ties go to the delimiter that results in more cells, then to the order of [`DELIMITERS`].
/// One of [`RARE_DELIMITERS`] is chosen only if all records have equally many cells and no common delimiter fits.
/// Also returns whether more than half of all records have as many cells as the first record.
/// `None` if no delimiter splits the first record.
fn delimiter_of(text: &str, import: &Import) -> (Delimiter, Option<bool>) {
    let mut best = (Delimiter::from(DELIMITERS[0]), None, (0, 0));
    for delimiter in DELIMITERS.map(Delimiter::from) {
        let CellCounts { first, agree, n } = CellCounts::of(text, delimiter, import);
        if first > 1 && (agree, first) > best.2 {
            best = (delimiter, Some(2 * agree > n), (agree, first));
        }
    }
    let (delimiter, fits, (_, n_cells)) = best;
    for sign in RARE_DELIMITERS.into_iter().filter(|sign| text.contains(sign)) {
        let Ok(rare) = Delimiter::new(sign) else {
            continue;
        };
        // The delimiter `||` can also be two delimiters `|` with an empty cell between them.
        let may_be = |first: usize| match delimiter == '|' && sign == "||" {
            true => n_cells + 1 == 2 * first,
            false => fits != Some(true),
        };
        let CellCounts { first, agree, n } = CellCounts::of(text, rare, import);
        if first > 1 && n > 1 && agree == n && may_be(first) {
            return (rare, Some(true));
        }
    }
    (delimiter, fits)
}

/// Other delimiters that split most records into as many cells as the first record, and into at least two cells.
fn other_delimiters(text: &str, delimiter: Delimiter, import: &Import) -> Vec<char> {
    let fits = |other: &char| {
        let CellCounts { first, agree, n } = CellCounts::of(text, Delimiter::from(*other), import);
        delimiter != *other && first > 1 && 2 * agree > n
    };
    DELIMITERS.into_iter().filter(fits).collect()
}

struct CellCounts {
    /// The number of cells in the first record. 0 if there is no record.
    first: usize,
    /// Number of records with as many cells as the first record.
    agree: usize,
    n: usize,
}

impl CellCounts {
    fn of(text: &str, delimiter: Delimiter, import: &Import) -> CellCounts {
        let records = records_of(text, delimiter, import, MAX_RECORDS);
        let first = records.first().map_or(0, Vec::len);
        CellCounts {
            first,
            agree: records.iter().filter(|record| record.len() == first).count(),
            n: records.len(),
        }
    }
}

/// Probable role of the first record, for a preview that the user sees before choosing the role.
fn likely_header(first: &[String], verdict: Option<Verdict>) -> Header {
    if first.is_empty() {
        return Header::Likely;
    }
    if matches!(verdict, Some(Verdict::Row | Verdict::LikelyRow)) {
        return Header::None;
    }
    let record = cells(first);
    let mut names: Vec<&str> = record.iter().copied().filter(|name| !name.trim().is_empty()).collect();
    names.sort_unstable();
    let differ = names.windows(2).all(|pair| pair[0] != pair[1]);
    match differ && check_header(&record).is_ok() {
        true => Header::Likely,
        false if are_names(&record) => Header::Names,
        false => Header::None,
    }
}

fn cells(record: &[String]) -> Vec<&str> {
    record.iter().map(String::as_str).collect()
}

fn whole_records(text: &str, delimiter: Delimiter, import: &Import) -> Vec<Vec<String>> {
    let records = records_of(text, delimiter, import, MAX_COMPARED);
    if records.len() < 2 {
        // In a text of two lines, the second line may lack a line end, which is therefore added.
        return records_of(&format!("{text}\n"), delimiter, import, MAX_COMPARED);
    }
    records
}

/// The first records of the text. The last record is omitted if it may be incomplete.
fn records_of(text: &str, delimiter: Delimiter, import: &Import, most: usize) -> Vec<Vec<String>> {
    let writing = Writing {
        aside: NonRowCollector::new(import.non_rows),
        skip_blanks: import.skip_blanks,
        comment_prefix: import.comment_prefix.clone().unwrap_or_default(),
        ..Writing::plain(delimiter, import.quotes)
    };
    let (mut reader, mut rows) = (Csv::new(writing), Rows::new(Ragged::LeaveOut, 0));
    // A table without columns has only irregular records, so `left_out` contains all records unchanged.
    reader.as_they_are();
    for line in text.split_inclusive(['\n', '\r']) {
        if rows.left_out.len() >= most {
            break;
        }
        if reader.push(line, &mut rows).is_err() {
            break;
        }
    }
    if rows.left_out.is_empty() {
        // If the only record of a text has no line end, the record is complete at the end of the text.
        let _ = reader.finish(&mut rows);
    }
    rows.left_out.truncate(most);
    rows.left_out.into_iter().map(|record| record.cells).collect()
}

#[cfg(test)]
mod tests;
