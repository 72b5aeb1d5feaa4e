//! Tests of the command-line stages in typical use.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Folder, pool};
use ndarray::Array2;
use ndarray_npy::{read_npy, write_npy};

#[test]
fn separate_stages_give_the_same_picks_as_one_command() {
    let folder = Folder::new("stages");
    folder.write("pool.csv", &pool());
    folder.succeed("embed pool.csv --text text --out emb.npy");
    folder.succeed("knn emb.npy --neighbors 5 --out ids.npy --similarities s.npy");
    folder.succeed("knn emb.npy --neighbors 5 --threads 3 --out ids3.npy --similarities s3.npy");
    folder.succeed("graph emb.npy --neighbors 5 --out g.graph");
    let line = folder.succeed("partition g.graph --parts 4 --seed 3 --out g.part");
    folder.succeed("select pool.csv --text text --budget 8 --parts 4 --neighbors 5 --seed 3 --out all.csv");
    folder.succeed(
        "select pool.csv --text text --embeddings emb.npy --budget 8 --parts 4 --neighbors 5 --seed 3 --out given.csv",
    );
    folder.succeed("select pool.csv --text text --budget 8 --parts 4 --neighbors 5 --seed 3 --threads 1 --out one.csv");

    let embeddings: Array2<f32> = read_npy(folder.0.join("emb.npy")).expect("float32");
    assert_eq!(embeddings.dim(), (40, 384));
    for row in embeddings.rows() {
        assert!((row.dot(&row) - 1.0).abs() < 1e-5, "rows have unit length");
    }
    let ids: Array2<u32> = read_npy(folder.0.join("ids.npy")).expect("uint32");
    let similarities: Array2<f32> = read_npy(folder.0.join("s.npy")).expect("float32");
    assert_eq!((ids.dim(), similarities.dim()), ((40, 5), (40, 5)));
    for (file, other) in [("ids.npy", "ids3.npy"), ("s.npy", "s3.npy")] {
        let [one, other] = [file, other].map(|file| fs::read(folder.0.join(file)).expect("it was written"));
        assert!(one == other, "{file} does not depend on the threads");
    }
    assert!(
        similarities
            .rows()
            .into_iter()
            .all(|row| row.as_slice().expect("row-major").is_sorted_by(|a, b| a >= b))
    );

    let line: serde_json::Value = serde_json::from_str(&line).expect("one line of JSON");
    assert_eq!(line["parts"], 4);
    assert!(line["imbalance"].as_f64().expect("a number") <= 0.03);
    assert!(line["seconds"].is_number() && line["cut"].is_u64());
    let counted: serde_json::Value =
        serde_json::from_str(&folder.succeed("quality g.graph g.part")).expect("one line of JSON");
    for what in ["cut", "imbalance", "parts"] {
        assert_eq!(counted[what], line[what], "{what}");
    }

    assert_eq!(folder.read("all.csv"), folder.read("given.csv"));
    assert_eq!(
        folder.read("all.csv"),
        folder.read("one.csv"),
        "the number of threads does not change the result"
    );
    let picks = folder.read("all.csv");
    assert_eq!(picks.lines().next(), Some("rank,row,part,degree,id,text,topic"));
    assert_eq!(picks.lines().count(), 9);
    let parts: Vec<String> = folder.read("g.part").lines().map(str::to_owned).collect();
    for pick in picks.lines().skip(1) {
        let cells: Vec<&str> = pick.split(',').collect();
        assert_eq!(
            parts[cells[1].parse::<usize>().expect("a row")],
            cells[2],
            "the part of pick {pick}"
        );
        assert_eq!(cells[1], cells[4], "rows count from 0");
    }
}

