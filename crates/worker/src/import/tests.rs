use super::*;
use fastgas_data::{TextSource, load_with};

impl Source for Vec<u8> {
    fn bytes(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, bytes: Range<u64>) -> Result<Vec<u8>, Refusal> {
        Ok(self[bytes.start as usize..bytes.end as usize].to_vec())
    }
}

/// A table of several megabytes. Non-ASCII letters cross the boundaries of the pieces that are read from the file.
fn file() -> Vec<u8> {
    let row = |n: usize| format!("{n},\"Grüße, {n}\n{}\"\n", "東京 🦀 ".repeat(n % 7));
    format!("id,text\n{}", (0..60_000).map(row).collect::<String>()).into_bytes()
}

#[test]
fn cells_are_sent_in_pieces_of_whole_characters() {
    let cells = "東京 🦀 ".repeat(MAX_CELL_BYTES / 6);
    let mut came = String::new();
    let mut n_pieces = 0;
    send_cells(&cells, &mut |event, buffers| {
        let Event::Cells { start, total } = event else {
            panic!("{event:?}")
        };
        assert_eq!((start as usize, total as usize), (came.len(), cells.len()));
        assert!(buffers[0].len() <= MAX_CELL_BYTES);
        came += str::from_utf8(&buffers[0]).expect("whole letters");
        n_pieces += 1;
    });
    assert!(came == cells && n_pieces > 1, "the file was read in {n_pieces} pieces");
    send_cells("", &mut |_, _| panic!("there is nothing to tell"));
}

#[test]
fn ends_are_sent_in_pieces() {
    let ends: Vec<u32> = (0..MAX_CELL_BYTES as u32 / 2).collect();
    let mut came = Vec::new();
    send_ends(&ends, &mut |event, buffers| {
        let Event::Ends { start, total } = event else {
            panic!("{event:?}")
        };
        assert_eq!((start as usize, total as usize), (came.len(), ends.len()));
        came.extend(fastgas_protocol::u32_of_bytes(&buffers[0]).expect("whole numbers"));
    });
    assert!(came == ends);
}

#[test]
fn embeddings_of_a_column_are_sent_as_unit_vectors_and_wrong_rows_are_refused() {
    const DIMENSIONS: usize = 1_024;
    const ROWS_PER_EVENT: usize = MAX_CELL_BYTES / 4 / DIMENSIONS;
    let zeros = ",0".repeat(DIMENSIONS - 2);
    let pool = |last: &str| {
        let row = |n: usize| match n {
            ROWS_PER_EVENT => format!("{{\"v\":[{last}]}}\n"),
            n => format!("{{\"v\":[{n}.5,0{zeros}]}}\n"),
        };
        let file = (0..=ROWS_PER_EVENT).map(row).collect::<String>();
        load_with(file.as_bytes(), &Import::named("a.jsonl"))
            .expect("a table")
            .pool
    };
    let mut first_rows = Vec::new();
    let mut numbers = Vec::new();
    let whole = pool(&format!("-3,4{zeros}"));
    send_embeddings(&whole, "v", None, &mut |event, buffers| {
        let Event::Embeddings {
            first_row,
            rows,
            dimensions,
        } = event
        else {
            panic!("{event:?}")
        };
        assert_eq!((rows as usize, dimensions as usize), (ROWS_PER_EVENT + 1, DIMENSIONS));
        first_rows.push(first_row as usize);
        numbers.extend(fastgas_protocol::f32_of_bytes(&buffers[0]).expect("whole numbers"));
    })
    .expect("embeddings");
    assert_eq!(first_rows, [0, ROWS_PER_EVENT]);
    assert_eq!(numbers.len(), (ROWS_PER_EVENT + 1) * DIMENSIONS);
    assert_eq!(numbers[..3], [1.0, 0.0, 0.0]);
    assert_eq!(numbers[ROWS_PER_EVENT * DIMENSIONS..][..3], [-0.6, 0.8, 0.0]);
    let refused = |last: &str| {
        let refused = send_embeddings(&pool(last), "v", None, &mut |_, _| ());
        refused.expect_err("a wrong row").to_string()
    };
    let begins = format!("row {ROWS_PER_EVENT}: column `v` holds no list of {DIMENSIONS} numbers");
    assert!(refused("0,1").starts_with(&begins));
    let zero = format!("row {ROWS_PER_EVENT} of the embeddings is all zero");
    assert_eq!(refused(&format!("0,0{zeros}")), zero);
    let missing = send_embeddings(&whole, "w", None, &mut |_, _| ()).expect_err("no column");
    assert!(missing.to_string().contains("there is no column `w`"), "{missing}");
}

