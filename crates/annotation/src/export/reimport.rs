//! Reads picks and labels from exported files.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error as ThisError;

use super::json::is_exported_as;
use super::record::free_name;
use crate::label::SEPARATOR;
use fastgas_data::LoadError;
use fastgas_data::{
    Format, Identified, Import, ImportReport, Instance, LabelCell, Loaded, Matches, NonRow, Pool, Responses, Verdict,
    differing, load_with_lines, match_rows, row_verdicts, tolerant,
};
use fastgas_progress::{Pause, Slices, Stopped};

/// Maximum number of line numbers that a note to the user lists.
const MAX_LISTED_LINES: usize = 20;

/// The content of an imported file, and notes for the user on how the file was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBack<T> {
    /// The rows in file order.
    pub rows: Vec<T>,
    /// The notes, in the order of their detection.
    pub notes: Vec<ReadNote>,
}

/// A deviation of the file from the format of this program.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum ReadNote {
    /// Row numbers have a decimal point. pandas writes integers with a decimal point if the column has an empty cell.
    #[error("numbers of rows that are written with a decimal point, such as `{first}`, and read as whole ones: {n}")]
    Decimal {
        /// Number of row numbers with a decimal point.
        n: u64,
        /// The first row number with a decimal point.
        first: String,
    },
    /// The encoding of the file is a guess.
    #[error("read as {encoding}, which is a guess; save the file as UTF-8 if letters are wrong")]
    Guessed {
        /// Name of the guessed encoding.
        encoding: String,
    },
    /// The file has lines that are not rows, such as comments.
    #[error("lines that are no rows, such as comments, and are left out: {}", lines(of))]
    NotRows {
        /// Numbers of the lines that are not rows.
        of: Vec<u64>,
    },
    /// The file marks some answers as rejected, ignored, cancelled or unfinished.
    #[error(
        "answers that are no labels by column {columns}: {n_rejected} rejected, {n_void} ignored, cancelled or unfinished"
    )]
    NoLabels {
        /// Names of the columns that mark the answers.
        columns: String,
        /// Number of rejected answers.
        n_rejected: u64,
        /// Number of ignored, cancelled and unfinished answers.
        n_void: u64,
    },
    /// The file has unapproved labels in addition to approved labels.
    #[error("labels that are used though column {columns} does not approve them: {n}")]
    Unapproved {
        /// The columns that contain the approval.
        columns: String,
        /// Number of unapproved labels.
        n: u64,
    },
    /// The file has no row numbers, so rows are matched by their ids or texts.
    #[error("there is no column `row`, so labeled rows are matched by column `{column}`: {n}")]
    Matched {
        /// Name of the column with the ids or the texts.
        column: String,
        /// Number of labeled rows that are in the pool.
        n: u64,
    },
    /// The texts of some matched rows differ slightly from the texts of the pool.
    #[error(
        "labeled rows whose text differs from the pool’s in blanks, line ends or the form of characters: {}",
        lines(of)
    )]
    Tolerated {
        /// Line numbers of the rows whose texts differ slightly.
        of: Vec<u64>,
    },
    /// Some labeled rows are not in the pool.
    #[error("labeled rows that are not in the pool and are left out: {}", lines(of))]
    NotInPool {
        /// Line numbers of the labeled rows that are not in the pool.
        of: Vec<u64>,
    },
    /// Some labeled rows match several rows of the pool, or several labeled rows match one row of the pool.
    #[error(
        "labeled rows whose text occurs more often in the file or in the pool, left out as ambiguous: {}",
        lines(of)
    )]
    Ambiguous {
        /// Line numbers of the ambiguous rows in the file.
        of: Vec<u64>,
    },
    /// Some labeled rows have ids that belong to different texts in the pool.
    #[error("labeled rows whose id belongs to another text in the pool, left out: {}", lines(of))]
    OtherText {
        /// Line numbers of the labeled rows whose id belongs to a different text.
        of: Vec<u64>,
    },
    /// Several annotators gave different answers to a text.
    #[error(
        "answers that are no labels, because the annotators of a text disagree: {}",
        lines(of)
    )]
    Disputed {
        /// Line numbers of the differing answers in the file.
        of: Vec<u64>,
    },
}

/// Formats the number of lines and the first line numbers.
fn lines(of: &[u64]) -> String {
    let named: Vec<String> = of.iter().take(MAX_LISTED_LINES).map(u64::to_string).collect();
    let ellipsis = if of.len() > MAX_LISTED_LINES { " …" } else { "" };
    let plural = if of.len() == 1 { "" } else { "s" };
    format!("{}, line{plural} {}{ellipsis}", of.len(), named.join(", "))
}

/// Reads the rows of the picks, in file order, from a table or JSON Lines file.
/// The file was written for `pool` by [`picks_table`](super::picks_table) or [`Labeled`](super::Labeled).
/// A spreadsheet may have saved the file again, in a different encoding.
/// Only the column `row` is required; an empty cell in this column is an error.
///
/// # Errors
/// Returns the errors of [`load_with`](fastgas_data::load_with).
/// Returns [`LoadError::NoColumn`] if the file has no column `row`.
/// Returns [`LoadError::NotARow`] if a row number is not a row of the pool.
/// Returns [`LoadError::OtherPool`] if a cell of the file differs from the pool's cell with equal row and column.
pub fn read_picks(pool: &Pool, bytes: &[u8]) -> Result<ReadBack<u32>, LoadError> {
    let (Loaded { pool: table, found }, lines) = read(bytes)?;
    let row_column = table.column(&free_name("row", pool.columns()))?;
    let file = File::new(pool, table, row_column, &lines);
    let rows = file
        .instances()
        .map(|instance| file.row(instance))
        .collect::<Result<_, _>>()?;
    let mut notes = notes_on(found);
    notes.extend(file.decimal());
    Ok(ReadBack { rows, notes })
}

