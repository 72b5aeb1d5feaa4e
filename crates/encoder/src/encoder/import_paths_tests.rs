//! Tests that the fast path and the general path build the same model from a graph of high-level operators.

use proptest::prelude::*;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{AttributeProto, GraphProto, ModelProto};

use super::*;
use crate::fixtures::{Graph, HIDDEN, ModelVariant, POSITIONS, SharedFile, VOCABULARY, axis, whole, with_blocks};

/// The models that the fast path and the rewrite rules build from one graph, both ready to run.
fn both_ways(model: &ModelProto) -> [TypedModel; 2] {
    let (model, ..) = onnx::read(ModelFile::Owned(prost::Message::encode_to_vec(model))).unwrap();
    let graph = model.graph.as_ref().unwrap();
    let at_once = onnx::direct(graph, None, &graph.output[0].name).expect("it is of whole pieces");
    [at_once, by_rules(&model, 0).unwrap()].map(|mut graph| {
        assert_eq!(replace_nondeterministic_ops(&mut graph).unwrap(), [""; 0]);
        graph
    })
}

/// Asserts that both graphs have the same operators and return bit-identical results for some texts.
fn assert_equal_outputs(graphs: [TypedModel; 2], batch: usize, length: usize, vocabulary: usize) {
    let [at_once, by_rules] = graphs.map(|graph| {
        let names: Vec<String> = graph
            .input_outlets()
            .unwrap()
            .iter()
            .map(|outlet| graph.node(outlet.node).name.clone())
            .collect();
        let shape = graph.output_fact(0).unwrap().shape.clone();
        let input = |name: &String| {
            let number = |row: usize, column: usize| match &**name {
                "input_ids" => ((row * 7 + column * 5 + 1) % vocabulary) as i64,
                // The first text of the batch is the longest, so all other texts of the batch are padded.
                "attention_mask" => i64::from(column + row < length || column == 0),
                _ => (column % 2) as i64,
            };
            let numbers: Vec<i64> = (0..batch * length).map(|i| number(i / length, i % length)).collect();
            Tensor::from_shape(&[batch, length], &numbers).unwrap().into_tvalue()
        };
        let inputs = names.iter().map(input).collect();
        let pieces = [
            count::<Linear>(&graph),
            count::<Attention>(&graph),
            count::<Norm>(&graph),
        ];
        let output = graph.into_runnable().unwrap().run(inputs).unwrap().remove(0);
        let numbers = output.to_plain_array_view::<f32>().unwrap();
        let bits: Vec<u32> = numbers.iter().map(|x| x.to_bits()).collect();
        (names, shape.len(), pieces, bits)
    });
    assert!(at_once == by_rules, "{:?} {:?}", &at_once.2, &by_rules.2);
}

