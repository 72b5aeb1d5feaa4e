//! What a person can say of a file, and what was found of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::encoding::Broken;
use super::header::DoubtfulName;
use super::nonrows::NonRowLines;
use super::stray::Joined;

/// Delimiters that are detected, the likeliest first.
pub const DELIMITERS: [char; 4] = [',', '\t', ';', '|'];

/// Every encoding that the web knows, the most usual first, and UTF-8 and UTF-16 that are broken.
pub const ENCODINGS: [&str; 42] = [
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
];

/// How a file's records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Cells between delimiters, in quotes where they hold one (RFC 4180).
    Csv,
    /// The same with tabs.
    Tsv,
    /// JSON objects, or texts, one on each line or all of them in one list.
    Jsonl,
    /// A text on each line.
    Lines,
}

/// What encloses cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quotes {
    /// Double quotes, doubled inside (RFC 4180).
    #[default]
    Double,
    /// Single quotes, doubled inside.
    Single,
    /// Double quotes, inside of which a backslash stands before a quote: `\"`, as MySQL and others write them.
    Backslash,
    /// Nothing: quotes are letters.
    Letters,
}

/// Projects of older pages know only whether double quotes do.
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

/// As those write it, so that they can read what they have a word for.
fn quotes_as_ever<S: Serializer>(quotes: &Quotes, serializer: S) -> Result<S::Ok, S::Error> {
    match quotes {
        Quotes::Double => serializer.serialize_bool(true),
        Quotes::Letters => serializer.serialize_bool(false),
        Quotes::Single | Quotes::Backslash => quotes.serialize(serializer),
    }
}

/// What to do with an irregular row: a record that has more or fewer cells than the first, or what should be JSON and is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ragged {
    /// Refuse the file and tell every such line.
    #[default]
    Stop,
    /// Keep them all: empty cells where there are too few, new columns where there are too many. What is no JSON cannot be
    /// kept so, and the file is refused for it.
    Pad,
    /// Leave them out of the pool, and keep them beside it.
    LeaveOut,
}

/// What to do with lines that are not rows ([`NonRow`](super::nonrows::NonRow)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NonRows {
    /// Leave out what can hardly be a row, and keep what may be one. Both are reported.
    #[default]
    ByKind,
    /// Keep all of them: each line is a row, or above the table or irregular if it is said so.
    Keep,
    /// Leave all of them out, also what may be a row.
    LeaveOut,
}

/// What a person says of a file; what is none is detected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// How its records are written.
    pub format: Option<Format>,
    /// Its encoding, by any name that the web has for it.
    pub encoding: Option<String>,
    /// Of [`Format::Csv`]: one ASCII character.
    pub delimiter: Option<char>,
    /// Lines above the table, which are none of it: a title, or Excel's `sep=`.
    pub above: Option<u64>,
    /// Whether the first record names the columns.
    pub header: Option<bool>,
    /// Records below the names that are no rows: the questions of a survey, say.
    pub below: Option<u64>,
    /// What encloses cells.
    pub quotes: Quotes,
    /// Irregular rows.
    pub ragged: Ragged,
    /// Lines that are not rows.
    #[serde(default)]
    pub non_rows: NonRows,
}

/// What was found of a file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// As in [`Import`].
    pub format: Format,
    /// Its name by the standard.
    pub encoding: String,
    /// Whether the encoding is only likely: neither given nor UTF-8 nor told by a byte order mark.
    pub guessed: bool,
    /// What in it is no text, and stands there as �.
    #[serde(default)]
    pub broken: Broken,
    /// Between cells, where there are any.
    pub delimiter: Option<char>,
    /// Other delimiters that split most of the first records into equally many cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_delimiters: Vec<char>,
    /// The numbers of rows by other delimiters, see [`rows_by_delimiter`](crate::rows_by_delimiter), where these were counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows_by_delimiter: Vec<(char, u64)>,
    /// Lines above the table, which are none of it.
    #[serde(default)]
    pub above: u64,
    /// Whether the first record named the columns.
    pub header: bool,
    /// If it did, and may be a row all the same: one of its cells.
    #[serde(default)]
    pub doubtful: Option<DoubtfulName>,
    /// Records below the names that are no rows; they are among those left out.
    #[serde(default)]
    pub below: u64,
    /// As in [`Import`].
    #[serde(deserialize_with = "quotes_of_any_version", serialize_with = "quotes_as_ever")]
    pub quotes: Quotes,
    /// Lines with nothing on them, which are no records.
    pub blank_lines: u64,
    /// Cells that stood behind an apostrophe against formulas, which was taken away.
    #[serde(default)]
    pub unguarded: u64,
    /// Lines of the records with text behind the closing quote of a cell, whose quotes were taken away.
    #[serde(default)]
    pub loose: Vec<u64>,
    /// Whether in some of them a backslash stands before the closing quote: perhaps it belongs to the text.
    #[serde(default)]
    pub backslashes: bool,
    /// Records that may be several rows, because a quote of the text was taken for one that encloses a cell.
    #[serde(default)]
    pub joined: Vec<Joined>,
    /// How many rows there are; not known of projects of older pages.
    #[serde(default)]
    pub n_rows: Option<u64>,
    /// How many more records there are if quotes are letters.
    #[serde(default)]
    pub more_as_letters: u64,
    /// What was said of lines that are not rows.
    #[serde(default)]
    pub non_rows: NonRows,
    /// Lines that are not rows, or may be none.
    #[serde(default)]
    pub aside: Vec<NonRowLines>,
    /// Of JSON the columns in which no text stood but only values of other kinds, as they are written, or nothing but `null`.
    #[serde(default)]
    pub values: Vec<String>,
    /// The ISO 639-3 codes of the languages that columns are in, by their names, where they tell.
    #[serde(default)]
    pub languages: BTreeMap<String, String>,
    /// Lines of the records that were padded.
    pub padded: Vec<u64>,
    /// Records that were left out.
    pub left_out: Vec<LeftOut>,
}

