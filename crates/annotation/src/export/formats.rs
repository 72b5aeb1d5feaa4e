//! The formats of an export. An export adds picks and labels to the columns of the input.
//!
//! CSV and TSV contain all columns of the input with unchanged names and cells, followed by the export columns.
//! The export columns are `rank`, `row`, `part`, `degree` and `label`.
//! Further columns are written only if at least one row has a value:
//! * `origin`: `suggestion` or `model` for an accepted suggestion or model answer, `file` for a label from the input
//! * `confidence`, `confidence_kind` and `model`: confidence, confidence measure and model of an accepted model answer
//! * `passed`: why the text has no label: skipped, or impossible to label
//! * `flagged`: whether the text is flagged
//! * `note`: the note on the text
//!
//! An input column keeps its name even if an export column has the same name.
//! If the input has a column with the name of an export column, the export column gets a suffix: `label_fastgas`.
//! If the name with `_fastgas` is also taken, the suffix is `_fastgas_2`, `_fastgas_3` and so on.
//! With [`ColumnOrder::OwnFirst`], the export columns come before the columns of the input.
//!
//! If annotators entered their names, the `annotator` and `labeled_at` columns follow the other export columns.
//! If the user exports times, the `labeled_at` and `seconds` columns follow the other export columns.
//!
//! Several labels of a text are joined by `; ` in one cell, in the order they were assigned.
//!
//! `rank` starts at 1, `row` and `part` start at 0. A row that is not a pick has neither rank nor degree.
//! A pick that was selected before all texts were embedded has neither part nor degree.
//!
//! Cells that a spreadsheet would interpret as formulas stay unchanged, unless escaping is on ([`EscapeFormulas`]).
//! With escaping, an additional column after `label` contains the number of escaped cells in each row.
//! [`load`](fastgas_data) uses the number of escaped cells to restore the cells.
//!
//! The cells of a workbook equal the cells of the CSV file. A Parquet file has the columns of the CSV file, with types.
//! A Parquet file also has a column `labels` if texts can have several labels, or if one text has several labels.
//! In Parquet a missing value is null. An empty input cell is an empty text, or null in a column of JSON values.
//! For workbooks and Parquet, this crate returns a table. The large file writers are in the `fastgas-tables` crate.

use std::borrow::Cow;

use super::columns::{ALWAYS_ADDED, AddedColumn};
use super::hugging_face::{self, Dataset};
use super::json::json_list;
use super::json_lines::{has_lists, json_lines};
use super::label_studio;
use super::lines::{Line, Lines, Survey};
use super::pieces::{FilePieces, PieceWriter, joined};
use super::record::{ColumnOrder, ExportRows, Labeled};
use crate::label::AnswerType;
use fastgas_data::{
    DelimitedWriter, EscapeFormulas, LabelSpellings, OutputCell, OutputColumn, OutputKind, PackedTable, TableFormat,
    is_formula,
};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated, UTF-8, `\n` after each line.
    Csv,
    /// CSV with a byte order mark, which lets Excel recognize UTF-8.
    ExcelCsv,
    /// CSV with a byte order mark and semicolons. Excel expects semicolons in locales with decimal commas.
    ExcelSemicolons,
    /// An Excel workbook with one sheet.
    Workbook,
    /// Like CSV, but with tab characters as separators.
    Tsv,
    /// One JSON object per line.
    JsonLines,
    /// Parquet, with a type for each column.
    Parquet,
    /// The import format of Label Studio: tasks with annotations, and a matching labeling configuration.
    LabelStudio,
    /// A folder with a dataset card and the rows as Parquet, which `datasets.load_dataset` reads.
    HuggingFace,
}

/// The output of an export: finished files, or a table that the `fastgas-tables` crate converts to a file.
/// `T` is the type of a file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exported<T = String> {
    /// Content of the export's only file.
    File(T),
    /// Path and content of each file in a folder.
    Folder(Vec<(&'static str, T)>),
    /// A table from which the `fastgas-tables` crate creates a single file in the given format.
    Table(TableFormat, PackedTable),
    /// A folder of text files, and a table from which the `fastgas-tables` crate creates one more file.
    Dataset(Dataset),
}

/// The result of [`Labeled::write_in_slices`]: the output of the export, and the cells that look like formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlicedExport {
    /// The output of the export.
    pub exported: Exported<FilePieces>,
    /// The cells that escaping changed or would change. `None` if the format needs no escaping.
    pub formulas: Option<Formulas>,
}

/// The cells of an exported file that a spreadsheet would interpret as formulas: their number and their columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formulas {
    /// Number of cells that look like formulas, including column names.
    pub cells: usize,
    /// Columns with cells that look like formulas, in file order.
    pub columns: Vec<String>,
}

impl ExportFormat {
    /// True for formats in which a spreadsheet may interpret a cell as a formula. Workbooks mark cells as text.
    pub const fn is_of_cells(self) -> bool {
        matches!(
            self,
            ExportFormat::Csv | ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons | ExportFormat::Tsv
        )
    }

