use proptest::prelude::*;

use super::*;
use crate::label::LabelOrigin;

fn log_entry(by: &str, row: u32, labels: &[&str], at_ms: u64) -> LogEntry {
    LogEntry {
        row,
        annotation: Annotation {
            labels: labels.iter().map(|&label| label.to_owned()).collect(),
            ..Annotation::default()
        },
        at_ms,
        by: Some(by.to_owned()),
        retracts: labels.is_empty(),
        ..LogEntry::default()
    }
}

/// Anna gives “yes” to texts 1, 2 and 3. Bob gives “yes” to text 1 and “no” to texts 2 and 4.
/// Cleo declares text 3 impossible to label. Text 5 has a label from the input.
fn team() -> (Team, History) {
    let mut own = History::default();
    for row in [1, 2, 3] {
        own.give(row, Some("yes"), 1);
    }
    own.note(2, "hm", 2);
    own.import(vec![(5, vec!["no".into()])], "topic", 3);
    let cannot_tell = LogEntry {
        annotation: Annotation {
            passed: Some(PassReason::CannotTell),
            ..Annotation::default()
        },
        ..log_entry("Cleo", 3, &[], 1)
    };
    let bob = [(1, "yes"), (2, "no"), (4, "no")].map(|(row, label)| log_entry("Bob", row, &[label], 1));
    let mut team = Team::default();
    assert_eq!(team.join(bob.into_iter().chain([cannot_tell])), 4);
    (team, own)
}

fn statuses(resolved: &ResolvedLabels) -> Vec<(u32, ConsensusStatus, Option<&str>)> {
    let statuses = resolved.statuses.iter();
    statuses
        .map(|(&row, &status)| (row, status, resolved.labels.get(row)))
        .collect()
}

#[test]
fn disputed_text_has_no_label_until_adjudicated() {
    let (mut team, own) = team();
    let resolved = team.resolved("Anna", own.labels());
    assert_eq!(
        statuses(&resolved),
        [
            (1, ConsensusStatus::Unanimous, Some("yes")),
            (2, ConsensusStatus::Disputed, None),
            (3, ConsensusStatus::Disputed, None),
            (4, ConsensusStatus::Single, Some("no")),
        ]
    );
    assert_eq!(
        resolved.labels.get(5),
        Some("no"),
        "the label of the file counts where no annotator gave one"
    );
    assert_eq!(resolved.labels.annotation(2).note, "hm");
    assert_eq!(resolved.rows(ConsensusStatus::Disputed).collect::<Vec<_>>(), [2, 3]);

    team.decisions.give(2, Some("no"), 9);
    let resolved = team.resolved("Anna", own.labels());
    assert_eq!(statuses(&resolved)[1], (2, ConsensusStatus::Adjudicated, Some("no")));
    assert!(team.decisions.log()[0].is_adjudication);
    team.decisions.undo(10);
    assert_eq!(
        statuses(&team.resolved("Anna", own.labels()))[1],
        (2, ConsensusStatus::Disputed, None)
    );
}

#[test]
fn team_returns_to_its_snapshot() {
    let (mut team, _) = team();
    team.decisions.give(2, Some("no"), 9);
    let (before, snapshot) = (team.clone(), team.snapshot());
    team.join([log_entry("Dina", 3, &["no"], 3), log_entry("Bob", 1, &["no"], 3)]);
    team.decisions.give(3, Some("yes"), 10);
    team.rename("no", "perhaps");
    assert_ne!(team, before);
    team.return_to(snapshot);
    assert_eq!(team, before);
}

#[test]
fn majority_is_more_than_half_of_the_answers() {
    let (mut team, own) = team();
    let majorities = |team: &Team| team.resolved("Anna", own.labels()).majorities();
    assert_eq!(majorities(&team), [], "one annotator against one is no majority");
    team.join([log_entry("Cleo", 2, &["no"], 3), log_entry("Dina", 3, &["no"], 3)]);
    let [(row, annotation)] = &majorities(&team)[..] else {
        panic!("one text with two of three, and one with three answers");
    };
    assert_eq!((*row, &annotation.labels[..]), (2, &["no".to_owned()][..]));
    assert!(
        annotation.note.is_empty(),
        "the note of an annotator is stored elsewhere"
    );
    // Two of four annotators are not a majority. Entries without an answer are ignored.
    team.join([log_entry("Dina", 2, &["yes"], 3)]);
    assert_eq!(majorities(&team), []);
    let cannot_tell = Annotation {
        passed: Some(PassReason::CannotTell),
        ..Annotation::default()
    };
    team.join([LogEntry {
        annotation: cannot_tell.clone(),
        retracts: false,
        ..log_entry("Emil", 3, &[], 4)
    }]);
    assert_eq!(majorities(&team), [], "two of four annotators are no majority");
    team.forget("Dina");
    assert_eq!(
        majorities(&team),
        [(2, log_entry("", 2, &["no"], 0).annotation), (3, cannot_tell)]
    );
}

