//! Unpacks a compressed file, with limits that stop files designed to exhaust the memory.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use bzip2::bufread::BzDecoder;
use fastgas_data::{LoadError, Packing, UnsupportedReason};
use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::input::{Input, reader};
use crate::kind;
use crate::store::{Keep, Store};

/// Maximum ratio of a file's unpacked size to the file's packed size.
/// The packed size of a table with numbers or similar rows is about one hundredth of the unpacked size.
pub const MAX_RATIO: u64 = 500;

/// Files up to this number of unpacked bytes are exempt from the check of the ratio of unpacked size to packed size.
pub const RATIO_FREE_BYTES: u64 = 64_000_000;

const CHUNK_BYTES: usize = 1 << 16;

/// Maximum window size of a Zstandard frame, in bytes: the window of `zstd --long=31`.
const MAX_WINDOW: u64 = 1 << 31;

/// Maximum size of a Zstandard frame header, in bytes.
const FRAME_HEADER_BYTES: usize = 18;

/// Limits for a file together with all files that are packed inside the file.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Largest accepted size of all unpacked files together, in bytes.
    bytes: u64,
    /// The outermost packed file around the current file. `None` if the current file is the outermost file.
    enclosing: Option<Enclosing>,
}

#[derive(Clone, Copy)]
struct Enclosing {
    format: &'static str,
    /// Size of the outermost packed file in bytes.
    packed: u64,
    /// Number of bytes that were unpacked from the outermost file and from all files inside it.
    unpacked: u64,
}

impl Bounds {
    pub(crate) fn new(bytes: u64) -> Bounds {
        Bounds { bytes, enclosing: None }
    }

