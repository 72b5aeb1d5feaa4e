//! Finds the number formats of the cells in an .xlsb workbook. The workbook library applies only date formats.
//!
//! A record has a kind of one or two bytes, a length of one to four bytes, and data. The format is specified in MS-XLSB.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Seek};

use zip::ZipArchive;
use zip::read::ZipFile;

use crate::compound::{u16_at, u32_at};
use crate::display::NumberFormat;
use crate::xml_attributes::{Attributes, unescaped};

/// Numbers of the record kinds, as specified in MS-XLSB.
const ROW: u16 = 0;
/// Smallest and largest number of the record kinds that store a cell with a value.
const FIRST_CELL: u16 = 2;
const LAST_CELL: u16 = 10;
const FORMAT: u16 = 44;
const STYLE: u16 = 47;
/// Records that begin and end the list of cell styles. Style records outside this list are templates for cell styles.
const BEGIN_STYLES: u16 = 617;
const END_STYLES: u16 = 618;
const BEGIN_CELLS: u16 = 145;
const END_CELLS: u16 = 146;
const SHEET: u16 = 156;

/// Parts of the workbook that contain the names and the paths of the sheets.
const WORKBOOK: &str = "xl/workbook.bin";
const RELATIONSHIPS: &str = "xl/_rels/workbook.bin.rels";
/// Maximum number of bytes that are read from each of the parts `WORKBOOK` and `RELATIONSHIPS`.
const MAX_PART_BYTES: u64 = 1 << 24;

/// Returns the number format of each cell style. O(size of `styles`) time.
pub(crate) fn formats(styles: &[u8]) -> Vec<NumberFormat> {
    let mut codes = BTreeMap::new();
    let mut used = Vec::new();
    let mut is_of_cells = false;
    let mut rest = styles;
    while let Some((kind, data, later)) = record(rest) {
        match kind {
            FORMAT => {
                if let Some(number) = u16_at(data, 0) {
                    codes.insert(number, code(data));
                }
            }
            BEGIN_STYLES => is_of_cells = true,
            END_STYLES => is_of_cells = false,
            STYLE if is_of_cells => used.push(u16_at(data, 2).unwrap_or_default()),
            _ => {}
        }
        rest = later;
    }
    let format = |number: u16| match codes.get(&number) {
        Some(code) => NumberFormat::of(code),
        None => NumberFormat::built_in(number),
    };
    used.into_iter().map(format).collect()
}

/// Reads the styles of a sheet's cells, in cell order.
pub(crate) struct CellStyles<R> {
    bytes: R,
    are_cells: bool,
    row: u32,
    /// Row, column and style of the next cell with a value. `None` before the first cell and at the end.
    next: Option<((u32, u32), usize)>,
}

impl<'a, R: Read + Seek> CellStyles<BufReader<ZipFile<'a, R>>> {
    /// Begins reading a sheet of a workbook. `None` if parts of the workbook are damaged or missing.
    pub(crate) fn of(zip: &'a mut ZipArchive<R>, sheet: &str) -> Option<Self> {
        let mut part = |name: &str| {
            let mut bytes = Vec::new();
            let part = zip.by_name(name).ok()?;
            part.take(MAX_PART_BYTES).read_to_end(&mut bytes).ok()?;
            Some(bytes)
        };
        let (workbook, relationships) = (part(WORKBOOK)?, part(RELATIONSHIPS)?);
        let path = sheet_part(&workbook, &relationships, sheet)?;
        Some(CellStyles::new(BufReader::new(zip.by_name(&path).ok()?)))
    }
}

impl<R: BufRead> CellStyles<R> {
    fn new(bytes: R) -> CellStyles<R> {
        CellStyles {
            bytes,
            are_cells: false,
            row: 0,
            next: None,
        }
    }

    /// Returns the style of a cell with a value; `None` if the cell has no style.
    /// Cells must be requested in sheet order.
    pub(crate) fn at(&mut self, place: (u32, u32)) -> Option<usize> {
        while self.next.is_none_or(|(next, _)| next < place) {
            self.next = self.read_cell().ok()?;
            self.next?;
        }
        let (_, style) = self.next.filter(|(next, _)| *next == place)?;
        Some(style)
    }

