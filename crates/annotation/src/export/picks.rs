//! Writes the picks as CSV or TSV.

use std::borrow::Cow;
use std::io::{Error, Write};

use super::record::free_name;
use super::table::{EscapeFormulas, Record, write_table};
use fastgas_data::Pool;
use fastgas_select::evaluate::Reason;
use fastgas_select::{Pick, Selection};

/// The columns before the pool's columns in every export.
pub const PICK_COLUMNS: [&str; 4] = ["rank", "row", "part", "degree"];

/// The columns after [`PICK_COLUMNS`] if reasons are written: the fields of a [`Reason`] except `part` and
/// `n_lower_in_part`. `nearest` contains rows of the pool, separated by spaces.
pub const REASON_COLUMNS: [&str; 7] = [
    "part_size",
    "degree_in_part",
    "rank_in_part",
    "newly_covered",
    "nearest",
    "runner_up",
    "margin",
];

/// Writes one line per pick, with a comma or a tab as the `delimiter`. The first columns are `rank` (from 1), `row` (of
/// the pool, from 0), `part` and `degree`. [`REASON_COLUMNS`] follow if reasons are given, then every column of the
/// pool, escaped or unchanged. If the pool has a column of one of these names, ours gets a suffix, as in
/// [`Labeled`](super::Labeled).
///
/// # Errors
/// Errors of the writer.
///
/// # Panics
/// If the number of reasons differs from the number of picks.
pub fn write_picks(
    pool: &Pool,
    selection: &Selection,
    reasons: Option<&[Reason]>,
    guard: EscapeFormulas,
    delimiter: u8,
    out: impl Write,
) -> Result<(), Error> {
    let picks = &selection.picks;
    assert!(
        reasons.is_none_or(|reasons| reasons.len() == picks.len()),
        "there must be a reason for every pick"
    );
    let reason_columns = REASON_COLUMNS.iter().take(reasons.map_or(0, |_| REASON_COLUMNS.len()));
    let names = PICK_COLUMNS.iter().chain(reason_columns);
    let own: Record<'_> = names.map(|name| free_name(name, pool.columns()).into()).collect();
    let n_own = own.len();
    let header = own.into_iter().chain(pool.columns().iter().map(Cow::from)).collect();
    let record = |(index, pick): (usize, &Pick)| {
        let rank = index as u32 + 1;
        let numbers = [rank, pick.row, pick.part, pick.degree].map(|number| number.to_string());
        let reason_cells = reasons.into_iter().flat_map(|reasons| cells_of(&reasons[index]));
        let own = numbers.into_iter().chain(reason_cells).map(Cow::Owned);
        own.chain(pool.instance(pick.row as usize).cells().map(Cow::from))
            .collect()
    };
    let records: Vec<Record<'_>> = [header]
        .into_iter()
        .chain(picks.iter().enumerate().map(record))
        .collect();
    write_table(&records, n_own, guard, delimiter, out)
}

/// The cells of a reason, in the order of [`REASON_COLUMNS`].
fn cells_of(reason: &Reason) -> [String; REASON_COLUMNS.len()] {
    let nearest: Vec<String> = reason.nearest.iter().map(u32::to_string).collect();
    [
        reason.part_size.to_string(),
        reason.degree_in_part.to_string(),
        reason.rank_in_part.to_string(),
        reason.newly_covered.to_string(),
        nearest.join(" "),
        reason.runner_up.map_or_else(String::new, |row| row.to_string()),
        reason.margin.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::read_picks;
    use fastgas_data::load;

    #[test]
    fn every_column_round_trips() {
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
        let selection = Selection { picks };
        let written = |reasons: Option<&[Reason]>| {
            let mut out = Vec::new();
            write_picks(&pool, &selection, reasons, EscapeFormulas::Off, b',', &mut out).expect("memory");
            String::from_utf8(out).expect("text")
        };
        let expected = "rank,row,part,degree,id,text\n1,2,0,5,9,=1+1\n2,1,1,0,8,\"c \"\"d\"\"\"\n";
        assert_eq!(written(None), expected);
        let mut guarded = Vec::new();
        write_picks(&pool, &selection, None, EscapeFormulas::On, b',', &mut guarded).expect("memory");
        let expected = "rank,row,part,degree,guarded_fastgas,id,text\n1,2,0,5,1,9,'=1+1\n2,1,1,0,0,8,\"c \"\"d\"\"\"\n";
        assert_eq!(String::from_utf8(guarded).expect("text"), expected);
        assert_eq!(
            read_picks(&pool, expected.as_bytes()).map(|read| read.rows),
            Ok(vec![2, 1])
        );

        let mut between_tabs = Vec::new();
        write_picks(&pool, &selection, None, EscapeFormulas::Off, b'\t', &mut between_tabs).expect("memory");
        let expected = "rank\trow\tpart\tdegree\tid\ttext\n1\t2\t0\t5\t9\t=1+1\n2\t1\t1\t0\t8\t\"c \"\"d\"\"\"\n";
        assert_eq!(String::from_utf8(between_tabs).expect("text"), expected);
        assert_eq!(
            read_picks(&pool, expected.as_bytes()).map(|read| read.rows),
            Ok(vec![2, 1])
        );

        let reason = |nearest: &[u32], runner_up| Reason {
            part: 0,
            part_size: 9,
            degree_in_part: 6,
            rank_in_part: 2,
            n_lower_in_part: 1,
            newly_covered: nearest.len() as u32,
            nearest: nearest.to_vec(),
            runner_up,
            margin: -1,
        };
        let expected = "rank,row,part,degree,part_size,degree_in_part,rank_in_part,newly_covered,nearest,runner_up,margin,id,\
                        text\n1,2,0,5,9,6,2,2,0 1,7,-1,9,=1+1\n2,1,1,0,9,6,2,0,,,-1,8,\"c \"\"d\"\"\"\n";
        assert_eq!(written(Some(&[reason(&[0, 1], Some(7)), reason(&[], None)])), expected);
    }
}
