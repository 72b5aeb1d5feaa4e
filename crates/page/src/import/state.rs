//! Imports a text file. The state contains the settings, the preview, and the problems of the file.
//!
//! A file is opened immediately if its settings are certain. Otherwise, a dialog shows the settings and a preview.
//! The dialog opens if different settings could fix a problem, if the encoding is a guess, or at the user's request.
//! The dialog also opens if the first line may be a row instead of the column names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::confidences::{self, Msg as ConfidenceMsg};
use crate::file_labels::{self, KnownLabels};
use crate::i18n::bidi::{all_isolated, isolated};
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::import::append::{AppendProposal, AppendUndo, KnownRows};
use crate::import::column_labels::{ColumnImport, ColumnLabels};
use crate::import::typed_field::{InvalidText, TypedField};
use crate::labeling;
use crate::map::PtrEq;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::state::{self, Context, Notice, Request};
use fastgas_annotation::export::{ExportFormat, derived_file_name};
use fastgas_annotation::label::History;
use fastgas_data::LoadError;
use fastgas_data::{
    Columns, Delimiter, DoubtfulName, Entry, Format, Import, ImportReport, JoinedLines, LabelCell, Misalignment,
    NonRow, NonRowLines, Pool, Preview, PreviewRows, Quotes, SheetReport, TableSource, TextSource, guess_text_column,
    is_named_like_ids, join, left_out_csv, lossy_of, visible_name,
};
use fastgas_platform::{EmbeddingFile, StorageError};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_select::Method;

