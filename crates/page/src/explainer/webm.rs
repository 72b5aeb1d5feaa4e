//! Combines pictures into a WebM video without sound. Each frame of the video is a key frame in VP8.
//!
//! A lossy WebP picture contains exactly one VP8 key frame (RFC 9649, section 2.5).
//! The browser's WebP encoder is therefore also a video encoder.
//! The container is Matroska (RFC 9559) with the restrictions of WebM: an `EBML` header, then one `Segment`.
//! The `Segment` contains `Info`, `Tracks`, `Cluster`s and `Cues`.

use crate::i18n::t;

/// Number of nanoseconds in a millisecond. All times in the file are in milliseconds.
const TIMESTAMP_SCALE: u64 = 1_000_000;

/// Maximum duration of a cluster in milliseconds. Times within a cluster are signed 16-bit numbers.
const CLUSTER_MS: u64 = 10_000;

pub struct WebmWriter {
    /// Frame rate of the video in frames per second.
    pace: u16,
    size: Option<[u16; 2]>,
    frames: Vec<Vec<u8>>,
    n_bytes: usize,
}

impl WebmWriter {
    pub fn new(pace: u16) -> WebmWriter {
        WebmWriter {
            pace,
            size: None,
            frames: Vec::new(),
            n_bytes: 0,
        }
    }

    /// Returns an error if `webp` is not lossy WebP, or if its size differs from the size of the first frame.
    pub fn add(&mut self, webp: &[u8]) -> Result<(), String> {
        let frame = key_frame(webp).ok_or_else(|| t!("explainer-film-not-webp-problem"))?;
        let size = size_of(frame).ok_or_else(|| t!("explainer-film-not-webp-problem"))?;
        if *self.size.get_or_insert(size) != size {
            return Err(t!("explainer-film-frame-size-problem"));
        }
        self.n_bytes += frame.len();
        self.frames.push(frame.to_vec());
        Ok(())
    }

    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    pub fn end(self) -> Vec<u8> {
        let [width, height] = self.size.unwrap_or_default();
        let pace = u64::from(self.pace.max(1));
        let time = |frame: usize| frame as u64 * 1000 / pace;
        let n = self.frames.len();
        let info = element(
            &[0x15, 0x49, 0xa9, 0x66],
            &[
                number(&[0x2a, 0xd7, 0xb1], TIMESTAMP_SCALE),
                element(&[0x44, 0x89], &(time(n) as f64).to_be_bytes()),
                element(&[0x4d, 0x80], b"FastGAS"),
                element(&[0x57, 0x41], b"FastGAS"),
            ]
            .concat(),
        );
        let video = [number(&[0xb0], width.into()), number(&[0xba], height.into())].concat();
        let track = [
            number(&[0xd7], 1),
            number(&[0x73, 0xc5], 1),
            // Track type 1 means video.
            number(&[0x83], 1),
            // The lacing flag is 0, because a block contains only one frame.
            number(&[0x9c], 0),
            number(&[0x23, 0xe3, 0x83], 1_000_000_000 / pace),
            element(&[0x86], b"V_VP8"),
            element(&[0xe0], &video),
        ]
        .concat();
        let tracks = element(&[0x16, 0x54, 0xae, 0x6b], &element(&[0xae], &track));
        let (mut clusters, mut cues) = (Vec::new(), Vec::new());
        let mut frame = 0;
        while frame < n {
            let begin = time(frame);
            let position = (info.len() + tracks.len() + clusters.len()) as u64;
            let mut cluster = number(&[0xe7], begin);
            while frame < n && time(frame) < begin + CLUSTER_MS {
                let offset = (time(frame) - begin) as i16;
                // A block header contains the track number 1, the time within the cluster, and the key-frame flag.
                let head = [&[0x81][..], &offset.to_be_bytes(), &[0x80]].concat();
                cluster.extend(element(&[0xa3], &[&head[..], &self.frames[frame]].concat()));
                frame += 1;
            }
            clusters.extend(element(&[0x1f, 0x43, 0xb6, 0x75], &cluster));
            let place = [number(&[0xf7], 1), number(&[0xf1], position)].concat();
            let cue = [number(&[0xb3], begin), element(&[0xb7], &place)].concat();
            cues.extend(element(&[0xbb], &cue));
        }
        let cues = element(&[0x1c, 0x53, 0xbb, 0x6b], &cues);
        let head = [
            number(&[0x42, 0x86], 1),
            number(&[0x42, 0xf7], 1),
            number(&[0x42, 0xf2], 4),
            number(&[0x42, 0xf3], 8),
            element(&[0x42, 0x82], b"webm"),
            number(&[0x42, 0x87], 2),
            number(&[0x42, 0x85], 2),
        ]
        .concat();
        let segment = [info, tracks, clusters, cues].concat();
        [
            element(&[0x1a, 0x45, 0xdf, 0xa3], &head),
            element(&[0x18, 0x53, 0x80, 0x67], &segment),
        ]
        .concat()
    }
}

