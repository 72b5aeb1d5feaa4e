//! Recognizes files that are not text by their first bytes. The error explains how to obtain a table from the file.

use crate::{FileKind, LoadError};

/// First bytes of an encrypted project, as `fastgas-cipher` writes them.
const PROTECTED: &[u8] = b"FastGAS sealed";

#[derive(Clone, Copy)]
enum Group {
    /// A binary format of tables, such as Parquet or SQLite. Another program can save such tables as CSV.
    Table,
    Packed,
    Statistics,
    ProgramData,
    Document,
    Media,
}

impl Group {
    fn refusal(self, format: FileKind) -> LoadError {
        match self {
            Group::Table => LoadError::NotTable { format },
            Group::Packed => LoadError::Packed { format },
            Group::Statistics => LoadError::Statistics { format },
            Group::ProgramData => LoadError::ProgramData { format },
            Group::Document => LoadError::Document { format },
            Group::Media => LoadError::Media { format },
        }
    }
}

/// The first bytes of each file format. No text begins with these bytes.
const SIGNATURES: [(&[u8], Group, &str); 43] = [
    (b"PAR1", Group::Table, "Parquet"),
    (b"ARROW1", Group::ProgramData, "Arrow"),
    (b"Obj\x01", Group::Table, "Avro"),
    (b"SQLite format 3\0", Group::Table, "SQLite"),
    (b"\0\x01\0\0Standard Jet DB", Group::Table, "Microsoft Access"),
    (b"\0\x01\0\0Standard ACE DB", Group::Table, "Microsoft Access"),
    (b"\x1F\x8B", Group::Packed, "gzip"),
    (b"\x28\xB5\x2F\xFD", Group::Packed, "Zstandard"),
    (b"\xFD7zXZ\0", Group::Packed, "xz"),
    (b"\x04\x22\x4D\x18", Group::Packed, "LZ4"),
    (b"7z\xBC\xAF\x27\x1C", Group::Packed, "7z"),
    (b"Rar!\x1A\x07", Group::Packed, "RAR"),
    (b"MSCF\0\0\0\0", Group::Packed, "CAB"),
    (b"$FL2@(#)", Group::Statistics, "SPSS (.sav)"),
    (b"$FL3@(#)", Group::Statistics, "SPSS (.zsav)"),
    (b"<stata_dta>", Group::Statistics, "Stata (.dta)"),
    (
        b"\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60",
        Group::Statistics,
        "SAS (.sas7bdat)",
    ),
    (b"RDX2\n", Group::Statistics, "R (.RData)"),
    (b"RDX3\n", Group::Statistics, "R (.RData)"),
    (b"X\n\0\0\0", Group::Statistics, "R (.rds)"),
    (b"HEADER RECORD*******LIB", Group::Statistics, "SAS (.xpt)"),
    (b"\x89HDF\r\n\x1A\n", Group::ProgramData, "HDF5"),
    (b"\x93NUMPY", Group::ProgramData, "NumPy (.npy)"),
    (b"MATLAB 5.0 MAT-file", Group::ProgramData, "MATLAB (.mat)"),
    (b"MATLAB 7.3 MAT-file", Group::ProgramData, "MATLAB (.mat)"),
    (b"\x80\x02", Group::ProgramData, "pickle"),
    (b"\x80\x03", Group::ProgramData, "pickle"),
    (b"\x80\x04", Group::ProgramData, "pickle"),
    (b"\x80\x05", Group::ProgramData, "pickle"),
    (b"%PDF-", Group::Document, "PDF"),
    (b"%!PS-Adobe", Group::Document, "PostScript"),
    (b"{\\rtf", Group::Document, "RTF"),
    (b"\x89PNG", Group::Media, "PNG"),
    (b"\xFF\xD8\xFF", Group::Media, "JPEG"),
    (b"GIF87a", Group::Media, "GIF"),
    (b"GIF89a", Group::Media, "GIF"),
    (b"II\x2A\0", Group::Media, "TIFF"),
    (b"MM\0\x2A", Group::Media, "TIFF"),
    (b"OggS\0", Group::Media, "Ogg"),
    (b"fLaC\0", Group::Media, "FLAC"),
    (b"ID3\x02", Group::Media, "MP3"),
    (b"ID3\x03", Group::Media, "MP3"),
    (b"ID3\x04", Group::Media, "MP3"),
];