#[test]
fn cache_changes_only_the_run_time() {
    let folder = Folder::new("cache");
    let pool = pool();
    folder.write("pool.csv", &pool);
    let lines: Vec<&str> = pool.lines().collect();
    folder.write("half.csv", &(lines[..21].join("\n") + "\n"));
    folder.write("more.csv", &(pool.clone() + lines[5] + "\n"));
    let select = |file: &str, more: &str| {
        let summary = folder.succeed(&format!(
            "select {file} --text text --budget 6 --json --out picks.csv {more}"
        ));
        let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
        (summary["texts_from_cache"].clone(), folder.read("picks.csv"))
    };
    let (counted, expected) = select("more.csv", "");
    assert!(counted.is_null(), "the run has no cache");
    folder.succeed("embed more.csv --text text --out plain.npy");
    let plain = fs::read(folder.0.join("plain.npy")).expect("written");
    let embed = |threads: u32| {
        folder.succeed(&format!(
            "embed more.csv --text text --cache c/d --threads {threads} --out cached.npy"
        ));
        fs::read(folder.0.join("cached.npy")).expect("written")
    };

    assert_eq!(select("half.csv", "--cache c/d").0, 0);
    assert_eq!(
        select("more.csv", "--cache c/d"),
        (21.into(), expected.clone()),
        "half of the texts and the duplicate are cached"
    );
    assert_eq!(select("more.csv", "--cache c/d"), (41.into(), expected));
    assert!(embed(1) == plain, "every bit is the same");

    // There is one cache file per model. The content of the cache does not change the vectors.
    let files: Vec<PathBuf> = fs::read_dir(folder.0.join("c/d"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let whole = fs::read(file).expect("readable");
    // Truncated and changed caches are repaired. A file that does not begin like a cache is refused, see `attacks.rs`.
    for damaged in [&whole[..whole.len() - 7], &whole[..whole.len() / 2], &whole[..5], b""] {
        fs::write(file, damaged).expect("written");
        assert!(
            embed(2) == plain,
            "every bit is the same after truncation to {} bytes",
            damaged.len()
        );
        assert_eq!(select("more.csv", "--cache c/d").0, 41, "the run repaired the cache");
    }
    let mut damaged = whole.clone();
    damaged[whole.len() / 3] ^= 16;
    fs::write(file, damaged).expect("written");
    assert!(
        embed(2) == plain,
        "every bit is the same although one cached vector is wrong"
    );

    let message = folder.refuse("embed half.csv --text text --cache pool.csv --out x.npy");
    assert!(message.contains("pool.csv"), "{message}");
}

/// The test folder contains the built-in model in the layout of the Hugging Face Hub.
/// The config files have the names and the format of the Hub instead of this project's format.
#[test]
fn folder_in_hub_layout_is_a_model() {
    let folder = Folder::new("hub");
    folder.write("pool.csv", &pool());
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/models/all-MiniLM-L6-v2");
    for inner in ["hub/onnx", "hub/1_Pooling", "hub/2_Normalize"] {
        fs::create_dir_all(folder.0.join(inner)).expect("a folder");
    }
    fs::copy(built_in.join("model.onnx"), folder.0.join("hub/onnx/encoder.onnx")).expect("copied");
    fs::copy(built_in.join("tokenizer.json"), folder.0.join("hub/tokenizer.json")).expect("copied");
    let transformer = r#"{"model_type": "bert", "hidden_size": 384, "max_position_embeddings": 512}"#;
    folder.write("hub/config.json", transformer);
    folder.write("hub/sentence_bert_config.json", r#"{"max_seq_length": 256}"#);
    folder.write("hub/1_Pooling/config.json", r#"{"pooling_mode_mean_tokens": true}"#);
    folder.write("hub/2_Normalize/config.json", "{}");
    folder.write("hub/README.md", "# A model");

    let embed = |more: &str| {
        folder.succeed(&format!("embed pool.csv --text text --out emb.npy {more}"));
        fs::read(folder.0.join("emb.npy")).expect("written")
    };
    let plain = embed("");
    assert!(embed("--model hub --cache cache") == plain);
    assert!(
        embed("--model hub --cache cache --pooling cls") != plain,
        "vectors of another pooling are not reused"
    );
    assert!(
        embed("--model hub --cache cache --prefix a") != plain,
        "vectors of another prefix are not reused"
    );
    assert!(embed("--model hub --cache cache") == plain);
    assert!(embed("--prefix a") == embed("--model hub --prefix a"));

    let report: serde_json::Value = serde_json::from_str(&folder.succeed("model --model hub --json")).expect("JSON");
    assert_eq!(report["config"]["max_length"], 256);
    assert_eq!(
        (&report["weights"], &report["attentions"]),
        (&"int8-per-channel".into(), &6.into())
    );
    let message = folder.succeed("model --model hub --max-length 99");
    for line in [
        "hub",
        "384 dimensions",
        "first 99 tokens",
        "30522",
        "24 linear layers",
        "same on every machine",
    ] {
        assert!(message.contains(line), "{line}: {message}");
    }
    assert!(folder.succeed("model").contains("all-MiniLM-L6-v2"));

    folder.write("hub/onnx/other.onnx", "");
    let message = folder.refuse("model --model hub");
    assert!(message.contains("encoder.onnx, other.onnx"), "{message}");
    fs::remove_file(folder.0.join("hub/onnx/other.onnx")).expect("removed");
    folder.write(
        "hub/modules.json",
        r#"[{"type": "sentence_transformers.models.Dense"}]"#,
    );
    let message = folder.refuse("model --model hub");
    assert!(
        message.contains("modules.json") && message.contains("`Dense`"),
        "{message}"
    );
}

#[test]
fn concurrent_programs_share_a_cache() {
    let folder = Folder::new("shared");
    folder.write("pool.csv", &pool());
    folder.succeed("embed pool.csv --text text --out plain.npy");
    let plain = fs::read(folder.0.join("plain.npy")).expect("written");
    std::thread::scope(|scope| {
        for name in ["a.npy", "b.npy"] {
            let (folder, plain) = (&folder, &plain);
            scope.spawn(move || {
                folder.succeed(&format!(
                    "embed pool.csv --text text --cache cache --threads 1 --out {name}"
                ));
                assert!(fs::read(folder.0.join(name)).expect("written") == *plain);
            });
        }
    });
    let summary = folder.succeed("select pool.csv --text text --budget 3 --json --cache cache --out picks.csv");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["texts_from_cache"], 40);
}

#[test]
fn duplicates_are_counted_and_folded_on_request() {
    let folder = Folder::new("duplicates");
    // The file contains the pool, and then its first ten texts a second time.
    let repeated: String = pool()
        .lines()
        .skip(1)
        .take(10)
        .map(|line| format!("{line}\n"))
        .collect();
    folder.write("pool.csv", &format!("{}{repeated}", pool()));
    let select = |more: &str| {
        let summary = folder.succeed(&format!(
            "select pool.csv --text text --json --neighbors 5 --out p.csv {more}"
        ));
        serde_json::from_str::<serde_json::Value>(&summary).expect("JSON")
    };
    let kept = select("--budget 41");
    let found = serde_json::json!({ "instances": 20, "different": 10, "repeated": 10 });
    assert_eq!(
        (&kept["duplicates"], &kept["settings"]["fold_duplicates"]),
        (&found, &false.into())
    );
    assert_eq!(kept["picks"], 41);
    let folded = select("--budget 40 --fold-duplicates");
    assert_eq!((&folded["duplicates"], &folded["picks"]), (&found, &40.into()));
    let picks = folder.read("p.csv");
    let rows = picks
        .lines()
        .skip(1)
        .map(|pick| pick.split(',').nth(1).expect("a row").parse::<u32>().expect("a row"));
    assert!(
        rows.into_iter().all(|row| row < 40),
        "the first duplicate represents both"
    );
    let refused = folder.refuse("select pool.csv --text text --out p.csv --budget 41 --fold-duplicates");
    assert!(refused.contains("the pool has only 40 texts"), "{refused}");
}

fn rows(folder: &Folder) -> Vec<u32> {
    let picks = folder.read("picks.csv");
    let row = |pick: &str| pick.split(',').nth(1).expect("a row").parse().expect("a number");
    picks.lines().skip(1).map(row).collect()
}

#[test]
fn every_method_picks_different_rows() {
    let folder = Folder::new("methods");
    folder.write("pool.csv", &pool());
    folder.succeed("embed pool.csv --text text --out emb.npy");
    let sure: String = (0..40).map(|row| format!("{},0.{:02}\n", 39 - row, row)).collect();
    folder.write("sure.csv", &format!("row,confidence\n{sure}"));
    let select = |method: &str, more: &str| {
        let arguments = format!(
            "select pool.csv --text text --embeddings emb.npy --neighbors 5 --json --out picks.csv --method {method} {more}"
        );
        let summary: serde_json::Value = serde_json::from_str(&folder.succeed(&arguments)).expect("JSON");
        assert_eq!(summary["settings"]["method"], method);
        assert!(summary["seconds"]["select"].is_number());
        let rows = rows(&folder);
        assert_eq!(summary["picks"], rows.len(), "{method}");
        rows
    };
    let mut picked = Vec::new();
    for method in [
        "fastgas",
        "random",
        "fast-vote-k",
        "vote-k",
        "ideal",
        "top-degree",
        "pagerank",
        "subclustering",
        "louvain",
        "facility-location",
        "k-center",
        "k-means",
        "typical",
        "graph-cover",
    ] {
        let sure = if method == "vote-k" {
            "--confidences sure.csv"
        } else {
            ""
        };
        let rows = select(method, &format!("--budget 12 {sure}"));
        assert_eq!(rows.len(), 12);
        assert_eq!(
            rows,
            select(method, &format!("--budget 12 --threads 1 {sure}")),
            "{method}"
        );
        picked.push(rows);
    }
    picked.sort();
    picked.dedup();
    assert!(picked.len() >= 13, "all methods pick differently: {picked:?}");

    assert_eq!(select("vote-k", "--budget 10"), select("fast-vote-k", "--budget 10"));
    assert_ne!(
        select("fast-vote-k", "--budget 10"),
        select("fast-vote-k", "--budget 10 --vote-neighbors 3")
    );
    assert_eq!(
        select("ideal", "--budget 5 --as-published")[0],
        0,
        "all instances have the same number of edges"
    );
    assert_ne!(
        select("k-center", "--budget 4"),
        select("k-center", "--budget 4 --centered")
    );
    let subjects = |rows: Vec<u32>| {
        rows.iter()
            .map(|row| row % 4)
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    for method in ["k-means", "facility-location", "typical"] {
        assert_eq!(subjects(select(method, "--budget 4")), 4, "{method}");
    }

    let refused =
        folder.refuse("select pool.csv --text text --embeddings emb.npy --budget 11 --method vote-k --out p.csv");
    assert!(refused.contains("after the first 10 picks"), "{refused}");
    folder.write("sure.csv", "row,confidence\n0,high\n");
    let refused = folder.refuse(
        "select pool.csv --text text --embeddings emb.npy --budget 11 --method vote-k --confidences sure.csv --out p.csv",
    );
    assert!(
        refused.contains("sure.csv: record 1: column `confidence` holds `high`"),
        "{refused}"
    );
    let refused = folder.refuse("select pool.csv --text text --budget 2 --method best --out p.csv");
    assert!(
        refused.contains("graph-cover"),
        "the message lists the methods: {refused}"
    );
}

#[test]
fn extend_continues_earlier_picks() {
    let folder = Folder::new("extend");
    folder.write("pool.csv", &pool());
    folder.succeed("embed pool.csv --text text --out emb.npy");
    let select = "select pool.csv --text text --embeddings emb.npy --neighbors 5";
    folder.succeed(&format!("{select} --budget 4 --out picks.csv"));
    let first = rows(&folder);
    fs::copy(folder.0.join("picks.csv"), folder.0.join("first.csv")).expect("a copy");
    folder.write("skip.csv", "row\n7\n39\n");
    let earlier = "--extend first.csv --skip skip.csv";
    for method in ["fastgas", "fastgas --preset paper", "facility-location", "graph-cover"] {
        let summary = folder.succeed(&format!(
            "{select} --budget 9 {earlier} --method {method} --explain --json --out picks.csv"
        ));
        let settings = &serde_json::from_str::<serde_json::Value>(&summary).expect("JSON")["settings"];
        assert_eq!(
            (&settings["extend"], &settings["skip"]),
            (&"first.csv".into(), &"skip.csv".into())
        );
        let all = rows(&folder);
        assert_eq!((&all[..4], all.len()), (&first[..], 9), "{method}");
        assert!(!all.contains(&7) && !all.contains(&39), "{method}: {all:?}");
    }
    let refused = folder.refuse(&format!("{select} --budget 4 --extend first.csv --out p.csv"));
    assert!(
        refused.contains("the budget is 4, and there are 4 picks already") && refused.contains("Raise the budget"),
        "{refused}"
    );
    let refused = folder.refuse(&format!(
        "{select} --budget 9 --extend first.csv --method k-means --out p.csv"
    ));
    assert!(refused.contains("k-means makes all picks at once"), "{refused}");
    folder.write("other.csv", "row\n40\n");
    let refused = folder.refuse(&format!("{select} --budget 9 --extend other.csv --out p.csv"));
    assert!(refused.contains("`40` is not a row of the pool"), "{refused}");
}

#[test]
fn empty_texts_are_named_before_the_budget_is_refused() {
    let folder = Folder::new("empty-texts");
    folder.write("pool.csv", "id,text\n1,a soup\n2,\n3,a song\n");
    let refused = folder.refuse("select pool.csv --text text --budget 3 --out p.csv");
    for expected in [
        "empty texts, which are not picked: 1",
        "without the 1 skipped or empty text the pool has only 2 texts",
    ] {
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn summary_names_every_setting_and_stage() {
    let folder = Folder::new("summary");
    folder.write("pool.tsv", &pool().replace(",please", "please").replace(',', "\t"));
    let summary = folder
        .succeed("select pool.tsv --text text --budget 6 --preset paper --weighted --seed 9 --json --out picks.csv");
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["settings"]["seed"], 9);
    assert_eq!(summary["settings"]["preset"], "paper");
    let tried = summary["parts_tried"].as_array().expect("auto tries a few");
    let counts: Vec<u64> = tried
        .iter()
        .map(|tried| tried["n_parts"].as_u64().expect("a number"))
        .collect();
    assert!(counts == [6, 3] || counts == [6, 3, 2], "{counts:?}");
    // The preset `paper` does not center the embeddings, so the measure is the facility coverage that `evaluate` reports.
    let coverage = |tried: &serde_json::Value| tried["facility_coverage"].as_f64().expect("a number");
    let best = tried.iter().rev().max_by(|a, b| coverage(a).total_cmp(&coverage(b)));
    assert_eq!(summary["settings"]["parts"], best.expect("a few")["n_parts"]);
    assert_eq!(summary["picks"], 6);
    for stage in ["load", "embed", "neighbors", "graph", "parts", "partition", "select"] {
        assert!(summary["seconds"][stage].is_number(), "{stage}");
    }
}

#[test]
fn errors_name_the_position_and_a_remedy() {
    let folder = Folder::new("refused");
    folder.write("pool.csv", &pool());
    folder.write("ragged.csv", "id,text\n1,a\n2,b,c\n");
    folder.write("empty.csv", "id,text\n1,\n2,\n3,\n");
    folder.write("one.csv", "text\nalone\n");
    folder.write("bad.graph", "2 1\n2\n\n");
    folder.write("good.graph", "3 1\n2\n1\n\n");
    folder.write("bad.part", "0\n1\n");
    let select = |pool: &str, more: &str| folder.refuse(&format!("select {pool} --out p.csv {more}"));
    for (message, expected) in [
        (select("none.csv", "--text text --budget 2"), "none.csv: "),
        (
            select("ragged.csv", "--text text --budget 2"),
            "ragged.csv: line 3 has 3 cells, the header has 2",
        ),
        (
            select("pool.csv", "--text tekst --budget 2"),
            "there is no column `tekst`; the columns are `id`, `text`, `topic`",
        ),
        (
            select("empty.csv", "--text text --budget 2 --neighbors 1"),
            "column `text` is empty in every row",
        ),
        (select("one.csv", "--text text --budget 1"), "the pool has 1 text"),
        (
            select("pool.csv", "--text text --budget 41"),
            "the budget is 41, but the pool has only 40 texts",
        ),
        (
            select("pool.csv", "--text text --budget 2 --neighbors 40"),
            "each of 40 texts has only 39 others",
        ),
        (select("pool.csv", "--text text --budget 2 --model ."), "model.onnx"),
        (folder.refuse("model --max-length 2"), "max_length is 2"),
        (
            folder.refuse("model --max-length 600"),
            "the model has only 512 positions",
        ),
        (folder.refuse("model --pooling median"), "median"),
        (
            select("pool.csv", "--text text --budget 2 --parts many"),
            "give `auto` or a whole number from 1",
        ),
        (
            folder.refuse("partition bad.graph --parts 2 --out g.part"),
            "bad.graph: line 2 of the METIS file: vertex 1 lists 2",
        ),
        (
            folder.refuse("quality good.graph bad.part"),
            "bad.part: line 2 of the METIS file: the file ends after 2 of the graph's 3 vertices",
        ),
        (
            folder.refuse("knn pool.csv --out i.npy --similarities s.npy"),
            "pool.csv: the array file cannot be used",
        ),
    ] {
        assert!(message.contains(expected), "{message}");
    }
    assert!(!folder.0.join("p.csv").exists(), "a refused command writes nothing");
}

#[test]
fn truncated_texts_are_reported() {
    let folder = Folder::new("beginnings");
    let long = "Where is my card? ".repeat(100);
    folder.write("pool.csv", &format!("text\nshort\n{long}\nbirds\n{long}{long}\n"));
    let message = || {
        let output = folder.run("embed pool.csv --cache cache --out emb.npy");
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("text")
    };
    let first = message();
    assert!(
        first.contains("2 of 4 texts have more tokens than the encoder reads")
            && first.contains("of row 1, the first "),
        "{first}"
    );
    assert_eq!(message(), first, "the message also covers cached texts");
}

#[test]
fn embeddings_of_another_file_are_refused() {
    let folder = Folder::new("other");
    folder.write("pool.csv", &pool());
    folder.write("shorter.csv", "text\na\nb\nc\n");
    folder.succeed("embed shorter.csv --text text --out emb.npy");
    let message = folder.refuse("select pool.csv --text text --budget 2 --embeddings emb.npy --out p.csv");
    assert!(
        message.contains("emb.npy: the embeddings have 3 rows, but the pool has 40"),
        "{message}"
    );
}

#[test]
fn neighbors_are_equal_on_every_device_and_device_is_reported() {
    let folder = Folder::new("device");
    let rows = Array2::from_shape_fn((300, 24), |(i, j)| ((i * 37 + j * 101) % 211) as f32 - 105.0);
    write_npy(folder.0.join("e.npy"), &rows).expect("a file under target");
    let run = |device: &str| {
        let arguments = format!("knn e.npy --device {device} --out {device}.npy --similarities s-{device}.npy");
        let output = folder.run(&arguments);
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{message}");
        let bytes = |name: String| fs::read(folder.0.join(name)).expect("the program wrote it");
        (
            (bytes(format!("{device}.npy")), bytes(format!("s-{device}.npy"))),
            message,
        )
    };
    let (on_cpu, message) = run("cpu");
    assert_eq!(message, "");
    let (on_gpu, message) = run("gpu");
    assert!(on_gpu == on_cpu, "both devices return the same bits");
    if cfg!(not(feature = "gpu")) {
        assert_eq!(
            message,
            "fastgas: neighbors found on the CPU: this program is built without GPU support\n"
        );
    }
}

#[test]
fn embeddings_are_equal_on_every_device_and_device_is_reported() {
    let folder = Folder::new("embed-device");
    let texts = (0..40).map(|text| format!("Question {text}.{}\n", " My card has not arrived yet.".repeat(text % 4)));
    let pool = format!("text\n{}", texts.collect::<String>());
    fs::write(folder.0.join("pool.csv"), pool).expect("a file under target");
    let run = |device: &str| {
        let arguments = format!("embed pool.csv --text text --device {device} --out {device}.npy");
        let output = folder.run(&arguments);
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success(), "{message}");
        let bytes = fs::read(folder.0.join(format!("{device}.npy"))).expect("the program wrote it");
        (bytes, message)
    };
    let (on_cpu, message) = run("cpu");
    assert_eq!(message, "");
    let (on_gpu, message) = run("gpu");
    assert!(on_gpu == on_cpu, "both devices return the same bits");
    if cfg!(feature = "gpu") {
        // The driver of the GPU may print other lines on stderr, so the test looks only at the program's lines.
        let is_report = |line: &str| line.starts_with("fastgas: embeddings ");
        assert_eq!(message.lines().filter(|line| is_report(line)).count(), 1, "{message}");
    } else {
        let expected = "fastgas: embeddings computed on the CPU: this program is built without GPU support\n";
        assert_eq!(message, expected);
    }
}

/// The test also runs without the large files of the multilingual encoder, which are not in the repository.
/// Without the large files, the program must explain how to get the files.
#[test]
fn multilingual_encoder_is_used_or_its_absence_explained() {
    let folder = Folder::new("multilingual");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/models/multilingual-e5-small/model.onnx");
    if !file.is_file() {
        let message = folder.refuse("model --model multilingual");
        assert!(message.contains("cargo xtask model --multilingual"), "{message}");
        return;
    }
    let message = folder.succeed("model --model multilingual");
    for line in [
        "multilingual-e5-small",
        "384 dimensions",
        "first 512 tokens",
        "250037",
        "`query: `",
        "48 linear layers",
        "same on every machine",
    ] {
        assert!(message.contains(line), "{line}: {message}");
    }
}
