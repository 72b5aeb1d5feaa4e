//! Decodes the values of a leaf column of a Parquet file and writes them as JSON.

use std::fmt::Write as _;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType, FixedLenByteArray, Int96};
use parquet::errors::{ParquetError, Result};

use crate::display::{date, time, timestamp};
use crate::parquet_schema::Meaning;

/// Julian day number of 1 January 1970.
const JULIAN_1970: i64 = 2_440_588;
const NANOSECONDS: i64 = 1_000_000_000;

/// Decoded values of a row batch, without null values.
enum Values {
    Bool(Vec<bool>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Int96(Vec<Int96>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Bytes(Vec<ByteArray>),
    Fixed(Vec<FixedLenByteArray>),
}

pub(crate) enum ValueError {
    /// The value contains bytes that are not text.
    Binary,
    /// The JSON text of the file exceeds the size limit.
    TooLarge,
    Parquet(ParquetError),
}

impl From<ParquetError> for ValueError {
    fn from(error: ParquetError) -> ValueError {
        ValueError::Parquet(error)
    }
}

/// A leaf column of a row group. The column is decoded in batches of rows.
pub(crate) struct Leaf {
    reader: ColumnReader,
    meaning: Meaning,
    /// Maximum definition and repetition levels of the column.
    max: (i16, i16),
    defs: Vec<i16>,
    reps: Vec<i16>,
    values: Values,
    n_levels: usize,
    /// Index of the next level in the batch. The `value` field contains the index of the next value.
    level: usize,
    value: usize,
    pub(crate) n_not_finite: u64,
    is_left_out: bool,
    /// Number of nonempty values that are valid UTF-8. `n_binary` is the number of all other nonempty values.
    /// `n_text` and `n_binary` stay 0 unless the column is left out of the table.
    pub(crate) n_text: u64,
    pub(crate) n_binary: u64,
}

fn contradiction() -> ParquetError {
    ParquetError::General("the levels of the columns contradict each other".into())
}

fn read<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    n_rows: usize,
    (defs, reps): (&mut Vec<i16>, &mut Vec<i16>),
    values: &mut Vec<T::T>,
) -> Result<(usize, usize)> {
    values.clear();
    let (n_rows, _, n_levels) = reader.read_records(n_rows, Some(defs), Some(reps), values)?;
    Ok((n_rows, n_levels))
}

impl Leaf {
    /// Creates the decoder of a leaf column. `max` contains the column's maximum definition and repetition levels.
    /// If `is_left_out` is true, all values are null.
    pub(crate) fn new(reader: ColumnReader, meaning: Meaning, max: (i16, i16), is_left_out: bool) -> Leaf {
        let values = match &reader {
            ColumnReader::BoolColumnReader(_) => Values::Bool(Vec::new()),
            ColumnReader::Int32ColumnReader(_) => Values::Int32(Vec::new()),
            ColumnReader::Int64ColumnReader(_) => Values::Int64(Vec::new()),
            ColumnReader::Int96ColumnReader(_) => Values::Int96(Vec::new()),
            ColumnReader::FloatColumnReader(_) => Values::Float(Vec::new()),
            ColumnReader::DoubleColumnReader(_) => Values::Double(Vec::new()),
            ColumnReader::ByteArrayColumnReader(_) => Values::Bytes(Vec::new()),
            ColumnReader::FixedLenByteArrayColumnReader(_) => Values::Fixed(Vec::new()),
        };
        Leaf {
            reader,
            meaning,
            max,
            defs: Vec::new(),
            reps: Vec::new(),
            values,
            n_levels: 0,
            level: 0,
            value: 0,
            n_not_finite: 0,
            is_left_out,
            n_text: 0,
            n_binary: 0,
        }
    }

