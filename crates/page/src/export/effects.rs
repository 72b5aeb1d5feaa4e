//! Performs the effects of exports: a worker writes the table.

use std::borrow::Cow;

use leptos::task::spawn_local;

use crate::export::Cmd;
use crate::export::zip::{NotPacked, dataset};
use crate::runtime::handle::AppHandle;
use crate::state::Msg;
use fastgas_data::{FileKind, WriteTableError};
use fastgas_platform::write_table;
use fastgas_protocol::{Error, WorkerError};

impl AppHandle {
    pub(crate) fn perform_export(self, cmd: Cmd) {
        let Cmd::WriteTable { table, format, folder } = cmd;
        spawn_local(async move {
            let file = match (write_table(table, format).await, folder) {
                (Ok(rows), Some(folder)) => dataset(&folder.texts, (folder.path, &rows)).map_err(not_packed),
                (written, _) => written,
            };
            self.dispatch(Msg::ExportWritten(file));
        });
    }
}

fn not_packed(error: NotPacked) -> WorkerError {
    let error = WriteTableError::Failed {
        format: FileKind::Named(Cow::Borrowed("ZIP")),
        said: error.to_string().into(),
    };
    Error::from(error).into()
}
