//! Writes the answers as CSV or TSV.

use std::borrow::Cow;
use std::io::{Error, Write};

use super::{Confidence, Entry};
use crate::export::EscapeFormulas;
use crate::export::record::free_name;
use crate::export::table::{Record, write_table};
use fastgas_data::Pool;

/// The columns before the pool's columns.
pub const ANSWER_COLUMNS: [&str; 7] = [
    "row",
    "answer",
    "label",
    "confidence",
    "confidence_kind",
    "prompt_tokens",
    "seconds",
];

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered<'a> {
    /// Row of the text in the pool.
    pub row: u32,
    /// The answer; `None` if the text has none.
    pub entry: Option<&'a Entry>,
    /// The part of the answer that counts.
    pub text: &'a str,
    /// The label in the answer.
    pub label: Option<&'a str>,
}

/// Writes one line per answer, with a comma or a tab as the `delimiter`. The columns are [`ANSWER_COLUMNS`], then every
/// column of the pool, escaped or unchanged. If the pool has a column of one of these names, ours gets a suffix, as in
/// [`Labeled`](crate::export::Labeled). Unknown values are empty.
///
/// # Errors
/// Errors of the writer.
pub fn write_answers(
    pool: &Pool,
    answers: &[Answered<'_>],
    guard: EscapeFormulas,
    delimiter: u8,
    out: impl Write,
) -> Result<(), Error> {
    let own = ANSWER_COLUMNS
        .iter()
        .map(|name| Cow::from(free_name(name, pool.columns())));
    let header: Record<'_> = own.chain(pool.columns().iter().map(Cow::from)).collect();
    let record = |answer: &Answered<'_>| {
        let entry = answer.entry;
        let confidence = entry.and_then(|entry| entry.answer.confidence);
        let own = [
            answer.row.to_string(),
            answer.text.to_owned(),
            answer.label.unwrap_or_default().to_owned(),
            known(confidence.map(Confidence::value)),
            known(confidence.map(Confidence::kind)),
            known(entry.and_then(|entry| entry.answer.prompt_tokens)),
            known(entry.map(|entry| format!("{:.3}", entry.seconds))),
        ];
        let cells = pool.instance(answer.row as usize).cells();
        own.into_iter().map(Cow::Owned).chain(cells.map(Cow::from)).collect()
    };
    let records: Vec<Record<'_>> = [header].into_iter().chain(answers.iter().map(record)).collect();
    write_table(&records, ANSWER_COLUMNS.len(), guard, delimiter, out)
}

fn known(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use fastgas_data::load;

    #[test]
    fn answers_come_before_the_columns_of_the_pool() {
        let pool = load(b"text,label\n\"a, b\",x\nc,y\nd,z\n").expect("a table");
        let entry = Entry {
            answer: Answer {
                text: "=\"cards\"".into(),
                confidence: Some(Confidence::OfLabel(0.5)),
                prompt_tokens: Some(12),
                is_cut: false,
            },
            shots: 8,
            seconds: 0.4125,
        };
        let unmatched = Entry {
            answer: Answer {
                text: "unsure".into(),
                confidence: Some(Confidence::OfTokens(0.25)),
                prompt_tokens: None,
                is_cut: false,
            },
            ..entry.clone()
        };
        let answers = [
            Answered {
                row: 0,
                entry: Some(&entry),
                text: &entry.answer.text,
                label: Some("cards"),
            },
            Answered {
                row: 1,
                entry: Some(&unmatched),
                text: &unmatched.answer.text,
                label: None,
            },
            Answered {
                row: 2,
                entry: None,
                text: "",
                label: None,
            },
        ];
        let written = |guard, delimiter| {
            let mut out = Vec::new();
            write_answers(&pool, &answers, guard, delimiter, &mut out).expect("memory");
            String::from_utf8(out).expect("text")
        };
        assert_eq!(
            written(EscapeFormulas::Off, b','),
            "row,answer,label_fastgas,confidence,confidence_kind,prompt_tokens,seconds,text,label\n\
             0,\"=\"\"cards\"\"\",cards,0.5,label-probability,12,0.412,\"a, b\",x\n\
             1,unsure,,0.25,token-mean,,0.412,c,y\n2,,,,,,,d,z\n"
        );
        let guarded = written(EscapeFormulas::On, b'\t');
        assert!(
            guarded.starts_with("row\tanswer\t") && guarded.contains("\"'=\"\"cards\"\"\""),
            "{guarded}"
        );
    }
}
