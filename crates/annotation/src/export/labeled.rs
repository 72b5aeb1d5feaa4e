//! Picks and labels beside every column of the input.
//!
//! CSV and TSV: `rank,row,part,degree,label` first, and after these `origin` (`suggestion` where the label was accepted
//! from one, `file` where it stood in the input), `passed`, `flagged` and `note` where one of the rows has such;
//! then every column of the input under its own name, every cell as it
//! was. Where the input already has a column of one of these names, the input's column keeps it and ours gets
//! `_fastgas` after it (`label_fastgas`); if that is taken too, `_fastgas_2`, `_fastgas_3` and so on.
//!
//! Who labeled it and when (`annotator`, `labeled_at`) where annotators gave names; when, and the `seconds` that it took, where
//! a person wants the times told.
//!
//! JSON lines: `{"rank":…,"row":…,"part":…,"degree":…,"label":…, …}`, one object a line, the columns of the input behind
//! ours, named as in the CSV. Every line has the same keys, since readers take the first lines' for those of all: `labels`, a
//! list, where texts can have several or one has; `origin`, `passed`, `flagged`, `note` where one of the rows has such. A
//! number that is not known and a label that nobody gave are `null`, a text of ours that is not there is empty, what is not
//! flagged is `false`. Of an input in JSON
//! the columns of numbers, of truth values and of whole lists or objects are written as they stood there, on one line.
//!
//! Several labels of a text are one cell, with `; ` between them, in the order in which they were given.
//!
//! `rank` counts from 1, `row` and `part` from 0. A row that is no pick, or none any more, has neither rank nor degree; of
//! picks that were made before all texts were embedded neither part nor degree is known.
//!
//! Cells that a spreadsheet would take for a formula are not altered, unless the file is to be guarded ([`Guard`]).
//! Then a column behind our own says of each row how many were, and [`load`](fastgas_data) reads them as they had been.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::json::json_value;
use super::table::{Guard, Record, write_table};
use super::{hugging_face, label_studio, who};
use crate::export::PICK_COLUMNS;
use crate::label::{Answers, Labels, Origin, Pass, Said, Verdicts};
use fastgas_data::{Instance, Pool, is_formula, on_a_line};
use fastgas_partition::Partition;

/// Which rows to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportRows {
    /// The labeled picks by rank, then the rows that were labeled and are no picks any more, by row.
    Labeled,
    /// Every pick by rank, labeled or not.
    Picks,
    /// Every row of the file in its order, picked and labeled or not.
    All,
}

/// How to write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated, UTF-8, `\n` after each line.
    Csv,
    /// The same with the mark by which Excel knows UTF-8.
    ExcelCsv,
    /// The same with semicolons: what Excel reads where numbers have decimal commas.
    ExcelSemicolons,
    /// Tab-separated, else like CSV.
    Tsv,
    /// One JSON object a line.
    JsonLines,
    /// What Label Studio imports: tasks with annotations, and the labeling configuration for them.
    LabelStudio,
    /// What `datasets.load_dataset` reads: a folder with a card and the rows.
    HuggingFace,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exported {
    /// The text of one file.
    File(String),
    /// The path and the text of each file of a folder.
    Folder(Vec<(&'static str, String)>),
}

/// Cells of a file that a spreadsheet would take for formulas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formulas {
    /// How many there are, names of columns among them.
    pub cells: usize,
    /// The columns in which they are, in the file's order.
    pub columns: Vec<String>,
}

impl ExportFormat {
    /// Whether spreadsheets open it, which may take a cell for a formula.
    pub const fn is_of_cells(self) -> bool {
        matches!(
            self,
            ExportFormat::Csv | ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons | ExportFormat::Tsv
        )
    }

    /// The format's file name extension.
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Csv | ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons => "csv",
            ExportFormat::Tsv => "tsv",
            ExportFormat::JsonLines => "jsonl",
            ExportFormat::LabelStudio | ExportFormat::HuggingFace => "zip",
        }
    }

    /// The format's media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Csv | ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons => "text/csv;charset=utf-8",
            ExportFormat::Tsv => "text/tab-separated-values;charset=utf-8",
            ExportFormat::JsonLines => "application/jsonl;charset=utf-8",
            ExportFormat::LabelStudio | ExportFormat::HuggingFace => "application/zip",
        }
    }
}