/// Number of bytes at the beginning of a file that are searched for a zero byte.
/// A zero byte proves that a file is binary, if the first bytes of its format could also begin a text.
const ZERO_BYTES: usize = 256;

/// Whether the file begins like a workbook, a Parquet file, a compressed file or an archive.
/// The `fastgas-tables` crate converts workbooks, Parquet files, compressed files and archives to text.
pub fn is_convertible(beginning: &[u8]) -> bool {
    const STARTS: [&[u8]; 7] = [
        b"PAR1",
        b"PARE",
        b"\xD0\xCF\x11\xE0",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\x1F\x8B",
        b"\x28\xB5\x2F\xFD",
    ];
    let is_bzip2 = matches!(
        beginning,
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
    );
    is_bzip2 || STARTS.iter().any(|start| beginning.starts_with(start))
}

/// Refuses a file that is not text.
///
/// # Errors
/// Returns [`LoadError::Protected`] for an encrypted project.
/// For any other known binary format, the error depends on the kind of file, for example [`LoadError::Media`].
pub(super) fn check_signature(beginning: &[u8]) -> Result<(), LoadError> {
    if beginning.starts_with(PROTECTED) {
        return Err(LoadError::Protected);
    }
    match recognized(beginning) {
        Some((group, format)) => Err(group.refusal(format)),
        None => Ok(()),
    }
}

