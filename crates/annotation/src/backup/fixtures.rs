//! Pools and complete backups for tests.

use fastgas_progress::without_waiting;

use super::*;

pub(super) fn pool(columns: &[String], rows: &[Vec<String>]) -> Pool {
    let (mut cells, mut ends) = (String::new(), Vec::new());
    for cell in rows.iter().flatten() {
        cells.push_str(cell);
        ends.push(cells.len() as u32);
    }
    Pool::from_parts(columns.to_vec(), cells, ends).expect("whole rows")
}

pub(super) fn texts(n: usize) -> Pool {
    let odd = [
        "a \"b\"",
        "one\ntwo\r\n",
        "",
        "naïve — 東京 🦀",
        "\u{0}",
        " c ",
        "\u{feff}=1",
    ];
    let rows: Vec<_> = (0..n).map(|row| vec![odd[row % odd.len()].to_owned()]).collect();
    pool(&["\u{feff}text".to_owned()], &rows)
}

pub(super) fn places(n: usize) -> MapData {
    MapData {
        partition: Some(Partition {
            part_of: (0..n as u32).map(|row| row % 2).collect(),
            n_parts: n.min(2) as u32,
        }),
        layout: Some(Layout {
            positions: (0..n).map(|row| [row as f32 / 3.0, -0.5]).collect(),
        }),
        adjacency: Adjacency::from_parts([vec![0], vec![0; n]].concat(), Vec::new(), n),
    }
}

pub(super) fn number(row: u32, column: usize) -> f32 {
    row as f32 / 7.0 - column as f32
}

pub(super) fn packed(pool: &Pool, places: &MapData, dimensions: Option<usize>) -> Vec<u8> {
    let contents = Contents {
        project: "{\"fastgas\":3}",
        pool,
        partition: places.partition.as_ref(),
        layout: places.layout.as_ref(),
        adjacency: places.adjacency.as_ref(),
    };
    let d = dimensions.unwrap_or_default();
    let mut rows = |rows: std::ops::Range<u32>| -> Vec<u8> {
        let numbers = rows.flat_map(|row| (0..d).map(move |column| number(row, column)));
        numbers.flat_map(f32::to_le_bytes).collect()
    };
    let vectors = dimensions.map(|dimensions| BackupEmbeddings {
        dimensions,
        rows: &mut rows,
    });
    without_waiting(pack(Vec::new(), &contents, vectors, async || ())).expect("it fits")
}

/// A backup of three texts that contains all optional files.
pub fn small() -> Vec<u8> {
    packed(&texts(3), &places(3), Some(2))
}