/// A record that is not in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its cells; of what is no record, all of it.
    pub cells: Vec<String>,
    /// How many rows of the pool stand before it; not known of projects of older pages.
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
        }
    }
}

impl Import {
    /// What a file's name says of it.
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
    /// The quote, as a byte.
    pub(super) const fn mark(self) -> Option<u8> {
        match self {
            Quotes::Double | Quotes::Backslash => Some(b'"'),
            Quotes::Single => Some(b'\''),
            Quotes::Letters => None,
        }
    }
}

impl Format {
    /// Every format, and what a person reads for it.
    pub const ALL: [(Format, &str); 4] = [
        (Format::Csv, "CSV: cells between delimiters"),
        (Format::Tsv, "TSV: cells between tabs"),
        (
            Format::Jsonl,
            "JSON: an object or a text on each line, or a list of them",
        ),
        (Format::Lines, "Plain lines: a text on each line"),
    ];

    /// As a word.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Jsonl => "jsonl",
            Format::Lines => "lines",
        }
    }

    /// Whether records are cells between delimiters.
    pub const fn is_delimited(self) -> bool {
        matches!(self, Format::Csv | Format::Tsv)
    }
}

impl Found {
    /// The settings that read the file the same way again.
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
        }
    }

    /// The lines that were left out because they are no regular rows, and not because they are no rows at all.
    pub fn irregular_left_out(&self) -> impl Iterator<Item = u64> {
        let is_aside = |line: u64| {
            let mut kinds = self.aside.iter().filter(|kind| kind.left_out);
            kinds.any(|kind| kind.lines.binary_search(&line).is_ok())
        };
        let lines = self.left_out.iter().map(|record| record.line);
        lines.filter(move |&line| !is_aside(line))
    }

    /// How many rows there are if quotes are letters, where the quotes are in doubt and that is another number.
    pub fn rows_as_letters(&self) -> Option<u64> {
        let is_doubtful = !self.joined.is_empty() || !self.loose.is_empty();
        let more = Some(self.more_as_letters).filter(|&more| more > 0 && is_doubtful);
        Some(self.n_rows? + more?)
    }

    /// How many rows there are if the first line does not name the columns but is a row, where that is in doubt.
    pub fn rows_without_header(&self) -> Option<u64> {
        self.doubtful.as_ref()?;
        Some(self.n_rows? + 1)
    }
}

/// The records that were left out as CSV: the line of each, then its cells.
pub fn left_out_csv(left_out: &[LeftOut]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut write = |record: Vec<&str>| writer.write_record(record).expect("memory");
    write(vec!["line", "cells"]);
    for LeftOut { line, cells, .. } in left_out {
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
    fn quotes_of_older_projects_are_read() {
        let stored = |quotes: &str| {
            let found = format!(
                r#"{{"format":"csv","encoding":"UTF-8","guessed":false,"delimiter":",","header":true,"quotes":{quotes},
                    "blank_lines":0,"padded":[],"left_out":[]}}"#
            );
            let found: Found = serde_json::from_str(&found).expect("what was stored");
            let again = serde_json::to_string(&found).expect("JSON");
            assert!(again.contains(&format!("\"quotes\":{quotes},")), "{again}");
            assert_eq!(serde_json::from_str::<Found>(&again).expect("JSON"), found);
            found.quotes
        };
        assert_eq!([stored("true"), stored("false")], [Quotes::Double, Quotes::Letters]);
        assert_eq!(stored("\"single\""), Quotes::Single);
        assert_eq!(stored("\"backslash\""), Quotes::Backslash);
    }
}
