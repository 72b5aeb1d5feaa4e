//! Import settings that the user chooses for a file, and the report of what was detected in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::delimiter::Delimiter;
use super::encoding::MalformedBytes;
use super::found_labels::FoundLabels;
use super::header::DoubtfulName;
use super::language::TextLanguages;
use super::nonrows::{NonRowLines, NonRows};
use super::stray::JoinedLines;
use super::table_source::{TableChoice, TableSource};

/// Delimiters that the program detects, the most likely delimiter first.
pub const DELIMITERS: [char; 4] = [',', '\t', ';', '|'];

/// Every encoding of the Encoding Standard, the most common encoding first.
/// The list also contains the lossy variants of UTF-8 and UTF-16, and encodings outside the standard.
pub const ENCODINGS: [&str; 47] = [
    "UTF-8",
    "UTF-8-lossy",
    "windows-1252",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-16LE-lossy",
    "UTF-16BE-lossy",
    "Shift_JIS",
    "EUC-JP",
    "ISO-2022-JP",
    "gb18030",
    "Big5",
    "EUC-KR",
    "windows-1250",
    "windows-1251",
    "KOI8-U",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "macintosh",
    "x-mac-cyrillic",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "KOI8-R",
    "IBM866",
    "GBK",
    "x-user-defined",
    "IBM437",
    "IBM850",
    "UTF-32LE",
    "UTF-32BE",
    "CESU-8",
];

/// Format of the records in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Records of delimiter-separated cells. A cell that contains a delimiter is quoted (RFC 4180).
    Csv,
    /// Records of tab-separated cells. A cell that contains a tab is quoted.
    Tsv,
    /// JSON objects or JSON strings: one per line, concatenated, in a list, or in a list inside an envelope object.
    Jsonl,
    /// One text per line.
    Lines,
}

/// How the cells of a table are quoted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quotes {
    /// Double quotes. A quote inside a cell is doubled (RFC 4180).
    #[default]
    Double,
    /// Single quotes. A quote inside a cell is doubled.
    Single,
    /// Double quotes. A quote inside a cell is escaped by a backslash (`\"`), as MySQL and other programs do.
    Backslash,
    /// Cells are not quoted: quotes are ordinary characters.
    Letters,
}

/// Deserializes [`Quotes`] from any project version.
/// Older project versions store a boolean, which is true if double quotes enclose cells.
fn quotes_of_any_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Quotes, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Enclose(bool),
        Named(Quotes),
    }
    Ok(match Stored::deserialize(deserializer)? {
        Stored::Enclose(true) => Quotes::Double,
        Stored::Enclose(false) => Quotes::Letters,
        Stored::Named(quotes) => quotes,
    })
}

/// Serializes [`Quotes`] as a boolean if possible, so that older program versions can read the project.
fn serialize_quotes<S: Serializer>(quotes: &Quotes, serializer: S) -> Result<S::Ok, S::Error> {
    match quotes {
        Quotes::Double => serializer.serialize_bool(true),
        Quotes::Letters => serializer.serialize_bool(false),
        Quotes::Single | Quotes::Backslash => quotes.serialize(serializer),
    }
}

/// What to do with an irregular row.
/// A row is irregular if it has more or fewer cells than the first record, or if a row of a JSON file is invalid JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ragged {
    /// Refuse the file and report every irregular row.
    #[default]
    Stop,
    /// Keep irregular rows. Missing cells become empty, and surplus cells become new columns.
    /// Invalid JSON cannot be padded, so the file is still refused if it contains invalid JSON.
    Pad,
    /// Leave irregular rows out of the pool and keep them separately.
    LeaveOut,
}

/// What to do with JSON rows that contain `NaN`, `Infinity`, or a lone surrogate (half of an escaped character).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JsonRepair {
    /// Treat the rows as irregular rows, see [`Ragged`].
    #[default]
    Refuse,
    /// Keep the rows. `NaN` becomes `null`, `Infinity` becomes a text, and a lone surrogate becomes �.
    Keep,
}

impl JsonRepair {
    fn is_refuse(&self) -> bool {
        *self == JsonRepair::Refuse
    }
}