/// Encodes an EBML element: its id, the length of its content in eight bytes, and its content.
fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
    // The highest byte states that the length has eight bytes. No content is long enough to need the highest byte.
    let length = (content.len() as u64) | (1 << 56);
    [id, &length.to_be_bytes(), content].concat()
}

fn number(id: &[u8], number: u64) -> Vec<u8> {
    element(id, &number.to_be_bytes())
}

fn key_frame(webp: &[u8]) -> Option<&[u8]> {
    let mut rest = webp.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
    loop {
        let (kind, after) = rest.split_first_chunk::<4>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        if kind == b"VP8 " {
            return after.get(..length);
        }
        // Chunks of a WebP file are padded to an even length.
        rest = after.get(length + length % 2..)?;
    }
}

/// Width and height in the header of a VP8 key frame (RFC 6386, section 9.1).
fn size_of(frame: &[u8]) -> Option<[u16; 2]> {
    let header = frame.get(..10)?;
    let is_key_frame = header[0] & 1 == 0 && header[3..6] == [0x9d, 0x01, 0x2a];
    // The two highest bits of width and height contain a scaling factor for the display.
    let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]) & 0x3fff;
    is_key_frame.then(|| [number(6), number(8)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn webp(width: u16, content: &[u8]) -> Vec<u8> {
        let [width, height] = [width, 720].map(u16::to_le_bytes);
        let frame = [&[0x10, 0, 0, 0x9d, 0x01, 0x2a][..], &width, &height, content].concat();
        let chunk = |kind: &[u8; 4], content: &[u8]| {
            let padding = vec![0; content.len() % 2];
            [&kind[..], &(content.len() as u32).to_le_bytes(), content, &padding].concat()
        };
        let chunks = [
            chunk(b"VP8X", &[0; 10]),
            chunk(b"ICCP", &[7; 3]),
            chunk(b"VP8 ", &frame),
        ]
        .concat();
        [&b"RIFF"[..], &(chunks.len() as u32 + 4).to_le_bytes(), b"WEBP", &chunks].concat()
    }

    fn elements(mut content: &[u8]) -> Vec<(Vec<u8>, &[u8])> {
        let mut elements = Vec::new();
        while let Some(&first) = content.first() {
            let (id, rest) = content.split_at(first.leading_zeros() as usize + 1);
            let (length, rest) = rest.split_first_chunk::<8>().expect("a length");
            let length = (u64::from_be_bytes(*length) & !(1 << 56)) as usize;
            let (own, rest) = rest.split_at(length);
            elements.push((id.to_vec(), own));
            content = rest;
        }
        elements
    }

    #[test]
    fn frames_are_in_clusters_with_times_and_cues() {
        let mut video = WebmWriter::new(4);
        for frame in 0..50u8 {
            video.add(&webp(1280, &[frame; 5])).expect("a frame");
        }
        assert_eq!(video.n_bytes(), 50 * 15);
        let file = video.end();
        let [(_, head), (_, segment)] = &elements(&file)[..] else {
            panic!("a header and a segment")
        };
        assert!(elements(head).contains(&(vec![0x42, 0x82], &b"webm"[..])));
        let parts = elements(segment);
        let ids: Vec<u8> = parts.iter().map(|(id, _)| id[0]).collect();
        assert_eq!(ids, [0x15, 0x16, 0x1f, 0x1f, 0x1c], "12.5 seconds are two clusters");
        let duration = elements(parts[0].1).into_iter().find(|(id, _)| id[..] == [0x44, 0x89]);
        assert_eq!(duration.expect("a duration").1, 12_500f64.to_be_bytes());
        let second = elements(parts[3].1);
        assert_eq!(second[0].1, 10_000u64.to_be_bytes());
        assert_eq!((second.len(), &second[2].1[..4]), (11, &[0x81, 0, 250, 0x80][..]));
        assert_eq!(second[2].1[14..], [41; 5], "the frame follows its header");
        // The second cue must point to the second cluster.
        let cue = elements(elements(parts[4].1)[1].1);
        let position = u64::from_be_bytes(elements(cue[1].1)[1].1.try_into().expect("eight bytes")) as usize;
        assert_eq!(segment[position..position + 4], [0x1f, 0x43, 0xb6, 0x75]);
        assert!(segment[position..].starts_with(&element(&[0x1f, 0x43, 0xb6, 0x75], parts[3].1)));
    }

    #[test]
    fn other_pictures_and_sizes_are_rejected() {
        let mut video = WebmWriter::new(4);
        video.add(&webp(1280, b"first")).expect("a frame");
        assert!(
            video
                .add(&webp(640, b"smaller"))
                .is_err_and(|words| words.contains("size"))
        );
        assert!(
            video
                .add(b"\x89PNG\r\n\x1a\n")
                .is_err_and(|words| words.contains("WebP"))
        );
        let cut_off = webp(1280, b"cut off");
        assert!(video.add(&cut_off[..cut_off.len() - 4]).is_err());
    }
}
