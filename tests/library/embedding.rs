//! Tests of the encoder with the built-in model.

use std::sync::LazyLock;

use fastgas::embedding::WeightFormat;
use fastgas::embedding::cache::ARITHMETIC;
use fastgas::embedding::{ConfigReason, EmbedError, ModelReason, TokenizerReason};
use fastgas::encoder::Encoder;
use ndarray::{Array2, ArrayView1};
use ndarray_npy::ReadNpyExt;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

const ONNX: &[u8] = include_bytes!("../../www/models/all-MiniLM-L6-v2/model.onnx");
const TOKENIZER: &[u8] = include_bytes!("../../www/models/all-MiniLM-L6-v2/tokenizer.json");
const CONFIG: &[u8] = include_bytes!("../../www/models/all-MiniLM-L6-v2/config.json");

static ENCODER: LazyLock<Encoder> = LazyLock::new(|| Encoder::new(ONNX, TOKENIZER, CONFIG).unwrap());

fn golden() -> (Vec<String>, Array2<f32>) {
    let texts = serde_json::from_str(include_str!("../data/minilm-golden.json")).unwrap();
    let vectors = Array2::read_npy(&include_bytes!("../data/minilm-golden.npy")[..]).unwrap();
    (texts, vectors)
}

fn encode(texts: &[&str]) -> Vec<Vec<u32>> {
    let encoded = ENCODER.encode(texts).unwrap();
    encoded
        .rows
        .chunks_exact(ENCODER.dimensions())
        .map(|vector| vector.iter().map(|x| x.to_bits()).collect())
        .collect()
}

