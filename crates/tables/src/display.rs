//! Formats numbers and cell addresses as a spreadsheet displays them, and dates in ISO 8601.

use std::fmt::Write;

/// Maximum number of characters in a format code in Excel.
const MAX_CODE_CHARS: usize = 255;

/// Number of significant digits that Excel displays. Further digits result from the conversion to binary.
const DIGITS: usize = 15;

/// The codes of Excel's built-in number formats, by their numbers. A workbook does not define these formats.
/// Built-in formats that do not change the digits are omitted.
const BUILT_IN: [(u16, &str); 13] = [
    (2, "0.00"),
    (3, "#,##0"),
    (4, "#,##0.00"),
    (9, "0%"),
    (10, "0.00%"),
    (37, "#,##0"),
    (38, "#,##0"),
    (39, "#,##0.00"),
    (40, "#,##0.00"),
    (41, "#,##0"),
    (42, "#,##0"),
    (43, "#,##0.00"),
    (44, "#,##0.00"),
];

/// Number format of a cell. All formats that do not change the digits of a number are `Plain`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum NumberFormat {
    #[default]
    Plain,
    /// Whole numbers with leading zeros, as in `00000` or `000-00-0000`.
    /// The list contains literal characters and at least two digit positions (`None`).
    /// If a number has more digits than the format has digit positions, the first position contains the excess digits.
    Zeros(Box<[Option<char>]>),
    /// Numbers with a format such as `#,##0.00` or `0.0 %`.
    Decimal(Decimal),
}

/// How a number is displayed: the minimum numbers of digits, the separators, and the percent sign.
/// Digits beyond these minimums are kept, because the user could not recover omitted digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decimal {
    /// Minimum number of digits before the decimal point.
    n_whole: usize,
    /// Minimum number of digits after the decimal point.
    n_decimals: usize,
    /// Whether a comma separates groups of three digits.
    has_groups: bool,
    /// The percent sign with the spaces before it. `None` if the number is not a percentage.
    percent: Option<Box<str>>,
}

impl NumberFormat {
    /// Parses the format code of a cell. Units and currencies are not displayed with the number.
    /// Dates, fractions, powers of ten, conditions, and numbers in thousands have the format [`NumberFormat::Plain`].
    pub(crate) fn of(code: &str) -> NumberFormat {
        if code.chars().nth(MAX_CODE_CHARS).is_some() {
            return NumberFormat::Plain;
        }
        if let Some(places) = zeros(code) {
            return NumberFormat::Zeros(places);
        }
        match Decimal::of(code) {
            Some(decimal) if decimal != Decimal::default() => NumberFormat::Decimal(decimal),
            _ => NumberFormat::Plain,
        }
    }

    pub(crate) fn built_in(number: u16) -> NumberFormat {
        let found = BUILT_IN.iter().find(|(other, _)| *other == number);
        found.map_or(NumberFormat::Plain, |(_, code)| NumberFormat::of(code))
    }

    pub(crate) const fn is_percent(&self) -> bool {
        matches!(self, NumberFormat::Decimal(Decimal { percent: Some(_), .. }))
    }

    pub(crate) fn number(&self, number: f64) -> String {
        match self {
            NumberFormat::Plain => plain(number),
            NumberFormat::Zeros(places) if number.fract() == 0.0 && (0.0..1e15).contains(&number) => {
                let n = places.iter().filter(|place| place.is_none()).count();
                let digits = format!("{:0n$}", number as u64);
                let (mut rest, mut n_next) = (&digits[..], digits.len() + 1 - n);
                let mut text = String::new();
                for place in places.iter() {
                    match place {
                        Some(letter) => text.push(*letter),
                        None => {
                            let (now, later) = rest.split_at(n_next);
                            text.push_str(now);
                            (rest, n_next) = (later, 1);
                        }
                    }
                }
                text
            }
            NumberFormat::Zeros(_) => plain(number),
            NumberFormat::Decimal(decimal) => decimal.number(number),
        }
    }
}

