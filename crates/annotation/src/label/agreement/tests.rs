use proptest::prelude::*;

use super::*;

fn pair(table: &[(&'static str, &'static str, usize)]) -> Pair {
    let values = table
        .iter()
        .flat_map(|&(a, b, n)| std::iter::repeat_n((vec![a], vec![b]), n));
    Pair::of(&values.collect::<Vec<_>>())
}

/// A textbook example of kappa: two readers assess 50 grant proposals.
#[test]
fn kappa_matches_textbook_examples() {
    let grants = pair(&[
        ("yes", "yes", 20),
        ("yes", "no", 5),
        ("no", "yes", 10),
        ("no", "no", 15),
    ]);
    assert_eq!((grants.n_shared, grants.n_same), (50, 35));
    assert!((grants.kappa.unwrap() - 0.4).abs() < 1e-12);
    let confused = |a: &str, b: &str| (Some(a.to_owned()), Some(b.to_owned()));
    let confusion = [(confused("no", "yes"), 10), (confused("yes", "no"), 5)];
    assert_eq!(grants.confusion, confusion.into());
    // In both tables, the annotators agree on 60 of 100 texts, but the marginal totals and therefore the kappas differ.
    let kappa = |table| pair(table).kappa.unwrap();
    let even = kappa(&[("y", "y", 45), ("y", "n", 15), ("n", "y", 25), ("n", "n", 15)]);
    let uneven = kappa(&[("y", "y", 25), ("y", "n", 35), ("n", "y", 5), ("n", "n", 35)]);
    assert!((even - 0.1304).abs() < 1e-4 && (uneven - 0.2593).abs() < 1e-4);
}

/// Cohen 1960, table 1: proportions of three categories; the paper prints kappa 0.492.
#[test]
fn kappa_of_three_categories_equals_the_published_value() {
    let judges = pair(&[
        ("1", "1", 88),
        ("1", "2", 14),
        ("1", "3", 18),
        ("2", "1", 10),
        ("2", "2", 40),
        ("2", "3", 10),
        ("3", "1", 2),
        ("3", "2", 6),
        ("3", "3", 12),
    ]);
    assert!((judges.kappa.unwrap() - 0.492).abs() < 5e-4, "{judges:?}");
}

