//! Decodes bytes to text. The byte order mark (BOM) determines the encoding.
//! Without a BOM, the encoding is UTF-8 if the whole file is valid UTF-8. If it is not, the encoding is guessed.
//!
//! UTF-8 and UTF-16 files with a few malformed or zero bytes are still detected as UTF-8 and UTF-16.
//! Files with malformed bytes are decoded lossily: each malformed sequence becomes � and is counted.
//! In every other encoding, malformed bytes are an error.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder as Reference, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use serde::{Deserialize, Serialize};

use super::lines::Line;
use super::other_encoding::{OtherDecoder, OtherEncoding};
use crate::LoadError;

/// Maximum number of bytes fed to the encoding detector, counted from the first byte that is not ASCII.
const MAX_DETECTOR_BYTES: usize = 4 << 20;

/// Encodings that can also be decoded lossily (malformed bytes become �), with the names of the lossy variants.
const LOSSY_VARIANTS: [(&Encoding, &str); 3] = [
    (UTF_8, "UTF-8-lossy"),
    (UTF_16LE, "UTF-16LE-lossy"),
    (UTF_16BE, "UTF-16BE-lossy"),
];

/// The encoding whose lossy variant has the given name. None if no lossy variant has the name.
pub fn lossy_of(name: &str) -> Option<&'static str> {
    let lossy = LOSSY_VARIANTS
        .into_iter()
        .find(|(_, lossy)| name.eq_ignore_ascii_case(lossy));
    lossy.map(|(encoding, _)| encoding.name())
}

/// Minimum number of non-ASCII characters per malformed sequence in a UTF-8 file.
/// Few byte sequences of other encodings are valid UTF-8 by accident.
const MIN_CHARS_PER_MALFORMED: u64 = 3;
/// Number of malformed sequences after which a trial decoding stops, unless the ratio [`MIN_CHARS_PER_MALFORMED`] holds.
const MAX_MALFORMED: u64 = 1_000;
/// Minimum ratio of the bytes of a text file to its zero bytes.
const MIN_BYTES_PER_ZERO: u64 = 100;
/// Maximum number of lines with malformed bytes that are listed.
const MAX_LISTED_LINES: usize = 20;

/// Statistics about the malformed bytes of a file, which were decoded as �.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MalformedBytes {
    /// Number of replacement characters � that replace malformed or zero bytes.
    pub n: u64,
    /// Number of malformed bytes that were zero.
    pub zeros: u64,
    /// Lines that contain malformed bytes. Each line is listed once, and only the first few lines are listed.
    pub lines: Vec<u64>,
    /// Position from which the byte pairs of UTF-16 are misaligned. None if no position can be determined.
    #[serde(default)]
    pub shifted: Option<Misalignment>,
}

/// Position where a surplus or missing byte misaligns UTF-16.
/// After the position, each unit combines halves of two neighboring units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misalignment {
    /// Number of the line in which the misalignment starts.
    pub line: u64,
    /// The byte offset in the file, from 0, just after the last intact ASCII character.
    pub byte: u64,
}

impl MalformedBytes {
    fn add(&mut self, line: u64, is_zero: bool) {
        self.n += 1;
        self.zeros += u64::from(is_zero);
        if self.lines.len() < MAX_LISTED_LINES && self.lines.last() != Some(&line) {
            self.lines.push(line);
        }
    }
}

/// An encoding that was detected or given by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetectedEncoding {
    pub(super) encoding: &'static Encoding,
    /// The encoding, if the Encoding Standard does not contain it. `encoding` is then UTF-8.
    other: Option<OtherEncoding>,
    /// Whether malformed bytes are decoded as �.
    pub(super) lossy: bool,
    /// Whether the encoding is a guess.
    pub guessed: bool,
}

