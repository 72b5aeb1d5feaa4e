//! Reads a sheet of a workbook: `.xlsx`, `.xlsm`, `.xlsb`, `.xls` and `.ods`.
//!
//! Values are read as the workbook stores them, including the stored results of formulas.
//! Dates become ISO 8601, whole numbers have no `.0`, and texts keep leading zeros.

use std::io::BufReader;
use std::sync::Arc;

use calamine::{
    Data, DataRef, Dimensions, ExcelDateTime, Ods, OdsError, Range, Reader, Sheet, SheetType, SheetVisible, Xls,
    XlsError, Xlsb, XlsbError, Xlsx, XlsxError,
};
use fastgas_data::{LoadError, SheetReport, TableChoice, UnsupportedReason};
use zip::ZipArchive;

use crate::biff;
use crate::display::{NumberFormat, address, plain, time};
use crate::grid::{CellKind, Grid};
use crate::input::{Input, InputReader, reader};
use crate::kind;
use crate::ods_styles;
use crate::store::{Keep, Store};
use crate::unpack::{unreadable, unsupported};
use crate::xlsb_styles::CellStyles;

const MAX_ADDRESSES: usize = 5;
const MILLISECONDS_PER_DAY: f64 = 86_400_000.0;

type Bytes = BufReader<InputReader>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Xlsx,
    Xlsb,
    Xls,
    Ods,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Xlsx => "Excel",
            Kind::Xlsb => "Excel (.xlsb)",
            Kind::Xls => "Excel (.xls)",
            Kind::Ods => "OpenDocument (.ods)",
        }
    }
}

/// Number formats of the cells. The variant `OfLibrary` means that the workbook library returns the formats.
#[derive(Debug)]
pub(crate) enum Formats {
    OfLibrary,
    Xls(biff::CellFormats),
    /// The number format of each style. The sheet contains the style of each cell.
    Xlsb(Vec<NumberFormat>),
    Ods(ods_styles::CellFormats),
}

enum Workbook {
    Xlsx(Xlsx<Bytes>),
    Xlsb(Xlsb<Bytes>),
    Xls(Xls<Bytes>),
    Ods(Ods<Bytes>),
}

