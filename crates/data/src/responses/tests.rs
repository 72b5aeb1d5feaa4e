use super::*;
use crate::{Columns, Format, Import, load_with};
use fastgas_progress::NoPause;

fn pool(file: &str) -> Pool {
    let is_json = file.trim_start().starts_with(['[', '{']);
    let import = Import {
        format: Some(if is_json { Format::Jsonl } else { Format::Csv }),
        ..Import::default()
    };
    load_with(file.as_bytes(), &import).expect("a table").pool
}

fn responses(file: &str) -> Responses {
    let (pool, text) = Columns::default().apply(pool(file)).expect("texts");
    Responses::of(&pool, Some(text), &[])
}

fn names(of: &Responses) -> Vec<&str> {
    of.questions.iter().map(|question| question.name.as_str()).collect()
}

fn labels(of: &Responses, question: usize, by: Option<u32>) -> Vec<(u32, String)> {
    let rows = of.labels(question, by, false).rows.into_iter();
    rows.map(|(row, labels)| (row, labels.join("; "))).collect()
}

fn rows(rows: &[(u32, &str)]) -> Vec<(u32, String)> {
    rows.iter().map(|&(row, label)| (row, label.to_owned())).collect()
}

/// Returns the numbers of answers that are given, unapproved, void and rejected.
fn counts(of: &Responses, question: usize) -> [usize; 4] {
    let VerdictCounts {
        given,
        unapproved,
        void,
        rejected,
    } = of.questions[question].counts();
    [given, unapproved, void, rejected]
}

#[test]
fn spreadsheet_labels_are_plain() {
    let found = responses("text,label\na,x\nb,\nc,y\nd,x\ne,y\n");
    assert!(found.is_plain());
    assert_eq!((names(&found), found.annotators.len()), (vec!["label"], 0));
    assert_eq!(labels(&found, 0, None), rows(&[(0, "x"), (2, "y"), (3, "x"), (4, "y")]));
    assert!(responses("text,n\na,1\nb,2\n").questions.is_empty());
    assert!(responses("text,label\na,\nb,\n").questions.is_empty());
}

#[test]
fn prodigy_rejected_and_ignored_answers_are_not_labels() {
    let file = concat!(
        r#"{"text":"a","label":"COMPLAINT","answer":"accept"}"#,
        "\n",
        r#"{"text":"b","label":"COMPLAINT","answer":"reject"}"#,
        "\n",
        r#"{"text":"c","label":"COMPLAINT","answer":"ignore"}"#,
        "\n",
        r#"{"text":"d","label":"COMPLAINT","answer":"accept"}"#,
        "\n"
    );
    let found = responses(file);
    assert!(!found.is_plain());
    assert_eq!(counts(&found, 0), [2, 0, 1, 1]);
    assert_eq!(labels(&found, 0, None), rows(&[(0, "COMPLAINT"), (3, "COMPLAINT")]));
}

#[test]
fn prodigy_single_label_answers_are_combined_and_contradictions_reported() {
    let line = |text: &str, label: &str, answer: &str, by: &str| {
        let line = serde_json::json!({ "text": text, "label": label, "answer": answer, "_annotator_id": by, "_session_id": "s" });
        format!("{line}\n")
    };
    let lines = [
        line("a", "x", "accept", "set-anna"),
        line("a", "y", "accept", "set-anna"),
        line("b", "x", "reject", "set-anna"),
        line("b", "y", "accept", "set-anna"),
        line("b", "y", "reject", "set-anna"),
        line("a", "x", "accept", "set-bob"),
    ];
    let found = responses(&lines.concat());
    assert_eq!(found.annotators, ["set-anna", "set-bob"]);
    assert_eq!(
        (found.first_of.clone(), found.first_rows()),
        (vec![0, 0, 2, 2, 2, 0], vec![0, 2])
    );
    assert_eq!(labels(&found, 0, Some(0)), rows(&[(0, "x; y")]));
    assert_eq!(
        found.labels(0, Some(0), false).contradicting,
        [2],
        "label y of row b was both accepted and rejected"
    );
    assert_eq!(labels(&found, 0, Some(1)), rows(&[(0, "x")]));
}