#[test]
fn embeddings_that_the_file_contains_as_floats_are_sent_without_their_text() {
    let file = b"{\"v\":[3,4]}\n{\"v\":[0,2]}\n";
    let pool = load_with(file, &Import::named("a.jsonl")).expect("a table").pool;
    let sent = |lists: &[Option<&[f32]>]| {
        let mut given = VectorRows::default();
        lists.iter().for_each(|list| given.push(*list));
        let mut sent = Vec::new();
        let result = send_embeddings(&pool, "v", Some(given), &mut |event, buffers| {
            sent.push((event, buffers))
        });
        result.map(|()| sent).map_err(|error| error.to_string())
    };
    let event = Event::Embeddings {
        first_row: 0,
        rows: 2,
        dimensions: 2,
    };
    let vectors = |numbers: &[f32]| Ok::<_, String>(vec![(event.clone(), vec![bytes_of_f32(numbers)])]);
    assert_eq!(
        sent(&[Some(&[0.0, 5.0]), Some(&[-6.0, 8.0])]),
        vectors(&[0.0, 1.0, -0.6, 0.8])
    );
    let refused = sent(&[Some(&[0.0, 5.0]), None]).expect_err("a row without a list");
    assert!(
        refused.starts_with("row 1: column `v` holds no list of 2 numbers"),
        "{refused}"
    );
    let one_row = sent(&[Some(&[0.0, 5.0])]);
    assert_eq!(
        one_row,
        vectors(&[0.6, 0.8, 0.0, 1.0]),
        "lists of other rows are not used"
    );
}

#[test]
fn labels_in_the_file_are_reported() {
    let found = |file: &str, columns: &Columns| {
        let file = file.as_bytes().to_vec();
        let (loaded, _) = read(&file, &Import::named("a.csv"), columns, &mut |_| ()).expect("a pool");
        loaded.found.labels.expect("the labels in the file")
    };
    let unlabeled = found("id,text\n1,a b\n2,c d\n", &Columns::default());
    assert!(unlabeled.is_empty() && unlabeled.text_column == 1, "{unlabeled:?}");
    let file = "text,label,group\na b,yes,x\nc d,yes,x\ne f,no,y\ng h,no,y\n";
    let labeled = found(file, &Columns::default());
    let likely = labeled.likely.as_ref().map(|likely| likely.column);
    assert_eq!((likely, labeled.chosen), (Some(1), None));
    let columns = Columns {
        labels: Some("group".into()),
        ..Columns::default()
    };
    assert_eq!(found(file, &columns).chosen, Some((2, columns.per_cell)));
}

#[test]
fn reading_in_pieces_equals_the_whole_file_and_reports_progress() {
    let file = file();
    assert!(file.bytes() > 2 * CHUNK_BYTES, "the file consists of several pieces");
    let mut reported = Vec::new();
    let import = Import::named("a.csv");
    let (loaded, text) = read(&file, &import, &Columns::default(), &mut |progress| {
        reported.push(progress)
    })
    .expect("a pool");
    let whole = load_with(&file, &import).expect("a pool");
    assert!(loaded.pool == whole.pool && text == 1);
    let text_languages = loaded.found.text_languages.clone();
    assert_eq!(
        loaded.found,
        ImportReport {
            text_languages,
            labels: Some(FoundLabels::of(&whole.pool, 1, None)),
            ..whole.found
        }
    );
    let n = 2 * n_pieces(&file);
    assert_eq!(reported.len() as u32, n + 1);
    assert!(
        reported
            .iter()
            .zip(0..)
            .all(|(reported, done)| (reported.done, reported.total) == (done, n))
    );
}