/// Reads the labeled rows with their labels from an exported file, in file order. Rows without a label are skipped.
/// Answers that the file marks as rejected, ignored or unfinished are skipped, such as Prodigy's `answer` = `reject`.
/// `label_column` is the name of the column that contains the labels.
/// By default, labels are read from the column in which [`Labeled`](super::Labeled) writes them.
///
/// [`match_rows`] matches the rows of a table without the column `row`, such as a colleague's table.
/// Rows are matched by ids, or by the texts in the column with the name of the pool's text column.
/// Rows that match no row of the pool are skipped and reported.
///
/// A table may have one row for each answer of several annotators.
/// A text has a label if all annotators of the text gave equal answers, as on the page. Differing answers are reported.
///
/// # Errors
/// Also fails with the errors of [`read_picks`].
/// Returns [`LoadError::NoColumn`] if the file has neither the column `row` nor another column for matching rows.
/// Returns [`LoadError::NoneMatched`] if no labeled row is matched.
/// Returns [`LoadError::RowTwice`] for a row with two labels in a file without several annotators.
pub fn read_labeled(
    ours: Identified<'_>,
    bytes: &[u8],
    label_column: Option<&str>,
) -> Result<ReadBack<(u32, String)>, LoadError> {
    let (pool, text, _) = ours;
    let (Loaded { pool: table, found }, lines) = read(bytes)?;
    let mut notes = notes_on(found);
    let own = || free_name("label", pool.columns());
    let label_column = table.column(&label_column.map_or_else(own, str::to_owned))?;
    let their_text = table.columns().iter().position(|name| *name == pool.columns()[text]);
    let answers = Responses::of_column(&table, their_text, label_column, LabelCell::One);
    let has_annotators = answers.annotators.len() > 1;
    let resolved = row_verdicts(&table, None, label_column);
    let mut counts = NotCounted::default();
    let mut labeled: Vec<(u32, String)> = Vec::new();
    for instance in table.instances() {
        let label = label_in(instance.cell(label_column));
        let verdict = resolved
            .as_ref()
            .map_or(Verdict::Given, |resolved| resolved.of_rows[instance.row()]);
        match verdict {
            Verdict::Rejected => counts.n_rejected += 1,
            Verdict::Void => counts.n_void += 1,
            Verdict::Unapproved if !label.is_empty() => counts.n_unapproved += 1,
            Verdict::Given | Verdict::Unapproved => {}
        }
        if !label.is_empty() && verdict <= Verdict::Unapproved {
            labeled.push((instance.row() as u32, label));
        }
    }
    // The first row with an equal text, if the table has a row for each annotator of a text.
    let first_of = |row: u32| match has_annotators {
        true => answers.first_of[row as usize],
        false => row,
    };
    let firsts: Vec<u32> = (0..table.len() as u32).filter(|&row| first_of(row) == row).collect();
    let mut given = OfRows::default();
    match table.column(&free_name("row", pool.columns())) {
        Ok(row_column) => {
            let file = File::new(pool, table, row_column, &lines);
            // If the pool has one row for each annotator of a text, rows with equal texts are distinct rows.
            let of_pool = has_annotators.then(|| Responses::of(pool, Some(text), &[]));
            for (row, label) in labeled {
                let here = file.row(file.table.instance(row as usize))?;
                let first = of_pool.as_ref().map_or(here, |of_pool| of_pool.first_of[here as usize]);
                given.add(first, (label, lines[row as usize]));
            }
            notes.extend(file.decimal());
        }
        Err(no_row @ LoadError::NoColumn { .. }) => {
            let all: Vec<usize> = (0..table.columns().len()).collect();
            let matches = match_rows(ours, (&table.part(&firsts, &all), their_text));
            let by = matches
                .id
                .clone()
                .or_else(|| their_text.map(|_| pool.columns()[text].clone()));
            let Some(column) = by else {
                return Err(no_row);
            };
            let mut matched = MatchedRows::default();
            for (row, label) in labeled {
                let line = lines[row as usize];
                let place = firsts.partition_point(|&first| first < first_of(row));
                match matches.rows[place] {
                    Some(here) => given.add(here, (label, line)),
                    None => matched.leave_out(&matches, place as u32, line),
                }
                let is_tolerated = matches.tolerated.binary_search(&(place as u32)).is_ok();
                matched.tolerated.extend(is_tolerated.then_some(line));
            }
            let n_left_out = matched.n_left_out();
            if given.n == 0 && n_left_out > 0 {
                return Err(LoadError::NoneMatched { column });
            }
            if given.n > 0 {
                notes.push(ReadNote::Matched { column, n: given.n });
            }
            notes.extend(matched.notes());
        }
        Err(error) => return Err(error),
    }
    if let Some(resolved) = &resolved {
        notes.extend(counts.notes(&resolved.columns));
    }
    let rows = given.settle(has_annotators, &mut notes)?;
    Ok(ReadBack { rows, notes })
}

/// The labels of each row of the pool, with their line numbers in the file.
#[derive(Default)]
struct OfRows {
    /// Rows of the pool in the order of their first label.
    order: Vec<u32>,
    labels: BTreeMap<u32, Vec<(String, u64)>>,
    /// Total number of labels of all rows.
    n: u64,
}

impl OfRows {
    fn add(&mut self, row: u32, label: (String, u64)) {
        let of_row = self.labels.entry(row).or_default();
        if of_row.is_empty() {
            self.order.push(row);
        }
        of_row.push(label);
        self.n += 1;
    }

