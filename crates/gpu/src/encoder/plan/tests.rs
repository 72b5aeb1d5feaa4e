use fastgas_encoder::fixtures::{ModelVariant, POSITIONS, VOCABULARY, file, tokenizer, with_blocks};

use super::super::conformance::Random;
use super::super::tests::emulated_arithmetics;
use super::*;
use crate::block_on;
use crate::tests::engine;

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

fn random_texts(lengths: impl IntoIterator<Item = usize>) -> Vec<Tokens> {
    let mut random = Random(7);
    let mut text = |length: usize| Tokens {
        ids: (0..length).map(|_| random.below(VOCABULARY as u32)).collect(),
        types: (0..length).map(|_| random.below(2)).collect(),
        first_pooled: 0,
    };
    lengths.into_iter().map(&mut text).collect()
}

/// Small encoders with random weights. Each encoder differs from the others in one property, such as the pooling.
fn tiny_encoders() -> Vec<(&'static str, Encoder)> {
    let all = ModelVariant::ALL;
    let open =
        |model: Vec<u8>, config: &str| Encoder::new(model, &tokenizer(), config.as_bytes()).expect("it is an encoder");
    let bytes = file(&all.model(1));
    let scaled = ModelVariant {
        gelu: false,
        input_scales: false,
        biases: false,
        scale: Some(0.5),
        layers: 1,
        ..all.clone()
    };
    let unmasked = ModelVariant { mask: false, ..all };
    vec![
        ("blocks", open(file(&with_blocks(VOCABULARY, false)), "{}")),
        ("floats", open(file(&with_blocks(VOCABULARY, true)), "{}")),
        ("CLS", open(bytes.clone(), r#"{"pooling": "cls"}"#)),
        ("maximum", open(bytes.clone(), r#"{"pooling": "max"}"#)),
        ("without GELU", open(file(&scaled.model(2)), "{}")),
        ("without a mask", open(file(&unmasked.model(3)), "{}")),
        ("bytes", open(bytes, "{}")),
    ]
}

fn uploaded(engine: &Rc<Engine>, arithmetic: &str, encoder: &Encoder) -> GpuEncoder {
    let weights = encoder.weights().expect("the encoder is recognized");
    block_on(GpuEncoder::with(engine.clone(), arithmetic, &weights)).expect("the encoder fits")
}

/// Asserts that the GPU embeds all texts itself and that its vectors equal the CPU's vectors.
#[track_caller]
fn assert_equal(what: &str, encoder: &Encoder, gpu: &mut GpuEncoder, texts: &[Tokens]) {
    let found = block_on(gpu.encode(texts)).expect("the GPU answers");
    assert_eq!(
        found.left, [0_u32; 0],
        "{what}: the texts that the GPU leaves to the CPU"
    );
    let expected = encoder.encode_tokens(texts).expect("valid texts");
    let width = encoder.dimensions();
    for (text, (row, expected)) in found.rows.chunks(width).zip(expected.chunks(width)).enumerate() {
        let length = texts[text].ids.len();
        assert_eq!(bits(row), bits(expected), "{what}, text {text} of {length} tokens");
    }
}

#[test]
fn vectors_have_the_bits_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("vectors_have_the_bits_of_the_cpu") else {
        return;
    };
    let engine = Rc::new(engine);
    // The texts cover all possible lengths. The longest and the shortest texts are next to each other.
    let lengths = (1..=POSITIONS).flat_map(|length| [length, POSITIONS + 1 - length]);
    let texts = random_texts(lengths);
    for (kind, encoder) in tiny_encoders() {
        for (arithmetic, source) in emulated_arithmetics() {
            // Only the `bytes` encoder is tested with all arithmetic variants (emulations of GPU rounding).
            // The other encoders use the same kernels.
            if kind != "bytes" && arithmetic != "guarded" {
                continue;
            }
            let what = format!("{kind}, {arithmetic}");
            let mut gpu = uploaded(&engine, &source, &encoder);
            assert_equal(&what, &encoder, &mut gpu, &texts);
            assert_equal(&what, &encoder, &mut gpu, &texts[..1]);
        }
    }
}

/// Asserts that the GPU's vectors depend neither on the batch nor on the submission.
#[test]
fn texts_are_divided_into_submissions_or_skipped_without_an_adapter() {
    let Some(engine) = engine("texts_are_divided_into_submissions") else {
        return;
    };
    let (_, encoder) = tiny_encoders().pop().expect("an encoder");
    let mut gpu = uploaded(&Rc::new(engine), &Arithmetic::Guarded.source(), &encoder);
    let texts = random_texts((0..40).map(|text| 1 + text * 7 % POSITIONS));
    let n_tokens: usize = texts.iter().map(|text| text.ids.len()).sum();
    for limit in [POSITIONS, 70, n_tokens] {
        gpu.n_tokens = limit;
        assert_equal(&format!("{limit} tokens"), &encoder, &mut gpu, &texts);
    }
}

#[test]
fn tokens_of_an_instruction_are_not_pooled_or_skipped_without_an_adapter() {
    let Some(engine) = engine("tokens_of_an_instruction_are_not_pooled") else {
        return;
    };
    let model = file(&ModelVariant::ALL.model(1));
    let encoder = Encoder::new(model, &tokenizer(), br#"{"instruction": "w1 w2 "}"#).expect("it is an encoder");
    let (texts, _) = encoder.tokens(&["w3 w4 w5", "w6"]).expect("valid texts");
    assert_eq!(texts[0].first_pooled, 3);
    let mut gpu = uploaded(&Rc::new(engine), &Arithmetic::Guarded.source(), &encoder);
    assert_equal("instruction", &encoder, &mut gpu, &texts);
}

#[test]
fn unsuitable_texts_are_left_to_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("unsuitable_texts_are_left_to_the_cpu") else {
        return;
    };
    let (_, encoder) = tiny_encoders().pop().expect("an encoder");
    let mut gpu = uploaded(&Rc::new(engine), &Arithmetic::Guarded.source(), &encoder);
    let texts = random_texts([3, POSITIONS + 1, 2, 0]);
    let found = block_on(gpu.encode(&texts)).expect("the GPU answers");
    assert_eq!(found.left, [1, 3]);
    let expected = encoder
        .encode_tokens(&[texts[0].clone(), texts[2].clone()])
        .expect("valid texts");
    let rows: Vec<&[f32]> = found.rows.chunks(encoder.dimensions()).collect();
    assert_eq!(bits(&[rows[0], rows[2]].concat()), bits(&expected));
    assert!(rows[1].iter().chain(rows[3]).all(|&x| x == 0.0));
}

/// If a large factor scales the attention scores, nearly all attention weights are below 2⁻⁶⁰ and count as 0.
#[test]
fn texts_with_tiny_attention_weights_have_the_bits_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("texts_with_tiny_attention_weights_have_the_bits_of_the_cpu") else {
        return;
    };
    let model = ModelVariant {
        scale: Some(16.0),
        ..ModelVariant::ALL
    };
    let encoder = Encoder::new(file(&model.model(1)), &tokenizer(), b"{}").expect("it is an encoder");
    let texts = random_texts([1, POSITIONS, 1]);
    let mut gpu = uploaded(&Rc::new(engine), &Arithmetic::Guarded.source(), &encoder);
    assert_equal("large scores", &encoder, &mut gpu, &texts);
}

#[test]
fn lost_gpu_is_reported_or_skipped_without_an_adapter() {
    let Some(engine) = engine("lost_gpu_is_reported") else {
        return;
    };
    let engine = Rc::new(engine);
    let (_, encoder) = tiny_encoders().pop().expect("an encoder");
    let mut gpu = uploaded(&engine, &Arithmetic::Guarded.source(), &encoder);
    let texts = random_texts([3, 5]);
    assert_equal("before the loss", &encoder, &mut gpu, &texts);
    engine.destroy();
    let failure = block_on(gpu.encode(&texts));
    assert!(failure.is_err(), "{failure:?}");
}

#[test]
fn weights_outside_of_the_proven_range_are_rejected() {
    let (_, encoder) = tiny_encoders().pop().expect("an encoder");
    let weights = encoder.weights().expect("the encoder is recognized");
    assert_eq!(check(&weights), Ok(()));
    let assert_rejected = |part, change: fn(&mut EncoderWeights)| {
        let mut changed = weights.clone();
        change(&mut changed);
        assert_eq!(check(&changed), Err(unsuitable(part)));
    };
    assert_rejected("linear layers", |weights| weights.layers[1].inner.scales[3] = 1e-9);
    assert_rejected("linear layers", |weights| weights.layers[0].qkv.biases[0] = f32::NAN);
    assert_rejected("norms", |weights| weights.layers[0].output_norm.epsilon = 0.0);
    assert_rejected("norms", |weights| weights.norm.biases = vec![1e-40; 32].into());
    assert_rejected("attention", |weights| weights.layers[0].scale = f32::INFINITY);
    assert_rejected("tables", |weights| {
        weights.tables[0].rows = TableRows::Floats(vec![1e-35; 32]);
    });
    let expected = "the GPU cannot compute this encoder, because of its norms";
    assert_eq!(unsuitable("norms").to_string(), expected);
}

#[test]
fn built_in_encoder_has_the_bits_of_the_cpu_or_skipped_without_an_adapter() {
    let Some(engine) = engine("built_in_encoder_has_the_bits_of_the_cpu") else {
        return;
    };
    let onnx = include_bytes!("../../../../../www/models/all-MiniLM-L6-v2/model.onnx");
    let tokenizer = include_bytes!("../../../../../www/models/all-MiniLM-L6-v2/tokenizer.json");
    let config = include_bytes!("../../../../../www/models/all-MiniLM-L6-v2/config.json");
    let encoder = Encoder::new(&onnx[..], tokenizer, config).expect("it is an encoder");
    // The last text has more tokens than the encoder reads.
    let long = "The card has not arrived yet, and it is two weeks now. ".repeat(30);
    let texts = [
        "",
        "Hello!",
        "My card has not arrived yet.",
        "¿Dónde está mi tarjeta? 🙂",
        &long,
    ];
    let (tokens, _) = encoder.tokens(&texts).expect("valid texts");
    assert_eq!(tokens[4].ids.len(), 256);
    let engine = Rc::new(engine);
    let guarded = block_on(Arithmetic::of(&engine)).expect("the GPU computes correctly");
    for arithmetic in [guarded, Arithmetic::Corrected] {
        let mut gpu = uploaded(&engine, &arithmetic.source(), &encoder);
        let tokens = if arithmetic == guarded {
            &tokens[..]
        } else {
            &tokens[..3]
        };
        assert_equal(&format!("{arithmetic:?}"), &encoder, &mut gpu, tokens);
    }
}

#[test]
fn multilingual_encoder_has_the_bits_of_the_cpu_or_skipped_without_an_adapter_or_the_model() {
    const TEST: &str = "multilingual_encoder_has_the_bits_of_the_cpu";
    let folder = "../../www/models/multilingual-e5-small";
    let read = |name: &str| std::fs::read(format!("{folder}/{name}")).ok();
    let files = (read("model.onnx"), read("tokenizer.bin"), read("config.json"));
    let (Some(onnx), Some(tokenizer), Some(config)) = files else {
        use std::io::Write;
        let _ = writeln!(
            std::io::stderr(),
            "{TEST}: skipped: `cargo xtask model --multilingual` writes {folder}"
        );
        return;
    };
    let Some(engine) = engine(TEST) else { return };
    let encoder = Encoder::new(onnx, &tokenizer, &config).expect("it is an encoder");
    let texts = ["", "Wo bleibt meine Karte?", "मेरा कार्ड कहाँ है?", "我的卡在哪里？"];
    let (tokens, _) = encoder.tokens(&texts).expect("valid texts");
    let engine = Rc::new(engine);
    let arithmetic = block_on(Arithmetic::of(&engine)).expect("the GPU computes correctly");
    let mut gpu = uploaded(&engine, &arithmetic.source(), &encoder);
    assert_equal("multilingual", &encoder, &mut gpu, &tokens);
}
