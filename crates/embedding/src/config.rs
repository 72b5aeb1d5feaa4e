//! Configuration of a model: this project's config.json, or the JSON files that model hubs store with the weights.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use fastgas_data::JsonReason;

use crate::{ConfigReason, EmbedError};

/// How a model processes texts. The JSON form is this project's config.json. Every field of config.json is optional.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ModelConfig {
    /// Name of the model. Empty if no configuration file contains a name.
    pub name: String,
    /// Number of dimensions d of the vectors. `None` if only the ONNX graph determines the number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<usize>,
    /// Maximum number of tokens per text, including prefix, instruction and special tokens. Later tokens are not read.
    /// `None` means that the maximum is the model's number of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// Text that is prepended to every text.
    pub prefix: String,
    /// Instruction that is prepended to the prefix. The tokens of a text attend to the instruction.
    /// Mean and maximum pooling exclude the instruction and all tokens before the instruction.
    /// Instructor models (Su et al. 2023) and sentence-transformers with `include_prompt = false` have an instruction.
    pub instruction: String,
    /// How the vectors of a text's tokens are pooled into one vector.
    pub pooling: Pooling,
    /// Whether the model normalizes its vectors, according to the configuration files.
    /// The value is used only in reports.
    /// This crate normalizes every vector, so the value does not change the cosines.
    pub normalize: bool,
}

/// How the vectors of a text's tokens are pooled into one vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pooling {
    /// The text's vector is the mean of its token vectors.
    #[default]
    Mean,
    /// The text's vector is the vector of the first token.
    Cls,
    /// The text's vector is the maximum over all tokens in each dimension.
    Max,
}

impl Default for ModelConfig {
    fn default() -> ModelConfig {
        ModelConfig {
            name: String::new(),
            dimensions: None,
            max_length: None,
            prefix: String::new(),
            instruction: String::new(),
            pooling: Pooling::default(),
            normalize: true,
        }
    }
}

impl ModelConfig {
    /// Parses this project's config.json.
    ///
    /// # Errors
    /// Returns [`EmbedError::ModelConfig`] if the bytes are not JSON or have an unknown field or an invalid value.
    pub fn read(json: &[u8]) -> Result<ModelConfig, EmbedError> {
        let config: ModelConfig = serde_json::from_slice(json).map_err(malformed)?;
        config.check()
    }