#[test]
fn prodigy_choices_are_read_from_accept() {
    let line = |text: &str, accept: &str, answer: &str| {
        format!(
            r#"{{"text":"{text}","options":[{{"id":"q","text":"Question"}},{{"id":"p","text":"Praise"}}],"accept":{accept},"answer":"{answer}"}}"#
        ) + "\n"
    };
    let file = [
        line("a", r#"["q"]"#, "accept"),
        line("b", r#"["q","p"]"#, "accept"),
        line("c", r#"["p"]"#, "reject"),
        line("d", "[]", "ignore"),
        line("e", r#"["p"]"#, "ignore"),
        line("f", "[]", "accept"),
    ];
    let found = responses(&file.concat());
    assert_eq!(names(&found), ["accept"]);
    assert_eq!(labels(&found, 0, None), rows(&[(0, "q"), (1, "q; p")]));
    assert_eq!(counts(&found, 0), [2, 0, 2, 1]);
    // The options of the question have numbers as ids.
    let numbered = file.concat().replace(r#""q""#, "0").replace(r#""p""#, "1");
    assert_eq!(
        labels(&responses(&numbered), 0, None),
        rows(&[(0, "Question"), (1, "Question; Praise")])
    );
}

#[test]
fn label_studio_has_annotators_questions_and_cancelled_annotations() {
    let choices = |question: &str, label: &str| serde_json::json!({ "from_name": question, "type": "choices", "value": { "choices": [label] } });
    let by = |who: serde_json::Value, results: Vec<serde_json::Value>, was_cancelled: bool| serde_json::json!({ "completed_by": who, "result": results, "was_cancelled": was_cancelled });
    let anna = serde_json::json!({ "id": 1, "email": "anna@example.org" });
    let bob = serde_json::json!(2);
    let tasks = serde_json::json!([
        { "id": 1, "data": { "text": "a" }, "predictions": [{ "result": [choices("topic", "machine")] }], "drafts": [],
          "annotations": [
            by(anna.clone(), vec![choices("topic", "x"), choices("tone", "good")], false),
            by(bob.clone(), vec![choices("topic", "y"), choices("tone", "good")], false),
        ] },
        { "id": 2, "data": { "text": "b" }, "annotations": [
            by(anna.clone(), vec![choices("topic", "x")], true),
            by(bob.clone(), vec![], true),
        ] },
        { "id": 3, "data": { "text": "c" }, "annotations": [] },
    ]);
    let found = responses(&tasks.to_string());
    assert_eq!(
        (names(&found), found.annotators.clone()),
        (vec!["topic", "tone"], vec!["anna@example.org".into(), "2".into()])
    );
    assert!(!found.is_plain() && !found.joins_rows());
    assert_eq!(labels(&found, 0, Some(0)), rows(&[(0, "x")]));
    assert_eq!(labels(&found, 0, Some(1)), rows(&[(0, "y")]));
    assert_eq!(labels(&found, 1, Some(1)), rows(&[(0, "good")]));
    assert_eq!(counts(&found, 0), [2, 0, 2, 0]);
}

#[test]
fn labels_of_text_regions_are_ignored() {
    let task = r#"[{"data":{"text":"a b"},"annotations":[{"completed_by":1,"result":[
        {"from_name":"names","type":"labels","value":{"start":0,"end":1,"text":"a","labels":["PER"]}},
        {"from_name":"topic","type":"taxonomy","value":{"taxonomy":[["food","soup"]]}},
        {"from_name":"stars","type":"rating","value":{"rating":4}}]}]}]"#;
    let found = responses(task);
    assert_eq!(names(&found), ["topic", "stars"]);
    assert_eq!(labels(&found, 0, Some(0)), rows(&[(0, "food > soup")]));
    assert_eq!(labels(&found, 1, Some(0)), rows(&[(0, "4")]));
}

#[test]
fn two_anonymous_answers_that_differ_contradict_each_other() {
    let task = |answers: &[&str]| {
        let answer = |label: &&str| serde_json::json!({ "result": [{ "value": { "choices": [label] } }] });
        let answers: Vec<_> = answers.iter().map(answer).collect();
        format!(
            "{}\n",
            serde_json::json!({ "data": { "text": "t" }, "annotations": answers })
        )
    };
    let found = responses(&[task(&["x", "y"]), task(&["x", "x"])].concat());
    assert!(found.is_plain());
    assert_eq!(names(&found), ["annotations"]);
    let labeled = found.labels(0, None, false);
    assert_eq!(
        (labeled.rows, labeled.contradicting),
        (vec![(1, vec!["x".to_owned()])], vec![0])
    );
}

