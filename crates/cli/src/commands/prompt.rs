//! `fastgas prompt`: builds a prompt for a language model from labeled picks.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, ValueEnum};
use ndarray::ArrayView1;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::args::{Encoding, ModelArguments};
use crate::error::{CliError, UnusedFlag};
use crate::files::{Files, Output, read};
use crate::import_args::ImportArgs;
use crate::model::Model;
use crate::pool::{Texts, read_labels, read_texts};
use crate::progress::ProgressReporter;
use crate::stdout::print_line;
use crate::{embed_pool, model};
use fastgas_annotation::RetrieveError;
use fastgas_annotation::label::unify_label_sets;
use fastgas_annotation::retrieve::{
    BUILT_IN, BuiltIn, DEFAULT_SHOTS, Demonstrations, Pack, PackModel, Query, Retrieval, Template,
};
use fastgas_data::{LabelOrder, counted};
use fastgas_embedding::Embeddings;
use fastgas_encoder::TokenCounter;
use fastgas_graph::Device;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("asked").args(["query", "queries", "save_pack"]).required(true).multiple(true))]
pub struct Prompt {
    /// File with the pool of the labeled texts: CSV or TSV with a header line, JSON lines, or plain lines; `-` is stdin.
    ///
    /// Needs --labeled.
    #[arg(value_name = "POOL.csv", required_unless_present = "pack", requires = "labeled")]
    pub pool: Option<PathBuf>,
    /// Column that holds the texts [default: the only column].
    #[arg(long, value_name = "COLUMN", requires = "pool")]
    pub text: Option<String>,
    /// Template that joins several columns into one text, such as `{premise} … {hypothesis}`.
    #[arg(long, value_name = "TEMPLATE", requires = "pool", conflicts_with = "text")]
    pub text_template: Option<String>,
    #[command(flatten)]
    pub import: ImportArgs,
    /// Labeled picks, as exported by the page, in CSV, TSV, JSON lines, .xlsx or .parquet.
    ///
    /// The file has a column of labels and, optionally, the column `row` (row number in the pool, from 0).
    /// Without the column `row`, rows are matched by an identifier or by their texts.
    /// If several annotators gave different answers to a text, the text has no label.
    #[arg(long, value_name = "labeled.csv", requires = "pool")]
    pub labeled: Option<PathBuf>,
    /// Column of the --labeled file that holds the labels [default: the one that the page writes].
    #[arg(long, value_name = "COLUMN", requires = "labeled")]
    pub label: Option<String>,
    /// Few-shot pack that was saved earlier, instead of a pool and its labels.
    #[arg(long, value_name = "pack.json", conflicts_with_all = ["pool", "leave_out"])]
    pub pack: Option<PathBuf>,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Text for which to build the prompt.
    #[arg(long, value_name = "TEXT", conflicts_with = "queries")]
    pub query: Option<String>,
    /// Value of a further column that the template uses; needs --query; can be repeated, once per column.
    #[arg(long, value_name = "COLUMN=TEXT", value_parser = parse_cell, requires = "query")]
    pub set: Vec<(String, String)>,
    /// File of texts for which to build prompts, with the same column names; prints one line of chat messages for each.
    #[arg(long, value_name = "test.csv")]
    pub queries: Option<PathBuf>,
    #[command(flatten)]
    pub retrieval: RetrievalArgs,
    /// Maximum number of tokens of the prompt; the least similar demonstrations are left out until it fits.
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<usize>,
    /// Prompt template: a file with placeholders such as {text} and {label},
    /// or a built-in name [default: the pack's template, or classification].
    ///
    /// The built-in templates are classification, mrpc, sst-5, mnli, dbpedia, rte, hellaswag and xsum.
    #[arg(long, value_name = "FILE|NAME")]
    pub template: Option<PathBuf>,
    /// Print the prompt as chat messages in one line of JSON, instead of as text.
    #[arg(long)]
    pub chat: bool,
    /// The tokenizer.json of the language model, with which tokens are counted [default: the encoder's tokenizer].
    #[arg(long, value_name = "tokenizer.json")]
    pub tokenizer: Option<PathBuf>,
    /// Output file for a few-shot pack of labeled texts, embeddings and template.
    #[arg(long, value_name = "pack.json")]
    pub save_pack: Option<PathBuf>,
}

