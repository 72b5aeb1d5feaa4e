//! Reads METIS graph files.

use std::path::Path;

use crate::error::CliError;
use crate::files::open;
use fastgas_graph::{CsrGraph, read_metis};

pub fn read_graph(path: &Path) -> Result<CsrGraph, CliError> {
    read_metis(open(path)?).map_err(CliError::of(path))
}
