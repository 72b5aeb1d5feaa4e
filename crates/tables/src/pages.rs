//! Reads and decompresses the pages of a Parquet file.
//!
//! The `parquet` crate decompresses Zstandard with a C library. A C library needs a C compiler for WebAssembly.
//! The codecs of the `parquet` crate also allocate the decompressed size that a page states, without a limit.
//! Therefore the `parquet` crate is told that the pages are uncompressed, and returns the compressed bytes.
//! This module decompresses the pages with Rust libraries and a size limit.

use std::io::{BufReader, Cursor, Read};
use std::sync::Arc;

use brotli_decompressor::Decompressor;
use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::basic::{Compression, Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;

use crate::input::{Input, InputReader, reader_at};
use crate::unpack::{Bounds, Frames, Limits};

/// Size of the buffer for Brotli decompression, in bytes.
const BROTLI_BUFFER: usize = 4_096;
/// Number of bytes that are read at a time for the header of a page.
const HEADER_BYTES: usize = 1 << 13;

pub(crate) struct FileBytes(pub(crate) Arc<dyn Input>);

impl Length for FileBytes {
    fn len(&self) -> u64 {
        self.0.bytes()
    }
}

impl ChunkReader for FileBytes {
    type T = BufReader<InputReader>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(reader_at(&self.0, start, HEADER_BYTES))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.0.read(start..start.saturating_add(length as u64))?;
        match bytes.len() == length {
            true => Ok(bytes),
            false => Err(ParquetError::EOF(format!(
                "the file ends before byte {start} + {length}"
            ))),
        }
    }
}

pub(crate) struct Pages {
    inner: SerializedPageReader<FileBytes>,
    compression: Compression,
    /// Largest accepted size of a decompressed page, in bytes.
    limit: u64,
    /// Number of values in the column chunk according to the metadata, minus the number of values that were read.
    values_left: u64,
    has_dictionary: bool,
    has_byte_arrays: bool,
    /// Maximum definition level and maximum repetition level of the column.
    max: (i16, i16),
}

impl Pages {
    /// Creates a reader for the pages of the column chunk.
    ///
    /// # Errors
    /// Returns [`ParquetError`] if the file offset of the pages is invalid.
    pub(crate) fn new(file: &Arc<FileBytes>, chunk: &ColumnChunkMetaData, n_rows: usize, limit: u64) -> Result<Pages> {
        let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
        if start < 0 || chunk.compressed_size() < 0 || chunk.num_values() < 0 {
            return Err(ParquetError::General("the place of the pages is negative".into()));
        }
        let compression = chunk.compression();
        let plain = chunk
            .clone()
            .into_builder()
            .set_compression(Compression::UNCOMPRESSED)
            .build()?;
        Ok(Pages {
            inner: SerializedPageReader::new(Arc::clone(file), &plain, n_rows, None)?,
            compression,
            limit,
            values_left: chunk.num_values() as u64,
            has_dictionary: false,
            has_byte_arrays: chunk.column_type() == Type::BYTE_ARRAY,
            max: (
                chunk.column_descr().max_def_level(),
                chunk.column_descr().max_rep_level(),
            ),
        })
    }

