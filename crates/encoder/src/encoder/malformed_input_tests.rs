//! Tests that malformed and malicious files cause an error.

use std::collections::BTreeSet;

use proptest::prelude::*;
use prost::Message;
use tract_onnx::pb::tensor_proto::{DataLocation, DataType};
use tract_onnx::pb::{GraphProto, ModelProto, StringStringEntryProto, TensorProto};

use super::*;
use crate::fixtures::*;

fn model() -> ModelProto {
    Recipe {
        weights: Weights::Int8 {
            per_channel: true,
            signed: true,
        },
        ..Recipe::default()
    }
    .model(1)
}

/// A model that loads quickly, because no rewrite rule changes its graph.
/// Tests load the model with malformed tokenizers or configs.
fn fast_model() -> Vec<u8> {
    let variant = ModelVariant {
        layers: 1,
        ..ModelVariant::ALL
    };
    variant.model(1).encode_to_vec()
}

fn fault(change: impl FnOnce(&mut GraphProto)) -> Option<EmbedError> {
    let mut model = model();
    change(model.graph.as_mut().unwrap());
    Encoder::new(model.encode_to_vec(), &tokenizer(), b"{}").err()
}

fn refusal(change: impl FnOnce(&mut GraphProto)) -> String {
    match fault(change) {
        Some(EmbedError::Model { reason }) => reason.to_string(),
        other => panic!("{other:?}"),
    }
}

fn constant(graph: &mut GraphProto, data_type: DataType) -> &mut TensorProto {
    let mut constants = graph.initializer.iter_mut();
    constants.find(|tensor| tensor.data_type == data_type as i32).unwrap()
}

#[test]
fn impossible_shapes_are_rejected() {
    for dims in [
        vec![-1, 32],
        vec![1 << 60],
        vec![1 << 32, 1 << 32],
        vec![i64::MAX, 2],
        vec![i64::MIN],
        vec![40, 31],
        vec![40],
        vec![0, 32],
        vec![],
    ] {
        let reason = refusal(|graph| constant(graph, DataType::Int8).dims = dims.clone());
        assert!(reason.contains("shape"), "{dims:?}: {reason}");
    }
}

#[test]
fn missing_weights_are_rejected() {
    let reason = refusal(|graph| constant(graph, DataType::Float).raw_data.truncate(3));
    assert!(reason.contains("3 bytes"), "{reason}");
    let reason = refusal(|graph| constant(graph, DataType::Float).raw_data.clear());
    assert!(reason.contains("0 numbers"), "{reason}");
    let reason = refusal(|graph| {
        let constant = constant(graph, DataType::Int8);
        constant.raw_data.clear();
        constant.data_location = Some(DataLocation::External as i32);
        constant.external_data = [("location", "/etc/passwd"), ("offset", "0"), ("length", "64")]
            .map(|(key, value)| StringStringEntryProto {
                key: key.into(),
                value: value.into(),
            })
            .to_vec();
    });
    assert!(reason.contains("another file"), "{reason}");
    for data_type in [
        DataType::Undefined,
        DataType::String,
        DataType::Complex64,
        DataType::Int4,
    ] {
        refusal(|graph| constant(graph, DataType::Int8).data_type = data_type as i32);
    }
    refusal(|graph| constant(graph, DataType::Int8).data_type = 9_999);
    refusal(|graph| {
        let constant = constant(graph, DataType::Float);
        constant.data_type = DataType::Int8 as i32;
        constant.dims = vec![constant.raw_data.len() as i64];
    });
}

#[test]
fn invalid_graphs_are_rejected() {
    let reason = refusal(|graph| {
        // The graph contains a cycle of two nodes.
        let later = graph.node[1].output[0].clone();
        graph.node[0].input[0] = later;
    });
    assert!(reason.contains("nothing before it makes"), "{reason}");
    let reason = refusal(|graph| graph.node[0].input[0] = "nobody".into());
    assert!(reason.contains("nobody"), "{reason}");
    let reason = refusal(|graph| graph.output[0].name = "nobody".into());
    assert!(reason.contains("nobody"), "{reason}");
    let reason = refusal(|graph| graph.node[1].output = graph.node[0].output.clone());
    assert!(reason.contains("again"), "{reason}");
    let reason = refusal(|graph| {
        let node = graph.node[0].clone();
        for index in 0..30_000 {
            let mut node = node.clone();
            node.output = vec![format!("more{index}")];
            graph.node.push(node);
        }
    });
    assert!(reason.contains("operators"), "{reason}");
}

