//! Draft of an imported encoder: its files, its settings from files and form, and the result of its trial.

use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::import::classify_files::{FileName, has_extension, is_tokenizer, last_part};
use crate::run::time_estimate::megabytes;
use crate::state::Notice;
use fastgas_embedding::{ModelConfig, Pooling};
use fastgas_platform::{CustomEncoder, DropReason};
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

/// Maximum size of an ONNX file in bytes. A worker needs several times as much memory and can have at most 4 GB.
pub const MAX_MODEL_BYTES: u64 = 600_000_000;
pub const MAX_TOKENIZER_BYTES: u64 = 64_000_000;

/// Fields of the import dialog. Numbers are stored as text until they are validated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The path of the ONNX file. Empty until a file is chosen.
    pub model: String,
    pub name: String,
    pub pooling: Pooling,
    pub prefix: String,
    /// Text that is prepended to the prefix and excluded from pooling.
    pub instruction: String,
    /// Maximum number of tokens per text that the encoder reads. Empty for the maximum of the model.
    pub max_length: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub enum EncoderCheck {
    #[default]
    None,
    /// A worker is opening the encoder. The number identifies the trial, and results of other trials are ignored.
    Opening(u32),
    Opened(Box<CustomEncoder>),
    Failed(Notice),
}

#[derive(Clone, Debug, PartialEq)]
pub struct EncoderSpec {
    pub model: String,
    pub tokenizer: String,
    pub config: ModelConfig,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    pub problem: String,
    pub advice: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncoderDraft {
    /// The files of the encoder, sorted by path.
    files: Vec<FileName>,
    configs: Vec<(String, Vec<u8>)>,
    /// `None` until the config files are read.
    gathered: Option<Result<ModelConfig, FormError>>,
    /// The fields of the dialog initially contain the values from the config files.
    pub form: Form,
    pub trial: EncoderCheck,
    pub unreadable: Option<DropReason>,
}

impl EncoderDraft {
    /// A file replaces an earlier file with the same path.
    /// Values that the user typed are kept, unless config files were added.
    pub fn add(&mut self, files: Vec<FileName>, configs: Vec<(String, Vec<u8>)>) {
        self.files.retain(|old| files.iter().all(|new| new.path != old.path));
        self.files.extend(files);
        self.files.sort();
        self.trial = EncoderCheck::None;
        self.unreadable = None;
        if !self.models().any(|model| model.path == self.form.model) {
            self.form.model = self.likely_model().unwrap_or_default();
        }
        if !configs.is_empty() || self.gathered.is_none() {
            self.configs.retain(|old| configs.iter().all(|new| new.0 != old.0));
            self.configs.extend(configs);
            self.gather();
        }
        if self.form.name.is_empty() {
            self.form.name = name_of(&self.form.model);
        }
    }

