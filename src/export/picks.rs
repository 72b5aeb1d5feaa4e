//! The picks as CSV.

use std::io::{Error, Write};

use csv::Writer;

use crate::load::Pool;
use crate::select::Selection;

/// The columns that stand before those of the pool in every export.
pub const PICK_COLUMNS: [&str; 4] = ["rank", "row", "part", "degree"];

/// Writes one line a pick: `rank` (from 1), `row` (of the pool, from 0), `part`, `degree`, then every column of the
/// pool as it was.
///
/// # Errors
/// What the writer says.
pub fn write_picks(pool: &Pool, selection: &Selection, out: impl Write) -> Result<(), Error> {
    let mut writer = Writer::from_writer(out);
    writer.write_record(
        PICK_COLUMNS
            .into_iter()
            .chain(pool.columns().iter().map(String::as_str)),
    )?;
    for (rank, pick) in (1..).zip(&selection.picks) {
        let numbers = [rank, pick.row, pick.part, pick.degree].map(|number: u32| number.to_string());
        let cells = pool.instance(pick.row as usize).cells();
        writer.write_record(numbers.iter().map(String::as_str).chain(cells))?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;
    use crate::select::Pick;

    #[test]
    fn every_column_comes_back() {
        let pool = load(b"id,text\n7,\"a, b\"\n8,\"c \"\"d\"\"\"\n9,=1+1\n").expect("a table");
        let picks = vec![
            Pick {
                row: 2,
                part: 0,
                degree: 5,
            },
            Pick {
                row: 1,
                part: 1,
                degree: 0,
            },
        ];
        let mut out = Vec::new();
        write_picks(&pool, &Selection { picks }, &mut out).expect("memory");
        let expected = "rank,row,part,degree,id,text\n1,2,0,5,9,=1+1\n2,1,1,0,8,\"c \"\"d\"\"\"\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