#[test]
fn label_studio_tables_have_a_row_for_each_answer() {
    let file = "annotation_id,annotator,created_at,id,lead_time,emotion,text,tone,updated_at\n\
        1,anna,d1,1,2.5,joy,a,good,u\n2,bob,d2,1,2.5,anger,a,good,u\n3,anna,d3,2,2.5,joy,b,bad,u\n4,bob,d4,2,2.5,joy,b,good,u\n\
        5,anna,d5,3,2.5,anger,c,bad,u\n6,bob,d6,3,2.5,anger,c,bad,u\n";
    let found = responses(file);
    assert_eq!(
        (names(&found), found.annotators.clone()),
        (vec!["emotion", "tone"], vec!["anna".into(), "bob".into()])
    );
    assert_eq!(
        (found.first_of.clone(), found.first_rows()),
        (vec![0, 0, 2, 2, 4, 4], vec![0, 2, 4])
    );
    assert_eq!(
        labels(&found, 0, Some(1)),
        rows(&[(0, "anger"), (2, "joy"), (4, "anger")])
    );
    let varying: Vec<String> = {
        let pool = pool(file);
        let columns = found.varying_columns(&pool).into_iter();
        columns.map(|column| pool.columns()[column].clone()).collect()
    };
    assert_eq!(varying, ["annotation_id", "annotator", "created_at", "emotion", "tone"]);
    // The JSON-MIN format of Label Studio gives the same answers as the JSON format of Label Studio.
    let min = r#"[{"id":1,"text":"a","annotator":1,"sentiment":"good"},{"id":1,"text":"a","annotator":2,"sentiment":{"choices":["bad","late"]}},
        {"id":2,"text":"b","annotator":1,"sentiment":"good"},{"id":2,"text":"b","annotator":2,"sentiment":"bad"}]"#;
    let found = responses(min);
    assert_eq!(
        (names(&found), found.annotators.clone()),
        (vec!["sentiment"], vec!["1".into(), "2".into()])
    );
    assert_eq!(labels(&found, 0, Some(1)), rows(&[(0, "bad; late"), (2, "bad")]));
}

#[test]
fn text_answered_twice_by_one_annotator_counts_as_two_texts() {
    let found = responses("text,annotator,label\na,x,yes\na,x,no\na,y,no\na,y,no\nb,x,yes\n");
    assert_eq!(found.first_of, [0, 1, 0, 1, 4]);
    assert_eq!(labels(&found, 0, Some(0)), rows(&[(0, "yes"), (1, "no"), (4, "yes")]));
    assert_eq!(labels(&found, 0, Some(1)), rows(&[(0, "no"), (1, "no")]));
}

#[test]
fn author_column_is_not_an_annotator_column() {
    let found = responses("text,user,label\na,x,yes\nb,y,no\nc,x,no\nd,z,yes\n");
    assert!(found.annotators.is_empty() && found.is_plain());
    let found = responses("text,user,label\na,x,yes\na,y,no\nb,x,no\nb,y,no\n");
    assert_eq!(found.annotators, ["x", "y"]);
}

#[test]
fn doccano_labels_are_given_or_unapproved() {
    let lines = |approvers: [&str; 4]| {
        let line = |(row, approver): (usize, &str)| {
            let label = ["x", "y"][row % 2];
            format!("{{\"id\":{row},\"text\":\"t{row}\",\"label\":[\"{label}\"],\"annotation_approver\":{approver}}}\n")
        };
        approvers.into_iter().enumerate().map(line).collect::<String>()
    };
    let found = responses(&lines(["\"admin\"", "null", "\"admin\"", "null"]));
    assert_eq!(counts(&found, 0), [2, 2, 0, 0]);
    assert_eq!(found.labels(0, None, false).rows.len(), 2);
    assert_eq!(found.labels(0, None, true).rows.len(), 4);
    for all in ["null", "\"admin\""] {
        assert!(
            responses(&lines([all; 4])).is_plain(),
            "either no answer or every answer is approved"
        );
    }
    let by_user = r#"{"text":"a","annotations":[{"label":3,"user":1},{"label":4,"user":1},{"label":3,"user":2}],"annotation_approver":null}
{"text":"b","annotations":[{"label":3,"user":2}],"annotation_approver":"boss"}
"#;
    let found = responses(by_user);
    assert_eq!(found.annotators, ["1", "2"]);
    assert_eq!(counts(&found, 0), [1, 3, 0, 0]);
    assert_eq!(labels(&found, 0, Some(1)), rows(&[(1, "3")]));
}