/// What there is to export.
#[derive(Clone, Debug)]
pub struct Labeled<'a> {
    /// The input.
    pub pool: &'a Pool,
    /// The row of each pick, by rank, and its degree where that is known.
    pub picks: Vec<(u32, Option<u32>)>,
    /// A part for every instance, once there are parts.
    pub partition: Option<&'a Partition>,
    /// What was said of them, and is in force.
    pub labels: &'a Labels,
    /// The column that was read.
    pub text_column: usize,
    /// Columns whose cells are JSON as it was written, and no texts.
    pub values: &'a [String],
    /// How texts are answered.
    pub answers: Answers,
    /// The labels that may be given, in their order; none where answers are written.
    pub names: &'a [String],
    /// What each annotator said, where there are several.
    pub verdicts: Option<&'a Verdicts>,
    /// Milliseconds for which each row was before whoever labels here, where that is known.
    pub times: BTreeMap<u32, u64>,
    /// Whether these, and when each text was labeled, are told in every format.
    pub tells_times: bool,
}

/// A column, and what stands in it.
pub(super) type Extra = (&'static str, fn(&Said) -> &str);

/// What few rows have, and what stands there for them; nothing for all others.
const EXTRAS: [Extra; 4] = [
    ("origin", |said| match said.origin {
        Some(Origin::Suggestion { .. }) => "suggestion",
        Some(Origin::Column(_)) => "file",
        None => "",
    }),
    ("passed", |said| match said.passed {
        None => "",
        Some(Pass::Skipped) => "skipped",
        Some(Pass::CannotTell) => "cannot tell",
    }),
    ("flagged", |said| if said.flagged { "true" } else { "" }),
    ("note", |said| &said.note),
];

/// The names of what some lines have, if one of these does.
pub(super) fn extras_in(lines: &[Line<'_>]) -> Vec<String> {
    let names = lines.first().into_iter().flat_map(Line::extras).map(|(name, _)| name);
    let is_there = |name: &&str| lines.iter().any(|line| !line.extra(name).is_empty());
    names.filter(is_there).map(str::to_owned).collect()
}

/// One line of the export.
pub(super) struct Line<'a> {
    pub(super) rank: Option<usize>,
    pub(super) part: Option<u32>,
    pub(super) degree: Option<u32>,
    pub(super) said: &'a Said,
    /// Who labeled it: names and cells.
    pub(super) who: Vec<(String, String)>,
    pub(super) instance: Instance<'a>,
    pub(super) columns: &'a [String],
}

impl Line<'_> {
    /// What some lines have, each under its name, who labeled it among that; empty where this one has it not.
    pub(super) fn extras(&self) -> impl Iterator<Item = (&str, &str)> {
        let of_text = EXTRAS.into_iter().map(|(name, cell)| (name, cell(self.said)));
        let who = self.who.iter().map(|(name, cell)| (name.as_str(), cell.as_str()));
        of_text.chain(who)
    }

    /// Writes the columns of the input: where `is_value` says so, as the JSON that stands in the cell, every digit of it, if
    /// there is some and `takes` takes it; else as a text.
    pub(super) fn serialize_columns<M: SerializeMap>(
        &self,
        is_value: &[bool],
        takes: fn(&RawValue) -> bool,
        map: &mut M,
    ) -> Result<(), M::Error> {
        for ((column, cell), &is_value) in self.columns.iter().zip(self.instance.cells()).zip(is_value) {
            match json_value::<Box<RawValue>>(cell, is_value).filter(|value| takes(value)) {
                Some(value) => map.serialize_entry(column, &value)?,
                None => map.serialize_entry(column, cell)?,
            }
        }
        Ok(())
    }

    /// The one of that name.
    pub(super) fn extra(&self, name: &str) -> &str {
        let extra = self.extras().find(|(other, _)| *other == name);
        extra.map_or("", |(_, cell)| cell)
    }
}

impl<'a> Labeled<'a> {
    /// Every cell as it is. O(picks × columns).
    pub fn write(&self, rows: ExportRows, format: ExportFormat) -> Exported {
        self.write_with(rows, format, Guard::Off)
    }

    /// The cells that a guard alters. O(picks × columns).
    pub fn formulas(&self, rows: ExportRows) -> Formulas {
        let lines = self.lines(rows);
        let mut records = self.records(&lines).into_iter();
        let names = records.next().unwrap_or_default();
        let mut of_columns: Vec<usize> = names.iter().map(|name| usize::from(is_formula(name))).collect();
        for record in records {
            for (n, cell) in of_columns.iter_mut().zip(record) {
                *n += usize::from(is_formula(&cell));
            }
        }
        let named = names.into_iter().zip(&of_columns).filter(|(_, n)| **n > 0);
        Formulas {
            cells: of_columns.iter().sum(),
            columns: named.map(|(name, _)| name.into_owned()).collect(),
        }
    }

