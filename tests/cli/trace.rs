//! Tests of recording and reading traces. Also checks that the program generates the committed traces and pictures.

use std::fs;
use std::path::Path;

use crate::support::{Folder, pool};
use ndarray::Array2;
use ndarray_npy::read_npy;
use serde_json::Value;

fn json(line: &str) -> Value {
    let mut line: Value = serde_json::from_str(line.lines().last().expect("a line")).expect("JSON");
    line.as_object_mut().expect("an object").remove("seconds");
    line
}

#[test]
fn trace_is_read_back_with_recorded_result() {
    let folder = Folder::new("trace");
    let ring: Vec<String> = (0..300)
        .map(|v| format!("{} {}", (v + 299) % 300 + 1, (v + 1) % 300 + 1))
        .collect();
    folder.write("ring.graph", &format!("300 300\n{}\n", ring.join("\n")));
    for preset in ["paper", "best"] {
        let recorded = json(&folder.succeed(&format!(
            "trace ring.graph --parts 6 --budget 12 --seed 3 --preset {preset} --out ring.trace"
        )));
        assert_eq!(json(&folder.succeed("trace ring.trace")), recorded);
        let parts = json(&folder.succeed(&format!(
            "partition ring.graph --parts 6 --seed 3 --preset {preset} --out ring.part"
        )));
        assert_eq!(
            (&recorded["cut"], &recorded["imbalance"]),
            (&parts["cut"], &parts["imbalance"])
        );
        assert_eq!(recorded["picks"].as_array().map(Vec::len), Some(12));
        assert_eq!(
            recorded["bytes"],
            fs::metadata(folder.0.join("ring.trace")).expect("it was written").len()
        );
    }
    folder.write("pool.csv", &pool());
    for preset in ["paper", "best"] {
        let select =
            format!("select pool.csv --text text --budget 8 --neighbors 5 --preset {preset} --trace pool.trace");
        folder.succeed(&format!("{select} --out picks.csv"));
        let rows = folder.read("picks.csv");
        let rows = rows.lines().skip(1).map(|line| line.split(',').nth(1).expect("a row"));
        let rows: Vec<u64> = rows.map(|row| row.parse().expect("a number")).collect();
        assert_eq!(
            json(&folder.succeed("trace pool.trace"))["picks"],
            Value::from(rows),
            "{preset}"
        );
    }
    let untold = folder.refuse("select pool.csv --text text --budget 8 --method random --trace t --out p.csv");
    assert!(untold.contains("only the method fastgas"), "{untold}");
    let told = folder.succeed("trace spider --tell");
    assert!(
        told.contains("\tPart 0: vertex 0 is picked, with 3 edges that no earlier pick touches."),
        "{told}"
    );
    folder.succeed("trace karate --step 3 --svg karate.svg");
    assert!(folder.read("karate.svg").starts_with("<svg xmlns"));

    let mut damaged = fs::read(folder.0.join("ring.trace")).expect("it was written");
    damaged.truncate(damaged.len() / 2);
    fs::write(folder.0.join("damaged.trace"), damaged).expect("a file under target");
    assert!(folder.refuse("trace damaged.trace").contains("cut off or damaged"));
    assert!(folder.refuse("trace karate --parts 99").contains("99"));
}

#[test]
fn committed_sentences_graph_matches_the_encoder() {
    let folder = Folder::new("trace-sentences");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/trace/src/examples");
    fs::copy(examples.join("sentences.csv"), folder.0.join("sentences.csv")).expect("it exists");
    folder.succeed("embed sentences.csv --out s.npy");
    folder.succeed("graph s.npy --neighbors 3 --out s.graph");
    let committed = fs::read_to_string(examples.join("sentences.graph")).expect("it exists");
    assert_eq!(folder.read("s.graph"), committed);
    // The committed embeddings are rounded to signed bytes.
    let embedded: Array2<f32> = read_npy(folder.0.join("s.npy")).expect("it was written");
    let example = fastgas::trace::examples::ExampleGraph::named("sentences").expect("the example exists");
    let rounded = example.embeddings.expect("they are committed");
    assert_eq!(rounded.as_array().dim(), embedded.dim());
    for (row, vector) in embedded.rows().into_iter().enumerate() {
        let cosine: f32 = vector.iter().zip(&rounded.row(row)).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.9998, "sentence {row}: {cosine}; run `cargo xtask sentences`");
    }
}

/// `cargo xtask pictures` updates pictures that fail the test.
#[test]
fn committed_pictures_match_the_commands_in_the_docs() {
    let folder = Folder::new("trace-pictures");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let text = fs::read_to_string(docs.join("algorithm.md")).expect("it exists");
    fs::create_dir_all(folder.0.join("pictures")).expect("a folder under target");
    let mut n_pictures = 0;
    for command in text
        .lines()
        .filter_map(|line| line.strip_prefix("<!-- fastgas ")?.strip_suffix(" -->"))
    {
        folder.succeed(command);
        let picture = command.split(' ').next_back().expect("the file");
        let committed = fs::read_to_string(docs.join(picture)).expect("it is committed");
        assert!(
            folder.read(picture) == committed,
            "{picture} is out of date: cargo xtask pictures"
        );
        n_pictures += 1;
    }
    assert!(n_pictures >= 8, "{n_pictures}");
}