    fn decompressed(&mut self, page: Page) -> Result<Page> {
        let is_of_dictionary = matches!(page.encoding(), Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY);
        self.has_dictionary |= page.is_dictionary_page();
        if page.is_data_page() && is_of_dictionary && !self.has_dictionary {
            return Err(ParquetError::General("the dictionary of a page is missing".into()));
        }
        if page.is_data_page() {
            let left = self.values_left.checked_sub(u64::from(page.num_values()));
            self.values_left = left.ok_or_else(|| ParquetError::General("a page has too many values".into()))?;
        }
        check_levels(&page)?;
        if self.compression == Compression::UNCOMPRESSED {
            return Ok(page);
        }
        match page {
            Page::DataPage {
                buf,
                num_values,
                encoding,
                def_level_encoding,
                rep_level_encoding,
                statistics,
            } => Ok(Page::DataPage {
                buf: self.decompress(&buf, 0)?,
                num_values,
                encoding,
                def_level_encoding,
                rep_level_encoding,
                statistics,
            }),
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                num_nulls,
                num_rows,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                statistics,
            } => Ok(Page::DataPageV2 {
                // The levels, which precede the values of a page, are never compressed.
                buf: match is_compressed {
                    true => {
                        let levels = u64::from(def_levels_byte_len) + u64::from(rep_levels_byte_len);
                        self.decompress(&buf, usize::try_from(levels)?)?
                    }
                    false => buf,
                },
                num_values,
                encoding,
                num_nulls,
                num_rows,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed: false,
                statistics,
            }),
            Page::DictionaryPage {
                buf,
                num_values,
                encoding,
                is_sorted,
            } => Ok(Page::DictionaryPage {
                buf: self.decompress(&buf, 0)?,
                num_values,
                encoding,
                is_sorted,
            }),
        }
    }

    /// Checks the lengths of plain byte arrays, because the Parquet library does not check them.
    fn check_byte_arrays(&self, page: &Page) -> Result<()> {
        if !self.has_byte_arrays || page.encoding() == Encoding::RLE_DICTIONARY {
            return Ok(());
        }
        let wrong = || ParquetError::General("the lengths of the values are damaged".into());
        let (mut rest, n_values) = match page {
            Page::DictionaryPage { buf, num_values, .. } => (&buf[..], *num_values),
            Page::DataPage { encoding, .. } | Page::DataPageV2 { encoding, .. } if *encoding != Encoding::PLAIN => {
                return Ok(());
            }
            Page::DataPage { buf, .. } => {
                let mut rest = &buf[..];
                for _ in [self.max.0, self.max.1].into_iter().filter(|max| *max > 0) {
                    rest = after_block(rest).ok_or_else(wrong)?;
                }
                (rest, 0)
            }
            Page::DataPageV2 {
                buf,
                num_values,
                num_nulls,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                let values = buf.get(usize::try_from(levels)?..).ok_or_else(wrong)?;
                (values, num_values.checked_sub(*num_nulls).ok_or_else(wrong)?)
            }
        };
        let mut n = 0;
        while !rest.is_empty() {
            rest = after_block(rest).ok_or_else(wrong)?;
            n += 1;
        }
        match n >= n_values {
            true => Ok(()),
            false => Err(wrong()),
        }
    }

    /// Decompresses a page. The first `n_plain` bytes are not compressed and are copied.
    fn decompress(&self, page: &[u8], n_plain: usize) -> Result<Bytes> {
        let short = || ParquetError::General("a page is too short".into());
        let (plain, packed) = page.split_at_checked(n_plain).ok_or_else(short)?;
        let mut bytes = plain.to_vec();
        // A page that contains only nulls has no compressed values, so there is nothing to decompress.
        if !packed.is_empty() {
            bytes.extend(decompress(self.compression, packed, self.limit)?);
        }
        Ok(Bytes::from(bytes))
    }
}

/// Returns the bytes after a block that begins with its length. `None` if the block is longer than `bytes`.
fn after_block(bytes: &[u8]) -> Option<&[u8]> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.get(usize::try_from(u32::from_le_bytes(*length)).ok()?..)
}

/// Checks the levels of a page, because the Parquet library does not check them.
/// Bit-packed levels, which have been deprecated since 2013, are refused.
fn check_levels(page: &Page) -> Result<()> {
    let is_valid = match page {
        Page::DataPage {
            def_level_encoding,
            rep_level_encoding,
            ..
        } => [def_level_encoding, rep_level_encoding]
            .into_iter()
            .all(|encoding| *encoding == Encoding::RLE),
        Page::DataPageV2 {
            buf,
            def_levels_byte_len,
            rep_levels_byte_len,
            ..
        } => u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len) <= buf.len() as u64,
        Page::DictionaryPage { .. } => true,
    };
    match is_valid {
        true => Ok(()),
        false => Err(ParquetError::General("the levels of a page are invalid".into())),
    }
}

fn external(error: impl std::error::Error + Send + Sync + 'static) -> ParquetError {
    ParquetError::External(Box::new(error))
}

