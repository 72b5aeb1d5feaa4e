use super::*;
use crate::export::{ColumnOrder, EscapeFormulas, ExportFormat, ExportRows, Exported, Labeled, picks_table};
use crate::label::{Annotation, AnswerType, LabelOrigin, Labels, LogEntry};
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
        "answers that are not labels according to column answer: 1 rejected, 1 ignored, canceled or unfinished"
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
fn words_in_columns_of_the_pool_are_no_verdicts_on_exported_labels() {
    for column in ["decision", "status", "review", "answer", "second look"] {
        let pool = load(format!("text,{column}\na,accept\nb,reject\nc,ignore\n").as_bytes()).expect("a table");
        let given = labels(&[(0, "x"), (1, "y"), (2, "x")]);
        for (order, format) in [ColumnOrder::InputFirst, ColumnOrder::OwnFirst]
            .into_iter()
            .flat_map(|order| [ExportFormat::Csv, ExportFormat::JsonLines].map(|format| (order, format)))
        {
            let labeled = Labeled {
                labels: &given,
                order,
                ..Labeled::of(&pool)
            };
            let Exported::File(file) = labeled.write(ExportRows::Labeled, format) else {
                panic!("this export is one file");
            };
            let read = super::read_labeled((&pool, 0, None), file.as_bytes(), None).expect("labels");
            let expected = [(0, "x"), (1, "y"), (2, "x")].map(|(row, label)| (row, label.to_owned()));
            assert_eq!((read.rows, read.notes), (expected.to_vec(), Vec::new()), "{file}");
        }
    }
    let read = |pool: &Pool, file: &str, label| {
        let read = read_labeled(pool, file.as_bytes(), label).expect("labels");
        read.into_iter().map(|(row, _)| row).collect::<Vec<_>>()
    };
    // A reviewer has added a column to the export.
    let pool = load(b"text,decision\na,accept\nb,reject\n").expect("a table");
    let reviewed = "review,text,decision,row,label\nreject,a,accept,0,x\naccept,b,reject,1,y\n";
    assert_eq!(read(&pool, reviewed, None), [1]);
    // The column `answer` of the pool accepts or rejects the labels in the pool's own column `label`.
    let pool = load(b"text,label,answer\na,x,accept\nb,y,reject\n").expect("a table");
    let file = "row,text,label,answer,label_fastgas\n0,a,x,accept,\n1,b,y,reject,x\n";
    assert_eq!(read(&pool, file, Some("label")), [0]);
    assert_eq!(read(&pool, file, None), [1]);
}

#[test]
fn unchanged_columns_of_the_pool_are_no_verdicts_on_a_colleagues_labels() {
    for column in ["decision", "status", "review", "answer", "second look"] {
        let pool =
            load(format!("text,{column}\na,accept\nb,reject\nc,ignore\nd,reject\n").as_bytes()).expect("a table");
        let read = |file: &str, label| {
            let read = super::read_labeled((&pool, 0, None), file.as_bytes(), label).expect("labels");
            (read.rows, read.notes)
        };
        let expected = [(2, "x"), (0, "y"), (1, "x")].map(|(row, label)| (row, label.to_owned()));
        let matched = ReadNote::Matched {
            column: "text".into(),
            n: 3,
        };
        let returned = format!("text,{column},label\nc,Ignore ,x\na,accept,y\nb,reject,x\n");
        assert_eq!(read(&returned, None), (expected.to_vec(), vec![matched]), "{returned}");
        let numbered = format!("row,text,{column},topic\n2,c,ignore,x\n0,a,accept,y\n1,b,reject,x\n");
        assert_eq!(
            read(&numbered, Some("topic")),
            (expected.to_vec(), Vec::new()),
            "{numbered}"
        );
    }
    let read = |pool: &Pool, file: &str, label| {
        let read = read_labeled(pool, file.as_bytes(), label).expect("labels");
        read.into_iter().map(|(row, _)| row).collect::<Vec<_>>()
    };
    let pool = load(b"text,rejected\na,true\nb,false\n").expect("a table");
    assert_eq!(read(&pool, "text,rejected,label\na,TRUE,x\nb,FALSE,y\n", None), [0, 1]);
    // The colleague has changed the column `rejected`, so the column is not a copy.
    assert_eq!(read(&pool, "text,rejected,label\na,false,x\nb,true,y\n", None), [0]);
    // In a table with a row for each annotator, all rows of a text are compared with the pool.
    let answers = "text,annotator,rejected,label\na,Anna,true,x\na,Bob,true,x\nb,Anna,false,y\nb,Bob,false,y\n";
    assert_eq!(read(&pool, answers, None), [0, 1]);
    assert_eq!(read(&pool, &answers.replace("Bob,false", "Bob,true"), None), [1]);
    // The text `a` occurs twice in the file and once in the pool. The cell `true` is not in the pool's row of the text.
    let pool = load(b"text,rejected\na,false\nb,true\nc,false\n").expect("a table");
    let file = "text,rejected,label\na,false,x\na,true,y\nb,true,x\nc,false,y\n";
    assert_eq!(read(&pool, file, None), [2]);
    assert_eq!(read(&pool, &file.replace("a,true", "a,false"), None), [1, 2]);
    // The column `answer` of the pool accepts or rejects the labels in the pool's own column `label`.
    let pool = load(b"text,label,answer\na,x,accept\nb,y,reject\n").expect("a table");
    let file = "text,label,answer,topic\na,x,accept,u\nb,y,reject,v\n";
    assert_eq!(read(&pool, file, Some("label")), [0]);
    assert_eq!(read(&pool, file, Some("topic")), [0, 1]);
}

