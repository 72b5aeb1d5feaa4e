//! Finds and reads the files of a model in its folder.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::args::ModelArguments;
use crate::error::CliError;
use fastgas_embedding::cache::{FileHasher, ModelHash};
use fastgas_embedding::{EmbedError, ModelConfig, ModelReason};
use fastgas_encoder::Encoder;

/// Maximum size of a config file in bytes. Larger files are not read.
const MAX_CONFIG: u64 = 1 << 20;

/// Value of `--model` for the multilingual encoder.
const MULTILINGUAL: &str = "multilingual";
/// Folder of the multilingual encoder, relative to each folder where the program searches for the encoder.
const MULTILINGUAL_FOLDER: &str = "models/multilingual-e5-small";

/// File names of tokenizers, the preferred name first.
const TOKENIZERS: [&str; 2] = ["tokenizer.json", "tokenizer.bin"];

pub struct Model {
    onnx: Cow<'static, [u8]>,
    tokenizer: Cow<'static, [u8]>,
    /// Content of config.json in this program's format, including settings that the user gives as arguments.
    config: Cow<'static, [u8]>,
    name: String,
    /// Folder of the model's files. `None` for the built-in model, which is part of the program.
    folder: Option<PathBuf>,
}

impl Model {
    pub fn read(arguments: &ModelArguments) -> Result<Model, CliError> {
        let folder = folder_of(arguments)?;
        let Some(folder) = &folder else {
            let [onnx, tokenizer, config] = [
                &include_bytes!("../../../www/models/all-MiniLM-L6-v2/model.onnx")[..],
                &include_bytes!("../../../www/models/all-MiniLM-L6-v2/tokenizer.json")[..],
                &include_bytes!("../../../www/models/all-MiniLM-L6-v2/config.json")[..],
            ];
            let read = ModelConfig::read(config)?;
            let effective = arguments.apply(read.clone());
            return Ok(Model {
                name: effective.name.clone(),
                onnx: Cow::Borrowed(onnx),
                tokenizer: Cow::Borrowed(tokenizer),
                // An unchanged config keeps its original bytes, so that the model has the same hash in every cache.
                config: if effective == read {
                    Cow::Borrowed(config)
                } else {
                    Cow::Owned(effective.to_json())
                },
                folder: None,
            });
        };
        let inner = folder.join("onnx");
        let onnx = find_onnx(folder, &inner)?;
        let tokenizers: Vec<PathBuf> = TOKENIZERS
            .iter()
            .flat_map(|name| [folder, &inner].map(|folder| folder.join(name)))
            .collect();
        let tokenizer = tokenizers.iter().find(|path| path.is_file()).unwrap_or(&tokenizers[0]);
        let config = arguments.apply(gather(folder)?);
        let last_part = folder.file_name().unwrap_or(folder.as_os_str());
        Ok(Model {
            name: match config.name.as_str() {
                "" => last_part.to_string_lossy().into_owned(),
                name => name.into(),
            },
            onnx: fs::read(&onnx).map_err(CliError::file(&onnx))?.into(),
            tokenizer: fs::read(tokenizer).map_err(CliError::file(tokenizer))?.into(),
            config: config.to_json().into(),
            folder: Some(folder.clone()),
        })
    }

    /// Returns a hash of the model and of all settings that affect the model's vectors.
    pub fn hash(&self) -> ModelHash {
        let [onnx, tokenizer, config] =
            [&self.onnx, &self.tokenizer, &self.config].map(|file| FileHasher::default().update(file));
        ModelHash::of(onnx, tokenizer, config)
    }

    pub fn is_built_in(&self) -> bool {
        self.folder.is_none()
    }

    pub fn open(&self) -> Result<Encoder, CliError> {
        let encoder = Encoder::new(&*self.onnx, &self.tokenizer, &self.config);
        match &self.folder {
            Some(folder) => encoder.map_err(CliError::of::<EmbedError>(folder)),
            None => Ok(encoder?),
        }
    }

    pub fn tokenizer(&self) -> &[u8] {
        &self.tokenizer
    }

