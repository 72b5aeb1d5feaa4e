//! Tests with whole files. The script `fixtures/make_fixtures.py` writes the test files.

use std::io::{Cursor, Read, Write};

use fastgas_data::{Import, Loaded, SheetReport, is_convertible, load_with};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use rust_xlsxwriter::{Format as CellFormat, Formula, Workbook, XlsxError};
use zip::write::SimpleFileOptions;

use super::*;

const LIMIT: u64 = 10_000_000;

const FIXTURES: [(&str, &[u8]); 17] = [
    ("binary.parquet", include_bytes!("../fixtures/binary.parquet")),
    ("brotli.parquet", include_bytes!("../fixtures/brotli.parquet")),
    ("delta.parquet", include_bytes!("../fixtures/delta.parquet")),
    ("formula.xlsx", include_bytes!("../fixtures/formula.xlsx")),
    ("gzip.parquet", include_bytes!("../fixtures/gzip.parquet")),
    ("int96.parquet", include_bytes!("../fixtures/int96.parquet")),
    ("lz4.parquet", include_bytes!("../fixtures/lz4.parquet")),
    ("pages2.parquet", include_bytes!("../fixtures/pages2.parquet")),
    ("password.xlsx", include_bytes!("../fixtures/password.xlsx")),
    ("sheet.ods", include_bytes!("../fixtures/sheet.ods")),
    ("sheet.xls", include_bytes!("../fixtures/sheet.xls")),
    ("sheet.xlsb", include_bytes!("../fixtures/sheet.xlsb")),
    ("snappy.parquet", include_bytes!("../fixtures/snappy.parquet")),
    ("types.parquet", include_bytes!("../fixtures/types.parquet")),
    ("zeros.xls", include_bytes!("../fixtures/zeros.xls")),
    ("zstd.parquet", include_bytes!("../fixtures/zstd.parquet")),
    ("none.csv", b"id,text\n1,a\n"),
];

fn fixture(name: &str) -> Vec<u8> {
    let found = FIXTURES.iter().find(|(other, _)| *other == name);
    found.expect("a fixture").1.to_vec()
}

fn opened(bytes: Vec<u8>, name: &str, choice: &TableChoice) -> Result<Table, LoadError> {
    open(bytes, name, choice, LIMIT)
}

