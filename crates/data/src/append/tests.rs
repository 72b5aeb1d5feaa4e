use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::load;
use fastgas_progress::NoPause;

fn pool(file: &str) -> Pool {
    load(file.as_bytes()).expect("a table")
}

#[test]
fn rows_are_matched_by_text_and_id() {
    let ours = pool("id,text\n1,a\n2,b\n3,a\n");
    let theirs = pool("text,id\na,3\nb,9\nc,1\na,1\na,1\n");
    let texts = match_known_rows((&ours, 1, None), (&theirs, 0, Some(1)));
    assert_eq!(texts, [Some(0), Some(1), None, Some(2), None]);
    let (ours, theirs) = ((&ours, 1, Some(0)), (&theirs, 0, Some(1)));
    let both = match_known_rows(ours, theirs);
    assert_eq!(both, [Some(2), None, None, Some(0), None]);
    assert_eq!(id_conflicts(ours, theirs, &both), [(2, 0), (4, 0)]);
    assert_eq!(id_conflicts((ours.0, 1, None), theirs, &both), []);
}

#[test]
fn appended_cells_go_to_columns_of_the_same_name() {
    let ours = pool("id,text,date\n1,a,may\n");
    let theirs = pool("by,text,id\nAnna,b,2\nBob,c,3\n");
    let both = append(&ours, &theirs, &[1]).expect("room");
    assert_eq!(both, pool("id,text,date,by\n1,a,may,\n3,c,,Bob\n"));
    assert_eq!(append(&ours, &ours, &[]), Ok(ours));
}

#[test]
fn rows_of_a_table_are_matched_like_the_table_of_these_rows() {
    let ours = pool("id,text,topic\n1,a,x\n2, b ,y\n3,a,x\n4,c,z\n5,e\u{301},z\n");
    let theirs = pool("topic,text,id\nx,a,1\nq,b,2\nz,\u{e9},5\nx,a,9\nz,c,4\nx,a,9\n");
    for rows in [&[0, 1, 2, 3, 4, 5][..], &[0, 1, 3, 4], &[]] {
        let part = theirs.part(rows, &[0, 1, 2]);
        for (id, text) in [(Some(0), Some(1)), (None, Some(1)), (Some(0), None)] {
            let whole = match_rows((&ours, 1, id), (&part, text));
            for size in [1, 300] {
                let mut slices = Slices::new(size, NoPause);
                let sliced = match_rows_in_slices((&ours, 1, id), (&theirs, text), rows, &mut slices);
                assert_eq!(at_once(sliced), whole, "rows {rows:?} in slices of {size}");
            }
        }
    }
}

#[test]
fn size_of_the_slices_does_not_change_the_matches() {
    let ours = pool("id,text,topic\n1,a,x\n2, b ,y\n3,a,x\n4,c,z\n");
    let theirs = pool("id,topic,text\n3,x,a\n2,q,b\n4,z,d\n9,z,e\n");
    for ids in [Some(0), None] {
        let (ours, theirs) = ((&ours, 1, ids), (&theirs, 2, ids));
        let of = |size| at_once(match_appended(ours, theirs, &mut Slices::new(size, NoPause)));
        let whole = of(usize::MAX);
        assert_eq!([of(1), of(7)], [whole.clone(), whole.clone()]);
        let mut rows = match_known_rows(ours, theirs);
        assert_eq!(whole.n_tolerated, tolerate(ours, theirs, &mut rows).len());
        assert_eq!(whole.conflicts, id_conflicts(ours, theirs, &rows));
        assert_eq!(whole.rows, rows);
    }
    let (ours, theirs) = ((&ours, 1, Some(0)), (&theirs, 2, Some(0)));
    let expected = AppendMatches {
        rows: vec![Some(2), Some(1), None, None],
        n_tolerated: 1,
        conflicts: vec![(2, 3)],
        n_other_values: 1,
    };
    assert_eq!(at_once(match_appended(ours, theirs, &mut Slices::whole())), expected);
}

#[test]
fn size_of_the_slices_does_not_change_the_appended_pool() {
    let ours = pool("id,text,date\n1,a,may\n2,\"b\nc\",\n");
    let theirs = pool("by,text,id\nAnna,é,3\nBob,c,4\nCleo,,5\n");
    for rows in [&[][..], &[1], &[0, 2], &[0, 1, 2]] {
        let whole = append(&ours, &theirs, rows);
        for size in [1, 7] {
            let mut slices = Slices::new(size, NoPause);
            let sliced = at_once(append_in_slices(&ours, &theirs, rows, &mut slices));
            assert_eq!(sliced, whole, "{rows:?} in slices of {size}");
        }
    }
}

fn matched(ours: &str, theirs: &str) -> Matches {
    let (ours, theirs) = (pool(ours), pool(theirs));
    let id = ours.column("id").ok();
    let text = ours.column("text").expect("texts");
    match_rows((&ours, text, id), (&theirs, theirs.column("text").ok()))
}

#[test]
fn only_changes_by_programs_are_tolerated() {
    let same = [
        ("one\ntwo", "one\r\ntwo"),
        ("one\ntwo", "one\rtwo"),
        ("  the drill is missing ", "the drill is missing"),
        ("caf\u{e9} soup", "cafe\u{301} soup"),
        ("50 km", "50\u{a0}km"),
        ("50 km", "50\u{202f}km"),
        ("text", "\u{feff}text"),
    ];
    for (ours, theirs) in same {
        assert_eq!(tolerant(ours), tolerant(theirs), "{theirs:?}");
    }
    for (ours, theirs) in [
        ("a b", "a  b"),
        ("Text", "text"),
        ("x²", "x2"),
        ("ﬁne", "fine"),
        ("a", "a."),
    ] {
        assert_ne!(tolerant(ours), tolerant(theirs), "{theirs:?}");
    }
}

