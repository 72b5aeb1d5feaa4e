//! Cache of embeddings: hashes of models and texts, and serialized chunks of embeddings.
//!
//! ```text
//!  chunk = head, rows
//!  head  = magic, n: u32, d: u32, checksum: u128, n × text hash: u128, n × extent: u32
//!  rows  = n × d × f32
//! ```
//!
//! Numbers are little-endian. An extent is the number of bytes of the text that the encoder read.
//! Chunks of the oldest format do not store how many bytes of each text the encoder read.
//! A cache is the set of chunks for one [`ModelHash`]. The chunks are concatenated in a file.
//! The checksum covers all bytes of the chunk except the checksum and the magic bytes, so that damage is detected.
//! The texts of damaged or lost chunks are embedded again.

use std::fmt;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::UNKNOWN_EXTENT;

/// Identifier of the encoder's arithmetic, a part of every [`ModelHash`].
/// A change of the arithmetic changes the hash, so a cache never mixes vectors from different versions of the arithmetic.
/// The value is a checksum over the vectors of twenty test texts.
/// The test `the_bits_are_those_of_every_machine` verifies the value.
pub const ARITHMETIC: u64 = 0xcd77_6e29_9e0a_00ff;

/// Magic bytes of the current chunk format. The last character is the version.
const MAGIC: [u8; 8] = *b"FastGAS2";
/// Magic bytes of the older chunk format, which has no extents (numbers of bytes that the encoder read).
/// Chunks of the older format are read, because embedding their texts again would take long.
const MAGIC_V1: [u8; 8] = *b"FastGAS1";
/// Size in bytes of the magic bytes, n, d and the checksum. The size of the whole chunk follows from n and d.
pub const FIXED_HEADER_BYTES: usize = 32;
const HASH_BYTES: usize = 16;
const EXTENT_BYTES: usize = 4;

/// Identifies a text by the 128-bit XXH3 hash of its UTF-8 bytes.
/// Two texts with equal hashes share one vector. Accidental collisions are negligible, but deliberate ones are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextHash(u128);

/// Identifies a model and the arithmetic of the encoder. Displayed as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelHash(u128);

/// Hashes the bytes of a file incrementally.
#[derive(Clone, Default)]
pub struct FileHasher(Xxh3);

/// Embeddings of some texts by one model, and the hash of each text.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Hashes of the n texts.
    pub texts: Vec<TextHash>,
    /// Unit vectors of the texts, n×d in row-major order.
    pub rows: Vec<f32>,
    /// How many bytes of each text the encoder read, as in [`Encoded::bytes_read`](super::Encoded::bytes_read).
    pub bytes_read: Vec<u32>,
}

/// Number of texts in a chunk, and size of the chunk in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSize {
    n: u64,
    /// Size of the chunk's head in bytes.
    pub head: u64,
    /// Total size of the chunk in bytes.
    pub bytes: u64,
}

impl TextHash {
    /// Hashes the UTF-8 bytes of the text, without normalization.
    pub fn of(text: &str) -> TextHash {
        TextHash(xxh3_128(text.as_bytes()))
    }
}

impl ModelHash {
    /// Hashes the three files of a model together with [`ARITHMETIC`].
    /// The parameters are in the same order as `Encoder::new`.
    pub fn of(onnx: FileHasher, tokenizer: FileHasher, config: FileHasher) -> ModelHash {
        let files = [onnx, tokenizer, config].map(|file| file.0.digest128().to_le_bytes());
        ModelHash(xxh3_128(&[&files.concat()[..], &ARITHMETIC.to_le_bytes()].concat()))
    }
}

impl ModelHash {
    /// Parses the 32 hexadecimal digits of a displayed model hash. `None` if the text is not a model hash.
    pub fn parse(shown: &str) -> Option<ModelHash> {
        let hash = u128::from_str_radix(shown, 16).ok().map(ModelHash)?;
        (hash.to_string() == shown).then_some(hash)
    }
}

impl fmt::Display for ModelHash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:032x}", self.0)
    }
}

impl fmt::Display for FileHasher {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:032x}", self.0.digest128())
    }
}

