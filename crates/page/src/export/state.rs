//! Exports files and finds the cells in them that a spreadsheet would interpret as formulas.

use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, say};
use crate::state::{AppState, Effect};
use fastgas_annotation::export::{ExportFormat, ExportRows, Exported, Formulas, Guard, Labeled, export_file_name};
use fastgas_platform::Choice;

/// Number of columns listed by name in the warning.
const NAMED: usize = 5;

/// A warning about an export with cells that begin like formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub file_name: String,
    pub formulas: Formulas,
    /// Whether each of these cells was prefixed with an apostrophe.
    pub is_guarded: bool,
}

impl Told {
    /// The text for the user.
    pub fn words(&self) -> String {
        let Formulas { cells, columns } = &self.formulas;
        let n_columns = columns.len();
        let named: Vec<_> = columns.iter().take(NAMED).map(|name| isolated(name)).collect();
        let and_so_on = if columns.len() > NAMED { ", …" } else { "" };
        let columns = format!("{}{and_so_on}", named.join(", "));
        let n = grouped(*cells as u64);
        match self.is_guarded {
            true => say!("export-formulas-guarded-status", n, n_columns, columns),
            false => say!("export-formulas-unguarded-advice", n, n_columns, columns),
        }
    }
}

impl AppState {
    /// Exports the file and records the formula warning.
    pub(crate) fn export(&mut self, rows: ExportRows, format: ExportFormat) -> Vec<Effect> {
        let is_guarded = self.preferences.is_on(Choice::GuardFormulas);
        let tells_times = self.preferences.is_on(Choice::TellTimes);
        let Some(open) = self.project.get_mut() else {
            return Vec::new();
        };
        let labeled = Labeled {
            tells_times,
            ..open.labeled()
        };
        let file_name = export_file_name(&open.source.file_name, rows, format);
        let formulas = format.is_of_cells().then(|| labeled.formulas(rows));
        let guard = if is_guarded { Guard::On } else { Guard::Off };
        let exported = labeled.write_with(rows, format, guard);
        open.view.exported_formulas = formulas.filter(|formulas| formulas.cells > 0).map(|formulas| Told {
            file_name: file_name.clone(),
            formulas,
            is_guarded,
        });
        vec![match exported {
            Exported::File(text) => Effect::Download {
                file_name,
                media_type: format.media_type(),
                text,
            },
            Exported::Folder(files) => Effect::DownloadFolder { file_name, files },
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warning_names_escaped_cells_or_possible_formulas() {
        let told = |cells, columns: &[&str], is_guarded| {
            let columns = columns.iter().map(|&name| name.to_owned()).collect();
            let formulas = Formulas { cells, columns };
            let file_name = "a.csv".into();
            let told = Told {
                file_name,
                formulas,
                is_guarded,
            };
            told.words()
        };
        assert!(
            told(1, &["text"], true).starts_with("1 cell now begins with an apostrophe so that no spreadsheet runs it")
        );
        let many = told(1200, &["a", "b", "c", "d", "e", "f"], false);
        assert!(
            many.starts_with("1,200 cells begin like a formula (columns a, b, c, d, e, …)"),
            "{many}"
        );
    }
}