#[test]
fn rows_matched_with_tolerance_are_reported() {
    let ours = "code,text\n0,a\n1,\"b\nc\"\n2, d \n3,café\n4,e\n";
    let theirs = "code,text\n4,e\n3,cafe\u{301}\n2,d\n1,\"b\r\nc\"\n9,new\n";
    let found = matched(ours, theirs);
    assert_eq!(found.rows, [Some(4), Some(3), Some(2), Some(1), None]);
    assert_eq!((&found.tolerated[..], &found.missing()[..]), (&[1, 2, 3][..], &[4][..]));
    assert_eq!((found.ambiguous.len(), found.other_text.len()), (0, 0));
    assert_eq!(found.id.as_deref(), Some("code"));
}

#[test]
fn duplicate_texts_are_ambiguous_without_ids() {
    let ours = "id,text\n1,a\n2,a\n3,b\n4,b\n";
    let by_text = matched(ours, "text\na\nb\nb\n");
    assert_eq!(by_text.rows, [None, Some(2), Some(3)]);
    assert_eq!((&by_text.ambiguous[..], by_text.missing().len()), (&[0][..], 0));
    let by_id = matched(ours, "id,text\n2,a\n4,b\n3,b \n");
    assert_eq!(by_id.rows, [Some(1), Some(3), Some(2)]);
    assert_eq!(by_id.tolerated, [2]);
    let twice = matched("id,text\n1,a\n", "text\na\na \n");
    assert_eq!(
        (&twice.rows[..], &twice.ambiguous[..]),
        (&[Some(0), None][..], &[1][..]),
        "the row with exactly the same text matches"
    );
}

#[test]
fn id_with_another_text_does_not_match_and_ids_suffice_without_texts() {
    let ours = "id,text\n1,a\n2,b\n";
    let found = matched(ours, "id,text\n1,c\n2,a\n");
    assert_eq!(found.rows, [None, Some(0)], "texts are matched if the ids differ");
    assert_eq!(found.other_text, [0]);
    let found = matched(ours, "id,label\n2,x\n7,y\n");
    assert_eq!((found.rows, found.id.as_deref()), (vec![Some(1), None], Some("id")));
    let found = matched("code,text\n0001,a\n0002,b\n", "code,label\n0002,x\n");
    assert_eq!(found.rows, [Some(1)]);
    assert_eq!(matched(ours, "label\nx\n").rows, [None]);
}

#[test]
fn rows_that_differ_only_in_whitespace_are_tolerated() {
    let ours = pool("text\na\n b\nb\nc\n");
    let theirs = pool("text\nb\n\"c\r\n\"\n\"b \"\nd\n");
    let mut known = match_known_rows((&ours, 0, None), (&theirs, 0, None));
    assert_eq!(known, [Some(2), None, None, None]);
    assert_eq!(tolerate((&ours, 0, None), (&theirs, 0, None), &mut known), [1, 2]);
    assert_eq!(known, [Some(2), Some(3), Some(1), None]);
}

proptest! {
    #[test]
    fn matched_rows_have_equal_texts_and_are_distinct(
        ours in proptest::collection::vec("[ab ]{0,2}", 1..12), theirs in proptest::collection::vec("[ab ]{0,2}", 1..12),
    ) {
        let of = |texts: &[String]| {
            let ends = texts.iter().scan(0, |end, text| { *end += text.len() as u32; Some(*end) });
            Pool::from_parts(vec!["text".into()], texts.concat(), ends.collect()).expect("a pool")
        };
        let (ours, theirs) = (of(&ours), of(&theirs));
        let found = match_rows((&ours, 0, None), (&theirs, Some(0)));
        let rows: Vec<u32> = found.rows.iter().copied().flatten().collect();
        let set: BTreeSet<u32> = rows.iter().copied().collect();
        prop_assert_eq!(set.len(), rows.len());
        for (row, here) in (0..).zip(&found.rows) {
            let text = theirs.instance(row).cell(0);
            if let Some(here) = here {
                let is_exact = ours.instance(*here as usize).cell(0) == text;
                prop_assert_eq!(is_exact, !found.tolerated.contains(&(row as u32)));
                prop_assert_eq!(tolerant(ours.instance(*here as usize).cell(0)), tolerant(text));
            }
        }
    }

    #[test]
    fn appended_rows_are_known_afterwards(
        ours in proptest::collection::vec("[ab]{0,2}", 1..12), theirs in proptest::collection::vec("[ab]{0,2}", 1..12),
    ) {
        let of = |texts: &[String]| {
            let (mut cells, mut ends) = (String::new(), Vec::new());
            for text in texts {
                cells.push_str(text);
                ends.push(cells.len() as u32);
            }
            Pool::from_parts(vec!["text".into()], cells, ends).expect("a pool")
        };
        let (ours, theirs) = (of(&ours), of(&theirs));
        let known = match_known_rows((&ours, 0, None), (&theirs, 0, None));
        let new: Vec<u32> = (0..).zip(&known).filter(|(_, known)| known.is_none()).map(|(row, _)| row).collect();
        let both = append(&ours, &theirs, &new).expect("room");
        prop_assert_eq!(both.len(), ours.len() + new.len());
        for row in 0..ours.len() {
            prop_assert_eq!(both.instance(row).cell(0), ours.instance(row).cell(0), "existing rows keep their indices");
        }
        prop_assert!(match_known_rows((&both, 0, None), (&theirs, 0, None)).iter().all(Option::is_some));
    }
}