    /// The same, in formats that spreadsheets open with or without a guard. O(picks × columns).
    pub fn write_with(&self, rows: ExportRows, format: ExportFormat, guard: Guard) -> Exported {
        let lines = self.lines(rows);
        let cells = |delimiter| csv_of(&self.records(&lines), guard, delimiter);
        Exported::File(match format {
            ExportFormat::Csv => cells(b','),
            ExportFormat::ExcelCsv => format!("\u{feff}{}", cells(b',')),
            ExportFormat::ExcelSemicolons => format!("\u{feff}{}", cells(b';')),
            ExportFormat::Tsv => cells(b'\t'),
            ExportFormat::JsonLines => self.json_lines(&lines),
            ExportFormat::LabelStudio => return Exported::Folder(label_studio::files(self, &lines)),
            ExportFormat::HuggingFace => return Exported::Folder(hugging_face::files(self, &lines)),
        })
    }

    /// The labeled rows with their labels, in the order in which they are written.
    pub fn rows(&self) -> Vec<(u32, String)> {
        let lines = self.lines(ExportRows::Labeled).into_iter();
        let labeled = lines.filter_map(|line| Some((line.instance.row() as u32, line.said.answer()?)));
        labeled.collect()
    }

    fn lines(&self, rows: ExportRows) -> Vec<Line<'a>> {
        let who = who::names(self);
        let who_of = |row| {
            let cells = who::cells(row, self, &who);
            who.iter().cloned().zip(cells).collect()
        };
        let line = |row: u32, rank, degree| Line {
            rank,
            part: self.partition.map(|partition| partition.part_of[row as usize]),
            degree,
            said: self.labels.said(row),
            who: who_of(row),
            instance: self.pool.instance(row as usize),
            columns: self.pool.columns(),
        };
        let ranked = (1..)
            .zip(&self.picks)
            .map(|(rank, &(row, degree))| (row, (Some(rank), degree)));
        let picked: BTreeMap<u32, _> = ranked.clone().collect();
        let ranked = ranked.map(|(row, (rank, degree))| line(row, rank, degree));
        match rows {
            ExportRows::Picks => ranked.collect(),
            ExportRows::Labeled => {
                let former = self.labels.rows().filter(|row| !picked.contains_key(row));
                ranked
                    .filter(|line| !line.said.labels.is_empty())
                    .chain(former.map(|row| line(row, None, None)))
                    .collect()
            }
            ExportRows::All => {
                let of_row = |row| {
                    let (rank, degree) = picked.get(&row).copied().unwrap_or_default();
                    line(row, rank, degree)
                };
                (0..self.pool.len() as u32).map(of_row).collect()
            }
        }
    }

    fn json_lines(&self, lines: &[Line<'_>]) -> String {
        let columns = self.pool.columns();
        let extras = extras_in(lines);
        let own = PICK_COLUMNS.into_iter().chain(["label", "labels"]);
        let own = own.chain(extras.iter().map(String::as_str));
        let form = JsonForm {
            names: own.map(|name| (name, free_name(name, columns))).collect(),
            has_lists: self.answers == Answers::Several || lines.iter().any(|line| line.said.labels.len() > 1),
            extras: &extras,
            is_value: columns.iter().map(|name| self.values.contains(name)).collect(),
        };
        let line = |line| on_a_line(&JsonLine { line, form: &form }) + "\n";
        lines.iter().map(line).collect()
    }

    /// The names of the columns, then the cells of each line: ours, and behind these those of the input.
    fn records<'l>(&'l self, lines: &'l [Line<'_>]) -> Vec<Record<'l>> {
        let extras = extras_in(lines);
        let columns = self.pool.columns();
        let names = PICK_COLUMNS.into_iter().chain(["label"]);
        let names = names.chain(extras.iter().map(String::as_str));
        let own = names.map(|name| Cow::Owned(free_name(name, columns)));
        let header = own.chain(columns.iter().map(Cow::from)).collect();
        let record = |line: &'l Line<'_>| {
            let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
            let own = [
                number(line.rank.map(|rank| rank as u64)),
                line.instance.row().to_string(),
                number(line.part.map(u64::from)),
                number(line.degree.map(u64::from)),
                line.said.answer().unwrap_or_default(),
            ];
            let extras = extras.iter().map(|name| Cow::from(line.extra(name)));
            let own = own.into_iter().map(Cow::Owned).chain(extras);
            own.chain(line.instance.cells().map(Cow::from)).collect()
        };
        std::iter::once(header).chain(lines.iter().map(record)).collect()
    }
}