#[test]
fn proposed_labels_of_an_export_are_left_out() {
    let origins = [
        None,
        Some(LabelOrigin::Model {
            percent: 93,
            model: "tiny".into(),
            measure: None,
        }),
        Some(LabelOrigin::Suggestion { percent: 83 }),
        Some(LabelOrigin::Column("topic".into())),
    ];
    let entries = (0..).zip(origins).map(|(row, origin)| LogEntry {
        row,
        annotation: Annotation {
            labels: vec!["x".into()],
            origin,
            ..Annotation::default()
        },
        ..LogEntry::default()
    });
    let labels = Labels::replay(&entries.collect::<Vec<_>>());
    for (header, column) in [("text,topic", "origin"), ("text,origin", "origin_fastgas")] {
        let named = Import {
            header: Some(true),
            ..Import::named("pool.csv")
        };
        let file = format!("{header}\na,r\nb,s\nc,t\nd,u\n");
        let pool = load_with(file.as_bytes(), &named).expect("a table").pool;
        let labeled = Labeled {
            labels: &labels,
            ..Labeled::of(&pool)
        };
        for format in [ExportFormat::Csv, ExportFormat::Tsv, ExportFormat::JsonLines] {
            let Exported::File(file) = labeled.write(ExportRows::Labeled, format) else {
                panic!("this export is one file");
            };
            let read = |label| super::read_labeled((&pool, 0, None), file.as_bytes(), label).expect("labels");
            let left_out = ReadNote::Proposed {
                column: column.into(),
                n: 2,
            };
            for label in [None, Some("label")] {
                let read = read(label);
                assert_eq!(read.rows, [(0, "x".to_owned()), (3, "x".to_owned())], "{file}");
                assert_eq!(read.notes, std::slice::from_ref(&left_out), "{file}");
            }
            assert_eq!(
                left_out.to_string(),
                format!(
                    "accepted suggestions and accepted answers of a language model, left out by column `{column}`: 2"
                )
            );
            // The column with the origins describes only the labels in the label column of the export.
            // Therefore no label is left out if the labels are read from the pool's true-label column.
            let own = read(Some(pool.columns()[1].as_str()));
            assert_eq!((own.rows.len(), own.notes), (4, Vec::new()), "{file}");
        }
    }
    // An `origin` column with a cell that is not an origin does not come from an export.
    let pool = load(b"text\na\nb\n").expect("a table");
    let foreign = read_labeled(&pool, b"row,label,origin\n0,x,model\n1,y,Paris\n", None);
    assert_eq!(foreign, Ok(vec![(0, "x".to_owned()), (1, "y".to_owned())]));
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
                    panic!("this export is one file");
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
    let lines =
        "{\"text\":\"a\",\"2024\":1,\"item10\":2,\"item1\":3}\n{\"text\":\"b\",\"2024\":4,\"item10\":5,\"item1\":6}\n";
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
    // A pool may have one row for each annotator's answer. The label then belongs to the first row with the text.
    let answers = load(b"text,annotator\na,Anna\na,Bob\nb,Anna\nb,Bob\nc,Bob\n").expect("a table");
    let rows = "row,text,annotator,label\n0,a,Anna,x; y\n1,a,Bob,y; x\n2,b,Anna,x\n3,b,Bob,y\n4,c,Bob,y\n";
    let (labeled, notes) = expected();
    let labeled: Vec<(u32, String)> = labeled.into_iter().map(|(row, label)| (2 * row, label)).collect();
    assert_eq!(read(&answers, rows), (labeled, notes));
    // In a pool without a column of annotators, rows with the same text are separate texts and are not merged.
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

#[test]
fn quotes_that_join_rows_are_reported_with_both_counts() {
    let pool = load(b"id,text\na1,a\nb2,b\nc3,c\nd4,d\n").expect("a table");
    let file = "row,label,note\n0,fees,\"odd\n1,card,plain\n2,fees,odd\"\n3,card,plain\n";
    for file in [file.to_owned(), file.replace(',', "\t")] {
        let read = super::read_labeled((&pool, 1, None), file.as_bytes(), None).expect("labels");
        assert_eq!(read.rows, [(0, "fees".to_owned()), (3, "card".to_owned())]);
        let joined = ReadNote::Joined {
            of: vec![JoinedLines { first: 2, last: 4 }],
            n_rows: 2,
            n_as_letters: 4,
        };
        assert_eq!(read.notes, [joined]);
        let picks = super::read_picks(&pool, file.as_bytes()).expect("picks");
        assert_eq!(picks.notes, read.notes);
    }
    let loose = "row,label\n0,\"odd\" one\n1,card\n";
    let read = super::read_labeled((&pool, 1, None), loose.as_bytes(), None).expect("labels");
    assert_eq!(read.rows, [(0, "odd one".to_owned()), (1, "card".to_owned())]);
    assert_eq!(read.notes, [ReadNote::Loose { of: vec![2] }]);
    // The quotation marks in the last row may enclose a cell or be part of the text.
    // The note therefore states both numbers of rows: with and without quotation marks as ordinary characters.
    let broken = "row,label,note\n0,\"odd\" one,plain\n1,card,\"two\nlines\"\n";
    let read = super::read_labeled((&pool, 1, None), broken.as_bytes(), None).expect("labels");
    let line_breaks = ReadNote::LineBreaks {
        n_rows: 2,
        n_as_letters: 3,
    };
    assert_eq!(read.notes, [ReadNote::Loose { of: vec![2] }, line_breaks]);
    // A quotation mark after a blank does not enclose the cell, so both quotation marks are part of the label.
    let spaced = "row,label\n0, \"fees\"\n1,card\n";
    let read = super::read_labeled((&pool, 1, None), spaced.as_bytes(), None).expect("labels");
    assert_eq!(read.rows, [(0, "\"fees\"".to_owned()), (1, "card".to_owned())]);
    assert_eq!(read.notes, [ReadNote::Spaced { of: vec![2] }]);
    // A well-formed quoted cell of two lines causes no note.
    let quoted = "row,label,note\n0,fees,\"two\nlines\"\n1,card,\"one, two\"\n";
    let read = super::read_labeled((&pool, 1, None), quoted.as_bytes(), None).expect("labels");
    assert_eq!((read.rows.len(), read.notes), (2, Vec::new()));
}

/// Label files that Excel or pandas has opened and saved again.
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
        ["row numbers that are written with a decimal point, such as `14.0`, and read as whole numbers: 3"]
    );
    assert!(super::read_picks(&pool, b"row\n1\n2\n").expect("read").notes.is_empty());
    for cell in ["14.5", "14.", ".0", "1e1", "14,0", "-0.0", "30.0"] {
        let refused = read_labeled(&pool, format!("row;label\n\"{cell}\";fees\n").as_bytes(), None);
        assert!(matches!(refused, Err(LoadError::NotARow { .. })), "{cell}: {refused:?}");
    }

    // Excel's "Unicode text" is UTF-16 with tabs. The test also reads UTF-16 files with semicolons, and JSON in UTF-16.
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
