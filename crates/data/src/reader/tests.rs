use super::*;
use crate::{SizeReason, left_out_csv};
use proptest::prelude::*;

fn cells(pool: &Pool) -> Vec<Vec<&str>> {
    pool.instances().map(|instance| instance.cells().collect()).collect()
}

fn with(file: &str, import: Import) -> Result<Loaded, LoadError> {
    load_with(file.as_bytes(), &import)
}

fn in_pieces(bytes: &[u8], import: &Import, step: usize) -> Result<Loaded, LoadError> {
    let mut scan = EncodingScan::default();
    bytes.chunks(step).for_each(|piece| scan.push(piece));
    let mut reader = Reader::new(import.clone(), scan.finish(), bytes.len() as u64);
    for piece in bytes.chunks(step) {
        reader.push(piece)?;
    }
    reader.finish()
}

const RAGGED: &str = "id,text\n1,a\n2\n\n3,c,d,e\n4,f\n5,\"g\nh\",i\n";

#[test]
fn ragged_rows_are_padded_and_nothing_is_lost() {
    let padding = Import {
        ragged: Ragged::Pad,
        ..Import::named("a.csv")
    };
    let Loaded { pool, found } = with(RAGGED, padding).expect("a table");
    assert_eq!(pool.columns(), ["id", "text", "column 3", "column 4"]);
    assert_eq!(
        cells(&pool),
        [
            ["1", "a", "", ""],
            ["2", "", "", ""],
            ["3", "c", "d", "e"],
            ["4", "f", "", ""],
            ["5", "g\nh", "i", ""]
        ]
    );
    assert_eq!((found.padded, found.blank_lines), (vec![3, 5, 7], 1));
}

#[test]
fn short_rows_after_a_wide_one_are_counted_before_they_are_padded() {
    let padding = Import {
        ragged: Ragged::Pad,
        ..Import::named("a.csv")
    };
    let file = format!("text\n{}\n{}", ",".repeat(20_000), "a\n".repeat(1_000));
    let Err(LoadError::TooManyCells { reason }) = with(&file, padding) else {
        panic!("20 million cells")
    };
    // Loading fails after 49 rows of 20,001 columns, before all one thousand rows are padded.
    assert!(matches!(reason, SizeReason::CellsByLine { line: 51, .. }), "{reason}");
}

#[test]
fn ragged_rows_are_left_out_and_kept_separately() {
    let leaving = Import {
        ragged: Ragged::LeaveOut,
        ..Import::named("a.csv")
    };
    let Loaded { pool, found } = with(RAGGED, leaving).expect("a table");
    assert_eq!(cells(&pool), [["1", "a"], ["4", "f"]]);
    let places: Vec<_> = found
        .left_out
        .iter()
        .map(|record| (record.line, record.rows_before))
        .collect();
    assert_eq!(places, [(3, Some(1)), (5, Some(1)), (7, Some(2))]);
    assert_eq!(
        left_out_csv(&found.left_out),
        "line,cells\n3,2\n5,3,c,d,e\n7,5,\"g\nh\",i\n"
    );
}

