//! Tests of how the page decides what to do with an imported file.

use crate::import::state::*;
use crate::import::typed_field::TypedField;
use crate::import::{self, ColumnLabels, FileRead};
use crate::map::PtrEq;
use crate::persistence;
use crate::project::LabelsOfFile;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::state::{AppState, Request};
use crate::state::{Cmd as StateCmd, Msg as StateMsg};
use crate::test_support;
use crate::test_support::numbered_texts::{load, opened};
use fastgas_annotation::label::{AnswerType, LabelOrigin};
use fastgas_data::{Columns, Format, Import, JsonRepair, LabelCell, LoadError, PreviewRows, Quotes, TextSource};
use fastgas_data::{
    EncodingScan, FoundLabels, ImportReport, LikelyLabels, Loaded, NonRows, Pool, Ragged, guess_text_column,
    likely_labels, load_with, preview,
};
use fastgas_data::{Packing, ParquetReport, SheetReport, TableChoice, TableSource};
use fastgas_platform::EmbeddingFile;
use fastgas_progress::{NoPause, Slices, at_once};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

pub(super) struct Page {
    pub(super) state: AppState,
    file: Vec<u8>,
    source: u32,
    ticket: u32,
    sought: Vec<PreviewRows>,
}

impl Page {
    pub(super) fn new() -> Page {
        let mut state = crate::test_support::state(2);
        state.apply_now(StateMsg::Persistence(persistence::Msg::Restored(None)));
        Page {
            state,
            file: Vec::new(),
            source: 0,
            ticket: 0,
            sought: Vec::new(),
        }
    }

    /// Simulates that the user drags a file onto the page. Answers the commands as a worker would.
    pub(super) fn drop(&mut self, name: &str, file: &[u8]) -> Vec<StateCmd> {
        self.file = file.to_vec();
        self.source += 1;
        self.read(name, Import::named(name), Columns::default())
    }

    fn read(&mut self, name: &str, import: Import, columns: Columns) -> Vec<StateCmd> {
        self.ticket += 1;
        let ticket = self.ticket;
        self.state.apply_now(StateMsg::Import(Msg::Reading(FileRead {
            ticket,
            file_name: name.into(),
            source: Some(self.source),
            import: import.clone(),
            columns: columns.clone(),
            ..FileRead::default()
        })));
        let read = load_with(&self.file, &import)
            .and_then(|Loaded { pool, found }| columns.apply(pool).map(|(pool, text)| (pool, text, found)));
        let cmds = self.state.apply(
            match read {
                Ok((pool, text_column, found)) => StateMsg::Import(Msg::Loaded {
                    ticket,
                    pool,
                    load_ms: 1.0,
                    embeddings: None,
                    how: Box::new(ImportOutcome {
                        found: Some(found),
                        text_column: Some(text_column),
                        ..ImportOutcome::default()
                    }),
                }),
                Err(error) => StateMsg::Import(Msg::ReadFailed {
                    ticket,
                    error: Error::from(error).into(),
                }),
            },
            7,
        );
        let cmds = crate::file_labels::perform_searches(&mut self.state, cmds, 7);
        self.perform(cmds)
    }

    fn perform(&mut self, cmds: Vec<StateCmd>) -> Vec<StateCmd> {
        let mut rest = Vec::new();
        for cmd in cmds {
            match cmd {
                StateCmd::Import(Cmd::Preview {
                    number, import, sought, ..
                }) => {
                    self.sought.push(sought);
                    let mut scan = EncodingScan::default();
                    scan.push(&self.file);
                    let given = import.encoding.as_deref().map(fastgas_data::DetectedEncoding::given);
                    let scanned = given.map_or_else(|| scan.finish(), |given| given.expect("an encoding"));
                    let result = preview((&self.file, true), scanned, &import, sought);
                    let result = result.map(Box::new).map_err(|error| Error::from(error).into());
                    rest.extend(self.send(Msg::Previewed { number, result }));
                }
                StateCmd::Import(Cmd::Read { import, columns, .. }) => {
                    let name = self.importing().file_name.clone();
                    rest.extend(self.read(&name, import, columns));
                }
                other => rest.push(other),
            }
        }
        rest
    }

    pub(super) fn send(&mut self, msg: Msg) -> Vec<StateCmd> {
        let cmds = self.state.apply_now(StateMsg::Import(msg));
        self.perform(cmds)
    }

    pub(super) fn write(&mut self, change: impl FnOnce(&mut Import)) {
        let mut import = self.importing().import.clone();
        change(&mut import);
        self.send(Msg::Say(import));
    }

    pub(super) fn importing(&self) -> &Importing {
        self.state.import.dialog.as_ref().expect("the dialog is open")
    }

    pub(super) fn problem(&self) -> &str {
        self.importing().problem.as_ref().map_or("", |problem| &problem.problem)
    }

    pub(super) fn open(&self) -> &Project {
        test_support::open_project(&self.state)
    }

    pub(super) fn texts(&self) -> Vec<&str> {
        self.open()
            .source
            .pool
            .texts(self.open().source.text_column)
            .expect("texts")
    }
}

#[test]
fn initial_template_prefers_text_columns() {
    let of = |columns: &[&str], choice: Columns| {
        let file = format!("{}\n{}\n", columns.join(","), vec!["a cell"; columns.len()].join(","));
        let import = Import {
            header: Some(true),
            ..Import::named("a.csv")
        };
        let shown = preview(
            (file.as_bytes(), true),
            EncodingScan::default().finish(),
            &import,
            PreviewRows::First,
        );
        let importing = Importing {
            columns: choice,
            preview: Some(shown.expect("a table")),
            ..Importing::default()
        };
        importing.several_columns()
    };
    let nothing = Columns::default;
    assert_eq!(of(&["id", "", "title", "body"], nothing()), "{title} … {body}");
    assert_eq!(of(&["doc_id", "a", "b", "c", "d"], nothing()), "{a} … {b} … {c}");
    let choice = Columns {
        id: Some("number".into()),
        labels: Some("topic".into()),
        ..nothing()
    };
    assert_eq!(of(&["number", "topic", "title", "body"], choice), "{title} … {body}");
    assert_eq!(
        of(&["id", "key"], nothing()),
        "{id} … {key}",
        "there are no other columns"
    );
}

#[test]
fn file_without_doubt_is_opened_immediately() {
    let mut page = Page::new();
    let cmds = page.drop("a.csv", "id,text\n1,é\n2,b\n".as_bytes());
    assert!(matches!(
        cmds[..],
        [
            StateCmd::Projects(_),
            StateCmd::Persistence(persistence::Cmd::SaveProject(_))
        ]
    ));
    assert_eq!(page.state.import.dialog, None);
    assert_eq!(page.texts(), ["é", "b"]);
    let found = page.open().source.report.as_ref().expect("a report");
    assert_eq!(how(found), "CSV, cells separated by commas, UTF-8");
    assert_eq!((page.open().source.file_index, remarks(found)), (Some(1), vec![]));
}

#[test]
fn list_in_an_envelope_is_proposed_with_its_path() {
    let mut page = Page::new();
    page.drop(
        "tweets.json",
        br#"{"data":[{"id":"1","text":"The kettle leaks"},{"id":"2","text":"No bulbs"}],"meta":{"users":[{"id":"7"}]}}"#,
    );
    assert_eq!(page.problem(), "they are likely the list at “data”");
    assert_eq!(page.importing().import.records.as_deref(), Some("data"));
    assert!(page.importing().is_doubt && page.importing().reason_not_ready().is_none());
    page.write(|import| import.records = Some("includes".into()));
    assert!(page.importing().preview.is_none() && page.problem().contains("no list of records"));
    page.write(|import| import.records = Some("data".into()));
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["The kettle leaks", "No bulbs"]);
}

#[test]
fn objects_under_their_ids_are_proposed_with_their_path() {
    let mut page = Page::new();
    page.drop(
        "notes.json",
        br#"{"n":3,"notes":{"a1":{"text":"The kettle leaks"},"a2":{"text":"No bulbs"},"a3":{"text":"A dull knife"}}}"#,
    );
    assert_eq!(
        page.problem(),
        "they are likely the values at “notes.*”, whose keys become the column “key”"
    );
    assert_eq!(page.importing().import.records.as_deref(), Some("notes.*"));
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["The kettle leaks", "No bulbs", "A dull knife"]);
    let found = page.open().source.report.as_ref().expect("a report");
    assert_eq!(
        remarks(found),
        ["Only the values at “notes.*” are rows; their keys are in the column “key”."]
    );
}

#[test]
fn rows_with_nan_can_be_kept() {
    let mut page = Page::new();
    page.drop(
        "scores.jsonl",
        b"{\"text\":\"a b\",\"score\":NaN}\n{\"text\":\"c d\",\"score\":NaN}\n",
    );
    assert!(page.problem().contains("NaN") && page.importing().preview.is_none());
    page.write(|import| import.json_repair = JsonRepair::Keep);
    assert_eq!(page.importing().reason_not_ready(), None);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a b", "c d"]);
}

