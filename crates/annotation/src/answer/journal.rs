//! The journal stores the answers of all runs as JSON Lines. Each run appends its answers.
//!
//! ```text
//! {"format":"fastgas-answers","version":1}
//! {"host":"localhost:8080","model":"tiny","api":"chat","constraint":"grammar"}
//! {"key":"0f…","answer":"cards","confidence":{"of-label":0.93},"prompt_tokens":212,"shots":8,"seconds":0.41}
//! ```
//!
//! The journal contains answers but no prompts. After an interruption, only the last line can be incomplete.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answer, AnswerError, Constraint};
use crate::JournalReason;
use crate::confidence::{Api, QuestionKey};
use crate::file_head::FileHead;

const FORMAT: &str = "fastgas-answers";
const VERSION: u32 = 1;

/// An answer, the number of examples in its prompt, and the duration of its request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The answer of the language model.
    #[serde(flatten)]
    pub answer: Answer,
    /// Number of examples in the prompt of this answer.
    pub shots: u32,
    /// Seconds from the request to the response.
    pub seconds: f64,
}

/// The key under which a journal stores the constraint that a probe request found: server, model and API.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Support {
    /// Host and port of the server.
    pub host: String,
    /// Name of the model.
    pub model: String,
    /// API of the server.
    pub api: Api,
}

/// The content of an answer journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// Answers, indexed by the key of the request. If a key occurs twice in the file, the later answer is used.
    pub entries: BTreeMap<QuestionKey, Entry>,
    /// Constraints that a probe request found; [`Constraint::None`] if the server supports no constraint.
    pub constraints: BTreeMap<Support, Constraint>,
}

#[derive(Serialize, Deserialize)]
struct EntryLine {
    key: String,
    #[serde(flatten)]
    entry: Entry,
}

#[derive(Serialize, Deserialize)]
struct SupportLine {
    host: String,
    model: String,
    api: String,
    constraint: String,
}

impl Journal {
    /// Reads a journal, which may be empty. An incomplete last line is ignored.
    ///
    /// # Errors
    /// Returns [`AnswerError::NotJournal`] if the file is not a journal, so that the caller does not overwrite the file.
    pub fn read(bytes: &[u8]) -> Result<Journal, AnswerError> {
        let mut journal = Journal::default();
        // A run that is interrupted at its start leaves only a part of the journal's first line.
        let head = head();
        if head.as_bytes().starts_with(bytes) {
            return Ok(journal);
        }
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut lines = (1..).zip(bytes[..end].split_inclusive(|&byte| byte == b'\n'));
        let refused = |line: u64, reason: JournalReason| AnswerError::NotJournal { line, reason };
        let (_, first) = lines.next().unwrap_or((1, bytes));
        check_head(first).map_err(|reason| refused(1, reason))?;
        for (index, line) in lines {
            journal.add(line).map_err(|reason| refused(index, reason))?;
        }
        Ok(journal)
    }

    fn add(&mut self, line: &[u8]) -> Result<(), JournalReason> {
        let value: Value = serde_json::from_slice(line).map_err(not_json)?;
        if value.get("key").is_some() {
            let EntryLine { key, entry } = serde_json::from_value(value).map_err(not_json)?;
            let Some(key) = QuestionKey::read(&key) else {
                return Err(JournalReason::Key { key });
            };
            self.entries.insert(key, entry);
            return Ok(());
        }
        let SupportLine {
            host,
            model,
            api,
            constraint,
        } = serde_json::from_value(value).map_err(not_json)?;
        let api = match api.as_str() {
            "chat" => Api::Chat,
            "completions" => Api::Completions,
            _ => return Err(JournalReason::Api { api }),
        };
        let Some(constraint) = Constraint::named(&constraint) else {
            return Err(JournalReason::Constraint { constraint });
        };
        self.constraints.insert(Support { host, model, api }, constraint);
        Ok(())
    }

    /// The content of the journal file: constraints and answers, each in sorted order.
    pub fn write(&self) -> String {
        let mut file = head();
        file.extend(self.constraints.iter().map(|(of, &constraint)| of.line(constraint)));
        file.extend(self.entries.iter().map(|(&key, entry)| entry.line(key)));
        file
    }
}

fn not_json(error: serde_json::Error) -> JournalReason {
    JournalReason::Json(error.into())
}

fn check_head(line: &[u8]) -> Result<(), JournalReason> {
    let head: FileHead = serde_json::from_slice(line).map_err(not_json)?;
    head.check(FORMAT, VERSION).map_err(JournalReason::Head)
}

fn head() -> String {
    line(&FileHead::new(FORMAT, VERSION))
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and finite numbers always make JSON") + "\n"
}

