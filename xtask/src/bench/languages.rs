//! Language benchmark: the 3-NN accuracy of picks in each language, with the English and the multilingual encoder.
//!
//! ```text
//!  labeled pool ──compare, English encoder──────▶ 3-NN accuracy ─┐
//!       └─────────compare, multilingual encoder─▶ 3-NN accuracy ─┴▶ Line
//! ```
//!
//! The benchmark uses the labels only for the measurement (`fastgas compare`), not for the selection.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::icl::pool_name;
use super::{pools, report};
use crate::folder::files;
use crate::model::multilingual;
use crate::workspace::target;

/// Encoders, in the same order as the table's columns.
const ENCODERS: [&str; 2] = ["all-MiniLM-L6-v2", "multilingual-e5-small"];

/// Options of the language bench.
#[derive(Args)]
pub struct LanguagesOptions {
    /// Folder with one subfolder per labeled data set.
    /// Each subfolder contains pools (pool*.csv) and test texts (test.csv).
    /// The table contains the names of these folders, such as hindi-questions.
    /// Without test texts, accuracies are measured on the rest of the pool.
    #[arg(long, value_name = "DIR")]
    pools: PathBuf,
    /// Column of the texts.
    #[arg(long, default_value = "text")]
    text: String,
    /// Column of the labels.
    #[arg(long, default_value = "label")]
    label: String,
    /// Comma-separated methods of `fastgas compare`.
    #[arg(long, value_name = "METHOD,…", default_value = "fastgas")]
    methods: String,
    /// Comma-separated budgets: numbers of labeled texts.
    #[arg(long, value_name = "M,…", default_value = "18,100")]
    budgets: String,
    /// Comma-separated random seeds of the selection.
    #[arg(long, value_name = "SEED,…", default_value = "0,1,2")]
    seeds: String,
}

/// Writes target/bench/languages.json.
pub fn run(options: &LanguagesOptions) -> Result<()> {
    let sets = sets(&options.pools)?;
    multilingual::write()?;
    let program = pools::program()?;
    let bench = target()?.join("bench/languages");
    fs::create_dir_all(&bench).with_context(|| format!("making {}", bench.display()))?;
    let mut lines = Vec::new();
    for set in &sets {
        let mut measured = Vec::new();
        for encoder in ENCODERS {
            eprintln!("{}, {encoder}", set.name);
            measured.push(compare(&program, set, encoder, options, &bench.join("cache"))?);
        }
        let [english, multilingual]: [Compared; 2] = measured.try_into().expect("one for each encoder");
        lines.extend(lines_of(&set.name, english, multilingual)?);
    }
    let results = Results {
        machine: report::machine(&[])?,
        lines,
    };
    print!("{}", results.markdown());
    let path = target()?.join("bench/languages.json");
    fs::write(&path, serde_json::to_string_pretty(&results)? + "\n")
        .with_context(|| format!("writing {}", path.display()))?;
    eprintln!("{}", path.display());
    Ok(())
}

#[derive(Debug, PartialEq)]
struct PoolFiles {
    /// Data set and pool, in the form `data-set/pool`.
    name: String,
    pool: PathBuf,
    tests: Option<PathBuf>,
}

/// The pool files under `folder`, sorted by name.
fn sets(folder: &Path) -> Result<Vec<PoolFiles>> {
    let mut sets = Vec::new();
    for path in files(folder)? {
        let Some((data_set, pool)) = pool_name(&path) else {
            continue;
        };
        sets.push(PoolFiles {
            name: format!("{data_set}/{pool}"),
            pool: folder.join(&path),
            tests: Some(folder.join(data_set).join("test.csv")).filter(|tests| tests.is_file()),
        });
    }
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    ensure!(
        !sets.is_empty(),
        "{} has no folder with a file pool*.csv; give the parent of the folders of the data sets to --pools",
        folder.display()
    );
    Ok(sets)
}

/// The fields that the bench reads from the output of `fastgas compare`.
#[derive(Debug, Deserialize)]
struct Compared {
    instances: u32,
    rows: Vec<Measured>,
}

#[derive(Clone, Debug, Deserialize)]
struct Measured {
    method: String,
    budget: u32,
    seeds: u32,
    accuracy_3nn: Option<Estimate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Estimate {
    mean: f64,
    /// Standard error over the seeds; `None` for a single seed.
    standard_error: Option<f64>,
}

/// The embeddings are stored in the folder `cache`.
fn compare(
    program: &Path,
    set: &PoolFiles,
    encoder: &str,
    options: &LanguagesOptions,
    cache: &Path,
) -> Result<Compared> {
    let mut compare = Command::new(program);
    compare.arg("compare").arg(&set.pool).args(["--quiet", "--json"]);
    compare.args(["--text", &options.text, "--label", &options.label]);
    if let Some(tests) = &set.tests {
        compare.arg("--test").arg(tests);
    }
    if encoder == multilingual::NAME {
        compare.arg("--model").arg(multilingual::folder());
    }
    compare.args(["--methods", &options.methods, "--budgets", &options.budgets]);
    compare.args(["--seeds", &options.seeds]).arg("--cache").arg(cache);
    let output = compare
        .stderr(Stdio::inherit())
        .output()
        .context("running fastgas compare")?;
    ensure!(
        output.status.success(),
        "fastgas compare failed on {}",
        set.pool.display()
    );
    serde_json::from_slice(&output.stdout).context("reading what fastgas compare printed")
}

/// Accuracies with both encoders, for a method and a budget on one pool.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Line {
    /// Data set and pool, in the form `data-set/pool`.
    pool: String,
    texts: u32,
    method: String,
    budget: u32,
    seeds: u32,
    english: Estimate,
    multilingual: Estimate,
}

