//! Decodes encodings that are not in the Encoding Standard: DOS code pages, UTF-32 and CESU-8.

use super::lines::Line;
use crate::LoadError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherEncoding {
    /// The DOS code page for the United States.
    Ibm437,
    /// The DOS code page for Western Europe.
    Ibm850,
    Utf32Le,
    Utf32Be,
    /// UTF-8 in which a character above U+FFFF is written as two three-byte surrogates, as in Oracle and Java.
    Cesu8,
}

/// Each encoding with its name and its labels. The labels are in lower case.
const LABELS: [(OtherEncoding, &str, &[&str]); 5] = [
    (OtherEncoding::Ibm437, "IBM437", &["ibm437", "cp437", "437"]),
    (OtherEncoding::Ibm850, "IBM850", &["ibm850", "cp850", "850"]),
    (
        OtherEncoding::Utf32Le,
        "UTF-32LE",
        &["utf-32le", "utf32le", "utf-32", "utf32"],
    ),
    (OtherEncoding::Utf32Be, "UTF-32BE", &["utf-32be", "utf32be"]),
    (OtherEncoding::Cesu8, "CESU-8", &["cesu-8", "cesu8"]),
];

enum Letter {
    /// The decoded character, and the number of its bytes.
    Read(char, usize),
    /// The character is incomplete and needs more bytes.
    Cut,
    Malformed,
}

impl OtherEncoding {
    pub(super) fn labeled(label: &str) -> Option<OtherEncoding> {
        let label = label.to_ascii_lowercase();
        let mut all = LABELS.into_iter();
        all.find(|(.., labels)| labels.contains(&label.as_str()))
            .map(|(encoding, ..)| encoding)
    }

    pub(super) fn name(self) -> &'static str {
        let mut all = LABELS.into_iter();
        all.find(|(encoding, ..)| *encoding == self)
            .map_or("", |(_, name, _)| name)
    }

    /// Detects UTF-32 by its byte order mark, or by the zero bytes of each character.
    /// Returns the byte order, and whether UTF-32 is only a guess.
    pub(super) fn utf32(beginning: &[u8]) -> Option<(OtherEncoding, bool)> {
        match beginning {
            [0xff, 0xfe, 0, 0, ..] => return Some((OtherEncoding::Utf32Le, false)),
            [0, 0, 0xfe, 0xff, ..] => return Some((OtherEncoding::Utf32Be, false)),
            _ => {}
        }
        let (units, _) = beginning.as_chunks::<4>();
        // No text contains characters above U+3FFFF.
        // If a UTF-16 character and a line end after it are read as UTF-32, the result is above U+3FFFF.
        // At least four characters are needed to decide whether the file is UTF-32.
        let is_of = |encoding: OtherEncoding| {
            let is_letter = |unit: &[u8; 4]| matches!(encoding.letter(unit), Letter::Read(letter, _) if letter > '\0' && letter < '\u{40000}');
            units.len() >= 4 && units.iter().all(is_letter)
        };
        let mut both = [OtherEncoding::Utf32Le, OtherEncoding::Utf32Be].into_iter();
        both.find(|&encoding| is_of(encoding)).map(|encoding| (encoding, true))
    }

    /// Whether `bytes` are CESU-8 with at least one pair of surrogates. The last character may be incomplete.
    pub(super) fn is_cesu8(bytes: &[u8]) -> bool {
        let (mut rest, mut has_pair) = (bytes, false);
        loop {
            if rest.is_empty() {
                return has_pair;
            }
            match OtherEncoding::Cesu8.letter(rest) {
                Letter::Read(_, n) => {
                    has_pair |= n == 6;
                    rest = &rest[n..];
                }
                Letter::Cut => return has_pair,
                Letter::Malformed => return false,
            }
        }
    }

    /// Decodes the first character of `bytes`, which must not be empty.
    fn letter(self, bytes: &[u8]) -> Letter {
        let of_page = |page: &[char; 128]| match bytes {
            [byte @ 0..0x80, ..] => Letter::Read(char::from(*byte), 1),
            [byte, ..] => Letter::Read(page[usize::from(*byte - 0x80)], 1),
            [] => Letter::Cut,
        };
        let of_unit = |number: fn([u8; 4]) -> u32| match bytes {
            &[a, b, c, d, ..] => match char::from_u32(number([a, b, c, d])) {
                Some(letter) => Letter::Read(letter, 4),
                None => Letter::Malformed,
            },
            _ => Letter::Cut,
        };
        match self {
            OtherEncoding::Ibm437 => of_page(&IBM437),
            OtherEncoding::Ibm850 => of_page(&IBM850),
            OtherEncoding::Utf32Le => of_unit(u32::from_le_bytes),
            OtherEncoding::Utf32Be => of_unit(u32::from_be_bytes),
            OtherEncoding::Cesu8 => cesu8(bytes),
        }
    }
}

