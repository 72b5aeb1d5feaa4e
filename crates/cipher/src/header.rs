//! The header of a protected project: parameters for deriving a key from the passphrase, and the encrypted data key.
//! The header is not secret. The header is stored with the project and in the project's files.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;
use unicode_normalization::UnicodeNormalization;

use crate::seal::{DataKey, KEY_BYTES, NONCE_BYTES, NotOpened, place_of};

/// Version of the key derivation. Increase the version whenever the derivation changes.
const VERSION: u32 = 1;

/// Number of iterations of PBKDF2-HMAC-SHA-256 in new headers.
/// OWASP recommends at least 600,000 iterations (Password Storage Cheat Sheet, 2023).
pub const ITERATIONS: u32 = 900_000;

/// Minimum number of iterations in a header that is read. With fewer iterations, the key is weak.
/// This program never writes a header with fewer iterations.
const MIN_ITERATIONS: u32 = 600_000;

/// Maximum number of iterations in a header that is read.
/// With more iterations, the derivation would take minutes in the browser.
const MAX_ITERATIONS: u32 = 20_000_000;

pub const SALT_BYTES: usize = 16;

/// Minimum length of a passphrase in characters, counted after normalization (NFKC).
const MIN_PASSPHRASE_CHARS: usize = 8;

/// The parameters for deriving a key from the passphrase, and the data key that is encrypted with this key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    version: u32,
    iterations: u32,
    salt: String,
    /// The data key, encrypted with the key from the passphrase, in hexadecimal digits.
    wrapped: String,
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum HeaderError {
    #[error("it is protected in version {version}, this program reads version {known}")]
    OtherVersion { version: u32, known: u32 },
    #[error("its encryption parameters are damaged")]
    Damaged,
    #[error("the passphrase is wrong")]
    WrongPassphrase,
}

/// The bytes that the key is derived from: the passphrase in NFKC, encoded as UTF-8.
/// Normalization makes the bytes independent of how the operating system encodes characters.
pub fn passphrase_bytes(passphrase: &str) -> Vec<u8> {
    passphrase.nfkc().collect::<String>().into_bytes()
}

pub fn fits(passphrase: &str) -> bool {
    passphrase.nfkc().count() >= MIN_PASSPHRASE_CHARS
}

impl Header {
    /// Creates a header that contains `data_key`, encrypted with `key`.
    /// `key` must be derived from a passphrase with the given salt and [`ITERATIONS`].
    pub fn wrap(
        key: &[u8; KEY_BYTES],
        salt: [u8; SALT_BYTES],
        data_key: &[u8; KEY_BYTES],
        nonce: [u8; NONCE_BYTES],
    ) -> Header {
        let salt = hex(&salt);
        let wrapped = DataKey::new(key).seal(nonce, &place(ITERATIONS, &salt), data_key);
        Header {
            version: VERSION,
            iterations: ITERATIONS,
            salt,
            wrapped: hex(&wrapped),
        }
    }

    /// The salt and the number of iterations for deriving the key from the passphrase.
    ///
    /// # Errors
    /// Returns [`HeaderError::OtherVersion`] for a different format version.
    /// Returns [`HeaderError::Damaged`] if the header is malformed, or if its number of iterations is not allowed.
    pub fn derivation(&self) -> Result<([u8; SALT_BYTES], u32), HeaderError> {
        if self.version != VERSION {
            return Err(HeaderError::OtherVersion {
                version: self.version,
                known: VERSION,
            });
        }
        let salt = of_hex(&self.salt).and_then(|salt| salt.try_into().ok());
        let salt = salt.filter(|_| (MIN_ITERATIONS..=MAX_ITERATIONS).contains(&self.iterations));
        Ok((salt.ok_or(HeaderError::Damaged)?, self.iterations))
    }

