use super::*;

fn format_of(text: &str) -> (Format, Option<char>) {
    let detected = detect(text, &Import::default(), false).expect("a table");
    (detected.format, detected.delimiter.and_then(Delimiter::single))
}

#[test]
fn delimiter_is_the_one_on_which_records_agree() {
    let delimiter = |text: &str| delimiter_of(text, &Import::default()).0;
    assert_eq!(delimiter("id;text\n1;a, b, c\n2;d, e\n"), ';');
    assert_eq!(delimiter("price, tax;text\n1,5, 0,2;a\n2,5, 0,1;b\n"), ';');
    assert_eq!(delimiter("a,b\n\"x;y;z\",1\n\"p;q\",2\n"), ',');
    assert_eq!(delimiter("text\tnote\na,b\tc,d\n"), '\t');
    assert_eq!(delimiter("text\na, b\n"), ',');
}

#[test]
fn formats_are_detected_from_contents() {
    assert_eq!(
        format_of("{\"text\": \"a\"}\n{\"text\": \"b\"}\n"),
        (Format::Jsonl, None)
    );
    assert_eq!(format_of("id\ttext\n1\tHello, there!\n"), (Format::Csv, Some('\t')));
    assert_eq!(format_of("id,text\n1,\"Hello, there!\"\n"), (Format::Csv, Some(',')));
    assert_eq!(format_of("text\nHello, there!\nAnd you?\n"), (Format::Csv, Some(',')));
    assert_eq!(format_of("Hello there!\nAnd you?\n"), (Format::Lines, None));
    assert_eq!(format_of("Hello, you there.\nBye, you all.\n"), (Format::Lines, None));
    assert_eq!(format_of("[1] a note\n[2] another\n"), (Format::Lines, None));
    assert_eq!(format_of("just one text"), (Format::Lines, None));
    assert_eq!(
        format_of("refund\nlost card\npin change\nexchange rate\n"),
        (Format::Lines, None)
    );
    assert_eq!(format_of("\"text\"\n\"a, b\"\n"), (Format::Csv, Some(',')));
    assert_eq!(format_of("[{\"text\": \"a\"}]"), (Format::Jsonl, None));
    assert_eq!(format_of("[\n  {\n    \"text\": \"a\"\n  }\n]"), (Format::Jsonl, None));
    assert_eq!(format_of("[\"a\", \"b\"]"), (Format::Jsonl, None));
    // Invalid JSON is reported later, when the file is parsed.
    assert_eq!(format_of("{\n \"a\": 1\n}"), (Format::Jsonl, None));
}

#[test]
fn table_without_column_names_is_recognized_by_a_rare_delimiter() {
    let likely = |text: &str| likely(text, &Import::default()).expect("a table or lines");
    for sign in TABLE_DELIMITERS {
        let delimiter = Delimiter::new(sign).expect("a delimiter");
        let table = "0|The kettle leaks.|shop\n1|No bulbs.|home\n".replace('|', sign);
        assert_eq!(likely(&table), (Format::Csv, delimiter), "{sign:?}");
    }
    for lines in [
        "Call io::read.\nCall io::write.\n",
        "0§The kettle leaks.§shop\n1§No bulbs.§home\n",
        "0::The kettle leaks.::shop\nNo bulbs.\n",
    ] {
        assert_eq!(likely(lines).0, Format::Lines, "{lines}");
    }
}