#[test]
fn chats_become_texts_with_marked_turns() {
    let mut page = Page::new();
    page.drop(
        "chats.jsonl",
        br#"{"id":"chat 1","messages":[{"role":"user","content":"Hello you there"},{"role":"assistant","content":"Hi"}]}"#,
    );
    assert_eq!(page.texts(), ["user: Hello you there\n\nassistant: Hi"]);
    // A chat turn with a function call has no content. The function call replaces the content as the text of the turn.
    let mut page = Page::new();
    page.drop(
        "calls.jsonl",
        br#"{"messages":[{"role":"user","content":"Is it late?"},{"role":"assistant","tool_calls":[{"id":"c1"}]}]}
{"messages":[{"role":"user","content":"And now?"},{"role":"assistant","function_call":{"name":"now"}}]}"#,
    );
    assert_eq!(
        page.texts(),
        [
            "user: Is it late?\n\nassistant: [{\"id\":\"c1\"}]",
            "user: And now?\n\nassistant: {\"name\":\"now\"}"
        ]
    );
}

#[test]
fn guessed_encoding_is_shown_before_opening() {
    let mut page = Page::new();
    page.drop("a.csv", b"id;text\n1;plain\n2;Gr\xfc\xdfe aus K\xf6ln\n");
    assert!(page.state.project.is_none() && page.problem().contains("windows-1252"));
    let importing = page.importing();
    assert_eq!(importing.guess.as_deref(), Some("windows-1252"));
    let rows = &importing.preview.as_ref().expect("a preview").rows;
    assert_eq!(
        rows[..],
        [(3, vec!["2".into(), "Grüße aus Köln".into()])],
        "the preview shows a row that reveals the encoding"
    );
    page.write(|import| import.encoding = Some("windows-1251".into()));
    let rows = &page.importing().preview.as_ref().expect("a preview").rows;
    assert_eq!(rows[0].1[1], "GrьЯe aus Kцln");
    page.write(|import| import.encoding = Some("windows-1252".into()));
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["plain", "Grüße aus Köln"]);
    assert_eq!(page.state.import.dialog, None);
}

#[test]
fn file_without_telling_rows_is_searched_only_once() {
    let mut page = Page::new();
    // Only a column name contains letters outside ASCII, so no row can show whether the guessed encoding is right.
    page.drop("a.csv", b"id,Gr\xfc\xdfe\n1,plain\n2,words\n");
    assert_eq!(page.importing().guess.as_deref(), Some("windows-1252"));
    page.write(|import| import.quotes = fastgas_data::Quotes::Letters);
    page.write(|import| import.header = Some(false));
    let rows = &page.importing().preview.as_ref().expect("a preview").rows;
    assert_eq!(
        rows[..],
        [(1, vec!["id".into(), "Grüße".into()])],
        "a row now reveals the encoding"
    );
    page.write(|import| import.header = Some(true));
    page.write(|import| import.encoding = Some("windows-1251".into()));
    let (known, all) = (PreviewRows::TellingInBeginning, PreviewRows::Telling);
    assert_eq!(page.sought, [PreviewRows::First, known, known, known, all]);
}

#[test]
fn ragged_rows_wait_for_a_choice() {
    let mut page = Page::new();
    page.drop("a.csv", b"id,text\n1,a\n2,b,c\n3,d\n4\n");
    assert!(page.problem().starts_with("line 3 has 3 cells"), "{}", page.problem());
    page.send(Msg::Open);
    assert!(
        page.state.project.is_none() && page.problem().starts_with("line 3"),
        "the file is still refused"
    );
    page.write(|import| import.ragged = Ragged::LeaveOut);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a", "d"]);
    assert_eq!(
        remarks(page.open().source.report.as_ref().expect("a report")),
        ["2 rows left out: lines 3, 5."]
    );
    let rows_before: Vec<_> = page.open().left_out().iter().map(|record| record.rows_before).collect();
    assert_eq!(
        rows_before,
        [Some(1), Some(2)],
        "the indices match embeddings of the whole file"
    );
    let cmds = page.send(Msg::ExportLeftOut);
    let [StateCmd::Download { file_name, text, .. }] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert_eq!(
        (&file_name[..], &text[..]),
        ("a-left-out.csv", "line,cells\n3,2,b,c\n5,4\n")
    );

    page.send(Msg::PreviewAgain);
    assert_eq!(
        page.importing().import.ragged,
        Ragged::LeaveOut,
        "the setting is unchanged"
    );
    page.write(|import| import.ragged = Ragged::Pad);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a", "b", "d", ""]);
}

#[test]
fn invalid_text_in_a_field_is_reported_and_keeps_the_setting() {
    let mut page = Page::new();
    page.drop("a.csv", b"id,text\n1,a\n2,b,c\n");
    page.write(|import| import.ragged = Ragged::LeaveOut);
    let (before, n_previews) = (page.importing().clone(), page.sought.len());
    let type_text = |page: &mut Page, field: TypedField, text: &str| {
        let text = text.to_owned();
        page.send(Msg::SayText { field, text });
    };
    for (field, text) in [(TypedField::Delimiter, "\""), (TypedField::HeaderRow, "two")] {
        type_text(&mut page, field, text);
        assert_eq!(page.importing().text_in(field), text);
        assert!(page.importing().invalid.contains_key(&field), "{field:?}");
    }
    assert_eq!(page.importing().import, before.import);
    assert!(page.importing().reason_not_ready().is_some());
    page.send(Msg::Open);
    assert!(page.state.project.is_none(), "the fields must be corrected first");

    // Neither the delimiter nor the header row is set, so an empty field is valid. Emptying a field removes its error.
    type_text(&mut page, TypedField::Delimiter, "");
    type_text(&mut page, TypedField::HeaderRow, "");
    assert_eq!(page.importing(), &before);
    assert_eq!(page.sought.len(), n_previews, "no setting has changed");
    type_text(&mut page, TypedField::HeaderRow, "two");
    type_text(&mut page, TypedField::Delimiter, "§");
    assert_eq!(page.importing().text_in(TypedField::Delimiter), "§");
    assert!(page.importing().invalid.is_empty(), "the fields show the new settings");
    page.write(|import| (import.delimiter, import.header) = (Some(','.into()), Some(true)));
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a"]);
}

#[test]
fn invalid_json_lines_wait_for_a_choice() {
    let mut page = Page::new();
    page.drop(
        "a.jsonl",
        b"{\"text\":\"a\"}\n{\"text\":}\n{\"text\":NaN}\n{\"text\":\"b\"}\n",
    );
    let reported = "line 2: expected value (from letter 9 on), and there is 1 more such row: line 3";
    assert_eq!(page.problem(), reported);
    let preview = page.importing().preview.as_ref().expect("a preview");
    assert_eq!((&preview.irregular[..], preview.rows.len()), (&[2, 3][..], 2));
    page.write(|import| import.ragged = Ragged::Pad);
    page.send(Msg::Open);
    assert_eq!(page.problem(), reported, "invalid lines cannot be padded");
    page.write(|import| import.ragged = Ragged::LeaveOut);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a", "b"]);
    let found = page.open().source.report.as_ref().expect("a report");
    assert_eq!(remarks(found), ["2 rows left out: lines 2, 3."]);
    let cmds = page.send(Msg::ExportLeftOut);
    let [StateCmd::Download { text, .. }] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert_eq!(text, "line,cells\n2,\"{\"\"text\"\":}\"\n3,\"{\"\"text\"\":NaN}\"\n");

    // A line of a JSON Lines file is reported if its only error is `NaN`, which Python writes and JSON does not allow.
    page.drop("b.jsonl", b"{\"text\":\"a\"}\n{\"text\":NaN}\n");
    assert_eq!(page.problem(), "line 2: “NaN” is not JSON (letter 9)");
}

#[test]
fn first_line_without_names_becomes_a_row_after_confirmation() {
    let mut page = Page::new();
    page.drop("a.csv", b"1,hello\n2,world\n");
    assert!(page.problem().starts_with("line 1 should name the columns"));
    assert_eq!(
        page.importing().import.header,
        Some(false),
        "the file is read as in the preview"
    );
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["hello", "world"]);
}