#[test]
fn records_behind_other_lists_are_found_in_the_first_megabyte() {
    let contact = r#"{"user_id": 1, "first_name": "Anna", "phone_number": "0"}"#;
    let message = |n: usize| format!(r#"{{"id": {n}, "type": "message", "text": "The kettle leaks {n}"}}"#);
    let contacts = [contact].repeat(2_000).join(",\n");
    let messages: Vec<String> = (0..3_000).map(message).collect();
    let file = format!(
        "{{\"contacts\": {{\"list\": [\n{contacts}\n]}},\n\"chats\": {{\"list\": [{{\"id\": 7, \"messages\": [\n{}\n]}}]}}}}",
        messages.join(",\n")
    );
    assert!(contacts.len() > DETECTION_BYTES && file.len() < JSON_DETECTION_BYTES);
    for start in ["", "\u{feff}", "\n "] {
        let file = format!("{start}{file}");
        let import = Import::named("result.json");
        for step in [7_777, DETECTION_BYTES, usize::MAX] {
            let loaded = in_pieces(file.as_bytes(), &import, step).expect("a list of messages");
            assert_eq!(loaded.found.records, "chats.list.messages");
            assert_eq!(loaded.pool.len(), 3_000);
        }
    }
    // The number of inspected bytes does not depend on the chunk sizes, even if the file begins with many blanks.
    let late = format!("{}{file}", " ".repeat(DETECTION_BYTES));
    let whole = in_pieces(late.as_bytes(), &Import::named("a.json"), usize::MAX);
    assert_eq!(in_pieces(late.as_bytes(), &Import::named("a.json"), 9_999), whole);
}

#[test]
fn header_setting_overrides_detection() {
    let no_header = Import {
        header: Some(false),
        ..Import::named("a.csv")
    };
    let loaded = with("1,a\n2,b\n", no_header).expect("a table");
    assert_eq!(loaded.pool.columns(), ["column 1", "column 2"]);
    assert_eq!(cells(&loaded.pool), [["1", "a"], ["2", "b"]]);
    assert!(!loaded.found.header);
    let header = Import {
        header: Some(true),
        ..Import::named("a.csv")
    };
    let loaded = with("2024,,\na,b,c\n", header).expect("a table");
    assert_eq!(loaded.pool.columns(), ["2024", "column 2", "column 3"]);
}

#[test]
fn text_after_closing_quote_is_reported() {
    let file = "text,n\n\"Super\" fand ich den Kurs,1\n\"fine\" ,2\n\"a\"\"b\",3\nin \"the\" middle,4\n\"\"x,\"y\"z\n\"two\nlines\"!,5\n";
    let loaded = with(file, Import::named("a.csv")).expect("a table");
    assert_eq!(loaded.found.loose, [2, 6, 7]);
    assert_eq!(cells(&loaded.pool)[1], ["fine ", "2"]);
    let letters = Import {
        quotes: Quotes::Letters,
        ..Import::named("a.csv")
    };
    let file = "text,n\n\"Super\" fand ich den Kurs,1\n";
    let loaded = with(file, letters).expect("a table");
    assert_eq!(
        (loaded.found.loose.len(), cells(&loaded.pool)[0][0]),
        (0, "\"Super\" fand ich den Kurs")
    );
}

#[test]
fn backslash_quotes_are_reported_and_read_if_enabled() {
    let backslash = |file: &str| {
        let import = Import {
            quotes: Quotes::Backslash,
            ..Import::named("a.csv")
        };
        with(file, import).expect("a table")
    };
    let commas = "\"id\",\"text\"\n\"1\",\"a, he said \\\"never again\\\", and left\"\n\"2\",\"b\"\n";
    let refused = with(commas, Import::named("a.csv")).expect_err("of another width");
    assert!(matches!(refused, LoadError::Backslash { line: 2, .. }), "{refused}");
    let loaded = backslash(commas);
    assert_eq!(cells(&loaded.pool)[0], ["1", "a, he said \"never again\", and left"]);
    assert_eq!((loaded.found.loose.len(), loaded.found.backslashes), (0, false));
    let plain = commas.replace(", ", " ");
    let report = with(&plain, Import::named("a.csv")).expect("a table").found;
    assert_eq!((report.loose, report.backslashes), (vec![2], true));
    assert_eq!(
        cells(&backslash(&plain).pool)[0][1],
        "a he said \"never again\" and left"
    );
    let rest = backslash("id,text\n1,\"a \\\\\"\n2,\"b\"\"c\\\"\nd\"\n3,e\\f\n");
    assert_eq!(cells(&rest.pool), [["1", "a \\"], ["2", "b\"c\"\nd"], ["3", "e\\f"]]);
    let loose = with("id,text\n1,\"a\" b\n", Import::named("a.csv"))
        .expect("a table")
        .found;
    assert_eq!((loose.loose, loose.backslashes), (vec![2], false));
}

#[test]
fn preview_reports_both_row_counts_and_cell_values() {
    let sure = DetectedEncoding::given("utf-8").expect("an encoding");
    let file = "id\ttext\n1\ta b\n2\t\"c\n3\td\"\n";
    let seen = |import: Import| preview((file.as_bytes(), true), sure, &import, PreviewRows::First).expect("shown");
    let quoted = seen(Import::named("a.tsv"));
    assert_eq!(
        (quoted.found.n_rows, quoted.n_rows_with_other_quotes),
        (Some(2), Some(3))
    );
    assert_eq!(quoted.found.joined.len(), 1);
    let letters = seen(Import {
        quotes: Quotes::Letters,
        ..Import::named("a.tsv")
    });
    assert_eq!(
        (letters.found.n_rows, letters.n_rows_with_other_quotes),
        (Some(3), Some(2))
    );
    let expected = vec![("1".to_owned(), 1), ("2".into(), 1), ("3".into(), 1)];
    assert_eq!(letters.cells[0], Some(expected));
    let many = (0..=MAX_LABELS).map(|row| format!("{row}\ta\n")).collect::<String>();
    let many = format!("id\ttext\n{many}");
    let many = preview(
        (many.as_bytes(), true),
        sure,
        &Import::named("a.tsv"),
        PreviewRows::First,
    )
    .expect("shown");
    assert_eq!(
        (many.cells[0].is_none(), many.cells[1].as_ref().map(Vec::len)),
        (true, Some(1))
    );
    let cut = preview(
        (file.as_bytes(), false),
        sure,
        &Import::named("a.tsv"),
        PreviewRows::First,
    )
    .expect("shown");
    assert_eq!((cut.is_whole, cut.n_rows_with_other_quotes), (false, None));
}

#[test]
fn preview_counts_rows_for_each_fitting_delimiter() {
    let sure = DetectedEncoding::given("utf-8").expect("an encoding");
    // The quotes in this test file enclose cells only if the delimiter is a comma.
    let file = "id;a,text\n1;b,\"c\n2;d,e\"\n3;f,g\n4;h,i\n";
    let seen = |file: &str, import: Import| {
        let seen = preview((file.as_bytes(), true), sure, &import, PreviewRows::First).expect("shown");
        (
            seen.found.delimiter.and_then(Delimiter::single),
            seen.found.n_rows,
            seen.found.rows_by_delimiter,
        )
    };
    assert_eq!(seen(file, Import::named("a.csv")), (Some(';'), Some(4), vec![(',', 3)]));
    let commas = Import {
        delimiter: Some(','.into()),
        ..Import::named("a.csv")
    };
    assert_eq!(seen(file, commas), (Some(','), Some(3), vec![(';', 4)]));
    let letters = Import {
        quotes: Quotes::Letters,
        ..Import::named("a.csv")
    };
    assert_eq!(seen(file, letters).2, []);
    let declared = format!("sep=,\n{file}");
    assert_eq!(seen(&declared, Import::named("a.csv")), (Some(','), Some(3), vec![]));
    // A comma that occurs only in the column names does not suggest another delimiter.
    let sure_of_it = "id;a, text\n1;\"b\n2;c\"\n3;d\n4;e\n";
    assert_eq!(seen(sure_of_it, Import::named("a.csv")), (Some(';'), Some(3), vec![]));
}

#[test]
fn lines_above_the_table_are_skipped() {
    let excel = with("sep=;\r\nid;text\r\n1;a, b\r\n2\r\n", Import::named("a.csv"));
    assert!(matches!(excel, Err(LoadError::Ragged { line: 4, .. })), "{excel:?}");
    let loaded = with("sep=;\r\nid;text\r\n1;a, b\r\n", Import::default()).expect("a table");
    let ImportReport { above, delimiter, .. } = loaded.found;
    assert_eq!((above, delimiter), (1, Some(';'.into())));
    assert_eq!(
        (loaded.pool.columns(), cells(&loaded.pool)),
        (&["id".to_owned(), "text".into()][..], vec![vec!["1", "a, b"]])
    );
    let titled = "Survey, wave 2\n\nid,text\n1,a\n\"2\n";
    let two = Import {
        above: Some(2),
        ..Import::named("a.csv")
    };
    assert_eq!(with(titled, two.clone()), Err(LoadError::OpenQuote { line: 5 }));
    let loaded = with(&titled[..titled.len() - 3], two).expect("a table");
    assert_eq!(loaded.pool.columns(), ["id", "text"]);
    let more = Import {
        above: Some(9),
        ..Import::named("a.csv")
    };
    assert!(with("a,b\n1,2\n", more).is_err());
    let endless = Import {
        above: Some(u64::MAX),
        ..Import::named("a.csv")
    };
    for file in ["a,b\n1,2\n", "a,b\r\n1,2", "\n\n\na"] {
        assert_eq!(with(file, endless.clone()), Err(LoadError::NoRows), "{file:?}");
    }
    let lines = Import {
        above: Some(1),
        format: Some(Format::Lines),
        ..Import::default()
    };
    assert_eq!(
        cells(&with("a title\na\nb", lines).expect("lines").pool),
        [["a"], ["b"]]
    );
}

#[test]
fn records_below_the_names_are_not_rows() {
    let survey = "Start,Q1\nStart Date,\"How was it,\nall in all?\"\n\"{\"\"ImportId\"\":\"\"startDate\"\"}\",\
                  \"{\"\"ImportId\"\":\"\"QID1_TEXT\"\"}\"\n2024-01-01,Good\n2024-01-02,Bad\n";
    let loaded = with(survey, Import::default()).expect("a survey");
    assert_eq!(loaded.pool.columns(), ["Start", "Q1"]);
    assert_eq!(cells(&loaded.pool), [["2024-01-01", "Good"], ["2024-01-02", "Bad"]]);
    let left_out = &loaded.found.left_out;
    assert_eq!(left_out.iter().map(|record| record.line).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(left_out[0].cells, ["Start Date", "How was it,\nall in all?"]);
    assert_eq!(loaded.found.below, 2);
    let below = |below, header| Import {
        below: Some(below),
        header,
        ..Import::named("a.csv")
    };
    // The user can set the number of records below the column names that are not rows.
    // If the file has no column names, the setting has no effect.
    assert_eq!(with(survey, below(0, None)).expect("a table").pool.len(), 4);
    let one = with("a,b\nwhat a is\n1,2\n", below(1, Some(true))).expect("of any width");
    assert_eq!((cells(&one.pool), one.found.below), (vec![vec!["1", "2"]], 1));
    assert_eq!(one.found.import(Ragged::Stop).below, Some(1));
    assert_eq!(with(survey, below(1, Some(false))).expect("a table").pool.len(), 5);
    assert_eq!(with("a,b\n1,2\n", below(1, None)), Err(LoadError::NoRows));
}

#[test]
fn file_without_regular_rows_states_how_many_were_left_out() {
    let leave_out = |below| Import {
        ragged: Ragged::LeaveOut,
        below,
        ..Import::named("a.csv")
    };
    let read = |below| with("id,text\nthe id,the text\n1\n2\n", leave_out(below)).map(|loaded| loaded.pool.len());
    assert_eq!(read(None), Ok(1));
    // The record directly below the column names is not among the two rows that are left out.
    assert_eq!(read(Some(1)), Err(LoadError::AllLeftOut { n: 2, line: 3 }));
    assert_eq!(with("id,text\n", leave_out(None)), Err(LoadError::NoRows));
}

#[test]
fn duplicate_names_are_accepted_if_header_is_given() {
    let named = Import {
        header: Some(true),
        ..Import::named("a.csv")
    };
    let loaded = with("text,text,text 2,text,,\n1,2,3,4,5,6\n", named).expect("a table");
    assert_eq!(
        loaded.pool.columns(),
        ["text", "text 2", "text 2 2", "text 3", "column 5", "column 6"]
    );
}

#[test]
fn quotes_can_be_ordinary_characters() {
    let tsv = "size\ttext\n5\" pipe\t\"Quoted\" said he\n3\"\tb\n";
    let letters = Import {
        quotes: Quotes::Letters,
        ..Import::named("a.tsv")
    };
    let loaded = with(tsv, letters).expect("a table");
    assert_eq!(cells(&loaded.pool), [["5\" pipe", "\"Quoted\" said he"], ["3\"", "b"]]);
}

#[test]
fn plain_lines_are_texts() {
    let loaded = with("Hello, you!\r\n\r\n \"Bye\"\rlast one", Import::default()).expect("lines");
    assert_eq!(loaded.found.format, Format::Lines);
    assert_eq!(loaded.pool.columns(), ["text"]);
    assert_eq!(cells(&loaded.pool), [["Hello, you!"], [" \"Bye\""], ["last one"]]);
    assert_eq!(loaded.found.blank_lines, 1);
    let named = Import {
        format: Some(Format::Lines),
        header: Some(true),
        ..Import::default()
    };
    let loaded = with("my texts\na\n", named).expect("lines");
    assert_eq!(
        (loaded.pool.columns(), cells(&loaded.pool)),
        (&["my texts".to_owned()][..], vec![vec!["a"]])
    );
}

#[test]
fn surplus_byte_in_utf_16_is_reported_instead_of_ragged_rows() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let begins = utf16("\u{feff}id,text\n1,a b\n2,c d\n");
    let bytes = [&begins[..], b"x", &utf16("3,\"e, f\"\n4,g h\n5,i j\n")].concat();
    let shifted = LoadError::Shifted {
        line: 4,
        byte: begins.len() as u64,
        encoding: "UTF-16LE".into(),
    };
    for step in [1, 8, 1_000] {
        let refused = in_pieces(&bytes, &Import::named("a.csv"), step);
        assert_eq!(refused.expect_err("it is cut wrongly"), shifted);
    }
    // If irregular rows are left out, the rows before the misalignment are read, and the misaligned bytes are reported.
    let leaving = Import {
        ragged: Ragged::LeaveOut,
        ..Import::named("a.csv")
    };
    let loaded = in_pieces(&bytes, &leaving, 8).expect("the rows before it");
    assert_eq!(cells(&loaded.pool), [["1", "a b"], ["2", "c d"]]);
    assert_eq!(loaded.found.broken.shifted.map(|at| at.line), Some(4));
}

#[test]
fn found_settings_read_the_file_again() {
    let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode("id;text\n1;Grüße – schön\n2;Straße\n");
    let loaded = load_with(&bytes, &Import::default()).expect("a table");
    let found = &loaded.found;
    assert_eq!(
        (found.encoding.as_str(), found.delimiter, found.guessed),
        ("windows-1252", Some(';'.into()), true)
    );
    let again = load_with(&bytes, &found.import(Ragged::Stop)).expect("a table");
    assert_eq!(again.pool, loaded.pool);
    assert!(!again.found.guessed, "the user confirmed the encoding");
}

#[test]
fn preview_shows_rows_that_reveal_the_encoding() {
    let mut file = "id,text\n".to_owned();
    for row in 0..5_000 {
        let text = if row == 700 { "Grüße aus Köln" } else { "plain words" };
        file += &format!("{row},{text}\n");
    }
    let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(&file);
    let mut scan = EncodingScan::default();
    scan.push(&bytes);
    let seen = preview(
        (&bytes[..DETECTION_BYTES], false),
        scan.finish(),
        &Import::default(),
        PreviewRows::First,
    )
    .expect("a table");
    assert_eq!(seen.rows, [(702, vec!["700".to_owned(), "Grüße aus Köln".to_owned()])]);
    let given = DetectedEncoding::given("windows-1252").expect("an encoding");
    let preview_with =
        |sought| preview((&bytes[..DETECTION_BYTES], false), given, &Import::default(), sought).expect("a table");
    assert_eq!(preview_with(PreviewRows::Telling).rows, seen.rows);
    assert_eq!(preview_with(PreviewRows::TellingInBeginning).rows, seen.rows);
    let seen = preview_with(PreviewRows::First);
    assert_eq!(
        (seen.rows.len(), seen.rows[0].0, &seen.columns[1][..]),
        (MAX_PREVIEW_ROWS, 2, "text")
    );
}

#[test]
fn preview_works_for_files_that_would_be_refused() {
    let sure = DetectedEncoding::given("utf-8").expect("an encoding");
    let seen_as = |name, file: &str| {
        preview(
            (file.as_bytes(), true),
            sure,
            &Import::named(name),
            PreviewRows::Telling,
        )
    };
    let seen = |file| seen_as("a.csv", file).expect("shown");
    assert_eq!(
        (seen(RAGGED).irregular, seen(RAGGED).found.padded),
        (vec![3, 5, 7], vec![])
    );
    let json = "{\"text\":\"a\"}\n{\"text\":}\n{\"text\":\"b\"}\n";
    let Preview {
        irregular, rows, found, ..
    } = seen_as("a.jsonl", json).expect("shown");
    let shown: Vec<&str> = rows.iter().map(|(_, cells)| &*cells[0]).collect();
    assert_eq!(
        (irregular, &shown[..], found.left_out),
        (vec![2], &["a", "b"][..], vec![])
    );
    let refused = seen_as("a.jsonl", "a text\nanother\n").expect_err("no row to show");
    assert!(matches!(refused, LoadError::Json { line: 1, .. }), "{refused}");
    assert!(!seen("1,a\n2,b\n").found.header);
    assert!(seen("id,text\n").rows.is_empty());
    let cut = preview(
        (b"id,text\n1,\"cut o", false),
        sure,
        &Import::default(),
        PreviewRows::First,
    )
    .expect("shown");
    assert!(cut.rows.is_empty(), "a truncated record is not a row yet");
}

proptest! {
    /// The result, a pool or an error, does not depend on how the file is cut into chunks.
    #[test]
    fn result_does_not_depend_on_chunk_sizes(
        text in "([a-cé東, ;\t\"#\u{1a}\u{feff}]{0,6}[\n\r]{1,2}){0,30}|(id,text\r?\n|[0-9],[a-c]{1,3}\n|# [a-c]\n|\n|\u{1a}|\u{feff}){1,20}|([a-c]{1,3},[a-c\"]{0,3}\r?\n){1,30}|(\\{\"a\":[1b]\\}\r?\n){1,20}|(\\{\n?\"a\": ?\"[b}\\]é]{0,3}\"\n?\\},?\n?){1,9}|\\{\"m\":[1N],\"d\": ?\\[(\\{\"t\":\"[a }\\]é]{0,6}\"\\}[,\n]{1,2}){0,6}\\{\"t\":\"b c\"\\}\\]\\}|sep=[,;]\r?\n([a-c]{1,3},[a-c;]{0,3}\n){1,9}|\\[(\"[a}\\]é\\\\]{0,3}\"[,\n]{1,2}){0,6}\"b\"\\]|\\[(\\{\"a\": ?(1|\"[b}\\]]\"|\\[\\{\\}\\])\\}[,\n]{1,2}){0,9}\\{\"a\":2\\}\\]",
        step in 1usize..40,
        ragged in prop::sample::select(vec![Ragged::Stop, Ragged::Pad, Ragged::LeaveOut]),
        format in prop::sample::select(vec![None, Some(Format::Csv), Some(Format::Tsv), Some(Format::Lines)]),
    ) {
        let import = Import { format, ragged, ..Import::default() };
        let whole = load_with(text.as_bytes(), &import);
        prop_assert_eq!(&in_pieces(text.as_bytes(), &import, step), &whole);
        // Reading the file again with the reported settings gives the same result.
        if let Ok(mut whole) = whole {
            let again = load_with(text.as_bytes(), &whole.found.import(ragged));
            whole.found.guessed = false;
            prop_assert_eq!(again, Ok(whole));
        }
    }

    /// Every character of every record is in the pool or in one of the records that were left out.
    #[test]
    fn every_record_is_kept_or_left_out(records in prop::collection::vec(prop::collection::vec("[a-c# \n]{1,4}", 1..5), 2..12), pad: bool) {
        // A file that contains only whitespace is refused because it is empty.
        prop_assume!(records.iter().flatten().any(|cell| !cell.trim().is_empty()));
        // Comments above the table are not part of the table.
        prop_assume!(!records[0][0].starts_with('#'));
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for record in &records {
            writer.write_record(record).expect("memory");
        }
        let ragged = if pad { Ragged::Pad } else { Ragged::LeaveOut };
        let import = Import { header: Some(false), delimiter: Some(','.into()), format: Some(Format::Csv), ragged, ..Import::default() };
        let Loaded { pool, found } = load_with(&writer.into_inner().expect("memory"), &import).expect("records");
        let kept = pool.instances().map(|instance| instance.cells().map(str::to_owned).collect::<Vec<_>>());
        let mut back: Vec<Vec<String>> = kept.map(|mut record| {
            while record.last().is_some_and(String::is_empty) {
                record.pop();
            }
            record
        }).collect();
        back.extend(found.left_out.into_iter().map(|record| record.cells));
        back.sort();
        let mut wanted = records;
        wanted.sort();
        prop_assert_eq!(back, wanted);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), pad: bool) {
        let ragged = if pad { Ragged::Pad } else { Ragged::LeaveOut };
        for format in [None, Some(Format::Csv), Some(Format::Jsonl), Some(Format::Lines)] {
            let import = Import { format, ragged, ..Import::default() };
            let _ = load_with(&bytes, &import);
            let mut scan = EncodingScan::default();
            scan.push(&bytes);
            let _ = preview((&bytes, pad), scan.finish(), &import, if pad { PreviewRows::Telling } else { PreviewRows::First });
        }
    }
}
