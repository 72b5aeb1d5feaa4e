//! Arguments for reading a file of texts, and the messages about its format and defects.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::args::value_name;
use crate::error::CliError;
use crate::files::{self, Output};
use crate::progress::ProgressReporter;
use fastgas_data::LoadError;
use fastgas_data::{
    Delimiter, Entry, Format, Import, ImportReport, JsonRepair, Loaded, NonRow, NonRowLines, NonRows, Quotes, Ragged,
    TableChoice, TableSource, counted, left_out_csv, listed_items, listed_lines, listed_names, load_with,
    rows_by_delimiter, visible_name,
};
use fastgas_tables::{Table, open};

/// Maximum size, in bytes, of an unpacked file or a converted table.
/// A pool cannot hold more bytes, because the offsets of its cells have 32 bits.
pub(crate) const MAX_UNPACKED_BYTES: u64 = u32::MAX as u64;

/// Heading of the options for the file format in the help text.
/// Each option sets the heading, because a heading of the group would also apply to later options of the command.
const FILE_FORMAT: &str = "File format";

/// How to read a file of texts, as given by the user.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct ImportArgs {
    /// Format of the file [default: by its name, otherwise by its contents].
    #[arg(long, help_heading = FILE_FORMAT, value_enum)]
    pub format: Option<FormatName>,
    /// Character encoding, such as windows-1252,
    /// Shift_JIS, cp437 or UTF-32 [default: detected, with a warning if it is a guess].
    ///
    /// UTF-8-lossy, UTF-16LE-lossy and UTF-16BE-lossy replace invalid bytes by �.
    #[arg(long, help_heading = FILE_FORMAT, value_name = "NAME")]
    pub encoding: Option<String>,
    /// Delimiter between the cells of a CSV file, whatever its name:
    /// one to eight characters, `tab`, or the code of a control character, such as `\x01` [default: detected].
    #[arg(long, help_heading = FILE_FORMAT, value_name = "TEXT", value_parser = parse_delimiter)]
    pub delimiter: Option<Delimiter>,
    /// Number of lines above the table, such as a title [default: only comment lines and Excel's `sep=`].
    #[arg(long, help_heading = FILE_FORMAT, value_name = "LINES")]
    pub lines_above: Option<u64>,
    /// Whether the first line names the columns;
    /// with `no` they are named `column 1`, `column 2` and so on [default: yes, but no for plain lines].
    ///
    /// By default, a first line that does not look like column names causes a warning or an error.
    #[arg(long, help_heading = FILE_FORMAT, value_name = "yes|no", value_parser = parse_yes_or_no)]
    pub header: Option<bool>,
    /// Number of records below the column names that are not rows,
    /// such as survey questions [default: 0, or 2 for a file from Qualtrics].
    #[arg(long, help_heading = FILE_FORMAT, value_name = "RECORDS")]
    pub records_below: Option<u64>,
    /// Read double quotes as ordinary characters that do not enclose cells.
    #[arg(long, help_heading = FILE_FORMAT)]
    pub no_quotes: bool,
    /// Read single quotes as enclosing cells, and double quotes as ordinary characters.
    #[arg(long, help_heading = FILE_FORMAT, conflicts_with = "no_quotes")]
    pub single_quotes: bool,
    /// Read double quotes as enclosing cells in which a backslash escapes quotes and backslashes.
    #[arg(long, help_heading = FILE_FORMAT, conflicts_with_all = ["no_quotes", "single_quotes"])]
    pub backslash_quotes: bool,
    /// Skip blanks between a delimiter and a quoted cell.
    #[arg(long, help_heading = FILE_FORMAT, conflicts_with = "no_quotes")]
    pub skip_blanks: bool,
    /// Beginning of the lines that are comments; they are left out.
    ///
    /// The usual comments (`# …`) are recognized without this option.
    #[arg(long, help_heading = FILE_FORMAT, value_name = "TEXT", value_parser = parse_comment_prefix)]
    pub comment_prefix: Option<String>,
    /// What to do with lines that are not rows; all of them are reported with their line numbers.
    ///
    /// These are comments (`# …`), repeated column names,
    /// survey questions, footers, end-of-file characters and byte order marks.
    #[arg(long, help_heading = FILE_FORMAT, value_enum, value_name = "WHAT", default_value_t)]
    pub lines_not_rows: LinesNotRows,
    /// Path of the records in a JSON file:
    /// the keys that lead to their list, with dots between them, such as data.children [default: detected].
    ///
    /// If the path leads through a list, it continues in each element of the list. With an empty path, the objects of the file are the records.
    /// A path that ends in `*`, such as `users.*`, leads to the values of an object. Their keys become a column.
    #[arg(long, help_heading = FILE_FORMAT, value_name = "PATH")]
    pub records: Option<String>,
    /// Keep rows of JSON that contain NaN, Infinity or half of a character:
    /// NaN becomes an empty cell, Infinity a text, half of a character �.
    #[arg(long, help_heading = FILE_FORMAT)]
    pub repair_json: bool,
    /// Sheet of a workbook [default: the first visible one with cells].
    #[arg(long, help_heading = FILE_FORMAT, value_name = "NAME")]
    pub sheet: Option<String>,
    /// Row of the sheet that contains the column names, as the spreadsheet counts it [default: the first row of the table].
    #[arg(long, help_heading = FILE_FORMAT, value_name = "N")]
    pub header_row: Option<u32>,
    /// File in a ZIP archive that contains several tables.
    /// For an archive inside the archive, a path such as inner.zip/table.csv.
    #[arg(long, help_heading = FILE_FORMAT, value_name = "NAME")]
    pub zip_entry: Option<String>,
    /// Keep rows with fewer or more cells than the header, by adding empty cells or new columns.
    #[arg(long, help_heading = FILE_FORMAT, conflicts_with = "leave_out")]
    pub pad_rows: bool,
    /// Leave out malformed records, and write them to this file with their line numbers.
    ///
    /// These are rows with fewer or more cells than the header, and JSON that is invalid or not a row.
    /// Lines that are left out because they are not rows are also written.
    #[arg(long, help_heading = FILE_FORMAT, value_name = "left-out.csv")]
    pub leave_out: Option<PathBuf>,
    /// True for a further file, such as test texts, whose format may differ from the format of the pool.
    #[arg(skip)]
    is_secondary: bool,
    /// Whether the first line contains column names, if the user does not specify `--header`.
    #[arg(skip)]
    default_header: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Cells separated by a delimiter.
    Csv,
    /// Cells separated by tabs.
    Tsv,
    /// JSON objects or strings, one per line or all in one list.
    Jsonl,
    /// One text per line.
    Lines,
}

