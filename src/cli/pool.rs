//! The pool and its embeddings, as most commands begin.

use std::path::Path;

use crate::cli::args::{Encoding, Pool as Arguments};
use crate::cli::arrays;
use crate::cli::embedding::{self, Embedded};
use crate::cli::failure::Failure;
use crate::cli::files::{Output, read};
use crate::cli::reading::Reading;
use crate::cli::stages::Stages;
use crate::config::Method;
use crate::embed::Embeddings;
use crate::error::{ConfigError, GraphError, LoadError};
use crate::load::{Pool, check_ids, confidences, join, load};
use crate::progress::{Progress, Stage};
use crate::select::VOTE_K_FIRST;

/// The table, and the column of its texts. `left_out`: where `--leave-out` puts records.
pub fn read_pool(pool: &Arguments, left_out: Option<&Output>, stages: &mut Stages) -> Result<(Pool, usize), Failure> {
    let (table, text) = read_texts(&pool.pool, (&pool.reading, left_out), pool.texts(), stages)?;
    if let Some(id) = &pool.id {
        let column = table.column(id).map_err(Failure::of(&pool.pool))?;
        check_ids(&table, column).map_err(Failure::of(&pool.pool))?;
    }
    Ok((table, text))
}

/// Another table, written as the pool is, and the column of its texts.
pub fn read_table(path: &Path, pool: &Arguments, stages: &mut Stages) -> Result<(Pool, usize), Failure> {
    read_texts(path, (&pool.reading.beside(), None), pool.texts(), stages)
}

/// A table, and the column of its texts: that of a name, or one that a template joins, or the only one. With how it is read
/// comes where records that are left out are put.
pub fn read_texts(
    path: &Path,
    (reading, left_out): (&Reading, Option<&Output>),
    (text, template): (Option<&str>, Option<&str>),
    stages: &mut Stages,
) -> Result<(Pool, usize), Failure> {
    let progress = |done| Progress {
        stage: Stage::Load,
        done,
        total: 1,
    };
    stages.report(progress(0));
    let mut table = reading.read(path, left_out, stages)?;
    if let Some(template) = template {
        table = join(table, template).map_err(Failure::of(path))?;
    }
    let column = match (text.or(template), table.columns()) {
        (Some(name), _) => table.column(name),
        (None, [_]) => Ok(0),
        (None, columns) => Err(LoadError::WhichColumn {
            columns: columns.to_vec(),
        }),
    };
    let column = column.map_err(Failure::of(path))?;
    stages.report(progress(1));
    Ok((table, column))
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
    Ok(Embedded {
        embeddings: given_embeddings(table, given)?,
        from_cache: None,
    })
}

/// Embeddings that were made earlier, one for each row of a table.
pub fn given_embeddings(table: &Pool, path: &Path) -> Result<Embeddings, Failure> {
    let embeddings = arrays::read_embeddings(path)?;
    if embeddings.len() != table.len() {
        return Err(Failure::of(path)(GraphError::RowsDiffer {
            rows: embeddings.len() as u64,
            n_instances: table.len() as u64,
        }));
    }
    Ok(embeddings)
}

/// How sure a language model is of each instance of the pool, where there is a file that says so.
///
/// # Errors
/// [`ConfigError::NoConfidences`] where there is none and one of `selections`, each a method and its budget, needs it.
pub fn read_confidences(
    path: Option<&Path>,
    n_instances: usize,
    selections: impl IntoIterator<Item = (Method, u32)>,
) -> Result<Option<Vec<f32>>, Failure> {
    let Some(path) = path else {
        let needs_it = |(method, budget): (Method, u32)| method == Method::VoteK && budget > VOTE_K_FIRST;
        return match selections.into_iter().any(needs_it) {
            true => Err(ConfigError::NoConfidences { n_first: VOTE_K_FIRST }.into()),
            false => Ok(None),
        };
    };
    let table = load(&read(path)?).map_err(Failure::of(path))?;
    Ok(Some(confidences(&table, n_instances).map_err(Failure::of(path))?))
}
