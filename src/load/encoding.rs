//! Bytes become text: a byte order mark tells the encoding, or UTF-8 that is valid to the end, or else a guess.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Decoder as Reference, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::error::LoadError;

/// So many bytes from the first that is not ASCII are looked at for a guess.
const GUESSED_FROM: usize = 4 << 20;

/// An encoding, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scanned {
    pub(super) encoding: &'static Encoding,
    /// Whether it is only likely.
    pub guessed: bool,
}

impl Scanned {
    /// The encoding of that name.
    ///
    /// # Errors
    /// [`LoadError::NoEncoding`] where there is none.
    pub fn given(label: &str) -> Result<Scanned, LoadError> {
        let encoding = Encoding::for_label(label.trim().as_bytes());
        // The web's name for bytes that are not to be read at all.
        let encoding = encoding.filter(|encoding| encoding.name() != "replacement");
        let encoding = encoding.ok_or_else(|| LoadError::NoEncoding { label: label.into() })?;
        Ok(Scanned {
            encoding,
            guessed: false,
        })
    }

    /// Its name by the standard.
    pub fn name(&self) -> &'static str {
        self.encoding.name()
    }
}

/// A look at a whole file, piece by piece, before it is read. O(bytes).
pub struct EncodingScan {
    beginning: Vec<u8>,
    /// While everything so far is UTF-8.
    utf8: Option<Reference>,
    detector: EncodingDetector,
    /// Bytes that the detector was shown.
    shown: usize,
    scratch: String,
}

impl Default for EncodingScan {
    fn default() -> EncodingScan {
        EncodingScan {
            beginning: Vec::new(),
            utf8: Some(UTF_8.new_decoder_without_bom_handling()),
            detector: EncodingDetector::new(Iso2022JpDetection::Allow),
            shown: 0,
            scratch: String::new(),
        }
    }
}

impl EncodingScan {
    /// Bytes of the beginning that tell UTF-16 without a mark.
    const LOOK: usize = 4096;

    /// The next piece.
    pub fn push(&mut self, piece: &[u8]) {
        let wanted = Self::LOOK.saturating_sub(self.beginning.len()).min(piece.len());
        self.beginning.extend_from_slice(&piece[..wanted]);
        let from = match self.shown {
            0 => piece.iter().position(|&byte| !byte.is_ascii() || byte == 0x1b),
            _ => Some(0),
        };
        if let Some(from) = from {
            let shown = (piece.len() - from).min(GUESSED_FROM - self.shown.min(GUESSED_FROM));
            self.detector.feed(&piece[from..from + shown], false);
            self.shown += shown;
        }
        self.check_utf8(piece, false);
    }

    /// The encoding.
    pub fn finish(mut self) -> Scanned {
        let sure = |encoding| Scanned {
            encoding,
            guessed: false,
        };
        let guess = |encoding| Scanned {
            encoding,
            guessed: true,
        };
        if let Some((encoding, _)) = Encoding::for_bom(&self.beginning) {
            return sure(encoding);
        }
        if let Some(encoding) = without_mark(&self.beginning) {
            return guess(encoding);
        }
        self.check_utf8(&[], true);
        if self.utf8.is_some() {
            return sure(UTF_8);
        }
        self.detector.feed(&[], true);
        guess(self.detector.guess(None, Utf8Detection::Deny))
    }

    fn check_utf8(&mut self, mut piece: &[u8], last: bool) {
        let Some(decoder) = &mut self.utf8 else { return };
        self.scratch.reserve(1 << 16);
        loop {
            self.scratch.clear();
            let (result, read) = decoder.decode_to_string_without_replacement(piece, &mut self.scratch, last);
            piece = &piece[read..];
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    self.utf8 = None;
                    return;
                }
            }
        }
    }
}