impl DetectedEncoding {
    /// Looks up an encoding by one of its labels. The names of the lossy variants are also labels.
    ///
    /// # Errors
    /// Returns [`LoadError::NoEncoding`] if no encoding has this label.
    pub fn given(label: &str) -> Result<DetectedEncoding, LoadError> {
        if let Some(other) = OtherEncoding::labeled(label.trim()) {
            return Ok(DetectedEncoding::other(other, false));
        }
        let lossy = lossy_of(label.trim());
        let encoding = Encoding::for_label(lossy.unwrap_or(label.trim()).as_bytes());
        // The Encoding Standard uses `replacement` for encodings that must not be decoded.
        let encoding = encoding.filter(|encoding| encoding.name() != "replacement");
        let encoding = encoding.ok_or_else(|| LoadError::NoEncoding { label: label.into() })?;
        Ok(DetectedEncoding {
            encoding,
            other: None,
            lossy: lossy.is_some(),
            guessed: false,
        })
    }

    fn other(other: OtherEncoding, guessed: bool) -> DetectedEncoding {
        DetectedEncoding {
            encoding: UTF_8,
            other: Some(other),
            lossy: false,
            guessed,
        }
    }

    /// Standard name of the encoding, or the name of its lossy variant if the file is decoded lossily.
    pub fn name(&self) -> &'static str {
        if let Some(other) = self.other {
            return other.name();
        }
        let lossy = LOSSY_VARIANTS.into_iter().filter(|_| self.lossy);
        let name = lossy.into_iter().find(|(encoding, _)| *encoding == self.encoding);
        name.map_or(self.encoding.name(), |(_, name)| name)
    }
}

/// Detects the encoding of a whole file, chunk by chunk, before it is decoded. O(bytes).
pub struct EncodingScan {
    beginning: Vec<u8>,
    utf8: TrialDecoding,
    /// The trial decoding in UTF-16 if the first bytes indicate UTF-16, and whether UTF-16 is only a guess.
    utf16: Option<(&'static Encoding, bool, TrialDecoding)>,
    bytes: u64,
    /// The bytes from the first non-ASCII byte on, at most [`MAX_DETECTOR_BYTES`].
    /// The detector reads the bytes only if the file is not UTF-8, because the detector is much slower than UTF-8 validation.
    for_detector: Vec<u8>,
}

/// Statistics from decoding the whole file in one encoding.
struct TrialDecoding {
    decoder: Reference,
    /// Number of non-ASCII characters in the decoded text.
    letters: u64,
    broken: u64,
    zeros: u64,
    scratch: String,
}

impl TrialDecoding {
    fn of(encoding: &'static Encoding) -> TrialDecoding {
        TrialDecoding {
            decoder: encoding.new_decoder_without_bom_handling(),
            letters: 0,
            broken: 0,
            zeros: 0,
            scratch: String::new(),
        }
    }

    /// Whether the file has too many malformed sequences to continue the trial.
    fn has_failed(&self) -> bool {
        self.broken > MAX_MALFORMED && self.letters < MIN_CHARS_PER_MALFORMED * self.broken
    }

    /// Whether the file's `bytes` include malformed bytes or zero bytes, but so few that the file is still text.
    /// A zero byte is malformed in every encoding. A file with many zero bytes is not text.
    fn is_broken(&self, bytes: u64) -> bool {
        self.broken + self.zeros > 0 && self.zeros <= 1 + bytes / MIN_BYTES_PER_ZERO && !self.has_failed()
    }

    fn push(&mut self, mut piece: &[u8], last: bool) {
        self.scratch.reserve(1 << 16);
        while !self.has_failed() {
            self.scratch.clear();
            let decoder = &mut self.decoder;
            let (result, read) = decoder.decode_to_string_without_replacement(piece, &mut self.scratch, last);
            piece = &piece[read..];
            let bytes = self.scratch.bytes();
            self.letters += bytes.clone().filter(|&byte| byte >= 0xc0).count() as u64;
            self.zeros += bytes.filter(|&byte| byte == 0).count() as u64;
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => self.broken += 1,
            }
        }
    }
}