    /// Decides the label of each row. Rows whose annotators disagree have no label.
    fn settle(mut self, has_annotators: bool, notes: &mut Vec<ReadNote>) -> Result<Vec<(u32, String)>, LoadError> {
        let set = |label: &str| label.split(SEPARATOR).map(str::to_owned).collect::<BTreeSet<_>>();
        let mut rows = Vec::with_capacity(self.order.len());
        let mut disputed = Vec::new();
        for row in self.order {
            let mut labels = self.labels.remove(&row).unwrap_or_default();
            if labels.len() > 1 && !has_annotators {
                return Err(LoadError::RowTwice { row });
            }
            let first = set(&labels[0].0);
            match labels.iter().all(|(label, _)| set(label) == first) {
                true => rows.push((row, labels.swap_remove(0).0)),
                false => disputed.extend(labels.iter().map(|(_, line)| *line)),
            }
        }
        if !disputed.is_empty() {
            disputed.sort_unstable();
            notes.push(ReadNote::Disputed { of: disputed });
        }
        Ok(rows)
    }
}

/// The line numbers of labeled rows with an approximate match or without a match.
#[derive(Default)]
struct MatchedRows {
    tolerated: Vec<u64>,
    not_in_pool: Vec<u64>,
    ambiguous: Vec<u64>,
    other_text: Vec<u64>,
}

impl MatchedRows {
    /// Records a labeled row without a match. `place`: the position of the labeled row among the rows of `matches`.
    fn leave_out(&mut self, matches: &Matches, place: u32, line: u64) {
        let has = |rows: &[u32]| rows.binary_search(&place).is_ok();
        let of = match (has(&matches.ambiguous), has(&matches.other_text)) {
            (true, _) => &mut self.ambiguous,
            (false, true) => &mut self.other_text,
            (false, false) => &mut self.not_in_pool,
        };
        of.push(line);
    }

    fn n_left_out(&self) -> usize {
        self.not_in_pool.len() + self.ambiguous.len() + self.other_text.len()
    }

    fn notes(self) -> impl Iterator<Item = ReadNote> {
        let notes = [
            ReadNote::Tolerated { of: self.tolerated },
            ReadNote::NotInPool { of: self.not_in_pool },
            ReadNote::Ambiguous { of: self.ambiguous },
            ReadNote::OtherText { of: self.other_text },
        ];
        notes.into_iter().filter(|note| !note.is_empty())
    }
}

impl ReadNote {
    /// Whether the note lists no line numbers.
    fn is_empty(&self) -> bool {
        match self {
            ReadNote::Tolerated { of }
            | ReadNote::NotInPool { of }
            | ReadNote::Ambiguous { of }
            | ReadNote::OtherText { of }
            | ReadNote::NotRows { of }
            | ReadNote::Disputed { of } => of.is_empty(),
            ReadNote::Decimal { .. }
            | ReadNote::Guessed { .. }
            | ReadNote::NoLabels { .. }
            | ReadNote::Unapproved { .. }
            | ReadNote::Matched { .. } => false,
        }
    }
}

/// Counts the rejected and unfinished answers, and the unapproved labels.
#[derive(Default)]
struct NotCounted {
    n_rejected: u64,
    n_void: u64,
    n_unapproved: u64,
}

impl NotCounted {
    /// The notes about the counted answers. `columns`: names of the columns that mark rejected or unfinished answers.
    fn notes(&self, columns: &[String]) -> impl Iterator<Item = ReadNote> {
        let columns = columns.join(", ");
        let no_labels = (self.n_rejected + self.n_void > 0).then(|| ReadNote::NoLabels {
            columns: columns.clone(),
            n_rejected: self.n_rejected,
            n_void: self.n_void,
        });
        let unapproved = (self.n_unapproved > 0).then_some(ReadNote::Unapproved {
            columns,
            n: self.n_unapproved,
        });
        no_labels.into_iter().chain(unapproved)
    }
}

/// The label in a cell. A JSON list of labels from another tool becomes one text with all labels.
fn label_in(cell: &str) -> String {
    let list = || serde_json::from_str::<Vec<String>>(cell).ok();
    match cell.trim() {
        cell if cell.starts_with('[') => list().map_or_else(|| cell.to_owned(), |labels| labels.join(SEPARATOR)),
        cell => cell.to_owned(),
    }
}

/// Reads a table with a header, or a table in JSON. Also returns the line number of each row.
fn read(bytes: &[u8]) -> Result<(Loaded, Vec<u64>), LoadError> {
    let is_json = is_json(bytes);
    let import = |header| Import {
        format: Some(if is_json { Format::Jsonl } else { Format::Csv }),
        header,
        // Each JSON object of the file is a row, even if a cell contains a list of objects.
        records: Some(String::new()),
        ..Import::default()
    };
    match load_with_lines(bytes, &import(None)) {
        // The column names of the pool may be numbers or texts, so the first attempt detects the header.
        // If the table is read with a header, the second of two columns with equal names gets a number.
        // Choosing one of two columns with equal names would be a guess.
        Err(LoadError::NoHeader { .. }) => load_with_lines(bytes, &import(Some(true))),
        // The first column name may look like the beginning of JSON or HTML.
        Err(LoadError::NotTable { .. } | LoadError::Markup) if !is_json => load_with_lines(bytes, &import(Some(true))),
        other => other,
    }
}