#[test]
fn order_of_labels_is_no_disagreement() {
    let mut own = History::default();
    own.toggle(1, "b", 1);
    own.toggle(1, "a", 2);
    let mut team = Team::default();
    team.join([log_entry("Bob", 1, &["a", "b"], 1)]);
    let resolved = team.resolved("Anna", own.labels());
    assert_eq!(resolved.statuses[&1], ConsensusStatus::Unanimous);
    assert_eq!(
        resolved.labels.annotation(1).labels,
        ["b", "a"],
        "labels keep the user's own order"
    );
}

#[test]
fn agreement_counts_only_labels_by_annotators() {
    let (mut team, own) = team();
    let pairs = |agreement: &Agreement| agreement.pairs(0).collect::<Vec<_>>();
    let agreement = team.resolved("Anna", own.labels()).agreement();
    assert_eq!(pairs(&agreement), [(0, 1)], "Cleo gave no label");
    team.join([log_entry("Cleo", 7, &["no"], 1)]);
    let resolved = team.resolved("Anna", own.labels());
    let agreement = resolved.agreement();
    assert_eq!(agreement.n_shared, 2);
    assert_eq!(pairs(&agreement), [(0, 1), (0, 2), (1, 2)]);
    let anna_bob = resolved.pair(0, 1);
    assert_eq!((anna_bob.n_shared, anna_bob.n_same, anna_bob.kappa), (2, 1, Ok(0.0)));
    assert_eq!(resolved.pair(0, 2).kappa, Err(UndefinedAgreement::NothingShared));
    // Two annotators labeled one text yes and yes, and a second text yes and no.
    // The labels differ on one of the two texts, so the observed disagreement is 1/2.
    // Among the 6 pairs of four labels, 3 pairs differ, so the expected disagreement is also 1/2, and alpha is 0.
    assert_eq!(agreement.alpha, Ok(0.0));
}

#[test]
fn accepted_proposals_count_neither_for_the_agreement_nor_for_a_majority() {
    let (mut team, own) = team();
    let before = team.resolved("Anna", own.labels());
    let accepted = |by, row, label, origin| {
        let entry = log_entry(by, row, &[label], 5);
        LogEntry {
            annotation: Annotation {
                origin: Some(origin),
                ..entry.annotation
            },
            ..entry
        }
    };
    let of_model = || LabelOrigin::Model {
        percent: 93,
        model: "tiny".into(),
        measure: None,
    };
    team.join([
        accepted("Bob", 3, "yes", of_model()),
        accepted("Cleo", 2, "no", LabelOrigin::Suggestion { percent: 83 }),
        accepted("Dina", 2, "no", of_model()),
    ]);
    let after = team.resolved("Anna", own.labels());
    assert_eq!(after.agreement(), before.agreement());
    assert_eq!(after.pair(0, 1), before.pair(0, 1));
    assert_eq!(after.majorities(), [], "one answer by hand is against one");
    assert_eq!(after.statuses[&2], ConsensusStatus::Disputed);
    // When Cleo assigns the label by hand, the majority and the agreement include her answer.
    team.join([log_entry("Cleo", 2, &["no"], 9)]);
    let after = team.resolved("Anna", own.labels());
    assert_eq!(after.majorities(), [(2, log_entry("", 2, &["no"], 0).annotation)]);
    assert_eq!(after.pair(0, 2).n_shared, 1);
}

#[test]
fn unanimous_label_is_by_hand_if_one_annotator_gave_the_label_by_hand() {
    let accepted = |by, row| {
        let mut entry = log_entry(by, row, &["yes"], 5);
        entry.annotation.origin = Some(LabelOrigin::Suggestion { percent: 83 });
        entry
    };
    let by_hand = |by, row| log_entry(by, row, &["yes"], 6);
    let mut team = Team::default();
    team.join([accepted("Bob", 0), by_hand("Cleo", 0)]);
    team.join([by_hand("Bob", 1), accepted("Cleo", 1)]);
    team.join([accepted("Bob", 2), accepted("Cleo", 2)]);
    let resolved = team.resolved("Anna", &Labels::default());
    for row in 0..3 {
        let entry = resolved.labels.entry(row).expect("a label");
        assert_eq!(resolved.statuses[&row], ConsensusStatus::Unanimous);
        assert_eq!(entry.annotation.is_proposed(), row == 2, "text {row}");
        assert_eq!(entry.by.as_deref(), Some(["Bob", "Cleo"].join(SEPARATOR).as_str()));
    }
}

