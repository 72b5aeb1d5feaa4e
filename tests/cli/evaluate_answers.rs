//! Tests of `fastgas evaluate --answers`.

use crate::support::Folder;
use serde_json::{Value, json};

/// Ten answers to the ten texts of [`TEST`]. Four answers are right, and three answers match no label.
/// One answer has a label that no text has. Row 10 has no true label.
/// The pool has a `label` column, so the column with the labels of the answers has a suffix.
const ANSWERS: &str = "\
row,answer,label_fastgas,confidence,prompt_tokens,seconds,text,label
0,bank,bank,-0.1,90,0.5,my card,bank
1,bank,bank,-0.1,90,0.5,my money,bank
2,bank,bank,-0.2,90,0.5,my loan,bank
3,food,food,-0.9,90,0.5,a fork,bank
4,bank,bank,-0.8,90,0.5,a blank,food
5,food,food,-0.3,90,0.5,a soup,food
6,tools,tools,-0.7,90,0.5,a spoon,food
7,I do not know,,,90,0.5,a plate,food
8,,,-1.5,90,0.5,a rose,plants
9,?,,,90,0.5,a tree,plants
10,food,food,-0.5,90,0.5,a table,
";

/// The texts of [`ANSWERS`], with the true label of each text in the `topic` column.
const TEST: &str = "\
topic,text
bank,my card
bank,my money
bank,my loan
bank,a fork
food,a blank
food,a soup
food,a spoon
food,a plate
plants,a rose
plants,a tree
,a table
";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn run(folder: &Folder, arguments: &str) -> (String, String) {
    let output = folder.run(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (out, message) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{arguments}: {message}");
    (out, message)
}

#[test]
fn labels_are_measured_against_true_labels() {
    let folder = Folder::new("evaluate-answers");
    folder.write("answers.csv", ANSWERS);
    folder.write("test.csv", TEST);
    let (out, message) = run(&folder, "evaluate --answers answers.csv --label label --json");
    assert_eq!(
        message,
        "fastgas: answers.csv: labels of answers that are not the true label of any text and count as wrong: `tools` 1\n"
    );
    let found = json(&out);
    for (what, expected) in [
        ("answers", json!("answers.csv")),
        ("reference", json!(null)),
        ("label", json!("label")),
        ("task", json!("classification")),
        ("n", json!(10)),
        ("n_without_truth", json!(1)),
        ("n_right", json!(4)),
        ("n_unmatched", json!(3)),
        ("accuracy", json!(0.4)),
        ("majority_baseline", json!(0.4)),
        ("other_labels", json!([{ "label": "tools", "n": 1 }])),
    ] {
        assert_eq!(found[what], expected, "{what}: {out}");
    }
    let number = |value: &Value| value.as_f64().expect("a number");
    // Expected bounds of the interval, computed by statsmodels.
    let interval = &found["accuracy_interval"];
    assert!((number(&interval["low"]) - 0.168180329722).abs() < 1e-9, "{interval}");
    assert!((number(&interval["high"]) - 0.687326230266).abs() < 1e-9, "{interval}");
    // The F1 scores of the three labels are 6/8, 2/6 and 0.
    assert!((number(&found["macro_f1"]) - (0.75 + 1.0 / 3.0) / 3.0).abs() < 1e-12);
    let plants = json!({
        "label": "plants", "support": 2, "n_answers": 0, "precision": null, "recall": 0.0, "f1": 0.0,
    });
    assert_eq!(found["classes"][2], plants);
    assert_eq!(
        found["confusion"][6],
        json!({ "label": "plants", "answer": null, "n": 2 })
    );
    let calibration = found["calibration"].as_array().expect("a list of kinds");
    assert_eq!(calibration.len(), 1, "the file has no kinds of confidence");
    assert_eq!(
        (&calibration[0]["kind"], &calibration[0]["n"]),
        (&json!(null), &json!(8))
    );
    let groups = calibration[0]["groups"].as_array().expect("groups");
    assert_eq!(groups[0]["n"], 2, "two answers are equally confident");
    assert_eq!(
        (&groups[0]["lowest"], &groups[0]["accuracy"]),
        (&json!(-0.1), &json!(1.0))
    );
    let last = groups.last().expect("a group");
    assert_eq!(
        (&last["n_at_least"], &last["accuracy_at_least"]),
        (&json!(8), &json!(0.5))
    );

    let with_reference = "evaluate --answers answers.csv --label topic --reference test.csv --json";
    let by_reference = json(&run(&folder, with_reference).0);
    assert_eq!(by_reference["reference"], "test.csv");
    for what in [
        "n",
        "n_without_truth",
        "accuracy",
        "classes",
        "confusion",
        "calibration",
    ] {
        assert_eq!(by_reference[what], found[what], "{what}");
    }
    // The order of the rows in the answer file does not matter.
    let mut lines: Vec<&str> = ANSWERS.lines().collect();
    lines[1..].reverse();
    folder.write("reversed.csv", &(lines.join("\n") + "\n"));
    let reversed = run(&folder, "evaluate --answers reversed.csv --label label --json").0;
    assert_eq!(reversed.replace("reversed.csv", "answers.csv"), out);
}