impl Entry {
    /// Formats the answer as a line of the journal. `key` is the key of the request.
    pub fn line(&self, key: QuestionKey) -> String {
        let (key, entry) = (key.to_string(), self.clone());
        line(&EntryLine { key, entry })
    }
}

impl Support {
    /// Formats a line of the journal with the constraint that a probe request found.
    pub fn line(&self, constraint: Constraint) -> String {
        let api = match self.api {
            Api::Chat => "chat",
            Api::Completions => "completions",
        };
        line(&SupportLine {
            host: self.host.clone(),
            model: self.model.clone(),
            api: api.into(),
            constraint: constraint.name().into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::answer::Confidence;

    fn entry(text: &str, confidence: Option<Confidence>) -> Entry {
        Entry {
            answer: Answer {
                text: text.into(),
                confidence,
                prompt_tokens: Some(212),
                is_cut: false,
            },
            shots: 8,
            seconds: 0.41,
        }
    }

    fn journal() -> Journal {
        let support = |host: &str, api| Support {
            host: host.into(),
            model: "tiny".into(),
            api,
        };
        let cut = Entry {
            answer: Answer {
                is_cut: true,
                prompt_tokens: None,
                ..entry("", None).answer
            },
            ..entry("", None)
        };
        Journal {
            entries: BTreeMap::from([
                (
                    QuestionKey(7),
                    entry("ca\u{2028}r\"ds\n", Some(Confidence::OfLabel(0.93))),
                ),
                (QuestionKey(9), entry("soups", Some(Confidence::OfTokens(1e-7)))),
                (QuestionKey(u64::MAX), cut),
            ]),
            constraints: BTreeMap::from([
                (support("localhost:8080", Api::Chat), Constraint::Grammar),
                (support("h.example", Api::Completions), Constraint::None),
            ]),
        }
    }

    #[test]
    fn written_journal_is_read_again() {
        let file = journal().write();
        assert_eq!(Journal::read(file.as_bytes()), Ok(journal()));
        assert_eq!(Journal::read(b""), Ok(Journal::default()));
        assert_eq!(
            file.lines().nth(3).expect("an entry"),
            concat!(
                r#"{"key":"0000000000000007","answer":"ca"#,
                "\u{2028}",
                r#"r\"ds\n","confidence":{"of-label":0.93},"prompt_tokens":212,"shots":8,"seconds":0.41}"#
            )
        );
        let later = entry("cards", None);
        let appended = file + &later.line(QuestionKey(7));
        let read = Journal::read(appended.as_bytes()).expect("a journal");
        assert_eq!(read.entries[&QuestionKey(7)], later);
    }

    #[test]
    fn incomplete_last_line_is_ignored() {
        let file = journal().write();
        for end in 0..file.len() {
            let read = Journal::read(&file.as_bytes()[..end]);
            let read = read.unwrap_or_else(|error| panic!("{end}: {error}"));
            let whole = file.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(
                read.entries.len() + read.constraints.len(),
                whole.saturating_sub(1),
                "{end}"
            );
        }
    }

    #[test]
    fn other_files_are_refused() {
        let head = head();
        for (file, expected) in [
            (
                "row,label\n",
                "line 1 does not belong to a journal of answers: expected value",
            ),
            ("text", "line 1 does not"),
            (
                "{\"format\":\"other\",\"version\":1}\n",
                "its format is `other`, not `fastgas-answers`",
            ),
            (
                "{\"format\":\"fastgas-answers\",\"version\":2}\n",
                "its version is 2, but this program reads version 1",
            ),
            (&format!("{head}oops\n{{}}\n"), "line 2 does not"),
            (
                &format!("{head}{{}}\n"),
                "line 2 does not belong to a journal of answers: missing field",
            ),
            (&format!("{head}{{\"key\":\"7\"}}\n"), "line 2 does not"),
        ] {
            let error = Journal::read(file.as_bytes()).expect_err(file).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn line_with_an_unknown_name_is_refused_with_the_name() {
        let entry = entry("cards", None)
            .line(QuestionKey(7))
            .replace("0000000000000007", "7");
        let support = |api: &str, constraint: &str| {
            let line = json!({ "host": "h", "model": "tiny", "api": api, "constraint": constraint });
            line.to_string() + "\n"
        };
        for (line, reason) in [
            (entry, JournalReason::Key { key: "7".into() }),
            (support("mail", "none"), JournalReason::Api { api: "mail".into() }),
            (
                support("chat", "rule"),
                JournalReason::Constraint {
                    constraint: "rule".into(),
                },
            ),
        ] {
            let file = head() + &line;
            assert_eq!(
                Journal::read(file.as_bytes()),
                Err(AnswerError::NotJournal { line: 2, reason })
            );
        }
    }
}