/// Whether the file begins like a JSON file.
/// The first column name of a table may also begin with a bracket, for example `{premise} … {hypothesis}`.
/// In CSV, a column name that contains a quote is enclosed in quotes.
fn is_json(bytes: &[u8]) -> bool {
    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];
    let text = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
    // In UTF-16, one of the two bytes of an ASCII character is zero, and zero bytes are skipped.
    let mut letters = text.iter().filter(|byte| **byte != 0 && !byte.is_ascii_whitespace());
    match (letters.next(), letters.next()) {
        (Some(b'{'), next) => matches!(next, None | Some(b'"' | b'}')),
        (Some(b'['), next) => matches!(next, None | Some(b'{' | b'[' | b'"' | b']')),
        _ => false,
    }
}

/// The notes on how the file was read: the guessed encoding, and skipped lines that may be rows.
fn notes_on(found: ImportReport) -> Vec<ReadNote> {
    let may_be_row = |kind| !matches!(kind, NonRow::EndOfFile | NonRow::ByteOrderMark);
    let left_out = found
        .aside
        .iter()
        .filter(|aside| aside.left_out && may_be_row(aside.kind));
    let mut of: Vec<u64> = left_out.flat_map(|aside| &aside.lines).copied().collect();
    of.sort_unstable();
    let guessed = found.guessed.then_some(found.encoding);
    let guessed = guessed.map(|encoding| ReadNote::Guessed { encoding });
    let notes = guessed.into_iter().chain([ReadNote::NotRows { of }]);
    notes.filter(|note| !note.is_empty()).collect()
}

/// Parses the number of a row of the pool: an integer, or a decimal number whose fraction is zero.
fn parse_row(cell: &str, pool: &Pool) -> Option<u32> {
    let cell = cell.trim();
    let digits = match cell.split_once('.') {
        Some((digits, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => digits,
        _ => cell,
    };
    digits.parse().ok().filter(|&row: &u32| (row as usize) < pool.len())
}

/// The rows of a pool that a table names by row numbers, as the exports of the pool do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedRows {
    /// Index of the table column with the row numbers.
    pub column: usize,
    /// For each row of the table, the row of the pool. `None` if the cell is not the number of a row of the pool.
    pub rows: Vec<Option<u32>>,
}

/// The rows of `pool` that `table` names in the column `row`. `None` if the table has no column `row`.
/// If the pool has its own column `row`, the row numbers are in the column name that exports of the pool use.
///
/// The work is divided into slices. The size of the slices does not change the result.
///
/// # Errors
/// [`Stopped`] if the caller stops the work.
pub async fn numbered_rows_in_slices<P: Pause>(
    pool: &Pool,
    table: &Pool,
    slices: &mut Slices<P>,
) -> Result<Option<NumberedRows>, Stopped> {
    /// Cost of reading a row, in units of the time slice.
    const ROW_WORK: usize = 64;
    let Ok(column) = table.column(&free_name("row", pool.columns())) else {
        return Ok(None);
    };
    let mut rows = Vec::with_capacity(table.len());
    for instance in table.instances() {
        rows.push(parse_row(instance.cell(column), pool));
        slices.count(ROW_WORK).await?;
    }
    Ok(Some(NumberedRows { column, rows }))
}

/// Returns whether a cell of the file equals the pool's cell, except for changes by spreadsheets such as line ends.
fn is_same(in_pool: &str, in_file: &str) -> bool {
    is_exported_as(in_pool, in_file) || tolerant(in_pool) == tolerant(in_file)
}

/// A table whose rows refer to rows of the pool.
struct File<'a> {
    pool: &'a Pool,
    table: Pool,
    row_column: usize,
    /// Line number of each row of the table.
    lines: &'a [u64],
    /// Columns that the table and the pool share: (index in the table, index in the pool).
    shared: Vec<(usize, usize)>,
}