impl FileHasher {
    /// Adds the next bytes of the file to the hash.
    pub fn update(mut self, piece: &[u8]) -> FileHasher {
        self.0.update(piece);
        self
    }
}

/// Serializes a chunk, including its head.
pub fn write_chunk(
    Chunk {
        texts,
        rows,
        bytes_read,
    }: &Chunk,
) -> Vec<u8> {
    let dimensions = rows.len().checked_div(texts.len()).unwrap_or(0);
    assert_eq!(rows.len(), texts.len() * dimensions, "there must be one row per text");
    assert_eq!(
        bytes_read.len(),
        texts.len(),
        "there must be one number of bytes per text"
    );
    let mut bytes = Vec::with_capacity(FIXED_HEADER_BYTES + texts.len() * (HASH_BYTES + EXTENT_BYTES) + rows.len() * 4);
    bytes.extend(MAGIC);
    bytes.extend((texts.len() as u32).to_le_bytes());
    bytes.extend((dimensions as u32).to_le_bytes());
    bytes.extend([0; HASH_BYTES]);
    bytes.extend(texts.iter().flat_map(|text| text.0.to_le_bytes()));
    bytes.extend(bytes_read.iter().flat_map(|n_bytes| n_bytes.to_le_bytes()));
    bytes.extend(rows.iter().flat_map(|value| value.to_le_bytes()));
    let checksum = checksum(&bytes);
    bytes[FIXED_HEADER_BYTES - HASH_BYTES..FIXED_HEADER_BYTES].copy_from_slice(&checksum);
    bytes
}

/// Deserializes a chunk. `None` if the bytes are damaged or incomplete, or if bytes follow the chunk.
pub fn read_chunk(bytes: &[u8]) -> Option<Chunk> {
    let size = chunk_size(bytes)?;
    if size.bytes != bytes.len() as u64 || checksum(bytes) != bytes[FIXED_HEADER_BYTES - HASH_BYTES..FIXED_HEADER_BYTES]
    {
        return None;
    }
    let (head, rows) = bytes.split_at(size.head as usize);
    let texts = read_texts(head)?;
    let (extents, _) = head[FIXED_HEADER_BYTES + texts.len() * HASH_BYTES..].as_chunks::<EXTENT_BYTES>();
    let (rows, _) = rows.as_chunks::<4>();
    Some(Chunk {
        rows: rows.iter().map(|&value| f32::from_le_bytes(value)).collect(),
        bytes_read: match head[..MAGIC.len()] == MAGIC_V1 {
            true => vec![UNKNOWN_EXTENT; texts.len()],
            false => extents.iter().map(|&extent| u32::from_le_bytes(extent)).collect(),
        },
        texts,
    })
}

/// Reads the text hashes of the chunk at the start of `bytes`. `bytes` must include the whole head of the chunk.
/// `None` if the bytes are not a chunk. The checksum is not verified.
pub fn read_texts(bytes: &[u8]) -> Option<Vec<TextHash>> {
    let size = chunk_size(bytes)?;
    let head = bytes.get(FIXED_HEADER_BYTES..usize::try_from(size.head).ok()?)?;
    let (hashes, _) = head[..size.n as usize * HASH_BYTES].as_chunks::<HASH_BYTES>();
    Some(hashes.iter().map(|&hash| TextHash(u128::from_le_bytes(hash))).collect())
}

/// Returns the size of the chunk at the start of `bytes`. At least [`FIXED_HEADER_BYTES`] bytes are required.
/// `None` if the bytes are not a chunk.
pub fn chunk_size(bytes: &[u8]) -> Option<ChunkSize> {
    let fixed = bytes.first_chunk::<FIXED_HEADER_BYTES>()?;
    let number = |at: usize| {
        u64::from(u32::from_le_bytes([
            fixed[at],
            fixed[at + 1],
            fixed[at + 2],
            fixed[at + 3],
        ]))
    };
    let (n, dimensions) = (number(8), number(12));
    let each = match &fixed[..MAGIC.len()] {
        magic if magic == MAGIC => HASH_BYTES + EXTENT_BYTES,
        magic if magic == MAGIC_V1 => HASH_BYTES,
        _ => return None,
    };
    let head = FIXED_HEADER_BYTES as u64 + n * each as u64;
    let bytes = n.checked_mul(dimensions)?.checked_mul(4)?.checked_add(head)?;
    Some(ChunkSize { n, head, bytes })
}

