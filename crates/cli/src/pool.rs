//! Reads the pool and the embeddings of the pool, which most commands need first.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ndarray::Array2;

use crate::args::{Encoding, GivenEmbeddings, MissingConfidencesName, Pool as Arguments};
use crate::embed_pool::{self, EmbeddedTexts, EstimateRest};
use crate::error::CliError;
use crate::files::{Output, is_dash, read};
use crate::import_args::{ImportArgs, MAX_UNPACKED_BYTES};
use crate::npy;
use crate::progress::ProgressReporter;
use crate::threads::ThreadWorkers;
use fastgas_annotation::export::{ReadBack, read_labeled, read_picks};
use fastgas_annotation::label::{ConfusableLabels, LabelDifference, confusable_labels};
use fastgas_data::LoadError;
use fastgas_data::{
    Instance, LabelCell, Loaded, Pool, RejectedRow, TableChoice, TextSource, VectorRows, Verdict, check_ids,
    confidences, counted, input_columns, join, likely_text, listed_items, load, one_or_many, row_verdicts, vectors,
    visible_name,
};
use fastgas_embedding::Embeddings;
use fastgas_embedding::npy::rows_of_pool;
use fastgas_graph::Device;
use fastgas_progress::{OneWorker, Progress, Stage, Workers};
use fastgas_select::ConfigError;
use fastgas_select::Method;
use fastgas_select::VOTE_K_FIRST;
use fastgas_tables::{Bytes, Input, open, vector_rows};

pub struct Texts {
    pub table: Pool,
    pub column: usize,
    /// Records of the file that are not rows of the table.
    pub left_out: Vec<RejectedRow>,
}

/// The records that `--leave-out` removes are written to `left_out`.
pub fn read_pool(
    pool: &Arguments,
    left_out: Option<&Output>,
    reporter: &mut ProgressReporter,
) -> Result<Texts, CliError> {
    let texts = read_texts(&pool.pool, (&pool.import, left_out), pool.texts(), reporter)?;
    if let Some(id) = &pool.id {
        let column = texts.table.column(id).map_err(CliError::of(&pool.pool))?;
        check_ids(&texts.table, column).map_err(CliError::of(&pool.pool))?;
    }
    Ok(texts)
}

/// Reads another file with the same columns as the pool, such as a file of test texts.
pub fn read_table(path: &Path, pool: &Arguments, reporter: &mut ProgressReporter) -> Result<Texts, CliError> {
    read_texts(path, (&pool.import.for_secondary_file(), None), pool.texts(), reporter)
}

/// Reads the texts from the column with the given name, from the columns that the template joins, or from the only column.
/// If neither is given and the only column contains JSON, such as chats, the texts inside each cell are joined.
pub fn read_texts(
    path: &Path,
    (import, left_out): (&ImportArgs, Option<&Output>),
    (text, template): (Option<&str>, Option<&str>),
    reporter: &mut ProgressReporter,
) -> Result<Texts, CliError> {
    let progress = |done| Progress {
        stage: Stage::Load,
        done,
        total: 1,
    };
    reporter.report(progress(0));
    let Loaded { pool: mut table, found } = import.read(path, left_out, reporter)?;
    let likely = match (text, template, table.columns()) {
        (None, None, [_]) => Some(likely_text(&table)),
        _ => None,
    };
    let likely = match &likely {
        Some(TextSource::Joined(likely)) => {
            reporter.warn(&format!(
                "{}: the texts are joined as {likely}; use --text-template to join them differently",
                path.display()
            ));
            Some(likely.as_str())
        }
        Some(TextSource::Column(_)) | None => None,
    };
    let template = template.or(likely);
    if let Some(template) = template {
        table = join(table, template).map_err(CliError::of(path))?;
    }
    let column = match (text.or(template), table.columns()) {
        (Some(name), _) => table.column(name),
        (None, [_]) => Ok(0),
        (None, columns) => Err(LoadError::WhichColumn {
            columns: columns.to_vec(),
        }),
    };
    let column = column.map_err(CliError::of(path))?;
    reporter.report(progress(1));
    Ok(Texts {
        table,
        column,
        left_out: found.left_out,
    })
}

