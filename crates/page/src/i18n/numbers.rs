//! Formats numbers for the current language.

use crate::i18n::{Language, language};

fn marks() -> (char, char) {
    match language() {
        Language::English => (',', '.'),
        Language::German => ('.', ','),
    }
}

pub fn decimal_mark() -> char {
    marks().1
}

pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(marks().0);
        }
        text.push(digit);
    }
    text
}

/// Formats `number` with `digits` decimal places: "0.25". Halves are rounded away from zero: 62.5 becomes "63".
pub fn decimal(number: impl Into<f64>, digits: usize) -> String {
    let (number, scale) = (number.into(), 10f64.powi(digits as i32));
    let rounded = (number * scale).round() / scale;
    // The product overflows only for large numbers, which have no decimal places to round.
    let number = if rounded.is_finite() { rounded } else { number };
    format!("{number:.digits$}").replace('.', &decimal_mark().to_string())
}