/// Fails if the two encoders differ in methods, budgets or numbers of seeds.
fn lines_of(pool: &str, english: Compared, multilingual: Compared) -> Result<Vec<Line>> {
    let key = |row: &Measured| (row.method.clone(), row.budget, row.seeds);
    let is_paired = english.rows.iter().map(key).eq(multilingual.rows.iter().map(key));
    ensure!(
        is_paired,
        "the methods, budgets or seeds of the two encoders differ on {pool}"
    );
    let texts = english.instances;
    let rows = english.rows.into_iter().zip(multilingual.rows);
    let line = |(english, multilingual): (Measured, Measured)| {
        let accuracy = |row: &Measured| {
            row.accuracy_3nn
                .with_context(|| format!("{pool} has no labeled text to test {} on", row.method))
        };
        Ok(Line {
            pool: pool.to_owned(),
            texts,
            english: accuracy(&english)?,
            multilingual: accuracy(&multilingual)?,
            method: english.method,
            budget: english.budget,
            seeds: english.seeds,
        })
    };
    rows.map(line).collect()
}

#[derive(Serialize)]
struct Results {
    machine: String,
    lines: Vec<Line>,
}

impl Results {
    fn markdown(&self) -> String {
        let mut text = format!(
            "| Pool | Texts | Method | Picks | {} | {} | Difference |\n\
             | --- | ---: | --- | ---: | ---: | ---: | ---: |\n",
            ENCODERS[0], ENCODERS[1]
        );
        for line in &self.lines {
            text += &format!(
                "| {} | {} | {} | {} | {} | {} | {:+.3} |\n",
                line.pool,
                line.texts,
                line.method,
                line.budget,
                in_words(line.english),
                in_words(line.multilingual),
                line.multilingual.mean - line.english.mean
            );
        }
        text + &format!(
            "\n3-NN accuracy, mean ± standard error over the seeds; {}\n",
            self.machine
        )
    }
}

/// Formats an accuracy, for example “0.512 ± 0.010”.
/// Omits the standard error for a single seed and for a deterministic method.
fn in_words(Estimate { mean, standard_error }: Estimate) -> String {
    match standard_error {
        Some(error) if error > 0.0 => format!("{mean:.3} ± {error:.3}"),
        _ => format!("{mean:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(accuracies: &[Option<f64>]) -> Compared {
        let row = |(index, accuracy): (usize, &Option<f64>)| {
            let estimate = accuracy.map(|mean| format!("{{\"mean\":{mean},\"standard_error\":0.01}}"));
            let estimate = estimate.unwrap_or_else(|| "null".into());
            let budget = [18, 100][index];
            format!(
                "{{\"method\":\"fastgas\",\"budget\":{budget},\"seeds\":3,\"accuracy_1nn\":null,\"accuracy_3nn\":{estimate}}}"
            )
        };
        let rows: Vec<String> = accuracies.iter().enumerate().map(row).collect();
        let json = format!(
            "{{\"pool\":\"p\",\"instances\":40,\"neighbors\":10,\"rows\":[{}],\"runs\":[]}}",
            rows.join(",")
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn table_compares_the_encoders_at_each_budget() {
        let english = compared(&[Some(0.25), Some(0.5)]);
        let lines = lines_of("hindi/pool", english, compared(&[Some(0.5), Some(0.625)])).unwrap();
        let results = Results {
            machine: "a machine".into(),
            lines,
        };
        assert_eq!(
            results.markdown(),
            "| Pool | Texts | Method | Picks | all-MiniLM-L6-v2 | multilingual-e5-small | Difference |\n\
             | --- | ---: | --- | ---: | ---: | ---: | ---: |\n\
             | hindi/pool | 40 | fastgas | 18 | 0.250 ± 0.010 | 0.500 ± 0.010 | +0.250 |\n\
             | hindi/pool | 40 | fastgas | 100 | 0.500 ± 0.010 | 0.625 ± 0.010 | +0.125 |\n\
             \n3-NN accuracy, mean ± standard error over the seeds; a machine\n"
        );
    }

    #[test]
    fn runs_without_accuracy_or_with_other_rows_are_refused() {
        let error = lines_of("a/pool", compared(&[None]), compared(&[Some(0.5)])).unwrap_err();
        assert!(error.to_string().contains("no labeled text"), "{error}");
        let error = lines_of("a/pool", compared(&[Some(0.5)]), compared(&[])).unwrap_err();
        let expected = "the methods, budgets or seeds of the two encoders differ on a/pool";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn pools_are_found_with_and_without_tests() {
        let folder = std::env::temp_dir().join(format!("xtask-languages-{}", std::process::id()));
        for file in [
            "hindi/pool1.csv",
            "hindi/test.csv",
            "chinese/pool.csv",
            "chinese/notes.csv",
        ] {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text,label\n").unwrap();
        }
        let found = sets(&folder).unwrap();
        let names: Vec<(&str, bool)> = found.iter().map(|set| (&*set.name, set.tests.is_some())).collect();
        assert_eq!(names, [("chinese/pool", false), ("hindi/pool1", true)]);
        fs::remove_dir_all(folder.join("hindi")).unwrap();
        fs::remove_file(folder.join("chinese/pool.csv")).unwrap();
        assert!(sets(&folder).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
