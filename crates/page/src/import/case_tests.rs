//! Tests with the files in `tests/cases`, which has one folder for each of 17 problem reports.
//! The tests check the settings that the page proposes, and the opened project.
//! The tests of the command-line program compare every cell of these files.

use std::fs;
use std::path::Path;

use crate::file_labels;
use crate::import::state::*;
use crate::import::tests::Page;
use crate::state::Msg as StateMsg;
use fastgas_annotation::label::AnswerType;
use fastgas_data::{JsonRepair, LabelCell, Quotes, Ragged};

/// Number of texts in most of the files, and the first and the last of these texts.
const N: usize = 24;
const FIRST: &str = "The kettle leaks from its base after a week";
const LAST: &str = "Nice staff at the counter on Monday";

fn file(case: &str, name: &str) -> Vec<u8> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    fs::read(cases.join(case).join(name)).expect("a file of this name")
}

fn dropped(case: &str, name: &str) -> Page {
    let mut page = Page::new();
    page.drop(name, &file(case, name));
    page
}

fn assert_texts(page: &Page) {
    let texts = page.texts();
    assert_eq!(
        (texts.len(), texts.first(), texts.last()),
        (N, Some(&FIRST), Some(&LAST)),
        "{}",
        page.open().source.file_name
    );
}

fn remarks_of(page: &Page) -> Vec<String> {
    remarks(page.open().source.report.as_ref().expect("a report"))
}

fn send(page: &mut Page, msg: file_labels::Msg) {
    page.state.apply(StateMsg::FileLabels(msg), 9);
}

fn name(page: &mut Page, own: &str, names: &[&str]) {
    send(page, file_labels::Msg::NameSelf(own.into()));
    for (place, name) in names.iter().enumerate() {
        let name = (*name).into();
        send(page, file_labels::Msg::Name { place, name });
    }
}

fn labels_dialog(page: &Page) -> &file_labels::FileLabels {
    page.state.file_labels.dialog.as_ref().expect("a question")
}

#[test]
fn case_01_quotes_that_join_rows_ask_with_both_counts() {
    for (name, rows) in [("paired.tsv", 22), ("uneven.tsv", 21)] {
        let mut page = dropped("01-miller1533-tsv-quotes", name);
        let counts = format!("there are {rows} rows, or 24 if quotes belong to the text");
        assert!(
            page.importing().is_doubt && page.problem().contains(&counts),
            "{}",
            page.problem()
        );
        page.write(|import| import.quotes = Quotes::Letters);
        page.send(Msg::Open);
        assert_texts(&page);
    }
}

#[test]
fn case_03_backslashes_before_quotes_have_a_setting() {
    for (name, text) in [
        ("backslash.csv", "he said \"never again\", and left"),
        ("backslash-nocomma.csv", "squeaks: \"never again\""),
    ] {
        let mut page = dropped("03-duckdb14304-backslash", name);
        let problem = page.importing().problem.as_ref().expect("a problem");
        let words = format!("{} {}", problem.problem, problem.advice).to_lowercase();
        assert!(words.contains("backslash"), "{words}");
        page.write(|import| import.quotes = Quotes::Backslash);
        page.send(Msg::Open);
        assert_eq!(page.texts().len(), N);
        assert!(page.texts()[3].ends_with(text), "{}", page.texts()[3]);
    }
}

#[test]
fn case_04_joined_exports_are_opened_without_their_seams() {
    let marks = |line: u64| format!("Byte order marks within the file left out: line {line}.");
    for (name, expected) in [
        (
            "joined.csv",
            &["Repeated column names left out: line 14.".to_owned(), marks(14)][..],
        ),
        ("joined-nohead.csv", &[marks(14)]),
        ("doublebom.csv", &[marks(1)]),
    ] {
        let page = dropped("04-hledger2189-concat-bom", name);
        assert_texts(&page);
        assert_eq!(remarks_of(&page), expected, "{name}");
        assert_eq!(page.open().source.pool.columns(), ["id", "text"]);
    }
}

#[test]
fn case_05_messages_of_telegram_are_proposed_as_rows() {
    for name in ["result.json", "result-oneline.json"] {
        let mut page = dropped("05-tdesktop25000-telegram", name);
        assert_eq!(page.problem(), "they are likely the list at “messages”");
        page.send(Msg::Open);
        assert_texts(&page);
        assert!(remarks_of(&page).contains(&"12 texts are joined from their parts.".to_owned()));
    }
    let page = dropped("05-tdesktop25000-telegram", "messages-only.json");
    assert_texts(&page);
    assert_eq!(remarks_of(&page), ["12 texts are joined from their parts."]);
}

