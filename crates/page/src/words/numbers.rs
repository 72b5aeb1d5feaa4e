//! Numbers as the language writes them.

use super::{Language, language};

/// What stands at every thousand, and before the tenths.
fn marks() -> (char, char) {
    match language() {
        Language::English => (',', '.'),
        Language::German => ('.', ','),
    }
}

/// `number` with a mark at every thousand: “12,345”.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(marks().0);
        }
        text.push(digit);
    }
    text
}

/// `number` with so many digits after the point: “0.25”. Halves are rounded up, as people do: 62.5 is “63”.
pub fn decimal(number: impl Into<f64>, digits: usize) -> String {
    let (number, scale) = (number.into(), 10f64.powi(digits as i32));
    let rounded = (number * scale).round() / scale;
    // Too large to have digits there.
    let number = if rounded.is_finite() { rounded } else { number };
    format!("{number:.digits$}").replace('.', &marks().1.to_string())
}
