//! Reads picks and labels from exported files.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error as ThisError;

use super::columns::AddedColumn;
use super::json::is_exported_as;
use super::lines::{FROM_FILE, FROM_MODEL, FROM_SUGGESTION};
use crate::label::SEPARATOR;
use fastgas_data::LoadError;
use fastgas_data::{
    Format, Identified, Import, ImportReport, Instance, JoinedLines, LabelCell, LabelOrder, Loaded, Matches, NonRow,
    Pool, Responses, Verdict, counted, differing, listed_items, listed_lines, load_with_lines, match_rows,
    row_verdicts, tolerant,
};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// The content of an imported file, and notes for the user on how the file was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBack<T> {
    /// The imported rows, in file order.
    pub rows: Vec<T>,
    /// Notes for the user, in the order the deviations were found.
    pub notes: Vec<ReadNote>,
}

/// A deviation of the file from the format of this program.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum ReadNote {
    /// Row numbers have a decimal point. pandas writes integers with a decimal point if the column has an empty cell.
    #[error("row numbers that are written with a decimal point, such as `{first}`, and read as whole numbers: {n}")]
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
    #[error("lines that are not rows, such as comments, and are left out: {}", listed_lines(of))]
    NotRows {
        /// Numbers of the lines that are not rows.
        of: Vec<u64>,
    },
    /// A quotation mark inside a text may have joined several rows into one row. The other rows are then missing.
    #[error(
        "quotes may have joined several rows into one: lines {}; {}, {n_as_letters} if quotes are part of the \
         text; in that case, enclose these cells in quotes and double the quotes inside",
        listed_items(of),
        counted(*n_rows, "row")
    )]
    Joined {
        /// Line numbers of each record that may consist of several rows.
        of: Vec<JoinedLines>,
        /// Number of rows in the file if quotation marks enclose cells, as this import assumes.
        n_rows: u64,
        /// Number of rows in the file if quotation marks are read as ordinary characters of the text.
        n_as_letters: u64,
    },
    /// Cells contain text after a closing quotation mark, such as `"a" b`. The quotation marks of these cells were removed.
    #[error("quotes removed around the beginning of a cell: {}", listed_lines(of))]
    Loose {
        /// Numbers of the lines where text follows a closing quotation mark.
        of: Vec<u64>,
    },
    /// Blanks precede the quotation marks around a cell. The blanks and the quotation marks were kept as part of the cell.
    #[error(
        "blanks before a quote, so that the quotes belong to the cell; remove the blanks if the quotes enclose the cell: {}",
        listed_lines(of)
    )]
    Spaced {
        /// Numbers of the lines where blanks precede a quoted cell.
        of: Vec<u64>,
    },
    /// Quoted cells contain line breaks. It is unknown whether the quotation marks enclose cells or are part of the texts.
    #[error(
        "quoted cells contain line breaks; {}, {n_as_letters} if quotes are part of the text",
        counted(*n_rows, "row")
    )]
    LineBreaks {
        /// Number of rows in the file if quotation marks enclose cells, as this import assumes.
        n_rows: u64,
        /// Number of rows in the file if quotation marks are read as ordinary characters of the text.
        n_as_letters: u64,
    },
    /// The file marks some answers as rejected, ignored, canceled or unfinished.
    #[error(
        "answers that are not labels according to column {columns}: {n_rejected} rejected, {n_void} ignored, canceled or unfinished"
    )]
    NoLabels {
        /// Names of the columns that mark answers as rejected, ignored, canceled or unfinished.
        columns: String,
        /// Number of rejected answers.
        n_rejected: u64,
        /// Number of ignored, canceled and unfinished answers.
        n_void: u64,
    },
    /// The file has unapproved labels in addition to approved labels.
    #[error("labels that are used although column {columns} does not approve them: {n}")]
    Unapproved {
        /// Names of the columns that state whether a label is approved.
        columns: String,
        /// Number of unapproved labels.
        n: u64,
    },
    /// The file is an export with labels that a program proposed and the user accepted.
    #[error("accepted suggestions and accepted answers of a language model, left out by column `{column}`: {n}")]
    Proposed {
        /// Name of the column with the origin of the labels.
        column: String,
        /// Number of proposed labels.
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
    /// The texts of some matched rows differ slightly from the pool's texts.
    #[error(
        "labeled rows whose text differs from that of the pool only in blanks, line ends or the form of characters: {}",
        listed_lines(of)
    )]
    Tolerated {
        /// Line numbers of the rows whose texts differ slightly.
        of: Vec<u64>,
    },
    /// Some labeled rows are not in the pool.
    #[error("labeled rows that are not in the pool and are left out: {}", listed_lines(of))]
    NotInPool {
        /// Line numbers of the labeled rows that are not in the pool.
        of: Vec<u64>,
    },
    /// Some labeled rows match several rows of the pool, or several labeled rows match one row of the pool.
    #[error(
        "labeled rows whose text occurs several times in the file or in the pool, left out as ambiguous: {}",
        listed_lines(of)
    )]
    Ambiguous {
        /// Line numbers of the ambiguous rows in the file.
        of: Vec<u64>,
    },
    /// Some labeled rows have ids that belong to different texts in the pool.
    #[error(
        "labeled rows whose id belongs to another text in the pool, left out: {}",
        listed_lines(of)
    )]
    OtherText {
        /// Line numbers of the labeled rows whose id belongs to a different text.
        of: Vec<u64>,
    },
    /// Several annotators gave different answers to a text.
    #[error(
        "answers that are not used as labels, because the annotators of a text disagree: {}",
        listed_lines(of)
    )]
    Disputed {
        /// Line numbers of the differing answers in the file.
        of: Vec<u64>,
    },
}

