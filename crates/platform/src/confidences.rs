//! What a language model has answered, kept in a database of its own, so that a reload asks nothing twice.
//!
//! Two object stores: `answers`, a confidence for each question's key, and `confidences`: under `form` where was asked, under
//! `given` which confidences are in use, and under `values` these. Of a protected project all values are encrypted, and answers
//! lie in portions under numbers: the key of a question would tell whoever guesses the question that it was asked.

use std::collections::BTreeMap;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{Query, Transaction};
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError, finish, js_buffer, unreadable};
use fastgas_annotation::confidence::Key;
use fastgas_protocol::{bytes_of_f32, f32_of_bytes};

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
pub struct ConfidenceStore {
    database: Database,
    at_rest: AtRest,
}

impl ConfidenceStore {
    /// Opens the project's database, making it when there is none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], as when storage is turned off.
    pub async fn open(at_rest: &AtRest) -> Result<ConfidenceStore, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(CONFIDENCES))
            .add_object_store(ObjectStoreBuilder::new(ANSWERS));
        Ok(ConfidenceStore {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
        })
    }

    /// All of it.
    ///
    /// # Errors
    /// [`StorageError::Unreadable`], [`StorageError::Refused`].
    pub async fn load(&self) -> Result<KeptConfidences, StorageError> {
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
        let source: Option<KeptSource> = source.map(read_source).transpose()?;
        Ok(KeptConfidences {
            form: form.map(read_form).transpose()?,
            given: source.zip(values),
            answers: self.read_answers(keys.into_iter().zip(stored))?,
        })
    }

    fn read_answers(
        &self,
        stored: impl Iterator<Item = (JsValue, JsValue)>,
    ) -> Result<BTreeMap<Key, f32>, StorageError> {
        let no_number = || unreadable("an answer of a language model is no number");
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
                let key = Key::read(&key).filter(|_| f32::is_finite(number));
                answers.insert(key.ok_or_else(no_number)?, number);
            }
        }
        Ok(answers)
    }

    /// Keeps answers.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn add(&self, answers: &[(Key, f32)]) -> Result<(), StorageError> {
        let ask = async |transaction: &Transaction| self.put_answers(transaction, answers).await;
        self.database.write(&[ANSWERS], Durability::Relaxed, ask).await
    }

    async fn put_answers(&self, transaction: &Transaction, answers: &[(Key, f32)]) -> Result<(), StorageError> {
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

    /// What is kept lies there as in `other` from then on; nothing changes where it does already.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn move_to(&self, other: &ConfidenceStore) -> Result<(), StorageError> {
        let kept = match self.load().await {
            Ok(kept) => kept,
            Err(StorageError::Unreadable { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let at_rest = &other.at_rest;
        let form = kept.form.map(|form| at_rest.value(&[CONFIDENCES, FORM], &form));
        let form = form.transpose()?;
        let given = match &kept.given {
            Some((source, values)) => Some(other.given(source, values).await?),
            None => None,
        };
        let answers: Vec<(Key, f32)> = kept.answers.into_iter().collect();
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

    /// Confidences in use as they are stored, and under which keys.
    async fn given(&self, source: &KeptSource, values: &[f32]) -> Result<[(&'static str, JsValue); 2], StorageError> {
        let values = self
            .at_rest
            .buffer(&[CONFIDENCES, VALUES], &bytes_of_f32(values))
            .await?;
        let source = self.at_rest.value(&[CONFIDENCES, GIVEN], source)?;
        Ok([(GIVEN, source), (VALUES, values.into())])
    }

    /// Keeps where is asked.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn put_form(&self, form: &KeptForm) -> Result<(), StorageError> {
        let form = self.at_rest.value(&[CONFIDENCES, FORM], form)?;
        self.database
            .write(&[CONFIDENCES], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(CONFIDENCES)?;
                store.put(&form, Some(&FORM.into()))?.await?;
                Ok(())
            })
            .await
    }

    /// Keeps the confidences in use, or that there are none.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
    pub async fn put_given(&self, given: Option<(&KeptSource, &[f32])>) -> Result<(), StorageError> {
        let given = match given {
            Some((source, values)) => Some(self.given(source, values).await?),
            None => None,
        };
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

    /// Deletes answers and confidences; where was asked stays.
    ///
    /// # Errors
    /// [`StorageError::Refused`], with nothing changed.
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
