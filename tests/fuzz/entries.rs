//! Entry points for untrusted bytes. An entry point passes the bytes to a parser, which must return a value or an error.
//! If a value can be written again, parsing the output must yield the same value.
//!
//! The fuzz targets in this folder search for inputs that cause a panic, or a different value after writing and parsing.
//! `tests/library/fuzz.rs` replays the inputs that the fuzz targets found.
//! The entry point for project files is in the page: `crates/page/src/projects/backup_fuzz.rs`.

use std::fmt::Debug;

use fastgas::data::{
    Delimiter, DetectedEncoding, EncodingScan, Format, Import, JsonRepair, Loaded, NonRows, PreviewRows, Quotes,
    Ragged, Reader, join, left_out_csv, load_with, preview, vectors,
};
use fastgas::embedding::npy::{HEADER_BYTES, NpyHeader};
use fastgas::graph::{read_metis, read_parts, write_metis, write_parts};

/// Name of a fuzz target and of its corpus, and the function that processes the bytes of an input.
pub type Entry = (&'static str, fn(&[u8]));

pub const ENTRIES: &[Entry] = &[
    ("table", table),
    ("dialect", dialect),
    ("decoding", decoding),
    ("json", json),
    ("encoding", encoding),
    ("metis", metis),
    ("parts", parts),
    ("npy", npy),
    #[cfg(feature = "tables")]
    ("workbook", container),
    #[cfg(feature = "tables")]
    ("xls", container),
    #[cfg(feature = "tables")]
    ("parquet", container),
    #[cfg(feature = "tables")]
    ("packed", container),
    #[cfg(feature = "model")]
    ("tokenizer", tokenizer),
    #[cfg(feature = "model")]
    ("tokens", tokens),
    #[cfg(feature = "worker")]
    ("message", message),
];

/// Parses a file of texts. The first byte encodes the import settings, the second byte the chunk size.
pub fn table(data: &[u8]) {
    let &[how, piece, ref file @ ..] = data else { return };
    let import = Import {
        format: Format::ALL.get(usize::from(how & 7)).map(|&(format, _)| format),
        encoding: (how & 8 != 0).then(|| "UTF-8".into()),
        quotes: [Quotes::Double, Quotes::Letters, Quotes::Single, Quotes::Backslash]
            [usize::from(how >> 4 & 1 | how >> 6 & 2)],
        ragged: [Ragged::Stop, Ragged::Pad, Ragged::LeaveOut, Ragged::Pad][usize::from(how >> 5 & 3)],
        json_repair: [JsonRepair::Refuse, JsonRepair::Keep][usize::from(piece >> 6 & 1)],
        records: (piece & 0x80 != 0).then(|| "data".into()),
        ..Import::named("texts")
    };
    read_three_ways(file, &import, piece);
}

/// Parses a table in delimited text. The first byte encodes the delimiter, quotes, header and comments.
/// The second byte encodes the chunk size, and how to treat blanks before quotes, lines that are not rows, and ragged rows.
pub fn dialect(data: &[u8]) {
    const DELIMITERS: [&str; 8] = [",", ";", "||", "::", "§", "\u{1}", "ab", "\t|\t"];

    let &[cells, how, ref file @ ..] = data else { return };
    let import = Import {
        format: Some(Format::Csv),
        delimiter: Delimiter::new(DELIMITERS[usize::from(cells & 7)]).ok(),
        quotes: [Quotes::Double, Quotes::Letters, Quotes::Single, Quotes::Backslash][usize::from(cells >> 3 & 3)],
        header: [None, Some(true), Some(false), None][usize::from(cells >> 5 & 3)],
        comment_prefix: (cells & 0x80 != 0).then(|| "REM".into()),
        skip_blanks: how & 1 != 0,
        non_rows: [NonRows::ByKind, NonRows::Keep, NonRows::LeaveOut, NonRows::ByKind][usize::from(how >> 1 & 3)],
        ragged: [Ragged::Stop, Ragged::Pad, Ragged::LeaveOut, Ragged::Pad][usize::from(how >> 3 & 3)],
        ..Import::named("texts.csv")
    };
    read_three_ways(file, &import, how >> 5);
}

/// Parses a table in one of the encodings that a user can choose.
/// The first byte selects the encoding, the second byte the chunk size.
pub fn decoding(data: &[u8]) {
    const LABELS: [&str; 8] = [
        "cp437",
        "cp850",
        "UTF-32LE",
        "UTF-32BE",
        "CESU-8",
        "UTF-16LE",
        "Shift_JIS",
        "UTF-8-lossy",
    ];

    let &[encoding, piece, ref file @ ..] = data else {
        return;
    };
    let import = Import {
        encoding: Some(LABELS[usize::from(encoding & 7)].into()),
        ..Import::named("texts.csv")
    };
    read_three_ways(file, &import, piece);
}

/// Parses JSON records in a list inside an object, in a script that assigns JSON to a variable, and in chats.
/// The first byte encodes the import settings, the second byte the chunk size.
pub fn json(data: &[u8]) {
    let &[how, piece, ref file @ ..] = data else { return };
    let paths = [
        None,
        Some(""),
        Some("data"),
        Some("data.children"),
        Some("*"),
        Some("data.*"),
        None,
        None,
    ];
    let records = paths[usize::from(how >> 1 & 3 | how >> 2 & 4)];
    let import = Import {
        format: Some(Format::Jsonl),
        json_repair: [JsonRepair::Refuse, JsonRepair::Keep][usize::from(how & 1)],
        records: records.map(str::to_owned),
        ragged: [Ragged::Stop, Ragged::LeaveOut][usize::from(how >> 3 & 1)],
        ..Import::named("texts.json")
    };
    let Some(Loaded { pool, found }) = read_three_ways(file, &import, piece) else {
        return;
    };
    for template in ["{messages.*}", "{messages.0.content}", "{data.text}"] {
        if let Ok(joined) = join(pool.clone(), template) {
            assert_eq!(joined.len(), pool.len(), "each row has one text");
        }
    }
    for name in &found.vectors {
        let column = pool.column(name).expect("a column of the table");
        if let Ok((numbers, dimensions)) = vectors(&pool, column) {
            assert_eq!(numbers.len(), dimensions * pool.len());
        }
    }
}

/// Reads a file in one piece, in chunks, and with the reported settings.
/// All three ways must give equal tables or equal errors.
/// Returns `None` if the file cannot be read.
fn read_three_ways(file: &[u8], import: &Import, piece: u8) -> Option<Loaded> {
    let whole = load_with(file, import);
    let in_pieces = scan(file, import, piece).and_then(|scanned| {
        let mut reader = Reader::new(import.clone(), scanned, file.len() as u64);
        for piece in file.chunks(usize::from(piece) + 1) {
            reader.push(piece)?;
        }
        reader.finish()
    });
    if !file.starts_with(b"PK") {
        same(&whole, &in_pieces);
    }
    if let Ok(scanned) = scan(file, import, piece) {
        for sought in [PreviewRows::First, PreviewRows::Telling] {
            for is_whole in [false, true] {
                let _ = preview((file, is_whole), scanned, import, sought);
            }
        }
    }
    let loaded = whole.ok()?;
    assert!(!loaded.pool.is_empty(), "a pool has at least one instance");
    let mut again = load_with(file, &loaded.found.import(import.ragged));
    if let Ok(again) = &mut again {
        again.found.guessed = loaded.found.guessed;
    }
    same(&again, &Ok(loaded.clone()));
    let left_out = &loaded.found.left_out;
    if !left_out.is_empty() {
        let import = Import {
            encoding: Some("UTF-8".into()),
            delimiter: Some(','.into()),
            header: Some(true),
            ragged: Ragged::Pad,
            ..Import::named("left-out.csv")
        };
        let table = load_with(left_out_csv(left_out).as_bytes(), &import).expect("left-out rows are a table");
        assert_eq!(table.pool.len(), left_out.len());
    }
    Some(loaded)
}

fn scan(file: &[u8], import: &Import, piece: u8) -> Result<DetectedEncoding, fastgas::data::LoadError> {
    match &import.encoding {
        Some(label) => DetectedEncoding::given(label),
        None => Ok(scan_in_pieces(file, piece)),
    }
}

fn scan_in_pieces(file: &[u8], piece: u8) -> DetectedEncoding {
    let mut scan = EncodingScan::default();
    file.chunks(usize::from(piece) + 1).for_each(|piece| scan.push(piece));
    scan.finish()
}

/// Parses a file of unknown encoding. The first byte encodes the chunk size.
pub fn encoding(data: &[u8]) {
    let &[piece, ref file @ ..] = data else { return };
    let whole = scan_in_pieces(file, u8::MAX);
    assert_eq!(whole.name(), scan_in_pieces(file, piece).name());
    DetectedEncoding::given(whole.name()).expect("it has a name that can be given");
    if let Ok(label) = std::str::from_utf8(file) {
        let _ = DetectedEncoding::given(label);
    }
}

/// Parses a workbook, a Parquet file or a packed file. The first byte encodes the row of the column names.
#[cfg(feature = "tables")]
pub fn container(data: &[u8]) {
    if let &[how, ref file @ ..] = data {
        open_again(how, file);
    }
}

/// Opens a file that contains a table, then opens it again with the choice that the first call reported.
/// Both tables must be equal.
/// The numbers in a column of floats must be equal in the file and in the text that the file is converted to.
#[cfg(feature = "tables")]
fn open_again(how: u8, file: &[u8]) {
    use fastgas::data::{LoadError, TableChoice};
    use fastgas::tables::{Bytes, open, vector_rows};

    const LIMIT: u64 = 1 << 24;

    let mut choice = TableChoice {
        header_row: (how > 0).then_some(u32::from(how)),
        ..TableChoice::default()
    };
    let mut opened = open(file.to_vec(), "texts", &choice, LIMIT);
    // An entry of an archive may itself be an archive, in which an entry must be chosen again.
    for _ in 0..3 {
        let Err(LoadError::WhichEntry { names, .. }) = &opened else {
            break;
        };
        choice.zip_entry = names.get(usize::from(how) % names.len()).cloned();
        opened = open(file.to_vec(), "texts", &choice, LIMIT);
    }
    let Ok(table) = opened else { return };
    let import = table.settings(&Import::named(&table.name));
    let loaded = load_with(&table.bytes, &import);
    if table.format.is_some() {
        assert!(std::str::from_utf8(&table.bytes).is_ok(), "a converted table is text");
    }
    let Some(source) = &table.source else { return };
    for name in source.parquet.iter().flat_map(|parquet| &parquet.vectors) {
        let input = std::sync::Arc::new(Bytes::copy_from_slice(file));
        let (Ok(Loaded { pool, .. }), Ok(Some(rows))) = (&loaded, vector_rows(input, name, LIMIT)) else {
            continue;
        };
        if let Ok(column) = pool.column(name)
            && rows.len() == pool.len() as u64
        {
            assert_eq!(
                rows.into_vec(name),
                vectors(pool, column),
                "the text of the column has the same numbers"
            );
        }
    }
    let again = open(file.to_vec(), "texts", &source.choice(), LIMIT).expect("it was read before");
    assert!(again.bytes == table.bytes, "the reported choice reads the same table");
}

pub fn metis(data: &[u8]) {
    let Ok(graph) = read_metis(data) else { return };
    let mut written = Vec::new();
    write_metis(&graph, &mut written).expect("it is written to memory");
    assert_eq!(read_metis(&written[..]).as_ref().ok(), Some(&graph));
}

/// Parses a METIS part file. The first byte is the number of vertices.
pub fn parts(data: &[u8]) {
    let &[n_vertices, ref file @ ..] = data else { return };
    let Ok(parts) = read_parts(file, n_vertices.into()) else {
        return;
    };
    assert_eq!(parts.len(), usize::from(n_vertices));
    let mut written = Vec::new();
    write_parts(&parts, &mut written).expect("it is written to memory");
    assert_eq!(read_parts(&written[..], parts.len()).ok(), Some(parts));
}

pub fn npy(data: &[u8]) {
    let beginning = &data[..data.len().min(HEADER_BYTES)];
    let Ok(header) = NpyHeader::read(beginning, data.len() as u64) else {
        return;
    };
    let numbers = header.float.numbers(&data[header.start as usize..]);
    let numbers = numbers.expect("whole numbers");
    assert_eq!(
        numbers.len() as u64,
        header.rows * header.columns,
        "the header states the number of numbers"
    );
    let mut matrix = vec![0.0; numbers.len()];
    header.place(0, &numbers, &mut matrix);
    let ranges = header.ranges(0..header.rows).into_iter();
    let bytes = ranges.flat_map(|range| data[range.start as usize..range.end as usize].to_vec());
    let rows = header.float.numbers(&header.by_rows(bytes.collect()));
    let rows = rows.expect("whole numbers");
    let is_same = rows
        .iter()
        .zip(&matrix)
        .all(|(one, other)| one.to_bits() == other.to_bits());
    assert!(
        is_same && rows.len() == matrix.len(),
        "reading in pieces returns the same rows"
    );
}

#[cfg(feature = "model")]
pub fn tokenizer(data: &[u8]) {
    if let Ok(tokenizer) = fastgas::encoder::TokenCounter::new(data) {
        let _ = tokenizer.count("Which texts should you label first?");
    }
}

#[cfg(feature = "model")]
pub fn tokens(data: &[u8]) {
    use fastgas::encoder::TokenCounter;
    use std::sync::LazyLock;

    static TOKENIZER: LazyLock<TokenCounter> = LazyLock::new(|| {
        // The fuzz targets and the tests of the main package compile this file with different root folders.
        let path_in = |root| {
            concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + root + "www/models/all-MiniLM-L6-v2/tokenizer.json"
        };
        let json = std::fs::read(path_in("")).or_else(|_| std::fs::read(path_in("../../")));
        TokenCounter::new(&json.expect("the model's tokenizer.json")).expect("it is one")
    });
    let text = String::from_utf8_lossy(data);
    let count = TOKENIZER.count(&text).expect("every text has tokens");
    assert!(count <= text.len() + 2, "each token except two has at least one byte");
}

/// Handles a request of the page to a worker: `[job, request]` as a line of JSON, followed by the buffers.
/// Two bytes before each buffer contain the length of the buffer.
#[cfg(feature = "worker")]
pub fn message(data: &[u8]) {
    use fastgas::embedding::{EmbedError, ModelReason};
    use fastgas::protocol::{Envelope, Event, JobId, Request};
    use fastgas::worker::{Dispatch, EncoderDispatch};

    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let Ok((job, body)) = serde_json::from_slice::<(JobId, Request)>(&data[..end]) else {
        return;
    };
    let mut rest = data.get(end + 1..).unwrap_or_default();
    let mut buffers = Vec::new();
    while let [low, high, following @ ..] = rest {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(following.len());
        let (buffer, behind) = following.split_at(length);
        buffers.push(buffer.to_vec());
        rest = behind;
    }
    let no_model = || EmbedError::Model {
        reason: ModelReason::Other("there is none here".into()),
    };
    let message = Envelope { job, body, buffers };
    let mut with_model = EncoderDispatch::new(
        Box::new(move |_, _, _| Err(no_model())),
        Box::new(|_| Ok(Box::new(|text| Ok(text.len())))),
    );
    with_model.handle(message.clone(), None);
    let mut events: Vec<Event> = Vec::new();
    Dispatch::new(Box::new(|| 0.0)).handle(message, &mut |event| events.push(event.body));
    let is_progress = |event: &Event| matches!(event, Event::Progress { .. });
    assert!(
        events.last().is_some_and(|event| !is_progress(event)),
        "each request is answered"
    );
}

fn same<T: Debug>(a: &Result<T, fastgas::data::LoadError>, b: &Result<T, fastgas::data::LoadError>) {
    let [a, b] = [a, b].map(|result| format!("{result:?}"));
    assert_eq!(a, b);
}
