use super::*;
use crate::evaluate::answers::Interval;
use fastgas_data::EscapeFormulas;

fn csv(table: &OutputTable<'_>) -> String {
    let mut csv = Vec::new();
    table
        .write_delimited(EscapeFormulas::Off, b',', &mut csv)
        .expect("memory");
    String::from_utf8(csv).expect("text")
}

fn run(method: Method, budget: u32, seed: u64, accuracy: Option<f64>) -> Run {
    Run {
        plan: Plan {
            method,
            budget,
            seed,
            preset: None,
        },
        seconds: 0.25 * seed as f64,
        coverage: Coverage {
            facility_coverage: 0.5,
            covered_vertices: budget * 2,
            redundant_pairs: seed,
        },
        quality: accuracy.map(|accuracy| LabelQuality {
            n_tested: 10,
            accuracy_1nn: Some(accuracy),
            accuracy_3nn: Some(1.0),
            majority_baseline: Some(0.1),
            class_coverage: 0.75,
            propagation_accuracy: None,
        }),
    }
}

#[test]
fn rows_are_sorted_by_budget_then_best_first() {
    let sorted = |runs: &[Run]| {
        let mut rows = compare(runs);
        best_first(&mut rows);
        rows.iter().map(|row| (row.budget, row.method)).collect::<Vec<_>>()
    };
    let run = |method, budget, accuracy: Option<f64>, coverage| {
        let mut run = run(method, budget, 1, accuracy);
        run.coverage.facility_coverage = coverage;
        run.quality
            .iter_mut()
            .for_each(|quality| quality.accuracy_3nn = accuracy);
        run
    };
    assert_eq!(
        sorted(&[
            run(Method::Random, 100, Some(0.1), 0.9),
            run(Method::Random, 18, Some(0.2), 0.9),
            run(Method::Fastgas, 18, Some(0.3), 0.1),
            run(Method::Typical, 18, Some(0.2), 0.9),
        ]),
        [
            (18, Method::Fastgas),
            (18, Method::Random),
            (18, Method::Typical),
            (100, Method::Random)
        ]
    );
    let without_labels = [run(Method::Random, 18, None, 0.4), run(Method::Ideal, 18, None, 0.5)];
    assert_eq!(sorted(&without_labels)[0].1, Method::Ideal);
}

#[test]
fn plans_cover_every_method_budget_and_seed() {
    let plans = Plan::all(&[Method::Random, Method::Fastgas], &[18, 100], &[7, 8]);
    let plan = |method, budget, seed| Plan {
        method,
        budget,
        seed,
        preset: None,
    };
    assert_eq!(plans.len(), 8);
    assert_eq!(plans[1], plan(Method::Random, 18, 8));
    assert_eq!(plans[2], plan(Method::Random, 100, 7));
    assert_eq!(plans[4], plan(Method::Fastgas, 18, 7));
}

#[test]
fn presets_of_one_method_are_separate_rows() {
    let of_paper = Plan::all_with_preset(Preset::Paper, &[18], &[1, 2]);
    assert_eq!(of_paper.len(), 2);
    let with_preset = |seed: u64, accuracy| Run {
        plan: of_paper[seed as usize - 1],
        ..run(Method::Fastgas, 18, seed, Some(accuracy))
    };
    let runs = [
        run(Method::Fastgas, 18, 1, Some(0.5)),
        with_preset(1, 0.25),
        with_preset(2, 0.75),
    ];
    let rows = compare(&runs);
    let names: Vec<(String, u32)> = rows.iter().map(|row| (row.name(), row.n_seeds)).collect();
    assert_eq!(names, [("fastgas".to_owned(), 1), ("fastgas-paper".to_owned(), 2)]);
    let csv = csv(&comparison_table(&rows, None));
    assert_eq!(
        csv.lines()
            .filter(|line| line.starts_with("fastgas-paper,18,2,0.5,"))
            .count(),
        1,
        "{csv}"
    );
}

#[test]
fn means_and_standard_errors_equal_hand_computed_values() {
    // The accuracies are .2, .4 and .6. Their mean is .4, their standard deviation is s = .2, and the standard error is s/√3.
    let runs = [
        run(Method::Random, 18, 1, Some(0.2)),
        run(Method::Fastgas, 18, 1, Some(0.5)),
        run(Method::Random, 18, 2, Some(0.4)),
        run(Method::Random, 18, 3, Some(0.6)),
        run(Method::Random, 100, 1, None),
    ];
    let rows = compare(&runs);
    let keys: Vec<_> = rows.iter().map(|row| (row.method, row.budget, row.n_seeds)).collect();
    assert_eq!(
        keys,
        [
            (Method::Random, 18, 3),
            (Method::Fastgas, 18, 1),
            (Method::Random, 100, 1)
        ]
    );
    let accuracy = rows[0].estimates[0].expect("labels are known");
    assert!((accuracy.mean - 0.4).abs() < 1e-12);
    assert!((accuracy.standard_error.expect("three runs") - 0.2 / 3f64.sqrt()).abs() < 1e-12);
    assert_eq!(
        rows[0].estimates[5],
        Some(Estimate {
            mean: 0.5,
            standard_error: Some(0.0)
        })
    );
    let alone = Estimate {
        mean: 0.5,
        standard_error: None,
    };
    assert_eq!(rows[1].estimates[0], Some(alone));
    assert_eq!(
        rows[0].estimates[4], None,
        "all texts are picks, so there is none to propagate to"
    );
    assert_eq!(rows[2].estimates[..5], [None; 5], "there are no labels");

    let head: String = MEASURES.iter().map(|name| format!(",{name},{name}_se")).collect();
    assert_eq!(
        csv(&comparison_table(&rows[1..], None)),
        format!(
            "method,budget,seeds{head}\nfastgas,18,1,0.5,,1,,0.1,,0.75,,,,0.5,,36,,1,,0.25,\n\
             random,100,1,,,,,,,,,,,0.5,,200,,1,,0.25,\n"
        )
    );

    let answers = [AnswerRow {
        method: Method::Random,
        preset: None,
        budget: 100,
        accuracy: alone,
        interval: Interval { low: 0.25, high: 0.75 },
        difference: Some(Estimate {
            mean: -0.125,
            standard_error: Some(0.25),
        }),
    }];
    let table = comparison_table(&rows[1..], Some(&answers));
    let kinds = table.columns().iter().map(|column| column.kind);
    assert_eq!(
        kinds.filter(|kind| *kind == OutputKind::Float).count(),
        table.columns().len() - 3
    );
    assert_eq!(
        csv(&table),
        format!(
            "method,budget,seeds{head},accuracy_icl,accuracy_icl_se,difference_icl,difference_icl_se,\
             accuracy_icl_low,accuracy_icl_high\n\
             fastgas,18,1,0.5,,1,,0.1,,0.75,,,,0.5,,36,,1,,0.25,,,,,,,\n\
             random,100,1,,,,,,,,,,,0.5,,200,,1,,0.25,,0.5,,-0.125,0.25,0.25,0.75\n"
        )
    );
}
