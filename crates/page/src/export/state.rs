//! Exports files and finds the cells that a spreadsheet would interpret as formulas.
//! A worker writes workbooks and Parquet files.

use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::state::{Cmd as StateCmd, Context, Notice, Request};
use fastgas_annotation::export::{
    ColumnOrder, EscapeFormulas, ExportFormat, ExportRows, Exported, Formulas, Labeled, export_file_name,
};
use fastgas_data::{PackedTable, TableFormat};
use fastgas_platform::Preference;
use fastgas_protocol::WorkerError;

/// Maximum number of columns that the formula warning lists by name.
const MAX_LISTED_COLUMNS: usize = 5;

/// A warning about an export with cells that begin like formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaWarning {
    pub file_name: String,
    pub formulas: Formulas,
    /// Whether each cell that begins like a formula was prefixed with an apostrophe.
    pub is_guarded: bool,
}

impl FormulaWarning {
    /// The text of the warning for the user.
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
        let file = isolated(&self.file_name);
        match self.is_guarded {
            true => t!("export-formulas-guarded-status", file, n, n_columns, columns),
            false => t!("export-formulas-unguarded-advice", file, n, n_columns, columns),
        }
    }
}

/// The state of exports that a worker writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportState {
    /// The file that a worker is currently writing. Only one file is written at a time.
    pub writing: Option<WritingFile>,
}

/// A file that a worker is writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WritingFile {
    pub file_name: String,
    media_type: &'static str,
}

/// Effects of exports, which the runtime performs in the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cmd {
    /// Write a table in a worker. The effect answers with [`Msg::ExportWritten`](crate::state::Msg::ExportWritten).
    WriteTable {
        table: PackedTable,
        format: TableFormat,
        /// The folder that contains the table. `None` if the table is exported as a single file.
        folder: Option<DatasetFolder>,
    },
}

/// The folder of an exported dataset, without the file of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatasetFolder {
    /// The path and the text of each file in the folder.
    pub texts: Vec<(&'static str, String)>,
    /// The path of the file that contains the rows.
    pub path: &'static str,
}

impl ExportState {
    /// Exports the file and records the formula warning.
    pub(crate) fn update(&mut self, rows: ExportRows, format: ExportFormat, context: Context<'_>) -> Vec<Request> {
        let is_guarded = context.preferences.is_on(Preference::GuardFormulas);
        let tells_times = context.preferences.is_on(Preference::TellTimes);
        let order = match context.preferences.is_on(Preference::OwnColumnsFirst) {
            true => ColumnOrder::OwnFirst,
            false => ColumnOrder::InputFirst,
        };
        let Some(project) = context.project else {
            return Vec::new();
        };
        // Without labels, the export buttons are disabled, but the keyboard shortcut is not.
        if rows == ExportRows::Labeled && project.effective_labels().is_empty() {
            return vec![Request::Notify(Notice {
                title: t!("export-no-labels-title"),
                problem: t!("export-no-labels-problem"),
                advice: t!("export-no-labels-advice"),
            })];
        }
        if format.is_written_as_table() && self.writing.is_some() {
            return Vec::new();
        }
        let labeled = Labeled {
            tells_times,
            order,
            ..project.labeled()
        };
        let file_name = export_file_name(&project.source.file_name, rows, format);
        let guard = if is_guarded {
            EscapeFormulas::On
        } else {
            EscapeFormulas::Off
        };
        // The warning counts the cells of the table that was written.
        let (exported, formulas) = labeled.write_counted(rows, format, guard);
        project.view.exported_formulas = (formulas.cells > 0).then(|| FormulaWarning {
            file_name: file_name.clone(),
            formulas,
            is_guarded,
        });
        let media_type = format.media_type();
        match exported {
            Exported::File(text) => vec![Request::Perform(StateCmd::Download {
                file_name,
                media_type,
                text,
            })],
            Exported::Folder(files) => vec![Request::Perform(StateCmd::DownloadFolder { file_name, files })],
            Exported::Table(format, table) => {
                self.writing = Some(WritingFile { file_name, media_type });
                write(table, format, None)
            }
            Exported::Dataset(dataset) => {
                self.writing = Some(WritingFile { file_name, media_type });
                let folder = DatasetFolder {
                    texts: dataset.texts,
                    path: dataset.path,
                };
                write(dataset.table, dataset.format, Some(folder))
            }
        }
    }

