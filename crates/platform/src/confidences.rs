//! What a language model has answered, kept in a database of its own, so that a reload asks nothing twice.
//!
//! Two object stores: `answers`, a confidence for each question's key, and `confidences`: under `form` where was asked, under
//! `given` which confidences are in use, and under `values` these.

use std::collections::BTreeMap;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::database::{Database, Durability, StorageError, buffer, finish, unreadable};
use crate::project_id::ProjectId;
use fastgas_annotation::confidence::Key;
use fastgas_protocol::f32_of_bytes;
use fastgas_protocol::transport::{f32_to_buffer, from_js, to_js};

pub(super) const DATABASE: &str = "fastgas-confidences";
const ANSWERS: &str = "answers";
const CONFIDENCES: &str = "confidences";

// Keys of the store `confidences`.
const FORM: &str = "form";
const GIVEN: &str = "given";
const VALUES: &str = "values";

/// Where was asked, and how; the key is no part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptForm {
    /// The endpoint, as it was typed.
    pub address: String,
    pub model: String,
    /// How text and label are put into words.
    pub template: String,
}

/// Which confidences are in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSource {
    /// A file, or a model and its host.
    pub source: String,
    /// Of which pool they are.
    pub pool: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptConfidences {
    pub form: Option<KeptForm>,
    /// The confidences in use, and these.
    pub given: Option<(KeptSource, Vec<f32>)>,
    /// What was answered, by question.
    pub answers: BTreeMap<Key, f32>,
}

#[derive(Clone)]
pub struct ConfidenceStore(Database);

impl ConfidenceStore {
    /// Opens the project's database, making it when there is none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when storage is turned off.
    pub async fn open(project: &ProjectId) -> Result<ConfidenceStore, StorageError> {
        let builder = DatabaseBuilder::new(&project.database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(CONFIDENCES))
            .add_object_store(ObjectStoreBuilder::new(ANSWERS));
        Ok(ConfidenceStore(Database::open(builder).await?))
    }

    /// All of it.
    ///
    /// # Errors
    /// [`StorageError::Unreadable`], [`StorageError::Refused`].
    pub async fn load(&self) -> Result<KeptConfidences, StorageError> {
        let transaction = self.0.read(&[CONFIDENCES, ANSWERS])?;
        let store = transaction.object_store(CONFIDENCES)?;
        let form = store.get(JsValue::from(FORM))?.await?.map(from_js).transpose()?;
        let source = store.get(JsValue::from(GIVEN))?.await?.map(from_js).transpose()?;
        let values = buffer(&store, VALUES).await?.and_then(|bytes| f32_of_bytes(&bytes));
        let answers = transaction.object_store(ANSWERS)?;
        let keys = answers.get_all_keys(None, None)?.await?;
        let numbers = answers.get_all(None, None)?.await?;
        finish(transaction).await?;
        let answer = |(key, number): (JsValue, JsValue)| {
            let key = key.as_string().and_then(|digits| Key::read(&digits));
            let number = number.as_f64().map(|number| number as f32);
            key.zip(number.filter(|number| number.is_finite()))
        };
        let answers: Option<_> = keys.into_iter().zip(numbers).map(answer).collect();
        Ok(KeptConfidences {
            form,
            given: source.zip(values),
            answers: answers.ok_or_else(|| unreadable("an answer of a language model is no number"))?,
        })
    }

    /// Keeps answers.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn add(&self, answers: &[(Key, f32)]) -> Result<(), StorageError> {
        self.0
            .write(&[ANSWERS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(ANSWERS)?;
                for (key, confidence) in answers {
                    let number = JsValue::from(f64::from(*confidence));
                    store.put(&number, Some(&key.to_string().into()))?.await?;
                }
                Ok(())
            })
            .await
    }

    /// Keeps where is asked.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn put_form(&self, form: &KeptForm) -> Result<(), StorageError> {
        self.0
            .write(&[CONFIDENCES], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                store.put(&to_js(form)?, Some(&FORM.into()))?.await?;
                Ok(())
            })
            .await
    }

    /// Keeps the confidences in use, or that there are none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn put_given(&self, given: Option<(&KeptSource, &[f32])>) -> Result<(), StorageError> {
        self.0
            .write(&[CONFIDENCES], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                match given {
                    Some((source, values)) => {
                        store.put(&to_js(source)?, Some(&GIVEN.into()))?.await?;
                        let values = f32_to_buffer(values);
                        store.put(&values, Some(&VALUES.into()))?.await?;
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

    /// Deletes answers and confidences; where was asked stays.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn clear(&self) -> Result<(), StorageError> {
        self.0
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
