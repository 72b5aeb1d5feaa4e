//! State of exports: preparing files, and finding cells that a spreadsheet would interpret as formulas.
//! A file is prepared in slices from a snapshot of the project. Only one file is prepared at a time.

use crate::export::columns::ColumnsVersion;
use crate::export::source::ExportSource;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::project::Project;
use crate::state::tracked::Tracked;
use crate::state::{Cmd as StateCmd, Context, Notice, Request};
use fastgas_annotation::export::{
    AddedColumn, ColumnOrder, EscapeFormulas, ExportFormat, ExportRows, Formulas, export_file_name,
};
use fastgas_platform::{Preference, Preferences};
use fastgas_protocol::{Refusal, WorkerError};
#[cfg(test)]
use {
    fastgas_annotation::export::Exported,
    fastgas_data::TableFormat,
    fastgas_progress::{Slices, at_once},
};

const MAX_LISTED_COLUMNS: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaWarning {
    pub file_name: String,
    pub formulas: Formulas,
    pub is_guarded: bool,
}

impl FormulaWarning {
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportState {
    pub writing: Option<WritingFile>,
    /// The last export is forgotten when the next export starts, the labels change, or the user leaves the view.
    pub saved: Option<SavedFile>,
    /// The number of exports is also the id of the latest export.
    n_exports: u32,
    /// The columns that exports add to the columns of the file, each with its name in the exported file.
    /// Empty until the export view is shown.
    pub columns: Vec<(AddedColumn, String)>,
    /// The version of the latest list of columns, which may be incomplete. `None` if there is no list.
    listed: Option<ColumnsVersion>,
    /// Number of column lists requested since the page was loaded. This number is also the id of the latest list.
    n_lists: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WritingFile {
    pub file_name: String,
    number: u32,
    is_guarded: bool,
    n_labeled: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    pub file_name: String,
    pub n_labeled: usize,
    /// Number of project changes at the time of the download. After later changes, the file is outdated.
    n_changes: usize,
}

impl SavedFile {
    pub fn words(&self) -> String {
        let n = grouped(self.n_labeled as u64);
        t!("export-saved-status", file = isolated(&self.file_name), n)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ExportJob {
    pub source: ExportSource,
    pub rows: ExportRows,
    pub format: ExportFormat,
    pub guard: EscapeFormulas,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Start(ExportRows, ExportFormat),
    Written {
        number: u32,
        /// Cells that a spreadsheet would interpret as formulas. `None` if the format cannot contain formulas.
        written: Result<Option<Formulas>, WorkerError>,
    },
    /// The browser refused the last download.
    NotDownloaded(Refusal),
    ColumnsListed {
        number: u32,
        columns: Vec<(AddedColumn, String)>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    Prepare {
        number: u32,
        job: Box<ExportJob>,
    },
    Download {
        file_name: String,
    },
    Stop,
    /// List the columns that exports of the project add.
    ListColumns {
        number: u32,
        source: Box<ExportSource>,
        guard: EscapeFormulas,
    },
}

pub(super) fn guard(preferences: &Preferences) -> EscapeFormulas {
    match preferences.is_on(Preference::GuardFormulas) {
        true => EscapeFormulas::On,
        false => EscapeFormulas::Off,
    }
}

impl ExportState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::Start(rows, format) => self.start(rows, format, context),
            Msg::Written { number, written } => self.written(number, written, context.project),
            Msg::NotDownloaded(reason) => {
                self.saved = None;
                vec![Request::Notify(Notice {
                    title: t!("export-failed-title"),
                    problem: core_messages::reason(&reason),
                    advice: t!("export-not-downloaded-advice"),
                })]
            }
            Msg::ColumnsListed { number, columns } => {
                if self.listed.is_some() && number == self.n_lists {
                    self.columns = columns;
                }
                Vec::new()
            }
        }
    }

    /// Does nothing while another file is being prepared.
    fn start(&mut self, rows: ExportRows, format: ExportFormat, context: Context<'_>) -> Vec<Request> {
        let guard = guard(context.preferences);
        let tells_times = context.preferences.is_on(Preference::TellTimes);
        let order = match context.preferences.is_on(Preference::OwnColumnsFirst) {
            true => ColumnOrder::OwnFirst,
            false => ColumnOrder::InputFirst,
        };
        let Some(project) = context.project else {
            return Vec::new();
        };
        // Without labels, the export buttons are disabled, but the keyboard shortcut still works.
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
        self.saved = None;
        self.n_exports += 1;
        let number = self.n_exports;
        self.writing = Some(WritingFile {
            file_name: export_file_name(&project.source.file_name, rows, format),
            number,
            is_guarded: guard == EscapeFormulas::On,
            n_labeled: n_labeled(project, rows),
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

    fn written(
        &mut self,
        number: u32,
        written: Result<Option<Formulas>, WorkerError>,
        project: Option<&mut Project>,
    ) -> Vec<Request> {
        let Some(WritingFile {
            file_name,
            is_guarded,
            n_labeled,
            ..
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
        let n_changes = project.as_ref().map_or(0, |project| project.n_changes());
        if let Some(project) = project {
            let warning = formulas.filter(|formulas| formulas.cells > 0);
            project.view.exported_formulas = warning.map(|formulas| FormulaWarning {
                file_name: file_name.clone(),
                formulas,
                is_guarded,
            });
        }
        self.saved = Some(SavedFile {
            file_name: file_name.clone(),
            n_labeled,
            n_changes,
        });
        vec![Request::Perform(StateCmd::Export(Cmd::Download { file_name }))]
    }

    pub(crate) fn forget(&mut self) -> Option<Cmd> {
        self.saved = None;
        self.columns = Vec::new();
        self.listed = None;
        self.writing.take().map(|_| Cmd::Stop)
    }
}

// A method of `ExportState` would need mutable access, and each mutable access notifies all subscribers.
// The methods of `Tracked` need mutable access only if there is something to remove.
impl Tracked<ExportState> {
    pub(crate) fn drop_saved(&mut self) {
        if self.saved.is_some() {
            self.saved = None;
        }
    }

    /// Lists the columns that exports add, unless the latest list belongs to the same data and preferences.
    pub(crate) fn list_columns(&mut self, project: &Project, preferences: &Preferences) -> Option<Cmd> {
        let version = ColumnsVersion::of(project, preferences);
        if self.listed.as_ref() == Some(&version) {
            return None;
        }
        let (tells_times, guard) = (version.tells_times, version.guard);
        // The change does not notify the views. No view shows the version of the list of columns.
        // The views show the list itself only when the list is complete.
        let state = self.unmarked();
        state.listed = Some(version);
        state.n_lists += 1;
        Some(Cmd::ListColumns {
            number: state.n_lists,
            source: Box::new(ExportSource::of(project, tells_times, ColumnOrder::default())),
            guard,
        })
    }

    pub(crate) fn drop_outdated(&mut self, n_changes: usize) {
        if self.saved.as_ref().is_some_and(|saved| saved.n_changes != n_changes) {
            self.saved = None;
        }
    }
}

/// Complexity: O(number of picks).
fn n_labeled(project: &Project, rows: ExportRows) -> usize {
    let labels = project.effective_labels();
    match rows {
        // All labeled rows are in an export of the labeled rows and in an export of all rows.
        ExportRows::Labeled | ExportRows::All => labels.len(),
        ExportRows::Picks => project.picked().filter(|&row| labels.get(row).is_some()).count(),
    }
}

#[cfg(test)]
impl ExportJob {
    pub(crate) fn run(&self) -> (Exported, Option<Formulas>) {
        let labeled = self.source.labeled();
        let mut slices = Slices::whole();
        let written = at_once(labeled.write_in_slices(self.rows, self.format, self.guard, &mut slices));
        let exported = labeled.write_with(self.rows, self.format, self.guard);
        (exported, written.formulas)
    }

    /// Panics if the export is not a single text file.
    pub(crate) fn text(&self) -> String {
        match self.run().0 {
            Exported::File(text) => text,
            other => panic!("{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests;
