use std::io::{Cursor, Read, Write};

use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::fixtures::*;
use super::*;
use fastgas_data::LoadError;
use fastgas_embedding::npy::{HEADER_BYTES, NpyHeader};

fn read(bytes: &[u8]) -> Result<UnpackedBackup, String> {
    unpack(Cursor::new(bytes)).map_err(|error| match error {
        LoadError::NotProject { reason } | LoadError::Damaged { reason } => reason.to_string(),
        other => panic!("{other}"),
    })
}

fn damage(bytes: &[u8]) -> String {
    match unpack(Cursor::new(bytes)) {
        Err(LoadError::Damaged { reason }) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

fn with(bytes: &[u8], name: &str, change: impl Fn(Vec<u8>) -> Option<Vec<u8>>) -> Vec<u8> {
    let mut from = ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for index in 0..from.len() {
        let mut entry = from.by_index(index).expect("an entry");
        let entry_name = entry.name().expect("UTF-8").into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("bytes");
        let content = if entry_name == name {
            change(content)
        } else {
            Some(content)
        };
        if let Some(content) = content {
            to.start_file(entry_name, options).expect("a name");
            to.write_all(&content).expect("room");
        }
    }
    to.finish().expect("an end").into_inner()
}

/// The largest pool, with 4321 texts, is written in several chunks.
#[test]
fn packed_backup_unpacks_to_same_contents() {
    for n in [0, 1, 7, 4321] {
        let (pool, places) = (texts(n), places(n));
        let bytes = packed(&pool, &places, Some(5));
        let unpacked = read(&bytes).expect("a backup");
        assert_eq!((&unpacked.pool, &unpacked.places), (&pool, &places));
        assert_eq!(unpacked.project, "{\"fastgas\":3}");
        let range = unpacked.embeddings.expect("embeddings");
        let npy = &bytes[range.start as usize..range.end as usize];
        let header = NpyHeader::read(&npy[..npy.len().min(HEADER_BYTES)], npy.len() as u64).expect("a .npy file");
        assert_eq!((header.rows, header.columns), (n as u64, 5));
        let numbers = header
            .float
            .numbers(&npy[header.start as usize..])
            .expect("whole numbers");
        assert!(
            numbers
                .iter()
                .enumerate()
                .all(|(at, &x)| x == number((at / 5) as u32, at % 5))
        );
    }
    assert_eq!(packed(&texts(9), &places(9), None), packed(&texts(9), &places(9), None));
    let bare = read(&packed(&texts(9), &MapData::default(), None)).expect("a backup");
    assert_eq!((bare.places, bare.embeddings), (MapData::default(), None));
}

proptest! {
    #[test]
    fn any_table_round_trips(
        table in (1usize..4).prop_flat_map(|width| {
            let row = || prop::collection::vec(prop_oneof![".*", "[\u{feff}\"\r\n,;=\\\\ ]{0,4}"], width);
            (row(), prop::collection::vec(row(), 0..6))
        }),
    ) {
        let (columns, rows) = table;
        let pool = pool(&columns, &rows);
        prop_assert_eq!(read(&packed(&pool, &MapData::default(), None)).expect("a backup").pool, pool);
    }

    #[test]
    fn corrupted_backup_does_not_panic(cut in 0usize..1000, at in 0usize..1000, byte: u8) {
        let mut bytes = small();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(bytes.len().saturating_sub(cut % 200));
        let _ = read(&bytes);
    }
}

#[test]
fn invalid_backup_reports_reason() {
    let bytes = small();
    assert_eq!(read(b"text,label\n").unwrap_err(), "it is not a ZIP file");
    let cut_off = "its end is missing, as if it was cut off while it was copied";
    assert_eq!(damage(&bytes[..bytes.len() / 2]), cut_off);
    assert_eq!(damage(&bytes[..bytes.len() - 40]), cut_off);
    let mut other = bytes.clone();
    let at = other
        .windows(9)
        .position(|nine| nine == b"fastgas\":")
        .expect("the project");
    other[at + 9] = b'4';
    assert_eq!(damage(&other), "project.json: its content is not what was written");
    // Only the header of the first file in the archive is damaged, so the error names the first file.
    // The central directory at the end of the archive is undamaged.
    let no_beginning = [&[0; 4], &bytes[4..]].concat();
    assert_eq!(
        damage(&no_beginning),
        "project.json: it contradicts itself: “Invalid local file header”"
    );
    for name in [PROJECT, TEXTS, MAP] {
        let reason = read(&with(&bytes, name, |_| None)).unwrap_err();
        assert_eq!(reason, format!("there is no {name} in it"));
    }
    let without = with(&bytes, EMBEDDINGS, |_| None);
    assert_eq!(read(&without).expect("a backup").embeddings, None);

    let says = |name: &str, change: &str| read(&with(&bytes, name, |_| Some(change.into()))).unwrap_err();
    assert!(
        says(TEXTS, "\"a\"\n\"b\",\"c\"\n")
            .contains("texts.csv: the number of cells in row 0 is 2, but the header has 1")
    );
    assert!(says(TEXTS, "\"a\"\n\"b\"\n").contains("differs from the number of its texts"));
    assert!(says(MAP, "{}x").contains("map.json"));
    let places = |parts: &str, positions: &str, edges: &str| {
        says(
            MAP,
            &format!("{{\"parts\":{parts},\"positions\":{positions},\"edges\":{edges}}}"),
        )
    };
    assert!(places("{\"n_parts\":2,\"part_of\":[0,1,2]}", "null", "null").contains("part that does not exist"));
    assert!(places("{\"n_parts\":4294967295,\"part_of\":[0,1,1]}", "null", "null").contains("more parts than texts"));
    assert!(places("{\"n_parts\":2,\"part_of\":[0,1]}", "null", "null").contains("differs from the number"));
    assert!(places("{\"n_parts\":3,\"part_of\":[0,2,2]}", "null", "null").contains("part 1 has no text"));
    assert!(places("null", "[[0,0]]", "null").contains("differs from the number"));
    assert!(places("null", "[[0,0],[0,1e39],[0,0]]", "null").contains("out of range"));
    assert!(places("null", "null", "[[0,0,0,1],[3]]").contains("edges"));

    let not_utf8 = with(&bytes, PROJECT, |_| Some(vec![0xff]));
    assert!(
        read(&not_utf8)
            .unwrap_err()
            .contains("project.json: it is not UTF-8 text")
    );
}

#[test]
fn file_without_project_is_another_file_and_a_damaged_backup_is_not() {
    let bytes = packed(&texts(3), &places(3), Some(5));
    let refusal = |bytes: &[u8]| unpack(Cursor::new(bytes)).expect_err("no backup");
    let is_other = |bytes: &[u8]| is_other_file(&refusal(bytes));
    assert!(is_other(&with(&bytes, PROJECT, |_| None)));
    assert!(!is_other(&with(&bytes, TEXTS, |_| None)));
    for cut in [9, 40, bytes.len() - 20, bytes.len() - 35] {
        assert!(!is_other(&bytes[..bytes.len() - cut]), "{cut}");
    }
    assert!(is_other(b"id,text\n1,a\n") && is_other(b""));
    for foreign in ["{\"name\":\"web\",\"files\":[]}", "[1]", ""] {
        assert!(is_other(&with(&bytes, PROJECT, |_| Some(foreign.into()))), "{foreign}");
    }
    // The project file is cut off, but its beginning shows that this program wrote the file.
    let damaged = with(&with(&bytes, PROJECT, |_| Some("{\"fastgas\":".into())), TEXTS, |_| {
        None
    });
    assert!(!is_other(&damaged));
    let mut tables = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    tables.start_file("tables/a.csv", options).expect("a name");
    tables.write_all(b"id,text\n1,a\n").expect("room");
    let tables = tables.finish().expect("an end").into_inner();
    assert!(is_other(&tables) && is_other(&tables[..tables.len() - 30]));
}

#[test]
fn compressed_project_file_of_another_program_is_another_file() {
    let other = with(
        &with(&packed(&texts(3), &places(3), None), TEXTS, |_| None),
        MAP,
        |_| None,
    );
    let error = unpack(Cursor::new(compressed(other))).expect_err("no backup");
    assert!(is_other_file(&error), "{error}");
}

fn compressed(mut bytes: Vec<u8>) -> Vec<u8> {
    // A local header contains "PK\3\4", the version and the flags, followed by the compression method.
    // In a header of the central directory, the compression method is two bytes later than in a local header.
    let at = |magic: &[u8], bytes: &[u8]| bytes.windows(4).position(|four| four == magic).expect("a header");
    let (local, central) = (at(b"PK\x03\x04", &bytes), at(b"PK\x01\x02", &bytes));
    bytes[local + 8] = 8;
    bytes[central + 10] = 8;
    bytes
}

/// Compressed files in an archive are rejected before decompression, because zeros decompress to 1000 times the size.
#[test]
fn compressed_entries_are_rejected() {
    let bytes = compressed(packed(&texts(3), &places(3), None));
    assert_eq!(read(&bytes).unwrap_err(), "project.json: it is compressed");
}

/// If an archive claims wrong lengths for the files in the archive, no bytes beyond the end of the archive are read.
#[test]
fn false_entry_lengths_are_detected() {
    let bytes = small();
    let central = bytes
        .windows(4)
        .rposition(|four| four == b"PK\x01\x02")
        .expect("the last entry");
    for at in [20, 24] {
        let mut lying = bytes.clone();
        lying[central + at..central + at + 4].copy_from_slice(&0x7fff_ffff_u32.to_le_bytes());
        let unpacked = read(&lying);
        assert!(
            unpacked.is_err()
                || unpacked
                    .is_ok_and(|unpacked| unpacked.embeddings.is_none_or(|range| range.end > bytes.len() as u64))
        );
    }
}
