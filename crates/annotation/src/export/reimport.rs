//! Reads picks and labels from exported files.

use thiserror::Error as ThisError;

use super::json::is_written_so;
use super::record::free_name;
use crate::label::SEPARATOR;
use fastgas_data::LoadError;
use fastgas_data::{Format, Import, Instance, Loaded, Pool, Verdict, differing, load_with, row_verdicts, tolerant};

/// The content of a file, and notes for the user on how it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBack<T> {
    /// The rows in file order.
    pub rows: Vec<T>,
    /// The notes in the order of their detection.
    pub notes: Vec<ReadNote>,
}

/// A deviation of the file from the format of this program.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum ReadNote {
    /// Row numbers have a decimal point. pandas writes integers this way if the column has an empty cell.
    #[error("numbers of rows that are written with a decimal point, such as `{first}`, and read as whole ones: {n}")]
    Decimal {
        /// Number of such cells.
        n: u64,
        /// The first of them.
        first: String,
    },
    /// The encoding is a guess.
    #[error("read as {encoding}, which is a guess; save the file as UTF-8 if letters are wrong")]
    Guessed {
        /// Name of the encoding.
        encoding: String,
    },
    /// The file marks some answers as rejected, ignored, cancelled or unfinished.
    #[error(
        "answers that are no labels by column {columns}: {n_rejected} rejected, {n_void} ignored, cancelled or unfinished"
    )]
    NoLabels {
        /// The columns with these marks.
        columns: String,
        /// Number of rejected answers.
        n_rejected: u64,
        /// Number of ignored, cancelled and unfinished answers.
        n_void: u64,
    },
    /// The file has labels without approval in addition to approved ones.
    #[error("labels that are used though column {columns} does not approve them: {n}")]
    Unapproved {
        /// The columns that contain the approval.
        columns: String,
        /// Number of unapproved labels.
        n: u64,
    },
}

/// Reads the rows of the picks, in file order, from a table or JSON Lines file. The file was written for `pool` by
/// [`write_picks`](super::write_picks) or [`Labeled`](super::Labeled). The file may have been saved by a spreadsheet,
/// in another encoding. Only the column `row` is required; a row without a number in it is an error.
///
/// # Errors
/// The errors of [`load_with`]; [`LoadError::NoColumn`] without the column `row`; [`LoadError::NotARow`] if a number is
/// not a row of the pool; [`LoadError::OtherPool`] if a column of the pool is in the file with another value.
pub fn read_picks(pool: &Pool, bytes: &[u8]) -> Result<ReadBack<u32>, LoadError> {
    let file = File::open(pool, bytes)?;
    let rows = file
        .instances()
        .map(|instance| file.row(instance))
        .collect::<Result<_, _>>()?;
    Ok(file.with_notes(rows))
}

/// Reads the labeled rows with their labels from such a file, in file order. Skips rows without a label, and answers
/// that the file marks as rejected, ignored or unfinished, such as Prodigy's `answer` = `reject`. `label_column` is the
/// column of the labels; by default the one in which [`Labeled`](super::Labeled) writes them.
///
/// # Errors
/// The errors of [`read_picks`]; [`LoadError::RowTwice`] for a row with two labels.
pub fn read_labeled(
    pool: &Pool,
    bytes: &[u8],
    label_column: Option<&str>,
) -> Result<ReadBack<(u32, String)>, LoadError> {
    let file = File::open(pool, bytes)?;
    let own = || free_name("label", pool.columns());
    let label_column = file.table.column(&label_column.map_or_else(own, str::to_owned))?;
    let resolved = row_verdicts(&file.table, None, label_column);
    let (mut labeled, mut counts) = (Vec::new(), NotCounted::default());
    let mut is_labeled = vec![false; pool.len()];
    for instance in file.instances() {
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
        if label.is_empty() || verdict > Verdict::Unapproved {
            continue;
        }
        let row = file.row(instance)?;
        if std::mem::replace(&mut is_labeled[row as usize], true) {
            return Err(LoadError::RowTwice { row });
        }
        labeled.push((row, label));
    }
    let mut read = file.with_notes(labeled);
    if let Some(resolved) = &resolved {
        read.notes.extend(counts.notes(&resolved.columns));
    }
    Ok(read)
}

/// Counts of answers that are not labels, and of unapproved labels.
#[derive(Default)]
struct NotCounted {
    n_rejected: u64,
    n_void: u64,
    n_unapproved: u64,
}

