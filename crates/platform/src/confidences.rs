//! Stores the confidences of a language model in a separate database, so that a reload repeats no requests.
//!
//! The database has two object stores. `answers` maps the key of each question to a confidence.
//! `confidences` contains the endpoint settings (`form`), the used confidences (`values`) and their source (`given`).
//! In a protected project, all values are encrypted.
//! The keys of encrypted answers are batch numbers, because a question's key would confirm a guess of the question.

use std::collections::BTreeMap;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{Query, Transaction};
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError, finish, js_buffer, unreadable};
use crate::project_db::check_protection;
use fastgas_annotation::confidence::QuestionKey;
use fastgas_protocol::{UnreadableReason, bytes_of_f32, f32_of_bytes};

pub(super) const DATABASE: &str = "fastgas-confidences";
const ANSWERS: &str = "answers";
const CONFIDENCES: &str = "confidences";

const FORM: &str = "form";
const GIVEN: &str = "given";
const VALUES: &str = "values";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredEndpoint {
    pub address: String,
    pub model: String,
    pub template: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfidenceSource {
    /// The file with the confidences, or the language model that returned the confidences and the model's host.
    pub source: String,
    pub pool: String,
    #[serde(default)]
    pub origin: ConfidenceOrigin,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConfidenceOrigin {
    /// A file that the user chose. Its confidences belong to the rows of the pool, whichever column has the texts.
    File,
    /// A language model that was asked about the texts of this column.
    Model { text_column: usize },
    /// An earlier version stored the confidences without their origin.
    #[default]
    Unknown,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredConfidences {
    pub form: Option<StoredEndpoint>,
    pub in_use: Option<(ConfidenceSource, Vec<f32>)>,
    pub answers: BTreeMap<QuestionKey, f32>,
}

#[derive(Clone)]
pub struct ConfidenceDb {
    database: Database,
    at_rest: AtRest,
}

impl ConfidenceDb {
    pub async fn open(at_rest: &AtRest) -> Result<ConfidenceDb, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(CONFIDENCES))
            .add_object_store(ObjectStoreBuilder::new(ANSWERS));
        Ok(ConfidenceDb {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
        })
    }

    pub async fn load(&self) -> Result<StoredConfidences, StorageError> {
        let transaction = self.database.read(&[CONFIDENCES, ANSWERS])?;
        let store = transaction.object_store(CONFIDENCES)?;
        let form = store.get(JsValue::from(FORM))?.await?;
        let source = store.get(JsValue::from(GIVEN))?.await?;
        let values = js_buffer(&store, VALUES).await?;
        let answers = transaction.object_store(ANSWERS)?;
        let keys = answers.get_all_keys(None, None)?.await?;
        let stored = answers.get_all(None, None)?.await?;
        finish(transaction).await?;
        let values = match values {
            Some(values) => Some(self.at_rest.read_buffer(&[CONFIDENCES, VALUES], values).await?),
            None => None,
        };
        let values = values.and_then(|values| f32_of_bytes(&Uint8Array::new(&values).to_vec()));
        let read_form = |form| self.at_rest.read_value(&[CONFIDENCES, FORM], form);
        let read_source = |source| self.at_rest.read_value(&[CONFIDENCES, GIVEN], source);
        let source: Option<ConfidenceSource> = source.map(read_source).transpose()?;
        Ok(StoredConfidences {
            form: form.map(read_form).transpose()?,
            in_use: source.zip(values),
            answers: self.read_answers(keys.into_iter().zip(stored))?,
        })
    }

    fn read_answers(
        &self,
        stored: impl Iterator<Item = (JsValue, JsValue)>,
    ) -> Result<BTreeMap<QuestionKey, f32>, StorageError> {
        let no_number = || unreadable(UnreadableReason::NoNumber);
        let mut answers = BTreeMap::new();
        for (key, value) in stored {
            let numbers = match self.at_rest.protection() {
                None => vec![(
                    key.as_string().unwrap_or_default(),
                    value.as_f64().unwrap_or(f64::NAN) as f32,
                )],
                Some(_) => self.at_rest.read_value(&[ANSWERS], value)?,
            };
            for (key, number) in numbers {
                let key = QuestionKey::read(&key).filter(|_| f32::is_finite(number));
                answers.insert(key.ok_or_else(no_number)?, number);
            }
        }
        Ok(answers)
    }

    pub async fn add(&self, answers: &[(QuestionKey, f32)]) -> Result<(), StorageError> {
        let ask = async |transaction: &Transaction| self.put_answers(transaction, answers).await;
        check_protection(&self.at_rest).await?;
        self.database.write(&[ANSWERS], Durability::Relaxed, ask).await
    }

    async fn put_answers(&self, transaction: &Transaction, answers: &[(QuestionKey, f32)]) -> Result<(), StorageError> {
        let store = transaction.object_store(ANSWERS)?;
        if self.at_rest.protection().is_none() {
            for (key, confidence) in answers {
                let number = JsValue::from(f64::from(*confidence));
                store.put(&number, Some(&key.to_string().into()))?.await?;
            }
            return Ok(());
        }
        let texts: Vec<(String, f32)> = answers.iter().map(|(key, number)| (key.to_string(), *number)).collect();
        let keys = store.get_all_keys(None::<Query>, None)?.await?;
        let last = keys.last().and_then(JsValue::as_f64).unwrap_or(0.0);
        let value = self.at_rest.value(&[ANSWERS], &texts)?;
        store.put(&value, Some(&JsValue::from(last + 1.0)))?.await?;
        Ok(())
    }

    /// Moves the stored values to `other`, the store of the same project in the other format (plain or encrypted).
    /// Does nothing if the values already have this format. After an error, the stored data is unchanged.
    pub async fn move_to(&self, other: &ConfidenceDb) -> Result<(), StorageError> {
        let kept = match self.load().await {
            Ok(kept) => kept,
            Err(StorageError::Unreadable { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let at_rest = &other.at_rest;
        let form = kept.form.map(|form| at_rest.value(&[CONFIDENCES, FORM], &form));
        let form = form.transpose()?;
        let given = match &kept.in_use {
            Some((source, values)) => Some(other.converted(source, values).await?),
            None => None,
        };
        let answers: Vec<(QuestionKey, f32)> = kept.answers.into_iter().collect();
        self.database
            .write(&[CONFIDENCES, ANSWERS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                store.clear()?.await?;
                if let Some(form) = form {
                    store.put(&form, Some(&FORM.into()))?.await?;
                }
                for (key, value) in given.into_iter().flatten() {
                    store.put(&value, Some(&key.into()))?.await?;
                }
                transaction.object_store(ANSWERS)?.clear()?.await?;
                match answers.is_empty() {
                    true => Ok(()),
                    false => other.put_answers(transaction, &answers).await,
                }
            })
            .await
    }

    async fn converted(
        &self,
        source: &ConfidenceSource,
        values: &[f32],
    ) -> Result<[(&'static str, JsValue); 2], StorageError> {
        let values = self
            .at_rest
            .buffer(&[CONFIDENCES, VALUES], &bytes_of_f32(values))
            .await?;
        let source = self.at_rest.value(&[CONFIDENCES, GIVEN], source)?;
        Ok([(GIVEN, source), (VALUES, values.into())])
    }

    pub async fn put_form(&self, form: &StoredEndpoint) -> Result<(), StorageError> {
        let form = self.at_rest.value(&[CONFIDENCES, FORM], form)?;
        check_protection(&self.at_rest).await?;
        self.database
            .write(&[CONFIDENCES], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                store.put(&form, Some(&FORM.into()))?.await?;
                Ok(())
            })
            .await
    }

    /// Stores the confidences that the selection uses. `None` deletes them.
    pub async fn put_in_use(&self, given: Option<(&ConfidenceSource, &[f32])>) -> Result<(), StorageError> {
        let given = match given {
            Some((source, values)) => Some(self.converted(source, values).await?),
            None => None,
        };
        check_protection(&self.at_rest).await?;
        self.database
            .write(&[CONFIDENCES], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                match given {
                    Some(given) => {
                        for (key, value) in given {
                            store.put(&value, Some(&key.into()))?.await?;
                        }
                    }
                    None => {
                        for key in [GIVEN, VALUES] {
                            store.delete(JsValue::from(key))?.await?;
                        }
                    }
                }
                Ok(())
            })
            .await
    }

    /// Deletes all confidences and answers, but keeps the settings of the endpoint.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database
            .write(&[CONFIDENCES, ANSWERS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                for key in [GIVEN, VALUES] {
                    store.delete(JsValue::from(key))?.await?;
                }
                transaction.object_store(ANSWERS)?.clear()?.await?;
                Ok(())
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_that_an_earlier_version_stored_has_an_unknown_origin() {
        let stored = r#"{"source":"tiny at localhost:8080","pool":"0123456789abcdef"}"#;
        let source: ConfidenceSource = serde_json::from_str(stored).expect("the earlier format");
        assert_eq!(source.origin, ConfidenceOrigin::Unknown);
    }
}
