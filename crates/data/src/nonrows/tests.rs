use super::*;
use crate::{Format, Import, ImportReport, LoadError, Pool, Ragged, load_with};

/// Reported lines: the kind, whether the lines were left out, and the line numbers.
type ReportedLines = Vec<(NonRow, bool, Vec<u64>)>;

fn read(name: &str, file: &str, non_rows: NonRows) -> Result<(Pool, ImportReport), LoadError> {
    let import = Import {
        non_rows,
        ..Import::named(name)
    };
    load_with(file.as_bytes(), &import).map(|loaded| (loaded.pool, loaded.found))
}

/// Reads a file. Returns the cells of the last column, and the reported lines that are not rows.
fn texts(name: &str, file: &str, non_rows: NonRows) -> (Vec<String>, ReportedLines) {
    let (pool, found) = read(name, file, non_rows).unwrap_or_else(|error| panic!("{file}: {error}"));
    let last = pool.columns().len() - 1;
    let texts = pool.instances().map(|row| row.cell(last).to_owned()).collect();
    let aside = found
        .aside
        .into_iter()
        .map(|kind| (kind.kind, kind.left_out, kind.lines));
    (texts, aside.collect())
}

/// Reads a file with default settings and checks that its texts are a, b and c. Returns the reported lines.
fn aside(name: &str, file: &str) -> ReportedLines {
    let (texts, aside) = texts(name, file, NonRows::ByKind);
    assert_eq!(texts, ["a", "b", "c"], "{file}");
    aside
}

#[test]
fn comments_are_left_out_and_reported() {
    use NonRow::Comment;
    let out = |lines: &[u64]| vec![(Comment, true, lines.to_vec())];
    // Comments above the table are not reported as comments, but as lines above the table.
    for above in [
        "# exported by shopdesk 3.1\n# 2031-02-03, all branches\n",
        "# exported by shopdesk 3.1\n\n",
        "#exported by shopdesk\n// all, branches\n",
    ] {
        let file = format!("{above}id,text\n0,a\n1,b\n2,c\n");
        for name in ["a.csv", "a.txt"] {
            assert_eq!(aside(name, &file), []);
            assert_eq!(
                read(name, &file, NonRows::ByKind).expect("a table").1.above,
                2,
                "{file}"
            );
        }
    }
    assert_eq!(aside("a.tsv", "# exported\nid\ttext\n0\ta\n1\tb\n2\tc\n"), []);
    assert_eq!(
        aside("a.csv", "id,text\n// only checked rows\n0,a\n1,b\n2,c\n"),
        out(&[2])
    );
    assert_eq!(
        aside("a.csv", "id,text\n0,a\n1,b\n# page 2, continued\n2,c\n"),
        out(&[4])
    );
    assert_eq!(
        aside("a.csv", "id,text\n0,a\n1,b\n#end of page 1\n2,c\n# 3, 4, 5\n"),
        out(&[4, 6])
    );
    let json = "# exported\n{\"text\":\"a\"}\n// more\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n";
    assert_eq!(aside("a.jsonl", json), out(&[3]), "the first record is above the table");
    // If rows begin with a text, a comment with the full number of cells may be a row.
    let (kept, reported) = texts(
        "a.csv",
        "label,text\nno way,a\n# one,b\n# two\nyes sir,c\n",
        NonRows::ByKind,
    );
    assert_eq!(kept, ["a", "b", "c"]);
    assert_eq!(reported, [(Comment, true, vec![4]), (Comment, false, vec![3])]);
    let (kept, reported) = texts("a.txt", "a\n# b\nc\n", NonRows::ByKind);
    assert_eq!((&kept[1][..], reported), ("# b", vec![(Comment, false, vec![2])]));
}