fn csv_of(records: &[Record<'_>], guard: Guard, delimiter: u8) -> String {
    let mut file = Vec::new();
    // Ours are the rank, the row, the part, the degree and the label.
    write_table(records, PICK_COLUMNS.len() + 1, guard, delimiter, &mut file).expect("writing to memory does not fail");
    String::from_utf8(file).expect("only text was written")
}

/// The name of an export of `input`: `pool.csv` becomes `pool-labeled.csv`, or `pool-labeled-label-studio.zip`.
pub fn export_file_name(input: &str, rows: ExportRows, format: ExportFormat) -> String {
    let what = match rows {
        ExportRows::Labeled => "labeled",
        ExportRows::Picks => "picks",
        ExportRows::All => "all",
    };
    let of_whom = match format {
        ExportFormat::LabelStudio => "-label-studio",
        ExportFormat::HuggingFace => "-hugging-face",
        _ => "",
    };
    name_beside(input, &format!("{what}{of_whom}.{}", format.extension()))
}

/// The name of a file beside `input`: of `pool.csv` and `prompt.txt` it is `pool-prompt.txt`.
pub fn name_beside(input: &str, what: &str) -> String {
    format!("{}-{what}", stem(input))
}

/// The name of a file without what it ends with; of `.csv` all of it.
pub fn stem(input: &str) -> &str {
    match input.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => input,
    }
}

/// `name`, with a suffix where `columns` already has it.
pub(super) fn free_name(name: &str, columns: &[String]) -> String {
    let taken = |name: &str| columns.iter().any(|column| column == name);
    if !taken(name) {
        return name.to_owned();
    }
    let suffixed = format!("{name}_fastgas");
    if !taken(&suffixed) {
        return suffixed;
    }
    (2..)
        .map(|count| format!("{suffixed}_{count}"))
        .find(|name| !taken(name))
        .expect("columns are finite")
}

/// What all lines of JSON have in common.
struct JsonForm<'a> {
    /// Each of our names, and what it is called beside the input's.
    names: BTreeMap<&'a str, String>,
    /// Whether each line has its labels as a list too.
    has_lists: bool,
    /// What some lines have.
    extras: &'a [String],
    /// Of each column of the input whether its cells are JSON.
    is_value: Vec<bool>,
}

/// One line of JSON.
struct JsonLine<'a> {
    line: &'a Line<'a>,
    form: &'a JsonForm<'a>,
}