#[test]
fn built_in_model_is_the_same_on_both_paths() {
    let onnx: &[u8] = include_bytes!("../../../../www/models/all-MiniLM-L6-v2/model.onnx");
    let (model, ..) = onnx::read(ModelFile::Owned(onnx.to_vec())).unwrap();
    let graphs = both_ways(&model);
    for (batch, length) in [(1, 3), (3, 17)] {
        assert_equal_outputs(graphs.clone(), batch, length, 30_000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn generated_models_are_the_same_on_both_paths(
        flags: [bool; 8], scale in prop::option::of(0.1f32..2.0), layers in 1usize..3, seed: u64,
        batch in 1usize..4, length in 1..POSITIONS,
    ) {
        let [types, mask, input_scales, biases, gelu, constants_first, read_twice, unused_outputs] = flags;
        let pieces = ModelVariant { types, mask, input_scales, biases, gelu, constants_first, read_twice, unused_outputs, scale, layers };
        assert_equal_outputs(both_ways(&pieces.model(seed)), batch, length, VOCABULARY);
    }
}

/// A model in which `change` has modified the first node of type `op_type`.
fn changed(op_type: &str, change: impl FnOnce(&mut GraphProto, usize)) -> ModelProto {
    let mut model = ModelVariant::ALL.model(1);
    let graph = model.graph.as_mut().unwrap();
    let node = graph.node.iter().position(|node| node.op_type == op_type).unwrap();
    change(graph, node);
    model
}

#[test]
fn unsupported_graphs_are_left_to_the_rules() {
    let with = |op_type, attribute: AttributeProto| {
        changed(op_type, |graph, node| {
            let attributes = &mut graph.node[node].attribute;
            attributes.retain(|other| other.name != attribute.name);
            attributes.push(attribute);
        })
    };
    let text = |name: &str, text: &str| AttributeProto {
        name: name.into(),
        r#type: 3,
        s: text.as_bytes().to_vec(),
        ..AttributeProto::default()
    };
    let operand = |op_type, slot: usize, data_type, shape: &'static [usize], bytes: Vec<u8>| {
        changed(op_type, move |graph, node| {
            let mut constants = Graph::default();
            constants.constant(data_type, shape, bytes);
            let mut constant = constants.proto.initializer.remove(0);
            constant.name = "other".into();
            graph.initializer.push(constant);
            let inputs = &mut graph.node[node].input;
            inputs.resize(inputs.len().max(slot + 1), String::new());
            inputs[slot] = "other".into();
        })
    };
    let others = [
        ("GELU by tanh", with("Gelu", text("approximate", "tanh"))),
        ("earlier tokens alone", with("Attention", whole("is_causal", 1))),
        ("other heads of keys", with("Attention", whole("kv_num_heads", 2))),
        ("heads that do not fit", with("Attention", whole("q_num_heads", 5))),
        ("along another axis", with("LayerNormalization", axis(1))),
        ("a lookup along another axis", with("Gather", axis(1))),
        ("to a whole number", with("Cast", whole("to", DataType::Int64 as i64))),
        (
            "another domain",
            changed("Gelu", |graph, node| graph.node[node].domain = "com.microsoft".into()),
        ),
        (
            "an operator that is none",
            changed("Gelu", |graph, node| graph.node[node].op_type = "Relu".into()),
        ),
        (
            "an axis too far",
            operand("Unsqueeze", 1, DataType::Int64, &[1], 9i64.to_le_bytes().to_vec()),
        ),
        (
            "a cut along an axis that is none",
            operand("Slice", 3, DataType::Int64, &[1], 2i64.to_le_bytes().to_vec()),
        ),
        (
            "a number as a table",
            operand("Gather", 0, DataType::Float, &[], vec![0; 4]),
        ),
        (
            "a zero point",
            operand("DequantizeLinear", 2, DataType::Int8, &[HIDDEN], vec![1; HIDDEN]),
        ),
        (
            "a norm of one number",
            operand("LayerNormalization", 1, DataType::Float, &[], vec![0; 4]),
        ),
        (
            "one scale for all",
            operand("DequantizeLinear", 1, DataType::Float, &[], vec![0, 0, 128, 63]),
        ),
        (
            "an input of 32 bits, and one that is none",
            changed("Gelu", |graph, _| {
                let input = graph.input[0].r#type.as_mut().unwrap().value.as_mut().unwrap();
                let tract_onnx::pb::type_proto::Value::TensorType(tensor) = input;
                tensor.elem_type = DataType::Float as i32;
            }),
        ),
    ];
    for (what, model) in others {
        let graph = model.graph.as_ref().unwrap();
        assert!(onnx::direct(graph, None, &graph.output[0].name).is_none(), "{what}");
    }
    let whole = ModelVariant::ALL.model(1);
    let graph = whole.graph.as_ref().unwrap();
    assert!(onnx::direct(graph, None, &graph.output[0].name).is_some());
    assert!(onnx::direct(graph, None, "no such value").is_none());
}

#[test]
fn table_in_blocks_of_4_bits_gives_the_bits_of_its_numbers() {
    let texts = ["w0", "w1 w2 w3", "w35 w34 w1", ""];
    let [blocks, floats] = [false, true].map(|as_floats| {
        let model = with_blocks(VOCABULARY, as_floats);
        let encoder = Encoder::new(
            prost::Message::encode_to_vec(&model),
            &crate::fixtures::tokenizer(),
            b"{}",
        );
        let encoder = encoder.unwrap();
        assert_eq!(encoder.operators_left(), [""; 0]);
        assert_eq!(encoder.vocabulary, Some(VOCABULARY));
        assert_eq!(encoder.report().unwrap().has_int4_table, !as_floats);
        encoder.encode(&texts).unwrap().rows
    });
    assert!(blocks == floats);
}

#[test]
fn shared_file_gives_the_bits_of_the_same_file_in_memory() {
    let texts = ["w0", "w1 w2 w3", "w35 w34 w1", ""];
    for as_floats in [false, true] {
        let file = prost::Message::encode_to_vec(&with_blocks(VOCABULARY, as_floats));
        let shared = ModelFile::Shared(Arc::new(SharedFile(file.clone())));
        let encoders = [ModelFile::Owned(file), shared].map(|file| {
            let encoder = Encoder::open(file, &crate::fixtures::tokenizer(), b"{}").unwrap();
            assert_eq!(encoder.has_int4_table, !as_floats);
            encoder
        });
        let [owned, shared] = encoders.each_ref().map(|encoder| encoder.encode(&texts).unwrap().rows);
        assert!(owned == shared);
        assert_eq!(encoders[0].bytes, encoders[1].bytes);
    }
}

#[test]
fn table_of_4_bits_that_does_not_fit_is_rejected() {
    let refusal = |change: fn(&mut GraphProto)| {
        let mut model = with_blocks(VOCABULARY, false);
        change(model.graph.as_mut().unwrap());
        let file = prost::Message::encode_to_vec(&model);
        match Encoder::new(file, &crate::fixtures::tokenizer(), b"{}") {
            Err(EmbedError::Model { reason }) => reason.to_string(),
            other => panic!("{other:?}"),
        }
    };
    fn table(graph: &mut GraphProto) -> &mut tract_onnx::pb::TensorProto {
        let mut tensors = graph.initializer.iter_mut();
        tensors
            .find(|tensor| tensor.data_type == DataType::Int4 as i32)
            .unwrap()
    }
    fn lookup(graph: &mut GraphProto) -> &mut tract_onnx::pb::NodeProto {
        let mut nodes = graph.node.iter_mut();
        nodes.find(|node| node.op_type == "GatherBlockQuantized").unwrap()
    }
    let reason = refusal(|graph| {
        table(graph).raw_data.pop();
    });
    assert!(reason.contains("639 bytes"), "{reason}");
    let reason = refusal(|graph| lookup(graph).op_type = "Gather".into());
    assert!(reason.contains("Int4"), "{reason}");
    let reason = refusal(|graph| {
        let mut second = table(graph).clone();
        second.name = "second".into();
        graph.initializer.push(second);
    });
    assert!(reason.contains("Int4"), "{reason}");
    // Quantized blocks along axis 0 of the table are rejected, because only blocks within a row are supported.
    let reason = refusal(|graph| lookup(graph).attribute[2].i = 0);
    assert!(reason.contains("GatherBlockQuantized"), "{reason}");
}

#[test]
fn text_is_truncated_by_the_compact_tokenizer() {
    let tokenizer = include_bytes!("../unigram/golden.bin");
    let model = prost::Message::encode_to_vec(&with_blocks(4000, false));
    let config = |instruction: &str| {
        let config = serde_json::json!({ "prefix": "query: ", "instruction": instruction });
        Encoder::new(&*model, tokenizer, config.to_string().as_bytes())
    };
    let encoder = config("").unwrap();
    assert_eq!(encoder.config().max_length, Some(POSITIONS));
    let long = "Wo bleibt meine Karte? ".repeat(1000);
    let read = encoder.encode(&[&long, "Wo bleibt meine Karte?"]).unwrap();
    assert_eq!(read.bytes_read[1] as usize, "Wo bleibt meine Karte?".len());
    let end = read.bytes_read[0] as usize;
    assert!(end < long.len());
    // The model reads 24 tokens: the begin and end tokens, three prefix tokens and 19 text tokens.
    // The text tokens are three sentences of five tokens, and four tokens of a fourth sentence that is cut off.
    assert_eq!(POSITIONS, 24);
    assert_eq!(end, 3 * "Wo bleibt meine Karte? ".len() + "Wo bleibt meine Karte".len());
    let again = encoder.encode(&[&long[..end]]).unwrap();
    assert_eq!(again.rows, read.rows[..HIDDEN]);
    assert!(matches!(
        encoder.encode(&[&"a".repeat(2 << 20)]),
        Err(EmbedError::TooLong { instance: 0, .. })
    ));
    // The encoder reads the tokens of an instruction, but does not pool them.
    let instructed = config("Karte: ").unwrap().encode(&["Wo bleibt meine Karte?"]).unwrap();
    assert!(instructed.rows != read.rows[HIDDEN..]);
    assert!(matches!(
        config(&"Karte ".repeat(POSITIONS)),
        Err(EmbedError::ModelConfig {
            reason: ConfigReason::NoRoom { .. }
        })
    ));
}