/// Converts the requested sheet to CSV, or the first visible sheet with cells.
///
/// # Errors
/// Fails with [`LoadError::NoSheets`], [`LoadError::NoSheet`], [`LoadError::EmptySheet`] or [`LoadError::NoHeaderRow`].
/// Also fails with [`LoadError::SheetCell`], [`LoadError::SheetSize`], [`LoadError::Password`] or [`LoadError::Unreadable`].
pub(crate) fn converted(
    kind: Kind,
    input: &Arc<dyn Input>,
    formats: &Formats,
    choice: &TableChoice,
    limit: u64,
    keep: Keep,
) -> Result<(Store, SheetReport), LoadError> {
    let mut workbook = Workbook::open(kind, input)?;
    let sheets: Vec<Sheet> = workbook.sheets().to_vec();
    let sheets = sheets.into_iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let (visible, hidden): (Vec<Sheet>, Vec<Sheet>) = sheets.partition(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = visible.into_iter().chain(hidden).map(|sheet| sheet.name).collect();
    let requested = match &choice.sheet {
        Some(name) if names.contains(name) => std::slice::from_ref(name),
        Some(name) => {
            return Err(LoadError::NoSheet {
                name: name.clone(),
                sheets: names,
            });
        }
        None => &names[..],
    };
    for name in requested {
        let mut report = SheetReport {
            name: name.clone(),
            others: names.iter().filter(|other| *other != name).cloned().collect(),
            ..SheetReport::default()
        };
        let mut grid = Grid::new(name, choice.header_row, limit, keep);
        workbook.read(kind, (input, formats), name, &mut grid, &mut report)?;
        if grid.is_empty() {
            continue;
        }
        let merged = workbook.merged(name).unwrap_or_default();
        // The workbook is freed first, because the texts of the workbook may need as much memory as the table.
        drop(workbook);
        let csv = grid.into_csv(&mut report)?;
        for region in merged {
            if region.end.0 + 1 < report.header_row {
                continue;
            }
            report.n_merged += 1;
            if report.merged.len() < MAX_ADDRESSES {
                let [begin, end] = [region.start, region.end].map(|(row, column)| address(row, column));
                report.merged.push(format!("{begin}:{end}"));
            }
        }
        return Ok((csv, report));
    }
    Err(match requested.first() {
        Some(sheet) => LoadError::EmptySheet { sheet: sheet.clone() },
        None => LoadError::NoSheets,
    })
}

impl Workbook {
    fn open(kind: Kind, input: &Arc<dyn Input>) -> Result<Workbook, LoadError> {
        match kind {
            Kind::Xlsx => Ok(Workbook::Xlsx(Xlsx::new(reader(input)).map_err(xlsx_refusal)?)),
            Kind::Xlsb => Ok(Workbook::Xlsb(Xlsb::new(reader(input)).map_err(
                |error| match error {
                    XlsbError::Password => password(kind),
                    error => unreadable(kind.name(), error),
                },
            )?)),
            Kind::Xls => {
                // An encrypted workbook of Excel 2007 or later is a compound file, like workbooks from older versions.
                if let Err(XlsxError::Password) = Xlsx::new(reader(input)) {
                    return Err(password(Kind::Xlsx));
                }
                Ok(Workbook::Xls(Xls::new(reader(input)).map_err(|error| match error {
                    XlsError::Password => password(kind),
                    // The workbook library does not export the error type for an unknown text encoding (code page).
                    // Therefore the error is recognized by its message.
                    XlsError::Cfb(error) if error.to_string().starts_with("Codepage") => {
                        let message = error.to_string().into();
                        unsupported(kind.name(), UnsupportedReason::Other { message })
                    }
                    error => unreadable(kind.name(), error),
                })?))
            }
            Kind::Ods => Ok(Workbook::Ods(Ods::new(reader(input)).map_err(|error| match error {
                OdsError::Password => password(kind),
                error => unreadable(kind.name(), error),
            })?)),
        }
    }

    fn sheets(&self) -> &[Sheet] {
        match self {
            Workbook::Xlsx(workbook) => workbook.sheets_metadata(),
            Workbook::Xlsb(workbook) => workbook.sheets_metadata(),
            Workbook::Xls(workbook) => workbook.sheets_metadata(),
            Workbook::Ods(workbook) => workbook.sheets_metadata(),
        }
    }

    /// Merged regions of a sheet. `None` if the workbook library does not report merged regions.
    fn merged(&mut self, sheet: &str) -> Option<Vec<Dimensions>> {
        match self {
            Workbook::Xlsx(workbook) => workbook.merge_cells_by_sheet_name(sheet).ok(),
            Workbook::Xls(workbook) => workbook.merge_cells_by_sheet_name(sheet).ok(),
            Workbook::Xlsb(_) | Workbook::Ods(_) => None,
        }
    }

    fn read(
        &mut self,
        kind: Kind,
        (input, formats): (&Arc<dyn Input>, &Formats),
        sheet: &str,
        grid: &mut Grid,
        report: &mut SheetReport,
    ) -> Result<(), LoadError> {
        match self {
            Workbook::Xlsx(workbook) => read_xlsx(workbook, sheet, grid, report),
            Workbook::Xlsb(workbook) => {
                let refused = |error: XlsbError| unreadable(kind.name(), error);
                let mut cells = workbook.worksheet_cells_reader(sheet).map_err(refused)?;
                let unformatted = NumberFormat::Plain;
                let formats = match formats {
                    Formats::Xlsb(formats) if formats.iter().any(|format| *format != unformatted) => &formats[..],
                    _ => &[],
                };
                // The workbook library returns the cells without their styles.
                // A second reader of the same sheet returns the styles. Both readers advance together, cell by cell.
                let mut zip = match formats {
                    [] => None,
                    _ => ZipArchive::new(reader(input)).ok(),
                };
                let mut styles = zip.as_mut().and_then(|zip| CellStyles::of(zip, sheet));
                let mut last = (0, 0);
                loop {
                    let cell = cells.next_cell().map_err(|error| damaged(sheet, last, error))?;
                    let Some(cell) = cell else { return Ok(()) };
                    last = cell.get_position();
                    let style = styles.as_mut().and_then(|styles| styles.at(last));
                    let format = style.and_then(|style| formats.get(style)).unwrap_or(&unformatted);
                    add(grid, report, last, cell.get_value(), format)?;
                }
            }
            Workbook::Xls(workbook) => {
                // If several sheets have the same name, the workbook library returns the last of them.
                let index = workbook.sheets_metadata().iter().rposition(|other| other.name == sheet);
                let range = workbook.worksheet_range(sheet);
                let range = range.map_err(|error| unreadable(kind.name(), error))?;
                let formats = match formats {
                    Formats::Xls(formats) => Some(formats),
                    _ => None,
                };
                add_range(grid, report, &range, &|place| formats?.get(index?, place))
            }
            Workbook::Ods(workbook) => {
                let range = workbook.worksheet_range(sheet);
                let range = range.map_err(|error| unreadable(kind.name(), error))?;
                let formats = match formats {
                    Formats::Ods(formats) => Some(formats),
                    _ => None,
                };
                add_range(grid, report, &range, &|place| formats?.get(sheet, place))
            }
        }
    }
}

fn password(of: Kind) -> LoadError {
    LoadError::Password {
        format: kind(of.name()),
    }
}

fn xlsx_refusal(error: XlsxError) -> LoadError {
    match error {
        XlsxError::Password => password(Kind::Xlsx),
        error => unreadable(Kind::Xlsx.name(), error),
    }
}

fn damaged(sheet: &str, (row, column): (u32, u32), message: impl ToString) -> LoadError {
    LoadError::SheetCell {
        sheet: sheet.into(),
        cell: address(row, column),
        message: message.to_string().into(),
    }
}

fn read_xlsx(
    workbook: &mut Xlsx<Bytes>,
    sheet: &str,
    grid: &mut Grid,
    report: &mut SheetReport,
) -> Result<(), LoadError> {
    let mut cells = workbook.worksheet_cells_reader(sheet).map_err(xlsx_refusal)?;
    let styles = cells.styles().iter();
    let formats: Vec<NumberFormat> = styles
        .map(|style| style.number_format.as_ref())
        .map(|format| format.map_or(NumberFormat::Plain, |format| NumberFormat::of(&format.format_code)))
        .collect();
    let unformatted = NumberFormat::Plain;
    let mut last = (0, 0);
    let mut has_empty = false;
    loop {
        let read = cells.next_cell_with_style_id();
        let Some((cell, style)) = read.map_err(|error| damaged(sheet, last, error))? else {
            break;
        };
        last = cell.get_position();
        has_empty |= matches!(cell.get_value(), DataRef::Empty);
        let format = formats.get(style).unwrap_or(&unformatted);
        add(grid, report, last, cell.get_value(), format)?;
    }
    drop(cells);
    if has_empty {
        // Counts the formulas without a stored result. Programs that do not compute formulas store no results.
        let mut cells = workbook.worksheet_cells_reader(sheet).map_err(xlsx_refusal)?;
        loop {
            let read = cells.next_cell_with_formula_metadata();
            let Some(cell) = read.map_err(|error| damaged(sheet, last, error))? else {
                break;
            };
            if cell.formula.is_some() && cell.value == DataRef::Empty {
                report.n_without_value += 1;
                let first = &mut report.first_without_value;
                first.get_or_insert_with(|| address(cell.pos.0, cell.pos.1));
            }
        }
    }
    Ok(())
}

/// Adds the cells of a sheet to `grid`. `format` returns the format of a cell; `None` if the format is plain.
fn add_range<'a>(
    grid: &mut Grid,
    report: &mut SheetReport,
    range: &Range<Data>,
    format: &dyn Fn((u32, u32)) -> Option<&'a NumberFormat>,
) -> Result<(), LoadError> {
    let unformatted = NumberFormat::Plain;
    let (top, left) = range.start().unwrap_or_default();
    for (row, column, data) in range.used_cells() {
        let place = (top + row as u32, left + column as u32);
        let data = match data {
            Data::Int(number) => DataRef::Int(*number),
            Data::Float(number) => DataRef::Float(*number),
            Data::String(text) => DataRef::SharedString(text),
            Data::Bool(value) => DataRef::Bool(*value),
            Data::DateTime(point) => DataRef::DateTime(*point),
            Data::DateTimeIso(text) => DataRef::DateTimeIso(text.clone()),
            Data::DurationIso(text) => DataRef::DurationIso(text.clone()),
            Data::Error(error) => DataRef::Error(error.clone()),
            Data::Empty => DataRef::Empty,
        };
        add(grid, report, place, &data, format(place).unwrap_or(&unformatted))?;
    }
    Ok(())
}