/// Reads the rows of the picks, in file order, from a table or JSON Lines file.
/// The file was written for `pool` by [`picks_table`](super::picks_table) or [`Labeled`](super::Labeled).
/// A spreadsheet may have saved the file again, in a different encoding.
/// Only the `row` column is required; an empty cell in this column is an error.
///
/// # Errors
/// Returns any error from [`load_with`](fastgas_data::load_with).
/// Returns [`LoadError::NoColumn`] if the file has no `row` column.
/// Returns [`LoadError::NotARow`] if a row number is not a row of the pool.
/// Returns [`LoadError::OtherPool`] if a cell of the file differs from the pool's cell in the same row and column.
pub fn read_picks(pool: &Pool, bytes: &[u8]) -> Result<ReadBack<u32>, LoadError> {
    let (Loaded { pool: table, found }, lines) = read(bytes)?;
    let row_column = table.column(&AddedColumn::Row.name_in_file(pool.columns()))?;
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
/// In an export, the columns of the pool describe the texts and never mark an exported label as rejected.
/// If the pool lacks the label column, unchanged copies of pool columns do not mark the labels as rejected either.
/// In an export, labels that a program proposed are skipped and reported, because no annotator assigned them.
/// `label_column` is the name of the column that contains the labels.
/// By default, labels are read from the column where [`Labeled`](super::Labeled) writes them.
///
/// [`match_rows`] matches the rows of a table without the `row` column, such as a colleague's table.
/// Rows are matched by ids, or by the texts in the column with the name of the pool's text column.
/// Rows that match no row of the pool are skipped and reported.
///
/// A table may have several rows for one text: one row for each annotator's answer.
/// A text has a label if all annotators of the text gave equal answers, as on the page. Differing answers are reported.
///
/// # Errors
/// Returns any error from [`read_picks`].
/// Returns [`LoadError::NoColumn`] if the file has neither the `row` column nor another column for matching rows.
/// Returns [`LoadError::NoneMatched`] if no labeled row is matched.
/// Returns [`LoadError::RowTwice`] if a row has two labels, although the file does not have several annotators.
pub fn read_labeled(
    ours: Identified<'_>,
    bytes: &[u8],
    label_column: Option<&str>,
) -> Result<ReadBack<(u32, String)>, LoadError> {
    let (pool, text, _) = ours;
    let (Loaded { pool: table, found }, lines) = read(bytes)?;
    let mut notes = notes_on(found);
    let own = || AddedColumn::Label.name_in_file(pool.columns());
    let label_column = table.column(&label_column.map_or_else(own, str::to_owned))?;
    let their_text = table.columns().iter().position(|name| *name == pool.columns()[text]);
    let answers = Responses::of_column(&table, their_text, label_column, LabelCell::One);
    let has_annotators = answers.annotators.len() > 1;
    // In a table with a row for each annotator of a text, all answers to a text belong to the text's first row.
    let first_of = |row: u32| match has_annotators {
        true => answers.first_of[row as usize],
        false => row,
    };
    let firsts: Vec<u32> = (0..table.len() as u32).filter(|&row| first_of(row) == row).collect();
    let place_of = |row: u32| firsts.partition_point(|&first| first < first_of(row));
    let row_column = match table.column(&AddedColumn::Row.name_in_file(pool.columns())) {
        Ok(row_column) => Ok(row_column),
        Err(no_row @ LoadError::NoColumn { .. }) => {
            let all: Vec<usize> = (0..table.columns().len()).collect();
            Err((match_rows(ours, (&table.part(&firsts, &all), their_text)), no_row))
        }
        Err(error) => return Err(error),
    };
    let known_row = |instance: Instance<'_>| match &row_column {
        Ok(row_column) => parse_row(instance.cell(*row_column), pool),
        Err((matches, _)) => matches.rows[place_of(instance.row() as u32)],
    };
    let known: Vec<Option<u32>> = table.instances().map(known_row).collect();
    let is_copied = copied_columns((&table, their_text), ours, label_column, &known);
    let resolved = row_verdicts(&table, label_column, |column| is_copied[column]);
    let origin_column = origin_column(&table, pool, label_column);
    let mut counts = NotCounted::default();
    let mut n_proposed = 0;
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
        if !label.is_empty() && !verdict.excludes_labels() {
            let origin = origin_column.map_or("", |column| instance.cell(column).trim());
            match origin {
                FROM_MODEL | FROM_SUGGESTION => n_proposed += 1,
                _ => labeled.push((instance.row() as u32, label)),
            }
        }
    }
    if let Some(column) = origin_column.filter(|_| n_proposed > 0) {
        notes.push(ReadNote::Proposed {
            column: table.columns()[column].clone(),
            n: n_proposed,
        });
    }
    let mut given = OfRows::default();
    match row_column {
        Ok(row_column) => {
            let file = File::new(pool, table, row_column, &lines);
            // If the pool has one row for each annotator's answer, all answers belong to the first row with the same text.
            let of_pool = has_annotators.then(|| Responses::of(pool, Some(text), &[]));
            for (row, label) in labeled {
                let here = file.row(file.table.instance(row as usize))?;
                let first = of_pool.as_ref().map_or(here, |of_pool| of_pool.first_of[here as usize]);
                given.add(first, (label, lines[row as usize]));
            }
            notes.extend(file.decimal());
        }
        Err((matches, no_row)) => {
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
                let place = place_of(row);
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
    }
    if let Some(resolved) = &resolved {
        notes.extend(counts.notes(&resolved.columns));
    }
    let rows = given.settle(has_annotators, &mut notes)?;
    Ok(ReadBack { rows, notes })
}

