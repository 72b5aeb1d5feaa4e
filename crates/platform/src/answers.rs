//! Stores the answers of a language model in a separate database, so that a reload repeats no requests.
//!
//! The database has two object stores. `settings` contains the settings of the endpoint under the key `form`.
//! `answers` contains batches of answers in order of arrival. If a text has two answers, only the later answer is used.
//! In a protected project, all values are encrypted. The API key of the endpoint is never stored.
//!
//! A comparison of selection methods stores its answers in a second database with the same structure ([`ExamDb`]).
//! In the database of the comparison, an answer belongs to a prompt instead of a text.

use std::marker::PhantomData;

use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{Query, Transaction};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

use crate::at_rest::AtRest;
use crate::database::{Database, Durability, StorageError, finish, unreadable};
use crate::project_db::check_protection;
use fastgas_annotation::answer::Entry;
use fastgas_protocol::UnreadableReason;

pub(super) const DATABASE: &str = "fastgas-answers";
pub(super) const EXAM_DATABASE: &str = "fastgas-exam";

const FORM: &str = "form";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAnswerForm {
    pub address: String,
    pub model: String,
    pub template: String,
    pub shots: String,
    /// The output constraint of each server that has been used so far.
    /// The format is the JSON of a [journal](fastgas_annotation::answer::Journal) that contains no answers.
    pub constraints: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredAnswer {
    pub row: u32,
    /// True if the user had already labeled the text, so that the answer only checks the model.
    pub is_check: bool,
    /// Hash of the text. After a change of the text, the stored answer is not used.
    pub text: String,
    pub key: String,
    pub model: String,
    pub label: Option<String>,
    /// Number of examples that the prompt would have if the model's context were unlimited.
    pub shots: u32,
    pub entry: Entry,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredExamAnswer {
    pub key: String,
    pub entry: Entry,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnswers<A = StoredAnswer> {
    pub form: Option<StoredAnswerForm>,
    pub answers: Vec<A>,
}

impl<A> Default for StoredAnswers<A> {
    fn default() -> StoredAnswers<A> {
        StoredAnswers {
            form: None,
            answers: Vec::new(),
        }
    }
}

/// The object stores for one kind of answer. The names of the object stores differ between kinds.
/// Therefore, an encrypted value of one kind cannot replace a value of another kind.
pub trait AnswerKind: Serialize + DeserializeOwned {
    const DATABASE: &'static str;
    const ANSWERS: &'static str;
    const SETTINGS: &'static str;
}

impl AnswerKind for StoredAnswer {
    const DATABASE: &'static str = DATABASE;
    const ANSWERS: &'static str = "answers";
    const SETTINGS: &'static str = "settings";
}

impl AnswerKind for StoredExamAnswer {
    const DATABASE: &'static str = EXAM_DATABASE;
    const ANSWERS: &'static str = "exam-answers";
    const SETTINGS: &'static str = "exam-settings";
}

#[derive(Clone)]
pub struct AnswerStore<A> {
    database: Database,
    at_rest: AtRest,
    kind: PhantomData<A>,
}

pub type AnswerDb = AnswerStore<StoredAnswer>;

pub type ExamDb = AnswerStore<StoredExamAnswer>;

impl<A: AnswerKind> AnswerStore<A> {
    pub async fn open(at_rest: &AtRest) -> Result<AnswerStore<A>, StorageError> {
        let builder = DatabaseBuilder::new(&at_rest.id().database(A::DATABASE))
            .version(1)
            .add_object_store(ObjectStoreBuilder::new(A::SETTINGS))
            .add_object_store(ObjectStoreBuilder::new(A::ANSWERS).auto_increment(true));
        Ok(AnswerStore {
            database: Database::open(builder).await?,
            at_rest: at_rest.clone(),
            kind: PhantomData,
        })
    }

    pub async fn load(&self) -> Result<StoredAnswers<A>, StorageError> {
        let transaction = self.database.read(&[A::SETTINGS, A::ANSWERS])?;
        let form = transaction.object_store(A::SETTINGS)?.get(JsValue::from(FORM))?.await?;
        let batches = transaction
            .object_store(A::ANSWERS)?
            .get_all(None::<Query>, None)?
            .await?;
        finish(transaction).await?;
        let form = form.map(|form| self.at_rest.read_value(&[A::SETTINGS, FORM], form));
        let mut answers = Vec::new();
        for batch in batches {
            let json: String = self.at_rest.read_value(&[A::ANSWERS], batch)?;
            let batch: Vec<A> =
                serde_json::from_str(&json).map_err(|error| unreadable(UnreadableReason::Json(error.into())))?;
            answers.extend(batch);
        }
        Ok(StoredAnswers {
            form: form.transpose()?,
            answers,
        })
    }

    pub async fn add(&self, answers: &[A]) -> Result<(), StorageError> {
        let batch = self.batch(answers)?;
        let ask = async |transaction: &Transaction| {
            transaction.object_store(A::ANSWERS)?.add(&batch, None)?.await?;
            Ok(())
        };
        check_protection(&self.at_rest).await?;
        self.database.write(&[A::ANSWERS], Durability::Relaxed, ask).await
    }

    /// A batch of answers in the stored format, JSON, which preserves every number.
    fn batch(&self, answers: &[A]) -> Result<JsValue, StorageError> {
        let json = serde_json::to_string(answers).map_err(|error| unreadable(UnreadableReason::Json(error.into())))?;
        self.at_rest.value(&[A::ANSWERS], &json)
    }

    pub async fn put_form(&self, form: &StoredAnswerForm) -> Result<(), StorageError> {
        let form = self.at_rest.value(&[A::SETTINGS, FORM], form)?;
        check_protection(&self.at_rest).await?;
        self.database
            .write(&[A::SETTINGS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(A::SETTINGS)?;
                store.put(&form, Some(&FORM.into()))?.await?;
                Ok(())
            })
            .await
    }

    /// Moves the stored values to `other`, the store of the same project in the other format (plain or encrypted).
    /// Does nothing if the values already have this format. After an error, the stored data is unchanged.
    pub async fn move_to(&self, other: &AnswerStore<A>) -> Result<(), StorageError> {
        let stored = match self.load().await {
            Ok(stored) => stored,
            Err(StorageError::Unreadable { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let form = stored.form.map(|form| other.at_rest.value(&[A::SETTINGS, FORM], &form));
        let form = form.transpose()?;
        let batch = match stored.answers.is_empty() {
            true => None,
            false => Some(other.batch(&stored.answers)?),
        };
        self.database
            .write(&[A::SETTINGS, A::ANSWERS], Durability::Relaxed, async |transaction| {
                let store = transaction.object_store(A::SETTINGS)?;
                store.clear()?.await?;
                if let Some(form) = form {
                    store.put(&form, Some(&FORM.into()))?.await?;
                }
                let store = transaction.object_store(A::ANSWERS)?;
                store.clear()?.await?;
                if let Some(batch) = batch {
                    store.add(&batch, None)?.await?;
                }
                Ok(())
            })
            .await
    }

    pub async fn clear(&self) -> Result<(), StorageError> {
        self.database
            .clear(&[A::SETTINGS, A::ANSWERS], Durability::Relaxed)
            .await
    }
}