#[test]
fn line_like_a_comment_may_be_a_row_or_contain_column_names() {
    for (file, columns, n_rows) in [
        ("#id,text\n1,a\n2,b\n", ["#id", "text"], 2),
        ("# exported\n#id,text\n1,a\n2,b\n", ["#id", "text"], 2),
        (
            "#,What is your name?\nk2x9,Anna\np0q7,Bob\n",
            ["#", "What is your name?"],
            2,
        ),
        ("id,text\n#12,a\n13,b\n14,c\n", ["id", "text"], 3),
        ("id,text\n#1,a\n#2,b\n", ["id", "text"], 2),
        (
            "text,label\n#MeToo is important,1\nfine by me,0\n",
            ["text", "label"],
            2,
        ),
        ("text,label\n\"# in quotes\",1\nfine by me,0\n", ["text", "label"], 2),
        ("id,text\n1,# a heading\n2,b\n", ["id", "text"], 2),
    ] {
        let (pool, found) = read("a.csv", file, NonRows::ByKind).expect(file);
        assert_eq!(
            (pool.columns(), pool.len()),
            (&columns.map(str::to_owned)[..], n_rows),
            "{file}"
        );
        assert_eq!(found.left_out, [], "{file}");
    }
    let lines = texts("a.txt", "# a heading\n# another\ntext\n", NonRows::ByKind);
    assert_eq!((lines.0.len(), lines.1), (3, vec![]), "most lines begin with this sign");
}

#[test]
fn repeated_names_and_marks_of_joined_files_are_left_out() {
    let mark = '\u{feff}';
    let joined = format!("{mark}id,text\r\n1,a\r\n2,b\r\n{mark}id,text\r\n3,c\r\n");
    let both = [
        (NonRow::RepeatedHeader, true, vec![4]),
        (NonRow::ByteOrderMark, true, vec![4]),
    ];
    assert_eq!(aside("a.csv", &joined), both);
    assert_eq!(aside("a.csv", "id,text\n1,a\n2,b\nid,text\n3,c\n"), both[..1]);
    assert_eq!(
        aside("a.tsv", "id\ttext\n1\ta\n2\tb\n\"id\"\t\"text\"\n3\tc\n"),
        both[..1]
    );
    assert_eq!(
        aside("a.csv", "nr,wort\n1,a\n2,b\nnr,wort\n3,c\n"),
        both[..1],
        "the numbers in the column reveal the repeated names"
    );
    let (pool, _) = read("a.csv", &joined, NonRows::ByKind).expect("a table");
    assert_eq!(pool.instance(2).cell(0), "3");
    let without_names = format!("{mark}id,text\n1,a\n2,b\n{mark}3,c\n");
    assert_eq!(aside("a.csv", &without_names), both[1..]);
    let (pool, _) = read("a.csv", &without_names, NonRows::ByKind).expect("a table");
    assert_eq!(pool.instance(2).cell(0), "3");
    assert_eq!(
        aside("a.csv", &format!("text\na\nb\n{mark}text\nc\n")),
        both,
        "the mark reveals the repeated names"
    );
    assert_eq!(
        aside("a.txt", &format!("a\nb\n{mark}c\n")),
        [(NonRow::ByteOrderMark, true, vec![3])]
    );
    assert_eq!(
        aside(
            "a.jsonl",
            &format!("{{\"text\":\"a\"}}\n{{\"text\":\"b\"}}\n{mark}{{\"text\":\"c\"}}\n")
        ),
        [(NonRow::ByteOrderMark, true, vec![3])]
    );
    // A quote after the byte order mark still encloses a cell.
    assert_eq!(aside("a.csv", &format!("id,text\n1,a\n2,b\n{mark}\"3\",c\n")).len(), 1);
    // In a list of words, the column name may also be a row.
    // In a table of ticked answers, any row may equal the column names.
    let (kept, reported) = texts("a.csv", "text\na\ntext\n", NonRows::ByKind);
    assert_eq!(
        (kept.len(), reported),
        (2, vec![(NonRow::RepeatedHeader, false, vec![3])])
    );
    let ticked = "by mail,by post\nby mail,\nby mail,by post\n,by post\n";
    let named = Import {
        header: Some(true),
        ..Import::named("a.csv")
    };
    let ticked = load_with(ticked.as_bytes(), &named).expect("a table");
    assert_eq!((ticked.pool.len(), ticked.found.aside[0].left_out), (3, false));
    let joined = load_with(b"wort,satz\nja sagen,so ist es\nwort,satz\nnein,so nicht\n", &named).expect("a table");
    assert_eq!(
        (joined.pool.len(), joined.found.aside[0].left_out),
        (2, true),
        "the user's setting applies"
    );
    // A repeated first record is treated as a row, not as repeated column names.
    let rows = read(
        "a.csv",
        "yes sir,fine words\nno way,bad words\nyes sir,fine words\n",
        NonRows::ByKind,
    );
    assert!(matches!(rows, Err(LoadError::NoHeader { .. })), "{rows:?}");
}