#[test]
fn first_line_that_may_be_a_text_asks_the_user() {
    let dropped = |file: &[u8]| {
        let mut page = Page::new();
        page.drop("a.csv", file);
        assert!(page.state.project.is_none(), "{file:?}");
        page
    };
    let reported = |page: &Page| first_line(&page.importing().preview.as_ref().expect("a preview").found);

    // The first line is certainly a data row, and not a header.
    let mut page =
        dropped(b"I am still waiting on my card?,card_arrival\nWhere is it?,card_arrival\nWhy is that?,fee\n");
    assert_eq!(
        page.problem(),
        "line 1 should name the columns, but column 1 is “I am still waiting on my card?”"
    );
    assert_eq!(page.importing().import.header, Some(false));
    page.send(Msg::Open);
    assert_eq!(page.texts().len(), 3);

    // The first line is probably a data row, and not a header.
    let mut page = dropped(b"I lost my card,card\nI forgot my pin,pin\n");
    let problem = "column 1 would be named “I lost my card”, which may be the text of a row";
    assert_eq!((page.problem(), page.importing().is_doubt), (problem, true));
    assert_eq!((page.importing().import.header, reported(&page)), (Some(false), None));
    page.write(|import| import.header = Some(true));
    let names = reported(&page).expect("a caution");
    assert!(
        names.starts_with("The first line names column 1 “I lost my card”"),
        "{names}"
    );
    page.send(Msg::Open);
    assert_eq!(
        page.texts(),
        ["I forgot my pin"],
        "the user's setting prevents the question"
    );

    // The first line probably contains column names: the questions of a survey.
    let mut page = dropped(b"name,What did you like?\nAnna,The food\nBob,The music\n");
    assert_eq!(page.importing().import.header, Some(true));
    assert!(reported(&page).is_some_and(|reported| reported.contains("column 2")));
    page.send(Msg::Open);
    assert_eq!(page.open().source.pool.columns(), ["name", "What did you like?"]);

    // The doubt about the column names is also reported if the page first asks about the encoding.
    let page = dropped(b"name,Wie waren die Gr\xfc\xdfe?\nAnna,Gr\xfc\xdfe aus K\xf6ln\n");
    assert_eq!(page.problem(), "it is likely windows-1252");
    assert!(reported(&page).is_some_and(|reported| reported.contains("Wie waren die Grüße?")));
}

#[test]
fn broken_bytes_are_reported_and_shown_as_replacement_characters() {
    let mut page = Page::new();
    page.drop("a.csv", b"text\nGr\xc3\xbc\xc3\x9fe\n\xc3\xa4\ncaf\xe9\n");
    assert_eq!(
        page.problem(),
        "it is UTF-8 except in 1 place, which is shown as �: line 4"
    );
    let importing = page.importing();
    assert_eq!(
        (importing.guess.as_deref(), importing.is_doubt),
        (Some("UTF-8-lossy"), true)
    );
    let rows = &importing.preview.as_ref().expect("a preview").rows;
    assert_eq!(
        rows[..],
        [(4, vec!["caf�".into()])],
        "the preview shows the row with broken bytes"
    );
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["Grüße", "ä", "caf�"]);
    let found = page.open().source.report.as_ref().expect("a report");
    assert_eq!(remarks(found), ["1 place that is not text, shown as �: line 4."]);
    assert_eq!(
        how(found),
        "CSV, cells separated by commas, UTF-8, with � for broken bytes"
    );

    // A UTF-16 file with an unpaired surrogate and an extra byte at the end.
    let mut page = Page::new();
    let units = "\u{feff}text\nGrüße\na".encode_utf16().chain([0xd83d, 0x62]);
    let utf16: Vec<u8> = units.flat_map(u16::to_le_bytes).chain([0x0a]).collect();
    page.drop("a.csv", &utf16);
    assert_eq!(
        page.problem(),
        "it is UTF-16LE except in 2 places, which are shown as �: line 3"
    );
    assert_eq!(encoding_name("UTF-16LE-lossy"), "UTF-16LE, with � for broken bytes");
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["Grüße", "a�b�"]);

    let mut page = Page::new();
    page.drop("a.csv", b"text\na\0b\nc\n");
    let problem = "1 byte in it is zero or broken, which does not occur in text; it is shown as �: line 2";
    assert_eq!(page.problem(), problem);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a�b", "c"]);
}

#[test]
fn quote_spanning_lines_asks_with_both_row_counts() {
    let file = b"id\ttext\n1\tThe kettle leaks\n2\t\"The gate squeaks\n3\tSend it\n4\tstale bread\"\n5\tLate\n";
    let mut page = Page::new();
    page.drop("paired.tsv", file);
    assert!(page.importing().is_doubt && page.state.project.is_none());
    assert_eq!(
        page.problem(),
        "a quote at the beginning of a cell may enclose several rows: lines 3–5; there are 3 rows, or 5 if \
         quotes belong to the text"
    );
    let remarks_now = |page: &Page| {
        let preview = page.importing().preview.clone().expect("a preview");
        [remarks(&preview.found), counts(&preview)].concat()
    };
    assert_eq!(
        remarks_now(&page),
        [
            "A quote may have joined several rows into one: lines 3–5.",
            "3 rows; 5 if quotes belong to the text."
        ]
    );
    page.write(|import| import.quotes = Quotes::Letters);
    assert_eq!(remarks_now(&page), ["5 rows; 3 if double quotes enclose cells."]);
    page.send(Msg::Open);
    assert_eq!(page.texts()[1], "\"The gate squeaks");
    assert_eq!(
        remarks(page.open().source.report.as_ref().expect("a report")),
        Vec::<String>::new()
    );
    // Backslashes before quotes are handled by a separate setting.
    page.drop("backslash.csv", b"id,text\n1,\"a \\\"b\\\" c\"\n2,d\n");
    assert!(
        page.importing()
            .problem
            .as_ref()
            .is_some_and(|problem| problem.advice.contains("\\\""))
    );
    page.write(|import| import.quotes = Quotes::Backslash);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a \"b\" c", "d"]);
}

#[test]
fn blanks_before_quotes_ask_whether_they_are_skipped() {
    let mut page = Page::new();
    let file = b"id,text\n1, \"small cat\"\n2, \"big dog\"\n";
    page.drop("spaced.csv", file);
    assert!(page.importing().is_doubt && page.state.project.is_none());
    assert!(page.problem().contains("lines 2, 3"), "{}", page.problem());
    assert!(page.importing().import.skip_blanks, "all quotes follow blanks");
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["small cat", "big dog"]);
    page.drop("spaced.csv", file);
    page.write(|import| import.skip_blanks = false);
    page.send(Msg::Open);
    assert_eq!(page.texts(), [" \"small cat\"", " \"big dog\""]);
    assert_eq!(
        remarks(page.open().source.report.as_ref().expect("a report")),
        ["Blanks and quotes around a cell kept as part of the text: lines 2, 3."]
    );
    page.drop("mixed.csv", b"id,text\n1, \"small cat\"\n2,\"big dog\"\n");
    assert!(page.importing().is_doubt && !page.importing().import.skip_blanks);
    assert!(page.problem().contains("line 2"), "{}", page.problem());
}

#[test]
fn part_of_a_web_page_with_a_table_is_not_opened_as_lines() {
    let mut page = Page::new();
    page.drop(
        "report.xls",
        b"<meta charset=\"utf-8\">\n<table>\n<tr><td>id</td></tr>\n</table>\n",
    );
    assert!(page.state.project.is_none());
    let notice = page.state.notices.notice.as_ref().expect("a notice");
    assert!(notice.problem.contains("HTML"), "{}", notice.problem);
}

#[test]
fn columns_with_similar_names_can_be_merged() {
    let mut page = Page::new();
    page.drop("two.csv", b"id,text,text \n1,small cat,\n2,,big dog\n3,red bird,\n");
    page.send(Msg::PreviewAgain);
    let merges = page.importing().merges();
    let [(pair, template)] = &merges[..] else {
        panic!("{merges:?}")
    };
    assert_eq!(*pair, ["text", "text "]);
    assert_eq!(template, "{text}{text }");
    let columns = Columns {
        text: Some(TextSource::Joined(template.clone())),
        ..page.importing().columns.clone()
    };
    page.send(Msg::SayColumns(columns));
    assert_eq!(page.importing().joined(), ["small cat", "big dog", "red bird"]);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["small cat", "big dog", "red bird"]);
    // A template cannot contain column names with braces.
    let mut page = Page::new();
    page.drop("braces.csv", b"id,text,{a},{A}\n1,b c,d,e\n2,f g,h,i\n");
    page.send(Msg::PreviewAgain);
    assert_eq!(page.importing().merges(), []);
}

#[test]
fn line_breaks_in_quotes_are_counted_both_ways_without_a_question() {
    let mut page = Page::new();
    page.drop("letters.csv", b"text\n\"Squeaks\nPlease send\nstale\"\nok\n");
    assert_eq!(page.texts(), ["Squeaks\nPlease send\nstale", "ok"]);
    let found = page.open().source.report.as_ref().expect("a report");
    assert_eq!(remarks(found), ["2 rows; 4 if quotes belong to the text."]);
}

#[test]
fn skipped_beginning_of_a_script_is_reported() {
    let script = b"window.YTD.tweets.part0 = [{\"text\":\"a b\"},{\"text\":\"c d\"}]";
    let loaded = load_with(script, &Import::named("tweets.js")).expect("a script");
    let remarks = remarks(&loaded.found);
    assert!(
        remarks[0].contains("is a script") && remarks[0].contains("window.YTD.tweets.part0 ="),
        "{remarks:?}"
    );
}