fn table(bytes: Vec<u8>, name: &str) -> Table {
    opened(bytes, name, &TableChoice::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn text(bytes: Vec<u8>, name: &str) -> String {
    String::from_utf8(table(bytes, name).bytes).expect("UTF-8")
}

fn refusal(bytes: Vec<u8>, name: &str) -> String {
    let opened = opened(bytes, name, &TableChoice::default());
    let error = opened.map(|table| table.name).expect_err("it is refused");
    assert!(!error.advice().is_empty());
    error.to_string()
}

/// Reads the table as the web page and the command-line program do.
fn loaded(table: &Table) -> Loaded {
    load_with(&table.bytes, &table.settings(&Import::named(&table.name))).expect("a table")
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    let pool = loaded(table).pool;
    let rows = pool.instances().map(|row| row.cells().map(str::to_owned).collect());
    rows.collect()
}

fn sheet_report(table: &Table) -> SheetReport {
    let source = table.source.clone().expect("a source");
    source.sheet.expect("a sheet")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for (name, bytes) in files {
        match name.strip_suffix('/') {
            Some(folder) => zip.add_directory(folder, options).expect("memory"),
            None => {
                zip.start_file(*name, options).expect("memory");
                zip.write_all(bytes).expect("memory");
            }
        }
    }
    zip.finish().expect("memory").into_inner()
}

fn xlsx(fill: impl FnOnce(&mut Workbook) -> Result<(), XlsxError>) -> Vec<u8> {
    let mut workbook = Workbook::new();
    fill(&mut workbook).expect("valid cells");
    workbook.save_to_buffer().expect("memory")
}

#[test]
fn texts_are_returned_unchanged() {
    let same = table(b"id,text\n1,a\n".to_vec(), "a.csv");
    assert_eq!(
        (same.bytes.as_slice(), same.name.as_str()),
        (&b"id,text\n1,a\n"[..], "a.csv")
    );
    assert!(same.format.is_none() && same.source.is_none());
    assert!(!is_convertible(&same.bytes));
    for (name, bytes) in FIXTURES {
        assert_eq!(is_convertible(bytes), name != "none.csv", "{name}");
    }
    let packed = [gzip(b""), bzip2(b"a"), zstandard(b""), zip_of(&[])];
    assert!(packed.iter().all(|packed| is_convertible(packed)));
}

#[test]
fn compressed_files_are_unpacked_and_named_by_the_inner_file() {
    let csv = b"id,text\n1,a\n";
    for (packed, ending) in [(gzip(csv), "gz"), (bzip2(csv), "bz2"), (zstandard(csv), "ZST")] {
        let inside = table(packed.clone(), &format!("pool.csv.{ending}"));
        assert_eq!((inside.bytes.as_slice(), inside.name.as_str()), (&csv[..], "pool.csv"));
        assert_eq!(inside.source.expect("a source").packings.len(), 1);
        // The content determines the compression format; the file name does not matter.
        assert_eq!(table(packed.clone(), "pool.csv").name, "pool.csv");
        // Concatenated compressed files are unpacked and joined into one file.
        assert_eq!(
            table([packed.clone(), packed.clone()].concat(), "a").bytes,
            csv.repeat(2)
        );
        // Some programs fill the last block of a file with zeros.
        let zeros = vec![0; 70_000];
        let padded = [&packed[..], &zeros, &packed, &zeros].concat();
        assert_eq!(table(padded, "a").bytes, csv.repeat(2));
        let refused = refusal([&packed[..], &[0, 0], b"more"].concat(), "pool.csv");
        assert!(refused.contains("is damaged or of an unknown kind"), "{refused}");
        // A truncated file is refused instead of being read partially.
        let refused = refusal(packed[..packed.len() - 1].to_vec(), "pool.csv");
        assert!(refused.contains("is damaged or of an unknown kind"), "{refused}");
    }
    let twice = gzip(&zip_of(&[("pool.csv", csv)]));
    assert_eq!(table(twice, "pool.zip.gz").bytes, csv);
}

#[test]
fn file_with_a_changed_byte_is_refused_by_its_checksum() {
    let csv = b"id,text\n1,a text of some length, which is not repeated\n";
    for packed in [gzip(csv), bzip2(csv), zstandard(csv)] {
        let mut changed = packed.clone();
        let last = changed.len() - 2;
        changed[last] ^= 1;
        let unpacked = opened(changed, "a.csv", &TableChoice::default());
        assert!(unpacked.is_err(), "{:?}", unpacked.map(|table| table.name));
    }
}

#[test]
fn bombs_are_refused_with_their_numbers() {
    let zeros = vec![b'a'; LIMIT as usize + 1];
    let message = refusal(gzip(&zeros), "a.gz");
    assert!(
        message.starts_with("the gzip file has ")
            && message.ends_with("unpacked, it has more than 10 MB, which is the limit"),
        "{message}"
    );
    assert!(refusal(zip_of(&[("a.csv", &zeros)]), "a.zip").contains("more than 10 MB"));
    assert!(refusal(bzip2(&zeros), "a.bz2").contains("more than 10 MB"));
    let large = zstandard(&vec![0; 1_000_000]).repeat(RATIO_FREE_BYTES as usize / 1_000_000 + 1);
    let refused = open(large, "a.zst", &TableChoice::default(), 1_000_000_000);
    let refused = refused.map(|table| table.name).expect_err("a bomb");
    assert!(
        refused
            .to_string()
            .ends_with("unpacked, it has more than 500 times as many, which is the limit"),
        "{refused}"
    );
}

/// Beginning of a Zstandard frame with the window of `zstd --long=31`, which is larger than all limits of the tests.
const LARGE_WINDOW: [u8; 6] = [0x28, 0xB5, 0x2F, 0xFD, 0, 21 << 3];

#[test]
fn small_frames_with_a_large_window_are_read_within_the_limits() {
    // The header of a Zstandard block contains the block's size and whether the block is the last one.
    let csv = b"id,text\n1,a\n";
    let block = [1 | (csv.len() as u8) << 3, 0, 0];
    let frame = [&LARGE_WINDOW[..], &block, csv].concat();
    assert_eq!(table([frame.clone(), frame].concat(), "a.csv.zst").bytes, csv.repeat(2));
    // Each block of this Zstandard frame repeats one byte 131,072 times.
    let bomb = [&LARGE_WINDOW[..], &[2, 0, 16, b'a'].repeat(80), &[1, 0, 0]].concat();
    let refused = refusal(bomb, "a.zst");
    assert!(
        refused.ends_with("unpacked, it has more than 10 MB, which is the limit"),
        "{refused}"
    );
    let cut = refusal([&LARGE_WINDOW[..], &[2, 0, 16, b'a']].concat(), "a.zst");
    assert!(cut.contains("is damaged or of an unknown kind"), "{cut}");
}

#[test]
fn limits_apply_to_all_levels_together() {
    let mut seed = 7_u32;
    let random = std::iter::repeat_with(|| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    });
    let random: Vec<u8> = random.take(LIMIT as usize * 6 / 10).collect();
    let rows = b"a\n".repeat(LIMIT as usize * 3 / 10);
    let inner = zip_of(&[("a.csv", &rows), ("b.bin", &random)]);
    assert_eq!(table(inner.clone(), "inner.zip").bytes.len(), rows.len());
    // The inner archive and its table are each smaller than the limit, but the sum of their sizes exceeds the limit.
    let outer = zip_of(&[("inner.zip", &inner)]);
    let message = refusal(outer, "outer.zip");
    assert!(
        message.starts_with("the ZIP file has ") && message.contains("unpacked, it has more than 10 MB"),
        "{message}"
    );

    // The ratio of unpacked size to packed size is below 500 at each level, but above 500 for both levels together.
    let bounds = unpack::Bounds::new(1_000_000_000);
    let inner = bounds.limits("ZIP", 1_000).after(400_000).limits("gzip", 400_000);
    assert_eq!(inner.check(RATIO_FREE_BYTES - 400_000), Ok(()));
    let expected = LoadError::UnpackedRatio {
        format: kind("ZIP"),
        packed: 1_000,
        ratio: MAX_RATIO,
    };
    assert_eq!(inner.check(RATIO_FREE_BYTES), Err(expected));
    assert_eq!(bounds.limits("gzip", 400_000).check(RATIO_FREE_BYTES + 1), Ok(()));
}

#[test]
fn archive_with_one_table_is_read_and_its_other_files_are_reported() {
    let files: [(&str, &[u8]); 5] = [
        ("data/", b""),
        ("__MACOSX/data/._pool.csv", b"x"),
        ("data/.DS_Store", b"x"),
        ("data/pool.csv", b"id,text\n1,a\n"),
        ("README.md", b"about"),
    ];
    let inside = table(zip_of(&files), "pool.zip");
    assert_eq!(
        (inside.bytes.as_slice(), inside.name.as_str()),
        (&b"id,text\n1,a\n"[..], "data/pool.csv")
    );
    let packing = &inside.source.expect("a source").packings[0];
    assert_eq!(
        (packing.entry.as_deref(), &packing.others[..]),
        (Some("data/pool.csv"), &["README.md".to_owned()][..])
    );
}

#[test]
fn archive_with_several_tables_needs_a_choice() {
    let zip = zip_of(&[
        ("a.csv", b"text\na\n"),
        ("b.jsonl.gz", &gzip(b"{\"t\":1}\n")),
        ("c.txt", b"c"),
    ]);
    let message = refusal(zip.clone(), "a.zip");
    assert_eq!(
        message,
        "the ZIP file contains 2 files that may be the table: `a.csv`, `b.jsonl.gz`"
    );
    let choose = |name: &str| {
        let choice = TableChoice {
            zip_entry: Some(name.into()),
            ..TableChoice::default()
        };
        opened(zip.clone(), "a.zip", &choice)
    };
    let chosen = choose("b.jsonl.gz").expect("a table");
    assert_eq!(
        (chosen.bytes.as_slice(), chosen.name.as_str()),
        (&b"{\"t\":1}\n"[..], "b.jsonl")
    );
    let choice = chosen.source.expect("a source").choice();
    assert_eq!(choice.zip_entry.as_deref(), Some("b.jsonl.gz"));
    let missing = choose("x.csv").expect_err("no such file");
    assert_eq!(
        missing.to_string(),
        "the ZIP file contains no file `x.csv`; it contains `a.csv`, `b.jsonl.gz`, `c.txt`"
    );
    assert_eq!(refusal(zip_of(&[]), "a.zip"), "the ZIP file contains no file");
    let word = zip_of(&[("word/document.xml", b"")]);
    assert_eq!(
        refusal(word, "a.docx"),
        "the file is a document without rows, in the format Word"
    );
}

fn with_name(mut zip: Vec<u8>, before: &[u8], name: &[u8]) -> Vec<u8> {
    let places = zip.windows(before.len()).enumerate();
    let places: Vec<usize> = places
        .filter_map(|(at, bytes)| (bytes == before).then_some(at))
        .collect();
    assert_eq!(places.len(), 2, "before the file and in the list");
    for at in places {
        zip[at..at + before.len()].copy_from_slice(name);
    }
    zip
}

#[test]
fn files_with_the_same_name_are_refused_with_their_numbers() {
    let choose = |zip: &[u8], path: &str| {
        let choice = TableChoice {
            zip_entry: Some(path.into()),
            ..TableChoice::default()
        };
        opened(zip.to_vec(), "a.zip", &choice).map(|table| table.bytes)
    };
    let zip = zip_of(&[
        ("a.csv", b"text\na\n"),
        ("b.csv", b"text\nb\n"),
        ("c.csv", b"text\nc\n"),
    ]);
    // The archive contains two files whose names have equal bytes.
    let same = with_name(zip, b"b.csv", b"a.csv");
    assert_eq!(
        refusal(same.clone(), "a.zip"),
        "the ZIP file contains 2 files that may be the table: `a.csv`, `c.csv`"
    );
    assert_eq!(
        choose(&same, "a.csv").expect_err("two files").to_string(),
        "the ZIP file contains two files with the name `a.csv`, as numbers 1 and 2 of its list"
    );
    assert_eq!(choose(&same, "c.csv").expect("one file"), b"text\nc\n");
    // The archive contains two names with different bytes, in UTF-8 and in cp437, that decode to the same text.
    let zip = zip_of(&[("x.md", b"x"), ("ü.csv", b"text\na\n"), ("b.csv", b"text\nb\n")]);
    assert_eq!(
        refusal(with_name(zip, b"b.csv", b"\x81.csv"), "a.zip"),
        "the ZIP file contains two files with the name `ü.csv`, as numbers 2 and 3 of its list"
    );
    // Only the table's name must be unique. Other files and folders may share a name.
    let zip = zip_of(&[
        ("x.md", b"x"),
        ("y.md", b"y"),
        ("a.csv", b"text\na\n"),
        ("dir-a/", b""),
        ("dir-b/", b""),
    ]);
    let same = with_name(with_name(zip, b"y.md", b"x.md"), b"dir-b/", b"dir-a/");
    assert_eq!(table(same, "a.zip").bytes, b"text\na\n");
    // If names were not checked, the workbook library would silently read only one of two parts with the same name.
    let zip = zip_of(&[("[Content_Types].xml", b""), ("xl/a.xml", b""), ("xl/b.xml", b"")]);
    assert_eq!(
        refusal(with_name(zip, b"xl/b.xml", b"xl/a.xml"), "a.xlsx"),
        "the ZIP file contains two files with the name `xl/a.xml`, as numbers 2 and 3 of its list"
    );
}

#[test]
fn table_of_an_archive_in_an_archive_is_chosen_by_its_path() {
    let inner = zip_of(&[("a.csv", b"text\na\n"), ("sub/b.csv", b"text\nb\n"), ("c.md", b"c")]);
    let packed = gzip(&zip_of(&[("d.csv", b"text\nd\n")]));
    let outer = zip_of(&[
        ("data/inner.zip", &inner),
        ("more.zip.gz", &packed),
        ("notes.txt", b"n"),
    ]);
    let choose = |bytes: &[u8], path: &str| {
        let choice = TableChoice {
            zip_entry: Some(path.into()),
            ..TableChoice::default()
        };
        opened(bytes.to_vec(), "outer.zip", &choice)
    };
    let message = |bytes: &[u8], path: &str| choose(bytes, path).map(|table| table.name).expect_err(path).to_string();
    // A text file next to archives does not count as the table.
    assert_eq!(
        refusal(outer.clone(), "outer.zip"),
        "the ZIP file contains 2 files that may be the table: `data/inner.zip`, `more.zip.gz`"
    );
    let inside =
        "the ZIP file contains 2 files that may be the table: `data/inner.zip/a.csv`, `data/inner.zip/sub/b.csv`";
    assert_eq!(message(&outer, "data/inner.zip"), inside);
    // The program opens the only nested archive, although the user has not chosen a file.
    assert_eq!(refusal(zip_of(&[("data/inner.zip", &inner)]), "outer.zip"), inside);
    for (path, name, text) in [
        ("data/inner.zip/a.csv", "a.csv", "text\na\n"),
        ("data/inner.zip/sub/b.csv", "sub/b.csv", "text\nb\n"),
        ("data/inner.zip/c.md", "c.md", "c"),
        ("more.zip.gz/d.csv", "d.csv", "text\nd\n"),
    ] {
        let chosen = choose(&outer, path).expect(path);
        assert_eq!((chosen.bytes.as_slice(), chosen.name.as_str()), (text.as_bytes(), name));
        assert_eq!(
            chosen.source.expect("a source").choice().zip_entry.as_deref(),
            Some(path)
        );
    }
    // The only table in the chosen archive is read, and the report contains the table's path.
    let only = choose(&outer, "more.zip.gz")
        .expect("a table")
        .source
        .expect("a source");
    assert_eq!(only.choice().zip_entry.as_deref(), Some("more.zip.gz/d.csv"));
    let entries = only.entries();
    assert_eq!(entries[0].others, ["data/inner.zip", "notes.txt"]);

    assert_eq!(
        message(&outer, "data/inner.zip/x.csv"),
        "the ZIP file contains no file `data/inner.zip/x.csv`; it contains `data/inner.zip/a.csv`, \
         `data/inner.zip/sub/b.csv`, `data/inner.zip/c.md`"
    );
    assert_eq!(
        message(&outer, "notes.txt/x.csv"),
        "the ZIP file contains no file `notes.txt/x.csv`; it contains `notes.txt`"
    );
    let workbook = zip_of(&[("book.xlsx", &fixture("formula.xlsx"))]);
    let outer = zip_of(&[("inner.zip", &workbook), ("other.zip", &workbook)]);
    let sheet = choose(&outer, "inner.zip/book.xlsx").expect("a workbook");
    assert_eq!(sheet.format, Some(Format::Csv));

    let twice = zip_of(&[("a.zip", &inner), ("a.zip/a.csv", b"text\nother\n")]);
    assert_eq!(choose(&twice, "a.zip/a.csv").expect("a file").bytes, b"text\nother\n");
    let refused = message(&twice, "a.zip");
    assert_eq!(
        refused,
        "the ZIP file uses the name `a.zip` both for a file and for a folder"
    );
}

#[test]
fn archives_in_archives_are_opened_up_to_a_depth() {
    let mut archive = zip_of(&[("a.csv", b"text\na\n"), ("b.csv", b"text\nb\n")]);
    for name in ["3.zip", "2.zip"] {
        archive = zip_of(&[(name, &archive)]);
    }
    let choice = TableChoice {
        zip_entry: Some("2.zip/3.zip/b.csv".into()),
        ..TableChoice::default()
    };
    assert_eq!(
        opened(archive.clone(), "1.zip", &choice).expect("a table").bytes,
        b"text\nb\n"
    );
    let deeper = zip_of(&[("1.zip", &archive)]);
    let choice = TableChoice {
        zip_entry: Some("1.zip/2.zip/3.zip/b.csv".into()),
        ..TableChoice::default()
    };
    let refused = opened(deeper, "0.zip", &choice).map(|table| table.name);
    assert_eq!(
        refused.expect_err("too deep").to_string(),
        "the file is packed, in the format ZIP"
    );
}

#[test]
fn long_path_of_an_archive_in_an_archive_is_refused() {
    let inner = zip_of(&[("a.csv", b"text\na\n"), ("b.csv", b"text\nb\n")]);
    let outer = |length: usize| {
        let name = format!("{}.zip", "x".repeat(length - 4));
        zip_of(&[(name.as_str(), &inner)])
    };
    assert!(refusal(outer(2_000), "outer.zip").contains("2 files that may be the table"));
    let refused = refusal(outer(3_000), "outer.zip");
    assert!(refused.ends_with("has 3001 bytes; the limit is 2048"), "{refused}");
}

#[test]
fn features_of_intact_files_that_are_not_read_are_not_reported_as_damage() {
    let unread = |bytes: Vec<u8>, name: &str| {
        let message = refusal(bytes, name);
        let (format, feature) = message
            .split_once(" file uses something that this program does not read: ")
            .unwrap_or_else(|| panic!("{message}"));
        (format.to_owned(), feature.to_owned())
    };
    let zip = |feature: &str| ("the ZIP".to_owned(), feature.to_owned());
    let archive = zip_of(&[("a.csv", b"text\na\n")]);
    let place = |begin: &[u8]| {
        archive
            .windows(4)
            .position(|bytes| bytes == begin)
            .expect("it is there")
    };
    let mut method = archive.clone();
    method[place(b"PK\x01\x02") + 10] = 9;
    assert_eq!(unread(method, "a.zip"), zip("the compression Deflate64"));
    let mut part = archive.clone();
    part[place(b"PK\x05\x06") + 4] = 1;
    assert_eq!(
        unread(part, "a.zip"),
        zip("an archive that consists of several files; this is only one of them")
    );

    let zstd = |feature: &str| ("the Zstandard".to_owned(), feature.to_owned());
    // The Zstandard frame consists of a magic number, flags, the window size, and an empty last block.
    let window = [0x28, 0xB5, 0x2F, 0xFD, 0, 22 << 3, 1, 0, 0];
    assert_eq!(
        unread(window.to_vec(), "a.zst"),
        zstd("a compression window of 4295 MB; the limit is 2147 MB")
    );
    let dictionary = [0x28, 0xB5, 0x2F, 0xFD, 1, 0, 7, 1, 0, 0];
    assert_eq!(
        unread(dictionary.to_vec(), "a.zst"),
        zstd("the dictionary 7 of the compression, which is not in the file")
    );
}

#[test]
fn archive_reports_all_of_its_files() {
    let names: Vec<String> = (0..60).map(|n| format!("{n}.csv")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"text\na\n"[..])).collect();
    let choice = TableChoice {
        zip_entry: Some("7.csv".into()),
        ..TableChoice::default()
    };
    let source = opened(zip_of(&files), "a.zip", &choice).expect("a table").source;
    assert_eq!(source.expect("a source").packings[0].others.len(), 59);
}

