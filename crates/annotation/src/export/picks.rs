//! Builds the pick table for export.

use std::borrow::Cow;

use super::record::free_name;
use fastgas_data::{OutputCell, OutputColumn, OutputKind, OutputTable, Pool};
use fastgas_select::evaluate::Reason;
use fastgas_select::{Pick, Selection};

/// The export columns for the rank, the row, the part and the degree of a pick. Every table format has these columns.
pub const PICK_COLUMNS: [&str; 4] = ["rank", "row", "part", "degree"];

/// Name of the column with the row numbers of at most three newly covered neighbors of the pick, most similar first.
const NEAREST: &str = "nearest";

/// The columns after [`PICK_COLUMNS`] in a table that explains why the method selected each pick.
/// The columns are the fields of a [`Reason`] except `part`, `n_originals` and `n_lower_in_part`.
/// The `nearest` column contains row numbers of the pool, separated by spaces.
pub const REASON_COLUMNS: [&str; 7] = [
    "part_size",
    "degree_in_part",
    "rank_in_part",
    "newly_covered",
    NEAREST,
    "runner_up",
    "margin",
];

/// Creates a table with one row per pick.
/// The first columns are `rank` (1-based), `row` (0-based), `part` (0-based) and `degree`.
/// [`REASON_COLUMNS`] follow if reasons are given, then every column of the pool.
/// If a pool column has the name of an export column, the export column gets a suffix, see [`Labeled`](super::Labeled).
///
/// # Panics
/// Panics if the number of reasons differs from the number of picks.
pub fn picks_table<'a>(pool: &'a Pool, selection: &Selection, reasons: Option<&[Reason]>) -> OutputTable<'a> {
    let picks = &selection.picks;
    assert!(
        reasons.is_none_or(|reasons| reasons.len() == picks.len()),
        "there must be a reason for every pick"
    );
    let reason_columns = REASON_COLUMNS.iter().take(reasons.map_or(0, |_| REASON_COLUMNS.len()));
    let names = PICK_COLUMNS.iter().chain(reason_columns);
    let own = names.map(|&name| {
        let kind = match name {
            NEAREST => OutputKind::Text,
            _ => OutputKind::Integer,
        };
        OutputColumn::new(free_name(name, pool.columns()), kind)
    });
    let mut columns: Vec<OutputColumn> = own.collect();
    let n_own = columns.len();
    let of_pool = pool.columns().iter();
    columns.extend(of_pool.map(|name| OutputColumn::new(name, OutputKind::Text)));
    let cells = picks.iter().enumerate().flat_map(|(index, pick): (usize, &Pick)| {
        let rank = index as u32 + 1;
        let numbers = [rank, pick.row, pick.part, pick.degree].map(|number| Some(number.to_string()));
        let reason_cells = reasons.into_iter().flat_map(move |reasons| cells_of(&reasons[index]));
        let own = numbers.into_iter().chain(reason_cells).map(|cell| cell.map(Cow::Owned));
        own.chain(
            pool.instance(pick.row as usize)
                .cells()
                .map(|cell| Some(Cow::Borrowed(cell))),
        )
    });
    let cells: Vec<OutputCell<'a>> = cells.collect();
    OutputTable::new(columns, n_own, cells)
}

/// The cells that explain a pick, in the same order as [`REASON_COLUMNS`].
fn cells_of(reason: &Reason) -> [Option<String>; REASON_COLUMNS.len()] {
    let nearest: Vec<String> = reason.nearest.iter().map(u32::to_string).collect();
    [
        Some(reason.part_size.to_string()),
        Some(reason.degree_in_part.to_string()),
        Some(reason.rank_in_part.to_string()),
        Some(reason.newly_covered.to_string()),
        Some(nearest.join(" ")),
        reason.runner_up.map(|row| row.to_string()),
        Some(reason.margin.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::read_picks;
    use fastgas_data::{EscapeFormulas, load};

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
        let delimited = |reasons: Option<&[Reason]>, guard, delimiter| {
            let mut out = Vec::new();
            let table = picks_table(&pool, &selection, reasons);
            table.write_delimited(guard, delimiter, &mut out).expect("memory");
            String::from_utf8(out).expect("text")
        };
        let written = |reasons: Option<&[Reason]>| delimited(reasons, EscapeFormulas::Off, b',');
        let expected = "rank,row,part,degree,id,text\n1,2,0,5,9,=1+1\n2,1,1,0,8,\"c \"\"d\"\"\"\n";
        assert_eq!(written(None), expected);
        let expected = "rank,row,part,degree,guarded_fastgas,id,text\n1,2,0,5,1,9,'=1+1\n2,1,1,0,0,8,\"c \"\"d\"\"\"\n";
        assert_eq!(delimited(None, EscapeFormulas::On, b','), expected);
        assert_eq!(
            read_picks(&pool, expected.as_bytes()).map(|read| read.rows),
            Ok(vec![2, 1])
        );

        let expected = "rank\trow\tpart\tdegree\tid\ttext\n1\t2\t0\t5\t9\t=1+1\n2\t1\t1\t0\t8\t\"c \"\"d\"\"\"\n";
        assert_eq!(delimited(None, EscapeFormulas::Off, b'\t'), expected);
        assert_eq!(
            read_picks(&pool, expected.as_bytes()).map(|read| read.rows),
            Ok(vec![2, 1])
        );

        let reason = |nearest: &[u32], runner_up| Reason {
            part: 0,
            part_size: 9,
            n_originals: 9,
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
        let reasons = [reason(&[0, 1], Some(7)), reason(&[], None)];
        assert_eq!(written(Some(&reasons)), expected);
        let table = picks_table(&pool, &selection, Some(&reasons));
        let kinds = |kind| table.columns().iter().filter(|column| column.kind == kind).count();
        assert_eq!((kinds(OutputKind::Integer), kinds(OutputKind::Text)), (10, 3));
    }
}