#[test]
fn case_06_paths_of_rows_in_envelopes_are_proposed() {
    for (name, path) in [
        ("tweets-v2.json", "data"),
        ("reddit.json", "data.children"),
        ("pages.jsonl", "data"),
    ] {
        let mut page = dropped("06-duckle27-envelope", name);
        assert_eq!(page.problem(), format!("they are likely the list at “{path}”"));
        page.send(Msg::Open);
        assert_texts(&page);
    }
    let page = dropped("06-duckle27-envelope", "tweets.js");
    assert_texts(&page);
    let open = page.open();
    assert_eq!(open.source.pool.columns()[open.source.text_column], "{tweet.full_text}");
    let script = "The file is a script; its beginning “window.YTD.tweets.part0 =” is skipped.".to_owned();
    assert!(remarks_of(&page).contains(&script), "{:?}", remarks_of(&page));
}

#[test]
fn case_08_half_characters_can_be_replaced() {
    let mut page = dropped("08-codextrace279-surrogate", "cut.jsonl");
    assert!(page.problem().contains("is half of a character"), "{}", page.problem());
    page.write(|import| import.json_repair = JsonRepair::Keep);
    page.send(Msg::Open);
    assert_texts(&page);
    assert_eq!(page.texts()[5], "The soup was cold �");
    let expected = "2 rows kept, with NaN, Infinity or half a character replaced: lines 6, 10.";
    assert_eq!(remarks_of(&page), [expected]);
}

#[test]
fn case_09_rows_with_nan_can_be_kept_even_if_all_have_it() {
    for name in ["somescores.jsonl", "scores.jsonl"] {
        let mut page = dropped("09-muutils65-nan", name);
        assert!(page.problem().contains("“NaN” is not JSON"), "{}", page.problem());
        page.write(|import| import.json_repair = JsonRepair::Keep);
        page.send(Msg::Open);
        assert_texts(&page);
    }
    let mut page = dropped("09-muutils65-nan", "somescores.jsonl");
    page.write(|import| import.ragged = Ragged::LeaveOut);
    page.send(Msg::Open);
    assert_eq!(page.texts().len(), 16);
}

#[test]
fn case_10_other_formats_are_named() {
    for (name, format) in [
        ("RC_2031-01.xz", "xz"),
        ("a.7z", "7z"),
        ("survey.sav", "SPSS"),
        ("texts.pkl", "pickle"),
        ("vectors.h5", "HDF5"),
        ("notes.rtf", "RTF"),
        ("report.xls", "HTML"),
        ("report.xls.html", "HTML"),
    ] {
        let page = dropped("10-pushshift11-archives", name);
        assert!(
            page.state.import.dialog.is_none() && page.state.project.is_none(),
            "{name}"
        );
        let notice = page.state.notices.notice.as_ref().expect("a notice");
        assert!(notice.problem.contains(format), "{name}: {}", notice.problem);
    }
}

#[test]
fn case_11_text_column_is_found_despite_blanks_and_capitals() {
    for (name, column) in [("blank.csv", "text "), ("nbsp.csv", "text\u{a0}"), ("case.csv", "Text")] {
        let page = dropped("11-labelsleuth315-header-blank", name);
        assert_texts(&page);
        let open = page.open();
        assert_eq!(open.source.pool.columns()[open.source.text_column], column);
    }
}

#[test]
fn case_14_number_sign_is_proposed_as_separator_of_labels() {
    for (name, per_cell) in [("all.csv", LabelCell::between("#")), ("all.jsonl", LabelCell::List)] {
        let page = dropped("14-doccano1821-hash-labels", name);
        assert_texts(&page);
        let (column, labels) = page.open().labels_of_file().offered.expect("labels");
        assert_eq!(
            (&*column, labels.per_cell, labels.n_rows, labels.n_labels),
            ("label", per_cell, N, 5)
        );
    }
}

#[test]
fn case_15_only_accepted_answers_become_labels() {
    for (name, [given, rejected, void]) in [("textcat.jsonl", [13, 10, 1]), ("choice.jsonl", [20, 0, 4])] {
        let mut page = dropped("15-prodigy5036-answer", name);
        assert_texts(&page);
        let counts = labels_dialog(&page).counts().expect("one question");
        assert_eq!(
            (counts.given, counts.rejected, counts.void),
            (given, rejected, void),
            "{name}"
        );
        send(&mut page, file_labels::Msg::Import);
        let labels = page.open().annotations.history.labels();
        assert_eq!(labels.len(), given, "{name}");
    }
}

#[test]
fn case_18_delimiters_of_several_or_rare_characters_are_detected() {
    for name in ["bars.csv", "bars.txt", "ctrla.csv", "section.csv"] {
        let page = dropped("18-exceldatareader687-multichar", name);
        assert_texts(&page);
        assert_eq!(page.open().source.pool.columns(), ["id", "text", "place"], "{name}");
    }
    let mut page = dropped("18-exceldatareader687-multichar", "colons.dat");
    assert_eq!(page.problem(), "line 1 should name the columns, but column 1 is “0”");
    assert_eq!(page.importing().import.header, Some(false));
    page.send(Msg::Open);
    assert_texts(&page);
    assert_eq!(page.open().source.pool.columns(), ["column 1", "column 2", "column 3"]);
}

