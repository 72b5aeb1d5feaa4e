//! The exported table of a language model's answers: label, confidence, tokens and time for each text.

use std::borrow::Cow;

use super::{Confidence, Entry};
use crate::export::record::free_name;
use fastgas_data::{OutputCell, OutputColumn, OutputKind, OutputTable, Pool};

const ANSWER_COLUMNS: [(&str, OutputKind); 7] = [
    ("row", OutputKind::Integer),
    ("answer", OutputKind::Text),
    ("label", OutputKind::Text),
    ("confidence", OutputKind::Float),
    ("confidence_kind", OutputKind::Text),
    ("prompt_tokens", OutputKind::Integer),
    ("seconds", OutputKind::Float),
];

/// One row of the answer table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered<'a> {
    /// 0-based row of the text in the pool.
    pub row: u32,
    /// The answer to the text; `None` if the text has no answer.
    pub entry: Option<&'a Entry>,
    /// The relevant part of the answer: the entire answer for free text and JSON, the first nonblank line for labels.
    /// The string is empty if the text has no answer.
    pub text: &'a str,
    /// The label that the answer contains.
    pub label: Option<&'a str>,
}

/// Creates a table with one row per answer. The columns of the pool follow the answer columns.
/// The answer columns are `row`, `answer`, `label`, `confidence`, `confidence_kind`, `prompt_tokens` and `seconds`.
/// If a pool column has the name of an answer column, the answer column gets the suffix `_fastgas`.
/// If the name with `_fastgas` is also taken, the suffix is `_fastgas_2`, `_fastgas_3` and so on.
/// If a value is unknown, its cell is missing.
pub fn answers_table<'a>(pool: &'a Pool, answers: &[Answered<'a>]) -> OutputTable<'a> {
    let own = ANSWER_COLUMNS.map(|(name, kind)| OutputColumn::new(free_name(name, pool.columns()), kind));
    let of_pool = pool.columns().iter();
    let of_pool = of_pool.map(|name| OutputColumn::new(name, OutputKind::Text));
    let columns = own.into_iter().chain(of_pool).collect();
    let cells = answers.iter().flat_map(|answer| {
        let entry = answer.entry;
        let confidence = entry.and_then(|entry| entry.answer.confidence);
        let own = [
            known(Some(answer.row)),
            entry.map(|_| Cow::Borrowed(answer.text)),
            answer.label.map(Cow::Borrowed),
            known(confidence.map(Confidence::value)),
            known(confidence.map(Confidence::kind)),
            known(entry.and_then(|entry| entry.answer.prompt_tokens)),
            known(entry.map(|entry| format!("{:.3}", entry.seconds))),
        ];
        let of_pool = pool.instance(answer.row as usize).cells();
        own.into_iter().chain(of_pool.map(|cell| Some(Cow::Borrowed(cell))))
    });
    let cells: Vec<OutputCell<'a>> = cells.collect();
    OutputTable::new(columns, ANSWER_COLUMNS.len(), cells)
}

fn known<'a>(value: Option<impl ToString>) -> OutputCell<'a> {
    value.map(|value| Cow::Owned(value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use fastgas_data::{EscapeFormulas, load};

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
            let table = answers_table(&pool, &answers);
            table.write_delimited(guard, delimiter, &mut out).expect("memory");
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
        let kinds = answers_table(&pool, &answers)
            .columns()
            .iter()
            .map(|column| column.kind)
            .collect::<Vec<_>>();
        assert_eq!(kinds[..7], ANSWER_COLUMNS.map(|(_, kind)| kind));
    }
}