fn decompress(compression: Compression, packed: &[u8], limit: u64) -> Result<Vec<u8>> {
    let limits = Bounds::new(limit).limits("Parquet", packed.len() as u64);
    let read = |reader: &mut dyn Read| limits.read(reader).map_err(external);
    match compression {
        Compression::UNCOMPRESSED => Ok(packed.to_vec()),
        Compression::SNAPPY => {
            let size = snap::raw::decompress_len(packed).map_err(external)?;
            limits.check(size as u64).map_err(external)?;
            snap::raw::Decoder::new().decompress_vec(packed).map_err(external)
        }
        Compression::GZIP(_) => read(&mut MultiGzDecoder::new(packed)),
        Compression::BROTLI(_) => read(&mut Decompressor::new(Cursor::new(packed), BROTLI_BUFFER)),
        Compression::ZSTD(_) => read(&mut Frames::new(packed, limits)),
        Compression::LZ4_RAW => lz4_block(packed, &limits),
        Compression::LZ4 => lz4_of_hadoop(packed, &limits)
            .or_else(|_| read(&mut lz4_flex::frame::FrameDecoder::new(packed)))
            .or_else(|_| lz4_block(packed, &limits)),
        other => Err(ParquetError::NYI(format!("the compression {other}"))),
    }
}

/// Decompresses an LZ4 block. An LZ4 block does not contain its decompressed size.
fn lz4_block(packed: &[u8], limits: &Limits) -> Result<Vec<u8>> {
    let mut size = packed.len().saturating_mul(4).max(1 << 12);
    loop {
        let mut bytes = vec![0; size];
        match lz4_flex::block::decompress_into(packed, &mut bytes) {
            Ok(n) => {
                bytes.truncate(n);
                return Ok(bytes);
            }
            Err(lz4_flex::block::DecompressError::OutputTooSmall { .. }) => {
                limits.check(size as u64).map_err(external)?;
                size = size.saturating_mul(2);
            }
            Err(error) => return Err(external(error)),
        }
    }
}

/// Decompresses LZ4 blocks in Hadoop's format: decompressed size, compressed size and data of each block.
fn lz4_of_hadoop(mut packed: &[u8], limits: &Limits) -> Result<Vec<u8>> {
    let wrong = || ParquetError::General("the blocks of LZ4 are damaged".into());
    let mut bytes = Vec::new();
    while !packed.is_empty() {
        let (size, rest) = packed.split_first_chunk::<4>().ok_or_else(wrong)?;
        let (packed_size, rest) = rest.split_first_chunk::<4>().ok_or_else(wrong)?;
        let (size, packed_size) = (u32::from_be_bytes(*size), u32::from_be_bytes(*packed_size));
        let (block, rest) = rest.split_at_checked(packed_size as usize).ok_or_else(wrong)?;
        let start = bytes.len();
        limits.check(start as u64 + u64::from(size)).map_err(external)?;
        bytes.resize(start + size as usize, 0);
        let n = lz4_flex::block::decompress_into(block, &mut bytes[start..]).map_err(external)?;
        if n != size as usize {
            return Err(wrong());
        }
        packed = rest;
    }
    Ok(bytes)
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        match self.inner.get_next_page()? {
            Some(page) => {
                let page = self.decompressed(page)?;
                self.check_byte_arrays(&page)?;
                Ok(Some(page))
            }
            None => Ok(None),
        }
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.inner.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.inner.skip_next_page()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_pages_are_limited() {
        let bomb = vec![0_u8; 100_000];
        let packed = lz4_flex::block::compress(&bomb);
        assert_eq!(decompress(Compression::LZ4_RAW, &packed, 200_000).expect("fits"), bomb);
        let hadoop = [
            &100_000_u32.to_be_bytes()[..],
            &(packed.len() as u32).to_be_bytes(),
            &packed,
        ]
        .concat();
        assert_eq!(decompress(Compression::LZ4, &hadoop, 200_000).expect("fits"), bomb);
        for compression in [Compression::LZ4_RAW, Compression::LZ4] {
            let packed = if compression == Compression::LZ4 {
                &hadoop
            } else {
                &packed
            };
            assert!(decompress(compression, packed, 1_000).is_err());
        }
        let snappy = snap::raw::Encoder::new().compress_vec(&bomb).expect("memory");
        assert_eq!(decompress(Compression::SNAPPY, &snappy, 200_000).expect("fits"), bomb);
        assert!(decompress(Compression::SNAPPY, &snappy, 1_000).is_err());
    }
}
