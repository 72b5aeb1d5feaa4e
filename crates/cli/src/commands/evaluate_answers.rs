//! `fastgas evaluate --answers`: measures the answers of a language model.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::error::{CliError, UnusedFlag};
use crate::files::Files;
use crate::import_args::ImportArgs;
use crate::pool::{rejected_message, suggested_labels};
use crate::progress::ProgressReporter;
use crate::stdout::{print_line, print_shown};
use crate::table::aligned;
use fastgas_data::{Pool, counted, one_or_many, visible};
use fastgas_select::evaluate::Estimate;
use fastgas_select::evaluate::answers::{
    Answers, Calibration, Classification, Confusion, Interval, Paired, RougeEstimates, Summarization, Task, Truth,
    calibration, classification, paired_classification, paired_summarization, summarization,
};

/// Maximum number of labels or confusions in one message.
const MAX_LISTED: usize = 20;

/// Maximum number of classes in a printed confusion matrix.
const MATRIX: usize = 20;

/// Maximum number of classes in the printed table of classes.
const LISTED: usize = 200;

/// Ids of the arguments that apply only to the measurement of picks.
const OF_PICKS: [&str; 13] = [
    "pool",
    "text",
    "text_template",
    "id",
    "leave_out",
    "ModelArguments",
    "threads",
    "cache",
    "picks",
    "test",
    "test_embeddings",
    "MeasuredArgs",
    "curve",
];

const HEADING: &str = "Answers of a language model";

#[derive(Debug, Args)]
pub struct AnswersArgs {
    /// Measure these answers, as written by `fastgas answer`, instead of picks; needs --label.
    ///
    /// The column `row` identifies the texts.
    /// The column `label` is compared with the true labels,
    /// or the column `answer` with reference texts; answers without a label count as wrong.
    /// The results are the accuracy with its 95 % interval (Wilson), macro-F1, values for each class, the confusion matrix,
    /// and the accuracy by confidence; for summaries, ROUGE-L and ROUGE-Lsum.
    /// Two files are compared on the texts that both files answer: difference with standard error, and McNemar's exact test.
    /// The options of the file format apply to these files.
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "answers.csv",
        num_args = 1..=2,
        requires = "label",
        conflicts_with_all = OF_PICKS
    )]
    pub answers: Vec<PathBuf>,
    /// File with the true labels, if the answers do not contain them; needs --answers.
    ///
    /// This is the file of the texts that were answered, with its rows in the same order.
    /// Its format may differ from that of the answers: options that its format does not use are ignored.
    #[arg(long, help_heading = HEADING, value_name = "test.csv", requires = "answers")]
    pub reference: Option<PathBuf>,
    /// How answers are compared with the column --label; needs --answers.
    #[arg(long, help_heading = HEADING, value_enum, default_value_t, requires = "answers")]
    pub task: TaskName,
    /// Compare words of summaries by their stems (Porter), as with `use_stemmer` of `rouge_score`; needs --answers.
    #[arg(long, help_heading = HEADING, requires = "answers")]
    pub stem: bool,
    /// Print all values as JSON instead of tables; needs --answers.
    #[arg(long, help_heading = HEADING, requires = "answers")]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TaskName {
    /// Classification if there are at most half as many different true labels as texts; otherwise an error.
    #[default]
    Auto,
    /// The label of the answer must be the true label.
    Classification,
    /// The answer is compared with a reference text by ROUGE.
    Summarization,
}

impl TaskName {
    fn given(self) -> Option<Task> {
        match self {
            TaskName::Auto => None,
            TaskName::Classification => Some(Task::Classification),
            TaskName::Summarization => Some(Task::Summarization),
        }
    }
}

enum Report {
    Labels(Classification, Vec<Calibration>),
    Summaries(Summarization),
}