const MAX_LISTED_LINES: usize = 8;
const MAX_LISTED_NAMES: usize = 8;
const N_TEMPLATE_COLUMNS: usize = 3;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportState {
    pub reading: Option<FileRead>,
    pub dialog: Option<Importing>,
    pub append: Option<AppendProposal>,
    pub(super) appends_next: bool,
    pub importing_labels: Option<ColumnImport>,
    pub(super) last_appended: Option<AppendUndo>,
    last_preview: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Importing {
    /// Each file that is opened after the page was loaded gets a new number.
    pub source: u32,
    pub file_name: String,
    /// The settings for reading the file. A preview sets all values that were detected.
    pub import: Import,
    /// Invalid texts in the input fields. `import` keeps the last valid value of each field.
    pub invalid: BTreeMap<TypedField, InvalidText>,
    pub columns: Columns,
    pub preview: Option<Preview>,
    /// The files in a ZIP archive that the user can choose from. Empty for other files.
    pub entries: Vec<String>,
    /// The sheets of a workbook that the user can choose from. Empty for other files.
    pub sheets: Vec<String>,
    pub problem: Option<Notice>,
    /// True if the user should check the settings, although the file can be opened with them.
    pub is_doubt: bool,
    /// The name of the guessed encoding. `None` if the encoding was not guessed.
    pub guess: Option<String>,
    /// True if no row of the preview shows whether the guessed encoding is right.
    /// If no row shows whether the guess is right, later previews search only the beginning of the file for such a row.
    pub(crate) is_untold: bool,
    /// Sequence number of the pending preview. The page ignores the results of earlier previews.
    pub(crate) pending_preview: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Preview {
        source: u32,
        file_name: String,
    },
    /// Open the import dialog to read the open project's file with different settings.
    PreviewAgain,
    Say(Import),
    SayText {
        field: TypedField,
        text: String,
    },
    SayColumns(Columns),
    Previewed {
        number: u32,
        result: Result<Box<Preview>, WorkerError>,
    },
    Open,
    ReadProgress {
        ticket: u32,
        percent: u8,
    },
    Stop,
    Close,
    ExportLeftOut,
    Reading(FileRead),
    Loaded {
        ticket: u32,
        pool: Pool,
        load_ms: f64,
        embeddings: Option<EmbeddingFile>,
        how: Box<ImportOutcome>,
    },
    ProjectRead {
        ticket: u32,
        project: Box<Project>,
    },
    ReadFailed {
        ticket: u32,
        error: WorkerError,
    },
    /// Several files were dropped, and each file would be a separate project. Contains the names of the files.
    ManyDropped(Vec<String>),
    EmbeddingsReadFurther {
        ticket: u32,
        percent: u8,
    },
    EmbeddingsRead {
        ticket: u32,
        embeddings: EmbeddingFile,
    },
    EmbeddingsStored(Result<(), StorageError>),
    /// Drop the imported embeddings, so that the encoder computes the embeddings.
    ForgetEmbeddings,
    OpenSample,
    ImportFileLabels {
        column: usize,
        per_cell: LabelCell,
    },
    FileLabelsImported {
        import: ColumnImport,
        labels: Box<ColumnLabels>,
    },
    ChooseTextColumn(usize),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileRead {
    /// Sequence number of the attempt to read the file. The page ignores the results of earlier attempts.
    pub ticket: u32,
    pub file_name: String,
    /// Number of the file, see [`Importing::source`].
    /// `None` while a project file, an embeddings file or the sample data is read.
    pub source: Option<u32>,
    pub import: Import,
    pub columns: Columns,
    /// Share of the file that was read, in percent. `None` before the first progress report.
    pub read: Option<u8>,
    /// Share of the accompanying embeddings that was read, in percent. `None` before the first progress report.
    pub percent: Option<u8>,
}

impl FileRead {
    pub fn words(&self) -> String {
        match (self.percent, self.read) {
            (None, None) => t!("import-reading-status", file_name = isolated(&self.file_name)),
            (None, Some(percent)) => t!("import-reading-percent", file_name = isolated(&self.file_name), percent),
            (Some(percent), _) => t!("import-reading-embeddings", percent),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    Preview {
        number: u32,
        source: u32,
        import: Import,
        sought: PreviewRows,
    },
    Read {
        source: u32,
        import: Import,
        columns: Columns,
    },
    Stop,
    OpenSample,
    /// Release the opened files. The page cannot read them again afterwards.
    ForgetFiles,
    OpenNext,
    StoreEmbeddings(EmbeddingFile),
    ForgetEmbeddings,
    Append {
        here: PtrEq<Pool>,
        further: PtrEq<Pool>,
        rows: Vec<u32>,
    },
    StopAppending,
    /// The result arrives as [`Msg::FileLabelsImported`].
    ImportLabels {
        import: ColumnImport,
        history: Box<History>,
        at_ms: u64,
    },
    StopImportingLabels,
    /// Release the worker's table of a workbook, Parquet file or packed file.
    ForgetTable,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportOutcome {
    pub found: Option<ImportReport>,
    pub text_column: Option<usize>,
    /// The pool of the project that was open while the file was read, and whether the pool of the file is equal to it.
    pub compared: Option<(PtrEq<Pool>, bool)>,
    /// The rows of the file that are in the open project. `None` if the file cannot be added to the project.
    pub known: Option<KnownRows>,
    /// The labels in the file. `None` if the page did not search for labels.
    /// The page does not search if no project is open, if the pools are equal, or if the file has embeddings.
    pub labels: Option<KnownLabels>,
    /// `None` if no column was chosen, or if the page has to ask the user about the labels.
    pub column_labels: Option<Box<ColumnLabels>>,
}

impl ImportOutcome {
    /// Takes O(1) time if the pools were compared while the file was being read, otherwise O(size of the pools) time.
    fn is_equal(&self, read: &Pool, open: &Arc<Pool>) -> bool {
        match &self.compared {
            Some((with, equal)) if Arc::ptr_eq(&with.0, open) => *equal,
            // The pools have not been compared yet, or another project was opened while the file was being read.
            _ => *read == **open,
        }
    }
}

impl Importing {
    /// The column of the texts: the user's choice, or else the likely text column.
    pub fn text(&self) -> Option<TextSource> {
        let likely = || self.preview.as_ref().and_then(|preview| preview.text.clone());
        self.columns.text.clone().or_else(likely)
    }

    pub fn per_cell(&self, labels: &str) -> LabelCell {
        let of_column = |preview: &Preview| {
            let column = preview.columns.iter().position(|name| name == labels)?;
            preview.per_cell.get(column).copied()
        };
        self.preview.as_ref().and_then(of_column).unwrap_or_default()
    }

    /// The labels of the rows in the preview, each with its number of texts.
    /// Returns `None` without a label column, or if its cells do not have the chosen format.
    pub fn label_counts(&self) -> Option<Vec<(String, u32)>> {
        let preview = self.preview.as_ref()?;
        let labels = self.columns.labels.as_ref()?;
        let column = preview.columns.iter().position(|name| name == labels)?;
        let cells = preview.cells.get(column)?.as_ref()?;
        self.columns
            .per_cell
            .count(cells.iter().map(|(cell, n)| (cell.as_str(), *n)))
    }

    /// The template contains the first named columns. Columns with ids or labels are used only if there are no others.
    pub fn several_columns(&self) -> String {
        let columns = self.preview.iter().flat_map(|preview| &preview.columns);
        let named: Vec<&String> = columns.filter(|name| !name.trim().is_empty()).collect();
        let Columns { id, labels, .. } = &self.columns;
        let is_said = |name: &String| [id, labels].into_iter().flatten().any(|chosen| chosen == name);
        let mut texts = named.clone();
        texts.retain(|name| !is_said(name) && !is_named_like_ids(name));
        let of = if texts.is_empty() { named } else { texts };
        let places: Vec<String> = of
            .iter()
            .take(N_TEMPLATE_COLUMNS)
            .map(|name| format!("{{{name}}}"))
            .collect();
        places.join(" … ")
    }

    /// The texts of the rows in the preview, if texts are joined from several columns.
    /// Empty if the template is incomplete.
    pub fn joined(&self) -> Vec<String> {
        let (Some(TextSource::Joined(template)), Some(preview)) = (self.text(), &self.preview) else {
            return Vec::new();
        };
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for (index, (_, row)) in preview.rows.iter().enumerate() {
            // The preview has extra columns for values inside JSON cells, because shortened JSON cannot be parsed.
            let nested = preview.nested.iter().map(|(_, texts)| &texts[index]);
            for cell in row.iter().chain(nested) {
                cells.push_str(cell);
                ends.push(cells.len() as u32);
            }
        }
        let nested = preview.nested.iter().map(|(path, _)| path);
        let columns = preview.columns.iter().chain(nested).cloned().collect();
        let pool = Pool::from_parts(columns, cells, ends);
        let Ok(pool) = pool.and_then(|pool| join(pool, &template)) else {
            return Vec::new();
        };
        let last = pool.columns().len() - 1;
        pool.instances()
            .map(|instance| instance.cell(last).to_owned())
            .collect()
    }

    /// Pairs of columns with similar names, each with a template that merges the two columns into one text.
    /// Pairs with a name that cannot be written in a template are left out.
    pub fn merges(&self) -> Vec<([String; 2], String)> {
        let pairs = self.preview.iter().flat_map(|preview| &preview.found.similar_columns);
        let has_template = |pair: &&[String; 2]| pair.iter().all(|name| !name.is_empty() && !name.contains(['{', '}']));
        let merge = |pair: &[String; 2]| {
            let [first, second] = pair;
            (pair.clone(), format!("{{{first}}}{{{second}}}"))
        };
        pairs.filter(has_template).map(merge).collect()
    }

    pub fn is_previewing(&self) -> bool {
        self.pending_preview.is_some()
    }

    /// The text that a field shows: the invalid text that the user typed, or else the current setting.
    pub fn text_in(&self, field: TypedField) -> String {
        match self.invalid.get(&field) {
            Some(invalid) => invalid.text.clone(),
            None => field.text_of(&self.import),
        }
    }

    pub fn reason_not_ready(&self) -> Option<String> {
        match &self.columns.text {
            _ if self.preview.is_none() => Some(t!("import-preview-missing-problem")),
            _ if !self.invalid.is_empty() => Some(t!("import-invalid-field-advice")),
            Some(TextSource::Joined(template)) if !template.contains('{') => Some(t!("import-template-columns-advice")),
            _ => None,
        }
    }
}

fn is_fixable(error: &WorkerError) -> bool {
    let WorkerError::Pipeline(Error::Load(error)) = error else {
        return false;
    };
    matches!(
        error,
        LoadError::NotText { .. }
            | LoadError::Zero { .. }
            | LoadError::Shifted { .. }
            | LoadError::AllLeftOut { .. }
            | LoadError::NoHeader { .. }
            | LoadError::DuplicateColumn { .. }
            | LoadError::Ragged { .. }
            | LoadError::RaggedLines { .. }
            | LoadError::Backslash { .. }
            | LoadError::Irregular { .. }
            | LoadError::OpenQuote { .. }
            | LoadError::Json { .. }
            | LoadError::NotFinite { .. }
            | LoadError::HalfCharacter { .. }
    )
}

impl ImportState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::Preview { source, file_name } => {
                let import = Import::named(&file_name);
                self.show_preview(Importing {
                    source,
                    file_name,
                    import,
                    ..Importing::default()
                })
            }
            Msg::PreviewAgain => match context.project.as_deref().and_then(again) {
                Some(importing) => self.show_preview(importing),
                None => Vec::new(),
            },
            Msg::Say(import) => self.change_import(import),
            Msg::SayText { field, text } => self.change_text(field, &text),
            Msg::SayColumns(columns) => {
                if let Some(importing) = &mut self.dialog {
                    importing.columns = columns;
                }
                Vec::new()
            }
            Msg::Previewed { number, result } => self.preview_arrived(number, result),
            Msg::Open => {
                let ready = self
                    .dialog
                    .as_ref()
                    .filter(|importing| importing.reason_not_ready().is_none());
                let read = ready.map(|importing| Cmd::Read {
                    source: importing.source,
                    import: importing.import.clone(),
                    columns: Columns {
                        text: importing.text(),
                        ..importing.columns.clone()
                    },
                });
                read.map(perform).into_iter().collect()
            }
            Msg::ReadProgress { ticket, percent } => {
                if let Some(reading) = self.reading.as_mut().filter(|reading| reading.ticket == ticket) {
                    reading.read = Some(percent);
                }
                Vec::new()
            }
            Msg::Stop => self.stop_reading(),
            Msg::Close => {
                self.dialog = None;
                let mut requests = self.stop_reading();
                requests.push(perform(Cmd::ForgetTable));
                requests
            }
            Msg::ExportLeftOut => export_left_out(context.project.as_deref()),
            Msg::Reading(reading) => {
                self.reading = Some(reading);
                vec![Request::DismissNotice]
            }
            Msg::Loaded {
                ticket,
                pool,
                load_ms,
                embeddings,
                how,
            } => match self.take_reading(ticket) {
                Some(reading) => self.loaded(reading, pool, load_ms, embeddings, *how, context),
                None => Vec::new(),
            },
            Msg::ProjectRead { ticket, project } => match self.take_reading(ticket) {
                Some(reading) => {
                    self.appends_next = false;
                    let file_name = reading.file_name;
                    vec![Request::ReceiveProject { project, file_name }]
                }
                None => Vec::new(),
            },
            Msg::ReadFailed { ticket, error } => match self.take_reading(ticket) {
                Some(reading) => self.read_failed(&reading, error, context.project.is_some()),
                None => Vec::new(),
            },
            Msg::ManyDropped(names) => vec![Request::Notify(Notice {
                title: t!("import-several-projects-title"),
                problem: t!("import-several-projects-problem", names = all_isolated(&names)),
                advice: t!("import-several-projects-advice"),
            })],
            Msg::EmbeddingsReadFurther { ticket, percent } => {
                if let Some(reading) = self.reading.as_mut().filter(|reading| reading.ticket == ticket) {
                    reading.percent = Some(percent);
                }
                Vec::new()
            }
            Msg::EmbeddingsRead { ticket, embeddings } => match self.take_reading(ticket) {
                Some(_) => set_embeddings(context.project, Some(embeddings)),
                None => Vec::new(),
            },
            Msg::EmbeddingsStored(kept) => {
                let file = context.project.and_then(|project| project.source.embeddings.as_ref());
                let notice = kept.err().zip(file).map(|(error, file)| Notice {
                    title: t!("persistence-embeddings-failed-title", file = isolated(&file.name)),
                    problem: core_messages::translate_core("storage", &error),
                    advice: t!("persistence-embeddings-failed-advice"),
                });
                notice.map(Request::Notify).into_iter().collect()
            }
            Msg::ForgetEmbeddings => set_embeddings(context.project, None),
            Msg::OpenSample => vec![Request::Perform(state::Cmd::Import(Cmd::OpenSample))],
            Msg::ImportFileLabels { column, per_cell } => {
                let import = context.project.as_deref().filter(|_| self.importing_labels.is_none());
                let import = import.map(|project| self.begin_importing(project, (column, per_cell), context.now_ms));
                import.into_iter().collect()
            }
            Msg::FileLabelsImported { import, labels } => self.take_column_labels(import, *labels, context),
            Msg::ChooseTextColumn(column) => {
                let has_column = |project: &&mut Project| column < project.source.pool.columns().len();
                let Some(project) = context.project.filter(has_column) else {
                    return Vec::new();
                };
                let mut requests = choose_text_column(project, column, context.settings);
                requests.push(Request::SaveHead);
                requests
            }
        }
    }

    fn begin_importing(&mut self, project: &Project, (column, per_cell): (usize, LabelCell), at_ms: u64) -> Request {
        let import = ColumnImport::of(project, column, per_cell);
        self.importing_labels = Some(import.clone());
        perform(Cmd::ImportLabels {
            import,
            history: Box::new(project.annotations.history.clone()),
            at_ms,
        })
    }

    fn take_column_labels(&mut self, import: ColumnImport, labels: ColumnLabels, context: Context<'_>) -> Vec<Request> {
        let is_awaited = self.importing_labels.take_if(|awaited| *awaited == import).is_some();
        let project = context.project.filter(|project| is_awaited && import.concerns(project));
        let Some(project) = project else {
            return Vec::new();
        };
        let of_column = (import.column, import.per_cell);
        if ColumnImport::of(project, import.column, import.per_cell) != import {
            return vec![self.begin_importing(project, of_column, context.now_ms)];
        }
        let lost = project.take_column_labels(labels);
        let mut requests: Vec<Request> = labeling::report_lost_keys(&lost).into_iter().collect();
        requests.extend([Request::Append, Request::SaveHead]);
        requests
    }

    pub(crate) fn cancel_reading(&mut self, ticket: u32) {
        self.reading.take_if(|reading| reading.ticket == ticket);
        self.appends_next = false;
    }

    pub(crate) fn close_all(&mut self) -> Vec<Cmd> {
        let cmds = [self.stops_adding(), self.stop_importing()];
        self.reading = None;
        self.dialog = None;
        self.append = None;
        self.appends_next = false;
        cmds.into_iter().flatten().collect()
    }

    fn stop_importing(&mut self) -> Option<Cmd> {
        self.importing_labels.take().map(|_| Cmd::StopImportingLabels)
    }

    fn change_import(&mut self, import: Import) -> Vec<Request> {
        let Some(importing) = self.dialog.take() else {
            return Vec::new();
        };
        if import.table.zip_entry != importing.import.table.zip_entry {
            // The settings of the previous table do not apply to another table of the archive.
            return self.show_preview(Importing {
                source: importing.source,
                file_name: importing.file_name,
                entries: importing.entries,
                import,
                ..Importing::default()
            });
        }
        let of = |import: &Import| (import.format, import.encoding.clone());
        self.show_preview(Importing {
            is_untold: importing.is_untold && of(&import) == of(&importing.import),
            import,
            invalid: BTreeMap::new(),
            problem: None,
            ..importing
        })
    }

    /// Applies the text that the user typed into `field`. An invalid text changes no setting, and the field shows an error.
    fn change_text(&mut self, field: TypedField, text: &str) -> Vec<Request> {
        let Some(importing) = &mut self.dialog else {
            return Vec::new();
        };
        if text == field.text_of(&importing.import) {
            importing.invalid.remove(&field);
            return Vec::new();
        }
        match field.applied(text, &importing.import) {
            Ok(import) => self.change_import(import),
            Err(invalid) => {
                importing.invalid.insert(field, invalid);
                Vec::new()
            }
        }
    }

    /// Returns `None` if `ticket` belongs to an earlier attempt to read a file.
    fn take_reading(&mut self, ticket: u32) -> Option<FileRead> {
        self.reading.take_if(|reading| reading.ticket == ticket)
    }

    fn loaded(
        &mut self,
        reading: FileRead,
        pool: Pool,
        load_ms: f64,
        embeddings: Option<EmbeddingFile>,
        mut how: ImportOutcome,
        mut context: Context<'_>,
    ) -> Vec<Request> {
        if let Some(requests) = self.doubts(&reading, how.found.as_ref()) {
            return requests;
        }
        self.dialog = None;
        match context.project.as_deref_mut() {
            Some(project) if !self.appends_next && how.is_equal(&pool, &project.source.pool) => {
                let present = project.source.embeddings.as_ref();
                let is_of_column = present.is_some_and(|present| present.column.is_some());
                // A request with a text column comes from the import dialog.
                // In the import dialog, the user can deselect the embedding column.
                let is_deselected = is_of_column && embeddings.is_none() && reading.columns.text.is_some();
                let is_new = embeddings.is_some() && (embeddings.as_ref() != present || !is_of_column);
                let mut requests = match is_new || is_deselected {
                    true => set_embeddings(Some(&mut *project), embeddings),
                    false => Vec::new(),
                };
                requests.extend(read_again(project, &reading, how, (context.settings, context.now_ms)));
                return requests;
            }
            Some(_) if context.settings.method == Method::VoteK && confidences::is_table(&pool) => {
                self.appends_next = false;
                return vec![Request::Apply(state::Msg::Confidences(ConfidenceMsg::FileRead {
                    file_name: reading.file_name,
                    table: Ok(pool),
                }))];
            }
            _ => {}
        }
        let text_column = how.text_column.unwrap_or_else(|| guess_text_column(&pool));
        let mut project = Project::new(reading.file_name.clone(), pool, text_column, load_ms);
        project.source.embeddings = embeddings;
        let (known, labels) = (how.known.take(), how.labels.take());
        say_columns(&mut project, &reading, how, context.now_ms);
        self.offer(project, known.as_ref(), labels, context)
    }

    fn read_failed(&mut self, reading: &FileRead, error: WorkerError, has_project: bool) -> Vec<Request> {
        let offered = self.offer_entries(reading, &error);
        if let Some(requests) = offered.or_else(|| self.offer_settings(reading, &error)) {
            return requests;
        }
        // The user wanted to append only the file that could not be read.
        self.appends_next = false;
        let kept = match has_project {
            true => t!("import-failed-project-kept"),
            false => String::new(),
        };
        let title = t!("import-failed-title", file_name = isolated(&reading.file_name), kept);
        vec![Request::ReportFailure { title, error }]
    }

    /// Shows the dialog if the user should check how the file was read. Returns `None` if there is no doubt.
    fn doubts(&mut self, reading: &FileRead, found: Option<&ImportReport>) -> Option<Vec<Request>> {
        let (source, found) = (reading.source?, found?);
        // If the user has set the encoding, the dialog has already shown all other doubts.
        if reading.import.encoding.is_some() {
            return None;
        }
        let file_name = isolated(&reading.file_name);
        let first_line = found.doubtful.as_ref().filter(|_| reading.import.header.is_none());
        // True if the dialog should propose to skip the blanks before quoted cells.
        let mut skips_blanks = false;
        let problem = if found.guessed && found.broken.n > 0 {
            broken_bytes(&reading.file_name, found)
        } else if found.guessed {
            Notice {
                title: t!("import-encoding-doubt-title", file_name),
                problem: t!("import-encoding-doubt-problem", encoding = found.encoding),
                advice: t!("import-encoding-doubt-advice"),
            }
        } else if !found.joined.is_empty() {
            let rows = found.n_rows.unwrap_or_default();
            Notice {
                title: t!("import-joined-doubt-title", file_name),
                problem: t!(
                    "import-joined-doubt-problem",
                    lines = joined_lines(&found.joined),
                    rows = grouped(rows),
                    others = grouped(rows + found.more_as_letters)
                ),
                advice: t!("import-quotes-doubt-advice"),
            }
        } else if !found.loose.is_empty() {
            Notice {
                title: t!("import-quotes-doubt-title", file_name),
                problem: t!("import-quotes-doubt-problem", lines = lines(&found.loose)),
                advice: if found.backslashes {
                    t!("import-quotes-backslash-advice")
                } else {
                    t!("import-quotes-doubt-advice")
                },
            }
        } else if !found.spaced.is_empty() {
            skips_blanks = found.all_spaced;
            Notice {
                title: t!("import-spaced-doubt-title", file_name),
                problem: t!("import-spaced-doubt-problem", lines = lines(&found.spaced)),
                advice: if skips_blanks {
                    t!("import-spaced-skipped-advice")
                } else {
                    t!("import-spaced-doubt-advice")
                },
            }
        } else if let Some(&(other, others)) = found.rows_by_delimiter.first() {
            Notice {
                title: t!("import-delimiter-doubt-title", file_name),
                problem: t!(
                    "import-delimiter-doubt-problem",
                    rows = grouped(found.n_rows.unwrap_or_default()),
                    others = grouped(others),
                    delimiter = delimiter_name(other)
                ),
                advice: t!("import-delimiter-doubt-advice"),
            }
        } else if let Some(DoubtfulName { column, cell }) = first_line {
            Notice {
                title: t!("import-header-doubt-title", file_name),
                problem: t!("import-header-doubt-problem", column, cell = isolated(cell)),
                advice: t!("import-header-doubt-advice"),
            }
        } else if !found.records.is_empty() && reading.import.records.is_none() {
            Notice {
                title: t!("import-records-doubt-title", file_name),
                problem: match found.key_column.is_empty() {
                    true => t!("import-records-doubt-problem", path = isolated(&found.records)),
                    false => t!(
                        "import-keyed-records-doubt-problem",
                        path = isolated(&found.records),
                        column = isolated(&found.key_column)
                    ),
                },
                advice: t!("import-records-doubt-advice"),
            }
        } else if let Some(sheet) = doubtful_sheet(found).filter(|_| reading.import.table.sheet.is_none()) {
            Notice {
                title: t!("import-sheet-doubt-title", file_name),
                problem: t!("import-sheet-doubt-problem", sheet = isolated(&sheet.name)),
                advice: t!("import-sheet-doubt-advice"),
            }
        } else {
            return None;
        };
        let mut importing = Importing {
            is_doubt: true,
            ..in_dialog(source, reading, problem)
        };
        importing.import.skip_blanks |= skips_blanks;
        Some(self.show_preview(importing))
    }

    fn offer_entries(&mut self, reading: &FileRead, error: &WorkerError) -> Option<Vec<Request>> {
        let WorkerError::Pipeline(Error::Load(LoadError::WhichEntry { n, names })) = error else {
            return None;
        };
        let (source, first) = (reading.source?, names.first()?);
        let problem = which_entry(&reading.file_name, *n, first);
        let mut importing = Importing {
            is_doubt: true,
            entries: names.clone(),
            ..in_dialog(source, reading, problem)
        };
        importing.import.table.zip_entry = Some(first.clone());
        Some(self.show_preview(importing))
    }

    /// Shows the dialog for a file that could not be read. Returns `None` if no other setting could fix the error.
    fn offer_settings(&mut self, reading: &FileRead, error: &WorkerError) -> Option<Vec<Request>> {
        let problem = Notice::of(
            &t!("import-not-opened-title", file_name = isolated(&reading.file_name)),
            error,
        );
        let shown = self
            .dialog
            .as_mut()
            .filter(|importing| Some(importing.source) == reading.source);
        if let Some(importing) = shown {
            importing.problem = Some(problem).filter(|_| *error != WorkerError::Cancelled);
            return Some(Vec::new());
        }
        let source = reading.source.filter(|_| is_fixable(error))?;
        Some(self.show_preview(in_dialog(source, reading, problem)))
    }

    fn show_preview(&mut self, mut importing: Importing) -> Vec<Request> {
        self.last_preview += 1;
        importing.pending_preview = Some(self.last_preview);
        let cmd = Cmd::Preview {
            number: self.last_preview,
            source: importing.source,
            import: importing.import.clone(),
            sought: match importing.guess {
                _ if importing.is_untold => PreviewRows::TellingInBeginning,
                Some(_) => PreviewRows::Telling,
                None => PreviewRows::First,
            },
        };
        self.dialog = Some(importing);
        vec![Request::DismissNotice, perform(cmd)]
    }

    /// If the chosen file of an archive is itself an archive with several tables, the dialog offers the inner tables.
    fn offer_inner_entries(&mut self, error: &WorkerError) -> Option<Vec<Request>> {
        let WorkerError::Pipeline(Error::Load(LoadError::WhichEntry { n, names })) = error else {
            return None;
        };
        let first = names.first()?;
        let mut importing = self.dialog.take()?;
        let chosen = importing.import.table.zip_entry.replace(first.clone());
        let place = importing.entries.iter().position(|name| Some(name) == chosen.as_ref());
        match place {
            Some(place) => drop(importing.entries.splice(place..=place, names.iter().cloned())),
            None => importing.entries.clone_from(names),
        }
        importing.problem = Some(which_entry(&importing.file_name, *n, first));
        importing.is_doubt = true;
        Some(self.show_preview(importing))
    }

    fn preview_arrived(&mut self, number: u32, result: Result<Box<Preview>, WorkerError>) -> Vec<Request> {
        let is_pending = |importing: &&mut Importing| importing.pending_preview == Some(number);
        if self.dialog.as_mut().filter(is_pending).is_none() {
            return Vec::new();
        }
        if let Err(error) = &result
            && let Some(requests) = self.offer_inner_entries(error)
        {
            return requests;
        }
        let Some(importing) = &mut self.dialog else {
            return Vec::new();
        };
        importing.pending_preview = None;
        // Discard invalid inputs, because the detected settings may hide their fields.
        importing.invalid.clear();
        match result {
            Ok(preview) => {
                let found = &preview.found;
                if found.guessed {
                    importing.guess = Some(found.encoding.clone());
                }
                let is_sought = importing.guess.is_some() || found.broken.n > 0;
                importing.is_untold |= is_sought && !preview.shows_encoding;
                importing.import = found.import(importing.import.ragged);
                keep_choices(importing, found);
                importing.columns.keep_known(&preview.columns);
                importing.preview = Some(*preview);
            }
            Err(error) => {
                importing.preview = None;
                importing.problem = Some(Notice::of(
                    &t!(
                        "import-preview-failed-title",
                        file_name = isolated(&importing.file_name)
                    ),
                    &error,
                ));
            }
        }
        Vec::new()
    }

    fn stop_reading(&mut self) -> Vec<Request> {
        // `appends_next` stays true while the dialog is open, because the user can still append the file there.
        self.appends_next &= self.dialog.is_some();
        // Only the reading of a table can be canceled in its worker. The results of other readings are ignored.
        let stopped = self.reading.take().filter(|reading| reading.source.is_some());
        stopped.map(|_| perform(Cmd::Stop)).into_iter().collect()
    }
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(state::Cmd::Import(cmd))
}

fn export_left_out(project: Option<&Project>) -> Vec<Request> {
    let found = project.into_iter().flat_map(Project::all_found);
    let with_rows = found.filter(|(_, found)| !found.left_out.is_empty());
    let file = |(file_name, found): (&str, &ImportReport)| {
        Request::Perform(state::Cmd::Download {
            file_name: derived_file_name(file_name, "left-out.csv"),
            media_type: ExportFormat::Csv.media_type(),
            text: left_out_csv(&found.left_out),
        })
    };
    with_rows.map(file).collect()
}

fn read_again(
    project: &mut Project,
    reading: &FileRead,
    how: ImportOutcome,
    (settings, now_ms): (&Settings, u64),
) -> Vec<Request> {
    let known = |project: &Project| (project.source.id_column, project.source.report.clone());
    let before = known(project);
    // A request with a text column comes from the import dialog, where the user has chosen the text column.
    let column = how.text_column.filter(|_| reading.columns.text.is_some());
    say_columns(project, reading, how, now_ms);
    let is_changed = known(project) != before;
    let asks = project.source.labels_column.is_some();
    let mut requests = column.map_or_else(Vec::new, |column| choose_text_column(project, column, settings));
    if is_changed || !requests.is_empty() {
        requests.push(Request::SaveHead);
    }
    if asks {
        requests.push(Request::Apply(state::Msg::FileLabels(file_labels::Msg::AskAboutChosen)));
    }
    requests.push(Request::Append);
    requests
}

/// Sets the embeddings of the open pool. With `None`, the encoder computes the embeddings.
fn set_embeddings(project: Option<&mut Project>, embeddings: Option<EmbeddingFile>) -> Vec<Request> {
    let Some(project) = project else {
        return Vec::new();
    };
    // If there are no new embeddings, the stored embeddings are deleted, because the pool no longer uses them.
    let had_embeddings = project.source.embeddings.is_some();
    let keep = embeddings
        .clone()
        .map(|value| state::Cmd::Import(Cmd::StoreEmbeddings(value)));
    let store = keep.or(had_embeddings.then_some(state::Cmd::Import(Cmd::ForgetEmbeddings)));
    project.source.embeddings = embeddings;
    let mut requests: Vec<Request> = store.map(Request::Perform).into_iter().collect();
    requests.extend([Request::EmbeddingsChanged, Request::SaveHead]);
    requests
}

/// Adapts the default budget to the number of empty texts in the new column.
fn choose_text_column(project: &mut Project, column: usize, settings: &Settings) -> Vec<Request> {
    let before = project.size();
    let mut requests = set_text_column(project, column);
    if !requests.is_empty() {
        let fitting = settings.clone().fitting(Some(before), project.size());
        requests.extend((fitting != *settings).then_some(Request::SetSettings(fitting)));
    }
    requests
}

/// Discards early picks, because they were selected among the texts of the previous column.
pub(crate) fn set_text_column(project: &mut Project, column: usize) -> Vec<Request> {
    if project.source.text_column == column {
        return Vec::new();
    }
    project.forget_early();
    project.source.text_column = column;
    vec![Request::TextColumnChanged]
}

fn say_columns(project: &mut Project, reading: &FileRead, how: ImportOutcome, now_ms: u64) {
    project.source.file_index = reading.source;
    project.source.report = how.found;
    let report = project.source.report.as_mut();
    if let Some(source) = report.and_then(|report| report.source.as_mut()) {
        source.shorten();
    }
    let column = |name: &Option<String>| project.source.pool.column(name.as_ref()?).ok();
    let (id, labels) = (column(&reading.columns.id), column(&reading.columns.labels));
    if reading.columns.text.is_some() {
        project.source.id_column = id;
    }
    let chosen = labels.map(|column| (column, reading.columns.per_cell));
    project.source.labels_column = chosen;
    // The labels are imported immediately only if the page need not ask which annotator gave which label.
    // No label can lose its key on the keyboard, because the project is new.
    if let Some((column, per_cell)) = chosen.filter(|_| project.has_plain_labels()) {
        let is_new = project.annotations.history.log().is_empty() && project.annotations.annotator.is_none();
        let imported = how
            .column_labels
            .filter(|labels| is_new && (labels.column, labels.per_cell) == (column, per_cell));
        match imported {
            Some(labels) => project.take_column_labels(*labels),
            None => project.import_file_labels(column, per_cell, now_ms),
        };
    }
}

/// Performs the commands in `cmds` that import labels.
/// Returns `cmds` with each import of labels replaced by the commands that its result causes.
#[cfg(test)]
pub(crate) fn perform_label_imports(page: &mut state::AppState, cmds: Vec<state::Cmd>, now_ms: u64) -> Vec<state::Cmd> {
    let mut others = Vec::new();
    for cmd in cmds {
        match cmd {
            state::Cmd::Import(Cmd::ImportLabels { import, history, at_ms }) => {
                let of_column = (import.column, import.per_cell);
                let mut slices = fastgas_progress::Slices::whole();
                let labels = ColumnLabels::import(&import.pool, of_column, (*history, at_ms), &mut slices);
                let labels = Box::new(fastgas_progress::at_once(labels));
                let imported = Msg::FileLabelsImported {
                    import: import.clone(),
                    labels,
                };
                others.extend(page.apply(state::Msg::Import(imported), now_ms));
            }
            other => others.push(other),
        }
    }
    others
}

fn broken_bytes(file_name: &str, found: &ImportReport) -> Notice {
    let title = t!("import-bytes-doubt-title", file_name = isolated(file_name));
    let encoding = lossy_of(&found.encoding).unwrap_or(&found.encoding);
    if let Some(Misalignment { line, byte }) = found.broken.shifted {
        let encoding = encoding.to_owned();
        let error = Error::from(LoadError::Shifted { line, byte, encoding });
        return Notice::of(&title, &error.into());
    }
    let (n, lines) = (grouped(found.broken.n), lines(&found.broken.lines));
    let (problem, advice) = if found.broken.zeros > 0 {
        (
            t!("import-zero-bytes-problem", n, lines),
            t!("import-zero-bytes-advice"),
        )
    } else {
        let problem = t!("import-broken-bytes-problem", n, encoding, lines);
        (problem, t!("import-broken-bytes-advice"))
    };
    Notice { title, problem, advice }
}

fn in_dialog(source: u32, reading: &FileRead, problem: Notice) -> Importing {
    Importing {
        source,
        file_name: reading.file_name.clone(),
        import: reading.import.clone(),
        columns: reading.columns.clone(),
        problem: Some(problem),
        ..Importing::default()
    }
}

/// The settings that were used to import the open project's file, for the import dialog.
/// `None` if the file was not read in this session.
fn again(project: &Project) -> Option<Importing> {
    let found = project.source.report.as_ref()?;
    let columns = project.source.pool.columns();
    // Joined texts are in the last column, and the name of this column is the template.
    let name = columns.get(project.source.text_column)?.clone();
    let is_joined = project.text_is_joined() && project.source.text_column + 1 == columns.len();
    Some(Importing {
        source: project.source.file_index?,
        file_name: project.source.file_name.clone(),
        import: found.import(project.ragged()),
        columns: Columns {
            text: Some(if is_joined {
                TextSource::Joined(name)
            } else {
                TextSource::Column(name)
            }),
            id: project.source.id_column.map(|column| columns[column].clone()),
            labels: None,
            per_cell: LabelCell::One,
            embeddings: project.source.embeddings.as_ref().and_then(|file| file.column.clone()),
        },
        ..Importing::default()
    })
}

pub fn how(found: &ImportReport) -> String {
    let name = match found.format {
        Format::Csv => "CSV".to_owned(),
        Format::Tsv => "TSV".to_owned(),
        Format::Jsonl => "JSON".to_owned(),
        Format::Lines => t!("import-found-lines"),
    };
    let mut words = vec![name];
    if let Some(delimiter) = found.delimiter {
        words.push(t!("import-found-delimiter", delimiter = delimiter_name(delimiter)));
    }
    words.push(encoding_name(&found.encoding));
    if found.format.is_delimited() && !found.header {
        words.push(t!("import-found-no-header"));
    }
    words.join(", ")
}

pub fn encoding_name(name: &str) -> String {
    match lossy_of(name) {
        Some(encoding) => t!("import-encoding-lossy", encoding),
        None => name.to_owned(),
    }
}

pub fn first_line(found: &ImportReport) -> Option<String> {
    let DoubtfulName { column, cell } = found.doubtful.as_ref()?;
    Some(t!("import-remark-header-name", column, cell = isolated(cell)))
}

pub fn delimiter_name(delimiter: impl Into<Delimiter>) -> String {
    let delimiter = delimiter.into();
    match delimiter.single() {
        Some(',') => t!("import-delimiter-commas"),
        Some('\t') => t!("import-delimiter-tabs"),
        Some(';') => t!("import-delimiter-semicolons"),
        Some('|') => t!("import-delimiter-bars"),
        _ => {
            let delimiter = visible_name(&delimiter.to_string()).into_owned();
            t!("import-delimiter-other", delimiter)
        }
    }
}

/// The sheet that was read, if the workbook has other sheets with rows. `None` if there is no other sheet.
fn doubtful_sheet(found: &ImportReport) -> Option<&SheetReport> {
    let sheet = found.source.as_ref()?.sheet.as_ref()?;
    (!sheet.others.is_empty()).then_some(sheet)
}

/// `n` is the number of files that may contain the texts. `first` is the file in the preview.
fn which_entry(file_name: &str, n: u64, first: &str) -> Notice {
    Notice {
        title: t!("import-entry-doubt-title", file_name = isolated(file_name)),
        problem: t!("import-entry-doubt-problem", n = grouped(n), entry = isolated(first)),
        advice: t!("import-entry-doubt-advice"),
    }
}

/// Keeps the files and sheets in the order in which the user first saw them.
/// Otherwise, the order in the list would change when the user chooses another file or sheet.
fn keep_choices(importing: &mut Importing, found: &ImportReport) {
    if importing.sheets.is_empty()
        && let Some(sheet) = found.source.as_ref().and_then(|source| source.sheet.as_ref())
    {
        importing.sheets = [std::slice::from_ref(&sheet.name), &sheet.others].concat();
    }
    let Some(path) = found.source.as_ref().and_then(TableSource::entry_path) else {
        return;
    };
    if importing.entries.is_empty() {
        importing.entries = entries_of(found);
    } else if !importing.entries.contains(&path) {
        // If a chosen inner archive contains only one table, the table replaces the inner archive in the list.
        let is_around = |name: &&mut String| {
            path.strip_prefix(name.as_str())
                .is_some_and(|rest| rest.starts_with('/'))
        };
        match importing.entries.iter_mut().find(is_around) {
            Some(name) => *name = path,
            None => importing.entries.push(path),
        }
    }
}

/// The files of the archive, starting with the file that was read. Empty if the archive contains only one file.
fn entries_of(found: &ImportReport) -> Vec<String> {
    let mut archives = found.source.iter().flat_map(TableSource::entries).collect::<Vec<_>>();
    archives.reverse();
    let read = archives.first().map(|entry| entry.path.clone());
    let others = archives.into_iter().flat_map(|entry| entry.others);
    let entries: Vec<String> = read.into_iter().chain(others).collect();
    match entries.len() {
        1 => Vec::new(),
        _ => entries,
    }
}

fn first_isolated(names: &[String]) -> String {
    let shown = all_isolated(&names[..names.len().min(MAX_LISTED_NAMES)]);
    match names.len() > MAX_LISTED_NAMES {
        true => format!("{shown} …"),
        false => shown,
    }
}

fn source_remarks(source: &TableSource) -> Vec<String> {
    let mut remarks = Vec::new();
    for Entry { path, others } in source.entries() {
        if !others.is_empty() {
            let others = first_isolated(&others);
            remarks.push(t!("import-remark-archive", entry = isolated(&path), others));
        }
    }
    if let Some(sheet) = &source.sheet {
        if !sheet.others.is_empty() {
            let sheets = first_isolated(&sheet.others);
            remarks.push(t!("import-remark-sheet", sheet = isolated(&sheet.name), sheets));
        }
        if sheet.rows_above > 0 {
            remarks.push(t!(
                "import-remark-rows-above",
                row = grouped(u64::from(sheet.header_row))
            ));
        }
        if !sheet.merged.is_empty() {
            remarks.push(t!("import-remark-merged", cells = all_isolated(&sheet.merged)));
        }
        if let Some(cell) = &sheet.first_error {
            remarks.push(t!("import-remark-formula-errors", n = grouped(sheet.n_errors), cell));
        }
        if let Some(cell) = &sheet.first_without_value {
            remarks.push(t!(
                "import-remark-formulas-empty",
                n = grouped(sheet.n_without_value),
                cell
            ));
        }
    }
    if let Some(parquet) = source.parquet.as_ref().filter(|parquet| parquet.n_not_finite > 0) {
        remarks.push(t!("import-remark-not-finite", n = grouped(parquet.n_not_finite)));
    }
    if let Some(parquet) = source.parquet.as_ref().filter(|parquet| !parquet.left_out.is_empty()) {
        let columns = first_isolated(&parquet.left_out);
        remarks.push(t!("import-remark-binary-columns", columns));
    }
    remarks
}

pub fn remarks(found: &ImportReport) -> Vec<String> {
    all_remarks(found, true)
}

/// The remarks on an import whose settings for reading the file cannot be changed.
/// Remarks that ask the user to change a setting are left out.
pub fn remarks_without_settings(found: &ImportReport) -> Vec<String> {
    all_remarks(found, false)
}

fn all_remarks(found: &ImportReport, has_settings: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    if !found.padded.is_empty() {
        remarks.push(t!(
            "import-remark-padded",
            rows = rows(found.padded.len()),
            lines = lines(&found.padded)
        ));
    }
    let left_out: Vec<u64> = found.irregular_left_out().collect();
    if !left_out.is_empty() {
        remarks.push(t!(
            "import-remark-left-out",
            rows = rows(left_out.len()),
            lines = lines(&left_out)
        ));
    }
    remarks.extend(found.source.iter().flat_map(source_remarks));
    if !found.key_column.is_empty() {
        remarks.push(t!(
            "import-remark-keyed-records",
            path = isolated(&found.records),
            column = isolated(&found.key_column)
        ));
    } else if !found.records.is_empty() {
        remarks.push(t!("import-remark-records", path = isolated(&found.records)));
    }
    if !found.other_records.is_empty() {
        remarks.push(t!(
            "import-remark-other-records",
            paths = all_isolated(&found.other_records)
        ));
    }
    if !found.script.is_empty() {
        remarks.push(t!(
            "import-remark-script",
            beginning = isolated(&visible_name(&found.script))
        ));
    }
    if !found.repaired.is_empty() {
        remarks.push(t!(
            "import-remark-repaired",
            rows = rows(found.repaired.len()),
            lines = lines(&found.repaired)
        ));
    }
    if found.n_joined_texts > 0 {
        remarks.push(t!("import-remark-joined-texts", n = grouped(found.n_joined_texts)));
    }
    remarks.extend(found.aside.iter().map(aside));
    if !found.joined.is_empty() {
        remarks.push(t!("import-remark-joined-rows", lines = joined_lines(&found.joined)));
    }
    if !found.loose.is_empty() {
        remarks.push(t!("import-remark-loose-quotes", lines = lines(&found.loose)));
        if found.backslashes && has_settings {
            remarks.push(t!("import-remark-backslashes"));
        }
    }
    if !found.spaced.is_empty() {
        remarks.push(t!("import-remark-spaced-quotes", lines = lines(&found.spaced)));
    }
    let rows_as_letters = found.n_rows.zip(found.rows_as_letters()).map(|(rows, others)| {
        t!(
            "import-rows-literal-quotes",
            rows = grouped(rows),
            others = grouped(others)
        )
    });
    // `rows_as_letters` states how many rows the file would have if quotes were ordinary characters.
    // The remark about quotes comes last if no quote looks wrong, because multi-line quoted texts are common.
    let (suspected, unsuspected) = match found.joined.is_empty() && found.loose.is_empty() {
        true => (None, rows_as_letters),
        false => (rows_as_letters, None),
    };
    remarks.extend(suspected);
    for [first, second] in found.similar_columns.iter().filter(|_| has_settings) {
        remarks.push(t!(
            "import-remark-similar-columns",
            first = isolated(&visible_name(first)),
            second = isolated(&visible_name(second))
        ));
    }
    for &(delimiter, others) in &found.rows_by_delimiter {
        let (rows, others) = (grouped(found.n_rows.unwrap_or_default()), grouped(others));
        let delimiter = delimiter_name(delimiter);
        remarks.push(t!("import-rows-other-delimiter", rows, others, delimiter));
    }
    if found.broken.n > 0 {
        let broken = &found.broken;
        remarks.push(t!(
            "import-remark-broken-bytes",
            n = grouped(broken.n),
            lines = lines(&broken.lines)
        ));
    }
    if let Some(Misalignment { line, byte }) = found.broken.shifted {
        remarks.push(t!(
            "import-remark-shifted-bytes",
            line = grouped(line),
            byte = grouped(byte)
        ));
    }
    if found.above > 0 {
        remarks.push(t!("import-remark-lines-above", n = grouped(found.above)));
    }
    if found.blank_lines > 0 {
        let blank = found.blank_lines;
        remarks.push(t!("import-remark-blank-lines", blank = grouped(blank)));
    }
    if found.unguarded > 0 {
        remarks.push(t!("import-remark-unguarded", n = grouped(found.unguarded)));
    }
    remarks.extend(unsuspected);
    remarks
}

/// Sentences that compare the number of rows with the number for another setting of the quotes or the header.
/// Empty unless the preview covers the whole file.
pub fn counts(preview: &Preview) -> Vec<String> {
    let found = &preview.found;
    let Some(n_rows) = found.n_rows.filter(|_| preview.is_whole) else {
        return Vec::new();
    };
    let rows = grouped(n_rows);
    let mut counts = Vec::new();
    if let (Some(others), Quotes::Letters) = (preview.n_rows_with_other_quotes, found.quotes) {
        counts.push(t!("import-rows-enclosing-quotes", rows, others = grouped(others)));
    }
    if let Some(others) = found.rows_without_header() {
        counts.push(t!("import-rows-without-header", rows, others = grouped(others)));
    } else if found.format.is_delimited() && !found.header && n_rows > 1 {
        counts.push(t!("import-rows-with-header", rows, others = grouped(n_rows - 1)));
    }
    counts
}

fn aside(
    NonRowLines {
        kind,
        left_out,
        lines: of,
    }: &NonRowLines,
) -> String {
    let lines = lines(of);
    match (kind, left_out) {
        (NonRow::Comment, true) => t!("import-comments-left-out", lines),
        (NonRow::Comment, false) => t!("import-comments-kept", lines),
        (NonRow::RepeatedHeader, true) => t!("import-headers-left-out", lines),
        (NonRow::RepeatedHeader, false) => t!("import-headers-kept", lines),
        (NonRow::SurveyHeader, _) => t!("import-survey-left-out", lines),
        (NonRow::Footer, true) => t!("import-footer-left-out", lines),
        (NonRow::Footer, false) => t!("import-footer-kept", lines),
        (NonRow::EndOfFile, _) => t!("import-eof-left-out", lines),
        (NonRow::ByteOrderMark, _) => t!("import-bom-left-out", lines),
    }
}

fn joined_lines(joined: &[JoinedLines]) -> String {
    let named = joined
        .iter()
        .take(MAX_LISTED_LINES)
        .map(|JoinedLines { first, last }| format!("{first}–{last}"));
    let and_so_on = if joined.len() > MAX_LISTED_LINES { " …" } else { "" };
    let named: Vec<String> = named.collect();
    t!("import-line-list", n = 2, named = named.join(", "), and_so_on)
}

fn rows(n: usize) -> String {
    t!("import-row-count", n = grouped(n as u64))
}

pub fn lines(lines: &[u64]) -> String {
    let named: Vec<String> = lines.iter().take(MAX_LISTED_LINES).map(u64::to_string).collect();
    let and_so_on = if lines.len() > MAX_LISTED_LINES { " …" } else { "" };
    t!("import-line-list", n = lines.len(), named = named.join(", "), and_so_on)
}