    /// Returns the position (row and column) and the style of the next cell with a value. `None` at the end of the cells.
    fn read_cell(&mut self) -> io::Result<Option<((u32, u32), usize)>> {
        loop {
            let mut kind = u16::from(self.read_byte()?);
            if kind & 0x80 != 0 {
                kind = kind & 0x7F | u16::from(self.read_byte()? & 0x7F) << 7;
            }
            let mut length = 0;
            for shift in [0, 7, 14, 21] {
                let byte = self.read_byte()?;
                length |= u64::from(byte & 0x7F) << shift;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            // A cell record begins with the cell's column (four bytes) and style (three bytes).
            let mut data = Vec::new();
            let n_bytes = length.min(8);
            self.bytes.by_ref().take(n_bytes).read_to_end(&mut data)?;
            io::copy(&mut self.bytes.by_ref().take(length - n_bytes), &mut io::sink())?;
            match kind {
                BEGIN_CELLS => self.are_cells = true,
                END_CELLS => {
                    self.are_cells = false;
                    return Ok(None);
                }
                ROW if self.are_cells => self.row = u32_at(&data, 0).unwrap_or_default(),
                FIRST_CELL..=LAST_CELL if self.are_cells => {
                    let (Some(column), Some(style)) = (u32_at(&data, 0), u32_at(&data, 4)) else {
                        return Ok(None);
                    };
                    return Ok(Some(((self.row, column), (style & 0xFF_FFFF) as usize)));
                }
                _ => {}
            }
        }
    }

    fn read_byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.bytes.read_exact(&mut byte)?;
        Ok(byte[0])
    }
}

fn sheet_part(workbook: &[u8], relationships: &[u8], sheet: &str) -> Option<String> {
    let mut rest = workbook;
    let id = loop {
        let (kind, data, later) = record(rest)?;
        rest = later;
        if kind == SHEET {
            let id = text_at(data, 8);
            let name = text_at(data, 12 + 2 * id.encode_utf16().count());
            if name == sheet {
                break id;
            }
        }
    };
    let mut tags = relationships.split(|byte| *byte == b'<');
    tags.find_map(|tag| {
        let attributes = tag.strip_prefix(b"Relationship")?;
        // The name of the root element, `Relationships`, also begins with `Relationship`. This element is skipped.
        attributes.first().filter(|byte| byte.is_ascii_whitespace())?;
        let attribute = |key: &[u8]| Attributes(attributes).find(|(other, _)| *other == key);
        let is_it = attribute(b"Id").is_some_and(|(_, found)| found == id.as_bytes());
        let (_, target) = attribute(b"Target").filter(|_| is_it)?;
        Some(format!("xl/{}", unescaped(target)))
    })
}

/// Returns the kind and the data of the first record, and the bytes after the record. `None` at the end.
fn record(bytes: &[u8]) -> Option<(u16, &[u8], &[u8])> {
    let (first, mut rest) = bytes.split_first()?;
    let mut kind = u16::from(first & 0x7F);
    if first & 0x80 != 0 {
        let (second, later) = rest.split_first()?;
        kind |= u16::from(second & 0x7F) << 7;
        rest = later;
    }
    let mut length = 0;
    for shift in [0, 7, 14, 21] {
        let (byte, later) = rest.split_first()?;
        length |= usize::from(byte & 0x7F) << shift;
        rest = later;
        if byte & 0x80 == 0 {
            break;
        }
    }
    let (data, later) = rest.split_at_checked(length)?;
    Some((kind, data, later))
}

fn code(data: &[u8]) -> String {
    text_at(data, 2)
}