#[test]
fn cells_of_xlsx_are_read_as_displayed() {
    let bytes = xlsx(|workbook| {
        let sheet = workbook.add_worksheet();
        sheet.set_name("Texts")?;
        for (column, name) in ["id", "code", "text", "share", "day", "at", "amount", "ok"]
            .iter()
            .enumerate()
        {
            sheet.write(0, column as u16, *name)?;
        }
        let format = |code: &str| CellFormat::new().set_num_format(code);
        sheet.write(1, 0, "007")?;
        sheet.write_with_format(1, 1, 42, &format("00000"))?;
        sheet.write(1, 2, "a, \"b\"\nc ")?;
        sheet.write_with_format(1, 3, 0.125, &format("0%"))?;
        sheet.write_with_format(1, 4, 45_351, &format("dd.mm.yyyy"))?;
        sheet.write_with_format(1, 5, 45_351.5, &format("yyyy-mm-dd hh:mm"))?;
        sheet.write(1, 6, 0.1 + 0.2)?;
        sheet.write(1, 7, true)?;
        sheet.write_with_format(2, 5, 45_352, &format("yyyy-mm-dd hh:mm"))?;
        sheet.write(2, 6, 3.0)?;
        sheet.write_with_format(2, 1, 12_345_678, &format("000-00-0000"))?;
        sheet.write(2, 2, Formula::new("=A2&\"x\"").set_result("007x"))?;
        sheet.write(4, 2, Formula::new("=1/0").set_result("#DIV/0!"))?;
        workbook.add_worksheet().set_name("Empty")?;
        Ok(())
    });
    let table = table(bytes, "a.xlsx");
    assert_eq!(table.format, Some(Format::Csv));
    assert_eq!(
        cells(&table),
        [
            [
                "007",
                "00042",
                "a, \"b\"\nc ",
                "12.5%",
                "2024-02-29",
                "2024-02-29T12:00:00",
                "0.3",
                "TRUE"
            ],
            ["", "012-34-5678", "007x", "", "", "2024-03-01T00:00:00", "3", ""],
            ["", "", "#DIV/0!", "", "", "", "", ""],
        ]
    );
    let report = sheet_report(&table);
    assert_eq!(
        (report.name.as_str(), report.others),
        ("Texts", vec!["Empty".to_owned()])
    );
    assert_eq!((report.header_row, report.n_dates), (1, 3));
}