impl Default for EncodingScan {
    fn default() -> EncodingScan {
        EncodingScan {
            beginning: Vec::new(),
            utf8: TrialDecoding::of(UTF_8),
            utf16: None,
            bytes: 0,
            for_detector: Vec::new(),
        }
    }
}

impl EncodingScan {
    /// Number of leading bytes that are used to detect UTF-16 without a BOM.
    const DETECTION_BYTES: usize = 4096;

    /// Feeds the next chunk of the file to the trial decoders.
    pub fn push(&mut self, piece: &[u8]) {
        let missing = Self::DETECTION_BYTES - self.beginning.len();
        let (begins, remainder) = piece.split_at(missing.min(piece.len()));
        self.beginning.extend_from_slice(begins);
        if missing > 0 && begins.len() == missing {
            self.begin_utf16();
        }
        if let Some((.., trial)) = &mut self.utf16 {
            trial.push(remainder, false);
        }
        let from = match self.for_detector.is_empty() {
            true => piece.iter().position(|&byte| !byte.is_ascii() || byte == 0x1b),
            false => Some(0),
        };
        if let Some(from) = from {
            let n = (piece.len() - from).min(MAX_DETECTOR_BYTES - self.for_detector.len());
            self.for_detector.extend_from_slice(&piece[from..from + n]);
        }
        self.bytes += piece.len() as u64;
        self.utf8.push(piece, false);
    }

    /// Detects UTF-16 once the leading bytes are complete.
    fn begin_utf16(&mut self) {
        let utf16 = match Encoding::for_bom(&self.beginning) {
            Some((encoding, _)) => Some((encoding, false)).filter(|_| encoding != UTF_8),
            None => without_mark(&self.beginning).map(|encoding| (encoding, true)),
        };
        self.utf16 = utf16.map(|(encoding, guessed)| {
            let mut trial = TrialDecoding::of(encoding);
            trial.push(&self.beginning, false);
            (encoding, guessed, trial)
        });
    }

    /// Returns the detected encoding. Must be called after the last chunk.
    pub fn finish(mut self) -> DetectedEncoding {
        self.unicode().unwrap_or_else(|| DetectedEncoding {
            encoding: guess(&self.for_detector),
            other: None,
            lossy: false,
            guessed: true,
        })
    }

    /// The encoding, if the file is valid UTF-8 or UTF-16. None if the encoding has to be guessed.
    fn unicode(&mut self) -> Option<DetectedEncoding> {
        if let Some((utf32, guessed)) = OtherEncoding::utf32(&self.beginning) {
            return Some(DetectedEncoding::other(utf32, guessed));
        }
        if self.beginning.len() < Self::DETECTION_BYTES {
            self.begin_utf16();
        }
        if let Some((encoding, guessed, trial)) = &mut self.utf16 {
            trial.push(&[], true);
            let lossy = trial.is_broken(self.bytes);
            return Some(DetectedEncoding {
                encoding,
                other: None,
                lossy,
                guessed: *guessed || lossy,
            });
        }
        self.utf8.push(&[], true);
        let is_broken = self.utf8.is_broken(self.bytes);
        let TrialDecoding { letters, broken, .. } = self.utf8;
        if broken > 0 && OtherEncoding::is_cesu8(&self.for_detector) {
            return Some(DetectedEncoding::other(OtherEncoding::Cesu8, true));
        }
        let is_utf8 = broken == 0 || Encoding::for_bom(&self.beginning).is_some();
        let is_mostly_utf8 = is_broken && letters >= MIN_CHARS_PER_MALFORMED * broken;
        (is_utf8 || is_mostly_utf8).then_some(DetectedEncoding {
            encoding: UTF_8,
            other: None,
            lossy: is_broken,
            guessed: is_broken,
        })
    }
}