fn add(
    grid: &mut Grid,
    report: &mut SheetReport,
    place: (u32, u32),
    data: &DataRef<'_>,
    format: &NumberFormat,
) -> Result<(), LoadError> {
    let is_date = matches!(
        data,
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_)
    );
    report.n_dates += u64::from(is_date);
    match data {
        DataRef::Empty => Ok(()),
        DataRef::String(text) => grid.push(place, CellKind::Text, text),
        DataRef::SharedString(text) => grid.push(place, CellKind::Text, text),
        DataRef::Int(number) => grid.push(place, CellKind::Text, &format.number(*number as f64)),
        DataRef::Float(number) => grid.push(place, CellKind::Text, &format.number(*number)),
        DataRef::Bool(true) => grid.push(place, CellKind::Text, "TRUE"),
        DataRef::Bool(false) => grid.push(place, CellKind::Text, "FALSE"),
        DataRef::DateTime(point) => {
            let (kind, text) = date_time(point);
            grid.push(place, kind, &text)
        }
        DataRef::DateTimeIso(text) => {
            let kind = match (text.contains('T'), text.contains('-')) {
                (true, true) => CellKind::DateTime,
                (false, true) => CellKind::Date,
                (_, false) => CellKind::Text,
            };
            grid.push(place, kind, text)
        }
        DataRef::DurationIso(text) => grid.push(place, CellKind::Text, &duration_iso(text)),
        DataRef::Error(error) => {
            report.n_errors += 1;
            report.first_error.get_or_insert_with(|| address(place.0, place.1));
            grid.push(place, CellKind::Text, &error.to_string())
        }
    }
}

