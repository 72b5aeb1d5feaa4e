//! The texts of a pool: the cells of one column, or several columns joined by a template.

use serde::{Deserialize, Serialize};

use super::json_path::JsonPath;
use super::pool::{Pool, PoolParts};
use super::template::{TemplatePart, TemplateSyntaxError, pieces};
use super::work::{CELL_WORK, checked_pool};
use crate::{LoadError, SizeReason, TemplateReason};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Source of the texts in a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextSource {
    /// The texts are in the column with the given name.
    Column(String),
    /// The texts are in several columns, which the given template joins.
    Joined(String),
}

/// Adds a column of texts that the template joins from several columns. The template is the name of the new column.
/// For each row, the cells of the row replace the placeholders of the template: `{premise} … {hypothesis}`.
/// A path such as `{data.text}` refers to a value inside a JSON object. A missing value becomes an empty text.
/// A pool that already has the column is returned unchanged. O(size of the pool).
///
/// # Errors
/// Returns [`LoadError::Template`] for a syntax error in the template.
/// Returns [`LoadError::NoColumn`] and [`LoadError::OtherColumn`] for a column that the pool does not have.
/// Returns [`LoadError::TooManyCells`] if the pool exceeds the size limit.
pub fn join(pool: Pool, template: &str) -> Result<Pool, LoadError> {
    match pool.columns().iter().any(|column| column == template) {
        true => Ok(pool),
        false => at_once(joined_in_slices(&pool, template, &mut Slices::whole())),
    }
}

/// Adds a column of joined texts as [`join`] does, but divides the work into slices.
/// The pool must not contain a column with the name of the template. The unit of work is about one byte of a cell.
///
/// # Errors
/// Returns [`Stopped`] if the caller stops the work. The inner errors are the errors from [`join`].
pub async fn joined_in_slices<P: Pause>(
    pool: &Pool,
    template: &str,
    slices: &mut Slices<P>,
) -> Result<Result<Pool, LoadError>, Stopped> {
    let pieces = match pieces(template, |_| Ok(())) {
        Ok(pieces) => pieces,
        Err(TemplateSyntaxError { line, letter, reason }) => {
            return Ok(Err(LoadError::Template { line, letter, reason }));
        }
    };
    let parts = match parts_of(pool, &pieces) {
        Ok(parts) => parts,
        Err(error) => return Ok(Err(error)),
    };
    let mut cells = String::new();
    let mut ends = Vec::with_capacity(pool.len() * (pool.columns().len() + 1));
    for instance in pool.instances() {
        let before = cells.len();
        for cell in instance.cells() {
            cells.push_str(cell);
            ends.push(cells.len() as u32);
        }
        for part in &parts {
            match part {
                Part::Words(words) => cells.push_str(words),
                Part::Column(column) => cells.push_str(instance.cell(*column)),
                Part::Nested(nested) => cells.push_str(&nested.text(instance)),
            }
        }
        let Ok(end) = u32::try_from(cells.len()) else {
            let reason = SizeReason::JoinedBytes { limit: u32::MAX.into() };
            return Ok(Err(LoadError::TooManyCells { reason }));
        };
        ends.push(end);
        slices.count(CELL_WORK + cells.len() - before).await?;
    }
    let columns = pool.columns().iter().cloned().chain([template.to_owned()]).collect();
    checked_pool(PoolParts::new(columns, cells, ends), slices).await
}

fn parts_of<'a>(pool: &Pool, pieces: &'a [TemplatePart]) -> Result<Vec<Part<'a>>, LoadError> {
    let mut parts = Vec::new();
    for piece in pieces {
        parts.push(match piece {
            TemplatePart::Words(words) => Part::Words(words),
            TemplatePart::Column(name) => match pool.column(name) {
                Ok(column) => Part::Column(column),
                Err(error) => Part::Nested(JsonPath::of(pool, name).ok_or(error)?),
            },
        });
    }
    if parts.iter().all(|part| matches!(part, Part::Words(_))) {
        return Err(LoadError::Template {
            line: 1,
            letter: 1,
            reason: TemplateReason::NoColumn,
        });
    }
    Ok(parts)
}

enum Part<'a> {
    Words(&'a str),
    Column(usize),
    Nested(JsonPath<'a>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    fn pool() -> Pool {
        load("premise,hypothesis,label\nIt rains.,It is wet.,yes\nA {b},\"c\nd\", \n".as_bytes()).expect("a table")
    }

    #[test]
    fn columns_are_joined_and_kept() {
        let template = "{premise} … {{{hypothesis}}}";
        let joined = join(pool(), template).expect("a template");
        assert_eq!(joined.columns(), ["premise", "hypothesis", "label", template]);
        let texts = joined.texts(3).expect("texts");
        assert_eq!(texts, ["It rains. … {It is wet.}", "A {b} … {c\nd}"]);
        assert_eq!(joined.instance(1).cell(1), "c\nd");
        assert_eq!(
            join(joined.clone(), template),
            Ok(joined),
            "joining again changes nothing"
        );
    }

    #[test]
    fn invalid_template_is_refused() {
        for (template, words) in [
            (
                "{premise} … {reason}",
                "there is no column `reason`; the columns are `premise`, `hypothesis`, `label`",
            ),
            (
                "{premise",
                "line 1, letter 1 of the template: a `{` is unpaired; to write the character itself, double it",
            ),
            ("a\n{}", "line 2, letter 1 of the template: `{}` names no column"),
            (
                "only words",
                "line 1, letter 1 of the template: it contains no column name, such as `{text}`",
            ),
        ] {
            assert_eq!(join(pool(), template).expect_err(template).to_string(), words);
        }
    }
}
