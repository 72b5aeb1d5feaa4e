use proptest::prelude::*;

use super::*;

fn gather(files: &[(&str, &str)]) -> Result<ModelConfig, EmbedError> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|&(path, text)| (path, text.as_bytes())).collect();
    ModelConfig::gather(&files)
}

fn refusal(files: &[(&str, &str)]) -> String {
    match gather(files) {
        Err(EmbedError::ModelConfig { reason }) => reason.to_string(),
        Err(EmbedError::ModelModule { module, .. }) => module,
        other => panic!("{other:?}"),
    }
}

const TRANSFORMER: &str = r#"{"model_type": "bert", "architectures": ["BertModel"], "hidden_size": 384,
        "max_position_embeddings": 512, "pad_token_id": 0, "hidden_act": "gelu"}"#;
const TOKENIZER: &str = r#"{"tokenizer_class": "BertTokenizer", "model_max_length": 512, "max_length": 128}"#;
const SENTENCE_BERT: &str = r#"{"max_seq_length": 256, "do_lower_case": false}"#;
const POOLING: &str = r#"{"word_embedding_dimension": 384, "pooling_mode_cls_token": false,
        "pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": false, "pooling_mode_mean_sqrt_len_tokens": false}"#;
const MODULES: &str = r#"[
        {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
        {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]"#;
const PROMPTS: &str = r#"{"__version__": {"sentence_transformers": "3.0.1"},
        "prompts": {"query": "query: ", "passage": "passage: "}, "default_prompt_name": "query"}"#;

#[test]
fn own_config_is_read_unchanged() {
    let built_in = include_bytes!("../../../../www/models/all-MiniLM-L6-v2/config.json");
    let expected = ModelConfig {
        name: "all-MiniLM-L6-v2".into(),
        dimensions: Some(384),
        max_length: Some(256),
        ..ModelConfig::default()
    };
    assert_eq!(ModelConfig::read(built_in).as_ref(), Ok(&expected));
    assert_eq!(ModelConfig::gather(&[("config.json", built_in)]), Ok(expected));
}

#[test]
fn all_files_and_fields_are_optional() {
    assert_eq!(gather(&[]), Ok(ModelConfig::default()));
    assert_eq!(ModelConfig::read(b"{}"), Ok(ModelConfig::default()));
    let others = [
        ("README.md", "# A model"),
        ("vocab.json", "[]"),
        ("ort_config.json", "{\"opset\": 11}"),
    ];
    assert_eq!(gather(&others), Ok(ModelConfig::default()));
}

#[test]
fn hub_files_are_distinguished_by_their_fields() {
    let mut files = vec![
        ("config.json", TRANSFORMER),
        ("config (1).json", POOLING),
        ("sentence_bert_config.json", SENTENCE_BERT),
        ("tokenizer_config.json", TOKENIZER),
        ("modules.json", MODULES),
        ("config_sentence_transformers.json", PROMPTS),
        ("2_Normalize/config.json", "{}"),
    ];
    let expected = ModelConfig {
        dimensions: Some(384),
        max_length: Some(256),
        prefix: "query: ".into(),
        ..ModelConfig::default()
    };
    assert_eq!(gather(&files).as_ref(), Ok(&expected));
    files.reverse();
    assert_eq!(gather(&files), Ok(expected));
}

#[test]
fn own_config_takes_precedence() {
    let ours = r#"{"pooling": "max", "max_length": 64, "prefix": "", "normalize": false}"#;
    let config = gather(&[
        ("config.json", ours),
        ("1_Pooling/config.json", POOLING),
        ("config_sentence_transformers.json", PROMPTS),
        ("sentence_bert_config.json", SENTENCE_BERT),
    ]);
    let expected = ModelConfig {
        dimensions: Some(384),
        max_length: Some(64),
        pooling: Pooling::Max,
        normalize: false,
        ..ModelConfig::default()
    };
    assert_eq!(config, Ok(expected));
}