/// The arguments that determine how the demonstrations are chosen.
#[derive(Clone, Copy, Debug, Args)]
pub struct RetrievalArgs {
    /// Maximum number of demonstrations.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SHOTS)]
    pub shots: usize,
    /// How to choose the demonstrations.
    #[arg(
        long = "retrieval",
        value_name = "RETRIEVAL",
        value_enum,
        default_value_t = RetrievalName::Similar
    )]
    pub name: RetrievalName,
    /// Random seed of `--retrieval random`.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RetrievalName {
    /// Labeled texts most similar to the query, the most similar last.
    Similar,
    /// Labeled texts similar to the query but not to each other (maximal marginal relevance), the most similar last.
    Diverse,
    /// Labeled texts chosen at random.
    Random,
}

impl RetrievalName {
    pub fn of<'a>(self, query: ArrayView1<'a, f32>, labeled: &'a Embeddings) -> Retrieval<'a> {
        match self {
            RetrievalName::Diverse => Retrieval::Diverse { query, labeled },
            RetrievalName::Similar | RetrievalName::Random => Retrieval::Similar { query, labeled },
        }
    }
}

fn parse_cell(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((column, cell)) => Ok((column.into(), cell.into())),
        None => Err(format!("`{text}` has no `=`; give COLUMN=TEXT")),
    }
}

pub fn run(command: &Prompt, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let reads = [
        command.pool.as_deref(),
        command.labeled.as_deref(),
        command.pack.as_deref(),
        command.queries.as_deref(),
        command.template.as_deref().filter(|path| built_in(path).is_none()),
        command.tokenizer.as_deref(),
    ];
    let files = Files::read(&reads)?.and(model::files(&command.encoding.model));
    let mut files = files.printing(command.query.is_some() || command.queries.is_some());
    let saved = files.optional(command.save_pack.as_deref())?;
    let left_out = files.optional(command.import.leave_out.as_deref())?;
    let shown = demonstration_source(command, left_out.as_ref(), reporter)?;
    let queries = queries(command, shown.demonstrations(), reporter)?;
    let counter = (!queries.is_empty())
        .then(|| counter(command.tokenizer.as_deref(), &command.encoding.model))
        .transpose()?;
    let pack = shown.embedded(&command.encoding, reporter)?;
    if let Some(out) = &saved {
        out.write(|file| file.write_all(pack.write().as_bytes()))?;
    }
    let Some(counter) = counter else {
        return Ok(());
    };
    let RetrievalArgs { shots, name, seed } = command.retrieval;
    let vectors = match name {
        RetrievalName::Similar | RetrievalName::Diverse => {
            let texts: Vec<&str> = queries.iter().map(|query| query.text.as_str()).collect();
            Some(embed_pool::embed(&texts, &command.encoding, Device::Cpu, reporter)?.embeddings)
        }
        RetrievalName::Random => None,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut most, mut fewest) = (0, usize::MAX);
    for (index, query) in queries.iter().enumerate() {
        let retrieval = match &vectors {
            Some(vectors) => name.of(vectors.row(index), pack.embeddings()),
            None => Retrieval::Random(&mut rng),
        };
        let mut prompt = pack.demonstrations().prompt(query, retrieval, shots)?;
        let limit = command.max_tokens.unwrap_or(usize::MAX);
        most = most.max(prompt.fit(limit, |text| counter.count(text))?);
        fewest = fewest.min(prompt.shots.len());
        if command.chat || command.queries.is_some() {
            print_line(prompt.chat_line())?;
        } else {
            print_line(prompt.text())?;
        }
    }
    let whose = match &command.tokenizer {
        Some(path) => path.display().to_string(),
        None => "the encoder's tokenizer".into(),
    };
    let limit = match command.max_tokens {
        Some(limit) if most > limit => format!(", above the limit of {limit}"),
        _ => String::new(),
    };
    let prompts = described(queries.len(), fewest, most);
    let line = format!("{prompts} as counted by {whose}{limit}");
    match limit.is_empty() {
        true => reporter.print(&line),
        false => reporter.warn(&line),
    }
    Ok(())
}