/// Reads the embeddings from the file or column that the user gives, or computes the embeddings.
pub fn embed(
    source: (&Texts, &Path),
    given: Option<GivenEmbeddings<'_>>,
    encoding: &Encoding,
    device: Device,
    reporter: &mut ProgressReporter,
) -> Result<EmbeddedTexts, CliError> {
    embed_and_estimate(source, given, encoding, device, None, reporter)
}

/// Like [`embed`], but prints the estimated duration of the whole run before it embeds many texts on the CPU.
pub fn embed_and_estimate(
    (texts, path): (&Texts, &Path),
    given: Option<GivenEmbeddings<'_>>,
    encoding: &Encoding,
    device: Device,
    rest: Option<EstimateRest<'_>>,
    reporter: &mut ProgressReporter,
) -> Result<EmbeddedTexts, CliError> {
    let embeddings = match given {
        None => {
            let texts = texts.table.texts(texts.column).map_err(CliError::of(path))?;
            return embed_pool::embed_and_estimate(&texts, encoding, device, rest, reporter);
        }
        Some(GivenEmbeddings::File(given)) => {
            read_embeddings(texts, given, &ThreadWorkers::new(encoding.threads), reporter)?
        }
        Some(GivenEmbeddings::Column(name)) => {
            let column = texts.table.column(name).map_err(CliError::of(path))?;
            let given = floats_of_column(path, name, texts.table.len())?;
            let numbers = given.map_or_else(|| vectors(&texts.table, column), |given| given.into_vec(name));
            let (numbers, dimension) = numbers.map_err(CliError::of(path))?;
            let rows = Array2::from_shape_vec((texts.table.len(), dimension), numbers).map_err(io::Error::other);
            let workers = ThreadWorkers::new(encoding.threads);
            Embeddings::normalized_by(rows.map_err(CliError::file(path))?, &workers).map_err(CliError::of(path))?
        }
    };
    Ok(EmbeddedTexts {
        embeddings,
        from_cache: None,
        is_estimated: false,
    })
}

struct DiskFile {
    file: File,
    bytes: u64,
}

impl Input for DiskFile {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read(&self, range: Range<u64>) -> io::Result<Bytes> {
        let [start, end] = [range.start, range.end].map(|place| place.min(self.bytes));
        let mut bytes = vec![0; end.saturating_sub(start) as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        Ok(Bytes::from(bytes))
    }
}

/// Reads the lists of floats in the column `name`, if the file at `path` is a Parquet file with `n_rows` rows.
/// Returns `None` for every other file. The caller then reads the lists from the text of the table.
/// Also returns `None` if the file cannot be read twice, such as a pipe.
fn floats_of_column(path: &Path, name: &str, n_rows: usize) -> Result<Option<VectorRows>, CliError> {
    if is_dash(path) || !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(None);
    }
    let file = File::open(path).map_err(CliError::file(path))?;
    let bytes = file.metadata().map_err(CliError::file(path))?.len();
    let given = vector_rows(Arc::new(DiskFile { file, bytes }), name, MAX_UNPACKED_BYTES);
    let given = given.map_err(CliError::of(path))?;
    Ok(given.filter(|given| given.len() == n_rows as u64))
}

/// Reads the embeddings of the texts from the .npy file at `path`, with one row per text.
/// If records were left out of the table, the .npy file may instead have one row per record of the text file.
pub fn given_embeddings(texts: &Texts, path: &Path, reporter: &ProgressReporter) -> Result<Embeddings, CliError> {
    read_embeddings(texts, path, &OneWorker, reporter)
}

fn read_embeddings(
    texts: &Texts,
    path: &Path,
    workers: &dyn Workers,
    reporter: &ProgressReporter,
) -> Result<Embeddings, CliError> {
    let n = texts.table.len();
    let requested = |rows| rows_of_pool(rows, n as u64, &texts.left_out);
    let (embeddings, rows) = npy::read_embeddings_of(path, workers, requested)?;
    if rows > n {
        reporter.warn(&format!(
            "{}: embeddings of left-out records, which are not used: {}",
            path.display(),
            rows - n
        ));
    }
    Ok(embeddings)
}