/// A crafted file could block the page if all pairs of annotators were compared (4.5 million comparisons).
#[test]
fn three_thousand_annotators_do_not_need_every_pair() {
    const N: u32 = 3000;
    let mut team = Team::default();
    let label = |by: u32, row: u32| ["yes", "no", "perhaps"][(by * row % 3) as usize];
    let entries =
        (0..N).flat_map(|by| (0..20).map(move |row| log_entry(&format!("{by:04}"), row, &[label(by, row)], 1)));
    team.join(entries);
    let resolved = team.resolved("Anna", &Labels::default());
    let agreement = resolved.agreement();
    assert_eq!((agreement.annotators.len(), agreement.n_pairs()), (3000, 4_498_500));
    assert_eq!(agreement.n_shared, 20);
    assert!(agreement.alpha.is_ok());
    assert_eq!(agreement.of_labels.len(), 3);
    let page: Vec<_> = agreement.pairs(2999).take(2).collect();
    assert_eq!(page, [(2, 3), (2, 4)], "Anna, at index 0, labeled nothing");
    assert_eq!(resolved.pair(2, 3).n_shared, 20);
    assert_eq!(
        resolved.majorities().len(),
        0,
        "each label has a third of the annotators"
    );
}

proptest! {
    #[test]
    fn paged_pairs_are_all_pairs_in_order(n in 0..9usize, length in 1..5usize) {
        let agreement = Agreement {
            alpha: Err(UndefinedAgreement::NothingShared),
            n_shared: 0,
            annotators: (0..n).map(|index| 10 * index).collect(),
            of_labels: BTreeMap::new(),
        };
        let pages = (0..=agreement.n_pairs()).step_by(length);
        let paged: Vec<_> = pages.flat_map(|skipped| agreement.pairs(skipped).take(length)).collect();
        let all: Vec<_> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (10 * a, 10 * b))).collect();
        prop_assert_eq!(agreement.n_pairs(), all.len());
        prop_assert_eq!(paged, all);
    }
}

#[test]
fn retracted_answers_do_not_count() {
    let (mut team, own) = team();
    assert_eq!(team.join([log_entry("Bob", 2, &[], 2)]), 1);
    assert_eq!(
        team.join([log_entry("Bob", 2, &["no"], 1)]),
        0,
        "an older file changes nothing"
    );
    assert_eq!(
        team.resolved("Anna", own.labels()).statuses[&2],
        ConsensusStatus::Single
    );
    team.forget("Cleo");
    assert_eq!(team.others().map(|(name, _)| name).collect::<Vec<_>>(), ["Bob"]);
}

fn entries() -> impl Strategy<Value = Vec<LogEntry>> {
    let one = (0..3u32, 0..4u32, 0..3usize, 0..5u64).prop_map(|(by, row, label, at_ms)| {
        let labels: &[&str] = [&[][..], &["a"], &["b"]][label];
        log_entry(["Anna", "Bob", "Cleo"][by as usize], row, labels, at_ms)
    });
    proptest::collection::vec(one, 0..20)
}

proptest! {
    #[test]
    fn files_merge_in_any_order_and_repeatedly(first in entries(), second in entries(), third in entries()) {
        let join = |files: &[&Vec<LogEntry>]| {
            let mut team = Team::default();
            for file in files {
                team.join((*file).clone());
            }
            team
        };
        let all = join(&[&first, &second, &third]);
        prop_assert_eq!(&join(&[&third, &first, &second]), &all);
        let mut again = all.clone();
        prop_assert_eq!(again.join(second.clone()), 0);
        prop_assert_eq!(again.join(all.annotations().cloned().collect::<Vec<_>>()), 0);
        prop_assert_eq!(&again, &all);
        // Merging one file with the answers of several annotators has the same result as merging the annotators' files.
        let mut stepwise = join(&[&first]);
        stepwise.join(join(&[&second, &third]).annotations().cloned().collect::<Vec<_>>());
        prop_assert_eq!(stepwise, all);
    }

    #[test]
    fn resolved_label_is_contradicted_by_no_annotator(entries in entries()) {
        let mut team = Team::default();
        team.join(entries);
        let resolved = team.resolved("Me", &Labels::default());
        for (row, label) in resolved.labels.iter() {
            for (_, labels) in team.others() {
                prop_assert!(labels.get(row).is_none_or(|given| given == label));
            }
        }
    }
}
