//! What a person can say of a file, and what was found of it.

use serde::{Deserialize, Serialize};

/// Delimiters that are detected, the likeliest first.
pub const DELIMITERS: [char; 4] = [',', '\t', ';', '|'];

/// Encodings to offer, the most usual first; any other that the web knows is read too.
pub const ENCODINGS: [&str; 18] = [
    "UTF-8",
    "windows-1252",
    "UTF-16LE",
    "UTF-16BE",
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
];

/// How a file's records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Cells between delimiters, in quotes where they hold one (RFC 4180).
    Csv,
    /// The same with tabs.
    Tsv,
    /// A JSON object on each line.
    Jsonl,
    /// A text on each line.
    Lines,
}

/// What to do with a record that has more or fewer cells than the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ragged {
    /// Refuse the file and tell every such line.
    #[default]
    Stop,
    /// Keep them all: empty cells where there are too few, new columns where there are too many.
    Pad,
    /// Leave them out of the pool, and keep them beside it.
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
    /// Whether the first record names the columns.
    pub header: Option<bool>,
    /// Whether double quotes enclose cells; else they are letters.
    pub quotes: bool,
    /// Records of another width.
    pub ragged: Ragged,
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
    /// Between cells, where there are any.
    pub delimiter: Option<char>,
    /// Whether the first record named the columns.
    pub header: bool,
    /// As in [`Import`].
    pub quotes: bool,
    /// Lines with nothing on them, which are no records.
    pub blank_lines: u64,
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
    /// Its cells.
    pub cells: Vec<String>,
}

impl Default for Import {
    fn default() -> Import {
        Import {
            format: None,
            encoding: None,
            delimiter: None,
            header: None,
            quotes: true,
            ragged: Ragged::Stop,
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

impl Format {
    /// Every format, and what a person reads for it.
    pub const ALL: [(Format, &str); 4] = [
        (Format::Csv, "CSV: cells between delimiters"),
        (Format::Tsv, "TSV: cells between tabs"),
        (Format::Jsonl, "JSON lines: an object on each line"),
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
            header: Some(self.header),
            quotes: self.quotes,
            ragged,
        }
    }
}

/// The records that were left out as CSV: the line of each, then its cells.
pub fn left_out_csv(left_out: &[LeftOut]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut write = |record: Vec<&str>| writer.write_record(record).expect("memory");
    write(vec!["line", "cells"]);
    for LeftOut { line, cells } in left_out {
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
