//! The unsaved input of a text field.

use idb::ObjectStore;
use wasm_bindgen::JsValue;

use super::ProjectDb;
use super::head::stored;
use super::schema::{DRAFT, PROJECT};
use crate::at_rest::AtRest;
use crate::database::{Durability, StorageError, finish};

impl ProjectDb {
    /// Stores unsaved input of a text field as JSON. `None` deletes the stored input.
    /// Has no effect if no project is stored.
    pub async fn keep_draft(&self, draft: Option<&str>) -> Result<(), StorageError> {
        self.database
            .write(&[PROJECT], Durability::Strict, async |transaction| {
                let store = transaction.object_store(PROJECT)?;
                let key = JsValue::from(DRAFT);
                match draft {
                    Some(draft) if stored(&self.at_rest, &store).await?.is_some() => {
                        let draft = self.at_rest.value(&[PROJECT, DRAFT], &draft)?;
                        drop(store.put(&draft, Some(&key))?.await?)
                    }
                    _ => store.delete(key)?.await?,
                }
                Ok(())
            })
            .await
    }

    pub async fn draft(&self) -> Result<Option<String>, StorageError> {
        let transaction = self.database.read(&[PROJECT])?;
        let draft = stored_draft(&self.at_rest, &transaction.object_store(PROJECT)?).await?;
        finish(transaction).await?;
        Ok(draft)
    }
}

pub(super) async fn stored_draft(at_rest: &AtRest, project: &ObjectStore) -> Result<Option<String>, StorageError> {
    let value = project.get(JsValue::from(DRAFT))?.await?;
    Ok(value.and_then(|value| at_rest.read_value(&[PROJECT, DRAFT], value).ok()))
}