fn checksum(vectors: &[f32]) -> u64 {
    let bytes = vectors.iter().flat_map(|x| x.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn every_operator_is_replaced_by_deterministic_one() {
    assert!(ENCODER.operators_left().is_empty(), "{:?}", ENCODER.operators_left());
}

#[test]
fn report_describes_the_model() {
    let report = ENCODER.report().unwrap();
    assert_eq!(report.config, *ENCODER.config());
    assert_eq!(
        (report.config.dimensions, report.config.max_length),
        (Some(384), Some(256))
    );
    assert_eq!((report.vocabulary, report.bytes), (Some(30_522), ONNX.len() as u64));
    assert_eq!(
        (report.weights, report.has_int4_table),
        (WeightFormat::Int8PerChannel, false)
    );
    // In this model file, queries, keys and values have separate scales, so the report contains them as three layers.
    assert_eq!((report.linear_layers, report.attentions, report.norms), (24, 6, 13));
    assert!(report.slow_operators.is_empty(), "{:?}", report.slow_operators);
    assert!(report.operators_left.is_empty() && report.texts_per_second > 0.0);
}

/// If config.json omits a setting, the encoder reads the setting from another file.
/// For example, tokenizer.json also contains the maximum length.
#[test]
fn config_may_be_empty() {
    let encoder = Encoder::new(ONNX, TOKENIZER, b"{}").unwrap();
    let own_length =
        serde_json::from_slice::<serde_json::Value>(TOKENIZER).unwrap()["truncation"]["max_length"].clone();
    let max_length = own_length.as_u64().map_or(512, |length| length as usize);
    assert_eq!(encoder.config().max_length, Some(max_length));
    assert_eq!(encoder.dimensions(), 384);
    assert_eq!(encoder.encode(&["a text"]), ENCODER.encode(&["a text"]));
}

#[test]
fn vectors_are_those_of_the_full_precision_model() {
    let (texts, golden) = golden();
    assert_eq!(texts.len(), 200);
    let vectors = ENCODER
        .encode(&texts.iter().map(String::as_str).collect::<Vec<_>>())
        .unwrap()
        .rows;
    let mut cosines = Vec::new();
    for ((text, golden), vector) in texts.iter().zip(golden.rows()).zip(vectors.chunks_exact(384)) {
        let vector = ArrayView1::from(vector);
        assert!((vector.dot(&vector) - 1.0).abs() < 1e-5);
        let cosine = vector.dot(&golden);
        assert!(
            cosine >= 0.99,
            "{cosine}: {:?}",
            text.chars().take(80).collect::<String>()
        );
        cosines.push(cosine);
    }
    let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
    assert!(mean >= 0.997, "{mean}");
}

#[test]
fn batch_order_and_padding_do_not_change_any_bit() {
    let (texts, _) = golden();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.shuffle(&mut generator);
    let order = &order[..60];
    let alone: Vec<Vec<u32>> = order.iter().flat_map(|&text| encode(&[&texts[text]])).collect();
    for size in [60, 7] {
        let mut shuffled: Vec<usize> = (0..order.len()).collect();
        shuffled.shuffle(&mut generator);
        for batch in shuffled.chunks(size) {
            let together = encode(
                &batch
                    .iter()
                    .map(|&index| texts[order[index]].as_str())
                    .collect::<Vec<_>>(),
            );
            for (&index, vector) in batch.iter().zip(together) {
                assert!(alone[index] == vector, "{:?} in a batch of {size}", texts[order[index]]);
            }
        }
    }
}

/// The end-to-end tests check that the vectors have the same checksum in WebAssembly.
#[test]
fn the_bits_are_those_of_every_machine() {
    let (texts, _) = golden();
    let some: Vec<&str> = texts.iter().step_by(10).map(String::as_str).collect();
    assert_eq!(some.len(), 20);
    assert_eq!(
        checksum(&ENCODER.encode(&some).unwrap().rows),
        ARITHMETIC,
        "if the bits change, the arithmetic needs another name, because caches would mix old and new vectors"
    );
}

#[test]
fn texts_of_any_length_are_encoded() {
    assert_eq!(encode(&[]), Vec::<Vec<u32>>::new());
    let (long, longer) = ("word ".repeat(10_000), "word ".repeat(10_001));
    let vectors = encode(&["", " ", "\n", &long, &longer]);
    assert_eq!(vectors[0], vectors[1]);
    assert_eq!(vectors[0], vectors[2]);
    assert_eq!(vectors[3], vectors[4], "both texts are truncated at 256 tokens");
    assert_ne!(vectors[0], vectors[3]);
}

#[test]
fn threads_share_an_encoder() {
    let texts = ["one", "two words", "three words here"];
    let expected = encode(&texts);
    std::thread::scope(|scope| {
        let threads: Vec<_> = texts
            .iter()
            .map(|text| scope.spawn(|| encode(&[text]).remove(0)))
            .collect();
        for (thread, expected) in threads.into_iter().zip(expected) {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
}

/// An instruction affects attention like a prefix, but is excluded from mean and max pooling.
/// With CLS pooling, instruction and prefix give the same vector.
#[test]
fn instruction_is_not_pooled() {
    let vectors = |pooling: &str, field: &str| {
        let config = format!(r#"{{"pooling": "{pooling}", "{field}": "Represent it: "}}"#);
        let encoder = Encoder::new(ONNX, TOKENIZER, config.as_bytes()).unwrap();
        encoder.encode(&["small birds", ""]).unwrap().rows
    };
    let cosine = |a: &[f32], b: &[f32]| ArrayView1::from(a).dot(&ArrayView1::from(b));
    for pooling in ["mean", "max"] {
        let (instructed, prefixed) = (vectors(pooling, "instruction"), vectors(pooling, "prefix"));
        let close = cosine(&instructed[..384], &prefixed[..384]);
        assert!((0.5..0.999).contains(&close), "{pooling}: {close}");
        assert!(instructed[384..] != prefixed[384..], "{pooling}: the empty text");
    }
    assert_eq!(vectors("cls", "instruction"), vectors("cls", "prefix"));
    let config = r#"{"instruction": "one two three four", "max_length": 6}"#;
    let error = Encoder::new(ONNX, TOKENIZER, config.as_bytes()).unwrap_err();
    assert!(
        matches!(
            &error,
            EmbedError::ModelConfig {
                reason: ConfigReason::NoRoom { max_length: 6, .. }
            }
        ),
        "{error:?}"
    );
}

/// The vector of a text stays bit-identical if the text after the reported end is removed.
#[test]
fn reported_end_is_where_reading_stopped() {
    let texts = [
        "Where is my card? ".repeat(100),
        "Grüße aus Köln – schöne Tage… ".repeat(60),
        "猫が好きです。".repeat(80),
        "a".repeat(100) + &" b".repeat(400),
        "🙂 ".repeat(500),
    ];
    for config in [
        String::from_utf8(CONFIG.to_vec()).unwrap(),
        r#"{"prefix": "query: "}"#.into(),
        r#"{"instruction": "Represent it für später: "}"#.into(),
    ] {
        let encoder = Encoder::new(ONNX, TOKENIZER, config.as_bytes()).unwrap();
        for text in &texts {
            let whole = encoder.encode(&[text]).unwrap();
            let end = whole.bytes_read[0] as usize;
            assert!(
                (100..text.len()).contains(&end),
                "{end} of {} bytes: {text}",
                text.len()
            );
            let read = encoder.encode(&[&text[..end]]).unwrap();
            assert_eq!(read.bytes_read, whole.bytes_read, "the whole text is read: {text}");
            assert!(read.rows == whole.rows, "{text}");
        }
        let short = encoder.encode(&["", "  small birds  ", "a\n"]).unwrap();
        assert_eq!(short.bytes_read, [0, 15, 2], "the number includes trailing spaces");
    }
}

#[test]
fn broken_model_is_an_error() {
    for bytes in [&b""[..], b"not a model", TOKENIZER, &ONNX[1..]] {
        assert!(matches!(
            Encoder::new(bytes, TOKENIZER, CONFIG),
            Err(EmbedError::Model { .. })
        ));
    }
    for part in 1..16 {
        let cut = ONNX.len() / 16 * part;
        assert!(
            matches!(
                Encoder::new(&ONNX[..cut], TOKENIZER, CONFIG),
                Err(EmbedError::Model { .. })
            ),
            "{cut}"
        );
    }
}

#[test]
fn broken_tokenizer_is_an_error() {
    let half = &TOKENIZER[..TOKENIZER.len() / 2];
    for bytes in [&b""[..], b"{}", CONFIG, half] {
        assert!(matches!(
            Encoder::new(ONNX, bytes, CONFIG),
            Err(EmbedError::Tokenizer { .. })
        ));
    }
}

#[test]
fn broken_config_is_an_error() {
    let edited = |from: &str, to: &str| {
        let config = String::from_utf8(CONFIG.to_vec()).unwrap();
        assert!(config.contains(from));
        config.replace(from, to)
    };
    for config in [
        String::new(),
        edited("384", "-1"),
        edited("384", "0"),
        edited("\"mean\"", "\"median\""),
        edited("256", "0"),
        edited("256", "2"),
    ] {
        let error = Encoder::new(ONNX, TOKENIZER, config.as_bytes()).unwrap_err();
        assert!(matches!(error, EmbedError::ModelConfig { .. }), "{error:?}");
    }
    let error = Encoder::new(ONNX, TOKENIZER, edited("384", "768").as_bytes()).unwrap_err();
    assert!(
        matches!(
            &error,
            EmbedError::Model {
                reason: ModelReason::Dimensions { expected: 768, .. }
            }
        ),
        "{error:?}"
    );
}

#[test]
fn tokenizer_of_another_model_is_an_error() {
    let mut tokenizer: serde_json::Value = serde_json::from_slice(TOKENIZER).unwrap();
    tokenizer["model"]["vocab"]["bird"] = 40_000.into();
    let encoder = Encoder::new(ONNX, &serde_json::to_vec(&tokenizer).unwrap(), CONFIG).unwrap();
    let error = encoder.encode(&["one bird"]).unwrap_err();
    assert!(
        matches!(
            &error,
            EmbedError::Tokenizer {
                reason: TokenizerReason::Token { id: 40_000, .. }
            }
        ),
        "{error:?}"
    );
}

/// The model has position embeddings for 512 tokens, so a larger maximum length is an error.
#[test]
fn more_tokens_than_positions_are_an_error() {
    let longest = |tokens: &str| {
        let config = String::from_utf8(CONFIG.to_vec()).unwrap().replace("256", tokens);
        Encoder::new(ONNX, TOKENIZER, config.as_bytes())
    };
    assert!(longest("512").unwrap().encode(&[&"word ".repeat(550)]).is_ok());
    let error = longest("513").unwrap_err();
    assert!(
        matches!(
            &error,
            EmbedError::ModelConfig {
                reason: ConfigReason::Positions { positions: 512, .. }
            }
        ),
        "{error:?}"
    );
}