/// Classification of a file by its first bytes: a cache file, a newer cache file, or another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSignature {
    /// The file begins with a chunk or an incomplete chunk, or the file is empty.
    Chunk,
    /// The file begins with a chunk in the format of a newer program version.
    Newer,
    /// The file begins with data from a different program.
    Foreign,
}

/// Classifies a file by its first bytes. The first [`FIXED_HEADER_BYTES`] bytes of the file are sufficient.
pub fn beginning(bytes: &[u8]) -> FileSignature {
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if MAGIC.starts_with(magic) || MAGIC_V1.starts_with(magic) {
        return FileSignature::Chunk;
    }
    match magic.strip_prefix(&MAGIC[..MAGIC.len() - 1]) {
        Some([_]) => FileSignature::Newer,
        _ => FileSignature::Foreign,
    }
}

/// Unique name of the serialized chunk `bytes`: the chunk's checksum as 32 hexadecimal digits.
pub fn chunk_name(bytes: &[u8]) -> String {
    format!("{:032x}", u128::from_le_bytes(checksum(bytes)))
}

/// Computes the checksum of a chunk. `bytes` must have at least [`FIXED_HEADER_BYTES`] bytes.
fn checksum(bytes: &[u8]) -> [u8; HASH_BYTES] {
    let mut hasher = Xxh3::new();
    hasher.update(&bytes[MAGIC.len()..FIXED_HEADER_BYTES - HASH_BYTES]);
    hasher.update(&bytes[FIXED_HEADER_BYTES..]);
    hasher.digest128().to_le_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chunk(n: usize, rows: Vec<f32>) -> Chunk {
        Chunk {
            texts: (0..n).map(|text| TextHash::of(&text.to_string())).collect(),
            rows,
            bytes_read: (0..n as u32).map(|text| text * 7).collect(),
        }
    }

    #[test]
    fn beginning_is_classified() {
        let chunk = write_chunk(&chunk(2, vec![1.0, 2.0]));
        for cut in 0..=chunk.len() {
            assert_eq!(beginning(&chunk[..cut]), FileSignature::Chunk, "{cut}");
        }
        assert_eq!(beginning(b"FastGAS1 and so on"), FileSignature::Chunk);
        assert_eq!(beginning(b"FastGAS3"), FileSignature::Newer);
        assert_eq!(beginning(b"FastGASA"), FileSignature::Newer);
        for foreign in [&b"x"[..], b"my notes", b"fastgas2", b"FastGOS2", b"\0\0\0\0\0\0\0\0"] {
            assert_eq!(beginning(foreign), FileSignature::Foreign, "{foreign:?}");
        }
    }

    /// The expected hashes are from `xxh128sum`, the reference implementation.
    #[test]
    fn hashes_are_xxh3() {
        assert_eq!(TextHash::of("").0, 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
        assert_eq!(TextHash::of("a").0, 0xa96f_af70_5af1_6834_e6c6_32b6_1e96_4e1f);
        assert_ne!(TextHash::of("a"), TextHash::of("a "));
    }

    #[test]
    fn model_hash_can_be_parsed() {
        let model = ModelHash(0x00ab_u128);
        assert_eq!(ModelHash::parse(&model.to_string()), Some(model));
        for other in [
            "ab",
            "",
            "+00000000000000000000000000000ab",
            "000000000000000000000000000000AB",
            "é",
        ] {
            assert_eq!(ModelHash::parse(other), None, "{other}");
        }
    }

    #[test]
    fn model_hash_depends_on_each_file() {
        let file = |bytes: &[u8]| FileHasher::default().update(bytes);
        let model = ModelHash::of(file(b"onnx"), file(b"tokens"), file(b"{}"));
        assert_eq!(
            model,
            ModelHash::of(file(b"on").update(b"nx"), file(b"tokens"), file(b"{}")),
            "hashing in pieces returns the same hash"
        );
        for other in [
            ModelHash::of(file(b"onnX"), file(b"tokens"), file(b"{}")),
            ModelHash::of(file(b"onnx"), file(b"tokenS"), file(b"{}")),
            ModelHash::of(file(b"onnx"), file(b"tokens"), file(b"{ }")),
            ModelHash::of(file(b"onnxt"), file(b"okens"), file(b"{}")),
        ] {
            assert_ne!(model, other);
        }
        assert_eq!(model.to_string().len(), 32);
    }

    #[test]
    fn chunk_of_wrong_length_is_rejected() {
        let bytes = write_chunk(&chunk(2, vec![1.0, 0.0, 0.0, 1.0]));
        assert_eq!(bytes.len(), FIXED_HEADER_BYTES + 2 * (HASH_BYTES + EXTENT_BYTES) + 16);
        for n in 0..bytes.len() {
            assert_eq!(read_chunk(&bytes[..n]), None, "{n} of {} bytes", bytes.len());
        }
        assert_eq!(read_chunk(&[&bytes[..], &[0]].concat()), None);
    }

    fn without_extents(chunk: &Chunk) -> Vec<u8> {
        let mut bytes = write_chunk(chunk);
        let extents = FIXED_HEADER_BYTES + chunk.texts.len() * HASH_BYTES;
        bytes.drain(extents..extents + chunk.texts.len() * EXTENT_BYTES);
        bytes[..MAGIC.len()].copy_from_slice(&MAGIC_V1);
        let checksum = checksum(&bytes);
        bytes[FIXED_HEADER_BYTES - HASH_BYTES..FIXED_HEADER_BYTES].copy_from_slice(&checksum);
        bytes
    }

    #[test]
    fn chunk_of_older_format_is_read() {
        let chunk = chunk(2, vec![1.0, 0.0, 0.0, 1.0, 0.5, 0.5]);
        let bytes = without_extents(&chunk);
        let back = read_chunk(&bytes).expect("a chunk");
        assert_eq!((&back.texts, &back.rows), (&chunk.texts, &chunk.rows));
        assert_eq!(back.bytes_read, [UNKNOWN_EXTENT; 2]);
        let size = chunk_size(&bytes).expect("a chunk");
        assert_eq!(read_texts(&bytes[..size.head as usize]), Some(chunk.texts));
        assert_eq!(read_chunk(&bytes[..bytes.len() - 1]), None);
    }

    proptest! {
        #[test]
        fn chunk_round_trips(n in 0usize..20, dimensions in 1usize..9, first in any::<f32>()) {
            let rows: Vec<f32> = (0..n * dimensions).map(|position| first + position as f32).collect();
            let chunk = chunk(n, rows);
            let bytes = write_chunk(&chunk);
            let back = read_chunk(&bytes).expect("a chunk");
            let bits = |chunk: &Chunk| chunk.rows.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&back), bits(&chunk));
            prop_assert_eq!(&back.texts, &chunk.texts);
            prop_assert_eq!(&back.bytes_read, &chunk.bytes_read);
            let size = chunk_size(&bytes).expect("a chunk");
            prop_assert_eq!(size.bytes, bytes.len() as u64);
            prop_assert_eq!(read_texts(&bytes[..size.head as usize]), Some(chunk.texts));
        }

        #[test]
        fn single_bit_error_is_detected(n in 1usize..9, at in any::<prop::sample::Index>(), bit in 0u32..8) {
            let mut bytes = write_chunk(&chunk(n, vec![0.5; n * 3]));
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert_eq!(read_chunk(&bytes), None);
        }

        #[test]
        fn arbitrary_bytes_do_not_panic(
            mut bytes in prop::collection::vec(any::<u8>(), 0..200),
            magic in prop::option::of(prop::sample::select(&[MAGIC, MAGIC_V1][..])),
        ) {
            if let Some(magic) = magic.filter(|magic| bytes.len() >= magic.len()) {
                bytes[..MAGIC.len()].copy_from_slice(&magic);
            }
            prop_assert_eq!(read_chunk(&bytes), None);
            read_texts(&bytes);
            chunk_size(&bytes);
        }
    }
}