    pub(crate) fn limits(self, format: &'static str, packed: u64) -> Limits {
        Limits {
            format,
            packed,
            bounds: self,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Limits {
    format: &'static str,
    /// Size of the packed file in bytes.
    packed: u64,
    bounds: Bounds,
}

impl Limits {
    pub(crate) fn times(self, factor: u64) -> Limits {
        let bytes = self.bounds.bytes.saturating_mul(factor);
        Limits {
            bounds: Bounds { bytes, ..self.bounds },
            ..self
        }
    }

    /// Returns the limits for the files inside the current file, from which `unpacked` bytes were unpacked.
    pub(crate) fn after(self, unpacked: u64) -> Bounds {
        Bounds {
            enclosing: Some(self.outermost(unpacked)),
            ..self.bounds
        }
    }

    /// Returns the outermost packed file, which may be the current file.
    /// The number of unpacked bytes in the result includes the `unpacked` bytes of the current file.
    fn outermost(self, unpacked: u64) -> Enclosing {
        let Limits { format, packed, bounds } = self;
        let enclosing = bounds.enclosing.unwrap_or(Enclosing {
            format,
            packed,
            unpacked: 0,
        });
        Enclosing {
            unpacked: enclosing.unpacked.saturating_add(unpacked),
            ..enclosing
        }
    }

    /// Checks the limits after `unpacked` bytes were unpacked from the current file.
    ///
    /// # Errors
    /// Returns [`LoadError::UnpackedSize`] if the total size of all unpacked files is too large.
    /// The error contains the packed size of the outermost file.
    /// Returns [`LoadError::UnpackedRatio`] with the packed size of the file whose ratio is too large.
    /// The ratio is checked for the current file and for the outermost file.
    pub(crate) fn check(&self, unpacked: u64) -> Result<(), LoadError> {
        let own = Enclosing {
            format: self.format,
            packed: self.packed,
            unpacked,
        };
        let outermost = self.outermost(unpacked);
        if outermost.unpacked > self.bounds.bytes {
            return Err(LoadError::UnpackedSize {
                format: kind(outermost.format),
                packed: outermost.packed,
                megabytes: self.bounds.bytes / 1_000_000,
            });
        }
        let is_too_much = |of: &&Enclosing| of.unpacked > RATIO_FREE_BYTES && of.unpacked / MAX_RATIO > of.packed;
        match [own, outermost].iter().find(is_too_much) {
            Some(of) => Err(LoadError::UnpackedRatio {
                format: kind(of.format),
                packed: of.packed,
                ratio: MAX_RATIO,
            }),
            None => Ok(()),
        }
    }

    /// Maximum number of unpacked bytes. A larger file fails in [`Limits::check`].
    fn most(&self) -> u64 {
        let by_ratio = self.packed.saturating_add(1).saturating_mul(MAX_RATIO);
        self.bounds.bytes.min(by_ratio.max(RATIO_FREE_BYTES))
    }

    /// Reads all bytes of a file, chunk by chunk. Memory use exceeds the limits by at most one chunk.
    ///
    /// # Errors
    /// Fails with the errors from [`Limits::check`], and with [`LoadError::Unsupported`] or [`LoadError::Unreadable`].
    pub(crate) fn read(&self, reader: impl Read) -> Result<Vec<u8>, LoadError> {
        let mut bytes = Vec::new();
        self.pass(reader, &mut |chunk| bytes.extend_from_slice(chunk))?;
        Ok(bytes)
    }

    /// Like [`Limits::read`], but writes the bytes to a store.
    pub(crate) fn store(&self, reader: impl Read, keep: Keep) -> Result<Store, LoadError> {
        let mut store = Store::new(keep);
        self.pass(reader, &mut |chunk| store.push(chunk))?;
        Ok(store)
    }

    /// Like [`Limits::read`], but does not keep the bytes. `take` receives each chunk.
    pub(crate) fn pass(&self, mut reader: impl Read, take: &mut dyn FnMut(&[u8])) -> Result<(), LoadError> {
        let mut chunk = vec![0; CHUNK_BYTES];
        let mut unpacked = 0;
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return Ok(()),
                Ok(n) => {
                    unpacked += n as u64;
                    self.check(unpacked)?;
                    take(&chunk[..n]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(refused(self.format, &error)),
            }
        }
    }
}

pub(crate) fn unreadable(format: &'static str, message: impl ToString) -> LoadError {
    LoadError::Unreadable {
        format: kind(format),
        message: message.to_string().into(),
    }
}

pub(crate) fn unsupported(format: &'static str, reason: UnsupportedReason) -> LoadError {
    LoadError::Unsupported {
        format: kind(format),
        reason,
    }
}

/// Converts a decompressor error to a [`LoadError`]: an exceeded limit, an unsupported feature or malformed bytes.
fn refused(format: &'static str, error: &io::Error) -> LoadError {
    let inner = error.get_ref();
    if let Some(limit) = inner.and_then(|inner| inner.downcast_ref::<LoadError>()) {
        return limit.clone();
    }
    let reason = match inner.and_then(|inner| inner.downcast_ref::<FrameDecoderError>()) {
        Some(FrameDecoderError::WindowSizeTooBig { requested, max }) => UnsupportedReason::Window {
            megabytes: requested.div_ceil(1_000_000),
            limit: max / 1_000_000,
        },
        Some(FrameDecoderError::DictNotProvided { dict_id }) => UnsupportedReason::Dictionary {
            id: u64::from(*dict_id),
        },
        Some(_) | None => return unreadable(format, error),
    };
    unsupported(format, reason)
}

pub(crate) struct Inside {
    pub(crate) store: Store,
    pub(crate) name: String,
    pub(crate) packing: Packing,
    /// Remaining limits for files inside the unpacked file.
    pub(crate) bounds: Bounds,
    /// Rest of the requested path: a path to a file inside the unpacked file.
    pub(crate) requested: Option<String>,
    /// Whether a folder of the archive has the name of the unpacked file.
    pub(crate) is_folder: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
}

impl Compression {
    pub(crate) fn of(bytes: &[u8]) -> Option<Compression> {
        match bytes {
            [0x1F, 0x8B, ..] => Some(Compression::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Compression::Zstandard),
            // In a bzip2 file, the block signature follows the compression level and consists of the first digits of π.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..] => Some(Compression::Bzip2),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstandard => "Zstandard",
            Compression::Bzip2 => "bzip2",
        }
    }

    fn endings(self) -> &'static [&'static str] {
        match self {
            Compression::Gzip => &[".gz", ".gzip"],
            Compression::Zstandard => &[".zst", ".zstd"],
            Compression::Bzip2 => &[".bz2"],
        }
    }
}

/// Unpacks a compressed file. The inner file's name is the file name without the compression extension.
///
/// # Errors
/// Returns [`LoadError::UnpackedSize`] or [`LoadError::UnpackedRatio`] if the unpacked file exceeds a limit.
/// Returns [`LoadError::Unsupported`] or [`LoadError::Unreadable`] if the file cannot be unpacked.
pub(crate) fn unpacked(
    compression: Compression,
    packed: &Arc<dyn Input>,
    name: &str,
    bounds: Bounds,
    requested: Option<String>,
    keep: Keep,
) -> Result<Inside, LoadError> {
    let limits = bounds.limits(compression.name(), packed.bytes());
    let packed = reader(packed);
    let store = match compression {
        Compression::Gzip => limits.store(Members::<GzDecoder<_>>::new(packed), keep)?,
        Compression::Bzip2 => limits.store(Members::<BzDecoder<_>>::new(packed), keep)?,
        Compression::Zstandard => limits.store(Frames::new(packed, limits), keep)?,
    };
    let ending = |ending: &&&str| {
        let start = name.len().checked_sub(ending.len());
        let end = start.and_then(|start| name.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
    };
    let inner = match compression.endings().iter().find(ending) {
        Some(ending) => &name[..name.len() - ending.len()],
        None => name,
    };
    Ok(Inside {
        name: inner.to_owned(),
        packing: Packing {
            format: compression.name().into(),
            entry: None,
            others: Vec::new(),
            bytes: store.bytes(),
        },
        bounds: limits.after(store.bytes()),
        requested,
        is_folder: false,
        store,
    })
}

/// Decoder of one member of a compressed file. `read` returns 0 after the member's checksum has been verified.
trait Member: Read {
    type Packed: BufRead;
    /// First byte of each member of the compressed file.
    const FIRST: u8;
    fn begin(packed: Self::Packed) -> Self;
    fn into_packed(self) -> Self::Packed;
}

impl<R: BufRead> Member for GzDecoder<R> {
    type Packed = R;
    const FIRST: u8 = 0x1F;

    fn begin(packed: R) -> GzDecoder<R> {
        GzDecoder::new(packed)
    }

    fn into_packed(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member for BzDecoder<R> {
    type Packed = R;
    const FIRST: u8 = b'B';

    fn begin(packed: R) -> BzDecoder<R> {
        BzDecoder::new(packed)
    }

    fn into_packed(self) -> R {
        self.into_inner()
    }
}

/// Reads all members of a gzip or bzip2 file, in order.
/// Zero bytes after a member are skipped, as in `gzip`, because some programs fill the last block of a file with zeros.
struct Members<M> {
    /// The decoder of the current member. `None` after the last member of the file.
    member: Option<M>,
}

impl<M: Member> Members<M> {
    fn new(packed: M::Packed) -> Members<M> {
        Members {
            member: Some(M::begin(packed)),
        }
    }
}

impl<M: Member> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let n = member.read(buffer)?;
            if n > 0 || buffer.is_empty() {
                return Ok(n);
            }
            let Some(member) = self.member.take() else { break };
            let mut packed = member.into_packed();
            match after_zeros(&mut packed)? {
                None => {}
                Some(first) if first == M::FIRST => self.member = Some(M::begin(packed)),
                Some(_) => return Err(trailing()),
            }
        }
        Ok(0)
    }
}

/// Skips zero bytes. Returns the next byte without consuming it, or `None` at the end.
fn after_zeros(packed: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let bytes = match packed.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let n_zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let (next, is_end) = (bytes.get(n_zeros).copied(), bytes.is_empty());
        packed.consume(n_zeros);
        if next.is_some() || is_end {
            return Ok(next);
        }
    }
}

/// Error for bytes after the end of the compressed data that are neither zeros nor compressed data.
fn trailing() -> io::Error {
    io::Error::other("other bytes follow the end of the compressed data")
}

/// Reads all frames of a Zstandard file, in order. Skippable frames are skipped, and checksums are verified.
/// Zero bytes after a frame are skipped.
///
/// The decoder keeps one window of unpacked bytes in memory. A window can be larger than the limits.
/// Therefore a frame whose window is larger than the limits is unpacked in one step, which stops at the limits.
pub(crate) struct Frames<R: Read> {
    limits: Limits,
    state: State<R>,
}

enum State<R: Read> {
    /// The current position is before a Zstandard frame, or after the last frame.
    Between(PeekReader<R>),
    Within(Box<Frame<R>>),
    /// An error occurred. No more bytes can be read.
    Failed,
}

struct Frame<R> {
    decoder: FrameDecoder,
    /// The packed bytes that the decoder has not read yet.
    rest: PeekReader<R>,
}

impl<R: Read> Frame<R> {
    fn begin(mut rest: PeekReader<R>, limits: Limits) -> io::Result<Frame<R>> {
        let most = limits.most();
        let mut within_limits = FrameDecoder::new();
        within_limits.set_max_window_size(most.min(MAX_WINDOW));
        let header = within_limits.init(rest.peek(FRAME_HEADER_BYTES)?);
        let is_large = matches!(header, Err(FrameDecoderError::WindowSizeTooBig { .. }));
        // A new decoder is created, because a second initialization of one decoder would reserve memory for the whole window.
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        decoder.init(&mut rest).map_err(io::Error::other)?;
        if is_large {
            let beyond = usize::try_from(most.saturating_add(1)).unwrap_or(usize::MAX);
            let strategy = BlockDecodingStrategy::UptoBytes(beyond);
            decoder.decode_blocks(&mut rest, strategy).map_err(io::Error::other)?;
            if !decoder.is_finished() {
                limits.check(most.saturating_add(1)).map_err(io::Error::other)?;
            }
        }
        Ok(Frame { decoder, rest })
    }
}

impl<R: Read> Read for Frame<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let strategy = BlockDecodingStrategy::UptoBlocks(1);
            let decoded = self.decoder.decode_blocks(&mut self.rest, strategy);
            decoded.map_err(io::Error::other)?;
        }
        self.decoder.read(buffer)
    }
}