#[test]
fn case_28_annotators_and_questions_are_kept_apart() {
    const CASE: &str = "28-labelstudio1052-annotators";
    for (name, n_rows) in [("export.json", N), ("ls.csv", 2 * N)] {
        let mut page = dropped(CASE, name);
        assert_eq!(
            (labels_dialog(&page).n_rows(), page.texts().len()),
            ((n_rows, N), n_rows)
        );
        self::name(&mut page, "Lea", &["Anna", "Bob"]);
        send(&mut page, file_labels::Msg::Import);
        let done = labels_dialog(&page).done.as_ref().expect("imported labels");
        assert_eq!(done.of, [("Anna".to_owned(), N, N), ("Bob".to_owned(), N, N)], "{name}");
        assert!(done.can_compare);
        assert_eq!((page.open().n_disputed(), page.open().source.pool.len()), (6, N));
        assert_texts(&page);
    }
    let mut page = dropped(CASE, "two-questions.json");
    let labels = labels_dialog(&page);
    assert_eq!((labels.question, labels.has_people()), (None, false));
    assert_eq!(labels.questions(), ["sentiment", "topic"]);
    send(&mut page, file_labels::Msg::Question(1));
    send(&mut page, file_labels::Msg::Import);
    let labels = page.open().annotations.history.labels();
    assert_eq!((labels.len(), labels.get(0)), (N, Some("complaint")));
    assert_eq!(page.open().labels.answers, AnswerType::One);
}

#[test]
fn case_34_small_and_unusual_pools_are_opened() {
    for (name, n) in [
        ("one.csv", 1),
        ("two.csv", 2),
        ("three.csv", 3),
        ("caps.csv", N),
        ("code.jsonl", N),
        ("numbers.csv", 30),
        ("numbers.txt", 30),
        ("same.csv", 30),
        ("urls.txt", 30),
    ] {
        assert_eq!(dropped("34-odd-pools", name).texts().len(), n, "{name}");
    }
}

#[test]
fn case_35_labels_of_a_colleagues_spreadsheet_are_imported() {
    const CASE: &str = "35-labelstudio1165-excel-roundtrip";
    for (name, tolerated) in [
        ("colleague-utf8.csv", &[] as &[u32]),
        ("colleague-excel.csv", &[]),
        ("colleague-changed.csv", &[2, 5, 9, 11, 13]),
    ] {
        let mut page = dropped(CASE, "pool.csv");
        page.drop(name, &file(CASE, name));
        if name == "colleague-excel.csv" {
            assert_eq!(page.problem(), "it is likely windows-1252");
            page.send(Msg::Open);
        }
        let labels = labels_dialog(&page);
        let matches = labels.matches.as_ref().expect("matches");
        assert_eq!((&matches.tolerated[..], labels.n_missing()), (tolerated, 0), "{name}");
        self::name(&mut page, "Anna", &["Bob"]);
        send(&mut page, file_labels::Msg::Import);
        let done = labels_dialog(&page).done.as_ref().expect("imported labels");
        assert_eq!(done.of, [("Bob".to_owned(), N, N)], "{name}");
        assert_eq!(
            page.texts()[9],
            "  The manual for the drill is missing ",
            "the project keeps its texts"
        );
    }
}

#[test]
fn case_36_labeled_picks_from_a_spreadsheet_match_the_texts() {
    for name in [
        "excel-utf8.csv",
        "excel-semi-1252.csv",
        "semi-1252-zeros-kept.csv",
        "crlf-in-cells.csv",
        "pandas-float.csv",
        "utf16.txt",
        "by-code.csv",
        "row-label.csv",
    ] {
        let mut page = dropped("35-labelstudio1165-excel-roundtrip", "pool.csv");
        page.drop(name, &file("36-picks-roundtrip", name));
        let labels = labels_dialog(&page);
        assert!(
            labels.questions().contains(&"label".to_owned()),
            "{name}: {:?}",
            labels.questions()
        );
        assert_eq!((labels.n_rows(), labels.n_missing()), ((6, 6), 0), "{name}");
    }
}

#[test]
fn case_39_comments_and_footers_are_left_out() {
    for (name, expected) in [
        ("above.csv", "2 lines above the table are left out."),
        ("above.tsv", "1 line above the table is left out."),
        ("below.csv", "Comment lines left out: line 2."),
        ("middle.csv", "Comment lines left out: line 14."),
        ("footer.csv", "Lines below the table left out: line 27."),
    ] {
        let page = dropped("39-duckdb12746-comments", name);
        assert_texts(&page);
        assert_eq!(remarks_of(&page)[0], expected, "{name}");
    }
}