#[test]
fn incomplete_operators_do_not_panic() {
    let graph = model().graph.unwrap();
    let made_by: BTreeMap<&str, &str> = graph
        .node
        .iter()
        .flat_map(|node| node.output.iter().map(move |output| (&**output, &*node.op_type)))
        .collect();
    // Equal nodes have the same operator, the same attributes, and inputs from the same operators.
    let mut tested = BTreeSet::new();
    for (index, node) in graph.node.iter().enumerate() {
        let inputs: Vec<_> = node.input.iter().map(|input| made_by.get(&**input)).collect();
        if !tested.insert(format!("{} {:?} {inputs:?}", node.op_type, node.attribute)) {
            continue;
        }
        fault(|graph| drop(graph.node[index].input.pop()));
        if node.attribute.is_empty() {
            continue;
        }
        fault(|graph| {
            for attribute in &mut graph.node[index].attribute {
                attribute.i = 1 << 40;
                attribute.ints.iter_mut().for_each(|axis| *axis = 99);
            }
        });
        fault(|graph| graph.node[index].attribute.clear());
    }
}

#[test]
fn huge_constants_are_rejected() {
    for (op_type, inputs) in [
        ("ConstantOfShape", vec![vec![1 << 40]]),
        ("ConstantOfShape", vec![vec![1 << 20, 1 << 20]]),
        ("Expand", vec![vec![1], vec![1 << 40]]),
        ("Tile", vec![vec![1], vec![1 << 40]]),
    ] {
        let reason = refusal(|graph| {
            let mut names = Vec::new();
            for (slot, numbers) in inputs.iter().enumerate() {
                names.push(format!("spread{slot}"));
                graph.initializer.push(TensorProto {
                    name: names[slot].clone(),
                    dims: vec![numbers.len() as i64],
                    data_type: DataType::Int64 as i32,
                    int64_data: numbers.clone(),
                    ..TensorProto::default()
                });
            }
            let mut node = graph.node[0].clone();
            node.op_type = op_type.into();
            node.input = names;
            node.output = vec!["spread".into()];
            node.attribute.clear();
            graph.node.push(node);
        });
        assert!(
            reason.contains("length") || reason.contains("many"),
            "{op_type}: {reason}"
        );
    }
}

#[test]
fn files_of_other_formats_are_rejected() {
    let zip = [&b"PK\x03\x04\x14\0\0\0\x08\0"[..], &[7; 200]].concat();
    for bytes in [
        &b""[..],
        b"\0",
        b"\x89PNG\r\n\x1a\n",
        b"<!DOCTYPE html>",
        &zip,
        &tokenizer(),
        &[0xff; 64],
    ] {
        for result in [
            Encoder::new(bytes, &tokenizer(), b"{}"),
            Encoder::new(fast_model(), &bytes[bytes.len() / 2..], b"{}"),
            Encoder::new(fast_model(), &tokenizer(), bytes),
        ] {
            assert!(result.is_err());
        }
    }
}

#[test]
fn very_long_text_is_truncated() {
    let encoder = Encoder::new(model().encode_to_vec(), &tokenizer(), b"{}").unwrap();
    let text = "w1 ".repeat(1_000_000);
    assert_eq!(encoder.tokenize(0, &text).unwrap().0.ids.len(), POSITIONS);
    // Number of bytes up to the end of the last word that the encoder reads. Special tokens take two positions.
    // The space after the last word is not part of any token.
    let read = "w1 ".len() * (POSITIONS - 2) - 1;
    assert_eq!(encoder.encode(&[&text]).unwrap().bytes_read, [read as u32]);
}

#[test]
fn token_ids_outside_the_table_are_rejected() {
    let tokens = String::from_utf8(tokenizer()).unwrap();
    let high = tokens.replace("\"w7\":11", "\"w7\":4000000000");
    assert_ne!(tokens, high);
    let encoder = Encoder::new(model().encode_to_vec(), high.as_bytes(), b"{}").unwrap();
    assert!(matches!(encoder.encode(&["w7"]), Err(EmbedError::Tokenizer { .. })));
    let typed = tokens.replace("\"type_id\":0", "\"type_id\":7");
    let error = Encoder::new(model().encode_to_vec(), typed.as_bytes(), b"{}").unwrap_err();
    assert!(error.to_string().contains("type 7"), "{error}");
    // The id of the padding token is outside the token table. Padding must not look up a table row with this id.
    let high = tokens.replace("\"<pad>\":1,", "\"<pad>\":4000000000,");
    assert_ne!(tokens, high);
    if let Ok(encoder) = Encoder::new(model().encode_to_vec(), high.as_bytes(), b"{}") {
        encoder.encode(&["w1", "w1 w2", "w1 w2 w3"]).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn corrupted_files_do_not_panic(
        which in 0usize..2, change in 0usize..3, bytes in prop::collection::vec(any::<u8>(), 1..6),
        at in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let model = if which == 0 { model().encode_to_vec() } else { fast_model() };
        let mut files = [model, tokenizer()];
        for at in at {
            let file = &mut files[which];
            let at = at.index(file.len());
            let end = (at + bytes.len()).min(file.len());
            match change {
                0 => file[at..end].copy_from_slice(&bytes[..end - at]),
                1 => drop(file.drain(at..end)),
                _ => drop(file.splice(at..at, bytes.iter().copied())),
            }
        }
        if let Ok(encoder) = Encoder::new(&files[0], &files[1], b"{}") {
            let _ = encoder.encode(&["w1", "w2 w3", &"w4 ".repeat(100)]);
        }
    }
}