/// The user's settings for reading a file. Settings that are `None` are detected from the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// Format of the file's records.
    pub format: Option<Format>,
    /// Name of the encoding: any label of the Encoding Standard, or a name from [`ENCODINGS`].
    pub encoding: Option<String>,
    /// Delimiter of the cells for [`Format::Csv`].
    pub delimiter: Option<Delimiter>,
    /// Number of lines above the table that are not part of the table, such as a title or Excel's `sep=`.
    pub above: Option<u64>,
    /// Whether the first record contains the column names.
    pub header: Option<bool>,
    /// Number of records below the column names that are not rows, such as the questions of a survey.
    pub below: Option<u64>,
    /// How cells are quoted.
    pub quotes: Quotes,
    /// What to do with irregular rows.
    pub ragged: Ragged,
    /// What to do with lines that are not rows.
    #[serde(default)]
    pub non_rows: NonRows,
    /// For JSON: the keys that lead to the records inside an envelope object, separated by dots, such as `data.children`.
    /// If a key leads to a list, the path continues in every item of the list.
    /// If the file consists of several JSON values, such as pages of results, the path applies to each value.
    /// If the path is empty, the objects of the file are the records.
    /// If the last key is `*`, as in `users.*`, the records are the values of all keys of an object.
    /// The keys of the object become a column.
    #[serde(default)]
    pub records: Option<String>,
    /// For JSON: what to do with rows that contain `NaN`, `Infinity` or a lone surrogate.
    #[serde(default)]
    pub json_repair: JsonRepair,
    /// Whether blanks between a delimiter and a quoted cell are ignored.
    /// If blanks are not ignored, a quote after a blank is an ordinary character.
    #[serde(default)]
    pub skip_blanks: bool,
    /// Prefix of comment lines in a table with delimiters. Comment lines are left out.
    #[serde(default)]
    pub comment_prefix: Option<String>,
    /// Which table of a workbook or an archive to read.
    #[serde(default, skip_serializing_if = "TableChoice::is_empty")]
    pub table: TableChoice,
}

/// Report of what was detected in a file while the file was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReport {
    /// Format of the file, as in [`Import`].
    pub format: Format,
    /// Standard name of the file's encoding.
    pub encoding: String,
    /// Whether the encoding is a guess: not set by the user, not declared by a byte order mark, and not valid UTF-8.
    pub guessed: bool,
    /// Statistics about malformed bytes, which were decoded as �.
    #[serde(default)]
    pub broken: MalformedBytes,
    /// Delimiter of the cells, if the format has one.
    pub delimiter: Option<Delimiter>,
    /// Other delimiters that split most of the first records into equally many cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_delimiters: Vec<char>,
    /// Number of rows for each of the other delimiters, see [`rows_by_delimiter`](crate::rows_by_delimiter).
    /// The list is empty if the rows were not counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows_by_delimiter: Vec<(char, u64)>,
    /// Number of lines above the table that are not part of the table.
    #[serde(default)]
    pub above: u64,
    /// Whether the first record contains the column names.
    pub header: bool,
    /// The cell that suggests that the first record is a row, if the record was read as column names.
    #[serde(default)]
    pub doubtful: Option<DoubtfulName>,
    /// Number of records below the column names that are not rows. The records are also in `left_out`.
    #[serde(default)]
    pub below: u64,
    /// How the cells are quoted, as in [`Import`].
    #[serde(deserialize_with = "quotes_of_any_version", serialize_with = "serialize_quotes")]
    pub quotes: Quotes,
    /// Number of blank lines in the file, which are not records.
    pub blank_lines: u64,
    /// Number of cells whose escaping apostrophe (a guard against formulas) was removed.
    #[serde(default)]
    pub unguarded: u64,
    /// Lines of records where text follows the closing quote of a cell.
    /// The quotes were removed from the cells. For example, `"a" b` became `a b`.
    #[serde(default)]
    pub loose: Vec<u64>,
    /// Whether the file has a closing quote that follows a backslash and precedes text.
    /// A quote after a backslash may belong to the text.
    #[serde(default)]
    pub backslashes: bool,
    /// Lines of records with a quoted cell after blanks, such as ` "a"`. The blanks and the quotes belong to the cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spaced: Vec<u64>,
    /// Whether blanks precede every quoted cell of the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_spaced: bool,
    /// Records that may be several rows, because a quote in the text was read as the opening quote of a cell.
    #[serde(default)]
    pub joined: Vec<JoinedLines>,
    /// Whether a record of several lines may consist of several rows that a stray quote has joined.
    /// Without ids, numbers or repeated labels, joined rows cannot be distinguished from a text of several lines.
    #[serde(default)]
    pub undecided_quotes: bool,
    /// Number of rows in the table. `None` in projects from older versions.
    #[serde(default)]
    pub n_rows: Option<u64>,
    /// Number of additional records that result if quotes are read as ordinary characters.
    #[serde(default)]
    pub more_as_letters: u64,
    /// What was done with lines that are not rows, as in [`Import`].
    #[serde(default)]
    pub non_rows: NonRows,
    /// Whether blanks before a quoted cell are ignored, as in [`Import`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_blanks: bool,
    /// Prefix of comment lines, as in [`Import`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment_prefix: Option<String>,
    /// Lines that are certainly or possibly not rows.
    #[serde(default)]
    pub aside: Vec<NonRowLines>,
    /// Pairs of columns whose names differ only in case, whitespace, and invisible or equivalent characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub similar_columns: Vec<[String; 2]>,
    /// For JSON: the columns that contain no string, but only values of other types (kept as written) or `null`.
    #[serde(default)]
    pub values: Vec<String>,
    /// For JSON: the path that leads to the records, as in [`Import`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub records: String,
    /// For JSON: the name of the column with the keys of the records, if the records are the values of an object.
    /// The name is empty if the records are not the values of an object.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key_column: String,
    /// For JSON: the paths to other lists that may be the records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_records: Vec<String>,
    /// For JSON that a script assigns to a variable: the skipped beginning of the file, such as `window.tweets =`.
    /// The field is empty if no script assigns the JSON to a variable.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub script: String,
    /// What was done with invalid JSON values, as in [`Import`].
    #[serde(default, skip_serializing_if = "JsonRepair::is_refuse")]
    pub json_repair: JsonRepair,
    /// For JSON: the lines of the rows where `NaN`, `Infinity` or a lone surrogate was replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repaired: Vec<u64>,
    /// For JSON: number of texts that were joined from several parts.
    #[serde(default)]
    pub n_joined_texts: u64,
    /// Columns that may contain embeddings, see [`vector_columns`](crate::vector_columns).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<String>,
    /// Labels and answers in the file. `None` if the program that read the file did not look for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<FoundLabels>,
    /// Languages of the columns, by column name. Contains only columns where a language was recognized.
    /// The map of languages is empty in projects from older versions.
    #[serde(default)]
    pub text_languages: BTreeMap<String, TextLanguages>,
    /// Workbook, archive or other container that contains the table, if the file is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<TableSource>,
    /// Lines of the records that were padded with empty cells.
    pub padded: Vec<u64>,
    /// Records of the file that were left out.
    pub left_out: Vec<RejectedRow>,
}

