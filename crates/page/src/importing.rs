//! A file of texts on its way in: what is said of it, what it looks like so, and what is wrong with it.
//!
//! A file that reads without doubt is opened at once. Where something is wrong that another setting would mend, where its
//! encoding is a guess or its first line may be a row, or where a person asks for it, a dialog shows the settings and what
//! comes of them.

use crate::isolate::isolated;
use crate::project::Open;
use crate::store::{self, AppState, Message, Reading};
use crate::words::{grouped, say};
use fastgas_annotation::export::{ExportFormat, name_beside};
use fastgas_data::LoadError;
use fastgas_data::{
    Columns, DoubtfulName, Format, Found, Import, Joined, NonRow, NonRowLines, PerCell, Pool, Preview, Quotes, Shifted,
    Sought, Text, is_named_like_ids, join, left_out_csv, lossy_of,
};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

/// Lines that are named.
const NAMED: usize = 8;
/// Columns that a template has at first.
const JOINED: usize = 3;

/// A file in the dialog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Importing {
    /// Which of the files of this visit.
    pub source: u32,
    /// As the person's disk names it.
    pub file_name: String,
    /// What is said of it; after a look, all that was found.
    pub import: Import,
    /// What is said of its columns.
    pub columns: Columns,
    pub preview: Option<Preview>,
    /// Why it was not opened.
    pub problem: Option<Message>,
    /// Whether it can be opened, and a person should look at it first.
    pub is_doubt: bool,
    /// The encoding that was guessed, if one was.
    pub guess: Option<String>,
    /// Whether no row of the whole file tells if the encoding is right, so that it need not be read for that again.
    is_untold: bool,
    /// The look under way; answers to earlier ones are dropped.
    look: Option<u32>,
}

/// Something that happened to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A person wants to look at a file before it is opened.
    Look { source: u32, file_name: String },
    /// A person wants to change how the open project's file is read.
    LookAgain,
    /// A person says how it is written.
    Say(Import),
    /// A person says what its columns are.
    SayColumns(Columns),
    /// This is what it looks like.
    Looked {
        look: u32,
        result: Result<Box<Preview>, WorkerError>,
    },
    /// A person wants it opened like this.
    Open,
    /// So much of it is read, in percent.
    ReadFurther { ticket: u32, percent: u8 },
    /// A person wants the reading stopped.
    Stop,
    /// A person does not want it after all.
    Close,
    /// A person wants the rows that were left out of the open project as a file.
    ExportLeftOut,
}

/// Something to be done for it.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Look at its beginning; answered by [`Action::Looked`].
    Look {
        look: u32,
        source: u32,
        import: Import,
        /// Which rows to show.
        sought: Sought,
    },
    Read {
        source: u32,
        import: Import,
        columns: Columns,
    },
    Stop,
}

/// What came of reading, beside the pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct How {
    /// How it was read.
    pub found: Option<Found>,
    /// The column of the texts.
    pub text_column: Option<usize>,
}

impl Importing {
    /// The column of the texts: as a person says, else the likely one.
    pub fn text(&self) -> Option<Text> {
        let likely = || self.preview.as_ref().and_then(|preview| preview.text.clone());
        self.columns.text.clone().or_else(likely)
    }

    /// How many labels a cell of this column likely has, by the beginning of the file.
    pub fn per_cell(&self, labels: &str) -> PerCell {
        let of_column = |preview: &Preview| {
            let column = preview.columns.iter().position(|name| name == labels)?;
            preview.per_cell.get(column).copied()
        };
        self.preview.as_ref().and_then(of_column).unwrap_or_default()
    }

    /// The labels that come of the column of labels, each with the number of its texts, in the part of the file that was looked
    /// at; none where there is no such column or its cells cannot be labels like this.
    pub fn label_counts(&self) -> Option<Vec<(String, u32)>> {
        let preview = self.preview.as_ref()?;
        let labels = self.columns.labels.as_ref()?;
        let column = preview.columns.iter().position(|name| name == labels)?;
        let cells = preview.cells.get(column)?.as_ref()?;
        self.columns
            .per_cell
            .count(cells.iter().map(|(cell, n)| (cell.as_str(), *n)))
    }

