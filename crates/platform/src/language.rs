//! The language in which the page is read: the one that a person chose, else the first of the browser's that it speaks.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::assets::{self, AssetError};
use super::kept::{keep, kept};
use fastgas_protocol::transport::words;

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

/// The tag of the language that a person chose, where one was kept and the browser gives it.
pub fn kept_language() -> Option<String> {
    kept(KEY).ok().flatten()
}

/// Keeps the choice; where the browser refuses, it holds until the page is left.
pub fn keep_language(tag: &str) {
    // The page is in that language already.
    let _ = keep(KEY, tag);
}

/// The tags of the languages that the browser's owner reads, the dearest first.
pub fn read_languages() -> Vec<String> {
    let languages: Array =
        web_sys::window().map_or_else(Array::new, |window| window.navigator().languages().unchecked_into());
    languages.iter().filter_map(|tag| tag.as_string()).collect()
}

/// The page's file of messages of that language.
///
/// # Errors
/// When it cannot be had.
pub async fn fetch_words(tag: &str) -> Result<String, AssetError> {
    let url = assets::url(&format!("words-{tag}"))?;
    text_at(&url).await.map_err(|reason| AssetError {
        url,
        reason: words(&reason),
    })
}

async fn text_at(url: &str) -> Result<String, JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(url)).await?.unchecked_into();
    if !response.ok() {
        return Err(format!("the server answered {}", response.status()).into());
    }
    let text = JsFuture::from(response.text()?).await?;
    text.as_string().ok_or_else(|| "it is no text".into())
}

/// The name of the language with an ISO 639 `code` in that of `tag`, as the browser knows it; the code where it does not.
pub fn name_of_language(code: &str, tag: &str) -> String {
    let name = || {
        let options = Object::new();
        Reflect::set(&options, &"type".into(), &"language".into())?;
        DisplayNames::new(tag, &options)?.of(code)
    };
    name().ok().flatten().unwrap_or_else(|| code.to_owned())
}

/// Tells the browser, and through it screen readers, hyphenation and translators, in which language the page is.
pub fn declare_language(tag: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        // Refused only for a name that is no name.
        let _ = root.set_attribute("lang", tag);
    }
}

/// Names the page in the browser's tab and list of windows.
pub fn declare_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}