    /// Whether the `fastgas-tables` crate creates the files of this format.
    pub const fn is_written_as_table(self) -> bool {
        matches!(
            self,
            ExportFormat::Workbook | ExportFormat::Parquet | ExportFormat::HuggingFace
        )
    }

    /// The file name extension of the format.
    pub const fn extension(self) -> &'static str {
        match self {
            ExportFormat::Csv | ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons => "csv",
            ExportFormat::Tsv => "tsv",
            ExportFormat::JsonLines => "jsonl",
            ExportFormat::Workbook => TableFormat::Workbook.extension(),
            ExportFormat::Parquet => TableFormat::Parquet.extension(),
            ExportFormat::LabelStudio | ExportFormat::HuggingFace => "zip",
        }
    }

    /// The media type of the format.
    pub const fn media_type(self) -> &'static str {
        match self {
            ExportFormat::Csv | ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons => "text/csv;charset=utf-8",
            ExportFormat::Tsv => "text/tab-separated-values;charset=utf-8",
            ExportFormat::JsonLines => "application/jsonl;charset=utf-8",
            ExportFormat::Workbook => TableFormat::Workbook.media_type(),
            ExportFormat::Parquet => TableFormat::Parquet.media_type(),
            ExportFormat::LabelStudio | ExportFormat::HuggingFace => "application/zip",
        }
    }
}

impl Exported<FilePieces> {
    fn joined(self) -> Exported {
        match self {
            Exported::File(pieces) => Exported::File(joined(&pieces)),
            Exported::Folder(files) => {
                let files = files.into_iter().map(|(path, pieces)| (path, joined(&pieces)));
                Exported::Folder(files.collect())
            }
            Exported::Table(format, table) => Exported::Table(format, table),
            Exported::Dataset(dataset) => Exported::Dataset(dataset),
        }
    }
}

impl Labeled<'_> {
    /// Writes an export without escaping formula cells. O(rows × columns).
    pub fn write(&self, rows: ExportRows, format: ExportFormat) -> Exported {
        self.write_with(rows, format, EscapeFormulas::Off)
    }

    /// Like [`Labeled::write`], but escapes formula cells if `guard` is on and the format is a spreadsheet format.
    /// O(rows × columns) time.
    pub fn write_with(&self, rows: ExportRows, format: ExportFormat, guard: EscapeFormulas) -> Exported {
        let written = at_once(self.write_in_slices(rows, format, guard, &mut Slices::whole()));
        written.exported.joined()
    }

    /// Like [`Labeled::write_with`], but divides the work into slices. The unit of work is about one byte of an input cell.
    /// The result does not depend on the size of the slices of work.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn write_in_slices<P: Pause>(
        &self,
        rows: ExportRows,
        format: ExportFormat,
        guard: EscapeFormulas,
        slices: &mut Slices<P>,
    ) -> Result<SlicedExport, Stopped> {
        let lines = Lines::of(self, rows, slices).await?;
        let delimiter = match format {
            ExportFormat::Csv | ExportFormat::ExcelCsv => b',',
            ExportFormat::ExcelSemicolons => b';',
            ExportFormat::Tsv => b'\t',
            ExportFormat::JsonLines
            | ExportFormat::Workbook
            | ExportFormat::Parquet
            | ExportFormat::LabelStudio
            | ExportFormat::HuggingFace => {
                return Ok(SlicedExport {
                    exported: self.write_unescaped(&lines, format, slices).await?,
                    formulas: None,
                });
            }
        };
        let mut file = PieceWriter::default();
        if matches!(format, ExportFormat::ExcelCsv | ExportFormat::ExcelSemicolons) {
            file.push("\u{feff}".as_bytes());
        }
        let formulas = self
            .write_delimited(&lines, (guard, delimiter), &mut file, slices)
            .await?;
        Ok(SlicedExport {
            exported: Exported::File(file.into_pieces()),
            formulas: Some(formulas),
        })
    }

    /// The labeled rows with their labels, in export order, as examples for a language model.
    /// Rows that have the same labels in different orders all get the spelling of the first of these rows.
    pub fn rows(&self) -> Vec<(u32, String)> {
        at_once(self.rows_in_slices(&mut Slices::whole()))
    }

    /// Like [`Labeled::rows`], but divides the work into slices. The unit of work is about one byte of a cell.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn rows_in_slices<P: Pause>(&self, slices: &mut Slices<P>) -> Result<Vec<(u32, String)>, Stopped> {
        let mut rows = Vec::new();
        let mut spellings = LabelSpellings::default();
        let lines = Lines::of(self, ExportRows::Labeled, slices).await?;
        let labeled = |line: &Line<'_>| {
            let answer = line.annotation.answer().map(|answer| match self.answers {
                AnswerType::One | AnswerType::Several => spellings.first(answer),
                AnswerType::Text => answer,
            });
            rows.extend(answer.map(|answer| (line.instance.row() as u32, answer)));
        };
        lines.for_each(slices, labeled).await?;
        Ok(rows)
    }

    /// Writes the rows of an export as CSV with a delimiter.
    /// Returns the number and the columns of the cells that look like formulas, whether or not the cells are escaped.
    async fn write_delimited<P: Pause>(
        &self,
        lines: &Lines<'_>,
        how: (EscapeFormulas, u8),
        file: &mut PieceWriter,
        slices: &mut Slices<P>,
    ) -> Result<Formulas, Stopped> {
        const WRITTEN: &str = "writing to memory does not fail";
        let survey = lines.survey(slices).await?;
        let form = TableForm::of(self, &survey, false);
        let mut n_formulas: Vec<usize> = form
            .columns
            .iter()
            .map(|column| usize::from(is_formula(&column.name)))
            .collect();
        let mut writer = DelimitedWriter::new(&form.columns, form.n_before, how, file).expect(WRITTEN);
        lines
            .for_each(slices, |line| {
                let cells = form.cells(line);
                for (n, cell) in n_formulas.iter_mut().zip(&cells) {
                    *n += usize::from(cell.as_deref().is_some_and(is_formula));
                }
                writer.write_row(&cells).expect(WRITTEN);
            })
            .await?;
        writer.finish().expect(WRITTEN);
        let of_columns = form.columns.iter().zip(&n_formulas).filter(|(_, n)| **n > 0);
        Ok(Formulas {
            cells: n_formulas.iter().sum(),
            columns: of_columns.map(|(column, _)| column.name.clone()).collect(),
        })
    }

    async fn write_unescaped<P: Pause>(
        &self,
        lines: &Lines<'_>,
        format: ExportFormat,
        slices: &mut Slices<P>,
    ) -> Result<Exported<FilePieces>, Stopped> {
        let table = match format {
            ExportFormat::JsonLines => return Ok(Exported::File(json_lines(self, lines, slices).await?)),
            ExportFormat::LabelStudio => {
                return Ok(Exported::Folder(label_studio::files(self, lines, slices).await?));
            }
            ExportFormat::HuggingFace => {
                return Ok(Exported::Dataset(hugging_face::dataset(self, lines, slices).await?));
            }
            ExportFormat::Parquet => TableFormat::Parquet,
            _ => TableFormat::Workbook,
        };
        let survey = lines.survey(slices).await?;
        let has_lists = table == TableFormat::Parquet && has_lists(self, &survey);
        let form = TableForm::of(self, &survey, has_lists);
        let mut packed = PackedTable::with_capacity(form.columns.clone(), lines.len(), survey.n_bytes);
        lines
            .for_each(slices, |line| packed.push_row(&form.cells(line)))
            .await?;
        Ok(Exported::Table(table, packed))
    }
}

