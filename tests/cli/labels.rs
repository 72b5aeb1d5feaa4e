//! Tests of the label commands of the command-line program: evaluating picks, and making prompts from labeled texts.

use crate::support::{Folder, pool};
use serde_json::{Value, json};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn quotes_that_join_rows_of_a_label_file_are_reported() {
    let folder = Folder::new("joined-labels");
    folder.write(
        "pool.csv",
        "text,number\nsmall cat sat,1\nbig dog ran,2\nold fox hid,3\nred bird sang,4\n",
    );
    folder.write(
        "labeled.tsv",
        "row\tlabel\tnote\n0\tpet\t\"odd\n1\tpet\tplain\n2\twild\todd\"\n3\twild\tplain\n",
    );
    let prompt = "prompt pool.csv --text text --labeled labeled.tsv --query cat --retrieval random --shots 2";
    for more in ["", " --quiet"] {
        let output = folder.run(&format!("{prompt}{more}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
        let expected = "labeled.tsv: quotes may have joined several rows into one: lines 2-4; 2 rows, 4 if quotes are part \
                        of the text";
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn similar_labels_are_reported() {
    let folder = Folder::new("similar-labels");
    let rows = [
        ("small cat sat", "Praise"),
        ("big dog ran", "praise"),
        ("old fox hid", "0"),
    ];
    let table: String = rows.map(|(text, label)| format!("{text},{label}\n")).concat();
    folder.write("pool.csv", &format!("text,label\n{table}"));
    folder.write("picks.csv", "row\n0\n1\n");
    folder.write("labeled.csv", "row,label\n0,Praise\n1,praise\n");
    folder.write_vectors("emb.npy", 3);
    let similar = "the labels `Praise` and `praise` differ only in upper and lower case";
    let evaluate = "evaluate pool.csv --text text --picks picks.csv --neighbors 1 --embeddings emb.npy";
    for (command, file, expected) in [
        (format!("{evaluate} --label label"), "pool.csv", Some(similar)),
        (evaluate.to_owned(), "pool.csv", None),
        (
            "prompt pool.csv --text text --labeled labeled.csv --label label --query cat --retrieval random --shots 2"
                .to_owned(),
            "labeled.csv",
            Some(similar),
        ),
    ] {
        let output = folder.run(&command);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {message}");
        match expected {
            Some(words) => assert!(message.contains(&format!("{file}: {words}")), "{command}: {message}"),
            None => assert!(!message.contains("differ only"), "{command}: {message}"),
        }
    }
    // The pool and the test texts have different spellings of a label.
    folder.write(
        "pool.csv",
        "text,label\nsmall cat sat,0\nbig dog ran,1\nold fox hid,1\n",
    );
    folder.write("test.csv", "text,label\nred bird sang,0.0\n");
    folder.write_vectors("test.npy", 1);
    let output = folder.run(&format!(
        "{evaluate} --label label --test test.csv --test-embeddings test.npy"
    ));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(
        message.contains("test.csv: the labels `0` and `0.0` differ only in zeros after the decimal point"),
        "{message}"
    );
}

#[test]
fn picks_of_every_subject_predict_all_labels() {
    let folder = Folder::new("evaluate");
    folder.write("pool.csv", &pool());
    folder.write(
        "test.csv",
        "topic,text\n0,the bank blocked my new card\n2,more pictures of Mars\n9,pruning roses in March\n",
    );
    folder.succeed("select pool.csv --text text --budget 4 --neighbors 5 --cache cache --out picks.csv");
    let evaluate = |more: &str| {
        let arguments = "evaluate pool.csv --text text --neighbors 5 --cache cache";
        json(&folder.succeed(&format!("{arguments} {more}")))
    };
    let on_pool = evaluate("--picks picks.csv --label topic");
    for (what, expected) in [
        ("instances", json!(40)),
        ("picks", json!(4)),
        ("tested_on", json!(null)),
        ("n_tested", json!(36)),
        ("accuracy_1nn", json!(1.0)),
        ("accuracy_3nn", json!(1.0)),
        ("majority_baseline", json!(0.25)),
        ("class_coverage", json!(1.0)),
        ("propagation_accuracy", json!(1.0)),
        ("redundant_pairs", json!(0)),
    ] {
        assert_eq!(on_pool[what], expected, "{what}: {on_pool}");
    }
    let on_test = evaluate("--picks picks.csv --label topic --test test.csv --curve");
    assert_eq!(
        (&on_test["n_tested"], &on_test["tested_on"]),
        (&json!(3), &json!("test.csv"))
    );
    assert_eq!(
        on_test["accuracy_1nn"],
        json!(2.0 / 3.0),
        "topic 9 is not in the pool: {on_test}"
    );
    assert_eq!(
        on_test["propagation_accuracy"], 1.0,
        "propagation accuracy is measured on the pool"
    );
    let curve = on_test["curve"].as_array().expect("a curve");
    assert_eq!(curve.len(), 4);
    assert_eq!(curve[3]["facility_coverage"], on_test["facility_coverage"]);
    assert_eq!(curve[3]["covered_vertices"], on_test["covered_vertices"]);
    let gain = curve[3]["facility_coverage"].as_f64().expect("a number")
        - curve[2]["facility_coverage"].as_f64().expect("a number");
    let last = on_test["last_label"]["facility_coverage"].as_f64().expect("a number");
    assert!((last - gain).abs() < 1e-12, "{last}, {gain}");
    assert_eq!(on_test["last_label"]["label"], 4);

    // Three picks of one subject do not reveal the labels of other subjects.
    folder.write("poor.csv", "row\n0\n4\n8\n");
    let poor = evaluate("--picks poor.csv --label topic");
    assert_eq!(poor["class_coverage"], 0.25);
    let mean = poor["mean_cosine"].as_f64().expect("a number");
    assert!(
        (0.25..0.5).contains(&mean),
        "a quarter of the pairs have one subject: {poor}"
    );
    assert_eq!(on_pool["mean_cosine"], poor["mean_cosine"], "it belongs to the pool");
    let pairs = poor["redundant_pairs"].as_u64().expect("a count");
    assert!((1..=3).contains(&pairs), "{poor}");
    assert!(poor["accuracy_1nn"].as_f64().expect("a number") < 0.2, "{poor}");
    assert!(
        poor["facility_coverage"].as_f64() < on_pool["facility_coverage"].as_f64(),
        "{poor}"
    );
    let unlabeled = evaluate("--picks poor.csv");
    assert_eq!(unlabeled["facility_coverage"], poor["facility_coverage"]);
    assert!(unlabeled.get("accuracy_1nn").is_none());
}

#[test]
fn explain_adds_a_reason_to_every_pick() {
    let folder = Folder::new("explain");
    folder.write("pool.csv", &pool());
    let select = |out: &str| {
        let arguments = "select pool.csv --text text --budget 8 --parts 4 --preset paper --neighbors 5 --cache cache";
        folder.succeed(&format!("{arguments} --out {out}"));
    };
    select("plain.csv");
    select("why.csv --explain");
    let (plain, why) = (folder.read("plain.csv"), folder.read("why.csv"));
    assert_eq!(
        why.lines().next(),
        Some(
            "rank,row,part,degree,part_size,degree_in_part,rank_in_part,newly_covered,nearest,runner_up,margin,id,text,topic"
        )
    );
    let mut sizes = 0;
    for (plain, why) in plain.lines().zip(why.lines()).skip(1) {
        let (plain, why): (Vec<&str>, Vec<&str>) = (plain.split(',').collect(), why.split(',').collect());
        assert_eq!((&plain[..4], &plain[4..]), (&why[..4], &why[11..]));
        let number = |column: usize| why[column].parse::<i64>().expect("a number");
        assert!(number(5) >= number(3) && number(10) >= 0, "{why:?}");
        let nearest: Vec<&str> = why[8].split_whitespace().collect();
        assert_eq!(nearest.len() as i64, number(7).min(3), "{why:?}");
        let subject = |row: &str| row.parse::<u32>().expect("a row") % 4;
        assert!(
            nearest.iter().all(|row| subject(row) == subject(why[1])),
            "the nearest texts belong to the same subject: {why:?}"
        );
        if number(0) <= 4 {
            sizes += number(4);
        }
    }
    assert_eq!(sizes, 40);
    let evaluated = folder.succeed("evaluate pool.csv --text text --picks why.csv --neighbors 5 --cache cache");
    assert_eq!(json(&evaluated)["picks"], 8);
}

#[test]
fn compare_runs_every_method_on_the_given_texts() {
    let folder = Folder::new("compare");
    folder.write("pool.csv", &pool());
    folder.write(
        "test.csv",
        "topic,text\n0,the bank blocked my new card\n2,more pictures of Mars\n",
    );
    let arguments = "compare pool.csv --text text --budgets 4,8 --neighbors 5 --cache cache";
    let with_labels = format!("{arguments} --label topic --test test.csv");
    let compared = json(&folder.succeed(&format!("{with_labels} --seeds 3,4 --json --out methods.csv")));
    let rows = compared["rows"].as_array().expect("rows");
    let name = |row: &Value| row["method"].as_str().expect("a name").to_owned();
    let methods: Vec<String> = rows.iter().step_by(2).map(name).collect();
    assert_eq!((rows.len(), methods[0].as_str(), methods.len()), (26, "fastgas", 13));
    assert!(
        !methods.contains(&"vote-k".into()),
        "the confidences of a language model are unknown"
    );
    assert_eq!(compared["runs"].as_array().expect("runs").len(), 52);
    for row in rows {
        assert_eq!(row["seeds"], 2);
        for measure in ["accuracy_1nn", "class_coverage", "facility_coverage"] {
            let mean = row[measure]["mean"].as_f64().expect("a mean");
            assert!((0.0..=1.0).contains(&mean), "{row}");
        }
        assert!(row["seconds"]["mean"].as_f64() > Some(0.0), "{row}");
    }
    let sure = json!({ "mean": 1.0, "standard_error": 0.0 });
    assert_eq!(rows[0]["accuracy_1nn"], sure, "{rows:?}");

    // A row of `compare` has the values that `evaluate` reports for the picks of `select`.
    let select = "select pool.csv --text text --budget 8 --seed 3 --neighbors 5 --method k-means --cache cache";
    folder.succeed(&format!("{select} --out p.csv"));
    let picks = "--picks p.csv --label topic --test test.csv";
    let evaluate = "evaluate pool.csv --text text --neighbors 5 --cache cache";
    let alone = json(&folder.succeed(&format!("{evaluate} {picks}")));
    let more = "--methods k-means,random,k-means --seeds 3";
    let compared = json(&folder.succeed(&format!("{with_labels} --json {more}")));
    assert_eq!(compared["rows"].as_array().expect("rows").len(), 4, "k-means runs once");
    let measures = compared["rows"][1].as_object().expect("a row").iter();
    let measures: Vec<_> = measures
        .filter(|(name, estimate)| estimate.is_object() && *name != "seconds")
        .collect();
    assert_eq!(measures.len(), 8);
    for (measure, estimate) in measures {
        assert_eq!(estimate["mean"].as_f64(), alone[measure].as_f64(), "{measure}");
        assert_eq!(estimate["standard_error"], json!(null));
    }

    let fastgas = |preset: &str| {
        let compared = json(&folder.succeed(&format!("{arguments} --json --methods fastgas --preset {preset}")));
        compared["runs"][0]["coverage"].clone()
    };
    assert_ne!(fastgas("paper"), fastgas("best"));

    let csv = folder.read("methods.csv");
    assert!(
        csv.starts_with("method,budget,seeds,accuracy_1nn,accuracy_1nn_se,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 27);
    let table = folder.succeed(&format!("{arguments} --methods all"));
    assert_eq!(table.lines().count(), 27);
    assert!(
        !table.contains("accuracy") && table.contains("facility_coverage"),
        "{table}"
    );
    let message = folder.refuse(&format!("{arguments} --methods none"));
    assert!(
        message.contains("there is no method `none`; choose from all, fastgas, random"),
        "{message}"
    );
    let message = folder.refuse(&format!("{arguments} --methods vote-k --budgets 20"));
    assert!(
        message.contains("vote-k needs a language model's confidence"),
        "{message}"
    );
    let message = folder.refuse("compare pool.csv --text text --budgets 4,41");
    assert!(message.contains("the budget is 41"), "{message}");
}

const LABELED: &str = "row,label\n0,bank\n1,kitchen\n2,\n3,garden\n4,bank\n5,kitchen\n7,garden\n";

#[test]
fn prompt_ends_with_most_similar_example() {
    let folder = Folder::new("prompt");
    folder.write("pool.csv", &pool());
    folder.write("labeled.csv", LABELED);
    folder.write("template.txt", "Text: {text}\nSubject: {label}.\n");
    let prompt = |more: &[&str]| {
        let mut arguments: Vec<&str> = "prompt pool.csv --text text --labeled labeled.csv".split(' ').collect();
        arguments.extend(more);
        let output = folder.run_with(&arguments);
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{message}");
        (String::from_utf8(output.stdout).expect("text"), message)
    };
    let query = ["--query", "my card is blocked by the bank", "--shots", "3"];
    let (text, message) = prompt(&query);
    let blocks: Vec<&str> = text.trim_end().split("\n\n").collect();
    assert_eq!(blocks.len(), 4, "{text}");
    assert!(
        blocks[1].ends_with("answer: bank") && blocks[2].ends_with("answer: bank"),
        "{text}"
    );
    assert!(
        !blocks[0].contains("bank"),
        "there are only two examples of `bank`: {text}"
    );
    assert_eq!(blocks[3], "my card is blocked by the bank\nanswer:");
    assert!(
        message.starts_with("fastgas: 3 demonstrations, ") && message.contains(" tokens as counted by the encoder's"),
        "{message}"
    );

    let (text, _) = prompt(&[
        "--query",
        "the bank blocked my card number 4, please",
        "--shots",
        "9",
        "--quiet",
    ]);
    assert_eq!(
        text.matches("answer: ").count(),
        5,
        "six texts are labeled, and one of them is the query: {text}"
    );
    let last = text.rsplit("\n\n").nth(1).expect("a demonstration");
    assert_eq!(last, "the bank blocked my card number 0, please\nanswer: bank");

    let (text, _) = prompt(&[&query[..], &["--template", "template.txt", "--max-tokens", "50"]].concat());
    assert!(text.starts_with("Text: ") && text.ends_with("\n\nText: my card is blocked by the bank\nSubject:\n"));
    assert_eq!(
        text.matches("Subject: bank.").count(),
        2,
        "the limit allows two examples: {text}"
    );

    let (line, _) = prompt(&[&query[..], &["--chat"]].concat());
    let messages = json(&line)["messages"].clone();
    let roles: Vec<&str> = messages
        .as_array()
        .expect("messages")
        .iter()
        .filter_map(|m| m["role"].as_str())
        .collect();
    assert_eq!(
        roles,
        ["user", "assistant", "user", "assistant", "user", "assistant", "user"]
    );
    assert_eq!(messages[5]["content"], "bank");

    let random = |seed| prompt(&["--query", "x", "--shots", "3", "--retrieval", "random", "--seed", seed]).0;
    assert_eq!(random("1"), random("1"));
    assert!(["2", "3", "4"].iter().any(|seed| random(seed) != random("1")));
}

#[test]
fn pack_makes_prompts_without_pool_and_labels() {
    let folder = Folder::new("pack");
    folder.write("pool.csv", &pool());
    folder.write("labeled.csv", LABELED);
    folder.write("test.csv", "text,topic\na soup of beans,?\nroses in winter,?\n");
    let quiet = |arguments: &str| folder.succeed(&format!("{arguments} --quiet"));
    let with_pool = "prompt pool.csv --text text --labeled labeled.csv --shots 2";
    let direct = quiet(&format!("{with_pool} --queries test.csv --save-pack pack.json"));
    assert_eq!(direct, quiet("prompt --pack pack.json --shots 2 --queries test.csv"));
    let last_answers: Vec<Value> = direct
        .lines()
        .map(|line| json(line)["messages"][3]["content"].clone())
        .collect();
    assert_eq!(last_answers, ["kitchen", "garden"]);
    assert_eq!(quiet(&format!("{with_pool} --save-pack again.json")), "");
    assert!(folder.read("pack.json") == folder.read("again.json"));
    // A custom template uses another column, so the query must provide a value for this column.
    folder.write("numbered.txt", "{topic} {text}: {label}");
    let message = folder.refuse("prompt --pack pack.json --query soup --template numbered.txt");
    assert!(message.contains("the template uses `{topic}`"), "{message}");
    let text = quiet("prompt --pack pack.json --query soup --set topic=7 --template numbered.txt --shots 1");
    assert!(
        text.starts_with("1 a soup of lentils") && text.ends_with("\n\n7 soup:\n"),
        "{text}"
    );
    assert!(quiet("prompt --pack pack.json --queries test.csv --template numbered.txt").contains("? a soup of beans:"));
}

#[test]
fn unusable_labels_and_prompts_are_refused_with_reason() {
    let folder = Folder::new("labels-refused");
    folder.write("pool.csv", &pool());
    folder.write("labeled.csv", LABELED);
    folder.write("unlabeled.csv", "row,label\n3,\n");
    folder.write("far.csv", "row,label\n40,x\n");
    folder.write("twice.csv", "row,label\n4,x\n4,y\n");
    folder.write("other.csv", "row,text,label\n4,something else,y\n");
    folder.write("blank.csv", "text,topic\na,\n");
    folder.write("template.txt", "{text} {label");
    folder.write("pack.json", "{\"format\": \"something else\", \"version\": 1}");
    let evaluate = |more: &str| folder.refuse(&format!("evaluate pool.csv --text text --neighbors 5 {more}"));
    let prompt = |more: &str| folder.refuse(&format!("prompt pool.csv --text text --query x {more}"));
    for (message, expected) in [
        (
            evaluate("--picks far.csv"),
            "far.csv: line 2: `40` is not a row of the pool, whose rows are 0 to 39",
        ),
        (evaluate("--picks twice.csv"), "twice.csv: row 4 is picked twice"),
        (
            evaluate("--picks other.csv"),
            "other.csv: row 4 has `something else` in column `text`, and the pool has `the bank blocked my card number 4, please`",
        ),
        (evaluate("--picks pool.csv"), "there is no column `row`"),
        (
            evaluate("--picks labeled.csv --label text"),
            "column `text` is given both as the texts and as the labels",
        ),
        (
            evaluate("--picks labeled.csv --label topic --test blank.csv"),
            "blank.csv: row 0: column `topic` is empty",
        ),
        (evaluate("--picks labeled.csv --test blank.csv"), "--label"),
        (prompt("--labeled unlabeled.csv"), "unlabeled.csv: no text has a label"),
        (prompt("--labeled twice.csv"), "twice.csv: row 4 has two labels"),
        (
            prompt("--labeled labeled.csv --template template.txt"),
            "template.txt: line 1, letter 8 of the template: a `{` is unpaired",
        ),
        (
            prompt("--labeled labeled.csv --template rte"),
            "pool.csv: the template uses `{premise}`",
        ),
        (prompt(""), "--labeled"),
        (
            folder.refuse("prompt --pack pack.json --query x"),
            "pack.json: this is not a few-shot pack: its format is `something else`",
        ),
    ] {
        assert!(message.contains(expected), "{message}");
    }
}
