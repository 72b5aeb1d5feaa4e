//! Deletes the databases of a project. The module is separate, because it uses the database names of several stores.

use crate::database::Database;
use crate::project_id::ProjectId;
use crate::{answers, confidences, embedding_file, project_db, saved_file};

/// Asks the browser to delete the databases of a project. The browser waits until no tab has them open.
/// The caller must therefore clear the databases first.
pub fn delete_databases(project: &ProjectId) {
    let bases = [
        project_db::DATABASE,
        embedding_file::DATABASE,
        confidences::DATABASE,
        answers::DATABASE,
        answers::EXAM_DATABASE,
        saved_file::DATABASE,
    ];
    bases.iter().for_each(|base| Database::delete(&project.database(base)));
}