impl Serialize for JsonLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonLine { line, form } = self;
        let name = |own: &str| &form.names[own];
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(name("rank"), &line.rank)?;
        map.serialize_entry(name("row"), &line.instance.row())?;
        map.serialize_entry(name("part"), &line.part)?;
        map.serialize_entry(name("degree"), &line.degree)?;
        map.serialize_entry(name("label"), &line.said.answer())?;
        if form.has_lists {
            map.serialize_entry(name("labels"), &line.said.labels)?;
        }
        for own in form.extras.iter().map(String::as_str) {
            let cell = line.extra(own);
            match own {
                "flagged" => map.serialize_entry(name(own), &!cell.is_empty())?,
                who::SECONDS => map.serialize_entry(name(own), &cell.parse::<f64>().ok())?,
                _ => map.serialize_entry(name(own), cell)?,
            }
        }
        line.serialize_columns(&form.is_value, |_| true, &mut map)?;
        map.end()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::label::{History, LabelAction};

    pub fn pool(columns: &[&str], rows: &[&[&str]]) -> Pool {
        let mut cells = String::new();
        let mut ends = Vec::new();
        for cell in rows.iter().flat_map(|row| row.iter()) {
            cells.push_str(cell);
            ends.push(cells.len() as u32);
        }
        Pool::from_parts(columns.iter().map(|&name| name.into()).collect(), cells, ends).unwrap()
    }

    fn picks() -> Vec<(u32, Option<u32>)> {
        vec![(2, Some(7)), (0, Some(4))]
    }

    fn labels(given: &[(u32, &str)]) -> Labels {
        let log: Vec<LabelAction> = given
            .iter()
            .map(|&(row, label)| LabelAction {
                row,
                said: Said {
                    labels: vec![label.into()],
                    ..Said::default()
                },
                ..LabelAction::default()
            })
            .collect();
        Labels::replay(&log)
    }

    /// What is written of these labels, the names being all that may be given.
    pub fn write(
        pool: &Pool,
        labels: &Labels,
        (answers, names): (Answers, &[&str]),
        rows: ExportRows,
        format: ExportFormat,
    ) -> Exported {
        let partition = Partition {
            part_of: vec![1, 0, 0, 1],
            n_parts: 2,
        };
        let names: Vec<String> = names.iter().map(|&name| name.into()).collect();
        let labeled = Labeled {
            pool,
            picks: picks(),
            partition: Some(&partition),
            labels,
            text_column: 0,
            values: &[],
            answers,
            names: &names,
            verdicts: None,
            times: BTreeMap::from([(2, 12_340)]),
            tells_times: false,
        };
        labeled.write(rows, format)
    }

    /// Each file of the folder that is written of all picks.
    pub fn folder(
        pool: &Pool,
        labels: &Labels,
        set: (Answers, &[&str]),
        format: ExportFormat,
    ) -> Vec<(&'static str, String)> {
        match write(pool, labels, set, ExportRows::Picks, format) {
            Exported::Folder(files) => files,
            Exported::File(text) => panic!("{text}"),
        }
    }

    fn export(pool: &Pool, labels: &Labels, rows: ExportRows, format: ExportFormat) -> String {
        match write(pool, labels, (Answers::One, &[]), rows, format) {
            Exported::File(text) => text,
            Exported::Folder(files) => panic!("{files:?}"),
        }
    }

    #[test]
    fn tabs_and_the_mark_of_excel_are_all_that_differs() {
        let pool = pool(&["text"], &[&["a\tb, c"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(0, "yes")]);
        let of = |format| export(&pool, &labels, ExportRows::Labeled, format);
        assert_eq!(of(ExportFormat::ExcelCsv), format!("\u{feff}{}", of(ExportFormat::Csv)));
        assert_eq!(
            of(ExportFormat::ExcelSemicolons),
            "\u{feff}rank;row;part;degree;label;text\n2;0;1;4;yes;a\tb, c\n"
        );
        assert_eq!(
            of(ExportFormat::Tsv),
            "rank\trow\tpart\tdegree\tlabel\ttext\n2\t0\t1\t4\tyes\t\"a\tb, c\"\n"
        );
    }

    #[test]
    fn labeled_rows_by_rank_then_former_picks_by_row() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(3, "no"), (0, "yes"), (2, "no"), (1, "yes")]);
        assert_eq!(
            export(&pool, &labels, ExportRows::Labeled, ExportFormat::Csv),
            "rank,row,part,degree,label,text\n1,2,0,7,no,c\n2,0,1,4,yes,a\n,1,0,,yes,b\n,3,1,,no,d\n"
        );
    }

    #[test]
    fn picks_without_a_label_are_in_the_export_of_all_picks_only() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(0, "yes")]);
        assert_eq!(
            export(&pool, &labels, ExportRows::Picks, ExportFormat::Csv),
            "rank,row,part,degree,label,text\n1,2,0,7,,c\n2,0,1,4,yes,a\n"
        );
        assert_eq!(
            export(&pool, &labels, ExportRows::Labeled, ExportFormat::JsonLines),
            "{\"rank\":2,\"row\":0,\"part\":1,\"degree\":4,\"label\":\"yes\",\"text\":\"a\"}\n"
        );
    }

    #[test]
    fn all_texts_stand_in_the_order_of_the_file_with_what_is_known_of_each() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(0, "yes"), (3, "no")]);
        assert_eq!(
            export(&pool, &labels, ExportRows::All, ExportFormat::Csv),
            "rank,row,part,degree,label,text\n2,0,1,4,yes,a\n,1,0,,,b\n1,2,0,7,,c\n,3,1,,no,d\n"
        );
    }

    /// Of early picks, and of labels that a file brought, no part is known.
    #[test]
    fn what_is_not_known_stays_empty() {
        let pool = pool(&["text"], &[&["a"], &["b"]]);
        let labeled = Labeled {
            pool: &pool,
            picks: vec![(1, None)],
            partition: None,
            labels: &labels(&[(1, "yes")]),
            text_column: 0,
            values: &[],
            answers: Answers::One,
            names: &[],
            verdicts: None,
            times: BTreeMap::new(),
            tells_times: false,
        };
        let of = |format| labeled.write(ExportRows::Labeled, format);
        let csv = "rank,row,part,degree,label,text\n1,1,,,yes,b\n";
        assert_eq!(of(ExportFormat::Csv), Exported::File(csv.into()));
        let json = "{\"rank\":1,\"row\":1,\"part\":null,\"degree\":null,\"label\":\"yes\",\"text\":\"b\"}\n";
        assert_eq!(of(ExportFormat::JsonLines), Exported::File(json.into()));
        for format in [ExportFormat::LabelStudio, ExportFormat::HuggingFace] {
            assert!(matches!(of(format), Exported::Folder(_)));
        }
    }

    #[test]
    fn what_few_rows_have_is_there_where_one_has_it() {
        let pool = pool(&["text", "note"], &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]]);
        let mut history = History::default();
        history.toggle(2, "yes", 0);
        history.toggle(2, "no", 0);
        history.note(2, "both, \"really\"", 0);
        history.pass(0, Pass::CannotTell, 0);
        let labels = history.labels();
        assert_eq!(
            export(&pool, labels, ExportRows::Picks, ExportFormat::Csv),
            "rank,row,part,degree,label,passed,note_fastgas,text,note\n1,2,0,7,yes; no,,\"both, \"\"really\"\"\",c,3\n2,0,1,4,,cannot tell,,a,1\n"
        );
        assert_eq!(
            export(&pool, labels, ExportRows::Labeled, ExportFormat::JsonLines),
            "{\"rank\":1,\"row\":2,\"part\":0,\"degree\":7,\"label\":\"yes; no\",\"labels\":[\"yes\",\"no\"],\"note_fastgas\":\"both, \\\"really\\\"\",\"text\":\"c\",\"note\":\"3\"}\n"
        );
        history.flag(0, 1);
        let all = export(&pool, history.labels(), ExportRows::Picks, ExportFormat::JsonLines);
        assert!(
            all.contains(r#""label":null,"labels":[],"passed":"cannot tell","flagged":true,"note_fastgas":"","text""#),
            "{all}"
        );
    }

    /// Readers take the keys and types of the first lines for those of all.
    #[test]
    fn every_line_of_json_has_every_key() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let mut history = History::default();
        history.give(3, Some("yes"), 0);
        history.flag(3, 1);
        history.note(3, "odd", 2);
        history.pass(2, Pass::Skipped, 3);
        let file = export(&pool, history.labels(), ExportRows::All, ExportFormat::JsonLines);
        let lines: Vec<&str> = file.lines().collect();
        assert_eq!(
            lines[1..],
            [
                r#"{"rank":null,"row":1,"part":0,"degree":null,"label":null,"passed":"","flagged":false,"note":"","text":"b"}"#,
                r#"{"rank":1,"row":2,"part":0,"degree":7,"label":null,"passed":"skipped","flagged":false,"note":"","text":"c"}"#,
                r#"{"rank":null,"row":3,"part":1,"degree":null,"label":"yes","passed":"","flagged":true,"note":"odd","text":"d"}"#,
            ]
        );
    }

    #[test]
    fn where_texts_can_have_several_labels_each_line_has_a_list() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(2, "yes")]);
        let set = (Answers::Several, &["yes", "no"][..]);
        let file = write(&pool, &labels, set, ExportRows::Picks, ExportFormat::JsonLines);
        let expected = concat!(
            r#"{"rank":1,"row":2,"part":0,"degree":7,"label":"yes","labels":["yes"],"text":"c"}"#,
            "\n",
            r#"{"rank":2,"row":0,"part":1,"degree":4,"label":null,"labels":[],"text":"a"}"#,
            "\n"
        );
        assert_eq!(file, Exported::File(expected.into()));
    }

    /// What a column brought was said by nobody here, at no time.
    #[test]
    fn when_and_for_how_long_is_told_where_a_person_wants_it() {
        let pool = pool(
            &["text", "seconds"],
            &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]],
        );
        let mut log = vec![LabelAction {
            row: 0,
            said: Said {
                labels: vec!["no".into()],
                origin: Some(Origin::Column("old".into())),
                ..Said::default()
            },
            ..LabelAction::default()
        }];
        log.push(LabelAction {
            row: 2,
            said: Said {
                labels: vec!["yes".into()],
                ..Said::default()
            },
            at_ms: 1_795_334_464_000,
            ..LabelAction::default()
        });
        let labels = Labels::replay(&log);
        let of = |tells_times, format| {
            let labeled = Labeled {
                pool: &pool,
                picks: picks(),
                partition: None,
                labels: &labels,
                text_column: 0,
                values: &[],
                answers: Answers::One,
                names: &[],
                verdicts: None,
                times: BTreeMap::from([(2, 12_340)]),
                tells_times,
            };
            match labeled.write(ExportRows::Picks, format) {
                Exported::File(text) => text,
                Exported::Folder(files) => files.into_iter().map(|(_, text)| text).collect(),
            }
        };
        assert_eq!(
            of(true, ExportFormat::Csv),
            "rank,row,part,degree,label,origin,labeled_at,seconds_fastgas,text,seconds\n\
             1,2,,7,yes,,2026-11-22T08:01:04Z,12.34,c,3\n2,0,,4,no,file,,,a,1\n"
        );
        let json = of(true, ExportFormat::JsonLines);
        assert!(
            json.contains(
                r#""label":"yes","origin":"","labeled_at":"2026-11-22T08:01:04Z","seconds_fastgas":12.34,"text":"c","seconds":"3""#
            ),
            "{json}"
        );
        assert!(
            json.contains(r#""label":"no","origin":"file","labeled_at":"","seconds_fastgas":null,"text""#),
            "{json}"
        );
        let folder = of(true, ExportFormat::HuggingFace);
        for kind in [
            "name: \"seconds_fastgas\"\n    dtype: float64",
            "name: \"labeled_at\"\n    dtype: timestamp[s, tz=UTC]",
        ] {
            assert!(folder.contains(kind), "{folder}");
        }
        assert!(folder.contains(r#""seconds_fastgas":12.34"#), "{folder}");
        assert!(of(true, ExportFormat::LabelStudio).contains(r#""lead_time": 12.34"#));
        let [csv, lines] = [ExportFormat::Csv, ExportFormat::JsonLines];
        for format in [csv, lines, ExportFormat::HuggingFace, ExportFormat::LabelStudio] {
            let unasked = of(false, format);
            assert!(
                !unasked.contains("labeled_at") && !unasked.contains("lead_time"),
                "{unasked}"
            );
        }
    }

    #[test]
    fn values_of_json_stand_as_they_stood() {
        let pool = pool(
            &["text", "n", "meta"],
            &[
                &["12", "1.50", "{\"a\": [1]}"],
                &["b", "", ""],
                &["c", "1e400", "no JSON"],
                &["d\u{2028}", "\n2", "{\n  \"a b\": [\n    1.50\n  ]\n}"],
            ],
        );
        let of = |format| {
            let labeled = Labeled {
                pool: &pool,
                picks: vec![(0, None), (1, None), (2, None), (3, None)],
                partition: None,
                labels: &Labels::default(),
                text_column: 0,
                values: &["n".to_owned(), "meta".into()],
                answers: Answers::One,
                names: &[],
                verdicts: None,
                times: BTreeMap::new(),
                tells_times: false,
            };
            match labeled.write(ExportRows::Picks, format) {
                Exported::File(text) => text,
                Exported::Folder(files) => files.into_iter().map(|(_, text)| text).collect(),
            }
        };
        let lines = of(ExportFormat::JsonLines);
        for line in [
            r#""text":"12","n":1.50,"meta":{"a": [1]}}"#,
            r#""text":"b","n":null,"meta":null}"#,
            r#""text":"c","n":1e400,"meta":"no JSON"}"#,
            r#""text":"d\u2028","n":2,"meta":{"a b":[1.50]}}"#,
        ] {
            assert!(lines.contains(line), "{lines}");
        }
        assert_eq!(lines.lines().count(), 4, "{lines}");
        let tasks = of(ExportFormat::LabelStudio);
        assert!(
            tasks.contains("\"n\": 1.50,") && tasks.contains("\"n\": \"1e400\""),
            "{tasks}"
        );
    }

    #[test]
    fn what_is_not_known_is_null() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        assert_eq!(
            export(
                &pool,
                &labels(&[(3, "x")]),
                ExportRows::Labeled,
                ExportFormat::JsonLines
            ),
            "{\"rank\":null,\"row\":3,\"part\":1,\"degree\":null,\"label\":\"x\",\"text\":\"d\"}\n"
        );
    }

    #[test]
    fn the_input_keeps_its_names() {
        let pool = pool(
            &["label", "rank", "rank_fastgas"],
            &[&["1", "2", "3"], &["", "", ""], &["4", "5", "6"], &["", "", ""]],
        );
        let csv = export(&pool, &labels(&[]), ExportRows::Picks, ExportFormat::Csv);
        assert_eq!(
            csv.lines().next().unwrap(),
            "rank_fastgas_2,row,part,degree,label_fastgas,label,rank,rank_fastgas"
        );
        let json = export(&pool, &labels(&[]), ExportRows::Picks, ExportFormat::JsonLines);
        assert!(json.starts_with(
            r#"{"rank_fastgas_2":1,"row":2,"part":0,"degree":7,"label_fastgas":null,"label":"4","rank":"5","rank_fastgas":"6"}"#
        ));
    }

    /// Quotes, delimiters, line breaks, formulas, spaces and other scripts come back as they were.
    #[test]
    fn every_cell_comes_back() {
        let odd = [
            "say \"hi\", then go",
            "two\nlines\r\nhere",
            "=SUM(A1)",
            " spaced ",
            "",
            "日本語 \u{1F600} \u{0}",
        ];
        let columns = ["a", "b", "c", "d", "e", "f"];
        let pool = pool(&columns, &[&odd, &odd, &odd, &odd]);
        let labels = labels(&[(2, "a \"b\", c")]);
        let text = export(&pool, &labels, ExportRows::Picks, ExportFormat::Csv);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].iter().skip(5).collect::<Vec<_>>(), odd);
        assert_eq!(&records[0][4], "a \"b\", c");
        for line in export(&pool, &labels, ExportRows::Picks, ExportFormat::JsonLines).lines() {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            for (name, cell) in columns.iter().zip(odd) {
                assert_eq!(value[name], cell);
            }
        }
    }

    #[test]
    fn what_a_guard_alters_is_told_and_nothing_else_is_altered() {
        let rows: [&[&str]; 4] = [&["=1+1", "it's"], &["b", "2"], &["-3", "'@x"], &["c", "d"]];
        let pool = pool(&["text", "+more"], &rows);
        let labels = labels(&[(0, "=label"), (2, "plain")]);
        let of = |format| {
            let partition = Partition {
                part_of: vec![1, 0, 0, 1],
                n_parts: 2,
            };
            let labeled = Labeled {
                pool: &pool,
                picks: picks(),
                partition: Some(&partition),
                labels: &labels,
                text_column: 0,
                values: &[],
                answers: Answers::One,
                names: &[],
                verdicts: None,
                times: BTreeMap::new(),
                tells_times: false,
            };
            let formulas = labeled.formulas(ExportRows::Picks);
            let columns = ["label", "text", "+more"].map(str::to_owned).to_vec();
            assert_eq!(formulas, Formulas { cells: 5, columns });
            let [guarded, plain] = [
                labeled.write_with(ExportRows::Picks, format, Guard::On),
                labeled.write(ExportRows::Picks, format),
            ];
            [guarded, plain].map(|written| match written {
                Exported::File(text) => text,
                Exported::Folder(files) => panic!("{files:?}"),
            })
        };
        assert_eq!(
            of(ExportFormat::Csv)[0],
            "rank,row,part,degree,label,guarded_fastgas,text,'+more\n\
             1,2,0,7,plain,2,'-3,''@x\n2,0,1,4,'=label,2,'=1+1,it's\n"
        );
        let [guarded, plain] = of(ExportFormat::JsonLines);
        assert_eq!(guarded, plain);
    }

    #[test]
    fn the_file_is_named_after_the_input() {
        let name = |input| export_file_name(input, ExportRows::Labeled, ExportFormat::Csv);
        assert_eq!(name("pool.tsv"), "pool-labeled.csv");
        assert_eq!(name("my.pool.csv"), "my.pool-labeled.csv");
        assert_eq!(name("pool"), "pool-labeled.csv");
        assert_eq!(name(".csv"), ".csv-labeled.csv");
        assert_eq!(
            export_file_name("pool.csv", ExportRows::Picks, ExportFormat::JsonLines),
            "pool-picks.jsonl"
        );
        assert_eq!(
            export_file_name("pool.csv", ExportRows::Labeled, ExportFormat::HuggingFace),
            "pool-labeled-hugging-face.zip"
        );
    }
}