    /// A template that joins several columns, to take some away from: the first few that are no ids and no labels and have a
    /// name; the first few that have one, where all are so.
    pub fn several_columns(&self) -> String {
        let columns = self.preview.iter().flat_map(|preview| &preview.columns);
        let named: Vec<&String> = columns.filter(|name| !name.trim().is_empty()).collect();
        let Columns { id, labels, .. } = &self.columns;
        let is_said = |name: &String| [id, labels].into_iter().flatten().any(|said| said == name);
        let mut texts = named.clone();
        texts.retain(|name| !is_said(name) && !is_named_like_ids(name));
        let of = if texts.is_empty() { named } else { texts };
        let places: Vec<String> = of.iter().take(JOINED).map(|name| format!("{{{name}}}")).collect();
        places.join(" … ")
    }

    /// The texts of the rows that are shown, where several columns are joined; none where the template is not whole.
    pub fn joined(&self) -> Vec<String> {
        let (Some(Text::Joined(template)), Some(preview)) = (self.text(), &self.preview) else {
            return Vec::new();
        };
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for (index, (_, row)) in preview.rows.iter().enumerate() {
            // JSON that is shortened is none any more: what is inside of it stands beside it.
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

    /// Whether it is being looked at.
    pub fn is_looking(&self) -> bool {
        self.look.is_some()
    }

    /// What has to be said before it can be opened, if anything.
    pub fn obstacle(&self) -> Option<String> {
        match &self.columns.text {
            _ if self.preview.is_none() => Some(say!("importing-there-nothing-open-yet")),
            Some(Text::Joined(template)) if !template.contains('{') => {
                Some(say!("importing-write-columns-between-braces"))
            }
            _ => None,
        }
    }
}

/// Whether another setting would mend it.
fn is_mendable(error: &WorkerError) -> bool {
    let WorkerError::Pipeline(Error::Load(error)) = error else {
        return false;
    };
    matches!(
        error,
        LoadError::NotText { .. }
            | LoadError::Zero { .. }
            | LoadError::Shifted { .. }
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

impl AppState {
    /// Takes an action into account.
    pub(super) fn import(&mut self, action: Action) -> Vec<store::Effect> {
        match action {
            Action::Look { source, file_name } => {
                let import = Import::named(&file_name);
                self.look_at(Importing {
                    source,
                    file_name,
                    import,
                    ..Importing::default()
                })
            }
            Action::LookAgain => match self.open.as_ref().and_then(again) {
                Some(importing) => self.look_at(importing),
                None => Vec::new(),
            },
            Action::Say(import) => match self.importing.take() {
                Some(importing) => {
                    let of = |import: &Import| (import.format, import.encoding.clone());
                    self.look_at(Importing {
                        is_untold: importing.is_untold && of(&import) == of(&importing.import),
                        import,
                        problem: None,
                        ..importing
                    })
                }
                None => Vec::new(),
            },
            Action::SayColumns(columns) => {
                if let Some(importing) = &mut self.importing {
                    importing.columns = columns;
                }
                Vec::new()
            }
            Action::Looked { look, result } => {
                self.looked(look, result);
                Vec::new()
            }
            Action::Open => {
                let ready = self
                    .importing
                    .as_ref()
                    .filter(|importing| importing.obstacle().is_none());
                let read = ready.map(|importing| Effect::Read {
                    source: importing.source,
                    import: importing.import.clone(),
                    columns: Columns {
                        text: importing.text(),
                        ..importing.columns.clone()
                    },
                });
                read.map(store::Effect::Import).into_iter().collect()
            }
            Action::ReadFurther { ticket, percent } => {
                if let Some(reading) = self.reading.as_mut().filter(|reading| reading.ticket == ticket) {
                    reading.read = Some(percent);
                }
                Vec::new()
            }
            Action::Stop => self.stop_reading(),
            Action::Close => {
                self.importing = None;
                self.stop_reading()
            }
            Action::ExportLeftOut => self.export_left_out(),
        }
    }

    /// The file was read; gives it back unless a person should look at it first.
    pub(super) fn doubts(&mut self, reading: &Reading, found: Option<&Found>) -> Option<Vec<store::Effect>> {
        let (source, found) = (reading.source?, found?);
        // Who has said the encoding has seen the rest, too.
        if reading.import.encoding.is_some() {
            return None;
        }
        let file_name = isolated(&reading.file_name);
        let first_line = found.doubtful.as_ref().filter(|_| reading.import.header.is_none());
        let problem = if found.guessed && found.broken.n > 0 {
            broken_bytes(&reading.file_name, found)
        } else if found.guessed {
            Message {
                title: say!("importing-does-not-say-encoding", file_name),
                problem: say!("importing-likely", encoding = found.encoding),
                advice: say!("importing-look-whether-words-below"),
            }
        } else if !found.joined.is_empty() {
            let rows = found.n_rows.unwrap_or_default();
            Message {
                title: say!("importing-joined-in-doubt", file_name),
                problem: say!(
                    "importing-joined-there",
                    lines = joined_lines(&found.joined),
                    rows = grouped(rows),
                    others = grouped(rows + found.more_as_letters)
                ),
                advice: say!("importing-quotes-are-letters-or-not"),
            }
        } else if !found.loose.is_empty() {
            Message {
                title: say!("importing-quotes-in-doubt", file_name),
                problem: say!("importing-loose-quotes-there", lines = lines(&found.loose)),
                advice: if found.backslashes {
                    say!("importing-quotes-behind-backslashes")
                } else {
                    say!("importing-quotes-are-letters-or-not")
                },
            }
        } else if let Some(&(other, others)) = found.rows_by_delimiter.first() {
            Message {
                title: say!("importing-delimiter-in-doubt", file_name),
                problem: say!(
                    "importing-delimiter-there",
                    rows = grouped(found.n_rows.unwrap_or_default()),
                    others = grouped(others),
                    delimiter = delimiter_name(other)
                ),
                advice: say!("importing-choose-delimiter"),
            }
        } else if let Some(DoubtfulName { column, cell }) = first_line {
            Message {
                title: say!("import-names-in-doubt", file_name),
                problem: say!("import-name-like-text", column, cell = isolated(cell)),
                advice: say!("import-say-what-first-line-is"),
            }
        } else {
            return None;
        };
        let importing = Importing {
            is_doubt: true,
            ..in_dialog(source, reading, problem)
        };
        Some(self.look_at(importing))
    }

    /// The file could not be read; where another setting would mend that, a person can look at it.
    pub(super) fn mend(&mut self, reading: &Reading, error: &WorkerError) -> Option<Vec<store::Effect>> {
        let problem = Message::of(
            &say!("importing-was-not-opened", file_name = isolated(&reading.file_name)),
            error,
        );
        let shown = self
            .importing
            .as_mut()
            .filter(|importing| Some(importing.source) == reading.source);
        if let Some(importing) = shown {
            importing.problem = Some(problem).filter(|_| *error != WorkerError::Cancelled);
            return Some(Vec::new());
        }
        let source = reading.source.filter(|_| is_mendable(error))?;
        Some(self.look_at(in_dialog(source, reading, problem)))
    }

    fn look_at(&mut self, mut importing: Importing) -> Vec<store::Effect> {
        self.last_look += 1;
        importing.look = Some(self.last_look);
        self.message = None;
        let effect = Effect::Look {
            look: self.last_look,
            source: importing.source,
            import: importing.import.clone(),
            sought: match importing.guess {
                _ if importing.is_untold => Sought::TellingInBeginning,
                Some(_) => Sought::Telling,
                None => Sought::First,
            },
        };
        self.importing = Some(importing);
        vec![store::Effect::Import(effect)]
    }

    fn looked(&mut self, look: u32, result: Result<Box<Preview>, WorkerError>) {
        let Some(importing) = self.importing.as_mut().filter(|importing| importing.look == Some(look)) else {
            return;
        };
        importing.look = None;
        match result {
            Ok(preview) => {
                let found = &preview.found;
                if found.guessed {
                    importing.guess = Some(found.encoding.clone());
                }
                let is_sought = importing.guess.is_some() || found.broken.n > 0;
                importing.is_untold |= is_sought && !preview.is_telling;
                importing.import = found.import(importing.import.ragged);
                importing.columns.keep_known(&preview.columns);
                importing.preview = Some(*preview);
            }
            Err(error) => {
                importing.preview = None;
                importing.problem = Some(Message::of(
                    &say!("importing-cannot-read-like", file_name = isolated(&importing.file_name)),
                    &error,
                ));
            }
        }
    }

    pub(super) fn stop_reading(&mut self) -> Vec<store::Effect> {
        // In the dialog it can be read once more.
        self.wants_to_add &= self.importing.is_some();
        let stopped = self.reading.take_if(|reading| reading.source.is_some());
        stopped
            .map(|_| store::Effect::Import(Effect::Stop))
            .into_iter()
            .collect()
    }

    fn export_left_out(&self) -> Vec<store::Effect> {
        let found = self.open.iter().flat_map(Open::all_found);
        let with_rows = found.filter(|(_, found)| !found.left_out.is_empty());
        let file = |(file_name, found): (&str, &Found)| store::Effect::Download {
            file_name: name_beside(file_name, "left-out.csv"),
            media_type: ExportFormat::Csv.media_type(),
            text: left_out_csv(&found.left_out),
        };
        with_rows.map(file).collect()
    }
}

/// What is said of a file whose bytes are not all text.
fn broken_bytes(file_name: &str, found: &Found) -> Message {
    let title = say!("import-bytes-in-doubt", file_name = isolated(file_name));
    let encoding = lossy_of(&found.encoding).unwrap_or(&found.encoding);
    if let Some(Shifted { line, byte }) = found.broken.shifted {
        let encoding = encoding.to_owned();
        let error = Error::from(LoadError::Shifted { line, byte, encoding });
        return Message::of(&title, &error.into());
    }
    let (n, lines) = (grouped(found.broken.n), lines(&found.broken.lines));
    let (problem, advice) = if found.broken.zeros > 0 {
        (say!("import-zero-bytes", n, lines), say!("import-zero-bytes-look"))
    } else {
        let problem = say!("import-broken-bytes", n, encoding, lines);
        (problem, say!("import-broken-bytes-look"))
    };
    Message { title, problem, advice }
}

/// A file that was read, or was not, and why a person should look at it.
fn in_dialog(source: u32, reading: &Reading, problem: Message) -> Importing {
    Importing {
        source,
        file_name: reading.file_name.clone(),
        import: reading.import.clone(),
        columns: reading.columns.clone(),
        problem: Some(problem),
        ..Importing::default()
    }
}

/// The file of a project that was read on this visit.
fn again(open: &Open) -> Option<Importing> {
    let found = open.found.as_ref()?;
    let columns = open.pool.columns();
    // Of joined texts the name is the template.
    let name = columns.get(open.text_column)?.clone();
    let is_joined = open.text_is_joined() && open.text_column + 1 == columns.len();
    Some(Importing {
        source: open.source?,
        file_name: open.file_name.clone(),
        import: found.import(open.ragged()),
        columns: Columns {
            text: Some(if is_joined {
                Text::Joined(name)
            } else {
                Text::Column(name)
            }),
            id: open.id_column.map(|column| columns[column].clone()),
            labels: None,
            per_cell: PerCell::One,
        },
        ..Importing::default()
    })
}

/// How a file was read, as a person reads it.
pub fn how(found: &Found) -> String {
    let name = match found.format {
        Format::Csv => "CSV".to_owned(),
        Format::Tsv => "TSV".to_owned(),
        Format::Jsonl => "JSON".to_owned(),
        Format::Lines => say!("importing-plain-lines"),
    };
    let mut words = vec![name];
    if let Some(delimiter) = found.delimiter {
        words.push(say!("importing-cells-between", delimiter = delimiter_name(delimiter)));
    }
    words.push(encoding_name(&found.encoding));
    if found.format.is_delimited() && !found.header {
        words.push(say!("importing-no-header-line"));
    }
    words.join(", ")
}

/// An encoding as a person reads it.
pub fn encoding_name(name: &str) -> String {
    match lossy_of(name) {
        Some(encoding) => say!("import-encoding-lossy", encoding),
        None => name.to_owned(),
    }
}

/// What a first line that names the columns may be as well; none where it does not, or may not.
pub fn first_line(found: &Found) -> Option<String> {
    let DoubtfulName { column, cell } = found.doubtful.as_ref()?;
    Some(say!("import-name-is-no-row", column, cell = isolated(cell)))
}

pub fn delimiter_name(delimiter: char) -> String {
    match delimiter {
        ',' => say!("importing-commas"),
        '\t' => say!("importing-tabs"),
        ';' => say!("importing-semicolons"),
        '|' => say!("importing-bars"),
        other => say!("importing-delimiter-itself", delimiter = other),
    }
}

/// What is not in the pool as it stands in the file; one sentence for each kind.
pub fn remarks(found: &Found) -> Vec<String> {
    let mut remarks = Vec::new();
    if !found.padded.is_empty() {
        remarks.push(say!(
            "importing-another-number-cells-padded",
            rows = rows(found.padded.len()),
            lines = lines(&found.padded)
        ));
    }
    let left_out: Vec<u64> = found.irregular_left_out().collect();
    if !left_out.is_empty() {
        remarks.push(say!(
            "importing-left-out",
            rows = rows(left_out.len()),
            lines = lines(&left_out)
        ));
    }
    remarks.extend(found.aside.iter().map(aside));
    if !found.joined.is_empty() {
        remarks.push(say!("importing-joined", lines = joined_lines(&found.joined)));
    }
    if !found.loose.is_empty() {
        remarks.push(say!("importing-loose-quotes", lines = lines(&found.loose)));
        if found.backslashes {
            remarks.push(say!("importing-backslashes"));
        }
    }
    if let (Some(rows), Some(others)) = (found.n_rows, found.rows_as_letters()) {
        remarks.push(say!(
            "importing-rows-as-letters",
            rows = grouped(rows),
            others = grouped(others)
        ));
    }
    for &(delimiter, others) in &found.rows_by_delimiter {
        let (rows, others) = (grouped(found.n_rows.unwrap_or_default()), grouped(others));
        let delimiter = delimiter_name(delimiter);
        remarks.push(say!("importing-rows-by-delimiter", rows, others, delimiter));
    }
    if found.broken.n > 0 {
        let broken = &found.broken;
        remarks.push(say!(
            "import-broken-bytes-shown",
            n = grouped(broken.n),
            lines = lines(&broken.lines)
        ));
    }
    if let Some(Shifted { line, byte }) = found.broken.shifted {
        remarks.push(say!("import-shifted", line = grouped(line), byte = grouped(byte)));
    }
    if found.above > 0 {
        remarks.push(say!("importing-lines-above", n = grouped(found.above)));
    }
    if found.blank_lines > 0 {
        let blank = found.blank_lines;
        remarks.push(say!("importing-no-text", blank = grouped(blank)));
    }
    if found.unguarded > 0 {
        remarks.push(say!("importing-unguarded", n = grouped(found.unguarded)));
    }
    remarks
}

/// How many rows the file in the dialog has, and how many if its quotes or its first line are something else, where that is
/// another number and the whole file was looked at.
pub fn counts(preview: &Preview) -> Vec<String> {
    let found = &preview.found;
    let Some(n_rows) = found.n_rows.filter(|_| preview.is_whole) else {
        return Vec::new();
    };
    let rows = grouped(n_rows);
    let mut counts = Vec::new();
    if let (Some(others), Quotes::Letters) = (preview.otherwise_quoted, found.quotes) {
        counts.push(say!("importing-rows-enclosing", rows, others = grouped(others)));
    }
    if let Some(others) = found.rows_without_header() {
        counts.push(say!("importing-rows-without-header", rows, others = grouped(others)));
    } else if found.format.is_delimited() && !found.header && n_rows > 1 {
        counts.push(say!("importing-rows-with-header", rows, others = grouped(n_rows - 1)));
    }
    counts
}

/// What was done with lines that are not rows.
fn aside(
    NonRowLines {
        kind,
        left_out,
        lines: of,
    }: &NonRowLines,
) -> String {
    let lines = lines(of);
    match (kind, left_out) {
        (NonRow::Comment, true) => say!("importing-comments-out", lines),
        (NonRow::Comment, false) => say!("importing-comments-kept", lines),
        (NonRow::RepeatedHeader, true) => say!("importing-names-out", lines),
        (NonRow::RepeatedHeader, false) => say!("importing-names-kept", lines),
        (NonRow::SurveyHeader, _) => say!("importing-survey-out", lines),
        (NonRow::Footer, true) => say!("importing-footer-out", lines),
        (NonRow::Footer, false) => say!("importing-footer-kept", lines),
        (NonRow::EndOfFile, _) => say!("importing-end-of-file-out", lines),
        (NonRow::ByteOrderMark, _) => say!("importing-marks-out", lines),
    }
}

/// The first of the lines that quotes join.
fn joined_lines(joined: &[Joined]) -> String {
    let named = joined
        .iter()
        .take(NAMED)
        .map(|Joined { first, last }| format!("{first}–{last}"));
    let and_so_on = if joined.len() > NAMED { " …" } else { "" };
    let named: Vec<String> = named.collect();
    say!("importing-line", n = 2, named = named.join(", "), and_so_on)
}

fn rows(n: usize) -> String {
    say!("importing-row", n = grouped(n as u64))
}

/// The first of these lines.
pub fn lines(lines: &[u64]) -> String {
    let named: Vec<String> = lines.iter().take(NAMED).map(u64::to_string).collect();
    let and_so_on = if lines.len() > NAMED { " …" } else { "" };
    say!("importing-line", n = lines.len(), named = named.join(", "), and_so_on)
}

#[cfg(test)]
#[path = "importing_tests.rs"]
mod tests;
