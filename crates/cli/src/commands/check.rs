//! `fastgas check`: reads a file of texts and shows how the file is interpreted.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::error::CliError;
use crate::files::Files;
use crate::import_args::ImportArgs;
use crate::progress::ProgressReporter;
use crate::stdout::{print_line, print_shown};
use crate::table::aligned;
use fastgas_data::{Loaded, Pool, visible_name};

/// Maximum number of characters of a cell in the output. Longer cells are cut.
const MAX_CHARS: usize = 50;

#[derive(Debug, Args)]
pub struct Check {
    /// File with the texts: CSV or TSV, JSON lines, or plain lines, in any encoding;
    /// a workbook (.xlsx, .xls, .ods); or Parquet.
    /// Also compressed (.gz, .zst, .bz2) or in a ZIP archive; `-` is stdin.
    #[arg(value_name = "POOL.csv")]
    pub file: PathBuf,
    /// Print one line of JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub import: ImportArgs,
}

pub fn run(command: &Check, reporter: &ProgressReporter) -> Result<(), CliError> {
    let mut files = Files::read(&[Some(command.file.as_path())])?.printing(true);
    let left_out = files.optional(command.import.leave_out.as_deref())?;
    let Loaded { pool, found } = command.import.read(&command.file, left_out.as_ref(), reporter)?;
    if command.json {
        return print_line(json!({
            "rows": pool.len(),
            "format": found.format.name(),
            "encoding": found.encoding,
            "columns": pool.columns(),
            "vectors": found.vectors,
        }));
    }
    let mut text = format!(
        "rows: {}\nread as: {}, {}\n\n",
        pool.len(),
        found.format.name(),
        found.encoding
    );
    text += &columns(&pool);
    print_shown(&text)
}

fn columns(pool: &Pool) -> String {
    let mut lines = vec![["column", "first cell"].map(str::to_owned).to_vec()];
    for (column, name) in pool.columns().iter().enumerate() {
        let mut cells = pool.instances().map(|instance| instance.cell(column));
        let first = cells.find(|cell| !cell.trim().is_empty()).unwrap_or_default();
        let shown = match first.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => format!("{}…", &first[..end]),
            None => first.to_owned(),
        };
        lines.push(vec![visible_name(name).into_owned(), visible_name(&shown).into_owned()]);
    }
    aligned(&lines, 2)
}