fn read_as_text(path: &Path) -> Result<Vec<u8>, CliError> {
    let name = path.to_string_lossy();
    let table = open(read(path)?, &name, &TableChoice::default(), MAX_UNPACKED_BYTES);
    Ok(table.map_err(CliError::of(path))?.bytes)
}

pub fn read_rows(pool: &Pool, path: &Path, reporter: &ProgressReporter) -> Result<Vec<u32>, CliError> {
    let picks = read_picks(pool, &read_as_text(path)?).map_err(CliError::of(path))?;
    Ok(report_notes(picks, path, reporter))
}

/// Prints the number of empty texts, and which of `methods` may pick them.
pub fn report_blank(n_blank: usize, methods: &[Method], reporter: &ProgressReporter) {
    if n_blank > 0 {
        reporter.warn(&format!("empty texts, {}: {n_blank}", blank_picked_by(methods)));
    }
}

fn blank_picked_by(methods: &[Method]) -> String {
    let may_pick: Vec<&str> = methods
        .iter()
        .filter(|method| !method.extends())
        .map(|method| method.name())
        .collect();
    match (&may_pick[..], methods) {
        ([], _) => "which are not picked".into(),
        (_, [_]) => "which this method may pick".into(),
        (names, _) => format!("which only these methods may pick ({})", names.join(", ")),
    }
}

/// Reads the labels of pool texts from the file at `path`.
/// `id` is the name of the pool's id column, and `label` the name of the file's label column.
pub fn read_labels(
    Texts { table, column, .. }: &Texts,
    id: Option<&str>,
    (path, label): (&Path, Option<&str>),
    reporter: &ProgressReporter,
) -> Result<Vec<(u32, String)>, CliError> {
    let id = id.and_then(|id| table.columns().iter().position(|name| name == id));
    let labeled = read_labeled((table, *column, id), &read_as_text(path)?, label).map_err(CliError::of(path))?;
    let labeled = report_notes(labeled, path, reporter);
    let labels = || labeled.iter().map(|(_, label)| label.as_str());
    match LabelCell::likely(labels()) {
        LabelCell::List => reporter.warn(&format!(
            "{}: the labels are JSON of an annotation tool, so that each whole cell counts as one label; give a column that \
             contains only the names of labels",
            path.display()
        )),
        // Exports of this program join the labels of a text with semicolons.
        per_cell @ LabelCell::Separated(separator) if per_cell != LabelCell::between(";") => {
            let form = format!("`{}` seems to separate labels", separator.as_str().escape_default());
            if let Some(words) = labels_if_separated(&form, per_cell, labels()) {
                reporter.warn(&format!("{}: {words}", path.display()));
            }
        }
        LabelCell::One | LabelCell::Separated(_) => {}
    }
    if let Some(words) = similar_labels(labels()) {
        reporter.warn(&format!("{}: {words}", path.display()));
    }
    Ok(labeled)
}

/// Returns a warning if two of the labels are easily confused, such as `Praise` and `praise`.
/// Blank labels and outer whitespace are ignored.
pub fn similar_labels<'a>(labels: impl Iterator<Item = &'a str>) -> Option<String> {
    let names: BTreeSet<&str> = labels.map(str::trim).filter(|label| !label.is_empty()).collect();
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let ConfusableLabels {
        first,
        second,
        difference,
    } = confusable_labels(&names)?;
    let differ = match difference {
        LabelDifference::Appearance => "invisible or equivalent characters",
        LabelDifference::Case => "upper and lower case",
        LabelDifference::Zeros => "zeros after the decimal point",
    };
    Some(format!(
        "the labels `{}` and `{}` differ only in {differ}, but count as two labels; if they are the same label, write them \
         alike in the file",
        visible_name(&first),
        visible_name(&second)
    ))
}

/// Returns a warning if the cells of a column seem to contain several labels each, or JSON.
/// The warning describes the format and lists the separated labels.
pub fn suggested_labels(table: &Pool, column: usize) -> Option<String> {
    let cells = || table.instances().map(|row| row.cell(column));
    let per_cell = LabelCell::likely(cells());
    let name = &table.columns()[column];
    let form = match per_cell {
        LabelCell::One => return None,
        LabelCell::Separated(separator) => {
            let separator = separator.as_str().escape_default();
            format!("`{separator}` seems to separate labels in column `{name}`")
        }
        LabelCell::List => format!("column `{name}` contains labels as JSON"),
    };
    labels_if_separated(&form, per_cell, cells())
}

