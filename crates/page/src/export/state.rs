//! State of exports: prepares files and finds the cells that a spreadsheet would interpret as formulas.
//! A file is prepared in slices from a snapshot of the project. Only one file is prepared at a time.

use crate::export::source::ExportSource;
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, t};
use crate::project::Project;
use crate::state::{Cmd as StateCmd, Context, Notice, Request};
use fastgas_annotation::export::{ColumnOrder, EscapeFormulas, ExportFormat, ExportRows, Formulas, export_file_name};
use fastgas_platform::Preference;
use fastgas_protocol::WorkerError;
#[cfg(test)]
use {
    fastgas_annotation::export::Exported,
    fastgas_data::TableFormat,
    fastgas_progress::{Slices, at_once},
};

/// Maximum number of columns that the formula warning lists by name.
const MAX_LISTED_COLUMNS: usize = 5;

/// A warning that an export contains cells that begin like formulas.
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

/// The state of exports: the file that is being prepared, and the number of exports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportState {
    /// The file that is being prepared. Only one file is prepared at a time.
    pub writing: Option<WritingFile>,
    /// Number of exports since the page was loaded. The number also identifies the latest export.
    n_exports: u32,
}

/// A file that is being prepared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WritingFile {
    pub file_name: String,
    number: u32,
    /// Whether cells that begin like formulas are prefixed with an apostrophe.
    is_guarded: bool,
}

/// The data and the format of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    pub source: ExportSource,
    pub rows: ExportRows,
    pub format: ExportFormat,
    pub guard: EscapeFormulas,
}

/// Effects of exports, which the runtime performs in the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Prepare the file of an export. The effect answers with [`Msg::ExportWritten`](crate::state::Msg::ExportWritten).
    Prepare { number: u32, job: Box<ExportJob> },
    /// Download the file that was prepared last.
    Download { file_name: String },
    /// Stop preparing a file.
    Stop,
}

impl ExportState {
    /// Starts an export. Does nothing while another file is being prepared.
    pub(crate) fn update(&mut self, rows: ExportRows, format: ExportFormat, context: Context<'_>) -> Vec<Request> {
        let guard = match context.preferences.is_on(Preference::GuardFormulas) {
            true => EscapeFormulas::On,
            false => EscapeFormulas::Off,
        };
        let tells_times = context.preferences.is_on(Preference::TellTimes);
        let order = match context.preferences.is_on(Preference::OwnColumnsFirst) {
            true => ColumnOrder::OwnFirst,
            false => ColumnOrder::InputFirst,
        };
        let Some(project) = context.project else {
            return Vec::new();
        };
        // Without labels, the export buttons are disabled, but the keyboard shortcut is active.
        if rows == ExportRows::Labeled && project.effective_labels().is_empty() {
            return vec![Request::Notify(Notice {
                title: t!("export-no-labels-title"),
                problem: t!("export-no-labels-problem"),
                advice: t!("export-no-labels-advice"),
            })];
        }
        if self.writing.is_some() {
            return Vec::new();
        }
        self.n_exports += 1;
        let number = self.n_exports;
        self.writing = Some(WritingFile {
            file_name: export_file_name(&project.source.file_name, rows, format),
            number,
            is_guarded: guard == EscapeFormulas::On,
        });
        let job = Box::new(ExportJob {
            source: ExportSource::of(project, tells_times, order),
            rows,
            format,
            guard,
        });
        let dismiss = format.is_written_as_table().then_some(Request::DismissNotice);
        let prepare = Request::Perform(StateCmd::Export(Cmd::Prepare { number, job }));
        dismiss.into_iter().chain([prepare]).collect()
    }

    /// Downloads the prepared file and records the formula warning, or reports why the file could not be prepared.
    pub(crate) fn written(
        &mut self,
        number: u32,
        written: Result<Option<Formulas>, WorkerError>,
        project: Option<&mut Project>,
    ) -> Vec<Request> {
        let Some(WritingFile {
            file_name, is_guarded, ..
        }) = self.writing.take_if(|file| file.number == number)
        else {
            return Vec::new();
        };
        let formulas = match written {
            Ok(formulas) => formulas,
            Err(error) => {
                return vec![Request::ReportFailure {
                    title: t!("export-failed-title"),
                    error,
                }];
            }
        };
        if let Some(project) = project {
            let warning = formulas.filter(|formulas| formulas.cells > 0);
            project.view.exported_formulas = warning.map(|formulas| FormulaWarning {
                file_name: file_name.clone(),
                formulas,
                is_guarded,
            });
        }
        vec![Request::Perform(StateCmd::Export(Cmd::Download { file_name }))]
    }