struct TableForm {
    columns: Vec<OutputColumn>,
    /// Number of columns before the additional column that counts the escaped cells in each row.
    n_before: usize,
    has_lists: bool,
    extras: Vec<AddedColumn>,
    is_value: Vec<bool>,
    order: ColumnOrder,
}

impl TableForm {
    fn of(labeled: &Labeled<'_>, survey: &Survey, has_lists: bool) -> TableForm {
        let of_pool = labeled.pool.columns();
        let own = survey.columns(has_lists).into_iter();
        let own = own.map(|column| OutputColumn::new(column.name_in_file(of_pool), column.kind()));
        let n_input = match labeled.order {
            ColumnOrder::InputFirst => of_pool.len(),
            ColumnOrder::OwnFirst => 0,
        };
        // The column with the number of escaped cells follows `label`, the last export column that is always written.
        let n_before = n_input + ALWAYS_ADDED.len();
        let input = of_pool.iter().map(|name| OutputColumn::new(name, OutputKind::Text));
        TableForm {
            columns: labeled.order.arrange(own, input),
            n_before,
            has_lists,
            extras: survey.extras.clone(),
            is_value: labeled.are_values(),
            order: labeled.order,
        }
    }

    fn cells<'l>(&'l self, line: &'l Line<'_>) -> Vec<OutputCell<'l>> {
        let numbers = line.numbers().map(|number| number.map(|number| number.to_string()));
        let label = line.annotation.answer();
        let list = self.has_lists.then(|| json_list(&line.annotation.labels));
        let own = numbers.into_iter().chain([label]).chain(list.map(Some));
        let own = own.map(|cell| cell.map(Cow::Owned));
        let own = own.chain(self.extras.iter().map(|column| line.extra_cell(column)));
        self.order.arrange(own, line.input_cells(&self.is_value))
    }
}

/// The file name for an export of `input`.
/// For the input `pool.csv`, the name is for example `pool-labeled.csv` or `pool-labeled-label-studio.zip`.
pub fn export_file_name(input: &str, rows: ExportRows, format: ExportFormat) -> String {
    let what = match rows {
        ExportRows::Labeled => "labeled",
        ExportRows::Picks => "picks",
        ExportRows::All => "all",
    };
    let suffix = match format {
        ExportFormat::LabelStudio => "-label-studio",
        ExportFormat::HuggingFace => "-hugging-face",
        _ => "",
    };
    derived_file_name(input, &format!("{what}{suffix}.{}", format.extension()))
}

