//! The message that the user sees after the program of the page has failed.
//! `www/rescue.js` shows the message without the program.
//! The program passes translated texts to the script in advance, and calls the script after a panic.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = fastgasRescue, js_name = tellWords)]
    fn set_rescue_texts(words: &Object) -> Result<(), JsValue>;
    #[wasm_bindgen(catch, js_namespace = fastgasRescue)]
    fn show(place: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);
}

/// Passes the texts of the message to `www/rescue.js`, under the names that the script uses.
pub fn send_rescue_texts(words: &[(&str, String)]) {
    let object = Object::new();
    for (name, text) in words {
        // The result is ignored, because setting a property of a new object cannot fail.
        let _ = Reflect::set(&object, &(*name).into(), &text.into());
    }
    if set_rescue_texts(&object).is_err() {
        console_error("rescue.js is missing: after an error in the program nothing would be said");
    }
}

/// Shows every later panic to the user. The console and the page show only the source location of the panic.
/// The panic message may contain the user's texts, which must not get into an error report.
pub fn rescue_after_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        console_error(&format!("the program panicked at {place}"));
        // If rescue.js is missing, `show` fails, and the user sees the panic only in the console.
        let _ = show(&place);
    }));
}