#[test]
fn labels_are_shown_in_tables() {
    let folder = Folder::new("evaluate-answers-text");
    folder.write("answers.csv", ANSWERS);
    let (text, _) = run(&folder, "evaluate --answers answers.csv --label label");
    let expected = "\
answers             10
without true label  1, not measured
accuracy            0.400
95 % interval       0.168 to 0.687
majority baseline   0.400
macro-F1            0.361
no label matched    3

true label  texts  answers  precision  recall     F1
bank            4        4      0.750   0.750  0.750
food            4        2      0.500   0.250  0.333
plants          2        0          –   0.000  0.000

Confusion matrix: labels of the answers in columns
   true label  1  2  3  other  none
1  bank        3  1  0      0     0
2  food        1  1  0      1     1
3  plants      0  0  0      0     2

Accuracy by confidence, for 8 answers that have one
";
    assert!(text.starts_with(expected), "{text}");
    let groups: Vec<&str> = text[expected.len()..].lines().collect();
    assert_eq!(groups.len(), 8, "there are seven different confidences: {text}");
    assert!(groups[1].contains("-0.100 to -0.100        2     1.000"), "{text}");

    // Every answer has one of the true labels, so the matrix has no columns for missing and other labels.
    folder.write("few.csv", "row,label,truth\n0,a,a\n1,b,b\n2,a,b\n3,b,b\n");
    let text = folder.succeed("evaluate --answers few.csv --label truth");
    assert!(
        text.ends_with("\n   true label  1  2\n1  a           1  0\n2  b           1  2\n"),
        "{text}"
    );

    // With twenty-one classes, the program prints the most frequent confusions instead of a matrix.
    let row = |n: u32| format!("{n},c{},c{}\n", if n < 40 { n % 21 } else { 0 }, n % 21);
    folder.write(
        "many.csv",
        &format!("row,label,truth\n{}", (0..63).map(row).collect::<String>()),
    );
    let text = folder.succeed("evaluate --answers many.csv --label truth");
    assert!(
        text.contains("Most frequent confusions\ntrue label  label of the answer  texts\n"),
        "{text}"
    );
    assert!(!text.contains("Confusion matrix"), "{text}");
}