/// Last three bytes of the magic numbers of skippable frames. The first byte is from `0x50` to `0x5F`.
const SKIPPABLE: [u8; 3] = [0x2A, 0x4D, 0x18];

impl<R: Read> Frames<R> {
    pub(crate) fn new(packed: R, limits: Limits) -> Frames<R> {
        Frames {
            limits,
            state: State::Between(PeekReader {
                seen: Vec::new(),
                inner: packed,
            }),
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::Failed) {
                State::Failed => return Err(io::Error::other("the frame before is damaged")),
                State::Within(mut frame) => {
                    let n = frame.read(buffer)?;
                    if n > 0 {
                        self.state = State::Within(frame);
                        return Ok(n);
                    }
                    let decoder = &frame.decoder;
                    let stored = decoder.get_checksum_from_data();
                    if stored.is_some() && stored != decoder.get_calculated_checksum() {
                        return Err(io::Error::other("the checksum does not match"));
                    }
                    self.state = State::Between(frame.rest);
                }
                State::Between(mut rest) => match rest.peek(8)? {
                    [] => {
                        self.state = State::Between(rest);
                        return Ok(0);
                    }
                    [0, ..] => {
                        rest.skip_zeros()?;
                        self.state = State::Between(rest);
                    }
                    [0x50..=0x5F, a, b, c, size @ ..] if [*a, *b, *c] == SKIPPABLE => {
                        let size = size.first_chunk::<4>().copied();
                        let size = size.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
                        rest.skip(8 + u64::from(u32::from_le_bytes(size)))?;
                        self.state = State::Between(rest);
                    }
                    _ => {
                        self.state = State::Within(Box::new(Frame::begin(rest, self.limits)?));
                    }
                },
            }
        }
    }
}