#[test]
fn argilla_responses_are_read_in_each_of_its_forms() {
    let expected = |found: Responses, question: &str| {
        let at = found
            .questions
            .iter()
            .position(|known| known.name == question)
            .expect(question);
        assert_eq!(found.annotators, ["u1", "u2"], "{question}");
        assert_eq!(labels(&found, at, Some(0)), rows(&[(0, "x")]));
        assert_eq!(
            labels(&found, at, Some(1)),
            rows(&[(1, "y")]),
            "discarded responses do not count"
        );
        assert_eq!(counts(&found, at), [2, 0, 1, 0]);
    };
    let first = r#"{"fields":{"text":"a"},"responses":[{"user_id":"u1","status":"submitted","values":{"topic":{"value":"x"},"tone":{"value":["good"]}}},
        {"user_id":"u2","status":"discarded","values":{"topic":{"value":"y"}}}]}"#;
    let second = r#"{"fields":{"text":"b"},"responses":[{"user_id":"u2","status":"submitted","values":{"topic":{"value":"y"},"tone":{"value":["bad"]}}}]}"#;
    let file = format!("[{first},{second}]");
    let found = responses(&file);
    assert_eq!(names(&found), ["tone", "topic"]);
    expected(found, "topic");
    let of_questions = r#"[{"fields":{"text":"a"},"status":"pending","suggestions":{"topic":{"value":"z","agent":"m"}},
        "responses":{"topic":[{"value":"x","user_id":"u1"},{"value":"y","user_id":"u2","status":"draft"}]}},
        {"fields":{"text":"b"},"status":"completed","suggestions":{},"responses":{"topic":[{"value":"y","user_id":"u2"}]}}]"#;
    expected(responses(of_questions), "topic");
    let of_data_set = r#"[{"text":"a","topic":[{"user_id":"u1","value":"x","status":"submitted"},{"user_id":"u2","value":"y","status":"discarded"}],"topic-suggestion":"x"},
        {"text":"b","topic":[{"user_id":"u2","value":"y","status":"submitted"}],"topic-suggestion":"x"}]"#;
    expected(responses(of_data_set), "topic");
    let of_lists = r#"[{"text":"a","topic":{"user_id":["u1","u2"],"value":["x","y"],"status":["submitted","discarded"]}},
        {"text":"b","topic":{"user_id":["u2"],"value":["y"],"status":["submitted"]}}]"#;
    expected(responses(of_lists), "topic");
    let split_columns = r#"[{"text":"a","topic.responses":["x","y"],"topic.responses.users":["u1","u2"],"topic.responses.status":["submitted","discarded"]},
        {"text":"b","topic.responses":["y"],"topic.responses.users":["u2"],"topic.responses.status":["submitted"]}]"#;
    expected(responses(split_columns), "topic");
}

#[test]
fn verdict_columns_count_if_their_words_are_known() {
    let counts_of = |file: &str| counts(&responses(file), 0);
    assert_eq!(
        counts_of("text,label,was_cancelled\na,x,false\nb,x,true\nc,x,\n"),
        [2, 0, 1, 0]
    );
    assert_eq!(
        counts_of("text,label,AssignmentStatus\na,x,Approved\nb,x,Rejected\nc,x,Submitted\n"),
        [2, 0, 0, 1]
    );
    assert_eq!(
        counts_of("text,label,is_approved\na,x,yes\nb,x,no\nc,x,no\n"),
        [1, 2, 0, 0]
    );
    assert_eq!(
        counts_of("text,label,verdict\na,x,accept\nb,x,perhaps\nc,x,reject\n"),
        [1, 1, 0, 1]
    );
    assert_eq!(
        counts_of("text,label,status\na,x,Discarded\nb,x,Validated\n"),
        [1, 0, 1, 0]
    );
    for other in [
        "text,label,status\na,x,open\nb,x,complete\n",
        "text,label,answer\na,x,Paris\nb,x,Rome\n",
        "text,label,approved\na,x,\nb,x,\n",
    ] {
        assert!(responses(other).is_plain(), "{other}");
    }
    let table = pool("row,label,answer\n1,x,accept\n2,x,reject\n");
    let verdicts = row_verdicts(&table, 1, |_| false).expect("verdicts");
    assert_eq!(
        (verdicts.columns, verdicts.of_rows),
        (vec!["answer".to_owned()], vec![Verdict::Given, Verdict::Rejected])
    );
    assert_eq!(
        row_verdicts(&table, 2, |_| false),
        None,
        "the column contains labels, not verdicts"
    );
}