impl NotCounted {
    /// The notes for these counts. `columns`: the columns that mark the answers.
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

/// The label in a cell. A JSON list of labels, as other tools write it, becomes one cell with all of them.
fn label_in(cell: &str) -> String {
    let list = || serde_json::from_str::<Vec<String>>(cell).ok();
    match cell.trim() {
        cell if cell.starts_with('[') => list().map_or_else(|| cell.to_owned(), |labels| labels.join(SEPARATOR)),
        cell => cell.to_owned(),
    }
}

/// Reads a table with a header, or the same content as JSON. A table never starts with `{` or `[`.
fn read(bytes: &[u8]) -> Result<Loaded, LoadError> {
    let marks: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];
    let text = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(bytes);
    // In UTF-16, one byte of these characters is zero.
    let first = text.iter().find(|byte| **byte != 0 && !byte.is_ascii_whitespace());
    let is_json = matches!(first, Some(b'{' | b'['));
    let import = |header| Import {
        format: Some(if is_json { Format::Jsonl } else { Format::Csv }),
        header,
        // A cell may hold a list, but each object is a row.
        records: Some(String::new()),
        ..Import::default()
    };
    match load_with(bytes, &import(None)) {
        // The pool's own column names may be numbers or texts. The first attempt does not assume a header. With a
        // header, the second of two columns of the same name would be numbered, and the choice between them would be a
        // guess.
        Err(LoadError::NoHeader { .. }) => load_with(bytes, &import(Some(true))),
        other => other,
    }
}

