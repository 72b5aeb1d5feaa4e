use super::*;
use crate::label::History;
use proptest::prelude::*;

fn adjacency(n: usize, edges: &[(u32, u32)]) -> Adjacency {
    let mut rows = vec![Vec::new(); n];
    for &(a, b) in edges {
        rows[a as usize].push(b);
        rows[b as usize].push(a);
    }
    let mut offsets = vec![0];
    let mut neighbors = Vec::new();
    for mut row in rows {
        row.sort_unstable();
        row.dedup();
        neighbors.extend(row);
        offsets.push(neighbors.len() as u32);
    }
    Adjacency::from_parts(offsets, neighbors, n).expect("a graph")
}

fn path(n: u32) -> Adjacency {
    adjacency(n as usize, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>())
}

fn sources(several: bool, given: &[(u32, &[u32])]) -> Sources {
    let mut sources = Sources {
        several,
        ..Sources::default()
    };
    given
        .iter()
        .for_each(|(row, labels)| sources.push(*row, labels.iter().copied()));
    sources
}

fn one(label: u32, percent: u8) -> Option<Suggestion> {
    Some(Suggestion {
        labels: vec![label],
        percent,
    })
}

#[test]
fn nearer_label_is_suggested_and_a_tie_is_not() {
    // The path 0─1─2─3─4 with labeled ends: from 1, 2 and 3, about 3/4, 1/2 and 1/4 of the walks end at 0.
    let (graph, given) = (path(5), sources(false, &[(0, &[7]), (4, &[2])]));
    let suggested = [1, 2, 3].map(|row| given.suggest(&graph, row));
    assert_eq!(suggested[0].suggestion, one(7, 75));
    assert_eq!((suggested[0].reached_percent, &suggested[0].because), (100, &vec![0]));
    assert_eq!(suggested[1].suggestion, None, "both labels have the same share");
    assert_eq!(suggested[1].because, [0, 4], "the reasons include both labels");
    assert_eq!(suggested[2].suggestion, one(2, 75));
    let all = given.suggest_all(&graph);
    assert_eq!(
        [0, 1, 3, 5].map(|row| all.first_label(row)),
        [None, Some(7), Some(2), None]
    );
    assert_eq!(
        [0, 1, 2, 3, 4].map(|row| all.get(row)),
        [None, one(7, 75), None, one(2, 75), None]
    );
}

#[test]
fn text_far_from_all_labels_gets_no_suggestion() {
    // In the graph 0─1, 2─3, walks from 2 and 3 reach no labeled text.
    // On a long path, few walks reach the labeled end.
    let graph = adjacency(4, &[(0, 1), (2, 3)]);
    let given = sources(false, &[(0, &[0])]);
    let far = given.suggest(&graph, 2);
    assert_eq!((far.suggestion, far.reached_percent, far.because), (None, 0, vec![]));
    let all = given.suggest_all(&path(40));
    assert!(all.get(1).is_some_and(|near| near.percent > 90));
    let percents: Vec<u8> = (1..40)
        .map(|row| all.get(row).map_or(0, |given| given.percent))
        .collect();
    assert!(percents.is_sorted_by(|a, b| a >= b), "{percents:?}");
    assert_eq!(percents[30], 0);
    assert_eq!(Sources::default().suggest(&graph, 0).suggestion, None);
    assert_eq!(Sources::default().suggest_all(&graph).n_texts(), 4);
}

#[test]
fn all_labels_above_the_threshold_are_suggested() {
    // A star with center 0: of its four neighbors, three have label 0 and two have label 1.
    let graph = adjacency(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]);
    let given: [(u32, &[u32]); 4] = [(1, &[0]), (2, &[0, 1]), (3, &[0, 1]), (4, &[2])];
    let clear = Some(Suggestion {
        labels: vec![0],
        percent: 75,
    });
    assert_eq!(sources(true, &given).suggest(&graph, 0).suggestion, clear);
    let given: [(u32, &[u32]); 4] = [(1, &[0]), (2, &[0, 1]), (3, &[0, 1]), (4, &[1])];
    let both = Some(Suggestion {
        labels: vec![0, 1],
        percent: 75,
    });
    assert_eq!(sources(true, &given).suggest(&graph, 0).suggestion, both);
    assert_eq!(sources(true, &given).suggest_all(&graph).get(0), both);
}

