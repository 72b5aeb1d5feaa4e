//! Authenticated encryption of a value, which is bound to its location.

use std::fmt;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Key, Nonce};
use thiserror::Error as ThisError;

pub const KEY_BYTES: usize = 32;
pub const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;

/// Version of the encrypted value format. Increase the version whenever the format changes.
const FORMAT_VERSION: u8 = 1;

/// Number of bytes that encryption adds to a plaintext.
pub const OVERHEAD: usize = 1 + NONCE_BYTES + TAG_BYTES;

#[derive(Clone)]
pub struct DataKey(Aes256Gcm);

#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum NotOpened {
    #[error("it is encrypted in version {form}, this program reads version {known}")]
    OtherForm { form: u8, known: u8 },
    #[error("it was altered, belongs to another place, or is encrypted with another key")]
    NotAuthentic,
}

impl DataKey {
    pub fn new(key: &[u8; KEY_BYTES]) -> DataKey {
        DataKey(Aes256Gcm::new(&Key::<Aes256Gcm>::from(*key)))
    }

    /// Encrypts `plain`. `nonce` must be random and must never be reused with the same key.
    /// `place` is the location of the value, as returned by [`place_of`].
    pub fn seal(&self, nonce: [u8; NONCE_BYTES], place: &[u8], plain: &[u8]) -> Vec<u8> {
        let payload = Payload { msg: plain, aad: place };
        let body = self.0.encrypt(&Nonce::from(nonce), payload);
        // Encryption fails only for plaintexts of 64 GiB or more, which do not fit into memory.
        framed(nonce, &body.unwrap_or_default())
    }

    /// The inverse of [`DataKey::seal`].
    ///
    /// # Errors
    /// Returns [`NotOpened`] if the value was altered or moved, has another format version, or needs another key.
    pub fn open(&self, place: &[u8], sealed: &[u8]) -> Result<Vec<u8>, NotOpened> {
        let (nonce, body) = unframed(sealed)?;
        let payload = Payload { msg: body, aad: place };
        let plain = self.0.decrypt(&Nonce::from(nonce), payload);
        plain.map_err(|_| NotOpened::NotAuthentic)
    }
}

impl fmt::Debug for DataKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a data key")
    }
}

/// The data that is authenticated together with a value: the format version and the location of the value.
/// `parts` lists the levels of the location from the outermost to the innermost.
pub fn place_of(parts: &[&str]) -> Vec<u8> {
    let mut place = vec![FORMAT_VERSION];
    for part in parts {
        // The length prefix makes the encodings of different locations distinct.
        place.extend((part.len() as u32).to_le_bytes());
        place.extend(part.as_bytes());
    }
    place
}

/// Joins the format version, the nonce and `body`. `body` is the ciphertext with its tag.
pub fn framed(nonce: [u8; NONCE_BYTES], body: &[u8]) -> Vec<u8> {
    [&[FORMAT_VERSION][..], &nonce, body].concat()
}

/// Returns the nonce and the ciphertext with its tag.
///
/// # Errors
/// Returns [`NotOpened`] if the value is too short or has a different format version.
pub fn unframed(sealed: &[u8]) -> Result<([u8; NONCE_BYTES], &[u8]), NotOpened> {
    let (&form, rest) = sealed.split_first().ok_or(NotOpened::NotAuthentic)?;
    if form != FORMAT_VERSION {
        return Err(NotOpened::OtherForm {
            form,
            known: FORMAT_VERSION,
        });
    }
    let (nonce, body) = rest.split_first_chunk().ok_or(NotOpened::NotAuthentic)?;
    Ok((*nonce, body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(hex: &str) -> Vec<u8> {
        let digits = hex.as_bytes().chunks(2);
        digits
            .map(|two| u8::from_str_radix(std::str::from_utf8(two).expect("ASCII"), 16).expect("hexadecimal"))
            .collect()
    }

    const PLACE: &[&str] = &["1a", "project", "head"];

    fn key() -> DataKey {
        DataKey::new(&[7; KEY_BYTES])
    }

    fn sealed() -> Vec<u8> {
        key().seal([3; NONCE_BYTES], &place_of(PLACE), b"a letter")
    }

    /// The expected values are test case 16 of McGrew and Viega, “The Galois/Counter Mode of Operation”.
    #[test]
    fn known_answer_is_reproduced() {
        let half = "feffe9928665731c6d6a8f9467308308";
        let key: [u8; KEY_BYTES] = bytes(&half.repeat(2)).try_into().expect("32 bytes");
        let nonce: [u8; NONCE_BYTES] = bytes("cafebabefacedbaddecaf888").try_into().expect("12 bytes");
        let plain = bytes(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657\
             ba637b39",
        );
        let place = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2");
        let answer = bytes(
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0a\
             bcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
        );
        let sealed = DataKey::new(&key).seal(nonce, &place, &plain);
        assert_eq!(sealed, [vec![FORMAT_VERSION], nonce.to_vec(), answer].concat());
        assert_eq!(DataKey::new(&key).open(&place, &sealed), Ok(plain));
    }

    #[test]
    fn other_key_or_location_does_not_open() {
        assert_eq!(key().open(&place_of(PLACE), &sealed()), Ok(b"a letter".to_vec()));
        let other = DataKey::new(&[8; KEY_BYTES]);
        assert_eq!(other.open(&place_of(PLACE), &sealed()), Err(NotOpened::NotAuthentic));
        let places: [&[&str]; 5] = [
            &["1b", "project", "head"],
            &["1a", "labels", "head"],
            &["1a", "project", "heads"],
            &["1aproject", "head"],
            &[],
        ];
        for place in places {
            assert_eq!(
                key().open(&place_of(place), &sealed()),
                Err(NotOpened::NotAuthentic),
                "{place:?}"
            );
        }
    }

    #[test]
    fn any_altered_byte_is_detected() {
        let whole = sealed();
        assert_eq!(whole.len(), b"a letter".len() + OVERHEAD);
        for at in 0..whole.len() {
            let mut altered = whole.clone();
            altered[at] ^= 1;
            let opened = key().open(&place_of(PLACE), &altered);
            match at {
                0 => assert_eq!(
                    opened,
                    Err(NotOpened::OtherForm {
                        form: 0,
                        known: FORMAT_VERSION
                    })
                ),
                _ => assert_eq!(opened, Err(NotOpened::NotAuthentic), "byte {at}"),
            }
        }
        for n in 0..whole.len() {
            assert!(key().open(&place_of(PLACE), &whole[..n]).is_err(), "{n} bytes");
        }
    }

    #[test]
    fn debug_output_does_not_contain_the_key() {
        assert_eq!(format!("{:?}", key()), "a data key");
    }

    proptest! {
        #[test]
        fn sealed_values_are_read_back(plain: Vec<u8>, nonce: [u8; NONCE_BYTES], parts: Vec<String>) {
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            let place = place_of(&parts);
            let sealed = key().seal(nonce, &place, &plain);
            prop_assert_eq!(key().open(&place, &sealed), Ok(plain));
        }
    }
}
