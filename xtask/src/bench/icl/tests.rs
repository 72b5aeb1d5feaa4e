use clap::Parser;

use super::*;

/// A command for tests that has only the options of the bench.
#[derive(Parser)]
struct Bench {
    #[command(flatten)]
    options: IclOptions,
}

fn options(arguments: &str) -> Result<IclOptions, clap::Error> {
    let arguments = ["bench"].into_iter().chain(arguments.split_whitespace());
    Bench::try_parse_from(arguments).map(|bench| bench.options)
}

fn labeled(rows: &[(&str, &str)]) -> Vec<Labeled> {
    let row = |&(text, label): &(&str, &str)| Labeled {
        text: text.into(),
        label: label.into(),
    };
    rows.iter().map(row).collect()
}

fn run(pool: &str, seed: u64, method: &str, right: u32) -> Run {
    Run {
        pool: pool.into(),
        budget: 18,
        method: method.into(),
        seed,
        tests: 10,
        right,
        accuracy: f64::from(right) / 10.0,
        interval: Interval { low: 0.25, high: 0.75 },
    }
}

#[test]
fn columns_are_found_by_name() {
    let table = "row_id,label,text\n7, a ,\"x, y\"\n8,b,\"two\nlines\"\n";
    let rows = read_table(table.as_bytes(), "text", "label").unwrap();
    assert_eq!(rows, labeled(&[("x, y", "a"), ("two\nlines", "b")]));
    let error = read_table(table.as_bytes(), "text", "topic").unwrap_err().to_string();
    assert!(error.contains("no column `topic`"), "{error}");
}

#[test]
fn pools_are_files_of_a_data_set_with_prefix() {
    let name = |path: &str| pool_name(Path::new(path)).map(|(set, pool)| format!("{set}-{pool}"));
    assert_eq!(
        name("agnews/pool3000_seed0.csv").as_deref(),
        Some("agnews-pool3000_seed0")
    );
    for other in [
        "pool.csv",
        "agnews/test.csv",
        "agnews/pool.json",
        "a/b/pool.csv",
        "agnews/mypool.csv",
    ] {
        assert_eq!(name(other), None, "{other}");
    }
}

#[test]
fn published_fastgas_is_measured_by_default_with_the_largest_number_of_parts_of_the_paper() {
    let defaults = options("").unwrap();
    assert_eq!(defaults.methods[..2], ["fastgas", PAPER]);
    let arguments = |method, budget| selection(method, budget).join(" ");
    assert_eq!(arguments("random", 18), "--method random");
    assert_eq!(arguments("fastgas", 100), "--method fastgas");
    for (budget, parts) in [(18, 9), (100, 50), (1, 1)] {
        assert_eq!(
            arguments(PAPER, budget),
            format!("--method fastgas --preset paper --parts {parts}")
        );
    }
}

#[test]
fn sample_and_number_of_pools_add_to_pools_of_a_folder() {
    let both =
        options("--pools data --pools-per-set 1 --sample --methods fastgas,fastgas-paper --budgets 18,100").unwrap();
    assert_eq!((both.pools_per_set, both.sample), (Some(1), true));
    assert_eq!(
        (&both.methods[..], &both.budgets[..]),
        (&["fastgas".to_owned(), PAPER.to_owned()][..], &[18, 100][..])
    );
    for refused in ["--sample", "--pools-per-set 1", "--pools data --pools-per-set 0"] {
        assert!(options(refused).is_err(), "{refused}");
    }

    let paths = ["a/pool1.csv", "a/pool2.csv", "a/test.csv", "b/pool3.csv", "pool4.csv"].map(PathBuf::from);
    let names = |most| {
        let pools = pools_among(&paths, most).into_iter();
        pools
            .map(|(path, data_set, pool)| format!("{} {data_set} {pool}", path.display()))
            .collect::<Vec<_>>()
    };
    let all = ["a/pool1.csv a pool1", "a/pool2.csv a pool2", "b/pool3.csv b pool3"];
    assert_eq!(names(None), all);
    assert_eq!(names(Some(2)), all);
    assert_eq!(names(Some(1)), [all[0], all[2]]);
}

#[test]
fn more_tests_contain_fewer_tests() {
    let rows = labeled(&[("a", "1"), ("b", "1"), ("c", ""), ("d", "2"), ("e", "2"), ("f", "2")]);
    let three = first_tests(rows.clone(), 3).unwrap();
    assert_eq!(first_tests(rows.clone(), 2).unwrap(), three[..2]);
    let mut reversed = rows.clone();
    reversed.reverse();
    assert_eq!(first_tests(reversed, 3).unwrap(), three);
    let error = first_tests(rows, 6).unwrap_err().to_string();
    assert!(
        error.contains("there are 5 texts with a label, and 6 are needed"),
        "{error}"
    );
}

