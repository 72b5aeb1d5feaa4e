//! Finds number formats in the styles of an .xlsb workbook. The workbook library applies only the formats of dates.
//!
//! A record has a kind of one or two bytes, a length of one to four bytes, and data. The format is specified in MS-XLSB.

use std::collections::{BTreeMap, BTreeSet};

use crate::compound::{u16_at, u32_at};
use crate::display::NumberFormat;

/// Numbers of the record kinds, as specified in MS-XLSB.
const FORMAT: u16 = 44;
const STYLE: u16 = 47;
/// Beginning and end of the styles of cells. Other styles are templates for these styles.
const BEGIN_STYLES: u16 = 617;
const END_STYLES: u16 = 618;

/// Formats that each workbook has without a record.
const PERCENTS: [(u16, &str); 2] = [(9, "0%"), (10, "0.00%")];

/// Returns the codes of the number formats that change the digits of numbers and that cells may have. O(size).
pub(crate) fn digit_formats(styles: &[u8]) -> BTreeSet<String> {
    let mut codes: BTreeMap<u16, String> = PERCENTS.map(|(number, code)| (number, code.to_owned())).into();
    let mut used = BTreeSet::new();
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
            STYLE if is_of_cells => used.extend(u16_at(data, 2)),
            _ => {}
        }
        rest = later;
    }
    let codes = used.iter().filter_map(|number| codes.get(number));
    let codes = codes.filter(|code| NumberFormat::of(code) != NumberFormat::Plain);
    codes.cloned().collect()
}

/// Splits off the first record: its kind, its data, and the bytes after the record. None at the end.
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

/// Code of a format: the number of UTF-16 code units, then the code units.
fn code(data: &[u8]) -> String {
    let n_units = u32_at(data, 2).unwrap_or_default() as usize;
    let units = data.get(6..).unwrap_or_default().as_chunks::<2>().0;
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

    /// Returns styles with two formats, of which cells have the first, and with cells that have the format `0%`.
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
    fn formats_of_cells_are_found() {
        let styles = styles();
        assert_eq!(Vec::from_iter(digit_formats(&styles)), ["0%", "00000"]);
        // Any prefix is read without a panic.
        for length in 0..styles.len() {
            digit_formats(&styles[..length]);
        }
    }
}