/// Text at a position in a record: the number of UTF-16 code units (32 bits), then the code units.
fn text_at(data: &[u8], place: usize) -> String {
    let n_units = u32_at(data, place).unwrap_or_default() as usize;
    let units = data.get(place + 4..).unwrap_or_default().as_chunks::<2>().0;
    let units: Vec<u16> = units
        .iter()
        .take(n_units)
        .map(|unit| u16::from_le_bytes(*unit))
        .collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        let kind = match kind {
            0..0x80 => vec![kind as u8],
            _ => vec![kind as u8 & 0x7F | 0x80, (kind >> 7) as u8],
        };
        [&kind[..], &[data.len() as u8], data].concat()
    }

    /// Returns the styles of a workbook that defines the number formats `00000` and `000`.
    /// The formats of the three cell styles are the default format, `00000` and the built-in format `0%`.
    pub(crate) fn styles() -> Vec<u8> {
        let format = |number: u8, code: &str| {
            let units: Vec<u8> = code.encode_utf16().flat_map(u16::to_le_bytes).collect();
            record(FORMAT, &[&[number, 0, code.len() as u8, 0, 0, 0][..], &units].concat())
        };
        let style = |number: u8| record(STYLE, &[&[0, 0, number, 0][..], &[0; 12]].concat());
        let begin_formats = record(615, &[2, 0, 0, 0]);
        let end_formats = record(616, &[]);
        let parts = [
            begin_formats,
            format(164, "00000"),
            format(165, "000"),
            end_formats,
            record(626, &[1, 0, 0, 0]),
            style(165),
            record(627, &[]),
            record(BEGIN_STYLES, &[3, 0, 0, 0]),
            style(0),
            style(164),
            style(9),
            record(END_STYLES, &[]),
        ];
        parts.concat()
    }

    #[test]
    fn formats_of_styles_are_found() {
        let styles = styles();
        let shown: Vec<String> = formats(&styles).iter().map(|format| format.number(7.0)).collect();
        assert_eq!(shown, ["7", "00007", "700%"]);
        // Reading any prefix of the bytes does not panic.
        for length in 0..styles.len() {
            formats(&styles[..length]);
        }
    }

    /// Encodes a text as in a record: the number of UTF-16 code units (32 bits), then the code units.
    fn wide(text: &str) -> Vec<u8> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let length = u32::try_from(units.len()).expect("a short text").to_le_bytes();
        [
            &length[..],
            &units.into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        ]
        .concat()
    }

    #[test]
    fn sheets_are_found_by_their_names() {
        let sheet = |id: &str, name: &str| record(SHEET, &[&[0; 8][..], &wide(id), &wide(name)].concat());
        let workbook = [sheet("rId1", "Notes"), sheet("rId2", "Tëxts")].concat();
        let relationships = br#"<?xml version="1.0"?><Relationships xmlns="x"><Relationship Id="rId1" Type="t" Target="worksheets/a.bin"/>
            <Relationship Type="t" Target="worksheets/b&amp;c.bin" Id="rId2"/></Relationships>"#;
        let part = |name: &str| sheet_part(&workbook, relationships, name);
        assert_eq!(part("Notes").as_deref(), Some("xl/worksheets/a.bin"));
        assert_eq!(part("Tëxts").as_deref(), Some("xl/worksheets/b&c.bin"));
        assert_eq!(part("Other"), None);
        for length in 0..workbook.len() {
            let _ = sheet_part(&workbook[..length], relationships, "Tëxts");
        }
    }

    #[test]
    fn styles_of_cells_are_read_in_order() {
        let row = |row: u8| record(ROW, &[row, 0, 0, 0, 0, 0, 0, 0, 0]);
        let cell = |kind: u16, column: u8, style: u8| record(kind, &[column, 0, 0, 0, style, 0, 0, 0xFF, 1, 2, 3, 4]);
        let sheet = [
            cell(5, 0, 9),
            record(BEGIN_CELLS, &[]),
            row(1),
            cell(2, 0, 3),
            cell(1, 1, 4),
            cell(7, 2, 5),
            row(4),
            cell(5, 1, 6),
            record(END_CELLS, &[]),
            cell(5, 7, 7),
        ];
        let sheet = sheet.concat();
        let mut styles = CellStyles::new(&sheet[..]);
        let places = [(1, 0), (1, 1), (1, 2), (4, 0), (4, 1), (4, 7)];
        assert_eq!(
            places.map(|place| styles.at(place)),
            [Some(3), None, Some(5), None, Some(6), None]
        );
        for length in 0..sheet.len() {
            CellStyles::new(&sheet[..length]).at((9, 9));
        }
    }
}