/// What to do with lines that are not rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LinesNotRows {
    /// Leave out lines that are almost certainly not rows, and keep lines that may be rows.
    #[default]
    ByKind,
    /// Keep all lines that are not rows.
    Keep,
    /// Leave out all lines that are not rows.
    LeaveOut,
}

impl From<LinesNotRows> for NonRows {
    fn from(name: LinesNotRows) -> NonRows {
        match name {
            LinesNotRows::ByKind => NonRows::ByKind,
            LinesNotRows::Keep => NonRows::Keep,
            LinesNotRows::LeaveOut => NonRows::LeaveOut,
        }
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Format {
        match name {
            FormatName::Csv => Format::Csv,
            FormatName::Tsv => Format::Tsv,
            FormatName::Jsonl => Format::Jsonl,
            FormatName::Lines => Format::Lines,
        }
    }
}

impl ImportArgs {
    pub fn has_only_format(&self) -> bool {
        let only_format = ImportArgs {
            format: self.format,
            ..ImportArgs::default()
        };
        *self == only_format
    }

    /// Returns the arguments for a further file, such as test texts, whose format may differ from the pool's format.
    /// The result has no `--leave-out`, because a command writes the left-out records of only one file.
    /// An option that has no effect on the format of the further file causes no error.
    pub fn for_secondary_file(&self) -> ImportArgs {
        ImportArgs {
            leave_out: None,
            is_secondary: true,
            ..self.clone()
        }
    }

    /// Returns arguments that read the first line as column names by default, even if the line looks like a row.
    pub fn for_table_with_header(&self) -> ImportArgs {
        ImportArgs {
            default_header: Some(true),
            ..self.clone()
        }
    }

    /// The arguments as JSON. `null` means that the program determines the value from the file.
    pub fn to_json(&self) -> Value {
        json!({
            "format": self.format.as_ref().and_then(value_name), "encoding": self.encoding,
            "delimiter": self.delimiter.map(|delimiter| delimiter.to_string()),
            "lines_above": self.lines_above, "header": self.header, "records_below": self.records_below,
            "no_quotes": self.no_quotes, "single_quotes": self.single_quotes,
            "backslash_quotes": self.backslash_quotes, "skip_blanks": self.skip_blanks,
            "comment_prefix": self.comment_prefix, "lines_not_rows": value_name(&self.lines_not_rows),
            "records": self.records, "repair_json": self.repair_json,
            "sheet": self.sheet, "header_row": self.header_row, "zip_entry": self.zip_entry,
            "pad_rows": self.pad_rows, "leave_out": self.leave_out,
        })
    }

