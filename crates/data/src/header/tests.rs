use super::*;

/// Classifies a first record. The cells are separated by `|`.
fn inspect(first: &str, below: &[&str]) -> Option<(Verdict, DoubtfulName)> {
    let record = |line: &str| line.split('|').map(str::to_owned).collect::<Vec<_>>();
    let below: Vec<_> = below.iter().map(|line| record(line)).collect();
    doubt(&record(first), &below)
}

#[test]
fn first_records_of_typical_files_are_classified() {
    use Verdict::{LikelyNames, LikelyRow, Row};
    let cases: [(&str, &[&str], Option<Verdict>); 49] = [
        // The first record contains the column names.
        // The files are exports, data sets, tables whose first column contains the labels, and tables with one column.
        ("text|label", &["I lost my card|card", "How do I pay?|billing"], None),
        ("id|text", &["1|I lost my card", "2|How do I pay?"], None),
        (
            "Question text|Topic",
            &["What can I do if my card still has not arrived?|card"],
            None,
        ),
        (
            "label|text",
            &[
                "card_arrival|I am still waiting on my card?",
                "card_arrival|Where is it?",
            ],
            None,
        ),
        ("sentence1|sentence2|label|idx", &["It rains.|It is wet.|1|0"], None),
        (
            "premise|hypothesis|label",
            &["It rains.|It is wet.|entailment", "It rains.|It is dry.|neutral"],
            None,
        ),
        (
            "article|highlights",
            &[
                "A very long article of many words.|It is long.",
                "Another one.|It is not.",
            ],
            None,
        ),
        ("tweet_text|user_id", &["so happy today|anna", "so sad today|bob"], None),
        (
            "Consumer complaint narrative|Product",
            &["They charged me twice for the very same loan and nobody answers the phone|Loan"],
            None,
        ),
        ("feedback", &["too slow", "too loud"], None),
        ("column 1|column 2|row", &["a text|b|0", "text 2|c|1"], None),
        (
            "Antwort|Kategorie",
            &["Der Kurs war gut.|Lob", "Der Raum war zu klein.|Kritik"],
            None,
        ),
        (
            "文本|标签",
            &["我的银行卡丢了怎么办|卡", "今天北京的天气很好|天气"],
            None,
        ),
        ("テキスト", &["カードを止めたいのですが", "東京の天気は晴れです"], None),
        (
            "Kontakt per Mail|Kontakt per Post",
            &["Kontakt per Mail|", "|Kontakt per Post", "|"],
            None,
        ),
        // Surveys with dates, numbers or scales, as exported by Google Forms, Typeform, SurveyMonkey and LimeSurvey.
        (
            "Timestamp|How satisfied are you with our service? (1-5)|What could we do better?",
            &[
                "5/1/2024 12:30:05|4|Longer opening hours",
                "5/2/2024 9:05:00|2|Nothing?",
            ],
            None,
        ),
        (
            "Zeitstempel|Wie zufrieden sind Sie mit unserem Service? (1-5)|Was könnten wir besser machen?",
            &["01.05.2024 12:30:05|4|Länger öffnen.", "02.05.2024 09:05:00|2|Nichts."],
            None,
        ),
        (
            "#|What is your name?|Why did you come?|Submit Date (UTC)",
            &[
                "k2x9|Anna|To learn.|2024-05-01 12:30:05",
                "p0q7|Bob|To eat.|2024-05-02 09:05:00",
            ],
            None,
        ),
        (
            "Respondent ID|Please tell us about your experience with the course.",
            &["11873|I learned much.", "11874|I did not."],
            None,
        ),
        (
            "Antwort-ID|Datum Abgeschickt|Q1. Was hat Ihnen gefallen?",
            &["1|2024-05-01 12:30:05|Der Kuchen", "2||Die Musik"],
            None,
        ),
        // In a survey with text answers only, a header may look like a row.
        // If the header is doubtful, the page asks the user, and the command-line program prints a warning.
        (
            "What did you like?|What did you not like?",
            &["The food was good.|The room.", "Everybody was kind.|Nothing."],
            Some(LikelyRow),
        ),
        (
            "Was hat Ihnen an der Veranstaltung gefallen?|Was nicht?",
            &["Essen|Raum", "Musik|die Preise für das Essen und die Getränke"],
            Some(LikelyNames),
        ),
        (
            "I am satisfied with my work.|I would recommend it to a friend.",
            &["Agree|Strongly agree", "Disagree|Agree"],
            Some(LikelyNames),
        ),
        (
            "What could we do better",
            &[
                "yes",
                "more staff at the counter, and longer opening hours on Saturdays, please",
            ],
            Some(LikelyRow),
        ),
        (
            "name|What did you like?",
            &["Anna|The food", "Bob|The music"],
            Some(LikelyNames),
        ),
        (
            "Please describe in a few words how you found us|City",
            &["By chance|Berlin", "A friend|Bonn"],
            Some(LikelyNames),
        ),
        // First records that are rows of banking77, of clinc150, and of other files without column names.
        (
            "I am still waiting on my card?|card_arrival",
            &[
                "What can I do if my card still hasn't arrived after 2 weeks?|card_arrival",
                "Why was I charged?|fee",
            ],
            Some(Row),
        ),
        (
            "I am still waiting on my card?|card_arrival",
            &["Where is it|card_arrival", "Why was I charged|card_arrival"],
            Some(Row),
        ),
        (
            "what expression would i use to say i love you if i were an italian|translate|travel",
            &["can you tell me how to say 'i do not speak much spanish', in spanish|translate|travel"],
            Some(Row),
        ),
        (
            "what expression would i use to say i love you if i were an italian",
            &[
                "can you tell me how to say 'i do not speak much spanish', in spanish",
                "what is the equivalent of, 'life is good' in french",
            ],
            Some(Row),
        ),
        (
            "what time is it|time",
            &["what day is it|date", "tell me the time|time"],
            Some(LikelyRow),
        ),
        (
            "How do I pay?|billing",
            &["Where is my card?|delivery", "I want my money back|refund"],
            Some(Row),
        ),
        (
            "How do I pay?|billing",
            &["I want my money back|refund", "The card is lost|delivery"],
            Some(LikelyRow),
        ),
        ("I lost my card.", &["It was stolen.", "Help me"], Some(Row)),
        ("„Wo ist meine Karte?“", &["Wann kommt sie?", "Ich warte."], Some(Row)),
        (
            "I lost my card|card",
            &["I forgot my pin|pin", "where is my money|transfer"],
            Some(LikelyRow),
        ),
        ("lost card|card", &["pin change|pin"], Some(LikelyRow)),
        (
            "card_arrival|I am still waiting on my card?",
            &["card_arrival|Where is it?", "fee|Why was I charged?"],
            Some(Row),
        ),
        (
            "doc-001|hello there you",
            &["doc-002|good bye", "doc-003|so long"],
            Some(Row),
        ),
        ("2024-05-01|hello", &["2024-05-02|bye"], Some(Row)),
        ("refund", &["lost card", "pin change", "exchange rate"], Some(LikelyRow)),
        ("question", &["refund", "feedback", "complaint"], Some(LikelyRow)),
        (
            "我的银行卡丢了，应该怎么办？",
            &["什么时候可以收到新卡？", "今天天气很好"],
            Some(Row),
        ),
        (
            "我的银行卡丢了怎么办|卡",
            &["什么时候可以收到新卡|寄送"],
            Some(LikelyRow),
        ),
        ("カードを止めたいです。", &["東京の天気は晴れです。"], Some(Row)),
        // The first records could be column names or rows.
        ("city|country", &["Berlin|Germany", "Paris|France"], None),
        ("fruit", &["a long description of an apple"], None),
        ("I lost my card|card", &[], None),
        ("No.|Name", &["1|Anna", "2|Bob"], None),
    ];
    for (first, below, expected) in cases {
        let verdict = inspect(first, below).map(|(verdict, _)| verdict);
        assert_eq!(verdict, expected, "{first} above {below:?}");
    }
}

#[test]
fn most_suspicious_cell_is_reported_and_shortened() {
    let doubtful_name = |first: &str, below: &[&str]| inspect(first, below).map(|(_, name)| (name.column, name.cell));
    let below = ["Where is it|card_arrival", "Why was I charged|fee"];
    let expected = Some((2, "card_arrival".to_owned()));
    assert_eq!(
        doubtful_name("I am still waiting on my card?|card_arrival", &below),
        expected
    );
    let long = "wort ".repeat(40);
    let (column, cell) = doubtful_name(&long, &[long.as_str()]).expect("a text");
    assert_eq!(
        (column, cell.chars().count(), cell.ends_with('…')),
        (1, MAX_SHOWN_CHARS + 1, true)
    );
}
