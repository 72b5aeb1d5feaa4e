//! The export columns about annotators: the annotator of a label, the time of labeling, and the answer of each annotator.
//! Columns without known values are not written.

use super::columns::AddedColumn;
use super::record::Labeled;
use crate::label::SEPARATOR;

/// The columns about annotators. These columns follow the label columns.
/// `annotator` and `labeled_at` are written if an annotator has a name.
/// `labeled_at` and `seconds` are written if the export contains times.
/// With several annotators, the `agreement` column and one label column per annotator are also written.
/// If the export contains times, each annotator has a second column, for the times of the annotator's answers.
/// `is_signed` is true if an annotator has a name.
pub(super) fn columns(labeled: &Labeled<'_>, is_signed: bool) -> Vec<AddedColumn> {
    let columns = [
        (AddedColumn::Annotator, is_signed),
        (AddedColumn::LabeledAt, is_signed || labeled.tells_times),
        (AddedColumn::Seconds, labeled.tells_times),
        (AddedColumn::Agreement, labeled.resolved.is_some()),
    ];
    let columns = columns.into_iter().filter(|(_, is_there)| *is_there);
    let mut columns: Vec<AddedColumn> = columns.map(|(column, _)| column).collect();
    if let Some(resolved) = labeled.resolved {
        let annotators = || resolved.annotators.iter().map(|(name, _)| name.clone());
        columns.extend(annotators().map(AddedColumn::LabelBy));
        if labeled.tells_times {
            columns.extend(annotators().map(AddedColumn::LabeledAtBy));
        }
    }
    columns
}

/// The cells of the row in the columns `columns`. A cell without a value is empty.
pub(super) fn cells(row: u32, labeled: &Labeled<'_>, columns: &[AddedColumn]) -> Vec<String> {
    let entry = labeled
        .labels
        .entry(row)
        .filter(|entry| !entry.annotation.labels.is_empty() || entry.annotation.passed.is_some())
        .filter(|entry| !entry.annotation.is_from_file());
    let for_each = 1 + usize::from(labeled.tells_times);
    let of_verdicts = labeled
        .resolved
        .map_or(0, |resolved| for_each * resolved.annotators.len() + 1);
    let of_label = columns[..columns.len() - of_verdicts].iter();
    let own = of_label.map(|column| match column {
        AddedColumn::Annotator => entry.and_then(|entry| entry.by.clone()),
        AddedColumn::LabeledAt => entry
            .filter(|entry| labeled.tells_times || entry.by.is_some())
            .map(|entry| in_utc(entry.at_ms)),
        AddedColumn::Seconds => labeled.times.get(&row).map(|&ms| (ms as f64 / 1000.0).to_string()),
        other => unreachable!("{other:?} is not a column about the label"),
    });
    let mut cells: Vec<String> = own.map(Option::unwrap_or_default).collect();
    if let Some(resolved) = labeled.resolved {
        let status = resolved.statuses.get(&row);
        cells.push(status.map(|status| status.words().to_owned()).unwrap_or_default());
        let of_each = resolved.annotators.iter().map(|(_, labels)| {
            // Labels from the input file are not answers of an annotator.
            let annotation = labels.annotation(row).by_user();
            annotation
                .passed
                .map_or_else(|| annotation.labels.join(SEPARATOR), |why| why.words().to_owned())
        });
        cells.extend(of_each);
        if labeled.tells_times {
            let when = resolved.annotators.iter().map(|(_, labels)| {
                let entry = labels.entry(row).filter(|entry| entry.annotation.by_user().is_answer());
                entry.map(|entry| in_utc(entry.at_ms)).unwrap_or_default()
            });
            cells.extend(when);
        }
    }
    cells
}

/// Formats milliseconds since 1970 as ISO 8601 with a precision of seconds.
/// Converts the date with Hinnant's Gregorian calendar algorithm, from “chrono-Compatible Low-Level Date Algorithms”.
/// In the algorithm, a year starts in March, so that a leap day is the last day of the year.
fn in_utc(at_ms: u64) -> String {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    /// Days from March 1 of the year 0 to January 1, 1970.
    const DAYS_BEFORE: u64 = 719_468;
    let seconds = at_ms / 1000;
    let (days, second) = (seconds / 86_400 + DAYS_BEFORE, seconds % 86_400);
    let (era, day_of_era) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_match_the_gregorian_calendar() {
        assert_eq!(in_utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(in_utc(951_782_399_999), "2000-02-28T23:59:59Z");
        assert_eq!(in_utc(951_782_400_000), "2000-02-29T00:00:00Z");
        assert_eq!(in_utc(951_868_800_000), "2000-03-01T00:00:00Z");
        assert_eq!(in_utc(1_795_334_464_000), "2026-11-22T08:01:04Z");
        assert_eq!(
            in_utc(4_107_542_400_000),
            "2100-03-01T00:00:00Z",
            "2100 is not a leap year"
        );
    }
}