/// A record in the file that is not in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedRow {
    /// 1-based line where the record begins.
    pub line: u64,
    /// Cells of the record. An invalid record has one cell, which contains the whole record.
    pub cells: Vec<String>,
    /// Number of rows in the pool before the record. `None` in projects from older versions.
    #[serde(default)]
    pub rows_before: Option<u32>,
}

impl Default for Import {
    fn default() -> Import {
        Import {
            format: None,
            encoding: None,
            delimiter: None,
            above: None,
            header: None,
            below: None,
            quotes: Quotes::Double,
            ragged: Ragged::Stop,
            non_rows: NonRows::ByKind,
            records: None,
            json_repair: JsonRepair::Refuse,
            skip_blanks: false,
            comment_prefix: None,
            table: TableChoice::default(),
        }
    }
}

impl Import {
    /// Import settings derived from the file's name.
    pub fn named(file_name: &str) -> Import {
        let end = file_name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
        let format = match end.as_deref() {
            Some("csv") => Some(Format::Csv),
            Some("tsv" | "tab") => Some(Format::Tsv),
            Some("jsonl" | "ndjson") => Some(Format::Jsonl),
            _ => None,
        };
        Import {
            format,
            ..Import::default()
        }
    }
}

impl Quotes {
    /// The quote character as a byte. `None` if cells are not quoted.
    pub(super) const fn mark(self) -> Option<u8> {
        match self {
            Quotes::Double | Quotes::Backslash => Some(b'"'),
            Quotes::Single => Some(b'\''),
            Quotes::Letters => None,
        }
    }
}

impl Format {
    /// Every file format, and the name that the user sees for the format.
    pub const ALL: [(Format, &str); 4] = [
        (Format::Csv, "CSV: cells between delimiters"),
        (Format::Tsv, "TSV: cells between tabs"),
        (
            Format::Jsonl,
            "JSON: an object or a text on each line, or a list of them",
        ),
        (Format::Lines, "Plain lines: a text on each line"),
    ];

