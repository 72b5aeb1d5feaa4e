//! Reads and writes the stored values of a project, plain or encrypted.
//! All stores of a project use this type, so that no store can write unencrypted values by mistake.

use js_sys::{ArrayBuffer, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

use crate::database::{StorageError, unreadable};
use crate::project_id::ProjectId;
use crate::protection::Protection;
use fastgas_cipher::place_of;
use fastgas_protocol::UnreadableReason;
use fastgas_protocol::transport::{from_js, to_buffer, to_js};

#[derive(Clone, Debug)]
pub struct AtRest {
    id: ProjectId,
    protection: Option<Protection>,
}

impl AtRest {
    pub fn new(id: &ProjectId, protection: Option<Protection>) -> AtRest {
        AtRest {
            id: id.clone(),
            protection,
        }
    }

    pub fn plain(id: &ProjectId) -> AtRest {
        AtRest::new(id, None)
    }

    pub fn id(&self) -> &ProjectId {
        &self.id
    }

    pub fn protection(&self) -> Option<&Protection> {
        self.protection.as_ref()
    }

    fn location(&self, parts: &[&str]) -> Vec<u8> {
        place_of(&[&[self.id.text()][..], parts].concat())
    }

    pub(super) fn value<T: Serialize>(&self, location: &[&str], value: &T) -> Result<JsValue, StorageError> {
        match &self.protection {
            None => Ok(to_js(value)?),
            Some(_) => Ok(to_buffer(&self.bytes(location, &json(value)?)?).into()),
        }
    }

    pub(super) fn read_value<T: DeserializeOwned>(&self, location: &[&str], value: JsValue) -> Result<T, StorageError> {
        if self.protection.is_none() {
            return Ok(from_js(value)?);
        }
        let sealed: ArrayBuffer = value
            .dyn_into()
            .map_err(|_| unreadable(UnreadableReason::NotEncrypted))?;
        let json = self.read_bytes(location, &Uint8Array::new(&sealed).to_vec())?;
        serde_json::from_slice(&json).map_err(|error| unreadable(UnreadableReason::Json(error.into())))
    }

    pub(super) fn bytes(&self, location: &[&str], bytes: &[u8]) -> Result<Vec<u8>, StorageError> {
        match &self.protection {
            None => Ok(bytes.to_vec()),
            Some(protection) => protection.seal(&self.location(location), bytes),
        }
    }

    pub(super) fn read_bytes(&self, location: &[&str], bytes: &[u8]) -> Result<Vec<u8>, StorageError> {
        match &self.protection {
            None => Ok(bytes.to_vec()),
            Some(protection) => protection.open(&self.location(location), bytes),
        }
    }

    /// The browser encrypts the bytes asynchronously, so that the page stays responsive.
    pub(super) async fn buffer(&self, location: &[&str], bytes: &[u8]) -> Result<ArrayBuffer, StorageError> {
        match &self.protection {
            None => Ok(to_buffer(bytes)),
            Some(protection) => protection.seal_large(&self.location(location), bytes).await,
        }
    }

    /// Reads a stored buffer. Must not be awaited within a transaction, because browsers commit idle transactions.
    pub(super) async fn read_buffer(
        &self,
        location: &[&str],
        buffer: ArrayBuffer,
    ) -> Result<ArrayBuffer, StorageError> {
        match &self.protection {
            None => Ok(buffer),
            Some(protection) => protection.open_large(&self.location(location), &buffer).await,
        }
    }

    pub(super) fn text(&self, location: &str, text: &str) -> Option<String> {
        if self.protection.is_none() {
            return Some(text.to_owned());
        }
        let sealed = self.bytes(&[location], text.as_bytes()).ok()?;
        Some(sealed.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    pub(super) fn read_text(&self, location: &str, text: &str) -> Option<String> {
        if self.protection.is_none() {
            return Some(text.to_owned());
        }
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
        let sealed: Vec<u8> = pairs
            .iter()
            .map(byte)
            .collect::<Option<_>>()
            .filter(|_| rest.is_empty())?;
        String::from_utf8(self.read_bytes(&[location], &sealed).ok()?).ok()
    }
}

/// Whether [`AtRest::text`] has encrypted the text. The plain text must not consist of hexadecimal digits only.
pub(super) fn is_encrypted_text(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn json<T: Serialize>(value: &T) -> Result<Vec<u8>, StorageError> {
    serde_json::to_vec(value).map_err(|error| unreadable(UnreadableReason::Json(error.into())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_annotation::ledger::Chain;

    #[test]
    fn only_encrypted_seal_counts_as_encrypted() {
        let plain = AtRest::plain(&ProjectId::first());
        let seal = plain.text("note", &Chain::begin(7).seal().to_text());
        assert_eq!(seal.as_deref().map(is_encrypted_text), Some(false));
        assert!(is_encrypted_text("01f3ab"));
        assert!(!is_encrypted_text(""));
        assert!(!is_encrypted_text("1 18f 2 9c"));
    }
}