#[test]
fn end_of_file_character_is_removed() {
    let out = |line| vec![(NonRow::EndOfFile, true, vec![line])];
    assert_eq!(aside("a.csv", "id,text\n0,a\n1,b\n2,c\n\u{1a}"), out(5));
    assert_eq!(aside("a.csv", "id,text\n0,a\n1,b\n2,c\u{1a}"), out(4));
    assert_eq!(aside("a.csv", "id,text\n0,a\n1,b\n2,c\r\n\u{1a}\r\n"), out(5));
    assert_eq!(
        aside("a.csv", "id,text\n0,a\n1,b\n\u{1a}id,text\n2,c\n"),
        [
            (NonRow::RepeatedHeader, true, vec![4]),
            (NonRow::EndOfFile, true, vec![4])
        ]
    );
    assert_eq!(aside("a.txt", "a\nb\nc\n\u{1a}"), out(4));
    assert_eq!(
        aside(
            "a.jsonl",
            "{\"text\":\"a\"}\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n\u{1a}"
        ),
        out(4)
    );
    assert_eq!(aside("a.json", "[\"a\",\"b\",\"c\"]\u{1a}"), out(1));
    let (kept, reported) = texts("a.csv", "id,text\n0,a\u{1a}b\n1,c\u{1a}\n", NonRows::ByKind);
    assert_eq!(
        (kept, reported),
        (vec!["a\u{1a}b".to_owned(), "c\u{1a}".into()], vec![]),
        "an end-of-file character within a text is preserved"
    );
}

#[test]
fn footers_are_recognized_by_column_contents() {
    let out = |lines: &[u64]| vec![(NonRow::Footer, true, lines.to_vec())];
    let rows = "id,text\n0,a\n1,b\n2,c\n";
    assert_eq!(
        aside("a.csv", &format!("{rows}\n24 rows,exported on 2031-02-03\n")),
        out(&[6])
    );
    assert_eq!(
        aside("a.csv", &format!("{rows}\nShopdesk,all branches\nBonn,\n")),
        out(&[6, 7])
    );
    assert_eq!(aside("a.csv", &format!("{rows}Total,3")), out(&[5]));
    assert_eq!(aside("a.csv", &format!("{rows}(3 rows)\n")), out(&[5]));
    assert_eq!(
        aside("a.csv", &format!("{rows}\nShopdesk\nall branches\n")),
        out(&[6, 7])
    );
    assert_eq!(aside("a.csv", "text\na\nb\nc\n(3 rows)\n"), out(&[5]));
    assert_eq!(aside("a.txt", "a\nb\nc\n3 rows selected.\n"), out(&[4]));
    // A line that may be a row is kept, and is reported only if the line follows a blank line.
    let (kept, reported) = texts("a.csv", &format!("{rows}\n3,d\n"), NonRows::ByKind);
    assert_eq!((kept.len(), reported), (4, vec![(NonRow::Footer, false, vec![6])]));
    let (kept, reported) = texts("a.csv", &format!("{rows}\n3,d\n\n4,e\n"), NonRows::ByKind);
    assert_eq!(
        (kept.len(), reported),
        (5, vec![]),
        "blank lines between rows are not reported"
    );
    let (kept, reported) = texts("a.csv", &format!("{rows}x4,Total\n"), NonRows::ByKind);
    assert_eq!((kept.len(), reported), (4, vec![]));
    let refused = read("a.csv", &format!("{rows}\n3\n"), NonRows::ByKind);
    assert_eq!(
        refused.expect_err("a row without a text").to_string(),
        "line 6 has 1 cell, the header has 2"
    );
    let refused = read("a.csv", &format!("{rows}3\n4,d\n"), NonRows::ByKind);
    assert_eq!(
        refused.expect_err("a row follows").to_string(),
        "line 5 has 1 cell, the header has 2"
    );
}

