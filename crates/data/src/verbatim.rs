//! Text from other programs that is quoted in an error.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Text that another program wrote, such as a browser, a driver or a library.
/// The text is shown unchanged, in its original language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verbatim(pub String);

impl<T: Into<String>> From<T> for Verbatim {
    fn from(text: T) -> Verbatim {
        Verbatim(text.into())
    }
}

impl fmt::Display for Verbatim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Verbatim {}

impl Verbatim {
    /// Returns the text in quotation marks, for use in a FastGAS message.
    pub fn quoted(&self) -> String {
        let text = self.0.trim().trim_end_matches('.');
        format!("“{}”", text.replace(['“', '”'], "\"").replace('`', "'"))
    }
}