#[test]
fn accuracy_by_confidence_is_separate_for_each_kind() {
    let folder = Folder::new("evaluate-answers-kinds");
    folder.write(
        "answers.csv",
        "row,label,confidence,confidence_kind,truth\n0,a,0.9,label-probability,a\n1,b,0.2,label-probability,a\n\
         2,a,0.95,token-mean,b\n3,b,0.5,token-mean,b\n4,a,,,a\n",
    );
    let arguments = "evaluate --answers answers.csv --label truth --task classification";
    let found = json(&run(&folder, &format!("{arguments} --json")).0);
    let kinds: Vec<(&Value, &Value, &Value)> = found["calibration"]
        .as_array()
        .expect("a list of kinds")
        .iter()
        .map(|of_kind| (&of_kind["kind"], &of_kind["n"], &of_kind["groups"][0]["accuracy"]))
        .collect();
    let expected = [
        (&json!("label-probability"), &json!(2), &json!(1.0)),
        (&json!("token-mean"), &json!(2), &json!(0.0)),
    ];
    assert_eq!(kinds, expected, "the most confident answers of each kind");
    let (text, _) = run(&folder, arguments);
    for kind in ["label-probability", "token-mean"] {
        let expected = format!("Accuracy by confidence ({kind}), for 2 answers that have one\n");
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn two_files_are_compared_text_by_text() {
    let folder = Folder::new("evaluate-answers-paired");
    let file = |answers: &[&str]| {
        let row = |(row, given): (usize, &&str)| format!("{row},{given},a\n");
        format!(
            "row,label,truth\n{}",
            answers.iter().enumerate().map(row).collect::<String>()
        )
    };
    folder.write("one.csv", &file(&["a", "a", "a", "a", "b", "b", "a"]));
    folder.write("two.csv", &file(&["b", "", "a", "b", "a", "b"]));
    let arguments = "evaluate --answers one.csv two.csv --label truth";
    let found = json(&run(&folder, &format!("{arguments} --json")).0);
    let accuracies: Vec<&Value> = found["files"]
        .as_array()
        .expect("two")
        .iter()
        .map(|file| &file["accuracy"])
        .collect();
    assert_eq!(accuracies, [&json!(5.0 / 7.0), &json!(2.0 / 6.0)]);
    let paired = &found["paired"];
    assert_eq!(
        (&paired["n"], &paired["n_only_first"], &paired["n_only_second"]),
        (&json!(6), &json!(1), &json!(0))
    );
    let test = json!({ "n_first_right": 3, "n_second_right": 1, "p_value": 0.625 });
    assert_eq!(paired["mcnemar"], test);
    // A right answer has the value 1, any other answer the value 0.
    // For the six texts with answers in both files, the first value minus the second value is 1, 1, 0, 1, −1 and 0.
    // The six differences have the mean 1/3 and the variance s² = 2/3.
    let difference = &paired["difference"];
    assert!((difference["mean"].as_f64().expect("a mean") - 1.0 / 3.0).abs() < 1e-12);
    assert!((difference["standard_error"].as_f64().expect("an error") - 1.0 / 3.0).abs() < 1e-12);

    let (text, _) = run(&folder, arguments);
    assert!(
        text.starts_with("                   one.csv         two.csv\nanswers            7               6\n"),
        "{text}"
    );
    let end = "
On the 6 texts that both files answer: accuracy 0.667 and 0.333, difference +0.333 ± 0.333
McNemar's exact test: only the first is right 3 times, only the second 1 time, p = 0.625
Not compared: 1 text that only the first file answers, 0 that only the second answers
";
    assert!(text.ends_with(end), "{text}");

    let message = folder.refuse("evaluate --answers one.csv one.csv two.csv --label truth");
    assert!(message.contains("'[POOL.csv]'"), "at most two files: {message}");
    folder.write("others.csv", "row,label,truth\n0,a,b\n1,a,b\n");
    let message = folder.refuse("evaluate --answers one.csv others.csv --label truth");
    assert!(
        message.contains("others.csv: row 0 has a different true label than in the first file. Give two"),
        "{message}"
    );
    folder.write("elsewhere.csv", "row,label,truth\n70,a,a\n71,a,a\n");
    let message = folder.refuse("evaluate --answers one.csv elsewhere.csv --label truth");
    assert!(
        message.contains("no row with a true label is in both files"),
        "{message}"
    );
}

#[test]
fn summaries_are_measured_by_rouge() {
    let folder = Folder::new("evaluate-answers-summaries");
    folder.write(
        "answers.csv",
        "row,answer,label,confidence,summary\n0,The cat sat.,,,the cat sat\n1,A dogs run,,,the dog ran\n2,,,,nothing\n3,a,,,Кошка\n",
    );
    let arguments = "evaluate --answers answers.csv --label summary";
    let message = folder.refuse(arguments);
    assert!(
        message.contains("column `summary` has 4 different values in 4 rows")
            && message.contains("--task summarization"),
        "{message}"
    );
    let summaries = format!("{arguments} --task summarization");
    let (out, message) = run(&folder, &format!("{summaries} --json"));
    assert!(message.contains("for which ROUGE is always 0: 1"), "{message}");
    let found = json(&out);
    assert_eq!((&found["task"], &found["n"]), (&json!("summarization"), &json!(4)));
    assert_eq!(
        (&found["n_empty"], &found["n_unreadable"], &found["stemmed"]),
        (&json!(1), &json!(1), &json!(false))
    );
    assert_eq!(found["rouge_l"]["f1"]["mean"], 0.25, "{out}");
    let stemmed = json(&run(&folder, &format!("{summaries} --stem --json")).0);
    assert_eq!(
        stemmed["rouge_l"]["f1"]["mean"],
        (1.0 + 1.0 / 3.0) / 4.0,
        "dogs and dog have the same stem"
    );
    let (text, _) = run(&folder, &summaries);
    assert!(
        text.contains("\nROUGE-L     0.250 ± 0.250  0.250 ± 0.250  0.250 ± 0.250\n"),
        "{text}"
    );

    folder.write(
        "better.csv",
        "row,answer,summary\n0,The cat sat.,the cat sat\n1,the dog ran,the dog ran\n2,,nothing\n3,a,Кошка\n",
    );
    let both = "evaluate --answers better.csv answers.csv --label summary --task summarization";
    let (text, _) = run(&folder, both);
    assert!(
        text.ends_with("both files answer: ROUGE-L F1 0.500 and 0.250, difference +0.250 ± 0.250\n"),
        "{text}"
    );
}

#[test]
fn options_of_the_file_format_apply_to_answers() {
    let folder = Folder::new("evaluate-answers-format");
    folder.write("answers.csv", ANSWERS);
    folder.write(
        "odd.dat",
        &format!("Answers of the model\n{}", ANSWERS.replace(',', "~")),
    );
    folder.write("test.jsonl", "{\"topic\": \"bank\", \"text\": \"my card\"}\n");
    folder.write("first.csv", "row~answer~label\n0~bank~bank\n");
    let measured = |arguments: &str| json(&run(&folder, &format!("evaluate {arguments} --json")).0);
    let expected = measured("--answers answers.csv --label label");
    let mut odd = measured("--answers odd.dat --label label --format csv --delimiter ~ --lines-above 1");
    odd["answers"] = json!("answers.csv");
    assert_eq!(odd, expected);
    // The file with the true labels is in JSON lines, which have no delimiters.
    let with_reference = "--answers first.csv --delimiter ~ --label topic --reference test.jsonl --task classification";
    assert_eq!(measured(with_reference)["n_right"], 1);
    for (arguments, expected) in [
        (
            "--sheet Answers",
            "answers.csv: the file is read as text, to which `--sheet` does not apply",
        ),
        (
            "--repair-json",
            "answers.csv: the file is read as csv, to which `--repair-json` does not apply",
        ),
        ("--leave-out rest.csv", "'--leave-out <left-out.csv>'"),
    ] {
        let message = folder.refuse(&format!("evaluate --answers answers.csv --label label {arguments}"));
        assert!(message.contains(expected), "{arguments}: {message}");
    }
}

/// Answers are matched to true labels by position, so the user cannot delete the rows of rejected labels.
/// The program must therefore leave out rejected labels.
#[test]
fn rejected_true_labels_are_not_measured() {
    let folder = Folder::new("evaluate-answers-rejected");
    folder.write("answers.csv", ANSWERS);
    let marked = |file: &str, name: &str, [counts, does_not]: [&str; 2]| {
        let lines = file.lines().enumerate().map(|(n, line)| match n {
            0 => format!("{line},{name}\n"),
            2 => format!("{line},{does_not}\n"),
            _ => format!("{line},{counts}\n"),
        });
        lines.collect::<String>()
    };
    folder.write("rejected.csv", &marked(TEST, "answer", ["accept", "reject"]));
    folder.write("cancelled.csv", &marked(ANSWERS, "was_cancelled", ["false", "true"]));
    for (arguments, file, column) in [
        (
            "answers.csv --label topic --reference rejected.csv",
            "answers.csv",
            "answer",
        ),
        ("cancelled.csv --label label", "cancelled.csv", "was_cancelled"),
    ] {
        let (out, message) = run(&folder, &format!("evaluate --answers {arguments} --json"));
        let found = json(&out);
        assert_eq!(
            (&found["n"], &found["n_right"], &found["n_without_truth"]),
            (&json!(9), &json!(3), &json!(2)),
            "{out}"
        );
        let expected = format!(
            "fastgas: {file}: labels that are rejected, ignored or canceled according to column {column}, so that they are \
             not compared with the answers: 1\n"
        );
        assert!(message.contains(&expected), "{message}");
    }
}

#[test]
fn unusable_answers_are_refused_with_advice() {
    let folder = Folder::new("evaluate-answers-refused");
    folder.write("answers.csv", ANSWERS);
    folder.write("test.csv", TEST);
    folder.write("unlabeled.csv", "row,label,truth\n0,a,\n1,a,\n");
    folder.write("twice.csv", "row,label,truth\n0,a,a\n0,a,a\n");
    folder.write("picks.csv", "row,truth\n0,a\n");
    folder.write("short.csv", "topic,text\nbank,my card\n");
    folder.write("shuffled.csv", &TEST.replace("my money", "my loan"));
    let refuse = |arguments: &str| folder.refuse(&format!("evaluate {arguments}"));
    for (message, expected) in [
        (refuse("--answers answers.csv"), "not provided:\n  --label <COLUMN>"),
        (
            refuse("--answers answers.csv --label none"),
            "answers.csv: there is no column `none`",
        ),
        (
            refuse("--answers answers.csv --label label_fastgas"),
            "answers.csv: column `label_fastgas` holds the answers of the language model, not the true labels. Name the column",
        ),
        (
            refuse("--answers picks.csv --label truth"),
            "picks.csv: there is no column `label`; the columns are `row`, `truth`. Give a file that `fastgas answer` wrote",
        ),
        (
            refuse("--answers unlabeled.csv --label truth"),
            "unlabeled.csv: no answered row has a true label in column `truth`. Name a column with true labels",
        ),
        (
            refuse("--answers twice.csv --label truth"),
            "twice.csv: row 0 has two answers. Keep one answer for each row.",
        ),
        (
            refuse("--answers answers.csv --label topic --reference short.csv"),
            "answers.csv: row 1 has an answer, but the file with the true labels has only 1 row. Give the file that was",
        ),
        (
            refuse("--answers answers.csv --label topic --reference shuffled.csv"),
            "answers.csv: row 1 has a different value in column `text` than the file with the true labels",
        ),
        (
            refuse("--answers answers.csv --label topic --reference none.csv"),
            "none.csv",
        ),
        (
            refuse("--answers answers.csv --label label --stem"),
            "--stem has no effect on labels, only on summaries. Leave it out, or give --task summarization.",
        ),
        (
            refuse("--answers answers.csv --label label --neighbors 5"),
            "--neighbors <NEIGHBORS>",
        ),
        (
            refuse("--answers answers.csv --label label --picks picks.csv"),
            "'--picks <picks.csv>'",
        ),
        (refuse("test.csv --answers answers.csv --label label"), "'[POOL.csv]'"),
        (
            refuse("test.csv --text text --label topic"),
            "not provided:\n  --picks <picks.csv>",
        ),
        (refuse("--picks picks.csv --label topic"), "not provided:\n  <POOL.csv>"),
        (
            refuse("test.csv --text text --picks picks.csv --json"),
            "not provided:\n  --label <COLUMN>\n  --answers",
        ),
        (
            refuse("--answers - - --label label"),
            "two inputs would be read from stdin",
        ),
    ] {
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn control_characters_of_labels_are_escaped() {
    let folder = Folder::new("evaluate-answers-escapes");
    folder.write(
        "answers.csv",
        "row,label,truth\n0,\u{1b}[31ma,\u{1b}[31ma\n1,b\u{7},\u{1b}[31ma\n",
    );
    let (text, message) = run(&folder, "evaluate --answers answers.csv --label truth");
    assert!(text.contains("\\u{1b}[31ma") && !text.contains('\u{1b}'), "{text}");
    assert!(
        message.contains("`b\\u{7}` 1") && !message.contains('\u{7}'),
        "{message}"
    );
}