pub fn run(
    arguments: &AnswersArgs,
    label: &str,
    import: &ImportArgs,
    reporter: &mut ProgressReporter,
) -> Result<(), CliError> {
    let task = arguments.task.given();
    let is_summaries = task == Some(Task::Summarization);
    if arguments.stem && !is_summaries {
        return Err(CliError::UnusedFlag(UnusedFlag::Stem));
    }
    let paths = &arguments.answers;
    let reads: Vec<Option<&Path>> = paths.iter().map(|path| Some(path.as_path())).collect();
    Files::read(&[&reads[..], &[arguments.reference.as_deref()]].concat())?;

    let reference = match &arguments.reference {
        Some(path) => {
            let table = import.for_secondary_file().read(path, None, reporter)?.pool;
            let column = table.column(label).map_err(CliError::of(path))?;
            Some((path, table, column))
        }
        None => None,
    };
    // The first line of an answer file is a header, even if the names of the pool's columns look like a data row.
    let import = import.for_table_with_header();
    let tables: Vec<Pool> = paths
        .iter()
        .map(|path| Ok(import.read(path, None, reporter)?.pool))
        .collect::<Result<_, CliError>>()?;
    let truth_in = |path: &Path, table: &Pool| table.column(label).map_err(CliError::of(path));
    let mut answers = Vec::new();
    for (path, table) in paths.iter().zip(&tables) {
        let truth = match &reference {
            Some((_, table, column)) => Truth::Reference { table, column: *column },
            None => Truth::Column(truth_in(path, table)?),
        };
        answers.push(Answers::read(table, truth, task).map_err(CliError::answers(path))?);
    }
    for (path, answers) in paths.iter().zip(&answers) {
        if let Some(rejected) = &answers.rejected {
            let words = rejected_message(&rejected.columns, rejected.n as usize);
            reporter.warn(&format!("{}: {words}", path.display()));
        }
    }
    if !is_summaries {
        // The true labels of the first file suffice, because two files of answers must have the same true labels.
        let (path, table, column) = match &reference {
            Some((path, table, column)) => (*path, table, *column),
            None => (&paths[0], &tables[0], truth_in(&paths[0], &tables[0])?),
        };
        if let Some(words) = suggested_labels(table, column) {
            reporter.warn(&format!("{}: {words}", path.display()));
        }
    }
    let reports: Vec<Report> = answers.iter().map(|answers| Report::of(answers, arguments)).collect();
    for (path, report) in paths.iter().zip(&reports) {
        if let Some(warning) = report.warning() {
            reporter.warn(&format!("{}: {warning}", path.display()));
        }
    }
    let paired = match &answers[..] {
        [first, second] => {
            let paired = match is_summaries {
                true => paired_summarization(first, second, arguments.stem),
                false => paired_classification(first, second),
            };
            Some(paired.map_err(CliError::answers(&paths[1]))?)
        }
        _ => None,
    };
    let measured: Vec<(&Path, &Answers<'_>, &Report)> = (paths.iter().zip(&answers).zip(&reports))
        .map(|((path, answers), report)| (path.as_path(), answers, report))
        .collect();
    if arguments.json {
        let common = json!({ "label": label, "reference": arguments.reference, "task": reports[0].task() });
        return print_line(format_args!("{:#}", in_json(common, &measured, paired.as_ref())));
    }
    match &paired {
        Some(paired) => print_shown(&paired_text(&measured, paired)),
        None => print_shown(&text(&answers[0], &reports[0])),
    }
}

impl Report {
    fn of(answers: &Answers<'_>, arguments: &AnswersArgs) -> Report {
        match arguments.task {
            TaskName::Summarization => Report::Summaries(summarization(answers, arguments.stem)),
            TaskName::Auto | TaskName::Classification => Report::Labels(classification(answers), calibration(answers)),
        }
    }

    fn task(&self) -> &'static str {
        match self {
            Report::Labels(..) => "classification",
            Report::Summaries(_) => "summarization",
        }
    }

    fn warning(&self) -> Option<String> {
        match self {
            Report::Labels(found, _) if !found.other_labels.is_empty() => {
                let others = &found.other_labels;
                let named: Vec<String> = others
                    .iter()
                    .take(MAX_LISTED)
                    .map(|other| format!("`{}` {}", other.label, other.n))
                    .collect();
                let ellipsis = if others.len() > MAX_LISTED { " …" } else { "" };
                Some(format!(
                    "labels of answers that are not the true label of any text and count as wrong: {}{ellipsis}",
                    named.join(", ")
                ))
            }
            Report::Summaries(found) if found.n_unreadable > 0 => Some(format!(
                "reference texts without a letter from a to z or a digit, for which ROUGE is always 0: {}",
                found.n_unreadable
            )),
            Report::Labels(..) | Report::Summaries(_) => None,
        }
    }

    fn in_json(&self) -> Value {
        match self {
            Report::Labels(found, calibration) => extended(json!(found), json!({ "calibration": calibration })),
            Report::Summaries(found) => json!(found),
        }
    }
}

fn extended(object: Value, more: Value) -> Value {
    let entries = |value| match value {
        Value::Object(entries) => entries,
        _ => unreachable!("both are objects"),
    };
    let all: Map<String, Value> = entries(object).into_iter().chain(entries(more)).collect();
    Value::Object(all)
}