#[test]
fn separators_decimals_and_percents_of_xlsx_are_read_as_displayed() {
    let bytes = xlsx(|workbook| {
        let sheet = workbook.add_worksheet();
        let cells = [
            (1_234.5, "#,##0.00"),
            (-1_234.5, "#,##0.00;[Red](#,##0.00)"),
            (2.5, "0.00"),
            (0.125, "0.0 %"),
            (0.5, "0.00%"),
            (1_234.5, "#,##0.00 [$€-407]"),
            (45_296.0, "[$-407]d. mmmm yyyy;@"),
            (45_296.0, "yyyy\\-mm\\-dd"),
            (45_296.25, "dd/mm/yy hh:mm"),
            (1_234.5, "General"),
        ];
        for (column, (number, code)) in (0..).zip(cells) {
            sheet.write_with_format(0, column, number, &CellFormat::new().set_num_format(code))?;
        }
        Ok(())
    });
    let expected =
        "\"1,234.50\",\"-1,234.50\",2.50,12.5 %,50.00%,\"1,234.50\",2024-01-05,2024-01-05,2024-01-05T06:00:00,1234.5\n";
    assert_eq!(text(bytes, "a.xlsx"), expected);
}

#[test]
fn sheet_and_header_row_can_be_chosen() {
    let bytes = xlsx(|workbook| {
        workbook.add_worksheet().set_name("Empty")?;
        let sheet = workbook.add_worksheet();
        sheet.set_name("Texts")?;
        sheet.write(0, 0, "A title")?;
        sheet.merge_range(2, 0, 2, 1, "group", &CellFormat::new())?;
        sheet.write(3, 0, "id")?;
        sheet.write(3, 1, "text")?;
        sheet.merge_range(4, 0, 5, 0, "1", &CellFormat::new())?;
        sheet.write(4, 1, "a")?;
        sheet.write(5, 1, "b")?;
        Ok(())
    });
    let choose = |sheet: Option<&str>, header_row| {
        let choice = TableChoice {
            sheet: sheet.map(str::to_owned),
            header_row,
            ..TableChoice::default()
        };
        opened(bytes.clone(), "a.xlsx", &choice)
    };
    let found = choose(None, None).expect("a table");
    let report = sheet_report(&found);
    assert_eq!(
        (report.name.as_str(), report.header_row, report.rows_above),
        ("Texts", 4, 2)
    );
    assert_eq!((report.n_merged, &report.merged[..]), (1, &["A5:A6".to_owned()][..]));
    assert_eq!(cells(&found), [["1", "a"], ["", "b"]]);
    let third = choose(Some("Texts"), Some(3)).expect("a table");
    assert_eq!(third.bytes, b"group,\nid,text\n1,a\n,b\n");
    let source = third.source.expect("a source");
    assert_eq!(source.choice().header_row, Some(3));
    let message = |sheet, row| choose(sheet, row).expect_err("refused").to_string();
    assert_eq!(
        message(Some("Text"), None),
        "there is no sheet `Text`; the sheets are `Empty`, `Texts`"
    );
    assert_eq!(message(Some("Empty"), None), "the sheet `Empty` is empty");
    assert_eq!(
        message(None, Some(7)),
        "the sheet `Texts` has no row 7; its last row is 6"
    );
}

