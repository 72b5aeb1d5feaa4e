//! Protects a project with a passphrase. The browser's WebCrypto derives the keys.
//!
//! Small values are encrypted synchronously by [`fastgas_cipher`].
//! Large values are encrypted asynchronously by the browser, which does not block the page.
//! Synchronous and asynchronous encryption produce the same format.

use std::fmt;
use std::rc::Rc;

use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect, Uint8Array};
use thiserror::Error as ThisError;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Crypto, CryptoKey, SubtleCrypto};

use crate::database::{Refusal, StorageError, unreadable};
use crate::language_model::Secret;
use fastgas_cipher::{
    DataKey, Header, HeaderError, ITERATIONS, KEY_BYTES, NONCE_BYTES, NotOpened, framed, passphrase_bytes, unframed,
};
use fastgas_data::SealReason;
use fastgas_protocol::UnreadableReason;

const CIPHER: &str = "AES-GCM";

#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum ProtectionError {
    #[error("the passphrase is wrong")]
    WrongPassphrase,
    /// The browser refuses to encrypt, for example because the page comes neither over https nor from this machine.
    #[error("this browser cannot encrypt on this address: {reason}")]
    Unavailable { reason: Refusal },
    #[error("the stored data cannot be opened: {reason}")]
    Unreadable { reason: SealReason },
    #[error("the stored data cannot be opened: {error}")]
    Storage { error: StorageError },
}

/// The keys of a protected project, which exist only in the memory of this tab.
#[derive(Clone)]
pub struct Protection(Rc<Keys>);

struct Keys {
    header: Header,
    data_key: DataKey,
    /// The bytes of the data key, which are encrypted again if the passphrase changes.
    raw: [u8; KEY_BYTES],
    of_browser: CryptoKey,
}

impl Protection {
    /// Generates a new data key, and encrypts it with a key that is derived from `passphrase`.
    pub async fn begin(passphrase: &Secret) -> Result<Protection, ProtectionError> {
        Protection::wrapped(random()?, passphrase).await
    }

    /// Decrypts the data key with a key that is derived from `passphrase`.
    /// Returns [`ProtectionError::Unreadable`] if the header is malformed or from another version.
    pub async fn unlock(header: &Header, passphrase: &Secret) -> Result<Protection, ProtectionError> {
        let (salt, iterations) = header.derivation()?;
        let key = derived(passphrase, &salt, iterations).await?;
        Protection::of(header.clone(), header.unwrap(&key)?).await
    }

    /// The data key stays the same, so that the data need not be encrypted again.
    pub async fn with_passphrase(&self, passphrase: &Secret) -> Result<Protection, ProtectionError> {
        Protection::wrapped(self.0.raw, passphrase).await
    }

    async fn wrapped(raw: [u8; KEY_BYTES], passphrase: &Secret) -> Result<Protection, ProtectionError> {
        let salt = random()?;
        let key = derived(passphrase, &salt, ITERATIONS).await?;
        Protection::of(Header::wrap(&key, salt, &raw, random()?), raw).await
    }

    async fn of(header: Header, raw: [u8; KEY_BYTES]) -> Result<Protection, ProtectionError> {
        let usages = Array::of2(&"encrypt".into(), &"decrypt".into());
        let of_browser = import(&raw, &named(CIPHER), &usages).await?;
        Ok(Protection(Rc::new(Keys {
            header,
            data_key: DataKey::new(&raw),
            raw,
            of_browser,
        })))
    }

    pub fn header(&self) -> &Header {
        &self.0.header
    }

    pub fn seal(&self, location: &[u8], plain: &[u8]) -> Result<Vec<u8>, StorageError> {
        let nonce = random()?;
        Ok(self.0.data_key.seal(nonce, location, plain))
    }

    pub fn open(&self, location: &[u8], sealed: &[u8]) -> Result<Vec<u8>, StorageError> {
        Ok(self.0.data_key.open(location, sealed)?)
    }

    /// Encrypts a large value. The call copies `plain`, so that the returned future does not borrow `plain`.
    pub fn seal_large(
        &self,
        location: &[u8],
        plain: &[u8],
    ) -> impl Future<Output = Result<ArrayBuffer, StorageError>> + 'static {
        let sealing = self.begin_sealing(location, plain);
        async move {
            let (nonce, sealed) = sealing?;
            let body = Uint8Array::new(&JsFuture::from(sealed).await.map_err(refused)?);
            let frame = framed(nonce, &[]);
            let whole = Uint8Array::new_with_length(frame.len() as u32 + body.length());
            whole.subarray(0, frame.len() as u32).copy_from(&frame);
            whole.set(&body, frame.len() as u32);
            Ok(whole.buffer())
        }
    }

    fn begin_sealing(&self, location: &[u8], plain: &[u8]) -> Result<([u8; NONCE_BYTES], Promise), StorageError> {
        let nonce = random()?;
        let sealed = subtle().and_then(|subtle| {
            Ok(subtle.encrypt_with_object_and_u8_array(&algorithm(&nonce, location), &self.0.of_browser, plain)?)
        });
        Ok((nonce, sealed.map_err(refused)?))
    }

    /// Returns [`StorageError::Unreadable`] if the large value cannot be decrypted.
    pub async fn open_large(&self, location: &[u8], sealed: &ArrayBuffer) -> Result<ArrayBuffer, StorageError> {
        let sealed = Uint8Array::new(sealed);
        let frame_bytes = framed([0; NONCE_BYTES], &[]).len() as u32;
        let frame = sealed.subarray(0, frame_bytes.min(sealed.length())).to_vec();
        let (nonce, _) = unframed(&frame)?;
        let body = sealed.subarray(frame_bytes, sealed.length());
        let opened =
            subtle().and_then(|subtle| {
                Ok(subtle.decrypt_with_object_and_buffer_source(
                    &algorithm(&nonce, location),
                    &self.0.of_browser,
                    &body,
                )?)
            });
        match JsFuture::from(opened.map_err(refused)?).await {
            Ok(plain) => Ok(plain.unchecked_into()),
            // The error is not examined, because the browser reports only one kind of error for failed decryption.
            Err(_) => Err(NotOpened::NotAuthentic.into()),
        }
    }
}