/// Returns `None` if there are too many different labels.
fn labels_if_separated<'a>(form: &str, per_cell: LabelCell, cells: impl Iterator<Item = &'a str>) -> Option<String> {
    let labels = per_cell.count(cells.map(|cell| (cell, 1)))?;
    let named: Vec<String> = labels.iter().map(|(label, n)| format!("{label} ({n})")).collect();
    Some(format!(
        "{form}, but each whole cell counts as one label here; if separated, there {} {}: {}",
        one_or_many(labels.len() as u64, "is", "are"),
        counted(labels.len() as u64, "label"),
        listed_items(&named)
    ))
}

/// Rows with labels that are not true labels, because the labels were rejected, ignored or canceled.
pub struct RejectedLabels {
    pub rows: Vec<u32>,
    /// Names of the columns that state that the labels are not true labels.
    pub columns: String,
}

/// Finds rows whose label in the `label` column was rejected, ignored or canceled according to another column.
/// Rows without a label are ignored. Returns `None` if all labels are true labels.
/// `text` is the column of the texts, if known.
pub fn rejected_labels(table: &Pool, text: Option<usize>, label: usize) -> Option<RejectedLabels> {
    let inputs = input_columns(table, label);
    let is_of_text = |other: usize| Some(other) == text || inputs.contains(&other);
    let verdicts = row_verdicts(table, label, is_of_text)?;
    let rows = table.instances().zip(&verdicts.of_rows);
    let is_rejected =
        |(row, verdict): &(Instance<'_>, &Verdict)| verdict.excludes_labels() && !row.cell(label).trim().is_empty();
    let rows: Vec<u32> = rows.filter(is_rejected).map(|(row, _)| row.row() as u32).collect();
    let columns = verdicts.columns.join(", ");
    (!rows.is_empty()).then_some(RejectedLabels { rows, columns })
}

pub fn rejected_message(columns: &str, n: usize) -> String {
    format!(
        "labels that are rejected, ignored or canceled according to column {}, so that they are not compared with the \
         answers: {n}",
        visible_name(columns)
    )
}

fn report_notes<T>(read: ReadBack<T>, path: &Path, reporter: &ProgressReporter) -> Vec<T> {
    for note in &read.notes {
        reporter.warn(&format!("{}: {note}", path.display()));
    }
    read.rows
}

/// Returns one confidence for each instance of the pool, if the user gives a file of confidences.
///
/// # Errors
/// Returns [`ConfigError::NoConfidences`] if no file is given and one of `selections` needs confidences.
/// A selection is a method and its budget.
pub fn read_confidences(
    path: Option<&Path>,
    missing: MissingConfidencesName,
    n_instances: usize,
    selections: impl IntoIterator<Item = (Method, u32)>,
) -> Result<Option<Vec<f32>>, CliError> {
    let Some(path) = path else {
        let needs_it = |(method, budget): (Method, u32)| method == Method::VoteK && budget > VOTE_K_FIRST;
        return match selections.into_iter().any(needs_it) {
            true => Err(ConfigError::NoConfidences { n_first: VOTE_K_FIRST }.into()),
            false => Ok(None),
        };
    };
    let table = load(&read_as_text(path)?).map_err(CliError::of(path))?;
    let confidences = confidences(&table, n_instances, missing.into());
    Ok(Some(confidences.map_err(CliError::of(path))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_about_empty_texts_names_the_methods_that_may_pick_them() {
        let (fastgas, k_means) = (Method::Fastgas, Method::KMeans);
        assert_eq!(blank_picked_by(&[fastgas, Method::Random]), "which are not picked");
        assert_eq!(blank_picked_by(&[k_means]), "which this method may pick");
        assert_eq!(
            blank_picked_by(&[fastgas, k_means, Method::Typical]),
            "which only these methods may pick (k-means, typical)"
        );
    }
}
