//! A separate database for the encoder that the user has chosen.
//! A new object store in the project's database would require a new version of the project's database.
//! An older version of the page in another tab would block the upgrade of the project's database.
//!
//! The only object store contains the description of the encoder under `head`, which is read when the page opens.
//! The store also contains the three files of the encoder, which are read when texts must be embedded.

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::database::{Database, Durability, StorageError, js_buffer, unreadable};
use crate::model_files::ModelFiles;
use fastgas_embedding::EncoderReport;
use fastgas_protocol::UnreadableReason;
use fastgas_protocol::transport::{from_js, to_js};

const DATABASE: &str = "fastgas-encoder";
const ENCODER: &str = "encoder";

/// The version is incremented whenever the format of [`Stored`] changes.
const SCHEMA: u32 = 1;

const HEAD: &str = "head";
const FILES: [&str; 3] = ["onnx", "tokenizer", "config"];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncoderName {
    pub hash: Option<String>,
    pub name: String,
}

/// The description of an encoder that the user has chosen. Only encoders that were opened successfully are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomEncoder {
    pub hash: String,
    pub bytes: u64,
    pub report: EncoderReport,
    /// The site provides the files of the multilingual encoder, so that this database need not store the files.
    #[serde(default)]
    pub is_multilingual: bool,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    schema: u32,
    given: CustomEncoder,
}

/// The part of [`Stored`] that has the same format in all versions.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

#[derive(Clone)]
pub struct EncoderDb(Database);

impl Default for EncoderName {
    fn default() -> EncoderName {
        EncoderName {
            hash: None,
            name: "all-MiniLM-L6-v2".into(),
        }
    }
}

impl CustomEncoder {
    pub fn name(&self) -> EncoderName {
        EncoderName {
            hash: Some(self.hash.clone()),
            name: self.report.config.name.clone(),
        }
    }
}

impl EncoderDb {
    pub async fn open() -> Result<EncoderDb, StorageError> {
        let builder = DatabaseBuilder::new(DATABASE)
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(ENCODER));
        Ok(EncoderDb(Database::open(builder).await?))
    }

    /// Returns the stored encoder without its files.
    /// Returns [`StorageError::Unreadable`] and deletes nothing if another version of the page stored the encoder.
    pub async fn stored(&self) -> Result<Option<CustomEncoder>, StorageError> {
        let transaction = self.0.read(&[ENCODER])?;
        let Some(value) = transaction.object_store(ENCODER)?.get(JsValue::from(HEAD))?.await? else {
            return Ok(None);
        };
        let Version { schema } = from_js(value.clone())?;
        if schema != SCHEMA {
            return Err(unreadable(UnreadableReason::OtherVersion {
                version: schema.into(),
                known: SCHEMA.into(),
            }));
        }
        let Stored { given, .. } = from_js(value)?;
        Ok(Some(given))
    }

    pub async fn files(&self) -> Result<ModelFiles, StorageError> {
        let transaction = self.0.read(&[ENCODER])?;
        let store = transaction.object_store(ENCODER)?;
        let [onnx, tokenizer, config] = FILES.map(|key| {
            let store = &store;
            async move {
                let file = js_buffer(store, key).await?;
                file.ok_or_else(|| unreadable(UnreadableReason::Missing { key: key.into() }))
            }
        });
        Ok([onnx.await?, tokenizer.await?, config.await?])
    }

    /// `files` is `None` for the multilingual encoder, whose files are not in this database.
    /// After an error, the stored data is unchanged.
    pub async fn put(&self, given: &CustomEncoder, files: Option<&ModelFiles>) -> Result<(), StorageError> {
        let stored = Stored {
            schema: SCHEMA,
            given: given.clone(),
        };
        self.0
            .write(&[ENCODER], Durability::Strict, async |transaction| {
                let store = transaction.object_store(ENCODER)?;
                store.put(&to_js(&stored)?, Some(&HEAD.into()))?.await?;
                for (index, key) in FILES.into_iter().enumerate() {
                    match files {
                        Some(files) => {
                            store.put(&files[index], Some(&key.into()))?.await?;
                        }
                        None => {
                            store.delete(JsValue::from(key))?.await?;
                        }
                    }
                }
                Ok(())
            })
            .await
    }

    pub async fn clear(&self) -> Result<(), StorageError> {
        self.0.clear(&[ENCODER], Durability::Strict).await
    }
}
