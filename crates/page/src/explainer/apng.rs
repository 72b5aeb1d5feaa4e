//! Combines pictures into an APNG, which every browser animates. Viewers without APNG support show the first picture.
//!
//! Source: W3C, PNG (Third Edition), 2025. The `acTL` chunk contains the number of frames.
//! An `fcTL` chunk before each frame contains the duration of the frame.
//! The pixels of the first frame are in `IDAT` chunks, the pixels of the other frames in `fdAT` chunks.
//! The `fcTL` and `fdAT` chunks share one sequence of numbers.

use crate::i18n::t;

const MAGIC: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

pub struct ApngWriter {
    n_pictures: u32,
    /// The frame rate in frames per second.
    pace: u16,
    /// The `IHDR` data, which is equal for all frames. Empty before the first frame.
    header: Vec<u8>,
    /// The next number in the sequence that the `fcTL` and `fdAT` chunks share.
    number: u32,
    file: Vec<u8>,
}

impl ApngWriter {
    pub fn new(n_pictures: u32, pace: u16) -> ApngWriter {
        ApngWriter {
            n_pictures,
            pace,
            header: Vec::new(),
            number: 0,
            file: MAGIC.to_vec(),
        }
    }

    /// Returns a message if `png` is not a PNG, or if its size or pixel format differs from the first frame.
    pub fn add(&mut self, png: &[u8]) -> Result<(), String> {
        let is_first = self.header.is_empty();
        for (kind, data) in chunks(png)? {
            match &kind {
                b"IHDR" => self.begin(data)?,
                b"IDAT" if is_first => self.write(b"IDAT", &[data]),
                b"IDAT" => {
                    let number = self.next_number();
                    self.write(b"fdAT", &[&number, data]);
                }
                // Ancillary chunks that the browser adds, such as the pixel density, are dropped.
                _ => {}
            }
        }
        Ok(())
    }

    pub fn n_bytes(&self) -> usize {
        self.file.len()
    }

    pub fn end(mut self) -> Vec<u8> {
        self.write(b"IEND", &[]);
        self.file
    }

    fn begin(&mut self, header: &[u8]) -> Result<(), String> {
        if self.header.is_empty() {
            self.header = header.to_vec();
            self.write(b"IHDR", &[header]);
            // The number of repetitions is 0, so that the animation repeats forever.
            self.write(b"acTL", &[&self.n_pictures.to_be_bytes(), &[0; 4]]);
        } else if self.header != header {
            return Err(t!("explainer-film-frame-size-problem"));
        }
        let size = header.get(..8).ok_or_else(no_png)?;
        let number = self.next_number();
        let [one, pace] = [1u16, self.pace].map(u16::to_be_bytes);
        // The disposal and blend operations are 0, so that every frame replaces the previous frame completely.
        self.write(b"fcTL", &[&number, size, &[0; 8], &one, &pace, &[0, 0]]);
        Ok(())
    }

    fn next_number(&mut self) -> [u8; 4] {
        self.number += 1;
        (self.number - 1).to_be_bytes()
    }

    fn write(&mut self, kind: &[u8; 4], data: &[&[u8]]) {
        let length: usize = data.iter().map(|piece| piece.len()).sum();
        let length = u32::try_from(length).expect("a chunk is at most 2 GiB");
        self.file.extend(length.to_be_bytes());
        let begin = self.file.len();
        self.file.extend(kind);
        data.iter().for_each(|piece| self.file.extend(*piece));
        let sum = crc32fast::hash(&self.file[begin..]);
        self.file.extend(sum.to_be_bytes());
    }
}

type Chunk<'a> = ([u8; 4], &'a [u8]);

fn chunks(png: &[u8]) -> Result<Vec<Chunk<'_>>, String> {
    let mut rest = png.strip_prefix(&MAGIC).ok_or_else(no_png)?;
    let mut chunks = Vec::new();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let (kind, after) = after.split_first_chunk::<4>().ok_or_else(no_png)?;
        let data = after.get(..length).ok_or_else(no_png)?;
        chunks.push((*kind, data));
        // The checksum is not read, because a new checksum is computed when the APNG file is written.
        rest = after.get(length + 4..).ok_or_else(no_png)?;
    }
    Ok(chunks)
}

fn no_png() -> String {
    t!("explainer-film-not-png-problem")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let sum = crc32fast::hash(&[&kind[..], data].concat());
        let length = data.len() as u32;
        [&length.to_be_bytes(), &kind[..], data, &sum.to_be_bytes()].concat()
    }

    fn png(side: u8, pixels: &[&[u8]]) -> Vec<u8> {
        let header = [0, 0, 0, side, 0, 0, 0, side, 8, 6, 0, 0, 0];
        let pixels = pixels.iter().flat_map(|pixels| chunk(b"IDAT", pixels));
        let chunks = chunk(b"IHDR", &header).into_iter().chain(pixels);
        MAGIC.into_iter().chain(chunks).chain(chunk(b"IEND", &[])).collect()
    }

    #[test]
    fn frames_are_written_in_order() {
        let mut moving = ApngWriter::new(2, 4);
        moving.add(&png(7, &[b"first"])).expect("a picture");
        moving.add(&png(7, &[b"second, in", b" two"])).expect("a picture");
        let file = moving.end();
        let found = chunks(&file).expect("a PNG");
        let kinds: Vec<&str> = found
            .iter()
            .map(|(kind, _)| std::str::from_utf8(kind).unwrap())
            .collect();
        assert_eq!(kinds, ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fdAT", "IEND"]);
        assert_eq!(found[1].1, [0, 0, 0, 2, 0, 0, 0, 0]);
        // The fields are: sequence number, width, height, x, y, duration of 1/4 second, disposal and blend operations.
        let control = |number| {
            [
                &[0, 0, 0, number, 0, 0, 0, 7, 0, 0, 0, 7][..],
                &[0; 8],
                &[0, 1, 0, 4, 0, 0],
            ]
            .concat()
        };
        assert_eq!((found[2].1, found[4].1), (&control(0)[..], &control(1)[..]));
        assert_eq!(found[5].1, b"\0\0\0\x02second, in");
        assert_eq!(found[6].1, b"\0\0\0\x03 two");
        let written: Vec<u8> = found.iter().flat_map(|(kind, data)| chunk(kind, data)).collect();
        assert_eq!(file[8..], written, "the checksums are correct");
    }

    #[test]
    fn invalid_or_differing_frames_are_rejected() {
        let mut moving = ApngWriter::new(2, 4);
        moving.add(&png(7, &[b"first"])).expect("a picture");
        assert!(moving.add(&png(8, &[b"larger"])).is_err());
        assert!(moving.add(b"GIF89a").is_err());
        let png = png(7, &[b"cut off"]);
        assert!(moving.add(&png[..png.len() - 14]).is_err());
    }
}
