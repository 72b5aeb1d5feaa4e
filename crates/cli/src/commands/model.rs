//! `fastgas model`: reports the properties and the speed of a model.

use std::fmt::Write;

use clap::Args;
use serde_json::json;

use crate::args::ModelArguments;
use crate::error::CliError;
use crate::model;
use crate::stdout::{print_line, print_shown};
use fastgas_data::counted;
use fastgas_embedding::{EncoderReport, Pooling};

#[derive(Debug, Args)]
pub struct Model {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

pub fn run(command: &Model) -> Result<(), CliError> {
    let model = model::Model::read(&command.model)?;
    let report = model.open()?.report()?;
    if command.json {
        print_line(format_args!("{:#}", json!(report)))
    } else {
        print_shown(&lines(model.name(), &report))
    }
}

fn lines(name: &str, report: &EncoderReport) -> String {
    let config = &report.config;
    let count = |n: usize, one: &str| counted(n as u64, one);
    let mut lines = String::new();
    let mut line = |what: &str, text: String| writeln!(lines, "{what:<12} {text}").expect("a string grows");
    line("model", name.into());
    let table = if report.has_int4_table {
        "; token table int4 in blocks"
    } else {
        ""
    };
    line(
        "file",
        format!("{:.1} MB, {}{table}", report.bytes as f64 / 1e6, report.weights),
    );
    let pooling = match (report.is_pooled_by_model, config.pooling) {
        (true, _) => "pooled by the model itself",
        (false, Pooling::Mean) => "mean of the token vectors",
        (false, Pooling::Cls) => "vector of the first token",
        (false, Pooling::Max) => "maximum of the token vectors",
    };
    let dimensions = config.dimensions.unwrap_or_default();
    line(
        "vectors",
        format!("{}, {pooling}, scaled to unit length", count(dimensions, "dimension")),
    );
    let longest = config.max_length.unwrap_or_default();
    line("reads", format!("the first {} of each text", count(longest, "token")));
    if let Some(vocabulary) = report.vocabulary {
        line("vocabulary", count(vocabulary, "token"));
    }
    for (what, text) in [("instruction", &config.instruction), ("prefix", &config.prefix)] {
        if !text.is_empty() {
            line(what, format!("`{text}`"));
        }
    }
    line(
        "fast",
        format!(
            "{}, {}, {}",
            count(report.linear_layers, "linear layer"),
            count(report.attentions, "attention layer"),
            count(report.norms, "normalization")
        ),
    );
    let slow: Vec<String> = report
        .slow_operators
        .iter()
        .map(|(operator, count)| format!("{count} {operator}"))
        .collect();
    line(
        "slow",
        if slow.is_empty() {
            "none".into()
        } else {
            slow.join(", ")
        },
    );
    line(
        "rounding",
        if report.operators_left.is_empty() {
            "the same on every machine".into()
        } else {
            let mut left = report.operators_left.clone();
            left.dedup();
            format!("may differ between machines for {}", left.join(", "))
        },
    );
    line(
        "speed",
        format!(
            "about {:.0} short texts per second on one thread",
            report.texts_per_second
        ),
    );
    lines
}
