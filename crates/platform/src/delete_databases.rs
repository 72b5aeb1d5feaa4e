//! Deletes the databases of a project. In a file of its own, because it names those of several stores.

use crate::database::Database;
use crate::project_id::ProjectId;
use crate::{confidences, embedding_file, saved_file, storage};

/// Asks the browser to delete the databases of a project as soon as no tab has them open. Empty them before.
pub fn delete_databases(project: &ProjectId) {
    let bases = [
        storage::DATABASE,
        embedding_file::DATABASE,
        confidences::DATABASE,
        saved_file::DATABASE,
    ];
    bases.iter().for_each(|base| Database::delete(&project.database(base)));
}