    fn format(&self, path: &Path) -> Option<Format> {
        let by_name = Import::named(&path.to_string_lossy()).format;
        let is_csv = by_name == Some(Format::Tsv) && self.delimiter.is_some() && !self.is_secondary;
        let likely = if is_csv { Some(Format::Csv) } else { by_name };
        self.format.map(Format::from).or(likely)
    }

    /// Rejects options that have no effect on a file of the given format.
    fn check(&self, format: Format) -> Result<(), LoadError> {
        let is_delimited = format.is_delimited();
        let has_delimiter = match format {
            Format::Csv => true,
            Format::Tsv => self.delimiter == Some('\t'.into()),
            Format::Jsonl | Format::Lines => false,
        };
        let options = [
            ("--delimiter", self.delimiter.is_some(), has_delimiter),
            ("--header", self.header.is_some(), format != Format::Jsonl),
            ("--records-below", self.records_below.is_some(), is_delimited),
            ("--no-quotes", self.no_quotes, is_delimited),
            ("--single-quotes", self.single_quotes, is_delimited),
            ("--backslash-quotes", self.backslash_quotes, is_delimited),
            ("--skip-blanks", self.skip_blanks, is_delimited),
            ("--comment-prefix", self.comment_prefix.is_some(), is_delimited),
            ("--pad-rows", self.pad_rows, is_delimited),
            ("--records", self.records.is_some(), format == Format::Jsonl),
            ("--repair-json", self.repair_json, format == Format::Jsonl),
        ];
        let idle = options
            .into_iter()
            .find(|&(_, is_set, has_effect)| is_set && !has_effect);
        match idle.filter(|_| !self.is_secondary) {
            Some((option, ..)) => Err(LoadError::NoPlace {
                format: format.name().into(),
                option: option.into(),
            }),
            None => Ok(()),
        }
    }

    /// Reads the table in the file, and prints guesses and defects as messages.
    pub fn read(
        &self,
        path: &Path,
        left_out: Option<&Output>,
        reporter: &ProgressReporter,
    ) -> Result<Loaded, CliError> {
        let choice = TableChoice {
            zip_entry: self.zip_entry.clone(),
            sheet: self.sheet.clone(),
            header_row: self.header_row,
        };
        let table = open(files::read(path)?, &path.to_string_lossy(), &choice, MAX_UNPACKED_BYTES);
        let table = table.map_err(CliError::of(path))?;
        self.check_table(&table).map_err(CliError::of(path))?;
        let format = table.format.or(self.format(Path::new(&table.name)));
        let check = |format| self.check(format).map_err(CliError::of(path));
        format.map_or(Ok(()), check)?;
        let import = Import {
            format,
            encoding: self.encoding.clone(),
            delimiter: self.delimiter,
            above: self.lines_above,
            header: self.header.or(self.default_header),
            below: self.records_below,
            quotes: match (self.no_quotes, self.single_quotes, self.backslash_quotes) {
                (true, ..) => Quotes::Letters,
                (false, true, _) => Quotes::Single,
                (false, false, true) => Quotes::Backslash,
                (false, false, false) => Quotes::Double,
            },
            non_rows: self.lines_not_rows.into(),
            skip_blanks: self.skip_blanks,
            comment_prefix: self.comment_prefix.clone(),
            ragged: match (self.pad_rows, &self.leave_out) {
                (true, _) => Ragged::Pad,
                (false, Some(_)) => Ragged::LeaveOut,
                (false, None) => Ragged::Stop,
            },
            records: self.records.clone(),
            json_repair: match self.repair_json {
                true => JsonRepair::Keep,
                false => JsonRepair::Refuse,
            },
            table: choice,
        };
        let mut loaded = load_with(&table.bytes, &table.settings(&import)).map_err(CliError::of(path))?;
        check(loaded.found.format)?;
        loaded.found.source = table.source;
        if let Some(out) = left_out {
            let records = left_out_csv(&loaded.found.left_out);
            out.write(|file| file.write_all(records.as_bytes()))?;
        }
        let mut messages = self.report_lines(&loaded.found, loaded.pool.columns().len());
        if self.delimiter.is_none() {
            messages.extend(by_delimiter(&table.bytes, &loaded.found));
        }
        for line in messages {
            reporter.warn(&format!("{}: {line}", path.display()));
        }
        Ok(loaded)
    }