#[test]
fn pool_of_sample_has_no_test_and_does_not_depend_on_number_of_tests() {
    let rows: Vec<Labeled> = (0..SAMPLE_TESTS + 20)
        .map(|row| Labeled {
            text: format!("text {row}"),
            label: "a".into(),
        })
        .collect();
    let (few, many) = (sample(rows.clone(), 5).unwrap(), sample(rows, 50).unwrap());
    assert_eq!((few.pool.len(), few.tests.len(), many.tests.len()), (20, 5, 50));
    assert_eq!((&few.pool, &few.tests[..]), (&many.pool, &many.tests[..5]));
    assert!(many.tests.iter().all(|test| !many.pool.contains(test)));
}

#[test]
fn picks_get_labels_of_their_rows() {
    let pool = labeled(&[("x", "a"), ("y", "b"), ("z", "")]);
    let pick = |row, text: &str| Pick { row, text: text.into() };
    assert_eq!(
        fill_in(&[pick(1, "y"), pick(0, "x")], &pool).unwrap(),
        [(1, "b"), (0, "a")]
    );
    for (wrong, expected) in [
        (pick(3, "x"), "row 3 is not in the pool of 3 texts"),
        (pick(1, "x"), "row 1 has another text"),
        (pick(2, "z"), "row 2 has no label"),
    ] {
        let error = fill_in(&[wrong], &pool).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn differences_are_paired_by_pool_and_seed() {
    // The differences .3, −.1 and .1 have the mean .1 and the standard deviation .2.
    // The standard error is .2/√3.
    let runs = [
        run("p", 0, "fastgas", 5),
        run("p", 0, "random", 2),
        run("p", 1, "random", 7),
        run("p", 1, "fastgas", 6),
        run("q", 0, "fastgas", 9),
        run("q", 0, "random", 8),
        run("q", 0, "typical", 4),
    ];
    let methods = ["fastgas", "random", "typical"].map(str::to_owned);
    let compared = compare(&runs, &methods, &[18, 100]);
    let keys: Vec<_> = compared
        .iter()
        .map(|row| (row.budget, &*row.method, row.pairs))
        .collect();
    assert_eq!(keys, [(18, "fastgas", 3), (18, "random", 3), (18, "typical", 1)]);
    assert!((compared[0].accuracy - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!((compared[0].difference, compared[0].standard_error), (None, None));
    assert!((compared[1].difference.unwrap() - 0.1).abs() < 1e-12);
    assert!((compared[1].standard_error.unwrap() - 0.2 / 3f64.sqrt()).abs() < 1e-12);
    assert!((compared[2].difference.unwrap() - 0.5).abs() < 1e-12);
    assert_eq!(compared[2].standard_error, None);
}

#[test]
fn tables_have_a_row_for_each_run_and_each_comparison() {
    let runs = vec![
        run("p", 0, "fastgas", 5),
        run("p", 0, "random", 2),
        run("p", 1, "fastgas", 6),
        run("p", 1, "random", 7),
    ];
    let methods = ["fastgas", "random"].map(str::to_owned);
    let results = Results {
        machine: "a machine".into(),
        shots: 8,
        comparisons: compare(&runs, &methods, &[18]),
        runs,
    };
    let text = results.markdown();
    for row in [
        "| p | 18 | random | 1 | 7 of 10 | 0.700 | 0.250–0.750 |\n",
        "| Budget | Method | Pools × seeds | Mean accuracy | fastgas minus this method | Standard error |\n",
        "| 18 | fastgas | 2 | 0.550 | – | – |\n",
        // The differences .3 and −.1 have the mean .1 and the standard deviation .2√2, so the standard error is .2.
        "| 18 | random | 2 | 0.450 | +0.100 | 0.200 |\n",
        "\na machine; at most 8 examples in a prompt\n",
    ] {
        assert!(text.contains(row), "{text}");
    }
}

#[test]
fn repetitions_run_once() {
    assert_eq!(distinct(&[18, 100, 18]), [18, 100]);
}

#[test]
fn output_of_evaluate_is_read() {
    let output = r#"{ "task": "classification", "n": 4, "n_right": 3, "n_unmatched": 0, "accuracy": 0.75,
                          "accuracy_interval": { "low": 0.3, "high": 0.95 } }"#;
    let found: Evaluated = serde_json::from_str(output).unwrap();
    assert_eq!((found.n, found.n_right, found.accuracy), (4, 3, 0.75));
    assert_eq!(found.accuracy_interval, Interval { low: 0.3, high: 0.95 });
}