#[test]
fn formulas_without_a_stored_value_are_reported() {
    let table = table(fixture("formula.xlsx"), "formula.xlsx");
    let report = sheet_report(&table);
    assert_eq!(
        (report.n_without_value, report.first_without_value.as_deref()),
        (1, Some("B2"))
    );
}

#[test]
fn damaged_sheet_is_reported_with_its_cell() {
    let bytes = xlsx(|workbook| {
        let sheet = workbook.add_worksheet();
        sheet.set_name("Texts")?;
        for row in 0..10 {
            sheet.write(row, 0, row)?;
            sheet.write(row, 1, row)?;
        }
        Ok(())
    });
    let mut zip = zip::ZipArchive::new(Cursor::new(&bytes)).expect("a workbook");
    let mut files = Vec::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).expect("a file");
        let name = file.name().expect("UTF-8").into_owned();
        let mut content = Vec::new();
        std::io::copy(&mut file, &mut content).expect("memory");
        if name == "xl/worksheets/sheet1.xml" {
            let sheet = String::from_utf8(content).expect("XML");
            content = sheet.replacen("r=\"B7\"", "r=\"B7\" t=\"zz\"", 1).into_bytes();
        }
        files.push((name, content));
    }
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, content)| (name.as_str(), &content[..]))
        .collect();
    let message = refusal(zip_of(&files), "a.xlsx");
    assert!(
        message.starts_with("Texts!A7: the sheet is damaged at or after this cell: "),
        "{message}"
    );
}

#[test]
fn workbooks_with_a_password_are_explained() {
    assert_eq!(
        refusal(fixture("password.xlsx"), "a.xlsx"),
        "the Excel file is protected by a password"
    );
}

#[test]
fn old_excel_is_read() {
    let table = table(fixture("sheet.xls"), "sheet.xls");
    assert_eq!(
        cells(&table),
        [
            ["007", "Grüße,\n“you”", "2024-02-29", "3"],
            ["008", "second", "", ""],
            ["", "third", "", "0.5"],
        ]
    );
    let report = sheet_report(&table);
    assert_eq!(
        (report.name.as_str(), report.others),
        ("Texts", vec!["Notes".to_owned()])
    );
    assert_eq!((report.n_merged, &report.merged[..]), (1, &["A3:A4".to_owned()][..]));
}

#[test]
fn binary_workbook_is_read() {
    let table = table(fixture("sheet.xlsb"), "sheet.xlsb");
    assert_eq!(cells(&table), [["007", "Grüße,\n“you”", "0.25"], ["", "second", ""]]);
    assert_eq!(sheet_report(&table).name, "Texts");
}

#[test]
fn opendocument_is_read() {
    let table = table(fixture("sheet.ods"), "sheet.ods");
    assert_eq!(
        cells(&table),
        [
            ["007", "Grüße,\n“you”", "3", "2024-02-29"],
            ["008", "second", "0.25", "2024-03-01"]
        ]
    );
}

#[test]
fn repeated_cells_of_opendocument_are_limited() {
    let ods = |repeats: u32| {
        let content = format!(
            "<office:spreadsheet><table:table table:name=\"T\"><table:table-row table:number-rows-repeated=\"{repeats}\">\
             <table:table-cell office:value-type=\"float\" office:value=\"7\" table:number-columns-repeated=\"16\"/>\
             </table:table-row></table:table></office:spreadsheet>"
        );
        zip_of(&[
            ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
            ("content.xml", content.as_bytes()),
            ("META-INF/manifest.xml", b"<manifest:manifest/>"),
        ])
    };
    let row = format!("{}7\n", "7,".repeat(15));
    assert_eq!(text(ods(3), "a.ods"), row.repeat(3));
    assert_eq!(
        refusal(ods(1_000_000), "a.ods"),
        "T!P1000000: up to this cell the sheets of the workbook extend over more than 10000000 cells or bytes"
    );
}

#[test]
fn number_of_shared_texts_is_limited() {
    let texts = b"<sst uniqueCount=\"99999999999\"></sst>";
    let xlsx = zip_of(&[("[Content_Types].xml", b""), ("xl/sharedStrings.xml", texts)]);
    assert_eq!(
        refusal(xlsx, "a.xlsx"),
        "the Excel file is damaged or of an unknown kind: “its list of texts has 37 bytes, but should have 99999999999 texts”"
    );
}

