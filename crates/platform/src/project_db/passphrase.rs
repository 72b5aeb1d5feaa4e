//! Adds, changes and removes the passphrase of a project.

use std::rc::Rc;

use super::ProjectDb;
use super::schema::ProtectedHead;
use super::stored_project::StoredProject;
use crate::at_rest::AtRest;
use crate::database::{Refusal, StorageError, unreadable};
use crate::protection::Protection;
use fastgas_protocol::UnreadableReason;

impl ProjectDb {
    /// Rewrites the whole project in one transaction: encrypted with `protection`, or unencrypted for `None`.
    /// The caller must convert the data outside this database, and call [`ProjectDb::set_unfinished`] afterwards.
    /// If the browser refuses the change, the stored data is unchanged.
    /// Returns [`StorageError::Unreadable`] if the project cannot be read completely.
    pub async fn protect(&self, protection: Option<Protection>) -> Result<(ProjectDb, StoredProject), StorageError> {
        let loaded = self.load().await?;
        let (mut project, log, findings) = loaded.ok_or(StorageError::Refused {
            reason: Refusal::NoProject,
        })?;
        if findings.is_damaged() {
            return Err(unreadable(UnreadableReason::Labels));
        }
        project.is_protected = protection.is_some();
        let other = ProjectDb {
            at_rest: AtRest::new(self.at_rest.id(), protection),
            known: Rc::default(),
            copy: Rc::default(),
            database: self.database.clone(),
        };
        other.known.borrow_mut().is_unfinished = project.is_protected;
        other.save_over(&project, Some(&log), &self.at_rest).await?;
        Ok((other, project))
    }

    /// Changes the passphrase of the project, but not its data key, so that the data need not be encrypted again.
    /// If the browser refuses the change, the stored data is unchanged.
    /// Returns [`StorageError::Locked`] if another tab has removed or changed the passphrase.
    pub async fn rewrap(&self, protection: Protection) -> Result<ProjectDb, StorageError> {
        let header = protection.header().clone();
        match self.change_own_head(|head| head.protection = header).await? {
            true => Ok(ProjectDb {
                at_rest: AtRest::new(self.at_rest.id(), Some(protection)),
                ..self.clone()
            }),
            false => Err(StorageError::Locked),
        }
    }

    /// Whether data outside this database may still be stored in the previous format (plain or encrypted).
    pub fn is_unfinished(&self) -> bool {
        self.known.borrow().is_unfinished
    }

    /// Returns [`StorageError::Locked`] if another tab has changed the passphrase.
    pub async fn set_unfinished(&self, is_unfinished: bool) -> Result<(), StorageError> {
        self.known.borrow_mut().is_unfinished = is_unfinished;
        let change = |head: &mut ProtectedHead| head.is_unfinished = is_unfinished;
        self.change_own_head(change).await.map(drop)
    }
}