    pub(crate) fn read(&mut self, n_rows: usize) -> Result<usize> {
        self.defs.clear();
        self.reps.clear();
        (self.level, self.value) = (0, 0);
        let levels = (&mut self.defs, &mut self.reps);
        let (n_rows, n_levels) = match (&mut self.reader, &mut self.values) {
            (ColumnReader::BoolColumnReader(reader), Values::Bool(values)) => read(reader, n_rows, levels, values)?,
            (ColumnReader::Int32ColumnReader(reader), Values::Int32(values)) => read(reader, n_rows, levels, values)?,
            (ColumnReader::Int64ColumnReader(reader), Values::Int64(values)) => read(reader, n_rows, levels, values)?,
            (ColumnReader::Int96ColumnReader(reader), Values::Int96(values)) => read(reader, n_rows, levels, values)?,
            (ColumnReader::FloatColumnReader(reader), Values::Float(values)) => read(reader, n_rows, levels, values)?,
            (ColumnReader::DoubleColumnReader(reader), Values::Double(values)) => read(reader, n_rows, levels, values)?,
            (ColumnReader::ByteArrayColumnReader(reader), Values::Bytes(values)) => {
                read(reader, n_rows, levels, values)?
            }
            (ColumnReader::FixedLenByteArrayColumnReader(reader), Values::Fixed(values)) => {
                read(reader, n_rows, levels, values)?
            }
            _ => return Err(contradiction()),
        };
        self.n_levels = n_levels;
        Ok(n_rows)
    }

    pub(crate) fn def(&self) -> Result<i16> {
        match (self.level < self.n_levels, self.max.0) {
            (true, 0) => Ok(0),
            (true, _) => self.defs.get(self.level).copied().ok_or_else(contradiction),
            (false, _) => Err(contradiction()),
        }
    }

    /// The repetition level at the current position; 0 at the beginning of a row and at the end of the batch.
    pub(crate) fn rep(&self) -> i16 {
        match (self.level < self.n_levels, self.max.1) {
            (true, 1..) => self.reps.get(self.level).copied().unwrap_or(0),
            _ => 0,
        }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.level == self.n_levels
    }

    /// Moves past the current position, which has no value.
    pub(crate) fn skip(&mut self) -> Result<()> {
        // If there is a value at this position, the column contradicts another leaf column of the same struct or list.
        if self.def()? == self.max.0 {
            return Err(contradiction());
        }
        self.level += 1;
        Ok(())
    }

    /// Reads the float at the current position. A 64-bit float is rounded by [`rounded`].
    pub(crate) fn number(&mut self) -> Result<f32> {
        if self.def()? != self.max.0 {
            return Err(contradiction());
        }
        let index = self.value;
        self.level += 1;
        self.value += 1;
        let number = match &self.values {
            Values::Float(values) => values.get(index).copied(),
            Values::Double(values) => values.get(index).map(|value| rounded(*value)),
            Values::Fixed(values) => values.get(index).map(|value| match value.data() {
                &[low, high] => half(u16::from_le_bytes([low, high])),
                _ => f32::NAN,
            }),
            _ => None,
        };
        number.ok_or_else(contradiction)
    }

    pub(crate) fn write(&mut self, json: &mut String) -> std::result::Result<(), ValueError> {
        if self.def()? != self.max.0 {
            return Err(contradiction().into());
        }
        let (index, meaning) = (self.value, self.meaning);
        self.level += 1;
        self.value += 1;
        if self.is_left_out {
            json.push_str("null");
            let bytes = match &self.values {
                Values::Bytes(values) => values.get(index).map(ByteArray::data),
                Values::Fixed(values) => values.get(index).map(|value| value.data()),
                _ => None,
            };
            if let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) {
                let is_text = std::str::from_utf8(bytes).is_ok();
                self.n_text += u64::from(is_text);
                self.n_binary += u64::from(!is_text);
            }
            return Ok(());
        }
        let missing = || ValueError::from(contradiction());
        match &self.values {
            Values::Bool(values) => push(json, values.get(index).ok_or_else(missing)?),
            Values::Int32(values) => {
                let value = *values.get(index).ok_or_else(missing)?;
                match meaning {
                    Meaning::Unsigned => push(json, &(value as u32)),
                    _ => integer(json, meaning, i64::from(value)),
                }
            }
            Values::Int64(values) => integer(json, meaning, *values.get(index).ok_or_else(missing)?),
            Values::Int96(values) => {
                let Some(&[low, high, day]) = values.get(index).map(Int96::data) else {
                    return Err(missing());
                };
                let nanoseconds = (i64::from(high) << 32) | i64::from(low);
                let day = i64::from(day) - JULIAN_1970 + nanoseconds.div_euclid(86_400 * NANOSECONDS);
                let time = time(nanoseconds.rem_euclid(86_400 * NANOSECONDS), NANOSECONDS);
                quoted(json, &format!("{}T{time}", date(day)));
            }
            Values::Float(values) => {
                let value = *values.get(index).ok_or_else(missing)?;
                match value.is_finite() {
                    true => push(json, &value),
                    false => self.n_not_finite += not_finite(json, f64::from(value)),
                }
            }
            Values::Double(values) => {
                let value = *values.get(index).ok_or_else(missing)?;
                match value.is_finite() {
                    true => push(json, &value),
                    false => self.n_not_finite += not_finite(json, value),
                }
            }
            Values::Bytes(values) => {
                let n = bytes(json, meaning, values.get(index).ok_or_else(missing)?.data())?;
                self.n_not_finite += n;
            }
            Values::Fixed(values) => {
                let n = bytes(json, meaning, values.get(index).ok_or_else(missing)?.data())?;
                self.n_not_finite += n;
            }
        }
        Ok(())
    }
}