    /// Identifier of the format in settings and files.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Jsonl => "jsonl",
            Format::Lines => "lines",
        }
    }

    /// Whether the records of this format consist of cells between delimiters.
    pub const fn is_delimited(self) -> bool {
        matches!(self, Format::Csv | Format::Tsv)
    }
}

impl ImportReport {
    /// Returns the import settings that make another import of the file produce the same table.
    /// The report does not contain the treatment of irregular rows, so the caller passes it as `ragged`.
    pub fn import(&self, ragged: Ragged) -> Import {
        Import {
            format: Some(self.format),
            encoding: Some(self.encoding.clone()),
            delimiter: self.delimiter,
            above: Some(self.above),
            header: Some(self.header),
            below: Some(self.below),
            quotes: self.quotes,
            ragged,
            non_rows: self.non_rows,
            records: (self.format == Format::Jsonl).then(|| self.records.clone()),
            json_repair: self.json_repair,
            skip_blanks: self.skip_blanks,
            comment_prefix: self.comment_prefix.clone(),
            table: self.source.as_ref().map(TableSource::choice).unwrap_or_default(),
        }
    }

    /// Line numbers of records skipped because they are irregular.
    /// Lines skipped because they are not rows are not listed here.
    pub fn irregular_left_out(&self) -> impl Iterator<Item = u64> {
        let is_aside = |line: u64| {
            let mut kinds = self.aside.iter().filter(|kind| kind.left_out);
            kinds.any(|kind| kind.lines.binary_search(&line).is_ok())
        };
        let lines = self.left_out.iter().map(|record| record.line);
        lines.filter(move |&line| !is_aside(line))
    }

    /// Number of rows if quotes are read as ordinary characters.
    /// `None` if quotes are unambiguous, or if the number of rows does not change.
    pub fn rows_as_letters(&self) -> Option<u64> {
        let is_doubtful = !self.joined.is_empty() || !self.loose.is_empty() || self.undecided_quotes;
        let more = Some(self.more_as_letters).filter(|&more| more > 0 && is_doubtful);
        Some(self.n_rows? + more?)
    }

    /// Number of rows if the first line is a row instead of the column names. `None` if the column names are not in doubt.
    pub fn rows_without_header(&self) -> Option<u64> {
        self.doubtful.as_ref()?;
        Some(self.n_rows? + 1)
    }
}

/// Formats the left-out records as CSV. Each row contains the line number of a record, then the record's cells.
pub fn left_out_csv(left_out: &[RejectedRow]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut write = |record: Vec<&str>| writer.write_record(record).expect("memory");
    write(vec!["line", "cells"]);
    for RejectedRow { line, cells, .. } in left_out {
        let line = line.to_string();
        write(
            [line.as_str()]
                .into_iter()
                .chain(cells.iter().map(String::as_str))
                .collect(),
        );
    }
    String::from_utf8(writer.into_inner().expect("memory")).expect("UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_older_projects_have_no_path_of_records() {
        let stored = r#"{"format":"jsonl","encoding":null,"delimiter":null,"above":null,"header":null,"below":null,
            "quotes":"double","ragged":"stop"}"#;
        let import: Import = serde_json::from_str(stored).expect("the stored data");
        assert_eq!((import.records, import.json_repair), (None, JsonRepair::Refuse));
        let found = r#"{"format":"jsonl","encoding":"UTF-8","guessed":false,"delimiter":null,"header":false,"quotes":true,
            "blank_lines":0,"padded":[],"left_out":[]}"#;
        let found: ImportReport = serde_json::from_str(found).expect("the stored data");
        let import = found.import(Ragged::Stop);
        assert_eq!(import.records.as_deref(), Some(""), "the file is read as before");
    }

    #[test]
    fn quotes_of_older_projects_are_read() {
        let stored = |quotes: &str| {
            let found = format!(
                r#"{{"format":"csv","encoding":"UTF-8","guessed":false,"delimiter":",","header":true,"quotes":{quotes},
                    "blank_lines":0,"padded":[],"left_out":[]}}"#
            );
            let found: ImportReport = serde_json::from_str(&found).expect("the stored data");
            let again = serde_json::to_string(&found).expect("JSON");
            assert!(again.contains(&format!("\"quotes\":{quotes},")), "{again}");
            assert_eq!(serde_json::from_str::<ImportReport>(&again).expect("JSON"), found);
            found.quotes
        };
        assert_eq!([stored("true"), stored("false")], [Quotes::Double, Quotes::Letters]);
        assert_eq!(stored("\"single\""), Quotes::Single);
        assert_eq!(stored("\"backslash\""), Quotes::Backslash);
    }
}