    /// Downloads the file that a worker has written, or reports why the worker could not write the file.
    pub(crate) fn written(&mut self, file: Result<Vec<u8>, WorkerError>) -> Vec<Request> {
        let Some(WritingFile { file_name, media_type }) = self.writing.take() else {
            return Vec::new();
        };
        vec![match file {
            Ok(bytes) => Request::Perform(StateCmd::DownloadBytes {
                file_name,
                media_type,
                bytes,
            }),
            Err(error) => Request::ReportFailure {
                title: t!("export-failed-title"),
                error,
            },
        }]
    }
}

fn write(table: PackedTable, format: TableFormat, folder: Option<DatasetFolder>) -> Vec<Request> {
    let cmd = Cmd::WriteTable { table, format, folder };
    vec![Request::DismissNotice, Request::Perform(StateCmd::Export(cmd))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;
    use crate::state::request::context;
    use crate::state::{AppState, Msg};
    use crate::test_support;
    use fastgas_data::WriteTableError;
    use fastgas_protocol::Error;

    #[test]
    fn export_requests_download_and_records_warning() {
        let mut state = test_support::state(1);
        let export = |state: &mut AppState| {
            let context = context!(state, 1);
            state.export.update(ExportRows::All, ExportFormat::Csv, context)
        };
        assert_eq!(export(&mut state), [], "no project is open");
        let pool = test_support::pool(&["text"], &[&["=1+1"], &["a"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        let requests = export(&mut state);
        let [Request::Perform(StateCmd::Download { media_type, text, .. })] = &requests[..] else {
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
        // Texts that are added later do not change the warning about the written file.
        let project = state.project.get_mut().expect("an open project");
        project.source.pool = std::sync::Arc::new(test_support::pool(&["text"], &[&["=1+1"], &["a"], &["=2"]]));
        assert_eq!(warning(&state).map(|message| message.formulas.cells), Some(1));
        export(&mut state);
        assert_eq!(warning(&state).map(|message| message.formulas.cells), Some(2));
        // The export of a file without formulas removes the warning.
        let pool = test_support::pool(&["text"], &[&["a"]]);
        *state.project = Some(Project::new("b.csv".into(), pool, 0, 0.0));
        assert_eq!(export(&mut state).len(), 1);
        assert_eq!(warning(&state), None);
    }

    #[test]
    fn own_columns_come_first_only_if_the_user_wants_it() {
        let mut state = test_support::state(1);
        let pool = test_support::pool(&["text"], &[&["a"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        let header = |state: &mut AppState| {
            let requests = export(state, ExportFormat::Csv);
            let [Request::Perform(StateCmd::Download { text, .. })] = &requests[..] else {
                panic!("{requests:?}");
            };
            text.lines().next().map(str::to_owned)
        };
        assert_eq!(header(&mut state).as_deref(), Some("text,rank,row,part,degree,label"));
        state.preferences.choose(Preference::OwnColumnsFirst, true);
        assert_eq!(header(&mut state).as_deref(), Some("rank,row,part,degree,label,text"));
    }

    #[test]
    fn export_of_labels_without_labels_tells_what_to_do() {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 4));
        let context = context!(state, 1);
        let requests = state.export.update(ExportRows::Labeled, ExportFormat::Csv, context);
        assert!(matches!(&requests[..], [Request::Notify(_)]), "{requests:?}");
        let context = context!(state, 1);
        let requests = state.export.update(ExportRows::Picks, ExportFormat::Csv, context);
        assert!(
            matches!(&requests[..], [Request::Perform(StateCmd::Download { .. })]),
            "{requests:?}"
        );
    }

    /// A project with a text like a formula, and the requests for an export of all texts.
    fn exporting(format: ExportFormat) -> (AppState, Vec<Request>) {
        let mut state = test_support::state(1);
        let pool = test_support::pool(&["id", "text"], &[&["007", "=1+1"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        let requests = export(&mut state, format);
        (state, requests)
    }

    fn export(state: &mut AppState, format: ExportFormat) -> Vec<Request> {
        let context = context!(state, 1);
        state.export.update(ExportRows::All, format, context)
    }

    #[test]
    fn workbook_is_written_by_a_worker_and_then_downloaded() {
        let (mut state, requests) = exporting(ExportFormat::Workbook);
        let [
            Request::DismissNotice,
            Request::Perform(StateCmd::Export(Cmd::WriteTable {
                table,
                format: TableFormat::Workbook,
                folder: None,
            })),
        ] = &requests[..]
        else {
            panic!("{requests:?}");
        };
        assert_eq!(table.text, "007=1+10", "the cells of the file, and the row");
        let writing = state.export.writing.as_ref().map(|file| file.file_name.clone());
        assert_eq!(writing.as_deref(), Some("a-all.xlsx"));
        let warning = state
            .project
            .as_ref()
            .and_then(|project| project.view.exported_formulas.clone());
        assert_eq!(warning, None, "no spreadsheet runs a text of a workbook");
        // Only one file is written in a worker at a time. Other exports remain possible.
        assert_eq!(export(&mut state, ExportFormat::Parquet), []);
        assert_eq!(export(&mut state, ExportFormat::Csv).len(), 1);
        assert_eq!(
            state.export.written(Ok(vec![1, 2])),
            [Request::Perform(StateCmd::DownloadBytes {
                file_name: "a-all.xlsx".into(),
                media_type: TableFormat::Workbook.media_type(),
                bytes: vec![1, 2],
            })]
        );
        assert_eq!(state.export.writing, None);
        assert_eq!(state.export.written(Ok(vec![1, 2])), [], "nothing was being written");
        assert_eq!(export(&mut state, ExportFormat::Parquet).len(), 2);
    }

    #[test]
    fn dataset_has_its_card_and_its_rows_in_one_zip_file() {
        let (mut state, requests) = exporting(ExportFormat::HuggingFace);
        let [
            _,
            Request::Perform(StateCmd::Export(Cmd::WriteTable {
                format: TableFormat::Parquet,
                folder: Some(folder),
                ..
            })),
        ] = &requests[..]
        else {
            panic!("{requests:?}");
        };
        assert_eq!(folder.path, "data/train-00000-of-00001.parquet");
        assert!(matches!(&folder.texts[..], [("README.md", card)] if card.contains(folder.path)));
        assert!(matches!(
            &state.export.written(Ok(Vec::new()))[..],
            [Request::Perform(StateCmd::DownloadBytes { file_name, media_type: "application/zip", .. })]
                if file_name == "a-all-hugging-face.zip"
        ));
    }

    #[test]
    fn failed_export_is_reported_and_can_be_repeated() {
        let (mut state, _) = exporting(ExportFormat::Workbook);
        let error = WorkerError::Pipeline(Error::WriteTable(WriteTableError::LongCell {
            row: 2,
            column: "text".into(),
            letters: 40_000,
            limit: 32_767,
        }));
        let cmds = state.apply(Msg::ExportWritten(Err(error)), 2);
        assert!(
            !cmds.iter().any(|cmd| matches!(cmd, StateCmd::DownloadBytes { .. })),
            "{cmds:?}"
        );
        let notice = state.notices.notice.clone().expect("a notice");
        assert!(
            notice.problem.contains("40000 characters") && notice.advice.contains("CSV"),
            "{notice:?}"
        );
        assert_eq!(export(&mut state, ExportFormat::Workbook).len(), 2);
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
                .starts_with("a.csv: 1 cell now begins with an apostrophe so that no spreadsheet runs it")
        );
        let many = message(1200, &["a", "b", "c", "d", "e", "f"], false);
        assert!(
            many.starts_with("a.csv: 1,200 cells begin like a formula (columns a, b, c, d, e, …)"),
            "{many}"
        );
    }
}
