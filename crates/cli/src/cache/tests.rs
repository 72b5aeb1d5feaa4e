use super::*;
use fastgas_embedding::cache::{FileHasher, TextHash};

fn hash(text: u32) -> TextHash {
    TextHash::of(&text.to_string())
}

fn chunk(text: u32) -> Chunk {
    Chunk {
        texts: vec![hash(text)],
        rows: vec![text as f32, 1.0],
        bytes_read: vec![9],
    }
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("fastgas-cache-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn try_open(folder: &Path) -> Result<Cache, CliError> {
    let file = FileHasher::default;
    Cache::open(folder, ModelHash::of(file(), file(), file()))
}

fn open(folder: &Path) -> Cache {
    try_open(folder).expect("a cache")
}

fn with_three_texts(folder: &Path) -> Cache {
    let mut cache = open(folder);
    for text in 1..4 {
        cache.append(&chunk(text)).expect("appended");
    }
    cache
}

/// Reopens the cache, and returns the indices of the texts, from 0 to 9, that have a vector in the cache.
fn found(folder: &Path) -> Vec<u32> {
    let mut assembler = EmbeddingAssembler::new(&(0..10).map(hash).collect::<Vec<_>>());
    let put = |text: usize, row: &[f32]| assert_eq!(row, [text as f32, 1.0]);
    open(folder).gather(&mut assembler, put).expect("readable");
    let missing = assembler.missing();
    (0..10).filter(|text| !missing.contains(text)).collect()
}

#[test]
fn appended_chunks_are_found() {
    let folder = folder("found");
    assert!(found(&folder).is_empty());
    let mut cache = open(&folder);
    for text in [3, 1, 4] {
        cache.append(&chunk(text)).expect("appended");
    }
    assert_eq!(found(&folder), [1, 3, 4]);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn incomplete_chunk_is_ignored_and_overwritten() {
    let folder = folder("torn");
    let mut cache = open(&folder);
    cache.append(&chunk(1)).expect("appended");
    let whole = cache.end;
    cache.append(&chunk(2)).expect("appended");
    for length in [cache.end - 1, whole + FIXED_HEADER_BYTES as u64, whole + 5] {
        cache.file.set_len(length).expect("cut");
        assert_eq!(found(&folder), [1], "cut to {length}");
    }
    open(&folder).append(&chunk(3)).expect("appended");
    assert_eq!(found(&folder), [1, 3]);
    // Another process has overwritten chunk 2, which `cache` appended, with chunk 3. Both chunks have the same size.
    // The next append must not overwrite chunk 3.
    cache.append(&chunk(4)).expect("appended");
    assert_eq!(found(&folder), [1, 3, 4]);
    fs::remove_dir_all(folder).expect("removed");
}

fn refused(folder: &Path) -> PathConflict {
    match try_open(folder) {
        Err(CliError::PathConflict { why, .. }) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is opened"),
    }
}

#[test]
fn foreign_and_newer_files_are_never_overwritten() {
    let folder = folder("foreign");
    let path = open(&folder).path;
    for (bytes, expected) in [
        (&b"my notes of ten years"[..], PathConflict::NoCache),
        (b"x", PathConflict::NoCache),
        (b"FastGAS3 of next year", PathConflict::NewerCache),
    ] {
        fs::write(&path, bytes).expect("written");
        assert_eq!(refused(&folder), expected);
        assert_eq!(fs::read(&path).expect("it exists"), bytes);
    }
    // Another program version appends a chunk to the file after the cache was opened.
    fs::remove_file(&path).expect("removed");
    let mut cache = open(&folder);
    cache.append(&chunk(1)).expect("appended");
    let ours = fs::read(&path).expect("it exists");
    let mixed = [&ours[..], b"FastGAS3 of next year"].concat();
    fs::write(&path, &mixed).expect("written");
    assert_eq!(found(&folder), [1]);
    for mut cache in [cache, open(&folder)] {
        let error = cache.append(&chunk(2)).expect_err("a newer version's");
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert_eq!(fs::read(&path).expect("it exists"), mixed);
    }
    let mut cache = open(&folder);
    fs::write(&path, "my notes").expect("written");
    cache.append(&chunk(2)).expect_err("the cache is gone");
    assert_eq!(fs::read(&path).expect("it exists"), b"my notes");
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a folder");
    assert_eq!(refused(&folder), PathConflict::CacheNoFile);
    fs::remove_dir_all(folder).expect("removed");
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_rejected() {
    let folder = folder("link");
    let path = open(&folder).path;
    let victim = folder.join("victim");
    for content in [None, Some("precious"), Some("")] {
        let _ = fs::remove_file(&path);
        if let Some(content) = content {
            fs::write(&victim, content).expect("written");
        }
        std::os::unix::fs::symlink("victim", &path).expect("linked");
        assert_eq!(refused(&folder), PathConflict::CacheLink);
        assert_eq!(fs::read_to_string(&victim).ok().as_deref(), content);
    }
    fs::remove_dir_all(folder).expect("removed");
}

/// The cache may reject a damaged file. If the cache accepts the file, appended vectors must be found.
#[test]
fn damage_at_any_byte_yields_no_wrong_vector() {
    let folder = folder("anywhere");
    let cache = with_three_texts(&folder);
    let whole = fs::read(&cache.path).expect("it exists");
    for index in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[index] ^= 0x41;
        fs::write(&cache.path, &bytes).expect("written");
        let Ok(mut opened) = try_open(&folder) else {
            assert!(index < 8, "only damage to the magic number rejects the file: {index}");
            continue;
        };
        // `found` panics if a vector differs from the original vector.
        let before = found(&folder);
        match opened.append(&chunk(9)) {
            Ok(()) => assert!(found(&folder).contains(&9), "{index}"),
            Err(error) => assert_eq!(error.kind(), ErrorKind::InvalidData, "{index}"),
        }
        assert!(before.iter().all(|text| found(&folder).contains(text)), "{index}");
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn damaged_chunk_loses_only_itself() {
    let folder = folder("damaged");
    let cache = with_three_texts(&folder);
    let mut bytes = fs::read(&cache.path).expect("read");
    let last = bytes.len() / 3 * 2 - 1;
    bytes[last] ^= 1;
    fs::write(&cache.path, bytes).expect("written");
    assert_eq!(found(&folder), [1, 3]);
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn concurrent_appends_lose_nothing() {
    let folder = folder("many");
    std::thread::scope(|scope| {
        for texts in [0..4, 4..7, 7..10] {
            let folder = &folder;
            scope.spawn(move || {
                // Each thread opens the file itself, like a process, because locks belong to open file descriptions.
                let mut cache = open(folder);
                texts.for_each(|text| cache.append(&chunk(text)).expect("appended"));
            });
        }
    });
    assert_eq!(found(&folder), (0..10).collect::<Vec<_>>());
    fs::remove_dir_all(folder).expect("removed");
}
