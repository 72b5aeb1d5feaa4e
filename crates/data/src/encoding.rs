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

/// Encodings that can also be decoded lossily (malformed bytes become �), and the name of each lossy variant.
const LOSSY_VARIANTS: [(&Encoding, &str); 3] = [
    (UTF_8, "UTF-8-lossy"),
    (UTF_16LE, "UTF-16LE-lossy"),
    (UTF_16BE, "UTF-16BE-lossy"),
];

/// The encoding that has a lossy variant with the given name. `None` if no lossy variant has the name.
pub fn lossy_of(name: &str) -> Option<&'static str> {
    let lossy = LOSSY_VARIANTS
        .into_iter()
        .find(|(_, lossy)| name.eq_ignore_ascii_case(lossy));
    lossy.map(|(encoding, _)| encoding.name())
}

/// Minimum number of non-ASCII characters per malformed sequence in a UTF-8 file.
/// Few byte sequences of other encodings are valid UTF-8 by accident.
const MIN_CHARS_PER_MALFORMED: u64 = 3;
/// Number of malformed sequences after which a trial decoding may stop.
/// The trial stops if there are fewer than [`MIN_CHARS_PER_MALFORMED`] non-ASCII characters per malformed sequence.
const MAX_MALFORMED: u64 = 1_000;
/// Minimum number of bytes in a text file per zero byte. A file with more zero bytes is not text.
const MIN_BYTES_PER_ZERO: u64 = 100;
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
    /// Position where the byte pairs of UTF-16 become misaligned. `None` if no position can be determined.
    #[serde(default)]
    pub shifted: Option<Misalignment>,
}

/// Position where a surplus or missing byte misaligns UTF-16.
/// After the misalignment, each UTF-16 unit combines halves of two neighboring units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misalignment {
    /// Number of the line where the misalignment starts.
    pub line: u64,
    /// 0-based byte offset in the file, just after the last intact ASCII character.
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
    /// The encoding, if it is not in the Encoding Standard.
    /// If this field is set, the `encoding` field contains UTF-8 as a placeholder.
    other: Option<OtherEncoding>,
    pub(super) lossy: bool,
    /// Whether the encoding is a guess.
    pub guessed: bool,
}

impl DetectedEncoding {
    /// Looks up an encoding by one of its labels. The names of the lossy variants are also labels.
    ///
    /// # Errors
    /// Returns [`LoadError::NoEncoding`] if no encoding has the given label.
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
    /// The trial decoding, if the first bytes indicate UTF-16. The flag is true if UTF-16 is only a guess.
    utf16: Option<(&'static Encoding, bool, TrialDecoding)>,
    bytes: u64,
    /// The bytes from the first non-ASCII byte on, at most [`MAX_DETECTOR_BYTES`].
    /// The encoding detector reads the bytes only if the file is not UTF-8.
    /// The encoding detector is much slower than UTF-8 validation.
    for_detector: Vec<u8>,
}

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

    fn has_failed(&self) -> bool {
        self.broken > MAX_MALFORMED && self.letters < MIN_CHARS_PER_MALFORMED * self.broken
    }

    /// Whether a file of `bytes` bytes contains malformed bytes or zero bytes, but so few that the file is still text.
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

    /// The encoding, if the file is valid UTF-8 or UTF-16. `None` if the encoding has to be guessed.
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
    /// Number of bytes that the current test thread has passed to the encoding detector.
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

/// Detects UTF-16 without a BOM by its zero bytes.
/// Nearly every text has spaces and line ends, which contain a zero byte in UTF-16.
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
    // A single zero byte does not indicate UTF-16, but damage. The damage is reported as an error.
    let many = |zeros: usize| zeros >= 2 && zeros * 10 >= pairs;
    match (many(even), many(odd)) {
        (false, true) if even == 0 => Some(UTF_16LE),
        (true, false) if odd == 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Detects misaligned UTF-16 ([`Misalignment`]). Misaligned text contains no spaces, commas or line ends.
/// Instead, the byte-swapped characters for spaces, commas and line ends occur everywhere in misaligned text.
/// A byte-swapped line end is U+0A00 or U+0D00. These code points almost never occur in intact text.
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

/// Position where UTF-16 units may become misaligned.
#[derive(Clone, Copy)]
struct Suspect {
    at: Misalignment,
    /// Number of byte-swapped separators (spaces, tabs, commas and line ends) after the possible misalignment.
    /// `ends` is the number of byte-swapped line ends after the possible misalignment.
    /// `sound` is the number of intact separators after the possible misalignment.
    exchanged: u64,
    ends: u64,
    sound: u64,
}

impl Suspect {
    /// Minimum number of byte-swapped separators that rules out coincidence. At least one separator must be a line end.
    const MIN_SWAPPED_SEPARATORS: u64 = 4;

    fn is_certain(&self) -> bool {
        self.exchanged >= Suspect::MIN_SWAPPED_SEPARATORS && self.ends > 0
    }
}

impl MisalignmentDetector {
    /// Returns a detector for the given encoding. `None` if the encoding is not UTF-16.
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
            // An intact separator suggests that the earlier units were letters that only look like byte-swapped separators.
            // In misaligned text, halves of two neighboring units may form a separator.
            // One intact separator is therefore tolerated.
            self.suspect = self.suspect.map(|suspect| Suspect {
                sound: suspect.sound + 1,
                ..suspect
            });
            self.suspect = self.suspect.filter(|suspect| suspect.is_certain() || suspect.sound < 2);
        }
    }
}

pub(super) struct Decoder {
    encoding: &'static Encoding,
    decoder: Reference,
    /// Statistics about the malformed bytes, which were decoded as �. `None` if malformed bytes are an error.
    broken: Option<MalformedBytes>,
    /// Number of bytes read so far. The `last` field contains the most recent of these bytes.
    bytes: u64,
    last: Option<u8>,
    line: Line,
    watch: Option<MisalignmentDetector>,
    /// Decoder for the encoding of the file, if the encoding is not in the Encoding Standard.
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

    pub(super) fn broken(&self) -> MalformedBytes {
        let broken = self.broken.clone();
        broken.map_or_else(MalformedBytes::default, |broken| MalformedBytes {
            shifted: self.watch.as_ref().and_then(MisalignmentDetector::found),
            ..broken
        })
    }

    /// Replaces `error` with [`LoadError::Shifted`] if the file is misaligned UTF-16, which causes other errors.
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
            // The buffer cannot be full, because its size was reserved for the whole chunk.
            DecoderResult::InputEmpty | DecoderResult::OutputFull => None,
        };
        // The first problem is reported: if U+0000 precedes the malformed bytes, the error is about U+0000.
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
    /// In every encoding, each byte of U+0000 is 0. Other characters contain the byte 0 only as half of a UTF-16 unit.
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
mod tests;