/// Each string contains the values of one observer, with one character per unit. A dot is a missing value.
fn units(observers: &[&'static str]) -> Vec<Vec<LabelSet<'static>>> {
    let of_unit = |unit: usize| {
        let values = observers.iter().map(|values| &values[unit..=unit]);
        values.filter(|&value| value != ".").map(|value| vec![value]).collect()
    };
    (0..observers[0].len()).map(of_unit).collect()
}

#[test]
fn alpha_matches_published_examples() {
    // Krippendorff 2011, section C: four observers, twelve units.
    let twelve = units(&["123321412...", "1233224125.3", ".3332342251.", "12332441251."]);
    assert!((alpha(&twelve).unwrap() - 0.743).abs() < 5e-4);
    // The example in the Wikipedia article on Krippendorff's alpha: three coders, fifteen units, nominal values.
    let fifteen = units(&[".....34121133.3", "1.213343.......", "..21344.21133.4"]);
    assert!((alpha(&fifteen).unwrap() - 0.691).abs() < 5e-4);
}

#[test]
fn masi_matches_the_paper() {
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    close(masi(&vec!["a", "b"], &vec!["a", "b"]), 0.0);
    close(masi(&vec!["a"], &vec!["b"]), 1.0);
    close(masi(&vec!["a"], &vec!["a", "b"]), 1.0 - 0.5 * 2.0 / 3.0);
    close(masi(&vec!["a", "b"], &vec!["b", "c"]), 1.0 - 1.0 / 9.0);
}

#[test]
fn confusion_counts_the_labels_that_differ() {
    let sets = |a: &[&'static str], b: &[&'static str]| (a.to_vec(), b.to_vec());
    let both = [
        sets(&["a", "b"], &["a", "c"]),
        sets(&["a", "b"], &["a"]),
        sets(&["a"], &["b", "c"]),
        sets(&["b", "c"], &["b", "c"]),
    ];
    let label = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    let confusion_of = [("", "b", 1), ("", "c", 1), ("a", "", 1), ("b", "", 1), ("b", "c", 1)];
    let confusion_of = confusion_of.map(|(a, b, n)| ((label(a), label(b)), n));
    assert_eq!(Pair::of(&both).confusion, confusion_of.into());
}

/// For a table [[a, b], [c, d]] of N texts, the expected specific agreements are 2a / (N + a - d) and 2d / (N - a + d).
#[test]
fn specific_agreement_matches_the_paper() {
    let table = [("yes", "yes", 80), ("yes", "no", 10), ("no", "yes", 5), ("no", "no", 5)];
    let texts = table
        .iter()
        .flat_map(|&(a, b, n)| std::iter::repeat_n(vec![vec![a], vec![b]], n));
    let of_label = specific(&texts.collect::<Vec<_>>());
    let share = |label: &str| of_label[label].share();
    assert!((share("yes") - 160.0 / 175.0).abs() < 1e-12 && (share("no") - 10.0 / 25.0).abs() < 1e-12);
    // Of the three pairs of annotators, one pair agrees on each label, and two pairs disagree.
    let three = specific(&[vec![vec!["a", "b"], vec!["a"], vec!["b"]]]);
    assert_eq!(three["a"], LabelAgreement { n_both: 1, n_one: 2 });
    assert_eq!(three["b"], LabelAgreement { n_both: 1, n_one: 2 });
    assert!(
        specific(&[vec![vec!["a"]]]).is_empty(),
        "a single annotator has no agreement"
    );
}

#[test]
fn undefined_coefficient_reports_reason() {
    assert_eq!(pair(&[]).kappa, Err(UndefinedAgreement::NothingShared));
    assert_eq!(pair(&[("a", "a", 7)]).kappa, Err(UndefinedAgreement::OneValue));
    assert_eq!(
        pair(&[("a", "b", 7)]).kappa,
        Ok(0.0),
        "both annotators always give the same label, so the agreement is by chance"
    );
    assert_eq!(
        alpha(&[vec![vec!["a"]], vec![]]),
        Err(UndefinedAgreement::NothingShared)
    );
    assert_eq!(alpha(&[vec![vec!["a"], vec!["a"]]]), Err(UndefinedAgreement::OneValue));
}

fn label_set() -> impl Strategy<Value = LabelSet<'static>> {
    proptest::collection::btree_set(proptest::sample::select(vec!["a", "b", "c"]), 1..=3)
        .prop_map(|labels| labels.into_iter().collect())
}

proptest! {
    #[test]
    fn full_agreement_gives_coefficients_of_one(values in proptest::collection::vec(label_set(), 2..30)) {
        let both: Vec<_> = values.iter().map(|value| (value.clone(), value.clone())).collect();
        let texts: Vec<_> = values.iter().map(|value| vec![value.clone(); 3]).collect();
        let differ = values.iter().any(|value| *value != values[0]);
        let expected = if differ { Ok(1.0) } else { Err(UndefinedAgreement::OneValue) };
        prop_assert_eq!(Pair::of(&both).kappa, expected);
        prop_assert_eq!(alpha(&texts), expected);
    }

    #[test]
    fn counting_equals_enumerating_pairs(
        texts in proptest::collection::vec(proptest::collection::vec(label_set(), 0..6), 1..6)
    ) {
        let mut of_label: BTreeMap<String, LabelAgreement> = BTreeMap::new();
        let (mut observed, mut all) = (0.0, Vec::new());
        for values in texts.iter().filter(|values| values.len() > 1) {
            all.extend(values);
            for (index, a) in values.iter().enumerate() {
                for (_, b) in values.iter().enumerate().filter(|&(other, _)| other != index) {
                    observed += masi(a, b) / (values.len() - 1) as f64;
                    for label in a {
                        let specific = of_label.entry((*label).to_owned()).or_default();
                        // The loop visits each pair of annotators twice.
                        // Therefore each label that both annotators gave is counted twice.
                        match b.contains(label) {
                            true => specific.n_both += 1,
                            false => specific.n_one += 1,
                        }
                    }
                }
            }
        }
        of_label.values_mut().for_each(|specific| specific.n_both /= 2);
        prop_assert_eq!(specific(&texts), of_label);
        let expected: f64 = all.iter().flat_map(|a| all.iter().map(|b| masi(a, b))).sum();
        if let Ok(alpha) = alpha(&texts) {
            prop_assert!((alpha - (1.0 - observed * (all.len() - 1) as f64 / expected)).abs() < 1e-9);
        }
    }

    /// The result depends neither on the order of the annotators nor on the order of the texts.
    #[test]
    fn order_of_annotators_and_texts_does_not_matter(values in proptest::collection::vec((label_set(), label_set()), 1..30)) {
        let turned: Vec<_> = values.iter().rev().map(|(a, b)| (b.clone(), a.clone())).collect();
        prop_assert_eq!(Pair::of(&values).kappa, Pair::of(&turned).kappa);
        let texts = |values: &[(LabelSet<'static>, LabelSet<'static>)]| {
            alpha(&values.iter().map(|(a, b)| vec![a.clone(), b.clone()]).collect::<Vec<_>>())
        };
        match (texts(&values), texts(&turned)) {
            (Ok(a), Ok(b)) => prop_assert!((a - b).abs() < 1e-12 && a <= 1.0),
            (a, b) => prop_assert_eq!(a, b),
        }
    }

    /// With one label per label set, alpha is 1 − observed share of differing pairs / expected share of differing pairs.
    #[test]
    fn alpha_of_single_labels_is_nominal(values in proptest::collection::vec((0..3usize, 0..3usize), 2..30)) {
        let names = ["a", "b", "c"];
        let texts: Vec<_> = values.iter().map(|&(a, b)| vec![vec![names[a]], vec![names[b]]]).collect();
        let n = 2.0 * values.len() as f64;
        let differing = values.iter().filter(|(a, b)| a != b).count() as f64;
        let count = |name| values.iter().map(|&(a, b)| usize::from(a == name) + usize::from(b == name)).sum::<usize>() as f64;
        let by_chance: f64 = (0..3).map(|name| count(name) * (n - count(name))).sum();
        match alpha(&texts) {
            Ok(alpha) => prop_assert!((alpha - (1.0 - 2.0 * differing * (n - 1.0) / by_chance)).abs() < 1e-9),
            Err(why) => prop_assert!(why == UndefinedAgreement::OneValue && by_chance == 0.0),
        }
    }
}