/// Describes `n` prompts. `fewest` is the lowest number of demonstrations in a prompt.
/// `most` is the highest number of tokens in a prompt.
fn described(n: usize, fewest: usize, most: usize) -> String {
    let demonstrations = counted(fewest as u64, "demonstration");
    let tokens = counted(most as u64, "token");
    match n {
        1 => format!("{demonstrations}, {tokens}"),
        n => format!("{n} prompts with at least {demonstrations} and at most {tokens}"),
    }
}

/// Uses the encoder's tokenizer if the user gives no tokenizer.
pub fn counter(tokenizer: Option<&Path>, encoder: &ModelArguments) -> Result<TokenCounter, CliError> {
    match tokenizer {
        Some(path) => TokenCounter::new(&read(path)?).map_err(CliError::of(path)),
        None => Ok(TokenCounter::new(Model::read(encoder)?.tokenizer())?),
    }
}

enum DemonstrationSource {
    Pack(Pack),
    /// Labeled texts that are not embedded yet, the model for the embedding, and the row of each text in the pool.
    Labeled(Demonstrations, PackModel, Vec<u32>),
}

impl DemonstrationSource {
    fn demonstrations(&self) -> &Demonstrations {
        match self {
            DemonstrationSource::Pack(pack) => pack.demonstrations(),
            DemonstrationSource::Labeled(demonstrations, ..) => demonstrations,
        }
    }

    fn embedded(self, encoding: &Encoding, reporter: &mut ProgressReporter) -> Result<Pack, CliError> {
        match self {
            DemonstrationSource::Pack(pack) => Ok(pack),
            DemonstrationSource::Labeled(demonstrations, model, rows) => {
                let texts: Vec<&str> = demonstrations.texts().collect();
                let embedded = embed_pool::embed(&texts, encoding, Device::Cpu, reporter);
                let embeddings = embedded.map_err(|error| error.in_rows(&rows))?.embeddings;
                Ok(Pack::new(demonstrations, embeddings, model))
            }
        }
    }
}

fn demonstration_source(
    command: &Prompt,
    left_out: Option<&Output>,
    reporter: &mut ProgressReporter,
) -> Result<DemonstrationSource, CliError> {
    let template = command.template.as_deref().map(read_template).transpose()?;
    let model = Model::read(&command.encoding.model)?;
    let hash = model.hash().to_string();
    if let Some(path) = &command.pack {
        let pack = Pack::read(&read(path)?).map_err(CliError::of(path))?;
        if pack.model().hash != hash && command.retrieval.name != RetrievalName::Random {
            return Err(CliError::of(path)(RetrieveError::ModelsDiffer {
                pack: pack.model().name.clone(),
                query: model.name().into(),
            }));
        }
        return Ok(DemonstrationSource::Pack(match template {
            Some(template) => pack.with_template(template)?,
            None => pack,
        }));
    }
    let (Some(pool), Some(labeled)) = (&command.pool, &command.labeled) else {
        unreachable!("the arguments require each other");
    };
    let texts = (command.text.as_deref(), command.text_template.as_deref());
    let texts = read_texts(pool, (&command.import, left_out), texts, reporter)?;
    let mut rows = read_labels(&texts, None, (labeled, command.label.as_deref()), reporter)?;
    unify_label_sets(&mut rows, label_order(command.template.as_deref()));
    if rows.is_empty() {
        return Err(CliError::of(labeled)(RetrieveError::NoLabels));
    }
    let template = template.unwrap_or_else(|| BUILT_IN[0].template());
    let Texts { table, column, .. } = texts;
    let demonstrations = Demonstrations::new(&table, column, &rows, template).map_err(CliError::of(pool))?;
    let model = PackModel {
        name: model.name().into(),
        hash,
    };
    let rows = rows.into_iter().map(|(row, _)| row).collect();
    Ok(DemonstrationSource::Labeled(demonstrations, model, rows))
}

pub fn built_in(path: &Path) -> Option<&'static BuiltIn> {
    path.to_str().and_then(BuiltIn::named)
}