impl Decimal {
    /// Parses the part of a format code that applies to positive numbers. `None` if the code is not supported.
    fn of(code: &str) -> Option<Decimal> {
        let mut decimal = Decimal::default();
        let mut n_places = 0;
        let (mut has_point, mut has_comma, mut has_end) = (false, false, false);
        let mut blanks = String::new();
        let mut letters = code.chars();
        while let Some(letter) = letters.next() {
            let literal = match letter {
                ';' => break,
                '0' | '#' | '?' if has_end => return None,
                '0' | '#' | '?' => {
                    n_places += 1;
                    decimal.has_groups |= std::mem::take(&mut has_comma);
                    let n_zeros = if has_point {
                        &mut decimal.n_decimals
                    } else {
                        &mut decimal.n_whole
                    };
                    *n_zeros += usize::from(letter == '0');
                    continue;
                }
                ',' if n_places > 0 && !has_point && !has_end => {
                    has_comma = true;
                    continue;
                }
                // A comma directly before the decimal point displays the number in thousands, which is not supported.
                '.' if !has_point && !has_end && !has_comma => {
                    has_point = true;
                    continue;
                }
                '%' if n_places > 0 && decimal.percent.is_none() => {
                    decimal.percent = Some(format!("{blanks}%").into());
                    has_end = true;
                    continue;
                }
                // In a format code, an underscore is a space as wide as the next character.
                // In a format code, a star repeats the next character to fill the cell.
                '_' | '*' => {
                    letters.next()?;
                    continue;
                }
                '\\' => letters.next()?.to_string(),
                '"' => {
                    let (quoted, rest) = letters.as_str().split_once('"')?;
                    letters = rest.chars();
                    quoted.to_owned()
                }
                '[' => {
                    let (inside, rest) = letters.as_str().split_once(']')?;
                    let is_duration = !inside.is_empty() && inside.chars().all(|letter| "hmsHMS".contains(letter));
                    if is_duration || inside.starts_with(['<', '>', '=']) {
                        return None;
                    }
                    letters = rest.chars();
                    continue;
                }
                ' ' | '\u{a0}' | '\u{202f}' | '-' | '+' | '(' | ')' | '$' | '€' | '£' | '¥' => letter.to_string(),
                _ => return None,
            };
            has_end |= n_places > 0;
            if has_end && decimal.percent.is_none() {
                blanks.push_str(&literal);
            }
            if !blanks.trim().is_empty() {
                // A percent sign after a unit belongs to the unit and not to the number.
                blanks.clear();
            }
        }
        // A minimum of one digit before the decimal point is ignored, because almost all numbers have this digit.
        decimal.n_whole = if decimal.n_whole < 2 { 0 } else { decimal.n_whole };
        (n_places > 0 && !has_comma).then_some(decimal)
    }

    fn number(&self, number: f64) -> String {
        let percent = self.percent.as_deref();
        let text = plain(if percent.is_some() { number * 100.0 } else { number });
        let percent = percent.unwrap_or_default();
        let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
        // The text of a very large or very small number contains a power of ten, so the format cannot be applied.
        if !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return format!("{text}{percent}");
        }
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let whole = format!("{whole:0>n$}", n = self.n_whole);
        let mut shown = String::from(sign);
        for (at, digit) in whole.chars().enumerate() {
            if self.has_groups && at > 0 && (whole.len() - at).is_multiple_of(3) {
                shown.push(',');
            }
            shown.push(digit);
        }
        if !decimals.is_empty() || self.n_decimals > 0 {
            shown.push('.');
        }
        format!("{shown}{decimals:0<n$}{percent}", n = self.n_decimals)
    }
}

/// Parses a format with at least two zeros, such as `000-00-0000`.
/// Each item of the result is a literal character, or `None` for a digit position.
/// Returns `None` for formats with fewer than two zeros, and for unsupported formats.
fn zeros(code: &str) -> Option<Box<[Option<char>]>> {
    // A language code, such as `[$-409]`, only affects dates.
    let code = match code.strip_prefix("[$-") {
        Some(rest) => rest.split_once(']')?.1,
        None => code,
    };
    let mut places = Vec::new();
    // Whether the last digit position is displayed only if the number has a digit at this position.
    let mut is_optional = false;
    let mut letters = code.trim().chars();
    while let Some(letter) = letters.next() {
        match letter {
            ';' => break,
            '0' => {
                is_optional = false;
                places.push(None);
            }
            '#' if !places.contains(&None) => is_optional = true,
            // A format with a character after an optional digit position (`#`) is not supported.
            // Additional digits of a number would be displayed after the character instead of before it.
            _ if is_optional => return None,
            '-' | '+' | '(' | ')' | ' ' => places.push(Some(letter)),
            '\\' => places.push(Some(letters.next()?)),
            '"' => loop {
                match letters.next()? {
                    '"' => break,
                    quoted => places.push(Some(quoted)),
                }
            },
            _ => return None,
        }
    }
    let n_digits = places.iter().filter(|place| place.is_none()).count();
    (n_digits >= 2).then(|| places.into_boxed_slice())
}

/// The number 2^53. Up to this number, a 64-bit float represents each whole number exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Formats a whole number with all its digits, and any other number with at most 15 significant digits.
/// For example, 3.0 becomes `3`, and the sum of 0.1 and 0.2 becomes `0.3`.
pub(crate) fn plain(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() <= EXACT {
        return format!("{}", number as i64);
    }
    let rounded = format!("{number:.*e}", DIGITS - 1);
    let rounded = rounded.parse::<f64>().unwrap_or(number);
    let size = rounded.abs();
    match (1e-5..1e21).contains(&size) {
        true => format!("{rounded}"),
        false => format!("{rounded:E}"),
    }
}

