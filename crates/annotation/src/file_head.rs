//! The header of a file in one of this program's own formats: the name and the version of the format.

use serde::{Deserialize, Serialize};

use crate::HeadReason;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FileHead {
    format: String,
    version: u32,
}

impl FileHead {
    pub(crate) fn new(format: &str, version: u32) -> FileHead {
        FileHead {
            format: format.to_owned(),
            version,
        }
    }

    pub(crate) fn check(self, format: &str, version: u32) -> Result<(), HeadReason> {
        if self.format != format {
            return Err(HeadReason::Format {
                format: self.format,
                known: format.to_owned(),
            });
        }
        if self.version != version {
            return Err(HeadReason::Version {
                version: self.version.into(),
                known: version.into(),
            });
        }
        Ok(())
    }
}
