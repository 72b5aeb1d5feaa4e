use super::*;
use fastgas_data::load;

const ANSWERS: &str = "\
row,answer,label_fastgas,confidence,prompt_tokens,seconds,text,label
3, It is spam ,spam,-0.25,90,0.5,win a prize,spam
0,no idea,,,80,0.5,see you later,ham
2,ham,ham,-0.5,80,0.5,call me,
1,ham,ham,-1,80,0.5,lunch at one?, ham
";

fn pool(file: &str) -> Pool {
    load(file.as_bytes()).expect("a table")
}

type Cell = (u32, String, String, Option<f64>);

fn read(file: &str, column: &str, task: Option<Task>) -> Result<Vec<Cell>, String> {
    let table = pool(file);
    let column = table.column(column).expect("a column");
    let answers = Answers::read(&table, Truth::Column(column), task).map_err(|error| error.to_string())?;
    let cells = answers.answered.iter();
    Ok(cells
        .map(|cell| (cell.row, cell.given.into(), cell.truth.into(), cell.confidence))
        .collect())
}

#[test]
fn answers_are_read_by_row_without_those_that_have_no_truth() {
    let classification = read(ANSWERS, "label", Some(Task::Classification));
    let cell = |row, given: &str, truth: &str, confidence| (row, given.to_owned(), truth.to_owned(), confidence);
    assert_eq!(
        classification,
        Ok(vec![
            cell(0, "", "ham", None),
            cell(1, "ham", "ham", Some(-1.0)),
            cell(3, "spam", "spam", Some(-0.25)),
        ])
    );
    let summarization = read(ANSWERS, "label", Some(Task::Summarization)).expect("answers");
    assert_eq!(summarization[2], cell(3, "It is spam", "spam", None));
    let table = pool(ANSWERS);
    let answers = Answers::read(&table, Truth::Column(7), Some(Task::Classification)).expect("answers");
    assert_eq!(answers.n_without_truth, 1);
}

#[test]
fn kind_of_the_confidence_is_read_if_the_table_names_it() {
    let kinds = |file: &str| -> Vec<String> {
        let table = pool(file);
        let truth = Truth::Column(table.column("truth").expect("a column"));
        let answers = Answers::read(&table, truth, Some(Task::Classification)).expect("answers");
        let kinds = answers
            .answered
            .iter()
            .map(|answered| answered.confidence_kind.to_owned());
        kinds.collect()
    };
    let file = "row,label,confidence,confidence_kind,truth\n0,a,0.5, token-mean ,a\n1,a,0.5,,a\n";
    assert_eq!(kinds(file), ["token-mean", ""]);
    assert_eq!(kinds("row,label,confidence,truth\n0,a,0.5,a\n"), [""]);
    assert_eq!(kinds("row,label,truth,confidence_kind\n0,a,a,of the pool\n"), [""]);
    let file = "row,label,confidence,confidence_kind_fastgas,truth,confidence_kind\n0,a,1,ours,a,of the pool\n";
    assert_eq!(kinds(file), ["ours"]);
}

#[test]
fn suffix_marks_columns_of_the_answers() {
    for (column, expected) in [
        ("label", true),
        ("label_fastgas", true),
        ("label_fastgas_2", true),
        ("label_fastgas_1", false),
        ("label_fastgas_x", false),
        ("label_", false),
        ("labels", false),
        ("my label", false),
    ] {
        assert_eq!(is_named(column, "label"), expected, "{column}");
    }
    // The pool has a `label_fastgas` column from an earlier export. The `label` column of the answers comes first.
    let file = "row,label,truth,label_fastgas\n0,a,a,b\n1,a,a,b\n";
    assert_eq!(read(file, "truth", None).expect("answers")[0].1, "a");
    assert_eq!(read(file, "label_fastgas", None).expect("answers")[0].2, "b");
}