fn recognized(beginning: &[u8]) -> Option<(Group, FileKind)> {
    let mut signatures = SIGNATURES.iter();
    if let Some(&(_, group, name)) = signatures.find(|(signature, ..)| beginning.starts_with(signature)) {
        return Some((group, FileKind::named(name)));
    }
    let has_zero = || beginning.iter().take(ZERO_BYTES).any(|byte| *byte == 0);
    let (group, name) = match beginning {
        // A Stata file (versions 5 to 12) begins with the version, the byte order, the file type and a zero byte.
        [105..=115, 1 | 2, 1, 0, ..] => (Group::Statistics, "Stata (.dta)"),
        // An Arrow stream, as written by Hugging Face's `save_to_disk`, begins with the size of the schema.
        [0xFF, 0xFF, 0xFF, 0xFF, _, _, _, 0, ..] => (Group::ProgramData, "Arrow"),
        [b'F', b'E', b'A', b'1', ..] if has_zero() => (Group::ProgramData, "Feather"),
        [b'O', b'R', b'C', ..] if has_zero() => (Group::ProgramData, "ORC"),
        [b'P', b'K', 3, 4, ..] => return Some((Group::Table, FileKind::ZipOrExcel)),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => return Some((Group::Table, FileKind::OldExcel)),
        // After `BZh` and the compression level come the first digits of π, which bzip2 uses as the signature of a block.
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => (Group::Packed, "bzip2"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => (Group::Media, "WebP"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => (Group::Media, "WAV"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', b' ', ..] => (Group::Media, "AVI"),
        [0, 0, 0, _, b'f', b't', b'y', b'p', b'h', b'e', b'i', ..] => (Group::Media, "HEIF"),
        [0, 0, 0, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f', ..] => (Group::Media, "AVIF"),
        [0, 0, 0, _, b'f', b't', b'y', b'p', ..] => (Group::Media, "MP4"),
        // The signature of a BMP file is followed by the size (four bytes) and two reserved numbers, which are zero.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => (Group::Media, "BMP"),
        _ if beginning.get(257..262) == Some(b"ustar") => (Group::Packed, "tar"),
        // A DuckDB file begins with an 8-byte checksum, the signature, and the version as an 8-byte integer.
        _ if beginning.get(8..12) == Some(b"DUCK") && beginning.get(13) == Some(&0) => (Group::Table, "DuckDB"),
        _ => return None,
    };
    Some((group, FileKind::named(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Import, load_with};

    #[test]
    fn unsupported_files_are_named_and_refused_by_their_group() {
        let tar = [&b"texts.csv"[..], &[0; 248], b"ustar\x0000"].concat();
        for (begins, says) in [
            (&b"7z\xBC\xAF\x27\x1C\0\x04"[..], "the file is packed, in the format 7z"),
            (b"Rar!\x1A\x07\x01\0", "the file is packed, in the format RAR"),
            (b"\x28\xB5\x2F\xFD\x60", "the file is packed, in the format Zstandard"),
            (b"BZh91AY&SY", "the file is packed, in the format bzip2"),
            (&tar[..], "the file is packed, in the format tar"),
            (
                b"$FL2@(#) IBM SPSS",
                "the file is a data set of a statistics program, in the format SPSS (.sav)",
            ),
            (
                b"\x80\x04\x95\xAD\x03\0\0",
                "the file holds the objects or arrays of a program, in the format pickle",
            ),
            (
                b"\x89HDF\r\n\x1A\n\0",
                "the file holds the objects or arrays of a program, in the format HDF5",
            ),
            (
                b"\xFF\xFF\xFF\xFF\x78\x01\0\0\x10\0\0\0",
                "the file holds the objects or arrays of a program, in the format Arrow",
            ),
            (
                b"ARROW1\0\0",
                "the file holds the objects or arrays of a program, in the format Arrow",
            ),
            (
                b"FEA1\0\0\0\0",
                "the file holds the objects or arrays of a program, in the format Feather",
            ),
            (
                b"ORC\x0A\x06\x0A\0\x12",
                "the file holds the objects or arrays of a program, in the format ORC",
            ),
            (
                b"MATLAB 7.3 MAT-file, Platform",
                "the file holds the objects or arrays of a program, in the format MATLAB (.mat)",
            ),
            (
                b"\x72\x02\x01\0\x02\0",
                "the file is a data set of a statistics program, in the format Stata (.dta)",
            ),
            (
                b"X\n\0\0\0\x03\0\x04",
                "the file is a data set of a statistics program, in the format R (.rds)",
            ),
            (
                b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!",
                "the file is a data set of a statistics program, in the format SAS (.xpt)",
            ),
            (
                b"\0\x01\0\0Standard ACE DB\0",
                "the file has the format Microsoft Access, not CSV, TSV, JSON or plain text",
            ),
            (
                b"\x8B\xDC\x1C\xC7\xBA\x5D\xA4\x62DUCK\x40\0\0\0\0\0\0\0",
                "the file has the format DuckDB, not CSV, TSV, JSON or plain text",
            ),
            (
                b"{\\rtf1\\ansi",
                "the file is a document without rows, in the format RTF",
            ),
            (b"%PDF-1.7", "the file is a document without rows, in the format PDF"),
            (
                b"RIFF\x10\0\0\0WEBPVP8 ",
                "the file is a picture, a sound or a film, in the format WebP",
            ),
            (
                b"PK\x03\x04",
                "the file has the format ZIP or Excel, not CSV, TSV, JSON or plain text",
            ),
        ] {
            for name in ["a.csv", "a.jsonl", "a"] {
                let refusal = load_with(begins, &Import::named(name)).expect_err(says);
                assert_eq!(refusal.to_string(), says);
            }
        }
    }

    #[test]
    fn advice_explains_how_to_obtain_a_table() {
        for (begins, expected) in [
            (&b"7z\xBC\xAF\x27\x1C\0\x04"[..], "Unpack it"),
            (b"Rar!\x1A\x07\x01\0", "Unpack it"),
            (b"$FL2@(#) IBM SPSS", "`pandas.read_spss`"),
            (b"\x80\x04\x95\xAD\x03\0\0", "`pandas.read_pickle`"),
            (b"\x89HDF\r\n\x1A\n\0", "`read_hdf`"),
            (b"ARROW1\0\0", "`read_feather`"),
            (b"{\\rtf1\\ansi", "save plain text"),
            (b"%PDF-1.7", "Copy its table to a spreadsheet"),
            (b"\x89PNG\r\n\x1A\n", "text or speech recognition"),
            (b"SQLite format 3\0", "save it as CSV"),
            (b"<!DOCTYPE html>\n<p>a</p>\n", "Open it in a spreadsheet"),
        ] {
            let refusal = load_with(begins, &Import::named("a")).expect_err(expected);
            let advice = refusal.advice();
            assert!(advice.contains(expected), "{refusal}: {advice}");
        }
    }

    #[test]
    fn texts_that_resemble_signatures_are_read() {
        for text in [
            "ID3,text\n1,a\n",
            "BM;text\n1;a\n",
            "GIF8,text\n1,a\n",
            "BZh,text\n1,a\n",
            "{rtf\nabc\n",
            "ORCID,text\n1,a\n",
            "FEA1,text\n1,a\n",
            "X\nabc\n",
            "HEADER RECORD\nabc\n",
            "a text, DUCK DUCK DUCK\n",
            "s\u{1}\u{1}t\n",
        ] {
            assert!(recognized(text.as_bytes()).is_none(), "{text}");
        }
    }
}