#[test]
fn input_columns_of_an_export_contain_no_verdicts_on_exported_labels() {
    let own = "rank,row,part,degree,label";
    let export = |decision: &str, review: &str| {
        let line = |(row, word): (usize, &str)| format!("t{row},{word},,{row},0,,x{review}\n");
        let words = ["accept", "reject", "accept", "ignore"].into_iter().enumerate();
        let header = if review.is_empty() { "" } else { ",review" };
        let lines: String = words.map(line).collect();
        format!("text,{decision},{own}{header}\n{lines}")
    };
    for decision in ["decision", "status", "answer", "outcome"] {
        let file = export(decision, "");
        let found = responses(&file);
        assert_eq!((names(&found), found.is_plain()), (vec!["label"], true), "{decision}");
        assert_eq!(counts(&found, 0), [4, 0, 0, 0], "{decision}");
        let table = pool(&file);
        assert_eq!(input_columns(&table, 6), 0..2);
        let verdicts = row_verdicts(&table, 6, |column| input_columns(&table, 6).contains(&column));
        assert_eq!(verdicts, None, "{decision}");
        let chosen = Responses::of_column(&table, Some(0), 6, LabelCell::One);
        assert_eq!(counts(&chosen, 0), [4, 0, 0, 0], "{decision}");
    }
    // A column after the exported columns was added to the export, for example by a reviewer of the labels.
    assert_eq!(counts(&responses(&export("decision", ",reject")), 0), [0, 0, 0, 4]);
    // If the exported columns come first, input columns cannot be distinguished from columns that a reviewer has added.
    let own_first = pool(&format!(
        "{own},text,decision\n1,0,0,1,x,a,accept\n2,1,0,1,x,b,reject\n"
    ));
    assert_eq!(input_columns(&own_first, 4), 0..0);
    let lists = pool(&format!("text,{own},labels\na,1,0,0,1,x,\"[\"\"x\"\"]\"\n"));
    assert_eq!(
        [5, 6, 0].map(|labels| input_columns(&lists, labels)),
        [0..1, 0..1, 0..0],
        "column 0 contains no exported labels"
    );
}

#[test]
fn verdicts_of_boolean_columns_count_under_common_names() {
    for (name, of_true) in [
        ("rejected", [1, 0, 0, 1]),
        ("is_invalid", [1, 0, 0, 1]),
        ("Ignored", [1, 0, 1, 0]),
        ("discarded", [1, 0, 1, 0]),
        ("is excluded", [1, 0, 1, 0]),
    ] {
        let found = responses(&format!("text,label,{name}\na,x,false\nb,x,true\n"));
        assert_eq!(counts(&found, 0), of_true, "{name}");
        assert!(!found.is_plain(), "{name}");
    }
    let found = responses("text,label,is_valid\na,x,yes\nb,x,no\nc,x,\n");
    assert_eq!(counts(&found, 0), [2, 0, 0, 1]);
    assert_eq!(
        counts(&responses("text,label,is_valid\na,x,no\nb,x,no\n"), 0),
        [0, 0, 0, 2]
    );
    for says_nothing in ["true", "", "maybe"] {
        let found = responses(&format!("text,label,is_valid\na,x,{says_nothing}\nb,x,yes\n"));
        assert!(found.is_plain(), "{says_nothing}");
    }
}

#[test]
fn unknown_status_is_unapproved_if_other_answers_are_rejected() {
    let found = responses("text,label,status\na,x,accepted\nb,x,rejected\nc,x,escalated\n");
    assert_eq!(counts(&found, 0), [1, 1, 0, 1]);
    assert_eq!(labels(&found, 0, None), rows(&[(0, "x")]));
    let found = responses("text,label,state\na,x,done\nb,x,complete\nc,x,skipped\n");
    assert_eq!(counts(&found, 0), [1, 1, 1, 0]);
    // The `status` column contains the status of a support ticket, not of the answer.
    assert!(responses("text,label,status\na,x,open\nb,x,closed\nc,x,cancelled\n").is_plain());
    assert!(responses("text,label,state\na,x,Ohio\nb,x,Iowa\n").is_plain());
}