fn cesu8(bytes: &[u8]) -> Letter {
    let length = match bytes {
        [0..0x80, ..] => 1,
        [0xc2..=0xdf, ..] => 2,
        [0xed, 0xa0..=0xaf, ..] => 6,
        [0xe0..=0xef, ..] => 3,
        // Many programs mix CESU-8 pairs with four-byte UTF-8.
        [0xf0..=0xf4, ..] => 4,
        _ => return Letter::Malformed,
    };
    let Some(letter) = bytes.get(..length) else {
        return Letter::Cut;
    };
    if let &[0xed, high, high_end, low_start, low, low_end] = letter {
        let is_pair = low_start == 0xed && matches!(low, 0xb0..=0xbf);
        let are_rest = [high_end, low_end].iter().all(|byte| matches!(byte, 0x80..=0xbf));
        // Each surrogate contains ten bits of the code point minus 0x10000.
        let bits = |middle: u8, end: u8| (u32::from(middle & 0x0f) << 6) | u32::from(end & 0x3f);
        let number = 0x1_0000 + ((bits(high, high_end) << 10) | bits(low, low_end));
        return match char::from_u32(number).filter(|_| is_pair && are_rest) {
            Some(letter) => Letter::Read(letter, 6),
            None => Letter::Malformed,
        };
    }
    let letter = str::from_utf8(letter).ok().and_then(|text| text.chars().next());
    letter.map_or(Letter::Malformed, |letter| Letter::Read(letter, length))
}

pub(super) struct OtherDecoder {
    encoding: OtherEncoding,
    /// First bytes of a character that was cut off at the end of the previous chunk.
    held: Vec<u8>,
    /// Offset of the next character in the file.
    byte: u64,
    line: Line,
}

impl OtherDecoder {
    pub(super) fn new(encoding: OtherEncoding) -> OtherDecoder {
        OtherDecoder {
            encoding,
            held: Vec::new(),
            byte: 0,
            line: Line::from(1),
        }
    }

    /// Decodes the next chunk and appends the characters to `text`.
    ///
    /// # Errors
    /// Returns [`LoadError::NotText`] for malformed bytes, and [`LoadError::Zero`] for the character U+0000.
    pub(super) fn push(&mut self, piece: &[u8], last: bool, text: &mut String) -> Result<(), LoadError> {
        let mut input = std::mem::take(&mut self.held);
        input.extend_from_slice(piece);
        let mut rest = &input[..];
        if self.byte == 0 && self.encoding == OtherEncoding::Utf32Le && rest.starts_with(&[0, 0, 0xfe, 0xff]) {
            // The encoding name UTF-32 does not define the byte order, but the byte order mark does.
            self.encoding = OtherEncoding::Utf32Be;
        }
        while !rest.is_empty() {
            let (letter, n) = match self.encoding.letter(rest) {
                Letter::Read(letter, n) => (letter, n),
                Letter::Cut if !last => break,
                Letter::Cut | Letter::Malformed => {
                    return Err(LoadError::NotText {
                        line: self.line.number,
                        byte: self.byte,
                        encoding: self.encoding.name().into(),
                    });
                }
            };
            if letter == '\0' {
                return Err(LoadError::Zero {
                    line: self.line.number,
                    byte: self.byte,
                });
            }
            if self.byte > 0 || letter != '\u{feff}' {
                text.push(letter);
            }
            self.line.pass(u8::try_from(letter).unwrap_or(b' '));
            self.byte += n as u64;
            rest = &rest[n..];
        }
        self.held = rest.to_vec();
        Ok(())
    }
}

