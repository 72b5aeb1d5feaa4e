//! The result of a bench. A row compares our program with a peer; a fact is a measured value without a comparison.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

#[derive(Serialize)]
pub struct Report {
    machine: String,
    rows: Vec<Row>,
    facts: Vec<Measurement>,
    /// Remarks on the run, such as the parts that were skipped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// One task, performed in turns by our program and by a peer. Medians are over all rounds.
/// A ratio compares both programs in one round. Ratios above 1 mean that our program is better.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    work: String,
    ours: String,
    peer: String,
    unit: String,
    ours_median: f64,
    peer_median: f64,
    ratio_median: f64,
    ratio_min: f64,
    ratio_max: f64,
    #[serde(skip)]
    rounds: Vec<Round>,
}

#[derive(Clone, Copy, Debug)]
struct Round {
    ours: f64,
    peer: f64,
    ratio: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    More,
    Less,
}

#[derive(Clone, Debug, Serialize)]
struct Measurement {
    work: String,
    who: String,
    unit: String,
    value: f64,
}

impl Row {
    /// `ours` and `peer` each contain a name and one value per round, in the same order of rounds.
    pub fn new(work: &str, unit: &str, better: Better, ours: (&str, &[f64]), peer: (&str, &[f64])) -> Row {
        assert_eq!(
            ours.1.len(),
            peer.1.len(),
            "{work}: each round needs our time and the peer's"
        );
        let rounds: Vec<Round> = ours
            .1
            .iter()
            .zip(peer.1)
            .map(|(&ours, &peer)| Round {
                ours,
                peer,
                ratio: match better {
                    Better::More => ours / peer,
                    Better::Less => peer / ours,
                },
            })
            .collect();
        let ratios: Vec<f64> = rounds.iter().map(|round| round.ratio).collect();
        let (ratio_min, ratio_max) = range(&ratios);
        Row {
            work: work.into(),
            ours: ours.0.into(),
            peer: peer.0.into(),
            unit: unit.into(),
            ours_median: median(ours.1),
            peer_median: median(peer.1),
            ratio_median: median(&ratios),
            ratio_min,
            ratio_max,
            rounds,
        }
    }
}

impl Report {
    /// `versions` lists the version of every contestant.
    pub fn new(versions: &[String]) -> Result<Report> {
        Ok(Report {
            machine: machine(versions)?,
            rows: Vec::new(),
            facts: Vec::new(),
            notes: Vec::new(),
        })
    }

    pub fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub fn fact(&mut self, work: &str, who: &str, unit: &str, value: f64) {
        self.facts.push(Measurement {
            work: work.into(),
            who: who.into(),
            unit: unit.into(),
            value,
        });
    }

    pub fn note(&mut self, sentence: String) {
        self.notes.push(sentence);
    }

    pub fn publish(&self, path: &Path) -> Result<()> {
        ensure!(!(self.rows.is_empty() && self.facts.is_empty()), "nothing was measured");
        print!("{}", self.markdown());
        fs::write(path, serde_json::to_string_pretty(self)? + "\n")
            .with_context(|| format!("writing {}", path.display()))?;
        eprintln!("{}", path.display());
        Ok(())
    }

    fn markdown(&self) -> String {
        let mut text = String::from(
            "| Work | Unit | Ours: median (range) | Peer: median (range) | Times better: median (each round) |\n\
             | --- | --- | ---: | ---: | ---: |\n",
        );
        let spread = |median: f64, of: &dyn Fn(&Round) -> f64, row: &Row| {
            let values: Vec<f64> = row.rounds.iter().map(of).collect();
            match range(&values) {
                (least, most) if least == most => figure(median, 3),
                (least, most) => format!("{} ({}–{})", figure(median, 3), figure(least, 3), figure(most, 3)),
            }
        };
        for row in &self.rows {
            let ratios: Vec<String> = row.rounds.iter().map(|round| figure(round.ratio, 3)).collect();
            text += &format!(
                "| {} | {} | {}: {} | {}: {} | {} ({}) |\n",
                row.work,
                row.unit,
                row.ours,
                spread(row.ours_median, &|round| round.ours, row),
                row.peer,
                spread(row.peer_median, &|round| round.peer, row),
                figure(row.ratio_median, 3),
                ratios.join(", "),
            );
        }
        text += "\n| Work | Who | Figure |\n| --- | --- | ---: |\n";
        for fact in &self.facts {
            text += &format!(
                "| {} | {} | {} {} |\n",
                fact.work,
                fact.who,
                figure(fact.value, 4),
                fact.unit
            );
        }
        text += &format!("\n{}\n", self.machine);
        for note in &self.notes {
            text += &format!("\n{note}\n");
        }
        text
    }
}