#[test]
fn lines_that_are_not_rows_are_reported_and_share_one_setting() {
    let file = "# exported\nid,text\n1,a b\nid,text\n2,c d\n# page 2, continued\n3,e f\n\n3 rows,exported\n\u{1a}";
    let mut page = Page::new();
    page.drop("joined.csv", file.as_bytes());
    assert_eq!(page.texts(), ["a b", "c d", "e f"]);
    let found = page.open().source.report.clone().expect("a report");
    assert_eq!(
        remarks(&found),
        [
            "Comment lines left out: line 6.",
            "Repeated column names left out: line 4.",
            "Lines below the table left out: line 9.",
            "End-of-file characters left out: line 10.",
            "1 line above the table is left out.",
            "1 empty line does not count as a text."
        ]
    );
    assert_eq!(
        page.open().ragged(),
        Ragged::Stop,
        "comment lines are not irregular rows"
    );
    assert_eq!(found.left_out.len(), 3, "left-out lines can be saved");
    page.send(Msg::PreviewAgain);
    page.write(|import| import.non_rows = NonRows::Keep);
    page.send(Msg::Open);
    assert!(page.problem().contains("line 10 has 1 cell"), "{}", page.problem());
    page.write(|import| import.ragged = Ragged::LeaveOut);
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["a b", "text", "c d", " continued", "e f", "exported"]);
}

