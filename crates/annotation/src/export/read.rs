//! Picks and labels come back from the files that they were written to.

use super::json::is_written_so;
use super::record::free_name;
use fastgas_data::LoadError;
use fastgas_data::{Format, Import, Instance, Pool, load_with};

/// The rows of the picks in a file that [`write_picks`](super::write_picks) or [`Labeled`](super::Labeled) wrote for
/// `pool`, as cells or as JSON lines, in the file's order. Only the column `row` must be there; a row without a number in it
/// is refused.
///
/// # Errors
/// As [`load_with`]; [`LoadError::NoColumn`] without the column, [`LoadError::NotARow`] for what is no row of the pool, and
/// [`LoadError::OtherPool`] where a column of the pool is in the file and says something else.
pub fn read_picks(pool: &Pool, bytes: &[u8]) -> Result<Vec<u32>, LoadError> {
    let file = File::open(pool, bytes)?;
    file.instances().map(|instance| file.row(instance)).collect()
}

/// The labeled rows in such a file, each with its label, in the file's order; rows without a label are passed over.
/// `label_column`: where the labels are, or else the column in which [`Labeled`](super::Labeled) writes them.
///
/// # Errors
/// As [`read_picks`]; [`LoadError::RowTwice`] for a row with two labels.
pub fn read_labeled(pool: &Pool, bytes: &[u8], label_column: Option<&str>) -> Result<Vec<(u32, String)>, LoadError> {
    let file = File::open(pool, bytes)?;
    let own = || free_name("label", pool.columns());
    let label_column = file.table.column(&label_column.map_or_else(own, str::to_owned))?;
    let mut labeled = Vec::new();
    let mut is_labeled = vec![false; pool.len()];
    for instance in file.instances() {
        let label = instance.cell(label_column).trim();
        if label.is_empty() {
            continue;
        }
        let row = file.row(instance)?;
        if std::mem::replace(&mut is_labeled[row as usize], true) {
            return Err(LoadError::RowTwice { row });
        }
        labeled.push((row, label.to_owned()));
    }
    Ok(labeled)
}

/// Cells in UTF-8, whose first line names the columns, or JSON that holds the same. No table of cells begins as JSON does.
fn read(bytes: &[u8]) -> Result<Pool, LoadError> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let is_json = matches!(text.trim_ascii_start().first(), Some(b'{' | b'['));
    let import = |header| Import {
        format: Some(if is_json { Format::Jsonl } else { Format::Csv }),
        encoding: Some("UTF-8".into()),
        header,
        ..Import::default()
    };
    let loaded = match load_with(bytes, &import(None)) {
        // The pool's own names may be numbers or texts. Not at once: of two columns of one name the second would get a number,
        // and which of them is meant would be a guess.
        Err(LoadError::NoHeader { .. }) => load_with(bytes, &import(Some(true))),
        other => other,
    };
    loaded.map(|loaded| loaded.pool)
}

/// A table beside the pool whose rows it names.
struct File<'a> {
    pool: &'a Pool,
    table: Pool,
    row_column: usize,
    /// Columns that both have: (of the table, of the pool).
    shared: Vec<(usize, usize)>,
}

impl<'a> File<'a> {
    fn open(pool: &'a Pool, bytes: &[u8]) -> Result<File<'a>, LoadError> {
        let table = read(bytes)?;
        let row_column = table.column(&free_name("row", pool.columns()))?;
        let place_in_table = |name| table.columns().iter().position(|column| column == name);
        let columns = pool.columns().iter().enumerate();
        let shared = columns.filter_map(|(of_pool, name)| Some((place_in_table(name)?, of_pool)));
        Ok(File {
            shared: shared.collect(),
            pool,
            row_column,
            table,
        })
    }

    fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        self.table.instances()
    }