/// Whether the order of the labels in an answer matters, according to the `--template` argument.
/// The command `fastgas answer` also checks `--options` and `--free-text`. With these arguments, the order matters.
pub fn label_order(template: Option<&Path>) -> LabelOrder {
    template
        .and_then(built_in)
        .map_or(LabelOrder::Ignored, BuiltIn::label_order)
}

/// A built-in template takes precedence over a file with the same name.
pub fn read_template(path: &Path) -> Result<Template, CliError> {
    if let Some(built_in) = built_in(path) {
        return Ok(built_in.template());
    }
    let text = String::from_utf8(read(path)?);
    let text = text.map_err(|error| CliError::file(path)(io::Error::new(ErrorKind::InvalidData, error)))?;
    Template::read(&text).map_err(CliError::of(path))
}

fn queries(
    command: &Prompt,
    demonstrations: &Demonstrations,
    reporter: &mut ProgressReporter,
) -> Result<Vec<Query>, CliError> {
    // The template does not use the label column of the queries, even if the file has a label column.
    let asked = demonstrations.columns_asked();
    if let Some(text) = &command.query {
        return Ok(vec![Query {
            text: text.clone(),
            columns: cells(&command.set, &asked)?,
        }]);
    }
    let Some(path) = &command.queries else {
        return Ok(Vec::new());
    };
    let name = demonstrations.text_column();
    // A text column that was joined from several columns has the template as its name.
    let texts = if name.contains('{') {
        (None, Some(name))
    } else {
        (Some(name), None)
    };
    let Texts { table, column, .. } = read_texts(path, (&command.import.for_secondary_file(), None), texts, reporter)?;
    let columns = asked
        .into_iter()
        .map(|name| Ok((name, table.column(name).map_err(CliError::of(path))?)))
        .collect::<Result<Vec<_>, CliError>>()?;
    let query = |row| {
        let instance = table.instance(row);
        let cells = columns
            .iter()
            .map(|&(name, column)| (name.to_owned(), instance.cell(column).to_owned()));
        Query {
            text: instance.cell(column).to_owned(),
            columns: cells.collect::<BTreeMap<_, _>>(),
        }
    };
    Ok((0..table.len()).map(query).collect())
}

/// Returns the cells of one query by column name. `set` contains pairs of a column name and a cell.
/// `asked` contains the names of the columns that the prompt template uses.
///
/// # Errors
/// Fails if a column in `asked` has no cell in `set`.
/// Also fails if `set` contains a column that is not in `asked`, or contains a column twice.
fn cells(set: &[(String, String)], asked: &[&str]) -> Result<BTreeMap<String, String>, CliError> {
    let mut cells = BTreeMap::new();
    for (column, cell) in set {
        if !asked.contains(&column.as_str()) {
            return Err(CliError::UnusedFlag(UnusedFlag::Column {
                column: column.clone(),
                asked: asked.iter().map(|&name| name.to_owned()).collect(),
            }));
        }
        if cells.insert(column.clone(), cell.clone()).is_some() {
            return Err(CliError::UnusedFlag(UnusedFlag::Twice { column: column.clone() }));
        }
    }
    match asked.iter().find(|&&name| !cells.contains_key(name)) {
        Some(&name) => Err(RetrieveError::NoColumn { column: name.into() }.into()),
        None => Ok(cells),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_labels_matters_in_multiple_choice_and_summaries() {
        for (template, expected) in [
            (None, LabelOrder::Ignored),
            (Some("classification"), LabelOrder::Ignored),
            (Some("my-template.txt"), LabelOrder::Ignored),
            (Some("hellaswag"), LabelOrder::Significant),
            (Some("xsum"), LabelOrder::Significant),
        ] {
            assert_eq!(label_order(template.map(Path::new)), expected, "{template:?}");
        }
    }

    #[test]
    fn demonstrations_and_tokens_are_counted() {
        assert_eq!(described(1, 1, 30), "1 demonstration, 30 tokens");
        assert_eq!(described(1, 2, 1), "2 demonstrations, 1 token");
        assert_eq!(
            described(3, 1, 30),
            "3 prompts with at least 1 demonstration and at most 30 tokens"
        );
    }
}