#[test]
fn columns_are_joined_and_ids_checked_in_the_worker() {
    let file = b"a,b,id\nx,y,1\nz,w,1\n".to_vec();
    let mut columns = Columns {
        text: Some(TextSource::Joined("{a} & {b}".into())),
        ..Columns::default()
    };
    let read = |columns: &Columns| read(&file, &Import::named("a.csv"), columns, &mut |_| ());
    let (loaded, text) = read(&columns).expect("a pool");
    assert_eq!(loaded.pool.texts(text), Ok(vec!["x & y", "z & w"]));
    columns.id = Some("id".into());
    let error = read(&columns).expect_err("the same id twice");
    assert_eq!(error.to_string(), "rows 0 and 1 both have `1` in column `id`");
}

#[test]
fn preview_reads_the_beginning_but_detects_encoding_from_the_whole_file() {
    let mut file = file();
    assert_eq!(
        preview(&file, &Import::named("a.csv"), PreviewRows::First)
            .expect("a table")
            .found
            .encoding,
        "UTF-8"
    );
    file.push(0xe9);
    let seen = preview(&file, &Import::named("a.csv"), PreviewRows::First).expect("a table");
    assert!(seen.found.guessed && !seen.rows.is_empty());
}

#[test]
fn preview_finds_rows_that_reveal_the_encoding_anywhere() {
    let plain = |id: usize| format!("{id},{}\n", "plain words ".repeat(8));
    let mut file = format!("id,text\n{}", (1..=30_000).map(plain).collect::<String>()).into_bytes();
    assert!(file.bytes() > 2 * CHUNK_BYTES, "the row is in none of the first pieces");
    file.extend_from_slice(b"6,Gr\xfc\xdfe");
    let named = Import::named("a.csv");
    let seen = preview(&file, &named, PreviewRows::First).expect("a table");
    assert!(seen.found.guessed);
    let lines = |preview: &Preview| preview.rows.iter().map(|(line, _)| *line).collect::<Vec<u64>>();
    assert_eq!(lines(&seen), [30_002]);
    let in_encoding = |encoding: &str, sought| {
        let import = Import {
            encoding: Some(encoding.into()),
            ..named.clone()
        };
        preview(&file, &import, sought)
    };
    let row = |text: &str| vec![(30_002_u64, vec!["6".to_owned(), text.to_owned()])];
    let seen = in_encoding("windows-1252", PreviewRows::Telling).expect("a table");
    assert_eq!(seen.rows, row("Grüße"));
    assert_eq!(
        (&seen.columns[1][..], seen.text),
        ("text", Some(TextSource::Column("text".into())))
    );
    assert_eq!(
        in_encoding("windows-1251", PreviewRows::Telling).expect("a table").rows,
        row("GrьЯe")
    );
    assert!(
        in_encoding("UTF-8", PreviewRows::Telling).is_err(),
        "the bytes are not valid UTF-8"
    );
    // With `PreviewRows::First`, the preview shows the first rows, not the rows that reveal the encoding.
    assert_eq!(
        lines(&in_encoding("windows-1252", PreviewRows::First).expect("a table"))[..2],
        [2, 3]
    );
    // With `PreviewRows::TellingInBeginning`, the preview does not read beyond the beginning of the file.
    let beginning = in_encoding("windows-1252", PreviewRows::TellingInBeginning).expect("a table");
    assert_eq!(
        (lines(&beginning)[..2].to_vec(), beginning.shows_encoding),
        (vec![2, 3], false)
    );
    // The row that reveals the encoding is in the middle of the file, in a cell without a column in the header.
    file.extend_from_slice(format!("\n7,a,b\n{}", (1..=30_000).map(plain).collect::<String>()).as_bytes());
    let seen = preview(&file, &named, PreviewRows::First).expect("a table");
    assert_eq!(lines(&seen), [30_002]);
    assert!(seen.rows.iter().all(|(_, cells)| cells.len() == seen.columns.len()));
}