    /// Decrypts the data key. `key` must be derived from the passphrase with the parameters of [`Header::derivation`].
    ///
    /// # Errors
    /// Returns [`HeaderError::WrongPassphrase`] if the data key is not authentic.
    /// A wrong passphrase and an altered header have the same effect and cannot be distinguished.
    /// Returns [`HeaderError::Damaged`] if the header is malformed.
    pub fn unwrap(&self, key: &[u8; KEY_BYTES]) -> Result<[u8; KEY_BYTES], HeaderError> {
        let wrapped = of_hex(&self.wrapped).ok_or(HeaderError::Damaged)?;
        let opened = DataKey::new(key).open(&place(self.iterations, &self.salt), &wrapped);
        let data_key = opened.map_err(|error| match error {
            NotOpened::NotAuthentic => HeaderError::WrongPassphrase,
            NotOpened::OtherForm { .. } => HeaderError::Damaged,
        })?;
        data_key.try_into().map_err(|_| HeaderError::Damaged)
    }
}

fn place(iterations: u32, salt: &str) -> Vec<u8> {
    place_of(&["data key", &iterations.to_string(), salt])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn of_hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    pairs
        .iter()
        .map(byte)
        .collect::<Option<_>>()
        .filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; KEY_BYTES] = [1; KEY_BYTES];
    const DATA_KEY: [u8; KEY_BYTES] = [2; KEY_BYTES];

    fn header() -> Header {
        Header::wrap(&KEY, [3; SALT_BYTES], &DATA_KEY, [4; NONCE_BYTES])
    }

    #[test]
    fn right_key_unwraps_and_wrong_key_is_reported() {
        assert_eq!(header().unwrap(&KEY), Ok(DATA_KEY));
        assert_eq!(header().unwrap(&[9; KEY_BYTES]), Err(HeaderError::WrongPassphrase));
        assert_eq!(header().derivation(), Ok(([3; SALT_BYTES], ITERATIONS)));
        const { assert!(ITERATIONS >= MIN_ITERATIONS) };
    }

    #[test]
    fn another_passphrase_wraps_the_same_key() {
        let other = Header::wrap(&[5; KEY_BYTES], [6; SALT_BYTES], &DATA_KEY, [7; NONCE_BYTES]);
        assert_ne!(other, header());
        assert_eq!(other.unwrap(&[5; KEY_BYTES]), Ok(DATA_KEY));
        assert_eq!(other.unwrap(&KEY), Err(HeaderError::WrongPassphrase));
    }

    #[test]
    fn headers_are_read_back_and_altered_ones_are_refused() {
        let json = serde_json::to_string(&header()).expect("JSON");
        assert_eq!(serde_json::from_str::<Header>(&json).expect("a header"), header());
        let altered = |change: &dyn Fn(&mut Header)| {
            let mut header = header();
            change(&mut header);
            header
        };
        let newer = altered(&|header| header.version = 2);
        assert_eq!(
            newer.derivation(),
            Err(HeaderError::OtherVersion { version: 2, known: 1 })
        );
        let weak = altered(&|header| header.iterations = 1);
        assert_eq!(weak.derivation(), Err(HeaderError::Damaged));
        let endless = altered(&|header| header.iterations = u32::MAX);
        assert_eq!(endless.derivation(), Err(HeaderError::Damaged));
        for salt in ["", "0", "zz", "00", "ä"] {
            let odd = altered(&|header| header.salt = salt.into());
            assert_eq!(odd.derivation(), Err(HeaderError::Damaged), "{salt}");
        }
        // The salt and the number of iterations are authenticated together with the data key.
        let more = altered(&|header| header.iterations += 1);
        assert_eq!(more.unwrap(&KEY), Err(HeaderError::WrongPassphrase));
        let cut = altered(&|header| header.wrapped.truncate(10));
        assert_eq!(cut.unwrap(&KEY), Err(HeaderError::WrongPassphrase));
        let odd = altered(&|header| header.wrapped = "xyz".into());
        assert_eq!(odd.unwrap(&KEY), Err(HeaderError::Damaged));
    }

    #[test]
    fn passphrase_does_not_depend_on_unicode_form() {
        assert_eq!(passphrase_bytes("Zo\u{eb}"), passphrase_bytes("Zoe\u{308}"));
        assert_ne!(passphrase_bytes("zoe"), passphrase_bytes("Zoe"));
        assert!(fits("12345678") && fits("ä東京🦀 ok?") && !fits("1234567"));
    }
}