    /// Name in the config, or the name of the model's folder if the config has no name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Returns `None` for the built-in encoder, which is part of the program.
fn folder_of(arguments: &ModelArguments) -> Result<Option<PathBuf>, CliError> {
    match &arguments.folder {
        Some(name) if name == Path::new(MULTILINGUAL) => {
            let folders = multilingual_folders();
            match folders.iter().find(|folder| folder.join("model.onnx").is_file()) {
                Some(folder) => Ok(Some(folder.clone())),
                None => Err(CliError::NoMultilingualEncoder { folders }),
            }
        }
        folder => Ok(folder.clone()),
    }
}

/// Folders that may contain the multilingual encoder: next to the program, in the user's data folder, in the source tree.
fn multilingual_folders() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let next_to_program = program.and_then(|program| Some(program.parent()?.to_owned()));
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = variable("XDG_DATA_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| Some(variable("HOME")?.join(".local/share")));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www");
    // If the source folder was moved, the path does not exist, and the search skips the path.
    let sources = sources.canonicalize().unwrap_or(sources);
    let folders = [next_to_program, data.map(|data| data.join("fastgas")), Some(sources)];
    folders
        .into_iter()
        .flatten()
        .map(|folder| folder.join(MULTILINGUAL_FOLDER))
        .collect()
}

/// The existing files of the model, which no output may overwrite.
pub fn files(arguments: &ModelArguments) -> Vec<PathBuf> {
    let Ok(Some(folder)) = folder_of(arguments) else {
        return Vec::new();
    };
    let folders = [folder.clone(), folder.join("onnx")];
    let found = folders.iter().flat_map(|folder| entries(folder).unwrap_or_default());
    let configs = config_files(&folder).unwrap_or_default();
    found.filter(|path| is_onnx(path)).chain(configs).collect()
}

fn is_onnx(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "onnx")
}

/// Finds the file model.onnx or the only ONNX file in `folder`, or otherwise in the subfolder `inner`.
fn find_onnx(folder: &Path, inner: &Path) -> Result<PathBuf, CliError> {
    for folder in [folder, inner] {
        let usual = folder.join("model.onnx");
        if usual.is_file() {
            return Ok(usual);
        }
        let mut found: Vec<PathBuf> = entries(folder)?.into_iter().filter(|path| is_onnx(path)).collect();
        match found.len() {
            0 => {}
            1 => return Ok(found.remove(0)),
            _ => {
                let names: Vec<_> = found.iter().filter_map(|path| path.file_name()?.to_str()).collect();
                return Err(CliError::of(folder)(EmbedError::Model {
                    reason: ModelReason::SeveralFiles {
                        names: names.into_iter().map(str::to_owned).collect(),
                    },
                }));
            }
        }
    }
    let missing = folder.join("model.onnx");
    Err(CliError::file(&missing)(std::io::ErrorKind::NotFound.into()))
}

/// Returns the JSON files in `folder` and in each subfolder with a digit at the start of its name, such as `1_Pooling`.
fn config_files(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut paths = entries(folder)?;
    for path in paths.clone() {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name.starts_with(|first: char| first.is_ascii_digit()) {
            paths.extend(entries(&path)?);
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    Ok(paths)
}

fn gather(folder: &Path) -> Result<ModelConfig, CliError> {
    let mut files = Vec::new();
    for path in config_files(folder)? {
        if path
            .metadata()
            .is_ok_and(|file| file.is_file() && file.len() <= MAX_CONFIG)
        {
            let bytes = fs::read(&path).map_err(CliError::file(&path))?;
            let name = path
                .strip_prefix(folder)
                .unwrap_or(&path)
                .to_string_lossy()
                .into_owned();
            files.push((name, bytes));
        }
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    ModelConfig::gather(&files).map_err(CliError::of(folder))
}

/// Lists the paths of the files and folders in `folder`, in sorted order.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> = entries.map_err(CliError::file(folder))?;
    entries.sort();
    Ok(entries)
}
