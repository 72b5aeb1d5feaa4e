//! The message that the user sees after the page's program has failed. `www/rescue.js` shows it without the program.
//! The program only passes the texts in the user's language beforehand and calls it after a panic.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = fastgasRescue, js_name = tellWords)]
    fn tell_words(words: &Object) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = fastgasRescue)]
    fn show(place: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// Passes the texts by their names in `www/rescue.js`.
pub fn send_rescue_texts(words: &[(&str, String)]) {
    let object = Object::new();
    for (name, text) in words {
        // A new object accepts any key.
        let _ = Reflect::set(&object, &(*name).into(), &text.into());
    }
    if tell_words(&object).is_err() {
        console_error("rescue.js is missing: after an error in the program nothing would be said");
    }
}

/// Shows every further panic to the user. Console and message contain only the source location: a panic message may
/// contain the user's texts, which would be disclosed with an error report.
pub fn rescue_after_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        console_error(&format!("the program panicked at {place}"));
        // Without rescue.js the exception that follows appears in the console.
        let _ = show(&place);
    }));
}