#[test]
fn surveys_have_lines_below_the_names() {
    let of = |names: &str, below: &str| format!("{names}\n{below}x1,a\nx2,b\nx3,c\n");
    let id = |of: &str| format!("\"{{\"\"ImportId\"\":\"\"{of}\"\"}}\"");
    let out = |lines: &[u64]| vec![(NonRow::SurveyHeader, true, lines.to_vec())];
    let qualtrics = format!("Response ID,How was it?\n{},{}\n", id("_recordId"), id("QID1"));
    assert_eq!(aside("a.csv", &of("ResponseId,Q1", &qualtrics)), out(&[2, 3]));
    let without_questions = format!("{},{}\n", id("_recordId"), id("QID1"));
    assert_eq!(aside("a.csv", &of("ResponseId,Q1", &without_questions)), out(&[2]));
    let spaced = "\"{'ImportId': '_recordId'}\",\"{'ImportId': 'QID1'}\"\n";
    assert_eq!(aside("a.csv", &of("ResponseId,Q1", spaced)), out(&[2]));
    assert_eq!(
        aside(
            "a.csv",
            &of("Respondent ID,What could be better?", ",Open-Ended Response\n")
        ),
        out(&[2])
    );
    let (kept, reported) = texts("a.csv", &of("ResponseId,Q1", &without_questions), NonRows::Keep);
    assert_eq!((kept.len(), reported), (4, vec![]));
}

#[test]
fn user_setting_applies_to_all_kinds() {
    let mark = '\u{feff}';
    let file = format!("id,text\n0,a\n# page 2, continued\nid,text\n{mark}1,b\n\n2 rows,exported\n");
    let (kept, reported) = texts("a.csv", &file, NonRows::Keep);
    assert_eq!((kept.len(), reported), (5, vec![]));
    let (kept, reported) = texts("a.csv", &file, NonRows::LeaveOut);
    assert_eq!((kept, reported.len()), (vec!["a".to_owned(), "b".into()], 4));
    let doubtful = "text,label\nfine by me,a\n# a heading,b\n\nand so on,c\n";
    let (kept, reported) = texts("a.csv", doubtful, NonRows::LeaveOut);
    assert_eq!(kept, ["a"]);
    assert!(reported.iter().all(|(_, left_out, _)| *left_out), "{reported:?}");
    // The left-out lines are in `left_out`. Reading the file again with the reported settings gives the same result.
    let (pool, found) = read("a.csv", &file, NonRows::ByKind).expect("a table");
    assert_eq!(
        found.left_out.iter().map(|record| record.line).collect::<Vec<_>>(),
        [3, 4, 7]
    );
    assert_eq!(found.irregular_left_out().collect::<Vec<_>>(), Vec::<u64>::new());
    let again = load_with(file.as_bytes(), &found.import(Ragged::Stop)).expect("a table");
    assert_eq!((again.pool, again.found.aside), (pool, found.aside));
    let lines = Import {
        format: Some(Format::Lines),
        non_rows: NonRows::Keep,
        ..Import::default()
    };
    assert_eq!(load_with(b"a\n\x1a", &lines).expect("lines").pool.len(), 2);
}

#[test]
fn comment_is_recognized_by_what_follows_its_sign() {
    for (text, mark) in [
        ("# a comment", Some(Mark::Clear)),
        ("#", Some(Mark::Clear)),
        ("### part 2", Some(Mark::Clear)),
        ("// a comment", Some(Mark::Clear)),
        ("% a comment", Some(Mark::Clear)),
        ("-- a comment", Some(Mark::Clear)),
        ("#topic", Some(Mark::Weak)),
        ("#12", Some(Mark::Weak)),
        ("#,name", None),
        ("100%", None),
        ("-5", None),
        ("/home", None),
        ("a # b", None),
        ("", None),
    ] {
        assert_eq!(comment_mark(text), mark, "{text}");
    }
}

#[test]
fn footer_is_recognized_by_its_words() {
    for footer in [
        "(24 rows)",
        "24 rows selected.",
        "1 row in set (0.00 sec)",
        "Total",
        "Total: 24",
        "Summe",
        "Exported on Monday",
        "© Shopdesk",
        "-- end of file --",
    ] {
        assert!(is_footer(&["", footer]), "{footer}");
    }
    for row in [
        "24 rows of seats were empty",
        "Totally fine",
        "Pages are missing",
        "24",
        "",
    ] {
        assert!(!is_footer(&[row]), "{row}");
    }
}