impl fmt::Debug for Protection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a protection")
    }
}

impl From<HeaderError> for ProtectionError {
    fn from(error: HeaderError) -> ProtectionError {
        match error {
            HeaderError::WrongPassphrase => ProtectionError::WrongPassphrase,
            HeaderError::Damaged => ProtectionError::Unreadable {
                reason: SealReason::Header,
            },
            HeaderError::OtherVersion { version, known } => ProtectionError::Unreadable {
                reason: SealReason::OtherProtection {
                    form: version.into(),
                    known: known.into(),
                },
            },
        }
    }
}

impl From<NotOpened> for StorageError {
    fn from(error: NotOpened) -> StorageError {
        unreadable(UnreadableReason::Sealed(match error {
            NotOpened::OtherForm { form, known } => SealReason::OtherEncryption {
                form: form.into(),
                known: known.into(),
            },
            NotOpened::NotAuthentic => SealReason::NotAuthentic,
        }))
    }
}

/// The key derivation function is PBKDF2-HMAC-SHA-256.
async fn derived(passphrase: &Secret, salt: &[u8], iterations: u32) -> Result<[u8; KEY_BYTES], ProtectionError> {
    const METHOD: &str = "PBKDF2";
    let bits = async {
        let usages = Array::of1(&"deriveBits".into());
        let base = import(&passphrase_bytes(&passphrase.0), &named(METHOD), &usages).await?;
        let algorithm = named(METHOD);
        set(&algorithm, "hash", &"SHA-256".into());
        set(&algorithm, "salt", &Uint8Array::from(salt));
        set(&algorithm, "iterations", &iterations.into());
        let bits = subtle()?.derive_bits_with_object(&algorithm, &base, 8 * KEY_BYTES as u32)?;
        Ok(JsFuture::from(bits).await?)
    };
    let bits = bits.await.map_err(unavailable)?;
    let mut key = [0; KEY_BYTES];
    Uint8Array::new(&bits).copy_to(&mut key);
    Ok(key)
}

async fn import(key: &[u8], algorithm: &Object, usages: &Array) -> Result<CryptoKey, Refusal> {
    let key = Uint8Array::from(key);
    let imported = subtle()?.import_key_with_object("raw", &key, algorithm, false, usages)?;
    Ok(JsFuture::from(imported).await?.unchecked_into())
}

fn algorithm(nonce: &[u8], location: &[u8]) -> Object {
    let algorithm = named(CIPHER);
    set(&algorithm, "iv", &Uint8Array::from(nonce));
    set(&algorithm, "additionalData", &Uint8Array::from(location));
    algorithm
}

fn named(name: &str) -> Object {
    let object = Object::new();
    set(&object, "name", &name.into());
    object
}

fn set(object: &Object, key: &str, value: &JsValue) {
    // The result is ignored, because setting a property of a new object cannot fail.
    let _ = Reflect::set(object, &key.into(), value);
}

fn crypto() -> Result<Crypto, Refusal> {
    Ok(web_sys::window().ok_or(Refusal::NoPage)?.crypto()?)
}

pub(super) fn subtle() -> Result<SubtleCrypto, Refusal> {
    let subtle = crypto()?.subtle();
    // Without a secure context, `subtle` is missing, although the binding does not return an `Option`.
    match subtle.is_object() {
        true => Ok(subtle),
        false => Err(Refusal::NotSecure),
    }
}

pub(super) fn random<const N: usize>() -> Result<[u8; N], ProtectionError> {
    let mut bytes = [0; N];
    let filled = crypto().and_then(|crypto| Ok(crypto.get_random_values_with_u8_array(&mut bytes)?));
    filled.map_err(unavailable)?;
    Ok(bytes)
}

fn unavailable(reason: Refusal) -> ProtectionError {
    ProtectionError::Unavailable { reason }
}

impl From<Refusal> for ProtectionError {
    fn from(reason: Refusal) -> ProtectionError {
        unavailable(reason)
    }
}

impl From<ProtectionError> for StorageError {
    fn from(error: ProtectionError) -> StorageError {
        match error {
            ProtectionError::Unavailable { reason } => StorageError::Refused { reason },
            ProtectionError::WrongPassphrase => unreadable(UnreadableReason::Sealed(SealReason::Passphrase)),
            ProtectionError::Unreadable { reason } => unreadable(UnreadableReason::Sealed(reason)),
            ProtectionError::Storage { error } => error,
        }
    }
}

fn refused(reason: impl Into<Refusal>) -> StorageError {
    StorageError::Refused { reason: reason.into() }
}
