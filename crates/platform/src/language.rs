//! The language of the user interface.
//! The default is the first of the browser's languages that the page supports. The user can choose another language.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::assets::{self, AssetError};
use super::local_storage::{get_item, set_item};
use fastgas_protocol::{AssetReason, Refusal};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl)]
    type DisplayNames;
    #[wasm_bindgen(constructor, catch, js_namespace = Intl)]
    fn new(tag: &str, options: &Object) -> Result<DisplayNames, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn of(this: &DisplayNames, code: &str) -> Result<Option<String>, JsValue>;
}

const KEY: &str = "fastgas-language";

pub fn stored_language() -> Option<String> {
    get_item(KEY).ok().flatten()
}

/// If the browser refuses to store the language, the user's choice applies until the page is closed.
pub fn store_language(tag: &str) {
    // An error is ignored, because the page already uses the chosen language.
    let _ = set_item(KEY, tag);
}

pub fn read_languages() -> Vec<String> {
    let languages: Array =
        web_sys::window().map_or_else(Array::new, |window| window.navigator().languages().unchecked_into());
    languages.iter().filter_map(|tag| tag.as_string()).collect()
}

pub async fn fetch_words(tag: &str) -> Result<String, AssetError> {
    let url = assets::url(&format!("words-{tag}"))?;
    text_at(&url).await.map_err(|reason| AssetError {
        url,
        reason: AssetReason::Browser(reason),
    })
}

async fn text_at(url: &str) -> Result<String, Refusal> {
    let window = web_sys::window().ok_or(Refusal::NoPage)?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(url)).await?.unchecked_into();
    if !response.ok() {
        let status = response.status();
        return Err(Refusal::Status { status });
    }
    let text = JsFuture::from(response.text()?).await?;
    text.as_string().ok_or(Refusal::NotText)
}

/// The name of the language with the ISO 639 code `code`, in the language of `tag`.
/// If the browser has no name for the code, returns `code`.
pub fn name_of_language(code: &str, tag: &str) -> String {
    let name = || {
        let options = Object::new();
        Reflect::set(&options, &"type".into(), &"language".into())?;
        DisplayNames::new(tag, &options)?.of(code)
    };
    name().ok().flatten().unwrap_or_else(|| code.to_owned())
}

/// Sets the language of the document, which screen readers, hyphenation and translators use.
pub fn declare_language(tag: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        // Setting an attribute fails only if its name is invalid.
        let _ = root.set_attribute("lang", tag);
    }
}

pub fn declare_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}