/// Appends a value to `json`. The result is ignored, because writing to a `String` cannot fail.
fn push(json: &mut String, value: &dyn std::fmt::Display) {
    let _ = write!(json, "{value}");
}

/// Appends a text in quotes. The text must not contain characters that need an escape.
fn quoted(json: &mut String, text: &str) {
    let _ = write!(json, "\"{text}\"");
}

/// Appends a number that is not finite: `NaN` as null, an infinite number as a text. JSON has no such numbers.
/// Always returns 1, which the caller adds to its count of numbers that are not finite.
fn not_finite(json: &mut String, value: f64) -> u64 {
    match (value.is_nan(), value > 0.0) {
        (true, _) => json.push_str("null"),
        (false, true) => json.push_str("\"Infinity\""),
        (false, false) => json.push_str("\"-Infinity\""),
    }
    1
}

fn integer(json: &mut String, meaning: Meaning, value: i64) {
    match meaning {
        Meaning::Date => quoted(json, &date(value)),
        Meaning::Time { per_second } => quoted(json, &time(value, per_second)),
        Meaning::Timestamp { per_second, utc } => {
            let zone = if utc { "Z" } else { "" };
            quoted(json, &format!("{}{zone}", timestamp(value, per_second)));
        }
        Meaning::Unsigned => push(json, &(value as u64)),
        Meaning::Decimal { scale } => json.push_str(&decimal(&value.to_be_bytes(), scale)),
        _ => push(json, &value),
    }
}

/// Writes bytes according to their `meaning`. Returns the number of values that are `NaN` or infinite.
fn bytes(json: &mut String, meaning: Meaning, bytes: &[u8]) -> std::result::Result<u64, ValueError> {
    match (meaning, bytes) {
        (Meaning::Decimal { scale }, bytes) if bytes.len() <= 32 => json.push_str(&decimal(bytes, scale)),
        (Meaning::Half, &[low, high]) => {
            let value = half(u16::from_le_bytes([low, high]));
            match value.is_finite() {
                true => push(json, &value),
                false => return Ok(not_finite(json, f64::from(value))),
            }
        }
        (Meaning::Uuid, bytes) if bytes.len() == 16 => {
            json.push('"');
            for (index, byte) in bytes.iter().enumerate() {
                if matches!(index, 4 | 6 | 8 | 10) {
                    json.push('-');
                }
                let _ = write!(json, "{byte:02x}");
            }
            json.push('"');
        }
        (_, bytes) => {
            let text = std::str::from_utf8(bytes).map_err(|_| ValueError::Binary)?;
            let text = serde_json::to_string(text)
                .map_err(|error| ValueError::Parquet(ParquetError::External(Box::new(error))))?;
            json.push_str(&text);
        }
    }
    Ok(0)
}

/// Rounds a number to the 32-bit float that results from parsing the number's shortest decimal text.
/// The decimal text affects the rounding only if the number is exactly halfway between two 32-bit floats.
fn rounded(value: f64) -> f32 {
    let nearest = value as f32;
    let exact = f64::from(nearest);
    let other = if exact < value {
        nearest.next_up()
    } else {
        nearest.next_down()
    };
    // The differences to both adjacent floats are exact, because a 64-bit float has over twice the digits of a 32-bit float.
    let is_halfway = value - exact == f64::from(other) - value;
    // The number halfway between the largest float and 2^128 is rounded to infinity.
    // A number that is rounded to infinity needs its own check, because its difference to infinity is infinite.
    match is_halfway || (nearest.is_infinite() && value.is_finite()) {
        true => value.to_string().parse().unwrap_or(nearest),
        false => nearest,
    }
}

