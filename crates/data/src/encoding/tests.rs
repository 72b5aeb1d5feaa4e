use super::*;
use encoding_rs::{BIG5, EUC_KR, GB18030, KOI8_U, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use proptest::prelude::*;

fn scan(bytes: &[u8], step: usize) -> DetectedEncoding {
    let mut scan = EncodingScan::default();
    bytes.chunks(step.max(1)).for_each(|piece| scan.push(piece));
    scan.finish()
}

fn decode(bytes: &[u8], encoding: &'static Encoding, step: usize) -> Result<String, LoadError> {
    let scanned = DetectedEncoding::given(encoding.name()).expect("an encoding");
    read(bytes, scanned, step).map(|(text, _)| text)
}

fn read(bytes: &[u8], scanned: DetectedEncoding, step: usize) -> Result<(String, MalformedBytes), LoadError> {
    let (mut decoder, mut text) = (Decoder::new(scanned), String::new());
    for piece in bytes.chunks(step.max(1)) {
        decoder.push(piece, false, &mut text)?;
    }
    decoder.push(&[], true, &mut text)?;
    Ok((text, decoder.broken()))
}

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

/// Short texts in the encodings that spreadsheet programs still write.
const TEXTS: [(&Encoding, &str); 6] = [
    (
        WINDOWS_1252,
        "text,label\nGrüße aus Köln – schöne Straße,x\n“naïve” café à la carte,y\n",
    ),
    (
        WINDOWS_1251,
        "text,label\nКак мне заблокировать карту?,х\nПривет всем из Москвы,у\n",
    ),
    (
        SHIFT_JIS,
        "text,label\nカードを止めたいのですが、どうすればいいですか。,x\n東京の天気は晴れです,y\n",
    ),
    (
        GB18030,
        "text,label\n我的银行卡丢了，应该怎么办？请尽快告诉我,x\n今天北京的天气很好,y\n",
    ),
    (
        BIG5,
        "text,label\n我的銀行卡丟了，應該怎麼辦？請儘快告訴我,x\n今天臺北的天氣很好,y\n",
    ),
    (
        EUC_KR,
        "text,label\n카드를 잃어버렸는데 어떻게 해야 하나요,x\n오늘 서울 날씨가 좋습니다,y\n",
    ),
];

#[test]
fn spreadsheet_encodings_are_guessed_and_decoded_completely() {
    for (encoding, text) in TEXTS {
        let (bytes, _, lossy) = encoding.encode(text);
        assert!(!lossy, "{}", encoding.name());
        for step in [1, 7, bytes.len()] {
            let scanned = scan(&bytes, step);
            assert!(scanned.guessed, "{}", encoding.name());
            assert_eq!(
                decode(&bytes, scanned.encoding, step).as_deref(),
                Ok(text),
                "{} taken for {}",
                encoding.name(),
                scanned.name()
            );
        }
    }
}

#[test]
fn utf_16_is_detected_with_and_without_bom() {
    let text = "text,label\n東京 🦀,x\nplain words here,y\n";
    for little in [true, false] {
        let encoding = if little { UTF_16LE } else { UTF_16BE };
        for (mark, guessed) in [("\u{feff}", false), ("", true)] {
            let bytes = utf16(&format!("{mark}{text}"), little);
            let scanned = scan(&bytes, 5);
            assert_eq!((scanned.encoding, scanned.guessed), (encoding, guessed));
            assert_eq!(decode(&bytes, encoding, 3).as_deref(), Ok(text));
        }
    }
}

#[test]
fn utf_8_is_certain_only_if_valid_to_the_last_byte() {
    let long = "plain\n".repeat(20_000);
    assert_eq!(scan("\u{feff}é".as_bytes(), 1).encoding, UTF_8);
    let whole = format!("{long}é");
    assert_eq!(
        scan(whole.as_bytes(), 999),
        DetectedEncoding {
            encoding: UTF_8,
            other: None,
            lossy: false,
            guessed: false
        }
    );
    let late = [long.as_bytes(), b"caf\xe9 cr\xe8me\n"].concat();
    let scanned = scan(&late, 4096);
    assert_eq!((scanned.encoding, scanned.guessed), (WINDOWS_1252, true));
    assert!(
        scan("é".as_bytes()[..1].as_ref(), 1).guessed,
        "the only character is truncated"
    );
}

#[test]
fn valid_utf_8_needs_no_guess() {
    let unicode = |bytes: &[u8]| {
        let mut scan = EncodingScan::default();
        bytes.chunks(4096).for_each(|piece| scan.push(piece));
        scan.unicode().map(|found| found.name())
    };
    let long = format!("é{}", "plain\n".repeat(20_000));
    assert_eq!(unicode(long.as_bytes()), Some("UTF-8"));
    assert_eq!(unicode(&[long.as_bytes(), b"\xe9 \xe8 \xe9"].concat()), None);
}

#[test]
fn detector_does_not_read_valid_utf_8() {
    let scanned = |bytes: &[u8]| {
        let before = DETECTOR_BYTES.get();
        let mut scan = EncodingScan::default();
        bytes.chunks(1 << 16).for_each(|piece| scan.push(piece));
        (scan.finish().guessed, DETECTOR_BYTES.get() - before)
    };
    let file = format!("é{}", "some plain words\n".repeat(20_000));
    assert_eq!(scanned(file.as_bytes()), (false, 0));
    let other = b"caf\xe9 \xe8 \xe9";
    assert_eq!(
        scanned(&other[..]),
        (true, other.len() - 3),
        "the bytes from the first é on"
    );
}

#[test]
fn malformed_bytes_are_reported_by_line_and_offset() {
    let refused = |bytes: &[u8], encoding, step| match decode(bytes, encoding, step) {
        Err(LoadError::NotText { line, byte, .. }) => (line, byte),
        other => panic!("{other:?}"),
    };
    for step in [1, 3, 100] {
        assert_eq!(refused(b"text\ncaf\xe9\n", UTF_8, step), (2, 8));
        let zero = LoadError::Zero { line: 2, byte: 6 };
        assert_eq!(decode(b"text\na\0b\n", UTF_8, step), Err(zero));
        assert_eq!(
            refused(&[b"\xef\xbb\xbfa\n", &b"\xe3\x81"[..]].concat(), UTF_8, step),
            (2, 5)
        );
        assert_eq!(refused(b"a\nb\x81\x20\n", SHIFT_JIS, step).0, 2);
        assert_eq!(refused(b"text\ra\rb\rcaf\xe9\r", UTF_8, step), (4, 12));
        assert_eq!(refused(b"text\r\na\n\rcaf\xe9", UTF_8, step), (4, 12));
        for (file, encoding, line, byte) in [
            (&b"\xef\xbb\xbftext\ra\0"[..], UTF_8, 2, 9),
            ("é\rü\0".as_bytes(), UTF_8, 2, 5),
            (&b"\x83\x4a\r\n\0"[..], SHIFT_JIS, 2, 4),
            (&utf16("\u{feff}Ā\r東\0", true)[..], UTF_16LE, 2, 8),
            (&utf16("\u{feff}Ā\r東\0", false)[..], UTF_16BE, 2, 8),
            (&utf16("a\0", false)[..], UTF_16BE, 1, 2),
        ] {
            assert_eq!(decode(file, encoding, step), Err(LoadError::Zero { line, byte }));
        }
    }
}

#[test]
fn utf_8_with_few_malformed_bytes_is_decoded_lossily() {
    let lossy = |bytes: &[u8], step| {
        let scanned = scan(bytes, step);
        assert_eq!((scanned.name(), scanned.guessed), ("UTF-8-lossy", true), "{bytes:?}");
        read(bytes, scanned, step).expect("any content")
    };
    let broken = |n, zeros, lines: &[u64]| MalformedBytes {
        shifted: None,
        n,
        zeros,
        lines: lines.to_vec(),
    };
    for step in [1, 2, 3, 100] {
        let (text, found) = lossy(b"text\nGr\xc3\xbc\xc3\x9fe\n\xe6\x9d\xb1\ncaf\xe9\nend\n", step);
        assert_eq!((&text[..], found), ("text\nGrüße\n東\ncaf�\nend\n", broken(1, 0, &[4])));
        let other_ends = ["text\rüüüüüüüüü".as_bytes(), b"\xff\r\xff\na\0b\r\n\xff"].concat();
        let (text, found) = lossy(&other_ends, step);
        assert_eq!(
            (&text[..], found),
            ("text\rüüüüüüüüü�\r�\na�b\r\n�", broken(4, 1, &[2, 3, 4, 5]))
        );
        let (text, found) = lossy(b"text\na\0b\n", step);
        assert_eq!((&text[..], found), ("text\na�b\n", broken(1, 1, &[2])));
        // A file with a BOM is UTF-8 even if it has few non-ASCII characters.
        // A sequence that is cut off at the end of the file also counts as malformed.
        let (text, found) = lossy(b"\xef\xbb\xbfa\n\xff\xff\n\xe6\x9d", step);
        assert_eq!((&text[..], found), ("a\n��\n�", broken(3, 0, &[2, 3])));
    }
    let many = [b"\xc3\xbc".repeat(9_000), b"\n\xff".repeat(2_000)].concat();
    let (_, found) = lossy(&many, 4096);
    assert_eq!(
        (found.n, found.lines.len(), found.lines[0]),
        (2_000, MAX_LISTED_LINES, 2)
    );
    // If half of the non-ASCII sequences are malformed, or many bytes are zero, the file does not count as damaged UTF-8.
    for other in [&b"caf\xe9 \xc3\xbc \xe8"[..], b"\0\0\0\0 bytes \0\0\0"] {
        assert_ne!(scan(other, 5).name(), "UTF-8-lossy", "{other:?}");
    }
}

#[test]
fn utf_16_with_stray_byte_or_lone_surrogate_is_decoded_lossily() {
    let long = "plain words\n".repeat(1_000);
    for (mark, before) in [("\u{feff}", ""), ("", ""), ("", &*long)] {
        let text = format!("{before}text\n東京 🦀\n");
        let begins = utf16(&format!("{mark}{text}"), true);
        let half = [0x61, 0, 0x3d, 0xd8, 0x62, 0, 0x0a, 0];
        for (end, in_words) in [(&b"x"[..], "�"), (&half, "a�b\n"), (&[0x61, 0, 0, 0], "a�")] {
            // Short files without a BOM are skipped, because their zero bytes would indicate the other byte order of UTF-16.
            if end.ends_with(&[0, 0, 0]) && mark.is_empty() && before.is_empty() {
                continue;
            }
            let bytes = [&begins, end].concat();
            for step in [1, 3, 5_000] {
                let scanned = scan(&bytes, step);
                assert_eq!(
                    (scanned.name(), scanned.guessed),
                    ("UTF-16LE-lossy", true),
                    "{in_words}"
                );
                let (read, broken) = read(&bytes, scanned, step).expect("any content");
                assert_eq!(read, format!("{text}{in_words}"));
                let line = text.lines().count() as u64 + 1;
                assert_eq!((broken.n, broken.lines), (1, vec![line]), "{in_words}");
            }
        }
        let other_way = [&begins[..], &half].concat();
        let other_way: Vec<u8> = other_way.chunks(2).flat_map(|unit| [unit[1], unit[0]]).collect();
        assert_eq!(scan(&other_way, 7).name(), "UTF-16BE-lossy");
    }
}

#[test]
fn surplus_or_missing_byte_in_utf_16_is_located() {
    let row = "3,\"Grüße, 東京\"\n";
    let (before, after) = (
        format!("\u{feff}id,text\n1,a b\n{}", "2,x y\n".repeat(3)),
        row.repeat(3),
    );
    for is_le in [true, false] {
        let (begins, ends) = (utf16(&before, is_le), utf16(&after, is_le));
        let place = |bytes: &[u8], step| {
            let (_, broken) = read(bytes, scan(bytes, step), step).expect("replacement characters");
            broken.shifted
        };
        let at = Some(Misalignment {
            line: 6,
            byte: begins.len() as u64,
        });
        for step in [1, 7, 9_000] {
            assert_eq!(
                place(&[&begins[..], b"x", &ends].concat(), step),
                at,
                "there are too many misaligned units"
            );
            assert_eq!(
                place(&[&begins[..], &ends[1..]].concat(), step),
                at,
                "a byte is missing"
            );
            assert_eq!(
                place(&[&begins[..], &ends, b"x"].concat(), step),
                None,
                "a surplus byte at the end misaligns nothing"
            );
        }
        // The user has chosen UTF-16. The misaligned file has no malformed unit before its end, but the error is `Shifted`.
        let encoding = if is_le { UTF_16LE } else { UTF_16BE };
        let plain = utf16(&"3,a b\n".repeat(3), is_le);
        let error = decode(&[&begins[..], b"x", &plain].concat(), encoding, 7).expect_err("a byte is left over");
        assert!(matches!(error, LoadError::Shifted { line: 6, .. }), "{error}");
    }
    // Some non-Latin characters look like byte-swapped separators.
    // A text with intact spaces and line ends may contain a few byte-swapped separators.
    let rare = "\u{feff}a\u{2000}b\u{2c00}c d,\u{d00} e\n".repeat(20);
    let bytes = [&utf16(&rare, true)[..], b"x"].concat();
    let (_, broken) = read(&bytes, scan(&bytes, 64), 64).expect("replacement characters");
    assert_eq!((broken.n, broken.shifted), (1, None));
}

#[test]
fn encoding_is_found_by_any_label() {
    for (label, name) in [
        ("latin1", "windows-1252"),
        ("GBK", "GBK"),
        (" utf8 ", "UTF-8"),
        ("koi8-u", KOI8_U.name()),
    ] {
        assert_eq!(DetectedEncoding::given(label).expect(label).name(), name);
    }
    for label in ["", "klingon", "hz-gb-2312"] {
        assert_eq!(
            DetectedEncoding::given(label),
            Err(LoadError::NoEncoding { label: label.into() })
        );
    }
    for name in super::super::ENCODINGS {
        assert_eq!(DetectedEncoding::given(name).expect(name).name(), name);
    }
}

proptest! {
    #[test]
    fn zero_is_located_regardless_of_chunk_size(
        before in "[a-cäĀ東🦀\r\n]{0,12}", mark: bool, step in 1usize..9, which in 0usize..3,
    ) {
        let before = if mark { format!("\u{feff}{before}") } else { before };
        let text = format!("{before}\0é\0");
        let (encoding, bytes, byte) = match which {
            0 => (UTF_8, text.clone().into_bytes(), before.len()),
            1 => (UTF_16LE, utf16(&text, true), utf16(&before, true).len()),
            _ => (UTF_16BE, utf16(&text, false), utf16(&before, false).len()),
        };
        let line = before.replace("\r\n", "\n").matches(['\r', '\n']).count() as u64 + 1;
        prop_assert_eq!(decode(&bytes, encoding, step), Err(LoadError::Zero { line, byte: byte as u64 }));
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), step in 1usize..50) {
        let scanned = scan(&bytes, step);
        prop_assert_eq!(scanned, scan(&bytes, 300));
        prop_assert_eq!(read(&bytes, scanned, step).ok(), read(&bytes, scanned, 300).ok());
        let lossy = DetectedEncoding::given("utf-8-lossy").expect("a name of this program");
        let (text, broken) = read(&bytes, lossy, step).expect("any content");
        prop_assert_eq!(Ok((text.clone(), broken.clone())), read(&bytes, lossy, 300));
        prop_assert!(broken.n > 0 || bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes) == text.as_bytes());
    }
}
