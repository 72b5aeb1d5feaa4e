//! Lists the columns that an export adds, without writing a file.

use fastgas_data::EscapeFormulas;
use fastgas_progress::{Pause, Slices, Stopped};

use super::columns::{ALWAYS_ADDED, AddedColumn};
use super::json_lines::has_lists;
use super::lines::Lines;
use super::record::Labeled;

impl Labeled<'_> {
    /// The columns that an export of all rows adds, each with its name in the file.
    /// The columns have the same order as in exported tables and JSON Lines files.
    /// An export of fewer rows lacks the optional columns that have no value in these rows.
    /// The time is O(rows with an annotation × annotators).
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn added_columns<P: Pause>(
        &self,
        guard: EscapeFormulas,
        slices: &mut Slices<P>,
    ) -> Result<Vec<(AddedColumn, String)>, Stopped> {
        let lines = Lines::annotated(self, slices).await?;
        let survey = lines.survey(slices).await?;
        let mut columns = survey.columns(has_lists(self, &survey));
        if guard == EscapeFormulas::On {
            columns.insert(ALWAYS_ADDED.len(), AddedColumn::EscapedCells);
        }
        let input = self.pool.columns();
        let named = columns.into_iter().map(|column| {
            let name = column.name_in_file(input);
            (column, name)
        });
        Ok(named.collect())
    }
}