    /// Rejects options that have no effect on the given table, which comes from a workbook, a Parquet file or a text file.
    fn check_table(&self, table: &Table) -> Result<(), LoadError> {
        let source = table.source.as_ref();
        let is_sheet = source.is_some_and(|source| source.sheet.is_some());
        let is_archive = source.is_some_and(|source| source.packings.iter().any(|packing| packing.entry.is_some()));
        let is_text = table.format.is_none();
        let options = [
            ("--sheet", self.sheet.is_some(), is_sheet),
            ("--header-row", self.header_row.is_some(), is_sheet),
            ("--zip-entry", self.zip_entry.is_some(), is_archive),
            ("--format", self.format.is_some(), is_text),
            ("--encoding", self.encoding.is_some(), is_text),
            ("--delimiter", self.delimiter.is_some(), is_text),
            ("--lines-above", self.lines_above.is_some(), is_text),
            ("--no-quotes", self.no_quotes, is_text),
            ("--single-quotes", self.single_quotes, is_text),
            ("--backslash-quotes", self.backslash_quotes, is_text),
            ("--skip-blanks", self.skip_blanks, is_text),
            ("--records", self.records.is_some(), is_text),
            ("--repair-json", self.repair_json, is_text),
        ];
        let idle = options
            .into_iter()
            .find(|&(_, is_set, has_effect)| is_set && !has_effect);
        let kind = match (is_sheet, is_text) {
            (true, _) => "a workbook",
            (false, false) => "Parquet",
            (false, true) => "text",
        };
        match idle.filter(|_| !self.is_secondary) {
            Some((option, ..)) => Err(LoadError::NoPlace {
                format: kind.into(),
                option: option.into(),
            }),
            None => Ok(()),
        }
    }

    fn report_source(&self, source: &TableSource) -> Vec<String> {
        let mut messages = Vec::new();
        let given = self.zip_entry.as_deref().unwrap_or_default();
        for Entry { path, others } in source.entries() {
            let is_given = given == path || given.strip_prefix(&path).is_some_and(|rest| rest.starts_with('/'));
            if !is_given && !others.is_empty() {
                messages.push(format!(
                    "read the file {} of the ZIP archive, not {}; use --zip-entry to give another",
                    listed_names(&[path]),
                    listed_names(&others)
                ));
            }
        }
        if let Some(sheet) = &source.sheet {
            let name = listed_names(std::slice::from_ref(&sheet.name));
            if self.sheet.is_none() && !sheet.others.is_empty() {
                messages.push(format!(
                    "read the sheet {name}, not {}; use --sheet to give another",
                    listed_names(&sheet.others)
                ));
            }
            if self.header_row.is_none() && sheet.rows_above > 0 {
                messages.push(format!(
                    "the table begins in row {} of the sheet; rows skipped above it: {}; use --header-row to give \
                     another row",
                    sheet.header_row, sheet.rows_above
                ));
            }
            if sheet.n_merged > 0 {
                messages.push(format!(
                    "merged cells, in which only the first cell has a value: {}, such as {}",
                    sheet.n_merged,
                    sheet.merged.join(", ")
                ));
            }
            let cells = [
                ("cells whose formula has an error", sheet.n_errors, &sheet.first_error),
                (
                    "formulas without a stored value, read as empty; open the file in a spreadsheet and save it again",
                    sheet.n_without_value,
                    &sheet.first_without_value,
                ),
            ];
            for (what, n, first) in cells {
                if let Some(first) = first {
                    messages.push(format!("{what}: {n}, the first in {}!{first}", sheet.name));
                }
            }
        }
        if let Some(parquet) = source.parquet.as_ref().filter(|parquet| parquet.n_not_finite > 0) {
            messages.push(format!(
                "numbers that do not exist in JSON; NaN was read as an empty cell: {}",
                parquet.n_not_finite
            ));
        }
        if let Some(parquet) = source.parquet.as_ref().filter(|parquet| !parquet.left_out.is_empty()) {
            messages.push(format!(
                "columns with bytes that are not text, such as pictures, read as empty: {}",
                listed_names(&parquet.left_out)
            ));
        }
        if let Some(parquet) = source.parquet.as_ref().filter(|parquet| !parquet.vectors.is_empty()) {
            messages.push(format!(
                "columns that --embeddings-column can use: {}",
                listed_names(&parquet.vectors)
            ));
        }
        messages
    }