#[test]
fn accepted_suggestions_are_not_sources() {
    let mut history = History::default();
    let names = ["a", "b"].map(str::to_owned);
    history.give(3, Some("b"), 1);
    history.pass(1, crate::label::PassReason::CannotTell, 2);
    history.import(vec![(5, vec!["a".into()])], "topic", 3);
    history.accept(vec![(0, vec!["a".into()], 90)], 4);
    history.give(4, Some("not in the set"), 5);
    let given = Sources::of(history.labels(), &names, AnswerType::One);
    assert_eq!(given, sources(false, &[(3, &[1]), (5, &[0])]));
    assert!(Sources::of(history.labels(), &names, AnswerType::Text).is_empty());
    // An accepted label becomes a source when the user assigns the label by hand.
    history.give(0, Some("a"), 6);
    let given = Sources::of(history.labels(), &names, AnswerType::One);
    assert_eq!(given, sources(false, &[(0, &[0]), (3, &[1]), (5, &[0])]));
    let parts = given.parts().map(<[u32]>::to_vec);
    assert_eq!(Sources::from_parts(false, parts.clone(), 6), Some(given));
    assert_eq!(Sources::from_parts(false, parts.clone(), 5), None);
    let [rows, ends, mut labels] = parts;
    labels.pop();
    assert_eq!(Sources::from_parts(false, [rows, ends, labels], 6), None);
}

#[test]
fn suggestions_round_trip_and_invalid_parts_are_rejected() {
    let graph = path(5);
    let all = sources(false, &[(0, &[7]), (4, &[2])]).suggest_all(&graph);
    let (ends, labels, percents) = all.clone().into_parts();
    let back =
        |ends: &[u32], labels: &[u32], n| Suggestions::from_parts(ends.into(), labels.into(), percents.clone(), n);
    assert_eq!(back(&ends, &labels, 5), Some(all));
    assert_eq!(back(&ends, &labels, 4), None);
    assert_eq!(back(&ends, &labels[1..], 5), None);
    assert_eq!(back(&[3, 0, 0, 0, 2], &labels, 5), None);
}

fn any_graph() -> impl Strategy<Value = Adjacency> {
    let edges = prop::collection::vec((0u32..25, 0u32..25), 0..60);
    edges.prop_map(|edges| adjacency(25, &edges.into_iter().filter(|(a, b)| a != b).collect::<Vec<_>>()))
}

fn any_sources() -> impl Strategy<Value = Vec<(u32, Vec<u32>)>> {
    let labels = prop::collection::btree_set(0u32..12, 1..3);
    let rows = prop::collection::btree_map(0u32..25, labels, 0..12);
    rows.prop_map(|rows| {
        rows.into_iter()
            .map(|(row, labels)| (row, labels.into_iter().collect()))
            .collect()
    })
}

proptest! {
    /// A single suggestion equals the suggestion that is computed together with all others, apart from rounding.
    /// The suggestions are also equal if `propagate_labels` needs several passes for all labels.
    #[test]
    fn single_and_batch_suggestions_agree(graph in any_graph(), given in any_sources(), several: bool) {
        let given: Vec<(u32, &[u32])> =
            given.iter().map(|(row, labels)| (*row, &labels[..if several { labels.len() } else { 1 }])).collect();
        let made = sources(several, &given);
        let all = made.suggest_all(&graph);
        for row in (0..25).filter(|row| given.iter().all(|(source, _)| source != row)) {
            let explained = made.suggest(&graph, row);
            // Rounding may change the percentage by one.
            // At the minimum confidence, rounding may also decide whether there is a suggestion.
            match (all.get(row), &explained.suggestion) {
                (Some(of_all), Some(own)) if several => prop_assert!(of_all.percent.abs_diff(own.percent) <= 1),
                (Some(of_all), Some(own)) => {
                    prop_assert_eq!(&of_all.labels, &own.labels);
                    prop_assert!(of_all.percent.abs_diff(own.percent) <= 1);
                }
                (None, None) => {}
                (one, other) => prop_assert!(one.or(other.clone()).is_some_and(|given| given.percent == MIN_PERCENT)),
            }
            prop_assert!(explained.reached_percent <= 100 && explained.because.len() <= REASONS);
            prop_assert!(explained.because.iter().all(|row| given.iter().any(|(source, _)| source == row)));
        }
    }

    /// If the labels are renumbered, the labels of the suggestions are renumbered in the same way.
    #[test]
    fn suggestions_do_not_depend_on_the_order_of_labels(graph in any_graph(), given in any_sources()) {
        let turned: Vec<(u32, [u32; 1])> = given.iter().map(|(row, labels)| (*row, [11 - labels[0]])).collect();
        let given: Vec<(u32, &[u32])> = given.iter().map(|(row, labels)| (*row, &labels[..1])).collect();
        let turned: Vec<(u32, &[u32])> = turned.iter().map(|(row, labels)| (*row, labels.as_slice())).collect();
        let (made, turned) = (sources(false, &given).suggest_all(&graph), sources(false, &turned).suggest_all(&graph));
        for row in 0..25 {
            let mirrored = made.get(row).map(|made| Suggestion { labels: vec![11 - made.labels[0]], ..made });
            prop_assert_eq!(turned.get(row), mirrored);
        }
    }
}
