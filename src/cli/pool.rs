//! The pool and its embeddings, as most commands begin.

use std::fs;
use std::path::Path;

use crate::cli::args::{Encoding, Pool as Arguments};
use crate::cli::arrays;
use crate::cli::embedding::{self, Embedded};
use crate::cli::failure::Failure;
use crate::cli::stages::Stages;
use crate::error::GraphError;
use crate::load::{Pool, confidences, load};
use crate::progress::{Progress, Stage};

/// The table, and the column of its texts.
pub fn read_pool(pool: &Arguments, stages: &mut Stages) -> Result<(Pool, usize), Failure> {
    read_table(&pool.pool, &pool.text, stages)
}

/// Another table with a column of texts.
pub fn read_table(path: &Path, text: &str, stages: &mut Stages) -> Result<(Pool, usize), Failure> {
    stages.report(Progress {
        stage: Stage::Load,
        done: 0,
        total: 1,
    });
    let table = load(&read(path)?).map_err(Failure::of(path))?;
    let column = table.column(text).map_err(Failure::of(path))?;
    stages.report(Progress {
        stage: Stage::Load,
        done: 1,
        total: 1,
    });
    Ok((table, column))
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(Failure::file(path))
}

/// The embeddings of a table's texts: those in the file `given`, or else made now.
pub fn embed(
    (table, column, path): (&Pool, usize, &Path),
    given: Option<&Path>,
    encoding: &Encoding,
    stages: &mut Stages,
) -> Result<Embedded, Failure> {
    let Some(given) = given else {
        let texts = table.texts(column).map_err(Failure::of(path))?;
        return embedding::embed(&texts, encoding, stages);
    };
    let embeddings = arrays::read_embeddings(given)?;
    if embeddings.len() != table.len() {
        return Err(Failure::of(given)(GraphError::RowsDiffer {
            rows: embeddings.len() as u64,
            n_instances: table.len() as u64,
        }));
    }
    Ok(Embedded {
        embeddings,
        from_cache: None,
    })
}

/// How sure a language model is of each instance of the pool, where there is a file that says so.
pub fn read_confidences(path: Option<&Path>, n_instances: usize) -> Result<Option<Vec<f32>>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let table = load(&read(path)?).map_err(Failure::of(path))?;
    Ok(Some(confidences(&table, n_instances).map_err(Failure::of(path))?))
}