/// Parses a row number: an integer, or a decimal number whose fraction is zero.
fn parse_row(cell: &str) -> Option<u32> {
    let cell = cell.trim();
    let digits = match cell.split_once('.') {
        Some((digits, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => digits,
        _ => cell,
    };
    digits.parse().ok()
}

/// Returns whether a cell equals the pool's cell, apart from changes that spreadsheets make, such as line ends.
fn is_same(in_pool: &str, in_file: &str) -> bool {
    is_written_so(in_pool, in_file) || tolerant(in_pool) == tolerant(in_file)
}

/// A table whose rows refer to rows of the pool.
struct File<'a> {
    pool: &'a Pool,
    table: Pool,
    row_column: usize,
    /// Columns in both the table and the pool: (index in the table, index in the pool).
    shared: Vec<(usize, usize)>,
    /// Name of the encoding if it was guessed.
    guessed: Option<String>,
}

impl<'a> File<'a> {
    fn open(pool: &'a Pool, bytes: &[u8]) -> Result<File<'a>, LoadError> {
        let Loaded { pool: table, found } = read(bytes)?;
        let row_column = table.column(&free_name("row", pool.columns()))?;
        let place_in_table = |name| table.columns().iter().position(|column| column == name);
        let columns = pool.columns().iter().enumerate();
        let shared = columns.filter_map(|(of_pool, name)| Some((place_in_table(name)?, of_pool)));
        Ok(File {
            shared: shared.collect(),
            pool,
            row_column,
            table,
            guessed: found.guessed.then_some(found.encoding),
        })
    }

    /// The rows with the notes on the file.
    fn with_notes<T>(&self, rows: Vec<T>) -> ReadBack<T> {
        let guessed = self.guessed.clone().map(|encoding| ReadNote::Guessed { encoding });
        let cells = self.instances().map(|instance| instance.cell(self.row_column).trim());
        let mut decimal = cells.filter(|cell| cell.contains('.'));
        let first = decimal.next().map(|first| ReadNote::Decimal {
            first: first.into(),
            n: 1 + decimal.count() as u64,
        });
        ReadBack {
            rows,
            notes: guessed.into_iter().chain(first).collect(),
        }
    }

    fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        self.table.instances()
    }

    /// The pool row that `instance` of the table refers to.
    fn row(&self, instance: Instance<'_>) -> Result<u32, LoadError> {
        let cell = instance.cell(self.row_column);
        let Some(row) = parse_row(cell).filter(|&row| (row as usize) < self.pool.len()) else {
            return Err(LoadError::NotARow {
                record: instance.row() as u64 + 1,
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
    use crate::export::{EscapeFormulas, ExportFormat, ExportRows, Exported, Labeled, write_picks};
    use crate::label::{Annotation, AnswerType, Labels, LogEntry};
    use fastgas_data::load;
    use fastgas_partition::Partition;
    use fastgas_select::{Pick, Selection};

    fn read_picks(pool: &Pool, bytes: &[u8]) -> Result<Vec<u32>, LoadError> {
        super::read_picks(pool, bytes).map(|read| read.rows)
    }

    fn read_labeled(pool: &Pool, bytes: &[u8], column: Option<&str>) -> Result<Vec<(u32, String)>, LoadError> {
        super::read_labeled(pool, bytes, column).map(|read| read.rows)
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
        let labeled = super::read_labeled(&pool, file, None).expect("labels");
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
        let labeled = super::read_labeled(&pool, file, None).expect("labels");
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
            write_picks(&pool, &selection, None, EscapeFormulas::Off, b',', &mut picks).expect("memory");
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
            for format in [
                ExportFormat::Csv,
                ExportFormat::ExcelSemicolons,
                ExportFormat::Tsv,
                ExportFormat::JsonLines,
            ] {
                for (rows, picked) in [(ExportRows::Labeled, vec![2, 1]), (ExportRows::Picks, vec![2, 0])] {
                    let Exported::File(file) = labeled.write(rows, format) else {
                        panic!("each of these is one file");
                    };
                    let context = format!("{header}, {format:?}");
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
        let not_a_row = |cell: &str| LoadError::NotARow {
            record: 2,
            cell: cell.into(),
            n_instances: 2,
        };
        assert_eq!(refused("row,is\n0,x\n2,y\n"), not_a_row("2"));
        assert_eq!(refused("row,is\n0,x\n-1,y\n"), not_a_row("-1"));
        assert_eq!(refused("row,is\n0,x\n1,y\n0,z\n"), LoadError::RowTwice { row: 0 });
        assert_eq!(refused("row,text,is\n1,c,x\n"), other_pool(1, "text", ["c", "b"]));
        assert!(matches!(refused("line,is\n1,x\n"), LoadError::NoColumn { name, .. } if name == "row"));
        assert!(matches!(refused("row,are\n1,x\n"), LoadError::NoColumn { name, .. } if name == "is"));
        assert_eq!(
            refused("{\"row\":0,\"is\":\"x\"}\n{\"row\":2,\"is\":\"y\"}\n"),
            not_a_row("2")
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

    /// A label file after it was saved by Excel or pandas.
    #[test]
    fn labels_are_read_from_files_saved_by_spreadsheets() {
        let rows = (0..30).map(|row| format!("00{row},\"text {row}\r\nof two lines\",2026-01-{:02}\n", row + 1));
        let pool = format!("code,text,day\n{}", rows.collect::<String>());
        let pool = load(pool.as_bytes()).expect("a table");
        let expected = Ok(vec![(14, "fees".to_owned()), (3, "card".to_owned())]);

        // pandas reads a column with an empty cell as floats.
        let decimal = b"row,label\n14.0,fees\n3.0,card\n5.0,\n";
        assert_eq!(read_labeled(&pool, decimal, None), expected);
        let notes = super::read_labeled(&pool, decimal, None).expect("read").notes;
        assert_eq!(
            notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["numbers of rows that are written with a decimal point, such as `14.0`, and read as whole ones: 3"]
        );
        assert!(super::read_picks(&pool, b"row\n1\n2\n").expect("read").notes.is_empty());
        for cell in ["14.5", "14.", ".0", "1e1", "14,0", "-0.0", "30.0"] {
            let refused = read_labeled(&pool, format!("row;label\n\"{cell}\";fees\n").as_bytes(), None);
            assert!(matches!(refused, Err(LoadError::NotARow { .. })), "{cell}: {refused:?}");
        }

        // Excel's "Unicode text" is UTF-16 with tabs. Also tested: semicolons and JSON in UTF-16.
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

        // The error message contains both values.
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
    fn guessed_legacy_encoding_is_reported() {
        let pool = load(b"text\na\nb\n").expect("a table");
        let read =
            super::read_labeled(&pool, b"row;label\r\n0;Geb\xfchren\r\n1;\xdcberweisung\r\n", None).expect("read");
        assert_eq!(read.rows, [(0, "Gebühren".to_owned()), (1, "Überweisung".to_owned())]);
        assert!(
            matches!(&read.notes[..], [ReadNote::Guessed { .. }]),
            "{:?}",
            read.notes
        );
    }
}