pub fn machine(versions: &[String]) -> Result<String> {
    let date = Command::new("date")
        .args(["-u", "+%F"])
        .output()
        .context("running date")?;
    let date = String::from_utf8(date.stdout)?;
    let cpus = fs::read_to_string("/proc/cpuinfo").context("benches run on Linux only")?;
    let cpu = cpus
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("an unnamed processor", |(_, name)| name.trim());
    Ok(format!(
        "{cpu}, {} cores; {}; {}",
        thread::available_parallelism()?,
        date.trim(),
        versions.join(", ")
    ))
}

/// Middle value, or mean of the two middle values. `values` must not be empty.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

fn range(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (least, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// Formats `value` with `digits` significant digits, but never truncates its integer part.
/// Integers are printed with all digits.
fn figure(value: f64, digits: i32) -> String {
    if value.fract() == 0.0 {
        return format!("{value}");
    }
    let before_the_point = value.abs().log10().floor() as i32 + 1;
    format!("{value:.*}", (digits - before_the_point).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_computed_per_round() {
        let row = Row::new(
            "short",
            "texts/CPU s",
            Better::More,
            ("a", &[2.0, 6.0, 4.0]),
            ("b", &[1.0, 2.0, 8.0]),
        );
        assert_eq!((row.ours_median, row.peer_median), (4.0, 2.0));
        // The ratios are 2, 3 and 0.5; their median is not the ratio of the medians.
        assert_eq!((row.ratio_median, row.ratio_min, row.ratio_max), (2.0, 0.5, 3.0));
    }

    #[test]
    fn lower_figure_can_be_better() {
        let row = Row::new("first", "s", Better::Less, ("a", &[1.0]), ("b", &[4.0]));
        assert_eq!(row.ratio_median, 4.0);
    }

    #[test]
    fn median_of_even_number_is_mean_of_middle_two() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
    }

    #[test]
    fn figures_keep_significant_digits() {
        assert_eq!(figure(8.0, 4), "8");
        assert_eq!(figure(0.99951, 4), "0.9995");
        assert_eq!(figure(1234.6, 3), "1235");
        assert_eq!(figure(12.345, 3), "12.3");
    }

    #[test]
    fn json_file_has_expected_fields() {
        let mut report = Report::new(&["peer 1.0".into()]).unwrap();
        report.row(Row::new("short", "s", Better::Less, ("a", &[1.0]), ("b", &[4.0])));
        report.fact("short", "a", "tokens a text", 12.0);
        let json = serde_json::to_value(&report).unwrap();
        let mut fields: Vec<&String> = json["rows"][0].as_object().unwrap().keys().collect();
        fields.sort();
        let known = [
            "ours",
            "ours_median",
            "peer",
            "peer_median",
            "ratio_max",
            "ratio_median",
            "ratio_min",
            "unit",
            "work",
        ];
        assert_eq!(fields, known);
        assert!(json["machine"].as_str().unwrap().contains("peer 1.0"));
        assert!(
            report.markdown().contains("| short | s | a: 1 | b: 4 | 4 (4) |"),
            "{}",
            report.markdown()
        );
        assert_eq!(json.get("notes"), None);
        report.note("Skipped: torch".into());
        assert_eq!(serde_json::to_value(&report).unwrap()["notes"][0], "Skipped: torch");
        assert!(report.markdown().ends_with("\nSkipped: torch\n"));
    }
}