fn date_time(point: &ExcelDateTime) -> (CellKind, String) {
    let days = point.as_f64();
    let milliseconds = (days * MILLISECONDS_PER_DAY).round();
    if !(0.0..3_000_000.0 * MILLISECONDS_PER_DAY).contains(&milliseconds) {
        // A number that is not a valid date is returned as text. Excel displays ##### for such a number.
        return (CellKind::Text, plain(days));
    }
    if point.is_duration() || days < 1.0 {
        return (CellKind::Text, time(milliseconds as i64, 1_000));
    }
    let (year, month, day, hour, minute, second, millisecond) = point.to_ymd_hms_milli();
    let since_midnight = ((i64::from(hour) * 60 + i64::from(minute)) * 60 + i64::from(second)) * 1_000;
    let since_midnight = since_midnight + i64::from(millisecond);
    let day = format!("{year:04}-{month:02}-{day:02}");
    match since_midnight {
        0 => (CellKind::Date, day),
        _ => (CellKind::DateTime, format!("{day}T{}", time(since_midnight, 1_000))),
    }
}

/// Formats a duration such as `PT03H04M05S` as `03:04:05`. Durations in other formats are returned unchanged.
fn duration_iso(text: &str) -> String {
    let parsed = text.strip_prefix("PT").and_then(|rest| {
        let (hours, rest) = rest.split_once('H')?;
        let (minutes, rest) = rest.split_once('M')?;
        let seconds = rest.strip_suffix('S')?.replace(',', ".");
        let [hours, minutes] = [hours, minutes].map(|part| part.parse::<u32>().ok());
        let seconds = seconds
            .parse::<f64>()
            .ok()
            .filter(|seconds| (0.0..60.0).contains(seconds))?;
        let milliseconds = (seconds * 1_000.0).round() as i64;
        Some((i64::from(hours?) * 3_600 + i64::from(minutes?) * 60) * 1_000 + milliseconds)
    });
    parsed.map_or_else(|| text.to_owned(), |milliseconds| time(milliseconds, 1_000))
}