#[test]
fn json_and_markup_are_refused_unless_settings_override() {
    let json = LoadError::NotTable {
        format: FileKind::named("JSON"),
    };
    for (name, text, refusal) in [
        ("a.csv", "{\n \"a\": 1\n}", &json),
        ("a.csv", "[1, 2]", &json),
        ("a.txt", "<!DOCTYPE html>", &LoadError::Markup),
        (
            "a.txt",
            "<table border=1><tr><td>id</td></tr></table>",
            &LoadError::Markup,
        ),
        (
            "report.xls",
            "<meta charset=utf-8>\n<div>\n<TABLE>\n<TR\n><TD>id",
            &LoadError::Markup,
        ),
        ("a.html", "<!-- saved -->\n<p>a</p>\n</HTML >\n", &LoadError::Markup),
        ("a.html", "<style>p {}</style>\n<td>id</td>\n", &LoadError::Markup),
    ] {
        let error = detect(text, &Import::named(name), true).expect_err(text);
        assert_eq!(error, *refusal);
        let lines = Import {
            format: Some(Format::Lines),
            ..Import::default()
        };
        assert_eq!(detect(text, &lines, true).expect(text).format, Format::Lines);
    }
    for lines in [
        "<b>Hello</b> you\nand you\n",
        "<transcript>Hello\n<track>and you\n",
        "<3 you\n<td>and you\n",
        "Hello <td>\n<tr>\n",
    ] {
        assert_eq!(format_of(lines).0, Format::Lines, "{lines}");
    }
    // The file lists one text per line. The texts are parts of web pages, and the last text contains an HTML table.
    let snippets = |n| "<p>a</p>\n".repeat(n) + "<p>b</p><tr><td>c</td></tr>\n";
    assert_eq!(format_of(&snippets(9)).0, Format::Lines);
    let page = detect(&snippets(8), &Import::named("a.txt"), true);
    assert_eq!(page, Err(LoadError::Markup));
    let insisting = Import {
        header: Some(false),
        ..Import::named("a.csv")
    };
    assert!(detect("<b>,1\n", &insisting, false).is_ok());
    let quote = Import {
        delimiter: Some('"'.into()),
        ..Import::default()
    };
    assert_eq!(
        detect("a\"b", &quote, false),
        Err(LoadError::Delimiter {
            delimiter: "\\\"".into()
        })
    );
}

#[test]
fn first_record_that_is_a_row_is_refused_and_doubtful_one_reported() {
    let inspect = |text: &str, import: &Import| detect(text, import, false);
    let named = |header| Import {
        header,
        ..Import::named("a.csv")
    };
    let rows = "How do I pay?,billing\nWhere is it?,card\n";
    let no_header = LoadError::NoHeader {
        column: 1,
        cell: "How do I pay?".into(),
    };
    assert_eq!(inspect(rows, &named(None)), Err(no_header));
    let doubtful = |text: &str, header| inspect(text, &named(header)).expect("a table").doubtful;
    let name = |column: u64, cell: &str| {
        Some(DoubtfulName {
            column,
            cell: cell.into(),
        })
    };
    // The doubtful name is also reported if the user set `header`. The web page decides whether to ask the user again.
    assert_eq!(doubtful(rows, Some(true)), name(1, "How do I pay?"));
    assert_eq!(doubtful(rows, Some(false)), None);
    for header in [None, Some(true)] {
        assert_eq!(doubtful("lost card,card\npin change,pin", header), name(1, "lost card"));
        assert_eq!(doubtful("id,text\n1,a\n", header), None);
    }
    // The questions of a survey are between the column names and the rows.
    let survey = "Q1,Q2\nWhat was good?,What was bad?\nQ1,Q2\nFood,Room\n";
    let below = |below| Import {
        below: Some(below),
        ..named(None)
    };
    assert!(inspect(survey, &below(0)).is_err());
    assert_eq!(inspect(survey, &below(2)).expect("a table").doubtful, None);
}

#[test]
fn preview_accepts_first_record_without_names() {
    for (text, header) in [
        ("id,text\n1,a\n", Header::Likely),
        ("1,a\n2,b\n", Header::None),
        ("a,a\n1,2\n", Header::Names),
        ("id,,text,,\n1,a,b,c,d\n", Header::Likely),
        ("id,2024,2025\n1,2,3\n", Header::None),
        ("Yes.,Yes.\nNo.,No.\n", Header::None),
        ("How do I pay?,billing\nWhere is it?,card\n", Header::None),
        ("lost card,card\npin change,pin", Header::None),
        ("name,What did you like?\nAnna,The food\n", Header::Likely),
    ] {
        assert_eq!(
            detect(text, &Import::named("a.csv"), true).expect(text).header,
            header,
            "{text}"
        );
    }
}