/// A reader that can return its next bytes without consuming them.
struct PeekReader<R> {
    seen: Vec<u8>,
    inner: R,
}

impl<R: Read> PeekReader<R> {
    /// Returns the next `n` bytes, or fewer bytes at the end of the input.
    fn peek(&mut self, n: usize) -> io::Result<&[u8]> {
        let missing = n.saturating_sub(self.seen.len()) as u64;
        (&mut self.inner).take(missing).read_to_end(&mut self.seen)?;
        Ok(&self.seen)
    }

    fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.peek(CHUNK_BYTES)?;
            let (n_bytes, n_zeros) = (bytes.len(), bytes.iter().take_while(|byte| **byte == 0).count());
            self.seen.drain(..n_zeros);
            if n_zeros < n_bytes || n_bytes == 0 {
                return Ok(());
            }
        }
    }

    fn skip(&mut self, n: u64) -> io::Result<()> {
        match io::copy(&mut self.by_ref().take(n), &mut io::sink())? == n {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl<R: Read> Read for PeekReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.seen.is_empty() {
            return self.inner.read(buffer);
        }
        let n = buffer.len().min(self.seen.len());
        buffer[..n].copy_from_slice(&self.seen[..n]);
        self.seen.drain(..n);
        Ok(n)
    }
}