#[test]
fn max_length_is_limited_by_positions() {
    let length = |files: &[(&str, &str)]| gather(files).map(|config| config.max_length);
    let transformer = ("config.json", TRANSFORMER);
    assert_eq!(length(&[transformer]), Ok(Some(512)));
    let endless = r#"{"tokenizer_class": "T", "model_max_length": 1000000000000000019884624838656}"#;
    assert_eq!(length(&[("tokenizer_config.json", endless)]), Ok(None));
    assert_eq!(
        length(&[transformer, ("tokenizer_config.json", endless)]),
        Ok(Some(512))
    );
    let longer = r#"{"max_seq_length": 1000}"#;
    assert_eq!(
        length(&[transformer, ("sentence_bert_config.json", longer)]),
        Ok(Some(512))
    );
    let unset = r#"{"max_seq_length": null}"#;
    let tokenizer = ("tokenizer_config.json", TOKENIZER);
    assert_eq!(
        length(&[tokenizer, ("sentence_bert_config.json", unset)]),
        Ok(Some(512))
    );
    // The model reserves rows 0 and 1 of its 514 positions, which leaves 512 positions for tokens.
    for model_type in ["roberta", "xlm-roberta", "mpnet"] {
        let config = format!(r#"{{"model_type": "{model_type}", "max_position_embeddings": 514, "pad_token_id": 1}}"#);
        assert_eq!(length(&[("config.json", &config)]), Ok(Some(512)), "{model_type}");
    }
}

#[test]
fn unpooled_prompt_is_the_instruction() {
    let pooling = r#"{"pooling_mode_mean_tokens": true, "include_prompt": false}"#;
    let config = gather(&[("config.json", pooling), ("config_sentence_transformers.json", PROMPTS)]).unwrap();
    assert_eq!((&*config.prefix, &*config.instruction), ("", "query: "));
}

#[test]
fn pooling_modes_are_supported_or_rejected() {
    let mode = |fields: &str| gather(&[("1_Pooling/config.json", fields)]).map(|config| config.pooling);
    let on = |flag: &str| {
        mode(&format!(
            r#"{{"word_embedding_dimension": 8, "pooling_mode_{flag}": true}}"#
        ))
    };
    assert_eq!(on("mean_tokens"), Ok(Pooling::Mean));
    assert_eq!(on("mean_sqrt_len_tokens"), Ok(Pooling::Mean));
    assert_eq!(on("cls_token"), Ok(Pooling::Cls));
    assert_eq!(on("max_tokens"), Ok(Pooling::Max));
    assert_eq!(mode(r#"{"pooling_mode": "cls"}"#), Ok(Pooling::Cls));
    let both = r#"{"pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": true}"#;
    let none = r#"{"pooling_mode_mean_tokens": false}"#;
    let last = r#"{"word_embedding_dimension": 8, "pooling_mode_lasttoken": true}"#;
    for (fields, word) in [(both, "several"), (none, "no pooling mode"), (last, "lasttoken")] {
        let reason = refusal(&[("1_Pooling/config.json", fields)]);
        assert!(reason.contains(word) && reason.contains("1_Pooling"), "{reason}");
    }
}

#[test]
fn unsupported_config_is_rejected() {
    let dense = MODULES.replace("models.Normalize", "models.Dense");
    assert_eq!(refusal(&[("modules.json", &dense)]), "Dense");
    let layer = r#"{"in_features": 768, "out_features": 512, "bias": true}"#;
    assert_eq!(refusal(&[("2_Dense/config.json", layer)]), "Dense");
    let two = [("config.json", TRANSFORMER), ("a/config.json", r#"{"hidden_size": 8}"#)];
    assert!(refusal(&two).contains("a/config.json"));
    assert!(gather(&[("config.json", TRANSFORMER), ("a/config.json", TRANSFORMER)]).is_ok());
    for (fields, word) in [
        (r#"{"poolin": "mean"}"#, "poolin"),
        (r#"{"pooling": "median"}"#, "median"),
        (r#"{"max_length": 0}"#, "max_length"),
        (r#"{"dimensions": -1}"#, "-1"),
        (r#"{"hidden_size": "many"}"#, "hidden_size"),
        ("12", "12"),
        ("{", "config.json"),
    ] {
        let reason = refusal(&[("config.json", fields)]);
        assert!(reason.contains(word), "{reason}");
    }
    let nameless = r#"{"prompts": {}, "default_prompt_name": "query"}"#;
    assert!(refusal(&[("config_sentence_transformers.json", nameless)]).contains("query"));
}

#[test]
fn json_round_trips() {
    let config = ModelConfig {
        name: "a".into(),
        max_length: Some(7),
        instruction: "Represent: ".into(),
        pooling: Pooling::Cls,
        ..ModelConfig::default()
    };
    assert_eq!(ModelConfig::read(&config.to_json()), Ok(config));
}

const NAMES: &[&str] = &[
    "config.json",
    "modules.json",
    "sentence_bert_config.json",
    "tokenizer_config.json",
];

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(
        text in prop::sample::select(vec![TRANSFORMER, TOKENIZER, SENTENCE_BERT, POOLING, MODULES, PROMPTS]),
        name in prop::sample::select(NAMES), at in any::<prop::sample::Index>(), byte: u8, cut: bool,
    ) {
        let mut bytes = text.as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if cut {
            bytes.truncate(at);
        }
        let _ = ModelConfig::gather(&[(name, &bytes)]);
        let _ = ModelConfig::read(&bytes);
    }
}