/// Converts a 16-bit float, which has a sign bit, 5 exponent bits and 10 fraction bits.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f32::from(bits & 0x3FF));
    match (exponent, bits & 0x3FF) {
        (0x1F, 0) => sign * f32::INFINITY,
        (0x1F, _) => f32::NAN,
        (0, _) => sign * fraction * 2_f32.powi(-24),
        _ => sign * (1.0 + fraction / 1_024.0) * 2_f32.powi(exponent - 15),
    }
}

/// Formats a decimal number exactly. `bytes` is the number's integer in two's complement, highest byte first.
fn decimal(bytes: &[u8], scale: i32) -> String {
    let is_negative = bytes.first().is_some_and(|first| first >> 7 == 1);
    let mut magnitude = bytes.to_vec();
    if is_negative {
        let mut carry = true;
        for byte in magnitude.iter_mut().rev() {
            (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
        }
    }
    let mut digits = Vec::new();
    while magnitude.iter().any(|byte| *byte > 0) {
        let mut rest = 0_u32;
        for byte in &mut magnitude {
            let value = rest << 8 | u32::from(*byte);
            *byte = (value / 10) as u8;
            rest = value % 10;
        }
        digits.push(char::from(b'0' + rest as u8));
    }
    let scale = usize::try_from(scale).unwrap_or(0);
    while digits.len() <= scale {
        digits.push('0');
    }
    let mut text = String::from(if is_negative { "-" } else { "" });
    for (index, digit) in digits.iter().enumerate().rev() {
        text.push(*digit);
        if index == scale && scale > 0 {
            text.push('.');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (number, scale, shown) in [
            (12_345_i128, 2, "123.45"),
            (-5, 3, "-0.005"),
            (0, 0, "0"),
            (0, 2, "0.00"),
            (-100, 0, "-100"),
            (i128::MIN, 0, "-170141183460469231731687303715884105728"),
            (i128::MAX, 38, "1.70141183460469231731687303715884105727"),
        ] {
            assert_eq!(decimal(&number.to_be_bytes(), scale), shown);
        }
        assert_eq!(decimal(&[], 1), "0.0");
        assert_eq!(decimal(&[0xFF], 1), "-0.1");
    }

    #[test]
    fn numbers_are_rounded_like_their_decimals() {
        let smallest = f64::from(f32::from_bits(1));
        let largest = f64::from(f32::MAX);
        let mut numbers = vec![
            0.0,
            -0.0,
            0.1,
            1e300,
            1e-300,
            largest,
            0.5 * smallest,
            1.5 * smallest,
            2.5 * smallest,
        ];
        numbers.extend([
            largest + 2_f64.powi(103),
            largest + 2_f64.powi(102),
            f64::MAX,
            f64::MIN_POSITIVE,
        ]);
        let mut seed = 7_u64;
        for _ in 0..2_000 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let float = f32::from_bits((seed >> 32) as u32);
            if float.is_finite() {
                let (float, next) = (f64::from(float), f64::from(float.next_up()));
                let halfway = float + (next - float) / 2.0;
                numbers.extend([float, halfway, halfway.next_up(), halfway.next_down()]);
            }
            numbers.push(f64::from_bits(seed));
        }
        for number in numbers.into_iter().filter(|number| number.is_finite()) {
            for number in [number, -number] {
                let of_text: f32 = number.to_string().parse().expect("a decimal");
                assert_eq!(rounded(number).to_bits(), of_text.to_bits(), "{number:e}");
            }
        }
        assert!(rounded(f64::NAN).is_nan() && rounded(f64::INFINITY) == f32::INFINITY);
        let halfway = 1.0 + 2_f64.powi(-24);
        assert_eq!(
            (halfway as f32, rounded(halfway)),
            (1.0, 1.0_f32.next_up()),
            "the decimal is greater"
        );
    }

    #[test]
    fn halves_are_converted_exactly() {
        for (bits, value) in [
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x0001, 5.960_464_5e-8),
            (0x7BFF, 65_504.0),
        ] {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7E00).is_nan() && half(0xFC00) == f32::NEG_INFINITY);
    }
}