/// The name of a file derived from `input`: `pool-prompt.txt` for the input `pool.csv` and the suffix `prompt.txt`.
pub fn derived_file_name(input: &str, what: &str) -> String {
    format!("{}-{what}", stem(input))
}

/// The file name without its extension, for use in the name of a derived file.
/// The name `.csv` has no extension. Path separators and characters that any operating system reserves become dashes.
/// Control characters and bidirectional formatting characters also become dashes. Long names are truncated.
pub fn stem(input: &str) -> String {
    /// File names are limited to 255 bytes. A 160-byte limit leaves room for a suffix.
    const MAX_NAME_BYTES: usize = 160;
    let stem = match input.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => input,
    };
    let is_refused = |letter: char| {
        letter.is_control()
            || matches!(
                letter,
                '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2066}'..='\u{2069}' | '\u{feff}'
            )
    };
    let end = stem.floor_char_boundary(MAX_NAME_BYTES);
    stem[..end].replace(is_refused, "-")
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::label::{
        Annotation, AnswerType, ConfidenceMeasure, ConsensusStatus, History, LabelOrigin, Labels, LogEntry, PassReason,
        ResolvedLabels,
    };
    use fastgas_data::Pool;
    use fastgas_partition::Partition;
    use fastgas_progress::NoPause;

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
        let log: Vec<LogEntry> = given
            .iter()
            .map(|&(row, label)| LogEntry {
                row,
                annotation: Annotation {
                    labels: vec![label.into()],
                    ..Annotation::default()
                },
                ..LogEntry::default()
            })
            .collect();
        Labels::replay(&log)
    }

    pub fn write(
        pool: &Pool,
        labels: &Labels,
        (answers, names): (AnswerType, &[&str]),
        rows: ExportRows,
        format: ExportFormat,
    ) -> Exported {
        let partition = Partition {
            part_of: vec![1, 0, 0, 1],
            n_parts: 2,
        };
        let names: Vec<String> = names.iter().map(|&name| name.into()).collect();
        let labeled = Labeled {
            picks: picks(),
            partition: Some(&partition),
            labels,
            answers,
            names: &names,
            times: BTreeMap::from([(2, 12_340)]),
            ..Labeled::of(pool)
        };
        labeled.write(rows, format)
    }

    pub fn folder(
        pool: &Pool,
        labels: &Labels,
        set: (AnswerType, &[&str]),
        format: ExportFormat,
    ) -> Vec<(&'static str, String)> {
        match write(pool, labels, set, ExportRows::Picks, format) {
            Exported::Folder(files) => files,
            other => panic!("{other:?}"),
        }
    }

    fn texts(exported: Exported) -> String {
        match exported {
            Exported::File(text) => text,
            Exported::Folder(files) | Exported::Dataset(Dataset { texts: files, .. }) => {
                files.into_iter().map(|(_, text)| text).collect()
            }
            Exported::Table(_, table) => table.text,
        }
    }

    pub fn dataset(pool: &Pool, labels: &Labels, set: (AnswerType, &[&str])) -> Dataset {
        match write(pool, labels, set, ExportRows::Picks, ExportFormat::HuggingFace) {
            Exported::Dataset(dataset) => dataset,
            other => panic!("{other:?}"),
        }
    }

    pub fn table_csv(table: &PackedTable) -> String {
        let mut file = Vec::new();
        let table = table.table().expect("a table");
        table
            .write_delimited(EscapeFormulas::Off, b',', &mut file)
            .expect("memory");
        String::from_utf8(file).expect("text")
    }

    fn formulas(labeled: &Labeled<'_>) -> Formulas {
        let (rows, format, mut slices) = (ExportRows::Picks, ExportFormat::Csv, Slices::whole());
        let written = at_once(labeled.write_in_slices(rows, format, EscapeFormulas::Off, &mut slices));
        written.formulas.expect("a format of cells")
    }

    /// Annotations of four rows: “cannot tell”, a label from the column `column`, two labels by Anna, and a flag.
    fn annotated_history(column: &str) -> History {
        let mut history = History::default();
        history.import(vec![(1, vec!["old".into()])], column, 1);
        history.set_annotator(Some("Anna".into()));
        history.toggle(2, "yes", 2);
        history.toggle(2, "no", 3);
        history.pass(0, PassReason::CannotTell, 4);
        history.flag(3, 5);
        history
    }

    #[test]
    fn size_of_the_slices_does_not_change_the_export() {
        let pool = pool(
            &["text", "+more"],
            &[&["=1+1", "é"], &["b\nc", ""], &["-3", "'@x"], &["d", "[1]"]],
        );
        let partition = Partition {
            part_of: vec![1, 0, 0, 1],
            n_parts: 2,
        };
        let history = annotated_history("+more");
        let names = ["yes".to_owned(), "no".into(), "old".into()];
        let labeled = Labeled {
            picks: picks(),
            partition: Some(&partition),
            labels: history.labels(),
            names: &names,
            values: &["+more".to_owned()],
            times: BTreeMap::from([(2, 12_340)]),
            tells_times: true,
            ..Labeled::of(&pool)
        };
        for format in [
            ExportFormat::Csv,
            ExportFormat::ExcelCsv,
            ExportFormat::ExcelSemicolons,
            ExportFormat::Tsv,
            ExportFormat::JsonLines,
            ExportFormat::Workbook,
            ExportFormat::Parquet,
            ExportFormat::LabelStudio,
            ExportFormat::HuggingFace,
        ] {
            for rows in [ExportRows::Labeled, ExportRows::Picks, ExportRows::All] {
                let of = |size| {
                    let mut slices = Slices::new(size, NoPause);
                    at_once(labeled.write_in_slices(rows, format, EscapeFormulas::On, &mut slices))
                };
                let whole = of(usize::MAX);
                assert_eq!(whole.formulas.is_some(), format.is_of_cells());
                assert_eq!([of(1), of(7)], [whole.clone(), whole.clone()], "{format:?} {rows:?}");
                let together = labeled.write_with(rows, format, EscapeFormulas::On);
                assert_eq!(whole.exported.joined(), together, "{format:?} {rows:?}");
            }
        }
    }

    #[test]
    fn stopped_export_returns_nothing() {
        struct Never;
        impl Pause for Never {
            async fn pause(&mut self) -> Result<(), Stopped> {
                Err(Stopped)
            }
        }
        let pool = pool(&["text"], &[&["a"]]);
        for format in [ExportFormat::Csv, ExportFormat::LabelStudio, ExportFormat::Parquet] {
            let written = at_once(async {
                let mut slices = Slices::new(1, Never);
                let labeled = Labeled::of(&pool);
                let written = labeled.write_in_slices(ExportRows::All, format, EscapeFormulas::Off, &mut slices);
                Ok(written.await)
            });
            assert_eq!(written, Err(Stopped));
        }
    }

    fn export(pool: &Pool, labels: &Labels, rows: ExportRows, format: ExportFormat) -> String {
        match write(pool, labels, (AnswerType::One, &[]), rows, format) {
            Exported::File(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tsv_and_excel_csv_differ_only_in_delimiter_and_byte_order_mark() {
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
    fn columns_of_the_input_come_first_in_the_current_order() {
        let pool = pool(&["text", "row"], &[&["=a", "x"], &["b", "y"], &["c", "z"], &["d", "1"]]);
        let mut history = History::default();
        history.give(0, Some("yes"), 0);
        history.flag(0, 1);
        let labeled = Labeled {
            picks: picks(),
            labels: history.labels(),
            order: ColumnOrder::default(),
            ..Labeled::of(&pool)
        };
        let write = |format, guard| match labeled.write_with(ExportRows::Picks, format, guard) {
            Exported::File(text) => text,
            other => panic!("{other:?}"),
        };
        let plain = write(ExportFormat::Csv, EscapeFormulas::Off);
        assert_eq!(
            plain,
            "text,row,rank,row_fastgas,part,degree,label,flagged\nc,z,1,2,,7,,\n=a,x,2,0,,4,yes,true\n"
        );
        let guarded = write(ExportFormat::Csv, EscapeFormulas::On);
        assert_eq!(
            guarded,
            "text,row,rank,row_fastgas,part,degree,label,guarded_fastgas,flagged\n\
             c,z,1,2,,7,,0,\n'=a,x,2,0,,4,yes,1,true\n"
        );
        let json = write(ExportFormat::JsonLines, EscapeFormulas::Off);
        assert_eq!(
            json.lines().nth(1),
            Some(
                r#"{"text":"=a","row":"x","rank":2,"row_fastgas":0,"part":null,"degree":4,"label":"yes","flagged":true}"#
            )
        );
        // Exports can be read back with either column order.
        for file in [plain, guarded, json] {
            let read = crate::export::read_labeled((&pool, 0, None), file.as_bytes(), None).expect("a labeled file");
            assert_eq!(read.rows, [(0, "yes".to_owned())], "{file}");
        }
        let formulas = formulas(&labeled);
        assert_eq!((formulas.cells, formulas.columns), (1, vec!["text".to_owned()]));
    }

    #[test]
    fn added_columns_are_the_columns_of_the_files() {
        let pool = pool(&["text", "rank"], &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]]);
        let mut history = annotated_history("rank");
        history.note(3, "odd", 6);
        let origin = LabelOrigin::Model {
            percent: 93,
            model: "tiny".into(),
            measure: Some(ConfidenceMeasure::LabelProbability),
        };
        history.accept_answers(vec![(3, vec!["no".into()], origin)], 7);
        let (none, some) = (Labels::default(), history.labels().clone());
        let resolved = ResolvedLabels {
            labels: some.clone(),
            statuses: BTreeMap::from([(2, ConsensusStatus::Unanimous)]),
            annotators: vec![("Anna".into(), some.clone()), ("Ben".into(), some.clone())],
        };
        let mut found = BTreeSet::new();
        for (labels, resolved) in [(&none, None), (&some, None), (&some, Some(&resolved))] {
            for (tells_times, answers) in [(false, AnswerType::One), (true, AnswerType::Several)] {
                for guard in [EscapeFormulas::Off, EscapeFormulas::On] {
                    let labeled = Labeled {
                        picks: picks(),
                        labels,
                        resolved,
                        answers,
                        times: BTreeMap::from([(2, 12_340)]),
                        tells_times,
                        ..Labeled::of(&pool)
                    };
                    let added = at_once(labeled.added_columns(guard, &mut Slices::whole()));
                    let sliced = at_once(labeled.added_columns(guard, &mut Slices::new(1, NoPause)));
                    assert_eq!(added, sliced, "the size of the slices does not change the columns");
                    let names_except = |other: AddedColumn| {
                        let others = added.iter().filter(|(column, _)| *column != other);
                        others.map(|(_, name)| name.as_str()).collect::<Vec<_>>()
                    };
                    let file = |format| texts(labeled.write_with(ExportRows::All, format, guard));
                    let csv = file(ExportFormat::Csv);
                    let header = format!("{},text,rank", names_except(AddedColumn::Labels).join(","));
                    assert_eq!(csv.lines().next(), Some(header.as_str()));
                    let of_json = names_except(AddedColumn::EscapedCells);
                    let json = file(ExportFormat::JsonLines);
                    let line = json.lines().next().expect("a line");
                    let places: Vec<_> = of_json.iter().map(|name| line.find(&format!("\"{name}\":"))).collect();
                    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{line}");
                    let n_keys = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line)
                        .expect("JSON")
                        .len();
                    assert_eq!(n_keys, of_json.len() + 2, "{line}");
                    let Exported::Table(_, table) = labeled.write(ExportRows::All, ExportFormat::Parquet) else {
                        panic!("a table");
                    };
                    let of_table = table.columns.iter().map(|column| column.name.as_str());
                    assert!(of_table.eq(of_json.into_iter().chain(["text", "rank"])), "{table:?}");
                    found.extend(added.into_iter().map(|(column, _)| column.name().into_owned()));
                }
            }
        }
        assert_eq!(found.len(), 22, "every column occurs: {found:?}");
    }

    #[test]
    fn labeled_picks_come_by_rank_then_other_labeled_rows_by_row() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(3, "no"), (0, "yes"), (2, "no"), (1, "yes")]);
        assert_eq!(
            export(&pool, &labels, ExportRows::Labeled, ExportFormat::Csv),
            "rank,row,part,degree,label,text\n1,2,0,7,no,c\n2,0,1,4,yes,a\n,1,0,,yes,b\n,3,1,,no,d\n"
        );
    }

    #[test]
    fn unlabeled_picks_are_only_in_the_export_of_all_picks() {
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
    fn export_of_all_texts_is_in_file_order() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(0, "yes"), (3, "no")]);
        assert_eq!(
            export(&pool, &labels, ExportRows::All, ExportFormat::Csv),
            "rank,row,part,degree,label,text\n2,0,1,4,yes,a\n,1,0,,,b\n1,2,0,7,,c\n,3,1,,no,d\n"
        );
    }

    /// A pick that was selected before all texts were embedded has neither part nor degree.
    #[test]
    fn unknown_values_are_empty() {
        let pool = pool(&["text"], &[&["a"], &["b"]]);
        let labeled = Labeled {
            picks: vec![(1, None)],
            labels: &labels(&[(1, "yes")]),
            ..Labeled::of(&pool)
        };
        let of = |format| labeled.write(ExportRows::Labeled, format);
        let csv = "rank,row,part,degree,label,text\n1,1,,,yes,b\n";
        assert_eq!(of(ExportFormat::Csv), Exported::File(csv.into()));
        let json = "{\"rank\":1,\"row\":1,\"part\":null,\"degree\":null,\"label\":\"yes\",\"text\":\"b\"}\n";
        assert_eq!(of(ExportFormat::JsonLines), Exported::File(json.into()));
        assert!(matches!(of(ExportFormat::LabelStudio), Exported::Folder(_)));
        for format in [ExportFormat::Workbook, ExportFormat::Parquet] {
            let Exported::Table(_, table) = of(format) else {
                panic!("a table");
            };
            let table = table.table().expect("a table");
            let row: Vec<_> = table.rows().next().expect("a row").to_vec();
            assert_eq!(
                row,
                ["1", "1", "", "", "yes", "b"].map(|cell| Some(Cow::from(cell)).filter(|_| !cell.is_empty()))
            );
        }
    }

    #[test]
    fn optional_column_is_written_if_one_row_has_a_value() {
        let pool = pool(&["text", "note"], &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]]);
        let mut history = History::default();
        history.toggle(2, "yes", 0);
        history.toggle(2, "no", 0);
        history.note(2, "both, \"really\"", 0);
        history.pass(0, PassReason::CannotTell, 0);
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

    /// Every line must have every key, because readers of JSON Lines derive keys and types from the first few lines.
    #[test]
    fn every_line_of_json_has_every_key() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let mut history = History::default();
        history.give(3, Some("yes"), 0);
        history.flag(3, 1);
        history.note(3, "odd", 2);
        history.pass(2, PassReason::Skipped, 3);
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
    fn every_line_has_a_list_if_texts_can_have_several_labels() {
        let pool = pool(&["text"], &[&["a"], &["b"], &["c"], &["d"]]);
        let labels = labels(&[(2, "yes")]);
        let set = (AnswerType::Several, &["yes", "no"][..]);
        let file = write(&pool, &labels, set, ExportRows::Picks, ExportFormat::JsonLines);
        let expected = concat!(
            r#"{"rank":1,"row":2,"part":0,"degree":7,"label":"yes","labels":["yes"],"text":"c"}"#,
            "\n",
            r#"{"rank":2,"row":0,"part":1,"degree":4,"label":null,"labels":[],"text":"a"}"#,
            "\n"
        );
        assert_eq!(file, Exported::File(expected.into()));
    }

    #[test]
    fn accepted_answers_of_a_model_have_origin_and_confidence() {
        let pool = pool(
            &["text", "model"],
            &[&["a", "A"], &["b", "B"], &["c", "C"], &["d", "D"]],
        );
        let mut history = History::default();
        history.give(2, Some("yes"), 1);
        let origin = |percent, measure| LabelOrigin::Model {
            percent,
            model: "tiny".into(),
            measure,
        };
        history.accept_answers(
            vec![
                (
                    0,
                    vec!["no".into()],
                    origin(93, Some(ConfidenceMeasure::LabelProbability)),
                ),
                (1, vec!["no".into()], origin(0, None)),
                (2, vec!["no".into()], origin(99, Some(ConfidenceMeasure::TokenMean))),
            ],
            2,
        );
        let labels = history.labels();
        assert_eq!(
            export(&pool, labels, ExportRows::Labeled, ExportFormat::Csv),
            "rank,row,part,degree,label,origin,confidence,confidence_kind,model_fastgas,text,model\n\
             1,2,0,7,yes,,,,,c,C\n2,0,1,4,no,model,0.93,label-probability,tiny,a,A\n,1,0,,no,model,,,tiny,b,B\n"
        );
        let json = export(&pool, labels, ExportRows::Labeled, ExportFormat::JsonLines);
        assert!(
            json.contains(r#""label":"no","origin":"model","confidence":0.93,"confidence_kind":"label-probability""#)
                && json.contains(r#""label":"yes","origin":"","confidence":null,"#),
            "{json}"
        );
        let Dataset { texts, .. } = dataset(&pool, labels, (AnswerType::One, &[]));
        let card = &texts[0].1;
        assert!(
            card.contains("| given by hand | 1 |\n| answered by a language model, accepted by an annotator | 1 |")
                && card.contains("name: \"confidence\"\n    dtype: float64"),
            "{card}"
        );
        let tasks = folder(&pool, labels, (AnswerType::One, &[]), ExportFormat::LabelStudio);
        let tasks: Vec<serde_json::Value> = serde_json::from_str(&tasks[0].1).expect("JSON");
        let of_row = |row: u64| tasks.iter().find(|task| task["meta"]["row"] == row).expect("a task");
        assert!(of_row(2).get("predictions").is_none() && of_row(2)["annotations"][0]["result"][0].is_object());
        let answered = of_row(0);
        assert_eq!(answered["annotations"], serde_json::json!([]));
        assert_eq!(
            (
                &answered["predictions"][0]["model_version"],
                &answered["predictions"][0]["score"]
            ),
            (&"tiny".into(), &0.93.into())
        );
    }

    /// A label from an input column has no annotator and no time.
    #[test]
    fn times_are_exported_only_on_request() {
        let pool = pool(
            &["text", "seconds"],
            &[&["a", "1"], &["b", "2"], &["c", "3"], &["d", "4"]],
        );
        let mut log = vec![LogEntry {
            row: 0,
            annotation: Annotation {
                labels: vec!["no".into()],
                origin: Some(LabelOrigin::Column("old".into())),
                ..Annotation::default()
            },
            ..LogEntry::default()
        }];
        log.push(LogEntry {
            row: 2,
            annotation: Annotation {
                labels: vec!["yes".into()],
                ..Annotation::default()
            },
            at_ms: 1_795_334_464_000,
            ..LogEntry::default()
        });
        let labels = Labels::replay(&log);
        let of = |tells_times, format| {
            let labeled = Labeled {
                picks: picks(),
                labels: &labels,
                times: BTreeMap::from([(2, 12_340)]),
                tells_times,
                ..Labeled::of(&pool)
            };
            texts(labeled.write(ExportRows::Picks, format))
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
        let card = of(true, ExportFormat::HuggingFace);
        for kind in [
            "name: \"seconds_fastgas\"\n    dtype: float64",
            "name: \"labeled_at\"\n    dtype: timestamp[ms, tz=UTC]",
        ] {
            assert!(card.contains(kind), "{card}");
        }
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
    fn json_values_are_written_unchanged() {
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
                picks: vec![(0, None), (1, None), (2, None), (3, None)],
                labels: &Labels::default(),
                values: &["n".to_owned(), "meta".into()],
                ..Labeled::of(&pool)
            };
            texts(labeled.write(ExportRows::Picks, format))
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
    fn unknown_values_are_null_in_json() {
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
    fn workbook_has_the_cells_of_csv_and_parquet_has_types() {
        let pool = pool(
            &["text", "meta"],
            &[&["a", "1.50"], &["", ""], &["=1+1", "[1]"], &["007", "x"]],
        );
        let mut history = History::default();
        history.toggle(2, "yes", 1_795_334_464_000);
        history.toggle(2, "no", 1_795_334_464_000);
        history.pass(1, PassReason::Skipped, 5);
        let values = ["meta".to_owned()];
        let labeled = Labeled {
            picks: vec![(2, Some(7)), (1, None)],
            labels: history.labels(),
            values: &values,
            times: BTreeMap::from([(2, 12_340)]),
            tells_times: true,
            ..Labeled::of(&pool)
        };
        let table = |format| match labeled.write(ExportRows::Picks, format) {
            Exported::Table(_, table) => table,
            other => panic!("{other:?}"),
        };
        let workbook = table_csv(&table(ExportFormat::Workbook));
        assert_eq!(
            labeled.write(ExportRows::Picks, ExportFormat::Csv),
            Exported::File(workbook)
        );
        let parquet = table(ExportFormat::Parquet);
        assert_eq!(
            table_csv(&parquet),
            "rank,row,part,degree,label,labels,passed,labeled_at,seconds,text,meta\n\
             1,2,,7,yes; no,\"[\"\"yes\"\",\"\"no\"\"]\",,2026-11-22T08:01:04Z,12.34,=1+1,[1]\n\
             2,1,,,,[],skipped,1970-01-01T00:00:00Z,,,\n"
        );
        let parquet = parquet.table().expect("a table");
        let kinds: Vec<OutputKind> = parquet.columns().iter().map(|column| column.kind).collect();
        let expected = [
            [OutputKind::Integer; 4].to_vec(),
            vec![OutputKind::Text, OutputKind::Texts, OutputKind::Text],
            vec![
                OutputKind::Moment,
                OutputKind::Float,
                OutputKind::Text,
                OutputKind::Text,
            ],
        ];
        assert_eq!(kinds, expected.concat());
        let last = parquet.rows().last().expect("a row");
        // An empty cell is an empty text in a column of texts, and missing in a column of JSON values.
        assert_eq!(last[9..], [Some(Cow::from("")), None]);
    }

    #[test]
    fn input_columns_keep_their_names() {
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

    /// Quotes, delimiters, line breaks, formulas, spaces and non-Latin scripts are read back unchanged.
    #[test]
    fn every_cell_round_trips() {
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
    fn escaping_changes_only_formula_cells_and_counts_them() {
        let rows: [&[&str]; 4] = [&["=1+1", "it's"], &["b", "2"], &["-3", "'@x"], &["c", "d"]];
        let pool = pool(&["text", "+more"], &rows);
        let labels = labels(&[(0, "=label"), (2, "plain")]);
        let of = |format| {
            let partition = Partition {
                part_of: vec![1, 0, 0, 1],
                n_parts: 2,
            };
            let labeled = Labeled {
                picks: picks(),
                partition: Some(&partition),
                labels: &labels,
                ..Labeled::of(&pool)
            };
            let formulas = formulas(&labeled);
            let columns = ["label", "text", "+more"].map(str::to_owned).to_vec();
            assert_eq!(formulas, Formulas { cells: 5, columns });
            let [guarded, plain] = [
                labeled.write_with(ExportRows::Picks, format, EscapeFormulas::On),
                labeled.write(ExportRows::Picks, format),
            ];
            [guarded, plain].map(texts)
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
    fn file_name_is_derived_from_the_input() {
        let name = |input| export_file_name(input, ExportRows::Labeled, ExportFormat::Csv);
        assert_eq!(name("pool.tsv"), "pool-labeled.csv");
        assert_eq!(name("my.pool.csv"), "my.pool-labeled.csv");
        assert_eq!(name("pool"), "pool-labeled.csv");
        assert_eq!(name(".csv"), ".csv-labeled.csv");
        assert_eq!(name("../../etc/pass\u{0}wd.csv"), "..-..-etc-pass-wd-labeled.csv");
        assert_eq!(name("C:\\a|b?\"<*>.csv"), "C--a-b------labeled.csv");
        assert_eq!(name("a\u{202e}vsc.exe"), "a-vsc-labeled.csv");
        assert_eq!(
            name(&format!("{}.csv", "ü".repeat(300))),
            format!("{}-labeled.csv", "ü".repeat(80))
        );
        assert_eq!(
            export_file_name("pool.csv", ExportRows::Picks, ExportFormat::JsonLines),
            "pool-picks.jsonl"
        );
        assert_eq!(
            export_file_name("pool.csv", ExportRows::Labeled, ExportFormat::HuggingFace),
            "pool-labeled-hugging-face.zip"
        );
        assert_eq!(
            export_file_name("pool.csv", ExportRows::All, ExportFormat::Workbook),
            "pool-all.xlsx"
        );
        assert_eq!(
            export_file_name("pool.csv", ExportRows::Picks, ExportFormat::Parquet),
            "pool-picks.parquet"
        );
    }
}
