//! Imports the labels of a column into a copy of the project's log, in slices.
//! Until the import is complete, the project does not change.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::map::PtrEq;
use crate::project::Project;
use fastgas_annotation::label::History;
use fastgas_data::{LabelCell, Pool, existing_labels};
use fastgas_progress::{Pause, Slices, Stopped};

/// Estimated work for importing one row, as [`Slices`] counts it. One unit of work processes about one byte of text.
const ROW_WORK: usize = 256;

#[derive(Clone, Debug, PartialEq)]
pub struct ColumnImport {
    pub(crate) pool: PtrEq<Pool>,
    pub(crate) column: usize,
    pub(crate) per_cell: LabelCell,
    /// Number of changes to the project when the import began. After later changes, the labels are imported again.
    n_changes: usize,
    annotator: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ColumnLabels {
    pub(crate) column: usize,
    pub(crate) per_cell: LabelCell,
    pub(crate) history: History,
    /// The distinct labels in the log, in the order they first occur in the rows.
    pub(crate) names: Vec<String>,
    pub(crate) has_several: bool,
}

impl ColumnImport {
    pub(crate) fn of(project: &Project, column: usize, per_cell: LabelCell) -> ColumnImport {
        ColumnImport {
            pool: PtrEq(project.source.pool.clone()),
            column,
            per_cell,
            n_changes: project.n_changes(),
            annotator: project.annotations.annotator.clone(),
        }
    }

    pub(crate) fn concerns(&self, project: &Project) -> bool {
        Arc::ptr_eq(&self.pool.0, &project.source.pool)
    }
}

impl ColumnLabels {
    /// Imports the labels of a column in slices. The result does not depend on the size of the slices.
    pub(crate) async fn import<P: Pause>(
        pool: &Pool,
        (column, per_cell): (usize, LabelCell),
        (mut history, at_ms): (History, u64),
        slices: &mut Slices<P>,
    ) -> Result<ColumnLabels, Stopped> {
        let (mut labels, mut has_several) = (Vec::new(), false);
        // All cells have the format `per_cell`, because the reader rejects a file with any other cell.
        for (row, of_row) in existing_labels(pool, column, per_cell).flatten() {
            has_several |= of_row.len() > 1;
            labels.push((row, of_row));
            slices.count(ROW_WORK).await?;
        }
        let name = &pool.columns()[column];
        history.import_in_slices(labels, (name, at_ms), slices).await?;
        let (mut known, mut names) = (BTreeSet::new(), Vec::new());
        for (_, label) in history.labels().iter() {
            if !known.contains(label) {
                known.insert(label.to_owned());
                names.push(label.to_owned());
            }
            slices.count(ROW_WORK).await?;
        }
        Ok(ColumnLabels {
            column,
            per_cell,
            history,
            names,
            has_several,
        })
    }
}