/// Characters of IBM 437 for the bytes 0x80 to 0xFF.
#[rustfmt::skip]
const IBM437: [char; 128] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å',
    'É', 'æ', 'Æ', 'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', '¢', '£', '¥', '₧', 'ƒ',
    'á', 'í', 'ó', 'ú', 'ñ', 'Ñ', 'ª', 'º', '¿', '⌐', '¬', '½', '¼', '¡', '«', '»',
    '░', '▒', '▓', '│', '┤', '╡', '╢', '╖', '╕', '╣', '║', '╗', '╝', '╜', '╛', '┐',
    '└', '┴', '┬', '├', '─', '┼', '╞', '╟', '╚', '╔', '╩', '╦', '╠', '═', '╬', '╧',
    '╨', '╤', '╥', '╙', '╘', '╒', '╓', '╫', '╪', '┘', '┌', '█', '▄', '▌', '▐', '▀',
    'α', 'ß', 'Γ', 'π', 'Σ', 'σ', 'µ', 'τ', 'Φ', 'Θ', 'Ω', 'δ', '∞', 'φ', 'ε', '∩',
    '≡', '±', '≥', '≤', '⌠', '⌡', '÷', '≈', '°', '∙', '·', '√', 'ⁿ', '²', '■', '\u{a0}',
];