#[test]
fn values_of_parquet_are_exact() {
    let table = table(fixture("types.parquet"), "types.parquet");
    assert_eq!(table.format, Some(Format::Jsonl));
    let text = String::from_utf8(table.bytes.clone()).expect("UTF-8");
    let rows: Vec<&str> = text.lines().collect();
    let row = |members: &[&str]| format!("{{{}}}", members.join(","));
    assert_eq!(
        rows[0],
        row(&[
            r#""text":"Grüße""#,
            r#""label":"yes""#,
            r#""small":1"#,
            r#""large":18446744073709551615"#,
            r#""half":0.5"#,
            r#""float":0.1"#,
            r#""double":0.1"#,
            r#""flag":true"#,
            r#""price":12.50"#,
            r#""huge":1000000000000000000000000000000000000000000000"#,
            r#""day":"2024-02-29""#,
            r#""time":"03:04:05.678""#,
            r#""seen":"2024-01-02T03:04:05.000006""#,
            r#""sent":"2024-01-02T00:00:00Z""#,
            r#""bytes":"plain""#,
            r#""uuid":"00000000-0000-0000-0000-000000000001""#,
            r#""tags":["a",null]"#,
            r#""turns":[{"from":"human","value":"Hi"},{"from":"gpt","value":null}]"#,
            r#""matrix":[[1,2],[]]"#,
            r#""counts":{"a":1}"#,
            r#""pairs":[[1,"a"],[2,null]]"#,
            r#""inner":{"a":{"b":[1]}}"#,
            r#""vector":[0.1,-2]"#,
            r#""fixed":[1,2]"#,
        ])
    );
    assert_eq!(
        rows[1],
        row(&[
            r#""text":null"#,
            r#""label":"no""#,
            r#""small":null"#,
            r#""large":0"#,
            r#""half":null"#,
            r#""float":null"#,
            r#""double":-0"#,
            r#""flag":null"#,
            r#""price":-0.01"#,
            r#""huge":null"#,
            r#""day":null"#,
            r#""time":null"#,
            r#""seen":null"#,
            r#""sent":null"#,
            r#""bytes":null"#,
            r#""uuid":null"#,
            r#""tags":[]"#,
            r#""turns":[null]"#,
            r#""matrix":[[3]]"#,
            r#""counts":{}"#,
            r#""pairs":[]"#,
            r#""inner":{"a":null}"#,
            r#""vector":[3,4.5]"#,
            r#""fixed":[3,4]"#,
        ])
    );
    assert_eq!(
        rows[2],
        row(&[
            r#""text":"a \"b\"\n""#,
            r#""label":"yes""#,
            r#""small":-3"#,
            r#""large":null"#,
            r#""half":2"#,
            r#""float":"Infinity""#,
            &format!(r#""double":{}"#, 1e300),
            r#""flag":false"#,
            r#""price":null"#,
            r#""huge":-1"#,
            r#""day":"1969-12-31""#,
            r#""time":"00:00:00""#,
            r#""seen":null"#,
            r#""sent":null"#,
            r#""bytes":"""#,
            r#""uuid":null"#,
            r#""tags":null"#,
            r#""turns":null"#,
            r#""matrix":[null]"#,
            r#""counts":null"#,
            r#""pairs":null"#,
            r#""inner":null"#,
            r#""vector":[0,1]"#,
            r#""fixed":[5,6]"#,
        ])
    );
    let report = table
        .source
        .clone()
        .and_then(|source| source.parquet)
        .expect("a report");
    assert_eq!(
        (report.n_not_finite, report.vectors),
        (2, vec!["vector".to_owned(), "fixed".to_owned()])
    );
    let Loaded { pool, found } = loaded(&table);
    assert_eq!((pool.len(), pool.columns().len(), found.format), (3, 24, Format::Jsonl));
    let vector = pool.column("vector").expect("the column");
    assert_eq!(
        fastgas_data::vectors(&pool, vector),
        Ok((vec![0.1, -2.0, 3.0, 4.5, 0.0, 1.0], 2))
    );
}

#[test]
fn vectors_of_parquet_equal_the_vectors_of_its_text() {
    let read = |bytes: Vec<u8>, name: &str| vector_rows(Arc::new(Bytes::from(bytes)), name, LIMIT).expect("a table");
    for (file, names) in [
        ("types.parquet", &["vector", "fixed"][..]),
        ("zstd.parquet", &["vector"]),
    ] {
        let Loaded { pool, .. } = loaded(&table(fixture(file), file));
        for name in names {
            let rows = read(fixture(file), name).expect("lists of floats");
            assert_eq!(rows.len(), pool.len() as u64);
            let of_text = fastgas_data::vectors(&pool, pool.column(name).expect("the column"));
            assert_eq!(rows.into_vec(name), of_text, "{file} {name}");
        }
    }
    for name in ["text", "float", "matrix", "tags", "none"] {
        assert!(
            read(fixture("types.parquet"), name).is_none(),
            "{name} contains no lists of floats"
        );
    }
    assert!(
        read(gzip(&fixture("types.parquet")), "vector").is_none(),
        "the file is packed"
    );
    assert!(read(b"id,text\n1,a\n".to_vec(), "id").is_none());
    let cut = fixture("types.parquet")[..400].to_vec();
    assert!(vector_rows(Arc::new(Bytes::from(cut)), "vector", LIMIT).is_err());
}

#[test]
fn every_compression_of_parquet_is_read() {
    let plain = text(fixture("snappy.parquet"), "a.parquet");
    assert!(
        plain.starts_with(r#"{"text":"Grüße","label":"yes","vector":[0.1,-2],"price":12.50}"#),
        "{plain}"
    );
    for name in [
        "gzip.parquet",
        "brotli.parquet",
        "lz4.parquet",
        "zstd.parquet",
        "pages2.parquet",
    ] {
        assert_eq!(text(fixture(name), name), plain, "{name}");
    }
    let delta = text(fixture("delta.parquet"), "a.parquet");
    assert_eq!(
        delta,
        "{\"text\":\"Grüße\"}\n{\"text\":null}\n{\"text\":\"a \\\"b\\\"\\n\"}"
    );
    assert_eq!(
        text(fixture("int96.parquet"), "a.parquet"),
        "{\"at\":\"2024-01-02T03:04:05\"}"
    );
}

/// Returns a Parquet file with the given schema and column values. Each group of bytes is one value.
fn parquet_of(schema: &str, columns: &[Vec<Vec<u8>>]) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, properties).expect("memory");
    let mut group = writer.next_row_group().expect("memory");
    for column in columns {
        let values: Vec<ByteArray> = column.iter().map(|value| ByteArray::from(value.clone())).collect();
        let mut chunk = group.next_column().expect("memory").expect("a column");
        let typed = chunk.typed::<ByteArrayType>();
        typed.write_batch(&values, None, None).expect("memory");
        chunk.close().expect("memory");
    }
    group.close().expect("memory");
    writer.into_inner().expect("memory")
}

