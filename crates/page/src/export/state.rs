//! Exports files and finds the cells in them that a spreadsheet would interpret as formulas.

use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::state::{Cmd, Context, Request};
use fastgas_annotation::export::{
    EscapeFormulas, ExportFormat, ExportRows, Exported, Formulas, Labeled, export_file_name,
};
use fastgas_platform::Preference;

/// Number of columns listed by name in the warning.
const MAX_LISTED_COLUMNS: usize = 5;

/// A warning about an export with cells that begin like formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaWarning {
    pub file_name: String,
    pub formulas: Formulas,
    /// Whether each of these cells was prefixed with an apostrophe.
    pub is_guarded: bool,
}

impl FormulaWarning {
    /// The text for the user.
    pub fn words(&self) -> String {
        let Formulas { cells, columns } = &self.formulas;
        let n_columns = columns.len();
        let named: Vec<_> = columns
            .iter()
            .take(MAX_LISTED_COLUMNS)
            .map(|name| isolated(name))
            .collect();
        let and_so_on = if columns.len() > MAX_LISTED_COLUMNS {
            ", …"
        } else {
            ""
        };
        let columns = format!("{}{and_so_on}", named.join(", "));
        let n = grouped(*cells as u64);
        match self.is_guarded {
            true => t!("export-formulas-guarded-status", n, n_columns, columns),
            false => t!("export-formulas-unguarded-advice", n, n_columns, columns),
        }
    }
}

/// Exports the file and records the formula warning. The feature has no separate state.
pub(crate) fn update(rows: ExportRows, format: ExportFormat, context: Context<'_>) -> Vec<Request> {
    let is_guarded = context.preferences.is_on(Preference::GuardFormulas);
    let tells_times = context.preferences.is_on(Preference::TellTimes);
    let Some(project) = context.project else {
        return Vec::new();
    };
    let labeled = Labeled {
        tells_times,
        ..project.labeled()
    };
    let file_name = export_file_name(&project.source.file_name, rows, format);
    let formulas = format.is_of_cells().then(|| labeled.formulas(rows));
    let guard = if is_guarded {
        EscapeFormulas::On
    } else {
        EscapeFormulas::Off
    };
    let exported = labeled.write_with(rows, format, guard);
    project.view.exported_formulas = formulas
        .filter(|formulas| formulas.cells > 0)
        .map(|formulas| FormulaWarning {
            file_name: file_name.clone(),
            formulas,
            is_guarded,
        });
    vec![Request::Perform(match exported {
        Exported::File(text) => Cmd::Download {
            file_name,
            media_type: format.media_type(),
            text,
        },
        Exported::Folder(files) => Cmd::DownloadFolder { file_name, files },
    })]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;
    use crate::state::AppState;
    use crate::state::request::context;
    use crate::test_support;

    #[test]
    fn export_requests_download_and_records_warning() {
        let mut state = test_support::state(1);
        let export = |state: &mut AppState| update(ExportRows::All, ExportFormat::Csv, context!(state, 1));
        assert_eq!(export(&mut state), [], "no project is open");
        let pool = test_support::pool(&["text"], &[&["=1+1"], &["a"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        let requests = export(&mut state);
        let [Request::Perform(Cmd::Download { media_type, text, .. })] = &requests[..] else {
            panic!("{requests:?}");
        };
        assert_eq!(*media_type, ExportFormat::Csv.media_type());
        assert!(text.contains("=1+1"), "{text}");
        let warning = |state: &AppState| {
            state
                .project
                .as_ref()
                .and_then(|project| project.view.exported_formulas.clone())
        };
        assert_eq!(warning(&state).map(|message| message.formulas.cells), Some(1));
        // A file without formulas replaces the warning.
        let pool = test_support::pool(&["text"], &[&["a"]]);
        *state.project = Some(Project::new("b.csv".into(), pool, 0, 0.0));
        assert_eq!(export(&mut state).len(), 1);
        assert_eq!(warning(&state), None);
    }

    #[test]
    fn warning_names_escaped_cells_or_possible_formulas() {
        let message = |cells, columns: &[&str], is_guarded| {
            let columns = columns.iter().map(|&name| name.to_owned()).collect();
            let formulas = Formulas { cells, columns };
            let file_name = "a.csv".into();
            let message = FormulaWarning {
                file_name,
                formulas,
                is_guarded,
            };
            message.words()
        };
        assert!(
            message(1, &["text"], true)
                .starts_with("1 cell now begins with an apostrophe so that no spreadsheet runs it")
        );
        let many = message(1200, &["a", "b", "c", "d", "e", "f"], false);
        assert!(
            many.starts_with("1,200 cells begin like a formula (columns a, b, c, d, e, …)"),
            "{many}"
        );
    }
}