#[test]
fn verdicts_under_any_name_are_respected_or_asked_about() {
    let found = responses("text,label,qa\na,x,accept\nb,x,reject\n");
    assert_eq!(counts(&found, 0), [1, 0, 0, 1]);
    for name in ["second_look", "Anna says", "outcome"] {
        let file = format!("text,label,{name}\na,x,accepted\nb,x,rejected\nc,y,\nd,y,ignored\n");
        let found = responses(&file);
        assert_eq!(names(&found), ["label"], "{name}");
        assert_eq!(counts(&found, 0), [2, 2, 0, 0], "the page asks: {name}");
        let verdicts = row_verdicts(&pool(&file), 1, |column| column == 0).expect("verdicts");
        assert_eq!(verdicts.columns, [name]);
    }
    for other in [
        // The `outcome` column contains a word that is not a verdict.
        "text,label,outcome\na,x,accepted\nb,x,rejected\nc,x,elsewhere\n",
        // The columns have no negative verdict, or contain a word that also describes texts.
        "text,label,outcome\na,x,valid\nb,x,pending\n",
        "text,label,mode\na,x,default\nb,x,default\n",
        // The `config` column contains the settings of a tool.
        "text,label,config\na,x,complete\nb,x,default\n",
        // The `label` column itself contains words for verdicts.
        "text,label,second_look\na,valid,valid\nb,invalid,valid\nc,valid,invalid\nd,invalid,valid\n",
        // The `label_anna` column contains the labels of a colleague.
        "text,label,label_anna\na,x,valid\nb,x,invalid\nc,x,valid\nd,x,invalid\n",
    ] {
        let found = responses(other);
        assert_eq!(names(&found)[0], "label", "{other}");
        assert!(found.is_plain(), "{other}");
    }
    // The words in a column that the user chooses as the label column are labels, not verdicts.
    let table = pool("text,outcome\na,valid\nb,invalid\n");
    let chosen = Responses::of_column(&table, Some(0), 1, LabelCell::One);
    assert_eq!(labels(&chosen, 0, None), rows(&[(0, "valid"), (1, "invalid")]));
    let likely = Responses::of(&table, Some(0), &[1]);
    assert!(likely.is_plain());
}