#[cfg(test)]
thread_local! {
    /// Number of bytes that this thread has passed to the detector.
    static DETECTOR_BYTES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The most likely encoding of `bytes`, which are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    #[cfg(test)]
    DETECTOR_BYTES.with(|n| n.set(n.get() + bytes.len()));
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Detects UTF-16 without a BOM by its zero bytes. Nearly every text has spaces and line ends, which contain a zero byte in UTF-16.
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
    // A single zero byte indicates damage, which is reported as an error, and not UTF-16.
    let many = |zeros: usize| zeros >= 2 && zeros * 10 >= pairs;
    match (many(even), many(odd)) {
        (false, true) if even == 0 => Some(UTF_16LE),
        (true, false) if odd == 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Detects misaligned UTF-16 ([`Misalignment`]). Misaligned text contains no spaces, commas or line ends.
/// The byte-swapped characters for spaces, commas and line ends occur everywhere in misaligned text.
/// Two byte-swapped characters are U+0A00 and U+0D00, which are not line ends and hardly ever letters.
struct MisalignmentDetector {
    encoding: &'static Encoding,
    /// First byte of a UTF-16 unit whose second byte has not arrived yet.
    half: Option<u8>,
    /// Position after the last intact ASCII character.
    sound: Misalignment,
    bytes: u64,
    line: Line,
    suspect: Option<Suspect>,
}

/// Position from which UTF-16 units may be misaligned.
#[derive(Clone, Copy)]
struct Suspect {
    at: Misalignment,
    /// Number of byte-swapped separators after `at`.
    /// `ends` is the number of byte-swapped line ends after `at`. `sound` is the number of intact separators after `at`.
    exchanged: u64,
    ends: u64,
    sound: u64,
}

impl Suspect {
    /// Minimum number of byte-swapped separators for which coincidence is ruled out. At least one separator must be a line end.
    const MIN_SWAPPED_SEPARATORS: u64 = 4;

    fn is_certain(&self) -> bool {
        self.exchanged >= Suspect::MIN_SWAPPED_SEPARATORS && self.ends > 0
    }
}

impl MisalignmentDetector {
    /// Returns a detector for the given encoding. None if the encoding is not UTF-16.
    fn of(encoding: &'static Encoding) -> Option<MisalignmentDetector> {
        (encoding == UTF_16LE || encoding == UTF_16BE).then(|| MisalignmentDetector {
            encoding,
            half: None,
            sound: Misalignment { line: 1, byte: 0 },
            bytes: 0,
            line: Line::from(1),
            suspect: None,
        })
    }

    fn found(&self) -> Option<Misalignment> {
        self.suspect.filter(Suspect::is_certain).map(|suspect| suspect.at)
    }

    fn push(&mut self, piece: &[u8]) {
        for &byte in piece {
            match self.half.take() {
                None => self.half = Some(byte),
                Some(first) if self.encoding == UTF_16LE => self.unit(u16::from_le_bytes([first, byte])),
                Some(first) => self.unit(u16::from_be_bytes([first, byte])),
            }
        }
    }

    fn unit(&mut self, unit: u16) {
        const SEPARATORS: [u16; 5] = [b'\t' as u16, b'\n' as u16, b'\r' as u16, b' ' as u16, b',' as u16];
        self.bytes += 2;
        let ascii = u8::try_from(unit).ok().filter(|byte| byte.is_ascii() && *byte != 0);
        self.line.pass(ascii.unwrap_or(0));
        if ascii.is_some() {
            self.sound = Misalignment {
                line: self.line.number,
                byte: self.bytes,
            };
        }
        let exchanged = unit.swap_bytes();
        if SEPARATORS.contains(&exchanged) {
            let suspect = self.suspect.get_or_insert(Suspect {
                at: self.sound,
                exchanged: 0,
                ends: 0,
                sound: 0,
            });
            suspect.exchanged += 1;
            suspect.ends += u64::from(matches!(exchanged as u8, b'\n' | b'\r'));
        } else if SEPARATORS.contains(&unit) {
            // Either `exchanged` was a letter that looks like a swapped separator, or `unit` combines halves of two other units.
            self.suspect = self.suspect.map(|suspect| Suspect {
                sound: suspect.sound + 1,
                ..suspect
            });
            self.suspect = self.suspect.filter(|suspect| suspect.is_certain() || suspect.sound < 2);
        }
    }
}

/// Decodes a file chunk by chunk and removes its byte order mark.
pub(super) struct Decoder {
    encoding: &'static Encoding,
    decoder: Reference,
    /// The bytes that were decoded as �. None if malformed bytes are an error.
    broken: Option<MalformedBytes>,
    /// Number of bytes read so far. `last` is the last byte that was read.
    bytes: u64,
    last: Option<u8>,
    line: Line,
    watch: Option<MisalignmentDetector>,
    /// Decoder of the file if its encoding is not in the Encoding Standard.
    other: Option<OtherDecoder>,
}

impl Decoder {
    pub(super) fn new(scanned: DetectedEncoding) -> Decoder {
        Decoder {
            encoding: scanned.encoding,
            decoder: scanned.encoding.new_decoder_with_bom_removal(),
            broken: scanned.lossy.then(MalformedBytes::default),
            bytes: 0,
            last: None,
            line: Line::from(1),
            watch: MisalignmentDetector::of(scanned.encoding),
            other: scanned.other.map(OtherDecoder::new),
        }
    }

    /// Statistics about the malformed bytes that were decoded as � so far.
    pub(super) fn broken(&self) -> MalformedBytes {
        let broken = self.broken.clone();
        broken.map_or_else(MalformedBytes::default, |broken| MalformedBytes {
            shifted: self.watch.as_ref().and_then(MisalignmentDetector::found),
            ..broken
        })
    }

    /// Replaces `error` by [`LoadError::Shifted`] if the file is misaligned UTF-16, because misalignment causes other errors.
    /// Must be called after the whole file was read.
    pub(super) fn blamed(&self, error: LoadError) -> LoadError {
        match self.watch.as_ref().and_then(MisalignmentDetector::found) {
            Some(Misalignment { line, byte }) => LoadError::Shifted {
                line,
                byte,
                encoding: self.encoding.name().into(),
            },
            None => error,
        }
    }

    /// Decodes the next chunk and appends the characters to `text`.
    /// A character that is cut off at the end of the chunk is decoded with the next chunk.
    ///
    /// # Errors
    /// Returns [`LoadError::NotText`] for bytes that are malformed in the encoding.
    /// Returns [`LoadError::Zero`] for the character U+0000, which does not occur in text.
    /// Lossy decoding returns neither [`LoadError::NotText`] nor [`LoadError::Zero`].
    /// If misaligned UTF-16 is the cause of an error, the error is [`LoadError::Shifted`].
    pub(super) fn push(&mut self, piece: &[u8], last: bool, text: &mut String) -> Result<(), LoadError> {
        if let Some(other) = &mut self.other {
            return other.push(piece, last, text);
        }
        if let Some(watch) = &mut self.watch {
            watch.push(piece);
        }
        self.decode(piece, last, text).map_err(|error| self.blamed(error))
    }

    fn decode(&mut self, piece: &[u8], last: bool, text: &mut String) -> Result<(), LoadError> {
        if self.broken.is_some() {
            self.push_lossy(piece, last, text);
            return Ok(());
        }
        let start = text.len();
        let room = self.decoder.max_utf8_buffer_length_without_replacement(piece.len());
        text.reserve(room.unwrap_or(piece.len()));
        let (result, read) = self.decoder.decode_to_string_without_replacement(piece, text, last);
        let line_at = |text: &str| {
            let mut line = self.line;
            text.bytes().for_each(|byte| line.pass(byte));
            line
        };
        let new = &text[start..];
        let problem = match result {
            DecoderResult::Malformed(length, behind) => {
                let byte = (self.bytes + read as u64).saturating_sub(u64::from(length) + u64::from(behind));
                Some((line_at(new).number, byte))
            }
            // The buffer was reserved for the whole chunk, so it cannot be full.
            DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
        };
        // If U+0000 precedes the malformed bytes, U+0000 is reported.
        if let Some(at) = new.find('\0') {
            return Err(LoadError::Zero {
                line: line_at(&new[..at]).number,
                byte: self.zero(piece),
            });
        }
        if let Some((line, byte)) = problem {
            return Err(LoadError::NotText {
                line,
                byte,
                encoding: self.encoding.name().into(),
            });
        }
        self.line = line_at(new);
        self.bytes += read as u64;
        self.last = piece.last().copied().or(self.last);
        Ok(())
    }

    /// Byte offset in the file of the first U+0000 in `piece`, which must contain one.
    /// In every encoding U+0000 consists of zero bytes. Other characters contain zero bytes only as half of a UTF-16 unit.
    fn zero(&self, piece: &[u8]) -> u64 {
        let is_wide = self.encoding == UTF_16LE || self.encoding == UTF_16BE;
        let unit = if is_wide { 2 } else { 1 };
        // First half of a UTF-16 unit, if the previous chunk ended within the unit.
        let half = self.last.filter(|_| !self.bytes.is_multiple_of(unit));
        let bytes: Vec<u8> = half.into_iter().chain(piece.iter().copied()).collect();
        let mut units = bytes.chunks_exact(unit as usize);
        let at = units.position(|unit| unit.iter().all(|&byte| byte == 0));
        self.bytes - u64::from(half.is_some()) + unit * at.unwrap_or_default() as u64
    }

    fn push_lossy(&mut self, mut piece: &[u8], last: bool, text: &mut String) {
        let Some(broken) = &mut self.broken else { return };
        let mut whole = String::new();
        loop {
            whole.clear();
            let room = self.decoder.max_utf8_buffer_length_without_replacement(piece.len());
            whole.reserve(room.unwrap_or(piece.len()));
            let (result, read) = self
                .decoder
                .decode_to_string_without_replacement(piece, &mut whole, last);
            piece = &piece[read..];
            for (place, part) in whole.split('\0').enumerate() {
                if place > 0 {
                    broken.add(self.line.number, true);
                    text.push(char::REPLACEMENT_CHARACTER);
                    self.line.pass(0);
                }
                text.push_str(part);
                part.bytes().for_each(|byte| self.line.pass(byte));
            }
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    broken.add(self.line.number, false);
                    text.push(char::REPLACEMENT_CHARACTER);
                    // The character � separates a \r before it from a \n after it, so that \r and \n count as two line ends.
                    self.line.pass(0);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
            // A sequence that is cut off at the end of the file is malformed, too.
            let (text, found) = lossy(b"\xef\xbb\xbfa\n\xff\xff\n\xe6\x9d", step);
            assert_eq!((&text[..], found), ("a\n��\n�", broken(3, 0, &[2, 3])));
        }
        let many = [b"\xc3\xbc".repeat(9_000), b"\n\xff".repeat(2_000)].concat();
        let (_, found) = lossy(&many, 4096);
        assert_eq!(
            (found.n, found.lines.len(), found.lines[0]),
            (2_000, MAX_LISTED_LINES, 2)
        );
        // If half of the non-ASCII sequences are malformed, or many bytes are zero, the file is not broken UTF-8.
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
                // In a short file without a BOM, zero bytes would indicate the other byte order of UTF-16.
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
            // The user's choice of UTF-16 leads to the same error if no unit before the end is malformed.
            let encoding = if is_le { UTF_16LE } else { UTF_16BE };
            let plain = utf16(&"3,a b\n".repeat(3), is_le);
            let error = decode(&[&begins[..], b"x", &plain].concat(), encoding, 7).expect_err("a byte is left over");
            assert!(matches!(error, LoadError::Shifted { line: 6, .. }), "{error}");
        }
        // Characters of other scripts than Latin may look like byte-swapped separators.
        // Characters that look like swapped separators are ignored if the text also has intact spaces and line ends.
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
}