/// Returns the address of a cell, such as `B7`. The row and the column are 0-based.
pub(crate) fn address(row: u32, column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(column) + 1;
    while rest > 0 {
        let digit = ((rest - 1) % 26) as u8;
        letters.push(char::from(b'A' + digit));
        rest = (rest - 1) / 26;
    }
    letters.reverse();
    let letters: String = letters.into_iter().collect();
    format!("{letters}{}", u64::from(row) + 1)
}

/// Year, month and day of a date. `day` is the number of days since 1 January 1970.
/// The algorithm is `civil_from_days` by Howard Hinnant.
fn civil(day: i64) -> (i64, i64, i64) {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

/// Formats a date as `2024-01-31`. `day` is the number of days since 1 January 1970.
pub(crate) fn date(day: i64) -> String {
    let (year, month, day) = civil(day);
    match year {
        0..=9999 => format!("{year:04}-{month:02}-{day:02}"),
        // ISO 8601 requires a sign for years outside 0 to 9999.
        year => format!("{year:+05}-{month:02}-{day:02}"),
    }
}

/// Formats a time of day as `03:04:05.678`. `parts` counts units of 1/`per_second` seconds since midnight.
pub(crate) fn time(parts: i64, per_second: i64) -> String {
    let seconds = parts.div_euclid(per_second);
    let mut text = format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let fraction = parts.rem_euclid(per_second);
    if fraction > 0 {
        let nanoseconds = fraction * (1_000_000_000 / per_second);
        let digits = format!("{nanoseconds:09}");
        let digits = match (nanoseconds % 1_000_000, nanoseconds % 1_000) {
            (0, _) => &digits[..3],
            (_, 0) => &digits[..6],
            _ => &digits[..],
        };
        // Writing to a `String` cannot fail.
        let _ = write!(text, ".{digits}");
    }
    text
}

/// Formats a date and time as `2024-01-31T03:04:05`.
/// `parts` counts units of 1/`per_second` seconds since the start of 1 January 1970.
pub(crate) fn timestamp(parts: i64, per_second: i64) -> String {
    let per_day = 86_400 * per_second;
    let day = date(parts.div_euclid(per_day));
    format!("{day}T{}", time(parts.rem_euclid(per_day), per_second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_digits_of_binary_fractions() {
        for (number, shown) in [
            (3.0, "3"),
            (-0.0, "0"),
            (0.1 + 0.2, "0.3"),
            (1234.5678, "1234.5678"),
            (1.0e-7, "1E-7"),
            (1.5e300, "1.5E300"),
            (123_456_789_012_345.0, "123456789012345"),
            (1_234_567_890_123_456.0, "1234567890123456"),
            (-9_007_199_254_740_992.0, "-9007199254740992"),
            (1_234_567_890_123_456_768.0, "1234567890123460000"),
        ] {
            assert_eq!(plain(number), shown);
        }
    }

    #[test]
    fn formats_keep_leading_zeros_and_percents() {
        let shown = |code: &str, number| NumberFormat::of(code).number(number);
        assert_eq!(shown("00000", 123.0), "00123");
        assert_eq!(shown("00000", 1.5), "1.5");
        assert_eq!(shown("00000;-00000", 123.0), "00123");
        assert_eq!(shown("[$-407]000", 7.0), "007");
        assert_eq!(shown("000-00-0000", 12_345_678.0), "012-34-5678");
        assert_eq!(shown(r"000\-00\-0000", 12_345_678_901.0), "12345-67-8901");
        assert_eq!(shown("\"D\"-00000", 42.0), "D-00042");
        assert_eq!(shown("\"ID;\"0000", 42.0), "ID;0042");
        assert_eq!(shown("#00", 7.0), "07");
        assert_eq!(shown("\"D\"-##00", 12_345.0), "D-12345");
        // A literal character after an optional digit (`#`) has no fixed position, so the format is not supported.
        assert_eq!(shown("###-###-0000", 5_551_234_567.0), "5551234567");
        assert_eq!(shown("(###) ###-0000", 5_551_234_567.0), "5551234567");
        assert_eq!(shown("###-##-0000", 123_456_789.0), "123456789");
        assert_eq!(shown(r"#\ 000", 12_345.0), "12345");
        assert_eq!(shown("#\" \"000", 12_345.0), "12345");
        // The unit after a number is not a part of the number.
        assert_eq!(shown("0 \"kg\"", 7.0), "7");
        assert_eq!(shown("000.00", 7.0), "007.00");
        assert_eq!(NumberFormat::of("0"), NumberFormat::Plain);
        assert_eq!(shown("000", 7.0), "007");
        assert_eq!(shown("0.00%", 0.1234), "12.34%");
        assert_eq!(shown("0%", 0.5), "50%");
        assert_eq!(shown("0.00", 2.51873), "2.51873");
        assert_eq!(shown("#,##0 \"%\"", 0.5), "0.5");
        assert_eq!(shown("0", 7.0), "7");
    }

    #[test]
    fn formats_keep_separators_and_decimals() {
        let shown = |code: &str, number| NumberFormat::of(code).number(number);
        for (code, number, expected) in [
            ("#,##0.00", 1_234.5, "1,234.50"),
            ("#,##0.00", -1_234_567.0, "-1,234,567.00"),
            ("#,##0.00", 0.125, "0.125"),
            ("#,##0", 999.0, "999"),
            ("#,##0", 1_000.0, "1,000"),
            ("0,000", 42.0, "0,042"),
            ("0.00", 2.5, "2.50"),
            ("0.0#", 2.0, "2.0"),
            ("0.0#", 2.25, "2.25"),
            (".00", 0.5, "0.50"),
            ("0.00", 1.5e300, "1.5E300"),
            ("0.0 %", 0.125, "12.5 %"),
            (r"0.0\ %", 0.07, "7.0 %"),
            ("0\u{a0}%", -0.5, "-50\u{a0}%"),
            ("#,##0.0%", 12.5, "1,250.0%"),
            ("#,##0.00;[Red]-#,##0.00", -5.0, "-5.00"),
            ("_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", 1_234.5, "1,234.50"),
            // Currencies and units are not parts of the number.
            ("#,##0.00 [$€-407]", 1_234.5, "1,234.50"),
            ("[$$-409]#,##0.00", 1_234.5, "1,234.50"),
            ("\"$\"#,##0.00_);[Red](\"$\"#,##0.00)", 1_234.5, "1,234.50"),
            ("0.0 \"kg\"", 7.0, "7.0"),
            ("0 \"a\" 0", 12.0, "1 a 2"),
            // The format codes below are not supported.
            ("General", 1_234.5, "1234.5"),
            ("0.00E+00", 1_234.5, "1234.5"),
            ("# ?/?", 1.5, "1.5"),
            ("#,##0,", 1_234_500.0, "1234500"),
            ("0.0,", 1_234_500.0, "1234500"),
            ("[>=1000]#,##0", 1_234.0, "1234"),
            ("[h]:mm", 1.5, "1.5"),
            ("@", 7.0, "7"),
            ("\"", 7.0, "7"),
            ("", 7.0, "7"),
        ] {
            assert_eq!(shown(code, number), expected, "{code}");
        }
        assert_eq!(NumberFormat::built_in(4).number(1_234.5), "1,234.50");
        assert_eq!(NumberFormat::built_in(10).number(0.5), "50.00%");
        assert_eq!(NumberFormat::built_in(0), NumberFormat::Plain);
        assert!(NumberFormat::built_in(9).is_percent() && !NumberFormat::built_in(3).is_percent());
    }

    #[test]
    fn format_codes_longer_than_excel_allows_change_nothing() {
        let shown = |n: usize| NumberFormat::of(&"0".repeat(n)).number(7.0);
        assert_eq!(shown(255).len(), 255);
        assert_eq!(shown(256), "7");
        assert_eq!(shown(100_000), "7");
    }

    #[test]
    fn addresses_are_those_of_a_spreadsheet() {
        for (row, column, shown) in [
            (0, 0, "A1"),
            (6, 1, "B7"),
            (9, 25, "Z10"),
            (0, 26, "AA1"),
            (0, 701, "ZZ1"),
            (0, 702, "AAA1"),
        ] {
            assert_eq!(address(row, column), shown);
        }
    }

    #[test]
    fn dates_and_times_are_iso_8601() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(19_782), "2024-02-29");
        assert_eq!(date(-1), "1969-12-31");
        assert_eq!(date(2_932_897), "+10000-01-01");
        assert_eq!(timestamp(1_704_164_645_678, 1_000), "2024-01-02T03:04:05.678");
        assert_eq!(timestamp(-1, 1_000_000), "1969-12-31T23:59:59.999999");
        assert_eq!(timestamp(1_000_000_001, 1_000_000_000), "1970-01-01T00:00:01.000000001");
        assert_eq!(timestamp(i64::MAX, 1_000), "+292278994-08-17T07:12:55.807");
        assert_eq!(timestamp(i64::MIN, 1_000_000_000), "1677-09-21T00:12:43.145224192");
    }
}