impl<'a> File<'a> {
    fn new(pool: &'a Pool, table: Pool, row_column: usize, lines: &'a [u64]) -> File<'a> {
        let place_in_table = |name| table.columns().iter().position(|column| column == name);
        let columns = pool.columns().iter().enumerate();
        let shared = columns.filter_map(|(of_pool, name)| Some((place_in_table(name)?, of_pool)));
        File {
            shared: shared.collect(),
            pool,
            row_column,
            lines,
            table,
        }
    }

    /// The note on row numbers with a decimal point, if the table has such row numbers.
    fn decimal(&self) -> Option<ReadNote> {
        let cells = self.instances().map(|instance| instance.cell(self.row_column).trim());
        let mut decimal = cells.filter(|cell| cell.contains('.'));
        decimal.next().map(|first| ReadNote::Decimal {
            first: first.into(),
            n: 1 + decimal.count() as u64,
        })
    }

    fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        self.table.instances()
    }

    /// The row of the pool that the row `instance` of the table refers to.
    fn row(&self, instance: Instance<'_>) -> Result<u32, LoadError> {
        let cell = instance.cell(self.row_column);
        let Some(row) = parse_row(cell, self.pool) else {
            return Err(LoadError::NotARow {
                line: self.lines[instance.row()],
                cell: cell.into(),
                n_instances: self.pool.len() as u64,
            });
        };
        let in_pool = self.pool.instance(row as usize);
        match self
            .shared
            .iter()
            .find(|&&(here, there)| !is_same(in_pool.cell(there), instance.cell(here)))
        {
            Some(&(here, column)) => {
                let [here, in_pool] = differing(instance.cell(here), in_pool.cell(column));
                Err(LoadError::OtherPool {
                    row,
                    column: self.pool.columns()[column].clone(),
                    here,
                    in_pool,
                })
            }
            None => Ok(row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{ColumnOrder, EscapeFormulas, ExportFormat, ExportRows, Exported, Labeled, picks_table};
    use crate::label::{Annotation, AnswerType, Labels, LogEntry};
    use fastgas_data::{load, load_with};
    use fastgas_partition::Partition;
    use fastgas_progress::{NoPause, at_once};
    use fastgas_select::{Pick, Selection};

    fn read_picks(pool: &Pool, bytes: &[u8]) -> Result<Vec<u32>, LoadError> {
        super::read_picks(pool, bytes).map(|read| read.rows)
    }

    fn read_labeled(pool: &Pool, bytes: &[u8], column: Option<&str>) -> Result<Vec<(u32, String)>, LoadError> {
        super::read_labeled((pool, 0, None), bytes, column).map(|read| read.rows)
    }

    fn other_pool(row: u32, column: &str, [here, in_pool]: [&str; 2]) -> LoadError {
        LoadError::OtherPool {
            row,
            column: column.into(),
            here: here.into(),
            in_pool: in_pool.into(),
        }
    }

    #[test]
    fn rejected_and_ignored_answers_are_no_labels() {
        let pool = load(b"text\na\nb\nc\nd\n").expect("a table");
        let file = b"row,label,answer\n0,x,accept\n1,x,reject\n2,x,ignore\n3,\"[\"\"x\"\", \"\"y\"\"]\",accept\n";
        let labeled = super::read_labeled((&pool, 0, None), file, None).expect("labels");
        assert_eq!(labeled.rows, [(0, "x".to_owned()), (3, "x; y".to_owned())]);
        let no_labels = ReadNote::NoLabels {
            columns: "answer".into(),
            n_rejected: 1,
            n_void: 1,
        };
        assert_eq!(labeled.notes, [no_labels]);
        assert_eq!(
            labeled.notes[0].to_string(),
            "answers that are no labels by column answer: 1 rejected, 1 ignored, cancelled or unfinished"
        );
        let file = b"row,label,annotation_approver\n0,x,boss\n1,y,\n";
        let labeled = super::read_labeled((&pool, 0, None), file, None).expect("labels");
        let unapproved = ReadNote::Unapproved {
            columns: "annotation_approver".into(),
            n: 1,
        };
        assert_eq!((labeled.rows.len(), &labeled.notes[..]), (2, &[unapproved][..]));
    }

    fn labels(given: &[(u32, &str)]) -> Labels {
        let action = |&(row, label): &(u32, &str)| LogEntry {
            row,
            annotation: Annotation {
                labels: vec![label.into()],
                ..Annotation::default()
            },
            ..LogEntry::default()
        };
        Labels::replay(&given.iter().map(action).collect::<Vec<_>>())
    }

    #[test]
    fn export_round_trips_for_any_column_names() {
        for header in [
            "text,topic",
            "row,label",
            "row_fastgas,row",
            "label,label_fastgas",
            "2023,2024",
            "1,0",
            "item10,item1",
            "2024,item 2",
            "How do I pay?,Where is it?",
            "[id],{a} and {b}",
            "{a} and {b},[]",
        ] {
            let named = Import {
                header: Some(true),
                ..Import::named("pool.csv")
            };
            let file = format!("{header}\n\"a, b\",1\nc,2\n d ,3\n");
            let pool = load_with(file.as_bytes(), &named).expect("a table").pool;
            assert_eq!(pool.columns().join(","), header);
            let pick = |row| Pick {
                row,
                part: 0,
                degree: 1,
            };
            let selection = Selection {
                picks: vec![pick(2), pick(0)],
            };
            let mut picks = Vec::new();
            let table = picks_table(&pool, &selection, None);
            table
                .write_delimited(EscapeFormulas::Off, b',', &mut picks)
                .expect("memory");
            assert_eq!(read_picks(&pool, &picks), Ok(vec![2, 0]), "{header}");
            let partition = Partition {
                part_of: vec![0; 3],
                n_parts: 1,
            };
            let labeled = Labeled {
                picks: selection
                    .picks
                    .iter()
                    .map(|pick| (pick.row, Some(pick.degree)))
                    .collect(),
                partition: Some(&partition),
                labels: &labels(&[(2, "x"), (1, "y")]),
                ..Labeled::of(&pool)
            };
            for (order, format) in [
                ExportFormat::Csv,
                ExportFormat::ExcelSemicolons,
                ExportFormat::Tsv,
                ExportFormat::JsonLines,
            ]
            .into_iter()
            .flat_map(|format| [ColumnOrder::InputFirst, ColumnOrder::OwnFirst].map(|order| (order, format)))
            {
                let labeled = Labeled {
                    order,
                    ..labeled.clone()
                };
                for (rows, picked) in [(ExportRows::Labeled, vec![2, 1]), (ExportRows::Picks, vec![2, 0])] {
                    let Exported::File(file) = labeled.write(rows, format) else {
                        panic!("each of these is one file");
                    };
                    let context = format!("{header}, {format:?}, {order:?}");
                    assert_eq!(read_picks(&pool, file.as_bytes()), Ok(picked), "{context}");
                    let mut expected = vec![(2, "x".to_owned()), (1, "y".to_owned())];
                    expected.truncate(if rows == ExportRows::Labeled { 2 } else { 1 });
                    assert_eq!(read_labeled(&pool, file.as_bytes(), None), Ok(expected), "{context}");
                }
            }
            assert_eq!(labeled.rows(), [(2, "x".to_owned()), (1, "y".to_owned())], "{header}");
        }
    }

    #[test]
    fn columns_with_numeric_names_are_compared() {
        let lines = "{\"text\":\"a\",\"2024\":1,\"item10\":2,\"item1\":3}\n{\"text\":\"b\",\"2024\":4,\"item10\":5,\"item1\":6}\n";
        let pool = load_with(lines.as_bytes(), &Import::named("a.jsonl"))
            .expect("objects")
            .pool;
        let refused = |file: &str| read_picks(&pool, file.as_bytes()).expect_err("refused");
        let file = "rank,row,text,2024,item10,item1\n1,1,b,4,5,6\n";
        assert_eq!(read_picks(&pool, file.as_bytes()), Ok(vec![1]));
        for (cells, column, values) in [
            ("3,5,6", "2024", ["3", "4"]),
            ("4,4,6", "item10", ["4", "5"]),
            ("4,5,5", "item1", ["5", "6"]),
        ] {
            assert_eq!(refused(&file.replace("4,5,6", cells)), other_pool(1, column, values));
        }
        let no_names = refused("1,a\n0,b\n");
        assert!(matches!(no_names, LoadError::NoColumn { name, .. } if name == "row"));
        let twice = refused("row,text,row\n0,a,1\n");
        assert_eq!(twice, LoadError::DuplicateColumn { name: "row".into() });
    }

    #[test]
    fn multiline_json_round_trips_from_one_line() {
        let file = "[{\"text\": \"a\", \"meta\": {\n  \"n\": [1.50]\n}}, {\"text\": \"b\", \"meta\": null}]";
        let loaded = load_with(file.as_bytes(), &Import::named("a.json")).expect("objects");
        let labeled = Labeled {
            picks: vec![(0, None), (1, None)],
            labels: &labels(&[(0, "x")]),
            values: &loaded.found.values,
            answers: AnswerType::Several,
            ..Labeled::of(&loaded.pool)
        };
        let Exported::File(lines) = labeled.write(ExportRows::Picks, ExportFormat::JsonLines) else {
            panic!("JSON lines are one file");
        };
        assert_eq!(lines.lines().count(), 2, "{lines}");
        let read = |lines: &str| read_labeled(&loaded.pool, lines.as_bytes(), None);
        assert_eq!(read(&lines), Ok(vec![(0, "x".to_owned())]), "{lines}");
        assert_eq!(
            read(&lines.replace("1.50", "2")),
            Err(other_pool(0, "meta", ["{\"n\":[2]}", "{\\n  \"n\": [1.50]\\n}"]))
        );
    }

    #[test]
    fn json_values_round_trip() {
        let import = Import::named("pool.jsonl");
        let lines = "{\"text\":\"a\",\"n\":1.50,\"of\":[1, 2]}\n{\"text\":\"b\",\"n\":null}\n";
        let loaded = load_with(lines.as_bytes(), &import).expect("JSON lines");
        let labeled = Labeled {
            picks: vec![(1, Some(3)), (0, Some(2))],
            labels: &labels(&[(0, "x"), (1, "y")]),
            values: &loaded.found.values,
            ..Labeled::of(&loaded.pool)
        };
        let Exported::File(file) = labeled.write(ExportRows::Picks, ExportFormat::JsonLines) else {
            panic!("JSON lines are one file");
        };
        let expected = vec![(1, "y".to_owned()), (0, "x".to_owned())];
        for file in [
            file.clone(),
            format!("\u{feff}\n{file}"),
            format!("[{}]", file.trim_end().replace('\n', ",")),
        ] {
            assert_eq!(
                read_labeled(&loaded.pool, file.as_bytes(), None),
                Ok(expected.clone()),
                "{file}"
            );
        }
    }

    #[test]
    fn rows_that_do_not_match_the_pool_are_rejected() {
        let pool = load(b"text\na\nb\n").expect("a table");
        let refused = |file: &str| read_labeled(&pool, file.as_bytes(), Some("is")).expect_err("refused");
        let not_a_row = |line: u64, cell: &str| LoadError::NotARow {
            line,
            cell: cell.into(),
            n_instances: 2,
        };
        assert_eq!(refused("row,is\n0,x\n2,y\n"), not_a_row(3, "2"));
        assert_eq!(refused("row,is\n0,\"x\ny\"\n-1,y\n"), not_a_row(4, "-1"));
        assert_eq!(refused("row,is\n0,x\n1,y\n0,z\n"), LoadError::RowTwice { row: 0 });
        assert_eq!(refused("row,text,is\n1,c,x\n"), other_pool(1, "text", ["c", "b"]));
        assert!(matches!(refused("line,is\n1,x\n"), LoadError::NoColumn { name, .. } if name == "row"));
        assert!(matches!(refused("row,are\n1,x\n"), LoadError::NoColumn { name, .. } if name == "is"));
        assert_eq!(
            refused("{\"row\":0,\"is\":\"x\"}\n{\"row\":2,\"is\":\"y\"}\n"),
            not_a_row(2, "2")
        );
        assert!(matches!(
            refused("{\"row\":0,\n\"is\":\"x\"\n"),
            LoadError::Irregular { .. } | LoadError::Json { .. }
        ));
        assert_eq!(
            read_labeled(&pool, b"{\"row\":0,\n\"is\":\"x\"}\n", Some("is")),
            Ok(vec![(0, "x".to_owned())]),
            "an object may cover several lines"
        );
        assert_eq!(
            read_labeled(&pool, b"row,is\n1, \n", Some("is")),
            Ok(vec![]),
            "a blank label adds no row"
        );
    }

    #[test]
    fn table_without_numbers_of_rows_is_matched_by_text_or_id() {
        let pool = load(b"id,text\nx1,a\nx2,b\nx3,c\nx4,b\n").expect("a table");
        let read = |file: &str| super::read_labeled((&pool, 1, None), file.as_bytes(), Some("is"));
        let matched = |column: &str, n| ReadNote::Matched {
            column: column.into(),
            n,
        };
        let by_text = read("text,is\nc,yes\na,no\nz,no\nb,yes\na b,\n").expect("labels");
        assert_eq!(by_text.rows, [(2, "yes".to_owned()), (0, "no".to_owned())]);
        assert_eq!(
            by_text.notes,
            [
                matched("text", 2),
                ReadNote::NotInPool { of: vec![4] },
                ReadNote::Ambiguous { of: vec![5] },
            ],
            "rows without a label are not reported"
        );
        let by_id = read("id,is\nx4,yes\nx9,no\n").expect("labels");
        assert_eq!(by_id.rows, [(3, "yes".to_owned())]);
        assert_eq!(by_id.notes, [matched("id", 1), ReadNote::NotInPool { of: vec![3] }]);
        let with_both = read("id,text,is\nx1,other words,yes\nx2,\" b \",no\n").expect("labels");
        assert_eq!(with_both.rows, [(1, "no".to_owned())]);
        assert_eq!(
            with_both.notes,
            [
                matched("id", 1),
                ReadNote::Tolerated { of: vec![3] },
                ReadNote::OtherText { of: vec![2] },
            ]
        );
        assert_eq!(
            by_text.notes[1].to_string(),
            "labeled rows that are not in the pool and are left out: 1, line 4"
        );
        let column = "text".to_owned();
        assert_eq!(read("text,is\nz,no\n"), Err(LoadError::NoneMatched { column }));
    }

    #[test]
    fn answers_of_several_annotators_are_labels_if_they_agree() {
        let pool = load(b"text\na\nb\nc\nd\n").expect("a table");
        let read = |pool: &Pool, file: &str| {
            let read = super::read_labeled((pool, 0, None), file.as_bytes(), None).expect("labels");
            (read.rows, read.notes)
        };
        let expected = || {
            (
                vec![(0, "x; y".to_owned()), (2, "y".to_owned())],
                vec![ReadNote::Disputed { of: vec![4, 5] }],
            )
        };
        let rows = "row,annotator,label\n0,Anna,x; y\n0,Bob,y; x\n1,Anna,x\n1,Bob,y\n2,Bob,y\n3,Bob,\n";
        assert_eq!(read(&pool, rows), expected());
        // The pool itself may have one row for each annotator's answer.
        let answers = load(b"text,annotator\na,Anna\na,Bob\nb,Anna\nb,Bob\nc,Bob\n").expect("a table");
        let rows = "row,text,annotator,label\n0,a,Anna,x; y\n1,a,Bob,y; x\n2,b,Anna,x\n3,b,Bob,y\n4,c,Bob,y\n";
        let (labeled, notes) = expected();
        let labeled: Vec<(u32, String)> = labeled.into_iter().map(|(row, label)| (2 * row, label)).collect();
        assert_eq!(read(&answers, rows), (labeled, notes));
        // Two rows of the pool have equal texts but different annotators.
        let twice = load(b"text\na\na\nb\n").expect("a table");
        let rows = "row,text,annotator,label\n1,a,Bob,y\n0,a,Anna,x\n2,b,Anna,z\n";
        let expected = [(1, "y"), (0, "x"), (2, "z")].map(|(row, label)| (row, label.to_owned()));
        assert_eq!(read(&twice, rows), (expected.to_vec(), Vec::new()));
    }

    #[test]
    fn export_with_annotators_and_equal_texts_round_trips_in_both_orders() {
        let pool = load(b"text\na\na\n").expect("a table");
        let entry = |row, label: &str, by: &str| LogEntry {
            row,
            annotation: Annotation {
                labels: vec![label.into()],
                ..Annotation::default()
            },
            by: Some(by.into()),
            ..LogEntry::default()
        };
        let labels = Labels::replay(&[entry(0, "x", "Anna"), entry(1, "y", "Bob")]);
        for order in [ColumnOrder::InputFirst, ColumnOrder::OwnFirst] {
            let labeled = Labeled {
                labels: &labels,
                order,
                ..Labeled::of(&pool)
            };
            let Exported::File(file) = labeled.write(ExportRows::Labeled, ExportFormat::Csv) else {
                panic!("CSV is one file");
            };
            assert!(file.contains("annotator"), "{file}");
            let expected = vec![(0, "x".to_owned()), (1, "y".to_owned())];
            assert_eq!(read_labeled(&pool, file.as_bytes(), None), Ok(expected), "{file}");
        }
    }

    #[test]
    fn lines_that_are_left_out_are_reported() {
        let pool = load(b"id,text\na1,a\nb2,b\nc3,c\n").expect("a table");
        let file = "id,row,label\na1,0,x\nb2,1,y\n# the rest is open\n";
        let read = super::read_labeled((&pool, 1, None), file.as_bytes(), None).expect("labels");
        assert_eq!(read.rows, [(0, "x".to_owned()), (1, "y".to_owned())]);
        assert_eq!(read.notes, [ReadNote::NotRows { of: vec![4] }]);
        let picks = super::read_picks(&pool, file.as_bytes()).expect("picks");
        assert_eq!(picks.notes, read.notes);
    }

    /// A label file after it was saved by Excel or pandas.
    #[test]
    fn labels_are_read_from_files_saved_by_spreadsheets() {
        let rows = (0..30).map(|row| format!("00{row},\"text {row}\r\nof two lines\",2026-01-{:02}\n", row + 1));
        let pool = format!("code,text,day\n{}", rows.collect::<String>());
        let pool = load(pool.as_bytes()).expect("a table");
        let expected = Ok(vec![(14, "fees".to_owned()), (3, "card".to_owned())]);

        // pandas reads an integer column with an empty cell as floats.
        let decimal = b"row,label\n14.0,fees\n3.0,card\n5.0,\n";
        assert_eq!(read_labeled(&pool, decimal, None), expected);
        let notes = super::read_labeled((&pool, 0, None), decimal, None)
            .expect("read")
            .notes;
        assert_eq!(
            notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["numbers of rows that are written with a decimal point, such as `14.0`, and read as whole ones: 3"]
        );
        assert!(super::read_picks(&pool, b"row\n1\n2\n").expect("read").notes.is_empty());
        for cell in ["14.5", "14.", ".0", "1e1", "14,0", "-0.0", "30.0"] {
            let refused = read_labeled(&pool, format!("row;label\n\"{cell}\";fees\n").as_bytes(), None);
            assert!(matches!(refused, Err(LoadError::NotARow { .. })), "{cell}: {refused:?}");
        }

        // Excel's "Unicode text" is UTF-16 with tabs. The test also reads semicolons and JSON in UTF-16.
        let sixteen = |text: &str| -> [Vec<u8>; 2] {
            let units = || "\u{feff}".encode_utf16().chain(text.encode_utf16()).collect::<Vec<_>>();
            [
                units().into_iter().flat_map(u16::to_le_bytes).collect(),
                units().into_iter().flat_map(u16::to_be_bytes).collect(),
            ]
        };
        for text in [
            "row\tlabel\r\n14\tfees\r\n3\tcard\r\n",
            "row;label\r\n14;fees\r\n3;card\r\n",
            "{\"row\":14,\"label\":\"fees\"}\n{\"row\":3,\"label\":\"card\"}\n",
        ] {
            for bytes in sixteen(text) {
                assert_eq!(read_labeled(&pool, &bytes, None), expected, "{text}");
            }
            assert_eq!(read_labeled(&pool, text.as_bytes(), None), expected, "{text}");
        }

        // The error message contains the cell of the file and the cell of the pool.
        for (header, cell, here, in_pool) in [
            ("code", "14", "14", "0014"),
            ("code", "14.0", "14.0", "0014"),
            ("day", "15.01.2026", "15.01.2026", "2026-01-15"),
            (
                "text",
                "\"text 14\nof three lines\"",
                "text 14\\nof three lines",
                "text 14\\r\\nof two lines",
            ),
        ] {
            let refused = read_labeled(&pool, format!("row,{header},label\n14,{cell},fees\n").as_bytes(), None);
            let error = refused.expect_err("another value");
            assert_eq!(
                error.to_string(),
                format!("row 14 has `{here}` in column `{header}`, and the pool has `{in_pool}`")
            );
            assert!(
                error.advice().contains("only the columns `row` and `label`"),
                "{}",
                error.advice()
            );
        }
    }

    #[test]
    fn spreadsheet_changes_to_a_text_are_tolerated() {
        let pool = load(b"code,text\n0001,one\n0014,\"two\nlines here\"\n").expect("a table");
        let read = |file: &[u8]| read_labeled(&pool, file, Some("label"));
        let expected = Ok(vec![(1, "x".to_owned())]);
        let same = [
            "row,label\n1,x\n",
            "row,label\n1.0,x\n",
            "row,code,text,label\r\n1,0014,\"two\r\nlines here\",x\r\n",
            "row,code,text,label\n1,0014,\" two\nlines\u{a0}here \",x\n",
        ];
        for file in same {
            assert_eq!(read(file.as_bytes()), expected, "{file:?}");
        }
        let utf_16: Vec<u8> = "\u{feff}row\tlabel\r\n1\tx\r\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read(&utf_16), expected);
        let changed = read(b"row,code,label\n1,14,x\n").expect_err("Excel took the zeros away");
        assert_eq!(changed, other_pool(1, "code", ["14", "0014"]));
        assert_eq!(
            changed.to_string(),
            "row 1 has `14` in column `code`, and the pool has `0014`"
        );
        assert!(matches!(read(b"row,label\n1.5,x\n"), Err(LoadError::NotARow { .. })));
    }

    #[test]
    fn rows_are_numbered_as_in_exports() {
        let pool = load(b"text\na\nb\n").expect("a table");
        let numbered = |pool: &Pool, file: &[u8]| {
            let table = load(file).expect("a table");
            let of = |size| at_once(numbered_rows_in_slices(pool, &table, &mut Slices::new(size, NoPause)));
            assert_eq!(of(1), of(usize::MAX));
            of(usize::MAX)
        };
        let of = |column, rows: &[Option<u32>]| {
            let rows = rows.to_vec();
            Some(NumberedRows { column, rows })
        };
        assert_eq!(
            numbered(&pool, b"label,row\nx,1\ny,0.0\nz,2\nz,-1\nz,b\n"),
            of(1, &[Some(1), Some(0), None, None, None])
        );
        assert_eq!(numbered(&pool, b"label,Row\nx,1\n"), None);
        let own = load(b"row,text\n7,a\n8,b\n").expect("a table");
        assert_eq!(
            numbered(&own, b"row,label\n7,x\n"),
            None,
            "the pool's own column is no row number"
        );
        assert_eq!(numbered(&own, b"row_fastgas,label\n1,x\n"), of(0, &[Some(1)]));
    }

    #[test]
    fn guessed_legacy_encoding_is_reported() {
        let pool = load(b"text\na\nb\n").expect("a table");
        let read = super::read_labeled(
            (&pool, 0, None),
            b"row;label\r\n0;Geb\xfchren\r\n1;\xdcberweisung\r\n",
            None,
        )
        .expect("read");
        assert_eq!(read.rows, [(0, "Gebühren".to_owned()), (1, "Überweisung".to_owned())]);
        assert!(
            matches!(&read.notes[..], [ReadNote::Guessed { .. }]),
            "{:?}",
            read.notes
        );
    }
}