#[test]
fn label_counts_follow_the_separator() {
    let mut page = Page::new();
    let file = b"text,label\na,x#y\nb,x\nc,y\nd,z#y\ne,\"yes, partly\"\n";
    page.drop("labels.csv", file);
    page.send(Msg::PreviewAgain);
    assert_eq!(page.importing().label_counts(), None, "no label column is chosen");
    let per_cell = page.importing().per_cell("label");
    assert_eq!(per_cell, LabelCell::between("#"));
    let counts = |page: &mut Page, per_cell| {
        page.send(Msg::SayColumns(Columns {
            labels: Some("label".into()),
            per_cell,
            ..Columns::default()
        }));
        let counts = page.importing().label_counts().expect("labels");
        counts
            .iter()
            .map(|(label, n)| format!("{label} {n}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(&mut page, per_cell), ["y 3", "x 2", "yes, partly 1", "z 1"]);
    assert_eq!(counts(&mut page, LabelCell::One).len(), 5);
    assert_eq!(counts(&mut page, LabelCell::between(", "))[..2], ["partly 1", "x 1"]);
}

#[test]
fn columns_are_joined_ids_checked_and_labels_imported() {
    let mut page = Page::new();
    page.drop("a.csv", b"id,premise,hypothesis,gold\n1,p,h,yes\n2,q,i,\n3,r,j,no\n");
    page.send(Msg::PreviewAgain);
    page.send(Msg::SayColumns(Columns {
        text: Some(TextSource::Joined("{premise} / {hypothesis}".into())),
        id: Some("gold".into()),
        labels: Some("gold".into()),
        ..Columns::default()
    }));
    page.send(Msg::Open);
    assert!(
        page.problem().contains("row 1 has no value in column “gold”"),
        "{}",
        page.problem()
    );
    let columns = Columns {
        id: Some("id".into()),
        ..page.importing().columns.clone()
    };
    page.send(Msg::SayColumns(columns));
    let cmds = page.send(Msg::Open);
    assert_eq!(page.texts(), ["p / h", "q / i", "r / j"]);
    assert_eq!(page.open().id(1), Some("2"));
    let labels = page.open().annotations.history.labels();
    assert_eq!(labels.iter().collect::<Vec<_>>(), [(0, "yes"), (2, "no")]);
    let gold = LabelOrigin::Column("gold".into());
    assert_eq!((labels.origin(0), labels.origin(1)), (Some(&gold), None));
    assert_eq!(page.open().labels.names, ["yes", "no"]);
    assert!(
        page.open().former_picks().is_empty(),
        "the user does not have to review imported labels"
    );
    let appended = cmds.iter().find_map(|cmd| match cmd {
        StateCmd::Persistence(persistence::Cmd::Append { entries, .. }) => {
            Some(entries.iter().map(|msg| (msg.row, msg.at_ms)).collect())
        }
        _ => None,
    });
    assert_eq!(appended, Some(vec![(0, 7), (2, 7)]), "the entries are written to disk");
}

#[test]
fn open_project_stays_until_another_file_is_opened() {
    let mut page = Page::new();
    page.state = opened();
    let before = page.state.project.clone();
    page.drop("bad.csv", b"a,b\n1\n");
    page.send(Msg::Close);
    assert_eq!(
        (page.state.project.clone(), page.state.import.dialog.is_some()),
        (before.clone(), false)
    );
    page.drop("bad.csv", b"a,b\n1\n");
    page.drop("picture.csv", b"\x89PNG\r\n");
    assert_eq!(page.importing().file_name, "bad.csv", "the dialog shows another file");
    page.send(Msg::Close);
    assert_eq!(
        page.state
            .notices
            .notice
            .as_ref()
            .map(|message| message.problem.contains("PNG")),
        Some(true)
    );
    assert_eq!(page.state.project, before);
}

#[test]
fn cell_with_several_labels_yields_several_labels() {
    let mut page = Page::new();
    page.drop("a.csv", b"text,label\none,a; b\ntwo,\nthree,b;c\nfour,a\n");
    page.send(Msg::PreviewAgain);
    assert_eq!(
        page.importing().per_cell("label"),
        LabelCell::between(";"),
        "the separator is that of exports"
    );
    assert_eq!(
        (page.importing().per_cell("text"), page.importing().per_cell("?")),
        (LabelCell::One, LabelCell::One)
    );
    page.send(Msg::SayColumns(Columns {
        labels: Some("label".into()),
        per_cell: LabelCell::between(";"),
        ..Columns::default()
    }));
    page.send(Msg::Open);
    let labels = page.open().annotations.history.labels();
    let expected = [(0, "a"), (0, "b"), (2, "b"), (2, "c"), (3, "a")];
    assert_eq!(labels.iter().collect::<Vec<_>>(), expected);
    assert_eq!(
        (page.open().labels.answers, &page.open().labels.names[..]),
        (AnswerType::Several, &["a", "b", "c"].map(String::from)[..])
    );
}

#[test]
fn results_of_earlier_previews_are_dropped() {
    let mut page = Page::new();
    let msg = Msg::Preview {
        source: 4,
        file_name: "pasted.txt".into(),
    };
    page.file = b"one text\ntwo texts\n".to_vec();
    let old = page.state.apply_now(StateMsg::Import(msg.clone()));
    let new = page.state.apply_now(StateMsg::Import(msg));
    page.perform(old);
    assert!(page.importing().is_previewing());
    page.perform(new);
    assert_eq!(page.importing().import.format, Some(Format::Lines));
    page.write(|import| import.format = Some(Format::Jsonl));
    assert!(
        page.problem().contains("line 1: it is not a JSON object"),
        "{}",
        page.problem()
    );
    assert!(page.importing().reason_not_ready().is_some());
    page.write(|import| import.format = Some(Format::Lines));
    assert_eq!(page.problem(), "");
    page.send(Msg::Open);
    assert_eq!(page.texts(), ["one text", "two texts"]);
}

#[test]
fn reading_can_be_stopped() {
    let mut page = Page::new();
    page.file = b"one\ntwo\n".to_vec();
    page.state.apply_now(StateMsg::Import(Msg::Reading(FileRead {
        ticket: 1,
        source: Some(1),
        file_name: "big.csv".into(),
        ..FileRead::default()
    })));
    page.send(Msg::ReadProgress { ticket: 1, percent: 40 });
    assert_eq!(
        page.state.import.reading.as_ref().map(FileRead::words).as_deref(),
        Some("Reading big.csv: 40\u{a0}%")
    );
    assert_eq!(page.send(Msg::Stop), [StateCmd::Import(Cmd::Stop)]);
    assert_eq!(page.state.import.reading, None);
    let failed = StateMsg::Import(Msg::ReadFailed {
        ticket: 1,
        error: WorkerError::Cancelled,
    });
    assert!(page.state.apply_now(failed).is_empty() && page.state.notices.notice.is_none());
}

#[test]
fn result_of_a_stopped_reading_is_ignored() {
    let ticket = 1;
    let results = [
        Msg::Loaded {
            ticket,
            pool: test_support::pool(&["text"], &[&["one"]]),
            load_ms: 1.0,
            embeddings: None,
            how: Box::default(),
        },
        Msg::ProjectRead {
            ticket,
            project: Box::new(test_support::labeling(&[0], 3)),
        },
        Msg::EmbeddingsRead {
            ticket,
            embeddings: test_support::embeddings(),
        },
        Msg::ReadFailed {
            ticket,
            error: WorkerError::Cancelled,
        },
        Msg::ReadProgress { ticket, percent: 40 },
        Msg::EmbeddingsReadFurther { ticket, percent: 40 },
    ];
    let settings = Settings::default();
    for result in results {
        let (mut import, mut open) = (ImportState::default(), test_support::labeling(&[0], 3));
        let mut update = |msg| import.update(msg, test_support::context(Some(&mut open), &settings));
        // Project files, embeddings and the sample data have no number.
        update(Msg::Reading(FileRead {
            ticket,
            ..FileRead::default()
        }));
        assert_eq!(update(Msg::Stop), [], "no worker reads a table");
        assert_eq!(update(result), []);
        assert_eq!(
            (import, open),
            (ImportState::default(), test_support::labeling(&[0], 3))
        );
    }
}

#[test]
fn differing_answers_are_reported_before_and_after_import() {
    let task = |text: &str, answers: [&str; 2]| {
        let answer =
            |label: &str| serde_json::json!({ "result": [{ "type": "choices", "value": { "choices": [label] } }] });
        let task = serde_json::json!({ "data": { "text": text }, "annotations": answers.map(answer) });
        format!("{task}\n")
    };
    let tasks = [
        task("one", ["yes", "no"]),
        task("two", ["no", "no"]),
        task("three", ["yes", "yes"]),
        task("four", ["no", "no"]),
    ];
    let mut page = Page::new();
    page.drop("tasks.jsonl", tasks.concat().as_bytes());
    assert_eq!(page.texts(), ["one", "two", "three", "four"]);
    let LabelsOfFile { offered, differing, .. } = page.open().labels_of_file();
    let (name, labels) = offered.expect("labels");
    assert_eq!((&*name, labels.n_rows, labels.n_differing), ("annotations", 3, 1));
    let reported = [("annotations".to_owned(), 1)];
    assert_eq!(differing, reported);
    let cmds = page.state.apply(
        StateMsg::Import(Msg::ImportFileLabels {
            column: labels.column,
            per_cell: labels.per_cell,
        }),
        3,
    );
    perform_label_imports(&mut page.state, cmds, 3);
    let given = page.open().annotations.history.labels();
    assert_eq!(
        [0, 1, 2, 3].map(|row| given.get(row)),
        [None, Some("no"), Some("yes"), Some("no")]
    );
    let LabelsOfFile { offered, differing, .. } = page.open().labels_of_file();
    assert_eq!((offered, differing), (None, reported.to_vec()));

    // If all texts have different answers, the page offers no labels.
    let mut page = Page::new();
    page.drop("tasks.jsonl", tasks[0].as_bytes());
    let LabelsOfFile { offered, differing, .. } = page.open().labels_of_file();
    assert_eq!((offered, differing), (None, reported.to_vec()));
}

#[test]
fn extra_byte_in_utf_16_is_reported_with_its_position() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let begins = utf16("\u{feff}text\na b\nc d\n");
    let bytes = [&begins[..], b"x", &utf16("e f\ng h\ni j\n")].concat();
    let mut page = Page::new();
    page.drop("a.csv", &bytes);
    assert!(
        page.problem()
            .starts_with("line 4: at byte 28, one byte is missing or there is one too many"),
        "{}",
        page.problem()
    );
    page.send(Msg::Open);
    let reported = remarks(page.open().source.report.as_ref().expect("a report"));
    assert!(
        reported
            .iter()
            .any(|remark| remark.contains("From line 4 on") && remark.contains("byte 28")),
        "{reported:?}"
    );
}

#[test]
fn labels_of_the_file_are_imported_on_request() {
    let mut state = opened();
    let rows = [["a", "yes"], ["b", ""], ["c", "yes"]];
    load(&mut state, 2, crate::test_support::pool_of(&["text", "label"], rows));
    let open = test_support::open_project(&state);
    let likely = likely_labels(&open.source.pool, open.source.text_column).expect("labels");
    let cmds = state.apply(
        StateMsg::Import(Msg::ImportFileLabels {
            column: likely.column,
            per_cell: likely.per_cell,
        }),
        3,
    );
    assert!(
        state
            .project
            .as_ref()
            .is_some_and(|open| open.annotations.history.labels().is_empty())
    );
    let cmds = perform_label_imports(&mut state, cmds, 4);
    let open = test_support::open_project(&state);
    let labels = open.annotations.history.labels();
    assert_eq!([0, 1, 2].map(|row| labels.get(row)), [Some("yes"), None, Some("yes")]);
    assert_eq!(open.labels.names, ["yes"]);
    assert!(
        matches!(&cmds[..], [StateCmd::Persistence(persistence::Cmd::Append { entries, .. }), StateCmd::Persistence(persistence::Cmd::SaveHead(_))] if entries.len() == 2)
    );
}

#[test]
fn labels_are_imported_again_if_the_annotations_change_meanwhile() {
    let mut state = opened();
    let rows = [["a", "yes"], ["b", ""], ["c", "yes"]];
    load(&mut state, 2, crate::test_support::pool_of(&["text", "label"], rows));
    let ask = StateMsg::Import(Msg::ImportFileLabels {
        column: 1,
        per_cell: LabelCell::One,
    });
    let cmds = state.apply(ask.clone(), 3);
    assert!(state.import.importing_labels.is_some());
    assert!(state.apply(ask, 3).is_empty(), "a second press");
    let open = state.project.get_mut().expect("a project");
    open.annotations.history.give(0, Some("no"), 3);
    let again = perform_label_imports(&mut state, cmds, 4);
    let labels = |state: &AppState| {
        let labels = test_support::open_project(state).annotations.history.labels();
        [0, 1, 2].map(|row| labels.get(row).map(str::to_owned))
    };
    assert_eq!(labels(&state), [Some("no".to_owned()), None, None]);
    perform_label_imports(&mut state, again, 5);
    assert_eq!(labels(&state), [Some("no".to_owned()), None, Some("yes".to_owned())]);
    assert!(state.import.importing_labels.is_none());
}

#[test]
fn imported_labels_of_another_project_are_dropped() {
    let mut state = opened();
    let rows = || crate::test_support::pool_of(&["text", "label"], [["a", "yes"], ["b", ""]]);
    load(&mut state, 2, rows());
    let ask = Msg::ImportFileLabels {
        column: 1,
        per_cell: LabelCell::One,
    };
    let cmds = state.apply(StateMsg::Import(ask), 3);
    let stopped = state.forget_project();
    assert!(
        stopped.contains(&StateCmd::Import(Cmd::StopImportingLabels)),
        "{stopped:?}"
    );
    load(&mut state, 3, rows());
    perform_label_imports(&mut state, cmds, 4);
    let open = test_support::open_project(&state);
    assert!(open.annotations.history.log().is_empty());
}

#[test]
fn labels_that_were_imported_while_reading_equal_those_that_are_imported_later() {
    let columns = Columns {
        text: Some(TextSource::Column("text".into())),
        labels: Some("label".into()),
        per_cell: LabelCell::between(";"),
        ..Columns::default()
    };
    let read = |is_prepared: bool, size: usize| {
        let pool = crate::test_support::pool_of(&["text", "label"], [["a", "y; x"], ["b", ""], ["c", "x"]]);
        let mut slices = Slices::new(size, NoPause);
        let prepared = is_prepared.then(|| {
            let empty = (Default::default(), 5);
            let import = ColumnLabels::import(&pool, (1, columns.per_cell), empty, &mut slices);
            Box::new(at_once(import))
        });
        let mut state = crate::test_support::state(2);
        state.apply_now(StateMsg::Import(Msg::Reading(FileRead {
            ticket: 1,
            file_name: "a.csv".into(),
            columns: columns.clone(),
            ..FileRead::default()
        })));
        let how = ImportOutcome {
            column_labels: prepared,
            ..ImportOutcome::default()
        };
        let loaded = Msg::Loaded {
            ticket: 1,
            pool,
            load_ms: 1.0,
            embeddings: None,
            how: Box::new(how),
        };
        state.apply(StateMsg::Import(loaded), 5);
        let open = test_support::open_project(&state);
        let labels = (open.labels.names.clone(), open.labels.answers);
        (open.annotations.history.clone(), labels)
    };
    let later = read(false, 1);
    assert_eq!(later.0.labels().len(), 2);
    assert_eq!([read(true, 1), read(true, usize::MAX)], [later.clone(), later]);
}

#[test]
fn preview_and_stop_are_requested_from_the_worker() {
    let (mut import, settings) = (ImportState::default(), Settings::default());
    let mut update = |msg| import.update(msg, test_support::context(None, &settings));
    let cmd = Cmd::Preview {
        number: 1,
        source: 4,
        import: Import::named("a.csv"),
        sought: PreviewRows::First,
    };
    let requests = update(Msg::Preview {
        source: 4,
        file_name: "a.csv".into(),
    });
    let preview = Request::Perform(StateCmd::Import(cmd));
    assert_eq!(requests, [Request::DismissNotice, preview]);
    assert_eq!(update(Msg::Stop), [], "no file is being read");
    let reading = FileRead {
        ticket: 1,
        source: Some(4),
        ..FileRead::default()
    };
    assert_eq!(update(Msg::Reading(reading)), [Request::DismissNotice]);
    assert_eq!(update(Msg::Stop), [Request::Perform(StateCmd::Import(Cmd::Stop))]);
}

#[test]
fn failure_is_reported_for_the_current_file_only() {
    let (mut import, settings) = (ImportState::default(), Settings::default());
    let mut update = |msg| import.update(msg, test_support::context(None, &settings));
    let failed = |ticket| Msg::ReadFailed {
        ticket,
        error: WorkerError::Cancelled,
    };
    update(Msg::Reading(FileRead {
        ticket: 2,
        ..FileRead::default()
    }));
    assert_eq!(update(failed(1)), []);
    let requests = update(failed(2));
    assert!(
        matches!(
            &requests[..],
            [Request::ReportFailure {
                error: WorkerError::Cancelled,
                ..
            }]
        ),
        "{requests:?}"
    );
    assert_eq!(update(failed(2)), [], "the failure is reported once");
}

#[test]
fn embeddings_are_stored_and_deleted_on_request() {
    let (mut import, settings) = (ImportState::default(), Settings::default());
    let mut open = test_support::labeling(&[0], 3);
    let mut update = |msg| import.update(msg, test_support::context(Some(&mut open), &settings));
    let changed = [Request::EmbeddingsChanged, Request::SaveHead];
    assert_eq!(update(Msg::ForgetEmbeddings), changed, "no embeddings are stored");
    update(Msg::Reading(FileRead {
        ticket: 1,
        ..FileRead::default()
    }));
    let read = Msg::EmbeddingsRead {
        ticket: 1,
        embeddings: test_support::embeddings(),
    };
    let [embeddings_changed, save] = changed;
    let keep = Request::Perform(StateCmd::Import(import::Cmd::StoreEmbeddings(
        test_support::embeddings(),
    )));
    assert_eq!(update(read), [keep, embeddings_changed.clone(), save.clone()]);
    let forget = Request::Perform(StateCmd::Import(import::Cmd::ForgetEmbeddings));
    assert_eq!(update(Msg::ForgetEmbeddings), [forget, embeddings_changed, save]);
}

#[test]
fn text_column_is_changed_once_and_only_to_an_existing_column() {
    let mut import = ImportState::default();
    let pool = test_support::pool_of(&["title", "body"], [["a", "b"]]);
    let mut open = Project::new("a.csv".into(), pool, 0, 1.0);
    let settings = Settings::default().fitting(None, open.size());
    let mut update = |column| {
        let context = test_support::context(Some(&mut open), &settings);
        import.update(Msg::ChooseTextColumn(column), context)
    };
    assert_eq!(update(1), [Request::TextColumnChanged, Request::SaveHead]);
    assert_eq!(update(1), [Request::SaveHead]);
    assert_eq!(update(2), []);
    assert_eq!(open.source.text_column, 1);
}

#[test]
fn default_budget_follows_the_empty_texts_of_the_text_column() {
    let mut import = ImportState::default();
    let pool = test_support::pool_of(&["title", "body"], [["a", "b"], ["c", ""], ["d", "e"]]);
    let mut open = Project::new("a.csv".into(), pool, 0, 1.0);
    let settings = Settings::default().fitting(None, open.size());
    assert_eq!(settings.budget, "3");
    let mut update = |column, settings: &Settings| {
        let context = test_support::context(Some(&mut open), settings);
        import.update(Msg::ChooseTextColumn(column), context)
    };
    let adapted = Settings {
        budget: "2".into(),
        ..settings.clone()
    };
    let changed = |settings| {
        [
            Request::TextColumnChanged,
            Request::SetSettings(settings),
            Request::SaveHead,
        ]
    };
    assert_eq!(update(1, &settings), changed(adapted.clone()));
    assert_eq!(update(0, &adapted), changed(settings));
}

fn entry(name: &str) -> TableChoice {
    TableChoice {
        zip_entry: Some(name.into()),
        ..TableChoice::default()
    }
}

fn reading(file_name: &str) -> Page {
    let mut page = Page::new();
    let reading = FileRead {
        ticket: 1,
        file_name: file_name.into(),
        source: Some(1),
        ..FileRead::default()
    };
    page.state.apply_now(StateMsg::Import(Msg::Reading(reading)));
    page
}

#[test]
fn archive_with_several_tables_shows_the_first_and_offers_the_others() {
    let mut page = reading("two.zip");
    let names = vec!["a.csv".to_owned(), "b.csv".to_owned()];
    let error = Error::from(LoadError::WhichEntry {
        n: 2,
        names: names.clone(),
    });
    let failed = Msg::ReadFailed {
        ticket: 1,
        error: error.into(),
    };
    let cmds = page.state.apply_now(StateMsg::Import(failed));
    let previews = |cmds: &[StateCmd]| -> Vec<(u32, Import)> {
        let preview = |cmd: &StateCmd| match cmd {
            StateCmd::Import(Cmd::Preview { number, import, .. }) => Some((*number, import.clone())),
            _ => None,
        };
        cmds.iter().filter_map(preview).collect()
    };
    let sought = previews(&cmds);
    let [(number, import)] = &sought[..] else {
        panic!("{cmds:?}");
    };
    assert_eq!(import.table, entry("a.csv"));
    assert!(
        page.importing().is_doubt && page.problem().contains("a.csv"),
        "{}",
        page.problem()
    );

    let file = b"id,text\n1,a b\n2,c d\n";
    let scanned = EncodingScan::default().finish();
    let mut seen = preview((file, true), scanned, &Import::named("a.csv"), PreviewRows::First).expect("a table");
    seen.found.source = Some(TableSource {
        packings: vec![Packing {
            format: "ZIP".into(),
            entry: Some("a.csv".into()),
            others: vec!["b.csv".into(), "README.md".into()],
            bytes: 1,
        }],
        ..TableSource::default()
    });
    let result = Ok(Box::new(seen));
    let number = *number;
    page.state
        .apply_now(StateMsg::Import(Msg::Previewed { number, result }));
    assert_eq!(page.importing().entries, names, "only the tables are offered");
    assert_eq!(page.importing().import.format, Some(Format::Csv));
    assert_eq!(page.importing().import.table, entry("a.csv"));

    let other = Import {
        table: entry("b.csv"),
        ..Import::default()
    };
    let cmds = page.state.apply_now(StateMsg::Import(Msg::Say(other.clone())));
    assert!(matches!(&previews(&cmds)[..], [(_, import)] if *import == other));
    let importing = page.importing();
    assert_eq!((&importing.entries, importing.source), (&names, 1));
    assert!(importing.preview.is_none() && importing.problem.is_none());
}

/// For each archive, `archives` contains the name of the chosen file and the names of the other files.
fn seen_in(archives: &[(&str, &[&str])]) -> Box<fastgas_data::Preview> {
    let file = b"id,text\n1,a b\n2,c d\n";
    let scanned = EncodingScan::default().finish();
    let mut seen = preview((file, true), scanned, &Import::named("a.csv"), PreviewRows::First).expect("a table");
    let packings = archives.iter().map(|(entry, others)| Packing {
        format: "ZIP".into(),
        entry: Some((*entry).into()),
        others: others.iter().map(|&name| name.to_owned()).collect(),
        bytes: 1,
    });
    seen.found.source = Some(TableSource {
        packings: packings.collect(),
        ..TableSource::default()
    });
    Box::new(seen)
}

#[test]
fn columns_that_were_not_read_are_named() {
    let mut seen = seen_in(&[]);
    assert!(remarks(&seen.found).is_empty());
    let source = seen.found.source.as_mut().expect("a source");
    source.parquet = Some(ParquetReport {
        left_out: vec!["image.bytes".into()],
        ..ParquetReport::default()
    });
    assert_eq!(
        remarks(&seen.found),
        ["Columns with bytes that are not text, such as pictures, are empty: image.bytes."]
    );
}

#[test]
fn tables_of_an_archive_in_an_archive_are_offered_in_its_place() {
    let which = |names: &[&str]| -> WorkerError {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let n = names.len() as u64;
        Error::from(LoadError::WhichEntry { n, names }).into()
    };
    let mut page = reading("outer.zip");
    let error = which(&["x.zip", "y.zip"]);
    page.state
        .apply_now(StateMsg::Import(Msg::ReadFailed { ticket: 1, error }));
    assert_eq!(page.importing().import.table, entry("x.zip"));
    let previewed = |page: &mut Page, result| {
        let number = page.importing().pending_preview.expect("a preview is pending");
        page.state
            .apply_now(StateMsg::Import(Msg::Previewed { number, result }))
    };

    let cmds = previewed(&mut page, Err(which(&["x.zip/a.csv", "x.zip/b.csv"])));
    let is_of_first = |cmd: &StateCmd| matches!(cmd, StateCmd::Import(Cmd::Preview { import, .. }) if import.table == entry("x.zip/a.csv"));
    assert!(cmds.iter().any(is_of_first), "{cmds:?}");
    let offered = ["x.zip/a.csv", "x.zip/b.csv", "y.zip"];
    assert_eq!(page.importing().entries, offered);
    assert!(page.importing().is_doubt && page.problem().contains("x.zip/a.csv"));
    previewed(&mut page, Ok(seen_in(&[("x.zip", &["y.zip"]), ("a.csv", &["b.csv"])])));
    assert_eq!(page.importing().entries, offered);
    assert_eq!(page.importing().import.table, entry("x.zip/a.csv"));

    // An archive with only one table is replaced by the path of the table.
    let import = Import {
        table: entry("y.zip"),
        ..Import::default()
    };
    page.state.apply_now(StateMsg::Import(Msg::Say(import)));
    previewed(&mut page, Ok(seen_in(&[("y.zip", &["x.zip"]), ("c.csv", &[])])));
    assert_eq!(page.importing().entries, ["x.zip/a.csv", "x.zip/b.csv", "y.zip/c.csv"]);
    assert_eq!(page.importing().import.table, entry("y.zip/c.csv"));
}

#[test]
fn archive_and_workbook_offer_all_files_and_sheets_when_they_are_read_again() {
    let mut page = Page::new();
    page.drop("pool.csv", b"id,text\n1,a b\n2,c d\n");
    page.send(Msg::PreviewAgain);
    let names: Vec<String> = (0..1_500).map(|n| format!("{n}.csv")).collect();
    let others: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut seen = seen_in(&[("data/x.zip", &["README.md"]), ("a.csv", &others)]);
    let sheet = SheetReport {
        name: "Texts".into(),
        others: names.clone(),
        header_row: 1,
        ..SheetReport::default()
    };
    let source = seen.found.source.as_mut().expect("a source");
    source.sheet = Some(sheet);
    let short = remarks(&seen.found);
    assert!(short[0].contains("README.md"), "{}", short[0]);
    assert!(
        short[1].contains("data/x.zip/7.csv …") && !short[1].contains("/8.csv"),
        "{}",
        short[1]
    );
    assert!(
        short[2].contains("7.csv …") && !short[2].contains("8.csv"),
        "{}",
        short[2]
    );
    let import = Import {
        header: Some(true),
        ..page.importing().import.clone()
    };
    page.state.apply_now(StateMsg::Import(Msg::Say(import)));
    let number = page.importing().pending_preview.expect("a preview is pending");
    let found = seen.found.clone();
    let result = Ok(seen);
    page.state
        .apply_now(StateMsg::Import(Msg::Previewed { number, result }));
    let importing = page.importing();
    assert_eq!((importing.entries.len(), importing.sheets.len()), (1_502, 1_501));
    assert_eq!(importing.entries[..2], ["data/x.zip/a.csv", "data/x.zip/0.csv"]);
    assert_eq!(importing.entries.last().map(String::as_str), Some("README.md"));

    // The project stores a shortened import report, because an archive may contain thousands of files.
    let ticket = page.ticket + 1;
    let import = Import {
        encoding: Some("UTF-8".into()),
        ..page.importing().import.clone()
    };
    let reading = FileRead {
        ticket,
        file_name: "pool.csv".into(),
        source: Some(1),
        import,
        ..FileRead::default()
    };
    let pool = page.open().source.pool.as_ref().clone();
    let outcome = ImportOutcome {
        found: Some(found),
        ..ImportOutcome::default()
    };
    test_support::read_file(&mut page.state, reading, pool, None, outcome);
    let report = page.open().source.report.clone().expect("a report");
    let source = report.source.expect("a source");
    let n_others: Vec<usize> = source.packings.iter().map(|packing| packing.others.len()).collect();
    assert_eq!(
        (n_others, source.sheet.expect("a sheet").others.len()),
        (vec![1, 20], 20)
    );
}

#[test]
fn archive_with_one_table_offers_its_other_files_when_it_is_read_again() {
    let mut page = Page::new();
    page.drop("pool.csv", b"id,text\n1,a b\n2,c d\n");
    page.send(Msg::PreviewAgain);
    assert_eq!(page.importing().entries, Vec::<String>::new());
    let number = page.importing().pending_preview;
    assert_eq!(number, None, "the preview has arrived");
    let mut seen = page.importing().preview.clone().expect("a preview");
    seen.found.source = Some(TableSource {
        packings: vec![Packing {
            format: "ZIP".into(),
            entry: Some("pool.csv".into()),
            others: vec!["README.md".into()],
            bytes: 1,
        }],
        ..TableSource::default()
    });
    let import = Import {
        header: Some(true),
        ..page.importing().import.clone()
    };
    page.state.apply_now(StateMsg::Import(Msg::Say(import)));
    let number = page.importing().pending_preview.expect("a preview is pending");
    let result = Ok(Box::new(seen));
    page.state
        .apply_now(StateMsg::Import(Msg::Previewed { number, result }));
    assert_eq!(page.importing().entries, ["pool.csv", "README.md"]);
}

#[test]
fn embeddings_in_a_column_are_kept_until_another_choice_is_made() {
    const FILE: &[u8] = b"{\"text\":\"a b\",\"v\":[1,0]}\n{\"text\":\"c d\",\"v\":[0,1]}\n";
    let given = EmbeddingFile {
        name: "a.jsonl".into(),
        rows: 2,
        dimensions: 2,
        column: Some("v".into()),
        ..test_support::embeddings()
    };
    let mut page = Page::new();
    page.drop("a.jsonl", FILE);
    assert_eq!(page.open().source.embeddings, None);
    let report = page.open().source.report.clone().expect("a report");
    assert_eq!(report.vectors, ["v"]);

    let open = |page: &mut Page, embeddings: Option<EmbeddingFile>| {
        let column = embeddings.as_ref().and_then(|file| file.column.clone());
        let Loaded { pool, found } = load_with(FILE, &Import::named("a.jsonl")).expect("a table");
        page.ticket += 1;
        let columns = Columns {
            text: Some(TextSource::Column("text".into())),
            embeddings: column,
            ..Columns::default()
        };
        let reading = FileRead {
            ticket: page.ticket,
            file_name: "a.jsonl".into(),
            source: Some(page.source),
            columns,
            ..FileRead::default()
        };
        let outcome = ImportOutcome {
            found: Some(found),
            text_column: Some(0),
            ..ImportOutcome::default()
        };
        test_support::read_file(&mut page.state, reading, pool, embeddings, outcome)
    };
    let cmds = open(&mut page, Some(given.clone()));
    assert!(cmds.contains(&StateCmd::Import(Cmd::StoreEmbeddings(given.clone()))));
    assert_eq!(page.open().source.embeddings.as_ref(), Some(&given));
    page.send(Msg::PreviewAgain);
    assert_eq!(
        page.importing().columns.embeddings.as_deref(),
        Some("v"),
        "the choice is shown"
    );
    assert_eq!(
        page.importing().preview.as_ref().map(|seen| &seen.found.vectors[..]),
        Some(&["v".to_owned()][..])
    );

    let is_of_embeddings =
        |cmd: &StateCmd| matches!(cmd, StateCmd::Import(Cmd::StoreEmbeddings(_) | Cmd::ForgetEmbeddings));
    let cmds = open(&mut page, Some(given.clone()));
    assert!(
        !cmds.iter().any(is_of_embeddings),
        "the same embeddings are stored already"
    );
    let cmds = open(&mut page, None);
    assert!(cmds.contains(&StateCmd::Import(Cmd::ForgetEmbeddings)));
    assert_eq!(page.open().source.embeddings, None);
}

#[test]
fn pools_that_were_compared_in_slices_are_not_compared_again() {
    const FILE: &[u8] = b"text\na b\nc d\n";
    let mut page = Page::new();
    page.drop("a.csv", FILE);
    // The worker's answer for a file with the same content but another name, which opens as a separate project.
    let read = |page: &mut Page, compared: Option<(PtrEq<Pool>, bool)>| {
        let Loaded { pool, found } = load_with(FILE, &Import::named("b.csv")).expect("a table");
        page.ticket += 1;
        let reading = FileRead {
            ticket: page.ticket,
            file_name: "b.csv".into(),
            source: Some(page.source),
            ..FileRead::default()
        };
        let outcome = ImportOutcome {
            found: Some(found),
            text_column: Some(0),
            compared,
            ..ImportOutcome::default()
        };
        test_support::read_file(&mut page.state, reading, pool, None, outcome);
        page.open().source.file_name.clone()
    };
    let open = PtrEq(page.open().source.pool.clone());
    assert_eq!(read(&mut page, Some((open.clone(), true))), "a.csv");
    let another = PtrEq::new(Pool::clone(&open));
    assert_eq!(
        read(&mut page, Some((another, false))),
        "a.csv",
        "this pool is not open"
    );
    assert_eq!(read(&mut page, None), "a.csv");
    assert_eq!(
        read(&mut page, Some((open, false))),
        "b.csv",
        "the result of the comparison counts"
    );
}

/// A project whose import report contains `labels`. They differ from the labels in the column `label` of the texts.
/// Tests can therefore detect whether the page uses the report or searches the texts again.
fn with_report(labels: FoundLabels) -> Project {
    let pool = test_support::pool_of(
        &["text", "label"],
        [["a b", "yes"], ["c d", "yes"], ["e f", "no"], ["g h", "no"]],
    );
    let mut open = Project::new("a.csv".into(), pool, 0, 1.0);
    let Loaded { found, .. } = load_with(b"text,label\na b,yes\n", &Import::named("a.csv")).expect("a table");
    open.source.report = Some(ImportReport {
        labels: Some(labels),
        ..found
    });
    open
}

fn no_labels() -> FoundLabels {
    FoundLabels {
        text_column: 0,
        chosen: None,
        is_plain: true,
        likely: None,
        counts: None,
        n_blank: None,
    }
}

#[test]
fn labels_are_not_sought_in_a_file_that_the_worker_found_unlabeled() {
    let mut open = with_report(no_labels());
    assert_eq!(open.labels_of_file(), LabelsOfFile::default());
    open.source.text_column = 1;
    assert!(!open.is_file_unlabeled(), "the worker looked at other columns");
    open.source.report = None;
    open.source.text_column = 0;
    assert!(open.labels_of_file().offered.is_some());
}

#[test]
fn blank_texts_that_the_worker_counted_are_not_counted_again() {
    let counted = with_report(FoundLabels {
        n_blank: Some(7),
        ..no_labels()
    });
    assert_eq!(counted.n_blank_texts(), 7);
    let mut other_column = counted;
    other_column.source.text_column = 1;
    assert_eq!(other_column.n_blank_texts(), 0, "the worker looked at another column");
    assert_eq!(
        with_report(no_labels()).n_blank_texts(),
        0,
        "an older version did not count"
    );
}

#[test]
fn labels_that_the_worker_found_are_not_sought_again() {
    let likely = LikelyLabels {
        column: 1,
        per_cell: LabelCell::One,
        n_rows: 40,
        n_labels: 1,
        n_differing: 3,
    };
    let found = FoundLabels {
        likely: Some(likely.clone()),
        counts: Some(vec![("counted".to_owned(), 40)]),
        ..no_labels()
    };
    let mut open = with_report(found.clone());
    let of_worker = LabelsOfFile {
        asks: false,
        offered: Some(("label".to_owned(), likely)),
        differing: vec![("label".to_owned(), 3)],
    };
    assert_eq!(open.labels_of_file(), of_worker);
    assert_eq!(open.label_counts(1, LabelCell::One), found.counts);
    // The worker has counted the labels only in the likely format, so the page counts the labels in the other format.
    let counted = open.label_counts(1, LabelCell::List).expect("labels");
    assert_eq!(counted, [("no".to_owned(), 2), ("yes".to_owned(), 2)]);
    // The report of the worker does not apply to another label column.
    open.source.labels_column = Some((1, LabelCell::One));
    assert_ne!(open.labels_of_file(), of_worker);
    let unclear = with_report(FoundLabels {
        is_plain: false,
        ..found.clone()
    });
    assert!(unclear.labels_of_file().asks);
    // A damaged or foreign backup may name a column that does not exist.
    let mut foreign = found;
    foreign.likely.as_mut().expect("labels").column = 2;
    let offered = with_report(foreign).labels_of_file().offered.expect("labels");
    assert_eq!(offered.1.n_rows, 4);
}

#[test]
fn labels_that_the_worker_found_equal_those_of_the_pool() {
    for file in [
        "id,text\n1,a b\n2,c d\n",
        "text,label\na b,yes\nc d,no\ne f,yes\ng h,no\n",
        "text,label,annotator\na b,yes,Ann\na b,no,Ben\nc d,yes,Ann\nc d,yes,Ben\n",
        "text,labels\na b,x; y\nc d,y\ne f,x; y\n",
    ] {
        let Loaded { pool, found } = load_with(file.as_bytes(), &Import::named("a.csv")).expect("a table");
        let text_column = guess_text_column(&pool);
        let labels = FoundLabels::of(&pool, text_column, None);
        let mut open = Project::new("a.csv".into(), pool, text_column, 1.0);
        open.source.report = Some(found);
        let sought = (
            open.labels_of_file(),
            open.may_have_labels_of_file(),
            open.has_plain_labels(),
        );
        let counts = sought.0.offered.as_ref();
        let counts = counts.map(|(_, likely)| open.label_counts(likely.column, likely.per_cell));
        open.source.report.as_mut().expect("a report").labels = Some(labels);
        let found = (open.labels_of_file(), open.has_plain_labels());
        assert_eq!(found, (sought.0, sought.2), "{file}");
        assert!(sought.1, "without the report, every file may have labels");
        let of_worker = found.0.offered.as_ref();
        let of_worker = of_worker.map(|(_, likely)| open.label_counts(likely.column, likely.per_cell));
        assert_eq!(of_worker, counts, "{file}");
    }
}

mod imported_embeddings {
    use crate::import::{self, FileRead};
    use crate::persistence;
    use crate::run;
    use crate::state::{AppState, Cmd, Msg};
    use crate::test_support::numbered_texts::{CORES, load, opened, pool, reading, selected};
    use crate::test_support::{self, embeddings, open_project};
    use fastgas_platform::EmbeddingFile;
    use fastgas_select::Config;

    fn read(state: &mut AppState, ticket: u32) -> Vec<Cmd> {
        state.apply_now(reading(ticket, "vectors.npy"));
        state.apply_now(Msg::Import(import::Msg::EmbeddingsRead {
            ticket,
            embeddings: embeddings(),
        }))
    }

    fn embeddings_of_run(state: &mut AppState) -> Option<EmbeddingFile> {
        match state.apply_now(Msg::Run(run::Msg::Select)).into_iter().next() {
            Some(Cmd::Run(run::Cmd::Start { embeddings, .. })) => embeddings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn imported_embeddings_replace_the_encoder_until_removed() {
        let mut state = selected();
        assert!(!state.is_outdated() && state.run.tokens > 0.0);
        let cmds = read(&mut state, 2);
        assert_eq!(cmds[0], Cmd::Import(import::Cmd::StoreEmbeddings(embeddings())));
        assert!(
            matches!(cmds.last(), Some(Cmd::Persistence(persistence::Cmd::SaveHead(head))) if head.embeddings == Some(embeddings()))
        );
        assert!(state.is_outdated(), "the picks were selected with the other encoder");
        assert_eq!(
            (state.run.tokens, state.embedded_by().name.as_str()),
            (0.0, "vectors.npy")
        );
        assert_eq!(embeddings_of_run(&mut state), Some(embeddings()));

        let cmds = state.apply_now(Msg::Import(import::Msg::ForgetEmbeddings));
        assert!(
            cmds.contains(&Cmd::Import(import::Cmd::ForgetEmbeddings)) && cmds.contains(&Cmd::Run(run::Cmd::Cancel))
        );
        assert!(!state.is_outdated() && state.run.tokens > 0.0);
        assert_eq!(embeddings_of_run(&mut state), None);
    }

    #[test]
    fn another_file_does_not_inherit_imported_embeddings() {
        let mut state = opened();
        read(&mut state, 2);
        let cmds = load(&mut state, 3, test_support::pool(&["text"], &[&["one"], &["two"]]));
        assert!(
            !cmds.contains(&Cmd::Import(import::Cmd::ForgetEmbeddings)),
            "the embeddings stay with their project"
        );
        assert_eq!(open_project(&state).source.embeddings, None);
    }

    #[test]
    fn imported_embeddings_are_read_with_their_table() {
        let mut state = opened();
        state.apply_now(reading(2, "pool.csv"));
        state.apply_now(Msg::Import(import::Msg::EmbeddingsReadFurther {
            ticket: 2,
            percent: 40,
        }));
        assert_eq!(
            state.import.reading.as_ref().map(FileRead::words).as_deref(),
            Some("Reading the embeddings: 40\u{a0}%")
        );
        let cmds = state.apply_now(Msg::Import(import::Msg::Loaded {
            ticket: 2,
            pool: pool(),
            load_ms: 1.0,
            embeddings: Some(embeddings()),
            how: Box::default(),
        }));
        assert!(
            cmds.contains(&Cmd::Import(import::Cmd::StoreEmbeddings(embeddings()))),
            "the embeddings are stored even if the pool is the open one"
        );
        assert_eq!(open_project(&state).source.embeddings, Some(embeddings()));
        state.apply_now(Msg::Import(import::Msg::EmbeddingsStored(Err(test_support::refused()))));
        assert!(
            state
                .notices
                .notice
                .as_ref()
                .is_some_and(|notice| notice.title.starts_with("vectors.npy is not stored"))
        );
    }

    #[test]
    fn imported_embeddings_are_restored_only_if_they_fit_the_project() {
        let mut state = selected();
        read(&mut state, 2);
        let mut stored = open_project(&state).to_project(&Config::default());
        let mut again = test_support::state(CORES);
        again.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
            stored.clone(),
            Vec::new(),
        ))))));
        assert_eq!(open_project(&again).source.embeddings, Some(embeddings()));
        assert_eq!(again.run.tokens, 0.0);
        stored.head.embeddings.as_mut().expect("some").rows += 1;
        let mut torn = test_support::state(CORES);
        torn.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
            stored,
            Vec::new(),
        ))))));
        assert!(torn.project.is_none() && torn.persistence.problem.is_some());
    }
}