#[test]
fn latest_review_of_label_studio_holds() {
    let task = |text: &str, reviews: &str| {
        format!(
            r#"{{"data":{{"text":"{text}"}},"annotations":[{{"completed_by":7,"was_cancelled":false,"reviews":{reviews},
            "result":[{{"from_name":"tone","type":"choices","value":{{"choices":["good"]}}}}]}}]}}"#
        )
    };
    let review =
        |accepted: bool, day: u32| format!(r#"{{"accepted":{accepted},"created_at":"2026-11-{day:02}T08:00:00Z"}}"#);
    let tasks = [
        task("a", "[]"),
        task("b", &format!("[{}]", review(true, 1))),
        task("c", &format!("[{}]", review(false, 1))),
        task("d", &format!("[{},{}]", review(true, 9), review(false, 1))),
        task("e", &format!("[{},{}]", review(false, 9), review(true, 1))),
        task("f", r#"[{"accepted":true},{"accepted":false}]"#),
        task("g", &format!("[{},{}]", review(true, 9), review(false, 9))),
        task("h", &format!("[{},{}]", review(false, 9), review(true, 9))),
        task(
            "i",
            r#"[{"accepted":true,"created_at":"2026-11-09T08:00:00Z"},{"accepted":false,"created_at":"2026-11-09T08:00:00.000Z"}]"#,
        ),
        task(
            "j",
            r#"[{"accepted":true,"created_at":"2026-11-09T08:00:00Z"},{"accepted":false,"created_at":"2026-11-09T08:00:00.5Z"}]"#,
        ),
        task(
            "k",
            r#"[{"accepted":true,"created_at":"2026-11-09T08:00:00Z"},{"accepted":false,"created_at":"2026-11-09T09:00:00+02:00"}]"#,
        ),
    ];
    let found = responses(&format!("[{}]", tasks.join(",")));
    assert_eq!(names(&found), ["tone"]);
    assert_eq!(counts(&found, 0), [3, 5, 0, 3]);
    assert_eq!(
        labels(&found, 0, Some(0)),
        rows(&[(0, "good"), (1, "good"), (3, "good")])
    );
}

#[test]
fn several_columns_of_labels_are_several_questions() {
    let file = "text,label_anna,label_bob\na,x,y\nb,x,x\nc,y,y\nd,y,x\n";
    let found = responses(file);
    assert_eq!(names(&found), ["label_anna", "label_bob"]);
    assert!(found.is_plain(), "each column can be imported separately");
    let pool = pool("text,mine\na,x\nb,x\n");
    assert!(Responses::of(&pool, Some(0), &[]).questions.is_empty());
    assert_eq!(
        names(&Responses::of(&pool, Some(0), &[1])),
        ["mine"],
        "the user chose the column"
    );
    let chosen = Responses::of_column(&pool, Some(0), 1, LabelCell::One);
    assert_eq!(labels(&chosen, 0, None), rows(&[(0, "x"), (1, "x")]));
}

#[test]
fn size_of_the_slices_does_not_change_the_answers() {
    for (file, also) in [
        ("text,label\na,x\nb,y\nc,x\nd,y\n", &[][..]),
        (
            "text,label,annotator,qa\na,x,Ann,accept\na,y,Ben,reject\nb,x,Ann,\nb,x,Ben,accept\n",
            &[],
        ),
        ("text,tags,mood\na,x; y,good\nb,y,bad\nc,x; y,good\nd,y,good\n", &[1, 2]),
        ("text,label,approved\na,x,true\nb,y,false\nc,x,\nd,y,true\n", &[]),
        (
            "text,label,answer,_session_id\na,x,accept,s1\na,y,ignore,s2\nb,x,accept,s1\nb,y,reject,s2\n",
            &[],
        ),
        (
            "text,topic\na,\"[{\"\"user_id\"\": \"\"u1\"\", \"\"value\"\": \"\"x\"\"}]\"\nb,\n",
            &[],
        ),
        (
            "text,topic.responses,topic.responses.users\na,\"[\"\"x\"\"]\",\"[\"\"u1\"\"]\"\n",
            &[],
        ),
        (
            "text,rank,row,part,degree,label,labels\na,1,0,0,1,x,\"[\"\"x\"\"]\"\nb,2,1,0,1,y,\"[\"\"y\"\"]\"\n",
            &[],
        ),
    ] {
        let pool = pool(file);
        let whole = Responses::of(&pool, Some(0), also);
        assert!(!whole.questions.is_empty(), "{file}");
        let chosen = (1, LabelCell::likely(pool.instances().map(|row| row.cell(1))));
        let whole_chosen = Responses::of_column(&pool, Some(0), chosen.0, chosen.1);
        for size in [1, 300] {
            let mut slices = Slices::new(size, NoPause);
            let sliced = at_once(Responses::of_in_slices(&pool, Some(0), also, &mut slices));
            assert_eq!(sliced, whole, "{file} in slices of {size}");
            let varying = at_once(sliced.varying_columns_in_slices(&pool, &mut slices));
            assert_eq!(varying, whole.varying_columns(&pool));
            let sliced = at_once(Responses::of_column_in_slices(&pool, Some(0), chosen, &mut slices));
            assert_eq!(sliced, whole_chosen, "{file} in slices of {size}");
        }
    }
}

#[test]
fn exports_of_this_program_are_plain() {
    for file in [
        "rank,row,part,degree,label,annotator,text\n1,0,0,1,x,Anna; Bob,a\n2,1,0,1,y,Anna,b\n3,2,0,1,x,Bob,c\n",
        "text,rank,row,part,degree,label,annotator\na,1,0,0,1,x,Anna; Bob\nb,2,1,0,1,y,Anna\nc,3,2,0,1,x,Bob\n",
    ] {
        let found = responses(file);
        assert!(found.is_plain(), "{found:?}");
        assert_eq!(names(&found), ["label"]);
    }
}

proptest::proptest! {
    #[test]
    fn arbitrary_cells_do_not_panic(cells in proptest::collection::vec("[\\[\\]{}\":,a1 null]{0,12}", 1..12)) {
        let mut ends = Vec::new();
        let mut all = String::new();
        for cell in &cells {
            for cell in ["t", cell] {
                all.push_str(cell);
                ends.push(all.len() as u32);
            }
        }
        let table = Pool::from_parts(vec!["text".into(), "responses".into()], all, ends).expect("a table");
        let _ = Responses::of(&table, Some(0), &[1]);
    }
}
