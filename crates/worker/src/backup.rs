//! Reads a backup, a file that contains a complete project.
//! The embeddings stay in the file until the page requests the embeddings.

use std::cell::RefCell;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use crate::answer::{Answer, SendEvent};
use crate::import::{Source, send_cells, unreadable};
use fastgas_annotation::backup::{MapData, UnpackedBackup, unpack};
use fastgas_protocol::Error;
use fastgas_protocol::{Event, Refusal, WorkerError, bytes_of_f32, bytes_of_u32};

const CHUNK_BYTES: usize = 1 << 20;

struct BackupReader<'a> {
    file: &'a dyn Source,
    at: u64,
    /// The browser's typed error for a failed read. The ZIP reader would reduce this error to a message.
    refusal: &'a RefCell<Option<Refusal>>,
}

/// Answers [`Request::Unpack`](fastgas_protocol::Request::Unpack). Sends the cells of the pool before the answer.
pub(crate) fn read(file: &dyn Source, send: &mut SendEvent<'_>) -> Result<Answer, WorkerError> {
    let refusal = RefCell::new(None);
    let reading = BackupReader {
        file,
        at: 0,
        refusal: &refusal,
    };
    let UnpackedBackup {
        project,
        pool,
        places,
        embeddings,
    } = unpack(BufReader::with_capacity(CHUNK_BYTES, reading)).map_err(|error| match refusal.take() {
        Some(refusal) => unreadable(refusal),
        None => Error::from(error).into(),
    })?;
    let (columns, cells, ends) = pool.into_parts();
    send_cells(&cells, send);
    let MapData {
        partition,
        layout,
        adjacency,
    } = places;
    let part_of = partition.as_ref().map(|partition| bytes_of_u32(&partition.part_of));
    let positions = layout
        .as_ref()
        .map(|layout| bytes_of_f32(layout.positions.as_flattened()));
    let [offsets, neighbors] = adjacency
        .as_ref()
        .map(|adjacency| adjacency.parts().map(bytes_of_u32))
        .unwrap_or_default();
    Ok((
        Event::Unpacked {
            project,
            columns,
            n_parts: partition.map(|partition| partition.n_parts),
            is_drawn: layout.is_some(),
            is_joined: adjacency.is_some(),
            embeddings: embeddings.map(|range| (range.start, range.end)),
        },
        vec![
            bytes_of_u32(&ends),
            part_of.unwrap_or_default(),
            positions.unwrap_or_default(),
            offsets,
            neighbors,
        ],
    ))
}

impl Read for BackupReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let end = self.file.bytes().min(self.at.saturating_add(to.len() as u64));
        if self.at >= end {
            return Ok(0);
        }
        let bytes = self.file.read(self.at..end).map_err(|refusal| {
            self.refusal.replace(Some(refusal));
            io::Error::other("the browser refused to read the file")
        })?;
        to[..bytes.len()].copy_from_slice(&bytes);
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }
}

impl Seek for BackupReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(from) => self.file.bytes().checked_add_signed(from),
            SeekFrom::Current(from) => self.at.checked_add_signed(from),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::ops::Range;

    use fastgas_protocol::FileReason;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn project_file_is_unpacked_into_its_parts() {
        let bytes = fastgas_annotation::backup::fixtures::small();
        let mut cells = Vec::new();
        let answer = read(&bytes, &mut |event, buffers| cells.push((event, buffers)));
        let (answer, buffers) = answer.expect("a project");
        let Event::Unpacked {
            project,
            columns,
            n_parts,
            is_drawn,
            is_joined,
            embeddings,
        } = answer
        else {
            panic!("{answer:?}")
        };
        assert_eq!((&*project, columns.len()), ("{\"fastgas\":3}", 1));
        assert_eq!((n_parts, is_drawn, is_joined), (Some(2), true, true));
        let (start, end) = embeddings.expect("embeddings");
        assert!(bytes[start as usize..end as usize].starts_with(b"\x93NUMPY"));
        let lengths: Vec<usize> = buffers.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3 * 4, 3 * 4, 3 * 8, 4 * 4, 0]);
        assert!(matches!(
            cells.as_slice(),
            [(Event::Cells { start: 0, total }, buffers)] if *total as usize == buffers[0].len()
        ));
        assert!(read(&bytes[..bytes.len() - 9].to_vec(), &mut |_, _| ()).is_err());
    }

    #[test]
    fn refusal_of_the_browser_is_not_reported_as_a_damaged_project() {
        struct Held;
        impl Source for Held {
            fn bytes(&self) -> u64 {
                100
            }

            fn read(&self, _: Range<u64>) -> Result<Vec<u8>, Refusal> {
                Err(Refusal::Held)
            }
        }
        let error = read(&Held, &mut |_, _| ()).expect_err("no bytes");
        let reason = FileReason::Browser(Refusal::Held);
        assert_eq!(error, WorkerError::File { reason });
    }

    proptest! {
        #[test]
        fn reading_and_seeking_behave_like_a_cursor(
            bytes in prop::collection::vec(any::<u8>(), 0..50),
            steps in prop::collection::vec((0usize..20, 0u8..3, -60i64..60), 0..20),
        ) {
            let refusal = RefCell::default();
            let mut ours = BackupReader { file: &bytes, at: 0, refusal: &refusal };
            let mut theirs = Cursor::new(&bytes);
            for (length, whence, offset) in steps {
                let (mut a, mut b) = (vec![0; length], vec![0; length]);
                prop_assert_eq!(ours.read(&mut a).ok(), theirs.read(&mut b).ok());
                prop_assert_eq!(a, b);
                let to = match whence {
                    0 => SeekFrom::Start(offset.unsigned_abs()),
                    1 => SeekFrom::End(offset),
                    _ => SeekFrom::Current(offset),
                };
                prop_assert_eq!(ours.seek(to).ok(), theirs.seek(to).ok());
            }
        }
    }
}