#[test]
fn order_of_several_labels_in_a_cell_does_not_matter() {
    let file = "row,label,truth\n1,b; a,a; b\n0,a; b,b; a\n2,a,a; b\n3,b; a; b,a\n";
    let labels = |task| -> Vec<(String, String)> {
        let cells = read(file, "truth", task).expect("answers");
        cells.into_iter().map(|(_, given, truth, _)| (given, truth)).collect()
    };
    let pairs = |pairs: [(&str, &str); 4]| {
        pairs
            .map(|(given, truth)| (given.to_owned(), truth.to_owned()))
            .to_vec()
    };
    let expected = pairs([("b; a", "b; a"), ("b; a", "b; a"), ("a", "b; a"), ("b; a", "a")]);
    assert_eq!(labels(Some(Task::Classification)), expected);
    assert_eq!(labels(None), expected, "four rows have two different true labels");
    let summaries = "row,answer,truth\n0,b; a,a; b\n";
    let cells = read(summaries, "truth", Some(Task::Summarization)).expect("answers");
    assert_eq!((cells[0].1.as_str(), cells[0].2.as_str()), ("b; a", "a; b"));
}

#[test]
fn order_of_several_labels_in_options_matters() {
    let pairs = |table: &str, truth: Truth<'_>| {
        let table = pool(table);
        let answers = Answers::read(&table, truth, Some(Task::Classification)).expect("answers");
        let pairs = answers
            .answered
            .iter()
            .map(|cell| (cell.given.to_owned(), cell.truth.to_owned()));
        pairs.collect::<Vec<_>>()
    };
    let expected = |pairs: [(&str, &str); 2]| {
        pairs
            .map(|(given, truth)| (given.to_owned(), truth.to_owned()))
            .to_vec()
    };
    let exact = expected([("b; a", "a; b"), ("c", "c")]);
    let options = ["\"[\"\"a; b\"\", \"\"b; a\"\"]\"", "\"['c', 'd']\""];
    let file = |options: [&str; 2], given: &str| {
        let [first, second] = options;
        format!("row,label,truth,endings\n0,b; a,a; b,{first}\n1,{given},c,{second}\n")
    };
    assert_eq!(pairs(&file(options, "c"), Truth::Column(2)), exact);
    let order = |table: &str, task| {
        let table = pool(table);
        let answers = Answers::read(&table, Truth::Column(2), Some(task)).expect("answers");
        answers.label_order
    };
    let classification = Task::Classification;
    assert_eq!(order(&file(options, "c"), classification), LabelOrder::Significant);
    assert_eq!(order(&file(options, "e"), classification), LabelOrder::Ignored);
    let summaries = file(options, "e").replace("label", "answer");
    assert_eq!(order(&summaries, Task::Summarization), LabelOrder::Significant);
    assert_eq!(
        pairs(&file(options, ""), Truth::Column(2))[0],
        exact[0],
        "an answer can match no option"
    );
    let reference = pool(&format!("truth,endings\na; b,{}\nc,{}\n", options[0], options[1]));
    let truth = Truth::Reference {
        table: &reference,
        column: 0,
    };
    assert_eq!(pairs("row,label\n1,c\n0,b; a\n", truth), exact);
    // The column does not list the options, because the second label is not one of them.
    let sets = expected([("a; b", "a; b"), ("e", "c")]);
    assert_eq!(pairs(&file(options, "e"), Truth::Column(2)), sets);
    assert_eq!(pairs(&file(["b; a", "c"], "e"), Truth::Column(2)), sets);
}

#[test]
fn unusable_answers_are_refused() {
    let classification = Some(Task::Classification);
    for (file, column, task, expected) in [
        (
            "row,truth\n0,a\n",
            "truth",
            None,
            "there is no column `label`; the columns are `row`, `truth`",
        ),
        (
            "row,label,truth\n0,a,a\n",
            "truth",
            Some(Task::Summarization),
            "there is no column `answer`; the columns are `row`, `label`, `truth`",
        ),
        (
            "label,truth\na,a\n",
            "truth",
            None,
            "there is no column `row`; the columns are `label`, `truth`",
        ),
        (
            "row,label\n0,a\n1,a\n",
            "label",
            None,
            "column `label` holds the answers of the language model, not the true labels",
        ),
        (
            "row,label,truth\n0,a,a\nx,a,a\n",
            "truth",
            None,
            "record 2: `x` in column `row` is not a whole number",
        ),
        (
            "row,label,truth\n4,a,a\n4,a,a\n",
            "truth",
            None,
            "row 4 has two answers",
        ),
        (
            "row,label,confidence,truth\n7,a,NaN,a\n",
            "truth",
            classification,
            "row 7: `NaN` in column `confidence` is not a finite number",
        ),
        (
            "row,label,truth\n4,a, \n",
            "truth",
            None,
            "no answered row has a true label in column `truth`",
        ),
        (
            "row,label,truth\n0,a,a\n1,a,b\n2,a,b\n",
            "truth",
            None,
            "column `truth` has 2 different values in 3 rows, which are too many for labels",
        ),
    ] {
        assert_eq!(read(file, column, task).expect_err(file), expected);
    }
    assert!(read("row,label,truth\n0,a,a\n1,a,b\n2,a,b\n", "truth", classification).is_ok());
    assert!(read("row,label,truth\n0,a,a\n1,a,b\n2,a,b\n3,a,b\n", "truth", None).is_ok());
}