    fn gather(&mut self) {
        let configs: Vec<(&str, &[u8])> = self
            .configs
            .iter()
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
            .collect();
        let gathered = ModelConfig::gather(&configs).map_err(|error| {
            let error = Error::from(error);
            FormError {
                problem: core_messages::problem(&error),
                advice: core_messages::advice(&error, error.advice()),
            }
        });
        if let Ok(config) = gathered.clone() {
            self.form = Form {
                model: std::mem::take(&mut self.form.model),
                name: config.name,
                pooling: config.pooling,
                prefix: config.prefix,
                instruction: config.instruction,
                max_length: config.max_length.map(|length| length.to_string()).unwrap_or_default(),
            };
        }
        self.gathered = Some(gathered);
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub fn models(&self) -> impl Iterator<Item = &FileName> {
        self.files.iter().filter(|file| has_extension(&file.path, ".onnx"))
    }

    pub fn model(&self) -> Option<&FileName> {
        self.models().find(|model| model.path == self.form.model)
    }

    /// Among several `tokenizer.json` files, the least nested file is the tokenizer.
    pub fn tokenizer(&self) -> Option<&FileName> {
        let tokenizers = self.files.iter().filter(|file| is_tokenizer(&file.path));
        tokenizers.min_by_key(|file| file.path.matches('/').count())
    }

    pub fn config_paths(&self) -> impl Iterator<Item = &str> {
        self.configs.iter().map(|(path, _)| path.as_str())
    }

    /// Fails with the problem that the user has to solve first.
    pub fn spec(&self) -> Result<EncoderSpec, FormError> {
        let config = self.gathered.clone().unwrap_or_else(|| Ok(ModelConfig::default()))?;
        let model = self.model().ok_or_else(|| self.no_model())?;
        if let Some(data) = self.files.iter().find(|file| is_data_of(&file.path, &model.path)) {
            return Err(FormError {
                problem: t!(
                    "encoder-external-weights-problem",
                    model = isolated(&model.path),
                    data = isolated(&data.path)
                ),
                advice: t!("encoder-external-weights-advice"),
            });
        }
        too_large(model, MAX_MODEL_BYTES)?;
        let tokenizer = self.tokenizer().ok_or_else(|| FormError {
            problem: t!("encoder-tokenizer-missing-problem"),
            advice: t!("encoder-tokenizer-missing-advice"),
        })?;
        too_large(tokenizer, MAX_TOKENIZER_BYTES)?;
        let max_length = match self.form.max_length.trim() {
            "" => None,
            text => Some(
                text.parse()
                    .ok()
                    .filter(|&length| length > 0)
                    .ok_or_else(|| FormError {
                        problem: t!("encoder-max-length-problem", text = isolated(text)),
                        advice: t!("encoder-max-length-advice"),
                    })?,
            ),
        };
        Ok(EncoderSpec {
            model: model.path.clone(),
            tokenizer: tokenizer.path.clone(),
            config: ModelConfig {
                name: match self.form.name.trim() {
                    "" => name_of(&model.path),
                    name => name.into(),
                },
                pooling: self.form.pooling,
                prefix: self.form.prefix.clone(),
                instruction: self.form.instruction.clone(),
                max_length,
                ..config
            },
        })
    }

    /// Prefers an ONNX file that is small enough and has no external weights, and then the file name `model.onnx`.
    fn likely_model(&self) -> Option<String> {
        let mut models: Vec<&FileName> = self.models().collect();
        models.sort_by_key(|model| {
            let is_usable =
                model.bytes <= MAX_MODEL_BYTES && !self.files.iter().any(|file| is_data_of(&file.path, &model.path));
            (!is_usable, last_part(&model.path) != "model.onnx")
        });
        models.first().map(|model| model.path.clone())
    }

    fn no_model(&self) -> FormError {
        let weights = [".safetensors", ".bin", ".pt", ".h5", ".onnx_data", ".onnx.data"];
        let weights = self
            .files
            .iter()
            .find(|file| weights.iter().any(|end| has_extension(&file.path, end)));
        match weights {
            Some(file) => FormError {
                problem: t!("encoder-wrong-format-problem", path = isolated(&file.path)),
                advice: t!("encoder-wrong-format-advice"),
            },
            None => FormError {
                problem: t!("encoder-onnx-missing-problem"),
                advice: t!("encoder-onnx-missing-advice"),
            },
        }
    }
}

pub fn failure(model: &str, in_use: &str, error: &WorkerError) -> Notice {
    Notice {
        title: t!(
            "encoder-failed-title",
            model = isolated(last_part(model)),
            in_use = isolated(in_use)
        ),
        problem: core_messages::problem(error),
        advice: match error {
            WorkerError::Lost { .. } => {
                t!("encoder-failed-crash-advice")
            }
            WorkerError::Asset { .. } | WorkerError::File { .. } => t!("encoder-failed-file-advice"),
            error => core_messages::advice(error, error.advice()),
        },
    }
}

fn too_large(file: &FileName, limit: u64) -> Result<(), FormError> {
    if file.bytes <= limit {
        return Ok(());
    }
    Err(FormError {
        problem: t!(
            "encoder-file-size-problem",
            path = isolated(&file.path),
            bytes = megabytes(file.bytes),
            limit = megabytes(limit)
        ),
        advice: t!("encoder-file-size-advice"),
    })
}

/// Exporters name files with external weights model.onnx_data, model.onnx.data or model.onnx_data_1.
fn is_data_of(path: &str, model: &str) -> bool {
    let rest = path.strip_prefix(model);
    rest.is_some_and(|rest| rest.starts_with("_data") || rest.starts_with(".data"))
}

/// Proposes a name for the encoder: the top-level folder of the ONNX file, or the file name if there is no folder.
fn name_of(model: &str) -> String {
    match model.split_once('/') {
        Some((folder, _)) => folder.into(),
        None => model.strip_suffix(".onnx").unwrap_or(model).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[(&str, u64)]) -> Vec<FileName> {
        let file = |&(path, bytes): &(&str, u64)| FileName {
            path: path.into(),
            bytes,
        };
        names.iter().map(file).collect()
    }

    fn encoder_draft(names: &[(&str, u64)], configs: &[(&str, &str)]) -> EncoderDraft {
        let mut encoder_draft = EncoderDraft::default();
        let configs = configs.iter().map(|&(path, text)| (path.into(), text.into()));
        encoder_draft.add(files(names), configs.collect());
        encoder_draft
    }

    fn problem(encoder_draft: &EncoderDraft) -> String {
        encoder_draft.spec().expect_err("a problem").problem
    }

    #[test]
    fn model_folder_fills_form() {
        let names = [
            ("e5/onnx/model.onnx", 90),
            ("e5/onnx/model_int8.onnx", 20),
            ("e5/tokenizer.json", 2),
            ("e5/1_Pooling/config.json", 1),
        ];
        let configs = [
            (
                "e5/1_Pooling/config.json",
                r#"{"pooling_mode_cls_token": true, "word_embedding_dimension": 8}"#,
            ),
            ("e5/sentence_bert_config.json", r#"{"max_seq_length": 64}"#),
        ];
        let mut encoder_draft = encoder_draft(&names, &configs);
        assert_eq!(encoder_draft.form.model, "e5/onnx/model.onnx");
        assert_eq!(
            (encoder_draft.form.name.as_str(), encoder_draft.form.max_length.as_str()),
            ("e5", "64")
        );
        encoder_draft.form.prefix = "query: ".into();
        encoder_draft.form.max_length = "32".into();
        encoder_draft.form.model = "e5/onnx/model_int8.onnx".into();
        let attempt = encoder_draft.spec().unwrap();
        assert_eq!(attempt.model, "e5/onnx/model_int8.onnx");
        assert_eq!(attempt.tokenizer, "e5/tokenizer.json");
        assert_eq!(
            attempt.config,
            ModelConfig {
                name: "e5".into(),
                dimensions: Some(8),
                max_length: Some(32),
                prefix: "query: ".into(),
                pooling: Pooling::Cls,
                ..ModelConfig::default()
            }
        );
    }

    #[test]
    fn files_can_be_added_one_by_one() {
        let mut encoder_draft = encoder_draft(&[("tokenizer.json", 2)], &[]);
        assert!(problem(&encoder_draft).contains("ONNX file is missing"));
        encoder_draft.form.pooling = Pooling::Max;
        encoder_draft.add(files(&[("small.onnx", 5)]), Vec::new());
        let config = encoder_draft.spec().unwrap().config;
        assert_eq!(
            (config.name.as_str(), config.pooling),
            ("small", Pooling::Max),
            "settings of earlier files are preserved"
        );
        encoder_draft.trial = EncoderCheck::Opening(1);
        encoder_draft.add(
            Vec::new(),
            vec![("config.json".into(), br#"{"pooling": "cls"}"#.to_vec())],
        );
        assert_eq!(
            (encoder_draft.form.pooling, &encoder_draft.trial),
            (Pooling::Cls, &EncoderCheck::None)
        );
    }

    #[test]
    fn every_problem_of_the_form_is_reported() {
        let model = ("model.onnx", 5);
        let tokenizer = ("tokenizer.json", 2);
        assert!(problem(&encoder_draft(&[model], &[])).contains("tokenizer’s file is missing"));
        let weights = [("model.safetensors", 5), tokenizer];
        assert!(problem(&encoder_draft(&weights, &[])).contains("model.safetensors"));
        let split = [model, ("model.onnx_data", 9), tokenizer];
        assert!(problem(&encoder_draft(&split, &[])).contains("second file, model.onnx_data"));
        let large = [("model.onnx", MAX_MODEL_BYTES + 1), tokenizer];
        assert!(problem(&encoder_draft(&large, &[])).contains("600\u{a0}MB at most"));
        let large = [model, ("tokenizer.json", MAX_TOKENIZER_BYTES + 1)];
        assert!(problem(&encoder_draft(&large, &[])).contains("tokenizer.json has"));
        let dense = [("2_Dense/config.json", r#"{"in_features": 8, "out_features": 4}"#)];
        assert!(problem(&encoder_draft(&[model, tokenizer], &dense)).contains("Dense"));
        let mut long = encoder_draft(&[model, tokenizer], &[]);
        for length in ["0", "many", "-1"] {
            long.form.max_length = length.into();
            assert!(problem(&long).contains("maximum length"));
        }
    }

    #[test]
    fn file_names_do_not_change_the_direction_of_messages() {
        let names = ["\u{202e}model.onnx", "\u{202e}model.onnx_data", "tokenizer.json"];
        let problem = problem(&encoder_draft(&names.map(|name| (name, 5)), &[]));
        for name in &names[..2] {
            assert!(problem.contains(&*isolated(name)), "{problem:?}");
        }
        let title = failure(names[0], names[0], &WorkerError::Cancelled).title;
        assert_eq!(title.matches(&*isolated(names[0])).count(), 2, "{title:?}");
    }

    #[test]
    fn preferred_model_is_chosen_among_several() {
        let chosen = |names: &[(&str, u64)]| encoder_draft(names, &[]).form.model;
        assert_eq!(chosen(&[("a.onnx", 1), ("model.onnx", 9)]), "model.onnx");
        assert_eq!(
            chosen(&[("model.onnx", 1), ("model.onnx_data", 9), ("model_q4.onnx", 3)]),
            "model_q4.onnx"
        );
        assert_eq!(
            chosen(&[("model.onnx", MAX_MODEL_BYTES + 1), ("model_q4.onnx", 3)]),
            "model_q4.onnx"
        );
        assert_eq!(chosen(&[("README.md", 1)]), "");
    }
}