#[derive(Default)]
struct OfRows {
    /// The labeled rows of the pool, each once, in order of their first label in the file.
    order: Vec<u32>,
    labels: BTreeMap<u32, Vec<(String, u64)>>,
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

    /// Determines the label of each row. Rows whose annotators disagree have no label.
    fn settle(mut self, has_annotators: bool, notes: &mut Vec<ReadNote>) -> Result<Vec<(u32, String)>, LoadError> {
        let mut rows = Vec::with_capacity(self.order.len());
        let mut disputed = Vec::new();
        for row in self.order {
            let mut labels = self.labels.remove(&row).unwrap_or_default();
            if labels.len() > 1 && !has_annotators {
                return Err(LoadError::RowTwice { row });
            }
            let is_same = |label: &str| LabelOrder::Ignored.has_same_labels(label, &labels[0].0);
            match labels.iter().all(|(label, _)| is_same(label)) {
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
    /// Records the line of a labeled row without a match. `place` is the index of the labeled row in `matches.rows`.
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
    /// Whether the note has a list of lines and the list is empty. Empty notes are not reported.
    fn is_empty(&self) -> bool {
        match self {
            ReadNote::Tolerated { of }
            | ReadNote::NotInPool { of }
            | ReadNote::Ambiguous { of }
            | ReadNote::OtherText { of }
            | ReadNote::NotRows { of }
            | ReadNote::Loose { of }
            | ReadNote::Spaced { of }
            | ReadNote::Disputed { of } => of.is_empty(),
            ReadNote::Joined { of, .. } => of.is_empty(),
            ReadNote::Decimal { .. }
            | ReadNote::Guessed { .. }
            | ReadNote::NoLabels { .. }
            | ReadNote::Unapproved { .. }
            | ReadNote::Proposed { .. }
            | ReadNote::LineBreaks { .. }
            | ReadNote::Matched { .. } => false,
        }
    }
}

#[derive(Default)]
struct NotCounted {
    n_rejected: u64,
    n_void: u64,
    n_unapproved: u64,
}

impl NotCounted {
    /// The notes about rejected, ignored, unfinished and unapproved answers.
    /// `columns` contains the names of the columns that mark answers as rejected, ignored, unfinished or unapproved.
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

/// The columns of `table` where an export of `pool` contains its labels: the joined labels and the list of labels.
/// The result is empty if `table` has no `row` column and is therefore no export of `pool`.
pub fn exported_labels(pool: &Pool, table: &Pool) -> Vec<usize> {
    let place = |column: AddedColumn| table.column(&column.name_in_file(pool.columns())).ok();
    let labels = [AddedColumn::Label, AddedColumn::Labels];
    let row = place(AddedColumn::Row);
    row.map_or_else(Vec::new, |_| labels.into_iter().filter_map(place).collect())
}

/// For each column of `table`: whether the column is a copy of a column of `pool`.
/// A copied column is older than the labels in `label_column`, so the column cannot approve or reject the labels.
/// In an export of `pool`, all columns of `pool` are copies. `known` contains the row of `pool` for each row of `table`.
/// No column counts as a copy if `label_column` is a column of `pool`, because other pool columns may reject its labels.
fn copied_columns(
    (table, their_text): (&Pool, Option<usize>),
    ours: Identified<'_>,
    label_column: usize,
    known: &[Option<u32>],
) -> Vec<bool> {
    let (pool, ..) = ours;
    let of_pool: BTreeSet<&String> = pool.columns().iter().collect();
    if exported_labels(pool, table).contains(&label_column) {
        return table.columns().iter().map(|name| of_pool.contains(name)).collect();
    }
    let copied = match of_pool.contains(&table.columns()[label_column]) {
        true => Vec::new(),
        false => {
            let theirs = (table, their_text);
            at_once(copied_columns_in_slices(ours, theirs, known, &mut Slices::whole()))
        }
    };
    let columns = 0..table.columns().len();
    columns.map(|column| copied.binary_search(&column).is_ok()).collect()
}

/// The columns of `table` that are copies of columns of `pool`, ascending.
/// A copy has the name of a column of `pool`, and equal cells in all rows that `pool` contains.
/// `known` contains the row of `pool` for each row of `table`. There are no copies if `pool` contains none of the rows.
/// A row without a known row may belong to any row of `pool` with the same text.
/// Such a row must have the same cell as one of these rows. `their_text` is the text column of `table`.
///
/// The work is divided into slices. The size of the slices does not change the result.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work.
pub async fn copied_columns_in_slices<P: Pause>(
    (pool, our_text, _): Identified<'_>,
    (table, their_text): (&Pool, Option<usize>),
    known: &[Option<u32>],
    slices: &mut Slices<P>,
) -> Result<Vec<usize>, Stopped> {
    /// Fixed cost of comparing two cells, in units of work. Each byte of the cell in the table costs one more unit.
    const CELL_WORK: usize = 64;
    // For each text of a row without a known row: the rows of `pool` with the text.
    let mut same_text: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut texts: Vec<Option<String>> = Vec::with_capacity(table.len());
    for (instance, row) in table.instances().zip(known) {
        let text = their_text
            .filter(|_| row.is_none())
            .map(|text| tolerant(instance.cell(text)));
        let text = text.filter(|text| !text.is_empty());
        slices.count(CELL_WORK + text.as_ref().map_or(0, String::len)).await?;
        if let Some(text) = &text {
            same_text.entry(text.clone()).or_default();
        }
        texts.push(text);
    }
    if !same_text.is_empty() {
        for instance in pool.instances() {
            if let Some(rows) = same_text.get_mut(&tolerant(instance.cell(our_text))) {
                rows.push(instance.row() as u32);
            }
            slices.count(CELL_WORK + instance.n_bytes(our_text)).await?;
        }
        same_text.retain(|_, rows| !rows.is_empty());
    }
    let mut copied = Vec::new();
    if known.iter().all(Option::is_none) && same_text.is_empty() {
        return Ok(copied);
    }
    let places: BTreeMap<&String, usize> = pool.columns().iter().zip(0..).collect();
    for (column, name) in table.columns().iter().enumerate() {
        let Some(&of_pool) = places.get(name) else { continue };
        let mut cells_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (text, rows) in &same_text {
            let cells = rows.iter().map(|&row| pool.instance(row as usize).cell(of_pool));
            cells_of.insert(text, cells.collect());
            slices.count(CELL_WORK * rows.len()).await?;
        }
        let mut is_copy = true;
        for ((instance, row), text) in table.instances().zip(known).zip(&texts) {
            let in_file = instance.cell(column);
            let is_equal = match (row, text.as_deref().and_then(|text| cells_of.get(text))) {
                (Some(row), _) => is_copied_cell(pool.instance(*row as usize).cell(of_pool), in_file),
                (None, Some(cells)) => {
                    cells.contains(in_file) || cells.iter().any(|in_pool| is_copied_cell(in_pool, in_file))
                }
                (None, None) => true,
            };
            if !is_equal {
                is_copy = false;
                break;
            }
            slices.count(CELL_WORK + instance.n_bytes(column)).await?;
        }
        if is_copy {
            copied.push(column);
        }
    }
    Ok(copied)
}

/// Like [`is_same`], but ignores case, because spreadsheet programs save `true` as `TRUE`.
fn is_copied_cell(in_pool: &str, in_file: &str) -> bool {
    is_same(in_pool, in_file) || tolerant(in_pool).to_lowercase() == tolerant(in_file).to_lowercase()
}

/// The column of `table` with the origins of the labels, if `table` is an export of `pool`.
/// `None` if the labels are not in the label column of exports, but for example in the pool's true-label column.
/// Also `None` if a cell of the column is not an origin such as `model`, because the column then comes from the user.
fn origin_column(table: &Pool, pool: &Pool, label_column: usize) -> Option<usize> {
    let exported = |column: AddedColumn| table.column(&column.name_in_file(pool.columns())).ok();
    let column = exported(AddedColumn::Origin).filter(|_| exported(AddedColumn::Label) == Some(label_column))?;
    let is_origin = |cell: &str| matches!(cell.trim(), "" | FROM_MODEL | FROM_SUGGESTION | FROM_FILE);
    table
        .instances()
        .all(|instance| is_origin(instance.cell(column)))
        .then_some(column)
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
        // `records` is the path to the rows in JSON. With an empty path, each top-level JSON object is a row.
        // Without a given path to the rows, a list of objects in a cell could be mistaken for the list of rows.
        records: Some(String::new()),
        ..Import::default()
    };
    match load_with_lines(bytes, &import(None)) {
        // The first call of the loader detects whether the first line is a header or a row.
        // The first call of the loader fails if two columns have the same name, because choosing one would be a guess.
        // If the column names look like values, the second call of the loader reads the first line as the header.
        Err(LoadError::NoHeader { .. }) => load_with_lines(bytes, &import(Some(true))),
        // A table is mistaken for JSON or HTML and rejected if its first column name begins like JSON or HTML.
        // The file is then read again as a table whose first line is the header.
        Err(LoadError::NotTable { .. } | LoadError::Markup) if !is_json => load_with_lines(bytes, &import(Some(true))),
        other => other,
    }
}

/// Whether the file begins like a JSON file.
/// The first column name of a table may also begin with a bracket, for example `{premise} … {hypothesis}`.
/// In CSV, a column name that contains a quotation mark is enclosed in quotation marks.
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

/// The notes on how the file was read: the guessed encoding, skipped lines that may be rows, doubtful quotation marks.
fn notes_on(found: ImportReport) -> Vec<ReadNote> {
    let may_be_row = |kind| !matches!(kind, NonRow::EndOfFile | NonRow::ByteOrderMark);
    let left_out = found
        .aside
        .iter()
        .filter(|aside| aside.left_out && may_be_row(aside.kind));
    let mut of: Vec<u64> = left_out.flat_map(|aside| &aside.lines).copied().collect();
    of.sort_unstable();
    let quotes = notes_on_quotes(&found);
    let guessed = found.guessed.then_some(found.encoding);
    let guessed = guessed.map(|encoding| ReadNote::Guessed { encoding });
    let notes = guessed.into_iter().chain([ReadNote::NotRows { of }]).chain(quotes);
    notes.filter(|note| !note.is_empty()).collect()
}

fn notes_on_quotes(found: &ImportReport) -> Vec<ReadNote> {
    let n_rows = found.n_rows.unwrap_or_default();
    let n_as_letters = found.rows_as_letters();
    let joined = ReadNote::Joined {
        of: found.joined.clone(),
        n_rows,
        n_as_letters: n_as_letters.unwrap_or(n_rows),
    };
    let loose = ReadNote::Loose {
        of: found.loose.clone(),
    };
    let spaced = ReadNote::Spaced {
        of: found.spaced.clone(),
    };
    // The note `Joined` already states both numbers of rows: with and without quotation marks as ordinary characters.
    let line_breaks = n_as_letters.filter(|_| joined.is_empty());
    let line_breaks = line_breaks.map(|n_as_letters| ReadNote::LineBreaks { n_rows, n_as_letters });
    [joined, loose, spaced].into_iter().chain(line_breaks).collect()
}

/// Parses a pool row number: an integer, or a decimal number whose fraction is zero.
fn parse_row(cell: &str, pool: &Pool) -> Option<u32> {
    let cell = cell.trim();
    let digits = match cell.split_once('.') {
        Some((digits, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => digits,
        _ => cell,
    };
    digits.parse().ok().filter(|&row: &u32| (row as usize) < pool.len())
}

/// The pool rows that a table refers to by row number, as exports of the pool do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedRows {
    /// Index of the table column with the row numbers.
    pub column: usize,
    /// For each row of the table, the pool row that its row number refers to.
    /// `None` if the cell is not a row number of the pool.
    pub rows: Vec<Option<u32>>,
}

/// The rows of `pool` that the `row` column of `table` refers to. `None` if the table has no `row` column.
/// If the pool has its own `row` column, exports of the pool contain the row numbers in a column with a suffix.
///
/// The work is divided into slices. The size of the slices does not change the result.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work.
pub async fn numbered_rows_in_slices<P: Pause>(
    pool: &Pool,
    table: &Pool,
    slices: &mut Slices<P>,
) -> Result<Option<NumberedRows>, Stopped> {
    /// Cost of reading a row, in units of work (about one byte of text).
    const ROW_WORK: usize = 64;
    let Ok(column) = table.column(&AddedColumn::Row.name_in_file(pool.columns())) else {
        return Ok(None);
    };
    let mut rows = Vec::with_capacity(table.len());
    for instance in table.instances() {
        rows.push(parse_row(instance.cell(column), pool));
        slices.count(ROW_WORK).await?;
    }
    Ok(Some(NumberedRows { column, rows }))
}

/// Returns whether a cell of the file equals the pool's cell, apart from changes by spreadsheets, such as line endings.
fn is_same(in_pool: &str, in_file: &str) -> bool {
    is_exported_as(in_pool, in_file) || tolerant(in_pool) == tolerant(in_file)
}

struct File<'a> {
    pool: &'a Pool,
    table: Pool,
    row_column: usize,
    lines: &'a [u64],
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
mod tests;