    /// Serializes the configuration to this project's config.json, in the format that `Encoder::new` reads.
    /// Vectors depend only on the configuration, the ONNX file and tokenizer.json.
    /// [`ModelHash::of`](super::cache::ModelHash::of) therefore hashes the configuration, the ONNX file and tokenizer.json.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers")
    }

    /// Combines the JSON files that accompany an ONNX file.
    /// `files` contains the path and the bytes of each file, in any order. Only the file name in a path matters.
    ///
    /// Files are recognized by their fields, because several kinds of files are named config.json.
    /// Known files are this project's config.json, modules.json, sentence_bert_config.json and tokenizer_config.json.
    /// Other known files are config_sentence_transformers.json, and config.json of the transformer and of the pooling.
    /// All other files, and unneeded fields of the model hub's files, are ignored.
    /// Fields of this project's config.json override the model hub's files.
    ///
    /// # Errors
    /// Returns [`EmbedError::ModelConfig`] for a config.json of an unknown kind or a file with an invalid value.
    /// Returns [`EmbedError::ModelConfig`] also for two different files of one kind.
    /// Returns [`EmbedError::ModelModule`] for a model with modules other than transformer, pooling and normalization.
    pub fn gather(files: &[(&str, &[u8])]) -> Result<ModelConfig, EmbedError> {
        let mut found: Vec<File> = Vec::new();
        for &(path, bytes) in files {
            let Some(file) = File::of(path, bytes)? else { continue };
            match found.iter().find(|other| other.kind == file.kind) {
                Some(other) if other.value != file.value => {
                    return Err(invalid(ConfigReason::Conflict {
                        first: other.path.into(),
                        second: file.path.into(),
                    }));
                }
                Some(_) => {}
                None => found.push(file),
            }
        }
        let file = |kind| found.iter().find(|file| file.kind == kind);
        let mut fields = Map::new();
        if let Some(modules) = file(ConfigFileKind::Modules) {
            fields.insert("normalize".into(), modules.normalizes()?.into());
        }
        if let Some(dense) = file(ConfigFileKind::Dense) {
            return Err(dense.module("Dense"));
        }
        let pooling = file(ConfigFileKind::Pooling);
        if let Some(pooling) = pooling {
            fields.insert("pooling".into(), pooling.mode()?.into());
        }
        for (kind, field) in [
            (ConfigFileKind::Pooling, "word_embedding_dimension"),
            (ConfigFileKind::Pooling, "embedding_dimension"),
            (ConfigFileKind::Transformer, "hidden_size"),
        ] {
            if let (Some(file), false) = (file(kind), fields.contains_key("dimensions"))
                && let Some(dimensions) = file.count(field)?
            {
                fields.insert("dimensions".into(), dimensions.into());
            }
        }
        if let Some(max_length) = max_length(
            file(ConfigFileKind::Transformer),
            file(ConfigFileKind::SentenceBert),
            file(ConfigFileKind::Tokenizer),
        )? {
            fields.insert("max_length".into(), max_length.into());
        }
        if let Some(prompt) = file(ConfigFileKind::Prompts).map(File::prompt).transpose()?.flatten() {
            let is_pooled = pooling.is_none_or(|pooling| pooling.value["include_prompt"] != false);
            fields.insert(if is_pooled { "prefix" } else { "instruction" }.into(), prompt.into());
        }
        if let Some(ours) = file(ConfigFileKind::Ours) {
            // This project's config.json is first checked alone, so that an error names this file.
            serde_json::from_value::<ModelConfig>(ours.value.clone())
                .map_err(|error| ours.invalid(ConfigReason::Json(error.into())))?;
            fields.extend(ours.value.as_object().cloned().unwrap_or_default());
        }
        let config: ModelConfig = serde_json::from_value(Value::Object(fields)).map_err(malformed)?;
        config.check()
    }

    fn check(self) -> Result<ModelConfig, EmbedError> {
        for (field, number) in [("dimensions", self.dimensions), ("max_length", self.max_length)] {
            if number == Some(0) {
                return Err(invalid(ConfigReason::Zero { field: field.into() }));
            }
        }
        Ok(self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConfigFileKind {
    Ours,
    Transformer,
    SentenceBert,
    Pooling,
    /// The config.json of a linear layer that follows the pooling.
    Dense,
    /// The file config_sentence_transformers.json, which contains the prompts.
    Prompts,
    Modules,
    Tokenizer,
}

/// Fields that identify the model hub's files, the most reliable field first.
/// `max_length` identifies no file, because tokenizer_config.json and this project's config.json may contain it.
const IDENTIFYING_FIELDS: &[(ConfigFileKind, &[&str])] = &[
    (
        ConfigFileKind::Transformer,
        &["model_type", "architectures", "hidden_size"],
    ),
    (ConfigFileKind::Tokenizer, &["tokenizer_class", "model_max_length"]),
    (
        ConfigFileKind::Pooling,
        &[
            "word_embedding_dimension",
            "pooling_mode",
            "pooling_mode_mean_tokens",
            "pooling_mode_cls_token",
        ],
    ),
    (ConfigFileKind::Dense, &["in_features", "out_features"]),
    (
        ConfigFileKind::Prompts,
        &["prompts", "default_prompt_name", "__version__"],
    ),
    (ConfigFileKind::SentenceBert, &["max_seq_length", "do_lower_case"]),
];

struct File<'a> {
    path: &'a str,
    kind: ConfigFileKind,
    value: Value,
}

impl<'a> File<'a> {
    /// Parses a configuration file. Returns `None` for a file that the program ignores.
    fn of(path: &'a str, bytes: &[u8]) -> Result<Option<File<'a>>, EmbedError> {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        // Browsers save a second file with the name config.json as `config (1).json`.
        let is_config = name == "config.json" || (name.starts_with("config (") && name.ends_with(").json"));
        let is_known = is_config
            || name.starts_with("config_")
            || name.starts_with("modules")
            || name.starts_with("sentence_")
            || name.starts_with("tokenizer_config");
        if !is_known || !name.ends_with(".json") {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(bytes).map_err(|error| {
            let reason = JsonReason::from(error);
            invalid_in(path, ConfigReason::NotJson { reason })
        })?;
        let kind = match &value {
            Value::Array(_) => Some(ConfigFileKind::Modules),
            Value::Object(fields) => {
                let marked = |marks: &[&str]| marks.iter().any(|&mark| fields.contains_key(mark));
                let hubs = IDENTIFYING_FIELDS.iter().find(|(_, marks)| marked(marks));
                hubs.map(|&(kind, _)| kind)
                    .or(is_config.then_some(ConfigFileKind::Ours))
            }
            _ => {
                let value = value.to_string();
                return Err(invalid_in(path, ConfigReason::NotFields { value }));
            }
        };
        Ok(kind.map(|kind| File { path, kind, value }))
    }

    fn invalid(&self, reason: ConfigReason) -> EmbedError {
        invalid_in(self.path, reason)
    }

    fn module(&self, module: &str) -> EmbedError {
        EmbedError::ModelModule {
            file: self.path.into(),
            module: module.into(),
        }
    }

    /// Returns a positive number. `None` if the field is missing, or if its value means “unlimited”.
    fn count(&self, field: &str) -> Result<Option<usize>, EmbedError> {
        match &self.value[field] {
            Value::Null => Ok(None),
            Value::Number(number) => {
                let number = number.as_f64().unwrap_or(f64::INFINITY);
                Ok((1.0..1e9).contains(&number).then_some(number as usize))
            }
            other => Err(self.invalid(ConfigReason::NotNumber {
                field: field.into(),
                value: other.to_string(),
            })),
        }
    }

    fn normalizes(&self) -> Result<bool, EmbedError> {
        let mut normalizes = false;
        for module in self.value.as_array().into_iter().flatten() {
            let name = module["type"].as_str().and_then(|path| path.rsplit('.').next());
            match name {
                Some("Transformer" | "Pooling" | "Dropout") => {}
                Some("Normalize") => normalizes = true,
                Some(other) => return Err(self.module(other)),
                None => return Err(self.invalid(ConfigReason::NoModuleType)),
            }
        }
        Ok(normalizes)
    }

    /// Returns the enabled pooling mode: `mean`, `cls` or `max`. An error if no mode or several modes are enabled.
    fn mode(&self) -> Result<&'static str, EmbedError> {
        let fields = self.value.as_object().into_iter().flatten();
        let mut modes: Vec<&str> = Vec::new();
        for (field, value) in fields {
            match (field.strip_prefix("pooling_mode"), value) {
                (Some(""), Value::String(mode)) => modes.push(mode),
                (Some(""), Value::Array(several)) => modes.extend(several.iter().filter_map(Value::as_str)),
                (Some(flag), Value::Bool(true)) => modes.push(flag.trim_start_matches('_')),
                _ => {}
            }
        }
        match modes[..] {
            // The vector is normalized later, so any divisor of the sum gives the same vector.
            ["mean" | "mean_tokens" | "mean_sqrt_len_tokens"] => Ok("mean"),
            ["cls" | "cls_token"] => Ok("cls"),
            ["max" | "max_tokens"] => Ok("max"),
            [] => Err(self.invalid(ConfigReason::NoPooling)),
            [other] => Err(self.invalid(ConfigReason::OtherPooling { mode: other.into() })),
            _ => Err(self.invalid(ConfigReason::SeveralPoolings {
                modes: modes.into_iter().map(str::to_owned).collect(),
            })),
        }
    }

    /// Returns the default prompt. The default prompt is used unless the user specifies a prompt.
    fn prompt(&self) -> Result<Option<String>, EmbedError> {
        let Some(name) = self.value["default_prompt_name"].as_str() else {
            return Ok(None);
        };
        match self.value["prompts"][name].as_str() {
            Some(prompt) => Ok((!prompt.is_empty()).then(|| prompt.into())),
            None => Err(self.invalid(ConfigReason::NoPrompt { name: name.into() })),
        }
    }
}

/// Model types with unused rows at the start of the position table, up to the row of the padding id.
const POSITIONS_AFTER_PADDING: &[&str] = &[
    "camembert",
    "data2vec-text",
    "ibert",
    "longformer",
    "mpnet",
    "roberta",
    "roberta-prelayernorm",
    "xlm-roberta",
    "xlm-roberta-xl",
    "xmod",
];

/// Returns the maximum text length from sentence_bert_config.json or, if missing there, from tokenizer_config.json.
/// The maximum text length is at most the transformer's number of positions.
fn max_length(
    transformer: Option<&File>,
    sentence_bert: Option<&File>,
    tokenizer: Option<&File>,
) -> Result<Option<usize>, EmbedError> {
    let count = |file: Option<&File>, field| file.map_or(Ok(None), |file| file.count(field));
    let mut positions = count(transformer, "max_position_embeddings")?;
    if let (Some(positions), Some(transformer)) = (&mut positions, transformer)
        && POSITIONS_AFTER_PADDING.contains(&transformer.value["model_type"].as_str().unwrap_or_default())
    {
        let padding = transformer.value["pad_token_id"].as_u64().unwrap_or(1);
        *positions = positions.saturating_sub(padding as usize + 1);
    }
    let stated = match count(sentence_bert, "max_seq_length")? {
        Some(stated) => Some(stated),
        None => count(tokenizer, "model_max_length")?,
    };
    Ok([positions, stated].into_iter().flatten().min())
}

fn invalid(reason: ConfigReason) -> EmbedError {
    EmbedError::ModelConfig { reason }
}

fn invalid_in(file: &str, reason: ConfigReason) -> EmbedError {
    invalid(ConfigReason::InFile {
        file: file.into(),
        reason: Box::new(reason),
    })
}

fn malformed(error: serde_json::Error) -> EmbedError {
    invalid(ConfigReason::Json(error.into()))
}

#[cfg(test)]
mod tests;