#[test]
fn rejected_true_labels_are_not_measured() {
    let counted = |table: &str, truth: Truth<'_>, task| {
        let table = pool(table);
        let answers = Answers::read(&table, truth, Some(task)).expect("answers");
        let rows: Vec<u32> = answers.answered.iter().map(|cell| cell.row).collect();
        (rows, answers.n_without_truth, answers.rejected)
    };
    let by = |columns: &str| {
        let columns = columns.to_owned();
        Some(RejectedTruth { columns, n: 1 })
    };
    let file = "row,answer,label,truth,was_cancelled\n0,x,a,a,false\n1,x,a,b,true\n2,x,a,,true\n";
    let truth = Truth::Column(3);
    assert_eq!(
        counted(file, truth, Task::Classification),
        (vec![0], 2, by("was_cancelled"))
    );
    assert_eq!(counted(file, truth, Task::Summarization), (vec![0, 1], 1, None));
    // The model's answers are not verdicts on the true labels, but an `answer` column of the pool contains verdicts.
    let file = "row,answer,label,truth\n0,accept,a,a\n1,reject,a,b\n";
    assert_eq!(counted(file, truth, Task::Classification), (vec![0, 1], 0, None));
    let file = "row,answer_fastgas,label,truth,answer\n0,reject,a,a,accept\n1,accept,a,b,reject\n";
    assert_eq!(counted(file, truth, Task::Classification), (vec![0], 1, by("answer")));
    // Only rejected labels of answered texts are counted. The reference table rejects the labels of rows 1 and 3.
    let reference = pool("id,truth,answer\n0,a,accept\n1,b,reject\n2,a,accept\n3,b,reject\n");
    let truth = Truth::Reference {
        table: &reference,
        column: 1,
    };
    let file = "row,answer_fastgas,label\n2,x,a\n1,x,a\n";
    assert_eq!(counted(file, truth, Task::Classification), (vec![2], 1, by("answer")));
    assert_eq!(
        counted("row,label\n2,a\n", truth, Task::Classification),
        (vec![2], 0, None)
    );
}

#[test]
fn input_columns_of_an_export_contain_no_verdicts_on_its_true_labels() {
    let reference = pool("text,decision,rank,row,part,degree,label\na,reject,1,0,0,1,x\nb,accept,2,1,0,1,x\n");
    let truth = Truth::Reference {
        table: &reference,
        column: 6,
    };
    let table = pool("row,label\n0,x\n1,x\n");
    let answers = Answers::read(&table, truth, Some(Task::Classification)).expect("answers");
    assert_eq!((answers.answered.len(), answers.rejected), (2, None));
}

#[test]
fn true_labels_of_another_table_belong_to_the_same_texts() {
    let table = pool("row,answer,label_fastgas,text,label\n2,x,a,c,\n0,x,b,\"a\r\n\",\n");
    let against = |reference: &str| {
        let reference = pool(reference);
        let column = reference.column("label").expect("a column");
        let truth = Truth::Reference {
            table: &reference,
            column,
        };
        let answers = Answers::read(&table, truth, Some(Task::Classification));
        answers
            .map(|answers| {
                answers
                    .answered
                    .iter()
                    .map(|cell| cell.truth.to_owned())
                    .collect::<Vec<_>>()
            })
            .map_err(|error| error.to_string())
    };
    assert_eq!(against("label,text\nx,a\ny,b\nz,c\n"), Ok(vec!["x".into(), "z".into()]));
    assert_eq!(
        against("label,text\nx,a\ny,b\n"),
        Err("row 2 has an answer, but the file with the true labels has only 2 rows".into())
    );
    assert_eq!(
        against("label,text\nx,a\ny,c\nz,b\n"),
        Err("row 2 has a different value in column `text` than the file with the true labels".into())
    );
}