    fn report_lines(&self, found: &ImportReport, n_columns: usize) -> Vec<String> {
        let mut messages = found
            .source
            .as_ref()
            .map(|source| self.report_source(source))
            .unwrap_or_default();
        if found.guessed {
            messages.push(format!(
                "read as {}, which is a guess; use --encoding to give another encoding",
                found.encoding
            ));
        }
        if found.broken.n > 0 {
            let (n, first) = (found.broken.n, found.broken.lines.first().copied().unwrap_or(1));
            messages.push(format!(
                "invalid or zero bytes, read as � in the texts: {n}, the first on line {first}"
            ));
        }
        if found.above > 0 && self.lines_above.is_none() {
            messages.push(format!(
                "lines skipped above the table: {}; use --lines-above to give a different number",
                found.above
            ));
        }
        if let (Some(name), None) = (&found.doubtful, self.header) {
            messages.push(format!(
                "the first line is read as column names, and column {} is named `{}`; if this line is a row, use --header no, otherwise --header yes{}",
                name.column,
                name.cell,
                counts(found.n_rows, found.rows_without_header(), "with --header no")
            ));
        }
        if !found.records.is_empty() && self.records.is_none() {
            let others: Vec<String> = found.other_records.iter().map(|path| format!("`{path}`")).collect();
            let others = match others.is_empty() {
                true => String::new(),
                false => format!("; other lists: {}", others.join(", ")),
            };
            let records = match found.key_column.is_empty() {
                true => format!(
                    "the records are the list at `{}`; the rest of the file is left out",
                    found.records
                ),
                false => format!(
                    "the records are only the values at `{}`, with their keys in column `{}`",
                    found.records,
                    visible_name(&found.key_column)
                ),
            };
            messages.push(format!(
                "{records}; use --records to give another path, or --records '' for the objects of the file{others}"
            ));
        }
        if !found.script.is_empty() {
            messages.push(format!(
                "the file is a script; its beginning `{}` is skipped",
                visible_name(&found.script)
            ));
        }
        if !found.repaired.is_empty() {
            messages.push(format!(
                "rows in which NaN, Infinity or half of a character was replaced: {}",
                listed_lines(&found.repaired)
            ));
        }
        if found.n_joined_texts > 0 {
            messages.push(format!("texts joined from several parts: {}", found.n_joined_texts));
        }
        let is_news = |kind: &&NonRowLines| kind.kind != NonRow::SurveyHeader || self.records_below.is_none();
        messages.extend(found.aside.iter().filter(is_news).map(non_row_lines));
        for [first, second] in &found.similar_columns {
            messages.push(format!(
                "columns with similar names: `{}` and `{}`; name one exactly, or join them with --text-template",
                visible_name(first),
                visible_name(second)
            ));
        }
        if found.unguarded > 0 {
            messages.push(format!(
                "cells from which the apostrophe before a formula was removed: {}",
                found.unguarded
            ));
        }
        // In a table of several columns, a blank line cannot be a row.
        if found.blank_lines > 0 && n_columns == 1 {
            messages.push(format!("blank lines, which are not texts: {}", found.blank_lines));
        }
        let as_letters = counts(
            found.n_rows,
            found.rows_as_letters(),
            "if quotes are part of the text (--no-quotes)",
        );
        if !found.joined.is_empty() {
            messages.push(format!(
                "quotes may have joined several rows into one: lines {}{as_letters}",
                listed_items(&found.joined)
            ));
        }
        if !found.loose.is_empty() {
            let backslashes = match found.backslashes {
                true => "; if backslashes escape some of them, use --backslash-quotes",
                false => "",
            };
            let as_letters = if found.joined.is_empty() { &as_letters[..] } else { "" };
            messages.push(format!(
                "quotes removed around the beginning of a cell (--no-quotes keeps them): {}{backslashes}{as_letters}",
                listed_lines(&found.loose)
            ));
        }
        if !found.spaced.is_empty() {
            messages.push(format!(
                "blanks before a quote, so that the blanks and the quotes belong to the cell; use --skip-blanks if the quotes \
                 enclose cells: {}",
                listed_lines(&found.spaced)
            ));
        }
        // The table does not show whether the quotation marks enclose cells or belong to the texts.
        // The message contains the number of rows under each interpretation, so that the user can decide.
        if !as_letters.is_empty() && found.joined.is_empty() && found.loose.is_empty() {
            messages.push(format!("quoted cells contain line breaks{as_letters}"));
        }
        if !found.padded.is_empty() {
            messages.push(format!("padded rows: {}", listed_lines(&found.padded)));
        }
        if let Some(out) = self.leave_out.as_ref().filter(|_| !found.left_out.is_empty()) {
            let left_out: Vec<u64> = found.left_out.iter().map(|record| record.line).collect();
            messages.push(format!(
                "left out and written to {}: {}",
                out.display(),
                listed_lines(&left_out)
            ));
        }
        messages
    }
}

fn non_row_lines(
    NonRowLines {
        kind,
        left_out,
        lines: of,
    }: &NonRowLines,
) -> String {
    let name = match kind {
        NonRow::Comment => "comment lines",
        NonRow::RepeatedHeader => "lines that repeat the column names",
        NonRow::SurveyHeader => "survey lines below the column names",
        NonRow::Footer => "lines below the table",
        NonRow::EndOfFile => "end-of-file characters",
        NonRow::ByteOrderMark => "byte order marks within the file",
    };
    match left_out {
        true => format!(
            "{name}, left out (use --lines-not-rows keep to keep them): {}",
            listed_lines(of)
        ),
        false => format!(
            "possible {name}, kept (use --lines-not-rows leave-out to leave them out): {}",
            listed_lines(of)
        ),
    }
}

/// Describes how many rows the table has, and how many rows it would have with another setting.
/// Returns an empty text if one of the two numbers of rows is unknown, or if both numbers are equal.
fn counts(rows: Option<u64>, otherwise: Option<u64>, how: &str) -> String {
    match (rows, otherwise) {
        (Some(rows), Some(otherwise)) if rows != otherwise => {
            format!("; {}, {otherwise} {how}", counted(rows, "row"))
        }
        _ => String::new(),
    }
}

/// Lists the other delimiters that fit the table, each with the resulting number of rows.
fn by_delimiter(bytes: &[u8], found: &ImportReport) -> Option<String> {
    let n_rows = |import: &Import| Some(load_with(bytes, import).ok()?.pool.len() as u64);
    let others: Vec<String> = rows_by_delimiter(found, n_rows)
        .iter()
        .map(|(delimiter, n)| format!("{n} with --delimiter '{}'", delimiter.escape_default()))
        .collect();
    let (delimiter, n_rows) = (found.delimiter?, found.n_rows?);
    (!others.is_empty()).then(|| {
        format!(
            "the delimiter '{}' is a guess: {}, {}",
            delimiter.to_string().escape_debug(),
            counted(n_rows, "row"),
            others.join(", ")
        )
    })
}

fn parse_delimiter(text: &str) -> Result<Delimiter, String> {
    text.parse::<Delimiter>().map_err(|_: LoadError| {
        "a delimiter is one to eight characters without quotes and line ends, `tab`, or a code such as `\\x01`".into()
    })
}

fn parse_comment_prefix(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(['\n', '\r', '"', '\'']) {
        return Err("give the characters with which comments begin, without quotes and line ends".into());
    }
    Ok(text.into())
}

fn parse_yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("give `yes` or `no`".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_data::{ParquetReport, SheetReport};

    #[test]
    fn unread_sheets_after_the_first_twenty_are_counted() {
        let sheet = SheetReport {
            name: "first".into(),
            others: (0..25).map(|number| format!("s{number}")).collect(),
            ..SheetReport::default()
        };
        let source = TableSource {
            sheet: Some(sheet),
            ..TableSource::default()
        };
        let messages = ImportArgs::default().report_source(&source);
        assert!(
            messages[0].ends_with("`s18`, `s19`, … (+5); use --sheet to give another"),
            "{messages:?}"
        );
    }

    #[test]
    fn control_characters_in_parquet_columns_are_escaped() {
        let parquet = ParquetReport {
            vectors: vec!["vec\u{1b}[2J".into()],
            left_out: vec!["picture\u{202e}".into()],
            ..ParquetReport::default()
        };
        let source = TableSource {
            parquet: Some(parquet),
            ..TableSource::default()
        };
        let messages = ImportArgs::default().report_source(&source);
        assert!(messages[0].ends_with("`picture\\u{202e}`"), "{messages:?}");
        assert!(messages[1].ends_with("`vec\\u{1b}[2J`"), "{messages:?}");
    }
}
