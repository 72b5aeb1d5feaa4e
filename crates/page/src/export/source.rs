//! The data of an export, as it was when the user started the export.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::project::{Outcome, Project};
use fastgas_annotation::export::{ColumnOrder, Labeled};
use fastgas_annotation::label::{AnswerType, Labels, ResolvedLabels};
use fastgas_data::Pool;
use fastgas_select::Method;

/// An export reads a snapshot of the project, because the user may change labels during the export.
/// The snapshot shares the texts and the labels with the project, so that taking a snapshot is cheap.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportSource {
    pool: Arc<Pool>,
    outcome: Option<Arc<Outcome>>,
    picks: Vec<(u32, Option<u32>)>,
    own: Labels,
    resolved: Option<Arc<ResolvedLabels>>,
    text_column: usize,
    values: Vec<String>,
    answers: AnswerType,
    names: Vec<String>,
    method: Option<Method>,
    renamed: BTreeSet<u32>,
    times: BTreeMap<u32, u64>,
    tells_times: bool,
    order: ColumnOrder,
}

impl ExportSource {
    pub(crate) fn of(project: &Project, tells_times: bool, order: ColumnOrder) -> ExportSource {
        let Labeled {
            picks,
            text_column,
            values,
            answers,
            names,
            method,
            renamed,
            times,
            ..
        } = project.labeled();
        ExportSource {
            pool: project.source.pool.clone(),
            outcome: project.result.outcome.clone(),
            picks,
            own: project.annotations.history.labels().clone(),
            resolved: project.resolved().cloned(),
            text_column,
            values: values.to_vec(),
            answers,
            names: names.to_vec(),
            method,
            renamed,
            times,
            tells_times,
            order,
        }
    }

    pub fn labeled(&self) -> Labeled<'_> {
        let resolved = self.resolved.as_deref();
        Labeled {
            pool: &self.pool,
            picks: self.picks.clone(),
            partition: self.outcome.as_deref().map(|outcome| &outcome.partition),
            labels: resolved.map_or(&self.own, |resolved| &resolved.labels),
            text_column: self.text_column,
            values: &self.values,
            answers: self.answers,
            names: &self.names,
            method: self.method,
            renamed: self.renamed.clone(),
            resolved,
            times: self.times.clone(),
            tells_times: self.tells_times,
            order: self.order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;
    use fastgas_annotation::export::{ExportFormat, ExportRows, Exported};

    #[test]
    fn later_labels_are_not_exported() {
        let mut project = test_support::labeling(&[2, 0, 1], 4);
        project.annotations.history.give(2, Some("yes"), 1);
        let source = ExportSource::of(&project, false, ColumnOrder::default());
        project.annotations.history.give(2, Some("no"), 2);
        project.annotations.history.give(0, Some("no"), 3);
        let text = |labeled: Labeled<'_>| match labeled.write(ExportRows::Labeled, ExportFormat::Csv) {
            Exported::File(text) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(source.labeled().rows(), [(2, "yes".to_owned())]);
        assert_eq!(text(source.labeled()).lines().count(), 2);
        // No label was added after the second snapshot, so the snapshot and the project export the same text.
        let source = ExportSource::of(&project, false, ColumnOrder::default());
        assert_eq!(text(source.labeled()), text(project.labeled()));
    }
}
