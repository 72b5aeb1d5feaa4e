//! Downloads files to the user's disk by clicking a hidden link.

use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};

use crate::browser::clock::sleep;

pub fn download(file_name: &str, media_type: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(media_type);
    download_blob(
        file_name,
        &web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?,
    )
}

pub fn download_bytes(file_name: &str, media_type: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(media_type);
    download_blob(
        file_name,
        &web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options)?,
    )
}

pub fn download_blob(file_name: &str, blob: &web_sys::Blob) -> Result<(), JsValue> {
    let url = web_sys::Url::create_object_url_with_blob(blob)?;
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or("no document")?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(file_name);
    link.click();
    // Keep the blob for 300 s. Most browsers open the blob immediately, but Safari may first ask the user.
    spawn_local(async move {
        sleep(300_000).await;
        let _ = web_sys::Url::revoke_object_url(&url);
    });
    Ok(())
}
