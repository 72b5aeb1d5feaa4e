//! Tests complete encoders: tiny models in the formats that ONNX exporters write.

use proptest::prelude::*;
use prost::Message;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto::Value;
use tract_onnx::pb::{ModelProto, ValueInfoProto};

use super::*;
use crate::fixtures::*;

/// One text for each length, in tokens, for which the model has positions.
fn texts() -> Vec<String> {
    (0..POSITIONS - 1)
        .map(|text| {
            let words = (0..text).map(|word| format!("w{}", (text * 7 + word * 5) % 36));
            words.collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn open(model: &ModelProto, config: &str) -> Result<Encoder, EmbedError> {
    Encoder::new(model.encode_to_vec(), &tokenizer(), config.as_bytes())
}

fn encode(encoder: &Encoder, texts: &[String]) -> Vec<f32> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    encoder.encode(&texts).unwrap().rows
}

fn take(input: &mut ValueInfoProto, data_type: DataType) {
    let Value::TensorType(tensor) = input.r#type.as_mut().unwrap().value.as_mut().unwrap();
    tensor.elem_type = data_type as i32;
}

#[test]
fn int32_inputs_are_accepted() {
    let mut model = Recipe::default().model(7);
    let expected = encode(&open(&model, "{}").unwrap(), &texts());
    for input in &mut model.graph.as_mut().unwrap().input {
        take(input, DataType::Int32);
    }
    assert_eq!(encode(&open(&model, "{}").unwrap(), &texts()), expected);
}

/// Reference vectors from tract, one text at a time: the normalized mean of the token vectors in the first output.
/// The graph is optimized, because tract would otherwise build and optimize a model for every product of every text.
fn plain(model: &ModelProto, encoder: &Encoder, texts: &[String]) -> Vec<f32> {
    let mut graph = tract_onnx::onnx().model_for_proto_model(model).unwrap();
    let shape = ["one", "length"].map(|name| graph.symbols.sym(name).to_dim());
    let outlets = graph.input_outlets().unwrap().to_vec();
    let names: Vec<String> = outlets
        .iter()
        .map(|outlet| graph.node(outlet.node).name.clone())
        .collect();
    for slot in 0..names.len() {
        graph.set_input_fact(slot, i64::fact(&shape).into()).unwrap();
    }
    let graph = graph
        .into_typed()
        .unwrap()
        .into_optimized()
        .unwrap()
        .into_runnable()
        .unwrap();
    let mut vectors = Vec::new();
    for text in texts {
        let (tokens, _) = encoder.tokenize(0, text).unwrap();
        let length = tokens.ids.len();
        let input = |name: &String| {
            let values: Vec<i64> = match &**name {
                "input_ids" => tokens.ids.iter().map(|&id| i64::from(id)).collect(),
                "attention_mask" => vec![1; length],
                "token_type_ids" => vec![0; length],
                "position_ids" => (0..length as i64).collect(),
                other => panic!("{other}"),
            };
            Tensor::from_shape(&[1, length], &values).unwrap().into_tvalue()
        };
        let outputs = graph.run(names.iter().map(input).collect()).unwrap();
        let tokens = outputs[0].cast_to::<f32>().unwrap();
        let tokens = tokens.to_plain_array_view::<f32>().unwrap();
        let sum = |d: usize| (0..length).map(|token| tokens[[0, token, d]]).sum();
        let sums: Vec<f32> = (0..HIDDEN).map(sum).collect();
        let norm = sums.iter().map(|x| x * x).sum::<f32>().sqrt();
        vectors.extend(sums.iter().map(|x| x / norm));
    }
    vectors
}

/// Cosine distances between the two vectors that two models compute for each text, in ascending order.
fn distances(a: &[f32], b: &[f32]) -> Vec<f32> {
    assert_eq!(a.len(), b.len());
    let pairs = a.chunks_exact(HIDDEN).zip(b.chunks_exact(HIDDEN));
    let distance = |(a, b): (&[f32], &[f32])| 1.0 - a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let mut distances: Vec<f32> = pairs.map(distance).collect();
    distances.sort_by(f32::total_cmp);
    distances
}

fn distance(a: &[f32], b: &[f32]) -> f32 {
    distances(a, b).pop().expect("a text")
}

/// Tolerance for the cosine distance caused by rounding weights to 8 bits and activations to 7 bits.
/// For 605 random encoders with all weight formats, the largest cosine distance was 0.0067, and the median was below 0.0011.
/// The tolerance is three times the largest measured distance.
const LEVELS: f32 = 2e-2;

fn recipes() -> impl Strategy<Value = Recipe> {
    use prop::sample::select;
    let pieces = (
        select(vec![Norms::Whole, Norms::Apart]),
        select(vec![
            Activation::Erf,
            Activation::Gelu,
            Activation::Tanh,
            Activation::Relu,
        ]),
        select(vec![Attending::Apart, Attending::Heads, Attending::Tokens]),
        select(vec![
            Masking::Added(-10_000.0),
            Masking::Added(f32::MIN),
            Masking::Expanded,
            Masking::Filled,
        ]),
        select(vec![Scaling::Divided, Scaling::Queries, Scaling::Both]),
        select(vec![
            Positions::Table,
            Positions::Ids,
            Positions::Counted,
            Positions::Given,
        ]),
    );
    let weights = (0..4, any::<bool>(), any::<bool>()).prop_map(|(kind, per_channel, signed)| match kind {
        0 => Weights::Float32,
        1 if signed => Weights::Half,
        1 => Weights::AllHalf,
        2 => Weights::Int8 { per_channel, signed },
        _ => Weights::Dynamic { per_channel, signed },
    });
    (pieces, weights, any::<[bool; 4]>()).prop_map(|(pieces, weights, flags)| {
        let (norms, activation, attending, masking, scaling, positions) = pieces;
        let [computed_shapes, token_types, relative, guarded] = flags;
        Recipe {
            norms,
            activation,
            attending,
            masking,
            scaling,
            positions,
            weights,
            computed_shapes,
            token_types,
            relative,
            guarded,
            layers: 1,
            ending: Ending::Tokens("last_hidden_state"),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Covers all export formats of BERT-like and MPNet-like models, and all weight formats.
    #[test]
    fn exported_encoders_use_the_fast_operators(recipe in recipes(), seed: u64) {
        // A quarter of the models have a second layer, which reads the same mask and the same bias as the first layer.
        let layers = if seed % 4 == 3 { 2 } else { 1 };
        let recipe = Recipe { layers, ..recipe };
        let model = recipe.model(seed);
        let encoder = open(&model, "{}").unwrap();
        let pieces = encoder.pieces();
        prop_assert_eq!(
            (pieces.linear_layers, pieces.attentions, pieces.norms),
            (4 * layers, layers, 2 * layers + 1)
        );
        let slow: Vec<_> = pieces.slow_operators.keys().filter(|&name| name != "GeluApproximate").collect();
        prop_assert!(slow.is_empty(), "{slow:?}");
        prop_assert!(encoder.operators_left().is_empty(), "{:?}", encoder.operators_left());
        prop_assert_eq!(encoder.config().max_length, Some(POSITIONS));
        prop_assert_eq!(encoder.vocabulary, Some(VOCABULARY));
        let texts = texts();
        let vectors = encode(&encoder, &texts);
        // tract's 16-bit products lose half of the digits, so the reference model has the same weights in 32 bits.
        // The reference model has separate products, because tract has no attention operator.
        let mut exact = Recipe { attending: Attending::Apart, ..recipe };
        if exact.weights == Weights::AllHalf {
            exact.weights = Weights::Float32;
        }
        // In a tiny encoder, rounding can change one vector strongly.
        // In one test run, one cosine distance was 0.046, and the 22 other distances were less than 0.004.
        // Two large distances, or one much larger distance, would indicate an error in the encoder.
        let mut distances = distances(&vectors, &plain(&exact.model(seed), &encoder, &texts));
        let farthest = distances.pop().expect("a text");
        prop_assert!(farthest < 5.0 * LEVELS, "{farthest}");
        prop_assert!(distances.last().is_some_and(|&distance| distance < LEVELS), "{distances:?}");
        for (text, vector) in texts.iter().zip(vectors.chunks_exact(HIDDEN)) {
            prop_assert_eq!(&*encode(&encoder, std::slice::from_ref(text)), vector);
        }
    }
}

#[test]
fn unrecognized_operators_run_in_tract() {
    let recipe = Recipe {
        activation: Activation::Softsign,
        ..Recipe::default()
    };
    let model = recipe.model(5);
    let encoder = open(&model, "{}").unwrap();
    let texts = texts();
    assert!(distance(&encode(&encoder, &texts), &plain(&model, &encoder, &texts)) < LEVELS);

    let convolution = convolution(6);
    let encoder = open(&convolution, "{}").unwrap();
    assert_eq!(
        (encoder.pieces().attentions, encoder.config().max_length),
        (0, Some(DEFAULT_MAX_LENGTH))
    );
    assert!(
        !encoder.operators_left().is_empty(),
        "the model contains sums that tract computes"
    );
    assert!(distance(&encode(&encoder, &texts), &plain(&convolution, &encoder, &texts)) < LEVELS);
}

#[test]
fn output_is_chosen_by_name() {
    let texts = texts();
    let vectors = |ending| {
        let recipe = Recipe {
            ending,
            ..Recipe::default()
        };
        encode(&open(&recipe.model(2), "{}").unwrap(), &texts)
    };
    let tokens = vectors(Ending::Tokens("last_hidden_state"));
    assert_eq!(tokens, vectors(Ending::Tokens("token_embeddings")));
    assert_eq!(tokens, vectors(Ending::Tokens("whatever")));
    assert!(distance(&tokens, &vectors(Ending::Pooled)) < 1e-5);
    let pooled = Recipe {
        ending: Ending::Pooled,
        ..Recipe::default()
    };
    let error = open(&pooled.model(2), r#"{"instruction": "w1"}"#).unwrap_err();
    assert!(error.to_string().contains("pooled already"), "{error}");
    let encoder = open(&pooled.model(2), r#"{"dimensions": 32, "pooling": "cls"}"#);
    assert_eq!(
        encode(&encoder.unwrap(), &texts),
        vectors(Ending::Pooled),
        "the pooling within the model has precedence"
    );
}

/// Without an attention mask, all texts of a batch must have the same number of tokens.
#[test]
fn model_without_mask_gives_the_same_vectors() {
    let mut model = Recipe::default().model(3);
    let graph = model.graph.as_mut().unwrap();
    graph.input.retain(|input| input.name != "attention_mask");
    let shape = graph.node.iter().find(|node| node.op_type == "Shape").unwrap().output[0].clone();
    let ones = tract_onnx::pb::NodeProto {
        op_type: "ConstantOfShape".into(),
        name: "ones".into(),
        input: vec![shape.clone()],
        output: vec!["attention_mask".into()],
        attribute: vec![tract_onnx::pb::AttributeProto {
            name: "value".into(),
            r#type: 4,
            t: Some(tract_onnx::pb::TensorProto {
                dims: vec![1],
                data_type: 7,
                int64_data: vec![1],
                ..Default::default()
            }),
            ..Default::default()
        }],
        ..Default::default()
    };
    let index = graph.node.iter().position(|node| node.output[0] == shape).unwrap();
    graph.node.insert(index + 1, ones);
    let encoder = open(&model, "{}").unwrap();
    let texts = texts();
    let with_mask = open(&Recipe::default().model(3), "{}").unwrap();
    assert_eq!(encode(&encoder, &texts), encode(&with_mask, &texts));
}

#[test]
fn missing_requirements_are_reported() {
    let assert_reported = |change: &dyn Fn(&mut tract_onnx::pb::GraphProto), word: &str| {
        let mut model = Recipe::default().model(4);
        change(model.graph.as_mut().unwrap());
        let error = open(&model, "{}").unwrap_err();
        assert!(matches!(error, EmbedError::Model { .. }), "{error:?}");
        assert!(error.to_string().contains(word), "{error}");
    };
    let rename = |graph: &mut tract_onnx::pb::GraphProto, from: &str, to: &str| {
        graph
            .input
            .iter_mut()
            .filter(|input| input.name == from)
            .for_each(|input| input.name = to.into());
        let inputs = graph.node.iter_mut().flat_map(|node| &mut node.input);
        inputs
            .filter(|input| *input == from)
            .for_each(|input| *input = to.into());
    };
    assert_reported(
        &|graph| rename(graph, "token_type_ids", "past_key_values"),
        "past_key_values",
    );
    assert_reported(&|graph| rename(graph, "input_ids", "position_ids"), "input_ids");
    assert_reported(
        &|graph| graph.node[0].op_type = "DynamicQuantizeMatMul".into(),
        "DynamicQuantizeMatMul",
    );
    assert_reported(
        &|graph| {
            take(&mut graph.input[0], DataType::Float);
        },
        "int64",
    );
    assert_reported(&|graph| graph.output.clear(), "no output");
    let error = open(&Recipe::default().model(4), r#"{"dimensions": 33}"#).unwrap_err();
    assert!(
        error.to_string().contains("32") && error.to_string().contains("33"),
        "{error}"
    );
}

/// The tokenizer.json of a BERT tokenizer. If the normalizer is inside a sequence, the encoder uses the tokenizers crate.
fn bert_tokenizer(is_in_sequence: bool) -> Vec<u8> {
    use serde_json::{Map, json};
    let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
    let words = ["w", "w1", "w2", "a", "b", "日", "!", "##1", "##2", "##a", "##b", "##w"];
    let vocabulary: Map<_, _> = special
        .iter()
        .chain(&words)
        .enumerate()
        .map(|(id, &word)| (word.to_owned(), json!(id)))
        .collect();
    let added = special.map(|content| {
        json!({"content": content, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true})
    });
    let normalizer = json!({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
        "strip_accents": null, "lowercase": true});
    let normalizer = match is_in_sequence {
        true => json!({"type": "Sequence", "normalizers": [normalizer]}),
        false => normalizer,
    };
    let file = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": added, "normalizer": normalizer,
        "pre_tokenizer": {"type": "BertPreTokenizer"}, "decoder": null,
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocabulary},
    });
    serde_json::to_vec(&file).unwrap()
}

#[test]
fn bert_tokens_equal_those_of_the_library() {
    let model = Recipe::default().model(3).encode_to_vec();
    let texts = [
        String::new(),
        "W1 w2, Ä!".into(),
        "w1 ".repeat(2_000),
        format!("{}w1 w2 日日b", " \n".repeat(3_000)),
        "日é".repeat(2_000),
        "a[SEP]b ".repeat(500),
        format!("{}[MASK] a", "b\u{301} ".repeat(21)),
        format!("{}[MASK] a", "b ".repeat(500)),
        "a\u{1b44}b w1 ".repeat(300),
        "wab12".repeat(1_000),
        "wab12 ".repeat(20),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for config in [
        "{}",
        r#"{"prefix": "w1 Ä", "max_length": 9}"#,
        r#"{"prefix": "[MASK]: "}"#,
    ] {
        let open = |is_in_sequence| Encoder::new(&*model, &bert_tokenizer(is_in_sequence), config.as_bytes()).unwrap();
        let [ours, library] = [false, true].map(open);
        for (encoder, is_ours) in [(&ours, true), (&library, false)] {
            let TextTokenizer::Hub(hub) = &encoder.tokenizer else {
                panic!("it is a tokenizer.json");
            };
            assert_eq!(hub.bert.is_some(), is_ours);
        }
        assert_eq!(
            ours.tokens(&texts).unwrap(),
            library.tokens(&texts).unwrap(),
            "{config}"
        );
    }
}