    /// Stops the export when the project of the export is closed.
    pub(crate) fn forget(&mut self) -> Option<Cmd> {
        self.writing.take().map(|_| Cmd::Stop)
    }
}

#[cfg(test)]
impl ExportJob {
    /// The output of the job, and the cells that begin like formulas.
    pub(crate) fn run(&self) -> (Exported, Option<Formulas>) {
        let labeled = self.source.labeled();
        let mut slices = Slices::whole();
        let written = at_once(labeled.write_in_slices(self.rows, self.format, self.guard, &mut slices));
        let exported = labeled.write_with(self.rows, self.format, self.guard);
        (exported, written.formulas)
    }

    /// Returns the text of the only file that the job writes.
    pub(crate) fn text(&self) -> String {
        match self.run().0 {
            Exported::File(text) => text,
            other => panic!("{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::request::context;
    use crate::state::{AppState, Msg};
    use crate::test_support;
    use fastgas_data::WriteTableError;
    use fastgas_protocol::Error;

    fn export(state: &mut AppState, rows: ExportRows, format: ExportFormat) -> Vec<Request> {
        let context = context!(state, 1);
        state.export.update(rows, format, context)
    }

    /// Returns the number and the job of an export from the requests.
    fn job_of(requests: Vec<Request>) -> (u32, Box<ExportJob>) {
        let job = requests.into_iter().find_map(|request| match request {
            Request::Perform(StateCmd::Export(Cmd::Prepare { number, job })) => Some((number, job)),
            _ => None,
        });
        job.expect("a job")
    }

    fn written(state: &mut AppState, number: u32, result: Result<Option<Formulas>, WorkerError>) -> Vec<StateCmd> {
        let written = Msg::ExportWritten {
            number,
            written: result,
        };
        let mut cmds = state.apply(written, 2);
        cmds.retain(|cmd| matches!(cmd, StateCmd::Export(_)));
        cmds
    }

    /// Exports all texts, and returns the text of the file.
    fn exported(state: &mut AppState) -> String {
        let (number, job) = job_of(export(state, ExportRows::All, ExportFormat::Csv));
        let (_, formulas) = job.run();
        let cmds = written(state, number, Ok(formulas));
        assert!(
            matches!(&cmds[..], [StateCmd::Export(Cmd::Download { .. })]),
            "{cmds:?}"
        );
        job.text()
    }

    #[test]
    fn export_downloads_the_file_and_records_warning() {
        let mut state = test_support::state(1);
        let requests = export(&mut state, ExportRows::All, ExportFormat::Csv);
        assert_eq!(requests, [], "no project is open");
        let pool = test_support::pool(&["text"], &[&["=1+1"], &["a"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        let text = exported(&mut state);
        assert!(text.contains("=1+1"), "{text}");
        let warning = |state: &AppState| {
            state
                .project
                .as_ref()
                .and_then(|project| project.view.exported_formulas.clone())
        };
        assert_eq!(warning(&state).map(|message| message.formulas.cells), Some(1));
        // If the next export contains no formulas, the warning disappears.
        let pool = test_support::pool(&["text"], &[&["a"]]);
        *state.project = Some(Project::new("b.csv".into(), pool, 0, 0.0));
        exported(&mut state);
        assert_eq!(warning(&state), None);
    }

    #[test]
    fn own_columns_come_first_only_if_the_user_wants_it() {
        let mut state = test_support::state(1);
        let pool = test_support::pool(&["text"], &[&["a"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        let header = |state: &mut AppState| exported(state).lines().next().map(str::to_owned);
        assert_eq!(header(&mut state).as_deref(), Some("text,rank,row,part,degree,label"));
        state.preferences.choose(Preference::OwnColumnsFirst, true);
        assert_eq!(header(&mut state).as_deref(), Some("rank,row,part,degree,label,text"));
    }

    #[test]
    fn export_of_labels_without_labels_tells_what_to_do() {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 4));
        let requests = export(&mut state, ExportRows::Labeled, ExportFormat::Csv);
        assert!(matches!(&requests[..], [Request::Notify(_)]), "{requests:?}");
        let requests = export(&mut state, ExportRows::Picks, ExportFormat::Csv);
        assert!(
            matches!(&requests[..], [Request::Perform(StateCmd::Export(Cmd::Prepare { .. }))]),
            "{requests:?}"
        );
    }

    /// A project with a text that begins like a formula.
    fn project_with_formula() -> AppState {
        let mut state = test_support::state(1);
        let pool = test_support::pool(&["id", "text"], &[&["007", "=1+1"]]);
        *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
        state
    }

    #[test]
    fn only_one_file_is_prepared_at_a_time() {
        let mut state = project_with_formula();
        let requests = export(&mut state, ExportRows::All, ExportFormat::Workbook);
        assert_eq!(requests.first(), Some(&Request::DismissNotice));
        let (number, job) = job_of(requests);
        let (exported, formulas) = job.run();
        let Exported::Table(TableFormat::Workbook, table) = exported else {
            panic!("{exported:?}");
        };
        assert_eq!(table.text, "007=1+10", "the cells of the file, and the row");
        assert_eq!(formulas, None, "no spreadsheet runs a text of a workbook");
        let writing = state.export.writing.as_ref().map(|file| file.file_name.clone());
        assert_eq!(writing.as_deref(), Some("a-all.xlsx"));
        for format in [ExportFormat::Workbook, ExportFormat::Csv] {
            assert_eq!(export(&mut state, ExportRows::All, format), []);
        }
        assert_eq!(written(&mut state, number + 1, Ok(None)), [], "another export");
        let file_name = "a-all.xlsx".to_owned();
        assert_eq!(
            written(&mut state, number, Ok(None)),
            [StateCmd::Export(Cmd::Download { file_name })]
        );
        assert_eq!(state.export.writing, None);
        assert_eq!(written(&mut state, number, Ok(None)), [], "nothing was being written");
        assert_eq!(
            job_of(export(&mut state, ExportRows::All, ExportFormat::Csv)).0,
            number + 1
        );
    }

    #[test]
    fn export_ends_when_its_project_is_closed() {
        let mut state = project_with_formula();
        let (number, _) = job_of(export(&mut state, ExportRows::All, ExportFormat::Csv));
        let cmds = state.forget_project();
        assert!(cmds.contains(&StateCmd::Export(Cmd::Stop)), "{cmds:?}");
        let mut next = project_with_formula();
        std::mem::swap(&mut state.project, &mut next.project);
        assert_eq!(written(&mut state, number, Ok(None)), [], "the file is not downloaded");
        assert!(!state.forget_project().contains(&StateCmd::Export(Cmd::Stop)));
    }

    #[test]
    fn dataset_has_its_card_and_its_rows() {
        let mut state = project_with_formula();
        let (_, job) = job_of(export(&mut state, ExportRows::All, ExportFormat::HuggingFace));
        let (Exported::Dataset(dataset), None) = job.run() else {
            panic!("a dataset");
        };
        assert_eq!(dataset.path, "data/train-00000-of-00001.parquet");
        assert!(matches!(&dataset.texts[..], [("README.md", card)] if card.contains(dataset.path)));
        let writing = state.export.writing.as_ref().map(|file| file.file_name.clone());
        assert_eq!(writing.as_deref(), Some("a-all-hugging-face.zip"));
    }

    #[test]
    fn failed_export_is_reported_and_can_be_repeated() {
        let mut state = project_with_formula();
        let (number, _) = job_of(export(&mut state, ExportRows::All, ExportFormat::Workbook));
        let error = WorkerError::Pipeline(Error::WriteTable(WriteTableError::LongCell {
            row: 2,
            column: "text".into(),
            letters: 40_000,
            limit: 32_767,
        }));
        assert_eq!(written(&mut state, number, Err(error)), []);
        let notice = state.notices.notice.clone().expect("a notice");
        assert!(
            notice.problem.contains("40000 characters") && notice.advice.contains("CSV"),
            "{notice:?}"
        );
        job_of(export(&mut state, ExportRows::All, ExportFormat::Workbook));
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