/// UTF-16, told by its zeros: nearly every text has spaces and line ends, whose other byte is 0.
fn without_mark(beginning: &[u8]) -> Option<&'static Encoding> {
    let zeros = |parity: usize| {
        beginning
            .iter()
            .skip(parity)
            .step_by(2)
            .filter(|&&byte| byte == 0)
            .count()
    };
    let (even, odd, pairs) = (zeros(0), zeros(1), beginning.len() / 2);
    // A stray zero is an error to tell, not another encoding.
    let many = |zeros: usize| zeros >= 2 && zeros * 10 >= pairs;
    match (many(even), many(odd)) {
        (false, true) if even == 0 => Some(UTF_16LE),
        (true, false) if odd == 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Decodes a file piece by piece, without its byte order mark.
pub(super) struct Decoder {
    encoding: &'static Encoding,
    decoder: Reference,
    /// Bytes read.
    bytes: u64,
    /// Lines begun.
    line: u64,
}

impl Decoder {
    pub(super) fn new(encoding: &'static Encoding) -> Decoder {
        Decoder {
            encoding,
            decoder: encoding.new_decoder_with_bom_removal(),
            bytes: 0,
            line: 1,
        }
    }

    /// Puts the text of the next piece behind `text`; what is cut off at its end comes with the next.
    ///
    /// # Errors
    /// [`LoadError::NotText`] for bytes that mean nothing in the encoding, and for the character 0, which no text has.
    pub(super) fn push(&mut self, piece: &[u8], last: bool, text: &mut String) -> Result<(), LoadError> {
        let start = text.len();
        let room = self.decoder.max_utf8_buffer_length_without_replacement(piece.len());
        text.reserve(room.unwrap_or(piece.len()));
        let (result, read) = self.decoder.decode_to_string_without_replacement(piece, text, last);
        let line_at = |text: &str| self.line + text.bytes().filter(|&byte| byte == b'\n').count() as u64;
        let new = &text[start..];
        let problem = match result {
            DecoderResult::Malformed(length, behind) => {
                let byte = (self.bytes + read as u64).saturating_sub(u64::from(length) + u64::from(behind));
                Some((line_at(new), byte))
            }
            // Room was made for all of it.
            DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
        };
        // A character 0 that stands before it is the first problem.
        let problem = match new.find('\0') {
            Some(at) => Some((
                line_at(&new[..at]),
                self.bytes + encoded_length(self.encoding, &new[..at]),
            )),
            None => problem,
        };
        if let Some((line, byte)) = problem {
            return Err(LoadError::NotText {
                line,
                byte,
                encoding: self.encoding.name().into(),
            });
        }
        self.line = line_at(new);
        self.bytes += read as u64;
        Ok(())
    }
}

/// How many bytes `text` takes in the encoding.
fn encoded_length(encoding: &'static Encoding, text: &str) -> u64 {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return 2 * text.encode_utf16().count() as u64;
    }
    let mut encoder = encoding.new_encoder();
    let mut buffer = [0; 4096];
    let (mut rest, mut length) = (text, 0);
    loop {
        let (result, read, written, _) = encoder.encode_from_utf8(rest, &mut buffer, true);
        length += written as u64;
        rest = &rest[read..];
        if result == CoderResult::InputEmpty {
            return length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_KR, GB18030, KOI8_U, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
    use proptest::prelude::*;

    fn scan(bytes: &[u8], step: usize) -> Scanned {
        let mut scan = EncodingScan::default();
        bytes.chunks(step.max(1)).for_each(|piece| scan.push(piece));
        scan.finish()
    }

    fn decode(bytes: &[u8], encoding: &'static Encoding, step: usize) -> Result<String, LoadError> {
        let (mut decoder, mut text) = (Decoder::new(encoding), String::new());
        for piece in bytes.chunks(step.max(1)) {
            decoder.push(piece, false, &mut text)?;
        }
        decoder.push(&[], true, &mut text)?;
        Ok(text)
    }

    fn utf16(text: &str, little: bool) -> Vec<u8> {
        let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }

    /// Texts of a few lines in the encodings that spreadsheets still write.
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
    fn spreadsheets_encodings_are_guessed_and_read_whole() {
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
    fn utf_16_is_known_with_its_mark_and_without() {
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
    fn utf_8_is_certain_to_its_last_byte_only() {
        let long = "plain\n".repeat(20_000);
        assert_eq!(scan("\u{feff}é".as_bytes(), 1).encoding, UTF_8);
        let whole = format!("{long}é");
        assert_eq!(
            scan(whole.as_bytes(), 999),
            Scanned {
                encoding: UTF_8,
                guessed: false
            }
        );
        let late = [long.as_bytes(), b"caf\xe9 cr\xe8me\n"].concat();
        let scanned = scan(&late, 4096);
        assert_eq!((scanned.encoding, scanned.guessed), (WINDOWS_1252, true));
        assert!(scan("é".as_bytes()[..1].as_ref(), 1).guessed, "cut off in the middle");
    }

    #[test]
    fn what_is_no_text_is_told_by_line_and_byte() {
        let refused = |bytes: &[u8], encoding, step| match decode(bytes, encoding, step) {
            Err(LoadError::NotText { line, byte, .. }) => (line, byte),
            other => panic!("{other:?}"),
        };
        for step in [1, 3, 100] {
            assert_eq!(refused(b"text\ncaf\xe9\n", UTF_8, step), (2, 8));
            assert_eq!(refused(b"text\na\0b\n", UTF_8, step), (2, 6));
            assert_eq!(
                refused(&[b"\xef\xbb\xbfa\n", &b"\xe3\x81"[..]].concat(), UTF_8, step),
                (2, 5)
            );
            assert_eq!(refused(b"a\nb\x81\x20\n", SHIFT_JIS, step).0, 2);
        }
    }

    #[test]
    fn encodings_have_many_names() {
        for (label, name) in [
            ("latin1", "windows-1252"),
            ("GBK", "GBK"),
            (" utf8 ", "UTF-8"),
            ("koi8-u", KOI8_U.name()),
        ] {
            assert_eq!(Scanned::given(label).expect(label).name(), name);
        }
        for label in ["", "klingon", "hz-gb-2312"] {
            assert_eq!(
                Scanned::given(label),
                Err(LoadError::NoEncoding { label: label.into() })
            );
        }
        for name in super::super::ENCODINGS {
            assert_eq!(Scanned::given(name).expect(name).name(), name);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), step in 1usize..50) {
            let scanned = scan(&bytes, step);
            prop_assert_eq!(scanned, scan(&bytes, 300));
            prop_assert_eq!(decode(&bytes, scanned.encoding, step).ok(), decode(&bytes, scanned.encoding, 300).ok());
        }
    }
}