#[test]
fn column_of_other_bytes_is_left_out_of_all_rows() {
    let image = table(fixture("binary.parquet"), "a.parquet");
    assert_eq!(image.bytes, br#"{"text":"a","image":null}"#);
    let report = image.source.and_then(|source| source.parquet).expect("a report");
    assert_eq!(report.left_out, ["image"]);
    // The first 200 rows are text or empty, and most non-empty values are bytes that are not text.
    let texts: Vec<Vec<u8>> = (0..300).map(|row| format!("text {row}").into_bytes()).collect();
    let mut bytes = texts.clone();
    bytes[50..200].fill(Vec::new());
    bytes[200..].fill(vec![0xFF, 0xD8]);
    let schema = "message m { required group image { required binary bytes; required binary path; } \
                  required binary text (UTF8); }";
    let columns = [bytes.clone(), texts.clone(), texts.clone()];
    let nested = table(parquet_of(schema, &columns), "a.parquet");
    let lines = String::from_utf8(nested.bytes).expect("UTF-8");
    assert_eq!(lines.lines().count(), 300);
    assert!(
        lines.starts_with(r#"{"image":{"bytes":null,"path":"text 0"},"text":"text 0"}"#),
        "{lines}"
    );
    assert!(!lines.contains(r#""bytes":""#));
    let report = nested.source.and_then(|source| source.parquet).expect("a report");
    assert_eq!(report.left_out, ["image.bytes"]);
    // A column is kept if the column is the only column or a column of texts, or if at least half of the values are texts.
    let refused = "row 299: column `a` holds bytes that are not UTF-8 text";
    for schema in [
        "message m { required binary a (UTF8); required binary b; }",
        "message m { required binary a; required binary b; }",
        "message m { required binary a; }",
    ] {
        let mut damaged = texts.clone();
        damaged[..298].fill(Vec::new());
        damaged[299] = vec![0xFF, 0xD8];
        let columns = [damaged, texts.clone()];
        let n_columns = schema.matches("binary").count();
        assert_eq!(refusal(parquet_of(schema, &columns[..n_columns]), "a.parquet"), refused);
    }
}

/// Returns `sheet.xls` with one changed byte.
/// The change turns a two-byte record into a record that defines a range name.
/// The workbook library panics, because it assumes that the record of a range's name is longer.
fn panicking_workbook() -> Vec<u8> {
    let mut damaged = fixture("sheet.xls");
    assert_eq!(damaged[690..694], [0x19, 0, 2, 0]);
    damaged[690] ^= 1;
    damaged
}

#[test]
fn panic_of_a_reader_is_reported_as_damage() {
    let message = refusal(panicking_workbook(), "a.xls");
    assert!(
        message.starts_with("the file is damaged and cannot be read further: “"),
        "{message}"
    );
}

/// Returns `sheet.xls` with different bytes at the given position.
fn changed_xls(place: usize, before: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut changed = fixture("sheet.xls");
    assert_eq!(changed[place..place + before.len()], *before);
    changed[place..place + bytes.len()].copy_from_slice(bytes);
    changed
}

const XLS_START: usize = 512;
/// Position in the file `sheet.xls` where the FAT begins.
const XLS_LIST: usize = 4_608;

#[test]
fn number_formats_of_an_old_workbook_are_applied() {
    // The formulas in the last row have no stored values, so their cells are blank.
    assert_eq!(
        text(fixture("zeros.xls"), "a.xls"),
        "00000,000-00-0000,0%,General\n00042,012-34-5678,25%,7\n"
    );
}

#[test]
fn number_formats_of_opendocument_are_applied() {
    let styles = "<office:document-styles><office:styles><number:number-style style:name=\"N1\">\
         <number:number number:min-integer-digits=\"5\"/></number:number-style>\
         <style:style style:name=\"Code\" style:family=\"table-cell\" style:data-style-name=\"N1\"/></office:styles></office:document-styles>";
    let content = "<office:document-content><office:automatic-styles><number:number-style style:name=\"N1\">\
         <number:number number:decimal-places=\"2\" number:min-integer-digits=\"1\" number:grouping=\"true\"/></number:number-style>\
         <number:percentage-style style:name=\"N2\"><number:number number:decimal-places=\"1\" number:min-integer-digits=\"1\"/>\
         <number:text> %</number:text></number:percentage-style>\
         <number:date-style style:name=\"N3\"><number:day/><number:text>.</number:text><number:month/></number:date-style>\
         <style:style style:name=\"ce1\" style:family=\"table-cell\" style:data-style-name=\"N1\"/>\
         <style:style style:name=\"ce2\" style:family=\"table-cell\" style:parent-style-name=\"Code\"/>\
         <style:style style:name=\"ce3\" style:family=\"table-cell\" style:data-style-name=\"N2\"/>\
         <style:style style:name=\"ce4\" style:family=\"table-cell\" style:data-style-name=\"N3\"/></office:automatic-styles>\
         <office:body><office:spreadsheet><table:table table:name=\"T\">\
         <table:table-column table:default-cell-style-name=\"ce1\"/>\
         <table:table-row table:number-rows-repeated=\"2\">\
         <table:table-cell office:value-type=\"float\" office:value=\"1234.5\"/>\
         <table:table-cell table:style-name=\"ce2\" office:value-type=\"float\" office:value=\"42\"/>\
         <table:table-cell table:style-name=\"ce3\" office:value-type=\"percentage\" office:value=\"0.125\"/>\
         <table:table-cell table:style-name=\"ce4\" office:value-type=\"date\" office:date-value=\"2024-01-05\"/>\
         <table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"/>\
         <table:table-cell office:value-type=\"percentage\" office:value=\"0.25\"/>\
         <table:table-cell office:value-type=\"float\" office:value=\"1234.5\"/>\
         </table:table-row></table:table></office:spreadsheet></office:body></office:document-content>";
    // In this test file, the cells come before the common styles.
    let ods = zip_of(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
        ("styles.xml", styles.as_bytes()),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
    ]);
    let row = "\"1,234.50\",00042,12.5 %,2024-01-05,TRUE,25%,1234.5\n";
    assert_eq!(text(ods, "a.ods"), row.repeat(2));
}

#[test]
fn number_formats_of_a_binary_workbook_are_applied() {
    let mut sheet = Vec::new();
    let mut archive = zip::ZipArchive::new(Cursor::new(fixture("sheet.xlsb"))).expect("an archive");
    let mut part = archive.by_name("xl/worksheets/sheet1.bin").expect("a sheet");
    part.read_to_end(&mut sheet).expect("memory");
    drop(part);
    let number = sheet.windows(8).position(|bytes| bytes == 0.25_f64.to_le_bytes());
    let style = number.expect("a number") - 4;
    let shown = |index: u8| {
        let mut sheet = sheet.clone();
        sheet[style] = index;
        let xlsb = with_file(&fixture("sheet.xlsb"), "xl/worksheets/sheet1.bin", &sheet);
        let xlsb = with_file(&xlsb, "xl/styles.bin", &crate::xlsb_styles::tests::styles());
        cells(&table(xlsb, "a.xlsb"))[0][2].clone()
    };
    assert_eq!([0, 1, 2, 9].map(shown), ["0.25", "0.25", "25%", "0.25"]);
}

fn with_file(archive: &[u8], name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut files = vec![(name.to_owned(), bytes.to_vec())];
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("a file");
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).expect("memory");
        let entry = entry.name().expect("a name in UTF-8").into_owned();
        if entry != name {
            files.push((entry, contents));
        }
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    zip_of(&files)
}

#[test]
fn claims_of_an_old_workbook_reserve_no_memory() {
    // The sheet states that it has 2^32 - 1 rows and 2^16 - 1 columns.
    let claim = [&[0xFF_u8; 4][..], &[0, 0, 0xFF, 0xFF]].concat();
    let claiming = changed_xls(XLS_START + 1_216, &[4, 0, 0, 0, 0, 0, 4, 0], &claim);
    assert_eq!(text(claiming, "a.xls"), text(fixture("sheet.xls"), "a.xls"));
}

#[test]
fn cell_that_needs_too_much_memory_is_refused_with_its_address() {
    // The record of cell D4 gets the last row and the last column that a cell record can contain.
    let far = changed_xls(XLS_START + 1_646, &[3, 0, 3, 0], &[0xFF; 4]);
    assert_eq!(
        refusal(far, "a.xls"),
        "Texts!CRXP65536: up to this cell the sheets of the workbook extend over more than 10000000 cells or bytes"
    );
}

#[test]
fn damaged_old_workbooks_are_refused_with_the_place() {
    let cases: [(usize, &[u8], &[u8], &str); 9] = [
        (
            30,
            &[9],
            &[10],
            "its sectors should have 2^9 or 2^12 bytes, but bytes 30 and 31 of the file say 2^10",
        ),
        (
            80,
            &[0xFF; 4],
            &[8, 0, 0, 0],
            "sector 8 occurs twice in the list of sectors",
        ),
        (
            XLS_LIST + 12,
            &[4, 0],
            &[1, 0],
            "the sectors after sector 1 lead back to it",
        ),
        (
            XLS_LIST + 12,
            &[4, 0],
            &[4, 1],
            "byte 4620 of the file refers to sector 260, but the number of sectors is 15",
        ),
        (
            XLS_LIST + 24,
            &[7, 0],
            &[12, 0],
            "the file has 5632 bytes, but its workbook reaches to byte 7168",
        ),
        (
            XLS_START + 981,
            &[0x60, 4, 0, 0],
            &[0x61, 4, 0, 0],
            "the sheet `Texts` should begin at byte 1121 of the workbook, but does not",
        ),
        (
            XLS_START + 1_023,
            &[2, 0, 0],
            &[0xFF, 0xFF, 0],
            "the text at byte 1023 of the workbook should have 65535 characters, but 90 bytes follow",
        ),
        (
            XLS_START + 1_432,
            &[0; 4],
            &[10, 0, 0, 0],
            "Texts!A1 refers to text 10, but the number of texts is 10",
        ),
        (
            XLS_START + 1_644,
            &[10, 0],
            &[0xFF, 0xFF],
            "65535 bytes should follow byte 1646 of the workbook, but there are 2450",
        ),
    ];
    for (place, before, bytes, reason) in cases {
        let message = refusal(changed_xls(place, before, bytes), "a.xls");
        assert_eq!(message, format!("the Excel file (.xls) is damaged: {reason}"));
    }
    // The stated workbook size is below 4,096 bytes, so the workbook should be in the mini stream, which is missing.
    let small = changed_xls(5_120 + 128 + 120, &[0, 16, 0, 0], &[0, 15, 0, 0]);
    assert_eq!(
        refusal(small, "a.xls"),
        "the Excel file (.xls) is damaged: byte 5364 of the file refers to small sector 0, but the number of small sectors is 0"
    );
}

#[test]
fn other_documents_in_compound_files_are_named() {
    let utf16 = |name: &str| -> Vec<u8> { name.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let other = changed_xls(5_120 + 128, &utf16("Workbook"), &utf16("WordDocument"));
    assert_eq!(
        refusal(other, "a.doc"),
        "the file is a document without rows, in the format Word"
    );
}

#[test]
fn open_documents_without_sheets_are_named() {
    let document = |kind: &str| {
        let mime = format!("application/vnd.oasis.opendocument.{kind}");
        zip_of(&[
            ("mimetype", mime.as_bytes()),
            ("content.xml", b"<office:document-content/>"),
            ("META-INF/manifest.xml", b"<manifest:manifest/>"),
        ])
    };
    for (kind, name) in [
        ("text", "OpenDocument text (.odt)"),
        ("text-template", "OpenDocument text (.odt)"),
        ("presentation", "OpenDocument presentation (.odp)"),
        ("other", "OpenDocument"),
    ] {
        let expected = format!("the file is a document without rows, in the format {name}");
        assert_eq!(refusal(document(kind), "a.ods"), expected);
    }
    // A template of a spreadsheet counts as a spreadsheet.
    let template = refusal(document("spreadsheet-template"), "a.ots");
    assert!(!template.contains("document without rows"), "{template}");
}

#[test]
fn workbook_that_is_embedded_in_another_document_is_not_read() {
    const DIRECTORY: usize = 5_120;
    const CHILD: usize = 76;
    const RIGHT: usize = 72;
    // The directory has four entries: the root folder, the workbook and two unused entries.
    let name = |xls: &mut Vec<u8>, entry: usize, name: &str| {
        let place = DIRECTORY + entry * 128;
        xls[place..place + 64].fill(0);
        for (at, unit) in name.encode_utf16().enumerate() {
            xls[place + 2 * at..][..2].copy_from_slice(&unit.to_le_bytes());
        }
    };
    let link = |xls: &mut Vec<u8>, entry: usize, at: usize, to: u32| {
        xls[DIRECTORY + entry * 128 + at..][..4].copy_from_slice(&to.to_le_bytes());
    };
    let with_folder = |document: &str| {
        let mut xls = fixture("sheet.xls");
        name(&mut xls, 2, document);
        name(&mut xls, 3, "ObjectPool");
        link(&mut xls, 0, CHILD, 2);
        link(&mut xls, 2, RIGHT, 3);
        link(&mut xls, 3, CHILD, 1);
        xls
    };
    assert_eq!(
        refusal(with_folder("WordDocument"), "a.doc"),
        "the file is a document without rows, in the format Word"
    );
    let other = refusal(with_folder("Contents"), "a.pub");
    assert!(other.contains("is damaged or of an unknown kind"), "{other}");
    // The workbook that the program must read comes after an embedded workbook in the directory.
    let mut both = with_folder("Workbook");
    let entry = both[DIRECTORY + 128 + 116..DIRECTORY + 256].to_vec();
    both[DIRECTORY + 256 + 116..DIRECTORY + 384].copy_from_slice(&entry);
    both[DIRECTORY + 128 + 116..DIRECTORY + 256].fill(0);
    assert_eq!(text(both, "a.xls"), text(fixture("sheet.xls"), "a.xls"));
    // The program also reads a file with directory entries that do not form a tree.
    let mut flat = fixture("sheet.xls");
    link(&mut flat, 0, CHILD, u32::MAX);
    assert_eq!(text(flat, "a.xls"), text(fixture("sheet.xls"), "a.xls"));
    // The tree of the root folder contains only another stream, and the workbook is in no folder.
    let mut partial = fixture("sheet.xls");
    name(&mut partial, 2, "\u{5}SummaryInformation");
    link(&mut partial, 0, CHILD, 2);
    assert_eq!(text(partial, "a.xls"), text(fixture("sheet.xls"), "a.xls"));
}

#[test]
fn damaged_files_are_refused_without_a_panic() {
    let choice = TableChoice::default();
    for (name, bytes) in FIXTURES {
        for length in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
            let _ = opened(bytes[..length].to_vec(), name, &choice);
        }
        let mut seed = 1_u32;
        for _ in 0..60 {
            let mut damaged = bytes.to_vec();
            for _ in 0..3 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let place = (seed >> 8) as usize % damaged.len();
                damaged[place] ^= 1 << (seed % 8);
            }
            let _ = opened(damaged, name, &choice);
        }
    }
}

#[test]
fn file_that_is_not_in_memory_is_read_like_one_that_is() {
    let csv = b"id,text\n1,a\n".to_vec();
    let packed = gzip(&fixture("types.parquet"));
    let others = [
        ("pool.csv.gz", gzip(&csv)),
        ("types.parquet.gz", packed),
        ("two.zip", zip_of(&[("b.xlsx", &fixture("formula.xlsx"))])),
        ("plain.csv", csv),
    ];
    let fixtures = FIXTURES.map(|(name, bytes)| (name, bytes.to_vec()));
    for (name, bytes) in fixtures.into_iter().chain(others) {
        let choice = TableChoice::default();
        let whole = opened(bytes.clone(), name, &choice);
        for keep in [Keep::Plain, Keep::Packed] {
            let input = Arc::new(Bytes::from(bytes.clone()));
            let table = open_input(input, name, &choice, LIMIT, keep);
            match (&whole, table) {
                (Ok(whole), Ok(table)) => {
                    assert_eq!((&whole.name, whole.format), (&table.name, table.format), "{name}");
                    assert_eq!(whole.source, table.source, "{name}");
                    assert!(whole.bytes == table.bytes.into_vec(), "{name}");
                }
                (whole, table) => assert_eq!(whole.as_ref().err(), table.err().as_ref(), "{name}"),
            }
        }
    }
}

#[test]
fn error_of_the_input_is_reported() {
    struct Held(Bytes);
    impl Input for Held {
        fn bytes(&self) -> u64 {
            1_000
        }

        fn read(&self, range: std::ops::Range<u64>) -> std::io::Result<Bytes> {
            match range.end <= 16 {
                true => self.0.read(range),
                false => Err(std::io::Error::other("the file is held")),
            }
        }
    }
    for begins in [&b"PAR1"[..], b"\x1F\x8B\x08\0\0\0\0\0\0\0", b"\xD0\xCF\x11\xE0"] {
        let input = Arc::new(Held(Bytes::from_static(begins)));
        let refused = open_input(input, "a", &TableChoice::default(), LIMIT, Keep::Packed);
        let message = refused.map(|table| table.name).expect_err("it is held").to_string();
        assert!(message.contains("the file is held"), "{message}");
    }
}