fn in_json(common: Value, measured: &[(&Path, &Answers<'_>, &Report)], paired: Option<&Paired>) -> Value {
    let of_file = |(path, answers, report): &(&Path, &Answers<'_>, &Report)| {
        let head = json!({ "answers": path, "n_without_truth": answers.n_without_truth });
        extended(head, report.in_json())
    };
    let files: Vec<Value> = measured.iter().map(of_file).collect();
    match (paired, &files[..]) {
        (None, [file]) => extended(common, file.clone()),
        _ => extended(common, json!({ "files": files, "paired": paired })),
    }
}

fn text(answers: &Answers<'_>, report: &Report) -> String {
    let mut lines: Vec<Vec<String>> = summary(answers, report)
        .into_iter()
        .map(|(name, value)| vec![name.to_owned(), value])
        .collect();
    lines.retain(|line| !line[1].is_empty());
    let mut parts = vec![aligned(&lines, 2)];
    match report {
        Report::Labels(found, calibration) => {
            parts.push(classes(found));
            parts.push(confusions(found));
            parts.extend(calibration.iter().map(by_confidence));
        }
        Report::Summaries(found) => parts.push(rouge(found)),
    }
    parts.join("\n")
}

/// Returns the first lines of the report as pairs of name and value. Empty values are not printed.
fn summary(answers: &Answers<'_>, report: &Report) -> Vec<(&'static str, String)> {
    let without = match answers.n_without_truth {
        0 => String::new(),
        n => format!("{n}, not measured"),
    };
    let mut lines = vec![
        ("answers", answers.answered.len().to_string()),
        ("without true label", without),
    ];
    match report {
        Report::Labels(found, _) => lines.extend([
            ("accuracy", three_digits(found.accuracy)),
            ("95 % interval", interval(found.accuracy_interval)),
            ("majority baseline", three_digits(found.majority_baseline)),
            ("macro-F1", three_digits(found.macro_f1)),
            ("no label matched", found.n_unmatched.to_string()),
        ]),
        Report::Summaries(found) => lines.extend([("empty answers", found.n_empty.to_string())]),
    }
    lines
}

fn classes(found: &Classification) -> String {
    if found.classes.len() > LISTED {
        return format!("{} classes: use --json for their values\n", found.classes.len());
    }
    let head = ["true label", "texts", "answers", "precision", "recall", "F1"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(found.classes.iter().map(|class| {
        vec![
            visible(&class.label).into_owned(),
            class.support.to_string(),
            class.n_answers.to_string(),
            class.precision.map_or_else(|| "–".into(), three_digits),
            three_digits(class.recall),
            three_digits(class.f1),
        ]
    }));
    aligned(&lines, 1)
}

/// Returns the confusion matrix or, for many classes, the most frequent confusions.
fn confusions(found: &Classification) -> String {
    if found.classes.len() <= MATRIX {
        return matrix(found);
    }
    let is_wrong = |cell: &&Confusion| cell.answer.as_ref() != Some(&cell.label);
    let mut wrong: Vec<&Confusion> = found.confusion.iter().filter(is_wrong).collect();
    wrong.sort_by_key(|cell| std::cmp::Reverse(cell.n));
    let mut lines = vec![
        ["true label", "label of the answer", "texts"]
            .map(str::to_owned)
            .to_vec(),
    ];
    lines.extend(wrong.iter().take(MAX_LISTED).map(|cell| {
        let answer = cell.answer.as_deref().map_or_else(|| "(none)".into(), visible);
        vec![
            visible(&cell.label).into_owned(),
            answer.into_owned(),
            cell.n.to_string(),
        ]
    }));
    format!("Most frequent confusions\n{}", aligned(&lines, 2))
}

/// Formats the confusion matrix with one numbered row per true label.
/// The heading of a column is the row number of the label that the model gave.
fn matrix(found: &Classification) -> String {
    let n_classes = found.classes.len();
    let index = |label: &str| {
        let index = found.classes.binary_search_by(|class| class.label.as_str().cmp(label));
        // Labels that occur only in answers share one column.
        index.unwrap_or(n_classes)
    };
    let mut counts = vec![vec![0u32; n_classes + 2]; n_classes];
    for cell in &found.confusion {
        let column = cell.answer.as_deref().map_or(n_classes + 1, index);
        counts[index(&cell.label)][column] += cell.n;
    }
    let mut columns: Vec<(String, usize)> = (0..n_classes).map(|index| ((index + 1).to_string(), index)).collect();
    if !found.other_labels.is_empty() {
        columns.push(("other".into(), n_classes));
    }
    if found.n_unmatched > 0 {
        columns.push(("none".into(), n_classes + 1));
    }
    let line = |number: String, label: String, cells: Vec<String>| [vec![number, label], cells].concat();
    let names = columns.iter().map(|(name, _)| name.clone()).collect();
    let mut lines = vec![line(String::new(), "true label".into(), names)];
    for (number, (class, counts)) in (1..).zip(found.classes.iter().zip(&counts)) {
        let cells = columns.iter().map(|&(_, index)| counts[index].to_string()).collect();
        lines.push(line(format!("{number}"), visible(&class.label).into_owned(), cells));
    }
    format!(
        "Confusion matrix: labels of the answers in columns\n{}",
        aligned(&lines, 2)
    )
}

fn by_confidence(found: &Calibration) -> String {
    let head = [
        "confidence",
        "answers",
        "accuracy",
        "95 % interval",
        "at least so confident",
        "accuracy",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(found.groups.iter().map(|group| {
        vec![
            interval(Interval {
                low: group.lowest,
                high: group.highest,
            }),
            group.n.to_string(),
            three_digits(group.accuracy),
            interval(group.accuracy_interval),
            group.n_at_least.to_string(),
            three_digits(group.accuracy_at_least),
        ]
    }));
    let kind = match &found.kind {
        Some(kind) => format!(" ({})", visible(kind)),
        None => String::new(),
    };
    format!(
        "Accuracy by confidence{kind}, for {} that {} one\n{}",
        counted(u64::from(found.n), "answer"),
        one_or_many(u64::from(found.n), "has", "have"),
        aligned(&lines, 0)
    )
}

fn rouge(found: &Summarization) -> String {
    let stemmed = if found.stemmed { ", with stemming" } else { "" };
    let line = |name: &str, of: &RougeEstimates| {
        let values = [of.precision, of.recall, of.f1].map(estimate);
        [name.to_owned()].into_iter().chain(values).collect()
    };
    let lines: Vec<Vec<String>> = vec![
        ["", "precision", "recall", "F1"].map(str::to_owned).to_vec(),
        line("ROUGE-L", &found.rouge_l),
        line("ROUGE-Lsum", &found.rouge_lsum),
    ];
    format!("Mean ± standard error over the texts{stemmed}\n{}", aligned(&lines, 1))
}

fn paired_text(measured: &[(&Path, &Answers<'_>, &Report)], paired: &Paired) -> String {
    let columns: Vec<_> = (measured.iter())
        .map(|(path, answers, report)| {
            let mut lines = vec![("", visible(&path.to_string_lossy()).into_owned())];
            lines.extend(summary(answers, report));
            if let Report::Summaries(found) = report {
                lines.extend([
                    ("ROUGE-L F1", estimate(found.rouge_l.f1)),
                    ("ROUGE-Lsum F1", estimate(found.rouge_lsum.f1)),
                ]);
            }
            lines
        })
        .collect();
    let lines = (columns[0].iter().zip(&columns[1])).filter(|(one, other)| !(one.1.is_empty() && other.1.is_empty()));
    let lines: Vec<Vec<String>> = lines
        .map(|((name, one), (_, other))| vec![(*name).to_owned(), one.clone(), other.clone()])
        .collect();
    let mut text = aligned(&lines, 3);
    let measure = match paired.mcnemar {
        Some(_) => "accuracy",
        None => "ROUGE-L F1",
    };
    text += &format!(
        "\nOn the {} that both files answer: {measure} {} and {}, difference {}\n",
        counted(u64::from(paired.n), "text"),
        three_digits(paired.first),
        three_digits(paired.second),
        match paired.difference.standard_error {
            Some(standard_error) => format!("{:+.3} ± {standard_error:.3}", paired.difference.mean),
            None => format!("{:+.3}", paired.difference.mean),
        }
    );
    if let Some(test) = paired.mcnemar {
        text += &format!(
            "McNemar's exact test: only the first is right {}, only the second {}, p = {}\n",
            counted(u64::from(test.n_first_right), "time"),
            counted(u64::from(test.n_second_right), "time"),
            p_value(test.p_value)
        );
    }
    if paired.n_only_first + paired.n_only_second > 0 {
        text += &format!(
            "Not compared: {} that only the first file answers, {} that only the second answers\n",
            counted(u64::from(paired.n_only_first), "text"),
            paired.n_only_second
        );
    }
    text
}

fn three_digits(value: f64) -> String {
    format!("{value:.3}")
}

fn interval(Interval { low, high }: Interval) -> String {
    format!("{low:.3} to {high:.3}")
}

fn estimate(of: Estimate) -> String {
    match of.standard_error {
        Some(standard_error) => format!("{:.3} ± {standard_error:.3}", of.mean),
        None => three_digits(of.mean),
    }
}

fn p_value(p: f64) -> String {
    match p < 0.001 {
        true => format!("{p:.1e}"),
        false => three_digits(p),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_p_values_keep_their_size() {
        assert_eq!([0.25, 0.001, 0.00042].map(p_value), ["0.250", "0.001", "4.2e-4"]);
    }
}