    /// The row of the pool that `instance` of the table names.
    fn row(&self, instance: Instance<'_>) -> Result<u32, LoadError> {
        let cell = instance.cell(self.row_column);
        let row = cell.trim().parse::<u32>().ok();
        let Some(row) = row.filter(|&row| (row as usize) < self.pool.len()) else {
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
            .find(|&&(here, there)| !is_written_so(in_pool.cell(there), instance.cell(here)))
        {
            Some(&(_, column)) => Err(LoadError::OtherPool {
                row,
                column: self.pool.columns()[column].clone(),
            }),
            None => Ok(row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{ExportFormat, ExportRows, Exported, Guard, Labeled, write_picks};
    use crate::label::{Answers, LabelAction, Labels, Said};
    use fastgas_data::load;
    use fastgas_partition::Partition;
    use fastgas_select::{Pick, Selection};

    fn labels(given: &[(u32, &str)]) -> Labels {
        let action = |&(row, label): &(u32, &str)| LabelAction {
            row,
            said: Said {
                labels: vec![label.into()],
                ..Said::default()
            },
            ..LabelAction::default()
        };
        Labels::replay(&given.iter().map(action).collect::<Vec<_>>())
    }

    #[test]
    fn what_was_written_comes_back_whatever_the_pool_s_columns_are_called() {
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
            write_picks(&pool, &selection, None, Guard::Off, b',', &mut picks).expect("memory");
            assert_eq!(read_picks(&pool, &picks), Ok(vec![2, 0]), "{header}");
            let partition = Partition {
                part_of: vec![0; 3],
                n_parts: 1,
            };
            let labeled = Labeled {
                pool: &pool,
                picks: selection
                    .picks
                    .iter()
                    .map(|pick| (pick.row, Some(pick.degree)))
                    .collect(),
                partition: Some(&partition),
                labels: &labels(&[(2, "x"), (1, "y")]),
                text_column: 0,
                values: &[],
                answers: Answers::One,
                names: &[],
                verdicts: None,
                times: Default::default(),
                tells_times: false,
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
                    let place = format!("{header}, {format:?}");
                    assert_eq!(read_picks(&pool, file.as_bytes()), Ok(picked), "{place}");
                    let mut expected = vec![(2, "x".to_owned()), (1, "y".to_owned())];
                    expected.truncate(if rows == ExportRows::Labeled { 2 } else { 1 });
                    assert_eq!(read_labeled(&pool, file.as_bytes(), None), Ok(expected), "{place}");
                }
            }
            assert_eq!(labeled.rows(), [(2, "x".to_owned()), (1, "y".to_owned())], "{header}");
        }
    }

    #[test]
    fn columns_whose_names_are_numbers_are_compared_as_others_are() {
        let lines = "{\"text\":\"a\",\"2024\":1,\"item10\":2,\"item1\":3}\n{\"text\":\"b\",\"2024\":4,\"item10\":5,\"item1\":6}\n";
        let pool = load_with(lines.as_bytes(), &Import::named("a.jsonl"))
            .expect("objects")
            .pool;
        let refused = |file: &str| read_picks(&pool, file.as_bytes()).expect_err("refused");
        let file = "rank,row,text,2024,item10,item1\n1,1,b,4,5,6\n";
        assert_eq!(read_picks(&pool, file.as_bytes()), Ok(vec![1]));
        for (cells, column) in [("3,5,6", "2024"), ("4,4,6", "item10"), ("4,5,5", "item1")] {
            let other = LoadError::OtherPool {
                row: 1,
                column: column.into(),
            };
            assert_eq!(refused(&file.replace("4,5,6", cells)), other);
        }
        let no_names = refused("1,a\n0,b\n");
        assert!(matches!(no_names, LoadError::NoColumn { name, .. } if name == "row"));
        let twice = refused("row,text,row\n0,a,1\n");
        assert_eq!(twice, LoadError::DuplicateColumn { name: "row".into() });
    }

    #[test]
    fn json_that_stood_on_several_lines_comes_back_from_one() {
        let file = "[{\"text\": \"a\", \"meta\": {\n  \"n\": [1.50]\n}}, {\"text\": \"b\", \"meta\": null}]";
        let loaded = load_with(file.as_bytes(), &Import::named("a.json")).expect("objects");
        let labeled = Labeled {
            pool: &loaded.pool,
            picks: vec![(0, None), (1, None)],
            partition: None,
            labels: &labels(&[(0, "x")]),
            text_column: 0,
            values: &loaded.found.values,
            answers: Answers::Several,
            names: &[],
            verdicts: None,
            times: Default::default(),
            tells_times: false,
        };
        let Exported::File(lines) = labeled.write(ExportRows::Picks, ExportFormat::JsonLines) else {
            panic!("JSON lines are one file");
        };
        assert_eq!(lines.lines().count(), 2, "{lines}");
        let read = |lines: &str| read_labeled(&loaded.pool, lines.as_bytes(), None);
        assert_eq!(read(&lines), Ok(vec![(0, "x".to_owned())]), "{lines}");
        assert_eq!(
            read(&lines.replace("1.50", "2")),
            Err(LoadError::OtherPool {
                row: 0,
                column: "meta".into()
            })
        );
    }

    #[test]
    fn values_of_json_are_the_same_when_they_come_back() {
        let import = Import::named("pool.jsonl");
        let lines = "{\"text\":\"a\",\"n\":1.50,\"of\":[1, 2]}\n{\"text\":\"b\",\"n\":null}\n";
        let loaded = load_with(lines.as_bytes(), &import).expect("JSON lines");
        let labeled = Labeled {
            pool: &loaded.pool,
            picks: vec![(1, Some(3)), (0, Some(2))],
            partition: None,
            labels: &labels(&[(0, "x"), (1, "y")]),
            text_column: 0,
            values: &loaded.found.values,
            answers: Answers::One,
            names: &[],
            verdicts: None,
            times: Default::default(),
            tells_times: false,
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
    fn what_belongs_to_no_row_is_refused() {
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
        let other = LoadError::OtherPool {
            row: 1,
            column: "text".into(),
        };
        assert_eq!(refused("row,text,is\n1,c,x\n"), other);
        assert!(matches!(refused("line,is\n1,x\n"), LoadError::NoColumn { name, .. } if name == "row"));
        assert!(matches!(refused("row,are\n1,x\n"), LoadError::NoColumn { name, .. } if name == "is"));
        assert_eq!(
            refused("{\"row\":0,\"is\":\"x\"}\n{\"row\":2,\"is\":\"y\"}\n"),
            not_a_row("2")
        );
        assert!(matches!(
            refused("{\"row\":0,\n\"is\":\"x\"}\n"),
            LoadError::Irregular { first, n: 2, .. } if matches!(*first, LoadError::Json { line: 1, .. })
        ));
        assert_eq!(
            read_labeled(&pool, b"row,is\n1, \n", Some("is")),
            Ok(vec![]),
            "no label, no row"
        );
    }
}