/// Characters of IBM 850 for the bytes 0x80 to 0xFF.
#[rustfmt::skip]
const IBM850: [char; 128] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å',
    'É', 'æ', 'Æ', 'ô', 'ö', 'ò', 'û', 'ù', 'ÿ', 'Ö', 'Ü', 'ø', '£', 'Ø', '×', 'ƒ',
    'á', 'í', 'ó', 'ú', 'ñ', 'Ñ', 'ª', 'º', '¿', '®', '¬', '½', '¼', '¡', '«', '»',
    '░', '▒', '▓', '│', '┤', 'Á', 'Â', 'À', '©', '╣', '║', '╗', '╝', '¢', '¥', '┐',
    '└', '┴', '┬', '├', '─', '┼', 'ã', 'Ã', '╚', '╔', '╩', '╦', '╠', '═', '╬', '¤',
    'ð', 'Ð', 'Ê', 'Ë', 'È', 'ı', 'Í', 'Î', 'Ï', '┘', '┌', '█', '▄', '¦', 'Ì', '▀',
    'Ó', 'ß', 'Ô', 'Ò', 'õ', 'Õ', 'µ', 'þ', 'Þ', 'Ú', 'Û', 'Ù', 'ý', 'Ý', '¯', '´',
    '\u{ad}', '±', '‗', '¾', '¶', '§', '÷', '¸', '°', '¨', '·', '¹', '³', '²', '■', '\u{a0}',
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Import, load_with};

    fn decode(bytes: &[u8], encoding: OtherEncoding, step: usize) -> Result<String, LoadError> {
        let (mut decoder, mut text) = (OtherDecoder::new(encoding), String::new());
        for piece in bytes.chunks(step) {
            decoder.push(piece, false, &mut text)?;
        }
        decoder.push(&[], true, &mut text)?;
        Ok(text)
    }

    fn utf32(text: &str, bytes: fn(u32) -> [u8; 4]) -> Vec<u8> {
        text.chars().flat_map(|letter| bytes(letter.into())).collect()
    }

    fn in_cesu8(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for letter in text.chars() {
            let mut units = [0; 2];
            match letter.encode_utf16(&mut units) {
                &mut [high, low] => {
                    for unit in [high, low] {
                        bytes.extend([0xed, 0x80 | ((unit >> 6) & 0x3f) as u8, 0x80 | (unit & 0x3f) as u8]);
                    }
                }
                _ => bytes.extend(letter.to_string().into_bytes()),
            }
        }
        bytes
    }

    #[test]
    fn code_pages_of_dos_are_read_if_given() {
        let read = |bytes: &[u8], encoding: &str| {
            let import = Import {
                encoding: Some(encoding.into()),
                ..Import::named("a.csv")
            };
            let loaded = load_with(bytes, &import).expect("a table");
            (loaded.pool.instance(0).cell(1).to_owned(), loaded.found.encoding)
        };
        let file = b"id,text\n1,Gr\x81\xe1e \xb3 \x9e\n";
        assert_eq!(read(file, "cp437"), ("Grüße │ ₧".into(), "IBM437".into()));
        assert_eq!(read(file, "CP850"), ("Grüße │ ×".into(), "IBM850".into()));
    }

    #[test]
    fn utf_32_and_cesu_8_are_detected_and_decoded() {
        let text = "id,text\n1,Grüße 東京 🦀\n2,plain words\n";
        let marked = format!("\u{feff}{text}");
        for (bytes, encoding, guessed) in [
            (utf32(&marked, u32::to_le_bytes), "UTF-32LE", false),
            (utf32(&marked, u32::to_be_bytes), "UTF-32BE", false),
            (utf32(text, u32::to_le_bytes), "UTF-32LE", true),
            (utf32(text, u32::to_be_bytes), "UTF-32BE", true),
            (in_cesu8(text), "CESU-8", true),
        ] {
            let loaded = load_with(&bytes, &Import::named("a.csv")).expect(encoding);
            assert_eq!(loaded.pool.columns(), ["id", "text"]);
            assert_eq!(loaded.pool.instance(0).cell(1), "Grüße 東京 🦀");
            assert_eq!(
                (loaded.found.encoding.as_str(), loaded.found.guessed),
                (encoding, guessed)
            );
            let encoding = OtherEncoding::labeled(encoding).expect("an encoding");
            for step in 1..8 {
                assert_eq!(decode(&bytes, encoding, step).as_deref(), Ok(text), "{encoding:?}");
            }
        }
        // The byte order mark determines the byte order.
        let bytes = utf32(&marked, u32::to_be_bytes);
        let encoding = OtherEncoding::labeled("UTF-32").expect("an encoding");
        assert_eq!(decode(&bytes, encoding, bytes.len()).as_deref(), Ok(text));
    }

    #[test]
    fn malformed_characters_are_reported_by_line_and_offset() {
        let refused = |bytes: &[u8], encoding: OtherEncoding| match decode(bytes, encoding, 3) {
            Err(LoadError::NotText { line, byte, .. } | LoadError::Zero { line, byte }) => (line, byte),
            other => panic!("{other:?}"),
        };
        let cut = [utf32("a\nb", u32::to_le_bytes), vec![0, 0xd8, 0, 0]].concat();
        assert_eq!(refused(&cut, OtherEncoding::Utf32Le), (2, 12));
        assert_eq!(refused(&cut[..13], OtherEncoding::Utf32Le), (2, 12));
        assert_eq!(refused(b"a\nb\xed\xa0\xbd.....", OtherEncoding::Cesu8), (2, 3));
        assert_eq!(refused(b"a\nb\xff", OtherEncoding::Cesu8), (2, 3));
        assert_eq!(refused(b"a\n\0", OtherEncoding::Ibm437), (2, 2));
        assert!(!OtherEncoding::is_cesu8("Grüße 🦀".as_bytes()));
    }
}
